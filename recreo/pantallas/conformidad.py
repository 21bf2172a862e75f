"""La hoja, revisada por la pareja contraria: qué se dice de ella y quién puede decirlo (RE6, D373-D376)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.pantallas.piezas import nombres_de, pareja_en_palabras
from recreo.textos import en_lista
from reglas.conformidad import Conformidad

AL_FINAL = ("meta", "por_cerrar")
OBJETADA = "hoja_objetada"


@dataclass(frozen=True, slots=True)
class Dicho:
    """Lo último que alguien dijo de la hoja; si después cambió una mano, ya no vale."""

    nombre: str
    conforme: bool
    motivo: str
    instante: datetime
    vale: bool


@dataclass(frozen=True, slots=True)
class Revisada:
    """Cómo está la hoja de una mesa y qué puede hacer con ella quien mira."""

    como: str
    titulo: str
    dichos: tuple[Dicho, ...]
    puede: bool
    """Quien mira es de la pareja que la revisa, y todavía se puede."""
    mio: bool | None
    """Lo que quien mira dijo y sigue valiendo."""
    caduco: bool
    """Ya había dicho algo, y la hoja cambió."""
    exige: bool
    al_final: bool
    por_ver: int
    """A quien manda, la objeción que todavía no da por vista."""
    sin_telefono: str = ""
    """La pareja que debe revisarla y no tiene con qué confirmarla aquí (D802)."""

    @property
    def falta_motivo(self) -> bool:
        """Cerrarla pide decir por qué (D376)."""
        return self.exige and self.como != Conformidad.CONFORME

    @property
    def te_toca(self) -> bool:
        """A quien mira le falta confirmarla: es lo primero de su pantalla (D801)."""
        return self.puede and self.al_final and self.mio is None

    @property
    def se_ensena(self) -> bool:
        """Hay algo que decir de ella, o que hacer."""
        return self.puede or bool(self.dichos) or (self.exige and self.al_final)


def de_la_hoja(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> Revisada:
    """Lo de una mesa con manos; sin ellas no hay qué revisar."""
    suya = None if visor.numero is None else mesa.pareja_de(visor.numero)
    mio = next((p for p in mesa.pareceres if p.jugador == visor.numero), None)
    return Revisada(
        como=mesa.conformidad.value,
        titulo=titulo(estado, mesa, visor),
        dichos=tuple(
            Dicho(estado.nombre_de(p.jugador), p.conforme, p.motivo, p.instante, p.vale) for p in mesa.pareceres
        ),
        puede=bool(mesa.manos) and not mesa.cerrada and suya is not None and suya in mesa.revisan,
        mio=mio.conforme if mio and mio.vale else None,
        caduco=mio is not None and not mio.vale,
        exige=estado.exige_conformidad,
        al_final=mesa.etapa in AL_FINAL,
        por_ver=_por_ver(mesa) if visor.manda else 0,
        sin_telefono=_sin_telefono(estado, mesa),
    )


def _por_ver(mesa: MesaVista) -> int:
    objecion = mesa.abierta(OBJETADA)
    return objecion.id if objecion and objecion.anotadas == mesa.anotadas else 0


def titulo(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> str:
    """«Confirmada por Beto», «Objetada por Beto» o quién falta."""
    quienes = en_lista(estado.nombre_de(p.jugador) for p in mesa.pareceres if p.vale and p.conforme)
    match mesa.conformidad:
        case Conformidad.CONFORME:
            return _("Confirmada por %(quienes)s.") % {"quienes": quienes}
        case Conformidad.OBJETADA:
            objetan = (estado.nombre_de(p.jugador) for p in mesa.pareceres if p.vale and not p.conforme)
            return _("Objetada por %(quienes)s.") % {"quienes": en_lista(objetan)}
    hechas = {p.pareja for p in mesa.pareceres if p.vale}
    if sin := _sin_telefono(estado, mesa):
        return _("%(quienes)s no han entrado con su teléfono: no pueden confirmarla aquí.") % {"quienes": sin}
    faltan = [mesa.parejas[p] for p in mesa.revisan if p not in hechas]
    if len(faltan) > 1:
        return _("Falta que la confirme alguien de cada pareja: la anota otra persona.")
    falta = {"quienes": nombres_de(estado, faltan[0], visor)}
    if visor.numero in faltan[0]:
        return _("Falta que alguien de tu pareja la confirme: %(quienes)s.") % falta
    return _("Falta que alguien de la otra pareja la confirme: %(quienes)s.") % falta


def _sin_telefono(estado: EstadoRecreo, mesa: MesaVista) -> str:
    """La primera pareja que falta y donde ninguno ha entrado; vacío si alguno puede."""
    hechas = {p.pareja for p in mesa.pareceres if p.vale}
    for pareja in (p for p in mesa.revisan if p not in hechas):
        if not any(estado.jugadores[n].tiene_acceso for n in mesa.parejas[pareja]):
            return pareja_en_palabras(estado, mesa, pareja)
    return ""


def en_corto(mesa: MesaVista, *, exige: bool) -> str:
    """Para la tarjeta del tablero; vacío si nadie ha dicho nada y no hace falta."""
    if not any(p.vale for p in mesa.pareceres) and not exige:
        return ""
    return {
        Conformidad.CONFORME: _("hoja confirmada"),
        Conformidad.OBJETADA: _("hoja objetada"),
        Conformidad.FALTA: _("falta confirmar la hoja"),
    }[mesa.conformidad]

"""Lo que cada persona debe oír esté donde esté (RE5, RE6, D292): la barra, la insignia y el push dicen lo mismo.

Una `Cosa` lleva todo lo que su renglón pinta: dos personas con las mismas cosas ven la misma barra, pintada una vez.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import EstadoRecreo, IncidenciaVista, MesaVista, Visor
from recreo.estado_mesa import PASO, VOLVER, VUELTA, letrero_de
from recreo.pantallas import conformidad, organizador, piezas
from recreo.pantallas.llamada import dicho_de_llamada, en_que_va, insiste, la_que_va, la_retirada
from recreo.pantallas.otra import Otra, por_ofrecer
from recreo.pantallas.relevo import cambio_de_anotador, sin_quien_anote
from recreo.textos import en_lista

T = TypeVar("T")
# de lo que menos espera a lo que más
URGENCIA = (
    "llamada", "sigues", "sin_quien_anote", "discrepancia", "hoja_objetada", "default_propuesto", "te_toca", "revisa",
    "anotas_tu", "anota_otro", "por_cerrar", "reabierta", "siguiente", "final", "solicitud", "llamada_va", "retirada",
    "default_negado", "sin_anotador", "sin_mano", "otra",
)  # fmt: skip
CALLADAS = {
    "reabierta", "siguiente", "final", "llamada_va", "retirada", "default_negado", "sin_anotador", "sin_mano",
}  # fmt: skip
SUENAN = frozenset(URGENCIA) - CALLADAS
RATO = timedelta(minutes=2)
"""Lo que se queda dicho algo que ya no pide nada."""
UN_MINUTO = timedelta(minutes=1)
MINUTOS_PARA_ELEGIR = 3
"""Lo que una mesa tarda en sentarse: antes, que no tenga quien anote no es aviso."""
TONOS = dict.fromkeys(
    ("llamada", "sigues", "sin_quien_anote", "discrepancia", "hoja_objetada", "default_propuesto"), "mal"
)
ICONOS = {
    "llamada": "campana", "sigues": "lapiz", "sin_quien_anote": "lapiz", "discrepancia": "ojo",
    "default_propuesto": "personas", "te_toca": "juego", "por_cerrar": "candado", "siguiente": "juego",
    "solicitud": "persona", "llamada_va": "campana", "default_negado": "personas", "sin_anotador": "lapiz",
    "sin_mano": "reloj", "hoja_objetada": "ojo", "revisa": "ojo", "reabierta": "deshacer", "final": "trofeo",
    "anotas_tu": "lapiz", "anota_otro": "lapiz", "retirada": "ok", "otra": "juego",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cosa:
    """Un renglón de la barra: qué pasa, dónde y con qué se atiende."""

    tipo: str
    clave: str
    """La misma mientras sea la misma cosa: así se dice una sola vez."""
    texto: str
    detalle: str = ""
    partida: int = 0
    mesa: int = 0
    id: int = 0
    """La incidencia, solicitud o número que su botón manda."""
    otro: int = 0
    mio: bool = False
    """Se atiende desde la mesa propia."""
    lista: bool = False
    """La reabierta ya se puede cerrar; la que te pasaron, anotar."""
    vista: bool = False
    """Ya se dijo que alguien la vio."""
    letrero: str = ""
    """De una llamada, lo que dice: el «ya la vio» es de eso y de nada más (D797)."""
    desde: datetime | None = None
    minutos: int = 0
    """Sólo es aviso pasados esos minutos de `desde`."""
    hasta: datetime | None = None
    """Desde entonces ya no es aviso."""
    codigo: str = ""
    """De otro Recreo: el suyo."""
    nombre: str = ""
    """Con el que se entra en él."""

    @property
    def suena(self) -> bool:
        """¿Merece sonar, vibrar y despertar el teléfono?"""
        return self.tipo in SUENAN

    @property
    def tono(self) -> str:
        """El color del renglón, además de su icono y su texto."""
        return TONOS.get(self.tipo, "ojo")

    @property
    def icono(self) -> str:
        """El dibujo del renglón."""
        return ICONOS[self.tipo]

    def toca(self, ahora: datetime) -> bool:
        """¿Ya es hora de decirla?"""
        if self.hasta is not None and ahora >= self.hasta:
            return False
        return not self.minutos or self.desde is None or self.desde + timedelta(minutes=self.minutos) <= ahora


def cosas_de(estado: EstadoRecreo, visor: Visor) -> tuple[Cosa, ...]:
    """Lo que esa persona debe oír, lo más urgente primero."""
    if estado.estado == "terminado":
        return tuple(map(_de_otra, por_ofrecer(estado, visor)))
    if estado.estado not in ("preparacion", "en_juego"):
        return ()
    todas = [*(_de_mando(estado) if visor.manda else ()), *_de_quien_juega(estado, visor)]
    return tuple(sorted(todas, key=lambda c: URGENCIA.index(c.tipo))) if len(todas) > 1 else tuple(todas)


def _de_otra(otra: Otra) -> Cosa:
    """Con los mismos de éste, que terminó: a quien tuvo lugar lo espera el suyo (D817)."""
    texto = _("%(quien)s armó otra con los mismos.") % {"quien": otra.organiza}
    return Cosa("otra", f"otra-{otra.id}", texto, _("Tu lugar te espera."), codigo=otra.codigo, nombre=otra.nombre)


def _de_mando(estado: EstadoRecreo) -> tuple[Cosa, ...]:
    """Lo mismo para el organizador y sus coorganizadores: se arma una vez por versión."""
    hechas: tuple[Cosa, ...] | None = estado.__dict__.get("_cosas")
    if hechas is None:
        hechas = estado.__dict__["_cosas"] = (*_de_las_mesas(estado), *_del_recreo(estado))
    return hechas


def _del_recreo(estado: EstadoRecreo) -> Iterator[Cosa]:
    for s in estado.solicitudes:
        texto = _("%(nombre)s pide entrar con otro teléfono.") if s.otro_telefono else _("%(nombre)s pide entrar.")
        texto %= {"nombre": estado.nombre_de(s.numero)}
        yield Cosa("solicitud", f"solicitud-{s.id}", texto, id=s.id, desde=s.instante)
    actual = estado.actual
    if not _en_marcha(estado) or actual is None or actual.abiertas or estado.reabiertas:
        return
    if estado.falta_anunciar:
        yield Cosa("final", "final", _("Se jugó todo."), _("Falta que anuncies el final"))
    elif estado.proxima is not None:
        n = estado.proxima.numero
        datos = {"n": actual.numero}
        yield Cosa("siguiente", f"siguiente-{n}", _("La partida %(n)d terminó.") % datos, partida=n)


def _en_marcha(estado: EstadoRecreo) -> bool:
    """¿Se está jugando? En pausa nada corre y ninguna de sus órdenes vale (D306)."""
    return estado.estado == "en_juego" and estado.pausado is None


def _de_las_mesas(estado: EstadoRecreo) -> Iterator[Cosa]:
    if not _en_marcha(estado) or estado.actual is None:
        return
    for m in estado.actual.abiertas:
        yield from _que_pide(estado, m)
    for aviso in organizador.sin_anotador(estado):
        yield _de_aviso(estado, aviso)
    for m in estado.actual.mesas:
        if m.etapa == "por_cerrar":
            gana = piezas.pareja_en_palabras(estado, m, m.va_ganando or 0)
            detalle = _("Ganan %(quienes)s") % {"quienes": gana}
            clave = f"por_cerrar-{m.partida}-{m.numero}"
            yield Cosa("por_cerrar", clave, _texto_de_mesa("por_cerrar", m.numero), detalle, m.partida, m.numero)
    for m in estado.reabiertas:
        yield from (c for c in _que_pide(estado, m) if c.tipo not in organizador.LAS_DEL_RITMO)
        yield _reabierta(m)


def _que_pide(estado: EstadoRecreo, mesa: MesaVista) -> tuple[Cosa, ...]:
    """Lo que esa mesa le pide a quien manda, y lo que ya no le pide."""
    return _una_vez(
        estado,
        mesa,
        "pide",
        lambda: (*(_de_aviso(estado, a) for a in organizador.de_la_mesa(estado, mesa)), *_ya_se_arreglo(mesa)),
    )


def _ya_se_arreglo(mesa: MesaVista) -> Iterator[Cosa]:
    """La mesa retiró su llamada: quien iba para allá lo ve (D744)."""
    if i := la_retirada(mesa):
        texto = _("La mesa %(mesa)d ya no te necesita.") % {"mesa": mesa.numero}
        detalle = _("%(quien)s: ya se arregló") % {"quien": i.atendida_por}
        hasta = (i.atendida or i.instante) + UN_MINUTO
        yield Cosa("retirada", f"retirada-{i.id}", texto, detalle, hasta=hasta)


def _una_vez(estado: EstadoRecreo, mesa: MesaVista, que: Hashable, hacer: Callable[[], T]) -> T:
    """Lo que se dice de una mesa vale, de una versión a otra, mientras no cambie ella ni el sello de lo demás (057)."""
    sello, dicho = mesa.__dict__.get("_cosas", (None, {}))
    if sello != estado.sello:
        dicho = {}
        mesa.__dict__["_cosas"] = estado.sello, dicho
    if que not in dicho:
        dicho[que] = hacer()
    hecho: T = dicho[que]
    return hecho


def _reabierta(m: MesaVista) -> Cosa:
    """La de una partida anterior que se corrige: hasta cerrarla no empieza otra (D302)."""
    texto = _("Corriges la mesa %(mesa)d de la partida %(partida)d.") % {"mesa": m.numero, "partida": m.partida}
    lista = m.etapa in ("meta", "por_cerrar")
    clave = f"reabierta-{m.id}-{'lista' if lista else 'falta'}"
    return Cosa("reabierta", clave, texto, _("Hasta que la cierres no empieza otra"), m.partida, m.numero, lista=lista)


def _de_aviso(estado: EstadoRecreo, aviso: organizador.Aviso) -> Cosa:
    m, i = aviso.mesa, aviso.incidencia
    cosa = partial(Cosa, partida=m.partida, mesa=m.numero)
    texto = _texto_de_mesa(aviso.tipo, m.numero)
    if aviso.tipo == "llamada" and i is not None:
        if insiste(m, i):
            texto = _("La mesa %(mesa)d insiste.") % {"mesa": m.numero}
        dicho = f"{i.quien}: «{i.texto}»" if i.texto else i.quien
        cosa = partial(cosa, id=i.id, vista=i.mirada is not None, letrero=letrero_de(i.texto), desde=i.instante)
        return cosa("llamada", aviso.clave, texto, dicho)
    if aviso.tipo == "sin_quien_anote":
        falta = sin_quien_anote(m)
        clave = f"sin_quien_anote-{m.id}-{i.id if i else 0}"
        detalle = quien_se_fue(estado, falta.era if falta else 0, i)
        return cosa("sin_quien_anote", clave, texto, detalle, desde=i.instante if i else None)
    if aviso.tipo == "discrepancia" and aviso.discrepancia is not None:
        detalle = _("Mano %(n)d: dos versiones") % {"n": aviso.mano}
        return cosa("discrepancia", aviso.clave, texto, detalle, id=aviso.discrepancia.id)
    if aviso.tipo == conformidad.OBJETADA and i is not None:
        return cosa(aviso.tipo, aviso.clave, texto, f"{i.quien}: «{i.texto}»", id=i.id, desde=i.instante)
    if i is not None:  # default propuesto o negado
        falta_quien = _("Falta %(quien)s") % {"quien": estado.nombre_de(i.jugador)} if i.jugador else ""
        return cosa(aviso.tipo, aviso.clave, texto, falta_quien, id=i.id, otro=aviso.ausente, desde=i.instante)
    if aviso.tipo == "sin_anotador":
        texto = ngettext(
            "La mesa %(mesas)s no tiene quien anote.", "Las mesas %(mesas)s no tienen quien anote.", len(aviso.mesas)
        ) % {"mesas": en_lista(aviso.mesas)}
        clave = f"sin_anotador-{m.partida}"
        return cosa(aviso.tipo, clave, texto, desde=m.inicio, minutos=MINUTOS_PARA_ELEGIR)
    clave = f"sin_mano-{m.id}-{len(m.manos)}"
    return cosa("sin_mano", clave, texto, desde=m.ultima, minutos=estado.minutos_sin_mano)


def _texto_de_mesa(tipo: str, mesa: int) -> str:
    return {
        "llamada": _("La mesa %(mesa)d te llama."),
        "sin_quien_anote": _("La mesa %(mesa)d se quedó sin quien anote."),
        "discrepancia": _("La mesa %(mesa)d no coincide."),
        "hoja_objetada": _("Objetan la hoja de la mesa %(mesa)d."),
        "default_propuesto": _("La mesa %(mesa)d propone default."),
        "default_negado": _("La mesa %(mesa)d no quiso el default."),
        "por_cerrar": _("La mesa %(mesa)d espera que la cierres."),
        "sin_anotador": "",
        "sin_mano": _("La mesa %(mesa)d lleva rato sin anotar."),
    }[tipo] % {"mesa": mesa}


def quien_se_fue(estado: EstadoRecreo, era: int, dicha: IncidenciaVista | None) -> str:
    """«Carmen no da señal desde las 8:42 p.m.», «Beto dice que Carmen ya no está» o nada, si no la anota nadie."""
    if not era or dicha is None:
        return _("Nadie la anota ahora")
    datos = {"quien": estado.nombre_de(era), "dice": dicha.quien, "hora": organizador.hora(dicha.instante)}
    if dicha.quien:
        return _("%(dice)s dice que %(quien)s ya no está") % datos
    return _("%(quien)s no da señal desde hace rato") % datos


# --- quien juega ------------------------------------------------------------------------------------------------------
def _de_quien_juega(estado: EstadoRecreo, visor: Visor) -> Iterator[Cosa]:
    if not _en_marcha(estado) or estado.actual is None or visor.numero is None:
        return
    for m in _novedades(estado).get(visor.numero, ()):
        if visor.numero in m.asientos:
            yield from _una_vez(estado, m, visor, partial(_de_mi_mesa, estado, m, visor, visor.numero))
        elif m.anotador == visor.numero and (falta := sin_quien_anote(m)) and falta.dicha:
            yield _sigues(m, falta.dicha)


def _novedades(estado: EstadoRecreo) -> Mapping[int, list[MesaVista]]:
    """Por número, las mesas abiertas donde quizá hay algo que decirle; una vez por versión y no una por teléfono."""
    hechas: dict[int, list[MesaVista]] | None = estado.__dict__.get("_novedades")
    if hechas is None:
        hechas = estado.__dict__["_novedades"] = {}
        for m in estado.actual.abiertas if estado.actual else ():
            if m.incidencias or m.anotador is None or m.etapa in ("asistencia", "salidor", *conformidad.AL_FINAL):
                for numero in {*m.asientos, m.anotador or 0}:
                    hechas.setdefault(numero, []).append(m)
    return hechas


def _de_mi_mesa(estado: EstadoRecreo, mia: MesaVista, visor: Visor, numero: int) -> tuple[Cosa, ...]:
    return tuple(_lo_mio(estado, mia, visor, numero))


def _lo_mio(estado: EstadoRecreo, mia: MesaVista, visor: Visor, numero: int) -> Iterator[Cosa]:
    falta = sin_quien_anote(mia)
    if falta and falta.era == numero and falta.dicha:
        yield _sigues(mia, falta.dicha)
    elif falta and estado.jugadores[numero].tiene_acceso and not visor.manda:
        texto = _("Tu mesa se quedó sin quien anote.")
        clave = f"sin_quien_anote-{mia.id}-{falta.dicha.id if falta.dicha else 0}"
        detalle = quien_se_fue(estado, falta.era, falta.dicha)
        yield Cosa("sin_quien_anote", clave, texto, detalle, mia.partida, mia.numero, otro=falta.era, mio=True)
    if mia.etapa in ("anotador", "asistencia", "salidor") and not mia.manos:
        yield _te_toca(estado, mia, numero)
    if (revisa := _te_toca_revisar(estado, mia, visor)) is not None:
        yield revisa
    if not visor.manda and (va := _una_vez(estado, mia, "va", lambda: _llamada_va(estado, mia))) is not None:
        yield va
    if (cambio := cambio_de_anotador(mia)) is not None:
        yield from _otro_anota(estado, mia, cambio, numero)


def _otro_anota(estado: EstadoRecreo, mia: MesaVista, cambio: IncidenciaVista, numero: int) -> Iterator[Cosa]:
    """A quien desde ahora anota y a quien dejó de anotar se les dice; éste, si la pasó, puede volver (D745)."""
    if mia.confirmada or mia.anotador is None or estado.nombre_de(mia.anotador) != cambio.atendida_por:
        return
    antes = estado.nombre_de(cambio.jugador) if cambio.jugador else ""
    datos = {"antes": antes, "ahora": cambio.atendida_por, "quien": cambio.quien, "mesa": mia.numero}
    if numero == mia.anotador and cambio.texto != VUELTA:
        detalle = _("Te la pasó %(antes)s") if cambio.texto == PASO else _("Lo dijo %(quien)s; antes, %(antes)s")
        texto = _("Ahora anotas tú la mesa %(mesa)d.") % datos
        clave = f"anotas_tu-{cambio.id}"
        yield Cosa(
            "anotas_tu",
            clave,
            texto,
            detalle % datos,
            mia.partida,
            mia.numero,
            lista=mia.etapa == "jugando",
            hasta=cambio.instante + RATO,
        )
    elif numero == cambio.jugador:
        vuelve = cambio.texto == PASO
        texto = _("Ahora anota %(ahora)s.") % datos
        detalle = _("Tú ves las manos") if vuelve else _("Lo dijo %(quien)s") % datos
        if cambio.texto == VUELTA:
            texto, detalle = _("%(ahora)s vuelve a anotar la mesa.") % datos, ""
        yield Cosa(
            "anota_otro",
            f"anota_otro-{cambio.id}",
            texto,
            detalle,
            mia.partida,
            mia.numero,
            otro=mia.anotador if vuelve else 0,
            hasta=cambio.instante + (VOLVER if vuelve else RATO),
        )


def _sigues(mesa: MesaVista, dicha: IncidenciaVista) -> Cosa:
    texto = _("¿Sigues anotando la mesa %(mesa)d?") % {"mesa": mesa.numero}
    detalle = _("%(quien)s dice que ya no estás") % {"quien": dicha.quien} if dicha.quien else ""
    return Cosa("sigues", f"sigues-{dicha.id}", texto, detalle, mesa.partida, mesa.numero)


def _te_toca(estado: EstadoRecreo, mia: MesaVista, numero: int) -> Cosa:
    contra = piezas.nombres_de(estado, mia.parejas[1 - (mia.pareja_de(numero) or 0)])
    datos = {"n": mia.numero, "con": estado.nombre_de(mia.companero(numero)), "contra": contra}
    texto = _("Te toca: mesa %(n)d.") % datos
    return Cosa(
        "te_toca", f"te_toca-{mia.id}", texto, _("Con %(con)s, contra %(contra)s") % datos, mia.partida, mia.numero
    )


def _te_toca_revisar(estado: EstadoRecreo, mia: MesaVista, visor: Visor) -> Cosa | None:
    """Donde se exige, quien la revisa lo oye cuando llegan a la meta, hasta que lo dice (D376)."""
    if not estado.exige_conformidad or mia.etapa not in conformidad.AL_FINAL:
        return None
    revisada = conformidad.de_la_hoja(estado, mia, visor)
    if not revisada.puede or revisada.mio is not None or revisada.como != "falta":
        return None
    texto = _("Revisa la hoja de la mesa %(mesa)d.") % {"mesa": mia.numero}
    clave = f"revisa-{mia.id}-{mia.anotadas}"
    return Cosa("revisa", clave, texto, revisada.titulo, mia.partida, mia.numero)


def _llamada_va(estado: EstadoRecreo, mia: MesaVista) -> Cosa | None:
    """Qué fue de la llamada de la mesa: salió, la vieron o vienen. Se quita al anotar la mano que sigue."""
    i = la_que_va(mia)
    if i is None:
        return None
    organiza = estado.nombre_de(1)
    clave = f"llamada_va-{i.id}-{en_que_va(i)}"
    return Cosa("llamada_va", clave, dicho_de_llamada(i, organiza), "", mia.partida, mia.numero, id=i.id)

"""Lo que se dice de cada tamaño al armar un Recreo: partidas, mesas, descansos y cuánto tarda (RE2, RG11)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reglas.roles import TAMANOS, rol_de, se_elige
from reglas.tipos import Formato, Meta

# minutos que suele durar una partida con su cambio de mesa
MINUTOS = {Meta.CIEN: 25, Meta.DOSCIENTOS: 45, Meta.JUEGOS_GANADOS: 25}


@dataclass(frozen=True, slots=True)
class Tamano:
    """Un tamaño, para el botón con que se elige."""

    jugadores: int
    ronda: bool
    partidas: int
    mesas: int
    descansan: int
    anotadores: tuple[int, ...]

    @property
    def programa(self) -> str:
        """«5 partidas, 1 mesa · descansa 1»."""
        partidas = ngettext("%(n)d partida", "%(n)d partidas", self.partidas) % {"n": self.partidas}
        mesas = ngettext("%(n)d mesa", "%(n)d mesas", self.mesas) % {"n": self.mesas}
        partes = [_("%(partidas)s en %(mesas)s") % {"partidas": partidas, "mesas": mesas}]
        if self.descansan:
            partes.append(ngettext("descansa %(n)d", "descansan %(n)d", self.descansan) % {"n": self.descansan})
        return " · ".join(partes)

    def duracion(self, meta: Meta) -> str:
        """Cuánto suele tardar, a la media hora."""
        medias = max(1, round(self.partidas * MINUTOS[meta] / 30))
        horas, media = divmod(medias, 2)
        if not horas:
            return _("media hora")
        texto = ngettext("%(n)d hora", "%(n)d horas", horas) % {"n": horas}
        return _("%(horas)s y media") % {"horas": texto} if media else texto

    @property
    def con_rol(self) -> bool:
        """Hay un rol oficial y otro equilibrado: se escoge (RG12)."""
        return se_elige(self.jugadores)

    @property
    def diferencia(self) -> str:
        """En qué se distinguen los dos roles, en una frase."""
        return {
            6: _("En los dos juegas una vez con cada quien; en el equilibrado, los contrarios tocan más parejo."),
            7: _("En los dos juegas una vez con cada quien; en el equilibrado, nadie descansa dos partidas seguidas."),
        }.get(
            self.jugadores,
            _("En los dos juegas una vez con cada quien; en el equilibrado, te toca dos veces contra cada quien."),
        )

    @property
    def ejemplo_extra(self) -> int:
        """Lo que cobraría de pago extraordinario el primer lugar con un importe de 20 (RG9)."""
        return 20 * (self.jugadores - 2)

    @property
    def tarda(self) -> str:
        """A 100 tantos, que es lo común."""
        return self.duracion(Meta.CIEN)


def nombre_sugerido(hoy: datetime) -> str:
    """Un nombre para no empezar en blanco: «Dominó del sábado»."""
    return _("Dominó del %(dia)s") % {"dia": date_format(hoy, "l").lower()}


def tamanos() -> list[Tamano]:
    """Los tamaños, del menor al mayor."""
    return [
        Tamano(
            jugadores=rol.tamano,
            ronda=rol.formato is Formato.RONDA,
            partidas=len(rol.partidas),
            mesas=len(rol.partidas[0].mesas),
            descansan=len(rol.partidas[0].descansan),
            anotadores=rol.anotadores,
        )
        for rol in map(rol_de, TAMANOS)
    ]


def tamano_de(escrito: str) -> Tamano | None:
    """El tamaño que pide la dirección; None si no se juega."""
    return next((t for t in tamanos() if str(t.jugadores) == escrito), None)

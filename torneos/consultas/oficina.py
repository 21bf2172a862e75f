"""Los torneos de una persona, para quien la atiende en la oficina: los que organiza y donde se inscribió (D597)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from reglas.suizo.premios import Caja
from torneos import consultas
from torneos.models import Auxiliar, Inscrito, Torneo

CABEN = 10
CON_TABLA = 4
"""Los más nuevos de los terminados, con su lugar: rehacer una tabla cuesta décimas de segundo."""


@dataclass(frozen=True, slots=True)
class Organizado:
    """Uno suyo, con su corte de caja."""

    torneo: Torneo
    caja: Caja


@dataclass(frozen=True, slots=True)
class Inscripcion:
    """Una suya, por su correo. En Parejas y Equipos la cuota y el lugar son de su conjunto."""

    torneo: Torneo
    numero: int
    conjunto: str
    cobro: str
    van: int
    """Partidas publicadas."""
    lugar: int | None
    de: int
    premio: Decimal
    fuera: bool
    """Se retiró o se le expulsó."""

    @property
    def cuando(self) -> datetime:
        """La fecha del torneo."""
        return self.torneo.fecha


def organizados_por(cuenta_id: int) -> list[Organizado]:
    """Los últimos que organizó."""
    suyos = Torneo.objects.filter(organizador=cuenta_id).order_by("-fecha", "-pk")[:CABEN]
    return [Organizado(uno, consultas.caja_de(uno.pk)) for uno in suyos]


def ayuda_en(correo: str) -> list[Auxiliar]:
    """Donde quien organiza le dio permisos."""
    suyos = Auxiliar.objects.filter(correo=correo.lower()).select_related("torneo")
    return list(suyos.order_by("-torneo__fecha", "-pk")[:CABEN]) if correo else []


def inscripciones_de(correo: str) -> Iterator[Inscripcion]:
    """Las últimas con ese correo, de la más nueva a la más vieja."""
    if not correo:
        return
    suyas = Inscrito.objects.filter(correo=correo.lower()).select_related("torneo", "conjunto")
    con_tabla = 0
    for una in suyas.order_by("-torneo__fecha", "-pk")[:CABEN]:
        sujeto, torneo = una.conjunto or una, una.torneo
        van = torneo.partidas.count()
        lugar, de, premio = None, 0, Decimal(0)
        if torneo.estado == Torneo.Estado.TERMINADO and van and con_tabla < CON_TABLA:
            con_tabla += 1
            filas = consultas.tabla_de(torneo.pk, van)
            lugar = next((fila.lugar for fila in filas if int(fila.sujeto) == sujeto.numero), None)
            de, premio = len(filas), consultas.premios_de(torneo.pk, filas)[1].get(sujeto.numero, Decimal(0))
        yield Inscripcion(
            torneo=torneo,
            numero=una.numero,
            conjunto=sujeto.nombre if una.conjunto_id else "",
            cobro=sujeto.cobro,
            van=van,
            lugar=lugar,
            de=de,
            premio=premio,
            fuera=sujeto.expulsado or sujeto.hasta is not None,
        )

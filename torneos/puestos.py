"""Qué puesto le toca a cada quien en la partida publicada, y quién a cada puesto, como se dice (TO26)."""

from typing import Any, Protocol

from reglas.suizo.puestos import Puesto, asiento_de, puesto_de
from torneos.estado import EstadoTorneo, MesaVista

ZONAS = "ABCD"


class Cual(Protocol):
    """La mirada que nombra un puesto: en `partida` va su zona, y en `mesa`, su número."""

    @property
    def partida(self) -> int: ...

    @property
    def mesa(self) -> int: ...


def de_puesto(estado: EstadoTorneo, mirada: Cual, _visor: object) -> dict[str, Any]:
    """Quién se sienta en un puesto y en qué mesa; lo mismo que dice la lista de la pared (TO26)."""
    lugar = Puesto(mirada.partida % len(ZONAS), mirada.mesa)
    vacio: dict[str, Any] = {"puesto": f"{ZONAS[lugar.zona]}-{lugar.numero}", "mesa": None}
    mesas = estado.actual.mesas if estado.actual is not None and estado.intranet else ()
    suya = asiento_de(lugar, len(mesas), estado.publicadas) if mesas else None
    if suya is None:
        return vacio
    mesa = sorted(mesas, key=lambda m: m.numero)[suya[0]]
    numero = mesa.asientos[suya[1]]
    return {
        **vacio,
        "mesa": mesa,
        "nombre": estado.nombre_de(numero),
        "con": estado.nombre_de(mesa.companero(numero)),
        "contra": tuple(estado.nombre_de(n) for n in mesa.parejas[1 - suya[1] % 2]),
    }


def puesto_dicho(estado: EstadoTorneo, mesa: MesaVista | None, numero: int) -> str:
    """Dónde se sienta esa persona en pantallas: «B-12»; vacío si se juega con fichas."""
    if not estado.intranet or estado.actual is None or mesa is None or numero not in mesa.asientos:
        return ""
    orden = sorted(m.numero for m in estado.actual.mesas).index(mesa.numero)
    lugar = puesto_de(orden, mesa.asientos.index(numero), len(estado.actual.mesas), estado.publicadas)
    return f"{ZONAS[lugar.zona]}-{lugar.numero}"

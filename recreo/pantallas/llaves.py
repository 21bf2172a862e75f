"""De qué depende cada zona: con la misma llave su HTML es el mismo y no se vuelve a pintar.

Una llave que olvida algo deja una pantalla vieja: `tests/recreo/test_llaves.py` compara cada zona recordada con la
recién pintada tras cada orden de un Recreo entero.
"""

from collections.abc import Callable, Hashable, Iterable

from recreo.estado import EstadoRecreo, MesaVista


class Firma:
    """Datos que se comparan muchas veces: su resumen se calcula una, y dos iguales acaban compartiéndolos."""

    __slots__ = ("_datos", "_resumen")

    def __init__(self, *datos: Hashable) -> None:
        self._datos = datos
        self._resumen = hash(datos)

    def __hash__(self) -> int:
        return self._resumen

    def __eq__(self, otra: object) -> bool:
        if self is otra:
            return True
        if not isinstance(otra, Firma) or self._resumen != otra._resumen:
            return False
        if self._datos is not otra._datos:
            if self._datos != otra._datos:
                return False
            self._datos = otra._datos  # la próxima comparación ya no los recorre
        return True


def _una_vez(objeto: EstadoRecreo | MesaVista, hacer: Callable[[], Firma]) -> Firma:
    """La firma de un estado o de una mesa, guardada junto a él: no cambian nunca."""
    firma: Firma | None = objeto.__dict__.get("_firma")
    if firma is None:
        firma = objeto.__dict__["_firma"] = hacer()
    return firma


def de_mesa(mesa: MesaVista) -> Hashable:
    """Todo lo que cambia en una mesa; sus manos las nombra su última revisión, porque sólo se agregan."""
    return _una_vez(mesa, lambda: _firma_de_mesa(mesa))


def _firma_de_mesa(mesa: MesaVista) -> Firma:
    return Firma(
        mesa.id,
        mesa.anotador,
        mesa.ausentes,
        mesa.asistencia,
        mesa.salidor,
        mesa.confirmada,
        mesa.fin,
        mesa.gana_default,
        mesa.motivo,
        mesa.cerrada,
        tuple(mesa.revisiones.items()),
        mesa.incidencias,
        mesa.discrepancias,
    )


def de_mesas(mesas: Iterable[MesaVista]) -> Hashable:
    """Varias mesas."""
    return tuple(de_mesa(m) for m in mesas)


def comun(estado: EstadoRecreo) -> Hashable:
    """Lo de todo el Recreo que aparece en cualquier zona: nombres, accesos, poderes, avance y castigos."""
    return _una_vez(estado, lambda: _firma_comun(estado))


def _firma_comun(estado: EstadoRecreo) -> Firma:
    return Firma(
        estado.estado,
        estado.nombre,
        estado.lugar,
        estado.procedencia,
        estado.meta,
        estado.importe,
        estado.pago_extraordinario,
        tuple(estado.jugadores.values()),
        estado.sorteo,
        len(estado.partidas),
        len(estado.cerradas),
        estado.relevos,
        estado.pausado,
        estado.exige_conformidad,
        tuple(c.id for p in estado.partidas for c in p.castigos),
    )

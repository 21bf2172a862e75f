"""A quién se oye: cada proceso renueva a los suyos de una vez (D291, decisión 019). Nadie le pregunta a un socket."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from recreo.models import Jugador, Presencia


class Oido(NamedTuple):
    """Un lugar con algún teléfono que late en este proceso; `a_la_vista`, si lo tiene delante."""

    recreo_id: int
    numero: int
    a_la_vista: bool


def presencia_renovar(oidos: Iterable[Oido], ahora: datetime) -> int:
    """Deja escrito que se les oye; dos procesos a la vez no se pisan: cada quien escribe la hora que vio.

    Quien ya no está en su Recreo no cuenta. Devuelve cuántos.
    """
    por_lugar: dict[tuple[int, int], bool] = {}
    for uno in oidos:
        lugar = (uno.recreo_id, uno.numero)
        por_lugar[lugar] = por_lugar.get(lugar, False) or uno.a_la_vista
    if not por_lugar:
        return 0
    jugadores = Jugador.objects.filter(
        recreo__in={r for r, _n in por_lugar}, numero__in={n for _r, n in por_lugar}, vigente=True
    ).values_list("pk", "recreo_id", "numero")
    vistos: list[Presencia] = []
    ocultos: list[Presencia] = []
    for pk, recreo_id, numero in jugadores:
        if (a_la_vista := por_lugar.get((recreo_id, numero))) is None:
            continue
        fila = Presencia(jugador_id=pk, latido=ahora, a_la_vista=ahora if a_la_vista else None)
        (vistos if a_la_vista else ocultos).append(fila)
    # en el mismo orden en todos los procesos: así no se traban
    _guardar(vistos, ["latido", "a_la_vista"])
    _guardar(ocultos, ["latido"])
    return len(vistos) + len(ocultos)


def _guardar(filas: list[Presencia], campos: list[str]) -> None:
    filas.sort(key=lambda fila: fila.jugador_id)
    Presencia.objects.bulk_create(
        filas, update_conflicts=True, unique_fields=["jugador"], update_fields=campos, batch_size=200
    )

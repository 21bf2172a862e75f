"""Las temporadas: abrir otra y con qué reglas se cuenta la de ahora."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from django.db import transaction
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from recreo.models import Temporada
from recreo.penas.servicios.base import ENCARGADOS, tomar
from recreo.penas.servicios.cuentas import rehacer
from reglas.temporada import POSICIONES

MEJORES_MAXIMO = 999
PUNTOS_MAXIMO = 1000
TEMPORADAS = 60
UN_DIA, LEJOS = timedelta(days=1), timedelta(days=366)


@transaction.atomic
def temporada_reglas(
    *,
    pena_id: int,
    cuenta_id: int,
    nombre: str,
    desde: date,
    por_lugar: Sequence[int] = (),
    mejores: int = 0,
    asistencia: int = 0,
) -> Temporada:
    """Cambia la abierta y vuelve a sumarla. Si cambia el día en que empieza, la anterior acaba la víspera: un día mal
    escrito al abrirla se corrige (D538). Errores: los de `tomar`, `temporada_encima` y los de `_poner`.
    """
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    t = pena.temporadas.get(hasta=None)
    anterior = pena.temporadas.exclude(pk=t.pk).order_by("-hasta").first()
    if anterior is not None and desde <= anterior.desde:
        raise ErrorDeServicio("temporada_encima", hasta=anterior.desde)
    _poner(t, nombre, desde, por_lugar, mejores, asistencia)
    if anterior is not None:
        anterior.hasta = desde - UN_DIA
        anterior.save(update_fields=["hasta"])
    t.save()
    rehacer(pena)
    return t


@transaction.atomic
def temporada_abrir(
    *,
    pena_id: int,
    cuenta_id: int,
    nombre: str,
    desde: date,
    por_lugar: Sequence[int] = (),
    mejores: int = 0,
    asistencia: int = 0,
) -> Temporada:
    """Cierra la abierta la víspera y empieza otra; la cerrada queda como estaba. Errores: los de `temporada_reglas`."""
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    abierta = pena.temporadas.get(hasta=None)
    if abierta.nombre == " ".join(nombre.split()) and abierta.desde == desde:
        return abierta  # la misma orden llegó dos veces
    if desde <= abierta.desde:
        raise ErrorDeServicio("temporada_encima", hasta=abierta.desde)
    if pena.temporadas.count() >= TEMPORADAS:
        raise ErrorDeServicio("muchas_temporadas", maximo=TEMPORADAS)
    nueva = Temporada(pena=pena)
    _poner(nueva, nombre, desde, por_lugar, mejores, asistencia)
    abierta.hasta = desde - UN_DIA
    abierta.save(update_fields=["hasta"])
    nueva.save()
    rehacer(pena)
    return nueva


def _poner(t: Temporada, nombre: str, desde: date, por_lugar: Sequence[int], mejores: int, asistencia: int) -> None:
    """Errores: `temporada_sin_nombre`, `temporada_lejos`, `puntos_por_lugar`, `reglas_de_temporada`."""
    limpio = " ".join(nombre.split())[:40]
    if not limpio:
        raise ErrorDeServicio("temporada_sin_nombre")
    if desde > timezone.localdate() + LEJOS:
        raise ErrorDeServicio("temporada_lejos")
    crecen = any(a < b for a, b in pairwise(por_lugar))
    if len(por_lugar) > POSICIONES or crecen or not all(0 <= p <= PUNTOS_MAXIMO for p in por_lugar):
        raise ErrorDeServicio("puntos_por_lugar", lugares=POSICIONES, maximo=PUNTOS_MAXIMO)
    if not (0 <= mejores <= MEJORES_MAXIMO and 0 <= asistencia <= MEJORES_MAXIMO):
        raise ErrorDeServicio("reglas_de_temporada", maximo=MEJORES_MAXIMO)
    t.nombre, t.desde, t.por_lugar = limpio, desde, list(por_lugar)
    t.mejores, t.asistencia = mejores, asistencia

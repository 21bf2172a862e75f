"""Traer un torneo grande sin que espere quien lo sube: se lee en la página y se escribe aparte, con cuánto va (D644).

El encargo no se guarda en la base. Escribir es todo o nada y la misma acta es el mismo torneo (D577): si el proceso
muere no entró nada, el encargo se olvida solo y subirla otra vez lo repite sin daño.
"""

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from config.vivo.tareas import apagandose, en_su_marcha
from recreo.errores import ErrorDeServicio
from torneos.actas.traida import Leida
from torneos.identidad import Quien
from torneos.reconstruir import huella_de_acta
from torneos.servicios.traer import Traido, escribir, preparar, ya_traido

registro = logging.getLogger(__name__)

MESAS_AL_MOMENTO = 500
"""Las que se escriben en la misma petición: medio segundo de procesador; 1,024 personas en nueve partidas son 2,304."""
SE_OLVIDA = 90
"""Segundos sin avanzar tras los que un encargo se da por cortado; una partida tarda menos de uno."""
SE_RECUERDA = 600
"""Segundos que se dice cómo acabó."""

_ejecutor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="traer")


class _SeApaga(Exception):
    """Este servidor se apaga: se deshace y se pide otra vez."""


@dataclass(frozen=True, slots=True)
class Encargo:
    """En qué va: cuántas partidas de cuántas; al acabar, el código del torneo o por qué no."""

    van: int
    de: int
    codigo: str = ""
    error: str = ""
    datos: dict[str, Any] = field(default_factory=dict)


def torneo_encargar(*, quien: Quien, acta: Any) -> Traido | str:
    """El torneo, si es chico o ya estaba; si es grande, la huella con que se pregunta en qué va (`encargo_de`).

    Errores: los de `torneo_traer`; los de lo ya escrito, si se escribe aparte, los dice el encargo.
    """
    ahora = timezone.now()
    leida, huella = preparar(quien, acta, ahora), huella_de_acta(acta)
    previo = ya_traido(quien, huella)
    if previo is not None:
        return Traido(previo, True)
    if sum(len(p.mesas) for p in leida.torneo.partidas) <= MESAS_AL_MOMENTO:
        return escribir(quien, leida, huella, ahora)
    # dos veces a la vez es un encargo; el que acabó mal se intenta de nuevo
    actual = encargo_de(quien, huella)
    if actual is None or actual.error or actual.codigo:
        _decir(quien, huella, Encargo(0, len(leida.torneo.partidas)))
        aparte(partial(_escribir, quien, leida, huella))
    return huella


def encargo_de(quien: Quien, huella: str) -> Encargo | None:
    """En qué va el de esa cuenta; `None` si no hay, o se cortó."""
    encargo: Encargo | None = cache.get(_llave(quien, huella))
    return encargo


def aparte(hacer: Callable[[], None]) -> None:
    """De uno en uno, en un hilo de este proceso, con su conexión."""

    def y_soltar() -> None:
        try:
            hacer()
        finally:
            connections.close_all()

    _ejecutor.submit(en_su_marcha(y_soltar)).add_done_callback(_anotar)


def _anotar(hecho: "Future[None]") -> None:
    if (falla := hecho.exception()) is not None:
        registro.error("No se pudo traer un torneo", exc_info=falla)


def _escribir(quien: Quien, leida: Leida, huella: str) -> None:
    """Lo escribe y dice en qué va y cómo acabó; si revienta, el encargo se olvida."""
    de = len(leida.torneo.partidas)

    def avanzar(van: int) -> None:
        if apagandose():
            raise _SeApaga
        _decir(quien, huella, Encargo(van, de))

    quedo: Encargo | None = None
    try:
        traido = escribir(quien, leida, huella, timezone.now(), avanzar)
        quedo = Encargo(de, de, traido.torneo.codigo)
    except ErrorDeServicio as e:
        quedo = Encargo(0, de, error=e.codigo, datos=e.datos)
    except _SeApaga:
        registro.info("Se deja a medias un torneo que se traía: el servidor se apaga")
    finally:
        if quedo is None:
            cache.delete(_llave(quien, huella))
        else:
            _decir(quien, huella, quedo, SE_RECUERDA)


def _decir(quien: Quien, huella: str, encargo: Encargo, segundos: int = SE_OLVIDA) -> None:
    cache.set(_llave(quien, huella), encargo, segundos)


def _llave(quien: Quien, huella: str) -> str:
    return f"torneo-traer:{quien.cuenta_id}:{huella}"

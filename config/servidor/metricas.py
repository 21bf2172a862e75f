"""Las medidas de este proceso, como las lee Prometheus, en una puerta que sólo contesta a lo de dentro.

Cada proceso abre la suya (`METRICAS=dirección:puerto`) en un hilo que duerme hasta que le preguntan: ni la jugada ni
las páginas pasan por aquí. Con una puerta por proceso no hay archivos compartidos que sumar ni que limpiar.
"""

import ipaddress
import logging
from collections.abc import Callable, Iterable, Iterator
from socketserver import ThreadingMixIn
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.conf import settings
from prometheus_client import CollectorRegistry, ProcessCollector, make_wsgi_app
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)  # fmt: skip
from prometheus_client.registry import Collector

from config.base.medidas import SEGUNDOS, Medida, Reparto, medidas

registro = logging.getLogger(__name__)

Ambiente = dict[str, Any]
PROHIBIDO = "403 Forbidden"


class DeLaCasa(Collector):
    """Lo contado en `config/base/medidas.py`."""

    def collect(self) -> Iterator[Metric]:
        """Una familia por medida."""
        for medida in tuple(medidas.values()):
            yield _reparto(medida) if isinstance(medida, Reparto) else _medida(medida)
            if isinstance(medida, Reparto):
                piezas = f"{medida.nombre.removesuffix('_segundos')}_piezas"
                yield CounterMetricFamily(piezas, f"{medida.ayuda}: cuántas cosas", value=medida.junto().piezas)


def _medida(medida: Medida) -> Metric:
    clase = CounterMetricFamily if medida.tipo == "counter" else GaugeMetricFamily
    familia = clase(medida.nombre, medida.ayuda, labels=[medida.etiqueta] if medida.etiqueta else [])
    for cual, cuanto in medida.valores().items():
        familia.add_metric([cual] if medida.etiqueta else [], cuanto)
    return familia


def _reparto(reparto: Reparto) -> Metric:
    junto, hasta, cubos = reparto.junto(), 0, []
    for corte, cuantas in zip((*map(str, SEGUNDOS), "+Inf"), junto.cuantas, strict=True):
        hasta += cuantas
        cubos.append((corte, hasta))
    return HistogramMetricFamily(reparto.nombre, reparto.ayuda, buckets=cubos, sum_value=junto.total)


def puerta(direccion: str) -> tuple[str, int]:
    """Parte «dirección:puerto». Levanta `ValueError` si no lo es."""
    anfitrion, _dos_puntos, puerto = direccion.rpartition(":")
    if not anfitrion or not puerto.isdecimal() or int(puerto) > 65_535:
        raise ValueError(f"METRICAS={direccion} no es dirección:puerto, como 127.0.0.1:9464.")
    return anfitrion.strip("[]"), int(puerto)


def de_dentro(ambiente: Ambiente) -> bool:
    """Sólo de una red privada o de este equipo, y sin proxy de por medio: lo reenviado viene de fuera."""
    if any(nombre in ambiente for nombre in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST")):
        return False
    try:
        ip = ipaddress.ip_address(ambiente.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return (ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip).is_private


def aplicacion() -> Callable[[Ambiente, Callable[..., Any]], Iterable[bytes]]:
    """La de WSGI que enseña las medidas a lo de dentro."""
    registro_de_medidas = CollectorRegistry()
    registro_de_medidas.register(DeLaCasa())
    ProcessCollector(registry=registro_de_medidas)
    contar = make_wsgi_app(registro_de_medidas)

    def solo_dentro(ambiente: Ambiente, empezar: Callable[..., Any]) -> Iterable[bytes]:
        if de_dentro(ambiente):
            respuesta: Iterable[bytes] = contar(ambiente, empezar)
            return respuesta
        empezar(PROHIBIDO, [("Content-Type", "text/plain")])
        return [b""]

    return solo_dentro


class _Servidor(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Callado(WSGIRequestHandler):
    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:
        """Quién preguntó no se anota."""


def abrir(direccion: str | None = None) -> WSGIServer | None:
    """Abre la puerta si `METRICAS` la pide; ocupada, se dice y se sigue: por no medir no se deja de jugar."""
    pedida = settings.METRICAS if direccion is None else direccion
    if not pedida:
        return None
    try:
        servidor = make_server(*puerta(pedida), aplicacion(), server_class=_Servidor, handler_class=_Callado)
    except (OSError, ValueError) as falla:
        registro.error("No se pueden enseñar las métricas en %s: %s", pedida, falla)
        return None
    Thread(target=servidor.serve_forever, name="metricas", daemon=True).start()
    return servidor

"""La mitad de `push` que habla con la red (RFC 8030, RFC 8291); la carga quien manda el primero."""

import json
import threading
from typing import Any

import requests
from django.conf import settings
from pywebpush import WebPushException, webpush

from config.comun.push_fallas import Ido, NoSalio

ESPERA = 5.0
"""Segundos que se le da al servicio de push para contestar."""


class _SinVueltas(requests.Session):
    """No sigue redirecciones: llevarían a una dirección que nadie revisó."""

    def post(self, url: Any, data: Any = None, json: Any = None, **mas: Any) -> requests.Response:
        return super().post(url, data=data, json=json, allow_redirects=False, **mas)


_por_hilo = threading.local()


def _sesion() -> requests.Session:
    if not hasattr(_por_hilo, "sesion"):
        _por_hilo.sesion = _SinVueltas()
    sesion: requests.Session = _por_hilo.sesion
    return sesion


def enviar(direccion: str, p256dh: str, secreto: str, aviso: dict[str, str], vale: int) -> None:
    """Cifra y manda; la dirección ya la revisó `push.mandar`, que es por donde se pide. Errores: `Ido`, `NoSalio`."""
    try:
        webpush(
            {"endpoint": direccion, "keys": {"p256dh": p256dh, "auth": secreto}},
            json.dumps(aviso, ensure_ascii=False, separators=(",", ":")),
            vapid_private_key=settings.PUSH_LLAVE,
            vapid_claims={"sub": settings.PUSH_CONTACTO},
            ttl=vale,
            timeout=ESPERA,
            headers={"urgency": "high"},
            requests_session=_sesion(),
        )
    except WebPushException as falla:
        estado = getattr(falla.response, "status_code", 0)
        if estado in (404, 410):
            raise Ido from falla
        raise NoSalio(f"HTTP {estado}") from falla
    except (requests.RequestException, ValueError) as falla:  # ValueError: llaves que no son de la curva
        raise NoSalio(type(falla).__name__) from falla

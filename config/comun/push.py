"""Mandar un push cifrado (RFC 8291) con la llave de la casa (VAPID), y nada más: no toca la base (D293, D781).

Sin `PUSH_LLAVE` no se ofrece. Sólo se le habla a los servicios de push conocidos: la dirección la da el navegador, y
con una cualquiera este servidor le tocaría la puerta a quien le dijeran.
"""

import base64
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Protocol
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from config.comun.push_fallas import Ido, NoSalio

registro = logging.getLogger(__name__)

VALE = 300
"""Segundos que el servicio guarda el aviso si el teléfono no está: después ya no viene al caso."""
LARGO = 1000
"""De la dirección de un aparato."""
A_LA_VEZ = 8
FALLAS_SEGUIDAS = 10
"""Con tantas, ese aparato ya no está."""


@cache
def _llave(guardada: str) -> ec.EllipticCurvePrivateKey:
    crudo = base64.urlsafe_b64decode(guardada + "=" * (-len(guardada) % 4))
    return ec.derive_private_key(int.from_bytes(crudo, "big"), ec.SECP256R1())


@cache
def _publica(guardada: str) -> str:
    punto = _llave(guardada).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(punto).rstrip(b"=").decode()


def llave_nueva() -> str:
    """Una llave privada para `PUSH_LLAVE`."""
    numero = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(numero.to_bytes(32, "big")).rstrip(b"=").decode()


def llave_publica() -> str:
    """La que el navegador necesita; vacía si no se manda push."""
    return _publica(settings.PUSH_LLAVE) if settings.PUSH_LLAVE else ""


def de_un_servicio(direccion: str) -> bool:
    """¿Es https, de un servicio de push conocido y sin puerto ni usuario?"""
    partes = urlsplit(direccion)
    anfitrion = partes.hostname or ""
    conocido = any(anfitrion == s or anfitrion.endswith(f".{s}") for s in settings.PUSH_SERVICIOS)
    return len(direccion) <= LARGO and partes.scheme == "https" and partes.netloc == anfitrion and conocido


def huella_de(direccion: str) -> str:
    """Con qué se reconoce un aparato sin buscar por su dirección entera."""
    return sha256(direccion.encode()).hexdigest()


class Mandar(Protocol):
    """`mandar`, o lo que en una prueba haga sus veces."""

    def __call__(
        self, direccion: str, p256dh: str, secreto: str, aviso: dict[str, str], vale: int = VALE, /
    ) -> None: ...


def mandar(direccion: str, p256dh: str, secreto: str, aviso: dict[str, str], vale: int = VALE, /) -> None:
    """Cifra y manda; el servicio lo guarda `vale` segundos si el teléfono no está. Errores: `Ido`, `NoSalio`.

    Lo que habla con la red se carga al primer envío: son un octavo de lo que tarda en arrancar cada proceso.
    """
    if not de_un_servicio(direccion):
        raise Ido
    from config.comun.push_envio import enviar

    enviar(direccion, p256dh, secreto, aviso, vale)


class Aparato(Protocol):
    """A cuál: su dirección y sus llaves."""

    direccion: str
    p256dh: str
    secreto: str


@dataclass(frozen=True, slots=True)
class Envio:
    """Qué se le manda a un aparato y por cuántos segundos vale."""

    aparato: Aparato
    aviso: dict[str, str]
    vale: int = VALE


def mandar_a_la_vez(envios: Sequence[Envio], mandar: Mandar = mandar) -> list[Ido | NoSalio | None]:
    """Los manda, unos cuantos a la vez; cómo le fue a cada uno, en su orden."""
    if not envios:
        return []
    with ThreadPoolExecutor(max_workers=min(A_LA_VEZ, len(envios)), thread_name_prefix="push") as hilos:
        return list(hilos.map(lambda uno: _intentar(uno, mandar), envios))


def _intentar(uno: Envio, mandar: Mandar) -> Ido | NoSalio | None:
    a = uno.aparato
    try:
        mandar(a.direccion, a.p256dh, a.secreto, uno.aviso, uno.vale)
    except (Ido, NoSalio) as falla:
        return falla
    return None

"""El registro: qué pasó, en qué petición, quién (con seudónimo) y de qué red; nunca un nombre, un código o una ficha.

Lo de seguridad va además en su propio archivo por día, el único que lleva la red porque es el único que a los
treinta días (`RETENCION_REGISTROS`) se borra (`registros_viejos_borrar`).
"""

import ipaddress
import logging
import os
import re
import secrets
from contextvars import ContextVar
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from pythonjsonlogger.json import JsonFormatter

from config.base import retencion
from config.base.medidas import ERRORES
from config.servidor.red import leida

PREFIJO = "seguridad-"
IPV4_DE_UNA_RED, IPV6_DE_UNA_RED = 24, 48
_ID = re.compile(r"[A-Za-z0-9-]{8,40}")
_CORREO = re.compile(r"[^\s@<>\"'(),;:=]+@[^\s@<>\"'(),;:=]+")
# PostgreSQL pone ahí el renglón entero: correos, claves del reparto
_DETALLE = re.compile(r"^(?:DETAIL|CONTEXT|QUERY|STATEMENT|LINE \d+):.*$\n?", re.M)
# «ValueError: invalid literal for int() with base 10: 'ABC234'»: lo citado puede ser de alguien
_FALLA = re.compile(r"^[\w.]+: .*$", re.M)
_CITADO = re.compile(r"'[^'\n]*'")

seguridad = logging.getLogger("seguridad")


class Ficha:
    """La petición en curso: su identificador y de dónde sacar lo demás, que sólo se busca si algo se anota."""

    __slots__ = ("id", "peticion")

    def __init__(self, peticion: HttpRequest) -> None:
        dicho = peticion.META.get("HTTP_X_PETICION", "")
        # el del proxy sólo se cree si hay proxy
        propio = settings.ALLAUTH_TRUSTED_PROXY_COUNT > 0 and _ID.fullmatch(dicho)
        self.id = dicho if propio else secrets.token_hex(8)
        self.peticion = peticion

    @property
    def quien(self) -> str:
        """El seudónimo de la cuenta, si ya se sabe cuál es: anotar no va a la base."""
        usuario = getattr(self.peticion, "_cached_user", None)
        return seudonimo(usuario.pk) if usuario is not None and usuario.pk is not None else ""

    @property
    def red(self) -> str:
        """De qué red viene."""
        return red_de(direccion_de(self.peticion))

    @property
    def ruta(self) -> str:
        """La forma de la dirección («r/<str:codigo>/»), no la dirección: ésa lleva códigos."""
        hallada = self.peticion.resolver_match
        return str(hallada.route) if hallada is not None else "(sin ruta)"


actual: ContextVar[Ficha | None] = ContextVar("peticion", default=None)


def seudonimo(cuenta: int) -> str:
    """El mismo siempre para la misma cuenta; sin `SECRET_KEY` no se sabe de quién es."""
    return salted_hmac("registro.quien", str(cuenta), algorithm="sha256").hexdigest()[:12]


def direccion_de(peticion: HttpRequest) -> str:
    """De dónde llega; el encabezado de un proxy sólo se cree si está en `PROXIES_DE_CONFIANZA`."""
    intermediarios = [una.strip() for una in peticion.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    cuantos = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if 0 < cuantos <= len(intermediarios):
        return str(intermediarios[-cuantos])
    return str(peticion.META.get("REMOTE_ADDR") or "")


def red_de(direccion: str) -> str:
    """Los primeros 24 bits de una IPv4 o 48 de una IPv6: sirve para ver un ataque y no señala una casa."""
    ip = leida(direccion)
    if ip is None:
        return ""
    bits = IPV4_DE_UNA_RED if ip.version == 4 else IPV6_DE_UNA_RED
    return str(ipaddress.ip_network(f"{ip}/{bits}", strict=False))


def suceso(nombre: str, cuenta: int | None = None, /, **datos: str) -> None:
    """Anota algo de seguridad: `entrada`, `entrada_fallida`, `limite_alcanzado`, `permiso_negado`, `correo_cambiado`,
    `acto_del_personal`.

    `cuenta`: de quién, si no hay una petición que lo diga. `datos`: clases y rutas; nunca lo que alguien escribió.
    """
    quien = "" if cuenta is None else seudonimo(cuenta)
    seguridad.warning("%s %s", nombre, datos, extra={"suceso": nombre, "datos": datos, "quien": quien})


def sin_datos(texto: str) -> str:
    """Un texto sin correos, sin los detalles que la base agrega a sus errores y sin lo que una falla cita."""
    texto = _FALLA.sub(lambda hallada: _CITADO.sub("(…)", hallada[0]), _DETALLE.sub("", texto))
    return _CORREO.sub("(correo)", texto)


class Completa(logging.Filter):
    """Le pone al renglón la petición en curso, y donde Django escribe la dirección pone su ruta. No quita ninguno."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lo que el renglón ya dice de quién es, se queda."""
        ficha = actual.get()
        peticion = getattr(record, "request", None)
        if isinstance(peticion, HttpRequest):
            ficha = ficha or Ficha(peticion)
            if isinstance(record.args, tuple):
                record.args = tuple(ficha.ruta if uno == peticion.path else uno for uno in record.args)
        if ficha is not None:
            suyo = {"peticion": ficha.id, "quien": ficha.quien, "red": ficha.red}
            vars(record).update({campo: valor for campo, valor in suyo.items() if not getattr(record, campo, "")})
        return True


class EnJson(JsonFormatter):
    """Un renglón, un objeto. Sólo salen los campos de `CAMPOS`: lo demás que traiga el renglón se queda."""

    CAMPOS = ("hora", "nivel", "origen", "texto", "peticion", "quien", "suceso", "datos", "pila")

    def __init__(self, con_red: bool = False) -> None:
        nombres = {"levelname": "nivel", "name": "origen", "message": "texto", "exc_info": "pila"}
        super().__init__(
            "%(levelname)s %(name)s %(message)s", rename_fields=nombres, timestamp="hora", json_ensure_ascii=False,
            rename_fields_keep_missing=False,
        )  # fmt: skip
        self._campos = {*self.CAMPOS, *(("red",) if con_red else ())}

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Lo permitido y lleno, sin datos de nadie."""
        return {
            campo: sin_datos(valor) if isinstance(valor, str) else valor
            for campo, valor in log_data.items()
            if campo in self._campos and valor
        }


class EnLinea(logging.Formatter):
    """Para leer en una terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """El de siempre, sin datos de nadie."""
        return sin_datos(super().format(record))


class CuentaErrores(logging.Handler):
    """Cada renglón de error suma en `domino_errores`, según de qué parte viene."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, record: logging.LogRecord) -> None:
        """Sólo cuenta."""
        ERRORES.sumar(record.name.split(".")[0])


class PorDia(logging.Handler):
    """Agrega al archivo de hoy, `seguridad-AAAA-MM-DD.jsonl`. Varios procesos escriben el mismo."""

    def __init__(self, carpeta: str) -> None:
        super().__init__()
        self._carpeta = Path(carpeta)

    def emit(self, record: logging.LogRecord) -> None:
        """De una vez y al final: dos procesos no se enciman."""
        try:
            self._carpeta.mkdir(mode=0o700, parents=True, exist_ok=True)
            archivo = self._carpeta / f"{PREFIJO}{timezone.now().date()}.jsonl"
            descriptor = os.open(archivo, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "a", encoding="utf-8") as salida:
                salida.write(self.format(record) + "\n")
        except OSError:
            self.handleError(record)


def registros_viejos_borrar(hoy: date) -> int:
    """Borra los archivos de hace más de `RETENCION_REGISTROS` días, escriba alguien o no; devuelve cuántos."""
    borrados = 0
    for archivo in Path(settings.REGISTROS).glob(f"{PREFIJO}*.jsonl") if settings.REGISTROS else ():
        dia = archivo.stem.removeprefix(PREFIJO)
        if dia < (hoy - timedelta(days=retencion.dias("registros"))).isoformat():
            archivo.unlink(missing_ok=True)
            borrados += 1
    return borrados

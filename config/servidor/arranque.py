"""Lo que impide servir: una configuración peligrosa, o un segundo proceso donde sólo cabe uno.

Lo llama `config/asgi.py`, que sólo importa quien va a servir; las órdenes de administración (migrar, probar,
barrer) no pasan por aquí.
"""

import logging
import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config.servidor import centinela
from config.servidor.clave import LARGO_MINIMO
from config.servidor.direcciones import SIN_ENTORNO, es_del_aparato

registro = logging.getLogger(__name__)

ENTORNOS = ("desarrollo", "demo", "pruebas", "produccion")
# El candado va lejos del principio: en Windows el tramo bloqueado no se puede leer, y ahí va el número de proceso.
BYTE_DEL_CANDADO = 1024
CON_SERVIDOR = "django.core.mail.backends.smtp.EmailBackend"

_candado: IO[str] | None = None


class ArranqueNegado(RuntimeError):
    """El sistema se niega a servir; el texto dice por qué y qué hacer."""


def comprobar() -> None:
    """Revisa la configuración y toma el lugar del proceso único; llamarla otra vez no hace nada."""
    razones = motivos()
    if razones:
        raise ArranqueNegado("No se puede arrancar así:\n" + "\n".join(f"  · {razon}" for razon in razones))
    if proceso_unico():
        tomar_candado(_archivo_del_candado())


def comprobar_o_salir() -> None:
    """Para el servidor ASGI: termina con el motivo, sin rastro de pila."""
    try:
        comprobar()
    except ArranqueNegado as negado:
        sys.exit(str(negado))


def motivos() -> list[str]:
    """Todas las razones para no servir con estos ajustes; vacía si se puede."""
    if settings.ENTORNO not in ENTORNOS:
        return [f"ENTORNO={settings.ENTORNO} no existe. Usa uno de: {', '.join(ENTORNOS)}."]
    razones = _motivos_de_procesos()
    if centinela.falta():
        razones.append("Hay SENTRY_DSN y no está su biblioteca. Instala sentry-sdk, o quita SENTRY_DSN.")
    if not settings.ENTORNO_PUESTO and (settings.RED or not all(map(es_del_aparato, settings.ALLOWED_HOSTS))):
        razones.append(f"{SIN_ENTORNO} Aquí {'RED=1' if settings.RED else 'ALLOWED_HOSTS'} pide servir hacia afuera.")
    if settings.PRODUCCION:
        razones += _motivos_de_produccion()
    return razones


def _motivos_de_produccion() -> list[str]:
    razones = []
    if settings.DEBUG:
        razones.append("DEBUG está encendido: en producción enseña datos internos. Quita DEBUG.")
    clave = _clave()
    if clave == settings.CLAVE_POR_OMISION:
        razones.append("SECRET_KEY es la de desarrollo, que es pública. Pon una propia.")
    elif len(clave) < LARGO_MINIMO:
        razones.append(f"SECRET_KEY mide {len(clave)} caracteres; hacen falta {LARGO_MINIMO} o más, al azar.")
    if not settings.ALLOWED_HOSTS:
        razones.append("ALLOWED_HOSTS está vacío. Escribe los dominios que sirves, separados por comas.")
    elif "*" in settings.ALLOWED_HOSTS:
        razones.append("ALLOWED_HOSTS=* acepta cualquier dominio. Escribe los tuyos, separados por comas.")
    if settings.CORREO_DE_VERDAD != CON_SERVIDOR:
        razones.append(
            "EMAIL_URL falta o no manda correo: nadie recibiría su código, o quedaría escrito en el registro. "
            "Pon smtp+tls://usuario:clave@servidor:587."
        )
    return razones


def _motivos_de_procesos() -> list[str]:
    procesos = max(settings.PROCESOS, _entero(os.environ.get("WEB_CONCURRENCY", "1")))
    if procesos <= 1:
        return []
    razones = []
    if _capa_en_memoria():
        razones.append(f"{procesos} procesos no comparten la capa en memoria. Pon REDIS_URL.")
    if settings.PRODUCCION and _en_sqlite():
        razones.append(f"{procesos} procesos no deben compartir SQLite. Pon DATABASE_URL con PostgreSQL.")
    return razones


def proceso_unico() -> bool:
    """Con la capa en memoria, o con SQLite en producción, sólo cabe un proceso. Las pruebas llevan bases propias."""
    if settings.ENTORNO == "pruebas":
        return False
    return _capa_en_memoria() or (settings.PRODUCCION and _en_sqlite())


def tomar_candado(archivo: Path) -> None:
    """Toma el candado de archivo hasta que el proceso muera; el sistema lo suelta aunque muera de golpe."""
    global _candado
    if _candado is not None:
        return
    archivo.parent.mkdir(parents=True, exist_ok=True)
    manija = archivo.open("a+", encoding="ascii")
    try:
        _bloquear(manija)
    except OSError as ocupado:
        manija.seek(0)
        otro = manija.readline().strip() or "desconocido"
        manija.close()
        raise ArranqueNegado(
            f"Ya hay un servidor con esta misma base (proceso {otro}) y sin Redis sólo cabe uno.\n"
            "Ciérralo con Ctrl+C en su terminal; para servir con varios procesos pon DATABASE_URL "
            "(PostgreSQL) y REDIS_URL."
        ) from ocupado
    manija.truncate(0)
    manija.write(f"{os.getpid()}\n")
    manija.flush()
    _candado = manija


def anotar_proceso(cual: str) -> None:
    """Deja en `var/` el número de este proceso, para que su vigía lo pueda terminar si ya no vive."""
    try:
        (Path(settings.VAR) / f"{cual}.pid").write_text(str(os.getpid()), encoding="ascii")
    except OSError as falla:
        registro.warning("El vigía no podrá reiniciar este proceso: %s", falla)


def _bloquear(manija: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        manija.seek(BYTE_DEL_CANDADO)
        msvcrt.locking(manija.fileno(), msvcrt.LK_NBLCK, 1)
        manija.seek(0)
    else:
        import fcntl

        fcntl.flock(manija.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _archivo_del_candado() -> Path:
    """Uno por base: dos instalaciones con bases distintas no se estorban."""
    base: dict[str, Any] = settings.DATABASES["default"]
    seña = "|".join(str(base.get(campo, "")) for campo in ("ENGINE", "HOST", "PORT", "NAME"))
    return Path(settings.VAR) / f"servidor-{sha256(seña.encode()).hexdigest()[:12]}.candado"


def _capa_en_memoria() -> bool:
    return bool(settings.CHANNEL_LAYERS["default"]["BACKEND"].endswith("InMemoryChannelLayer"))


def _en_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"))


def _clave() -> str:
    try:
        return str(settings.SECRET_KEY)
    except ImproperlyConfigured:  # Django no deja ni leer una clave vacía
        return ""


def _entero(texto: str) -> int:
    return int(texto) if texto.isdecimal() else 1

"""Sirve el sistema en un proceso y dice cómo llegar desde otros teléfonos."""

import argparse
import errno
import io
import os
import socket
import sys

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from config.servidor import arranque
from config.servidor.direcciones import SIN_ENTORNO, TODAS, direccion_local
from config.servidor.sobre_uvicorn.servir import servir

EN_ESTE_EQUIPO = "127.0.0.1"
MILISEGUNDOS_SIN_LEER = 15_000


class Command(BaseCommand):
    """`manage.py servir`: uvicorn, el mismo servidor que en producción, en este mismo proceso."""

    help = "Sirve en http://localhost:PUERTO; con RED=1, en toda la red local, y enseña el QR para entrar."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Puerto y alcance."""
        parser.add_argument("puerto", nargs="?", default=os.environ.get("PUERTO") or "8000")
        parser.add_argument("--solo-local", action="store_true", help="No acepta otros equipos, aunque RED=1.")
        parser.add_argument(
            "--detras-de-proxy",
            action="store_true",
            help="Le cree al proxy la dirección y el https de cada quien, y espera más a terminar. Sin QR.",
        )

    def handle(
        self, *args: object, puerto: str, solo_local: bool, detras_de_proxy: bool = False, **opciones: object
    ) -> None:
        """Comprueba que se puede servir, toma el puerto y atiende hasta Ctrl+C o SIGTERM."""
        try:
            arranque.comprobar()
        except arranque.ArranqueNegado as negado:
            raise CommandError(str(negado)) from negado
        en_la_red = settings.RED and not solo_local
        if detras_de_proxy and not settings.ENTORNO_PUESTO:
            raise CommandError(SIN_ENTORNO)
        enchufe = tomar_puerto(puerto, TODAS if en_la_red or detras_de_proxy else EN_ESTE_EQUIPO)
        with enchufe:
            if not detras_de_proxy:
                self._anunciar(enchufe.getsockname()[1], en_la_red)
            arranque.anotar_proceso("servidor")
            servir(enchufe, detras_de_proxy=detras_de_proxy)
        self.stdout.write(_("Servidor cerrado. ¡Hasta la próxima!"))

    def _anunciar(self, puerto: int, en_la_red: bool) -> None:
        self.stdout.write("")
        self.stdout.write(_("Amigos por el Dominó está en  http://localhost:%(puerto)s") % {"puerto": puerto})
        local = direccion_local() if en_la_red else None
        if not en_la_red:
            self.stdout.write(_("Sólo se puede entrar desde este equipo. Para entrar con teléfonos:  make run RED=1"))
        elif local is None:
            self.stdout.write(_("Se pidió la red local, pero este equipo no está en ninguna."))
        else:
            direccion = f"http://{local}:{puerto}"
            self.stdout.write(_("Abierto a tu red: cualquiera que esté en ella puede entrar, con cualquier cuenta."))
            self.stdout.write(_("Desde otro teléfono en la misma red:  %(url)s") % {"url": direccion})
            self.stdout.write(qr_de_terminal(direccion, self.stdout.encoding or "ascii"))
        self.stdout.write(_("Para terminar: Ctrl+C"))
        self.stdout.write("")
        self.stdout.flush()


def tomar_puerto(puerto: str, anfitrion: str) -> socket.socket:
    """El enchufe ya atado; si el puerto está ocupado lo dice con la salida."""
    if not puerto.isdecimal() or int(puerto) > 65535:
        raise CommandError(_("PUERTO debe ser un número entre 1 y 65535; llegó «%s».") % puerto)
    enchufe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # allá significa otra cosa: dejaría compartir el puerto
        enchufe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # lo heredan los aceptados: quien deja de leer no se queda colgado
        enchufe.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, MILISEGUNDOS_SIN_LEER)
    try:
        enchufe.bind((anfitrion, int(puerto)))
        enchufe.listen(1024)
    except OSError as falla:
        enchufe.close()
        raise CommandError(_mensaje_de_puerto(int(puerto), falla)) from falla
    return enchufe


def _mensaje_de_puerto(puerto: int, falla: OSError) -> str:
    otro = puerto + 1 if puerto < 65535 else 8000
    if falla.errno == errno.EADDRINUSE:
        motivo = _("El puerto %s ya lo usa otro programa.") % puerto
    elif falla.errno == errno.EACCES:
        motivo, otro = _("El sistema no te deja usar el puerto %s.") % puerto, 8001
    else:
        motivo = _("No se pudo abrir el puerto %(puerto)s: %(falla)s.") % {"puerto": puerto, "falla": falla}
    return f"{motivo}\n" + _("Usa otro:  make run PUERTO=%s") % otro


def qr_de_terminal(texto: str, codificacion: str) -> str:
    """El QR en medios bloques; si la terminal no los sabe escribir, nada (la dirección ya está arriba)."""
    salida = io.StringIO()
    segno.make(texto, error="l", micro=False).terminal(out=salida, compact=True, border=2)
    try:
        salida.getvalue().encode(codificacion)
    except (UnicodeEncodeError, LookupError):
        return ""
    return salida.getvalue()

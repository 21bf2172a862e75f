"""Carga la demostración que abre `make run`."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from recreo import demo
from suscripciones.consultas import CUENTAS_DEMO


class Command(BaseCommand):
    """`manage.py demo_cargar`: cuentas, una Ronda terminada y un Todos con Todos en juego. Una sola vez."""

    help = "Carga las cuentas y los Recreos de demostración; repetirla no hace nada."

    def handle(self, *args: object, **opciones: object) -> None:
        """Carga y dice con qué cuentas entrar."""
        if settings.PRODUCCION:
            raise CommandError(_("La demostración trae claves conocidas: no se carga en producción."))
        cargada = demo.cargar()
        if not cargada.nueva:
            self.stdout.write(_("La demostración ya estaba cargada; no se cambió nada."))
            return
        self.stdout.write(_("Se cargó la demostración:"))
        for nombre, codigo in ((demo.RONDA, cargada.ronda), (demo.CLUB, cargada.club)):
            self.stdout.write(f"  «{nombre}» · {codigo}")
        self.stdout.write(_("Entra con:"))
        for _nombre, correo, clave, papel in CUENTAS_DEMO:
            self.stdout.write(f"  {correo:<18} {clave:<16} {papel}")

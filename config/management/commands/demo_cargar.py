"""Carga la demostración que abre `make run`."""

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from enlinea import demo as demo_en_linea
from recreo import demo
from recreo.demo import pena as demo_pena
from suscripciones.consultas import CUENTAS_DEMO
from suscripciones.servicios import cuentas_demo_crear
from torneos.demo import guion as demo_de_torneos


class Command(BaseCommand):
    """`manage.py demo_cargar`: cuentas, una peña, dos Recreos, ocho torneos y las partidas en línea. Una sola vez."""

    help = "Carga las cuentas, los Recreos, los torneos y las partidas de demostración; repetirla no hace nada."

    def handle(self, *args: object, **opciones: object) -> None:
        """Carga y dice con qué cuentas entrar."""
        if settings.PRODUCCION:
            raise CommandError(_("La demostración trae claves conocidas: no se carga en producción."))
        cargada = demo.cargar()
        personas = {c: cuenta.pk for c, cuenta in cuentas_demo_crear().items()}
        partidas = demo_en_linea.cargar(personas, timezone.now())
        torneos = demo_de_torneos.cargar(personas, timezone.now())
        if not (cargada.nueva or partidas or torneos.nueva):
            self.stdout.write(_("La demostración ya estaba cargada; no se cambió nada."))
            return
        self.stdout.write(_("Se cargó la demostración:"))
        for nombre, codigo in ((demo.RONDA, cargada.ronda), (demo.CLUB, cargada.club)):
            self.stdout.write(f"  «{nombre}» · {codigo}")
        self.stdout.write(_("  «%(pena)s», una peña con tres Recreos jugados") % {"pena": demo_pena.PENA})
        for nombre, codigo in torneos.por_nombre.items():
            self.stdout.write(f"  «{nombre}» · {codigo}")
        self.stdout.write(_("  %(n)d partidas en línea ya jugadas, con su estadística") % {"n": partidas})
        self.stdout.write(_("Entra con:"))
        for _nombre, correo, clave, papel in CUENTAS_DEMO:
            self.stdout.write(f"  {correo:<18} {clave:<16} {papel}")

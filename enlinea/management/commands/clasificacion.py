"""`manage.py clasificacion sumar | verificar | recalcular`: la clasificación en línea (ES2). Vale repetirlo."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from enlinea.clasificacion.servicios import puntos
from enlinea.clasificacion.servicios.recalculo import Recalculo, clasificacion_recalcular


class Command(BaseCommand):
    """Suma lo que falte, o repite la historia y la compara con lo guardado."""

    help = "Suma las partidas que falten, o comprueba (y corrige) la clasificación repitiéndola desde el principio."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Qué hacer."""
        parser.add_argument(
            "accion",
            choices=("sumar", "verificar", "recalcular"),
            help="sumar: lo que falte; verificar: compara y no toca nada; recalcular: compara y corrige.",
        )

    def handle(self, *args: Any, accion: str, **opciones: Any) -> None:
        """Termina mal si al verificar algo no coincide."""
        if accion == "sumar":
            sumadas = puntos.poner_al_dia()
            corregidas = puntos.inscripciones_conciliar()
            datos = {"sumadas": sumadas, "corregidas": corregidas}
            self.stdout.write(_("Partidas sumadas: %(sumadas)d. Inscripciones corregidas: %(corregidas)d.") % datos)
            return
        quedo = clasificacion_recalcular(corregir=accion == "recalcular")
        self.stdout.write(_resumen(quedo))
        if accion == "verificar" and not quedo.coincide:
            raise CommandError(
                _("La clasificación guardada no es la que debe. Corrígela con «clasificacion recalcular».")
            )


def _resumen(quedo: Recalculo) -> str:
    repasado = _("%(partidas)d partidas y %(inscritos)d inscritos repasados.") % {
        "partidas": quedo.partidas,
        "inscritos": quedo.inscritos,
    }
    if quedo.coincide:
        return f"{repasado} {_('Todo coincide.')}"
    diferencias = _("No coincidían %(jugadores)d resultados y %(cuentas)d cuentas; las fronteras, %(tabla)s.") % {
        "jugadores": len(quedo.jugadores),
        "cuentas": len(quedo.cuentas),
        "tabla": _("tampoco") if quedo.tabla else _("sí"),
    }
    return f"{repasado} {diferencias}"

"""Los ejercicios de la casa, dichos: de qué es cada lección y qué tan difícil."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from reglas.analisis.lecciones import Nivel, Tema

NIVELES: Mapping[Nivel, Any] = {Nivel.FACIL: _("Fácil"), Nivel.MEDIO: _("Medio"), Nivel.DIFICIL: _("Difícil")}
TEMAS: Mapping[Tema, tuple[Any, Any]] = {
    Tema.TAPAR: (_("Tapa"), _("No dejes a la vista un palo que ustedes no pueden contestar.")),
    Tema.ABRIR: (_("Abre lo que no tienen"), _("Deja a la vista un palo que los contrarios no pueden contestar.")),
    Tema.PASAR: (_("Hazlos pasar"), _("Que un contrario se quede sin jugada.")),
    Tema.COMPANERO: (_("Cuida a tu compañero"), _("No le quites la jugada a tu pareja.")),
    Tema.CERRAR: (_("Cierra"), _("Cuándo conviene cerrar la mano.")),
    Tema.CIERRE: (_("Cuidado con el cierre"), _("Cuándo no hay que cerrar, ni dejar que cierren.")),
    Tema.DOMINAR: (_("Que no dominen"), _("Quítale la salida a quien está por acabar.")),
    Tema.MULA: (_("Suelta la mula"), _("La mula que se queda en la mano, la pagan ustedes.")),
    Tema.AHORCAR: (_("Ahórcales la mula"), _("Que se queden con su mula en la mano.")),
    Tema.TANTOS: (_("Cuenta los tantos"), _("Cuántos se quedan ustedes y cuántos ellos, al acabar.")),
}
"""Cómo se llama y qué enseña."""

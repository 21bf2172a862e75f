"""Cómo se le dice a un aparato en «Mis sesiones»."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

# el primero que aparezca: Edge y Opera dicen también «Chrome», y todos «Safari»
NAVEGADORES = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SISTEMAS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("CrOS", "Chromebook"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


@register.filter
def aparato(navegador: str) -> str:
    """«Chrome en Android», de lo que dice ser el navegador; si no se le reconoce, que no se sabe."""
    cual = next((nombre for marca, nombre in NAVEGADORES if marca in navegador), "")
    donde = next((nombre for marca, nombre in SISTEMAS if marca in navegador), "")
    if cual and donde:
        return _("%(navegador)s en %(sistema)s") % {"navegador": cual, "sistema": donde}
    return cual or donde or _("Un aparato que no reconocemos")

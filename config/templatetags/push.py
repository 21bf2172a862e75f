"""Con qué se apunta un aparato para que se le avise con push: `{% load push %}`."""

from hashlib import sha256

from django import template
from django.template import Context

from config.comun import push

register = template.Library()


@register.simple_tag
def llave_de_push() -> str:
    """La llave con que el navegador se apunta; vacía si esta casa no manda push."""
    return push.llave_publica()


@register.simple_tag(takes_context=True)
def marca_de_sesion(context: Context) -> str:
    """Cambia con la sesión, sin decirla: al entrar otra vez, el aparato se apunta de nuevo."""
    sesion = getattr(getattr(context.get("request"), "session", None), "session_key", "")
    return sha256(f"sesion:{sesion}".encode()).hexdigest()[:12]

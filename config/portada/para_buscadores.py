"""Lo que la portada contesta y lo que le dice a un buscador, que es lo mismo (PL3)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from config.comun.paginas import PAGINAS

PREGUNTAS = (
    (
        _("¿Tengo que pagar para jugar con mis amigos?"),
        _(
            "No. En un Recreo sólo necesita suscripción quien organiza: los demás entran con el enlace o con su correo "
            "y no pagan. La suscripción es también para jugar en línea y para la Academia."
        ),
    ),
    (
        _("¿Hay que instalar algo?"),
        _(
            "No. Se abre en el navegador de tu teléfono, tu tableta o tu computadora, y sirve aunque la señal sea "
            "mala: lo anotado se guarda y sale cuando vuelve."
        ),
    ),
    (
        _("¿Cómo sé que las fichas se reparten limpio?"),
        _(
            "Antes de cada mano en línea se publica una huella del reparto y tu navegador pone su parte del azar. Al "
            "terminar se enseña todo y tú mismo lo compruebas con un botón."
        ),
    ),
)
"""Las tres que primero hace quien llega: lo que la página enseña y, tal cual, lo que se publica."""


def de_la_portada(base: str, ofertas: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Quiénes somos, qué ofrecemos a qué precio y las preguntas, como las pide schema.org."""
    quien = f"{base}/#asociacion"
    asociacion = {
        "@type": "Organization",
        "@id": quien,
        "name": _("Amigos por el Dominó"),
        "url": f"{base}/",
        "description": PAGINAS["publico:quienes_somos"].descripcion,
    }
    aplicacion = {
        "@type": "WebApplication",
        "name": _("Amigos por el Dominó"),
        "url": f"{base}/",
        "description": PAGINAS["publico:inicio"].descripcion,
        "applicationCategory": "GameApplication",
        "operatingSystem": "Web",
        "inLanguage": "es-MX",
        "publisher": {"@id": quien},
        "offers": [_oferta(base, oferta["nombre"], uno) for oferta in ofertas for uno in oferta["precios"]],
    }
    preguntas = {"@type": "FAQPage", "mainEntity": [_pregunta(*una) for una in PREGUNTAS]}
    return {"@context": "https://schema.org", "@graph": [asociacion, aplicacion, preguntas]}


def _oferta(base: str, nombre: str, uno: Mapping[str, Any]) -> dict[str, Any]:
    precio, moneda = str(uno["precio"]), uno["moneda"]
    return {"@type": "Offer", "name": nombre, "price": precio, "priceCurrency": moneda, "url": f"{base}/planes/"}


def _pregunta(pregunta: Any, respuesta: Any) -> dict[str, Any]:
    return {"@type": "Question", "name": pregunta, "acceptedAnswer": {"@type": "Answer", "text": respuesta}}

"""Las etiquetas por dentro: lo que un conjunto pide al pintarse (`config/templatetags/conjuntos.py`)."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.base import Node, NodeList
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from config.conjuntos.disco import apuntar
from config.conjuntos.nombres import Piezas, nombre_de, tipo_de

TRAMOS = "_tramos_del_conjunto"
ETIQUETAS = {
    ".css": '<link rel="stylesheet" href="{}">',
    ".js": '<script src="{}" defer></script>',
}


class Pieza(Node):
    """Una hoja o un guion, que se pide con las de su conjunto."""

    def __init__(self, ruta: str) -> None:
        self.ruta = ruta

    def render(self, context: Context) -> SafeString:
        tramos = context.get(TRAMOS)
        if tramos is None:
            return _pedir((self.ruta,))
        tramos[-1].append(self.ruta)
        return mark_safe("")


class Conjunto(Node):
    """Lo de dentro, en un archivo; un conjunto dentro de otro lo parte."""

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist

    def render(self, context: Context) -> SafeString:
        fuera: list[list[str]] | None = context.get(TRAMOS)
        if fuera is not None:
            fuera.append([])
            texto = self.nodelist.render(context)
            fuera.append([])
            return texto
        tramos: list[list[str]] = [[]]
        with context.push(**{TRAMOS: tramos}):
            texto = self.nodelist.render(context)
        return mark_safe(texto.strip() + "\n".join(_pedir(tuple(tramo)) for tramo in tramos if tramo))


def _pedir(piezas: Piezas) -> SafeString:
    etiqueta = ETIQUETAS[tipo_de(piezas[0])]
    return mark_safe("\n".join(format_html(etiqueta, static(ruta)) for ruta in _archivos(piezas)))


def _archivos(piezas: Piezas) -> Piezas:
    """El conjunto, si está; si no se armó al publicar, sueltos: la página sale igual."""
    if not settings.CONJUNTOS:
        return piezas
    sellados = getattr(staticfiles_storage, "hashed_files", None)
    if sellados is None:
        return (apuntar(piezas),)
    nombre = nombre_de(piezas)
    return (nombre,) if nombre in sellados else piezas

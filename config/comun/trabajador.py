"""Los trabajadores de servicio: cada uno en su carpeta, que es su alcance, y con los mismos avisos (D293, D781).

Su guion lo escribe el servidor, porque dice de quién son las direcciones; lo demás lo trae de los estáticos.
"""

import json

from django.http import HttpResponse
from django.templatetags.static import static
from django.utils.cache import patch_cache_control

AVISOS = "js/comun/trabajador_avisos.js"
"""Lo que despierta con un aviso."""


def de_avisos(ruta: str, nombre: str) -> str:
    """El pedazo que enseña los avisos y lleva a páginas de su carpeta; `nombre`, cómo se llama si llega vacío."""
    avisos = {"raiz": f"{ruta.rpartition('/')[0]}/", "nombre": nombre}
    return f"self.AVISOS = {json.dumps(avisos)};\nimportScripts({json.dumps(static(AVISOS))});\n"


def como_trabajador(guion: str) -> HttpResponse:
    """Se pregunta cada vez si hay otro: si no, un despliegue tardaría un día en llegarle al navegador."""
    respuesta = HttpResponse(guion, content_type="text/javascript; charset=utf-8")
    patch_cache_control(respuesta, no_cache=True)
    return respuesta

"""La foto de la hoja de papel: verla, subirla y quitarla. Sólo para quien tiene lugar en el Recreo (RE8)."""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.servidor.envios import DE_UN_FORMULARIO, archivo_de, envio_hasta
from recreo import imagen, servicios
from recreo.consultas.fotos import fotos_de, imagen_de
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista
from recreo.ordenes import FormaDeFoto
from recreo.servicios.fotos import FOTOS_POR_MESA
from recreo.textos import texto_de
from recreo.views.comun import entrar, mesa_o_404, quien_pide
from recreo.views.papel import con_formulario


@envio_hasta(imagen.PESO_MAXIMO + DE_UN_FORMULARIO)
@never_cache
@con_formulario
def fotos(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """Las de una mesa, y dónde subir otra; sin guion también funciona."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    vista = mesa_o_404(estado, partida, mesa)
    error = ""
    if peticion.method == "POST":
        error = _subir(peticion, estado, vista)
        if not error:
            messages.success(peticion, _("Listo: la foto quedó con la mesa."))
            return redirect("recreo:fotos", estado.codigo, partida, mesa)
    suyas = fotos_de(vista.id)
    contexto = {
        "estado": estado,
        "visor": visor,
        "mesa": vista,
        "fotos": [(f, visor.manda or (f.numero is not None and f.numero == visor.numero)) for f in suyas],
        "puede": (visor.manda or visor.numero in (*vista.asientos, vista.anotador)) and len(suyas) < FOTOS_POR_MESA,
        "error": error,
        "maximo": imagen.EN_MEGAS,
        "lado": imagen.LADO,
        "tope": imagen.PESO_MAXIMO,
    }
    return render(peticion, "recreo/papel/fotos.html", contexto, status=422 if error else 200)


def _subir(peticion: HttpRequest, estado: EstadoRecreo, vista: MesaVista) -> str:
    """Vacío si se guardó; si no, por qué no."""
    forma = FormaDeFoto(peticion.POST)
    try:
        limpia = imagen.limpiar(_contenido(peticion))
        servicios.foto_agregar(
            recreo_id=estado.id,
            quien=quien_pide(peticion),
            id_orden=forma.cleaned_data["id_orden"] if forma.is_valid() else uuid4(),
            partida=vista.partida,
            mesa=vista.numero,
            jpeg=limpia.jpeg,
            ancho=limpia.ancho,
            alto=limpia.alto,
        )
    except ErrorDeServicio as e:
        return texto_de(e)
    return ""


def _contenido(peticion: HttpRequest) -> bytes:
    subida = archivo_de(peticion, "foto", imagen.PESO_MAXIMO)
    if subida is None:
        raise ErrorDeServicio("falta_foto")
    return subida


@never_cache
@require_safe
def foto(peticion: HttpRequest, codigo: str, foto: int) -> HttpResponse:
    """El JPEG; a quien no tiene lugar, como si no existiera."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    suya = imagen_de(entrada[0].id, foto)
    if suya is None:
        raise Http404
    respuesta = HttpResponse(suya, content_type="image/jpeg")
    respuesta["Content-Disposition"] = f'inline; filename="hoja-{foto}.jpg"'
    return respuesta

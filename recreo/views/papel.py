"""Lo que se imprime, se baja, se captura y se trae: plantillas, reportes, tablas, la hoja de papel y el acta (RE8).

Lo que dibuja se importa al dibujar: fpdf2 y sus letras son un quinto de lo que tarda en arrancar cada proceso.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.comun.hoja_de_calculo import csv_de, descarga_csv
from config.servidor.envios import DE_UN_FORMULARIO, archivo_de, envio_hasta
from recreo import actas, servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista, Visor
from recreo.hoja.formas_de_captura import FormaDeHoja
from recreo.hoja.pantalla import nombres_de_pareja
from recreo.pantallas.anotar import camino_a_la_mesa
from recreo.papel.tamano import Tamano
from recreo.textos import texto_de
from recreo.views.comun import completo, entrar, mesa_o_404, quien_pide
from suscripciones import consultas as suscripciones

con_formulario = require_http_methods(["GET", "HEAD", "POST"])
ACTA = "archivo"
ACTA_MAXIMA = 1_800_000
"""Cabe en los 2 MB del proxy; la de 16, jugada entera, no llega a 200 KB."""
EN_MEGAS = "1.8"


@never_cache
@require_safe
def papel(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Qué se puede imprimir y bajar de este Recreo."""
    from recreo.papel import reportes

    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    contexto = {
        "estado": estado,
        "visor": visor,
        "tamano": _tamano(peticion),
        "partidas": range(1, estado.total + 1),
        "actual": estado.actual.numero if estado.actual else 1,
        "reportes": [(clave, r.titulo) for clave, r in reportes.REPORTES.items() if reportes.hay(estado, clave)],
        "tablas": reportes.tablas_que_hay(estado),
    }
    return render(peticion, "recreo/papel/pagina.html", contexto)


def _tamano(peticion: HttpRequest) -> Tamano:
    """Carta si no se pide A4: es el papel de México."""
    return Tamano.A4 if peticion.GET.get("papel") == Tamano.A4 else Tamano.CARTA


def _partida(peticion: HttpRequest, estado: EstadoRecreo) -> int:
    """La que se pide; 0, todas. Error: Http404 si el programa no la tiene."""
    pedida = peticion.GET.get("partida", "") or "0"
    partida = int(pedida) if pedida.isdecimal() and len(pedida) < 3 else -1
    if not 0 <= partida <= estado.total:
        raise Http404
    return partida


@never_cache
@require_safe
def hojas(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Las plantillas de anotación, una página por mesa."""
    from recreo.papel import hoja

    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    cual = _partida(peticion, estado)
    partidas = [p for p in estado.rol.partidas if cual in (0, p.numero)]

    def enlace(partida: int, mesa: int) -> str:
        return completo(peticion, reverse("recreo:otra_mesa", args=[estado.codigo, partida, mesa]))

    hechas = hoja.plantillas(estado, partidas, enlace, _tamano(peticion), manda=visor.manda)
    return _pdf(hechas, f"hojas-{estado.codigo}")


@never_cache
@require_safe
def reporte(peticion: HttpRequest, codigo: str, cual: str) -> HttpResponse:
    """Un reporte en PDF."""
    from recreo.papel import reportes

    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, _visor = entrada
    if cual not in reportes.REPORTES or not reportes.hay(estado, cual):
        raise Http404
    hecho = reportes.reporte(estado, cual, _partida(peticion, estado), _tamano(peticion))
    return _pdf(hecho, f"{cual}-{estado.codigo}")


def _pdf(hecho: bytes, nombre: str) -> HttpResponse:
    respuesta = HttpResponse(hecho, content_type="application/pdf")
    respuesta["Content-Disposition"] = f'inline; filename="{nombre}.pdf"'
    return respuesta


@never_cache
@require_safe
def tabla(peticion: HttpRequest, codigo: str, cual: str) -> HttpResponse:
    """Una tabla para una hoja de cálculo; los números, sin adornos."""
    from recreo.papel import reportes

    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, _visor = entrada
    hecha = reportes.para_calcular(estado, cual) if cual in reportes.TABLAS else None
    if hecha is None:
        raise Http404
    return descarga_csv(f"{cual}-{estado.codigo}", csv_de(hecha.columnas, hecha.filas))


@never_cache
@con_formulario
def capturar(peticion: HttpRequest, codigo: str, partida: int, mesa: int) -> HttpResponse:
    """La hoja de papel de una mesa, entera; si algo está mal no se guarda nada y lo escrito sigue ahí."""
    entrada = entrar(peticion, codigo)
    if isinstance(entrada, HttpResponse):
        return entrada
    estado, visor = entrada
    vista = mesa_o_404(estado, partida, mesa)
    if not visor.anota(vista) or estado.estado != "en_juego":
        clave = "mesa_cerrada" if vista.cerrada else "no_anotas_esta_mesa"
        anota = estado.nombre_de(vista.anotador) if vista.anotador else ""
        messages.warning(peticion, texto_de(ErrorDeServicio(clave, mesa=mesa, anotador=anota, quien=vista.cerrada_por)))
        return redirect(camino_a_la_mesa(estado, vista, visor))
    inicial = {"anotadas": vista.anotadas}
    forma = FormaDeHoja(peticion.POST or None, meta=estado.meta, primera=vista.siguiente, initial=inicial)
    if peticion.method == "POST" and forma.is_valid() and _guardar(peticion, estado, vista, forma):
        return redirect("recreo:otra_mesa", estado.codigo, partida, mesa)
    return render(peticion, "recreo/papel/captura.html", _de_captura(estado, visor, vista, forma))


def _guardar(peticion: HttpRequest, estado: EstadoRecreo, vista: MesaVista, forma: FormaDeHoja) -> bool:
    datos = forma.cleaned_data
    try:
        hecho = servicios.hoja_capturar(
            recreo_id=estado.id,
            quien=quien_pide(peticion),
            id_orden=datos["id_orden"],
            partida=vista.partida,
            mesa=vista.numero,
            manos=forma.manos(),
            anotadas=datos["anotadas"],
            salidor=datos["salidor"],
        )
    except ErrorDeServicio as e:
        forma.decir(e, texto_de(e))
        return False
    messages.success(peticion, _("Listo: se guardaron %(n)d manos de la hoja.") % {"n": hecho.datos["manos"]})
    return True


def _de_captura(estado: EstadoRecreo, visor: Visor, vista: MesaVista, forma: FormaDeHoja) -> dict[str, Any]:
    return {
        "estado": estado,
        "visor": visor,
        "mesa": vista,
        "forma": forma,
        "renglones": list(forma.renglones()),
        "parejas": [nombres_de_pareja(vista, n, estado.nombre_de) for n in (0, 1)],
        "sentados": [estado.jugadores[n] for n in vista.asientos],
        "ya": list(vista.manos),
        "puede_callar": visor.manda,
        "va": vista.marcador,
    }


@envio_hasta(ACTA_MAXIMA + DE_UN_FORMULARIO)
@never_cache
@con_formulario
def importar(peticion: HttpRequest) -> HttpResponse:
    """Trae el acta de otro Recreo: queda como uno propio, con la misma clasificación."""
    if not suscripciones.puede_organizar(peticion.user.pk, timezone.now()):
        return redirect("recreo:entrada")
    error = ""
    if peticion.method == "POST":
        try:
            traida = _traer(peticion)
        except actas.ErrorDeActa as e:
            error = e.mensaje()
        else:
            for aviso in traida.avisos:
                messages.info(peticion, aviso)
            messages.success(peticion, _("Listo: «%(recreo)s» ya está aquí.") % {"recreo": traida.nombre})
            return redirect("recreo:ir", codigo=traida.codigo)
    datos = {"error": error, "maximo": EN_MEGAS, "cabe": ACTA_MAXIMA}
    return render(peticion, "recreo/papel/importar.html", datos, status=422 if error else 200)


def _traer(peticion: HttpRequest) -> actas.Importada:
    contenido = archivo_de(peticion, ACTA, ACTA_MAXIMA)
    if contenido is None:
        raise actas.ErrorDeActa("falta_archivo")
    if len(contenido) > ACTA_MAXIMA:
        raise actas.ErrorDeActa("archivo_grande", maximo=EN_MEGAS)
    correo = suscripciones.correo_de(peticion.user.pk or 0)
    return actas.importar(actas.leer_contenido(contenido), organizador=correo)

"""Comentar una partida propia y compartirla por enlace: la página de su autor (AC1, D635-D637)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.comun.paginas import base_publica
from config.comun.recarga import orden_o_regreso
from enlinea.academia.consultas import estudios as consultas
from enlinea.academia.consultas.fuente import PARTIDA, Fuente, mano_para_ver
from enlinea.academia.forms import FormaDeComentario, FormaDeEstudio
from enlinea.academia.servicios import estudios as servicios
from enlinea.academia.views.repetir import de_la_partida, fuente_o_404, mano_pedida, para_repetir
from enlinea.acceso.views.comun import aceptar, con_cuenta, cuenta_de, de_suscriptores, negar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Estudio
from enlinea.sala.views.marco import contexto_de_sala


def _aqui(partida_id: int) -> str:
    return reverse("enlinea:estudio", args=[partida_id])


@de_suscriptores
@require_safe
def estudio(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """La partida para comentarla, el enlace y cómo se comparte."""
    fuente = fuente_o_404(peticion, PARTIDA, partida_id)
    cuenta = cuenta_de(peticion)
    suyo = consultas.estudio_de(partida_id, cuenta)
    vista = {**mano_para_ver(fuente, mano_pedida(peticion, fuente)), "rama": None}
    datos = {
        **contexto_de_sala(peticion, "academia"),
        **para_repetir(peticion, fuente, vista),
        "partida": _para_el_navegador(fuente),
        "estudio": suyo,
        "direccion": _direccion(peticion, suyo),
        "comentarios": _por_jugada(suyo),
        "de_los_demas": [(otro, _direccion(peticion, otro)) for otro in consultas.de_los_demas(partida_id, cuenta)],
        "callado": consultas.esta_callado(partida_id, cuenta),
        "largo": servicios.LARGO_DE_COMENTARIO,
    }
    datos["escrito"] = datos["comentarios"].get(f"{vista['mano']}.{datos['jugada']}", "")
    return render(peticion, "enlinea/academia/estudio.html", datos)


def _para_el_navegador(fuente: Fuente) -> dict[str, object]:
    return {
        **de_la_partida(fuente),
        "ramas": [],
        "aqui": _aqui(fuente.id),
        "mano_url": reverse("enlinea:repetir_mano", args=[PARTIDA, fuente.id, 0]),
    }


def _direccion(peticion: HttpRequest, uno: Estudio | None) -> str:
    if uno is None or uno.enlace is None:
        return ""
    return f"{base_publica(peticion)}{reverse('estudio:ver', args=[uno.enlace])}"


def _por_jugada(uno: Estudio | None) -> dict[str, str]:
    """«2.7», mano y jugada, a su texto: los de toda la partida, se vean o no."""
    return {f"{c.mano + 1}.{c.jugada}": c.texto for c in uno.comentarios.all()} if uno else {}


@de_suscriptores
@orden_o_regreso(_aqui)
def compartir(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Da el enlace, o cambia lo que se ve por él."""
    fuente = fuente_o_404(peticion, PARTIDA, partida_id)
    forma = FormaDeEstudio(peticion.POST)
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), _aqui(partida_id))
    d = forma.cleaned_data
    try:
        servicios.estudio_compartir(
            fuente=fuente,
            mano=d["mano"] - 1 if d["mano"] else None,
            titulo=d["titulo"],
            con_nombres=d["con_nombres"],
            se_busca=d["se_busca"],
            ahora=timezone.now(),
        )
    except ErrorDeServicio as error:
        return negar(peticion, error, _aqui(partida_id))
    return aceptar(peticion, f"{_aqui(partida_id)}{d['donde']}#enlace")


@de_suscriptores
@orden_o_regreso(_aqui)
def comentar(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Guarda lo escrito de una jugada; vacío lo quita."""
    fuente = fuente_o_404(peticion, PARTIDA, partida_id)
    forma = FormaDeComentario(peticion.POST)
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), _aqui(partida_id))
    d = forma.cleaned_data
    volver = f"{_aqui(partida_id)}?mano={d['mano']}&jugada={d['jugada']}"
    donde = {"mano": d["mano"] - 1, "jugada": d["jugada"], "visto": d["vista"] if "vista" in peticion.POST else None}
    try:
        servicios.comentario_guardar(fuente=fuente, texto=d["texto"], ahora=timezone.now(), **donde)
    except ErrorDeServicio as error:
        return negar(peticion, error, volver)
    return aceptar(peticion, volver)


@con_cuenta
@orden_o_regreso(_aqui)
def anular(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Quita el enlace: también quien ya no tiene suscripción."""
    servicios.estudio_anular(partida_id=partida_id, cuenta_id=cuenta_de(peticion), ahora=timezone.now())
    return aceptar(peticion, _aqui(partida_id))


@con_cuenta
@orden_o_regreso(_aqui)
def callar(peticion: HttpRequest, partida_id: int) -> HttpResponse:
    """Que su nombre no salga, o sí, en lo que se comparta de esta partida."""
    try:
        servicios.nombre_callar(
            partida_id=partida_id,
            cuenta_id=cuenta_de(peticion),
            callar=peticion.POST.get("callar") == "1",
            ahora=timezone.now(),
        )
    except ErrorDeServicio as error:
        raise Http404 from error
    return aceptar(peticion, _aqui(partida_id))

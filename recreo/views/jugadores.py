"""Quiénes juegan: la lista, el orden de los números y el sorteo (RE2, D312)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo
from recreo.forms import LETRAS_DE_LISTA, Reparto, datos_de, decir_en_renglon, mover, renglones_de, repartir
from recreo.models import Jugador
from recreo.ordenes import FormaDeOrden
from recreo.textos import en_lista, texto_de
from recreo.views.comun import quien_pide
from recreo.views.organizador import con_formulario, manda_en_vivo


@never_cache
@con_formulario
def jugadores(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """Nombres y correos por número, y cómo anota cada anotador."""
    permitido = manda_en_vivo(peticion, codigo)
    if isinstance(permitido, HttpResponse):
        return permitido
    estado, _visor = permitido
    datos: Mapping[str, Any] | None = peticion.POST or None
    if datos and "repartir" in datos:
        return _repartir(peticion, estado)
    if datos and ("subir" in datos or "bajar" in datos):
        return _mover(peticion, estado)
    renglones, general = renglones_de(estado, datos), ""
    limpios = datos_de(renglones) if datos else None
    if datos and limpios is not None:
        general = _guardar(peticion, estado, renglones, limpios)
        if not general and all(not r.forma.errors for r in renglones):
            if "sortear" in peticion.POST:
                return _sortear(peticion, estado)
            return redirect("recreo:invitar", codigo=estado.codigo)
    return _pintar_jugadores(peticion, estado, renglones, general)


def _guardar(peticion: HttpRequest, estado: EstadoRecreo, renglones: list[Any], limpios: list[Any]) -> str:
    """Guarda; el error va al renglón de su número o se devuelve para decirlo arriba."""
    orden = FormaDeOrden(peticion.POST)
    if not orden.is_valid():
        return _("No se pudo guardar y no cambió nada. Lo escrito sigue aquí: toca Guardar otra vez.")
    try:
        servicios.jugadores_guardar(
            recreo_id=estado.id, quien=quien_pide(peticion), jugadores=limpios, **orden.cleaned_data
        )
    except ErrorDeServicio as e:
        return "" if decir_en_renglon(renglones, e) else texto_de(e)
    return ""


def _repartir(peticion: HttpRequest, estado: EstadoRecreo) -> HttpResponse:
    """Llena los números vacíos con la lista pegada; todavía no guarda."""
    reparto = repartir(peticion.POST.dict(), estado.tamano)
    return _pintar_jugadores(
        peticion,
        estado,
        renglones_de(estado, reparto.lleno),
        _no_repartido(reparto, estado.jugadores[1].correo),
        repartida=True,
        sobran=reparto.lleno.get("lista", ""),
    )


def _mover(peticion: HttpRequest, estado: EstadoRecreo) -> HttpResponse:
    """Sin guion, «Subir» y «Bajar»: cambia de número lo escrito; todavía no guarda."""
    paso = -1 if "subir" in peticion.POST else 1
    cual = peticion.POST.get("subir", "") or peticion.POST.get("bajar", "")
    movibles = [r.jugador.numero for r in renglones_de(estado) if r.se_mueve]
    movido = mover(peticion.POST.dict(), movibles, int(cual) if cual.isdecimal() and len(cual) < 4 else 0, paso)
    return _pintar_jugadores(peticion, estado, renglones_de(estado, movido), "", sobran=movido.get("lista", ""))


def _sortear(peticion: HttpRequest, estado: EstadoRecreo) -> HttpResponse:
    """Con los nombres ya guardados, el servidor reparte los números y se enseña el sorteo."""
    orden = uuid5(UUID(peticion.POST["id_orden"]), "sorteo")
    try:
        servicios.numeros_sortear(recreo_id=estado.id, quien=quien_pide(peticion), id_orden=orden)
    except ErrorDeServicio as e:
        messages.error(peticion, texto_de(e))
    camino = reverse("recreo:jugadores", args=[estado.codigo])
    return redirect(f"{camino}?sorteo=1")


def _no_repartido(reparto: Reparto, correo_del_1: str) -> str:
    """Qué de la lista no se repartió y por qué; vacío si todo cupo."""
    if reparto.de_mas:
        texto = _(
            "La lista es muy larga y no se repartió: caben %(letras)s letras. Deja sólo los nombres y los correos."
        )
        return texto % {"letras": f"{LETRAS_DE_LISTA:,}"}
    dice = []
    if reparto.sobran:
        dice.append(_("No cupieron: %(nombres)s.") % {"nombres": en_lista(reparto.sobran)})
    if reparto.repetidos:
        texto = _("Ya estaban: %(nombres)s. Si son otras personas, agrega un apellido o un apodo.")
        dice.append(texto % {"nombres": en_lista(reparto.repetidos)})
    if reparto.largos:
        texto = _("Son muy largos, hasta 40 letras: %(nombres)s. Acórtalos y reparte otra vez.")
        dice.append(texto % {"nombres": en_lista(reparto.largos)})
    if reparto.correo_del_1 and reparto.correo_del_1.lower() != correo_del_1.lower():
        texto = _("El correo %(correo)s no se puso: el número 1 usa el de la cuenta de quien organiza.")
        dice.append(texto % {"correo": reparto.correo_del_1})
    return " ".join(dice)


def _pintar_jugadores(
    peticion: HttpRequest,
    estado: EstadoRecreo,
    renglones: list[Any],
    general: str,
    *,
    repartida: bool = False,
    sobran: str = "",
) -> HttpResponse:
    datos = {
        "estado": estado,
        "renglones": renglones,
        "general": general,
        "repartida": repartida,
        "sobran": sobran,
        "hay_errores": any(r.forma.errors for r in renglones if r.forma.is_bound),
        "modos": Jugador.Anota.choices,
        "anotadores": estado.anotadores,
        "sin_nombres": all(not str(r.forma["nombre"].value() or "").strip() for r in renglones[1:]),
        "faltan_nombres": estado.tamano - 1,
        "sorteo": estado.sorteo,
        "recien": "sorteo" in peticion.GET,
    }
    return render(peticion, "recreo/jugadores/pagina.html", datos)

"""Las órdenes de la Sala: cada una traduce su formulario, llama a UN servicio y traduce la respuesta."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from config.comun.recarga import orden_o_regreso
from config.servidor.guion import es_guion
from enlinea.acceso.views.comun import SIN_ENVIAR, Vista, aceptar, cuenta_de, de_suscriptores, negar
from enlinea.convivencia.servicios.mensajes import mensaje_leer
from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa
from enlinea.sala.forms import (
    FormaDeArmado,
    FormaDeBuscar,
    FormaDeCharla,
    FormaDeEnlace,
    FormaDeMensaje,
    FormaDeMesa,
    FormaDePropuesta,
    FormaDeRespuesta,
)
from enlinea.sala.servicios import abiertas, armado, completar, enlaces, miradas
from enlinea.sala.servicios import presencia as servicios
from enlinea.sala.servicios.a_que import OFRECIDOS, lugares_de
from reglas.reglamento import AMIGOS, reglamento_de_texto

Datos = Mapping[str, Any]
SIN_ASIENTO = -1
"""De quien se eligió para un lado que ese juego no tiene; hacia abajo, uno distinto cada quien."""


@dataclass(frozen=True, slots=True)
class Orden:
    """El formulario que la traduce, el servicio que la aplica (devuelve a dónde ir) y a dónde volver si se niega."""

    forma: type[forms.Form]
    hacer: Callable[[int, Datos], str]
    volver: str = "enlinea:sala"


def _charla(cuenta: int, d: Datos) -> str:
    servicios.charla_mandar(cuenta_id=cuenta, id_orden=d["id_orden"], texto=d["texto"], ahora=timezone.now())
    return f"{reverse('enlinea:sala')}#platica"


def _leer(cuenta: int, d: Datos) -> str:
    mensaje_leer(cuenta_id=cuenta, mensaje_id=d["mensaje"], ahora=timezone.now())
    return reverse("enlinea:mensajes")


def _invitar(cuenta: int, d: Datos) -> str:
    if d["por"]:
        return _abrir(cuenta, d)
    armado.mesa_invitar(
        cuenta_id=cuenta,
        id_orden=d["id_orden"],
        nombre=d["nombre"],
        juego=d["juego"],
        meta=d["meta"],
        modo=d["modo"],
        lugares=_elegidos(d),
        ahora=timezone.now(),
        se_mira=d["mirar"],
        completar=d["completar"],
    )
    return _a_la_sala()


def _elegidos(d: Datos) -> dict[int, int]:
    """De cada lado, quién; el que en ese juego no existe va con un asiento de más, que el servicio niega."""
    lados = lugares_de(reglamento_de_texto(d["juego"])) if d["juego"] in OFRECIDOS else {}
    elegidos = {lado: d[lado] for lado in ("arriba", "izquierda", "derecha") if d[lado]}
    return {lados.get(lado, SIN_ASIENTO - n): c for n, (lado, c) in enumerate(elegidos.items())}


def _abrir(cuenta: int, d: Datos) -> str:
    abiertas.mesa_abrir(
        cuenta_id=cuenta,
        id_orden=d["id_orden"],
        nombre=d["nombre"],
        juego=d["juego"],
        meta=d["meta"],
        modo=d["modo"],
        se_mira=d["mirar"],
        ahora=timezone.now(),
    )
    return _a_la_sala()


def _responder(cuenta: int, d: Datos) -> str:
    quedo = armado.invitacion_responder(mesa_id=d["mesa"], cuenta_id=cuenta, acepta=d["acepta"], ahora=timezone.now())
    return _a_donde_quedo(quedo)


def _retirar(cuenta: int, d: Datos) -> str:
    armado.mesa_retirar(mesa_id=d["mesa"], cuenta_id=cuenta, ahora=timezone.now())
    return _a_la_sala()


def _dejar(cuenta: int, d: Datos) -> str:
    """Quien ya había aceptado se arrepiente mientras los demás contestan."""
    armado.invitacion_responder(mesa_id=d["mesa"], cuenta_id=cuenta, acepta=False, ahora=timezone.now())
    return _a_la_sala()


def _buscar(cuenta: int, d: Datos) -> str:
    juego = d["juego"] or str(AMIGOS)
    quedo = abiertas.lugar_buscar(
        cuenta_id=cuenta,
        juego=juego,
        # a los otros se busca a la de costumbre; la lista de metas es del juego de siempre (D547)
        meta=d["meta"] if juego == AMIGOS else "",
        modo=d["modo"],
        ahora=timezone.now(),
        se_mira=d["mirar"],
    )
    return _a_donde_quedo(quedo)


def _sentarse(cuenta: int, d: Datos) -> str:
    return _a_donde_quedo(abiertas.lugar_tomar(mesa_id=d["mesa"], cuenta_id=cuenta, ahora=timezone.now()))


def _levantarse(cuenta: int, d: Datos) -> str:
    abiertas.lugar_dejar(mesa_id=d["mesa"], cuenta_id=cuenta, ahora=timezone.now())
    return _a_la_sala()


def _proponer(cuenta: int, d: Datos) -> str:
    nivel = d["nivel"] or Mesa.Nivel.SIMPLE
    return _a_donde_quedo(
        completar.completar_proponer(mesa_id=d["mesa"], cuenta_id=cuenta, nivel=nivel, ahora=timezone.now())
    )


def _de_acuerdo(cuenta: int, d: Datos) -> str:
    return _a_donde_quedo(completar.completar_aceptar(mesa_id=d["mesa"], cuenta_id=cuenta, ahora=timezone.now()))


def _mejor_esperar(cuenta: int, d: Datos) -> str:
    return _a_donde_quedo(completar.completar_esperar(mesa_id=d["mesa"], cuenta_id=cuenta, ahora=timezone.now()))


def _dar_enlace(cuenta: int, d: Datos) -> str:
    enlaces.enlace_dar(mesa_id=d["mesa"], cuenta_id=cuenta)
    return _a_la_sala()


def _anular_enlace(cuenta: int, d: Datos) -> str:
    enlaces.enlace_anular(mesa_id=d["mesa"], cuenta_id=cuenta)
    return _a_la_sala()


def _llegar(cuenta: int, d: Datos) -> str:
    return _a_donde_quedo(enlaces.lugar_tomar_por_enlace(enlace=d["enlace"], cuenta_id=cuenta, ahora=timezone.now()))


def _sin_publico(cuenta: int, d: Datos) -> str:
    miradas.miradas_cerrar(mesa_id=d["mesa"], cuenta_id=cuenta)
    return reverse("enlinea:mesa", args=[d["mesa"]])


def _a_donde_quedo(quedo: armado.Armada) -> str:
    return reverse("enlinea:mesa", args=[quedo.mesa_id]) if quedo.estado == Mesa.Estado.LISTA else _a_la_sala()


def _a_la_sala() -> str:
    return reverse("enlinea:sala")


def _actividad(cuenta: int, d: Datos) -> str:
    servicios.actividad_anotar(cuenta, timezone.now())
    return _a_la_sala()


ORDENES: Mapping[str, Orden] = {
    "charla": Orden(FormaDeCharla, _charla),
    "actividad": Orden(forms.Form, _actividad),
    "leer": Orden(FormaDeMensaje, _leer, "enlinea:mensajes"),
    "invitar": Orden(FormaDeArmado, _invitar, "enlinea:armar"),
    "responder": Orden(FormaDeRespuesta, _responder),
    "dejar": Orden(FormaDeMesa, _dejar),
    "retirar": Orden(FormaDeMesa, _retirar),
    "buscar": Orden(FormaDeBuscar, _buscar),
    "sentarse": Orden(FormaDeMesa, _sentarse),
    "levantarse": Orden(FormaDeMesa, _levantarse),
    "completar": Orden(FormaDePropuesta, _proponer),
    "de-acuerdo": Orden(FormaDeMesa, _de_acuerdo),
    "mejor-esperar": Orden(FormaDeMesa, _mejor_esperar),
    "enlace": Orden(FormaDeMesa, _dar_enlace),
    "anular-enlace": Orden(FormaDeMesa, _anular_enlace),
    "llegar": Orden(FormaDeEnlace, _llegar),
    "sin-publico": Orden(FormaDeMesa, _sin_publico),
}


def de_ordenes(ordenes: Mapping[str, Orden]) -> Callable[[Callable[[HttpRequest, Orden], HttpResponse]], Vista]:
    """La vista recibe la orden que nombra la dirección; la que no está, 404. Con GET, a la página de donde sale."""

    def la_orden(accion: str) -> Orden:
        if accion not in ordenes:
            raise Http404
        return ordenes[accion]

    def envolver(vista: Callable[[HttpRequest, Orden], HttpResponse]) -> Vista:
        @de_suscriptores
        @orden_o_regreso(lambda accion: reverse(la_orden(accion).volver))
        @wraps(vista)
        def comprobada(peticion: HttpRequest, accion: str) -> HttpResponse:
            return vista(peticion, la_orden(accion))

        return comprobada

    return envolver


@de_ordenes(ORDENES)
def orden(peticion: HttpRequest, cual: Orden) -> HttpResponse:
    """Aplica una orden de la Sala."""

    def al_negar(forma: forms.Form) -> None:
        if cual.forma is FormaDeCharla and not es_guion(peticion):
            peticion.session[SIN_ENVIAR] = forma.cleaned_data["texto"]

    return obedecer(peticion, cual, al_negar)


def obedecer(
    peticion: HttpRequest, cual: Orden, al_negar: Callable[[forms.Form], None] = lambda _forma: None
) -> HttpResponse:
    """Traduce el formulario, llama al servicio de esa orden y traduce la respuesta."""
    forma = cual.forma(peticion.POST)
    if not forma.is_valid():
        return negar(peticion, ErrorDeServicio("forma_invalida"), reverse(cual.volver))
    try:
        ir = cual.hacer(cuenta_de(peticion), forma.cleaned_data)
    except ErrorDeServicio as e:
        al_negar(forma)
        return negar(peticion, e, reverse(cual.volver))
    return aceptar(peticion, ir)

"""Amigos, compañeros recientes, la página de cada persona y la propia cara (decisión 048)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.comun.qr import completo
from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.encuentros.consultas.amigos import amigos_y_donde
from enlinea.encuentros.consultas.citas import citas_de
from enlinea.encuentros.consultas.espera import espera_de
from enlinea.encuentros.consultas.perfil import perfil_de
from enlinea.encuentros.consultas.recientes import recientes_de
from enlinea.encuentros.forms import FormaDeCara, FormaDeContestar, FormaDePersona
from enlinea.encuentros.servicios.espera import HORAS
from enlinea.encuentros.views.citas import ORDENES as DE_CITAS
from enlinea.gente.consultas.amistades import trato_con
from enlinea.gente.consultas.caras import CaraVista, cara_escogida, caras_de, color_de
from enlinea.gente.servicios import amistades, caras
from enlinea.models import Cara
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.sala.views.ordenes import Orden, de_ordenes, obedecer
from suscripciones import consultas as suscripciones

Datos = Mapping[str, Any]


@de_suscriptores
@require_safe
def gente(peticion: HttpRequest) -> HttpResponse:
    """Los amigos y quiénes de ellos están, lo que se pide y con quiénes se jugó hace poco."""
    cuenta, ahora = cuenta_de(peticion), timezone.now()
    amigos, suyas = amigos_y_donde(estado_de_sala(ahora, [cuenta]), cuenta, ahora)
    ya = {a.cuenta for a in (*suyas.amigos, *suyas.me_piden, *suyas.pedi)}
    nombres = suscripciones.nombres_publicos([cuenta])
    datos = {
        **contexto_de_sala(peticion, "gente"),
        "amigos": amigos,
        "estan": sum(a.esta for a in amigos),
        "me_piden": suyas.me_piden,
        "pedi": suyas.pedi,
        "recientes": [(r, r.cuenta in ya) for r in recientes_de(cuenta)],
        "citas": citas_de(cuenta, ahora),
        "espera": espera_de(cuenta, ahora),
        "horas": HORAS,
        "yo": nombres[cuenta],
        "mi_cara": caras_de(nombres)[cuenta],
    }
    return render(peticion, "enlinea/gente/gente.html", datos)


@de_suscriptores
@require_safe
def persona(peticion: HttpRequest, cuenta_id: int) -> HttpResponse:
    """Lo público de alguien, y qué hay con quien mira."""
    cuenta = cuenta_de(peticion)
    perfil = perfil_de(cuenta_id, cuenta)
    if perfil is None:
        raise Http404
    datos = {
        **contexto_de_sala(peticion, "gente"),
        "perfil": perfil,
        "soy": cuenta == cuenta_id,
        "trato": str(trato_con(cuenta, cuenta_id, timezone.now())),
        "callado": cuenta_id in callados_por([cuenta]).get(cuenta, ()),
    }
    return render(peticion, "enlinea/gente/persona.html", datos)


@de_suscriptores
@require_safe
def cara(peticion: HttpRequest) -> HttpResponse:
    """Escoger color y figura."""
    cuenta = cuenta_de(peticion)
    color, figura = cara_escogida(cuenta)
    nombres = suscripciones.nombres_publicos([cuenta])
    mia = caras_de(nombres)[cuenta]
    de_color = color or color_de(cuenta)
    datos = {
        **contexto_de_sala(peticion, "gente"),
        "mia": mia,
        "color": de_color,
        "figura": figura,
        "colores": Cara.Color.choices,
        "figuras": [(valor, letrero, CaraVista("", de_color, valor)) for valor, letrero in Cara.Figura.choices],
        "iniciales": CaraVista(mia.iniciales, de_color),
    }
    return render(peticion, "enlinea/gente/cara.html", datos)


def _escoger(cuenta: int, d: Datos) -> str:
    caras.cara_escoger(cuenta_id=cuenta, color=d["color"], figura=d["figura"])
    return reverse("enlinea:gente")


def _pedir(cuenta: int, d: Datos) -> str:
    amistades.amistad_pedir(cuenta_id=cuenta, otra_id=d["cuenta"], ahora=timezone.now())
    return _a_donde_estaba(d)


def _contestar(cuenta: int, d: Datos) -> str:
    amistades.amistad_contestar(cuenta_id=cuenta, otra_id=d["cuenta"], acepta=d["acepta"], ahora=timezone.now())
    return _a_donde_estaba(d)


def _quitar(cuenta: int, d: Datos) -> str:
    amistades.amistad_quitar(cuenta_id=cuenta, otra_id=d["cuenta"], ahora=timezone.now())
    return _a_donde_estaba(d)


def _a_donde_estaba(d: Datos) -> str:
    return reverse("enlinea:persona", args=[d["cuenta"]]) if d["perfil"] else reverse("enlinea:gente")


ORDENES: Mapping[str, Orden] = {
    "cara": Orden(FormaDeCara, _escoger, "enlinea:cara"),
    "pedir": Orden(FormaDePersona, _pedir, "enlinea:gente"),
    "contestar": Orden(FormaDeContestar, _contestar, "enlinea:gente"),
    "quitar": Orden(FormaDePersona, _quitar, "enlinea:gente"),
    **DE_CITAS,
}


@de_ordenes(ORDENES)
def orden(peticion: HttpRequest, cual: Orden) -> HttpResponse:
    """Aplica una orden de las de la gente."""
    sitio = completo(peticion, "/").rstrip("/")
    # lo que se avise después necesita el anfitrión, y el barrido no tiene de dónde sacarlo
    return obedecer(peticion, replace(cual, hacer=lambda cuenta, d: cual.hacer(cuenta, {**d, "sitio": sitio})))

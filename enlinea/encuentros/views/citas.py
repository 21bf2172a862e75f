"""Las mesas con hora: ponerla, su página y su archivo de calendario (D632)."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.comun.calendario import Evento, archivo_de
from config.comun.qr import completo
from enlinea.acceso.forms import FormaDeOrden
from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.encuentros.consultas.citas import DURA, CitaVista, cita_vista
from enlinea.encuentros.forms import FormaDeCita, FormaDeEsaCita, FormaDeEspera, FormaDeVoy
from enlinea.encuentros.servicios import citas, espera
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.sala.views.ordenes import Orden
from enlinea.sala.views.sala import METAS, MODOS

Datos = Mapping[str, Any]
VA = {"si": True, "quiza": False, "no": None}


@de_suscriptores
@require_safe
def nueva(peticion: HttpRequest) -> HttpResponse:
    """El formulario; el día de mañana a las ocho, como se suele."""
    manana = timezone.localtime(timezone.now() + timedelta(days=1)).replace(hour=20, minute=0)
    datos = {**contexto_de_sala(peticion, "gente"), **_campos(manana, "100")}
    return render(peticion, "enlinea/gente/cita_nueva.html", datos)


def _campos(cuando: datetime, meta: str) -> dict[str, Any]:
    """Lo que se llena de una cita; la hora, como la pide un `<input type="time">`."""
    hora = cuando.time().isoformat("minutes")
    return {"cuando": cuando, "hora": hora, "metas": METAS, "modos": MODOS, "meta": meta}


@de_suscriptores
@require_safe
def cita(peticion: HttpRequest, cita_id: int) -> HttpResponse:
    """Quién va y quién quizá; decir lo propio, y a quien la puso, cambiarla. Quien trae su dirección la abre."""
    hallada = _la_cita(peticion, cita_id)
    datos = {
        **contexto_de_sala(peticion, "gente"),
        "cita": hallada,
        **_campos(timezone.localtime(hallada.cuando), hallada.meta),
        "direccion": completo(peticion, peticion.path),
        "modo": hallada.modo,
    }
    return render(peticion, "enlinea/gente/cita.html", datos)


@de_suscriptores
@require_safe
def archivo(peticion: HttpRequest, cita_id: int) -> HttpResponse:
    """Para el calendario: el mismo identificador con otra secuencia la mueve o la cancela."""
    hallada = _la_cita(peticion, cita_id)
    evento = Evento(
        de="En línea",
        uid=str(hallada.orden),
        secuencia=hallada.secuencia,
        cambiada=hallada.cambiada,
        cuando=hallada.cuando,
        dura=DURA,
        titulo=_("Dominó con %(quien)s") % {"quien": hallada.organiza},
        enlace=completo(peticion, reverse("enlinea:cita", args=[cita_id])),
        nota=hallada.nota,
        cancelada=hallada.cancelada,
    )
    respuesta = HttpResponse(archivo_de(evento), content_type="text/calendar; charset=utf-8")
    respuesta["Content-Disposition"] = 'attachment; filename="mesa-con-hora.ics"'
    return respuesta


def _la_cita(peticion: HttpRequest, cita_id: int) -> CitaVista:
    hallada = cita_vista(cita_id, cuenta_de(peticion), timezone.now()) if cita_id <= 2**53 else None
    if hallada is None:
        raise Http404
    return hallada


def _poner(cuenta: int, d: Datos) -> str:
    ahora = timezone.now()
    cuando = timezone.make_aware(datetime.combine(d["dia"], d["hora"]))
    datos = citas.Datos(cuando, d["meta"], d["modo"], d["nota"])
    cual = d["cita"]
    if cual:
        citas.cita_cambiar(cita_id=cual, cuenta_id=cuenta, datos=datos, ahora=ahora, vista=d["vista"])
    else:
        cual = citas.cita_poner(cuenta_id=cuenta, id_orden=d["id_orden"], datos=datos, sitio=d["sitio"], ahora=ahora)
    return reverse("enlinea:cita", args=[cual])


def _cancelar(cuenta: int, d: Datos) -> str:
    citas.cita_cancelar(cita_id=d["cita"], cuenta_id=cuenta, ahora=timezone.now())
    return reverse("enlinea:gente")


def _voy(cuenta: int, d: Datos) -> str:
    va, ahora = VA[d["va"]], timezone.now()
    citas.cita_responder(cita_id=d["cita"], cuenta_id=cuenta, va=va, ahora=ahora, vista=d["vista"])
    return reverse("enlinea:cita", args=[d["cita"]])


def _avisame(cuenta: int, d: Datos) -> str:
    espera.espera_pedir(cuenta_id=cuenta, horas=d["horas"], sitio=d["sitio"], ahora=timezone.now())
    return reverse("enlinea:gente")


def _ya_no_me_avises(cuenta: int, _d: Datos) -> str:
    espera.espera_cancelar(cuenta_id=cuenta)
    return reverse("enlinea:gente")


ORDENES: Mapping[str, Orden] = {
    "cita": Orden(FormaDeCita, _poner, "enlinea:cita_nueva"),
    "cancelar-cita": Orden(FormaDeEsaCita, _cancelar, "enlinea:gente"),
    "voy": Orden(FormaDeVoy, _voy, "enlinea:gente"),
    "avisame": Orden(FormaDeEspera, _avisame, "enlinea:gente"),
    "ya-no-me-avises": Orden(FormaDeOrden, _ya_no_me_avises, "enlinea:gente"),
}

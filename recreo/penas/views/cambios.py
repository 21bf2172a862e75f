"""Lo que se cambia con su página: abrir la peña, su gente, la temporada, la fecha, el dinero, jugar, salir y borrar."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from config.comun.qr import qr_de
from recreo.errores import ErrorDeServicio
from recreo.models import Miembro
from recreo.penas import consultas, formas, servicios
from recreo.penas.servicios.miembros import pena_de_clave
from recreo.penas.views.comun import (
    Aqui,
    a_entrar,
    con_cuenta,
    con_formulario,
    de_la_pena,
    hecho,
    sin_orden,
    solo_encargado,
)
from recreo.views.comun import completo, solo_en_este_aparato
from suscripciones import consultas as suscripciones


@con_cuenta
@con_formulario
def nueva(peticion: HttpRequest) -> HttpResponse:
    """Abre una peña; hace falta suscripción (SU3), como para organizar."""
    cuenta_id = peticion.user.pk or 0
    if not suscripciones.puede_organizar(cuenta_id, timezone.now()):
        return redirect("recreo:penas")
    nombre = suscripciones.nombre_y_correo(cuenta_id)[0]
    forma = formas.FormaDePenaNueva(peticion.POST or None, initial={"yo": nombre})
    pena = hecho(peticion, forma, servicios.pena_crear, cuenta_id=cuenta_id)
    if pena is not None:
        messages.success(peticion, _("Lista tu peña. Ahora apunta a tu gente o mándales el enlace."))
        return redirect("recreo:pena_gente", pena=pena.pk)
    return render(peticion, "recreo/penas/nueva.html", {"forma": forma})


@never_cache
@con_formulario
def entrar(peticion: HttpRequest, clave: str) -> HttpResponse:
    """La invitación: quién eres en esta peña. A quien no ha entrado se le dice antes quién lo invita y a qué."""
    cuenta_id = peticion.user.pk or 0
    try:
        pena = pena_de_clave(clave)
    except ErrorDeServicio:
        return render(peticion, "recreo/penas/sin_enlace.html", status=404)
    if not peticion.user.is_authenticated:
        aviso = _(
            "Te invitaron a la peña «%(pena)s». Di tu correo: con el código que te llega entras y escoges tu nombre."
        )
        messages.info(peticion, aviso % {"pena": pena.nombre})
        return a_entrar(peticion)
    gente = consultas.gente_de(pena.pk)
    if any(m.cuenta_id == cuenta_id and m.salio is None for m in gente.values()):
        return redirect("recreo:pena", pena=pena.pk)
    sueltos = [m for m in gente.values() if m.cuenta_id is None and not m.correo and m.salio is None]
    inicial = {"nombre": suscripciones.nombre_y_correo(cuenta_id)[0]}
    forma = formas.FormaDeEntrar(peticion.POST or None, apuntados=sueltos, initial=inicial)
    entro = hecho(peticion, forma, _entrar, clave=clave, cuenta_id=cuenta_id)
    if entro is not None:
        messages.success(peticion, _("Ya eres de «%(pena)s».") % {"pena": pena.nombre})
        return redirect("recreo:pena", pena=pena.pk)
    return render(peticion, "recreo/penas/entrar.html", {"forma": forma, "pena": pena, "hay_lista": bool(sueltos)})


def _entrar(*, miembro: int, id_orden: Any, **datos: Any) -> Miembro:
    return servicios.pena_entrar(miembro_id=miembro, **datos)


@de_la_pena
@con_formulario
def gente(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Quiénes son; quien la lleva apunta más y comparte el enlace."""
    forma = formas.FormaDeGente(peticion.POST or None)
    if aqui.lleva and hecho(peticion, forma, sin_orden(servicios.miembros_apuntar), **aqui.de_quien) is not None:
        return redirect("recreo:pena_gente", pena=aqui.pena.pk)
    todos = list(consultas.gente_de(aqui.pena.pk).values())
    datos: dict[str, Any] = {
        "aqui": aqui,
        "forma": forma,
        "estan": [m for m in todos if m.salio is None],
        "salieron": [m for m in todos if m.salio is not None],
    }
    if aqui.lleva:
        enlace = completo(peticion, reverse("recreo:pena_entrar", args=[aqui.pena.clave]))
        datos |= {"enlace": enlace, "qr": qr_de(enlace), "solo_aqui": solo_en_este_aparato(enlace)}
    return render(peticion, "recreo/penas/gente.html", datos)


@de_la_pena
@solo_encargado
@con_formulario
def persona(peticion: HttpRequest, aqui: Aqui, miembro: int) -> HttpResponse:
    """Nombre, papel y correo de alguien."""
    m = consultas.gente_de(aqui.pena.pk).get(miembro)
    if m is None:
        raise Http404
    inicial = {"nombre": m.nombre, "correo": m.correo, "papel": m.papel}
    forma = formas.FormaDeMiembro(peticion.POST or None, initial=inicial)
    cambiar = sin_orden(servicios.miembro_cambiar)
    if hecho(peticion, forma, cambiar, miembro=m.pk, **aqui.de_quien) is not None:
        return redirect("recreo:pena_gente", pena=aqui.pena.pk)
    return render(peticion, "recreo/penas/persona.html", {"aqui": aqui, "forma": forma, "persona": m})


@de_la_pena
@solo_encargado
@con_formulario
def editar(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Cómo se llama y dónde se juntan."""
    inicial = {"nombre": aqui.pena.nombre, "lugar": aqui.pena.lugar}
    forma = formas.FormaDePena(peticion.POST or None, initial=inicial)
    if hecho(peticion, forma, sin_orden(servicios.pena_editar), **aqui.de_quien) is not None:
        return redirect("recreo:pena", pena=aqui.pena.pk)
    return render(peticion, "recreo/penas/editar.html", {"aqui": aqui, "forma": forma})


@de_la_pena
@solo_encargado
@con_formulario
def temporada(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Las reglas de la temporada de ahora; con `?nueva`, cierra ésta y abre otra."""
    t, otra = consultas.temporada_de(aqui.pena.pk), "nueva" in peticion.GET
    inicial = {"mejores": t.mejores, "asistencia": t.asistencia, "por_lugar": ", ".join(map(str, t.por_lugar))}
    inicial |= {"desde": timezone.localdate()} if otra else {"desde": t.desde, "nombre": t.nombre}
    forma = formas.FormaDeTemporada(peticion.POST or None, initial=inicial)
    servicio = servicios.temporada_abrir if otra else servicios.temporada_reglas
    if hecho(peticion, forma, sin_orden(servicio), **aqui.de_quien) is not None:
        return redirect("recreo:pena_tabla", pena=aqui.pena.pk)
    datos = {"aqui": aqui, "forma": forma, "temporada": t, "otra": otra}
    return render(peticion, "recreo/penas/temporada.html", datos)


@de_la_pena
@solo_encargado
@con_formulario
def fecha(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Pone o cambia la próxima fecha."""
    vista = consultas.cita_de(aqui.pena.pk, {}, aqui.yo, timezone.now())
    inicial: dict[str, Any] = {"lugar": aqui.pena.lugar}
    if vista is not None:
        cuando = timezone.localtime(vista.cita.cuando)
        inicial = {"dia": cuando.date(), "hora": cuando.time(), "lugar": vista.cita.lugar, "nota": vista.cita.nota}
    forma = formas.FormaDeCita(peticion.POST or None, initial=inicial)

    def poner(*, dia: Any, hora: Any, **datos: Any) -> Any:
        return servicios.cita_poner(cuando=forma.cuando(), **datos)

    puesta = hecho(peticion, forma, poner, **aqui.de_quien)
    if puesta is not None and puesta.cancelada:
        messages.warning(peticion, _("Esa fecha ya se había quitado. Si sí se juega, ponla otra vez."))
        return redirect("recreo:pena_fecha", pena=aqui.pena.pk)
    if puesta is not None:
        return redirect("recreo:pena", pena=aqui.pena.pk)
    return render(peticion, "recreo/penas/fecha.html", {"aqui": aqui, "forma": forma, "cita": vista})


@de_la_pena
@con_formulario
def dinero(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Los saldos y con qué pagos quedan a mano; quien cobró apunta que ya le pagaron."""
    todos = consultas.gente_de(aqui.pena.pk)
    cobran = list(todos.values()) if aqui.caja else [aqui.yo]
    pagan = [m for m in todos.values() if aqui.caja or m.pk != aqui.yo.pk]
    # desde «ya se pagó» de la lista: falta sólo confirmar
    sugerido = {campo: peticion.GET.get(campo, "")[:16] for campo in ("de", "a", "importe")}
    forma = formas.FormaDePago(peticion.POST or None, gente=pagan, cobran=cobran, initial=sugerido)
    if hecho(peticion, forma, servicios.pago_apuntar, **aqui.de_quien) is not None:
        messages.success(peticion, _("Apuntado: los saldos ya lo descuentan."))
        return redirect("recreo:pena_dinero", pena=aqui.pena.pk)
    datos = {
        "aqui": aqui,
        "forma": forma,
        "dinero": consultas.dinero_de(aqui.pena, todos),
        "pagos": consultas.pagos_de(aqui.pena.pk),
        "sugerido": bool(sugerido["de"]),
    }
    return render(peticion, "recreo/penas/dinero.html", datos)


@de_la_pena
@con_formulario
def cuotas(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Las cuotas: quien lleva la caja las pone y apunta quién pagó; los demás ven la suya."""
    forma = formas.FormaDeCuota(peticion.POST or None)
    if aqui.caja and hecho(peticion, forma, servicios.cuota_poner, **aqui.de_quien) is not None:
        return redirect("recreo:pena_cuotas", pena=aqui.pena.pk)
    datos = {"aqui": aqui, "forma": forma, "cuotas": consultas.cuotas_de(aqui.pena.pk, aqui.yo)}
    return render(peticion, "recreo/penas/cuotas.html", datos)


@de_la_pena
@con_formulario
def jugar(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Un Recreo con la gente de la vez pasada, o con quien dijo que viene hoy."""
    ahora, todos = timezone.now(), consultas.gente_de(aqui.pena.pk)
    permiso = suscripciones.puede_organizar(peticion.user.pk, ahora)
    cita = consultas.cita_de(aqui.pena.pk, todos, aqui.yo, ahora)
    propuestos = consultas.convocados(aqui.pena.pk, todos, cita, ahora)
    demas = [m for m in todos.values() if m.salio is None and m.pk != aqui.yo.pk]
    inicial = {"miembros": propuestos.miembros, "de_fuera": "\n".join(propuestos.de_fuera)}
    forma = formas.FormaDeJugar(peticion.POST or None, gente=demas, initial=inicial)
    if permiso.puede:
        recreo = hecho(peticion, forma, servicios.recreo_desde_pena, **aqui.de_quien)
        if recreo is not None:
            return redirect("recreo:invitar", codigo=recreo.codigo)
    datos = {"aqui": aqui, "forma": forma, "permiso": permiso, "propuestos": propuestos}
    return render(peticion, "recreo/penas/jugar.html", datos)


@de_la_pena
@con_formulario
def salir(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Salir de la peña, con el nombre en las tablas o sin él."""
    forma = formas.FormaDeSalir(peticion.POST or None)
    if hecho(peticion, forma, sin_orden(servicios.miembro_salir), **aqui.de_quien) is not None:
        messages.success(peticion, _("Ya no eres de «%(pena)s».") % {"pena": aqui.pena.nombre})
        return redirect("recreo:penas")
    return render(peticion, "recreo/penas/salir.html", {"aqui": aqui, "forma": forma})


@de_la_pena
@solo_encargado
@con_formulario
def borrar(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Borrar la peña entera, diciendo su nombre."""
    forma = formas.FormaDeBorrar(peticion.POST or None)
    if hecho(peticion, forma, sin_orden(servicios.pena_borrar), **aqui.de_quien) is not None:
        messages.success(peticion, _("Se borró «%(pena)s». Los Recreos jugados siguen.") % {"pena": aqui.pena.nombre})
        return redirect("recreo:penas")
    return render(peticion, "recreo/penas/borrar.html", {"aqui": aqui, "forma": forma})

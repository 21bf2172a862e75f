"""La Sala de Reunión y lo que cuelga de ella: armar mesa, mensajes y estadística (EL1, EL2)."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _l
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from config.comun.qr import completo
from config.comun.recarga import camino_pedido, orden_o_regreso
from enlinea.acceso.consultas import permiso_para_jugar
from enlinea.acceso.servicios.sesiones import sesion_cerrar, sesion_quitar, sesion_ya_avisada
from enlinea.acceso.views.comun import SIN_ENVIAR, con_cuenta, cuenta_de, de_suscriptores
from enlinea.clasificacion.consultas import quintil_de
from enlinea.convivencia.consultas.mensajes import mensajes_de
from enlinea.convivencia.servicios.charla import LARGO
from enlinea.convivencia.servicios.mensajes import mensajes_leer
from enlinea.models import Mesa
from enlinea.sala.consultas.estado import EstadoSala, estado_de_sala
from enlinea.sala.consultas.jugando import vida_de_la_sala
from enlinea.sala.consultas.practica import ultimo_juego, ultimo_nivel
from enlinea.sala.forms import FormaDeLeidos
from enlinea.sala.mensajes import Codec, Fuera, Motivo, Parcial, Salida, Zonas
from enlinea.sala.pantallas import (
    PANTALLAS,
    SIN_VIDA,
    comunes,
    contexto_de_lista,
    contexto_propio,
    cuantos_hay,
    linea,
    milisegundos,
    propias,
)
from enlinea.sala.rearmar import Propuesta, anterior
from enlinea.sala.servicios import presencia as servicios
from enlinea.sala.servicios.a_que import OFRECIDOS, lugares_de
from enlinea.sala.servicios.armado import LARGO_DE_NOMBRE
from enlinea.sala.sesiones import aviso_desde, exento_por_recreo
from enlinea.sala.textos import mesa_de
from enlinea.sala.views.marco import contexto_de_sala
from enlinea.sala.vivo import REPASO
from enlinea.textos.juegos import JUEGOS, Juego, Opcion, nombre_de
from reglas.metas import Meta, Suma
from reglas.reglamento import AMIGOS, reglamento_de_texto
from reglas.reglamento import JUEGOS as NOMBRES
from suscripciones import consultas as suscripciones

COMO_SE_GANA = {
    Suma.LAS_DE_LOS_PERDEDORES: _l("Se cuentan las fichas de quien pierde"),
    Suma.TODAS: _l("Se cuentan todas las que quedan"),
    Suma.NINGUNA: _l("Cuatro manos y dos de ventaja"),
}
METAS = tuple((meta, _l(meta.nombre), COMO_SE_GANA[meta.suma]) for meta in Meta)
LUGARES = (
    ("arriba", _l("Arriba: tu pareja, o quien va enfrente")),
    ("izquierda", _l("A tu izquierda")),
    ("derecha", _l("A tu derecha")),
)
MODOS = (
    (
        Mesa.Modo.NORMAL,
        _l("Normal"),
        _l("Con reloj y tarjetas; cuenta para tu estadística"),
        _l("Con reloj; a quien se tarda, el sistema le tira"),
    ),
    (
        Mesa.Modo.SIN_PRISA,
        _l("Sin prisa"),
        _l("Relojes largos y sin tarjetas; no cuenta"),
        _l("Cinco minutos por turno"),
    ),
)
"""Cada ritmo, qué es en el juego de siempre y qué en los otros, que nunca cuentan (VA2)."""


class Armable(NamedTuple):
    """Una manera de jugar, con lo que la tabla de armado necesita de ella."""

    opcion: Opcion
    lados: str
    """Qué lugares se llenan, en su orden."""
    parejas: bool
    nombre: str


def _armables(juego: Juego) -> list[Armable]:
    suyos = [(opcion, reglamento_de_texto(opcion.valor)) for opcion in juego.opciones]
    return [Armable(opcion, " ".join(lugares_de(r)), r.por_parejas, r.nombre) for opcion, r in suyos]


ARMABLES = tuple((juego.nombre, _armables(juego)) for juego in JUEGOS)
OTRAS_METAS = tuple(
    (nombre, nombre_de(nombre), tuple(str(meta) for meta in reglamento_de_texto(nombre).metas))
    for nombre in NOMBRES
    if nombre != AMIGOS.nombre
)
"""A cuántos tantos se juega cada uno de los otros; el primero es el de costumbre."""


@de_suscriptores
@require_safe
def sala(peticion: HttpRequest) -> HttpResponse:
    """La Sala."""
    cuenta, estado = cuenta_de(peticion), _estado(peticion)
    propio = contexto_propio(estado, cuenta, "sala")
    nombre = suscripciones.nombre_y_correo(cuenta)[0]
    # quien viene de leer un juego lo encuentra escogido (D860)
    leido = peticion.GET.get("juego", "")
    datos = {
        **_comun(peticion, estado),
        **propio,
        **contexto_de_lista("personas", estado.personas),
        **cuantos_hay(estado.personas, estado.abiertas),
        "charlas": [linea(c) for c in estado.charlas_para(cuenta)],
        "quintil": quintil_de([cuenta])[cuenta],
        "nombre": nombre,
        "sin_nombre": not nombre,
        "largo": LARGO,
        "juegos": JUEGOS,
        "juego": leido if leido in OFRECIDOS else ultimo_juego(cuenta),
        "abiertas": estado.abiertas,
        "vida": vida_de_la_sala(estado.ahora),
        "metas": METAS,
        "modos": MODOS,
        "nivel": ultimo_nivel(cuenta),
        # sin guiones, lo que no se pudo enviar
        "escrito": peticion.session.pop(SIN_ENVIAR, ""),
    }
    return render(peticion, "enlinea/sala/sala.html", datos)


@de_suscriptores
@require_safe
def armar(peticion: HttpRequest) -> HttpResponse:
    """La tabla de armado. Quien ya tiene mesa viva vuelve a la Sala, que se la enseña."""
    cuenta, estado = cuenta_de(peticion), _estado(peticion)
    propio = contexto_propio(estado, cuenta, "armar")
    if propio["tipo"] in ("espera", "busca", "sigue"):
        return redirect("enlinea:sala")
    otras = [p for p in estado.personas if p.id != cuenta]
    nombre = suscripciones.nombres_publicos([cuenta])[cuenta]
    nueva = Propuesta(0, mesa_de(nombre)[:LARGO_DE_NOMBRE], METAS[0][0], MODOS[0][0], {})
    de = (anterior(estado, cuenta) if "otra" in peticion.GET else None) or nueva
    datos = {
        **_comun(peticion, estado),
        **propio,
        **contexto_de_lista("elegibles", estado.personas),
        **cuantos_hay(estado.personas, estado.abiertas),
        "otras": otras,
        "metas": METAS,
        "modos": MODOS,
        "armables": ARMABLES,
        "otras_metas": OTRAS_METAS,
        "juego": de.juego,
        "cual_juego": reglamento_de_texto(de.juego).nombre,
        # la página ya trata de esa mesa: no se le avisa otra vez
        "tipo": "" if de.mesa else propio["tipo"],
        "otra": de.mesa,
        "completar": de.completar,
        "lugares": [(lugar, letrero, de.puestos.get(lugar)) for lugar, letrero in LUGARES],
        "meta": de.meta,
        "modo": de.modo,
        "yo": nombre,
        "sugerido": de.nombre,
        "segundos": round(settings.SEGUNDOS_DE_INVITACION),
    }
    return render(peticion, "enlinea/sala/armar.html", datos)


@con_cuenta
@require_safe
def mensajes(peticion: HttpRequest) -> HttpResponse:
    """Todos los mensajes del administrador, leídos o no; también a quien no puede entrar a la Sala (D512)."""
    cuenta = cuenta_de(peticion)
    todos, permiso = mensajes_de(cuenta), permiso_para_jugar(cuenta, timezone.now())
    if permiso:
        return render(
            peticion, "enlinea/sala/mensajes.html", {**contexto_de_sala(peticion, "mensajes"), "todos": todos}
        )
    hasta = max((m.id for m in todos if not m.leido), default=0)
    datos = {"todos": todos, "permiso": permiso, "hasta": hasta, "seguir": peticion.GET.get("seguir", "")[:300]}
    return render(peticion, "enlinea/sala/mensajes_de_fuera.html", datos)


@con_cuenta
@orden_o_regreso(lambda: reverse("enlinea:mensajes"))
def mensajes_leidos(peticion: HttpRequest) -> HttpResponse:
    """Da por leídos los que se le enseñaron y sigue a donde iba."""
    forma = FormaDeLeidos(peticion.POST)
    if forma.is_valid():
        mensajes_leer(cuenta_id=cuenta_de(peticion), hasta=forma.cleaned_data["hasta"], ahora=timezone.now())
    return HttpResponseRedirect(camino_pedido(peticion, "seguir") or reverse("enlinea:mensajes"))


@require_GET
@never_cache
def vivo(peticion: HttpRequest) -> HttpResponse:
    """Lo mismo que el socket, por consulta, para las redes que no dejan pasar websockets."""
    cuenta, ahora = cuenta_de(peticion), timezone.now()
    permiso = permiso_para_jugar(cuenta or None, ahora)
    if permiso.suspension is not None and not sesion_ya_avisada(peticion.session, permiso.suspension.pk):
        sesion_quitar(peticion.session, permiso.suspension.pk)
    if not permiso:
        return _json(Fuera(Motivo(permiso.motivo if cuenta else "sin_sesion")))
    pantalla = peticion.GET.get("pantalla", "")
    pantalla = pantalla if pantalla in PANTALLAS else "otra"
    antes = servicios.visto_por_consulta(cuenta)
    hizo = servicios.presencia_por_consulta(cuenta_id=cuenta, ahora=ahora)
    estado = estado_de_sala(ahora, [cuenta])
    resta = _resta(peticion, estado, hizo, antes)
    pronto = resta <= aviso_desde()
    if pronto and resta <= 0:
        sesion_cerrar(peticion.session.session_key or "", "inactividad")
        return _json(Fuera(Motivo("inactividad")))
    todo = comunes(estado, vida=vida_de_la_sala(ahora) if pantalla == "sala" else SIN_VIDA)
    zonas = {z: html for z, html in todo.zonas.items() if z in PANTALLAS[pantalla]} | propias(estado, cuenta, pantalla)
    lineas = [linea(c) for c in estado.charlas_para(cuenta)] if pantalla == "sala" else []
    version = milisegundos(ahora)
    return _json(Parcial(version, Zonas(zonas, lineas, version, int(resta) if pronto else -1)))


def _resta(peticion: HttpRequest, estado: EstadoSala, hizo: datetime, antes: datetime | None) -> float:
    """Los segundos que le quedan sin hacer nada. Si ya no quedan y no se le había podido avisar, los del aviso.

    `antes`: cuándo preguntó la última vez. Mientras está exenta, su última actividad es la de ahora (EL1).
    """
    cuenta, ahora = cuenta_de(peticion), estado.ahora
    plazo: float = settings.SEGUNDOS_SIN_ACTIVIDAD
    llevaba, hasta_el_aviso = (ahora - hizo).total_seconds(), plazo - aviso_desde()
    if llevaba > REPASO and (estado.juega(cuenta) or exento_por_recreo(cuenta, str(peticion.session.get("llave", "")))):
        servicios.actividad_anotar(cuenta, ahora)
        return plazo
    if estado.ocupada(cuenta):
        return plazo
    if llevaba >= plazo and (antes is None or (antes - hizo).total_seconds() < hasta_el_aviso):
        servicios.actividad_anotar(cuenta, ahora - timedelta(seconds=hasta_el_aviso))
        return aviso_desde()
    return plazo - llevaba


def _json(mensaje: Salida) -> HttpResponse:
    return HttpResponse(Codec.escribir(mensaje), content_type="application/json")


def _estado(peticion: HttpRequest) -> EstadoSala:
    """La Sala ahora. Abrir una de sus páginas es hacer algo; reconectarse, no."""
    servicios.actividad_anotar(cuenta_de(peticion), timezone.now())
    return estado_de_sala(timezone.now(), [cuenta_de(peticion)])


def _comun(peticion: HttpRequest, estado: EstadoSala) -> dict[str, Any]:
    """Lo que toda página de la Sala lleva en el cuerpo."""
    return {"cuenta": cuenta_de(peticion), "base": completo(peticion, "/").rstrip("/")}

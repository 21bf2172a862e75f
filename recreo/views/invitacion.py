"""Lo que ve quien abre el enlace o el QR de un Recreo, y quien recibe una mesa en su teléfono (RE1, RE3)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from recreo import consultas, freno, servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, JugadorVisto
from recreo.identidad import Quien
from recreo.textos import texto_de
from recreo.views.comun import ENLACE, a_esperar, buscar, es_su_clave, estado_o_404, quien_pide, sin_recreo
from suscripciones import consultas as cuentas


@require_GET
@never_cache
def invitacion(peticion: HttpRequest, codigo: str, clave: str = "") -> HttpResponse:
    """«¿Quién eres?»: con el enlace se toca un nombre libre; con el código, se dice; con el correo, se acepta.

    Quien sólo trae el código pudo adivinarlo: no se le enseña ni un nombre hasta que reclama el suyo (D236).
    """
    clave = clave or str(peticion.session.get(ENLACE, ""))
    try:
        estado = buscar(peticion, codigo, clave)
    except Http404:
        return sin_recreo(peticion, codigo)
    except freno.DemasiadosIntentos as e:
        return a_esperar(peticion, e.segundos)
    if estado.visor(quien_pide(peticion)).entra:
        return redirect("recreo:ir", codigo=estado.codigo)
    con_enlace = es_su_clave(estado, clave)
    plantilla = f"recreo/invitacion/{'invitacion' if con_enlace else 'con_codigo'}.html"
    return render(peticion, plantilla, _contexto(peticion, estado, clave if con_enlace else ""))


def _contexto(peticion: HttpRequest, estado: EstadoRecreo, clave: str) -> dict[str, object]:
    """Nunca lleva correos: sólo nombres y si están libres; y de quien mira, lo suyo."""
    quien = quien_pide(peticion)
    en_otro = servicios.jugador_reconocer(cuenta_id=quien.cuenta_id) if quien.cuenta_id is not None else None
    con_llave = consultas.recreo_de_llave(quien.llave)
    lugares = [(j, _motivo(j.correo, j.tiene_acceso)) for j in estado.jugadores.values() if j.nombre]
    # quien tocó el nombre de otro vuelve a elegir: la nueva solicitud retira la anterior
    pidio = None if "otra" in peticion.GET else estado.solicitud_de(quien)
    camino = ("invitacion_completa", estado.codigo, clave) if clave else ("invitacion_corta", estado.codigo)
    return {
        "estado": estado,
        "clave": clave,
        "aqui": reverse(camino[0], args=camino[1:]),
        "organiza": estado.nombre_de(1),
        "libres": [j for j, _m in lugares if j.libre],
        "ocupados": [(j, m) for j, m in lugares if not j.libre],
        "de_telefono": [j for j, _m in lugares if j.llave and not (j.correo or j.cuenta_id) and j.numero != 1],
        "otro": en_otro or (estado_o_404(con_llave) if con_llave else None),
        "abierto": estado.estado in ("preparacion", "en_juego"),
        "apuntado": _apuntado(estado, quien),
        "sin_nombre": not estado.pide_aprobacion and any(_sin_nombre(j) for j in estado.jugadores.values()),
        "pidio": estado.jugadores[pidio.numero] if pidio else None,
    }


def _sin_nombre(j: JugadorVisto) -> bool:
    return not (j.nombre or j.correo or j.tiene_acceso)


def _apuntado(estado: EstadoRecreo, quien: Quien) -> JugadorVisto | None:
    """El lugar que le apuntaron con su correo y todavía no acepta (RE3)."""
    correo = cuentas.correo_de(quien.cuenta_id) if quien.cuenta_id is not None else ""
    suyos = (j for j in estado.jugadores.values() if correo and j.correo == correo and not j.tiene_acceso)
    return next(suyos, None)


def _motivo(correo: str, tiene_acceso: bool) -> str:
    return "ocupado" if tiene_acceso else ("correo" if correo else "")


@require_GET
@never_cache
def recibir(peticion: HttpRequest, clave: str) -> HttpResponse:
    """Quien escanea el pase anota la mesa; si no tiene lugar, dice primero quién es."""
    valido = consultas.pase_vigente(clave, timezone.now())
    if valido is None:
        messages.error(peticion, texto_de(ErrorDeServicio("pase_invalido")))
        return redirect("recreo:entrada")
    estado = consultas.estado_de(valido[0])
    partida = estado.partida(valido[1])
    mesa = partida.mesa(valido[2]) if partida else None
    if mesa is None:
        return redirect("recreo:entrada")
    visor = estado.visor(quien_pide(peticion))
    sentados = [estado.jugadores[n] for n in mesa.asientos]
    datos = {"estado": estado, "mesa": mesa, "visor": visor, "clave": clave, "anota": mesa.anotador}
    datos |= {"libres": [j for j in sentados if j.libre], "anota_nombre": estado.nombre_de(mesa.anotador or 1)}
    return render(peticion, "recreo/invitacion/recibir.html", datos)

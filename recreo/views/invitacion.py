"""Lo que ve quien abre el enlace o el QR de un Recreo, y quien recibe una mesa en su teléfono (RE1, RE3)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from recreo import consultas, servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo
from recreo.textos import texto_de
from recreo.views.comun import estado_o_404, quien_pide, sin_recreo


@require_GET
@never_cache
def invitacion(peticion: HttpRequest, codigo: str) -> HttpResponse:
    """«¿Quién eres?»: reclama un nombre libre o entra con el correo de la lista."""
    try:
        estado = estado_o_404(codigo)
    except Http404:
        return sin_recreo(peticion, codigo)
    quien = quien_pide(peticion)
    reconocido = None
    if quien.cuenta_id is not None:
        reconocido = servicios.jugador_reconocer(cuenta_id=quien.cuenta_id)
        estado = estado_o_404(codigo)
    if estado.visor(quien).entra:
        return redirect("recreo:ir", codigo=estado.codigo)
    return render(peticion, "recreo/invitacion/invitacion.html", _contexto(peticion, estado, reconocido))


def _contexto(peticion: HttpRequest, estado: EstadoRecreo, reconocido: object) -> dict[str, object]:
    """Nunca lleva correos: sólo nombres y si están libres."""
    con_llave = consultas.recreo_de_llave(quien_pide(peticion).llave)
    otro = reconocido or (estado_o_404(con_llave) if con_llave else None)
    lugares = [(j, _motivo(j.correo, j.tiene_acceso)) for j in estado.jugadores.values() if j.nombre]
    return {
        "estado": estado,
        "organiza": estado.nombre_de(1),
        "libres": [j for j, _m in lugares if j.libre],
        "ocupados": [(j, m) for j, m in lugares if not j.libre],
        "otro": otro,
        "abierto": estado.estado in ("preparacion", "en_juego"),
    }


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

"""El aparato de quien entró sin correo, y lo que guarda para cuando no hay señal (RE7, decisiones 004 y 018)."""

from datetime import timedelta

from django.contrib import messages
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse

from config.base.galletas import Galleta
from config.base.sesiones import LLAVE, marca_de
from recreo import consultas
from recreo.identidad import Quien

GUARDAR = "Recreo-Guardar"
"""Cabecera de la página que el trabajador de servicio puede guardar; dice de quién es."""
VIDA = timedelta(days=400)
"""Lo más que un navegador le guarda algo a un sitio."""
GALLETA = Galleta("aparato", VIDA, comun=True)
"""La credencial."""
_firma = TimestampSigner(salt="recreo.aparato")


def reconocer(peticion: HttpRequest) -> None:
    """A quien se le venció la sesión se le devuelve su lugar, si el aparato trae su credencial y sigue valiendo.

    Quien organiza la retira al quitarlo de su lugar (D282): la llave deja de ser de alguien.
    """
    firmada = peticion.COOKIES.get(GALLETA.nombre, "")
    if not firmada or LLAVE in peticion.session or peticion.user.is_authenticated:
        return
    try:
        llave = _firma.unsign(firmada, max_age=VIDA)
    except BadSignature:
        return
    if consultas.llave_con_lugar(llave):
        peticion.session[LLAVE] = llave


def marcas_de(quien: Quien) -> set[str]:
    """Con cuáles pudo guardar algo: con su cuenta, o con la llave de antes de entrar a ella."""
    return {marca for marca in (marca_de(quien.cuenta_id, ""), marca_de(None, quien.llave)) if marca}


def guardable(peticion: HttpRequest, quien: Quien, respuesta: HttpResponse) -> HttpResponse:
    """Deja que el navegador guarde esta página, y al que entró sin correo le deja su credencial."""
    if not messages.get_messages(peticion).used:  # un aviso de una vez no se repite sin señal
        respuesta[GUARDAR] = marca_de(quien.cuenta_id, quien.llave)
    if quien.llave and quien.cuenta_id is None and GALLETA.nombre not in peticion.COOKIES:
        dejar(respuesta, quien.llave)
    return respuesta


def dejar(respuesta: HttpResponse, llave: str) -> None:
    """La credencial: firmada, y que ningún guion la lee."""
    GALLETA.dejar(respuesta, _firma.sign(llave))

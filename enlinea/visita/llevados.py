"""Los ejercicios resueltos sin cuenta: van en una galleta de ese aparato, y al entrar pasan a la cuenta (D721).

La galleta no lleva firma: quien la escriba a mano sólo se engaña solo, y de ahí no sale más que la lista de la casa.
"""

import re
from datetime import timedelta

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import ngettext

from config.base.galletas import Galleta
from enlinea.academia.consultas.coleccion import de_muestra, resueltos_de
from enlinea.academia.servicios.coleccion import casa_recibir

GALLETA = Galleta("ejercicios", timedelta(days=365))
_CLAVES = re.compile(r"[0-9]{1,9}-[0-9]{1,2}(?:_[0-9]{1,9}-[0-9]{1,2}){0,40}")


def del_aparato(peticion: HttpRequest) -> frozenset[str]:
    """Los de la galleta; lo que no sea una clave de aquí, fuera."""
    dicho = peticion.COOKIES.get(GALLETA.nombre, "")
    return frozenset(dicho.split("_")) & de_muestra().keys() if _CLAVES.fullmatch(dicho) else frozenset()


def llevados(peticion: HttpRequest) -> frozenset[str]:
    """Los que lleva quien mira: los del aparato y, si entró, los de su cuenta."""
    suyos = resueltos_de(peticion.user.pk) if peticion.user.is_authenticated else frozenset()
    return del_aparato(peticion) | (suyos & de_muestra().keys())


def recordar(peticion: HttpRequest, respuesta: HttpResponseBase, clave: str) -> None:
    """Acaba de resolver ése sin cuenta."""
    GALLETA.dejar(respuesta, "_".join(sorted({*del_aparato(peticion), clave})))


def pasar_a_la_cuenta(peticion: HttpRequest, respuesta: HttpResponseBase, cuenta_id: int) -> None:
    """Los del aparato, a la cuenta que acaba de entrar; una sola vez, porque la galleta se retira."""
    if GALLETA.nombre not in peticion.COOKIES:
        return
    nuevos = casa_recibir(cuenta_id=cuenta_id, claves=del_aparato(peticion), ahora=timezone.now())
    GALLETA.quitar(respuesta)
    if nuevos:
        dicho = ngettext(
            "En tu cuenta ya está el ejercicio que resolviste aquí sin ella.",
            "En tu cuenta ya están los %(n)d ejercicios que resolviste aquí sin ella.",
            nuevos,
        )
        messages.success(peticion, dicho % {"n": nuevos})

"""Los códigos de error, dichos a la persona: qué pasó y qué hacer."""

from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from suscripciones.errores import ErrorDeSuscripcion

# por qué la cuenta no se puede borrar ahora
NO_SE_BORRA = {
    "borrar_con_torneo": _l("Organizas un torneo sin terminar. Termínalo o cancélalo, y vuelve."),
    "borrar_con_recreo": _l("Organizas un Recreo sin terminar. Termínalo o cancélalo, y vuelve."),
    "borrar_con_mesa": _l("Estás en una mesa en línea, o acaba de cerrarse. Termina o sal, espera un minuto y vuelve."),
    "borrar_administrador": _l("Administras el sitio. Pide a otra persona que te quite ese permiso, y vuelve."),
}

DE_COBRAR = {
    "plan_desconocido": _l("Ese plan ya no se ofrece. Elige otro."),
    "forma_no_ofrecida": _l("Así no se puede pagar ese plan. Elige otra forma de la lista."),
    "pasarela_caida": _l("Quien cobra no contesta y no se cobró nada. Espera un minuto y vuelve a intentarlo."),
    "pasarela_quitada": _l("Quien cobró este pago ya no está puesto: devuélvelo en su página y aquí se apuntará solo."),
    "pasarela_desconocida": _l("Aquí no cobra nadie con ese nombre."),
    "cobrado_en_linea": _l("Ese periodo se pagó en línea. Búscalo en Pagos y devuélvelo ahí."),
    "nada_que_devolver": _l("De ese pago no hay nada que devolver."),
    "orden_ajena": _l("Esa orden ya se usó para otra cosa. Vuelve a abrir la página."),
    "rfc_invalido": _l("Ese RFC no está bien escrito: son 13 letras y números de una persona, o 12 de una empresa."),
    "regimen_de_otro": _l("Ese régimen no es de quien tiene ese RFC. Revisa tu constancia y elige otro."),
    "uso_desconocido": _l("Elige un uso de la lista."),
    "codigo_postal": _l("El código postal son cinco cifras: el de tu domicilio fiscal."),
}


DICHOS = {
    **NO_SE_BORRA,
    **DE_COBRAR,
    "correo_igual": _l("Ése es el correo que ya tienes. Escribe el nuevo."),
    "correo_ocupado": _l("Ya hay otra cuenta con ese correo. Entra con él, o escribe otro."),
    "correo_con_sancion": _l(
        "Con tarjetas o una suspensión el correo no se cambia aquí. Escríbenos desde el que tienes y lo vemos contigo."
    ),
    "fechas_al_reves": _l("La suspensión debe terminar después de empezar."),
    "nota_vacia": _l("Escribe la nota: quedó vacía y no se guardó nada."),
    "nota_larga": _l("Esa nota es muy larga: caben 500 letras."),
    "sin_permiso": _l("Tu cuenta no tiene permiso para eso."),
}


def sin_precio(moneda: str) -> str:
    """En esa moneda no se cobra."""
    if moneda == "MXN":
        return _("Este plan todavía no tiene precio en pesos. Puedes pagarlo en dólares.")
    return _("Este plan no tiene precio en esa moneda. Elige otra.")


def _en_palabras(espera: timedelta) -> str:
    segundos = max(1, int(espera.total_seconds()) + 1)
    if segundos < 90:
        return ngettext("%(n)d segundo", "%(n)d segundos", segundos) % {"n": segundos}
    minutos = -(-segundos // 60)
    if minutos < 90:
        return ngettext("%(n)d minuto", "%(n)d minutos", minutos) % {"n": minutos}
    horas = -(-minutos // 60)
    return ngettext("%(n)d hora", "%(n)d horas", horas) % {"n": horas}


def _equivocado(quedan: int) -> str:
    return ngettext(
        "Ese código no es. Revisa las seis cifras del último correo; te queda %(n)d intento.",
        "Ese código no es. Revisa las seis cifras del último correo; te quedan %(n)d intentos.",
        quedan,
    ) % {"n": quedan}


def texto_de(error: ErrorDeSuscripcion) -> str:
    """El texto en español de un error."""
    match error.codigo:
        case "codigo_equivocado":
            return _equivocado(error.datos["quedan"])
        case "codigo_caducado":
            return _("Ese código ya no vale. Pide otro.")
        case "codigo_agotado":
            return _("Van cinco intentos y por seguridad ese código ya no vale. Pide otro.")
        case "espera_para_reenviar":
            return _("Ya va en camino. Si no llega, pide otro en %(espera)s.") % {
                "espera": _en_palabras(error.datos["espera"])
            }
        case "demasiados_intentos":
            return _("Van muchos intentos seguidos. Espera %(espera)s y vuelve a intentarlo.") % {
                "espera": _en_palabras(error.datos["espera"])
            }
        case "cuenta_inactiva":
            return _("Tu cuenta está desactivada. Escríbenos para revisarlo.")
        case "usuario_ocupado":
            return _("Ese usuario ya está ocupado. Prueba con otro.")
        case "sin_precio":
            return sin_precio(error.datos["moneda"])
        case "dias_de_mas":
            return _("Se extiende de 1 a %(tope)d días.") % {"tope": error.datos["tope"]}
        case "motivo_vacio":
            return _("Escribe el motivo: la persona lo va a leer.")
        case "motivo_largo":
            return _("Ese motivo es muy largo: caben 200 letras.")
        case "sancion_que_corre":
            return _(
                "No se suspendió: a esta persona ya le corre una tarjeta roja o una suspensión de la administración. "
                "Nadie se sanciona dos veces por lo mismo. Si fue por otra cosa, o quieres otra fecha, levanta antes "
                "la que corre."
            )
        case codigo if codigo in DICHOS:
            return str(DICHOS[codigo])
        case _otro:
            return _("No se pudo (%(codigo)s). No cambió nada; vuelve a intentarlo.") % {"codigo": error.codigo}

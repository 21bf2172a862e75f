"""Los avisos de privacidad: qué se pide en cada captura y para qué, y quién responde por los datos.

Lo usan el aviso corto de cada formulario y la página entera, así dicen lo mismo. Ley Federal de Protección de Datos
Personales en Posesión de los Particulares (DOF, 20 de marzo de 2025).
"""

from typing import Any, NamedTuple

from django.conf import settings
from django.core.checks import CheckMessage, Warning
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DOF = "https://www.dof.gob.mx/nota_detalle.php?codigo=5752569&fecha=20/03/2025"
"""El decreto que expidió la ley y nombró a su autoridad."""
DIAS_DE_RESPUESTA = 20
DIAS_PARA_CUMPLIR = 15
"""Días hábiles: los de contestar a quien pide lo suyo y, si procede, los de hacerlo."""
AJUSTES = ("PRIVACIDAD_RESPONSABLE", "PRIVACIDAD_DOMICILIO", "PRIVACIDAD_CORREO")


class Captura(NamedTuple):
    """Un formulario que toma datos: dónde está, qué pide y para qué."""

    donde: str | Promise
    datos: str | Promise
    para: str | Promise
    necesaria: bool = True
    """Sin ello no se puede jugar; lo demás sólo se da si se quiere."""


CAPTURAS: dict[str, Captura] = {
    "entrar": Captura(
        _("Al entrar con un código"),
        _("Tu correo, tu red y tu navegador"),
        _("mandarte el código, abrir tu cuenta y frenar a quien quiera adivinarlo"),
    ),
    "alta": Captura(
        _("Al crear tu cuenta con contraseña"),
        _("Tu nombre, tu correo y tu contraseña cifrada"),
        _("reconocerte, que los demás sepan quién juega y avisarte lo de tu cuenta"),
    ),
    "cuenta": Captura(
        _("En Mi cuenta"),
        _("Tu nombre y, si quieres, un usuario"),
        _("que los demás sepan quién juega y que entres sin escribir el correo"),
    ),
    "pagar": Captura(
        _("Al pagar en línea"),
        _("Tu correo, qué plan pagas, cuánto y cómo"),
        _("cobrarte, darte tu suscripción y tu recibo"),
    ),
    "factura": Captura(
        _("Al pedir factura"),
        _("Tu RFC, tu nombre o razón social, tu régimen, el uso y tu código postal"),
        _("que la asociación te haga la factura"),
    ),
    "recreo": Captura(
        _("Al armar un Recreo"),
        _("Su título y, si quieres, el lugar y la procedencia"),
        _("que los invitados sepan de cuál se trata, dónde es y de quiénes"),
    ),
    "jugadores": Captura(
        _("Al apuntar a los jugadores de un Recreo"),
        _("Su nombre y, si lo das, su correo"),
        _("sentarlos, llevar el marcador y mandarles la invitación a ese Recreo"),
    ),
    "reclamar": Captura(
        _("Al elegir tu nombre en un Recreo"),
        _("Tu nombre y un número al azar en este teléfono, o tu correo si ya entraste"),
        _("que anotes y veas tu mesa"),
    ),
    "discapacidad": Captura(
        _("Al marcar una discapacidad en un Recreo"),
        _("Si es visual, motriz o auditiva, cuándo lo aceptaste y si lo marcó por ti quien organiza"),
        _("que en tu mesa se juegue como pide el reglamento"),
        necesaria=False,
    ),
    "pena": Captura(
        _("En una peña"),
        _("El nombre de la peña y dónde se junta; de cada quien, su nombre, su correo si entró, qué paga y si viene"),
        _("llevar la tabla y las cuentas de la peña e invitar a sus Recreos; sólo lo ve su gente"),
    ),
    "foto": Captura(
        _("Al subir la foto de una hoja"),
        _("La foto, vuelta a guardar sin dónde, cuándo ni con qué teléfono se tomó"),
        _("probar lo que se anotó en papel; sólo la ven quienes tienen lugar en ese Recreo"),
    ),
    "torneo": Captura(
        _("Al inscribirte a un torneo"),
        _("Tu nombre y, si los das, tu correo, tu club y tu procedencia"),
        _("sentarte en una mesa y publicar tu lugar en la tabla; el correo no se enseña"),
    ),
    "registro": Captura(
        _("Al inscribir a alguien en un torneo"),
        _("Su nombre y, si lo das, su club"),
        _("sentarlo en una mesa y publicar su lugar en la tabla"),
    ),
    "enlinea": Captura(
        _("En línea"),
        _(
            "Cuándo estás, lo que escribes, cada jugada, a qué teléfono se te avisa si lo pides y, si la mesa cuenta,"
            " una huella de la red y del aparato"
        ),
        _("que se pueda jugar, llevar la estadística y cuidar el juego limpio"),
    ),
    "reporte": Captura(
        _("Al señalar a un jugador"),
        _("Lo que escribes y la plática de ese rato"),
        _("que la administración decida; a quien señalas no se le dice quién fue"),
    ),
}


def responsable() -> dict[str, Any]:
    """Quién responde por los datos y cómo se le escribe; lo que la operación no puso va vacío."""
    return {
        "nombre": settings.PRIVACIDAD_RESPONSABLE,
        "domicilio": settings.PRIVACIDAD_DOMICILIO,
        "correo": settings.PRIVACIDAD_CORREO,
    }


def revisar(**_opciones: Any) -> list[CheckMessage]:
    """`check --deploy`: la ley pide decir quién responde por los datos, dónde está y cómo se le escribe."""
    faltan = [ajuste for ajuste in AJUSTES if not getattr(settings, ajuste)]
    que = "El aviso de privacidad no dice quién responde por los datos: falta {}."
    pista = "Pon el nombre o razón social, el domicilio y el correo de quien opera el sitio (docs/operacion.md)."
    return [Warning(que.format(ajuste), hint=pista, id="privacidad.W001") for ajuste in faltan]

"""La cuenta: nace, comprueba su correo, se edita y la administración la cambia (SU1)."""

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils import timezone

from config.comun.correo import correo_normal
from suscripciones import correos
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.inscripciones import avisar_inscripcion
from suscripciones.models import Cuenta
from suscripciones.servicios.base import bloquear_cuenta
from suscripciones.servicios.borrado import con_sanciones, sanciones_heredar


def cuenta_por_correo(correo: str, nombre: str = "") -> Cuenta:
    """La cuenta de ese correo; si no existe, la crea sin contraseña: su dueño entra con un código.

    No comprueba que el correo sea de quien pide: eso lo hace `entrada` con el código.
    """
    limpio = correo_normal(correo)
    cuenta = Cuenta.objects.de_correo(limpio)
    if cuenta is not None:
        return cuenta
    try:
        with transaction.atomic():
            return Cuenta.objects.create_user(limpio, nombre=nombre.strip()[:60])
    except IntegrityError:
        return Cuenta.objects.get_by_natural_key(limpio)  # alguien se adelantó


def cuenta_verificar_correo(cuenta: Cuenta) -> None:
    """El dueño demostró que el correo es suyo.

    Si alguien se había dado de alta con ese correo sin comprobarlo, su contraseña deja de servir: no era del dueño.
    Si ese correo fue el de una cuenta borrada con sanciones, le siguen.
    """
    _comprobado(cuenta)
    sanciones_heredar(cuenta=cuenta)


def _comprobado(cuenta: Cuenta) -> None:
    with transaction.atomic():
        bloquear_cuenta(cuenta.pk)
        direccion, nueva = EmailAddress.objects.get_or_create(
            user=cuenta, email=cuenta.email, defaults={"verified": True, "primary": True}
        )
        if nueva or direccion.verified:
            return
        EmailAddress.objects.filter(pk=direccion.pk).update(verified=True, primary=True)
        if not cuenta.is_staff and cuenta.has_usable_password():
            cuenta.set_unusable_password()
            cuenta.save(update_fields=["password"])


def cuenta_cambiar_correo(*, cuenta: Cuenta) -> None:
    """El administrador cambió el correo: el anterior deja de servir y el nuevo se comprueba al entrar."""
    with transaction.atomic():
        bloquear_cuenta(cuenta.pk)
        EmailAddress.objects.filter(user=cuenta).delete()


def correo_mudar(*, cuenta_id: int, nuevo: str) -> Cuenta:
    """Su dueño lo pidió y demostró que tiene los dos: entra con el nuevo, y al anterior se le avisa (D722).

    Errores: `correo_igual`, `correo_ocupado`, y `correo_con_sancion`, porque borrarse con otro correo las quitaría.
    """
    limpio = correo_normal(nuevo)
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        anterior, cuenta.email = cuenta.email, limpio
        if limpio == anterior:
            raise ErrorDeSuscripcion("correo_igual")
        if con_sanciones(cuenta_id, timezone.now()):
            raise ErrorDeSuscripcion("correo_con_sancion")
        try:
            with transaction.atomic():
                cuenta.save(update_fields=["email"])
                EmailAddress.objects.filter(user=cuenta).delete()
                EmailAddress.objects.create(user=cuenta, email=limpio, verified=True, primary=True)
        except IntegrityError:
            raise ErrorDeSuscripcion("correo_ocupado") from None
        correos.enviar("correo_cambiado", anterior, {"cuenta": cuenta}, motivo=correos.Motivo.CUENTA, vale=correos.DURA)
    sanciones_heredar(cuenta=cuenta)
    return cuenta


def cuenta_revisar_inscripcion(*, cuenta: Cuenta) -> None:
    """El administrador activó o desactivó la cuenta: entra a la clasificación o sale de ella (ES2)."""
    with transaction.atomic():
        bloquear_cuenta(cuenta.pk)
        avisar_inscripcion(cuenta.pk)


def cuenta_editar(*, cuenta_id: int, nombre: str, usuario: str) -> Cuenta:
    """Cambia el nombre que ven los demás y el usuario con que se entra (opcional)."""
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        cuenta.nombre, cuenta.username = nombre.strip(), usuario.strip() or None
        if cuenta.username and Cuenta.objects.de_usuario(cuenta.username).exclude(pk=cuenta_id).exists():
            raise ErrorDeSuscripcion("usuario_ocupado")
        cuenta.save(update_fields=["nombre", "username"])
        return cuenta


def cuenta_nombrar(*, cuenta: Cuenta, nombre: str) -> None:
    """Pone su nombre a la cuenta recién creada."""
    cuenta.nombre = nombre.strip()
    cuenta.save(update_fields=["nombre"])

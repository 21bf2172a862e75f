"""Las cuentas, quién las busca y crea (el correo, siempre en su forma normal), y lo que queda de una borrada (SU1)."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import BaseUserManager
from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.comun.correo import CampoDeCorreo, correo_normal
from config.comun.filtro import sin_groserias

# Sin arroba: un usuario nunca se confunde con el correo de otra persona al entrar.
USUARIO_VALIDO = RegexValidator(r"^[\w.-]+\Z", _("Usa sólo letras, números, punto, guion o guion bajo."))


def _chico(usuario: str | None) -> str:
    return (usuario or "").strip().lower()


class GestorDeCuentas(BaseUserManager["Cuenta"]):
    """Crea cuentas y administradores."""

    def create_user(self, email: str, password: str | None = None, **campos: Any) -> "Cuenta":
        """Crea una cuenta; sin contraseña sólo se entra con código."""
        if not email:
            raise ValueError("Falta el correo.")
        cuenta: Cuenta = self.model(email=correo_normal(email), **campos)
        cuenta.set_password(password)
        cuenta.save(using=self._db)
        return cuenta

    def create_superuser(self, email: str, password: str | None = None, **campos: Any) -> "Cuenta":
        """Crea un administrador con todos los permisos; quien tiene la consola ya demostró quién es."""
        from allauth.account.models import EmailAddress

        cuenta = self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **campos})
        EmailAddress.objects.using(self._db).create(user=cuenta, email=cuenta.email, verified=True, primary=True)
        return cuenta

    def que_entra(self, escrito: str) -> "Cuenta | None":
        """La de ese correo o usuario, sin distinguir mayúsculas: un usuario no lleva arroba, así que es una."""
        if "@" in escrito:
            return self.de_correo(escrito)
        hallada = self.de_usuario(escrito).first()
        return hallada if hallada is not None and _chico(hallada.username) == _chico(escrito) else None

    def de_usuario(self, usuario: str) -> "models.QuerySet[Cuenta]":
        """Quien lo lleva, sin distinguir mayúsculas. Con LOWER de los dos lados, que es lo que tiene índice.

        `iexact` compara con UPPER: recorría la tabla entera, y por lo que tardaba el tope de la entrada también.
        """
        return self.alias(usuario_chico=Lower("username")).filter(usuario_chico=Lower(Value(usuario.strip())))

    def de_correo(self, correo: str) -> "Cuenta | None":
        """La de ese correo en su forma normal, letra por letra.

        «ana@gmaıl.com» (sin punto en la i) no es «ana@gmail.com»: quien tuviera el dominio que se parece recibiría el
        código de la otra (CVE-2019-19844).
        """
        return self.filter(email=correo).first()

    def get_by_natural_key(self, correo: str | None) -> "Cuenta":
        """La cuenta de un correo, sin distinguir mayúsculas."""
        cuenta = self.de_correo(correo or "")
        if cuenta is None:
            raise self.model.DoesNotExist
        return cuenta


class Cuenta(AbstractBaseUser, PermissionsMixin):
    """Una persona: entra con su correo (o usuario) y contraseña, o con un código que llega a su correo."""

    email = CampoDeCorreo(_("correo"), max_length=254)
    username = models.CharField(
        _("usuario"), max_length=40, null=True, blank=True, validators=[USUARIO_VALIDO, sin_groserias]
    )
    nombre = models.CharField(_("nombre"), max_length=60, blank=True, validators=[sin_groserias])
    is_active = models.BooleanField(_("activa"), default=True)
    is_staff = models.BooleanField(_("entra a la administración"), default=False)
    date_joined = models.DateTimeField(_("alta"), default=timezone.now)

    objects: ClassVar[GestorDeCuentas] = GestorDeCuentas()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("cuenta")
        verbose_name_plural = _("cuentas")
        # cada segundo se pregunta por las de miles de sentados: casi ninguna, y sin esto se buscaban una por una
        indexes = (models.Index(fields=("id",), condition=models.Q(is_active=False), name="cuenta_inactiva"),)
        constraints = (
            models.UniqueConstraint(
                fields=("email",),
                name="cuenta_correo_normal_unico",
                violation_error_message=_("Ya hay una cuenta con ese correo."),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="cuenta_usuario_unico",
                condition=models.Q(username__isnull=False),
                violation_error_message=_("Ese usuario ya está ocupado. Prueba con otro."),
            ),
        )

    def __str__(self) -> str:
        return self.nombre or self.email


class CuentaBorrada(models.Model):
    """Una que su dueño borró: el seudónimo con que queda lo jugado y, si tenía sanciones, con qué reconocerla."""

    cuenta = models.OneToOneField(
        Cuenta, on_delete=models.PROTECT, primary_key=True, related_name="borrada", verbose_name=_("cuenta")
    )
    seudonimo = models.CharField(_("seudónimo"), max_length=20, unique=True)
    cuando = models.DateTimeField(_("cuándo"), db_index=True)
    # HMAC del correo; sólo si le corre una sanción o tiene tarjetas, para que borrarse no las quite
    huella = models.CharField(max_length=64, blank=True, db_index=True, editable=False)

    class Meta:
        verbose_name = _("cuenta borrada")
        verbose_name_plural = _("cuentas borradas")
        ordering = ("-cuando",)

    def __str__(self) -> str:
        return self.seudonimo

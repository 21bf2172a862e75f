"""Gestor de cuentas (el correo se guarda siempre en su forma normal) y qué suspensiones corren."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.db import models
from django.db.models import Expression, Value
from django.db.models.functions import Lower

from config.comun.correo import correo_normal

if TYPE_CHECKING:
    from suscripciones.models import Cuenta, Suspension


class GestorDeSuspensiones(models.Manager["Suspension"]):
    """Suspensiones y bloqueos."""

    def que_corren(self, ahora: "datetime | Expression") -> "models.QuerySet[Suspension]":
        """Ya empezaron, no han terminado y nadie las levantó (SU3)."""
        vivas = self.filter(desde__lte=ahora, levantada_en__isnull=True)
        return vivas.filter(models.Q(hasta__isnull=True) | models.Q(hasta__gt=ahora))


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

"""Gestor de cuentas (el correo se guarda siempre en minúsculas) y qué suspensiones corren."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth.base_user import BaseUserManager
from django.db import models
from django.db.models import Expression

if TYPE_CHECKING:
    from suscripciones.models import Cuenta, Suspension


class GestorDeSuspensiones(models.Manager["Suspension"]):
    """Suspensiones y bloqueos."""

    def que_corren(self, ahora: "datetime | Expression") -> "models.QuerySet[Suspension]":
        """Ya empezaron, no han terminado y nadie las levantó (SU3)."""
        vivas = self.filter(desde__lte=ahora, levantada_en__isnull=True)
        return vivas.filter(models.Q(hasta__isnull=True) | models.Q(hasta__gt=ahora))


class GestorDeCuentas(BaseUserManager["Cuenta"]):
    """Crea cuentas y administradores."""

    def create_user(self, email: str, password: str | None = None, **campos: Any) -> "Cuenta":
        """Crea una cuenta; sin contraseña sólo se entra con código."""
        if not email:
            raise ValueError("Falta el correo.")
        cuenta: Cuenta = self.model(email=email.strip().lower(), **campos)
        cuenta.set_password(password)
        cuenta.save(using=self._db)
        return cuenta

    def create_superuser(self, email: str, password: str | None = None, **campos: Any) -> "Cuenta":
        """Crea un administrador con todos los permisos; quien tiene la consola ya demostró quién es."""
        from allauth.account.models import EmailAddress

        cuenta = self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **campos})
        EmailAddress.objects.using(self._db).create(user=cuenta, email=cuenta.email, verified=True, primary=True)
        return cuenta

    def get_by_natural_key(self, correo: str | None) -> "Cuenta":
        """La cuenta de un correo, sin distinguir mayúsculas."""
        return self.get(email__iexact=correo)

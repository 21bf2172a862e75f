"""Lo que la administración dice y quién ya lo leyó (002 §1.1.1)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MensajeDelAdministrador(models.Model):
    """Lo que la administración dice a todos o a uno (002 §1.1.1)."""

    para = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("para"),
        help_text=_("Vacío: para todos."),
    )
    texto = models.TextField(_("texto"), max_length=1000)
    enviado = models.DateTimeField(_("enviado"), default=timezone.now)
    enviado_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("enviado por")
    )

    class Meta:
        verbose_name = _("mensaje del administrador")
        verbose_name_plural = _("mensajes del administrador")
        ordering = ("-enviado", "-id")

    def __str__(self) -> str:
        return self.texto[:60]


class Lectura(models.Model):
    """Quién leyó ya un mensaje del administrador."""

    mensaje = models.ForeignKey(
        MensajeDelAdministrador, on_delete=models.CASCADE, related_name="lecturas", verbose_name=_("mensaje")
    )
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    leido = models.DateTimeField(_("leído"))

    class Meta:
        verbose_name = _("lectura")
        verbose_name_plural = _("lecturas")
        constraints = (models.UniqueConstraint(fields=("mensaje", "cuenta"), name="lectura_una_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mensaje_id}"

"""Las suspensiones y los bloqueos, y cuáles corren (SU3)."""

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.db.models import Expression
from django.utils.translation import gettext_lazy as _

from reglas.tarjetas import Color
from suscripciones.models.cuenta import Cuenta


class GestorDeSuspensiones(models.Manager["Suspension"]):
    """Suspensiones y bloqueos."""

    def que_corren(self, ahora: "datetime | Expression") -> "models.QuerySet[Suspension]":
        """Ya empezaron, no han terminado y nadie las levantó (SU3)."""
        vivas = self.filter(desde__lte=ahora, levantada_en__isnull=True)
        return vivas.filter(models.Q(hasta__isnull=True) | models.Q(hasta__gt=ahora))


class Suspension(models.Model):
    """Mientras dura, no se organiza ni se entra en línea (SU3); sin fin es un bloqueo. Termina sola."""

    class Origen(models.TextChoices):
        """De dónde salió (SA1-SA3)."""

        ADMINISTRACION = "administracion", _("decisión de la administración")
        AMARILLA = Color.AMARILLA.value, _("tarjetas amarillas")
        AZUL = Color.AZUL.value, _("tarjetas azules")
        ROJA = Color.ROJA.value, _("tarjeta roja")

    cuenta = models.ForeignKey(Cuenta, on_delete=models.CASCADE, related_name="suspensiones", verbose_name=_("cuenta"))
    desde = models.DateTimeField(_("desde"))
    hasta = models.DateTimeField(_("hasta"), null=True, blank=True, help_text=_("Vacío: bloqueo, sin fin."))
    motivo = models.CharField(_("motivo"), max_length=200, help_text=_("Lo lee la persona al entrar."))
    origen = models.CharField(
        _("de dónde salió"), max_length=14, choices=Origen, default=Origen.ADMINISTRACION, editable=False
    )
    # de qué hechos u orden sale: la misma no suspende dos veces
    clave = models.CharField(max_length=80, null=True, unique=True, editable=False)
    puesta_por = models.ForeignKey(
        Cuenta, on_delete=models.PROTECT, null=True, editable=False, related_name="+", verbose_name=_("quién la puso")
    )
    levantada_en = models.DateTimeField(_("se levantó"), null=True, editable=False)
    # sin nadie: la levantó el sistema, porque se anuló una tarjeta que la causaba
    levantada_por = models.ForeignKey(
        Cuenta,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("quién la levantó"),
    )
    motivo_de_levantar = models.CharField(_("por qué se levantó"), max_length=200, blank=True, editable=False)

    objects: ClassVar[GestorDeSuspensiones] = GestorDeSuspensiones()

    class Meta:
        verbose_name = _("suspensión")
        verbose_name_plural = _("suspensiones")
        ordering = ("-desde", "-id")

    def __str__(self) -> str:
        return f"{self.cuenta} · {self.motivo}"

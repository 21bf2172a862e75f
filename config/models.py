"""Lo que la casa anota de sí misma."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Latido(models.Model):
    """Cuándo se pudo escribir por última vez: `/salud` lo renueva para saber que la base guarda y no sólo contesta."""

    nombre = models.CharField(_("nombre"), max_length=40, primary_key=True)
    instante = models.DateTimeField(_("instante"))

    class Meta:
        verbose_name = _("latido")
        verbose_name_plural = _("latidos")

    def __str__(self) -> str:
        return self.nombre

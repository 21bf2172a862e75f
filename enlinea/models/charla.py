"""Lo que se escribe en la Sala y en las mesas (EL1, 002 §2.8)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa


class Charla(models.Model):
    """Un mensaje del chat: de una mesa o, sin mesa, de la Sala de Reunión (EL1, 002 §2.8)."""

    mesa = models.ForeignKey(
        Mesa, on_delete=models.CASCADE, null=True, blank=True, related_name="charla", verbose_name=_("mesa")
    )
    autor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("cuenta de quien escribió")
    )
    nombre = models.CharField(_("quién"), max_length=60)
    texto = models.CharField(_("texto"), max_length=300)
    # sólo si el filtro tapó algo; sólo lo ve la administración
    original = models.CharField(_("como se escribió"), max_length=300, blank=True, default="")
    instante = models.DateTimeField(_("cuándo"), default=timezone.now)
    id_orden = models.UUIDField(_("orden"), unique=True, editable=False)

    class Meta:
        verbose_name = _("mensaje del chat")
        verbose_name_plural = _("mensajes del chat")
        ordering = ("id",)
        indexes = (models.Index(fields=("mesa", "id")),)

    def __str__(self) -> str:
        return self.texto[:40]

"""A quién no quiere leer cada quien, en la Sala y en las mesas (EL1)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Silencio(models.Model):
    """`quien` no recibe lo que escribe `callado`, hasta que lo quite. El callado no se entera."""

    quien = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("quién")
    )
    callado = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("a quién no lee")
    )
    desde = models.DateTimeField(_("desde"))

    class Meta:
        verbose_name = _("silencio")
        verbose_name_plural = _("silencios")
        constraints = (
            models.UniqueConstraint(fields=("quien", "callado"), name="silencio_una_vez"),
            models.CheckConstraint(condition=~models.Q(quien=models.F("callado")), name="silencio_a_otro"),
        )

    def __str__(self) -> str:
        return f"{self.quien_id} · {self.callado_id}"

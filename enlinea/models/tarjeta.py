"""El expediente de tarjetas (SA1-SA3): un renglón por hecho. La suspensión que sale de ellas vive con la cuenta."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa
from reglas.tarjetas import Color as ColorDeRegla


class Tarjeta(models.Model):
    """Una tarjeta dada. No se edita ni se borra: se anula con motivo, y queda el rastro."""

    class Color(models.TextChoices):
        """Qué tan grave fue (002 §3)."""

        AMARILLA = ColorDeRegla.AMARILLA.value, _("amarilla")
        AZUL = ColorDeRegla.AZUL.value, _("azul")
        ROJA = ColorDeRegla.ROJA.value, _("roja")

    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tarjetas", verbose_name=_("persona")
    )
    color = models.CharField(_("color"), max_length=8, choices=Color)
    # «mesa:7:31:0» (mesa, num del diario y lugar del evento) o el reporte u orden de la roja: nadie paga dos veces
    hecho = models.CharField(_("hecho"), max_length=80, unique=True)
    mesa = models.ForeignKey(
        Mesa, on_delete=models.PROTECT, null=True, blank=True, related_name="tarjetas", verbose_name=_("mesa")
    )
    partida = models.PositiveSmallIntegerField(_("partida en la mesa"), null=True, blank=True)
    instante = models.DateTimeField(_("cuándo"))
    motivo = models.CharField(_("motivo"), max_length=200, blank=True, help_text=_("Lo lee la persona."))
    dada_por = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("quién la dio"),
    )
    anulada_en = models.DateTimeField(_("se anuló"), null=True, blank=True)
    anulada_por = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("quién la anuló"),
    )
    motivo_de_anulacion = models.CharField(_("por qué se anuló"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("tarjeta")
        verbose_name_plural = _("tarjetas")
        ordering = ("-instante", "-id")
        indexes = (
            models.Index(fields=("cuenta", "color")),
            models.Index(fields=("anulada_en",), condition=models.Q(anulada_en__isnull=False), name="tarjeta_anulada"),
        )

    def __str__(self) -> str:
        return f"{self.get_color_display()} · {self.cuenta}"

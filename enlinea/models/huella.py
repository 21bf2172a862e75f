"""Con qué red y qué aparato se sentó cada quien, sin guardar ni la dirección ni el aparato."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa


class Huella(models.Model):
    """Una huella con clave (HMAC): dice si dos coinciden en una mesa, no de quién es. Dura 90 días."""

    class Clase(models.TextChoices):
        """De qué es; la del navegador sólo si el aparato no trae su galleta."""

        RED = "red", _("red")
        APARATO = "aparato", _("aparato")
        NAVEGADOR = "navegador", _("navegador")

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="+", verbose_name=_("mesa"))
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    clase = models.CharField(_("clase"), max_length=10, choices=Clase)
    huella = models.CharField(_("huella"), max_length=32)
    instante = models.DateTimeField(_("instante"), db_index=True)

    class Meta:
        verbose_name = _("huella")
        verbose_name_plural = _("huellas")
        constraints = (models.UniqueConstraint(fields=("mesa", "cuenta", "clase", "huella"), name="huella_una_vez"),)
        # cuántas cuentas se han sentado desde una red, en cualquier mesa
        indexes = (models.Index(fields=("clase", "huella"), name="huella_por_valor"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mesa_id} · {self.clase}"

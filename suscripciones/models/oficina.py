"""Lo que la oficina apunta de una persona, y qué correos no quiere ella."""

from django.db import models
from django.utils.translation import gettext_lazy as _

LARGO_DE_NOTA = 500


class NotaDeLaCasa(models.Model):
    """Algo que quien atiende dejó dicho de una persona, para quien la atienda después. Se agrega; no se cambia."""

    cuenta = models.ForeignKey(
        "suscripciones.Cuenta", on_delete=models.CASCADE, related_name="notas", verbose_name=_("cuenta")
    )
    texto = models.CharField(_("nota"), max_length=LARGO_DE_NOTA)
    escrita = models.DateTimeField(_("cuándo"))
    por = models.ForeignKey(
        "suscripciones.Cuenta", on_delete=models.PROTECT, related_name="+", verbose_name=_("quién la escribió")
    )
    id_orden = models.UUIDField(unique=True, editable=False)

    class Meta:
        verbose_name = _("nota de la casa")
        verbose_name_plural = _("notas de la casa")
        ordering = ("-escrita", "-id")

    def __str__(self) -> str:
        return self.texto[:60]


class AvisoApagado(models.Model):
    """Un correo que la persona no quiere; sin renglón, le llega (`lista_de_avisos`)."""

    cuenta = models.ForeignKey("suscripciones.Cuenta", on_delete=models.CASCADE, related_name="avisos_apagados")
    aviso = models.CharField(max_length=15)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("cuenta", "aviso"), name="aviso_apagado_una_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.aviso}"

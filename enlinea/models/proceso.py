"""Los procesos que atienden mesas y quién está conectado o firmado en cada uno (EL1, EL9)."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa


class Proceso(models.Model):
    """Un servidor vivo: late en la base cada segundo. Sin latido, los plazos de sus mesas se congelan (EL9)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    arranque = models.BigIntegerField(_("arranque"))
    latido = models.BigIntegerField(_("latido"))

    class Meta:
        verbose_name = _("proceso")
        verbose_name_plural = _("procesos")

    def __str__(self) -> str:
        return str(self.id)


class Conexion(models.Model):
    """Qué proceso tiene el último socket de cada quien en cada mesa; se escribe al conectar y al perderse."""

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="+", verbose_name=_("mesa"))
    # negativa: el lugar de una mesa de torneo, que no tiene cuenta (`DatosDeMesa`)
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="+",
        verbose_name=_("cuenta"),
        db_constraint=False,
    )
    proceso = models.UUIDField(_("proceso"))
    instante = models.BigIntegerField(_("instante"))
    viva = models.BooleanField(_("viva"), default=True)

    class Meta:
        verbose_name = _("conexión")
        verbose_name_plural = _("conexiones")
        constraints = (models.UniqueConstraint(fields=("mesa", "cuenta"), name="conexion_una_por_mesa"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mesa_id}"


class Presencia(models.Model):
    """Alguien firmado, según un proceso que tiene su página abierta (EL1). Sin renovarse caduca sola.

    Una persona con pestañas en dos procesos tiene dos filas y es UNA presencia.
    """

    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    proceso = models.UUIDField(_("proceso"))
    entro = models.DateTimeField(_("hora de entrada"))
    visto = models.DateTimeField(_("visto"), db_index=True)
    actividad = models.DateTimeField(_("última actividad"))
    viva = models.BooleanField(_("viva"), default=True)

    class Meta:
        verbose_name = _("presencia")
        verbose_name_plural = _("presencias")
        constraints = (models.UniqueConstraint(fields=("cuenta", "proceso"), name="presencia_una_por_proceso"),)
        indexes = (models.Index(fields=("proceso", "viva")),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.entro}"

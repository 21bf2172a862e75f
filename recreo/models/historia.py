"""Lo que pasó en un Recreo además de las manos: quién relevó a quién y el rastro de lo que se deshizo o cambió.

Se leen desde `recreo.models`, que los reúne.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Relevo(models.Model):
    """Desde la partida `desde`, en el lugar `lugar` del programa juega `jugador` (D303)."""

    recreo = models.ForeignKey("recreo.Recreo", models.CASCADE, related_name="relevos")
    lugar = models.PositiveSmallIntegerField()
    jugador = models.ForeignKey("recreo.Jugador", models.PROTECT, related_name="relevos")
    desde = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("desde", "lugar")
        constraints = (models.UniqueConstraint(fields=["recreo", "lugar", "desde"], name="relevo_una_vez"),)

    def __str__(self) -> str:
        return f"{self.lugar} desde {self.desde}"


class Suceso(models.Model):
    """Algo que alguien hizo o deshizo, además de anotar: quién, cuándo, qué era y por qué. Sólo se agregan.

    `datos` se le enseña a cualquiera del Recreo; `reservado` (correos), sólo a quien manda.
    """

    class Tipo(models.TextChoices):
        FINAL = "final", _("Se anunció el final")
        TERMINADO_AQUI = "terminado_aqui", _("Se terminó aquí")
        REABIERTO = "reabierto", _("Se reabrió el Recreo")
        MESA_REABIERTA = "mesa_reabierta", _("Se reabrió una mesa")
        PARTIDA_DESHECHA = "partida_deshecha", _("Se deshizo el inicio de una partida")
        PAUSA = "pausa", _("Se dejó para otro día")
        RETOMADO = "retomado", _("Se retomó")
        SUPLENTE = "suplente", _("Entró un suplente")
        TITULAR = "titular", _("Volvió el titular")
        RELEVO_DESHECHO = "relevo_deshecho", _("Se deshizo un relevo")
        AUSENCIA = "ausencia", _("Falta alguien")
        LLEGADA = "llegada", _("Llegó quien faltaba")
        NOMBRE = "nombre", _("Cambió un nombre")
        CORREO = "correo", _("Cambió un correo")
        TAMANO = "tamano", _("Cambió cuántos juegan")
        MANO_BORRADA = "mano_borrada", _("Se borró una mano")
        MANO_DEVUELTA = "mano_devuelta", _("Se devolvió una mano")
        HOJA_CONFORME = "hoja_conforme", _("Conforme con la hoja")
        HOJA_OBJETADA = "hoja_objetada", _("Objetó la hoja")
        CONFORMIDAD = "conformidad", _("Si se exige confirmar la hoja")
        SIN_CONFORMIDAD = "sin_conformidad", _("Se cerró sin confirmar la hoja")

    recreo = models.ForeignKey("recreo.Recreo", models.CASCADE, related_name="sucesos")
    tipo = models.CharField(max_length=20, choices=Tipo)
    jugador = models.ForeignKey("recreo.Jugador", models.SET_NULL, null=True, blank=True, related_name="sucesos")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()
    motivo = models.CharField(max_length=200, blank=True, default="")
    datos = models.JSONField(default=dict)
    reservado = models.JSONField(default=dict)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.tipo} en {self.recreo_id}"

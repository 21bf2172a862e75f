"""La convocatoria de un torneo por correo: una por torneo, y a quiénes se les mandó (TO2, D575)."""

from django.conf import settings
from django.db import models


class Convocatoria(models.Model):
    """Pedida por quien organiza y repartida aparte, por tandas: `hasta_cuenta` es la última cuenta que ya se miró."""

    torneo = models.OneToOneField("torneos.Torneo", models.CASCADE, related_name="convocatoria")
    quien = models.CharField(max_length=40)
    # por dónde entró quien la pidió: con eso empiezan los enlaces del correo
    sitio = models.CharField(max_length=200)
    pedida = models.DateTimeField()
    hasta_cuenta = models.BigIntegerField(default=0)
    mandadas = models.PositiveIntegerField(default=0)
    acabada = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=["id"], condition=models.Q(acabada__isnull=True), name="convocatoria_por_repartir"),
        )

    def __str__(self) -> str:
        return f"convocatoria de {self.torneo_id}"


class Convocado(models.Model):
    """Una cuenta a la que ya se le mandó: a nadie dos veces."""

    torneo = models.ForeignKey("torneos.Torneo", models.CASCADE, related_name="convocados")
    cuenta = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="convocatorias")
    instante = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["torneo", "cuenta"], name="convocado_una_vez"),)

    def __str__(self) -> str:
        return f"{self.torneo_id}:{self.cuenta_id}"

"""Los puestos de un torneo en pantallas y lo que se jugó en el Multiplicado (TO26 a TO28; decisiones 047 y 050)."""

from django.db import models
from django.db.models import Q

ZONAS = "ABCD"


class Puesto(models.Model):
    """Un lugar numerado del salón, con su aparato. Su pase no se guarda: sale de `serie` y de la clave de la casa.

    Cambiar `serie` anula el pase; `toma` es la del aparato que lo trae ahora y va en su sesión: otra, y éste ya no.
    """

    torneo = models.ForeignKey("torneos.Torneo", models.CASCADE, related_name="puestos")
    zona = models.PositiveSmallIntegerField()
    numero = models.PositiveSmallIntegerField()
    serie = models.CharField(max_length=32)
    toma = models.CharField(max_length=32, blank=True, default="")
    tomado = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("torneo", "zona", "numero")
        constraints = (
            models.UniqueConstraint(fields=["torneo", "zona", "numero"], name="puesto_unico"),
            models.CheckConstraint(condition=Q(zona__lt=len(ZONAS), numero__gte=1), name="puesto_en_su_zona"),
        )

    def __str__(self) -> str:
        return self.nombre

    @property
    def nombre(self) -> str:
        """Como se rotula: «B-12»."""
        return f"{ZONAS[self.zona]}-{self.numero}"


class ManosDeMesa(models.Model):
    """Multiplicado: lo jugado en una mesa, ficha por ficha. No existe hasta que cierra la última de su partida (TO28).

    Cada mano: `salidor`, `repartidas` por asiento y `jugadas`, [asiento, ficha], con −1 si pasó.
    """

    mesa = models.OneToOneField("torneos.Mesa", models.CASCADE, related_name="jugado")
    manos = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"lo jugado en {self.mesa_id}"

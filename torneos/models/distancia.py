"""A Distancia: las parejas y los equipos que se declaran antes de la partida 1 (TO25; 001 §6.2.4.8)."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Declarado(models.Model):
    """Una pareja o un equipo cuya cuenta es la suma de las de los suyos, que juegan en Individual."""

    torneo = models.ForeignKey("torneos.Torneo", models.CASCADE, related_name="declarados")
    nombre = models.CharField(_("nombre"), max_length=40)
    # 2, pareja; 4, equipo
    cuantos = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("torneo", "cuantos", "pk")
        constraints = (
            models.UniqueConstraint(fields=["torneo", "nombre"], name="declarado_un_nombre"),
            models.CheckConstraint(condition=Q(cuantos__in=(2, 4)), name="declarado_de_dos_o_cuatro"),
        )

    def __str__(self) -> str:
        return self.nombre


class EnDeclarado(models.Model):
    """Quién está en una: nadie en dos del mismo tamaño."""

    declarado = models.ForeignKey(Declarado, models.CASCADE, related_name="suyos")
    inscrito = models.ForeignKey("torneos.Inscrito", models.CASCADE, related_name="declaraciones")
    cuantos = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("declarado", "pk")
        constraints = (models.UniqueConstraint(fields=["inscrito", "cuantos"], name="declarado_una_de_cada_tipo"),)

    def __str__(self) -> str:
        return f"{self.declarado_id}:{self.inscrito_id}"

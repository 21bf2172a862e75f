"""La foto de una hoja de papel, prueba de lo que se anotó (RE8). Se lee desde `recreo.models`, que lo reúne."""

from django.db import models


class FotoDeHoja(models.Model):
    """Una foto ya limpia: vuelta a codificar, sin lo que la cámara le pega (dónde, cuándo, con qué) y acotada.

    Va en la base: entra en los mismos respaldos y se borra con lo demás del Recreo.
    """

    mesa = models.ForeignKey("recreo.Mesa", models.CASCADE, related_name="fotos")
    jugador = models.ForeignKey("recreo.Jugador", models.SET_NULL, null=True, blank=True, related_name="fotos")
    imagen = models.BinaryField()
    ancho = models.PositiveSmallIntegerField()
    alto = models.PositiveSmallIntegerField()
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"foto de {self.mesa_id}"

"""Para que nadie se quede sin oír (RE5): quién se oyó hace cuánto y a qué aparatos se avisa. Los registra `models`."""

from django.db import models

from config.comun.aparatos import AparatoConPush


class Presencia(models.Model):
    """Cuándo se oyó por última vez el teléfono de un lugar y cuándo tuvo la pantalla a la vista (D291).

    La renueva por lotes cada proceso y caduca sola. Sólo de quienes hace falta saberlo.
    """

    jugador = models.OneToOneField("recreo.Jugador", models.CASCADE, related_name="presencia")
    latido = models.DateTimeField()
    a_la_vista = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.jugador_id} {self.latido:%H:%M:%S}"


class AparatoAvisado(AparatoConPush):
    """Un aparato al que se le manda push, de la persona que ocupa un lugar (D293).

    Vale mientras siga su sesión, el lugar sea suyo y el Recreo no termine. `dichas`: lo que ya se le avisó y sigue
    pendiente; `version`: la última del Recreo que se miró para él.
    """

    jugador = models.ForeignKey("recreo.Jugador", models.CASCADE, related_name="aparatos_avisados")
    quien = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=0)
    mirado = models.DateTimeField(null=True, blank=True)
    dichas = models.JSONField(default=list)
    no_antes = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["jugador", "version"], name="aparato_por_mirar"),)

    def __str__(self) -> str:
        return f"aparato de {self.jugador_id}"

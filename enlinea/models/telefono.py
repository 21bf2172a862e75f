"""A qué teléfonos se avisa de lo suyo en línea, y lo que falta por avisar (D781, decisión 060)."""

from django.conf import settings
from django.db import models

from config.comun.aparatos import AparatoConPush


class Telefono(AparatoConPush):
    """Un aparato de una cuenta que dijo que sí."""

    cuenta = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"teléfono de {self.cuenta_id}"


class AvisoAlTelefono(models.Model):
    """Una cosa que avisar a alguien, una sola vez: `clave` no se repite por cuenta.

    Nace con lo que la causa, en su transacción, y sólo para quien tiene teléfono apuntado. `salio`: cuándo lo tomó una
    vuelta del barrido; no se borra enseguida para que lo mismo no se anote otra vez. `telefonos`: a cuáles falta,
    si ya salió a otros.
    """

    class Que(models.TextChoices):
        """De qué se avisa."""

        INVITACION = "invitacion"
        COMPLETA = "completa"
        TE_ESPERAN = "te_esperan"
        TRES = "tres"
        CITA = "cita"
        CITA_ABIERTA = "cita_abierta"

    cuenta = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    clave = models.CharField(max_length=60)
    que = models.CharField(max_length=12, choices=Que)
    datos = models.JSONField(default=dict)
    nacio = models.DateTimeField()
    vale_hasta = models.DateTimeField(db_index=True)
    no_antes = models.DateTimeField(null=True)
    salio = models.DateTimeField(null=True)
    intentos = models.PositiveSmallIntegerField(default=0)
    telefonos = models.JSONField(default=list)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("cuenta", "clave"), name="aviso_al_telefono_una_vez"),)
        # lo que se pregunta cada segundo: casi siempre no hay nada
        indexes = (models.Index(fields=["nacio"], name="aviso_por_salir", condition=models.Q(salio=None)),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.clave}"

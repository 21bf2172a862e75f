"""Un aparato al que se le manda push: lo mismo en el Recreo y en línea (D293, D781)."""

from django.db import models


class AparatoConPush(models.Model):
    """Su dirección en el servicio de push y sus llaves. Vale mientras siga la sesión con que se apuntó."""

    sesion = models.CharField(max_length=40)
    huella = models.CharField(max_length=64, unique=True)
    direccion = models.TextField()
    p256dh = models.CharField(max_length=120)
    secreto = models.CharField(max_length=40)
    creado = models.DateTimeField()
    fallas = models.PositiveSmallIntegerField(default=0)

    class Meta:
        abstract = True

"""Las peñas: quién es, sus temporadas, los Recreos que jugó, la fecha que sigue y lo que se debe (decisión 037).

Se leen desde `recreo.models`, que los reúne. Lo sumado (`Desglose`, `resumen`) se puede tirar y volver a sumar de lo
anotado.
"""

from uuid import uuid4

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.comun.correo import CampoDeCorreo


class Desglose(models.Model):
    """Lo que dejó un Recreo terminado (`reglas/desglose.py`), en la versión en que se sumó."""

    recreo = models.OneToOneField("recreo.Recreo", models.CASCADE, related_name="desglose")
    version = models.PositiveIntegerField()
    datos = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"desglose de {self.recreo_id}"


class Pena(models.Model):
    """Quien juega cada semana. Es la fila que bloquean sus órdenes; `clave` va en el enlace de invitación."""

    nombre = models.CharField(_("nombre"), max_length=60)
    lugar = models.CharField(_("lugar"), max_length=60, blank=True, default="")
    clave = models.CharField(max_length=24, unique=True)
    orden = models.UUIDField(unique=True, default=uuid4, editable=False)
    creada = models.DateTimeField()
    # sube cuando cambia lo que se suma; `sumada` es la que tienen los resúmenes
    version = models.PositiveIntegerField(default=1)
    sumada = models.PositiveIntegerField(default=0)
    # de toda su historia: cara a cara, saldos y menos pagos
    resumen = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("peña")
        verbose_name_plural = _("peñas")
        ordering = ("nombre", "pk")

    def __str__(self) -> str:
        return self.nombre


class Miembro(models.Model):
    """Alguien de una peña, con cuenta o apuntado por su nombre. Quien sale conserva su renglón: la tabla lo nombra."""

    class Papel(models.TextChoices):
        ENCARGADO = "encargado", _("Encargado")
        TESORERO = "tesorero", _("Tesorero")
        MIEMBRO = "miembro", _("Miembro")

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="miembros")
    nombre = models.CharField(_("nombre"), max_length=40)
    # sólo lo ve quien lleva la peña
    correo = CampoDeCorreo(_("correo"), blank=True, default="")
    cuenta = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="penas")
    papel = models.CharField(max_length=12, choices=Papel, default=Papel.MIEMBRO)
    desde = models.DateTimeField()
    salio = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("miembro de una peña")
        verbose_name_plural = _("miembros de peñas")
        ordering = ("nombre", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["pena", "cuenta"], condition=Q(cuenta__isnull=False), name="miembro_por_cuenta"
            ),
        )

    def __str__(self) -> str:
        return self.nombre


class Temporada(models.Model):
    """De un día a otro, con sus reglas de cuenta. Sólo la última está abierta."""

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="temporadas")
    nombre = models.CharField(_("nombre"), max_length=40)
    desde = models.DateField()
    hasta = models.DateField(null=True, blank=True)
    # vacía: los puntos de cada Recreo
    por_lugar = models.JSONField(default=list)
    mejores = models.PositiveSmallIntegerField(default=0)
    asistencia = models.PositiveSmallIntegerField(default=0)
    resumen = models.JSONField(default=dict)

    class Meta:
        ordering = ("-desde", "-pk")
        constraints = (
            models.UniqueConstraint(fields=["pena"], condition=Q(hasta__isnull=True), name="temporada_abierta_una"),
            models.CheckConstraint(
                condition=Q(hasta__isnull=True) | Q(hasta__gte=models.F("desde")), name="temporada_en_orden"
            ),
        )

    def __str__(self) -> str:
        return self.nombre


class JuegoDePena(models.Model):
    """Un Recreo de la peña; `quienes` dice qué miembro fue cada número, y se fija al terminar."""

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="juegos")
    recreo = models.OneToOneField("recreo.Recreo", models.CASCADE, related_name="de_pena")
    dia = models.DateField()
    quienes = models.JSONField(default=dict)

    class Meta:
        ordering = ("-dia", "-pk")
        indexes = (models.Index(fields=["pena", "-dia", "-id"], name="juego_por_dia"),)

    def __str__(self) -> str:
        return f"{self.pena_id}: {self.recreo_id}"


class Cita(models.Model):
    """Cuándo se juega la próxima. `secuencia` sube con cada cambio: el calendario la mueve en vez de repetirla."""

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="citas")
    orden = models.UUIDField(unique=True, default=uuid4, editable=False)
    cuando = models.DateTimeField()
    lugar = models.CharField(max_length=60, blank=True, default="")
    nota = models.CharField(max_length=200, blank=True, default="")
    secuencia = models.PositiveSmallIntegerField(default=0)
    cambiada = models.DateTimeField()
    cancelada = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("cuando", "pk")
        indexes = (models.Index(fields=["pena", "cuando"], name="cita_por_fecha"),)

    def __str__(self) -> str:
        return f"{self.pena_id}: {self.cuando:%Y-%m-%d}"


class Respuesta(models.Model):
    """Si alguien viene a una cita; la última que dio."""

    cita = models.ForeignKey(Cita, models.CASCADE, related_name="respuestas")
    miembro = models.ForeignKey(Miembro, models.CASCADE, related_name="respuestas")
    viene = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["cita", "miembro"], name="respuesta_por_miembro"),)

    def __str__(self) -> str:
        return f"{self.miembro_id}: {self.viene}"


class Cuota(models.Model):
    """Lo que se pide a quienes estaban en la peña al ponerla. La aplicación apunta; no mueve dinero."""

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="cuotas")
    orden = models.UUIDField(unique=True, default=uuid4, editable=False)
    concepto = models.CharField(max_length=60)
    importe = models.DecimalField(max_digits=9, decimal_places=2, validators=[MinValueValidator(0)])
    vence = models.DateField(null=True, blank=True)
    puesta = models.DateTimeField()

    class Meta:
        ordering = ("-puesta", "-pk")
        constraints = (models.CheckConstraint(condition=Q(importe__gt=0), name="cuota_positiva"),)

    def __str__(self) -> str:
        return self.concepto


class CuotaDeMiembro(models.Model):
    """La cuota de cada quien: pendiente, pagada o exenta."""

    class Estado(models.TextChoices):
        PENDIENTE = "pendiente", _("Pendiente")
        PAGADA = "pagada", _("Pagada")
        EXENTA = "exenta", _("Exenta")

    cuota = models.ForeignKey(Cuota, models.CASCADE, related_name="de_cada_quien")
    miembro = models.ForeignKey(Miembro, models.CASCADE, related_name="cuotas")
    estado = models.CharField(max_length=12, choices=Estado, default=Estado.PENDIENTE)
    cambio = models.DateTimeField(null=True, blank=True)
    apunto = models.ForeignKey(Miembro, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("miembro__nombre", "pk")
        constraints = (models.UniqueConstraint(fields=["cuota", "miembro"], name="cuota_por_miembro"),)

    def __str__(self) -> str:
        return f"{self.cuota_id}: {self.miembro_id}"


class PagoEntreMiembros(models.Model):
    """Alguien le pagó a otro lo que le debía de las apuestas. Se anula, no se borra."""

    pena = models.ForeignKey(Pena, models.CASCADE, related_name="pagos")
    orden = models.UUIDField(unique=True, default=uuid4, editable=False)
    de = models.ForeignKey(Miembro, models.CASCADE, related_name="pago")
    a = models.ForeignKey(Miembro, models.CASCADE, related_name="cobro")
    importe = models.DecimalField(max_digits=9, decimal_places=2)
    instante = models.DateTimeField()
    apunto = models.ForeignKey(Miembro, models.SET_NULL, null=True, blank=True, related_name="+")
    anulado = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-instante", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(importe__gt=0), name="pago_positivo"),
            models.CheckConstraint(condition=~Q(de=models.F("a")), name="pago_a_otro"),
        )

    def __str__(self) -> str:
        return f"{self.de_id} a {self.a_id}: {self.importe}"

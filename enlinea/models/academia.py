"""Lo que se guarda en la Academia: actas importadas, ramas de simulación, análisis y ejercicios (AC1-AC3)."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa, id_al_azar
from enlinea.models.partida import Partida

UNA_FUENTE = models.Q(partida__isnull=False, importada__isnull=True) | models.Q(
    partida__isnull=True, importada__isnull=False
)


class ActaImportada(models.Model):
    """Un acta que alguien subió para repetirla; es sólo suya y nunca cuenta para la estadística."""

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    nombre = models.CharField(_("nombre"), max_length=60)
    meta = models.CharField(_("meta"), max_length=16, choices=Mesa.AQueSeJuega)
    manos = models.PositiveSmallIntegerField(_("manos"))
    acta = models.JSONField(_("acta"))
    # la misma acta no entra dos veces
    huella = models.CharField(_("huella"), max_length=64, editable=False)
    creada = models.DateTimeField(_("creada"), default=timezone.now)

    class Meta:
        verbose_name = _("acta importada")
        verbose_name_plural = _("actas importadas")
        ordering = ("-creada",)
        constraints = (models.UniqueConstraint(fields=("cuenta", "huella"), name="acta_importada_una_vez"),)

    def __str__(self) -> str:
        return self.nombre


class Rama(models.Model):
    """Una mano que pudo ser: las jugadas desde donde se aparta de la que fue. Es sólo de quien la hizo (AC2)."""

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    partida = models.ForeignKey(
        Partida, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("partida")
    )
    importada = models.ForeignKey(
        ActaImportada, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("importada")
    )
    mano = models.PositiveSmallIntegerField(_("mano"))
    desde = models.PositiveSmallIntegerField(_("jugada donde se aparta"))
    # pares [ficha, extremo], como los entiende `reglas.repeticion.simular`
    jugadas = models.JSONField(_("jugadas"))
    nombre = models.CharField(_("nombre"), max_length=40)
    creada = models.DateTimeField(_("creada"), default=timezone.now)
    borrada = models.DateTimeField(_("borrada"), null=True, blank=True)
    id_orden = models.UUIDField(_("orden"), default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        verbose_name = _("rama")
        verbose_name_plural = _("ramas")
        ordering = ("mano", "creada")
        constraints = (models.CheckConstraint(condition=UNA_FUENTE, name="rama_de_una_fuente"),)

    def __str__(self) -> str:
        return self.nombre


class Analisis(models.Model):
    """El análisis exacto de una partida o de un acta importada, preparado aparte (AC3)."""

    class Estado(models.TextChoices):
        """En qué va."""

        PENDIENTE = "pendiente", _("pendiente")
        LISTO = "listo", _("listo")
        FALLIDO = "fallido", _("no se pudo")

    partida = models.OneToOneField(
        Partida, on_delete=models.CASCADE, null=True, blank=True, related_name="analisis", verbose_name=_("partida")
    )
    importada = models.OneToOneField(
        ActaImportada,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="analisis",
        verbose_name=_("importada"),
    )
    estado = models.CharField(_("estado"), max_length=10, choices=Estado, default=Estado.PENDIENTE)
    version = models.PositiveSmallIntegerField(_("versión"), default=0)
    intentos = models.PositiveSmallIntegerField(_("intentos"), default=0)
    # quien lo está haciendo lo tiene hasta entonces
    tomado_hasta = models.DateTimeField(_("tomado hasta"), null=True, blank=True)
    # cuántas veces pidió alguien que se hiciera de nuevo el que no se pudo, y la última (D130)
    reintentos = models.PositiveSmallIntegerField(_("reintentos"), default=0)
    reintentado = models.DateTimeField(_("reintentado"), null=True, blank=True)
    datos = models.JSONField(_("datos"), null=True, blank=True)
    # una terna o más por error, para sumarlas sin abrir `datos`: `servicios.fallas.de_la_partida` (D522)
    fallas = models.JSONField(_("fallas"), null=True, blank=True, editable=False)
    creado = models.DateTimeField(_("creado"), default=timezone.now)

    class Meta:
        verbose_name = _("análisis")
        verbose_name_plural = _("análisis")
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("creado",), condition=models.Q(estado="pendiente"), name="analisis_por_hacer"),
            models.Index(
                fields=("partida",),
                condition=models.Q(estado="listo", fallas__isnull=True, partida__isnull=False),
                name="analisis_sin_fallas",
            ),
        )
        constraints = (models.CheckConstraint(condition=UNA_FUENTE, name="analisis_de_una_fuente"),)

    def __str__(self) -> str:
        return f"{self.partida or self.importada} · {self.estado}"


class Calculo(models.Model):
    """Una cuenta que alguien pidió sobre una posición ya jugada, hecha aparte como el análisis (D518, D520)."""

    class Clase(models.TextChoices):
        """Qué se pregunta; su valor es la orden de `python -m reglas`."""

        VARIANTE = "variante", _("lo que vale una simulación")
        SABIDO = "se-podia-saber", _("si se podía saber")

    partida = models.ForeignKey(
        Partida, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("partida")
    )
    importada = models.ForeignKey(
        ActaImportada, on_delete=models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("importada")
    )
    clase = models.CharField(_("qué se pregunta"), max_length=16, choices=Clase)
    # de qué posición: la misma pregunta sobre la misma posición se hace una vez
    clave = models.CharField(_("posición"), max_length=220)
    pedido = models.JSONField(_("pedido"))
    estado = models.CharField(_("estado"), max_length=10, choices=Analisis.Estado, default=Analisis.Estado.PENDIENTE)
    intentos = models.PositiveSmallIntegerField(_("intentos"), default=0)
    tomado_hasta = models.DateTimeField(_("tomado hasta"), null=True, blank=True)
    resultado = models.JSONField(_("resultado"), null=True, blank=True)
    creado = models.DateTimeField(_("creado"), default=timezone.now)

    class Meta:
        verbose_name = _("cálculo")
        verbose_name_plural = _("cálculos")
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("creado",), condition=models.Q(estado="pendiente"), name="calculo_por_hacer"),
            models.Index(fields=("clase", "creado"), name="calculo_por_clase"),
        )
        constraints = (
            models.CheckConstraint(condition=UNA_FUENTE, name="calculo_de_una_fuente"),
            models.UniqueConstraint(fields=("partida", "clase", "clave"), name="calculo_una_vez_por_partida"),
            models.UniqueConstraint(fields=("importada", "clase", "clave"), name="calculo_una_vez_por_acta"),
        )

    def __str__(self) -> str:
        return f"{self.clase} · {self.clave}"


class Ejercicio(models.Model):
    """Una jugada propia que costó, para volver a pensarla; lleva el progreso de su dueño."""

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+", verbose_name=_("partida"))
    mano = models.PositiveSmallIntegerField(_("mano"))
    jugada = models.PositiveSmallIntegerField(_("jugada"))
    costo = models.PositiveSmallIntegerField(_("costo"))
    intentos = models.PositiveSmallIntegerField(_("intentos"), default=0)
    a_la_primera = models.BooleanField(_("a la primera"), default=False)
    resuelto = models.DateTimeField(_("resuelto"), null=True, blank=True)
    # desde cuándo lo tiene planteado, y lo último que contestó (nada: pidió la solución)
    abierto = models.DateTimeField(_("abierto"), null=True, blank=True)
    ficha = models.PositiveSmallIntegerField(_("ficha"), null=True, blank=True)
    extremo = models.PositiveSmallIntegerField(_("extremo"), null=True, blank=True)
    # si lo último contestado acertó, y si se calificó con lo que su asiento veía (D519); vacío en lo de antes
    acerto = models.BooleanField(_("acertó"), null=True, blank=True)
    con_lo_visto = models.BooleanField(_("con lo que veía"), default=False, db_default=False)
    creado = models.DateTimeField(_("creado"), default=timezone.now)

    class Meta:
        verbose_name = _("ejercicio")
        verbose_name_plural = _("ejercicios")
        ordering = ("-creado",)
        constraints = (
            models.UniqueConstraint(fields=("cuenta", "partida", "mano", "jugada"), name="ejercicio_una_vez"),
        )
        indexes = (models.Index(fields=("cuenta", "resuelto"), name="ejercicio_por_resolver"),)

    def __str__(self) -> str:
        return f"{self.partida} · {self.mano}.{self.jugada}"


class EjercicioDeLaCasa(models.Model):
    """Lo que alguien lleva en un ejercicio de la casa; el ejercicio está en el programa, no aquí (D594)."""

    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    # la de `academia/datos/ejercicios.json`
    clave = models.CharField(_("clave"), max_length=16)
    intentos = models.PositiveSmallIntegerField(_("intentos"), default=0)
    a_la_primera = models.BooleanField(_("a la primera"), default=False)
    resuelto = models.DateTimeField(_("resuelto"), null=True, blank=True)
    # lo último que contestó (nada: pidió la solución)
    ficha = models.PositiveSmallIntegerField(_("ficha"), null=True, blank=True)
    extremo = models.PositiveSmallIntegerField(_("extremo"), null=True, blank=True)

    class Meta:
        verbose_name = _("ejercicio de la casa")
        verbose_name_plural = _("ejercicios de la casa")
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("cuenta", "clave"), name="ejercicio_de_la_casa_una_vez"),)

    def __str__(self) -> str:
        return self.clave

    @property
    def contestada(self) -> tuple[int, int] | None:
        """La última jugada que eligió; nada si pidió la solución."""
        return None if self.ficha is None or self.extremo is None else (self.ficha, self.extremo)

"""Modelos abstractos de la mesa. Cada dueño los hereda con sus tablas y pone las llaves: a su partida y a su persona.

Lo que un dueño debe llamar igual: en la mesa, `anotador` (llave a la persona, o nula); en el asiento, `jugador` (la
persona, con `numero` y `nombre`); y `mesa` en todos los demás, con `related_name` `asientos`, `anotaciones`,
`discrepancias`, `incidencias` y `pases`. Los puntajes no se guardan: se recalculan desde las anotaciones.
"""

from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from reglas.tipos import Desenlace, Fin

DESENLACES = [(d.value, d.value) for d in Desenlace]


class MesaBase(models.Model):
    """Una mesa. Los pasos (RE4): anotador, asistencia, salidor, manos, confirmación, cierre.

    Es la fila que bloquean sus órdenes: dos mesas no se esperan una a otra. `version` sube una vez por orden suya.
    """

    numero = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField(default=0, db_default=0)
    actividad = models.DateTimeField(null=True, blank=True)
    asistencia = models.DateTimeField(null=True, blank=True)
    salidor = models.PositiveSmallIntegerField(null=True, blank=True)
    confirmada = models.DateTimeField(null=True, blank=True)
    confirmada_por = models.CharField(max_length=40, blank=True, default="")
    fin = models.CharField(max_length=8, choices=[(f.value, f.value) for f in Fin], null=True, blank=True)
    gana_default = models.PositiveSmallIntegerField(null=True, blank=True)
    motivo = models.CharField(max_length=200, blank=True, default="")
    cerrada = models.DateTimeField(null=True, blank=True)
    cerrada_por = models.CharField(max_length=40, blank=True, default="")

    if TYPE_CHECKING:
        anotador: Any
        anotador_id: int | None
        asientos: Any
        anotaciones: Any
        discrepancias: Any
        incidencias: Any
        pases: Any

    class Meta:
        abstract = True


def normas_de_mesa(prefijo: str) -> tuple[models.CheckConstraint, ...]:
    """Lo que la base exige a toda mesa; el nombre de cada norma es único en todo el proyecto."""
    return (
        models.CheckConstraint(
            condition=Q(cerrada__isnull=True, fin__isnull=True) | Q(cerrada__isnull=False, fin__isnull=False),
            name=f"{prefijo}_cerrada_dice_su_fin",
        ),
        # con NULL la base da por buena la duda: cada caso dice qué es nulo y qué no
        models.CheckConstraint(
            condition=Q(gana_default__isnull=True, fin__isnull=True)
            | (Q(gana_default__isnull=True) & ~Q(fin=Fin.DEFAULT.value))
            | Q(gana_default__isnull=False, gana_default__in=(0, 1), fin__isnull=False, fin=Fin.DEFAULT.value),
            name=f"{prefijo}_default_con_fin",
        ),
        models.CheckConstraint(condition=Q(salidor__isnull=True) | Q(salidor__lt=4), name=f"{prefijo}_salidor"),
    )


class AsientoBase(models.Model):
    """Quién se sienta dónde: 0 Abajo, 1 Derecha, 2 Arriba, 3 Izquierda."""

    lugar = models.PositiveSmallIntegerField()
    presente = models.BooleanField(default=True)

    class Meta:
        abstract = True


def normas_de_asiento(prefijo: str) -> tuple[models.BaseConstraint, ...]:
    """Cuatro lugares, y nadie en dos."""
    return (
        models.UniqueConstraint(fields=["mesa", "lugar"], name=f"{prefijo}_lugar_unico"),
        models.UniqueConstraint(fields=["mesa", "jugador"], name=f"{prefijo}_jugador_unico"),
        models.CheckConstraint(condition=Q(lugar__lt=4), name=f"{prefijo}_lugar"),
    )


class ManoEscrita(models.Model):
    """Lo que dice una mano y quién lo dijo."""

    mano = models.PositiveSmallIntegerField()
    desenlace = models.CharField(max_length=16, choices=DESENLACES)
    pareja = models.PositiveSmallIntegerField(null=True, blank=True)
    tantos = models.PositiveSmallIntegerField(default=0)
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        abstract = True


class AnotacionBase(ManoEscrita):
    """Una revisión de una mano. Sólo se agregan: la vigente es la de mayor revisión y las demás son el rastro.

    El único `(mesa, mano, revision)` decide las carreras: de dos anotaciones a la vez gana exactamente una.
    """

    revision = models.PositiveSmallIntegerField()
    borrada = models.BooleanField(default=False)

    class Meta:
        abstract = True


def normas_de_anotacion(prefijo: str) -> tuple[models.BaseConstraint, ...]:
    """Cada revisión, una vez; y pareja 0, 1 o ninguna."""
    return (
        models.UniqueConstraint(fields=["mesa", "mano", "revision"], name=f"{prefijo}_revision_unica"),
        models.CheckConstraint(condition=Q(pareja__isnull=True) | Q(pareja__in=(0, 1)), name=f"{prefijo}_pareja"),
    )


class DiscrepanciaBase(ManoEscrita):
    """Otra versión de una mano ya anotada: la resuelve quien organiza; nunca gana la última en silencio."""

    resuelta = models.DateTimeField(null=True, blank=True)
    aceptada = models.BooleanField(null=True, blank=True)

    class Meta:
        abstract = True


class IncidenciaBase(models.Model):
    """Lo que una mesa comunica a quien organiza: llamada, default propuesto o negado, infracción (RE5), y lo que la
    pareja contraria dice de la hoja (D373)."""

    class Tipo(models.TextChoices):
        LLAMADA = "llamada", _("Llamada al organizador")
        DEFAULT_PROPUESTO = "default_propuesto", _("Default propuesto")
        DEFAULT_NEGADO = "default_negado", _("Default negado")
        INFRACCION = "infraccion", _("Infracción")
        ANOTADOR_IDO = "anotador_ido", _("Quien anota ya no está")
        HOJA_CONFORME = "hoja_conforme", _("Conforme con la hoja")
        HOJA_OBJETADA = "hoja_objetada", _("Objeta la hoja")

    tipo = models.CharField(max_length=20, choices=Tipo)
    texto = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()
    atendida = models.DateTimeField(null=True, blank=True)
    atendida_por = models.CharField(max_length=40, blank=True, default="")
    # el primero de quienes mandan que la tuvo en su pantalla (D294)
    mirada = models.DateTimeField(null=True, blank=True)
    mirada_por = models.CharField(max_length=40, blank=True, default="", db_default="")
    # de la hoja: cuántas anotaciones había en lo que vio; con otra más, lo dicho ya no vale (D374)
    anotadas = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        abstract = True


class PaseBase(models.Model):
    """Código de un solo uso para pasar la anotación de una mesa a otro teléfono (QR)."""

    clave = models.CharField(max_length=32, unique=True)
    vence = models.DateTimeField()
    usado = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class OrdenBase(models.Model):
    """Orden ya aplicada: repetir su `id_orden` devuelve el mismo resultado (se conserva 30 días)."""

    id_orden = models.UUIDField()
    accion = models.CharField(max_length=40)
    huella = models.CharField(max_length=80)
    resultado = models.JSONField(default=dict)
    instante = models.DateTimeField(db_index=True)

    class Meta:
        abstract = True

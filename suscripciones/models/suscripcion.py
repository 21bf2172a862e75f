"""Los planes, las suscripciones y sus avisos de vencimiento (SU2)."""

import uuid
from decimal import Decimal

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from suscripciones.cobros.dinero import escrito
from suscripciones.models.cobros import Moneda
from suscripciones.models.cuenta import Cuenta

UN_CENTAVO = Decimal("0.01")


class Plan(models.Model):
    """Lo que se puede contratar: 20 USD por seis meses o 36 USD por un año (SU2)."""

    clave = models.SlugField(_("clave"), max_length=20, unique=True)
    nombre = models.CharField(_("nombre"), max_length=40)
    meses = models.PositiveSmallIntegerField(_("meses"), validators=[MinValueValidator(1)])
    precio = models.DecimalField(
        _("precio en dólares"), max_digits=8, decimal_places=2, validators=[MinValueValidator(UN_CENTAVO)]
    )
    # el de `precio`: ya no se escribe, y se queda para la versión anterior
    moneda = models.CharField(_("moneda"), max_length=3, choices=Moneda, default=Moneda.USD, editable=False)
    precio_mxn = models.DecimalField(
        _("precio en pesos"),
        max_digits=8,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(UN_CENTAVO)],
        help_text=_("Vacío: no se cobra en pesos y no se ofrecen OXXO ni SPEI."),
    )
    activo = models.BooleanField(_("activo"), default=True)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("planes")
        ordering = ("meses", "clave")
        constraints = (models.CheckConstraint(condition=models.Q(meses__gte=1), name="plan_dura_al_menos_un_mes"),)

    def __str__(self) -> str:
        return f"{self.nombre} · {' · '.join(escrito(precio, moneda) for moneda, precio in self.precios.items())}"

    @property
    def precios(self) -> dict[str, Decimal]:
        """Cuánto cuesta en cada moneda en que se cobra."""
        hay = {Moneda.USD.value: self.precio, Moneda.MXN.value: self.precio_mxn}
        return {moneda: precio for moneda, precio in hay.items() if precio is not None}


class Suscripcion(models.Model):
    """El periodo que dio un cobro, o una extensión: nadie lo edita; se acomoda solo al cambiar los hechos (SU2)."""

    class Origen(models.TextChoices):
        """Quién dio fe del pago."""

        MANUAL = "manual", _("registro del administrador")
        PASARELA = "pasarela", _("pago en línea")
        EXTENSION = "extension", _("extensión sin cobro")

    cuenta = models.ForeignKey(Cuenta, on_delete=models.PROTECT, related_name="suscripciones", verbose_name=_("cuenta"))
    # vacío: extensión, o registrada antes de que hubiera cobros
    cobro = models.OneToOneField(
        "suscripciones.Cobro", on_delete=models.PROTECT, null=True, editable=False, related_name="suscripcion"
    )
    plan = models.ForeignKey(Plan, on_delete=models.PROTECT, verbose_name=_("plan"))
    inicio = models.DateTimeField(_("desde"))
    # instante exclusivo: la primera medianoche en que ya no vale
    fin = models.DateTimeField(_("hasta"))
    # lo que dura; vacío, lo del plan (las de antes de 0011)
    meses = models.PositiveSmallIntegerField(_("meses"), null=True, editable=False)
    dias = models.PositiveSmallIntegerField(_("días"), default=0, db_default=0, editable=False)
    # desde cuándo corre si no hay nada antes; vacío, desde que se registró
    pagada_en = models.DateTimeField(_("pagada"), null=True, editable=False)
    importe = models.DecimalField(_("importe"), max_digits=8, decimal_places=2)
    moneda = models.CharField(_("moneda"), max_length=3, choices=Moneda)
    origen = models.CharField(_("origen"), max_length=10, choices=Origen, default=Origen.MANUAL)
    registrada_por = models.ForeignKey(
        Cuenta, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("registrada por")
    )
    registrada_en = models.DateTimeField(_("registrada"))
    nota = models.CharField(_("nota"), max_length=200, blank=True)
    id_orden = models.UUIDField(_("orden"), default=uuid.uuid4, unique=True, editable=False)
    anulada_en = models.DateTimeField(_("anulada"), null=True, blank=True)
    anulada_por = models.ForeignKey(
        Cuenta, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("anulada por")
    )

    class Meta:
        verbose_name = _("suscripción")
        verbose_name_plural = _("suscripciones")
        ordering = ("-fin", "-id")
        constraints = (
            models.CheckConstraint(condition=models.Q(fin__gt=models.F("inicio")), name="suscripcion_dura_algo"),
            models.UniqueConstraint(
                fields=("cuenta", "inicio"),
                condition=models.Q(anulada_en__isnull=True),
                name="suscripcion_un_periodo_por_inicio",
            ),
        )

    def __str__(self) -> str:
        return f"{self.cuenta} · {self.plan.nombre}"


class AvisoDeVencimiento(models.Model):
    """Un aviso por cuenta, fecha de vencimiento y umbral: su unicidad impide mandarlo dos veces."""

    cuenta = models.ForeignKey(Cuenta, on_delete=models.CASCADE, related_name="+")
    fin = models.DateTimeField()
    umbral = models.PositiveSmallIntegerField()
    enviado_en = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("cuenta", "fin", "umbral"), name="aviso_una_sola_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.umbral}"

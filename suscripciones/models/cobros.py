"""Cobros, sus hechos y los datos para facturar (SU2, decisión 028)."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from suscripciones.cobros import dinero, factura, reglas


class Moneda(models.TextChoices):
    """En qué se cobra."""

    USD = dinero.Moneda.USD.value, _("dólares (USD)")
    MXN = dinero.Moneda.MXN.value, _("pesos mexicanos (MXN)")


class Forma(models.TextChoices):
    """Cómo se pagó."""

    TARJETA = dinero.Forma.TARJETA.value, _("tarjeta")
    OXXO = dinero.Forma.OXXO.value, _("efectivo en OXXO")
    SPEI = dinero.Forma.SPEI.value, _("transferencia SPEI")
    EFECTIVO = dinero.Forma.EFECTIVO.value, _("efectivo")
    TRANSFERENCIA = dinero.Forma.TRANSFERENCIA.value, _("transferencia")
    OTRA = dinero.Forma.OTRA.value, _("otra")


class Cobro(models.Model):
    """Un intento de cobrar un plan. Todo lo que cambia se calcula de sus hechos (`cobros.reglas.plegar`)."""

    class Estado(models.TextChoices):
        """En qué va."""

        CREADO = reglas.Estado.CREADO.value, _("sin pagar")
        COMPROBANTE = reglas.Estado.COMPROBANTE.value, _("esperando el pago")
        PAGADO = reglas.Estado.PAGADO.value, _("pagado")
        VENCIDO = reglas.Estado.VENCIDO.value, _("vencido")
        FALLIDO = reglas.Estado.FALLIDO.value, _("no se pudo")
        DEVUELTO = reglas.Estado.DEVUELTO.value, _("devuelto")
        DISPUTADO = reglas.Estado.DISPUTADO.value, _("en disputa")

    class Por(models.TextChoices):
        """Quién cobró."""

        MANUAL = "manual", _("la administración")
        STRIPE = "stripe", "Stripe"
        MERCADOPAGO = "mercadopago", "Mercado Pago"
        DEMOSTRACION = "demostracion", _("demostración")

    folio = models.UUIDField(_("folio"), default=uuid.uuid4, unique=True, editable=False)
    cuenta = models.ForeignKey(
        "suscripciones.Cuenta", on_delete=models.PROTECT, related_name="cobros", verbose_name=_("cuenta")
    )
    plan = models.ForeignKey("suscripciones.Plan", on_delete=models.PROTECT, verbose_name=_("plan"))
    meses = models.PositiveSmallIntegerField(_("meses"))
    importe = models.DecimalField(_("importe"), max_digits=8, decimal_places=2)
    moneda = models.CharField(_("moneda"), max_length=3, choices=Moneda)
    por = models.CharField(_("quién cobra"), max_length=12, choices=Por)
    forma = models.CharField(_("cómo se paga"), max_length=13, choices=Forma)
    creado = models.DateTimeField(_("creado"))
    # la de la página: tocar dos veces no cobra dos
    id_orden = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    registrado_por = models.ForeignKey(
        "suscripciones.Cuenta", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("lo registró"),
    )  # fmt: skip
    nota = models.CharField(_("referencia"), max_length=200, blank=True)
    # lo que contestó quien cobra al abrirlo
    id_externo = models.CharField(_("número con quien cobra"), max_length=120, blank=True)
    direccion = models.TextField(blank=True)
    papel = models.TextField(blank=True)
    vence = models.DateTimeField(_("se puede pagar hasta"), null=True, blank=True)
    # lo plegado de los hechos
    estado = models.CharField(_("en qué va"), max_length=11, choices=Estado, default=Estado.CREADO)
    pagado_en = models.DateTimeField(_("pagado"), null=True, blank=True)
    pagado = models.DecimalField(_("se cobró"), max_digits=10, decimal_places=2, default=0)
    devuelto = models.DecimalField(_("se devolvió"), max_digits=10, decimal_places=2, default=0)
    sobra = models.DecimalField(_("cobrado de más"), max_digits=10, decimal_places=2, default=0)
    # cuándo se le preguntó a quien cobra, y cuándo salió el recibo
    preguntado_en = models.DateTimeField(null=True, editable=False)
    recibo_en = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("pago")
        verbose_name_plural = _("pagos")
        ordering = ("-creado", "-id")
        indexes = (models.Index(fields=("estado", "preguntado_en"), name="cobro_por_preguntar"),)
        constraints = (models.CheckConstraint(condition=models.Q(importe__gt=0), name="cobro_de_algo"),)

    def __str__(self) -> str:
        return f"{self.cuenta} · {self.cuanto}"

    @property
    def cuanto(self) -> str:
        """«36.00 USD»."""
        return dinero.escrito(self.importe, self.moneda)

    @property
    def numero(self) -> str:
        """El que se lee y se dicta: «P-00042». El folio es el que viaja con el pago, y no se adivina (D514)."""
        return dinero.numero_de_pago(self.pk)


class HechoDeCobro(models.Model):
    """Algo que pasó con un cobro; sólo se agregan, y el mismo no entra dos veces."""

    class Que(models.TextChoices):
        """Qué pasó."""

        COMPROBANTE = reglas.Que.COMPROBANTE.value, _("se dio el comprobante para pagar")
        PAGADO = reglas.Que.PAGADO.value, _("se pagó")
        VENCIDO = reglas.Que.VENCIDO.value, _("venció sin pagarse")
        FALLIDO = reglas.Que.FALLIDO.value, _("no se pudo cobrar")
        DEVUELTO = reglas.Que.DEVUELTO.value, _("se devolvió")
        DEVOLUCION_FALLIDA = reglas.Que.DEVOLUCION_FALLIDA.value, _("la devolución no se pudo")
        DISPUTADO = reglas.Que.DISPUTADO.value, _("el banco lo disputa")
        DISPUTA_GANADA = reglas.Que.DISPUTA_GANADA.value, _("se ganó la disputa")

    cobro = models.ForeignKey(Cobro, on_delete=models.PROTECT, related_name="hechos", verbose_name=_("pago"))
    que = models.CharField(_("qué pasó"), max_length=18, choices=Que)
    referencia = models.CharField(_("referencia"), max_length=120)
    cuando = models.DateTimeField(_("cuándo"))
    importe = models.DecimalField(_("importe"), max_digits=8, decimal_places=2, default=0)
    moneda = models.CharField(_("moneda"), max_length=3, blank=True)
    # el número del aviso, si llegó por uno
    evento = models.CharField(_("aviso"), max_length=120, blank=True)
    recibido = models.DateTimeField(_("se supo"))
    quien = models.ForeignKey(
        "suscripciones.Cuenta", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("quién"),
    )  # fmt: skip
    motivo = models.CharField(_("motivo"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("hecho de un pago")
        verbose_name_plural = _("hechos de un pago")
        ordering = ("cuando", "id")
        constraints = (
            models.UniqueConstraint(
                fields=("cobro", "que", "referencia", "cuando", "importe"), name="hecho_una_sola_vez"
            ),
        )

    def __str__(self) -> str:
        return str(self.get_que_display())


class DatosDeFactura(models.Model):
    """Con qué pide factura una persona; aquí no se timbra (D431)."""

    cuenta = models.OneToOneField(
        "suscripciones.Cuenta", on_delete=models.CASCADE, primary_key=True, related_name="factura",
        verbose_name=_("cuenta"),
    )  # fmt: skip
    rfc = models.CharField(_("RFC"), max_length=13)
    nombre = models.CharField(_("nombre o razón social"), max_length=254)
    regimen = models.CharField(
        _("régimen fiscal"), max_length=3, choices=[(c, f"{c} · {d[0]}") for c, d in factura.REGIMENES.items()]
    )
    uso = models.CharField(
        _("uso de la factura"), max_length=4, choices=[(c, f"{c} · {n}") for c, n in factura.USOS.items()]
    )
    codigo_postal = models.CharField(_("código postal"), max_length=5)
    actualizado = models.DateTimeField(_("actualizado"))

    class Meta:
        verbose_name = _("datos para facturar")
        verbose_name_plural = _("datos para facturar")

    def __str__(self) -> str:
        return f"{self.rfc} · {self.nombre}"

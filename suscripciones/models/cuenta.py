"""Cuenta, planes, suscripciones y suspensiones (SU1, SU2, SU3)."""

import uuid
from decimal import Decimal
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin
from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.comun.correo import CampoDeCorreo
from config.comun.filtro import sin_groserias
from reglas.tarjetas import Color
from suscripciones.cobros.dinero import escrito
from suscripciones.gestores import GestorDeCuentas, GestorDeSuspensiones
from suscripciones.models.cobros import Moneda

UN_CENTAVO = Decimal("0.01")

# Sin arroba: un usuario nunca se confunde con el correo de otra persona al entrar.
USUARIO_VALIDO = RegexValidator(r"^[\w.-]+\Z", _("Usa sólo letras, números, punto, guion o guion bajo."))


class Cuenta(AbstractBaseUser, PermissionsMixin):
    """Una persona: entra con su correo (o usuario) y contraseña, o con un código que llega a su correo."""

    email = CampoDeCorreo(_("correo"), max_length=254)
    username = models.CharField(
        _("usuario"), max_length=40, null=True, blank=True, validators=[USUARIO_VALIDO, sin_groserias]
    )
    nombre = models.CharField(_("nombre"), max_length=60, blank=True, validators=[sin_groserias])
    is_active = models.BooleanField(_("activa"), default=True)
    is_staff = models.BooleanField(_("entra a la administración"), default=False)
    date_joined = models.DateTimeField(_("alta"), default=timezone.now)

    objects: ClassVar[GestorDeCuentas] = GestorDeCuentas()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("cuenta")
        verbose_name_plural = _("cuentas")
        # cada segundo se pregunta por las de miles de sentados: casi ninguna, y sin esto se buscaban una por una
        indexes = (models.Index(fields=("id",), condition=models.Q(is_active=False), name="cuenta_inactiva"),)
        constraints = (
            models.UniqueConstraint(
                fields=("email",),
                name="cuenta_correo_normal_unico",
                violation_error_message=_("Ya hay una cuenta con ese correo."),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="cuenta_usuario_unico",
                condition=models.Q(username__isnull=False),
                violation_error_message=_("Ese usuario ya está ocupado. Prueba con otro."),
            ),
        )

    def __str__(self) -> str:
        return self.nombre or self.email


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


class Suspension(models.Model):
    """Mientras dura, no se organiza ni se entra en línea (SU3); sin fin es un bloqueo. Termina sola."""

    class Origen(models.TextChoices):
        """De dónde salió (SA1-SA3)."""

        ADMINISTRACION = "administracion", _("decisión de la administración")
        AMARILLA = Color.AMARILLA.value, _("tarjetas amarillas")
        AZUL = Color.AZUL.value, _("tarjetas azules")
        ROJA = Color.ROJA.value, _("tarjeta roja")

    cuenta = models.ForeignKey(Cuenta, on_delete=models.CASCADE, related_name="suspensiones", verbose_name=_("cuenta"))
    desde = models.DateTimeField(_("desde"))
    hasta = models.DateTimeField(_("hasta"), null=True, blank=True, help_text=_("Vacío: bloqueo, sin fin."))
    motivo = models.CharField(_("motivo"), max_length=200, help_text=_("Lo lee la persona al entrar."))
    origen = models.CharField(
        _("de dónde salió"), max_length=14, choices=Origen, default=Origen.ADMINISTRACION, editable=False
    )
    # de qué hechos u orden sale: la misma no suspende dos veces
    clave = models.CharField(max_length=80, null=True, unique=True, editable=False)
    puesta_por = models.ForeignKey(
        Cuenta, on_delete=models.PROTECT, null=True, editable=False, related_name="+", verbose_name=_("quién la puso")
    )
    levantada_en = models.DateTimeField(_("se levantó"), null=True, editable=False)
    # sin nadie: la levantó el sistema, porque se anuló una tarjeta que la causaba
    levantada_por = models.ForeignKey(
        Cuenta,
        on_delete=models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
        verbose_name=_("quién la levantó"),
    )
    motivo_de_levantar = models.CharField(_("por qué se levantó"), max_length=200, blank=True, editable=False)

    objects: ClassVar[GestorDeSuspensiones] = GestorDeSuspensiones()

    class Meta:
        verbose_name = _("suspensión")
        verbose_name_plural = _("suspensiones")
        ordering = ("-desde", "-id")

    def __str__(self) -> str:
        return f"{self.cuenta} · {self.motivo}"


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


class CodigoDeEntrada(models.Model):
    """Un código enviado a un correo; sólo se guarda su huella y sólo vale en la sesión que lo pidió."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    correo = CampoDeCorreo(max_length=254)
    huella = models.CharField(max_length=64)
    origen = models.CharField(max_length=64)
    creado = models.DateTimeField()
    intentos = models.PositiveSmallIntegerField(default=0)
    usado_en = models.DateTimeField(null=True)

    class Meta:
        indexes = (
            models.Index(fields=("correo", "creado"), name="codigo_por_correo"),
            models.Index(fields=("origen", "creado"), name="codigo_por_origen"),
        )

    def __str__(self) -> str:
        return str(self.id)


class Intentos(models.Model):
    """Lo contado por una red, un aparato o una cuenta (`topes`): se olvida solo, uno cada tanto."""

    # la huella de por qué se cuenta: ni direcciones ni correos
    clave = models.CharField(max_length=64, primary_key=True)
    se_olvida = models.DateTimeField(db_index=True)
    ultimo = models.DateTimeField()

    class Meta:
        verbose_name = _("intentos contados")
        verbose_name_plural = _("intentos contados")

    def __str__(self) -> str:
        return self.clave


class CorreoPorSalir(models.Model):
    """El buzón de salida: un correo para una dirección. Al terminar, bien o mal, se le borran asunto y cuerpo."""

    class Motivo(models.TextChoices):
        """De qué es; lo único que la administración ve de lo que dice."""

        CODIGO = "codigo", _("código para entrar")
        CUENTA = "cuenta", _("correo o contraseña de la cuenta")
        VENCIMIENTO = "vencimiento", _("vencimiento de la suscripción")
        INVITACION = "invitacion", _("invitación a un Recreo")
        ADMINISTRACION = "administracion", _("aviso a la administración")
        PAGO = "pago", _("recibo o aviso de un pago")
        AVISO = "aviso", _("aviso de la cuenta")
        MENSAJE = "mensaje", _("mensaje de la administración")

    class Estado(models.TextChoices):
        """En qué va."""

        PENDIENTE = "pendiente", _("por salir")
        ENVIADO = "enviado", _("salió")
        RECHAZADO = "rechazado", _("no lo aceptaron")
        CADUCADO = "caducado", _("no salió a tiempo")

    para = CampoDeCorreo(_("para"), max_length=254)
    motivo = models.CharField(_("de qué es"), max_length=15, choices=Motivo)
    asunto = models.CharField(max_length=250, blank=True, editable=False)
    cuerpo = models.TextField(blank=True, editable=False)
    # el mismo en cada intento: si uno llega dos veces, el programa de correo lo reconoce
    id_mensaje = models.CharField(max_length=120, editable=False)
    # a quién se le dice que no llegó: «tema:dato» (`cartero.al_no_llegar`)
    referencia = models.CharField(max_length=80, blank=True, editable=False)
    creado = models.DateTimeField(_("se escribió"))
    caduca = models.DateTimeField(_("vale hasta"))
    siguiente = models.DateTimeField(_("siguiente intento"))
    intentos = models.PositiveSmallIntegerField(_("intentos"), default=0)
    estado = models.CharField(_("estado"), max_length=10, choices=Estado, default=Estado.PENDIENTE)
    terminado = models.DateTimeField(_("terminó"), null=True)
    falla = models.CharField(_("qué contestó el servidor de correo"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("correo")
        verbose_name_plural = _("correos que salen")
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("caduca", "id"), condition=models.Q(estado="pendiente"), name="correo_por_salir"),
            models.Index(fields=("creado",), name="correo_por_fecha"),
        )

    def __str__(self) -> str:
        return f"{self.para} · {self.get_motivo_display()}"


class CorreoDeDemo(models.Model):
    """Correo que el modo de demostración guarda en vez de enviarlo; lo enseña `/correo`."""

    para = models.CharField(max_length=254)
    asunto = models.CharField(max_length=250)
    cuerpo = models.TextField()
    creado = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return self.asunto


class CuentaBorrada(models.Model):
    """Una que su dueño borró: el seudónimo con que queda lo jugado y, si tenía sanciones, con qué reconocerla."""

    cuenta = models.OneToOneField(
        Cuenta, on_delete=models.PROTECT, primary_key=True, related_name="borrada", verbose_name=_("cuenta")
    )
    seudonimo = models.CharField(_("seudónimo"), max_length=20, unique=True)
    cuando = models.DateTimeField(_("cuándo"), db_index=True)
    # HMAC del correo; sólo si le corre una sanción o tiene tarjetas, para que borrarse no las quite
    huella = models.CharField(max_length=64, blank=True, db_index=True, editable=False)

    class Meta:
        verbose_name = _("cuenta borrada")
        verbose_name_plural = _("cuentas borradas")
        ordering = ("-cuando",)

    def __str__(self) -> str:
        return self.seudonimo

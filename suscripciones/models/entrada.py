"""Los códigos para entrar, los intentos y los correos que salen."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.comun.correo import CampoDeCorreo


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

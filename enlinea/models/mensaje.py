"""Lo que la administración dice y quién ya lo leyó (002 §1.1.1)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class MensajeDelAdministrador(models.Model):
    """Lo que la administración dice a todos, a uno (`para`) o a algunos (`a_algunos`, con su lista fija)."""

    para = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("para"),
        help_text=_("Vacío: para todos, o para algunos."),
    )
    a_algunos = models.BooleanField(_("a algunos"), default=False)
    a_quienes = models.CharField(_("a quiénes"), max_length=300, blank=True, default="")
    texto = models.TextField(_("texto"), max_length=1000)
    enviado = models.DateTimeField(_("enviado"), default=timezone.now)
    enviado_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("enviado por")
    )
    id_orden = models.UUIDField(_("orden"), unique=True, null=True, editable=False)
    # por dónde entró quien lo mandó: de ahí sale la baja de cada carta, que se escribe aparte (D720)
    sitio = models.CharField(max_length=200, blank=True, default="", db_default="", editable=False)
    # los correos del que va a muchos se escriben aparte: de esta cuenta hacia abajo faltan; 0, ninguna (D596)
    por_repartir = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    a_cuantas = models.PositiveIntegerField(_("a cuántas cuentas"), default=0, db_default=0, editable=False)
    revisadas = models.PositiveIntegerField(_("cuentas revisadas"), default=0, db_default=0, editable=False)
    correos = models.PositiveIntegerField(_("correos escritos"), default=0, db_default=0, editable=False)

    class Meta:
        verbose_name = _("mensaje del administrador")
        verbose_name_plural = _("mensajes del administrador")
        ordering = ("-enviado", "-id")
        indexes = (models.Index(fields=("id",), condition=models.Q(por_repartir__gt=0), name="mensaje_por_repartir"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(a_algunos=False) | models.Q(para__isnull=True), name="mensaje_a_uno_o_a_algunos"
            ),
        )

    def __str__(self) -> str:
        return self.texto[:60]


class Destinatario(models.Model):
    """A quién va un mensaje «a algunos»: la lista se fija al enviarlo."""

    mensaje = models.ForeignKey(
        MensajeDelAdministrador, on_delete=models.CASCADE, related_name="destinatarios", verbose_name=_("mensaje")
    )
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )

    class Meta:
        verbose_name = _("destinatario")
        verbose_name_plural = _("destinatarios")
        constraints = (models.UniqueConstraint(fields=("cuenta", "mensaje"), name="destinatario_una_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mensaje_id}"


class Lectura(models.Model):
    """Quién leyó ya un mensaje del administrador."""

    mensaje = models.ForeignKey(
        MensajeDelAdministrador, on_delete=models.CASCADE, related_name="lecturas", verbose_name=_("mensaje")
    )
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    leido = models.DateTimeField(_("leído"))

    class Meta:
        verbose_name = _("lectura")
        verbose_name_plural = _("lecturas")
        constraints = (models.UniqueConstraint(fields=("mensaje", "cuenta"), name="lectura_una_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mensaje_id}"

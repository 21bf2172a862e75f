"""«Señalar jugador» (SA3, 002 §3.3): el reporte, con la charla de entonces, y lo que se decidió."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from enlinea.models.charla import Charla
from enlinea.models.mesa import Mesa

LARGO_DE_COMENTARIO = 1000


class Reporte(models.Model):
    """Nada de lo escrito cambia; sólo se le agrega, una vez, la decisión."""

    class Donde(models.TextChoices):
        """Desde dónde se señaló."""

        MESA = "mesa", _("la mesa")
        ACADEMIA = "academia", _("la Academia")
        SALA = "sala", _("la Sala")

    class Decision(models.TextChoices):
        """Qué decidió la administración (002 §3.3.2.5 y §3.3.3); vacío, está por verse."""

        PENDIENTE = "", _("por decidir")
        IGNORADO = "ignorado", _("ignorado")
        ADVERTIDO = "advertido", _("advertencia")
        BLOQUEADO = "bloqueado", _("bloqueo")
        ROJA = "roja", _("tarjeta roja")

    quien = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("quien notifica")
    )
    nombre_de_quien = models.CharField(_("nombre de quien notifica"), max_length=60)
    senalado = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("señalado")
    )
    nombre_del_senalado = models.CharField(_("nombre del señalado"), max_length=60)
    donde = models.CharField(_("desde dónde"), max_length=10, choices=Donde)
    mesa = models.ForeignKey(
        Mesa, on_delete=models.PROTECT, null=True, blank=True, related_name="reportes", verbose_name=_("mesa")
    )
    # 0: en la Sala, o en la mesa antes de comenzar
    numero = models.PositiveSmallIntegerField(_("partida de la mesa"), default=0)
    linea = models.ForeignKey(
        Charla, on_delete=models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("mensaje señalado")
    )
    comentario = models.TextField(_("comentario"), max_length=LARGO_DE_COMENTARIO)
    # congelada al señalar: [{id, autor, nombre, dijo, vieron, cuando}]; `vieron`, sólo si el filtro tapó algo
    charla = models.JSONField(_("charla"), default=list)
    represalia = models.BooleanField(_("posible desquite"), default=False)
    creado = models.DateTimeField(_("cuándo"))
    id_orden = models.UUIDField(_("orden"), unique=True, editable=False)
    # la dirección de la administración por la que llegó: la del enlace del correo
    enlace = models.CharField(max_length=300, blank=True, editable=False)
    correo_enviado = models.DateTimeField(_("correo enviado"), null=True, editable=False)
    decision = models.CharField(
        _("decisión"), max_length=10, choices=Decision, default=Decision.PENDIENTE, blank=True, db_index=True
    )
    decidido = models.DateTimeField(_("decidido"), null=True, blank=True)
    decidido_por = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("quién decidió"),
    )

    class Meta:
        verbose_name = _("reporte")
        verbose_name_plural = _("reportes")
        ordering = (F("decidido").asc(nulls_first=True), "-creado")
        indexes = (
            models.Index(fields=("senalado", "creado"), name="reporte_contra"),
            models.Index(fields=("quien", "creado"), name="reporte_de"),
            models.Index(fields=("id",), condition=Q(correo_enviado=None), name="reporte_sin_correo"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("quien", "senalado", "mesa", "numero"),
                condition=Q(mesa__isnull=False),
                name="reporte_uno_por_partida",
            ),
            models.UniqueConstraint(
                fields=("quien", "linea"), condition=Q(linea__isnull=False), name="reporte_uno_por_mensaje"
            ),
            models.CheckConstraint(condition=~Q(quien=F("senalado")), name="reporte_a_otro"),
            models.CheckConstraint(
                condition=Q(mesa__isnull=False, linea__isnull=True) | Q(mesa__isnull=True, linea__isnull=False),
                name="reporte_de_mesa_o_de_sala",
            ),
            models.CheckConstraint(
                condition=Q(decision="", decidido__isnull=True, decidido_por__isnull=True)
                | (~Q(decision="") & Q(decidido__isnull=False, decidido_por__isnull=False)),
                name="reporte_decision_con_quien",
            ),
        )

    def __str__(self) -> str:
        return f"{self.nombre_de_quien} → {self.nombre_del_senalado}"

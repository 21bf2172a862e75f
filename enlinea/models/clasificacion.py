"""La clasificación guardada (ES2): puntos de cada quien, lo que le dio cada partida y dónde empieza cada quintil.

Se escribe sólo en `servicios/clasificacion`; recalcularla desde el principio da lo mismo (`manage.py clasificacion`).
"""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from enlinea.models.partida import Jugador


class TablaDeClasificacion(models.Model):
    """Una sola fila: el candado de la clasificación, cuántos van y la clave del primero de cada quintil.

    Una frontera vacía: a ese quintil no llega nadie (hay menos de cinco inscritos).
    """

    LA_UNICA = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=LA_UNICA, editable=False)
    inscritos = models.PositiveIntegerField(_("inscritos"), default=0)
    aplicadas = models.PositiveBigIntegerField(_("partidas aplicadas"), default=0)
    frontera_2 = models.BigIntegerField(_("primero del quintil 2"), null=True)
    frontera_3 = models.BigIntegerField(_("primero del quintil 3"), null=True)
    frontera_4 = models.BigIntegerField(_("primero del quintil 4"), null=True)
    frontera_5 = models.BigIntegerField(_("primero del quintil 5"), null=True)

    class Meta:
        verbose_name = _("tabla de clasificación")
        verbose_name_plural = _("tabla de clasificación")
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="clasificacion_una_sola_tabla"),)

    def __str__(self) -> str:
        return f"{self.inscritos} · {self.aplicadas}"


class Clasificado(models.Model):
    """Los puntos de una cuenta. `clave` es su sitio en el orden (menor, mejor; `reglas.tabla`); sin ella no cuenta."""

    cuenta = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        primary_key=True,
        related_name="clasificado",
        verbose_name=_("cuenta"),
    )
    puntos = models.IntegerField(_("puntos"), default=0)
    clave = models.BigIntegerField(_("clave"), null=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("clasificado")
        verbose_name_plural = _("clasificados")
        ordering = ("clave",)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.puntos}"


class PuntosDePartida(models.Model):
    """Lo que una partida le dio a un jugador; los quintiles, justo antes y justo después de sumarla.

    El orden en que se sumaron las partidas está en `Partida.orden_de_puntos`.
    """

    jugador = models.OneToOneField(
        Jugador, on_delete=models.PROTECT, primary_key=True, related_name="puntos", verbose_name=_("jugador")
    )
    pr_antes = models.IntegerField(_("puntos antes"))
    pr_despues = models.IntegerField(_("puntos después"))
    quintil_antes = models.PositiveSmallIntegerField(_("quintil antes"))
    quintil_despues = models.PositiveSmallIntegerField(_("quintil después"))

    class Meta:
        verbose_name = _("puntos de una partida")
        verbose_name_plural = _("puntos de las partidas")

    def __str__(self) -> str:
        return f"{self.jugador_id} · {self.pr_antes} → {self.pr_despues}"


class CambioDeInscripcion(models.Model):
    """Alguien entró a la clasificación o salió de ella, tras `tras` partidas aplicadas. Sólo se agrega."""

    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("cuenta")
    )
    inscrita = models.BooleanField(_("entró"))
    tras = models.PositiveBigIntegerField(_("tras cuántas partidas"))
    instante = models.DateTimeField(_("instante"), default=timezone.now)

    class Meta:
        verbose_name = _("cambio de inscripción")
        verbose_name_plural = _("cambios de inscripción")
        ordering = ("tras", "id")
        indexes = (models.Index(fields=("tras", "id")),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.inscrita}"

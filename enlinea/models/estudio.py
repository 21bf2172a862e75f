"""Un estudio: una partida jugada, o una mano suya, que su autor comparte por enlace con sus comentarios (AC1, D635)."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import id_al_azar
from enlinea.models.partida import Partida


class Estudio(models.Model):
    """El de una persona sobre una partida que jugó; sin `enlace` no lo ve nadie más."""

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="+", verbose_name=_("partida"))
    # la única que se ve, desde 0; vacío: toda la partida
    mano = models.PositiveSmallIntegerField(_("mano"), null=True, blank=True)
    titulo = models.CharField(_("título"), max_length=60, blank=True)
    enlace = models.CharField(_("enlace"), max_length=22, null=True, blank=True, unique=True)
    con_nombres = models.BooleanField(_("con nombres"), default=False)
    se_busca = models.BooleanField(_("sale en los buscadores"), default=False)
    # lo que se ve de él cambia con esto: lo recordado de antes ya no sirve
    cambiado = models.DateTimeField(_("cambiado"), default=timezone.now)

    class Meta:
        verbose_name = _("estudio")
        verbose_name_plural = _("estudios")
        ordering = ("-cambiado",)
        constraints = (models.UniqueConstraint(fields=("cuenta", "partida"), name="estudio_uno_por_partida"),)

    def __str__(self) -> str:
        return self.titulo or str(self.partida)


class Comentario(models.Model):
    """Lo que el autor escribió de una jugada, en texto plano."""

    estudio = models.ForeignKey(
        Estudio, on_delete=models.CASCADE, related_name="comentarios", verbose_name=_("estudio")
    )
    mano = models.PositiveSmallIntegerField(_("mano"))
    # cuántas jugadas van: 0 es recién repartidas
    jugada = models.PositiveSmallIntegerField(_("jugada"))
    texto = models.CharField(_("texto"), max_length=500)

    class Meta:
        verbose_name = _("comentario")
        verbose_name_plural = _("comentarios")
        ordering = ("mano", "jugada")
        constraints = (models.UniqueConstraint(fields=("estudio", "mano", "jugada"), name="comentario_uno_por_jugada"),)

    def __str__(self) -> str:
        return f"{self.mano}.{self.jugada}"

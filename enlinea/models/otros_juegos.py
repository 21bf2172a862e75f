"""Lo que quedó de cada partida a los otros juegos (VA2): aparte, para que ninguna cuenta del de siempre las lea."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa


class PartidaDeOtroJuego(models.Model):
    """Una partida de personas a Federación o a Música que acabó; con su acta si llegó a la meta (D548)."""

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="+", verbose_name=_("mesa"))
    numero = models.PositiveSmallIntegerField(_("número en la mesa"))
    # como lo escribe `reglas.reglamento`
    reglamento = models.CharField(_("juego"), max_length=20)
    meta = models.CharField(_("meta"), max_length=16)
    modo = models.CharField(_("modo"), max_length=10, choices=Mesa.Modo)
    inicio = models.DateTimeField(_("inicio"))
    fin = models.DateTimeField(_("fin"))
    finalizada = models.BooleanField(_("llegó a la meta"))
    motivo = models.CharField(_("motivo"), max_length=20, blank=True)
    acta = models.JSONField(_("acta"), null=True, blank=True)

    class Meta:
        verbose_name = _("partida a otro juego")
        verbose_name_plural = _("partidas a otros juegos")
        ordering = ("-fin",)
        constraints = (models.UniqueConstraint(fields=("mesa", "numero"), name="otro_juego_una_vez"),)

    def __str__(self) -> str:
        return f"{self.mesa} · {self.numero}"


class JugadorDeOtroJuego(models.Model):
    """Quién la jugó, en qué asiento, con quién y qué sacó: de aquí sale su estadística por juego."""

    partida = models.ForeignKey(
        PartidaDeOtroJuego, on_delete=models.CASCADE, related_name="jugadores", verbose_name=_("partida")
    )
    asiento = models.PositiveSmallIntegerField(_("asiento"))
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("cuenta"),
    )
    nombre = models.CharField(_("nombre"), max_length=60)
    bando = models.PositiveSmallIntegerField(_("bando"))
    gano = models.BooleanField(_("ganó"), default=False)
    # los de su bando
    tantos = models.PositiveSmallIntegerField(_("tantos"), default=0)

    class Meta:
        verbose_name = _("jugador de otro juego")
        verbose_name_plural = _("jugadores de otros juegos")
        ordering = ("partida", "asiento")
        constraints = (models.UniqueConstraint(fields=("partida", "asiento"), name="otro_juego_un_asiento"),)
        indexes = (models.Index(fields=("cuenta", "partida"), name="otro_juego_por_partida"),)

    def __str__(self) -> str:
        return self.nombre

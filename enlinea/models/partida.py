"""Lo que quedó de cada partida al terminar (EL10)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa

# las que entran en la estadística (EL10, D13) y, de ésas, las que todavía no tienen su resumen
CUENTAN = models.Q(finalizada=True, modo=Mesa.Modo.NORMAL)
POR_CONTAR = CUENTAN & models.Q(resumen__isnull=True)


class Partida(models.Model):
    """Una partida que acabó: si llegó a la meta lleva su acta; si no, consta como no finalizada (EL10)."""

    mesa = models.ForeignKey(Mesa, on_delete=models.PROTECT, related_name="partidas", verbose_name=_("mesa"))
    numero = models.PositiveSmallIntegerField(_("número en la mesa"))
    meta = models.CharField(_("meta"), max_length=16, choices=Mesa.AQueSeJuega)
    modo = models.CharField(_("modo"), max_length=10, choices=Mesa.Modo)
    inicio = models.DateTimeField(_("inicio"))
    fin = models.DateTimeField(_("fin"))
    finalizada = models.BooleanField(_("llegó a la meta"))
    motivo = models.CharField(_("motivo"), max_length=20, blank=True)
    causante = models.SmallIntegerField(_("asiento causante"), default=-1)
    ganadora = models.SmallIntegerField(_("pareja ganadora"), default=-1)
    tantos_0 = models.PositiveSmallIntegerField(_("tantos de la pareja 0"), default=0)
    tantos_1 = models.PositiveSmallIntegerField(_("tantos de la pareja 1"), default=0)
    manos_0 = models.PositiveSmallIntegerField(_("manos de la pareja 0"), default=0)
    manos_1 = models.PositiveSmallIntegerField(_("manos de la pareja 1"), default=0)
    acta = models.JSONField(_("acta"), null=True, blank=True)
    # las manos como las escribe `reglas.estadistica_guardada`; vacío hasta que se cuenta
    resumen = models.JSONField(_("resumen de las manos"), null=True, blank=True, editable=False)
    # desde 1, en el orden en que sumó a la clasificación (ES2); vacío si no ha sumado o no cuenta
    orden_de_puntos = models.PositiveBigIntegerField(_("orden de puntos"), null=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("partida")
        verbose_name_plural = _("partidas")
        ordering = ("-fin",)
        constraints = (models.UniqueConstraint(fields=("mesa", "numero"), name="partida_una_vez"),)
        indexes = (
            # la condición, sólo con lo que SQLite reconoce sin ver los parámetros
            models.Index(
                fields=("modo", "fin"),
                condition=models.Q(finalizada=True, resumen__isnull=True),
                name="partida_por_contar",
            ),
            models.Index(
                fields=("modo", "orden_de_puntos", "fin", "mesa", "numero"),
                condition=models.Q(finalizada=True),
                name="partida_por_sumar",
            ),
            # la Sala cuenta las de hoy
            models.Index(fields=("fin",), condition=models.Q(finalizada=True), name="partida_acabada"),
        )

    def __str__(self) -> str:
        return f"{self.mesa} · {self.numero}"


class Jugador(models.Model):
    """Quién jugó cada partida y en qué asiento; con la cuenta de sus amarillas."""

    partida = models.ForeignKey(Partida, on_delete=models.CASCADE, related_name="jugadores", verbose_name=_("partida"))
    asiento = models.PositiveSmallIntegerField(_("asiento"))
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="partidas_en_linea",
        verbose_name=_("cuenta"),
    )
    nombre = models.CharField(_("nombre"), max_length=60)
    amarillas = models.PositiveSmallIntegerField(_("amarillas"), default=0)
    azul = models.BooleanField(_("azul"), default=False)
    # no quiere que su nombre salga en lo que otro comparta de esta partida (D637)
    sin_nombre = models.BooleanField(_("sin nombre en lo compartido"), default=False, db_default=False)
    # consecutivo de la cuenta entre las partidas que cuentan; vacío en las demás (ES1)
    numero = models.PositiveIntegerField(_("número de partida"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("jugador")
        verbose_name_plural = _("jugadores")
        ordering = ("partida", "asiento")
        constraints = (
            models.UniqueConstraint(fields=("partida", "asiento"), name="jugador_un_asiento"),
            models.UniqueConstraint(fields=("cuenta", "numero"), name="jugador_un_numero"),
        )
        # las de una cuenta, de la más nueva a la más vieja, por páginas (D521)
        indexes = (models.Index(fields=("cuenta", "partida"), name="jugador_por_partida"),)

    def __str__(self) -> str:
        return self.nombre

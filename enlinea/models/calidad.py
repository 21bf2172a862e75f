"""El informe semanal de calidad del juego y lo que se fue midiendo para él. Sólo lo ve quien administra."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.partida import Partida


class MedidaDePartida(models.Model):
    """Lo medido en una partida: se hace una vez y sirve a los informes de varias semanas; luego se borra."""

    partida = models.OneToOneField(Partida, on_delete=models.CASCADE, primary_key=True, related_name="medida")
    # por pareja, [número de mano, decisiones, ganado] de cada mano; vacío si no entró en la muestra
    manos = models.JSONField(_("manos medidas"), null=True)
    # por pareja, las que más ganó, como las escribe `servicios.calidad_medir`
    notables = models.JSONField(_("decisiones notables"), default=list)
    # por asiento, [opciones, fichas, ms] de cada jugada
    tardanzas = models.JSONField(_("tardanzas"), default=list)
    medida = models.DateTimeField(_("medida"))

    class Meta:
        verbose_name = _("medida de una partida")
        verbose_name_plural = _("medidas de las partidas")

    def __str__(self) -> str:
        return str(self.partida_id)


class InformeDeCalidad(models.Model):
    """Uno por semana. Ya hecho no cambia: sólo se le agrega que alguien revisó cada renglón."""

    # el lunes
    semana = models.DateField(_("semana del"), unique=True)
    empezado = models.DateTimeField(_("se empezó"))
    hecho = models.DateTimeField(_("quedó listo"), null=True, blank=True)
    # quien lo está haciendo lo tiene hasta entonces
    tomado_hasta = models.DateTimeField(null=True, blank=True, editable=False)
    correo_enviado = models.DateTimeField(_("correo enviado"), null=True, blank=True)
    # cuánto se midió, por nombre: `consultas.calidad.Resumen`
    resumen = models.JSONField(_("resumen"), default=dict)

    class Meta:
        verbose_name = _("informe de calidad del juego")
        verbose_name_plural = _("informes de calidad del juego")
        ordering = ("-semana",)

    def __str__(self) -> str:
        return str(_("Semana del %s") % self.semana.strftime("%d/%m/%Y"))


class RenglonDeCalidad(models.Model):
    """Algo que una persona debe mirar. No castiga ni avisa a nadie."""

    class Clase(models.TextChoices):
        """Qué se midió."""

        PAREJA = "pareja", _("juega como si viera lo ajeno")
        COMPARTEN = "comparten", _("comparten aparato o red")
        TIEMPOS = "tiempos", _("tarda de un modo raro")

    informe = models.ForeignKey(
        InformeDeCalidad, on_delete=models.PROTECT, related_name="renglones", verbose_name=_("informe")
    )
    clase = models.CharField(_("qué se vio"), max_length=10, choices=Clase)
    # lo no señalado se anota por si sirve, y no manda correo
    senalado = models.BooleanField(_("conviene mirarla"))
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("persona")
    )
    otra = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("con quién"),
    )
    # probabilidad de salir así por azar, ya corregida; vacía si no se puede calcular
    azar = models.DecimalField(_("por azar"), max_digits=13, decimal_places=12, null=True, blank=True)
    datos = models.JSONField(_("datos"))
    revisado = models.DateTimeField(_("revisada"), null=True, blank=True)
    revisado_por = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("quién la revisó"),
    )
    nota = models.CharField(_("nota"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("señal por revisar")
        verbose_name_plural = _("señales por revisar")
        ordering = ("-informe__semana", "-senalado", "clase", "azar", "id")
        constraints = (
            models.UniqueConstraint(fields=("informe", "clase", "cuenta", "otra"), name="calidad_un_renglon"),
        )

    def __str__(self) -> str:
        return f"{self.get_clase_display()} · {self.cuenta}"

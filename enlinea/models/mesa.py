"""Mesas y sus lugares. La partida en curso NO está aquí: es el pliegue de su diario (`enlinea/diario`)."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from reglas.metas import Meta
from reglas.reglamento import AMIGOS


def id_al_azar() -> int:
    """Identificador que no se adivina ni se repite aunque se restaure un respaldo; cabe en un número de JavaScript."""
    return secrets.randbits(52) + 1


class Mesa(models.Model):
    """Una mesa: primero se invita (EL2), luego se juegan en ella una o más partidas (EL6)."""

    class Estado(models.TextChoices):
        """En qué va, fuera de la partida."""

        ABIERTA = "abierta", _("con lugares libres")
        INVITANDO = "invitando", _("invitando")
        LISTA = "lista", _("lista")
        CERRADA = "cerrada", _("cerrada")
        CANCELADA = "cancelada", _("cancelada")

    class AQueSeJuega(models.TextChoices):
        """A qué se juega (RG3)."""

        CIEN = Meta.CIEN.value, _(Meta.CIEN.nombre)
        DOSCIENTOS = Meta.DOSCIENTOS.value, _(Meta.DOSCIENTOS.nombre)
        JUEGOS_GANADOS = Meta.JUEGOS_GANADOS.value, _(Meta.JUEGOS_GANADOS.nombre)

    class Modo(models.TextChoices):
        """Sólo la normal cuenta para la estadística y lleva tarjetas."""

        NORMAL = "normal", _("normal")
        SIN_PRISA = "sin_prisa", _("sin prisa")
        PRACTICA = "practica", _("práctica")
        INTRANET = "intranet", _("torneo en pantallas")
        COMPLETADA = "completada", _("con automáticos")

    class Nivel(models.TextChoices):
        """Cuánto juegan los automáticos de una mesa (`reglas.niveles`)."""

        SIMPLE = "simple", _("sencillo")
        MEDIO = "medio", _("medio")
        FUERTE = "fuerte", _("fuerte")

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    nombre = models.CharField(_("nombre"), max_length=40)
    meta = models.CharField(_("meta"), max_length=16, choices=AQueSeJuega)
    # a qué juego, de cuántos y cómo, como lo escribe `reglas.reglamento`
    reglamento = models.CharField(
        _("juego"), max_length=20, default=str(AMIGOS), db_default=str(AMIGOS), editable=False
    )
    modo = models.CharField(_("modo"), max_length=10, choices=Modo, default=Modo.NORMAL)
    nivel = models.CharField(_("nivel de los automáticos"), max_length=8, choices=Nivel, default=Nivel.SIMPLE)
    organizador = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("organizador")
    )
    estado = models.CharField(_("estado"), max_length=10, choices=Estado, default=Estado.INVITANDO)
    creada = models.DateTimeField(_("creada"), default=timezone.now)
    invita_hasta = models.DateTimeField(_("invitación hasta"), null=True, blank=True)
    cerrada = models.DateTimeField(_("cerrada"), null=True, blank=True)
    motivo = models.CharField(_("motivo"), max_length=20, blank=True)
    # el lugar de aquel por quien se cerró, si fue por alguien: se le dice a los otros tres (002 §3.2.4)
    culpable = models.PositiveSmallIntegerField(_("por quién se cerró"), null=True, blank=True, editable=False)
    id_orden = models.UUIDField(_("orden"), default=uuid.uuid4, unique=True, editable=False)
    # con qué se llega a un lugar libre; se va al anularlo (D473)
    enlace = models.CharField(_("enlace"), max_length=16, null=True, blank=True, unique=True, editable=False)
    # no sale en «Mesas con lugar»: sólo llega quien trae el enlace
    solo_enlace = models.BooleanField(_("sólo por enlace"), default=False, db_default=False, editable=False)
    # sus jugadores aceptaron que otros la miren (D477)
    se_mira = models.BooleanField(_("se puede mirar"), default=False, db_default=False, editable=False)
    # Multiplicado: la clave de su partida y lo que se dictó; secretos hasta que cierre la última de sus mesas (TO27)
    clave_de_reparto = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    texto_de_reparto = models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)
    # el barrido no vuelve a leer su diario: ya no puede haber más que guardar
    proyectada = models.BooleanField(_("historia completa"), default=False, editable=False)
    # lo mismo, de sus tarjetas (SA1, SA2)
    con_tarjetas = models.BooleanField(_("tarjetas completas"), default=False, editable=False)

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")
        ordering = ("-creada",)
        indexes = (
            models.Index(fields=("estado", "invita_hasta")),
            # la Sala busca en cada vuelta las que acaban de cerrarse
            models.Index(fields=("cerrada",), condition=models.Q(cerrada__isnull=False), name="mesa_cerrada"),
            models.Index(fields=("estado",), condition=models.Q(proyectada=False), name="mesa_por_proyectar"),
            models.Index(fields=("estado",), condition=models.Q(con_tarjetas=False), name="mesa_sin_tarjetas"),
        )

    def __str__(self) -> str:
        return self.nombre


class EnCurso(models.Model):
    """Cómo va una mesa que se juega, para la Sala: lo guarda su proceso, por lotes y sólo al cambiar el marcador."""

    mesa = models.OneToOneField(
        Mesa, on_delete=models.CASCADE, primary_key=True, related_name="en_curso", verbose_name=_("mesa")
    )
    partida = models.PositiveSmallIntegerField(_("partida"))
    mano = models.PositiveSmallIntegerField(_("mano"))
    # como se anuncia: tantos, o «ventaja»
    marcador_0 = models.CharField(_("marcador de la pareja 0"), max_length=8)
    marcador_1 = models.CharField(_("marcador de la pareja 1"), max_length=8)
    # de tres o cuatro cada quien por su cuenta, el de los demás, entre comas
    marcador_mas = models.CharField(_("marcador de los demás"), max_length=20, blank=True, default="", db_default="")
    # quién va en cada asiento: al rotar cambian de pareja (EL6)
    lugares = models.CharField(_("lugares"), max_length=16)

    class Meta:
        verbose_name = _("mesa que se juega")
        verbose_name_plural = _("mesas que se juegan")

    def __str__(self) -> str:
        return f"{self.mesa_id} · {'-'.join(self.marcadores)}"

    @property
    def marcadores(self) -> tuple[str, ...]:
        """El de cada bando, en su orden."""
        return (self.marcador_0, self.marcador_1, *(self.marcador_mas.split(",") if self.marcador_mas else ()))


CON_AUTOMATICOS = (Mesa.Modo.PRACTICA, Mesa.Modo.COMPLETADA)
"""Los modos con automáticos: no cuentan, de ellos se sale sin consecuencia y sus partidas van aparte (D486, D765)."""


class Lugar(models.Model):
    """Un asiento al armarla: 0 Abajo (organizador), 1 Derecha, 2 Arriba, 3 Izquierda. Sin cuenta es automático."""

    class Respuesta(models.TextChoices):
        """Qué contestó, o por qué la mesa no se armó por él: perder la señal no es haber dicho que no (D180)."""

        PENDIENTE = "pendiente", _("pendiente")
        ACEPTO = "acepto", _("aceptó")
        RECHAZO = "rechazo", _("rechazó")
        VENCIO = "vencio", _("no contestó")
        SE_FUE = "se_fue", _("se fue o perdió la señal")
        OTRA_MESA = "otra_mesa", _("se sentó en otra mesa")

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="lugares", verbose_name=_("mesa"))
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
    respuesta = models.CharField(_("respuesta"), max_length=10, choices=Respuesta, default=Respuesta.PENDIENTE)
    # invitado o sentado en una mesa que sigue viva
    activo = models.BooleanField(_("activo"), default=True)
    # de acuerdo en que los lugares libres de su mesa los ocupen automáticos; el de quien organiza lo propone (D762)
    con_automaticos = models.BooleanField(_("con automáticos"), default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("lugar")
        verbose_name_plural = _("lugares")
        ordering = ("mesa", "asiento")
        constraints = (
            models.UniqueConstraint(fields=("mesa", "asiento"), name="lugar_un_asiento"),
            models.UniqueConstraint(
                fields=("cuenta",), condition=models.Q(activo=True), name="lugar_una_mesa_a_la_vez"
            ),
            models.CheckConstraint(condition=models.Q(asiento__lte=3), name="lugar_asiento_valido"),
        )

    def __str__(self) -> str:
        return f"{self.nombre} · {self.mesa}"

"""Mesas en línea, sus lugares, partidas jugadas, charla y los procesos que las atienden.

La partida en curso NO está aquí: es el pliegue de su diario (`enlinea/diario`). Estas tablas dicen quién se sienta
dónde y qué quedó al terminar.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def id_al_azar() -> int:
    """Identificador que no se adivina ni se repite aunque se restaure un respaldo; cabe en un número de JavaScript."""
    return secrets.randbits(52) + 1


class Mesa(models.Model):
    """Una mesa de cuatro: primero se invita (EL2), luego se juegan en ella una o más partidas (EL6)."""

    class Estado(models.TextChoices):
        """En qué va, fuera de la partida."""

        INVITANDO = "invitando", _("invitando")
        LISTA = "lista", _("lista")
        CERRADA = "cerrada", _("cerrada")
        CANCELADA = "cancelada", _("cancelada")

    class AQueSeJuega(models.TextChoices):
        """A qué se juega (RG3)."""

        CIEN = "100", _("100 tantos")
        DOSCIENTOS = "200", _("200 tantos")
        JUEGOS_GANADOS = "juegos_ganados", _("Juegos ganados")

    class Modo(models.TextChoices):
        """Sólo la normal cuenta para la estadística y lleva tarjetas."""

        NORMAL = "normal", _("normal")
        SIN_PRISA = "sin_prisa", _("sin prisa")
        PRACTICA = "practica", _("práctica")

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    nombre = models.CharField(_("nombre"), max_length=40)
    meta = models.CharField(_("meta"), max_length=16, choices=AQueSeJuega)
    modo = models.CharField(_("modo"), max_length=10, choices=Modo, default=Modo.NORMAL)
    organizador = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("organizador")
    )
    estado = models.CharField(_("estado"), max_length=10, choices=Estado, default=Estado.INVITANDO)
    creada = models.DateTimeField(_("creada"), default=timezone.now)
    invita_hasta = models.DateTimeField(_("invitación hasta"), null=True, blank=True)
    cerrada = models.DateTimeField(_("cerrada"), null=True, blank=True)
    motivo = models.CharField(_("motivo"), max_length=20, blank=True)
    id_orden = models.UUIDField(_("orden"), default=uuid.uuid4, unique=True, editable=False)
    # el barrido no vuelve a leer su diario: ya no puede haber más que guardar
    proyectada = models.BooleanField(_("historia completa"), default=False, editable=False)

    class Meta:
        verbose_name = _("mesa")
        verbose_name_plural = _("mesas")
        ordering = ("-creada",)
        indexes = (
            models.Index(fields=("estado", "invita_hasta")),
            models.Index(fields=("estado",), condition=models.Q(proyectada=False), name="mesa_por_proyectar"),
        )

    def __str__(self) -> str:
        return self.nombre


class Lugar(models.Model):
    """Un asiento al armarla: 0 Abajo (organizador), 1 Derecha, 2 Arriba, 3 Izquierda. Sin cuenta es automático."""

    class Respuesta(models.TextChoices):
        """Qué contestó el invitado."""

        PENDIENTE = "pendiente", _("pendiente")
        ACEPTO = "acepto", _("aceptó")
        RECHAZO = "rechazo", _("rechazó")
        VENCIO = "vencio", _("no contestó")

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

    class Meta:
        verbose_name = _("partida")
        verbose_name_plural = _("partidas")
        ordering = ("-fin",)
        constraints = (models.UniqueConstraint(fields=("mesa", "numero"), name="partida_una_vez"),)

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

    class Meta:
        verbose_name = _("jugador")
        verbose_name_plural = _("jugadores")
        ordering = ("partida", "asiento")
        constraints = (models.UniqueConstraint(fields=("partida", "asiento"), name="jugador_un_asiento"),)

    def __str__(self) -> str:
        return self.nombre


class Charla(models.Model):
    """Un mensaje del chat: de una mesa o, sin mesa, de la Sala de Reunión (EL1, 002 §2.8)."""

    mesa = models.ForeignKey(
        Mesa, on_delete=models.CASCADE, null=True, blank=True, related_name="charla", verbose_name=_("mesa")
    )
    autor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("autor")
    )
    nombre = models.CharField(_("nombre"), max_length=60)
    texto = models.CharField(_("texto"), max_length=300)
    instante = models.DateTimeField(_("instante"), default=timezone.now)
    id_orden = models.UUIDField(_("orden"), unique=True, editable=False)

    class Meta:
        verbose_name = _("mensaje del chat")
        verbose_name_plural = _("mensajes del chat")
        ordering = ("id",)
        indexes = (models.Index(fields=("mesa", "id")),)

    def __str__(self) -> str:
        return self.texto[:40]


class Proceso(models.Model):
    """Un servidor vivo: late en la base cada segundo. Sin latido, los plazos de sus mesas se congelan (EL9)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    arranque = models.BigIntegerField(_("arranque"))
    latido = models.BigIntegerField(_("latido"))

    class Meta:
        verbose_name = _("proceso")
        verbose_name_plural = _("procesos")

    def __str__(self) -> str:
        return str(self.id)


class Conexion(models.Model):
    """Qué proceso tiene el último socket de cada quien en cada mesa; se escribe al conectar y al perderse."""

    mesa = models.ForeignKey(Mesa, on_delete=models.CASCADE, related_name="+", verbose_name=_("mesa"))
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    proceso = models.UUIDField(_("proceso"))
    instante = models.BigIntegerField(_("instante"))
    viva = models.BooleanField(_("viva"), default=True)

    class Meta:
        verbose_name = _("conexión")
        verbose_name_plural = _("conexiones")
        constraints = (models.UniqueConstraint(fields=("mesa", "cuenta"), name="conexion_una_por_mesa"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.mesa_id}"


class Presencia(models.Model):
    """Alguien firmado, según un proceso que tiene su página abierta (EL1). Sin renovarse caduca sola.

    Una persona con pestañas en dos procesos tiene dos filas y es UNA presencia.
    """

    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    proceso = models.UUIDField(_("proceso"))
    entro = models.DateTimeField(_("hora de entrada"))
    visto = models.DateTimeField(_("visto"), db_index=True)
    actividad = models.DateTimeField(_("última actividad"))
    viva = models.BooleanField(_("viva"), default=True)

    class Meta:
        verbose_name = _("presencia")
        verbose_name_plural = _("presencias")
        constraints = (models.UniqueConstraint(fields=("cuenta", "proceso"), name="presencia_una_por_proceso"),)
        indexes = (models.Index(fields=("proceso", "viva")),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.entro}"


class MensajeDelAdministrador(models.Model):
    """Lo que la administración dice a todos o a uno (002 §1.1.1)."""

    para = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("para"),
        help_text=_("Vacío: para todos."),
    )
    texto = models.TextField(_("texto"), max_length=1000)
    enviado = models.DateTimeField(_("enviado"), default=timezone.now)
    enviado_por = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("enviado por")
    )

    class Meta:
        verbose_name = _("mensaje del administrador")
        verbose_name_plural = _("mensajes del administrador")
        ordering = ("-enviado", "-id")

    def __str__(self) -> str:
        return self.texto[:60]


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

"""Recreo: juego recreativo de 4 a 16 amigos en un mismo lugar (documento 000).

Sólo campos y restricciones. Los puntajes no se guardan: se recalculan desde las anotaciones.
"""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from reglas.tipos import Desenlace, Fin, Meta

TAMANOS = (4, 5, 6, 7, 8, 12, 16)
TAMANOS_RONDA = (4, 5, 6, 7)

NOMBRES_DE_META = {meta: _(meta.nombre) for meta in Meta}


class Recreo(models.Model):
    """Una sesión: de la configuración a la clasificación final. Es la fila raíz que todo servicio bloquea."""

    class Estado(models.TextChoices):
        PREPARACION = "preparacion", _("En preparación")
        EN_JUEGO = "en_juego", _("En juego")
        TERMINADO = "terminado", _("Terminado")
        CANCELADO = "cancelado", _("Cancelado")

    codigo = models.CharField(_("código"), max_length=8, unique=True)
    nombre = models.CharField(_("nombre"), max_length=60)
    lugar = models.CharField(_("lugar"), max_length=60, blank=True)
    tamano = models.PositiveSmallIntegerField(_("jugadores"), choices=[(n, str(n)) for n in TAMANOS])
    meta = models.CharField(_("meta"), max_length=16, choices=[(m.value, t) for m, t in NOMBRES_DE_META.items()])
    importe = models.DecimalField(
        _("importe de la apuesta"),
        max_digits=8,
        decimal_places=2,
        default=0,
        validators=[MinValueValidator(0)],
    )
    pago_extraordinario = models.BooleanField(_("pago extraordinario"), default=False)
    organizador = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="recreos", verbose_name=_("organizador")
    )
    estado = models.CharField(max_length=12, choices=Estado, default=Estado.PREPARACION)
    version = models.PositiveIntegerField(default=1)
    creado = models.DateTimeField(_("creado"))
    iniciado = models.DateTimeField(_("iniciado"), null=True, blank=True)
    terminado = models.DateTimeField(_("terminado"), null=True, blank=True)
    actividad = models.DateTimeField(_("última actividad"))

    class Meta:
        verbose_name = _("recreo")
        verbose_name_plural = _("recreos")
        ordering = ("-creado",)
        indexes = (models.Index(fields=["estado", "actividad"], name="recreo_por_actividad"),)
        constraints = (
            models.CheckConstraint(condition=Q(tamano__in=TAMANOS), name="recreo_tamano_oficial"),
            models.CheckConstraint(
                condition=Q(tamano__in=TAMANOS_RONDA) | Q(importe=0, pago_extraordinario=False),
                name="recreo_apuesta_solo_en_ronda",
            ),
            models.CheckConstraint(condition=Q(importe__gte=0), name="recreo_importe_no_negativo"),
        )

    def __str__(self) -> str:
        return f"{self.nombre} ({self.codigo})"


class Jugador(models.Model):
    """Un número del Recreo y la persona que lo ocupa.

    `vigente` dice si su Recreo no ha terminado: con ella la base garantiza «una persona, un Recreo sin
    terminar» (RE1) por correo, por cuenta y por teléfono (`llave`, de quien reclamó un nombre sin correo).
    """

    class Anota(models.TextChoices):
        TELEFONO = "telefono", _("Con su teléfono")
        PAPEL = "papel", _("En papel")
        ORGANIZADOR = "organizador", _("Lo captura el organizador")

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="jugadores")
    numero = models.PositiveSmallIntegerField(_("número"))
    nombre = models.CharField(_("nombre"), max_length=40)
    correo = models.EmailField(_("correo"), blank=True, default="")
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="jugadores"
    )
    llave = models.CharField(max_length=64, blank=True, default="")
    entro = models.DateTimeField(_("entró"), null=True, blank=True)
    # la invitación vale para ese correo: si cambia, no se le ha enviado
    invitado = models.DateTimeField(_("invitado"), null=True, blank=True)
    invitado_a = models.EmailField(blank=True, default="")
    # la dirección a la que no llegó
    no_llego_a = models.EmailField(blank=True, default="")
    co_organizador = models.BooleanField(_("coorganiza"), default=False)
    anota = models.CharField(max_length=12, choices=Anota, default=Anota.TELEFONO)
    vigente = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("jugador")
        verbose_name_plural = _("jugadores")
        ordering = ("recreo", "numero")
        constraints = (
            models.UniqueConstraint(fields=["recreo", "numero"], name="jugador_numero_unico"),
            models.UniqueConstraint(
                fields=["correo"], condition=Q(vigente=True) & ~Q(correo=""), name="correo_en_un_recreo"
            ),
            models.UniqueConstraint(
                fields=["cuenta"], condition=Q(vigente=True, cuenta__isnull=False), name="cuenta_en_un_recreo"
            ),
            models.UniqueConstraint(
                fields=["llave"], condition=Q(vigente=True) & ~Q(llave=""), name="telefono_en_un_recreo"
            ),
        )

    def __str__(self) -> str:
        return f"{self.numero} {self.nombre}"


class Partida(models.Model):
    """Una partida del rol: sus mesas se abren juntas y se cierra cuando cierra la última (RE6)."""

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="partidas")
    numero = models.PositiveSmallIntegerField()
    inicio = models.DateTimeField()
    termino = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("recreo", "numero")
        constraints = (models.UniqueConstraint(fields=["recreo", "numero"], name="partida_numero_unico"),)

    def __str__(self) -> str:
        return f"{self.recreo_id}/{self.numero}"


class Mesa(models.Model):
    """Una mesa de una partida. Los pasos (RE4): anotador, asistencia, salidor, manos, confirmación, cierre."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="mesas")
    numero = models.PositiveSmallIntegerField()
    anotador = models.ForeignKey(Jugador, models.SET_NULL, null=True, blank=True, related_name="mesas_que_anota")
    asistencia = models.DateTimeField(null=True, blank=True)
    salidor = models.PositiveSmallIntegerField(null=True, blank=True)
    confirmada = models.DateTimeField(null=True, blank=True)
    confirmada_por = models.CharField(max_length=40, blank=True, default="")
    fin = models.CharField(max_length=8, choices=[(f.value, f.value) for f in Fin], null=True, blank=True)
    gana_default = models.PositiveSmallIntegerField(null=True, blank=True)
    motivo = models.CharField(max_length=200, blank=True, default="")
    cerrada = models.DateTimeField(null=True, blank=True)
    cerrada_por = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ("partida", "numero")
        constraints = (
            models.UniqueConstraint(fields=["partida", "numero"], name="mesa_numero_unico"),
            models.CheckConstraint(
                condition=Q(cerrada__isnull=True, fin__isnull=True) | Q(cerrada__isnull=False, fin__isnull=False),
                name="mesa_cerrada_dice_su_fin",
            ),
            # con NULL la base da por buena la duda: cada caso dice qué es nulo y qué no
            models.CheckConstraint(
                condition=Q(gana_default__isnull=True, fin__isnull=True)
                | (Q(gana_default__isnull=True) & ~Q(fin=Fin.DEFAULT.value))
                | Q(gana_default__isnull=False, gana_default__in=(0, 1), fin__isnull=False, fin=Fin.DEFAULT.value),
                name="mesa_default_con_fin",
            ),
            models.CheckConstraint(condition=Q(salidor__isnull=True) | Q(salidor__lt=4), name="mesa_salidor"),
        )

    def __str__(self) -> str:
        return f"{self.partida_id} mesa {self.numero}"


class Asiento(models.Model):
    """Quién se sienta dónde: 0 Abajo, 1 Derecha, 2 Arriba, 3 Izquierda."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="asientos")
    lugar = models.PositiveSmallIntegerField()
    jugador = models.ForeignKey(Jugador, models.PROTECT, related_name="asientos")
    presente = models.BooleanField(default=True)

    class Meta:
        ordering = ("mesa", "lugar")
        constraints = (
            models.UniqueConstraint(fields=["mesa", "lugar"], name="asiento_lugar_unico"),
            models.UniqueConstraint(fields=["mesa", "jugador"], name="asiento_jugador_unico"),
            models.CheckConstraint(condition=Q(lugar__lt=4), name="asiento_lugar"),
        )

    def __str__(self) -> str:
        return f"{self.mesa_id}:{self.lugar}"


class Anotacion(models.Model):
    """Una revisión de una mano. Sólo se agregan: la vigente es la de mayor revisión y las demás son el rastro.

    El único `(mesa, mano, revision)` decide las carreras: de dos anotaciones a la vez gana exactamente una.
    """

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="anotaciones")
    mano = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField()
    borrada = models.BooleanField(default=False)
    desenlace = models.CharField(max_length=16, choices=[(d.value, d.value) for d in Desenlace])
    pareja = models.PositiveSmallIntegerField(null=True, blank=True)
    tantos = models.PositiveSmallIntegerField(default=0)
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("mesa", "mano", "revision")
        constraints = (
            models.UniqueConstraint(fields=["mesa", "mano", "revision"], name="anotacion_revision_unica"),
            models.CheckConstraint(condition=Q(pareja__isnull=True) | Q(pareja__in=(0, 1)), name="anotacion_pareja"),
        )

    def __str__(self) -> str:
        return f"{self.mesa_id} mano {self.mano} rev {self.revision}"


class Discrepancia(models.Model):
    """Otra versión de una mano ya anotada: la resuelve el organizador; nunca gana la última en silencio."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="discrepancias")
    mano = models.PositiveSmallIntegerField()
    desenlace = models.CharField(max_length=16, choices=[(d.value, d.value) for d in Desenlace])
    pareja = models.PositiveSmallIntegerField(null=True, blank=True)
    tantos = models.PositiveSmallIntegerField(default=0)
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()
    resuelta = models.DateTimeField(null=True, blank=True)
    aceptada = models.BooleanField(null=True, blank=True)

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.mesa_id} mano {self.mano}"


class Castigo(models.Model):
    """Tantos que el organizador descuenta de la eficiencia de un jugador (000 II.A.7)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="castigos")
    jugador = models.ForeignKey(Jugador, models.PROTECT, related_name="castigos")
    tantos = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    motivo = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()
    anulado = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.jugador_id}: {self.tantos}"


class Incidencia(models.Model):
    """Lo que una mesa comunica al organizador: llamada, default propuesto o negado, infracción (RE5)."""

    class Tipo(models.TextChoices):
        LLAMADA = "llamada", _("Llamada al organizador")
        DEFAULT_PROPUESTO = "default_propuesto", _("Default propuesto")
        DEFAULT_NEGADO = "default_negado", _("Default negado")
        INFRACCION = "infraccion", _("Infracción")

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="incidencias")
    tipo = models.CharField(max_length=20, choices=Tipo)
    jugador = models.ForeignKey(Jugador, models.SET_NULL, null=True, blank=True, related_name="incidencias")
    texto = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()
    atendida = models.DateTimeField(null=True, blank=True)
    atendida_por = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.tipo} mesa {self.mesa_id}"


class PaseDeMesa(models.Model):
    """Código de un solo uso para pasar la anotación de una mesa a otro teléfono (QR)."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="pases")
    clave = models.CharField(max_length=32, unique=True)
    vence = models.DateTimeField()
    usado = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"pase de {self.mesa_id}"


class Orden(models.Model):
    """Orden ya aplicada: repetir su `id_orden` devuelve el mismo resultado (se conserva 30 días)."""

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="ordenes")
    id_orden = models.UUIDField()
    accion = models.CharField(max_length=40)
    huella = models.CharField(max_length=80)
    resultado = models.JSONField(default=dict)
    instante = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["recreo", "id_orden"], name="orden_una_vez"),)

    def __str__(self) -> str:
        return f"{self.accion} {self.id_orden}"

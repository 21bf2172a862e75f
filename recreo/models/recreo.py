"""Recreo: juego recreativo de 4 a 16 amigos en un mismo lugar (documento 000).

Sólo campos y restricciones. Los puntajes no se guardan: se recalculan desde las anotaciones.
"""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from recreo.hoja.models import (
    AnotacionBase,
    AsientoBase,
    DiscrepanciaBase,
    IncidenciaBase,
    MesaBase,
    OrdenBase,
    PaseBase,
    normas_de_anotacion,
    normas_de_asiento,
    normas_de_mesa,
)
from reglas.roles import ROLES, TAMANOS, TAMANOS_RONDA
from reglas.tipos import Meta, TipoDeRol

TAMANOS_CON_OFICIAL = tuple(ROLES)
MINUTOS_SIN_MANO = 15
"""Una mano tarda de 3 a 6 minutos: con tres sin llegar, algo pasa en esa mesa."""
MINUTOS_DE_AVISO = (0, 10, 15, 20, 30, 45)
"""Con cuántos se puede pedir que avise; cero, nunca (D322)."""

NOMBRES_DE_META = {meta: _(meta.nombre) for meta in Meta}


class Recreo(models.Model):
    """Una sesión: de la configuración a la clasificación final. Es la fila que bloquean las órdenes de todo el Recreo.

    La versión que se ve es la suya más la de sus mesas (`consultas_de_version.versiones`). `epoca` sube cuando una
    orden cambia varias mesas a la vez: nada de lo recordado de ellas vale. Con las mismas `version`, `actividad` y
    `epoca` sólo pudieron cambiar las mesas.
    """

    class Estado(models.TextChoices):
        PREPARACION = "preparacion", _("En preparación")
        EN_JUEGO = "en_juego", _("En juego")
        TERMINADO = "terminado", _("Terminado")
        CANCELADO = "cancelado", _("Cancelado")

    codigo = models.CharField(_("código"), max_length=8, unique=True)
    # va en el enlace y en el QR: quien la trae no adivinó nada
    clave = models.CharField(max_length=24, blank=True, default="", db_default="")
    pide_aprobacion = models.BooleanField(_("quien organiza aprueba a cada quien"), default=False, db_default=False)
    nombre = models.CharField(_("nombre"), max_length=60)
    lugar = models.CharField(_("lugar"), max_length=60, blank=True)
    procedencia = models.CharField(_("procedencia"), max_length=60, blank=True, default="", db_default="")
    tamano = models.PositiveSmallIntegerField(_("jugadores"), choices=[(n, str(n)) for n in TAMANOS])
    # con qué programa de mesas y parejas: el oficial o el equilibrado (RG12)
    rol = models.CharField(
        _("rol"),
        max_length=12,
        choices=[(TipoDeRol.OFICIAL.value, _("oficial")), (TipoDeRol.EQUILIBRADO.value, _("equilibrado"))],
        default=TipoDeRol.OFICIAL.value,
        db_default=TipoDeRol.OFICIAL.value,
    )
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
    epoca = models.PositiveIntegerField(default=0, db_default=0)
    creado = models.DateTimeField(_("creado"))
    iniciado = models.DateTimeField(_("iniciado"), null=True, blank=True)
    terminado = models.DateTimeField(_("terminado"), null=True, blank=True)
    # «terminar aquí»: sin jugar el programa entero (D305)
    terminado_antes = models.BooleanField(default=False, db_default=False)
    # «seguir otro día»: nada caduca y cada quien queda libre entretanto (D306)
    pausado = models.DateTimeField(_("en pausa desde"), null=True, blank=True)
    actividad = models.DateTimeField(_("última actividad"))
    # con cuántos minutos sin mano se avisa de una mesa; 0: no se avisa (D322)
    minutos_sin_mano = models.PositiveSmallIntegerField(
        _("minutos sin mano"), default=MINUTOS_SIN_MANO, db_default=MINUTOS_SIN_MANO
    )

    # la del enlace de la tele: quien la trae mira el salón sin entrar; vacía, no hay enlace (D496)
    clave_tele = models.CharField(max_length=24, blank=True, default="", db_default="")
    # cerrar una mesa pide que la otra pareja haya confirmado la hoja (D376)
    exige_conformidad = models.BooleanField(_("la otra pareja confirma la hoja"), default=False, db_default=False)
    # el que terminó, si éste es «otra con los mismos» (D320)
    anterior = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("recreo")
        verbose_name_plural = _("recreos")
        ordering = ("-creado",)
        indexes = (models.Index(fields=["estado", "actividad"], name="recreo_por_actividad"),)
        constraints = (
            models.CheckConstraint(condition=Q(tamano__range=(TAMANOS[0], TAMANOS[-1])), name="recreo_tamano_jugable"),
            # sin oficial, el que hay
            models.CheckConstraint(
                condition=Q(tamano__in=TAMANOS_CON_OFICIAL) | Q(rol=TipoDeRol.EQUILIBRADO.value),
                name="recreo_rol_que_hay",
            ),
            models.CheckConstraint(
                condition=Q(tamano__in=TAMANOS_RONDA) | Q(importe=0, pago_extraordinario=False),
                name="recreo_apuesta_solo_en_ronda",
            ),
            models.CheckConstraint(condition=Q(importe__gte=0), name="recreo_importe_no_negativo"),
            models.UniqueConstraint(fields=["clave_tele"], condition=~Q(clave_tele=""), name="recreo_tele_unica"),
        )

    def __str__(self) -> str:
        return f"{self.nombre} ({self.codigo})"


class Jugador(models.Model):
    """Un número del Recreo y la persona que lo ocupa.

    `vigente` dice si está en su Recreo y éste no ha terminado ni está en pausa: con ella la base garantiza «una
    persona, un Recreo sin terminar» (RE1) por cuenta y por teléfono (`llave`, de quien reclamó un nombre sin correo).
    El correo con que se apunta a alguien no lo sienta: puede estar en varios hasta que acepte uno (RE3).
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
    # las partidas en que falta: desde cuál y hasta cuál, o hasta que llegue (D304)
    falta_desde = models.PositiveSmallIntegerField(null=True, blank=True)
    falta_hasta = models.PositiveSmallIntegerField(null=True, blank=True)
    # «visual motriz»: lo que marcó, cuándo lo consintió y si lo marcó otra persona a su petición (D491)
    discapacidades = models.CharField(max_length=24, blank=True, default="", db_default="")
    discapacidad_consentida = models.DateTimeField(null=True, blank=True)
    discapacidad_por_otro = models.BooleanField(default=False, db_default=False)
    # en «otra con los mismos», su lugar en la anterior: quien lo tuvo entra con un toque, o dijo «ahora no» (D817)
    viene_de = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    ahora_no = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name = _("jugador")
        verbose_name_plural = _("jugadores")
        ordering = ("recreo", "numero")
        constraints = (
            models.UniqueConstraint(fields=["recreo", "numero"], name="jugador_numero_unico"),
            models.UniqueConstraint(
                fields=["cuenta"], condition=Q(vigente=True, cuenta__isnull=False), name="cuenta_en_un_recreo"
            ),
            models.UniqueConstraint(
                fields=["llave"], condition=Q(vigente=True) & ~Q(llave=""), name="telefono_en_un_recreo"
            ),
            models.CheckConstraint(
                condition=Q(discapacidades="") | Q(discapacidad_consentida__isnull=False),
                name="discapacidad_consentida",
            ),
        )

    def __str__(self) -> str:
        return f"{self.numero} {self.nombre}"


class CodigoRetirado(models.Model):
    """Un código que ya no invita. Quien tiene lugar sigue entrando con las direcciones que lo llevan."""

    codigo = models.CharField(max_length=8, unique=True)
    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="retirados")

    def __str__(self) -> str:
        return self.codigo


class SolicitudDeLugar(models.Model):
    """Quien pide un lugar donde quien organiza aprueba a cada quien; una por persona y Recreo."""

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="solicitudes")
    jugador = models.ForeignKey(Jugador, models.CASCADE, related_name="solicitudes")
    cuenta = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    llave = models.CharField(max_length=64, blank=True, default="")
    instante = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=["recreo", "cuenta"], condition=Q(cuenta__isnull=False), name="solicitud_por_cuenta"
            ),
            models.UniqueConstraint(fields=["recreo", "llave"], condition=~Q(llave=""), name="solicitud_por_telefono"),
        )

    def __str__(self) -> str:
        return f"solicitud de {self.jugador_id}"


class Partida(models.Model):
    """Una partida del rol: sus mesas se abren juntas y se cierra cuando cierra la última (RE6)."""

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="partidas")
    numero = models.PositiveSmallIntegerField()
    inicio = models.DateTimeField()
    termino = models.DateTimeField(null=True, blank=True)
    # cuántas veces se ha cerrado: reabierta y vuelta a cerrar, no es la misma (D302)
    cierres = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ("recreo", "numero")
        constraints = (models.UniqueConstraint(fields=["recreo", "numero"], name="partida_numero_unico"),)

    def __str__(self) -> str:
        return f"{self.recreo_id}/{self.numero}"


class Mesa(MesaBase):
    """Una mesa de una partida. Los pasos (RE4): anotador, asistencia, salidor, manos, confirmación, cierre."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="mesas")
    anotador = models.ForeignKey(Jugador, models.SET_NULL, null=True, blank=True, related_name="mesas_que_anota")

    class Meta:
        ordering = ("partida", "numero")
        constraints = (
            models.UniqueConstraint(fields=["partida", "numero"], name="mesa_numero_unico"),
            *normas_de_mesa("mesa"),
        )

    def __str__(self) -> str:
        return f"{self.partida_id} mesa {self.numero}"


class Asiento(AsientoBase):
    """Quién se sienta dónde: 0 Abajo, 1 Derecha, 2 Arriba, 3 Izquierda."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="asientos")
    jugador = models.ForeignKey(Jugador, models.PROTECT, related_name="asientos")

    class Meta:
        ordering = ("mesa", "lugar")
        constraints = normas_de_asiento("asiento")

    def __str__(self) -> str:
        return f"{self.mesa_id}:{self.lugar}"


class Anotacion(AnotacionBase):
    """Una revisión de una mano. Sólo se agregan: la vigente es la de mayor revisión y las demás son el rastro."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="anotaciones")

    class Meta:
        ordering = ("mesa", "mano", "revision")
        constraints = normas_de_anotacion("anotacion")

    def __str__(self) -> str:
        return f"{self.mesa_id} mano {self.mano} rev {self.revision}"


class Discrepancia(DiscrepanciaBase):
    """Otra versión de una mano ya anotada: la resuelve el organizador; nunca gana la última en silencio."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="discrepancias")

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


class Incidencia(IncidenciaBase):
    """Lo que una mesa comunica al organizador: llamada, default propuesto o negado, infracción (RE5)."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="incidencias")
    jugador = models.ForeignKey(Jugador, models.SET_NULL, null=True, blank=True, related_name="incidencias")

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.tipo} mesa {self.mesa_id}"


class PaseDeMesa(PaseBase):
    """Código de un solo uso para pasar la anotación de una mesa a otro teléfono (QR)."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="pases")

    def __str__(self) -> str:
        return f"pase de {self.mesa_id}"


class Orden(OrdenBase):
    """Orden ya aplicada: repetir su `id_orden` devuelve el mismo resultado (se conserva 30 días)."""

    recreo = models.ForeignKey(Recreo, models.CASCADE, related_name="ordenes")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["recreo", "id_orden"], name="orden_una_vez"),)

    def __str__(self) -> str:
        return f"{self.accion} {self.id_orden}"

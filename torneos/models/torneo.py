"""Torneos presenciales: Individual, Parejas y Equipos, en todos sus formatos de mesa (TO1 a TO32).

Sólo campos y restricciones. La tabla, los descansos y los premios no se guardan: se recalculan desde los resultados.
Las mesas son las de la hoja común (`recreo/hoja`, decisión 017); lo propio de un torneo está en `mesa`.
"""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from recreo.hoja.models import OrdenBase
from reglas.metas import Meta
from reglas.suizo.dictamen import Sancion as TipoDeSancion
from reglas.suizo.premios import Cobro
from reglas.suizo.tipos import Contrarios, Modalidad, Tipo

NOMBRES_DE_META = {meta: _(meta.nombre) for meta in Meta}
CERO = 0
TIPOS = (Tipo.AZTECA, Tipo.MAYA, Tipo.MULTIBOLSA, Tipo.A_DISTANCIA, Tipo.MULTIPLICADO)
SUPLENTE = 4
"""El lugar del suplente en su conjunto; los titulares llevan 0 a 3: a, b, c y d (TO2, TO4)."""


class Torneo(models.Model):
    """Un torneo: de la convocatoria a la tabla final. Es la fila que bloquean las órdenes de todo el torneo.

    La versión que se ve es la suya más la de sus mesas. El sorteo sale de `clave_de_sorteo`, cuya huella se publica al
    crearlo, y del texto que se dicta en la sala: ni la casa ni quien dicta lo acomodan (TO6).
    """

    class Estado(models.TextChoices):
        REGISTRO = "registro", _("Registro abierto")
        EN_JUEGO = "en_juego", _("En juego")
        TERMINADO = "terminado", _("Terminado")
        CANCELADO = "cancelado", _("Cancelado")

    codigo = models.CharField(_("código"), max_length=8, unique=True)
    nombre = models.CharField(_("nombre"), max_length=60)
    lugar = models.CharField(_("lugar"), max_length=60, blank=True, default="")
    fecha = models.DateTimeField(_("fecha"))
    modalidad = models.CharField(
        _("modalidad"),
        max_length=12,
        choices=[(m.value, m.value) for m in Modalidad],
        default=Modalidad.INDIVIDUAL.value,
        db_default=Modalidad.INDIVIDUAL.value,
    )
    tipo = models.CharField(_("formato"), max_length=12, choices=[(t.value, t.value) for t in TIPOS])
    meta = models.CharField(_("meta"), max_length=16, choices=[(m.value, t) for m, t in NOMBRES_DE_META.items()])
    previstas = models.PositiveSmallIntegerField(_("partidas"), validators=[MinValueValidator(1)])
    # partidas seguidas contra el mismo equipo (TO10)
    encuentro = models.PositiveSmallIntegerField(_("partidas por encuentro"), default=3, db_default=3)
    # de Multibolsa: cuántas y, si no es la regla, cuántos cambian en el segundo corte (TO24)
    bolsas = models.PositiveSmallIntegerField(_("bolsas"), null=True, blank=True)
    intercambio = models.PositiveSmallIntegerField(_("intercambio"), null=True, blank=True)
    contrarios = models.CharField(
        _("contrarios"), max_length=8, blank=True, default="", choices=[(c.value, c.value) for c in Contrarios]
    )
    minutos = models.PositiveSmallIntegerField(_("minutos por partida"), default=45)
    espera = models.PositiveSmallIntegerField(_("minutos de espera"), default=10)
    cupo = models.PositiveSmallIntegerField(_("lugares"), default=1024)
    cuota = models.DecimalField(_("cuota"), max_digits=8, decimal_places=2, default=CERO)
    garantizado = models.DecimalField(_("garantizado"), max_digits=10, decimal_places=2, default=CERO)
    clave_de_sorteo = models.CharField(max_length=64)
    dictado = models.CharField(_("texto dictado"), max_length=60, blank=True, default="")
    # de un acta traída cuya semilla no era «clave:dictado»; manda sobre las dos
    semilla = models.CharField(max_length=200, blank=True, default="", db_default="")
    # cada quien en su pantalla, con el motor de En línea; la clasificación es la de su formato (TO26, TO29)
    intranet = models.BooleanField(_("se juega en pantallas"), default=False, db_default=False)
    # Multiplicado: de ella sale la clave de cada partida, cuya huella se publica desde que se crea (TO27)
    clave_de_repartos = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    traido = models.DateTimeField(_("se trajo de un acta"), null=True, blank=True)
    organizador = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="torneos", verbose_name=_("organizador")
    )
    estado = models.CharField(max_length=12, choices=Estado, default=Estado.REGISTRO)
    version = models.PositiveIntegerField(default=1)
    creado = models.DateTimeField(_("creado"))
    iniciado = models.DateTimeField(_("iniciado"), null=True, blank=True)
    terminado = models.DateTimeField(_("terminado"), null=True, blank=True)
    actividad = models.DateTimeField(_("última actividad"))

    class Meta:
        verbose_name = _("torneo")
        verbose_name_plural = _("torneos")
        ordering = ("-fecha",)
        constraints = (
            models.CheckConstraint(condition=Q(cuota__gte=0, garantizado__gte=0), name="torneo_importes"),
            models.CheckConstraint(condition=Q(previstas__gte=1), name="torneo_previstas"),
            models.CheckConstraint(
                condition=(Q(tipo=Tipo.MAYA.value) & Q(meta=Meta.JUEGOS_GANADOS.value))
                | (Q(tipo=Tipo.AZTECA.value) & ~Q(meta=Meta.JUEGOS_GANADOS.value))
                | Q(tipo__in=[Tipo.MULTIBOLSA.value, Tipo.A_DISTANCIA.value, Tipo.MULTIPLICADO.value]),
                name="torneo_meta_del_formato",
            ),
            models.CheckConstraint(
                condition=Q(tipo=Tipo.MULTIBOLSA.value, bolsas__isnull=False, bolsas__in=(2, 3))
                | (~Q(tipo=Tipo.MULTIBOLSA.value) & Q(bolsas__isnull=True)),
                name="torneo_bolsas_del_formato",
            ),
            models.CheckConstraint(
                condition=~Q(tipo=Tipo.A_DISTANCIA.value) | Q(modalidad=Modalidad.INDIVIDUAL.value),
                name="torneo_a_distancia_individual",
            ),
            models.CheckConstraint(
                condition=~Q(tipo=Tipo.MULTIPLICADO.value) | Q(intranet=True),
                name="torneo_multiplicado_en_pantallas",
            ),
        )

    def __str__(self) -> str:
        return f"{self.nombre} ({self.codigo})"

    @property
    def multiplicado(self) -> bool:
        """¿Se juegan las mismas fichas en todas sus mesas? (TO27)"""
        return bool(self.tipo == Tipo.MULTIPLICADO.value)


class Inscrito(models.Model):
    """Una persona o un conjunto y su número, que es su identificador en el acta.

    `desde` y `hasta`: primera y última partida en que se le empareja; sin `desde` todavía no llega (TO2, TO3). En
    Parejas y Equipos eso, la cuota y la mesa fija son del conjunto; sus integrantes son otros renglones, con `conjunto`
    y `letra`, y son los que se sientan y anotan (decisión 025).
    """

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="inscritos")
    numero = models.PositiveSmallIntegerField(_("número"))
    nombre = models.CharField(_("nombre"), max_length=40)
    correo = models.EmailField(_("correo"), blank=True, default="")
    club = models.CharField(_("club"), max_length=60, blank=True, default="")
    procedencia = models.CharField(_("procedencia"), max_length=60, blank=True, default="")
    comodin = models.BooleanField(_("comodín"), default=False)
    llego = models.DateTimeField(_("llegó"), null=True, blank=True)
    desde = models.PositiveSmallIntegerField(null=True, blank=True)
    hasta = models.PositiveSmallIntegerField(null=True, blank=True)
    expulsado = models.BooleanField(default=False)
    # no puede moverse de esa mesa (TO12)
    mesa_fija = models.PositiveSmallIntegerField(null=True, blank=True)
    cobro = models.CharField(max_length=10, choices=[(c.value, c.value) for c in Cobro], default=Cobro.PENDIENTE.value)
    # de un integrante: su conjunto y su lugar fijo en él
    conjunto = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="integrantes")
    letra = models.PositiveSmallIntegerField(null=True, blank=True)
    # de un conjunto: desde qué partida entró su suplente y por quién (TO4)
    suplente_desde = models.PositiveSmallIntegerField(null=True, blank=True)
    suple_a = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("inscrito")
        verbose_name_plural = _("inscritos")
        ordering = ("torneo", "numero")
        constraints = (
            models.UniqueConstraint(fields=["torneo", "numero"], name="inscrito_numero_unico"),
            models.CheckConstraint(condition=Q(hasta=None) | Q(desde__isnull=False), name="inscrito_sale_si_entro"),
            models.UniqueConstraint(fields=["conjunto", "letra"], name="inscrito_un_lugar_en_su_conjunto"),
            models.CheckConstraint(
                condition=Q(conjunto=None, letra=None)
                | Q(conjunto__isnull=False, letra__isnull=False, letra__lte=SUPLENTE, desde=None, comodin=False),
                name="inscrito_integrante",
            ),
        )

    def __str__(self) -> str:
        return f"{self.numero} {self.nombre}"


class Auxiliar(models.Model):
    """A quién da permisos quien organiza: otra mesa de control, o juez de una zona de mesas (TO16)."""

    class Papel(models.TextChoices):
        CONTROL = "control", _("Mesa de control")
        JUEZ = "juez", _("Juez de zona")

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="auxiliares")
    correo = models.EmailField(_("correo"))
    nombre = models.CharField(_("nombre"), max_length=40)
    papel = models.CharField(max_length=8, choices=Papel)
    desde_mesa = models.PositiveSmallIntegerField(default=1)
    hasta_mesa = models.PositiveSmallIntegerField(default=999)

    class Meta:
        ordering = ("torneo", "pk")
        constraints = (
            models.UniqueConstraint(fields=["torneo", "correo"], name="auxiliar_una_vez"),
            models.CheckConstraint(condition=Q(desde_mesa__lte=F("hasta_mesa")), name="auxiliar_zona_en_orden"),
        )

    def __str__(self) -> str:
        return f"{self.nombre} ({self.papel})"


class Restriccion(models.Model):
    """Dos que no deben sentarse juntos (prohibido) o no deben enfrentarse (evitar), y en qué partidas rige (TO11).

    Un par tiene una sola en todo el torneo: el acta guarda de cada par una vigencia (D330).
    """

    class Tipo(models.TextChoices):
        PROHIBIDO = "prohibido", _("Ni en la misma mesa")
        EVITAR = "evitar", _("Mejor no enfrentarlos")

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="restricciones")
    tipo = models.CharField(max_length=10, choices=Tipo)
    uno = models.ForeignKey(Inscrito, models.CASCADE, related_name="+")
    otro = models.ForeignKey(Inscrito, models.CASCADE, related_name="+")
    desde = models.PositiveSmallIntegerField(default=1)
    hasta = models.PositiveSmallIntegerField(null=True, blank=True)
    motivo = models.CharField(max_length=200)
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("torneo", "pk")
        constraints = (models.UniqueConstraint(fields=["torneo", "uno", "otro"], name="restriccion_un_par"),)

    def __str__(self) -> str:
        return f"{self.tipo} {self.uno_id} {self.otro_id}"


class Disposicion(models.Model):
    """Lo que se dispuso para la partida que aún no se empareja: quién avisó que falta, o una mesa forzada (TO11, TO18).

    Al publicar pasa a la partida y a sus mesas, y aquí se borra.
    """

    class Tipo(models.TextChoices):
        AUSENTE = "ausente", _("Avisó que no juega")
        FORZADA = "forzada", _("Mesa forzada")

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="disposiciones")
    tipo = models.CharField(max_length=8, choices=Tipo)
    # los números: uno si es ausente, cuatro por asiento si es forzada
    numeros = models.JSONField(default=list)
    motivo = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("torneo", "pk")

    def __str__(self) -> str:
        return f"{self.tipo} {self.numeros}"


class Ensayo(models.Model):
    """Un emparejamiento calculado aparte, todavía sin publicar (TO14).

    `huella` es la de lo que se emparejó: si algo cambió desde entonces ya no se publica. Lo toma un barrido a la vez.
    """

    class Estado(models.TextChoices):
        PENDIENTE = "pendiente", _("En fila")
        LISTO = "listo", _("Listo")
        FALLIDO = "fallido", _("No se pudo")

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="ensayos")
    partida = models.PositiveSmallIntegerField()
    estado = models.CharField(max_length=10, choices=Estado, default=Estado.PENDIENTE)
    huella = models.CharField(max_length=64)
    acta = models.JSONField()
    resultado = models.JSONField(null=True, blank=True)
    error = models.JSONField(null=True, blank=True)
    intentos = models.PositiveSmallIntegerField(default=0)
    tomado = models.DateTimeField(null=True, blank=True)
    tomado_hasta = models.DateTimeField(null=True, blank=True)
    quien = models.CharField(max_length=40)
    creado = models.DateTimeField()
    listo = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("torneo", "-pk")
        indexes = (models.Index(fields=["estado", "creado"], name="ensayo_en_fila"),)

    def __str__(self) -> str:
        return f"ensayo de la {self.partida} ({self.estado})"


class Sancion(models.Model):
    """Lo que puso un juez (TO20). `tras`: la última partida publicada entonces; un castigo negativo quita otro."""

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="sanciones")
    inscrito = models.ForeignKey(Inscrito, models.CASCADE, related_name="sanciones")
    tipo = models.CharField(max_length=14, choices=[(t.value, t.value) for t in TipoDeSancion])
    partida = models.PositiveSmallIntegerField()
    tras = models.PositiveSmallIntegerField()
    tantos = models.SmallIntegerField(default=0)
    quita = models.OneToOneField("self", models.CASCADE, null=True, blank=True, related_name="quitada_por")
    motivo = models.CharField(max_length=200)
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("torneo", "pk")

    def __str__(self) -> str:
        return f"{self.tipo} {self.inscrito_id}"


class Premio(models.Model):
    """El de un lugar de una bolsa: un importe o un porcentaje (TO23). Sin bolsas, la 1 es la tabla."""

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="premios")
    bolsa = models.PositiveSmallIntegerField(default=1, db_default=1)
    lugar = models.PositiveSmallIntegerField()
    importe = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    porcentaje = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)

    class Meta:
        ordering = ("torneo", "bolsa", "lugar")
        constraints = (
            models.UniqueConstraint(fields=["torneo", "bolsa", "lugar"], name="premio_un_lugar"),
            models.CheckConstraint(
                condition=Q(importe__isnull=True, porcentaje__gte=0) | Q(porcentaje__isnull=True, importe__gte=0),
                name="premio_importe_o_porcentaje",
            ),
        )

    def __str__(self) -> str:
        return f"{self.lugar}.º"


class Suceso(models.Model):
    """El rastro de todo lo que pasa: quién, cuándo, qué y por qué. Sólo se agregan."""

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="sucesos")
    accion = models.CharField(max_length=40)
    partida = models.PositiveSmallIntegerField(null=True, blank=True)
    mesa = models.PositiveSmallIntegerField(null=True, blank=True)
    datos = models.JSONField(default=dict)
    motivo = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("torneo", "pk")

    def __str__(self) -> str:
        return f"{self.accion} {self.instante}"


class Orden(OrdenBase):
    """Orden ya aplicada: repetir su `id_orden` devuelve el mismo resultado (se conserva 30 días)."""

    torneo = models.ForeignKey(Torneo, models.CASCADE, related_name="ordenes")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["torneo", "id_orden"], name="orden_de_torneo_una_vez"),
            models.UniqueConstraint(
                fields=["id_orden"], condition=Q(accion="torneo_crear"), name="torneo_creado_una_vez"
            ),
        )

    def __str__(self) -> str:
        return f"{self.accion} {self.id_orden}"

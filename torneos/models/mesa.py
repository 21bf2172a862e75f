"""Las partidas publicadas y sus mesas, dueñas de una hoja de `recreo/hoja` (TO16, decisión 017).

Cómo se cerró una mesa vive en sus resultados, que sólo se agregan (decisión 021): los campos `fin` y `gana_default` de
la hoja, que son los del Recreo, aquí quedan siempre vacíos.
"""

from django.db import models
from django.db.models import Q

from recreo.hoja.models import (
    AnotacionBase,
    AsientoBase,
    DiscrepanciaBase,
    IncidenciaBase,
    MesaBase,
    PaseBase,
    normas_de_anotacion,
    normas_de_asiento,
)
from reglas.suizo.tipos import FinDeMesa


class Partida(models.Model):
    """Una partida publicada, con su hoja de emparejamiento y quiénes no juegan (TO14, TO15).

    `descansan`, `ausentes` y `fijas` llevan números de inscrito. `inicio` es cuando arranca el reloj (TO17).
    """

    torneo = models.ForeignKey("torneos.Torneo", models.CASCADE, related_name="partidas")
    numero = models.PositiveSmallIntegerField()
    publicada = models.DateTimeField()
    quien = models.CharField(max_length=40)
    hoja = models.JSONField(default=dict)
    descansan = models.JSONField(default=list)
    ausentes = models.JSONField(default=list)
    fijas = models.JSONField(default=list)
    # si abrió una etapa de Multibolsa, los números de cada bolsa (TO24)
    corte = models.JSONField(null=True, blank=True)
    inicio = models.DateTimeField(null=True, blank=True)
    cerrada = models.DateTimeField(null=True, blank=True)
    # Multiplicado: lo que se dictó para esta partida, y cuándo cerró su última mesa y se pudieron ver las fichas (TO27)
    dictado = models.CharField(max_length=60, blank=True, default="", db_default="")
    levantada = models.DateTimeField(null=True, blank=True)
    # la que se dictó en otra parte y se trajo de su acta: la clave que allá se reveló, o vacía; None, la de este torneo
    clave_de_fuera = models.CharField(max_length=64, null=True, blank=True, editable=False)

    class Meta:
        ordering = ("torneo", "numero")
        constraints = (models.UniqueConstraint(fields=["torneo", "numero"], name="partida_de_torneo_unica"),)

    def __str__(self) -> str:
        return f"{self.torneo_id}/{self.numero}"


class Mesa(MesaBase):
    """Una mesa publicada. Quien trae su `clave`, que va en el QR de su hoja, la anota sin cuenta (TO16)."""

    partida = models.ForeignKey(Partida, models.CASCADE, related_name="mesas")
    anotador = models.ForeignKey(
        "torneos.Inscrito", models.SET_NULL, null=True, blank=True, related_name="mesas_que_anota"
    )
    clave = models.CharField(max_length=24, unique=True)
    forzada = models.BooleanField(default=False)
    # en pantallas, la mesa de En línea en que se juega (TO26)
    en_linea = models.BigIntegerField(null=True, blank=True, unique=True)

    class Meta:
        ordering = ("partida", "numero")
        constraints = (
            models.UniqueConstraint(fields=["partida", "numero"], name="mesa_de_torneo_unica"),
            models.CheckConstraint(
                condition=Q(fin__isnull=True, gana_default__isnull=True), name="mesa_de_torneo_fin_en_resultados"
            ),
            models.CheckConstraint(condition=Q(salidor__isnull=True) | Q(salidor__lt=4), name="mesa_de_torneo_salidor"),
        )

    def __str__(self) -> str:
        return f"{self.partida_id} mesa {self.numero}"


class Asiento(AsientoBase):
    """Quién se sienta dónde: una pareja es 0 y 2; la otra, 1 y 3."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="asientos")
    jugador = models.ForeignKey("torneos.Inscrito", models.PROTECT, related_name="asientos")

    class Meta:
        ordering = ("mesa", "lugar")
        constraints = normas_de_asiento("asiento_de_torneo")

    def __str__(self) -> str:
        return f"{self.mesa_id}:{self.lugar}"


class Anotacion(AnotacionBase):
    """Una revisión de una mano. Sólo se agregan."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="anotaciones")

    class Meta:
        ordering = ("mesa", "mano", "revision")
        constraints = normas_de_anotacion("anotacion_de_torneo")

    def __str__(self) -> str:
        return f"{self.mesa_id} mano {self.mano} rev {self.revision}"


class Discrepancia(DiscrepanciaBase):
    """Otra versión de una mano ya anotada: la resuelve un juez."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="discrepancias")

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.mesa_id} mano {self.mano}"


class Incidencia(IncidenciaBase):
    """Lo que una mesa le comunica a su juez: llamada u objeción al marcador (TO16)."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="incidencias")
    jugador = models.ForeignKey("torneos.Inscrito", models.SET_NULL, null=True, blank=True, related_name="incidencias")

    class Meta:
        ordering = ("instante",)

    def __str__(self) -> str:
        return f"{self.tipo} mesa {self.mesa_id}"


class PaseDeMesa(PaseBase):
    """El que pide la hoja; en un torneo la mesa se pasa con el QR de su papel."""

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="pases")

    def __str__(self) -> str:
        return f"pase de {self.mesa_id}"


class Resultado(models.Model):
    """Cómo se cerró una mesa. Sólo se agregan: vale el de mayor revisión y los demás son el rastro (TO19, D330).

    `tras`: la última partida ya publicada cuando se puso. `marcador_0` y `marcador_1`, lo acreditado: tantos o manos.
    """

    mesa = models.ForeignKey(Mesa, models.CASCADE, related_name="resultados")
    revision = models.PositiveSmallIntegerField()
    fin = models.CharField(max_length=8, choices=[(f.value, f.value) for f in FinDeMesa])
    ganadora = models.PositiveSmallIntegerField(null=True, blank=True)
    marcador_0 = models.PositiveSmallIntegerField(default=0)
    marcador_1 = models.PositiveSmallIntegerField(default=0)
    ausentes = models.JSONField(default=list)
    # sale de las manos anotadas, y no de un papel o de una corrección
    de_la_hoja = models.BooleanField(default=False)
    tras = models.PositiveSmallIntegerField()
    motivo = models.CharField(max_length=200, blank=True, default="")
    quien = models.CharField(max_length=40)
    instante = models.DateTimeField()

    class Meta:
        ordering = ("mesa", "revision")
        constraints = (
            models.UniqueConstraint(fields=["mesa", "revision"], name="resultado_revision_unica"),
            models.CheckConstraint(
                condition=Q(ganadora__isnull=True, fin=FinDeMesa.AUSENCIA.value)
                | (Q(ganadora__isnull=False, ganadora__in=(0, 1)) & ~Q(fin=FinDeMesa.AUSENCIA.value)),
                name="resultado_con_ganadora",
            ),
        )

    def __str__(self) -> str:
        return f"{self.mesa_id} rev {self.revision}"

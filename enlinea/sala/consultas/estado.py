"""La Sala de Reunión (EL1, EL2): un solo viaje a la base arma lo que ven todos y lo que le toca a cada quien."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Max, Min, QuerySet

from config.base.en_lista import en_lista
from enlinea.clasificacion.consultas import quintil_de
from enlinea.convivencia.consultas.mensajes import MensajeVisto, sin_leer_de
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.convivencia.consultas.tarjetas import tarjetas_visibles
from enlinea.gente.consultas.caras import CaraVista, caras_de
from enlinea.models import Charla, Lugar, Mesa, Presencia
from enlinea.sala.consultas.citas import CitaDeHoy, citas_de_ahora
from enlinea.textos.juegos import como_se_dice
from reglas.reglamento import AMIGOS, Reglamento, reglamento_de_texto
from reglas.tarjetas import SIN_GRAVES
from suscripciones import consultas as suscripciones

# Se renueva cada 4 s: con tres renovaciones perdidas ya no está.
CADUCIDAD = timedelta(seconds=12)
LINEAS_DE_CHARLA = 50
# Por cuánto tiempo se dice a los cuatro por qué no se armó la mesa, o que se cerró.
SE_CUENTA_DURANTE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Persona:
    """Un jugador en línea."""

    id: int
    nombre: str
    entro: datetime
    quintil: int
    azules: int = 0
    """Las que van para la siguiente suspensión; con las rojas que valen, lo que se ve junto al nombre (EL3)."""
    rojas: int = 0
    cara: CaraVista | None = None


@dataclass(frozen=True, slots=True)
class LugarVisto:
    """Un asiento de una mesa y qué contestó quien va en él."""

    asiento: int
    cuenta: int | None
    nombre: str
    respuesta: str
    con_automaticos: bool = False
    """Ya dijo que sí a completarla (D762)."""

    @property
    def rehuso(self) -> bool:
        """Si dijo que no."""
        return self.respuesta == Lugar.Respuesta.RECHAZO


@dataclass(frozen=True, slots=True)
class MesaVista:
    """Una mesa que se arma, que sigue o que acaba de cerrarse."""

    id: int
    nombre: str
    meta: str
    modo: str
    estado: str
    motivo: str
    culpable: int | None
    organizador: int
    invita_hasta: datetime | None
    cerrada: datetime | None
    lugares: tuple[LugarVisto, ...]
    reglamento: str = AMIGOS
    creada: datetime | None = None
    """Desde cuándo espera."""
    se_mira: bool = False
    enlace: str = ""
    """Con qué se llega a ella; sólo se dice a quien ya tiene lugar."""
    solo_enlace: bool = False
    nivel: str = Mesa.Nivel.SIMPLE
    """Cuánto juegan los automáticos, si se completa."""

    @property
    def organiza(self) -> str:
        """Cómo se llama quien organiza."""
        return next((lu.nombre for lu in self.lugares if lu.cuenta == self.organizador), "")

    @property
    def juego(self) -> Reglamento:
        """A cuál, de cuántos y cómo."""
        return reglamento_de_texto(self.reglamento)

    @property
    def a_que_se_juega(self) -> str:
        """«a 100 tantos»."""
        meta = self.juego.meta_de(self.meta)
        return self.meta if meta is None else meta.dicha

    @property
    def cual_juego(self) -> str:
        """«Federación, 2 jugadores»; vacío en el de siempre."""
        return como_se_dice(self.reglamento)

    @property
    def lugar_culpable(self) -> LugarVisto | None:
        """El de aquel por quien se cerró, si fue por alguien."""
        return next((lu for lu in self.lugares if lu.asiento == self.culpable), None)

    def lugar_de(self, cuenta: int) -> LugarVisto | None:
        """El lugar de esa cuenta."""
        return next((lu for lu in self.lugares if lu.cuenta == cuenta), None)

    @property
    def libres(self) -> int:
        """Cuántos lugares le faltan por llenar."""
        return self.juego.asientos - len(self.lugares)

    @property
    def propuesta(self) -> bool:
        """Si quien organiza propone completarla con automáticos (D762)."""
        suyo = self.lugar_de(self.organizador)
        return self.estado == Mesa.Estado.ABIERTA and suyo is not None and suyo.con_automaticos

    @property
    def sin_decir(self) -> list[str]:
        """De quiénes falta que acepten la propuesta."""
        return [lu.nombre for lu in self.lugares if not lu.con_automaticos and not lu.rehuso]

    @property
    def prefieren_esperar(self) -> list[str]:
        """Quiénes dijeron que no a la propuesta (D816)."""
        return [lu.nombre for lu in self.lugares if lu.rehuso] if self.propuesta else []

    @property
    def completable(self) -> bool:
        """Si hay con quién: a solas se practica (D740)."""
        return len(self.lugares) >= 2 and self.libres > 0

    @property
    def como_juegan(self) -> str:
        """Los automáticos."""
        return str(Mesa.Nivel(self.nivel).label)

    def nombres(self, respuesta: str) -> list[str]:
        """A quienes se les apuntó."""
        return [lu.nombre for lu in self.lugares if lu.respuesta == respuesta]


@dataclass(frozen=True, slots=True)
class LineaDeCharla:
    """Un mensaje de la plática."""

    id: int
    autor: int
    nombre: str
    texto: str
    instante: datetime


@dataclass(frozen=True)
class EstadoSala:
    """La Sala en un instante. `actividad`: la última de cada presente; `pueden`: los que siguen con permiso (SU3).

    `leidas`: de qué cuentas trae lo propio (su mesa, sus mensajes, a quién silenció); de las demás no sabe nada.
    """

    ahora: datetime
    leidas: frozenset[int]
    personas: tuple[Persona, ...]
    actividad: dict[int, datetime]
    pueden: frozenset[int]
    mesas: dict[int, MesaVista]
    charlas: tuple[LineaDeCharla, ...]
    sin_leer: dict[int, tuple[MensajeVisto, ...]]
    callados: dict[int, frozenset[int]]
    """Por presente, a quién silenció."""
    abiertas: tuple[MesaVista, ...] = ()
    """Las mesas con lugar para quien quiera, de la más llena a la más nueva."""
    citas: dict[int, CitaDeHoy] = field(default_factory=dict)
    """Por cuenta, su mesa con hora de este rato (D812)."""

    def otra_con_mas(self, mesa: MesaVista, cuenta: int) -> MesaVista | None:
        """A quien espera a solas: otra a lo mismo donde esperan más, sin nadie a quien silenció (D813)."""
        if mesa.estado != Mesa.Estado.ABIERTA or len(mesa.lugares) > 1:
            return None
        callados = self.callados.get(cuenta, frozenset())
        iguales = (
            otra
            for otra in self.abiertas
            if otra.id != mesa.id
            and (otra.reglamento, otra.meta, otra.modo) == (mesa.reglamento, mesa.meta, mesa.modo)
            and len(otra.lugares) > len(mesa.lugares)
            and (mesa.se_mira or not otra.se_mira)
            and not any(lu.cuenta in callados for lu in otra.lugares)
        )
        return next(iguales, None)

    def charlas_para(self, cuenta: int) -> tuple[LineaDeCharla, ...]:
        """La plática sin lo de quienes silenció."""
        callados = self.callados.get(cuenta, frozenset())
        return tuple(c for c in self.charlas if c.autor not in callados)

    def mesa_de(self, cuenta: int) -> MesaVista | None:
        """La mesa que le toca ver: la viva o, si no tiene, la que acaba de cerrarse."""
        return self.mesas.get(cuenta)

    def sentada(self, cuenta: int) -> bool:
        """¿Tiene lugar, aun en invitación, en una mesa viva?"""
        mesa = self.mesas.get(cuenta)
        return mesa is not None and mesa.estado in VIVAS

    def ocupada(self, cuenta: int) -> bool:
        """¿Tiene mesa que la espera? A quien sólo junta gente le corre el reloj de inactividad (EL1)."""
        mesa = self.mesas.get(cuenta)
        return mesa is not None and mesa.estado in VIVAS and mesa.estado != Mesa.Estado.ABIERTA

    def juega(self, cuenta: int) -> bool:
        """¿Su mesa ya se armó y sigue?"""
        mesa = self.mesas.get(cuenta)
        return mesa is not None and mesa.estado == Mesa.Estado.LISTA


VIVAS = (Mesa.Estado.ABIERTA, Mesa.Estado.INVITANDO, Mesa.Estado.LISTA)


def presentes(ahora: datetime) -> dict[int, tuple[datetime, datetime]]:
    """Cuenta → (hora de entrada, última actividad) de quienes tienen la página abierta; cada persona, una vez."""
    vivas = Presencia.objects.filter(viva=True, visto__gte=ahora - CADUCIDAD)
    filas = vivas.values("cuenta").annotate(desde=Min("entro"), hizo=Max("actividad"))
    return {f["cuenta"]: (f["desde"], f["hizo"]) for f in filas}


def estado_de_sala(ahora: datetime, propias: Collection[int] = ()) -> EstadoSala:
    """La Sala ahora. `propias`: cuentas de quien pregunta que quizá aún no constan como presentes."""
    quienes = presentes(ahora)
    todas = {*quienes, *propias}
    pueden = suscripciones.pueden_organizar(todas, ahora)
    mesas = _mesas_de(todas, ahora)
    libres = [c for c in quienes if c in pueden and not (c in mesas and mesas[c].estado in VIVAS)]
    nombres, quintiles = suscripciones.nombres_publicos(libres), quintil_de(libres)
    graves, caras = tarjetas_visibles(libres), caras_de(nombres)
    personas = [
        Persona(c, nombres[c], quienes[c][0], quintiles[c], *graves.get(c, SIN_GRAVES), caras[c])
        for c in libres
        if c in nombres
    ]
    return EstadoSala(
        ahora=ahora,
        leidas=frozenset(todas),
        personas=tuple(sorted(personas, key=lambda p: (p.entro, p.id))),
        actividad={c: hizo for c, (_entro, hizo) in quienes.items()},
        pueden=frozenset(pueden),
        mesas=mesas,
        abiertas=_abiertas(),
        charlas=charlas_de_sala(),
        sin_leer=sin_leer_de(todas),
        callados=callados_por(todas),
        citas=citas_de_ahora(todas, ahora),
    )


def _mesas_de(cuentas: Collection[int], ahora: datetime) -> dict[int, MesaVista]:
    """Por cuenta, su mesa viva o la última que se le cerró hace poco."""
    vivas = dict(_lugares_vivos(cuentas).values_list("cuenta_id", "mesa_id"))
    recientes = _cerradas_desde(ahora - SE_CUENTA_DURANTE).exclude(modo=Mesa.Modo.PRACTICA)
    cerradas = list(recientes.order_by("cerrada").values_list("pk", flat=True))
    vistas = {m.id: m for m in _vistas({*vivas.values(), *cerradas})}
    en_orden = [vistas[mesa] for mesa in cerradas if mesa in vistas]
    # a quien la rehusó no hay nada que contarle, y taparía lo que sí
    suyas = {lu.cuenta: m for m in en_orden for lu in m.lugares if lu.cuenta in cuentas and not lu.rehuso}
    # la viva gana
    suyas |= {cuenta: vistas[mesa] for cuenta, mesa in vivas.items() if mesa in vistas}
    return {cuenta: mesa for cuenta, mesa in suyas.items() if cuenta is not None}


def _abiertas() -> tuple[MesaVista, ...]:
    a_la_vista = Mesa.objects.filter(estado=Mesa.Estado.ABIERTA, solo_enlace=False)
    ids = list(a_la_vista.order_by("creada", "pk").values_list("pk", flat=True))
    vistas = {m.id: m for m in _vistas(ids)}
    return tuple(sorted((vistas[i] for i in ids if i in vistas), key=lambda m: -len(m.lugares)))


def _lugares_vivos(cuentas: Collection[int]) -> QuerySet[Lugar]:
    """Uno por cuenta (`lugar_una_mesa_a_la_vez`): no mira las mesas que ya jugó."""
    return Lugar.objects.filter(activo=True, cuenta__in=cuentas).order_by()


def _cerradas_desde(desde: datetime) -> QuerySet[Mesa]:
    """Las que se cerraron desde entonces, por su índice.

    Aparte de las vivas: juntas en un «o», la base leía en cada vuelta todo lo que cada presente ha jugado.
    """
    return Mesa.objects.filter(cerrada__isnull=False, cerrada__gte=desde).order_by()


def con_mesa_desde(cuentas: Collection[int], desde: datetime) -> set[int]:
    """De esas cuentas, las que tienen mesa viva o una que se cerró desde entonces."""
    cerradas = en_lista(list(_cerradas_desde(desde).values_list("pk", flat=True)), "bigint")
    en_ellas = Lugar.objects.filter(mesa__in=cerradas).order_by().values_list("cuenta_id", flat=True)
    vivas = _lugares_vivos(cuentas).values_list("cuenta_id", flat=True)
    return {c for c in (*vivas, *en_ellas) if c is not None and c in cuentas}


def _vistas(ids: Collection[int]) -> list[MesaVista]:
    lugares: dict[int, list[LugarVisto]] = defaultdict(list)
    if not ids:
        return []
    cuales = en_lista(ids, "bigint")
    for lu in Lugar.objects.filter(mesa__in=cuales).order_by("asiento"):
        lugares[lu.mesa_id].append(LugarVisto(lu.asiento, lu.cuenta_id, lu.nombre, lu.respuesta, lu.con_automaticos))
    return [
        MesaVista(
            m.pk,
            m.nombre,
            m.meta,
            m.modo,
            m.estado,
            m.motivo,
            m.culpable,
            m.organizador_id,
            m.invita_hasta,
            m.cerrada,
            tuple(lugares[m.pk]),
            m.reglamento,
            m.creada,
            m.se_mira,
            m.enlace or "",
            m.solo_enlace,
            m.nivel,
        )
        for m in Mesa.objects.filter(pk__in=cuales).order_by()
    ]


def mesa_vista(mesa_id: int) -> MesaVista | None:
    """Esa mesa, viva o cerrada, tenga quien tenga lugar en ella; None si no existe."""
    return next(iter(_vistas([mesa_id])), None)


def mesa_por_enlace(enlace: str) -> MesaVista | None:
    """La mesa a la que lleva ese enlace, si alguien la espera o ya se llenó; None si no vale."""
    cual = Mesa.objects.filter(enlace=enlace, estado__in=VIVAS).values_list("pk", flat=True)
    return next(iter(_vistas(list(cual))), None)


def mesa_activa_de(cuenta_id: int) -> MesaVista | None:
    """La mesa viva en la que la cuenta está invitada o sentada."""
    ids = Lugar.objects.filter(cuenta_id=cuenta_id, activo=True).values_list("mesa_id", flat=True)
    return next(iter(_vistas(list(ids))), None)


def charlas_de_sala() -> tuple[LineaDeCharla, ...]:
    """Los últimos 50 mensajes de la Sala, en orden."""
    filas = Charla.objects.filter(mesa=None).order_by("-id")[:LINEAS_DE_CHARLA]
    return tuple(LineaDeCharla(c.pk, c.autor_id, c.nombre, c.texto, c.instante) for c in reversed(filas))

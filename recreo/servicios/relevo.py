"""Quien anota ya no está, y quién anota en su lugar; y que quien llamó sepa que lo vieron (RE5, D290, D294)."""

from contextlib import suppress
from datetime import datetime, timedelta
from uuid import uuid4

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from recreo.errores import ErrorDeServicio
from recreo.estado_mesa import CAMBIO, PASO, VOLVER, VUELTA, letrero_de
from recreo.identidad import Quien
from recreo.models import Anotacion, Incidencia, Jugador, Mesa, Presencia
from recreo.servicios.base import E, Operacion, orden_de_mesa

IDO = Incidencia.Tipo.ANOTADOR_IDO

SIN_OIRSE = timedelta(minutes=4)
"""Sin un latido de quien anota: más que una mala racha de señal o que un teléfono guardado entre dos manos."""
SIN_MANOS = timedelta(minutes=8)
"""Y sin manos nuevas: una tarda de 3 a 6 minutos, así que ya debió despertar su teléfono para anotarla."""
ALGUIEN_SE_OYE = timedelta(minutes=1)
"""Si de ese Recreo no se oye a nadie, la falla es de la casa o nuestra: no se dice de nadie que se fue."""


@orden_de_mesa(E.EN_JUEGO)
def anotador_no_esta(op: Operacion, *, partida: int, mesa: int, era: int) -> None:
    """Alguien de la mesa dice que quien la anota (`era`) se fue o perdió su teléfono: se le dice a quien organiza y
    los demás pueden anotar.

    Errores: `no_eres_de_esta_mesa`, `ya_anota_otro` (ya la anota otra persona), `mesa_cerrada`.
    """
    m = _mesa_propia(op, partida, mesa)
    _exigir_que_anote(m, era)
    if m.anotador is not None and not m.incidencias.filter(tipo=IDO, jugador=m.anotador, atendida=None).exists():
        Incidencia.objects.create(mesa=m, tipo=IDO, jugador=m.anotador, quien=op.nombre, instante=op.ahora)


@orden_de_mesa(E.EN_JUEGO)
def anotador_sigue(op: Operacion, *, partida: int, mesa: int) -> None:
    """«Aquí sigo»: lo dice quien anota, o quien organiza por él. Error: `no_anotas_esta_mesa`."""
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    _atender(m, op.ahora, op.nombre)


@orden_de_mesa(E.EN_JUEGO)
def anotador_relevar(op: Operacion, *, partida: int, mesa: int, era: int) -> None:
    """«Anoto yo»: alguien de la mesa toma la anotación de quien ya no está (`era`; 0 si no la anota nadie).

    De dos que lo tocan a la vez gana uno, y al otro se le dice quién. Errores: `no_eres_de_esta_mesa`, `sin_acceso`,
    `ya_anota_otro` (datos: quién), `anotador_sigue` (nadie ha dicho que se fuera), `mesa_cerrada`.
    """
    m = _mesa_propia(op, partida, mesa)
    yo = op.exigir_entrada()
    _exigir_que_anote(m, era)
    if m.anotador_id == yo.pk:
        return
    if m.anotador is not None and not m.incidencias.filter(tipo=IDO, jugador=m.anotador, atendida=None).exists():
        raise ErrorDeServicio("anotador_sigue", mesa=m.numero, anotador=m.anotador.nombre)
    m.anotador = yo
    m.save(update_fields=["anotador"])
    _atender(m, op.ahora, op.nombre)


@orden_de_mesa(E.EN_JUEGO)
def anotador_volver(op: Operacion, *, partida: int, mesa: int, era: int) -> None:
    """«Vuelvo a anotar yo»: quien pasó la mesa a `era` la toma otra vez, si hace poco y nadie más la ha tomado (D745).

    Errores: `ya_anota_otro` (datos: quién), `ya_no_vuelves`, `mesa_cerrada`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    yo = op.exigir_entrada()
    if m.anotador_id == yo.pk:
        return
    _exigir_que_anote(m, era)
    cambio = m.incidencias.filter(tipo=IDO, instante=F("atendida")).order_by("pk").last()
    tiene = m.anotador.nombre if m.anotador else ""
    if (
        cambio is None
        or (cambio.jugador_id, cambio.texto, cambio.atendida_por) != (yo.pk, PASO, tiene)
        or cambio.instante < op.ahora - VOLVER
    ):
        raise ErrorDeServicio("ya_no_vuelves", mesa=m.numero, anotador=tiene)
    antes, m.anotador = m.anotador, yo
    m.save(update_fields=["anotador"])
    dejar_dicho(op, m, antes, VUELTA)


def dejar_dicho(op: Operacion, m: Mesa, antes: Jugador | None, como: str = "") -> None:
    """Queda quién anotaba y quién anota desde ahora: los dos se enteran, y quien la pasó puede volver (D745).

    Es una incidencia de «ya no anota» que nace atendida: no pide nada a quien organiza.
    """
    if antes is None or m.anotador is None or antes.pk == m.anotador_id:
        return
    m.incidencias.create(
        tipo=IDO,
        jugador=antes,
        texto=como or (PASO if op.jugador == antes else CAMBIO),
        quien=op.nombre,
        instante=op.ahora,
        atendida=op.ahora,
        atendida_por=m.anotador.nombre,
    )


@orden_de_mesa(E.EN_JUEGO, cual=lambda datos: {"incidencias": datos["incidencia"]})
def incidencia_ver(op: Operacion, *, incidencia: int, letrero: str = "") -> None:
    """La llamada ya está en la pantalla de quien manda: quien llamó lo sabe. Verla otra vez no cambia nada.

    Con `letrero` (`hoja.marca.letrero_de`), sólo si lo que tuvo delante es lo que dice ahora: a otro motivo no se le
    apunta que ya lo vio (D797).

    Error: `solo_organizador`, `incidencia_atendida`.
    """
    op.exigir_mando()
    suya = op.la_de("incidencia_atendida").incidencias.filter(pk=incidencia, atendida=None)
    hay = suya.first()
    if hay is None:
        raise ErrorDeServicio("incidencia_atendida")
    if letrero and letrero != letrero_de(hay.texto):
        return
    suya.filter(mirada=None).update(mirada=op.ahora, mirada_por=op.nombre)


def _mesa_propia(op: Operacion, partida: int, mesa: int) -> Mesa:
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    if not m.asientos.filter(jugador=op.exigir_entrada()).exists():
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
    return m


def _exigir_que_anote(m: Mesa, era: int) -> None:
    """Lo que vio quien toca sigue siendo así; si no, alguien se adelantó."""
    if (m.anotador.numero if m.anotador else 0) != era:
        anotador = m.anotador.nombre if m.anotador else ""
        raise ErrorDeServicio("ya_anota_otro", mesa=m.numero, anotador=anotador)


def _atender(m: Mesa, ahora: datetime, por: str) -> None:
    m.incidencias.filter(tipo=IDO, atendida=None).update(atendida=ahora, atendida_por=por)


# --- el barrido -------------------------------------------------------------------------------------------------------
@orden_de_mesa(E.EN_JUEGO, accion="anotador_ido", cual=lambda datos: {"pk": datos["mesa"]})
def _de_la_casa(op: Operacion, *, mesa: int, ido: bool) -> None:
    """Lo que se notó se vuelve a mirar con la mesa bloqueada: pudo volver, o anotar otro."""
    m = op.la_de("incidencia_atendida")
    if ido and m.cerrada is None and m.anotador_id is not None and _idas(op.ahora).filter(pk=mesa).exists():
        Incidencia.objects.create(mesa=m, tipo=IDO, jugador_id=m.anotador_id, quien="", instante=op.ahora)
    elif not ido and _vueltas(op.ahora).filter(pk=mesa).exists():
        _atender(m, op.ahora, "")


def anotadores_revisar(ahora: datetime) -> int:
    """Dice qué mesas se quedaron sin quien anote y qué anotadores volvieron; repetirlo no cambia nada."""
    tocan = [(pk, True) for pk in _idas(ahora).values_list("pk", flat=True)]
    tocan += [(pk, False) for pk in _vueltas(ahora).values_list("pk", flat=True)]
    for pk, ido in tocan:
        recreo_id = Mesa.objects.values_list("partida__recreo_id", flat=True).get(pk=pk)
        with suppress(ErrorDeServicio):  # acabó mientras tanto
            _de_la_casa(recreo_id=recreo_id, quien=Quien(), id_orden=uuid4(), ahora=ahora, mesa=pk, ido=ido)
    return len(tocan)


def _idas(ahora: datetime) -> QuerySet[Mesa]:
    """Mesas en juego cuyo anotador ni se oye ni anota, en un Recreo donde sí se oye a alguien más (D290)."""
    dicho = Incidencia.objects.filter(mesa=OuterRef("pk"), tipo=IDO, jugador=OuterRef("anotador"), atendida=None)
    oidos = Presencia.objects.filter(
        jugador__recreo=OuterRef("partida__recreo"), latido__gte=ahora - ALGUIEN_SE_OYE
    ).exclude(jugador=OuterRef("anotador"))
    return (
        Mesa.objects.filter(partida__recreo__estado=E.EN_JUEGO, cerrada=None, confirmada=None)
        .filter(anotador__presencia__latido__lt=ahora - SIN_OIRSE, partida__inicio__lt=ahora - SIN_MANOS)
        .exclude(anotaciones__instante__gte=ahora - SIN_MANOS)
        .filter(~Exists(dicho), Exists(oidos))
    )


def _vueltas(ahora: datetime) -> QuerySet[Mesa]:
    """Mesas donde lo dicho de su anotador ya no es así: anota otro, cerró, o él volvió.

    Lo que notó la casa lo desdice que se le oiga; lo que dijo una persona, sólo que anote (su teléfono puede estar
    encendido y solo).
    """
    anoto = Anotacion.objects.filter(
        mesa=OuterRef("mesa"), quien=OuterRef("jugador__nombre"), instante__gt=OuterRef("instante")
    )
    dicha = Incidencia.objects.filter(mesa=OuterRef("pk"), tipo=IDO, atendida=None).filter(
        Q(mesa__cerrada__isnull=False)
        | ~Q(jugador=F("mesa__anotador"))
        | Q(mesa__anotador=None)
        | Q(quien="", jugador__presencia__latido__gt=F("instante"))
        | Exists(anoto)
    )
    return Mesa.objects.filter(Exists(dicha), partida__recreo__estado=E.EN_JUEGO)

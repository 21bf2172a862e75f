"""En la mesa: anotador, asistencia, primer salidor, llamadas y default propuesto o negado (RE4, RE5)."""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import pasos
from recreo.models import Jugador, Mesa
from recreo.servicios.base import Datos, E, Operacion, orden_de_mesa
from recreo.servicios.relevo import dejar_dicho


@orden_de_mesa(E.EN_JUEGO)
def mesa_elegir_anotador(op: Operacion, *, partida: int, mesa: int, numero: int) -> None:
    """Comunica quién anota la mesa (000 §II.B.1). Lo elige alguien de la mesa; ya elegido, sólo él o el organizador
    lo cambian.

    Errores: `no_eres_de_esta_mesa`, `ya_hay_anotador`, `sin_acceso`, `mesa_cerrada`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    nuevo = _con_acceso(op, m, numero)
    if not op.puede_anotar(m):
        op.exigir_entrada()
    antes = m.anotador
    pasos.poner_anotador(op.hoja(m), nuevo)
    dejar_dicho(op, m, antes)


def _con_acceso(op: Operacion, m: Mesa, numero: int) -> Jugador:
    """El jugador con acceso: de la mesa, o cualquiera del Recreo si lo pone el organizador."""
    j = op.recreo.jugadores.filter(numero=numero).first()
    de_la_mesa = m.asientos.filter(jugador__numero=numero).exists()
    if j is None or not (de_la_mesa or op.manda):
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
    if not (j.cuenta_id or j.llave):
        raise ErrorDeServicio("sin_acceso", numero=numero, nombre=j.nombre)
    return j


@orden_de_mesa(E.EN_JUEGO)
def mesa_confirmar_asistencia(op: Operacion, *, partida: int, mesa: int, presentes: Sequence[int]) -> Datos:
    """Confirma quiénes de los cuatro están en la mesa; `presentes` son números de jugador.

    Si ya están los cuatro, el default que se hubiera propuesto deja de esperar respuesta. Con manos anotadas ya no se
    marca a nadie ausente: quien se fue es default (RE5). Error: `partida_en_juego`.
    """
    return pasos.confirmar_asistencia(op.hoja(op.mesa(partida, mesa)), presentes)


@orden_de_mesa(E.EN_JUEGO)
def mesa_elegir_salidor(op: Operacion, *, partida: int, mesa: int, numero: int) -> None:
    """Comunica el primer salidor (RE4); el sistema da los demás (RG5). Se corrige hasta cerrar la mesa.

    Con alguien ausente hace falta haber negado el default. Errores: `falta_asistencia`, `faltan_jugadores`,
    `no_se_sienta_aqui`.
    """
    pasos.elegir_salidor(op.hoja(op.mesa(partida, mesa)), numero)


@orden_de_mesa(E.EN_JUEGO)
def organizador_llamar(op: Operacion, *, partida: int, mesa: int, texto: str = "") -> None:
    """Pide que venga el organizador (RE5). La puede pedir cualquiera de la mesa o su anotador.

    Llamar dos veces deja una sola llamada abierta, con lo que dijo cada quien. Error: `no_eres_de_esta_mesa`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_entrada()
    pasos.llamar(op.hoja(m), texto)


@orden_de_mesa(E.EN_JUEGO)
def default_responder(op: Operacion, *, partida: int, mesa: int, numero: int, aplica: bool) -> None:
    """El anotador propone el default contra la pareja de `numero`, o lo niega y se sigue anotando (RE5).

    Errores: `no_anotas_esta_mesa`, `no_se_sienta_aqui`, `mesa_cerrada`.
    """
    pasos.responder_default(op.hoja(op.mesa(partida, mesa)), numero, aplica)


@orden_de_mesa(E.EN_JUEGO, cual=lambda datos: {"incidencias": datos["incidencia"]})
def incidencia_atender(op: Operacion, *, incidencia: int) -> None:
    """El organizador responde «ya voy» o da por vista una incidencia.

    Errores: `solo_organizador`, `incidencia_atendida`.
    """
    op.exigir_mando()
    pasos.atender(op.hoja(op.la_de("incidencia_atendida")), incidencia)

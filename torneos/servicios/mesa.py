"""En la mesa, con el teléfono que trae su hoja: empezar, anotar, confirmar un contrario, objetar y llamar (TO16).

Lo que se anota es de la hoja común; aquí se dice quién puede. La mesa se cierra sola cuando un contrario confirma.
"""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos, Hoja, cierre, manos, pasos
from reglas.anotacion import ManoAnotada
from reglas.tipos import Desenlace
from torneos.servicios.base import E, Operacion, orden_de_mesa
from torneos.servicios.cierre import cerrar_con_las_manos


def _a_mano(op: Operacion) -> Hoja:
    """La hoja, si se anota a mano: la de una mesa que se juega en pantallas se anota sola. Error: `se_anota_sola`."""
    if op.mesa().en_linea is not None or op.torneo.multiplicado:
        raise ErrorDeServicio("se_anota_sola", mesa=op.mesa().numero)
    return op.hoja()


@orden_de_mesa(E.EN_JUEGO)
def mesa_empezar(op: Operacion, *, partida: int, mesa: int, presentes: Sequence[int], salidor: int | None) -> Datos:
    """Quien lo pide anota la mesa, dice quiénes están y quién sale. Si falta alguien, se llama al juez y se espera.

    Errores: `no_eres_de_esta_mesa`, `ya_hay_anotador`, `falta_elegir_salidor` y los de la hoja.
    """
    h = _a_mano(op)
    h.exigir_abierta()
    if op.sentado is not None:
        pasos.poner_anotador(h, op.sentado)
    datos = pasos.confirmar_asistencia(h, presentes)
    if datos["faltan"]:
        pasos.llamar(h, "")
        return datos
    if salidor is None:
        raise ErrorDeServicio("falta_elegir_salidor", mesa=mesa)
    pasos.elegir_salidor(h, salidor)
    return datos


@orden_de_mesa(E.EN_JUEGO)
def mano_anotar(
    op: Operacion,
    *,
    partida: int,
    mesa: int,
    mano: int,
    revision: int,
    desenlace: Desenlace,
    pareja: int | None,
    tantos: int,
) -> Datos:
    """Anota la mano `mano` o la corrige; `revision` es la que se vio (0 = nueva). Errores: los de la hoja."""
    return manos.anotar(_a_mano(op), mano, revision, ManoAnotada(desenlace, pareja, tantos))


@orden_de_mesa(E.EN_JUEGO)
def mano_borrar(op: Operacion, *, partida: int, mesa: int, mano: int, revision: int) -> Datos:
    """Quita una mano de más; queda en el rastro (D370). Errores: los de la hoja."""
    return manos.borrar(_a_mano(op), mano, revision)


@orden_de_mesa(E.EN_JUEGO)
def discrepancia_proponer(
    op: Operacion, *, partida: int, mesa: int, mano: int, desenlace: Desenlace, pareja: int | None, tantos: int
) -> Datos:
    """«La mía es la buena»: queda para que decida un juez; el marcador no cambia. Errores: los de la hoja."""
    return manos.proponer(op.hoja(), mano, ManoAnotada(desenlace, pareja, tantos))


@orden_de_mesa(E.EN_JUEGO, cual=lambda datos: {"discrepancias": datos["discrepancia"]})
def discrepancia_resolver(op: Operacion, *, discrepancia: int, acepta: bool) -> Datos:
    """Un juez decide cuál vale. Errores: `solo_juez`, `discrepancia_resuelta` y los de la hoja."""
    op.exigir_juez()
    op.contar("discrepancia_resolver", acepta=acepta)
    return manos.resolver(op.hoja(), discrepancia, acepta)


@orden_de_mesa(E.EN_JUEGO)
def mesa_confirmar(op: Operacion, *, partida: int, mesa: int, numero: int, anotadas: int) -> Datos:
    """Un contrario de quien anota da por bueno el marcador que vio, y con eso la mesa se cierra (TO16).

    Lo hace desde su teléfono o en el de la mesa, diciendo quién es. Errores: `no_se_sienta_aqui`,
    `confirma_un_contrario`, `no_llegan_a_la_meta`, `mesa_cambio`.
    """
    h = _a_mano(op)
    h.exigir_abierta()
    asiento = pasos.asiento_de(h, numero)
    anota = h.mesa.asientos.filter(jugador=h.mesa.anotador_id).first() if h.mesa.anotador_id else None
    if anota is not None and anota.lugar % 2 == asiento.lugar % 2:
        raise ErrorDeServicio("confirma_un_contrario", mesa=mesa)
    if not cierre.resultado(h).llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=mesa)
    cierre.exigir_lo_visto(h, anotadas)
    quien = str(asiento.jugador.nombre)  # type: ignore[attr-defined]
    h.mesa.confirmada, h.mesa.confirmada_por = h.ahora, quien
    h.mesa.save(update_fields=["confirmada", "confirmada_por"])
    return cerrar_con_las_manos(op)


@orden_de_mesa(E.EN_JUEGO)
def mesa_objetar(op: Operacion, *, partida: int, mesa: int, texto: str = "") -> None:
    """No está de acuerdo con el marcador: lo decide un juez, que cierra (TO16). Error: `no_eres_de_esta_mesa`."""
    pasos.llamar(op.hoja(), f"No está de acuerdo con el marcador. {texto}".strip()[:200])


@orden_de_mesa(E.EN_JUEGO)
def juez_llamar(op: Operacion, *, partida: int, mesa: int, texto: str = "") -> None:
    """Pide que venga un juez. Error: `no_eres_de_esta_mesa`."""
    pasos.llamar(op.hoja(), texto)


@orden_de_mesa(E.EN_JUEGO, cual=lambda datos: {"incidencias": datos["incidencia"]})
def incidencia_atender(op: Operacion, *, incidencia: int) -> None:
    """«Ya voy», o darla por vista. Errores: `solo_juez`, `incidencia_atendida`."""
    op.exigir_juez()
    pasos.atender(op.hoja(), incidencia)

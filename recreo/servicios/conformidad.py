"""La pareja contraria revisa la hoja: confirma u objeta; y si este Recreo lo exige para cerrar (RE6, D373-D377)."""

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import conformidad, pasos
from recreo.models import Mesa
from recreo.servicios.base import VIVOS, Datos, E, Operacion, orden, orden_de_mesa
from recreo.servicios.historia import LARGO_DE_MOTIVO, T, suceder
from reglas.conformidad import Conformidad


@orden_de_mesa(E.EN_JUEGO)
def hoja_revisar(op: Operacion, *, partida: int, mesa: int, conforme: bool, anotadas: int, motivo: str = "") -> Datos:
    """Alguien de la pareja contraria confirma la hoja que vio, o la objeta y dice por qué.

    El marcador no cambia; si después cambia una mano, lo dicho deja de valer. Errores: `no_eres_de_esta_mesa`,
    `revisa_la_otra_pareja`, `hoja_vacia`, `mesa_cambio`, `falta_objecion`, `mesa_cerrada`.
    """
    h = op.hoja(op.mesa(partida, mesa))
    op.exigir_entrada()
    porque = motivo.strip()[:LARGO_DE_MOTIVO]
    hecho = conformidad.opinar(h, conforme, anotadas, porque)
    _contar(op, partida, mesa, conforme, porque)
    return hecho


@orden_de_mesa(E.EN_JUEGO)
def hoja_asentar(op: Operacion, *, partida: int, mesa: int, numero: int, conforme: bool, motivo: str = "") -> Datos:
    """Lo que un acta dice que alguien opinó de la hoja, tal como quedó (D377). No se pide desde una pantalla.

    Errores: `solo_organizador`, `no_se_sienta_aqui` y los de `hoja_revisar`.
    """
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    h = op.hoja(m)
    h.exigir_abierta()
    return conformidad.asentar(h, pasos.asiento_de(h, numero), conforme, m.anotaciones.count(), motivo)


@orden(*VIVOS)
def conformidad_exigir(op: Operacion, *, exige: bool) -> None:
    """Que una mesa no se cierre sin que la otra pareja confirme la hoja, o que no haga falta (D376).

    Error: `solo_organizador`.
    """
    op.exigir_mando()
    if op.recreo.exige_conformidad != exige:
        op.recreo.exige_conformidad = exige
        suceder(op, T.CONFORMIDAD, exige=exige)


def exigir_conforme(op: Operacion, m: Mesa, motivo: str) -> None:
    """Si este Recreo lo exige y la hoja no está confirmada, cerrar pide decir por qué, y queda en el rastro.

    Error: `falta_conformidad`, con si fue objetada.
    """
    if not op.recreo.exige_conformidad:
        return
    como = conformidad.estado(op.hoja(m))
    if como is Conformidad.CONFORME:
        return
    if not motivo.strip():
        raise ErrorDeServicio("falta_conformidad", mesa=m.numero, objetada=como is Conformidad.OBJETADA)
    suceder(op, T.SIN_CONFORMIDAD, motivo=motivo, partida=m.partida.numero, mesa=m.numero)


def _contar(op: Operacion, partida: int, mesa: int, conforme: bool, motivo: str) -> None:
    tipo = T.HOJA_CONFORME if conforme else T.HOJA_OBJETADA
    suceder(op, tipo, motivo="" if conforme else motivo, jugador=op.jugador, partida=partida, mesa=mesa)

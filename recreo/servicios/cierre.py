"""Confirmar, cerrar, suspender, default y castigos; al cerrar la última mesa se cierra la partida (RE5-RE7)."""

from recreo.errores import ErrorDeServicio
from recreo.models import Castigo, Incidencia, Mesa
from recreo.servicios.alta import recreo_liberar
from recreo.servicios.anotacion import anotaciones_vigentes, manos_de
from recreo.servicios.base import Datos, E, Operacion, orden
from reglas.errores import ErrorDeRegla
from reglas.partida import ResultadoPartida, calcular_partida
from reglas.roles import ROLES
from reglas.tipos import Fin, Meta

CASTIGO_MAXIMO = 200


@orden(E.EN_JUEGO)
def mesa_confirmar(op: Operacion, *, partida: int, mesa: int) -> None:
    """El anotador confirma que se llegó a la meta (RE6). Errores: `no_llegan_a_la_meta` y los de permiso."""
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    if not _resultado(op, m).llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=m.numero)
    m.confirmada, m.confirmada_por = op.ahora, op.nombre
    m.save(update_fields=["confirmada", "confirmada_por"])


def _resultado(op: Operacion, m: Mesa, fin: Fin | None = None, gana_default: int | None = None) -> ResultadoPartida:
    try:
        return calcular_partida(Meta(op.recreo.meta), manos_de(anotaciones_vigentes(m)), fin, gana_default)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **{**e.datos, "mesa": m.numero}) from e


@orden(E.EN_JUEGO)
def mesa_cerrar(op: Operacion, *, partida: int, mesa: int, ganadora: int, anotadas: int) -> Datos:
    """El organizador confirma la pareja ganadora y cierra la mesa; su anotador queda inhibido (RE6).

    `ganadora` (0|1) y `anotadas` (cuántas anotaciones, correcciones incluidas, había en lo que vio) deben coincidir.
    Errores: `solo_organizador`, `no_llegan_a_la_meta`, `gana_la_otra_pareja`, `mesa_cambio`, `falta_confirmar`.
    """
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    r = _resultado(op, m)
    if not r.llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=m.numero)
    if m.anotaciones.count() != anotadas:
        raise ErrorDeServicio("mesa_cambio", mesa=m.numero)
    if _resultado(op, m, Fin.META).ganadora != ganadora:
        raise ErrorDeServicio("gana_la_otra_pareja", mesa=m.numero)
    if not m.confirmada and not (op.jugador and m.anotador_id in (None, op.jugador.pk)):
        raise ErrorDeServicio("falta_confirmar", mesa=m.numero, anotador=m.anotador.nombre if m.anotador else "")
    return _cerrar(op, m, Fin.META)


@orden(E.EN_JUEGO)
def mesa_suspender(op: Operacion, *, partida: int, mesa: int, anotadas: int, motivo: str = "") -> Datos:
    """Suspende por tiempo: gana quien va adelante (RG7). Errores: `solo_organizador`, `mesa_cambio`, `regla_…`."""
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    if m.anotaciones.count() != anotadas:
        raise ErrorDeServicio("mesa_cambio", mesa=m.numero)
    _resultado(op, m, Fin.TIEMPO)
    m.motivo = motivo.strip()[:200]
    return _cerrar(op, m, Fin.TIEMPO)


@orden(E.EN_JUEGO)
def mesa_aplicar_default(
    op: Operacion, *, partida: int, mesa: int, gana: int, infraccion_de: int | None = None, motivo: str = ""
) -> Datos:
    """Termina la partida a favor de `gana` (0|1) e inhibe al anotador, aunque él lo haya negado (RE5).

    Con `infraccion_de` (número de jugador de la otra pareja) confirma una infracción. Errores:
    `solo_organizador`, `pareja_invalida`, `infractor_de_la_ganadora`, `no_se_sienta_aqui`, `regla_…`.
    """
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    if gana not in (0, 1):
        raise ErrorDeServicio("pareja_invalida")
    if infraccion_de is not None:
        _registrar_infraccion(op, m, gana, infraccion_de, motivo)
    _resultado(op, m, Fin.DEFAULT, gana)
    m.gana_default, m.motivo = gana, motivo.strip()[:200]
    return _cerrar(op, m, Fin.DEFAULT)


def _registrar_infraccion(op: Operacion, m: Mesa, gana: int, numero: int, motivo: str) -> None:
    asiento = m.asientos.select_related("jugador").filter(jugador__numero=numero).first()
    if asiento is None:
        raise ErrorDeServicio("no_se_sienta_aqui", numero=numero, mesa=m.numero)
    if asiento.lugar % 2 == gana:
        raise ErrorDeServicio("infractor_de_la_ganadora", nombre=asiento.jugador.nombre)
    Incidencia.objects.create(
        mesa=m,
        tipo=Incidencia.Tipo.INFRACCION,
        jugador=asiento.jugador,
        texto=motivo.strip()[:200],
        quien=op.nombre,
        instante=op.ahora,
        atendida=op.ahora,
        atendida_por=op.nombre,
    )


def _cerrar(op: Operacion, m: Mesa, fin: Fin) -> Datos:
    m.fin, m.cerrada, m.cerrada_por = fin.value, op.ahora, op.nombre
    m.save()
    m.incidencias.filter(atendida=None).update(atendida=op.ahora, atendida_por=op.nombre)
    m.discrepancias.filter(resuelta=None).update(resuelta=op.ahora, aceptada=False)
    m.pases.filter(usado=None).update(usado=op.ahora)
    cerrada = not Mesa.objects.filter(partida=m.partida, cerrada=None).exists()
    ultima = m.partida.numero == len(ROLES[op.recreo.tamano].partidas)
    if cerrada:
        m.partida.termino = op.ahora
        m.partida.save(update_fields=["termino"])
    if cerrada and ultima:
        op.recreo.estado, op.recreo.terminado = E.TERMINADO, op.ahora
        recreo_liberar(op.recreo)
    return {"mesa": m.numero, "partida_cerrada": cerrada, "terminado": cerrada and ultima}


@orden(E.EN_JUEGO)
def castigo_aplicar(op: Operacion, *, numero: int, tantos: int, motivo: str = "") -> Datos:
    """Descuenta `tantos` de la eficiencia de un jugador, en la partida en curso (000 §II.A.7).

    Errores: `solo_organizador`, `castigo_en_juegos_ganados`, `castigo_invalido`, `numero_inexistente`.
    """
    op.exigir_mando()
    if Meta(op.recreo.meta).tantos is None:
        raise ErrorDeServicio("castigo_en_juegos_ganados")
    if not 1 <= tantos <= CASTIGO_MAXIMO:
        raise ErrorDeServicio("castigo_invalido", maximo=CASTIGO_MAXIMO)
    jugador = op.recreo.jugadores.filter(numero=numero).first()
    partida = op.partida_actual()
    if jugador is None or partida is None:
        raise ErrorDeServicio("numero_inexistente", numero=numero)
    castigo = Castigo.objects.create(
        partida=partida,
        jugador=jugador,
        tantos=tantos,
        motivo=motivo.strip()[:200],
        quien=op.nombre,
        instante=op.ahora,
    )
    return {"castigo": castigo.pk}


@orden(E.EN_JUEGO)
def castigo_anular(op: Operacion, *, castigo: int) -> None:
    """Deshace un castigo; queda en el rastro. Errores: `solo_organizador`, `castigo_anulado`."""
    op.exigir_mando()
    vivos = Castigo.objects.filter(pk=castigo, partida__recreo=op.recreo, anulado=None)
    if not vivos.update(anulado=op.ahora):
        raise ErrorDeServicio("castigo_anulado")

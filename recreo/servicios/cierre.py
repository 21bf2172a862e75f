"""Confirmar, cerrar, suspender, default y castigos; al cerrar la última mesa se cierra la partida (RE5-RE7)."""

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import cierre
from recreo.models import Castigo, Mesa, Partida
from recreo.servicios.base import Datos, E, Operacion, orden, orden_de_mesa
from recreo.servicios.conformidad import exigir_conforme
from recreo.servicios.final import se_jugo_todo
from reglas.tipos import Meta

CASTIGO_MAXIMO = 200


@orden_de_mesa(E.EN_JUEGO)
def mesa_confirmar(op: Operacion, *, partida: int, mesa: int) -> None:
    """El anotador confirma que se llegó a la meta (RE6). Errores: `no_llegan_a_la_meta` y los de permiso."""
    cierre.confirmar(op.hoja(op.mesa(partida, mesa)))


# Cerrar es orden de todo el Recreo: la última mesa cierra la partida. Toma el Recreo y luego su mesa.
@orden(E.EN_JUEGO)
def mesa_cerrar(op: Operacion, *, partida: int, mesa: int, ganadora: int, anotadas: int, motivo: str = "") -> Datos:
    """El organizador confirma la pareja ganadora y cierra la mesa; su anotador queda inhibido (RE6).

    `ganadora` (0|1) y `anotadas` (cuántas anotaciones, correcciones incluidas, había en lo que vio) deben coincidir.
    `motivo`: por qué se cierra sin que la otra pareja confirme la hoja, donde se exige (D376). Errores:
    `solo_organizador`, `no_llegan_a_la_meta`, `gana_la_otra_pareja`, `mesa_cambio`, `falta_confirmar`,
    `falta_conformidad`.
    """
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    cierre.cerrar_por_meta(op.hoja(m), ganadora, anotadas)
    exigir_conforme(op, m, motivo)
    return _seguir(op, m)


@orden(E.EN_JUEGO)
def mesa_suspender(op: Operacion, *, partida: int, mesa: int, anotadas: int, motivo: str = "") -> Datos:
    """Suspende por tiempo: gana quien va adelante (RG7).

    Errores: `solo_organizador`, `mesa_cambio`, `falta_conformidad`, `regla_…`.
    """
    op.exigir_mando()
    m = op.mesa(partida, mesa)
    cierre.suspender(op.hoja(m), anotadas, motivo)
    exigir_conforme(op, m, motivo)
    return _seguir(op, m)


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
    cierre.aplicar_default(op.hoja(m), gana, infraccion_de, motivo)
    return _seguir(op, m)


def _seguir(op: Operacion, m: Mesa) -> Datos:
    """Con la última mesa se cierra la partida."""
    cerrada = not Mesa.objects.filter(partida=m.partida_id, cerrada=None).exists()
    if cerrada:
        _cerrar_partida(op, m.partida)
    return {"mesa": m.numero, "partida_cerrada": cerrada, "falta_anunciar": cerrada and se_jugo_todo(op)}


def _cerrar_partida(op: Operacion, partida: Partida) -> None:
    """El Recreo no se termina solo: el final lo anuncia quien organiza (D300). Una partida reabierta y vuelta a cerrar
    no acaba después de que empezó la siguiente."""
    siguiente = op.recreo.partidas.filter(numero=partida.numero + 1).first()
    partida.termino, partida.cierres = siguiente.inicio if siguiente else op.ahora, partida.cierres + 1
    partida.save(update_fields=["termino", "cierres"])


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

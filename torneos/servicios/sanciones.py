"""Lo que pone un juez: amonestar, castigar, dar por perdida la partida y expulsar (TO20). Siempre con motivo."""

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from recreo.hoja.servicios.pasos import asiento_de
from reglas.suizo.dictamen import Sancion as Tipo
from torneos.models import Inscrito, Sancion
from torneos.servicios.base import E, Operacion, exigir_motivo, orden, orden_de_mesa
from torneos.servicios.cierre import cerrar_por_sancion
from torneos.servicios.inscripcion import retirar

CASTIGO_MAXIMO = 200


@orden(E.EN_JUEGO, E.TERMINADO)
def sancion_poner(op: Operacion, *, numero: int, tipo: Tipo, motivo: str, tantos: int = 0) -> Datos:
    """Amonesta, castiga en tantos (en Maya, manos) o expulsa. La pérdida de la partida es `mesa_dar_perdida`.

    Un castigo es de la última partida publicada y no mueve mesas publicadas (D330). Errores: `solo_control`,
    `solo_titular`, `numero_inexistente`, `castigo_a_comodin`, `no_ha_llegado`, `castigo_invalido`, `sancion_de_mesa`,
    `falta_motivo`.
    """
    _exigir_que_pueda(op)
    i = op.sujeto(numero)  # en Parejas y Equipos la carga el conjunto
    if i.comodin:
        raise ErrorDeServicio("castigo_a_comodin", nombre=i.nombre)
    if tipo is Tipo.PERDIDA:
        raise ErrorDeServicio("sancion_de_mesa")
    if i.desde is None or i.desde > op.publicadas():
        raise ErrorDeServicio("no_ha_llegado", nombre=i.nombre)
    if (tipo is Tipo.CASTIGO) != (1 <= tantos <= CASTIGO_MAXIMO):
        raise ErrorDeServicio("castigo_invalido", maximo=CASTIGO_MAXIMO)
    if tipo is Tipo.EXPULSION and i.hasta is None:
        retirar(op, i)
        i.expulsado = True
        i.save(update_fields=["expulsado"])
    s = _anotar(op, i, tipo, tantos, exigir_motivo(motivo))
    return {"sancion": s.pk}


@orden(E.EN_JUEGO, E.TERMINADO)
def castigo_quitar(op: Operacion, *, sancion: int, motivo: str) -> None:
    """Quita un castigo con otro de signo contrario: el acta guarda los dos (D330). Errores: `solo_control`,
    `solo_titular`, `sancion_inexistente`, `falta_motivo`.
    """
    _exigir_que_pueda(op)
    s = op.torneo.sanciones.filter(pk=sancion, tipo=Tipo.CASTIGO.value, quita=None).select_related("inscrito").first()
    if s is None or Sancion.objects.filter(quita=s).exists():
        raise ErrorDeServicio("sancion_inexistente")
    _anotar(op, s.inscrito, Tipo.CASTIGO, -s.tantos, exigir_motivo(motivo), partida=s.partida, quita=s)


@orden_de_mesa(E.EN_JUEGO)
def mesa_dar_perdida(op: Operacion, *, partida: int, mesa: int, numero: int, motivo: str) -> Datos:
    """Pierde la partida en curso, como un default: la cargan los dos de su pareja (TO20). La pone el juez de la zona.

    Errores: `solo_juez`, `no_se_sienta_aqui`, `mesa_cerrada`, `falta_motivo`.
    """
    op.exigir_juez()
    limpio = exigir_motivo(motivo)
    h = op.hoja()
    h.exigir_abierta()
    asiento = asiento_de(h, numero)
    _anotar(op, op.inscrito(numero), Tipo.PERDIDA, 0, limpio)
    return cerrar_por_sancion(op, 1 - asiento.lugar % 2, limpio)


def _exigir_que_pueda(op: Operacion) -> None:
    """Una mesa de control; tras la tabla final, quien organiza. Errores: `solo_control`, `solo_titular`."""
    op.exigir_mando()
    if op.torneo.estado == E.TERMINADO:
        op.exigir_organizador()


def _anotar(
    op: Operacion,
    i: Inscrito,
    tipo: Tipo,
    tantos: int,
    motivo: str,
    *,
    partida: int | None = None,
    quita: Sancion | None = None,
) -> Sancion:
    tras = op.publicadas()
    s = Sancion.objects.create(
        torneo=op.torneo,
        inscrito=i,
        tipo=tipo.value,
        partida=tras if partida is None else partida,
        tras=tras,
        tantos=tantos,
        quita=quita,
        motivo=motivo,
        quien=op.nombre,
        instante=op.ahora,
    )
    op.contar("sancion_poner", motivo=motivo, numeros=[i.numero], tipo=tipo.value, tantos=tantos)
    return s

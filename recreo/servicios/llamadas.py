"""Lo que sigue a una llamada a quien organiza: «ya se arregló», otro motivo e insistir (RE5, D744).

Una llamada no se borra: la que la mesa retira queda atendida con quién la retiró (`jugador`), e insistir retira la que
había y deja otra a la misma hora.
"""

from datetime import timedelta

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import pasos
from recreo.hoja.servicios.hoja import Hoja
from recreo.models import Incidencia, Jugador, Mesa
from recreo.servicios.base import E, Operacion, orden_de_mesa

LLAMADA = Incidencia.Tipo.LLAMADA
INSISTIR_CADA = timedelta(seconds=45)
"""Entre un timbrazo y otro: quien organiza ya lo oyó, y con menos sólo se le estorba a las demás mesas."""


@orden_de_mesa(E.EN_JUEGO)
def llamada_retirar(op: Operacion, *, partida: int, mesa: int, llamada: int) -> None:
    """«Ya se arregló»: lo dice cualquiera de la mesa, y quien organiza lo ve. Decirlo dos no es un error.

    Errores: `no_eres_de_esta_mesa`, `llamada_cambio` (ya es otra), `mesa_cerrada`.
    """
    m, yo, i = _la_llamada(op, partida, mesa, llamada)
    if i.jugador_id is not None:
        return
    h = op.hoja(m)
    if i.atendida is None:
        _retirar(h, i, yo)
    else:  # «ya voy» queda como estaba; se dice aparte que ya no hace falta
        pasos.apuntar(h, LLAMADA, jugador=yo, vista=True)


@orden_de_mesa(E.EN_JUEGO)
def llamada_insistir(
    op: Operacion, *, partida: int, mesa: int, llamada: int, texto: str = "", suena: bool = True
) -> None:
    """Otro motivo y, con `suena`, otra vez el timbre: a lo más uno cada `INSISTIR_CADA`. Sin motivo, el que tenía.

    Errores: `no_eres_de_esta_mesa`, `llamada_cambio`, `insistes_pronto` (datos: segundos), `mesa_cerrada`.
    """
    m, yo, i = _la_llamada(op, partida, mesa, llamada)
    h = op.hoja(m)
    if i.jugador_id is not None or (i.atendida is not None and not suena):
        raise ErrorDeServicio("llamada_cambio", mesa=m.numero)
    motivo = _motivo(h, i, texto.strip())
    if not suena:
        if motivo != i.texto:
            pasos.cambiar_motivo(i, motivo)
        return
    falta = (i.atendida or i.instante) + INSISTIR_CADA - op.ahora
    if falta > timedelta():
        raise ErrorDeServicio("insistes_pronto", segundos=int(falta.total_seconds()) + 1)
    if i.atendida is None:
        _retirar(h, i, yo)
    pasos.apuntar(h, LLAMADA, texto=motivo)


def _la_llamada(op: Operacion, partida: int, mesa: int, llamada: int) -> tuple[Mesa, Jugador, Incidencia]:
    """La última de la mesa, si es la que se vio, y quién pide; la mesa abierta y suya."""
    m, yo = op.mesa(partida, mesa), op.exigir_entrada()
    h = op.hoja(m)
    h.exigir_abierta()
    h.exigir_de_la_mesa()
    ultima = m.incidencias.filter(tipo=LLAMADA).order_by("pk").last()
    if ultima is None or ultima.pk != llamada:
        raise ErrorDeServicio("llamada_cambio", mesa=m.numero)
    return m, yo, ultima


def _retirar(h: Hoja, i: Incidencia, yo: Jugador) -> None:
    i.jugador, i.atendida, i.atendida_por = yo, h.ahora, h.nombre
    i.save(update_fields=["jugador", "atendida", "atendida_por"])


def _motivo(h: Hoja, i: Incidencia, texto: str) -> str:
    """Lo escribe otra persona: se dice quién."""
    if not texto or texto == i.texto:
        return i.texto
    return (texto if h.nombre == i.quien else f"{h.nombre}: {texto}")[:200]

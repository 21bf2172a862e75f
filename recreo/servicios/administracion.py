"""Lo que no se hace desde una mesa: fechar un Recreo capturado después y cancelarlo por la administración."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.servicios.alta import cancelar
from recreo.servicios.base import VIVOS, E, Operacion, Resultado, ejecutar, orden
from recreo.servicios.pedido import Pedido
from suscripciones import consultas as suscripciones


@dataclass(frozen=True, slots=True)
class Fechas:
    """Cuándo se jugó una partida; sin `termino`, sigue abierta."""

    inicio: datetime
    termino: datetime | None = None


@orden(E.EN_JUEGO, E.TERMINADO)
def recreo_fechar(op: Operacion, *, iniciado: datetime, partidas: Mapping[int, Fechas]) -> None:
    """Pone las fechas en que se jugó a un Recreo capturado después, de un acta o de plantillas (RE8).

    El rastro no cambia: cada anotación conserva cuándo y quién la capturó. El término de una partida abierta
    se ignora. Errores: `solo_organizador`, `fechas_en_desorden` con su partida.
    """
    op.exigir_mando()
    ultimo = iniciado
    for p in op.recreo.partidas.order_by("numero"):
        f = partidas.get(p.numero) or Fechas(ultimo, ultimo)
        termino = (f.termino or f.inicio) if p.termino else None
        if not ultimo <= f.inicio <= (termino or f.inicio):
            raise ErrorDeServicio("fechas_en_desorden", partida=p.numero)
        p.inicio, p.termino = f.inicio, termino
        p.save(update_fields=["inicio", "termino"])
        ultimo = termino or f.inicio
    op.recreo.iniciado = iniciado
    if op.recreo.estado == E.TERMINADO:
        op.recreo.terminado = ultimo


def recreo_cancelar_por_administracion(
    *, recreo_id: int, cuenta_id: int, id_orden: UUID, ahora: datetime | None = None
) -> Resultado:
    """La salida cuando el organizador desaparece: la administración cancela el Recreo y libera a todos.

    `cuenta_id`: un administrador con permiso de cambiar Recreos. Error: `sin_permiso`.
    """
    if not suscripciones.administra(cuenta_id, "recreo.change_recreo"):
        raise ErrorDeServicio("sin_permiso")

    return ejecutar(
        Pedido(Quien(cuenta_id=cuenta_id), "recreo_cancelar_por_administracion"),
        cancelar,
        recreo_id=recreo_id,
        id_orden=id_orden,
        estados=VIVOS,
        ahora=ahora,
        mesas=True,
    )

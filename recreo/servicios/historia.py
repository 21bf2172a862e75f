"""El rastro de lo que se cambió o se deshizo: un suceso dice quién, cuándo, qué era y por qué."""

from typing import Any

from recreo.errores import ErrorDeServicio
from recreo.models import Jugador, Suceso
from recreo.servicios.base import Operacion

T = Suceso.Tipo
LARGO_DE_MOTIVO = 200


def suceder(
    op: Operacion,
    tipo: str,
    *,
    motivo: str = "",
    jugador: Jugador | None = None,
    reservado: dict[str, Any] | None = None,
    **datos: Any,
) -> None:
    """Deja el suceso. `datos` lo ve cualquiera del Recreo; `reservado`, sólo quien manda."""
    Suceso.objects.create(
        recreo=op.recreo,
        tipo=tipo,
        jugador=jugador,
        quien=op.nombre,
        instante=op.ahora,
        motivo=motivo.strip()[:LARGO_DE_MOTIVO],
        datos=datos,
        reservado=reservado or {},
    )


def exigir_motivo(motivo: str) -> str:
    """Lo que no se deshace solo lleva su porqué. Error: `falta_motivo`."""
    limpio = " ".join(motivo.split())[:LARGO_DE_MOTIVO]
    if not limpio:
        raise ErrorDeServicio("falta_motivo")
    return limpio


def cambio_de_persona(op: Operacion, j: Jugador, nombre: str, correo: str, *, motivo: str = "") -> None:
    """Lo que era antes de guardar a `j`: su nombre lo ven todos; su correo, sólo quien manda (D309)."""
    if nombre and nombre != j.nombre:
        suceder(op, T.NOMBRE, motivo=motivo, jugador=j, antes=nombre, ahora=j.nombre, numero=j.numero)
    if correo != j.correo:
        reservado = {"antes": correo, "ahora": j.correo}
        suceder(op, T.CORREO, motivo=motivo, jugador=j, reservado=reservado, persona=j.nombre, numero=j.numero)

"""Las fotos de una hoja: cuáles hay y, para quien participa, la imagen (RE8)."""

from dataclasses import dataclass
from datetime import datetime

from recreo.models import FotoDeHoja


@dataclass(frozen=True, slots=True)
class FotoVista:
    """Una foto, sin sus puntos."""

    id: int
    ancho: int
    alto: int
    numero: int | None
    """De quien la subió; puede ya no tener lugar."""
    quien: str
    instante: datetime


def fotos_de(mesa_id: int) -> tuple[FotoVista, ...]:
    """Las de una mesa, en el orden en que se subieron."""
    filas = FotoDeHoja.objects.filter(mesa_id=mesa_id).order_by("pk")
    campos = ("pk", "ancho", "alto", "jugador__numero", "quien", "instante")
    return tuple(FotoVista(*fila) for fila in filas.values_list(*campos))


def imagen_de(recreo_id: int, foto: int) -> bytes | None:
    """El JPEG, si es de ese Recreo."""
    suya = FotoDeHoja.objects.filter(mesa__partida__recreo=recreo_id, pk=foto).values_list("imagen", flat=True).first()
    return None if suya is None else bytes(suya)

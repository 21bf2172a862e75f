"""Los sorteos de números que lleva un Recreo, para que cualquiera los compruebe (D312)."""

from recreo.estado import Sorteo
from recreo.models import Orden


def ultimo_sorteo(recreo_id: int) -> Sorteo | None:
    """El último, si se ha sorteado."""
    fila = Orden.objects.filter(recreo_id=recreo_id, accion="numeros_sortear").order_by("instante", "pk").last()
    if fila is None:
        return None
    r = fila.resultado
    numeros = tuple(sorted((int(n), nombre) for n, nombre in r["numeros"].items()))
    return Sorteo(r["vez"], fila.instante, r["semilla"], numeros)

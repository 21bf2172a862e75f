"""Lectura de los caminos de regreso: lo que ha pasado y los relevos que se pueden deshacer (D303, D309)."""

from recreo.models import Relevo, Suceso


def sucesos_de(recreo_id: int) -> list[Suceso]:
    """Lo que ha pasado, del primero al último."""
    return list(Suceso.objects.filter(recreo=recreo_id).order_by("pk"))


def relevos_de(recreo_id: int) -> dict[tuple[int, int], int]:
    """El identificador de cada relevo, por su lugar y su partida."""
    return {(r.lugar, r.desde): r.pk for r in Relevo.objects.filter(recreo=recreo_id)}

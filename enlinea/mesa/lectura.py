"""Leer el diario de las mesas a las que llega alguien, en un hilo de los suyos y por tandas."""

from collections.abc import Collection, Mapping

from django.db import connection

from config.vivo.tandas import Tanda
from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.renglon import Renglon
from enlinea.mesa.hilos import en_hilo


def leer(desde: Mapping[int, int]) -> dict[int, list[Renglon]]:
    """Por la conexión de su hilo: tras una caída vuelven todos a la vez, y abrir una por cada uno los detenía."""
    try:
        return diario.leer_varias(desde)
    except diario.ErrorDeBase:
        # se rompió, y quizá las demás de la reserva; como sólo leyó, otra vez y con una nueva
        connection.close()
        return diario.leer_aparte(desde)


def leer_enteras(ids: Collection[int]) -> dict[int, tuple[DatosDeMesa, list[Renglon]]]:
    """Lo fijo de cada mesa y todos sus renglones; sin las que no están."""
    datos = DatosDeMesa.leer_varias(ids)
    renglones = leer(dict.fromkeys(datos, 0))
    return {cual: (suyos, renglones.get(cual, [])) for cual, suyos in datos.items()}


def leer_desde(sabidas: Collection[tuple[int, int]]) -> dict[tuple[int, int], list[Renglon]]:
    """De cada (mesa, num), lo que sigue."""
    desde: dict[int, int] = {}
    for mesa, num in sabidas:
        desde[mesa] = min(num, desde.get(mesa, num))
    leidos = leer(desde)
    return {(mesa, num): [r for r in leidos.get(mesa, ()) if r.num > num] for mesa, num in sabidas}


class Lecturas:
    """Las del diario que hace un proceso."""

    def __init__(self) -> None:
        self._enteras = Tanda(en_hilo, leer_enteras)
        self._desde = Tanda(en_hilo, leer_desde)

    async def entera(self, mesa: int) -> tuple[DatosDeMesa, list[Renglon]] | None:
        """Lo fijo de la mesa y todos sus renglones; None si no está."""
        return await self._enteras.de(mesa)

    async def desde(self, mesa: int, num: int) -> list[Renglon]:
        """Lo que se confirmó en la mesa después de `num`."""
        return await self._desde.de((mesa, num)) or []

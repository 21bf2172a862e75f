"""Leer el diario de una mesa, en un hilo de los suyos."""

from django.db import connection

from enlinea.diario import diario
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.renglon import Renglon


def leer(id_de_mesa: int, desde: int) -> list[Renglon]:
    """Por la conexión de su hilo: tras una caída vuelven todos a la vez, y abrir una por cada uno los detenía."""
    try:
        return diario.leer(id_de_mesa, desde)
    except diario.ErrorDeBase:
        # se rompió, y quizá las demás de la reserva; como sólo leyó, otra vez y con una nueva
        connection.close()
        return diario.leer_aparte(id_de_mesa, desde)


def leer_entera(id_de_mesa: int) -> tuple[DatosDeMesa, list[Renglon]]:
    """Lo fijo de la mesa y todos sus renglones."""
    return DatosDeMesa.leer(id_de_mesa), leer(id_de_mesa, 0)

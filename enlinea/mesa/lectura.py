"""Leer el diario de una mesa, en un hilo de los suyos."""

from django.db import connection

from enlinea.mesa import diario
from enlinea.mesa.diario import Renglon
from enlinea.mesa.ficha_de_mesa import FichaDeMesa


def leer(id_de_mesa: int, desde: int) -> list[Renglon]:
    """Por la conexión de su hilo: tras una caída vuelven todos a la vez, y abrir una por cada uno los detenía."""
    try:
        return diario.leer(id_de_mesa, desde)
    except diario.ErrorDeBase:
        # se rompió, y quizá las demás de la reserva; como sólo leyó, otra vez y con una nueva
        connection.close()
        return diario.leer_aparte(id_de_mesa, desde)


def leer_entera(id_de_mesa: int) -> tuple[FichaDeMesa, list[Renglon]]:
    """Lo fijo de la mesa y todos sus renglones."""
    return FichaDeMesa.leer(id_de_mesa), leer(id_de_mesa, 0)

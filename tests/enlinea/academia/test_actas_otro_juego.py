"""La Academia sólo repite el juego de siempre: el acta de otro se rechaza y se dice por qué."""

import json
import random

import pytest

from enlinea.academia.servicios.actas import acta_limpia
from enlinea.errores import ErrorDeServicio
from tests.reglas import modelo_variantes as modelo


@pytest.mark.parametrize("juego", modelo.JUEGOS[::3], ids=lambda juego: f"{juego.nombre}-{juego.jugadores}")
def test_el_acta_de_otro_juego_no_se_importa(juego):
    acta, _ = modelo.acta_al_azar(random.Random(1), juego, 100)
    with pytest.raises(ErrorDeServicio) as error:
        acta_limpia(json.dumps(acta).encode())
    assert error.value.codigo == "acta_de_otro_juego"

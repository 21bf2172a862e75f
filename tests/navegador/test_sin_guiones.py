"""Sin JavaScript: anotar, confirmar, cerrar y ver la clasificación con puros formularios."""

import re

import pytest

from tests.navegador.telefono import Fabrica
from tests.navegador.vocabulario import arma, comprueba_clasificacion, empieza, enlace_de_invitacion, entra

pytestmark = pytest.mark.navegador

NOMBRES = ("Sara", "Tito", "Uli", "Vero")


def test_una_partida_entera_sin_javascript(telefono: Fabrica) -> None:
    sara = telefono("Sara", java_script_enabled=False)
    tito = telefono("Tito", java_script_enabled=False)
    recreo = arma(sara, "organiza17@prueba.mx", NOMBRES, importe="10")
    entra(recreo, 2, tito, enlace_de_invitacion(recreo))
    empieza(recreo)
    tito.abrir(recreo.ruta("mesa/"))
    tito.tocar("Anoto yo")
    tito.tocar("Ya están los cuatro")
    tito.clave("lugar-3")
    tito.escribir("¿Cuántos tantos", "200")
    tito.tocar(re.compile("^Dominada para Sara y Tito"))
    tito.ver(re.compile("200 no puede ser|de 1 a 118"))  # imposible: lo dice y no pierde lo escrito
    tito.escribir("¿Cuántos tantos", "60")
    tito.pagina.locator("#cuantos").press("Enter")  # no escoge pareja por nadie
    tito.tocar(re.compile("^Dominada para Sara y Tito"))
    tito.ver("Mano 1 anotada")
    tito.tocar("Deshacer", exacto=True)
    tito.ver(re.compile("Anotar mano 1"))
    assert tito.pagina.locator("#cuantos").input_value() == "60"
    tito.tocar(re.compile("^Dominada para Sara y Tito"))
    tito.tocar("Anotar mano 2")
    tito.desplegar("empate")
    tito.tocar("No sé")
    tito.tocar("Anotar mano 3")
    tito.escribir("¿Cuántos tantos", "40")
    tito.tocar(re.compile("^Cierre para Sara y Tito"))
    tito.ver("¡Llegaron a 100!")
    tito.tocar(re.compile("Confirmar"))
    sara.abrir(recreo.ruta("tablero/"))
    sara.tocar("Cerrar la mesa 1")
    assert sara.pagina.get_by_label("Sara y Tito").is_checked()
    sara.tocar("Cerrar la mesa 1")
    sara.tocar("Empezar la partida 2")
    sara.ver("Partida 2 de 3")
    comprueba_clasificacion(recreo, tito)

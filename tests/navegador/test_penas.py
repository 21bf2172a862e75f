"""Una peña, de abrirla a empezar su Recreo, por la pantalla y con dos teléfonos."""

import re

import pytest

from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador


def test_se_abre_entra_otro_con_el_enlace_y_empieza_su_recreo(telefono: Fabrica) -> None:
    memo, beto = telefono("Memo"), telefono("Beto")
    memo.llegar("organiza63@prueba.mx", siguiente="/recreo/penas/nueva/")
    memo.escribir("¿Cómo le dicen?", "Los jueves")
    memo.escribir("¿Cómo te dicen en la mesa?", "Memo")
    memo.tocar("Abrir la peña")
    memo.escribir("¿Quiénes son?", "Beto\nCarmen\nNacho")
    memo.tocar("Apuntarlos")
    memo.ver("4 personas")
    enlace = memo.pagina.locator("#enlace").input_value()
    # Beto no tiene suscripción: entra con su correo y es quien ya estaba apuntado
    beto.entrar("beto.pena@prueba.mx", siguiente="/" + enlace.split("/", 3)[3])
    beto.pagina.locator("#id_miembro").select_option(label="Beto")
    beto.tocar("Entrar a la peña")
    beto.ver("Todavía no hay fecha.")
    # con lo que propone basta: son los cuatro
    memo.clave("ir-pena")
    memo.tocar("Empezar un Recreo")
    memo.tocar("Armar el Recreo")
    memo.esperar_ruta("/invitar/$")
    memo.ver(re.compile("Carmen"))
    beto.abrir("/recreo/")
    beto.ver("Los jueves")
    beto.tocar("Aceptar y entrar")
    beto.esperar_ruta("/mesa/$")

"""Con los ojos vendados: una mesa del Recreo de unirse a cerrarla, sólo con el árbol de accesibilidad y el teclado."""

import pytest

from tests.navegador.a_oscuras import AOscuras
from tests.navegador.telefono import Fabrica
from tests.navegador.vocabulario import arma, empieza, enlace_de_invitacion

pytestmark = pytest.mark.navegador

NOMBRES = ("Rosaura", "Jacinto", "Eloísa", "Fermín")


@pytest.mark.noche
def test_una_mesa_entera_de_unirse_a_cerrarla(telefono: Fabrica) -> None:
    organiza, suyo = telefono("Rosaura"), telefono("Jacinto")
    recreo = arma(organiza, "organiza90@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    jacinto = AOscuras(suyo)
    suyo.abrir(enlace)
    jacinto.oprime("button", "^Jacinto")
    jacinto.oye("Ya estás dentro|Eres Jacinto")
    empieza(recreo)
    jacinto.oye("¿Quién anota esta mesa\\?")
    jacinto.oprime("button", "^Anoto yo$")
    jacinto.oye("¿Ya están los cuatro\\?")
    jacinto.oprime("button", "Ya están los cuatro")
    jacinto.oye("¿Quién sale primero\\?")
    jacinto.oprime("button", "Eloísa")
    jacinto.oye("¿Cuántos tantos\\?")
    anota(jacinto, "45", "^Dominada \\+45 para Eloísa", "Mano 1 guardada: 45 para Eloísa y Fermín.*Van 0 a 45")
    anota(jacinto, "7", "^Cierre \\+7 para Rosaura", "Mano 2 guardada: 7 para Rosaura y Jacinto.*Van 7 a 45")
    anota(jacinto, "60", "^Dominada \\+60 para Eloísa", "Van 7 a 100\\. Llegaron a 100: confirma el marcador\\.$")
    jacinto.oprime("button", "^Confirmar")
    jacinto.oye("Rosaura.*cierr")
    rosaura = AOscuras(organiza)
    organiza.abrir(recreo.ruta("clasificacion/"))
    rosaura.oye("La mesa 1 espera que la cierres")
    rosaura.oprime("link", "^Cerrar la 1$")
    rosaura.oprime("button", "^Cerrar la mesa 1")
    jacinto.oye("La partida 1 terminó. Sigues en la partida 2, mesa 1, con Fermín contra", avisado=True)


def test_con_los_ojos_vendados_se_entra_y_lo_que_no_tiene_nombre_no_se_pasa(telefono: Fabrica) -> None:
    """De día: el mismo recorrido de oídas, en la entrada; y la venda no deja ver lo que el lector no dice."""
    t = telefono("Jacinto")
    t.abrir("/entrar/")
    jacinto = AOscuras(t)
    jacinto.escribe("(?i)correo", "jacinto@prueba.mx")
    jacinto.hasta("button", "^Mandarme el código$")
    t.pagina.evaluate("document.body.insertAdjacentHTML('afterbegin', '<button></button>')")
    t.pagina.evaluate("document.activeElement.blur()")
    with pytest.raises(AssertionError, match="Una parada sin nombre"):
        jacinto.hasta("button", "^Otra que no existe$")


def anota(quien: AOscuras, tantos: str, boton: str, se_oye: str) -> None:
    """Las cifras, el botón que las dice, y lo que se anuncia al guardar."""
    quien.escribe("¿Cuántos tantos\\?", tantos)
    quien.hasta("button", boton)
    quien.telefono.pagina.keyboard.press("Enter")
    quien.oye(se_oye, avisado=True)

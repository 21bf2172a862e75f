"""Armar con mucha gente en la Sala: buscar por nombre, y quien se va mientras se arma (EL2)."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

from tests.navegador.casa import Casa, clave_de_sesion
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
MUCHOS = range(2, 12)
REPETIDO = 600


@pytest.fixture
def sala(navegador: "Browser", casa_propia: Casa, request: pytest.FixtureRequest) -> Iterator[Fabrica]:
    una = Fabrica(navegador, casa_propia)
    yield una
    una.cerrar(comprobar=not getattr(request.node, "fallo", False))


def llegan_sin_navegador(casa: Casa, numeros: range) -> None:
    """Por consulta también se está en la Sala (EL1)."""
    for n in numeros:
        galleta = f"sesion={clave_de_sesion(f'organiza{n}@prueba.mx')}"
        with urlopen(Request(f"{casa.direccion}/enlinea/vivo/?pantalla=sala", headers={"Cookie": galleta})) as r:
            assert b'"parcial"' in r.read(200)


def visibles(t: Telefono) -> list[str]:
    return [
        str(n.get_attribute("data-nombre")) for n in t.pagina.locator("[data-elegible]").locator("visible=true").all()
    ]


def test_con_mucha_gente_se_busca_por_nombre(sala: Fabrica, casa_propia: Casa) -> None:
    llegan_sin_navegador(casa_propia, MUCHOS)
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("¿Quién es tu pareja?")
    assert len(visibles(ana)) == len(MUCHOS)
    ana.escribir("Busca por nombre", "ORGANIZÁ1")
    assert visibles(ana) == ["organiza10", "organiza11"], "sin distinguir mayúsculas ni acentos"
    ana.escribir("Busca por nombre", "nadie así")
    ana.ver("No hay nadie libre con ese nombre")
    ana.escribir("Busca por nombre", "organiza7")
    ana.pagina.keyboard.press("Enter")  # no manda el formulario a medias
    ana.pagina.locator("[data-elegible] button").locator("visible=true").click()
    ana.ver("¿Quién va a tu izquierda?")
    assert "organiza7" in ana.texto("[data-lugar=arriba]")
    assert ana.pagina.locator("[data-busca]").input_value() == "" and len(visibles(ana)) == len(MUCHOS)
    assert "organiza7" in (ana.pagina.locator("select[name=arriba] option:checked").text_content() or "")


def test_un_doble_toque_sienta_a_cada_quien_una_vez(sala: Fabrica, casa_propia: Casa) -> None:
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("En vivo")
    llegan_sin_navegador(casa_propia, MUCHOS)
    ana.escribir("Busca por nombre", "organiza7")
    # al borrarse la búsqueda sale toda la lista: el segundo toque caería en quien quede bajo el dedo
    ana.pagina.locator('[data-elegible][data-nombre="organiza7"] button').dblclick()
    ana.ver("Faltan lugares: izquierda, derecha")
    llegan_sin_navegador(casa_propia, MUCHOS)  # quien no pregunta en 12 s se va de la Sala
    ana.pagina.wait_for_timeout(REPETIDO)
    for n in (3, 4):
        ana.pagina.locator(f'[data-elegible][data-nombre="organiza{n}"] button').dblclick()
    ana.ver(re.compile("segundos para aceptar"))
    lugares = [ana.texto(f"[data-lugar={cual}] [data-lugar-nombre]") for cual in ("arriba", "izquierda", "derecha")]
    assert lugares == ["organiza7", "organiza3", "organiza4"]
    # pasado un momento, tocarla otra vez la quita, como siempre
    ana.pagina.wait_for_timeout(REPETIDO)
    ana.pagina.locator('[data-elegible][data-nombre="organiza4"] button').click()
    ana.ver("Falta un lugar: derecha")


def test_quien_se_va_mientras_se_arma_deja_su_lugar_y_se_dice(sala: Fabrica) -> None:
    ana, beto = sala("organiza1"), sala("organiza2")
    beto.llegar("organiza2@prueba.mx", siguiente="/enlinea/")
    beto.ver("En vivo")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.pagina.locator('[data-elegible][data-nombre="organiza2"] button').click()
    ana.ver("Faltan lugares: izquierda, derecha")
    beto.tocar("Practicar ahora")
    ana.ver("organiza2 ya no está libre")
    ana.ver("Faltan lugares: arriba, izquierda, derecha")
    assert ana.pagina.locator("select[name=arriba]").input_value() == ""
    beto.pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    beto.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    beto.tocar("Sí, salir")
    ana.pagina.locator('[data-elegible][data-nombre="organiza2"] button').click()
    ana.no_ver(re.compile("ya no está libre"))


def test_quien_llega_o_se_va_no_mueve_a_quien_elige_con_el_teclado(sala: Fabrica, casa_propia: Casa) -> None:
    """Cambia sólo su renglón: los demás son los mismos nodos, con su foco; y a quien le faltó algo, todo."""
    llegan_sin_navegador(casa_propia, range(2, 5))
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("En vivo")
    ana.pagina.locator('[data-renglones]:not([data-renglones="0"])').wait_for()
    beto = sala("organiza5")
    beto.llegar("organiza5@prueba.mx", siguiente="/enlinea/")
    suyo = ana.pagina.locator('[data-elegible][data-nombre="organiza5"]')
    suyo.wait_for()
    ana.pagina.locator('[data-elegible][data-nombre="organiza1"]').evaluate("n => { n.esElDeAntes = true; }")
    suyo.locator("button").focus()
    caro = sala("organiza6")
    caro.llegar("organiza6@prueba.mx", siguiente="/enlinea/")
    ana.pagina.locator('[data-elegible][data-nombre="organiza6"]').wait_for()
    assert ana.pagina.evaluate("document.activeElement.parentNode.getAttribute('data-nombre')") == "organiza5"
    assert ana.pagina.locator('[data-elegible][data-nombre="organiza1"]').evaluate("n => n.esElDeAntes === true")
    nombres = ana.pagina.locator("[data-elegible]").evaluate_all("ns => ns.map(n => n.getAttribute('data-nombre'))")
    assert nombres[-2:] == ["organiza5", "organiza6"], "por hora de entrada"
    # se fue quien tenía el foco: el teclado sigue desde la lista
    beto.pagina.close()
    suyo.wait_for(state="detached", timeout=20_000)
    assert ana.pagina.evaluate("document.activeElement.getAttribute('data-zona')") == "elegibles"
    # como si se hubiera perdido un aviso
    ana.pagina.evaluate("""() => {
        document.querySelector('[data-renglones]').setAttribute('data-renglones', '7000000');
        document.querySelector('[data-elegible][data-nombre="organiza1"]').remove();
    }""")
    caro.pagina.close()
    ana.pagina.locator('[data-elegible][data-nombre="organiza6"]').wait_for(state="detached", timeout=20_000)
    ana.pagina.locator('[data-elegible][data-nombre="organiza1"]').wait_for(state="attached")

"""Armar con mucha gente en la Sala: buscar por nombre, y quien se va mientras se arma (EL2)."""

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import TYPE_CHECKING
from urllib.request import Request, urlopen

import pytest

from tests.navegador.casa import Casa, clave_de_sesion
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
Llegan = Callable[[range], None]
MUCHOS = range(2, 12)
LLENA = range(2, 27)
REPETIDO = 800


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


@pytest.fixture
def gente(casa_propia: Casa) -> Iterator[Llegan]:
    """Están en la Sala mientras dure la prueba: quien no pregunta en 12 s se va."""
    fin = threading.Event()
    hilos: list[threading.Thread] = []

    def llegan(numeros: range) -> None:
        llegan_sin_navegador(casa_propia, numeros)

        def seguir() -> None:
            while not fin.wait(3):
                with suppress(OSError):
                    llegan_sin_navegador(casa_propia, numeros)

        hilos.append(threading.Thread(target=seguir, daemon=True))
        hilos[-1].start()

    yield llegan
    fin.set()
    for hilo in hilos:
        hilo.join()


def visibles(t: Telefono) -> list[str]:
    return [
        str(n.get_attribute("data-nombre")) for n in t.pagina.locator("[data-elegible]").locator("visible=true").all()
    ]


def arma_con(sala: Fabrica, gente: Llegan, numeros: range) -> Telefono:
    """Quien va a armar, con todos ellos en la lista."""
    gente(numeros)
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("¿Quién es tu pareja?")
    ana.ver("En vivo")
    ana.pagina.wait_for_function(
        "(n) => document.querySelectorAll('[data-elegible]:not([hidden])').length === n", arg=len(numeros)
    )
    return ana


@pytest.mark.noche
def test_con_mucha_gente_se_busca_por_nombre(sala: Fabrica, gente: Llegan) -> None:
    ana = arma_con(sala, gente, MUCHOS)
    ana.escribir("Busca por nombre", "ORGANIZÁ1")
    assert visibles(ana) == ["organiza10", "organiza11"], "sin distinguir mayúsculas ni acentos"
    rayas = ana.pagina.locator("[data-elegible]").locator("visible=true")
    assert rayas.evaluate_all("ns => ns.map(n => getComputedStyle(n).borderTopWidth)") == ["0px", "1px"]
    ana.escribir("Busca por nombre", "nadie así")
    ana.ver("No hay nadie libre con ese nombre")
    ana.escribir("Busca por nombre", "organiza7")
    ana.pagina.keyboard.press("Enter")  # no manda el formulario a medias
    ana.pagina.locator("[data-elegible] button").locator("visible=true").click()
    ana.ver("¿Quién va a tu izquierda?")
    assert "organiza7" in ana.texto("[data-lugar=arriba]")
    assert ana.pagina.locator("[data-busca]").input_value() == "" and len(visibles(ana)) == len(MUCHOS)
    assert "organiza7" in (ana.pagina.locator("select[name=arriba] option:checked").text_content() or "")


def test_un_doble_toque_sienta_a_cada_quien_una_vez(sala: Fabrica, gente: Llegan) -> None:
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("En vivo")
    gente(MUCHOS)
    ana.escribir("Busca por nombre", "organiza7")
    ana.pagina.wait_for_timeout(REPETIDO)  # el buscador, al salir, corrió la lista
    # al borrarse la búsqueda sale toda la lista: el segundo toque caería en quien quede bajo el dedo
    ana.pagina.locator('[data-elegible][data-nombre="organiza7"] button').dblclick()
    ana.ver("Faltan lugares: izquierda, derecha")
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


@pytest.mark.noche
def test_quien_se_va_mientras_se_arma_deja_su_lugar_y_se_dice(sala: Fabrica) -> None:
    ana, beto = sala("organiza1"), sala("organiza2")
    beto.llegar("organiza2@prueba.mx", siguiente="/enlinea/")
    beto.ver("En vivo")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.pagina.locator('[data-elegible][data-nombre="organiza2"] button').click()
    ana.ver("Faltan lugares: izquierda, derecha")
    ana.pagina.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    beto.tocar("Practicar ahora")
    dicho = ana.ver("organiza2 ya no está libre.", "[data-se-fue]")
    assert dicho.evaluate(
        "n => [n.getBoundingClientRect().top >= 0, n.getBoundingClientRect().bottom <= innerHeight]"
    ) == [True, True], "se ve sin buscarlo"
    ana.ver("Faltan lugares: arriba, izquierda, derecha. Ahora no hay nadie más libre.")
    assert ana.pagina.locator("select[name=arriba]").input_value() == ""
    beto.pagina.wait_for_function("() => window.AmigosMesa && AmigosMesa.vista")
    beto.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    beto.tocar("Sí, salir")
    # volvió: ni el aviso ni su hueco lo contradicen
    ana.pagina.locator('[data-elegible][data-nombre="organiza2"] button').wait_for()
    ana.no_ver(re.compile("ya no está libre"))


@pytest.mark.noche
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
    assert ana.pagina.evaluate("document.activeElement.textContent").strip() == "organiza5 ya no está libre"
    # como si se hubiera perdido un aviso
    ana.pagina.evaluate("""() => {
        document.querySelector('[data-renglones]').setAttribute('data-renglones', '7000000');
        document.querySelector('[data-elegible][data-nombre="organiza1"]').remove();
    }""")
    caro.pagina.close()
    ana.pagina.locator('[data-elegible][data-nombre="organiza6"]').wait_for(state="detached", timeout=20_000)
    ana.pagina.locator('[data-elegible][data-nombre="organiza1"]').wait_for(state="attached")


def lugar_de(t: Telefono) -> tuple[float, float]:
    return t.pagina.evaluate("[window.pageYOffset, document.querySelector('.elige-lista').scrollTop]")  # type: ignore[no-any-return]


SIN_ENFOCAR_QUIETO = """() => {
  const antes = HTMLElement.prototype.focus;
  HTMLElement.prototype.focus = function () { antes.call(this); };
}"""


@pytest.mark.noche
@pytest.mark.parametrize("viejo", [False, True])
def test_al_elegir_a_la_tercera_persona_no_se_mueve_nada_bajo_el_dedo(
    sala: Fabrica, gente: Llegan, viejo: bool
) -> None:
    """Brincaba más de 400 px hasta «Crear mesa», y el segundo toque cambiaba la meta."""
    ana = arma_con(sala, gente, LLENA)
    if viejo:
        ana.pagina.evaluate(SIN_ENFOCAR_QUIETO)
    for n in (2, 3):
        ana.pagina.locator(f'[data-elegible][data-nombre="organiza{n}"] button').click()
    ultima = ana.pagina.locator('[data-elegible][data-nombre="organiza4"] button')
    ultima.scroll_into_view_if_needed()
    antes = lugar_de(ana)
    ultima.tap()
    ana.ver(re.compile("segundos para aceptar"))
    assert ana.pagina.evaluate("document.activeElement.textContent").strip() == "Crear mesa"
    assert lugar_de(ana) == antes


@pytest.mark.noche
@pytest.mark.parametrize("letra", ["112.5%", "225%"])
def test_con_la_sala_llena_la_pagina_acaba_en_el_pie(sala: Fabrica, gente: Llegan, letra: str) -> None:
    """Lo que sólo se oye se salía de la lista que se desliza: debajo del pie quedaban pantallas vacías."""
    ana = arma_con(sala, gente, LLENA)
    ana.pagina.evaluate("(letra) => { document.documentElement.style.fontSize = letra; }", letra)
    sobra = ana.pagina.evaluate("""() => document.documentElement.scrollHeight - window.pageYOffset -
        document.querySelector('.pantalla').getBoundingClientRect().bottom""")
    assert sobra < 5


CAMBIA = """(cambio) => {
  const lista = document.querySelector('[data-renglones]');
  const renglon = (n) => lista.querySelector('[data-elegible][data-nombre="organiza' + n + '"]');
  const donde = (n) => { const r = renglon(n); return r && Math.round(r.getBoundingClientRect().top); };
  const miradas = cambio.miradas, antes = miradas.map(donde);
  document.dispatchEvent(new CustomEvent('vivo:antes'));
  window.__idos = window.__idos || {};
  for (const n of cambio.va || []) { window.__idos[n] = renglon(n).cloneNode(true); renglon(n).remove(); }
  for (const n of cambio.vuelve || []) { lista.appendChild(window.__idos[n]); }
  if (cambio.entera) {
const pinta = lista.cloneNode(true);
    for (const n of pinta.querySelectorAll('[data-ido]')) { n.remove(); }
    lista.parentNode.innerHTML = pinta.outerHTML;
  }
  document.dispatchEvent(new CustomEvent('vivo:zonas'));
  const despues = miradas.map((n) => {
    const r = document.querySelector('[data-elegible][data-nombre="organiza' + n + '"]');
    return Math.round(r.getBoundingClientRect().top);
  });
  const huecos = [...document.querySelectorAll('[data-ido]')].map((n) => n.textContent.trim());
  return [miradas.filter((n, i) => Math.abs(antes[i] - despues[i]) > 1), huecos];
}"""
"""Se van y vuelven unos, por renglones o con la zona entera: cuáles se corrieron y qué huecos quedan."""


@pytest.mark.noche
def test_quien_llega_o_se_va_no_corre_la_lista_bajo_el_dedo(sala: Fabrica, gente: Llegan) -> None:
    ana = arma_con(sala, gente, LLENA)

    def cambia(
        miradas: list[int], va: tuple[int, ...] = (), vuelve: tuple[int, ...] = (), entera: bool = False
    ) -> object:
        return ana.pagina.evaluate(CAMBIA, {"miradas": miradas, "va": va, "vuelve": vuelve, "entera": entera})

    # arriba del todo, y a la vista: queda su hueco, que dice quién era y no se toca
    ido = "organiza2 ya no está libre"
    assert cambia([3, 4, 5], va=(2,)) == [[], [ido]]
    assert ana.pagina.locator("[data-ido] button").count() == 0
    assert cambia([3, 4, 5], entera=True) == [[], [ido]], "también si se repinta la lista entera"
    ana.pagina.locator('[data-elegible][data-nombre="organiza3"] button').tap()
    ana.ver("Faltan lugares: izquierda, derecha")
    # quien vuelve ocupa su hueco, no el final
    assert cambia([3, 4, 5], vuelve=(2,)) == [[], []]
    # lo que no se ve no deja hueco ni mueve lo que se ve
    assert cambia([2, 3, 4], va=(20, 21)) == [[], []]
    ana.pagina.evaluate("document.querySelector('.elige-lista').scrollTop = 500")
    ana.pagina.wait_for_timeout(100)
    vistas = ana.pagina.evaluate("""() => { const m = document.querySelector('.elige-lista').getBoundingClientRect();
      return [...document.querySelectorAll('[data-elegible]')].filter((n) => { const r = n.getBoundingClientRect();
        return r.height && r.top >= m.top && r.bottom <= m.bottom; })
        .map((n) => Number(n.dataset.nombre.replace('organiza', ''))); }""")
    assert min(vistas) > 5 and len(vistas) > 2
    assert cambia(vistas, va=(2, 4), vuelve=(20, 21)) == [[], []]
    # al buscar cambia toda, porque la persona quiso, y los huecos se van
    assert cambia(vistas[1:], va=(vistas[0],)) == [[], [f"organiza{vistas[0]} ya no está libre"]]
    ana.escribir("Busca por nombre", "organiza")
    assert ana.pagina.locator("[data-ido]").count() == 0


@pytest.mark.noche
def test_si_se_van_dos_elegidos_se_nombran_y_lo_que_no_se_pudo_se_dice_a_la_vista(sala: Fabrica, gente: Llegan) -> None:
    ana = arma_con(sala, gente, LLENA)
    elige = ana.pagina.locator
    for n in (2, 3, 4):
        elige(f'[data-elegible][data-nombre="organiza{n}"] button').focus()
        ana.pagina.keyboard.press("Enter")
        ana.pagina.wait_for_timeout(REPETIDO)
    assert ana.pagina.evaluate("document.activeElement.textContent").strip() == "Crear mesa"
    assert elige("[data-lugar=derecha]").get_attribute("aria-label") == "Derecha: organiza4, contrario"
    altos = ana.pagina.evaluate(CAMBIA, {"miradas": [5, 6, 7], "va": [2, 4]})
    assert altos == [[], ["organiza2 ya no está libre", "organiza4 ya no está libre"]]
    ana.ver("organiza2 y organiza4 ya no están libres. Elige a alguien más.", "[data-se-fue]")
    assert ana.pagina.evaluate("document.activeElement.textContent").strip() == "¿Quién es tu pareja?"
    assert ana.pagina.evaluate(CAMBIA, {"miradas": [5, 6, 7], "vuelve": [2]}) == [[], ["organiza4 ya no está libre"]]
    ana.ver("organiza4 ya no está libre. Elige a alguien más.", "[data-se-fue]")
    # lo que no se pudo se dice junto al botón: al final de la forma quedaba debajo de la pantalla
    for n in (5, 6):
        ana.pagina.wait_for_timeout(REPETIDO)
        elige(f'[data-elegible][data-nombre="organiza{n}"] button').click()
    ana.pagina.evaluate("document.querySelector('select[name=derecha] option:checked').value = '999999'")
    with ana.tolerando(r"\b4\d\d\b"):
        ana.tocar("Crear mesa")
        dicho = ana.pagina.locator("[data-error-de]")
        dicho.filter(has_text=re.compile(r"\S")).wait_for()
    caja = dicho.bounding_box()
    assert caja is not None and caja["y"] > 0 and caja["y"] + caja["height"] <= ana.pagina.evaluate("innerHeight")


@pytest.mark.noche
def test_a_dos_que_se_llaman_igual_los_distingue_la_hora_en_que_entraron(
    sala: Fabrica, casa_propia: Casa, gente: Llegan
) -> None:
    with closing(sqlite3.connect(casa_propia.base, timeout=20)) as base, base:
        for n in (7, 8, 9):
            base.execute(
                "UPDATE suscripciones_cuenta SET nombre = 'José Luis' WHERE email = ?", [f"organiza{n}@prueba.mx"]
            )
    gente(range(6, 10))
    ana = sala("organiza1")
    ana.llegar("organiza1@prueba.mx", siguiente="/enlinea/armar/")
    ana.ver("En vivo")
    horas = ana.pagina.locator("[data-elegible][data-nombre='José Luis'] [data-entro]").locator("visible=true")
    assert horas.count() == 3
    assert all(re.fullmatch(r"entró a las \d+:\d\d [ap]\.m\.", hora) for hora in horas.all_inner_texts())
    assert ana.pagina.locator("[data-entro]").locator("visible=true").count() == 3, "a los demás no les hace falta"


@pytest.mark.noche
def test_la_novena_que_llega_trae_el_buscador_sin_correr_la_lista(sala: Fabrica, gente: Llegan) -> None:
    ana = arma_con(sala, gente, range(2, 9))
    assert not ana.pagina.locator("[data-busca]").is_visible()
    ana.pagina.evaluate(
        "() => { window.__donde = document.querySelector('[data-nombre=organiza5]').getBoundingClientRect().top; }"
    )
    gente(range(9, 10))
    ana.pagina.locator("[data-busca]").wait_for()
    corrida = "document.querySelector('[data-nombre=organiza5]').getBoundingClientRect().top - window.__donde"
    assert abs(ana.pagina.evaluate(corrida)) <= 1


@pytest.mark.noche
def test_el_segundo_toque_en_el_mismo_punto_no_sienta_a_otra(sala: Fabrica, gente: Llegan) -> None:
    """Un nombre de dos renglones en el asiento corre la lista: bajo el dedo queda la persona de al lado."""
    ana = arma_con(sala, gente, LLENA)
    quedo = ana.pagina.evaluate("""() => {
      const toca = (n, y) => {
        const boton = document.querySelector('[data-elegible][data-nombre="organiza' + n + '"] button');
        const donde = { detail: 1, clientX: 90, clientY: y };
        boton.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...donde }));
        return boton.getAttribute('aria-pressed');
      };
      return [toca(5, 400), toca(4, 404), toca(6, 460)];
    }""")
    assert quedo == ["true", "false", "true"]

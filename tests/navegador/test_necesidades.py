"""Mesas con una persona ciega, una sorda y una con discapacidad motriz: el documento 000, frase por frase (RE9).

Ana y Beto contra Carmen y Diego. Beto se sienta a la derecha de Carmen; Ana, a la de Diego.
"""

import re

import pytest

from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    Recreo,
    anota,
    arma,
    confirma,
    elige_salidor,
    empieza,
    enlace_de_invitacion,
    entra,
    escribe_mano,
    mi_mesa,
    prepara,
    va_a_anotar,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador
NOMBRES = ("Ana", "Beto", "Carmen", "Diego")
ANA, BETO, CARMEN, DIEGO = 1, 2, 3, 4

OYE = """() => {
  window.oido = [];
  const dicho = (n) => {
    const viva = n && n.closest && n.closest('[aria-live], [role=status], [role=alert]');
    const texto = viva && !viva.hidden ? viva.textContent.replace(/\\s+/g, ' ').trim() : '';
    if (texto && window.oido[window.oido.length - 1] !== texto) window.oido.push(texto);
  };
  new MutationObserver((cambios) => cambios.forEach((c) => dicho(c.target.closest ? c.target : c.target.parentElement)))
    .observe(document.body, { childList: true, characterData: true, subtree: true });
}"""
"""Como un lector de pantalla: guarda lo que cambia en las regiones vivas, en orden."""


def mesa_armada(telefono: Fabrica, correo: str, *entran: int) -> Recreo:
    """Los cuatro en su mesa, antes de escoger quién anota."""
    ana = telefono("Ana")
    recreo = arma(ana, correo, NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    for numero in entran:
        entra(recreo, numero, telefono(NOMBRES[numero - 1], casa=ana.casa), enlace)
    empieza(recreo)
    return recreo


def marca(recreo: Recreo, numero: int, cual: str) -> None:
    """Desde «Más», en su propio teléfono; sin consentir no se guarda."""
    t = recreo.telefonos[numero]
    mi_mesa(recreo, t)
    t.desplegar("mas-mesa")
    t.clave("mi-discapacidad")
    t.esperar_ruta(f"/discapacidad/{numero}/$")
    t.pagina.locator(f'[name="cuales"][value="{cual}"]').check()
    with t.tolerando("409"):
        t.clave("guardar-discapacidad")
        t.ver("Falta marcar que aceptas. Sin eso no se guarda nada.")
    t.pagina.locator('[name="consiente"]').check()
    t.clave("guardar-discapacidad")
    t.esperar_ruta("/mesa/$")


def anota_su_pareja(recreo: Recreo, numero: int, pareja: int) -> Telefono:
    """a, g y k: cuando le corresponda anotar, su pareja hace las anotaciones; basta un toque para que pase a ella."""
    suyo, otro = recreo.telefonos[numero], recreo.telefonos[pareja]
    suyo.ver(f"Cuando le toque anotar a {NOMBRES[numero - 1]}, hace las anotaciones {NOMBRES[pareja - 1]}.")
    suyo.tocar(re.compile(f"^Que anote {NOMBRES[pareja - 1]}"))
    mi_mesa(recreo, otro)
    otro.clave("ya-estan")
    return otro


def dice(t: Telefono, *frases: str) -> None:
    """Cada frase está a la vista en la mesa de ese teléfono; y que son «eventualidades que no serán sancionadas»."""
    for frase in (*frases, "Nada de esto se sanciona."):
        t.ver(frase)


def escucha(t: Telefono) -> None:
    """Desde aquí se guarda lo que se oye, ya conectado y con los cuatro en la mesa."""
    t.ver("¿Quién sale primero?")
    t.pagina.locator('body[data-conexion-estado="en_vivo"]').wait_for()
    t.pagina.evaluate(OYE)


def oidas(t: Telefono, *frases: str) -> None:
    """Lo que se oyó son esas frases y ninguna más, en ese orden."""
    son = "(cuantas) => window.oido.length >= cuantas"
    t.pagina.wait_for_function(son, arg=len(frases))
    t.pagina.wait_for_timeout(400)  # lo que sobre también se oye
    oido = t.pagina.evaluate("window.oido.splice(0)")
    assert oido == list(frases)


@pytest.mark.noche
def test_la_mesa_de_una_persona_ciega(telefono: Fabrica) -> None:
    recreo = mesa_armada(telefono, "organiza71@prueba.mx", BETO, CARMEN, DIEGO)
    ana, beto, carmen = (recreo.telefonos[n] for n in (ANA, BETO, CARMEN))
    marca(recreo, CARMEN, "visual")
    diego = anota_su_pareja(recreo, CARMEN, DIEGO)
    escucha(carmen)
    elige_salidor(diego, BETO)
    # b) le corresponde la sopa: la hace su pareja por ella
    oidas(carmen, "Sale Beto, la sopa la hace Diego por ti.")
    diego.ver("la sopa la haces tú, por Carmen")
    mi_mesa(recreo, ana)
    for t in (ana, beto, diego):
        dice(
            t,
            "Cuando le toque hacer la sopa a Carmen, la hace Diego.",
            # c)
            "Carmen puede tocar sus fichas y cambiarlas de ubicación.",
            # d)
            "Carmen pone su ficha en la mesa con las marcas hacia arriba y menciona cómo quedan las terminales; "
            "Beto, a su derecha, la coloca como corresponde.",
            # e)
            "Cada jugador, después de colocar su ficha, menciona en voz alta el valor de las dos terminales de la "
            "cadena.",
            # f)
            "Carmen puede preguntar cuántas fichas hay jugadas de un palo; contesta Beto, a su derecha.",
        )
    # cada mano, una frase; y una corrección dice qué cambió
    anota(recreo, diego, 1, 1, Mano.de("D0:25"))
    oidas(
        carmen,
        "Mano 1: dominada, 25 tantos para Ana y Beto. Van 0 a 25. Sale Diego, tu pareja, la sopa la hace Beto.",
    )
    # lo deja cuando quiere, y la mesa vuelve a lo de siempre
    carmen.desplegar("mas-mesa")
    carmen.clave("mi-discapacidad")
    carmen.clave("quitar-discapacidad")
    carmen.esperar_ruta("/mesa/$")
    beto.no_ver("Carmen puede tocar sus fichas y cambiarlas de ubicación.")


@pytest.mark.noche
def test_la_mesa_de_una_persona_sorda(telefono: Fabrica) -> None:
    recreo = mesa_armada(telefono, "organiza72@prueba.mx", BETO, CARMEN, DIEGO)
    beto, carmen = recreo.telefonos[BETO], recreo.telefonos[CARMEN]
    marca(recreo, CARMEN, "auditiva")
    diego = anota_su_pareja(recreo, CARMEN, DIEGO)  # k)
    elige_salidor(diego, BETO)
    carmen.ver("la sopa la haces tú")  # con la auditiva el documento no cambia la sopa
    dice(
        beto,
        # l)
        "Carmen, cuando no tiene ficha, toca la mesa dos veces frente a Beto, en lugar de decir «paso».",
        # m)
        "Los demás, cuando no tienen ficha, tocan dos veces el centro de la mesa en lugar de decir «paso», para que "
        "Carmen lo vea.",
        # n)
        "Quien anota le muestra a Carmen la plantilla, para que conozca el marcador.",
        "Si Carmen quiere saber el marcador, toca una vez la mesa frente a quien anota.",
    )
    # n) cuando termina cada mano se le recuerda a quien anota, en la pantalla donde está
    va_a_anotar(diego)
    diego.no_ver("Quien anota le muestra a Carmen la plantilla")
    anota(recreo, diego, 1, 1, Mano.de("D0:25"))
    diego.ver("Quien anota le muestra a Carmen la plantilla, para que conozca el marcador.")
    # lo que se oye también se ve: no hay aviso que sólo suene
    carmen.ver(re.compile("Sale Diego, tu pareja"))
    assert carmen.pagina.locator(".marcador__num").first.is_visible()


@pytest.mark.noche
def test_la_mesa_de_una_persona_con_discapacidad_motriz(telefono: Fabrica) -> None:
    recreo = mesa_armada(telefono, "organiza73@prueba.mx", BETO, CARMEN, DIEGO)
    beto, ana = recreo.telefonos[BETO], recreo.telefonos[ANA]
    # se lo pide a quien organiza, que la marca por ella con su consentimiento
    ana.abrir(recreo.ruta(f"personas/{CARMEN}/"))
    ana.clave("su-discapacidad")
    ana.pagina.locator('[name="cuales"][value="motriz"]').check()
    ana.pagina.locator('[name="consiente"]').check()
    ana.clave("guardar-discapacidad")
    ana.esperar_ruta(f"/personas/{CARMEN}/$")
    ana.ver("Discapacidad: motriz")
    carmen = recreo.telefonos[CARMEN]
    carmen.desplegar("mas-mesa")
    carmen.clave("mi-discapacidad")
    carmen.ver("La marcó quien organiza porque se lo pediste. Si no fue así, quítala.")
    mi_mesa(recreo, carmen)
    diego = anota_su_pareja(recreo, CARMEN, DIEGO)  # g)
    elige_salidor(diego, BETO)
    diego.ver("la sopa la haces tú, por Carmen")  # h)
    dice(
        beto,
        "Cuando le toque hacer la sopa a Carmen, la hace Diego.",
        # i)
        "Beto, a la derecha de Carmen, levanta sus fichas y las lleva al atril o a la mesa, sin verlas ni tocarlas en "
        "su cara interior.",
        "Beto coloca sobre la mesa las fichas de Carmen para contarlas.",
        # j)
        "Carmen señala la ficha que va a jugar y cómo se coloca; Beto, a su derecha, la coloca.",
    )
    # la rotación sigue y sólo cambia quién mezcla cuando le toca a ella: en la primera y en la quinta
    for sopa in ("Beto", "Diego", "Ana", "Diego por Carmen"):
        anota(recreo, diego, 1, 1, Mano.de("D0:5"))
        ana.abrir(recreo.ruta("mesa/"))
        tu = {"Ana": "la sopa la haces tú"}.get(sopa, f"la sopa la hace {sopa}")
        ana.ver(re.compile(re.escape(tu)))


@pytest.mark.noche
def test_a_ciegas_una_mesa_entera_con_el_teclado_y_lo_que_se_oye(telefono: Fabrica) -> None:
    """Carmen usa lector de pantalla: llega a todo por su nombre, con Tab y Enter, y oye la partida hasta el final."""
    recreo = mesa_armada(telefono, "organiza74@prueba.mx", BETO, CARMEN, DIEGO)
    carmen = recreo.telefonos[CARMEN]
    marca(recreo, CARMEN, "visual")
    carmen.pagina.keyboard.press("Home")
    por_teclado(carmen, "Que anote Diego")
    diego = recreo.telefonos[DIEGO]
    mi_mesa(recreo, diego)
    diego.clave("ya-estan")
    escucha(carmen)
    elige_salidor(diego, BETO)
    oidas(carmen, "Sale Beto, la sopa la hace Diego por ti.")
    oye_la_partida(recreo, carmen, diego)


def por_teclado(t: Telefono, letrero: str) -> None:
    """Llega con Tab hasta el control con ese nombre y lo oprime con Enter."""
    for _paso in range(60):
        t.pagina.keyboard.press("Tab")
        nombre = t.pagina.evaluate("() => document.activeElement.textContent.replace(/\\s+/g, ' ').trim()")
        if nombre == letrero:
            t.pagina.keyboard.press("Enter")
            return
    raise AssertionError(f"Con Tab no se llega a «{letrero}»")


def oye_la_partida(recreo: Recreo, carmen: Telefono, diego: Telefono) -> None:
    """Tres manos, una corrección y el final: una frase por cambio y nada repetido."""
    anota(recreo, diego, 1, 1, Mano.de("D1:40"))
    oidas(
        carmen,
        "Mano 1: dominada, 40 tantos para Carmen y Diego. Van 40 a 0. Sale Diego, tu pareja, la sopa la hace Beto.",
    )
    anota(recreo, diego, 1, 1, Mano.de("C0:12"))
    oidas(carmen, "Mano 2: cierre, 12 tantos para Ana y Beto. Van 40 a 12. Sale Ana, la sopa la hace Diego.")
    vuelve_a_la_mesa(diego)
    diego.tocar("Corregir mano 1")
    escribe_mano(recreo, diego, 1, 1, Mano.de("D1:45"))
    oidas(
        carmen,
        "Se corrigió la mano 1: dominada, 45 tantos para Carmen y Diego. Van 45 a 12. Sale Ana, la sopa la hace Diego.",
    )
    mi_mesa(recreo, diego)
    anota(recreo, diego, 1, 1, Mano.de("D1:60"))
    oidas(carmen, "Mano 3: dominada, 60 tantos para Carmen y Diego. Van 100 a 12. Ganan Carmen y Diego.")
    confirma(diego)


# --- la tele ----------------------------------------------------------------------------------------------------------
MEDIDAS = ((1280, 720), (1920, 1080), (3840, 2160))
ASOMAN = """() => [...document.querySelectorAll('[data-vista]:not([hidden]), [data-vista]:not([hidden]) *')]
  .filter((e) => {
    const r = e.getBoundingClientRect();
    return r.height && !e.classList.contains('solo-lector') &&
      (r.bottom > innerHeight || r.right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 2 && e.tagName === 'LI');
  }).map((e) => e.textContent.trim().slice(0, 40))"""
CHICAS = """() => [...document.querySelectorAll('[data-vista]:not([hidden]) *, .tv__alto *')]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) &&
    e.getBoundingClientRect().height && !e.classList.contains('solo-lector') &&
    parseFloat(getComputedStyle(e).fontSize) < innerHeight * 0.033)
  .map((e) => e.textContent.trim().slice(0, 40))"""
VISTA = "() => document.querySelector('[data-vista]:not([hidden])').id"
LARGOS = tuple(f"María Guadalupe {n}" for n in "ABCDEFGHIJKLMNOP")


@pytest.mark.noche
def test_la_tele_cabe_rota_se_pausa_y_se_apaga_al_anular(telefono: Fabrica) -> None:
    ana = telefono("quien organiza")
    recreo = arma(ana, "organiza75@prueba.mx", LARGOS)
    empieza(recreo)
    ana.abrir(recreo.ruta("para-la-tele/"))
    ana.clave("tele-abrir")
    enlace = ana.pagina.locator("#enlace-tele")
    enlace.wait_for()
    tele = telefono("la tele", casa=ana.casa, pantalla={"width": 1280, "height": 720})
    tele.abrir(str(enlace.input_value()))
    tele.ver("Así van")
    for ancho, alto in MEDIDAS:
        tele.pagina.set_viewport_size({"width": ancho, "height": alto})
        tele.pagina.wait_for_timeout(200)
        for _vista in range(4):
            assert tele.pagina.evaluate(ASOMAN) == [], (ancho, alto, tele.pagina.evaluate(VISTA))
            assert tele.pagina.evaluate(CHICAS) == [], (ancho, alto)
            tele.pagina.keyboard.press("ArrowRight")
    tele.pagina.set_viewport_size({"width": 1280, "height": 720})
    tele.tocar("Pausar")
    antes = tele.pagina.evaluate(VISTA)
    tele.pagina.clock.install()
    tele.pagina.clock.fast_forward(60_000)
    assert tele.pagina.evaluate(VISTA) == antes, "en pausa no rota"
    quieta = telefono("la tele quieta", casa=ana.casa, pantalla={"width": 1280, "height": 720}, reduced_motion="reduce")
    quieta.abrir(str(enlace.input_value()))
    quieta.boton("Seguir").wait_for()
    ana.clave("tele-anular")
    with quieta.tolerando("404"), tele.tolerando("404"):
        quieta.ver("Este enlace ya no sirve")
        tele.ver("Este enlace ya no sirve")


VOZ = """() => {
  window.dicho = [];
  window.callada = 0;
  window.SpeechSynthesisUtterance = function (texto) { this.text = texto; };
  const voz = { speak: (d) => window.dicho.push([d.text, d.lang]), cancel: () => { window.callada += 1; } };
  Object.defineProperty(window, 'speechSynthesis', { value: voz, configurable: true });
}"""
SIN_VOZ = "() => Object.defineProperty(window, 'speechSynthesis', { value: undefined })"
EN_PANTALLA = """() => [...document.querySelectorAll('.tv__mesa')].map((m) => [...m.children]
  .map((e) => e.textContent.replace(/\\s+/g, ' ').trim()).join('. '))"""


@pytest.mark.noche
def test_la_tele_dice_lo_que_esta_escrito_si_se_lo_piden(telefono: Fabrica) -> None:
    ana = telefono("quien organiza")
    recreo = arma(ana, "organiza76@prueba.mx", NOMBRES)
    empieza(recreo)
    ana.abrir(recreo.ruta("para-la-tele/"))
    ana.clave("tele-abrir")
    enlace = ana.pagina.locator("#enlace-tele")
    enlace.wait_for()
    muda = telefono("una tele sin voz", casa=ana.casa, pantalla={"width": 1280, "height": 720})
    muda.pagina.add_init_script(f"({SIN_VOZ})()")
    muda.abrir(str(enlace.input_value()))
    muda.ver("Así van")
    assert not muda.pagina.locator("#tele-voz").is_visible()
    tele = telefono("la tele", casa=ana.casa, pantalla={"width": 1280, "height": 720})
    tele.pagina.add_init_script(f"({VOZ})()")
    tele.abrir(str(enlace.input_value()))
    tele.ver("Así van")
    tele.pagina.locator('body[data-conexion-estado="en_vivo"]').wait_for()
    prepara(recreo, ana, ANA)
    tele.ver("Van en la mano 1")
    assert tele.pagina.evaluate("window.dicho") == [], "callada mientras nadie la prenda"
    voz = tele.pagina.locator("#tele-voz")
    assert voz.get_attribute("aria-pressed") == "false"
    voz.click()
    assert voz.get_attribute("aria-pressed") == "true"
    anota(recreo, ana, 1, 1, Mano.de("D0:25"))
    tele.ver("Van en la mano 2")
    tele.pagina.wait_for_function("() => window.dicho.length > 1")
    dicho = tele.pagina.evaluate("window.dicho.splice(0)")
    (escrito,) = tele.pagina.evaluate(EN_PANTALLA)
    assert dicho == [["Decirlo en voz alta", "es-mx"], [escrito, "es-mx"]], "lo dicho es lo escrito"
    assert "Ana y Beto 25" in escrito
    voz.click()
    assert tele.pagina.evaluate("window.callada") == 1
    anota(recreo, ana, 1, 1, Mano.de("D1:10"))
    tele.ver("Van en la mano 3")
    assert tele.pagina.evaluate("window.dicho") == []

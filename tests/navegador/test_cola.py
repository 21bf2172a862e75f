"""Sin red, desde cualquier pantalla del Recreo: se abre, se anota, se vuelve, y cada mano cuenta una vez (RE7)."""

import re
import signal
import time
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa
from tests.navegador.telefono import SIN_RED, Fabrica, Telefono
from tests.navegador.test_mala_senal import espera_marcador, manos_en_pantalla, marcador, mesa_puesta
from tests.navegador.vocabulario import Mano, Recreo, anota, escribe_mano, esperan, queda_anotada, vuelve_a_la_mesa

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.navegador

GUARDADAS = """async (cuales) => {
  const c = await caches.open('recreo-paginas'), hay = await c.keys();
  const textos = await Promise.all(cuales.map(async ([final, dice]) => {
    const una = hay.find((p) => new URL(p.url).pathname.endsWith(final));
    return una ? (await (await c.match(una)).text()).includes(dice) : false;
  }));
  return navigator.serviceWorker.controller !== null && textos.every((x) => x);
}"""

LA_DE_ANOTAR = """async (vieja) => {
  const c = await caches.open('recreo-paginas'), hay = await c.keys();
  const una = hay.find((p) => new URL(p.url).pathname.endsWith('/anotar/')), r = await c.match(una);
  if (vieja) await c.put(una, new Response(vieja, { headers: r.headers }));
  return r.text();
}"""
"""La pantalla de anotar guardada; o deja en su lugar una de antes."""

PARPADEA = "() => document.addEventListener('click', () => setTimeout(() => dispatchEvent(new Event('online'))))"
"""La señal que va y viene: el aparato avisa que hay red justo después del toque."""


def lista_sin_red(t: Telefono, *otras: str) -> None:
    """Ya guardó su mesa como está, la de anotar y las `otras`: se hace después de pintar."""
    guardo(t, [["/mesa/", 'data-clave="anotar"'], ["/anotar/", "data-anotar"], *([o, ""] for o in otras)])


def guardo(t: Telefono, cuales: list[list[str]]) -> None:
    """Espera a que cada página guardada diga lo suyo."""
    limite = time.monotonic() + 15
    while not t.pagina.evaluate(GUARDADAS, cuales):
        assert time.monotonic() < limite, f"no guardó {cuales}"
        t.pagina.wait_for_timeout(100)


def anota_sin_red(recreo: Recreo, t: Telefono, mano: Mano, numero: int) -> None:
    """Desde la mesa, con lo guardado."""
    t.tocar(f"Anotar mano {numero}")
    t.esperar_ruta(f"/anotar/.mano={numero}&")
    escribe_mano(recreo, t, 1, 1, mano)
    t.ver(f"Mano {numero} apuntada")


def otra_pagina(t: Telefono, recreo: Recreo, telefono: Fabrica) -> Telefono:
    """La misma persona en el mismo navegador: otra pestaña, o la página que se vuelve a abrir."""
    nueva = Telefono(t.casa, t.pagina.context.new_page(), t.nombre, toleradas=[*t.toleradas, SIN_RED])
    telefono.abiertos.append(nueva)
    nueva.abrir(recreo.ruta("mesa/"))
    return nueva


def test_sin_red_todo_se_abre_se_anota_se_cierra_y_cada_mano_cuenta_una_vez(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza27@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    lista_sin_red(pepe, "/clasificacion/")
    de_antes = pepe.pagina.evaluate(LA_DE_ANOTAR)
    with pepe.sin_red():
        for numero, mano in ((1, "D0:35"), (2, "D1:12")):
            anota_sin_red(recreo, pepe, Mano.de(mano), numero)
            vuelve_a_la_mesa(pepe)
            pepe.esperar_ruta("/mesa/$")
            pepe.ver("Sin señal: esto es lo que había")
        # en la hoja, con su texto y su marca; en el marcador, lo que falta
        # la última, primero, como en la hoja (D803)
        assert pepe.texto(".manos__cola") == "2 12 para Quique y Rita pendiente de enviar Corregir mano 2 Deshacer"
        assert pepe.texto(".manos__cola ~ .manos__cola") == (
            "1 35 para Olga y Pepe pendiente de enviar Corregir mano 1 Borrar la mano 1"
        )
        pepe.ver("Falta sumar 2 manos pendientes de enviar. Con lo guardado aquí van 35 a 12.")
        assert marcador(pepe) == ["0", "0"]
        # corregir una que no ha salido es cambiar la cola
        pepe.tocar("Corregir mano 1")
        pepe.esperar_ruta("/anotar/")
        dice_lo_que_decia(pepe, 1, "dominada, 35 tantos para Olga y Pepe · pendiente de enviar", "35", "m-dominada-0")
        pepe.pagina.locator("[data-borrar]").click()
        pepe.pagina.locator('[data-cifra="6"]').click()
        pepe.clave("m-dominada-0")
        pepe.ver("Mano 1 apuntada: 36 para Olga y Pepe. Van 36 a 12. Sale Pepe.")  # lo que se oye
        pepe.ver("Anotar mano 3", dentro="header")  # la que sigue va después de todas las que esperan
        vuelve_a_la_mesa(pepe)
        pepe.ver("36 para Olga y Pepe")
        anota_sin_red(recreo, pepe, Mano.de("D0:9"), 3)
        # la de más se quita sin red, con dos toques, y la que seguía toma su número
        pepe.ver("Anotar mano 4", dentro="header")
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:7"))
        pepe.ver("Mano 4 apuntada")
        vuelve_a_la_mesa(pepe)
        pepe.boton("Borrar la mano 3").dblclick()  # el segundo de un doble toque no contesta (D852)
        pepe.boton("Toca otra vez para quitarla").wait_for()
        pepe.pagina.wait_for_function("(desde) => Date.now() - desde > 750", arg=pepe.pagina.evaluate("Date.now()"))
        pepe.tocar("Toca otra vez para quitarla")
        pepe.no_ver("9 para Olga y Pepe")
        esperan(pepe, (1, "pendiente"), (2, "pendiente"), (3, "pendiente"))
        la_ultima_quitada_deja_su_numero(recreo, pepe)
        # las otras pantallas abren; la que no está guardada lo dice y deja volver
        pepe.pagina.locator("#ir-clasificacion").click()
        pepe.esperar_ruta("/clasificacion/$")
        pepe.abrir(recreo.ruta("invitacion/"))
        pepe.ver("No hay señal para abrir esta página")
        pepe.pagina.evaluate(PARPADEA)
        pepe.tocar("Volver a mi mesa")
        pepe.esperar_ruta("/mesa/$")
        # cerrada a media cola y vuelta a abrir: ahí sigue
        pepe.pagina.close()
        pepe = recreo.telefonos[2] = otra_pagina(pepe, recreo, telefono)
        pepe.ver("Falta sumar 3 manos pendientes de enviar.")
    espera_marcador(quique, ["19", "36"], plazo=12_000)
    pepe.no_ver("pendiente de enviar")
    assert manos_en_pantalla(quique) == 3
    espera_marcador(pepe, ["36", "19"])
    corrige_la_que_ya_se_guardo(recreo, pepe, de_antes)
    espera_marcador(quique, ["24", "39"], plazo=12_000)


def la_ultima_quitada_deja_su_numero(recreo: Recreo, pepe: Telefono) -> None:
    """D847: la barra, la pantalla de anotar y la cola vuelven al número de la que se quitó."""
    anota_sin_red(recreo, pepe, Mano.de("D1:3"), 4)
    vuelve_a_la_mesa(pepe)
    pepe.ver("Mano 5: ¿cuántos tantos?")
    pepe.tocar("Deshacer", exacto=True)
    pepe.ver("Mano 4: ¿cuántos tantos?")
    pepe.boton("Anotar mano 4").wait_for()
    esperan(pepe, (1, "pendiente"), (2, "pendiente"), (3, "pendiente"))


def corrige_la_que_ya_se_guardo(recreo: Recreo, pepe: Telefono, de_antes: str) -> None:
    """Sin red y con otra que espera: es corregir la 1, no anotar la que sigue, y lo que llevan va al día (D711)."""
    guardo(pepe, [["/anotar/", 'data-marcador-0="36"'], ["/mesa/", 'data-marcador-0="36"']])
    llevan = pepe.pagina.locator("[data-lleva]")
    with pepe.sin_red():
        # la de anotar se quedó atrás: manda la mesa, que es más nueva (D848)
        pepe.pagina.evaluate(LA_DE_ANOTAR, de_antes)
        pepe.tocar("Anotar mano 4")
        pepe.esperar_ruta("/anotar/.mano=4&")
        pepe.ver("36", dentro="[data-lleva]")
        assert llevan.all_inner_texts() == ["36", "19"]
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:5"))
        pepe.ver("Mano 4 apuntada")
        vuelve_a_la_mesa(pepe)
        pepe.tocar(re.compile("^Corregir mano 1"))
        pepe.esperar_ruta("/anotar/.mano=1&")
        dice_lo_que_decia(pepe, 1, "dominada, 36 tantos para Olga y Pepe", "36", "m-dominada-0")
        assert llevan.all_inner_texts() == ["", ""], "cuánto llevaban sin ella no se sabe aquí"
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:39"))
        pepe.esperar_ruta("/mesa/$")


def dice_lo_que_decia(t: Telefono, numero: int, frase: str, tantos: str, boton: str) -> None:
    """D821: como con señal, con su frase, su cifra y su botón marcado."""
    t.ver(f"Corregir mano {numero}", dentro="header")
    t.ver("Hasta ahora dice:", dentro="[data-decia]")
    assert t.texto("[data-decia-dicho]") == frase
    assert t.pagina.locator("#cuantos").input_value() == tantos
    assert t.pagina.locator(".para__b--puesta").get_attribute("id") == boton


@pytest.mark.noche
def test_de_la_de_anotar_se_vuelve_sin_red_a_la_mesa_como_va(telefono: Fabrica) -> None:
    pepe = mesa_puesta(telefono, "organiza70@prueba.mx").telefonos[2]
    lista_sin_red(pepe)
    pepe.tocar("Anotar mano 1")
    pepe.esperar_ruta("/anotar/")
    for cifra in "35":
        pepe.pagina.locator(f'[data-cifra="{cifra}"]').click()
    pepe.clave("m-dominada-0")
    queda_anotada(pepe)
    guardo(pepe, [["/mesa/", "faltan 65"]])
    with pepe.sin_red():
        vuelve_a_la_mesa(pepe)
        assert marcador(pepe) == ["35", "0"]


def sin_sesion(t: Telefono) -> None:
    """Se le venció."""
    t.pagina.context.clear_cookies(name="sesion")


@pytest.mark.noche
def test_dos_pestanas_sesion_vencida_y_proteccion_vieja_no_pierden_ni_doblan(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza28@prueba.mx")
    olga, pepe, quique = recreo.organiza, recreo.telefonos[2], recreo.telefonos[3]
    lista_sin_red(pepe)
    with pepe.sin_red(), pepe.tolerando("403|otra_pestana"):
        anota_sin_red(recreo, pepe, Mano.de("D0:35"), 1)
        otra = otra_pagina(pepe, recreo, telefono)
        otra.toleradas.append(re.compile("403"))
        anota_sin_red(recreo, otra, Mano.de("D1:12"), 2)
        for una in (pepe, otra):
            esperan(una, (1, "pendiente"), (2, "pendiente"))
        # mientras no hay señal, a quien no tiene correo se le vence la sesión y se le borra la protección
        sin_sesion(pepe)
        pepe.pagina.context.clear_cookies(name="csrftoken")
    pepe.toleradas.append(re.compile("403"))
    espera_marcador(quique, ["12", "35"])
    assert manos_en_pantalla(quique) == 2
    # quien tiene cuenta entra otra vez y nada se perdió; otra persona no manda lo suyo
    olga.abrir(recreo.ruta("mesa/"))
    lista_sin_red(olga)
    with olga.sin_red():
        olga.clave("anotar")
        olga.esperar_ruta("/anotar/.mano=3")
        escribe_mano(recreo, olga, 1, 1, Mano.de("D0:5"))
        olga.ver("Mano 3 apuntada")
        sin_sesion(olga)
    with olga.tolerando("409|404|403"):
        olga.ver("Entra como quien las anotó")
        assert marcador(quique) == ["12", "35"]
    olga.llegar("organiza29@prueba.mx", siguiente="/recreo/")
    # es de otra: lo guardado se borró, y lo pendiente ni se ve ni se manda
    assert olga.pagina.evaluate("() => caches.has('recreo-paginas')") is False
    assert marcador(quique) == ["12", "35"]
    olga.llegar("organiza28@prueba.mx", siguiente=recreo.ruta("mesa/"))
    espera_marcador(quique, ["12", "40"])
    assert manos_en_pantalla(quique) == 3


@pytest.mark.noche
def test_lo_que_el_servidor_niega_se_dice_sobre_la_mesa_y_lo_que_sigue_espera(telefono: Fabrica) -> None:
    """Otra versión ya anotada; después, el lugar retirado por quien organiza."""
    recreo = mesa_puesta(telefono, "organiza30@prueba.mx")
    olga, pepe, quique = recreo.organiza, recreo.telefonos[2], recreo.telefonos[3]
    lista_sin_red(pepe)
    with pepe.sin_red(), pepe.tolerando("409"):
        anota_sin_red(recreo, pepe, Mano.de("D0:35"), 1)
        vuelve_a_la_mesa(pepe)
        anota_sin_red(recreo, pepe, Mano.de("D1:12"), 2)
        vuelve_a_la_mesa(pepe)
        olga.abrir(recreo.ruta("mesa/"))
        anota(recreo, olga, 1, 1, Mano.de("D0:30"))
    pepe.toleradas.append(re.compile("409"))
    pepe.ver("La mano 1 de la mesa 1 no entró.")
    pepe.ver(re.compile("Escribiste: 35 para Olga y Pepe.* Otra mano espera a que decidas ésta"))
    esperan(pepe, (1, "negada"), (2, "pendiente"))
    assert marcador(quique) == ["0", "30"]
    pepe.tocar("Ver las dos y decidir")
    pepe.ver("Esa mano ya está anotada")
    pepe.tocar("La mía es la buena")
    pepe.ver("La mano 1 tiene dos versiones.")
    espera_marcador(quique, ["12", "30"])
    esperan(pepe)
    # se le quita el lugar con manos en la cola: no se pierden, se dicen
    with pepe.sin_red():
        pepe.tocar(re.compile("^Anotar mano 3"))
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:8"))
        pepe.ver("Mano 3 apuntada")
        olga.abrir(recreo.ruta("aparatos/"))
        olga.clave("retirar-2")
        olga.no_ver("Pepe")
    pepe.ver("La mano 3 de la mesa 1 no entró.")
    assert "8 para Olga y Pepe" in pepe.texto()
    # y donde acaba a quien le quitaron el lugar, también
    pepe.abrir(recreo.ruta("invitacion/"))
    pepe.ver("La mano 3 de la mesa 1 no entró.")


@pytest.mark.noche
def test_quien_no_deja_guardar_tiene_la_cola_mientras_vive_la_pagina(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza31@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    pepe.pagina.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new Error('negada'); } });")
    pepe.abrir(recreo.ruta("mesa/"))
    lista_sin_red(pepe)
    pepe.tocar("Anotar mano 1")
    pepe.esperar_ruta("/anotar/")
    with pepe.sin_red():
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
        pepe.ver("No cierres esta página")
        pepe.ver("Anotar mano 2", dentro="header")
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:12"))
        pepe.ver("2 manos guardadas")
    espera_marcador(quique, ["12", "35"])
    assert manos_en_pantalla(quique) == 2


@pytest.mark.noche
def test_el_servidor_muere_entre_guardar_y_contestar_y_la_mano_cuenta_una_vez(
    telefono: Fabrica, casa_propia: Casa
) -> None:
    recreo = mesa_puesta(telefono, "organiza32@prueba.mx", casa_propia)
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    muertes: list[str] = []

    def morir(pedido: "Route") -> None:
        if pedido.request.method != "POST" or muertes:
            pedido.continue_()
            return
        muertes.append(pedido.fetch().text())
        casa_propia.matar()
        pedido.abort()

    for t in telefono.abiertos:
        t.toleradas += [SIN_RED, re.compile("502|503|403")]
    pepe.tocar("Anotar mano 1")
    pepe.esperar_ruta("/anotar/")
    pepe.pagina.route("**/anotar/", morir)
    escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
    pepe.ver("Mano 1 apuntada")
    pepe.pagina.close()
    casa_propia.prender()
    pepe = otra_pagina(pepe, recreo, telefono)
    assert '"ok": true' in muertes[0]
    espera_marcador(quique, ["0", "35"])
    assert manos_en_pantalla(quique) == 1
    for t in telefono.abiertos:  # antes de apagar el servidor
        t.pagina.context.close()


@pytest.mark.noche
def test_con_una_red_que_ni_contesta_ni_falla_se_llega_a_la_mesa(telefono: Fabrica, casa_propia: Casa) -> None:
    """El Wi-Fi que acepta y calla: en unos segundos se enseña lo guardado, también desde la entrada."""
    recreo = mesa_puesta(telefono, "organiza1@prueba.mx", casa_propia)
    pepe = recreo.telefonos[2]
    lista_sin_red(pepe)
    for t in telefono.abiertos:
        t.toleradas.append(SIN_RED)
    assert casa_propia.proceso is not None
    casa_propia.proceso.send_signal(signal.SIGSTOP)
    try:
        pepe.pagina.goto(f"{casa_propia.direccion}/recreo/", wait_until="commit")
        pepe.esperar_ruta("/mesa/$")
        pepe.ver("Sin señal: esto es lo que había", plazo=40_000)
    finally:
        casa_propia.proceso.send_signal(signal.SIGCONT)
    for t in telefono.abiertos:  # antes de apagar el servidor
        t.pagina.context.close()


def test_la_correccion_que_espera_no_es_otra_mano(telefono: Fabrica) -> None:
    """D803: con una corrección y una mano por enviar, falta sumar una; y lo que espera va arriba, lo último primero."""
    recreo = mesa_puesta(telefono, "organiza88@prueba.mx")
    pepe = recreo.telefonos[2]
    anota(recreo, pepe, 1, 1, Mano.de("D0:35"))
    vuelve_a_la_mesa(pepe)
    lista_sin_red(pepe)
    with pepe.sin_red():
        anota_sin_red(recreo, pepe, Mano.de("D1:12"), 2)
        vuelve_a_la_mesa(pepe)
        pepe.clave("corrige-1")
        pepe.esperar_ruta("/anotar/.mano=1&")
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:36"))
        pepe.esperar_ruta("/mesa/$")
        pepe.ver("Falta sumar 1 mano pendiente de enviar. Falta enviar 1 corrección. Con lo guardado aquí van 36 a 12.")
        primeras = pepe.pagina.locator("[data-manos] tbody tr th").all_inner_texts()
        assert [re.sub(r"\D", "", p) for p in primeras[:2]] == ["2", "1"]
    espera_marcador(recreo.telefonos[3], ["12", "36"], plazo=12_000)


SALTA = """() => new Promise((listo) => ColaAlmacen.cambiar((todos) => ({ pon: todos.map((r) => {
  r.mano = r.campos.mano = Number(r.mano) + 1; r.numero += 1; return r; }) }), listo))"""
"""Lo que dejaba una página de antes: cada mano, con un número de más."""


def test_la_que_se_salto_un_numero_se_envia_con_el_que_sigue(telefono: Fabrica) -> None:
    """D847: «Sigue la mano 1, no la 2»; «Enviarla otra vez» la manda, y a las de detrás, con su número."""
    recreo = mesa_puesta(telefono, "organiza83@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    lista_sin_red(pepe)
    with pepe.sin_red(), pepe.tolerando("409"):
        for numero, mano in ((1, "D0:35"), (2, "D1:12")):
            anota_sin_red(recreo, pepe, Mano.de(mano), numero)
            vuelve_a_la_mesa(pepe)
        pepe.pagina.evaluate(SALTA)
    pepe.toleradas.append(re.compile("409"))
    pepe.ver("Sigue la mano 1, no la 2.")
    assert not pepe.pagina.locator("[data-cola-avisos] a").count(), "no está mal escrita: no hay qué corregir"
    pepe.tocar("Enviarla otra vez")
    espera_marcador(quique, ["12", "35"], plazo=12_000)
    esperan(pepe)
    pepe.boton("Anotar mano 3").wait_for()

"""La Academia con una partida ya jugada: sembrarla y pasear por sus pantallas."""

import json
from typing import Any

from tests.navegador.casa import Casa
from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import CHICO, Fabrica, Telefono

NOMBRES = ["Mari", "Nacho", "Carmen", "<b>Beto</b>"]


def sembrar(casa: Casa) -> dict[str, Any]:
    """Una partida terminada en esa casa: su número, cuántas manos y las sesiones de los cuatro."""
    orden = f"from tests.navegador.siembra import sembrar_partida as s; s({NOMBRES!r})"
    return dict(json.loads(casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1]))


def sentada(fabrica: Fabrica, ficha: dict[str, Any], cual: int = 0, pantalla: dict[str, int] = CHICO) -> Telefono:
    """Uno de los cuatro, con su sesión abierta."""
    t = fabrica(NOMBRES[cual], pantalla=pantalla, reduced_motion="reduce")
    t.pagina.context.add_cookies([{"name": "sesion", "value": ficha["sesiones"][cual], "url": t.casa.direccion}])
    return t


def ruta(ficha: dict[str, Any], cola: str = "") -> str:
    return f"/enlinea/academia/partida/{ficha['partida']}/{cola}"


def jugada(t: Telefono) -> int:
    """En qué jugada va la repetición."""
    return int(t.pagina.evaluate("AmigosAcademia.paso()"))


def simular(t: Telefono, desde: int, nombre: str) -> None:
    """Se aparta en la primera jugada, desde esa, con dos opciones; los automáticos acaban y se guarda."""
    paso = t.pagina.evaluate(
        """(desde) => { const v = AmigosAcademia.vista(); let i = desde;
          while (new Set(v.pasos[i].legales.map((l) => l[0])).size < 2) i++;
          AmigosAcademia.ir(i); return i; }""",
        desde,
    )
    tirada = t.pagina.evaluate("(i) => AmigosAcademia.vista().jugadas[i][0]", paso)
    t.tocar("Simular desde aquí")
    # el paño ya no cede a la razón: lo que se simula no queda debajo de lo de al lado (D839)
    assert t.pagina.evaluate(
        """() => window.innerWidth >= 480 || document.querySelector('[data-simula]').getBoundingClientRect().bottom
          <= document.querySelector('.ac-lado').getBoundingClientRect().top"""
    )
    otra = t.pagina.locator(f".mano__ficha--cabe:not([data-ficha='{tirada}'])").first
    otra.focus()
    t.pagina.keyboard.press("Enter")
    lado = t.pagina.locator(".mano__lado").first
    t.pagina.wait_for_function(
        "(n) => AmigosAcademia.vista().desde !== null || document.querySelector('.mano__lado')", arg=paso
    )
    if lado.count():
        t.pagina.wait_for_timeout(400)  # la pregunta no contesta al momento
        lado.click()
    t.pagina.wait_for_function("(n) => AmigosAcademia.vista().jugadas.length === n + 1", arg=paso)
    t.tocar("Que sigan solos")
    t.pagina.wait_for_function("() => AmigosAcademia.vista().cuenta")
    t.escribir("Nombre de la rama", nombre)


def pasear(fabrica: Fabrica, parada: Parada) -> None:
    """La portada, importar, repetir con su análisis, simular, comparar y un ejercicio."""
    ficha = sembrar(fabrica.casa)
    t = sentada(fabrica, ficha)
    t.abrir("/enlinea/academia/")
    t.ver("En vivo")
    parada("academia", t)
    t.desplegar("ac-busca")
    parada("academia-buscar", t)
    t.tocar("Qué fallamos más")
    t.ver("Con Carmen")
    parada("academia-parejas", t)
    t.tocar("Con Carmen")
    t.ver("Error grave")
    parada("academia-pareja", t)
    t.abrir("/enlinea/academia/importar/")
    t.escribir("O pega aquí su texto", "{")
    with t.tolerando("^422 en ", "Failed to load resource"):
        t.tocar("Importar", exacto=True)
        t.ver("no es JSON")
    parada("academia-importar", t)
    t.abrir(ruta(ficha, "?mano=2&jugada=7"))
    t.ver("Jugada 7 de")
    t.pagina.locator(".ac-jugada__costo").first.click()
    t.ver("Lo mejor era")
    t.desplegar("ac-mas")
    parada("academia-repetir", t)
    t.tocar("Señalar a un jugador")
    t.ver("Señala a quien fue agresivo")
    t.pagina.locator("details.senalar > summary").first.click()
    parada("senalar-en-partida", t)
    uno = t.pagina.evaluate(
        "() => ['senalado', 'mesa', 'partida']"
        ".map((n) => `${n}=${document.querySelector(`[name=${n}]`).value}`).join('&')"
    )
    t.abrir(f"/enlinea/senalar/?{uno}")
    parada("senalar", t)
    t.abrir(ruta(ficha, "?mano=2&jugada=7"))
    t.ver("Jugada 7 de")
    simular(t, 4, "La otra")
    parada("academia-simular", t)
    t.tocar("Guardar", exacto=True)
    t.esperar_ruta(r"rama=\d+")
    t.ver("Rama «La otra»")
    t.abrir(ruta(ficha, "ramas/"))
    t.ver("lado a lado")
    parada("academia-ramas", t)
    comentar_y_compartir(t, ficha)
    parada("academia-estudio", t)
    t.pagina.locator("[data-ver]").click()
    t.ver("Aquí se decidió")
    parada("estudio-compartido", t)
    t.abrir("/enlinea/academia/ejercicios/")
    t.ver("Llevas 0 de")
    parada("academia-ejercicios", t)
    t.tocar("Empezar")
    t.ver("Tu turno")
    parada("academia-ejercicio", t)
    t.pagina.locator(".ac-opciones button").first.click()
    t.ver("Lo que valía cada una")
    parada("academia-respuesta", t)
    t.abrir("/enlinea/academia/casa/")
    t.ver("Llevas 0 de")
    parada("academia-coleccion", t)
    t.tocar("Empezar")
    t.ver("Tu turno")
    t.pagina.locator(".ac-opciones button").first.click()
    t.ver("¿Se podía saber?")
    parada("academia-de-la-casa", t)
    en_el_tablero(fabrica, ficha["partida"], parada)


def comentar_y_compartir(t: Telefono, ficha: dict[str, Any]) -> None:
    """Comenta una jugada y da el enlace."""
    t.abrir(ruta(ficha, "estudio/?mano=2&jugada=7"))
    t.ver("Jugada 7 de")
    t.escribir("Tu comentario de esta jugada", "Aquí se decidió")
    t.tocar("Guardar comentario")
    t.pagina.wait_for_function("() => JSON.parse(document.getElementById('es-comentarios').textContent)['2.7']")
    t.tocar("Dar el enlace")
    t.ver("Se ve con este enlace")


def en_el_tablero(fabrica: Fabrica, partida: int, parada: Parada) -> None:
    """Quien atiende un reporte repite esa partida en el mismo tablero, sin simular ni señalar."""
    orden = f"from tests.navegador.siembra import sembrar_reporte as s; s({partida})"
    suyo = json.loads(fabrica.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])
    t = fabrica("Jefa", pantalla=CHICO, reduced_motion="reduce")
    t.pagina.context.add_cookies([{"name": "sesion", "value": suyo["sesion"], "url": t.casa.direccion}])
    t.abrir(f"/enlinea/reportes/{suyo['reporte']}/partida/?mano=2&jugada=7")
    t.ver("Jugada 7 de")
    t.pagina.locator("[data-ir-a=adelante]").click()
    t.ver("Jugada 8 de")
    parada("reporte-tablero", t)

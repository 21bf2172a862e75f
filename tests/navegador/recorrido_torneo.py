"""Paseo por las pantallas de un torneo: lo público, la mesa de control y la mesa en el teléfono (TO2 a TO31)."""

import json

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Fabrica, Telefono


def pasear(fabrica: Fabrica, correo: str, parada: Parada) -> None:
    """De la convocatoria al acta."""
    t = fabrica("quien organiza")
    orden = f"from tests.navegador.siembra import sembrar_torneo as s; s({correo!r})"
    sembrado = json.loads(t.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])
    codigo = sembrado["codigo"]
    _publico(fabrica("quien mira"), codigo, parada)
    _en_la_mesa(fabrica("quien anota"), sembrado["clave"], parada)
    _de_control(t, correo, codigo, parada)
    t.abrir(f"/torneos/{sembrado['por_abrir']}/registro/convocar/")
    parada("torneo-convocar", t)
    t.abrir(sembrado["baja"])
    parada("torneo-baja", t)


def _publico(t: Telefono, codigo: str, parada: Parada) -> None:
    paginas = {
        "torneos-lista": "/torneos/",
        "torneo-publica": f"/torneos/{codigo}/",
        "torneo-buscar": f"/torneos/{codigo}/donde/?q=a",
        "torneo-donde": f"/torneos/{codigo}/donde/1/",
        "torneo-tabla": f"/torneos/{codigo}/tabla/",
        "torneo-partida": f"/torneos/{codigo}/partida/2/",
        "torneo-alfabetico": f"/torneos/{codigo}/partida/2/lista/",
        "torneo-tele": f"/torneos/{codigo}/tele/",
    }
    for nombre, ruta in paginas.items():
        t.abrir(ruta)
        parada(nombre, t)


def _en_la_mesa(t: Telefono, clave: str, parada: Parada) -> None:
    t.abrir(f"/torneos/m/{clave}/")
    parada("torneo-mesa-quien-eres", t)
    t.pagina.locator("button[name=soy]").first.click()
    t.ver("¿Quién sale?")
    parada("torneo-mesa-empezar", t)
    t.pagina.locator("input[name=salidor]").first.check()
    t.clave("empezar")
    t.clave("anotar")
    t.ver("¿Cuántos tantos?")
    parada("torneo-anotar", t)
    t.pagina.locator("#cuantos").fill("100")
    t.pagina.locator(".para__b").first.click()
    t.ver("Llegaron a la meta")
    parada("torneo-anotar-meta", t)
    t.abrir(f"/torneos/m/{clave}/")
    t.ver("¿Está bien el marcador?")
    parada("torneo-mesa-confirmar", t)
    t.pagina.locator("#confirma button").first.click()
    t.ver("La mesa ya cerró")
    parada("torneo-mesa-cerrada", t)


def _de_control(t: Telefono, correo: str, codigo: str, parada: Parada) -> None:
    t.llegar(correo, siguiente="/torneos/nuevo/")
    parada("torneo-nuevo", t)
    t.pagina.locator("button[form=nuevo]").click()
    parada("torneo-nuevo-mal", t)
    t.abrir("/torneos/traer/")
    parada("torneo-traer", t)
    for nombre in ("control", "registro", "registro/1", "captura", "caja", "auxiliares", "rastro", "acta"):
        t.abrir(f"/torneos/{codigo}/{nombre}/")
        parada(f"torneo-{nombre.replace('/', '-')}", t)
    t.abrir(f"/torneos/{codigo}/partida/2/hojas/")
    parada("torneo-hojas", t)
    t.abrir(f"/torneos/{codigo}/partida/2/mesa/2/")
    parada("torneo-mesa-de-control", t)
    t.abrir(f"/torneos/{codigo}/partida/1/mesa/1/")
    t.pagina.get_by_text("Corregir el resultado").click()
    parada("torneo-mesa-corregir", t)
    t.abrir(f"/torneos/{codigo}/captura/?mesa=2")
    for caja, valor in (("a", "100"), ("b", "35")):
        t.pagina.locator(f"#c-{caja}").fill(valor)
    t.tocar("Guardar el papel")
    t.ver("Ya no falta ningún papel")
    t.abrir(f"/torneos/{codigo}/control/")
    t.clave("cerrar")
    t.clave("emparejar")
    t.desplegar("disponer")
    parada("torneo-emparejar", t)
    t.clave("ensayar")
    t.ver("Ensayo de la partida 3")
    t.desplegar("propuestas")
    parada("torneo-ensayo", t)

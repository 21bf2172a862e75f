"""Paseo por lo propio de cada formato: inscribir conjuntos, su suplente, las bolsas y A Distancia (TO2 a TO25)."""

import json

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Fabrica


def pasear(fabrica: Fabrica, correo: str, parada: Parada) -> None:
    """De apuntar una pareja a la tabla de cada bolsa."""
    t = fabrica("quien organiza")
    orden = f"from tests.navegador.siembra_formatos import sembrar as s; s({correo!r})"
    codigos = json.loads(t.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])
    mira = fabrica("quien mira")
    for nombre, ruta in {
        "parejas-apuntarse": "{registro}/",
        "equipos-publica": "{equipos}/",
        "equipos-donde": "{equipos}/donde/1/",
        "equipos-tabla": "{equipos}/tabla/",
        "equipos-partida": "{equipos}/partida/2/",
        "multibolsa-publica": "{multibolsa}/",
        "multibolsa-tabla": "{multibolsa}/tabla/",
        "multibolsa-partida": "{multibolsa}/partida/4/",
        "a-distancia-tabla": "{a_distancia}/tabla/a-distancia/",
        "multiplicado-publica": "{multiplicado}/",
        "multiplicado-partida": "{multiplicado}/partida/1/",
        "multiplicado-fichas": "{multiplicado}/partida/1/fichas/1/?mano=2",
        "multiplicado-embargo": "{sin_dictar}/partida/1/fichas/1/",
    }.items():
        mira.abrir("/torneos/" + ruta.format(**codigos))
        parada(f"torneo-{nombre}", mira)
    mira.abrir(f"/torneos/{codigos['pantallas']}/puesto/")
    parada("torneo-puesto-pase", mira)
    mira.pagina.locator("#pase").fill(codigos["pase"])
    mira.tocar("Tomar este puesto")
    mira.ver("Mesa")
    parada("torneo-puesto", mira)
    antes = mira.pagina.viewport_size
    mira.pagina.set_viewport_size({"width": 740, "height": 360})
    sentarse = mira.pagina.get_by_role("link", name="sentarme a jugar")
    assert sentarse.evaluate("(n) => n.getBoundingClientRect().bottom <= innerHeight"), "acostado, sin deslizar (D666)"
    mira.pagina.set_viewport_size(antes)
    mira.pagina.get_by_role("link", name="sentarme a jugar").click()
    mira.ver("Ya estás en tu lugar")
    parada("torneo-puesto-mesa", mira)
    mira.tocar("Juez")
    parada("torneo-puesto-llama", mira)
    mira.tocar("Sí, llamar")
    mira.ver("El juez ya sabe: viene a tu mesa.")
    for ancho, alto in ((740, 360), (1024, 768)):  # sin el botón de salir, el letrero no queda pegado a la orilla
        mira.pagina.set_viewport_size({"width": ancho, "height": alto})
        assert mira.pagina.locator(".juego__donde").evaluate("(n) => n.getBoundingClientRect().left") >= 8, ancho
    t.llegar(correo, siguiente=f"/torneos/{codigos['registro']}/registro/")
    parada("torneo-parejas-registro", t)
    t.pagina.locator("#id_lista").fill("Ana")
    t.tocar("Inscribir")
    t.ver("Faltan nombres")
    parada("torneo-parejas-registro-mal", t)
    t.abrir(f"/torneos/{codigos['registro']}/registro/1/")
    parada("torneo-pareja", t)
    t.abrir(f"/torneos/{codigos['declarar']}/registro/a-distancia/")
    parada("torneo-declarar", t)
    t.abrir(f"/torneos/{codigos['multibolsa']}/caja/")
    parada("torneo-multibolsa-caja", t)
    t.abrir(f"/torneos/{codigos['pantallas']}/puestos/")
    parada("torneo-puestos", t)
    t.abrir(f"/torneos/{codigos['sin_dictar']}/control/")
    t.ver("Falta el texto de la partida 1")
    parada("torneo-multiplicado-dictar", t)
    t.pagina.locator("#dictado").fill("3-6 0-0 2-5")
    t.pagina.locator("#repetido").fill("3-6 0-0 2-4")
    with t.tolerando("409"):
        t.tocar("Repartir y abrir las mesas")
        t.ver("Las dos veces no dicen lo mismo")
    t.pagina.locator("#repetido").fill("3-6 0-0 2-5")
    t.tocar("Repartir y abrir las mesas")
    t.pagina.locator("#dictado").wait_for(state="detached")
    parada("torneo-multiplicado-dictado", t)

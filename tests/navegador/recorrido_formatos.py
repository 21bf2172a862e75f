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
    }.items():
        mira.abrir("/torneos/" + ruta.format(**codigos))
        parada(f"torneo-{nombre}", mira)
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

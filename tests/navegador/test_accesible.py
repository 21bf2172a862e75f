"""Toda pantalla, en cada estado: 0 violaciones A/AA de axe en claro y oscuro, 320 px sin desborde y toques de 48 px.

La lista de rutas sale de la configuración: una ruta nueva sin pantalla revisada hace fallar.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.navegador.paseos import PASEOS, SIN_PANTALLA, Revisor
from tests.navegador.revisiones import SoloLoNuevo, revisar
from tests.navegador.telefono import Fabrica

pytestmark = pytest.mark.navegador


DE_NOCHE = os.environ.get("PERFIL") == "noche"
# segundos de los que más tardan
LARGOS = {"publicas": 20, "enlinea": 20, "recreo": 300}
# de día, uno corto de cada parte de la casa; todos, de noche
DE_DIA = ("publicas", "enlinea")


def _marcas(nombre: str) -> tuple[pytest.MarkDecorator, ...]:
    larga = (pytest.mark.larga(LARGOS[nombre]),) if nombre in LARGOS else ()
    return larga if nombre in DE_DIA else (pytest.mark.noche, *larga)


@pytest.mark.parametrize("nombre", [pytest.param(n, marks=_marcas(n)) for n in PASEOS])
def test_cada_pantalla_es_accesible_en_cada_estado(nombre: str, telefono: Fabrica) -> None:
    paseo, debidas = PASEOS[nombre]
    revisor = Revisor(revisar if DE_NOCHE else SoloLoNuevo())
    paseo(telefono, revisor)
    assert len(set(revisor.nombres)) == len(revisor.nombres) > 0
    assert debidas - revisor.rutas == set()
    assert not revisor.malos, "\n".join(revisor.malos)


def _rutas(patrones: list[Any], prefijo: str = "") -> Iterator[str]:
    for patron in patrones:
        if isinstance(patron, URLResolver) and patron.namespace != "admin":
            espacio = f"{patron.namespace}:" if patron.namespace else ""
            yield from _rutas(patron.url_patterns, prefijo + espacio)
        elif isinstance(patron, URLPattern):
            yield f"{prefijo}{patron.name}"


def test_no_hay_ruta_sin_revisar() -> None:
    revisadas = set().union(*(debidas for _paseo, debidas in PASEOS.values()))
    assert set(_rutas(get_resolver().url_patterns)) == revisadas | set(SIN_PANTALLA)
    assert not revisadas & set(SIN_PANTALLA)


def test_el_revisor_ve_lo_que_esta_mal(telefono: Fabrica) -> None:
    t = telefono("quien revisa")
    t.abrir("/entrar/")
    sana = revisar(t)
    t.pagina.locator("main").evaluate(
        """(m) => {
          m.innerHTML = '<p id="gris">casi no se lee</p><button id="chico">x</button><p id="ancho">largo</p>' +
            '<img src="/static/img/icono-180.png">';
          document.getElementById('gris').style.cssText = 'color:#bbb;background:#ccc';
          document.getElementById('chico').style.cssText =
            'padding:0;min-height:0;min-width:0;width:20px;height:20px';
          document.getElementById('ancho').style.width = '900px';
        }"""
    )
    malos = "\n".join(revisar(t))
    assert sana == []
    for senal in ("color-contrast", "image-alt", "toque chico", "a 320 px", "axe en oscuro"):
        assert senal in malos


def test_el_que_mira_solo_lo_nuevo_tambien_lo_ve(telefono: Fabrica) -> None:
    t = telefono("quien revisa")
    t.abrir("/entrar/")
    mirar = SoloLoNuevo()
    assert mirar(t) == mirar(t) == []
    t.pagina.locator("main").evaluate(
        """(m) => {
          m.insertAdjacentHTML('beforeend', '<p class="gris">casi no se lee</p><img src="/static/img/icono-180.png">');
          m.querySelector('.gris').style.cssText = 'color:#bbb;background:#ccc';
        }"""
    )
    malos = "\n".join(mirar(t))
    assert all(senal in malos for senal in ("axe: color-contrast", "image-alt")), malos
    assert mirar(t) == []

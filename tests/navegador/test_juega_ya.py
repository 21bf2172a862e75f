"""Cuatro que no se conocen tocan «Juega ya» y acaban en una mesa; quien espera se levanta o se cambia (EL2, D441)."""

import os
import re
import time
from pathlib import Path

import pytest

from tests.a_la_vez import NOCHE
from tests.navegador.revisiones import revisar
from tests.navegador.telefono import GRANDE, Fabrica, Telefono

pytestmark = pytest.mark.navegador
# lo que promete la Sala; de día, en una máquina llena, no se mide
QUINCE_SEGUNDOS, VEINTE_SEGUNDOS = 15, 20
RETRATOS = os.environ.get("RETRATOS", "")


def entra(telefono: Fabrica, numero: int, **como: object) -> Telefono:
    t = telefono(f"organiza{numero}", **como)  # type: ignore[arg-type]
    t.llegar(f"organiza{numero}@prueba.mx", siguiente="/enlinea/")
    t.ver("En vivo")
    return t


def retratar(t: Telefono, nombre: str) -> None:
    if RETRATOS:
        t.pagina.screenshot(path=str(Path(RETRATOS) / f"{nombre}.png"), full_page=True)


def test_cuatro_desconocidos_acaban_en_una_mesa(telefono: Fabrica) -> None:
    ana, beto, caro, dani = (entra(telefono, n, **({"pantalla": GRANDE} if n == 30 else {})) for n in (29, 30, 31, 32))
    retratar(ana, "sala")
    retratar(beto, "sala-grande")
    ana.tocar("Juega ya")
    ana.ver("Faltan 3 para empezar")
    assert revisar(ana) == []
    retratar(ana, "busca")
    # los demás la ven y pueden sentarse en ella
    beto.ver("Mesas con lugar")
    beto.ver(re.compile("faltan 3"))
    retratar(beto, "con-lugar-grande")
    retratar(caro, "con-lugar")
    assert revisar(caro) == []
    beto.tocar("Sentarme con organiza29")
    beto.ver("Faltan 2 para empezar")
    ana.ver("Faltan 2 para empezar")
    # la propia no se ofrece en la lista
    assert not beto.pagina.locator("[data-abierta]").is_visible()
    # quien se levanta suelta su lugar, y lo vuelve a tomar
    beto.tocar("Levantarme")
    beto.ver("Juega ya")
    ana.ver("Faltan 3 para empezar")
    desde = time.monotonic()
    for t in (beto, caro, dani):
        t.tocar("Juega ya")
    for t in (ana, beto, caro, dani):
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
    tardo = time.monotonic() - desde
    print(f"cuatro desconocidos, en una mesa a los {tardo:.1f} s")
    assert not NOCHE or tardo <= QUINCE_SEGUNDOS, tardo
    ana.ver("La mesa de organiza29")


@pytest.mark.noche
def test_a_solas_a_las_nueve_se_juega_en_veinte_segundos(telefono: Fabrica) -> None:
    """Sin nadie más en la Sala, también quien empezó por «Juega ya»: tres toques y tiene sus siete fichas (D740)."""
    t = entra(telefono, 33)
    desde = time.monotonic()
    t.tocar("Juega ya")
    t.tocar("Jugar con automáticos")
    t.tocar("Comenzar")
    t.pagina.locator(".mano__ficha").nth(6).wait_for()
    tardo = time.monotonic() - desde
    print(f"a solas, con sus siete fichas a los {tardo:.1f} s")
    assert tardo <= VEINTE_SEGUNDOS

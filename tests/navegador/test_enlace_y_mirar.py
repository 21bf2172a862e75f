"""De WhatsApp a la mesa, y alguien que la mira desde la Sala hasta que uno de los cuatro ya no quiere (D473-D479)."""

import os
import re
from pathlib import Path

import pytest

from tests.navegador.revisiones import revisar
from tests.navegador.telefono import GRANDE, Fabrica, Telefono

pytestmark = pytest.mark.navegador
RETRATOS = os.environ.get("RETRATOS", "")
TAMANOS = ((360, 740), (740, 360), (1024, 768), (1280, 800))
EN_EL_PANO = ".tablero__fichas > g"
MESA = r"/enlinea/mesa/\d+/$"


def llega(telefono: Fabrica, numero: int, a: str = "/enlinea/", **como: object) -> Telefono:
    t = telefono(f"organiza{numero}", **como)  # type: ignore[arg-type]
    t.llegar(f"organiza{numero}@prueba.mx", siguiente=a)
    return t


def retratar(t: Telefono, nombre: str) -> None:
    if not RETRATOS:
        return
    antes = t.pagina.viewport_size
    for ancho, alto in TAMANOS:
        t.pagina.set_viewport_size({"width": ancho, "height": alto})
        t.pagina.wait_for_timeout(400)
        t.pagina.screenshot(path=str(Path(RETRATOS) / f"{nombre}-{ancho}x{alto}.png"), full_page=nombre[:4] != "mira")
    if antes:
        t.pagina.set_viewport_size(antes)


@pytest.mark.noche
def test_por_whatsapp_llega_quien_no_esta_en_la_sala(telefono: Fabrica) -> None:
    ana = llega(telefono, 81, "/enlinea/armar/")
    ana.ver("En vivo")
    ana.pagina.get_by_label("Que otros la puedan mirar").check()
    retratar(ana, "armar")
    ana.tocar("Por enlace", exacto=True)
    ana.esperar_ruta("/enlinea/$")
    ana.ver("Faltan 3 para empezar")
    ana.ver(re.compile(r"\d+:\d\d esperando"))
    assert revisar(ana) == []
    enlace = str(ana.pagina.locator("[data-enlace] [data-copiar]").get_attribute("data-copiar"))
    assert enlace.startswith(ana.casa.direccion)
    ana.pagina.get_by_text("Ver el código QR").click()
    qr = ana.pagina.locator(".comparte__qr")
    ana.pagina.wait_for_function("() => document.querySelector('.comparte__qr').naturalWidth > 0")
    assert qr.is_visible()
    retratar(ana, "espera")
    # a los otros tres el enlace los lleva, sin pasar por la Sala
    otros = [llega(telefono, n, enlace.removeprefix(ana.casa.direccion)) for n in (82, 83, 84)]
    otros[0].ver("organiza81 te espera para jugar")
    assert revisar(otros[0]) == []
    retratar(otros[0], "enlace")
    for t in otros:
        t.tocar("Tomar mi lugar")
    for t in (ana, *otros):
        t.esperar_ruta(MESA)
    se_juega_y_se_mira(telefono, ana, otros)


def se_juega_y_se_mira(telefono: Fabrica, ana: Telefono, otros: list[Telefono]) -> None:
    for t in (ana, *otros):
        t.ver("En vivo")
    ana.tocar("Comenzar")
    ana.pagina.locator("[data-turno-quien]").get_by_text(
        re.compile("turno|Tira|Te toca", re.IGNORECASE)
    ).first.wait_for()
    eva = llega(telefono, 85, pantalla=GRANDE)
    eva.ver("Se está jugando")
    retratar(eva, "sala")
    eva.tocar(re.compile("^Mirar"))
    eva.ver(re.compile("Le toca a "))
    eva.ver("Sólo miras tú")
    ana.ver("1 mira")
    assert revisar(eva) == []
    assert not eva.pagina.locator("[data-mano], [data-charla]").count()
    tira(ana, otros)
    eva.pagina.locator(EN_EL_PANO).first.wait_for()
    retratar(eva, "mira")
    # uno de los cuatro ya no quiere
    otros[0].pagina.locator("[data-abre=mas]").click()
    retratar(otros[0], "mesa-mas")
    otros[0].tocar("Que ya nadie la mire")
    otros[0].ver("Hecho: ya nadie la puede mirar.")
    eva.ver(re.compile("Ahora no se puede mirar esta mesa"))
    ana.no_ver("1 mira")


def tira(ana: Telefono, otros: list[Telefono]) -> None:
    """Quien sale toca una ficha hasta que está en el paño."""
    for _vez in range(60):
        if ana.pagina.locator(EN_EL_PANO).count():
            return
        for t in (ana, *otros):
            cabe = t.pagina.locator(".mano__lado, .mano--turno .mano__ficha--cabe").first
            if cabe.is_visible():
                cabe.click()
        ana.pagina.wait_for_timeout(150)
    raise AssertionError("nadie tiró")

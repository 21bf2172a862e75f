"""Una mesa con hora en dos teléfonos: la pestaña vieja se entera sola y nadie pisa a nadie (D683, D684, D686)."""

import pytest

from tests.navegador.revisiones import revisar
from tests.navegador.telefono import Fabrica, Telefono

pytestmark = pytest.mark.navegador
VUELVE = "document.dispatchEvent(new Event('visibilitychange'))"


def cambiar_la_hora(t: Telefono, hora: str) -> None:
    t.pagina.get_by_text("Cambiarla").click()
    t.escribir("Hora", hora)
    t.pagina.get_by_role("button", name="Guardar", exact=True).dblclick()


def test_la_hora_no_se_pisa_y_la_cancelada_se_dice(telefono: Fabrica) -> None:
    pone, otra, va = (telefono(nombre) for nombre in ("pone", "su otra pestaña", "va"))
    pone.llegar("organiza94@prueba.mx", siguiente="/enlinea/gente/citas/nueva/")
    pone.boton("Poner la mesa").dblclick()
    pone.esperar_ruta(r"/gente/citas/\d+/$")
    otra.llegar("organiza94@prueba.mx", siguiente=pone.ruta)
    va.llegar("organiza95@prueba.mx", siguiente=pone.ruta)
    cambiar_la_hora(otra, "21:30")
    otra.ver("9:30 p.m.", "#cita")
    with pone.tolerando("409"):
        cambiar_la_hora(pone, "22:00")
        choque = pone.pagina.locator("[data-choque]")
        choque.wait_for()
    assert "9:30 p.m." in choque.inner_text() and pone.pagina.locator("#hora").input_value() == "22:00"
    assert revisar(pone) == []
    pone.tocar("Guardar lo mío")
    pone.ver("10:00 p.m.", "#cita")
    # quien leyó otra hora no dice que va sin saberlo
    assert "8:00 p.m." in va.texto("#cita")
    with va.tolerando("409"):
        va.tocar("Voy", exacto=True)
        va.ver("10:00 p.m.", "#cita")
    va.tocar("Voy", exacto=True)
    va.ver("vas", "[data-dice]")
    pone.pagina.get_by_text("Cancelarla").click()
    pone.boton("Sí, cancelar la mesa").dblclick()
    pone.ver("Cancelaste la mesa del")
    assert va.boton("Enviar por WhatsApp").is_visible()
    va.pagina.evaluate(VUELVE)
    va.ver("organiza94 canceló la mesa del")
    assert not va.boton("Enviar por WhatsApp").is_visible() and not va.boton("Ya no voy").is_visible()
    assert revisar(va) == []
    va.abrir("/enlinea/gente/")
    va.ver("organiza94 canceló la mesa del")

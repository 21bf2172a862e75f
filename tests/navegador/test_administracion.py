"""La administración en el teléfono: todo se toca con el dedo, se lee y se deja entender por un lector de pantalla."""

import json
import re
from typing import Any

import pytest

from tests.navegador.casa import Casa
from tests.navegador.recorrido_academia import NOMBRES
from tests.navegador.revisiones import desbordes, toques_chicos, violaciones
from tests.navegador.telefono import CHICO, GRANDE, Fabrica, Telefono

pytestmark = pytest.mark.navegador
A = "/administracion/"
SEMBRAR = f"""
import json
from enlinea.models import Partida
from tests.navegador import siembra as s
s.sembrar_partida({NOMBRES!r})
s.sembrar_expediente("expediente@prueba.mx")
s.sembrar_suspension("expediente@prueba.mx")
s.sembrar_reporte(Partida.objects.latest("pk").pk)
"""
# de Django, y no se tocan: los encabezados que sólo se oyen y las lupas de los selectores
DE_DJANGO = re.compile("Cambiar o ver el enlace de la lista|search-label-icon|^tr[.]|^button[.]selector-")


@pytest.fixture(scope="module")
def suyo(casa: Casa) -> dict[str, Any]:
    """El reporte sembrado y la sesión de quien lo atiende."""
    return dict(json.loads(casa.manage("shell", "-v", "0", "-c", SEMBRAR).strip().splitlines()[-1]))


def quien_atiende(fabrica: Fabrica, suyo: dict[str, Any], pantalla: dict[str, int]) -> Telefono:
    t = fabrica("Jefa", pantalla=pantalla)
    # la administración de Django no trae icono, y axe prueba hojas que ahí se niegan
    t.toleradas.append(re.compile("404|inline style|preload assets"))
    t.pagina.context.add_cookies([{"name": "sesion", "value": suyo["sesion"], "url": t.casa.direccion}])
    return t


def faltas(t: Telefono) -> list[str]:
    malas = [*toques_chicos(t.pagina), *desbordes(t), *violaciones(t.pagina)]
    return [f"{t.ruta}: {m}" for m in malas if not DE_DJANGO.search(m)]


@pytest.mark.noche
def test_en_el_telefono_todo_se_toca_con_el_dedo(telefono: Fabrica, suyo: dict[str, Any]) -> None:
    t = quien_atiende(telefono, suyo, CHICO)
    malas = []
    for ruta in (
        "", "enlinea/reporte/", f"enlinea/reporte/{suyo['reporte']}/change/", "enlinea/tarjeta/add/",
        "suscripciones/suspension/add/", "enlinea/mensajedeladministrador/add/", "suscripciones/suscripcion/",
        "suscripciones/cuenta/?q=expediente",
    ):  # fmt: skip
        t.abrir(A + ruta)
        malas += faltas(t)
    t.pagina.locator("#result_list tbody th a").first.click()
    t.pagina.evaluate("document.querySelectorAll('details').forEach(function (d) { d.open = true; })")
    malas += faltas(t)
    t.tocar("Corregir sus datos")
    # ni con los permisos abiertos; y lo que aún no existe no se ve como si se pudiera llenar
    t.pagina.locator("details > summary").first.click()
    assert t.pagina.locator(".empty-form:visible").count() == 0
    malas += faltas(t)
    assert malas == []


@pytest.mark.noche
def test_en_la_computadora_el_reporte_se_decide_y_la_tarjeta_se_anula(telefono: Fabrica, suyo: dict[str, Any]) -> None:
    t = quien_atiende(telefono, suyo, GRANDE)
    t.abrir(f"{A}enlinea/reporte/{suyo['reporte']}/change/")
    t.tocar("Tarjeta roja", exacto=True)
    t.ver("marca antes «Estoy seguro»")
    assert t.pagina.locator("#texto").is_visible()
    t.pagina.get_by_label("Estoy seguro").check()
    assert faltas(t) == []
    t.tocar("Tarjeta roja", exacto=True)
    t.abrir(f"{A}enlinea/tarjeta/")
    t.pagina.locator("#result_list tbody th a", has_text="Carmen").first.click()
    t.tocar("Anular la tarjeta")
    t.pagina.locator("#id_motivo").fill("Era otra persona")
    assert faltas(t) == []
    t.tocar("Anular la tarjeta", exacto=True)
    t.ver("Tarjeta anulada.")


def test_la_caja_cabe_en_dos_pantallas_de_telefono_y_un_pago_son_tres_toques(
    telefono: Fabrica, suyo: dict[str, Any]
) -> None:
    t = quien_atiende(telefono, suyo, {"width": 360, "height": 740})
    t.abrir(f"{A}suscripciones/cuenta/?q=expediente")
    t.pagina.locator("#result_list tbody th a").first.click()
    persona = t.ruta
    for ruta in (A, f"{A}suscripciones/cobro/", persona):
        t.abrir(ruta)
        alto = t.pagina.evaluate("document.documentElement.scrollHeight")
        assert alto <= 2 * 740, f"{ruta}: {alto} px"
    assert faltas(t) == []
    t.pagina.get_by_label("Un año · 36.00 USD").check()
    t.pagina.get_by_label("Ya tengo el dinero").check()
    t.tocar("Registrar el pago")
    t.ver("registrado: 36.00 USD")

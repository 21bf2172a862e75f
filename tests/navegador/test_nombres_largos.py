"""Con nombres de 40 letras nada se sale, nada se parte donde no debe y lo que se compara queda a la par."""

import json
from pathlib import Path

import pytest

from tests.navegador.casa import Casa
from tests.navegador.letra import en_cada_letra
from tests.navegador.telefono import ANGOSTO, CHICO, Fabrica, Telefono
from tests.navegador.vocabulario import Recreo, enlace_de_invitacion, entra

pytestmark = pytest.mark.navegador

NOMBRES = (
    "Paco", "Doña Guadalupe de los Ángeles Hernández", "Supercalifragilisticoespialidoso Peña", "Íñigo", "Mari",
)  # fmt: skip
SIN_CASTIGOS: list[dict[str, int]] = []
DEFAULT = {"mesa": 1, "salidor": None, "manos": [], "fin": "default", "gana_default": 0}
EN_JUEGO = {
    "mesa": 1, "salidor": 1, "fin": None,
    "manos": [{"desenlace": "dominada", "pareja": 0, "tantos": 20}, {"desenlace": "cierre", "pareja": 1, "tantos": 8}],
}  # fmt: skip
ACTA = {
    "formato": "amigos-domino/recreo", "version": 1, "nombre": "Los de nombre largo", "lugar": "", "meta": "100",
    "jugadores": [{"numero": n, "nombre": nombre} for n, nombre in enumerate(NOMBRES, start=1)],
    "importe": "1234.50", "pago_extraordinario": True,
    "partidas": [
        {"partida": 1, "mesas": [DEFAULT], "castigos": SIN_CASTIGOS},
        {"partida": 2, "mesas": [EN_JUEGO], "castigos": SIN_CASTIGOS},
    ],
}  # fmt: skip

CENTROS = "(ns) => ns.map((n) => { var r = n.getBoundingClientRect(); return Math.round((r.left + r.right) / 2); })"
PIES = "(ns) => ns.map((n) => Math.round(n.getBoundingClientRect().bottom))"
DENTRO = "var r = document.createRange(); r.selectNodeContents(n);"
RENGLONES = (
    f"(ns) => ns.map((n) => {{ {DENTRO} return Array.from(r.getClientRects()).map((c) => Math.round(c.top))"
    ".filter((t, i, todos) => todos.indexOf(t) === i).length; })"
)
AIRE = (
    f"(ns) => ns.filter((n) => n.offsetParent).map((n) => {{ {DENTRO} var a = n.getBoundingClientRect(),"
    " b = r.getBoundingClientRect(); return Math.min(b.left - a.left, a.right - b.right); })"
)


def importar(casa: Casa, correo: str, archivo: str) -> str:
    """Mete el acta y devuelve el código del Recreo."""
    casa.manage("recreo_importar", archivo, "--organizador", correo)
    return casa.manage(
        "shell", "-v", "0", "-c",
        f"from recreo.models import Recreo; print(Recreo.objects.get(organizador__email='{correo}').codigo)",
    ).strip()  # fmt: skip


def nada_se_sale(t: Telefono, ruta: str) -> None:
    t.abrir(ruta)
    for pantalla in (CHICO, ANGOSTO):
        t.pagina.set_viewport_size(pantalla)  # type: ignore[arg-type]
        for letra in en_cada_letra(t.pagina):
            ancho = t.pagina.evaluate("document.documentElement.scrollWidth")
            assert ancho <= pantalla["width"], f"{ruta} mide {ancho} en {pantalla['width']} con la letra {letra}"
    t.pagina.set_viewport_size(CHICO)  # type: ignore[arg-type]


@pytest.mark.noche
def test_con_nombres_largos_nada_se_sale_ni_se_descuadra(telefono: Fabrica, tmp_path: Path) -> None:
    archivo = tmp_path / "acta.json"
    archivo.write_text(json.dumps(ACTA), encoding="utf-8")
    organiza, mira = telefono("Paco"), telefono("Doña Guadalupe")
    recreo = Recreo(importar(organiza.casa, "organiza65@prueba.mx", str(archivo)), NOMBRES, "100 tantos", {1: organiza})
    organiza.llegar("organiza65@prueba.mx")
    entra(recreo, 2, mira, enlace_de_invitacion(recreo))  # en la partida 2 descansa
    for final in (
        "mesa/", "partida/1/mesa/1/", "partida/2/mesa/1/", "mesas/", "clasificacion/", "apuesta/",
    ):  # fmt: skip
        nada_se_sale(mira, recreo.ruta(final))
    for final in ("tablero/", "invitar/", "castigo/", "partida/2/mesa/1/suspender/", "partida/2/mesa/1/default/"):
        nada_se_sale(organiza, recreo.ruta(final))
    el_marcador_queda_a_la_par(recreo, mira)
    la_cuenta_se_lee(recreo, mira)
    organiza.abrir(recreo.ruta("invitar/"))
    for _ in en_cada_letra(organiza.pagina):
        assert min(organiza.pagina.locator(".botones .boton").evaluate_all(AIRE)) >= 4, "un letrero toca su borde"


def el_marcador_queda_a_la_par(recreo: Recreo, t: Telefono) -> None:
    for final in ("partida/1/mesa/1/", "partida/2/mesa/1/"):
        t.abrir(recreo.ruta(final))
        for _ in en_cada_letra(t.pagina):
            a, b = t.pagina.locator(".marcador__num").evaluate_all(PIES)
            assert a == b, f"Los números del marcador están a distinta altura en {final}"


def la_cuenta_se_lee(recreo: Recreo, t: Telefono) -> None:
    """El signo no se separa de su cantidad y todas las barras parten del mismo eje."""
    t.abrir(recreo.ruta("apuesta/"))
    assert "−$3,703.50" in t.texto("main")
    for _ in en_cada_letra(t.pagina):
        assert set(t.pagina.locator(".paga__v").evaluate_all(RENGLONES)) == {1}
        ejes = t.pagina.locator(".b-eje").evaluate_all(CENTROS)
        assert len(ejes) == len(NOMBRES)
        assert max(ejes) - min(ejes) <= 1, ejes

"""La pantalla del salón no corta a nadie: lo que no cabe pasa a la página que sigue (TO30)."""

import json

import pytest

from tests.navegador.telefono import Fabrica, Telefono

pytestmark = pytest.mark.navegador
CORREO = "organiza66@prueba.mx"
MEDIDAS = ((1280, 720), (1920, 1080), (3840, 2160))

ASOMAN = """() => [...document.querySelectorAll('[data-vista]:not([hidden]), [data-vista]:not([hidden]) li')]
  .filter((e) => {
    const r = e.getBoundingClientRect();
    return r.height && (r.bottom > innerHeight || r.right > innerWidth || e.scrollWidth > e.clientWidth + 1);
  })
  .map((e) => e.textContent.trim().slice(0, 40))"""
LEIDOS = (
    """() => [...document.querySelectorAll('#v-donde:not([hidden]) li:not([hidden]) span')].map((e) => e.textContent)"""
)
HASTA_DONDE = """() => Math.max(...[...document.querySelectorAll('#v-donde li:not([hidden])')]
  .map((e) => e.getBoundingClientRect().bottom)) / innerHeight"""
TODOS = "() => [...document.querySelectorAll('#v-donde li span')].map((e) => e.textContent)"


def sembrado(t: Telefono, personas: int) -> str:
    orden = f"from tests.navegador.siembra import sembrar_salon as s; s({CORREO!r}, {personas})"
    return str(json.loads(t.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])["codigo"])


@pytest.mark.noche
@pytest.mark.parametrize("personas", [32, 256])
def test_todos_los_nombres_pasan_y_ninguno_se_corta(personas: int, telefono: Fabrica) -> None:
    t = telefono("la tele", pantalla={"width": 1280, "height": 720})
    t.abrir(f"/torneos/{sembrado(t, personas)}/tele/")
    t.ver("¿Dónde juego?")
    for ancho, alto in MEDIDAS:
        t.pagina.set_viewport_size({"width": ancho, "height": alto})
        t.pagina.wait_for_timeout(200)
        todos = t.pagina.evaluate(TODOS)
        assert len(todos) == personas
        leidos: list[str] = []
        vueltas = 0
        while len(leidos) < personas:
            assert t.pagina.evaluate(ASOMAN) == [], (ancho, alto)
            suyos = t.pagina.evaluate(LEIDOS)
            assert not suyos or t.pagina.evaluate(HASTA_DONDE) > 0.6, "la letra crece hasta llenarla (D535)"
            leidos += [nombre for nombre in suyos if nombre not in leidos]
            t.pagina.keyboard.press("ArrowRight")
            vueltas += 1
            assert vueltas < 30, f"{ancho}x{alto}: van {len(leidos)} de {personas}"
        assert leidos and sorted(leidos) == sorted(todos)
        assert vueltas <= 2 + personas // 24, f"{ancho}x{alto}: {vueltas} páginas"

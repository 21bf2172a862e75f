"""Los revisores de compatibilidad saben fallar, no inventan faltas, y el proyecto los pasa."""

import pytest

from tests.compatibilidad import es5, hojas, plantillas, traducibles
from tests.compatibilidad.__main__ import faltas


def test_el_proyecto_es_compatible() -> None:
    assert list(faltas()) == []


@pytest.mark.parametrize(
    "guion",
    [
        "let a = 1;",
        "const a = 1;",
        "var f = () => 1;",
        "var t = `hola ${x}`;",
        "class A {}",
        "var {a} = b;",
        "var [a] = b;",
        "f(...a);",
        "function f(a = 1) {}",
        "function f(...a) {}",
        "for (var a of b) {}",
        "var a = {b};",
        "var a = {[b]: 1};",
        "var a = {b() {}};",
        "async function f() {}",
        "function* f() {}",
        "var a = 2 ** 3;",
        "var a = /x/u;",
        "var a = 0b11;",
        "a?.b;",
        "a ?? b;",
        "import a from 'b';",
        "fetch('/x');",
        "window.fetch('/x');",
        "new Promise(function () {});",
        "Promise.resolve(1);",
        "new URLSearchParams(x);",
        "new CustomEvent('x');",
        "Object.assign({}, a);",
        "Array.from(a);",
        "e.target.closest('a');",
        "a.includes(b);",
        "a.startsWith('b');",
        "lista.find(function () {});",
        "nodo.remove();",
        "nodo.classList.toggle('a', true);",
        "nodo.classList.add('a', 'b');",
        "document.querySelectorAll('a').forEach(function () {});",
        "nodo.children.forEach(function () {});",
        "nodo.addEventListener('x', f, {passive: true});",
        "document.currentScript.src;",
    ],
)
def test_un_guion_moderno_no_pasa(guion: str) -> None:
    assert es5.revisar(guion)


@pytest.mark.parametrize(
    "guion",
    [
        "(function () { 'use strict'; var a = {b: 1, 'c': 2, get d() { return 1; }}; }());",
        "var s = new WebSocket('ws://x'); s.onmessage = function (e) { JSON.parse(e.data); };",
        "var p = new XMLHttpRequest(); p.open('POST', '/x'); p.send(new FormData(f));",
        "[1, 2].forEach(function (x) { return x; }); Array.prototype.slice.call(nodos).map(f);",
        "nodo.classList.remove('a'); nodo.classList.add('b'); padre.removeChild(nodo);",
        "for (var k in o) { if (o.hasOwnProperty(k)) { f(k); } } switch (a) { case 1: break; default: f(); }",
        "// compat: sólo si existe\nif (window.fetch) { window.fetch('/x'); }",
        "var r = /a.b/gi; try { f(); } catch (e) { throw e; } finally { g(); }",
    ],
)
def test_un_guion_de_es5_pasa(guion: str) -> None:
    assert es5.revisar(guion) == []


def test_la_falta_dice_el_renglon() -> None:
    assert es5.revisar("var a;\nlet b;")[0].startswith("2: ")
    assert hojas.revisar("a { color: red }\nb { color: var(--x) }")[0].startswith("2: ")
    assert plantillas.revisar("<p>\n{# c\n #}<b style='x'>")[0].startswith("3: ")


@pytest.mark.parametrize(
    "hoja",
    [
        "a { color: var(--x); }",
        "a { color: var(--x); color: red; }",
        "a { padding: max(1rem, 2px); }",
        "a { height: 100dvh; }",
        "a { color: #11223344; }",
        "a { color: rgb(0 0 0 / 50%); }",
        "a { display: flex; gap: 1rem; }",
        "@supports (display: grid) { a { display: flex; gap: 1rem; } }",
        "a { display: grid; }",
        "a { grid-template-columns: 1fr 1fr; }",
        "a { gap: 1rem; }",
        "a { inset: 0; }",
        "a:is(b, c) { color: red; }",
        "a:where(b) { color: red; }",
        "a:has(b) { color: red; }",
        "a:hover, a:focus-visible { color: red; }",
        "a { color: red; & b { color: blue; } }",
        "a { color: red; b { color: blue; } }",
        "a { font-size: 18px; }",
        "a { font: 700 18px/1.2 sans-serif; }",
        "@layer base { a { color: red; } }",
        "@container (min-width: 1rem) { a { color: red; } }",
        "@media (width >= 40rem) { a { color: red; } }",
        "@media print { a { color: var(--x); } }",
        "a { color red; }",
    ],
)
def test_una_hoja_que_no_se_degrada_no_pasa(hoja: str) -> None:
    assert hojas.revisar(hoja)


@pytest.mark.parametrize(
    "hoja",
    [
        ":root { --x: red; --y: var(--x); }",
        "a { color: red; color: var(--x); }",
        "a { border: 1px solid #ccc; border-color: var(--x); }",
        "a { background-color: #fff; background: var(--x); }",
        "@supports (display: grid) { a { display: grid; gap: 1rem; color: var(--x); } }",
        "a { display: flex; } a > * + * { margin-left: 1rem; }",
        "a:focus-visible { outline: 3px solid; } a::before { content: ''; }",
        "@media (min-width: 40rem) { a { font-size: 1.2rem; } }",
        "a { width: calc(100% - 1rem); border-radius: 8px; position: sticky; }",
        ".dibujo { fill: #000; font-size: 16px; }",
        "@font-face { font-family: X; src: url(x.woff); } @page { margin: 1cm; }",
        "@media (prefers-reduced-motion: reduce) { a { transition: none; } }",
    ],
)
def test_una_hoja_que_se_degrada_pasa(hoja: str) -> None:
    assert hojas.revisar(hoja) == []


@pytest.mark.parametrize(
    "plantilla",
    [
        '<p style="color: red">',
        "<p {% if a %}style='x'{% endif %}>",
        "<script>var a;</script>",
        "<style>a {}</style>",
        '<button onclick="f()">',
        '<a href="javascript:f()">',
        '<svg><rect style="fill: red"/></svg>',
    ],
)
def test_una_plantilla_con_algo_en_linea_no_pasa(plantilla: str) -> None:
    assert plantillas.revisar(plantilla)


@pytest.mark.parametrize(
    "plantilla",
    [
        '<script src="{% static "js/comun/base.js" %}" defer></script>',
        '<script type="application/json" id="x">{}</script>',
        '<p class="style= onclick=" data-on="x" data-style="y">',
        "{# <p style='x'> #}{% comment %}<script>{% endcomment %}<!-- <style> -->",
        '<a href="{% url "a" %}?on={{ x }}" title="1 > 2 style=x">',
    ],
)
def test_una_plantilla_sin_nada_en_linea_pasa(plantilla: str) -> None:
    assert plantillas.revisar(plantilla) == []


def test_un_renglon_de_plantilla_que_no_cabe_no_pasa_y_se_dice_cual() -> None:
    cabe, no_cabe = "<p>" + "ñ" * 117, "{# " + "ñ" * 115 + " #}"
    assert plantillas.revisar_renglones(f"{cabe}\n{cabe}\n") == []
    assert plantillas.revisar_renglones(f"{cabe}\n{no_cabe}\n") == ["2: 121 columnas; caben 120"]


@pytest.mark.parametrize(
    "plantilla",
    [
        "<p>Hola a todos</p>",
        '<p>{% translate "Hola" %} a todos</p>',
        '<button aria-label="Cerrar">×</button>',
        "{% if a %}Guardado{% endif %}",
        "{% blocktranslate %}Hola{% endblocktranslate %} y adiós",
    ],
)
def test_un_texto_que_no_se_puede_traducir_no_pasa(plantilla: str) -> None:
    assert list(traducibles.revisar(plantilla))


@pytest.mark.parametrize(
    "plantilla",
    [
        '{# nota #}{% comment %}otra{% endcomment %}<p title="{% translate "Hola" %}">{% translate "Hola" %}</p>',
        "{% blocktranslate trimmed %}Hola <b>a todos</b>{% endblocktranslate %}",
        "{% block clase %}contenido--ancho{% endblock %}",
        '<button name="numero" {% if a %}disabled{% endif %} data-clave="lugar-{{ n }}">{{ n }}</button>',
        '<script src="x.js" defer></script>',
    ],
)
def test_un_texto_que_se_puede_traducir_pasa(plantilla: str) -> None:
    assert list(traducibles.revisar(plantilla.replace("", ""))) == []

"""Etiquetas y filtros comunes: una ficha, un importe y una lista se escriben igual en todas partes."""

import re
from decimal import Decimal

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string

from config.templatetags.domino import avance, dinero, ficha, forma, icono, plural, signo, y_lista
from tests.pegada import pegada

NOMBRES = """
    volver ok reloj senal sinsenal subir deshacer campana lapiz candado x puntos ojo imprimir juego
    compartir qr persona personas lista borrar sube baja igual copiar correo llave mas menos trofeo
    mesa dinero ayuda salir editar inicio academia
"""
SPRITE = render_to_string("_sprite.html")


def puntos(palo: int) -> int:
    """Cuántas marcas dibuja el cuadrante en el sprite."""
    trozo = re.search(rf'(?s)<g id="p{palo}"[^>]*?(?:/>|>(.*?)</g>)', SPRITE)
    assert trozo
    return (trozo[1] or "").count("<circle")


@pytest.mark.parametrize("palo", range(7))
def test_cada_cuadrante_dibuja_sus_marcas(palo: int) -> None:
    assert puntos(palo) == palo


def test_la_ficha_usa_los_dos_cuadrantes_en_el_orden_pedido() -> None:
    assert re.findall(r"#p(\d)", ficha(6, 3)) == ["6", "3"]
    assert re.findall(r"#p(\d)", ficha("0", "0")) == ["0", "0"]


def test_la_ficha_echada_es_la_misma_girada() -> None:
    assert 'transform="rotate(-90)"' in ficha(5, 2, echada=True)
    assert "rotate" not in ficha(5, 2)


def test_la_ficha_sin_titulo_es_adorno_y_con_titulo_se_lee() -> None:
    assert 'aria-hidden="true"' in ficha(1, 1)
    assert 'aria-label="mula de unos"' in ficha(1, 1, titulo="auto")
    assert 'aria-label="blanca y seis"' in ficha(6, 0, titulo="auto")


@pytest.mark.parametrize("a, b", [(7, 0), (0, -1), (3, 8)])
def test_no_hay_ficha_con_mas_de_seis_ni_menos_de_cero(a: int, b: int) -> None:
    with pytest.raises(ValueError, match="imposible"):
        ficha(a, b)


def test_el_titulo_se_escapa() -> None:
    assert "<b>" not in ficha(1, 2, titulo="<b>")
    assert "<b>" not in icono("ok", titulo="<b>")


@pytest.mark.parametrize("nombre", NOMBRES.split())
def test_todo_icono_existe_en_el_sprite(nombre: str) -> None:
    assert f'id="i-{nombre}"' in SPRITE
    assert f"#i-{nombre}" in icono(nombre)


def test_las_parejas_se_distinguen_tambien_por_forma() -> None:
    assert "#s-nos" in forma(0) and "#s-ellos" in forma("1")
    assert 'id="s-nos"' in SPRITE and 'id="s-ellos"' in SPRITE


@pytest.mark.parametrize("valor, ancho", [(0, 0), (58, 58), (99, 99), (100, 100), (108, 100), (-3, 0)])
def test_el_avance_nunca_se_sale_de_su_barra(valor: int, ancho: int) -> None:
    assert f'class="avance__nos" width="{ancho}"' in avance(valor, 100, 0)


def test_el_avance_a_doscientos_y_sin_meta() -> None:
    assert 'class="avance__ellos" width="50"' in avance(100, 200, 1)
    assert 'width="0"' in avance(3, 0, 1)


@pytest.mark.parametrize("valor, texto", [(116, "+116"), (-83, "−83"), (0, "0"), (None, "0"), (1250, "+1,250")])
def test_signo_a_la_vista_con_menos_verdadero(valor: int | None, texto: str) -> None:
    assert signo(valor) == texto


@pytest.mark.parametrize(
    "valor, texto",
    [
        (Decimal("160.00"), "$160"),
        ("-60.00", "−$60"),
        ("12.50", "$12.50"),
        (0, "$0"),
        ("1250.00", "$1,250"),
        ("-0.05", "−$0.05"),
    ],
)
def test_dinero_sin_centavos_cuando_son_cero(valor: object, texto: str) -> None:
    assert dinero(valor) == texto


@pytest.mark.parametrize(
    "cosas, texto",
    [
        ([], ""),
        ([7], "7"),
        ([1, 2], "1 y 2"),
        ((1, 2, 3), "1, 2 y 3"),
        (frozenset({6, 3}), "3 y 6"),
        (["Beto", "Irma"], "Beto e Irma"),
        (["Ana", "Hilda"], "Ana e Hilda"),
        (["Ana", "Hielo"], "Ana y Hielo"),
    ],
)
def test_lista_con_y_o_con_e(cosas: list[object], texto: str) -> None:
    assert y_lista(cosas) == texto


def test_la_lista_escapa_los_nombres() -> None:
    assert y_lista(["<b>", "Ana"]) == "&lt;b&gt; y Ana"
    assert y_lista(["<b>"]) == "&lt;b&gt;"


@pytest.mark.parametrize("n, texto", [(1, "1 punto"), (0, "0 puntos"), (35, "35 puntos"), (-1, "−1 punto")])
def test_plural(n: int, texto: str) -> None:
    assert plural(n, "punto,puntos") == texto
    assert plural(n, "punto") == texto


def pintar(texto: str, **datos: object) -> str:
    return Template('{% extends "base.html" %}{% load domino %}' + texto).render(Context(datos))


def test_sin_accion_no_hay_barra() -> None:
    assert 'class="barra"' not in pintar("")
    assert 'class="barra"' in pintar("{% block barra %}<a>Anotar</a>{% endblock %}")


def test_el_encabezado_lleva_segundo_renglon_solo_si_lo_hay() -> None:
    assert "<p></p>" not in pegada(pintar(""))
    assert "<p>Partida 4 de 7</p>" in pegada(pintar("{% block donde_sub %}Partida 4 de 7{% endblock %}"))


class Ejemplo(forms.Form):
    correo = forms.EmailField(label="Tu correo", help_text="El que diste.")
    meta = forms.ChoiceField(choices=[("100", "A 100"), ("200", "A 200")], widget=forms.RadioSelect)


def test_el_error_de_un_campo_se_une_a_su_control() -> None:
    cuerpo = pintar("{% block contenido %}{% campo f.correo %}{% endblock %}", f=Ejemplo({"correo": "x"}))
    unidos = re.search(r'aria-describedby="([^"]+)"', cuerpo)
    assert unidos
    for referencia in unidos[1].split():
        assert f'id="{referencia}"' in cuerpo
    assert 'aria-invalid="true"' in cuerpo and 'class="entrada"' in cuerpo


def test_las_opciones_van_en_un_grupo_con_leyenda() -> None:
    cuerpo = pintar("{% block contenido %}{% campo f.meta %}{% endblock %}", f=Ejemplo())
    assert cuerpo.count('class="elige"') == 2
    assert "<legend" in cuerpo

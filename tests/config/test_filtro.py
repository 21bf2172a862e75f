"""El filtro tapa la palabra entera por más que se disfrace, y nunca un pedazo de otra."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.comun.filtro import DE_LA_CASA, MASCARA, Filtro, enmascarar, palabras_de

CASA = Filtro(palabras_de(()))


@pytest.mark.parametrize(
    "dicho",
    [
        "puta", "PUTA", "Púta", "puuutaaa", "putas", "pvt4", "p.u.t.a", "p-u-t-a", "p u t a", "pu_to", "pu\u00adta",
        "pu\u200dta", "ｐｕｔａ", "pu\u0301ta", "рuta", "c0ñ0", "COÑO", "con\u0303o", "ch1ng4", "kabron", "cabrón",
        "cabrones", "pendejos", "PENDEJADA", "p e n d e j o", "berga", "m1erd@", "mierd4",
    ],
)  # fmt: skip
def test_se_tapa_por_mas_que_se_disfrace(dicho: str) -> None:
    assert CASA.enmascarar(dicho) == MASCARA
    assert CASA.enmascarar(f"¡oye, {dicho}!") == f"¡oye, {MASCARA}!"


@pytest.mark.parametrize(
    "dicho",
    [
        "computadora", "Alputa", "la disputa", "el diputado", "cálculo", "vehículo", "Culiacán", "artículo",
        "ridículo", "vergüenza", "vergel", "Marichuy", "el cono", "perra", "com-pu-ta-do-ra", "tapu tarde", "ajo todo",
        "mari con Ana", "coge la ficha", "la mula de unos", "año", "Concha y Dulce", "reputación", "su tapa",
        "x2 a 1", "P. U. 7", "0110 1001", "vete tú", "una opción", "¿me toca?", "https://a.mx/p", "mamá",
        "\U0001f469\u200d\U0001f467",
    ],
)  # fmt: skip
def test_lo_inocente_queda_igual(dicho: str) -> None:
    assert CASA.enmascarar(dicho) == dicho


def test_solo_se_tapa_la_palabra_y_se_queda_lo_demas() -> None:
    assert CASA.enmascarar("Ándale, puta. ¡Ñandú!") == f"Ándale, {MASCARA}. ¡Ñandú!"
    assert CASA.enmascarar("puta,puto;culo") == f"{MASCARA},{MASCARA};{MASCARA}"


def test_el_ajuste_agrega_quita_y_cambia_la_lista(tmp_path: Path, settings: object) -> None:
    archivo = tmp_path / "mias.txt"
    archivo.write_text("# del club\nzopilote*  # con cualquier final\n", encoding="utf-8")
    con = Filtro(palabras_de(("naco", "-follar", str(archivo))))
    assert con.enmascarar("naco zopilotear puta follar") == f"{MASCARA} {MASCARA} {MASCARA} follar"
    solo = Filtro(palabras_de(("-", "naco")))
    assert solo.enmascarar("naco puta") == f"{MASCARA} puta"
    assert Filtro(()).enmascarar("puta") == "puta"
    settings.FILTRO_DE_PALABRAS = ["Zopilote"]  # type: ignore[attr-defined]
    assert enmascarar("¡ZOPILOTES!") == f"¡{MASCARA}!"
    with pytest.raises(OSError, match="noesta"):
        palabras_de(("/noesta.txt",))


def test_la_lista_de_la_casa_esta_limpia_y_sin_repetidas() -> None:
    renglones = [r.split("#")[0].strip() for r in DE_LA_CASA.read_text(encoding="utf-8").splitlines()]
    palabras = [r for r in renglones if r]
    assert len(palabras) == len(set(palabras)) > 40
    assert all(p == p.lower() and " " not in p for p in palabras)


@given(st.text(max_size=300))
def test_ningun_texto_lo_rompe_lo_alarga_ni_deja_nada_por_tapar(dicho: str) -> None:
    tapado = CASA.enmascarar(dicho)
    assert CASA.enmascarar(tapado) == tapado


@given(st.text(alphabet="pPuUvV4@tT7 .-_aAáo0\u0301\u200d", max_size=300))
def test_lo_que_se_parece_tampoco(dicho: str) -> None:
    assert CASA.enmascarar(CASA.enmascarar(dicho)) == CASA.enmascarar(dicho)


@pytest.mark.timeout(5)
@pytest.mark.parametrize("trozo", ["1!", "u", "vbvuvb", "p.u.", "p u ", "._", "chi", "ppeennddeejj"])
def test_ningun_texto_lo_atora(trozo: str) -> None:
    CASA.enmascarar((trozo * 300)[:300])

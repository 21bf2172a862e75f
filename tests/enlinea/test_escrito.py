"""Lo que la gente escribe no puede esconder, voltear ni partir lo que los demás leen."""

import pytest

from enlinea.escrito import en_parrafos, en_un_renglon


@pytest.mark.parametrize(
    ("texto", "queda"),
    [
        ("  hola\n\n  a   todos ", "hola a todos"),
        ("nu\x00lo", "nulo"),
        ("\u202evoltea\u202c", "voltea"),
        ("\u200b\u200d\ufeff", ""),
        ("\U0001f469\u200d\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f469\u200d\U0001f467"),
        ("<b>Ñandú</b>", "<b>Ñandú</b>"),
    ],
)
def test_queda_en_un_renglon_y_a_la_vista(texto: str, queda: str) -> None:
    assert en_un_renglon(texto) == queda


@pytest.mark.parametrize(
    ("texto", "queda"),
    [
        ("a\u061cb\u202eda\u2066c", "abdac"),
        ("pu\u200dta", "puta"),
        ("\ud800roto", "roto"),
        ("\u2800\u3164\u115f", ""),
        ("a" + "\u0301" * 40 + "b", "á\u0301\u0301b"),
        ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("שלום hola", "שלום hola"),
    ],
)
def test_ni_voltear_ni_esconder_ni_encimar(texto: str, queda: str) -> None:
    assert en_un_renglon(texto) == queda
    en_un_renglon(texto).encode()


def test_los_parrafos_conservan_sus_renglones() -> None:
    assert en_parrafos("  uno \r\n\n\n\n dos\u202e  tres \n") == "uno\n\ndos tres"

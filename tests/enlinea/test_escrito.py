"""Lo que la gente escribe no puede esconder, voltear ni partir lo que los demás leen."""

import pytest

from enlinea.escrito import en_un_renglon


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

"""La guía de escala dice lo que su cuenta da, y la cuenta crece con los socios."""

from bench.escala.__main__ import DE_LA_GUIA, hace, tabla
from tests.requisitos import RAIZ


def test_la_tabla_de_la_guia_es_la_de_la_cuenta() -> None:
    assert tabla(DE_LA_GUIA) in (RAIZ / "docs/escala.md").read_text()


def test_diez_veces_mas_socios_nunca_piden_menos_de_nada() -> None:
    chica, mediana, grande = map(hace, DE_LA_GUIA)
    for menos, mas in ((chica, mediana), (mediana, grande)):
        assert all(a <= b for a, b in zip(vars(menos).values(), vars(mas).values(), strict=True))
    # con uno bastaría, pero no se podría actualizar sin que nadie se quede fuera
    assert chica.procesos == 2

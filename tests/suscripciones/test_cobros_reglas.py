"""Un cobro es lo que se pliega de sus hechos: en cualquier orden y con cualquier repetición, lo mismo (SU2, D421)."""

from datetime import timedelta
from decimal import Decimal
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suscripciones.cobros import factura
from suscripciones.cobros.dinero import centavos, de_centavos, escrito
from suscripciones.cobros.reglas import DE_DINERO, Estado, Que, Suceso, plegar
from tests.suscripciones.ayudas import dia

AYER = dia(2026, 11, 20)
PRECIO = Decimal("36.00")


def suceso(que: Que, referencia: str = "x", horas: int = 0, importe: Decimal = PRECIO, moneda: str = "USD") -> Suceso:
    de_dinero = que in DE_DINERO
    return Suceso(que, referencia, AYER + timedelta(hours=horas), importe if de_dinero else Decimal(0), moneda)


def resultado(*ques: Que) -> Estado:
    return plegar(PRECIO, "USD", [suceso(que) for que in ques]).estado


Q, E = Que, Estado
# estado en que estaba (por qué hechos) × lo que llega → en qué queda
HASTA: dict[Estado, tuple[Que, ...]] = {
    E.CREADO: (),
    E.COMPROBANTE: (Q.COMPROBANTE,),
    E.PAGADO: (Q.PAGADO,),
    E.VENCIDO: (Q.COMPROBANTE, Q.VENCIDO),
    E.FALLIDO: (Q.FALLIDO,),
    E.DEVUELTO: (Q.PAGADO, Q.DEVUELTO),
    E.DISPUTADO: (Q.PAGADO, Q.DISPUTADO),
}
QUES = (
    Q.COMPROBANTE, Q.PAGADO, Q.VENCIDO, Q.FALLIDO, Q.DEVUELTO, Q.DEVOLUCION_FALLIDA, Q.DISPUTADO, Q.DISPUTA_GANADA,
)  # fmt: skip
C, P, G, V, F, D, X = E.CREADO, E.COMPROBANTE, E.PAGADO, E.VENCIDO, E.FALLIDO, E.DEVUELTO, E.DISPUTADO
# lo que llega: papel, pagado, vencido, fallido, devuelto, devolución fallida, disputado, disputa ganada
TABLA: dict[Estado, tuple[Estado, ...]] = {
    C: (P, G, V, F, D, C, X, C),
    P: (P, G, V, F, D, P, X, P),
    G: (G, G, G, G, D, G, X, G),
    V: (V, G, V, F, D, V, X, V),
    F: (F, G, F, F, D, F, X, F),
    D: (D, D, D, D, D, G, D, D),
    X: (X, X, X, X, D, X, X, G),
}  # fmt: skip


@pytest.mark.parametrize(
    ("antes", "llega", "queda"),
    [(antes, que, queda) for antes, fila in TABLA.items() for que, queda in zip(QUES, fila, strict=True)],
)
def test_cada_estado_con_cada_hecho(antes: Estado, llega: Que, queda: Estado) -> None:
    assert resultado(*HASTA[antes]) == antes
    for orden in permutations((*HASTA[antes], llega)):
        assert resultado(*orden) == queda, orden


sucesos = st.builds(
    suceso,
    st.sampled_from(QUES),
    st.sampled_from(["a", "b", "c"]),
    st.integers(0, 48),
    st.sampled_from([PRECIO, Decimal("10.00"), Decimal("72.00")]),
    st.sampled_from(["USD", "USD", "USD", "MXN"]),
)


@given(st.lists(sucesos, max_size=9), st.randoms(use_true_random=False))
def test_en_cualquier_orden_y_con_cualquier_repeticion_da_lo_mismo(lista, azar) -> None:
    revuelta = lista + [azar.choice(lista) for _ in range(azar.randint(0, 5)) if lista]
    azar.shuffle(revuelta)
    assert plegar(PRECIO, "USD", revuelta) == plegar(PRECIO, "USD", lista)


@given(st.lists(sucesos, max_size=9))
def test_lo_que_ampara_el_tiempo_nunca_pasa_de_lo_pagado_menos_lo_devuelto(lista) -> None:
    r = plegar(PRECIO, "USD", lista)
    assert Decimal(0) <= r.aplicado <= min(PRECIO, max(Decimal(0), r.pagado - r.devuelto))
    assert r.concede == (r.estado == Estado.PAGADO)
    assert r.aplicado == 0 or r.concede
    assert r.aplicado + r.sobra == max(Decimal(0), r.pagado - r.devuelto - r.disputado)


def test_dos_pagos_del_mismo_cobro_dan_tiempo_una_vez_y_el_otro_sobra() -> None:
    r = plegar(PRECIO, "USD", [suceso(Q.PAGADO, "uno"), suceso(Q.PAGADO, "dos", 3)])
    assert (r.concede, r.aplicado, r.sobra, r.pagado_en) == (True, PRECIO, PRECIO, AYER)
    vuelto = plegar(PRECIO, "USD", [suceso(Q.PAGADO, "uno"), suceso(Q.PAGADO, "dos", 3), suceso(Q.DEVUELTO, "dev", 5)])
    assert (vuelto.estado, vuelto.sobra) == (E.PAGADO, Decimal(0))


def test_lo_que_no_cubre_no_da_tiempo_y_queda_por_devolver() -> None:
    r = plegar(PRECIO, "USD", [suceso(Q.PAGADO, "a", importe=Decimal("10.00"))])
    assert (r.estado, r.sobra) == (E.CREADO, Decimal("10.00"))
    junto = plegar(
        PRECIO, "USD",
        [suceso(Q.PAGADO, "a", importe=Decimal("10.00")), suceso(Q.PAGADO, "b", 7, importe=Decimal("26.00"))],
    )  # fmt: skip
    assert (junto.estado, junto.pagado_en) == (E.PAGADO, AYER + timedelta(hours=7))


def test_devolver_una_parte_no_quita_el_tiempo_y_baja_lo_que_ampara() -> None:
    r = plegar(PRECIO, "USD", [suceso(Q.PAGADO), suceso(Q.DEVUELTO, importe=Decimal("6.00"))])
    assert (r.estado, r.aplicado, r.sobra) == (E.PAGADO, Decimal("30.00"), Decimal(0))


def test_el_dinero_en_otra_moneda_no_cuenta() -> None:
    assert plegar(PRECIO, "USD", [suceso(Q.PAGADO, moneda="MXN")]).estado == E.CREADO


def test_los_importes_se_escriben_siempre_igual() -> None:
    assert escrito(PRECIO, "USD") == "36.00 USD"
    assert escrito(Decimal("1200"), "MXN") == "1,200.00 MXN"


@given(st.integers(1, 99_999_999))
def test_de_centavos_y_de_regreso_es_lo_mismo(enteros: int) -> None:
    assert centavos(de_centavos(enteros)) == enteros


def test_medio_centavo_revienta() -> None:
    with pytest.raises(ValueError, match="centavos"):
        centavos(Decimal("0.005"))


@pytest.mark.parametrize(
    ("rfc", "vale"),
    [
        ("VECJ880326XXX", False),  # la homoclave acaba en cifra o A
        ("VECJ880326XX1", True),
        ("AAA010101AAA", True),
        ("AÑAÑ&010101AAA", False),
        ("AÑ&010101AA1", True),
        ("VECJ881326XX1", False),
        ("VECJ880230XX1", False),
        ("AAAA000229XX1", True),  # 2000 fue bisiesto
        ("XAXX010101000", True),
        ("=HYPERLINK(1)", False),
        ("VECJ880326XX1\n", False),
    ],
)
def test_un_rfc_tiene_su_forma_y_una_fecha_que_existe(rfc: str, vale: bool) -> None:
    assert factura.rfc_valido(rfc) == vale


def test_una_empresa_y_una_persona_no_eligen_el_mismo_regimen() -> None:
    assert "601" in factura.regimen_de("AAA010101AAA")
    assert "601" not in factura.regimen_de("VECJ880326XX1")
    assert "605" in factura.regimen_de("VECJ880326XX1")
    assert factura.regimen_de("XAXX010101000") == ["616"]

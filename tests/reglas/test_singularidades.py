"""Las singularidades del documento 000, inciso por inciso: quién anota, quién hace la sopa y quién ayuda (RE9)."""

from collections import Counter

import pytest

from reglas.roles import rol_de
from reglas.salida import companero_de, hace_sopa, salidor_de_mano
from reglas.singularidades import (
    INCISOS,
    Discapacidad,
    Marcas,
    Momento,
    anota_por,
    anotadores_que_tocan,
    recordatorios,
    sopa_por,
)
from reglas.tipos import TipoDeRol

V, M, A = Discapacidad.VISUAL, Discapacidad.MOTRIZ, Discapacidad.AUDITIVA
ABAJO, DERECHA, ARRIBA, IZQUIERDA = range(4)


def marcas(**quienes: Discapacidad) -> Marcas:
    """`abajo=V` y así."""
    lugares = {"abajo": ABAJO, "derecha": DERECHA, "arriba": ARRIBA, "izquierda": IZQUIERDA}
    return {lugares[k]: frozenset({d}) for k, d in quienes.items()}


def test_estan_los_catorce_incisos_y_de_quien_es_cada_uno() -> None:
    de_quien = {i.letra: i.discapacidad for i in INCISOS}
    assert de_quien == dict.fromkeys("abcdef", V) | dict.fromkeys("ghij", M) | dict.fromkeys("klmn", A)
    # sólo i) y n) dicen dos cosas en dos momentos
    assert {letra for letra, veces in Counter(i.letra for i in INCISOS).items() if veces == 2} == {"i", "n"}


@pytest.mark.parametrize("cual", [V, M, A])
def test_a_g_k_con_cualquiera_de_las_tres_anota_su_pareja(cual: Discapacidad) -> None:
    assert anota_por(ABAJO, marcas(abajo=cual)) == ARRIBA
    assert anota_por(DERECHA, marcas(abajo=cual)) == DERECHA, "los demás anotan cuando les toca"


@pytest.mark.parametrize(("cual", "hace"), [(V, ARRIBA), (M, ARRIBA), (A, ABAJO)])
def test_b_h_la_sopa_la_hace_su_pareja_y_con_la_auditiva_no_cambia(cual: Discapacidad, hace: int) -> None:
    assert sopa_por(ABAJO, marcas(abajo=cual)) == hace


def test_si_su_pareja_tampoco_puede_ayuda_el_de_la_derecha_y_despues_el_de_la_izquierda() -> None:
    assert anota_por(ABAJO, marcas(abajo=V, arriba=A)) == DERECHA
    assert anota_por(ABAJO, marcas(abajo=V, arriba=A, derecha=M)) == IZQUIERDA
    todos = marcas(abajo=V, arriba=A, derecha=M, izquierda=V)
    assert anota_por(ABAJO, todos) == ABAJO, "nadie más puede: lo resuelve la mesa"
    assert sopa_por(ABAJO, todos) == ARRIBA, "la auditiva no quita de hacer la sopa"


def test_en_toda_la_rotacion_sale_el_mismo_y_solo_cambia_quien_mezcla() -> None:
    suyas = marcas(izquierda=V)
    for mano in range(1, 9):
        sale = salidor_de_mano(ABAJO, mano)
        toca = hace_sopa(sale)
        hace = sopa_por(toca, suyas)
        assert hace == (companero_de(IZQUIERDA) if toca == IZQUIERDA else toca)
        assert hace != IZQUIERDA


def test_cada_momento_recuerda_lo_suyo_con_quien_ayuda_a_la_derecha() -> None:
    suyas = marcas(abajo=V, derecha=M, izquierda=A)
    dicho = {m: [(r.inciso.letra, r.de) for r in recordatorios(suyas, m)] for m in Momento}
    assert dicho == {
        Momento.ANOTADOR: [("a", ABAJO), ("g", DERECHA), ("k", IZQUIERDA)],
        Momento.MANO: [("b", ABAJO), ("h", DERECHA), ("i", DERECHA)],
        Momento.TURNO: [
            ("c", ABAJO), ("d", ABAJO), ("e", ABAJO), ("f", ABAJO), ("j", DERECHA),
            ("l", IZQUIERDA), ("m", IZQUIERDA), ("n", IZQUIERDA),
        ],
        Momento.CUENTA: [("i", DERECHA), ("n", IZQUIERDA)],
    }  # fmt: skip
    assert {r.derecha for r in recordatorios(marcas(abajo=V), Momento.TURNO)} == {DERECHA}


def test_lo_que_hacen_los_cuatro_se_dice_una_vez_aunque_sean_dos() -> None:
    letras = [r.inciso.letra for r in recordatorios(marcas(abajo=V, arriba=V), Momento.TURNO)]
    assert letras.count("e") == 1 and letras.count("d") == 2


def test_sin_nadie_marcado_no_hay_nada_que_recordar_ni_que_cambiar() -> None:
    assert all(recordatorios({}, m) == () for m in Momento)
    assert all(anota_por(a, {}) == a == sopa_por(a, {}) for a in range(4))


@pytest.mark.parametrize(("tamano", "tipo"), [(8, "oficial"), (12, "oficial"), (16, "oficial"), (13, "equilibrado")])
def test_los_anotadores_se_recalculan_sin_quien_no_anota_y_siguen_tocando_todas_las_mesas(
    tamano: int, tipo: str
) -> None:
    rol = rol_de(tamano, TipoDeRol(tipo))
    for marcados in (frozenset(rol.anotadores[:1]), frozenset(rol.anotadores[:2])):
        nuevos = anotadores_que_tocan(rol, marcados)
        assert not marcados & set(nuevos)
        for partida in rol.partidas:
            for mesa in partida.mesas:
                # en la mesa donde sólo hay marcados nadie puede: lo resuelve quien organiza
                assert set(nuevos) & set(mesa.asientos) or set(mesa.asientos) <= marcados


def test_si_ningun_anotador_esta_marcado_son_los_del_documento() -> None:
    rol = rol_de(8)
    assert anotadores_que_tocan(rol, frozenset({2, 3})) == rol.anotadores == (1, 7, 8)
    assert anotadores_que_tocan(rol, frozenset({1})) == (2, 7, 8)
    assert anotadores_que_tocan(rol_de(5), frozenset({1})) == (), "en la Ronda el documento no exige ninguno"

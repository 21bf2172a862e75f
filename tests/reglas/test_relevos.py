"""Suplentes: quién ocupa cada lugar, y que cada quien conserve lo suyo (D303)."""

import json
from decimal import Decimal
from typing import Any

import pytest

from reglas.actas import ActaRecreo, JugadorActa, escribir_recreo, leer_recreo
from reglas.clasificacion import clasificar
from reglas.recreo import Castigo, PartidaJugada, RecreoJugado
from reglas.relevos import Relevo, con_lugar_hasta, lugar_de, ocupantes, rol_con_relevos, validar_relevos
from reglas.roles import rol_de
from tests.reglas.ayudas import CIEN, gana, prohibe

# de 4: 1-2/3-4, 1-3/4-2 y 1-4/2-3. El 5 entra por el 3 en la 2, y el 3 vuelve en la 3
IDA_Y_VUELTA = (Relevo(3, 5, 2), Relevo(3, 3, 3))


def recreo(*relevos: Relevo, pago: bool = False, castigos: tuple[Castigo, ...] = ()) -> RecreoJugado:
    partidas = (
        PartidaJugada(1, (gana(100, 40),)),
        PartidaJugada(2, (gana(100, 60),), castigos),
        PartidaJugada(3, (gana(20, 100),)),
    )
    return RecreoJugado(4, CIEN, Decimal("10.00"), pago, partidas, relevos)


def test_el_lugar_lo_ocupa_el_suplente_desde_su_partida_y_el_titular_cuando_vuelve() -> None:
    assert [ocupantes(IDA_Y_VUELTA, 4, p) for p in (1, 2, 3)] == [(1, 2, 3, 4), (1, 2, 5, 4), (1, 2, 3, 4)]
    assert [lugar_de(IDA_Y_VUELTA, 4, 5, p) for p in (1, 2, 3)] == [None, 3, None]
    partidas = rol_con_relevos(rol_de(4), IDA_Y_VUELTA).partidas
    assert [p.mesas[0].parejas for p in partidas] == [((1, 2), (3, 4)), ((1, 5), (4, 2)), ((1, 4), (2, 3))]
    assert partidas[1].mesas[0].asientos == (5, 2, 1, 4)


def test_sin_relevos_el_programa_es_el_mismo_objeto() -> None:
    assert rol_con_relevos(rol_de(8), ()) is rol_de(8)


def test_el_suplente_hereda_el_descanso_y_que_a_los_repetidores_no_les_sume() -> None:
    de_5 = rol_con_relevos(rol_de(5), (Relevo(5, 6, 1),))
    assert de_5.partidas[0].descansan == (6,)
    de_6 = rol_con_relevos(rol_de(6), (Relevo(4, 7, 8),))
    assert de_6.partidas[7].mesas[0].no_suman == {1, 7}


def test_cada_quien_conserva_lo_suyo_y_la_apuesta_sigue_sumando_cero() -> None:
    final = clasificar(recreo(*IDA_Y_VUELTA)).final
    #    1: 2 + 1 + 0 · 2: 2 + 0 + 2 · 3: 0 + (no jugó) + 2 · 4: 0 · 5: sólo la 2
    assert {f.jugador: (f.puntos, f.juegos_ganados, f.tantos_favor) for f in final} == {
        1: (3, 2, 220), 2: (4, 2, 260), 3: (2, 1, 140), 4: (0, 0, 120), 5: (1, 1, 100),
    }  # fmt: skip
    assert sum(f.valor_ficha for f in final) == 0


def test_los_demas_quedan_exactamente_como_si_nadie_hubiera_relevado_a_nadie() -> None:
    con, sin = (
        {f.jugador: (f.puntos, f.juegos_ganados, f.eficiencia, f.valor_ficha) for f in clasificar(r).final}
        for r in (recreo(*IDA_Y_VUELTA), recreo())
    )
    assert {n: con[n] for n in (1, 2, 4)} == {n: sin[n] for n in (1, 2, 4)}
    assert tuple(con[3][i] + con[5][i] for i in range(4)) == sin[3]


def test_el_suplente_no_tiene_renglon_antes_de_entrar_ni_lo_pierde_quien_se_fue() -> None:
    parciales = clasificar(recreo(Relevo(3, 5, 2))).parciales
    assert [sorted(f.jugador for f in p) for p in parciales] == [[1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
    assert con_lugar_hasta((Relevo(3, 5, 1),), 4, 3) == (1, 2, 4, 5), "quien nunca llegó no tiene renglón"


def test_el_pago_extraordinario_es_entre_quienes_estan_al_final() -> None:
    final = clasificar(recreo(Relevo(2, 5, 3), pago=True)).final
    # cobra el 3 (3 puntos, +60), el 1 es segundo (3, +20); el 5 paga por su lugar, y el 2, que se fue, ni cobra ni paga
    assert {f.jugador: int(f.pago_extraordinario) for f in final} == {3: 20, 1: 0, 5: -10, 4: -10, 2: 0}


def test_el_castigo_es_de_la_persona_no_del_lugar() -> None:
    final = clasificar(recreo(*IDA_Y_VUELTA, castigos=(Castigo(5, 10), Castigo(3, 7)))).final
    assert {f.jugador: f.castigos for f in final} == {1: 0, 2: 0, 3: 7, 4: 0, 5: 10}


@pytest.mark.parametrize(
    ("relevos", "codigo"),
    [
        ((Relevo(9, 5, 1),), "relevo_fuera_del_rol"),
        ((Relevo(3, 5, 4),), "relevo_fuera_del_rol"),
        ((Relevo(3, 4, 2),), "relevo_de_otro_lugar"),
        ((Relevo(3, 5, 2), Relevo(3, 6, 2)), "relevo_repetido"),
        ((Relevo(3, 3, 2),), "relevo_repetido"),
        ((Relevo(3, 5, 2), Relevo(3, 5, 3)), "relevo_repetido"),
        ((Relevo(3, 5, 2), Relevo(1, 5, 3)), "suplente_en_dos_lugares"),
    ],
)
def test_un_relevo_que_no_puede_ser_se_niega(relevos: tuple[Relevo, ...], codigo: str) -> None:
    with prohibe(codigo):
        validar_relevos(rol_de(4), relevos)


def test_si_un_suplente_se_quita_los_demas_conservan_su_numero() -> None:
    validar_relevos(rol_de(4), (Relevo(3, 6, 2),))


def test_el_mismo_suplente_cubre_dos_lugares_en_partidas_distintas() -> None:
    validar_relevos(rol_de(4), (Relevo(3, 5, 1), Relevo(3, 3, 2), Relevo(1, 5, 2)))


def acta(r: RecreoJugado, *suplentes: JugadorActa, **mas: Any) -> ActaRecreo:
    jugadores = tuple(JugadorActa(n, f"J{n}") for n in range(1, 5))
    return ActaRecreo(r, "Domingo", "Casa", jugadores, suplentes=suplentes, **mas)


def test_el_acta_con_suplentes_va_y_vuelve() -> None:
    r = recreo(*IDA_Y_VUELTA, castigos=(Castigo(5, 10),))
    escrita = escribir_recreo(acta(r, JugadorActa(5, "Rafa"), terminado_antes=True))
    assert escrita["suplentes"] == [{"numero": 5, "nombre": "Rafa"}]
    assert escrita["relevos"] == [
        {"partida": 2, "lugar": 3, "jugador": 5}, {"partida": 3, "lugar": 3, "jugador": 3},
    ]  # fmt: skip
    assert escrita["partidas"][1]["castigos"] == [{"jugador": 3, "tantos": 10, "suplente": 5}]
    leida = leer_recreo(json.loads(json.dumps(escrita)))
    assert leida.recreo == r
    assert leida.terminado_antes and leida.suplentes == (JugadorActa(5, "Rafa"),)


def test_sin_suplentes_el_archivo_no_dice_nada_nuevo() -> None:
    assert not {"suplentes", "relevos", "terminado_antes"} & set(escribir_recreo(acta(recreo())))


def test_quien_no_conoce_los_suplentes_lee_la_misma_acta_por_lugar() -> None:
    escrita = escribir_recreo(acta(recreo(*IDA_Y_VUELTA, castigos=(Castigo(5, 10),)), JugadorActa(5, "Rafa")))
    vieja = {k: v for k, v in escrita.items() if k not in ("suplentes", "relevos")}
    vieja["partidas"][1]["castigos"][0].pop("suplente")
    assert leer_recreo(vieja).recreo == recreo(castigos=(Castigo(3, 10),))


@pytest.mark.parametrize(
    "mal",
    [
        {"suplentes": [{"numero": 5, "nombre": "Rafa"}]},
        {"relevos": [{"partida": 2, "lugar": 3, "jugador": 5}]},
        {"suplentes": [{"numero": 6, "nombre": "R"}], "relevos": [{"partida": 2, "lugar": 3, "jugador": 5}]},
    ],
)
def test_suplentes_y_relevos_tienen_que_coincidir(mal: dict[str, Any]) -> None:
    with prohibe("suplentes_sin_relevo"):
        leer_recreo({**escribir_recreo(acta(recreo())), **mal})

"""Los otros juegos en el acta: `verificar`, `verificar-reparto` y `analizar` (VA1, VA3-VA10; D406-D410)."""

import copy
import os
import pickle
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reglas.acta_partida import ManoDeActa, acta_de_partida
from reglas.analisis.actas import analizar_acta
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS, ficha_de, mascara
from reglas.informes import informe_de_sorteo
from reglas.metas import ATantos, Suma
from reglas.reglamento import AMIGOS, JUEGOS, Reglamento, reglamento_de, variantes_de
from reglas.repeticion import repetir
from reglas.sorteo import Sorteo, compromiso_de, primera_salida, repartir, revolver
from reglas.verificacion import leer_reglamento, verificar_partida
from tests.reglas import modelo_variantes as modelo
from tests.reglas.ayudas import prohibe
from tests.reglas.sorteos import claves_al_azar
from tests.reglas.test_orden import guardar, reglas, resultados

FEDERACION, FEDERACION_3, FEDERACION_39 = (modelo.JUEGOS[n] for n in (0, 3, 4))
MUSICA_2, MUSICA_3, MUSICA_4, MUSICA_PAREJAS = modelo.JUEGOS[5:]
TODOS = [pytest.param(juego, id=str(reglamento_de(*juego.datos.values()))) for juego in modelo.JUEGOS]
EJEMPLOS = 500 if os.environ.get("PERFIL") == "noche" else 6
METAS = {"federacion": (100, 150, 300, 500), "musica": (1, 40, 100, 117)}


def de(juego: modelo.Juego) -> Reglamento:
    return reglamento_de(juego.nombre, juego.jugadores, juego.parejas, juego.fichas)


def al_azar(juego: modelo.Juego, semilla: int, manos: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    azar = random.Random(semilla)
    return modelo.acta_al_azar(azar, juego, azar.choice(METAS[juego.nombre]), manos)


def sin_detalle(informe: dict[str, Any]) -> dict[str, Any]:
    return {**informe, "manos": [{c: v for c, v in una.items() if c != "detalle"} for una in informe["manos"]]}


# --- el acta contra el modelo -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("juego", TODOS)
@settings(deadline=None, max_examples=EJEMPLOS)
@given(semilla=st.integers(0, 2**32), manos=st.sampled_from([None, 1, 2, 3]))
def test_el_informe_es_el_del_modelo(juego, semilla, manos):
    acta, esperado = al_azar(juego, semilla, manos)
    assert verificar_partida(acta, detalle=True) == esperado
    assert verificar_partida(acta) == sin_detalle(esperado)


def test_en_las_actas_del_modelo_hay_de_todo():
    for juego in modelo.JUEGOS:
        manos = [mano for semilla in range(25) for mano in al_azar(juego, semilla)[1]["manos"]]
        assert {mano["fin"] for mano in manos} == {"dominada", "cierre"}
        assert any(sum(mano["robadas"]) for mano in manos) == bool(de(juego).en_pozo)
        assert any(sum(mano["pases"]) for mano in manos)


def test_por_consola(tmp_path):
    pares = [al_azar(juego, 5) for juego in modelo.JUEGOS]
    archivo = guardar(tmp_path, "partidas.jsonl", *[acta for acta, _ in pares])
    codigo, salida, errores = reglas("verificar", archivo, "--detalle")
    assert (codigo, errores, resultados(salida)) == (0, "", [esperado for _, esperado in pares])


@pytest.mark.parametrize("juego", TODOS)
def test_el_acta_que_se_escribe_es_la_que_se_lee(juego):
    acta, esperado = al_azar(juego, 11)
    reglamento = de(juego)
    manos = [
        ManoDeActa(
            una.repartidas,
            una.fin.salidor,
            una.fin.cadena,
            pozo=tuple(ficha_de(ficha) for ficha in escrita["pozo"]),
        )
        for una, escrita in zip(repetir(acta), acta["manos"], strict=True)
    ]
    meta = reglamento.meta_de(str(acta["meta"]))
    assert meta is not None
    escrita = acta_de_partida(meta, acta["asientos"], manos, reglamento)
    assert verificar_partida(escrita, detalle=True) == esperado
    assert {campo: escrita[campo] for campo in acta if campo != "manos"} == {
        campo: acta[campo] for campo in acta if campo != "manos"
    }
    assert [una["pozo"] for una in escrita["manos"]] == [una["pozo"] for una in acta["manos"]]


def test_el_marcador_no_se_recorta_a_la_meta_tampoco_por_parejas_ni_tras_un_cierre():
    """004 «vence la pareja que alcanza la puntuación»; 003 «alcanza o supera»: nadie quita lo que sobra (D408)."""
    vistos = set()
    for semilla in range(60):
        for juego in (FEDERACION, FEDERACION_3, MUSICA_PAREJAS):
            acta, esperado = al_azar(juego, semilla)
            informe = verificar_partida(acta)
            if max(informe["marcador"]) > acta["meta"]:
                vistos.add((juego, informe["manos"][-1]["fin"]))
            assert informe["marcador"] == esperado["marcador"]
    assert (FEDERACION, "cierre") in vistos and len(vistos) == 6


@pytest.mark.parametrize(
    ("juego", "salidor", "quedan", "gana"),
    [
        (MUSICA_3, 1, (9, 4, 4), 1),  # empatados quien lleva la mano y el que sigue: quien la lleva
        (MUSICA_3, 1, (4, 9, 4), 2),  # sin quien la lleva, el más cercano: sigue el 2 y luego el 0
        (MUSICA_4, 3, (5, 5, 8, 5), 3),
        (MUSICA_4, 2, (5, 5, 8, 5), 3),
        (MUSICA_PAREJAS, 1, (20, 20), 1),  # a la pareja la pone cerca su compañero
        (MUSICA_PAREJAS, 2, (20, 20), 0),
        (MUSICA_PAREJAS, 2, (20, 19), 1),
    ],
)
def test_empatado_el_cierre_gana_quien_lleva_la_mano_o_esta_mas_cerca(juego, salidor, quedan, gana):
    reglamento = de(juego)
    assert reglamento.gana_el_cierre(quedan, reglamento.lejos_de(salidor)) == gana


# --- a qué se juega ---------------------------------------------------------------------------------------------------
def test_hay_un_reglamento_de_cada_y_viaja_a_otro_proceso():
    for nombre in JUEGOS:
        for variante in variantes_de(nombre):
            uno = reglamento_de(nombre, *variante)
            assert uno is pickle.loads(pickle.dumps(uno))
            assert all(meta == uno.meta_de(str(meta)) for meta in uno.metas)
    assert reglamento_de("amigos", 4, True, 7) is AMIGOS and AMIGOS == "amigos"
    assert len({reglamento_de(nombre, *una) for nombre in JUEGOS for una in variantes_de(nombre)}) == 10
    meta = pickle.loads(pickle.dumps(ATantos(300, Suma.TODAS)))
    assert (meta, meta.tantos, meta.suma) == ("300", 300, Suma.TODAS)


@pytest.mark.parametrize(
    "dice, debe",
    [
        ({}, ("amigos", 4, True, 7)),
        ({"reglamento": None}, ("amigos", 4, True, 7)),
        ({"reglamento": "amigos", "jugadores": 4, "por_parejas": True, "fichas": 7}, ("amigos", 4, True, 7)),
        ({"reglamento": "federacion"}, ("federacion", 4, True, 7)),
        ({"reglamento": "federacion", "jugadores": 3}, ("federacion", 3, False, 7)),
        ({"reglamento": "federacion", "jugadores": 2, "fichas": 9}, ("federacion", 2, False, 9)),
        ({"reglamento": "musica"}, ("musica", 4, False, 7)),
        ({"reglamento": "musica", "por_parejas": True}, ("musica", 4, True, 7)),
        ({"reglamento": "musica", "jugadores": 2}, ("musica", 2, False, 7)),
    ],
)
def test_lo_que_el_acta_no_dice_es_lo_de_siempre(dice, debe):
    assert leer_reglamento(dice) is reglamento_de(*debe)


@pytest.mark.parametrize(
    "dice, codigo",
    [
        ({"reglamento": "cubano"}, "valor_invalido"),
        ({"reglamento": 3}, "tipo_invalido"),
        ({"jugadores": 3}, "juego_imposible"),
        ({"por_parejas": False}, "juego_imposible"),
        ({"fichas": 9}, "juego_imposible"),
        ({"reglamento": "federacion", "jugadores": 0}, "juego_imposible"),
        ({"reglamento": "federacion", "jugadores": 5}, "juego_imposible"),
        ({"reglamento": "federacion", "jugadores": "3"}, "tipo_invalido"),
        ({"reglamento": "federacion", "por_parejas": False}, "juego_imposible"),
        ({"reglamento": "federacion", "jugadores": 2, "por_parejas": True}, "juego_imposible"),
        ({"reglamento": "federacion", "fichas": 9}, "juego_imposible"),
        ({"reglamento": "federacion", "jugadores": 3, "fichas": 8}, "juego_imposible"),
        ({"reglamento": "musica", "jugadores": 2, "fichas": 9}, "juego_imposible"),
        ({"reglamento": "musica", "jugadores": 3, "por_parejas": True}, "juego_imposible"),
        ({"reglamento": "musica", "por_parejas": "sí"}, "tipo_invalido"),
    ],
)
def test_asi_no_se_juega(dice, codigo):
    with pytest.raises(ErrorDeRegla) as error:
        leer_reglamento(dice)
    assert error.value.codigo == codigo and error.value.mensaje() != codigo


@pytest.mark.parametrize(
    "juego, meta, codigo",
    [
        (FEDERACION, 50, "meta_imposible"),
        (FEDERACION, 120, "meta_imposible"),
        (FEDERACION, 550, "meta_imposible"),
        (FEDERACION, "300", "tipo_invalido"),
        (FEDERACION, "juegos_ganados", "tipo_invalido"),
        (MUSICA_3, 0, "meta_imposible"),
        (MUSICA_3, -5, "meta_imposible"),
        (MUSICA_3, True, "tipo_invalido"),
        (MUSICA_3, "juegos_ganados", "tipo_invalido"),
    ],
)
def test_las_metas_que_no_se_admiten(juego, meta, codigo):
    acta, _ = al_azar(juego, 1)
    with pytest.raises(ErrorDeRegla) as error:
        verificar_partida({**acta, "meta": meta})
    assert error.value.codigo == codigo


def test_a_cualquier_meta_positiva_se_juega_musica():
    for meta in (1, 7, 1_000_000):
        acta, esperado = modelo.acta_al_azar(random.Random(2), MUSICA_3, meta, 2)
        assert verificar_partida(acta) == sin_detalle(esperado)


# --- lo que no puede ser ----------------------------------------------------------------------------------------------
def _roba_de_otro(acta: dict[str, Any]) -> None:
    mano = acta["manos"][0]
    mano["pozo"][0], mano["reparto"][0][0] = mano["reparto"][0][0], mano["pozo"][0]
    mano["pozo"][1] = mano["pozo"][0]


MALAS: list[tuple[modelo.Juego, Any, str, int | None, int | None]] = [
    (FEDERACION_3, lambda acta: acta["manos"][0]["pozo"].pop(), "reparto_imposible", 0, None),
    (FEDERACION_3, lambda acta: acta["manos"][0].pop("pozo"), "reparto_imposible", 0, None),
    (FEDERACION_3, lambda acta: acta["manos"][0]["pozo"].append("0-0"), "reparto_imposible", 0, None),
    (FEDERACION_3, _roba_de_otro, "reparto_imposible", 0, None),
    (FEDERACION_3, lambda acta: acta["manos"][0]["reparto"].append([]), "reparto_imposible", 0, None),
    (FEDERACION_39, lambda acta: acta["manos"][0].update(pozo=["0-0"]), "reparto_imposible", 0, None),
    (FEDERACION_3, lambda acta: acta.update(asientos=["a", "b", "c", "d"]), "tipo_invalido", None, None),
    (FEDERACION_3, lambda acta: acta["manos"][0].update(salidor=3), "asiento_invalido", 0, None),
    (FEDERACION_3, lambda acta: acta["manos"][0]["jugadas"][0].update(asiento=3), "asiento_invalido", 0, 0),
    (
        FEDERACION_3,
        lambda acta: acta["manos"][1].update(salidor=(acta["manos"][1]["salidor"] + 1) % 3),
        "salidor_no_rotado",
        1,
        None,
    ),
    (FEDERACION_3, lambda acta: acta["manos"][0].update(jugadas=[]), "mano_tras_incompleta", 1, None),
    (
        MUSICA_3,
        lambda acta: acta["manos"][0].update(salidor=(acta["manos"][0]["salidor"] + 1) % 3),
        "salidor_ajeno",
        0,
        None,
    ),
]


@pytest.mark.parametrize("juego, altera, codigo, mano, jugada", MALAS)
def test_lo_primero_que_no_puede_ser_se_dice_con_su_lugar(juego, altera, codigo, mano, jugada):
    acta = next(acta for semilla in range(99) if len((acta := al_azar(juego, semilla)[0])["manos"]) > 2)
    altera(acta := copy.deepcopy(acta))
    with pytest.raises(ErrorDeRegla) as error:
        verificar_partida(acta)
    assert (error.value.codigo, error.value.datos.get("mano"), error.value.datos.get("jugada")) == (
        codigo,
        mano,
        jugada,
    )


def test_en_musica_la_primera_mano_se_sale_con_la_ficha_mayor_y_la_segunda_con_la_que_se_quiera():
    acta, _ = al_azar(MUSICA_3, 4, 1)
    mano = acta["manos"][0]
    salidor = mano["salidor"]
    con = max([f for s in mano["reparto"] for f in s if modelo.es_doble(f)], key=modelo.cuanto)
    otra = next(ficha for ficha in mano["reparto"][salidor] if ficha != con)
    mano["jugadas"] = [{"asiento": salidor, "ficha": otra, "extremo": None}]
    with prohibe("salida_obligada", mano=0, jugada=0, ficha=con):
        verificar_partida(acta)


def test_sin_dobles_en_las_manos_sale_la_que_mas_suma_y_en_empate_la_de_mayor_lado():
    manos = (mascara(map(ficha_de, ("3-5", "0-1"))), mascara(map(ficha_de, ("2-6", "0-2"))))
    musica = reglamento_de("musica", 2, False)
    assert musica.sale_por_fichas is not None
    salida = musica.sale_por_fichas(manos)
    assert (salida.asiento, TEXTOS[salida.obligada]) == (1, "2-6")


def test_en_federacion_no_se_admite_a_quien_recibe_mas_de_tres_dobles():
    acta, _ = al_azar(FEDERACION, 3, 1)
    mulas = [f"{palo}-{palo}" for palo in range(7)]
    otras = [ficha for ficha in TEXTOS if ficha not in mulas]
    for cuantas, vale in ((3, True), (4, False)):
        una, demas = mulas[:cuantas] + otras[: 7 - cuantas], mulas[cuantas:] + otras[7 - cuantas :]
        reparto = [una, demas[0::3], demas[1::3], demas[2::3]]
        assert all(len(suyas) == 7 for suyas in reparto)
        mala = {**acta, "manos": [{"reparto": reparto, "pozo": [], "salidor": 0, "jugadas": []}]}
        if vale:
            assert verificar_partida(mala)["manos"][0]["fin"] == "incompleta"
        else:
            with prohibe("reparto_imposible", mano=0):
                verificar_partida(mala)


# --- el sorteo --------------------------------------------------------------------------------------------------------
def sorteado(juego: modelo.Juego, semilla: int) -> tuple[dict[str, Any], int]:
    """Un acta de una mano con su sorteo, y en qué intento salió."""
    azar, reglamento = random.Random(semilla), de(juego)
    claves, secreta = claves_al_azar(azar), f"s{semilla}"
    nonces = tuple(f"n{azar.random()}" for _ in range(juego.jugadores))
    repartido = revolver(claves, nonces, reglamento)
    salida = primera_salida(claves, secreta, nonces, repartido.manos, reglamento)
    sorteo = Sorteo(compromiso_de(claves, secreta), claves, secreta, nonces, repartido.intento)
    mano = ManoDeActa(repartido.manos, salida.asiento, (), sorteo=sorteo, pozo=repartido.pozo)
    return acta_de_partida(reglamento.metas[0], ["x"] * juego.jugadores, [mano], reglamento), repartido.intento


@pytest.mark.parametrize("juego", TODOS)
def test_cualquiera_comprueba_el_sorteo_y_en_que_intento_se_admitio(juego):
    intentos = set()
    for semilla in range(60):
        acta, intento = sorteado(juego, semilla)
        intentos.add(intento)
        assert informe_de_sorteo(acta) == {"manos": [{"sorteo": "correcto"}]}
        assert verificar_partida(acta)["manos"][0]["fin"] == "incompleta"
    assert (max(intentos) > 0) == (juego.nombre == "federacion")


def test_quien_miente_en_el_intento_el_pozo_o_el_salidor_se_descubre():
    acta = next(acta for semilla in range(99) for acta, intento in [sorteado(FEDERACION_3, semilla)] if intento == 1)
    casos = {
        "intento_no_cuadra": lambda mano: mano["sorteo"].pop("intento"),
        "pozo_no_cuadra": lambda mano: mano["pozo"].reverse(),
        "salidor_no_cuadra": lambda mano: mano.update(salidor=(mano["salidor"] + 1) % 3),
        "faltan_nonces": lambda mano: mano["sorteo"]["nonces"].pop(),
        "faltan_claves": lambda mano: mano["sorteo"]["claves"].pop(),
    }
    for codigo, altera in casos.items():
        mala = copy.deepcopy(acta)
        altera(mala["manos"][0])
        with pytest.raises(ErrorDeRegla) as error:
            informe_de_sorteo(mala)
        assert error.value.codigo == codigo


def test_el_reparto_que_se_repite_es_el_primero_que_se_admite():
    """VA4, a la letra: SHA-256(clave ‖ nonces ‖ intento), y los anteriores no se admitían."""
    from hashlib import sha256

    azar, reglamento = random.Random(3), reglamento_de("federacion")
    vistos = set()
    for _ in range(80):
        claves, nonces = claves_al_azar(azar), tuple(f"{azar.random()}" for _ in range(4))
        for intento in range(99):
            cola = "".join(nonces) + (str(intento) if intento else "")
            orden = sorted(range(28), key=lambda ficha: sha256((claves[ficha] + cola).encode()).hexdigest())
            manos = [orden[n : n + 7] for n in (0, 7, 14, 21)]
            if all(sum(modelo.es_doble(TEXTOS[ficha]) for ficha in suyas) <= 3 for suyas in manos):
                break
        assert revolver(claves, nonces, reglamento) == (tuple(map(tuple, manos)), (), intento)
        vistos.add(intento)
    assert vistos >= {0, 1}


def test_tres_con_nueve_juegan_sin_el_doble_blanco_y_con_las_28_claves():
    azar, reglamento = random.Random(3), reglamento_de("federacion", 3, False, 9)
    for _ in range(30):
        claves = claves_al_azar(azar)
        reparto = repartir(claves, ("a", "b", ""), reglamento)
        assert sorted(ficha for suyas in reparto for ficha in suyas) == list(range(1, 28))


def test_la_salida_de_federacion_se_sortea_con_una_ficha_a_cada_quien():
    azar, vistos = random.Random(9), [0, 0, 0]
    reglamento = reglamento_de("federacion", 3, False)
    for _ in range(300):
        claves = claves_al_azar(azar)
        salida = primera_salida(claves, "s", ("a", "b", "c"), (0, 0, 0), reglamento)
        suyas = [modelo.cuanto(TEXTOS[ficha]) for ficha in salida.fichas]
        assert len(set(salida.fichas)) == 3 and suyas[salida.asiento] == max(suyas)
        vistos[salida.asiento] += 1
    assert min(vistos) > 60


# --- el análisis ------------------------------------------------------------------------------------------------------
def test_se_analiza_federacion_por_parejas_y_de_lo_demas_se_dice_que_no():
    for juego in modelo.JUEGOS:
        acta, _ = al_azar(juego, 6, 1)
        if juego is FEDERACION:
            assert len(analizar_acta(acta)["manos"][0]["jugadas"]) == len(acta["manos"][0]["jugadas"])
        else:
            with prohibe("no_se_analiza"):
                analizar_acta(acta)

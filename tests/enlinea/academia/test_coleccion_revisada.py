"""Cada ejercicio de la casa, revisado sin nada de lo que lo escogió (D593)."""

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from enlinea.management.commands.ejercicios_de_la_casa import como_datos, lecciones_de
from reglas.analisis import predicados
from reglas.fichas import TEXTOS
from tests.enlinea.academia.revisor import EXTREMOS, Busqueda, en_la_pregunta, jugadas_de, posibles, tras
from tests.reglas.modelo_analisis import Fuerza
from tests.reglas.modelo_mesa import FICHAS, MARCAS, ManoModelo, pareja

ARCHIVO = Path(__file__).resolve().parents[3] / "enlinea/academia/datos/ejercicios.json"
MARGEN = 10


@lru_cache(maxsize=1)
def todos() -> list[dict[str, Any]]:
    return list(json.loads(ARCHIVO.read_text(encoding="utf-8")))


def sin_jugar(uno: dict[str, Any]) -> int:
    return 28 - len(uno["jugadas"])


def test_hay_de_cada_nivel_y_de_cada_tema_y_el_archivo_es_chico() -> None:
    niveles, temas = Counter(u["nivel"] for u in todos()), Counter(u["tema"] for u in todos())
    assert set(niveles) == {"facil", "medio", "dificil"} and min(niveles.values()) >= 30
    assert len(temas) == 10 and len(todos()) >= 100
    assert len({u["clave"] for u in todos()}) == len(todos())
    assert len({json.dumps([u["reparto"], u["salidor"]]) for u in todos()}) == len(todos()), "una por mano"
    assert ARCHIVO.stat().st_size < 300_000


def test_cada_posicion_se_alcanza_y_sus_jugadas_son_todas_las_que_se_podian() -> None:
    for uno in todos():
        mano, _pases = en_la_pregunta(uno)
        assert uno["clave"].endswith(f"-{len(uno['jugadas'])}")
        dadas = [(FICHAS[f], (None, "A", "B")[e]) for f, e, _v in (j["jugada"] for j in jugadas_de(uno))]
        assert sorted(dadas, key=str) == sorted(mano.legales(mano.turno), key=str), uno["clave"]
        assert len(mano.manos[mano.turno]) >= 3 and len(dadas) >= 2


def demostrar(uno: dict[str, Any]) -> None:
    """La mejor es una sola y por cuánto; y cada otra cuesta lo que se dice."""
    mano, _pases = en_la_pregunta(uno)
    busca, signo = Busqueda(mano), -1 if pareja(mano.turno) else 1
    for jugada in jugadas_de(uno):
        ficha, extremo, valor = jugada["jugada"]
        assert busca.vale(tras(mano, ficha, extremo), valor), (uno["clave"], jugada["jugada"])
    mejor = signo * uno["mejor"]["jugada"][2]
    for otra in uno["otras"]:
        assert otra["perdida"] == mejor - signo * otra["jugada"][2] >= MARGEN, uno["clave"]


def test_la_mejor_es_una_sola_y_por_cuanto() -> None:
    for uno in todos():
        demostrar(uno)


def test_la_busqueda_del_revisor_es_la_fuerza_bruta() -> None:
    """En los de menos fichas, sin podar ni recordar nada."""
    for uno in sorted(todos(), key=sin_jugar)[:8]:
        mano, _pases = en_la_pregunta(uno)
        valores = {(FICHAS.index(a["ficha"]), EXTREMOS.index(a["extremo"])): a["valor"] for a in bruta(mano)}
        assert valores == {tuple(j["jugada"][:2]): j["jugada"][2] for j in jugadas_de(uno)}, uno["clave"]


def bruta(mano: ManoModelo) -> list[dict[str, Any]]:
    return Fuerza("100", recordar=False).alternativas(mano)


def test_la_misma_semilla_da_el_mismo_ejercicio() -> None:
    for uno in todos()[:: len(todos()) // 4]:
        semilla = int(uno["clave"].partition("-")[0])
        otra_vez = [como_datos(semilla, reparto, leccion) for reparto, leccion in lecciones_de(semilla)]
        assert json.loads(json.dumps(uno)) in json.loads(json.dumps(otra_vez))


def _linea(uno: dict[str, Any], jugada: dict[str, Any]) -> list[tuple[int, str, int]]:
    """Quién tira qué, con la propia jugada primero: lo guardado, jugado otra vez en el modelo."""
    mano, _pases = en_la_pregunta(uno)
    sale = []
    for ficha, extremo in [jugada["jugada"][:2], *jugada["linea"]]:
        while not mano.legales(mano.turno):
            mano.pasar()
        sale.append((mano.turno, TEXTOS[ficha], extremo))
        mano.tirar(FICHAS[ficha], (None, "A", "B")[extremo])
    assert mano.fin is not None
    assert {"fin": "dominada" if mano.fin == "dominada" else "cierre", "asiento": mano.quien} == jugada["acaba"]
    return sale


def test_la_razon_es_verdad_y_explica_casi_todo() -> None:
    """Las dos líneas guardadas acaban en lo que valen; toda razón se cumple, y la primera explica tres cuartos."""
    for uno in todos():
        mano, _pases = en_la_pregunta(uno)
        manos = tuple(frozenset(MARCAS[ficha] for ficha in suyas) for suyas in mano.manos)
        mesa = predicados.Mesa(manos, mano.terminales(), mano.turno, mano.salidor)
        signo = -1 if pareja(mano.turno) else 1
        mejor = predicados.repetir(mesa, _linea(uno, uno["mejor"]))
        for otra in uno["otras"]:
            careo = predicados.Careo(mano.turno, "100", predicados.repetir(mesa, _linea(uno, otra)), mejor)
            assert predicados.cuadra(careo, signo * otra["jugada"][2], signo * uno["mejor"]["jugada"][2]), uno["clave"]
            for razon in otra["razones"]:
                assert predicados.es_verdad(razon, careo, otra["perdida"]), (uno["clave"], razon)
        tienta = uno["otras"][0]
        assert 100 * tienta["razones"][0]["explica"] >= 75 * tienta["perdida"], uno["clave"]


def test_con_lo_que_se_veia_tambien_es_la_buena() -> None:
    for uno in todos():
        buenas = [(f, e) for f, e, *_cifras, buena in uno["sabido"]["jugadas"] if buena]
        assert buenas == [tuple(uno["mejor"]["jugada"][:2])], uno["clave"]
        veces = {(f, e): milesimas for f, e, milesimas, *_resto in uno["sabido"]["jugadas"]}
        assert veces[buenas[0]] == max(veces.values()) >= 600
        assert set(veces) == {tuple(j["jugada"][:2]) for j in jugadas_de(uno)}


def test_donde_caben_todas_las_manos_posibles_se_cuentan_por_fuerza_bruta() -> None:
    """Cuántas hay, y en cuántas es de las mejores cada jugada."""
    cortos = sorted((u for u in todos() if u["sabido"]["cuantas"] <= 60), key=lambda u: u["sabido"]["cuantas"])[-6:]
    assert cortos
    for uno in cortos:
        mano, pases = en_la_pregunta(uno)
        hechas, veces = 0, Counter[tuple[int, int]]()
        for manos in posibles(mano, pases):
            supuesta = ManoModelo(manos, mano.salidor, fila=list(mano.fila))
            supuesta.turno = mano.turno
            hechas += 1
            veces.update(_mejores(supuesta, uno))
        sabido = uno["sabido"]
        assert (sabido["cuantas"], sabido["muestras"]) == (hechas, hechas), uno["clave"]
        for ficha, extremo, milesimas, *_resto in sabido["jugadas"]:
            assert milesimas == (1000 * veces[ficha, extremo] + hechas // 2) // hechas, uno["clave"]


def _mejores(mano: ManoModelo, uno: dict[str, Any]) -> list[tuple[int, int]]:
    """Las que sacan lo más que se puede: el valor se acorrala a mitades."""
    busca, signo = Busqueda(mano), -1 if pareja(mano.turno) else 1
    valores = {}
    for jugada in jugadas_de(uno):
        ficha, extremo = jugada["jugada"][:2]
        menos, mas, hecha = -200, 200, tras(mano, ficha, extremo)
        while menos < mas:
            medio = (menos + mas + 1) // 2
            menos, mas = (medio, mas) if busca.al_menos(hecha, medio) else (menos, medio - 1)
        valores[ficha, extremo] = signo * menos
    return [cual for cual, valor in valores.items() if valor == max(valores.values())]


def test_el_revisor_sabe_decir_que_no() -> None:
    """Un valor corrido en uno, una ficha que no era suya y una razón de otro: los tres se notan."""
    uno = min(todos(), key=lambda u: (-len(u["jugadas"]), u["clave"]))
    mano, _pases = en_la_pregunta(uno)
    ficha, extremo, valor = uno["mejor"]["jugada"]
    hecha = tras(mano, ficha, extremo)
    assert Busqueda(mano).vale(hecha, valor)
    assert not Busqueda(mano).vale(hecha, valor + 1) and not Busqueda(mano).vale(hecha, valor - 1)
    ajena = FICHAS.index(mano.manos[(mano.turno + 1) % 4][0])
    with pytest.raises(AssertionError):
        en_la_pregunta({**uno, "jugadas": [*uno["jugadas"], [ajena, 1]]})

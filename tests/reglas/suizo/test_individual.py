"""Emparejar en Individual (TO5-TO8, TO11-TO13): contra el óptimo exacto y las cifras que deben ser ciertas."""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.errores import ErrorDeRegla
from reglas.suizo.acta import escribir_torneo, leer_torneo
from reglas.suizo.emparejar import emparejar
from reglas.suizo.historia import historia_de
from reglas.suizo.informes import informe_de_emparejar
from reglas.suizo.nuevas import demostrar
from reglas.suizo.objetivo import CONTRARIOS, DISPERSION, PAREJAS, PROHIBIDOS, ObjetivoIndividual
from reglas.suizo.sorteo import huella
from reglas.suizo.tipos import Contrarios, Siguiente
from tests.reglas.ayudas import RAIZ

DE_NOCHE = os.environ.get("PERFIL") == "noche"


def jugado(sujetos, previstas, semilla, partidas, **mas):
    """Un torneo con las primeras partidas jugadas."""
    torneo = nuevo(sujetos, partidas, semilla, **mas)
    torneo = replace(torneo, contrarios=Contrarios.UNA_VEZ)
    return replace(Salon(torneo, random.Random(semilla)).jugar(), previstas=previstas)


def optimo(objetivo):
    """El mejor vector hasta la dispersión, por programación dinámica sobre todas las particiones en mesas."""
    cuantos = len(objetivo.quienes)
    mejor = {}
    for cuatro in combinations(range(cuantos), 4):
        a, b, c, d = cuatro
        repartos = ((a, b, c, d), (a, b, d, c), (a, c, b, d))
        mejor[cuatro] = min(objetivo.de_mesa(reparto)[: DISPERSION + 1] for reparto in repartos)

    @cache
    def partir(quedan):
        if not quedan:
            return (0,) * (DISPERSION + 1)
        primero, *otros = quedan
        opciones = []
        for tres in combinations(otros, 3):
            resto = partir(tuple(i for i in otros if i not in tres))
            opciones.append(tuple(map(sum, zip(mejor[(primero, *tres)], resto, strict=True))))
        return min(opciones)

    return partir(tuple(range(cuantos)))


@pytest.mark.parametrize("semilla", range(30 if DE_NOCHE else 1))
@pytest.mark.parametrize("regla", Contrarios)
@pytest.mark.timeout(600)
def test_con_16_es_el_optimo_exacto_hasta_la_dispersion(semilla, regla):
    torneo = replace(jugado(16, 9, semilla, 4 + semilla % 3), contrarios=regla)
    grupo = emparejar(torneo).grupos[0]
    assert grupo.vector[: DISPERSION + 1] == optimo(grupo.objetivo)


def test_la_primera_es_la_del_sorteo_de_cuatro_en_cuatro():
    torneo = nuevo(9, 5, 8)
    orden = sorted((j.id for j in torneo.jugadores), key=lambda uno: huella("8", uno))
    sigue = emparejar(torneo)
    assert [mesa.asientos for mesa in sigue.mesas] == [tuple(orden[:4]), tuple(orden[4:8])]
    assert sigue.descansan == (orden[8],)


def test_en_la_primera_un_prohibido_solo_mueve_lo_que_hace_falta():
    torneo = nuevo(16, 5, 8)
    a, b, *_ = emparejar(torneo).mesas[0].asientos
    sigue = emparejar(replace(torneo, prohibidos=((a, b),)))
    assert sigue.vector[PROHIBIDOS] == 0
    iguales = {m.asientos for m in sigue.mesas} & {m.asientos for m in emparejar(torneo).mesas}
    assert len(iguales) == 2


@pytest.mark.parametrize(("personas", "partidas"), [(12, 11), (8, 7), pytest.param(16, 13, marks=pytest.mark.noche)])
def test_un_salon_chico_no_se_encierra_aunque_se_jueguen_casi_todas(personas, partidas):
    for semilla in range(6 if DE_NOCHE else 1):
        vectores = []
        salon = Salon(nuevo(personas, partidas, semilla), random.Random(semilla))
        salon.mira = lambda antes, sigue, vectores=vectores: vectores.append(sigue.vector)
        salon.jugar()
        assert sum(vector[PAREJAS] for vector in vectores) == 0


@pytest.mark.parametrize(("personas", "partidas"), [(4, 3), (5, 5), (8, 7)])
def test_la_hoja_demuestra_las_parejas_que_por_fuerza_se_repiten(personas, partidas):
    """La prueba se revisa a mano: grupos impares, sin parejas nuevas entre sí, y 2·repetidas más que puentes."""
    torneo = jugado(personas, partidas + 1, 1, partidas)
    hoja = informe_de_emparejar(escribir_torneo(torneo), hoja=True)["hoja"]
    (prueba,) = hoja["repetidas_inevitables"]
    repiten = {n["nivel"]: n["vale"] for n in hoja["objetivo"]}["parejas"]
    juntos = {frozenset(par) for partida in torneo.partidas for mesa in partida.mesas for par in mesa.parejas}
    assert repiten == prueba["repetidas"] > 0
    assert all(len(grupo) % 2 for grupo in prueba["grupos"])
    for unos, otros in combinations(prueba["grupos"], 2):
        assert all(frozenset((uno, otro)) in juntos for uno in unos for otro in otros)
    assert len(prueba["grupos"]) - len(prueba["puentes"]) == 2 * prueba["repetidas"]


def test_la_demostracion_nombra_a_los_puentes():
    """De ocho, seis ya fueron todos con todos; sólo «0» y «1» tienen con quién: dos parejas se repiten."""
    quienes = tuple(map(str, range(8)))
    vistos = {uno: {otro: 1 for otro in quienes[2:] if otro != uno} for uno in quienes[2:]}
    historia = replace(historia_de(()), companeros=vistos)
    objetivo = ObjetivoIndividual(quienes, (0,) * 8, historia, {}, {}, Contrarios.NUNCA, (0,) * 8)
    assert demostrar(objetivo) == (2, (0, 1), ((2,), (3,), (4,), (5,), (6,), (7,)))


def test_una_forzada_se_publica_como_tal_y_no_cuenta_en_el_vector():
    torneo = jugado(12, 9, 3, 3)
    vieja = torneo.partidas[0].mesas[0].asientos
    sigue = emparejar(replace(torneo, siguiente=Siguiente(forzadas=(vieja,))))
    assert [mesa.asientos for mesa in sigue.mesas if mesa.forzada] == [vieja]
    assert sigue.vector[PAREJAS] == 0
    with pytest.raises(ErrorDeRegla, match="forzada"):
        emparejar(replace(torneo, siguiente=Siguiente(forzadas=((*vieja[:3], "nadie"),))))


def test_no_se_empareja_con_una_mesa_pendiente_y_dice_cual():
    torneo = jugado(12, 9, 3, 2)
    ultima = torneo.partidas[-1]
    abierta = replace(ultima, mesas=(*ultima.mesas[:1], replace(ultima.mesas[1], fin=None), *ultima.mesas[2:]))
    with pytest.raises(ErrorDeRegla) as error:
        emparejar(replace(torneo, partidas=(*torneo.partidas[:-1], abierta)))
    assert (error.value.codigo, error.value.datos) == ("partida_abierta", {"partida": 2, "mesa": 2})


def revuelta(acta, azar):
    """La misma acta con los renglones en otro orden."""
    acta = json.loads(json.dumps(acta))
    for lista in (acta["jugadores"], acta["partidas"], acta["prohibidos"], acta["castigos"]):
        azar.shuffle(lista)
    for partida in acta["partidas"]:
        azar.shuffle(partida["mesas"])
        azar.shuffle(partida["descansan"])
    return acta


def test_mismas_mesas_con_los_renglones_revueltos_y_cualquier_semilla_de_hash(tmp_path):
    acta = escribir_torneo(jugado(22, 9, 4, 3))
    salidas = []
    for n in range(3):
        archivo = tmp_path / f"{n}.json"
        archivo.write_text(json.dumps(revuelta(acta, random.Random(n)) if n else acta), encoding="utf-8")
        salidas.append(
            subprocess.run(
                [sys.executable, "-m", "reglas", "emparejar", "--hoja", str(archivo)],
                cwd=RAIZ,
                env={**os.environ, "PYTHONHASHSEED": str(n)},
                capture_output=True,
                check=True,
            ).stdout
        )
    assert salidas[0] == salidas[1] == salidas[2]
    assert leer_torneo(acta) == leer_torneo(json.loads(json.dumps(acta)))


def test_la_hoja_dice_de_cada_mesa_que_paga_y_que_empeoraria():
    hoja = informe_de_emparejar(escribir_torneo(jugado(24, 9, 4, 5)), hoja=True)["hoja"]
    assert len(hoja["mesas"]) == 6
    for mesa in hoja["mesas"]:
        cambio = mesa["alternativa"]
        assert len(mesa["sujetos"]) == len(mesa["vecinos"]) == 4
        assert len(set(cambio["serian"][0] + cambio["serian"][1])) == 8
        # lo que se propone empeora el primer nivel en que es distinto: si no, se habría publicado
        assert cambio["nivel"] is None or cambio["a"] > cambio["de"]


@pytest.mark.parametrize("personas", [64] if not DE_NOCHE else [64, 128, 256])
def test_con_nunca_no_se_repite_ni_pareja_ni_contrario(personas, monkeypatch):
    if not DE_NOCHE:
        monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 150),))
    vectores = []
    salon = Salon(nuevo(personas, 9, 6), random.Random(6))
    salon.mira = lambda antes, sigue: vectores.append(sigue.vector)
    salon.jugar()
    assert [(v[PAREJAS], v[CONTRARIOS]) for v in vectores] == [(0, 0)] * 9

"""`verificar-torneo` (TO3-TO13, TO19-TO27): lo bueno pasa, y de lo descompuesto dice qué, dónde y con qué código."""

import json
import random
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace

import pytest

from bench.suizo.simulador import Salon, nuevo
from reglas.suizo.acta import escribir_torneo, leer_torneo
from reglas.suizo.emparejar import emparejar
from reglas.suizo.informes import informe_de_clasificar
from reglas.suizo.tipos import (
    CastigoDeTorneo,
    Correccion,
    Modalidad,
    Siguiente,
    Suplente,
    Tipo,
    Vigencia,
)
from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.reglas.ayudas import RAIZ


@pytest.fixture(scope="module", autouse=True)
def _pocas_patadas():
    with pytest.MonkeyPatch.context() as parche:
        parche.setattr("reglas.suizo.individual.PATADAS", ((256, 20),))
        yield


def faltas(torneo_o_acta):
    acta = torneo_o_acta if isinstance(torneo_o_acta, dict) else escribir_torneo(torneo_o_acta)
    return verificar_torneo(json.loads(json.dumps(acta)))["faltas"]


def codigos(torneo_o_acta):
    return {falta["codigo"] for falta in faltas(torneo_o_acta)}


@pytest.fixture(scope="module")
def de_trece():
    """13 personas, cinco partidas de seis: en cada una descansa una; tres mesas."""
    return Salon(nuevo(13, 6, 4, tardios=1), random.Random(4)).jugar(5)


@pytest.fixture(scope="module")
def acta(de_trece):
    escrita = escribir_torneo(de_trece)
    return json.loads(json.dumps(escrita | informe_de_clasificar(escrita)))


def con(acta, cambio):
    otra = deepcopy(acta)
    cambio(otra)
    return otra


def mesa_de(acta, partida, mesa):
    return acta["partidas"][partida - 1]["mesas"][mesa - 1]


def test_un_torneo_a_medias_con_su_tabla_no_tiene_faltas(acta):
    assert faltas(acta) == []


def _cambia_asientos(acta):
    una, otra = mesa_de(acta, 4, 1)["asientos"], mesa_de(acta, 4, 3)["asientos"]
    una[0], otra[0] = otra[0], una[0]


def _sienta_al_que_descansa(acta):
    partida = acta["partidas"][2]
    partida["descansan"], fuera = [partida["mesas"][2]["asientos"][1]], partida["descansan"]
    partida["mesas"][2]["asientos"][1] = fuera[0]


def _dos_veces_sentado(acta):
    mesa_de(acta, 2, 1)["asientos"][0] = mesa_de(acta, 2, 2)["asientos"][0]


def _se_retiro_antes(acta):
    quien = mesa_de(acta, 5, 1)["asientos"][0]
    next(j for j in acta["jugadores"] if j["id"] == quien)["hasta"] = 3


def _avisa_y_juega(acta):
    acta["partidas"][4]["ausentes"] = [mesa_de(acta, 5, 1)["asientos"][0]]


def _nadie_descansa(acta):
    acta["partidas"][3]["descansan"] = []


def _prohibe(acta):
    acta["prohibidos"] = [mesa_de(acta, 3, 2)["asientos"][:2]]


def _repite_pareja(acta):
    """Dos que fueron pareja vuelven a serlo: uno de ellos cambia su asiento con quien va hoy frente al otro."""
    mesas = acta["partidas"][4]["mesas"]
    hoy = {q for mesa in mesas for q in mesa["asientos"]}
    a, c = next(
        par
        for mesa in acta["partidas"][0]["mesas"]
        for par in (mesa["asientos"][::2], mesa["asientos"][1::2])
        if hoy.issuperset(par)
    )
    otro = next(m["asientos"][(m["asientos"].index(c) + 2) % 4] for m in mesas if c in m["asientos"])
    for mesa in mesas:
        mesa["asientos"] = [{a: otro, otro: a}.get(q, q) for q in mesa["asientos"]]


def _marcador_de_mas(acta):
    mesa_de(acta, 2, 2)["marcador"] = [100, 100]


def _abre_una_vieja(acta):
    mesa_de(acta, 2, 2).update(fin=None, ganadora=None)


def _salta_un_numero(acta):
    mesa_de(acta, 3, 3)["mesa"] = 4


def _tabla_movida(acta):
    filas = acta["clasificacion"]["3"]
    filas[0], filas[1] = filas[1], filas[0]


def _tabla_inflada(acta):
    acta["clasificacion"]["5"][4]["puntos"] += 1


def _tabla_corta(acta):
    acta["clasificacion"]["5"].pop()


def _tabla_final_antes_de_tiempo(acta):
    acta["clasificacion"]["final"] = acta["clasificacion"]["5"]


def _tardio(acta):
    acta["jugadores"][0]["desde"] = 5


def _otro_resultado(acta):
    """La primera mesa de la 1, al revés y sin decir que se corrigió."""
    mesa = mesa_de(acta, 1, 1)
    mesa["ganadora"], mesa["marcador"] = 1 - mesa["ganadora"], mesa["marcador"][::-1]
    acta.pop("clasificacion")


DESCOMPUESTAS = [
    (_cambia_asientos, "mesa_distinta", 4),
    (_sienta_al_que_descansa, "descansa_otro", 3),
    (_sienta_al_que_descansa, "descansos_distintos", 3),
    (_dos_veces_sentado, "id_repetido", 2),
    (_se_retiro_antes, "no_le_tocaba", 5),
    (_avisa_y_juega, "no_le_tocaba", 5),
    (_nadie_descansa, "faltan_descansos", 4),
    (_nadie_descansa, "no_esta", 4),
    (_prohibe, "prohibidos_juntos", 3),
    (_repite_pareja, "pareja_repetida", 5),
    (_marcador_de_mas, "marcador_invalido", 2),
    (_abre_una_vieja, "mesa_sin_resultado", 2),
    (_salta_un_numero, "mesas_sin_orden", 3),
    (_salta_un_numero, "falta_mesa", 3),
    (_tabla_movida, "tabla_distinta", 3),
    (_tabla_inflada, "tabla_distinta", 5),
    (_tabla_corta, "tabla_incompleta", 5),
    (_tabla_final_antes_de_tiempo, "tabla_de_mas", 5),
    (_tardio, "tardio_fuera_de_plazo", 5),
    (_otro_resultado, "mesa_distinta", 2),
]


@pytest.mark.parametrize(("cambio", "codigo", "partida"), DESCOMPUESTAS)
def test_lo_descompuesto_se_dice_con_su_partida(acta, cambio, codigo, partida):
    todas = faltas(con(acta, cambio))
    assert (codigo, partida) in {(falta["codigo"], falta["partida"]) for falta in todas}
    assert all(set(falta) <= {"codigo", "partida", "mesa", "mensaje"} and falta["mensaje"] for falta in todas)


def test_en_consola_sale_1_si_hay_faltas_y_0_si_no(acta, tmp_path):
    # con las patadas de verdad: sólo la primera partida, que no las usa, y el error de un acta que no es de torneo
    buena = escribir_torneo(Salon(nuevo(13, 6, 4), random.Random(4)).jugar(1))
    mala = con(buena, lambda a: a["partidas"][0]["descansan"].clear())
    archivo = tmp_path / "torneos.jsonl"
    for renglones, codigo in ([buena], 0), ([buena, mala], 1), ([{"formato": "otro"}], 1):
        archivo.write_text("\n".join(map(json.dumps, renglones)), encoding="utf-8")
        orden = [sys.executable, "-S", "-m", "reglas", "verificar-torneo", str(archivo)]
        salio = subprocess.run(orden, cwd=RAIZ, capture_output=True, text=True, check=False)
        assert salio.returncode == codigo, salio.stdout
    assert json.loads(salio.stdout)["error"]["codigo"] == "formato_desconocido"


# -- lo que cambió después de publicar (D330) -------------------------------------------------------------------------


def corregir(torneo, partida, mesa, tras, **ahora):
    """La mesa con su resultado nuevo y, si `tras`, lo que decía cuando se emparejaron las siguientes."""
    partidas = list(torneo.partidas)
    mesas = list(partidas[partida - 1].mesas)
    vieja = mesas[mesa - 1]
    antes = Correccion(tras, vieja.fin, vieja.ganadora, vieja.marcador, vieja.ausentes, "Se sumó mal") if tras else None
    mesas[mesa - 1] = replace(vieja, correcciones=(antes,) if antes else (), **ahora)
    partidas[partida - 1] = replace(partidas[partida - 1], mesas=tuple(mesas))
    return replace(torneo, partidas=tuple(partidas))


def al_reves(torneo, partida, mesa):
    vieja = torneo.partidas[partida - 1].mesas[mesa - 1]
    return {"ganadora": 1 - vieja.ganadora, "marcador": vieja.marcador[::-1]}


def test_una_correccion_cambia_la_tabla_y_las_mesas_publicadas_se_repiten(de_trece):
    ahora = al_reves(de_trece, 1, 1)
    corregido = corregir(de_trece, 1, 1, 5, **ahora)
    assert faltas(corregido) == []
    assert codigos(corregir(de_trece, 1, 1, None, **ahora)) >= {"mesa_distinta"}
    tablas = [informe_de_clasificar(escribir_torneo(t))["clasificacion"]["1"] for t in (de_trece, corregido)]
    assert tablas[0] != tablas[1]
    assert leer_torneo(json.loads(json.dumps(escribir_torneo(corregido)))) == corregido


def test_la_que_sigue_a_una_correccion_se_empareja_con_lo_corregido(de_trece):
    corregido = corregir(de_trece, 1, 1, 5, **al_reves(de_trece, 1, 1))
    assert emparejar(corregido).tabla != emparejar(de_trece).tabla
    completo = Salon(corregido, random.Random(4)).jugar()
    assert faltas(completo) == []


def test_una_correccion_mal_anotada_se_dice(de_trece):
    assert codigos(corregir(de_trece, 2, 1, 2, **al_reves(de_trece, 2, 1))) == {"correccion_invalida"}
    assert codigos(corregir(de_trece, 2, 1, 6, **al_reves(de_trece, 2, 1))) == {"correccion_invalida"}


def test_un_castigo_puesto_tarde_no_cambia_las_mesas_ya_publicadas(de_trece):
    """A cuatro, para que la tabla de entonces quede de veras distinta: los de la mesa 1 de la primera."""
    quienes = de_trece.partidas[0].mesas[0].asientos
    castigos = tuple(CastigoDeTorneo(1, quien, 50 * n, tras=5) for n, quien in enumerate(quienes, start=1))
    assert faltas(replace(de_trece, castigos=castigos)) == []
    de_entonces = tuple(replace(castigo, tras=None) for castigo in castigos)
    assert codigos(replace(de_trece, castigos=de_entonces)) & {"mesa_distinta", "descansa_otro"}


def test_un_prohibido_dicho_tarde_rige_desde_entonces(de_trece):
    par = de_trece.partidas[2].mesas[1].asientos[:2]
    tarde = replace(de_trece, prohibidos=(par,), vigencias=(Vigencia(par, desde=6),))
    assert faltas(tarde) == []
    sigue = emparejar(tarde)
    assert all(not set(par) <= set(mesa.asientos) for mesa in sigue.mesas)
    assert codigos(replace(tarde, vigencias=())) >= {"prohibidos_juntos"}


# -- comodines, suplentes y mesas fijas -------------------------------------------------------------------------------


def de_la_casa(torneo, quienes):
    """Con esos conjuntos hechos de gente de la casa."""
    suyos = {j for e in torneo.entidades if e.id in quienes for j in e.jugadores}
    jugadores = tuple(replace(j, comodin=j.id in suyos) for j in torneo.jugadores)
    return replace(torneo, jugadores=jugadores)


@pytest.mark.parametrize("modalidad", [Modalidad.PAREJAS, Modalidad.EQUIPOS])
def test_el_conjunto_de_la_casa_completa_y_no_sale_en_la_tabla(modalidad):
    """Nueve conjuntos y uno de la casa: nadie descansa; si uno avisa que no viene, sobra el de la casa."""
    uno = de_la_casa(nuevo(10, 6, 3, modalidad), {"c0010"})
    jugado = Salon(uno, random.Random(3)).jugar(4)
    assert all(partida.descansan == () for partida in jugado.partidas)
    assert faltas(jugado) == []
    final = informe_de_clasificar(escribir_torneo(jugado))["clasificacion"]["4"]
    assert {fila["sujeto"] for fila in final} == {f"c{n:04d}" for n in range(1, 10)}
    jugado = replace(jugado, previstas=9, siguiente=Siguiente(ausentes=("c0001",)))
    sigue = Salon(jugado, random.Random(3)).jugar(7)
    assert faltas(sigue) == []


def test_si_se_deja_fuera_al_de_la_casa_se_dice():
    jugado = Salon(de_la_casa(nuevo(4, 3, 3, Modalidad.PAREJAS), {"c0004"}), random.Random(3)).jugar(1)
    (partida,) = jugado.partidas
    mesa = next(m for m in partida.mesas if "c0004" in m.entidades)
    rival = next(e for e in mesa.entidades if e != "c0004")
    sin = replace(partida, mesas=tuple(m for m in partida.mesas if m is not mesa), descansan=(rival,))
    sin = replace(sin, mesas=tuple(replace(m, numero=n) for n, m in enumerate(sin.mesas, start=1)))
    assert codigos(replace(jugado, partidas=(sin,))) >= {"faltan_comodines"}


def test_el_suplente_se_sienta_en_el_lugar_de_quien_suple_y_la_cuenta_es_del_conjunto():
    uno = nuevo(8, 6, 3, Modalidad.EQUIPOS)
    jugado = Salon(uno, random.Random(3)).jugar(3)
    casa = replace(uno.jugadores[0], id="nuevo", nombre="El que llegó")
    primera, *otras = jugado.entidades
    suple = replace(primera, suplente=Suplente("nuevo", primera.jugadores[1], 4))
    jugado = replace(jugado, jugadores=(*jugado.jugadores, casa), entidades=(suple, *otras))
    completo = Salon(jugado, random.Random(3)).jugar()
    assert faltas(completo) == []
    sentados = {q for p in completo.partidas[3:] for m in p.mesas for q in m.asientos}
    assert "nuevo" in sentados and primera.jugadores[1] not in sentados
    # 4.ª partida: ab y cd, con el suplente por b
    assert any({primera.jugadores[0], "nuevo"} in map(set, m.parejas) for m in completo.partidas[3].mesas)
    assert leer_torneo(escribir_torneo(completo)) == completo
    mal = replace(completo, entidades=(replace(suple, suplente=Suplente("nuevo", "nadie", 4)), *otras))
    assert "suplente_invalido" in codigos(mal)


def test_quien_no_puede_moverse_conserva_su_mesa(de_trece):
    quieto = emparejar(de_trece).mesas[2].asientos[1]
    fijado = replace(de_trece, siguiente=Siguiente(fijas=((quieto, 1),)))
    sigue = emparejar(fijado)
    assert quieto in sigue.mesas[0].asientos
    assert [mesa.numero for mesa in sigue.mesas] == [1, 2, 3]
    jugado = Salon(fijado, random.Random(4)).jugar()
    jugado = replace(jugado, partidas=(*jugado.partidas[:5], replace(jugado.partidas[5], fijas=((quieto, 1),))))
    assert faltas(jugado) == []
    assert leer_torneo(escribir_torneo(jugado)) == jugado


# -- conjuntos y bolsas -----------------------------------------------------------------------------------------------


def test_un_equipo_mal_rotado_o_separado_se_dice():
    acta = escribir_torneo(Salon(nuevo(8, 6, 3, Modalidad.EQUIPOS), random.Random(3)).jugar(2))
    assert faltas(acta) == []

    def gira(otra):
        a, b, c, d = mesa_de(otra, 2, 1)["asientos"]
        mesa_de(otra, 2, 1)["asientos"] = [c, b, a, d]

    def separa(otra):
        una, dos = mesa_de(otra, 2, 2), mesa_de(otra, 2, 3)
        una["mesa"], dos["mesa"] = 3, 2

    assert codigos(con(acta, gira)) >= {"mal_sentados", "mesa_distinta"}
    assert codigos(con(acta, separa)) >= {"encuentro_separado", "mesa_distinta"}


def test_un_corte_movido_o_que_falta_se_dice():
    torneo = Salon(nuevo(33, 9, 5, tipo=Tipo.MULTIBOLSA, bolsas=2), random.Random(5)).jugar(5)
    acta = escribir_torneo(torneo)
    assert faltas(acta) == []

    def mueve(otra):
        arriba, abajo = otra["bolsas"]["cortes"][0]
        arriba[-1], abajo[0] = abajo[0], arriba[-1]

    assert codigos(con(acta, mueve)) >= {"corte_distinto", "de_dos_bolsas"}
    assert "falta_corte" in codigos(con(acta, lambda otra: otra["bolsas"].update(cortes=[])))
    sobra = con(acta, lambda otra: otra["bolsas"]["cortes"].append(otra["bolsas"]["cortes"][0]))
    assert codigos(sobra) == {"corte_de_mas"}

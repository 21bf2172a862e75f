"""Cuatro partidas conocidas: lo que el navegador enseña y lo que baja, contra tablas hechas a lápiz (ES1, ES2).

Las partidas y lo que cada reparto vale están en `tests.reglas.partidas_conocidas`. Mari (abajo) y Carmen (arriba) ganan
100-0, 200-104 y a juegos 4-1, y pierden 0-100. Aquí ningún número sale del código: la cuenta va junto a cada tabla.
"""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.navegador.casa import Casa, base_sembrada, copiar_base, manage
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.navegador
SEMBRAR = "from tests.navegador.siembra import sembrar_conocidas as s; s()"

# número, fecha y hora, mesa, meta, manos ganadas y perdidas, tantos a favor y en contra, resultado, zapato
PARTIDAS = """
Partida 4 | 4 mar 2026, 12:00 p.m. | La del estribo | 100 tantos     | 0 | 2 | 0   | 100 | Perdida | te lo dieron
Partida 3 | 3 mar 2026, 12:00 p.m. | La del estribo | Juegos ganados | 4 | 1 | —   | —   | Ganada  | —
Partida 2 | 2 mar 2026, 12:00 p.m. | La del estribo | 200 tantos     | 2 | 1 | 200 | 104 | Ganada  | No
Partida 1 | 1 mar 2026, 12:00 p.m. | La del estribo | 100 tantos     | 2 | 0 | 100 | 0   | Ganada  | lo diste
"""
# Suma, promedio y porcentaje por partida; suma, promedio y el de los otros tres por mano. De las 14 manos de Mari:
#   100: 29 46 58 · 51 45 tantos, 3 2 1 · 3 3 mulas, 3 3 4 · 3 3 de un palo, 0 0 6 · 5 5 fallas, +80 0 +61 · −69 −61
#   200: 51 40 58, 3 1 1, 3 5 4, 5 5 6, −104 +104 +119
#   juegos: 21 57 58 21 51 40, 1 2 1 1 3 1, 7 3 4 7 3 5, 0 0 6 0 5 5
# Los otros tres suman lo que falta para 168 tantos y 7 mulas por mano (5, 3 y 6 manos; 15, 9 y 18 repartos); de un palo
# llevan 66, 45 y 79; pasan 25, 24 y 51 veces; su diferencia es la contraria: −11 ÷ 15, −119 ÷ 9, −130 ÷ 24.
ACUMULADOS = {
    "Todas": """
Partidas ganadas      | 3    |       | 75 %
Partidas perdidas     | 1    |       | 25 %
Manos ganadas         | 8    | 2.0   | 57 %
Manos perdidas        | 4    | 1.0   | 29 %
Manos que nadie ganó  | 2    | 0.5   | 14 %
Tantos a favor        | 300  | 100.0 |
Tantos en contra      | 204  | 68.0  |
Diferencia            | +96  | +32.0 |
Zapatos que diste     | 1    |       | 33 %
Zapatos que te dieron | 1    |       | 33 %
Valor de las fichas   | 626  | 44.7  | 41.1
Mulas                 | 26   | 1.9   | 1.7
Del mismo palo        | 57   | 4.1   | 4.5
Fallas (pases)        | 48   | 3.4   | 2.4
Tantos de diferencia  | +130 | +16.3 | −5.4
""",
    "100 tantos": """
Partidas ganadas      | 1    |       | 50 %
Partidas perdidas     | 1    |       | 50 %
Manos ganadas         | 2    | 1.0   | 40 %
Manos perdidas        | 2    | 1.0   | 40 %
Manos que nadie ganó  | 1    | 0.5   | 20 %
Tantos a favor        | 100  | 50.0  |
Tantos en contra      | 100  | 50.0  |
Diferencia            | 0    | 0.0   |
Zapatos que diste     | 1    |       | 50 %
Zapatos que te dieron | 1    |       | 50 %
Valor de las fichas   | 229  | 45.8  | 40.7
Mulas                 | 12   | 2.4   | 1.5
Del mismo palo        | 16   | 3.2   | 4.4
Fallas (pases)        | 16   | 3.2   | 1.7
Tantos de diferencia  | +11  | +2.2  | −0.7
""",
    "200 tantos": """
Partidas ganadas      | 1    |       | 100 %
Partidas perdidas     | 0    |       | 0 %
Manos ganadas         | 2    | 2.0   | 67 %
Manos perdidas        | 1    | 1.0   | 33 %
Manos que nadie ganó  | 0    | 0.0   | 0 %
Tantos a favor        | 200  | 200.0 |
Tantos en contra      | 104  | 104.0 |
Diferencia            | +96  | +96.0 |
Zapatos que diste     | 0    |       | 0 %
Zapatos que te dieron | 0    |       | 0 %
Valor de las fichas   | 149  | 49.7  | 39.4
Mulas                 | 5    | 1.7   | 1.8
Del mismo palo        | 12   | 4.0   | 5.0
Fallas (pases)        | 16   | 5.3   | 2.7
Tantos de diferencia  | +119 | +39.7 | −13.2
""",
    "Juegos ganados": """
Partidas ganadas      | 1    |       | 100 %
Partidas perdidas     | 0    |       | 0 %
Manos ganadas         | 4    | 4.0   | 67 %
Manos perdidas        | 1    | 1.0   | 17 %
Manos que nadie ganó  | 1    | 1.0   | 17 %
Valor de las fichas   | 248  | 41.3  | 42.2
Mulas                 | 9    | 1.5   | 1.8
Del mismo palo        | 29   | 4.8   | 4.4
Fallas (pases)        | 16   | 2.7   | 2.8
""",
}
# La partida 1, mano por mano. Sale cada vez quien sigue a la derecha: los repartos CIERRE, EMPATE y SALE se recorren.
MANOS_DE_LA_1 = """
Mano 1 la ganaste · +80 · cierre
Mari Abajo · tú · salió  | 29 | 3 | 3 | 0
Beto Derecha             | 44 | 2 | 3 | 0
Carmen Arriba            | 38 | 0 | 4 | 0
Nacho Izquierda          | 57 | 2 | 3 | 0
Mano 2 nadie la ganó · 0 · cierre empatado
Mari Abajo · tú          | 46 | 2 | 3 | 0
Beto Derecha · salió     | 42 | 5 | 2 | 0
Carmen Arriba            | 38 | 0 | 3 | 0
Nacho Izquierda          | 42 | 0 | 4 | 0
Mano 3 la ganaste · +61 · dominada
Mari Abajo · tú          | 58 | 1 | 4 | 6
Beto Derecha             | 45 | 3 | 3 | 5
Carmen Arriba · salió    | 21 | 1 | 7 | 0
Nacho Izquierda          | 44 | 2 | 5 | 3
Promedio por mano
Mari Abajo · tú          | 44.3 | 2.0 | 3.3 | 2.0
Beto Derecha             | 43.7 | 3.3 | 2.7 | 1.7
Carmen Arriba            | 32.3 | 0.3 | 4.7 | 0.0
Nacho Izquierda          | 47.7 | 1.3 | 4.0 | 1.0
"""
# 002 §4.2. Hay 28 inscritos (24 de antes, sin puntos): los cuatro empiezan de los lugares 25 a 28, en el quintil 5.
#   1: gana por 100 a dos del 5:  1 + 3 + 1 + 1 = 6, lugar 1, quintil 1.    Beto: 1 − 2 + 0 + 0 = −1, y sigue en el 5
#   2: gana por 96 a dos del 5:   1 + 3 + 1 + 1 = 6.                        Beto: 1 − 2 + 0 + 0 = −1
#   3: a juegos ganados:          1 + 0 + 1 + 1 = 3.                        Beto: 1 + 0 + 0 + 0 = 1
#   4: pierde por 100 con dos cuatro quintiles abajo: 1 − 2 − 4 − 4 = −9.   Beto: 1 + 3 + 5 + 5 = 14, lugar 1, quintil 1
# partida, cambio, puntos, quintil
PUNTOS_DE_MARI = """
4 | −9 | 6  | 1
3 | +3 | 15 | 1
2 | +6 | 12 | 1
1 | +6 | 6  | 1
"""
PUNTOS_DE_BETO = """
4 | +14 | 13 | 1
3 | +1  | −1 | 5
2 | −1  | −2 | 5
1 | −1  | −1 | 5
"""
HOJA_DE_PARTIDAS = """
4,2026-03-04T12:00:00-06:00,La del estribo,100,0,2,0,0,100,perdida,sí,abajo,Carmen,Beto,Nacho,15,6,1,1
3,2026-03-03T12:00:00-06:00,La del estribo,juegos_ganados,4,1,1,,,ganada,,abajo,Carmen,Beto,Nacho,12,15,1,1
2,2026-03-02T12:00:00-06:00,La del estribo,200,2,1,0,200,104,ganada,no,abajo,Carmen,Beto,Nacho,6,12,1,1
1,2026-03-01T12:00:00-06:00,La del estribo,100,2,0,1,100,0,ganada,sí,abajo,Carmen,Beto,Nacho,0,6,5,1
"""
HOJA_DE_MANOS_DE_MARI = """
4,100,1,abajo,dominada,abajo,Mari,51,3,3,5,perdida,-69
4,100,2,derecha,dominada,abajo,Mari,45,3,3,5,perdida,-61
3,juegos_ganados,1,abajo,dominada,abajo,Mari,21,1,7,0,ganada,
3,juegos_ganados,2,derecha,cierre,abajo,Mari,57,2,3,0,nadie,
3,juegos_ganados,3,arriba,dominada,abajo,Mari,58,1,4,6,ganada,
3,juegos_ganados,4,izquierda,dominada,abajo,Mari,21,1,7,0,ganada,
3,juegos_ganados,5,abajo,dominada,abajo,Mari,51,3,3,5,perdida,
3,juegos_ganados,6,derecha,dominada,abajo,Mari,40,1,5,5,ganada,
2,200,1,abajo,dominada,abajo,Mari,51,3,3,5,perdida,-104
2,200,2,derecha,dominada,abajo,Mari,40,1,5,5,ganada,104
2,200,3,arriba,dominada,abajo,Mari,58,1,4,6,ganada,119
1,100,1,abajo,cierre,abajo,Mari,29,3,3,0,ganada,80
1,100,2,derecha,cierre_empatado,abajo,Mari,46,2,3,0,nadie,0
1,100,3,arriba,dominada,abajo,Mari,58,1,4,6,ganada,61
"""
SUMAS_DEL_JSON = {
    "partidas": {
        "partidas": 4, "ganadas": 3, "manos": 14, "manos_ganadas": 8, "manos_perdidas": 4,
        "manos_sin_ganador": 2, "a_tantos": 3, "a_favor": 300, "en_contra": 204, "zapatos_dados": 1,
        "zapatos_recibidos": 1, "perdidas": 1,
    },
    "manos": {
        "manos": 14, "ganadas": 8, "perdidas": 4, "valor": 626, "mulas": 26, "mismo_palo": 57,
        "fallas": 48, "a_tantos": 8, "diferencia": 130, "sin_ganador": 2,
    },
    # su pareja gana 8 y pierde 4; los dos contrarios, al revés
    "los_otros_tres": {
        "manos": 42, "ganadas": 16, "perdidas": 20, "valor": 1726, "mulas": 72, "mismo_palo": 190,
        "fallas": 100, "a_tantos": 24, "diferencia": -130, "sin_ganador": 6,
    },
}  # fmt: skip

RENGLONES = """(cuales) => cuales.map((c) => [...document.querySelectorAll(c)]).reduce((a, b) => a.concat(b), []).map(
  (r) => [...r.children].map((n) => n.textContent.replace(/\\s+/g, ' ').trim()))"""


def a_mano(tabla: str) -> list[list[str]]:
    """Los renglones de una tabla escrita arriba."""
    return [[celda.strip() for celda in renglon.split("|")] for renglon in tabla.strip().splitlines()]


def leida(t: Telefono, *cuales: str) -> list[list[str]]:
    """Los renglones de esas tablas, como están en la página."""
    return [[str(celda) for celda in renglon] for renglon in t.pagina.evaluate(RENGLONES, list(cuales))]


def celda(valor: object) -> str:
    """Como va en la hoja lo que el JSON trae: vacío si no hay."""
    return "" if valor is None else {"True": "sí", "False": "no"}.get(str(valor), str(valor))


def bajado(t: Telefono, letrero: str) -> str:
    """El archivo que baja ese enlace."""
    with t.pagina.expect_download() as bajada:
        t.tocar(letrero)
    return Path(bajada.value.path()).read_text(encoding="utf-8-sig")


@pytest.fixture
def conocidas(
    request: pytest.FixtureRequest, navegador: "Browser", carpeta_de_bases: Path, tmp_path: Path
) -> Iterator[Fabrica]:
    """Un servidor donde nadie más ha jugado: los quintiles dependen de todos."""
    base = tmp_path / "conocidas.sqlite3"
    copiar_base(base_sembrada(carpeta_de_bases), base)
    manage(base, "shell", "-v", "0", "-c", SEMBRAR)
    casa = Casa(tmp_path / "casa", base)
    fabrica = Fabrica(navegador, casa)
    request.node.funcargs.setdefault("telefono", fabrica)
    yield fabrica
    fabrica.cerrar(comprobar=not getattr(request.node, "fallo", False))
    casa.desmontar()


@pytest.mark.noche
def test_lo_que_se_ve_y_lo_que_se_baja_es_lo_de_las_tablas_a_mano(conocidas: Fabrica) -> None:
    t = conocidas("Mari")
    t.llegar("conocidas-0@prueba.mx", siguiente="/enlinea/estadistica/")
    # nivel partida: las diez columnas, y con cada filtro los renglones acumulados de los dos niveles
    assert leida(t, "table.estad tbody tr") == a_mano(PARTIDAS)
    for filtro, tabla in ACUMULADOS.items():
        t.tocar(filtro if filtro != "Juegos ganados" else "Juegos")
        t.pagina.locator(".parciales [aria-current=true]", has_text=filtro.split()[0]).first.wait_for()
        assert leida(t, "[aria-labelledby=acumulados] tbody tr", "#tus-manos tbody tr") == a_mano(tabla), filtro
        de_esa = [r for r in a_mano(PARTIDAS) if filtro in ("Todas", r[3])]
        assert leida(t, "table.estad tbody tr") == de_esa
    # la gráfica, dicha y como tabla, a la vista al tocarla
    t.tocar("Todas")
    t.ver("Vas en 6 puntos, quintil 1")
    t.desplegar("g-tabla")
    t.pagina.locator("#g-tabla tbody tr").last.wait_for()
    assert leida(t, "#g-tabla tbody tr") == a_mano(PUNTOS_DE_MARI)
    dice = "De la partida 1 a la 4: de 0 a 6 puntos, con 15 como lo más, tras la 3. Quintil: del 1 al 1."
    assert dice in (t.pagina.locator("#g-texto").text_content() or "")
    # lo que se lleva: las mismas cifras
    t.desplegar("llevarse")
    partidas = bajado(t, "Bajar las partidas").splitlines()
    assert partidas[1:] == HOJA_DE_PARTIDAS.strip().splitlines()
    manos = bajado(t, "Bajar las manos").splitlines()
    assert [m for m in manos if ",Mari," in m] == HOJA_DE_MANOS_DE_MARI.strip().splitlines()
    assert len(manos) == 1 + 14 * 4
    todo = json.loads(bajado(t, "Bajar todo"))
    assert todo["acumulados"] == SUMAS_DEL_JSON
    for de, en_la_hoja in zip(todo["partidas"], csv.reader(partidas[1:]), strict=True):
        suyas = [m for m in manos if m.startswith(f"{de['partida']},")]
        assert [",".join(map(celda, mano.values())) for mano in de.pop("manos")] == suyas
        assert [celda(v) for v in de.values()] == en_la_hoja
    # nivel mano: los cuatro, con su lugar
    t.tocar("Partida 1", exacto=True)
    t.ver("La ganaste, 100 a 0 · zapato")
    assert leida(t, ".e-manos tbody tr") == a_mano(MANOS_DE_LA_1)
    beto = conocidas("Beto")
    beto.llegar("conocidas-1@prueba.mx", siguiente="/enlinea/estadistica/")
    assert leida(beto, "#g-tabla tbody tr") == a_mano(PUNTOS_DE_BETO)

"""El acta de un Recreo: qué se acepta, qué no, y que se escribe como se lee."""

import copy
import json
from typing import Any

import pytest

from reglas.actas import Horario, JugadorActa, escribir_recreo, leer_recreo
from reglas.clasificacion import clasificar
from tests.reglas.ayudas import prohibe

ACTA: dict[str, Any] = {
    "formato": "amigos-domino/recreo",
    "version": 1,
    "nombre": "Viernes de dominó",
    "lugar": "Mérida",
    "fecha": "2024-05-31",
    "meta": "100",
    "jugadores": [
        {"numero": 1, "nombre": "Ana", "correo": "ana@ejemplo.mx"},
        {"numero": 2, "nombre": "Beto"},
        {"numero": 3, "nombre": "Caro"},
        {"numero": 4, "nombre": "Ñico"},
    ],
    "importe": "10.00",
    "pago_extraordinario": True,
    "partidas": [
        {
            "partida": 1,
            "inicio": "2024-05-31T20:00:00-06:00",
            "termino": "2024-05-31T20:40:00-06:00",
            "mesas": [
                {
                    "mesa": 1,
                    "salidor": 3,
                    "manos": [
                        {"desenlace": "dominada", "pareja": 0, "tantos": 35},
                        {"desenlace": "cierre_empatado", "pareja": None, "tantos": 0},
                        {"desenlace": "cierre", "pareja": 0, "tantos": 70},
                    ],
                    "fin": "meta",
                    "gana_default": None,
                }
            ],
            "castigos": [{"jugador": 3, "tantos": 10}],
        }
    ],
}


def con(ruta: str, valor: Any) -> dict[str, Any]:
    """El acta con un campo cambiado: `con("partidas.0.mesas.0.fin", None)`."""
    acta = copy.deepcopy(ACTA)
    *camino, ultimo = [int(paso) if paso.isdigit() else paso for paso in ruta.split(".")]
    sitio: Any = acta
    for paso in camino:
        sitio = sitio[paso]
    sitio[ultimo] = valor
    return acta


def sin(ruta: str) -> dict[str, Any]:
    acta = copy.deepcopy(ACTA)
    *camino, ultimo = [int(paso) if paso.isdigit() else paso for paso in ruta.split(".")]
    sitio: Any = acta
    for paso in camino:
        sitio = sitio[paso]
    del sitio[ultimo]
    return acta


MESA = "partidas.0.mesas.0"
MANO = f"{MESA}.manos.0"
OPCIONALES = f"""
    fecha importe pago_extraordinario jugadores.0.correo partidas.0.inicio partidas.0.termino partidas.0.castigos
    {MESA}.salidor {MESA}.gana_default {MESA}.manos.1.pareja
""".split()
OBLIGATORIOS = f"""
    version nombre lugar meta jugadores partidas jugadores.0.numero jugadores.0.nombre partidas.0.partida
    partidas.0.mesas partidas.0.castigos.0.jugador partidas.0.castigos.0.tantos
    {MESA}.mesa {MESA}.manos {MANO}.desenlace {MANO}.tantos
""".split()


def test_un_acta_se_escribe_igual_que_se_leyo():
    leida = leer_recreo(ACTA)
    assert json.loads(json.dumps(escribir_recreo(leida))) == ACTA
    assert leida.jugadores[0] == JugadorActa(1, "Ana", "ana@ejemplo.mx")
    assert leida.horarios == (Horario(1, "2024-05-31T20:00:00-06:00", "2024-05-31T20:40:00-06:00"),)
    assert (leida.nombre, leida.lugar, leida.fecha) == ("Viernes de dominó", "Mérida", "2024-05-31")


@pytest.mark.parametrize("ruta", OPCIONALES)
def test_lo_opcional_puede_faltar_o_ser_null(ruta):
    leer_recreo(sin(ruta))
    leer_recreo(con(ruta, None))


@pytest.mark.parametrize("ruta", OBLIGATORIOS)
def test_lo_demas_no_puede_faltar_ni_ser_null(ruta):
    with prohibe("falta_campo", campo=ruta.split(".")[-1]):
        leer_recreo(sin(ruta))
    with prohibe("valor_invalido" if ruta.endswith(("meta", "desenlace")) else "tipo_invalido"):
        leer_recreo(con(ruta, None))


@pytest.mark.parametrize(
    ("ruta", "valor", "codigo", "donde"),
    [
        ("formato", "amigos-domino/partida", "formato_desconocido", {}),
        ("version", 2, "version_no_admitida", {}),
        ("version", True, "tipo_invalido", {"campo": "version"}),
        ("meta", "300", "valor_invalido", {"campo": "meta"}),
        ("meta", 100, "valor_invalido", {"campo": "meta"}),
        ("nombre", 5, "tipo_invalido", {"campo": "nombre"}),
        ("jugadores", [], "tamano_invalido", {"tamano": 0}),
        ("jugadores", {}, "tipo_invalido", {"campo": "jugadores"}),
        ("jugadores.3.numero", 5, "numeros_de_jugador", {"tamano": 4}),
        ("jugadores.3.numero", 1, "numeros_de_jugador", {"tamano": 4}),
        ("jugadores.3.numero", "4", "tipo_invalido", {"jugador": 4}),
        ("jugadores.3", "Ñico", "tipo_invalido", {"jugador": 4}),
        ("jugadores.3.correo", 4, "tipo_invalido", {"jugador": 4}),
        ("importe", "-10.00", "importe_invalido", {}),
        ("importe", "10.005", "importe_invalido", {}),
        ("importe", "1e3", "importe_invalido", {}),
        ("importe", "", "importe_invalido", {}),
        ("importe", "٣.٠٠", "importe_invalido", {}),
        ("importe", "10.00\n", "importe_invalido", {}),
        ("importe", 10.5, "importe_invalido", {}),
        ("importe", True, "importe_invalido", {}),
        ("pago_extraordinario", 1, "tipo_invalido", {"campo": "pago_extraordinario"}),
        ("partidas.0", [], "tipo_invalido", {"partida": 1}),
        ("partidas.0.partida", "1", "tipo_invalido", {"partida": 1}),
        ("partidas.0.partida", 4, "partida_fuera_del_rol", {"partida": 4}),
        ("partidas.0.inicio", 5, "tipo_invalido", {"partida": 1, "campo": "inicio"}),
        (MESA, None, "tipo_invalido", {"partida": 1, "mesa": 1}),
        (f"{MESA}.mesa", 2, "mesa_fuera_del_rol", {"partida": 1, "mesa": 2}),
        (f"{MESA}.salidor", 5, "salidor_de_otra_mesa", {"partida": 1, "mesa": 1}),
        (f"{MESA}.salidor", False, "tipo_invalido", {"partida": 1, "mesa": 1}),
        (f"{MESA}.fin", "aburrimiento", "valor_invalido", {"partida": 1, "mesa": 1}),
        (f"{MESA}.fin", "tiempo", "meta_ya_alcanzada", {"partida": 1, "mesa": 1}),
        (f"{MESA}.gana_default", 0, "sobra_gana_default", {"partida": 1, "mesa": 1}),
        (f"{MESA}.gana_default", True, "tipo_invalido", {"partida": 1, "mesa": 1}),
        (MANO, 35, "tipo_invalido", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.desenlace", "gol", "valor_invalido", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.pareja", 2, "pareja_invalida", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.pareja", True, "tipo_invalido", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.pareja", None, "falta_pareja", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.tantos", 119, "tantos_fuera_de_rango", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.tantos", 35.0, "tipo_invalido", {"partida": 1, "mesa": 1, "mano": 1}),
        (f"{MANO}.tantos", 115, "mano_tras_la_meta", {"partida": 1, "mesa": 1, "mano": 2}),
        (f"{MANO}.tantos", 5, "meta_sin_alcanzar", {"partida": 1, "mesa": 1}),
        ("partidas.0.castigos.0.jugador", 5, "castigo_a_desconocido", {"partida": 1, "jugador": 5}),
        ("partidas.0.castigos.0.tantos", -1, "castigo_negativo", {"partida": 1}),
        ("partidas.0.castigos.0", 3, "tipo_invalido", {"partida": 1}),
        ("partidas.0.castigos", {}, "tipo_invalido", {"partida": 1}),
    ],
)
def test_cada_defecto_tiene_su_codigo_y_dice_donde(ruta, valor, codigo, donde):
    with prohibe(codigo, **donde):
        leer_recreo(con(ruta, valor))


@pytest.mark.parametrize("datos", [None, [], "acta", 5, {}])
def test_lo_que_no_es_un_acta_se_rechaza(datos):
    with prohibe("formato_desconocido" if datos == {} else "tipo_invalido"):
        leer_recreo(datos)


def test_una_partida_repetida_se_rechaza():
    acta = copy.deepcopy(ACTA)
    acta["partidas"] *= 2
    with prohibe("partida_repetida", partida=1):
        leer_recreo(acta)


def test_las_claves_desconocidas_se_ignoran():
    assert leer_recreo(con(f"{MESA}.anotador", "Ana") | {"programa": "otro"}) == leer_recreo(ACTA)


@pytest.mark.parametrize("importe", ["10", "10.0", "10.00", 10])
def test_el_importe_se_entiende_y_se_escribe_con_dos_decimales(importe):
    assert escribir_recreo(leer_recreo(con("importe", importe)))["importe"] == "10.00"


def test_en_todos_con_todos_el_importe_y_el_pago_faltan_o_van_en_cero():
    jugadores = [{"numero": n, "nombre": f"J{n}"} for n in range(1, 9)]
    todos = sin("importe") | {"jugadores": jugadores, "partidas": [], "pago_extraordinario": False}
    assert escribir_recreo(leer_recreo(todos))["importe"] == "0.00"
    leer_recreo(todos | {"importe": "0.00"})
    with prohibe("importe_en_todos_con_todos"):
        leer_recreo(todos | {"importe": "5.00"})
    with prohibe("pago_en_todos_con_todos"):
        leer_recreo(todos | {"pago_extraordinario": True})


def test_a_juegos_ganados_los_castigos_se_rechazan_pero_la_lista_vacia_no():
    manos = [{"desenlace": "dominada", "pareja": 0, "tantos": 0}] * 4
    acta = con(f"{MESA}.manos", manos) | {"meta": "juegos_ganados"}
    with prohibe("castigo_en_juegos_ganados", partida=1, jugador=3):
        leer_recreo(acta)
    acta["partidas"][0]["castigos"] = []
    assert clasificar(leer_recreo(acta).recreo).final[0].juegos_ganados == 1


@pytest.mark.parametrize("fin", ["meta", None])
def test_un_acta_a_medias_vale(fin):
    leida = leer_recreo(con(f"{MESA}.fin", fin))
    assert len(clasificar(leida.recreo).parciales) == (1 if fin else 0)

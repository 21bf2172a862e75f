"""Lo recordado por zona es igual a lo recién pintado, tras cada orden y para cada quien."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from recreo import consultas, servicios
from recreo.estado import EstadoRecreo
from recreo.identidad import Quien
from recreo.pantallas import PANTALLAS, Mirada, Pintadas, pintar
from recreo.pantallas.cosas import cosas_de
from tests.recreo.casos import CASOS
from tests.recreo.mesa import Mesero, dominada, nombra_coorganizador, recreo_de

pytestmark = pytest.mark.django_db

OJOS = (1, 2, 4, 8)
CON_LLAVES = [nombre for nombre, pantalla in PANTALLAS.items() if pantalla.llaves]


def pinta_todas(m: Mesero, memoria: Pintadas) -> dict[tuple[str, int], Mapping[str, str]]:
    """Cada pantalla con llaves, con los ojos de quien manda, de quien lo ayuda y de una persona de cada mesa."""
    estado = consultas.estado_de(m.id)
    memoria.cambiar_de_version()
    return {
        (pantalla, numero): pintar(estado, Mirada(pantalla), estado.visor(quien), memoria)
        for pantalla in CON_LLAVES
        for numero, quien in m.quienes.items()
        if numero in OJOS
    }


@pytest.mark.parametrize("accion", sorted(set(CASOS) - {"jugador_reclamar", "invitacion_aceptar"}))
def test_tras_cada_orden_nadie_recibe_una_zona_vieja(accion: str) -> None:
    caso = CASOS[accion]
    m = recreo_de(8, empieza=caso.empieza)
    if caso.empieza:
        m.prepara(anotador=1)
    memoria = Pintadas()
    pinta_todas(m, memoria)
    datos = {**caso.fijos, **caso.antes(m)}
    assert pinta_todas(m, memoria) == pinta_todas(m, Pintadas())
    if accion == "recreo_fechar":
        return  # sólo durante la importación de un acta
    previo = m.estado
    m.orden(getattr(servicios, accion), **datos)
    # con lo de antes a la mano se lee sólo lo que cambió, y da lo mismo
    assert consultas.estado_de(m.id, previo) == m.estado
    assert pinta_todas(m, memoria) == pinta_todas(m, Pintadas())


def test_una_partida_entera_de_ocho_nunca_deja_una_zona_vieja() -> None:
    m = recreo_de(8)
    memoria = Pintadas()
    pasos = [
        lambda: m.gana(100, 45, mesa=1),
        lambda: m.prepara(mesa=2),
        lambda: m.suspende(60, 30, mesa=2),
        lambda: m.siguiente(2),
        lambda: m.gana(20, 100, partida=2, mesa=2),
    ]
    for paso in pasos:
        paso()
        assert pinta_todas(m, memoria) == pinta_todas(m, Pintadas())


def test_con_la_misma_llave_no_se_vuelve_a_pintar() -> None:
    memoria, veces = Pintadas(), []
    for _vuelta in range(2):
        memoria.tomar("x", lambda: str(veces.append(1)))
    memoria.cambiar_de_version()
    memoria.tomar("x", lambda: str(veces.append(1)))
    assert len(veces) == 1


def test_lo_que_una_version_no_uso_se_olvida() -> None:
    memoria = Pintadas()
    memoria.tomar("x", lambda: "vieja")
    memoria.cambiar_de_version()
    memoria.cambiar_de_version()
    assert memoria.tomar("x", lambda: "nueva") == "nueva"


def test_la_pieza_de_una_mesa_sirve_cuando_vuelve_a_anotar() -> None:
    memoria, veces = Pintadas(), []
    memoria.tomar_pieza("suya", lambda: str(veces.append(1)))
    for de_otra in range(3):
        memoria.cambiar_de_version()
        memoria.tomar_pieza(f"ajena {de_otra}", str)
    memoria.tomar_pieza("suya", lambda: str(veces.append(1)))
    assert len(veces) == 1


def test_se_olvidan_las_piezas_que_hace_mas_no_se_usan() -> None:
    memoria = Pintadas()
    memoria.tomar_pieza("vieja", lambda: "vieja")
    memoria.tomar_pieza("usada", lambda: "usada")
    for n in range(Pintadas.PIEZAS - 1):
        memoria.tomar_pieza("usada", lambda: "otra")
        memoria.tomar_pieza(n, str)
    assert memoria.tomar_pieza("vieja", lambda: "nueva") == "nueva"
    assert memoria.tomar_pieza("usada", lambda: "otra") == "usada"


def test_la_comparacion_descubre_una_llave_olvidadiza(monkeypatch: pytest.MonkeyPatch) -> None:
    m = recreo_de(8)
    m.prepara(anotador=1)
    olvidadiza = dict.fromkeys(PANTALLAS["mesa"].zonas, lambda estado, mirada, visor: visor)
    monkeypatch.setitem(PANTALLAS, "mesa", type(PANTALLAS["mesa"])(
        PANTALLAS["mesa"].contexto, PANTALLAS["mesa"].zonas, olvidadiza
    ))  # fmt: skip
    memoria = Pintadas()
    pinta_todas(m, memoria)
    m.orden(servicios.organizador_llamar, por=3, partida=1, mesa=1)
    assert pinta_todas(m, memoria) != pinta_todas(m, Pintadas())


def test_quien_no_entra_no_tiene_visor() -> None:
    m = recreo_de(4)
    assert not consultas.estado_de(m.id).visor(Quien(llave="otro")).entra


def test_leer_sobre_el_estado_previo_da_lo_mismo_que_leerlo_todo() -> None:
    m = recreo_de(8)
    previo = m.estado
    pasos = [
        lambda: m.gana(100, 45, mesa=1),
        lambda: m.gana(0, 100, mesa=2),
        lambda: m.orden(servicios.castigo_aplicar, numero=3, tantos=10),
        lambda: m.siguiente(2),
        lambda: m.gana(100, 20, partida=2, mesa=1),
        lambda: m.suspende(60, 30, partida=2, mesa=2),
        lambda: m.siguiente(3),
    ]
    for paso in pasos:
        paso()
        _ = previo.clasificaciones
        nuevo, entero = consultas.estado_de(m.id, previo), m.estado
        assert nuevo == entero
        assert nuevo.clasificaciones == entero.clasificaciones
        previo = nuevo


def test_las_mesas_de_una_partida_cerrada_no_se_vuelven_a_leer() -> None:
    m = recreo_de(4)
    m.gana(100, 45)
    previo = m.estado
    _ = previo.clasificaciones
    m.siguiente(2)
    nuevo = consultas.estado_de(m.id, previo)
    assert nuevo.partidas[0].mesas is previo.partidas[0].mesas
    assert nuevo.clasificaciones is previo.clasificaciones


def test_tras_una_mano_no_se_releen_las_personas_ni_los_castigos(django_assert_num_queries: Any) -> None:
    m = recreo_de(8)
    m.prepara()
    previo = m.estado
    m.anota(dominada(0, 25))
    with django_assert_num_queries(7):  # la versión, las de las mesas, la mesa y lo suyo
        nuevo = consultas.estado_de(m.id, previo)
    assert nuevo == m.estado
    assert nuevo.jugadores is previo.jugadores


def test_tras_una_mano_no_se_arma_ninguna_consulta(monkeypatch: pytest.MonkeyPatch) -> None:
    m = recreo_de(8)
    m.prepara()
    m.anota(dominada(0, 25))
    consultas.estado_de(m.id, m.estado)
    previo = m.estado
    m.anota(dominada(0, 25))
    armadas: list[object] = []
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda compilador, *_a, **_k: armadas.append(compilador.query))
    nuevo = consultas.estado_de(m.id, previo)
    assert len(nuevo.partidas[0].mesas[0].manos) == 2 and not armadas


def test_lo_que_se_oye_de_una_mesa_es_lo_mismo_recordado_que_dicho_de_nuevo() -> None:
    m = recreo_de(8)
    m.prepara()
    nombra_coorganizador(m, 2)
    previo = m.estado
    pasos = [
        lambda: m.orden(servicios.organizador_llamar, por=3, partida=1, mesa=1, texto="¿Vale?"),
        lambda: m.anota(dominada(0, 25)),
        # de todo el Recreo: la mesa es la misma y lo que se dice de ella, no
        lambda: m.orden(servicios.reloj_ajustar, minutos=20),
        lambda: m.orden(servicios.incidencia_ver, incidencia=m.mesa().incidencias[0].id),
        lambda: m.orden(servicios.incidencia_atender, incidencia=m.mesa().incidencias[0].id),
        lambda: m.prepara(mesa=2),
    ]
    for paso in pasos:
        que_se_oye(m, previo)
        paso()
        previo = consultas.estado_de(m.id, previo)
        assert que_se_oye(m, previo) == que_se_oye(m, m.estado)


def que_se_oye(m: Mesero, estado: EstadoRecreo) -> dict[int, object]:
    return {numero: cosas_de(estado, estado.visor(quien)) for numero, quien in m.quienes.items()}


def test_dos_ordenes_a_la_misma_hora_se_notan_las_dos() -> None:
    m = recreo_de(8)
    m.prepara()
    ahora = timezone.now()
    for numero in (3, 4):
        previo = m.estado
        m.orden(servicios.castigo_aplicar, numero=numero, tantos=10, ahora=ahora)
        assert consultas.estado_de(m.id, previo) == m.estado

"""Lo que cada quien debe oír esté donde esté, y la barra que lo dice en cada pantalla (RE5, RE6, D292, D294)."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Partida
from recreo.pantallas import PANTALLAS, Mirada, Pintadas, llaves_de, pintar
from recreo.pantallas.cosas import Cosa, cosas_de
from tests.recreo.conexion import navegador_de
from tests.recreo.mesa import Mesero, dominada, nombra_coorganizador, recreo_de

pytestmark = pytest.mark.django_db
AQUI = {"partida": 1, "mesa": 1}
RATO = timedelta(hours=1)


def cosas(m: Mesero, numero: int, en: timedelta = timedelta()) -> list[str]:
    """Los tipos de lo que ese jugador debe oír ahora, o dentro de un rato."""
    return [c.tipo for c in todas(m, numero) if c.toca(timezone.now() + en)]


def todas(m: Mesero, numero: int) -> tuple[Cosa, ...]:
    return cosas_de(m.estado, m.estado.visor(m.quienes[numero]))


def barra(m: Mesero, numero: int, pantalla: str = "clasificacion") -> str:
    estado = m.estado
    return pintar(estado, Mirada(pantalla, 1, 2), estado.visor(m.quienes[numero]))["avisa"]


@pytest.fixture
def m() -> Mesero:
    hecho = recreo_de(8)
    hecho.prepara(anotador=4)
    hecho.prepara(mesa=2, anotador=5)
    return hecho


def test_a_quien_manda_se_le_dice_todo_lo_mas_urgente_primero(m: Mesero) -> None:
    m.orden(servicios.default_responder, 5, partida=1, mesa=2, numero=7, aplica=True)
    m.anota_todo([dominada(0, 100)])
    m.orden(servicios.mesa_confirmar, 4, **AQUI)
    m.orden(servicios.organizador_llamar, 7, partida=1, mesa=2, texto="No cuadra")
    assert cosas(m, 1) == ["llamada", "default_propuesto", "por_cerrar"]
    assert "sin_mano" in cosas(m, 1, RATO)
    assert "rato sin anotar" not in barra(m, 1)
    visto = barra(m, 1)
    assert "La mesa 2 te llama." in visto and "«No cuadra»" in visto
    assert "y 2 más" in visto
    # cada botón dice de qué mesa es: con tres cosas, «Cerrarla» no lo decía (D823)
    assert all(letrero in visto for letrero in ("Ya voy a la 2", "Default a la 2", "Que espere la 2", "Cerrar la 1"))


def test_una_mesa_que_lleva_rato_sin_anotar_entra_a_la_barra_sin_que_nada_cambie(m: Mesero) -> None:
    Partida.objects.update(inicio=timezone.now() - RATO)
    assert "La mesa 1 lleva rato sin anotar." in barra(m, 1)
    assert "y 1 más" in barra(m, 1)
    assert "rato sin anotar" not in barra(m, 2)


def test_el_coorganizador_oye_lo_mismo_y_los_demas_no(m: Mesero) -> None:
    nombra_coorganizador(m, 2)
    m.orden(servicios.organizador_llamar, 7, partida=1, mesa=2)
    assert cosas(m, 2) == cosas(m, 1) == ["llamada"]
    assert cosas(m, 3) == cosas(m, 8) == [] or cosas(m, 8) == ["llamada_va"]
    assert "te llama" not in barra(m, 3)


def test_al_empezar_la_partida_a_cada_quien_se_le_dice_donde_y_con_quien() -> None:
    m = recreo_de(8)
    (te_toca,) = [c for c in todas(m, 5) if c.tipo == "te_toca"]
    assert (te_toca.texto, te_toca.detalle) == ("Te toca: mesa 2.", "Con Toño, contra Lupe e Irma")
    assert te_toca.suena
    m.prepara(mesa=2, anotador=5)
    assert cosas(m, 5) == []


def test_quien_descansa_no_oye_que_le_toca() -> None:
    m = recreo_de(5)
    descansa = m.estado.partidas[0].rol.descansan[0]
    assert cosas(m, descansa) == []


def test_cerradas_todas_quien_manda_empieza_la_siguiente_desde_donde_este(m: Mesero) -> None:
    for mesa in (1, 2):
        m.orden(servicios.mesa_aplicar_default, partida=1, mesa=mesa, gana=0)
    assert cosas(m, 1) == ["siguiente"]
    assert "Empezar la 2" in barra(m, 1)
    assert cosas(m, 2) == []


def test_jugado_todo_quien_manda_anuncia_el_final_sin_pasar_por_el_tablero() -> None:
    m = recreo_de(4)
    m.juega_todo()
    assert cosas(m, 1) == ["final"]
    assert cosas(m, 2) == []
    assert f"/recreo/{m.fila.codigo}/final/" in barra(m, 1)
    m.anuncia()
    assert cosas(m, 1) == []


def test_la_que_se_reabrio_de_antes_se_oye_hasta_cerrarla_y_no_se_ofrece_otra_partida() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    m.gana(100, 20, partida=2)
    assert cosas(m, 1) == ["siguiente"]
    m.orden(servicios.mesa_reabrir, **AQUI, motivo="Se anotó al revés")
    assert cosas(m, 1) == ["reabierta"], "la siguiente no se puede empezar: no se ofrece"
    assert "Corriges la mesa 1 de la partida 1." in barra(m, 1)
    assert f"/recreo/{m.fila.codigo}/partida/1/mesa/1/cerrar/" in barra(m, 1)
    m.orden(servicios.organizador_llamar, 3, **AQUI, texto="Así no fue")
    assert cosas(m, 1) == ["llamada", "reabierta"]
    assert cosas(m, 1, RATO) == cosas(m, 1)
    assert "La mesa 1 te llama." in barra(m, 1)


def test_en_pausa_no_se_ofrece_lo_que_no_se_puede() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    assert cosas(m, 1) == ["siguiente"]
    m.orden(servicios.recreo_pausar)
    assert cosas(m, 1, RATO) == cosas(m, 2, RATO) == []
    m.orden(servicios.recreo_retomar)
    assert cosas(m, 1) == ["siguiente"]


def test_la_llamada_dice_que_salio_que_la_vieron_y_quien_viene(m: Mesero) -> None:
    nombra_coorganizador(m, 6)
    m.orden(servicios.organizador_llamar, 3, **AQUI)
    assert "La llamada a Memo salió a las" in barra(m, 3)
    llamada = m.mesa().incidencias[0].id
    m.orden(servicios.incidencia_ver, 6, incidencia=llamada)
    m.orden(servicios.incidencia_ver, 1, incidencia=llamada)  # la primera cuenta
    assert "Toño ya vio la llamada" in barra(m, 3)
    m.orden(servicios.incidencia_atender, 1, incidencia=llamada)
    assert "Memo va para allá: lo dijo a las" in barra(m, 3)
    assert [c.tipo for c in todas(m, 3)] == ["llamada_va"]
    m.anota(dominada(0, 10), por=4)
    assert cosas(m, 3) == []


def test_sin_quien_anote_lo_oye_quien_manda_y_a_los_tres_se_les_ofrece(m: Mesero) -> None:
    m.orden(servicios.anotador_no_esta, 3, **AQUI, era=4)
    assert cosas(m, 1) == ["sin_quien_anote"]
    assert "Ir a la 1" in barra(m, 1)
    assert "avisa__cosa--mal" in barra(m, 1)
    for numero in (2, 3):
        assert "Anoto yo" in barra(m, numero)
    assert cosas(m, 4) == ["sigues"]
    assert "Aquí sigo" in barra(m, 4)
    assert cosas(m, 5) == []


def test_solicitudes_de_lugar_se_contestan_desde_la_barra() -> None:
    m = recreo_de(8)
    m.orden(servicios.jugador_liberar, numero=8)
    m.orden(servicios.aprobacion_pedir, pide=True)
    m.orden(servicios.jugador_reclamar, Quien(llave="quien-pide"), numero=8)
    assert "solicitud" in cosas(m, 1)
    assert "Irma pide entrar." in barra(m, 1)
    assert 'aria-label="Que entre. Irma pide entrar."' in barra(m, 1)


@pytest.mark.parametrize("pantalla", sorted(PANTALLAS))
def test_toda_pantalla_lleva_la_barra(m: Mesero, pantalla: str) -> None:
    m.orden(servicios.organizador_llamar, 7, partida=1, mesa=2)
    assert "te llama" in barra(m, 1, pantalla)


def test_quien_ve_lo_mismo_comparte_la_barra_este_donde_este(m: Mesero) -> None:
    estado = m.estado

    def llave(numero: int, pantalla: str) -> Any:
        return llaves_de(estado, Mirada(pantalla, 1, 1), estado.visor(m.quienes[numero]))["avisa"]

    assert llave(2, "mesa") == llave(3, "clasificacion") == llave(8, "mesas")
    m.orden(servicios.organizador_llamar, 7, partida=1, mesa=2)
    estado = m.estado
    assert llave(2, "mesa") == llave(3, "clasificacion")
    assert llave(1, "clasificacion") == llave(1, "anotar") != llave(2, "mesa")


def test_la_barra_recordada_es_igual_a_la_recien_pintada_en_cada_orden(m: Mesero) -> None:
    memoria = Pintadas()
    llamar = {"partida": 1, "mesa": 2}
    pasos = [
        lambda: m.orden(servicios.organizador_llamar, 7, **llamar),
        lambda: m.orden(servicios.incidencia_ver, incidencia=m.mesa(1, 2).incidencias[0].id),
        lambda: m.orden(servicios.anotador_no_esta, 3, **AQUI, era=4),
        lambda: m.orden(servicios.anotador_relevar, 3, **AQUI, era=4),
        lambda: m.anota(dominada(0, 10), por=3),
    ]
    for paso in pasos:
        paso()
        estado = m.estado
        memoria.cambiar_de_version()
        for quien in m.quienes.values():
            for pantalla in ("mesa", "tablero", "anotar", "forma"):
                mirada = Mirada(pantalla, 1, 1)
                visor = estado.visor(quien)
                suya = llaves_de(estado, mirada, visor)
                assert pintar(estado, mirada, visor, memoria, suya)["avisa"] == pintar(estado, mirada, visor)["avisa"]


def test_las_paginas_con_formulario_tambien_la_llevan_y_vuelven_a_la_mesa(m: Mesero) -> None:
    m.anota_todo([dominada(0, 100)])
    m.orden(servicios.mesa_confirmar, 4, **AQUI)
    m.orden(servicios.organizador_llamar, 7, partida=1, mesa=2)
    memo, codigo = navegador_de(m.quienes[1]), m.fila.codigo
    for ruta in ("castigo", "partida/1/mesa/1/cerrar", "partida/1/mesa/1/default", "jugadores", "avisos"):
        pagina = memo.get(f"/recreo/{codigo}/{ruta}/")
        assert pagina.status_code == 200, ruta
        assert "La mesa 2 te llama." in pagina.content.decode(), ruta
    cerrar = f"/recreo/{codigo}/partida/1/mesa/1/cerrar/?vuelve=mesa"
    assert f'action="/recreo/{codigo}/mesa/"' not in memo.get(cerrar).content.decode()
    anotadas = str(m.mesa().anotadas)
    orden = "6d0dbd2b-58f1-4a3c-8d7e-0a5c1c1f7a11"
    hecho = memo.post(cerrar, {"ganadora": "0", "anotadas": anotadas, "id_orden": orden})
    assert hecho["Location"] == f"/recreo/{codigo}/mesa/"

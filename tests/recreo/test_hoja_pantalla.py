"""La hoja que se toca, lo que se borra y vuelve, y quién la revisó: en la página y en el tablero (D370-D376)."""

import re
from typing import Any
from uuid import uuid4

import pytest

from recreo import servicios
from recreo.pantallas import Mirada, Pintadas, pintar
from recreo.pantallas.cosas import cosas_de
from tests.pegada import pegada
from tests.recreo.mesa import Mesero, dominada, manos, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto
from tests.recreo.test_llaves import pinta_todas

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
AQUI = {"partida": 1, "mesa": 1}
TRES = [dominada(0, 10), dominada(1, 20), dominada(0, 30)]


@pytest.fixture
def m() -> Mesero:
    """La mesa 1 (1-2 contra 3-4) con tres manos; anota el 4, así que revisan el 1 y el 2."""
    m = recreo_de(8)
    m.prepara(anotador=4)
    m.anota_todo(TRES)
    return m


def abre(m: Mesero, quien: int, nombre: str = "mesa", *mas: int, **datos: Any) -> Any:
    return como(m.quienes[quien]).get(ruta(m, nombre, *mas), datos)


def revisa(m: Mesero, por: int, conforme: bool, motivo: str = "", **mas: Any) -> Any:
    datos = {**AQUI, "anotadas": m.mesa().anotadas, "conforme": int(conforme), "motivo": motivo, **mas}
    return como(m.quienes[por]).post(ruta(m, "orden", "hoja_revisar"), {"id_orden": str(uuid4()), **datos}, follow=True)


# --- la hoja se toca ---
def test_cada_renglon_lleva_a_corregir_su_mano_con_su_clave_a_quien_anota_y_a_nadie_mas(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=1, revision=1)
    ligas = re.findall(
        r'class="manos__liga"[^>]*href="[^"]*\?mano=(\d+)&amp;revision=(\d+)"', pegada(_html(abre(m, 4)))
    )
    assert ligas == [("3", "1"), ("2", "1")]
    assert "manos__liga" not in _html(abre(m, 2))
    assert "Corregir mano 2 – 30" in texto(abre(m, 4)), "la tercera ya se ve con el número 2"


def test_la_pagina_de_corregir_dice_el_numero_que_se_ve_y_ahi_se_borra(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=1, revision=1)
    pagina = abre(m, 4, "anotar", 1, 1, mano=3, revision=1)
    assert "Corregir mano 2" in texto(pagina) and "Borrar la mano 2" in texto(pagina)
    manda(como(m.quienes[4]), ruta(m, "orden", "mano_borrar"), **AQUI, mano=3, revision=1)
    assert [x.mano for x in m.mesa().manos] == [2]


def test_la_siguiente_se_anota_con_su_clave_y_se_dice_su_numero(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=1, revision=1)
    cuerpo = pegada(_html(abre(m, 4)))
    assert re.search(r'data-clave="anotar" href="[^"]*\?mano=4&amp;revision=0"', cuerpo)
    assert "Anotar mano 3" in texto(abre(m, 4))


def test_lo_borrado_se_devuelve_desde_la_hoja_y_quien_mira_solo_lo_ve(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=2, revision=1)
    assert "Borrada, iba en la mano 2 – 20 Dominada la borró Nacho" in texto(abre(m, 2))
    assert "Devolverla" not in texto(abre(m, 2)) and "Devolverla" in texto(abre(m, 4))
    manda(como(m.quienes[4]), ruta(m, "orden", "mano_devolver"), **AQUI, mano=2, revision=2)
    assert m.mesa().borradas == ()


def test_la_que_estaba_de_mas_no_pide_anotarse_otra_vez(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=3, revision=1)
    leido = texto(abre(m, 4, "anotar", 1, 1, mano=3, revision=0))
    assert "Se borró la que iba de mano 3. Si estaba de más, ya quedó. Devolverla" in leido
    assert "otra vez" not in leido and "Anotar mano 3" in leido


def test_las_cifras_de_la_que_sigue_estan_en_la_mesa_de_quien_anota_y_llevan_a_ella(m: Mesero) -> None:
    cuerpo = pegada(_html(abre(m, 4)))
    assert re.search(r'<form class="mano-ya__cifras" action="[^"]*/anotar/"', cuerpo)
    for quien in (1, 2):  # a quien organiza, que puede anotarla y no la anota, sólo el botón
        assert "mano-ya__cifras" not in _html(abre(m, quien))
    leido = _html(abre(m, 4, "anotar", 1, 1, mano=4, revision=0, tantos=3))
    assert re.search(r'id="cuantos"[^>]*value="3"', pegada(leido))


def test_un_enlace_viejo_a_una_borrada_en_medio_dice_que_vuelve_a_su_lugar(m: Mesero) -> None:
    m.orden(servicios.mano_borrar, 4, **AQUI, mano=2, revision=1)
    pagina = abre(m, 4, "anotar", 1, 1, mano=2, revision=0)
    assert "Esa mano se borró. Si la anotas, vuelve a su lugar: es la 2." in texto(pagina)
    datos = {**AQUI, "mano": 2, "revision": 2, "desenlace": "dominada", "pareja": 1, "tantos": 21}
    manda(como(m.quienes[4]), ruta(m, "orden", "mano_anotar"), **datos)
    assert [x.datos.tantos for x in m.mesa().manos] == [10, 21, 30]


def test_lo_ultimo_trae_su_deshacer_con_su_hora_y_escondido_hasta_que_el_guion_lo_ensene(m: Mesero) -> None:
    cuerpo = pegada(_html(abre(m, 4)))
    assert re.search(r'<section class="ult sep-c" data-reciente="\d{4}-[^"]+" hidden>', cuerpo)
    assert "data-reciente" not in _html(abre(m, 2))


# --- la otra pareja la revisa ---
def test_solo_la_pareja_contraria_tiene_con_que_revisarla(m: Mesero) -> None:
    assert "Está bien: la confirmo" in texto(abre(m, 2))
    for quien in (3, 4):
        assert "Está bien: la confirmo" not in texto(abre(m, quien))
    assert "la confirmo" not in texto(abre(m, 6, "otra_mesa", 1, 1))


def test_se_confirma_con_un_toque_y_todos_lo_ven(m: Mesero) -> None:
    revisa(m, 2, conforme=True)
    for quien in (1, 2, 4):
        assert "Confirmada por Beto." in texto(abre(m, quien))


def test_la_que_cambio_mientras_se_leia_no_se_confirma(m: Mesero) -> None:
    vio = m.mesa().anotadas
    m.anota(dominada(1, 5), por=4)
    assert "cambió mientras la veías" in texto(revisa(m, 2, conforme=True, anotadas=vio))
    assert m.mesa().conformidad == "falta"


def test_objetar_sin_decir_que_se_niega(m: Mesero) -> None:
    assert "Falta decir qué está mal" in texto(revisa(m, 2, conforme=False))


def test_a_quien_la_confirmo_se_le_dice_que_caduco(m: Mesero) -> None:
    revisa(m, 2, conforme=True)
    m.anota(dominada(1, 5), por=4)
    leido = texto(abre(m, 2))
    assert "La hoja cambió después de lo que dijiste: revísala otra vez." in leido
    assert "(antes de que cambiara)" in leido


def test_la_objecion_llega_a_quien_organiza_a_la_barra_y_al_tablero_hasta_que_cambia_la_mano(m: Mesero) -> None:
    revisa(m, 2, conforme=False, motivo="La primera fueron 15")
    (cosa,) = [c for c in cosas_de(m.estado, m.estado.visor(m.quienes[1])) if c.tipo == "hoja_objetada"]
    assert cosa.suena and cosa.detalle == "Beto: «La primera fueron 15»"
    assert "Objetan la hoja de la mesa 1." in texto(abre(m, 1, "tablero"))
    assert not [c for c in cosas_de(m.estado, m.estado.visor(m.quienes[4])) if c.tipo == "hoja_objetada"]
    assert "Enterado: ya la vi" in texto(abre(m, 1, "otra_mesa", 1, 1))
    assert "Enterado: ya la vi" not in texto(abre(m, 2))
    m.anota(dominada(0, 15), por=4, mano=1)
    assert "Enterado: ya la vi" not in texto(abre(m, 1, "otra_mesa", 1, 1))
    assert "Objetan la hoja" not in texto(abre(m, 1, "tablero"))


def test_al_cerrar_se_ve_quien_confirmo_y_quien_objeto() -> None:
    m = recreo_de(8)
    m.prepara(anotador=4)
    m.anota_todo(manos(100, 20))
    # quien organiza es de esa pareja: de tú (D854)
    assert "Falta que alguien de tu pareja la confirme: Beto y tú." in texto(abre(m, 1, "cerrar", 1, 1))
    revisa(m, 2, conforme=True)
    revisa(m, 1, conforme=False, motivo="No cuadra")
    leido = texto(abre(m, 1, "cerrar", 1, 1))
    assert "Objetada por Memo." in leido and "Beto : conforme" in leido and "la objeta, «No cuadra»" in leido
    assert "hoja objetada" in texto(abre(m, 1, "tablero"))


@pytest.mark.parametrize("pagina", ["cerrar", "suspender"])
def test_donde_se_exige_cerrar_sin_ella_pide_el_motivo_junto_a_su_campo(pagina: str) -> None:
    m = recreo_de(8)
    m.prepara(anotador=4)
    m.anota_todo(manos(100, 20) if pagina == "cerrar" else [dominada(0, 20)])
    if pagina == "cerrar":
        m.orden(servicios.mesa_confirmar, 4, **AQUI)
    manda(como(m.quienes[1]), ruta(m, "orden", "conformidad_exigir"), exige=1)
    assert "La otra pareja confirma la hoja: sí" in texto(abre(m, 1, "tablero"))
    datos = {"ganadora": 0, "anotadas": m.mesa().anotadas}
    negada = manda(como(m.quienes[1]), ruta(m, pagina, 1, 1), **datos)
    assert "escribe por qué la cierras así." in texto(negada) and 'id="motivo_error"' in negada.content.decode()
    manda(como(m.quienes[1]), ruta(m, pagina, 1, 1), **datos, motivo="Ya se habían ido")
    assert m.mesa().cerrada
    historia = texto(abre(m, 4, "historia"))
    assert "se cerró sin que la otra pareja confirmara la hoja." in historia and "Ya se habían ido" in historia


def test_donde_se_exige_a_quien_revisa_se_le_dice_que_le_toca(m: Mesero) -> None:
    def oyen() -> list[int]:
        return [
            n for n in m.quienes if any(c.tipo == "revisa" for c in cosas_de(m.estado, m.estado.visor(m.quienes[n])))
        ]

    m.orden(servicios.conformidad_exigir, exige=True)
    assert oyen() == []
    m.anota(dominada(0, 90), por=4)
    assert oyen() == [1, 2]
    revisa(m, 2, conforme=True)
    assert oyen() == []


def test_ninguna_zona_queda_vieja_al_revisar_borrar_y_devolver(m: Mesero) -> None:
    memoria = Pintadas()
    pasos = [
        lambda: revisa(m, 2, conforme=False, motivo="No cuadra"),
        lambda: m.orden(servicios.mano_borrar, 4, **AQUI, mano=2, revision=1),
        lambda: revisa(m, 1, conforme=True),
        lambda: m.orden(servicios.mano_devolver, 4, **AQUI, mano=2, revision=2),
        lambda: m.orden(servicios.conformidad_exigir, exige=True),
    ]
    for paso in pasos:
        paso()
        assert pinta_todas(m, memoria) == pinta_todas(m, Pintadas())


def test_la_zona_viva_trae_lo_mismo_que_la_pagina(m: Mesero) -> None:
    revisa(m, 2, conforme=True)
    zona = pintar(m.estado, Mirada("mesa"), m.estado.visor(m.quienes[4]))["contenido"]
    assert "Confirmada por Beto." in zona and 'data-fila="3"' in zona


def _html(respuesta: Any) -> str:
    cuerpo: str = respuesta.content.decode()
    return cuerpo

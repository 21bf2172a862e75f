"""Las pantallas de los caminos de regreso: qué va a pasar, por dónde se llega y quién las ve (D300-D309)."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Recreo, Suceso
from recreo.pantallas import regreso
from recreo.pantallas.historia import FRASES
from recreo.servicios import final
from tests.recreo.fabricas import FabricaDeCuenta
from tests.recreo.mesa import Mesero, dominada, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db

AQUI = {"partida": 1, "mesa": 1}
PORQUE = {"motivo": "Se anotó al revés"}


def ver(m: Mesero, nombre: str, *mas: Any, por: int = 1) -> str:
    respuesta = como(m.quienes[por]).get(ruta(m, nombre, *mas))
    assert respuesta.status_code == 200, respuesta.headers.get("Location")
    return texto(respuesta)


def enlaces(m: Mesero, nombre: str, *mas: Any, por: int = 1) -> set[str]:
    cuerpo = como(m.quienes[por]).get(ruta(m, nombre, *mas)).content.decode()
    return set(re.findall(r'href="(/[^"?#]*)', cuerpo))


def jugado() -> Mesero:
    m = recreo_de(4)
    m.juega_todo()
    return m


# --- por dónde se llega


def test_del_tablero_se_llega_a_todo_y_de_cada_mesa_a_cada_persona() -> None:
    m = recreo_de(4)
    hay = enlaces(m, "tablero")
    nombres = ("personas", "final", "deshacer", "pausar", "terminar", "historia")
    assert {ruta(m, n) for n in nombres} <= hay
    assert {ruta(m, "persona", n) for n in (1, 2, 3, 4)} <= hay
    m.gana(100, 20)
    hay = enlaces(m, "tablero")
    assert ruta(m, "reabrir_mesa", 1, 1) in hay and ruta(m, "deshacer") not in hay
    assert ruta(m, "personas") in enlaces(m, "jugadores")
    assert ruta(m, "historia") in enlaces(m, "clasificacion", por=3)


@pytest.mark.parametrize("nombre", ["final", "terminar", "reabrir", "deshacer", "pausar", "cuantos", "personas"])
def test_a_quien_no_organiza_no_se_le_abren(nombre: str) -> None:
    m = recreo_de(4)
    assert como(m.quienes[3]).get(ruta(m, nombre)).status_code == 302
    assert como(None).get(ruta(m, nombre)).status_code == 302


# --- el final


def test_al_cerrar_la_ultima_el_tablero_pide_anunciar_y_la_pagina_ensena_castigos_y_mesas() -> None:
    m = jugado()
    m.orden(servicios.castigo_aplicar, numero=3, tantos=10, motivo="Habló")
    assert "Revisar y anunciar el final" in ver(m, "tablero")
    leido = ver(m, "final")
    assert "Carmen : −10, Habló" in leido and "Reabrir la mesa 1" in leido and "Así quedaría" in leido
    assert "Durante 24 horas lo puedes reabrir" in leido
    respuesta = manda(como(m.quienes[1]), ruta(m, "final"))
    assert respuesta.headers["Location"] == ruta(m, "clasificacion")
    assert m.fila.estado == "terminado"


def test_lo_terminado_ofrece_reabrirse_un_dia_y_despues_ya_no() -> None:
    m = jugado()
    m.anuncia()
    assert ruta(m, "reabrir") in enlaces(m, "clasificacion")
    assert ruta(m, "reabrir") not in enlaces(m, "clasificacion", por=3)
    assert "¿Faltó algo? Reabrirlo" in ver(m, "tablero")
    sin_motivo = texto(manda(como(m.quienes[1]), ruta(m, "reabrir")))
    assert "Falta decir por qué" in sin_motivo and m.fila.estado == "terminado"
    manda(como(m.quienes[1]), ruta(m, "reabrir"), **PORQUE)
    assert m.fila.estado == "en_juego"
    m.anuncia()
    Recreo.objects.filter(pk=m.id).update(terminado=timezone.now() - timedelta(hours=25))
    assert "ya no se reabre" in ver(m, "reabrir")
    assert ruta(m, "reabrir") not in enlaces(m, "clasificacion")


def test_las_horas_que_dice_la_pantalla_son_las_del_servicio() -> None:
    assert regreso.HORAS_PARA_REABRIR == final.HORAS_PARA_REABRIR


def test_terminar_aqui_dice_que_no_cuenta_y_ofrece_suspender_antes() -> None:
    m = recreo_de(4)
    assert "no hay qué clasificar" in ver(m, "terminar")
    m.gana(100, 20)
    m.siguiente(2)
    assert "¿Quieren que la partida cuente?" not in ver(m, "terminar"), "van empatados: no se puede suspender"
    m.prepara(2)
    m.anota(dominada(0, 30), 2)
    leido = ver(m, "terminar")
    assert "La partida 2, que está a medias, no cuenta." in leido and "Suspender la mesa 1" in leido
    manda(como(m.quienes[1]), ruta(m, "terminar"), motivo="Ya es tarde")
    leido = ver(m, "clasificacion", por=2)
    assert "Clasificación final" in leido and "en juego" not in leido
    assert "Se terminó aquí" in ver(m, "tablero")


# --- reabrir una mesa


def test_reabrir_dice_que_se_recalcula_y_que_no_se_mueve_y_el_tablero_lo_recuerda() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    leido = ver(m, "reabrir_mesa", 1, 1)
    assert "Las mesas que ya se juegan no se mueven" in leido and "se recalcula todo" in leido
    manda(como(m.quienes[1]), ruta(m, "reabrir_mesa", 1, 1), **PORQUE)
    assert "La mesa 1 de la partida 1 se está corrigiendo" in ver(m, "tablero")
    assert "esa partida no cuenta hasta que se cierre" in ver(m, "clasificacion", por=3)
    m.gana(100, 20, 2)
    assert "Ir a corregirla" in ver(m, "tablero")


# --- pausa


def test_en_pausa_se_dice_a_todos_y_un_toque_lo_retoma() -> None:
    m = recreo_de(4)
    manda(como(m.quienes[1]), ruta(m, "pausar"), motivo="Se fue la luz")
    assert "En pausa" in ver(m, "tablero") and "Seguir jugando" in ver(m, "tablero")
    assert "En pausa: se sigue otro día." in ver(m, "mesa", por=3)
    assert "En pausa: se sigue otro día" in texto(como(m.quienes[1]).get("/recreo/"))
    assert como(m.quienes[3]).get("/recreo/").headers["Location"] == ruta(m, "ir")
    m.orden(servicios.recreo_retomar)
    assert "En pausa" not in ver(m, "tablero")


# --- personas


def test_la_pagina_de_una_persona_pone_suplente_y_la_clasificacion_lo_dice() -> None:
    m = recreo_de(4)
    m.gana(100, 40)
    leido = ver(m, "persona", 3)
    assert "¿Quién juega por Carmen?" in leido and "Cada quien conserva lo suyo" in leido
    orden = ruta(m, "orden", "suplente_poner")
    siguiente = ruta(m, "persona", 3)
    manda(como(m.quienes[1]), orden, numero=3, nombre="Rafa", desde=2, hasta=0, siguiente=siguiente)
    assert "Desde la partida 2, Rafa por Carmen." in ver(m, "persona", 3)
    m.siguiente(2)
    m.orden(servicios.mesa_aplicar_default, partida=2, mesa=1, gana=0)
    leido = ver(m, "clasificacion")
    assert "Jugó hasta la 1" in leido and "Entró en la 2 por Carmen" in leido
    assert "Otra persona juega en tu lugar" in ver(m, "mesa", por=3)
    assert "Vuelve a su lugar" in ver(m, "persona", 3)
    m.siguiente(3)
    assert "Rafa" in ver(m, "tablero")


def test_quien_falta_se_ve_en_el_tablero_con_un_toque_para_cuando_llegue() -> None:
    m = recreo_de(4)
    m.orden(servicios.ausencia_poner, numero=3, desde=1)
    leido = ver(m, "tablero")
    assert "Carmen falta desde la partida 1, hasta que llegue." in leido and "Ya llegó" in leido
    manda(como(m.quienes[1]), ruta(m, "orden", "persona_llego"), numero=3)
    assert "Carmen falta" not in ver(m, "tablero")


def test_quien_esta_en_otro_recreo_sabe_que_aqui_solo_mira() -> None:
    m = jugado()
    m.anuncia()
    otro = recreo_de(6, entran=False)
    otro.orden(servicios.jugador_reclamar, m.quienes[3], numero=3)
    m.orden(servicios.recreo_reabrir, **PORQUE)
    assert "Estás en otro Recreo: aquí sólo miras." in ver(m, "mesa", por=3)


def test_mas_o_menos_jugadores_dice_a_quien_deja_fuera() -> None:
    m = recreo_de(8, empieza=False)
    leido = ver(m, "cuantos")
    assert "7 jugadores Se queda fuera Irma" in leido and "6 jugadores Se quedan fuera Lupe e Irma" in leido
    manda(como(m.quienes[1]), ruta(m, "orden", "tamano_cambiar"), tamano=7, fuera=1)
    assert m.fila.tamano == 7


# --- lo que ha pasado


def test_cada_tipo_de_suceso_tiene_su_frase() -> None:
    assert set(FRASES) == set(Suceso.Tipo)


def test_lo_que_ha_pasado_lo_ve_cualquiera_y_los_correos_solo_quien_manda() -> None:
    m = recreo_de(4)
    m.orden(servicios.persona_cambiar, numero=3, nombre="Carmela", correo="carmela@example.com", motivo="Así le dicen")
    m.orden(servicios.ausencia_poner, numero=4, desde=2, hasta=2)
    m.orden(servicios.recreo_pausar)
    m.orden(servicios.recreo_retomar)
    de_quien_manda, de_cualquiera = ver(m, "historia"), ver(m, "historia", por=2)
    for dice in ("Carmen ahora se llama Carmela. «Así le dicen» Memo", "Nacho falta a la partida 2.", "Se retomó"):
        assert dice in de_cualquiera
    assert "era ninguno y ahora es carmela@example.com" in de_quien_manda
    assert "@" not in de_cualquiera.replace("Cambió el correo de Carmela.", "")


def test_una_persona_que_no_hay_es_404_y_la_cuenta_ajena_no_entra() -> None:
    m = recreo_de(4)
    assert como(m.quienes[1]).get(ruta(m, "persona", 9)).status_code == 404
    ajena = como(Quien(cuenta_id=FabricaDeCuenta().pk))
    assert ajena.get(ruta(m, "historia")).status_code == 302

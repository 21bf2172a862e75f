"""Ingreso (RE1): cada quien a donde le toca, y a un extraño no se le dice nada de nadie."""

from typing import Any

import pytest
from django.urls import reverse

from recreo import servicios
from recreo.identidad import Quien
from recreo.servicios import DatosJugador
from tests.recreo.fabricas import FabricaDeCuenta, suscrita, suspendida, vencida
from tests.recreo.mesa import Mesero, nombra_coorganizador, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db
ENTRADA = "/recreo/"


def test_a_un_extrano_solo_se_le_pide_su_correo_o_un_codigo() -> None:
    recreo_de(4)
    respuesta = como(None).get(ENTRADA)
    assert respuesta.status_code == 200
    cuerpo = respuesta.content.decode()
    assert 'name="next" value="/recreo/"' in cuerpo
    assert f'action="{reverse("suscripciones:entrar")}"' in cuerpo
    assert f'action="{reverse("publico:codigo")}"' in cuerpo
    assert "Domingo" not in cuerpo and "no tienes" not in texto(respuesta)


def test_un_telefono_con_lugar_va_directo_a_su_recreo_sin_identificarse() -> None:
    m = recreo_de(5)
    respuesta = como(m.quienes[3]).get(ENTRADA)
    assert respuesta.headers["Location"] == ruta(m, "ir")


def test_quien_entra_con_el_correo_de_la_lista_ocupa_su_lugar_si_acepta() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    invitado = FabricaDeCuenta(email="ines@example.com")
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "Inés", "ines@example.com")])
    navegador = como(Quien(cuenta_id=invitado.pk))
    respuesta = navegador.get(ENTRADA)
    assert "Te apuntaron con tu correo" in texto(respuesta) and "Domingo" in texto(respuesta)
    assert m.estado.jugadores[3].cuenta_id is None, "hasta que acepta no está sentada"
    manda(navegador, ruta(m, "orden", "invitacion_aceptar"))
    assert navegador.get(ENTRADA).headers["Location"] == ruta(m, "ir")
    assert m.estado.jugadores[3].cuenta_id == invitado.pk


@pytest.mark.parametrize(
    ("cuenta", "dice"),
    [
        (FabricaDeCuenta, "Tu correo no está suscrito."),
        (vencida, "Tu suscripción ya venció."),
        (suspendida, "Tu cuenta está suspendida hasta el"),
    ],
)
def test_quien_no_puede_organizar_sabe_por_que_y_que_para_jugar_no_hace_falta(cuenta: Any, dice: str) -> None:
    respuesta = como(Quien(cuenta_id=cuenta().pk)).get(ENTRADA)
    leido = texto(respuesta)
    assert dice in leido
    assert "Para participar no hace falta" in leido
    assert reverse("recreo:nuevo") not in respuesta.content.decode()


def test_quien_puede_organizar_y_esta_libre_ve_organizar() -> None:
    cuenta = suscrita()
    respuesta = como(Quien(cuenta_id=cuenta.pk)).get(ENTRADA)
    assert reverse("recreo:nuevo") in respuesta.content.decode()
    assert "anteriores" not in texto(respuesta)


def test_los_recreos_pasados_se_listan_al_volver() -> None:
    m = recreo_de(4)
    m.orden(servicios.recreo_cancelar)
    leido = texto(como(m.quienes[1]).get(ENTRADA))
    assert "Tus Recreos anteriores" in leido and "Domingo" in leido and "cancelado" in leido
    assert "Domingo" in texto(como(m.quienes[1]).get("/recreo/mios/"))


def test_mis_recreos_pide_identificarse() -> None:
    assert como(None).get("/recreo/mios/").headers["Location"] == ENTRADA


# --- el reparto de pantallas


def terminado() -> Mesero:
    m = recreo_de(4)
    for partida in (1, 2, 3):
        if partida > 1:
            m.siguiente(partida)
        m.gana(100, 40, partida)
    m.anuncia()
    return m


@pytest.mark.parametrize(
    ("estado", "papel", "pantalla"),
    [
        ("preparacion", "organiza", "jugadores"),
        ("preparacion", "coorganiza", "jugadores"),
        ("preparacion", "juega", "mesa"),
        ("en_juego", "organiza", "tablero"),
        ("en_juego", "coorganiza", "mesa"),
        ("en_juego", "juega", "mesa"),
        ("terminado", "organiza", "clasificacion"),
        ("terminado", "juega", "clasificacion"),
        ("en_juego", "extraño", "invitacion"),
        ("preparacion", "extraño", "invitacion"),
    ],
)
def test_cada_quien_va_a_la_pantalla_que_le_toca(estado: str, papel: str, pantalla: str) -> None:
    m = terminado() if estado == "terminado" else recreo_de(4, empieza=estado == "en_juego")
    if papel == "coorganiza":
        nombra_coorganizador(m, 2)
    quien = {"organiza": m.quienes[1], "coorganiza": m.quienes[2], "juega": m.quienes[3], "extraño": None}[papel]
    assert como(quien).get(ruta(m, "ir")).headers["Location"] == ruta(m, pantalla)


def test_un_recreo_cancelado_lo_dice_y_ofrece_otro_a_quien_lo_organizaba() -> None:
    m = recreo_de(4)
    m.orden(servicios.recreo_cancelar)
    del_organizador = como(m.quienes[1]).get(ruta(m, "ir"))
    assert "Este Recreo se canceló" in texto(del_organizador)
    assert reverse("recreo:nuevo") in del_organizador.content.decode()
    del_jugador = como(m.quienes[2]).get(ruta(m, "ir"))
    assert "Este Recreo se canceló" in texto(del_jugador)
    assert reverse("recreo:nuevo") not in del_jugador.content.decode()


def test_un_codigo_que_no_existe_es_404() -> None:
    respuesta = como(None).get("/recreo/ZZZZZZ/mesa/")
    assert respuesta.status_code == 404 and "Ningún Recreo tiene ese código" in texto(respuesta)

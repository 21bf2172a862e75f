"""Tablero y órdenes con página propia (RE5, RE6)."""

import re
from decimal import Decimal
from typing import Any

import pytest

from recreo import servicios
from recreo.identidad import Quien
from recreo.pantallas import Mirada, pintar
from recreo.pantallas.organizador import avisos, tarjetas
from recreo.servicios import DatosJugador
from reglas.tipos import Desenlace, Fin
from tests.pegada import pegada
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import JUEGOS, Mesero, dominada, manos, nombra_coorganizador, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
MESA_1 = (1, 1)


# --- quién puede verlas

SOLO_MANDO = [
    ("ambito",), ("jugadores",), ("invitar",), ("tablero",), ("castigo",), ("cancelar",), ("acta",),
    ("cerrar", 1, 1), ("suspender", 1, 1), ("default", 1, 1),
]  # fmt: skip


@pytest.mark.parametrize("pantalla", SOLO_MANDO, ids=lambda p: p[0])
def test_las_pantallas_del_organizador_son_solo_para_quien_manda(pantalla: tuple[Any, ...]) -> None:
    m = recreo_de(8)
    nombra_coorganizador(m, 2)
    camino = ruta(m, *pantalla)
    assert como(m.quienes[1]).get(camino).status_code == 200
    assert como(m.quienes[2]).get(camino).status_code == 200
    assert como(m.quienes[3]).get(camino).headers["Location"] == ruta(m, "ir")
    assert como(Quien(cuenta_id=suscrita().pk)).get(camino).headers["Location"] == ruta(m, "invitacion")
    assert como(None).get(camino).headers["Location"] == ruta(m, "invitacion")


@pytest.mark.parametrize("pantalla", ["cerrar", "suspender", "default"])
def test_una_mesa_que_no_existe_es_404(pantalla: str) -> None:
    m = recreo_de(4)
    assert como(m.quienes[1]).get(ruta(m, pantalla, 1, 9)).status_code == 404
    assert como(m.quienes[1]).get(ruta(m, pantalla, 3, 1)).status_code == 404


def test_los_correos_no_salen_a_los_participantes() -> None:
    m = recreo_de(8)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(8, "Irma", "")])
    for nombre in ("clasificacion", "mesa", "mesas"):
        assert "@" not in texto(como(m.quienes[3]).get(ruta(m, nombre)))


# --- tablero


def test_el_tablero_avisa_de_lo_que_pide_cada_mesa_lo_urgente_primero() -> None:
    m = recreo_de(12)
    m.prepara(1, 1)
    m.anota(dominada(0, 35), por=m.mesa(1, 1).anotador or 1)
    asientos = m.mesa(1, 1).asientos
    m.orden(
        servicios.discrepancia_proponer, asientos[1], partida=1, mesa=1, mano=1,
        desenlace=Desenlace.DOMINADA, pareja=1, tantos=35,
    )  # fmt: skip
    m.prepara(1, 2)
    m.orden(servicios.organizador_llamar, m.mesa(1, 2).asientos[0], partida=1, mesa=2, texto="Ficha volteada")
    assert [(a.tipo, a.mesa.numero) for a in avisos(m.estado)] == [
        ("llamada", 2), ("discrepancia", 1), ("sin_anotador", 3), ("sin_mano", 1), ("sin_mano", 2),
    ]  # fmt: skip
    zonas = pintar(m.estado, Mirada("tablero"), m.estado.visor(m.quienes[1]))
    assert zonas["anuncio"] == "La mesa 2 te llama. La mesa 1 no coincide en una mano."
    leido = texto(como(m.quienes[1]).get(ruta(m, "tablero")))
    assert "La mesa 2 te llama." in leido and "«Ficha volteada»" in leido
    assert "Anotada: 35 para Memo y Beto." in leido and "dice: 35 para Carmen y Nacho." in leido
    assert "Nadie anota" not in leido and "Anoto yo la mesa 3" in leido  # lo dice su tarjeta, una vez
    assert "Faltan las mesas 1, 2 y 3" in leido


def test_las_mesas_sin_plantilla_se_dicen_en_un_solo_aviso() -> None:
    m = recreo_de(16)
    assert [a.mesas for a in avisos(m.estado)] == [(1, 2, 3, 4)]


def test_el_default_propuesto_lleva_a_la_pagina_con_la_ausente_marcada() -> None:
    m = recreo_de(4)
    m.prepara()
    quien = m.mesa().anotador or 1
    m.orden(servicios.default_responder, quien, partida=1, mesa=1, numero=3, aplica=True)
    cuerpo = como(m.quienes[1]).get(ruta(m, "tablero")).content.decode()
    camino = f"{ruta(m, 'default', 1, 1)}?ausente=1"
    assert camino in cuerpo
    pagina = pegada(como(m.quienes[1]).get(camino).content.decode())
    assert 'name="gana" value="0" checked' in pagina and 'name="gana" value="1" checked' not in pagina


def test_el_tablero_ofrece_confirmar_cerrar_y_la_siguiente_segun_como_va() -> None:
    m = recreo_de(4)
    m.prepara(anotador=2)
    m.anota_todo(manos(100, 40))
    visor = m.estado.visor(m.quienes[1])
    zonas = pintar(m.estado, Mirada("tablero"), visor)
    assert 'id="confirmar-1"' in zonas["contenido"] and "disabled" in zonas["barra"]
    m.orden(servicios.mesa_confirmar, 2, partida=1, mesa=1)
    zonas = pintar(m.estado, Mirada("tablero"), visor)
    assert ruta(m, "cerrar", 1, 1) in zonas["contenido"] and "Por cerrar: mesa 1." in zonas["anuncio"]
    m.orden(servicios.mesa_cerrar, partida=1, mesa=1, ganadora=0, anotadas=m.mesa().anotadas)
    zonas = pintar(m.estado, Mirada("tablero"), visor)
    assert "partida_siguiente" in zonas["barra"] and "disabled" not in zonas["barra"]
    cerrada = " ".join(zonas["contenido"].split())
    assert "2 puntos" in cerrada and "puntos para" not in cerrada, "quien ganó ya va en negritas"


def test_en_el_tablero_van_primero_las_mesas_que_me_necesitan() -> None:
    m = recreo_de(16)
    for mesa in (1, 2, 3):
        m.prepara(1, mesa)
    m.anota_todo(manos(100, 40), 1, 3)
    m.orden(servicios.mesa_confirmar, m.mesa(1, 3).anotador or 1, partida=1, mesa=3)
    visor = m.estado.visor(m.quienes[1])
    assert [t.mesa.numero for t in tarjetas(m.estado, visor)] == [4, 3, 1, 2]  # sin anotador, por cerrar, jugando
    m.orden(servicios.organizador_llamar, m.mesa(1, 2).asientos[0], partida=1, mesa=2)
    assert [t.mesa.numero for t in tarjetas(m.estado, visor)] == [2, 4, 3, 1]
    m.orden(servicios.mesa_cerrar, partida=1, mesa=3, ganadora=0, anotadas=m.mesa(1, 3).anotadas)
    assert [t.mesa.numero for t in tarjetas(m.estado, visor)] == [2, 4, 1, 3]
    contenido = pintar(m.estado, Mirada("tablero"), visor)["contenido"]
    assert re.findall(r'id="ver-(\d)"', contenido) == ["2", "4", "1", "3"]


def test_solo_una_mesa_lleva_la_accion_principal() -> None:
    m = recreo_de(8)
    for mesa in (1, 2):
        quien = m.prepara(1, mesa)
        m.anota_todo(manos(100, 40), 1, mesa)
        m.orden(servicios.mesa_confirmar, quien, partida=1, mesa=mesa)
    contenido = pintar(m.estado, Mirada("tablero"), m.estado.visor(m.quienes[1]))["contenido"]
    assert contenido.count("boton--accion") == 1 and contenido.count('id="cerrar-') == 2


@pytest.mark.parametrize("estado", ["preparacion", "en_juego", "terminado", "cancelado"])
@pytest.mark.parametrize("pantalla", ["tablero", "invitar"])
def test_las_pantallas_vivas_se_pintan_igual_sin_peticion_en_todo_estado(estado: str, pantalla: str) -> None:
    m = recreo_de(4, empieza=estado != "preparacion")
    if estado == "terminado":
        for partida in (1, 2, 3):
            if partida > 1:
                m.siguiente(partida)
            m.gana(100, 40, partida)
    if estado == "cancelado":
        m.orden(servicios.recreo_cancelar)
    visor = m.estado.visor(m.quienes[1])
    zonas = pintar(m.estado, Mirada(pantalla), visor)
    assert set(zonas) == {"donde", "donde_sub", "contenido", "barra", "anuncio", "avisa"}
    assert zonas == pintar(m.estado, Mirada(pantalla), visor)
    assert zonas["donde"] and zonas["contenido"]


# --- cerrar, suspender, default, castigo y cancelar


def por_cerrar() -> Mesero:
    m = recreo_de(4, importe=Decimal(20))
    quien = m.prepara()
    m.anota_todo(manos(100, 40))
    m.orden(servicios.mesa_confirmar, quien, partida=1, mesa=1)
    return m


def test_cerrar_dice_la_consecuencia_y_cierra() -> None:
    m = por_cerrar()
    respuesta = como(m.quienes[1]).get(ruta(m, "cerrar", *MESA_1))
    leido = texto(respuesta)
    assert "Memo y Beto suman 2 puntos" in leido and "Memo y Beto ganan $40 cada quien" in leido
    assert 'name="ganadora" value="0" checked' in pegada(respuesta.content.decode())
    hecho = manda(como(m.quienes[1]), ruta(m, "cerrar", *MESA_1), ganadora="0", anotadas=m.mesa().anotadas)
    assert hecho.headers["Location"] == ruta(m, "tablero")
    assert m.mesa().fin is Fin.META


def test_cerrar_con_la_otra_pareja_lo_dice_junto_a_la_pregunta_y_conserva_lo_elegido() -> None:
    m = por_cerrar()
    respuesta = manda(como(m.quienes[1]), ruta(m, "cerrar", *MESA_1), ganadora="1", anotadas=m.mesa().anotadas)
    cuerpo = respuesta.content.decode()
    assert "gana la otra pareja" in cuerpo.split('id="ganadora_error"')[1]
    assert 'name="ganadora" value="1" checked' in pegada(cuerpo)
    assert m.mesa().cerrada is None


def test_cerrar_lo_que_ya_cambio_avisa_y_ensena_lo_nuevo() -> None:
    m = por_cerrar()
    vistas = len(m.mesa().manos)
    respuesta = manda(como(m.quienes[1]), ruta(m, "cerrar", *MESA_1), ganadora="0", anotadas=vistas - 1)
    assert "cambió mientras la veías" in texto(respuesta)
    assert f'name="anotadas" value="{vistas}"' in respuesta.content.decode()


def test_cerrar_dos_veces_dice_quien_la_cerro() -> None:
    m = por_cerrar()
    m.orden(servicios.mesa_cerrar, partida=1, mesa=1, ganadora=0, anotadas=m.mesa().anotadas)
    respuesta = manda(como(m.quienes[1]), ruta(m, "cerrar", *MESA_1), ganadora="0", anotadas=1)
    assert "ya cerró la mesa 1" in texto(respuesta) and "La cerró Memo," in texto(respuesta)


@pytest.mark.parametrize("pantalla", ["cerrar", "suspender", "default"])
def test_lo_que_ya_se_cerro_dice_quien_y_ofrece_regresar(pantalla: str) -> None:
    m = por_cerrar()
    m.orden(servicios.mesa_cerrar, partida=1, mesa=1, ganadora=0, anotadas=m.mesa().anotadas)
    leido = texto(como(m.quienes[1]).get(ruta(m, pantalla, *MESA_1)))
    assert "Esta mesa ya está cerrada. La cerró Memo," in leido and "Volver al tablero" in leido


def test_suspender_dice_quien_va_adelante_y_empatada_no_se_puede() -> None:
    m = recreo_de(4)
    m.prepara()
    cliente = como(m.quienes[1])
    assert "Así no se puede suspender." in texto(cliente.get(ruta(m, "suspender", *MESA_1)))
    m.anota(dominada(1, 30))
    leido = texto(cliente.get(ruta(m, "suspender", *MESA_1)))
    assert "Va adelante la pareja de Carmen y Nacho" in leido and "1 punto" in leido
    manda(cliente, ruta(m, "suspender", *MESA_1), anotadas="1", motivo="Ya es tarde")
    assert (m.mesa().fin, m.mesa().motivo) == (Fin.TIEMPO, "Ya es tarde")


def test_el_default_ensena_lo_que_vale_para_cada_pareja_y_pide_escoger() -> None:
    m = recreo_de(4, importe=Decimal(10))
    m.prepara()
    m.anota(dominada(1, 60))
    cliente = como(m.quienes[1])
    leido = texto(cliente.get(ruta(m, "default", *MESA_1)))
    assert "Memo y Beto 1 punto: 100 a 60 · $10 cada quien" in leido
    assert "Carmen y Nacho 3 puntos: 100 a 0 · $30 cada quien" in leido
    negada = manda(cliente, ruta(m, "default", *MESA_1), gana="", infraccion_de="", motivo="No llegaron")
    assert "Escoge qué pareja gana." in texto(negada) and 'value="No llegaron"' in negada.content.decode()
    manda(cliente, ruta(m, "default", *MESA_1), gana="1", infraccion_de="", motivo="No llegaron")
    assert (m.mesa().fin, m.mesa().gana_default) == (Fin.DEFAULT, 1)


def test_la_infraccion_no_puede_ser_de_la_pareja_que_gana() -> None:
    m = recreo_de(4)
    m.prepara()
    respuesta = manda(como(m.quienes[1]), ruta(m, "default", *MESA_1), gana="0", infraccion_de="1")
    cuerpo = respuesta.content.decode()
    assert "es de la pareja que pusiste de ganadora" in cuerpo.split('id="infraccion_de_error"')[1]
    assert 'name="gana" value="0" checked' in pegada(cuerpo) and m.mesa().cerrada is None


def test_el_castigo_con_error_conserva_a_quien_y_por_que() -> None:
    m = recreo_de(4)
    cliente = como(m.quienes[1])
    for tantos, dice in (("", "Escribe cuántos tantos"), ("diez", "con números"), ("500", "de 1 a 200")):
        respuesta = manda(cliente, ruta(m, "castigo"), numero="3", tantos=tantos, motivo="Habló")
        cuerpo = respuesta.content.decode()
        assert dice in cuerpo.split('id="tantos_error"')[1]
        assert 'name="numero" value="3" checked' in pegada(cuerpo) and 'value="Habló"' in cuerpo
    manda(cliente, ruta(m, "castigo"), numero="3", tantos="10", motivo="Habló")
    leido = texto(cliente.get(ruta(m, "castigo")))
    assert "Carmen : −10, Habló" in leido and "Deshacer" in leido


def test_a_juegos_ganados_no_hay_castigo() -> None:
    m = recreo_de(4, JUEGOS)
    respuesta = como(m.quienes[1]).get(ruta(m, "castigo"))
    assert "no hay castigos en tantos" in texto(respuesta)
    assert 'name="tantos"' not in respuesta.content.decode()
    assert ruta(m, "castigo") not in como(m.quienes[1]).get(ruta(m, "tablero")).content.decode()


def test_cancelar_dice_lo_que_se_pierde_y_libera_a_todos() -> None:
    m = recreo_de(4)
    m.gana(100, 0)
    cliente = como(m.quienes[1])
    assert "Se jugó 1 partida de 3" in texto(cliente.get(ruta(m, "cancelar")))
    manda(cliente, ruta(m, "cancelar"))
    assert m.estado.estado == "cancelado"
    assert "Este Recreo se canceló" in texto(cliente.get(ruta(m, "ir")))

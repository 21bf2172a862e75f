"""Alta, lugares e inicio (RE1-RE3, RE7)."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest

from recreo import consultas, servicios
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.servicios import DatosJugador
from reglas.roles import rol_de
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import CIEN, falla, nombra_coorganizador, recreo_de

pytestmark = pytest.mark.django_db


def alta(**cambia: Any) -> Recreo:
    datos: dict[str, Any] = {"tamano": 6, "nombre": "Domingo", "lugar": "Casa", "meta": CIEN}
    return servicios.recreo_crear(cuenta_id=suscrita().pk, id_orden=uuid4(), **(datos | cambia))


# --- el ámbito


@pytest.mark.parametrize("tamano", range(4, 17))
def test_el_organizador_es_el_numero_1_y_hay_un_lugar_por_numero(tamano: int) -> None:
    recreo = alta(tamano=tamano)
    jugadores = consultas.estado_de(recreo.pk).jugadores
    assert sorted(jugadores) == list(range(1, tamano + 1))
    assert jugadores[1].cuenta_id == recreo.organizador_id
    assert recreo.estado == "preparacion"


@pytest.mark.parametrize(
    ("cambia", "codigo"),
    [
        ({"tamano": 3}, "tamano_invalido"),
        ({"tamano": 17}, "tamano_invalido"),
        ({"nombre": "   "}, "falta_nombre"),
        ({"importe": Decimal("-1")}, "importe_invalido"),
        ({"importe": Decimal("10.005")}, "importe_invalido"),
        ({"importe": Decimal("100000")}, "importe_invalido"),
        ({"tamano": 8, "importe": Decimal("10")}, "apuesta_solo_en_ronda"),
        ({"tamano": 8, "pago_extraordinario": True}, "apuesta_solo_en_ronda"),
    ],
)
def test_un_ambito_imposible_se_niega_y_no_deja_nada(cambia: dict[str, Any], codigo: str) -> None:
    with falla(codigo):
        alta(**cambia)
    assert not Recreo.objects.exists()


def test_se_edita_el_ambito_mientras_se_prepara() -> None:
    m = recreo_de(6, empieza=False)
    m.orden(servicios.recreo_editar, nombre=" Lunes  de ", lugar="Club", meta=CIEN, importe=Decimal("5.50"))
    estado = m.estado
    assert (estado.nombre, estado.lugar, estado.importe) == ("Lunes de", "Club", Decimal("5.50"))


def test_el_codigo_no_tiene_letras_que_se_confundan_y_se_busca_sin_mayusculas() -> None:
    recreo = alta()
    assert not set(recreo.codigo) & set("01OILS5")
    assert consultas.id_de(recreo.codigo.lower()) == recreo.pk


def test_una_persona_solo_esta_en_un_recreo_sin_terminar() -> None:
    cuenta, datos = suscrita(), {"tamano": 4, "nombre": "Domingo", "lugar": "", "meta": CIEN}
    primero = servicios.recreo_crear(cuenta_id=cuenta.pk, id_orden=uuid4(), **datos)
    with falla("ya_en_otro_recreo"):
        servicios.recreo_crear(cuenta_id=cuenta.pk, id_orden=uuid4(), **datos)
    otro = recreo_de(6, entran=False)
    with falla("ya_en_otro_recreo"):
        otro.orden(servicios.jugador_reclamar, Quien(cuenta_id=cuenta.pk), numero=3)
    # apuntarla no dice dónde está, ni la sienta
    otro.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(5, "", cuenta.email.upper())])
    with falla("ya_en_otro_recreo"):
        otro.orden(servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk))
    servicios.recreo_cancelar(recreo_id=primero.pk, quien=Quien(cuenta_id=cuenta.pk), id_orden=uuid4())
    otro.orden(servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk))
    assert otro.estado.jugadores[5].cuenta_id == cuenta.pk


# --- los nombres y correos


@pytest.mark.parametrize("nombre", ["<script>alert(1)</script>", "Ñoño & Cía «100%»", "{{ 7|add:1 }} %s %(x)s"])
def test_un_nombre_con_marcas_se_guarda_como_texto(nombre: str) -> None:
    m = recreo_de(4, nombres=["Memo", nombre, "Carmen", "Nacho"])
    assert m.estado.nombre_de(2) == nombre
    m.prepara(anotador=2)
    with falla("ya_hay_anotador", anotador=nombre):
        m.orden(servicios.mesa_elegir_anotador, 3, partida=1, mesa=1, numero=3)


def test_los_nombres_se_limpian_y_se_recortan_a_lo_que_cabe() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(2, "  Ana \n  Luisa "), DatosJugador(3, "x" * 90)])
    assert [m.estado.nombre_de(n) for n in (2, 3)] == ["Ana Luisa", "x" * 40]


def test_dos_nombres_iguales_o_dos_correos_iguales_se_niegan() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    with falla("nombre_repetido", numero=4, otro=2):
        m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(4, "BETO")])
    with falla("correo_repetido", numero=4, otro=3, correo="a@example.com"):
        iguales = [DatosJugador(3, "", "a@example.com"), DatosJugador(4, "", "A@example.com ")]
        m.orden(servicios.jugadores_guardar, jugadores=iguales)


def test_dos_correos_se_intercambian_en_una_sola_orden() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "a@x.mx"), DatosJugador(4, "", "b@x.mx")])
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "b@x.mx"), DatosJugador(4, "", "a@x.mx")])
    assert [m.estado.jugadores[n].correo for n in (3, 4)] == ["b@x.mx", "a@x.mx"]


def test_cambiar_el_correo_por_otro_saca_a_quien_entro_con_el_primero() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    cuenta = FabricaDeCuenta(email="a@x.mx")
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "a@x.mx")])
    m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk))
    nombra_coorganizador(m, 3)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "b@x.mx")])
    j = m.estado.jugadores[3]
    assert (j.correo, j.cuenta_id, j.entro, j.co_organizador) == ("b@x.mx", None, None, False)


def test_quien_entro_por_el_enlace_mientras_se_escribia_la_lista_no_sale_al_guardarla() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    cuenta = FabricaDeCuenta()
    m.orden(servicios.jugador_reclamar, Quien(cuenta_id=cuenta.pk), numero=3)
    # el organizador tenía la hoja abierta de antes: su correo del 3 está vacío
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(n, "", "") for n in range(1, 5)])
    assert m.estado.jugadores[3].cuenta_id == cuenta.pk
    assert m.estado.jugadores[3].correo == cuenta.email


def test_ya_en_juego_no_se_cambia_el_correo_de_quien_ya_entro() -> None:
    m = recreo_de(4)
    with falla("lugar_ocupado", numero=3):
        m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "b@x.mx")])
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "Doña Carmen")])
    assert m.estado.nombre_de(3) == "Doña Carmen"


def test_un_error_a_media_lista_no_guarda_ninguno() -> None:
    m = recreo_de(4, empieza=False)
    m.orden(servicios.recreo_empezar)
    lista = [DatosJugador(1, "Ana"), DatosJugador(3, "Zoila", "z@x.mx")]
    antes = m.estado
    with falla("lugar_ocupado", numero=3):
        m.orden(servicios.jugadores_guardar, jugadores=lista)
    assert m.estado == antes


# --- los lugares


def test_se_reclama_un_nombre_libre_con_el_telefono_y_se_deja() -> None:
    m = recreo_de(4, entran=False)
    beto = Quien(llave="telefono-de-beto")
    m.orden(servicios.jugador_reclamar, beto, numero=2)
    assert m.estado.visor(beto).numero == 2
    with falla("ya_tienes_lugar", numero=2):
        m.orden(servicios.jugador_reclamar, beto, numero=3)
    m.orden(servicios.jugador_liberar, beto, numero=2)
    assert m.estado.jugadores[2].libre


@pytest.mark.parametrize(
    ("numero", "codigo"),
    [(1, "lugar_ocupado"), (2, "lugar_ocupado"), (3, "lugar_con_correo"), (9, "numero_inexistente")],
)
def test_no_se_reclama_lo_ocupado_lo_que_espera_un_correo_ni_lo_que_no_existe(numero: int, codigo: str) -> None:
    m = recreo_de(4, empieza=False, entran=False)
    m.orden(servicios.jugador_reclamar, Quien(llave="beto"), numero=2)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", "carmen@example.com")])
    with falla(codigo):
        m.orden(servicios.jugador_reclamar, Quien(llave="otro"), numero=numero)


def test_un_lugar_sin_nombre_no_se_reclama() -> None:
    recreo = alta()
    with falla("numero_inexistente"):
        servicios.jugador_reclamar(
            recreo_id=recreo.pk, quien=Quien(llave="x"), id_orden=uuid4(), clave=recreo.clave, numero=2
        )


def test_el_pase_da_lugar_y_anotacion_a_un_telefono_nuevo_una_sola_vez() -> None:
    m = recreo_de(8, entran=False)
    m.orden(servicios.mesa_elegir_anotador, partida=1, mesa=1, numero=1)
    clave = m.orden(servicios.mesa_pasar, partida=1, mesa=1).datos["clave"]
    nuevo = Quien(llave="telefono-nuevo")
    with falla("elige_nombre"):
        m.orden(servicios.mesa_recibir, nuevo, clave=clave)
    with falla("elige_nombre"):
        m.orden(servicios.mesa_recibir, nuevo, clave=clave, numero=7)
    assert m.orden(servicios.mesa_recibir, nuevo, clave=clave, numero=3).datos == {"partida": 1, "mesa": 1}
    assert m.mesa().anotador == 3
    with falla("pase_invalido"):
        m.orden(servicios.mesa_recibir, Quien(llave="otro"), clave=clave, numero=4)


def test_con_un_pase_no_se_entra_a_un_segundo_recreo_ni_se_gasta_el_pase() -> None:
    m, otro = recreo_de(8, entran=False), recreo_de(4)
    m.orden(servicios.mesa_elegir_anotador, partida=1, mesa=1, numero=1)
    clave = m.orden(servicios.mesa_pasar, partida=1, mesa=1).datos["clave"]
    with falla("ya_en_otro_recreo"):
        m.orden(servicios.mesa_recibir, otro.quienes[2], clave=clave, numero=3)
    m.orden(servicios.mesa_recibir, Quien(llave="nuevo"), clave=clave, numero=3)


# --- el inicio y el final


def test_al_empezar_se_abre_la_primera_partida_del_rol_con_sus_asientos() -> None:
    m = recreo_de(8)
    estado = m.estado
    assert estado.iniciado is not None
    assert [mesa.asientos for mesa in estado.partidas[0].mesas] == [
        mesa.asientos for mesa in rol_de(8).partidas[0].mesas
    ]


def test_sin_todos_los_nombres_no_empieza_y_dice_cuales_faltan() -> None:
    recreo = alta(tamano=4)
    quien = Quien(cuenta_id=recreo.organizador_id)
    lista = [DatosJugador(1, "Memo"), DatosJugador(3, "Carmen")]
    servicios.jugadores_guardar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4(), jugadores=lista)
    with falla("faltan_nombres", numeros=[2, 4]):
        servicios.recreo_empezar(recreo_id=recreo.pk, quien=quien, id_orden=uuid4())


def test_la_siguiente_partida_espera_a_todas_las_mesas_y_dice_cuales_faltan() -> None:
    m = recreo_de(8)
    with falla("faltan_mesas", mesas=[1, 2]):
        m.siguiente(2)
    m.gana(100, 20, mesa=2)
    with falla("faltan_mesas", mesas=[1]):
        m.siguiente(2)
    m.gana(100, 20, mesa=1)
    with falla("faltan_mesas", mesas=[]):
        m.siguiente(3)
    with falla("no_hay_mas_partidas"):
        m.siguiente(8)
    m.siguiente(2)
    with falla("partida_ya_iniciada", partida=2):
        m.siguiente(2)


def test_al_cancelar_todos_quedan_libres_y_nada_mas_se_anota() -> None:
    m = recreo_de(8)
    m.orden(servicios.recreo_cancelar)
    assert not Jugador.objects.filter(recreo_id=m.id, vigente=True).exists()
    with falla("estado_cancelado"):
        m.orden(servicios.castigo_aplicar, numero=3, tantos=5)

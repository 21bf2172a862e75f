"""Quién es cada número: la lista, mover, el sorteo comprobable y escribir el propio nombre (RE2, RE3, D312, D313)."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from recreo import servicios
from recreo.consultas.sorteo import ultimo_sorteo
from recreo.estado import Visor
from recreo.forms import mover
from recreo.identidad import Quien
from recreo.models import Jugador
from recreo.pantallas import Mirada, llaves_de
from recreo.servicios import DatosJugador
from recreo.servicios.sorteo import orden_de
from tests.pegada import pegada
from tests.recreo.mesa import Mesero, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db


def nombres(m: Mesero) -> list[str]:
    return [j.nombre for j in Jugador.objects.filter(recreo_id=m.id).order_by("numero")]


def sin_entrar(tamano: int = 8) -> Mesero:
    return recreo_de(tamano, empieza=False, entran=False)


# --- el sorteo ---


def test_el_sorteo_reparte_lo_de_cada_quien_y_el_1_no_se_mueve() -> None:
    m = sin_entrar()
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(4, "Nacho", "nacho@ejemplo.mx", "papel")])
    antes = nombres(m)
    dicho = m.orden(servicios.numeros_sortear).datos
    assert nombres(m)[0] == antes[0] and sorted(nombres(m)) == sorted(antes)
    assert dicho["numeros"] == {str(n): nombre for n, nombre in enumerate(nombres(m), 1) if n > 1}
    nacho = Jugador.objects.get(recreo_id=m.id, nombre="Nacho")
    assert (nacho.correo, nacho.anota) == ("nacho@ejemplo.mx", "papel")


def test_cualquiera_comprueba_el_sorteo_con_su_semilla_y_repetirlo_se_nota() -> None:
    m = sin_entrar()
    m.orden(servicios.numeros_sortear)
    m.orden(servicios.numeros_sortear)
    s = ultimo_sorteo(m.id)
    assert s is not None and s.vez == 2
    assert orden_de(s.semilla, sorted(nombre for _n, nombre in s.numeros)) == [nombre for _n, nombre in s.numeros]
    assert orden_de("otra", [n for _x, n in s.numeros]) != orden_de("distinta", [n for _x, n in s.numeros])


def test_el_sorteo_lo_ven_todos_en_la_tele_y_en_su_telefono() -> None:
    m = sin_entrar()
    m.orden(servicios.tele_abrir)
    m.orden(servicios.jugador_reclamar, Quien(llave="beto"), numero=2)
    camino = reverse("recreo:tele", args=[m.fila.clave_tele])
    assert "sorteo" not in texto(Client().get(camino))
    antes = llaves_de(m.estado, Mirada("tele"), Visor())
    m.orden(servicios.numeros_sortear)
    assert llaves_de(m.estado, Mirada("tele"), Visor())["sigue"] != antes["sigue"], "se vuelve a pintar"
    s = ultimo_sorteo(m.id)
    assert s is not None
    de_todos = f"Números por sorteo: van 1, el último a las .* con la semilla {s.semilla}"
    for leido in (texto(Client().get(camino)), texto(como(Quien(llave="beto")).get(ruta(m, "mesa")))):
        assert re.search(de_todos, leido), leido
    assert all(f"{n} {nombre}" in texto(Client().get(camino)) for n, nombre in s.numeros)
    m.orden(servicios.recreo_empezar)
    assert m.estado.sorteo is None, "en juego no cuesta una consulta"


def test_quien_ya_entro_conserva_su_numero_y_en_juego_no_se_sortea() -> None:
    m = sin_entrar()
    m.orden(servicios.jugador_reclamar, Quien(llave="beto"), numero=2)
    for _vez in range(4):
        m.orden(servicios.numeros_sortear)
        assert nombres(m)[1] == "Beto"
    with falla("solo_organizador"):
        m.orden(servicios.numeros_sortear, Quien(llave="beto"))
    m.orden(servicios.recreo_empezar)
    with falla("estado_en_juego"):
        m.orden(servicios.numeros_sortear)


def test_la_pagina_guarda_sortea_y_lo_ensena() -> None:
    m = sin_entrar(5)
    campos = {f"j{n}-nombre": f"Persona {n}" for n in range(2, 6)} | {"j1-nombre": "Memo"}
    respuesta = manda(como(m.quienes[1]), ruta(m, "jugadores"), **campos, sortear="1")
    assert respuesta["Location"] == f"{ruta(m, 'jugadores')}?sorteo=1"
    leido = texto(como(m.quienes[1]).get(respuesta["Location"]))
    s = ultimo_sorteo(m.id)
    assert s is not None and "Sorteo 1," in leido and s.semilla in leido
    assert sorted(nombres(m)[1:]) == [f"Persona {n}" for n in range(2, 6)]


# --- mover sin guion ---


def test_subir_y_bajar_cambian_lo_escrito_sin_guardar() -> None:
    m = sin_entrar(5)
    campos = {f"j{n}-nombre": nombre for n, nombre in enumerate(("Memo", "Ana", "Beto", "Carmen", "Dora"), 1)}
    respuesta = manda(como(m.quienes[1]), ruta(m, "jugadores"), **campos, **{"j3-correo": "b@ejemplo.mx"}, bajar="3")
    cuerpo = pegada(respuesta.content.decode())
    escritos = re.findall(r'name="j\d-nombre" value="([^"]*)"', cuerpo)
    assert escritos == ["Memo", "Ana", "Carmen", "Beto", "Dora"]
    assert 'name="j4-correo" value="b@ejemplo.mx"' in cuerpo
    assert "Ana" not in nombres(m)


@pytest.mark.parametrize(("numero", "paso"), [(2, -1), (5, 1), (1, 1), (9, 1), (3, 1)])
def test_mover_no_sale_de_los_que_se_pueden(numero: int, paso: int) -> None:
    datos = {f"j{n}-nombre": str(n) for n in range(1, 6)}
    movido = mover(datos, [2, 4, 5], numero, paso)
    assert {k: v for k, v in movido.items() if k.endswith("nombre")} == datos


def test_correo_y_papel_salen_solo_cuando_se_piden_o_si_ahi_hay_un_error() -> None:
    m = sin_entrar(5)
    cliente = como(m.quienes[1])
    assert re.search(
        r'<details class="mas renglon__mas" id="mas-3">', pegada(cliente.get(ruta(m, "jugadores")).content.decode())
    )
    mal = manda(cliente, ruta(m, "jugadores"), **{"j3-nombre": "Carmen", "j3-correo": "sin-arroba"})
    assert re.search(r'id="mas-3" open>', pegada(mal.content.decode()))


# --- escribir el propio nombre ---


def reclama(m: Mesero, llave: str, **datos: Any) -> Any:
    return m.orden(servicios.jugador_reclamar, Quien(llave=llave), clave=m.fila.clave, numero=0, **datos)


def sin_nombre(tamano: int = 5, libres: tuple[int, ...] = (4, 5)) -> Mesero:
    m = sin_entrar(tamano)
    Jugador.objects.filter(recreo_id=m.id, numero__in=libres).update(nombre="")
    return m


def test_quien_trae_el_enlace_escribe_su_nombre_y_toma_el_primer_numero_sin_el() -> None:
    m = sin_nombre()
    leido = texto(Client().get(f"/r/{m.fila.codigo}/{m.fila.clave}/"))
    assert "¿No está el tuyo? Escríbelo" in leido
    assert reclama(m, "ana", nombre="  Ana   Laura ").datos["numero"] == 4
    assert nombres(m)[3:] == ["Ana Laura", ""]
    assert reclama(m, "beto", nombre="BETO").datos["numero"] == 2, "ya lo habían apuntado: es su lugar"


@pytest.mark.parametrize("aprueba", [False, True])
def test_sin_numeros_libres_o_si_se_aprueba_no_se_escribe(aprueba: bool) -> None:
    m = sin_nombre(libres=(5,) if aprueba else ())
    m.orden(servicios.aprobacion_pedir, pide=aprueba)
    datos = {"clave": m.fila.clave, "numero": 0, "nombre": "Zoila"}
    with falla("nombre_no_esta"):
        m.orden(servicios.jugador_reclamar, Quien(llave="z"), **datos)
    assert "¿No está el tuyo?" not in texto(Client().get(f"/r/{m.fila.codigo}/{m.fila.clave}/"))
    assert "Zoila" not in nombres(m)


def test_con_un_enlace_viejo_no_se_escribe_ningun_nombre() -> None:
    m = sin_nombre()
    datos = {"clave": "vieja", "numero": 0, "nombre": "Zoila"}
    with falla("invitacion_vieja"):
        m.orden(servicios.jugador_reclamar, Quien(llave="z"), **datos)


# --- «Ya estás dentro» dice quién y deja decir que no ---


def test_ya_estas_dentro_dice_quien_eres_y_un_toque_lo_deshace() -> None:
    m = sin_entrar(5)
    telefono = Client()
    manda(telefono, ruta(m, "orden", "jugador_reclamar"), clave=m.fila.clave, numero=2, siguiente=ruta(m, "mesa"))
    leido = texto(telefono.get(ruta(m, "mesa")))
    assert "Ya estás dentro, Beto" in leido and "No soy Beto" in leido
    manda(telefono, ruta(m, "orden", "jugador_liberar"), numero=2, id_orden=str(uuid4()))
    assert not m.estado.jugadores[2].tiene_acceso
    assert "No soy" not in texto(como(m.quienes[1]).get(ruta(m, "mesa"))), "quien organiza no deja su lugar"

"""Lo que el servidor pone para que el Recreo sirva sin señal (RE7, decisión 018)."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from config.base.sesiones import LLAVE, marca_de
from recreo import servicios
from recreo.aparato import GALLETA, GUARDAR
from recreo.identidad import Quien
from recreo.models import Anotacion
from tests.recreo.mesa import Mesero, recreo_de
from tests.recreo.pagina import como, manda, ruta

pytestmark = pytest.mark.django_db
GUION = {"X-Requested-With": "XMLHttpRequest"}


def mesa_lista() -> Mesero:
    """Ronda de 4 en juego; anota el 2, que entró sin correo."""
    m = recreo_de(4)
    lugar = {"partida": 1, "mesa": 1}
    m.orden(servicios.mesa_elegir_anotador, **lugar, numero=2)
    m.orden(servicios.mesa_confirmar_asistencia, **lugar, presentes=[1, 2, 3, 4])
    m.orden(servicios.mesa_elegir_salidor, **lugar, numero=1)
    return m


def anota(cliente: Client, m: Mesero, **datos: Any) -> dict[str, Any]:
    campos = {"partida": 1, "mesa": 1, "mano": 1, "revision": 0, "desenlace": "dominada", "pareja": 0, "tantos": 35}
    aqui = ruta(m, "anotar", 1, 1)
    hecho: dict[str, Any] = cliente.post(aqui, {"id_orden": uuid4(), **campos, **datos}, headers=GUION).json()
    return hecho


# --- el trabajador de servicio ----------------------------------------------------------------------------------------
def test_el_trabajador_se_sirve_en_el_alcance_justo_y_se_deja_actualizar() -> None:
    respuesta = Client().get(reverse("recreo:trabajador"))
    assert reverse("recreo:trabajador").rpartition("/")[0] == "/recreo"
    assert respuesta["Content-Type"] == "text/javascript; charset=utf-8"
    assert respuesta["Cache-Control"] == "no-cache"
    assert "default-src 'self'" in respuesta["Content-Security-Policy"]
    assert "Service-Worker-Allowed" not in respuesta
    assert respuesta.content.startswith(b"self.RECREO = {")


def test_la_version_cambia_con_la_huella_de_los_estaticos(monkeypatch: pytest.MonkeyPatch) -> None:
    antes = Client().get(reverse("recreo:trabajador")).content
    monkeypatch.setattr("recreo.views.sin_red._huella", lambda: "otro-despliegue")
    despues = Client().get(reverse("recreo:trabajador")).content
    assert antes.splitlines()[0] != despues.splitlines()[0]
    assert antes.splitlines()[1:] == despues.splitlines()[1:]


def test_la_pagina_de_sin_senal_no_dice_nada_de_nadie() -> None:
    m = mesa_lista()
    suya = como(m.quienes[2]).get(reverse("recreo:sin_senal"))
    assert b"data-quien" not in suya.content
    assert m.fila.codigo.encode() not in suya.content


# --- qué se guarda, y de quién ----------------------------------------------------------------------------------------
def test_se_guarda_lo_de_la_mesa_y_no_lo_de_la_administracion() -> None:
    m = mesa_lista()
    pepe, organiza = como(m.quienes[2]), como(m.quienes[1])
    for nombre in ("mesa", "mesas", "clasificacion"):
        assert pepe.get(ruta(m, nombre))[GUARDAR] == marca_de(None, m.quienes[2].llave), nombre
    assert GUARDAR in pepe.get(ruta(m, "anotar", 1, 1))
    assert GUARDAR in organiza.get(ruta(m, "tablero"))
    for nombre in ("invitar", "castigo", "jugadores", "aparatos", "cancelar"):
        assert GUARDAR not in organiza.get(ruta(m, nombre)), nombre
    assert GUARDAR not in Client().get(ruta(m, "mesa"))


def test_la_de_anotar_se_guarda_sólo_limpia() -> None:
    m = mesa_lista()
    pepe = como(m.quienes[2])
    aqui = ruta(m, "anotar", 1, 1)
    assert GUARDAR not in pepe.get(aqui, {"mano": 1, "desenlace": "dominada"})
    anota(pepe, m)
    assert GUARDAR not in pepe.get(aqui, {"mano": 1, "revision": 1}), "corregir trae lo que decía"
    assert GUARDAR not in pepe.get(aqui, {"mano": 1, "revision": 0, "desenlace": "dominada", "pareja": 1, "enviada": 1})


def test_la_marca_dice_que_es_la_misma_persona_y_no_quien_es() -> None:
    assert marca_de(7, "abc") == marca_de(7, "")
    assert marca_de(7, "") != marca_de(None, "7")
    assert marca_de(None, "") == ""
    assert "abc" not in marca_de(None, "abc")


# --- la cola ----------------------------------------------------------------------------------------------------------
def test_lo_de_la_cola_sólo_entra_como_quien_lo_anoto() -> None:
    m = mesa_lista()
    suya = marca_de(None, m.quienes[2].llave)
    for otro in (como(m.quienes[3]), como(m.quienes[1]), Client()):
        assert anota(otro, m, quien=suya)["codigo"] == "no_eres_tu"
    assert not Anotacion.objects.exists()
    assert anota(como(m.quienes[2]), m, quien=suya)["ok"]


def test_quien_luego_entra_con_su_cuenta_manda_lo_que_anoto_antes() -> None:
    m = mesa_lista()
    cliente = como(Quien(cuenta_id=m.quienes[1].cuenta_id, llave=m.quienes[2].llave))
    assert anota(cliente, m, quien=marca_de(None, m.quienes[2].llave))["ok"]


def test_la_misma_mano_dos_veces_cuenta_una() -> None:
    m, id_orden = mesa_lista(), uuid4()
    for _vez in range(2):
        assert anota(como(m.quienes[2]), m, id_orden=id_orden)["ok"]
    assert Anotacion.objects.count() == 1


def test_una_proteccion_fresca_y_quien_es() -> None:
    m = mesa_lista()
    pepe = Client(enforce_csrf_checks=True)
    sesion = pepe.session
    sesion[LLAVE] = m.quienes[2].llave
    sesion.save()
    pepe.cookies["sesion"] = str(sesion.session_key)
    vieja = pepe.post(ruta(m, "anotar", 1, 1), {"csrfmiddlewaretoken": "x" * 64}, headers=GUION)
    assert vieja.status_code == 403
    fresca = pepe.get(reverse("recreo:quien"))
    assert "no-store" in fresca["Cache-Control"]
    assert fresca.json()["quien"] == marca_de(None, m.quienes[2].llave)
    assert anota(pepe, m, csrfmiddlewaretoken=fresca.json()["csrf"])["ok"]


# --- la credencial del aparato ----------------------------------------------------------------------------------------
def con_credencial(m: Mesero) -> Client:
    """El 2, ya con su credencial y sin sesión: se le venció."""
    cliente = como(m.quienes[2])
    puesta = cliente.get(ruta(m, "mesa")).cookies[GALLETA.nombre]
    assert puesta["httponly"] and puesta["samesite"] == "Lax" and int(puesta["max-age"]) > 86_400 * 365
    assert m.quienes[2].llave not in cliente.get(ruta(m, "mesa")).content.decode()
    del cliente.cookies["sesion"]
    return cliente


def test_a_quien_no_tiene_correo_el_aparato_le_devuelve_su_lugar() -> None:
    m = mesa_lista()
    assert anota(con_credencial(m), m, quien=marca_de(None, m.quienes[2].llave))["ok"]
    assert con_credencial(m).get(ruta(m, "mesa")).status_code == 200
    assert con_credencial(m).get(reverse("recreo:entrada"))["Location"] == ruta(m, "ir")


def test_quien_organiza_retira_un_aparato_y_ya_no_anota() -> None:
    m = mesa_lista()
    cliente, organiza = con_credencial(m), como(m.quienes[1])
    assert "retirar-2" in organiza.get(ruta(m, "aparatos")).content.decode()
    manda(organiza, ruta(m, "orden", "jugador_liberar"), numero=2)
    assert "retirar-2" not in organiza.get(ruta(m, "aparatos")).content.decode()
    assert anota(cliente, m, quien=marca_de(None, m.quienes[2].llave))["codigo"] == "no_eres_tu"
    assert cliente.get(ruta(m, "mesa"))["Location"] == ruta(m, "invitacion")
    assert not Anotacion.objects.exists()


@pytest.mark.parametrize("traida", ["", "cualquiera", "cualquiera:1a2b3c:firma"])
def test_una_credencial_que_no_firmamos_no_es_de_nadie(traida: str) -> None:
    m = mesa_lista()
    cliente = Client()
    cliente.cookies[GALLETA.nombre] = traida or m.quienes[2].llave
    assert cliente.get(ruta(m, "mesa"))["Location"] == ruta(m, "invitacion")


def test_los_aparatos_sólo_los_ve_quien_organiza() -> None:
    m = mesa_lista()
    assert como(m.quienes[2]).get(ruta(m, "aparatos"))["Location"] == ruta(m, "ir")


# --- lo que otra credencial dejó en el aparato (D750) -----------------------------------------------------------------
def test_que_mesas_anota_quien_esta_se_dice_solo_a_quien_tiene_lugar() -> None:
    m = mesa_lista()
    aqui = {"de": m.fila.codigo}

    def dice(cliente: Client) -> dict[str, Any]:
        hecho: dict[str, Any] = cliente.get(reverse("recreo:quien"), aqui).json()
        return hecho

    assert dice(como(m.quienes[2]))["anota"] == ["1-1"]
    mira = dice(como(m.quienes[3]))
    assert (mira["anota"], mira["descarta"]) == ([], False)
    assert dice(como(m.quienes[1]))["descarta"]
    extrano = dice(Client())
    aqui["de"] = "NOHAY99"
    assert extrano.keys() == dice(Client()).keys() == {"quien", "csrf"}
    aqui["de"] = ".."
    assert dice(como(m.quienes[2])).keys() == {"quien", "csrf"}


def test_la_que_ya_entro_con_la_credencial_de_antes_no_entra_dos_veces() -> None:
    """La respuesta se perdió, se retiró el teléfono y la misma persona volvió a entrar en él: la misma orden."""
    m = mesa_lista()
    id_orden = uuid4()
    assert anota(como(m.quienes[2]), m, id_orden=id_orden)["ok"]
    nueva = Quien(llave="n" * 48)
    m.orden(servicios.jugador_liberar, numero=2)
    servicios.jugador_reclamar(recreo_id=m.fila.pk, quien=nueva, id_orden=uuid4(), clave=m.fila.clave, numero=2)
    m.orden(servicios.mesa_elegir_anotador, partida=1, mesa=1, numero=2)
    dada = anota(como(nueva), m, id_orden=id_orden, quien=marca_de(None, nueva.llave))
    assert dada["codigo"] == "orden_ajena", "el aparato la da por enviada"
    assert Anotacion.objects.count() == 1

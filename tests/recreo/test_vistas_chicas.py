"""Cosas chicas que se vieron: el marcador al acabar, a quién le toca anotar, el QR y la entrada con contraseña."""

import pytest
from django.test import override_settings
from django.urls import reverse

from config.servidor import direcciones
from recreo.estado import Visor
from recreo.models import Jugador
from recreo.pantallas.mesa import contexto_de_mesa
from recreo.pantallas.piezas import lados
from tests.recreo.mesa import JUEGOS, Mesero, dominada, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]


def test_al_ganar_a_la_otra_pareja_ya_no_le_faltan_manos_ni_se_le_pinta_avance() -> None:
    m = recreo_de(4, JUEGOS)
    quien = m.prepara()
    for _mano in range(3):
        m.anota(dominada(0, 0), por=quien)
    assert [lado.falta for lado in lados(m.estado, m.mesa(), Visor(numero=1))] == ["falta 1 mano", "faltan 5 manos"]
    m.anota(dominada(0, 0), por=quien)
    nosotros, ellos = lados(m.estado, m.mesa(), Visor(numero=1))
    assert (nosotros.falta, ellos.falta) == ("¡ganó!", "")
    assert nosotros.acabo and ellos.acabo
    assert 'class="avance"' not in como(m.quienes[1]).get(ruta(m, "mesa")).content.decode()


def tocan(m: Mesero, partida: int, mesa: int) -> list[int]:
    return [c.numero for c in contexto_de_mesa(m.estado, m.mesa(partida, mesa), Visor())["candidatos"] if c.toca]


def test_a_dos_que_pueden_anotar_la_mesa_se_le_dice_a_uno() -> None:
    m = recreo_de(8)
    con_dos = next(v for v in m.estado.partidas[0].mesas if len(v.requeridos) > 1)
    uno, otro = con_dos.requeridos[:2]
    assert tocan(m, 1, con_dos.numero) == [uno]
    # si ése no entró con su teléfono, al otro
    Jugador.objects.filter(recreo=m.id, numero=uno).update(llave="", cuenta=None, entro=None)
    assert tocan(m, 1, con_dos.numero) == [otro]


def test_el_qr_que_lleva_a_localhost_lo_dice_y_el_que_no_no() -> None:
    m = recreo_de(4, empieza=False)
    cliente = como(m.quienes[1])
    aviso = "Este QR sólo abre en este equipo."
    assert aviso in texto(cliente.get(ruta(m, "invitar"), HTTP_HOST="localhost:8000"))
    assert aviso in texto(cliente.get(ruta(m, "invitar"), HTTP_HOST="127.0.0.1:8000"))
    assert aviso not in texto(cliente.get(ruta(m, "invitar"), HTTP_HOST="domino.example"))


def test_servido_a_la_red_el_qr_lleva_la_direccion_de_este_equipo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direcciones, "direccion_local", lambda: "192.168.1.7")
    m = recreo_de(4, empieza=False)
    with override_settings(RED=True):
        respuesta = como(m.quienes[1]).get(ruta(m, "invitar"), HTTP_HOST="localhost:8000")
    assert f"http://192.168.1.7:8000/r/{m.fila.codigo}/" in respuesta.content.decode()
    assert "sólo abre en este equipo" not in texto(respuesta)


@override_settings(RED=True, ANFITRION_RECREO="recreo.example")
def test_el_nombre_configurado_gana_siempre() -> None:
    m = recreo_de(4, empieza=False)
    cuerpo = como(m.quienes[1]).get(ruta(m, "invitar"), HTTP_HOST="localhost:8000").content.decode()
    assert "http://recreo.example/r/" in cuerpo


@pytest.mark.parametrize(
    ("anfitrion", "base"),
    [
        ("localhost:8000", "http://10.0.0.5:8000"), ("localhost", "http://10.0.0.5"), ("[::1]", "http://10.0.0.5"),
        ("[::1]:8000", "http://10.0.0.5:8000"), ("127.0.0.1:80", "http://10.0.0.5:80"), ("domino.example", ""),
        ("192.168.1.7:8000", ""), ("localhost.example:8000", ""),
    ],
)  # fmt: skip
def test_base_en_la_red(anfitrion: str, base: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(direcciones, "direccion_local", lambda: "10.0.0.5")
    assert direcciones.base_en_la_red(anfitrion, en_la_red=True) == base
    assert direcciones.base_en_la_red(anfitrion, en_la_red=False) == ""
    monkeypatch.setattr(direcciones, "direccion_local", lambda: None)
    assert direcciones.base_en_la_red(anfitrion, en_la_red=True) == ""


def test_entrar_con_contrasena_abre_la_de_la_contrasena() -> None:
    cuerpo = como(None).get("/").content.decode()
    antes = cuerpo[: cuerpo.index("entrar con mi contraseña")]
    assert f'href="{reverse("account_login")}"' in antes[antes.rindex("<a ") :]

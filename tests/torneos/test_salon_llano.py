"""En el salón nada cuesta dos vueltas: marcar llegadas, códigos, permisos y avisos (TO2, TO8, TO16)."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.pegada import pegada
from tests.torneos.salon import Salon, abrir
from tests.torneos.test_paginas import llenado, organizadora
from torneos.alcanza import aviso_de_parejas

pytestmark = pytest.mark.django_db


def por_llegar(cuantos: int = 8) -> Salon:
    salon = abrir(personas=0)
    salon.inscribir(cuantos, llegaron=False)
    return salon


def registro(salon: Salon, ver: str = "") -> str:
    donde = reverse("torneos:registro", args=[salon.fila.codigo])
    return organizadora(salon).get(donde + ver).content.decode()


def marcar(salon: Salon, pagina: str, numero: int) -> str:
    """Toca el «Llegó» de esa persona, como viene en la página; devuelve la página a la que se vuelve."""
    formas = re.findall(r"<form.*?</form>", pagina, re.S)
    forma = next(f for f in formas if "/inscrito_llego/" in f and f'name="numero" value="{numero}"' in f)
    cliente = organizadora(salon)
    orden = reverse("torneos:orden", args=[salon.fila.codigo, "inscrito_llego"])
    respuesta = cliente.post(orden, llenado(unescape(forma), "inscrito_llego"), follow=True)
    return respuesta.content.decode()


def enfocado(pagina: str) -> int:
    formas = re.findall(r"<form.*?</form>", pagina, re.S)
    forma = next(f for f in formas if re.search(r"<button[^>]*autofocus", f))
    hallado = re.search(r'name="numero" value="(\d+)"', forma)
    assert hallado
    return int(hallado[1])


def test_marcar_llegadas_conserva_el_filtro_y_deja_listo_al_que_sigue() -> None:
    salon = por_llegar()
    pagina = marcar(salon, registro(salon, "?ver=espera"), 3)
    assert enfocado(pagina) == 4
    assert re.search(r'ver=espera"[^>]*aria-current="page"', pagina)
    assert enfocado(marcar(salon, pagina, 8)) == 1, "tras el último vuelve al primero que falta"
    assert enfocado(marcar(salon, registro(salon), 1)) == 2, "sin filtro, igual"
    assert "autofocus" not in registro(salon)


def test_en_la_mesa_de_registro_se_busca_a_quien_llega_y_al_marcarlo_queda_listo_el_que_sigue() -> None:
    salon = por_llegar()
    pagina = registro(salon, "?q=chu")
    assert pagina.count("/inscrito_llego/") == 1 and "Chucho" in pagina
    marcada = marcar(salon, pagina, 4)
    assert re.search(r'<input[^>]*id="q"[^>]*autofocus', marcada) and "<button" in marcada
    assert salon.fila.inscritos.get(numero=4).llego is not None
    assert registro(salon, "?q=3").count("/inscrito_llego/") == 1, "también por su número"
    assert "Nadie se llama así" in registro(salon, "?q=zz")


def test_cuando_ya_llegaron_todos_se_dice() -> None:
    salon = por_llegar(1)
    assert "Ya llegaron todos" in marcar(salon, registro(salon, "?ver=espera"), 1)


def test_ya_estan_en_la_sala_no_viene_marcado() -> None:
    """Quien inscribe de una lista no dice sin querer que ya llegaron."""
    pagina = registro(por_llegar())
    caja = next(c for c in re.findall(r"<input[^>]*>", pagina) if 'name="llegaron"' in c)
    assert "checked" not in caja


@pytest.mark.parametrize("como", [str.lower, str.upper, lambda c: f" {c[:3]}-{c[3:]} ", lambda c: f"/torneos/{c}/"])
def test_el_codigo_de_un_torneo_se_encuentra_en_la_portada(como) -> None:  # type: ignore[no-untyped-def]
    salon = abrir(personas=0)
    respuesta = Client().get(reverse("publico:codigo"), {"codigo": como(salon.fila.codigo)})
    assert (respuesta.status_code, respuesta["Location"]) == (302, reverse("torneos:publica", args=[salon.fila.codigo]))


def test_a_la_mesa_de_control_sin_cuenta_se_dice_por_que_pide_entrar() -> None:
    salon = abrir(personas=0)
    respuesta = Client().get(reverse("torneos:control", args=[salon.fila.codigo]), follow=True)
    assert "La mesa de control de «Torneo de prueba» es de quien lo organiza" in pegada(respuesta.content.decode())


def test_la_clave_de_mesa_que_no_es_dice_que_hacer_y_no_habla_de_otra_sala() -> None:
    for ruta in (reverse("torneos:mesa", args=["nada"]), reverse("torneos:anotar", args=["nada"])):
        respuesta = Client().get(ruta)
        pagina = pegada(respuesta.content.decode())
        assert respuesta.status_code == 404 and "partida en línea" not in pagina
        assert "Apunta otra vez la cámara" in pagina and "Ver los torneos" in pagina
    torneo = pegada(Client().get("/torneos/NADA99/").content.decode())
    assert "No encontramos ese torneo" in torneo and "partida en línea" not in torneo


@pytest.mark.parametrize(
    ("personas", "previstas", "dice"),
    [
        (8, 9, "se tienen que repetir"),
        (8, 7, "puede que alguna se repita"),
        (8, 4, ""),
        (9, 9, "puede que alguna se repita"),
        (32, 9, ""),
        (3, 9, ""),
    ],
)
def test_se_avisa_si_no_alcanza_para_no_repetir_pareja(personas: int, previstas: int, dice: str) -> None:
    aviso = aviso_de_parejas(personas, previstas)
    assert dice in aviso and bool(dice) == bool(aviso)


def test_el_aviso_de_parejas_esta_donde_se_registra_y_donde_se_empareja() -> None:
    salon = abrir(personas=8, previstas=9)
    emparejar = reverse("torneos:emparejar", args=[salon.fila.codigo])
    for pagina in (registro(salon), organizadora(salon).get(emparejar).content.decode()):
        assert "Con 8 personas y 9 partidas, las parejas se tienen que repetir" in pegada(pagina)
    salon.publicar()
    assert "se tienen que repetir" not in pegada(registro(salon))


def test_lo_que_se_cuenta_concuerda() -> None:
    salon = abrir(personas=8)
    salon.publicar()
    codigo, cliente = salon.fila.codigo, organizadora(salon)
    salon.capturar(salon.mesas()[0])
    salon.pedir("juez_llamar", partida=1, mesa=2, texto="¿Vale?")
    leidas = {
        reverse("torneos:emparejar", args=[codigo]): "sigue abierta: falta 1 mesa.",
        reverse("torneos:captura", args=[codigo]): "Partida 1: falta 1",
        reverse("torneos:control", args=[codigo]): "Te espera 1 mesa",
        reverse("torneos:publica", args=[codigo]): "Va 1 mesa cerrada de 2",
        reverse("torneos:tele", args=[codigo]): "1 mesa cerrada de 2",
    }
    for ruta, dice in leidas.items():
        pagina = pegada(cliente.get(ruta).content.decode())
        assert dice in pagina and "1 mesas" not in pagina, ruta


def test_una_sola_persona_tambien_concuerda() -> None:
    salon = abrir(personas=1)
    pagina = pegada(organizadora(salon).get(reverse("torneos:control", args=[salon.fila.codigo])).content.decode())
    assert "1 persona en la sala y 0 por llegar" in pagina
    assert "1 persona en la sala" in pegada(
        Client().get(reverse("torneos:tele", args=[salon.fila.codigo])).content.decode()
    )

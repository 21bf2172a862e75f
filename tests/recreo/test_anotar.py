"""Anotar una mano en tres toques, con y sin guiones; corregirla, deshacerla y chocar con otra (RE4, RG4, RG6)."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from recreo import servicios
from recreo.models import Anotacion, Mesa, Recreo
from reglas.tipos import Desenlace
from tests.pegada import pegada
from tests.recreo.anotando import anotadas, manda, pagina, puesta
from tests.recreo.mesa import Mesero, dominada, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = pytest.mark.django_db


@pytest.fixture
def m() -> Mesero:
    """Mesa 1 a 100: anota Nacho (4); Memo y Beto son la pareja 0, Carmen y Nacho la 1."""
    m = recreo_de(8)
    m.prepara(anotador=4)
    return m


# --- lo que no puede ser ---


@pytest.mark.parametrize("tantos", [0, 119, 250])
def test_un_valor_imposible_se_niega_con_su_razon_y_no_se_pierde_lo_escrito(m: Mesero, tantos: int) -> None:
    respuesta = manda(m, tantos=tantos, sigue=True)
    assert f"vale de 1 a 118 tantos y se anotaron {tantos}" in texto(respuesta)
    assert puesta(respuesta) == (str(tantos), ["dominada-0"])
    assert parse_qs(urlsplit(respuesta.redirect_chain[-1][0]).query)["pareja"] == ["0"]
    assert anotadas(m) == []


def test_un_texto_que_no_es_numero_se_niega_sin_perder_el_paso(m: Mesero) -> None:
    respuesta = manda(m, tantos="12a", sigue=True)
    assert "Escribe los tantos con números." in texto(respuesta)
    assert puesta(respuesta) == ("12a", ["dominada-0"])


def test_los_topes_viajan_a_la_pantalla_para_negar_en_el_momento(m: Mesero) -> None:
    cuerpo = pegada(pagina(m).content.decode())
    assert 'data-minimo="1" data-maximo="118" data-meta="100"' in cuerpo
    m.anota(dominada(0, 25), por=4)
    assert 'data-base-0="0" data-base-1="25"' in pegada(pagina(m).content.decode())  # primero Nosotros: Carmen y Nacho


# --- quién puede ---


def test_quien_no_anota_vuelve_a_la_mesa_y_sabe_quien_anota(m: Mesero) -> None:
    respuesta = como(m.quienes[2]).get(ruta(m, "anotar", 1, 1), follow=True)
    assert respuesta.redirect_chain == [(ruta(m, "mesa"), 302)]
    assert "La mesa 1 la anota Nacho" in texto(respuesta)
    assert "la anota Nacho" in texto(manda(m, 2, sigue=True))
    assert anotadas(m) == []


def test_una_mano_nueva_no_dice_que_se_borro(m: Mesero) -> None:
    assert "se borró" not in texto(pagina(m))


def test_sin_salidor_se_pide_primero(m: Mesero) -> None:
    Mesa.objects.filter(pk=m.fila_mesa().pk).update(salidor=None)
    respuesta = como(m.quienes[4]).get(ruta(m, "anotar", 1, 1), follow=True)
    assert "elige quién sale primero" in texto(respuesta)


def test_en_una_mesa_cerrada_ya_no_se_anota(m: Mesero) -> None:
    m.anota_todo([dominada(0, 100)])
    m.cierra()
    respuesta = como(m.quienes[4]).get(ruta(m, "anotar", 1, 1), follow=True)
    assert "Memo ya cerró la mesa 1" in texto(respuesta)


def test_en_un_recreo_cancelado_o_terminado_no_sale_el_teclado(m: Mesero) -> None:
    m.anota(dominada(0, 20), por=4)
    for estado, dice in (("cancelado", "se canceló"), ("terminado", "ya terminó")):
        Recreo.objects.filter(pk=m.id).update(estado=estado, version=m.version + 1)
        respuesta = como(m.quienes[4]).get(ruta(m, "anotar", 1, 1), {"mano": 1}, follow=True)
        assert respuesta.redirect_chain[0] == (ruta(m, "ir"), 302)
        assert f"Este Recreo {dice} y no cambia más" in texto(respuesta)


def test_en_la_meta_no_se_anota_otra_mano_pero_si_se_corrige(m: Mesero) -> None:
    m.anota_todo([dominada(0, 60), dominada(0, 48)])
    respuesta = como(m.quienes[4]).get(ruta(m, "anotar", 1, 1), {"mano": 3}, follow=True)
    assert respuesta.redirect_chain == [(ruta(m, "mesa"), 302)]
    assert "Ya llegaron a la meta: confirma el marcador o deshaz la última mano." in texto(respuesta)
    assert puesta(pagina(m, mano=2, revision=1)) == ("48", ["dominada-0"])
    m.orden(servicios.mesa_confirmar, 4, partida=1, mesa=1)
    assert "El marcador ya está confirmado." in texto(como(m.quienes[4]).get(ruta(m, "anotar", 1, 1), follow=True))
    assert puesta(pagina(m, mano=2, revision=1)) == ("48", ["dominada-0"])


def test_una_mesa_que_no_existe_da_404(m: Mesero) -> None:
    for cual in ((9, 1), (1, 9), (0, 0)):
        assert como(m.quienes[4]).get(ruta(m, "anotar", *cual)).status_code == 404
        assert como(m.quienes[4]).get(ruta(m, "anotada", *cual)).status_code == 404


# --- con guion ---


def test_el_guion_recibe_json_y_a_donde_ir(m: Mesero) -> None:
    respuesta = manda(m, guion=True, siguiente=ruta(m, "anotada", 1, 1))
    assert respuesta.json() | {"version": 0} == {
        "ok": True, "version": 0, "datos": {"mano": 1, "revision": 1}, "ir": ruta(m, "anotada", 1, 1),
    }  # fmt: skip


def test_reenviar_la_misma_orden_la_anota_una_sola_vez(m: Mesero) -> None:
    orden = uuid4()
    respuestas = [manda(m, guion=True, id_orden=orden).json() for _ in range(3)]
    assert [r["ok"] for r in respuestas] == [True] * 3
    assert anotadas(m) == [(1, 1, "dominada", 0, 25)]


def test_sin_guiones_dos_toques_o_recargar_anotan_una_sola_vez_y_se_dice(m: Mesero) -> None:
    orden = uuid4()
    assert "Ya lo habías mandado" not in texto(manda(m, sigue=True, id_orden=orden))
    leido = texto(manda(m, sigue=True, id_orden=orden))
    assert "Ya lo habías mandado: se guardó una sola vez." in leido and "Mano 1 anotada" in leido
    assert anotadas(m) == [(1, 1, "dominada", 0, 25)]


def test_si_otro_se_adelanto_el_guion_sabe_que_quedo_anotado(m: Mesero) -> None:
    m.anota(dominada(1, 35), por=1)
    respuesta = manda(m, guion=True)
    assert respuesta.status_code == 409
    assert respuesta.json()["codigo"] == "mano_ya_anotada"
    assert respuesta.json()["datos"] | {"nombres": 0} == {
        "mano": 1, "mesa": 1, "quien": "Memo", "desenlace": "dominada", "pareja": 1, "tantos": 35, "revision": 1,
        "nombres": 0,
    }  # fmt: skip


# --- dos versiones de una mano ---


def test_el_conflicto_ensena_las_dos_y_no_pierde_la_mia(m: Mesero) -> None:
    m.anota(dominada(1, 35), por=1)
    leido = texto(manda(m, sigue=True))
    assert "Memo apuntó dominada, 35 tantos para Carmen y Nacho en la mano 1." in leido
    assert "Tú apuntaste dominada, 25 tantos para Memo y Beto ." in leido
    assert "La de Memo es la buena" in leido
    assert "Memo decide. Mientras, el marcador sigue en 35 a 0" in leido
    assert anotadas(m) == [(1, 1, "dominada", 1, 35)]


def test_la_mia_es_la_buena_la_manda_a_quien_organiza(m: Mesero) -> None:
    m.anota(dominada(1, 35), por=1)
    respuesta = manda(m, sigue=True)
    accion, campos = _formulario(respuesta, "la-mia")
    assert accion == ruta(m, "orden", "discrepancia_proponer")
    assert "tiene dos versiones" in texto(como(m.quienes[4]).post(accion, campos, follow=True))
    assert [(d.mano, d.datos.tantos, d.quien) for d in m.mesa().discrepancias] == [(1, 25, "Nacho")]
    assert anotadas(m) == [(1, 1, "dominada", 1, 35)]


def test_quien_organiza_decide_ahi_mismo_y_queda_el_rastro(m: Mesero) -> None:
    m.anota(dominada(1, 35), por=4)
    accion, campos = _formulario(manda(m, 1, sigue=True), "la-mia")
    assert accion == ruta(m, "orden", "mano_anotar")
    como(m.quienes[1]).post(accion, campos)
    assert anotadas(m) == [(1, 1, "dominada", 1, 35), (1, 2, "dominada", 0, 25)]


def test_si_las_dos_dicen_lo_mismo_no_hay_conflicto(m: Mesero) -> None:
    m.anota(dominada(0, 25), por=1)
    respuesta = manda(m, sigue=True)
    assert respuesta.redirect_chain[-1][0] == ruta(m, "anotada", 1, 1)
    assert anotadas(m) == [(1, 1, "dominada", 0, 25)]


@pytest.mark.parametrize(
    "mas", [{}, {"desenlace": "dominada"}, {"desenlace": "dominada", "pareja": 0}, {"desenlace": "cierre_empatado"}]
)
def test_un_enlace_viejo_dice_que_la_mano_ya_esta_y_no_inventa_otra_version(m: Mesero, mas: dict[str, Any]) -> None:
    m.anota(dominada(1, 35), por=1)
    respuesta = pagina(m, mano=1, revision=0, **mas)
    leido = texto(respuesta)
    assert "La mano 1 ya está anotada: dominada, 35 tantos para Carmen y Nacho (la apuntó Memo)." in leido
    assert "Tú apuntaste" not in leido
    assert "La mía es la buena" not in leido
    assert 'href="?mano=1&amp;revision=1"' in respuesta.content.decode()
    assert "Corregir mano 1" in leido
    assert "Volver a la mesa" in leido
    assert re.search(r'data-si-mano="1" data-revision="1" hidden>', pegada(respuesta.content.decode()))


def test_lo_que_uno_mismo_apunto_no_es_otra_version_si_nada_se_envio(m: Mesero) -> None:
    m.anota(dominada(1, 35), por=4)
    viejo = {"mano": 1, "revision": 0, "desenlace": "dominada", "pareja": 0, "tantos": "25"}
    assert "dominada, 35 tantos para Carmen y Nacho (la apuntaste tú)." in texto(pagina(m, **viejo))
    assert "La mía es la buena" in texto(manda(m, sigue=True))


def _formulario(respuesta: Any, boton: str) -> tuple[str, dict[str, str]]:
    """La acción y los campos del formulario que contiene ese botón."""
    formas = re.findall(r'(?s)<form method="post" action="([^"]+)"(.*?)</form>', pegada(respuesta.content.decode()))
    accion, cuerpo = next((a, c) for a, c in formas if f'id="{boton}"' in c)
    return accion, _campos(cuerpo)


# --- corregir y deshacer ---


def test_corregir_dice_lo_que_habia_y_crea_una_revision(m: Mesero) -> None:
    m.anota(dominada(0, 53), por=4)
    corrige = pagina(m, mano=1, revision=1)
    assert "Hasta ahora dice: dominada, 53 tantos para Memo y Beto" in texto(corrige)
    assert puesta(corrige) == ("53", ["dominada-0"])
    leido = texto(manda(m, revision=1, tantos=35, sigue=True))
    assert "Mano 1 corregida" in leido
    assert "Volver a 53" in leido


def test_deshacer_una_correccion_regresa_lo_que_decia(m: Mesero) -> None:
    m.anota(dominada(0, 53), por=4)
    accion, campos = _boton_deshacer(manda(m, revision=1, tantos=35, sigue=True))
    como(m.quienes[4]).post(accion, campos)
    assert [x.tantos for x in m.mesa().jugadas] == [53]
    assert m.mesa().manos[0].revision == 3


def test_deshacer_la_ultima_lleva_a_escribirla_otra_vez_con_lo_que_decia(m: Mesero) -> None:
    accion, campos = _boton_deshacer(manda(m, tantos=52, sigue=True))
    assert accion == ruta(m, "orden", "mano_borrar")
    respuesta = como(m.quienes[4]).post(accion, campos, follow=True)
    assert m.mesa().manos == ()
    assert puesta(respuesta) == ("52", ["dominada-0"])
    assert "La mano 1 se deshizo. Escríbela otra vez o, si estaba de más, vuelve a la mesa ." in texto(respuesta)
    assert 'name="revision" value="2"' in respuesta.content.decode()
    manda(m, revision=2, tantos=25)
    assert [x.tantos for x in m.mesa().jugadas] == [25]


def _boton_deshacer(respuesta: Any) -> tuple[str, dict[str, str]]:
    cuerpo = pegada(respuesta.content.decode())
    formas = re.findall(r'(?s)<form class="sep" method="post" action="([^"]+)"(.*?)</form>', cuerpo)
    accion, cuerpo = formas[0]
    return accion, _campos(cuerpo)


def _campos(cuerpo: str) -> dict[str, str]:
    pares = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', cuerpo)
    return {nombre: html.unescape(valor) for nombre, valor in pares}


def test_quien_solo_mira_la_confirmacion_no_ve_deshacer(m: Mesero) -> None:
    m.anota(dominada(0, 25), por=4)
    assert "Deshacer" not in texto(como(m.quienes[5]).get(ruta(m, "anotada", 1, 1)))


def test_al_llegar_a_la_meta_la_confirmacion_pide_confirmar_el_marcador(m: Mesero) -> None:
    m.anota(dominada(0, 60), por=4)
    leido = texto(manda(m, mano=2, tantos=48, sigue=True))
    assert "¡Llegaron a 100!" in leido
    assert "Sumaron 108: se acreditan 100." in leido
    assert "Deshacer la última mano" in leido
    assert "Confirmar marcador" in leido


def test_la_correccion_que_deja_manos_de_sobra_se_niega(m: Mesero) -> None:
    m.anota(dominada(0, 60), por=4)
    m.anota(dominada(1, 20), por=4)
    respuesta = manda(m, mano=1, revision=1, tantos=110, sigue=True)
    assert "La partida ya había llegado a la meta" in texto(respuesta)
    assert [x.tantos for x in m.mesa().jugadas] == [60, 20]


def test_una_orden_negada_no_deja_rastro(m: Mesero) -> None:
    version = m.version
    manda(m, tantos=250)
    assert m.version == version
    assert not Anotacion.objects.filter(mesa=m.fila_mesa()).exists()


def test_el_organizador_anota_cualquier_mesa_desde_su_pantalla(m: Mesero) -> None:
    m.prepara(1, 2, anotador=5)
    campos = {
        "id_orden": uuid4(), "partida": 1, "mesa": 2, "mano": 1, "revision": 0, "desenlace": Desenlace.CIERRE.value,
        "pareja": 1, "tantos": 18,
    }  # fmt: skip
    respuesta = como(m.quienes[1]).post(ruta(m, "anotar", 1, 2), campos, follow=True)
    assert "Cierre, 18 tantos para Lupe e Irma." in texto(respuesta)
    assert m.mesa(1, 2).manos[0].quien == "Memo"

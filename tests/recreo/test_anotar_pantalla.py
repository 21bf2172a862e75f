"""La pantalla de los tres toques: qué trae, qué dice cada botón y lo que la cola del aparato necesita (RE4, D310)."""

import re
from uuid import UUID

import pytest

from tests.pegada import pegada
from tests.recreo.anotando import anotadas, botones, manda, pagina, puesta
from tests.recreo.mesa import DOSCIENTOS, JUEGOS, Mesero, dominada, recreo_de
from tests.recreo.pagina import texto

pytestmark = pytest.mark.django_db


@pytest.fixture
def m() -> Mesero:
    """Mesa 1 a 100: anota Nacho (4); Memo y Beto son la pareja 0, Carmen y Nacho la 1."""
    m = recreo_de(8)
    m.prepara(anotador=4)
    return m


# --- los tres toques, con y sin guiones: una sola pantalla ---


def test_una_pantalla_trae_las_cifras_y_un_boton_por_pareja_y_desenlace(m: Mesero) -> None:
    unica = pagina(m)
    assert botones(unica) == [
        *("dominada-1", "cierre-1", "dominada-0", "cierre-0"),
        *("cierre_empatado-1", "cierre_empatado-0", "cierre_empatado-"),
    ]
    leido = texto(unica)
    assert (
        leido.index("¿Cuántos tantos?") < leido.index("Dominada para Carmen y Nacho") < leido.index("Cierre empatado")
    )
    assert "Los que quedaron a los otros" in leido


@pytest.mark.parametrize(
    ("marca", "escrito", "queda"),
    [
        ("dominada-0", "25", ("dominada", 0, 25)),
        ("cierre-1", "7", ("cierre", 1, 7)),
        ("cierre_empatado-1", "25", ("cierre_empatado", 1, 0)),
        ("cierre_empatado-", "", ("cierre_empatado", None, 0)),
    ],
)
def test_sin_guiones_el_boton_dice_la_mano_entera(
    m: Mesero, marca: str, escrito: str, queda: tuple[str, int | None, int]
) -> None:
    """Los campos del guion van vacíos: manda la marca. En el empate nadie suma, haya lo que haya escrito."""
    manda(m, desenlace="", pareja="", marca=marca, tantos=escrito)
    assert [(d, p, t) for _m, _r, d, p, t in anotadas(m)] == [queda]


@pytest.mark.parametrize("marca", ["", "ganada-0", "dominada", "dominada-7", "-0", "cierre-"])
def test_una_marca_que_no_dice_nada_no_anota(m: Mesero, marca: str) -> None:
    manda(m, desenlace="", pareja="", marca=marca)
    assert anotadas(m) == []


def test_la_tecla_enter_no_escoge_pareja_por_nadie(m: Mesero) -> None:
    """El primer botón del formulario, que es el que responde a Enter, está apagado."""
    forma = pegada(pagina(m).content.decode()).split('id="la-mano"')[1]
    assert re.search(r"<button type=\"(\w+)\"([^>]*)>", forma)[0] == '<button type="submit" disabled hidden>'  # type: ignore[index]


def test_la_mano_enviada_se_anota_y_dice_como_queda(m: Mesero) -> None:
    leido = texto(manda(m, sigue=True))
    assert anotadas(m) == [(1, 1, "dominada", 0, 25)]
    assert "Mano 1 anotada Dominada, 25 tantos para Memo y Beto." in leido
    assert "Mano 2 · la sopa la hace" in leido


def test_el_cierre_empatado_dice_quien_cerro_o_que_no_se_sabe(m: Mesero) -> None:
    assert "¿Quién cerró? El cero se apunta a su pareja" in texto(pagina(m))
    manda(m, desenlace="cierre_empatado", pareja="", tantos="")
    manda(m, mano=2, desenlace="cierre_empatado", pareja=1, tantos="")
    assert anotadas(m) == [(1, 1, "cierre_empatado", None, 0), (2, 1, "cierre_empatado", 1, 0)]


def test_a_juegos_ganados_basta_un_boton() -> None:
    m = recreo_de(4, JUEGOS)
    m.prepara()
    unica = pagina(m, 1)
    assert botones(unica) == ["dominada-0", "dominada-1", "cierre-"]
    assert "Cierre empatado" not in texto(unica) and "¿Cuántos tantos?" not in texto(unica)
    manda(m, 1, desenlace="", pareja="", marca="dominada-0", tantos="")
    manda(m, 1, desenlace="", pareja="", marca="cierre-", mano=2, tantos="")
    assert anotadas(m) == [(1, 1, "dominada", 0, 0), (2, 1, "cierre", None, 0)]


def test_a_doscientos_se_pregunta_por_todo_lo_que_quedo_sin_jugar() -> None:
    m = recreo_de(4, DOSCIENTOS)
    m.prepara()
    assert "Todos los que quedaron sin jugar" in texto(pagina(m, 1))


def test_el_formulario_lleva_lo_que_la_cola_del_aparato_necesita(m: Mesero) -> None:
    cuerpo = pegada(pagina(m).content.decode())
    forma = re.search(r'<form class="t3"[^>]*>', cuerpo)
    assert forma
    for atributo in ("data-orden", "data-mano-orden", "data-en-cola", "data-dicho"):
        assert atributo in forma[0]
    dentro = cuerpo.split('id="la-mano"')[1].split("</form>")[0]
    campos = set(re.findall(r'<input [^>]*?name="(\w+)"', dentro))
    assert {"id_orden", "partida", "mesa", "mano", "revision", "desenlace", "pareja", "tantos"} <= campos
    assert UUID(re.search(r'name="id_orden" value="([^"]+)"', dentro)[1])  # type: ignore[index]


def test_la_hoja_viva_dice_lo_que_el_guion_necesita_para_la_siguiente(m: Mesero) -> None:
    m.anota(dominada(0, 25), por=4)
    cuerpo = pegada(pagina(m).content.decode())
    assert (
        'data-hoja="1-1" data-siguiente="2" data-numero="2" data-borradas="" data-marcador-0="0" data-marcador-1="25"'
        in cuerpo
    )
    salen = re.findall(r'data-sale-\d="([^"]+)"', cuerpo)
    asientos = m.mesa().asientos
    assert [m.estado.nombre_de(n) for n in asientos[1:] + asientos[:1]] == salen


def test_lo_que_trae_la_direccion_y_no_se_entiende_se_vuelve_a_preguntar(m: Mesero) -> None:
    rara = pagina(m, mano="x", revision="-1", desenlace="ganada", pareja="7", tantos="9" * 50)
    assert puesta(rara) == ("9999", [])
    assert "Anotar mano 1" in texto(pagina(m, mano=99))

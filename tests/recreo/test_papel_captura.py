"""La hoja de papel, capturada entera (RE8): se comprueba como si se hubiera anotado y no se pierde nada."""

from typing import Any
from uuid import uuid4

import pytest

from recreo import servicios
from recreo.hoja.formas_de_captura import RENGLONES, FormaDeHoja
from reglas.anotacion import ManoAnotada
from reglas.tipos import Desenlace, Meta
from tests.recreo.mesa import JUEGOS, Mesero, dominada, falla, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
D, C, E = Desenlace.DOMINADA, Desenlace.CIERRE, Desenlace.CIERRE_EMPATADO
AQUI: dict[str, Any] = {"partida": 1, "mesa": 1}


def escrito(*renglones: str, **mas: Any) -> dict[str, Any]:
    """«30» en la primera columna, «-30» en la segunda, «c» sólo cierre."""
    datos: dict[str, Any] = {"id_orden": str(uuid4()), "anotadas": 0, **mas}
    for n, r in enumerate(renglones):
        if r == "c":
            datos[f"m{n}-cierre"] = "on"
        elif r:
            datos[f"m{n}-{'b' if r.startswith('-') else 'a'}"] = r.removeprefix("-")
    return datos


def leida(meta: Meta, *renglones: str) -> list[ManoAnotada]:
    forma = FormaDeHoja(escrito(*renglones), meta=meta)
    assert forma.is_valid(), forma.errors
    return forma.manos()


def test_cada_casilla_se_lee_como_dice_la_plantilla() -> None:
    assert leida(Meta.CIEN, "30", "-25", "40c", "0", "-0", "c") == [
        ManoAnotada(D, 0, 30), ManoAnotada(D, 1, 25), ManoAnotada(C, 0, 40),
        ManoAnotada(E, 0, 0), ManoAnotada(E, 1, 0), ManoAnotada(E, None, 0),
    ]  # fmt: skip
    assert leida(JUEGOS, "x", "-X", "c", "20") == [
        ManoAnotada(D, 0, 0), ManoAnotada(D, 1, 0), ManoAnotada(C, None, 0), ManoAnotada(D, 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("meta", "datos", "campo", "dice"),
    [
        (Meta.CIEN, {"m0-a": "30", "m0-b": "20"}, "m0-a", "una sola pareja"),
        (Meta.CIEN, {"m0-a": "trece"}, "m0-a", "Escribe un número"),
        (Meta.CIEN, {"m0-a": "treinta"}, "m0-a", "no cabe en la casilla"),
        (Meta.CIEN, {"m0-b": "-4"}, "m0-b", "Escribe un número"),
        (Meta.CIEN, {"m0-a": "30", "m2-a": "20"}, "m1-a", "en blanco"),
        (JUEGOS, {"m0-a": "gana"}, "m0-a", "Pon una x"),
        (JUEGOS, {"m0-a": "x", "m0-cierre": "on"}, "m0-a", "no lo gana nadie"),
    ],
)
def test_lo_que_no_se_entiende_se_dice_en_su_casilla(meta: Meta, datos: dict[str, str], campo: str, dice: str) -> None:
    forma = FormaDeHoja({**escrito(), **datos}, meta=meta)
    assert not forma.is_valid()
    assert dice in str(forma.errors[campo])


def test_captura_todo_de_una_vez_y_la_mesa_queda_en_la_meta() -> None:
    m = recreo_de(4)
    manos = [ManoAnotada(D, 0, 60), ManoAnotada(C, 1, 20), ManoAnotada(D, 0, 45)]
    m.orden(servicios.hoja_capturar, **AQUI, manos=manos, anotadas=0, salidor=m.mesa().asientos[1])
    vista = m.mesa()
    assert [x.datos for x in vista.manos] == manos
    assert (vista.etapa, vista.salidor, vista.asistencia is not None) == ("meta", 1, True)


def test_una_mano_imposible_no_deja_ninguna_y_dice_cual() -> None:
    m = recreo_de(4)
    manos = [ManoAnotada(D, 0, 60), ManoAnotada(D, 1, 400)]
    with falla("regla_tantos_fuera_de_rango", renglon=2):
        m.orden(servicios.hoja_capturar, **AQUI, manos=manos, anotadas=0)
    assert not m.mesa().manos


def test_lo_que_se_vio_tiene_que_seguir_asi() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 30))
    with falla("mesa_cambio"):
        m.orden(servicios.hoja_capturar, **AQUI, manos=[ManoAnotada(D, 0, 20)], anotadas=0)
    m.orden(servicios.hoja_capturar, **AQUI, manos=[ManoAnotada(D, 0, 20)], anotadas=1)
    assert [x.datos.tantos for x in m.mesa().manos] == [30, 20]


def test_una_clave_borrada_vuelve_con_lo_del_papel() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 30))
    m.orden(servicios.mano_borrar, **AQUI, mano=1, revision=1)
    m.orden(servicios.hoja_capturar, **AQUI, manos=[ManoAnotada(D, 1, 22)], anotadas=2)
    assert [x.datos.tantos for x in m.mesa().manos] == [22]


def test_la_misma_orden_dos_veces_no_la_captura_dos_veces() -> None:
    m = recreo_de(4)
    datos = {**AQUI, "manos": [ManoAnotada(D, 0, 20)], "anotadas": 0, "id_orden": uuid4()}
    assert not m.orden(servicios.hoja_capturar, **datos).repetida
    assert m.orden(servicios.hoja_capturar, **datos).repetida
    assert len(m.mesa().manos) == 1


def test_solo_quien_anota_esa_mesa_y_sin_salidor_solo_quien_manda() -> None:
    m = recreo_de(4)
    una = [ManoAnotada(D, 0, 20)]
    with falla("no_anotas_esta_mesa"):
        m.orden(servicios.hoja_capturar, 2, **AQUI, manos=una, anotadas=0)
    m.orden(servicios.mesa_elegir_anotador, 1, **AQUI, numero=2)
    with falla("falta_salidor"):
        m.orden(servicios.hoja_capturar, 2, **AQUI, manos=una, anotadas=0)
    m.orden(servicios.hoja_capturar, 2, **AQUI, manos=una, anotadas=0, salidor=m.mesa().asientos[0])
    assert len(m.mesa().manos) == 1


def test_en_blanco_o_cerrada_se_dice() -> None:
    m = recreo_de(4)
    with falla("hoja_en_blanco"):
        m.orden(servicios.hoja_capturar, **AQUI, manos=[], anotadas=0)
    m.gana(100, 20)
    with falla("mesa_cerrada"):
        m.orden(servicios.hoja_capturar, **AQUI, manos=[ManoAnotada(D, 0, 20)], anotadas=0)


def capturar(m: Mesero, datos: dict[str, Any], por: int = 1) -> Any:
    return como(m.quienes[por]).post(ruta(m, "capturar", 1, 1), datos)


def test_en_la_pantalla_se_guarda_y_lleva_a_la_mesa() -> None:
    m = recreo_de(4)
    leido = texto(como(m.quienes[1]).get(ruta(m, "capturar", 1, 1)))
    assert "¿Quién salió primero?" in leido and "La hoja no lo dice" in leido and "Un 0 es cierre empatado" in leido
    respuesta = capturar(m, escrito("60", "-20", "45", salidor=""))
    assert respuesta.headers["Location"] == ruta(m, "otra_mesa", 1, 1)
    assert [x.datos.tantos for x in m.mesa().manos] == [60, 20, 45]


def test_con_un_error_no_se_pierde_lo_escrito_y_va_junto_a_su_renglon() -> None:
    m = recreo_de(4)
    cuerpo = capturar(m, escrito("60", "-400", "45")).content.decode()
    assert 'value="60"' in cuerpo and 'value="400"' in cuerpo and 'value="45"' in cuerpo
    assert 'id="m1-a_error"' in cuerpo and not m.mesa().manos


def test_en_la_pantalla_vacia_se_dice_que_falta() -> None:
    m = recreo_de(4)
    assert "La hoja está en blanco" in capturar(m, escrito()).content.decode()


def test_quien_no_anota_vuelve_a_la_mesa() -> None:
    m = recreo_de(4)
    assert capturar(m, escrito("60"), por=2).status_code == 302
    assert not m.mesa().manos


def test_la_hoja_tiene_renglones_de_sobra() -> None:
    assert len(leida(Meta.DOSCIENTOS, *["0"] * RENGLONES)) == RENGLONES == 24

"""Los que comprueban saben fallar: con una fuga o una pérdida puesta a propósito, lo dicen."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bench.caos.juicio import Fallo, _buscar
from bench.caos.testigos import Acusada
from bench.comun import mensajes as m
from bench.comun.ws import trama
from bench.hostil.tramas import Hostil, fragmentar
from bench.secreto import compartido, manos, revisar
from bench.secreto.manos import CON_POZO
from bench.secreto.red import correlacion, tope
from enlinea.mesa.mensajes import Codec, Salir
from enlinea.mesa.vista import vista as vista_de_verdad
from reglas.fichas import lista
from reglas.mano import legales
from reglas.mesa.estado import Mesa
from reglas.mesa.eventos import Tirada
from reglas.reglamento import reglamento_de, reglamento_de_texto
from reglas.tipos import NADIE

ORDEN = (
    b'{"tipo":"tirar","id_orden":"11111111-0000-4000-8000-000000000001","version":7,"datos":{"ficha":3,"extremo":1}}'
)


def con_fuga(fuga: Any) -> Any:
    """La vista de verdad, con un dato de más que pone `fuga(mesa, asiento, datos)`."""

    def vista(mesa: Mesa, asiento: int, ahora: int, comun: bytes | None = None) -> bytes:
        suelto = msgspec.json.decode(vista_de_verdad(mesa, asiento, ahora, comun))
        fuga(mesa, asiento, suelto)
        return msgspec.json.encode(suelto)

    return vista


def reloj_de_otro(mesa: Mesa, asiento: int, suelto: Any) -> None:
    suelto["datos"]["aviso"] = mesa.reloj // 5


def plazo_de_otro(mesa: Mesa, asiento: int, suelto: Any) -> None:
    suelto["version"] = mesa.vence


def cuantas_opciones(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    suelto["datos"]["amarillas"][0] = len(legales(mesa.mano))


def ficha_ajena(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    suelto["yo"]["mano"] = [*suelto["yo"].get("mano", []), lista(mesa.mano.manos[(asiento + 1) & 3])[0]]


def orden_que_delata(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    suelto["datos"]["pases"] = [sum(lista(bits)) for bits in mesa.mano.manos]


def campo_nuevo(mesa: Mesa, asiento: int, suelto: Any) -> None:
    suelto["datos"]["puede"] = True


def el_secreto(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.siguiente is not None
    suelto["datos"]["siguiente"] = mesa.siguiente.semilla


def ficha_a_quien_mira(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    if asiento == NADIE:
        suelto["yo"]["mano"] = lista(mesa.mano.manos[0])


def orden_a_quien_mira(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    if asiento == NADIE:
        suelto["datos"]["pases"] = [sum(lista(bits)) for bits in mesa.mano.manos]


@pytest.mark.parametrize(
    "fuga",
    [
        ficha_a_quien_mira,
        orden_a_quien_mira,
        reloj_de_otro,
        plazo_de_otro,
        cuantas_opciones,
        ficha_ajena,
        orden_que_delata,
        campo_nuevo,
        el_secreto,
    ],
    ids=lambda fuga: fuga.__name__,
)
def test_una_fuga_puesta_a_proposito_se_nota(fuga: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manos, "vista", con_fuga(fuga))
    cuentas = revisar.Cuentas()
    try:
        for semilla in range(1, 12):
            revisar.revisar_mano(semilla, cuentas)
    except msgspec.ValidationError:
        return
    assert cuentas.fallas


def test_sin_fuga_no_hay_fallas_y_se_compara_de_verdad() -> None:
    cuentas = revisar.Cuentas()
    for semilla in range(12):
        revisar.revisar_mano(semilla, cuentas)
    assert not cuentas.fallas
    assert cuentas.permutaciones > 30
    assert set(cuentas.pases) <= {1200}


DE_DOS = reglamento_de("federacion", 2, False)


def el_pozo(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None and mesa.mano.aparte is not None
    suelto["datos"]["pozo"] = mesa.mano.aparte.pozo


def la_que_sigue(mesa: Mesa, asiento: int, suelto: Any) -> None:
    """Escondida en un número que sí va."""
    assert mesa.mano is not None and mesa.mano.aparte is not None
    suelto["datos"]["salida"] = mesa.mano.aparte.pozo[:1]


def lo_robado(mesa: Mesa, asiento: int, suelto: Any) -> None:
    assert mesa.mano is not None
    suelto["datos"]["robadas"] = [sum(lista(bits)) for bits in mesa.mano.manos]


def que_roba_otro(mesa: Mesa, asiento: int, suelto: Any) -> None:
    suelto["yo"]["roba"] = not legales(mesa.mano)


@pytest.mark.parametrize("fuga", [el_pozo, la_que_sigue, lo_robado, que_roba_otro], ids=lambda fuga: fuga.__name__)
def test_una_fuga_del_pozo_se_nota(fuga: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manos, "vista", con_fuga(fuga))
    cuentas = revisar.Cuentas()
    try:
        for semilla in range(1, 8):
            revisar.revisar_mano(semilla, cuentas, DE_DOS)
    except msgspec.ValidationError:
        return
    assert cuentas.fallas


@pytest.mark.parametrize("juego", CON_POZO)
def test_con_pozo_tampoco_hay_fugas_y_se_compara_de_verdad(juego: str) -> None:
    cuentas = revisar.Cuentas()
    for semilla in range(6):
        revisar.revisar_mano(semilla, cuentas, reglamento_de_texto(juego))
    assert not cuentas.fallas
    assert cuentas.permutaciones >= 6
    assert set(cuentas.pases) <= {1200}


def test_un_tiempo_que_depende_de_la_mano_se_correlaciona() -> None:
    parejo = [(1.2 + (i * 7919 % 1000) / 1e5, i % 7 - 3.0, i % 3 - 1.0) for i in range(3000)]
    delator = [(1.2 + tantos / 1e3, tantos, mulas) for _, tantos, mulas in parejo]
    assert correlacion(parejo) < tope(3000)
    assert correlacion(delator) > 0.9
    assert tope(40_000) == 0.02


def test_un_acuse_sin_renglon_es_perdida_y_con_otra_ficha_tambien_es_falla() -> None:
    acusada = Acusada(1, "a", "tirar", 2, 5, 9)
    for tiradas, cuantas in (
        ({}, 1),
        ({"a": [Tirada(2, 6, 1, 0, 0, 5, 0)]}, 1),
        ({"a": []}, 1),
        ({"a": [Tirada(2, 5, 1, 0, 0, 5, 0)]}, 0),
    ):
        fallo = Fallo()
        _buscar(acusada, tiradas, fallo)
        assert len(fallo.fallas) == cuantas


def test_las_tramas_hostiles_nunca_son_irse_y_las_hay_de_todas() -> None:
    salir = b'{"tipo":"salir","id_orden":"11111111-0000-4000-8000-000000000001","version":7,"datos":{}}'
    hostil = Hostil(1, [ORDEN, salir], [ORDEN])
    for _ in range(1500):
        hostil.una()
    assert set(hostil.cuantas) >= {"mutada", "json", "enorme", "fragmentada", "vieja", "ajena", "repetida", "binaria"}
    assert isinstance(Codec.leer(salir), Salir)


def test_lo_fragmentado_trae_el_mensaje_entero() -> None:
    import random

    for semilla in range(50):
        junto, crudo = b"", fragmentar(ORDEN, random.Random(semilla))
        while crudo:
            largo = crudo[1] & 0x7F
            mascara, cuerpo = crudo[2:6], crudo[6 : 6 + largo]
            if crudo[0] & 0x0F < 8:
                junto += bytes(b ^ mascara[i % 4] for i, b in enumerate(cuerpo))
            crudo = crudo[6 + largo :]
        assert junto == ORDEN
    assert len(trama(b"a" * 70_000)) == 70_000 + 14


def test_un_mensaje_con_un_campo_de_mas_no_se_lee() -> None:
    with pytest.raises(msgspec.ValidationError):
        m.leer(b'{"tipo":"latido","version":1,"plazo":3}')


def test_lo_compartido_no_lleva_nada_de_mas_y_se_nota_si_lo_lleva(monkeypatch: pytest.MonkeyPatch) -> None:
    """D636: una muestra, y tres fugas puestas a propósito."""
    limpias = compartido.revisar_compartidas(16)
    assert limpias.fallas == [] and limpias.respuestas >= 6
    # los nombres de todos, lo que tardó cada quien y las manos que no se comparten
    monkeypatch.setattr(compartido, "recortada", lambda suya, _titulo, _nombres: suya)
    dichas = " ".join(compartido.revisar_compartidas(8).fallas)
    assert "sale nombre" in dichas and "tardó" in dichas
    monkeypatch.undo()
    de_verdad = compartido.preparar
    monkeypatch.setattr(compartido, "preparar", lambda que, n: de_verdad(replace(que, manos=range(4)), n))
    assert "se abre una mano que no se ve" in compartido.revisar_compartidas(16).fallas

"""«Mi historia» (D325): los Recreos que terminé, en qué lugar, con quién y cuándo."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from recreo import historia, servicios
from recreo.historia import historia_de
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Recreo
from tests.recreo.fabricas import FabricaDeCuenta
from tests.recreo.mesa import Mesero, recreo_de
from tests.recreo.pagina import como, texto
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]


@pytest.fixture(autouse=True)
def sin_recuerdos() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def jugado_por(cuenta_id: int, numero: int = 4) -> Mesero:
    m = acabar(recreo_de(4))
    Jugador.objects.filter(recreo=m.id, numero=numero).update(cuenta=cuenta_id, llave="")
    return m


def test_dice_lugar_quien_gano_y_con_quien() -> None:
    yo = FabricaDeCuenta().pk
    m = jugado_por(yo)
    (h,) = historia_de(yo).renglones
    fila = next(f for f in m.estado.filas if f.jugador == 4)
    assert (h.lugar, h.gano, h.yo_gane, h.con) == (fila.lugar, "Memo", False, ("Memo", "Beto", "Carmen"))
    (suya,) = historia_de(m.quienes[1].cuenta_id or 0).renglones
    assert suya.yo_gane and suya.lugar == 1
    leido = texto(como(Quien(cuenta_id=yo)).get(reverse("recreo:mios")))
    assert f"Lugar {fila.lugar} de 4" in leido and "Ganó Memo." in leido and "Con Memo, Beto y Carmen." in leido
    assert "@" not in leido


def test_el_suplente_que_no_llego_a_jugar_no_sale_entre_con_quienes_jugue() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.orden(servicios.partida_siguiente, partida=2)
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=3)
    m.orden(servicios.recreo_terminar_aqui, motivo="Ya es tarde")
    (h,) = historia_de(m.quienes[1].cuenta_id or 0).renglones
    assert h.con == ("Beto", "Carmen", "Nacho")


def test_lo_que_no_termino_va_aparte_y_lo_ajeno_no_se_ve() -> None:
    m = recreo_de(4)
    jugado_por(FabricaDeCuenta().pk)
    h = historia_de(m.quienes[1].cuenta_id or 0)
    assert (h.renglones, h.total) == ((), 0)
    assert [r.codigo for r in h.sin_terminar] == [m.fila.codigo]
    assert como(None).get(reverse("recreo:mios"))["Location"] == reverse("recreo:entrada")


def test_la_segunda_vez_no_recalcula_y_los_nombres_siempre_se_leen(monkeypatch: pytest.MonkeyPatch) -> None:
    yo = FabricaDeCuenta().pk
    for _vez in range(3):
        jugado_por(yo)
    historia_de(yo)
    monkeypatch.setattr(historia, "_orden", lambda _pk: pytest.fail("se recalculó"))
    Jugador.objects.filter(numero=1).update(nombre="Quien se fue")
    with CaptureQueriesContext(connection) as viajes:
        assert {h.gano for h in historia_de(yo).renglones} == {"Quien se fue"}
    assert len(viajes) <= 5
    # otra versión (se reabrió y se corrigió) sí: la del Recreo o la de una de sus mesas
    monkeypatch.setattr(historia, "_orden", lambda _pk: (4, 3, 2, 1))
    Recreo.objects.update(version=F("version") + 1)
    assert all(h.yo_gane for h in historia_de(yo).renglones)
    monkeypatch.setattr(historia, "_orden", lambda _pk: (1, 2, 3, 4))
    Mesa.objects.update(version=F("version") + 1)
    assert not any(h.yo_gane for h in historia_de(yo).renglones)


@pytest.mark.parametrize("pedida", ["0", "-1", "99999", "dos", "²"])
def test_una_pagina_rara_no_falla(pedida: str) -> None:
    yo = FabricaDeCuenta().pk
    jugado_por(yo)
    assert como(Quien(cuenta_id=yo)).get(reverse("recreo:mios"), {"pagina": pedida}).status_code == 200


def test_pagina_de_diez_en_diez(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(historia, "POR_PAGINA", 2)
    yo = FabricaDeCuenta().pk
    codigos = [jugado_por(yo).fila.codigo for _vez in range(3)]
    primera, segunda = historia_de(yo), historia_de(yo, 2)
    assert [h.resumen.codigo for h in primera.renglones + segunda.renglones] == codigos[::-1]
    assert (primera.hay_mas, segunda.hay_mas, primera.total) == (True, False, 3)
    leido = texto(como(Quien(cuenta_id=yo)).get(reverse("recreo:mios"), {"pagina": 2}))
    assert "Los más nuevos" in leido and "Los anteriores" not in leido

"""Todas las partidas, por páginas y buscadas; y lo que más falla cada pareja (D521, D522, EL8)."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from enlinea.academia.consultas import partidas as consultas
from enlinea.academia.consultas.parejas import parejas_de, reporte_de
from enlinea.academia.consultas.partidas import Busqueda, partidas_para_repetir
from enlinea.academia.servicios.fallas import fallas_de, fallas_faltantes_guardar
from enlinea.academia.textos_parejas import TITULOS
from enlinea.models import Analisis, Jugador, Partida
from reglas.analisis.razones import Clave
from reglas.reglamento import AMIGOS
from tests.enlinea.academia.estudiada import una_estudiada
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db


def otras(partida: Partida, cuentas: list[Any], cuantas: int, **mas: Any) -> list[int]:
    """Más partidas de los mismos cuatro, como `partida`."""
    hechas = []
    for n in range(cuantas):
        otra = Partida.objects.get(pk=partida.pk)
        otra.pk, otra.numero, otra.fin = None, 100 + n, partida.fin + timedelta(hours=n + 1)
        otra.orden_de_puntos = None
        for campo, valor in mas.items():
            setattr(otra, campo, valor)
        otra.save()
        Jugador.objects.bulk_create(
            [Jugador(partida=otra, asiento=a, cuenta=c, nombre=c.nombre) for a, c in enumerate(cuentas)]
        )
        hechas.append(otra.pk)
    return hechas


def test_se_llega_a_todas_de_pagina_en_pagina(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consultas, "POR_PAGINA", 3)
    cuentas, partida = una_jugada()
    todas = [partida.pk, *otras(partida, cuentas, 7)]
    vistas: list[int] = []
    antes: int | None = 0
    while antes is not None:
        pagina = partidas_para_repetir(cuentas[0].pk, Busqueda(), antes)
        assert pagina.total == 8 and len(pagina.renglones) <= 3
        vistas += [r["id"] for r in pagina.renglones]
        antes = pagina.sigue
    assert vistas == todas[::-1]
    cliente = de(cuentas[0])
    portada = cliente.get(reverse("enlinea:academia")).content.decode()
    assert "8 partidas" in portada and "Más viejas" in portada and "Las más nuevas" not in portada
    ultima = cliente.get(reverse("enlinea:academia"), {"antes": todas[1]}).content.decode()
    assert "Las más nuevas" in ultima and "Más viejas" not in ultima
    # lo hallado se ve sin pasar por el formulario; sin nada, ahí está para cambiarlo
    hay, nada = (cliente.get(reverse("enlinea:academia"), {"con": con}).content.decode() for con in ("Beto", "zzzz"))
    assert 'id="ac-busca" open' not in hay and 'id="ac-busca" open' in nada
    assert "Cambiar lo que busco" in hay and "Verlas todas" in hay and "Verlas todas" in nada
    for torcida in ({"antes": "x"}, {"antes": "-3"}, {"meta": "zz"}, {"como": "zz"}, {"con": "x" * 500}):
        assert cliente.get(reverse("enlinea:academia"), torcida).status_code == 200


def test_se_busca_por_quien_por_meta_y_por_como_quedo() -> None:
    cuentas, partida = una_jugada()
    Jugador.objects.filter(partida=partida, asiento=1).update(nombre="Álvaro Ñuño")
    doscientos = otras(partida, cuentas, 2, meta="200", ganadora=1 - partida.ganadora)

    def salen(**pedido: str) -> set[int]:
        return {r["id"] for r in partidas_para_repetir(cuentas[0].pk, Busqueda(**pedido)).renglones}

    assert salen(texto="alvaro") == salen(texto="  ÁLVARO ñuño ") == {partida.pk}
    assert not salen(texto="alvaro nuno"), "la eñe cuenta"
    assert salen(texto=partida.mesa.nombre) == {partida.pk, *doscientos}
    assert not salen(texto=cuentas[0].nombre) or cuentas[0].nombre in partida.mesa.nombre, "el propio no busca nada"
    assert salen(meta="200") == set(doscientos)
    gane = partida.ganadora == AMIGOS.bando_de[0]
    assert salen(como="ganadas" if gane else "perdidas") == {partida.pk}
    assert salen(como="perdidas" if gane else "ganadas", meta="200") == set(doscientos)
    assert not {r["id"] for r in partidas_para_repetir(suscriptor("Ajena").pk, Busqueda()).renglones}


def test_cuesta_lo_mismo_con_muchas() -> None:
    cuentas, partida = una_jugada()

    def viajes() -> int:
        with CaptureQueriesContext(connection) as hechos:
            partidas_para_repetir(cuentas[0].pk, Busqueda())
        return len(hechos)

    antes = viajes()
    otras(partida, cuentas, 12)
    assert viajes() == antes <= 3


def test_el_reporte_suma_lo_de_los_dos_y_enlaza_a_lo_que_mas_costo() -> None:
    cuentas, partida = una_estudiada()
    (companera,) = parejas_de(cuentas[0].pk)
    assert (companera.cuenta, companera.partidas) == (cuentas[2].pk, 1)
    reporte = reporte_de(cuentas[0].pk, cuentas[2].pk)
    assert reporte is not None
    datos = Analisis.objects.get(partida=partida).datos
    suyos = [e for mano in datos["manos"] for e in mano["errores"] if e["asiento"] in (0, 2)]
    assert sum(g.veces for g in reporte.grupos) == len(suyos) > 0
    assert sum(g.tantos for g in reporte.grupos) == sum(e["perdida"] for e in suyos)
    assert [g.tantos for g in reporte.grupos] == sorted([g.tantos for g in reporte.grupos], reverse=True)
    mias, de_ella = (sum(fila[k] for fila in reporte.gravedades) for k in (1, 2))
    assert (mias, de_ella) == tuple(sum(e["asiento"] == a for e in suyos) for a in (0, 2))
    peor = max(suyos, key=lambda e: e["perdida"])
    uno = next(e for g in reporte.grupos for e in g.ejemplos if e.perdida == peor["perdida"])
    enlace = f"{reverse('enlinea:repetir', args=['partida', partida.pk])}?mano={uno.mano}&amp;jugada={uno.jugada}"
    pagina = de(cuentas[0]).get(reverse("enlinea:pareja", args=[cuentas[2].pk]))
    assert enlace in pagina.content.decode()
    assert datos["manos"][uno.mano - 1]["errores"] and uno.partida == partida.pk
    assert "Con " in de(cuentas[0]).get(reverse("enlinea:parejas")).content.decode()


def test_del_contrario_de_uno_mismo_y_de_quien_no_jugo_no_hay_reporte() -> None:
    cuentas, _partida = una_estudiada()
    ajena = suscriptor("Ajena")
    for quien, de_quien in ((0, cuentas[1]), (0, cuentas[0]), (0, ajena)):
        assert de(cuentas[quien]).get(reverse("enlinea:pareja", args=[de_quien.pk])).status_code == 404
    assert de(ajena).get(reverse("enlinea:pareja", args=[cuentas[0].pk])).status_code == 404
    assert "Todavía no hay de qué" in de(ajena).get(reverse("enlinea:parejas")).content.decode()


def test_lo_analizado_antes_se_apunta_solo_y_una_vez() -> None:
    _cuentas, partida = una_estudiada()
    uno = Analisis.objects.get(partida=partida)
    apuntadas = uno.fallas
    assert apuntadas == fallas_de(uno.datos)
    Analisis.objects.update(fallas=None)
    assert fallas_faltantes_guardar() == 1 and fallas_faltantes_guardar() == 0
    uno.refresh_from_db()
    assert uno.fallas == apuntadas
    # lo de la versión 1 no trae razones: se suma sin ellas
    viejo = {"manos": [{"errores": [{"jugada": 3, "asiento": 1, "perdida": 9, "motivos": []}]}]}
    assert fallas_de(viejo) == [[0, 3, 1, 9, ""]]


def test_cada_razon_tiene_su_titulo() -> None:
    assert set(TITULOS) == {*map(str, Clave), ""}

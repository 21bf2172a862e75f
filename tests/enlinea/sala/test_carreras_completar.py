"""Completar con automáticos a la vez que otros llegan o se van: nadie en dos mesas, nadie arrastrado, nadie perdido."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import abiertas, completar
from suscripciones.models import Cuenta
from tests.a_la_vez import vueltas
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import llegan, reunidos
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")
OCHO = tuple(f"Persona {n}" for n in range(8))
ESPERADOS = {
    "mesa_llena", "mesa_ya_no_esta", "mesa_ya_lista", "ya_tienes_mesa", "muchas_mesas", "no_es_organizador",
    "no_es_tu_mesa", "sin_propuesta", "nadie_mas_espera",
}  # fmt: skip


def limpiar() -> None:
    Lugar.objects.all().delete()
    Mesa.objects.all().delete()


def busca(quien: Cuenta, ahora: datetime, meta: str = "100") -> Any:
    return abiertas.lugar_buscar(cuenta_id=quien.pk, meta=meta, modo="normal", ahora=ahora)


def _orden(servicio: Callable[..., Any], mesa: int, quien: Cuenta, ahora: datetime, **mas: Any) -> Callable[[], Any]:
    return partial(servicio, mesa_id=mesa, cuenta_id=quien.pk, ahora=ahora, **mas)


def propuesta(gente: list[Cuenta], ahora: datetime) -> int:
    """Esperan juntos, y quien organiza ya propuso."""
    mesa = [busca(quien, ahora) for quien in gente][-1].mesa_id
    _orden(completar.completar_proponer, mesa, gente[0], ahora, nivel="simple")()
    return int(mesa)


def codigos(quedo: list[Any]) -> list[str]:
    return [str(getattr(uno, "codigo", "hecho")) for uno in quedo]


def nada_roto() -> None:
    for mesa in Mesa.objects.all():
        sentados = list(mesa.lugares.order_by("asiento"))
        personas = [lu for lu in sentados if lu.cuenta_id is not None]
        if mesa.estado == "lista":
            assert [lu.asiento for lu in sentados] == [0, 1, 2, 3]
            if mesa.modo == "completada":
                assert 2 <= len(personas) < 4 and all(lu.con_automaticos for lu in personas), "alguien fue arrastrado"
            else:
                assert len(personas) == 4
        else:
            assert (
                len(sentados) == len(personas)
                and len(personas) in {"abierta": (1, 2, 3), "cancelada": (0,)}[mesa.estado]
            )
        if personas:
            assert (personas[0].asiento, personas[0].cuenta_id) == (0, mesa.organizador_id)
    activos = list(Lugar.objects.filter(activo=True, cuenta__isnull=False).values_list("cuenta", flat=True))
    assert len(activos) == len(set(activos))


def test_el_ultimo_se_sienta_mientras_se_completa() -> None:
    """Una de dos: los cuatro y cuenta, o los tres con un automático y quien llegaba lo sabe."""
    ahora = timezone.now()
    gente = reunidos(ahora, OCHO[:4])
    for _vuelta in range(vueltas(12)):
        mesa = propuesta(gente[:3], ahora)
        _orden(completar.completar_aceptar, mesa, gente[1], ahora)()
        quedo = a_la_vez(
            _orden(completar.completar_aceptar, mesa, gente[2], ahora),
            _orden(abiertas.lugar_tomar, mesa, gente[3], ahora),
        )
        nada_roto()
        modo = Mesa.objects.get(pk=mesa).modo
        assert codigos(quedo) == ["hecho", "mesa_llena" if modo == "completada" else "hecho"]
        limpiar()


def test_dos_se_levantan_mientras_se_completa() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, OCHO[:3])
    for _vuelta in range(vueltas(12)):
        mesa = propuesta(gente, ahora)
        a_la_vez(
            _orden(completar.completar_aceptar, mesa, gente[1], ahora),
            _orden(abiertas.lugar_dejar, mesa, gente[1], ahora),
            _orden(abiertas.lugar_dejar, mesa, gente[2], ahora),
        )
        nada_roto()
        # o quedó sola quien propuso, sin propuesta, o empezó con quien dijo que sí antes de querer irse
        sola = Mesa.objects.get(pk=mesa).estado == "abierta"
        assert Lugar.objects.filter(mesa=mesa, con_automaticos=True).count() == (0 if sola else 2)
        assert not sola or Lugar.objects.filter(mesa=mesa).count() == 1
        limpiar()


def test_el_doble_toque_no_completa_dos_veces() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, OCHO[:2])
    for _vuelta in range(vueltas(12)):
        mesa = propuesta(gente, ahora)
        quedo = a_la_vez(
            *[_orden(completar.completar_aceptar, mesa, gente[1], ahora)] * 3,
            *[_orden(completar.completar_proponer, mesa, gente[0], ahora, nivel="simple")] * 2,
        )
        assert codigos(quedo) == ["hecho"] * 5
        assert Mesa.objects.get(pk=mesa).modo == "completada" and Lugar.objects.filter(mesa=mesa).count() == 4
        nada_roto()
        limpiar()


def test_quien_propuso_desaparece_mientras_aceptan() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, OCHO[:3])
    luego = ahora + timedelta(seconds=30)
    for _vuelta in range(vueltas(12)):
        llegan(gente, ahora)
        mesa = propuesta(gente, ahora)
        _orden(completar.completar_aceptar, mesa, gente[1], ahora)()
        llegan(gente[1:], luego)
        quedo = a_la_vez(
            _orden(completar.completar_aceptar, mesa, gente[2], luego),
            partial(abiertas.lugares_sin_quien_soltar, luego),
        )
        nada_roto()
        if Mesa.objects.get(pk=mesa).estado == "abierta":
            # otra vuelta del barrido, si la primera halló la mesa tomada
            abiertas.lugares_sin_quien_soltar(luego)
            assert Mesa.objects.get(pk=mesa).organizador_id == gente[1].pk
            assert not Lugar.objects.filter(con_automaticos=True).exists()
        assert set(codigos(quedo)) <= {"hecho", "sin_propuesta"}
        limpiar()


def test_de_todo_a_la_vez_sin_orden() -> None:
    ahora, azar = timezone.now(), random.Random(762)
    gente = reunidos(ahora, OCHO)
    completadas = 0
    for _vuelta in range(vueltas(8)):
        for _ronda in range(4):
            quedo = a_la_vez(*(partial(_lo_que_sea, quien, azar.randrange(7), ahora) for quien in gente))
            raros = [r.codigo for r in quedo if isinstance(r, ErrorDeServicio) and r.codigo not in ESPERADOS]
            assert not raros, raros
            nada_roto()
        completadas += Mesa.objects.filter(modo="completada").count()
        limpiar()
    assert completadas, "si ninguna llega a empezar, esto no prueba nada"


def _lo_que_sea(quien: Cuenta, que: int, ahora: datetime) -> Any:
    suya = Lugar.objects.filter(cuenta=quien.pk, activo=True).values_list("mesa", flat=True).first()
    if suya is None:
        # de a dos o tres por meta: buscando nunca se llena, y hay qué completar
        return busca(quien, ahora, ("100", "200", "juegos_ganados")[quien.pk % 3])
    if que == 0:
        return _orden(completar.completar_esperar, suya, quien, ahora)()
    if que == 1:
        return _orden(abiertas.lugar_dejar, suya, quien, ahora)()
    if que == 2:
        otra = Mesa.objects.filter(estado="abierta").exclude(pk=suya).values_list("pk", flat=True).first()
        return otra and _orden(abiertas.lugar_tomar, otra, quien, ahora)()
    if Mesa.objects.get(pk=suya).organizador_id == quien.pk:
        return _orden(completar.completar_proponer, suya, quien, ahora, nivel="simple")()
    return _orden(completar.completar_aceptar, suya, quien, ahora)()

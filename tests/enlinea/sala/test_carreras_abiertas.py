"""«Juega ya» a la vez, con conexiones de verdad: nadie en dos mesas, nadie perdido y nadie espera de más."""

import random
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Count
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios import abiertas, enlaces
from suscripciones.models import Cuenta
from tests.a_la_vez import vueltas
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.enlinea.sala.ayudas import reunidos
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")
DOCE = tuple(f"Persona {n}" for n in range(12))
ESPERADOS = {"mesa_llena", "mesa_ya_no_esta", "mesa_ya_lista", "ya_tienes_mesa", "muchas_mesas"}


def limpiar() -> None:
    Lugar.objects.all().delete()
    Mesa.objects.all().delete()


def busca(quien: Cuenta, ahora: datetime) -> Any:
    return abiertas.lugar_buscar(cuenta_id=quien.pk, meta="100", modo="normal", ahora=ahora)


def test_doce_que_buscan_a_la_vez_llenan_tres_mesas() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, DOCE)
    for _vuelta in range(vueltas(8)):
        a_la_vez(*(partial(busca, quien, ahora) for quien in gente))
        assert list(Mesa.objects.values_list("estado", flat=True)) == ["lista"] * 3
        assert Lugar.objects.filter(activo=True).values("cuenta").distinct().count() == 12
        limpiar()


def test_los_que_buscan_a_la_vez_juegos_distintos_llenan_las_suyas() -> None:
    """De dos y de tres: cada mesa con los que pide su juego, ni uno más, y nadie en la de otro (D546, D547)."""
    ahora = timezone.now()
    gente = reunidos(ahora, DOCE)
    pedidos = [(quien, "federacion-2-0-7" if n % 2 else "musica-3-0-7") for n, quien in enumerate(gente)]
    for _vuelta in range(vueltas(4)):
        a_la_vez(
            *(
                partial(abiertas.lugar_buscar, cuenta_id=q.pk, juego=juego, meta="", modo="normal", ahora=ahora)
                for q, juego in pedidos
            )
        )
        mesas = Mesa.objects.filter(estado="lista").annotate(cuantos=Count("lugares"))
        assert sorted(mesas.values_list("reglamento", "cuantos")) == [
            ("federacion-2-0-7", 2), ("federacion-2-0-7", 2), ("federacion-2-0-7", 2),
            ("musica-3-0-7", 3), ("musica-3-0-7", 3),
        ]  # fmt: skip
        assert Mesa.objects.count() == 5
        limpiar()


def test_tres_por_el_ultimo_lugar() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, DOCE[:6])
    for _vuelta in range(vueltas(8)):
        mesa = [busca(quien, ahora) for quien in gente[:3]][-1]
        toman = [partial(abiertas.lugar_tomar, mesa_id=mesa.mesa_id, cuenta_id=q.pk, ahora=ahora) for q in gente[3:]]
        quedo = a_la_vez(*toman)
        assert sorted(str(getattr(r, "codigo", "dentro")) for r in quedo) == ["dentro", "mesa_llena", "mesa_llena"]
        limpiar()


def test_dos_toman_por_enlace_el_ultimo_lugar() -> None:
    ahora = timezone.now()
    gente = reunidos(ahora, DOCE[:6])
    for _vuelta in range(vueltas(8)):
        enlace = _abre(gente[0], ahora)
        for quien in gente[1:3]:
            enlaces.lugar_tomar_por_enlace(enlace=enlace, cuenta_id=quien.pk, ahora=ahora)
        quedo = a_la_vez(*(partial(_llega, enlace, quien, ahora) for quien in gente[3:]))
        assert sorted(str(getattr(r, "codigo", "dentro")) for r in quedo) == ["dentro", "mesa_llena", "mesa_llena"]
        _nada_roto()
        limpiar()


def test_anular_y_tomar_a_la_vez_deja_una_de_dos() -> None:
    """El que llegó antes de anularse se sentó; después, no. Nunca queda sentado alguien a quien se le dijo que no."""
    ahora = timezone.now()
    gente = reunidos(ahora, DOCE[:3])
    for _vuelta in range(vueltas(12)):
        enlace = _abre(gente[0], ahora)
        mesa = Mesa.objects.get(enlace=enlace)
        _anulo, *llegaron = a_la_vez(
            partial(enlaces.enlace_anular, mesa_id=mesa.pk, cuenta_id=gente[0].pk),
            *(partial(_llega, enlace, quien, ahora) for quien in gente[1:]),
        )
        sentados = set(mesa.lugares.values_list("cuenta", flat=True)) - {gente[0].pk}
        for quien, como in zip(gente[1:], llegaron, strict=True):
            assert getattr(como, "codigo", "dentro") == ("dentro" if quien.pk in sentados else "enlace_no_vale")
        assert Mesa.objects.get(pk=mesa.pk).enlace is None
        limpiar()


def _abre(quien: Cuenta, ahora: datetime) -> str:
    quedo = abiertas.mesa_abrir(
        cuenta_id=quien.pk, id_orden=uuid4(), nombre="X", meta="100", modo="normal", se_mira=False, ahora=ahora
    )
    return str(Mesa.objects.get(pk=quedo.mesa_id).enlace)


def _llega(enlace: str, quien: Cuenta, ahora: datetime) -> Any:
    return enlaces.lugar_tomar_por_enlace(enlace=enlace, cuenta_id=quien.pk, ahora=ahora)


def test_buscar_levantarse_y_sentarse_en_otra_sin_orden_no_pierde_a_nadie() -> None:
    ahora, azar = timezone.now(), random.Random(441)
    gente = reunidos(ahora, DOCE)
    for _vuelta in range(vueltas(8)):
        for _ronda in range(3):
            quedo = a_la_vez(*(partial(_lo_que_sea, quien, azar.randrange(4), ahora) for quien in gente))
            raros = [r for r in quedo if isinstance(r, ErrorDeServicio) and r.codigo not in ESPERADOS]
            assert not raros, [r.codigo for r in raros]
            _nada_roto()
        limpiar()


def _lo_que_sea(quien: Cuenta, que: int, ahora: datetime) -> Any:
    if que < 2:
        return busca(quien, ahora)
    suya = Lugar.objects.filter(cuenta=quien.pk, activo=True).values_list("mesa", flat=True).first()
    if que == 2 and suya is not None:
        return abiertas.lugar_dejar(mesa_id=suya, cuenta_id=quien.pk, ahora=ahora)
    otra = Mesa.objects.filter(estado=Mesa.Estado.ABIERTA).values_list("pk", flat=True).order_by("?").first()
    return otra and abiertas.lugar_tomar(mesa_id=otra, cuenta_id=quien.pk, ahora=ahora)


def _nada_roto() -> None:
    """Las listas tienen cuatro; las abiertas, de una a tres, con quien organiza abajo; las deshechas, a nadie."""
    for mesa in Mesa.objects.annotate(cuantos=Count("lugares")):
        sentados = list(mesa.lugares.order_by("asiento"))
        assert mesa.cuantos in {"lista": (4,), "abierta": (1, 2, 3), "cancelada": (0,)}[mesa.estado]
        if sentados:
            assert (sentados[0].asiento, sentados[0].cuenta_id) == (0, mesa.organizador_id)
    activos = list(Lugar.objects.filter(activo=True).values_list("cuenta", flat=True))
    assert len(activos) == len(set(activos))
    assert Mesa.objects.filter(estado="abierta").count() <= 3

"""Lo que la base garantiza aunque alguien se brinque los servicios."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from recreo.models import Anotacion, Asiento, Jugador, Mesa, Orden, Partida, PaseDeMesa, Recreo
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import Mesero, dominada, recreo_de

pytestmark = pytest.mark.django_db
AHORA: datetime = timezone.now()


@pytest.fixture
def m() -> Mesero:
    """Un Recreo en juego con una mano anotada."""
    mesero = recreo_de(4)
    mesero.prepara()
    mesero.anota(dominada(0, 20))
    return mesero


def viola(restriccion: Callable[[], Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        restriccion()


def cambia(m: Mesero, **campos: Any) -> Callable[[], Any]:
    return lambda: Recreo.objects.filter(pk=m.id).update(**campos)


def cambia_mesa(m: Mesero, **campos: Any) -> Callable[[], Any]:
    return lambda: Mesa.objects.filter(pk=m.fila_mesa().pk).update(**campos)


def sienta(recreo_id: int, numero: int, **campos: Any) -> Callable[[], Any]:
    return lambda: Jugador.objects.filter(recreo_id=recreo_id, numero=numero).update(**campos)


@pytest.mark.parametrize(
    "campos",
    [{"tamano": 9}, {"importe": -1}, {"tamano": 8, "importe": 5}, {"tamano": 8, "pago_extraordinario": True}],
)
def test_un_recreo_imposible_no_cabe(m: Mesero, campos: dict[str, Any]) -> None:
    viola(cambia(m, **campos))


def test_dos_recreos_no_comparten_codigo(m: Mesero) -> None:
    viola(cambia(recreo_de(4), codigo=m.fila.codigo))


@pytest.mark.parametrize("campo", ["cuenta_id", "llave"])
def test_una_persona_no_esta_en_dos_recreos_sin_terminar(m: Mesero, campo: str) -> None:
    otro = recreo_de(4)
    valor = suscrita().pk if campo == "cuenta_id" else "lo-mismo"
    sienta(m.id, 3, **{campo: valor})()
    viola(sienta(otro.id, 2, **{campo: valor}))
    viola(sienta(m.id, 2, **{campo: valor}))
    sienta(m.id, 3, vigente=False)()
    assert sienta(otro.id, 2, **{campo: valor})() == 1


def test_muchos_lugares_sin_correo_ni_telefono_si_caben(m: Mesero) -> None:
    assert Jugador.objects.filter(recreo_id=m.id).update(correo="", llave="", cuenta=None) == 4


def test_un_numero_de_jugador_una_vez(m: Mesero) -> None:
    viola(lambda: Jugador.objects.create(recreo_id=m.id, numero=3, nombre="Doble"))


def test_una_partida_y_una_mesa_con_su_numero_una_vez(m: Mesero) -> None:
    viola(lambda: Partida.objects.create(recreo_id=m.id, numero=1, inicio=AHORA))
    viola(lambda: Mesa.objects.create(partida=m.fila_mesa().partida, numero=1))


def test_un_lugar_de_la_mesa_es_de_uno_y_nadie_se_sienta_dos_veces(m: Mesero) -> None:
    mesa = m.fila_mesa()
    sentado = Asiento.objects.filter(mesa=mesa, lugar=0).get()
    otro = Jugador.objects.create(recreo_id=m.id, numero=9, nombre="Extra")
    viola(lambda: Asiento.objects.create(mesa=mesa, lugar=0, jugador=otro))
    Asiento.objects.filter(mesa=mesa, lugar=3).delete()
    viola(lambda: Asiento.objects.create(mesa=mesa, lugar=3, jugador=sentado.jugador))
    viola(lambda: Asiento.objects.filter(pk=sentado.pk).update(lugar=4))


@pytest.mark.parametrize(
    "campos",
    [
        {"cerrada": AHORA},
        {"fin": "meta"},
        {"gana_default": 0},
        {"fin": "meta", "cerrada": AHORA, "gana_default": 1},
        {"fin": "default", "cerrada": AHORA},
        {"fin": "default", "cerrada": AHORA, "gana_default": 2},
        {"salidor": 4},
    ],
)
def test_una_mesa_cerrada_dice_su_fin_y_solo_el_default_y_siempre_dice_quien_gana(
    m: Mesero, campos: dict[str, Any]
) -> None:
    viola(cambia_mesa(m, **campos))


def test_la_misma_revision_de_una_mano_no_se_escribe_dos_veces(m: Mesero) -> None:
    datos = {"mesa": m.fila_mesa(), "mano": 1, "desenlace": "dominada", "quien": "Memo", "instante": AHORA}
    viola(lambda: Anotacion.objects.create(**datos, revision=1, pareja=1, tantos=30))
    viola(lambda: Anotacion.objects.create(**datos, revision=2, pareja=2, tantos=30))
    Anotacion.objects.create(**datos, revision=2, pareja=1, tantos=30)


def test_una_orden_una_vez_por_recreo(m: Mesero) -> None:
    datos = {"id_orden": uuid4(), "accion": "x", "huella": "c1", "instante": AHORA}
    Orden.objects.create(recreo_id=m.id, **datos)
    viola(lambda: Orden.objects.create(recreo_id=m.id, **datos))
    Orden.objects.create(recreo_id=recreo_de(4).id, **datos)


def test_dos_pases_no_comparten_clave(m: Mesero) -> None:
    datos = {"mesa": m.fila_mesa(), "clave": "abc", "vence": AHORA}
    PaseDeMesa.objects.create(**datos)
    viola(lambda: PaseDeMesa.objects.create(**datos))


def test_no_se_borra_al_organizador_ni_a_quien_ya_se_sento(m: Mesero) -> None:
    with pytest.raises(ProtectedError):
        m.fila.organizador.delete()
    with pytest.raises(ProtectedError):
        Jugador.objects.get(recreo_id=m.id, numero=3).delete()


def test_borrar_la_cuenta_de_un_jugador_deja_su_nombre_y_lo_jugado(m: Mesero) -> None:
    cuenta = suscrita()
    sienta(m.id, 3, cuenta=cuenta)()
    cuenta.suscripciones.all().delete()
    cuenta.delete()
    assert m.estado.jugadores[3].cuenta_id is None
    assert m.estado.nombre_de(3) == "Carmen"

"""Carreras por lugares, correos y cuentas: una persona acaba en un solo Recreo (RE1), y quien pierde lo sabe."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.servicios import DatosJugador
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import DOSCIENTOS, Mesero, recreo_de

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]


def dos_recreos(**como: Any) -> tuple[Mesero, Mesero]:
    with transaction.atomic():
        return recreo_de(6, empieza=False, entran=False, **como), recreo_de(6, empieza=False, entran=False, **como)


def correos(m: Mesero, *pares: tuple[int, str]) -> Callable[[], Any]:
    return partial(m.orden, servicios.jugadores_guardar, jugadores=[DatosJugador(n, "", c) for n, c in pares])


@pytest.mark.parametrize("al_reves", [False, True], ids=["en_orden", "al_reves"])
def test_el_mismo_correo_en_dos_recreos_a_la_vez_queda_en_uno(al_reves: bool) -> None:
    a, b = dos_recreos()
    for _vuelta in range(vueltas(10)):
        registros = [correos(a, (3, "nacho@example.com")), correos(b, (5, "nacho@example.com"))]
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(*(reversed(registros) if al_reves else registros))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(correo="nacho@example.com", vigente=True).count() == 1
        Jugador.objects.filter(correo="nacho@example.com").update(correo="")


def test_dos_correos_cruzados_en_dos_recreos_a_la_vez_no_se_traban_y_gana_uno_entero() -> None:
    a, b = dos_recreos()
    x, y = "nacho@example.com", "mari@example.com"
    for _vuelta in range(vueltas(10)):
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(correos(a, (3, x), (4, y)), correos(b, (3, y), (4, x)))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(correo__in=(x, y)).values("recreo").distinct().count() == 1
        Jugador.objects.filter(correo__in=(x, y)).update(correo="")


def test_dos_recreos_que_se_quitan_los_correos_a_la_vez_se_traban_y_ninguno_los_pierde() -> None:
    """Cada uno suelta el suyo y quiere el del otro: PostgreSQL deshace a uno, que se repite y se niega claro."""
    a, b = dos_recreos()
    x, y = "nacho@example.com", "mari@example.com"
    correos(a, (3, x))()
    correos(b, (3, y))()
    for _vuelta in range(min(3, vueltas())):
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(correos(a, (3, y)), correos(b, (3, x)))
        assert codigos(quedo) == ["ya_en_otro_recreo", "ya_en_otro_recreo"]
        assert (a.estado.jugadores[3].correo, b.estado.jugadores[3].correo) == (x, y)


def test_dos_recreos_que_se_cruzan_un_correo_y_sueltan_otro_acaban_los_dos() -> None:
    """Se traban al soltar y tomar en distinto orden, pero hay lugar para ambos: los dos deben lograrlo o decirlo."""
    a, b = dos_recreos()
    x, y = "nacho@example.com", "mari@example.com"
    for _vuelta in range(min(3, vueltas())):
        Jugador.objects.filter(correo__in=(x, y)).update(correo="")
        correos(a, (3, x))()
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(correos(a, (3, y)), correos(b, (4, x)))
        # si b llega primero, x todavía es de a
        assert codigos(quedo) in (["ok", "ok"], ["ok", "ya_en_otro_recreo"])
        assert a.estado.jugadores[3].correo == y


def test_la_misma_cuenta_reclama_lugar_en_dos_recreos_a_la_vez_y_entra_a_uno() -> None:
    a, b = dos_recreos()
    quien = Quien(cuenta_id=suscrita().pk)
    for _vuelta in range(vueltas(10)):
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.jugador_reclamar, quien, numero=3) for m in (a, b)))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(cuenta_id=quien.cuenta_id, vigente=True).count() == 1
        Jugador.objects.filter(cuenta_id=quien.cuenta_id).update(cuenta=None, correo="", entro=None)


def test_el_mismo_telefono_reclama_en_dos_recreos_a_la_vez_y_entra_a_uno() -> None:
    a, b = dos_recreos()
    quien = Quien(llave="un-telefono")
    for _vuelta in range(vueltas(10)):
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.jugador_reclamar, quien, numero=3) for m in (a, b)))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        Jugador.objects.filter(llave=quien.llave).update(llave="", entro=None)


def crear(cuenta_id: int, id_orden: Any) -> Callable[[], Recreo]:
    return partial(
        servicios.recreo_crear, cuenta_id=cuenta_id, id_orden=id_orden, tamano=4, nombre="Domingo", lugar="",
        meta=DOSCIENTOS,
    )  # fmt: skip


def test_la_misma_alta_enviada_dos_veces_a_la_vez_crea_un_solo_recreo() -> None:
    for _vuelta in range(vueltas(10)):
        alta = crear(suscrita().pk, uuid4())
        quedo = a_la_vez(alta, alta, alta)
        assert codigos(quedo) == ["ok"] * 3
        assert len({r.pk for r in quedo}) == 1


def test_dos_altas_distintas_de_la_misma_persona_a_la_vez_crean_un_solo_recreo() -> None:
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita().pk
        assert codigos(a_la_vez(crear(cuenta, uuid4()), crear(cuenta, uuid4()))) == ["ok", "ya_en_otro_recreo"]
        assert Recreo.objects.filter(organizador_id=cuenta).count() == 1
        assert Jugador.objects.filter(cuenta_id=cuenta).count() == 1


def test_crear_un_recreo_mientras_te_registran_en_otro_te_deja_en_uno() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        quedo = a_la_vez(crear(cuenta.pk, uuid4()), correos(a, (3, cuenta.email)))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(correo=cuenta.email, vigente=True).count() == 1
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo="")


def test_entrar_por_dos_pestanas_a_la_vez_lleva_al_mismo_recreo() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo=cuenta.email, cuenta=None)
        reconoce = partial(servicios.jugador_reconocer, cuenta_id=cuenta.pk)
        version = a.version
        assert [r.pk for r in a_la_vez(reconoce, reconoce)] == [a.id, a.id]
        assert a.version == version + 1
        assert a.estado.jugadores[3].cuenta_id == cuenta.pk


def test_entrar_mientras_el_organizador_quita_el_correo_no_revienta() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo=cuenta.email, cuenta=None, entro=None)
        entro, _guardo = a_la_vez(
            partial(servicios.jugador_reconocer, cuenta_id=cuenta.pk),
            partial(a.orden, servicios.jugador_liberar, numero=3),
        )
        # el organizador libera antes (no entra) o después (entró y lo sacaron): nadie queda a medias
        assert entro is None or entro.pk == a.id
        j = a.estado.jugadores[3]
        assert (j.correo, j.cuenta_id, j.entro) == ("", None, None)

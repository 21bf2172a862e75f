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


def test_apuntada_en_dos_recreos_acepta_los_dos_a_la_vez_y_entra_a_uno() -> None:
    a, b = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        for m in (a, b):
            correos(m, (3, cuenta.email))()
        quien = Quien(cuenta_id=cuenta.pk)
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.invitacion_aceptar, quien) for m in (a, b)))
        assert codigos(quedo) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(cuenta_id=cuenta.pk, vigente=True).count() == 1
        Jugador.objects.filter(numero=3).update(cuenta=None, correo="", entro=None)


def test_dos_altas_cruzadas_de_los_mismos_correos_a_la_vez_valen_las_dos_y_no_se_traban() -> None:
    a, b = dos_recreos()
    x, y = "nacho@example.com", "mari@example.com"
    for _vuelta in range(vueltas(10)):
        with cuenta_exacta(a, b) as quedo:
            quedo += a_la_vez(correos(a, (3, x), (4, y)), correos(b, (3, y), (4, x)))
        assert codigos(quedo) == ["ok", "ok"]
        assert Jugador.objects.filter(correo__in=(x, y)).count() == 4
        Jugador.objects.filter(correo__in=(x, y)).update(correo="")


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


def test_crear_un_recreo_mientras_aceptas_otro_te_deja_en_uno() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        correos(a, (3, cuenta.email))()
        acepta = partial(a.orden, servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk))
        assert codigos(a_la_vez(crear(cuenta.pk, uuid4()), acepta)) == ["ok", "ya_en_otro_recreo"]
        assert Jugador.objects.filter(cuenta_id=cuenta.pk, vigente=True).count() == 1
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo="", cuenta=None, entro=None)


def test_aceptar_por_dos_pestanas_a_la_vez_da_un_lugar() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo=cuenta.email, cuenta=None)
        acepta = partial(a.orden, servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk))
        assert codigos(a_la_vez(acepta, acepta)) == ["ok", "ya_tienes_lugar"]
        assert a.estado.jugadores[3].cuenta_id == cuenta.pk


def test_aceptar_mientras_el_organizador_quita_el_correo_no_revienta() -> None:
    (a, _b) = dos_recreos()
    for _vuelta in range(vueltas(10)):
        cuenta = suscrita()
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(correo=cuenta.email, cuenta=None, entro=None)
        quedo = a_la_vez(
            partial(a.orden, servicios.invitacion_aceptar, Quien(cuenta_id=cuenta.pk)),
            partial(a.orden, servicios.jugador_liberar, numero=3),
        )
        # el organizador libera antes (no entra) o después (entró y lo sacaron): nadie queda a medias
        assert codigos(quedo) in (["ok", "ok"], ["no_participas", "ok"])
        j = a.estado.jugadores[3]
        assert (j.correo, j.cuenta_id, j.entro) == ("", None, None)


def test_dos_piden_el_mismo_lugar_y_se_acepta_a_los_dos_a_la_vez_pero_entra_uno() -> None:
    (a, _b) = dos_recreos()
    a.orden(servicios.aprobacion_pedir, pide=True)
    for vuelta in range(vueltas(10)):
        for quien in ("uno", "otro"):
            a.orden(servicios.jugador_reclamar, Quien(llave=f"{quien}-{vuelta}"), numero=3)
        pedidas = [s.id for s in a.estado.solicitudes]
        acepta = [partial(a.orden, servicios.solicitud_responder, solicitud=s, acepta=True) for s in pedidas]
        assert codigos(a_la_vez(*acepta)) == ["ok", "solicitud_inexistente"]
        assert not a.estado.solicitudes
        Jugador.objects.filter(recreo_id=a.id, numero=3).update(llave="", entro=None)


def test_dos_que_escriben_su_nombre_a_la_vez_no_quedan_en_el_mismo_numero() -> None:
    m, _otro = dos_recreos()
    for vuelta in range(vueltas(10)):
        Jugador.objects.filter(recreo_id=m.id, numero__in=(4, 5)).update(nombre="", llave="", entro=None)
        quienes = (f"Ana {vuelta}", f"Zoila {vuelta}")
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(
                *(
                    partial(m.orden, servicios.jugador_reclamar, Quien(llave=q), clave=m.fila.clave, nombre=q)
                    for q in quienes
                )
            )
        assert codigos(quedo) == ["ok", "ok"]
        assert sorted(j.nombre for j in Jugador.objects.filter(recreo_id=m.id, numero__in=(4, 5))) == sorted(quienes)


def test_sortear_mientras_alguien_entra_no_le_cambia_el_numero() -> None:
    m, _otro = dos_recreos()
    for vuelta in range(vueltas(10)):
        quien = Quien(llave=f"llega-{vuelta}")
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(
                partial(m.orden, servicios.numeros_sortear),
                partial(m.orden, servicios.jugador_reclamar, quien, numero=3),
            )
        assert codigos(quedo) == ["ok", "ok"]
        suyo = Jugador.objects.get(recreo_id=m.id, llave=quien.llave)
        assert suyo.numero == 3 and suyo.nombre
        Jugador.objects.filter(pk=suyo.pk).update(llave="", entro=None)

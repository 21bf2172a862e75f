"""La Academia a la vez: dos barridos, dobles toques y dos pestañas, con conexiones de verdad."""

import json
from datetime import datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.academia.consultas.coleccion import coleccion
from enlinea.academia.consultas.fuente import fuente_de
from enlinea.academia.servicios import actas, analisis, ramas
from enlinea.academia.servicios.coleccion import casa_responder
from enlinea.academia.servicios.ejercicios import ejercicio_responder
from enlinea.models import ActaImportada, Analisis, Ejercicio, EjercicioDeLaCasa, Rama
from tests.enlinea.academia.estudiada import una_estudiada
from tests.enlinea.academia.jugada import una_jugada
from tests.enlinea.academia.test_ejercicios import con_respuestas
from tests.enlinea.academia.test_ramas import donde_apartarse
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.a_la_vez import a_la_vez

pytestmark = pytest.mark.django_db(transaction=True)
A_LA_VEZ = 4


def test_dos_barridos_no_hacen_el_mismo() -> None:
    una_jugada()
    ahora = timezone.now()
    tomados = a_la_vez(*[lambda: analisis._tomar(ahora)] * A_LA_VEZ)
    assert sum(uno is not None for uno in tomados) == 1
    assert Analisis.objects.get().intentos == 1


def test_la_misma_acta_dos_veces_a_la_vez_es_una() -> None:
    cuentas, partida = una_jugada()
    contenido = json.dumps(partida.acta).encode()

    def subir() -> int:
        return actas.acta_importar(cuenta_id=cuentas[0].pk, contenido=contenido, nombre="", ahora=timezone.now())[0].pk

    assert len(set(a_la_vez(*[subir] * A_LA_VEZ))) == 1
    assert ActaImportada.objects.count() == 1
    assert Analisis.objects.filter(importada__isnull=False).count() == 1


def test_guardar_la_rama_con_doble_toque_es_una() -> None:
    cuentas, partida = una_jugada()
    fuente = fuente_de("partida", partida.pk, cuentas[0].pk)
    assert fuente is not None
    desde, otra = donde_apartarse(fuente)
    orden, ahora = uuid4(), timezone.now()

    def guardar() -> int:
        return ramas.rama_guardar(
            cuenta_id=cuentas[0].pk, id_orden=orden, fuente=fuente, mano=0, desde=desde, jugadas=[otra], nombre="",
            ahora=ahora,
        ).pk  # fmt: skip

    assert len(set(a_la_vez(*[guardar] * A_LA_VEZ))) == 1
    assert Rama.objects.count() == 1


def test_contestar_bien_y_mal_a_la_vez_no_pierde_intentos() -> None:
    cuentas, _partida = una_estudiada()
    problema, buena, mala = con_respuestas(cuentas[0])

    def responder(jugada: tuple[int, int]) -> bool:
        ahora: datetime = timezone.now()
        return ejercicio_responder(
            cuenta_id=cuentas[0].pk, ejercicio_id=problema.ejercicio.pk, ficha=jugada[0], extremo=jugada[1], ahora=ahora
        )

    a_la_vez(*[lambda: responder(mala)] * 3)
    assert Ejercicio.objects.get(pk=problema.ejercicio.pk).intentos == 3
    a_la_vez(lambda: responder(buena), lambda: responder(buena))
    hecho = Ejercicio.objects.get(pk=problema.ejercicio.pk)
    assert (hecho.intentos, hecho.a_la_primera) == (4, False) and hecho.resuelto is not None


def test_el_ejercicio_de_la_casa_contestado_varias_veces_a_la_vez_es_un_renglon() -> None:
    cuenta, uno = suscriptor("Mari"), next(iter(coleccion().values()))
    mala = next((f, e) for f, e, _v in uno.opciones if (f, e) != uno.mejor)
    for jugada, esperado in ((mala, (A_LA_VEZ, False)), (uno.mejor, (A_LA_VEZ + 1, True))):
        datos = {"cuenta_id": cuenta.pk, "clave": uno.clave, "jugada": jugada, "ahora": timezone.now()}
        a_la_vez(*[lambda d=datos: casa_responder(**d)] * A_LA_VEZ)
        suyo = EjercicioDeLaCasa.objects.get()
        assert (suyo.intentos, suyo.resuelto is not None) == esperado and not suyo.a_la_primera

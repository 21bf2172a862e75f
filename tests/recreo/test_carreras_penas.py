"""Carreras en una peña: dos que dicen ser el mismo, la misma orden dos veces, y sumar mientras se paga."""

from decimal import Decimal
from functools import partial
from uuid import uuid4

import pytest
from django.db import transaction

from recreo.models import JuegoDePena, Miembro, PagoEntreMiembros, Pena, Recreo
from recreo.penas import servicios
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.penas.ayudas import club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]


def test_dos_dicen_a_la_vez_que_son_la_misma_persona_y_una_lo_es() -> None:
    with transaction.atomic():
        c = club("Beto")
    beto = c.m("Beto").pk
    for _vuelta in range(vueltas(5)):
        cuentas = [FabricaDeCuenta().pk, FabricaDeCuenta().pk]
        entran = (
            partial(servicios.pena_entrar, clave=c.pena.clave, cuenta_id=cuenta, miembro_id=beto) for cuenta in cuentas
        )
        assert codigos(a_la_vez(*entran)) == ["miembro_con_dueno", "ok"]
        assert Miembro.objects.get(pk=beto).cuenta_id in cuentas
        Miembro.objects.filter(pk=beto).update(cuenta=None, correo="")


def test_dos_toques_abren_una_sola_y_arman_un_solo_recreo() -> None:
    memo = suscrita(nombre="Memo")
    for _vuelta in range(vueltas(3)):
        orden = uuid4()
        abrir = partial(servicios.pena_crear, cuenta_id=memo.pk, id_orden=orden, nombre="Los jueves")
        una, otra = a_la_vez(abrir, abrir)
        assert una.pk == otra.pk and Pena.objects.filter(orden=orden).count() == 1
        Pena.objects.all().delete()
    with transaction.atomic():
        c = club("Beto", "Carmen", "Nacho")
    ids = [c.m(n).pk for n in ("Beto", "Carmen", "Nacho")]
    armar = partial(servicios.recreo_desde_pena, **c.lleva, id_orden=uuid4(), miembros=ids)
    una, otra = a_la_vez(armar, armar)
    assert una.pk == otra.pk and JuegoDePena.objects.count() == Recreo.objects.count() == 1


def test_sumar_y_pagar_a_la_vez_no_pierde_ninguno() -> None:
    with transaction.atomic():
        c = club("Beto")
    memo, beto = c.m("Memo").pk, c.m("Beto").pk
    for _vuelta in range(vueltas(3)):
        pagar = partial(servicios.pago_apuntar, **c.lleva, de=beto, a=memo, importe=Decimal(1))
        a_la_vez(
            partial(pagar, id_orden=uuid4()), partial(pagar, id_orden=uuid4()),
            partial(servicios.cuentas_rehacer, pena_id=c.pena.pk),
        )  # fmt: skip
    pagados = PagoEntreMiembros.objects.count()
    c.pena.refresh_from_db()
    assert c.pena.resumen["saldos"] == [[memo, str(Decimal(-pagados).quantize(Decimal("0.01")))],
                                        [beto, str(Decimal(pagados).quantize(Decimal("0.01")))]]  # fmt: skip

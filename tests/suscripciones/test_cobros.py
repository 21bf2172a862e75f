"""Cobros en la base: crear, apuntar hechos, dar tiempo una vez, devolver, extender y a la vez (SU2, D421-D424)."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from hypothesis import HealthCheck, given
from hypothesis import settings as perfil
from hypothesis import strategies as st

from suscripciones import consultas, servicios
from suscripciones.cobros.dinero import Forma
from suscripciones.cobros.reglas import DE_DINERO, Que
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, Cuenta, HechoDeCobro, Plan, Suscripcion
from suscripciones.pasarelas.puerto import Hecho
from tests.a_la_vez import correr_a_la_vez
from tests.suscripciones.ayudas import dia

HOY = dia(2026, 11, 21)
MEDIO, ANIO = "seis_meses", "anual"


def crear(cuenta: Cuenta, plan: str = ANIO, cuando: datetime = HOY, **mas: object) -> Cobro:
    datos = {"moneda": "USD", "forma": "tarjeta", "por": "stripe", "id_orden": uuid.uuid4(), **mas}
    return servicios.cobro_crear(cuenta_id=cuenta.pk, plan=plan, ahora=cuando, **datos)  # type: ignore[arg-type]


def hecho(cobro: Cobro, que: Que, cuando: datetime = HOY, referencia: str = "p1", **mas: object) -> Hecho:
    importe = cobro.importe if que in DE_DINERO else Decimal("0.00")
    return Hecho(cobro.folio, que, referencia, cuando, **{"importe": importe, "moneda": cobro.moneda, **mas})  # type: ignore[arg-type]


def asentar(*hechos: Hecho, ahora: datetime = HOY) -> list[Cobro]:
    return servicios.hechos_asentar(hechos=hechos, ahora=ahora)


def hasta(cuenta: Cuenta, cuando: datetime = HOY) -> datetime | None:
    return consultas.vigencia(cuenta.pk, cuando).hasta


def test_un_cobro_guarda_el_precio_de_ese_dia(ana: Cuenta) -> None:
    cobro = crear(ana)
    Plan.objects.filter(clave=ANIO).update(precio=99)
    asentar(hecho(cobro, Que.PAGADO))
    cobro.refresh_from_db()
    assert (cobro.cuanto, cobro.estado, cobro.suscripcion.importe) == ("36.00 USD", "pagado", Decimal("36.00"))


def test_la_misma_orden_dos_veces_aparta_uno_y_la_de_otro_no_se_usa(ana: Cuenta, jefa: Cuenta) -> None:
    orden = uuid.uuid4()
    assert crear(ana, id_orden=orden) == crear(ana, id_orden=orden)
    for cuenta, plan in ((jefa, ANIO), (ana, MEDIO)):
        with pytest.raises(ErrorDeSuscripcion, match="orden_ajena"):
            crear(cuenta, plan, id_orden=orden)


def test_sin_precio_en_pesos_no_se_cobra_en_pesos(ana: Cuenta) -> None:
    with pytest.raises(ErrorDeSuscripcion, match="sin_precio"):
        crear(ana, moneda="MXN")
    Plan.objects.filter(clave=ANIO).update(precio_mxn=Decimal("650"))
    assert crear(ana, moneda="MXN", forma="oxxo").cuanto == "650.00 MXN"


def test_la_vigencia_empieza_al_pagar_y_no_al_apartar_ni_al_enterarnos(ana: Cuenta) -> None:
    cobro = crear(ana, forma="oxxo")
    asentar(hecho(cobro, Que.COMPROBANTE))
    assert consultas.vigencia(ana.pk, HOY).estado == "ninguna"
    pago = HOY + timedelta(days=2)
    asentar(hecho(cobro, Que.PAGADO, pago), ahora=pago + timedelta(days=1))
    cobro.refresh_from_db()
    assert (cobro.pagado_en, cobro.suscripcion.inicio) == (pago, pago)


def test_renovar_antes_no_pierde_un_dia(ana: Cuenta) -> None:
    asentar(hecho(crear(ana, MEDIO), Que.PAGADO))
    antes = hasta(ana)
    asentar(hecho(crear(ana, MEDIO), Que.PAGADO, HOY + timedelta(days=30)))
    assert (antes, hasta(ana)) == (dia(2027, 5, 22, 0), dia(2027, 11, 22, 0))


def test_la_disputa_de_un_periodo_pasado_recorre_los_que_siguen_y_ganarla_los_regresa(ana: Cuenta) -> None:
    uno, dos = crear(ana, MEDIO), crear(ana, MEDIO)
    asentar(hecho(uno, Que.PAGADO), hecho(dos, Que.PAGADO, HOY + timedelta(days=30)))
    lleno = hasta(ana)
    asentar(hecho(uno, Que.DISPUTADO, HOY + timedelta(days=90)))
    assert list(Suscripcion.objects.filter(anulada_en=None).values_list("cobro", flat=True)) == [dos.pk]
    assert hasta(ana, HOY + timedelta(days=90)) == dia(2027, 6, 22, 0)
    asentar(hecho(uno, Que.DISPUTA_GANADA, HOY + timedelta(days=150)))
    assert hasta(ana) == lleno


def test_un_pago_tardio_de_un_comprobante_vencido_vale(ana: Cuenta) -> None:
    cobro = crear(ana)
    asentar(hecho(cobro, Que.COMPROBANTE), hecho(cobro, Que.VENCIDO, HOY + timedelta(days=3)))
    asentar(hecho(cobro, Que.PAGADO, HOY + timedelta(days=4)))
    assert consultas.esta_vigente(ana.pk, HOY + timedelta(days=4))


def test_el_folio_de_nadie_se_ignora(db: None) -> None:
    assert asentar(Hecho(uuid.uuid4(), Que.PAGADO, "x", HOY, Decimal("36"), "USD")) == []


def ordenados(cobros: list[Cobro], ques: Iterable[tuple[int, Que]]) -> list[Hecho]:
    """Cada hecho de cada cobro tiene su hora y su referencia, lleguen como lleguen."""
    return [
        hecho(cobros[cual], que, HOY + timedelta(days=30 * cual, hours=list(Que).index(que)), f"{cual}-{que.name[:5]}")
        for cual, que in ques
    ]


@perfil(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    ques=st.lists(st.tuples(st.integers(0, 2), st.sampled_from(list(Que))), min_size=1, max_size=8),
    azar=st.randoms(use_true_random=False),
)
def test_lleguen_como_lleguen_queda_lo_mismo_y_lo_dado_es_lo_pagado(ana: Cuenta, ques, azar) -> None:
    finales = []
    for vuelta in range(2):
        HechoDeCobro.objects.all().delete()
        Suscripcion.objects.all().delete()
        Cobro.objects.all().delete()
        cobros = [crear(ana, plan) for plan in (MEDIO, ANIO, MEDIO)]
        hechos = ordenados(cobros, ques)
        if vuelta:
            hechos = [*hechos, *azar.sample(hechos, len(hechos) // 2)]
            azar.shuffle(hechos)
        for uno in hechos:
            asentar(uno)
        finales.append(
            [
                (c.estado, c.pagado, c.devuelto, c.sobra, p and (p.inicio, p.fin, p.importe))
                for c in Cobro.objects.order_by("pk")
                for p in [Suscripcion.objects.filter(cobro=c, anulada_en=None).first()]
            ]
        )
        periodos = Suscripcion.objects.filter(anulada_en=None)
        netos = sum(c.pagado - c.devuelto - c.sobra for c in Cobro.objects.filter(estado="pagado"))
        assert sum(p.importe for p in periodos) == netos
        assert periodos.count() == Cobro.objects.filter(estado="pagado").count()
    assert finales[0] == finales[1]


# --- a mano -----------------------------------------------------------------------------------------------------------
def registrar(cuenta: Cuenta, quien: Cuenta, **mas: object) -> Cobro:
    datos = {
        "cuenta_id": cuenta.pk, "plan": ANIO, "moneda": "USD", "forma": "efectivo", "referencia": "recibo 14",
        "registrado_por_id": quien.pk, "ahora": HOY, "id_orden": uuid.uuid4(), **mas,
    }  # fmt: skip
    return servicios.pago_registrar(**datos)  # type: ignore[arg-type]


def test_el_efectivo_dice_quien_cuando_y_con_que_referencia(ana: Cuenta, jefa: Cuenta) -> None:
    orden = uuid.uuid4()
    cobro = registrar(ana, jefa, id_orden=orden)
    assert registrar(ana, jefa, id_orden=orden, ahora=HOY + timedelta(seconds=3)) == cobro
    suyo = cobro.hechos.get()
    assert (cobro.registrado_por, cobro.nota, cobro.pagado_en, suyo.quien) == (jefa, "recibo 14", HOY, jefa)
    assert Suscripcion.objects.count() == 1


def test_registrar_devolver_y_extender_piden_permiso(ana: Cuenta, jefa: Cuenta) -> None:
    ayudante = Cuenta.objects.create_user("caja@club.mx", is_staff=True)
    cobro = registrar(ana, jefa)
    extension = {"dias": 7, "motivo": "Se cayó la sala", "ahora": HOY, "id_orden": uuid.uuid4()}

    def hacerlo() -> list[object]:
        hechas: list[object] = []
        for accion in (
            lambda: registrar(ana, ayudante),
            lambda: servicios.suscripcion_extender(cuenta_id=ana.pk, registrada_por_id=ayudante.pk, **extension),
            lambda: servicios.cobro_devolver(cobro_id=cobro.pk, motivo="x", devuelto_por_id=ayudante.pk, ahora=HOY),
        ):
            try:
                hechas.append(accion())
            except ErrorDeSuscripcion as error:
                assert error.codigo == "sin_permiso"
        return hechas

    assert hacerlo() == []
    ayudante.user_permissions.set(Permission.objects.filter(codename__in=("add_suscripcion", "change_cobro")))
    assert len(hacerlo()) == 3


def test_extender_va_detras_de_lo_que_tiene_y_una_vez(ana: Cuenta, jefa: Cuenta) -> None:
    registrar(ana, jefa)
    orden = uuid.uuid4()
    for _vez in range(2):
        servicios.suscripcion_extender(
            cuenta_id=ana.pk, dias=10, motivo="Se cayó la sala", registrada_por_id=jefa.pk, ahora=HOY, id_orden=orden
        )
    assert hasta(ana) == dia(2027, 12, 2, 0)
    for dias in (0, 367):
        with pytest.raises(ErrorDeSuscripcion, match="dias_de_mas"):
            servicios.suscripcion_extender(
                cuenta_id=ana.pk, dias=dias, motivo="x", registrada_por_id=jefa.pk, ahora=HOY, id_orden=uuid.uuid4()
            )


def test_devolver_lo_pagado_a_mano_lo_apunta_con_su_motivo_y_no_dos_veces(ana: Cuenta, jefa: Cuenta) -> None:
    cobro = registrar(ana, jefa)
    datos = {"cobro_id": cobro.pk, "motivo": "Se arrepintió", "devuelto_por_id": jefa.pk, "ahora": HOY}
    assert servicios.cobro_devolver(**datos).estado == "devuelto"
    assert (cobro.hechos.get(que="devuelto").motivo, consultas.esta_vigente(ana.pk, HOY)) == ("Se arrepintió", False)
    with pytest.raises(ErrorDeSuscripcion, match="nada_que_devolver"):
        servicios.cobro_devolver(**datos)


# --- cartas -----------------------------------------------------------------------------------------------------------
def test_el_recibo_dice_el_periodo_de_ese_pago_y_sale_una_vez(ana: Cuenta) -> None:
    asentar(hecho(crear(ana, MEDIO), Que.PAGADO))
    mail.outbox.clear()
    cobro = crear(ana, MEDIO)
    for _vez in range(2):
        asentar(hecho(cobro, Que.PAGADO, HOY + timedelta(days=1)))
    [carta] = mail.outbox
    assert carta.subject == "Recibimos tu pago de 20.00 USD"
    assert "del 22 de mayo de 2027 al 21 de noviembre de 2027" in carta.body


@pytest.mark.parametrize(
    ("forma", "por", "dice"),
    [("tarjeta", "stripe", "regresa a la misma tarjeta"), ("oxxo", "stripe", "te lo entrega la asociación")],
)
def test_la_devolucion_se_dice_segun_como_se_pago(ana: Cuenta, forma: Forma, por: str, dice: str) -> None:
    cobro = crear(ana, forma=forma, por=por)
    asentar(hecho(cobro, Que.PAGADO))
    asentar(hecho(cobro, Que.DEVUELTO, referencia="d1"))
    assert dice in " ".join(mail.outbox[-1].body.split())


# --- a la vez ---------------------------------------------------------------------------------------------------------
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_el_mismo_aviso_veinte_veces_y_un_registro_a_mano_dan_un_periodo_cada_uno(ana: Cuenta, jefa: Cuenta) -> None:
    cobro, orden = crear(ana), uuid.uuid4()
    avisos = [lambda: asentar(hecho(cobro, Que.PAGADO, evento="evt_1")) for _n in range(20)]
    a_mano = [lambda: registrar(ana, jefa, id_orden=orden) for _n in range(3)]
    for dado in correr_a_la_vez(ErrorDeSuscripcion, *avisos, *a_mano):
        assert not isinstance(dado, ErrorDeSuscripcion), dado
    de_uno = Suscripcion.objects.filter(cobro=cobro, anulada_en=None)
    assert (de_uno.count(), HechoDeCobro.objects.filter(cobro=cobro).count()) == (1, 1)
    assert Suscripcion.objects.filter(anulada_en=None).count() == 2
    assert hasta(ana) == dia(2028, 11, 22, 0)

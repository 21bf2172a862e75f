"""Del Recreo jugado a la tabla de la peña: qué se suma, cuándo y quién fue quién."""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from recreo import servicios as recreo
from recreo.actas import exportar as acta_de
from recreo.identidad import Quien
from recreo.models import Desglose, JuegoDePena, Jugador, Miembro, Pena, Recreo
from recreo.penas import consultas, servicios
from recreo.servicios import desgloses
from recreo.tratos import mis_tratos
from reglas.actas import leer_recreo
from reglas.desglose import desglosar, leer
from tests.recreo.fabricas import FabricaDeCuenta
from tests.recreo.mesa import Mesero, falla
from tests.recreo.penas.ayudas import Club, club
from tests.recreo.terminado import acabar
from tests.reglas import penas_aparte as aparte

pytestmark = pytest.mark.django_db


def tabla(c: Club) -> list[tuple[int | None, str, int]]:
    t = consultas.temporada_de(c.pena.pk)
    return [(f.lugar, f.miembro.nombre, f.total) for f in consultas.tabla_de(t, consultas.gente_de(c.pena.pk))]


def test_lo_guardado_es_lo_de_las_actas() -> None:
    c = club()
    m = [c.juega("Beto", "Carmen", "Nacho", importe=Decimal(10), pago_extraordinario=True, gana=g) for g in (0, 1)]
    actas = [acta_de(x.estado) for x in m]
    guardados = [leer(d.datos) for d in Desglose.objects.order_by("recreo_id")]
    assert guardados == [desglosar(leer_recreo(a).recreo) for a in actas]
    # y la peña, contada aparte
    quienes = [{int(n): p for n, p in j.quienes.items()} for j in JuegoDePena.objects.order_by("recreo_id")]
    veladas = list(zip(actas, quienes, strict=True))
    gente = consultas.gente_de(c.pena.pk)
    for f in consultas.tabla_de(consultas.temporada_de(c.pena.pk), gente):
        cuenta = aparte.cuenta_de(f.miembro.pk, veladas, (), 0)
        assert {k: getattr(f, k) for k in cuenta} == cuenta
    dinero = consultas.dinero_de(c.pena, gente)
    assert {p.pk: s for p, s in dinero.saldos} == {p: s for p in gente if (s := aparte.saldo_de(p, veladas))}
    assert len(dinero.pagos) == aparte.los_menos_pagos([s for _m, s in dinero.saldos]) and dinero.minimo
    a, b = sorted((c.m("Memo").pk, c.m("Beto").pk))
    assert [a, b, *aparte.cara_a_cara(a, b, veladas)] in c.pena.resumen["caras"]


def test_se_suma_una_vez_y_otra_vuelta_no_hace_nada() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho")
    antes = Pena.objects.values().get()
    assert desgloses.desgloses_poner(timezone.now()) == set()
    assert servicios.penas_poner_al_dia(()) == 0
    assert Pena.objects.values().get() == antes and not consultas.por_sumar(c.pena, ())


def test_si_el_proceso_muere_tras_desglosar_otro_lo_suma() -> None:
    c = club()
    m = c.juega("Beto", "Carmen", "Nacho")
    Desglose.objects.all().delete()
    JuegoDePena.objects.update(quienes={})
    Pena.objects.update(sumada=F("version"), resumen={})
    assert desgloses.desglose_poner(recreo_id=m.id)  # y aquí murió
    assert servicios.penas_poner_al_dia() == 1
    assert len(tabla(c)) == 4


def test_quien_no_era_de_la_pena_ese_dia_jugo_de_fuera() -> None:
    c = club()
    c.juega("Beto", "Carmen", de_fuera=("Rafa",))
    JuegoDePena.objects.update(dia=timezone.localdate() - timedelta(days=1), quienes={})
    servicios.miembros_apuntar(**c.lleva, nombres=["Rafa"])
    servicios.penas_poner_al_dia()
    assert JuegoDePena.objects.get().quienes == {}  # ayer no había peña
    Miembro.objects.exclude(nombre="Rafa").update(desde=timezone.now() - timedelta(days=5))
    servicios.penas_poner_al_dia()
    assert len(JuegoDePena.objects.get().quienes) == 3


def test_el_que_se_reabre_deja_de_contar_hasta_que_termine() -> None:
    c = club()
    m = c.juega("Beto", "Carmen", "Nacho")
    assert len(tabla(c)) == 4
    m.orden(recreo.recreo_reabrir, motivo="Faltó un castigo")
    c.suma()
    assert tabla(c) == [] and c.pena.resumen["recreos"] == 0
    m.orden(recreo.castigo_aplicar, numero=1, tantos=10)
    m.anuncia()
    c.suma()
    assert len(tabla(c)) == 4
    (d,) = Desglose.objects.all()
    assert {r.numero: r.eficiencia for r in leer(d.datos).renglones} == {
        f.jugador: f.eficiencia for f in m.estado.filas
    }


def test_el_que_no_se_toco_no_se_reconoce_por_otro_nombre_despues() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho")
    antes = tabla(c)
    servicios.miembro_cambiar(**c.lleva, miembro=c.m("Beto").pk, nombre="Roberto", papel="miembro")
    JuegoDePena.objects.update(dia=timezone.localdate())
    servicios.penas_poner_al_dia(Recreo.objects.values_list("pk", flat=True))
    assert tabla(c) == [(lugar, "Roberto" if n == "Beto" else n, t) for lugar, n, t in antes]


def test_manda_la_cuenta_luego_el_correo_y_luego_el_nombre() -> None:
    c = club("Beto", "Carmen", "Nacho")
    beto = c.entra("Beto", email="beto@club.mx")
    servicios.miembro_cambiar(
        **c.lleva, miembro=c.m("Carmen").pk, nombre="Carmen", papel="miembro", correo="carmen@club.mx"
    )
    nuevo = c.arma("Beto", "Carmen", "Nacho")
    # en el Recreo cada quien se hizo llamar de otra manera, y alguien de fuera se llama como Beto
    suyos = {j.numero: j for j in Jugador.objects.filter(recreo=nuevo)}
    Jugador.objects.filter(pk=suyos[2].pk).update(nombre="El Güero", cuenta=beto.cuenta_id)
    Jugador.objects.filter(pk=suyos[3].pk).update(nombre="Doña C", correo="carmen@club.mx")
    Jugador.objects.filter(pk=suyos[4].pk).update(nombre="beto")
    m = Mesero(nuevo.pk, {1: Quien(cuenta_id=c.memo.pk)})
    m.orden(recreo.recreo_empezar)
    acabar(m)
    c.suma()
    (juego,) = JuegoDePena.objects.all()
    esperado = {"1": c.m("Memo").pk, "2": beto.pk, "3": c.m("Carmen").pk}
    assert juego.quienes == esperado  # el 4 es de fuera: Beto ya tiene su número


def test_el_de_fuera_no_sale_en_ninguna_cuenta() -> None:
    c = club("Beto", "Carmen")
    c.juega("Beto", "Carmen", de_fuera=("Primo de Toluca",), importe=Decimal(5))
    assert {n for _l, n, _t in tabla(c)} == {"Memo", "Beto", "Carmen"}
    gente = consultas.gente_de(c.pena.pk)
    assert sum((s for _m, s in consultas.dinero_de(c.pena, gente).saldos), Decimal(0)) == 0
    assert "Toluca" not in str(Pena.objects.values().get())


def test_las_reglas_de_la_temporada_vuelven_a_sumarla_y_la_cerrada_se_queda() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho")
    hoy = timezone.localdate()
    servicios.temporada_reglas(**c.lleva, nombre="Otoño", desde=hoy, por_lugar=(10, 6, 3, 1))
    assert sorted(t for _l, _n, t in tabla(c)) == [1, 3, 6, 10]
    with falla("temporada_encima"):
        servicios.temporada_abrir(**c.lleva, nombre="Invierno", desde=hoy)
    manana = hoy + timedelta(days=1)
    nueva = servicios.temporada_abrir(**c.lleva, nombre="Invierno", desde=manana, mejores=3)
    nueva.refresh_from_db()
    assert tabla(c) == [] and nueva.resumen["recreos"] == 0
    otono = consultas.temporadas_de(c.pena.pk)[1]
    assert (otono.nombre, otono.hasta) == ("Otoño", hoy)
    assert servicios.temporada_abrir(**c.lleva, nombre="Invierno", desde=manana).pk == nueva.pk  # llegó dos veces


def test_un_dia_mal_escrito_al_abrir_la_temporada_se_corrige() -> None:
    c, hoy = club(), timezone.localdate()
    servicios.temporada_reglas(**c.lleva, nombre="Otoño", desde=hoy - timedelta(days=40))
    c.juega("Beto", "Carmen", "Nacho")
    with falla("temporada_lejos"):
        servicios.temporada_abrir(**c.lleva, nombre="Invierno", desde=hoy.replace(year=hoy.year + 20, day=1))
    servicios.temporada_abrir(**c.lleva, nombre="Invierno", desde=hoy + timedelta(days=300))
    assert tabla(c) == [], "todavía no empieza: lo de hoy es de la otra"
    with falla("temporada_encima"):
        servicios.temporada_reglas(**c.lleva, nombre="Invierno", desde=hoy - timedelta(days=40))
    servicios.temporada_reglas(**c.lleva, nombre="Invierno", desde=hoy)
    assert len(tabla(c)) == 4
    otono = consultas.temporadas_de(c.pena.pk)[1]
    assert (otono.hasta, otono.resumen["recreos"]) == (hoy - timedelta(days=1), 0), "lo de hoy ya no es suyo"


@pytest.mark.parametrize("mal", [(1, 2), (2000, 1), tuple(range(17, 0, -1)), (5, -1)])
def test_los_puntos_por_lugar_van_de_mayor_a_menor_y_acotados(mal: tuple[int, ...]) -> None:
    c = club()
    with falla("puntos_por_lugar"):
        servicios.temporada_reglas(**c.lleva, nombre="X", desde=timezone.localdate(), por_lugar=mal)


def test_un_pago_baja_el_saldo_y_anularlo_lo_regresa() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho", importe=Decimal(10))
    gente = consultas.gente_de(c.pena.pk)
    antes = consultas.dinero_de(c.pena, gente)
    p = antes.pagos[0]
    orden = uuid4()
    pago = servicios.pago_apuntar(**c.lleva, id_orden=orden, de=p.de.pk, a=p.a.pk, importe=p.importe)
    assert servicios.pago_apuntar(**c.lleva, id_orden=orden, de=p.de.pk, a=p.a.pk, importe=p.importe).pk == pago.pk
    c.pena.refresh_from_db()
    despues = consultas.dinero_de(c.pena, gente)
    assert len(despues.pagos) == len(antes.pagos) - 1
    servicios.pago_anular(**c.lleva, pago=pago.pk)
    c.pena.refresh_from_db()
    assert consultas.dinero_de(c.pena, gente) == antes


def test_que_ya_se_pago_no_lo_dice_quien_debe() -> None:
    c = club()
    beto, carmen = c.entra("Beto"), c.entra("Carmen")
    pago = {"de": beto.pk, "a": carmen.pk, "importe": Decimal(5)}
    with falla("pago_ajeno"):
        servicios.pago_apuntar(**c.como("Beto"), id_orden=uuid4(), **pago)
    uno = servicios.pago_apuntar(**c.como("Carmen"), id_orden=uuid4(), **pago)
    with falla("pago_ajeno"):
        servicios.pago_anular(**c.como("Beto"), pago=uno.pk)


def test_la_historia_de_un_participante_cuenta_lo_mismo() -> None:
    c = club()
    for g in (0, 1, 0):
        c.juega("Beto", "Carmen", "Nacho", gana=g)
    yo = FabricaDeCuenta(nombre="Nacho")
    Jugador.objects.filter(nombre="Nacho").update(cuenta=yo)
    # en uno Beto ya tenía cuenta: es la misma persona
    uno = Jugador.objects.filter(nombre="Beto").order_by("pk").first()
    assert uno is not None
    Jugador.objects.filter(pk=uno.pk).update(cuenta=FabricaDeCuenta(nombre="Beto"))
    mios = mis_tratos(yo.pk)
    nacho, beto = c.m("Nacho").pk, c.m("Beto").pk
    con, _mejor = consultas.tratos(c.pena.resumen, consultas.gente_de(c.pena.pk), nacho)
    de_beto = next(x.trato for x in con if x.otro.pk == beto)
    suyo = next(x.trato for x in mios.con if x.otro.nombre == "Beto")
    assert len(mios.con) == 3 and mios.recreos == 3
    assert (suyo.juntos, suyo.juntos_ganados, suyo.contra, suyo.contra_ganados) == (
        de_beto.juntos, de_beto.juntos_ganados, de_beto.contra, de_beto.contra_ganados,
    )  # fmt: skip
    assert mios.jugadas == sum(x.trato.juntos for x in mios.con)

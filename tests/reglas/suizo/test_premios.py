"""Premios, caja y dictámenes del torneo (TO18, TO20, TO22, TO23, TO32), con las cuentas hechas a mano."""

from dataclasses import replace
from decimal import Decimal as D

import pytest

from bench.suizo.simulador import nuevo
from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.suizo.clasificacion import FilaDeTorneo, Renglon
from reglas.suizo.dictamen import acreditar, quien_carga
from reglas.suizo.premios import Cobro, Premio, avisos, corte_de_caja, repartir, valores
from reglas.suizo.resultados import Cuenta
from reglas.suizo.tipos import FinDeMesa, Modalidad, Suplente


def fila(lugar, sujeto, desempate="puntos", bolsa=None, retirado=False):
    renglon = Renglon(sujeto, Cuenta(), 0, 0, 0, lugar, retirado, (), bolsa)
    return FilaDeTorneo(lugar, renglon, desempate, None)


PODIO = (Premio(1, porcentaje=D(50)), Premio(2, porcentaje=D(30)), Premio(3, porcentaje=D(20)))


def test_los_porcentajes_van_sobre_lo_mayor_de_recaudado_y_garantizado():
    """12 cuotas de 250: ocho cobradas (2,000), una exenta, tres pendientes (750). Garantizados 3,000: eso manda."""
    cobros = [(Cobro.COBRADA, D(250))] * 8 + [(Cobro.EXENTA, D(250))] + [(Cobro.PENDIENTE, D(250))] * 3
    caja = corte_de_caja(cobros, D(3000), PODIO)
    assert (caja.recaudado, caja.por_cobrar, caja.base, caja.premios, caja.queda) == (2000, 750, 3000, 3000, -1000)
    assert (caja.cobradas, caja.exentas, caja.pendientes) == (8, 1, 3)
    assert corte_de_caja(cobros, D(0), PODIO).queda == 0


@pytest.mark.parametrize(
    ("base", "porcentajes", "esperados"),
    [
        ("1000", ("50", "30", "20"), ("500.00", "300.00", "200.00")),
        # 33.33 % de 100.01 = 33.333333: 33.33 tres veces, y 99.99 % de 100.01 es 99.99 (99.999999): no sobra nada
        ("100.01", ("33.33", "33.33", "33.33"), ("33.33", "33.33", "33.33")),
        # 33.34 + 33.33 + 33.33 = 100 % de 0.10: 3, 3 y 3 centavos, y el que sobra es del primero
        ("0.10", ("33.34", "33.33", "33.33"), ("0.04", "0.03", "0.03")),
        # 25 % de 0.07: 1 y 1 y 1 y 1; sobran tres, del primero al tercero
        ("0.07", ("25", "25", "25", "25"), ("0.02", "0.02", "0.02", "0.01")),
        # el 10 % de 999.99 es 99.999: se trunca, y nadie cobra lo que no hay
        ("999.99", ("10",), ("99.99",)),
    ],
)
def test_los_centavos_salen_exactos(base, porcentajes, esperados):
    premios = [Premio(n, porcentaje=D(p)) for n, p in enumerate(porcentajes, start=1)]
    assert list(valores(premios, D(base)).values()) == [D(e) for e in esperados]


def test_los_importes_fijos_y_los_porcentajes_conviven():
    premios = (Premio(2, importe=D("150.50")), Premio(1, porcentaje=D(40)))
    assert valores(premios, D(1000)) == {(1, 1): D("400.00"), (1, 2): D("150.50")}


def test_los_empatados_hasta_el_sorteo_se_reparten_los_premios_de_sus_lugares():
    """2.º, 3.º y 4.º sólo se separan por sorteo: 300 + 200 + 0 entre tres, 166.66 y dos centavos a los dos primeros."""
    filas = [fila(1, "a", None), fila(2, "b"), fila(3, "c", "sorteo"), fila(4, "d", "sorteo"), fila(5, "e")]
    tocan = repartir(filas, valores(PODIO, D(1000)))
    assert tocan == {"a": D("500.00"), "b": D("166.67"), "c": D("166.67"), "d": D("166.66")}
    assert sum(tocan.values()) == 1000


def test_a_quien_se_retiro_no_le_toca_y_su_premio_no_pasa_a_otro():
    filas = [fila(1, "a", None), fila(2, "b"), fila(3, "r", "retiro", retirado=True)]
    assert repartir(filas, valores(PODIO, D(1000))) == {"a": D("500.00"), "b": D("300.00")}


def test_cada_bolsa_paga_a_los_suyos_y_el_empate_no_pasa_de_una_a_otra():
    premios = (Premio(1, 1, importe=D(500)), Premio(1, 2, importe=D(200)))
    filas = [fila(1, "a", None, 1), fila(2, "b", "puntos", 1), fila(1, "x", "sorteo", 2), fila(2, "y", "sorteo", 2)]
    assert repartir(filas, valores(premios, D(700))) == {"a": 500, "x": 100, "y": 100}


def test_avisa_si_pasan_de_cien_de_lo_que_hay_o_si_una_bolsa_paga_mas_que_la_de_arriba():
    de_mas = (*PODIO, Premio(4, porcentaje=D("0.5")))
    assert [a.codigo for a in avisos(de_mas, D(1000))] == ["premios_de_mas_de_cien", "premios_sobre_lo_que_hay"]
    assert "100.5 %" in avisos(de_mas, D(1000))[0].mensaje()
    al_reves = (Premio(1, 1, importe=D(100)), Premio(1, 2, importe=D(101)))
    assert [a.codigo for a in avisos(al_reves, D(1000))] == ["bolsa_invertida"]
    assert avisos(PODIO, D(1000)) == []


@pytest.mark.parametrize(
    ("premios", "codigo"),
    [
        ((Premio(1, importe=D(5)), Premio(1, porcentaje=D(5))), "premio_repetido"),
        ((Premio(1),), "premio_invalido"),
        ((Premio(1, importe=D(5), porcentaje=D(5)),), "premio_invalido"),
        ((Premio(0, importe=D(5)),), "premio_invalido"),
        ((Premio(1, importe=D("5.005")),), "importe_de_torneo"),
        ((Premio(1, importe=D(-5)),), "importe_de_torneo"),
    ],
)
def test_un_premio_que_no_es_un_premio_se_rechaza(premios, codigo):
    with pytest.raises(ErrorDeRegla) as error:
        valores(premios, D(100))
    assert error.value.codigo == codigo


@pytest.mark.parametrize(
    ("meta", "fin", "ganadora", "anotado", "marcador"),
    [
        (Meta.CIEN, "meta", 0, (115, 30), (100, 30)),
        (Meta.CIEN, "tiempo", 1, (20, 45), (20, 45)),
        (Meta.CIEN, "default", 1, (60, 20), (60, 100)),
        (Meta.CIEN, "default", 1, (0, 0), (0, 100)),
        (Meta.DOSCIENTOS, "sancion", 0, (20, 199), (200, 199)),
        (Meta.JUEGOS_GANADOS, "default", 0, (1, 2), (4, 2)),
        (Meta.JUEGOS_GANADOS, "default", 0, (1, 3), (5, 3)),
        (Meta.JUEGOS_GANADOS, "sancion", 1, (5, 4), (5, 7)),
        (Meta.CIEN, "ausencia", None, (30, 20), (0, 0)),
    ],
)
def test_lo_que_se_acredita_al_cerrar_una_mesa(meta, fin, ganadora, anotado, marcador):
    assert acreditar(meta, FinDeMesa(fin), ganadora, anotado) == marcador


def test_un_cierre_sin_ganadora_o_con_tantos_negativos_no_pasa():
    with pytest.raises(ErrorDeRegla, match="ganó"):
        acreditar(Meta.CIEN, FinDeMesa.DEFAULT, None, (0, 0))
    with pytest.raises(ErrorDeRegla, match="negativos"):
        acreditar(Meta.CIEN, FinDeMesa.META, 0, (100, -1))


def test_el_castigo_lo_carga_quien_clasifica():
    solo = nuevo(8, 3, 1, comodines=1)
    assert quien_carga(solo, "j0003") == "j0003"
    parejas = nuevo(4, 3, 1, Modalidad.PAREJAS)
    primera, *otras = parejas.entidades
    parejas = replace(parejas, entidades=(replace(primera, suplente=Suplente("nuevo", "j0001", 2)), *otras))
    assert (quien_carga(parejas, "j0002"), quien_carga(parejas, "nuevo")) == ("c0001", "c0001")
    for torneo, quien in ((solo, "casa0"), (solo, "nadie"), (parejas, "nadie")):
        with pytest.raises(ErrorDeRegla):
            quien_carga(torneo, quien)

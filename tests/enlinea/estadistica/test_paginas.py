"""Las páginas de la estadística: lo que dicen de un conjunto conocido, quién las ve y cuánto cuestan (ES1)."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from enlinea.clasificacion.consultas import quintil_de
from enlinea.clasificacion.servicios.puntos import inscripciones_actualizar, partidas_sumar
from enlinea.historial.servicios.estadistica import estadisticas_faltantes_guardar
from enlinea.models import Partida
from suscripciones.models import Cuenta
from tests.enlinea.estadistica.ayudas import guardar, navegador_de, no_finalizada
from tests.enlinea.mesas import al_diario, de_prueba, los_cuatro, sentar, suscriptor
from tests.pegada import pegada

pytestmark = pytest.mark.django_db
RESUMEN = reverse("enlinea:estadistica")


def leer(cuenta: Cuenta, ruta: str = RESUMEN) -> str:
    respuesta = navegador_de(cuenta).get(ruta)
    assert respuesta.status_code == 200
    return respuesta.content.decode()


def tabla(pagina: str, clase: str, cual: int = 0) -> list[list[str]]:
    """Los renglones del cuerpo de esa tabla, como se leen."""
    cuerpo = re.findall(rf'<table class="tabla {clase}.*?</table>', pagina, re.S)[cual]
    renglones = re.findall(r"<tr[ >].*?</tr>", cuerpo.split("</thead>")[1], re.S)
    return [
        [" ".join(unescape(strip_tags(c)).split()) for c in re.findall(r"<t[hd][ >].*?</t[hd]>", r, re.S)]
        for r in renglones
    ]


def las_cuatro() -> list[Cuenta]:
    """Mari y los demás, con las cuatro conocidas ya contadas."""
    cuentas = los_cuatro()
    for cual in range(4):
        guardar(cuentas, cual, dia=cual)
    estadisticas_faltantes_guardar()
    return cuentas


def test_partida_por_partida_dice_las_diez_columnas():
    mari, *_ = las_cuatro()
    columnas = [[r[0], *r[2:]] for r in tabla(leer(mari), "estad")]
    # partida, mesa, meta, manos ganadas y perdidas, a favor y en contra, resultado, zapato
    assert columnas == [
        ["Partida 4", "La del estribo", "100 tantos", "0", "2", "0", "100", "Perdida", "te lo dieron"],
        ["Partida 3", "La del estribo", "Juegos ganados", "4", "1", "—", "—", "Ganada", "—"],
        ["Partida 2", "La del estribo", "200 tantos", "2", "1", "200", "104", "Ganada", "No"],
        ["Partida 1", "La del estribo", "100 tantos", "2", "0", "100", "0", "Ganada", "lo diste"],
    ]
    assert [r[1] for r in tabla(leer(mari), "estad")][-1] == "1 mar 2026, 12:00 p.m."


def test_los_acumulados_son_los_de_la_tabla_a_mano():
    mari, *_ = las_cuatro()
    pagina = leer(mari)
    assert "Ganaste 3 de 4 partidas" in pagina
    assert tabla(pagina, "acumulada") == [
        ["Partidas ganadas", "3", "", "75 %"],
        ["Partidas perdidas", "1", "", "25 %"],
        ["Manos ganadas", "8", "2.0", "57 %"],
        ["Manos perdidas", "4", "1.0", "29 %"],
        ["Manos que nadie ganó", "2", "0.5", "14 %"],
        ["Tantos a favor", "300", "100.0", ""],
        ["Tantos en contra", "204", "68.0", ""],
        ["Diferencia", "+96", "+32.0", ""],
        ["Zapatos que diste", "1", "", "33 %"],
        ["Zapatos que te dieron", "1", "", "33 %"],
    ]
    # los otros tres: lo que falta para 168, 7, 7 y 7… entre 42: (14 × 168 − 626) ÷ 42 = 41.095, (98 − 26) ÷ 42 = 1.71
    manos = tabla(pagina, "acumulada", 1)
    assert [r[:3] for r in manos] == [
        ["Valor de las fichas", "626", "44.7"],
        ["Mulas", "26", "1.9"],
        ["Del mismo palo", "57", "4.1"],
        ["Fallas (pases)", "48", "3.4"],
        ["Tantos de diferencia", "+130", "+16.3"],
    ]
    assert [manos[0][3], manos[1][3]] == ["41.1", "1.7"]
    # los tres suman lo contrario de la pareja: −130 entre 24 manos
    assert manos[4][3] == "−5.4"


@pytest.mark.parametrize(
    ("meta", "numeros", "ganadas"),
    [
        ("100", ["Partida 4", "Partida 1"], "Ganaste 1 de 2 partidas"),
        ("200", ["Partida 2"], "Ganaste 1 de 1 partida<"),
        ("juegos_ganados", ["Partida 3"], "Ganaste 1 de 1 partida<"),
        ("otra", ["Partida 4", "Partida 3", "Partida 2", "Partida 1"], "Ganaste 3 de 4 partidas"),
    ],
)
def test_el_filtro_deja_las_de_esa_meta_con_su_numero(meta, numeros, ganadas):
    mari, *_ = las_cuatro()
    pagina = leer(mari, f"{RESUMEN}?meta={meta}")
    # la pestaña y el encabezado dicen qué se está viendo
    a_que = {"100": ", a 100 tantos", "200": ", a 200 tantos", "juegos_ganados": ", a juegos ganados"}.get(meta, "")
    de_corrido = pegada(pagina)
    assert f"<title>Estadística{a_que} ·" in de_corrido and f"Tus últimas 50 partidas{a_que}<" in de_corrido
    assert [r[0] for r in tabla(pagina, "estad")] == numeros
    assert ganadas in de_corrido
    assert ("Tantos a favor" in pagina) == (meta != "juegos_ganados")


def test_el_orden():
    mari, *_ = las_cuatro()
    viejas = tabla(leer(mari, f"{RESUMEN}?orden=antiguas"), "estad")
    assert [r[0] for r in viejas] == ["Partida 1", "Partida 2", "Partida 3", "Partida 4"]
    por_diferencia = tabla(leer(mari, f"{RESUMEN}?meta=100&orden=diferencia"), "estad")
    assert [r[0] for r in por_diferencia] == ["Partida 1", "Partida 4"]
    # de metas distintas no se comparan
    assert tabla(leer(mari, f"{RESUMEN}?orden=diferencia"), "estad")[0][0] == "Partida 4"


def test_una_partida_mano_por_mano():
    cuentas = las_cuatro()
    ruta = reverse("enlinea:manos", args=[Partida.objects.get(meta="100", ganadora=0).pk])
    filas = tabla(leer(cuentas[0], ruta), "e-manos")
    assert filas[:6] == [
        ["Mano 1 la ganaste · +80 · cierre"],
        ["Mari Abajo · tú · salió", "29", "3", "3", "0"],
        ["Beto Derecha", "44", "2", "3", "0"],
        ["Carmen Arriba", "38", "0", "4", "0"],
        ["Nacho Izquierda", "57", "2", "3", "0"],
        ["Mano 2 nadie la ganó · 0 · cierre empatado"],
    ]
    assert filas[10] == ["Mano 3 la ganaste · +61 · dominada"]
    # Mari: (29 + 46 + 58) ÷ 3, (3 + 2 + 1) ÷ 3, (3 + 3 + 4) ÷ 3 y 6 ÷ 3
    assert filas[15:17] == [["Promedio por mano"], ["Mari Abajo · tú", "44.3", "2.0", "3.3", "2.0"]]
    contrario = tabla(leer(cuentas[1], ruta), "e-manos")
    assert contrario[0] == ["Mano 1 la perdiste · −80 · cierre"]
    assert contrario[2] == ["Beto Derecha · tú", "44", "2", "3", "0"]


def test_a_juegos_ganados_un_cierre_va_sin_tanto():
    mari, *_ = las_cuatro()
    ruta = reverse("enlinea:manos", args=[Partida.objects.get(meta="juegos_ganados").pk])
    encabezados = [r[0] for r in tabla(leer(mari, ruta), "e-manos") if len(r) == 1]
    assert encabezados[1] == "Mano 2 nadie la ganó · cierre, sin tanto"
    assert encabezados[4] == "Mano 5 la perdiste · dominada"


def test_solo_quien_la_jugo_ve_sus_manos_y_no_se_revela_si_existe():
    cuentas = las_cuatro()
    propia = Partida.objects.first()
    sin_terminar = no_finalizada(cuentas, dia=9)
    sin_prisa = guardar(cuentas, dia=10, modo="sin_prisa")
    estadisticas_faltantes_guardar()
    ajena = navegador_de(suscriptor("Ajena"))
    rutas = [reverse("enlinea:manos", args=[pk]) for pk in (propia.pk, 999_999)]
    respuestas = [ajena.get(ruta) for ruta in rutas]
    assert [r.status_code for r in respuestas] == [404, 404]
    for partida in (sin_terminar, sin_prisa):
        assert navegador_de(cuentas[0]).get(reverse("enlinea:manos", args=[partida.pk])).status_code == 404
    assert Client().get(rutas[0]).status_code == 302
    assert navegador_de(suscriptor("Vencida", vigente=False)).get(rutas[0]).status_code == 403
    assert navegador_de(cuentas[0]).post(rutas[0]).status_code == 405


def test_un_numero_que_no_cabe_en_la_base_es_una_partida_que_no_existe():
    assert navegador_de(las_cuatro()[0]).get(f"{RESUMEN}{10**22}/").status_code == 404


def test_la_que_se_esta_jugando_no_aparece():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    al_diario(mesa, de_prueba(mesa).comenzar().acabar_mano())
    estadisticas_faltantes_guardar()
    assert "Todavía no hay qué contar" in leer(cuentas[0])


def test_las_que_no_cuentan_estan_en_mis_partidas_sin_numero():
    cuentas = los_cuatro()
    guardar(cuentas, dia=1)
    no_finalizada(cuentas, dia=2)
    guardar(cuentas, dia=3, modo="sin_prisa")
    estadisticas_faltantes_guardar()
    assert [r[0] for r in tabla(leer(cuentas[0]), "estad")] == ["Partida 1"]
    todas = re.findall(r'<h2 class="n">(.*?)</h2>', pegada(leer(cuentas[0], reverse("enlinea:partidas"))))
    assert todas == [
        "Partida sin número · la ganaste · zapato",
        "Partida sin número · no finalizada",
        "Partida 1 · la ganaste · zapato",
    ]


def test_mas_de_cincuenta_ensena_las_ultimas_y_su_numero():
    cuentas = los_cuatro()
    for n in range(53):
        guardar(cuentas, 0 if n else 1, dia=n)
    estadisticas_faltantes_guardar()
    pagina = leer(cuentas[0])
    numeros = [r[0] for r in tabla(pagina, "estad")]
    assert (len(numeros), numeros[0], numeros[-1]) == (50, "Partida 53", "Partida 4")
    assert "Ganaste 50 de 50 partidas" in pagina
    # con filtro, las últimas 50 de esa meta; y la única a 200 aunque sea la más vieja
    assert [r[0] for r in tabla(leer(cuentas[0], f"{RESUMEN}?meta=200"), "estad")] == ["Partida 1"]


def test_leerla_cuesta_lo_mismo_con_una_que_con_muchas(django_assert_num_queries):
    cuentas = los_cuatro()
    guardar(cuentas)
    estadisticas_faltantes_guardar()
    navegador = navegador_de(cuentas[0])
    navegador.get(RESUMEN)
    with CaptureQueriesContext(
        connection,
    ) as una:
        navegador.get(RESUMEN)
    assert not any('"acta"' in q["sql"] for q in una.captured_queries)
    for n in range(1, 12):
        guardar(cuentas, n % 4, dia=n)
    estadisticas_faltantes_guardar()
    with django_assert_num_queries(len(una)):
        navegador.get(RESUMEN)


def test_un_nombre_con_marcado_se_ve_como_texto():
    cuentas = [suscriptor("Mari"), suscriptor("<b>Beto</b>"), suscriptor("Carmen"), suscriptor("Nacho")]
    partida = guardar(cuentas, nombre="<script>alert(1)</script>")
    estadisticas_faltantes_guardar()
    for ruta in (RESUMEN, reverse("enlinea:manos", args=[partida.pk]), reverse("enlinea:personas")):
        pagina = leer(cuentas[0], ruta)
        assert "<b>Beto" not in pagina and "<script>alert" not in pagina
    assert "&lt;script&gt;alert(1)" in leer(cuentas[0])
    assert "&lt;b&gt;Beto" in leer(cuentas[0], reverse("enlinea:personas"))


def test_el_quintil_que_dice_es_el_de_hoy_aunque_se_hayan_movido_los_demas():
    cuentas = las_cuatro()
    partidas_sumar()
    ultimo = cuentas[1]  # va al último de los cuatro inscritos; los nuevos empiezan con 0 y quedan detrás
    antes = quintil_de([ultimo.pk])[ultimo.pk]
    assert f"quintil <strong>{antes}</strong>" in leer(ultimo)
    inscripciones_actualizar([suscriptor(f"Nuevo{n}").pk for n in range(16)])
    hoy = quintil_de([ultimo.pk])[ultimo.pk]
    assert hoy != antes
    assert f"quintil <strong>{hoy}</strong>" in leer(ultimo)


def test_la_grafica_se_dibuja_y_se_lee_como_tabla():
    cuentas = las_cuatro()
    assert '<svg class="grafica' not in pegada(leer(cuentas[0]))
    partidas_sumar()
    pagina = leer(cuentas[0])
    # 002 §4.2, a mano. Cuatro inscritos van en los quintiles 1 a 4; de iguales, primero la cuenta más antigua.
    #   1: gana por 100 en Q1, a Q2 y Q4:        1 + 3 + 1 + 1 = 6, y Carmen (Q3), 7: Mari baja a Q2
    #   2: gana por 96 en Q2, a Q4 y Q3:         1 + 3 + 1 + 1 = 6
    #   3: gana a juegos ganados:                1 + 0 + 1 + 1 = 3
    #   4: pierde por 100 en Q2, con Q4 y Q3:    1 − 2 − 2 − 1 = −4; Carmen (Q1) pierde 6 y se queda en 10: Mari, Q1
    # partida, cambio, puntos, quintil
    assert tabla(pagina.split('id="g-tabla"')[1], "acumulada") == [
        ["4", "−4", "11", "1"],
        ["3", "+3", "15", "2"],
        ["2", "+6", "12", "2"],
        ["1", "+6", "6", "2"],
    ]
    assert "Vas en <strong>11</strong> puntos, quintil <strong>1</strong>" in pagina
    assert 'role="img" aria-labelledby="g-titulo g-texto"' in pegada(pagina)
    assert "De la partida 1 a la 4: de 0 a 11 puntos, con 15 como lo más, tras la 3. Quintil: del 2 al 1." in pagina
    # con filtro, la última de la gráfica no dice cómo va hoy
    assert "Tras la partida 2 ibas en <strong>12</strong> puntos" in leer(cuentas[0], f"{RESUMEN}?meta=200")

"""¿Se podía saber?: manos de muestra parejas y coherentes, cada una exacta, y con su error dicho (D517, D518, D520)."""

import random
from collections import Counter
from itertools import combinations

import pytest

from reglas.analisis.actas import analizar_acta
from reglas.analisis.exacto import SIGNO, Solucion
from reglas.analisis.reparticiones import Reparticiones
from reglas.analisis.sabido import Cuenta, Sabido, como_datos, informe_de_sabido, numeros, sabido_de
from reglas.analisis.variante import informe_de_variante
from reglas.automatas import mirar
from reglas.errores import ErrorDeRegla
from reglas.fichas import FICHAS, TEXTOS, lista, mascara
from reglas.mano import EXTREMOS, Mano, en_curso
from reglas.tipos import Meta
from reglas.verificacion import repetir_partida
from tests.reglas.actas_modelo import acta_de, mano_al_azar
from tests.reglas.modelo_analisis import Fuerza
from tests.reglas.modelo_mesa import ManoModelo
from tests.reglas.test_automatas import a_medias
from tests.reglas.test_orden import guardar, reglas, resultados

OPCION = (3, 1)


def final_con_duda(desde: int, jugadas: int, mas_de: int, menos_de: int) -> Mano:
    """El primer final al azar con ese número de reparticiones, algo que decidir y algún pase."""
    for semilla in range(desde, desde + 4000):
        mano = a_medias(semilla, jugadas)
        if mano.desenlace is None and sum(mano.pases):
            vista = mirar(mano, Meta.CIEN)
            if len(vista.opciones) > 1 and mas_de < Reparticiones(vista).cuantas < menos_de:
                return mano
    raise AssertionError


def pases_de(mano: Mano) -> list[tuple[int, int, int]]:
    """Quién pasó y con qué puntas, contado otra vez desde la cadena con sus pares."""
    salida, puntas, turno = [], None, mano.salidor
    cadena = mano.cadena
    for i in range(0, len(cadena), 3):
        ficha, extremo, asiento = cadena[i : i + 3]
        while turno != asiento:
            assert puntas is not None
            salida.append((turno, *puntas))
            turno = (turno + 1) % 4
        menor, mayor = FICHAS[ficha]
        if puntas is None:
            mitades = (mayor, menor) if mano.salidor in (0, 1) else (menor, mayor)
            puntas = mitades
        else:
            cual = extremo - 1
            pega = puntas[cual]
            otra = mayor if menor == pega else menor
            puntas = (otra, puntas[1]) if cual == 0 else (puntas[0], otra)
        turno = (turno + 1) % 4
    while turno != mano.turno:
        assert puntas is not None
        salida.append((turno, *puntas))
        turno = (turno + 1) % 4
    return salida


def todas_las_coherentes(mano: Mano) -> set[tuple[int, ...]]:
    """Todas las maneras de repartir lo que no ve, una por una, menos las que contradicen un pase."""
    yo, otros = mano.turno, [(mano.turno + k) % 4 for k in (1, 2, 3)]
    ocultas = [f for otro in otros for f in lista(mano.manos[otro])]
    cuantas = [mano.manos[otro].bit_count() for otro in otros]
    pases, salen = pases_de(mano), set()
    for una in combinations(ocultas, cuantas[0]):
        quedan = [f for f in ocultas if f not in una]
        for dos in combinations(quedan, cuantas[1]):
            tres = [f for f in quedan if f not in dos]
            suyas = dict(zip(otros, (una, dos, tres), strict=True))
            if all(not set(FICHAS[f]) & {a, b} for quien, a, b in pases if quien != yo for f in suyas[quien]):
                manos = [0, 0, 0, 0]
                manos[yo] = mano.manos[yo]
                for otro, fichas in suyas.items():
                    manos[otro] = mascara(fichas)
                salen.add(tuple(manos))
    return salen


def test_cada_mano_coherente_sale_igual_de_seguido() -> None:
    """Sacadas de a una con mil semillas por mano: ninguna se aparta de lo que da el azar parejo (ji cuadrada)."""
    mano = final_con_duda(10, 16, 12, 40)
    esperadas = todas_las_coherentes(mano)
    reparticiones = Reparticiones(mirar(mano, Meta.CIEN))
    n, por_mano = reparticiones.cuantas, 400
    assert n == len(esperadas)
    salen: Counter[tuple[int, ...]] = Counter()
    for semilla in range(por_mano):
        salen.update(reparticiones.manos(numero) for numero in _de_muestra(n, n - 1, semilla))
    assert set(salen) == esperadas
    sacadas = por_mano * (n - 1)
    ji = sum((veces - sacadas / n) ** 2 / (sacadas / n) for veces in salen.values())
    # con n − 1 grados de libertad, a cinco desviaciones
    assert ji < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def _de_muestra(cuantas: int, muestras: int, semilla: int) -> list[int]:
    return list(numeros(cuantas, muestras, semilla))


def test_lo_que_no_cabe_parejo_se_tira() -> None:
    """Con un número que no divide a 2⁶⁴ todos salen: ninguno es imposible y ninguno pasa del tope."""
    assert set(_de_muestra(3, 2, 1)) <= {0, 1, 2}
    salen = Counter(numero for semilla in range(3000) for numero in _de_muestra(7, 1, semilla))
    assert set(salen) == set(range(7)) and max(salen.values()) < 1.35 * min(salen.values())
    grande = 399_072_960
    assert all(0 <= numero < grande for numero in _de_muestra(grande, 500, 9))
    assert len(set(_de_muestra(grande, 500, 9))) == 500
    assert _de_muestra(grande, 20, 9) == _de_muestra(grande, 20, 9) != _de_muestra(grande, 20, 10)


def test_ninguna_mano_de_muestra_contradice_un_pase_ni_una_jugada() -> None:
    """Con cada una puesta en lugar de la de verdad, el acta se repite igual: mismas jugadas, mismos pases."""
    azar, vistas, con_pases = random.Random(4), 0, 0
    while vistas < 25 or con_pases < 10:
        acta, _informe = mano_al_azar(azar, "100", azar.randrange(4), azar.randrange(4, 20))
        final = repetir_partida(acta_de("100", [acta])).manos[0].final
        if final.desenlace is not None:
            continue
        vistas, con_pases = vistas + 1, con_pases + bool(sum(final.pases))
        reparticiones = Reparticiones(mirar(final, Meta.CIEN))
        for numero in numeros(reparticiones.cuantas, 6, vistas):
            manos = reparticiones.manos(numero)
            assert manos[final.turno] == final.manos[final.turno]
            tiradas = [[TEXTOS[f] for f, _e, a in _ternas(final.cadena) if a == asiento] for asiento in range(4)]
            reparto = [[*tiradas[a], *(TEXTOS[f] for f in lista(manos[a]))] for a in range(4)]
            otra = repetir_partida(acta_de("100", [{**acta, "reparto": reparto}])).manos[0].final
            assert (otra.cadena, otra.pases, otra.turno) == (final.cadena, final.pases, final.turno)


def _ternas(cadena: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return list(zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True))


@pytest.mark.parametrize("meta", list(Meta))
def test_si_caben_todas_dice_justo_lo_que_da_la_fuerza_bruta(meta: Meta) -> None:
    mano = final_con_duda(60, 18, 3, 30)
    vista, todas = mirar(mano, meta), todas_las_coherentes(mano)
    sabido = sabido_de(vista, semilla=1)
    assert (sabido.cuantas, sabido.muestras, sabido.completo) == (len(todas), len(todas), True)
    veces: Counter[tuple[int, int]] = Counter()
    sumas: Counter[tuple[int, int]] = Counter()
    for manos in todas:
        modelo = ManoModelo([[TEXTOS[f] for f in lista(bits)] for bits in manos], mano.salidor)
        supuesta = en_curso(tuple(manos), mano.salidor, mano.turno, mano.a, mano.b)
        valores = {
            (u.ficha, u.extremo): SIGNO[mano.turno] * u.valor for u in Solucion(manos, meta).alternativas(supuesta)
        }
        assert _por_fuerza(modelo, mano, meta) == valores
        tope = max(valores.values())
        veces.update(opcion for opcion, valor in valores.items() if valor == tope)
        sumas.update(valores)
    assert {c.opcion: c.veces for c in sabido.cuentas} == {opcion: veces[opcion] for opcion in vista.opciones}
    assert {c.opcion: c.suma for c in sabido.cuentas} == {opcion: sumas[opcion] for opcion in vista.opciones}
    assert all(sabido.error(c) == sabido.error_de_la_media(c) == 0 for c in sabido.cuentas)
    assert sabido.buenas == {o for o in vista.opciones if veces[o] == max(veces.values())}


def _por_fuerza(modelo: ManoModelo, mano: Mano, meta: Meta) -> dict[tuple[int, int], int]:
    """Los mismos valores, de la búsqueda sin poda, para la pareja de quien tira."""
    modelo.fila = [(mano.a, mano.b)] if mano.a >= 0 else []
    modelo.turno = mano.turno
    dichas = Fuerza(str(meta), recordar=True).alternativas(modelo)
    return {
        (TEXTOS.index(u["ficha"]), EXTREMOS.index(u["extremo"] or "")): SIGNO[mano.turno] * u["valor"] for u in dichas
    }


def test_decide_con_lo_que_ese_asiento_ve() -> None:
    """Con otras manos ajenas igual de coherentes contesta lo mismo, letra por letra."""
    mano = final_con_duda(200, 13, 300, 100_000)
    reparticiones = Reparticiones(mirar(mano, Meta.CIEN))
    era = como_datos(sabido_de(mirar(mano, Meta.CIEN), 5, muestras=12))
    assert era["muestras"] == 12 < era["cuantas"]
    for numero in (0, reparticiones.cuantas // 2, reparticiones.cuantas - 1):
        otra = mano._replace(manos=reparticiones.manos(numero))
        assert como_datos(sabido_de(mirar(otra, Meta.CIEN), 5, muestras=12)) == era


def test_el_tope_de_trabajo_corta_y_lo_dice() -> None:
    mano = final_con_duda(200, 10, 3000, 10**9)
    vista = mirar(mano, Meta.CIEN)
    corta = sabido_de(vista, 1, muestras=40, trabajo=1)
    assert corta.muestras == 1
    assert sabido_de(vista, 1, muestras=3).muestras == 3


def test_el_error_es_el_de_una_proporcion_y_nunca_cero_en_una_muestra() -> None:
    # 100 muestras: 50 veces, √(0.5·0.5/100) = 5 %; nunca, √(0.0098·0.9902/100) ≈ 1 %
    sabido = Sabido(10_000, 100, (Cuenta((1, 1), 50, 500, 5000), Cuenta((2, 1), 0, -100, 900)))
    assert [sabido.milesimas(c) for c in sabido.cuentas] == [500, 0]
    assert sabido.error(sabido.cuentas[0]) == 50 and 8 <= sabido.error(sabido.cuentas[1]) <= 10
    # media 5.0; desviación √((5000 − 500²/100)/99) = 5.025, entre √100: 0.50
    assert (sabido.media(sabido.cuentas[0]), sabido.error_de_la_media(sabido.cuentas[0])) == (50, 5)
    assert sabido.media(sabido.cuentas[1]) == -10
    assert sabido.buenas == {(1, 1)}


@pytest.mark.parametrize(("otra", "buena"), [(55, True), (41, True), (30, False), (0, False)])
def test_lo_que_la_muestra_no_distingue_se_da_por_bueno(otra: int, buena: bool) -> None:
    # 55 contra 41 de 100: la diferencia, 14, es menos de dos errores (2·√(96 − 1.96) ≈ 19.4); 25 ya es más
    sabido = Sabido(10_000, 100, (Cuenta(OPCION, 55, 0, 0), Cuenta((4, 2), otra, 0, 0)))
    assert ((4, 2) in sabido.buenas) is buena and OPCION in sabido.buenas
    todas = Sabido(100, 100, sabido.cuentas)
    assert ((4, 2) in todas.buenas) is (otra == 55), "si se miraron todas, sólo el empate"


# --- las órdenes
def _a_medias_en_acta(jugadas: int) -> dict[str, object]:
    azar = random.Random(jugadas)
    while True:
        acta, _informe = mano_al_azar(azar, "100", azar.randrange(4), jugadas)
        final = repetir_partida(acta_de("100", [acta])).manos[0].final
        if final.desenlace is None and len(mirar(final, Meta.CIEN).opciones) > 1:
            return acta_de("100", [acta])


def test_la_orden_dice_cuantas_manos_miro(tmp_path) -> None:
    acta = _a_medias_en_acta(14)
    codigo, salida, _ = reglas(
        "se-podia-saber", guardar(tmp_path, "uno.json", {"acta": acta, "semilla": 3, "muestras": 9})
    )
    (dicho,) = resultados(salida)
    assert codigo == 0 and dicho["muestras"] == min(9, dicho["cuantas"])
    assert dicho == informe_de_sabido({"acta": acta, "semilla": 3, "muestras": 9})
    assert any(una["buena"] for una in dicho["jugadas"])
    with pytest.raises(ErrorDeRegla) as falla:
        informe_de_sabido({"acta": acta_de("100", []), "semilla": 3})
    assert falla.value.codigo == "jugada_tras_el_fin"


def test_la_variante_vale_lo_mismo_que_el_analisis_y_acaba_en_lo_mejor() -> None:
    acta = _a_medias_en_acta(12)
    (entera,) = analizar_acta(acta)["manos"]
    desde = len(entera["jugadas"]) - 4
    dicha = informe_de_variante({"acta": acta, "desde": desde})
    assert dicha["valores"] == [
        *(jugada["alternativas"] for jugada in entera["jugadas"][desde:]),
        entera["siguiente"]["alternativas"],
    ]
    caros = [j for j, una in enumerate(entera["jugadas"]) if j >= desde and _pierde(una)]
    assert [uno["jugada"] for uno in dicha["errores"]] == caros
    # lo que sigue se puede jugar y deja justo lo que valía lo mejor
    (mano,) = acta["manos"]
    completa = acta_de("100", [{**mano, "jugadas": [*mano["jugadas"], *dicha["sigue"]]}])
    (fin,) = analizar_acta(completa)["manos"]
    valores = [una["valor"] for una in entera["siguiente"]["alternativas"]]
    mejor = min(valores) if entera["siguiente"]["asiento"] % 2 else max(valores)
    assert fin["siguiente"] is None and fin["jugadas"][-1]["valor"] == mejor
    for desde in (-1, 99):
        with pytest.raises(ErrorDeRegla) as falla:
            informe_de_variante({"acta": acta, "desde": desde})
        assert falla.value.codigo == "valor_invalido"


def _pierde(jugada: dict) -> bool:
    valores = [una["valor"] for una in jugada["alternativas"]]
    return jugada["valor"] != (min(valores) if jugada["asiento"] % 2 else max(valores))

"""RG1-RG5 y EL7, frase por frase: jugadas legales, pases, dominada, cierre, cuenta y relojes de una mano."""

import random

import pytest

from reglas import mano as m
from reglas.fichas import (
    DE_PALO,
    FICHAS,
    OTRO,
    TANTOS,
    TEXTOS,
    TODAS,
    de_mascara,
    es_mula,
    ficha_de,
    lista,
    mascara,
    tantos_de,
)
from reglas.reglamento import AMIGOS
from reglas.tipos import Desenlace, Meta
from tests.reglas.actas_modelo import elegir, repartir
from tests.reglas.ayudas import CIEN, DOSCIENTOS, JUEGOS, prohibe
from tests.reglas.modelo_mesa import ManoModelo

DERECHA = {0: "B", 1: "A", 2: "A", 3: "B"}


def bits(texto: str) -> int:
    return mascara(ficha_de(ficha) for ficha in texto.split())


def mesa(*manos: str, salidor: int = 0) -> m.Mano:
    """Una mano con estas fichas por asiento; las que no vengan no existen."""
    a, b, c, d = (bits(mano) for mano in manos)
    return m.repartida((a, b, c, d), salidor)


def juega(mano: m.Mano, *jugadas: str) -> m.Mano:
    """«6-6» o «2-6 B»: tira el del turno, tras los pases."""
    for jugada in jugadas:
        ficha, _, extremo = jugada.partition(" ")
        mano = m.saltar_pases(mano)
        lado = {"": None, "A": m.A, "B": m.B}[extremo]
        mano = m.tirar(mano, ficha_de(ficha), m.elegir_extremo(mano, ficha_de(ficha), lado))
    return mano


def opciones(mano: m.Mano) -> list[str]:
    return [f"{TEXTOS[ficha]} {m.EXTREMOS[extremo]}".strip() for ficha, extremo in m.legales(mano)]


# --- RG1: las fichas
def test_son_28_fichas_de_0_0_a_6_6():
    assert len(set(TEXTOS)) == 28
    assert (TEXTOS[0], TEXTOS[27], TODAS) == ("0-0", "6-6", 2**28 - 1)
    assert sum(TANTOS) == 168
    assert [TEXTOS[n] for n in range(28) if es_mula(n)] == [f"{n}-{n}" for n in range(7)]


def test_cada_palo_tiene_siete_fichas_y_cada_ficha_deja_libre_la_otra_marca():
    for palo in range(7):
        assert len(lista(DE_PALO[palo])) == 7
        for ficha in de_mascara(DE_PALO[palo]):
            assert sorted((palo, OTRO[ficha][palo])) == list(FICHAS[ficha])
    assert OTRO[ficha_de("3-5")][4] == -1


def test_la_ficha_se_escribe_con_la_menor_primero():
    for mala in ("6-3", "7-7", "", "3-", None, 5, []):
        with prohibe("ficha_desconocida"):
            ficha_de(mala)  # type: ignore[arg-type]


def test_los_tantos_de_una_mano_son_la_suma_de_sus_marcas():
    assert tantos_de(bits("0-0")) == 0
    assert tantos_de(bits("6-6 5-6 0-1")) == 24


# --- RG2: jugada legal
def test_el_salidor_tira_cualquiera_y_la_primera_no_lleva_extremo():
    assert opciones(mesa("6-6 1-2", "0-0", "0-1", "0-2")) == ["1-2", "6-6"]


def test_es_legal_la_ficha_que_comparte_palo_con_una_terminal():
    mano = juega(mesa("2-5 0-0", "1-2 5-6 3-3 2-3", "1-1", "4-4"), "2-5")
    assert (mano.a, mano.b) == (5, 2)
    assert opciones(mano) == ["1-2 B", "2-3 B", "5-6 A"]


def test_si_cabe_en_las_dos_el_jugador_elige():
    mano = juega(mesa("2-5 0-0", "1-5 3-3", "1-2 4-4", "4-6"), "2-5", "1-5 A")
    assert opciones(mano) == ["1-2 A", "1-2 B"]
    with prohibe("falta_extremo"):
        m.elegir_extremo(mano, ficha_de("1-2"), None)
    assert juega(mano, "1-2 A").a == 2
    assert juega(mano, "1-2 B").b == 1


@pytest.mark.parametrize("salidor", range(4))
def test_con_las_dos_terminales_iguales_se_juega_a_la_derecha_del_salidor(salidor):
    manos = [bits("1-3 0-0"), bits("1-4 0-1"), bits("1-5 0-2"), bits("1-6 0-3")]
    manos[salidor] |= bits("1-1")
    mano = m.tirar(m.repartida(tuple(manos), salidor), ficha_de("1-1"), m.SALIDA)  # type: ignore[arg-type]
    suya = m.legales(mano)
    assert {m.EXTREMOS[extremo] for _, extremo in suya} == {DERECHA[salidor]}
    assert len(suya) == len({ficha for ficha, _ in suya})
    for pedido in (None, m.A, m.B):
        assert m.EXTREMOS[m.elegir_extremo(mano, suya[0][0], pedido)] == DERECHA[salidor]


def test_la_terminal_obligada_rige_tambien_a_media_mano():
    mano = juega(mesa("2-5 0-0", "2-6 4-4", "5-6 3-3", "2-2 1-6 0-6"), "2-5", "2-6 B", "5-6 A")
    assert (mano.a, mano.b) == (6, 6)
    assert opciones(mano) == ["0-6 B", "1-6 B"]


@pytest.mark.parametrize(("salidor", "terminales"), [(0, (5, 2)), (1, (5, 2)), (2, (2, 5)), (3, (2, 5))])
def test_la_primera_mixta_va_con_el_cuadrante_mayor_hacia_la_pareja_del_salidor(salidor, terminales):
    manos = [bits("0-0 1-2"), bits("0-1"), bits("0-2"), bits("0-3")]
    manos[salidor] |= bits("2-5")
    mano = m.tirar(m.repartida(tuple(manos), salidor), ficha_de("2-5"), m.SALIDA)  # type: ignore[arg-type]
    assert (mano.a, mano.b) == terminales


def test_no_se_tira_la_ficha_de_otro_ni_la_que_no_tiene_cabida():
    mano = juega(mesa("2-5 0-0", "1-2 3-3", "1-1", "4-4"), "2-5")
    with prohibe("ficha_ajena", asiento=1):
        m.elegir_extremo(mano, ficha_de("1-1"), None)
    with prohibe("no_tiene_cabida"):
        m.elegir_extremo(mano, ficha_de("3-3"), None)
    with prohibe("no_tiene_cabida"):
        m.elegir_extremo(mano, ficha_de("1-2"), m.A)
    iguales = juega(mesa("2-2 0-0", "1-2 3-3", "1-1", "4-4"), "2-2")
    with prohibe("no_tiene_cabida"):
        m.elegir_extremo(iguales, ficha_de("3-3"), m.B)


def test_el_turno_va_hacia_la_derecha():
    assert [m.derecha_de(asiento) for asiento in range(4)] == [1, 2, 3, 0]
    assert juega(mesa("2-5 0-0", "1-2 3-3", "1-1 0-1", "4-4 1-4"), "2-5").turno == 1


def test_quien_no_puede_pasa_y_quien_puede_no():
    mano = juega(mesa("2-5 0-2", "1-1", "2-3", "4-4"), "2-5")
    assert not m.puede_tirar(mano, 1)
    mano = m.pasar(mano)
    assert (mano.turno, mano.pases) == (2, (0, 1, 0, 0))
    with prohibe("puede_tirar", asiento=2):
        m.pasar(mano)
    with prohibe("puede_tirar"):
        m.pasar(mesa("2-5", "1-1", "2-3", "4-4"))


# --- RG3: cómo termina y qué vale
def test_domina_quien_tira_la_ultima_y_no_hay_mas_turno_ni_pases():
    mano = mesa("2-5 1-5", "1-2 3-3", "0-1 0-0", "5-5 4-4")
    mano = juega(mano, "2-5", "1-2", "0-1", "5-5 A", "1-5")
    assert (mano.desenlace, mano.ultimo, mano.turno) == (Desenlace.DOMINADA, 0, 0)
    assert m.saltar_pases(mano) == mano


@pytest.mark.parametrize(("meta", "tantos"), [(CIEN, 14), (DOSCIENTOS, 14), (JUEGOS, 0)])
def test_dominada_a_100_las_de_los_perdedores_a_200_todas_las_no_jugadas(meta, tantos):
    mano = juega(mesa("2-5 1-5", "1-2 3-3", "0-1 0-0", "5-5 4-4"), "2-5", "1-2", "0-1", "5-5 A", "1-5")
    cuenta = m.contar(mano, meta)
    assert (cuenta.desenlace, cuenta.asiento, cuenta.ganadora, cuenta.tantos) == (Desenlace.DOMINADA, 0, 0, tantos)
    assert cuenta.no_jugados == (0, 6, 0, 8)


def test_dominada_a_200_cuenta_tambien_las_del_companero():
    mano = juega(mesa("2-5", "1-2 3-3", "0-1 6-6", "5-5 4-4"), "2-5")
    assert m.contar(mano, CIEN).tantos == 6 + 3 + 8 + 10
    assert m.contar(mano, DOSCIENTOS).tantos == 6 + 3 + 8 + 10 + 13


def cerrada(sobra0: str, sobra1: str, sobra2: str, sobra3: str) -> m.Mano:
    """El asiento 0 cierra con 1-1: nadie más tiene unos."""
    return juega(mesa(f"1-1 {sobra0}", sobra1, sobra2, sobra3), "1-1")


def test_hay_cierre_si_ninguna_ficha_sin_jugar_cabe_y_no_hay_pases_finales():
    mano = cerrada("0-0", "2-2", "3-3", "4-4")
    assert (mano.desenlace, mano.ultimo, mano.pases) == (Desenlace.CIERRE, 0, (0, 0, 0, 0))


@pytest.mark.parametrize(("meta", "esperado"), [(CIEN, (1, 16)), (DOSCIENTOS, (1, 19)), (JUEGOS, (None, 0))])
def test_en_cierre_gana_la_pareja_con_menos_y_a_juegos_ganados_nadie(meta, esperado):
    # cierra el 0, pero su pareja tiene 16 y la otra 3
    cuenta = m.contar(cerrada("5-5", "0-0", "3-3", "0-3"), meta)
    assert (cuenta.ganadora, cuenta.tantos) == esperado
    assert (cuenta.desenlace, cuenta.asiento) == (Desenlace.CIERRE, 0)


@pytest.mark.parametrize("meta", list(Meta))
def test_cierre_empatado_nadie_gana_y_consta_quien_cerro(meta):
    cuenta = m.contar(cerrada("2-2", "0-2", "0-0", "0-2"), meta)
    assert (cuenta.ganadora, cuenta.tantos, cuenta.asiento) == (None, 0, 0)
    assert cuenta.desenlace is Desenlace.CIERRE_EMPATADO


def test_la_ultima_ficha_que_ademas_cierra_es_dominada():
    mano = juega(mesa("1-1", "2-2", "3-3", "4-4"), "1-1")
    assert mano.desenlace is Desenlace.DOMINADA
    assert m.contar(mano, JUEGOS).ganadora == 0


# --- EL7: situación de cierre y relojes
def reloj(mano: m.Mano) -> int:
    return m.reloj_de(mano, m.legales(mano))


def test_hay_situacion_de_cierre_si_alguna_jugada_deja_sin_cabida_a_todas():
    mano = juega(mesa("2-5 6-6", "2-2 4-4", "5-5 0-0", "3-3 0-1"), "2-5")
    assert not m.hay_situacion_de_cierre(mano, m.legales(mano))
    mano = juega(mesa("2-5 6-6", "2-5 5-5", "0-0", "3-3"), "2-5")
    assert m.hay_situacion_de_cierre(mano, m.legales(mano))


def casi_cerrada(suya: str) -> m.Mano:
    """Nueve fichas puestas: seis unos y tres que los enlazan; con el 1-6, el séptimo, se cierra si va al 6."""
    cadena = []
    for ficha in ("1-1", "1-2", "2-3", "1-3", "1-4", "4-5", "1-5", "0-1", "0-6"):
        cadena += [ficha_de(ficha), m.A, 0]
    manos = (bits(suya), bits("3-3"), bits("4-4"), bits("0-0"))
    return m.Mano(manos, 0, 0, 1, 6, tuple(cadena), (0, 0, 0, 0), None, 3)


def test_sesenta_en_situacion_de_cierre_aunque_haya_una_sola_opcion():
    mano = casi_cerrada("1-6 2-2")
    assert opciones(mano) == ["1-6 A", "1-6 B"]
    assert reloj(mano) == 60
    unica = mano._replace(b=1)
    assert opciones(unica) == ["1-6 B"]
    assert reloj(unica) == 60


def test_cinco_con_una_sola_opcion_y_veinte_con_mas():
    assert reloj(juega(mesa("2-5 6-6", "2-2 4-4", "5-5 0-0", "3-3 0-1"), "2-5")) == 5
    assert reloj(juega(mesa("2-5 6-6", "2-2 5-5", "0-5 0-0", "2-3 0-1"), "2-5")) == 20


def test_la_opcion_es_el_par_ficha_extremo():
    # una sola ficha que cabe en las dos puntas son dos opciones: 20 segundos
    mano = juega(mesa("2-5 6-6", "1-5 4-4", "1-2 0-0", "2-3 1-3"), "2-5", "1-5")
    assert [TEXTOS[ficha] for ficha, _ in m.legales(mano)] == ["1-2", "1-2"]
    assert reloj(mano) == 20


def cierre_mas_corto() -> int:
    """Búsqueda entera: la cadena más corta cuyas dos puntas quedan sin ninguna ficha por jugar.

    Una cadena es un camino por los siete palos que no repite ficha. Por simetría empieza en el palo 0 y los palos
    nuevos se estrenan en orden; se corta en cuanto las fichas del 0 que faltan ya no caben.
    """
    for largo in range(1, 29):
        if _hay_cierre(largo, 0, frozenset(), 0):
            return largo
    raise AssertionError


def _hay_cierre(faltan: int, punta: int, usadas: frozenset[tuple[int, int]], estrenados: int) -> bool:
    de_cero = sum(0 in ficha for ficha in usadas)
    # dos fichas seguidas traen a lo más dos del 0, más la mula
    if 7 - de_cero > faltan:
        return False
    if faltan == 0:
        return all(sum(palo in ficha for ficha in usadas) == 7 for palo in {0, punta})
    for palo in range(min(estrenados + 1, 6) + 1):
        ficha = (min(punta, palo), max(punta, palo))
        if ficha not in usadas and _hay_cierre(faltan - 1, palo, usadas | {ficha}, max(estrenados, palo)):
            return True
    return False


def test_el_cierre_mas_corto_lleva_diez_fichas_por_busqueda():
    assert cierre_mas_corto() == 10
    assert AMIGOS.fichas_antes_de_cerrar == 10 - 1


def test_en_manos_al_azar_todo_es_igual_a_la_fuerza_bruta():
    azar = random.Random(11)
    cierres = 0
    for _ in range(150):
        reparto, salidor = repartir(azar), azar.randrange(4)
        a, b, c, d = (mascara(map(ficha_de, suyas)) for suyas in reparto)
        mano, suya = m.repartida((a, b, c, d), salidor), ManoModelo(reparto, salidor)
        while suya.fin is None:
            legales = suya.legales(suya.turno)
            assert opciones(mano) == [f"{ficha} {extremo or ''}".strip() for ficha, extremo in legales]
            assert m.puede_tirar(mano, mano.turno) == bool(legales)
            if not legales:
                suya.pasar()
                mano = m.pasar(mano)
                continue
            assert m.hay_situacion_de_cierre(mano, m.legales(mano)) == suya.hay_situacion_de_cierre()
            assert reloj(mano) == suya.reloj()
            ficha, extremo = elegir(azar, suya, legales, busca_cerrar=True)
            suya.tirar(ficha, extremo)
            mano = juega(mano, f"{ficha} {extremo or ''}".strip())
        for meta in Meta:
            cuenta = m.contar(mano, meta)
            assert (cuenta.ganadora, cuenta.tantos) == suya.cuenta(str(meta))
        cierres += suya.fin == "cierre"
    assert 20 < cierres < 150

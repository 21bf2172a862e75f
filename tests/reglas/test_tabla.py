"""ES2: el orden de los inscritos y la historia entera, contra ordenar y contar cada vez."""

from hypothesis import given
from hypothesis import strategies as st

from reglas.ranking import quintil
from reglas.tabla import (
    Inscripcion,
    PartidaContada,
    TablaDePuntos,
    clave_de,
    historia_de_puntos,
    primer_lugar,
    puntos_de_clave,
)
from reglas.tipos import Meta
from tests.reglas.modelo_de_puntos import Modelo

CUENTAS = 9
cuentas = st.integers(1, CUENTAS)
inscripciones = st.builds(Inscripcion, cuentas, st.sampled_from([True, True, False]))
perdedores = st.integers(0, 99)
partidas = st.builds(
    lambda meta, ganadora, menos, quienes: PartidaContada(meta, ganadora, _tantos(meta, ganadora, menos), quienes),
    st.sampled_from(Meta),
    st.integers(0, 1),
    perdedores,
    st.permutations(range(1, CUENTAS + 1)).map(lambda p: tuple(p[:4])),
)


def _tantos(meta: Meta, ganadora: int, menos: int) -> tuple[int, int] | None:
    if meta.tantos is None:
        return None
    return (meta.tantos, menos) if ganadora == 0 else (menos, meta.tantos)


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(1, 10**9)), unique=True))
def test_la_clave_ordena_por_puntos_y_luego_por_antiguedad(pares):
    en_orden = sorted(pares, key=lambda par: (-par[0], par[1]))
    assert sorted(pares, key=lambda par: clave_de(*par)) == en_orden
    assert [puntos_de_clave(clave_de(*par)) for par in pares] == [puntos for puntos, _cuenta in pares]


@given(st.integers(1, 10**7), st.integers(1, 5))
def test_el_primer_lugar_de_un_quintil_es_el_primero_que_lo_tiene(inscritos, cual):
    lugar = primer_lugar(cual, inscritos)
    if lugar < inscritos:
        assert quintil(lugar, inscritos) >= cual
    if lugar:
        assert quintil(lugar - 1, inscritos) < cual


@given(st.lists(st.one_of(inscripciones, inscripciones, partidas), max_size=40))
def test_la_historia_es_la_del_modelo(sucesos):
    tabla, modelo, esperado = TablaDePuntos(), Modelo(), []
    for suceso in sucesos:
        if isinstance(suceso, PartidaContada):
            tantos = suceso.tantos or (0, 0)
            esperado.append(modelo.jugar(suceso.cuentas, str(suceso.meta), suceso.ganadora, tantos))
        elif suceso.inscrita:
            modelo.inscribir(suceso.cuenta)
        else:
            modelo.salir(suceso.cuenta)
    dados = [
        [(d.pr_antes, d.pr_despues, d.quintil_antes, d.quintil_despues) for d in partida]
        for partida in historia_de_puntos(tabla, sucesos)
    ]
    assert dados == esperado
    orden = modelo.orden()
    assert tabla.inscritos == len(orden)
    claves = [clave_de(modelo.puntos[c], c) for c in orden]
    lugares = [primer_lugar(q, len(orden)) for q in range(2, 6)]
    assert tabla.fronteras == tuple(claves[lugar] if lugar < len(orden) else None for lugar in lugares)
    assert {c: clave for c, clave in tabla.claves.items() if clave is not None} == dict(zip(orden, claves, strict=True))


def test_de_una_vez_o_de_uno_en_uno_queda_igual():
    altas = [Inscripcion(c, c % 7 != 0) for c in (*range(1, 900), *range(1, 900, 14))]
    junta, suelta = TablaDePuntos(), TablaDePuntos()
    junta.inscribir(altas)
    for una in altas:
        suelta.inscribir([una])
    assert (junta.claves, junta.fronteras, junta.inscritos) == (suelta.claves, suelta.fronteras, suelta.inscritos)


def test_el_que_sale_va_en_el_ultimo_y_al_volver_tiene_sus_puntos():
    tabla = TablaDePuntos()
    tabla.inscribir([Inscripcion(c, True) for c in range(1, 6)])
    tabla.aplicar(PartidaContada(Meta.CIEN, 0, (100, 40), (1, 2, 3, 4)))
    antes = tabla.quintil(3)
    tabla.inscribir([Inscripcion(3, False)])
    assert (tabla.quintil(3), tabla.inscritos) == (5, 4)
    tabla.inscribir([Inscripcion(3, True)])
    assert tabla.quintil(3) == antes

"""La lista por partes queda igual que entera, y no se pinta de nuevo a quien no cambió."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enlinea.sala import lista, pantallas
from enlinea.sala.consultas.estado import EstadoSala, Persona
from enlinea.sala.lista import RENGLONES, Lista
from enlinea.sala.pantallas import Comunes, comunes
from tests.enlinea.sala.zonas import aplicar

HOY = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
personas = st.dictionaries(
    st.integers(1, 12),
    st.tuples(st.sampled_from(["Ana", "<b>Beto</b>", "Ñ"]), st.integers(0, 3), st.integers(1, 5), st.integers(0, 1)),
)


def estado(quienes: dict[int, tuple[str, int, int, int]], segundo: float = 0) -> EstadoSala:
    suyas = [Persona(c, n, HOY + timedelta(minutes=m), q, azules) for c, (n, m, q, azules) in quienes.items()]
    en_orden = tuple(sorted(suyas, key=lambda p: (p.entro, p.id)))
    ahora = HOY + timedelta(seconds=segundo)
    return EstadoSala(ahora, frozenset(), en_orden, {}, frozenset(), {}, (), {}, {})


def como_viaja(todo: Comunes, pantalla: str, tiene: Lista | None) -> dict[str, Any]:
    enteras, cambios = todo.para(pantalla, tiene)
    return {"zonas": enteras, "listas": msgspec.json.decode(msgspec.json.encode(cambios))}


@settings(max_examples=60, deadline=None)
@given(st.lists(personas, min_size=2, max_size=5), st.sets(st.integers(0, 4)))
def test_por_partes_queda_igual_que_entera(pasos: list[dict[int, Any]], no_salieron: set[int]) -> None:
    for pantalla, zona in (("sala", "personas"), ("armar", "elegibles")):
        tengo: dict[str, str] = {}
        tiene, antes = None, None
        for n, quienes in enumerate(pasos):
            antes = comunes(estado(quienes, n * 10), antes)
            if n in no_salieron:
                continue
            aplicar(tengo, como_viaja(antes, pantalla, tiene))
            tiene = antes.lista
            assert tengo[zona] == antes.zonas[zona]


def de(cuantos: int, cambia: int = 0) -> dict[int, tuple[str, int, int, int]]:
    return {n: (f"J{n}", n, 3, 0) for n in range(1 + cambia, cuantos + 1 + cambia)}


def test_quien_llega_o_se_va_es_un_renglon_para_cada_quien() -> None:
    antes = comunes(estado(de(300)))
    ahora = comunes(estado(de(300, 1), 10), antes)
    enteras, cambios = ahora.para("sala", antes.lista)
    assert set(enteras) == {"donde_sub", "abiertas", "jugando"}
    assert (cambios["personas"].quita, [c for c, _t, _h in cambios["personas"].pon]) == ([1], [301])
    assert ahora.para("sala", antes.lista)[1]["personas"] is cambios["personas"], "se arma una vez para todos"
    assert ahora.para("sala", ahora.lista) == ({z: ahora.zonas[z] for z in ("donde_sub", "abiertas", "jugando")}, {})
    assert ahora.para("sala", None)[0]["personas"] == ahora.zonas["personas"]


def test_solo_se_pinta_a_quien_cambio(monkeypatch: pytest.MonkeyPatch) -> None:
    lista._renglon.cache_clear()
    antes = comunes(estado(de(30)))
    pintados: list[str] = []
    de_verdad = lista.render_to_string
    monkeypatch.setattr(lista, "render_to_string", lambda cual, d: pintados.append(cual) or de_verdad(cual, d))
    comunes(estado(de(30, 2), 10), antes)
    assert sorted(pintados) == sorted([*RENGLONES.values()] * 2)


def test_si_cambian_casi_todos_va_entera() -> None:
    antes = comunes(estado(de(40)))
    otros = {n: (nombre, m, 1, q) for n, (nombre, m, _q, q) in de(40).items()}
    enteras, cambios = comunes(estado(otros, 10), antes).para("sala", antes.lista)
    assert "personas" in enteras and cambios == {}


@pytest.mark.parametrize(("cuantos", "espera"), [(pantallas.MUCHAS - 5, False), (pantallas.MUCHAS + 5, True)])
def test_siendo_muchos_la_lista_no_se_manda_en_cada_aviso(cuantos: int, espera: bool) -> None:
    antes = comunes(estado(de(cuantos)))
    pronto = comunes(estado(de(cuantos, 1), 0.5), antes)
    assert (pronto.lista is antes.lista) is espera
    despues = comunes(estado(de(cuantos, 1), 1.6), pronto)
    assert despues.lista.personas == estado(de(cuantos, 1)).personas

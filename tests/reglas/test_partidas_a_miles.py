"""Dos mil partidas distintas de cada juego y número de jugadores; veinte mil con `PERFIL=noche` (VA1, VA3-VA10).

Una máquina de estados por juego; los de tantos jugadores se reparten entre sus maneras, como con siete o nueve fichas
y cada quien o en parejas. Hypothesis escoge a cuánto se juega, con qué semilla, cómo tira cada asiento y en qué
orden van jugadas sueltas, manos enteras y tandas de partidas; lo que falla se encoge a la tanda más corta y a la menor
semilla. Lo que se vigila está en `PartidaVigilada`; la mesa, con su diario y sus relojes, en `test_mesa_reglamentos`.
"""

import os
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS
from reglas.mano import elegir_extremo
from tests.reglas import modelo_variantes as modelo
from tests.reglas.partidas_vigiladas import ESTILOS, PartidaVigilada

# en un equipo ocupado tarda varias veces sus segundos; de noche manda el plazo de la corrida
pytestmark = pytest.mark.timeout(0 if os.environ.get("PERFIL") == "noche" else 600)
TODOS = (modelo.AMIGOS, *modelo.JUEGOS)
PARTIDAS = 20_000 if os.environ.get("PERFIL") == "noche" else 2_000
TANDA = 100
SEMILLAS = st.integers(0, 2**32)
# tirar siempre la que más suma hace las partidas el doble de largas: menos veces
A_SU_MANERA = st.lists(st.sampled_from((*ESTILOS[:-1], *ESTILOS)), min_size=1, max_size=4)
METAS = {"amigos": (100, 200), "federacion": (100, 150, 300, 500), "musica": (1, 30, 100)}
METAS_DE_TANDA = {"amigos": (100,), "federacion": (100,), "musica": (1, 30)}
"""A 300 y a 500 es lo mismo tres y cinco veces: van sueltas, de mano en mano."""
# muchas pasadas chicas: se para al juntarlas, y cada una escoge de nuevo
PASADA = settings(
    max_examples=6,
    stateful_step_count=8,
    deadline=None,
    derandomize=False,
    suppress_health_check=list(HealthCheck),
)


class Partidas(RuleBasedStateMachine):
    """Lo que puede pasar en una partida; cada juego es una clase con el suyo."""

    juego: modelo.Juego
    acabadas: ClassVar[set[tuple[object, ...]]]
    """Por lo que las hace distintas: así se cuentan."""

    @initialize(semilla=SEMILLAS, cual=st.integers(0, 3))
    def empezar(self, semilla, cual):
        metas = METAS[self.juego.nombre]
        self.p = PartidaVigilada(self.juego, metas[cual % len(metas)], semilla)

    def _se_juega(self) -> bool:
        return self.p.ganadora is None

    @precondition(lambda self: self._se_juega())
    @rule(cuales=st.lists(st.integers(0, 12), min_size=1, max_size=12))
    def tiran(self, cuales):
        for cual in cuales:
            if self._se_juega():
                self.p.paso(cual)

    @precondition(lambda self: self._se_juega())
    @rule(ficha=st.integers(0, len(TEXTOS) - 1), extremo=st.sampled_from([None, 1, 2]))
    def lo_que_se_deja_tirar_es_lo_que_cabe(self, ficha, extremo):
        donde = [cae for una, cae in self.p.caben() if una == ficha]
        try:
            cae = elegir_extremo(self.p.mano, ficha, extremo)
        except ErrorDeRegla:
            # sin decir dónde se niega la que cabe en dos sitios
            assert extremo not in donde and (extremo is not None or len(donde) != 1)
        else:
            assert cae in donde

    @precondition(lambda self: self._se_juega())
    @rule(estilos=A_SU_MANERA, cuantas=st.integers(1, 3))
    def manos(self, estilos, cuantas):
        self.p.acabar(estilos, cuantas)

    @rule(semilla=SEMILLAS, cual=st.integers(0, 1), cuantas=st.integers(1, TANDA), estilos=A_SU_MANERA)
    def partidas(self, semilla, cual, cuantas, estilos):
        metas = METAS_DE_TANDA[self.juego.nombre]
        meta = metas[cual % len(metas)]
        for una in range(semilla, semilla + cuantas):
            PartidaVigilada(self.juego, meta, una).acabar(estilos)
            self.acabadas.add((una, meta, *estilos))

    @invariant()
    def todo_cuadra(self):
        if hasattr(self, "p"):
            self.p.revisar()


@pytest.mark.parametrize("juego", TODOS, ids=lambda juego: "-".join(map(str, juego.datos.values())))
def test_dos_mil_partidas_de_cada_juego(juego):
    iguales = [uno for uno in TODOS if (uno.nombre, uno.jugadores) == (juego.nombre, juego.jugadores)]
    maquina = type("PartidasDeUnJuego", (Partidas,), {"juego": juego, "acabadas": set()})
    suyas = PARTIDAS // len(iguales)
    for _ in range(PARTIDAS):
        if len(maquina.acabadas) >= suyas:
            break
        run_state_machine_as_test(maquina, settings=PASADA)
    assert len(maquina.acabadas) >= suyas

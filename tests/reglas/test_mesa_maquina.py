"""Máquina de estados: una mesa cualquiera contra el modelo, con órdenes buenas y malas en cualquier orden (RG1-RG6,
EL3-EL9, SA1-SA2). 1,000 corridas en `make test` (unos 10 s) y 20,000 con `PERFIL=noche`.
"""

import os
import random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.reglas.gemelas import Gemelas
from tests.reglas.modelo_mesa import FICHAS

# en un equipo ocupado puede tardar varias veces sus 20 s; de noche manda el plazo de la corrida
pytestmark = pytest.mark.timeout(0 if os.environ.get("PERFIL") == "noche" else 600)
NOCHE = os.environ.get("PERFIL") == "noche"
SEMILLAS = st.integers(0, 2**32)
ASIENTOS = st.integers(0, 3)
LUGARES = {"normal": (0, 1, 2, 3), "sin_prisa": (0, 1, 2, 3), "practica": (0, -2, -3, -4), "completada": (0, -2, 2, -4)}


class MesaCualquiera(RuleBasedStateMachine):
    """Cada regla manda una orden, o una racha de jugadas, a las dos mesas; `Gemelas` compara tras cada una."""

    gemelas: ClassVar = Gemelas

    @initialize(
        meta=st.sampled_from(["100", "200", "juegos_ganados"]),
        modo=st.sampled_from(["normal", "normal", "sin_prisa", "practica", "completada"]),
        semilla=SEMILLAS,
        desde=st.sampled_from(["espera"] * 2 + ["jugando"] * 10 + ["plantilla"] * 3 + ["voto"] * 2),
    )
    def abrir(self, meta, modo, semilla, desde):
        self.m = self.gemelas(meta, modo, semilla, LUGARES[modo])
        if desde != "espera":
            self.m.comenzar()
        if desde == "plantilla":
            self.m.hasta_el_fin_de_mano(random.Random(semilla), busca_cerrar=semilla % 2 == 0)
        if desde == "voto":
            if modo == "normal":
                self.vencer(0, 0)
            self.m.hasta_el_fin_de_partida(random.Random(semilla))

    def _en(self, *fases):
        return self.m.modelo.fase in fases

    # --- jugar
    @precondition(lambda self: self._en("jugando"))
    @rule(semilla=SEMILLAS, cuantas=st.integers(1, 9), busca=st.booleans(), tarda=st.integers(0, 4_000))
    def racha(self, semilla, cuantas, busca, tarda):
        azar = random.Random(semilla)
        for _ in range(cuantas):
            if self._en("jugando") and not self.m.modelo.ausentes:
                self.m.una_jugada(azar, busca, tarda)

    @precondition(lambda self: self._en("jugando"))
    @rule(semilla=SEMILLAS, busca=st.booleans())
    def mano_entera(self, semilla, busca):
        self.m.hasta_el_fin_de_mano(random.Random(semilla), busca)

    @rule(asiento=ASIENTOS, ficha=st.sampled_from(FICHAS), extremo=st.sampled_from([None, "A", "B"]))
    def tirar_lo_que_sea(self, asiento, ficha, extremo):
        self.m.pedir("tirar", asiento, ficha, extremo)

    @precondition(lambda self: self._en("jugando"))
    @rule(cual=st.integers(0, 6), extremo=st.sampled_from([None, "A", "B"]), nonce=st.sampled_from([None, "", "ñ"]))
    def tirar_una_suya(self, cual, extremo, nonce):
        mano = self.m.modelo.mano
        suyas = mano.manos[mano.turno]
        self.m.pedir("tirar", mano.turno, suyas[cual % len(suyas)], extremo, nonce)

    # --- el tiempo
    @rule(ms=st.sampled_from([1, 700, 3_000, 20_000]))
    def pasa_el_tiempo(self, ms):
        self.m.ahora += ms
        self.m.pedir("vencer")

    @rule(credito=st.sampled_from([0, 0, 1_000]), tarde=st.sampled_from([0, 0, 1, 7_000]))
    def vencer(self, credito, tarde):
        self.m.espera_al_plazo()
        self.m.ahora += tarde
        self.m.pedir("vencer", credito)

    @precondition(lambda self: self._en("jugando"))
    @rule(veces=st.integers(2, 30))
    def nadie_hace_nada(self, veces):
        for _ in range(veces):
            if self._en("jugando") and self.m.modelo.plazo():
                self.vencer(0, 0)

    # --- sorteo, comienzo y final
    @rule(asiento=ASIENTOS, texto=st.sampled_from(["", "a", "zz", "é", "x" * 64, "x" * 65]))
    def nonce(self, asiento, texto):
        self.m.pedir("nonce", asiento, texto)

    @rule(asiento=ASIENTOS)
    def comenzar(self, asiento):
        self.m.pedir("comenzar", asiento)

    @rule(asiento=ASIENTOS)
    def continuar(self, asiento):
        self.m.pedir("continuar", asiento)

    @precondition(lambda self: self._en("plantilla"))
    @rule()
    def todos_continuan(self):
        for asiento in self.m.modelo.personas():
            self.m.pedir("continuar", asiento)

    @precondition(lambda self: self._en("voto", "plantilla"))
    @rule(asiento=ASIENTOS, opcion=st.sampled_from(["comunicacion", "revancha", "rotar"]))
    def elegir(self, asiento, opcion):
        self.m.pedir("elegir", asiento, opcion)

    @precondition(lambda self: self._en("voto"))
    @rule(opcion=st.sampled_from(["revancha", "rotar"]))
    def todos_eligen(self, opcion):
        for asiento in self.m.modelo.personas():
            self.m.pedir("nonce", asiento, f"n{asiento}")
            self.m.pedir("elegir", asiento, opcion)

    # --- ausencias
    @precondition(lambda self: self._en("jugando", "plantilla", "repartiendo") or self.m.ahora % 7 == 3)
    @rule(asiento=ASIENTOS, nuestra=st.booleans(), callaba=st.sampled_from([0, 0, 1, 8_000, 40_000]))
    def ausentar(self, asiento, nuestra, callaba):
        self.m.ahora += callaba // 2
        self.m.pedir("ausentar", asiento, nuestra, callaba)

    @rule(asiento=ASIENTOS)
    def volver(self, asiento):
        self.m.pedir("volver", asiento)

    @precondition(lambda self: self.m.modelo.ausentes)
    @rule(tarda=st.integers(0, 299_000))
    def vuelven_todos(self, tarda):
        self.m.ahora += tarda
        for asiento in list(self.m.modelo.ausentes):
            self.m.pedir("volver", asiento)

    @precondition(lambda self: self._en("jugando", "plantilla", "repartiendo"))
    @rule(
        van=st.permutations(range(4)),
        cuantos=st.integers(1, 3),
        pasos=st.lists(st.integers(1, 90_000), min_size=6, max_size=6),
        nuestra=st.booleans(),
    )
    def se_van_y_vuelven(self, van, cuantos, pasos, nuestra):
        """De uno en uno, cada quien a su hora; entre medio llegan números y avisos repetidos."""
        for n, asiento in enumerate(van[:cuantos]):
            self.m.ahora += pasos[n] // 30
            self.m.pedir("ausentar", asiento, False)
            self.m.pedir("ausentar", asiento, nuestra)
            self.m.pedir("nonce", van[n - 1], "a")
            self.m.pedir("nonce", van[n - 2], "b")
        for n, asiento in enumerate(sorted(van[:cuantos])):
            self.m.ahora += pasos[n + 3]
            self.m.pedir("volver", asiento)

    @precondition(lambda self: self._en("jugando"))
    @rule(van=st.permutations(range(4)), busca=st.booleans(), semilla=SEMILLAS)
    def mano_relampago(self, van, busca, semilla):
        """Termina antes de 3 s: los cuatro continúan, y los números llegan después."""
        azar = random.Random(semilla)
        while self._en("jugando") and not self.m.modelo.ausentes and self.m.modelo.reloj:
            self.m.una_jugada(azar, busca, tarda=1)
        for asiento in van:
            self.m.pedir("continuar", asiento)
        for asiento in van:
            self.m.pedir("nonce", asiento, f"n{asiento}")

    @precondition(lambda self: self._en("jugando", "plantilla") and self.m.ahora % 3 == 1)
    @rule(asiento=ASIENTOS)
    def salir(self, asiento):
        self.m.pedir("salir", asiento)

    @rule(perdido=st.sampled_from([-5, 0, 1, 40_000]))
    def reabrir(self, perdido):
        self.m.pedir("reabrir", perdido)
        self.m.pedir("prorrogar", perdido)

    @rule(callo=st.lists(st.integers(0, 9_000), min_size=1, max_size=4), asiento=ASIENTOS)
    def calla_y_vuelve(self, callo, asiento):
        """Una y otra vez; casi siempre el del turno, que es a quien se le devuelve."""
        mano = self.m.modelo.mano
        quien = mano.turno if mano is not None and callo[0] % 4 else asiento
        for ms in callo:
            self.m.ahora += ms
            self.m.pedir("reabrir", ms, quien)

    @precondition(lambda self: self._en("jugando", "plantilla", "repartiendo"))
    @rule(asiento=ASIENTOS, dura=st.lists(st.integers(0, 200_000), min_size=2, max_size=4))
    def se_va_y_vuelve_sin_parar(self, asiento, dura):
        """Agota sus cinco minutos en varias veces; de la última puede no alcanzar a volver."""
        for ms in dura:
            self.m.pedir("ausentar", asiento)
            self.m.ahora += ms
            if self.m.pedir("vencer") != "no_vence":
                return
            self.m.pedir("volver", asiento)

    @precondition(lambda self: self.m.ahora % 11 == 7)
    @rule(asiento=ASIENTOS, motivo=st.sampled_from(["sancion", "caida"]))
    def anular(self, asiento, motivo):
        self.m.pedir("anular", motivo, asiento)

    def teardown(self):
        if hasattr(self, "m"):
            self.m.repetir()


MesaCualquiera.TestCase.settings = settings(
    max_examples=20_000 if NOCHE else 1_000,
    stateful_step_count=20 if NOCHE else 8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestMesaCualquiera = MesaCualquiera.TestCase

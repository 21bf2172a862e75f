"""Órdenes al azar de gente al azar contra un modelo de tres renglones: quién puede, qué manos hay y qué se cerró."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
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

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, MesaVista
from recreo.servicios import Resultado
from reglas.anotacion import ManoAnotada
from reglas.clasificacion import clasificar
from reglas.recreo import Castigo, MesaJugada, PartidaJugada, RecreoJugado
from reglas.roles import rol_de
from reglas.tipos import Fin
from tests.a_la_vez import NOCHE
from tests.recreo.mesa import CIEN, NADIE, Mesero, dominada, empate, nombra_coorganizador, recreo_de

TAMANO = 8
COORGANIZA = 5
MESAS = st.sampled_from([1, 2])
ANOTA = "el que anota"
QUIEN = st.sampled_from([ANOTA, ANOTA, ANOTA, 1, 1, *range(2, TAMANO + 1), NADIE])
MANDAN_O_NO = st.sampled_from([1, 1, COORGANIZA, 2, 6, NADIE])
MANOS = st.one_of(
    st.builds(dominada, st.sampled_from([0, 1]), st.sampled_from([5, 30, 50, 70, 100])), st.just(empate())
)
VIO = st.sampled_from([0, 0, 0, 1])
LISTAS = st.sampled_from([True, True, True, False])


@dataclass
class MesaModelo:
    """Lo que se espera de una mesa."""

    asientos: tuple[int, ...]
    anotador: int | None = None
    salidor: int | None = None
    manos: list[ManoAnotada] = field(default_factory=list)
    confirmada: bool = False
    fin: Fin | None = None
    vista: MesaVista | None = None

    @property
    def suma(self) -> tuple[int, int]:
        return tuple(sum(x.tantos for x in self.manos if x.pareja == p) for p in (0, 1))  # type: ignore[return-value]

    @property
    def en_meta(self) -> bool:
        return max(self.suma) >= 100


class Azar(RuleBasedStateMachine):
    """Cada regla da una orden y dice si debía aplicarse."""

    m: Mesero
    version = 0
    vista = 0
    estado: EstadoRecreo

    @initialize(listas=LISTAS)
    def empezar(self, listas: bool) -> None:
        self.m = recreo_de(TAMANO)
        nombra_coorganizador(self.m, COORGANIZA)
        self.partidas: list[list[MesaModelo]] = []
        self.castigos: dict[int, list[Castigo]] = {}
        self._abrir(listas)

    def _abrir(self, listas: bool) -> None:
        """Con `listas`, las dos mesas ya tienen anotador y salidor: así se llega más lejos."""
        mesas = rol_de(TAMANO).partidas[len(self.partidas)].mesas
        self.partidas.append([MesaModelo(mesa.asientos) for mesa in mesas])
        for numero, x in enumerate(self.partidas[-1] if listas else [], start=1):
            x.anotador = x.salidor = self.m.prepara(len(self.partidas), numero)
        self.version, self.estado = self.m.version, self.m.estado

    def _mesa(self, mesa: int) -> MesaModelo:
        return self.partidas[-1][mesa - 1]

    @property
    def _viva(self) -> bool:
        return len(self.partidas) < 7 or any(x.fin is None for x in self.partidas[-1])

    def _es(self, quien: Any, mesa: int) -> Any:
        """A quién se refiere `ANOTA` en esta mesa; sin anotador, al primero que se sienta."""
        x = self._mesa(mesa)
        return (x.anotador or x.asientos[0]) if quien == ANOTA else quien

    def _puede(self, quien: Any, x: MesaModelo) -> bool:
        return quien in (1, COORGANIZA) or (quien is not NADIE and quien == x.anotador)

    def _da(self, debe: bool, servicio: Callable[..., Resultado], quien: Any, **datos: Any) -> bool:
        """Da la orden; debe aplicarse justo cuando el modelo lo dice. Lo negado no cambia nada."""
        try:
            resultado = self.m.orden(servicio, quien, **datos)
        except ErrorDeServicio as e:
            assert not debe, f"se negó: {e.codigo}"
            assert self.m.version == self.version
            return False
        assert debe, "se aplicó y no debía"
        self.version += 1
        assert resultado.version == self.version
        self.estado = self.m.estado
        return True

    def _aqui(self, mesa: int) -> dict[str, int]:
        return {"partida": len(self.partidas), "mesa": mesa}

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS, cual=st.integers(0, 3))
    def elegir_anotador(self, quien: Any, mesa: int, cual: int) -> None:
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        numero = x.asientos[cual]
        de_la_mesa = quien in x.asientos and x.anotador in (None, numero)
        debe = x.fin is None and (self._puede(quien, x) or de_la_mesa)
        if self._da(debe, servicios.mesa_elegir_anotador, quien, **self._aqui(mesa), numero=numero):
            x.anotador = numero

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS, cual=st.integers(0, 3))
    def sentarse_y_salir(self, quien: Any, mesa: int, cual: int) -> None:
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        debe = x.fin is None and self._puede(quien, x)
        asientos, aqui = list(x.asientos), self._aqui(mesa)
        if self._da(debe, servicios.mesa_confirmar_asistencia, quien, **aqui, presentes=asientos):
            self._da(True, servicios.mesa_elegir_salidor, quien, **aqui, numero=asientos[cual])
            x.salidor = asientos[cual]

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS, cual=st.integers(0, 3))
    def faltar(self, quien: Any, mesa: int, cual: int) -> None:
        """Marcar a alguien ausente sólo cabe antes de la primera mano."""
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        debe = x.fin is None and self._puede(quien, x) and not x.manos
        presentes = [n for n in x.asientos if n != x.asientos[cual]]
        self._da(debe, servicios.mesa_confirmar_asistencia, quien, **self._aqui(mesa), presentes=presentes)

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS, mano=MANOS, vio=VIO)
    def anotar(self, quien: Any, mesa: int, mano: ManoAnotada, vio: int) -> None:
        """Con `vio` 1 se corrige la primera mano; con 0 se anota la que sigue."""
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        corrige = bool(vio and x.manos)
        partida = self.estado.partidas[-1].mesas[mesa - 1]
        numero = partida.manos[0].mano if corrige else partida.clave_siguiente
        quedarian = [mano, *x.manos[1:]] if corrige else [*x.manos, mano]
        debe = x.fin is None and self._puede(quien, x) and x.salidor is not None
        debe = debe and not MesaModelo((), manos=quedarian[:-1]).en_meta
        revision = partida.revisiones.get(numero, 0)
        datos = {"desenlace": mano.desenlace, "pareja": mano.pareja, "tantos": mano.tantos}
        if self._da(debe, servicios.mano_anotar, quien, **self._aqui(mesa), mano=numero, revision=revision, **datos):
            x.manos, x.confirmada = quedarian, False

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS)
    def encimar(self, quien: Any, mesa: int) -> None:
        """Anotar como nueva una mano que ya está: nunca gana la última en silencio."""
        if self._mesa(mesa).manos:
            mano = self.estado.partidas[-1].mesas[mesa - 1].manos[0].mano
            datos = {"desenlace": "dominada", "pareja": 1, "tantos": 77, "mano": mano, "revision": 0}
            self._da(False, servicios.mano_anotar, self._es(quien, mesa), **self._aqui(mesa), **datos)

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS, cual=st.integers(0, 9))
    def borrar(self, quien: Any, mesa: int, cual: int) -> None:
        """Cualquiera, no sólo la última: las que quedan son las mismas."""
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        debe = x.fin is None and self._puede(quien, x) and bool(x.manos)
        manos, i = self.estado.partidas[-1].mesas[mesa - 1].manos, cual % max(1, len(x.manos))
        datos = {"mano": manos[i].mano, "revision": manos[i].revision} if manos else {"mano": 1, "revision": 0}
        if self._da(debe, servicios.mano_borrar, quien, **self._aqui(mesa), **datos):
            x.manos.pop(i)
            x.confirmada = False

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS)
    def devolver(self, quien: Any, mesa: int) -> None:
        """La última que se borró, a su lugar; si con ella se pasan de la meta, se niega."""
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        borradas = self.estado.partidas[-1].mesas[mesa - 1].borradas
        if not borradas:
            return
        b = borradas[-1]
        quedarian = [*x.manos[: b.numero - 1], b.rastro[-1].datos, *x.manos[b.numero - 1 :]]
        debe = x.fin is None and self._puede(quien, x) and not MesaModelo((), manos=quedarian[:-1]).en_meta
        datos = {"mano": b.mano, "revision": b.revision}
        if self._da(debe, servicios.mano_devolver, quien, **self._aqui(mesa), **datos):
            x.manos, x.confirmada = quedarian, False

    @precondition(lambda self: self._viva)
    @rule(quien=QUIEN, mesa=MESAS)
    def confirmar(self, quien: Any, mesa: int) -> None:
        x, quien = self._mesa(mesa), self._es(quien, mesa)
        debe = x.fin is None and self._puede(quien, x) and x.en_meta
        if self._da(debe, servicios.mesa_confirmar, quien, **self._aqui(mesa)):
            x.confirmada = True

    @precondition(lambda self: self._viva)
    @rule(quien=MANDAN_O_NO, mesa=MESAS)
    def cerrar(self, quien: Any, mesa: int) -> None:
        x = self._mesa(mesa)
        a, b = x.suma
        manda = quien in (1, COORGANIZA)
        sin_confirmar = x.anotador in (None, quien)
        debe = manda and x.fin is None and x.en_meta and (x.confirmada or sin_confirmar)
        datos = {"ganadora": 0 if a > b else 1, "anotadas": self.estado.partidas[-1].mesas[mesa - 1].anotadas}
        if self._da(debe, servicios.mesa_cerrar, quien, **self._aqui(mesa), **datos):
            self._cerrada(x, mesa, Fin.META)

    @precondition(lambda self: self._viva)
    @rule(quien=MANDAN_O_NO, mesa=MESAS)
    def suspender(self, quien: Any, mesa: int) -> None:
        x = self._mesa(mesa)
        a, b = x.suma
        debe = quien in (1, COORGANIZA) and x.fin is None and not x.en_meta and a != b
        if self._da(
            debe,
            servicios.mesa_suspender,
            quien,
            **self._aqui(mesa),
            anotadas=self.estado.partidas[-1].mesas[mesa - 1].anotadas,
        ):
            self._cerrada(x, mesa, Fin.TIEMPO)

    def _cerrada(self, x: MesaModelo, mesa: int, fin: Fin) -> None:
        x.fin, x.vista = fin, self.estado.partidas[-1].mesas[mesa - 1]

    @precondition(lambda self: self._viva)
    @rule(mesa=MESAS, mano=MANOS, gana=st.sampled_from([0, 1]))
    def acabar(self, mesa: int, mano: ManoAnotada, gana: int) -> None:
        """De corrido: lo que falte para la meta, confirmar, cerrar y, si se puede, la siguiente partida."""
        self.sentarse_y_salir(1, mesa, 0)
        for x in (mano, dominada(gana, 50), dominada(gana, 50)):
            self.anotar(1, mesa, x, 0)
        self.confirmar(1, mesa)
        self.cerrar(1, mesa)
        if self._viva:
            self.siguiente(1, listas=True)

    @rule(
        quien=st.sampled_from([1, 1, COORGANIZA, 2, NADIE]),
        numero=st.integers(1, TAMANO),
        tantos=st.sampled_from([1, 25, 0]),
    )
    def castigar(self, quien: Any, numero: int, tantos: int) -> None:
        debe = self._viva and quien in (1, COORGANIZA) and tantos > 0
        if self._da(debe, servicios.castigo_aplicar, quien, numero=numero, tantos=tantos):
            self.castigos.setdefault(len(self.partidas), []).append(Castigo(numero, tantos))

    @rule(quien=MANDAN_O_NO, listas=LISTAS)
    def siguiente(self, quien: Any, listas: bool) -> None:
        cerradas = all(x.fin for x in self.partidas[-1])
        debe = self._viva and quien in (1, COORGANIZA) and cerradas
        if self._da(debe, servicios.partida_siguiente, quien, partida=len(self.partidas) + 1):
            self._abrir(listas)

    @invariant()
    def lo_que_se_ve_es_lo_que_se_jugo(self) -> None:
        """Las manos del modelo dan la misma clasificación, y una mesa cerrada no vuelve a cambiar."""
        if self.vista == self.version:
            return
        self.vista = self.version
        jugado = RecreoJugado(
            TAMANO, CIEN, Decimal(0), False, tuple(self._jugada(n) for n in range(len(self.partidas)))
        )
        assert self.estado.version == self.version
        assert self.estado.jugado == jugado
        assert self.estado.clasificaciones == clasificar(jugado)
        for partida, mesas in zip(self.estado.partidas, self.partidas, strict=True):
            for vista, x in zip(partida.mesas, mesas, strict=True):
                assert x.vista is None or vista == x.vista

    def _jugada(self, n: int) -> PartidaJugada:
        mesas = tuple(MesaJugada(i, x.salidor, tuple(x.manos), x.fin) for i, x in enumerate(self.partidas[n], start=1))
        return PartidaJugada(n + 1, mesas, tuple(self.castigos.get(n + 1, ())))


@pytest.mark.django_db
def test_ordenes_al_azar_hacen_exactamente_lo_que_el_modelo_dice() -> None:
    run_state_machine_as_test(
        Azar,
        settings=settings(
            # la otra base sólo confirma que responde igual
            max_examples=1500 if NOCHE else 40 if connection.vendor == "sqlite" else 12,
            stateful_step_count=60 if NOCHE else 18,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )

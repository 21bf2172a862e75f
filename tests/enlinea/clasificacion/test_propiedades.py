"""La clasificación guardada, contra un modelo ingenuo: cualquier mezcla de altas, bajas y partidas (ES2)."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from enlinea.clasificacion.consultas import quintil_de
from enlinea.clasificacion.servicios import puntos
from enlinea.clasificacion.servicios.recalculo import clasificacion_recalcular
from enlinea.models import Clasificado, PuntosDePartida, TablaDeClasificacion
from suscripciones.models import Cuenta, Suscripcion
from tests.a_la_vez import NOCHE
from tests.enlinea.clasificacion.ayudas import ALBA, cuentas_nuevas, guardado, inscribir, jugada
from tests.reglas.modelo_de_puntos import Modelo

pytestmark = pytest.mark.django_db

CUANTAS = 13
METAS = {"100": 100, "200": 200, "juegos_ganados": 0}

cuatro = st.permutations(range(CUANTAS)).map(lambda p: tuple(p[:4]))
partidas = st.tuples(st.just("partida"), cuatro, st.sampled_from(sorted(METAS)), st.integers(0, 1), st.integers(0, 99))
altas = st.tuples(st.just("alta"), st.integers(0, CUANTAS - 1))
bajas = st.tuples(st.just("baja"), st.integers(0, CUANTAS - 1))
sucesos = st.lists(st.one_of(partidas, partidas, altas, altas, bajas), max_size=14)


class Comparada:
    """Hace cada cosa en la base y en el modelo."""

    def __init__(self) -> None:
        self.cuentas, self.modelo = cuentas_nuevas(CUANTAS), Modelo()
        self.esperado: list[tuple[int, ...]] = []
        puntos.poner_al_dia()

    def hacer(self, suceso: tuple[Any, ...]) -> None:
        getattr(self, suceso[0])(*suceso[1:])

    def alta(self, cual: int) -> None:
        cuenta = self.cuentas[cual]
        if cuenta not in self.modelo.inscritas:
            Cuenta.objects.filter(pk=cuenta).update(is_active=True)
            inscribir(cuenta)
            self.modelo.inscribir(cuenta)

    def baja(self, cual: int) -> None:
        cuenta = self.cuentas[cual]
        Suscripcion.objects.filter(cuenta=cuenta).update(anulada_en=ALBA)
        puntos.inscripciones_actualizar([cuenta])
        self.modelo.salir(cuenta)

    def partida(self, cuales: tuple[int, ...], meta: str, ganadora: int, menos: int) -> None:
        cuentas = [self.cuentas[c] for c in cuales]
        mas = METAS[meta]
        menos = min(menos, mas)
        tantos = (mas, menos) if ganadora == 0 else (menos, mas)
        jugada(cuentas, ganadora, tantos, meta=meta)
        assert puntos.partidas_sumar() == 1
        self.esperado += self.modelo.jugar(cuentas, meta, ganadora, tantos)

    def comprobar(self) -> None:
        modelo = self.modelo
        hay = {c: p for c, p in Clasificado.objects.values_list("pk", "puntos") if c in modelo.puntos}
        assert hay == modelo.puntos
        orden = Clasificado.objects.filter(clave__isnull=False).order_by("clave").values_list("pk", flat=True)
        assert list(orden) == modelo.orden()
        assert quintil_de(self.cuentas) == {c: modelo.quintil(c) for c in self.cuentas}
        filas = PuntosDePartida.objects.order_by("jugador__partida__orden_de_puntos", "jugador__asiento")
        campos = ("pr_antes", "pr_despues", "quintil_antes", "quintil_despues")
        assert list(filas.values_list(*campos)) == self.esperado


class Propiedades(TestCase):
    @settings(max_examples=1000 if NOCHE else 15, suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(0, CUANTAS), sucesos)
    def test_lo_guardado_es_lo_del_modelo_y_recalcular_no_cambia_nada(self, de_entrada: int, lista: list[Any]) -> None:
        casa = Comparada()
        for cual in range(de_entrada):
            casa.alta(cual)
        for suceso in lista:
            casa.hacer(suceso)
            assert quintil_de(casa.cuentas) == {c: casa.modelo.quintil(c) for c in casa.cuentas}
        casa.comprobar()
        antes = guardado()
        assert clasificacion_recalcular(corregir=True).coincide
        assert puntos.partidas_sumar() == puntos.inscripciones_conciliar() == 0
        assert guardado() == antes

    @settings(max_examples=200 if NOCHE else 6, suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(4, CUANTAS), st.lists(partidas, min_size=1, max_size=6), st.randoms(use_true_random=False))
    def test_recalcular_repara_lo_que_se_toque_a_mano(self, de_entrada: int, lista: list[Any], azar: Any) -> None:
        casa = Comparada()
        for cual in range(de_entrada):
            casa.alta(cual)
        for suceso in lista:
            casa.hacer(suceso)
        antes = guardado()
        cuenta = azar.choice(casa.cuentas[:de_entrada])
        Clasificado.objects.filter(pk=cuenta).update(puntos=999, clave=azar.choice([None, -(2**50)]))
        TablaDeClasificacion.objects.update(frontera_3=7, inscritos=1)
        PuntosDePartida.objects.filter(pk=azar.choice(PuntosDePartida.objects.values_list("pk", flat=True))).delete()
        quedo = clasificacion_recalcular(corregir=False)
        assert (len(quedo.jugadores), quedo.cuentas, quedo.tabla) == (1, [cuenta], True)
        clasificacion_recalcular(corregir=True)
        assert guardado() == antes
        assert clasificacion_recalcular(corregir=True).coincide

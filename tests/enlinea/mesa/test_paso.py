"""El paso sumado a la vista que se tenía es la que sigue, para cada asiento y en cualquier historia (EL8, D672)."""

import json
import os
import random
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings

from enlinea.mesa.paso import paso
from enlinea.mesa.salida import Salida
from enlinea.mesa.vista import con_acuse, vista
from reglas.mesa import ordenes as o
from reglas.mesa.tipos import Fase
from tests.enlinea.mesa.sentados import sumar
from tests.reglas.gemelas import Gemelas
from tests.reglas.test_mesa_maquina import MesaCualquiera

NOCHE = os.environ.get("PERFIL") == "noche"


class GemelasQueSuman(Gemelas):
    """Tras cada renglón, cada asiento suma el paso a lo que tenía."""

    def __init__(self, *como: Any) -> None:
        self.vistas: list[dict[str, Any]] = []
        self.pasos: list[tuple[o.Orden, int, int]] = []
        """De cada orden: lo que pesa su vista y lo que pesa su paso, o 0 si no lo hubo."""
        self.tripletas: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = []
        """Lo que se tenía, el paso y la que sigue."""
        super().__init__(*como)

    def _mover(self, orden: o.Orden) -> None:
        antes = self.mesa
        super()._mover(orden)
        enteras = [vista(self.mesa, asiento, self.ahora) for asiento in range(4)]
        corto = paso(antes, self.mesa, self.ahora)
        if corto is not None:
            llegan = [json.loads(corto.para(asiento)) for asiento in range(4)]
            assert [p["de"] for p in llegan] == [antes.num] * 4
            sumadas = [sumar(tengo, llega) for tengo, llega in zip(self.vistas, llegan, strict=True)]
            assert sumadas == [json.loads(una) for una in enteras]
            self.tripletas += zip(self.vistas, llegan, sumadas, strict=True)
        self.vistas = [json.loads(una) for una in enteras]
        pesa = sum(len(corto.para(asiento)) for asiento in range(4)) if corto is not None else 0
        self.pasos.append((orden, sum(map(len, enteras)), pesa))


class MesaQueSuma(MesaCualquiera):
    """Órdenes buenas y malas, ausencias y relojes vencidos en cualquier orden."""

    gemelas = GemelasQueSuman


MesaQueSuma.TestCase.settings = settings(
    max_examples=5_000 if NOCHE else 120,
    stateful_step_count=20 if NOCHE else 8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestMesaQueSuma = MesaQueSuma.TestCase


@pytest.mark.parametrize("meta", ["100", "200", "juegos_ganados"])
def test_casi_toda_jugada_va_como_paso_y_pesa_menos_de_la_tercera_parte(meta: str) -> None:
    jugadas: list[tuple[int, int]] = []
    for semilla in range(3):
        m = GemelasQueSuman(meta, "normal", semilla)
        m.comenzar()
        m.hasta_el_fin_de_partida(random.Random(semilla))
        jugadas += [(entera, corta) for orden, entera, corta in m.pasos if isinstance(orden, o.Tirar)]
    con_paso = [(entera, corta) for entera, corta in jugadas if corta]
    # la que acaba la mano va entera: se revelan las cuatro
    assert len(con_paso) / len(jugadas) > 0.9
    assert sum(c for _, c in con_paso) / sum(e for e, _ in con_paso) < 1 / 3


def test_quien_vio_la_cuenta_o_vota_lo_dice_sin_repetir_las_cuatro_manos() -> None:
    m = GemelasQueSuman("200", "normal", 1)
    m.comenzar()
    m.hasta_el_fin_de_mano(random.Random(1))
    assert m.mesa.fase is Fase.FIN_DE_MANO
    m.pedir("continuar", 0)
    _orden, entera, corta = m.pasos[-1]
    assert 0 < corta < entera / 10


def test_con_un_ausente_va_la_vista_entera() -> None:
    """Sus plazos cambian con el tiempo y no con lo que pasa."""
    m = GemelasQueSuman("200", "normal", 1)
    m.comenzar()
    m.pedir("ausentar", 2)
    m.pedir("nonce", 1, "a")
    assert all(corta == 0 for _, _, corta in m.pasos[-2:])


def test_el_paso_lleva_su_acuse_como_la_vista() -> None:
    m = GemelasQueSuman("200", "normal", 1)
    m.comenzar()
    antes = m.mesa
    m.una_jugada(random.Random(1))
    corto = paso(antes, m.mesa, m.ahora)
    assert corto is not None
    assert json.loads(con_acuse(corto.para(0), UUID(int=7)))["acuse"] == str(UUID(int=7))


class EscritorLento:
    """Un socket que deja de leer cuando se le dice."""

    def __init__(self) -> None:
        self.lleno = False
        self.mandado: list[bytes] = []
        self.al_desahogar: Callable[[], None] = list

    def escribir(self, texto: bytes) -> None:
        self.mandado.append(texto)

    def soltar(self) -> None: ...


@pytest.mark.asyncio
async def test_a_quien_se_le_guardo_una_vista_la_que_sigue_le_va_entera() -> None:
    """Las de en medio no salieron: un paso sobre ellas no tendría a qué sumarse."""
    escritor = EscritorLento()
    salida = Salida(escritor, lambda _: None)  # type: ignore[arg-type]
    assert not salida.sigue_de(0)
    salida.vista(b"1", 1)
    assert salida.sigue_de(1) and not salida.sigue_de(0)
    escritor.lleno = True
    assert not salida.sigue_de(1)
    salida.vista(b"2", 2)
    salida.vista(b"3", 3)
    escritor.lleno = False
    escritor.al_desahogar()
    assert escritor.mandado == [b"1", b"3"]
    assert not any(map(salida.sigue_de, range(4)))
    salida.vista(b"4", 4)
    assert salida.sigue_de(4)

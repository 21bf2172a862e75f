"""Los diarios guardados de cada esquema se repiten siempre y dan lo mismo (EL10): una versión nueva lee los viejos.

`pytest tests/reglas --regenera` los vuelve a escribir; sólo tiene sentido con un esquema que aún no se ha publicado.
Cada renglón del archivo es uno del diario y lo que deja; el último trae además el estado entero, campo por campo, y un
campo que se añada después no estorba.
"""

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.decidir import plazo_de
from reglas.mesa.estado import Mesa, plegar
from reglas.mesa.eventos import CODIGOS, de_lista
from reglas.mesa.simulada import MesaSimulada
from reglas.mesa.tipos import Fase, Modo
from reglas.metas import Meta
from reglas.reglamento import Reglamento, reglamento_de
from tests.reglas.ayudas import RAIZ
from tests.reglas.gemelas import Gemelas
from tests.reglas.mesas import LUGARES, SEG

CARPETA = RAIZ / "tests" / "datos" / "enlinea" / "diario_esquema_1"
APARTE = CARPETA.with_name("diario_otros_juegos")
COMUN = CARPETA.with_name("diario_multiplicado")


def _todos(m: Gemelas, orden: str, *datos: Any) -> None:
    for asiento in m.modelo.personas():
        m.pedir(orden, asiento, *datos)


def con_ausencias_y_revancha() -> Gemelas:
    m, azar = Gemelas("100", "normal", 21), random.Random(21)
    m.comenzar()
    for n in range(7):
        m.una_jugada(azar, tarda=1_500 + n)
    m.espera_al_plazo()
    m.pedir("vencer", 300)
    m.pedir("ausentar", 1)
    m.ahora += 30 * SEG
    m.pedir("ausentar", 3, True)
    m.pedir("prorrogar", 9 * SEG)
    m.ahora += 40 * SEG
    m.pedir("volver", 1)
    m.pedir("volver", 3)
    m.pedir("reabrir", 1_234)
    m.hasta_el_fin_de_mano(azar)
    m.ahora += 2 * SEG
    _todos(m, "nonce", "de nuevo")
    _todos(m, "continuar")
    m.hasta_el_fin_de_partida(azar)
    _todos(m, "elegir", "revancha")
    m.hasta_el_fin_de_mano(azar, busca_cerrar=True)
    m.pedir("salir", 2)
    m.espera_al_plazo()
    m.pedir("vencer")
    return m


def juegos_ganados_y_rotar() -> Gemelas:
    m, azar = Gemelas("juegos_ganados", "sin_prisa", 22), random.Random(22)
    m.ahora += SEG
    m.pedir("comenzar", 0)
    m.pedir("nonce", 3, "x")
    m.espera_al_plazo()
    m.pedir("vencer")
    m.hasta_el_fin_de_partida(azar)
    _todos(m, "elegir", "rotar")
    m.hasta_el_fin_de_partida(azar)
    m.pedir("elegir", 1, "revancha")
    m.pedir("elegir", 0, "rotar")
    return m


def practica() -> Gemelas:
    m, azar = Gemelas("200", "practica", 23, LUGARES["practica"]), random.Random(23)
    m.comenzar()
    m.hasta_el_fin_de_mano(azar, busca_cerrar=True)
    m.pedir("continuar", 0)
    m.hasta_el_fin_de_partida(azar)
    m.pedir("elegir", 0, "rotar")
    m.hasta_el_fin_de_mano(azar)
    m.pedir("salir", 0)
    return m


def tarjetas() -> Gemelas:
    m, azar = Gemelas("200", "normal", 24), random.Random(24)
    m.comenzar()
    for _ in range(3):
        m.una_jugada(azar)
    while m.modelo.fase == "jugando":
        m.espera_al_plazo()
        m.pedir("vencer")
    return m


def sin_senal() -> Gemelas:
    """Quien tiene el turno calla, se va y vuelve; agota su margen y luego sus cinco minutos."""
    m, azar = Gemelas("200", "normal", 26), random.Random(26)
    m.comenzar()
    while m.mesa.reloj != 20:
        m.una_jugada(azar)
    turno = m.mesa.mano.turno
    for _ in range(3):
        m.ahora += 7_300
        m.pedir("reabrir", 7_300, turno)
    m.espera_al_plazo()
    m.pedir("vencer")
    m.pedir("reabrir", 2_000)
    for nuestra in (False, True, False):
        m.pedir("ausentar", turno, nuestra)
        m.ahora += 120 * SEG
        m.pedir("volver", turno)
    m.pedir("salir", turno)
    m.espera_al_plazo()
    m.pedir("vencer")
    return m


def sin_comenzar() -> Gemelas:
    m = Gemelas("100", "normal", 25)
    m.espera_al_plazo()
    m.pedir("vencer")
    return m


@dataclass
class Grabada:
    """Lo que de una escena se guarda."""

    diario: list[list[Any]]


def _otro_juego(meta: int, modo: Modo, ocupantes: tuple[int, ...], reglamento: Reglamento) -> Grabada:
    """Una partida entera de otro juego: a veces nadie tira y tira el sistema."""
    azar = random.Random(str(reglamento))

    def sortear() -> ev.Secreto:
        claves = tuple(f"{azar.getrandbits(64):036x}" for _ in range(28))
        return ev.Secreto("compromiso", claves, f"{azar.getrandbits(64):x}")

    a_que = reglamento.meta_de(str(meta))
    assert a_que is not None
    nonce, pensar = (lambda: f"{azar.getrandbits(32):x}"), (lambda: 900)
    m = MesaSimulada(
        a_que, modo, ocupantes, ahora=1_790_000_000_000, sortear=sortear, nonce=nonce, pensar=pensar,
        reglamento=reglamento,
    )  # fmt: skip
    m.comenzar()
    while m.mesa.fase is not Fase.FIN_DE_PARTIDA:
        if m.mesa.fase is Fase.FIN_DE_MANO:
            m.seguir()
        elif m.mesa.vence and azar.random() < 0.3:
            m.pedir(o.Vencer(), plazo_de(m.mesa) - m.ahora)
        else:
            m.turno()
    return Grabada(json.loads(json.dumps([[ev.a_lista(uno) for uno in eventos] for eventos in m.renglones])))


def federacion_de_tres() -> Grabada:
    return _otro_juego(100, Modo.NORMAL, (0, 1, 2), reglamento_de("federacion", 3, False))


def musica_de_dos() -> Grabada:
    return _otro_juego(60, Modo.PRACTICA, (0, -2), reglamento_de("musica", 2, False))


def multiplicado() -> Grabada:
    """Una partida con el reparto de todas las mesas: nadie da su número (TO27)."""
    m = MesaSimulada(
        Meta.CIEN, Modo.INTRANET, (0, 1, 2, 3), ahora=1_790_000_000_000, sortear=_sin_azar, nonce=str,
        pensar=lambda: 900, comun=ev.RepartoComun("c1a5e" * 12, "3-6 0-0 2-5"),
    )  # fmt: skip
    m.comenzar()
    m.acabar_partida()
    return Grabada(json.loads(json.dumps([[ev.a_lista(uno) for uno in eventos] for eventos in m.renglones])))


def _sin_azar() -> ev.Secreto:
    raise AssertionError("el reparto común no lleva azar")


ESCENAS = {escena.__name__: escena for escena in (con_ausencias_y_revancha, juegos_ganados_y_rotar, practica, tarjetas)}
ESCENAS["sin_comenzar"] = sin_comenzar
ESCENAS["sin_senal"] = sin_senal
OTROS_JUEGOS = {"federacion_de_tres": federacion_de_tres, "musica_de_dos": musica_de_dos}
ESCENAS |= OTROS_JUEGOS
ESCENAS["multiplicado"] = multiplicado


def deja(mesa: Mesa) -> dict[str, Any]:
    """Lo que un renglón deja, en breve."""
    mano = mesa.mano
    return {
        "fase": int(mesa.fase),
        "plazo": plazo_de(mesa),
        "tantos": list(mesa.tantos),
        "ganadas": list(mesa.ganadas),
        "turno": None if mano is None else [mano.turno, mano.a, mano.b, mesa.reloj],
        "amarillas": list(mesa.amarillas),
    }


def entero(mesa: Mesa) -> dict[str, Any]:
    return json.loads(json.dumps(mesa._asdict()))  # type: ignore[no-any-return]


def escribir(archivo: Path, diario: list[list[Any]]) -> None:
    mesa, renglones = Mesa(), []
    for eventos in diario:
        mesa = plegar(mesa, [de_lista(datos) for datos in eventos])
        renglones.append({"eventos": eventos, "deja": deja(mesa)})
    renglones[-1]["estado"] = entero(mesa)
    archivo.parent.mkdir(parents=True, exist_ok=True)
    archivo.write_text("".join(json.dumps(uno, separators=(",", ":")) + "\n" for uno in renglones), encoding="utf-8")


def archivo_de(escena: str) -> Path:
    carpeta = APARTE if escena in OTROS_JUEGOS else COMUN if escena == "multiplicado" else CARPETA
    return carpeta / f"{escena}.jsonl"


def leer(escena: str) -> list[dict[str, Any]]:
    return [json.loads(uno) for uno in archivo_de(escena).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("escena", sorted(ESCENAS))
def test_el_diario_guardado_se_repite_igual(escena, regenera):
    if regenera:
        escribir(archivo_de(escena), ESCENAS[escena]().diario)
    mesa, renglones = Mesa(), leer(escena)
    for renglon in renglones:
        mesa = plegar(mesa, [de_lista(datos) for datos in renglon["eventos"]])
        assert deja(mesa) == renglon["deja"]
    estado, esperado = entero(mesa), renglones[-1]["estado"]
    assert {campo: estado[campo] for campo in esperado} == esperado
    assert mesa.num == len(renglones)


@pytest.mark.parametrize("escena", sorted(ESCENAS))
def test_lo_que_hoy_se_escribe_tiene_la_misma_forma(escena):
    """Los mismos hechos con los mismos campos: cambiando los procesos de a uno, el de antes lee lo del de ahora."""
    forma = [[(datos[0], len(datos)) for datos in eventos] for eventos in ESCENAS[escena]().diario]
    assert forma == [[(datos[0], len(datos)) for datos in renglon["eventos"]] for renglon in leer(escena)]


def test_los_diarios_guardados_traen_todos_los_eventos():
    codigos = {datos[0] for escena in ESCENAS for renglon in leer(escena) for datos in renglon["eventos"]}
    assert codigos == set(CODIGOS.values())

"""Lo mismo con red: todo byte a cada asiento se guarda hasta revelarse la mano, y se mide cada pase automático."""

import asyncio
import random
import statistics
from dataclasses import dataclass, field
from typing import Any

from bench.comun import mensajes as m
from bench.comun.jugador import PERSONAS, Escucha, Jugador, Miron, conectar_todos, sentar
from reglas.fichas import FICHAS, TANTOS, es_mula


@dataclass
class Mano:
    """Una mano en curso en una mesa: lo grabado por persona y los pases de que se fue testigo."""

    llave: tuple[int, int]
    # el último, de quien mira
    grabado: list[list[bytes]] = field(default_factory=lambda: [[], [], [], [], []])
    mias: list[set[int]] = field(default_factory=lambda: [set(), set(), set(), set()])
    # (asiento que pasó, cuántas fichas iban jugadas, segundos)
    pases: list[tuple[int, int, float]] = field(default_factory=list)


class Grabadora(Escucha):
    """Guarda y, al revelarse cada mano, revisa."""

    def __init__(self) -> None:
        self.manos = self.bytes_vistos = self.mensajes = self.de_quien_mira = 0
        self.fallas: list[str] = []
        self.muestras: list[tuple[float, float, float]] = []
        self._en_curso: dict[int, Mano] = {}
        # por jugador: la vista anterior y cuándo llegó
        self._antes: dict[tuple[int, int], tuple[m.Vista, float]] = {}

    def crudo(self, j: Jugador, crudo: bytes) -> None:
        self.mensajes += 1
        self.bytes_vistos += len(crudo)
        mano = self._en_curso.get(j.mesa_id)
        if mano is not None and crudo.startswith(b'{"tipo":"vista"') and b'"fase":3' not in crudo[:80]:
            return  # ya se revela: lo revisa `visto`
        if mano is not None:
            mano.grabado[j.persona].append(crudo)

    def visto(self, j: Jugador, vista: m.Vista) -> None:
        if j.persona == PERSONAS:
            self.de_quien_mira += 1
            return
        d = vista.datos
        if d.fase == m.JUGANDO:
            mano = self._en_curso.get(j.mesa_id)
            if mano is None or mano.llave < (d.partida, d.mano):
                mano = self._en_curso[j.mesa_id] = Mano((d.partida, d.mano))
            if isinstance(vista.yo.mano, list):
                mano.mias[vista.yo.asiento] |= set(vista.yo.mano)
            self._al_pasar(j, vista, mano)
        elif isinstance(d.fin, m.FinDeMano) and j.mesa_id in self._en_curso:
            mano = self._en_curso[j.mesa_id]
            if mano.llave == (d.partida, d.mano):
                self._revelar(self._en_curso.pop(j.mesa_id), d.fin, d)
        assert j.enchufe is not None
        self._antes[j.mesa_id, j.persona] = (vista, j.enchufe.llego)

    def _al_pasar(self, j: Jugador, vista: m.Vista, mano: Mano) -> None:
        """El testigo es la primera persona que no ocupa el asiento que pasó."""
        previa = self._antes.get((j.mesa_id, j.persona))
        if previa is None:
            return
        antes, llego = previa[0].datos, previa[1]
        d = vista.datos
        if (antes.partida, antes.mano) != mano.llave or antes.fase != m.JUGANDO or antes.cadena != d.cadena:
            return
        if d.turno != (antes.turno + 1) & 3 or sum(d.pases) != sum(antes.pases) + 1:  # type: ignore[operator,arg-type]
            return
        testigo = next(p for p in d.lugares if p != d.lugares[antes.turno])  # type: ignore[index]
        if j.persona == min(p for p in range(4) if p != d.lugares[antes.turno]) or testigo < 0:  # type: ignore[index]
            assert j.enchufe is not None
            jugadas = len(d.cadena) // 3  # type: ignore[arg-type]
            mano.pases.append((int(antes.turno), jugadas, j.enchufe.llego - llego))  # type: ignore[arg-type]

    def _revelar(self, mano: Mano, fin: m.FinDeMano, d: m.Datos) -> None:
        """Ya es público: nada de esto debió salir antes."""
        self.manos += 1
        secretos = [s.encode() for s in (*fin.sorteo.claves, fin.sorteo.semilla, *fin.sorteo.nonces) if s]
        for persona, grabado in enumerate(mano.grabado):
            junto = b"\n".join(grabado)
            self.fallas += [f"a la persona {persona} le llegó {s[:12]!r}" for s in secretos if s in junto]
        for asiento, suyas in enumerate(mano.mias):
            if not suyas <= set(fin.repartidas[asiento]):
                self.fallas.append(f"al asiento {asiento} le llegaron fichas que no eran suyas")
        cadena = d.cadena
        assert isinstance(cadena, list)
        for asiento, jugadas, tardo in mano.pases:
            self.muestras.append((tardo, *rasgos(fin, cadena[: 3 * jugadas], asiento)))


def rasgos(fin: m.FinDeMano, cadena: list[int], asiento: int) -> tuple[float, float]:
    """Lo oculto de la mano del que pasó, ya restado lo que todos saben: tantos y mulas por ficha."""
    jugadas = set(cadena[0::3])
    quedan = [[f for f in suyas if f not in jugadas] for suyas in fin.repartidas]
    todas = [f for suyas in quedan for f in suyas]
    suya = quedan[asiento]
    tantos = statistics.fmean(TANTOS[f] for f in suya) - statistics.fmean(TANTOS[f] for f in todas)
    mulas = statistics.fmean(es_mula(f) for f in suya) - statistics.fmean(es_mula(f) for f in todas)
    return tantos, mulas


def correlacion(muestras: list[tuple[float, float, float]]) -> float:
    """La mayor |r| entre lo que tardó el pase y lo oculto. 0 si no varía."""
    if len(muestras) < 3:
        return 0.0
    tiempos = [x[0] for x in muestras]
    mayor = 0.0
    for cual in (1, 2):
        try:
            mayor = max(mayor, abs(statistics.correlation(tiempos, [x[cual] for x in muestras])))
        except statistics.StatisticsError:
            continue
    return mayor


def tope(n: int) -> float:
    """0.02, o lo que el azar da con tan pocas muestras (cuatro desviaciones de dos rasgos)."""
    return max(0.02, 4 / max(n, 1) ** 0.5)


async def grabar(sembrado: dict[str, Any], puerto: int, manos: int, pases: int, plazo: float) -> Grabadora:
    """Juega hasta juntar esas manos y pases, o hasta el plazo (s)."""
    grabadora = Grabadora()
    azar = random.Random(1)
    jugadores = [j for mesa in sembrado["mesas"] for j in sentar(mesa, [puerto], grabadora, azar)]
    # la mira uno de la mesa que sigue
    mesas = sembrado["mesas"]
    mirones = [
        Miron(mesa["id"], mesas[n - 1]["cookies"][0], [puerto], random.Random(azar.getrandbits(64)))
        for n, mesa in enumerate(mesas)
        if len(mesas) > 1
    ]
    for miron in mirones:
        miron.escucha = grabadora
    for j in (*jugadores, *mirones):
        j.graba = True
    await conectar_todos(jugadores)
    await conectar_todos(mirones)
    lazo = asyncio.get_running_loop()
    limite = lazo.time() + plazo
    while lazo.time() < limite and (grabadora.manos < manos or len(grabadora.muestras) < pases):
        await asyncio.sleep(0.25)
    for j in (*jugadores, *mirones):
        grabadora.fallas += j.fallas
        j.irse()
    grabadora.fallas += [f"a quien mira se le dijo «{x.fuera}»" for x in mirones if x.fuera]
    assert len(FICHAS) == 28
    return grabadora

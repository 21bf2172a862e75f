"""Segunda escritura de los otros juegos, desde los documentos 003 y 004 y sin usar `reglas`: mano, pozo y cuenta.

Despacio y a la vista: las fichas son textos, las manos listas, y cada regla una pregunta con el nombre del juego.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from tests.reglas.modelo_mesa import FICHAS, MARCAS, tantos

Opcion = tuple[str, str | None]


@dataclass(frozen=True)
class Juego:
    """A qué se juega, de cuántos y cómo."""

    nombre: str
    jugadores: int
    parejas: bool = False
    fichas: int = 7

    @property
    def datos(self) -> dict[str, Any]:
        return {
            "reglamento": self.nombre,
            "jugadores": self.jugadores,
            "por_parejas": self.parejas,
            "fichas": self.fichas,
        }

    @property
    def equipos(self) -> list[list[int]]:
        return [[0, 2], [1, 3]] if self.parejas else [[asiento] for asiento in range(self.jugadores)]

    def equipo(self, asiento: int) -> int:
        return next(n for n, suyos in enumerate(self.equipos) if asiento in suyos)

    def en_juego(self) -> list[str]:
        """004: «en el caso de participar 3 jugadores y repartirse 9 fichas, no entra en juego el blanco doble»."""
        return [una for una in FICHAS if not (self.jugadores == 3 and self.fichas == 9 and una == "0-0")]


AMIGOS = Juego("amigos", 4, True)
"""El de siempre, que tiene su propio modelo: de aquí sólo se usan su reparto y su cuenta (000 §I.F)."""
JUEGOS = (
    Juego("federacion", 4, True),
    Juego("federacion", 2),
    Juego("federacion", 2, fichas=9),
    Juego("federacion", 3),
    Juego("federacion", 3, fichas=9),
    Juego("musica", 2),
    Juego("musica", 3),
    Juego("musica", 4),
    Juego("musica", 4, True),
)


def es_doble(ficha: str) -> bool:
    return ficha[0] == ficha[2]


def cuanto(ficha: str) -> tuple[int, int]:
    return sum(MARCAS[ficha]), max(MARCAS[ficha])


@dataclass
class ManoDeVariante:
    """Una mano; `fila` va de A a B."""

    juego: Juego
    manos: list[list[str]]
    pozo: list[str]
    salidor: int
    primera: bool
    turno: int = -1
    fila: list[tuple[int, int]] = field(default_factory=list)
    puestas: list[str] = field(default_factory=list)
    pases: list[int] = field(default_factory=list)
    robadas: list[int] = field(default_factory=list)
    robo_en_turno: int = 0
    fin: str | None = None
    quien: int | None = None

    def __post_init__(self) -> None:
        self.turno = self.salidor
        self.pases, self.robadas = [0] * self.juego.jugadores, [0] * self.juego.jugadores

    def puntas(self) -> tuple[int, int] | None:
        return (self.fila[0][0], self.fila[-1][1]) if self.fila else None

    def cabe(self, ficha: str) -> bool:
        puntas = self.puntas()
        return puntas is None or bool(set(puntas) & set(MARCAS[ficha]))

    def opciones(self) -> list[Opcion]:
        suyas = sorted(self.manos[self.turno])
        if not self.fila:
            if self.juego.nombre == "musica" and self.primera:
                # 003: «inicia la ronda el jugador que tenga la ficha con el doble más alto», y sale con ella
                return [(self.con_que_se_sale(), None)]
            return [(una, None) for una in suyas]
        a, b = self.fila[0][0], self.fila[-1][1]
        donde = [("A", a), ("B", b)]
        if a == b:
            donde = [({0: "B", 1: "A", 2: "A", 3: "B"}[self.salidor], a)]
        return [(una, extremo) for una in suyas for extremo, palo in donde if palo in MARCAS[una]]

    def con_que_se_sale(self) -> str:
        todas = [una for suyas in self.manos for una in suyas]
        return max([una for una in todas if es_doble(una)] or todas, key=cuanto)

    def tirar(self, ficha: str, extremo: str | None) -> None:
        assert (ficha, extremo) in self.opciones()
        self.manos[self.turno].remove(ficha)
        self.fila = self._con(ficha, extremo)
        self.puestas.append(ficha)
        self.quien = self.turno
        if not self.manos[self.turno]:
            self.fin = "dominada"
        elif not any(self.cabe(una) for suyas in (*self.manos, self.pozo) for una in suyas):
            # 003: «los números de los extremos ya han sido jugados 7 veces»
            self.fin = "cierre"
        else:
            self._sigue()

    def _con(self, ficha: str, extremo: str | None) -> list[tuple[int, int]]:
        menor, mayor = MARCAS[ficha]
        if extremo is None:
            return [(mayor, menor)] if self.salidor < 2 else [(menor, mayor)]
        if extremo == "A":
            return [(menor, mayor) if mayor == self.fila[0][0] else (mayor, menor), *self.fila]
        return [*self.fila, (menor, mayor) if menor == self.fila[-1][1] else (mayor, menor)]

    def _sigue(self) -> None:
        self.robo_en_turno = 0
        self.turno = (self.turno + 1) % self.juego.jugadores

    def le_toca_robar(self) -> bool:
        """004: una a una hasta poder; 003: una, si quedan."""
        if not self.pozo or self.opciones():
            return False
        return self.juego.nombre == "federacion" or self.robo_en_turno == 0

    def robar_o_pasar(self) -> str:
        assert self.fin is None and not self.opciones()
        if self.le_toca_robar():
            self.manos[self.turno].append(self.pozo.pop(0))
            self.robadas[self.turno] += 1
            self.robo_en_turno += 1
            return "robo"
        self.pases[self.turno] += 1
        self._sigue()
        return "pase"

    def hasta_quien_pueda(self) -> None:
        while self.fin is None and not self.opciones():
            self.robar_o_pasar()

    def sobran(self) -> list[int]:
        return [tantos(suyas) for suyas in self.manos]

    def cuenta(self, meta: int = 0) -> tuple[int | None, int]:
        """Quién gana y cuánto suma (003 «Final de una ronda» y «Empates»; 004 «Final»; el de siempre, 000 §I.F)."""
        sobran, equipos = self.sobran(), self.juego.equipos
        assert self.quien is not None
        gana = self.juego.equipo(self.quien)
        if self.fin == "cierre":
            sumas = [sum(sobran[asiento] for asiento in suyos) for suyos in equipos]
            menores = [n for n, suma in enumerate(sumas) if suma == min(sumas)]
            if len(menores) > 1 and self.juego.nombre != "musica":
                return None, 0
            gana = next(
                self.juego.equipo(asiento)
                for paso in range(self.juego.jugadores)
                if self.juego.equipo(asiento := (self.salidor + paso) % self.juego.jugadores) in menores
            )
        if self.juego.nombre == "amigos" and meta == 100:
            return gana, sum(sobran[asiento] for asiento in equipos[1 - gana])
        if self.juego.nombre == "federacion" or self.juego.parejas:
            return gana, sum(sobran)
        return gana, sum(sobran) - sobran[gana]

    def situacion_de_cierre(self) -> bool:
        sin_jugar = [una for suyas in (*self.manos, self.pozo) for una in suyas]
        for ficha, extremo in self.opciones():
            fila = self._con(ficha, extremo)
            puntas = {fila[0][0], fila[-1][1]}
            if not any(una != ficha and puntas & set(MARCAS[una]) for una in sin_jugar):
                return True
        return False

    def reloj(self) -> int:
        """004: 3 segundos a quien tiene una sola opción; lo demás, 20 (VA5; D409)."""
        return 3 if self.juego.nombre == "federacion" and len(self.opciones()) == 1 else 20


def repartir(azar: random.Random, juego: Juego) -> tuple[list[list[str]], list[str]]:
    while True:
        orden = azar.sample(juego.en_juego(), len(juego.en_juego()))
        n, por = juego.jugadores, juego.fichas
        manos = [orden[por * uno : por * (uno + 1)] for uno in range(n)]
        if juego.nombre != "federacion" or all(sum(map(es_doble, suyas)) <= 3 for suyas in manos):
            return manos, orden[por * n :]


def quien_sale(juego: Juego, manos: list[list[str]], azar: random.Random) -> int:
    if juego.nombre == "musica":
        todas = [una for suyas in manos for una in suyas]
        mayor = max([una for una in todas if es_doble(una)] or todas, key=cuanto)
        return next(n for n, suyas in enumerate(manos) if mayor in suyas)
    return azar.randrange(juego.jugadores)


def acta_al_azar(
    azar: random.Random, juego: Juego, meta: int, manos: int | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """El acta y su informe con detalle; con `manos`, se corta en esa, a media mano."""
    suma = [0] * len(juego.equipos)
    actas: list[dict[str, Any]] = []
    informes: list[dict[str, Any]] = []
    ganadora, salidor = None, -1
    while ganadora is None and (manos is None or len(actas) < manos):
        reparto, pozo = repartir(azar, juego)
        salidor = quien_sale(juego, reparto, azar) if salidor < 0 else (salidor + 1) % juego.jugadores
        hasta = azar.randrange(25) if manos is not None and len(actas) == manos - 1 else 99
        mano = ManoDeVariante(juego, [list(s) for s in reparto], list(pozo), salidor, primera=not actas)
        acta, informe = mano_al_azar(azar, mano, hasta)
        actas.append({"reparto": reparto, "pozo": pozo, "salidor": salidor, "jugadas": acta})
        informes.append(informe)
        if informe["ganadora"] is not None:
            suma[informe["ganadora"]] += informe["tantos"]
            if suma[informe["ganadora"]] >= meta:
                ganadora = informe["ganadora"]
    nombres = ["Lupita", "Beto", "Carmen", "Chucho"][: juego.jugadores]
    cabeza = {"formato": "amigos-domino/partida", "version": 1, **juego.datos, "meta": meta, "asientos": nombres}
    estado = "en_curso" if ganadora is None else "terminada"
    return {**cabeza, "manos": actas}, {
        "manos": informes,
        "estado": estado,
        "ganadora": ganadora,
        "marcador": suma,
    }


def mano_al_azar(azar: random.Random, mano: ManoDeVariante, hasta: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    jugadas: list[dict[str, Any]] = []
    detalle: list[dict[str, Any]] = []
    busca_cerrar = azar.random() < 0.5
    while mano.fin is None and len(jugadas) < hasta:
        mano.hasta_quien_pueda()
        opciones = mano.opciones()
        detalle.append(
            {
                "legales": [{"ficha": ficha, "extremo": extremo} for ficha, extremo in opciones],
                "situacion_cierre": mano.situacion_de_cierre(),
                "reloj": mano.reloj(),
            }
        )
        ficha, extremo = elegir(azar, mano, opciones, busca_cerrar)
        dicho = extremo if azar.random() < 0.5 or sum(una == ficha for una, _ in opciones) > 1 else None
        jugadas.append({"asiento": mano.turno, "ficha": ficha, "extremo": dicho})
        mano.tirar(ficha, extremo)
    mano.hasta_quien_pueda()
    gana, cuantos = (None, 0) if mano.fin is None else mano.cuenta()
    return jugadas, {
        "fin": mano.fin or "incompleta",
        "asiento": mano.quien,
        "ganadora": gana,
        "tantos": cuantos,
        "no_jugados": mano.sobran(),
        "pases": mano.pases,
        "terminales": list(mano.puntas() or (None, None)),
        "robadas": mano.robadas,
        "detalle": detalle,
    }


def elegir(azar: random.Random, mano: ManoDeVariante, opciones: list[Opcion], busca_cerrar: bool) -> Opcion:
    """Al azar, o buscando el mismo palo en las dos puntas: así salen más cierres."""
    puntas = mano.puntas()
    if busca_cerrar and puntas is not None:
        for ficha, extremo in opciones:
            if puntas[1 if extremo == "A" else 0] in MARCAS[ficha]:
                return ficha, extremo
    return azar.choice(opciones)

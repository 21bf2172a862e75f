"""Una partida publicada, vista como era al emparejarla: lo que todas las comprobaciones miran."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from reglas.errores import ErrorDeRegla
from reglas.suizo.bolsas import bolsa_de, bolsas_en, por_mesa
from reglas.suizo.clasificacion import tabla
from reglas.suizo.como_era import como_era
from reglas.suizo.equipos import siguen_juntos
from reglas.suizo.historia import Historia, historia_de
from reglas.suizo.tipos import Mesa, Modalidad, Par, Partida, Torneo, se_empareja

Faltas = Iterator[ErrorDeRegla]


@dataclass(frozen=True)
class Vista:
    """`antes` es el torneo con que se emparejó `partida`; `despues`, el del acta."""

    despues: Torneo
    partida: Partida

    @cached_property
    def antes(self) -> Torneo:
        """Con los resultados, castigos y prohibidos de entonces (D330)."""
        return como_era(self.despues, self.partida)

    @property
    def numero(self) -> int:
        """El de la partida."""
        return self.partida.numero

    @cached_property
    def mesas(self) -> tuple[Mesa, ...]:
        """En su orden."""
        return tuple(sorted(self.partida.mesas, key=lambda m: m.numero))

    @cached_property
    def historia(self) -> Historia:
        """La de las partidas anteriores."""
        return historia_de(self.antes.partidas)

    @cached_property
    def orden(self) -> tuple[str, ...]:
        """Los sujetos en el orden de la tabla con que se emparejó."""
        return tuple(fila.sujeto for fila in tabla(self.antes, self.numero - 1, self.numero))

    @cached_property
    def comodines(self) -> frozenset[str]:
        """Los de la casa, y los conjuntos de la casa."""
        return frozenset(self.antes.comodines)

    @cached_property
    def debidos(self) -> frozenset[str]:
        """A quienes había que emparejar: ya llegaron, no se han ido y no avisaron."""
        sujetos = self.antes.sujetos
        return frozenset(u for u, q in sujetos.items() if se_empareja(q, self.numero)) - set(self.partida.ausentes)

    @cached_property
    def forzados(self) -> frozenset[str]:
        """Quienes están en una mesa forzada."""
        return frozenset(uno for mesa in self.mesas if mesa.forzada for uno in sujetos_de(mesa))

    @cached_property
    def siguen(self) -> tuple[Par, ...]:
        """Los encuentros de equipos que debían seguir (TO10)."""
        torneo = self.antes
        if torneo.modalidad is not Modalidad.EQUIPOS or not (self.numero - 1) % torneo.encuentro:
            return ()
        comodines = {u for u, q in torneo.comodines.items() if se_empareja(q, self.numero)}
        presentes = (self.debidos | (comodines - set(self.partida.ausentes))) - self.forzados
        pares = siguen_juntos(torneo.partidas[-1], presentes)
        return tuple(par for par in pares if len({self.de_bolsa(uno) for uno in par if uno not in comodines}) == 1)

    @cached_property
    def en_encuentro(self) -> frozenset[str]:
        """Los de `siguen`: a ellos no se les busca rival."""
        return frozenset(uno for par in self.siguen for uno in par)

    @cached_property
    def bolsa(self) -> Mapping[str, int]:
        """La de cada sujeto en esta partida, desde 0; quien no esté en ninguna va en la última."""
        return bolsa_de(bolsas_en(self.antes, self.numero) or ())

    @cached_property
    def bolsas(self) -> int:
        """Cuántas hay: una si no hay cortes."""
        return len(bolsas_en(self.antes, self.numero) or ((),))

    def de_bolsa(self, uno: str) -> int:
        """La suya."""
        return self.bolsa.get(uno, self.bolsas - 1)

    @property
    def por_mesa(self) -> int:
        """Sujetos que llenan una mesa o un encuentro."""
        return por_mesa(self.antes)


def sujetos_de(mesa: Mesa) -> tuple[str, ...]:
    """A quiénes se les lleva la cuenta en una mesa."""
    return mesa.entidades or mesa.asientos

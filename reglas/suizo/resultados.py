"""Lo que cada partida le dejó a cada sujeto (RG7, TO5, TO18, TO20). Siempre se recalcula desde las mesas.

Decidido aquí: a un equipo el descanso y la ausencia le valen por sus dos mesas, como todo lo demás (TO10). Una mesa por
ausencia no se jugó: no entra en el diferencial y en la fuerza suma el propio principal.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reglas.metas import Meta
from reglas.partida import MANOS_PARA_GANAR, PUNTOS_POR_SUSPENSION, VENTAJA_MINIMA
from reglas.suizo.tipos import DE_MESA, Entidad, FinDeMesa, Jugador, Mesa, Modalidad, Partida, Torneo, se_empareja

PUNTOS_SIN_JUGAR = 2
"""Los de un descanso o un contrario ausente, y lo más que da un default (TO5, TO18)."""
MANOS_DE_DESCANSO = MANOS_PARA_GANAR, MANOS_PARA_GANAR - VENTAJA_MINIMA


@dataclass(frozen=True, slots=True)
class Cuenta:
    """Lo que se suma; `favor` y `contra` son tantos o, a juegos ganados, manos."""

    puntos: int = 0
    juegos_ganados: int = 0
    favor: int = 0
    contra: int = 0

    def mas(self, otra: "Cuenta") -> "Cuenta":
        """Las dos juntas."""
        return Cuenta(
            self.puntos + otra.puntos,
            self.juegos_ganados + otra.juegos_ganados,
            self.favor + otra.favor,
            self.contra + otra.contra,
        )

    def principal(self, meta: Meta) -> int:
        """Puntos o, a juegos ganados, partidas ganadas."""
        return self.juegos_ganados if meta.tantos is None else self.puntos


@dataclass(frozen=True, slots=True)
class Vuelta:
    """Un sujeto en una partida: qué sumó, con quién y contra quién."""

    partida: int
    cuenta: Cuenta
    jugada: bool = False
    descanso: bool = False
    rivales: tuple[str, ...] = ()
    """Contra quienes jugó, en sujetos; vacía si no se jugó."""
    companeros: tuple[str, ...] = ()
    diferencia: int = 0
    """Lo que aporta a un diferencial (RG10): tantos o, a juegos ganados, +1 y −1."""


@dataclass
class _Suma:
    """Las mesas de un sujeto en una partida: una, o las dos de un equipo."""

    cuenta: Cuenta = Cuenta()
    jugada: bool = False
    rivales: list[str] = field(default_factory=list)
    companeros: list[str] = field(default_factory=list)
    diferencia: int = 0


def descanso(meta: Meta) -> Cuenta:
    """TO5: una ganada, dos puntos y meta a meta/2; a juegos ganados, 4-2."""
    if meta.tantos is None:
        return Cuenta(0, 1, *MANOS_DE_DESCANSO)
    return Cuenta(PUNTOS_SIN_JUGAR, 1, meta.tantos, meta.tantos // 2)


def ausencia(meta: Meta) -> Cuenta:
    """TO18: nada, y cero a meta; a juegos ganados, 0-4."""
    return Cuenta(0, 0, 0, MANOS_PARA_GANAR if meta.tantos is None else meta.tantos)


def cuenta_de_mesa(meta: Meta, mesa: Mesa, lado: int) -> Cuenta:
    """Lo que una mesa jugada le dio a una de sus parejas (RG7, TO17, TO18, TO20)."""
    favor = mesa.marcador[lado]
    contra = mesa.marcador[1 - lado]
    gana = mesa.ganadora == lado
    if meta.tantos is None:
        return Cuenta(0, int(gana), favor, contra)
    if mesa.fin in (FinDeMesa.DEFAULT, FinDeMesa.SANCION):
        favor, contra = (meta.tantos, contra) if gana else (favor, meta.tantos)
    return Cuenta(_puntos(meta, mesa.fin, contra) if gana else 0, int(gana), favor, contra)


def _puntos(meta: Meta, fin: FinDeMesa | None, del_perdedor: int) -> int:
    if fin is FinDeMesa.TIEMPO:
        return PUNTOS_POR_SUSPENSION
    puntos = next((puntos for hasta, puntos in meta.puntos if del_perdedor <= hasta), PUNTOS_POR_SUSPENSION)
    return puntos if fin is FinDeMesa.META else min(puntos, PUNTOS_SIN_JUGAR)


def vueltas_de(torneo: Torneo, partidas: Sequence[Partida]) -> Mapping[str, tuple[Vuelta, ...]]:
    """Por sujeto (y comodín), lo que le dejó cada una de estas partidas, que deben estar cerradas."""
    todos = {**torneo.sujetos, **torneo.comodines}
    comodines = torneo.comodines
    vueltas: dict[str, list[Vuelta]] = {uno: [] for uno in todos}
    for partida in partidas:
        sumas = _sumas(torneo, partida)
        for uno, quien in todos.items():
            if (vuelta := _vuelta(torneo, partida, quien, sumas.get(uno), uno in comodines)) is not None:
                vueltas[uno].append(vuelta)
    return {uno: tuple(suyas) for uno, suyas in vueltas.items()}


def _vuelta(
    torneo: Torneo, partida: Partida, quien: Jugador | Entidad, suma: _Suma | None, comodin: bool
) -> Vuelta | None:
    if suma is not None:
        return Vuelta(
            partida.numero,
            suma.cuenta,
            suma.jugada,
            False,
            tuple(sorted(set(suma.rivales))),
            tuple(suma.companeros),
            suma.diferencia,
        )
    if quien.id in partida.descansan:
        return Vuelta(partida.numero, _por_mesas(torneo, descanso(torneo.meta)), descanso=True)
    retirado = quien.hasta is not None and quien.hasta < partida.numero
    if retirado or comodin:
        return None
    return Vuelta(partida.numero, _por_mesas(torneo, ausencia(torneo.meta)))


def _por_mesas(torneo: Torneo, cuenta: Cuenta) -> Cuenta:
    return cuenta.mas(cuenta) if torneo.modalidad is Modalidad.EQUIPOS else cuenta


def _sumas(torneo: Torneo, partida: Partida) -> dict[str, _Suma]:
    sumas: dict[str, _Suma] = defaultdict(_Suma)
    for mesa in partida.mesas:
        for uno, lado, companeros, rivales in lugares(mesa):
            suma = sumas[uno]
            if mesa.fin is FinDeMesa.AUSENCIA:
                falto = _falto(mesa, uno, lado)
                suma.cuenta = suma.cuenta.mas(ausencia(torneo.meta) if falto else descanso(torneo.meta))
                continue
            cuenta = cuenta_de_mesa(torneo.meta, mesa, lado)
            suma.cuenta = suma.cuenta.mas(cuenta)
            suma.jugada = True
            suma.rivales += rivales
            suma.companeros += companeros
            gano = 1 if mesa.ganadora == lado else -1
            suma.diferencia += gano if torneo.meta.tantos is None else cuenta.favor - cuenta.contra
    return dict(sumas)


def lugares(mesa: Mesa) -> Iterator[tuple[str, int, tuple[str, ...], tuple[str, ...]]]:
    """Por sujeto de la mesa: quién es, de qué lado, con quiénes y contra quiénes."""
    if mesa.entidades is not None:
        for lado in (0, 1):
            yield mesa.entidades[lado], lado, (), (mesa.entidades[1 - lado],)
        return
    for asiento in range(DE_MESA):
        lado = asiento % 2
        yield mesa.asientos[asiento], lado, (mesa.asientos[(asiento + 2) % DE_MESA],), mesa.parejas[1 - lado]


def _falto(mesa: Mesa, uno: str, lado: int) -> bool:
    """En Individual, quien no vino; en Parejas y Equipos, el conjunto al que le falta alguien (TO18)."""
    if mesa.entidades is None:
        return uno in mesa.ausentes
    return uno in mesa.ausentes or any(persona in mesa.ausentes for persona in mesa.parejas[lado])


def le_toca(torneo: Torneo, partida: int) -> list[str]:
    """Los sujetos a los que se empareja esa partida, en el orden de sus identificadores."""
    return sorted(uno for uno, quien in torneo.sujetos.items() if se_empareja(quien, partida))

"""La tabla de un torneo (TO21, TO22, TO25; 000 §II.B.2-3): listas de criterios con nombre, y quién va en qué lugar.

La tabla tras la partida k trae a quienes ya entraron; quien se retiró con ella o antes va al final (TO3). Se ordena
siempre desde los resultados.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TypeAlias

from reglas.errores import ErrorDeRegla
from reglas.suizo.comparacion import comparaciones
from reglas.suizo.resultados import Cuenta, Vuelta, vueltas_de
from reglas.suizo.sorteo import orden_de_sorteo
from reglas.suizo.tipos import Distancia, Partida, Tipo, Torneo


@dataclass(frozen=True, slots=True)
class Renglon:
    """Lo que un sujeto lleva, antes de ordenarlo."""

    sujeto: str
    cuenta: Cuenta
    principal: int
    castigos: int
    fuerza: int
    sorteo: int
    retirado: bool
    vueltas: tuple[Vuelta, ...]
    bolsa: int | None = None
    """La de Multibolsa, desde 1."""
    comparacion: Fraction | None = None
    """La de Multiplicado (TO28)."""

    @property
    def diferencia(self) -> int:
        """Eficiencia o, a juegos ganados, manos ganadas menos perdidas; ya con los castigos (TO20)."""
        return self.cuenta.favor - self.cuenta.contra - self.castigos


Grupo: TypeAlias = Sequence[Renglon]


@dataclass(frozen=True, slots=True)
class CriterioDeTorneo:
    """Ordena a los que siguen empatados: el valor mayor primero."""

    codigo: str
    nombre: str
    valor: Callable[[Renglon, Grupo], int | Fraction]


def diferencial(renglon: Renglon, grupo: Grupo) -> int:
    """RG10: la suma de las partidas en que enfrentó a otro de los empatados, cada partida una vez."""
    empatados = {otro.sujeto for otro in grupo}
    return sum(vuelta.diferencia for vuelta in renglon.vueltas if not empatados.isdisjoint(vuelta.rivales))


_GANADAS = CriterioDeTorneo("juegos_ganados", "Partidas ganadas", lambda r, _: r.cuenta.juegos_ganados)
_DIFERENCIAL = CriterioDeTorneo("diferencial", "Diferencial entre los empatados", diferencial)
_FUERZA = CriterioDeTorneo("fuerza", "Fuerza de los contrarios", lambda r, _: r.fuerza)
_SORTEO = CriterioDeTorneo("sorteo", "Número de sorteo", lambda r, _: -r.sorteo)

AZTECA: tuple[CriterioDeTorneo, ...] = (
    CriterioDeTorneo("puntos", "Puntos", lambda r, _: r.cuenta.puntos),
    _GANADAS,
    CriterioDeTorneo("eficiencia", "Eficiencia", lambda r, _: r.diferencia),
    CriterioDeTorneo("tantos_favor", "Tantos a favor", lambda r, _: r.cuenta.favor),
    CriterioDeTorneo("tantos_contra", "Tantos en contra", lambda r, _: -r.cuenta.contra),
    _DIFERENCIAL,
    _FUERZA,
    _SORTEO,
)
MAYA: tuple[CriterioDeTorneo, ...] = (
    _GANADAS,
    CriterioDeTorneo("diferencia_de_manos", "Manos ganadas menos perdidas", lambda r, _: r.diferencia),
    CriterioDeTorneo("manos_favor", "Manos ganadas", lambda r, _: r.cuenta.favor),
    _DIFERENCIAL,
    _FUERZA,
    _SORTEO,
)


_COMPARACION = CriterioDeTorneo("comparacion", "Comparación con las otras mesas", lambda r, _: r.comparacion or 0)


def criterios_de(torneo: Torneo) -> tuple[CriterioDeTorneo, ...]:
    """Los de Azteca a tantos y los de Maya a juegos ganados (TO21).

    En Multiplicado la comparación va primero a tantos, y segundo a juegos ganados (TO28).
    """
    suyos = MAYA if torneo.meta.tantos is None else AZTECA
    if torneo.tipo is not Tipo.MULTIPLICADO:
        return suyos
    antes = 1 if torneo.meta.tantos is None else 0
    return (*suyos[:antes], _COMPARACION, *suyos[antes:])


@dataclass(frozen=True, slots=True)
class FilaDeTorneo:
    """Un renglón ya en su lugar."""

    lugar: int
    renglon: Renglon
    desempate: str | None
    """El criterio que lo puso debajo del anterior; «sorteo» es que empataron en todo lo demás (TO22)."""
    diferencial: int | None
    """El suyo entre los empatados, si hubo que calcularlo."""

    @property
    def sujeto(self) -> str:
        """De quién es."""
        return self.renglon.sujeto


def ordenar(grupo: Grupo, criterios: Sequence[CriterioDeTorneo]) -> tuple[FilaDeTorneo, ...]:
    """Aplica los criterios; cada uno mira sólo a los que siguen empatados al llegar a él. Los retirados, al final."""
    siguen = [r for r in grupo if not r.retirado]
    fuera = [r for r in grupo if r.retirado]
    puestos = [*_ordenar(siguen, criterios, None, None), *_ordenar(fuera, criterios, "retiro", None)]
    return tuple(FilaDeTorneo(lugar, *puesto) for lugar, puesto in enumerate(puestos, start=1))


def _ordenar(
    grupo: Grupo, criterios: Sequence[CriterioDeTorneo], desempate: str | None, suyo: int | None
) -> Iterator[tuple[Renglon, str | None, int | None]]:
    if len(grupo) <= 1 or not criterios:
        for miembro in grupo:
            yield miembro, desempate, suyo
        return
    criterio, *siguientes = criterios
    valores = {miembro.sujeto: criterio.valor(miembro, grupo) for miembro in grupo}
    por_valor = sorted(grupo, key=lambda miembro: -valores[miembro.sujeto])
    for valor, iguales in groupby(por_valor, key=lambda miembro: valores[miembro.sujeto]):
        if criterio.codigo == "diferencial":
            suyo = int(valor)
        yield from _ordenar(tuple(iguales), siguientes, desempate, suyo)
        desempate = criterio.codigo


def partidas_hasta(torneo: Torneo, hasta: int) -> tuple[Partida, ...]:
    """Las partidas 1 a `hasta`, en orden. Levanta `faltan_partidas` o `partida_abierta` con la mesa que falta."""
    por_numero = {partida.numero: partida for partida in torneo.partidas}
    for numero in range(1, hasta + 1):
        if numero not in por_numero:
            raise ErrorDeRegla("faltan_partidas", partida=numero)
        for mesa in sorted(por_numero[numero].mesas, key=lambda m: m.numero):
            if mesa.fin is None:
                raise ErrorDeRegla("partida_abierta", partida=numero, mesa=mesa.numero)
    return tuple(por_numero[numero] for numero in range(1, hasta + 1))


def renglones(torneo: Torneo, hasta: int, entran: int | None = None) -> dict[str, Renglon]:
    """Por sujeto que entró a más tardar en la partida `entran` (por omisión, `hasta`), lo que lleva tras `hasta`.

    Los comodines llevan también su cuenta, que cuenta en la fuerza de los demás, pero aquí no salen.
    """
    partidas = partidas_hasta(torneo, hasta)
    vueltas = vueltas_de(torneo, partidas)
    cuentas = {uno: _sumar(suyas) for uno, suyas in vueltas.items()}
    principal = {uno: cuenta.principal(torneo.meta) for uno, cuenta in cuentas.items()}
    castigos: Counter[str] = Counter()
    for castigo in torneo.castigos:
        if castigo.partida <= hasta:
            castigos[castigo.sujeto] += castigo.tantos
    sujetos = torneo.sujetos
    sorteo = orden_de_sorteo(torneo.semilla, sujetos)
    compara = comparaciones(torneo, partidas) if torneo.tipo is Tipo.MULTIPLICADO else {}
    return {
        uno: Renglon(
            sujeto=uno,
            cuenta=cuentas[uno],
            principal=principal[uno],
            castigos=castigos[uno],
            fuerza=_fuerza(principal, uno, vueltas[uno]),
            sorteo=sorteo[uno],
            retirado=quien.hasta is not None and quien.hasta <= hasta and quien.hasta < torneo.previstas,
            vueltas=vueltas[uno],
            comparacion=compara.get(uno),
        )
        for uno, quien in sorted(sujetos.items())
        if quien.desde <= (hasta if entran is None else entran)
    }


def _sumar(vueltas: Iterable[Vuelta]) -> Cuenta:
    total = Cuenta()
    for vuelta in vueltas:
        total = total.mas(vuelta.cuenta)
    return total


def _fuerza(principal: Mapping[str, int], uno: str, vueltas: Iterable[Vuelta]) -> int:
    """TO22: principales de los contrarios menos los de los compañeros; lo no jugado suma el propio."""
    fuerza = 0
    for vuelta in vueltas:
        if not vuelta.jugada:
            fuerza += principal[uno]
        else:
            fuerza += sum(principal.get(r, 0) for r in vuelta.rivales)
            fuerza -= sum(principal.get(c, 0) for c in vuelta.companeros)
    return fuerza


def tabla(torneo: Torneo, hasta: int, entran: int | None = None) -> tuple[FilaDeTorneo, ...]:
    """La tabla tras la partida `hasta`; en Multibolsa, ya cortada, bolsa por bolsa (`bolsas.por_bolsas`)."""
    return ordenar(tuple(renglones(torneo, hasta, entran).values()), criterios_de(torneo))


def tabla_a_distancia(torneo: Torneo, filas: Sequence[FilaDeTorneo]) -> tuple[tuple[Distancia, Renglon, int], ...]:
    """TO25: la de las parejas y equipos declarados: cada uno, lo que suman los suyos y su mejor lugar.

    Mismos criterios, salvo el diferencial, que es de enfrentados y a ellos no se les enfrenta; luego el mejor lugar.
    Van primero las parejas y luego los equipos, que no compiten entre sí.
    """
    lugares = {fila.sujeto: fila for fila in filas}
    juntas = [(d, *_juntar(d, [lugares[j] for j in d.jugadores if j in lugares])) for d in torneo.distancia]
    criterios = [c for c in criterios_de(torneo) if c.codigo not in ("diferencial", "sorteo")]
    juntas.sort(key=lambda t: (len(t[0].jugadores), *(-c.valor(t[1], ()) for c in criterios), t[2], t[0].nombre))
    return tuple(juntas)


def _juntar(distancia: Distancia, filas: Sequence[FilaDeTorneo]) -> tuple[Renglon, int]:
    suyos = [fila.renglon for fila in filas]
    total = Cuenta()
    for renglon in suyos:
        total = total.mas(renglon.cuenta)
    junto = Renglon(
        sujeto=distancia.nombre,
        cuenta=total,
        principal=sum(r.principal for r in suyos),
        castigos=sum(r.castigos for r in suyos),
        fuerza=sum(r.fuerza for r in suyos),
        sorteo=0,
        retirado=False,
        vueltas=(),
    )
    return junto, min((fila.lugar for fila in filas), default=0)

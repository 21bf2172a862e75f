"""Las ramas de simulación de una persona: verlas, compararlas y la partida que habrían dado (AC2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from enlinea.academia.consultas.fuente import Cuenta, Fuente, Marcador, cuenta_de, marcador_de
from enlinea.models import Rama
from reglas.repeticion import Jugada, Repetida, simular


def simulada(fuente: Fuente, mano: int, desde: int, jugadas: Sequence[Jugada]) -> Repetida:
    """La mano que fue hasta `desde` y, de ahí, con esas jugadas. Los tiempos de lo simulado no se saben.

    Levanta `IndexError` si la mano o la jugada no existen y los de `reglas.repeticion.simular`.
    """
    if mano < 0 or desde < 0:
        raise IndexError(mano)
    era = fuente.manos[mano]
    otras = simular(era.estados[desde], jugadas)
    return Repetida(era.repartidas, (*era.estados[:desde], *otras), (*era.ms[:desde], *(None for _ in jugadas)))


def ramas_de(fuente: Fuente, cuenta_id: int, mano: int | None = None) -> list[Rama]:
    """Las guardadas de esa fuente (o de una de sus manos), en orden; sin las borradas."""
    suyas = Rama.objects.filter(cuenta_id=cuenta_id, borrada__isnull=True, **fuente.columna())
    return list(suyas if mano is None else suyas.filter(mano=mano))


def rama_de(fuente: Fuente, cuenta_id: int, rama_id: int) -> Rama | None:
    """Una, si es suya y de esa fuente."""
    return Rama.objects.filter(pk=rama_id, cuenta_id=cuenta_id, borrada__isnull=True, **fuente.columna()).first()


def repetida_de(fuente: Fuente, rama: Rama) -> Repetida:
    """La rama, estado por estado. Levanta los de `simulada` si ya no vale."""
    return simulada(fuente, rama.mano, rama.desde, [(ficha, extremo or None) for ficha, extremo in rama.jugadas])


@dataclass(frozen=True, slots=True)
class Columna:
    """Una de las manos que se comparan lado a lado."""

    rama: Rama | None
    """None es la que se jugó."""
    desde: int | None
    """Jugada en que se aparta de la que se jugó, desde 0."""
    cuenta: Cuenta | None
    pases: tuple[int, ...]
    jugadas: tuple[tuple[int, int, int], ...]
    """Ficha, extremo y asiento."""


def columnas_de(fuente: Fuente, mano: int, ramas: Sequence[Rama]) -> list[Columna]:
    """La mano jugada y sus ramas, para compararlas."""
    era = fuente.manos[mano]
    return [
        _columna(fuente, None, era, era),
        *(_columna(fuente, rama, repetida_de(fuente, rama), era) for rama in ramas),
    ]


def _columna(fuente: Fuente, rama: Rama | None, vista: Repetida, era: Repetida) -> Columna:
    jugadas, otras = _ternas(vista), _ternas(era)
    iguales = 0
    while iguales < min(len(jugadas), len(otras)) and jugadas[iguales] == otras[iguales]:
        iguales += 1
    aparta = None if rama is None or iguales == len(jugadas) == len(otras) else iguales
    return Columna(rama, aparta, cuenta_de(vista.fin, fuente.meta), vista.fin.pases, jugadas)


def _ternas(vista: Repetida) -> tuple[tuple[int, int, int], ...]:
    cadena = vista.fin.cadena
    return tuple(zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True))


@dataclass(frozen=True, slots=True)
class ManoElegida:
    """Una mano de la partida que pudo ser."""

    numero: int
    ramas: list[Rama]
    elegida: Rama | None
    cuenta: Cuenta | None
    marcador: Marcador
    """Tras ella."""
    sobra: bool
    """La partida ya habría terminado antes."""


def partida_que_pudo_ser(fuente: Fuente, cuenta_id: int, elegidas: Mapping[int, int]) -> list[ManoElegida]:
    """Mano por mano, con la rama elegida en cada una (`elegidas`: mano → rama) o la que se jugó."""
    todas = ramas_de(fuente, cuenta_id)
    salida: list[ManoElegida] = []
    cuentas: list[Cuenta | None] = []
    for numero, cuenta in enumerate(fuente.cuentas):
        ramas = [rama for rama in todas if rama.mano == numero]
        elegida = next((rama for rama in ramas if rama.pk == elegidas.get(numero)), None)
        sobra = marcador_de(fuente.meta, cuentas).ganadora is not None
        suya = cuenta if elegida is None else cuenta_de(repetida_de(fuente, elegida).fin, fuente.meta)
        cuentas.append(suya)
        salida.append(ManoElegida(numero, ramas, elegida, suya, marcador_de(fuente.meta, cuentas), sobra))
    return salida

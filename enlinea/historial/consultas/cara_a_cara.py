"""Con quién y contra quién ha jugado una persona, en toda su historia (ES1)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, F, Q

from enlinea.models import Jugador
from reglas.estadistica_acumulada import porcentaje
from suscripciones import consultas as suscripciones

# con menos, una racha corta engaña
MINIMO_DE_PAREJA = 5


@dataclass(frozen=True, slots=True)
class Trato:
    """Lo jugado con otra persona, de pareja o de contrario; lo ganado es de quien pregunta."""

    cuenta: int
    nombre: str
    jugadas: int
    ganadas: int

    @property
    def perdidas(self) -> int:
        """Las que no ganó."""
        return self.jugadas - self.ganadas

    @property
    def porcentaje(self) -> int | None:
        """De ganadas, 0 a 100."""
        return porcentaje(self.ganadas, self.jugadas)


@dataclass(frozen=True, slots=True)
class CaraACara:
    """De pareja y de contrario, de quien más se ha jugado a quien menos."""

    de_pareja: tuple[Trato, ...]
    de_contrario: tuple[Trato, ...]

    @property
    def mejor_pareja(self) -> Trato | None:
        """Con quien gana mayor parte de lo jugado, de al menos `MINIMO_DE_PAREJA`; None si con nadie llega."""
        return mejor_de(self.de_pareja)


def cara_a_cara(cuenta_id: int) -> CaraACara:
    """De todas las partidas que cuentan. Dos viajes a la base."""
    otros = Jugador.objects.filter(
        ~Q(cuenta_id=cuenta_id),
        cuenta_id__isnull=False,
        partida__jugadores__cuenta_id=cuenta_id,
        partida__jugadores__numero__isnull=False,
    ).annotate(de=F("asiento") % 2, mia=F("partida__jugadores__asiento") % 2)
    filas = otros.values_list("cuenta_id", "de", "mia").annotate(
        jugadas=Count("pk"), ganadas=Count("pk", filter=Q(partida__ganadora=F("mia")))
    )
    # por (cuenta, si fue pareja): [jugadas, ganadas]
    sumas: dict[tuple[int, bool], list[int]] = defaultdict(lambda: [0, 0])
    for cuenta, de, mia, jugadas, ganadas in filas.order_by():
        suma = sumas[cuenta, de == mia]
        suma[0] += jugadas
        suma[1] += ganadas
    nombres = suscripciones.nombres_publicos({cuenta for cuenta, _pareja in sumas})

    def tratos(pareja: bool) -> tuple[Trato, ...]:
        suyos = (Trato(c, nombres.get(c, ""), *suma) for (c, fue), suma in sumas.items() if fue is pareja)
        return tuple(sorted(suyos, key=lambda t: (-t.jugadas, -t.ganadas, t.nombre.casefold(), t.cuenta)))

    return CaraACara(tratos(True), tratos(False))


def mejor_de(tratos: Sequence[Trato]) -> Trato | None:
    """El de mayor proporción de ganadas con lo mínimo jugado; si empatan, con quien más ha jugado."""
    bastantes = [t for t in tratos if t.jugadas >= MINIMO_DE_PAREJA and t.ganadas]
    return max(bastantes, key=lambda t: (Fraction(t.ganadas, t.jugadas), t.jugadas, -t.cuenta), default=None)

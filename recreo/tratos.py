"""Con quién gana y contra quién juega una persona, en sus Recreos terminados (D506).

Quien tiene cuenta es el mismo en todos. Quien no, es su nombre; y si ese nombre lo usó una sola cuenta de las que
jugaron con la persona, es ella: Beto sin cuenta en marzo y con cuenta en abril es Beto.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

from config.comun.escrito import llano
from recreo.models import Jugador
from reglas.desglose import leer
from reglas.temporada import Jugado, Trato, cara_a_cara, mejor_companero, tratos_de

RECREOS = 500
"""Los últimos: son casi diez años de jueves, y se suman en la página."""
YO = 0


@dataclass(frozen=True, slots=True)
class Nombrado:
    """Otra persona, con el nombre que llevaba la última vez."""

    nombre: str


@dataclass(frozen=True, slots=True)
class ConAlguien:
    """Cómo le ha ido con ella y contra ella."""

    otro: Nombrado
    trato: Trato


@dataclass(frozen=True, slots=True)
class MisTratos:
    """El resumen de «Mi historia»."""

    recreos: int
    primeros: int
    jugadas: int
    ganadas: int
    con: tuple[ConAlguien, ...]
    mejor: ConAlguien | None
    rival: ConAlguien | None
    """Contra quien más ha jugado."""


def mis_tratos(cuenta_id: int, cuantos: int = 12) -> MisTratos:
    """Los de esa cuenta, con las `cuantos` personas con que más ha jugado."""
    mios = list(
        Jugador.objects.filter(cuenta=cuenta_id, recreo__desglose__isnull=False)
        .order_by("-recreo__creado", "-recreo_id")
        .values_list("recreo_id", "numero", "recreo__desglose__datos")[:RECREOS]
    )
    demas = list(
        Jugador.objects.filter(recreo__in=[r for r, _n, _d in mios])
        .order_by("-recreo__creado", "-recreo_id", "numero")
        .values_list("recreo_id", "numero", "nombre", "cuenta_id")
    )
    quienes, nombres = _personas(cuenta_id, demas)
    jugados = [Jugado(leer(datos), quienes.get(recreo, {})) for recreo, _numero, datos in mios]
    tratos = tratos_de(cara_a_cara(jugados), YO)
    yo = {recreo: numero for recreo, numero, _datos in mios}
    duelos = [(d, yo[r]) for (r, _n, _d), j in zip(mios, jugados, strict=True) for d in j.desglose.duelos]
    return MisTratos(
        recreos=len(mios),
        primeros=sum(x.lugar == 1 and x.numero == yo[r] for (r, _n, _d), j in zip(mios, jugados, strict=True)
                     for x in j.desglose.renglones),
        jugadas=sum(n in (*d.ganan, *d.pierden) for d, n in duelos),
        ganadas=sum(n in d.ganan for d, n in duelos),
        con=tuple(_con(t, nombres) for t in tratos[:cuantos]),
        mejor=_si(mejor_companero(tratos), nombres),
        rival=_si(max((t for t in tratos if t.contra), key=lambda t: (t.contra, -t.otra), default=None), nombres),
    )  # fmt: skip


def _con(trato: Trato, nombres: dict[int, str]) -> ConAlguien:
    return ConAlguien(Nombrado(nombres[trato.otra]), trato)


def _si(trato: Trato | None, nombres: dict[int, str]) -> ConAlguien | None:
    return None if trato is None else _con(trato, nombres)


def _personas(
    cuenta_id: int, demas: Iterable[tuple[int, int, str, int | None]]
) -> tuple[dict[int, dict[int, int]], dict[int, str]]:
    """Por Recreo, número → persona; y el último nombre de cada persona. La 0 es de quien es la historia."""
    filas = list(demas)
    con_ese_nombre: dict[str, set[int]] = {}
    for _r, _n, nombre, cuenta in filas:
        if cuenta is not None:
            con_ese_nombre.setdefault(llano(nombre), set()).add(cuenta)
    numeros: dict[Hashable, int] = {("cuenta", cuenta_id): YO}
    quienes: dict[int, dict[int, int]] = {}
    nombres: dict[int, str] = {}
    for recreo, numero, nombre, cuenta in sorted(filas, key=lambda f: f[3] is None):
        cuentas = con_ese_nombre.get(llano(nombre), set())
        suya = cuenta if cuenta is not None else (next(iter(cuentas)) if len(cuentas) == 1 else None)
        quien: Hashable = ("cuenta", suya) if suya is not None else ("nombre", llano(nombre))
        aqui = quienes.setdefault(recreo, {})
        if numeros.get(quien) in aqui.values():
            quien = ("aparte", recreo, numero)  # dos del mismo Recreo no son la misma persona
        persona = numeros.setdefault(quien, len(numeros))
        aqui[numero] = persona
        nombres.setdefault(persona, nombre)
    return quienes, nombres

"""El podio de un Recreo que terminó: quién ganó, los tres primeros y la noche de quien mira (RE7, D324).

Nunca lleva correos ni dinero: es lo que se comparte.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import takewhile

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.templatetags.domino import signo
from recreo.estado import EstadoRecreo, Visor
from recreo.textos import en_lista
from reglas.clasificacion import Fila

LUGARES = 3


@dataclass(frozen=True, slots=True)
class Escalon:
    """Un lugar del podio; `cuanto` es lo que decide: puntos o, a juegos ganados, juegos."""

    lugar: int
    nombre: str
    cuanto: int
    que: str
    yo: bool


@dataclass(frozen=True, slots=True)
class MiNoche:
    """Cómo le fue a quien mira."""

    nombre: str
    lugar: int
    ganados: int
    jugados: int
    con: str
    """Con quién ganó más; vacío si no ganó."""
    ganados_con: int
    jugados_con: int


@dataclass(frozen=True, slots=True)
class Podio:
    """Lo que se ve y lo que se comparte."""

    escalones: tuple[Escalon, ...]
    dato: str
    recreo: str
    donde: str
    """Dónde y cuándo."""
    dicho: str
    """El podio entero en palabras: el texto alternativo de la foto."""
    empate: str = ""
    """Con quién quedó igual en todo el que ganó; entonces decidió su número (RG10, D802)."""

    @property
    def gano(self) -> str:
        """Quién quedó primero."""
        return self.escalones[0].nombre


def podio_de(estado: EstadoRecreo, visor: Visor) -> Podio | None:
    """El podio, si el Recreo terminó con alguna partida cerrada."""
    if estado.estado != "terminado" or not estado.cerradas:
        return None
    filas = estado.filas[:LUGARES]
    escalones = tuple(_escalon(estado, f, visor) for f in filas)
    dato, donde = _dato(estado, filas[0]), _donde(estado)
    return Podio(escalones, dato, estado.nombre, donde, _dicho(estado, escalones), _empate(estado))


def _empate(estado: EstadoRecreo) -> str:
    """«Paco y Beto quedaron empatados en todo: va primero el número menor.» (RG10)."""
    iguales = list(takewhile(lambda f: f.desempate == "numero", estado.filas[1:]))
    if not iguales:
        return ""
    quienes = en_lista(estado.nombre_de(f.jugador) for f in (estado.filas[0], *iguales))
    return _("%(quienes)s quedaron empatados en todo: gana por número menor.") % {"quienes": quienes}


def _escalon(estado: EstadoRecreo, f: Fila, visor: Visor) -> Escalon:
    if estado.meta.tantos is None:
        cuanto, que = f.juegos_ganados, ngettext("ganado", "ganados", f.juegos_ganados)
    else:
        cuanto, que = f.puntos, ngettext("punto", "puntos", f.puntos)
    return Escalon(f.lugar, estado.nombre_de(f.jugador), cuanto, que, f.jugador == visor.numero)


def _dato(estado: EstadoRecreo, f: Fila) -> str:
    """«4 ganados de 5 · eficiencia +112»."""
    de = {"n": f.juegos_ganados, "total": _jugados(estado, f.jugador)}
    ganados = ngettext("%(n)d ganado de %(total)d", "%(n)d ganados de %(total)d", f.juegos_ganados) % de
    if estado.meta.tantos is None:
        return ganados
    return f"{ganados} · " + _("eficiencia %(cuanta)s") % {"cuanta": signo(f.eficiencia)}


def _jugados(estado: EstadoRecreo, numero: int) -> int:
    """Cuántas mesas cerradas le suman (RG8)."""
    mesas = (m for p in estado.cerradas for m in p.mesas)
    return sum(numero in m.asientos and numero not in m.rol.no_suman for m in mesas)


def _donde(estado: EstadoRecreo) -> str:
    """«Casa de Lupita · domingo 22 de noviembre»."""
    dia = timezone.localtime(estado.iniciado or estado.creado)
    cuando = date_format(dia, "l j \\d\\e F").lower()
    return " · ".join(p for p in (estado.lugar or estado.procedencia, cuando) if p)


def _dicho(estado: EstadoRecreo, escalones: tuple[Escalon, ...]) -> str:
    lugares = (_("primer lugar"), _("segundo"), _("tercero"))
    partes = [
        _("%(lugar)s, %(nombre)s con %(n)d %(que)s") % {"lugar": lugar, "nombre": e.nombre, "n": e.cuanto, "que": e.que}
        for lugar, e in zip(lugares, escalones, strict=False)
    ]
    return _("Podio de %(recreo)s: %(lugares)s.") % {"recreo": estado.nombre, "lugares": "; ".join(partes)}


def mi_noche(estado: EstadoRecreo, visor: Visor) -> MiNoche | None:
    """Su lugar, lo que ganó y con quién le fue mejor; None si sólo organiza."""
    numero = visor.numero
    fila = next((f for f in estado.filas if f.jugador == numero), None)
    if numero is None or fila is None or not estado.cerradas:
        return None
    jugadas: Counter[int] = Counter()
    ganadas: Counter[int] = Counter()
    for m in (m for p in estado.cerradas for m in p.mesas if numero in m.asientos and numero not in m.rol.no_suman):
        companero = m.companero(numero)
        jugadas[companero] += 1
        ganadas[companero] += m.va_ganando == m.pareja_de(numero)
    mejor = max(ganadas, key=lambda n: (ganadas[n], -jugadas[n], -n), default=0)
    con = estado.nombre_de(mejor) if ganadas[mejor] else ""
    return MiNoche(
        nombre=estado.nombre_de(numero),
        lugar=fila.lugar,
        ganados=fila.juegos_ganados,
        jugados=sum(jugadas.values()),
        con=con,
        ganados_con=ganadas[mejor],
        jugados_con=jugadas[mejor],
    )

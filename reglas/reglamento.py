"""El reglamento: lo que cambia de un juego de dominó a otro, en una tabla de datos y funciones puras (VA1).

La mano, la partida, la mesa en línea, la vista, los automáticos, la plantilla y el análisis se lo preguntan a él: en
ninguno se escribe que son cuatro, que reciben siete o que van por parejas, ni a qué juego se juega. Otro juego es un
renglón más en `_JUEGOS`.

Un *bando* es quien gana o pierde junto: una pareja, o cada jugador por su cuenta. Lo que va «por asiento» o «por
bando» es una tupla en ese orden.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from reglas.errores import ErrorDeRegla
from reglas.fichas import FICHAS, MULAS, NUMERO, PALOS, TANTOS, TODAS, lista
from reglas.metas import AQueSeJuega, ATantos, Meta, Suma

PorAsiento = tuple[int, ...]
PorBando = tuple[int, ...]

# Cuatro asientos, en el sentido del turno (RG11).
ABAJO, DERECHA, ARRIBA, IZQUIERDA = range(4)
CUALQUIERA = -1
"""Se sale con la ficha que se quiera."""


class Relojes(NamedTuple):
    """Segundos que tiene un turno (EL7)."""

    cierre: int
    """En situación de cierre, que manda sobre la opción única."""
    unica: int
    """Con una sola opción."""
    normal: int


class Salida(NamedTuple):
    """Quién sale en la primera mano y cómo se supo."""

    asiento: int
    obligada: int = CUALQUIERA
    """La ficha con que debe salir (VA8)."""
    fichas: tuple[int, ...] = ()
    """La que le tocó a cada quien en el sorteo de la salida, que se enseña (VA3)."""


class Variante(NamedTuple):
    """De cuántos, cómo y con cuántas fichas."""

    jugadores: int
    por_parejas: bool
    por_mano: int = 7


class DatosDeReglamento(NamedTuple):
    """Un renglón de la tabla."""

    variantes: tuple[Variante, ...]
    """Las que admite; la primera, si no se dice cuál."""
    relojes: Relojes
    metas: tuple[AQueSeJuega, ...]
    """A qué se ofrece jugar; la primera, por omisión."""
    admite_meta: Callable[[int], bool] | None
    """Si se puede jugar a tantos tantos; None si sólo a las de `metas`."""
    suma: Callable[[bool], Suma]
    """Por parejas o no → lo que suma quien gana la mano, a las metas que son un número."""
    gana_el_cierre: Callable[[Sequence[int], Sequence[int]], int | None]
    """(Lo que le quedó a cada bando, qué tan lejos está de quien salió) → el que gana un cierre, o None (RG3)."""
    sale_por_sorteo: Callable[[int, Callable[[], Sequence[int]], int], Salida] | None = None
    """(número del sorteo, las fichas revueltas, asientos) → la primera salida (RG1, VA3)."""
    sale_por_fichas: Callable[[PorAsiento], Salida] | None = None
    """(lo que le tocó a cada quien) → la primera salida (VA8)."""
    fichas_antes_de_cerrar: int = len(FICHAS)
    """Con éstas o menos en la mesa no se busca si hay situación de cierre; todas, si ningún reloj depende de eso."""
    mulas_al_repartir: int = PALOS
    """Las más que puede recibir alguien: si no, se reparte otra vez (VA4)."""
    robos: int | None = None
    """Las que roba seguidas del pozo quien no puede tirar; None si al juego no le toca robar nunca."""
    oficial: bool = False
    """Cuenta para PR, quintiles y tarjetas, y castiga al que se tarda; en los otros tira el sistema (VA2)."""
    tras_incompleta: bool = False
    """Si en un acta puede haber otra mano tras una a medias."""


def sale_cualquiera(numero: int, _fichas: Callable[[], Sequence[int]], asientos: int) -> Salida:
    """Todos salen con la misma probabilidad."""
    return Salida(numero % asientos)


def sale_la_ficha_mayor(_numero: int, fichas: Callable[[], Sequence[int]], asientos: int) -> Salida:
    """Una ficha a cada quien: la que más suma y, en empate, la de mayor lado (VA3)."""
    suyas = tuple(fichas()[:asientos])
    return Salida(max(range(asientos), key=lambda asiento: _cuanto(suyas[asiento])), fichas=suyas)


def sale_la_mula_mayor(manos: PorAsiento) -> Salida:
    """El doble más alto; sin dobles, la de mayor suma y, en empate, la de mayor lado. Y sale con esa ficha (VA8)."""
    repartidas = sum(manos)
    ficha = max(lista(repartidas & MULAS) or lista(repartidas), key=_cuanto)
    return Salida(next(asiento for asiento, bits in enumerate(manos) if bits >> ficha & 1), obligada=ficha)


def _cuanto(ficha: int) -> tuple[int, int]:
    """Lo que suma y su lado mayor: no hay dos fichas iguales en ambos."""
    return TANTOS[ficha], FICHAS[ficha][1]


def el_de_menos(quedan: Sequence[int], _lejos: Sequence[int]) -> int | None:
    """El bando con menos tantos; empatado, nadie."""
    menos = min(quedan)
    return quedan.index(menos) if quedan.count(menos) == 1 else None


def el_de_menos_o_mas_cerca(quedan: Sequence[int], lejos: Sequence[int]) -> int | None:
    """El de menos tantos; empatado, quien lleva la mano o está más cerca de ella (VA10)."""
    return min(range(len(quedan)), key=lambda bando: (quedan[bando], lejos[bando]))


_PAREJAS = ((ABAJO, ARRIBA), (DERECHA, IZQUIERDA))
_CIENES = range(100, 501, 50)

_JUEGOS: Mapping[str, DatosDeReglamento] = {
    "amigos": DatosDeReglamento(
        variantes=(Variante(4, True),),
        relojes=Relojes(cierre=60, unica=5, normal=20),
        metas=tuple(Meta),
        admite_meta=None,
        suma=lambda _por_parejas: Suma.TODAS,
        gana_el_cierre=el_de_menos,
        sale_por_sorteo=sale_cualquiera,
        # el cierre más corto lleva diez fichas: las siete de un palo y tres que las enlazan
        fichas_antes_de_cerrar=9,
        oficial=True,
        tras_incompleta=True,
    ),
    "federacion": DatosDeReglamento(
        variantes=(
            Variante(4, True),
            Variante(2, False),
            Variante(3, False),
            Variante(2, False, 9),
            Variante(3, False, 9),
        ),
        relojes=Relojes(cierre=20, unica=3, normal=20),
        metas=tuple(ATantos(tantos, Suma.TODAS) for tantos in (300, *(t for t in _CIENES if t != 300))),
        admite_meta=_CIENES.__contains__,
        suma=lambda _por_parejas: Suma.TODAS,
        gana_el_cierre=el_de_menos,
        sale_por_sorteo=sale_la_ficha_mayor,
        mulas_al_repartir=3,
        robos=len(FICHAS),
    ),
    "musica": DatosDeReglamento(
        variantes=(Variante(4, False), Variante(4, True), Variante(3, False), Variante(2, False)),
        relojes=Relojes(cierre=20, unica=20, normal=20),
        metas=tuple(ATantos(tantos, Suma.TODAS) for tantos in (100, 50, 150, 200)),
        admite_meta=lambda tantos: tantos > 0,
        suma=lambda por_parejas: Suma.TODAS if por_parejas else Suma.LAS_DE_LOS_PERDEDORES,
        gana_el_cierre=el_de_menos_o_mas_cerca,
        sale_por_fichas=sale_la_mula_mayor,
        robos=1,
    ),
}
JUEGOS = tuple(_JUEGOS)
"""Los nombres, como van en las actas."""


class Reglamento(str):
    """Un juego, de cuántos y cómo; hay uno solo de cada. Como texto, su nombre y, si no es la primera, la variante."""

    def __new__(cls, nombre: str, variante: Variante) -> "Reglamento":
        """Sólo desde `reglamento_de`."""
        sin_decir = variante == _JUEGOS[nombre].variantes[0]
        return super().__new__(cls, nombre if sin_decir else "-".join(map(str, (nombre, *map(int, variante)))))

    def __init__(self, nombre: str, variante: Variante) -> None:
        datos = _JUEGOS[nombre]
        self.nombre, self.variante = nombre, variante
        self.asientos, self.por_parejas, self.por_mano = n, parejas, por_mano = variante
        self.bandos: tuple[tuple[int, ...], ...] = _PAREJAS if parejas else tuple((asiento,) for asiento in range(n))
        self.fichas = _en_juego(n, por_mano)
        """Las que entran en juego, en máscara."""
        self.en_pozo = self.fichas.bit_count() - n * por_mano
        """Las que quedan sin repartir."""
        self.relojes, self.oficial, self.tras_incompleta = datos.relojes, datos.oficial, datos.tras_incompleta
        self.fichas_antes_de_cerrar, self.mulas_al_repartir = datos.fichas_antes_de_cerrar, datos.mulas_al_repartir
        self.limita_mulas = self.mulas_al_repartir < PALOS
        self.sale_por_sorteo, self.sale_por_fichas = datos.sale_por_sorteo, datos.sale_por_fichas
        self.gana_el_cierre = datos.gana_el_cierre
        self.roba = datos.robos is not None
        self.robos = datos.robos or 0
        self._admite_meta, self._suma = datos.admite_meta, datos.suma(parejas)
        self.metas: tuple[AQueSeJuega, ...] = tuple(
            [meta if isinstance(meta, Meta) else ATantos(meta.tantos, self._suma) for meta in datos.metas]
        )
        self.sigue: PorAsiento = tuple((asiento + 1) % n for asiento in range(n))
        """A quién le toca después de cada quien: el turno, y la salida de la mano siguiente (RG5)."""
        self.bando_de: PorAsiento = tuple(
            bando for asiento in range(n) for bando, suyos in enumerate(self.bandos) if asiento in suyos
        )
        despues = [[(asiento + paso) % n for paso in range(1, n)] for asiento in range(n)]
        es = self.bando_de
        self.companeros: tuple[tuple[int, ...], ...] = tuple(
            tuple(otro for otro in otros if es[otro] == es[a]) for a, otros in enumerate(despues)
        )
        """Por asiento, los de su bando, en el orden en que les toca después de él."""
        self.contrarios: tuple[tuple[int, ...], ...] = tuple(
            tuple(otro for otro in otros if es[otro] != es[a]) for a, otros in enumerate(despues)
        )
        """Por asiento, los de otro bando, igual."""

    def __reduce__(self) -> tuple[Any, ...]:
        return reglamento_de, (self.nombre, *self.variante)

    def por_bando(self, por_asiento: Sequence[int]) -> PorBando:
        """Lo de cada asiento, sumado por bando."""
        return tuple([sum([por_asiento[asiento] for asiento in suyos]) for suyos in self.bandos])

    def lejos_de(self, salidor: int) -> PorBando:
        """Por bando, a cuántos turnos de quien salió está el suyo que está más cerca."""
        return tuple([min([(asiento - salidor) % self.asientos for asiento in suyos]) for suyos in self.bandos])

    def meta_de(self, texto: str) -> AQueSeJuega | None:
        """La meta que se escribe así, o None si a eso no se juega."""
        for meta in self.metas:
            if meta == texto:
                return meta
        if self._admite_meta is None or not (texto.isascii() and texto.isdigit()) or texto != str(int(texto)):
            return None
        return ATantos(int(texto), self._suma) if self._admite_meta(int(texto)) else None

    @property
    def como_sale(self) -> str:
        """Cómo se sabe quién sale en la primera mano: por un número, por una ficha sorteada o por la mula mayor."""
        if self.sale_por_fichas is not None:
            return "mula"
        return "numero" if self.sale_por_sorteo is sale_cualquiera else "ficha"

    @property
    def se_analiza(self) -> bool:
        """Si hay un valor exacto: dos parejas, todas las fichas a la vista, y empatado el cierre nadie gana (AC3)."""
        return self.por_parejas and not self.en_pozo and self.gana_el_cierre is el_de_menos

    @property
    def meta_es_numero(self) -> bool:
        """Si en el acta va como número."""
        return self._admite_meta is not None

    def admite(self, manos: Sequence[int]) -> bool:
        """Si se puede repartir así (VA4); lo de cada quien, en máscara."""
        return all((bits & MULAS).bit_count() <= self.mulas_al_repartir for bits in manos)


def _en_juego(jugadores: int, por_mano: int) -> int:
    """Las 28; tres con nueve se reparten todas menos el doble blanco (VA7)."""
    return TODAS & ~(1 << NUMERO[0, 0]) if jugadores * por_mano == len(FICHAS) - 1 else TODAS


def variantes_de(nombre: str) -> tuple[Variante, ...]:
    """De cuántos y cómo se juega."""
    return _JUEGOS[nombre].variantes


def reglamento_de(nombre: str, jugadores: int = 4, por_parejas: bool = True, por_mano: int = 7) -> Reglamento:
    """El reglamento de ese juego. Levanta `juego_imposible` si así no se juega."""
    return _uno(nombre, Variante(jugadores, bool(por_parejas), por_mano))


def reglamento_de_texto(texto: str) -> Reglamento:
    """El que se escribe así (`str(reglamento)`). Levanta `juego_imposible`."""
    nombre, *como = texto.split("-")
    if nombre in _JUEGOS and not como:
        return _uno(nombre, _JUEGOS[nombre].variantes[0])
    if len(como) != len(Variante._fields) or not all(uno.isdecimal() and uno.isascii() for uno in como):
        raise ErrorDeRegla("juego_imposible", reglamento=texto, jugadores=0)
    jugadores, por_parejas, por_mano = map(int, como)
    return reglamento_de(nombre, jugadores, bool(por_parejas), por_mano)


@cache
def _uno(nombre: str, variante: Variante) -> Reglamento:
    if nombre not in _JUEGOS or variante not in _JUEGOS[nombre].variantes:
        raise ErrorDeRegla("juego_imposible", reglamento=nombre, jugadores=variante.jugadores)
    return Reglamento(nombre, variante)


AMIGOS = reglamento_de("amigos")

"""La mano: jugadas legales, terminal obligada, pases, dominada, cierre y cuenta (RG2-RG5; 001 §7.2, 002 §2).

Cuántos juegan, con quién y con qué relojes lo dice `mano.reglamento`. Los extremos son A (Arriba o Izquierda) y B
(Abajo o Derecha) vistos desde el asiento 0.
"""

from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from reglas.errores import ErrorDeRegla
from reglas.fichas import DE_PALO, FICHAS, OTRO, TANTOS, TEXTOS, lista, mascara, tantos_de
from reglas.metas import AQueSeJuega
from reglas.reglamento import ABAJO, AMIGOS, CUALQUIERA, DERECHA, PorAsiento, Reglamento
from reglas.tipos import NADIE, SIN_TERMINAL, Desenlace

T = TypeVar("T")
SALIDA, A, B = 0, 1, 2
EXTREMOS = ("", "A", "B")
DERECHA_DE = (B, A, A, B)
"""La derecha de cada salidor: ahí se juega con las dos terminales iguales (RG2, decisión), jueguen cuantos jueguen."""


class Aparte(NamedTuple):
    """Lo que sólo llevan las manos de otros juegos."""

    reglamento: Reglamento
    pozo: tuple[int, ...] = ()
    """Las fichas que quedan, en el orden en que se robarían."""
    obligada: int = CUALQUIERA
    """La ficha con que se sale."""
    en_turno: int = 0
    """Las que lleva robadas quien está en turno."""
    robos: tuple[int, ...] = ()
    """Pares planos (cuántas fichas había en la mesa, asiento), uno por robada: a la vista de todos."""


class CamposDeMano(NamedTuple):
    """Lo que cambia de una mano a otra; `cadena` son ternas planas (ficha, extremo, asiento) en orden de jugada."""

    manos: PorAsiento
    """Las fichas que le quedan a cada quien, en máscara."""
    salidor: int
    turno: int
    a: int
    b: int
    cadena: tuple[int, ...]
    pases: PorAsiento
    desenlace: Desenlace | None
    ultimo: int
    """Quien tiró la última ficha: el que dominó o cerró; `NADIE` si nadie ha tirado."""


class Mano(CamposDeMano):
    """Una mano en curso o terminada, con el reglamento a que se juega."""

    __slots__ = ()
    # de la clase y no campos: el juego de siempre no los lleva en cada jugada ni en el estado guardado
    reglamento: Reglamento = AMIGOS
    aparte: Aparte | None = None


class ManoAparte(Mano):
    """La de otro juego: los mismos campos y uno más, lo suyo."""

    __slots__ = ()
    _fields = (*CamposDeMano._fields, "aparte")  # type: ignore[assignment]
    aparte: Aparte = property(itemgetter(len(CamposDeMano._fields)))  # type: ignore[assignment]
    reglamento: Reglamento = property(lambda mano: mano[-1].reglamento)  # type: ignore[assignment]

    def __new__(cls, *campos: Any) -> "ManoAparte":
        return tuple.__new__(cls, campos)

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        return f"ManoAparte{tuple(self)}"

    def _replace(self, **cambios: Any) -> "ManoAparte":
        return ManoAparte(*[cambios.get(campo, antes) for campo, antes in zip(self._fields, self, strict=True)])


class Conteo(NamedTuple):
    """Lo que deja una mano: `ganadora` es el bando que la gana, o None; `tantos`, los suyos."""

    desenlace: Desenlace
    asiento: int
    ganadora: int | None
    tantos: int
    no_jugados: PorAsiento


def repartida(
    manos: PorAsiento,
    salidor: int,
    reglamento: Reglamento = AMIGOS,
    pozo: tuple[int, ...] = (),
    obligada: int = CUALQUIERA,
) -> Mano:
    """La mano recién repartida; lo de cada quien, en máscara."""
    campos = (manos, salidor, salidor, SIN_TERMINAL, SIN_TERMINAL, (), (0,) * len(manos), None, NADIE)
    return Mano(*campos) if reglamento is AMIGOS else ManoAparte(*campos, Aparte(reglamento, pozo, obligada))


def en_curso(manos: PorAsiento, salidor: int, turno: int, a: int, b: int) -> Mano:
    """Una posición supuesta, del juego de siempre: importa lo que puede pasar, no lo que pasó."""
    return Mano(manos, salidor, turno, a, b, (), (0,) * len(manos), None, NADIE)


def poner(varios: tuple[T, ...], donde: int, valor: T) -> tuple[T, ...]:
    """La misma tupla con otro valor en ese lugar."""
    return (*varios[:donde], valor, *varios[donde + 1 :])


def derecha_de(asiento: int, reglamento: Reglamento = AMIGOS) -> int:
    """A quien le toca después (RG5 y 001 §7.2.4)."""
    return reglamento.sigue[asiento]


def quedan(mano: Mano) -> PorAsiento:
    """Cuántas fichas tiene cada quien: lo que de una mano ajena se ve."""
    return tuple(map(int.bit_count, mano.manos))


def legales(mano: Mano, asiento: int | None = None) -> list[tuple[int, int]]:
    """Los pares (ficha, extremo) que puede tirar `asiento` (por omisión, el del turno), por ficha y extremo (RG2)."""
    bits = mano.manos[mano.turno if asiento is None else asiento]
    a, b = mano.a, mano.b
    if a < 0:
        aparte = mano.aparte
        if aparte is not None and aparte.obligada != CUALQUIERA:
            bits &= 1 << aparte.obligada
        return [(ficha, SALIDA) for ficha in lista(bits)]
    if a == b:
        forzado = DERECHA_DE[mano.salidor]
        return [(ficha, forzado) for ficha in lista(bits & DE_PALO[a])]
    opciones = []
    de_a, de_b = DE_PALO[a], DE_PALO[b]
    for ficha in lista(bits & (de_a | de_b)):
        if de_a >> ficha & 1:
            opciones.append((ficha, A))
        if de_b >> ficha & 1:
            opciones.append((ficha, B))
    return opciones


def puede_tirar(mano: Mano, asiento: int) -> bool:
    """Si tiene al menos una ficha con cabida; sin cadena, cualquiera la tiene."""
    if mano.a < 0:
        return True
    return bool(mano.manos[asiento] & (DE_PALO[mano.a] | DE_PALO[mano.b]))


def elegir_extremo(mano: Mano, ficha: int, extremo: int | None) -> int:
    """El extremo donde cae la ficha del que está en turno; `None` vale si sólo cabe en uno (RG2).

    Con las dos terminales iguales manda la derecha del salidor, se pida lo que se pida.
    Levanta `ficha_ajena`, `no_tiene_cabida`, `falta_extremo`, `salida_obligada`.
    """
    if not mano.manos[mano.turno] >> ficha & 1:
        raise ErrorDeRegla("ficha_ajena", asiento=mano.turno)
    if mano.a < 0:
        if mano.aparte is not None and mano.aparte.obligada not in (CUALQUIERA, ficha):
            raise ErrorDeRegla("salida_obligada", ficha=TEXTOS[mano.aparte.obligada])
        return SALIDA
    libres = OTRO[ficha]
    if mano.a == mano.b:
        if libres[mano.a] < 0:
            raise ErrorDeRegla("no_tiene_cabida", ficha=ficha)
        return DERECHA_DE[mano.salidor]
    en_a, en_b = libres[mano.a] >= 0, libres[mano.b] >= 0
    if extremo == A and en_a:
        return A
    if extremo == B and en_b:
        return B
    if extremo or not (en_a or en_b):
        raise ErrorDeRegla("no_tiene_cabida", ficha=ficha)
    if en_a and en_b:
        raise ErrorDeRegla("falta_extremo", ficha=ficha)
    return A if en_a else B


def terminales_tras(a: int, b: int, salidor: int, ficha: int, extremo: int) -> tuple[int, int]:
    """Las terminales que deja una ficha; la primera mixta, con el cuadrante mayor hacia la pareja del salidor (RG2)."""
    if extremo == A:
        return OTRO[ficha][a], b
    if extremo == B:
        return a, OTRO[ficha][b]
    menor, mayor = FICHAS[ficha]
    return (mayor, menor) if salidor in (ABAJO, DERECHA) else (menor, mayor)


def tirar(mano: Mano, ficha: int, extremo: int) -> Mano:
    """La mano tras la jugada, ya validada con `elegir_extremo`; si no terminó, el turno es del de la derecha."""
    # los campos de un golpe y sin `poner`: es lo que más se llama
    aparte = mano.aparte
    if aparte is None:
        manos, salidor, turno, a, b, cadena, pases, _, _ = mano
    else:
        manos, salidor, turno, a, b, cadena, pases = mano[:7]
    sigue, desenlace = turno, None
    queda = manos[turno] & ~(1 << ficha)
    manos = (*manos[:turno], queda, *manos[turno + 1 :])
    a, b = terminales_tras(a, b, salidor, ficha, extremo)
    cadena = (*cadena, ficha, extremo, turno)
    if queda:
        caben = DE_PALO[a] | DE_PALO[b]
        for suyas in manos:
            if suyas & caben:
                sigue = mano.reglamento.sigue[turno]
                break
        else:
            if aparte is not None and mascara(aparte.pozo) & caben:
                sigue = aparte.reglamento.sigue[turno]
            else:
                desenlace = Desenlace.CIERRE
    else:
        desenlace = Desenlace.DOMINADA
    if aparte is None:
        return Mano(manos, salidor, sigue, a, b, cadena, pases, desenlace, turno)
    return ManoAparte(manos, salidor, sigue, a, b, cadena, pases, desenlace, turno, aparte._replace(en_turno=0))


def la_de_mas_valor(opciones: list[tuple[int, int]]) -> tuple[int, int]:
    """La ficha que más suma y, en empate, la de mayor lado; si cabe en los dos, en A (VA5; D409)."""
    return max(opciones, key=lambda opcion: (TANTOS[opcion[0]], FICHAS[opcion[0]][1], -opcion[1]))


def puede_robar(mano: Mano) -> bool:
    """Si a quien está en turno le quedan fichas por robar; sólo roba quien no puede tirar (VA7, VA9)."""
    aparte = mano.aparte
    return aparte is not None and bool(aparte.pozo) and aparte.en_turno < mano.reglamento.robos


def robar(mano: Mano) -> Mano:
    """La mano tras tomar una del pozo el que está en turno. Levanta `puede_tirar` y `no_hay_que_robar`."""
    turno, aparte = mano.turno, mano.aparte
    if puede_tirar(mano, turno):
        raise ErrorDeRegla("puede_tirar", asiento=turno)
    if aparte is None or not puede_robar(mano):
        raise ErrorDeRegla("no_hay_que_robar", asiento=turno)
    ficha, *quedan_en_pozo = aparte.pozo
    robos = (*aparte.robos, len(mano.cadena) // 3, turno)
    return mano._replace(  # type: ignore[call-arg]
        manos=poner(mano.manos, turno, mano.manos[turno] | 1 << ficha),
        aparte=aparte._replace(pozo=tuple(quedan_en_pozo), en_turno=aparte.en_turno + 1, robos=robos),
    )


def robadas(mano: Mano) -> PorAsiento:
    """Cuántas ha robado cada quien."""
    de_quien = () if mano.aparte is None else mano.aparte.robos[1::2]
    return tuple([de_quien.count(asiento) for asiento in range(len(mano.manos))])


def pasar(mano: Mano) -> Mano:
    """La mano tras el pase del que está en turno. Levanta `puede_tirar` si tenía cabida, o `debe_robar`."""
    turno, aparte = mano.turno, mano.aparte
    if puede_tirar(mano, turno):
        raise ErrorDeRegla("puede_tirar", asiento=turno)
    if aparte is not None:
        if puede_robar(mano):
            raise ErrorDeRegla("debe_robar", asiento=turno)
        mano = mano._replace(aparte=aparte._replace(en_turno=0))  # type: ignore[call-arg]
    return mano._replace(turno=mano.reglamento.sigue[turno], pases=poner(mano.pases, turno, mano.pases[turno] + 1))


def saltar_pases(mano: Mano) -> Mano:
    """Los robos y pases deducidos hasta el siguiente que puede jugar; sirve a las actas, que no los escriben."""
    while mano.desenlace is None and not puede_tirar(mano, mano.turno):
        mano = robar(mano) if puede_robar(mano) else pasar(mano)
    return mano


def sin_jugar(mano: Mano) -> int:
    """Todas las fichas que alguien tiene o que siguen en el pozo, en máscara."""
    todas = 0 if mano.aparte is None else mascara(mano.aparte.pozo)
    for bits in mano.manos:
        todas |= bits
    return todas


def hay_situacion_de_cierre(mano: Mano, opciones: list[tuple[int, int]]) -> bool:
    """Si alguna de estas opciones deja sin cabida a toda ficha no jugada (EL7, decisión)."""
    todas = sin_jugar(mano)
    for ficha, extremo in opciones:
        a, b = terminales_tras(mano.a, mano.b, mano.salidor, ficha, extremo)
        if not (todas & ~(1 << ficha)) & (DE_PALO[a] | DE_PALO[b]):
            return True
    return False


def reloj_de(mano: Mano, opciones: list[tuple[int, int]]) -> int:
    """Segundos para tirar: en situación de cierre, que manda sobre la opción única; con una sola; y lo demás (EL7)."""
    reglamento = mano.reglamento
    cierre, unica, normal = reglamento.relojes
    if len(mano.cadena) >= 3 * reglamento.fichas_antes_de_cerrar and hay_situacion_de_cierre(mano, opciones):
        return cierre
    return unica if len(opciones) == 1 else normal


def contar(mano: Mano, meta: AQueSeJuega) -> Conteo:
    """La cuenta de una mano terminada: quién gana y cuántos tantos (RG3, RG4; 002 §2.7)."""
    assert mano.desenlace is not None
    reglamento, desenlace = mano.reglamento, mano.desenlace
    no_jugados = tuple([tantos_de(bits) for bits in mano.manos])
    por_bando = reglamento.por_bando(no_jugados)
    ganadora: int | None = reglamento.bando_de[mano.ultimo]
    if desenlace is Desenlace.CIERRE:
        ganadora = reglamento.gana_el_cierre(por_bando, reglamento.lejos_de(mano.salidor))
        if ganadora is None:
            desenlace = Desenlace.CIERRE_EMPATADO
        elif not meta.gana_el_cierre:
            ganadora = None
    tantos = 0 if ganadora is None else meta.vale_la_mano(por_bando, ganadora)
    return Conteo(desenlace, mano.ultimo, ganadora, tantos, no_jugados)

"""Por qué una jugada era peor que otra: en qué se apartan sus dos líneas con el mejor juego de todos (AC3, D450-D452).

Cada razón dice cuánto de lo perdido explica. Lo que acaba la mano lo explica todo; un pase, lo que se recupera si el
mismo turno se salta en la otra jugada; lo que se queda en una mano, lo que eso pone en la cuenta. Que sea verdad lo
comprueba aparte `predicados`, que no usa nada de aquí.
"""

from enum import StrEnum
from typing import Any, NamedTuple

from reglas.analisis.exacto import SIGNO, Alternativa, Solucion
from reglas.analisis.lineas import Linea, puesto_por
from reglas.fichas import DE_PALO, NUMERO, PALOS, TEXTOS
from reglas.mano import Mano, contar
from reglas.metas import AQueSeJuega, Suma
from reglas.tipos import Desenlace

CUANTAS = 3
"""Las que se guardan de un error, de la que más explica a la que menos."""
_DECIMA = 10
"""La que explica menos de la décima parte de lo perdido no se dice: es cierta y distrae."""


class Clave(StrEnum):
    """Las de la elegida y las de la mejor."""

    CERRABA_PERDIENDO = "cerraba_perdiendo"
    CERRABA_EMPATANDO = "cerraba_empatando"
    DEJABA_DOMINAR = "dejaba_dominar"
    DEJABA_CERRAR = "dejaba_cerrar"
    PASABA_EL_COMPANERO = "pasaba_el_companero"
    DEJABA_PALO_CONTRARIO = "dejaba_palo_contrario"
    PASABAN_LOS_NUESTROS = "pasaban_los_nuestros"
    SE_QUEDABA_LA_MULA = "se_quedaba_la_mula"
    SE_QUEDABA_CON = "se_quedaba_con"

    DOMINABA = "dominaba"
    CERRABA_GANANDO = "cerraba_ganando"
    CERRABA_A_EMPATE = "cerraba_a_empate"
    PASABA_EL_CONTRARIO = "pasaba_el_contrario"
    DEJABA_PALO_PROPIO = "dejaba_palo_propio"
    PASABAN_LOS_CONTRARIOS = "pasaban_los_contrarios"
    LE_QUEDABA_LA_MULA = "le_quedaba_la_mula"
    LE_QUEDABAN = "le_quedaban"


_DE_LA_ELEGIDA = frozenset(list(Clave)[: list(Clave).index(Clave.DOMINABA)])


class Razon(NamedTuple):
    """Lo que una línea tiene y la otra no; lo que no aplica es None."""

    clave: Clave
    explica: int
    """De lo perdido, cuánto, en lo mismo que lo perdido."""
    asiento: int | None = None
    """A quién le pasa."""
    palo: int | None = None
    ficha: int | None = None
    """La mula."""
    veces: int | None = None
    """Cuántas pasa."""
    tantos: int | None = None
    """Con cuántos se queda."""

    @property
    def de_la_elegida(self) -> bool:
        """O de la mejor."""
        return self.clave in _DE_LA_ELEGIDA


class Caso(NamedTuple):
    """Un error con sus dos líneas."""

    exacta: Solucion
    posicion: Mano
    perdida: int
    elegida: Alternativa
    mejor: Alternativa
    asi: Linea
    """La de la elegida."""
    otra: Linea
    """La de la mejor."""

    @property
    def meta(self) -> AQueSeJuega:
        """A qué se juega."""
        return self.exacta.meta

    @property
    def bando(self) -> int:
        """El de quien se equivocó."""
        return self.posicion.reglamento.bando_de[self.posicion.turno]

    def nuestro(self, asiento: int) -> bool:
        """Si es quien se equivocó o alguien de su pareja."""
        return self.posicion.reglamento.bando_de[asiento] == self.bando

    def acotado(self, cuanto: int) -> int:
        """De lo perdido, a lo más todo."""
        return max(0, min(self.perdida, cuanto))


def razones_de(caso: Caso) -> tuple[Razon, ...]:
    """De la que más explica a la que menos; vacía si nada concreto explica ni la décima parte."""
    completas = _de_quien_acaba(caso)
    pasan = _pases_despues(caso)
    varias = completas or [*_pases_enseguida(caso), *pasan, *_de_los_palos(caso), *_de_lo_que_queda(caso, pasan)]
    # entre iguales, como están: primero la causa y luego la cuenta
    buenas = sorted([una for una in varias if una.explica * _DECIMA >= caso.perdida], key=lambda una: -una.explica)
    return tuple(buenas[:CUANTAS])


def _de_quien_acaba(caso: Caso) -> list[Razon]:
    """La mano acaba con la jugada, o con la del que sigue: eso decide todo lo perdido."""
    razones = []
    asi, otra, bando = caso.asi, caso.otra, caso.bando
    if asi.tiradas == 1 and asi.final.desenlace is not Desenlace.DOMINADA and _gana(caso, asi.final) != bando:
        empata = _gana(caso, asi.final) is None
        razones.append(Razon(Clave.CERRABA_EMPATANDO if empata else Clave.CERRABA_PERDIENDO, caso.perdida))
    if asi.tiradas == 2 and not caso.nuestro(asi.final.ultimo) and _acaban_distinto(caso):
        domina = asi.final.desenlace is Desenlace.DOMINADA
        if domina or _gana(caso, asi.final) == 1 - bando:
            clave = Clave.DEJABA_DOMINAR if domina else Clave.DEJABA_CERRAR
            razones.append(Razon(clave, caso.perdida, asiento=asi.final.ultimo))
    if otra.tiradas == 1:
        if otra.final.desenlace is Desenlace.DOMINADA:
            razones.append(Razon(Clave.DOMINABA, caso.perdida))
        elif (gana := _gana(caso, otra.final)) in (bando, None):
            clave = Clave.CERRABA_A_EMPATE if gana is None else Clave.CERRABA_GANANDO
            razones.append(Razon(clave, caso.perdida))
    return razones


def _gana(caso: Caso, final: Mano) -> int | None:
    return contar(final, caso.meta).ganadora


def _acaban_distinto(caso: Caso) -> bool:
    asi, otra = caso.asi, caso.otra
    return otra.tiradas != 2 or (asi.final.ultimo, asi.final.desenlace) != (otra.final.ultimo, otra.final.desenlace)


def _pases_enseguida(caso: Caso) -> list[Razon]:
    """Quién pasa antes de que alguien vuelva a tirar: explica lo que vale saltar ese mismo turno en la otra."""
    razones = []
    asi, otra, yo = caso.asi, caso.otra, caso.posicion.turno
    contrarios = [uno for uno in otra.enseguida() if not caso.nuestro(uno) and uno not in asi.enseguida()]
    if contrarios:
        saltado = SIGNO[yo] * (_saltando(caso, asi, otra) - caso.elegida.valor)
        razones += [Razon(Clave.PASABA_EL_CONTRARIO, caso.acotado(saltado), asiento=uno) for uno in contrarios[:1]]
    nuestros = [uno for uno in asi.enseguida() if caso.nuestro(uno) and uno != yo and uno not in otra.enseguida()]
    if nuestros:
        saltado = SIGNO[yo] * (caso.mejor.valor - _saltando(caso, otra, asi))
        razones += [Razon(Clave.PASABA_EL_COMPANERO, caso.acotado(saltado), asiento=uno) for uno in nuestros[:1]]
    return razones


def _pases_despues(caso: Caso) -> list[Razon]:
    """Quién pasa más en una línea que en la otra, y con cuánto se queda: eso explica."""
    razones = []
    asi, otra = caso.asi, caso.otra
    pone = _ponen(caso)
    for asiento in range(caso.posicion.reglamento.asientos):
        nuestro = caso.nuestro(asiento)
        con, sin = (asi, otra) if nuestro else (otra, asi)
        if con.veces(asiento) > sin.veces(asiento) and con.tantos(asiento) > sin.tantos(asiento):
            clave = Clave.PASABAN_LOS_NUESTROS if nuestro else Clave.PASABAN_LOS_CONTRARIOS
            cuanto = caso.acotado(pone[asiento])
            razones.append(Razon(clave, cuanto, asiento, veces=con.veces(asiento), tantos=con.tantos(asiento)))
    return razones


def _saltando(caso: Caso, linea: Linea, como: Linea) -> int:
    """Lo que valdría esa jugada si tras ella tirara el mismo que tras la otra."""
    sigue = como.final.cadena[len(como.tras.cadena) + 2] if como.tiradas > 1 else como.tras.turno
    if linea.tras.desenlace is not None:
        return caso.exacta.valor(linea.tras)
    return caso.exacta.valor(linea.tras._replace(turno=sigue))


def _ponen(caso: Caso) -> list[int]:
    """Lo que cada mano pone en lo perdido: la suma de los cuatro es lo perdido, si hay tantos."""
    mejor, asi = (puesto_por(linea.final, caso.meta, caso.bando) for linea in (caso.otra, caso.asi))
    return [uno - otro for uno, otro in zip(mejor, asi, strict=True)]


def _de_los_palos(caso: Caso) -> list[Razon]:
    """El palo que queda a la vista y una pareja no puede contestar; explica lo que se le queda a esa pareja."""
    razones = []
    pone = _ponen(caso)
    for nuestros in (False, True):
        con, sin = (caso.asi, caso.otra) if nuestros else (caso.otra, caso.asi)
        suyos = [uno for uno in range(len(con.tras.manos)) if caso.nuestro(uno) == nuestros]
        if con.tras.desenlace is None and any(con.veces(uno) > sin.veces(uno) for uno in suyos):
            nuevos = _sin_respuesta(con.tras, suyos) - _sin_respuesta(sin.tras, suyos)
            clave = Clave.DEJABA_PALO_CONTRARIO if nuestros else Clave.DEJABA_PALO_PROPIO
            cuanto = caso.acotado(sum([pone[uno] for uno in suyos]))
            razones += [Razon(clave, cuanto, palo=palo) for palo in sorted(nuevos)[:1]]
    return razones


def _sin_respuesta(mano: Mano, suyos: list[int]) -> set[int]:
    """Las terminales que ninguno de ellos tiene y alguien más sí."""
    tienen = todas = 0
    for asiento, bits in enumerate(mano.manos):
        todas |= bits
        if asiento in suyos:
            tienen |= bits
    return {palo for palo in (mano.a, mano.b) if todas & DE_PALO[palo] and not tienen & DE_PALO[palo]}


def _de_lo_que_queda(caso: Caso, pasan: list[Razon]) -> list[Razon]:
    """La mula o los tantos con que alguien se queda y en la otra línea no; los de quien pasa ya los dice su pase."""
    if caso.meta.suma is Suma.NINGUNA:
        return []
    razones = []
    pone = _ponen(caso)
    for asiento in range(len(pone)):
        nuestro = caso.nuestro(asiento)
        con, sin = (caso.asi, caso.otra) if nuestro else (caso.otra, caso.asi)
        if pone[asiento] <= 0 or con.tantos(asiento) <= sin.tantos(asiento):
            continue
        # lo que no se cuenta en esa línea no se pone
        cuenta = puesto_por(con.final, caso.meta, caso.bando)[asiento] != 0
        mula = _mula_que_queda(con, sin, asiento) if cuenta else None
        if mula is not None:
            clave = Clave.SE_QUEDABA_LA_MULA if nuestro else Clave.LE_QUEDABA_LA_MULA
            razones.append(Razon(clave, caso.acotado(2 * mula), asiento, ficha=NUMERO[mula, mula]))
        if all(uno.asiento != asiento for uno in pasan):
            clave = Clave.SE_QUEDABA_CON if nuestro else Clave.LE_QUEDABAN
            razones.append(Razon(clave, caso.acotado(pone[asiento]), asiento, tantos=con.tantos(asiento)))
    return razones


def _mula_que_queda(con: Linea, sin: Linea, asiento: int) -> int | None:
    """El palo de la mayor que se le queda en una línea y no en la otra."""
    quedan = con.final.manos[asiento] & ~sin.final.manos[asiento]
    return next((palo for palo in range(PALOS - 1, 0, -1) if quedan >> NUMERO[palo, palo] & 1), None)


def como_razon(razon: Razon) -> dict[str, Any]:
    """Para JSON: sólo lo que aplica."""
    datos: dict[str, Any] = {**razon._asdict(), "clave": str(razon.clave)}
    if razon.ficha is not None:
        datos["ficha"] = TEXTOS[razon.ficha]
    return {campo: valor for campo, valor in datos.items() if valor is not None}

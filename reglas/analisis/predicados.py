"""Si una razón es verdad, mirada otra vez sobre la mesa con otras cuentas: no usa nada de `razones` ni de `lineas`.

Las fichas son pares y las manos, conjuntos: se repite cada línea tirando ficha por ficha y se mira lo que la razón
afirma. Sirve a las pruebas y a `bench/razones`; lo que se guarda no pasa por aquí, para que una razón falsa se vea.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

_Ficha = tuple[int, int]
_Jugada = tuple[int, str, int]
"""Asiento, ficha «menor-mayor» y terminal: 0 la primera, 1 la A y 2 la B."""


class Mesa(NamedTuple):
    """Lo que hay antes de la jugada."""

    manos: tuple[frozenset[_Ficha], ...]
    terminales: tuple[int, int] | None
    turno: int
    salidor: int


class Contada(NamedTuple):
    """Una línea repetida hasta el fin."""

    manos: list[set[_Ficha]]
    pases: list[tuple[int, int]]
    """Quién, y cuántas fichas de la línea había."""
    tiraron: list[int]
    tras: tuple[int, int]
    """Las terminales que deja la jugada."""
    en_las_manos: list[set[_Ficha]]
    """Las manos recién hecha la jugada."""
    dominada: bool


def ficha_de_texto(texto: str) -> _Ficha:
    """«3-5» como par."""
    return int(texto[0]), int(texto[2])


def repetir(mesa: Mesa, linea: Sequence[_Jugada]) -> Contada:
    """La línea entera. Revienta si una jugada no se puede o alguien pasa teniendo."""
    manos = [set(suyas) for suyas in mesa.manos]
    terminales, turno = mesa.terminales, mesa.turno
    pases: list[tuple[int, int]] = []
    primera: tuple[tuple[int, int], list[set[_Ficha]]] | None = None
    for numero, (quien, texto, donde) in enumerate(linea):
        ficha = ficha_de_texto(texto)
        while turno != quien:
            assert terminales is not None and not _tiene(manos[turno], terminales), "pasa teniendo"
            pases.append((turno, numero))
            turno = (turno + 1) % 4
        manos[quien].remove(ficha)
        terminales = _pone(terminales, ficha, donde, mesa.salidor)
        turno = (turno + 1) % 4
        primera = primera or (terminales, [set(suyas) for suyas in manos])
    assert primera is not None and terminales is not None
    dominada = not manos[linea[-1][0]]
    assert dominada or not any(_tiene(suyas, terminales) for suyas in manos), "la línea no llega al fin"
    return Contada(manos, pases, [quien for quien, _f, _d in linea], *primera, dominada)


def _tiene(suyas: set[_Ficha], terminales: tuple[int, int]) -> bool:
    return any(marca in terminales for ficha in suyas for marca in ficha)


def _pone(terminales: tuple[int, int] | None, ficha: _Ficha, donde: int, salidor: int) -> tuple[int, int]:
    if terminales is None:
        # el cuadrante mayor, hacia la pareja del salidor
        return (ficha[1], ficha[0]) if salidor in (0, 1) else ficha
    casa = terminales[donde - 1]
    assert casa in ficha, "no tiene cabida"
    libre = ficha[1] if ficha[0] == casa else ficha[0]
    return (libre, terminales[1]) if donde == 1 else (terminales[0], libre)


def suma(fichas: set[_Ficha]) -> int:
    """Sus tantos."""
    return sum(a + b for a, b in fichas)


def vale(contada: Contada, meta: str, mia: int) -> list[int]:
    """Lo que cada mano pone en la cuenta de la pareja `mia`; a juegos ganados, todo va a quien acabó."""
    restan = [suma(suyas) for suyas in contada.manos]
    ultimo = contada.tiraron[-1]
    de_0, de_1 = restan[0] + restan[2], restan[1] + restan[3]
    gana: int | None = ultimo % 2
    if not contada.dominada:
        gana = None if de_0 == de_1 or meta == "juegos_ganados" else 0 if de_0 < de_1 else 1
    if gana is None:
        return [0, 0, 0, 0]
    signo = 1 if gana == mia else -1
    if meta == "juegos_ganados":
        return [signo if asiento == ultimo else 0 for asiento in range(4)]
    return [signo * n if meta == "200" or asiento % 2 != gana else 0 for asiento, n in enumerate(restan)]


class Careo(NamedTuple):
    """Las dos líneas de un error, ya repetidas."""

    yo: int
    meta: str
    asi: Contada
    otra: Contada

    def nuestro(self, asiento: int) -> bool:
        """De la pareja de quien se equivocó."""
        return asiento % 2 == self.yo % 2


def cuadra(careo: Careo, elegida: int, mejor: int) -> bool:
    """Las dos líneas acaban en lo que se dice que valen para la pareja de quien se equivocó."""
    mia = careo.yo % 2
    return [sum(vale(una, careo.meta, mia)) for una in (careo.asi, careo.otra)] == [elegida, mejor]


def es_verdad(razon: Mapping[str, Any], careo: Careo, perdida: int) -> bool:
    """Todo lo que afirma, y que no diga explicar más de lo perdido."""
    if not 0 < razon["explica"] <= perdida:
        return False
    clave = razon["clave"]
    return bool({**_FINES, **_PASES, **_QUEDAN}[clave](razon, careo))


def _gana(careo: Careo, una: Contada) -> int:
    """Más de cero si esa línea la gana la pareja de quien se equivocó."""
    return sum(vale(una, careo.meta, careo.yo % 2))


def _cierra_ya(una: Contada) -> bool:
    return len(una.tiraron) == 1 and not una.dominada


def _acaba_el_que_sigue(razon: Mapping[str, Any], careo: Careo, dominando: bool) -> bool:
    asi, quien = careo.asi, razon["asiento"]
    return asi.tiraron[1:] == [quien] and not careo.nuestro(quien) and asi.dominada == dominando


_FINES: Mapping[str, Any] = {
    "cerraba_perdiendo": lambda r, c: _cierra_ya(c.asi) and _gana(c, c.asi) < 0,
    "cerraba_empatando": lambda r, c: _cierra_ya(c.asi) and _gana(c, c.asi) == 0,
    "dejaba_dominar": lambda r, c: _acaba_el_que_sigue(r, c, dominando=True) and not c.asi.manos[r["asiento"]],
    "dejaba_cerrar": lambda r, c: _acaba_el_que_sigue(r, c, dominando=False) and _gana(c, c.asi) < 0,
    "dominaba": lambda r, c: len(c.otra.tiraron) == 1 and c.otra.dominada and _gana(c, c.otra) > 0,
    "cerraba_ganando": lambda r, c: _cierra_ya(c.otra) and _gana(c, c.otra) > 0,
    "cerraba_a_empate": lambda r, c: _cierra_ya(c.otra) and _gana(c, c.otra) == 0,
}


def _enseguida(una: Contada) -> set[int]:
    return {quien for quien, tiradas in una.pases if tiradas == 1}


def _pasa_mas(razon: Mapping[str, Any], con: Contada, sin: Contada) -> bool:
    quien = razon["asiento"]
    veces, otras = (sum(uno == quien for uno, _n in una.pases) for una in (con, sin))
    return bool(veces == razon["veces"]) and veces > otras and suma(con.manos[quien]) == razon["tantos"]


def _sin_respuesta(palo: int, una: Contada, pareja: int) -> bool:
    """El palo está a la vista, esa pareja no tiene y la otra sí."""
    tienen = [any(palo in ficha for ficha in suyas) for suyas in una.en_las_manos]
    suyos, ajenos = (tienen[cual] or tienen[cual + 2] for cual in (pareja, 1 - pareja))
    return palo in una.tras and ajenos and not suyos


_PASES: Mapping[str, Any] = {
    "pasaba_el_companero": lambda r, c: (
        r["asiento"] == (c.yo + 2) % 4 and r["asiento"] in _enseguida(c.asi) - _enseguida(c.otra)
    ),
    "pasaba_el_contrario": lambda r, c: (
        not c.nuestro(r["asiento"]) and r["asiento"] in _enseguida(c.otra) - _enseguida(c.asi)
    ),
    "pasaban_los_nuestros": lambda r, c: c.nuestro(r["asiento"]) and _pasa_mas(r, c.asi, c.otra),
    "pasaban_los_contrarios": lambda r, c: not c.nuestro(r["asiento"]) and _pasa_mas(r, c.otra, c.asi),
    "dejaba_palo_contrario": lambda r, c: (
        _sin_respuesta(r["palo"], c.asi, c.yo % 2) and not _sin_respuesta(r["palo"], c.otra, c.yo % 2)
    ),
    "dejaba_palo_propio": lambda r, c: (
        _sin_respuesta(r["palo"], c.otra, 1 - c.yo % 2) and not _sin_respuesta(r["palo"], c.asi, 1 - c.yo % 2)
    ),
}


def _queda(razon: Mapping[str, Any], con: Contada, sin: Contada) -> bool:
    """Esa mula, o esos tantos, en la mano de quien se dice; y en la otra línea no, o menos."""
    quien = razon["asiento"]
    if "ficha" in razon:
        mula = ficha_de_texto(razon["ficha"])
        return bool(mula[0] == mula[1]) and mula in con.manos[quien] and mula not in sin.manos[quien]
    return bool(suma(con.manos[quien]) == razon["tantos"] > suma(sin.manos[quien]))


_QUEDAN: Mapping[str, Any] = {
    clave: (lambda r, c: c.nuestro(r["asiento"]) and _queda(r, c.asi, c.otra))
    if clave.startswith("se_")
    else (lambda r, c: not c.nuestro(r["asiento"]) and _queda(r, c.otra, c.asi))
    for clave in ("se_quedaba_la_mula", "se_quedaba_con", "le_quedaba_la_mula", "le_quedaban")
}

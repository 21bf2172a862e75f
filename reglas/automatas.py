"""Jugadores automáticos de la mesa de práctica: un buen juego sencillo de pareja, sin ver lo que no deben.

`elegir` decide sólo con una `VistaDeAsiento`: las fichas propias, la cadena y lo que de ella se deduce. De los pases
saca qué palos no tiene cada quien, y con eso estima quién podría tirar después de cada opción. Con esa cuenta procura
que pase la derecha y no la pareja, suelta mulas y fichas altas, cuida sus palos, sigue los de su pareja y cierra si la
cuenta conviene. Es determinista: misma vista y misma semilla, misma jugada. Todo en enteros; las probabilidades, en
milésimas.

Cuánto juega: `python -m bench.automatas` (bench/automatas/README.md) lo enfrenta a quien tira al azar, con las mismas
fichas por los dos lados de la mesa.
"""

from typing import NamedTuple

from reglas.fichas import DE_PALO, FICHAS, PALOS, TANTOS, lista, tantos_de
from reglas.mano import A, B, Mano, legales, quedan, terminales_tras
from reglas.metas import AQueSeJuega
from reglas.reglamento import AMIGOS, PorAsiento, Reglamento
from reglas.tipos import SIN_TERMINAL

Opcion = tuple[int, int]
MIL = 1000


class VistaDeAsiento(NamedTuple):
    """Lo que un asiento puede saber cuando le toca."""

    asiento: int
    mias: int
    """Mis fichas, en máscara."""
    salidor: int
    cadena: tuple[int, ...]
    """Ternas planas (ficha, extremo, asiento), en orden de jugada."""
    a: int
    b: int
    quedan: PorAsiento
    meta: AQueSeJuega
    opciones: tuple[Opcion, ...]
    """Mis jugadas legales (ficha, extremo)."""
    reglamento: Reglamento = AMIGOS
    pozo: int = 0
    """Cuántas quedan en el pozo, nunca cuáles."""
    robos: tuple[int, ...] = ()
    """Los de la mano, a la vista de todos, como en `mano.Aparte`."""


def mirar(mano: Mano, meta: AQueSeJuega) -> VistaDeAsiento:
    """La vista de quien está en turno: lo suyo y lo que está sobre la mesa."""
    yo, aparte = mano.turno, mano.aparte
    return VistaDeAsiento(
        asiento=yo,
        mias=mano.manos[yo],
        salidor=mano.salidor,
        cadena=mano.cadena,
        a=mano.a,
        b=mano.b,
        quedan=quedan(mano),
        meta=meta,
        opciones=tuple(legales(mano)),
        reglamento=mano.reglamento,
        pozo=0 if aparte is None else len(aparte.pozo),
        robos=() if aparte is None else aparte.robos,
    )


def otros_de(vista: VistaDeAsiento) -> tuple[int, ...]:
    """Los demás asientos, en el orden en que les toca."""
    otros, sigue = [], vista.reglamento.sigue
    asiento = sigue[vista.asiento]
    while asiento != vista.asiento:
        otros.append(asiento)
        asiento = sigue[asiento]
    return tuple(otros)


class Pesos(NamedTuple):
    """Cuánto vale cada cosa, en milésimas; se afinaron jugando repartos volteados contra sí mismo y contra otros."""

    tantos: int = 400
    """Por tanto de la ficha que se suelta."""
    mula: int = 7200
    derecha: int = 29
    """Por milésima de que pase quien sigue."""
    izquierda: int = 11
    pareja: int = 14
    propias: int = 1750
    """Por cada ficha mía que seguiría cabiendo."""
    me_quedo: int = 4000
    """Castigo por quedarme sin respuesta propia en ninguna terminal."""
    palo_pareja: int = 2500
    """Por terminal que la pareja puso o de la que salió."""
    palo_contrario: int = 2100
    cierre: int = 3000
    """Por tanto de ventaja esperada al cerrar."""


PESOS = Pesos()
DOMINAR = 10_000_000


class Deduccion(NamedTuple):
    """Lo que un asiento deduce de la cadena."""

    ocultas: int
    """Fichas que no he visto."""
    faltan: tuple[int, ...]
    """Por asiento, las fichas que no puede tener: las de los palos en que pasó."""
    puso: tuple[tuple[int, ...], ...]
    """Por asiento y palo, cuántas veces lo dejó de terminal por su gusto; la salida cuenta doble."""


def elegir(vista: VistaDeAsiento, semilla: int, pesos: Pesos = PESOS) -> Opcion:
    """La (ficha, extremo) que tira, siempre legal. `semilla` sólo desempata. `ValueError` si nada tiene cabida."""
    opciones = vista.opciones
    if not opciones:
        raise ValueError("sin cabida no se elige: pasa la mesa")
    if len(opciones) == 1:
        return opciones[0]
    puntos = puntuar(vista, semilla, pesos)
    return max(puntos, key=lambda opcion: puntos[opcion])


def puntuar(vista: VistaDeAsiento, semilla: int, pesos: Pesos = PESOS) -> dict[Opcion, tuple[int, int]]:
    """Por opción, lo que conviene (milésimas, más es mejor) y su desempate, fijo para la semilla."""
    deduccion = deducir(vista)
    no_la_tienen = _no_la_tienen(vista, deduccion)
    return {
        (ficha, extremo): (
            _valor(vista, deduccion, no_la_tienen, ficha, extremo, pesos),
            _revolver(semilla, ficha, extremo),
        )
        for ficha, extremo in vista.opciones
    }


def _revolver(semilla: int, ficha: int, extremo: int) -> int:
    """Un orden al azar de las opciones, fijo para la semilla."""
    x = (semilla * 2654435761 + ficha * 40503 + extremo * 7919) & 0xFFFFFFFF
    x = ((x ^ x >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return x ^ x >> 16


def deducir(vista: VistaDeAsiento) -> Deduccion:
    """Qué no ha visto, qué no puede tener cada quien y qué palos puso cada quien.

    Quien robó puede tener ahora lo que antes no tenía, salvo los palos por los que robó: lo que le cupo, lo tiró.
    """
    cadena, sigue = vista.cadena, vista.reglamento.sigue
    faltan, puso = [0] * len(sigue), [[0] * PALOS for _ in sigue]
    tiradas, a, b, turno = 0, SIN_TERMINAL, SIN_TERMINAL, vista.salidor
    for i in range(0, len(cadena), 3):
        ficha, extremo, asiento = cadena[i : i + 3]
        if vista.robos:
            _tras_robar(vista.robos, i // 3, faltan, a, b)
        while turno != asiento:
            faltan[turno] |= DE_PALO[a] | DE_PALO[b]
            turno = sigue[turno]
        a, b = terminales_tras(a, b, vista.salidor, ficha, extremo)
        if extremo == A:
            puso[asiento][a] += 1
        elif extremo == B:
            puso[asiento][b] += 1
        else:
            puso[asiento][a] += 1
            puso[asiento][b] += 1
        tiradas |= 1 << ficha
        turno = sigue[turno]
    if vista.robos:
        _tras_robar(vista.robos, len(cadena) // 3, faltan, a, b)
    while turno != vista.asiento:
        faltan[turno] |= DE_PALO[a] | DE_PALO[b]
        turno = sigue[turno]
    ocultas = vista.reglamento.fichas & ~tiradas & ~vista.mias
    return Deduccion(ocultas, tuple(faltan), tuple(tuple(p) for p in puso))


def _tras_robar(robos: tuple[int, ...], fichas: int, faltan: list[int], a: int, b: int) -> None:
    """Lo que se sabe de quienes robaron con tantas fichas en la mesa, aunque el turno diera más de una vuelta."""
    for habia, asiento in zip(robos[::2], robos[1::2], strict=True):
        if habia == fichas:
            faltan[asiento] = DE_PALO[a] | DE_PALO[b]


def _no_la_tienen(vista: VistaDeAsiento, deduccion: Deduccion) -> list[list[int]]:
    """Por asiento y ficha oculta, las milésimas de que NO la tenga: se reparte según a cuántos les quedan fichas."""
    otros = otros_de(vista)
    todas = [[MIL] * len(FICHAS) for _ in vista.quedan]
    for ficha in lista(deduccion.ocultas):
        pesos = [(otro, vista.quedan[otro]) for otro in otros if not deduccion.faltan[otro] >> ficha & 1]
        suma = sum([peso for _, peso in pesos]) + vista.pozo
        for otro, peso in pesos:
            todas[otro][ficha] = MIL - (MIL * peso // suma if suma else 0)
    return todas


def _pasaria(ninguna: list[int], caben: tuple[int, ...]) -> int:
    """Milésimas de que no tenga ninguna de las fichas que caben."""
    pasa = MIL
    for ficha in caben:
        pasa = pasa * ninguna[ficha] // MIL
    return pasa


def _valor(
    vista: VistaDeAsiento, deduccion: Deduccion, no_la_tienen: list[list[int]], ficha: int, extremo: int, p: Pesos
) -> int:
    """Cuánto conviene tirar esa ficha ahí."""
    yo, reglamento = vista.asiento, vista.reglamento
    companeros, contrarios = reglamento.companeros[yo], reglamento.contrarios[yo]
    restan = vista.mias & ~(1 << ficha)
    if not restan:
        return DOMINAR
    a, b = terminales_tras(vista.a, vista.b, vista.salidor, ficha, extremo)
    de_terminal = DE_PALO[a] | DE_PALO[b]
    propias = (restan & de_terminal).bit_count()
    menor, mayor = FICHAS[ficha]
    valor = p.tantos * TANTOS[ficha] + (p.mula if menor == mayor else 0) + p.propias * propias
    caben = lista(deduccion.ocultas & de_terminal)
    if not caben and not propias:
        return valor + p.cierre * _ventaja_al_cerrar(vista, deduccion, restan)
    if not propias:
        valor -= p.me_quedo
    puso, derecha = deduccion.puso, reglamento.sigue[yo]
    for contrario in contrarios:
        peso = p.derecha if contrario == derecha else p.izquierda
        valor += peso * _pasaria(no_la_tienen[contrario], caben)
        valor -= p.palo_contrario * (puso[contrario][a] + puso[contrario][b])
    for companero in companeros:
        valor -= p.pareja * _pasaria(no_la_tienen[companero], caben)
        valor += p.palo_pareja * (puso[companero][a] + puso[companero][b])
    return valor


def _ventaja_al_cerrar(vista: VistaDeAsiento, deduccion: Deduccion, restan: int) -> int:
    """Tantos esperados de los contrarios menos los nuestros al cerrar; a juegos ganados un cierre no da nada."""
    if not vista.meta.gana_el_cierre:
        return 0
    yo, quedan = vista.asiento, vista.quedan
    nuestras = sum([quedan[otro] for otro in vista.reglamento.companeros[yo]])
    suyas = sum([quedan[otro] for otro in vista.reglamento.contrarios[yo]])
    if not nuestras + suyas:
        return 0
    ocultas = nuestras + suyas + vista.pozo
    return tantos_de(deduccion.ocultas) * (suyas - nuestras) // ocultas - tantos_de(restan)

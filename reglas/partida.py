"""La partida en una mesa, siempre recalculada desde sus manos (RG6, RG7 y la decisión de RE5 sobre default).

Decidido aquí: al llegar a la meta la partida terminó, así que ya no cabe suspenderla ni darla por default. El
marcador sólo cuenta manos: lo que acredita un default está en `tantos_favor`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from reglas.anotacion import ManoAnotada, ganadora_de_mano, validar_mano
from reglas.errores import ErrorDeRegla, situar
from reglas.metas import AQueSeJuega, Meta
from reglas.reglamento import PorBando
from reglas.tipos import Estado, Fin

PorPareja: TypeAlias = tuple[int, int]
Marcador: TypeAlias = tuple[int | str, ...]
"""Por bando, como se anuncia."""

MANOS_PARA_GANAR = 4
VENTAJA_MINIMA = 2
VIGESIMAL = ("0", "20", "40", "60")

PUNTOS_POR_SUSPENSION = 1
VALOR_EN_JUEGOS_GANADOS = 1

_ESTADO_DE_FIN: Mapping[Fin | None, Estado] = {
    None: Estado.TERMINADA,
    Fin.META: Estado.TERMINADA,
    Fin.DEFAULT: Estado.TERMINADA,
    Fin.TIEMPO: Estado.SUSPENDIDA,
}


@dataclass(frozen=True, slots=True)
class ResultadoPartida:
    """Cómo va o cómo quedó una partida; cada par es (pareja 0, pareja 1)."""

    estado: Estado
    ganadora: int | None
    llego_a_meta: bool
    puntos: PorPareja
    juegos_ganados: PorPareja
    tantos_favor: PorPareja
    tantos_contra: PorPareja
    efectividad: PorPareja
    valor: PorPareja
    """Veces el importe que gana o pierde cada jugador de la pareja (RG8)."""
    diferencia: PorPareja
    """Lo que la partida aporta a un diferencial (RG10): tantos, o +1 y −1 a juegos ganados."""
    marcador: tuple[Marcador, ...]
    manos_ganadas: PorPareja
    sumas_sin_tope: PorPareja
    """Tantos tal como se anotaron, aunque rebasen la meta."""
    acreditado: PorPareja
    """Tantos de las manos, con la meta como tope."""


@dataclass(frozen=True, slots=True)
class _Avance:
    """El pliegue de las manos: lo que lleva cada pareja."""

    tantos: PorPareja = (0, 0)
    manos: PorPareja = (0, 0)


def calcular_partida(
    meta: Meta,
    manos: Sequence[ManoAnotada],
    fin: Fin | None = None,
    gana_default: int | None = None,
) -> ResultadoPartida:
    """Resultado de una partida con estas manos; `fin=None` es mesa sin cerrar, aunque llegue a la meta."""
    cuentas = _plegar(meta, manos)
    cuenta = cuentas[-1]
    gana_meta = gana_por_meta(meta, cuenta.tantos, cuenta.manos)
    ganadora = _ganadora(meta, cuenta, fin, gana_default, gana_meta)
    favor = acreditado = _acreditar(meta, cuenta.tantos)
    if fin == Fin.DEFAULT and meta.tantos is not None:
        favor = (meta.tantos, favor[1]) if ganadora == 0 else (favor[0], meta.tantos)
    puntos, valor = _puntos_y_valor(meta, ganadora, favor, fin)
    efectividad = (favor[0] - favor[1], favor[1] - favor[0])
    return ResultadoPartida(
        estado=Estado.EN_JUEGO if ganadora is None else _ESTADO_DE_FIN[fin],
        ganadora=ganadora,
        llego_a_meta=gana_meta is not None,
        puntos=_para(ganadora, puntos),
        juegos_ganados=_para(ganadora, 1),
        tantos_favor=favor,
        tantos_contra=(favor[1], favor[0]),
        efectividad=efectividad,
        valor=_para(ganadora, valor, -valor),
        diferencia=efectividad if meta.tantos is not None else _para(ganadora, 1, -1),
        marcador=tuple(anunciar(meta, parcial.tantos, parcial.manos) for parcial in cuentas[1:]),
        manos_ganadas=cuenta.manos,
        sumas_sin_tope=cuenta.tantos,
        acreditado=acreditado,
    )


def marcador_actual(meta: Meta, manos: Sequence[ManoAnotada]) -> Marcador:
    """El marcador tras la última mano; a juegos ganados, como se anuncia."""
    cuenta = _plegar(meta, manos)[-1]
    return anunciar(meta, cuenta.tantos, cuenta.manos)


def falta_para_meta(meta: Meta, manos: Sequence[ManoAnotada]) -> PorPareja:
    """Lo que le falta a cada pareja: tantos, o manos seguidas a juegos ganados."""
    cuenta = _plegar(meta, manos)[-1]
    if meta.tantos is not None:
        a, b = _acreditar(meta, cuenta.tantos)
        return (meta.tantos - a, meta.tantos - b)
    a, b = cuenta.manos
    return (_manos_que_faltan(a, b), _manos_que_faltan(b, a))


def _manos_que_faltan(propias: int, ajenas: int) -> int:
    return max(MANOS_PARA_GANAR - propias, ajenas + VENTAJA_MINIMA - propias, 0)


def _plegar(meta: Meta, manos: Sequence[ManoAnotada]) -> tuple[_Avance, ...]:
    """La cuenta antes de jugar y tras cada mano."""
    cuentas = [_Avance()]
    for numero, mano in enumerate(manos, start=1):
        with situar(mano=numero):
            if gana_por_meta(meta, cuentas[-1].tantos, cuentas[-1].manos) is not None:
                raise ErrorDeRegla("mano_tras_la_meta")
            validar_mano(meta, mano)
            cuentas.append(_sumar(meta, cuentas[-1], mano))
    return tuple(cuentas)


def _sumar(meta: Meta, cuenta: _Avance, mano: ManoAnotada) -> _Avance:
    ganadora = ganadora_de_mano(meta, mano)
    tantos, gana = _para(ganadora, mano.tantos), _para(ganadora, 1)
    return _Avance(
        tantos=(cuenta.tantos[0] + tantos[0], cuenta.tantos[1] + tantos[1]),
        manos=(cuenta.manos[0] + gana[0], cuenta.manos[1] + gana[1]),
    )


def gana_por_meta(meta: AQueSeJuega, tantos: PorBando, manos: PorBando) -> int | None:
    """El bando que ya ganó con estos tantos o manos ganadas, o None (RG6).

    El primero que llega o rebasa; a juegos ganados, cuatro manos o más y dos de diferencia.
    """
    for bando, suyos in enumerate(tantos):
        if meta.tantos is None:
            llega = _manos_que_faltan(*_propias_y_ajenas(manos, bando)) == 0
        else:
            llega = suyos >= meta.tantos
        if llega:
            return bando
    return None


def _propias_y_ajenas(manos: PorBando, bando: int) -> PorPareja:
    """Las de un bando y las del mejor de los otros."""
    return manos[bando], max(manos[:bando] + manos[bando + 1 :])


def _ganadora(
    meta: Meta, cuenta: _Avance, fin: Fin | None, gana_default: int | None, gana_meta: int | None
) -> int | None:
    if fin != Fin.DEFAULT and gana_default is not None:
        raise ErrorDeRegla("sobra_gana_default")
    if fin is None:
        return gana_meta
    if fin == Fin.META:
        if gana_meta is None:
            raise ErrorDeRegla("meta_sin_alcanzar")
        return gana_meta
    if fin == Fin.DEFAULT and gana_default not in (0, 1):
        raise ErrorDeRegla("falta_gana_default")
    if gana_meta is not None:
        raise ErrorDeRegla("meta_ya_alcanzada")
    return gana_default if fin == Fin.DEFAULT else _va_adelante(meta, cuenta)


def _va_adelante(meta: Meta, cuenta: _Avance) -> int:
    """RG7: suspendida gana quien va adelante; empatada no se puede suspender (000, procedimiento 13)."""
    a, b = cuenta.manos if meta.tantos is None else cuenta.tantos
    if a == b:
        raise ErrorDeRegla("suspension_empatada")
    return 0 if a > b else 1


def _puntos_y_valor(meta: Meta, ganadora: int | None, favor: PorPareja, fin: Fin | None) -> PorPareja:
    """Puntos y valor ficha del ganador; a juegos ganados no hay puntos y se apuesta a uno (RG8)."""
    if ganadora is None:
        return (0, 0)
    if meta.tantos is None:
        return (0, VALOR_EN_JUEGOS_GANADOS)
    if fin == Fin.TIEMPO:
        return (PUNTOS_POR_SUSPENSION, PUNTOS_POR_SUSPENSION)
    perdedor = favor[1 - ganadora]
    puntos = next(puntos for hasta, puntos in meta.puntos if perdedor <= hasta)
    return (puntos, puntos)


def acreditar(meta: AQueSeJuega, tantos: PorBando) -> PorBando:
    """RG6: a quien llega o rebasa se le acredita exactamente la meta, en el juego que recorta (D408)."""
    return tantos if meta.tope is None else tuple([min(suyos, meta.tope) for suyos in tantos])


def _acreditar(meta: Meta, tantos: PorPareja) -> PorPareja:
    a, b = acreditar(meta, tantos)
    return (a, b)


def anunciar(meta: AQueSeJuega, tantos: PorBando, manos: PorBando) -> Marcador:
    """El marcador como se dice en la mesa: tantos acreditados, o 0-20-40-60-ventaja a juegos ganados (RG6)."""
    if meta.tantos is not None:
        return acreditar(meta, tantos)
    return tuple([_vigesimal(*_propias_y_ajenas(manos, bando)) for bando in range(len(manos))])


def _vigesimal(propias: int, ajenas: int) -> str:
    """0, 20, 40, 60 y ventaja (001 §6.2.1.2); al igualarse desde 60 se vuelve a 60-60."""
    if _manos_que_faltan(propias, ajenas) == 0:
        return "gana"
    if propias >= len(VIGESIMAL) and propias > ajenas:
        return "ventaja"
    return VIGESIMAL[min(propias, len(VIGESIMAL) - 1)]


def _para(pareja: int | None, suya: int, ajena: int = 0) -> PorPareja:
    """Un par con `suya` para la pareja y `ajena` para la otra; ceros si no hay pareja."""
    if pareja is None:
        return (0, 0)
    return (suya, ajena) if pareja == 0 else (ajena, suya)

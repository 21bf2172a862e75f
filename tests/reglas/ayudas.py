"""Vocabulario de mesa para escribir los casos como se cuentan."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from reglas.anotacion import ManoAnotada
from reglas.clasificacion import Fila
from reglas.errores import ErrorDeRegla
from reglas.recreo import Castigo, MesaJugada, PartidaJugada, RecreoJugado
from reglas.tipos import Desenlace, Fin, Meta

RAIZ = Path(__file__).resolve().parents[2]
DATOS = RAIZ / "tests" / "datos" / "reglas"

CIEN, DOSCIENTOS, JUEGOS = Meta.CIEN, Meta.DOSCIENTOS, Meta.JUEGOS_GANADOS
MAYOR_MANO = 100


def dominada(pareja: int, tantos: int = 0) -> ManoAnotada:
    return ManoAnotada(Desenlace.DOMINADA, pareja, tantos)


def cierre(pareja: int | None = None, tantos: int = 0) -> ManoAnotada:
    return ManoAnotada(Desenlace.CIERRE, pareja, tantos)


def empate(cerro: int | None = None) -> ManoAnotada:
    return ManoAnotada(Desenlace.CIERRE_EMPATADO, cerro, 0)


def manos(a: int, b: int) -> tuple[ManoAnotada, ...]:
    """Manos que suman a y b; las de quien lleva más van al final, para que llegar a la meta sea lo último."""
    menos, mas = sorted(((0, a), (1, b)), key=lambda par: par[1])
    return tuple(
        dominada(pareja, min(MAYOR_MANO, total - desde))
        for pareja, total in (menos, mas)
        for desde in range(0, total, MAYOR_MANO)
    )


def juegos(secuencia: str) -> tuple[ManoAnotada, ...]:
    """Manos a juegos ganados: «01c» es una de la pareja 0, una de la 1 y un cierre."""
    return tuple(cierre() if letra == "c" else dominada(int(letra)) for letra in secuencia)


def gana(a: int, b: int, mesa: int = 1) -> MesaJugada:
    """Mesa terminada por meta con estos tantos."""
    return MesaJugada(mesa, None, manos(a, b), Fin.META)


def suspende(a: int, b: int, mesa: int = 1) -> MesaJugada:
    return MesaJugada(mesa, None, manos(a, b), Fin.TIEMPO)


def default(pareja: int, a: int, b: int, mesa: int = 1) -> MesaJugada:
    return MesaJugada(mesa, None, manos(a, b), Fin.DEFAULT, pareja)


def abierta(a: int, b: int, mesa: int = 1) -> MesaJugada:
    return MesaJugada(mesa, None, manos(a, b), None)


def partida(numero: int, *mesas: MesaJugada, castigos: dict[int, int] | None = None) -> PartidaJugada:
    return PartidaJugada(numero, mesas, tuple(Castigo(j, t) for j, t in (castigos or {}).items()))


def recreo(
    tamano: int, *partidas: PartidaJugada, meta: Meta = CIEN, importe: str = "0.00", pago: bool = False
) -> RecreoJugado:
    return RecreoJugado(tamano, meta, Decimal(importe), pago, partidas)


def renglones(filas: tuple[Fila, ...]) -> list[tuple[Any, ...]]:
    """jugador, puntos, juegos, eficiencia, a favor, en contra, castigos, valor ficha, pago extra."""
    return [
        (
            fila.jugador,
            fila.puntos,
            fila.juegos_ganados,
            fila.eficiencia,
            fila.tantos_favor,
            fila.tantos_contra,
            fila.castigos,
            str(fila.valor_ficha),
            str(fila.pago_extraordinario),
        )
        for fila in filas
    ]


class prohibe:
    """`with prohibe("codigo", mesa=2):` exige ese ErrorDeRegla con esos datos y un mensaje sin huecos."""

    def __init__(self, codigo: str, **datos: Any) -> None:
        self.codigo, self.datos = codigo, datos
        self.espera = pytest.raises(ErrorDeRegla)

    def __enter__(self) -> None:
        self.info = self.espera.__enter__()

    def __exit__(self, *excepcion: Any) -> bool | None:
        tragada = self.espera.__exit__(*excepcion)
        error = self.info.value
        assert error.codigo == self.codigo
        assert self.datos.items() <= error.datos.items()
        assert error.mensaje() not in ("", self.codigo)
        return tragada

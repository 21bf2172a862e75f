"""Semanas de partidas guardadas y medidas de mentiras, para probar el informe sin esperar el análisis."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from enlinea.models import Jugador, Mesa, Partida
from reglas.calidad.parejas import Decision, Opcion
from reglas.historia import acta_de, partidas_de
from reglas.tipos import Meta
from suscripciones.models import Cuenta
from tests.enlinea.mesas import sentar
from tests.reglas.partidas import MesaDePrueba

SEMANA = date(2026, 11, 16)
LUNES_A_LAS_5 = timezone.make_aware(datetime(2026, 11, 23, 5))


class Reloj:
    """Cada vez que se mira avanza un segundo."""

    def __init__(self, desde: datetime = LUNES_A_LAS_5) -> None:
        self.ahora = desde

    def __call__(self) -> datetime:
        self.ahora += timedelta(seconds=1)
        return self.ahora


@cache
def acta() -> dict[str, Any]:
    """Una partida a 100, jugada por los automáticos con tiempos de persona."""
    juego = MesaDePrueba(Meta.CIEN).comenzar().acabar_partida()
    hecha = acta_de(partidas_de(juego.eventos())[0], ("Mari", "Beto", "Carmen", "Nacho"))
    return con_tiempos(hecha, lambda asiento, numero: 1200 + 977 * (numero * 7 + asiento * 3) % 3500)


def con_tiempos(hecha: dict[str, Any], ms: Callable[[int, int], int]) -> dict[str, Any]:
    """La misma acta con lo que diga `ms` por asiento y número de jugada."""
    manos = []
    for mano in hecha["manos"]:
        jugadas = [{**una, "ms": ms(una["asiento"], n)} for n, una in enumerate(mano["jugadas"])]
        manos.append({**mano, "jugadas": jugadas})
    return {**hecha, "manos": manos}


def mesa_de(cuentas: Sequence[Cuenta], modo: str = "normal") -> Mesa:
    """Una mesa ya cerrada con esas personas."""
    mesa = sentar(cuentas)
    mesa.lugares.update(activo=False)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA, modo=modo)
    mesa.refresh_from_db()
    return mesa


def partidas(mesa: Mesa, cuentas: Sequence[Cuenta | None], cuantas: int, hace: int = 3, **campos: Any) -> list[Partida]:
    """Partidas terminadas de esa mesa, `hace` días antes del lunes del informe; por asiento, las cuentas."""
    hechas = []
    van = mesa.partidas.count()
    for numero in range(van + 1, van + cuantas + 1):
        fin = LUNES_A_LAS_5 - timedelta(days=hace, minutes=numero)
        datos = {"meta": "100", "modo": mesa.modo, "finalizada": True, "acta": acta(), "ganadora": 0, **campos}
        una = Partida.objects.create(mesa=mesa, numero=numero, inicio=fin - timedelta(hours=1), fin=fin, **datos)
        Jugador.objects.bulk_create(
            [
                Jugador(partida=una, asiento=asiento, cuenta=cuenta, nombre=cuenta.nombre if cuenta else "Autómata")
                for asiento, cuenta in enumerate(cuentas)
            ]
        )
        hechas.append(una)
    return hechas


def medida_de_mentiras(ganan: dict[int, tuple[int, int]]) -> Any:
    """En lugar de `decisiones_de`: por asiento, lo que gana en las manos pares y en las nones, cuatro veces."""

    def decisiones(estados: Any, meta: Meta, semilla: int) -> tuple[Decision, ...]:
        opciones = (Opcion(3, 1, 20, 4), Opcion(5, 2, 0, 9))
        return tuple(
            Decision(6 + vez, asiento, dos[semilla % 2], opciones[0], opciones[1], opciones)
            for asiento, dos in ganan.items()
            for vez in range(4)
        )

    return decisiones

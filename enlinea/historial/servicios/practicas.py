"""Las partidas con automáticos que se guardan: las últimas de cada quien, aparte y sin que cuenten (D486, D765)."""

from collections.abc import Collection, Iterable

from enlinea.models import CON_AUTOMATICOS, Jugador, Partida

ULTIMAS = 50


def practicas_recortar(cuentas: Iterable[int | None]) -> int:
    """De cada cuenta, las que pasan de las últimas se van con su análisis, sus ramas y sus ejercicios.

    La que jugaron varios se queda mientras a alguno le quepa.
    """
    quitadas = 0
    for cuenta in {una for una in cuentas if una is not None}:
        de_mas = set(_de(cuenta)[ULTIMAS:])
        for otra in _con_quienes(cuenta, de_mas):
            de_mas -= set(_de(otra)[:ULTIMAS])
        if de_mas:
            Partida.objects.filter(pk__in=de_mas).delete()
        quitadas += len(de_mas)
    return quitadas


def _de(cuenta: int) -> list[int]:
    suyas = Partida.objects.filter(modo__in=CON_AUTOMATICOS, jugadores__cuenta_id=cuenta)
    return list(suyas.order_by("-fin", "-pk").values_list("pk", flat=True))


def _con_quienes(cuenta: int, partidas: Collection[int]) -> set[int]:
    otros = Jugador.objects.filter(partida__in=partidas, cuenta__isnull=False).exclude(cuenta=cuenta)
    return {otra for otra in otros.values_list("cuenta_id", flat=True) if otra is not None}


def practicas_borrar(cuenta: int) -> None:
    """Las que jugó a solas: no son de nadie más. De las de varios, su nombre se va como de cualquier otra."""
    con_otros = Jugador.objects.filter(cuenta__isnull=False).exclude(cuenta=cuenta).values("partida")
    suyas = Partida.objects.filter(modo__in=CON_AUTOMATICOS, jugadores__cuenta_id=cuenta)
    suyas.exclude(pk__in=con_otros).delete()

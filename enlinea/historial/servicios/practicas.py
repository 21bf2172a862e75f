"""Las prácticas que se guardan: las últimas de cada quien, aparte y sin que cuenten (D486)."""

from collections.abc import Iterable

from enlinea.models import Mesa, Partida

ULTIMAS = 50


def practicas_recortar(cuentas: Iterable[int | None]) -> int:
    """De cada cuenta, las que pasan de las últimas se van con su análisis, sus ramas y sus ejercicios."""
    quitadas = 0
    for cuenta in {una for una in cuentas if una is not None}:
        suyas = Partida.objects.filter(modo=Mesa.Modo.PRACTICA, jugadores__cuenta_id=cuenta)
        de_mas = list(suyas.order_by("-fin", "-pk").values_list("pk", flat=True)[ULTIMAS:])
        if de_mas:
            Partida.objects.filter(pk__in=de_mas).delete()
        quitadas += len(de_mas)
    return quitadas


def practicas_borrar(cuenta: int) -> None:
    """Todas las de esa cuenta: no son de nadie más."""
    Partida.objects.filter(modo=Mesa.Modo.PRACTICA, jugadores__cuenta_id=cuenta).delete()

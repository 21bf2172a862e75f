"""El análisis y los ejercicios ya preparados, para quien jugó la partida o subió el acta (AC3, EL8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.db.models import F

from enlinea.academia.consultas.fuente import Fuente, fuente_de
from enlinea.academia.consultas.sabido import Visto, visto_de
from enlinea.models import Analisis, Ejercicio
from reglas.analisis.exacto import SIGNO
from reglas.mano import Mano
from reglas.repeticion import pasaron


@dataclass(frozen=True, slots=True)
class AnalisisVisto:
    """En qué va el análisis de una fuente; `datos` como los guarda `servicios.analisis.compacto`."""

    estado: str
    """`pendiente`, `listo` o `fallido`."""
    datos: Mapping[str, Any] | None


def analisis_de(fuente: Fuente) -> AnalisisVisto:
    """El de esa fuente; el que no se ha pedido está pendiente."""
    uno = Analisis.objects.filter(**fuente.columna()).first()
    if uno is None:
        return AnalisisVisto(str(Analisis.Estado.PENDIENTE), None)
    return AnalisisVisto(uno.estado, uno.datos if uno.estado == Analisis.Estado.LISTO else None)


def estado_del_analisis(fuente: Fuente) -> str:
    """`pendiente`, `listo` o `fallido`, sin leer sus datos."""
    estado = Analisis.objects.filter(**fuente.columna()).values_list("estado", flat=True).first()
    return str(estado or Analisis.Estado.PENDIENTE)


@dataclass(frozen=True, slots=True)
class Progreso:
    """Cómo va alguien con sus ejercicios."""

    total: int
    resueltos: int
    a_la_primera: int

    @property
    def faltan(self) -> int:
        """Los que aún no resuelve."""
        return self.total - self.resueltos


def progreso_de(cuenta_id: int) -> Progreso:
    """Cuántos ejercicios tiene y cuántos lleva."""
    suyos = Ejercicio.objects.filter(cuenta_id=cuenta_id)
    hechos = suyos.filter(resuelto__isnull=False)
    return Progreso(suyos.count(), hechos.count(), hechos.filter(a_la_primera=True).count())


def ejercicios_de(cuenta_id: int, cuantos: int = 50) -> list[Ejercicio]:
    """Primero los que faltan, de la partida más nueva a la más vieja y de lo que más costó a lo que menos."""
    suyos = Ejercicio.objects.filter(cuenta_id=cuenta_id).select_related("partida__mesa").defer("partida__acta")
    return list(suyos.order_by(F("resuelto").asc(nulls_first=True), "-partida__fin", "-costo", "pk")[:cuantos])


def siguiente_de(cuenta_id: int, menos: int = 0) -> Ejercicio | None:
    """El que conviene hacer después de `menos`; `None` si ya los resolvió todos."""
    faltan = Ejercicio.objects.filter(cuenta_id=cuenta_id, resuelto__isnull=True).exclude(pk=menos)
    return faltan.order_by("-partida__fin", "-costo", "pk").first()


@dataclass(frozen=True, slots=True)
class Problema:
    """Un ejercicio con su posición: lo que el asiento sabía y, aparte, lo que valía cada jugada."""

    ejercicio: Ejercicio
    fuente: Fuente
    posicion: Mano
    pasaron: tuple[tuple[int, tuple[int, int]], ...]
    """Los pases de la mano hasta ahí: quién y las dos terminales que no tuvo."""
    valores: tuple[tuple[int, int, int], ...]
    """Ficha, extremo y tantos para la pareja de quien tira."""
    error: Mapping[str, Any]
    visto: Visto | None
    """Si se podía saber; `None` mientras no esté."""

    @property
    def mejor(self) -> int:
        """Lo que valía lo mejor."""
        return max(valor for _ficha, _extremo, valor in self.valores)

    def exactas(self) -> frozenset[tuple[int, int]]:
        """Las mejores con las cuatro manos a la vista."""
        return frozenset((ficha, extremo) for ficha, extremo, valor in self.valores if valor == self.mejor)

    def acierta(self, jugada: tuple[int, int]) -> bool:
        """Con lo que veía, si ya se sabe; si no, con las cuatro manos a la vista (D519)."""
        return jugada in (self.exactas() if self.visto is None else self.visto.buenas)


def problema_de(ejercicio_id: int, cuenta_id: int) -> Problema | None:
    """El ejercicio, sólo para su dueño y si su análisis sigue ahí."""
    ejercicio = Ejercicio.objects.filter(pk=ejercicio_id, cuenta_id=cuenta_id).first()
    fuente = fuente_de("partida", ejercicio.partida_id, cuenta_id) if ejercicio else None
    datos = analisis_de(fuente).datos if fuente else None
    if ejercicio is None or fuente is None or datos is None:
        return None
    mano = datos["manos"][ejercicio.mano]
    error = next((e for e in mano["errores"] if e["jugada"] == ejercicio.jugada), None)
    if error is None:
        return None
    estados = fuente.manos[ejercicio.mano].estados[: ejercicio.jugada + 1]
    pases = [
        (quien, (despues.a, despues.b)) for antes, despues in pairwise(estados) for quien in pasaron(antes, despues)
    ]
    signo = SIGNO[fuente.asiento]
    valores = tuple((ficha, extremo, signo * valor) for ficha, extremo, valor in mano["valores"][ejercicio.jugada])
    visto = visto_de(fuente, ejercicio.mano, ejercicio.jugada)
    return Problema(ejercicio, fuente, estados[-1], tuple(pases), valores, error, visto)

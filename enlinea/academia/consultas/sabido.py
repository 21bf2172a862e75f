"""Lo que se sabe de las cuentas pedidas: si una jugada se podía saber, y lo que vale una simulación (D518, D520)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enlinea.academia.consultas.fuente import Fuente
from enlinea.models import Analisis, Calculo

Opcion = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Opinion:
    """Lo que la muestra dice de una jugada."""

    opcion: Opcion
    milesimas: int
    """De las manos de muestra, en cuántas era de las mejores."""
    error: int
    media: int
    """Lo que deja en promedio a su pareja, en décimas de tanto o de juego."""
    error_de_la_media: int
    buena: bool
    """La más veces mejor, o una que la muestra no distingue de ella."""


@dataclass(frozen=True, slots=True)
class Visto:
    """Si se podía saber, con lo que ese asiento veía."""

    cuantas: int
    muestras: int
    opiniones: tuple[Opinion, ...]
    """De la más veces mejor a la menos."""

    @property
    def completo(self) -> bool:
        """Se miraron todas las manos posibles."""
        return self.cuantas == self.muestras

    def de(self, opcion: Opcion) -> Opinion:
        """La de esa jugada, que era legal."""
        return next(una for una in self.opiniones if una.opcion == opcion)

    @property
    def buenas(self) -> frozenset[Opcion]:
        """Las que con lo que veía se dan por acertadas (D519)."""
        return frozenset(una.opcion for una in self.opiniones if una.buena)


def visto_de(fuente: Fuente, mano: int, jugada: int) -> Visto | None:
    """El de esa jugada (desde 0), si ya está."""
    suyo = Calculo.objects.filter(**fuente.columna(), clase=Calculo.Clase.SABIDO, clave=f"{mano}.{jugada}")
    resultado = suyo.filter(estado=Analisis.Estado.LISTO).values_list("resultado", flat=True).first()
    return None if resultado is None else visto(resultado)


def vistos_de(columna: Mapping[str, int], mano: int) -> dict[int, Visto]:
    """Los que ya están de esa mano, por jugada (desde 0); `columna`, la de `Fuente.columna()`."""
    suyos = Calculo.objects.filter(
        **columna, clase=Calculo.Clase.SABIDO, clave__startswith=f"{mano}.", estado=Analisis.Estado.LISTO
    )
    varios = suyos.values_list("clave", "resultado")
    return {int(clave.split(".")[1]): visto(dado) for clave, dado in varios if dado is not None}


def visto(resultado: Mapping[str, Any]) -> Visto:
    """Como lo guarda `servicios.calculos`."""
    opiniones = [
        Opinion((ficha, extremo), milesimas, error, media, error_de_la_media, bool(buena))
        for ficha, extremo, milesimas, error, media, error_de_la_media, buena in resultado["jugadas"]
    ]
    opiniones.sort(key=lambda una: (-una.milesimas, -una.media))
    return Visto(resultado["cuantas"], resultado["muestras"], tuple(opiniones))

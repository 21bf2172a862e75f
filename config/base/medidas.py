"""Lo que cada proceso cuenta de sí mismo, en memoria; quien lo lee es `config/servidor/metricas.py`.

Aquí no hay biblioteca ni socket: sumar es tocar un número. Las etiquetas son clases fijas («mesa», «vieja»), nunca algo
de una persona, un código o una ficha (EL8).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Literal

SEGUNDOS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Los cortes con que se reparte lo que tarda algo."""

_candado = Lock()


class Medida:
    """Un número por etiqueta: una cuenta que sólo sube (`counter`) o lo que hay ahora (`gauge`)."""

    def __init__(self, nombre: str, ayuda: str, etiqueta: str = "", tipo: Literal["counter", "gauge"] = "counter"):
        self.nombre, self.ayuda, self.etiqueta, self.tipo = nombre, ayuda, etiqueta, tipo
        self._valores: dict[str, float] = {}
        self._al_leer: Callable[[], Mapping[str, float]] | None = None
        medidas[nombre] = self

    def sumar(self, cual: str = "", cuanto: float = 1) -> None:
        """Desde cualquier hilo."""
        with _candado:
            self._valores[cual] = self._valores.get(cual, 0) + cuanto

    def poner(self, cual: str, cuanto: float) -> None:
        """Lo que vale ahora."""
        self._valores[cual] = cuanto

    def al_leer(self, funcion: Callable[[], Mapping[str, float]]) -> None:
        """Se le pregunta a `funcion` cuando alguien lee, desde otro hilo: no debe ir a la base."""
        self._al_leer = funcion

    def valores(self) -> dict[str, float]:
        """Etiqueta → número, ahora."""
        with _candado:
            propios = dict(self._valores)
        return {**propios, **(self._al_leer() if self._al_leer is not None else {})}


class Caja:
    """Lo que midió UN hilo: sin candado, porque nadie más la escribe."""

    __slots__ = ("cuantas", "piezas", "total")

    def __init__(self) -> None:
        self.cuantas = [0] * (len(SEGUNDOS) + 1)
        self.total = 0.0
        self.piezas = 0

    def anotar(self, segundos: float, piezas: int = 1) -> None:
        """Algo tardó `segundos` e hizo `piezas` cosas de una vez."""
        self.cuantas[bisect_left(SEGUNDOS, segundos)] += 1
        self.total += segundos
        self.piezas += piezas


class Reparto:
    """Cuánto tarda algo, repartido en `SEGUNDOS`."""

    def __init__(self, nombre: str, ayuda: str):
        self.nombre, self.ayuda = nombre, ayuda
        self._cajas: list[Caja] = []
        medidas[nombre] = self

    def caja(self) -> Caja:
        """Una para el hilo que la pide."""
        nueva = Caja()
        with _candado:
            self._cajas.append(nueva)
        return nueva

    def junto(self) -> Caja:
        """La suma de todas."""
        suma = Caja()
        for caja in tuple(self._cajas):
            suma.cuantas = [a + b for a, b in zip(suma.cuantas, caja.cuantas, strict=True)]
            suma.total += caja.total
            suma.piezas += caja.piezas
        return suma


medidas: dict[str, Medida | Reparto] = {}
"""Todas, por nombre."""

SOCKETS = Medida("domino_sockets", "Sockets abiertos en este proceso", "cual", "gauge")
MESAS = Medida("domino_mesas", "Mesas vivas en la memoria de este proceso", tipo="gauge")
GUARDAR = Reparto("domino_guardar_segundos", "Lo que tarda en confirmarse un lote del diario de las mesas")
RECHAZOS = Medida("domino_rechazos", "Órdenes y entradas que se negaron, por su código", "codigo")
PETICIONES = Medida("domino_peticiones", "Páginas y órdenes contestadas, por clase de respuesta", "clase")
CORREOS = Medida("domino_correos", "Correos terminados, según cómo", "estado")
CORREO_PENDIENTE = Medida("domino_correo_pendiente", "Correos por salir: cuántos, y segundos del que más espera", "que",
                          "gauge")  # fmt: skip
TAREA_EXITO = Medida("domino_tarea_ultimo_exito", "Cuándo acabó bien cada tarea por última vez (s desde 1970)", "tarea",
                     "gauge")  # fmt: skip
TAREA_PLAZO = Medida("domino_tarea_plazo", "Segundos que una tarea puede pasar sin acabar bien", "tarea", "gauge")
TAREA_FALLAS = Medida("domino_tarea_fallas", "Veces que una tarea acabó mal", "tarea")
TAREA_DURA = Medida("domino_tarea_dura", "Segundos de la última vuelta de cada tarea", "tarea", "gauge")
ERRORES = Medida("domino_errores", "Renglones de error en el registro, según de dónde", "origen")
SALUD = Medida("domino_salud", "Lo último que dijo /salud: 1 bien, 0 mal", "parte", "gauge")

"""Lo que la ronda pregunta a la base, de una vez por unas cuantas mesas y por una conexión suya."""

import logging
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from django.utils import timezone

from enlinea.diario.diario import Base, ErrorDeBase
from enlinea.diario.hora import hora
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.expulsiones import sesiones_cerradas
from enlinea.mesa.viva import MesaViva
from suscripciones import consultas as cuentas

registro = logging.getLogger(__name__)
Desconocidos: TypeAlias = dict[tuple[int, int], tuple[MesaViva, int]]

SESIONES_CADA = 5


class Presentes:
    """Lo que se junta de unas mesas para preguntarlo de una vez."""

    def __init__(self, parte: int) -> None:
        self._parte = parte
        self.sabidos: dict[int, int] = {}
        """El `num` que se le sabe a cada mesa."""
        self.conexiones: list[Conexion] = []
        self.les_toca: list[Conexion] = []
        """A quiénes, en esta ronda, se les comprueba la sesión."""
        self.cuentas: set[int] = set()
        self.desconocidos: Desconocidos = {}

    def contar(self, mesa: MesaViva, cuentas: Iterable[int | None], desconocidos: Desconocidos) -> None:
        """Lo de una mesa."""
        self.sabidos[mesa.id] = mesa.estado.num
        self.conexiones.extend(mesa.conexiones)
        if mesa.id % SESIONES_CADA == self._parte:
            self.les_toca.extend(mesa.conexiones)
        self.cuentas.update(cuenta for cuenta in cuentas if cuenta is not None)
        if desconocidos:
            self.desconocidos.update(desconocidos)


class Hallado(NamedTuple):
    """Lo que la base contestó de unas mesas."""

    adelantadas: dict[int, int]
    suspendidos: set[int]
    sesiones_cerradas: set[str]


class Preguntas:
    """La conexión, que se abre con la primera pregunta y se suelta si falla."""

    def __init__(self, abrir: Callable[[], Base]) -> None:
        self._abrir = abrir
        self._base: Base | None = None

    def de(self, presentes: Presentes, mira: bool) -> Hallado:
        """En un hilo: qué mesas van más allá de lo que se les sabe (si `mira`), a quién se suspendió y qué sesiones se
        cerraron.
        """
        return Hallado(
            self._abierta().adelantadas(presentes.sabidos) if mira else {},
            cuentas.suspendidas(presentes.cuentas, timezone.now()) if presentes.cuentas else set(),
            sesiones_cerradas({c.sesion for c in presentes.les_toca}) if presentes.les_toca else set(),
        )

    def poner_la_hora(self) -> None:
        """En un hilo: la de la base."""
        base = self._abierta()
        antes = time.monotonic_ns()
        de_la_base = base.hora()
        if de_la_base is not None:
            hora.ajustar(de_la_base, time.monotonic_ns() - antes)

    def soltar(self) -> None:
        """Se rompió, o ya no va a haber más."""
        if self._base is not None:
            try:
                self._base.cerrar()
            except ErrorDeBase:
                registro.info("La conexión de la ronda ya estaba rota")
        self._base = None

    def _abierta(self) -> Base:
        if self._base is None:
            self._base = self._abrir()
        return self._base

"""Un proceso que compite: su Django, su lazo, su escritor del diario y su copia de la mesa viva."""

import asyncio
import os
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Any, NamedTuple
from uuid import UUID


class Salida(NamedTuple):
    """La largada: qué hace este competidor, sobre qué mesa y a qué hora."""

    mesa: int
    ahora: int
    version: int
    persona: int
    ficha: int
    extremo: int
    id_orden: UUID
    al_dia: bool
    """Si se pone al corriente antes de competir, o va con lo que sabía."""


class Llegada(NamedTuple):
    """Qué renglones suyos entraron y qué se le contestó."""

    entraron: list[int]
    respuestas: list[str]


class Oreja:
    """En lugar de un socket: guarda lo que la mesa le contesta."""

    def __init__(self) -> None:
        self.respuestas: list[str] = []
        self.salida = self

    def responder(self, octetos: bytes) -> None:
        """Acuse o rechazo."""
        self.respuestas.append(octetos.decode())


def competir(base: str, linea: Connection, barrera: Barrier) -> None:
    """El proceso entero, hasta que le manden None."""
    os.environ["DATABASE_URL"] = base
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    asyncio.run(_en_su_lazo(linea, barrera))


async def _en_su_lazo(linea: Connection, barrera: Barrier) -> None:
    await _Competidor(linea, barrera).correr()


class _Competidor:
    """También es el entorno de sus mesas vivas."""

    def __init__(self, linea: Connection, barrera: Barrier) -> None:
        from enlinea.diario import diario
        from enlinea.diario.lotes import EscritorDeLotes
        from reglas.mesa.relojes import PLAZOS

        self._linea, self._barrera = linea, barrera
        self._lectura = diario.abrir()
        self._escritor = EscritorDeLotes(diario.abrir, asyncio.get_running_loop(), diario.a_la_vez())
        self.plazos = PLAZOS
        self._ahora = 0
        self._entraron: list[int] = []
        self._mesa: Any = None

    async def correr(self) -> None:
        """Una carrera tras otra."""
        self._linea.send("listo")
        # entre carreras el lazo no tiene nada que hacer: se espera sin él
        while (salida := self._linea.recv()) is not None:
            self._linea.send(await self._carrera(salida))
        self._escritor.parar()
        self._lectura.cerrar()

    async def _carrera(self, salida: Salida) -> Llegada:
        from enlinea.mesa.viva import Pedido
        from reglas.mesa import ordenes as o

        if self._mesa is None or self._mesa.id != salida.mesa:
            self._sentarse(salida.mesa)
        elif salida.al_dia:
            self._mesa.plegar(self._lectura.leer(salida.mesa, self._mesa.estado.num))
        self._ahora, self._entraron = salida.ahora, []
        oreja = Oreja()

        def armar(estado: Any) -> o.Orden:
            if salida.persona < 0:
                return o.Vencer()
            asiento = estado.ocupantes.index(salida.persona)
            return o.Tirar(asiento, salida.ficha, salida.extremo or None)

        pedido = Pedido(armar, salida.id_orden, salida.version, salida.persona, oreja)  # type: ignore[arg-type]
        self._barrera.wait(30)
        self._mesa.pedir(pedido)
        async with asyncio.timeout(30):
            while self._mesa.ocupada:
                await asyncio.sleep(0.0005)
        return Llegada(self._entraron, oreja.respuestas)

    def _sentarse(self, mesa: int) -> None:
        from enlinea.diario.diario import replegar
        from enlinea.mesa.viva import MesaViva

        self._mesa = MesaViva(mesa, replegar(self._lectura.leer(mesa)), self)

    # --- entorno de MesaViva ---
    def ahora(self) -> int:
        """La misma hora para todos los de la carrera."""
        return self._ahora

    def fecha(self) -> int:
        """Aquí, la misma."""
        return self._ahora

    def anexar(self, renglon: Any, aviso: Any) -> None:
        """Al lote, apuntando si entró."""
        from enlinea.diario.lotes import ENTRO

        def al_saber(resultado: int) -> None:
            if resultado == ENTRO:
                self._entraron.append(renglon.num)
            aviso(resultado)

        self._escritor.anexar(renglon, al_saber)

    def releer(self, mesa: Any, pedido: Any = None) -> None:
        """Otro se adelantó."""
        mesa.al_releer(self._lectura.leer(mesa.id, mesa.estado.num), pedido)

    def cambio(self, mesa: Any, antes: Any) -> None:
        """Aquí no hay relojes ni avisos: la carrera es todo."""

    def rearmar(self, mesa: Any) -> None:
        """Aquí tampoco."""

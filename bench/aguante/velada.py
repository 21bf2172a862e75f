"""Un Recreo que vive su noche: cada mesa llega a la meta y se cierra, y tras la última empieza la siguiente partida."""

import asyncio
import random
import time

from bench.recreo.cliente import Medida, Recreo
from reglas.roles import MesaRol, anotadores_de_mesa, rol_de

META = 200
ORGANIZA = 0
"""El teléfono del número 1."""


class Velada(Recreo):
    """Con una sola partida, la hoja del final sería diez veces la del principio, y más lenta sin que nada falle."""

    tantos = 20

    async def anotadores(self, fin: float, medida: Medida) -> None:
        """Partida tras partida, hasta `fin` (de `time.perf_counter`) o hasta la última del rol."""
        rol = rol_de(len(self.telefonos))
        for partida in rol.partidas:
            if time.perf_counter() >= fin:
                return
            if partida.numero > 1:
                await self.ordenar(ORGANIZA, "partida_siguiente", {"partida": partida.numero})
            mesas = [(m, anotadores_de_mesa(rol, partida.numero, m.numero)[0]) for m in partida.mesas]
            cerradas = await asyncio.gather(*(self._una(partida.numero, m, n - 1, fin, medida) for m, n in mesas))
            if not all(cerradas):
                return

    async def _una(self, partida: int, mesa: MesaRol, anota: int, fin: float, medida: Medida) -> bool:
        """Una mesa hasta la meta; falso si antes llegó el fin."""
        donde = {"partida": partida, "mesa": mesa.numero}
        if partida > 1:
            await self.ordenar(anota, "mesa_elegir_anotador", {**donde, "numero": anota + 1})
            await self.ordenar(anota, "mesa_confirmar_asistencia", {**donde, "presentes": list(mesa.asientos)})
            await self.ordenar(anota, "mesa_elegir_salidor", {**donde, "numero": anota + 1})
        await asyncio.sleep(random.uniform(0, self.cada))
        van, mano = [0, 0], 0
        while max(van) < META:
            if (empezo := time.perf_counter()) >= fin:
                return False
            mano, gana = mano + 1, random.randint(0, 1)
            van[gana] += self.tantos
            await self.anotar(anota, mano, medida, **donde, pareja=gana, tantos=self.tantos)
            await asyncio.sleep(max(0.0, self.cada - (time.perf_counter() - empezo)))
        await self.ordenar(anota, "mesa_confirmar", donde)
        cierre = {**donde, "ganadora": van.index(max(van)), "anotadas": mano}
        await self.ordenar(ORGANIZA, "mesa_cerrar", cierre)
        return True

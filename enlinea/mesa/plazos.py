"""Los plazos de las mesas de este proceso: turnos, pases, plantillas y votos (EL7).

Vencer es una orden más, con un `id_orden` que sale de la mesa y su `num`: haya los procesos que haya, se cumple una
vez. El reloj de una persona sólo lo vence el proceso que la tiene, y sólo si latió hace menos de 4 s o ya gastó lo que
se le espera por turno: si no, cerrar el socket y volver un instante lo detenía sin fin.
"""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Protocol

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import hora
from enlinea.mesa.automaticos import jugada_automatica, jugada_pensada
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.de_la_casa import pedir_abrir, pedir_por_la_casa
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva
from reglas.automatas import Opcion, VistaDeAsiento, mirar
from reglas.mesa import ordenes
from reglas.mesa.decidir import plazo_de
from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import Plazos
from reglas.mesa.tipos import Fase
from reglas.niveles import Nivel

LATIDO_FRESCO = 4.0
CREDITO_MAXIMO = 1_000
OTRA_VEZ = 0.5
PIENSA_AUTOMATICO = (900, 1_900)
"""Entre cuántos ms tarda un automático: como quien mira su mano."""


def turno_de(estado: Mesa) -> int | None:
    """La persona a la que le corre el reloj o le toca; negativa si es automática. None si no se está jugando."""
    if estado.fase is not Fase.JUGANDO or estado.mano is None or estado.detenido:
        return None
    return estado.ocupantes[estado.mano.turno]


class QuienPiensa(Protocol):
    """Quien piensa por los automáticos que calculan."""

    async def jugada(self, vista: VistaDeAsiento, nivel: Nivel, semilla: int) -> Opcion:
        """La (ficha, extremo) que tira."""


class QuienLate(Protocol):
    """Cómo está este proceso."""

    def late(self) -> bool:
        """Si él y su base están bien: sin eso no vence ningún plazo que castigue."""


class QuienEspera(Protocol):
    """Quien sabe a quién se oye."""

    def le_corre(self, mesa: MesaViva, persona: int) -> bool:
        """Si su reloj corre aunque no se le oiga."""


class Relojero:
    """Un temporizador por mesa, que se corre solo si el plazo se movió."""

    def __init__(
        self,
        vivas: Mapping[int, MesaViva],
        datos: Mapping[int, DatosDeMesa],
        *,
        plazos: Plazos,
        tareas: Lanzador,
        pensador: QuienPiensa,
        pulso: QuienLate,
        presencia: QuienEspera,
    ) -> None:
        self._vivas, self._datos = vivas, datos
        self._plazos, self._tareas, self._pensador, self._pulso = plazos, tareas, pensador, pulso
        self._presencia = presencia
        self._lazo = asyncio.get_running_loop()
        self._armados: dict[int, tuple[float, asyncio.TimerHandle]] = {}
        self._pensando: set[int] = set()
        """Mesas cuyo automático está pensando aparte."""

    def armar(self, mesa: MesaViva) -> None:
        """Pone el temporizador si no hay uno que suene antes: sonar de más sólo lo vuelve a poner."""
        estado = mesa.estado
        if estado.fase is Fase.SIN_ABRIR:
            # no tiene plazo que la despierte: si abrirla no se pudo escribir, se vuelve a pedir
            self._poner(mesa, OTRA_VEZ)
            return
        persona = turno_de(estado)
        if persona is not None and persona < 0 and estado.reloj:
            self._poner(mesa, self._pensada())
            return
        plazo = plazo_de(estado)
        if plazo:
            self._poner(mesa, (plazo - hora.ahora()) / 1000)

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa mesa ya no está aquí."""
        armado = self._armados.pop(id_de_mesa, None)
        if armado is not None:
            armado[1].cancel()

    def parar(self) -> None:
        """Ningún plazo más."""
        for id_de_mesa in list(self._armados):
            self.olvidar(id_de_mesa)

    def _pensada(self) -> float:
        menos, mas = PIENSA_AUTOMATICO
        if self._plazos.pase == 0:  # midiendo
            return 0.0
        return (menos + secrets.randbelow(mas - menos)) / 1000

    def _poner(self, mesa: MesaViva, segundos: float) -> None:
        cuando = self._lazo.time() + max(segundos, 0.0)
        armado = self._armados.get(mesa.id)
        if armado is not None:
            if armado[0] <= cuando:
                return
            armado[1].cancel()
        self._armados[mesa.id] = (cuando, self._lazo.call_at(cuando, self._sonar, mesa))

    def _sonar(self, mesa: MesaViva) -> None:
        self._armados.pop(mesa.id, None)
        if self._vivas.get(mesa.id) is not mesa:
            return
        estado = mesa.estado
        if mesa.ocupada:
            self._poner(mesa, 0.05)
            return
        if estado.fase is Fase.SIN_ABRIR:
            pedir_abrir(mesa, self._datos[mesa.id])
            return
        persona = turno_de(estado)
        if persona is not None and persona < 0 and estado.reloj:
            self._tirar_por_el_automatico(mesa)
        elif persona is not None and estado.reloj:
            self._vencer_turno(mesa, persona)
        else:
            self._vencer(mesa, 0)

    def _tirar_por_el_automatico(self, mesa: MesaViva) -> None:
        datos = self._datos.get(mesa.id)
        if datos is None or datos.nivel is Nivel.SIMPLE:
            pedir_por_la_casa(mesa, jugada_automatica, "automatica")
        elif mesa.id not in self._pensando:
            self._pensando.add(mesa.id)
            self._tareas.lanzar(self._pensar(mesa, datos.nivel))

    async def _pensar(self, mesa: MesaViva, nivel: Nivel) -> None:
        """El automático que calcula piensa fuera del lazo; si la mano cambió entretanto, se vuelve a empezar."""
        estado = mesa.estado
        assert estado.mano is not None
        try:
            jugada = await self._pensador.jugada(mirar(estado.mano, estado.meta), nivel, estado.num)
        finally:
            self._pensando.discard(mesa.id)
        if self._vivas.get(mesa.id) is not mesa:
            return
        if mesa.estado.mano == estado.mano and turno_de(mesa.estado) is not None:
            pedir_por_la_casa(mesa, jugada_pensada(estado.mano, jugada), "automatica")
        else:
            self.armar(mesa)

    def _vencer_turno(self, mesa: MesaViva, persona: int) -> None:
        """EL7 y EL9: nadie recibe tarjeta estando fuera de alcance mientras le quede margen, ni de un proceso que no
        lo tiene."""
        conexion = mesa.conexion_de(persona)
        espera = (conexion is not None and conexion.reponiendo) or not self._pulso.late()
        if not espera and conexion is not None and self._lazo.time() - conexion.latido <= LATIDO_FRESCO:
            self._vencer(mesa, credito_de(mesa, conexion))
        elif not espera and self._presencia.le_corre(mesa, persona):
            self._vencer(mesa, 0)
        elif mesa.estado.vence:
            self._poner(mesa, OTRA_VEZ)

    def _vencer(self, mesa: MesaViva, credito: int) -> None:
        plazo = plazo_de(mesa.estado)
        if not plazo:
            return
        if mesa.estado.detenido and not self._pulso.late():
            self._poner(mesa, OTRA_VEZ)
            return
        falta = plazo + credito - hora.ahora()
        if falta > 0:
            self._poner(mesa, falta / 1000)
        else:
            pedir_por_la_casa(mesa, lambda _: ordenes.Vencer(credito), "vencer")


def credito_de(mesa: MesaViva, conexion: Conexion) -> int:
    """Lo que tardó su navegador en mostrar este turno, ms; si no lo dijo, el tope."""
    if conexion.visto_num < mesa.turno_desde:
        return CREDITO_MAXIMO
    return min(max(conexion.visto_desde - mesa.estado.abierto, 0), CREDITO_MAXIMO)

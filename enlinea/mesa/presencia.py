"""Quién está y quién no en las mesas de este proceso (EL9): latidos, gracia, ausencia, regreso y fallas nuestras.

Sin latido 10 s, o sin socket 8, se le declara ausente; antes de comenzar, a los 30. A quien tenía el turno se le
devuelve lo que estuvo fuera de alcance hasta su margen (`reglas/mesa/alcance`), que está en el diario y vale en todos
los procesos: gastado, es ausente a los 4 s de callar y su reloj corre esté o no. Lo que se cayó por culpa de la casa se
devuelve entero y no castiga a nadie.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from django.db import DatabaseError, InterfaceError

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import hora
from enlinea.diario.procesos import Rastro
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.de_la_casa import pedir_por_la_casa
from enlinea.mesa.plazos import LATIDO_FRESCO, turno_de
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva
from reglas.errores import ErrorDeRegla
from reglas.mesa import ordenes
from reglas.mesa.alcance import margen_de
from reglas.mesa.estado import Mesa
from reglas.mesa.relojes import Plazos
from reglas.mesa.tipos import Fase
from reglas.reglamento import AMIGOS
from reglas.tipos import NADIE

registro = logging.getLogger(__name__)

SIN_LATIDO = 10.0
SIN_SOCKET = 8.0
TRAS_CAIDA = 20.0
ANTES_DE_COMENZAR = 30.0
"""Gracia mientras se espera a comenzar: nadie juega ni se castiga, y perderla deshace la mesa de los cuatro (D178)."""

FILA, FILA_MAXIMA = 8, 60.0
"""Con tantos sentándose a la vez hay fila en la puerta: mientras dure, y a lo más un minuto, espera también la gracia
de quien perdimos, que puede seguir afuera (D179).
"""

MIENTRAS_LLEGAN = 5.0
"""Segundos que «Comenzar» espera al que está por sentarse: tras una caída nuestra vuelven los cuatro en menos."""

VENTANA_DE_FALLA = 10.0
FALLA_SOCKETS, FALLA_MESAS, FALLA_PARTE = 20, 5, 0.30

FASES_CON_GENTE = (Fase.ESPERA, Fase.REPARTIENDO, Fase.JUGANDO, Fase.FIN_DE_MANO, Fase.FIN_DE_PARTIDA)
FASES_SIN_IRSE = (Fase.REPARTIENDO, Fase.JUGANDO, Fase.FIN_DE_MANO)
"""Cuando nadie cierra su mesa por gusto: en las demás, muchos que se van a la vez no son una falla de la casa."""


@dataclass(slots=True)
class Perdida:
    """Desde cuándo no se sabe de alguien: `desde` en ms de la mesa, `lazo` en segundos del lazo."""

    desde: int
    lazo: float
    gracia: float
    nuestra: bool


class Otros(Protocol):
    """Los demás procesos: si los hay, qué saben y qué se les dice."""

    @property
    def solo(self) -> bool:
        """Si no los hay."""

    async def rastros(self, pares: Sequence[tuple[int, int]]) -> dict[tuple[int, int], Rastro]:
        """Lo que otro dejó de cada (mesa, cuenta)."""

    async def rastro(self, par: tuple[int, int]) -> Rastro | None:
        """Lo que otro dejó de quien llega."""

    def anotar(self, id_de_mesa: int, cuenta: int, viva: bool) -> None:
        """Si aquí está su socket."""


class Presencia:
    """Se consulta cada segundo; entrar, salir y latir la tocan sin esperar."""

    def __init__(
        self,
        vivas: Mapping[int, MesaViva],
        datos: Mapping[int, DatosDeMesa],
        *,
        plazos: Plazos,
        otros: Otros,
        tareas: Lanzador,
    ) -> None:
        self._vivas, self._datos, self._plazos = vivas, datos, plazos
        self._otros, self._tareas = otros, tareas
        self._lazo = asyncio.get_running_loop()
        self._perdidas: dict[tuple[int, int], Perdida] = {}
        self._caidas: deque[tuple[float, int]] = deque()
        self._llegan: Counter[tuple[int, int | None]] = Counter()
        self._fila = 0.0

    @contextmanager
    def llegando(self, id_de_mesa: int, cuenta: int | None) -> Iterator[None]:
        """Su socket está abierto y lo estamos sentando: si se tarda, la demora no es suya (EL9, D179)."""
        par = (id_de_mesa, cuenta)
        self._llegan[par] += 1
        if len(self._llegan) >= FILA:
            self._fila = self._lazo.time()
        try:
            yield
        finally:
            self._llegan[par] -= 1
            if not self._llegan[par]:
                del self._llegan[par]

    # --- lo que pasa con cada socket ----------------------------------------------------------------------------------
    def entrar(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Alguien se sienta, o vuelve."""
        mesa.conexiones.add(conexion)
        mesa.presentar(conexion)
        self._al_entrar(mesa, conexion)
        if not conexion.reponiendo:
            self._otros.anotar(mesa.id, conexion.cuenta, True)

    def salir(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Se perdió un socket; si era el último de la persona, corre su gracia."""
        mesa.conexiones.discard(conexion)
        self._al_salir(mesa, conexion)
        if mesa.conexion_de(conexion.persona) is None:
            self._otros.anotar(mesa.id, conexion.cuenta, False)

    def _al_entrar(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Si este proceso no sabía de él, su reloj no vence hasta saber desde cuándo faltaba."""
        perdida = self._perdidas.pop((mesa.id, conexion.persona), None)
        if perdida is not None:
            self._devolver(mesa, conexion.persona, hora.ahora() - perdida.desde, perdida.nuestra)
        elif mesa.estado.fase in FASES_CON_GENTE and mesa.conexiones_de(conexion.persona) == 1:
            conexion.reponiendo = True
            self._tareas.lanzar(self._reponer(mesa, conexion, mesa.falta(conexion.persona)))
        self.volver(mesa, conexion.persona)

    async def _reponer(self, mesa: MesaViva, conexion: Conexion, faltaba: bool) -> None:
        """Si venía de otro proceso se le devuelve lo que tardó; si ese murió, sin tope: fue culpa nuestra.

        A quien ya se había declarado ausente se lo devuelve su regreso.
        """
        try:
            venia = await self._otros.rastro((mesa.id, conexion.cuenta))
            if venia is not None and not faltaba:
                self._devolver(mesa, conexion.persona, hora.ahora() - venia.desde, nuestra=venia.murio)
        except (DatabaseError, InterfaceError):
            registro.exception("No se supo de dónde venía una conexión de la mesa %d", mesa.id)
        finally:
            conexion.reponiendo = False
        # hasta ahora: anotarla antes borraría de dónde venía
        if mesa.conexiones_de(conexion.persona):
            self._otros.anotar(mesa.id, conexion.cuenta, True)

    def desconocidos_de(self, mesa: MesaViva) -> dict[tuple[int, int], tuple[MesaViva, int]]:
        """De quién no sabe nada este proceso, por (mesa, cuenta): ni tiene su socket, ni lo ha perdido, ni falta ya."""
        if mesa.estado.fase not in FASES_CON_GENTE or mesa.estan_todos():
            return {}
        return {
            (mesa.id, cuenta): (mesa, persona)
            for persona, cuenta in enumerate(self._datos[mesa.id].cuentas)
            if cuenta is not None
            and not (mesa.conexiones_de(persona) or (mesa.id, persona) in self._perdidas)
            and not mesa.falta(persona)
        }

    async def faltan_por_llegar(
        self, mesa: MesaViva, al_saber: Callable[[list[int]], None] = lambda _faltan: None
    ) -> list[int]:
        """De qué personas de la mesa no se sabe en ningún proceso, ni llegan en un momento (EL9, D161).

        El momento es para quien recarga, y para quien acaba de sentarse en otro proceso y aún no está anotado. Mientras
        dura, `al_saber` oye quiénes van faltando.
        """
        hasta = self._lazo.time() + MIENTRAS_LLEGAN
        while True:
            faltan = await self._faltan(mesa)
            al_saber(faltan)
            if not faltan or self._lazo.time() > hasta:
                return faltan
            await asyncio.sleep(MIENTRAS_LLEGAN / 8)

    async def _faltan(self, mesa: MesaViva) -> list[int]:
        cuentas = self._datos[mesa.id].cuentas
        faltan = {(mesa.id, c): n for n, c in enumerate(cuentas) if c is not None and not self._se_oye(mesa, n)}
        if not faltan or self._otros.solo:
            return list(faltan.values())
        rastros = await self._otros.rastros(list(faltan))
        return [n for par, n in faltan.items() if par not in rastros or not rastros[par].lo_tiene]

    def _se_oye(self, mesa: MesaViva, persona: int) -> bool:
        """Si late aquí: comenzar con quien calla lo dejaría ausente, y con azul, nada más empezar."""
        conexion = mesa.conexion_de(persona)
        return conexion is not None and self._lazo.time() - conexion.latido <= SIN_LATIDO

    def devolver_a_todos(self, perdido: int) -> None:
        """Este proceso o su base estuvieron caídos: ni turnos ni esperas corrieron."""
        for mesa in list(self._vivas.values()):
            if mesa.estado.detenido:
                self._prorrogar(mesa, perdido)
            elif (persona := turno_de(mesa.estado)) is not None and persona >= 0:
                self._devolver(mesa, persona, perdido, nuestra=True)

    def disculpar(self, segundos: float) -> None:
        """Este proceso estuvo parado: en ese rato nadie pudo latir ni volver, y no por eso falta (EL9)."""
        ahora = self._lazo.time()
        for mesa in self._vivas.values():
            for conexion in mesa.conexiones:
                conexion.latido = min(conexion.latido + segundos, ahora)
        for perdida in self._perdidas.values():
            perdida.lazo = min(perdida.lazo + segundos, ahora)

    def volver(self, mesa: MesaViva, persona: int) -> None:
        """Si estaba declarado ausente, ya no."""
        if mesa.falta(persona):
            pedir_por_la_casa(mesa, lambda estado: ordenes.Volver(estado.ocupantes.index(persona)), f"volver:{persona}")

    def _al_salir(self, mesa: MesaViva, conexion: Conexion) -> None:
        if mesa.estado.fase in FASES_SIN_IRSE and not mesa.estado.detenido:
            self._caidas.append((self._lazo.time(), mesa.id))
        if mesa.conexion_de(conexion.persona) is None and mesa.estado.fase in FASES_CON_GENTE:
            self._perder(mesa, conexion.persona, hora.ahora(), SIN_SOCKET, nuestra=False)

    def al_latir(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Latió; si llevaba callado más de 4 s en todas sus pestañas, se le devuelve ese silencio."""
        ahora = self._lazo.time()
        antes = conexion.latido
        if ahora - antes > LATIDO_FRESCO:
            antes = max(c.latido for c in (conexion, *mesa.conexiones) if c.persona == conexion.persona)
        conexion.latido = ahora
        if ahora - antes > LATIDO_FRESCO:
            self._devolver(mesa, conexion.persona, int((ahora - antes) * 1000), nuestra=False)
        if mesa.estado.detenido and not conexion.salida.despedida:
            self.volver(mesa, conexion.persona)

    def faltaba(self, mesa: MesaViva, persona: int, rastro: Rastro | None) -> None:
        """Nadie lo tiene: su proceso murió o se apagó, y lo perdido es nuestro; o nunca llegó a su mesa.

        A quien el proceso vivo que lo perdió le está contando la gracia, aquí no. Antes de comenzar se espera a que
        llegue lo que dure la espera.
        """
        if mesa.conexiones_de(persona):
            return
        if rastro is not None and rastro.murio:
            self._perder(mesa, persona, rastro.desde, TRAS_CAIDA, nuestra=True)
        elif rastro is None and mesa.estado.fase is not Fase.ESPERA:
            self._perder(mesa, persona, hora.ahora(), TRAS_CAIDA, nuestra=False)

    def esta_en_otro(self, mesa: MesaViva, persona: int) -> None:
        """Se fue de aquí a otro proceso, que es quien le cuenta ahora: su pérdida de aquí ya no dice nada."""
        self._perdidas.pop((mesa.id, persona), None)

    def prorrogar(self, mesa: MesaViva, desde: int) -> None:
        """Al cargar una mesa detenida: lo que su proceso estuvo caído no cuenta contra los ausentes."""
        self._prorrogar(mesa, hora.ahora() - desde)

    def _prorrogar(self, mesa: MesaViva, perdido: int) -> None:
        if mesa.estado.detenido and perdido > 0:
            pedir_por_la_casa(mesa, lambda _: ordenes.Prorrogar(perdido), "prorrogar")

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa mesa ya no está aquí."""
        for persona in range(AMIGOS.asientos):
            self._perdidas.pop((id_de_mesa, persona), None)

    def _perder(self, mesa: MesaViva, persona: int, desde: int, gracia: float, nuestra: bool) -> None:
        self._perdidas[mesa.id, persona] = Perdida(desde, self._lazo.time(), gracia, nuestra)

    def _devolver(self, mesa: MesaViva, persona: int, perdido: int, nuestra: bool) -> None:
        """Tiempo de vuelta a quien tenía el turno, contado desde que se le abrió; lo propio, hasta su margen."""
        estado = mesa.estado
        if turno_de(estado) != persona or not estado.vence or not estado.reloj:
            return
        mano, perdido = estado.mano, min(perdido, hora.ahora() - estado.abierto)
        if perdido <= 0 or not (nuestra or self._margen(estado)):
            return

        def armar(actual: Mesa) -> ordenes.Orden:
            # mientras hacía fila pudo tirar: el turno que sigue no es suyo
            if turno_de(actual) != persona or actual.mano != mano:
                raise ErrorDeRegla("fuera_de_fase")
            return ordenes.Reabrir(perdido, NADIE if nuestra else actual.ocupantes.index(persona))

        pedir_por_la_casa(mesa, armar, f"reabrir:{persona}")

    def _margen(self, estado: Mesa) -> int:
        """Ms que aún se le devolverían a quien tiene el turno por estar fuera de alcance; jugando."""
        assert estado.mano is not None
        return margen_de(estado, estado.mano.turno, self._plazos)

    def le_corre(self, mesa: MesaViva, persona: int) -> bool:
        """Si el reloj de quien tiene el turno corre aunque no se le oiga: gastó su margen y lo perdió él, aquí mismo.

        De quien este proceso no sabe, o perdió por culpa de la casa, no se sabe cuánto hay que devolverle (EL7, EL9).
        """
        if self._margen(mesa.estado):
            return False
        perdida = self._perdidas.get((mesa.id, persona))
        return not perdida.nuestra if perdida is not None else mesa.conexion_de(persona) is not None

    # --- cada segundo -------------------------------------------------------------------------------------------------
    def perdidos_de(self, mesa: MesaViva, nuestra: bool) -> list[tuple[int, bool]]:
        """A quién hay que declarar ausente ya: (persona, si la falla es nuestra). `nuestra`: `falla_nuestra()`."""
        ahora = self._lazo.time()
        if mesa.estado.fase not in FASES_CON_GENTE or mesa.laten_todos(ahora - LATIDO_FRESCO):
            return []
        faltan = []
        for asiento, persona in enumerate(mesa.estado.ocupantes):
            culpa = persona >= 0 and self._culpa(mesa, persona, ahora, nuestra)
            # a quien ya se declaró ausente sólo hay algo que decirle: que la falla fue nuestra
            sabida = mesa.estado.ausentes[asiento] and (not culpa or mesa.estado.nuestras >> asiento & 1)
            if persona >= 0 and not sabida and self._falta(mesa, persona, ahora):
                faltan.append((persona, culpa))
        return faltan

    def _culpa(self, mesa: MesaViva, persona: int, ahora: float, nuestra: bool) -> bool:
        """Si lo perdió la casa: se supo entonces, o lo perdió en los mismos segundos en que cayeron los demás.

        Al que ya faltaba de antes, la falla de ahora no lo disculpa.
        """
        conexion, perdida = mesa.conexion_de(persona), self._perdidas.get((mesa.id, persona))
        if conexion is not None:
            return nuestra and ahora - conexion.latido <= SIN_LATIDO + VENTANA_DE_FALLA
        if perdida is None:
            return False
        if nuestra and ahora - perdida.lazo <= VENTANA_DE_FALLA:
            perdida.nuestra = True
        return perdida.nuestra

    def _falta(self, mesa: MesaViva, persona: int, ahora: float) -> bool:
        if (mesa.id, self._datos[mesa.id].cuentas[persona]) in self._llegan:
            return False
        conexion, perdida = mesa.conexion_de(persona), self._perdidas.get((mesa.id, persona))
        if mesa.estado.fase is Fase.ESPERA:
            visto = conexion.latido if conexion is not None else perdida.lazo if perdida is not None else ahora
            return ahora - visto > ANTES_DE_COMENZAR
        if conexion is not None:
            return ahora - conexion.latido > self._gracia(mesa.estado, persona, SIN_LATIDO)
        if perdida is None:
            return False
        if perdida.nuestra:
            desde = min(max(perdida.lazo, self._fila), perdida.lazo + FILA_MAXIMA)
            return ahora - desde > perdida.gracia
        return ahora - perdida.lazo > self._gracia(mesa.estado, persona, perdida.gracia)

    def _gracia(self, estado: Mesa, persona: int, gracia: float) -> float:
        """Segundos fuera de alcance antes de ser ausente: en su turno, no más que el margen que le quede."""
        if turno_de(estado) != persona or not estado.reloj:
            return gracia
        return min(gracia, max(LATIDO_FRESCO, self._margen(estado) / 1000))

    def falla_nuestra(self) -> bool:
        """Si en 10 s cayeron tantos que la falla es de la casa: 30 % de los sockets, 20 sockets y 5 mesas."""
        ahora = self._lazo.time()
        while self._caidas and ahora - self._caidas[0][0] > VENTANA_DE_FALLA:
            self._caidas.popleft()
        cayeron = len(self._caidas)
        if cayeron < FALLA_SOCKETS or len({mesa for _, mesa in self._caidas}) < FALLA_MESAS:
            return False
        sockets = sum(len(mesa.conexiones) for mesa in self._vivas.values())
        return cayeron >= FALLA_PARTE * (cayeron + sockets)

    def ausentar(self, mesa: MesaViva, persona: int, nuestra: bool) -> None:
        """Lo declara ausente, o acaba la mesa si la partida no ha empezado o ya terminó.

        Falta desde que se le dejó de oír, si el turno era suyo: al volver corre con lo que le quedaba entonces.
        """
        conexion, perdida = mesa.conexion_de(persona), self._perdidas.get((mesa.id, persona))
        if conexion is not None:
            perdido = int((self._lazo.time() - conexion.latido) * 1000)
        elif perdida is not None:
            perdido = hora.ahora() - perdida.desde
        else:
            return
        pedir_por_la_casa(
            mesa,
            lambda estado: ordenes.Ausentar(estado.ocupantes.index(persona), nuestra, perdido),
            f"ausentar:{persona}:{int(nuestra)}",
        )

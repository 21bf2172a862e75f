"""El ataque: tres asientos de una mesa quieta mandan de todo, y se vigilan esa mesa, las demás y la memoria."""

import asyncio
import random
import socket
import time
from typing import Any
from uuid import uuid5

from bench.comun import mensajes as m
from bench.comun import ws
from bench.comun.gasto import memoria_kb
from bench.comun.jugador import Escucha, Jugador, Pedida, Pensada, conectar_todos, sentar
from bench.comun.procesos import Servidor
from bench.hostil.tramas import Hostil
from config.vivo.cupos import DE_JUGAR
from enlinea.mesa.de_la_casa import ESPACIO

POR_RAFAGA, POR_TANDA = 40, 20
LATIDO = b'{"tipo":"latido","version":0,"datos":{}}'


class Vecinas(Escucha):
    """Las otras mesas: cuánto es lo más que pasaron sin avanzar y cuánto tardó cada acuse."""

    def __init__(self) -> None:
        self.acuses = 0
        self.demoras: list[float] = []
        self.caidas: list[str] = []
        self.cerrando = False
        self._ultimo: dict[int, float] = {}
        self.mayor_hueco = 0.0

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        ahora = time.perf_counter()
        self.acuses += 1
        self.demoras.append(ahora - pedida.enviada)
        self.mayor_hueco = max(self.mayor_hueco, ahora - self._ultimo.get(j.mesa_id, ahora))
        self._ultimo[j.mesa_id] = ahora

    def desconectado(self, j: Jugador, codigo: int) -> None:
        if not self.cerrando:
            self.caidas.append(f"mesa vecina {j.mesa_id}, persona {j.persona}: socket cerrado con {codigo}")


class Quieta(Escucha):
    """Guarda las órdenes que se mandaron de verdad en la mesa atacada."""

    def __init__(self) -> None:
        self.reales: dict[int, list[bytes]] = {0: [], 1: [], 2: [], 3: []}

    def pedido(self, j: Jugador, pedida: Pedida) -> None:
        self.reales[j.persona].append(pedida.cuerpo)


class Atacante:
    """Una persona sentada que manda basura en ráfagas y confirma con un latido que se le contesta.

    Pasado el tope de mensajes se le contesta `despacio` y luego se le corta: insiste, y vuelve a entrar.
    """

    def __init__(self, mesa_id: int, cookie: str, puerto: int, hostil: Hostil) -> None:
        self._ruta, self._cookie, self._puerto, self._hostil = f"/ws/mesa/{mesa_id}/", cookie, puerto, hostil
        self._enchufe: ws.Enchufe | None = None
        self._latido: asyncio.Event = asyncio.Event()
        self.enviadas = self.cierres = self.callados = 0
        self.respuestas: dict[str, int] = {}
        self.fallas: list[str] = []

    def _al_texto(self, crudo: bytes) -> None:
        mensaje = m.leer(crudo)
        frenado = isinstance(mensaje, m.Rechazo) and mensaje.datos.codigo == "despacio" and not mensaje.datos.id_orden
        if isinstance(mensaje, m.Latido) or frenado:
            self._latido.set()
        nombre = mensaje.datos.codigo if isinstance(mensaje, (m.Rechazo, m.Fuera)) else type(mensaje).__name__
        self.respuestas[nombre] = self.respuestas.get(nombre, 0) + 1
        if isinstance(mensaje, m.Vista):
            self.fallas += m.faltas(mensaje)

    def _al_cerrar(self, codigo: int) -> None:
        self._enchufe = None
        self.cierres += 1
        self._latido.set()

    async def atacar(self, cuantas: int) -> None:
        """Hasta mandar esas tramas."""
        while self.enviadas < cuantas:
            if self._enchufe is None:
                await self._entrar()
            await self._rafaga(min(POR_RAFAGA, cuantas - self.enviadas))

    async def quedarse(self) -> None:
        """Presente, hasta que se cancele: quien acaba antes no debe parecer que se fue de la mesa."""
        try:
            while True:
                if self._enchufe is None:
                    await self._entrar()
                else:
                    self._enchufe.enviar(LATIDO)
                await asyncio.sleep(1)
        finally:
            if self._enchufe is not None:
                self._enchufe.cortar()

    async def _entrar(self) -> None:
        try:
            self._enchufe = await ws.abrir(
                self._puerto, self._ruta, self._al_texto, self._al_cerrar, cookie=self._cookie
            )
        except OSError as falla:
            self.fallas.append(f"no dejó entrar: {falla!r}")
            await asyncio.sleep(0.2)

    async def _rafaga(self, cuantas: int) -> None:
        enchufe = self._enchufe
        if enchufe is None:
            return
        self._latido.clear()
        rota = False
        for _ in range(cuantas):
            crudo, cierra = self._hostil.una()
            enchufe.escribir(crudo)
            self.enviadas += 1
            if cierra:
                rota = True
                break
        else:
            enchufe.enviar(LATIDO)
        try:
            async with asyncio.timeout(0.5 if rota else 20):
                await self._latido.wait()
        except TimeoutError:
            # una trama a medias no obliga a contestar: se vuelve a entrar
            self.callados += not rota
            enchufe.cortar()


# --- la mesa quieta ---------------------------------------------------------------------------------------------------
async def aquietar(mesa: dict[str, Any], puerto: int) -> tuple[list[Jugador], Quieta]:
    """La mesa repartida, con todos los nonces dados y sin que nadie tire. Es «sin prisa»: no le corre reloj."""
    testigo = Quieta()
    cuatro = sentar(mesa, [puerto], testigo, random.Random(7))
    await conectar_todos(cuatro)
    async with asyncio.timeout(60):
        while not all(j.vista is not None and j.vista.datos.fase == m.JUGANDO for j in cuatro):
            for j in cuatro:
                j.juega = j.vista is None or j.vista.datos.fase != m.JUGANDO
                if j.vista is not None and j.vista.datos.fase < m.JUGANDO:
                    j.atender()
            await asyncio.sleep(0.01)
        for j in cuatro:
            j.juega = False
        while any(j.pedidas for j in cuatro):
            await asyncio.sleep(0.05)
        # pudo colarse una jugada antes de aquietarlos; lo que falte de nonce se da suelto
        for j in cuatro:
            if j.vista is not None and j.vista.yo.falta_nonce:
                j.pedir("nonce", b'{"nonce":"%032x"}' % random.getrandbits(128))
        while any(j.pedidas or j.vista is None or j.vista.yo.falta_nonce for j in cuatro):
            await asyncio.sleep(0.05)
        # si a quien le toca no le cabe nada, pasa solo: la mesa está quieta cuando le cabe. Y el acuse de una jugada
        # llega antes que su vista: que siga igual un segundo
        quieta = 0
        while quieta < 20:
            antes = {j.version for j in cuatro}
            await asyncio.sleep(0.05)
            igual = antes == {j.version for j in cuatro} and len(antes) == 1
            cabe = any(j.vista is not None and j.vista.yo.opciones for j in cuatro)
            quieta = quieta + 1 if igual and cabe else 0
    return cuatro, testigo


async def vecinas(mesas: list[dict[str, Any]], puerto: int) -> tuple[list[Jugador], Vecinas]:
    """Mesas normales jugando a su paso."""
    escucha = Vecinas()
    azar = random.Random(3)
    jugadores = [j for mesa in mesas for j in sentar(mesa, [puerto], escucha, azar)]
    for j in jugadores:
        j.ritmo = Pensada(0.3, tope=1.0, azar=random.Random(azar.getrandbits(64)))
    await conectar_todos(jugadores)
    return jugadores, escucha


async def suplantar(j: Jugador) -> list[str]:
    """Quien está en turno tira de verdad, pero con el `id_orden` que la casa usará para vencerle un plazo."""
    assert j.vista is not None
    assert isinstance(j.vista.yo.opciones, list)
    ficha, extremo = j.vista.yo.opciones[0]
    de_la_casa = uuid5(ESPACIO, f"{j.mesa_id}:{j.version + 4}:vencer")
    datos = b'{"ficha":%d,"extremo":%d}' % (ficha, extremo)
    antes = j.version
    assert j.enchufe is not None
    j.enchufe.enviar(
        b'{"tipo":"tirar","id_orden":"%b","version":%d,"datos":%b}' % (str(de_la_casa).encode(), antes, datos)
    )
    await asyncio.sleep(1.0)
    return ["dejó apartar un id_orden de la casa"] if j.version > antes else []


# --- el que no lee ----------------------------------------------------------------------------------------------------
async def no_lee(
    servidor: Servidor, mesa: dict[str, Any], persona: int, plazo: float, lee: bool
) -> tuple[int, bool, float]:
    """Pide sin parar y, si `lee` es falso, no lee nada: (KB que creció el servidor, si lo cortó, segundos)."""
    cortado = asyncio.Event()
    contestados = 0

    def contar(crudo: bytes) -> None:
        nonlocal contestados
        contestados += 1

    def chico(descriptor: int) -> None:
        with socket.socket(fileno=socket.dup(descriptor)) as copia:
            copia.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)

    enchufe = await ws.abrir(
        servidor.puerto, f"/ws/mesa/{mesa['id']}/", contar, lambda codigo: cortado.set(),
        cookie=mesa["cookies"][persona], preparar=chico,
    )  # fmt: skip
    assert enchufe.transporte is not None
    antes = memoria_kb(servidor.pid)
    if not lee:
        enchufe.transporte.pause_reading()
    mayor, empezo = antes, time.perf_counter()
    # cada uno pide otra vez la vista entera; justo abajo del tope, que si no se le corta por insistir
    basura = ws.trama(LATIDO) * POR_TANDA
    enviados = 0
    while not cortado.is_set() and time.perf_counter() < empezo + plazo:
        # de a poco: lo que se prueba es que no lea, no que mande más aprisa de lo que se le puede contestar
        if enchufe.transporte.get_write_buffer_size() < 50_000 and (not lee or contestados >= enviados - POR_TANDA):
            enchufe.escribir(basura)
            enviados += POR_TANDA
        mayor = max(mayor, memoria_kb(servidor.pid))
        await asyncio.sleep(POR_TANDA * DE_JUGAR.ventana / DE_JUGAR.mensajes * 1.2)
    enchufe.cortar()
    return mayor - antes, cortado.is_set(), time.perf_counter() - empezo

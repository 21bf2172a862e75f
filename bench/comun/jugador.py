"""Un navegador sentado a la mesa, exacto al protocolo: late, aporta su nonce, juega, continúa, vota y reconecta."""

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from bench.comun import mensajes as m
from bench.comun import ws

LATIDO = 2.0
RECIEN = 1.5
"""Como el navegador: fuera de su turno, quien acaba de mandar algo no late."""
# como el navegador: pronto la primera vez y luego con calma, con algo de azar para no volver todos juntos
REINTENTOS = (0.2, 0.5, 1.0, 2.0)
ESPERA = 3.0
"""Lo que aguanta un socket que no abre antes de probar otra vez: un servidor que arranca ya tiene su puerto tomado."""


PERSONAS = 4
Posicion = tuple[int, int, int]
"""(partida, mano, largo de la cadena): crece con cada jugada, y así se sabe si una vista ya la trae."""


class Ritmo:
    """Cuánto tarda la persona en contestar; aquí, nada."""

    def pensar(self, vista: m.Vista) -> float:
        """Segundos antes de actuar."""
        return 0.0


class Pensada(Ritmo):
    """Exponencial, con tope para no ganarse una tarjeta de opción única."""

    def __init__(self, media: float, tope: float = 4.5, azar: random.Random | None = None) -> None:
        self._media, self._tope, self._azar = media, tope, azar or random.Random()

    def pensar(self, vista: m.Vista) -> float:
        """Nunca más que el tope."""
        return min(self._azar.expovariate(1 / self._media), self._tope)


class Pedida:
    """Una orden enviada y aún sin contestar."""

    __slots__ = ("asiento", "cuerpo", "enviada", "ficha", "id_orden", "llave", "posicion", "tipo")

    def __init__(self, tipo: str, id_orden: str, cuerpo: bytes, llave: Any, ficha: int, posicion: Posicion) -> None:
        self.tipo, self.id_orden, self.cuerpo, self.llave = tipo, id_orden, cuerpo, llave
        self.ficha, self.posicion = ficha, posicion
        self.asiento = -1
        self.enviada = 0.0


class Jugador:
    """Las mesas lo reparten en `Grupo`; `escucha` oye lo que pasa (medir, anotar acuses, grabar)."""

    __slots__ = (
        "_azar", "_cuenta", "_espera", "_hechas", "_prefijo", "_regreso", "_reintento", "asiento", "comparsas",
        "cookie", "datos_de_mesa", "desconexiones", "enchufe", "enviado", "escucha", "fallas", "fuera", "graba",
        "juega", "mesa_id", "mostrado", "opcion", "pasos", "pedidas", "persona", "posicion", "puertos", "rechazos",
        "reconecta", "revisa", "ritmo", "version", "vista",
    )  # fmt: skip

    def __init__(self, mesa_id: int, persona: int, cookie: str, puertos: list[int], azar: random.Random) -> None:
        self.mesa_id, self.persona, self.cookie, self.puertos = mesa_id, persona, cookie, puertos
        self._azar = azar
        self._cuenta = 0
        self._prefijo = f"{azar.getrandbits(32):08x}-{azar.getrandbits(16):04x}-4{azar.getrandbits(12):03x}-8000-"
        self.ritmo = Ritmo()
        self.escucha: Escucha = Escucha()
        self.comparsas: list[Jugador] = [self]
        self.reconecta = self.revisa = self.juega = True
        self.graba = False
        self.pasos = True
        """Como la página de hoy; si no, cada vista le llega entera."""
        self.opcion = "revancha"
        self.enchufe: ws.Enchufe | None = None
        self.vista: m.Vista | None = None
        self.datos_de_mesa: m.DatosMesa | None = None
        self.version = self.asiento = -1
        self.posicion = (0, 0, 0)
        self.mostrado = self.enviado = 0.0
        self.pedidas: dict[str, Pedida] = {}
        self._hechas: dict[str, Any] = {}
        self._espera: asyncio.TimerHandle | None = None
        self._reintento = 0
        self._regreso: asyncio.Task[None] | None = None
        self.rechazos: dict[str, int] = {}
        self.fallas: list[str] = []
        self.desconexiones = 0
        self.fuera = ""

    # --- conexión ---
    def ruta(self) -> str:
        """La de su mesa."""
        return f"/ws/mesa/{self.mesa_id}/{'?pasos' if self.pasos else ''}"

    async def conectar(self, plazo: float = 30.0) -> None:
        """Abre el socket. Levanta `OSError` si no se puede."""
        puerto = self.puertos[self._reintento % len(self.puertos)]
        await ws.abrir(
            puerto,
            self.ruta(),
            self._al_texto,
            self._al_cerrar,
            cookie=self.cookie,
            al_abrir=self._al_abrir,
            plazo=plazo,
        )

    def _al_abrir(self, enchufe: ws.Enchufe) -> None:
        self.enchufe = enchufe
        self._reintento = 0
        self.escucha.conectado(self)
        asyncio.get_running_loop().call_later(self._azar.uniform(0, LATIDO), self._latir, enchufe)
        # lo que quedó sin contestar se repite igual: el mismo id_orden no se aplica dos veces
        for pedida in list(self.pedidas.values()):
            self._mandar(pedida.cuerpo)

    def _al_cerrar(self, codigo: int) -> None:
        self.enchufe = None
        self.desconexiones += 1
        self.escucha.desconectado(self, codigo)
        if self.reconecta and not self.fuera:
            self._programar_regreso()

    def _programar_regreso(self) -> None:
        # uno solo: si abrió y se cayó antes de que el regreso lo notara, ése sigue; dos sockets a la vez se echan
        if self._regreso is None or self._regreso.done():
            self._regreso = asyncio.get_running_loop().create_task(self._volver())

    async def _volver(self) -> None:
        while self.reconecta and self.enchufe is None:
            espera = REINTENTOS[min(self._reintento, len(REINTENTOS) - 1)]
            self._reintento += 1
            await asyncio.sleep(espera * self._azar.uniform(0.75, 1.25))
            try:
                await self.conectar(ESPERA)
            except OSError:
                continue

    def irse(self) -> None:
        """Cierra sin despedirse y no vuelve."""
        self.reconecta = False
        if self._espera is not None:
            self._espera.cancel()
        if self.enchufe is not None:
            self.enchufe.cortar()

    def _latir(self, enchufe: ws.Enchufe) -> None:
        if enchufe is not self.enchufe:
            return
        v, ahora = self.vista, time.perf_counter()
        if v is not None and v.datos.turno == self.asiento and not self.pedidas:
            self._decir_que_late(b'{"visto":%d}' % int((ahora - self.mostrado) * 1000))
        elif ahora - self.enviado >= RECIEN:
            self._decir_que_late(b"{}")
        asyncio.get_running_loop().call_later(LATIDO, self._latir, enchufe)

    def _decir_que_late(self, datos: bytes) -> None:
        self._mandar(b'{"tipo":"latido","version":%d,"datos":%b}' % (max(self.version, 0), datos))

    def _mandar(self, cuerpo: bytes) -> None:
        if self.enchufe is not None:
            self.enviado = time.perf_counter()
            self.enchufe.enviar(cuerpo)

    # --- lo que llega ---
    def _al_texto(self, crudo: bytes) -> None:
        try:
            mensaje = m.leer(crudo)
        except msgspec.DecodeError as mal:
            self.fallas.append(f"mensaje fuera del protocolo: {mal}: {crudo[:300]!r}")
            return
        if self.graba:
            self.escucha.crudo(self, crudo)
        _SEGUN[type(mensaje)](self, mensaje)

    def _al_ver(self, vista: m.Vista) -> None:
        if vista.acuse is not None:
            self._al_acusar(m.Acuse(vista.version, m.DatosAcuse(vista.acuse)))
        if vista.version < self.version:
            self.fallas.append(f"vista {vista.version} después de {self.version}")
            return
        self.vista, self.version, self.asiento = vista, vista.version, vista.yo.asiento
        if self.revisa and (malas := m.faltas(vista)):
            self.fallas += malas
        d = vista.datos
        ahora = (d.partida, d.mano, len(d.cadena) if d.cadena else 0)  # type: ignore[arg-type]
        if ahora != self.posicion:
            self.posicion = ahora
            self.mostrado = time.perf_counter()
        self.escucha.visto(self, vista)
        if self.juega:
            self.atender()

    def _al_paso(self, paso: m.Paso) -> None:
        if self.vista is None or self.version != paso.de:
            self.fallas.append(f"paso de {paso.de} sobre la vista {self.version}")
            return
        self._al_ver(m.sumar(self.vista, paso))

    def _al_acusar(self, acuse: m.Acuse) -> None:
        pedida = self.pedidas.pop(acuse.datos.id_orden, None)
        if pedida is not None:
            self.escucha.acusado(self, pedida, acuse)

    def _al_rechazar(self, rechazo: m.Rechazo) -> None:
        d = rechazo.datos
        self.rechazos[d.codigo] = self.rechazos.get(d.codigo, 0) + 1
        if d.codigo not in m.CODIGOS:
            self.fallas.append(f"código desconocido: {d.codigo}")
        pedida = self.pedidas.pop(d.id_orden, None)
        self.escucha.rechazado(self, pedida, rechazo)
        if pedida is not None and d.codigo in ("vieja", "reintenta", "despacio", "mesa_detenida", "falta_alguien"):
            self._hechas.pop(pedida.tipo, None)
            if self.juega:
                # «Comenzar» lo vuelve a oprimir una persona, que primero lee
                asyncio.get_running_loop().call_later(1.0 if d.codigo == "falta_alguien" else 0.05, self.atender)

    def _al_entrar(self, mesa: m.Mesa) -> None:
        self.datos_de_mesa = mesa.datos

    def _al_ser_echado(self, fuera: m.Fuera) -> None:
        self.fuera = fuera.datos.codigo

    def _ignorar(self, mensaje: m.Mensaje) -> None:
        """Charlas y latidos."""

    # --- lo que toca hacer ---
    def atender(self) -> None:
        """Hace lo que la vista pide, después de pensarlo si el ritmo lo dice."""
        v = self.vista
        if v is None or self.fuera or not self._toca(v):
            return
        demora = self.ritmo.pensar(v)
        if demora <= 0:
            self._actuar()
        elif self._espera is None:
            self._espera = asyncio.get_running_loop().call_later(demora, self._ya_penso)

    def _ya_penso(self) -> None:
        self._espera = None
        if self.vista is not None and self._toca(self.vista):
            self._actuar()

    def _toca(self, v: m.Vista) -> bool:
        fase = v.datos.fase
        if v.datos.ausentes is not None and fase != m.FIN_DE_PARTIDA:
            return False
        if fase == m.JUGANDO:
            return bool(v.yo.opciones) and self._hechas.get("tirar") != self.posicion
        return fase < m.CERRADA

    def _actuar(self) -> None:
        v = self.vista
        assert v is not None
        fase, yo = v.datos.fase, v.yo
        if fase == m.JUGANDO:
            self._tirar(v)
            return
        if yo.falta_nonce:
            self._una_vez("nonce", v.datos.siguiente, b'{"nonce":"%032x"}' % self._azar.getrandbits(128))
        if fase == m.ESPERA:
            self._comenzar()
        elif fase == m.FIN_DE_MANO and not (v.datos.listos >> yo.asiento) & 1:  # type: ignore[operator]
            self._una_vez("continuar", (v.datos.partida, v.datos.mano), b"{}")
        elif fase == m.FIN_DE_PARTIDA and not v.datos.votos[yo.asiento]:  # type: ignore[index]
            self._una_vez("elegir", v.datos.partida, b'{"opcion":"%b"}' % self.opcion.encode())

    def _comenzar(self) -> None:
        """Sólo el organizador, cuando ve a los cuatro con su nonce dado."""
        mesa = self.datos_de_mesa
        if mesa is None or mesa.yo != mesa.organizador:
            return
        if all(c.vista is not None and not c.vista.yo.falta_nonce for c in self.comparsas):
            self._una_vez("comenzar", 1, b"{}")
        else:
            asyncio.get_running_loop().call_later(0.2, self.atender)

    def _tirar(self, v: m.Vista) -> None:
        opciones = v.yo.opciones
        assert isinstance(opciones, list)
        ficha, extremo = opciones[int(self._azar.random() * len(opciones))]
        datos = b'{"ficha":%d,"extremo":%d' % (ficha, extremo)
        if v.yo.falta_nonce:
            datos += b',"nonce":"%032x"}' % self._azar.getrandbits(128)
        else:
            datos += b"}"
        self._una_vez("tirar", self.posicion, datos, ficha)

    def _una_vez(self, tipo: str, llave: Any, datos: bytes, ficha: int = -1) -> None:
        """Manda la orden si no se mandó ya por lo mismo."""
        if self._hechas.get(tipo) == llave:
            return
        self._hechas[tipo] = llave
        self.pedir(tipo, datos, ficha, llave)

    def pedir(self, tipo: str, datos: bytes, ficha: int = -1, llave: Any = None) -> Pedida:
        """Manda una orden nueva y la deja pendiente de acuse."""
        self._cuenta += 1
        id_orden = f"{self._prefijo}{self._cuenta:012x}"
        cuerpo = b'{"tipo":"%b","id_orden":"%b","version":%d,"datos":%b}' % (
            tipo.encode(), id_orden.encode(), self.version, datos,
        )  # fmt: skip
        pedida = Pedida(tipo, id_orden, cuerpo, llave, ficha, self.posicion)
        pedida.asiento = self.asiento
        self.pedidas[id_orden] = pedida
        pedida.enviada = time.perf_counter()
        self.escucha.pedido(self, pedida)
        self._mandar(cuerpo)
        return pedida


class Escucha:
    """Lo que un programa quiere saber de sus jugadores; aquí, nada."""

    def conectado(self, j: Jugador) -> None:
        """Se abrió su socket."""

    def desconectado(self, j: Jugador, codigo: int) -> None:
        """Se cerró su socket."""

    def crudo(self, j: Jugador, crudo: bytes) -> None:
        """Un mensaje, tal como llegó (sólo si `graba`)."""

    def visto(self, j: Jugador, vista: m.Vista) -> None:
        """Una vista nueva."""

    def pedido(self, j: Jugador, pedida: Pedida) -> None:
        """Sale una orden."""

    def acusado(self, j: Jugador, pedida: Pedida, acuse: m.Acuse) -> None:
        """La orden quedó en el diario."""

    def rechazado(self, j: Jugador, pedida: Pedida | None, rechazo: m.Rechazo) -> None:
        """La orden no se hizo."""


_SEGUN: dict[type, Callable[[Jugador, Any], None]] = {
    m.Vista: Jugador._al_ver,
    m.Paso: Jugador._al_paso,
    m.Acuse: Jugador._al_acusar,
    m.Rechazo: Jugador._al_rechazar,
    m.Mesa: Jugador._al_entrar,
    m.Fuera: Jugador._al_ser_echado,
    m.Charlas: Jugador._ignorar,
    m.Miran: Jugador._ignorar,
    m.Latido: Jugador._ignorar,
    m.Llegando: Jugador._ignorar,
}


class Miron(Jugador):
    """Quien mira la mesa sin sentarse: late y no pide nada. Es la persona que sigue de las cuatro."""

    __slots__ = ()

    def __init__(self, mesa_id: int, cookie: str, puertos: list[int], azar: random.Random) -> None:
        super().__init__(mesa_id, PERSONAS, cookie, puertos, azar)
        self.juega = self.pasos = False

    def ruta(self) -> str:
        """La de mirarla."""
        return f"{super().ruta()}mirar/"


def sentar(mesa: dict[str, Any], puertos: list[int], escucha: Escucha, azar: random.Random) -> list[Jugador]:
    """Los cuatro de una mesa sembrada; cada quien empieza por un puerto distinto."""
    cuatro = []
    for persona, cookie in enumerate(mesa["cookies"]):
        suyos = puertos[persona % len(puertos) :] + puertos[: persona % len(puertos)]
        j = Jugador(mesa["id"], persona, cookie, suyos, random.Random(azar.getrandbits(64)))
        j.escucha = escucha
        cuatro.append(j)
    for j in cuatro:
        j.comparsas = cuatro
    return cuatro


async def conectar_todos(jugadores: list[Jugador], a_la_vez: int = 40) -> None:
    """Abre todos los sockets, de a pocos para no ahogar la cola de entrada."""
    paso = asyncio.Semaphore(a_la_vez)

    async def uno(j: Jugador) -> None:
        async with paso:
            await j.conectar()

    await asyncio.gather(*(uno(j) for j in jugadores))

"""Socket de la mesa: traduce mensajes a órdenes. En el camino de una jugada no hay ORM, hilos ni capa de canales."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from config.servidor.registro import suceso
from config.servidor.sobre_uvicorn.socket_directo import directo_de
from config.vivo.cupos import CORTAR, sobrantes
from enlinea.acceso.servicios.sesiones import sesion_suspender
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import hora
from enlinea.mesa import mensajes as m
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.de_la_casa import es_de_la_casa
from enlinea.mesa.escritor_de_socket import FALLAS_DE_ENVIO, Enviar, PorAsgi
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.proceso import Proceso, proceso
from enlinea.mesa.salida import Salida
from enlinea.mesa.vista import como_se_juega, cuentas_de
from enlinea.mesa.viva import Armar, MesaViva, Pedido, rechazar
from enlinea.models import Mesa
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa as EstadoDeMesa
from reglas.mesa.estado import asiento_de
from reglas.mesa.tipos import Eleccion, Fase, Motivo
from reglas.tarjetas import Graves

RECIEN = 1.5
SE_DICE_CADA = 2.0
"""Segundos."""
VIENE = m.Codec.octetos(m.Llegando())


class ConsumidorDeMesa(AsyncWebsocketConsumer):
    """Una pestaña sentada a una mesa."""

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Enviar,
    ) -> None:
        """El lazo propio: `dispatch` de Channels cierra conexiones en el hilo síncrono por CADA mensaje."""
        self.scope, self.base_send = scope, send
        self.directo = directo_de(scope)
        self.proceso: Proceso | None = None
        self.mesa: MesaViva | None = None
        self.conexion: Conexion | None = None
        self.principal, self.despedida = asyncio.current_task(), False
        self.comenzando = False
        self.comenzar: UUID | None = None
        try:
            while True:
                mensaje = await receive()
                tipo = mensaje["type"]
                if tipo == "websocket.receive":
                    self.recibir(mensaje.get("text") or mensaje.get("bytes") or "")
                elif tipo == "websocket.connect":
                    await self._entrar()
                elif tipo == "websocket.disconnect":
                    return
        except asyncio.CancelledError:
            # se le cortó por no leer: no es falla
            if not self.despedida:
                raise
        finally:
            self._levantarse()

    def _levantarse(self) -> None:
        """Se fue su socket."""
        if self.proceso is not None and self.mesa is not None and self.conexion is not None:
            self.proceso.presencia.salir(self.mesa, self.conexion)
        # en círculo esperarían la recolección completa (`config/servidor/ciclo.py`)
        self.conexion = self.principal = None

    # --- llegar -------------------------------------------------------------------------------------------------------
    async def _entrar(self) -> None:
        """Acepta y presenta la mesa, o dice por qué no."""
        await self.base_send({"type": "websocket.accept"})
        salida = Salida(self.directo or PorAsgi(self.base_send), self._al_terminar)
        id_de_mesa = self.scope["url_route"]["kwargs"]["id"]
        usuario = self.scope["user"]
        cuenta = usuario.pk if usuario.is_authenticated else None
        with self._llegando(id_de_mesa, cuenta, salida):
            codigo = await self._motivo(cuenta, id_de_mesa)
            if codigo == "no_es_tu_mesa":
                suceso("permiso_negado", cuenta, que="socket de la mesa")
            if codigo or cuenta is None:
                salida.despedir(codigo)
            else:
                await self._sentar(cuenta, id_de_mesa, salida)

    @contextmanager
    def _llegando(self, id_de_mesa: int, cuenta: int | None, salida: Salida) -> Iterator[None]:
        """Mientras se le sienta, la demora no es suya, y cada tanto se le dice que ya viene (D179, D698).

        Sin oír nada, su navegador colgaba y volvía a formarse al final.
        """
        p = proceso()
        aviso: asyncio.TimerHandle

        def decir() -> None:
            nonlocal aviso
            salida.responder(VIENE)
            aviso = p.lazo.call_later(SE_DICE_CADA, decir)

        aviso = p.lazo.call_later(SE_DICE_CADA, decir)
        try:
            with p.presencia.llegando(id_de_mesa, cuenta):
                yield
        finally:
            aviso.cancel()

    def _al_terminar(self, salida: Salida) -> None:
        """Dicha la despedida se cierra bien; a quien no lee se le corta sin esperarlo."""
        self.despedida = True
        if not salida.cortada:
            self.cierre = asyncio.ensure_future(self._cerrar())
        elif self.principal is not None:
            self.principal.cancel()

    async def _cerrar(self) -> None:
        with suppress(*FALLAS_DE_ENVIO):
            await self.base_send({"type": "websocket.close", "code": 4000})

    async def _motivo(self, cuenta: int | None, id_de_mesa: int) -> str:
        if cuenta is None:
            return "sin_sesion"
        if await proceso().suspension.cumple(cuenta):
            await en_hilo(sesion_suspender, self.scope["session"].session_key or "", cuenta, timezone.now())
            return "suspendido"
        try:
            await proceso().viva(id_de_mesa)
        except Mesa.DoesNotExist:
            return "no_es_tu_mesa"
        return "" if cuenta in proceso().datos[id_de_mesa].cuentas else "no_es_tu_mesa"

    async def _sentar(self, cuenta: int, id_de_mesa: int, salida: Salida) -> None:
        p = proceso()
        await p.entorno.poner_al_dia(await p.viva(id_de_mesa))
        tarjetas = await p.tarjetas.de(p.datos[id_de_mesa])
        mesa, datos = await p.viva(id_de_mesa), p.datos[id_de_mesa]
        persona = datos.cuentas.index(cuenta)
        if persona in mesa.salieron and self._dice(b"reconecta"):
            salida.despedir("saliste")
            return
        sesion = self.scope["session"].session_key or ""
        self._cerrar_sobrantes(mesa, persona)
        self.proceso, self.mesa = p, mesa
        self.conexion = Conexion(persona, cuenta, sesion, salida, p.lazo.time())
        self.conexion.pasos = self._dice(b"pasos")
        self.conexion.tarjetas = tarjetas
        dicho = presentacion(datos, mesa.estado, self.conexion.tarjetas, persona)
        salida.responder(m.octetos_de_mesa(mesa.estado.num, dicho))
        p.presencia.entrar(mesa, self.conexion)
        p.huellas.anotar(mesa.id, cuenta, self.scope, pronto=mesa.estado.fase <= Fase.ESPERA)
        # aparte: con la base ocupada tarda, y entretanto nadie oiría sus latidos
        p.tareas.lanzar(p.charla.recientes(mesa, self.conexion))
        self._soltar_lo_de_entrar()

    def _dice(self, que: bytes) -> bool:
        """Si su navegador lo puso en la dirección al conectarse."""
        return que in self.scope.get("query_string", b"").split(b"&")

    def _soltar_lo_de_entrar(self) -> None:
        """Ya dentro no hace falta, y con miles de sockets son megas; lo que llegue viene derecho."""
        for sobra in ("user", "session", "cookies"):
            self.scope.pop(sobra, None)
        if self.directo is not None:
            self.directo.recibidor = self.recibir

    def _cerrar_sobrantes(self, mesa: MesaViva, persona: int) -> None:
        """Varias pestañas son una persona; pero no sin fin."""
        suyas = (c for c in mesa.conexiones if c.persona == persona)
        for sobrante in sobrantes(suyas, lambda c: c.latido):
            sobrante.salida.despedir("otra_pestana")

    # --- órdenes ------------------------------------------------------------------------------------------------------
    def recibir(self, crudo: str | bytes) -> None:
        """Un mensaje del navegador; lo que no se entiende se rechaza sin efecto. No espera nunca."""
        mesa, conexion, p = self.mesa, self.conexion, self.proceso
        if mesa is None or conexion is None or p is None:
            return
        entrada = m.Codec.leer(crudo)
        if freno := conexion.ritmo.frena(p.lazo.time):
            self._frenar(mesa, conexion, entrada, freno)
            return
        if entrada is None:
            rechazar(conexion, "", "mensaje_desconocido", mesa.estado.num)
            return
        p.presencia.al_latir(mesa, conexion)
        if isinstance(entrada, m.Latido):
            self._latir(p, mesa, conexion, entrada)
        elif isinstance(entrada, m.Charla):
            p.charla.decir(mesa, conexion, entrada.id_orden, entrada.datos.texto)
        elif es_de_la_casa(entrada.id_orden):
            rechazar(conexion, entrada.id_orden, "mensaje_desconocido", mesa.estado.num)
        elif (
            isinstance(entrada, m.Elegir)
            and entrada.datos.opcion != Eleccion.COMUNICACION
            and mesa.estado.fase is Fase.FIN_DE_PARTIDA
        ):
            p.tareas.lanzar(self._seguir_jugando(p, mesa, conexion, entrada))
        elif isinstance(entrada, m.Comenzar) and conexion.persona == mesa.estado.organizador:
            self._empezar(p, mesa, conexion, entrada)
        else:
            self._pedir(mesa, conexion, entrada)

    def _frenar(self, mesa: MesaViva, conexion: Conexion, entrada: m.Entrada | None, freno: int) -> None:
        """Se le dice cuánto falta y, si sigue, se le corta."""
        if freno == CORTAR:
            suceso("limite_alcanzado", conexion.cuenta, que="mensajes de la mesa")
            conexion.salida.despedir("despacio")
        else:
            rechazar(conexion, getattr(entrada, "id_orden", ""), "despacio", mesa.estado.num, freno)

    def _pedir(self, mesa: MesaViva, conexion: Conexion, entrada: Any, armar: Armar | None = None) -> None:
        armar = armar or _ARMAR[type(entrada)](entrada, conexion.persona)
        mesa.pedir(Pedido(armar, entrada.id_orden, entrada.version, conexion.persona, conexion))

    def _empezar(self, p: Proceso, mesa: MesaViva, conexion: Conexion, entrada: m.Comenzar) -> None:
        """Una vez cada orden: la copia que el navegador manda mientras se espera a quien falta comenzaría sola."""
        if entrada.id_orden == self.comenzar:
            return
        if self.comenzando:
            rechazar(conexion, entrada.id_orden, "reintenta", mesa.estado.num)
            return
        self.comenzando, self.comenzar = True, entrada.id_orden
        p.tareas.lanzar(self._comenzar_si_se_puede(p, mesa, conexion, entrada))

    async def _comenzar_si_se_puede(self, p: Proceso, mesa: MesaViva, conexion: Conexion, entrada: m.Comenzar) -> None:
        """Con alguien que no ha llegado no se comienza: nadie podría jugar, y él respondería por no volver (D161).

        Si a alguien se le venció la suscripción al cambiar el día, la mesa se deshace: no comenzaría nunca (SU3, D175).
        Si dos comparten aparato o red, primero se le dice a quien organiza, que decide (D214).
        """
        faltan: list[int] = []
        juntos: list[int] = []
        try:
            vencida = await self._a_quien_se_le_vencio(p, mesa)
            if vencida is None:
                faltan = await p.presencia.faltan_por_llegar(mesa)
                if not (faltan or entrada.datos.enterado):
                    juntos = await self._comparten(p, mesa, conexion)
        except (DatabaseError, InterfaceError):
            rechazar(conexion, entrada.id_orden, "reintenta", mesa.estado.num)
            return
        finally:
            self.comenzando = False
            if not (faltan or juntos):  # de lo demás responde la mesa, que reconoce la repetida
                self.comenzar = None
        if vencida is not None:
            self._pedir(mesa, conexion, entrada, _deshacer_por(vencida, conexion.persona))
        elif faltan:
            asientos = tuple(map(mesa.estado.ocupantes.index, faltan))
            rechazar(conexion, entrada.id_orden, "falta_alguien", mesa.estado.num, faltan=asientos)
        elif juntos:
            asientos = tuple(sorted(map(mesa.estado.ocupantes.index, juntos)))
            rechazar(conexion, entrada.id_orden, "comparten", mesa.estado.num, juntos=asientos)
        else:
            self._pedir(mesa, conexion, entrada)

    async def _comparten(self, p: Proceso, mesa: MesaViva, conexion: Conexion) -> list[int]:
        """Qué personas, sólo a quien organiza; a los demás ni que las hay, así sepan pedirlo (D214)."""
        if conexion.persona != mesa.estado.organizador or mesa.estado.fase is not Fase.ESPERA:
            return []
        cuentas = p.datos[mesa.id].cuentas
        quienes = await p.huellas.comparten(mesa.id, conexion.cuenta)
        return [persona for persona, cuenta in enumerate(cuentas) if cuenta in quienes]

    async def _a_quien_se_le_vencio(self, p: Proceso, mesa: MesaViva) -> int | None:
        """La primera persona de la mesa sin suscripción vigente; las cuatro se preguntan juntas."""
        personas = [(persona, c) for persona, c in enumerate(p.datos[mesa.id].cuentas) if c is not None]
        vigentes = await asyncio.gather(*(p.vigencia.cumple(cuenta) for _persona, cuenta in personas))
        return next((persona for (persona, _c), si in zip(personas, vigentes, strict=True) if not si), None)

    async def _seguir_jugando(self, p: Proceso, mesa: MesaViva, conexion: Conexion, entrada: m.Elegir) -> None:
        """Otra partida pide suscripción vigente: a quien se le venció en ésta, la terminó y sale (SU3)."""
        try:
            vigente = await p.vigencia.cumple(conexion.cuenta)
        except (DatabaseError, InterfaceError):
            # sin respuesta no lo repetiría, y su voto que falta cerraba la mesa
            rechazar(conexion, entrada.id_orden, "reintenta", mesa.estado.num)
            return
        if vigente:
            self._pedir(mesa, conexion, entrada)
        else:
            conexion.salida.despedir("sin_suscripcion")

    def _latir(self, p: Proceso, mesa: MesaViva, conexion: Conexion, latido: m.Latido) -> None:
        if latido.datos.visto >= 0 and conexion.visto_num < mesa.turno_desde <= latido.version:
            conexion.visto_num = mesa.estado.num
            conexion.visto_desde = hora.ahora() - latido.datos.visto
        if latido.version < mesa.estado.num and not mesa.ocupada:
            mesa.presentar(conexion)
        # basta con que sepa que hay señal: si acaba de recibir algo, ya lo sabe
        if latido.version < mesa.estado.num or p.lazo.time() - conexion.salida.enviado > RECIEN:
            conexion.salida.responder(m.Codec.octetos(m.LatidoOido(mesa.estado.num)))


def presentacion(datos: DatosDeMesa, estado: EstadoDeMesa, tarjetas: Sequence[Graves], yo: int) -> dict[str, Any]:
    """Lo que no cambia mientras se está en la mesa; `yo` es la persona, o `NADIE` si sólo mira."""
    return {
        "nombre": datos.nombre,
        "meta": datos.meta,
        "juego": datos.reglamento.nombre,
        **como_se_juega(datos.reglamento),
        "modo": datos.modo,
        "organizador": 0,
        "personas": [
            {"nombre": nombre, "automatico": cuenta is None, **graves._asdict()}
            for nombre, cuenta, graves in zip(datos.nombres, datos.cuentas, tarjetas, strict=True)
        ],
        "yo": yo,
        "cuentas": cuentas_de(estado),
    }


def _tirar(e: m.Tirar, persona: int) -> Armar:
    datos = e.datos
    return lambda estado: o.Tirar(asiento_de(estado, persona), datos.ficha, datos.extremo or None, datos.nonce)


def _robar(e: m.Robar, persona: int) -> Armar:
    return lambda estado: o.Robar(asiento_de(estado, persona))


def _nonce(e: m.DarNonce, persona: int) -> Armar:
    return lambda estado: o.DarNonce(asiento_de(estado, persona), e.datos.nonce)


def _comenzar(e: m.Comenzar, persona: int) -> Armar:
    return lambda estado: o.Comenzar(asiento_de(estado, persona))


def _deshacer_por(vencida: int, organiza: int) -> Armar:
    """Si otra pestaña ya comenzó no se anula nada: se contesta como a cualquier «Comenzar» repetido."""

    def armar(estado: EstadoDeMesa) -> o.Orden:
        if estado.fase is not Fase.ESPERA:
            return o.Comenzar(asiento_de(estado, organiza))
        return o.Anular(Motivo.SUSCRIPCION, asiento_de(estado, vencida))

    return armar


def _continuar(e: m.Continuar, persona: int) -> Armar:
    return lambda estado: o.Continuar(asiento_de(estado, persona))


def _elegir(e: m.Elegir, persona: int) -> Armar:
    return lambda estado: o.Elegir(asiento_de(estado, persona), Eleccion(e.datos.opcion))


def _salir(e: m.Salir, persona: int) -> Armar:
    return lambda estado: o.Salir(asiento_de(estado, persona))


_ARMAR: dict[type, Callable[[Any, int], Armar]] = {
    m.Tirar: _tirar,
    m.Robar: _robar,
    m.DarNonce: _nonce,
    m.Comenzar: _comenzar,
    m.Continuar: _continuar,
    m.Elegir: _elegir,
    m.Salir: _salir,
}

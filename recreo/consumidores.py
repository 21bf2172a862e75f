"""Socket del Recreo: avisa de cada versión y manda las zonas que cambiaron. No escribe nunca."""

import asyncio
from collections.abc import Hashable

from django.utils import timezone

from config.servidor.sobre_uvicorn.socket_directo import directo_de
from config.vivo.cupos import CORTAR, DE_MIRAR, Ritmo
from config.vivo.sockets import SocketEnVivo, despedir_aparte
from recreo import consultas
from recreo.consultas import version as consultas_de_version
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo, Visor
from recreo.identidad import Quien, quien_de
from recreo.mensajes import Codec, Fuera, Latido, Mirar, Motivo, Parcial, Rechazo, Salida, Version, Visible, Zonas
from recreo.pantallas import Mirada, llaves_de, puede_mirar
from recreo.pantallas.tele import puede_verse
from recreo.vivo import en_hilo, vivo


class ConsumidorDeRecreo(SocketEnVivo):
    """Un teléfono que mira una pantalla de un Recreo."""

    async def connect(self) -> None:
        """Acepta a quien tiene lugar; a los demás les dice por qué no."""
        self.recreo_id, self.visto, self.dentro, self.a_la_vista = 0, 0, False, True
        self.mirada: Mirada | None = None
        self._olvidar_zonas()
        self.directo = directo_de(self.scope)
        self.hora = asyncio.get_running_loop().time
        self.latido = self.hora()
        self.ritmo, self.de_mas = Ritmo(DE_MIRAR, self.latido), False
        self.sesion, self.quien = self._de_quien()
        await self.accept()
        try:
            recreo_id = await en_hilo(self._cual_recreo)
            # lo recordado puede ser de antes de que esta persona tomara su lugar
            estado = await vivo.estado(
                recreo_id, (await en_hilo(consultas_de_version.versiones, [recreo_id])).get(recreo_id, 1)
            )
        except ErrorDeServicio:
            # lo mismo que a quien no tiene lugar: por aquí no se averigua qué códigos existen (D236)
            await self.expulsar("no_participas")
            return
        self.recreo_id, self.dentro = recreo_id, True
        despedir_aparte(una.expulsar("otra_pestana") for una in vivo.sobrantes(recreo_id, self.quien))
        vivo.entrar(recreo_id, self)
        if not self._entra(estado, estado.visor(self.quien)):
            await self.expulsar("no_participas")
        elif self.directo is not None:
            self.directo.recibidor = self._recibir_directo

    def _de_quien(self) -> tuple[str, Quien]:
        """Su sesión, que se vuelve a mirar cada tanto, y quién es."""
        sesion, usuario = self.scope["session"], self.scope["user"]
        return sesion.session_key or "", quien_de(sesion, usuario.pk if usuario.is_authenticated else None)

    def _cual_recreo(self) -> int:
        """El de su dirección, leído de la base. Error: `recreo_inexistente`."""
        return consultas.id_de(self.scope["url_route"]["kwargs"]["codigo"])

    def _entra(self, estado: EstadoRecreo, visor: Visor) -> bool:
        """¿Puede ver este Recreo ahora?"""
        return visor.entra

    def _puede_mirar(self, pantalla: str, visor: Visor) -> bool:
        """¿Es para esa persona esa pantalla?"""
        return puede_mirar(pantalla, visor)

    def _recibir_directo(self, crudo: bytes) -> None:
        """Casi todo son latidos de quien está al día: se contestan en el momento. Lo demás, en su turno."""
        if freno := self._frena():
            if freno == CORTAR:
                self.directo.recibidor, self.de_mas = None, True
                self.directo.por_la_cola(crudo)
            elif not self.directo.lleno:
                self._escribir(Rechazo(Motivo("despacio")))
            return
        al_dia = self.mirada is not None and not self.directo.lleno and vivo.version(self.recreo_id) <= self.visto
        if al_dia and isinstance(Codec.leer(crudo), Latido):
            self._escribir(Version(self.visto))
        else:
            self.directo.por_la_cola(crudo)

    async def disconnect(self, codigo: int) -> None:
        """Deja de mirar."""
        if self.recreo_id:
            vivo.salir(self.recreo_id, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Latido o cambio de pantalla; lo demás se rechaza sin efecto."""
        if not self.dentro:
            return
        freno = self._frena() if self.directo is None else 0
        if self.de_mas or freno == CORTAR:
            await self.expulsar("despacio")
            return
        if freno:
            await self._mandar(Rechazo(Motivo("despacio")))
            return
        mensaje = Codec.leer(text_data or bytes_data or "")
        if mensaje is None:
            await self._mandar(Rechazo(Motivo("mensaje_desconocido")))
        elif isinstance(mensaje, Latido):
            await self._latir(mensaje)
        elif isinstance(mensaje, Visible):
            self.a_la_vista = mensaje.datos.visible
        else:
            await self._mirar(mensaje)

    def _frena(self) -> int:
        """Cuenta uno (D233): es señal de vida aunque sea de más."""
        self.latido = self.hora()
        return self.ritmo.frena(self.hora)

    async def _latir(self, mensaje: Latido) -> None:
        if self.mirada is not None and vivo.version(self.recreo_id) > self.visto:
            await self.mirar_cambio(vivo.version(self.recreo_id))
        else:
            await self._mandar(Version(max(self.visto, vivo.version(self.recreo_id))))

    async def _mirar(self, mensaje: Mirar) -> None:
        visor = (await vivo.estado(self.recreo_id, 1)).visor(self.quien)
        if not self._puede_mirar(mensaje.datos.pantalla, visor):
            await self._mandar(Rechazo(Motivo("pantalla_desconocida")))
            return
        self.mirada = Mirada(mensaje.datos.pantalla, mensaje.datos.partida, mensaje.datos.mesa)
        self._olvidar_zonas()
        # llegar siempre lee la base: un aviso pudo perderse mientras no había señal
        version = (await en_hilo(consultas_de_version.versiones, [self.recreo_id])).get(self.recreo_id, 0)
        self.visto = mensaje.version
        if version == mensaje.version:
            await self._ya_la_ve(version)
            await self._mandar(Version(version))
        else:
            self.visto = 0
            await self.mirar_cambio(version)

    async def _ya_la_ve(self, version: int) -> None:
        """La página trae pintada esa versión: el primer cambio sólo manda lo que cambie desde ella."""
        mirada = self.mirada
        estado = await vivo.estado(self.recreo_id, version)
        if mirada is not None and mirada is self.mirada and estado.version == version == self.visto:
            self.llaves = llaves_de(estado, mirada, estado.visor(self.quien))

    def _olvidar_zonas(self) -> None:
        """Lo que el teléfono tiene de cada zona: su llave y, si se le mandó por aquí, su HTML."""
        self.llaves: dict[str, Hashable] = {}
        self.ultimas: dict[str, str] = {}

    async def mirar_cambio(self, version: int) -> None:
        """Manda lo que cambió en la pantalla hasta `version`; comprueba otra vez que la persona tenga lugar."""
        mirada = self.mirada
        if mirada is None or not self.dentro:
            return
        estado = await vivo.estado(self.recreo_id, version)
        visor = estado.visor(self.quien)
        if not (self._entra(estado, visor) and self._puede_mirar(mirada.pantalla, visor)):
            await self.expulsar("no_participas")
            return
        if estado.version <= self.visto or mirada is not self.mirada:
            return
        llaves = llaves_de(estado, mirada, visor)
        zonas = vivo.zonas(estado, mirada, visor, {z: k for z, k in llaves.items() if self.llaves.get(z) != k})
        self.visto = estado.version
        nuevas = {zona: html for zona, html in zonas.items() if self.ultimas.get(zona) != html}
        self.llaves = llaves
        self.ultimas.update(zonas)
        await self._mandar(Parcial(estado.version, Zonas(nuevas)) if nuevas else Version(estado.version))

    async def expulsar(self, codigo: str) -> None:
        """Ya no entra: se le dice por qué y no se le manda nada más, reciba o no la despedida."""
        self.mirada, self.dentro = None, False
        vivo.salir(self.recreo_id, self)
        await self._mandar(Fuera(Motivo(codigo)))
        await self.cerrar()

    async def _mandar(self, mensaje: Salida) -> None:
        """Manda, si todavía hay a quién: el teléfono pudo irse mientras se armaba. A quien no lee, se le espera."""
        if self.directo is not None and not self.directo.lleno:
            self._escribir(mensaje)
            return
        if not await self.decir(Codec.escribir(mensaje)):
            vivo.salir(self.recreo_id, self)

    def _escribir(self, mensaje: Salida) -> None:
        """Derecho en el socket (`config.servidor.sobre_uvicorn.socket_directo`)."""
        try:
            self.directo.escribir(Codec.octetos(mensaje))
        except OSError:
            vivo.salir(self.recreo_id, self)


class ConsumidorDeTele(ConsumidorDeRecreo):
    """La tele: quien trae la clave mira una sola pantalla, con los ojos de nadie, hasta que se anule (D496).

    Todas son de `Quien()`: las que pasan del tope se quedan en consulta por HTTP (D233).
    """

    def _de_quien(self) -> tuple[str, Quien]:
        return "", Quien()

    def _cual_recreo(self) -> int:
        recreo_id = consultas.de_la_tele(self._clave, timezone.now())
        if recreo_id is None:
            raise ErrorDeServicio("recreo_inexistente")
        return recreo_id

    def _entra(self, estado: EstadoRecreo, visor: Visor) -> bool:
        return puede_verse(estado, self._clave)

    def _puede_mirar(self, pantalla: str, visor: Visor) -> bool:
        return pantalla == "tele"

    @property
    def _clave(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["clave"])

"""Socket de un torneo: avisa de cada versión y manda las zonas que cambiaron. Lo público lo mira cualquiera; no escribe
nunca.
"""

import asyncio

from config.vivo.cupos import CORTAR, DE_MIRAR, Ritmo
from config.vivo.sockets import SocketEnVivo, despedir_aparte
from recreo.errores import ErrorDeServicio
from torneos import consultas
from torneos.estado import EstadoTorneo, Visor
from torneos.mensajes import Codec, Fuera, Latido, Mirar, Motivo, Parcial, Rechazo, Salida, Version, Zonas
from torneos.pantallas import Mirada, puede_mirar, visor_de
from torneos.sesion import quien_de
from torneos.vivo import en_hilo, vivo


class ConsumidorDeTorneo(SocketEnVivo):
    """Una pantalla que mira un torneo."""

    async def connect(self) -> None:
        """Acepta a cualquiera; si no hay tal torneo, lo dice."""
        self.torneo_id, self.visto, self.dentro = 0, 0, False
        self.mirada: Mirada | None = None
        self.ultimas: dict[str, str] = {}
        self.hora = asyncio.get_running_loop().time
        self.latido = self.hora()
        self.ritmo = Ritmo(DE_MIRAR, self.latido)
        self.quien = quien_de(self.scope["session"], self.scope["user"])
        # la de quien entró con su cuenta se vuelve a mirar; lo público lo mira cualquiera
        self.sesion: str = self.scope["session"].session_key or "" if self.quien.cuenta_id is not None else ""
        await self.accept()
        try:
            self.torneo_id = await en_hilo(consultas.id_de, self.scope["url_route"]["kwargs"]["codigo"])
        except ErrorDeServicio:
            await self.expulsar("torneo_inexistente")
            return
        self.dentro = True
        despedir_aparte(una.expulsar("otra_pestana") for una in vivo.sobrantes(self.torneo_id, self.quien))
        vivo.entrar(self.torneo_id, self)

    async def disconnect(self, codigo: int) -> None:
        """Deja de mirar."""
        vivo.salir(self.torneo_id, self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Latido o cambio de pantalla; lo demás se rechaza sin efecto."""
        if not self.dentro:
            return
        self.latido = self.hora()
        freno = self.ritmo.frena(self.hora)
        if freno == CORTAR:
            await self.expulsar("despacio")
            return
        mensaje = None if freno else Codec.leer(text_data or bytes_data or "")
        if mensaje is None:
            await self._mandar(Rechazo(Motivo("despacio" if freno else "mensaje_desconocido")))
        elif isinstance(mensaje, Latido):
            await self._latir()
        else:
            await self._mirar(mensaje)

    async def _latir(self) -> None:
        if self.mirada is not None and vivo.version(self.torneo_id) > self.visto:
            await self.mirar_cambio(vivo.version(self.torneo_id))
        else:
            await self._mandar(Version(max(self.visto, vivo.version(self.torneo_id))))

    async def _mirar(self, mensaje: Mirar) -> None:
        # llegar siempre lee la base: un aviso pudo perderse mientras no había señal
        version = await en_hilo(consultas.version_de, self.torneo_id)
        estado = await vivo.estado(self.torneo_id, version)
        mirada = Mirada(mensaje.datos.pantalla, mensaje.datos.partida, mensaje.datos.mesa)
        if not puede_mirar(mirada.pantalla, self._visor(estado, mirada)):
            await self._mandar(Rechazo(Motivo("pantalla_desconocida")))
            return
        self.mirada = mirada
        self.ultimas, self.visto = {}, mensaje.version
        if estado.version == mensaje.version:
            await self._mandar(Version(estado.version))
        else:
            self.visto = 0
            await self.mirar_cambio(estado.version)

    async def mirar_cambio(self, version: int) -> None:
        """Manda lo que cambió en la pantalla hasta `version`; comprueba otra vez los permisos."""
        mirada = self.mirada
        if mirada is None or not self.dentro:
            return
        estado = await vivo.estado(self.torneo_id, version)
        visor = self._visor(estado, mirada)
        if not puede_mirar(mirada.pantalla, visor):
            await self.expulsar("no_participas")
            return
        if estado.version <= self.visto or mirada is not self.mirada:
            return
        zonas = await vivo.zonas(estado, mirada, visor)
        if estado.version <= self.visto or mirada is not self.mirada:  # otra más nueva se pintó antes
            return
        nuevas = {zona: html for zona, html in zonas.items() if self.ultimas.get(zona) != html}
        self.visto, self.ultimas = estado.version, zonas
        await self._mandar(Parcial(estado.version, Zonas(nuevas)) if nuevas else Version(estado.version))

    def _visor(self, estado: EstadoTorneo, mirada: Mirada) -> Visor:
        return visor_de(estado, mirada, self.scope["session"], self.quien)

    async def expulsar(self, codigo: str) -> None:
        """Ya no entra: se le dice por qué y no se le manda nada más."""
        self.mirada, self.dentro = None, False
        vivo.salir(self.torneo_id, self)
        await self._mandar(Fuera(Motivo(codigo)))
        await self.cerrar()

    async def _mandar(self, mensaje: Salida) -> None:
        if not await self.decir(Codec.escribir(mensaje)):
            vivo.salir(self.torneo_id, self)

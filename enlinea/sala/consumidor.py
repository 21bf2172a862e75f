"""Socket de la Sala: presencia, zonas y plática en vivo. No escribe nunca: lo suyo lo guarda la vuelta de `vivo`."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from config.vivo.cupos import CORTAR, DE_MIRAR, Ritmo
from config.vivo.sockets import SocketEnVivo, despedir_aparte
from enlinea.acceso.consultas import permiso_para_jugar
from enlinea.acceso.servicios.sesiones import sesion_cerrar, sesion_suspender
from enlinea.sala.consultas.estado import EstadoSala
from enlinea.sala.lista import RENGLONES, Lista
from enlinea.sala.mensajes import (
    Actividad,
    Codec,
    Fuera,
    Inactividad,
    Latido,
    Linea,
    Mirar,
    Motivo,
    Parcial,
    Rechazo,
    Resta,
    Salida,
    Version,
    Visible,
    Zonas,
)
from enlinea.sala.pantallas import PANTALLAS, Comunes, llave_propia, milisegundos, nuevas, propias
from enlinea.sala.vivo import MARGEN, en_hilo, vivo


@dataclass(slots=True)
class Mirada:
    """Qué página mira y lo que ya le salió de ella. Avanza al salir: lo que se corta a medias se vuelve a mandar."""

    pantalla: str = ""
    llave: Any = None
    ultimas: dict[str, str] = field(default_factory=dict)
    lista: Lista | None = None
    lineas: frozenset[int] = frozenset()


class ConsumidorDeSala(SocketEnVivo):
    """Una pestaña en la Sala."""

    async def connect(self) -> None:
        """Acepta a quien puede jugar; a los demás les dice por qué no."""
        usuario = self.scope["user"]
        self.cuenta: int = usuario.pk if usuario.is_authenticated else 0
        self.sesion: str = self.scope["session"].session_key or ""
        self.mirada, self.version, self.avisada = Mirada(), 0, False
        # de a uno: lo que se manda depende de lo que ya salió
        self.turno = asyncio.Lock()
        self.ritmo = Ritmo(DE_MIRAR, vivo.instante())
        self.dentro = False
        await self.accept()
        permiso = await en_hilo(permiso_para_jugar, self.cuenta or None, timezone.now())
        if not permiso:
            await self._expulsar(permiso.motivo if self.cuenta else "sin_sesion")
            return
        self.dentro = True
        despedir_aparte(una._expulsar("otra_pestana") for una in vivo.sobrantes(self.cuenta))
        vivo.entrar(self)

    async def disconnect(self, codigo: int) -> None:
        """Cerró la pestaña."""
        if self.dentro:
            self.dentro = False
            vivo.salir(self)

    # --- del navegador ------------------------------------------------------------------------------------------------
    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Latido, actividad o qué página mira; lo demás se rechaza sin efecto."""
        if not self.dentro:
            return
        if freno := self.ritmo.frena(vivo.instante):
            await (self._expulsar("despacio") if freno == CORTAR else self._mandar(Rechazo(Motivo("despacio"))))
            return
        mensaje = Codec.leer(text_data or bytes_data or "")
        if mensaje is None:
            await self._mandar(Rechazo(Motivo("mensaje_desconocido")))
            return
        visible = mensaje.datos.visible if isinstance(mensaje, Visible) else None
        vivo.presentes.latir(self.cuenta, self, vivo.instante(), visible)
        if isinstance(mensaje, Mirar):
            await self._mirar(mensaje)
        elif isinstance(mensaje, Actividad):
            vivo.actuar(self.cuenta)
            await self._avisar_inactividad(None)
        elif isinstance(mensaje, Latido):
            await self._mandar(Version(self._siguiente(0)))

    async def _mirar(self, mensaje: Mirar) -> None:
        """Llegar siempre trae todo: reconectar es igual que llegar."""
        self.mirada = Mirada(mensaje.datos.pantalla if mensaje.datos.pantalla in PANTALLAS else "otra")
        self.version, self.avisada = max(self.version, mensaje.version), False
        async with self.turno:
            await self._poner_al_dia(*await vivo.estado())

    # --- de la Sala ---------------------------------------------------------------------------------------------------
    async def mirar_cambio(self, estado: EstadoSala, comunes: Comunes) -> None:
        """Manda lo que cambió. La vuelta lo cancela si el teléfono no recibe: nada se da por mandado antes de salir."""
        async with self.turno:
            await self._poner_al_dia(estado, comunes)

    async def _poner_al_dia(self, estado: EstadoSala, comunes: Comunes) -> None:
        """Antes comprueba que la persona siga pudiendo estar.

        Lo leído antes de que llegara no trae su mesa ni a quién silenció: espera a la vuelta que pidió al entrar.
        """
        if not self.dentro or not self.mirada.pantalla or self.cuenta not in estado.leidas:
            return
        if not await self._sigue(estado):
            return
        mirada = self.mirada
        zonas, listas = comunes.para(mirada.pantalla, mirada.lista)
        llave = llave_propia(estado, self.cuenta)
        if llave != mirada.llave or not mirada.ultimas:
            zonas.update(await en_hilo(propias, estado, self.cuenta, mirada.pantalla))
        if mirada is not self.mirada:
            # cambió de página entretanto: lo suyo ya espera turno
            return
        distintas = {z: html for z, html in zonas.items() if mirada.ultimas.get(z) != html}
        faltan = nuevas(comunes.lineas, mirada.lineas) if mirada.pantalla == "sala" else []
        lineas = self._que_oye(estado, faltan)
        if distintas or listas or lineas:
            ahora = milisegundos(timezone.now())
            await self._mandar(Parcial(self._siguiente(ahora), Zonas(distintas, lineas, ahora, listas=listas)))
        mirada.llave = llave
        mirada.lista = comunes.lista
        mirada.ultimas.update((z, html) for z, html in distintas.items() if z not in RENGLONES)
        if faltan:
            mirada.lineas = frozenset(una.id for una in comunes.lineas)

    def _que_oye(self, estado: EstadoSala, lineas: list[Linea]) -> list[Linea]:
        """De la plática, nada de quien silenció."""
        callados = estado.callados.get(self.cuenta, ())
        return [una for una in lineas if una.autor not in callados]

    async def _sigue(self, estado: EstadoSala) -> bool:
        """SU3, la sesión y la actividad, en cada vuelta."""
        ahora = timezone.now()
        if self.cuenta not in estado.pueden:
            permiso = await en_hilo(permiso_para_jugar, self.cuenta, ahora)
            if not permiso:
                await self._expulsar(permiso.motivo)
                return False
        if self.sesion in vivo.repaso.cerradas:
            await self._expulsar("sin_sesion")
            return False
        return await self._sigue_activa(estado)

    async def _sigue_activa(self, estado: EstadoSala) -> bool:
        """EL1: no corre para quien tiene mesa ni para quien está en un Recreo en curso. Nunca se cierra sin avisar."""
        hizo = estado.actividad.get(self.cuenta)
        exenta = estado.ocupada(self.cuenta) or self.cuenta in vivo.repaso.exentas
        cierra = None if hizo is None or exenta else vivo.cierra(self, hizo)
        if cierra is None:
            await self._avisar_inactividad(None)
            return True
        resta = (cierra - timezone.now()).total_seconds()
        if resta > -MARGEN.total_seconds() or not self.avisada:
            await self._avisar_inactividad(max(round(resta), 0))
            return True
        await en_hilo(sesion_cerrar, self.sesion, "inactividad")
        await self._expulsar("inactividad")
        return False

    async def _avisar_inactividad(self, resta: int | None) -> None:
        """Una vez al empezar el último minuto, y una vez al dejar de correr."""
        if (resta is not None) == self.avisada:
            return
        await self._mandar(Inactividad(self._siguiente(0), Resta(-1 if resta is None else resta)))
        self.avisada = resta is not None

    # --- salida -------------------------------------------------------------------------------------------------------
    def _siguiente(self, ahora: int) -> int:
        """La versión sólo ordena dentro de esta conexión y nunca retrocede, tampoco al cambiar de proceso."""
        if ahora:
            self.version = max(self.version + 1, ahora)
        return self.version

    async def _expulsar(self, codigo: str) -> None:
        if self.dentro:
            self.dentro = False
            vivo.salir(self)
        if codigo == "suspendido":
            await en_hilo(sesion_suspender, self.sesion, self.cuenta, timezone.now())
        await self._mandar(Fuera(Motivo(codigo)))
        await self.cerrar()

    async def _mandar(self, mensaje: Salida) -> None:
        """Manda, si todavía hay a quién."""
        if not await self.decir(Codec.escribir(mensaje)) and self.dentro:
            self.dentro = False
            vivo.salir(self)

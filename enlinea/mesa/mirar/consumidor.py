"""Socket de quien mira: entra si los de la mesa dejan, late y no manda nada más. Lo suyo lo publica `mirones`."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError
from django.utils import timezone

from config.vivo.cupos import CORTAR, DE_MIRAR, Ritmo
from enlinea.mesa import mensajes as m
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.consumidor import RECIEN, ConsumidorDeMesa, presentacion
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.proceso import proceso
from enlinea.mesa.salida import Salida
from enlinea.mesa.viva import rechazar
from enlinea.models import Mesa
from enlinea.sala.consultas.miradas import se_puede_mirar
from enlinea.sala.textos import mesa_de
from reglas.mesa.tipos import Fase
from reglas.tipos import NADIE

NO_SE_MIRA = "no_se_mira"
"""Llena, cerrada, no la enseñan o alguno lo silenció: dicho igual, que por aquí nadie lo averigüe (D46)."""


class ConsumidorDeMirar(ConsumidorDeMesa):
    """Una pestaña que mira una mesa."""

    @contextmanager
    def _llegando(self, id_de_mesa: int, cuenta: int | None, salida: Salida) -> Iterator[None]:
        """Por quien sólo mira no se espera a nadie."""
        yield

    async def _motivo(self, cuenta: int | None, id_de_mesa: int) -> str:
        if cuenta is None:
            return "sin_sesion"
        try:
            if not await en_hilo(se_puede_mirar, id_de_mesa, cuenta, timezone.now()):
                return NO_SE_MIRA
            await proceso().viva(id_de_mesa)
        except (Mesa.DoesNotExist, DatabaseError, InterfaceError):
            return NO_SE_MIRA
        return ""

    async def _sentar(self, cuenta: int, id_de_mesa: int, salida: Salida) -> None:
        p = proceso()
        await p.entorno.poner_al_dia(await p.viva(id_de_mesa))
        tarjetas = await p.tarjetas.de(p.datos[id_de_mesa])
        mesa, datos = await p.viva(id_de_mesa), p.datos[id_de_mesa]
        if mesa.estado.fase is Fase.CERRADA:
            salida.despedir(NO_SE_MIRA)
            return
        miron = Conexion(NADIE, cuenta, self.scope["session"].session_key or "", salida, p.lazo.time())
        miron.ritmo = Ritmo(DE_MIRAR, miron.latido)
        # el nombre que le pusieron lo leería también quien silenció a quien lo puso
        titulo = mesa_de(datos.nombres[0])
        dicho = presentacion(datos, mesa.estado, tarjetas, NADIE) | {"nombre": titulo}
        salida.responder(m.octetos_de_mesa(mesa.estado.num, dicho))
        if not p.mirones.entrar(mesa, miron):
            salida.despedir(NO_SE_MIRA)
            return
        self.proceso, self.mesa, self.conexion = p, mesa, miron
        self._soltar_lo_de_entrar()

    def _levantarse(self) -> None:
        if self.proceso is not None and self.mesa is not None and self.conexion is not None:
            self.proceso.mirones.salir(self.mesa, self.conexion)

    def recibir(self, crudo: str | bytes) -> None:
        """Sólo late; lo demás se rechaza sin efecto."""
        mesa, miron, p = self.mesa, self.conexion, self.proceso
        if mesa is None or miron is None or p is None:
            return
        entrada = m.Codec.leer(crudo)
        if freno := miron.ritmo.frena(p.lazo.time):
            if freno == CORTAR:
                miron.salida.despedir("despacio")
            else:
                rechazar(miron, getattr(entrada, "id_orden", ""), "despacio", mesa.estado.num, freno)
            return
        miron.latido = p.lazo.time()
        if not isinstance(entrada, m.Latido):
            rechazar(miron, getattr(entrada, "id_orden", ""), "mensaje_desconocido", mesa.estado.num)
        elif p.lazo.time() - miron.salida.enviado > RECIEN:
            miron.salida.responder(m.Codec.octetos(m.LatidoOido(mesa.estado.num)))

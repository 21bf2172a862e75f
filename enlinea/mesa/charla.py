"""El chat de la mesa: texto plano, hasta 300 caracteres y cinco cada 10 s; se guarda antes de enseñarse (002 §2.8)."""

import asyncio
import logging
from collections import defaultdict, deque
from collections.abc import Collection, Mapping
from math import ceil
from typing import Protocol, TypeAlias
from uuid import UUID

from django.db import DatabaseError, InterfaceError
from django.db.models import Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from config.base.consulta_armada import Armada
from config.comun.fechas import en_hora
from config.vivo.tandas import Tanda
from enlinea import models
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.convivencia.servicios.charla import RAFAGA, VENTANA, charla_de_mesa_decir
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.mensajes import Acuse, Charlas, Codec, DatosAcuse, DatosCharlas, LineaDeCharla
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva, rechazar
from reglas.reglamento import AMIGOS

registro = logging.getLogger(__name__)

RECIENTES = 50
Sentados: TypeAlias = tuple[int, tuple[int | None, ...]]
"""El número de una mesa y sus cuentas."""
Sordos: TypeAlias = Mapping[int, Collection[int]]
"""Por cuenta, las que silenció."""
EN_SEGUNDOS = VENTANA.total_seconds()


class QuienAvisa(Protocol):
    """Por donde se enteran los demás procesos."""

    def charla(self, id_de_mesa: int, id_de_charla: int) -> None:
        """Hay un mensaje nuevo en el chat de esa mesa."""


class Charla:
    """Guarda, reparte y frena."""

    def __init__(self, datos: Mapping[int, DatosDeMesa], *, avisos: QuienAvisa, tareas: Lanzador) -> None:
        self._datos, self._avisos, self._tareas = datos, avisos, tareas
        self._lazo = asyncio.get_running_loop()
        self._ultimos: dict[tuple[int, int], deque[float]] = {}
        self._lo_ultimo = Tanda(en_hilo, _recientes)

    def decir(self, mesa: MesaViva, conexion: Conexion, id_orden: UUID, texto: str) -> None:
        """Un mensaje de esa persona; la respuesta va a su conexión."""
        if not en_un_renglon(texto):
            rechazar(conexion, id_orden, "mensaje_desconocido", mesa.estado.num)
        elif falta := self._falta(mesa.id, conexion.persona):
            rechazar(conexion, id_orden, "despacio", mesa.estado.num, falta)
        else:
            self._tareas.lanzar(self._decir(mesa, conexion, id_orden, texto))

    def _falta(self, id_de_mesa: int, persona: int) -> int:
        """Segundos que faltan; 0 si puede. Frena antes de la base; la cuenta que vale es la de ella."""
        ahora = self._lazo.time()
        ultimos = self._ultimos.setdefault((id_de_mesa, persona), deque(maxlen=RAFAGA))
        if len(ultimos) == RAFAGA and ahora - ultimos[0] < EN_SEGUNDOS:
            return max(1, ceil(ultimos[0] + EN_SEGUNDOS - ahora))
        ultimos.append(ahora)
        return 0

    async def _decir(self, mesa: MesaViva, conexion: Conexion, id_orden: UUID, texto: str) -> None:
        nombre = self._datos[mesa.id].nombres[conexion.persona]
        try:
            linea, sordos = await en_hilo(_guardar, mesa.id, conexion.cuenta, nombre, texto, id_orden)
        except ErrorDeServicio as e:
            codigo = e.codigo if e.codigo == "despacio" else "mensaje_desconocido"
            rechazar(conexion, id_orden, codigo, mesa.estado.num, e.datos.get("segundos", 0))
            return
        except (DatabaseError, InterfaceError):
            registro.exception("No se pudo guardar lo que se dijo en la mesa %d", mesa.id)
            rechazar(conexion, id_orden, "reintenta", mesa.estado.num)
            return
        conexion.salida.responder(Codec.octetos(Acuse(mesa.estado.num, DatosAcuse(id_orden))))
        if linea is not None:
            self._repartir(mesa, [linea], sordos)
            self._avisos.charla(mesa.id, linea.pk)

    def traer(self, mesa: MesaViva, id_de_charla: int) -> None:
        """Otro proceso guardó un mensaje: enseñarlo aquí."""
        self._tareas.lanzar(self._traer(mesa, id_de_charla))

    async def _traer(self, mesa: MesaViva, id_de_charla: int) -> None:
        self._repartir(mesa, *await en_hilo(_leer, mesa.id, id_de_charla))

    async def recientes(self, mesa: MesaViva, conexion: Conexion) -> None:
        """Los últimos mensajes, a quien llega."""
        if (dicho := await self._lo_ultimo.de((mesa.id, self._datos[mesa.id].cuentas))) is not None:
            self._mandar(mesa, conexion, *dicho)

    def olvidar(self, id_de_mesa: int) -> None:
        """Esa mesa ya no está aquí."""
        for persona in range(AMIGOS.asientos):
            self._ultimos.pop((id_de_mesa, persona), None)

    def _repartir(self, mesa: MesaViva, lineas: list[models.Charla], sordos: Sordos) -> None:
        for conexion in mesa.conexiones:
            self._mandar(mesa, conexion, lineas, sordos)

    def _mandar(self, mesa: MesaViva, conexion: Conexion, lineas: list[models.Charla], sordos: Sordos) -> None:
        """Lo que no escribió alguien que esa persona silenció: del silenciado no sale ni un byte hacia ella."""
        callados = sordos.get(conexion.cuenta, ())
        suyas = [c for c in lineas if c.autor_id not in callados]
        if suyas:
            conexion.salida.responder(self._escribir(mesa, suyas))

    def _escribir(self, mesa: MesaViva, lineas: list[models.Charla]) -> bytes:
        cuentas = self._datos[mesa.id].cuentas
        return Codec.octetos(
            Charlas(
                DatosCharlas(
                    [
                        LineaDeCharla(c.pk, cuentas.index(c.autor_id), c.texto, en_hora(c.instante))
                        for c in lineas
                        if c.autor_id in cuentas
                    ]
                )
            )
        )


def _guardar(mesa: int, cuenta: int, nombre: str, texto: str, id_orden: UUID) -> tuple[models.Charla | None, Sordos]:
    """None si ese `id_orden` ya se había guardado."""
    linea = charla_de_mesa_decir(
        mesa_id=mesa, cuenta_id=cuenta, nombre=nombre, texto=texto, id_orden=id_orden, ahora=timezone.now()
    )
    return linea, _sordos(mesa)


def _leer(mesa: int, solo: int) -> tuple[list[models.Charla], Sordos]:
    return list(models.Charla.objects.filter(mesa_id=mesa, pk=solo)), _sordos(mesa)


def _recientes(mesas: Collection[Sentados]) -> dict[Sentados, tuple[list[models.Charla], Sordos]]:
    """De cada mesa (su número y sus cuentas), lo último que se dijo, si se dijo algo."""
    hablan = [mesa for (mesa,) in _con_charla([mesa for mesa, _ in mesas])]
    if not hablan:
        return {}
    en_su_mesa = Window(RowNumber(), partition_by="mesa_id", order_by="-pk")
    charla = models.Charla.objects.filter(mesa_id__in=hablan).annotate(atras=en_su_mesa)
    lineas: dict[int | None, list[models.Charla]] = defaultdict(list)
    for linea in charla.filter(atras__lte=RECIENTES).order_by("pk"):
        lineas[linea.mesa_id].append(linea)
    sordos = callados_por([c for _, cuentas in mesas for c in cuentas if c is not None])
    return {sentados: (lineas[sentados[0]], sordos) for sentados in mesas if sentados[0] in lineas}


# se pregunta por cada mesa a la que alguien llega, y en muchas no se ha dicho nada
_con_charla = Armada(
    lambda mesas: models.Charla.objects.filter(mesa_id__in=mesas).order_by().values_list("mesa_id").distinct(), "bigint"
)


def _sordos(mesa: int) -> Sordos:
    """Quién de la mesa silenció a quién: se lee con cada mensaje, así vale en todos los procesos al momento."""
    cuentas = models.Lugar.objects.filter(mesa_id=mesa, cuenta__isnull=False).values_list("cuenta_id", flat=True)
    return callados_por([c for c in cuentas if c is not None])

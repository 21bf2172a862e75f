"""Las tarjetas junto a cada nombre, al día en todas las mesas de este proceso (EL3, SA1-SA3).

Una pregunta por segundo para el proceso entero, fuera del camino de la jugada: qué azules y rojas se dieron o anularon
en cualquier proceso. Sólo si alguna es de quien está sentado aquí se vuelve a leer lo suyo y se le dice a su mesa.
"""

from collections.abc import Collection, Mapping

from django.utils import timezone

from config.vivo.tandas import Tanda
from enlinea.convivencia.consultas.tarjetas import graves_recientes, tarjetas_visibles
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.mensajes import Codec, DatosTarjetas, Tarjetas
from enlinea.mesa.viva import MesaViva
from reglas.tarjetas import SIN_GRAVES, Graves

Visibles = tuple[Graves, ...]
"""Por persona."""
AL_FINAL = 2**62
"""Antes de la primera ronda: lo de antes ya lo leyó quien abrió su socket."""
MARGEN = 200
"""Números hacia atrás que se vuelven a mirar: una tarjeta puede confirmarse después que otra de número mayor."""
VECES = 4
"""Rondas en que se atiende una misma tarjeta: quien iba entrando leyó las de antes y aún no estaba para oírlo."""


class TarjetasALaVista:
    """Lo último que este proceso vio de las tarjetas."""

    def __init__(self, vivas: Mapping[int, MesaViva], datos: Mapping[int, DatosDeMesa]) -> None:
        self._vivas, self._datos = vivas, datos
        self._desde = AL_FINAL
        self._veces: dict[int, int] = {}
        self._al_entrar = Tanda(en_hilo, _de_varias)

    async def de(self, datos: DatosDeMesa) -> Visibles:
        """Las de una mesa a la que alguien llega."""
        return de_la_mesa(datos, await self._al_entrar.de(datos.cuentas) or {})

    async def al_dia(self) -> None:
        """Le dice a cada mesa lo que cambió; nada si no cambió nada."""
        datos = self._datos
        cuentas = await en_hilo(self._cambiadas)
        mesas = [m for m in self._vivas.values() if m.conexiones and not cuentas.isdisjoint(datos[m.id].cuentas)]
        if not mesas:
            return
        sentados = {cuenta for mesa in mesas for cuenta in datos[mesa.id].cuentas}
        visibles = await en_hilo(tarjetas_visibles, sentados)
        for mesa in mesas:
            if mesa.id in datos:
                _decir(mesa, de_la_mesa(datos[mesa.id], visibles))

    def _cambiadas(self) -> set[int]:
        """En su hilo: de quién pudo cambiar lo que se ve."""
        ultima, nuevas, cuentas = graves_recientes(self._desde, timezone.now())
        cuentas.update(cuenta for pk, cuenta in nuevas.items() if self._veces.get(pk, 0) < VECES)
        self._veces = {pk: self._veces.get(pk, 0) + 1 for pk in nuevas}
        self._desde = max(ultima - MARGEN, 0)
        return cuentas


def _de_varias(mesas: Collection[tuple[int | None, ...]]) -> dict[tuple[int | None, ...], dict[int, Graves]]:
    """En un hilo: por las cuentas de cada mesa, lo que se ve de todas."""
    return dict.fromkeys(mesas, tarjetas_visibles({cuenta for cuentas in mesas for cuenta in cuentas}))


def de_la_mesa(datos: DatosDeMesa, visibles: Mapping[int, Graves]) -> Visibles:
    """Las de cada persona, en su orden; un automático no lleva."""
    return tuple(SIN_GRAVES if cuenta is None else visibles.get(cuenta, SIN_GRAVES) for cuenta in datos.cuentas)


def _decir(mesa: MesaViva, visibles: Visibles) -> None:
    texto = Codec.octetos(Tarjetas(mesa.estado.num, DatosTarjetas(visibles)))
    for conexion in mesa.conexiones:
        if conexion.tarjetas != visibles:
            conexion.tarjetas = visibles
            conexion.salida.responder(texto)

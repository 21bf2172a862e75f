"""Demostración: uno en su quinta partida, uno terminado, uno por abrir, uno de cada formato y uno en pantallas (TO30).

Se juegan por los mismos servicios que usa la pantalla.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db import transaction

from reglas.metas import Meta
from reglas.suizo.premios import Cobro, Premio
from reglas.suizo.tipos import Tipo
from torneos.demo.formatos import cargar_formatos
from torneos.demo.jugada import NOMBRES, Demo
from torneos.demo.pantallas import cargar_pantallas
from torneos.identidad import Quien
from torneos.models import Torneo
from torneos.servicios import Ajustes

ORGANIZADORA = "lupita@demo.mx"
EN_JUEGO, TERMINADO, POR_ABRIR = "Torneo de la Amistad", "Copa Maya de Primavera", "Nacional de Xalapa"


@dataclass(frozen=True, slots=True)
class Cargada:
    """Los ocho, nombre → código; `nueva` dice si se acaban de cargar."""

    nueva: bool
    por_nombre: Mapping[str, str]

    @property
    def codigos(self) -> tuple[str, ...]:
        """Sólo los códigos, en el orden en que se cargan."""
        return tuple(self.por_nombre.values())


def cargar(personas: Mapping[str, int], ahora: datetime) -> Cargada:
    """Carga los torneos una sola vez; la segunda no toca nada. Entra todo o no entra nada."""
    with transaction.atomic():
        hay = _los_que_hay(personas[ORGANIZADORA])
        if EN_JUEGO in hay:
            return Cargada(False, hay)
        quien = Quien(personas[ORGANIZADORA], ORGANIZADORA, "Lupita")
        for uno in (_en_juego, _terminado, _por_abrir):
            uno(quien, ahora)
        cargar_formatos(quien, ahora)
        cargar_pantallas(quien, ahora)
        return Cargada(True, _los_que_hay(personas[ORGANIZADORA]))


def _los_que_hay(organizador: int) -> dict[str, str]:
    return dict(Torneo.objects.filter(organizador=organizador).order_by("pk").values_list("nombre", "codigo"))


def _en_juego(quien: Quien, ahora: datetime) -> None:
    inicio = ahora - timedelta(hours=3)
    ajustes = Ajustes(
        EN_JUEGO, inicio, Tipo.AZTECA, Meta.CIEN, 9, "Salón Los Arcos, Xalapa", cupo=128,
        cuota=Decimal(150), garantizado=Decimal(3000),
    )  # fmt: skip
    demo = Demo(quien, ajustes, inicio)
    demo.orden("premios_guardar", premios=[Premio(n, porcentaje=Decimal(p)) for n, p in ((1, 50), (2, 30), (3, 20))])
    demo.inscribir(NOMBRES, llegaron=True)
    for numero in range(1, 29):
        demo.orden("inscrito_cobrar", numero=numero, cobro=Cobro.COBRADA)
    demo.orden("sorteo_dictar", texto="3-6 0-0 2-5")
    for _partida in range(4):
        demo.jugar()
    demo.hora = ahora - timedelta(minutes=25)
    mesas = demo.publicar()
    for mesa in mesas[:4]:
        demo.capturar(mesa)
    demo.anotar(mesas[4], (35, 22, 18))
    demo.anotar(mesas[5], (12, 40))


def _terminado(quien: Quien, ahora: datetime) -> None:
    inicio = ahora - timedelta(days=20)
    ajustes = Ajustes(TERMINADO, inicio, Tipo.MAYA, Meta.JUEGOS_GANADOS, 4, "Casa de la Cultura, Puebla")
    demo = Demo(quien, ajustes, inicio)
    demo.inscribir(NOMBRES[:13], llegaron=True)
    demo.orden("sorteo_dictar", texto="6-6 1-4 0-3")
    for _partida in range(4):
        demo.jugar()
    demo.orden("torneo_terminar")


def _por_abrir(quien: Quien, ahora: datetime) -> None:
    ajustes = Ajustes(
        POR_ABRIR, ahora + timedelta(days=12), Tipo.AZTECA, Meta.DOSCIENTOS, 9, "Velódromo, Xalapa", cupo=256,
        cuota=Decimal(300), garantizado=Decimal(20000),
    )  # fmt: skip
    demo = Demo(quien, ajustes, ahora - timedelta(days=2))
    demo.inscribir(NOMBRES[5:18], llegaron=False)

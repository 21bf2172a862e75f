"""Demostración: uno de 32 en su quinta partida, uno terminado, uno por abrir y uno de cada formato (TO30).

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
from torneos.demo_formatos import A_DISTANCIA, EQUIPOS, MULTIBOLSA, PAREJAS, cargar_formatos
from torneos.demo_jugada import NOMBRES, Demo
from torneos.identidad import Quien
from torneos.models import Torneo
from torneos.servicios import Ajustes

ORGANIZADORA = "lupita@demo.mx"
EN_JUEGO, TERMINADO, POR_ABRIR = "Torneo de la Amistad", "Copa Maya de Primavera", "Nacional de Xalapa"
LOS_SIETE = (EN_JUEGO, TERMINADO, POR_ABRIR, PAREJAS, EQUIPOS, MULTIBOLSA, A_DISTANCIA)


@dataclass(frozen=True, slots=True)
class Cargada:
    """El código de cada uno por su nombre; `nueva` dice si se acaban de cargar."""

    nueva: bool
    codigos: dict[str, str]


def cargar(personas: Mapping[str, int], ahora: datetime) -> Cargada:
    """Carga los torneos una sola vez; la segunda no toca nada. Entra todo o no entra nada."""
    with transaction.atomic():
        hay = {t.nombre: t.codigo for t in Torneo.objects.filter(organizador=personas[ORGANIZADORA])}
        if EN_JUEGO in hay:
            return Cargada(False, {nombre: hay[nombre] for nombre in LOS_SIETE if nombre in hay})
        quien = Quien(personas[ORGANIZADORA], ORGANIZADORA, "Lupita")
        tres = (_en_juego(quien, ahora), _terminado(quien, ahora), _por_abrir(quien, ahora))
        return Cargada(True, dict(zip(LOS_SIETE, (*tres, *cargar_formatos(quien, ahora)), strict=True)))


def _en_juego(quien: Quien, ahora: datetime) -> str:
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
    return demo.torneo.codigo


def _terminado(quien: Quien, ahora: datetime) -> str:
    inicio = ahora - timedelta(days=20)
    ajustes = Ajustes(TERMINADO, inicio, Tipo.MAYA, Meta.JUEGOS_GANADOS, 4, "Casa de la Cultura, Puebla")
    demo = Demo(quien, ajustes, inicio)
    demo.inscribir(NOMBRES[:13], llegaron=True)
    demo.orden("sorteo_dictar", texto="6-6 1-4 0-3")
    for _partida in range(4):
        demo.jugar()
    demo.orden("torneo_terminar")
    return demo.torneo.codigo


def _por_abrir(quien: Quien, ahora: datetime) -> str:
    ajustes = Ajustes(
        POR_ABRIR, ahora + timedelta(days=12), Tipo.AZTECA, Meta.DOSCIENTOS, 9, "Velódromo, Xalapa", cupo=256,
        cuota=Decimal(300), garantizado=Decimal(20000),
    )  # fmt: skip
    demo = Demo(quien, ajustes, ahora - timedelta(days=2))
    demo.inscribir(NOMBRES[5:18], llegaron=False)
    return demo.torneo.codigo

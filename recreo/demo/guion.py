"""Demostración: una peña con sus jueves, una Ronda de 5 terminada, con apuesta, y un Todos con Todos de 8 en su tercera
partida. Las fechas se cuentan hacia atrás desde que se carga, para que se crean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from recreo import consultas, servicios
from recreo.demo import pena as demo_pena
from recreo.demo.velada import ORGANIZADORA, Guion, Velada, domingo_pasado
from recreo.servicios import DatosJugador
from reglas.tipos import Fin, Meta
from suscripciones import servicios as cuentas

RONDA = "Sobremesa del domingo"
CLUB = "Club La Mula de Seis"
DIAS_DE_ANTIGUEDAD = 60

# La Ronda de 5: cada partida es una mesa y el quinto descansa.
JUGADORES_RONDA = (
    DatosJugador(1, "Lupita", ""),
    DatosJugador(2, "Beto", "beto@demo.mx"),
    DatosJugador(3, "Carmen", "carmen@demo.mx"),
    DatosJugador(4, "Chucho", "chucho@demo.mx"),
    DatosJugador(5, "Doña Chayo", "", "organizador"),
)
PARTIDAS_RONDA: tuple[tuple[Guion, ...], ...] = (
    (Guion(2, 3, "D0:53>35 C1:22 D0:18 E1 D1:41 D0:50"),),
    (Guion(3, 1, "D0:27 D0:33 D0:44"),),
    (Guion(4, 5, "C1:19 D1:52 D0:30 D1:36"),),
    (Guion(2, 1, "D0:24 E D1:31 D0:15", Fin.TIEMPO, motivo="Ya era hora de la cena"),),
    (Guion(3, 2, "D1:28 D0:45 C0:21 D1:33 D0:39"),),
)

# El Todos con Todos de 8: dos mesas; los lugares sin correo los puede tomar un teléfono de verdad.
JUGADORES_CLUB = (
    DatosJugador(1, "Lupita", ""),
    DatosJugador(2, "Chucho", "chucho@demo.mx"),
    DatosJugador(3, "Doña Chayo", ""),
    DatosJugador(4, "Nacho", "nacho@demo.mx"),
    DatosJugador(5, "Toño", ""),
    DatosJugador(6, "La Güera", ""),
    DatosJugador(7, "Beto", "beto@demo.mx"),
    DatosJugador(8, "Carmen", "carmen@demo.mx"),
)
PARTIDAS_CLUB: tuple[tuple[Guion, ...], ...] = (
    (
        Guion(1, 2, "D0:40 D1:25 D0:31 C1:12 D0:36"),
        Guion(7, 6, "D1:47 C0:20 D1:38 D1:22"),
    ),
    (
        Guion(7, 5, "C1:16 D0:29 D1:44 D0:35 E0 D0:42"),
        Guion(8, 8, "D0:33 D1:51 D0:12", Fin.DEFAULT, 1, "Don Nacho tuvo que irse a media partida"),
    ),
    (
        Guion(8, 4, "D0:31 D1:26 C0:17 E", None),
        Guion(7, 7, "D1:45 D0:38 D1:20", None),
    ),
)


@dataclass(frozen=True, slots=True)
class Cargada:
    """Códigos de los dos Recreos de la demostración; `nueva` dice si se acaba de cargar."""

    nueva: bool
    ronda: str
    club: str


def cargar(*, ahora: datetime | None = None) -> Cargada:
    """Carga la demostración una sola vez; la segunda no toca nada. Entra toda o no entra nada."""
    instante = ahora or timezone.now()
    with transaction.atomic():
        de = cuentas.cuentas_demo_crear(ahora=instante - timedelta(days=DIAS_DE_ANTIGUEDAD))
        personas = {correo: cuenta.pk for correo, cuenta in de.items()}
        hay = {r.nombre: r.codigo for r in consultas.recreos_de(personas[ORGANIZADORA])}
        if RONDA in hay:
            return Cargada(False, hay[RONDA], hay.get(CLUB, ""))
        demo_pena.cargar(personas, instante)
        ronda = _ronda(personas, instante)
        club = _club(personas, instante)
    return Cargada(True, ronda, club)


def _velada(personas: Mapping[str, int], inicio: datetime, **ambito: Any) -> Velada:
    organiza = personas[ORGANIZADORA]
    recreo = servicios.recreo_crear(cuenta_id=organiza, id_orden=uuid4(), ahora=inicio, meta=Meta.CIEN, **ambito)
    return Velada(personas, inicio, recreo)


def _ronda(personas: Mapping[str, int], ahora: datetime) -> str:
    demo = _velada(
        personas,
        domingo_pasado(ahora),
        tamano=5,
        nombre=RONDA,
        lugar="Casa de Lupita, Coyoacán",
        procedencia="La familia de Lupita",
        importe=Decimal("20.00"),
        pago_extraordinario=True,
    )
    demo.sentar(JUGADORES_RONDA, entran=(2, 3, 4))
    for numero, guiones in enumerate(PARTIDAS_RONDA, start=1):
        demo.abrir(numero)
        if numero == 2:
            demo.orden(servicios.castigo_aplicar, demo.organiza, numero=4, tantos=10, motivo=_("Habló de su juego"))
        if numero == 5:
            demo.orden(servicios.castigo_aplicar, demo.organiza, numero=2, tantos=5, motivo=_("Llegó tarde"))
        demo.jugar(numero, guiones)
    demo.reloj.pasan(minutos=4)
    demo.orden(servicios.final_anunciar, demo.organiza)
    return demo.recreo.codigo


def _club(personas: Mapping[str, int], ahora: datetime) -> str:
    demo = _velada(personas, ahora - timedelta(minutes=85), tamano=8, nombre=CLUB, lugar="Salón del club, Puebla")
    demo.sentar(JUGADORES_CLUB, entran=(2, 7, 8))
    for numero, guiones in enumerate(PARTIDAS_CLUB, start=1):
        demo.abrir(numero)
        demo.jugar(numero, guiones)
    pide = {"partida": 3, "mesa": 2, "texto": _("Se volteó una ficha al hacer la sopa: ¿se vuelve a repartir?")}
    demo.orden(servicios.organizador_llamar, demo.quienes[7], **pide)
    return demo.recreo.codigo

"""Demostración: una Ronda de 5 terminada, con apuesta, y un Todos con Todos de 8 en su tercera partida.

Se juega por los mismos servicios que las pantallas, con la hora inyectada para que las fechas se crean.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from recreo import consultas, servicios
from recreo.identidad import Quien
from recreo.servicios import DatosJugador
from reglas.roles import mesa_del_rol, rol_de
from reglas.tipos import Desenlace, Fin, Meta
from suscripciones import servicios as cuentas

RONDA = "Sobremesa del domingo"
CLUB = "Club La Mula de Seis"
ORGANIZADORA = "lupita@demo.mx"
DIAS_DE_ANTIGUEDAD = 60
SITIO = "http://localhost:8000"
"""Donde sirve `make run`: a donde lleva el enlace de las invitaciones."""

_DESENLACES = {"D": Desenlace.DOMINADA, "C": Desenlace.CIERRE, "E": Desenlace.CIERRE_EMPATADO}


@dataclass(frozen=True, slots=True)
class Guion:
    """Lo que pasa en una mesa. Manos: «D0:35» es dominada de la pareja 0 con 35; «E1», cierre empatado.

    «D0:53>35»: se anotó 53 y un momento después se corrigió a 35.
    """

    anotador: int
    salidor: int
    manos: str
    fin: Fin | None = Fin.META
    gana_default: int | None = None
    motivo: str = ""


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
        ronda = _ronda(personas, instante)
        club = _club(personas, instante)
    return Cargada(True, ronda, club)


class _Reloj:
    """La hora de la demostración: avanza con cada cosa que pasa."""

    def __init__(self, inicio: datetime) -> None:
        self.ahora = inicio

    def pasan(self, *, minutos: int = 0, segundos: int = 0) -> None:
        self.ahora += timedelta(minutes=minutos, seconds=segundos)


class _Demo:
    """Un Recreo que se juega solo: cada orden la da quien la daría en la vida."""

    def __init__(self, personas: Mapping[str, int], inicio: datetime, **ambito: Any) -> None:
        self.reloj = _Reloj(inicio)
        self.organiza = Quien(cuenta_id=personas[ORGANIZADORA])
        self.recreo = servicios.recreo_crear(
            cuenta_id=personas[ORGANIZADORA], id_orden=uuid4(), ahora=inicio, meta=Meta.CIEN, **ambito
        )
        self.personas = personas
        self.quienes = {1: self.organiza}

    def orden(self, servicio: Callable[..., servicios.Resultado], quien: Quien, **datos: Any) -> None:
        servicio(recreo_id=self.recreo.pk, quien=quien, id_orden=uuid4(), ahora=self.reloj.ahora, **datos)

    def sentar(self, jugadores: Sequence[DatosJugador], *, entran: Sequence[int]) -> None:
        """Nombres y correos; se invita a todos, y los de `entran` abren su invitación, uno tras otro."""
        self.orden(servicios.jugadores_guardar, self.organiza, jugadores=jugadores)
        enlace = SITIO + reverse("invitacion_completa", args=[self.recreo.codigo, self.recreo.clave])
        self.orden(servicios.invitaciones_enviar, self.organiza, enlace=enlace)
        for j in jugadores:
            if j.numero in entran:
                self.reloj.pasan(segundos=50)
                self.quienes[j.numero] = Quien(cuenta_id=self.personas[j.correo])
                self.orden(servicios.invitacion_aceptar, self.quienes[j.numero])

    def abrir(self, partida: int) -> None:
        self.reloj.pasan(minutos=2)
        if partida == 1:
            self.orden(servicios.recreo_empezar, self.organiza)
        else:
            self.orden(servicios.partida_siguiente, self.organiza, partida=partida)

    def jugar(self, partida: int, guiones: Sequence[Guion]) -> None:
        """Las mesas juegan a la par: una mano de cada una, y luego se cierran."""
        mesas = {n: (g, g.manos.split()) for n, g in enumerate(guiones, start=1)}
        for n, (g, _manos) in mesas.items():
            self._preparar({"partida": partida, "mesa": n}, g)
        for ronda in range(max(len(manos) for _g, manos in mesas.values())):
            self.reloj.pasan(minutos=3)
            for n, (g, manos) in mesas.items():
                if ronda < len(manos):
                    self.reloj.pasan(segundos=40)
                    self.anotar({"partida": partida, "mesa": n}, g, ronda + 1, manos[ronda])
        self.reloj.pasan(minutos=1)
        for n, (g, _manos) in mesas.items():
            self._cerrar({"partida": partida, "mesa": n}, g)

    def _preparar(self, aqui: dict[str, int], g: Guion) -> None:
        anota = self.quienes[g.anotador]
        sentados = mesa_del_rol(rol_de(self.recreo.tamano, self.recreo.rol), aqui["partida"], aqui["mesa"]).asientos
        self.orden(servicios.mesa_elegir_anotador, anota, **aqui, numero=g.anotador)
        self.reloj.pasan(segundos=20)
        self.orden(servicios.mesa_confirmar_asistencia, anota, **aqui, presentes=sentados)
        self.orden(servicios.mesa_elegir_salidor, anota, **aqui, numero=g.salidor)

    def anotar(self, aqui: dict[str, int], g: Guion, mano: int, texto: str) -> None:
        gana, _sep, tantos = texto.partition(":")
        for revision, valor in enumerate(tantos.split(">")):
            self._anotar(aqui, g, mano, gana, int(valor or 0), revision)
            self.reloj.pasan(segundos=15)

    def _anotar(self, aqui: dict[str, int], g: Guion, mano: int, gana: str, tantos: int, revision: int) -> None:
        self.orden(
            servicios.mano_anotar,
            self.quienes[g.anotador],
            **aqui,
            mano=mano,
            revision=revision,
            desenlace=_DESENLACES[gana[0]],
            pareja=int(gana[1]) if gana[1:] else None,
            tantos=tantos,
        )

    def _cerrar(self, aqui: dict[str, int], g: Guion) -> None:
        mesa = consultas.estado_de(self.recreo.pk).partidas[-1].mesas[aqui["mesa"] - 1]
        if g.fin is Fin.META:
            self.orden(servicios.mesa_confirmar, self.quienes[g.anotador], **aqui)
            self.reloj.pasan(segundos=30)
            self.orden(servicios.mesa_cerrar, self.organiza, **aqui, ganadora=mesa.va_ganando, anotadas=mesa.anotadas)
        elif g.fin is Fin.TIEMPO:
            self.orden(servicios.mesa_suspender, self.organiza, **aqui, anotadas=mesa.anotadas, motivo=g.motivo)
        elif g.fin is Fin.DEFAULT:
            self.orden(servicios.mesa_aplicar_default, self.organiza, **aqui, gana=g.gana_default, motivo=g.motivo)


def domingo_pasado(ahora: datetime) -> datetime:
    """El último domingo ya pasado, a las 16:30 de aquí."""
    hoy = timezone.localtime(ahora)
    dias = (hoy.weekday() + 1) % 7 or 7
    return (hoy - timedelta(days=dias)).replace(hour=16, minute=30, second=0, microsecond=0)


def _ronda(personas: Mapping[str, int], ahora: datetime) -> str:
    demo = _Demo(
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
    demo = _Demo(personas, ahora - timedelta(minutes=85), tamano=8, nombre=CLUB, lugar="Salón del club, Puebla")
    demo.sentar(JUGADORES_CLUB, entran=(2, 7, 8))
    for numero, guiones in enumerate(PARTIDAS_CLUB, start=1):
        demo.abrir(numero)
        demo.jugar(numero, guiones)
    pide = {"partida": 3, "mesa": 2, "texto": _("Se volteó una ficha al hacer la sopa: ¿se vuelve a repartir?")}
    demo.orden(servicios.organizador_llamar, demo.quienes[7], **pide)
    return demo.recreo.codigo

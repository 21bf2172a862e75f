"""Un Recreo de la demostración: se juega solo, por los mismos servicios que las pantallas y con la hora inyectada."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone

from recreo import consultas, servicios
from recreo.identidad import Quien
from recreo.models import Recreo
from recreo.servicios import DatosJugador
from reglas.roles import mesa_del_rol, rol_de
from reglas.tipos import Desenlace, Fin

ORGANIZADORA = "lupita@demo.mx"
SITIO = "http://localhost:8000"
"""Donde sirve `make run`: a donde lleva el enlace de las invitaciones."""

_DESENLACES = {"D": Desenlace.DOMINADA, "C": Desenlace.CIERRE, "E": Desenlace.CIERRE_EMPATADO}


def domingo_pasado(ahora: datetime) -> datetime:
    """El último domingo ya pasado, a las 16:30 de aquí."""
    hoy = timezone.localtime(ahora)
    dias = (hoy.weekday() + 1) % 7 or 7
    return (hoy - timedelta(days=dias)).replace(hour=16, minute=30, second=0, microsecond=0)


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


class _Reloj:
    """La hora de la demostración: avanza con cada cosa que pasa."""

    def __init__(self, inicio: datetime) -> None:
        self.ahora = inicio

    def pasan(self, *, minutos: int = 0, segundos: int = 0) -> None:
        self.ahora += timedelta(minutes=minutos, seconds=segundos)


class Velada:
    """Un Recreo que se juega solo: cada orden la da quien la daría en la vida."""

    def __init__(self, personas: Mapping[str, int], inicio: datetime, recreo: Recreo) -> None:
        self.reloj = _Reloj(inicio)
        self.organiza = Quien(cuenta_id=personas[ORGANIZADORA])
        self.recreo = recreo
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

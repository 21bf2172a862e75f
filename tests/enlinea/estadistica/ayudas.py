"""Partidas ya guardadas en la base, sin contar: así estaban las anteriores a la estadística."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.test import Client

from enlinea.models import Jugador, Mesa, Partida
from suscripciones.models import Cuenta
from tests.reglas.partidas_conocidas import CONOCIDAS, PARTIDAS_DE_MARI, acta_de

EMPEZO = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)


def navegador_de(cuenta: Cuenta) -> Client:
    navegador = Client()
    navegador.force_login(cuenta)
    return navegador


def guardar(
    cuentas: Sequence[Cuenta], cual: int = 0, dia: int = 0, nombre: str = "La del estribo", **cambios: Any
) -> Partida:
    """Una de las conocidas, jugada ese día; el primero de las cuentas va en el asiento 0."""
    meta, _manos = CONOCIDAS[cual]
    ganadas, perdidas, _sin, favor, contra, gano, _zapato = PARTIDAS_DE_MARI[cual]
    mesa = Mesa.objects.create(nombre=nombre, meta=meta, organizador=cuentas[0], estado=Mesa.Estado.CERRADA)
    inicio = EMPEZO + timedelta(days=dia)
    datos = {
        "mesa": mesa, "numero": 1, "meta": meta, "modo": "normal", "inicio": inicio,
        "fin": inicio + timedelta(minutes=20), "finalizada": True, "ganadora": 0 if gano else 1, "tantos_0": favor,
        "tantos_1": contra, "manos_0": ganadas, "manos_1": perdidas,
        "acta": acta_de(CONOCIDAS[cual], tuple(c.nombre for c in cuentas)),
    }  # fmt: skip
    partida = Partida.objects.create(**{**datos, **cambios})
    for asiento, cuenta in enumerate(cuentas):
        Jugador.objects.create(partida=partida, asiento=asiento, cuenta=cuenta, nombre=cuenta.nombre)
    return partida


def no_finalizada(cuentas: Sequence[Cuenta], dia: int = 0) -> Partida:
    """Una que no llegó a su meta."""
    return guardar(cuentas, dia=dia, finalizada=False, ganadora=-1, acta=None, motivo="abandono", causante=1)

"""Vuelve a elegir la partida que cualquiera repite con su análisis (`enlinea/visita`)."""

import json
import random
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from config.vivo import aparte
from enlinea.academia.servicios.analisis import compacto
from enlinea.visita.consultas import ARCHIVO
from reglas.analisis.errores import Gravedad, gravedad_de
from reglas.fichas import FICHAS
from reglas.historia import acta_de, partidas_de
from reglas.mesa.eventos import Secreto
from reglas.mesa.simulada import MesaSimulada
from reglas.mesa.tipos import Modo
from reglas.metas import Meta
from reglas.sorteo import compromiso_de

NOMBRES = ("Ana", "Beto", "Carmen", "Nacho")
MANOS = (3, 6)
PLAZO = timedelta(minutes=5)
PENSADAS = (900, 1_800, 2_600, 3_400, 4_500, 6_000, 9_000)


class Command(BaseCommand):
    """La primera partida, desde la semilla dada, corta y con un error grave de quien mira que se explique bien."""

    help = "Elige y guarda la partida de la casa con su análisis"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--desde", type=int, default=1, help="la primera semilla que se prueba")
        parser.add_argument("--cuantas", type=int, default=40)

    def handle(self, *_args: Any, **opciones: Any) -> None:
        for semilla in range(opciones["desde"], opciones["desde"] + opciones["cuantas"]):
            if (elegida := _de(semilla)) is not None:
                ARCHIVO.write_text(json.dumps(elegida, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
                self.stdout.write(f"Semilla {semilla}: mano {elegida['mano']}, jugada {elegida['jugada']}")
                return
        self.stderr.write("Ninguna sirvió; prueba desde otra semilla.")


def _de(semilla: int) -> dict[str, Any] | None:
    acta = _jugar(semilla)
    if not MANOS[0] <= len(acta["manos"]) <= MANOS[1]:
        return None
    salida = aparte.correr(["estudiar"], acta, PLAZO, urge=True)
    if salida is None or salida.codigo:
        return None
    analisis = compacto(salida.datos)
    candidatos = [
        (error["perdida"], mano, error["jugada"] + 1)
        for mano, una in enumerate(analisis["manos"], start=1)
        for error in una["errores"]
        if error["asiento"] == 0
        and error["razones"]
        and 3 < error["jugada"] < 20
        and gravedad_de(error["perdida"], Meta.CIEN) is Gravedad.GRAVE
    ]
    if not candidatos:
        return None
    _perdida, mano, jugada = max(candidatos)
    return {"acta": acta, "analisis": analisis, "mano": mano, "jugada": jugada}


def _jugar(semilla: int) -> dict[str, Any]:
    """Los automáticos, con un azar que se repite: la misma semilla da la misma partida."""
    azar = random.Random(semilla)

    def sortear() -> Secreto:
        claves = tuple(str(UUID(int=azar.getrandbits(128), version=4)) for _ficha in FICHAS)
        secreta = f"{azar.getrandbits(256):064x}"
        return Secreto(compromiso_de(claves, secreta), claves, secreta)

    juego = MesaSimulada(
        Meta.CIEN,
        Modo.SIN_PRISA,
        (0, 1, 2, 3),
        ahora=1_800_000_000_000,
        sortear=sortear,
        nonce=lambda: f"{azar.getrandbits(128):032x}",
        pensar=lambda: azar.choice(PENSADAS),
    )
    juego.comenzar()
    juego.acabar_partida()
    (partida,) = partidas_de(evento for eventos in juego.renglones for evento in eventos)
    return acta_de(partida, NOMBRES)

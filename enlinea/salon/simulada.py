"""Jugar sola la mesa de un torneo en pantallas, para la demostración (TO26, TO30)."""

import random
import secrets
from datetime import datetime
from uuid import uuid4

from enlinea.diario import diario
from enlinea.diario.diario import CASA, ESQUEMA, escribir_eventos
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.models import Mesa
from reglas.automatas import elegir, mirar
from reglas.mano import Mano, legales
from reglas.mesa.eventos import RepartoComun
from reglas.mesa.simulada import MesaSimulada
from reglas.mesa.tipos import Modo
from reglas.metas import Meta

A_SU_MODO = 0.35
"""Cada cuánto alguien tira lo que se le ocurre: con las mismas fichas, en cada mesa pasa otra cosa."""


class _Distinta(MesaSimulada):
    dados: random.Random

    def escoger(self, mano: Mano) -> tuple[int, int]:
        if self.dados.random() < A_SU_MODO:
            return self.dados.choice(legales(mano))
        return elegir(mirar(mano, self.mesa.meta), 1)


def jugar_sola(mesa_id: int, semilla: int, ahora: datetime) -> None:
    """Hasta la meta, en su diario. La hoja del torneo se entera al recibirla."""
    fila = Mesa.objects.get(pk=mesa_id)
    azar = random.Random(semilla)
    comun = RepartoComun(fila.clave_de_reparto, fila.texto_de_reparto) if fila.clave_de_reparto else None
    juego = _Distinta(
        Meta(fila.meta),
        Modo.INTRANET,
        (0, 1, 2, 3),
        ahora=int(ahora.timestamp() * 1000),
        sortear=sortear,
        nonce=lambda: secrets.token_hex(16),
        pensar=lambda: azar.randrange(1_000, 6_000),
        comun=comun,
    )
    juego.dados = azar
    juego.comenzar()
    juego.acabar_partida()
    diario.anexar(
        [
            Renglon(mesa_id, num, uuid4(), CASA, ESQUEMA, escribir_eventos(eventos), instante)
            for num, (eventos, instante) in enumerate(zip(juego.renglones, juego.instantes, strict=True), start=1)
        ]
    )

"""La Academia: lo que se repite y simula, siempre de una partida ya terminada o de un acta propia (AC1, AC2, EL8).

Todo sale de una `Fuente`, y una fuente sólo existe para quien jugó esa partida o importó esa acta: quien pregunta por
otra recibe `None`, como si no existiera. Fichas, extremos y asientos van en números, como en docs/protocolo.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from enlinea.models import ActaImportada, Jugador, Partida
from reglas import mano as reglas_mano
from reglas.fichas import lista, tantos_de
from reglas.mano import Mano
from reglas.partida import anunciar, gana_por_meta
from reglas.repeticion import Repetida, pasaron, repetir
from reglas.tipos import Desenlace, Meta

PARTIDA, IMPORTADA = "partida", "importada"
Cuenta = tuple[str, int, int | None, int]
"""Desenlace, asiento que dominó o cerró, pareja ganadora y tantos, como en el mensaje `cuentas` de la mesa."""


@dataclass(frozen=True)
class Fuente:
    """De dónde sale lo que se repite, visto por su dueño."""

    tipo: str
    """`partida` o `importada`."""
    id: int
    titulo: str
    fecha: datetime
    acta: Mapping[str, Any]
    asiento: int
    """Desde dónde se mira."""
    organizador: int
    """Asiento cuya pareja va a la izquierda de la plantilla (EL5)."""
    cuenta: int = 0
    """Quien la mira; en la de la casa, nadie."""

    @property
    def meta(self) -> Meta:
        """A qué se jugó."""
        return Meta(self.acta["meta"])

    @property
    def nombres(self) -> list[str]:
        """Los cuatro, por asiento."""
        return [str(nombre) for nombre in self.acta["asientos"]]

    @cached_property
    def manos(self) -> list[Repetida]:
        """Todas, estado por estado."""
        return repetir(self.acta)

    @cached_property
    def cuentas(self) -> list[Cuenta | None]:
        """La cuenta de cada mano; `None` si el acta la trae a medias."""
        return [cuenta_de(mano.fin, self.meta) for mano in self.manos]

    def columna(self) -> dict[str, int]:
        """Cómo se nombra en un filtro: `{"partida_id": 7}`."""
        return {f"{self.tipo}_id": self.id}


def fuente_de(tipo: str, fuente_id: int, cuenta_id: int) -> Fuente | None:
    """La fuente, si esa cuenta la jugó (y llegó a la meta) o la importó; a los demás, `None`."""
    if tipo == PARTIDA:
        return _de_partida(fuente_id, cuenta_id)
    return _de_importada(fuente_id, cuenta_id) if tipo == IMPORTADA else None


def _de_partida(partida_id: int, cuenta_id: int) -> Fuente | None:
    suyas = Partida.objects.filter(pk=partida_id, jugadores__cuenta_id=cuenta_id, acta__isnull=False)
    partida = suyas.select_related("mesa").prefetch_related("jugadores").first()
    if partida is None:
        return None
    jugadores: list[Jugador] = list(partida.jugadores.all())
    asientos = {j.cuenta_id: j.asiento for j in jugadores}
    return Fuente(
        tipo=PARTIDA,
        id=partida.pk,
        titulo=partida.mesa.nombre,
        fecha=partida.inicio,
        acta=partida.acta or {},
        asiento=asientos[cuenta_id],
        organizador=asientos.get(partida.mesa.organizador_id, 0),
        cuenta=cuenta_id,
    )


def _de_importada(importada_id: int, cuenta_id: int) -> Fuente | None:
    acta = ActaImportada.objects.filter(pk=importada_id, cuenta_id=cuenta_id).first()
    if acta is None:
        return None
    return Fuente(IMPORTADA, acta.pk, acta.nombre, acta.creada, acta.acta, 0, 0, cuenta_id)


def cuenta_de(mano: Mano, meta: Meta) -> Cuenta | None:
    """Cómo se apunta esta mano; `None` si no ha terminado."""
    if mano.desenlace is None:
        return None
    cuenta = reglas_mano.contar(mano, meta)
    # a juegos ganados todo cierre es «C»: el empate de tantos no dice nada
    como = Desenlace.CIERRE if not meta.gana_el_cierre and cuenta.ganadora is None else cuenta.desenlace
    return (str(como), cuenta.asiento, cuenta.ganadora, cuenta.tantos)


@dataclass(frozen=True, slots=True)
class Marcador:
    """Lo que se lleva tras unas manos."""

    tantos: tuple[int, int]
    ganadas: tuple[int, int]
    anuncio: tuple[int | str, ...]
    """Como se canta: con la meta de tope, o vigesimal a juegos ganados (RG6)."""
    ganadora: int | None
    """La pareja que ya llegó a la meta."""


def marcador_de(meta: Meta, cuentas: Sequence[Cuenta | None]) -> Marcador:
    """El marcador tras esas manos; al llegar a la meta se deja de contar, porque ahí acabó la partida."""
    tantos, ganadas = [0, 0], [0, 0]
    for cuenta in cuentas:
        if gana_por_meta(meta, (tantos[0], tantos[1]), (ganadas[0], ganadas[1])) is not None:
            break
        if cuenta is not None and cuenta[2] is not None:
            tantos[cuenta[2]] += cuenta[3]
            ganadas[cuenta[2]] += 1
    par, manos = (tantos[0], tantos[1]), (ganadas[0], ganadas[1])
    return Marcador(par, manos, anunciar(meta, par, manos), gana_por_meta(meta, par, manos))


def mano_para_ver(fuente: Fuente, numero: int, otra: Repetida | None = None, desde: int = 0) -> dict[str, Any]:
    """Una mano con todos sus pasos, lista para JSON: `numero` desde 0; `otra`, la rama que se aparta en `desde`.

    `jugadas`: [ficha, extremo, asiento, ms]; `pasos`: uno antes de cada jugada y el último, con quién pasó al llegar a
    él, a quién le toca (−1 si la mano acabó), sus legales y su reloj en segundos (EL7).
    """
    vista = otra or fuente.manos[numero]
    fin = vista.fin
    ternas = zip(fin.cadena[::3], fin.cadena[1::3], fin.cadena[2::3], vista.ms, strict=True)
    return {
        "mano": numero + 1,
        "salidor": fin.salidor,
        "reparto": [lista(bits) for bits in vista.repartidas],
        "jugadas": [list(terna) for terna in ternas],
        "pasos": [_paso(vista.estados, lugar) for lugar in range(len(vista.estados))],
        "cuenta": cuenta_de(fin, fuente.meta),
        "no_jugados": [tantos_de(bits) for bits in fin.manos],
        "marcador": list(marcador_de(fuente.meta, fuente.cuentas[:numero]).anuncio),
        "desde": desde if otra else None,
    }


def _paso(estados: Sequence[Mano], lugar: int) -> dict[str, Any]:
    mano = estados[lugar]
    acabo = mano.desenlace is not None
    opciones = [] if acabo else reglas_mano.legales(mano)
    return {
        "turno": -1 if acabo else mano.turno,
        "pasaron": pasaron(estados[lugar - 1], mano) if lugar else [],
        "terminales": [mano.a, mano.b],
        "legales": opciones,
        "reloj": 0 if acabo else reglas_mano.reloj_de(mano, opciones),
    }


def importadas_de(cuenta_id: int) -> list[ActaImportada]:
    """Las actas que subió, de la más nueva a la más vieja, sin su contenido."""
    return list(ActaImportada.objects.filter(cuenta_id=cuenta_id).defer("acta"))

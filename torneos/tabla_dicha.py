"""La tabla de un torneo como se lee, con nombres y premios (TO21 a TO24, TO28)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reglas.suizo.clasificacion import FilaDeTorneo
from reglas.suizo.clasificacion import Renglon as RenglonDeReglas
from reglas.suizo.comparacion import escrita
from torneos import consultas
from torneos.estado import EstadoTorneo


@dataclass(frozen=True, slots=True)
class Renglon:
    """Una fila de la tabla, como se lee."""

    lugar: int
    numero: int
    nombre: str
    club: str
    principal: int
    ganadas: int
    diferencia: int
    favor: int
    contra: int
    fuerza: int
    desempate: str
    retirado: bool
    premio: Any = None
    bolsa: int | None = None
    comparacion: str = ""


def renglones(estado: EstadoTorneo, filas: tuple[FilaDeTorneo, ...], premios: Mapping[int, Any]) -> list[Renglon]:
    """La tabla con nombres."""
    return [_renglon(estado, fila, premios) for fila in filas]


def lo_que_lleva(r: RenglonDeReglas) -> dict[str, int]:
    """Las cifras de un renglón de la tabla."""
    return {
        "principal": r.principal,
        "ganadas": r.cuenta.juegos_ganados,
        "diferencia": r.diferencia,
        "favor": r.cuenta.favor,
        "contra": r.cuenta.contra,
        "fuerza": r.fuerza,
    }


def _renglon(estado: EstadoTorneo, fila: FilaDeTorneo, premios: Mapping[int, Any]) -> Renglon:
    numero, r = int(fila.sujeto), fila.renglon
    suyo = estado.inscritos[numero]
    return Renglon(
        lugar=fila.lugar,
        numero=numero,
        nombre=suyo.nombre,
        club=suyo.quienes or suyo.club,
        **lo_que_lleva(r),
        desempate=fila.desempate or "",
        retirado=r.retirado,
        premio=premios.get(numero),
        bolsa=r.bolsa,
        comparacion="" if r.comparacion is None else escrita(r.comparacion),
    )


def tabla_vista(estado: EstadoTorneo, hasta: int) -> list[Renglon]:
    """La tabla tras esa partida; la final, con sus premios (TO31)."""
    filas = consultas.tabla_de(estado.id, hasta)
    premios: Mapping[int, Any] = {}
    if estado.estado == "terminado" and hasta == estado.cerradas:
        premios = consultas.premios_de(estado.id, filas)[1]
    return renglones(estado, filas, premios)


def bolsas_tras(estado: EstadoTorneo, hasta: int) -> Mapping[int, int | None]:
    """En qué bolsa quedó cada quien tras esa partida (TO24)."""
    if estado.bolsas is None:
        return {}
    return {int(fila.sujeto): fila.renglon.bolsa for fila in consultas.tabla_de(estado.id, hasta)}


def los_primeros(filas: list[Renglon], cuantos: int) -> list[Renglon]:
    """Los de arriba; con bolsas, los de arriba de cada una, que quepan entre todas (TO24)."""
    bolsas = {f.bolsa for f in filas if f.bolsa is not None}
    if not bolsas:
        return filas[:cuantos]
    return [f for f in filas if f.bolsa is not None and f.lugar <= cuantos // len(bolsas)]

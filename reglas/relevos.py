"""Quién ocupa cada lugar del programa cuando alguien releva a otro (RE4, RG10, D303).

El programa (RG11) habla de lugares, del 1 al tamaño. Cada lugar lo ocupa su titular, con el mismo número, hasta que un
suplente lo toma desde una partida; el titular puede volver. Un suplente lleva su propio número, de los que siguen al
tamaño: así cada quien conserva lo suyo y su renglón.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from reglas.errores import ErrorDeRegla
from reglas.roles import MesaRol, PartidaRol, Rol


@dataclass(frozen=True, slots=True)
class Relevo:
    """Desde la partida `desde`, en el lugar `lugar` juega `jugador`: un suplente, o el titular que vuelve."""

    lugar: int
    jugador: int
    desde: int


def ocupante(relevos: Iterable[Relevo], lugar: int, partida: int) -> int:
    """El número de quien juega en ese lugar esa partida."""
    suyos = [r for r in relevos if r.lugar == lugar and r.desde <= partida]
    return max(suyos, key=lambda r: r.desde).jugador if suyos else lugar


def ocupantes(relevos: Sequence[Relevo], tamano: int, partida: int) -> tuple[int, ...]:
    """Quiénes tienen lugar esa partida, jueguen o descansen: por lugar, del 1 al tamaño."""
    return tuple(ocupante(relevos, lugar, partida) for lugar in range(1, tamano + 1))


def lugar_de(relevos: Sequence[Relevo], tamano: int, jugador: int, partida: int) -> int | None:
    """El lugar que ese jugador ocupa esa partida; None si ninguno."""
    quienes = ocupantes(relevos, tamano, partida)
    return quienes.index(jugador) + 1 if jugador in quienes else None


def con_lugar_hasta(relevos: Sequence[Relevo], tamano: int, partida: int) -> tuple[int, ...]:
    """Por número, quienes tuvieron lugar en alguna partida hasta ésa: los renglones de la clasificación."""
    hasta = range(1, max(partida, 1) + 1)
    return tuple(sorted({n for p in hasta for n in ocupantes(relevos, tamano, p)}))


def suplentes(relevos: Iterable[Relevo], tamano: int) -> tuple[int, ...]:
    """Los números de los suplentes."""
    return tuple(sorted({r.jugador for r in relevos if r.jugador > tamano}))


def partida_con_relevos(rol: PartidaRol, relevos: Sequence[Relevo]) -> PartidaRol:
    """La partida del programa con quien de verdad ocupa cada lugar."""
    if not any(r.desde <= rol.numero for r in relevos):
        return rol

    def mesa(m: MesaRol) -> MesaRol:
        uno, dos, tres, cuatro = (ocupante(relevos, n, rol.numero) for n in m.asientos)
        quien = dict(zip(m.asientos, (uno, dos, tres, cuatro), strict=True))
        (a, b), (c, d) = m.parejas
        return replace(
            m,
            parejas=((quien[a], quien[b]), (quien[c], quien[d])),
            asientos=(uno, dos, tres, cuatro),
            no_suman=frozenset(quien[n] for n in m.no_suman if n in quien),
        )

    descansan = tuple(ocupante(relevos, n, rol.numero) for n in rol.descansan)
    return replace(rol, mesas=tuple(mesa(m) for m in rol.mesas), descansan=descansan)


def rol_con_relevos(rol: Rol, relevos: Sequence[Relevo]) -> Rol:
    """El programa entero, partida por partida."""
    if not relevos:
        return rol
    return replace(rol, partidas=tuple(partida_con_relevos(p, relevos) for p in rol.partidas))


def validar_relevos(rol: Rol, relevos: Sequence[Relevo]) -> None:
    """Lanza ErrorDeRegla si un relevo no puede ser.

    Un lugar cambia de manos una vez por partida; lo toma un suplente o vuelve su titular; y nadie ocupa dos a la vez.
    """
    tamano = rol.tamano
    for r in relevos:
        if not 1 <= r.lugar <= tamano or not 1 <= r.desde <= len(rol.partidas):
            raise ErrorDeRegla("relevo_fuera_del_rol", lugar=r.lugar, desde=r.desde)
        if r.jugador != r.lugar and r.jugador <= tamano:
            raise ErrorDeRegla("relevo_de_otro_lugar", numero=r.jugador, lugar=r.lugar)
    if len({(r.lugar, r.desde) for r in relevos}) < len(relevos):
        raise ErrorDeRegla("relevo_repetido")
    _validar_que_cambien(relevos)
    for p in rol.partidas:
        _validar_que_nadie_se_parta(ocupantes(relevos, tamano, p.numero), p.numero)


def _validar_que_cambien(relevos: Sequence[Relevo]) -> None:
    """Relevarse a uno mismo no dice nada: dos actas de lo mismo serían distintas."""
    for lugar in {r.lugar for r in relevos}:
        suyos = sorted((r for r in relevos if r.lugar == lugar), key=lambda r: r.desde)
        for antes, despues in pairwise([lugar, *(r.jugador for r in suyos)]):
            if antes == despues:
                raise ErrorDeRegla("relevo_repetido")


def _validar_que_nadie_se_parta(quienes: Collection[int], partida: int) -> None:
    vistos: set[int] = set()
    for n in quienes:
        if n in vistos:
            raise ErrorDeRegla("suplente_en_dos_lugares", numero=n, partida=partida)
        vistos.add(n)

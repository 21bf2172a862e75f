"""De la sesión del navegador a quién pide, en una página o en un socket (TO16)."""

import secrets
from collections.abc import MutableMapping
from dataclasses import replace
from typing import Any

from torneos.identidad import Quien

SOY = "torneo_soy"
"""Quién dijo ser en cada mesa cuya hoja trajo: clave → número. Sólo las últimas."""
APARATO = "torneo_aparato"
BUSCADO = "torneo_buscado"
"""Con qué nombre se busca quien usa este aparato: código del torneo → su número, o el de su conjunto (D777)."""
MESAS_RECORDADAS = 12


def quien_de(sesion: MutableMapping[str, Any], usuario: Any) -> Quien:
    """La cuenta que entró, si entró, y el aparato."""
    cuenta = usuario.is_authenticated
    return Quien(
        cuenta_id=usuario.pk if cuenta else None,
        correo=usuario.email if cuenta else "",
        nombre=usuario.nombre if cuenta else "",
        aparato=str(sesion.get(APARATO, "")),
    )


def en_la_mesa(sesion: MutableMapping[str, Any], quien: Quien, clave: str) -> Quien:
    """Quien trae esa hoja, y quién dijo ser. Sus órdenes son de la mesa aunque haya entrado con su cuenta."""
    numero = dict(sesion.get(SOY) or {}).get(clave)
    return replace(quien, cuenta_id=None, correo="", mesa=clave, numero=numero)


def dijo_ser(sesion: MutableMapping[str, Any], clave: str) -> bool:
    """¿Este aparato trajo esa hoja y dijo quién es?"""
    return clave in dict(sesion.get(SOY) or {})


def soy(sesion: MutableMapping[str, Any], clave: str, numero: int) -> None:
    """Recuerda quién dijo ser en esa mesa."""
    dichos = {c: n for c, n in dict(sesion.get(SOY) or {}).items() if c != clave}
    recientes = list(dichos.items())[-(MESAS_RECORDADAS - 1) :]
    sesion[SOY] = {**dict(recientes), clave: numero}


def aparato_asegurar(sesion: MutableMapping[str, Any]) -> str:
    """Un número al azar para este aparato, la primera vez que se apunta a un torneo."""
    if not sesion.get(APARATO):
        sesion[APARATO] = secrets.token_hex(16)
    return str(sesion[APARATO])


def buscado(sesion: MutableMapping[str, Any], codigo: str) -> int | None:
    """A quién se buscó la última vez en ese torneo."""
    numero = dict(sesion.get(BUSCADO) or {}).get(codigo)
    return int(numero) if numero else None


def recordar_buscado(sesion: MutableMapping[str, Any], codigo: str, numero: int | None) -> None:
    """Queda en este aparato; con None se olvida."""
    otros = {c: n for c, n in dict(sesion.get(BUSCADO) or {}).items() if c != codigo}
    recientes = dict(list(otros.items())[-(MESAS_RECORDADAS - 1) :])
    if numero is not None:
        recientes[codigo] = numero
    if recientes or BUSCADO in sesion:
        sesion[BUSCADO] = recientes

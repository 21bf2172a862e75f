"""Quién pide: una cuenta (entró con correo) o un teléfono que reclamó un nombre sin correo (RE3)."""

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any

from config.base.sesiones import LLAVE, Sesion


@dataclass(frozen=True, slots=True)
class Quien:
    """Identidad de quien pide; sin cuenta ni llave no es nadie."""

    cuenta_id: int | None = None
    llave: str = ""

    @property
    def huella(self) -> str:
        """Identifica a quien dio una orden, para que nadie recoja el resultado de otro."""
        return f"c{self.cuenta_id}" if self.cuenta_id else f"l{self.llave}"

    def es(self, cuenta_id: int | None, llave: str) -> bool:
        """¿Es la persona de ese asiento?"""
        return (self.cuenta_id is not None and self.cuenta_id == cuenta_id) or (
            bool(self.llave) and self.llave == llave
        )

    def sigue_en(self, sesion: Sesion | None) -> bool:
        """¿Esa sesión, leída otra vez, todavía dice su cuenta y su llave?"""
        if sesion is None:
            return False
        suya = self.cuenta_id is None or sesion.cuenta == str(self.cuenta_id)
        return suya and (not self.llave or sesion.llave == self.llave)


def quien_de(sesion: MutableMapping[str, Any], cuenta_id: int | None) -> Quien:
    """Identidad de la sesión del navegador, de una petición o de un socket."""
    return Quien(cuenta_id=cuenta_id, llave=str(sesion.get(LLAVE, "")))


def llave_asegurar(sesion: MutableMapping[str, Any]) -> str:
    """Da al teléfono una llave propia la primera vez que reclama un nombre."""
    if not sesion.get(LLAVE):
        sesion[LLAVE] = secrets.token_hex(24)
    return str(sesion[LLAVE])

"""La próxima fecha, para el calendario (RFC 5545): el mismo UID con otra SEQUENCE la mueve o la cancela."""

from datetime import UTC, datetime

from recreo.models import Cita, Pena
from recreo.penas.consultas import DURA

LARGO = 75
"""Octetos de un renglón; lo que sigue va en el siguiente, tras un espacio."""


def archivo(pena: Pena, cita: Cita, enlace: str) -> bytes:
    """El archivo de esa cita."""
    cancelada = cita.cancelada is not None
    renglones = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Amigos por el Dominó//Peñas//ES",
        f"METHOD:{'CANCEL' if cancelada else 'PUBLISH'}",
        "BEGIN:VEVENT",
        f"UID:{cita.orden}@amigosporeldomino",
        f"SEQUENCE:{cita.secuencia}",
        f"DTSTAMP:{_hora(cita.cambiada)}",
        f"DTSTART:{_hora(cita.cuando)}",
        f"DTEND:{_hora(cita.cuando + DURA)}",
        f"SUMMARY:{_texto(pena.nombre)}",
        *([f"LOCATION:{_texto(cita.lugar)}"] if cita.lugar else []),
        *([f"DESCRIPTION:{_texto(cita.nota)}"] if cita.nota else []),
        f"URL:{enlace}",
        f"STATUS:{'CANCELLED' if cancelada else 'CONFIRMED'}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return b"".join(_doblar(r) for r in renglones)


def _hora(instante: datetime) -> str:
    return instante.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _texto(dicho: str) -> str:
    """Con lo que separa escapado; un salto de renglón no abre otra propiedad."""
    for que, como in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r", ""), ("\n", "\\n")):
        dicho = dicho.replace(que, como)
    return dicho


def _doblar(renglon: str) -> bytes:
    """Parte sin cortar una letra por la mitad."""
    partes, lleva = [b""], 0
    for letra in renglon:
        octetos = letra.encode()
        if lleva + len(octetos) > LARGO:
            partes.append(b" ")
            lleva = 1
        partes[-1] += octetos
        lleva += len(octetos)
    return b"\r\n".join(partes) + b"\r\n"

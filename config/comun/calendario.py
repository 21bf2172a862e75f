"""Un archivo de calendario (RFC 5545): el mismo UID con otra SEQUENCE mueve lo que ya se apuntó, o lo cancela."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

LARGO = 75
"""Octetos de un renglón; lo que sigue va en el siguiente, tras un espacio."""


@dataclass(frozen=True, slots=True)
class Evento:
    """Lo que se apunta. `de`: qué parte de la casa lo escribe; `uid`: el mismo mientras sea el mismo evento."""

    de: str
    uid: str
    secuencia: int
    cambiada: datetime
    cuando: datetime
    dura: timedelta
    titulo: str
    enlace: str
    lugar: str = ""
    nota: str = ""
    cancelada: bool = False


def archivo_de(e: Evento) -> bytes:
    """El archivo de ese evento."""
    renglones = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:-//Amigos por el Dominó//{e.de}//ES",
        f"METHOD:{'CANCEL' if e.cancelada else 'PUBLISH'}",
        "BEGIN:VEVENT",
        f"UID:{e.uid}@amigosporeldomino",
        f"SEQUENCE:{e.secuencia}",
        f"DTSTAMP:{_hora(e.cambiada)}",
        f"DTSTART:{_hora(e.cuando)}",
        f"DTEND:{_hora(e.cuando + e.dura)}",
        f"SUMMARY:{_texto(e.titulo)}",
        *([f"LOCATION:{_texto(e.lugar)}"] if e.lugar else []),
        *([f"DESCRIPTION:{_texto(e.nota)}"] if e.nota else []),
        f"URL:{e.enlace}",
        f"STATUS:{'CANCELLED' if e.cancelada else 'CONFIRMED'}",
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

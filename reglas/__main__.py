"""`python -m reglas ORDEN [OPCIÓN] ARCHIVO`: el único sitio del paquete con entrada y salida.

ARCHIVO es un acta (`.json`) o muchas, una por renglón (`.jsonl`). Salida 0 si todas valen, 1 si alguna no (o
si un torneo tiene faltas), 2 si no se pudo leer el archivo o la orden no existe.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from reglas.analisis.actas import analizar_acta
from reglas.analisis.estudio import estudio_de
from reglas.analisis.sabido import informe_de_sabido
from reglas.analisis.variante import informe_de_variante
from reglas.errores import ErrorDeRegla
from reglas.informes import (
    informe_de_error,
    informe_de_partida,
    informe_de_ranking,
    informe_de_recreo,
    informe_de_rol,
    informe_de_sorteo,
)
from reglas.multiplicado import verificar_repartos
from reglas.suizo.informes import informe_de_clasificar, informe_de_emparejar
from reglas.suizo.verificacion.verificar import verificar_torneo
from reglas.textos import por_que_no_se_abrio
from reglas.verificacion import verificar_partida

BIEN, HAY_ERRORES, MAL_USO = 0, 1, 2
CIFRAS_MAXIMAS = 18


@dataclass(frozen=True)
class Orden:
    """Qué informe da; cada opción de consola, como `--detalle`, le llega por su nombre con verdadero o falso."""

    informe: Callable[..., dict[str, Any]]
    opciones: tuple[str, ...] = ()


ORDENES: Mapping[str, Orden] = {
    "analizar": Orden(analizar_acta),
    "clasificar": Orden(informe_de_recreo),
    "clasificar-torneo": Orden(informe_de_clasificar),
    "emparejar": Orden(informe_de_emparejar, ("hoja",)),
    "estudiar": Orden(estudio_de),
    "partida": Orden(informe_de_partida),
    "ranking": Orden(informe_de_ranking),
    "se-podia-saber": Orden(informe_de_sabido),
    "variante": Orden(informe_de_variante),
    "verificar": Orden(verificar_partida, ("detalle",)),
    "verificar-reparto": Orden(informe_de_sorteo),
    "verificar-repartos": Orden(verificar_repartos),
    "verificar-torneo": Orden(verificar_torneo),
}

_OPCIONES = "".join(f" [--{opcion}]" for orden in ORDENES.values() for opcion in orden.opciones)
USO = f"""Uso: python -m reglas ORDEN{_OPCIONES} ARCHIVO
     python -m reglas roles N [--equilibrado]
  ORDEN    {" | ".join(ORDENES)}
  ARCHIVO  un acta (.json) o muchas, una por renglón (.jsonl); «-», el acta que llegue por la entrada"""


def main(argumentos: list[str]) -> int:
    """Atiende una orden y devuelve el código de salida."""
    if argumentos[:1] == ["roles"]:
        return _roles(argumentos[1:])
    orden = ORDENES.get(argumentos[0]) if argumentos else None
    pedidas = {argumento[2:] for argumento in argumentos[1:] if argumento.startswith("--")}
    archivos = [Path(argumento) for argumento in argumentos[1:] if not argumento.startswith("--")]
    if orden is None or len(archivos) != 1 or not pedidas <= set(orden.opciones):
        print(USO, file=sys.stderr)
        return MAL_USO
    informe = partial(orden.informe, **{opcion: opcion in pedidas for opcion in orden.opciones})
    try:
        contenido = sys.stdin.buffer.read() if str(archivos[0]) == "-" else archivos[0].read_bytes()
    except OSError as error:
        print(
            f"No se pudo leer «{archivos[0]}» ({por_que_no_se_abrio(error)}). Revisa nombre y permisos.",
            file=sys.stderr,
        )
        return MAL_USO
    codigo = BIEN
    for acta in _actas(archivos[0], contenido):
        resultado = _responder(informe, acta)
        if "error" in resultado or resultado.get("faltas"):
            codigo = HAY_ERRORES
        print(json.dumps(resultado, ensure_ascii=False, default=str))
    sys.stdout.flush()
    return codigo


def _roles(argumentos: list[str]) -> int:
    """El rol de N jugadores: no lee ningún archivo."""
    opciones = [argumento for argumento in argumentos if argumento.startswith("--")]
    numeros = [argumento for argumento in argumentos if not argumento.startswith("--")]
    if len(numeros) != 1 or not re.fullmatch(r"[0-9]{1,4}", numeros[0]) or not set(opciones) <= {"--equilibrado"}:
        print(USO, file=sys.stderr)
        return MAL_USO
    try:
        resultado = informe_de_rol(int(numeros[0]), equilibrado=bool(opciones))
    except ErrorDeRegla as error:
        resultado = informe_de_error(error)
    print(json.dumps(resultado, ensure_ascii=False))
    return HAY_ERRORES if "error" in resultado else BIEN


def _actas(archivo: Path, contenido: bytes) -> list[bytes]:
    """Un `.jsonl` trae un acta por renglón; los renglones en blanco no son actas."""
    if archivo.suffix.lower() != ".jsonl":
        return [contenido]
    return [renglon for renglon in contenido.split(b"\n") if renglon.strip()]


def _responder(informe: Callable[[Any], dict[str, Any]], contenido: bytes) -> dict[str, Any]:
    try:
        return informe(_leer_json(contenido))
    except ErrorDeRegla as error:
        return informe_de_error(error)


def _leer_json(contenido: bytes) -> Any:
    """JSON en UTF-8, con o sin marca de orden; ni NaN ni Infinity, que JSON no tiene."""
    try:
        return json.loads(contenido.decode("utf-8-sig"), parse_constant=_rechazar_constante, parse_int=_entero)
    except (ValueError, RecursionError) as error:
        raise ErrorDeRegla("json_invalido") from error


class Desmedido:
    """Un entero que nadie cuenta: quien lo pida lo rechaza, y así no hay suma que no se pueda escribir."""

    def __str__(self) -> str:
        return f"más de {CIFRAS_MAXIMAS} cifras"


def _entero(digitos: str) -> int | Desmedido:
    return int(digitos) if len(digitos) <= CIFRAS_MAXIMAS else Desmedido()


def _rechazar_constante(nombre: str) -> NoReturn:
    raise ValueError(nombre)


if __name__ == "__main__":
    # Un texto del acta puede no caber en UTF-8 (sustitutos sueltos): se escapa, que en JSON vale lo mismo.
    for salida in (sys.stdout, sys.stderr):
        salida.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        # Quien leía cerró antes (`| head`): se tira lo que falte para que el cierre no vuelva a fallar.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(HAY_ERRORES)

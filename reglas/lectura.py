"""Lectura estricta de datos JSON: cada campo con su tipo, o un ErrorDeRegla que dice cuál.

Las claves desconocidas se ignoran: un acta puede traer datos de otro programa.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from reglas.errores import ErrorDeRegla

E = TypeVar("E", bound=StrEnum)


def objeto(valor: Any, campo: str) -> Mapping[str, Any]:
    """El valor como objeto JSON."""
    if not isinstance(valor, dict):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="un objeto")
    return valor


def requerido(datos: Mapping[str, Any], campo: str) -> Any:
    """El campo, que debe venir aunque sea null."""
    if campo not in datos:
        raise ErrorDeRegla("falta_campo", campo=campo)
    return datos[campo]


def lista(datos: Mapping[str, Any], campo: str) -> Sequence[Any]:
    """Una lista que debe venir."""
    valor = requerido(datos, campo)
    if not isinstance(valor, list):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="una lista")
    return valor


def cabecera(datos: Mapping[str, Any], formato: str, version: int) -> None:
    """El formato y la versión que el acta dice ser."""
    if datos.get("formato") != formato:
        raise ErrorDeRegla("formato_desconocido", esperado=formato)
    if entero(datos, "version") != version:
        raise ErrorDeRegla("version_no_admitida", esperada=version)


def textos(datos: Mapping[str, Any], campo: str) -> tuple[str, ...]:
    """Una lista de textos que debe venir."""
    valores = lista(datos, campo)
    if not all(isinstance(uno, str) for uno in valores):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="una lista de textos")
    return tuple(valores)


def enteros(datos: Mapping[str, Any], campo: str, cuantos: int) -> tuple[int, ...]:
    """Una lista de tantos números enteros, que debe venir; true y false no lo son."""
    valores = lista(datos, campo)
    if len(valores) != cuantos or not all(type(uno) is int for uno in valores):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado=f"una lista de {cuantos} números enteros")
    return tuple(valores)


def lista_opcional(datos: Mapping[str, Any], campo: str) -> Sequence[Any]:
    """Una lista, o vacía si falta o es null."""
    return () if datos.get(campo) is None else lista(datos, campo)


def entero(datos: Mapping[str, Any], campo: str) -> int:
    """Un entero que debe venir; true y false no lo son."""
    valor = requerido(datos, campo)
    if not isinstance(valor, int) or isinstance(valor, bool):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="un número entero")
    return valor


def entero_opcional(datos: Mapping[str, Any], campo: str) -> int | None:
    """Un entero, o None si falta o es null."""
    return None if datos.get(campo) is None else entero(datos, campo)


def texto(datos: Mapping[str, Any], campo: str) -> str:
    """Un texto que debe venir."""
    valor = requerido(datos, campo)
    if not isinstance(valor, str):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="un texto")
    return valor


def texto_opcional(datos: Mapping[str, Any], campo: str) -> str | None:
    """Un texto, o None si falta o es null."""
    return None if datos.get(campo) is None else texto(datos, campo)


def logico(datos: Mapping[str, Any], campo: str) -> bool:
    """true o false; falso si falta o es null."""
    valor = datos.get(campo)
    if valor is None:
        return False
    if not isinstance(valor, bool):
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="true o false")
    return valor


def opcion(datos: Mapping[str, Any], campo: str, opciones: Iterable[E]) -> E:
    """Uno de los valores de una enumeración, o de una parte de ella."""
    valor = requerido(datos, campo)
    if isinstance(valor, str):
        for una in opciones:
            if una == valor:
                return una
    raise ErrorDeRegla("valor_invalido", campo=campo, validos=", ".join(opciones))


def opcion_opcional(datos: Mapping[str, Any], campo: str, opciones: Iterable[E]) -> E | None:
    """Uno de los valores de una enumeración, o None si falta o es null."""
    return None if datos.get(campo) is None else opcion(datos, campo, opciones)

"""CSV para una hoja de cálculo: que sepa que es UTF-8 y que no calcule lo que alguien escribió (RE8)."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from django.http import HttpResponse

DE_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def sin_formula(texto: str) -> str:
    """El texto, con un apóstrofo delante si una hoja de cálculo lo fuera a calcular."""
    return f"'{texto}" if texto.lstrip(" ").startswith(DE_FORMULA) else texto


def csv_de(columnas: Sequence[str], filas: Iterable[Iterable[Any]]) -> str:
    """El archivo entero, con su marca de UTF-8."""
    salida = io.StringIO(newline="")
    hoja = csv.writer(salida)
    hoja.writerow(columnas)
    for fila in filas:
        hoja.writerow([_celda(valor) for valor in fila])
    return "\ufeff" + salida.getvalue()


def _celda(valor: Any) -> Any:
    if isinstance(valor, bool):
        return "sí" if valor else "no"
    return sin_formula(valor) if isinstance(valor, str) else valor


def descarga_csv(nombre: str, texto: str) -> HttpResponse:
    """El archivo, para guardar."""
    respuesta = HttpResponse(texto, content_type="text/csv; charset=utf-8")
    respuesta["Content-Disposition"] = f'attachment; filename="{nombre}.csv"'
    return respuesta

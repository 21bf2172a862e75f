"""Qué tan probable es por azar: prueba t de una cola y corrección por probar muchas cosas a la vez."""

from collections.abc import Sequence
from math import exp, inf, lgamma, log, sqrt
from typing import NamedTuple

_VUELTAS, _BASTA, _CASI_CERO = 400, 1e-14, 1e-300


class Prueba(NamedTuple):
    """Una media contra cero, de una cola."""

    cuantos: int
    media: float
    error: float
    """Error típico de la media."""
    t: float
    azar: float
    """Probabilidad de una media así de alta o más si la verdadera fuera cero."""


def una_cola(valores: Sequence[float]) -> Prueba:
    """La prueba t de que la media es mayor que cero. `ValueError` con menos de dos valores.

    Sin variación no hay prueba que hacer: `azar` es 1.
    """
    cuantos = len(valores)
    if cuantos < 2:
        raise ValueError("hacen falta al menos dos valores")
    media = sum(valores) / cuantos
    varianza = sum((valor - media) ** 2 for valor in valores) / (cuantos - 1)
    error = sqrt(varianza / cuantos)
    if error == 0:
        return Prueba(cuantos, media, 0.0, 0.0, 1.0)
    t = media / error
    return Prueba(cuantos, media, error, t, cola_t(t, cuantos - 1))


def cola_t(t: float, grados: int) -> float:
    """La probabilidad de que una t de Student con esos grados de libertad pase de `t`."""
    cola = _beta_incompleta(grados / (grados + t * t), grados / 2, 0.5) / 2
    return cola if t >= 0 else 1 - cola


def ajustar(azares: Sequence[float]) -> tuple[float, ...]:
    """Las mismas probabilidades, corregidas por haber probado tantas (Holm), en el mismo orden.

    Señalar las que no pasen de `a` deja en a lo más `a` la probabilidad de señalar a alguien si todos son honrados.
    """
    orden = sorted(range(len(azares)), key=lambda i: azares[i])
    ajustados = [1.0] * len(azares)
    mayor = 0.0
    for puesto, i in enumerate(orden):
        mayor = max(mayor, min(1.0, azares[i] * (len(azares) - puesto)))
        ajustados[i] = mayor
    return tuple(ajustados)


def _beta_incompleta(x: float, a: float, b: float) -> float:
    """La función beta incompleta regularizada, por su fracción continua."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_incompleta(1 - x, b, a)
    frente = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    return frente * _fraccion(x, a, b)


def _fraccion(x: float, a: float, b: float) -> float:
    """Método de Lentz."""
    c, d = 1.0, 1 / _lejos_de_cero(1 - (a + b) * x / (a + 1))
    valor, antes = d, inf
    for m in range(1, _VUELTAS):
        for numerador in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _lejos_de_cero(1 + numerador * d)
            c = _lejos_de_cero(1 + numerador / c)
            valor, antes = valor * d * c, valor
        if abs(valor - antes) < _BASTA * abs(valor):
            break
    return valor


def _lejos_de_cero(numero: float) -> float:
    return numero if abs(numero) > _CASI_CERO else _CASI_CERO

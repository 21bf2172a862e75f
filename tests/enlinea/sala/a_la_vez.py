"""Servicios en línea a la vez."""

from functools import partial

from enlinea.errores import ErrorDeServicio
from tests.a_la_vez import correr_a_la_vez

a_la_vez = partial(correr_a_la_vez, ErrorDeServicio)

"""El formulario de una hoja de papel entera: un renglón por mano, con las casillas de la plantilla (RE8)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from config.comun.escrito import TextoCorto
from recreo.errores import ErrorDeServicio
from recreo.hoja.formas import FormaDeOrden, Numero
from reglas.anotacion import ManoAnotada
from reglas.tipos import Desenlace, Meta

RENGLONES = 24
"""Los de la plantilla y de sobra: lo que no quepa se agrega capturando otra vez."""
COLUMNAS = ("a", "b")
CIFRAS = re.compile(r"([0-9]{1,3})\s*([cC]?)")
MARCAS = frozenset({"x", "X", "×", "1", "20", "40", "60"})


@dataclass(frozen=True, slots=True)
class Renglon:
    """Un renglón en pantalla: sus dos casillas y la de cierre."""

    numero: int
    a: forms.BoundField
    b: forms.BoundField
    cierre: forms.BoundField

    @property
    def errores(self) -> list[str]:
        """Lo que está mal en él."""
        return [str(e) for casilla in (self.a, self.b, self.cierre) for e in casilla.errors]


class FormaDeHoja(FormaDeOrden):
    """Lo de una hoja: quién salió y, por renglón, los tantos en la columna de quien ganó la mano.

    Como en la plantilla: un 0 es cierre empatado de esa pareja; «25c», o la casilla, es cierre. A juegos ganados, una
    marca en la columna de quien dominó, y sólo la casilla si hubo cierre.
    """

    anotadas = forms.IntegerField(min_value=0, max_value=9999, widget=forms.HiddenInput)
    salidor = Numero(required=False)

    def __init__(self, data: Any = None, *, meta: Meta, primera: int = 1, **opciones: Any) -> None:
        super().__init__(data, **opciones)
        self.meta, self.primera = meta, primera
        for n in range(RENGLONES):
            for columna in COLUMNAS:
                self.fields[f"m{n}-{columna}"] = TextoCorto(
                    required=False,
                    max_length=5,
                    error_messages={"max_length": _("Eso no cabe en la casilla. Escribe un número, como 25, o una x.")},
                )
            self.fields[f"m{n}-cierre"] = forms.BooleanField(required=False)

    def renglones(self) -> Iterator[Renglon]:
        """Los de la pantalla, con el número que tendrán en la hoja."""
        for n in range(RENGLONES):
            yield Renglon(self.primera + n, self[f"m{n}-a"], self[f"m{n}-b"], self[f"m{n}-cierre"])

    def manos(self) -> list[ManoAnotada]:
        """Las escritas, en orden."""
        return [mano for _n, mano in self._escritas]

    def decir(self, error: ErrorDeServicio, texto: str) -> None:
        """Junto a su renglón, si es de uno; si no, arriba."""
        renglon = error.datos.get("renglon")
        if renglon is None:
            self.add_error("salidor" if error.codigo == "no_se_sienta_aqui" else None, texto)
        else:
            self.add_error(f"m{self._escritas[renglon - 1][0]}-a", texto)

    def clean(self) -> dict[str, Any]:
        """Cada renglón es una mano; uno en blanco entre dos escritos no se salta en silencio."""
        self._escritas: list[tuple[int, ManoAnotada]] = []
        blanco = None
        for n in range(RENGLONES):
            a, b, cierre = (self.cleaned_data.get(f"m{n}-{c}") or "" for c in (*COLUMNAS, "cierre"))
            if not (a or b or cierre):
                blanco = n if blanco is None else blanco
                continue
            if blanco is not None:
                self.add_error(f"m{blanco}-a", _("Este renglón quedó en blanco y hay más abajo. Llénalo o súbelos."))
                blanco = None
            try:
                self._escritas.append((n, self._mano(a, b, bool(cierre))))
            except forms.ValidationError as e:
                self.add_error(f"m{n}-{'b' if b and not a else 'a'}", e)
        return self.cleaned_data

    def _mano(self, a: str, b: str, cierre: bool) -> ManoAnotada:
        if a and b:
            raise forms.ValidationError(_("Una mano la gana una sola pareja. Deja vacía la otra casilla."))
        pareja = 0 if a else 1 if b else None
        return self._a_tantos(pareja, a or b, cierre) if self.meta.tantos else self._a_juegos(pareja, a or b, cierre)

    def _a_tantos(self, pareja: int | None, escrito: str, cierre: bool) -> ManoAnotada:
        if pareja is None:
            return ManoAnotada(Desenlace.CIERRE_EMPATADO, None, 0)
        leido = CIFRAS.fullmatch(escrito)
        if leido is None:
            raise forms.ValidationError(_("«%(que)s» no son tantos. Escribe un número, como 25.") % {"que": escrito})
        tantos, cierre = int(leido[1]), cierre or bool(leido[2])
        if tantos == 0:
            return ManoAnotada(Desenlace.CIERRE_EMPATADO, pareja, 0)
        return ManoAnotada(Desenlace.CIERRE if cierre else Desenlace.DOMINADA, pareja, tantos)

    def _a_juegos(self, pareja: int | None, escrito: str, cierre: bool) -> ManoAnotada:
        if escrito and escrito not in MARCAS:
            raise forms.ValidationError(_("«%(que)s» no se entiende. Pon una x a quien ganó.") % {"que": escrito})
        if cierre and pareja is not None:
            raise forms.ValidationError(_("Un cierre no lo gana nadie. Deja sólo la marca de cierre."))
        return ManoAnotada(Desenlace.CIERRE if pareja is None else Desenlace.DOMINADA, pareja, 0)

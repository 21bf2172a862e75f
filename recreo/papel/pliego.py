"""El pliego: un PDF en negro sobre blanco, de A4 o carta, con letra de 12 puntos o más, que se selecciona y se oye."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import ceil
from typing import Any
from unicodedata import category, normalize

import segno
from django.utils.translation import gettext as _
from fpdf.enums import Align, MethodReturnValue, TableBordersLayout
from fpdf.fonts import FontFace, TTFFont

from config.comun.lienzo import LETRAS
from recreo.papel.etiquetas import Etiquetado, TablaEtiquetada
from recreo.papel.tamano import Tamano

SECA, FUERTE = "DejaVuSansCondensed.ttf", "DejaVuSerifCondensed-Bold.ttf"
CUERPO, TITULO, SUBTITULO = 12, 20, 14
MARGEN = 12.0
RENGLON = 6.0
ALTO_DE_FIRMA = 26.0
"""Milímetros de un renglón de 12 puntos."""


@dataclass(frozen=True, slots=True)
class Tabla:
    """Una tabla con su título: la misma va al papel y a la hoja de cálculo."""

    titulo: str
    columnas: tuple[str, ...]
    filas: tuple[tuple[Any, ...], ...]
    anchos: tuple[int, ...]
    """Cuánto le toca a cada columna, en proporción."""
    numeros: frozenset[int] = frozenset()
    """Qué columnas son números: van a la derecha."""
    formas: Mapping[int, Callable[[Any], str]] = field(default_factory=dict)
    """Cómo se dice en el papel el valor de una columna: «$160», «−83»."""
    nombra: int | None = None
    """La columna que dice de quién es el renglón: un lector de pantalla la repite en cada celda."""

    def dichas(self) -> Iterator[list[Any]]:
        """Las filas como se leen."""
        for fila in self.filas:
            yield [self.formas[n](valor) if n in self.formas else valor for n, valor in enumerate(fila)]


class Pliego(Etiquetado):
    """Un documento con su encabezado y su pie: qué es, de qué Recreo y qué página."""

    def __init__(self, tamano: Tamano, titulo: str, *, de_lado: bool = False) -> None:
        super().__init__("landscape" if de_lado else "portrait", "mm", "letter" if tamano is Tamano.CARTA else "A4")
        self.add_font("seca", "", LETRAS / SECA)
        self.add_font("fuerte", "", LETRAS / FUERTE)
        self.add_font("seca", "B", LETRAS / FUERTE)
        self.set_margin(MARGEN)
        self.set_auto_page_break(True, MARGEN + 8)
        self.set_title(titulo)
        self.set_lang("es-MX")
        self.set_creator(_("Amigos por el Dominó"))
        self.al_pie = titulo
        self.set_font("seca", "", CUERPO)

    def footer(self) -> None:
        """Qué es y en qué página va."""
        self.set_y(-MARGEN - 2)
        self.set_font("seca", "", CUERPO)
        numero = _("Página %(n)d de {nb}") % {"n": self.page_no()}
        # el total se pone al final: su hueco mide más que el número
        de_mas = self.get_string_width("{nb}") - self.get_string_width("0")
        with self.adorno():
            self.cell(self.epw - 45, RENGLON, self.cabe(self.al_pie, self.epw - 48))
            self.cell(45 + de_mas, RENGLON, numero, align=Align.R)

    def escribible(self, texto: Any) -> str:
        """Sin lo que la letra no tiene (un emoticono): no sale un cuadro en su lugar."""
        letra = self.fonts["seca"]
        tiene = letra.cmap if isinstance(letra, TTFFont) else {}
        compuesto = normalize("NFC", str(texto))
        limpio = "".join(c for c in compuesto if category(c)[0] != "C" and ord(c) in tiene)
        return " ".join(limpio.split())

    def cabe(self, texto: Any, ancho: float) -> str:
        """En un renglón de ese ancho; lo que no cabe se corta con «…»."""
        limpio = self.escribible(texto)
        if self.get_string_width(limpio) <= ancho:
            return limpio
        while limpio and self.get_string_width(f"{limpio}…") > ancho:
            limpio = limpio[:-1].rstrip()
        return f"{limpio}…"

    def titular(self, texto: str, cuerpo: int = SUBTITULO, sigue: float = RENGLON * 4) -> None:
        """Un título; no se queda solo al pie de la página: cabe con lo que `sigue`, o pasa a la otra."""
        if self.will_page_break(sigue):
            self.add_page()
        self.set_font("fuerte", "", cuerpo)
        self._corrido("H1" if cuerpo == TITULO else "H2", texto, cuerpo * 0.5)
        self.set_font("seca", "", CUERPO)
        self.ln(1.5)

    def parrafo(self, texto: str) -> None:
        """Texto corrido."""
        self._corrido("P", texto, RENGLON)

    def _corrido(self, que: str, texto: str, alto: float) -> None:
        limpio = self.escribible(texto)
        ocupa: Any = self.multi_cell(0, alto, limpio, align=Align.L, dry_run=True, output=MethodReturnValue.HEIGHT)
        if self.will_page_break(ocupa):
            self.add_page()
        with self.etiqueta(que):
            self.multi_cell(0, alto, limpio, new_x="LMARGIN", new_y="NEXT", align=Align.L)

    def renglon(
        self,
        x: float,
        y: float,
        ancho: float,
        texto: Any,
        *,
        fuerte: bool = False,
        cuerpo: int = CUERPO,
        alinea: Align = Align.L,
        que: str = "P",
    ) -> None:
        """Un renglón en su lugar, cortado si no cabe; `que` vacío, si va dentro de otra etiqueta."""
        self.set_font("fuerte" if fuerte else "seca", "", cuerpo)
        self.set_xy(x, y)
        with self.etiqueta(que) if que else nullcontext():
            self.cell(ancho, cuerpo * 0.5, self.cabe(texto, ancho - 1), align=alinea)
        self.set_font("seca", "", CUERPO)

    def poner(self, tabla: Tabla) -> None:
        """Una tabla con su título. La que cabe en una página no se parte; si no cabe, se repiten los encabezados."""
        alto = self._alto_de(tabla)
        self.titular(tabla.titulo, sigue=alto if alto < self.eph - RENGLON * 6 else RENGLON * 4)
        alinea = [Align.R if n in tabla.numeros else Align.L for n in range(len(tabla.columnas))]
        t = TablaEtiquetada(
            self,
            nombra=tabla.nombra,
            col_widths=tabla.anchos,
            text_align=alinea,
            line_height=RENGLON,
            padding=(0.6, 1.2),
            borders_layout=TableBordersLayout.ALL,
            headings_style=FontFace(family="fuerte", emphasis="", size_pt=CUERPO),
        )
        for fila in (tabla.columnas, *tabla.dichas()):
            t.row([self.escribible("" if valor is None else valor) for valor in fila])
        t.render()
        self.ln(4)

    def _alto_de(self, tabla: Tabla) -> float:
        """Milímetros de la tabla con su título, contando los renglones que ocupa lo largo."""
        anchos = [parte * self.epw / sum(tabla.anchos) - 3 for parte in tabla.anchos]
        alto = RENGLON * 4.5
        for fila in tabla.dichas():
            textos = (self.escribible("" if valor is None else valor) for valor in fila)
            renglones = (ceil(self.get_string_width(t) / ancho) for t, ancho in zip(textos, anchos, strict=True))
            alto += max(1, *renglones) * RENGLON + 1.2
        return alto

    def qr(self, enlace: str, x: float, y: float, lado: float) -> None:
        """El QR de un enlace, dibujado cuadro por cuadro: en papel sale tan fino como la impresora pueda."""
        matriz = [bytes(fila) for fila in segno.make(enlace, error="m").matrix]
        paso = lado / (len(matriz) + 4)
        self.set_fill_color(0)
        with self.etiqueta("Figure", alt=_("Código QR: %(enlace)s") % {"enlace": enlace}):
            for j, fila in enumerate(matriz):
                for i, ancho in _rachas(fila):
                    self.rect(x + (i + 2) * paso, y + (j + 2) * paso, ancho * paso, paso, "F")
        self.link(x, y, lado, lado, enlace)

    def firmas(self, quienes: Sequence[str]) -> None:
        """Renglones para firmar, de dos en dos."""
        ancho = self.epw / 2 - 6
        for n in range(0, len(quienes), 2):
            if self.will_page_break(ALTO_DE_FIRMA):
                self.add_page()
            y = self.get_y() + 16
            for lado, quien in enumerate(quienes[n : n + 2]):
                x = self.l_margin + lado * (ancho + 12)
                with self.etiqueta("P"):
                    self.line(x, y, x + ancho, y)
                    self.renglon(x, y + 1, ancho, quien, que="")
            self.set_xy(self.l_margin, y + 8)


def _rachas(fila: bytes) -> list[tuple[int, int]]:
    """Dónde empieza y cuánto dura cada tira negra."""
    rachas: list[tuple[int, int]] = []
    for i, negro in enumerate(fila):
        if negro and rachas and sum(rachas[-1]) == i:
            rachas[-1] = (rachas[-1][0], rachas[-1][1] + 1)
        elif negro:
            rachas.append((i, 1))
    return rachas

"""El lienzo de los PNG que dibuja el servidor: la foto del podio y la de un estudio compartido (D324, D638).

Se dibuja al doble y se reduce: así los bordes salen suaves. De una en una (`TURNO`), para no llenar la memoria.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

DOBLE = 2
COLORES = 96
"""Bastan para lo plano, y el archivo queda en la cuarta parte."""
LETRAS = Path(__file__).resolve().parent.parent / "letras"
SERIFA, SECA = "DejaVuSerifCondensed-Bold.ttf", "DejaVuSansCondensed.ttf"

# los tonos de `tokens.css`, en claro: la foto no cambia con el tema de quien la pide
MESA, SOMBRA, CANTO, PAPEL = "#1d5b45", "#164735", "#8a6239", "#fbf6e8"
MARFIL, FILO, PERNO, PUNTO, TENUE = "#fbf5e4", "#a2906f", "#b08028", "#1f1b16", "#574e42"
ACCION = "#f2a531"

TURNO = Lock()


@cache
def _letra(cual: str, cuerpo: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(LETRAS / cual, cuerpo * DOBLE, layout_engine=ImageFont.Layout.BASIC)


@cache
def _se_dibuja(cual: str, letra: str) -> bool:
    """¿La fuente la tiene? Las que no, se dibujarían como un cuadro."""
    fuente = _letra(cual, 40)
    return bytes(fuente.getmask(letra)) != bytes(fuente.getmask("\U0010fffd"))


def escribible(texto: str, cual: str, si_no: str = "") -> str:
    """El texto sin lo que la fuente no tiene (un emoticono); si no queda nada, `si_no`."""
    compuesto = normalize("NFC", texto)
    visible = "".join(c for c in compuesto if category(c)[0] != "C" and (c == " " or _se_dibuja(cual, c)))
    return " ".join(visible.split()) or si_no


def mide(texto: str, cual: str, cuerpo: int) -> float:
    """Ancho de un renglón, en medidas de la foto."""
    return _letra(cual, cuerpo).getlength(texto) / DOBLE


def acomodar(
    texto: str, cual: str, ancho: int, cuerpos: Sequence[int], renglones: int, alto: float | None = None
) -> tuple[int, list[str]]:
    """Con el cuerpo más grande con que cabe en esos renglones, y en ese alto; si con ninguno, parte una palabra.

    Lo que ni así cabe se corta con «…».
    """
    for rompe in (False, True):
        for cuerpo in cuerpos:
            partes = _partir(texto, cual, ancho, cuerpo, rompe)
            caben = len(partes) <= _los_que_caben(cuerpo, renglones, alto)
            if caben and all(mide(p, cual, cuerpo) <= ancho for p in partes):
                return cuerpo, partes
    cuerpo = cuerpos[-1]
    renglones = max(1, _los_que_caben(cuerpo, renglones, alto))
    corta = [*partes[: renglones - 1], " ".join(partes[renglones - 1 :])]
    return cuerpo, [_recortar(p, cual, ancho, cuerpo) for p in corta]


ENTRE_RENGLONES = 1.1
"""De la base de un renglón a la del que sigue, por cada punto de cuerpo."""


def _los_que_caben(cuerpo: int, renglones: int, alto: float | None) -> int:
    return renglones if alto is None else min(renglones, int(alto / (cuerpo * ENTRE_RENGLONES)))


def _partir(texto: str, cual: str, ancho: int, cuerpo: int, rompe: bool) -> list[str]:
    """En renglones por palabras; la que no cabe va entera en el suyo o, si se `rompe`, sigue en el de abajo."""
    partes: list[str] = []
    for palabra in texto.split():
        junta = f"{partes[-1]} {palabra}" if partes else palabra
        if partes and mide(junta, cual, cuerpo) <= ancho:
            partes[-1] = junta
        elif rompe:
            partes += _romper(palabra, cual, ancho, cuerpo)
        else:
            partes.append(palabra)
    return partes or [""]


def _romper(palabra: str, cual: str, ancho: int, cuerpo: int) -> list[str]:
    trozos = [palabra[:1]]
    for letra in palabra[1:]:
        if mide(trozos[-1] + letra, cual, cuerpo) <= ancho:
            trozos[-1] += letra
        else:
            trozos.append(letra)
    return trozos


def _recortar(texto: str, cual: str, ancho: int, cuerpo: int) -> str:
    if mide(texto, cual, cuerpo) <= ancho:
        return texto
    while texto and mide(f"{texto}…", cual, cuerpo) > ancho:
        texto = texto[:-1].rstrip()
    return f"{texto}…"


class Lienzo:
    """Dibuja en medidas de la foto; lo que se pinta mide el doble."""

    def __init__(self, ancho: int, alto: int) -> None:
        self.imagen = Image.new("RGB", (ancho * DOBLE, alto * DOBLE), MESA)
        self._pincel = ImageDraw.Draw(self.imagen)

    def caja(
        self, x: float, y: float, ancho: float, alto: float, radio: int, fondo: str, filo: str, grueso: int
    ) -> None:
        esquinas = tuple(v * DOBLE for v in (x, y, x + ancho, y + alto))
        self._pincel.rounded_rectangle(esquinas, radio * DOBLE, fondo, filo or None, grueso * DOBLE)

    def disco(self, x: float, y: float, radio: float, fondo: str) -> None:
        self._pincel.ellipse([v * DOBLE for v in (x - radio, y - radio, x + radio, y + radio)], fondo)

    def ovalo(self, x: float, y: float, ancho: float, alto: float, fondo: str) -> None:
        self._pincel.ellipse([v * DOBLE for v in (x - ancho / 2, y - alto / 2, x + ancho / 2, y + alto / 2)], fondo)

    def figura(self, puntos: Sequence[tuple[float, float]], fondo: str) -> None:
        self._pincel.polygon([(x * DOBLE, y * DOBLE) for x, y in puntos], fondo)

    def hilo(self, puntos: Sequence[tuple[float, float]], color: str, grueso: int) -> None:
        self._pincel.line([(x * DOBLE, y * DOBLE) for x, y in puntos], color, grueso * DOBLE, joint="curve")

    def escribir(self, x: float, y: float, texto: str, cual: str, cuerpo: int, color: str) -> None:
        """Centrado, con la base en `y`."""
        self._pincel.text((x * DOBLE, y * DOBLE), texto, color, _letra(cual, cuerpo), anchor="ms")


def png(imagen: Image.Image, dicho: str) -> bytes:
    """El archivo, con su texto alternativo dentro."""
    plana = imagen.reduce(DOBLE).quantize(COLORES, dither=Image.Dither.NONE)
    meta = PngInfo()
    meta.add_itxt("Description", dicho, lang="es")
    salida = BytesIO()
    plana.save(salida, "PNG", pnginfo=meta)
    return salida.getvalue()

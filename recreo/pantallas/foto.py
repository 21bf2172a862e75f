"""La foto del podio: un PNG que dibuja el servidor, con los nombres como se ven y su texto alternativo (D324).

Se dibuja al doble y se reduce: así los bordes salen suaves. De una en una, para no llenar la memoria.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from unicodedata import category, normalize

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

from recreo.pantallas.podio import Escalon, Podio

ANCHO, ALTO = 1080, 1350
DOBLE = 2
COLORES = 96
"""Bastan para lo plano, y el archivo queda en la cuarta parte."""
LETRAS = Path(__file__).resolve().parent.parent / "letras"
SERIFA, SECA = "DejaVuSerifCondensed-Bold.ttf", "DejaVuSansCondensed.ttf"

# los tonos de `tokens.css`, en claro: la foto no cambia con el tema de quien la pide
MESA, SOMBRA, CANTO, PAPEL = "#1d5b45", "#164735", "#8a6239", "#fbf6e8"
MARFIL, FILO, PERNO, PUNTO, TENUE = "#fbf5e4", "#a2906f", "#b08028", "#1f1b16", "#574e42"
BANDERAS = ("#f2a531", "#fbf5e4", "#d9648f", "#8fbcf0")

PISO = 1196
# lugar → (centro, ancho, alto) de su ficha: el primero en medio y más alta
FICHAS = {1: (540, 316, 556), 2: (204, 276, 466), 3: (876, 276, 422)}
PUNTOS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}

_turno = Lock()


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


def _mide(texto: str, cual: str, cuerpo: int) -> float:
    return _letra(cual, cuerpo).getlength(texto) / DOBLE


def acomodar(texto: str, cual: str, ancho: int, cuerpos: Sequence[int], renglones: int) -> tuple[int, list[str]]:
    """Con el cuerpo más grande con que cabe en esos renglones; si con ninguno, se corta con «…»."""
    for cuerpo in cuerpos:
        partes = _partir(texto, cual, ancho, cuerpo)
        if len(partes) <= renglones and all(_mide(p, cual, cuerpo) <= ancho for p in partes):
            return cuerpo, partes
    cuerpo = cuerpos[-1]
    partes = _partir(texto, cual, ancho, cuerpo)
    corta = [*partes[: renglones - 1], " ".join(partes[renglones - 1 :])]
    return cuerpo, [_recortar(p, cual, ancho, cuerpo) for p in corta]


def _partir(texto: str, cual: str, ancho: int, cuerpo: int) -> list[str]:
    """En renglones por palabras; una palabra que no cabe se queda entera en el suyo."""
    partes: list[str] = []
    for palabra in texto.split():
        junta = f"{partes[-1]} {palabra}" if partes else palabra
        if partes and _mide(junta, cual, cuerpo) <= ancho:
            partes[-1] = junta
        else:
            partes.append(palabra)
    return partes or [""]


def _recortar(texto: str, cual: str, ancho: int, cuerpo: int) -> str:
    if _mide(texto, cual, cuerpo) <= ancho:
        return texto
    while texto and _mide(f"{texto}…", cual, cuerpo) > ancho:
        texto = texto[:-1].rstrip()
    return f"{texto}…"


class _Lienzo:
    """Dibuja en medidas de la foto; lo que se pinta mide el doble."""

    def __init__(self) -> None:
        self.imagen = Image.new("RGB", (ANCHO * DOBLE, ALTO * DOBLE), MESA)
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


def dibujar(podio: Podio) -> bytes:
    """El PNG del podio."""
    with _turno:
        lienzo = _Lienzo()
        _papel_picado(lienzo)
        _titulo(lienzo, podio)
        lienzo.ovalo(ANCHO / 2, PISO, 1000, 70, SOMBRA)
        for e in sorted(podio.escalones, key=lambda e: -e.lugar):
            _ficha(lienzo, e)
        # las fichas van paradas en la mesa: lo que sobra por abajo lo tapa el paño
        lienzo.figura([(0, PISO), (ANCHO, PISO), (ANCHO, ALTO), (0, ALTO)], MESA)
        _pie(lienzo, podio)
        return _png(lienzo.imagen, podio.dicho)


def _png(imagen: Image.Image, dicho: str) -> bytes:
    plana = imagen.reduce(DOBLE).quantize(COLORES, dither=Image.Dither.NONE)
    meta = PngInfo()
    meta.add_itxt("Description", dicho, lang="es")
    salida = BytesIO()
    plana.save(salida, "PNG", pnginfo=meta)
    return salida.getvalue()


def _papel_picado(lienzo: _Lienzo) -> None:
    """Nueve banderas de un hilo que cuelga."""

    def cae(x: float) -> float:
        return 18 + 46 * (1 - ((x - ANCHO / 2) / (ANCHO / 2)) ** 2)

    lienzo.hilo([(x, cae(x)) for x in range(0, ANCHO + 1, 20)], PAPEL, 4)
    for n in range(9):
        x, ancho = 12 + n * 119, 104
        y, color = cae(x + ancho / 2), BANDERAS[n % len(BANDERAS)]
        picos = [(x + ancho - i * ancho / 4, y + (112 if i % 2 else 132)) for i in range(5)]
        lienzo.figura([(x, y), (x + ancho, y), *picos], color)
        centro = (x + ancho / 2, y + 56)
        for dx, dy in ((0, -19), (17, -9), (17, 9), (0, 19), (-17, 9), (-17, -9)):
            lienzo.disco(centro[0] + dx, centro[1] + dy, 9, MESA)
        for dx in (-32, 32):
            lienzo.disco(centro[0] + dx, y + 20, 5, MESA)
            rombo = [(dx, 32), (dx + 9, 44), (dx, 56), (dx - 9, 44)]
            lienzo.figura([(centro[0] + a, centro[1] + b - 6) for a, b in rombo], MESA)


def _titulo(lienzo: _Lienzo, podio: Podio) -> None:
    lienzo.escribir(ANCHO / 2, 268, _("Ganó el Recreo"), SECA, 46, PAPEL)
    nombre = escribible(podio.gano, SERIFA, _("Primer lugar"))
    grande = next((c for c in (150, 132, 116, 100, 88) if _mide(nombre, SERIFA, c) <= 980), None)
    cuerpo, renglones = (grande, [nombre]) if grande else acomodar(nombre, SERIFA, 980, (82, 72, 64), 2)
    y = 404 if len(renglones) == 1 else 344
    for renglon in renglones:
        lienzo.escribir(ANCHO / 2, y, renglon, SERIFA, cuerpo, PAPEL)
        y += int(cuerpo * 1.12)
    lienzo.escribir(ANCHO / 2, 492, podio.dato, SECA, 42, PAPEL)


def _ficha(lienzo: _Lienzo, e: Escalon) -> None:
    x, ancho, alto = FICHAS[e.lugar]
    arriba, primero = PISO - alto, e.lugar == 1
    borde, grueso = (PERNO, 12) if primero else (FILO, 8)
    lienzo.caja(x - ancho / 2, arriba, ancho, alto + 60, 40, MARFIL, borde, grueso)
    paso, radio = (46, 27) if primero else (46, 24)
    centro = arriba + (150 if primero else 116)
    for dx, dy in PUNTOS[e.lugar]:
        lienzo.disco(x + dx * paso, centro + dy * paso, radio, PUNTO)
    raya = arriba + (284 if primero else 214)
    lienzo.hilo([(x - ancho / 2 + 34, raya), (x + ancho / 2 - 34, raya)], FILO, 8)
    lienzo.disco(x, raya, 15, PERNO)
    lienzo.escribir(x, raya + 124, str(e.cuanto), SERIFA, 112 if primero else 96, PUNTO)
    lienzo.escribir(x, raya + 174, e.que, SECA, 38, TENUE)
    _nombre_de_ficha(lienzo, e, x, arriba, ancho)


def _nombre_de_ficha(lienzo: _Lienzo, e: Escalon, x: int, arriba: int, ancho: int) -> None:
    nombre = escribible(e.nombre, SERIFA, _("Lugar %(n)d") % {"n": e.lugar})
    cuerpo, partes = acomodar(nombre, SERIFA, ancho + 30, (56, 50, 44, 38, 34), 2)
    for n, parte in enumerate(reversed(partes)):
        lienzo.escribir(x, arriba - 24 - n * cuerpo * 1.1, parte, SERIFA, cuerpo, PAPEL)


def _pie(lienzo: _Lienzo, podio: Podio) -> None:
    for y, texto in ((1246, podio.recreo), (1292, podio.donde)):
        cuerpo, renglones = acomodar(escribible(texto, SECA), SECA, 1000, (38, 34, 30, 26), 1)
        lienzo.escribir(ANCHO / 2, y, renglones[0], SECA, cuerpo, PAPEL)
    lienzo.figura([(0, ALTO - 34), (ANCHO, ALTO - 34), (ANCHO, ALTO), (0, ALTO)], CANTO)
    lienzo.escribir(ANCHO / 2, ALTO - 8, _("Amigos por el Dominó"), SECA, 24, PAPEL)

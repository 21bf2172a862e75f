"""La foto del podio: un PNG que dibuja el servidor, con los nombres como se ven y su texto alternativo (D324)."""

from django.utils.translation import gettext as _

from config.comun.lienzo import (
    ACCION,
    CANTO,
    ENTRE_RENGLONES,
    FILO,
    MARFIL,
    MESA,
    PAPEL,
    PERNO,
    PUNTO,
    SECA,
    SERIFA,
    SOMBRA,
    TENUE,
    TURNO,
    Lienzo,
    acomodar,
    escribible,
    mide,
    png,
)
from recreo.pantallas.podio import Escalon, Podio

ANCHO, ALTO = 1080, 1350
BANDERAS = (ACCION, "#fbf5e4", "#d9648f", "#8fbcf0")

PISO = 1196
BAJO_EL_DATO = 508
"""Hasta ahí baja lo escrito arriba: los nombres de las fichas no lo pisan."""
# lugar → (centro, ancho, alto) de su ficha: el primero en medio y más alta
FICHAS = {1: (540, 316, 556), 2: (204, 276, 466), 3: (876, 276, 422)}
PUNTOS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}


def dibujar(podio: Podio) -> bytes:
    """El PNG del podio."""
    with TURNO:
        lienzo = Lienzo(ANCHO, ALTO)
        _papel_picado(lienzo)
        _titulo(lienzo, podio)
        lienzo.ovalo(ANCHO / 2, PISO, 1000, 70, SOMBRA)
        for e in sorted(podio.escalones, key=lambda e: -e.lugar):
            _ficha(lienzo, e)
        # las fichas van paradas en la mesa: lo que sobra por abajo lo tapa el paño
        lienzo.figura([(0, PISO), (ANCHO, PISO), (ANCHO, ALTO), (0, ALTO)], MESA)
        _pie(lienzo, podio)
        return png(lienzo.imagen, podio.dicho)


def _papel_picado(lienzo: Lienzo) -> None:
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


def _titulo(lienzo: Lienzo, podio: Podio) -> None:
    lienzo.escribir(ANCHO / 2, 268, _("Ganó el Recreo"), SECA, 46, PAPEL)
    nombre = escribible(podio.gano, SERIFA, _("Primer lugar"))
    grande = next((c for c in (150, 132, 116, 100, 88) if mide(nombre, SERIFA, c) <= 980), None)
    cuerpo, renglones = (grande, [nombre]) if grande else acomodar(nombre, SERIFA, 980, (82, 72, 64, 52, 40), 2)
    y = 404 if len(renglones) == 1 else 344
    for renglon in renglones:
        lienzo.escribir(ANCHO / 2, y, renglon, SERIFA, cuerpo, PAPEL)
        y += int(cuerpo * 1.12)
    lienzo.escribir(ANCHO / 2, 492, podio.dato, SECA, 42, PAPEL)


def _ficha(lienzo: Lienzo, e: Escalon) -> None:
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


def _nombre_de_ficha(lienzo: Lienzo, e: Escalon, x: int, arriba: int, ancho: int) -> None:
    nombre = escribible(e.nombre, SERIFA, _("Lugar %(n)d") % {"n": e.lugar})
    libre = arriba - 24 - BAJO_EL_DATO
    cuerpo, partes = acomodar(nombre, SERIFA, ancho + 30, (56, 50, 44, 38, 34, 30, 26), 3, libre)
    for n, parte in enumerate(reversed(partes)):
        lienzo.escribir(x, arriba - 24 - n * cuerpo * ENTRE_RENGLONES, parte, SERIFA, cuerpo, PAPEL)


def _pie(lienzo: Lienzo, podio: Podio) -> None:
    """Qué Recreo, dónde y cuándo, entre el piso y el canto: lo largo va en dos renglones."""
    bloques = [_renglones_del_pie(texto) for texto in (podio.recreo, podio.donde)]
    alto = sum(cuerpo * 1.2 * len(renglones) for cuerpo, renglones in bloques)
    y = (PISO + ALTO - 34 - alto) / 2
    for cuerpo, renglones in bloques:
        for renglon in renglones:
            y += cuerpo * 1.2
            lienzo.escribir(ANCHO / 2, y - cuerpo * 0.3, renglon, SECA, cuerpo, PAPEL)
    lienzo.figura([(0, ALTO - 34), (ANCHO, ALTO - 34), (ANCHO, ALTO), (0, ALTO)], CANTO)
    lienzo.escribir(ANCHO / 2, ALTO - 8, _("Amigos por el Dominó"), SECA, 24, PAPEL)


def _renglones_del_pie(texto: str) -> tuple[int, list[str]]:
    """Sin el punto de en medio de lo que no se dibuja."""
    visible = " · ".join(p for p in (escribible(parte, SECA) for parte in texto.split(" · ")) if p)
    en_uno = mide(visible, SECA, 30) <= 1000
    return acomodar(visible, SECA, 1000, (38, 34, 30) if en_uno else (26, 24), 1 if en_uno else 2)

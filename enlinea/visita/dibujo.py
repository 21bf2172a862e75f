"""La imagen de un estudio: el paño en una jugada, como la enseña WhatsApp. Ninguna ficha en mano (D638)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from config.comun.lienzo import (
    ACCION,
    CANTO,
    FILO,
    MARFIL,
    PAPEL,
    PERNO,
    PUNTO,
    SECA,
    SERIFA,
    TURNO,
    Lienzo,
    acomodar,
    escribible,
    png,
)  # fmt: skip
from config.templatetags.domino import nombre_de_ficha
from enlinea.academia.consultas.fuente import Fuente, marcador_de
from enlinea.textos.frases import y_lista
from reglas.fichas import FICHAS
from reglas.mano import Mano

ANCHO, ALTO = 1200, 630
ALTO_DEL_PANO, CENTRO = 380, 318
LARGO_DE_FILA = 1_100
GRUESOS = (64, 56, 50, 44, 38, 34)
RAYA = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1))}
PUNTOS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    **RAYA,
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Dónde van, con la ficha parada."""


@dataclass(frozen=True, slots=True)
class Cuadro:
    """Lo que se dibuja."""

    titulo: str
    dato: str
    """Mano, jugada y marcador, en un renglón."""
    cadena: tuple[tuple[int, int], ...]
    """Las fichas de la punta A a la B, cada una con los palos en ese orden."""
    ultima: int
    """Cuál se acaba de tirar; −1 si ninguna."""
    dicho: str


@dataclass(frozen=True, slots=True)
class Puesta:
    """Una ficha, en gruesos: su centro, si va acostada y los palos de izquierda a derecha o de arriba abajo."""

    x: float
    y: float
    acostada: bool
    palos: tuple[int, int]


def cuadro_de(fuente: Fuente, mano: int, jugada: int) -> Cuadro:
    """El de esa mano (desde 0) con esas jugadas hechas."""
    cadena, ultima = en_orden(fuente.manos[mano].estados, jugada)
    marcador = marcador_de(fuente.meta, fuente.cuentas[:mano]).anuncio
    parejas = [f"{y_lista([fuente.nombres[p], fuente.nombres[p + 2]])} {marcador[p]}" for p in (0, 1)]
    de = {"mano": mano + 1, "jugada": jugada}
    dato = _("Mano %(mano)d · jugada %(jugada)d") % de if jugada else _("Mano %(mano)d, recién repartidas") % de
    en_la_mesa = ", ".join(nombre_de_ficha(*par) for par in cadena) or _("nada todavía")
    dicho = _("%(dato)s. En la mesa: %(fichas)s.") % {"dato": dato, "fichas": en_la_mesa}
    return Cuadro(fuente.titulo, " · ".join([dato, *parejas]), cadena, ultima, dicho)


def en_orden(estados: Sequence[Mano], jugada: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """La cadena de la punta A a la B tras esas jugadas, y cuál fue la última (−1 si ninguna)."""
    puestas: list[tuple[int, int]] = []
    ultima = -1
    jugadas = estados[jugada].cadena
    for ficha, extremo in zip(jugadas[::3], jugadas[1::3], strict=True):
        palos = FICHAS[ficha]
        if not puestas:
            # de qué lado quedó cada palo de la primera lo dicen sus terminales
            puestas, ultima = [(estados[1].a, estados[1].b)], 0
        elif extremo == 1:
            puestas.insert(0, palos if palos[1] == puestas[0][0] else palos[::-1])
            ultima = 0
        else:
            puestas.append(palos if palos[0] == puestas[-1][1] else palos[::-1])
            ultima = len(puestas) - 1
    return tuple(puestas), ultima


def acomodadas(cadena: Sequence[tuple[int, int]], largo: float) -> list[Puesta]:
    """En filas que van y vienen, con una ficha parada en cada vuelta; `largo` de cada fila, en gruesos."""
    puestas: list[Puesta] = []
    x, y, rumbo = 0.0, 0.0, 1
    vuelta = False
    for n, palos in enumerate(cadena):
        mula = palos[0] == palos[1]
        ancho = 1.0 if mula else 2.0
        if vuelta:
            # bajo la última, del lado de afuera; la que sigue empieza debajo de ésta y de regreso
            antes = puestas[-1]
            orilla = antes.x + rumbo * (1 if antes.acostada else 0.5)
            alto = 1.0 if mula else 2.0
            arriba = y + (0.5 if antes.acostada else 1.0)
            puestas.append(Puesta(orilla - rumbo * 0.5, arriba + alto / 2, mula, palos))
            sigue = cadena[n + 1] if n + 1 < len(cadena) else (0, 1)
            y = arriba + alto + (1.0 if sigue[0] == sigue[1] else 0.5)
            x, rumbo, vuelta = orilla, -rumbo, False
            continue
        vistos = palos if rumbo > 0 else palos[::-1]
        puestas.append(Puesta(x + rumbo * ancho / 2, y, not mula, vistos))
        x += rumbo * ancho
        limite = largo if rumbo > 0 else 0.0
        vuelta = abs(limite - x) < 2
    return puestas


def dibujar(cuadro: Cuadro) -> bytes:
    """El PNG, de 1200 × 630."""
    with TURNO:
        lienzo = Lienzo(ANCHO, ALTO)
        _renglon(lienzo, 66, cuadro.titulo, SERIFA, (50, 44, 38, 32), _("Una partida de dominó"))
        _cadena(lienzo, cuadro)
        _renglon(lienzo, ALTO - 66, cuadro.dato, SECA, (34, 30, 26), "")
        lienzo.figura([(0, ALTO - 40), (ANCHO, ALTO - 40), (ANCHO, ALTO), (0, ALTO)], CANTO)
        lienzo.escribir(ANCHO / 2, ALTO - 11, _("Amigos por el Dominó"), SECA, 26, PAPEL)
        return png(lienzo.imagen, cuadro.dicho)


def _renglon(lienzo: Lienzo, y: int, texto: str, cual: str, cuerpos: Sequence[int], si_no: str) -> None:
    cuerpo, renglones = acomodar(escribible(texto, cual, si_no), cual, ANCHO - 80, cuerpos, 1)
    lienzo.escribir(ANCHO / 2, y, renglones[0], cual, cuerpo, PAPEL)


def _cadena(lienzo: Lienzo, cuadro: Cuadro) -> None:
    if not cuadro.cadena:
        lienzo.escribir(ANCHO / 2, CENTRO, _("¿Qué tirarías?"), SERIFA, 60, PAPEL)
        return
    for grueso in GRUESOS:
        puestas = acomodadas(cuadro.cadena, LARGO_DE_FILA / grueso)
        izquierda, arriba, derecha, abajo = caja(puestas)
        if (abajo - arriba) * grueso <= ALTO_DEL_PANO:
            break
    dx = ANCHO / 2 - (izquierda + derecha) / 2 * grueso
    dy = CENTRO - (arriba + abajo) / 2 * grueso
    for n, una in enumerate(puestas):
        _ficha(lienzo, una, dx + una.x * grueso, dy + una.y * grueso, grueso, n == cuadro.ultima)


def caja(puestas: Sequence[Puesta]) -> tuple[float, float, float, float]:
    """Izquierda, arriba, derecha y abajo, en gruesos."""
    medios = [(p, *((1.0, 0.5) if p.acostada else (0.5, 1.0))) for p in puestas]
    return (
        min(p.x - a for p, a, _b in medios),
        min(p.y - b for p, _a, b in medios),
        max(p.x + a for p, a, _b in medios),
        max(p.y + b for p, _a, b in medios),
    )


def _ficha(lienzo: Lienzo, una: Puesta, x: float, y: float, grueso: int, ultima: bool) -> None:
    ancho, alto = (2 * grueso, grueso) if una.acostada else (grueso, 2 * grueso)
    filo, grosor = (ACCION, max(4, grueso // 9)) if ultima else (FILO, 2)
    lienzo.caja(x - ancho / 2 + 1, y - alto / 2 + 1, ancho - 2, alto - 2, grueso // 6, MARFIL, filo, grosor)
    raya = 0.36 * grueso
    lienzo.hilo([(x, y - raya), (x, y + raya)] if una.acostada else [(x - raya, y), (x + raya, y)], FILO, 2)
    lienzo.disco(x, y, grueso * 0.07, PERNO)
    for palo, lado in zip(una.palos, (-1, 1), strict=True):
        for px, py in PUNTOS[palo]:
            a, b = (py, px) if una.acostada else (px, py)
            cx, cy = (x + lado * grueso / 2, y) if una.acostada else (x, y + lado * grueso / 2)
            lienzo.disco(cx + a * grueso * 0.25, cy + b * grueso * 0.25, grueso * 0.085, PUNTO)

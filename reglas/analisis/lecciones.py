"""Qué posición enseña una sola cosa: así se escogen los ejercicios de la casa (AC3, D593).

La mejor es una sola, por diez tantos o más; con lo que ese asiento veía también se sabe cuál es; y una razón de las
que dice la Academia, comprobada aparte, explica casi todo lo que se pierde con la que más tienta.
"""

from enum import StrEnum
from typing import NamedTuple

from reglas.analisis import predicados
from reglas.analisis.exacto import SIGNO, Alternativa, Solucion
from reglas.analisis.fuerte import MEDIO, elegir_calculando
from reglas.analisis.lineas import Linea, linea_de
from reglas.analisis.razones import Caso, Clave, Razon, como_razon, razones_de
from reglas.analisis.sabido import Sabido, sabido_de
from reglas.automatas import Opcion, elegir, mirar
from reglas.fichas import FICHAS, TEXTOS, lista
from reglas.mano import Mano, sin_jugar

MARGEN = 10
"""Tantos entre la mejor y la que le sigue."""
EXPLICA = 75
"""De cada cien tantos perdidos con la que tienta, los que su primera razón explica."""
SE_SABE = 600
"""Milésimas de las manos posibles en que la mejor ha de ser de las mejores."""
FICHAS_MINIMAS = 3
"""Con menos en la mano, la pregunta se contesta sola."""
SIN_JUGAR = 17
"""Con más en las cuatro manos, la pregunta es de apertura: casi nunca se puede saber, y contarlo tarda segundos."""
TANTEO = 16
"""Manos posibles con que se descarta pronto la que no se va a poder saber."""


class Tema(StrEnum):
    """De qué es la lección."""

    TAPAR = "tapar"
    ABRIR = "abrir"
    PASAR = "pasar"
    COMPANERO = "companero"
    CERRAR = "cerrar"
    CIERRE = "cierre"
    DOMINAR = "dominar"
    MULA = "mula"
    AHORCAR = "ahorcar"
    TANTOS = "tantos"


TEMA_DE = {
    Clave.CERRABA_PERDIENDO: Tema.CIERRE,
    Clave.CERRABA_EMPATANDO: Tema.CIERRE,
    Clave.DEJABA_CERRAR: Tema.CIERRE,
    Clave.DEJABA_DOMINAR: Tema.DOMINAR,
    Clave.DOMINABA: Tema.DOMINAR,
    Clave.PASABA_EL_COMPANERO: Tema.COMPANERO,
    Clave.PASABAN_LOS_NUESTROS: Tema.COMPANERO,
    Clave.DEJABA_PALO_CONTRARIO: Tema.TAPAR,
    Clave.DEJABA_PALO_PROPIO: Tema.ABRIR,
    Clave.SE_QUEDABA_LA_MULA: Tema.MULA,
    Clave.SE_QUEDABA_CON: Tema.TANTOS,
    Clave.LE_QUEDABAN: Tema.TANTOS,
    Clave.CERRABA_GANANDO: Tema.CERRAR,
    Clave.CERRABA_A_EMPATE: Tema.CERRAR,
    Clave.PASABA_EL_CONTRARIO: Tema.PASAR,
    Clave.PASABAN_LOS_CONTRARIOS: Tema.PASAR,
    Clave.LE_QUEDABA_LA_MULA: Tema.AHORCAR,
}
"""Toda razón tiene el suyo."""


class Nivel(StrEnum):
    """Quién la encuentra."""

    FACIL = "facil"
    """El automático sencillo."""
    MEDIO = "medio"
    """El medio, que calcula un poco, y el sencillo no."""
    DIFICIL = "dificil"
    """Ninguno de los dos: sólo mirando muchas manos posibles."""


class Rival(NamedTuple):
    """Otra jugada legal, peor que la mejor."""

    jugada: Alternativa
    perdida: int
    razones: tuple[Razon, ...]
    sigue: Linea


class Leccion(NamedTuple):
    """Una posición con su pregunta y su respuesta."""

    posicion: Mano
    tema: Tema
    nivel: Nivel
    mejor: Alternativa
    sigue: Linea
    rivales: tuple[Rival, ...]
    """Todas las demás; primero, la que más tienta."""
    sabido: Sabido


def leccion_de(exacta: Solucion, posicion: Mano, semilla: int) -> Leccion | None:
    """La de esa posición, si enseña una sola cosa. Lo que menos cuesta se mira primero."""
    signo = SIGNO[posicion.turno]
    if sin_jugar(posicion).bit_count() > SIN_JUGAR or posicion.manos[posicion.turno].bit_count() < FICHAS_MINIMAS:
        return None
    por_valor = sorted(exacta.alternativas(posicion), key=lambda una: -signo * una.valor)
    if len(por_valor) < 2:
        return None
    mejor, segunda = por_valor[:2]
    if signo * (mejor.valor - segunda.valor) < MARGEN:
        return None
    vista = mirar(posicion, exacta.meta)
    la_sencilla = elegir(vista, semilla)
    tienta = next((una for una in por_valor[1:] if (una.ficha, una.extremo) == la_sencilla), segunda)
    casos = [_caso(exacta, posicion, otra, mejor) for otra in (tienta, *[u for u in por_valor[1:] if u != tienta])]
    razones = razones_de(casos[0])
    if not razones or razones[0].explica * 100 < EXPLICA * casos[0].perdida or not _verdadera(casos[0], razones[0]):
        return None
    la_mejor: Opcion = (mejor.ficha, mejor.extremo)
    if _se_sabe(sabido_de(vista, semilla, TANTEO), la_mejor) < SE_SABE // 2:
        return None
    sabido = sabido_de(vista, semilla)
    if sabido.buenas != {la_mejor} or _se_sabe(sabido, la_mejor) < SE_SABE:
        return None
    nivel = Nivel.FACIL
    if la_sencilla != la_mejor:
        nivel = Nivel.MEDIO if elegir_calculando(vista, semilla, MEDIO) == la_mejor else Nivel.DIFICIL
    rivales = tuple([Rival(caso.elegida, caso.perdida, razones_de(caso), caso.asi) for caso in casos])
    return Leccion(posicion, TEMA_DE[razones[0].clave], nivel, mejor, casos[0].otra, rivales, sabido)


def _caso(exacta: Solucion, posicion: Mano, elegida: Alternativa, mejor: Alternativa) -> Caso:
    asi, otra = (linea_de(exacta, posicion, cual) for cual in (elegida, mejor))
    return Caso(exacta, posicion, abs(mejor.valor - elegida.valor), elegida, mejor, asi, otra)


def _se_sabe(sabido: Sabido, opcion: Opcion) -> int:
    return next(sabido.milesimas(cuenta) for cuenta in sabido.cuentas if cuenta.opcion == opcion)


def _verdadera(caso: Caso, razon: Razon) -> bool:
    """Mirada otra vez con fichas y conjuntos, sin nada de lo que la sacó."""
    posicion = caso.posicion
    manos = tuple([frozenset(FICHAS[ficha] for ficha in lista(bits)) for bits in posicion.manos])
    mesa = predicados.Mesa(manos, (posicion.a, posicion.b), posicion.turno, posicion.salidor)
    asi, otra = (predicados.repetir(mesa, _jugadas(linea)) for linea in (caso.asi, caso.otra))
    careo = predicados.Careo(posicion.turno, str(caso.meta), asi, otra)
    return predicados.es_verdad(como_razon(razon), careo, caso.perdida)


def _jugadas(linea: Linea) -> list[tuple[int, str, int]]:
    cadena = linea.final.cadena[len(linea.tras.cadena) - 3 :]
    return [(cadena[i + 2], TEXTOS[cadena[i]], cadena[i + 1]) for i in range(0, len(cadena), 3)]

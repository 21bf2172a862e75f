"""La tele del Recreo: mesas, marcadores, clasificación y lo que sigue, para verse de lejos y sin entrar (D496, D497).

Sale de un visor sin número ni mando: lo que se ve es lo mismo para cualquiera que traiga el enlace. No lleva correos,
la apuesta, a quién se castigó ni las discapacidades.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, Visor
from recreo.pantallas import llaves
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.clasificacion import Publicada, publicar, titulo_de, vista_de
from recreo.pantallas.mesa_en_lista import MesaEnLista
from recreo.pantallas.piezas import nombres_de

NADIE = Visor()
"""Con los ojos de quien no es nadie en el Recreo."""


@dataclass(frozen=True, slots=True)
class Puesto:
    """Un renglón de la clasificación: lugar, nombre y lo principal."""

    lugar: int
    nombre: str
    cuanto: int


def puede_verse(estado: EstadoRecreo, clave: str) -> bool:
    """¿Ese enlace es el de ahora? Anulado o cambiado, ninguna pantalla sigue (D496)."""
    return bool(clave) and estado.clave_tele == clave


def _de_arriba(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    return {"partida": estado.actual, "corre": _corre(estado)}


def _corre(estado: EstadoRecreo) -> bool:
    """¿Hay una partida en marcha, con su reloj?"""
    return estado.estado == "en_juego" and not estado.pausado and bool(estado.actual and estado.actual.abiertas)


def _de_las_mesas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    partida = estado.actual if estado.estado == "en_juego" else None
    if partida is None:
        return {"mesas": (), "descansan": ""}
    return {
        "partida": partida,
        "mesas": tuple(MesaEnLista(estado, m, NADIE) for m in partida.mesas),
        "descansan": nombres_de(estado, partida.rol.descansan),
    }


def _de_la_tabla(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    vista = vista_de(estado, 0)
    jg = estado.meta.tantos is None
    filas = vista.filas if vista.tras else ()
    puestos = tuple(Puesto(f.lugar, estado.nombre_de(f.jugador), f.juegos_ganados if jg else f.puntos) for f in filas)
    return {"puestos": puestos, "titulo": titulo_de(estado, vista), "de_que": _("ganados") if jg else _("puntos")}


def _de_lo_que_sigue(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    sigue: Publicada | None = None
    if estado.estado == "en_juego" and estado.proxima is not None:
        sigue = publicar(estado, estado.proxima, False, NADIE)
    entraron = [j for j in estado.jugadores.values() if j.nombre] if estado.estado == "preparacion" else []
    return {"sigue": sigue, "esperan": entraron}


def _llave_de_arriba(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    inicio = estado.actual.inicio if estado.actual else None
    return estado.nombre, estado.estado, estado.pausado, len(estado.partidas), inicio, _corre(estado), estado.total


def _llave_de_las_mesas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    mesas = llaves.de_mesas(estado.actual.mesas) if estado.actual else ()
    return estado.estado, mesas, llaves.comun(estado)


def _llave_de_lo_demas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """La clasificación y lo que sigue no cambian con una mano: sólo al cerrar, al castigar y con los nombres."""
    cierres = tuple((p.numero, p.termino, p.cierres, bool(p.abiertas)) for p in estado.partidas)
    return estado.estado, cierres, estado.terminado_antes, llaves.comun(estado)


ZONAS = {
    "arriba": ("_arriba.html", _de_arriba, _llave_de_arriba),
    "mesas": ("_mesas.html", _de_las_mesas, _llave_de_las_mesas),
    "tabla": ("_tabla.html", _de_la_tabla, _llave_de_lo_demas),
    "sigue": ("_sigue.html", _de_lo_que_sigue, _llave_de_lo_demas),
}


def de_tele(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """Todo, para la primera pintura."""
    juntos: Contexto = {}
    for _plantilla, armar, _llave in ZONAS.values():
        juntos |= armar(estado, mirada, visor)
    return juntos


PANTALLAS: dict[str, Pantalla] = {
    "tele": Pantalla(
        de_tele,
        {zona: f"recreo/tele/{plantilla}" for zona, (plantilla, _a, _l) in ZONAS.items()},
        {zona: llave for zona, (_p, _a, llave) in ZONAS.items()},
        {zona: armar for zona, (_p, armar, _l) in ZONAS.items()},
    )
}

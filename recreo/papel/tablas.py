"""Las tablas de un Recreo, iguales en el papel y en la hoja de cálculo: sin correos (RE8)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from config.templatetags.domino import dinero, signo
from recreo.estado import EstadoRecreo, MesaVista
from recreo.pantallas.clasificacion import titulo_de, vista_de
from recreo.pantallas.piezas import pareja_en_palabras
from recreo.papel.pliego import Tabla
from recreo.textos import en_lista
from reglas.clasificacion import Fila
from reglas.roles import PartidaRol
from reglas.tipos import Fin


def mesas(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Quién con quién en cada mesa: de una partida, o de todo el programa."""
    tablas = []
    for p in estado.rol.partidas:
        if partida in (0, p.numero):
            tablas.append(_de_partida(estado, p))
    return tablas


def _de_partida(estado: EstadoRecreo, p: PartidaRol) -> Tabla:
    filas: list[tuple[Any, ...]] = [
        (m.numero, _pareja(estado, m.parejas[0]), _pareja(estado, m.parejas[1]), _repite(estado, m.no_suman))
        for m in p.mesas
    ]
    if p.descansan:
        quienes = ", ".join(_con_numero(estado, n) for n in p.descansan)
        filas.append((_("Descansan"), quienes, "", ""))
    titulo = _("Partida %(n)d") % {"n": p.numero}
    columnas = (_("Mesa"), _("Una pareja"), _("La otra"), _("No les suma"))
    con_repetidos = any(m.no_suman for m in p.mesas)
    if con_repetidos:
        return Tabla(titulo, columnas, tuple(filas), (22, 60, 60, 44), nombra=0)
    return Tabla(titulo, columnas[:3], tuple(f[:3] for f in filas), (26, 80, 80), nombra=0)


def _repite(estado: EstadoRecreo, no_suman: frozenset[int]) -> str:
    return en_lista(_con_numero(estado, n) for n in sorted(no_suman))


def _con_numero(estado: EstadoRecreo, numero: int) -> str:
    return f"{numero} {estado.nombre_de(numero)}".strip()


def _pareja(estado: EstadoRecreo, pareja: tuple[int, int]) -> str:
    return en_lista(_con_numero(estado, n) for n in pareja)


def resultados(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Cómo quedó cada mesa cerrada."""
    con_tantos = estado.meta.tantos is not None
    filas = [
        _resultado(estado, m, con_tantos)
        for p in estado.partidas
        for m in p.mesas
        if m.cerrada and partida in (0, p.numero)
    ]
    columnas = (_("Partida"), _("Mesa"), _("Ganó"), _("Tantos"), _("Perdió"), _("Tantos"), _("Puntos"), _("Cómo"))
    titulo = _("Resultado de cada mesa") if not partida else _("Resultado de la partida %(n)d") % {"n": partida}
    if con_tantos:
        return [Tabla(titulo, columnas, tuple(filas), (24, 19, 66, 22, 66, 22, 22, 32), frozenset({0, 1, 3, 5, 6}))]
    cortas = (*columnas[:3], _("Juegos"), columnas[4], _("Juegos"), columnas[7])
    return [Tabla(titulo, cortas, tuple(filas), (24, 19, 66, 22, 66, 22, 32), frozenset({0, 1, 3, 5}))]


def _resultado(estado: EstadoRecreo, m: MesaVista, con_tantos: bool) -> tuple[Any, ...]:
    r, gana = m.resultado, m.resultado.ganadora or 0
    quienes = [pareja_en_palabras(estado, m, pareja) for pareja in (gana, 1 - gana)]
    como = {Fin.META: _("por meta"), Fin.TIEMPO: _("por tiempo"), Fin.DEFAULT: _("por default")}.get(m.fin or Fin.META)
    lleva = r.tantos_favor if con_tantos else r.juegos_ganados
    fila = (m.partida, m.numero, quienes[0], lleva[gana], quienes[1], lleva[1 - gana])
    return (*fila, r.puntos[gana], como) if con_tantos else (*fila, como)


def clasificacion(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """La de ahora, la final, o la que quedó tras una partida; ninguna mientras no se cierre la primera (RG10)."""
    if not estado.clasificaciones.cerradas:
        return []
    vista = vista_de(estado, partida)
    jg = estado.meta.tantos is None
    cuales = ["lugar", "numero", "nombre", *_de_meta(jg), *_de_dinero(estado)]
    columnas = tuple(_COLUMNAS[c][0]() for c in cuales)
    filas = tuple(tuple(_COLUMNAS[c][1](estado, f) for c in cuales) for f in vista.filas)
    anchos = tuple(_COLUMNAS[c][2] for c in cuales)
    numeros = frozenset(n for n, c in enumerate(cuales) if c != "nombre")
    formas = {n: _FORMAS[c] for n, c in enumerate(cuales) if c in _FORMAS}
    return [Tabla(titulo_de(estado, vista), columnas, filas, anchos, numeros, formas, cuales.index("nombre"))]


def _de_meta(jg: bool) -> list[str]:
    return ["juegos"] if jg else ["puntos", "juegos", "eficiencia", "favor", "contra", "castigos"]


def _de_dinero(estado: EstadoRecreo) -> list[str]:
    return ["fichas", "extra", "saldo"] if estado.es_ronda and estado.importe else []


_Columna = tuple[Callable[[], str], Callable[[EstadoRecreo, Fila], Any], int]
_COLUMNAS: Mapping[str, _Columna] = {
    "lugar": (lambda: _("Lugar"), lambda _e, f: f.lugar, 21),
    "numero": (lambda: _("N.º"), lambda _e, f: f.jugador, 13),
    "nombre": (lambda: _("Jugador"), lambda e, f: e.nombre_de(f.jugador), 50),
    "puntos": (lambda: _("Puntos"), lambda _e, f: f.puntos, 20),
    "juegos": (lambda: _("Juegos"), lambda _e, f: f.juegos_ganados, 20),
    "eficiencia": (lambda: _("Efec."), lambda _e, f: f.eficiencia, 20),
    "favor": (lambda: _("A favor"), lambda _e, f: f.tantos_favor, 21),
    "contra": (lambda: _("En contra"), lambda _e, f: f.tantos_contra, 30),
    "castigos": (lambda: _("Castigos"), lambda _e, f: f.castigos, 24),
    "fichas": (lambda: _("Fichas"), lambda _e, f: f.valor_ficha, 25),
    "extra": (lambda: _("Extra"), lambda _e, f: f.pago_extraordinario, 25),
    "saldo": (lambda: _("Saldo"), lambda _e, f: f.saldo, 26),
}
_FORMAS: Mapping[str, Callable[[Any], str]] = {"eficiencia": signo, "fichas": dinero, "extra": dinero, "saldo": dinero}


def parciales(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Todas las clasificaciones: tras cada partida cerrada, y la de ahora."""
    cerradas = estado.clasificaciones.cerradas
    return [tabla for p in (*cerradas[:-1], 0) for tabla in clasificacion(estado, p)]


def saldos(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Lo que cobra o paga cada quien, del que más cobra al que más paga; sólo si hay apuesta."""
    if not _de_dinero(estado):
        return []
    filas = tuple(
        (_con_numero(estado, f.jugador), f.valor_ficha, f.pago_extraordinario, f.saldo)
        for f in sorted(vista_de(estado, 0).filas, key=lambda f: (-f.saldo, f.lugar))
    )
    columnas = (_("Jugador"), _("Fichas"), _("Pago extraordinario"), _("Saldo"))
    con_signo = frozenset({1, 2, 3})
    return [
        Tabla(_("Lo de cada quien"), columnas, filas, (80, 40, 60, 40), con_signo, dict.fromkeys(con_signo, dinero), 0)
    ]


def pagos(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Quién le paga a quién, con un lugar para tacharlo."""
    if not _de_dinero(estado):
        return []
    filas = tuple((estado.nombre_de(p.de), estado.nombre_de(p.a), p.importe, "") for p in estado.pagos)
    columnas = (_("Paga"), _("A"), _("Cuánto"), _("Pagado"))
    return [Tabla(_("Quién le paga a quién"), columnas, filas, (70, 70, 40, 40), frozenset({2}), {2: dinero})]


def castigos(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Los tantos que se descontaron, y por qué."""
    filas = tuple(
        (p.numero, _con_numero(estado, c.jugador), c.tantos, c.motivo) for p in estado.partidas for c in p.castigos
    )
    columnas = (_("Partida"), _("Jugador"), _("Tantos"), _("Motivo"))
    return [Tabla(_("Castigos"), columnas, filas, (24, 60, 24, 90), frozenset({0, 2}))] if filas else []


def manos(estado: EstadoRecreo, partida: int = 0) -> list[Tabla]:
    """Cada mano, renglón por renglón: sólo para la hoja de cálculo."""
    filas = tuple(
        (
            p.numero,
            m.numero,
            x.numero,
            str(x.datos.desenlace),
            "" if x.gana is None else pareja_en_palabras(estado, m, x.gana),
            x.datos.tantos,
            x.quien,
        )
        for p in estado.partidas
        for m in p.mesas
        for x in m.manos
    )
    columnas = (_("Partida"), _("Mesa"), _("Mano"), _("Desenlace"), _("Gana"), _("Tantos"), _("Anotó"))
    return [Tabla(_("Manos"), columnas, filas, (1,) * len(columnas))]

"""La plantilla de anotación, una página por mesa: quién con quién, quién sale, las manos y las firmas (RE8)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from fpdf.enums import Align

from recreo.estado import EstadoRecreo, MesaVista
from recreo.models import NOMBRES_DE_META
from recreo.papel.pliego import CUERPO, MARGEN, RENGLON, SUBTITULO, TITULO, Pliego
from recreo.papel.tamano import Tamano
from reglas.roles import MesaRol, PartidaRol
from reglas.salida import NOMBRE_ASIENTO, hace_sopa, pareja_de, salidor_de_mano
from reglas.singularidades import Marcas, sopa_por

RENGLONES = 14
"""Manos que caben en la hoja: una partida a 100 lleva de cuatro a ocho, y a 200 rara vez pasa de doce."""
ALTO_DE_MANO = 8.4
LADO_QR = 34.0
SIGNOS = ("●", "◆")
TURNOS = ("1.º", "2.º", "3.º", "4.º")

Enlace = Callable[[int, int], str]
"""De partida y mesa, la dirección de su pantalla."""


def plantillas(
    estado: EstadoRecreo, partidas: Sequence[PartidaRol], enlace: Enlace, tamano: Tamano, *, manda: bool = False
) -> bytes:
    """Una hoja por cada mesa de esas partidas; la de quien manda dice quién hace la sopa por quien no puede (RE9)."""
    pliego = Pliego(tamano, _("Plantillas de anotación · %(recreo)s") % {"recreo": estado.nombre})
    pliego.set_auto_page_break(False)
    for partida in partidas:
        for mesa in partida.mesas:
            pliego.add_page()
            _hoja(pliego, estado, partida, mesa, enlace(partida.numero, mesa.numero), manda)
    return bytes(pliego.output())


def _hoja(p: Pliego, estado: EstadoRecreo, partida: PartidaRol, mesa: MesaRol, enlace: str, manda: bool) -> None:
    vista = estado.mesa(partida.numero, mesa.numero)
    salidor = vista.salidor if vista else None
    _encabezado(p, estado, partida, mesa)
    p.qr(enlace, p.w - MARGEN - LADO_QR, MARGEN - 2, LADO_QR)
    p.renglon(p.w - MARGEN - LADO_QR, MARGEN + LADO_QR - 3, LADO_QR, _("Anótala aquí"), alinea=Align.C)
    _quienes(p, estado, mesa, salidor)
    suyas = ((a, estado.jugadores[n].discapacidades) for a, n in enumerate(mesa.asientos) if manda)
    _manos(p, estado, mesa, _Turnos(salidor, {a: d for a, d in suyas if d}), vista)
    _al_final(p, estado, mesa)


def _encabezado(p: Pliego, estado: EstadoRecreo, partida: PartidaRol, mesa: MesaRol) -> None:
    ancho, y = p.epw - LADO_QR - 4, MARGEN
    p.renglon(MARGEN, y, ancho, estado.nombre, fuerte=True, cuerpo=TITULO, que="H1")
    dato = _("Partida %(n)d de %(total)d · Mesa %(mesa)d")
    dicho = dato % {"n": partida.numero, "total": estado.total, "mesa": mesa.numero}
    p.renglon(MARGEN, y + 11, ancho, dicho, fuerte=True, cuerpo=SUBTITULO, que="H2")
    p.renglon(MARGEN, y + 19, ancho, _("Meta: %(meta)s") % {"meta": NOMBRES_DE_META[estado.meta]})
    p.renglon(MARGEN, y + 26, ancho, " · ".join(filter(None, (estado.lugar, estado.procedencia))))


def _quienes(p: Pliego, estado: EstadoRecreo, mesa: MesaRol, salidor: int | None) -> None:
    """Las dos parejas frente a frente; el cuadro es para el orden en que salen."""
    y, ancho = MARGEN + LADO_QR + 6, p.epw / 2
    with p.adorno():
        p.line(MARGEN, y - 1.5, p.w - MARGEN, y - 1.5)
    for lado in (0, 1):
        x = MARGEN + lado * ancho
        p.renglon(x, y, ancho, _("%(signo)s Pareja %(n)d") % {"signo": SIGNOS[lado], "n": lado + 1}, fuerte=True)
        suyos = [a for a in range(len(mesa.asientos)) if pareja_de(a) == lado]
        for n, asiento in enumerate(suyos):
            alto = y + 8 + n * 9
            numero = mesa.asientos[asiento]
            quien = f"{numero} {estado.nombre_de(numero)}".strip()
            donde = f" ({_(NOMBRE_ASIENTO[asiento])})"  # el nombre largo se corta; dónde se sienta, no
            cabe = p.cabe(quien, ancho - 15 - p.get_string_width(donde))
            with p.etiqueta("P"):
                p.rect(x, alto, 10, 7)
                if salidor is not None:
                    turno = (asiento - salidor) % len(mesa.asientos)
                    p.renglon(x, alto + 0.5, 10, TURNOS[turno], alinea=Align.C, que="")
                p.renglon(x + 12, alto + 0.5, ancho - 14, f"{cabe}{donde}", que="")
            if numero in mesa.no_suman:
                p.renglon(x + ancho - 30, y, 28, _("No les suma"), alinea=Align.R)
    if salidor is None:
        explica = _("En cada cuadro, en qué orden sale: 1.º quien salió primero, y sigue el de su derecha.")
        p.renglon(MARGEN, y + 26, p.epw, explica)


def _manos(p: Pliego, estado: EstadoRecreo, mesa: MesaRol, turnos: "_Turnos", vista: MesaVista | None) -> None:
    """Un renglón por mano: quién sale, quién hace la sopa y lo de cada pareja. Lo ya anotado sale escrito."""
    y, anchos = MARGEN + LADO_QR + 41, _anchos(p)
    titulos = (_("Mano"), _("Sale"), _("Sopa"), "●", _("Suma ●"), "◆", _("Suma ◆"), _("Cierre"))
    escritas = _escritas(vista)
    with p.grupo("Table"):
        _fila(p, y, 8, anchos, titulos, son_titulos=True)
        for mano in range(1, RENGLONES + 1):
            fijo = (str(mano), *_turno(estado, mesa, turnos, mano))
            lo_demas = (escritas.get((mano, n), "") for n in range(len(fijo), len(anchos)))
            _fila(p, y + 8 + (mano - 1) * ALTO_DE_MANO, ALTO_DE_MANO, anchos, (*fijo, *lo_demas))


def _fila(
    p: Pliego, y: float, alto: float, anchos: Sequence[float], textos: Sequence[str], *, son_titulos: bool = False
) -> None:
    """Un renglón de cuadros: los títulos de las columnas, o una mano, que se llama por su número."""
    x = MARGEN
    with p.grupo("TR"):
        for n, (texto, ancho) in enumerate(zip(textos, anchos, strict=True)):
            alcance = "columna" if son_titulos else "" if n else "renglon"
            with p.etiqueta("TH" if alcance else "TD", alcance=alcance):
                p.rect(x, y, ancho, alto)
                dentro = y + alto / 2 - RENGLON / 2
                p.renglon(x, dentro, ancho, texto, fuerte=son_titulos, alinea=Align.C, que="")
            x += ancho


def _anchos(p: Pliego) -> tuple[float, ...]:
    partes = (13, 30, 30, 22, 24, 22, 24, 18)
    return tuple(parte * p.epw / sum(partes) for parte in partes)


@dataclass(frozen=True, slots=True)
class _Turnos:
    """Quién salió primero, si ya se sabe, y las discapacidades que se pueden decir en esta hoja."""

    salidor: int | None
    marcas: Marcas


def _turno(estado: EstadoRecreo, mesa: MesaRol, turnos: _Turnos, mano: int) -> tuple[str, str]:
    """Quién sale y quién hace la sopa: sus nombres, o su orden si todavía no se sabe quién salió."""
    sale = salidor_de_mano(turnos.salidor or 0, mano)
    if turnos.salidor is None:
        return TURNOS[sale], TURNOS[hace_sopa(sale)]
    quienes = (mesa.asientos[sale], mesa.asientos[sopa_por(hace_sopa(sale), turnos.marcas)])
    uno, otro = (f"{n} {estado.nombre_de(n)}" for n in quienes)
    return uno, otro


def _escritas(vista: MesaVista | None) -> dict[tuple[int, int], str]:
    """Lo que ya se anotó, en su columna; la suma, sólo a tantos."""
    if vista is None:
        return {}
    casillas: dict[tuple[int, int], str] = {}
    for m in vista.manos[:RENGLONES]:
        pareja = m.gana if m.gana is not None else m.cero_de
        if pareja is not None:
            gano = str(m.datos.tantos) if vista.meta.tantos is not None else "×"
            casillas[m.numero, 3 + 2 * pareja] = gano if m.gana is not None else "0"
        if m.datos.desenlace.value != "dominada":
            casillas[m.numero, 7] = "×"
    if vista.meta.tantos is not None:
        for pareja in (0, 1):
            sumas = accumulate(m.datos.tantos if m.gana == pareja else 0 for m in vista.manos[:RENGLONES])
            casillas |= {(n, 4 + 2 * pareja): str(suma) for n, suma in enumerate(sumas, start=1)}
    return casillas


def _al_final(p: Pliego, estado: EstadoRecreo, mesa: MesaRol) -> None:
    y = MARGEN + LADO_QR + 41 + 8 + RENGLONES * ALTO_DE_MANO + 3
    if estado.meta.tantos is None:
        como = _("Quien gana la mano marca una × en su columna; un cierre no la gana nadie: su × va en «Cierre».")
    else:
        como = _("Los tantos, en la columna de quien ganó. Si la mano acabó en cierre, una × en «Cierre».")
    p.renglon(MARGEN, y, p.epw, como)
    if estado.meta.tantos is not None:
        empate = _("Cierre empatado: un 0 en la columna de quien cerró, y la × en «Cierre».")
        p.renglon(MARGEN, y + RENGLON, p.epw, empate)
    opciones = (_("Ganó ●"), _("Ganó ◆"), _("Por meta"), _("Por tiempo"), _("Por default"))
    for n, opcion in enumerate(opciones):
        p.renglon(MARGEN + n * p.epw / len(opciones), y + RENGLON * 2 + 2, p.epw / len(opciones), f"□ {opcion}")
    y += RENGLON * 3 + 17
    ancho = p.epw / 3
    for n, quien in enumerate((_("Firma ●"), _("Firma ◆"), _("Organiza"))):
        with p.etiqueta("P"):
            p.line(MARGEN + n * ancho, y, MARGEN + (n + 1) * ancho - 6, y)
            p.renglon(MARGEN + n * ancho, y + 1, ancho - 6, quien, cuerpo=CUERPO, que="")

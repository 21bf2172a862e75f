"""Quiénes se sientan por una pareja o un equipo y, en Equipos, qué da la rotación: mesa, pareja y rivales (TO10, D791).

Sólo texto: las parejas son las de `reglas/suizo/equipos`, con los nombres en el orden que quedó fijo al inscribirse.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from recreo.hoja.textos import en_lista
from reglas.suizo.equipos import ROTACION
from reglas.suizo.tipos import DE_MESA
from torneos.estado import EstadoTorneo
from torneos.porque.voz import Leida, Voz

CICLOS = ("primera", "segunda", "tercera")


@dataclass(frozen=True, slots=True)
class Persona:
    """Quien se sienta: su lugar en el orden del conjunto, desde 1, y a quién suple, si suple (TO4)."""

    numero: int
    nombre: str
    orden: int
    antes: str = ""
    antes_numero: int | None = None


def orden_de(estado: EstadoTorneo, conjunto: int, partida: int) -> tuple[Persona, ...]:
    """Los que juegan por él en esa partida, en su orden: el suplente, en el lugar de quien suple (D793)."""
    cuantos = estado.modalidad.de_cuantos
    fila, todos = estado.inscritos.get(conjunto), estado.integrantes_de(conjunto)
    if fila is None or len(todos) < cuantos:
        return ()
    suplente = todos[-1] if fila.suple_a is not None and partida >= (fila.suplente_desde or 1) else None
    juegan = []
    for n, titular in enumerate(todos[:cuantos], start=1):
        if suplente is not None and titular.numero == fila.suple_a:
            juegan.append(Persona(suplente.numero, suplente.nombre, n, titular.nombre, titular.numero))
        else:
            juegan.append(Persona(titular.numero, titular.nombre, n))
    return tuple(juegan)


def nombre_en(estado: EstadoTorneo, numero: int, partida: int) -> str:
    """El de alguien o de un conjunto; una pareja que se llama como los suyos, como los que juegan esa partida."""
    fila = estado.inscritos.get(numero)
    if fila is None or fila.suple_a is None or fila.quienes:
        return estado.nombre_de(numero)
    return en_lista(p.nombre for p in orden_de(estado, numero, partida)) or fila.nombre


def quien_empezo(estado: EstadoTorneo, quien: int, partida: int) -> str:
    """En la primera del encuentro, quién jugó en su lugar de la lista: él, o a quien suple (TO10, D833)."""
    suyo = estado.sujeto_de(quien)
    suyos = (p for p in orden_de(estado, suyo, partida) if p.numero == quien)
    orden = next((p.orden for p in suyos), 0)
    primera = partida - (partida - 1) % len(ROTACION)
    return next((str(p.numero) for p in orden_de(estado, suyo, primera) if p.orden == orden), str(quien))


@dataclass(frozen=True, slots=True)
class Rotada:
    """Una de las dos mesas de un encuentro: los dos de quien pregunta, él primero, y los dos de enfrente."""

    mesa: int
    equipo: str
    yo: Persona
    pareja: Persona
    rivales: tuple[Persona, Persona]
    rival: str
    segunda: bool
    """¿Es la segunda pareja de la rotación?"""


def rotada(estado: EstadoTorneo, mesa: int, asientos: Sequence[int], partida: int, quien: int) -> Rotada | None:
    """La de quien pregunta; None si en esa mesa no juega la pareja que da la rotación (la puso quien organiza)."""
    lugar = list(asientos).index(quien)
    suyos = {p.numero: p for n in set(map(estado.sujeto_de, asientos)) for p in orden_de(estado, n, partida)}
    yo, contra, pareja, otro = (suyos.get(asientos[(lugar + k) % DE_MESA]) for k in range(DE_MESA))
    if yo is None or pareja is None or contra is None or otro is None:
        return None
    parejas = [{a + 1, b + 1} for a, b in ROTACION[(partida - 1) % len(ROTACION)]]
    lados = [{yo.orden, pareja.orden}, {contra.orden, otro.orden}]
    if lados[0] not in parejas or lados[0] != lados[1]:
        return None
    equipos = [estado.nombre_de(estado.sujeto_de(p.numero)) for p in (yo, contra)]
    dos = sorted((contra, otro), key=lambda p: p.orden)
    return Rotada(mesa, equipos[0], yo, pareja, (dos[0], dos[1]), equipos[1], lados[0] == parejas[1])


def rotacion_dicha(partida: int) -> str:
    """Con quién juega cada número en esa partida."""
    (a, b), (c, d) = (tuple(n + 1 for n in par) for par in ROTACION[(partida - 1) % len(ROTACION)])
    datos = {"cual": CICLOS[(partida - 1) % len(ROTACION)], "a": a, "b": b, "c": c, "d": d}
    return (
        _(
            "Las parejas del equipo cambian en cada partida, y a las tres se vuelve a empezar: en ésta, la %(cual)s de "
            "las tres, el %(a)s juega con el %(b)s y el %(c)s con el %(d)s."
        )
        % datos
    )


def mesa_rotada(r: Rotada, voz: Voz, leida: Leida) -> tuple[str, ...]:
    """Por qué esa de las dos mesas del encuentro, y por qué el encuentro lleva ésas."""
    datos = {"cual": _("segunda") if r.segunda else _("primera"), "n": r.mesa}
    par = _("Cada encuentro lleva dos mesas seguidas: la pareja del 1 va en la primera y la otra en la segunda.")
    suya = _("La tuya es la %(cual)s pareja: por eso la %(n)s.") if voz.tu else _("Ésta, la %(n)s, es la %(cual)s.")
    return (f"{par} {suya % datos}", *_su_encuentro(r, voz, leida))


def _su_encuentro(r: Rotada, voz: Voz, leida: Leida) -> tuple[str, ...]:
    dos = leida.sentados[r.mesa]
    if leida.con_fijas or not leida.saben([*leida.sentados.values()]):
        return ()
    suma = sum(leida.puntos(dos))
    iguales = any(sum(leida.puntos(otros)) == suma for otros in leida.sentados.values() if set(otros) != set(dos))
    datos = {"suma": voz.llevan(suma)}
    if leida.partida == 1:
        return (_("En la primera los encuentros van en el orden del sorteo: antes, el de quien salió primero."),)
    if iguales:
        return (
            _(
                "Los encuentros van del que más suma al que menos; éste suma %(suma)s, igual que otro, y entre ellos "
                "va antes el de quien está más arriba en la tabla."
            )
            % datos,
        )
    return (_("Los encuentros van del que más suma al que menos: éste suma %(suma)s.") % datos,)


def pareja_rotada(r: Rotada, partida: int, voz: Voz) -> str:
    """Por qué esa pareja, con los números de los dos."""
    datos = {"con": r.pareja.nombre, "m": r.pareja.orden, "n": r.yo.orden, "equipo": r.equipo, "yo": r.yo.nombre}
    de_tu = _("%(con)s: en «%(equipo)s» tú eres el %(n)s de la lista y %(con)s el %(m)s.")
    de_el = _("%(yo)s, el %(n)s de «%(equipo)s», con %(con)s, el %(m)s.")
    return f"{(de_tu if voz.tu else de_el) % datos} {rotacion_dicha(partida)}"


def rivales_rotados(r: Rotada) -> str:
    """Por qué esos dos del otro equipo."""
    dos = en_lista(_("%(quien)s (el %(n)s)") % {"quien": p.nombre, "n": p.orden} for p in r.rivales)
    datos = {"dos": dos, "rival": r.rival, "cual": _("segunda") if r.segunda else _("primera")}
    return _("%(dos)s, de «%(rival)s»: la %(cual)s pareja de un equipo va contra la %(cual)s del otro.") % datos


def reparto_de_la_mesa(
    estado: EstadoTorneo, mesa: int, asientos: Sequence[int], partida: int, voz: Voz, leida: Leida
) -> tuple[str, ...]:
    """Lo de los cuatro, por sus nombres: qué pareja de cada equipo juega ahí, y por qué regla (D791)."""
    r = rotada(estado, mesa, asientos, partida, int(asientos[0]))
    if r is None:
        return ()
    otra = rotada(estado, mesa, asientos, partida, int(asientos[1]))
    assert otra is not None
    dichos = []
    for uno in (r, otra):
        datos = {"yo": uno.yo.nombre, "n": uno.yo.orden, "con": uno.pareja.nombre, "m": uno.pareja.orden}
        dichos.append(_("%(yo)s (%(n)s) con %(con)s (%(m)s)") % datos)
    datos_de_mesa = {"unos": dichos[0], "otros": dichos[1]}
    sientan = _("Aquí juegan %(unos)s contra %(otros)s: el número es su lugar en la lista del equipo.") % datos_de_mesa
    return (f"{sientan} {rotacion_dicha(partida)}", *mesa_rotada(r, voz, leida))

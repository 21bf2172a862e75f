"""Lo que cambia en la mesa de una persona con discapacidad, con las palabras del documento (RE9; 000, al final).

Lo ven los cuatro de su mesa mientras está abierta y quien manda; a los demás se les dice lo de siempre, que es a quién
le toca (D492).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from recreo.estado import EstadoRecreo, MesaVista, Visor
from reglas import singularidades
from reglas.singularidades import Discapacidad, Marcas, Momento, Recordatorio

D, M = Discapacidad, Momento


@dataclass(frozen=True, slots=True)
class Grupo:
    """Lo que se recuerda en un momento de la mano."""

    titulo: str
    frases: tuple[str, ...]


def nombre_de(discapacidad: Discapacidad) -> str:
    """«Visual»."""
    return {D.VISUAL: _("Visual"), D.MOTRIZ: _("Motriz"), D.AUDITIVA: _("Auditiva")}[discapacidad]


def que_cambia(discapacidad: Discapacidad) -> str:
    """Lo que trae cada una, al marcarla."""
    return {
        D.VISUAL: _("Tu pareja anota y hace la sopa por ti; los demás mencionan las terminales en voz alta."),
        D.MOTRIZ: _("Tu pareja anota y hace la sopa por ti; quien está a tu derecha levanta y coloca tus fichas."),
        D.AUDITIVA: _("Tu pareja anota por ti; en lugar de decir «paso» se toca la mesa, y te muestran el marcador."),
    }[discapacidad]


def marcas_de(estado: EstadoRecreo, mesa: MesaVista) -> Marcas:
    """Por asiento, lo que marcó quien se sienta ahí."""
    suyas = {a: estado.jugadores[n].discapacidades for a, n in enumerate(mesa.asientos)}
    return {a: d for a, d in suyas.items() if d}


def las_ve(mesa: MesaVista, visor: Visor) -> bool:
    """¿Es de esa mesa, o la anota, y sigue abierta; o manda? A nadie más se le enseñan."""
    suya = visor.numero is not None and visor.numero in (*mesa.asientos, mesa.anotador)
    return visor.manda or (suya and not mesa.cerrada)


def requeridos_de(estado: EstadoRecreo, mesa: MesaVista) -> tuple[int, ...]:
    """A quién le toca anotar la mesa por su número: la pareja de quien tiene una discapacidad, y quienes la suplen."""
    marcas = marcas_de(estado, mesa)
    if not marcas and estado.anotadores == estado.rol.anotadores:
        return mesa.requeridos
    asientos = (singularidades.anota_por(mesa.asientos.index(n), marcas) for n in mesa.requeridos)
    en_su_lugar = [mesa.asientos[a] for a in asientos]
    nuevos = [n for n in estado.anotadores if n in mesa.asientos and n not in estado.rol.anotadores]
    return tuple(dict.fromkeys([*en_su_lugar, *nuevos]))


def por_quien_anota(estado: EstadoRecreo, mesa: MesaVista, numero: int) -> str:
    """Por quién le toca anotar a ese jugador; vacío si le toca por su número."""
    if numero in mesa.requeridos:
        return ""
    suyos = (n for n in mesa.requeridos if anota_en_su_lugar(estado, mesa, n) == numero)
    return next((estado.nombre_de(n) for n in suyos), "")


def anota_en_su_lugar(estado: EstadoRecreo, mesa: MesaVista, numero: int | None) -> int | None:
    """Quién anota en lugar de ese jugador de la mesa; None si no marcó nada o nadie más puede."""
    if numero is None or numero not in mesa.asientos:
        return None
    asiento = mesa.asientos.index(numero)
    otro = singularidades.anota_por(asiento, marcas_de(estado, mesa))
    return None if otro == asiento else mesa.asientos[otro]


def hace_la_sopa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> int | None:
    """Quién hace la sopa de la mano que sigue; a quien no es de la mesa se le dice a quién le toca."""
    if mesa.sopa is None or not las_ve(mesa, visor):
        return mesa.sopa
    return mesa.asientos[singularidades.sopa_por(mesa.asientos.index(mesa.sopa), marcas_de(estado, mesa))]


def de_la_mesa(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[Grupo, ...]:
    """Lo que se recuerda en esta etapa, por momentos de la mano; vacío si no hay nada o no es para quien mira."""
    if not las_ve(mesa, visor):
        return ()
    grupos = (
        Grupo(titulo, frases)
        for momento, titulo in _titulos(mesa)
        if (frases := _frases(estado, mesa, momento))
    )  # fmt: skip
    return tuple(grupos)


def tras_la_mano(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[str, ...]:
    """Lo que quien anota recuerda entre mano y mano: enseñar la plantilla, y quién hace la sopa si no es quien toca."""
    if not las_ve(mesa, visor) or mesa.etapa != "jugando" or not marcas_de(estado, mesa):
        return ()
    frases = list(_frases(estado, mesa, M.CUENTA)) if mesa.manos else []
    hace = hace_la_sopa(estado, mesa, visor)
    if mesa.sopa and hace and hace != mesa.sopa:
        frases.append(
            _("La sopa de la mano %(n)d la hace %(hace)s, por %(toca)s.")
            % {"n": mesa.siguiente, "hace": estado.nombre_de(hace), "toca": estado.nombre_de(mesa.sopa)}
        )
    return tuple(frases)


def _titulos(mesa: MesaVista) -> Iterable[tuple[Momento, str]]:
    """Lo que toca en cada etapa; con la partida acabada ya no hay qué recordar."""
    al_empezar = (M.MANO, _("Al empezar la mano"))
    return {
        "anotador": ((M.ANOTADOR, _("Quién anota")),),
        "asistencia": (al_empezar,),
        "salidor": (al_empezar,),
        "jugando": (al_empezar, (M.TURNO, _("Mientras se juega")), (M.CUENTA, _("Al terminar la mano"))),
    }.get(mesa.etapa, ())


def _frases(estado: EstadoRecreo, mesa: MesaVista, momento: Momento) -> tuple[str, ...]:
    dichas = (_frase(estado, mesa, r) for r in singularidades.recordatorios(marcas_de(estado, mesa), momento))
    return tuple(dict.fromkeys(f for f in dichas if f))


def _frase(estado: EstadoRecreo, mesa: MesaVista, r: Recordatorio) -> str:
    """El inciso con los nombres de la mesa. Quien anota no se enseña la plantilla a sí mismo."""
    quien = mesa.asientos[r.de]
    if r.inciso.letra == "n" and mesa.anotador == quien:
        return ""
    if r.inciso.letra in "abghk" and r.en_su_lugar == r.de:
        return ""  # nadie más puede: la mesa lo resuelve
    datos = {
        "quien": estado.nombre_de(quien),
        "otro": estado.nombre_de(mesa.asientos[r.en_su_lugar]),
        "derecha": estado.nombre_de(mesa.asientos[r.derecha]),
    }
    return FRASES[r.inciso.letra, r.inciso.momento]() % datos


def _anota() -> str:
    return _("Cuando le toque anotar a %(quien)s, hace las anotaciones %(otro)s.")


def _sopa() -> str:
    return _("Cuando le toque hacer la sopa a %(quien)s, la hace %(otro)s.")


FRASES: Mapping[tuple[str, Momento], Callable[[], str]] = {
    ("a", M.ANOTADOR): _anota,
    ("g", M.ANOTADOR): _anota,
    ("k", M.ANOTADOR): _anota,
    ("b", M.MANO): _sopa,
    ("h", M.MANO): _sopa,
    ("c", M.TURNO): lambda: _("%(quien)s puede tocar sus fichas y cambiarlas de ubicación."),
    ("d", M.TURNO): lambda: _(
        "%(quien)s pone su ficha en la mesa con las marcas hacia arriba y menciona cómo quedan las terminales; "
        "%(derecha)s, a su derecha, la coloca como corresponde."
    ),
    ("e", M.TURNO): lambda: _(
        "Cada jugador, después de colocar su ficha, menciona en voz alta el valor de las dos terminales de la cadena."
    ),
    ("f", M.TURNO): lambda: _(
        "%(quien)s puede preguntar cuántas fichas hay jugadas de un palo; contesta %(derecha)s, a su derecha."
    ),
    ("i", M.MANO): lambda: _(
        "%(derecha)s, a la derecha de %(quien)s, levanta sus fichas y las lleva al atril o a la mesa, sin verlas ni "
        "tocarlas en su cara interior."
    ),
    ("i", M.CUENTA): lambda: _("%(derecha)s coloca sobre la mesa las fichas de %(quien)s para contarlas."),
    ("j", M.TURNO): lambda: _(
        "%(quien)s señala la ficha que va a jugar y cómo se coloca; %(derecha)s, a su derecha, la coloca."
    ),
    ("l", M.TURNO): lambda: _(
        "%(quien)s, cuando no tiene ficha, toca la mesa dos veces frente a %(derecha)s, en lugar de decir «paso»."
    ),
    ("m", M.TURNO): lambda: _(
        "Los demás, cuando no tienen ficha, tocan dos veces el centro de la mesa en lugar de decir «paso», para que "
        "%(quien)s lo vea."
    ),
    ("n", M.TURNO): lambda: _("Si %(quien)s quiere saber el marcador, toca una vez la mesa frente a quien anota."),
    ("n", M.CUENTA): lambda: _("Quien anota le muestra a %(quien)s la plantilla, para que conozca el marcador."),
}

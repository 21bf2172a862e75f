"""Lo que cualquiera de la Sala puede ver de otra persona: lo que ya es público, y lo jugado con ella (D626)."""

from dataclasses import dataclass

from django.db.models import F

from enlinea.clasificacion.consultas import mi_lugar
from enlinea.gente.consultas.caras import CaraVista, caras_de
from enlinea.historial.consultas.cara_a_cara import Trato, cara_a_cara
from enlinea.models import Jugador
from suscripciones import consultas as suscripciones

ID_MAXIMO = 2**53
"""Más grande, la base no lo compara: lo que alguien teclea en la dirección no puede tirar la página."""


@dataclass(frozen=True, slots=True)
class Perfil:
    """Una persona. Nada de su correo, de sus manos, ni de si está suspendida: por eso tampoco sus tarjetas (SA3)."""

    cuenta: int
    nombre: str
    cara: CaraVista
    quintil: int
    lugar: int
    inscritos: int
    puntos: int
    jugadas: int
    ganadas: int
    de_pareja: Trato | None
    de_contrario: Trato | None
    """Lo que quien mira ha jugado con ella; lo ganado es de quien mira."""

    @property
    def porcentaje(self) -> int:
        """De partidas ganadas, 0 a 100."""
        return round(100 * self.ganadas / self.jugadas) if self.jugadas else 0


def perfil_de(cuenta_id: int, quien_mira: int) -> Perfil | None:
    """El de alguien que está en la Clasificación; None si no está o no existe, que no se distingue."""
    if cuenta_id > ID_MAXIMO:
        return None
    suyo = mi_lugar(cuenta_id)
    nombre = suscripciones.nombres_publicos([cuenta_id]).get(cuenta_id)
    if suyo is None or nombre is None:
        return None
    jugadas, ganadas = _partidas_de(cuenta_id)
    pareja, contrario = _juntos(quien_mira, cuenta_id)
    return Perfil(
        cuenta=cuenta_id,
        nombre=nombre,
        cara=caras_de({cuenta_id: nombre})[cuenta_id],
        quintil=suyo.quintil,
        lugar=suyo.lugar,
        inscritos=suyo.inscritos,
        puntos=suyo.puntos,
        jugadas=jugadas,
        ganadas=ganadas,
        de_pareja=pareja,
        de_contrario=contrario,
    )


def _partidas_de(cuenta_id: int) -> tuple[int, int]:
    """Cuántas de las que cuentan ha jugado y ganado, en toda su historia."""
    suyas = Jugador.objects.filter(cuenta_id=cuenta_id, numero__isnull=False)
    ganadas = suyas.annotate(pareja=F("asiento") % 2).filter(partida__ganadora=F("pareja"))
    return suyas.count(), ganadas.count()


def _juntos(quien: int, otra: int) -> tuple[Trato | None, Trato | None]:
    if quien == otra:
        return None, None
    todo = cara_a_cara(quien)
    de = [next((t for t in tratos if t.cuenta == otra), None) for tratos in (todo.de_pareja, todo.de_contrario)]
    return de[0], de[1]

"""La cara de cada quien: iniciales o figura, sobre su color (D625)."""

from collections.abc import Mapping
from dataclasses import dataclass

from enlinea.models import Cara

COLORES = tuple(Cara.Color.values)
SIN_LETRA = "?"


@dataclass(frozen=True, slots=True)
class CaraVista:
    """Como se dibuja: el color siempre está; con figura no se dicen las iniciales."""

    iniciales: str
    color: str
    figura: str = ""


def iniciales_de(nombre: str) -> str:
    """La primera letra de sus dos primeras palabras: «María del Mar» es «MD», «paco» es «P»."""
    primeras = [next((letra for letra in palabra if letra.isalnum()), "") for palabra in nombre.split()]
    # una letra que en mayúscula son dos («ß») se queda en una
    return "".join(letra.upper()[:1] for letra in primeras if letra)[:2] or SIN_LETRA


def color_de(cuenta_id: int) -> str:
    """El que le toca a quien no ha escogido: siempre el mismo."""
    return COLORES[cuenta_id % len(COLORES)]


def caras_de(nombres: Mapping[int, str]) -> dict[int, CaraVista]:
    """La cara de cada cuenta; `nombres`, como se dicen en público. Una pregunta, sean las que sean."""
    filas = Cara.objects.filter(pk__in=nombres).values_list("pk", "color", "figura")
    escogidas = {cuenta: (color, figura) for cuenta, color, figura in filas}
    vistas = {}
    for cuenta, nombre in nombres.items():
        color, figura = escogidas.get(cuenta, ("", ""))
        vistas[cuenta] = CaraVista(iniciales_de(nombre), color or color_de(cuenta), figura)
    return vistas


def cara_escogida(cuenta_id: int) -> tuple[str, str]:
    """El color y la figura que escogió; vacíos si no."""
    return Cara.objects.filter(pk=cuenta_id).values_list("color", "figura").first() or ("", "")

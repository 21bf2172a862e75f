"""Lo que la mesa le dice de otro modo a quien prueba una mano sin cuenta."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from enlinea.textos.otros_juegos import de_otro_juego
from enlinea.textos.tablero import todos
from reglas.reglamento import Reglamento

DE_VISITA: dict[str, Any] = {
    # se llama «Tú», y con «práctica» además de «de prueba» se diría dos veces
    "turno_yo": _("Te toca"),
    "modo_practica": "",
    # «la tiró Tú» no se dice
    "tirada": _("{ficha} ({quien})"),
    "sigue_mano": _("Otra mano"),
    "otra_mano": _("Otra partida"),
    "otros_juegos": _("Probar otro juego"),
    "crear_cuenta": _("Crear cuenta"),
    "ver_analizada": _("Ver una partida analizada"),
    "visita_nota": _("Es de prueba: no se guarda ni cuenta."),
    "comprobar_luego": _("Sólo ahora: de una mano de prueba no queda nada guardado."),
    "salir_practica": _("La mano de prueba termina aquí. No se guarda ni cuenta para nada."),
    "ir_a_sala": _("Ir a la portada"),
    "f_titulo": _("Ahora no se puede"),
    "f_llena": _("Hay mucha gente probando. Espera unos minutos y vuelve a intentarlo, o mira la partida analizada."),
    "f_olvidada": _("Pasó media hora sin que tiraras y esa mano ya no se guarda. Empieza otra."),
    "f_sin_cookies": _(
        "Tu navegador no está guardando cookies, y sin ellas no se puede jugar. Permítelas e inténtalo."
    ),
    "f_otra_vez": _("Intentar otra vez"),
    "r_despacio": _("Vas muy rápido: espera {n}\u00a0s."),
    "r_reintenta": _("Se está mandando otra vez."),
    "espera_titulo": _("Estamos repartiendo"),
}


def textos_de_visita(reglamento: Reglamento) -> dict[str, Any]:
    """Los de la mesa a ese juego, con los suyos encima."""
    return {**todos(), **de_otro_juego(reglamento), **DE_VISITA}


DE_PASAR: dict[str, Any] = {
    # se le llama por su nombre, que hay varios
    "turno_yo": _("Te toca, {quien}"),
    "pasale": _("Pásale el aparato a {quien}"),
    "pasale_sub": _("Los demás no miren. Cuando lo tenga {quien}, que toque el botón para ver sus fichas."),
    "pasale_ver": _("Soy {quien}: ver mis fichas"),
    # qué hicieron los demás desde su último turno: cuántas robaron, nunca cuáles
    "pasale_paso": _("{quien} pasó."),
    "pasale_robo_y_paso": _("{quien} robó {n} y pasó."),
    "pasale_robo_y_tiro": _("{quien} robó {n} y tiró la {ficha}."),
    "pasale_volver": _("Volver a pasar el aparato"),
    "pasale_tiro": _("{quien} tiró la {ficha}."),
    "suma_otro": _("{quien} suma lo que le quedó a {otro}: {n} tantos."),
    "sigue_mano": _("Seguir"),
    "comprobar_luego": _("Sólo ahora: de esta partida no queda nada guardado."),
    "otros_juegos": _("A otro juego"),
    "visita_nota": _("Esta partida no se guardó ni cuenta para nada."),
    "salir_practica": _("La partida termina aquí para todos los de este aparato. No se guarda ni cuenta para nada."),
    "ir_a_sala": _("Empezar otra"),
    "f_olvidada": _("Pasó media hora sin que nadie tirara y esa partida ya no se guarda. Empieza otra."),
}


def textos_de_pasar(reglamento: Reglamento) -> dict[str, Any]:
    """Los de quien prueba sin cuenta, con los de varias personas en un aparato."""
    return {**textos_de_visita(reglamento), **DE_PASAR}

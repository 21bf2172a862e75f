"""Lo que sólo dice la mesa de otro juego: cada quien por su cuenta, el pozo y las caras con figuras (VA7-VA11).

`_todos` es la forma de un texto que habla de «los cuatro», si son otros tantos; lo demás, como en `tablero`.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from enlinea.textos.tablero import FICHAS
from reglas.fichas import FICHAS as TODAS_LAS_FICHAS
from reglas.reglamento import Reglamento

OTROS: dict[str, Any] = {
    # sólo se practican, y su mesa ya se llama «Práctica de…»: dicho otra vez, no cabía en el teléfono
    "modo_practica": "",
    "enfrente": _("enfrente"),
    "tantos": _("tantos"),
    "suma": _("suma"),
    "mano": _("mano"),
    "marcador_cada": _("Marcador hasta la mano {n}: {cuales}"),
    "marcador_cada_cero": _("Marcador: {cuales}"),
    "sorteo_salida": _("Sorteo de la salida: {cuales}. Sale {quien}, con la más alta."),
    "sorteo_salida_yo": _("Sorteo de la salida: {cuales}. Sales tú, con la más alta."),
    # por qué sale quien sale, en el paño y de viva voz, mientras no hay fichas (VA3, VA8, D759)
    "sale_ficha": _("Sale {quien}: antes de repartir se sorteó, y le tocó la ficha más alta, {ficha}."),
    "sale_ficha_yo": _("Sales tú: antes de repartir se sorteó, y te tocó la ficha más alta, {ficha}."),
    "sale_mula": _("Sale {quien}: le tocó la mula más alta, y se sale con ella."),
    "sale_mula_yo": _("Sales tú: te tocó la mula más alta, y se sale con ella."),
    "sale_mayor_yo": _("Sales tú: nadie tiene mulas y te tocó la ficha más alta; se sale con ella."),
    # sin una mula en la mano no se puede saber cuál de las dos
    "sale_mula_o": _("Sale {quien}: le tocó la mula más alta o, si no hay mulas, la ficha más alta."),
    "salio_mula": _("con la mula más alta"),
    "salio_mayor": _("con la ficha más alta: nadie tenía mulas"),
    # de tres, el orden del turno (D830)
    "luego_van": _("Luego {uno} y luego {otro}."),
    "sigue": _("Sigue"),
    "sigue_yo": _("Sigues tú"),
    "tras_de": _("tira después de {quien}"),
    "tras_de_yo": _("tira después de ti"),
    "sorteo_empate": _("Empataron en {n}, y la suya tiene el lado mayor."),
    "sales_con": _("Sales tú, con la más alta: {ficha}"),
    "r_salida_obligada": _("Esta mano se sale con la ficha más alta. Tira la que está marcada."),
    "una_opcion_mira": _("Sólo hay una jugada. Mira primero tus fichas"),
    "una_opcion_otro": _("Sólo hay una jugada: a los 3 segundos se tira sola"),
    # el pozo
    "pozo": _("Pozo"),
    "pozo_vacio": _("vacío"),
    "en_el_pozo": _("En el pozo (no cuenta)"),
    "robo_1": _("robó 1"),
    "robo_n": _("robó {n}"),
    "robaste_1": _("Robaste 1"),
    "robaste_n": _("Robaste {n}"),
    "robando": _("Robando…"),
    "roba_una": _("Roba una; si no cabe, pasas."),
    "roba_hasta": _("Roba hasta que una quepa."),
    "llevas": _("Llevas {n}."),
    "voz_roba": _("Te toca y no tienes cabida: oprime «Robar»."),
    "voz_robo": _("{quien} robó una del pozo."),
    "voz_robaste": _("Robaste {fichas}."),
    "voz_pozo_1": _("Queda 1 ficha en el pozo."),
    "voz_pozo_n": _("Quedan {n} fichas en el pozo."),
    "r_puede_tirar": _("Tienes una ficha que cabe: tírala. Sólo se roba cuando no cabe ninguna."),
    "r_no_hay_que_robar": _("Ya no hay qué robar: pasas solo."),
    # cada quien por su cuenta
    "gano_mano": _("Mano {n}: ganó {quien}"),
    "gano_mano_yo": _("Mano {n}: ¡la ganaste!"),
    "gano": _("Ganó {quien}"),
    "gano_yo": _("¡Ganaste la partida!"),
    "llego_a_la_meta": _("Con {n} tantos llegó a la meta de {meta}, y ahí se acaba la partida."),
    "tiene_tantos": _("{quien}: {n}"),
    "cierre_menos_cada": _("Gana {quien}, que tenía menos."),
    "cierre_menos_cada_yo": _("Ganas tú, que tenías menos."),
    "cierre_no_cuenta_cada": _("{quienes} quedaron iguales con {n}: empate. La mano no cuenta y se corre la salida."),
    "cierre_mas_cerca_cada": _(
        "{quienes} quedaron iguales con {n}: gana {quien}, que salió o está más cerca de quien salió."
    ),
    "cierre_mas_cerca_cada_yo": _(
        "{quienes} quedaron iguales con {n}: ganas tú, que saliste o estás más cerca de quien salió."
    ),
    "suma_todas": _("{quien} suma todo lo que quedó en las manos, también lo suyo: {cuenta} = {n} tantos."),
    "suma_todas_yo": _("Sumas todo lo que quedó en las manos, también lo tuyo: {cuenta} = {n} tantos."),
    "suma_todas_cero": _("{quien} suma todo lo que quedó en las manos, y lo suyo, 0: {cuenta} = {n} tantos."),
    "suma_todas_cero_yo": _("Sumas todo lo que quedó en las manos, y lo tuyo, 0: {cuenta} = {n} tantos."),
    "suma_otros": _("{quien} suma lo que les quedó a los demás: {cuenta} = {n} tantos."),
    "suma_otros_yo": _("Sumas lo que les quedó a los demás: {cuenta} = {n} tantos."),
    # de dos, si no la ganas tú, lo que suma es lo tuyo
    "suma_otro": _("{quien} suma lo que te quedó a ti: {n} tantos."),
    "suma_otro_yo": _("Sumas lo que le quedó a {otro}: {n} tantos."),
    "ver_repartidas_n": _("Ver lo que se repartió a cada uno"),
    "rep_suma_cada": _("Mano {n}. {como} {tantos} para {quien}"),
    "otra_vez_aqui_todos": _("Ya están todos. Sigue la mano."),
    "espera_viendo_todos": _("Un momento: vemos que hayan llegado todos."),
    "hacen_falta_todos": _(
        "Todos deben elegir lo mismo. Si uno elige distinto o se acaba el tiempo, la mesa se cierra."
    ),
    "comunicacion_es_todos": _("Se deshace la mesa y todos vuelven a la Sala de Reunión."),
    "va_a_comunicacion_todos": _("La mesa se deshace y todos vuelven a la Sala de Reunión."),
    "repasarla": _("Repasarla"),
    "salir_espera_todos": _("La mesa se deshace y todos vuelven a la Sala. Sin tarjetas."),
    "mi_gana_cada": _("Gana {pareja}"),
    "revancha_cada": _("Otra partida, cada quien en su lugar."),
}  # fmt: skip

_NUMEROS = [_("cero"), *FICHAS["palos"][1:]]

CARAS: dict[str, Any] = {
    # «blanca» es aquí una figura que vale uno: el lado sin puntos se llama cero (VA11, D755)
    "palos": _NUMEROS,
    "numeros": _NUMEROS,
    "palos_plural": [_("Ceros"), *FICHAS["palos_plural"][1:]],
    "mulas": [_("mula de ceros"), *FICHAS["mulas"][1:]],
    "con_figura": _("{figura}, {numero}"),
    "potencia": _("su cara vale {n}; su potencia, {potencia}"),
    # primero el número, que es como se le dice en la mesa; luego, con qué está escrito cada lado
    "mixta_figura": _("{ficha} ({a}; {b})"),
    "mula_figura": _("{ficha} ({a}, en los dos lados)"),
    "sumas": {
        "s0": _("silencio"),
        "s1": _("semicorchea"),
        "s2": _("corchea"),
        "s2b": _("dos semicorcheas"),
        "s3": _("corchea y semicorchea"),
        "s4": _("negra"),
        "s4b": _("dos corcheas"),
        "s5": _("negra y semicorchea"),
        "s6": _("negra y corchea"),
        "s6b": _("tres corcheas"),
    },
    "potencias": {
        "n0": _("redonda"),
        "n1": _("blanca"),
        "n2": _("negra"),
        "n3": _("corchea"),
        "n4": _("semicorchea"),
        "n5": _("fusa"),
        "n6": _("semifusa"),
    },
}
"""Cómo se llama cada dibujo de `enlinea/mesa/_figuras.html`, por cara."""


def tiene_figuras(reglamento: Reglamento) -> bool:
    """Si sus fichas pueden llevar figuras en vez de puntos (VA11)."""
    return reglamento.nombre == "musica"


def ficha_en(ficha: int, reglamento: Reglamento) -> str:
    """«tres-cinco» o «mula de unos», como se dice en ese juego: en Música, «cero» y no «blanca» (D755)."""
    nombres, (menor, mayor) = CARAS if tiene_figuras(reglamento) else FICHAS, TODAS_LAS_FICHAS[ficha]
    if menor == mayor:
        return str(nombres["mulas"][menor])
    return f"{nombres['palos'][menor]}-{nombres['palos'][mayor]}"


def de_otro_juego(reglamento: Reglamento) -> dict[str, Any]:
    """Los textos que ese juego añade a los de siempre."""
    if reglamento.oficial:
        return {}
    return {**OTROS, **CARAS} if tiene_figuras(reglamento) else OTROS

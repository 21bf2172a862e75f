"""Lo que dice la Academia. El navegador arma cada frase con estos textos; `{quien}` y demás huecos los llena él.

Como en la mesa: `_yo` es de quien mira; `_1` es uno y `_n`, varios.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from enlinea.academia.textos_analisis import ficha_dicha
from enlinea.textos.frases import y_lista
from enlinea.textos.tablero import todos as de_la_mesa

ACADEMIA: dict[str, Any] = {
    "ac_reparto": _("Las fichas, recién repartidas"),
    "ac_jugada": _("Jugada {i} de {n}"),
    "ac_sale": _("Sale {quien}."),
    "ac_sale_yo": _("Sales tú."),
    "ac_tiro": _("{quien} tiró {ficha}"),
    "ac_tiro_yo": _("Tiraste {ficha}"),
    "ac_tardo": _("tardó {s} s"),
    "ac_paso": _("{quien} pasó"),
    "ac_paso_yo": _("Pasaste"),
    "ac_toca": _("Le toca a {quien}."),
    "ac_toca_yo": _("Te toca."),
    "ac_turno": _("le toca"),
    "ac_turno_yo": _("te toca"),
    "ac_pasa": _("pasó"),
    "ac_domino": _("Dominó {quien}: gana su pareja, {tantos}."),
    "ac_domino_yo": _("Dominaste: gana tu pareja, {tantos}."),
    "ac_cierre": _("Cierre: ganan {pareja}, {tantos}."),
    "ac_cierre_nadie": _("Cierre: nadie se apunta la mano."),
    "ac_cierre_empatado": _("Cierre empatado: nadie suma."),
    "ac_incompleta": _("El acta llega hasta aquí: la mano no terminó."),
    "ac_tantos_1": _("1 tanto"),
    "ac_tantos_n": _("{n} tantos"),
    "ac_la_mano": _("se apunta la mano"),
    "ac_quedan_1": _("le queda 1 ficha"),
    "ac_quedan_n": _("le quedan {n} fichas"),
    "ac_tapadas": _("fichas tapadas"),
    "ac_tiene": _("tiene {fichas}"),
    "ac_sin_fichas": _("sin fichas"),
    "ac_ver": _("Reproducir"),
    "ac_pausa": _("Pausa"),
    "ac_cargando": _("Cargando la mano…"),
    "ac_sin_red": _("No se pudo cargar. Revisa tu señal y vuelve a tocar."),
    "ac_sin_guardar": _("mano {mano}, jugada {jugada}"),
    "ac_retirado": _("Quien compartió esto quitó el enlace: ya no se puede ver más. Pídele que te lo mande otra vez."),
    "ac_ya_no_esta": _("Eso ya no está. Recarga la página para ver lo que queda."),
    "ac_comparte": _("Mira esta jugada: mano {mano}, jugada {jugada}"),
    # simulación
    "ac_elige": _("Simulación. Elige la ficha de {quien}."),
    "ac_elige_yo": _("Simulación. Elige tu ficha."),
    "ac_acabo": _("La mano simulada terminó. Guárdala para compararla, o quita la última y prueba otra cosa."),
    "ac_otra_ficha": _("Esa ficha no tiene cabida aquí. Elige una de las marcadas."),
    "ac_simula_real": _("Se jugó {ficha}"),
    "ac_rama_de": _("Rama «{nombre}», desde la jugada {i}"),
    "ac_simulada": _("Simulación desde la jugada {i}"),
    "ac_guardada": _("Rama guardada."),
    "ac_sin_ramas": _("Todavía no guardas ninguna rama de esta mano. Ponte en una jugada y toca «Simular desde aquí»."),
    "ac_rama_dato": _("desde la jugada {i} · {como}"),
    "ac_rama_sigue": _("sin terminar"),
    "ac_ver_rama": _("Ver"),
    # análisis
    "ac_an_pendiente": _("El análisis de esta partida se está preparando. Aparece aquí solo en cuanto esté."),
    "ac_an_fallido": _("El análisis de esta partida no se pudo hacer. Lo demás funciona igual."),
    "ac_an_vale": _("Lo que da la mano con cada ficha de {quien}:"),
    "ac_an_vale_yo": _("Lo que da la mano con cada ficha tuya:"),
    "ac_an_obligada": _("Sólo había una jugada."),
    "ac_an_valia": _("Lo que daba la mano con cada ficha de {quien}:"),
    "ac_an_valia_yo": _("Lo que daba la mano con cada ficha tuya:"),
    "ac_an_vista": _("{que}, con las cuatro manos a la vista"),
    "ac_an_punta": _("en el {n}"),
    "ac_an_hay_1": _("1 error en esta mano"),
    "ac_an_hay_n": _("{n} errores en esta mano"),
    "ac_an_podia": _("¿Se podía saber?"),
    "ac_podia_espera": _("Contando con lo que veía: manos posibles, una por una. Tarda unos segundos."),
    "ac_calculo_fallido": _("No se pudo contar. Inténtalo más tarde."),
    "ac_var_espera": _("Contando lo que da la mano en esta simulación…"),
    "ac_var_juego": _("En esta simulación:"),
    "ac_var_limpia": _("nadie dejó ir nada."),
    "ac_gr_para": _("{n} para {quienes}"),
    "ac_gr_mano": _("la mano para {quienes}"),
    "ac_gr_nadie": _("nada para nadie"),
    "ac_ustedes": _("ustedes"),
    "ac_ellos": _("ellos"),
    "ac_gr_jugada": _("Jugada"),
    "ac_gr_vale": _("La mano daba"),
    "ac_rama_otra": _("distinta"),
    "ac_an_mejor": _("la mejor"),
    "ac_an_jugada": _("se jugó"),
    "ac_an_linea": _("Ver cómo seguía la mejor"),
    "ac_an_linea_elegida": _("Ver cómo seguía la que se tiró"),
    "ac_an_costo": _("{quien} dejó ir {n}."),
    "ac_an_costo_yo": _("Dejaste ir {n}."),
    "ac_an_limpia": _("Nadie se equivocó en esta mano."),
    "ac_an_juegos_1": _("1 mano"),
    "ac_an_juegos_n": _("{n} manos"),
}


def todos() -> dict[str, Any]:
    """Los de la mesa (fichas, plantilla, lados) y los de la Academia, para el navegador."""
    return {**de_la_mesa(), **ACADEMIA}


def jugadas_en_texto(vista: dict[str, Any], nombres: Sequence[str]) -> list[str]:
    """Cada jugada de una mano, dicha: quién, qué ficha, cuánto tardó y quiénes pasaron después."""
    return [_jugada(vista, lugar, nombres) for lugar in range(len(vista["jugadas"]))]


def _jugada(vista: dict[str, Any], lugar: int, nombres: Sequence[str]) -> str:
    ficha, _extremo, asiento, ms = vista["jugadas"][lugar]
    frase = gettext("%(quien)s tiró %(ficha)s") % {"quien": nombres[asiento], "ficha": ficha_dicha(ficha)}
    if ms is not None:
        frase += gettext(", tardó %(s).1f s") % {"s": ms / 1000}
    pasaron = vista["pasos"][lugar + 1]["pasaron"]
    if pasaron:
        frase += ". " + gettext("Pasó: %(quienes)s") % {"quienes": y_lista([nombres[a] for a in pasaron])}
    return frase

"""Lo que dice la mesa a quien la mira; lo demás es lo mismo que a los cuatro (`tablero`)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

NO_SE_MIRA = _(
    "Ahora no se puede mirar esta mesa: terminó, ya la miran muchos o prefieren jugar sin público. En la Sala hay "
    "otras."
)
MIRAR: dict[str, Any] = {
    "mi_turno": _("Le toca a {quien}"),
    "mi_lleva": _("lleva {tiempo}"),
    "mi_espera": _("Todavía no comienzan"),
    "mi_repartiendo": _("Están barajando"),
    "mi_ausente": _("Esperan a {quienes}. Le quedan {tiempo} para volver."),
    "mi_miran_1": _("Sólo miras tú"),
    "mi_miran_n": _("Miran {n}"),
    "mi_dominada": _("Dominó {quien}: {tantos} para {pareja}"),
    "mi_cierre": _("Cerró {quien}: {tantos} para {pareja}"),
    "mi_cierre_empatado": _("Cerró {quien} y quedó empatado"),
    "mi_tantos_1": _("1 tanto"),
    "mi_tantos_n": _("{n} tantos"),
    "mi_mano_para": _("la mano"),
    "mi_gana": _("Ganan {pareja}"),
    "mi_cerrada": _("La mesa terminó"),
    "mi_lo_que_quedo": _("Lo que quedó a cada quien"),
    "mi_nada": _("nada"),
    "mi_salio": _("Salió {quien}"),
    "mi_fuera_no_se_mira": NO_SE_MIRA,
    "mi_fuera_mesa_cerrada": _("La mesa terminó. En la Sala hay otras."),
    "mi_fuera_sin_sesion": _("Tu sesión se cerró. Entra otra vez para seguir mirando."),
    "mi_fuera_otra_pestana": _("La estás mirando en otra pestaña."),
    "mi_fuera_despacio": _("Se mandaron demasiados mensajes desde esta página. Recárgala para seguir mirando."),
}


def todos() -> dict[str, Any]:
    """Ya traducidos."""
    return {clave: str(texto) for clave, texto in MIRAR.items()}

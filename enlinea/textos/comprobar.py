"""Lo que se dice al comprobar un reparto, en la mesa y en la página pública (RG1, D560)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

COMPROBAR: dict[str, Any] = {
    "comprobar": _("Comprobar el reparto"),
    "comprobar_sub": _("Tu navegador hace las cuentas y dice qué pudo comparar y qué no."),
    "comprobar_luego": _("También después, desde Mis partidas o en «Comprobar un acta»."),
    "huella_mano": _("Huella de esta mano:"),
    "huella_sigue": _("Huella de la mano que sigue, aún sin repartir:"),
    "comprobado_bien": _("Todo cuadra: el reparto fue limpio."),
    "comprobado_a_medias": _("Lo que se pudo comparar cuadra. Falta lo que dice «Sin comparar»."),
    "comprobado_mal": _("Algo no cuadra. Guarda esta pantalla y avísale a la administración."),
    "paso_bien": _("Bien"),
    "paso_mal": _("Mal"),
    "paso_falta": _("Sin comparar"),
}
ACTA: dict[str, Any] = {
    "a_bien": _("Todo el reparto de esta acta cuadra, también con lo que se guardó antes de repartir."),
    "a_medias": _(
        "Por dentro, el acta cuadra: con las claves que trae salen esas fichas. Lo que dice «Sin comparar» no se sabe: "
        "un acta sola no demuestra que su huella sea la que se publicó."
    ),
    "a_mal": _("Algo del acta no cuadra: no es lo que se repartió, o alguien la cambió."),
    "a_sin_sorteo": _("Esta mano no trae con qué comprobarla: se jugó o se anotó sin sorteo."),
    "a_ninguna": _("Ninguna mano de esta acta trae con qué comprobarla."),
    "a_mano": _("Mano {n}"),
    "a_huella": _("Huella {huella}"),
    "a_rota_bien": _("Sale quien sigue a la derecha del de la mano anterior."),
    "a_rota_mal": _("No salió quien seguía a la derecha del de la mano anterior."),
    "a_jugadas_bien": _("Cada quien tiró sólo fichas de las que le tocaron, una vez cada una."),
    "a_jugadas_mal": _("Alguien tiró una ficha que no le tocó, o la misma dos veces."),
    "a_apuntada_sobra": _("Ninguna mano de esta acta tiene la huella {huella} que apuntaste."),
    "a_apuntada_corta": _("La huella apuntada necesita al menos dos grupos de cuatro: {huella}."),
    "a_larga": _("Ese texto es demasiado largo para ser un acta."),
    "a_grande": _("Ese archivo pesa más de 1 MB: no es un acta. Elige el que baja «Bajar el acta»."),
    "a_ilegible": _("Eso no es un acta de partida: debe ser el texto entero que baja «Bajar el acta»."),
    "a_otro_formato": _("Es un archivo de otra cosa. Aquí se comprueban actas de partida en línea."),
    "a_no_baja": _("No se pudo traer esa acta. Si es tuya, entra a tu cuenta, bájala y tráela aquí."),
    "a_trayendo": _("Trayendo el acta…"),
    "a_vacia": _("Elige un archivo o pega el texto del acta."),
}


def de_acta() -> dict[str, Any]:
    """Los textos de «Comprobar un acta»."""
    return {**COMPROBAR, **ACTA}

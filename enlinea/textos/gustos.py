"""Lo que dice la mesa de los gustos de cada aparato y, al final, de lo que dejó la partida (D562, D563, D564)."""

from typing import Any

from django.utils.translation import gettext_lazy as _

GUSTOS: dict[str, Any] = {
    "sonido_ofrece": _("¿Con sonido?"),
    "sonido_si": _("Sí"),
    "sonido_si_es": _("Sí, con sonido"),
    "sonido_no": _("No"),
    "sonido_no_es": _("No, sin sonido"),
    "sonido_si_dicho": _("Con sonido. Se quita en «Más»."),
    "sonido_no_dicho": _("Sin sonido. Se pone en «Más»."),
    "apartada": _("Quitar {ficha}"),
    "apartada_va": _("Va {ficha}: quitar"),
    "apartada_quitar": _("Ya no apartar {ficha}"),
    "esta_apartada": _("{ficha}, apartada para tu turno"),
    "apartada_si": _("No es tu turno: apartaste {ficha}."),
    "apartada_no": _("{ficha} ya no está apartada."),
    "apartada_no_cabe": _("No es tu turno, y {ficha} ahora no cabe en ninguna punta: no se apartó."),
    "apartada_cambio": _("Cambió la punta de {ficha}: no se tiró. Elige tú."),
    "logro_puntos": _("Tus puntos: {antes} → {despues} ({cambio})"),
    "logro_quintil": _("Sigues en el quintil {despues}."),
    "logro_sube": _("¡Subiste! Del quintil {antes} al {despues}."),
    "logro_baja": _("Bajaste del quintil {antes} al {despues}."),
    "logro_mejor_1": _(
        "Tu mejor jugada: {ficha}, en la mano {mano}. Vista con las cuatro manos, la que le seguía dejaba 1 tanto "
        "menos."
    ),
    "logro_mejor_n": _(
        "Tu mejor jugada: {ficha}, en la mano {mano}. Vista con las cuatro manos, la que le seguía dejaba {n} tantos "
        "menos."
    ),
    "logro_mejor_jg": _(
        "Tu mejor jugada: {ficha}, en la mano {mano}. Vista con las cuatro manos, con cualquier otra la mano acababa "
        "peor."
    ),
    "logro_falta": _("Lo demás se está contando; quedará en la Academia y en tus puntos."),
    "apartada_dos": _("{ficha} cabe en los dos lados: no se tiró. Elige de cuál."),
}

"""Pagar un plan y los datos para facturar, traducidos de sus formularios."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _l

from config.comun.escrito import TextoCorto
from suscripciones.cobros import factura
from suscripciones.cobros.dinero import Forma
from suscripciones.consultas.cobros import Manera
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.textos import texto_de

NOMBRES = {
    Forma.TARJETA: _l("Tarjeta"),
    Forma.OXXO: _l("Efectivo en OXXO: te damos un comprobante"),
    Forma.SPEI: _l("Transferencia SPEI: te damos una CLABE"),
}


class Pagar(forms.Form):
    """Cómo y en qué moneda, de una lista."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, error_messages={"invalid": ""})
    manera = forms.ChoiceField(
        label=_l("Cómo quieres pagar"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _l("Elige cómo quieres pagar."),
            "invalid_choice": _l("Así no se puede pagar ese plan. Elige otra forma de la lista."),
        },
    )

    def __init__(self, *args: Any, maneras: Iterable[Manera] = (), **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        lista = list(maneras)
        self.fields["manera"].choices = [(una.clave, f"{una.cuanto} · {NOMBRES[una.forma]}") for una in lista]  # type: ignore[attr-defined]
        if len(lista) == 1:
            self.initial["manera"] = lista[0].clave

    @property
    def elegida(self) -> tuple[str, str]:
        """Moneda y forma."""
        moneda, _guion, forma = str(self.cleaned_data["manera"]).partition("-")
        return moneda, forma


class Factura(forms.Form):
    """Lo que pide el SAT, como viene en la constancia de situación fiscal."""

    rfc = TextoCorto(
        label=_l("RFC"),
        max_length=20,
        help_text=_l("Trece letras y números de una persona; doce de una empresa."),
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off"}),
        error_messages={"required": _l("Escribe tu RFC.")},
    )
    nombre = TextoCorto(
        label=_l("Nombre o razón social"),
        max_length=254,
        help_text=_l("Igual que en tu constancia."),
        error_messages={"required": _l("Escribe tu nombre o tu razón social.")},
    )
    regimen = forms.ChoiceField(
        label=_l("Régimen fiscal"),
        choices=[("", _l("Elige tu régimen")), *((c, f"{c} · {d[0]}") for c, d in factura.REGIMENES.items())],
        error_messages={"required": _l("Elige tu régimen."), "invalid_choice": _l("Elige un régimen de la lista.")},
    )
    uso = forms.ChoiceField(
        label=_l("Uso de la factura"),
        choices=[(clave, f"{clave} · {nombre}") for clave, nombre in factura.USOS.items()],
        initial="G03",
        error_messages={"required": _l("Elige un uso."), "invalid_choice": _l("Elige un uso de la lista.")},
    )
    codigo_postal = TextoCorto(
        label=_l("Código postal de tu domicilio fiscal"),
        max_length=5,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "postal-code"}),
        error_messages={"required": _l("Escribe tu código postal.")},
    )

    def clean_rfc(self) -> str:
        """En mayúsculas y sin espacios ni guiones."""
        rfc = factura.rfc_limpio(self.cleaned_data["rfc"])
        if not factura.rfc_valido(rfc):
            raise forms.ValidationError(texto_de(ErrorDeSuscripcion("rfc_invalido")))
        return rfc

    def clean_codigo_postal(self) -> str:
        """Cinco cifras."""
        escrito: str = self.cleaned_data["codigo_postal"]
        if not factura.CODIGO_POSTAL.match(escrito):
            raise forms.ValidationError(texto_de(ErrorDeSuscripcion("codigo_postal")))
        return escrito

    def clean(self) -> dict[str, Any]:
        """El régimen es de quien tiene ese RFC."""
        datos: dict[str, Any] = super().clean() or self.cleaned_data
        rfc, regimen = datos.get("rfc"), datos.get("regimen")
        if rfc and regimen and regimen not in factura.regimen_de(rfc):
            self.add_error("regimen", texto_de(ErrorDeSuscripcion("regimen_de_otro")))
        return datos

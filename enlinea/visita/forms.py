"""Lo que manda el navegador de quien prueba una mano, y quiénes se pasan el aparato."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from config.comun.escrito import TextoCorto, llano
from enlinea.visita.servicios.aparato import NOMBRE_MAXIMO, PERSONAS_MINIMAS
from reglas.mesa.decidir import NONCE_MAXIMO
from reglas.reglamento import AMIGOS, Reglamento

QUE = ("abrir", "repartir", "destapar", "tirar", "robar", "vencer", "ver", "dejar")


class FormaDeMano(forms.Form):
    """Qué pide y de qué mano; lo demás, según qué pida."""

    que = forms.ChoiceField(choices=[(uno, uno) for uno in QUE])
    clave = forms.RegexField(r"^[0-9a-f]{32}$", max_length=32, required=False)
    version = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    ficha = forms.IntegerField(min_value=0, max_value=27, required=False)
    extremo = forms.IntegerField(min_value=0, max_value=2, required=False)
    juego = TextoCorto(max_length=20, required=False)
    nonce = TextoCorto(max_length=NONCE_MAXIMO, required=False)


class FormaDeQuienes(forms.Form):
    """Quién va en cada lugar, en el orden del turno, y a cuántos tantos; vacío, un automático."""

    error_css_class = "mal"

    def __init__(self, data: Any = None, *, reglamento: Reglamento = AMIGOS) -> None:
        super().__init__(data)
        self._asientos = reglamento.asientos
        for asiento in range(reglamento.asientos):
            # sólo se piden las que hacen falta para jugar
            self.fields[f"nombre_{asiento}"] = TextoCorto(
                max_length=NOMBRE_MAXIMO,
                required=False,
                label=_letrero(reglamento, asiento),
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
            )
        metas = [str(meta) for meta in reglamento.metas]
        letreros = {"juegos_ganados": _("Juegos ganados")}
        self.fields["meta"] = forms.ChoiceField(
            choices=[(una, letreros.get(una) or _("%(n)s tantos") % {"n": una}) for una in metas],
            required=False,
            initial=metas[0],
            label=_("¿A cuántos tantos?"),
        )

    def nombres(self) -> list[str]:
        """Los escritos, por asiento."""
        return [self.cleaned_data[f"nombre_{asiento}"] for asiento in range(self._asientos)]

    def clean(self) -> dict[str, Any]:
        """Dos personas por lo menos, y que no se llamen igual: al pasarlo se llama a una por su nombre."""
        limpio = super().clean() or self.cleaned_data
        if self.errors:
            return limpio
        nombres = [nombre for nombre in self.nombres() if nombre]
        if len(nombres) < PERSONAS_MINIMAS:
            raise forms.ValidationError(_("Escribe por lo menos dos nombres: son quienes se van a pasar el aparato."))
        if len(set(map(llano, nombres))) < len(nombres):
            raise forms.ValidationError(_("Hay dos nombres iguales: cambia uno, para saber a quién se le pasa."))
        return limpio


def _letrero(reglamento: Reglamento, asiento: int) -> str:
    if reglamento.por_parejas:
        pareja = _("pareja del 3") if asiento == 0 else _("pareja del 4") if asiento == 1 else ""
        pareja = pareja or (_("pareja del 1") if asiento == 2 else _("pareja del 2"))
        return _("Lugar %(n)s, %(pareja)s") % {"n": asiento + 1, "pareja": pareja}
    return _("Lugar %(n)s") % {"n": asiento + 1}

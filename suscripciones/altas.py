"""Formas con que la administración cambia una cuenta, registra una suscripción o suspende."""

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import Seguro
from config.comun.escrito import TextoCorto
from suscripciones import consultas
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Suscripcion, Suspension
from suscripciones.servicios import DIAS_DE_EXTENSION
from suscripciones.textos import texto_de


class DatosDeLaCuenta(forms.ModelForm):
    """A la administración se entra con segundo paso: lo trae puesto quien la recibe (decisión 012)."""

    def clean_is_staff(self) -> bool:
        """A quien no lo tiene no se le abre: se lo podría poner cualquiera que lea su correo."""
        personal: bool = self.cleaned_data["is_staff"]
        nuevo = personal and not self.instance.is_staff and settings.SEGUNDO_PASO_DEL_PERSONAL
        if nuevo and not consultas.tiene_segundo_paso(self.instance.pk or 0):
            raise forms.ValidationError(
                _("Primero la persona agrega un segundo paso en Mi cuenta; después se le abre la administración.")
            )
        return personal


class AltaDeExtension(forms.ModelForm):
    """A quién, cuántos días y por qué; las fechas las calcula el servicio."""

    orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    cuantos = forms.IntegerField(
        label=_l("Días"),
        min_value=1,
        max_value=DIAS_DE_EXTENSION,
        help_text=_l("Van detrás de lo que ya tiene. De 1 a 366."),
    )

    class Meta:
        model = Suscripcion
        fields = ("cuenta", "nota")
        field_classes = {"nota": TextoCorto}
        labels = {"nota": _l("Motivo")}

    def clean_nota(self) -> str:
        """Por qué se regalan."""
        nota: str = self.cleaned_data["nota"]
        if not nota.strip():
            raise forms.ValidationError(_("Escribe por qué: queda en el rastro."))
        return nota


class AltaDeSuspension(forms.ModelForm):
    """A quién, hasta cuándo, por qué y que es en serio."""

    orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    seguro = Seguro(_l("Para suspender o bloquear, marca antes «Estoy seguro». No se cambió nada."))

    class Meta:
        model = Suspension
        fields = ("cuenta", "hasta", "motivo")
        field_classes = {"motivo": TextoCorto}
        labels = {"hasta": _l("Hasta cuándo")}
        help_texts = {
            "cuenta": _l("Escribe su nombre o su correo y elígela de la lista."),
            "hasta": _l("El día y la hora en que puede volver. Vacío: queda bloqueada hasta que alguien la levante."),
            "motivo": _l("Lo lee la persona al entrar. Hasta 200 letras. Si está jugando, sale de la mesa al momento."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # las dos cajas de la administración van sin letrero propio
        for caja, que in zip(
            getattr(self.fields["hasta"].widget, "widgets", ()), (_("fecha"), _("hora")), strict=False
        ):
            caja.attrs["aria-label"] = _("Hasta cuándo: %(que)s") % {"que": que}

    def clean_hasta(self) -> Any:
        """Termina después de ahora; vacío es bloqueo."""
        hasta = self.cleaned_data["hasta"]
        if hasta is not None and hasta <= timezone.now():
            raise forms.ValidationError(_("Debe terminar después de ahora; vacío, la cuenta queda bloqueada sin fin."))
        return hasta

    def clean(self) -> dict[str, Any]:
        """Lo que no se va a poder se dice aquí, con lo escrito a la vista."""
        datos: dict[str, Any] = super().clean() or self.cleaned_data
        cuenta, orden = datos.get("cuenta"), datos.get("orden")
        repetida = Suspension.objects.filter(clave=f"orden:{orden}").exists()
        if cuenta is not None and not repetida and consultas.sancion_que_corre(cuenta.pk, timezone.now()):
            raise forms.ValidationError(texto_de(ErrorDeSuscripcion("sancion_que_corre")))
        return datos

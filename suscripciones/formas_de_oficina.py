"""Lo que se llena en la página de una persona, y la lista de correos que ella quiere."""

import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import Seguro
from config.comun.escrito import TextoCorto
from suscripciones.cobros.dinero import A_MANO, escrito
from suscripciones.lista_de_avisos import Aviso
from suscripciones.models import Plan
from suscripciones.models.cobros import Forma
from suscripciones.models.oficina import LARGO_DE_NOTA
from suscripciones.periodos import medianoche
from suscripciones.servicios import DIAS_DE_EXTENSION, LARGO_DE_MOTIVO

FALTA_MOTIVO = _l("Escribe el motivo: la persona lo va a leer.")


class FormaDeAvisos(forms.Form):
    """Los que sí quiere."""

    quiere = forms.MultipleChoiceField(choices=[(a.value, a.value) for a in Aviso], required=False)


class ConOrden(forms.Form):
    """Cada vez que se pinta lleva su orden: mandarla dos veces no hace dos."""

    accion = ""
    grave = False
    """Si corta algo."""
    id_orden = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class Cobrar(ConOrden):
    """Un pago que ya se recibió, en tres toques: qué plan, «Ya tengo el dinero» y registrar."""

    que = forms.ChoiceField(
        label=_l("Qué pagó"),
        widget=forms.RadioSelect,
        error_messages={"required": _l("Elige qué plan pagó y en qué moneda. No se registró nada.")},
    )
    forma = forms.ChoiceField(label=_l("Cómo pagó"), initial=A_MANO[0].value)
    referencia = TextoCorto(
        label=_l("Referencia"), max_length=200, required=False,
        help_text=_l("El número del recibo o de la transferencia, si hay. La persona lo ve."),
    )  # fmt: skip
    seguro = Seguro(
        _l("Para registrar el pago, marca antes «Ya tengo el dinero». No se registró nada."),
        label=_l("Ya tengo el dinero"),
    )

    def __init__(self, *args: Any, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.fields["que"].choices = list(_precios())  # type: ignore[attr-defined]
        self.fields["forma"].choices = [(f.value, Forma(f.value).label) for f in A_MANO]  # type: ignore[attr-defined]

    @property
    def plan_y_moneda(self) -> tuple[str, str]:
        """Lo que se eligió."""
        plan, _dos_puntos, moneda = str(self.cleaned_data["que"]).rpartition(":")
        return plan, moneda


def _precios() -> Iterator[tuple[str, str]]:
    for plan in Plan.objects.filter(activo=True):
        for moneda, precio in plan.precios.items():
            yield f"{plan.clave}:{moneda}", f"{plan.nombre} · {escrito(precio, moneda)}"


class Extender(ConOrden):
    """Cuántos días se regalan y por qué."""

    dias = forms.IntegerField(
        label=_l("Días"), min_value=1, max_value=DIAS_DE_EXTENSION, initial=30,
        help_text=_l("Van detrás de lo que ya tiene. De 1 a 366."),
    )  # fmt: skip
    motivo = TextoCorto(label=_l("Motivo"), max_length=LARGO_DE_MOTIVO, error_messages={"required": FALTA_MOTIVO})


class Suspender(ConOrden):
    """Hasta qué día, por qué y que es en serio; bloquear no lleva día."""

    grave = True

    hasta = forms.DateField(
        label=_l("Hasta el final del día"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_l("Vuelve sola al día siguiente."),
    )
    motivo = TextoCorto(
        label=_l("Motivo"), max_length=LARGO_DE_MOTIVO, error_messages={"required": FALTA_MOTIVO},
        help_text=_l("Lo lee la persona, al entrar y por correo."),
    )  # fmt: skip
    seguro = Seguro(_l("Para suspender o bloquear, marca antes «Estoy seguro». No se cambió nada."))

    def __init__(self, *args: Any, sin_fin: bool = False, **opciones: Any) -> None:
        super().__init__(*args, **opciones)
        self.sin_fin = sin_fin
        if sin_fin:
            del self.fields["hasta"]

    def clean_hasta(self) -> Any:
        """Suspender pide un día que no haya pasado; bloquear no lleva."""
        dia = self.cleaned_data["hasta"]
        if dia is None:
            raise forms.ValidationError(_("Di hasta qué día. Para dejarla fuera sin fecha, toca «Bloquear»."))
        if dia < timezone.localdate():
            raise forms.ValidationError(_("Ese día ya pasó: elige hoy o uno que siga."))
        return dia

    @property
    def fin(self) -> datetime | None:
        """La primera medianoche en que ya puede volver; nada si es bloqueo."""
        dia = self.cleaned_data.get("hasta")
        return medianoche(dia + timedelta(days=1), timezone.get_current_timezone()) if dia else None


class Anotar(ConOrden):
    """Una nota de la casa."""

    texto = TextoCorto(
        label=_l("Nota de la casa"), max_length=LARGO_DE_NOTA,
        help_text=_l("Para quien la atienda después. La persona la lee si baja sus datos: no nombres a otros."),
        error_messages={"required": _l("Escribe la nota: quedó vacía y no se guardó nada.")},
    )  # fmt: skip

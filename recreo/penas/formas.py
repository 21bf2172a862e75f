"""Los formularios de las peñas. Lo escrito no se pierde y cada error va junto a su campo."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from recreo.errores import ErrorDeServicio
from recreo.forms import Importe
from recreo.hoja.formas import FormaDeOrden
from recreo.models import CuotaDeMiembro, Miembro
from recreo.penas.consultas import ID_MAXIMO
from recreo.penas.servicios.base import MIEMBROS
from recreo.penas.textos import texto_de
from reglas.temporada import POSICIONES

LETRAS_DE_LISTA = 3_000
# error de servicio → campo junto al que se dice
CAMPOS = {
    "cita_en_el_pasado": "dia",
    "cita_muy_lejos": "dia",
    "falta_concepto": "concepto",
    "falta_encargado": "papel",
    "falta_nombre_de_pena": "nombre",
    "importe_de_caja": "importe",
    "miembro_con_dueno": "miembro",
    "miembro_correo_repetido": "correo",
    "miembro_inexistente": "miembro",
    "miembro_repetido": "nombre",
    "miembro_sin_nombre": "nombre",
    "nombre_no_es": "nombre",
    "nombre_repetido": "de_fuera",
    "papel_sin_cuenta": "papel",
    "pago_a_si_mismo": "a",
    "puntos_por_lugar": "por_lugar",
    "temporada_encima": "desde",
    "temporada_lejos": "desde",
    "temporada_sin_nombre": "nombre",
}


def decir_error(forma: forms.BaseForm, error: ErrorDeServicio) -> None:
    """Junto a su campo; si no es de ninguno, arriba del formulario."""
    campo = CAMPOS.get(error.codigo, "")
    forma.add_error(campo if campo in forma.fields else None, texto_de(error))


def _dia(rotulo: Any, **opciones: Any) -> forms.DateField:
    return forms.DateField(
        label=rotulo,
        widget=forms.DateInput(attrs={"type": "date", "placeholder": "2026-12-31"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y"],
        error_messages={"invalid": _("Escribe la fecha como 2026-12-31 o 31/12/2026.")},
        **opciones,
    )


def _cuantos(rotulo: Any, ayuda: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=rotulo,
        help_text=ayuda,
        min_value=0,
        max_value=999,
        initial=0,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class FormaDePena(FormaDeOrden):
    """Cómo se llama y dónde se juntan."""

    nombre = TextoCorto(
        label=_("¿Cómo le dicen?"),
        max_length=60,
        help_text=_("«Los jueves», «La peña de don Memo»."),
        error_messages={"required": _("Falta el nombre de la peña. Escríbelo como ustedes le dicen.")},
    )
    lugar = TextoCorto(label=_("¿Dónde se juntan? (opcional)"), max_length=60, required=False)


class FormaDePenaNueva(FormaDePena):
    """Al abrirla, además, cómo te dicen."""

    yo = TextoCorto(
        label=_("¿Cómo te dicen en la mesa?"),
        max_length=40,
        help_text=_("Así te verán los demás en la tabla."),
        error_messages={"required": _("Falta tu nombre. Escríbelo como te dicen en la mesa.")},
    )


class FormaDeGente(FormaDeOrden):
    """Varios nombres de un golpe, uno por renglón."""

    nombres = forms.CharField(
        label=_("¿Quiénes son? Un nombre por renglón"),
        max_length=LETRAS_DE_LISTA,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        error_messages={"required": _("Escribe al menos un nombre.")},
    )

    def clean_nombres(self) -> list[str]:
        """Cada renglón, limpio; lo que no vale como nombre se dice con su renglón."""
        nombre = TextoCorto(max_length=40, required=False)
        renglones = [r for r in re.split(r"[\r\n]+", self.cleaned_data["nombres"]) if r.strip()]
        if len(renglones) > MIEMBROS:
            raise forms.ValidationError(_("Son muchos nombres de una vez: hasta %(n)s.") % {"n": MIEMBROS})
        return [nombre.clean(r) for r in renglones]


class FormaDeMiembro(FormaDeOrden):
    """Nombre, papel y correo de alguien."""

    nombre = TextoCorto(label=_("Nombre"), max_length=40)
    correo = forms.EmailField(
        label=_("Correo (opcional)"),
        required=False,
        max_length=254,
        help_text=_("Al entrar con ese correo será esta persona. Sólo lo ve quien lleva la peña."),
    )
    papel = forms.ChoiceField(label=_("Papel"), choices=Miembro.Papel.choices, widget=forms.RadioSelect)


class FormaDeEntrar(FormaDeOrden):
    """Quién eres: alguien de la lista o un nombre nuevo."""

    miembro = forms.TypedChoiceField(label=_("¿Quién eres?"), coerce=int, required=False)
    nombre = TextoCorto(label=_("Si no estás en la lista, ¿cómo te dicen?"), max_length=40, required=False)

    def __init__(self, *args: Any, apuntados: Sequence[Miembro] = (), **mas: Any) -> None:
        super().__init__(*args, **mas)
        campo = self.fields["miembro"]
        assert isinstance(campo, forms.ChoiceField)
        campo.choices = [("", _("No estoy en la lista")), *((m.pk, m.nombre) for m in apuntados)]

    def clean_miembro(self) -> int:
        """Sin escoger, un nombre nuevo."""
        return self.cleaned_data["miembro"] or 0


class FormaDeTemporada(FormaDeOrden):
    """Desde cuándo y cómo se cuenta."""

    nombre = TextoCorto(label=_("Nombre de la temporada"), max_length=40)
    desde = _dia(_("¿Desde qué día?"))
    por_lugar = TextoCorto(
        label=_("Puntos por lugar (opcional)"),
        max_length=120,
        required=False,
        help_text=_("Del primero para abajo: «10, 8, 6, 5, 4». Vacío: cuentan los puntos de cada Recreo."),
    )
    mejores = _cuantos(_("¿Cuántos Recreos cuentan?"), _("Los mejores de cada quien. Con 0 cuentan todos."))
    asistencia = _cuantos(_("Asistencia mínima"), _("Con menos Recreos nadie tiene lugar. Con 0 no se pide."))

    def clean_por_lugar(self) -> list[int]:
        """Los números, como los escriban: con comas, espacios o guiones."""
        partes = re.findall(r"\d+", self.cleaned_data["por_lugar"])
        sobra = re.sub(r"[\d\s,;.\-–]", "", self.cleaned_data["por_lugar"])
        if sobra or len(partes) > POSICIONES or any(len(p) > 4 for p in partes):
            raise forms.ValidationError(
                _("Escribe sólo números de mayor a menor, hasta %(n)s.") % {"n": POSICIONES}, code="invalid"
            )
        return [int(p) for p in partes]

    def clean_mejores(self) -> int:
        """Vacío es todos."""
        return self.cleaned_data["mejores"] or 0

    def clean_asistencia(self) -> int:
        """Vacío es ninguna."""
        return self.cleaned_data["asistencia"] or 0


class FormaDeTemporadaNueva(FormaDeTemporada):
    """La que sigue a la de ahora."""


class FormaDeCita(FormaDeOrden):
    """El día, la hora y dónde."""

    dia = _dia(_("¿Qué día?"))
    hora = forms.TimeField(
        label=_("¿A qué hora?"),
        widget=forms.TimeInput(attrs={"type": "time", "placeholder": "19:00"}, format="%H:%M"),
        error_messages={"invalid": _("Escribe la hora como 19:00.")},
    )
    lugar = TextoCorto(label=_("¿Dónde? (opcional)"), max_length=60, required=False)
    nota = TextoCorto(
        label=_("Algo que deban saber (opcional)"),
        max_length=200,
        required=False,
        help_text=_("«Cada quien su botana»."),
    )

    def cuando(self) -> datetime:
        """El instante, en la hora de aquí."""
        junto = datetime.combine(self.cleaned_data["dia"], self.cleaned_data["hora"])
        return timezone.make_aware(junto)


class FormaDeCuota(FormaDeOrden):
    """Para qué, cuánto y hasta cuándo."""

    concepto = TextoCorto(
        label=_("¿Para qué es?"),
        max_length=60,
        error_messages={"required": _("Falta para qué es la cuota. Por ejemplo: «Botana de marzo».")},
    )
    importe = Importe(
        label=_("¿Cuánto cada quien?"),
        max_digits=8,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"invalid": _("Escribe la cantidad con números, como 50 o 12.50.")},
    )
    vence = _dia(_("¿Para cuándo? (opcional)"), required=False)


class FormaDePago(FormaDeOrden):
    """Quién le pagó a quién."""

    de = forms.TypedChoiceField(label=_("¿Quién pagó?"), coerce=int)
    a = forms.TypedChoiceField(label=_("¿A quién?"), coerce=int)
    importe = Importe(
        label=_("¿Cuánto?"),
        max_digits=8,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        error_messages={"invalid": _("Escribe la cantidad con números, como 50 o 12.50.")},
    )

    def __init__(self, *args: Any, gente: Sequence[Miembro] = (), cobran: Sequence[Miembro] = (), **mas: Any) -> None:
        super().__init__(*args, **mas)
        for campo, quienes in (("de", gente), ("a", cobran)):
            elegible = self.fields[campo]
            assert isinstance(elegible, forms.ChoiceField)
            elegible.choices = [(m.pk, m.nombre) for m in quienes]


class FormaDeJugar(FormaDeOrden):
    """Quiénes juegan hoy."""

    miembros = forms.TypedMultipleChoiceField(
        label=_("De la peña"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    de_fuera = forms.CharField(
        label=_("¿Viene alguien de fuera? Un nombre por renglón (opcional)"),
        max_length=900,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, gente: Sequence[Miembro] = (), **mas: Any) -> None:
        super().__init__(*args, **mas)
        elegible = self.fields["miembros"]
        assert isinstance(elegible, forms.MultipleChoiceField)
        elegible.choices = [(m.pk, m.nombre) for m in gente]

    def clean_de_fuera(self) -> list[str]:
        """Cada renglón, limpio."""
        nombre = TextoCorto(max_length=40, required=False)
        return [nombre.clean(r) for r in re.split(r"[\r\n]+", self.cleaned_data["de_fuera"]) if r.strip()][:16]


class FormaDeBorrar(FormaDeOrden):
    """El nombre de la peña, para no borrarla por accidente."""

    nombre = TextoCorto(label=_("Para borrarla, escribe su nombre"), max_length=60)


class FormaDeSalir(FormaDeOrden):
    """Salir, y si además se quita el nombre de lo jugado."""

    sin_nombre = forms.BooleanField(label=_("Quitar también mi nombre de las tablas"), required=False)


# --- las que van en un solo botón -------------------------------------------------------------------------------------
class FormaDeVenir(FormaDeOrden):
    """Si viene (1) o no (0), uno mismo o por otro."""

    cita = forms.IntegerField(min_value=1, max_value=ID_MAXIMO)
    viene = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])
    miembro = forms.IntegerField(required=False, min_value=0, max_value=ID_MAXIMO)

    def clean_miembro(self) -> int:
        """Sin decirlo, uno mismo."""
        return self.cleaned_data["miembro"] or 0


class FormaDeMarcar(FormaDeOrden):
    """El estado de la cuota de alguien."""

    cuota = forms.IntegerField(min_value=1, max_value=ID_MAXIMO)
    estado = forms.ChoiceField(choices=CuotaDeMiembro.Estado.choices)


class FormaDeQuitarCuota(FormaDeOrden):
    """Una cuota."""

    cuota = forms.IntegerField(min_value=1, max_value=ID_MAXIMO)


class FormaDeAnularPago(FormaDeOrden):
    """Un pago."""

    pago = forms.IntegerField(min_value=1, max_value=ID_MAXIMO)


class FormaDeSacar(FormaDeOrden):
    """A alguien, con su nombre o sin él."""

    miembro = forms.IntegerField(min_value=1, max_value=ID_MAXIMO)
    sin_nombre = forms.BooleanField(required=False)

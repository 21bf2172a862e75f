"""Los formularios de las órdenes de una mesa: sin tope de mesas ni de números, que los sabe su dueño."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from recreo.hoja.marca import desglosar
from recreo.hoja.servicios.manos import MANOS_MAXIMAS
from reglas.tipos import Desenlace

PAREJAS = [("0", "0"), ("1", "1")]
NUMERO_MAXIMO = 32_767
"""El mayor que guarda la base en un número corto."""


class Numero(forms.IntegerField):
    """El número de una partida, una mesa o una persona. Si existe lo dice el servicio."""

    def __init__(self, **opciones: Any) -> None:
        super().__init__(min_value=1, max_value=NUMERO_MAXIMO, **opciones)


class Numeros(forms.TypedMultipleChoiceField):
    """Varios números de persona; a lo más, los cuatro de una mesa."""

    def __init__(self, **opciones: Any) -> None:
        super().__init__(coerce=int, **opciones)

    def valid_value(self, value: Any) -> bool:
        """Cualquiera que pueda ser de alguien."""
        texto = str(value)
        return texto.isascii() and texto.isdigit() and 1 <= int(texto[:6]) <= NUMERO_MAXIMO


class FormaDeOrden(forms.Form):
    """Toda orden lleva su identificador: repetirla no la aplica dos veces."""

    id_orden = forms.UUIDField()


class FormaDeMesa(FormaDeOrden):
    """Nombra una mesa de una partida."""

    partida = Numero()
    mesa = Numero()


class FormaDeAsiento(FormaDeMesa):
    """Nombra a un jugador de una mesa."""

    numero = Numero()


class FormaDeAsistencia(FormaDeMesa):
    """Los números presentes; ninguno es válido."""

    presentes = Numeros(required=False)


class FormaDeDefault(FormaDeAsiento):
    """Proponer (1) o negar (0) el default contra la pareja de un jugador."""

    aplica = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")], empty_value=None)


class FormaDeMano(FormaDeMesa):
    """Una mano: cómo terminó, qué pareja y cuántos tantos; `revision` es la que se vio."""

    mano = forms.IntegerField(min_value=1, max_value=MANOS_MAXIMAS)
    revision = forms.IntegerField(min_value=0, max_value=9999)
    desenlace = forms.TypedChoiceField(coerce=Desenlace, choices=[(d.value, d.value) for d in Desenlace])
    pareja = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, choices=PAREJAS)
    tantos = forms.IntegerField(
        required=False, min_value=0, max_value=9999, error_messages={"invalid": _("Escribe los tantos con números.")}
    )

    def __init__(self, data: Any = None, *args: Any, **opciones: Any) -> None:
        super().__init__(desglosar(data), *args, **opciones)

    def clean_tantos(self) -> int:
        """Sin tantos es cero: un cierre empatado o una mano a juegos ganados."""
        return self.cleaned_data["tantos"] or 0


class FormaDeDiscrepancia(FormaDeMano):
    """La otra versión de una mano."""

    revision = None  # type: ignore[assignment]


class FormaDeBorrar(FormaDeMesa):
    """Borrar una mano, o devolver la que se borró."""

    mano = forms.IntegerField(min_value=1, max_value=MANOS_MAXIMAS)
    revision = forms.IntegerField(min_value=0, max_value=9999)


class FormaDeLlamada(FormaDeMesa):
    """Llamar al organizador, con o sin explicación."""

    texto = TextoCorto(max_length=200, required=False)


class FormaDeCierre(FormaDeMesa):
    """Confirmar la pareja ganadora de lo que se vio."""

    ganadora = forms.TypedChoiceField(
        coerce=int, choices=PAREJAS, error_messages={"required": _("Escoge qué pareja ganó.")}
    )
    anotadas = forms.IntegerField(min_value=0, max_value=9999)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeRevisarHoja(FormaDeMesa):
    """Conforme (1) o no (0) con la hoja que se vio; la objeción lleva su porqué."""

    conforme = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])
    anotadas = forms.IntegerField(min_value=0, max_value=9999)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeSuspension(FormaDeMesa):
    """Suspender por tiempo lo que se vio."""

    anotadas = forms.IntegerField(min_value=0, max_value=9999)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeAplicarDefault(FormaDeMesa):
    """Default o infracción: quién gana y, si es infracción, de quién."""

    gana = forms.TypedChoiceField(
        coerce=int, choices=PAREJAS, error_messages={"required": _("Escoge qué pareja gana.")}
    )
    infraccion_de = Numero(required=False)
    motivo = TextoCorto(max_length=200, required=False)


class FormaDeIncidencia(FormaDeOrden):
    """Nombra una incidencia."""

    incidencia = forms.IntegerField(min_value=1)


class FormaDeVer(FormaDeIncidencia):
    """Qué incidencia se vio, y con qué letrero estaba en la pantalla."""

    letrero = TextoCorto(max_length=12, required=False)


class FormaDeResolver(FormaDeOrden):
    """Aceptar (1) o no (0) la otra versión de una mano."""

    discrepancia = forms.IntegerField(min_value=1)
    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])

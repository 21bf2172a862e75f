"""Cómo se escribe una pareja o un equipo: por el enlace, uno; en la mesa de registro, una lista (TO2)."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto, sin_invisibles
from reglas.suizo.tipos import Modalidad
from torneos.forms import LETRAS_DE_LISTA, LINEAS_DE_LISTA, FormaDeApuntarse, FormaDeRegistro
from torneos.servicios import Conjunto, Persona

LETRAS = "abcd"
LARGO = 40


class Nombre(TextoCorto):
    """El de una persona."""

    def __init__(self, **opciones: Any) -> None:
        largo = _("Ese nombre es muy largo: hasta 40 letras.")
        falta = _("Falta un nombre: se inscriben todos.")
        super().__init__(max_length=LARGO, error_messages={"required": falta, "max_length": largo}, **opciones)


class FormaDeConjunto(forms.Form):
    """Lo común a parejas y equipos; cada una dice cuántos son y cómo se llama."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    correo = forms.EmailField(
        label=_("Tu correo (si quieres)"),
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "inputmode": "email"}),
        error_messages={"invalid": _("Ese correo no está completo. Es como nombre@correo.mx.")},
    )
    suplente = Nombre(label=_("Suplente (si hay)"), required=False)
    club = TextoCorto(label=_("Su club (si tienen)"), max_length=60, required=False)
    procedencia = TextoCorto(label=_("De dónde vienen (si quieren)"), max_length=60, required=False)

    def conjunto(self) -> Conjunto:
        """Lo escrito, para el servicio; el correo es de quien inscribe, que va primero."""
        d = self.cleaned_data
        nombres = [d[letra] for letra in LETRAS if letra in d]
        primero = Persona(nombres[0], d["correo"])
        suplente = Persona(d["suplente"]) if d["suplente"] else None
        suyos = (primero, *map(Persona, nombres[1:]))
        return Conjunto(suyos, d["nombre_del_conjunto"], suplente, d["club"], d["procedencia"])


class FormaDePareja(FormaDeConjunto):
    """Dos nombres; el de la pareja, si lo tienen."""

    a = Nombre(label=_("Tu nombre"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    b = Nombre(label=_("El nombre de tu pareja"))
    nombre_del_conjunto = Nombre(label=_("Cómo se llaman juntos (si quieren)"), required=False)
    field_order = ("id_orden", "a", "b", "nombre_del_conjunto")


class FormaDeEquipo(FormaDeConjunto):
    """El nombre del equipo y sus cuatro, en el orden que queda fijo."""

    nombre_del_conjunto = Nombre(label=_("Nombre del equipo"))
    a = Nombre(label=_("Primera persona (tú)"), widget=forms.TextInput(attrs={"autocomplete": "name"}))
    b = Nombre(label=_("Segunda persona"))
    c = Nombre(label=_("Tercera persona"))
    d = Nombre(label=_("Cuarta persona"), help_text=_("Este orden queda fijo: dice quién es pareja de quién."))
    field_order = ("id_orden", "nombre_del_conjunto", "a", "b", "c", "d")


def forma_de_apuntarse(modalidad: str) -> type[FormaDeApuntarse | FormaDeConjunto]:
    """La de quien llega por el enlace."""
    if modalidad == Modalidad.PAREJAS.value:
        return FormaDePareja
    return FormaDeEquipo if modalidad == Modalidad.EQUIPOS.value else FormaDeApuntarse


class FormaDeRegistroDeConjuntos(forms.Form):
    """Una lista de parejas o de equipos, uno por renglón: «Nombre: Ana, Beto / Suplente»."""

    id_orden = forms.UUIDField(widget=forms.HiddenInput)
    lista = forms.CharField(
        max_length=LETRAS_DE_LISTA,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={
            "required": _("Escribe al menos un renglón."),
            "max_length": _("Es una lista muy larga: divídela en dos."),
        },
    )
    llegaron = forms.BooleanField(label=_("Ya están en la sala"), required=False, initial=True)

    def clean_lista(self) -> list[Conjunto]:
        """Los conjuntos, en su orden; si están completos lo dice el servicio."""
        renglones = [r for r in self.cleaned_data["lista"].splitlines() if r.strip()]
        if len(renglones) > LINEAS_DE_LISTA:
            raise ValidationError(_("Son muchos renglones: hasta %(n)d de una vez."), params={"n": LINEAS_DE_LISTA})
        return [_conjunto(renglon) for renglon in renglones]


def _conjunto(renglon: str) -> Conjunto:
    nombre, dos_puntos, quienes = renglon.partition(":")
    if not dos_puntos:
        nombre, quienes = "", renglon
    titulares, _diagonal, suplente = quienes.partition("/")
    nombres = [n.strip() for n in titulares.split(",")]
    for uno in (nombre.strip(), suplente.strip(), *nombres):
        if uno:
            sin_invisibles(uno)
        if len(uno) > LARGO:
            raise ValidationError(_("Hay un nombre muy largo: hasta 40 letras."))
    reserva = Persona(suplente.strip()) if suplente.strip() else None
    return Conjunto(tuple(map(Persona, nombres)), nombre.strip(), reserva)


class FormaDeRegistroDeParejas(FormaDeRegistroDeConjuntos):
    """Con su etiqueta y su ejemplo."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lista"].label = _("Una pareja por renglón")
        self.fields["lista"].help_text = _("«Ana, Beto» o, con nombre y suplente, «Los Arcos: Ana, Beto / Caro».")


class FormaDeRegistroDeEquipos(FormaDeRegistroDeConjuntos):
    """Con su etiqueta y su ejemplo."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lista"].label = _("Un equipo por renglón")
        self.fields["lista"].help_text = _("«Los Arcos: Ana, Beto, Caro, Dani» y, si hay suplente, «/ Eva» al final.")


def forma_de_registro(modalidad: Modalidad) -> type[FormaDeRegistro | FormaDeRegistroDeConjuntos]:
    """La de la mesa de registro."""
    de_conjuntos = {Modalidad.PAREJAS: FormaDeRegistroDeParejas, Modalidad.EQUIPOS: FormaDeRegistroDeEquipos}
    return de_conjuntos.get(modalidad, FormaDeRegistro)

"""Lo que las páginas de la gente reciben, traducido; comprobarlo es de los servicios."""

from django import forms

from config.comun.escrito import TextoCorto
from enlinea.acceso.forms import FormaDeOrden


class FormaDeCara(FormaDeOrden):
    """Color y figura; vacíos, los que le toquen."""

    color = TextoCorto(required=False, max_length=10)
    figura = TextoCorto(required=False, max_length=10)


class FormaDePersona(FormaDeOrden):
    """Nombra a otra persona. `perfil`: se pidió desde su página, y ahí se vuelve."""

    cuenta = forms.IntegerField(min_value=1, max_value=2**62)
    perfil = forms.BooleanField(required=False)


class FormaDeContestar(FormaDePersona):
    """Aceptar (1) o no (0)."""

    acepta = forms.TypedChoiceField(coerce=lambda v: v == "1", choices=[("1", "1"), ("0", "0")])


class FormaDeEspera(FormaDeOrden):
    """Por cuántas horas se espera a que haya tres."""

    horas = forms.IntegerField(min_value=1, max_value=24)


class FormaDeCita(FormaDeOrden):
    """Cuándo y a qué; con `cita`, la que se cambia."""

    cita = forms.IntegerField(required=False, min_value=1, max_value=2**53)
    dia = forms.DateField()
    hora = forms.TimeField()
    meta = TextoCorto(required=False, max_length=20)
    modo = TextoCorto(required=False, max_length=20)
    vista = forms.IntegerField(required=False, min_value=0, max_value=2**31)
    nota = forms.CharField(required=False, max_length=500)


class FormaDeVoy(FormaDeOrden):
    """Si va, si quizá o si ya no."""

    cita = forms.IntegerField(min_value=1, max_value=2**53)
    vista = forms.IntegerField(required=False, min_value=0, max_value=2**31)
    va = forms.ChoiceField(choices=[("si", "si"), ("quiza", "quiza"), ("no", "no")])


class FormaDeEsaCita(FormaDeOrden):
    """Nombra una mesa con hora."""

    cita = forms.IntegerField(min_value=1, max_value=2**53)

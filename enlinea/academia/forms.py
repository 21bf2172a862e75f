"""Guardar una simulación y buscar una partida, traducidos de su formulario; comprobar es del servicio."""

from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from config.comun.escrito import TextoCorto
from enlinea.academia.consultas.partidas import Busqueda
from enlinea.acceso.forms import LARGO_HOLGADO, FormaDeOrden
from enlinea.models import Mesa
from reglas.reglamento import AMIGOS


class FormaDeRama(FormaDeOrden):
    """Una simulación por guardar: de qué mano, desde dónde y qué se tiró."""

    mano = forms.IntegerField(min_value=1, max_value=1000)
    desde = forms.IntegerField(min_value=0, max_value=AMIGOS.fichas.bit_count())
    jugadas = forms.CharField(max_length=200)
    nombre = forms.CharField(required=False, max_length=200)


class FormaDeBusqueda(forms.Form):
    """Con quién, a qué y cómo quedó; lo que no vale es como si no se pidiera."""

    con = TextoCorto(label=_("Con quién o en qué mesa"), required=False, max_length=60)
    meta = forms.ChoiceField(
        label=_("A qué se jugó"), required=False, choices=[("", _("a lo que sea")), *Mesa.AQueSeJuega.choices]
    )
    como = forms.ChoiceField(
        label=_("Cómo quedó"),
        required=False,
        choices=[("", _("ganadas y perdidas")), ("ganadas", _("las que gané")), ("perdidas", _("las que perdí"))],
    )

    def busqueda(self) -> Busqueda:
        """Lo pedido."""
        self.is_valid()
        limpio = self.cleaned_data
        return Busqueda(limpio.get("con", ""), limpio.get("meta", ""), limpio.get("como", ""))

    def en_enlace(self) -> str:
        """Lo pedido, para el enlace de la página que sigue: «con=Beto&como=ganadas»."""
        return urlencode({campo: valor for campo, valor in self.cleaned_data.items() if valor})


class FormaDeEstudio(FormaDeOrden):
    """Qué se comparte y cómo; `mano` 0, toda la partida; `donde`, la jugada que se miraba."""

    mano = forms.IntegerField(min_value=0, max_value=1000)
    titulo = forms.CharField(required=False, max_length=200)
    con_nombres = forms.BooleanField(required=False)
    se_busca = forms.BooleanField(required=False)
    donde = forms.RegexField(r"^\?mano=\d{1,4}&jugada=\d{1,2}$", required=False, max_length=30)


class FormaDeComentario(FormaDeOrden):
    """Lo escrito de una jugada y lo que decía antes; el tope lo dice el servicio, para que se lea cuánto cabe."""

    mano = forms.IntegerField(min_value=1, max_value=1000)
    jugada = forms.IntegerField(min_value=0, max_value=AMIGOS.fichas.bit_count())
    texto = forms.CharField(required=False, max_length=LARGO_HOLGADO)
    vista = forms.CharField(required=False, max_length=LARGO_HOLGADO)

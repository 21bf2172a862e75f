"""Lo que un nombre o un motivo no puede llevar, y que ninguno se escape de la revisión."""

import pytest
from django import forms
from django.core.exceptions import ValidationError

from config.comun.escrito import TextoCorto, sin_invisibles
from enlinea.academia.forms import FormaDeComentario, FormaDeEstudio, FormaDeRama
from enlinea.encuentros.forms import FormaDeCita
from enlinea.moderacion.forms import FormaDeHecho, FormaDeReporte
from enlinea.sala.forms import FormaDeArmado, FormaDeCharla
from recreo.forms import FormaDeRenglon
from suscripciones.forms import CorreoDeEntrada, DatosDeCuenta
from tests.config.formularios import formularios

# bidireccionales, de ancho cero, rellenos y etiquetas que no se ven
PROHIBIDOS = [
    *"\u061c\u200b\u200c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
    *"\u00ad\u034f\u115f\u1160\u180e\u2800\u3164\uffa0\U000e0041\ufff9\x00\x1f\x7f\t\n\u2028\u2029",
]
# lo que otras piezas limpian (enlinea/escrito.py), lo que escoge de una lista y lo que sólo dice a dónde volver
POR_OTRO_LADO = {
    (FormaDeCharla, "texto"),
    (FormaDeReporte, "comentario"),
    (FormaDeRama, "nombre"),
    (FormaDeRama, "jugadas"),
    (FormaDeArmado, "nombre"),
    (FormaDeArmado, "meta"),
    (FormaDeArmado, "modo"),
    (FormaDeHecho, "volver"),
    (FormaDeReporte, "volver"),
    (FormaDeEstudio, "titulo"),
    (FormaDeComentario, "texto"),
    (FormaDeComentario, "vista"),  # sólo se compara con lo guardado
    (FormaDeCita, "nota"),
}


@pytest.mark.parametrize("letra", PROHIBIDOS, ids=lambda letra: f"U+{ord(letra):04X}")
def test_un_nombre_no_lleva_lo_que_no_se_ve_ni_lo_que_voltea(letra: str) -> None:
    for nombre in (f"Pa{letra}co", f"{letra}Paco", f"Paco{letra}"):
        with pytest.raises(ValidationError, match="no se ven"):
            sin_invisibles(nombre)


@pytest.mark.parametrize("nombre", ["Pa\u200dco", "😀\u200dPaco", "Paco\u200d😀", "Paco\ufe0f", "Paco \ufe0e"])
def test_lo_que_une_emojis_no_sirve_para_esconder_letras(nombre: str) -> None:
    with pytest.raises(ValidationError):
        sin_invisibles(nombre)


@pytest.mark.parametrize(
    "nombre",
    [
        "Ñoño Güemes",
        "José Ma. O’Higgins-Ávila",
        "Пётр",
        "محمد",
        "李小龍",
        "👨\u200d👩\u200d👧",
        "❤\ufe0f Lupe",
        "Beto 🏳\ufe0f\u200d🌈",
        "e\u0301",
    ],
)
def test_los_nombres_de_la_gente_pasan(nombre: str) -> None:
    sin_invisibles(nombre)


def test_se_dice_en_la_forma_y_junto_a_su_campo() -> None:
    for forma in (
        DatosDeCuenta({"nombre": "Pa\u202eco", "usuario": ""}),
        FormaDeRenglon({"nombre": "Pa\u200bco", "correo": "", "anota": ""}),
    ):
        assert "no se ven" in forma.errors["nombre"][0]


def test_lo_largo_se_niega_con_su_mensaje_y_sin_mas_revision() -> None:
    corto = TextoCorto(max_length=5, validators=[lambda _texto: pytest.fail("se revisó")])
    with pytest.raises(ValidationError, match="5") as falla:
        corto.clean("a" * 6)
    assert falla.value.code == "max_length"
    with pytest.raises(ValidationError, match="Muy largo"):
        TextoCorto(max_length=5, error_messages={"max_length": "Muy largo"}).clean("a" * 6)


def test_ningun_texto_de_ningun_formulario_se_escapa() -> None:
    sueltos = [
        (forma, nombre)
        for forma in formularios()
        for nombre, campo in forma.base_fields.items()
        if type(campo) is forms.CharField and (forma, nombre) not in POR_OTRO_LADO
        if forma.__module__.startswith(("recreo", "suscripciones", "enlinea", "torneos", "config"))
        and not isinstance(campo.widget, forms.PasswordInput | forms.Textarea)
        and nombre not in ("login", "code", "password", "username")  # de allauth: no son nombres
    ]
    assert sueltos == [], "usa config.comun.escrito.TextoCorto"
    assert CorreoDeEntrada in formularios()

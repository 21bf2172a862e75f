"""SU1: las contraseñas que cualquiera probaría primero no se admiten; las de dos o tres palabras, sí."""

import unicodedata

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from suscripciones.claves_comunes import DE_LA_CASA, ClavesComunes
from suscripciones.models import Cuenta

COMUNES = ClavesComunes()
NUESTRAS = sorted(COMUNES.de_la_casa)


@pytest.mark.parametrize(
    "clave",
    [
        "12345678", "contraseña", "Contraseña1", "México2026", "Guadalupe2026!", "guadalajara", "dominó123",
        "D0m1n02026",
        "tequieromucho", "CruzAzul10", "holahola1", "muladeseises", "amigosporeldomino", "$ecreto2026", "princesa_1995",
        "qwertyuiop", "99veracruz99",
    ],
)  # fmt: skip
def test_las_comunes_no_pasan_ni_con_algo_pegado(clave: str) -> None:
    with pytest.raises(ValidationError, match="de las primeras que cualquiera probaría"):
        COMUNES.validate(clave)


@pytest.mark.parametrize(
    "clave",
    [
        "siete-mulas-y-media",
        "la-sopa-de-letras-9",
        "mula-de-cincos-77",
        "domino-lupita",
        "kX9#vPq2",
        "jarabe noria 4 t",
    ],
)
def test_las_buenas_pasan(clave: str) -> None:
    COMUNES.validate(clave)


@given(st.sampled_from(NUESTRAS), st.text("0123456789!.-_*", max_size=6), st.booleans())
def test_ninguna_de_la_casa_pasa_con_cifras_ni_mayusculas(palabra: str, pegado: str, grande: bool) -> None:
    with pytest.raises(ValidationError):
        COMUNES.validate((palabra.capitalize() if grande else palabra) + pegado)


def test_la_lista_esta_como_se_compara() -> None:
    renglones = [x for x in DE_LA_CASA.read_text(encoding="utf-8").splitlines() if not x.startswith("#")]
    assert renglones == sorted(set(renglones))
    assert all(x == unicodedata.normalize("NFKD", x.lower()) and x.isalpha() and len(x) >= 4 for x in renglones)
    assert len(renglones) > 200


@pytest.mark.django_db
def test_por_la_puerta_se_dice_que_hacer_y_la_cuenta_no_nace() -> None:
    datos = {"nombre": "Beto", "email": "beto@club.mx", "password1": "Guadalajara2026"}
    pagina = Client().post("/cuenta/signup/", datos).content.decode()
    assert "Usa dos o tres palabras" in pagina
    assert not Cuenta.objects.exists()
    with pytest.raises(ValidationError, match="cualquiera probaría"):
        validate_password("Guadalajara2026")

"""El aviso de privacidad: la autoridad vigente, quién responde, qué se pide en cada captura y sólo lo que es verdad."""

import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from config.base.privacidad import AJUSTES, CAPTURAS, revisar

pytestmark = pytest.mark.django_db
PLANTILLAS = Path(__file__).resolve().parents[2] / "templates"
# dónde se toma cada dato: la plantilla que lo pide lleva su aviso
DONDE = {
    "entrar": (
        "suscripciones/entrar.html",
        "recreo/entrada/correo.html",
        "publico/inicio.html",
        "enlinea/sala/te_invitan.html",
    ),
    "alta": ("account/signup.html",),
    "cuenta": ("suscripciones/cuenta.html",),
    "pagar": ("suscripciones/pagar.html",),
    "factura": ("suscripciones/factura.html",),
    "recreo": ("recreo/nuevo/ambito.html",),
    "jugadores": ("recreo/jugadores/pagina.html", "recreo/regreso/persona.html"),
    "reclamar": ("recreo/invitacion/invitacion.html", "recreo/invitacion/recibir.html"),
    "pena": (
        "recreo/penas/nueva.html",
        "recreo/penas/gente.html",
        "recreo/penas/persona.html",
        "recreo/penas/entrar.html",
    ),
    "foto": ("recreo/papel/fotos.html",),
    "discapacidad": ("recreo/discapacidad/pagina.html",),
    "torneo": ("torneos/publica/pagina.html",),
    "registro": ("torneos/registro/pagina.html", "torneos/registro/persona.html"),
    "enlinea": ("enlinea/sala/sala.html",),
    "reporte": ("enlinea/reportes/senalar.html",),
}
# las que piden un dato que otra pantalla ya avisó, o que no es de una persona
SIN_AVISO = {
    "recreo/jugadores/_renglon_mas.html": "es un pedazo de la página de jugadores, que lo lleva",
    "enlinea/reportes/_senalar.html": "lleva el enlace en su ayuda",
    "torneos/nuevo.html": "el nombre es el del torneo",
    "recreo/penas/borrar.html": "el nombre es el de la peña, para confirmar",
    "recreo/penas/cuotas.html": "el nombre es el de la cuota",
    "recreo/penas/editar.html": "el nombre es el de la peña",
    "recreo/penas/temporada.html": "el nombre es el de la temporada",
    "torneos/auxiliares.html": "el correo de quien ya tiene cuenta y va a ayudar",
    "account/password_reset.html": "el correo de una cuenta que ya existe",
    "account/email_change.html": "de la biblioteca, sin ruta que la enseñe a quien no tiene cuenta",
}
CORREO_O_NOMBRE = re.compile(r'type="email"|autocomplete="email"|campo forma\.(?:correo|nombre)|name="comentario"')


def pagina() -> str:
    return " ".join(Client().get("/privacidad/").content.decode().split())


def test_cada_captura_tiene_su_aviso_y_la_pagina_dice_lo_mismo() -> None:
    assert set(DONDE) == set(CAPTURAS)
    entera = pagina()
    for clave, rutas in DONDE.items():
        assert all(f'aviso_de_datos "{clave}"' in (PLANTILLAS / ruta).read_text() for ruta in rutas), clave
        assert str(CAPTURAS[clave].datos) in entera and str(CAPTURAS[clave].para) in entera


def test_ninguna_plantilla_pide_correo_o_nombre_sin_aviso() -> None:
    con_aviso = {ruta for rutas in DONDE.values() for ruta in rutas}
    textos = {str(p.relative_to(PLANTILLAS)): p.read_text() for p in PLANTILLAS.rglob("*.html")}
    piden = {ruta for ruta, texto in textos.items() if CORREO_O_NOMBRE.search(texto)}
    assert piden - con_aviso - set(SIN_AVISO) == set()


@pytest.mark.parametrize("ruta", ["/entrar/", "/cuenta/signup/", "/recreo/"])
def test_el_aviso_corto_se_ve_junto_al_formulario(ruta: str) -> None:
    html = Client().get(ruta).content.decode()
    formulario = html[html.index('method="post"') : html.index("</form>", html.index('method="post"'))]
    assert "Privacidad." in formulario and 'href="/privacidad/"' in formulario


def test_nombra_la_ley_y_la_autoridad_de_hoy() -> None:
    html = pagina()
    assert "Secretaría Anticorrupción y Buen Gobierno" in html
    assert "20 de marzo de 2025" in html and "dof.gob.mx/nota_detalle.php?codigo=5752569" in html
    assert "INAI" not in html
    assert "20 días hábiles" in html


def test_de_discapacidad_dice_lo_que_se_guarda_y_no_se_guarda_mas() -> None:
    from django.apps import apps

    html = pagina()
    assert "Discapacidad: sólo si tú quieres, y sólo en ese Recreo." in html
    assert "De tu salud no guardamos nada más." in html and "no guardamos nada.</strong>" not in html
    plazo = re.search(r'data-plazo="discapacidades">([^<]*)<', html)
    assert plazo is not None and plazo[1].strip() == "1 día"
    campos = {f"{m._meta.label}.{c.name}" for m in apps.get_models() for c in m._meta.get_fields()}
    sensibles = re.compile(r"discapac|ayuda|salud|vista_|oido|oído|accesib", re.IGNORECASE)
    dichos = {"discapacidades", "discapacidad_consentida", "discapacidad_por_otro"}
    assert {c for c in campos if sensibles.search(c)} == {f"recreo.Jugador.{c}" for c in dichos}


def test_lo_voluntario_se_dice_aparte_de_lo_necesario() -> None:
    html = pagina()
    necesario, voluntario = html.split("Y sólo si tú quieres:")
    assert str(CAPTURAS["discapacidad"].datos) in voluntario and str(CAPTURAS["discapacidad"].datos) not in necesario
    assert "Para algo que no sea jugar, nada." in voluntario


def test_quien_responde_sale_de_los_ajustes_y_sin_ellos_lo_dice_la_revision(settings: LazySettings) -> None:
    for ajuste in AJUSTES:
        setattr(settings, ajuste, "")
    assert [w.id for w in revisar()] == ["privacidad.W001"] * 3
    assert "Responde por tus datos quien opera este sitio." in pagina()
    settings.PRIVACIDAD_RESPONSABLE = "Club Ejemplo, A. C."
    settings.PRIVACIDAD_DOMICILIO, settings.PRIVACIDAD_CORREO = "Calle 1", "datos@club.mx"
    assert revisar() == []
    html = pagina()
    assert "Club Ejemplo, A. C." in html and "Calle 1" in html and "datos@club.mx" in html
    assert "Responde Club Ejemplo, A. C." in Client().get("/entrar/").content.decode()

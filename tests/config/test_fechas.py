"""Una sola manera de escribir la hora y el importe, y todo de tú, también lo que trae Django (D514)."""

import gettext
import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import django
import pytest
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.comun import fechas
from config.formatos.es_MX import formats as de_django

RAIZ = Path(__file__).resolve().parent.parent.parent
CATALOGOS = RAIZ / "locale" / "es_MX" / "LC_MESSAGES"
HORA_EN_PLANTILLA = re.compile(r'\|(?:date|time):"([^"]*)"')
HORA_EN_PYTHON = re.compile(r"""(?:date_format|time_format)\([^\n]*?["']([^"']*)["']\)""")
LLEVA_HORA = re.compile(r"(?<!\\)[GHgh]:i")
DE_USTED = re.compile(
    r"\b(?:usted|seleccione|elija|introduzca|introduza|ingrese|haga|corrija|asegúrese|escriba|desea|envíe|"
    r"verifique|mantenga|por favor)\b",
    re.IGNORECASE,
)

DATO = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
DE_DJANGO = re.compile(r"\b(?:[Ss]eleccione|[Ee]lija|[Ii]ntroduzca|[Ii]ngrese|[Aa]segúrese|[Pp]or favor)\b")


def test_la_hora_se_dice_como_se_dice() -> None:
    tarde = datetime(2026, 11, 3, 18, 5, tzinfo=ZoneInfo("America/Mexico_City"))
    assert fechas.en_hora(tarde) == "6:05 p.m."
    assert fechas.en_dia(tarde) == "3 de noviembre de 2026"
    assert fechas.en_dia(tarde.date()) == "3 de noviembre de 2026"
    assert fechas.en_dia_y_hora(tarde) == "3 de noviembre de 2026, 6:05 p.m."
    assert fechas.cuando(tarde) == "el 3 de noviembre de 2026 a las 6:05 p.m."


def test_django_la_escribe_igual_donde_nadie_le_dice() -> None:
    assert (de_django.DATE_FORMAT, de_django.TIME_FORMAT, de_django.DATETIME_FORMAT) == (
        fechas.DIA,
        fechas.HORA,
        fechas.DIA_Y_HORA,
    )
    assert [formats.get_format(f"{que}_FORMAT") for que in ("DATE", "TIME", "DATETIME")] == [
        fechas.DIA,
        fechas.HORA,
        fechas.DIA_Y_HORA,
    ]


def _en(carpeta: str, patron: str, busca: re.Pattern[str]) -> list[str]:
    return [
        f"{archivo.relative_to(RAIZ)}: {formato}"
        for archivo in sorted((RAIZ / carpeta).rglob(patron))
        for formato in busca.findall(archivo.read_text(encoding="utf-8"))
        if (hora := LLEVA_HORA.search(formato)) and not formato.endswith(fechas.HORA) and hora
    ]


@pytest.mark.parametrize("patron", ["*.html", "*.txt"])
def test_ninguna_plantilla_escribe_la_hora_de_otra_manera(patron: str) -> None:
    assert _en("templates", patron, HORA_EN_PLANTILLA) == []


@pytest.mark.parametrize("app", ["config", "suscripciones", "recreo", "enlinea", "torneos"])
def test_ningun_modulo_escribe_la_hora_de_otra_manera(app: str) -> None:
    assert _en(app, "*.py", HORA_EN_PYTHON) == []


def test_lo_que_busca_si_encuentra() -> None:
    assert HORA_EN_PLANTILLA.findall('{{ x|date:"j M, H:i" }}') == ["j M, H:i"]
    assert HORA_EN_PYTHON.findall('date_format(x, "G:i")') == ["G:i"]
    assert LLEVA_HORA.search("H:i")


# --- de tú ------------------------------------------------------------------------------------------------------------
def _escrito(dominio: str) -> dict[str, list[str]]:
    """Lo que dice el `.po`."""
    partes = re.split(r"\n\n", (CATALOGOS / f"{dominio}.po").read_text(encoding="utf-8"))[1:]
    dicho = {}
    for parte in partes:
        msgid = re.search(r'msgid "(.*)"', parte)
        assert msgid, parte
        dicho[_sin_barras(msgid.group(1))] = [
            _sin_barras(uno) for uno in re.findall(r'msgstr(?:\[\d\])? "(.*)"', parte)
        ]
    return dicho


def _sin_barras(texto: str) -> str:
    return texto.replace('\\"', '"')


@pytest.mark.parametrize("dominio", ["django", "djangojs"])
def test_el_catalogo_compilado_es_el_escrito_y_habla_de_tu(dominio: str) -> None:
    with (CATALOGOS / f"{dominio}.mo").open("rb") as archivo:
        compilado = gettext.GNUTranslations(archivo)
    escrito = _escrito(dominio)
    for msgid, dichos in escrito.items():
        leidos = [compilado.gettext(msgid)] if len(dichos) == 1 else []
        leidos = leidos or [compilado._catalog[(msgid, n)] for n in range(len(dichos))]  # type: ignore[attr-defined]
        assert leidos == dichos, msgid
        assert not [uno for uno in dichos if DE_USTED.search(uno)], dichos
        assert {*DATO.findall(dichos[0])} == {*DATO.findall(msgid)}, msgid
    assert len(escrito) == len({c if isinstance(c, str) else c[0] for c in compilado._catalog} - {""})  # type: ignore[attr-defined]


def test_manda_sobre_el_de_django() -> None:
    with translation.override("es-mx"):
        assert _("Enter a whole number.") == "Escribe un número entero."
        assert _("This field is required.") == "Falta este dato."
        una = ngettext("Please correct the error below.", "Please correct the errors below.", 2)
        assert una == "Corrige lo que está marcado abajo."
        # el suyo decía «1 results»
        assert ngettext("%(counter)s result", "%(counter)s results", 1) == "%(counter)s resultado"


def test_lo_que_django_trae_ya_no_habla_de_usted() -> None:
    """Recorre sus catálogos: la versión que traiga otra frase de usted hace fallar la prueba."""
    base = Path(django.__file__).parent
    de_usted = set()
    for donde in ("contrib/admin", "contrib/auth", "conf"):
        for idioma in ("es", "es_MX"):
            with (base / donde / "locale" / idioma / "LC_MESSAGES" / "django.mo").open("rb") as archivo:
                catalogo = gettext.GNUTranslations(archivo)._catalog  # type: ignore[attr-defined]
            for clave, dicho in catalogo.items():
                if re.search(
                    r"\b(?:[Ss]eleccione|[Ee]lija|[Ii]ntroduzca|[Ii]ngrese|[Aa]segúrese|[Pp]or favor)\b", dicho
                ):
                    de_usted.add(clave if isinstance(clave, str) else clave[0])
    assert de_usted - set(_escrito("django")) == set()

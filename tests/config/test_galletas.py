"""Toda galleta lleva sus cuidados y, en producción, el prefijo que le toca (ASVS V3.3)."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.http import HttpResponse

from config.base.galletas import Galleta
from enlinea.acceso.aparato import GALLETA as DEL_NAVEGADOR
from enlinea.visita.llevados import GALLETA as DE_EJERCICIOS
from recreo.aparato import GALLETA as DEL_RECREO
from suscripciones.aparato import GALLETA as CONOCIDO

RAIZ = Path(__file__).resolve().parents[2]
TODAS = (CONOCIDO, DEL_NAVEGADOR, DEL_RECREO, DE_EJERCICIOS)


@pytest.mark.parametrize(
    ("dominio", "prefijos"),
    [
        (None, ("__Host-", "__Host-", "__Host-", "__Host-")),
        ("domino.mx", ("__Secure-", "__Host-", "__Secure-", "__Host-")),
    ],
)
def test_en_produccion_cada_una_lleva_el_prefijo_que_puede(
    settings: LazySettings, dominio: str | None, prefijos: tuple[str, ...]
) -> None:
    settings.SESSION_COOKIE_SECURE, settings.SESSION_COOKIE_DOMAIN = True, dominio
    assert [g.nombre for g in TODAS] == [p + g.que for p, g in zip(prefijos, TODAS, strict=True)]
    for galleta in TODAS:
        respuesta = HttpResponse()
        galleta.dejar(respuesta, "algo")
        (puesta,) = respuesta.cookies.values()
        assert puesta["secure"] and puesta["httponly"] and puesta["samesite"] == "Lax" and puesta["max-age"] > 0
        # lo que el navegador exige para creer el prefijo: si no, la tira sin decir nada
        if puesta.key.startswith("__Host-"):
            assert puesta["path"] == "/" and not puesta["domain"]
        galleta.quitar(respuesta)
        (quitada,) = respuesta.cookies.values()
        assert quitada.value == "" and quitada["max-age"] == 0 and quitada["path"] == puesta["path"]


def test_ninguna_se_llama_como_otra() -> None:
    """En la demostración la del Recreo y la de la mesa eran la misma, y sentarse en línea borraba la de anotar."""
    assert len({g.que for g in TODAS}) == len(TODAS)
    assert Galleta("una", timedelta(days=1)).nombre == "una"


def test_solo_hay_una_forma_de_ponerlas() -> None:
    ponen = {
        str(archivo.relative_to(RAIZ))
        for app in ("config", "enlinea", "recreo", "suscripciones", "torneos")
        for archivo in (RAIZ / app).rglob("*.py")
        if re.search(r"\.set_(signed_)?cookie\(", archivo.read_text(encoding="utf-8"))
    }
    # la de las vueltas va sin TLS, que es lo que se está arreglando: no puede ser `Secure`
    assert ponen == {"config/base/galletas.py", "config/servidor/middleware.py"}

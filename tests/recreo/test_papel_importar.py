"""Traer un acta desde la pantalla (RE8): con el permiso de quien organiza, todo o nada."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from recreo.identidad import Quien
from recreo.models import Recreo
from recreo.views.papel import ACTA_MAXIMA
from tests.recreo.actas_de_prueba import acta_de, ganada, mano, mesa
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.pagina import como, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]


def traer(quien: Quien, contenido: bytes | None) -> Any:
    datos = {} if contenido is None else {"archivo": SimpleUploadedFile("acta.json", contenido)}
    return como(quien).post(reverse("recreo:importar"), datos)


def test_se_trae_y_queda_como_propio() -> None:
    quien = Quien(cuenta_id=suscrita().pk)
    assert "Traer un acta" in texto(como(quien).get(reverse("recreo:entrada")))
    respuesta = traer(quien, json.dumps(acta_de([ganada()])).encode())
    recreo = Recreo.objects.get()
    assert respuesta.headers["Location"] == reverse("recreo:ir", args=[recreo.codigo])
    assert (recreo.organizador_id, recreo.estado) == (quien.cuenta_id, "en_juego")


@pytest.mark.parametrize(
    ("contenido", "dice"),
    [
        (None, "Falta el archivo"),
        (b"{", "no es JSON"),
        (b"[" * 100_000, "no es JSON"),
        (json.dumps(acta_de([mesa(1, mano(tantos=119))])).encode(), "Partida 1, mesa 1, mano 1."),
        (b" " * (ACTA_MAXIMA + 1), "pasa de 1.8 MB"),
    ],
)
def test_lo_que_no_vale_se_explica_y_no_deja_nada(contenido: bytes | None, dice: str) -> None:
    respuesta = traer(Quien(cuenta_id=suscrita().pk), contenido)
    assert respuesta.status_code == 422 and dice in texto(respuesta)
    assert not Recreo.objects.exists()


def test_la_misma_dos_veces_dice_cual_es() -> None:
    quien = Quien(cuenta_id=suscrita().pk)
    acta = json.dumps(acta_de([ganada()], [ganada()], [ganada()])).encode()
    assert traer(quien, acta).status_code == 302
    assert "ya se importó" in texto(traer(quien, acta))
    assert Recreo.objects.count() == 1


def test_sin_suscripcion_no_se_trae() -> None:
    respuesta = traer(Quien(cuenta_id=FabricaDeCuenta().pk), json.dumps(acta_de([ganada()])).encode())
    assert respuesta.status_code == 302 and not Recreo.objects.exists()

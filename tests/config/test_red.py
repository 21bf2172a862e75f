"""Hacia afuera sólo se sirve si se pide y se dice qué es: producción, demostración o desarrollo."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from config.servidor.direcciones import direccion_local, es_del_aparato
from tests.config.servidor import (
    RAIZ,
    base_migrada,
    copiar_base,
    entorno,
    esperar_salud,
    puerto_libre,
    sirviendo,
)

pytestmark = [pytest.mark.timeout(300), pytest.mark.usefixtures("una_vez")]
PACIENCIA = 90
HACIA_AFUERA = pytest.mark.skipif(direccion_local() is None, reason="este equipo no está en ninguna red")


@pytest.fixture
def base(tmp_path: Path, carpeta_de_bases: Path) -> str:
    return f"sqlite:///{copiar_base(base_migrada(carpeta_de_bases), tmp_path / 'servidor.sqlite3')}"


@pytest.mark.parametrize(
    "nombre", ["localhost", "LOCALHOST", ".localhost", "a.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "::1"]
)
def test_lo_que_no_sale_del_aparato(nombre: str) -> None:
    assert es_del_aparato(nombre)


@pytest.mark.parametrize(
    "nombre", ["", "*", "0.0.0.0", "192.168.1.7", "domino.mx", "localhost.mx", "::", "/tmp/enchufe"]
)
def test_lo_que_si_sale(nombre: str) -> None:
    assert not es_del_aparato(nombre)


SIN_PONER = {"ENTORNO": "", "ALLOWED_HOSTS": ""}


@pytest.mark.parametrize(
    ("orden", "ajustes"),
    [
        (["-c", "import config.asgi; print('sirve')"], {"ALLOWED_HOSTS": "localhost,domino.mx"}),
        pytest.param(["-c", "import config.asgi; print('sirve')"], {"ALLOWED_HOSTS": "*"}, marks=pytest.mark.noche),
        pytest.param(["-c", "import config.asgi; print('sirve')"], {"RED": "1"}, marks=pytest.mark.noche),
        pytest.param(["manage.py", "servir", "0", "--detras-de-proxy"], {}, marks=pytest.mark.noche),
        (["manage.py", "servir", "0"], {"RED": "1"}),
    ],
    ids=["otro_nombre", "cualquiera", "red", "detras_de_proxy", "servir_en_la_red"],
)
def test_sin_entorno_y_hacia_afuera_no_arranca_y_dice_por_que(
    base: str, orden: list[str], ajustes: dict[str, str]
) -> None:
    proceso = subprocess.run(
        [sys.executable, *orden], cwd=RAIZ, env=entorno(base, **{**SIN_PONER, **ajustes}),
        capture_output=True, text=True, timeout=PACIENCIA, check=False,
    )  # fmt: skip
    assert proceso.returncode == 1, proceso.stdout
    assert "ENTORNO no está puesto" in proceso.stderr
    assert "Traceback" not in proceso.stderr


def test_sin_entorno_en_el_propio_aparato_si(base: str) -> None:
    puerto = puerto_libre()
    with sirviendo(base, puerto, **SIN_PONER):
        with urlopen(f"http://127.0.0.1:{puerto}/robots.txt", timeout=PACIENCIA) as respuesta:
            assert respuesta.status == 200
        assert not escucha_en_la_red(puerto)


@HACIA_AFUERA
def test_sin_entorno_servido_de_otra_forma_se_niega_lo_que_llega_de_afuera(base: str) -> None:
    """uvicorn a mano, en 0.0.0.0: el arranque no sabe dónde escucha, pero cada petición dice por dónde llegó."""
    puerto = puerto_libre()
    a_mano = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", "0.0.0.0", "--port", str(puerto)]
    proceso = subprocess.Popen(
        a_mano, cwd=RAIZ, env=entorno(base, **SIN_PONER), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        esperar_salud(proceso, puerto)
        with pytest.raises(HTTPError, match="403") as negada:
            urlopen(f"http://{direccion_local()}:{puerto}/robots.txt", timeout=PACIENCIA)
        assert "ENTORNO=produccion" in negada.value.read().decode()
    finally:
        proceso.kill()
        proceso.communicate(timeout=30)


@HACIA_AFUERA
@pytest.mark.parametrize("red", [False, True], ids=["sola", "en_la_red"])
def test_la_demostracion_se_abre_a_la_red_solo_si_se_pide_y_lo_dice(base: str, red: bool) -> None:
    puerto = puerto_libre()
    with sirviendo(base, puerto, ENTORNO="demo", ALLOWED_HOSTS="", RED="1" if red else "") as servidor:
        assert escucha_en_la_red(puerto) is red
        if red:
            with urlopen(f"http://{direccion_local()}:{puerto}/robots.txt", timeout=PACIENCIA) as respuesta:
                assert respuesta.status == 200
        servidor.terminate()
        dicho, _errores = servidor.communicate(timeout=PACIENCIA)
    assert ("cualquiera que esté en ella puede entrar" in dicho) is red
    assert (f"http://{direccion_local()}:{puerto}" in dicho) is red
    assert ("make run RED=1" in dicho) is not red


def test_make_run_pasa_red_y_sin_ella_no() -> None:
    for pedido, dice in ((["RED=1"], "RED=1 "), ([], "RED= ")):
        orden = ["make", "-n", "run", f"PY={sys.executable}", *pedido]
        hecho = subprocess.run(orden, cwd=RAIZ, env=os.environ, capture_output=True, text=True, check=True, timeout=60)
        assert dice in hecho.stdout


def escucha_en_la_red(puerto: int) -> bool:
    direccion = direccion_local()
    if direccion is None:
        return False
    try:
        socket.create_connection((direccion, puerto), timeout=5).close()
    except OSError:
        return False
    return True

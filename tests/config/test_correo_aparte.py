"""Con un servidor de verdad: el código llega enseguida, y un correo colgado no detiene ninguna página."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from tests.config.servidor import base_migrada, copiar_base, puerto_libre, sirviendo
from tests.suscripciones.servidor_de_correo import correo_en_marcha

# más que los 16 hilos que atienden páginas; colgados, cada uno esperaría los 10 s de EMAIL_TIMEOUT
A_LA_VEZ = 24
PRONTO = 8.0


def pedir_codigo(raiz: str, correo: str) -> float:
    """Pide un código como un navegador y devuelve los segundos que tardó la página en contestar."""
    navegador = build_opener(HTTPCookieProcessor(CookieJar()))
    forma = navegador.open(f"{raiz}/entrar/", timeout=60).read().decode()
    ficha = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', forma)
    assert ficha is not None
    datos = urlencode({"correo": correo, "csrfmiddlewaretoken": ficha.group(1)}).encode()
    antes = time.monotonic()
    with navegador.open(f"{raiz}/entrar/", data=datos, timeout=60) as respuesta:
        assert respuesta.geturl().endswith("/entrar/codigo/")
    return time.monotonic() - antes


def test_el_codigo_llega_enseguida_y_un_correo_colgado_no_detiene_las_paginas(
    tmp_path: Path, carpeta_de_bases: Path
) -> None:
    base = f"sqlite:///{copiar_base(base_migrada(carpeta_de_bases), tmp_path / 'correo.sqlite3')}"
    puerto = puerto_libre()
    raiz = f"http://127.0.0.1:{puerto}"
    with correo_en_marcha() as correo:
        ajustes = {"ENTORNO": "desarrollo", "EMAIL_URL": f"smtp://127.0.0.1:{correo.puerto}", "INFORME_DE_CALIDAD": "0"}
        with sirviendo(base, puerto, **ajustes):
            pedir_codigo(raiz, "ana@club.mx")
            # en lo normal, centésimas; el cartero despierta al confirmar y no a su hora
            assert correo.llego.wait(PRONTO)
            assert re.match(r"\d{6} ", str(correo.recibidos[0]["Subject"]))
            correo.callado.set()
            with ThreadPoolExecutor(A_LA_VEZ) as muchos:
                tardaron = list(muchos.map(lambda n: pedir_codigo(raiz, f"p{n}@club.mx"), range(A_LA_VEZ)))
            assert max(tardaron) < PRONTO, tardaron
            assert correo.conexiones <= 3, "sólo el cartero habla con el correo, y de uno en uno"
            assert len(correo.recibidos) == 1

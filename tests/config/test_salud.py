"""`/salud` dice si se puede atender (la base lee y guarda, la capa responde) y `/salud/vivo`, si el proceso vive."""

import asyncio
import json
import re
import resource
import signal
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.conf import LazySettings
from django.db import OperationalError
from django.utils import timezone

from config.models import Latido
from config.servidor import salud
from despliegue import salud as vigia
from tests.config.servidor import puerto_libre, sirviendo

bases = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def sin_memoria(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salud, "_ultimo", None)


async def nadie(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("no es de la vigilancia")


async def pedir(ruta: str = "/salud") -> tuple[int, dict[str, str], dict[bytes, bytes]]:
    enviados: list[dict[str, Any]] = []

    async def enviar(mensaje: Any) -> None:
        enviados.append(mensaje)

    await salud.con_salud(nadie)({"type": "http", "path": ruta}, nadie, enviar)  # type: ignore[arg-type]
    return enviados[0]["status"], json.loads(enviados[1]["body"]), dict(enviados[0]["headers"])


def preguntar(ruta: str = "/salud") -> tuple[int, dict[str, str], dict[bytes, bytes]]:
    return asyncio.run(pedir(ruta))


@bases
def test_con_todo_en_orden_responde_200_y_deja_escrito_que_se_puede_escribir() -> None:
    antes = timezone.now()
    codigo, dicho, encabezados = preguntar()
    assert codigo == 200
    assert dicho == {"estado": "bien", "base": "bien", "capa": "bien"}
    assert encabezados[b"cache-control"] == b"no-store"
    assert Latido.objects.get(nombre="salud").instante >= antes


@bases
def test_se_pisa_a_si_mismo_y_no_crece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(salud, "VIGENCIA", -1)
    for _ in range(3):
        preguntar()
    assert Latido.objects.count() == 1


def test_sin_base_responde_503_y_no_cuenta_por_que(monkeypatch: pytest.MonkeyPatch) -> None:
    async def caida() -> None:
        raise OperationalError("contraseña de la base: secreta")

    monkeypatch.setattr(salud, "_base", caida)
    codigo, dicho, _encabezados = preguntar()
    assert codigo == 503
    assert dicho == {"estado": "mal", "base": "mal", "capa": "bien"}


def test_estar_vivo_no_depende_de_la_base(monkeypatch: pytest.MonkeyPatch) -> None:
    async def caida() -> None:
        raise OperationalError("no hay base")

    monkeypatch.setattr(salud, "_base", caida)
    assert preguntar("/salud/vivo")[:2] == (200, {"estado": "bien"})


@bases
def test_sin_redis_responde_503(settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    codigo, dicho, _encabezados = preguntar()
    assert codigo == 503
    assert dicho["capa"] == "mal"


@pytest.mark.redis
@bases
def test_con_redis_de_verdad_responde_200() -> None:
    assert preguntar()[1]["capa"] == "bien"


def test_la_base_lenta_no_cuelga_la_respuesta(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lenta() -> None:
        await asyncio.sleep(30)

    monkeypatch.setattr(salud, "ESPERA", 0.05)
    monkeypatch.setattr(salud, "_base", lenta)
    assert preguntar()[1]["base"] == "mal"


def test_mil_preguntas_a_la_vez_o_seguidas_son_una_escritura(monkeypatch: pytest.MonkeyPatch) -> None:
    veces = 0

    async def contada() -> None:
        nonlocal veces
        veces += 1
        await asyncio.sleep(0.02)

    monkeypatch.setattr(salud, "_base", contada)
    monkeypatch.setattr(salud, "VIGENCIA", 60)

    async def muchas() -> None:
        await asyncio.gather(*(pedir() for _ in range(500)))
        for _ in range(10):
            await pedir()

    asyncio.run(muchas())
    assert veces == 1


def leido(puerto: int, ruta: str) -> tuple[int, dict[str, str]]:
    try:
        with urlopen(f"http://127.0.0.1:{puerto}{ruta}", timeout=20) as respuesta:
            return respuesta.status, json.load(respuesta)
    except HTTPError as mal:
        return mal.code, json.load(mal)


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit es de Linux")
def test_con_el_disco_lleno_esta_mal_pero_vive_y_al_haber_lugar_se_repone(
    tmp_path: Path, carpeta_de_bases: Path
) -> None:
    """Un archivo que no puede crecer es lo que ve la base con el disco lleno: lee bien y no guarda."""
    from tests.config.servidor import base_migrada, copiar_base

    base = copiar_base(base_migrada(carpeta_de_bases), tmp_path / "llena.sqlite3")
    puerto = puerto_libre()
    with sirviendo(f"sqlite:///{base}", puerto, ALLOWED_HOSTS="ejemplo.com") as servidor:
        assert leido(puerto, "/salud")[0] == 200, "sin ser uno de los nombres que sirve"
        _suave, duro = resource.prlimit(servidor.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(servidor.pid, resource.RLIMIT_FSIZE, (1, duro))
        time.sleep(salud.VIGENCIA + 0.1)
        assert leido(puerto, "/salud") == (503, {"estado": "mal", "base": "mal", "capa": "bien"})
        assert leido(puerto, "/salud/vivo") == (200, {"estado": "bien"})
        resource.prlimit(servidor.pid, resource.RLIMIT_FSIZE, (duro, duro))
        time.sleep(salud.VIGENCIA + 0.1)
        assert leido(puerto, "/salud")[0] == 200


# --- el vigía de los contenedores -------------------------------------------------------------------------------------
@pytest.fixture
def carpeta(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(vigia, "VAR", tmp_path)
    return tmp_path


def test_el_vigia_dice_que_tarea_del_barrido_no_acaba_bien_aunque_el_barrido_lata(carpeta: Path) -> None:
    assert vigia.atrasadas() == ["latido"]
    ahora = time.time()
    (carpeta / "barrido.latido").write_text(json.dumps({"correo": (ahora - 500, 123.0), "otra": (ahora, 123.0)}))
    assert vigia.atrasadas() == ["correo"]
    assert vigia.principal(["--barrido"]) == 1
    (carpeta / "barrido.latido").write_text(json.dumps({"correo": (ahora, 123.0)}))
    assert vigia.principal(["--barrido"]) == 0
    assert vigia.atrasadas(ahora + 60) == ["latido"], "dejó de latir"


def test_a_quien_no_vive_se_le_termina_a_la_tercera_y_a_quien_vive_se_le_perdona(
    carpeta: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    senales: list[tuple[int, int]] = []
    monkeypatch.setattr("os.kill", lambda pid, senal: senales.append((pid, senal)))
    (carpeta / "servidor.pid").write_text("4321")
    muerto, enfermo = {"/salud": 0, "/salud/vivo": 0}, {"/salud": 503, "/salud/vivo": 200}
    for contesta in (muerto, muerto, enfermo, muerto, muerto):
        monkeypatch.setattr(vigia, "contesta", contesta.__getitem__)
        assert vigia.principal(["--reinicia"]) == 1
    assert senales == [], "entre medio vivió: la base caída no se arregla reiniciando"
    vigia.principal(["--reinicia"])
    vigia.principal(["--reinicia"])
    assert senales == [(4321, signal.SIGTERM), (4321, signal.SIGKILL)]


def test_sin_reinicia_el_vigia_no_toca_a_nadie(carpeta: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.kill", lambda *_: pytest.fail("sólo miraba"))
    monkeypatch.setattr(vigia, "contesta", lambda _ruta: 0)
    (carpeta / "servidor.pid").write_text("1")
    assert [vigia.principal([]) for _ in range(6)] == [1] * 6


@pytest.mark.skipif(sys.platform == "win32", reason="Windows no tiene SIGSTOP")
def test_un_servidor_atorado_de_verdad_se_corta_y_uno_sano_no(
    tmp_path: Path, carpeta_de_bases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.config.servidor import base_migrada, copiar_base

    base = copiar_base(base_migrada(carpeta_de_bases), tmp_path / "atorada.sqlite3")
    puerto = puerto_libre()
    with sirviendo(f"sqlite:///{base}", puerto) as servidor:
        monkeypatch.setattr(vigia, "VAR", tmp_path)
        monkeypatch.setenv("PUERTO_INTERNO", str(puerto))
        (tmp_path / "servidor.pid").write_text(str(servidor.pid))
        assert vigia.principal(["--reinicia"]) == 0
        servidor.send_signal(signal.SIGSTOP)
        for _ in range(vigia.PACIENCIA + 1):
            assert vigia.principal(["--reinicia"]) == 1
        assert servidor.wait(timeout=20) == -signal.SIGKILL


def test_el_vigia_acaba_antes_de_que_docker_lo_corte() -> None:
    """Cortado antes no llega a contar la falla, y al atorado no lo reinicia nadie."""
    dockerfile = (Path(vigia.__file__).resolve().parent.parent / "Dockerfile").read_text(encoding="utf-8")
    plazo = re.search(r"HEALTHCHECK.*--timeout=(\d+)s", dockerfile)
    assert plazo is not None and sum(vigia.PLAZOS.values()) < int(plazo[1])

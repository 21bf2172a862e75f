"""Los contenedores: con límites, de sólo lectura, fijados por su resumen, y el que enferma se levanta otra vez."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml

from tests.config.servidor import puerto_libre

RAIZ = Path(__file__).resolve().parent.parent.parent
SERVICIOS: dict[str, dict[str, Any]] = yaml.safe_load((RAIZ / "docker-compose.yml").read_text(encoding="utf-8"))[
    "services"
]
RESUMEN = re.compile(r"@sha256:[0-9a-f]{64}$")
posix = pytest.mark.skipif(sys.platform == "win32", reason="guiones de sh")


@pytest.mark.parametrize("servicio", sorted(SERVICIOS))
def test_cada_contenedor_tiene_limites_y_no_escribe_su_sistema(servicio: str) -> None:
    definicion = SERVICIOS[servicio]
    assert {"mem_limit", "cpus", "pids_limit"} <= set(definicion)
    assert definicion["read_only"] is True and definicion["init"] is True
    assert definicion["cap_drop"] == ["ALL"] and "no-new-privileges:true" in definicion["security_opt"]
    assert definicion.get("cap_add", []) == (["NET_BIND_SERVICE"] if servicio == "proxy" else [])
    assert all("size=" in carpeta for carpeta in definicion["tmpfs"])
    assert definicion["logging"]["options"] == {"max-size": "10m", "max-file": "5"}


def test_lo_que_escribe_la_aplicacion_esta_en_memoria_o_en_un_volumen() -> None:
    assert any(carpeta.startswith("/app/var:") for carpeta in SERVICIOS["web1"]["tmpfs"])
    assert "registros:/registros" in SERVICIOS["web1"]["volumes"]
    dockerfile = (RAIZ / "Dockerfile").read_text(encoding="utf-8")
    # el índice de los estáticos sellados va en la imagen: bajo /app/var lo taparía la memoria
    assert "STATIC_ROOT=/app/estaticos" in dockerfile


def test_toda_imagen_va_por_su_resumen() -> None:
    de_fuera = [s["image"] for s in SERVICIOS.values() if "build" not in s]
    for dockerfile in ("Dockerfile", "despliegue/respaldo/Dockerfile"):
        de_fuera += re.findall(r"^FROM (\S+)", (RAIZ / dockerfile).read_text(encoding="utf-8"), re.M)
    assert len(de_fuera) >= 5
    assert [imagen for imagen in de_fuera if not RESUMEN.search(imagen)] == []
    assert not RESUMEN.search("redis:7-alpine")


def test_a_redis_no_se_entra_sin_su_clave_y_la_clave_no_esta_en_su_orden() -> None:
    assert "REDIS_PASSWORD" in SERVICIOS["web1"]["environment"]["REDIS_URL"]
    orden = SERVICIOS["redis"]["command"][2]
    assert "requirepass" in orden and "exec redis-server -" in orden


@posix
@pytest.mark.skipif(shutil.which("redis-server") is None, reason="no hay redis-server")
def test_la_orden_de_redis_pide_clave_y_no_guarda_nada(tmp_path: Path) -> None:
    puerto = puerto_libre()
    orden = SERVICIOS["redis"]["command"][2].replace("$$", "$").replace("requirepass", f"port {puerto}\\nrequirepass")
    proceso = subprocess.Popen(
        ["sh", "-c", orden], env={**os.environ, "REDIS_PASSWORD": "clave9"}, cwd=tmp_path, stdout=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        con = redis.Redis(port=puerto, password="clave9")
        limite = time.monotonic() + 20
        while True:
            try:
                assert con.ping()
                break
            except redis.ConnectionError:
                assert time.monotonic() < limite
                time.sleep(0.05)
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=puerto).ping()
        vigilar = SERVICIOS["redis"]["healthcheck"]["test"][1].replace("$$", "$")
        vigilar = vigilar.replace("/vigia.sh", str(RAIZ / "despliegue" / "vigia.sh"))
        vigilar = vigilar.replace("redis-cli", f"redis-cli -p {puerto}")
        for clave, codigo in (("clave9", 0), ("otra", 1)):
            ambiente = {**os.environ, "REDIS_PASSWORD": clave, "TMPDIR": str(tmp_path)}
            assert subprocess.run(["sh", "-c", vigilar], env=ambiente, check=False, timeout=20).returncode == codigo
        (tmp_path / "vigia.fallas").unlink()
        assert (
            con.config_get("save")["save"] == ""
            and con.config_get("maxmemory-policy")["maxmemory-policy"] == "allkeys-lru"
        )
    finally:
        os.killpg(proceso.pid, signal.SIGKILL)
        proceso.wait(timeout=20)
    assert list(tmp_path.iterdir()) == []


# --- el vigía de lo que no es nuestro ---------------------------------------------------------------------------------
@posix
def test_el_vigia_pide_terminar_a_la_tercera_y_corta_a_la_cuarta(tmp_path: Path) -> None:
    falsos = tmp_path / "bin"
    falsos.mkdir()
    (falsos / "pidof").write_text("#!/bin/sh\necho 999999991\n")
    (falsos / "kill").write_text("")
    (falsos / "pidof").chmod(0o755)
    # `kill` es de la concha: se cambia por una función que anota
    guion = (RAIZ / "despliegue" / "vigia.sh").read_text(encoding="utf-8")
    anotando = f'kill() {{ echo "$@" >> {tmp_path}/senales; }}\n' + guion
    ambiente = {"PATH": f"{falsos}:{os.environ['PATH']}", "TMPDIR": str(tmp_path)}

    def vigilar(orden: str) -> int:
        return subprocess.run(
            ["sh", "-c", anotando, "vigia", "algo", orden], env=ambiente, check=False, timeout=20
        ).returncode

    assert [vigilar(orden) for orden in ("false", "false", "true", "false", "false")] == [1, 1, 0, 1, 1]
    assert not (tmp_path / "senales").exists()
    assert [vigilar("false"), vigilar("false")] == [1, 1]
    assert (tmp_path / "senales").read_text().splitlines() == ["-TERM 999999991", "-KILL 999999991"]


@pytest.mark.parametrize("servicio", ["web1", "web2", "barrido", "proxy", "redis"])
def test_al_enfermo_su_vigia_lo_reinicia(servicio: str) -> None:
    dockerfile = (RAIZ / "Dockerfile").read_text(encoding="utf-8")
    prueba = str(SERVICIOS[servicio].get("healthcheck", {}).get("test") or re.findall(r"HEALTHCHECK.*", dockerfile))
    assert "--reinicia" in prueba or "/vigia.sh" in prueba
    assert SERVICIOS[servicio]["restart"] == "unless-stopped"


# --- desplegar --------------------------------------------------------------------------------------------------------
def desplegar(tmp_path: Path, falla_en: str = "") -> tuple[int, list[str]]:
    """Corre el guion con un docker de mentira que anota lo que se le pide."""
    docker = tmp_path / "docker"
    docker.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/pedido\ncase "$*" in *"{falla_en or "nada-de-nada"}") exit 1;; esac\n',
        encoding="utf-8",
    )
    docker.chmod(0o755)
    hecho = subprocess.run(
        ["sh", str(RAIZ / "despliegue" / "desplegar")],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=False, capture_output=True, timeout=20,
    )  # fmt: skip
    return hecho.returncode, (tmp_path / "pedido").read_text(encoding="utf-8").splitlines()


def donde(pedido: list[str], que: str) -> int:
    return next(i for i, renglon in enumerate(pedido) if renglon.endswith(que))


@posix
def test_se_migra_antes_y_los_procesos_cambian_de_uno_en_uno_ya_sano_el_anterior(tmp_path: Path) -> None:
    codigo, pedido = desplegar(tmp_path)
    assert codigo == 0
    orden = [
        donde(pedido, x) for x in ("build", " migrar", " estaticos", " web1", " web2", " barrido", "proxy respaldo")
    ]
    assert orden == sorted(orden)
    for servicio in ("web1", "web2", "barrido"):
        assert "--wait" in pedido[donde(pedido, f" {servicio}")]


@posix
def test_si_el_nuevo_no_sana_no_se_toca_al_que_sigue(tmp_path: Path) -> None:
    codigo, pedido = desplegar(tmp_path, falla_en=" web1")
    assert codigo == 1
    assert not any(renglon.endswith((" web2", " barrido")) for renglon in pedido)


@posix
def test_si_no_se_pudo_migrar_no_se_cambia_nada(tmp_path: Path) -> None:
    codigo, pedido = desplegar(tmp_path, falla_en=" migrar")
    assert codigo != 0
    assert not any(" web" in renglon for renglon in pedido)


# --- el proxy ---------------------------------------------------------------------------------------------------------
def test_el_proxy_pregunta_si_viven_y_reintenta() -> None:
    caddyfile = (RAIZ / "despliegue" / "Caddyfile").read_text(encoding="utf-8")
    assert "health_uri /salud/vivo" in caddyfile
    assert caddyfile.count("import sano") == caddyfile.count("reverse_proxy") == 2
    assert caddyfile.count("lb_try_duration 5s") == 2


def test_los_estaticos_llevan_las_cabeceras_de_las_paginas() -> None:
    estaticos = (RAIZ / "despliegue" / "Caddyfile").read_text(encoding="utf-8").split("handle_path /static/*")[1]
    estaticos = estaticos.split("handle @vivo")[0]
    assert 'header Strict-Transport-Security "max-age=31536000; includeSubDomains"' in estaticos
    assert "header X-Content-Type-Options nosniff" in estaticos

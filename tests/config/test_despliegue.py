"""Los archivos de despliegue nombran cosas que existen. Sin motor de contenedores: se leen y se comparan."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import yaml
from django.core.management import call_command, get_commands

from config.base.retencion import PLAZOS
from config.servidor.sobre_uvicorn.socket_directo import SocketDirecto

RAIZ = Path(__file__).resolve().parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((RAIZ / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICIOS: dict[str, dict[str, Any]] = COMPOSE["services"]
PROPIOS = sorted(nombre for nombre, servicio in SERVICIOS.items() if servicio.get("build") == ".")
DOCKERFILE = (RAIZ / "Dockerfile").read_text(encoding="utf-8")
CADDYFILE = (RAIZ / "despliegue" / "Caddyfile").read_text(encoding="utf-8")
EJEMPLO = (RAIZ / ".env.ejemplo").read_text(encoding="utf-8")


def orden_de_la_imagen(instruccion: str) -> list[str]:
    """La lista de CMD, del Dockerfile o de su HEALTHCHECK."""
    hallada = re.findall(rf"{instruccion}.*?(\[.*\])$", DOCKERFILE, re.M)
    orden: list[str] = json.loads(hallada[-1])
    return orden


def variables_del_ejemplo() -> set[str]:
    return set(re.findall(r"^#?([A-Z][A-Z_]+)=", EJEMPLO, re.M))


def variables_que_lee_el_codigo() -> set[str]:
    leidas: set[str] = set()
    for carpeta in ("config", "suscripciones", "recreo", "enlinea", "torneos"):
        for ruta in (RAIZ / carpeta).rglob("*.py"):
            texto = ruta.read_text(encoding="utf-8")
            leidas |= set(re.findall(r"\benv(?:\.[a-z_]+)?\(\s*\"([A-Z_]+)\"", texto))
            leidas |= set(re.findall(r"\benviron(?:\.get\(|\[)\s*\"([A-Z_]+)\"", texto))
    # del sistema, de uvicorn, de Django y de las pruebas, no nuestras
    return leidas - {"PATH", "WEB_CONCURRENCY", "DJANGO_SETTINGS_MODULE", "PYTEST_XDIST_WORKER"}


def orden_existe(orden: list[str]) -> bool:
    """Programa, archivo y subcomando de una orden que corre dentro de nuestra imagen."""
    programa, *resto = orden
    if programa != "python" or not (RAIZ / resto[0]).is_file():
        return False
    return resto[0] != "manage.py" or resto[1] in get_commands()


def test_estan_los_servicios_que_pide_el_despliegue() -> None:
    assert set(SERVICIOS) == {"proxy", "web1", "web2", "barrido", "migrar", "estaticos", "base", "redis", "respaldo"}


@pytest.mark.parametrize("servicio", PROPIOS)
def test_cada_orden_nuestra_existe(servicio: str) -> None:
    assert orden_existe(SERVICIOS[servicio].get("command", orden_de_la_imagen("^CMD")))


def test_una_orden_inventada_se_detecta() -> None:
    assert not orden_existe(["python", "manage.py", "no_existe"])
    assert not orden_existe(["python", "no_existe.py"])
    assert not orden_existe(["gunicorn", "config.wsgi"])


@pytest.mark.parametrize("servicio", PROPIOS)
def test_cada_vigia_nuestro_existe(servicio: str) -> None:
    vigia = SERVICIOS[servicio].get("healthcheck", {})
    if not vigia.get("disable"):
        prueba = vigia.get("test", ["CMD", *orden_de_la_imagen("HEALTHCHECK")])
        assert orden_existe(prueba[1:])


def test_la_imagen_sirve_detras_del_proxy_con_lo_medido(monkeypatch: pytest.MonkeyPatch) -> None:
    orden = orden_de_la_imagen("^CMD")
    hechas: list[uvicorn.Config] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: hechas.append(self.config))
    monkeypatch.setattr("config.servidor.arranque.comprobar", lambda: None)
    call_command(*orden[2:3], "0", *orden[4:])
    (ajustes,) = hechas
    ajustes.load()
    assert ajustes.ws_protocol_class is SocketDirecto
    assert ajustes.ws_per_message_deflate is False and ajustes.ws_ping_interval is None
    assert ajustes.proxy_headers and ajustes.forwarded_allow_ips == "*"
    # menos que lo que espera quien lo detiene
    assert ajustes.timeout_graceful_shutdown < int(SERVICIOS["web1"]["stop_grace_period"].rstrip("s"))


@pytest.mark.parametrize("servicio", sorted(SERVICIOS))
def test_las_dependencias_y_volumenes_existen(servicio: str) -> None:
    definicion = SERVICIOS[servicio]
    for otra, condicion in definicion.get("depends_on", {}).items():
        vigilada = condicion["condition"] == "service_healthy"
        con_vigia = "healthcheck" in SERVICIOS[otra] or "build" in SERVICIOS[otra]
        assert not vigilada or con_vigia, f"{servicio} espera la salud de {otra}, que no la dice"
    for volumen in definicion.get("volumes", []):
        origen = volumen.split(":")[0]
        assert (RAIZ / origen).is_file() if origen.startswith("./") else origen in COMPOSE["volumes"]
    assert set(definicion["networks"]) <= set(COMPOSE["networks"])


def test_todo_servicio_que_se_queda_tiene_vigia_y_se_levanta_solo() -> None:
    for nombre in set(SERVICIOS) - {"migrar", "estaticos"}:
        assert "healthcheck" in SERVICIOS[nombre] or "build" in SERVICIOS[nombre], nombre
        assert SERVICIOS[nombre]["restart"] == "unless-stopped", nombre


def test_solo_el_proxy_se_publica_y_la_base_no_sale() -> None:
    assert [nombre for nombre, servicio in SERVICIOS.items() if "ports" in servicio] == ["proxy"]
    assert COMPOSE["networks"]["interna"]["internal"] is True
    assert SERVICIOS["redis"]["networks"] == ["interna"]
    # por «respaldo» sólo sale el WAL: nadie más está en ella
    assert SERVICIOS["base"]["networks"] == ["interna", "respaldo"]
    assert {n for n, s in SERVICIOS.items() if "respaldo" in s["networks"]} == {"base", "respaldo"}


def test_el_proxy_reparte_por_la_ruta_de_la_mesa_entre_los_dos_procesos() -> None:
    destinos = re.search(r"\{\$PROCESOS_ASGI:([^}]+)\}", CADDYFILE)
    assert destinos
    assert {d.split(":")[0] for d in destinos.group(1).split()} == {"web1", "web2"}
    ruta = re.search(r"path_regexp vivo (\S+)", CADDYFILE)
    assert ruta
    hallada = re.match(ruta.group(1), "/ws/mesa/41/")
    assert hallada
    assert hallada.groups() == ("mesa", "41")
    assert re.search(r"request_header X-Afinidad \{re\.vivo\.1\}/\{re\.vivo\.2\}", CADDYFILE)
    assert "lb_policy header X-Afinidad" in CADDYFILE


def test_las_variables_de_compose_y_del_proxy_estan_en_el_ejemplo() -> None:
    texto = (RAIZ / "docker-compose.yml").read_text(encoding="utf-8")
    de_compose = set(re.findall(r"\$\{([A-Z_]+)", texto))
    puestas = {variable for nombre in PROPIOS for variable in SERVICIOS[nombre]["environment"]}
    assert de_compose | puestas <= variables_del_ejemplo()
    del_proxy = set(re.findall(r"\{\$([A-Z_]+)\}", CADDYFILE))
    assert del_proxy <= set(SERVICIOS["proxy"]["environment"])


def test_el_ejemplo_explica_cada_variable_que_se_lee_y_ninguna_inventada() -> None:
    de_compose = {"DOMINIOS", "CORREO_TLS", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}
    de_plazos = {f"RETENCION_{plazo.clave.upper()}" for plazo in PLAZOS}
    assert variables_del_ejemplo() == variables_que_lee_el_codigo() | de_compose | de_plazos


LEER_AJUSTES = """
import django; django.setup()
from django.conf import settings as s
print(s.DATABASES["default"]["ENGINE"], s.EMAIL_BACKEND, s.CORREO_DE_VERDAD, s.TIME_ZONE, s.PROCESOS, s.STATIC_ROOT)
"""


def test_una_variable_descomentada_y_sin_llenar_vale_lo_mismo_que_no_ponerla() -> None:
    """Es lo que queda al quitarle el # al ejemplo: «DATABASE_URL=»."""
    sin_nada = {n: v for n, v in os.environ.items() if n not in variables_del_ejemplo()}
    vacias = sin_nada | dict.fromkeys(variables_del_ejemplo(), "")
    leido = [
        subprocess.run(
            [sys.executable, "-c", LEER_AJUSTES],
            cwd=RAIZ, env={**ambiente, "DJANGO_SETTINGS_MODULE": "config.settings"},
            capture_output=True, text=True, check=False, timeout=60,
        )
        for ambiente in (sin_nada, vacias)
    ]  # fmt: skip
    assert leido[1].returncode == 0, leido[1].stderr[-800:]
    assert leido[1].stdout == leido[0].stdout
    assert "sqlite3" in leido[1].stdout


def test_la_imagen_no_corre_como_root_e_instala_el_bloqueo() -> None:
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.M) == ["amigos"]
    # copiado por root y antes de dejar de serlo: quien corre el código no lo puede cambiar
    assert "COPY --chown" not in DOCKERFILE and "chmod -R go-w /app /entorno" in DOCKERFILE
    assert DOCKERFILE.index("USER amigos") > DOCKERFILE.index("collectstatic")
    assert "--require-hashes --no-deps -r /tmp/requirements.lock" in DOCKERFILE
    assert "collectstatic --noinput" in DOCKERFILE
    for copiado in re.findall(r"^COPY (?!--)(\S+)", DOCKERFILE, re.M):
        assert (RAIZ / copiado).exists()


def test_la_imagen_no_se_lleva_secretos_ni_la_base_local() -> None:
    ignorados = set((RAIZ / ".dockerignore").read_text(encoding="utf-8").split())
    assert {".env", "respaldo.env", "var", ".git", ".venv", "tests"} <= ignorados

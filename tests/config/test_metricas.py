"""Las medidas: cuentan lo que pasa, sólo las ve lo de dentro y no dicen nada de nadie (EL8)."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families as leer

from config.base import medidas as m
from config.servidor import alcance, metricas
from config.vivo import tareas
from enlinea.diario.lotes import EscritorDeLotes
from enlinea.diario.renglon import Renglon
from tests.config.servidor import base_migrada, copiar_base, puerto_libre, sirviendo

RAIZ = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def puerta() -> Iterator[str]:
    servidor = metricas.abrir("127.0.0.1:0")
    assert servidor is not None
    yield f"http://127.0.0.1:{servidor.server_port}/metrics"
    servidor.shutdown()
    servidor.server_close()


def todas(direccion: str) -> dict[str, float]:
    """Muestra con sus etiquetas → valor."""
    with urlopen(direccion, timeout=20) as respuesta:
        texto = respuesta.read().decode()
    return {
        f"{s.name}{{{','.join(s.labels.values())}}}" if s.labels else s.name: s.value
        for familia in leer(texto) for s in familia.samples
    }  # fmt: skip


def test_se_leen_las_medidas_y_las_del_proceso(puerta: str) -> None:
    antes = todas(puerta).get("domino_rechazos_total{vieja}", 0)
    m.RECHAZOS.sumar("vieja")
    despues = todas(puerta)
    assert despues["domino_rechazos_total{vieja}"] == antes + 1
    assert despues["process_resident_memory_bytes"] > 0


def test_lo_que_llega_por_un_proxy_o_de_fuera_no_se_contesta(puerta: str) -> None:
    with pytest.raises(HTTPError) as negado:
        urlopen(Request(puerta, headers={"X-Forwarded-For": "10.0.0.1"}), timeout=20)
    assert negado.value.code == 403
    assert [metricas.de_dentro({"REMOTE_ADDR": ip}) for ip in ("172.18.0.4", "::1", "::ffff:10.0.0.1", "fd00::1")] == [
        True
    ] * 4
    assert [metricas.de_dentro({"REMOTE_ADDR": ip}) for ip in ("8.8.8.8", "2001:4860::8", "::ffff:8.8.8.8", "")] == [
        False
    ] * 4


def test_una_puerta_ocupada_o_mal_escrita_se_dice_y_no_impide_servir(
    puerta: str, caplog: pytest.LogCaptureFixture
) -> None:
    ocupado = puerta.removeprefix("http://").removesuffix("/metrics")
    assert metricas.abrir(ocupado) is None
    assert metricas.abrir("9464") is None
    assert "127.0.0.1:9464" in caplog.text
    assert metricas.abrir("") is None


class BaseDeMentira:
    """Confirma todo."""

    def anexar(self, lote: Any) -> set[Any]:
        return {r[:3] for r in lote}

    def cerrar(self) -> None: ...


def test_lo_que_tarda_en_guardarse_se_reparte_en_cubos_con_sus_ordenes(puerta: str) -> None:
    from uuid import uuid4

    antes = todas(puerta)

    async def caso() -> None:
        hechos: list[int] = []
        escritor = EscritorDeLotes(BaseDeMentira, asyncio.get_running_loop())  # type: ignore[arg-type]
        for num in (1, 2, 3):
            escritor.anexar(Renglon(1, num, uuid4(), 0, 1, "[]", 0), hechos.append)
        async with asyncio.timeout(20):
            while len(hechos) < 3:
                await asyncio.sleep(0.01)
        escritor.parar()

    asyncio.run(caso())
    ahora = todas(puerta)
    assert ahora["domino_guardar_piezas_total"] - antes["domino_guardar_piezas_total"] == 3
    lotes = ahora["domino_guardar_segundos_count"] - antes["domino_guardar_segundos_count"]
    assert 1 <= lotes <= 3
    assert ahora["domino_guardar_segundos_bucket{+Inf}"] == ahora["domino_guardar_segundos_count"]


def test_ocho_hilos_a_la_vez_no_pierden_cuentas() -> None:
    cuenta = m.Medida("prueba_de_hilos", "")
    hilos = [threading.Thread(target=lambda: [cuenta.sumar("x") for _ in range(5_000)]) for _ in range(8)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join()
    m.medidas.pop("prueba_de_hilos")
    assert cuenta.valores() == {"x": 40_000}


def test_un_socket_se_cuenta_mientras_dura_aunque_acabe_mal() -> None:
    cuantos: list[float] = []

    async def consumidor(scope: Any, receive: Any, send: Any) -> None:
        cuantos.append(m.SOCKETS.valores()["mesa"])
        raise OSError

    async def capas(scope: Any, receive: Any, send: Any) -> None:
        scope[alcance.LLEGARON].append((consumidor, scope))

    antes = m.SOCKETS.valores().get("mesa", 0)
    preparada = alcance.sin_quedarse(lambda _rutas: capas, [])
    with pytest.raises(OSError):
        asyncio.run(preparada({"type": "websocket", "path": "/ws/mesa/7/"}, capas, capas))  # type: ignore[arg-type]
    assert cuantos == [antes + 1]
    assert m.SOCKETS.valores()["mesa"] == antes


def test_el_latido_es_el_ultimo_exito_de_cada_tarea_y_no_el_ultimo_intento(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import json

    monkeypatch.setattr(tareas, "_barrido", {})
    malas = m.TAREA_FALLAS.valores().get("nunca acaba bien", 0)

    def falla() -> None:
        raise RuntimeError

    tareas.registrar_barrido("buena", 1, lambda: None)
    tareas.registrar_barrido("nunca acaba bien", 1, falla, tarda=7)
    empezo = time.time()
    asyncio.run(tareas.barrer_una_vez())
    tareas.latir(tmp_path / "barrido.latido", desde=5.0)
    dicho = json.loads((tmp_path / "barrido.latido").read_text())
    assert dicho["buena"][0] >= empezo
    assert dicho["nunca acaba bien"] == [5.0, 3 + 7]
    assert m.TAREA_FALLAS.valores()["nunca acaba bien"] == malas + 1


def test_la_tarea_que_nunca_acaba_bien_tambien_se_ve_atrasada(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tareas, "_en_marcha", {})

    def falla() -> None:
        raise RuntimeError

    async def caso() -> None:
        fallaba = m.TAREA_FALLAS.valores().get("nunca", 0)
        tareas.arrancar([tareas.Tarea("nunca", 60, falla, tarda=5)])
        async with asyncio.timeout(20):
            while m.TAREA_FALLAS.valores().get("nunca", 0) == fallaba:
                await asyncio.sleep(0.01)
        await tareas.parar()

    antes = time.time()
    asyncio.run(caso())
    assert antes <= m.TAREA_EXITO.valores()["nunca"] <= time.time()
    assert m.TAREA_PLAZO.valores()["nunca"] == 3 * 60 + 5


def test_el_correo_por_salir_y_el_terminado_se_cuentan(db: None, django_capture_on_commit_callbacks: Any) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from suscripciones.models import CorreoPorSalir
    from suscripciones.servicios import cartero

    ahora = timezone.now()
    correo = CorreoPorSalir.objects.create(
        para="ana@club.mx", asunto="a", cuerpo="b", caduca=ahora + timedelta(days=1),
        creado=ahora - timedelta(minutes=4), siguiente=ahora, motivo="codigo",
    )  # fmt: skip
    cartero.medir(ahora)
    assert m.CORREO_PENDIENTE.valores() == {"cuantos": 1, "segundos": 240}
    antes = m.CORREOS.valores().get("enviado", 0)
    with django_capture_on_commit_callbacks(execute=True):
        cartero._terminar(correo, CorreoPorSalir.Estado.ENVIADO, ahora, "")
    assert m.CORREOS.valores()["enviado"] == antes + 1
    cartero.medir(ahora)
    assert m.CORREO_PENDIENTE.valores() == {"cuantos": 0, "segundos": 0}


def test_un_servidor_de_verdad_las_ensena_en_su_puerta_y_no_en_la_del_publico(
    tmp_path: Path, carpeta_de_bases: Path
) -> None:
    puerto, aparte = puerto_libre(), puerto_libre()
    base = copiar_base(base_migrada(carpeta_de_bases), tmp_path / "medida.sqlite3")
    with sirviendo(f"sqlite:///{base}", puerto, METRICAS=f"127.0.0.1:{aparte}"):
        dicho = todas(f"http://127.0.0.1:{aparte}/metrics")
        assert dicho["domino_salud{base}"] == 1
        assert dicho["domino_mesas"] == 0
        for ruta in ("/metrics", "/metricas"):
            with pytest.raises(HTTPError) as nada:
                urlopen(f"http://127.0.0.1:{puerto}{ruta}", timeout=20)
            assert nada.value.code == 404


# --- el tablero y las alertas -----------------------------------------------------------------------------------------
def nombres_que_hay() -> set[str]:
    familias = [*metricas.DeLaCasa().collect()]
    hay = {"up", "process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_cpu_seconds_total"}
    for familia in familias:
        hay |= {familia.name} if familia.type == "gauge" else {f"{familia.name}_total"}
        if familia.type == "histogram":
            hay |= {f"{familia.name}_{s}" for s in ("bucket", "count", "sum")}
    return hay


def nombrados(texto: str) -> set[str]:
    import re

    return set(re.findall(r"\b(?:domino|process)_[a-z_]+", texto))


@pytest.mark.parametrize("archivo", ["alertas.yml", "tablero.json"])
def test_el_tablero_y_las_alertas_solo_nombran_medidas_que_existen(archivo: str) -> None:
    texto = (RAIZ / "despliegue" / "metricas" / archivo).read_text(encoding="utf-8")
    assert nombrados(texto)
    assert nombrados(texto) - nombres_que_hay() == set()


def test_una_medida_inventada_se_detecta() -> None:
    assert nombrados("sum(domino_inventada_total)") - nombres_que_hay() == {"domino_inventada_total"}


def test_cada_alerta_dice_que_hacer_y_todo_lo_medido_esta_en_el_tablero() -> None:
    alertas = yaml.safe_load((RAIZ / "despliegue/metricas/alertas.yml").read_text(encoding="utf-8"))
    reglas = [regla for grupo in alertas["groups"] for regla in grupo["rules"]]
    assert len({regla["alert"] for regla in reglas}) == len(reglas) >= 8
    assert all(r["labels"]["gravedad"] in ("aviso", "urgente") and r["annotations"]["que_hacer"] for r in reglas)
    tablero = nombrados((RAIZ / "despliegue/metricas/tablero.json").read_text(encoding="utf-8"))
    assert [nombre for nombre in m.medidas if not any(visto.startswith(nombre) for visto in tablero)] == []

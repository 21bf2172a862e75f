"""Trabajo periódico: cada quien el suyo, y lo que falla no arrastra a los demás."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from config.servidor import ciclo
from config.vivo import aparte, tareas

RAIZ = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def sin_tareas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cada prueba empieza sin tareas registradas."""
    monkeypatch.setattr(tareas, "_por_proceso", {})
    monkeypatch.setattr(tareas, "_barrido", {})
    monkeypatch.setattr(tareas, "_al_parar", {})
    monkeypatch.setattr(tareas, "_en_marcha", {})


async def hasta(condicion: Callable[[], bool], segundos: float = 20) -> None:
    limite = time.monotonic() + segundos
    while not condicion():
        assert time.monotonic() < limite, "no pasó a tiempo"
        await asyncio.sleep(0.01)


def truena() -> None:
    raise RuntimeError("algo salió mal")


def test_una_tarea_que_falla_se_anota_y_las_demas_siguen(caplog: pytest.LogCaptureFixture) -> None:
    vueltas: list[str] = []
    tareas.registrar_por_proceso("mala", 0.01, truena)
    tareas.registrar_por_proceso("buena", 0.01, lambda: vueltas.append("buena"))

    async def caso() -> None:
        tareas.arrancar()
        await hasta(lambda: len(vueltas) >= 3)
        await tareas.parar()

    with caplog.at_level(logging.ERROR, logger="config.vivo.tareas"):
        asyncio.run(caso())
    malas = [r for r in caplog.records if "«mala»" in r.getMessage()]
    assert len(malas) >= 2
    assert malas[0].exc_info is not None


def test_la_tarea_puede_ser_corrutina_y_al_parar_deja_de_correr() -> None:
    vueltas: list[int] = []

    async def suma() -> None:
        vueltas.append(1)

    async def caso() -> None:
        tareas.registrar_por_proceso("suma", 0.01, suma)
        tareas.arrancar()
        await hasta(lambda: len(vueltas) >= 2)
        await tareas.parar()
        antes = len(vueltas)
        await asyncio.sleep(0.05)
        assert len(vueltas) == antes

    asyncio.run(caso())


def test_una_tarea_larga_no_se_encima_consigo_misma() -> None:
    juntas: list[int] = []
    dentro = 0

    async def larga() -> None:
        nonlocal dentro
        dentro += 1
        juntas.append(dentro)
        await asyncio.sleep(0.03)
        dentro -= 1

    async def caso() -> None:
        tareas.registrar_por_proceso("larga", 0.001, larga)
        tareas.arrancar()
        tareas.arrancar()
        await hasta(lambda: len(juntas) >= 3)
        await tareas.parar()

    asyncio.run(caso())
    assert max(juntas) == 1


def test_el_barrido_va_dentro_solo_con_un_proceso(settings: LazySettings) -> None:
    tareas.registrar_por_proceso("propia", 1, truena)
    tareas.registrar_barrido("comun", 1, truena)
    settings.BARRIDO_DENTRO = True
    assert [t.nombre for t in tareas.de_este_proceso()] == ["propia", "comun"]
    settings.BARRIDO_DENTRO = False
    assert [t.nombre for t in tareas.de_este_proceso()] == ["propia"]


def test_registrar_dos_veces_lo_mismo_vale_y_dos_cosas_con_el_mismo_nombre_no() -> None:
    tareas.registrar_barrido("una", 60, truena)
    tareas.registrar_barrido("una", 30, truena)
    assert [t.cada for t in tareas.del_barrido()] == [30]
    with pytest.raises(ValueError, match="Ya hay una tarea"):
        tareas.registrar_barrido("una", 60, time.time)
    with pytest.raises(ValueError, match="mayor que cero"):
        tareas.registrar_barrido("otra", 0, truena)

    async def corrutina() -> None: ...

    with pytest.raises(TypeError, match="síncrona"):
        tareas.registrar_barrido("corrutina", 60, corrutina)


def test_al_parar_se_acaba_lo_empezado_una_vez_y_lo_que_no_acaba_no_impide_cerrar(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tareas, "PACIENCIA_AL_PARAR", 0.5)
    hechas: list[object] = []

    async def acaba() -> None:
        await asyncio.sleep(0.05)
        hechas.append(tareas.bucle_de_este_proceso())

    async def no_acaba() -> None:
        await asyncio.Event().wait()

    async def se_cae() -> None:
        truena()

    for funcion in (no_acaba, se_cae, acaba):
        tareas.registrar_al_parar(funcion.__name__, funcion)

    async def caso() -> None:
        tareas.arrancar()
        empezo = time.monotonic()
        await tareas.parar()
        await tareas.parar()
        assert 0.4 < time.monotonic() - empezo < 20
        assert hechas == [asyncio.get_running_loop()], "y mientras, quien avisa no espera"
        assert tareas.bucle_de_este_proceso() is None

    asyncio.run(caso())
    assert "«se_cae»" in caplog.text


@pytest.fixture
def orden_que_no_acaba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """El Python con que se llama a `reglas` aparte, que nunca contesta."""
    lento = tmp_path / "python"
    lento.write_text("#!/bin/sh\nexec sleep 60\n")
    lento.chmod(0o755)
    monkeypatch.setattr(aparte.sys, "executable", str(lento))


@pytest.mark.usefixtures("orden_que_no_acaba")
def test_al_parar_se_deja_lo_que_tarda_y_el_proceso_acaba() -> None:
    """Un hilo que sigue no deja terminar al servidor: el análisis lo detenía minutos."""
    empezo, dicho = threading.Event(), []

    def analizar() -> None:
        empezo.set()
        dicho.append((aparte.correr(["estudiar"], {}, timedelta(minutes=1)), tareas.apagandose()))
        dicho.append((aparte.correr(["estudiar"], {}, timedelta(minutes=1)), tareas.apagandose()))

    async def caso() -> None:
        tareas.registrar_barrido("análisis", 60, analizar)
        tareas.arrancar(tareas.del_barrido())
        await hasta(empezo.is_set)
        await tareas.parar()

    desde = time.monotonic()
    asyncio.run(caso())  # espera a sus hilos
    assert dicho == [(None, True)] * 2
    assert time.monotonic() - desde < 50, "esperó a la orden"
    assert not tareas.apagandose(), "fuera de una tarea nunca"


def test_lo_apartado_en_otro_hilo_tambien_sabe_que_el_servidor_se_apaga() -> None:
    """El torneo grande que se trae no corre en ninguna tarea: sin esto el servidor esperaba a que acabara."""
    supo: list[bool] = []

    async def caso() -> None:
        tareas.arrancar([])
        apartado = tareas.en_su_marcha(lambda: supo.append(tareas.apagandose()))
        await asyncio.to_thread(apartado)
        await tareas.parar()
        await asyncio.to_thread(apartado)

    asyncio.run(caso())
    assert supo == [False, True]
    assert not tareas.apagandose(), "fuera de ahí nunca"


async def nada(ambito: Any, recibir: Any, enviar: Any) -> None: ...


def hablar(ambito: dict[str, Any], mensajes: list[str], durante: Callable[[], Awaitable[None]]) -> list[str]:
    """Lo que un servidor le dice a la aplicación y lo que ella contesta."""
    enviados: list[str] = []

    async def caso() -> None:
        cola: asyncio.Queue[dict[str, str]] = asyncio.Queue()

        async def enviar(mensaje: Any) -> None:
            enviados.append(mensaje["type"])

        vida = asyncio.ensure_future(ciclo.con_tareas(nada)(ambito, cola.get, enviar))
        for mensaje in mensajes:
            await cola.put({"type": mensaje})
            await asyncio.sleep(0)
            await durante()
        async with asyncio.timeout(10):
            await vida
            await tareas.parar()

    asyncio.run(caso())
    return enviados


def test_con_lifespan_las_tareas_arrancan_y_paran_con_el_servidor() -> None:
    vueltas: list[int] = []
    tareas.registrar_por_proceso("una", 0.01, lambda: vueltas.append(1))
    enviados = hablar(
        {"type": "lifespan"},
        ["lifespan.startup", "lifespan.shutdown"],
        lambda: hasta(lambda: bool(vueltas)),
    )
    assert enviados == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_el_servidor_recoge_lo_que_dejan_los_sockets_que_se_van() -> None:
    """La generación vieja casi nunca se recorre sola: sin esto la memoria crece con cada visita."""
    hablar({"type": "lifespan"}, ["lifespan.startup", "lifespan.shutdown"], lambda: asyncio.sleep(0))
    cada = {t.nombre: t.cada for t in tareas.de_este_proceso()}
    assert cada["basura"] == ciclo.BASURA_VIEJA_CADA


@pytest.mark.parametrize(("entorno", "corre"), [("desarrollo", True), ("pruebas", False)])
def test_sin_lifespan_arrancan_con_la_primera_conexion(settings: LazySettings, entorno: str, corre: bool) -> None:
    settings.ENTORNO = entorno
    vueltas: list[int] = []
    tareas.registrar_por_proceso("una", 60, lambda: vueltas.append(1))
    hablar({"type": "http"}, ["http.request"], lambda: hasta(lambda: bool(vueltas)) if corre else asyncio.sleep(0.2))
    assert bool(vueltas) is corre


def test_barrido_una_vez_corre_todo_y_falla_si_algo_fallo() -> None:
    vueltas: list[int] = []
    tareas.registrar_barrido("mala", 60, truena)
    tareas.registrar_barrido("buena", 60, lambda: vueltas.append(1))
    with pytest.raises(CommandError, match="Falló"):
        call_command("barrido", "--una-vez", stdout=open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    assert vueltas == [1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows no tiene SIGTERM")
def test_el_barrido_corre_en_su_proceso_y_termina_con_sigterm(tmp_path: Path) -> None:
    proceso = subprocess.Popen(
        [sys.executable, "manage.py", "barrido"],
        cwd=RAIZ,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/b.sqlite3", "ENTORNO": "desarrollo", "REDIS_URL": ""},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert proceso.stdout is not None
    fusible = threading.Timer(60, proceso.kill)  # `readline` no sabe de plazos
    fusible.start()
    try:
        assert "Tareas del barrido" in proceso.stdout.readline()
        time.sleep(0.5)
        proceso.send_signal(signal.SIGTERM)
        salida, _ = proceso.communicate(timeout=50)
    finally:
        fusible.cancel()
        proceso.kill()
        proceso.wait(timeout=10)
    assert proceso.returncode == 0
    assert "Barrido terminado" in salida


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_dos_barridos_a_la_vez_hacen_el_trabajo_una_sola_vez() -> None:
    """El patrón que se pide a toda tarea del barrido: bloquear la fila y volver a mirar."""
    from suscripciones.models import Cuenta

    pendiente = Cuenta.objects.create(email="uno@ejemplo.com", nombre="pendiente")
    hechas: list[int] = []
    juntas = threading.Barrier(4)

    def tarea() -> None:
        with transaction.atomic():
            for cuenta in Cuenta.objects.select_for_update(skip_locked=True).filter(nombre="pendiente"):
                cuenta.nombre = "hecha"
                cuenta.save(update_fields=["nombre"])
                hechas.append(cuenta.pk)

    def barrer() -> None:
        juntas.wait(timeout=10)
        asyncio.run(tareas.barrer_una_vez())
        connection.close()

    tareas.registrar_barrido("hacer", 60, tarea)
    hilos = [threading.Thread(target=barrer, daemon=True) for _ in range(4)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(timeout=20)
    assert not any(hilo.is_alive() for hilo in hilos)
    assert hechas == [pendiente.pk]


def test_una_tarea_dormida_se_despierta_desde_cualquier_hilo_y_no_pierde_el_aviso() -> None:
    """Lo que se escribe mientras corre también se atiende: el aviso de en medio da otra vuelta."""
    vueltas: list[int] = []

    def tarea() -> None:
        vueltas.append(1)
        if len(vueltas) == 2:
            tareas.despertar("dormilona")

    async def caso() -> None:
        tareas.registrar_por_proceso("dormilona", 3600, tarea)
        tareas.arrancar()
        await hasta(lambda: len(vueltas) == 1)
        await asyncio.sleep(0.05)
        hilo = threading.Thread(target=tareas.despertar, args=("dormilona",))
        hilo.start()
        hilo.join()
        await hasta(lambda: len(vueltas) == 3)
        await tareas.parar()

    asyncio.run(caso())
    tareas.despertar("dormilona")  # su bucle ya cerró
    tareas.despertar("nadie")
    assert len(vueltas) == 3

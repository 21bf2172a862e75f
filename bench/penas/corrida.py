"""Siembra una peña y abre sus páginas con el cliente de Django: vista, consultas y plantilla, sin la red.

Sobre la base de `DATABASE_URL`, ya migrada y vacía. Los Recreos se siembran terminados y con su desglose: el de veinte
actas al azar, repetidas, que sumarlas cuesta lo mismo que si cada una fuera distinta.
"""

import argparse
import os
import random
import time
from datetime import timedelta
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import override_settings  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from bench.comun.gasto import cpu, en_la_fila  # noqa: E402
from bench.comun.procesos import percentil  # noqa: E402
from recreo.models import Desglose, JuegoDePena, Jugador, Pena, Recreo  # noqa: E402
from recreo.penas import servicios  # noqa: E402
from reglas.actas import leer_recreo  # noqa: E402
from reglas.desglose import desglosar, escribir  # noqa: E402
from suscripciones.models import Cuenta, Plan, Suscripcion  # noqa: E402
from tests.reglas.estrategias import acta_al_azar  # noqa: E402

GENTE = 12
JUEGAN = 8
PAGINAS = (
    ("la peña", "pena", ""), ("la tabla", "pena_tabla", ""), ("cara a cara", "pena_duelos", ""),
    ("lo que se deben", "pena_dinero", ""), ("la historia", "pena_recreos", ""),
    ("la historia, página 400", "pena_recreos", "?pagina=400"), ("armar un Recreo", "pena_jugar", ""),
)  # fmt: skip


def abrir_pena() -> tuple[Pena, Cuenta]:
    """Doce miembros; la lleva una cuenta con suscripción."""
    ahora = timezone.now()
    memo = Cuenta.objects.create_user("memo@banco.mx", nombre="Memo")
    plan = Plan.objects.order_by("meses").first()
    Suscripcion.objects.create(
        cuenta=memo, plan=plan, inicio=ahora, fin=ahora + timedelta(days=200), importe=20, moneda="USD",
        registrada_en=ahora,
    )  # fmt: skip
    pena = servicios.pena_crear(cuenta_id=memo.pk, id_orden=uuid4(), nombre="Banco")
    servicios.miembros_apuntar(pena_id=pena.pk, cuenta_id=memo.pk, nombres=[f"Persona {n}" for n in range(1, GENTE)])
    return pena, memo


def crecer(pena: Pena, memo: Cuenta, desde: int, hasta: int, azar: random.Random) -> None:
    """Deja `hasta` Recreos jugados, dos por día, todos en la temporada abierta."""
    ahora = timezone.now()
    muestras = [escribir(desglosar(leer_recreo(acta_al_azar(azar, 8, "100", True)).recreo)) for _n in range(10)]
    muestras += [escribir(desglosar(leer_recreo(acta_al_azar(azar, 7, "100", True)).recreo)) for _n in range(10)]
    gente = list(pena.miembros.order_by("pk"))
    pena.temporadas.update(desde=timezone.localdate() - timedelta(days=20_000))
    for lote in range(desde, hasta, 1000):
        cuales = range(lote, min(hasta, lote + 1000))
        recreos = Recreo.objects.bulk_create(
            Recreo(
                codigo=f"B{n:07d}"[:8], nombre=f"Jueves {n}", tamano=8, meta="100", organizador=memo,
                estado=Recreo.Estado.TERMINADO, creado=ahora - timedelta(days=hasta - n),
                iniciado=ahora - timedelta(days=hasta - n), terminado=ahora - timedelta(days=hasta - n),
                actividad=ahora - timedelta(days=hasta - n),
            )
            for n in cuales
        )  # fmt: skip
        jugadores, juegos, desgloses = [], [], []
        for n, r in zip(cuales, recreos, strict=True):
            hoy = azar.sample(gente, JUEGAN)
            jugadores += [Jugador(recreo=r, numero=k, nombre=m.nombre, vigente=False) for k, m in enumerate(hoy, 1)]
            quienes = {str(k): m.pk for k, m in enumerate(hoy, 1)}
            dia = timezone.localdate() - timedelta(days=(hasta - n) // 2)
            juegos.append(JuegoDePena(pena=pena, recreo=r, dia=dia, quienes=quienes))
            desgloses.append(Desglose(recreo=r, version=1, datos=muestras[n % len(muestras)]))
        Jugador.objects.bulk_create(jugadores)
        JuegoDePena.objects.bulk_create(juegos)
        Desglose.objects.bulk_create(desgloses)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def medir(cliente: Client, camino: str, veces: int) -> tuple[list[float], int]:
    """La más rápida, p50 y p95, los dos sin la fila, CPU de la mediana y CPU de la base, en ms; y cuántas consultas.

    La fila es lo que la página y la base estuvieron listas esperando un núcleo: con la máquina cargada lo que se espera
    mide a los vecinos, y sin ella, la página. La CPU de la base es la de su proceso, repartida.
    """
    hechas: list[str] = []

    def contar(hacer: Any, sql: str, *mas: Any) -> Any:
        hechas.append(sql)
        return hacer(sql, *mas)

    cliente.get(camino)  # la primera de la sesión apunta el aparato: no es de la página
    with connection.execute_wrapper(contar):
        assert cliente.get(camino).status_code == 200, camino
    pids = [os.getpid(), *proceso_de_la_base()]
    tiempos, solos, gastos, base = [], [], [], sum(map(cpu, pids[1:]))
    for _n in range(veces):
        fila, empezo, procesador = sum(map(en_la_fila, pids)), time.perf_counter(), time.process_time()
        cliente.get(camino)
        tiempos.append((time.perf_counter() - empezo) * 1000)
        gastos.append((time.process_time() - procesador) * 1000)
        solos.append(tiempos[-1] - (sum(map(en_la_fila, pids)) - fila) * 1000)
    de_la_base = (sum(map(cpu, pids[1:])) - base) * 1000 / veces
    esperas = (percentil(cuales, p) for cuales in (tiempos, solos) for p in (50, 95))
    return [min(tiempos), *esperas, percentil(gastos, 50), de_la_base], len(hechas)


def proceso_de_la_base() -> list[int]:
    """El de PostgreSQL que atiende esta conexión; ninguno con SQLite, que va en el de la página."""
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return [cursor.fetchone()[0]]


def main() -> None:
    """De menos a más Recreos, en la misma peña."""
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("recreos")
    a.add_argument("--veces", type=int, default=60)
    d = a.parse_args()
    azar = random.Random(7)
    pena, memo = abrir_pena()
    cliente, hay = Client(), 0
    cliente.force_login(memo)
    for cuantos in map(int, d.recreos.split(",")):
        crecer(pena, memo, hay, cuantos, azar)
        hay = cuantos
        empezo, procesador = time.perf_counter(), time.process_time()
        servicios.cuentas_rehacer(pena_id=pena.pk)
        sumar = (time.perf_counter() - empezo) * 1000, (time.process_time() - procesador) * 1000
        for titulo, nombre, mas in PAGINAS:
            ms, consultas = medir(cliente, reverse(f"recreo:{nombre}", args=[pena.pk]) + mas, d.veces)
            medido = " | ".join(f"{m:.1f}" for m in ms)
            print(f"| {cuantos:,} | {titulo} | {medido} | {consultas} |", flush=True)
        en_el_barrido = f"{sumar[0]:.0f} | | | | | {sumar[1]:.0f} | |"
        print(f"| {cuantos:,} | *(sumarlos todos, en el barrido)* | {en_el_barrido} |", flush=True)


if __name__ == "__main__":
    with override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        main()

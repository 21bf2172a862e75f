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


def medir(cliente: Client, camino: str, veces: int) -> tuple[float, float, float, int]:
    """La más rápida, p50 y CPU de la mediana, en ms; y cuántas consultas."""
    hechas: list[str] = []

    def contar(hacer: Any, sql: str, *mas: Any) -> Any:
        hechas.append(sql)
        return hacer(sql, *mas)

    with connection.execute_wrapper(contar):
        assert cliente.get(camino).status_code == 200, camino
    tiempos, cpu = [], []
    for _n in range(veces):
        empezo, procesador = time.perf_counter(), time.process_time()
        cliente.get(camino)
        tiempos.append((time.perf_counter() - empezo) * 1000)
        cpu.append((time.process_time() - procesador) * 1000)
    return min(tiempos), percentil(tiempos, 50), percentil(cpu, 50), len(hechas)


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
            minimo, p50, cpu, consultas = medir(cliente, reverse(f"recreo:{nombre}", args=[pena.pk]) + mas, d.veces)
            print(f"| {cuantos:,} | {titulo} | {minimo:.1f} | {p50:.1f} | {cpu:.1f} | {consultas} |", flush=True)
        print(f"| {cuantos:,} | *(sumarlos todos, en el barrido)* | {sumar[0]:.0f} | | {sumar[1]:.0f} | |", flush=True)


if __name__ == "__main__":
    with override_settings(ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False):
        main()

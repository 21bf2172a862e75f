"""Una base, de menos a más inscritos: cuánto tarda cada cosa. Escribe un renglón de JSON por tamaño y reparto.

`python -m bench.clasificacion.corrida 1000,10000 --veces 200`, sobre la base de `DATABASE_URL`, ya migrada y vacía.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

import django

django.setup()

from bench.clasificacion.siembra import REPARTOS, alta, crecer, fronteras, partida  # noqa: E402
from bench.comun.procesos import percentil  # noqa: E402
from enlinea.clasificacion.consultas import FRONTERAS, POR_PAGINA, mi_lugar, pagina_de_clasificacion, quintil_de  # noqa: E402
from enlinea.clasificacion.servicios import puntos  # noqa: E402
from enlinea.models import Clasificado, Mesa, TablaDeClasificacion  # noqa: E402


def cronometrar(veces: int, antes: Callable[[int], Any], hacer: Callable[[Any], Any]) -> tuple[float, float]:
    """Mediana y p99, en ms, de `hacer` con lo que da `antes` (que no se cuenta)."""
    tiempos = []
    for n in range(veces):
        dato = antes(n)
        empezo = time.perf_counter()
        hacer(dato)
        tiempos.append((time.perf_counter() - empezo) * 1000)
    return round(percentil(tiempos, 50), 2), round(percentil(tiempos, 99), 2)


def medir(inscritos: int, veces: int, azar: random.Random) -> dict[str, tuple[float, float]]:
    """Todo, con esa cantidad de inscritos. Al final comprueba que las fronteras sean las que salen de contar."""
    cuentas = list(Clasificado.objects.filter(clave__isnull=False).values_list("pk", flat=True))
    mesa = Mesa.objects.create(nombre="Banco", meta="100", organizador_id=cuentas[0], estado=Mesa.Estado.CERRADA)

    def una(_n: int) -> int:
        return azar.choice(cuentas)

    def por_sumar(n: int) -> None:
        partida(mesa, n + 1, azar.sample(cuentas, 4), azar.randrange(100))

    def sumar(_nada: None) -> None:
        assert puntos.partidas_sumar() == 1

    def mi_pagina(cuenta: int) -> None:
        mio = mi_lugar(cuenta)
        assert mio is not None
        pagina_de_clasificacion(mio.lugar - POR_PAGINA // 2, mio.mojon)

    def contar(cuenta: int) -> None:
        clave = Clasificado.objects.values_list("clave", flat=True).get(pk=cuenta)
        Clasificado.objects.filter(clave__lt=clave).count()

    pocas = max(10, veces // 5)
    tiempos = {
        "colocar": cronometrar(veces, por_sumar, sumar),
        "alta": cronometrar(pocas, lambda n: alta(mesa.pk + n), lambda c: puntos.inscripciones_actualizar([c])),
        "quintil": cronometrar(veces, una, lambda c: quintil_de([c])),
        "cincuenta": cronometrar(veces, lambda _n: azar.sample(cuentas, 50), quintil_de),
        "primera": cronometrar(pocas, lambda _n: 1, pagina_de_clasificacion),
        "mi_pagina": cronometrar(pocas, una, mi_pagina),
        # lo que costaría sin fronteras: contar a todos los que van delante, para UNA persona
        "contar": cronometrar(pocas, una, contar),
    }
    tabla = TablaDeClasificacion.objects.get()
    assert {nombre: getattr(tabla, nombre) for nombre in FRONTERAS} == fronteras(tabla.inscritos)
    assert tabla.inscritos == inscritos + pocas
    return tiempos


def main() -> None:
    """De menor a mayor; cada reparto, en la misma base."""
    a = argparse.ArgumentParser(description=__doc__)
    a.add_argument("inscritos", help="tamaños, separados por comas y de menor a mayor")
    a.add_argument("--veces", type=int, default=200)
    a.add_argument("--semilla", type=int, default=1)
    d = a.parse_args()
    azar = random.Random(d.semilla)
    for cuantos in map(int, d.inscritos.split(",")):
        for reparto in REPARTOS:
            # las altas de la medición anterior se quedan: se cuentan
            real = crecer(cuantos, reparto)
            print(json.dumps({"inscritos": cuantos, "reparto": reparto, **medir(real, d.veces, azar)}), flush=True)


if __name__ == "__main__":
    main()

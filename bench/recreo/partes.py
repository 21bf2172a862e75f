"""`python -m bench.recreo.partes`: qué cuesta cada parte de una mano, sin servidor: petición, leer, llaves y pintar.

Las tres variantes de `--alternar` se turnan mano a mano en el mismo proceso y sobre los mismos Recreos, y se cuenta el
procesador del hilo: así lo que hagan los vecinos les toca a las tres. Lo que falta para el servidor entero (sockets,
HTTP, latidos) lo mide `python -m bench.recreo`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

from bench.comun import procesos as p

PARTES = ("petición", "leer", "llaves", "pintar", "todo")
SIN, BARRA, TELE = "sin barra ni tele", "con barra", "con barra y tele"


class Telefono:
    """Lo que un socket recuerda."""

    def __init__(self, quien, pantalla: str, recreo) -> None:
        self.quien, self.pantalla, self.recreo, self.llaves = quien, pantalla, recreo, {}

    def ponerse_al_dia(self, con_barra: bool, gasto: dict[str, float]) -> None:
        """Como `recreo.consumidores.mirar_cambio`; sin barra, la zona de los avisos se queda como estaba."""
        from recreo.pantallas import Mirada, llaves_de, pintar
        from recreo.pantallas.avisos import ZONA
        from recreo.pantallas.base import COMUNES

        estado, aparte = self.recreo.estado, None if con_barra else COMUNES.pop(ZONA)
        a = time.thread_time()
        mirada, visor = Mirada(self.pantalla), estado.visor(self.quien)
        llaves = llaves_de(estado, mirada, visor)
        b = time.thread_time()
        cambiaron = {zona: llave for zona, llave in llaves.items() if self.llaves.get(zona) != llave}
        pintar(estado, mirada, visor, self.recreo.pintadas, cambiaron)
        gasto["llaves"] += b - a
        gasto["pintar"] += time.thread_time() - b
        self.llaves |= llaves
        if aparte is not None:
            COMUNES[ZONA] = aparte


class Recreo:
    """Uno sembrado, con sus dieciséis teléfonos y su tele."""

    def __init__(self, sembrado: dict) -> None:
        from recreo import consultas
        from recreo.identidad import Quien
        from recreo.pantallas import Pintadas

        self.sembrado, self.pk = sembrado, consultas.id_de(sembrado["codigo"])
        self.estado, self.pintadas = consultas.estado_de(self.pk), Pintadas()
        jugadores = self.estado.jugadores.values()
        self.telefonos = [Telefono(Quien(j.cuenta_id, j.llave), "mesa", self) for j in jugadores]
        self.tele = Telefono(Quien(), "tele", self)
        self.anotan = [i for i, t in enumerate(sembrado["telefonos"]) if t["anota"]]

    def mano(self, quien: int, mano: int, variante: str) -> dict[str, float]:
        """Anota una y pone al día todas las pantallas; milisegundos de cada parte."""
        from recreo import consultas

        gasto: dict[str, float] = defaultdict(float)
        a = time.thread_time()
        self._anotar(self.sembrado["telefonos"][quien], mano)
        b = time.thread_time()
        self.estado = consultas.estado_de(self.pk, self.estado)
        self.pintadas.cambiar_de_version()
        gasto["petición"], gasto["leer"] = b - a, time.thread_time() - b
        for uno in [*self.telefonos, *[self.tele] * (variante == TELE)]:
            uno.ponerse_al_dia(variante != SIN, gasto)
        return {parte: valor * 1000 for parte, valor in {**gasto, "todo": sum(gasto.values())}.items()}

    def _anotar(self, telefono: dict, mano: int) -> None:
        campos = {"partida": 1, "mesa": telefono["anota"], "mano": mano, "revision": 0, "desenlace": "dominada"}
        cuerpo = urlencode(campos | {"pareja": mano % 2, "tantos": 1, "id_orden": uuid4()}).encode()
        camino = f"/recreo/{self.sembrado['codigo']}/orden/mano_anotar/"
        cabeceras = {
            "host": "127.0.0.1", "cookie": telefono["cookie"], "x-csrftoken": "c" * 32,
            "x-requested-with": "XMLHttpRequest", "content-type": "application/x-www-form-urlencoded",
        }  # fmt: skip
        pedido = {"type": "http", "method": "POST", "path": camino, "raw_path": camino.encode(), "query_string": b""}
        pedido |= {"scheme": "http", "root_path": "", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
        pedido["headers"] = [(k.encode(), v.encode()) for k, v in cabeceras.items()]
        respuesta = json.loads(MANEJADOR._atender(pedido, BytesIO(cuerpo)).content)
        assert respuesta["ok"], respuesta


def medir(sembrados: list[dict], manos: int) -> dict[str, dict[str, float]]:
    """La mediana de cada parte por variante; la primera mano de cada mesa no cuenta, que todo es nuevo."""
    recreos = [Recreo(s) for s in sembrados]
    hechas: dict[str, list[dict[str, float]]] = {SIN: [], BARRA: [], TELE: []}
    turno = 0
    for mano in range(1, manos + 1):
        for mesa in range(4):
            for recreo in recreos:
                variante, turno = list(hechas)[turno % 3], turno + 1
                gasto = recreo.mano(recreo.anotan[mesa], mano, variante)
                if mano > 1:
                    hechas[variante].append(gasto)
    return {v: {x: statistics.median(g[x] for g in suyas) for x in PARTES} for v, suyas in hechas.items()}


def main() -> None:
    """Siembra una base de SQLite, se llama otra vez sobre ella y escribe la tabla."""
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("--recreos", type=int, default=4)
    o.add_argument("--manos", type=int, default=10)
    o.add_argument("--sobre", help=argparse.SUPPRESS)
    a = o.parse_args()
    if a.sobre is None:
        from bench.recreo.__main__ import base_nueva, preparar

        with tempfile.TemporaryDirectory() as carpeta:
            base = base_nueva("sqlite", carpeta, "")
            sembrado = Path(carpeta) / "sembrado.json"
            sembrado.write_bytes(preparar(base, a.recreos))
            orden = [sys.executable, "-m", "bench.recreo.partes", "--manos", str(a.manos), "--sobre", str(sembrado)]
            subprocess.run(orden, cwd=p.RAIZ, env=p.entorno(base), check=True)
        return
    hecho = medir(json.loads(Path(a.sobre).read_text()), a.manos)
    print("| ms por mano | " + " | ".join(PARTES) + " | razón |")
    for variante, partes in hecho.items():
        razon = partes["todo"] / hecho[SIN]["todo"]
        print(f"| {variante} | " + " | ".join(f"{partes[x]:.2f}" for x in PARTES) + f" | {razon:.3f} |")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from config.servidor.peticiones import Manejador
    from config.servidor.traducciones import recordar

    recordar()
    MANEJADOR = Manejador()
    main()

"""`python -m bench.recreo_caos`: 16 jugadores, 15 partidas, la señal cortada y la casa golpeada; al final, el acta."""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.caos.casa import Casa, en_postgres, en_sqlite
from bench.comun import procesos as p
from bench.recreo_caos import navegador, plan
from bench.recreo_caos.protocolo import Cuenta, Telefono

DEL_NAVEGADOR = 2


class Velada:
    """Los teléfonos, las mesas y los golpes."""

    def __init__(self, casa: Casa, carpeta: Path, sembrado: dict[str, Any], azar: random.Random) -> None:
        self.casa, self.azar, self.cuenta = casa, azar, Cuenta()
        self.codigo, self.sembrado = sembrado["codigo"], sembrado
        servidores = casa.servidores
        self.telefonos = {
            int(n): Telefono(
                int(n), f"{sembrado['galleta']}={clave}", self.codigo, lambda: azar.choice(servidores).puerto, carpeta,
                self.cuenta, random.Random(azar.getrandbits(64)),
            )
            for n, clave in sembrado["sesiones"].items()
        }  # fmt: skip

    def jugar(self, partidas: list[list[plan.Mesa]], golpes: dict[int, list[str]]) -> None:
        """Todas, en orden; los golpes caen a media partida."""
        with ExitStack() as pila:
            galletas = {
                self.sembrado["galleta"]: self.sembrado["sesiones"][str(DEL_NAVEGADOR)],
                "csrftoken": "c" * 32,
            }
            anotar = pila.enter_context(
                navegador.abierto(self.casa.servidores[0].puerto, self.codigo, galletas, self.cuenta, self.azar)
            )
            for numero, mesas in enumerate(partidas, start=1):
                if numero > 1:
                    self.telefonos[1].ordenar("partida_siguiente", partida=numero)
                self._una(mesas, golpes.get(numero, []), anotar)
                print(f"  partida {numero} cerrada, {self.cuenta.envios} envíos", flush=True)

    def _una(self, mesas: list[plan.Mesa], golpes: list[str], anotar: Any) -> None:
        golpeador = threading.Thread(target=self._golpear, args=(golpes,))
        golpeador.start()
        try:
            with ThreadPoolExecutor(4) as hilos:
                suyas = [m for m in mesas if m.anotador == DEL_NAVEGADOR]
                otras = [hilos.submit(self._mesa, m) for m in mesas if m not in suyas]
                for m in suyas:
                    self._preparar(m)
                    anotar(m)
                    self._confirmar(m)
                for hecha in otras:
                    hecha.result()
        finally:
            golpeador.join()
        for m in mesas:
            self.telefonos[1].ordenar(
                "mesa_cerrar", partida=m.partida, mesa=m.numero, ganadora=m.ganadora, anotadas=len(m.manos)
            )

    def _golpear(self, golpes: list[str]) -> None:
        for que in golpes:
            time.sleep(self.azar.uniform(0.1, 1))
            print(f"  golpe: {que}", flush=True)
            self.casa.golpear(que, self.azar)

    def _mesa(self, m: plan.Mesa) -> None:
        self._preparar(m)
        t = self.telefonos[m.anotador]
        for numero, mano in enumerate(m.manos, start=1):
            t.apuntar(numero, m.partida, m.numero, mano)
            if t.azar.random() < 0.6:
                t.vaciar()
        t.vaciar()
        self._confirmar(m)

    def _preparar(self, m: plan.Mesa) -> None:
        t, donde = self.telefonos[m.anotador], {"partida": m.partida, "mesa": m.numero}
        t.ordenar("mesa_elegir_anotador", **donde, numero=m.anotador)
        t.ordenar("mesa_confirmar_asistencia", **donde, presentes=list(m.asientos))
        t.ordenar("mesa_elegir_salidor", **donde, numero=m.salidor)

    def _confirmar(self, m: plan.Mesa) -> None:
        self.telefonos[m.anotador].ordenar("mesa_confirmar", partida=m.partida, mesa=m.numero)


def siembra(base: str, *mas: str) -> dict[str, Any]:
    """Lo que escribe `bench.recreo_caos.siembra`."""
    orden = [sys.executable, "-m", "bench.recreo_caos.siembra", *mas]
    hecho = subprocess.run(orden, cwd=p.RAIZ, env=p.entorno(base), check=True, stdout=subprocess.PIPE, timeout=600)
    salida: dict[str, Any] = json.loads(hecho.stdout)
    return salida


def juzgar(quedo: dict[str, Any], partidas: list[list[plan.Mesa]]) -> list[str]:
    """Lo anotado contra lo planeado, mano por mano, y la clasificación contra la calculada aparte."""
    fallas = []
    planeadas = sum(len(m.manos) for mesas in partidas for m in mesas)
    if quedo["anotaciones"] != planeadas:
        fallas.append(f"{quedo['anotaciones']} anotaciones y se jugaron {planeadas}")
    if quedo["corregidas"] or quedo["discutidas"]:
        fallas.append(f"{quedo['corregidas']} corregidas y {quedo['discutidas']} discutidas")
    for esperada, hay in zip(partidas, quedo["acta"]["partidas"], strict=False):
        for m, una in zip(esperada, hay["mesas"], strict=True):
            manos = [{k: x[k] for k in ("desenlace", "pareja", "tantos")} for x in una["manos"]]
            if manos != list(m.manos):
                fallas.append(f"partida {m.partida} mesa {m.numero}: quedó {manos} y se jugó {list(m.manos)}")
    aparte = plan.clasificar(plan.acta(partidas))
    esperada = [{k: f[k] for k in ("lugar", "jugador", "puntos")} for f in aparte.get("final") or aparte["parcial"]]
    if quedo["clasificacion"] != esperada:
        fallas.append(f"la clasificación es {quedo['clasificacion']} y aparte da {esperada}")
    return fallas


def golpes_de(partidas: int, aparte: bool, azar: random.Random) -> dict[int, list[str]]:
    """Dos `kill -9`, y PostgreSQL y Redis una vez cada uno, en partidas al azar."""
    golpes: dict[int, list[str]] = {}
    for que in ("servidor", "servidor", *(("postgres", "redis") if aparte else ())):
        golpes.setdefault(azar.randint(1, partidas), []).append(que)
    return golpes


def main() -> None:
    """Corre lo pedido y sale con 1 si algo se perdió o se dobló."""
    a = argparse.ArgumentParser(prog="python -m bench.recreo_caos", description=__doc__)
    a.add_argument("--base", choices=("sqlite", "postgres"), default="postgres")
    a.add_argument("--partidas", type=int, default=15)
    a.add_argument("--muestra", action="store_true", help="1 partida y un golpe, para la integración")
    a.add_argument("--semilla", type=int, default=1)
    d = a.parse_args()
    azar, cuantas = random.Random(d.semilla), 1 if d.muestra else d.partidas
    partidas = plan.plan(cuantas, DEL_NAVEGADOR, azar)
    empezo = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="recreo-caos-") as carpeta:
        ruta = Path(carpeta)
        with (en_sqlite if d.base == "sqlite" else en_postgres)(ruta) as casa:
            sembrado = siembra(casa.base)
            velada = Velada(casa, ruta, sembrado, azar)
            golpes = {1: ["servidor"]} if d.muestra else golpes_de(cuantas, d.base == "postgres", azar)
            velada.jugar(partidas, golpes)
            quedo = siembra(casa.base, "--leer", sembrado["codigo"])
    c = velada.cuenta
    print(
        f"{cuantas} partidas, {quedo['anotaciones']} manos; {c.envios} envíos, {c.sin_llegar} cortados antes de llegar "
        f"y {c.sin_respuesta} entre guardar y contestar; {c.cerradas} páginas cerradas a media cola; "
        f"{time.monotonic() - empezo:.0f} s"
    )
    fallas = juzgar(quedo, partidas)
    for falla in fallas[:20]:
        print(f"  {falla}")
    print(f"fallas: {len(fallas)}")
    if fallas:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""`python -m bench.entrada`: por lo que tarda no se sabe quién tiene cuenta, y equivocarse no frena las páginas."""

import argparse
import http.client
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from bench.comun import procesos as p

MARCA = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
CERCA = 5.0
"""Por ciento que pueden diferir las medianas."""
A_LA_VEZ, PLAZO_DE_PAGINA = 24, 300.0
Datos = Callable[[str], dict[str, str]]
PUERTAS: dict[str, tuple[str, Datos]] = {
    "entrar": ("/cuenta/login/", lambda correo: {"login": correo, "password": "no-es-esa"}),
    "alta": (
        "/cuenta/signup/",
        lambda correo: {"nombre": "Quien Sea", "email": correo, "password1": "siete-mulas-y-media"},
    ),
    "código": ("/entrar/", lambda correo: {"correo": correo}),
    "recuperar": ("/cuenta/password/reset/", lambda correo: {"email": correo}),
}


def una_red() -> str:
    """Cada intento llega de una distinta: aquí se mide lo que tarda, no los topes."""
    return ".".join(str(random.randint(1, 254)) for _ in range(4))


class Navegador:
    """Una conexión que se conserva; cada intento es de alguien nuevo, sin galletas."""

    def __init__(self, puerto: int) -> None:
        self._conexion = http.client.HTTPConnection("127.0.0.1", puerto, timeout=60)

    def mandar(self, camino: str, datos: dict[str, str]) -> tuple[float, int]:
        """Milisegundos desde que se manda hasta la respuesta completa, y el código."""
        red = {"X-Forwarded-For": una_red()}
        pagina, galletas = self._pedir("GET", camino, "", red)
        marca = MARCA.search(pagina)
        assert marca, pagina[:300]
        encabezados = {**red, "Cookie": galletas, "Content-Type": "application/x-www-form-urlencoded"}
        cuerpo = urlencode({**datos, "csrfmiddlewaretoken": marca[1]})
        antes = time.perf_counter()
        self._conexion.request("POST", camino, cuerpo, encabezados)
        respuesta = self._conexion.getresponse()
        respuesta.read()
        return (time.perf_counter() - antes) * 1000, respuesta.status

    def mirar(self, camino: str) -> float:
        """Milisegundos de una página."""
        antes = time.perf_counter()
        self._pedir("GET", camino, "", {})
        return (time.perf_counter() - antes) * 1000

    def _pedir(self, como: str, camino: str, cuerpo: str, encabezados: dict[str, str]) -> tuple[str, str]:
        self._conexion.request(como, camino, cuerpo, encabezados)
        respuesta = self._conexion.getresponse()
        puestas = [v.partition(";")[0] for n, v in respuesta.getheaders() if n.lower() == "set-cookie"]
        return respuesta.read().decode(), "; ".join(puestas)


def comparar(puerto: int, intentos: int) -> list[str]:
    """Un intento con cuenta y otro sin ella, alternados, en cada puerta. Devuelve las fallas."""
    navegador, fallas = Navegador(puerto), []
    print("| Puerta | Con cuenta | Sin cuenta | Diferencia | Códigos |\n|---|---|---|---|---|", flush=True)
    for nombre, (camino, datos) in PUERTAS.items():
        tardan: dict[bool, list[float]] = {True: [], False: []}
        estados: dict[bool, set[int]] = {True: set(), False: set()}
        for n in range(2 * intentos):
            # de dos en dos y al azar cuál primero: lo que frene a la máquina frena a las dos
            con = (n % 2 == 0) != (random.Random(n // 2).random() < 0.5)
            correo = (
                f"cuenta-{n // 2}@banco.mx" if con else f"nadie-{n // 2}-{camino.strip('/').replace('/', '-')}@banco.mx"
            )
            tardo, estado = navegador.mandar(camino, datos(correo))
            tardan[con].append(tardo)
            estados[con].add(estado)
        con_cuenta, sin_cuenta = median(tardan[True]), median(tardan[False])
        difieren = abs(con_cuenta - sin_cuenta) / max(con_cuenta, sin_cuenta) * 100
        print(
            f"| {nombre} | {con_cuenta:.1f} ms | {sin_cuenta:.1f} ms | {difieren:.1f} % | {sorted(estados[True])} |",
            flush=True,
        )
        if difieren > CERCA or estados[True] != estados[False]:
            fallas.append(f"{nombre}: {difieren:.1f} % y {estados}")
    return fallas


def todos_a_la_vez(puerto: int, segundos: float) -> list[str]:
    """Veinticuatro que se equivocan sin parar, y alguien que abre la entrada."""
    hasta, quedaron = time.monotonic() + segundos, []

    def equivocarse(n: int) -> None:
        navegador, vez = Navegador(puerto), 0
        while time.monotonic() < hasta:
            vez += 1
            datos = {"login": f"nadie-{n}-{vez}@banco.mx", "password": "no-es-esa"}
            quedaron.append(navegador.mandar("/cuenta/login/", datos))

    hilos = [threading.Thread(target=equivocarse, args=(n,), daemon=True) for n in range(A_LA_VEZ)]
    for hilo in hilos:
        hilo.start()
    time.sleep(1)
    mira, paginas = Navegador(puerto), []
    while time.monotonic() < hasta:
        paginas.append(mira.mirar("/entrar/"))
        time.sleep(0.05)
    for hilo in hilos:
        hilo.join(60)
    p99 = p.percentil(paginas, 99)
    print(
        f"{A_LA_VEZ} a la vez, {segundos:.0f} s: {len(quedaron)} contraseñas malas (p50 "
        f"{median(tardo for tardo, _e in quedaron):.0f} ms, {sum(e == 503 for _t, e in quedaron)} no cupieron); "
        f"GET /entrar/ {len(paginas)} veces: p50 {median(paginas):.0f} ms, p99 {p99:.0f} ms, peor {max(paginas):.0f} ms"
    )
    return [f"GET /entrar/ tardó {p99:.0f} ms (p99)"] if p99 > PLAZO_DE_PAGINA else []


def main() -> int:
    """Mide y dice qué falló."""
    opciones = argparse.ArgumentParser()
    opciones.add_argument("--intentos", type=int, default=1000)
    opciones.add_argument("--segundos", type=float, default=30)
    opciones.add_argument("--base", choices=("sqlite", "postgres"), default="postgres")
    elegido = opciones.parse_args()
    with tempfile.TemporaryDirectory() as temporal:
        carpeta = Path(temporal)
        with p.postgres(carpeta) if elegido.base == "postgres" else nullcontext() as pg:
            base = pg.url if pg is not None else f"sqlite:///{carpeta / 'banco.sqlite3'}"
            p.migrar(base)
            orden = [sys.executable, "-m", "bench.entrada.siembra", str(elegido.intentos)]
            subprocess.run(orden, cwd=p.RAIZ, env=p.entorno(base), check=True, timeout=300)
            ajustes = {"ENTORNO": "desarrollo", "EMAIL_URL": "dummymail://", "PROXIES_DE_CONFIANZA": "1"}
            with p.servidor(base, carpeta / "registro", **ajustes) as s:
                fallas = comparar(s.puerto, elegido.intentos) + todos_a_la_vez(s.puerto, elegido.segundos)
                fallas += s.errores()
    print("\n".join(fallas) or "Todo dentro de lo dicho.")
    return 1 if fallas else 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m bench.secreto`: nadie recibe lo que no puede ver, ni lo adivina por el tiempo (EL8)."""

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from bench.comun import procesos as p  # noqa: E402
from bench.secreto.compartido import revisar_compartidas  # noqa: E402
from bench.secreto.manos import CON_POZO  # noqa: E402
from bench.secreto.red import correlacion, grabar, tope  # noqa: E402
from bench.secreto.revisar import Cuentas, revisar_tramo  # noqa: E402
from reglas.reglamento import AMIGOS  # noqa: E402


def sin_red(manos: int, procesos: int, juego: str = AMIGOS) -> Cuentas:
    """Las manos repartidas entre procesos; la semilla de cada una es su número."""
    paso = max(1, manos // (procesos * 8))
    tramos = [(i, min(i + paso, manos), str(juego)) for i in range(0, manos, paso)]
    total = Cuentas()
    if procesos == 1:
        for tramo in tramos:
            total.sumar(revisar_tramo(tramo))
        return total
    with multiprocessing.get_context("spawn").Pool(procesos) as grupo:
        for cuentas in grupo.imap_unordered(revisar_tramo, tramos):
            total.sumar(cuentas)
    return total


def con_red(mesas: int, manos: int, pases: int, plazo: float) -> tuple[list[str], str]:
    """Con un servidor propio en SQLite. Las fallas y un renglón con lo medido."""
    with tempfile.TemporaryDirectory(prefix="secreto-") as carpeta:
        base = f"sqlite:///{carpeta}/secreto.sqlite3"
        p.migrar(base)
        sembrado = p.sembrar(base, mesas, meta="todas")
        with p.servidor(base, Path(carpeta) / "servidor.log") as servidor:
            g = asyncio.run(grabar(sembrado, servidor.puerto, manos, pases, plazo))
            fallas = g.fallas + [f"registro del servidor: {x}" for x in servidor.errores()]
    r, n = correlacion(g.muestras), len(g.muestras)
    if g.manos < manos or n < pases:
        fallas.append(f"sólo se jugaron {g.manos} manos y {n} pases en {plazo:.0f} s")
    if r >= tope(n):
        fallas.append(f"lo que tarda el pase se correlaciona con la mano: |r| = {r:.4f} con {n} pases")
    if mesas > 1 and not g.de_quien_mira:
        fallas.append("nadie miró ninguna mesa: de quien mira no se probó nada")
    dicho = (
        f"con red: {g.manos} manos, {g.mensajes} mensajes, {g.bytes_vistos / 1e6:.1f} MB; {g.de_quien_mira} vistas a "
        f"quien mira; {n} pases, "
        f"|r| = {r:.4f} (tope {tope(n):.4f})"
    )
    return fallas, dicho


def decir(que: str, c: Cuentas) -> list[str]:
    """Escribe lo hecho sin red y devuelve sus fallas."""
    print(
        f"{que}: {c.manos} manos, {c.mensajes} mensajes, {c.bytes_vistos / 1e6:.1f} MB; {c.permutaciones} "
        f"permutaciones ({c.sin_otra} sin otra posible), {c.comparados} mensajes idénticos; {len(c.pases)} pases, "
        f"de {min(c.pases, default=0)} a {max(c.pases, default=0)} ms; {len(c.fallas)} fallas",
        flush=True,
    )
    fallas = list(c.fallas)
    if len(set(c.pases)) > 1:
        fallas.append(f"{que}: el pase no siempre tarda lo mismo: {sorted(set(c.pases))[:5]}")
    if c.permutaciones < c.manos:
        fallas.append(f"{que}: salieron muy pocas permutaciones: la comparación no prueba nada")
    return fallas


def por_enlace(manos: int) -> list[str]:
    """Lo que sale por el enlace de un estudio; escribe lo hecho y devuelve las fallas."""
    c = revisar_compartidas(manos)
    print(
        f"por enlace: {c.manos} manos, {c.respuestas} respuestas y {c.imagenes} imágenes, "
        f"{c.bytes_vistos / 1e6:.1f} MB; {len(c.fallas)} fallas",
        flush=True,
    )
    return c.fallas


def correr(manos: int, procesos: int, mesas: int, manos_en_red: int, pases: int, plazo: float) -> list[str]:
    """Lo del juego de siempre; escribe lo hecho y devuelve las fallas."""
    fallas = decir("sin red", sin_red(manos, procesos))
    if mesas:
        de_red, dicho = con_red(mesas, manos_en_red, pases, plazo)
        print(dicho)
        fallas += de_red
    return fallas


def main() -> None:
    """Corre lo pedido."""
    a = argparse.ArgumentParser(prog="python -m bench.secreto", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--muestra", action="store_true", help="la de la integración continua: menos de un minuto")
    a.add_argument("--manos", type=int, default=10_000, help="manos sin red")
    a.add_argument("--procesos", type=int, default=os.cpu_count() or 1, help="en cuántos procesos, sin red")
    a.add_argument("--mesas", type=int, default=200, help="mesas con red (0: ninguna)")
    a.add_argument("--manos-en-red", type=int, default=10_000, help="manos con red")
    a.add_argument("--pases", type=int, default=40_000, help="pases medidos con red, para que 0.02 diga algo")
    a.add_argument("--plazo", type=float, default=3_000, help="segundos, cuando mucho, con red")
    a.add_argument("--por-enlace", action="store_true", help="sólo los estudios compartidos")
    a.add_argument("--con-pozo", action="store_true", help="sólo los juegos con pozo, sin red")
    d = a.parse_args()
    empezo = time.monotonic()
    fallas: list[str] = []
    if d.muestra:
        d.manos, d.procesos, d.mesas, d.manos_en_red, d.pases, d.plazo = 80, 1, 12, 24, 30, 40
    if not d.con_pozo:
        fallas += por_enlace(d.manos)
    if not d.con_pozo and not d.por_enlace:
        fallas += correr(d.manos, d.procesos, d.mesas, d.manos_en_red, d.pases, d.plazo)
    for juego in CON_POZO if d.con_pozo or d.muestra else ():
        fallas += decir(juego, sin_red(12 if d.muestra else d.manos, d.procesos, juego))
    print(f"{time.monotonic() - empezo:.0f} s; fallas: {len(fallas)}")
    for falla in fallas[:20]:
        print(f"  {falla}")
    if fallas:
        sys.exit(1)


if __name__ == "__main__":
    main()

"""Las razones de diez mil errores, comprobadas una por una con un predicado aparte.

    python -m bench.razones                      # 10 000 errores, semilla 2026
    python -m bench.razones --errores 500 --semilla 7

Con Ctrl-C dice lo que llevaba contado.

Sale con 1 si alguna es falsa, si una línea no acaba en lo que se dice, o si más del 3 % de lo caro se queda sin razón.
"""

import argparse
import sys
from contextlib import suppress

from bench.razones.revisar import CARO, Cuenta, contar_errores, lo_que_tarda

LO_MAS_SIN_RAZON = 0.03


def main() -> int:
    """Escribe la cuenta."""
    argumentos = argparse.ArgumentParser(description="Si las razones de los errores son verdad")
    argumentos.add_argument("--errores", type=int, default=10_000)
    argumentos.add_argument("--semilla", type=int, default=2026)
    argumentos.add_argument("--manos", type=int, default=60, help="las que se miden en tiempo")
    pedido = argumentos.parse_args()
    cuenta = Cuenta()
    with suppress(KeyboardInterrupt):
        contar_errores(pedido.errores, pedido.semilla, cuenta=cuenta)
    if not cuenta.errores:
        return 1
    print(f"{cuenta.errores} errores, {cuenta.razones} razones, {cuenta.falsas} falsas")
    print(f"líneas que no acaban en lo dicho: {cuenta.no_cuadran}")
    print(f"sin razón concreta: {cuenta.sin} ({cuenta.sin / cuenta.errores:.1%})")
    print(f"de más de {CARO} tantos: {cuenta.caros}, sin razón concreta {cuenta.caros_sin}")
    print(f"la primera razón explica la mitad o más: {cuenta.medias / cuenta.errores:.1%}")
    print(f"de lo perdido, lo que explica la primera: {cuenta.explicado / cuenta.perdido:.1%}")
    for clave, veces in cuenta.claves.most_common():
        print(f"  {clave:24} {veces}")
    analisis, razones = lo_que_tarda(pedido.manos, pedido.semilla)
    print(f"por mano: análisis y líneas {1000 * analisis / pedido.manos:.0f} ms; razones, {razones / analisis:.1%} más")
    mal = cuenta.falsas or cuenta.no_cuadran or cuenta.caros_sin > LO_MAS_SIN_RAZON * cuenta.caros
    return 1 if mal else 0


if __name__ == "__main__":
    sys.exit(main())

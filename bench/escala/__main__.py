"""`python -m bench.escala`: qué hace falta para tantos socios, de lo que cuesta cada cosa (docs/escala.md).

No mide: multiplica lo que los otros bancos midieron, y dice de cuál sale cada cifra. Escribe la tabla de esa guía.
"""

import argparse
import math
from dataclasses import dataclass

# --- lo medido, con la base en PostgreSQL y el Python de la imagen; segundos de CPU ---
JUGADA = 313e-6
"""bench/mesas, abierto, 2 000 mesas, con la máquina «regular»: mesa, latidos y plazos, todo entre las jugadas."""
JUGADA_EN_LA_BASE = 113e-6
"""Ahí mismo: 18 % de un núcleo para 1 585 jugadas/s."""
HISTORIA = 183e-6
"""Ahí mismo: 29 % de un núcleo, del ayudante que guarda las partidas acabadas."""
JUGADAS_POR_SEGUNDO = 0.8
"""De una mesa en que se piensa un segundo en promedio, con la pausa de pase de verdad."""
LLEGADA = 9.5e-3
"""bench/mesas/llegadas, PostgreSQL y Redis, de a 40 sockets: 7.4 ms el servidor y 2.1 la base. Juntos, 7.4 en todo."""
MANO_DE_RECREO = 27.9e-3
"""bench/recreo, 100 Recreos: la mano hasta los 16 teléfonos, con sus latidos."""
MANOS_POR_SEGUNDO = 4 / 30
"""De un Recreo de 16: cuatro mesas, una mano cada 30 s."""
KB_POR_MESA = 113
KB_POR_TELEFONO = 131
"""bench/recreo: 213 MB con 1 600 sockets y 100 Recreos."""
KB_DE_UN_PROCESO = 110_000
KB_POR_PARTIDA = 70
"""Diario (218 renglones: 22 kB y lo que pesa cada fila) y acta (28 kB)."""

# --- lo supuesto ---
A_LA_VEZ = 0.05
"""De los socios, los que están a la hora pico."""
EN_LINEA = 0.8
"""De ellos, los que están en una mesa en línea; los demás, en un Recreo."""
PARTIDAS_POR_SEMANA = 3
"""De cada socio."""
LLENO = 0.6
"""Hasta dónde se carga un núcleo: lo demás es para las páginas, el relevo de otro proceso y una hora peor."""
CONEXIONES = 20
"""De un proceso: la reserva de 16, tres del diario y la de la ronda (docs/operacion.md, «Crecer»)."""


@dataclass(frozen=True)
class Hace:
    """Lo que hace falta para `socios`. Núcleos y procesos, enteros; lo demás, en su unidad."""

    socios: int
    mesas: int
    recreos: int
    jugadas: float
    procesos: int
    nucleos_de_la_base: int
    memoria_gb: float
    conexiones: int
    disco_gb_al_ano: float
    volver: float
    """Segundos para que vuelvan todas las mesas tras caer todo, cada proceso las suyas."""


def hace(socios: int) -> Hace:
    """De los socios a los procesos, la base y el disco."""
    presentes = socios * A_LA_VEZ
    mesas, recreos = math.ceil(presentes * EN_LINEA / 4), math.ceil(presentes * (1 - EN_LINEA) / 16)
    jugadas = mesas * JUGADAS_POR_SEGUNDO
    servidor = jugadas * JUGADA + recreos * MANOS_POR_SEGUNDO * MANO_DE_RECREO
    # con uno basta para la carga, pero con dos se actualiza y se cae uno sin que nadie se quede fuera
    procesos = max(2, math.ceil(servidor / LLENO))
    base = jugadas * JUGADA_EN_LA_BASE + jugadas * HISTORIA + recreos * MANOS_POR_SEGUNDO * MANO_DE_RECREO / 4
    kb = procesos * KB_DE_UN_PROCESO + mesas * KB_POR_MESA + recreos * 16 * KB_POR_TELEFONO
    partidas_al_ano = socios * PARTIDAS_POR_SEMANA * 52 / 4
    return Hace(
        socios,
        mesas,
        recreos,
        jugadas,
        procesos,
        math.ceil(base / LLENO),
        kb / 1e6,
        procesos * CONEXIONES,
        partidas_al_ano * KB_POR_PARTIDA / 1e6,
        mesas * LLEGADA / procesos,
    )


CABEZA = (
    "| Socios | Mesas a la vez | Recreos a la vez | Jugadas/s | Procesos | Núcleos de la base y la historia | Memoria "
    "| Conexiones | Disco al año | Volver tras caer todo |\n|" + "---|" * 10
)


def fila(h: Hace) -> str:
    """Un renglón de la tabla."""
    celdas = [
        f"{h.socios:,}",
        f"{h.mesas:,}",
        f"{h.recreos:,}",
        f"{h.jugadas:,.0f}",
        str(h.procesos),
        str(h.nucleos_de_la_base),
        f"{h.memoria_gb:.1f} GB",
        str(h.conexiones),
        f"{h.disco_gb_al_ano:,.0f} GB",
        f"{max(1, h.volver):.0f} s",
    ]
    return f"| {' | '.join(celdas)} |".replace(",", " ")


def tabla(socios: list[int]) -> str:
    """La de docs/escala.md."""
    return "\n".join([CABEZA, *(fila(hace(n)) for n in socios)])


DE_LA_GUIA = [10_000, 100_000, 1_000_000]


def main() -> None:
    """Escribe la tabla."""
    a = argparse.ArgumentParser(prog="python -m bench.escala", description=__doc__, add_help=False)
    a.add_argument("-h", "--help", action="help", help="enseña esto y termina")
    a.add_argument("--socios", type=int, nargs="+", default=DE_LA_GUIA, help="cuántos; varios, un renglón cada uno")
    print(tabla(a.parse_args().socios))


if __name__ == "__main__":
    main()

"""Lo que el diario dice, contra lo que a los jugadores se les acusó."""

import os
from collections import Counter
from dataclasses import dataclass, field

from bench.caos.testigos import Acusada

TODAS = (1 << 28) - 1


@dataclass
class Fallo:
    """El resultado."""

    renglones: int = 0
    jugadas: int = 0
    tarjetas: int = 0
    ausencias: int = 0
    anuladas: int = 0
    cerradas: int = 0
    automaticas: int = 0
    fallas: list[str] = field(default_factory=list)


def juzgar(base: str, mesas: list[int], acusadas: list[Acusada]) -> Fallo:
    """Lee el diario de cada mesa, lo repliega renglón por renglón y busca cada acuse."""
    os.environ["DATABASE_URL"] = base
    os.environ["REDIS_URL"] = ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    fallo = Fallo()
    por_mesa: dict[int, list[Acusada]] = {mesa: [] for mesa in mesas}
    for acusada in acusadas:
        por_mesa[acusada.mesa].append(acusada)
    for mesa in mesas:
        _una(mesa, por_mesa[mesa], fallo)
    return fallo


def _una(mesa: int, acusadas: list[Acusada], fallo: Fallo) -> None:
    from enlinea.diario.diario import leer, leer_eventos
    from reglas.mesa import eventos as ev
    from reglas.mesa.estado import Mesa, plegar

    renglones = leer(mesa)
    estado = Mesa()
    tiradas: dict[str, list[ev.Tirada]] = {}
    if [r.num for r in renglones] != list(range(1, len(renglones) + 1)):
        fallo.fallas.append(f"mesa {mesa}: el diario tiene huecos o repetidos")
    if max(Counter(str(r.id_orden) for r in renglones).values(), default=1) > 1:
        fallo.fallas.append(f"mesa {mesa}: una orden se aplicó dos veces")
    for renglon in renglones:
        eventos = leer_eventos(renglon.eventos)
        estado = plegar(estado, eventos)
        if estado.mano is not None and not _veintiocho(estado.mano):
            fallo.fallas.append(f"mesa {mesa}, num {renglon.num}: no son 28 fichas distintas")
        tiradas[str(renglon.id_orden)] = [e for e in eventos if isinstance(e, ev.Tirada)]
        clases = Counter(type(e) for e in eventos)
        fallo.renglones += 1
        fallo.jugadas += clases[ev.Tirada]
        fallo.tarjetas += clases[ev.Tarjeta]
        fallo.ausencias += clases[ev.Ausente]
        fallo.anuladas += clases[ev.PartidaAnulada]
        fallo.cerradas += clases[ev.MesaCerrada]
        fallo.automaticas += sum(e.automatica for e in eventos if isinstance(e, ev.Tirada))
    for a in acusadas:
        _buscar(a, tiradas, fallo)


def _buscar(a: Acusada, tiradas: dict[str, list], fallo: Fallo) -> None:
    if a.id_orden not in tiradas:
        fallo.fallas.append(f"PERDIDA: mesa {a.mesa}, {a.tipo} {a.id_orden} acusada como {a.version}")
        return
    if a.tipo != "tirar":
        return
    suyas = [(t.asiento, t.ficha) for t in tiradas[a.id_orden]]
    if suyas != [(a.asiento, a.ficha)]:
        fallo.fallas.append(f"mesa {a.mesa}: se acusó {(a.asiento, a.ficha)} y el diario dice {suyas}")


def _veintiocho(mano) -> bool:
    juntas, total = 0, len(mano.cadena) // 3
    for ficha in mano.cadena[0::3]:
        juntas |= 1 << ficha
    for suyas in mano.manos:
        juntas |= suyas
        total += suyas.bit_count()
    return juntas == TODAS and total == 28

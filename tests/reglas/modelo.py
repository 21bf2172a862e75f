"""La clasificación escrita otra vez, desde los documentos y sobre el JSON del acta, sin usar `reglas`.

A propósito es ingenua: acumula a mano, ordena con una tupla y busca los empates comparando todos con todos.
"""

from fractions import Fraction
from typing import Any

from tests.reglas.rol_del_documento import NO_SUMAN, programa_oficial

RONDA = (4, 5, 6, 7)


def modelo_de_clasificacion(acta: dict[str, Any]) -> dict[str, Any]:
    tamano = len(acta["jugadores"])
    jugadas = {partida["partida"]: partida for partida in acta["partidas"]}
    cerradas, parciales = [], []
    for numero, (mesas, _) in enumerate(programa_oficial(tamano), start=1):
        anotadas = {mesa["mesa"]: mesa for mesa in jugadas.get(numero, {"mesas": []})["mesas"]}
        if all(anotadas.get(m, {"fin": None})["fin"] for m in range(1, len(mesas) + 1)):
            cerradas.append(numero)
            parciales.append(_tabla(acta, jugadas, cerradas, final=False))
    return {"parciales": parciales, "final": _tabla(acta, jugadas, cerradas, final=True)}


def quien_y_como(meta: str, mesa: dict[str, Any]) -> tuple[int, list[int], int, int]:
    """Ganadora, tantos de cada pareja, puntos y valor de la apuesta."""
    cuenta = [0, 0]
    for mano in mesa["manos"]:
        if mano["desenlace"] == "cierre_empatado" or (meta == "juegos_ganados" and mano["desenlace"] == "cierre"):
            continue
        cuenta[mano["pareja"]] += 1 if meta == "juegos_ganados" else mano["tantos"]
    ganadora = mesa["gana_default"] if mesa["fin"] == "default" else cuenta.index(max(cuenta))
    if meta == "juegos_ganados":
        return ganadora, [0, 0], 0, 1
    if mesa["fin"] == "tiempo":
        return ganadora, cuenta, 1, 1
    cuenta[ganadora] = int(meta)
    perdio = cuenta[1 - ganadora]
    puntos = 3 if perdio == 0 else 2 if perdio <= int(meta) // 2 else 1
    return ganadora, cuenta, puntos, puntos


def _tabla(acta: dict[str, Any], jugadas: dict[int, Any], cerradas: list[int], final: bool) -> list[dict[str, Any]]:
    tamano, meta = len(acta["jugadores"]), acta["meta"]
    campos = ("puntos", "juegos_ganados", "eficiencia", "tantos_favor", "tantos_contra", "castigos", "valor")
    lleva = {j: dict.fromkeys(campos, 0) for j in range(1, tamano + 1)}
    enfrento: dict[int, list[tuple[set[int], int]]] = {j: [] for j in lleva}
    for numero in cerradas:
        programa = programa_oficial(tamano)[numero - 1][0]
        for mesa in jugadas[numero]["mesas"]:
            ganadora, cuenta, puntos, valor = quien_y_como(meta, mesa)
            for p in (0, 1):
                signo = 1 if p == ganadora else -1
                for j in programa[mesa["mesa"] - 1][p]:
                    lleva[j]["valor"] += signo * valor
                    if j in NO_SUMAN.get((tamano, numero), ()):
                        continue
                    lleva[j]["puntos"] += puntos if signo > 0 else 0
                    lleva[j]["juegos_ganados"] += signo > 0
                    lleva[j]["eficiencia"] += cuenta[p] - cuenta[1 - p]
                    lleva[j]["tantos_favor"] += cuenta[p]
                    lleva[j]["tantos_contra"] += cuenta[1 - p]
                    diferencia = signo if meta == "juegos_ganados" else cuenta[p] - cuenta[1 - p]
                    enfrento[j].append((set(programa[mesa["mesa"] - 1][1 - p]), diferencia))
        for castigo in jugadas[numero].get("castigos", []):
            lleva[castigo["jugador"]]["castigos"] += castigo["tantos"]
            lleva[castigo["jugador"]]["eficiencia"] -= castigo["tantos"]
    return _filas(acta, lleva, _orden(lleva, enfrento), final)


def _orden(lleva: dict[int, Any], enfrento: dict[int, Any]) -> list[int]:
    def base(j: int) -> tuple[int, ...]:
        suyo = lleva[j]
        return (
            -suyo["puntos"],
            -suyo["juegos_ganados"],
            -suyo["eficiencia"],
            -suyo["tantos_favor"],
            suyo["tantos_contra"],
        )

    def diferencial(j: int) -> int:
        iguales = {otro for otro in lleva if base(otro) == base(j)} - {j}
        return sum(diferencia for rivales, diferencia in enfrento[j] if rivales & iguales)

    return sorted(lleva, key=lambda j: (*base(j), -diferencial(j), j))


def _filas(acta: dict[str, Any], lleva: dict[int, Any], orden: list[int], final: bool) -> list[dict[str, Any]]:
    ronda = len(orden) in RONDA
    importe = Fraction(acta.get("importe") or "0") if ronda else Fraction(0)
    cobra = final and ronda and acta.get("pago_extraordinario")
    filas = []
    for lugar, j in enumerate(orden, start=1):
        veces = {1: len(orden) - 2, 2: 0}.get(lugar, -1) if cobra else 0
        fila = {"lugar": lugar, "jugador": j, **lleva[j]}
        valor = fila.pop("valor")
        filas.append(fila | {"valor_ficha": _texto(valor * importe), "pago_extraordinario": _texto(veces * importe)})
    return filas


def _texto(importe: Fraction) -> str:
    centavos = int(importe * 100)
    signo = "-" if centavos < 0 else ""
    return f"{signo}{abs(centavos) // 100}.{abs(centavos) % 100:02d}"

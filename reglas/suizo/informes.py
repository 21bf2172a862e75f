"""Lo que responden `emparejar` y `clasificar-torneo`: de un acta de torneo a un resultado listo para JSON."""

from collections.abc import Sequence
from typing import Any

from reglas.metas import Meta
from reglas.suizo.acta import leer_torneo
from reglas.suizo.bolsas import tabla_de
from reglas.suizo.clasificacion import FilaDeTorneo, Renglon, tabla_a_distancia
from reglas.suizo.comparacion import escrita
from reglas.suizo.emparejar import emparejar
from reglas.suizo.hoja import hoja_de
from reglas.suizo.tipos import Torneo


def informe_de_emparejar(datos: Any, hoja: bool = False) -> dict[str, Any]:
    """La partida que sigue; con `hoja`, también sus razones (TO15)."""
    torneo = leer_torneo(datos)
    sigue = emparejar(torneo)
    informe: dict[str, Any] = {
        "partida": sigue.partida,
        "mesas": [
            {
                "mesa": mesa.numero,
                "asientos": list(mesa.asientos),
                "entidades": None if mesa.entidades is None else list(mesa.entidades),
                **({"forzada": True} if mesa.forzada else {}),
            }
            for mesa in sigue.mesas
        ],
        "descansan": list(sigue.descansan),
        "corte": None if sigue.corte is None else [list(bolsa) for bolsa in sigue.corte],
        "objetivo": list(sigue.vector),
    }
    return informe | ({"hoja": hoja_de(torneo, sigue)} if hoja else {})


def informe_de_clasificar(datos: Any) -> dict[str, Any]:
    """La tabla tras cada partida cerrada y, si ya se jugaron todas, la final (TO21)."""
    return tablas_de(leer_torneo(datos))


def tablas_de(torneo: Torneo) -> dict[str, Any]:
    """Lo mismo, del torneo ya leído."""
    cerradas = 0
    por_numero = {partida.numero: partida for partida in torneo.partidas}
    while cerradas + 1 in por_numero and por_numero[cerradas + 1].cerrada:
        cerradas += 1
    tablas = {str(n): tabla_de(torneo, n) for n in range(1, cerradas + 1)}
    if cerradas == torneo.previstas:
        tablas["final"] = tablas[str(cerradas)]
    informe: dict[str, Any] = {
        "clasificacion": {clave: [fila_como_datos(torneo.meta, f) for f in filas] for clave, filas in tablas.items()}
    }
    if torneo.distancia and "final" in tablas:
        informe["distancia_final"] = distancia_como_datos(torneo, tablas["final"])
    return informe


def fila_como_datos(meta: Meta, fila: FilaDeTorneo) -> dict[str, Any]:
    """Lo que no aplica a la meta no va."""
    datos = {"lugar": fila.lugar, "sujeto": fila.sujeto} | _cuenta(meta, fila.renglon)
    if fila.renglon.comparacion is not None:
        datos["comparacion"] = escrita(fila.renglon.comparacion)
    if fila.diferencial is not None:
        datos["diferencial"] = fila.diferencial
    if fila.renglon.bolsa is not None:
        datos["bolsa"] = fila.renglon.bolsa
    return datos


def _cuenta(meta: Meta, renglon: Renglon) -> dict[str, Any]:
    cuenta = renglon.cuenta
    if meta.tantos is None:
        suyo = {"manos_favor": cuenta.favor, "manos_contra": cuenta.contra}
    else:
        suyo = {
            "puntos": cuenta.puntos,
            "eficiencia": renglon.diferencia,
            "tantos_favor": cuenta.favor,
            "tantos_contra": cuenta.contra,
        }
    return suyo | {"juegos_ganados": cuenta.juegos_ganados, "fuerza": renglon.fuerza}


def distancia_como_datos(torneo: Torneo, filas: Sequence[FilaDeTorneo]) -> list[dict[str, Any]]:
    """La tabla de las parejas declaradas y la de los equipos, cada una con sus lugares desde 1 (TO25)."""
    lugares: dict[int, int] = {}
    datos = []
    for declarados, renglon, mejor in tabla_a_distancia(torneo, filas):
        de = len(declarados.jugadores)
        lugares[de] = lugares.get(de, 0) + 1
        datos.append(
            {"lugar": lugares[de], "sujeto": declarados.nombre, "jugadores": list(declarados.jugadores)}
            | _cuenta(torneo.meta, renglon)
            | {"mejor_lugar": mejor}
        )
    return datos

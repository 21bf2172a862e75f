"""Lo que sale por el enlace de un estudio: ni nombres callados, ni relojes, ni sorteos, ni otra mano (D636).

Sin base: cada partida la juegan cuatro automáticos y se marca todo lo que no debe salir con textos que no salen por
casualidad. Se arma con lo mismo que la página y se busca en lo que se mandaría.
"""

import json
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.http import Http404

from bench.academia.__main__ import jugada_entera
from bench.automatas.__main__ import repartir
from enlinea.academia.consultas.estudios import Compartido, recortada, vistos_desde
from enlinea.academia.consultas.fuente import Fuente
from enlinea.visita.dibujo import dibujar
from enlinea.visita.views_estudio import preparar
from reglas.fichas import FICHAS, TEXTOS, lista
from reglas.tipos import Meta

MANOS_POR_PARTIDA = 4
CADA_CUANTAS_SE_DIBUJA = 50
META = Meta.JUEGOS_GANADOS
"""A los que nunca se acaba antes de la cuarta mano."""
ACTA = {"formato": "amigos-domino/partida", "version": 1}


@dataclass
class Cuentas:
    """Lo revisado y lo que salió mal."""

    manos: int = 0
    respuestas: int = 0
    bytes_vistos: int = 0
    imagenes: int = 0
    fallas: list[str] = field(default_factory=list)


def revisar_compartidas(manos: int, semilla: int = 2026) -> Cuentas:
    """Esas manos, de cuatro en cuatro; la mitad de las partidas enseña una sola, y cada quien calla o no su nombre."""
    azar, cuentas = random.Random(semilla), Cuentas()
    while cuentas.manos < manos:
        _una_partida(azar, cuentas)
    return cuentas


def _una_partida(azar: random.Random, cuentas: Cuentas) -> None:
    # sin cifras: que dentro de un nombre que sí sale no se lea un año ni un tiempo
    marca = "".join(azar.choices("ghjkmnpqrstvwxyz", k=12))
    nombres = [f"nombre{asiento}{marca}" for asiento in range(4)]
    acta = {
        **ACTA,
        "meta": str(META),
        "asientos": nombres,
        "manos": [_una_mano(azar, marca, n) for n in range(MANOS_POR_PARTIDA)],
    }
    instante = datetime(2031, 5, 17, 3, 7, tzinfo=UTC)
    suya = Fuente(
        "partida", azar.getrandbits(52), f"mesa{marca}", instante, acta, azar.randrange(4), 0, azar.getrandbits(52)
    )
    lugares = vistos_desde(suya.asiento)
    salen = [azar.random() < 0.5 for _ in range(4)]
    dichos = [nombre if sale else lugar for nombre, lugar, sale in zip(nombres, lugares, salen, strict=True)]
    sola = azar.randrange(MANOS_POR_PARTIDA) if azar.random() < 0.5 else None
    manos = range(MANOS_POR_PARTIDA) if sola is None else range(sola, sola + 1)
    que = Compartido(recortada(suya, "Un título", dichos), None, manos)
    vedado = [f"mesa{marca}", f"clave{marca}", str(suya.id), str(suya.cuenta), "2031-05", "987654"]
    vedado += [nombre for nombre, sale in zip(nombres, salen, strict=True) if not sale]
    for numero in range(MANOS_POR_PARTIDA):
        cuentas.manos += 1
        _una(que, numero, vedado, acta, cuentas)


def _una(que: Compartido, numero: int, vedado: list[str], acta: dict[str, Any], cuentas: Cuentas) -> None:
    try:
        lista_de_una = preparar(que, numero)
    except Http404:
        if numero in que.manos:
            cuentas.fallas.append("no se abre una mano que sí se ve")
        return
    if numero not in que.manos:
        cuentas.fallas.append("se abre una mano que no se ve")
    # tal como lo guarda la página; los cuadros son lo que se dibuja
    salida = json.dumps(lista_de_una, default=lambda uno: uno.__getstate__(), ensure_ascii=False).encode()
    cuentas.respuestas += 1
    cuentas.bytes_vistos += len(salida)
    cuentas.fallas += [f"sale {x[:12]}" for x in vedado if x.encode() in salida]
    vista, partida = lista_de_una["vista"], lista_de_una["partida"]
    if any(jugada[3] is not None for jugada in vista["jugadas"]):
        cuentas.fallas.append("sale lo que tardó alguien")
    suyas = [[TEXTOS[f] for f in reparto] for reparto in vista["reparto"]]
    if suyas != [sorted(mano) for mano in acta["manos"][numero]["reparto"]]:
        cuentas.fallas.append("el reparto es de otra mano")
    if len(que.manos) == 1 and sum(cuenta is not None for cuenta in partida["cuentas"]) > 1:
        cuentas.fallas.append("sale cómo acabó otra mano")
    if cuentas.manos % CADA_CUANTAS_SE_DIBUJA == 0:
        imagen = dibujar(lista_de_una["cuadros"][-1])
        cuentas.imagenes += 1
        cuentas.bytes_vistos += len(imagen)
        cuentas.fallas += [f"la imagen lleva {x[:12]}" for x in vedado if x.encode() in imagen]


def _una_mano(azar: random.Random, marca: str, salidor: int) -> dict[str, Any]:
    """Como la escribe un acta, con su sorteo y sus tiempos marcados."""
    mano = jugada_entera(repartir(azar)._replace(salidor=salidor, turno=salidor), META)
    cadena = mano.final.cadena
    jugadas = [
        {
            "asiento": cadena[i + 2],
            "ficha": TEXTOS[cadena[i]],
            "extremo": (None, "A", "B")[cadena[i + 1]],
            "ms": 987_654,
        }
        for i in range(0, len(cadena), 3)
    ]
    inicial = (*mano.posiciones, mano.final)[0]
    return {
        "reparto": [[TEXTOS[ficha] for ficha in lista(bits)] for bits in inicial.manos],
        "salidor": inicial.salidor,
        "jugadas": jugadas,
        "sorteo": {"claves": [f"clave{marca}{n}" for n in range(len(FICHAS))], "semilla": f"clave{marca}s"},
    }

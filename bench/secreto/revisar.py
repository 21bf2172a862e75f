"""Las tres comprobaciones sin red: nada de más, nada que dependa de lo oculto, y el pase siempre tarda lo mismo."""

import random
from dataclasses import dataclass, field
from typing import Any

from bench.comun import mensajes as m
from bench.secreto.manos import MIRAN, Azar, Paso, con_otras_fichas, jugar_mano, repetir, vistas
from reglas.fichas import DE_PALO, lista, mascara
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from reglas.tipos import NADIE

TRAS = 137
"""Milisegundos después de cada paso en que se arman las vistas, para que lo que corre se note."""
INTENTOS = 40
FICHAS_EN = {("datos", "cadena"), ("yo", "mano"), ("yo", "opciones")}
TEXTOS_EN = {("tipo",), ("datos", "compromiso"), ("datos", "siguiente"), ("datos", "marcador")}


@dataclass
class Cuentas:
    """Lo revisado y lo que salió mal."""

    manos: int = 0
    mensajes: int = 0
    bytes_vistos: int = 0
    permutaciones: int = 0
    comparados: int = 0
    sin_otra: int = 0
    pases: list[int] = field(default_factory=list)
    fallas: list[str] = field(default_factory=list)

    def falla(self, semilla: int, que: str) -> None:
        """Con su semilla, para repetirla."""
        self.fallas.append(f"mano {semilla}: {que}")

    def sumar(self, otra: "Cuentas") -> None:
        """Junta lo de otro proceso."""
        for campo in ("manos", "mensajes", "bytes_vistos", "permutaciones", "comparados", "sin_otra"):
            setattr(self, campo, getattr(self, campo) + getattr(otra, campo))
        self.pases += otra.pases
        self.fallas += otra.fallas


def revisar_tramo(desde_hasta: tuple[int, int]) -> Cuentas:
    """Las manos de esas semillas. Aquí y no en `__main__`, que los otros procesos no importan."""
    cuentas = Cuentas()
    for semilla in range(*desde_hasta):
        revisar_mano(semilla, cuentas)
    return cuentas


def revisar_mano(semilla: int, cuentas: Cuentas) -> None:
    """Juega la mano, revisa cada mensaje a cada asiento y compara con otras fichas ocultas."""
    inicial, pasos = jugar_mano(semilla)
    cuentas.manos += 1
    estados = [(inicial, inicial.abierto), *((p.mesa, p.instante) for p in pasos)]
    grabado: list[list[bytes]] = []
    for mesa, instante in estados:
        if mesa.fase is not Fase.JUGANDO:
            break
        todas = vistas(mesa, instante + TRAS)
        grabado.append(todas)
        for asiento, crudo in zip(MIRAN, todas, strict=True):
            cuentas.mensajes += 1
            cuentas.bytes_vistos += len(crudo)
            for mala in de_mas(crudo, mesa, asiento):
                cuentas.falla(semilla, f"asiento {asiento}, paso {len(grabado) - 1}: {mala}")
    _pases(inicial, pasos, cuentas)
    de = random.Random(semilla)
    for asiento in MIRAN:
        _permutar(semilla, asiento, inicial, pasos, grabado, de, cuentas)


# --- nada de más ------------------------------------------------------------------------------------------------------
def de_mas(crudo: bytes, mesa: Mesa, asiento: int) -> list[str]:
    """Lo que este mensaje trae y el asiento no debía ver, por estructura y por texto."""
    mano = mesa.mano
    assert mano is not None
    malas = m.faltas(m.leer(crudo))  # type: ignore[arg-type]
    suelto = m.crudo_a_dict(crudo)
    if asiento == NADIE and suelto["yo"] != {"asiento": NADIE}:
        malas.append("a quien mira le llegó algo propio")
    if asiento != NADIE and suelto["yo"].get("mano") != list(lista(mano.manos[asiento])):
        malas.append("mi mano no es mi mano")
    if suelto["datos"]["cadena"] != list(mano.cadena):
        malas.append("la cadena no es la cadena")
    malas += [f"texto en {'.'.join(ruta)}: {hoja[:40]}" for ruta, hoja in _textos(suelto) if ruta not in TEXTOS_EN]
    malas += [f"va el secreto: {s[:12]}…" for s in _secretos(mesa, asiento) if s.encode() in crudo]
    return malas


def _textos(nodo: Any, ruta: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    if isinstance(nodo, dict):
        return [par for llave, hijo in nodo.items() for par in _textos(hijo, (*ruta, llave))]
    if isinstance(nodo, list):
        return [par for hijo in nodo for par in _textos(hijo, ruta)]
    return [(ruta, nodo)] if isinstance(nodo, str) else []


def _secretos(mesa: Mesa, asiento: int) -> list[str]:
    """Claves, semillas y nonces (ni los propios viajan de vuelta)."""
    hallados = []
    for secreto in (mesa.secreto, mesa.siguiente):
        if secreto is not None:
            hallados += [*secreto.claves, secreto.semilla]
    return [*hallados, *(n for n in (*mesa.nonces_de_mano, *mesa.nonces) if n)]


# --- nada que dependa de lo oculto ------------------------------------------------------------------------------------
def _permutar(
    semilla: int, asiento: int, inicial: Mesa, pasos: list[Paso], grabado: list[list[bytes]], de: random.Random,
    cuentas: Cuentas,
) -> None:  # fmt: skip
    """Cambia entre los otros (los cuatro, si sólo mira) lo que no ve en un punto al azar, repite todo y compara sus
    bytes.
    """
    hasta = de.randrange(len(grabado))
    for _ in range(INTENTOS):
        manos = otras_manos(asiento, inicial, pasos[:hasta], de)
        if manos is None:
            continue
        otra = con_otras_fichas(inicial, manos)
        estados = repetir(otra, pasos[:hasta], Azar(semilla))
        if estados is None:
            continue
        cuentas.permutaciones += 1
        instantes = [inicial.abierto, *(p.instante for p in pasos[:hasta])]
        for k, (mesa, instante) in enumerate(zip([otra, *estados], instantes, strict=True)):
            cuentas.comparados += 1
            if vistas(mesa, instante + TRAS)[asiento] != grabado[k][asiento]:
                cuentas.falla(semilla, f"asiento {asiento}, paso {k}: sus bytes dependen de lo que no ve")
                return
        return
    cuentas.sin_otra += 1


def otras_manos(asiento: int, inicial: Mesa, pasos: list[Paso], de: random.Random) -> tuple[int, int, int, int] | None:
    """Otro reparto con las mismas fichas ya jugadas, que respeta los pases que todos vieron; None si no salió."""
    mesa = pasos[-1].mesa if pasos else inicial
    assert mesa.mano is not None
    vedado = [0, 0, 0, 0]
    antes = inicial
    for paso in pasos:
        assert antes.mano is not None
        assert paso.mesa.mano is not None
        if paso.mesa.mano.pases != antes.mano.pases:
            vedado[antes.mano.turno] |= DE_PALO[antes.mano.a] | DE_PALO[antes.mano.b]
        antes = paso.mesa
    otros = [a for a in range(4) if a != asiento]
    ocultas = [f for a in otros for f in lista(mesa.mano.manos[a])]
    de.shuffle(ocultas)
    # primero las que menos lugares admiten
    ocultas.sort(key=lambda f: sum(not vedado[a] >> f & 1 for a in otros))
    caben = {a: mesa.mano.manos[a].bit_count() for a in otros}
    nuevas = [0, 0, 0, 0]
    for ficha in ocultas:
        posibles = [a for a in otros if caben[a] and not vedado[a] >> ficha & 1]
        if not posibles:
            return None
        quien = de.choices(posibles, [caben[a] for a in posibles])[0]
        nuevas[quien] |= 1 << ficha
        caben[quien] -= 1
    if asiento != NADIE:
        nuevas[asiento] = mesa.mano.manos[asiento]
    if tuple(nuevas) == mesa.mano.manos:
        return None
    cadena = mesa.mano.cadena
    jugadas = [mascara(cadena[i] for i in range(0, len(cadena), 3) if cadena[i + 2] == a) for a in range(4)]
    return (nuevas[0] | jugadas[0], nuevas[1] | jugadas[1], nuevas[2] | jugadas[2], nuevas[3] | jugadas[3])


def _pases(inicial: Mesa, pasos: list[Paso], cuentas: Cuentas) -> None:
    """Cuánto tardó cada pase en las reglas: debe ser constante."""
    antes = inicial
    for paso in pasos:
        if antes.mano is not None and paso.mesa.mano is not None and antes.mano.pases != paso.mesa.mano.pases:
            assert isinstance(paso.orden, o.Vencer)
            cuentas.pases.append(paso.instante - antes.abierto)
        antes = paso.mesa

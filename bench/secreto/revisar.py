"""Las tres comprobaciones sin red: nada de más, nada que dependa de lo oculto, y el pase siempre tarda lo mismo."""

import random
from dataclasses import dataclass, field
from typing import Any

from bench.comun import mensajes as m
from bench.secreto.manos import Azar, Paso, con_otras_fichas, cortos, jugar_mano, miran, repetir, vistas
from reglas.fichas import DE_PALO, lista, mascara
from reglas.mano import robadas
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase
from reglas.reglamento import AMIGOS, Reglamento, reglamento_de_texto
from reglas.tipos import NADIE

TRAS = 137
"""Milisegundos después de cada paso en que se arman las vistas, para que lo que corre se note."""
INTENTOS = 40
FICHAS_EN = {("datos", "cadena"), ("yo", "mano"), ("yo", "opciones")}
TEXTOS_EN = {("tipo",), ("datos", "compromiso"), ("datos", "siguiente"), ("datos", "marcador"), ("datos", "juego")}


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


def revisar_tramo(desde_hasta: tuple[int, int, str]) -> Cuentas:
    """Las manos de esas semillas, de ese juego. Aquí y no en `__main__`, que los otros procesos no importan."""
    cuentas = Cuentas()
    desde, hasta, juego = desde_hasta
    for semilla in range(desde, hasta):
        revisar_mano(semilla, cuentas, reglamento_de_texto(juego))
    return cuentas


def revisar_mano(semilla: int, cuentas: Cuentas, reglamento: Reglamento = AMIGOS) -> None:
    """Juega la mano, revisa cada mensaje a cada asiento y compara con otras fichas ocultas."""
    inicial, pasos = jugar_mano(semilla, reglamento)
    cuentas.manos += 1
    estados = [(inicial, inicial.abierto), *((p.mesa, p.instante) for p in pasos)]
    grabado: list[list[bytes]] = []
    antes: Mesa | None = None
    tenian: list[bytes] = []
    for mesa, instante in estados:
        if mesa.fase is not Fase.JUGANDO:
            break
        todas, pasan = vistas(mesa, instante + TRAS), cortos(antes, mesa, instante + TRAS)
        grabado.append([entera + corta for entera, corta in zip(todas, pasan, strict=True)])
        for lugar, asiento in enumerate(miran(mesa)):
            cuentas.mensajes += 1 + bool(pasan[lugar])
            cuentas.bytes_vistos += len(grabado[-1][lugar])
            malas = de_mas(todas[lugar], mesa, asiento)
            if pasan[lugar]:
                malas += de_mas_en_el_paso(tenian[lugar], pasan[lugar], todas[lugar])
            for mala in malas:
                cuentas.falla(semilla, f"asiento {asiento}, paso {len(grabado) - 1}: {mala}")
        antes, tenian = mesa, todas
    _pases(inicial, pasos, cuentas)
    de = random.Random(semilla)
    for asiento in miran(inicial):
        _permutar(semilla, asiento, inicial, pasos, grabado, de, cuentas)


# --- nada de más ------------------------------------------------------------------------------------------------------
def de_mas(crudo: bytes, mesa: Mesa, asiento: int) -> list[str]:
    """Lo que este mensaje trae y el asiento no debía ver, por estructura y por texto."""
    mano = mesa.mano
    assert mano is not None
    if mesa.reglamento.oficial:
        malas = m.faltas(m.leer(crudo))  # type: ignore[arg-type]
    else:
        malas = m.faltas(m.leer_de_otro(crudo), mesa.reglamento.fichas.bit_count())
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


def de_mas_en_el_paso(tenia: bytes, corto: bytes, vista: bytes) -> list[str]:
    """Sumado a la vista que se tenía da la que sigue, que ya se revisó; y no dice nada fuera de sus campos."""
    anterior, llega, entera = m.leer(tenia), m.leer(corto), m.leer(vista)
    assert isinstance(anterior, m.Vista) and isinstance(llega, m.Paso)
    return [] if m.sumar(anterior, llega) == entera else ["el paso no da la vista"]


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
    """Cambia entre los demás y el pozo lo que el asiento no ve en un punto al azar, repite todo y compara sus bytes."""
    hasta = de.randrange(len(grabado))
    for _ in range(INTENTOS):
        otra = con_otro_reparto(asiento, inicial, pasos[:hasta], de)
        if otra is None:
            continue
        estados = repetir(otra, pasos[:hasta], Azar(semilla))
        if estados is None:
            continue
        cuentas.permutaciones += 1
        antes: Mesa | None = None
        instantes = [inicial.abierto, *(p.instante for p in pasos[:hasta])]
        for k, (mesa, instante) in enumerate(zip([otra, *estados], instantes, strict=True)):
            cuentas.comparados += 1
            suyos = vistas(mesa, instante + TRAS)[asiento] + cortos(antes, mesa, instante + TRAS)[asiento]
            antes = mesa
            if suyos != grabado[k][asiento]:
                cuentas.falla(semilla, f"asiento {asiento}, paso {k}: sus bytes dependen de lo que no ve")
                return
        return
    cuentas.sin_otra += 1


def con_otro_reparto(asiento: int, inicial: Mesa, pasos: list[Paso], de: random.Random) -> Mesa | None:
    """El mismo principio con lo que el asiento no ve cambiado de sitio; None si no salió ninguno distinto.

    Lo ya jugado y lo que robó él se quedan donde estaban. Lo demás va a cualquier sitio que respete los pases y robos
    que todos vieron: quien no pudo tirar no tenía, en ese momento, nada que cupiera.
    """
    mesa = pasos[-1].mesa if pasos else inicial
    assert mesa.mano is not None
    vedado = _vedado(inicial, pasos)
    suyas = [bits for otro, bits in enumerate(mesa.mano.manos) if otro != asiento]
    # un sitio se llama como la ficha que de verdad está en él
    libres = [ficha for bits in suyas for ficha in lista(bits)] + list(_pozo(mesa))
    ocultas = de.sample(libres, len(libres))
    # primero las que menos lugares admiten
    ocultas.sort(key=lambda f: sum(not vedado.get(sitio, 0) >> f & 1 for sitio in libres))
    nueva: dict[int, int] = {}
    for ficha in ocultas:
        posibles = [sitio for sitio in libres if sitio not in nueva and not vedado.get(sitio, 0) >> ficha & 1]
        if not posibles:
            return None
        nueva[de.choice(posibles)] = ficha
    assert inicial.mano is not None
    manos = tuple([mascara(nueva.get(f, f) for f in lista(bits)) for bits in inicial.mano.manos])
    pozo = tuple([nueva.get(f, f) for f in inicial.aparte.pozo])
    if (manos, pozo) == (inicial.mano.manos, inicial.aparte.pozo):
        return None
    return con_otras_fichas(inicial, manos, pozo)


def _pozo(mesa: Mesa) -> tuple[int, ...]:
    return () if mesa.mano is None or mesa.mano.aparte is None else mesa.mano.aparte.pozo


def _vedado(inicial: Mesa, pasos: list[Paso]) -> dict[int, int]:
    """Por sitio, las fichas que no pudo haber en él: las que cabían cuando quien lo tenía pasó o robó."""
    vedado: dict[int, int] = {}
    antes = inicial
    for paso in pasos:
        mano, despues = antes.mano, paso.mesa.mano
        assert mano is not None
        assert despues is not None
        if despues.pases != mano.pases or robadas(despues) != robadas(mano):
            for sitio in lista(mano.manos[mano.turno]):
                vedado[sitio] = vedado.get(sitio, 0) | DE_PALO[mano.a] | DE_PALO[mano.b]
        antes = paso.mesa
    return vedado


def _pases(inicial: Mesa, pasos: list[Paso], cuentas: Cuentas) -> None:
    """Cuánto tardó cada pase en las reglas: debe ser constante."""
    antes = inicial
    for paso in pasos:
        if antes.mano is not None and paso.mesa.mano is not None and antes.mano.pases != paso.mesa.mano.pases:
            assert isinstance(paso.orden, o.Vencer)
            cuentas.pases.append(paso.instante - antes.abierto)
        antes = paso.mesa

"""Repite un acta de partida jugada por jugada y dice cómo quedó cada mano (RG1-RG6).

Lo primero que no puede ser es un `ErrorDeRegla` con `mano` y `jugada`, desde 0. Decidido aquí: el sorteo no se mira (lo
comprueba `verificar-reparto`); `extremo` puede faltar o ser null si la ficha cabe en uno solo, y en la primera ficha no
hay extremo que decir; con las dos terminales iguales sólo vale la derecha del salidor (RG2); una mano incompleta no
suma, y la que sigue rota igual (en los otros juegos no hay otra); los tantos de `no_jugados` se dan a toda meta. A qué
se juega lo dice el acta, y los robos se deducen como los pases (VA1, VA7, VA9).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from reglas import lectura
from reglas import mano as reglas_mano
from reglas.acta_partida import FORMATO_PARTIDA, VERSION_PARTIDA
from reglas.errores import ErrorDeRegla, situar
from reglas.fichas import TEXTOS, ficha_de, mascara, tantos_de
from reglas.mano import EXTREMOS, Mano, poner
from reglas.metas import AQueSeJuega, Meta
from reglas.partida import anunciar, gana_por_meta
from reglas.reglamento import JUEGOS, PorAsiento, PorBando, Reglamento, Salida, reglamento_de, variantes_de
from reglas.tipos import NADIE, SIN_TERMINAL, Desenlace

_EXTREMO = {"A": reglas_mano.A, "B": reglas_mano.B}
INCOMPLETA = "incompleta"
EN_LETRA = {2: "dos", 3: "tres", 4: "cuatro"}


class ManoRepetida(NamedTuple):
    """Una mano del acta, jugada por jugada."""

    posiciones: tuple[Mano, ...]
    """Lo que tenía delante quien tiró cada jugada, ya saltados los pases."""
    final: Mano
    """Como queda tras la última jugada y los pases que la siguen."""


class PartidaRepetida(NamedTuple):
    """Un acta que se pudo repetir entera."""

    meta: AQueSeJuega
    manos: tuple[ManoRepetida, ...]
    tantos: PorBando
    ganadas: PorBando
    reglamento: Reglamento


def verificar_partida(datos: Any, detalle: bool = False) -> dict[str, Any]:
    """El informe de la orden `verificar`, listo para JSON.

    Con `detalle`, cada mano lleva por jugada sus legales, si había situación de cierre y el reloj (EL7). Levanta lo que
    `repetir_partida`.
    """
    partida = repetir_partida(datos)
    manos = []
    for mano in partida.manos:
        informe = _informe(mano.final, partida.meta)
        manos.append({**informe, "detalle": [_detalle(una) for una in mano.posiciones]} if detalle else informe)
    ganadora = gana_por_meta(partida.meta, partida.tantos, partida.ganadas)
    return {
        "manos": manos,
        "estado": "en_curso" if ganadora is None else "terminada",
        "ganadora": ganadora,
        "marcador": list(anunciar(partida.meta, partida.tantos, partida.ganadas)),
    }


def repetir_partida(datos: Any) -> PartidaRepetida:
    """El acta de una partida, repetida.

    Levanta los de formato y tipos, y `juego_imposible`, `meta_imposible`, `mano_tras_la_meta`, `mano_tras_incompleta`,
    `reparto_imposible`, `ficha_desconocida`, `asiento_invalido`, `salidor_no_rotado`, `salidor_ajeno`,
    `salida_obligada`, `jugada_tras_el_fin`, `turno_ajeno`, `ficha_repetida`, `ficha_ajena`, `no_tiene_cabida`,
    `extremo_ajeno`, `falta_extremo`, `ms_negativos`.
    """
    acta = lectura.objeto(datos, "acta")
    lectura.cabecera(acta, FORMATO_PARTIDA, VERSION_PARTIDA)
    reglamento = leer_reglamento(acta)
    meta = _leer_meta(reglamento, acta)
    if len(lectura.textos(acta, "asientos")) != reglamento.asientos:
        cuantos = EN_LETRA[reglamento.asientos]
        raise ErrorDeRegla("tipo_invalido", campo="asientos", esperado=f"una lista de {cuantos} nombres")
    tantos = ganadas = (0,) * len(reglamento.bandos)
    manos: list[ManoRepetida] = []
    for numero, una in enumerate(lectura.lista(acta, "manos")):
        with situar(mano=numero):
            if gana_por_meta(meta, tantos, ganadas) is not None:
                raise ErrorDeRegla("mano_tras_la_meta")
            manos.append(_repetir(reglamento, una, manos[-1].final if manos else None))
        final = manos[-1].final
        if final.desenlace is not None:
            cuenta = reglas_mano.contar(final, meta)
            tantos = _sumar(tantos, cuenta.ganadora, cuenta.tantos)
            ganadas = _sumar(ganadas, cuenta.ganadora, 1)
    return PartidaRepetida(meta, tuple(manos), tantos, ganadas, reglamento)


def leer_reglamento(acta: Mapping[str, Any]) -> Reglamento:
    """A qué se juega, de cuántos y cómo; lo que no se dice es lo de siempre (D406). Levanta `juego_imposible`."""
    nombre = "amigos" if acta.get("reglamento") is None else lectura.texto(acta, "reglamento")
    if nombre not in JUEGOS:
        raise ErrorDeRegla("valor_invalido", campo="reglamento", validos=", ".join(JUEGOS))
    variantes = variantes_de(nombre)
    dichos = {campo: lectura.entero_opcional(acta, campo) for campo in ("jugadores", "fichas")}
    jugadores = variantes[0].jugadores if dichos["jugadores"] is None else dichos["jugadores"]
    por_mano = variantes[0].por_mano if dichos["fichas"] is None else dichos["fichas"]
    if acta.get("por_parejas") is None:
        por_parejas = any(una.por_parejas for una in variantes[:1] if una.jugadores == jugadores)
    else:
        por_parejas = lectura.logico(acta, "por_parejas")
    return reglamento_de(nombre, jugadores, por_parejas, por_mano)


def _leer_meta(reglamento: Reglamento, acta: Mapping[str, Any]) -> AQueSeJuega:
    if not reglamento.meta_es_numero:
        return lectura.opcion(acta, "meta", Meta)
    meta = reglamento.meta_de(str(lectura.entero(acta, "meta")))
    if meta is None:
        raise ErrorDeRegla("meta_imposible", meta=acta["meta"])
    return meta


def _sumar(llevan: PorBando, bando: int | None, cuanto: int) -> PorBando:
    return llevan if bando is None else poner(llevan, bando, llevan[bando] + cuanto)


def _repetir(reglamento: Reglamento, datos: Any, anterior: Mano | None) -> ManoRepetida:
    """La mano tras todas sus jugadas; `anterior`, cómo quedó la previa."""
    acta = lectura.objeto(datos, "mano")
    if anterior is not None and anterior.desenlace is None and not reglamento.tras_incompleta:
        raise ErrorDeRegla("mano_tras_incompleta")
    manos, pozo = _leer_reparto(reglamento, acta)
    salida = _leer_salida(reglamento, acta, manos, anterior)
    mano = reglas_mano.repartida(manos, salida.asiento, reglamento, pozo, salida.obligada)
    posiciones: list[Mano] = []
    for numero, jugada in enumerate(lectura.lista(acta, "jugadas")):
        with situar(jugada=numero):
            ficha, extremo = _leer_jugada(mano, lectura.objeto(jugada, "jugada"))
        posiciones.append(mano)
        mano = reglas_mano.saltar_pases(reglas_mano.tirar(mano, ficha, extremo))
    return ManoRepetida(tuple(posiciones), mano)


def _leer_reparto(reglamento: Reglamento, acta: Mapping[str, Any]) -> tuple[PorAsiento, tuple[int, ...]]:
    """Una mano por asiento, el pozo, y cada ficha en juego una sola vez (RG1, VA4, VA7)."""
    reparto = lectura.lista(acta, "reparto")
    if not all(isinstance(suyas, list) for suyas in reparto):
        raise ErrorDeRegla("tipo_invalido", campo="reparto", esperado="una lista de fichas por asiento")
    manos = [[ficha_de(ficha) for ficha in suyas] for suyas in reparto]
    pozo = [ficha_de(ficha) for ficha in lectura.lista_opcional(acta, "pozo")] if reglamento.roba else []
    todas = mascara(ficha for suyas in (*manos, pozo) for ficha in suyas)
    cuantas = [reglamento.por_mano] * reglamento.asientos
    if [len(suyas) for suyas in manos] != cuantas or len(pozo) != reglamento.en_pozo or todas != reglamento.fichas:
        raise ErrorDeRegla("reparto_imposible")
    en_mascara = tuple(map(mascara, manos))
    if not reglamento.admite(en_mascara):
        raise ErrorDeRegla("reparto_imposible")
    return en_mascara, tuple(pozo)


def _leer_salida(reglamento: Reglamento, acta: Mapping[str, Any], manos: PorAsiento, anterior: Mano | None) -> Salida:
    """El salidor: desde la segunda mano, el de la derecha del anterior (RG5); la primera, donde lo dicen las fichas."""
    salidor = lectura.entero(acta, "salidor")
    if not 0 <= salidor < reglamento.asientos:
        raise ErrorDeRegla("asiento_invalido", asiento=salidor)
    if anterior is not None:
        if salidor != (debido := reglamento.sigue[anterior.salidor]):
            raise ErrorDeRegla("salidor_no_rotado", salidor=salidor, debido=debido)
        return Salida(salidor)
    if reglamento.sale_por_fichas is None:
        return Salida(salidor)
    salida = reglamento.sale_por_fichas(manos)
    if salidor != salida.asiento:
        raise ErrorDeRegla("salidor_ajeno", salidor=salidor, debido=salida.asiento)
    return salida


def _leer_jugada(mano: Mano, jugada: Mapping[str, Any]) -> tuple[int, int]:
    """La ficha y el extremo donde cae, si la jugada es la que toca y es legal (RG2)."""
    asiento = lectura.entero(jugada, "asiento")
    ficha = ficha_de(lectura.texto(jugada, "ficha"))
    extremo = _leer_extremo(jugada)
    if (lectura.entero_opcional(jugada, "ms") or 0) < 0:
        raise ErrorDeRegla("ms_negativos")
    if mano.desenlace is not None:
        raise ErrorDeRegla("jugada_tras_el_fin")
    if not 0 <= asiento < mano.reglamento.asientos:
        raise ErrorDeRegla("asiento_invalido", asiento=asiento)
    if asiento != mano.turno:
        raise ErrorDeRegla("turno_ajeno", asiento=asiento, debido=mano.turno)
    if ficha in mano.cadena[::3]:
        raise ErrorDeRegla("ficha_repetida", ficha=TEXTOS[ficha])
    cae = reglas_mano.elegir_extremo(mano, ficha, extremo)
    # la salida no cae en ningún extremo: lo que el acta ponga ahí no dice nada
    if extremo not in (None, cae) and mano.cadena:
        raise ErrorDeRegla("extremo_ajeno", ficha=TEXTOS[ficha], extremo=EXTREMOS[extremo])
    return ficha, cae


def _leer_extremo(jugada: Mapping[str, Any]) -> int | None:
    extremo = jugada.get("extremo")
    if extremo is None:
        return None
    if not isinstance(extremo, str) or extremo not in _EXTREMO:
        raise ErrorDeRegla("valor_invalido", campo="extremo", validos="A, B, null")
    return _EXTREMO[extremo]


def _informe(mano: Mano, meta: AQueSeJuega) -> dict[str, Any]:
    """Cómo quedó la mano; `asiento` es quien dominó o cerró o, incompleta, el último en tirar (null si nadie)."""
    fin, ganadora, tantos = INCOMPLETA, None, 0
    if mano.desenlace is not None:
        cuenta = reglas_mano.contar(mano, meta)
        fin = str(Desenlace.DOMINADA if mano.desenlace is Desenlace.DOMINADA else Desenlace.CIERRE)
        ganadora, tantos = cuenta.ganadora, cuenta.tantos
    informe = {
        "fin": fin,
        "asiento": None if mano.ultimo == NADIE else mano.ultimo,
        "ganadora": ganadora,
        "tantos": tantos,
        "no_jugados": [tantos_de(bits) for bits in mano.manos],
        "pases": list(mano.pases),
        "terminales": [None, None] if mano.a == SIN_TERMINAL else [mano.a, mano.b],
    }
    return {**informe, "robadas": list(reglas_mano.robadas(mano))} if mano.reglamento.roba else informe


def _detalle(mano: Mano) -> dict[str, Any]:
    """Lo que tenía delante el que está por tirar: opciones, cierre a la mano y su reloj (EL7)."""
    opciones = reglas_mano.legales(mano)
    return {
        "legales": _opciones(opciones),
        "situacion_cierre": reglas_mano.hay_situacion_de_cierre(mano, opciones),
        "reloj": reglas_mano.reloj_de(mano, opciones),
    }


def _opciones(opciones: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    return [{"ficha": TEXTOS[ficha], "extremo": EXTREMOS[extremo] or None} for ficha, extremo in opciones]

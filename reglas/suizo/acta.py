"""El acta de un torneo: de JSON a datos y de vuelta (TO30; `amigos-domino/torneo` versión 1, docs/actas.md).

La tabla no se lee: se recalcula. Las claves desconocidas se ignoran. Lo que falta al final (partidas, fin de una mesa)
es un torneo a medias y es legal. Propias de esta aplicación, y optativas: `siguiente` (lo que el organizador dispuso
para la partida que aún no se empareja), el nombre y el suplente de un conjunto, las mesas `fijas` y lo que cambió
después de publicadas unas mesas: `correcciones`, `tras` y `vigencias` (D330).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from reglas import lectura
from reglas.errores import ErrorDeRegla, situar
from reglas.metas import Meta
from reglas.suizo.tipos import (
    DE_MESA,
    Bolsas,
    CastigoDeTorneo,
    Contrarios,
    Correccion,
    Cuatro,
    Distancia,
    Entidad,
    FinDeMesa,
    Jugador,
    ManoDeTorneo,
    Mesa,
    Modalidad,
    Par,
    Partida,
    Siguiente,
    Suplente,
    Tipo,
    Torneo,
    Vigencia,
)
from reglas.suizo.validar import validar

FORMATO_TORNEO = "amigos-domino/torneo"
VERSION_TORNEO = 1
LADOS = 2


def leer_torneo(datos: Any) -> Torneo:
    """Lee y valida un acta completa o a medias; el error dice partida y mesa cuando las hay."""
    torneo = leer_sin_validar(datos)
    validar(torneo)
    return torneo


def leer_sin_validar(datos: Any) -> Torneo:
    """Lo que diga el acta, aunque no se sostenga: para decir de una vez todas sus faltas."""
    acta = lectura.objeto(datos, "acta")
    lectura.cabecera(acta, FORMATO_TORNEO, VERSION_TORNEO)
    encuentro = lectura.entero_opcional(acta, "encuentro")
    return Torneo(
        nombre=lectura.texto(acta, "nombre"),
        semilla=lectura.texto(acta, "semilla"),
        modalidad=lectura.opcion(acta, "modalidad", Modalidad),
        tipo=lectura.opcion(acta, "tipo", Tipo),
        meta=lectura.opcion(acta, "meta", Meta),
        previstas=lectura.entero(acta, "previstas"),
        jugadores=tuple(_jugador(n, uno) for n, uno in enumerate(lectura.lista(acta, "jugadores"), start=1)),
        entidades=tuple(_entidad(uno) for uno in lectura.lista_opcional(acta, "entidades")),
        contrarios=lectura.opcion_opcional(acta, "contrarios", Contrarios),
        encuentro=3 if encuentro is None else encuentro,
        prohibidos=tuple(_par(uno, "prohibidos") for uno in lectura.lista_opcional(acta, "prohibidos")),
        evitar=tuple(_par(uno, "evitar") for uno in lectura.lista_opcional(acta, "evitar")),
        bolsas=_bolsas(acta),
        distancia=tuple(_distancia(uno) for uno in lectura.lista_opcional(acta, "distancia")),
        partidas=tuple(_partida(n, una) for n, una in enumerate(lectura.lista(acta, "partidas"), start=1)),
        castigos=tuple(_castigo(uno) for uno in lectura.lista_opcional(acta, "castigos")),
        vigencias=tuple(_vigencia(uno) for uno in lectura.lista_opcional(acta, "vigencias")),
        siguiente=_siguiente(acta),
    )


def _textos(datos: Mapping[str, Any], campo: str) -> tuple[str, ...]:
    """Una lista de textos, o vacía si falta."""
    return () if datos.get(campo) is None else lectura.textos(datos, campo)


def _lista_de_textos(valor: Any, campo: str) -> tuple[str, ...]:
    return lectura.textos({campo: valor}, campo)


def _jugador(posicion: int, datos: Any) -> Jugador:
    with situar(jugador=posicion):
        jugador = lectura.objeto(datos, "jugador")
        desde = lectura.entero_opcional(jugador, "desde")
        return Jugador(
            id=lectura.texto(jugador, "id"),
            nombre=lectura.texto(jugador, "nombre"),
            comodin=lectura.logico(jugador, "comodin"),
            desde=1 if desde is None else desde,
            hasta=lectura.entero_opcional(jugador, "hasta"),
        )


def _entidad(datos: Any) -> Entidad:
    entidad = lectura.objeto(datos, "entidad")
    desde = lectura.entero_opcional(entidad, "desde")
    return Entidad(
        id=lectura.texto(entidad, "id"),
        jugadores=lectura.textos(entidad, "jugadores"),
        desde=1 if desde is None else desde,
        hasta=lectura.entero_opcional(entidad, "hasta"),
        suplente=_suplente(entidad),
        nombre=lectura.texto_opcional(entidad, "nombre") or "",
    )


def _suplente(entidad: Mapping[str, Any]) -> Suplente | None:
    if entidad.get("suplente") is None:
        return None
    suplente = lectura.objeto(entidad["suplente"], "suplente")
    return Suplente(lectura.texto(suplente, "id"), lectura.texto(suplente, "por"), lectura.entero(suplente, "desde"))


def _fijas(datos: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    fijas = (lectura.objeto(una, "fija") for una in lectura.lista_opcional(datos, "fijas"))
    return tuple((lectura.texto(una, "id"), lectura.entero(una, "mesa")) for una in fijas)


def _vigencia(datos: Any) -> Vigencia:
    vigencia = lectura.objeto(datos, "vigencia")
    desde = lectura.entero_opcional(vigencia, "desde")
    return Vigencia(
        _par(vigencia.get("par"), "par"), 1 if desde is None else desde, lectura.entero_opcional(vigencia, "hasta")
    )


def _par(valor: Any, campo: str) -> Par:
    suyos = _lista_de_textos(valor, campo)
    if len(suyos) != LADOS:
        raise ErrorDeRegla("tipo_invalido", campo=campo, esperado="una lista de pares")
    return suyos[0], suyos[1]


def _bolsas(acta: Mapping[str, Any]) -> Bolsas | None:
    if acta.get("bolsas") is None:
        return None
    bolsas = lectura.objeto(acta["bolsas"], "bolsas")
    cortes = []
    for corte in lectura.lista_opcional(bolsas, "cortes"):
        cortes.append(tuple(_lista_de_textos(bolsa, "bolsa") for bolsa in lectura.lista({"corte": corte}, "corte")))
    return Bolsas(lectura.entero(bolsas, "cantidad"), lectura.entero_opcional(bolsas, "intercambio"), tuple(cortes))


def _distancia(datos: Any) -> Distancia:
    declarados = lectura.objeto(datos, "distancia")
    return Distancia(lectura.texto(declarados, "nombre"), lectura.textos(declarados, "jugadores"))


def _partida(posicion: int, datos: Any) -> Partida:
    with situar(partida=posicion):
        partida = lectura.objeto(datos, "partida")
        numero = lectura.entero(partida, "partida")
    with situar(partida=numero):
        mesas = lectura.lista(partida, "mesas")
        return Partida(
            numero=numero,
            mesas=tuple(_mesa(n, mesa) for n, mesa in enumerate(mesas, start=1)),
            descansan=_textos(partida, "descansan"),
            ausentes=_textos(partida, "ausentes"),
            fijas=_fijas(partida),
            dictado=lectura.texto_opcional(partida, "dictado") or "",
            clave=lectura.texto_opcional(partida, "clave") or "",
            sin_fichas=lectura.logico(partida, "sin_fichas"),
        )


def _mesa(posicion: int, datos: Any) -> Mesa:
    with situar(mesa=posicion):
        mesa = lectura.objeto(datos, "mesa")
        numero = lectura.entero(mesa, "mesa")
    with situar(mesa=numero):
        return Mesa(
            numero=numero,
            asientos=_asientos(mesa),
            entidades=None if mesa.get("entidades") is None else _par(mesa["entidades"], "entidades"),
            forzada=lectura.logico(mesa, "forzada"),
            fin=lectura.opcion_opcional(mesa, "fin", FinDeMesa),
            ganadora=lectura.entero_opcional(mesa, "ganadora"),
            marcador=_marcador(mesa),
            ausentes=_textos(mesa, "ausentes"),
            manos=None if mesa.get("manos") is None else tuple(map(_mano, lectura.lista(mesa, "manos"))),
            correcciones=tuple(map(_correccion, lectura.lista_opcional(mesa, "correcciones"))),
        )


def _marcador(datos: Mapping[str, Any]) -> tuple[int, int]:
    if datos.get("marcador") is None:
        return 0, 0
    a, b = lectura.enteros(datos, "marcador", LADOS)
    return a, b


def _correccion(datos: Any) -> Correccion:
    antes = lectura.objeto(datos, "correccion")
    return Correccion(
        tras=lectura.entero(antes, "tras"),
        fin=lectura.opcion_opcional(antes, "fin", FinDeMesa),
        ganadora=lectura.entero_opcional(antes, "ganadora"),
        marcador=_marcador(antes),
        ausentes=_textos(antes, "ausentes"),
        motivo=lectura.texto(antes, "motivo") if antes.get("motivo") else "",
    )


def _asientos(mesa: Mapping[str, Any]) -> Cuatro:
    asientos = lectura.textos(mesa, "asientos")
    if len(asientos) != DE_MESA:
        raise ErrorDeRegla("tipo_invalido", campo="asientos", esperado="una lista de cuatro jugadores")
    a, b, c, d = asientos
    return a, b, c, d


def _mano(datos: Any) -> ManoDeTorneo:
    mano = lectura.objeto(datos, "mano")
    reparto = mano.get("reparto")
    return ManoDeTorneo(
        pareja=lectura.entero_opcional(mano, "pareja"),
        tantos=lectura.entero(mano, "tantos"),
        reparto=None if reparto is None else tuple(_lista_de_textos(suyas, "reparto") for suyas in reparto),
        salidor=lectura.entero_opcional(mano, "salidor"),
        jugadas=None if mano.get("jugadas") is None else tuple(map(_jugada, lectura.lista(mano, "jugadas"))),
    )


def _jugada(datos: Any) -> tuple[int, str | None]:
    """El asiento y su ficha, o None si pasó."""
    asiento, ficha = (*lectura.lista({"jugada": datos}, "jugada"), None, None)[:2]
    jugada = {"asiento": asiento, "ficha": ficha}
    return lectura.entero(jugada, "asiento"), lectura.texto_opcional(jugada, "ficha")


def _castigo(datos: Any) -> CastigoDeTorneo:
    castigo = lectura.objeto(datos, "castigo")
    return CastigoDeTorneo(
        lectura.entero(castigo, "partida"),
        lectura.texto(castigo, "sujeto"),
        lectura.entero(castigo, "tantos"),
        lectura.entero_opcional(castigo, "tras"),
    )


def _siguiente(acta: Mapping[str, Any]) -> Siguiente:
    if acta.get("siguiente") is None:
        return Siguiente()
    siguiente = lectura.objeto(acta["siguiente"], "siguiente")
    forzadas = lectura.lista_opcional(siguiente, "forzadas")
    return Siguiente(
        _textos(siguiente, "ausentes"),
        tuple(_lista_de_textos(una, "forzadas") for una in forzadas),
        _fijas(siguiente),
    )


# -- de vuelta --------------------------------------------------------------------------------------------------------


def escribir_torneo(torneo: Torneo) -> dict[str, Any]:
    """El acta lista para JSON, sin la tabla; `leer_torneo` devuelve lo mismo."""
    datos: dict[str, Any] = {
        "formato": FORMATO_TORNEO,
        "version": VERSION_TORNEO,
        "nombre": torneo.nombre,
        "semilla": torneo.semilla,
        "modalidad": str(torneo.modalidad),
        "tipo": str(torneo.tipo),
        "meta": str(torneo.meta),
        "previstas": torneo.previstas,
        "jugadores": [
            {"id": j.id, "nombre": j.nombre, "comodin": j.comodin, "desde": j.desde, "hasta": j.hasta}
            for j in torneo.jugadores
        ],
        "entidades": [_escribir_entidad(entidad) for entidad in torneo.entidades],
        "prohibidos": [list(par) for par in torneo.prohibidos],
        "evitar": [list(par) for par in torneo.evitar],
        "distancia": [{"nombre": d.nombre, "jugadores": list(d.jugadores)} for d in torneo.distancia],
        "partidas": [_escribir_partida(partida) for partida in torneo.partidas],
        "castigos": [
            {"partida": c.partida, "sujeto": c.sujeto, "tantos": c.tantos}
            | ({} if c.tras is None else {"tras": c.tras})
            for c in torneo.castigos
        ],
    }
    return datos | _escribir_lo_optativo(torneo)


ENCUENTRO = 3


def _escribir_entidad(entidad: Entidad) -> dict[str, Any]:
    datos: dict[str, Any] = {
        "id": entidad.id,
        "jugadores": list(entidad.jugadores),
        "desde": entidad.desde,
        "hasta": entidad.hasta,
    }
    if entidad.nombre:
        datos["nombre"] = entidad.nombre
    if (suplente := entidad.suplente) is not None:
        datos["suplente"] = {"id": suplente.id, "por": suplente.por, "desde": suplente.desde}
    return datos


def _escribir_fijas(fijas: Sequence[tuple[str, int]]) -> dict[str, Any]:
    return {"fijas": [{"id": quien, "mesa": numero} for quien, numero in fijas]} if fijas else {}


def _escribir_lo_optativo(torneo: Torneo) -> dict[str, Any]:
    datos: dict[str, Any] = {}
    if torneo.contrarios is not None:
        datos["contrarios"] = str(torneo.contrarios)
    if torneo.modalidad is Modalidad.EQUIPOS or torneo.encuentro != ENCUENTRO:
        datos["encuentro"] = torneo.encuentro
    if torneo.bolsas is not None:
        cortes = [[list(bolsa) for bolsa in corte] for corte in torneo.bolsas.cortes]
        datos["bolsas"] = {
            "cantidad": torneo.bolsas.cantidad,
            "intercambio": torneo.bolsas.intercambio,
            "cortes": cortes,
        }
    if torneo.vigencias:
        datos["vigencias"] = [{"par": list(v.par), "desde": v.desde, "hasta": v.hasta} for v in torneo.vigencias]
    if torneo.siguiente != Siguiente():
        datos["siguiente"] = {
            "ausentes": list(torneo.siguiente.ausentes),
            "forzadas": [list(una) for una in torneo.siguiente.forzadas],
        } | _escribir_fijas(torneo.siguiente.fijas)
    return datos


def _escribir_partida(partida: Partida) -> dict[str, Any]:
    return (
        {
            "partida": partida.numero,
            "mesas": [_escribir_mesa(mesa) for mesa in partida.mesas],
            "descansan": list(partida.descansan),
            "ausentes": list(partida.ausentes),
        }
        | _escribir_fijas(partida.fijas)
        | _escribir_comun(partida)
    )


def _escribir_comun(partida: Partida) -> dict[str, Any]:
    """Lo del Multiplicado, si lo hay."""
    dicho = {"dictado": partida.dictado, "clave": partida.clave, "sin_fichas": partida.sin_fichas}
    return {campo: valor for campo, valor in dicho.items() if valor}


def _escribir_mesa(mesa: Mesa) -> dict[str, Any]:
    datos: dict[str, Any] = {
        "mesa": mesa.numero,
        "asientos": list(mesa.asientos),
        "entidades": None if mesa.entidades is None else list(mesa.entidades),
        "forzada": mesa.forzada,
        "fin": None if mesa.fin is None else str(mesa.fin),
        "ganadora": mesa.ganadora,
        "marcador": list(mesa.marcador),
        "ausentes": list(mesa.ausentes),
    }
    if mesa.manos is not None:
        datos["manos"] = [_escribir_mano(mano) for mano in mesa.manos]
    if mesa.correcciones:
        datos["correcciones"] = [_escribir_correccion(antes) for antes in mesa.correcciones]
    return datos


def _escribir_correccion(antes: Correccion) -> dict[str, Any]:
    return {
        "tras": antes.tras,
        "fin": None if antes.fin is None else str(antes.fin),
        "ganadora": antes.ganadora,
        "marcador": list(antes.marcador),
        "ausentes": list(antes.ausentes),
        "motivo": antes.motivo,
    }


def _escribir_mano(mano: ManoDeTorneo) -> dict[str, Any]:
    datos: dict[str, Any] = {"pareja": mano.pareja, "tantos": mano.tantos}
    if mano.reparto is not None:
        datos["reparto"] = [list(suyas) for suyas in mano.reparto]
    if mano.salidor is not None:
        datos["salidor"] = mano.salidor
    if mano.jugadas is not None:
        datos["jugadas"] = [list(una) for una in mano.jugadas]
    return datos

"""El acta de un Recreo: de JSON a datos de las reglas y de vuelta.

Decidido aquí: lo que falta al final (partidas, mesas, fin) es un Recreo a medias y es legal; el orden de
jugadores, partidas y mesas no importa; en Todos con Todos el importe y el pago extraordinario pueden
faltar o ir en cero y false.

Los suplentes van en campos aparte y opcionales, y todo lo demás habla de lugares (RG11): quien no los conozca lee la
misma acta y clasifica por lugar. Sin suplentes, el archivo es el de siempre byte por byte (D303).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from reglas import lectura
from reglas.anotacion import ManoAnotada
from reglas.conformidad import Parecer
from reglas.errores import ErrorDeRegla, situar
from reglas.metas import Meta
from reglas.recreo import Castigo, MesaJugada, PartidaJugada, RecreoJugado, validar_recreo
from reglas.relevos import Relevo, lugar_de
from reglas.roles import rol_de, tipo_que_vale
from reglas.tipos import Desenlace, Fin, TipoDeRol

FORMATO_RECREO = "amigos-domino/recreo"
VERSION_RECREO = 1

_IMPORTE = re.compile(r"[0-9]{1,10}(\.[0-9]{1,2})?")


@dataclass(frozen=True, slots=True)
class JugadorActa:
    """Un jugador con su número."""

    numero: int
    nombre: str
    correo: str | None = None


@dataclass(frozen=True, slots=True)
class Horario:
    """Cuándo empezó y terminó una partida, tal como lo diga el acta."""

    partida: int
    inicio: str | None = None
    termino: str | None = None


@dataclass(frozen=True, slots=True)
class ActaRecreo:
    """Un Recreo con lo que hace falta para archivarlo y volverlo a leer."""

    recreo: RecreoJugado
    nombre: str
    lugar: str
    jugadores: tuple[JugadorActa, ...]
    fecha: str | None = None
    horarios: tuple[Horario, ...] = ()
    procedencia: str | None = None
    """De dónde son quienes juegan (000 I.A.2)."""
    suplentes: tuple[JugadorActa, ...] = ()
    """Quienes relevaron a alguien; cuándo y a quién, en `recreo.relevos`."""
    terminado_antes: bool = False
    """Se terminó sin jugar el programa entero (D305)."""
    exige_conformidad: bool = False
    """Cerrar una mesa pide que la otra pareja confirme la hoja (D376)."""


def leer_recreo(datos: Any) -> ActaRecreo:
    """Lee y valida un acta completa o a medias; el error dice partida, mesa y mano cuando las hay."""
    acta = lectura.objeto(datos, "acta")
    lectura.cabecera(acta, FORMATO_RECREO, VERSION_RECREO)
    lista = lectura.lista(acta, "jugadores")
    jugadores = tuple(_leer_jugador(posicion, uno) for posicion, uno in enumerate(lista, start=1))
    _validar_numeros(jugadores)
    suplentes = _leer_suplentes(acta)
    meta = lectura.opcion(acta, "meta", Meta)
    partidas = lectura.lista(acta, "partidas")
    recreo = RecreoJugado(
        tamano=len(jugadores),
        rol=tipo_que_vale(len(jugadores), lectura.opcion_opcional(acta, "rol", TipoDeRol) or TipoDeRol.OFICIAL),
        meta=meta,
        importe=_leer_importe(acta.get("importe")),
        pago_extraordinario=lectura.logico(acta, "pago_extraordinario"),
        partidas=tuple(_leer_partida(posicion, una) for posicion, una in enumerate(partidas, start=1)),
        relevos=tuple(_leer_relevo(uno) for uno in lectura.lista_opcional(acta, "relevos")),
    )
    validar_recreo(recreo)
    _validar_suplentes(recreo, suplentes)
    return ActaRecreo(
        recreo=recreo,
        nombre=lectura.texto(acta, "nombre"),
        lugar=lectura.texto(acta, "lugar"),
        jugadores=jugadores,
        fecha=lectura.texto_opcional(acta, "fecha"),
        horarios=tuple(horario for partida in partidas if (horario := _leer_horario(partida)) is not None),
        procedencia=lectura.texto_opcional(acta, "procedencia"),
        suplentes=suplentes,
        terminado_antes=lectura.logico(acta, "terminado_antes"),
        exige_conformidad=lectura.logico(acta, "exige_conformidad"),
    )


def _leer_jugador(posicion: int, datos: Any) -> JugadorActa:
    with situar(jugador=posicion):
        jugador = lectura.objeto(datos, "jugador")
        return JugadorActa(
            numero=lectura.entero(jugador, "numero"),
            nombre=lectura.texto(jugador, "nombre"),
            correo=lectura.texto_opcional(jugador, "correo"),
        )


def _leer_suplentes(acta: Mapping[str, Any]) -> tuple[JugadorActa, ...]:
    lista = lectura.lista_opcional(acta, "suplentes")
    leidos = (_leer_jugador(posicion, uno) for posicion, uno in enumerate(lista, start=1))
    return tuple(sorted(leidos, key=lambda suplente: suplente.numero))


def _leer_relevo(datos: Any) -> Relevo:
    relevo = lectura.objeto(datos, "relevo")
    return Relevo(
        lugar=lectura.entero(relevo, "lugar"),
        jugador=lectura.entero(relevo, "jugador"),
        desde=lectura.entero(relevo, "partida"),
    )


def _validar_suplentes(recreo: RecreoJugado, suplentes: Sequence[JugadorActa]) -> None:
    """Cada suplente releva a alguien y cada relevo de un suplente dice quién es."""
    entran = {relevo.jugador for relevo in recreo.relevos if relevo.jugador > recreo.tamano}
    if sorted(suplente.numero for suplente in suplentes) != sorted(entran):
        raise ErrorDeRegla("suplentes_sin_relevo")


def _validar_numeros(jugadores: Sequence[JugadorActa]) -> None:
    tamano = rol_de(len(jugadores)).tamano
    if sorted(jugador.numero for jugador in jugadores) != list(range(1, tamano + 1)):
        raise ErrorDeRegla("numeros_de_jugador", tamano=tamano)


def _leer_importe(valor: Any) -> Decimal:
    """Texto con hasta dos decimales, o entero; nunca fracción binaria."""
    if valor is None:
        return Decimal("0.00")
    if isinstance(valor, int) and not isinstance(valor, bool):
        valor = str(valor)
    if not isinstance(valor, str) or not _IMPORTE.fullmatch(valor):
        raise ErrorDeRegla("importe_invalido")
    return Decimal(valor).quantize(Decimal("0.01"))


def _leer_numerado(campo: str, posicion: int, datos: Any) -> tuple[Mapping[str, Any], int]:
    """Una partida o mesa y su número; si no lo trae, el error la sitúa por su posición."""
    with situar(**{campo: posicion}):
        numerado = lectura.objeto(datos, campo)
        return numerado, lectura.entero(numerado, campo)


def _leer_partida(posicion: int, datos: Any) -> PartidaJugada:
    partida, numero = _leer_numerado("partida", posicion, datos)
    with situar(partida=numero):
        mesas = lectura.lista(partida, "mesas")
        return PartidaJugada(
            numero=numero,
            mesas=tuple(_leer_mesa(posicion, mesa) for posicion, mesa in enumerate(mesas, start=1)),
            castigos=tuple(_leer_castigo(castigo) for castigo in lectura.lista_opcional(partida, "castigos")),
        )


def _leer_mesa(posicion: int, datos: Any) -> MesaJugada:
    mesa, numero = _leer_numerado("mesa", posicion, datos)
    with situar(mesa=numero):
        manos = lectura.lista(mesa, "manos")
        return MesaJugada(
            numero=numero,
            salidor=lectura.entero_opcional(mesa, "salidor"),
            manos=tuple(_leer_mano(numero, mano) for numero, mano in enumerate(manos, start=1)),
            fin=lectura.opcion_opcional(mesa, "fin", Fin),
            gana_default=lectura.entero_opcional(mesa, "gana_default"),
            pareceres=tuple(_leer_parecer(uno) for uno in lectura.lista_opcional(mesa, "pareceres")),
        )


def _leer_mano(numero: int, datos: Any) -> ManoAnotada:
    with situar(mano=numero):
        mano = lectura.objeto(datos, "mano")
        return ManoAnotada(
            desenlace=lectura.opcion(mano, "desenlace", Desenlace),
            pareja=lectura.entero_opcional(mano, "pareja"),
            tantos=lectura.entero(mano, "tantos"),
        )


def _leer_parecer(datos: Any) -> Parecer:
    parecer = lectura.objeto(datos, "parecer")
    return Parecer(
        jugador=lectura.entero(parecer, "jugador"),
        conforme=lectura.logico(parecer, "conforme"),
        motivo=lectura.texto_opcional(parecer, "motivo") or "",
    )


def _leer_castigo(datos: Any) -> Castigo:
    castigo = lectura.objeto(datos, "castigo")
    suplente = lectura.entero_opcional(castigo, "suplente")
    lugar = lectura.entero(castigo, "jugador")
    return Castigo(jugador=lugar if suplente is None else suplente, tantos=lectura.entero(castigo, "tantos"))


def _leer_horario(partida: Mapping[str, Any]) -> Horario | None:
    numero = lectura.entero(partida, "partida")
    with situar(partida=numero):
        inicio = lectura.texto_opcional(partida, "inicio")
        termino = lectura.texto_opcional(partida, "termino")
    return None if inicio is None and termino is None else Horario(numero, inicio, termino)


def escribir_recreo(acta: ActaRecreo) -> dict[str, Any]:
    """El acta lista para JSON; `leer_recreo` devuelve lo mismo."""
    recreo = acta.recreo
    horarios = {horario.partida: horario for horario in acta.horarios}
    return {
        "formato": FORMATO_RECREO,
        "version": VERSION_RECREO,
        "nombre": acta.nombre,
        "lugar": acta.lugar,
        **_con_valor(procedencia=acta.procedencia, fecha=acta.fecha),
        "meta": str(recreo.meta),
        **_con_valor(rol=None if recreo.rol is TipoDeRol.OFICIAL else str(recreo.rol)),
        "jugadores": [_escribir_jugador(jugador) for jugador in acta.jugadores],
        "importe": f"{recreo.importe:.2f}",
        "pago_extraordinario": recreo.pago_extraordinario,
        "partidas": [_escribir_partida(recreo, partida, horarios.get(partida.numero)) for partida in recreo.partidas],
        **_solo_si(suplentes=[_escribir_jugador(suplente) for suplente in acta.suplentes]),
        **_solo_si(relevos=[_escribir_relevo(relevo) for relevo in recreo.relevos]),
        **_solo_si(terminado_antes=acta.terminado_antes, exige_conformidad=acta.exige_conformidad),
    }


def _escribir_jugador(jugador: JugadorActa) -> dict[str, Any]:
    return {"numero": jugador.numero, "nombre": jugador.nombre, **_con_valor(correo=jugador.correo)}


def _escribir_relevo(relevo: Relevo) -> dict[str, Any]:
    return {"partida": relevo.desde, "lugar": relevo.lugar, "jugador": relevo.jugador}


def _escribir_castigo(recreo: RecreoJugado, partida: int, castigo: Castigo) -> dict[str, Any]:
    """`jugador` es siempre un lugar; el suplente va aparte, para quien lo conozca."""
    if castigo.jugador <= recreo.tamano:
        return {"jugador": castigo.jugador, "tantos": castigo.tantos}
    primero = min(r.desde for r in recreo.relevos if r.jugador == castigo.jugador)
    cuando = partida if lugar_de(recreo.relevos, recreo.tamano, castigo.jugador, partida) else primero
    lugar = lugar_de(recreo.relevos, recreo.tamano, castigo.jugador, cuando)
    return {"jugador": lugar, "tantos": castigo.tantos, "suplente": castigo.jugador}


def _solo_si(**campos: Any) -> dict[str, Any]:
    """Los opcionales que dicen algo."""
    return {campo: valor for campo, valor in campos.items() if valor}


def _escribir_partida(recreo: RecreoJugado, partida: PartidaJugada, horario: Horario | None) -> dict[str, Any]:
    return {
        "partida": partida.numero,
        **(_con_valor(inicio=horario.inicio, termino=horario.termino) if horario else {}),
        "mesas": [_escribir_mesa(mesa) for mesa in partida.mesas],
        "castigos": [_escribir_castigo(recreo, partida.numero, castigo) for castigo in partida.castigos],
    }


def _escribir_mesa(mesa: MesaJugada) -> dict[str, Any]:
    return {
        "mesa": mesa.numero,
        "salidor": mesa.salidor,
        "manos": [
            {"desenlace": str(mano.desenlace), "pareja": mano.pareja, "tantos": mano.tantos} for mano in mesa.manos
        ],
        "fin": None if mesa.fin is None else str(mesa.fin),
        "gana_default": mesa.gana_default,
        **_solo_si(pareceres=[_escribir_parecer(parecer) for parecer in mesa.pareceres]),
    }


def _escribir_parecer(parecer: Parecer) -> dict[str, Any]:
    return {"jugador": parecer.jugador, "conforme": parecer.conforme, **_solo_si(motivo=parecer.motivo)}


def _con_valor(**campos: str | None) -> dict[str, str]:
    return {campo: valor for campo, valor in campos.items() if valor is not None}

"""`vista(mesa, asiento)`: la ÚNICA función que arma lo que sale hacia un asiento (EL8). Nada oculto pasa de aquí.

Es el estado completo: quien llega, quien vuelve y quien perdió un aviso reciben lo mismo; a quien ya tiene la anterior
le basta lo que cambió, que se arma con estas mismas funciones (`paso.py`). Lo común a los cuatro se escribe una vez; lo
propio (`yo`) lleva sólo las fichas, opciones y reloj del dueño. Quien mira no está en ningún asiento (`NADIE`): de lo
propio no le toca nada.
"""

from typing import Any
from uuid import UUID

import msgspec

from reglas.fichas import TODAS, lista
from reglas.mano import Aparte, Mano, legales, quedan, robadas
from reglas.mesa.decidir import plazo_de
from reglas.mesa.estado import Mesa
from reglas.mesa.robo import espera_a_que_robe
from reglas.mesa.tipos import Fase, Modo, persona_de
from reglas.partida import anunciar
from reglas.reglamento import Reglamento
from reglas.tipos import NADIE

_escribir = msgspec.json.Encoder().encode

# lo que el sistema ya contó a todos del turno: nada, que tenía una sola opción, que no hay situación de cierre
SIN_AVISO, ERA_UNICA, SIN_CIERRE = 0, 1, 2
_UN_PLAZO = (Modo.SIN_PRISA, Modo.INTRANET, Modo.COMPLETADA)


def vista(mesa: Mesa, asiento: int, ahora: int, comun: bytes | None = None) -> bytes:
    """El mensaje `vista` para un asiento, o para quien mira (`NADIE`), en JSON.

    `comun` es lo público ya escrito de ese mismo estado e instante.
    """
    publico = publica(mesa, ahora) if comun is None else comun
    return b'{"tipo":"vista","version":%d,"datos":%b,"yo":%b}' % (
        mesa.num,
        publico,
        _escribir(_yo(mesa, asiento, ahora)),
    )


def con_acuse(vista: bytes, id_orden: UUID) -> bytes:
    """La misma vista, que además acusa una orden de quien la recibe: un envío en lugar de dos."""
    return b'%b,"acuse":"%b"}' % (vista[:-1], str(id_orden).encode())


def publica(mesa: Mesa, ahora: int) -> bytes:
    """Lo que ven los cuatro por igual, en JSON."""
    return _escribir(_publica(mesa, ahora))


def _publica(mesa: Mesa, ahora: int) -> dict[str, Any]:
    datos: dict[str, Any] = {
        "fase": int(mesa.fase),
        "partida": mesa.partida,
        "lugares": [persona_de(uno) for uno in mesa.ocupantes],
        "mano": len(mesa.cuentas) + (mesa.fase is Fase.JUGANDO),
        "marcador": anunciar(mesa.meta, mesa.tantos, mesa.ganadas),
        "amarillas": mesa.amarillas,
        "compromiso": mesa.secreto.compromiso if mesa.secreto else None,
        "siguiente": mesa.siguiente.compromiso if mesa.siguiente else None,
        "ausentes": _faltan(mesa, ahora),
    }
    if mesa.detenido:
        # lo caído por culpa nuestra no es abandono
        datos["abandonos"] = mesa.abandonos & ~mesa.nuestras
    if mesa.mano is not None:
        datos.update(de_la_mano(mesa, mesa.mano))
        if mesa.mano.aparte is not None:
            datos.update(_de_otro_juego(mesa, mesa.mano, mesa.mano.aparte))
    if mesa.fase is not Fase.JUGANDO:
        datos.update(_entre_manos(mesa, ahora))
    return datos


def _faltan(mesa: Mesa, ahora: int) -> list[int] | None:
    """Milisegundos que le quedan a cada ausente para volver; None si están los cuatro (lo de siempre)."""
    if not mesa.detenido:
        return None
    return [max(limite - ahora, 1) if limite else 0 for limite in mesa.ausentes]


def de_la_mano(mesa: Mesa, mano: Mano) -> dict[str, Any]:
    """Lo público de su mano."""
    relojes, aviso = mesa.reglamento.relojes, SIN_AVISO
    if mesa.cuantas:
        aviso = {relojes.unica: ERA_UNICA, relojes.normal: SIN_CIERRE}.get(mesa.reloj, SIN_AVISO)
    return {
        "salidor": mano.salidor,
        "turno": mano.turno if mesa.fase is Fase.JUGANDO else NADIE,
        "cadena": mano.cadena,
        "terminales": (mano.a, mano.b),
        "quedan": quedan(mano),
        "pases": mano.pases,
        "aviso": aviso,
    }


def _de_otro_juego(mesa: Mesa, mano: Mano, aparte: Aparte) -> dict[str, Any]:
    """Cuántas quedan en el pozo y cuántas robó cada quien, nunca cuáles (VA9); con qué ficha se sorteó la salida."""
    return {
        "juego": str(mesa.reglamento),
        "pozo": len(aparte.pozo),
        "robadas": robadas(mano),
        "robos": aparte.robos,
        "salida": mesa.aparte.salida,
    }


def cuentas_de(mesa: Mesa) -> list[tuple[str, int, int | None, int]]:
    """Cómo acabó cada mano de la partida y cuánto sumó."""
    return [(c.desenlace, c.asiento, c.ganadora, c.tantos) for c in mesa.cuentas]


def _entre_manos(mesa: Mesa, ahora: int) -> dict[str, Any]:
    """Fuera de la mano todo es público: la cuenta, las cuatro manos y el sorteo para comprobarlo.

    En el Multiplicado las fichas y el sorteo se callan siempre aquí: otras mesas juegan la misma mano (TO27, D650).
    """
    datos: dict[str, Any] = {
        "cuentas": cuentas_de(mesa),
        "ganadora": mesa.ganadora,
        "motivo": mesa.motivo,
        "culpable": mesa.culpable,
        **por_contestar(mesa, ahora),
    }
    if mesa.mano is not None and mesa.secreto is not None and mesa.comun is None:
        datos["fin"] = {
            "sobran": [lista(bits) for bits in mesa.mano.manos],
            "repartidas": [lista(bits) for bits in mesa.repartidas],
            "no_jugados": mesa.cuentas[-1].no_jugados if mesa.cuentas and mesa.mano.desenlace else None,
            "sorteo": {
                "compromiso": mesa.secreto.compromiso,
                "claves": mesa.secreto.claves,
                "semilla": mesa.secreto.semilla,
                "nonces": mesa.nonces_de_mano,
                "salidor": mesa.mano.salidor,
                "primera": len(mesa.cuentas) == (mesa.mano.desenlace is not None),
            },
        }
        if mesa.mano.aparte is not None:
            datos["fin"]["pozo"] = mesa.aparte.pozo
            datos["fin"]["sorteo"] |= {"intento": mesa.aparte.intento, "como": como_se_reparte(mesa.reglamento)}
    return datos


def por_contestar(mesa: Mesa, ahora: int) -> dict[str, Any]:
    """Quiénes ya vieron la cuenta, qué votaron y en cuánto sigue sola."""
    plazo = plazo_de(mesa)
    return {"listos": mesa.listos, "votos": mesa.votos, "resta": max(plazo - ahora, 0) if plazo else None}


def como_se_reparte(reglamento: Reglamento) -> dict[str, Any]:
    """Lo que el navegador necesita para repetir el sorteo de ese juego (`static/js/mesa/sorteo.js`)."""
    return {
        "jugadores": reglamento.asientos,
        "por_mano": reglamento.por_mano,
        "fuera": lista(TODAS & ~reglamento.fichas),
        "mulas": reglamento.mulas_al_repartir,
        "sale": reglamento.como_sale,
    }


def como_se_juega(reglamento: Reglamento) -> dict[str, Any]:
    """Lo que la pantalla necesita de otro juego: quién va con quién, cuántas reciben y cuántas roban (VA1)."""
    if reglamento.oficial:
        return {}
    return {"bandos": reglamento.bandos, "fichas": reglamento.por_mano, "robos": reglamento.robos}


def _yo(mesa: Mesa, asiento: int, ahora: int) -> dict[str, Any]:
    if asiento == NADIE:
        return {"asiento": NADIE}
    datos: dict[str, Any] = {"asiento": asiento, "falta_nonce": mesa.nonces[asiento] is None}
    mano = mesa.mano
    if mano is None:
        return datos
    datos["mano"] = lista(mano.manos[asiento])
    if mesa.fase is Fase.JUGANDO and mano.turno == asiento:
        datos |= de_su_turno(mesa, mano, ahora)
    return datos


def de_su_turno(mesa: Mesa, mano: Mano, ahora: int) -> dict[str, Any]:
    """Lo que sólo ve quien tiene que jugar: qué puede y cuánto le queda."""
    opciones = legales(mano)
    datos: dict[str, Any] = {"opciones": opciones}
    if not opciones and espera_a_que_robe(mesa, mano):
        datos["roba"] = True
    # de quien no tiene cabida no corre reloj: el sistema pasa por él
    if mesa.reloj and mesa.vence:
        # sin prisa hay un solo plazo; con tarjetas, lo que importa es el primero, aunque ya se haya pasado
        # y en práctica, los tres segundos empiezan cuando ya hubo con qué ver las fichas (D758)
        practica = mesa.modo is Modo.PRACTICA
        fin = mesa.vence if practica or mesa.modo in _UN_PLAZO else mesa.abierto + mesa.reloj * 1000
        datos["reloj"] = mesa.reloj if practica else (fin - mesa.abierto) // 1000
        datos["resta"] = None if mesa.detenido else max(fin - ahora, 0)
    return datos

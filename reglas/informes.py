"""Lo que responden las órdenes de `python -m reglas`: de un acta a un resultado listo para JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from reglas import lectura
from reglas.acta_partida import FORMATO_PARTIDA, VERSION_PARTIDA
from reglas.actas import leer_recreo
from reglas.anotacion import ManoAnotada
from reglas.clasificacion import Fila, clasificar
from reglas.errores import ErrorDeRegla, situar
from reglas.fichas import ficha_de
from reglas.metas import Meta
from reglas.partida import calcular_partida
from reglas.ranking import pr_tras_partida
from reglas.reglamento import AMIGOS, Reglamento
from reglas.roles import rol_de
from reglas.sorteo import Sorteo, verificar_sorteo
from reglas.tipos import Desenlace, Fin, TipoDeRol
from reglas.verificacion import EN_LETRA, leer_reglamento


def informe_de_error(error: ErrorDeRegla) -> dict[str, Any]:
    """Código, mensaje y los datos que dicen dónde y qué."""
    return {"error": {"codigo": error.codigo, "mensaje": error.mensaje()} | error.datos}


def informe_de_recreo(datos: Any) -> dict[str, Any]:
    """Clasificaciones parciales y final de un acta de Recreo."""
    clasificaciones = clasificar(leer_recreo(datos).recreo)
    return {
        "parciales": [filas_como_datos(parcial) for parcial in clasificaciones.parciales],
        "final": filas_como_datos(clasificaciones.final),
    }


def filas_como_datos(filas: Sequence[Fila]) -> list[dict[str, Any]]:
    """Las filas en orden de lugar, con los importes como texto de dos decimales."""
    return [
        {
            "lugar": fila.lugar,
            "jugador": fila.jugador,
            "puntos": fila.puntos,
            "juegos_ganados": fila.juegos_ganados,
            "eficiencia": fila.eficiencia,
            "tantos_favor": fila.tantos_favor,
            "tantos_contra": fila.tantos_contra,
            "castigos": fila.castigos,
            "valor_ficha": f"{fila.valor_ficha:.2f}",
            "pago_extraordinario": f"{fila.pago_extraordinario:.2f}",
        }
        for fila in filas
    ]


def informe_de_rol(tamano: int, equilibrado: bool = False) -> dict[str, Any]:
    """El programa de un Recreo de ese tamaño; cada mesa, por asiento: Abajo, Derecha, Arriba e Izquierda."""
    rol = rol_de(tamano, TipoDeRol.EQUILIBRADO if equilibrado else TipoDeRol.OFICIAL)
    return {
        "jugadores": rol.tamano,
        "partidas": [
            {"partida": p.numero, "mesas": [list(m.asientos) for m in p.mesas], "descansan": list(p.descansan)}
            for p in rol.partidas
        ],
        "anotadores": list(rol.anotadores),
    }


def informe_de_partida(datos: Any) -> dict[str, Any]:
    """Resultado de una partida suelta: meta, si se suspendió, y sus manos."""
    acta = lectura.objeto(datos, "partida")
    meta = lectura.opcion(acta, "meta", Meta)
    manos = [_leer_mano(meta, n, mano) for n, mano in enumerate(lectura.lista(acta, "manos"), start=1)]
    suspendida = lectura.logico(acta, "suspendida")
    resultado = calcular_partida(meta, manos, Fin.TIEMPO if suspendida else None)
    return {
        "estado": str(resultado.estado),
        "ganadora": resultado.ganadora,
        "puntos": list(resultado.puntos),
        "juegos_ganados": list(resultado.juegos_ganados),
        "tantos_favor": list(resultado.tantos_favor),
        "tantos_contra": list(resultado.tantos_contra),
        "efectividad": list(resultado.efectividad),
        "valor": list(resultado.valor),
        "marcador": [list(par) for par in resultado.marcador],
    }


def _leer_mano(meta: Meta, numero: int, datos: Any) -> ManoAnotada:
    with situar(mano=numero):
        mano = lectura.objeto(datos, "mano")
        pareja, tantos = lectura.entero_opcional(mano, "pareja"), lectura.entero(mano, "tantos")
        desenlace = lectura.opcion_opcional(mano, "desenlace", Desenlace) or _deducir(meta, mano)
        return ManoAnotada(desenlace, pareja, tantos)


def _deducir(meta: Meta, mano: Mapping[str, Any]) -> Desenlace:
    """Sin desenlace, manda la plantilla: sin pareja es cierre empatado, y un cero también (RG4).

    A juegos ganados toda mano ganada lleva cero, así que ahí sólo decide la pareja.
    """
    sin_ganadora = mano.get("pareja") is None or (meta.tantos is not None and mano["tantos"] == 0)
    return Desenlace.CIERRE_EMPATADO if sin_ganadora else Desenlace.DOMINADA


def informe_de_ranking(datos: Any) -> dict[str, Any]:
    """El PR de los cuatro asientos después de una partida (ES2)."""
    partida = lectura.objeto(datos, "partida")
    pr = pr_tras_partida(
        meta=lectura.opcion(partida, "meta", Meta),
        ganadora=lectura.entero(partida, "ganadora"),
        tantos=None if partida.get("tantos") is None else lectura.enteros(partida, "tantos", len(AMIGOS.bandos)),
        pr=lectura.enteros(partida, "pr", AMIGOS.asientos),
        quintiles=lectura.enteros(partida, "quintil", AMIGOS.asientos),
    )
    return {"pr": list(pr)}


def informe_de_sorteo(datos: Any) -> dict[str, Any]:
    """Por mano de un acta de partida, si su reparto es el del sorteo revelado (RG1); los errores cuentan desde 0."""
    acta = lectura.objeto(datos, "acta")
    lectura.cabecera(acta, FORMATO_PARTIDA, VERSION_PARTIDA)
    reglamento = leer_reglamento(acta)
    return {"manos": [_comprobar_mano(reglamento, n, mano) for n, mano in enumerate(lectura.lista(acta, "manos"))]}


def _comprobar_mano(reglamento: Reglamento, numero: int, datos: Any) -> dict[str, str]:
    with situar(mano=numero):
        mano = lectura.objeto(datos, "mano")
        if mano.get("sorteo") is None:
            return {"sorteo": "sin_sorteo"}
        sorteo = lectura.objeto(mano["sorteo"], "sorteo")
        verificar_sorteo(
            Sorteo(
                compromiso=lectura.texto(sorteo, "compromiso"),
                claves=lectura.textos(sorteo, "claves"),
                semilla=lectura.texto(sorteo, "semilla"),
                nonces=lectura.textos(sorteo, "nonces"),
                intento=(lectura.entero_opcional(sorteo, "intento") or 0) if reglamento.limita_mulas else 0,
            ),
            _leer_reparto(mano, reglamento),
            lectura.entero(mano, "salidor") if numero == 0 else None,
            reglamento,
            [ficha_de(ficha) for ficha in lectura.lista_opcional(mano, "pozo")] if reglamento.roba else (),
        )
        return {"sorteo": "correcto"}


def _leer_reparto(mano: Mapping[str, Any], reglamento: Reglamento) -> list[list[int]]:
    reparto = lectura.lista(mano, "reparto")
    if len(reparto) != reglamento.asientos or not all(isinstance(suyas, list) for suyas in reparto):
        raise ErrorDeRegla(
            "tipo_invalido",
            campo="reparto",
            esperado=f"una lista de fichas por asiento, {EN_LETRA[reglamento.asientos]} en total",
        )
    return [[ficha_de(ficha) for ficha in suyas] for suyas in reparto]

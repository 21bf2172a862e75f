"""El análisis exacto, preparado aparte: un barrido lo manda a otro proceso, con prioridad baja y plazo (AC3).

Nunca corre en el proceso de las mesas ni en su bucle. Cada análisis lo toma un barrido a la vez: quien lo tomó lo tiene
hasta que vence su plazo; si muere, otro lo vuelve a intentar, a lo más tres veces.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.vivo import aparte
from config.vivo.tareas import apagandose
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.servicios.cola import dejar, soltar, tomar
from enlinea.academia.servicios.fallas import fallas_de
from enlinea.errores import ErrorDeServicio
from enlinea.models import Analisis, Ejercicio, Jugador, Partida
from reglas.fichas import ficha_de
from reglas.mano import EXTREMOS

PLAZO = timedelta(seconds=60)
PLAZO_POR_MANO = timedelta(seconds=10)
"""Una mano tarda alrededor de un segundo con un núcleo libre; con prioridad baja y la máquina llena, mucho más."""
REINTENTOS = 3
ENTRE_REINTENTOS = timedelta(minutes=10)
POR_BARRIDO = 20
EJERCICIOS_POR_PARTIDA = 6
COSTO_DE_EJERCICIO = {"100": 6, "200": 10, "juegos_ganados": 1}
"""Desde cuánto (tantos, o juegos) una jugada propia vale la pena de volver a pensarla."""


def analisis_pedir(partidas: Iterable[Partida]) -> None:
    """Deja apuntado el de cada partida recién guardada que tenga acta. Va en la misma transacción que las guarda."""
    Analisis.objects.bulk_create([Analisis(partida=partida) for partida in partidas if partida.acta is not None])


def analisis_reintentar(*, fuente: Fuente, ahora: datetime) -> bool:
    """Vuelve a poner en la fila el que quedó fallido; `False` si no lo estaba: repetirlo no cambia nada.

    Lo pide cualquiera que lo vea, a lo más tres veces por partida y con diez minutos entre una y otra (D130). Errores:
    `analisis_agotado` y `analisis_espera` (`minutos` que faltan).
    """
    with transaction.atomic():
        uno = Analisis.objects.select_for_update().filter(**fuente.columna(), estado=Analisis.Estado.FALLIDO).first()
        if uno is None:
            return False
        if uno.reintentos >= REINTENTOS:
            raise ErrorDeServicio("analisis_agotado")
        falta = (uno.reintentado or ahora) + ENTRE_REINTENTOS - ahora
        if uno.reintentado is not None and falta > timedelta():
            raise ErrorDeServicio("analisis_espera", minutos=-(-falta // timedelta(minutes=1)))
        uno.estado, uno.intentos, uno.tomado_hasta = Analisis.Estado.PENDIENTE, 0, None
        uno.reintentos, uno.reintentado = uno.reintentos + 1, ahora
        uno.save(update_fields=["estado", "intentos", "tomado_hasta", "reintentos", "reintentado"])
    return True


def analisis_preparar() -> int:
    """El barrido: prepara los pendientes, del más viejo al más nuevo; devuelve cuántos quedaron listos."""
    listos = 0
    for _vez in range(POR_BARRIDO):
        tomado = _tomar(timezone.now())
        if tomado is None:
            break
        acta = _acta_de(tomado)
        estudio = _estudiar(acta, _plazo(acta))
        if estudio is None and apagandose():
            dejar(Analisis.objects.all(), tomado)
            break
        listos += analisis_guardar(tomado, estudio)
    return listos


def _tomar(ahora: datetime) -> Analisis | None:
    """Uno que nadie tenga, ya a nombre de quien llama; `None` si no hay. El que agotó sus intentos queda fallido."""
    return tomar(Analisis.objects.all(), ahora, lambda uno: _plazo(_acta_de(uno)))


def _acta_de(analisis: Analisis) -> Mapping[str, Any]:
    fuente = analisis.partida or analisis.importada
    assert fuente is not None
    acta: Mapping[str, Any] = fuente.acta or {}
    return acta


def _plazo(acta: Mapping[str, Any]) -> timedelta:
    return PLAZO + PLAZO_POR_MANO * len(acta.get("manos", ()))


def _estudiar(acta: Mapping[str, Any], plazo: timedelta) -> dict[str, Any] | None:
    """El estudio del acta, hecho por `python -m reglas estudiar` en otro proceso; `None` si no pudo o se pasó."""
    salida = aparte.correr(["estudiar"], acta, plazo)
    return None if salida is None or salida.codigo else salida.datos


def analisis_guardar(analisis: Analisis, estudio: Mapping[str, Any] | None) -> bool:
    """Guarda el estudio y saca de él los ejercicios; sin estudio, lo suelta para otro intento o lo da por fallido."""
    if estudio is None:
        soltar(Analisis.objects.all(), analisis)
        return False
    datos = compacto(estudio)
    with transaction.atomic():
        # el acta importada pudo borrarse mientras tanto
        quedo = Analisis.objects.filter(pk=analisis.pk).update(
            estado=Analisis.Estado.LISTO,
            datos=datos,
            fallas=fallas_de(datos),
            version=estudio["version"],
            tomado_hasta=None,
        )
        if quedo and analisis.partida_id is not None:
            _ejercicios(analisis.partida_id, datos)
    return bool(quedo)


def compacto(estudio: Mapping[str, Any]) -> dict[str, Any]:
    """El estudio con las fichas y los extremos en números, que ocupa la décima parte."""
    return {"manos": [_mano(mano) for mano in estudio["manos"]]}


def _mano(mano: Mapping[str, Any]) -> dict[str, Any]:
    siguiente = mano.get("siguiente") or {}
    valores = [jugada["alternativas"] for jugada in mano["jugadas"]] + [siguiente.get("alternativas") or []]
    return {
        "par": mano["par"],
        # una lista por jugada y otra por quien seguía: [ficha, extremo, valor]
        "valores": [[[*en_numeros(una), una["valor"]] for una in alternativas] for alternativas in valores],
        "balance": mano["balance"],
        "errores": [_error(error) for error in mano["errores"]],
    }


def _error(error: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "jugada": error["jugada"],
        "asiento": error["asiento"],
        "elegida": [*en_numeros(error["elegida"]), error["elegida"]["valor"]],
        "mejor": [*en_numeros(error["mejor"]), error["mejor"]["valor"]],
        "perdida": error["perdida"],
        "razones": error["razones"],
        "acaba_elegida": _final(error["sigue_elegida"]),
        "acaba_mejor": _final(error["sigue_mejor"]),
        "linea": [en_numeros(una) for una in error["sigue_mejor"]["jugadas"]],
        "linea_elegida": [en_numeros(una) for una in error["sigue_elegida"]["jugadas"]],
    }


def _final(sigue: Mapping[str, Any]) -> dict[str, Any]:
    return {"fin": sigue["fin"], "asiento": sigue["asiento"]}


def en_numeros(una: Mapping[str, Any]) -> list[int]:
    """La jugada de un informe de `python -m reglas`: ficha y extremo, 0 si no lo dice."""
    return [ficha_de(una["ficha"]), EXTREMOS.index(una["extremo"] or "")]


def _ejercicios(partida_id: int, datos: Mapping[str, Any]) -> None:
    """Lo que más costó a cada persona, como ejercicio; el que ya había conserva su progreso."""
    partida = Partida.objects.only("meta").get(pk=partida_id)
    quienes = Jugador.objects.filter(partida_id=partida_id, cuenta__isnull=False)
    for cuenta_id, asiento in quienes.values_list("cuenta_id", "asiento"):
        assert cuenta_id is not None
        suyos = [
            Ejercicio(
                cuenta_id=cuenta_id,
                partida_id=partida_id,
                mano=mano,
                jugada=error["jugada"],
                costo=error["perdida"],
            )
            for mano, una in enumerate(datos["manos"])
            for error in una["errores"]
            if error["asiento"] == asiento and error["perdida"] >= COSTO_DE_EJERCICIO[partida.meta]
        ]
        suyos.sort(key=lambda ejercicio: -ejercicio.costo)
        Ejercicio.objects.bulk_create(suyos[:EJERCICIOS_POR_PARTIDA], ignore_conflicts=True)

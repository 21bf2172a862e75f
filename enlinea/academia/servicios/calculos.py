"""Las cuentas que se piden sobre una posición ya jugada: lo que vale una simulación y si se podía saber (D518, D520).

Se hacen aparte, como el análisis: quien las pide deja un renglón y vuelve a preguntar. La misma pregunta se hace una
vez y su respuesta sirve a los cuatro.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.base.contador import sumar
from config.vivo import aparte
from config.vivo.tareas import apagandose, despertar
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.consultas.ramas import simulada
from enlinea.academia.servicios.analisis import en_numeros
from enlinea.academia.servicios.cola import dejar, soltar, tomar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Analisis, Calculo
from reglas.acta_partida import FORMATO_PARTIDA, VERSION_PARTIDA
from reglas.errores import ErrorDeRegla
from reglas.fichas import TEXTOS, lista
from reglas.mano import EXTREMOS, Mano
from reglas.reglamento import PorAsiento
from reglas.repeticion import Jugada

TAREA = "en línea: cálculos por hacer"
PLAZO = timedelta(seconds=60)
"""Una variante tarda décimas y una muestra, segundos con un núcleo libre; con prioridad baja, mucho más."""
POR_VUELTA = 20
PENDIENTES_POR_FUENTE = 8
POR_FUENTE = 400
"""Variantes; de lo que se podía saber hay una por jugada."""
POR_PERSONA = {Calculo.Clase.SABIDO: 40, Calculo.Clase.VARIANTE: 240}
"""Nuevas en diez minutos: la fila es una y detrás esperan los demás (D525)."""
VENTANA = 600
GUARDA_VARIANTES = timedelta(days=30)
_PRIMO = 1_000_003


def variante_pedir(*, fuente: Fuente, mano: int, desde: int, jugadas: Sequence[Jugada], ahora: datetime) -> Calculo:
    """Lo que vale cada jugada de esa simulación, y cómo acabaría con el mejor juego.

    Errores: `rama_imposible` si no se puede jugar así, `muchos_calculos` y `calculos_seguidos`. Levanta `IndexError` si
    la mano o la jugada no existen.
    """
    try:
        vista = simulada(fuente, mano, desde, jugadas)
    except ErrorDeRegla as error:
        raise ErrorDeServicio("rama_imposible", texto="") from error
    cadena = vista.fin.cadena
    tiradas = "-".join(f"{f}.{e}" for f, e in zip(cadena[3 * desde :: 3], cadena[3 * desde + 1 :: 3], strict=True))
    pedido = {"acta": _acta(fuente, vista.repartidas, vista.fin), "desde": desde}
    return _pedir(fuente, Calculo.Clase.VARIANTE, f"{mano}.{desde}:{tiradas}", pedido, ahora)


def sabido_pedir(*, fuente: Fuente, mano: int, jugada: int, ahora: datetime) -> Calculo:
    """Qué tan seguido era la mejor cada jugada, con lo que veía quien tiró ésa (mano y jugada, desde 0).

    Errores: `muchos_calculos` y `calculos_seguidos`. Levanta `IndexError` si no existe o ahí ya había acabado la mano.
    """
    if mano < 0 or not 0 <= jugada < len(fuente.manos[mano].estados) - 1:
        raise IndexError(jugada)
    una = fuente.manos[mano]
    pedido = {
        "acta": _acta(fuente, una.repartidas, una.estados[jugada]),
        # la misma posición da siempre lo mismo
        "semilla": (fuente.id % (1 << 40) * _PRIMO + mano) * _PRIMO + jugada & (1 << 53) - 1,
    }
    return _pedir(fuente, Calculo.Clase.SABIDO, f"{mano}.{jugada}", pedido, ahora)


def _acta(fuente: Fuente, repartidas: PorAsiento, hasta: Mano) -> dict[str, Any]:
    """La mano sola, sin nombres."""
    cadena = hasta.cadena
    jugadas = [
        {"asiento": asiento, "ficha": TEXTOS[ficha], "extremo": EXTREMOS[extremo] or None}
        for ficha, extremo, asiento in zip(cadena[::3], cadena[1::3], cadena[2::3], strict=True)
    ]
    reparto = [[TEXTOS[ficha] for ficha in lista(bits)] for bits in repartidas]
    return {
        "formato": FORMATO_PARTIDA,
        "version": VERSION_PARTIDA,
        "meta": str(fuente.meta),
        "asientos": ["1", "2", "3", "4"],
        "manos": [{"reparto": reparto, "salidor": hasta.salidor, "jugadas": jugadas}],
    }


def _pedir(fuente: Fuente, clase: Calculo.Clase, clave: str, pedido: dict[str, Any], ahora: datetime) -> Calculo:
    suyos = Calculo.objects.filter(**fuente.columna())
    previo = suyos.filter(clase=clase, clave=clave).first()
    if previo is not None:
        return previo
    pendientes = suyos.filter(estado=Analisis.Estado.PENDIENTE).count()
    variantes = suyos.filter(clase=Calculo.Clase.VARIANTE)
    if pendientes >= PENDIENTES_POR_FUENTE or (clase == Calculo.Clase.VARIANTE and variantes.count() >= POR_FUENTE):
        raise ErrorDeServicio("muchos_calculos")
    if not _cabe(fuente.cuenta, clase):
        raise ErrorDeServicio("calculos_seguidos")
    try:
        with transaction.atomic():
            nuevo = Calculo.objects.create(**fuente.columna(), clase=clase, clave=clave, pedido=pedido, creado=ahora)
            transaction.on_commit(lambda: despertar(TAREA), robust=True)
    except IntegrityError:
        # dos a la vez: la base dejó entrar a uno
        return suyos.get(clase=clase, clave=clave)
    return nuevo


def _cabe(cuenta_id: int, clase: Calculo.Clase) -> bool:
    return sumar(f"calculos:{clase}:{cuenta_id}", VENTANA) <= POR_PERSONA[clase]


def calculos_preparar() -> int:
    """El barrido: hace los pendientes, del más viejo al más nuevo; devuelve cuántos quedaron listos."""
    listos = 0
    for _vez in range(POR_VUELTA):
        tomado = tomar(Calculo.objects.all(), timezone.now(), lambda _uno: PLAZO)
        if tomado is None:
            break
        # quien la pidió la espera mirando la pantalla: cede, sin quedarse esperando a que nadie juegue
        salida = aparte.correr([tomado.clase], tomado.pedido, PLAZO, urge=True)
        if salida is None and apagandose():
            dejar(Calculo.objects.all(), tomado)
            break
        listos += calculo_guardar(tomado, None if salida is None or salida.codigo else salida.datos)
    return listos


def calculo_guardar(calculo: Calculo, informe: dict[str, Any] | None) -> bool:
    """Guarda lo que contestó la orden, con las fichas y los extremos en números; sin ello, lo suelta."""
    if informe is None:
        soltar(Calculo.objects.all(), calculo)
        return False
    compacto = _variante if calculo.clase == Calculo.Clase.VARIANTE else _sabido
    hecho = Calculo.objects.filter(pk=calculo.pk).update(
        estado=Analisis.Estado.LISTO, resultado=compacto(informe), pedido={}, tomado_hasta=None
    )
    return bool(hecho)


def _variante(informe: dict[str, Any]) -> dict[str, Any]:
    return {
        "valores": [[[*en_numeros(una), una["valor"]] for una in varias] for varias in informe["valores"]],
        "errores": [[uno["jugada"], uno["asiento"], uno["perdida"]] for uno in informe["errores"]],
        "sigue": [en_numeros(una) for una in informe["sigue"]],
    }


def _sabido(informe: dict[str, Any]) -> dict[str, Any]:
    return {
        "cuantas": informe["cuantas"],
        "muestras": informe["muestras"],
        "jugadas": [
            [*en_numeros(u), u["milesimas"], u["error"], u["media"], u["error_de_la_media"], int(u["buena"])]
            for u in informe["jugadas"]
        ],
    }


def calculos_limpiar(ahora: datetime) -> int:
    """Quita las variantes de hace más de un mes y lo que no se pudo hacer ayer; devuelve cuántos."""
    viejas = Calculo.objects.filter(clase=Calculo.Clase.VARIANTE, creado__lt=ahora - GUARDA_VARIANTES)
    fallidos = Calculo.objects.filter(estado=Analisis.Estado.FALLIDO, creado__lt=ahora - timedelta(days=1))
    return viejas.delete()[0] + fallidos.delete()[0]

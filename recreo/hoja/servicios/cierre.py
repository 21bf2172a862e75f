"""Confirmar y cerrar la mesa: por meta, por tiempo o por default (RE5-RE7). Qué pasa después lo sabe su dueño."""

from typing import Any

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import IncidenciaBase
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.manos import anotaciones_vigentes, manos_de
from recreo.hoja.servicios.pasos import apuntar, asiento_de, atender_todas
from reglas.errores import ErrorDeRegla
from reglas.partida import ResultadoPartida, calcular_partida
from reglas.tipos import Fin


def resultado(h: Hoja, fin: Fin | None = None, gana_default: int | None = None) -> ResultadoPartida:
    """La partida calculada desde sus manos. Errores: `regla_…`."""
    try:
        return calcular_partida(h.meta, manos_de(anotaciones_vigentes(h.mesa)), fin, gana_default)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **{**e.datos, "mesa": h.mesa.numero}) from e


def confirmar(h: Hoja) -> None:
    """El anotador confirma que se llegó a la meta (RE6). Errores: `no_llegan_a_la_meta` y los de permiso."""
    h.exigir_anotador()
    if not resultado(h).llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=h.mesa.numero)
    h.mesa.confirmada, h.mesa.confirmada_por = h.ahora, h.nombre
    h.mesa.save(update_fields=["confirmada", "confirmada_por"])


def cerrar_por_meta(h: Hoja, ganadora: int, anotadas: int) -> None:
    """Quien organiza confirma la pareja ganadora y cierra; su anotador queda inhibido (RE6).

    `ganadora` (0|1) y `anotadas` (cuántas anotaciones, correcciones incluidas, había en lo que vio) deben coincidir.
    Errores: `no_llegan_a_la_meta`, `mesa_cambio`, `gana_la_otra_pareja`, `falta_confirmar`.
    """
    h.exigir_abierta()
    m = h.mesa
    if not resultado(h).llego_a_meta:
        raise ErrorDeServicio("no_llegan_a_la_meta", mesa=m.numero)
    exigir_lo_visto(h, anotadas)
    if resultado(h, Fin.META).ganadora != ganadora:
        raise ErrorDeServicio("gana_la_otra_pareja", mesa=m.numero)
    if not m.confirmada and not (h.persona and m.anotador_id in (None, h.persona)):
        raise ErrorDeServicio("falta_confirmar", mesa=m.numero, anotador=m.anotador.nombre if m.anotador else "")
    _cerrar(h, Fin.META)


def suspender(h: Hoja, anotadas: int, motivo: str) -> None:
    """Suspende por tiempo: gana quien va adelante (RG7). Errores: `mesa_cambio`, `regla_…`."""
    h.exigir_abierta()
    exigir_lo_visto(h, anotadas)
    resultado(h, Fin.TIEMPO)
    h.mesa.motivo = motivo.strip()[:200]
    _cerrar(h, Fin.TIEMPO)


def aplicar_default(h: Hoja, gana: int, infraccion_de: int | None, motivo: str) -> None:
    """Termina la partida a favor de `gana` (0|1), aunque el anotador lo haya negado (RE5).

    Errores: `pareja_invalida`, `infractor_de_la_ganadora`, `no_se_sienta_aqui`, `regla_…`.
    """
    h.exigir_abierta()
    if gana not in (0, 1):
        raise ErrorDeServicio("pareja_invalida")
    if infraccion_de is not None:
        _registrar_infraccion(h, gana, infraccion_de, motivo)
    resultado(h, Fin.DEFAULT, gana)
    h.mesa.gana_default, h.mesa.motivo = gana, motivo.strip()[:200]
    _cerrar(h, Fin.DEFAULT)


def exigir_lo_visto(h: Hoja, anotadas: int) -> None:
    """La hoja no ha cambiado desde que se vio. Error: `mesa_cambio`."""
    if h.mesa.anotaciones.count() != anotadas:
        raise ErrorDeServicio("mesa_cambio", mesa=h.mesa.numero)


def _registrar_infraccion(h: Hoja, gana: int, numero: int, motivo: str) -> None:
    asiento: Any = asiento_de(h, numero)
    if asiento.lugar % 2 == gana:
        raise ErrorDeServicio("infractor_de_la_ganadora", nombre=asiento.jugador.nombre)
    apuntar(h, IncidenciaBase.Tipo.INFRACCION, jugador=asiento.jugador, texto=motivo, vista=True)


def _cerrar(h: Hoja, fin: Fin) -> None:
    h.mesa.fin = fin.value
    dejar_cerrada(h)


def dejar_cerrada(h: Hoja) -> None:
    """La cierra y da por visto lo que esperaba; con qué fin lo guarda su dueño."""
    m = h.mesa
    m.cerrada, m.cerrada_por = h.ahora, h.nombre
    m.save()
    atender_todas(h)
    m.discrepancias.filter(resuelta=None).update(resuelta=h.ahora, aceptada=False)
    m.pases.filter(usado=None).update(usado=h.ahora)

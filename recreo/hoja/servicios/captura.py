"""La hoja de papel, entera y de una vez: como si cada mano se hubiera anotado, con las mismas comprobaciones (RE8)."""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import manos, pasos
from recreo.hoja.servicios.cierre import exigir_lo_visto
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.una_vez import Datos
from reglas.anotacion import ManoAnotada


def capturar(h: Hoja, nuevas: Sequence[ManoAnotada], anotadas: int, salidor: int | None) -> Datos:
    """Agrega todas las manos del papel a las que ya hubiera, o ninguna.

    `anotadas`: cuántas anotaciones había en lo que se vio; `salidor`: número de quien salió primero, si el papel lo
    dice. Quien estuvo en el papel estuvo en la mesa: si nadie confirmó la asistencia, se da por buena.
    Errores: `hoja_en_blanco`, `mesa_cambio`, los de `manos.anotar` (con `renglon`, desde 1) y los de elegir salidor.
    """
    h.exigir_anotador()
    exigir_lo_visto(h, anotadas)
    if not nuevas:
        raise ErrorDeServicio("hoja_en_blanco", mesa=h.mesa.numero)
    if h.mesa.asistencia is None:
        pasos.confirmar_asistencia(h, [a.jugador.numero for a in h.mesa.asientos.select_related("jugador")])
    if salidor is not None:
        pasos.elegir_salidor(h, salidor)
    for renglon, nueva in enumerate(nuevas, start=1):
        try:
            _agregar(h, nueva)
        except ErrorDeServicio as e:
            e.datos["renglon"] = renglon
            raise
    return {"manos": len(nuevas)}


def _agregar(h: Hoja, nueva: ManoAnotada) -> None:
    """La que sigue; si su clave se usó y se borró, vuelve con lo nuevo."""
    ultimas = manos.anotaciones_vigentes(h.mesa)
    mano = manos.ultima_en_pie(ultimas) + 1
    revision = ultimas[mano].revision if mano in ultimas else 0
    manos.anotar(h, mano, revision, nueva, sin_salidor=True)

"""La pareja contraria confirma la hoja con un toque, o la objeta (RE6, D373-D375). Vale para lo que vio."""

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import AsientoBase, IncidenciaBase
from recreo.hoja.servicios.cierre import exigir_lo_visto
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.manos import anotaciones_vigentes
from recreo.hoja.servicios.pasos import apuntar
from recreo.hoja.servicios.una_vez import Datos
from reglas.conformidad import Conformidad, conformidad, parejas_que_revisan

T = IncidenciaBase.Tipo
PARECERES = (T.HOJA_CONFORME, T.HOJA_OBJETADA)


def opinar(h: Hoja, conforme: bool, anotadas: int, motivo: str) -> Datos:
    """Quien pide dice si está conforme con la hoja que vio; `anotadas`, cuántas anotaciones tenía.

    Errores: `no_eres_de_esta_mesa`, `revisa_la_otra_pareja`, `hoja_vacia`, `mesa_cambio`, `falta_objecion`.
    """
    h.exigir_abierta()
    asiento = h.sentado
    if asiento is None:
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=h.mesa.numero)
    return asentar(h, asiento, conforme, anotadas, motivo)


def asentar(h: Hoja, asiento: AsientoBase, conforme: bool, anotadas: int, motivo: str) -> Datos:
    """Lo que dijo quien se sienta ahí; lo suyo de antes deja de esperar a quien organiza."""
    if asiento.lugar % 2 not in parejas_que_revisan(_pareja_que_anota(h)):
        raise ErrorDeServicio("revisa_la_otra_pareja", mesa=h.mesa.numero)
    if all(a.borrada for a in anotaciones_vigentes(h.mesa).values()):
        raise ErrorDeServicio("hoja_vacia", mesa=h.mesa.numero)
    exigir_lo_visto(h, anotadas)
    porque = "" if conforme else " ".join(motivo.split())
    if not conforme and not porque:
        raise ErrorDeServicio("falta_objecion")
    persona = getattr(asiento, "jugador", None)
    suyas = h.mesa.incidencias.filter(tipo__in=PARECERES, jugador=persona)
    suyas.filter(atendida=None).update(atendida=h.ahora, atendida_por=h.nombre)
    tipo = T.HOJA_CONFORME if conforme else T.HOJA_OBJETADA
    apuntar(h, tipo, jugador=persona, texto=porque, vista=conforme, anotadas=anotadas)
    return {"conforme": conforme}


def estado(h: Hoja) -> Conformidad:
    """Cómo está la hoja ahora: de cada quien cuenta lo último, si lo dijo de lo que hay."""
    hay = h.mesa.anotaciones.count()
    lugares = {a.jugador_id: a.lugar % 2 for a in h.mesa.asientos.all()}
    ultimos = {i.jugador_id: i for i in h.mesa.incidencias.filter(tipo__in=PARECERES).order_by("pk")}
    dichos = [(lugares[n], i.tipo == T.HOJA_CONFORME) for n, i in ultimos.items() if n in lugares and i.anotadas == hay]
    return conformidad(parejas_que_revisan(_pareja_que_anota(h)), dichos)


def _pareja_que_anota(h: Hoja) -> int | None:
    """La de quien anota; ninguna si no juega en esta mesa."""
    suyo = h.mesa.asientos.filter(jugador=h.mesa.anotador_id).first() if h.mesa.anotador_id else None
    return None if suyo is None else suyo.lugar % 2

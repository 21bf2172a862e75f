"""Lo que pasa en las mesas en línea, escrito en su hoja: cada mano y el final, una vez (TO26, decisión 047)."""

import logging
from datetime import timedelta
from uuid import UUID, uuid5

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from enlinea.salon import consultas as salon_visto
from enlinea.salon import servicios as salon
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos, Hoja, manos, pasos
from reglas.suizo.tipos import FinDeMesa
from torneos.identidad import Quien
from torneos.models import Mesa
from torneos.servicios.base import E, Operacion, orden_de_mesa
from torneos.servicios.cierre import cerrar_con_las_manos, cerrar_por_ausencia

registro = logging.getLogger(__name__)
TAREA = "torneos: lo de las mesas en línea"
ESPACIO = UUID("e0d5f7a4-2b86-4c0d-9f11-3c6a7b1d8e52")
SE_QUEDA = timedelta(minutes=2)
"""Lo que una mesa acabada puede seguir enseñando su final antes de que el barrido la suelte."""


@orden_de_mesa(E.EN_JUEGO)
def mesa_recibir(op: Operacion, *, partida: int, mesa: int) -> Datos | None:
    """Pone en la hoja las manos que le faltan y, si en línea acabó, la cierra. Sólo lo pide la casa.

    Quien no volvió en cinco minutos pierde por default; si no había ninguna mano, es ausencia (TO18). La que se cerró
    por otra causa llama al juez, que decide. Error: `no_eres_de_esta_mesa`.
    """
    if not op.quien.casa:
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=mesa)
    h = op.hoja()
    en_linea = op.mesa().en_linea
    if h.mesa.cerrada or en_linea is None:
        return None
    va = salon_visto.como_va(en_linea)
    _empezar(h, va)
    hay = max(manos.anotaciones_vigentes(h.mesa), default=0)
    for clave, mano in enumerate(va.manos[hay:], hay + 1):
        manos.anotar(h, clave, 0, mano)
    if va.acabada:
        h.mesa.confirmada, h.mesa.confirmada_por = h.ahora, h.nombre
        h.mesa.save(update_fields=["confirmada", "confirmada_por"])
        return cerrar_con_las_manos(op)
    if va.se_fue is not None:
        return _sin_el(op, va)
    if va.cerrada:
        pasos.llamar(h, _("La mesa se detuvo antes de acabar. Decide cómo queda."))
    return None


def _empezar(h: Hoja, va: salon_visto.ComoVa) -> None:
    """En línea no comienza sin los cuatro, y el sorteo dijo quién sale."""
    if va.salidor is None or h.mesa.salidor is not None:
        return
    h.mesa.asientos.update(presente=True)
    h.mesa.salidor, h.mesa.asistencia = va.salidor, h.ahora
    h.mesa.save(update_fields=["salidor", "asistencia"])


def _sin_el(op: Operacion, va: salon_visto.ComoVa) -> Datos:
    assert va.se_fue is not None
    if va.manos:
        return cerrar_con_las_manos(op, FinDeMesa.DEFAULT, 1 - va.se_fue % 2)
    numero = op.mesa().asientos.values_list("jugador__numero", flat=True).get(lugar=va.se_fue)
    return cerrar_por_ausencia(op, [numero])


def recibir(en_linea: int) -> None:
    """Lo de esa mesa en línea, a su hoja. Se pide cada vez que acaba una mano y las veces que haga falta."""
    m = _por_recibir().select_related("partida").filter(en_linea=en_linea).first()
    if m is None:
        return
    va = salon_visto.como_va(en_linea)
    que = f"{en_linea}:{len(va.manos)}:{int(va.acabada)}:{int(va.cerrada)}"
    try:
        mesa_recibir(
            torneo_id=m.partida.torneo_id,
            quien=Quien(casa=True, nombre=_("En pantalla")),
            id_orden=uuid5(ESPACIO, que),
            partida=m.partida.numero,
            mesa=m.numero,
        )
    except ErrorDeServicio as e:
        registro.error("La hoja de la mesa en línea %d no pudo recibir lo suyo: %s", en_linea, e.codigo)


def _por_recibir() -> QuerySet[Mesa]:
    """Las hojas abiertas que se juegan en línea; la de un torneo cancelado ya no recibe nada."""
    return Mesa.objects.filter(en_linea__isnull=False, cerrada=None).exclude(partida__torneo__estado=E.CANCELADO)


def en_linea_conciliar() -> int:
    """El barrido: las hojas abiertas cuya mesa ya no se juega, y las mesas abiertas cuya hoja ya se cerró o cuyo torneo
    se canceló.
    """
    faltan = salon_visto.cerradas(_suyas(_por_recibir()))
    for en_linea in faltan:
        recibir(en_linea)
    ahora = timezone.now()
    ayer = ahora - timedelta(days=1)
    todas = Mesa.objects.filter(en_linea__isnull=False)
    recientes = todas.filter(cerrada__lt=ahora - SE_QUEDA, cerrada__gt=ayer)
    canceladas = todas.filter(cerrada=None, partida__torneo__estado=E.CANCELADO, partida__torneo__terminado__gt=ayer)
    sobran = salon_visto.abiertas([*_suyas(recientes), *_suyas(canceladas)])
    return len(faltan) + sum(salon.mesa_terminar(en_linea) for en_linea in sobran)


def _suyas(mesas: QuerySet[Mesa]) -> list[int]:
    """Las mesas en línea de ésas."""
    return [en_linea for en_linea in mesas.values_list("en_linea", flat=True) if en_linea is not None]

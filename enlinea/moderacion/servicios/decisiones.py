"""Lo que la administración decide de un reporte, una sola vez, y lo que se avisa a las dos partes (002 §3.3)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from enlinea.convivencia.servicios.mensajes import LARGO, mensaje_de_la_casa
from enlinea.convivencia.servicios.tarjetas import tarjeta_roja, tomar_cuenta
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos
from enlinea.models import Reporte, Tarjeta
from enlinea.moderacion.consultas import orden_del_aviso
from enlinea.moderacion.servicios.reportes import PERMISO
from enlinea.moderacion.servicios.suspensiones import cuenta_bloquear
from enlinea.moderacion.textos import al_que_senalo, al_senalado, motivo_de
from suscripciones import consultas as suscripciones

D = Reporte.Decision
SANCIONES = (D.ROJA, D.BLOQUEADO)
A_MANO = "orden:"
"""Con qué empieza el hecho de lo que se dio fuera de los reportes."""


def reporte_decidir(*, reporte_id: int, administrador_id: int, decision: str, texto: str, ahora: datetime) -> None:
    """Ignorar, advertir, bloquear (sin fin) o tarjeta roja (un mes). Avisa al señalado y a quien señaló.

    `texto`: lo que se le dice al señalado; vacío, lo de siempre. Quien señaló sólo sabe que ya se atendió. Repetirla la
    misma persona no hace nada. Bloquear pide además `suscripciones.add_suspension`, y la roja, `enlinea.add_tarjeta`.
    Errores: `sin_permiso`, `decision_invalida`, `mensaje_largo`, `reporte_inexistente`,
    `eres_parte`, `ya_decidido`, `hecho_ya_sancionado`.
    """
    limpio = _exigir_pedido(administrador_id, decision, texto)
    with transaction.atomic():
        reporte = _bloquear(reporte_id)
        if _ya_estaba(reporte, administrador_id, decision):
            return
        _decidir(reporte, administrador_id, decision, limpio, ahora)
        mensaje_de_la_casa(
            para_id=reporte.quien_id, texto=al_que_senalo(reporte), administrador_id=administrador_id, ahora=ahora,
            id_orden=orden_del_aviso(reporte, decision, reporte.quien_id),
        )  # fmt: skip


def reporte_escalar(
    *, reporte_id: int, administrador_id: int, desde: str, decision: str, texto: str, ahora: datetime
) -> None:
    """Sube lo ya decidido sin castigo: de ignorado a advertencia, o de cualquiera de los dos a roja o bloqueo (D515).

    `desde`: lo decidido que se vio; si otra persona ya lo cambió, es `ya_decidido`. Nunca baja (una sanción se levanta
    o se anula), ni se suma a otra. Se avisa sólo al señalado: a quien señaló ya se le dijo. Repetirla no hace nada.
    Errores: los de `reporte_decidir`, `sin_decidir`, `no_se_escala`.
    """
    limpio = _exigir_pedido(administrador_id, decision, texto)
    with transaction.atomic():
        reporte = _bloquear(reporte_id)
        if administrador_id in (reporte.quien_id, reporte.senalado_id):
            raise ErrorDeServicio("eres_parte")
        if reporte.decision == D.PENDIENTE:
            raise ErrorDeServicio("sin_decidir")
        if (reporte.decidido_por_id, reporte.decision) == (administrador_id, decision):
            return
        if reporte.decision != desde:
            raise _ya_decidido(reporte)
        if decision not in sube_a(reporte.decision):
            raise ErrorDeServicio("no_se_escala", decision=reporte.get_decision_display())
        _decidir(reporte, administrador_id, decision, limpio, ahora)


def sube_a(decision: str) -> tuple[str, ...]:
    """A qué se puede subir lo decidido; nada si ya es una sanción."""
    return {D.IGNORADO.value: (D.ADVERTIDO, *SANCIONES), D.ADVERTIDO.value: SANCIONES}.get(decision, ())


def _exigir_pedido(administrador_id: int, decision: str, texto: str) -> str:
    """Que pueda, que se entienda y que quepa; devuelve el texto limpio."""
    if not suscripciones.administra(administrador_id, PERMISO):
        raise ErrorDeServicio("sin_permiso")
    if decision not in D.values or decision == D.PENDIENTE:
        raise ErrorDeServicio("decision_invalida")
    limpio = en_parrafos(texto)
    if len(limpio) > LARGO:
        raise ErrorDeServicio("mensaje_largo")
    return limpio


def _decidir(reporte: Reporte, administrador_id: int, decision: str, texto: str, ahora: datetime) -> None:
    """Lo guarda, sanciona si toca y se lo dice al señalado."""
    if decision in SANCIONES:
        _exigir_sin_sancion(reporte)
    reporte.decision, reporte.decidido, reporte.decidido_por_id = decision, ahora, administrador_id
    reporte.save(update_fields=["decision", "decidido", "decidido_por"])
    _sancionar(reporte, ahora)
    mensaje_de_la_casa(
        para_id=reporte.senalado_id, texto=texto or al_senalado(reporte), administrador_id=administrador_id,
        ahora=ahora, id_orden=orden_del_aviso(reporte, decision, reporte.senalado_id),
        # de la sanción ya sale su propia carta; otra, sólo si dice algo más
        por_correo=bool(texto) or decision not in SANCIONES,
    )  # fmt: skip


def _bloquear(reporte_id: int) -> Reporte:
    """El reporte y, antes, la cuenta señalada: dos reportes del mismo hecho se deciden uno tras otro."""
    de_quien = Reporte.objects.filter(pk=reporte_id).values_list("senalado_id", flat=True).first()
    if de_quien is None:
        raise ErrorDeServicio("reporte_inexistente")
    tomar_cuenta(de_quien)
    return Reporte.objects.select_for_update(of=("self",)).select_related("decidido_por").get(pk=reporte_id)


def _ya_estaba(reporte: Reporte, administrador_id: int, decision: str) -> bool:
    """Si esta misma persona ya decidió eso mismo. Otra cosa, u otra persona, es error."""
    if administrador_id in (reporte.quien_id, reporte.senalado_id):
        raise ErrorDeServicio("eres_parte")
    if reporte.decision == D.PENDIENTE:
        return False
    if (reporte.decidido_por_id, reporte.decision) == (administrador_id, decision):
        return True
    raise _ya_decidido(reporte)


def _ya_decidido(reporte: Reporte) -> ErrorDeServicio:
    return ErrorDeServicio("ya_decidido", quien=str(reporte.decidido_por), decision=reporte.get_decision_display())


def _exigir_sin_sancion(reporte: Reporte) -> None:
    """Nadie se sanciona dos veces por un hecho, aunque lo hayan señalado los tres."""
    mismo = Reporte.objects.filter(senalado=reporte.senalado_id, decision__in=SANCIONES)
    if reporte.mesa_id:
        mismo = mismo.filter(mesa=reporte.mesa_id, numero=reporte.numero)
    else:
        mismo = mismo.filter(linea=reporte.linea_id)
    otro = mismo.exclude(pk=reporte.pk).first()
    if otro is not None:
        raise ErrorDeServicio("hecho_ya_sancionado", numero=otro.pk, decision=otro.get_decision_display())
    if _sancionado_a_mano(reporte):
        raise ErrorDeServicio("sancionado_a_mano")


def _sancionado_a_mano(reporte: Reporte) -> bool:
    """Si desde que lo señalaron se le dio, fuera de los reportes, una roja o un bloqueo que sigue valiendo."""
    a_mano = Tarjeta.objects.filter(cuenta=reporte.senalado_id, hecho__startswith=A_MANO, anulada_en=None)
    if a_mano.filter(instante__gte=reporte.creado).exists():
        return True
    ordenes = Reporte.objects.filter(senalado=reporte.senalado_id, id_orden__isnull=False)
    de_reportes = {f"{A_MANO}{id_orden}" for id_orden in ordenes.values_list("id_orden", flat=True)}
    return any(
        s.origen == s.Origen.ADMINISTRACION and s.desde >= reporte.creado and s.clave not in de_reportes
        for s in suscripciones.suspensiones_de(reporte.senalado_id)
        if s.levantada_en is None
    )


def roja_a_mano(*, cuenta_id: int, administrador_id: int, motivo: str, id_orden: UUID, ahora: datetime) -> Tarjeta:
    """La roja que no sale de un reporte. Con uno sin decidir se da ahí: un hecho se castiga una vez (SA3).

    Tampoco si ya le corre una roja o algo que puso la administración: está fuera desde entonces, y lo que hizo fue
    antes. Repetir la orden devuelve la misma. Errores: `reporte_sin_decidir`, `sancion_que_corre` y los de
    `tarjeta_roja`.
    """
    hecho = f"{A_MANO}{id_orden}"
    with transaction.atomic():
        # con la cuenta tomada: quien decide su reporte, o da otra a mano, va antes o después
        tomar_cuenta(cuenta_id)
        if not Tarjeta.objects.filter(hecho=hecho).exists():
            _exigir_sin_pendientes(cuenta_id, ahora)
        return tarjeta_roja(
            cuenta_id=cuenta_id, administrador_id=administrador_id, motivo=motivo, id_hecho=hecho, ahora=ahora
        )


def _exigir_sin_pendientes(cuenta_id: int, ahora: datetime) -> None:
    pendiente = Reporte.objects.filter(senalado=cuenta_id, decision=D.PENDIENTE).order_by("creado").first()
    if pendiente is not None:
        raise ErrorDeServicio("reporte_sin_decidir", numero=pendiente.pk)
    if suscripciones.sancion_que_corre(cuenta_id, ahora):
        raise ErrorDeServicio("sancion_que_corre")


def _sancionar(reporte: Reporte, ahora: datetime) -> None:
    """Por el servicio de cada sanción, que pide además su permiso y corta al momento donde esté jugando."""
    administrador, motivo = reporte.decidido_por_id or 0, motivo_de(reporte)
    if reporte.decision == D.BLOQUEADO:
        cuenta_bloquear(
            cuenta_id=reporte.senalado_id, administrador_id=administrador, motivo=motivo, id_orden=reporte.id_orden,
            ahora=ahora,
        )  # fmt: skip
    elif reporte.decision == D.ROJA:
        tarjeta_roja(
            cuenta_id=reporte.senalado_id, administrador_id=administrador, motivo=motivo, id_hecho=_hecho(reporte),
            ahora=ahora, mesa_id=reporte.mesa_id,
        )  # fmt: skip


def _hecho(reporte: Reporte) -> str:
    """El mismo para los tres que lo señalaron: la base no da dos rojas por él."""
    donde = f"{reporte.mesa_id}:{reporte.numero}" if reporte.mesa_id else f"sala:{reporte.linea_id}"
    return f"nocivo:{reporte.senalado_id}:{donde}"

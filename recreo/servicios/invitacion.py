"""Invitar por correo (RE3): una vez por persona y correo, salvo que se pida otra vez."""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from recreo import difusion
from recreo.correo import Invitacion, invitaciones_mandar, por_invitar
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.servicios.base import VIVOS, Datos, Operacion, Resultado, ejecutar

MINUTOS_ENTRE_INVITACIONES = 2


def invitaciones_enviar(
    *,
    recreo_id: int,
    quien: Quien,
    id_orden: UUID,
    enlace: str,
    numero: int | None = None,
    ahora: datetime | None = None,
) -> Resultado:
    """Manda la invitación a quienes falta; con `numero`, otra vez a esa persona.

    El correo sale ya confirmada la orden; a quien no le salió le queda sin invitar. Errores: `solo_organizador`,
    `nadie_por_invitar`, `sin_correo`, `ya_entro`, `invitacion_reciente`, `correo_no_enviado` con sus nombres.
    """
    fallidas: list[Invitacion] = []

    def hacer(op: Operacion) -> Datos | None:
        op.exigir_mando()
        jugadores = list(op.recreo.jugadores.order_by("numero"))
        elegidos = por_invitar(jugadores) if numero is None else [_uno(op, jugadores, numero)]
        if not elegidos:
            raise ErrorDeServicio("nadie_por_invitar")
        for j in elegidos:
            j.invitado, j.invitado_a = op.ahora, j.correo
        Jugador.objects.bulk_update(elegidos, ["invitado", "invitado_a"])
        lote = [Invitacion(j.numero, j.nombre, j.correo) for j in elegidos]
        transaction.on_commit(partial(_mandar, op.recreo, op.nombre, enlace, lote, fallidas))
        return {"numeros": [i.numero for i in lote]}

    resultado = ejecutar(
        recreo_id=recreo_id,
        quien=quien,
        id_orden=id_orden,
        accion="invitaciones_enviar",
        hacer=hacer,
        estados=VIVOS,
        ahora=ahora,
    )
    if fallidas:
        raise ErrorDeServicio("correo_no_enviado", nombres=[i.nombre or i.correo for i in fallidas])
    return resultado


def _uno(op: Operacion, jugadores: list[Jugador], numero: int) -> Jugador:
    j = next((j for j in jugadores if j.numero == numero), None)
    if j is None or not j.correo:
        raise ErrorDeServicio("sin_correo", numero=numero)
    if j.cuenta_id is not None:
        raise ErrorDeServicio("ya_entro", nombre=j.nombre)
    espera = timedelta(minutes=MINUTOS_ENTRE_INVITACIONES)
    if j.invitado and j.invitado_a == j.correo and op.ahora - j.invitado < espera:
        raise ErrorDeServicio("invitacion_reciente", nombre=j.nombre, instante=j.invitado)
    return j


def _mandar(recreo: Recreo, invita: str, enlace: str, lote: list[Invitacion], fallidas: list[Invitacion]) -> None:
    fallidas.extend(invitaciones_mandar(recreo, invita, enlace, lote))
    if fallidas:
        _desinvitar(recreo.pk, [i.numero for i in fallidas])


def _desinvitar(recreo_id: int, numeros: list[int]) -> None:
    """Lo que no salió no queda como enviado: se puede intentar de nuevo enseguida."""
    with transaction.atomic():
        recreo = Recreo.objects.select_for_update().get(pk=recreo_id)
        recreo.jugadores.filter(numero__in=numeros).update(invitado=None, invitado_a="")
        recreo.version += 1
        recreo.actividad = timezone.now()
        recreo.save(update_fields=["version", "actividad"])
        version = recreo.version
        transaction.on_commit(lambda: difusion.avisar(recreo_id, version), robust=True)

"""Invitar por correo (RE3): una vez por persona y correo, salvo que se pida otra vez."""

from datetime import timedelta

from django.db import transaction

from recreo.correo import invitaciones_mandar, por_invitar
from recreo.errores import ErrorDeServicio
from recreo.models import Jugador, Recreo
from recreo.servicios.base import VIVOS, Datos, Operacion, avisar_al_confirmar, orden

MINUTOS_ENTRE_INVITACIONES = 2


@orden(*VIVOS)
def invitaciones_enviar(op: Operacion, *, enlace: str, numero: int | None = None) -> Datos:
    """Manda la invitación a quienes falta; con `numero`, otra vez a esa persona.

    El correo va al buzón en la misma transacción y sale enseguida; si no llega, `invitacion_no_llego`. Errores:
    `solo_organizador`, `nadie_por_invitar`, `sin_correo`, `ya_entro`, `invitacion_reciente`.
    """
    op.exigir_mando()
    jugadores = list(op.recreo.jugadores.order_by("numero"))
    elegidos = por_invitar(jugadores) if numero is None else [_uno(op, jugadores, numero)]
    if not elegidos:
        raise ErrorDeServicio("nadie_por_invitar")
    for j in elegidos:
        j.invitado, j.invitado_a, j.no_llego_a = op.ahora, j.correo, ""
    Jugador.objects.bulk_update(elegidos, ["invitado", "invitado_a", "no_llego_a"])
    invitaciones_mandar(op.recreo, op.nombre, enlace, elegidos)
    return {"numeros": [j.numero for j in elegidos]}


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


def invitacion_no_llego(recreo: str, correo: str) -> None:
    """El servidor de correo no la aceptó, o no salió en tres días: se le dice a quien invita y se puede repetir.

    Lo llama el cartero con el número del Recreo y la dirección. Si ya entró, cambió de correo o no hay tal, nada.
    """
    with transaction.atomic():
        fila = Recreo.objects.select_for_update(no_key=True).filter(pk=int(recreo), estado__in=VIVOS).first()
        if fila is None:
            return
        esa = fila.jugadores.filter(correo=correo, invitado_a=correo, cuenta=None)
        if not esa.update(invitado=None, invitado_a="", no_llego_a=correo):
            return
        fila.version += 1
        fila.save(update_fields=["version"])
        avisar_al_confirmar(fila.pk)

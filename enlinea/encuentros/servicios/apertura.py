"""A su hora, la mesa se abre en la Sala con quienes van y están (D633)."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from enlinea.encuentros.consultas.citas import SIGUE
from enlinea.encuentros.servicios.avisos_de_cita import al_telefono
from enlinea.errores import ErrorDeServicio
from enlinea.models import AvisoAlTelefono, CitaEnLinea, Lugar, Mesa
from enlinea.sala.consultas.estado import presentes
from enlinea.sala.servicios.abiertas import lugar_tomar, mesa_abrir
from enlinea.sala.servicios.armado import Armada
from enlinea.sala.textos import mesa_de
from suscripciones import consultas as suscripciones

POR_VUELTA = 20


def citas_abrir(ahora: datetime) -> int:
    """El barrido: abre la mesa de las que ya es hora si alguien de los que van está libre en la Sala, y los sienta.

    Se abre por enlace y una sola vez: su orden es la de la cita. Los que falten lo hallan en la página de la cita; si
    nadie llega en media hora, no se abre. Vale en varios procesos; devuelve cuántas abrió.
    """
    tocan = CitaEnLinea.objects.filter(cancelada=None, mesa=None, cuando__lte=ahora, cuando__gt=ahora - SIGUE)
    return sum(_abrir(pk, ahora) for pk in tocan.values_list("pk", flat=True)[:POR_VUELTA])


def _abrir(cita_id: int, ahora: datetime) -> int:
    with transaction.atomic():
        libre = CitaEnLinea.objects.select_for_update(skip_locked=True, of=("self",))
        cita = libre.filter(pk=cita_id, mesa=None, cancelada=None).first()
        if cita is None:
            return 0
        esperan = _los_que_estan(cita, ahora)
        mesa: Armada | None = None
        for quien in esperan:
            # a quien en este instante se sentó en otra, o no puede, se le deja: sigue el que sigue
            with suppress(ErrorDeServicio):
                if mesa is None:
                    mesa = _la_primera(cita, quien, ahora)
                else:
                    enlace = Mesa.objects.values_list("enlace", flat=True).get(pk=mesa.mesa_id)
                    lugar_tomar(mesa_id=mesa.mesa_id, cuenta_id=quien, ahora=ahora, enlace=enlace)
        if mesa is None:
            return 0
        cita.mesa_id = mesa.mesa_id
        cita.save(update_fields=["mesa"])
        van = cita.apuntados.filter(va=True).exclude(cuenta__in=esperan).values_list("cuenta_id", flat=True)
        clave = f"cita_abierta:{cita.pk}"
        al_telefono(cita, AvisoAlTelefono.Que.CITA_ABIERTA, van, clave, cita.cuando + SIGUE - ahora, ahora)
        return 1


def _los_que_estan(cita: CitaEnLinea, ahora: datetime) -> list[int]:
    """Los que van y están libres en la Sala: primero quien la puso, y después en el orden en que se apuntaron."""
    van = list(cita.apuntados.filter(va=True).order_by("desde", "pk").values_list("cuenta_id", flat=True))
    sentados = set(Lugar.objects.filter(activo=True, cuenta__in=van).values_list("cuenta_id", flat=True))
    estan = presentes(ahora)
    return sorted((c for c in van if c in estan and c not in sentados), key=lambda c: c != cita.organiza_id)


def _la_primera(cita: CitaEnLinea, quien: int, ahora: datetime) -> Armada:
    nombre = suscripciones.nombres_publicos([quien])[quien]
    return mesa_abrir(
        cuenta_id=quien,
        id_orden=cita.orden,
        nombre=mesa_de(nombre),
        meta=cita.meta,
        modo=cita.modo,
        se_mira=False,
        ahora=ahora,
    )

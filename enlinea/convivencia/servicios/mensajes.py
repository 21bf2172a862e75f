"""Los mensajes del administrador: mandarlos a todos, a uno o a algunos, y darlos por leídos (002 §1.1.1)."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from enlinea.convivencia.consultas.mensajes import AQuienes, cuentas_que_cumplen, para_la_cuenta
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos
from enlinea.models import Destinatario, Lectura, MensajeDelAdministrador
from suscripciones import consultas as suscripciones

LARGO = 1000
PERMISO = "enlinea.add_mensajedeladministrador"
POR_LOTE = 2000


def mensaje_enviar(
    *,
    administrador_id: int,
    para_id: int | None,
    texto: str,
    ahora: datetime,
    a_quienes: AQuienes | None = None,
    id_orden: UUID | None = None,
) -> int:
    """Un mensaje a uno (`para_id`), a los que hoy cumplen un filtro (`a_quienes`) o a todos; devuelve su número.

    La lista de «algunos» se fija aquí: quien cumpla después no lo recibe y quien deje de cumplir sí. Repetir la orden
    no lo manda dos veces. Errores: `sin_permiso`, `texto_vacio`, `mensaje_largo`, `nadie_cumple`, `orden_ajena`.
    """
    if not suscripciones.administra(administrador_id, PERMISO):
        raise ErrorDeServicio("sin_permiso")
    limpio = en_parrafos(texto)
    if not limpio:
        raise ErrorDeServicio("texto_vacio")
    if len(limpio) > LARGO:
        raise ErrorDeServicio("mensaje_largo")
    previo = _ya_enviado(id_orden, administrador_id)
    if previo is not None:
        return previo
    mensaje = MensajeDelAdministrador(
        para_id=para_id, texto=limpio, enviado=ahora, enviado_por_id=administrador_id, id_orden=id_orden,
        a_algunos=a_quienes is not None, a_quienes=a_quienes.en_palabras() if a_quienes else "",
    )  # fmt: skip
    try:
        with transaction.atomic():
            mensaje.save(force_insert=True)
            if a_quienes is not None:
                _fijar_lista(mensaje, a_quienes, ahora)
            avisar_al_confirmar()
    except IntegrityError:  # la misma orden llegó dos veces a la vez
        previo = _ya_enviado(id_orden, administrador_id)
        if previo is None:
            raise
        return previo
    return mensaje.pk


def _ya_enviado(id_orden: UUID | None, administrador_id: int) -> int | None:
    previo = MensajeDelAdministrador.objects.filter(id_orden=id_orden).first() if id_orden else None
    if previo is not None and previo.enviado_por_id != administrador_id:
        raise ErrorDeServicio("orden_ajena")
    return previo.pk if previo else None


def _fijar_lista(mensaje: MensajeDelAdministrador, a_quienes: AQuienes, ahora: datetime) -> None:
    cuentas = cuentas_que_cumplen(a_quienes, ahora)
    if not cuentas:
        raise ErrorDeServicio("nadie_cumple")
    Destinatario.objects.bulk_create((Destinatario(mensaje=mensaje, cuenta_id=c) for c in cuentas), batch_size=POR_LOTE)


def mensaje_de_la_casa(*, para_id: int, texto: str, administrador_id: int, ahora: datetime) -> None:
    """Lo que la administración avisa a uno al decidir algo; va dentro de la transacción de quien llama."""
    MensajeDelAdministrador.objects.create(para_id=para_id, texto=texto, enviado=ahora, enviado_por_id=administrador_id)
    avisar_al_confirmar()


def mensaje_leer(*, cuenta_id: int, mensaje_id: int, ahora: datetime) -> None:
    """Deja leído un mensaje propio. Idempotente. Error: `mensaje_inexistente` (también si es para otro)."""
    with transaction.atomic():
        if not MensajeDelAdministrador.objects.filter(para_la_cuenta(cuenta_id), pk=mensaje_id).exists():
            raise ErrorDeServicio("mensaje_inexistente")
        Lectura.objects.get_or_create(mensaje_id=mensaje_id, cuenta_id=cuenta_id, defaults={"leido": ahora})
        avisar_al_confirmar()

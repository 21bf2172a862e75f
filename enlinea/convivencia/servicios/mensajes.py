"""Los mensajes del administrador: mandarlos a todos, a uno o a algunos, y darlos por leídos (002 §1.1.1).

En la Sala los leen quienes entran a ella; a los demás les llegan además por correo, y los leen al entrar (D512).
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from enlinea.convivencia.consultas.mensajes import AQuienes, alcance_de, cuentas_que_cumplen, para_la_cuenta
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos
from enlinea.models import Destinatario, Lectura, MensajeDelAdministrador
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas

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
    previo = _ya_enviado(id_orden, administrador_id, para_id, limpio)
    if previo is not None:
        return previo
    mensaje = MensajeDelAdministrador(
        para_id=para_id, texto=limpio, enviado=ahora, enviado_por_id=administrador_id, id_orden=id_orden,
        a_algunos=a_quienes is not None, a_quienes=a_quienes.en_palabras() if a_quienes else "",
    )  # fmt: skip
    try:
        with transaction.atomic():
            mensaje.save(force_insert=True)
            quienes = _a_quien_va(mensaje, a_quienes, ahora)
            cuentas.mensaje_mandar(cuentas=alcance_de(quienes, ahora).fuera, texto=limpio)
            avisar_al_confirmar()
    except IntegrityError:  # la misma orden llegó dos veces a la vez
        previo = _ya_enviado(id_orden, administrador_id, para_id, limpio)
        if previo is None:
            raise
        return previo
    return mensaje.pk


def _ya_enviado(id_orden: UUID | None, administrador_id: int, para_id: int | None, texto: str) -> int | None:
    """El de esa orden; con la misma y otra cosa escrita no se da por enviado lo que no salió."""
    previo = MensajeDelAdministrador.objects.filter(id_orden=id_orden).first() if id_orden else None
    if previo is None:
        return None
    if (previo.enviado_por_id, previo.para_id, previo.texto) != (administrador_id, para_id, texto):
        raise ErrorDeServicio("orden_ajena")
    return previo.pk


def _a_quien_va(mensaje: MensajeDelAdministrador, a_quienes: AQuienes | None, ahora: datetime) -> list[int]:
    """Las cuentas a las que va; las de «algunos» quedan fijas."""
    if a_quienes is None:
        return [mensaje.para_id] if mensaje.para_id else suscripciones.cuentas_que_cumplen(ahora)
    quienes = cuentas_que_cumplen(a_quienes, ahora)
    if not quienes:
        raise ErrorDeServicio("nadie_cumple")
    Destinatario.objects.bulk_create((Destinatario(mensaje=mensaje, cuenta_id=c) for c in quienes), batch_size=POR_LOTE)
    return quienes


def mensaje_de_la_casa(
    *,
    para_id: int,
    texto: str,
    administrador_id: int,
    ahora: datetime,
    id_orden: UUID | None = None,
    por_correo: bool = True,
) -> None:
    """Lo que la administración avisa a uno al decidir algo; va dentro de la transacción de quien llama.

    `id_orden`: de qué decisión es; la misma no lo manda dos veces. Sin `por_correo` no sale la carta: ya va otra que
    dice lo mismo.
    """
    datos = {"para_id": para_id, "texto": texto, "enviado": ahora, "enviado_por_id": administrador_id}
    if id_orden is None:
        MensajeDelAdministrador.objects.create(**datos)
    elif not MensajeDelAdministrador.objects.get_or_create(id_orden=id_orden, defaults=datos)[1]:
        return
    if por_correo:
        cuentas.mensaje_mandar(cuentas=alcance_de([para_id], ahora).fuera, texto=texto)
    avisar_al_confirmar()


def mensaje_leer(*, cuenta_id: int, mensaje_id: int, ahora: datetime) -> None:
    """Deja leído un mensaje propio. Idempotente. Error: `mensaje_inexistente` (también si es para otro)."""
    with transaction.atomic():
        if not MensajeDelAdministrador.objects.filter(para_la_cuenta(cuenta_id), pk=mensaje_id).exists():
            raise ErrorDeServicio("mensaje_inexistente")
        Lectura.objects.get_or_create(mensaje_id=mensaje_id, cuenta_id=cuenta_id, defaults={"leido": ahora})
        avisar_al_confirmar()


def mensajes_leer(*, cuenta_id: int, hasta: int, ahora: datetime) -> int:
    """Deja leídos los propios hasta ese número: los que se enseñaron. Idempotente; devuelve cuántos eran nuevos."""
    with transaction.atomic():
        suyos = MensajeDelAdministrador.objects.filter(para_la_cuenta(cuenta_id), pk__lte=hasta)
        ya = Lectura.objects.filter(cuenta=cuenta_id).values("mensaje")
        nuevos = list(suyos.exclude(pk__in=ya).values_list("pk", flat=True))
        filas = [Lectura(mensaje_id=pk, cuenta_id=cuenta_id, leido=ahora) for pk in nuevos]
        Lectura.objects.bulk_create(filas, ignore_conflicts=True)
        avisar_al_confirmar()
        return len(nuevos)

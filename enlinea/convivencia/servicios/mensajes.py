"""Los mensajes del administrador: mandarlos a todos, a uno o a algunos, y darlos por leídos (002 §1.1.1).

En la Sala los leen quienes entran a ella; a los demás les llegan además por correo, y los leen al entrar (D512). Los
correos del que va a muchos se escriben aparte, por tandas: la página no espera, y cada quien recibe uno (D596).
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from config.vivo.tareas import despertar
from enlinea.convivencia.consultas.mensajes import AQuienes, alcance_de, cuentas_que_cumplen, para_la_cuenta
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos
from enlinea.models import Destinatario, Lectura, MensajeDelAdministrador
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas

TAREA = "en línea: correos de mensajes"
TANDA = 500
TANDAS = 10
"""Las de una vuelta: quien sirve puede cerrar sin esperar a que acaben todas."""
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
    sitio: str = "",
) -> int:
    """Un mensaje a uno (`para_id`), a los que hoy cumplen un filtro (`a_quienes`) o a todos; devuelve su número.

    `sitio`: por dónde se entró, para el enlace de baja de cada carta (D720).

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
        a_algunos=a_quienes is not None, a_quienes=a_quienes.en_palabras() if a_quienes else "", sitio=sitio,
    )  # fmt: skip
    try:
        with transaction.atomic():
            mensaje.save(force_insert=True)
            _mandar_los_correos(mensaje, a_quienes, ahora)
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


def _mandar_los_correos(mensaje: MensajeDelAdministrador, a_quienes: AQuienes | None, ahora: datetime) -> None:
    """El de uno, ya; los de muchos se quedan apuntados para el barrido. Los de «algunos» quedan fijos aquí."""
    if mensaje.para_id:
        fuera = alcance_de([mensaje.para_id], ahora).fuera
        cuentas.mensaje_mandar(cuentas=fuera, texto=mensaje.texto, sitio=mensaje.sitio)
        return
    if a_quienes is None:
        mensaje.a_cuantas, mensaje.por_repartir = suscripciones.activas_y_la_mayor()
    else:
        quienes = cuentas_que_cumplen(a_quienes, ahora)
        if not quienes:
            raise ErrorDeServicio("nadie_cumple")
        filas = (Destinatario(mensaje=mensaje, cuenta_id=c) for c in quienes)
        Destinatario.objects.bulk_create(filas, batch_size=POR_LOTE)
        mensaje.a_cuantas, mensaje.por_repartir = len(quienes), max(quienes)
    mensaje.save(update_fields=["a_cuantas", "por_repartir"])
    transaction.on_commit(lambda: despertar(TAREA), robust=True)


def mensajes_repartir(ahora: datetime) -> int:
    """El barrido: escribe los correos que faltan, por tandas; devuelve cuántos.

    La tanda y hasta dónde va quedan en la misma transacción: si se cae a la mitad no hay ni correos ni avance, y quien
    sigue empieza donde iba. Con el renglón tomado, otro proceso toma otro mensaje o ninguno.
    """
    escritos = 0
    for _vez in range(TANDAS):
        de_esta = _repartir_una_tanda(ahora)
        if de_esta is None:
            break
        escritos += de_esta
    return escritos


def _repartir_una_tanda(ahora: datetime) -> int | None:
    with transaction.atomic():
        faltan = MensajeDelAdministrador.objects.filter(por_repartir__gt=0).order_by("id")
        mensaje = faltan.select_for_update(skip_locked=True, of=("self",)).first()
        if mensaje is None:
            return None
        quienes = _tanda_de(mensaje)
        fuera = alcance_de(quienes, ahora).fuera
        escritos = cuentas.mensaje_mandar(cuentas=fuera, texto=mensaje.texto, sitio=mensaje.sitio)
        mensaje.revisadas += len(quienes)
        mensaje.correos += escritos
        mensaje.por_repartir = quienes[-1] - 1 if len(quienes) == TANDA else 0
        mensaje.save(update_fields=["revisadas", "correos", "por_repartir"])
        return escritos


def _tanda_de(mensaje: MensajeDelAdministrador) -> list[int]:
    """Las que siguen, de la mayor a la menor."""
    if not mensaje.a_algunos:
        return suscripciones.activas_hacia_abajo(mensaje.por_repartir, TANDA)
    suyas = Destinatario.objects.filter(mensaje=mensaje, cuenta_id__lte=mensaje.por_repartir).order_by("-cuenta_id")
    return list(suyas.values_list("cuenta_id", flat=True)[:TANDA])


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

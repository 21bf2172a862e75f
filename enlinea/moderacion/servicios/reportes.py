"""«Señalar jugador» (SA3, 002 §3.3.1): guardar el reporte con su charla, frenarlo y avisar a la administración."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_parrafos
from enlinea.models import Charla, Reporte
from enlinea.models.reporte import LARGO_DE_COMENTARIO
from enlinea.moderacion import consultas
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas

POR_HORA, POR_DIA = 3, 10
UNA_HORA, UN_DIA = timedelta(hours=1), timedelta(days=1)
PERMISO = "enlinea.change_reporte"
Pedido = tuple[int, int | None, int | None, str]
"""Lo que se pidió: a quién, en qué mesa o por qué mensaje, y el comentario."""


@dataclass(frozen=True)
class Hecho:
    """De qué se habla: una partida de una mesa (`numero` None: en la que va) o un mensaje de la Sala."""

    donde: str
    mesa_id: int | None = None
    numero: int | None = None
    linea_id: int | None = None


@dataclass(frozen=True)
class _Caso:
    """El hecho ya comprobado y su charla congelada."""

    nombre: str
    numero: int = 0
    linea: Charla | None = None
    charla: list[dict[str, Any]] = field(default_factory=list)


def reporte_enviar(
    *, quien_id: int, senalado_id: int, hecho: Hecho, comentario: str, id_orden: UUID, ahora: datetime, enlace: str = ""
) -> int:
    """Señala a alguien con quien se jugó o a quien se leyó en la Sala; devuelve el número del reporte.

    Guarda la charla que hubo hasta este momento. Uno por persona señalada y partida (o por día, en la Sala); tres por
    hora y diez por día. Repetir la orden no señala dos veces. `enlace`: dirección de la administración, para el correo.
    Errores: `no_a_ti_mismo`, `comentario_vacio`, `comentario_largo`, `suspendido`, `sin_cuenta`, `no_compartieron`,
    `ya_senalado`, `limite_de_reportes`, `orden_ajena`, `orden_distinta` (ya se envió, con otros datos).
    """
    pedido = (senalado_id, hecho.mesa_id, hecho.linea_id, en_parrafos(comentario))
    previo = _ya_enviado(id_orden, quien_id, pedido)
    if previo is not None:
        return previo
    if quien_id == senalado_id:
        raise ErrorDeServicio("no_a_ti_mismo")
    limpio = _exigir_comentario(comentario)
    if quien_id in suscripciones.suspendidas({quien_id}, ahora):
        raise ErrorDeServicio("suspendido")
    caso = _caso(quien_id, senalado_id, hecho, ahora)
    try:
        with transaction.atomic():
            _bloquear(quien_id, senalado_id)
            previo = _ya_enviado(id_orden, quien_id, pedido)  # su gemela pudo entrar mientras se esperaba
            if previo is not None:
                return previo
            _exigir_que_pueda(quien_id, senalado_id, hecho.mesa_id, caso, ahora)
            nuevo = Reporte.objects.create(
                quien_id=quien_id,
                nombre_de_quien=suscripciones.nombres_publicos([quien_id])[quien_id][:60],
                senalado_id=senalado_id,
                nombre_del_senalado=caso.nombre[:60],
                donde=hecho.donde,
                mesa_id=hecho.mesa_id,
                numero=caso.numero,
                linea=caso.linea,
                comentario=limpio,
                charla=caso.charla,
                represalia=_puede_ser_represalia(quien_id, senalado_id, hecho.mesa_id, ahora),
                creado=ahora,
                id_orden=id_orden,
                enlace=enlace[:300],
            )
            return nuevo.pk
    except IntegrityError:  # la misma orden, o el mismo hecho, llegó dos veces a la vez
        previo = _ya_enviado(id_orden, quien_id, pedido)
        if previo is None:
            raise ErrorDeServicio("ya_senalado", nombre=caso.nombre) from None
        return previo


def _ya_enviado(id_orden: UUID, quien_id: int, pedido: Pedido) -> int | None:
    previo = Reporte.objects.filter(id_orden=id_orden).first()
    if previo is not None and previo.quien_id != quien_id:
        raise ErrorDeServicio("orden_ajena")
    if previo is not None and (previo.senalado_id, previo.mesa_id, previo.linea_id, previo.comentario) != pedido:
        raise ErrorDeServicio("orden_distinta")
    return previo.pk if previo else None


def _exigir_comentario(comentario: str) -> str:
    limpio = en_parrafos(comentario)
    if not limpio.strip("\u200d \n"):
        raise ErrorDeServicio("comentario_vacio")
    if len(limpio) > LARGO_DE_COMENTARIO:
        raise ErrorDeServicio("comentario_largo")
    return limpio


def _caso(quien_id: int, senalado_id: int, hecho: Hecho, ahora: datetime) -> _Caso:
    """Comprueba que de verdad coincidieron. Lo ajeno y lo que no existe se contestan igual."""
    nombre = consultas.nombre_del_posible_senalado(
        quien=quien_id, senalado=senalado_id, mesa=hecho.mesa_id, numero=hecho.numero, linea=hecho.linea_id, ahora=ahora
    )
    if nombre is None:
        raise ErrorDeServicio("no_compartieron")
    if hecho.linea_id is not None:
        linea = Charla.objects.get(pk=hecho.linea_id)
        return _Caso(nombre, 0, linea, consultas.charla_de_sala_congelada(linea))
    mesa = hecho.mesa_id or 0
    numero = consultas.partida_en_curso(mesa) if hecho.numero is None else hecho.numero
    return _Caso(nombre, numero, None, consultas.charla_de_mesa_congelada(mesa))


def _bloquear(*cuentas_id: int) -> None:
    """Las dos, siempre en el mismo orden: ni dos reportes cruzados se traban ni uno burla su tope."""
    list(
        get_user_model()
        .objects.select_for_update(no_key=True)
        .filter(pk__in=cuentas_id)
        .order_by("pk")
        .values_list("pk")
    )


def _exigir_que_pueda(quien: int, senalado: int, mesa: int | None, caso: _Caso, ahora: datetime) -> None:
    suyos = Reporte.objects.filter(quien=quien)
    contra = suyos.filter(senalado=senalado)
    repetido = (
        contra.filter(mesa=mesa, numero=caso.numero) if mesa else contra.filter(mesa=None, creado__gt=ahora - UN_DIA)
    )
    if repetido.exists():
        raise ErrorDeServicio("ya_senalado", nombre=caso.nombre)
    for tope, ventana in ((POR_HORA, UNA_HORA), (POR_DIA, UN_DIA)):
        recientes = suyos.filter(creado__gt=ahora - ventana).order_by("-creado").values_list("creado", flat=True)[:tope]
        instantes = list(recientes)
        if len(instantes) == tope:
            cuando = timezone.localtime(instantes[-1] + ventana)
            raise ErrorDeServicio(
                "limite_de_reportes", cuando=date_format(cuando, r"\e\l j \d\e F \a \l\a\s g:i a").lower()
            )


def _puede_ser_represalia(quien: int, senalado: int, mesa: int | None, ahora: datetime) -> bool:
    """Si el señalado había señalado antes a quien ahora lo señala, en la misma mesa o en las últimas 24 h."""
    antes = Reporte.objects.filter(quien=senalado, senalado=quien)
    cerca = Q(creado__gt=ahora - UN_DIA)
    return antes.filter(cerca | Q(mesa=mesa, mesa__isnull=False)).exists()


def correos_mandar(ahora: datetime) -> int:
    """Manda a la administración el correo de cada reporte que falte; devuelve cuántos.

    Se puede llamar cuanto se quiera y desde varios procesos. Si nadie lo puede atender todavía, se vuelve a intentar.
    """
    pendientes = Reporte.objects.filter(correo_enviado=None)
    enviados = 0
    for numero in list(pendientes.order_by("pk").values_list("pk", flat=True)[:50]):
        with transaction.atomic():
            reporte = pendientes.select_for_update(skip_locked=True).filter(pk=numero).first()
            enviados += reporte is not None and _mandar(reporte, ahora)
    return enviados


def _mandar(reporte: Reporte, ahora: datetime) -> bool:
    datos = {
        "reporte": reporte,
        "antecedentes": consultas.antecedentes(reporte),
        "enlace": f"{reporte.enlace}{reporte.pk}/change/" if reporte.enlace else "",
    }
    avisados = cuentas.administradores_avisar(permiso=PERMISO, plantilla="enlinea/correo/reporte.txt", datos=datos)
    if avisados:  # si no, todavía no hay quien decida: en cuanto lo haya
        Reporte.objects.filter(pk=reporte.pk).update(correo_enviado=ahora)
    return bool(avisados)

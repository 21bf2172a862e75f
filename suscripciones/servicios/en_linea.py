"""Cobrar en línea: abrir el cobro con quien cobra, oír sus avisos y preguntarle por lo que se perdió (decisión 028)."""

import logging
import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from config.base.retencion import limite
from suscripciones.cobros.dinero import Forma, Moneda
from suscripciones.cobros.reglas import Que
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cobro, HechoDeCobro
from suscripciones.pasarelas import Demostracion, activas, la_que_cobra
from suscripciones.pasarelas.puerto import Hecho, PasarelaCaida, Pedido
from suscripciones.servicios.cobros import cobro_abierto, cobro_crear, hechos_asentar
from suscripciones.servicios.topes import intento_contar

registro = logging.getLogger(__name__)
CADA_UNO = timedelta(days=1)
"""Cada cuánto se pregunta por lo que no se ha pagado."""
CADA_PAGADO = timedelta(days=7)
"""Por lo pagado: una devolución o una disputa que no se avisó."""
SE_PREGUNTA = timedelta(days=35)
SE_PREGUNTA_LO_PAGADO = timedelta(days=180)
"""Un banco admite disputas hasta unos ciento veinte días después."""
DE_UNA_VEZ = 200
ENTRE_TOQUES = timedelta(seconds=10)
SIN_ABRIR = timedelta(days=1)


def cobro_pagar(
    *,
    cuenta_id: int,
    correo: str,
    plan: str,
    moneda: str,
    forma: str,
    id_orden: uuid.UUID,
    regreso: str,
    ahora: datetime,
) -> Cobro:
    """Aparta el cobro y lo abre con quien cobra; devuelve el cobro con la dirección a donde se manda a la persona.

    `regreso` lleva «{folio}». Tocar dos veces da el mismo. Errores: los de `cobro_crear`, `forma_no_ofrecida`,
    `pasarela_caida` (no se cobró nada y se puede repetir), `demasiados_intentos`.
    """
    if moneda not in set(Moneda) or forma not in set(Forma):
        raise ErrorDeSuscripcion("forma_no_ofrecida")
    pasarela = la_que_cobra(Moneda(moneda), Forma(forma))
    if pasarela is None:
        raise ErrorDeSuscripcion("forma_no_ofrecida")
    if not Cobro.objects.filter(id_orden=id_orden).exists():
        intento_contar(por={"cobro:cuenta": str(cuenta_id)}, ahora=ahora)
    cobro = cobro_crear(
        cuenta_id=cuenta_id, plan=plan, moneda=moneda, forma=forma, por=pasarela.nombre, id_orden=id_orden, ahora=ahora
    )
    if cobro.direccion:
        return cobro
    concepto = f"Amigos por el Dominó · {cobro.plan.nombre}"
    lugar = regreso.replace("{folio}", str(cobro.folio))
    pedido = Pedido(cobro.folio, concepto, cobro.importe, Moneda(moneda), Forma(forma), correo, lugar)
    try:
        apertura = pasarela.abrir(pedido)
    except PasarelaCaida as mal:
        registro.error("no se pudo abrir el cobro %s: %s", cobro.folio, mal)
        raise ErrorDeSuscripcion("pasarela_caida") from mal
    cobro_abierto(cobro_id=cobro.pk, apertura=apertura)
    cobro.direccion, cobro.id_externo, cobro.vence = apertura.direccion, apertura.id_externo, apertura.vence
    return cobro


def aviso_recibir(
    *, pasarela: str, cuerpo: bytes, cabeceras: Mapping[str, str], consulta: Mapping[str, str], ahora: datetime
) -> int:
    """Lo que avisa quien cobra; devuelve de cuántos cobros hablaba.

    Errores: `pasarela_desconocida`; `AvisoInvalido` y `PasarelaCaida` los traduce quien llama a 400 y 503.
    """
    cual = activas().get(pasarela)
    if cual is None:
        raise ErrorDeSuscripcion("pasarela_desconocida")
    return len(hechos_asentar(hechos=cual.leer(cuerpo, cabeceras, consulta), ahora=ahora))


def cobro_simular(*, folio: uuid.UUID, cuenta_id: int, que: Que, ahora: datetime) -> Cobro | None:
    """Un botón de la página de demostración; fuera de ella, o con un cobro ajeno, no hace nada y devuelve vacío."""
    pasarela = activas().get(Demostracion.nombre)
    cobro = Cobro.objects.filter(folio=folio, cuenta_id=cuenta_id, por=Demostracion.nombre).first()
    if not isinstance(pasarela, Demostracion) or cobro is None:
        return None
    return next(iter(hechos_asentar(
        hechos=pasarela.simular(folio, que, cobro.importe, cobro.moneda, ahora), ahora=ahora
    )), None)  # fmt: skip


# --- conciliar --------------------------------------------------------------------------------------------------------
def cobro_revisar(*, folio: uuid.UUID, cuenta_id: int, ahora: datetime) -> Cobro | None:
    """«Ya pagué»: se le pregunta a quien cobra, a lo más cada diez segundos. Error: `pasarela_caida`."""
    cobro = Cobro.objects.filter(folio=folio, cuenta_id=cuenta_id).first()
    if cobro is None:
        return None
    hace_poco = cobro.preguntado_en is not None and cobro.preguntado_en > ahora - ENTRE_TOQUES
    if hace_poco or not _apartar(cobro.pk, ahora, ENTRE_TOQUES):
        return cobro
    try:
        _preguntar(cobro, ahora)
    except PasarelaCaida as mal:
        raise ErrorDeSuscripcion("pasarela_caida") from mal
    return Cobro.objects.get(pk=cobro.pk)


def cobros_conciliar(ahora: datetime) -> dict[str, int]:
    """Le pregunta a quien cobra por lo que sigue abierto, cada día, y por lo pagado, cada semana.

    Los avisos se pierden. Vale repetirlo y correrlo en dos procesos: cada cobro se aparta antes de preguntar. Devuelve
    cuántos se preguntaron, cambiaron y no contestaron.
    """
    cuentas = {"preguntados": 0, "cambiaron": 0, "sin_respuesta": 0}
    for cobro in _por_preguntar(ahora):
        cada = CADA_PAGADO if cobro.estado == Cobro.Estado.PAGADO else CADA_UNO
        if not _apartar(cobro.pk, ahora, cada):
            continue
        cuentas["preguntados"] += 1
        try:
            cuentas["cambiaron"] += _preguntar(cobro, ahora)
        except PasarelaCaida as mal:
            registro.warning("no se pudo conciliar el cobro %s: %s", cobro.folio, mal)
            cuentas["sin_respuesta"] += 1
    return cuentas


def _por_preguntar(ahora: datetime) -> list[Cobro]:
    E = Cobro.Estado
    abiertos = Q(estado__in=(E.CREADO, E.COMPROBANTE, E.VENCIDO, E.FALLIDO), creado__gt=ahora - SE_PREGUNTA)
    abiertos &= Q(preguntado_en=None, creado__lt=ahora - timedelta(hours=1)) | Q(preguntado_en__lt=ahora - CADA_UNO)
    pagados = Q(estado__in=(E.PAGADO, E.DISPUTADO), pagado_en__gt=ahora - SE_PREGUNTA_LO_PAGADO)
    pagados &= Q(preguntado_en=None, pagado_en__lt=ahora - CADA_PAGADO) | Q(preguntado_en__lt=ahora - CADA_PAGADO)
    de_alguien = Cobro.objects.filter(por__in=activas()).exclude(por=Demostracion.nombre)
    return list(de_alguien.filter(abiertos | pagados).order_by("preguntado_en", "pk")[:DE_UNA_VEZ])


def _apartar(cobro_id: int, ahora: datetime, cada: timedelta) -> bool:
    """Sólo uno de los procesos pregunta por cada cobro: el que logra poner la hora."""
    libres = Cobro.objects.filter(Q(preguntado_en=None) | Q(preguntado_en__lte=ahora - cada), pk=cobro_id)
    return libres.update(preguntado_en=ahora) == 1


def _preguntar(cobro: Cobro, ahora: datetime) -> int:
    """Asienta lo que sepa quien cobra; 1 si algo cambió."""
    pasarela = activas().get(cobro.por)
    if pasarela is None:
        return 0
    if cobro.id_externo:
        hechos = pasarela.preguntar(cobro.folio, cobro.id_externo)
    elif cobro.creado < ahora - SIN_ABRIR:  # nunca se abrió: nadie lo puede pagar
        hechos = (Hecho(cobro.folio, Que.VENCIDO, "sin-abrir", cobro.creado + SIN_ABRIR),)
    else:
        return 0
    quedo = hechos_asentar(hechos=hechos, ahora=ahora)
    return int(any((q.estado, q.pagado, q.devuelto) != (cobro.estado, cobro.pagado, cobro.devuelto) for q in quedo))


def cobros_olvidar(ahora: datetime) -> int:
    """Borra los que se empezaron y nadie pagó, pasado su plazo (`RETENCION_COBROS`)."""
    sin_dinero = Cobro.objects.filter(creado__lt=limite("cobros", ahora), pagado=0, devuelto=0, suscripcion=None)
    viejos = list(sin_dinero.exclude(hechos__que__in=[Que.DISPUTADO.value]).values_list("pk", flat=True)[:1000])
    with transaction.atomic():
        HechoDeCobro.objects.filter(cobro__in=viejos).delete()
        Cobro.objects.filter(pk__in=viejos).delete()
    return len(viejos)

"""Registrar un pago que se hizo fuera, anularlo, extender sin cobro y devolver (SU2)."""

import uuid
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from suscripciones.cobros.dinero import Forma, Moneda
from suscripciones.cobros.reglas import Que
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.lista_de_avisos import Aviso
from suscripciones.models import Cobro, Suscripcion
from suscripciones.pasarelas import activas
from suscripciones.pasarelas.puerto import Hecho, PasarelaCaida
from suscripciones.periodos import ultimo_dia
from suscripciones.servicios.avisos import aviso_mandar
from suscripciones.servicios.base import bloquear_cuenta, comprobar_administrador
from suscripciones.servicios.cobros import cobro_crear, hechos_asentar, plan_elegido
from suscripciones.servicios.lugares import lugares_acomodar
from suscripciones.servicios.suspensiones import motivo_valido

DIAS_DE_EXTENSION = 366
SE_DEVUELVE_SOLA = (Forma.TARJETA,)
"""Lo demás se pagó con dinero que quien cobra no sabe regresar: se devuelve a mano y se apunta."""


def pago_registrar(
    *,
    cuenta_id: int,
    plan: str,
    moneda: str,
    forma: str,
    referencia: str,
    registrado_por_id: int | None,
    ahora: datetime,
    id_orden: uuid.UUID,
    por: str = Cobro.Por.MANUAL,
    sin_recibo: bool = False,
) -> Cobro:
    """Un pago que ya se recibió (efectivo, transferencia): queda pagado desde ahora. La misma orden no registra dos.

    Sin administrador, sólo lo que se siembra (`por`). Errores: `sin_permiso` y los de `cobro_crear`.
    """
    if por == Cobro.Por.MANUAL:
        comprobar_administrador(registrado_por_id, "add_suscripcion")
    elif registrado_por_id is not None:
        raise ValueError("La pasarela no registra a nombre de nadie.")
    with transaction.atomic():
        cobro = cobro_crear(
            cuenta_id=cuenta_id, plan=plan, moneda=moneda, forma=forma, por=por, id_orden=id_orden, ahora=ahora,
            registrado_por_id=registrado_por_id, nota=referencia, sin_recibo=sin_recibo,
        )  # fmt: skip
        if (cobro.moneda, cobro.forma) != (moneda, forma):
            raise ErrorDeSuscripcion("orden_ajena")
        # con el instante en que se creó: repetir la orden es el mismo hecho
        pago = Hecho(cobro.folio, Que.PAGADO, f"mano-{cobro.folio}", cobro.creado, cobro.importe, cobro.moneda)
        [quedo] = hechos_asentar(hechos=[pago], ahora=ahora, quien_id=registrado_por_id)
        return quedo


def suscripcion_registrar(
    *,
    cuenta_id: int,
    plan: str,
    registrada_por_id: int | None,
    ahora: datetime,
    id_orden: uuid.UUID | None = None,
    origen: str = Suscripcion.Origen.MANUAL,
    nota: str = "",
    sin_recibo: bool = False,
) -> Suscripcion:
    """Un pago en dólares, sin decir cómo, y el periodo que dio: extiende desde el fin actual sin perder días (SU2).

    Lo que se siembra no manda recibo.
    """
    sembrada = origen != Suscripcion.Origen.MANUAL
    cobro = pago_registrar(
        cuenta_id=cuenta_id, plan=plan, moneda=Moneda.USD, forma=Forma.OTRA, referencia=nota,
        registrado_por_id=registrada_por_id, ahora=ahora, id_orden=id_orden or uuid.uuid4(),
        por=Cobro.Por.DEMOSTRACION if sembrada else Cobro.Por.MANUAL, sin_recibo=sin_recibo or sembrada,
    )  # fmt: skip
    return Suscripcion.objects.select_related("plan").get(cobro=cobro)


def suscripcion_anular(*, suscripcion_id: int, anulada_por_id: int, ahora: datetime) -> Suscripcion:
    """Deshace un registro equivocado: su pago queda devuelto y los que siguen se recorren. Queda el rastro.

    Errores: `sin_permiso`, `suscripcion_desconocida`, `cobrado_en_linea` (ésos se devuelven en Pagos).
    """
    comprobar_administrador(anulada_por_id, "change_suscripcion")
    with transaction.atomic():
        primera = Suscripcion.objects.filter(pk=suscripcion_id).first()
        if primera is None:
            raise ErrorDeSuscripcion("suscripcion_desconocida")
        bloquear_cuenta(primera.cuenta_id)
        suya = Suscripcion.objects.select_related("cobro", "plan").get(pk=suscripcion_id)
        if suya.anulada_en is not None:
            return suya
        if suya.cobro is None:
            lugares_acomodar(
                cuenta_id=suya.cuenta_id, ahora=ahora, cambio=suya, vale=False, anulada_por_id=anulada_por_id
            )
            return suya
        if suya.cobro.por not in (Cobro.Por.MANUAL, Cobro.Por.DEMOSTRACION):
            raise ErrorDeSuscripcion("cobrado_en_linea")
        devuelto = _a_mano(suya.cobro, f"anulado-{suya.cobro.folio}", ahora)
        hechos_asentar(hechos=[devuelto], ahora=ahora, quien_id=anulada_por_id)
        Suscripcion.objects.filter(pk=suya.pk).update(anulada_por=anulada_por_id)
        return Suscripcion.objects.select_related("plan").get(pk=suya.pk)


def suscripcion_extender(
    *, cuenta_id: int, dias: int, motivo: str, registrada_por_id: int, ahora: datetime, id_orden: uuid.UUID
) -> Suscripcion:
    """Regala días, con su motivo: van detrás de lo que ya tiene. La misma orden no regala dos veces.

    Errores: `sin_permiso`, `dias_de_mas`, `motivo_vacio`, `motivo_largo`, `cuenta_desconocida`, `orden_ajena`.
    """
    comprobar_administrador(registrada_por_id, "add_suscripcion")
    porque = motivo_valido(motivo)
    if not 1 <= dias <= DIAS_DE_EXTENSION:
        raise ErrorDeSuscripcion("dias_de_mas", tope=DIAS_DE_EXTENSION)
    with transaction.atomic():
        cuenta = bloquear_cuenta(cuenta_id)
        repetida = Suscripcion.objects.filter(id_orden=id_orden).select_related("plan").first()
        if repetida is not None:
            if repetida.cuenta_id != cuenta_id or repetida.dias != dias:
                raise ErrorDeSuscripcion("orden_ajena")
            return repetida
        ultima = Suscripcion.objects.filter(cuenta=cuenta).select_related("plan").first()
        nueva = Suscripcion(
            cuenta=cuenta, plan=ultima.plan if ultima else plan_elegido("anual"), meses=0, dias=dias, importe=0,
            moneda=Moneda.USD, origen=Suscripcion.Origen.EXTENSION, registrada_por_id=registrada_por_id,
            registrada_en=ahora, pagada_en=ahora, nota=porque, id_orden=id_orden,
        )  # fmt: skip
        lugares_acomodar(cuenta_id=cuenta_id, ahora=ahora, cambio=nueva, vale=True)
        aviso_mandar(cuenta_id=cuenta_id, aviso=Aviso.ACTIVACION, datos=_de_la_extension(nueva))
        return nueva


def _de_la_extension(nueva: Suscripcion) -> dict[str, object]:
    """Lo que dice la carta: de qué día a qué día, y por qué."""
    zona = timezone.get_current_timezone()
    return {
        "desde": timezone.localdate(nueva.inicio), "hasta": ultimo_dia(nueva.fin, zona), "motivo": nueva.nota,
    }  # fmt: skip


def cobro_devolver(*, cobro_id: int, motivo: str, devuelto_por_id: int, ahora: datetime) -> Cobro:
    """Devuelve lo que falte de un pago y quita su tiempo; los periodos que siguen se recorren. Repetirlo no hace nada.

    Con tarjeta en línea se le pide a quien cobró, fuera de toda transacción; lo demás se entrega a mano y aquí se
    apunta. Errores: `sin_permiso`, `motivo_vacio`, `motivo_largo`, `cobro_desconocido`, `nada_que_devolver`,
    `pasarela_caida`, `pasarela_quitada`.
    """
    comprobar_administrador(devuelto_por_id, "change_cobro")
    porque = motivo_valido(motivo)
    cobro = Cobro.objects.filter(pk=cobro_id).first()
    if cobro is None:
        raise ErrorDeSuscripcion("cobro_desconocido")
    if cobro.pagado <= cobro.devuelto or cobro.estado == Cobro.Estado.DISPUTADO:
        raise ErrorDeSuscripcion("nada_que_devolver")
    hechos = _pedir_devolucion(cobro) if se_devuelve_sola(cobro) else (_a_mano(cobro, f"mano-{cobro.folio}", ahora),)
    [quedo] = hechos_asentar(hechos=hechos, ahora=ahora, quien_id=devuelto_por_id, motivo=porque) or [cobro]
    return quedo


def se_devuelve_sola(cobro: Cobro) -> bool:
    """¿La devuelve quien cobró, a la misma tarjeta?"""
    return cobro.por != Cobro.Por.MANUAL and Forma(cobro.forma) in SE_DEVUELVE_SOLA


def _pedir_devolucion(cobro: Cobro) -> tuple[Hecho, ...]:
    """Cada pago por su parte: si se cobró dos veces, se devuelven los dos."""
    pasarela = activas().get(cobro.por)
    if pasarela is None:
        raise ErrorDeSuscripcion("pasarela_quitada")
    hechos: list[Hecho] = []
    falta = cobro.pagado - cobro.devuelto
    try:
        for pago in cobro.hechos.filter(que=Que.PAGADO.value, moneda=cobro.moneda).order_by("-cuando"):
            cuanto = min(pago.importe, falta)
            if cuanto > 0 and pago.referencia not in {h.referencia for h in hechos}:
                hechos += pasarela.devolver(cobro.folio, pago.referencia, cuanto, Moneda(cobro.moneda))
                falta -= cuanto
    except PasarelaCaida as mal:
        raise ErrorDeSuscripcion("pasarela_caida") from mal
    return tuple(hechos)


def _a_mano(cobro: Cobro, referencia: str, ahora: datetime) -> Hecho:
    return Hecho(cobro.folio, Que.DEVUELTO, referencia, ahora, cobro.pagado - cobro.devuelto, cobro.moneda)

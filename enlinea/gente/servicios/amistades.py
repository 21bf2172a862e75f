"""Pedir, aceptar, negar y quitar una amistad (D628-D630).

Se decide con las dos cuentas tomadas y en orden: si los dos la piden a la vez, el segundo la acepta y son amigos una
vez. A quien se le niega, o se le quita, no se le dice; lo que vuelva a pedir espera sin llegarle a nadie.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from config.base.transaccion import en_transaccion
from enlinea.acceso.consultas import exigir_permiso
from enlinea.convivencia.consultas.silencios import callados_por, se_conocen
from enlinea.errores import ErrorDeServicio
from enlinea.gente.consultas.amistades import ESPERA, Trato, como_la_ve, de_los_dos, de_una, la_movio
from enlinea.models import Amistad
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas
from suscripciones.errores import ErrorDeSuscripcion

T = TypeVar("T")
E = Amistad.Estado
AMIGOS_A_LO_MAS = 200


def amistad_pedir(*, cuenta_id: int, otra_id: int, ahora: datetime) -> Trato:
    """La pide; si el otro ya la había pedido, quedan de amigos. Idempotente. Devuelve cómo lo ve quien la pidió.

    A quien silenció a quien pide no le llega, y en nada se nota (D46). Errores: los de SU3, `no_a_ti_mismo`,
    `persona_inexistente` (o nunca coincidieron: no se distingue), `la_silenciaste`, `muchos_amigos` (tiene 200),
    `amigos_llenos` (los tiene el otro), `muchas_amistades` (diez pedidas en un día).
    """
    exigir_permiso(cuenta_id, ahora)
    _exigir_que_pueda_pedir(cuenta_id, otra_id)

    def pedir(amistad: Amistad | None) -> Trato:
        callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
        if otra_id in callados:
            raise ErrorDeServicio("la_silenciaste")
        ve = Trato.NADA if amistad is None else como_la_ve(amistad, cuenta_id, callados, ahora)
        if ve in (Trato.AMIGOS, Trato.LA_PEDI):
            return ve
        _exigir_lugar(cuenta_id)
        # también si se le negó y él la volvió a pedir: la quieren los dos
        la_quiere = ve is Trato.ME_LA_PIDE or (amistad is not None and amistad.insiste and la_movio(amistad, cuenta_id))
        if amistad is not None and la_quiere:
            return _aceptar(amistad, cuenta_id, otra_id, ahora)
        _contar(cuenta_id, ahora)
        _poner_pedida(amistad, cuenta_id, otra_id, ahora)
        return Trato.LA_PEDI

    return _con_los_dos(cuenta_id, otra_id, pedir)


def amistad_contestar(*, cuenta_id: int, otra_id: int, acepta: bool, ahora: datetime) -> Trato:
    """Acepta o niega la que le pidieron; negarla no se le dice a nadie. Repetirlo da lo mismo.

    Errores: los de SU3 al aceptar, `amistad_inexistente` (ya no la pide), `muchos_amigos`, `amigos_llenos`.
    """
    if acepta:
        exigir_permiso(cuenta_id, ahora)

    def contestar(amistad: Amistad | None) -> Trato:
        if amistad is None:
            if acepta:
                raise ErrorDeServicio("amistad_inexistente")
            return Trato.NADA
        pedida = amistad.estado == E.PEDIDA and not la_movio(amistad, cuenta_id)
        if acepta and amistad.estado == E.AMIGOS:
            return Trato.AMIGOS
        if acepta and not pedida:
            raise ErrorDeServicio("amistad_inexistente")
        if acepta:
            _exigir_lugar(cuenta_id)
            return _aceptar(amistad, cuenta_id, otra_id, ahora)
        if pedida:
            # quien la pidió la sigue viendo pedida
            _mover(amistad, E.NEGADA, cuenta_id, ahora, insiste=True)
        return Trato.NADA

    return _con_los_dos(cuenta_id, otra_id, contestar)


def amistad_quitar(*, cuenta_id: int, otra_id: int, ahora: datetime) -> None:
    """Deja de ser su amigo, o retira la que pidió. Idempotente.

    El otro no se entera; si la vuelve a pedir antes de 30 días, no llega.
    """

    def quitar(amistad: Amistad | None) -> None:
        if amistad is None:
            return
        if amistad.estado == E.AMIGOS:
            _mover(amistad, E.NEGADA, cuenta_id, ahora)
        elif la_movio(amistad, cuenta_id) and amistad.estado == E.PEDIDA:
            amistad.delete()
        elif amistad.estado == E.NEGADA and not la_movio(amistad, cuenta_id) and amistad.insiste:
            amistad.insiste = False
            amistad.save(update_fields=["insiste"])

    _con_los_dos(cuenta_id, otra_id, quitar)


def _con_los_dos(una: int, otra: int, hacer: Callable[[Amistad | None], T]) -> T:
    """Con las dos cuentas tomadas, siempre en el mismo orden: nadie más mueve lo de ninguna."""

    def aplicar() -> T:
        cuentas.cuentas_bloquear(sorted((una, otra)))
        return hacer(de_los_dos(una, otra).first())

    return en_transaccion(aplicar)


def _exigir_que_pueda_pedir(cuenta_id: int, otra_id: int) -> None:
    if cuenta_id == otra_id:
        raise ErrorDeServicio("no_a_ti_mismo")
    if not se_conocen(cuenta_id, otra_id) or otra_id in suscripciones.inactivas({otra_id}):
        raise ErrorDeServicio("persona_inexistente")


def _exigir_lugar(cuenta_id: int) -> None:
    if de_una(cuenta_id).filter(estado=E.AMIGOS).count() >= AMIGOS_A_LO_MAS:
        raise ErrorDeServicio("muchos_amigos", maximo=AMIGOS_A_LO_MAS)


def _aceptar(amistad: Amistad, cuenta_id: int, otra_id: int, ahora: datetime) -> Trato:
    if de_una(otra_id).filter(estado=E.AMIGOS).count() >= AMIGOS_A_LO_MAS:
        raise ErrorDeServicio("amigos_llenos")
    _mover(amistad, E.AMIGOS, cuenta_id, ahora)
    return Trato.AMIGOS


def _poner_pedida(amistad: Amistad | None, cuenta_id: int, otra_id: int, ahora: datetime) -> None:
    menor, mayor = min(cuenta_id, otra_id), max(cuenta_id, otra_id)
    if amistad is None:
        Amistad.objects.create(
            menor_id=menor, mayor_id=mayor, estado=E.PEDIDA, la_movio_el_menor=cuenta_id == menor, desde=ahora
        )
    elif amistad.estado == E.NEGADA and not la_movio(amistad, cuenta_id) and ahora < amistad.desde + ESPERA:
        amistad.insiste = True
        amistad.save(update_fields=["insiste"])
    else:
        _mover(amistad, E.PEDIDA, cuenta_id, ahora)


def _mover(amistad: Amistad, estado: str, quien: int, ahora: datetime, insiste: bool = False) -> None:
    amistad.estado, amistad.desde, amistad.insiste = estado, ahora, insiste
    amistad.la_movio_el_menor = quien == amistad.menor_id
    amistad.save(update_fields=["estado", "desde", "insiste", "la_movio_el_menor"])


def _contar(cuenta_id: int, ahora: datetime) -> None:
    """Diez por día, se retiren o no: pedir y retirar también molesta."""
    try:
        cuentas.intento_contar(por={"amistad:cuenta": str(cuenta_id)}, ahora=ahora)
    except ErrorDeSuscripcion as e:
        if e.codigo != "demasiados_intentos":
            raise
        raise ErrorDeServicio("muchas_amistades") from e

"""Entrar, reclamar un nombre, salir, coorganizar y pasar la anotación de una mesa (RE1, RE3)."""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from uuid import uuid4

from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Asiento, Jugador, Mesa, PaseDeMesa, Recreo
from recreo.servicios.base import VIVOS, Datos, E, Operacion, guardar_persona, orden
from suscripciones import consultas as suscripciones

MINUTOS_DE_PASE = 10


def jugador_reconocer(*, cuenta_id: int, ahora: datetime | None = None) -> Recreo | None:
    """Recreo sin terminar de esta cuenta, por ella misma o por su correo ya comprobado (RE1). Idempotente."""
    propio = _recreo_de(cuenta_id)
    del_correo = suscripciones.correo_de(cuenta_id)
    if propio is not None or not del_correo:
        return propio
    invitado = Jugador.objects.filter(vigente=True, correo=del_correo, cuenta=None).first()
    if invitado is None:
        # pudo entrar por otra pestaña entre las dos lecturas
        return _recreo_de(cuenta_id)

    # entre mirar y bloquear pudo entrar por otra pestaña, o el Recreo terminar o quitarle el lugar: manda lo que quede
    with suppress(ErrorDeServicio):
        _sentar_por_correo(
            recreo_id=invitado.recreo_id,
            quien=Quien(cuenta_id=cuenta_id),
            id_orden=uuid4(),
            ahora=ahora,
            cuenta_id=cuenta_id,
            correo=del_correo,
        )
    return _recreo_de(cuenta_id)


@orden(*VIVOS, accion="jugador_reconocer")
def _sentar_por_correo(op: Operacion, *, cuenta_id: int, correo: str) -> None:
    j = Jugador.objects.filter(recreo=op.recreo, correo=correo, cuenta=None).first()
    if j is None:
        raise ErrorDeServicio("no_participas")
    j.cuenta_id, j.entro = cuenta_id, op.ahora
    guardar_persona(j, ["cuenta", "entro"], propio=True)


def _recreo_de(cuenta_id: int) -> Recreo | None:
    """El Recreo sin terminar donde esta cuenta ya tiene lugar."""
    j = Jugador.objects.select_related("recreo").filter(vigente=True, cuenta_id=cuenta_id).first()
    return None if j is None else j.recreo


@orden(*VIVOS)
def jugador_reclamar(op: Operacion, *, numero: int) -> Datos:
    """Ocupa un nombre sin correo y sin dueño (RE3). Con cuenta, deja también su correo.

    Errores: `lugar_ocupado`, `lugar_con_correo`, `ya_tienes_lugar`, `ya_en_otro_recreo`, `numero_inexistente`.
    """
    if op.jugador is not None:
        raise ErrorDeServicio("ya_tienes_lugar", numero=op.jugador.numero, nombre=op.jugador.nombre)
    _ocupar(op, _jugador(op, numero))
    return {"numero": numero}


def _jugador(op: Operacion, numero: int) -> Jugador:
    j = op.recreo.jugadores.filter(numero=numero).first()
    if j is None:
        raise ErrorDeServicio("numero_inexistente", numero=numero)
    return j


def _ocupar(op: Operacion, j: Jugador) -> None:
    if j.cuenta_id or j.llave:
        raise ErrorDeServicio("lugar_ocupado", numero=j.numero, nombre=j.nombre)
    if j.correo:
        raise ErrorDeServicio("lugar_con_correo", numero=j.numero, nombre=j.nombre)
    if not j.nombre:
        raise ErrorDeServicio("numero_inexistente", numero=j.numero)
    if op.quien.cuenta_id:
        j.cuenta_id, j.correo = op.quien.cuenta_id, suscripciones.correo_de(op.quien.cuenta_id)
    elif op.quien.llave:
        j.llave = op.quien.llave
    else:
        raise ErrorDeServicio("no_participas")
    j.entro = op.ahora
    guardar_persona(j, ["cuenta", "correo", "llave", "entro"], propio=True)


@orden(*VIVOS)
def jugador_liberar(op: Operacion, *, numero: int) -> None:
    """El organizador deshace quién ocupa un lugar, o la persona lo deja: «no soy yo» (RE3).

    El lugar queda con su nombre, sin correo ni dueño. El número 1 no se libera: para salir, cancela.
    Errores: `solo_organizador`, `organizador_no_sale`, `numero_inexistente`.
    """
    j = _jugador(op, numero)
    if op.jugador is None or op.jugador.pk != j.pk:
        op.exigir_mando()
    if j.numero == 1:
        raise ErrorDeServicio("organizador_no_sale")
    Mesa.objects.filter(anotador=j, cerrada=None).update(anotador=None)
    j.correo, j.cuenta, j.llave, j.entro, j.co_organizador = "", None, "", None, False
    guardar_persona(j, ["correo", "cuenta", "llave", "entro", "co_organizador"])


@orden(*VIVOS)
def coorganizador_nombrar(op: Operacion, *, numero: int, coorganiza: bool) -> None:
    """El organizador comparte (o retira) sus poderes, para cuando su teléfono falle.

    Errores: `solo_titular` (un coorganizador no nombra a otros), `sin_acceso`.
    """
    if not op.organiza:
        raise ErrorDeServicio("solo_titular")
    j = _jugador(op, numero)
    if coorganiza and not (j.cuenta_id or j.llave or j.correo):
        raise ErrorDeServicio("sin_acceso", numero=numero, nombre=j.nombre)
    j.co_organizador = coorganiza and numero != 1
    j.save(update_fields=["co_organizador"])


@orden(E.EN_JUEGO)
def mesa_pasar(op: Operacion, *, partida: int, mesa: int) -> Datos:
    """Da un código de un solo uso, de 10 minutos, para que otro teléfono anote la mesa. Datos: `clave`."""
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    pase = PaseDeMesa.objects.create(
        mesa=m, clave=secrets.token_urlsafe(18), vence=op.ahora + timedelta(minutes=MINUTOS_DE_PASE)
    )
    return {"clave": pase.clave}


@orden(E.EN_JUEGO)
def mesa_recibir(op: Operacion, *, clave: str, numero: int | None = None) -> Datos:
    """Usa un pase: quien ya tiene lugar queda de anotador; quien no, ocupa un nombre libre de esa mesa.

    Errores: `pase_invalido`, `elige_nombre`, `mesa_cerrada` y los de reclamar. Datos: `partida`, `mesa`.
    """
    pase = PaseDeMesa.objects.select_related("mesa__partida").filter(clave=clave).first()
    if pase is None or pase.usado or pase.vence < op.ahora or pase.mesa.partida.recreo_id != op.recreo.pk:
        raise ErrorDeServicio("pase_invalido")
    op.exigir_abierta(pase.mesa)
    jugador = op.jugador
    if jugador is None:
        asiento = Asiento.objects.select_related("jugador").filter(mesa=pase.mesa, jugador__numero=numero or 0).first()
        if asiento is None:
            raise ErrorDeServicio("elige_nombre")
        jugador = asiento.jugador
        _ocupar(op, jugador)
    pase.mesa.anotador = jugador
    pase.mesa.save(update_fields=["anotador"])
    pase.usado = op.ahora
    pase.save(update_fields=["usado"])
    return {"partida": pase.mesa.partida.numero, "mesa": pase.mesa.numero}

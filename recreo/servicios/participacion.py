"""Entrar, reclamar un nombre, salir, coorganizar y pasar la anotación de una mesa (RE1, RE3)."""

from hmac import compare_digest

from config.comun.escrito import llano
from recreo.consultas.otra import lugar_del_mismo
from recreo.errores import ErrorDeServicio
from recreo.estado_mesa import PASO
from recreo.hoja.servicios import pasos
from recreo.identidad import Quien
from recreo.models import CodigoRetirado, Jugador, Mesa, Recreo, SolicitudDeLugar
from recreo.servicios.alta import clave_nueva, codigo_nuevo
from recreo.servicios.base import VIVOS, Datos, E, Operacion, guardar_persona, orden, orden_de_mesa
from recreo.servicios.discapacidad import SUYOS, poner_nada
from recreo.servicios.historia import T, suceder
from recreo.servicios.relevo import dejar_dicho
from suscripciones import consultas as suscripciones

SOLICITUDES_POR_LUGAR = 3
"""Con más que esperan, ya no es gente que se equivocó de nombre."""


def jugador_reconocer(*, cuenta_id: int) -> Recreo | None:
    """Recreo sin terminar donde esta cuenta ya tiene lugar (RE1). Estar apuntado por correo no lo da: se acepta."""
    j = Jugador.objects.select_related("recreo").filter(vigente=True, cuenta_id=cuenta_id).first()
    return None if j is None else j.recreo


@orden(*VIVOS)
def invitacion_aceptar(op: Operacion) -> Datos:
    """Quien fue apuntado con el correo de su cuenta toma su lugar (RE3).

    Errores: `ya_tienes_lugar`, `no_participas` (no está apuntado, o ya no), `ya_en_otro_recreo`.
    """
    _sin_lugar(op)
    correo = suscripciones.correo_de(op.quien.cuenta_id) if op.quien.cuenta_id else ""
    j = op.recreo.jugadores.filter(correo=correo, cuenta=None).first() if correo else None
    if j is None:
        raise ErrorDeServicio("no_participas")
    j.cuenta_id, j.entro = op.quien.cuenta_id, op.ahora
    guardar_persona(j, ["cuenta", "entro"])
    _retirar_solicitud(op.recreo, op.quien)
    return {"numero": j.numero}


@orden(*VIVOS)
def jugador_reclamar(
    op: Operacion,
    *,
    clave: str = "",
    numero: int = 0,
    nombre: str = "",
    otro_telefono: bool = False,
    el_mismo: bool = False,
) -> Datos:
    """Ocupa un nombre sin correo y sin dueño (RE3). Con cuenta, deja también su correo.

    Con la `clave` del enlace se dice el `numero`, o se escribe el `nombre` propio si hay números sin él (D313);
    sin ella (código dictado) hay que saber el `nombre`: acertar el código no basta para ver ni tomar nada. Si
    quien organiza aprueba, queda pedido y `datos["pendiente"]` es cierto. `otro_telefono`: ya había entrado en ese
    lugar con uno que no tiene; queda pedido siempre (D751). `el_mismo`: en «otra con los mismos», quien tuvo lugar en
    la anterior toma el suyo sin clave ni aprobación (D817).
    Errores: `no_participas`, `invitacion_vieja`, `nombre_no_esta`, `lugar_ocupado`, `lugar_con_correo`,
    `ya_tienes_lugar`, `ya_en_otro_recreo`, `numero_inexistente`.
    """
    if el_mismo:
        return _como_el_mismo(op)
    _sin_lugar(op)
    if otro_telefono:
        return _pedir(op, _el_suyo(op, clave, numero, nombre), otro_telefono=True)
    if clave and nombre and not numero:
        j = _con_su_nombre(op, clave, nombre)
    else:
        j = _jugador_del_enlace(op, clave, numero) if clave else _jugador_llamado(op, nombre)
    if op.recreo.pide_aprobacion:
        return _pedir(op, j)
    _ocupar(op, j)
    return {"numero": j.numero}


def _como_el_mismo(op: Operacion) -> Datos:
    """Quien organiza lo escogió y quién es ya lo probó en la anterior. Otro toque, con otro aparato, no es un error."""
    j = lugar_del_mismo(op.recreo, op.quien)
    if j is None or j.viene_de is None:
        raise ErrorDeServicio("no_participas")
    if op.jugador is None or op.jugador.pk != j.pk:
        _sin_lugar(op)
        _ocupar(op, j, era=j.viene_de)
        _retirar_solicitud(op.recreo, op.quien)
    return {"numero": j.numero}


def _sin_lugar(op: Operacion) -> None:
    if op.jugador is not None:
        raise ErrorDeServicio("ya_tienes_lugar", numero=op.jugador.numero, nombre=op.jugador.nombre)


def _exigir_enlace(op: Operacion, clave: str) -> None:
    if not compare_digest(clave.encode(), op.recreo.clave.encode()):
        raise ErrorDeServicio("invitacion_vieja")


def _jugador_del_enlace(op: Operacion, clave: str, numero: int) -> Jugador:
    _exigir_enlace(op, clave)
    return _jugador(op, numero)


def _con_su_nombre(op: Operacion, clave: str, nombre: str) -> Jugador:
    """Quien trae el enlace y no está en la lista escribe su nombre: toma el primer número que no lo tiene.

    Si ya lo habían apuntado, ése es su lugar. Donde quien organiza aprueba, los nombres los pone quien organiza.
    """
    _exigir_enlace(op, clave)
    dicho = " ".join(nombre.split())[:40]
    todos = list(op.recreo.jugadores.order_by("numero"))
    suyo = next((j for j in todos if j.nombre and llano(j.nombre) == llano(dicho)), None)
    if suyo is not None:
        return suyo
    libre = next((j for j in todos if not (j.nombre or j.correo or j.cuenta_id or j.llave)), None)
    if libre is None or not dicho or op.recreo.pide_aprobacion:
        raise ErrorDeServicio("nombre_no_esta")
    libre.nombre = dicho
    libre.save(update_fields=["nombre"])
    return libre


def _jugador_llamado(op: Operacion, nombre: str) -> Jugador:
    """El lugar libre con ese nombre. Del que no está y del que ya entró se dice lo mismo."""
    dicho = llano(nombre)
    for j in op.recreo.jugadores.all():
        if dicho and llano(j.nombre) == dicho and not (j.correo or j.cuenta_id or j.llave):
            return j
    raise ErrorDeServicio("nombre_no_esta")


# --- con aprobación ---------------------------------------------------------------------------------------------------
def _el_suyo(op: Operacion, clave: str, numero: int, nombre: str) -> Jugador:
    """El lugar del teléfono perdido. Sin el enlace se dice el nombre; del que no está, lo de siempre (D236)."""
    if clave:
        return _jugador_del_enlace(op, clave, numero)
    dicho = llano(nombre)
    for j in op.recreo.jugadores.all():
        if dicho and llano(j.nombre) == dicho and _de_un_telefono(j):
            return j
    raise ErrorDeServicio("nombre_no_esta")


def _de_un_telefono(j: Jugador) -> bool:
    return bool(j.llave) and not (j.correo or j.cuenta_id) and j.numero != 1


def _pedir(op: Operacion, j: Jugador, *, otro_telefono: bool = False) -> Datos:
    if not (otro_telefono and _de_un_telefono(j)):
        _exigir_libre(j)
    if not (op.quien.cuenta_id or op.quien.llave):
        raise ErrorDeServicio("no_participas")
    _retirar_solicitud(op.recreo, op.quien)
    if op.recreo.solicitudes.count() >= SOLICITUDES_POR_LUGAR * op.recreo.tamano:
        raise ErrorDeServicio("muchas_solicitudes")
    llave = "" if op.quien.cuenta_id else op.quien.llave
    SolicitudDeLugar.objects.create(
        recreo=op.recreo, jugador=j, cuenta_id=op.quien.cuenta_id, llave=llave, instante=op.ahora
    )
    return {"numero": j.numero, "pendiente": True}


def _retirar_solicitud(recreo: Recreo, quien: Quien) -> None:
    suyas = recreo.solicitudes.all()
    (suyas.filter(cuenta_id=quien.cuenta_id) if quien.cuenta_id else suyas.filter(llave=quien.llave)).delete()


@orden(*VIVOS)
def solicitud_responder(op: Operacion, *, solicitud: int, acepta: bool) -> Datos:
    """Quien organiza deja entrar o no a quien pidió un lugar.

    Al dejar entrar a uno, las demás solicitudes de ese lugar se retiran; el teléfono de antes, si lo había, también, y
    queda dicho (D751). Errores: `solo_organizador`,
    `solicitud_inexistente` (ya se contestó o se retiró), `lugar_ocupado`, `lugar_con_correo`, `ya_en_otro_recreo`.
    """
    op.exigir_mando()
    pedida = op.recreo.solicitudes.select_related("jugador").filter(pk=solicitud).first()
    if pedida is None:
        raise ErrorDeServicio("solicitud_inexistente")
    if acepta:
        j = pedida.jugador
        if _de_un_telefono(
            j
        ):  # sigue siendo su lugar y la mesa que anota; los poderes se los vuelve a dar quien organiza
            j.llave, j.co_organizador = "", False
            j.save(update_fields=["llave", "co_organizador"])
            suceder(op, T.LLEGADA, jugador=j, persona=j.nombre, otro_telefono=True)
        _ocupar(op, j, Quien(cuenta_id=pedida.cuenta_id, llave=pedida.llave))
    else:
        pedida.delete()
    return {"numero": pedida.jugador.numero}


@orden(*VIVOS)
def aprobacion_pedir(op: Operacion, *, pide: bool) -> None:
    """Que cada quien espere a que se le deje entrar, o que baste con tocar su nombre. Error: `solo_organizador`."""
    op.exigir_mando()
    op.recreo.pide_aprobacion = pide


@orden(*VIVOS)
def codigo_cambiar(op: Operacion) -> Datos:
    """Código, enlace y QR nuevos: los de antes ya no invitan a nadie (RE3). Quien ya entró no nota nada.

    Lo pedido con los de antes se retira. Error: `solo_organizador`.
    """
    op.exigir_mando()
    CodigoRetirado.objects.create(codigo=op.recreo.codigo, recreo=op.recreo)
    op.recreo.codigo, op.recreo.clave = codigo_nuevo(), clave_nueva()
    op.recreo.solicitudes.all().delete()
    return {"codigo": op.recreo.codigo}


def _jugador(op: Operacion, numero: int) -> Jugador:
    j = op.recreo.jugadores.filter(numero=numero).first()
    if j is None:
        raise ErrorDeServicio("numero_inexistente", numero=numero)
    return j


def _exigir_libre(j: Jugador, correo: str = "") -> None:
    """`correo`: el que ya se sabe de quien lo toma."""
    if j.cuenta_id or j.llave:
        raise ErrorDeServicio("lugar_ocupado", numero=j.numero, nombre=j.nombre)
    if j.correo not in ("", correo):
        raise ErrorDeServicio("lugar_con_correo", numero=j.numero, nombre=j.nombre)
    if not j.nombre:
        raise ErrorDeServicio("numero_inexistente", numero=j.numero)


def _ocupar(op: Operacion, j: Jugador, quien: Quien | None = None, *, era: Jugador | None = None) -> None:
    """Sienta a `quien`, o a quien lo pide. `era`: su lugar en la anterior, si entra por él; lo abre lo mismo."""
    quien = quien or op.quien
    _exigir_libre(j, era.correo if era else "")
    if quien.cuenta_id:
        j.cuenta_id, j.correo = quien.cuenta_id, suscripciones.correo_de(quien.cuenta_id)
        j.llave = era.llave if era and era.llave == quien.llave else ""
    elif quien.llave:
        j.llave = quien.llave
    else:
        raise ErrorDeServicio("no_participas")
    j.entro, j.ahora_no = op.ahora, False
    guardar_persona(j, ["cuenta", "correo", "llave", "entro", "ahora_no"], propio=quien == op.quien)
    j.solicitudes.all().delete()


@orden(*VIVOS, mesas=True)
def jugador_liberar(op: Operacion, *, numero: int) -> None:
    """El organizador deshace quién ocupa un lugar, o la persona lo deja: «no soy yo» (RE3).

    El lugar queda con su nombre, sin correo ni dueño. El número 1 no se libera: para salir, cancela.
    Errores: `solo_organizador`, `organizador_no_sale`, `numero_inexistente`.
    """
    j = _jugador(op, numero)
    if op.jugador is None or op.jugador.pk != j.pk:
        op.exigir_mando()
        _no_ofrecerlo(j)
    if j.numero == 1:
        raise ErrorDeServicio("organizador_no_sale")
    if Mesa.objects.filter(anotador=j, cerrada=None).update(anotador=None):
        op.releer_mesas()
    j.correo, j.cuenta, j.llave, j.entro, j.co_organizador = "", None, "", None, False
    poner_nada(j)
    guardar_persona(j, ["correo", "cuenta", "llave", "entro", "co_organizador", "viene_de", *SUYOS])


def _no_ofrecerlo(j: Jugador) -> None:
    """A quien quita quien organiza, el que terminó no se lo ofrece otra vez; si lo ocupaba otra persona, sí (D817)."""
    if j.viene_de is not None and Quien(j.cuenta_id, j.llave).es(j.viene_de.cuenta_id, j.viene_de.llave):
        j.viene_de = None


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


@orden_de_mesa(E.EN_JUEGO)
def mesa_pasar(op: Operacion, *, partida: int, mesa: int) -> Datos:
    """Da un código de un solo uso, de 10 minutos, para que otro teléfono anote la mesa. Datos: `clave`."""
    return pasos.dar_pase(op.hoja(op.mesa(partida, mesa)))


# de todo el Recreo: quien llega sin lugar toma uno
@orden(E.EN_JUEGO)
def mesa_recibir(op: Operacion, *, clave: str, numero: int | None = None) -> Datos:
    """Usa un pase: quien ya tiene lugar queda de anotador; quien no, ocupa un nombre libre de esa mesa.

    Errores: `pase_invalido`, `elige_nombre`, `pase_con_aprobacion`, `mesa_cerrada` y los de reclamar. Datos: `partida`,
    `mesa`.
    """
    m = op.tomar(pases__clave=clave)
    if m is None:
        raise ErrorDeServicio("pase_invalido")
    h = op.hoja(m)
    pase = pasos.exigir_pase(h, clave)
    jugador = op.jugador
    if jugador is None:
        asiento = m.asientos.select_related("jugador").filter(jugador__numero=numero or 0).first()
        if asiento is None:
            raise ErrorDeServicio("elige_nombre")
        if op.recreo.pide_aprobacion:
            raise ErrorDeServicio("pase_con_aprobacion")
        jugador = asiento.jugador
        _ocupar(op, jugador)
    antes = m.anotador
    pasos.usar_pase(h, pase, jugador)
    dejar_dicho(op, m, antes, PASO)
    return {"partida": m.partida.numero, "mesa": m.numero}

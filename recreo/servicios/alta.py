"""Alta, inicio y salida de un Recreo (RE1, RE2, RE7)."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID, uuid4

from django.db import IntegrityError
from django.utils import timezone

from config.base import retencion
from config.base.transaccion import en_transaccion
from config.comun.correo import correo_normal
from recreo import consultas
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Asiento, CodigoRetirado, Jugador, Mesa, Orden, Partida, Recreo
from recreo.servicios.base import VIVOS, Datos, E, Operacion, anotar_orden, guardar_persona, orden
from recreo.servicios.discapacidad import SUYOS, poner_nada, seguir_a_los_nombres
from recreo.servicios.final import exigir_sin_reabiertas, mesas_abiertas, se_jugo_todo, terminar
from recreo.servicios.historia import T, cambio_de_persona, suceder
from recreo.servicios.lugares import acomodar, programa_de, rol_vigente
from recreo.servicios.pausa import exigir_en_marcha
from recreo.servicios.pedido import Pedido
from recreo.servicios.personas import falta_en
from reglas.roles import TAMANOS, TAMANOS_RONDA, tipo_que_vale
from reglas.tipos import Meta, TipoDeRol
from suscripciones import consultas as suscripciones

# Sin letras ni números que se confundan al dictarlos.
ALFABETO = "ABCDEFGHJKMNPQRTUVWXY346789"
LARGO_DE_CODIGO = 6
IMPORTE_MAXIMO = Decimal("99999.99")
DIAS_OCIOSO = 7


@dataclass(frozen=True, slots=True)
class DatosJugador:
    """Un renglón del alta: número, nombre, correo opcional y cómo anotará si su número es anotador."""

    numero: int
    nombre: str
    correo: str = ""
    anota: str = Jugador.Anota.TELEFONO


def recreo_crear(
    *,
    cuenta_id: int,
    id_orden: UUID,
    tamano: int,
    nombre: str,
    lugar: str,
    meta: Meta,
    importe: Decimal = Decimal(0),
    pago_extraordinario: bool = False,
    procedencia: str = "",
    rol: TipoDeRol = TipoDeRol.OFICIAL,
    ahora: datetime | None = None,
) -> Recreo:
    """Da de alta un Recreo en preparación; el organizador es el número 1 (RE2, 000 §I.C).

    `importe` en dinero por valor ficha, sólo en Ronda. Errores: `sin_cuenta`, `suspendido`,
    `suscripcion_vencida`, `suscripcion_ninguna`, `ya_en_otro_recreo`, `tamano_invalido`, `importe_invalido`,
    `apuesta_solo_en_ronda`, `falta_nombre`.
    """
    instante = ahora or timezone.now()
    ambito = (tamano, nombre, lugar, meta, importe, pago_extraordinario)
    datos = {"ambito": ambito, "procedencia": procedencia, "rol": rol}
    pedido = Pedido(Quien(cuenta_id=cuenta_id), "recreo_crear", datos)
    hecho = ya_creado(id_orden, pedido)
    if hecho is not None:
        return hecho
    exigir_que_pueda_organizar(cuenta_id, instante)
    limpio = _ambito(tamano, nombre, importe, pago_extraordinario)

    def crear() -> Recreo:
        recreo = Recreo.objects.create(
            codigo=codigo_nuevo(),
            clave=clave_nueva(),
            nombre=limpio,
            lugar=lugar.strip()[:60],
            procedencia=" ".join(procedencia.split())[:60],
            tamano=tamano,
            rol=tipo_que_vale(tamano, rol),
            meta=meta.value,
            importe=importe,
            pago_extraordinario=pago_extraordinario,
            organizador_id=cuenta_id,
            creado=instante,
            actividad=instante,
        )
        _sentar_numeros(recreo, cuenta_id, instante)
        anotar_orden(recreo, id_orden, pedido, instante, {})
        return recreo

    return crear_una_vez(crear, id_orden, pedido)


def exigir_que_pueda_organizar(cuenta_id: int, instante: datetime) -> None:
    """SU3. Errores: `sin_cuenta`, `suspendido`, `suscripcion_vencida`, `suscripcion_ninguna`."""
    permiso = suscripciones.puede_organizar(cuenta_id, instante)
    if not permiso.puede:
        raise ErrorDeServicio(permiso.motivo, hasta=permiso.hasta)


def crear_una_vez(crear: Callable[[], Recreo], id_orden: UUID, pedido: Pedido) -> Recreo:
    """Lo crea en su transacción; la misma orden, aunque llegue dos veces a la vez, da el mismo. Error:
    `ya_en_otro_recreo`."""
    try:
        return en_transaccion(crear)
    except IntegrityError:
        # la misma orden llegó dos veces a la vez, o esta persona ya está en otro Recreo (RE1)
        hecho = ya_creado(id_orden, pedido)
        if hecho is not None:
            return hecho
        raise ErrorDeServicio("ya_en_otro_recreo") from None


def ya_creado(id_orden: UUID, pedido: Pedido) -> Recreo | None:
    """El Recreo que creó esta orden, si es una repetición. Aquí no hay fila que bloquear: decide la base."""
    suyas = Orden.objects.filter(id_orden=id_orden, accion=pedido.accion, huella__startswith=pedido.persona)
    previa = suyas.first()
    if previa is None:
        return None
    pedido.exigir_que_sea(previa)
    return previa.recreo


def _ambito(tamano: int, nombre: str, importe: Decimal, pago_extraordinario: bool) -> str:
    if tamano not in TAMANOS:
        raise ErrorDeServicio("tamano_invalido", tamano=tamano)
    if not 0 <= importe <= IMPORTE_MAXIMO or importe != importe.quantize(Decimal("0.01")):
        raise ErrorDeServicio("importe_invalido")
    if tamano not in TAMANOS_RONDA and (importe or pago_extraordinario):
        raise ErrorDeServicio("apuesta_solo_en_ronda")
    limpio = " ".join(nombre.split())[:60]
    if not limpio:
        raise ErrorDeServicio("falta_nombre")
    return limpio


def codigo_nuevo() -> str:
    """Uno que nadie tiene ni tuvo."""
    while True:
        codigo = "".join(secrets.choice(ALFABETO) for _ in range(LARGO_DE_CODIGO))
        usado = Recreo.objects.filter(codigo=codigo).exists()
        if not usado and not CodigoRetirado.objects.filter(codigo=codigo).exists():
            return codigo


def clave_nueva() -> str:
    """La del enlace: 96 bits, no se adivina ni probando."""
    return secrets.token_urlsafe(12)


def _sentar_numeros(recreo: Recreo, cuenta_id: int, instante: datetime) -> None:
    nombre, correo = suscripciones.nombre_y_correo(cuenta_id)
    Jugador.objects.create(
        recreo=recreo, numero=1, nombre=nombre[:40], correo=correo, cuenta_id=cuenta_id, entro=instante
    )
    Jugador.objects.bulk_create(Jugador(recreo=recreo, numero=n, nombre="") for n in range(2, recreo.tamano + 1))


@orden(E.PREPARACION)
def recreo_editar(
    op: Operacion,
    *,
    nombre: str,
    lugar: str,
    meta: Meta,
    importe: Decimal = Decimal(0),
    pago_extraordinario: bool = False,
    procedencia: str = "",
    rol: TipoDeRol | None = None,
) -> None:
    """Cambia el ámbito mientras se prepara. Errores: los de `recreo_crear` y los de `ejecutar`."""
    op.exigir_mando()
    r = op.recreo
    r.nombre = _ambito(r.tamano, nombre, importe, pago_extraordinario)
    r.lugar, r.meta, r.procedencia = lugar.strip()[:60], meta.value, " ".join(procedencia.split())[:60]
    r.importe, r.pago_extraordinario = importe, pago_extraordinario
    r.rol = r.rol if rol is None else tipo_que_vale(r.tamano, rol)


@orden(*VIVOS)
def jugadores_guardar(op: Operacion, *, jugadores: Sequence[DatosJugador]) -> None:
    """Guarda nombres y correos por número (RE2). Cambiar un correo por otro saca a quien había entrado con él;
    dejarlo vacío no, para eso está `jugador_liberar`.

    Antes de empezar se cambia todo; ya en juego, sólo el correo de un lugar sin dueño y los nombres.
    Errores: `solo_organizador`, `nombre_repetido`, `correo_repetido`, `lugar_ocupado`.
    """
    op.exigir_mando()
    por_numero = {j.numero: j for j in op.recreo.jugadores.all()}
    limpios = [_limpio(d, por_numero[d.numero]) for d in jugadores if d.numero in por_numero]
    _sin_repetidos(op, por_numero, limpios)
    # primero se sueltan los correos que cambian y después se toman, en orden: así un intercambio vale
    # y dos altas a la vez no se traban entre sí
    seguir_a_los_nombres(op, por_numero, limpios)
    for d in limpios:
        _soltar_si_cambia(op, por_numero[d.numero], d)
    for d in sorted(limpios, key=lambda d: d.correo):
        j = por_numero[d.numero]
        antes = (j.nombre, j.correo)
        j.nombre, j.anota = d.nombre or j.nombre, d.anota
        if j.numero != 1:
            j.correo = d.correo
        guardar_persona(j, ["nombre", "correo", "anota", *SUYOS])
        if op.recreo.estado == E.EN_JUEGO:
            cambio_de_persona(op, j, *antes)


def _limpio(d: DatosJugador, j: Jugador) -> DatosJugador:
    # quien entró por el enlace mientras el organizador escribía no sale por un correo que él vio vacío
    correo = correo_normal(d.correo) or (j.correo if j.cuenta_id else "")
    return DatosJugador(d.numero, " ".join(d.nombre.split())[:40], correo, d.anota)


def _sin_repetidos(op: Operacion, actuales: dict[int, Jugador], nuevos: list[DatosJugador]) -> None:
    final = {n: (j.nombre, j.correo) for n, j in actuales.items()}
    for d in nuevos:
        nombre, correo = final[d.numero]
        final[d.numero] = (d.nombre or nombre, correo if d.numero == 1 else d.correo)
    nombres: dict[str, int] = {}
    correos: dict[str, int] = {}
    for numero, (nombre, correo) in sorted(final.items()):
        clave = nombre.casefold()
        if clave and clave in nombres:
            raise ErrorDeServicio("nombre_repetido", nombre=nombre, numero=numero, otro=nombres[clave])
        if correo and correo in correos:
            raise ErrorDeServicio("correo_repetido", correo=correo, numero=numero, otro=correos[correo])
        nombres[clave], correos[correo] = numero, numero


def _soltar_si_cambia(op: Operacion, j: Jugador, d: DatosJugador) -> None:
    if j.numero == 1 or j.correo == d.correo:
        return
    if op.recreo.estado == E.EN_JUEGO and (j.cuenta_id or j.llave):
        raise ErrorDeServicio("lugar_ocupado", numero=j.numero, nombre=j.nombre)
    if j.cuenta_id or j.llave:
        poner_nada(j)  # era de quien sale
    j.correo, j.cuenta, j.llave, j.entro, j.co_organizador = "", None, "", None, False
    j.save(update_fields=["correo", "cuenta", "llave", "entro", "co_organizador"])


@orden(E.PREPARACION)
def recreo_empezar(op: Operacion) -> Datos:
    """Fecha y hora de inicio y primera partida con sus mesas (RE2, RE7).

    Errores: `solo_organizador`, `faltan_nombres` y los de permiso de `recreo_crear`.
    """
    op.exigir_mando()
    permiso = suscripciones.puede_organizar(op.recreo.organizador_id, op.ahora)
    if not permiso.puede:
        titular = "" if op.organiza else op.recreo.jugadores.get(numero=1).nombre
        raise ErrorDeServicio(permiso.motivo, hasta=permiso.hasta, organizador=titular)
    faltan = [j.numero for j in op.recreo.jugadores.all() if not j.nombre.strip()]
    if faltan:
        raise ErrorDeServicio("faltan_nombres", numeros=faltan)
    op.recreo.estado = E.EN_JUEGO
    op.recreo.iniciado = op.ahora
    partida_abrir(op, 1)
    return {"partida": 1}


def partida_abrir(op: Operacion, numero: int) -> Partida:
    """Crea la partida `numero` con las mesas y asientos de su rol (RG11), con los suplentes que ya entran en ella."""
    del_rol = rol_vigente(op.recreo).partidas[numero - 1]
    por_numero = {j.numero: j for j in op.recreo.jugadores.all()}
    partida = Partida.objects.create(recreo=op.recreo, numero=numero, inicio=op.ahora)
    for m in del_rol.mesas:
        mesa = Mesa.objects.create(partida=partida, numero=m.numero)
        Asiento.objects.bulk_create(
            Asiento(mesa=mesa, lugar=lugar, jugador=por_numero[n], presente=not falta_en(por_numero[n], numero))
            for lugar, n in enumerate(m.asientos)
        )
    acomodar(op, numero)
    return partida


@orden(E.EN_JUEGO)
def partida_siguiente(op: Operacion, *, partida: int) -> Datos:
    """Inicia la partida `partida` cuando todas las mesas de la anterior están cerradas (RE6).

    Errores: `solo_organizador`, `faltan_mesas` con sus números, `partida_ya_iniciada`, `no_hay_mas_partidas`,
    `mesa_reabierta` (se está corrigiendo una de antes), `recreo_en_pausa`.
    """
    op.exigir_mando()
    exigir_en_marcha(op)
    actual = op.partida_actual()
    numero = actual.numero if actual else 0
    if partida <= numero:
        raise ErrorDeServicio("partida_ya_iniciada", partida=numero)
    if partida > len(programa_de(op.recreo).partidas):
        raise ErrorDeServicio("no_hay_mas_partidas")
    abiertas = mesas_abiertas(op)
    exigir_sin_reabiertas(op, abiertas)
    if abiertas or partida != numero + 1:
        raise ErrorDeServicio("faltan_mesas", mesas=[m.numero for m in abiertas])
    partida_abrir(op, partida)
    return {"partida": partida}


def recreo_liberar(recreo: Recreo) -> None:
    """Al terminar o cancelar, cada persona queda libre para otro Recreo (RE1)."""
    recreo.jugadores.update(vigente=False)


@orden(*VIVOS, mesas=True)
def recreo_cancelar(op: Operacion) -> None:
    """Cancela el Recreo y libera a todos. Error: `solo_organizador`."""
    op.exigir_mando()
    cancelar(op)


def cancelar(op: Operacion) -> None:
    """Deja el Recreo cancelado y a cada persona libre (RE1)."""
    op.recreo.estado = E.CANCELADO
    op.recreo.terminado = op.ahora
    recreo_liberar(op.recreo)


def recreos_ociosos_cancelar(ahora: datetime) -> int:
    """Barrido: cancela lo que lleva 7 días sin actividad; lo jugado entero, lo da por terminado (D300), y lo que está
    en pausa no se toca (D306). Devuelve cuántos; repetirlo no hace daño."""
    limite = ahora - timedelta(days=DIAS_OCIOSO)
    cancelados = 0
    for recreo_id in consultas.ociosos(limite):
        with suppress(ErrorDeServicio):
            recreo_cancelar_ocioso(
                recreo_id=recreo_id, quien=Quien(llave="barrido"), id_orden=uuid4(), ahora=ahora, limite=limite
            )
            cancelados += 1
    return cancelados


@orden(*VIVOS, accion="recreo_ocioso", mesas=True)
def recreo_cancelar_ocioso(op: Operacion, *, limite: datetime) -> None:
    """Lo cancela el barrido, salvo que alguien anotara entre que se miró y se bloqueó. Error: `con_actividad`."""
    if op.recreo.pausado is not None or consultas.ultima_actividad(op.recreo) >= limite:
        raise ErrorDeServicio("con_actividad")
    if op.recreo.estado == E.EN_JUEGO and se_jugo_todo(op):
        terminar(op)
        suceder(op, T.FINAL)
    else:
        cancelar(op)


def ordenes_viejas_borrar(ahora: datetime) -> int:
    """Las órdenes se conservan 30 días, o los de `RETENCION_ORDENES`. Devuelve cuántas borró."""
    return Orden.objects.filter(instante__lt=retencion.limite("ordenes", ahora)).delete()[0]

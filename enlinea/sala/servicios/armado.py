"""Armar una mesa (EL2): invitar, contestar, retirarse, vencer y cerrar.

Una persona sólo tiene un lugar en una mesa viva, y lo garantiza la base (`lugar_una_mesa_a_la_vez`). Toda transición
bloquea la fila de la mesa y vuelve a mirar su estado: quien llega segundo no hace nada.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from config.base.transaccion import en_transaccion
from config.comun.filtro import enmascarar
from enlinea.acceso.consultas import exigir_permiso
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import AvisoAlTelefono, Lugar, Mesa, Presencia
from enlinea.sala.consultas.estado import CADUCIDAD
from enlinea.sala.servicios.a_que import exigir_juego, lugares_de
from enlinea.sala.servicios.automaticos import lugares_de_automaticos, sin_contar
from enlinea.sala.servicios.insistencia import exigir_calma
from enlinea.sala.servicios.presencia import actividad_de_mesa
from enlinea.telefono.servicios.avisos import aviso_anotar
from reglas.reglamento import ABAJO, AMIGOS, Reglamento
from suscripciones import consultas as suscripciones

T = TypeVar("T")
Pedido = tuple[str, str, str, str, dict[int, int], bool]
"""Lo que se pidió al crear una mesa: nombre, juego, meta, modo, quién va en cada lugar y si lo vacío se completa."""
E, R = Mesa.Estado, Lugar.Respuesta
MODOS = (Mesa.Modo.NORMAL, Mesa.Modo.SIN_PRISA)
LARGO_DE_NOMBRE = 40
RETIRADA = "retirada"
"""No se armó porque quien organiza la canceló; lo demás que lo impide lo dice la respuesta de alguien."""
# Recién creada la mesa, quien organiza cambia de página: todavía no es que se haya ido.
GRACIA = timedelta(seconds=5)
COMPLETA_VALE = timedelta(minutes=3)
"""Después de tanto, que la mesa se completó ya no es noticia."""


@dataclass(frozen=True, slots=True)
class Armada:
    """La mesa tras la orden: su número y en qué estado quedó."""

    mesa_id: int
    estado: str


def mesa_invitar(
    *,
    cuenta_id: int,
    id_orden: UUID,
    nombre: str,
    meta: str,
    modo: str,
    lugares: Mapping[int, int],
    ahora: datetime,
    se_mira: bool = False,
    juego: str = str(AMIGOS),
    completar: bool = False,
) -> Armada:
    """«Crear mesa»: invita a los demás con 30 s para contestar. Repetir la orden, con lo mismo, da la misma mesa.

    `lugares`: asiento → cuenta, de todos los asientos del juego menos el de quien organiza; con `completar`, los que
    deje vacíos los ocupan automáticos, y los invitados lo leen antes de aceptar (D762). Si quien organiza tenía una
    invitación sin contestar, la deja. Errores: los de SU3, los de `exigir_datos`, `falta_lugar`, `sobra_lugar`,
    `repetido`, `eres_tu`, `no_estas_en_la_sala`, `no_esta_en_la_sala`, `ya_invitado`, `ya_juega`, `ya_tienes_mesa`,
    `muchas_mesas`, `no_acepto`, `varias_veces`, `orden_ajena`, `orden_distinta` (ya se aplicó, con otros datos).
    """
    titulo = enmascarar(en_un_renglon(nombre))[:LARGO_DE_NOMBRE]
    pedido = (titulo, juego, meta, modo, dict(lugares), completar)
    previa = _ya_creada(id_orden, cuenta_id, pedido)
    if previa is not None:
        return previa
    exigir_permiso(cuenta_id, ahora)
    reglamento = exigir_datos(titulo, juego, meta, modo)
    libres = _exigir_lugares(reglamento, lugares, completar)
    nombres = _exigir_personas(cuenta_id, lugares, ahora)
    exigir_calma(cuenta_id, lugares.values(), nombres, ahora)
    invitacion_dejar(cuenta_id=cuenta_id, ahora=ahora)
    mesa = Mesa(
        nombre=titulo, meta=meta, modo=modo, organizador_id=cuenta_id, creada=ahora, id_orden=id_orden,
        invita_hasta=ahora + timedelta(seconds=settings.SEGUNDOS_DE_INVITACION), se_mira=se_mira, reglamento=juego,
    )  # fmt: skip
    if libres:
        sin_contar(mesa)

    def crear() -> Armada:
        mesa.save(force_insert=True)
        filas = [Lugar(mesa=mesa, asiento=a, cuenta_id=c, nombre=nombres[c]) for a, c in lugares.items()]
        filas.append(
            Lugar(mesa=mesa, asiento=ABAJO, cuenta_id=cuenta_id, nombre=nombres[cuenta_id], respuesta=R.ACEPTO)
        )
        # siempre en el mismo orden: dos que se invitan en cruz no se traban
        filas.sort(key=lambda lu: lu.cuenta_id or 0)
        Lugar.objects.bulk_create([*filas, *lugares_de_automaticos(mesa, libres, set(nombres.values()))])
        _llamar_a_los_invitados(mesa, list(lugares.values()), nombres[cuenta_id], ahora)
        avisar_al_confirmar()
        return Armada(mesa.pk, mesa.estado)

    try:
        return en_transaccion(crear)
    except IntegrityError:
        repetida = _ya_creada(id_orden, cuenta_id, pedido)
        if repetida is not None:
            return repetida
        impide = _quien_lo_impide(cuenta_id, lugares, nombres)
        # entre chocar y mirar pudo quedar libre: que lo intente de nuevo
        raise impide or ErrorDeServicio("ya_invitado", nombre=nombres[next(iter(lugares.values()))]) from None


def _llamar_a_los_invitados(mesa: Mesa, invitados: Collection[int], quien: str, ahora: datetime) -> None:
    vale = timedelta(seconds=settings.SEGUNDOS_DE_INVITACION)
    datos, de = {"quien": quien}, mesa.organizador_id
    aviso_anotar(
        AvisoAlTelefono.Que.INVITACION, invitados, clave=f"invita:{mesa.pk}", ahora=ahora, vale=vale, datos=datos, de=de
    )


def avisar_que_esta_completa(mesa: Mesa, menos: int, ahora: datetime) -> None:
    """A los que ya esperaban: llegó quien faltaba (`menos`, que lo está viendo)."""
    otros = mesa.lugares.exclude(cuenta=None).exclude(cuenta=menos).values_list("cuenta_id", flat=True)
    aviso_anotar(
        AvisoAlTelefono.Que.COMPLETA, otros, clave=f"completa:{mesa.pk}", ahora=ahora, vale=COMPLETA_VALE,
        datos={"mesa": mesa.pk},
    )  # fmt: skip


def _ya_creada(id_orden: UUID, cuenta_id: int, pedido: Pedido) -> Armada | None:
    previa = Mesa.objects.filter(id_orden=id_orden).first()
    if previa is None:
        return None
    if previa.organizador_id != cuenta_id:
        raise ErrorDeServicio("orden_ajena")
    de_personas = previa.lugares.exclude(asiento=ABAJO).exclude(cuenta=None)
    invitados = dict(de_personas.values_list("asiento", "cuenta"))
    # completada ya no dice qué ritmo se pidió
    modo = pedido[3] if pedido[5] and previa.modo == Mesa.Modo.COMPLETADA else previa.modo
    if (previa.nombre, previa.reglamento, previa.meta, modo, invitados) != pedido[:5]:
        raise ErrorDeServicio("orden_distinta")
    return Armada(previa.pk, previa.estado)


def exigir_datos(titulo: str, juego: str, meta: str, modo: str) -> Reglamento:
    """Que la mesa tenga nombre y se juegue a algo, y a qué.

    Errores: `nombre_vacio`, `juego_invalido`, `meta_invalida`, `modo_invalido`.
    """
    if not titulo:
        raise ErrorDeServicio("nombre_vacio")
    reglamento, _meta = exigir_juego(juego, meta)
    if not meta:
        raise ErrorDeServicio("meta_invalida")
    if modo not in MODOS:
        raise ErrorDeServicio("modo_invalido")
    return reglamento


def _exigir_lugares(reglamento: Reglamento, lugares: Mapping[int, int], completar: bool) -> set[int]:
    """Uno para cada quien: ni faltan ni sobran. Devuelve los que van a completar los automáticos."""
    suyos = set(lugares_de(reglamento).values())
    libres = suyos - set(lugares)
    if libres and not (completar and lugares):
        raise ErrorDeServicio("falta_lugar")
    if set(lugares) - suyos:
        raise ErrorDeServicio("sobra_lugar")
    return libres


def _exigir_personas(organiza: int, lugares: Mapping[int, int], ahora: datetime) -> dict[int, str]:
    """Distintas, con permiso y en la Sala; devuelve el nombre de todas."""
    invitados = list(lugares.values())
    nombres = suscripciones.nombres_publicos([organiza, *invitados])
    if organiza in invitados:
        raise ErrorDeServicio("eres_tu")
    for c in invitados:
        if invitados.count(c) > 1:
            raise ErrorDeServicio("repetido", nombre=nombres.get(c, ""))
    presentes = set(presencias_vivas(ahora).filter(cuenta__in=[organiza, *invitados]).values_list("cuenta", flat=True))
    if organiza not in presentes:
        raise ErrorDeServicio("no_estas_en_la_sala")
    impide = _quien_lo_impide(organiza, lugares, nombres)
    if impide is not None:
        raise impide
    pueden = suscripciones.pueden_organizar(invitados, ahora)
    for c in invitados:
        if c not in presentes or c not in pueden:
            raise ErrorDeServicio("no_esta_en_la_sala", nombre=nombres.get(c, ""))
    return nombres


def presencias_vivas(ahora: datetime) -> QuerySet[Presencia]:
    """Las de quienes tienen la Sala abierta en ese instante."""
    return Presencia.objects.filter(viva=True, visto__gte=ahora - CADUCIDAD)


def _quien_lo_impide(organiza: int, lugares: Mapping[int, int], nombres: Mapping[int, str]) -> ErrorDeServicio | None:
    """Quién de ellos ya tiene lugar en una mesa viva. La invitación que quien organiza va a dejar no cuenta."""
    ocupados = Lugar.objects.filter(activo=True, cuenta__in=[organiza, *lugares.values()]).select_related("mesa")
    suyos = {lu.cuenta_id: lu for lu in ocupados}
    propio = suyos.pop(organiza, None)
    if propio is not None and propio.respuesta != R.PENDIENTE:
        return ErrorDeServicio("ya_tienes_mesa", mesa=propio.mesa.nombre)
    for invitado in lugares.values():
        lu = suyos.get(invitado)
        if lu is not None and (propio is None or lu.mesa_id != propio.mesa_id):
            codigo = {E.INVITANDO: "ya_invitado", E.ABIERTA: "ya_espera"}.get(E(lu.mesa.estado), "ya_juega")
            return ErrorDeServicio(codigo, nombre=nombres.get(invitado, lu.nombre))
    return None


def invitacion_responder(*, mesa_id: int, cuenta_id: int, acepta: bool, ahora: datetime) -> Armada:
    """Acepta o rechaza. Con todos, la mesa queda lista; un «no» la cancela y suelta a todos. Repetirlo es inocuo.

    Errores: los de SU3 (al aceptar), `mesa_inexistente`, `no_es_tu_mesa`, `invitacion_terminada`, `invitacion_vencida`,
    `mesa_ya_lista`.
    """
    if acepta:
        exigir_permiso(cuenta_id, ahora)

    def responder(mesa: Mesa) -> Armada | ErrorDeServicio:
        lugar = mesa.lugares.filter(cuenta=cuenta_id).first()
        if lugar is None:
            return ErrorDeServicio("no_es_tu_mesa")
        if mesa.estado != E.INVITANDO:
            return _ya_no_se_invita(mesa, lugar, acepta)
        if mesa.invita_hasta is not None and mesa.invita_hasta <= ahora:
            _vencer(mesa, ahora)
            return ErrorDeServicio("invitacion_vencida")
        if not acepta:
            _cancelar(mesa, R.RECHAZO, ahora, [lugar])
        elif lugar.respuesta == R.PENDIENTE:
            _aceptar(mesa, lugar, ahora)
        return Armada(mesa.pk, mesa.estado)

    return con_mesa(mesa_id, responder)


def _ya_no_se_invita(mesa: Mesa, lugar: Lugar, acepta: bool) -> Armada | ErrorDeServicio:
    if mesa.estado == E.LISTA:
        return Armada(mesa.pk, mesa.estado) if acepta else ErrorDeServicio("mesa_ya_lista")
    if not acepta:  # ya no había nada que rechazar
        return Armada(mesa.pk, mesa.estado)
    return ErrorDeServicio("invitacion_vencida" if lugar.respuesta == R.VENCIO else "invitacion_terminada")


def _aceptar(mesa: Mesa, lugar: Lugar, ahora: datetime) -> None:
    lugar.respuesta = R.ACEPTO
    lugar.save(update_fields=["respuesta"])
    if not mesa.lugares.exclude(respuesta=R.ACEPTO).exists():
        mesa.estado = E.LISTA
        mesa.save(update_fields=["estado"])
        avisar_que_esta_completa(mesa, lugar.cuenta_id or 0, ahora)
    avisar_al_confirmar()


def mesa_retirar(*, mesa_id: int, cuenta_id: int, ahora: datetime) -> Armada:
    """Quien organiza la cancela mientras invita. Idempotente.

    Errores: `mesa_inexistente`, `no_es_organizador`, `mesa_ya_lista`.
    """

    def retirar(mesa: Mesa) -> Armada | ErrorDeServicio:
        if mesa.organizador_id != cuenta_id:
            return ErrorDeServicio("no_es_organizador")
        if mesa.estado == E.LISTA:
            return ErrorDeServicio("mesa_ya_lista")
        if mesa.estado == E.INVITANDO:
            _terminar(mesa, E.CANCELADA, RETIRADA, ahora)
        return Armada(mesa.pk, mesa.estado)

    return con_mesa(mesa_id, retirar)


def invitacion_dejar(*, cuenta_id: int, ahora: datetime) -> bool:
    """Quien tenía una invitación sin contestar se sienta en otra mesa: la deja y se le avisa a quien organizaba.

    Devuelve si había alguna. Se llama antes de sentar a alguien por otro camino (armar otra, practicar).
    """
    pendiente = Lugar.objects.filter(cuenta=cuenta_id, activo=True, respuesta=R.PENDIENTE)
    mesa_id = pendiente.values_list("mesa", flat=True).first()
    if mesa_id is None:
        return False

    def dejar(mesa: Mesa) -> bool:
        suyo = mesa.lugares.filter(cuenta=cuenta_id, activo=True, respuesta=R.PENDIENTE).first()
        if mesa.estado != E.INVITANDO or suyo is None:
            return False
        _cancelar(mesa, R.OTRA_MESA, ahora, [suyo])
        return True

    return con_mesa(mesa_id, dejar)


def mesas_vencer(ahora: datetime) -> int:
    """Las invitaciones cuyo plazo pasó; cada una, exactamente una vez. Devuelve cuántas venció."""
    vencidas = Mesa.objects.filter(estado=E.INVITANDO, invita_hasta__lte=ahora)

    def vencer() -> int:
        # la que otro tiene bloqueada la está resolviendo él
        mesas = list(vencidas.select_for_update(skip_locked=True).order_by("pk"))
        for mesa in mesas:
            _vencer(mesa, ahora)
        return len(mesas)

    return en_transaccion(vencer) if vencidas.exists() else 0


def mesas_abandonadas_cancelar(ahora: datetime) -> int:
    """Si quien organiza, o quien ya aceptó, se va mientras se invita, la mesa no se arma. Devuelve cuántas."""
    aqui = presencias_vivas(ahora).filter(cuenta=OuterRef("cuenta"))
    se_fueron = Lugar.objects.filter(
        ~Exists(aqui), mesa__estado=E.INVITANDO, mesa__creada__lte=ahora - GRACIA, respuesta=R.ACEPTO, activo=True
    )

    def cancelar() -> int:
        ids = set(se_fueron.values_list("mesa", flat=True))
        mesas = list(Mesa.objects.filter(pk__in=ids).select_for_update(skip_locked=True).order_by("pk"))
        pendientes = [m for m in mesas if m.estado == E.INVITANDO]
        for mesa in pendientes:
            _cancelar(mesa, R.SE_FUE, ahora, list(se_fueron.filter(mesa=mesa)))
        return len(pendientes)

    return en_transaccion(cancelar) if se_fueron.exists() else 0


def mesa_cerrar(mesa_id: int, motivo: str, culpable: int | None = None, ahora: datetime | None = None) -> bool:
    """La mesa terminó: suelta a todos y lo avisa a la Sala. Idempotente; devuelve si la cerró esta llamada.

    `culpable` es el lugar de aquel por quien se cerró, si fue por alguien (002 §3.2.4). Error: `mesa_inexistente`.
    """
    instante = ahora or timezone.now()

    def cerrar(mesa: Mesa) -> bool:
        if mesa.estado in (E.CERRADA, E.CANCELADA):
            return False
        mesa.culpable = culpable
        _terminar(mesa, E.CERRADA, motivo, instante)
        return True

    return con_mesa(mesa_id, cerrar)


def con_mesa(mesa_id: int, hacer: Callable[[Mesa], T | ErrorDeServicio]) -> T:
    """Bloquea la mesa y la cambia. Vencer y decirlo son lo mismo: ese error se devuelve (`confirmar`)."""

    def aplicar() -> T | ErrorDeServicio:
        mesa = Mesa.objects.select_for_update().filter(pk=mesa_id).first()
        return ErrorDeServicio("mesa_inexistente") if mesa is None else hacer(mesa)

    return confirmar(aplicar)


def confirmar(aplicar: Callable[[], T | ErrorDeServicio]) -> T:
    """En una transacción; el error DEVUELTO se levanta ya confirmada."""
    quedo = en_transaccion(aplicar)
    if isinstance(quedo, ErrorDeServicio):
        raise quedo
    return quedo


def _vencer(mesa: Mesa, ahora: datetime) -> None:
    _cancelar(mesa, R.VENCIO, ahora, mesa.lugares.filter(respuesta=R.PENDIENTE))


def _cancelar(mesa: Mesa, respuesta: Lugar.Respuesta, ahora: datetime, suyos: Iterable[Lugar]) -> None:
    """Por lo que hicieron ésos, que se les apunta y es el motivo."""
    mesa.lugares.filter(pk__in=[lu.pk for lu in suyos]).update(respuesta=respuesta)
    _terminar(mesa, E.CANCELADA, respuesta, ahora)


def _terminar(mesa: Mesa, estado: str, motivo: str, ahora: datetime) -> None:
    mesa.estado, mesa.motivo, mesa.cerrada = estado, motivo[:20], ahora
    mesa.save(update_fields=["estado", "motivo", "culpable", "cerrada"])
    mesa.lugares.update(activo=False)
    if estado == E.CERRADA:
        cuentas = [c for c in mesa.lugares.values_list("cuenta", flat=True) if c is not None]
        # antes que el aviso: quien relea ya los encuentra con actividad
        transaction.on_commit(partial(actividad_de_mesa, cuentas, ahora), robust=True)
    avisar_al_confirmar()

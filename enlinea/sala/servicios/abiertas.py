"""«Juega ya»: mesas con lugares libres, que cualquiera de la Sala ve y toma hasta que se llenan (EL2, D441).

Una mesa abierta siempre tiene algún lugar libre: con el último queda lista. Quien busca toma el primero que le sirva y,
si no hay, abre otra; eso se decide de a uno (`de_a_uno`), o dos que buscan a la vez se esperarían cada uno en la suya.
"""

import secrets
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Exists, OuterRef, QuerySet

from config.base.transaccion import de_a_uno, en_transaccion
from config.comun.filtro import enmascarar
from enlinea.acceso.consultas import exigir_permiso
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios.a_que import asientos_de_llegada, exigir_juego
from enlinea.sala.servicios.armado import (
    GRACIA,
    LARGO_DE_NOMBRE,
    MODOS,
    RETIRADA,
    Armada,
    avisar_que_esta_completa,
    con_mesa,
    confirmar,
    exigir_datos,
    invitacion_dejar,
    presencias_vivas,
)
from enlinea.sala.servicios.completar import completar_si_todos, olvidar_respuestas
from enlinea.sala.servicios.insistencia import exigir_calma
from enlinea.sala.textos import mesa_de
from reglas.reglamento import ABAJO, AMIGOS, reglamento_de_texto
from suscripciones import consultas as suscripciones

E, R = Mesa.Estado, Lugar.Respuesta
BUSCAR = 0x0D0_0001
"""El turno de quienes buscan lugar; cualquier número fijo."""


def lugar_buscar(
    *, cuenta_id: int, meta: str, modo: str, ahora: datetime, se_mira: bool = False, juego: str = str(AMIGOS)
) -> Armada:
    """«Juega ya»: la sienta en la mesa abierta con menos lugares libres a ese juego, esa meta y ese ritmo, o abre una.

    A quien no dijo que se le puede mirar (`se_mira`) no se le sienta donde sí. No la sienta con quien silenció. Si ya
    espera en una abierta, es ésa: dos toques no hacen nada más. Una invitación sin contestar se deja.
    A los otros juegos sin decir la meta, que es la de costumbre: así se encuentran quienes buscan (D547).
    Errores: los de SU3, `juego_invalido`, `meta_invalida`, `modo_invalido`, `no_estas_en_la_sala`, `ya_tienes_mesa`,
    `muchas_mesas`.
    """
    reglamento, cual = exigir_juego(juego, meta)
    if reglamento.oficial and not meta:
        raise ErrorDeServicio("meta_invalida")
    if modo not in MODOS:
        raise ErrorDeServicio("modo_invalido")
    _exigir_que_pueda(cuenta_id, ahora)

    def buscar() -> Armada | ErrorDeServicio:
        de_a_uno(BUSCAR)
        suya = _ya_sentada(cuenta_id)
        if suya is not None:
            return suya
        mesa = _la_que_sirva(cuenta_id, (juego, cual, modo), se_mira)
        if mesa is None:
            exigir_calma(cuenta_id, [], {}, ahora)
            mesa = _abrir(cuenta_id, (juego, cual, modo), ahora, se_mira)
        return _sentar(mesa, cuenta_id, ahora)

    return _sin_chocar(cuenta_id, buscar)


def mesa_abrir(
    *,
    cuenta_id: int,
    id_orden: UUID,
    nombre: str,
    meta: str,
    modo: str,
    se_mira: bool,
    ahora: datetime,
    juego: str = str(AMIGOS),
) -> Armada:
    """«Por enlace»: abre una mesa que no sale en la lista y a la que sólo se llega con su enlace (D473).

    Repetir la orden da la misma. Errores: los de SU3, los de `exigir_datos`, `no_estas_en_la_sala`, `ya_tienes_mesa`,
    `muchas_mesas`, `orden_ajena`.
    """
    titulo = enmascarar(en_un_renglon(nombre))[:LARGO_DE_NOMBRE]
    exigir_datos(titulo, juego, meta, modo)
    previa = Mesa.objects.filter(id_orden=id_orden).first()
    if previa is not None and previa.organizador_id != cuenta_id:
        raise ErrorDeServicio("orden_ajena")
    if previa is not None:
        return Armada(previa.pk, previa.estado)
    _exigir_que_pueda(cuenta_id, ahora)

    def abrir() -> Armada | ErrorDeServicio:
        suya = _ya_sentada(cuenta_id, ni_abierta=True)
        if isinstance(suya, ErrorDeServicio):
            return suya
        exigir_calma(cuenta_id, [], {}, ahora)
        mesa = Mesa.objects.create(
            nombre=titulo, meta=meta, modo=modo, organizador_id=cuenta_id, creada=ahora, estado=E.ABIERTA,
            id_orden=id_orden, solo_enlace=True, se_mira=se_mira, enlace=enlace_nuevo(), reglamento=juego,
        )  # fmt: skip
        return _sentar(mesa, cuenta_id, ahora)

    return _sin_chocar(cuenta_id, abrir)


def lugar_tomar(*, mesa_id: int, cuenta_id: int, ahora: datetime, enlace: str | None = None) -> Armada:
    """Se sienta en esa mesa abierta. Si ya está en ella, no hace nada; si esperaba en otra abierta, la deja.

    `enlace`: el que trae, que ha de seguir siendo el suyo. Errores: los de SU3, `mesa_inexistente`, `enlace_no_vale`,
    `mesa_llena`, `mesa_ya_no_esta` (se fueron todos), `no_estas_en_la_sala`, `ya_tienes_mesa`.
    """
    _exigir_que_pueda(cuenta_id, ahora)

    def tomar() -> Armada | ErrorDeServicio:
        de_a_uno(BUSCAR)
        mesa = Mesa.objects.select_for_update().filter(pk=mesa_id).first()
        if mesa is None:
            return ErrorDeServicio("mesa_inexistente")
        if mesa.lugares.filter(cuenta=cuenta_id, activo=True).exists():
            return Armada(mesa.pk, mesa.estado)
        if mesa.solo_enlace and enlace is None:
            return ErrorDeServicio("mesa_inexistente")
        if enlace is not None and mesa.enlace != enlace:
            return ErrorDeServicio("enlace_no_vale")
        if mesa.estado != E.ABIERTA:
            return ErrorDeServicio("mesa_ya_no_esta" if mesa.estado == E.CANCELADA else "mesa_llena")
        otra = _ya_sentada(cuenta_id)
        if isinstance(otra, ErrorDeServicio):
            return otra
        if otra is not None:
            _levantar(Mesa.objects.select_for_update().get(pk=otra.mesa_id), [cuenta_id], ahora)
        return _sentar(mesa, cuenta_id, ahora)

    return _sin_chocar(cuenta_id, tomar)


def lugar_dejar(*, mesa_id: int, cuenta_id: int, ahora: datetime) -> Armada:
    """Se levanta de la mesa abierta; con el último se deshace. Idempotente. Errores: `mesa_inexistente`,
    `mesa_ya_lista` (ya se juntaron todos).
    """

    def dejar(mesa: Mesa) -> Armada | ErrorDeServicio:
        sentada = mesa.lugares.filter(cuenta=cuenta_id, activo=True).exists()
        if sentada and mesa.estado == E.LISTA:
            return ErrorDeServicio("mesa_ya_lista")
        if sentada and mesa.estado == E.ABIERTA:
            _levantar(mesa, [cuenta_id], ahora)
        return Armada(mesa.pk, mesa.estado)

    return con_mesa(mesa_id, dejar)


def espera_dejar(*, cuenta_id: int, ahora: datetime) -> None:
    """Quien esperaba en una mesa abierta se levanta: se pone a practicar. Si en eso se llenó, se queda (D740)."""
    suya = Lugar.objects.filter(cuenta=cuenta_id, activo=True, mesa__estado=E.ABIERTA).first()
    if suya is None:
        return
    try:
        lugar_dejar(mesa_id=suya.mesa_id, cuenta_id=cuenta_id, ahora=ahora)
    except ErrorDeServicio as e:
        if e.codigo != "mesa_ya_lista":
            raise


def lugares_sin_quien_soltar(ahora: datetime) -> int:
    """El barrido: levanta de las mesas abiertas a quien se fue de la Sala o perdió la señal. Devuelve a cuántos."""
    se_fueron = _sin_presencia(ahora)

    def soltar() -> int:
        de_mesas: dict[int, list[int]] = {}
        for mesa_id, cuenta in se_fueron.values_list("mesa", "cuenta"):
            de_mesas.setdefault(mesa_id, []).append(cuenta)
        mesas = Mesa.objects.filter(pk__in=de_mesas, estado=E.ABIERTA).select_for_update(skip_locked=True)
        tomadas = list(mesas.order_by("pk"))
        for mesa in tomadas:
            _levantar(mesa, de_mesas[mesa.pk], ahora)
        return sum(len(de_mesas[mesa.pk]) for mesa in tomadas)

    return en_transaccion(soltar) if se_fueron.exists() else 0


def _sin_presencia(ahora: datetime) -> QuerySet[Lugar]:
    vivas = presencias_vivas(ahora).filter(cuenta=OuterRef("cuenta"))
    return Lugar.objects.filter(~Exists(vivas), mesa__estado=E.ABIERTA, activo=True, mesa__creada__lte=ahora - GRACIA)


def _exigir_que_pueda(cuenta_id: int, ahora: datetime) -> None:
    exigir_permiso(cuenta_id, ahora)
    if not presencias_vivas(ahora).filter(cuenta=cuenta_id).exists():
        raise ErrorDeServicio("no_estas_en_la_sala")
    invitacion_dejar(cuenta_id=cuenta_id, ahora=ahora)


def _ya_sentada(cuenta_id: int, ni_abierta: bool = False) -> Armada | ErrorDeServicio | None:
    """La abierta en que espera; de otra mesa no se puede salir por aquí, y con `ni_abierta` de ninguna."""
    suyo = Lugar.objects.filter(cuenta=cuenta_id, activo=True).select_related("mesa").first()
    if suyo is None:
        return None
    if ni_abierta or suyo.mesa.estado != E.ABIERTA:
        return ErrorDeServicio("ya_tienes_mesa", mesa=suyo.mesa.nombre)
    return Armada(suyo.mesa_id, suyo.mesa.estado)


def _la_que_sirva(cuenta_id: int, que: tuple[str, str, str], se_mira: bool) -> Mesa | None:
    """La que más gente tenga y, entre iguales, la más vieja; sin nadie a quien silenció.

    Al revés no se mira: que lo salten de una mesa con lugar le diría que alguien lo silenció (D46).
    """
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    con_ellos = Lugar.objects.filter(mesa=OuterRef("pk"), cuenta__in=callados)
    abiertas = Mesa.objects.select_for_update(of=("self",)).filter(~Exists(con_ellos), estado=E.ABIERTA)
    abiertas = abiertas.filter(solo_enlace=False)
    if not se_mira:
        abiertas = abiertas.filter(se_mira=False)
    juego, meta, modo = que
    candidatas = list(abiertas.filter(reglamento=juego, meta=meta, modo=modo).order_by("creada", "pk"))
    return max(candidatas, key=lambda m: m.lugares.count(), default=None)


def _abrir(cuenta_id: int, que: tuple[str, str, str], ahora: datetime, se_mira: bool) -> Mesa:
    juego, meta, modo = que
    return Mesa.objects.create(
        nombre=_nombre_de(cuenta_id), meta=meta, modo=modo, organizador_id=cuenta_id, creada=ahora, estado=E.ABIERTA,
        se_mira=se_mira, reglamento=juego,
    )  # fmt: skip


def enlace_nuevo() -> str:
    """Doce letras: 72 bits, que no se adivinan en lo que una mesa espera."""
    return secrets.token_urlsafe(9)


def _nombre_de(cuenta_id: int) -> str:
    """Lo pone la casa: la ven todos, también quien silenció a quien la abrió."""
    return mesa_de(suscripciones.nombres_publicos([cuenta_id])[cuenta_id])[:LARGO_DE_NOMBRE]


def _sentar(mesa: Mesa, cuenta_id: int, ahora: datetime) -> Armada:
    ocupados = set(mesa.lugares.values_list("asiento", flat=True))
    asientos = asientos_de_llegada(reglamento_de_texto(mesa.reglamento))
    asiento = next(a for a in asientos if a not in ocupados)
    nombre = suscripciones.nombres_publicos([cuenta_id])[cuenta_id]
    Lugar.objects.create(mesa=mesa, asiento=asiento, cuenta_id=cuenta_id, nombre=nombre, respuesta=R.ACEPTO)
    if len(ocupados) + 1 == len(asientos):
        # empieza a contar ahora: de una lista que nadie abre se cuenta desde que se creó (`historial.huerfanas`)
        mesa.estado, mesa.creada = E.LISTA, ahora
        mesa.save(update_fields=["estado", "creada"])
        mesa.lugares.exclude(respuesta=R.ACEPTO).update(respuesta=R.ACEPTO)
        avisar_que_esta_completa(mesa, cuenta_id, ahora)
    avisar_al_confirmar()
    return Armada(mesa.pk, mesa.estado)


def _levantar(mesa: Mesa, cuentas: list[int], ahora: datetime) -> None:
    """Su asiento queda libre. Si organizaba, sigue quien llegó después; sin nadie, la mesa se deshace.

    La propuesta de completarla se va con quien la hizo. Si sólo faltaba el sí de quien se levantó, empieza (D762).
    """
    mesa.lugares.filter(cuenta__in=cuentas).delete()
    sigue = mesa.lugares.order_by("pk").first()
    if sigue is None or sigue.cuenta_id is None:
        mesa.estado, mesa.motivo, mesa.cerrada = E.CANCELADA, RETIRADA, ahora
        mesa.save(update_fields=["estado", "motivo", "cerrada"])
    elif mesa.organizador_id in cuentas:
        sigue.asiento = ABAJO
        sigue.save(update_fields=["asiento"])
        mesa.organizador_id, mesa.nombre = sigue.cuenta_id, _nombre_de(sigue.cuenta_id)
        mesa.save(update_fields=["organizador", "nombre"])
        olvidar_respuestas(mesa)
    elif mesa.lugares.count() == 1:
        olvidar_respuestas(mesa)
    else:
        completar_si_todos(mesa, cuentas[0], ahora)
    avisar_al_confirmar()


def _sin_chocar(cuenta_id: int, hacer: Callable[[], Armada | ErrorDeServicio]) -> Armada:
    """Si a la vez la sentaron por otro camino (la invitaron, abrió una práctica), la base dejó entrar a uno."""
    try:
        return confirmar(hacer)
    except IntegrityError:
        suya = _ya_sentada(cuenta_id)
        if suya is None:
            raise
        if isinstance(suya, ErrorDeServicio):
            raise suya from None
        return suya

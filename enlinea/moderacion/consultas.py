"""A quién puede señalar cada quien, y lo que la administración mira de un reporte (SA3, 002 §3.3)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Q, QuerySet

from enlinea.academia.consultas.fuente import PARTIDA, Fuente
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.diario import diario
from enlinea.diario.diario import leer_eventos, replegar
from enlinea.models import (
    Charla,
    Jugador,
    Lectura,
    Lugar,
    MensajeDelAdministrador,
    Mesa,
    Partida,
    Presencia,
    Reporte,
    Tarjeta,
)
from enlinea.sala.consultas.estado import charlas_de_sala
from reglas.historia import acta_de, partidas_de
from suscripciones import consultas as suscripciones

CHARLA_DE_MESA = 300
ANTES, DESPUES = 30, 10
"""Cuántos mensajes de la Sala se guardan alrededor del señalado."""
SE_SENALA_DURANTE = timedelta(hours=24)
ULTIMAS_MESAS = 5
ULTIMOS_REPORTES = 10
D = Reporte.Decision


@dataclass(frozen=True, slots=True)
class Companero:
    """Alguien con quien se jugó hace poco."""

    cuenta: int
    nombre: str
    mesa_id: int
    mesa: str
    cuando: datetime


@dataclass(frozen=True, slots=True)
class Otro:
    """Otra persona de la mesa o de la partida; `callado`, si quien mira la silenció."""

    cuenta: int
    nombre: str
    asiento: int
    callado: bool


@dataclass(frozen=True, slots=True)
class Platicador:
    """Alguien que escribió hace poco en la Sala, y lo último que dijo."""

    cuenta: int
    nombre: str
    linea: int
    texto: str
    cuando: datetime


@dataclass(frozen=True, slots=True)
class Antecedentes:
    """Lo que ya consta contra un señalado, sin contar este reporte."""

    reportes: int
    personas: int
    sancionados: int
    """Con advertencia, bloqueo o roja."""


def nombre_en_la_mesa(mesa_id: int, cuenta_id: int) -> str | None:
    """Cómo se llama la cuenta en esa mesa, si llegó a sentarse; None si no."""
    lugar = Lugar.objects.filter(mesa=mesa_id, cuenta=cuenta_id, respuesta=Lugar.Respuesta.ACEPTO)
    return (
        lugar.exclude(mesa__estado__in=(Mesa.Estado.ABIERTA, Mesa.Estado.INVITANDO, Mesa.Estado.CANCELADA))
        .values_list("nombre", flat=True)
        .first()
    )


def nombre_en_la_partida(mesa_id: int, numero: int, cuenta_id: int) -> str | None:
    """Cómo se llama la cuenta en esa partida ya acabada; None si no la jugó."""
    jugador = Jugador.objects.filter(partida__mesa=mesa_id, partida__numero=numero, cuenta=cuenta_id)
    return jugador.values_list("nombre", flat=True).first()


def nombre_del_posible_senalado(
    *, quien: int, senalado: int, mesa: int | None, numero: int | None, linea: int | None, ahora: datetime
) -> str | None:
    """Cómo se llama a quien se va a señalar; None si no coincidieron ahí (o no existe: no se distingue)."""
    if quien == senalado:
        return None
    if linea is not None:
        dicha = linea_que_leyo(linea, quien, ahora)
        return dicha.nombre if dicha is not None and dicha.autor_id == senalado else None
    if mesa is None:
        return None
    if numero is None:
        suyo, otro = (nombre_en_la_mesa(mesa, c) for c in (quien, senalado))
    else:
        suyo, otro = (nombre_en_la_partida(mesa, numero, c) for c in (quien, senalado))
    return otro if suyo is not None else None


def partida_en_curso(mesa_id: int) -> int:
    """El número de la partida en que va la mesa; 0 si no ha comenzado ninguna."""
    return replegar(diario.leer(mesa_id)).partida


def linea_que_leyo(linea_id: int, cuenta_id: int, ahora: datetime) -> Charla | None:
    """Un mensaje de la Sala de hace menos de un día, si la cuenta tuvo la Sala abierta al decirse o después."""
    linea = Charla.objects.filter(pk=linea_id, mesa=None, instante__gt=ahora - SE_SENALA_DURANTE).first()
    if linea is None:
        return None
    estuvo = Presencia.objects.filter(cuenta=cuenta_id, visto__gte=linea.instante)
    return linea if estuvo.exists() else None


def charla_de_mesa_congelada(mesa_id: int) -> list[dict[str, Any]]:
    """Lo dicho en la mesa hasta ahora, en orden: los últimos 300 mensajes."""
    filas = Charla.objects.filter(mesa=mesa_id).order_by("-pk")[:CHARLA_DE_MESA]
    return [_congelar(c) for c in reversed(filas)]


def charla_de_sala_congelada(linea: Charla) -> list[dict[str, Any]]:
    """El mensaje de la Sala con lo que se dijo antes (30) y después (10)."""
    de_sala = Charla.objects.filter(mesa=None)
    antes = list(de_sala.filter(pk__lte=linea.pk).order_by("-pk")[: ANTES + 1])
    despues = list(de_sala.filter(pk__gt=linea.pk).order_by("pk")[:DESPUES])
    return [_congelar(c) for c in [*reversed(antes), *despues]]


def _congelar(c: Charla) -> dict[str, Any]:
    linea = {"id": c.pk, "autor": c.autor_id, "nombre": c.nombre, "dijo": c.original or c.texto}
    return {**linea, **({"vieron": c.texto} if c.original else {}), "cuando": c.instante.isoformat()}


def companeros_de(cuenta_id: int) -> list[Companero]:
    """Con quiénes se sentó en sus últimas cinco mesas, una vez cada uno y lo más reciente primero."""
    suyos = Lugar.objects.filter(cuenta=cuenta_id, respuesta=Lugar.Respuesta.ACEPTO)
    suyos = suyos.exclude(mesa__estado__in=(Mesa.Estado.ABIERTA, Mesa.Estado.INVITANDO, Mesa.Estado.CANCELADA))
    mesas = list(suyos.order_by("-mesa__creada").values_list("mesa_id", flat=True)[:ULTIMAS_MESAS])
    otros = Lugar.objects.filter(mesa__in=mesas, cuenta__isnull=False).exclude(cuenta=cuenta_id)
    vistos: dict[int, Companero] = {}
    for lu in otros.select_related("mesa").order_by("-mesa__creada", "asiento"):
        vistos.setdefault(
            lu.cuenta_id or 0, Companero(lu.cuenta_id or 0, lu.nombre, lu.mesa_id, lu.mesa.nombre, lu.mesa.creada)
        )
    return list(vistos.values())


def otros_de_la_mesa(mesa_id: int, cuenta_id: int) -> list[Otro]:
    """Las otras personas de la mesa, sin automáticos, en el orden en que se sentaron al armarla."""
    otros = Lugar.objects.filter(mesa=mesa_id, cuenta__isnull=False).exclude(cuenta=cuenta_id).order_by("asiento")
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    return [Otro(lu.cuenta_id or 0, lu.nombre, lu.asiento, lu.cuenta_id in callados) for lu in otros]


def otros_de_la_partida(partida_id: int, cuenta_id: int) -> tuple[Partida, list[Otro]] | None:
    """Una partida ya acabada y sus otras personas; None si la cuenta no la jugó (o no existe: no se distingue)."""
    partida = Partida.objects.filter(pk=partida_id, jugadores__cuenta=cuenta_id).select_related("mesa").first()
    if partida is None:
        return None
    otros = partida.jugadores.filter(cuenta__isnull=False).exclude(cuenta=cuenta_id).order_by("asiento")
    return partida, [Otro(j.cuenta_id or 0, j.nombre, j.asiento, False) for j in otros]


def platicadores_para(cuenta_id: int, ahora: datetime) -> list[Platicador]:
    """Quiénes escribieron hace poco en la Sala, con lo último que dijo cada uno; de quien se silenció no se enseña."""
    ultimos: dict[int, Platicador] = {}
    callados = callados_por([cuenta_id]).get(cuenta_id, frozenset())
    for c in reversed(charlas_de_sala()):
        if c.autor != cuenta_id and c.autor not in callados and c.instante > ahora - SE_SENALA_DURANTE:
            ultimos.setdefault(c.autor, Platicador(c.autor, c.nombre, c.id, c.texto, c.instante))
    return list(ultimos.values())


def antecedentes(reporte: Reporte) -> Antecedentes:
    """Cuántos reportes más hay contra el señalado, de cuántas personas y cuántos acabaron en algo (002 §3.3.2.4)."""
    otros = Reporte.objects.filter(senalado=reporte.senalado_id).exclude(pk=reporte.pk)
    con_algo = ~Q(decision__in=(Reporte.Decision.PENDIENTE, Reporte.Decision.IGNORADO))
    personas = otros.order_by().values("quien").distinct().count()
    return Antecedentes(otros.count(), personas, otros.filter(con_algo).count())


def partida_del_reporte(reporte: Reporte) -> Partida | None:
    """La partida ya acabada de la que se habla; None si sigue, o si fue en la Sala."""
    return Partida.objects.filter(mesa=reporte.mesa_id, numero=reporte.numero).first() if reporte.mesa_id else None


def fuente_del_reporte(reporte: Reporte) -> Fuente | None:
    """La partida señalada, lista para repetirla jugada por jugada: sólo las manos ya terminadas (EL8)."""
    acta = registro_de_la_partida(reporte)
    if acta is None or reporte.mesa is None:
        return None
    return Fuente(PARTIDA, reporte.numero, reporte.mesa.nombre, reporte.creado, acta, 0, 0)


def fuente_para_administrar(reporte_id: int, cuenta_id: int) -> Fuente | None:
    """La partida de ese reporte, sólo para quien puede ver reportes en la administración; a los demás, None."""
    if not any(suscripciones.administra(cuenta_id, f"enlinea.{que}_reporte") for que in ("view", "change")):
        return None
    reporte = Reporte.objects.filter(pk=reporte_id).select_related("mesa").first()
    return fuente_del_reporte(reporte) if reporte is not None else None


def registro_de_la_partida(reporte: Reporte) -> dict[str, Any] | None:
    """El acta de la partida señalada con las manos YA terminadas (EL8, tampoco para la administración); None si no hay.

    De la que llegó a la meta, la guardada; de la que sigue o quedó a medias, lo que dice su diario.
    """
    if reporte.mesa_id is None:
        return None
    guardada = partida_del_reporte(reporte)
    if guardada is not None and guardada.acta:
        acta: dict[str, Any] = guardada.acta
        return acta
    if Mesa.objects.filter(pk=reporte.mesa_id).exclude(clave_de_reparto="").exists():  # otras mesas la juegan (TO27)
        return None
    nombres = list(Lugar.objects.filter(mesa=reporte.mesa_id).order_by("asiento").values_list("nombre", flat=True))
    eventos = (evento for renglon in diario.leer(reporte.mesa_id) for evento in leer_eventos(renglon.eventos))
    suya = next((p for p in partidas_de(eventos) if p.numero == reporte.numero), None)
    return acta_de(suya, nombres) if suya is not None and len(nombres) == 4 else None


@dataclass(frozen=True, slots=True)
class Envio:
    """Lo que se le dijo a una de las partes al decidir, cuándo, quién y si ya lo leyó."""

    para: str
    texto: str
    enviado: datetime
    quien: str
    leido: datetime | None


def orden_del_aviso(reporte: Reporte, decision: str, cuenta_id: int) -> UUID:
    """Con qué se manda el aviso de esa decisión a esa parte: una vez, y se sabe cuál fue."""
    return uuid5(reporte.id_orden, f"{decision}:{cuenta_id}")


def lo_que_se_envio(reporte: Reporte) -> list[Envio]:
    """Todo lo que se les dijo a las dos partes por este reporte, en orden; también antes de que se escalara."""
    partes = {reporte.senalado_id: reporte.nombre_del_senalado, reporte.quien_id: reporte.nombre_de_quien}
    ordenes = [orden_del_aviso(reporte, decision, parte) for decision in D.values for parte in partes]
    # los de antes no decían de qué decisión eran: salieron en el mismo instante
    de_antes = Q(id_orden=None, para__in=partes, enviado=reporte.decidido, enviado_por=reporte.decidido_por_id)
    suyos = MensajeDelAdministrador.objects.filter(Q(id_orden__in=ordenes) | de_antes).select_related("enviado_por")
    leidos = dict(Lectura.objects.filter(mensaje__in=suyos).values_list("mensaje_id", "leido"))
    return [
        Envio(partes[m.para_id or 0], m.texto, m.enviado, str(m.enviado_por), leidos.get(m.pk))
        for m in suyos.order_by("enviado", "pk")
    ]


def por_decidir() -> QuerySet[Reporte]:
    """Los que faltan."""
    return Reporte.objects.filter(decision=D.PENDIENTE)


def reportes_de(cuenta_id: int) -> list[Reporte]:
    """Los últimos contra esa cuenta y los que ella mandó, del más nuevo al más viejo."""
    suyos = Reporte.objects.filter(Q(senalado=cuenta_id) | Q(quien=cuenta_id)).defer("charla")
    return list(suyos.order_by("-creado")[:ULTIMOS_REPORTES])


def reporte_de_la_roja(tarjeta: Tarjeta) -> Reporte | None:
    """El reporte del que salió esa roja; None si se dio a mano."""
    suyos = Reporte.objects.filter(senalado=tarjeta.cuenta_id, decision=Reporte.Decision.ROJA)
    return suyos.filter(decidido=tarjeta.instante).first()

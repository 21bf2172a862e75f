"""Traer un torneo de su acta, entero o a medias: entra todo o no entra nada (TO30, D576 a D579).

Escribe las filas de una vez y, en la misma transacción, vuelve a armar el torneo desde ellas: si no es el mismo que
decía el acta, se deshace. Así lo que la base no sabe guardar no se pierde callado.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Libro
from reglas.suizo import tipos as de_reglas
from reglas.suizo.bolsas import abre_etapa
from reglas.suizo.dictamen import Sancion as TipoDeSancion
from reglas.suizo.tipos import Modalidad
from suscripciones import consultas as suscripciones
from torneos.actas.traida import Leida, canonico, leer
from torneos.identidad import Quien
from torneos.models import (
    SUPLENTE,
    Declarado,
    Disposicion,
    EnDeclarado,
    Inscrito,
    Orden,
    Restriccion,
    Sancion,
    Suceso,
    Torneo,
)
from torneos.reconstruir import huella_de_acta, torneo_de
from torneos.servicios.alta import CREAR, Ajustes, clave_de_repartos, codigo_nuevo, limpiar
from torneos.servicios.base import E, Operacion
from torneos.servicios.inscripcion import nombre_por_omision
from torneos.servicios.pedido import Pedido
from torneos.servicios.traer_partidas import Avanzar, escribir_partidas, sin_decirlo

DEL_ACTA = "Así lo dice el acta."


@dataclass(frozen=True, slots=True)
class Traido:
    """Cuál quedó, y si ya estaba."""

    torneo: Torneo
    ya_estaba: bool


def torneo_traer(*, quien: Quien, acta: Any, ahora: datetime | None = None) -> Traido:
    """Deja el torneo del acta como uno propio, con su misma tabla; la misma acta de la misma cuenta es el mismo torneo,
    salvo que se haya cancelado.

    Lo trae quien puede organizar (SU3). Errores: `sin_cuenta`, `suspendido`, `suscripcion_…`, los de `leer` y de crear
    un torneo, `acta_con_repetidos` y `acta_se_perderia` (dónde no quedó igual).
    """
    instante = ahora or timezone.now()
    return escribir(quien, preparar(quien, acta, instante), huella_de_acta(acta), instante)


def preparar(quien: Quien, acta: Any, ahora: datetime) -> Leida:
    """Lo que dice el acta, de quien puede traerla: aún no escribe nada. Errores: los de `torneo_traer` que no son de
    lo ya escrito."""
    permiso = suscripciones.puede_organizar(quien.cuenta_id, ahora)
    if not permiso.puede:
        raise ErrorDeServicio(permiso.motivo, hasta=permiso.hasta)
    leida = leer(acta)
    return leida._replace(torneo=con_nombres(leida.torneo))


def escribir(quien: Quien, leida: Leida, huella: str, ahora: datetime, avanzar: Avanzar = sin_decirlo) -> Traido:
    """Todo o nada; `avanzar` oye cuántas partidas van. Errores: `acta_con_repetidos` y `acta_se_perderia`."""
    try:
        with transaction.atomic():
            return _traer(quien, leida, huella, ahora, avanzar)
    except IntegrityError as e:  # la misma a la vez, o algo que la base no admite dos veces
        previo = ya_traido(quien, huella)
        if previo is None:
            raise ErrorDeServicio("acta_con_repetidos") from e
        return Traido(previo, True)


def ya_traido(quien: Quien, huella: str) -> Torneo | None:
    """El que esa cuenta trajo con esa acta, si lo hay y no se canceló."""
    return _previo(quien, huella)[0]


def con_nombres(t: de_reglas.Torneo) -> de_reglas.Torneo:
    """Un acta de otra parte no dice cómo se llaman las parejas y los equipos: aquí todos se llaman de algún modo."""
    suyos = {j.id: j.nombre for j in t.jugadores}
    return replace(
        t,
        entidades=tuple(
            e if e.nombre else replace(e, nombre=nombre_por_omision([suyos[j] or j for j in e.jugadores]))
            for e in t.entidades
        ),
    )


def _previo(quien: Quien, huella: str) -> tuple[Torneo | None, UUID]:
    """El que ya se trajo con esa acta y, si no lo hay o se canceló, con qué orden se trae: la misma para quien lo pida
    a la vez, y así entra uno.
    """
    clave = f"torneo:{quien.cuenta_id}:{huella}"
    while True:
        orden = uuid5(NAMESPACE_URL, clave)
        previa = Orden.objects.filter(id_orden=orden, accion=CREAR).select_related("torneo").first()
        if previa is None or previa.torneo.estado != E.CANCELADO:
            return (None if previa is None else previa.torneo), orden
        clave = f"{clave}:{previa.torneo_id}"


def _traer(quien: Quien, leida: Leida, huella: str, ahora: datetime, avanzar: Avanzar) -> Traido:
    previo, orden = _previo(quien, huella)
    if previo is not None:
        return Traido(previo, True)
    t = leida.torneo
    if {j.id for j in t.jugadores} != {uno for e in t.entidades for uno in e.personas} and t.entidades:
        raise ErrorDeServicio("acta_se_perderia", donde=DICHOS["jugadores"])
    ajustes = _ajustes(leida, ahora)
    fila = Torneo.objects.create(
        codigo=codigo_nuevo(),
        organizador_id=quien.cuenta_id or 0,  # `puede_organizar` ya lo pidió
        creado=ahora,
        actividad=ahora,
        traido=ahora,
        # de las que siguen: con la de allá se sabrían sus fichas, y el acta no la lleva (TO27)
        clave_de_repartos=clave_de_repartos(ajustes),
        **limpiar(ajustes),
        **_sorteo(t.semilla),
        **_estado(t, ahora),
    )
    op = Operacion(fila, quien, ahora)
    de = _inscribir(fila, t, ahora)
    _disponer(op, t, de)
    escribir_partidas(op, t, de, dict(_cortes(t)), avanzar)
    quedo = canonico(torneo_de(fila, con_manos=True, con_repartos=True))
    if quedo != t:
        raise ErrorDeServicio("acta_se_perderia", donde=donde_difieren(t, quedo))
    pedido = Pedido(quien, CREAR, {"acta": huella})
    Libro(Orden, {"torneo": fila}).anotar(orden, pedido, ahora, {})
    Suceso.objects.create(torneo=fila, accion="torneo_traer", datos={"huella": huella}, quien=op.nombre, instante=ahora)
    return Traido(fila, False)


def _ajustes(leida: Leida, ahora: datetime) -> Ajustes:
    t = leida.torneo
    de = t.modalidad.de_cuantos
    hay = len(t.entidades or t.jugadores)
    return Ajustes(
        nombre=t.nombre,
        fecha=leida.fecha or ahora,
        tipo=t.tipo,
        meta=t.meta,
        previstas=t.previstas,
        lugar=leida.lugar,
        contrarios=t.contrarios,
        cupo=max(hay, -(-8 // de)),
        modalidad=t.modalidad,
        encuentro=t.encuentro,
        bolsas=t.bolsas.cantidad if t.bolsas else None,
        intercambio=t.bolsas.intercambio if t.bolsas else None,
        intranet=t.tipo is de_reglas.Tipo.MULTIPLICADO,
    )


def _sorteo(semilla: str) -> dict[str, str]:
    """Lo comprometido y lo dictado si la semilla es de esta casa; si no, entera (TO6)."""
    clave, _dos_puntos, dictado = semilla.partition(":")
    if 0 < len(clave) <= 64 and 0 < len(dictado) <= 60:
        return {"clave_de_sorteo": clave, "dictado": dictado}
    return {"clave_de_sorteo": "", "semilla": semilla}


def _estado(t: de_reglas.Torneo, ahora: datetime) -> dict[str, Any]:
    """Jugadas todas las previstas quedó terminado; si falta una mesa o una partida, sigue en juego."""
    acabo = len(t.partidas) == t.previstas and all(p.cerrada for p in t.partidas)
    estado = E.TERMINADO if acabo else E.EN_JUEGO
    return {"estado": estado, "iniciado": ahora, "terminado": ahora if acabo else None}


def _cortes(t: de_reglas.Torneo) -> Iterator[tuple[int, tuple[tuple[str, ...], ...]]]:
    """En qué partida se estrenó cada corte (TO24)."""
    abren = [p.numero for p in t.partidas if abre_etapa(t, p.numero)]
    yield from zip(abren, t.bolsas.cortes if t.bolsas else (), strict=False)


# -- quiénes ----------------------------------------------------------------------------------------------------------


def _inscribir(fila: Torneo, t: de_reglas.Torneo, ahora: datetime) -> Mapping[str, Inscrito]:
    """A cada quien con su número; en Parejas y Equipos, primero los conjuntos y luego los suyos."""
    fijas = dict(t.siguiente.fijas)

    def uno(quien: de_reglas.Jugador | de_reglas.Entidad, comodin: bool) -> Inscrito:
        return Inscrito(
            torneo=fila,
            numero=int(quien.id),
            nombre=quien.nombre or quien.id,
            comodin=comodin,
            llego=ahora,
            desde=quien.desde,
            hasta=quien.hasta,
            mesa_fija=fijas.get(quien.id),
        )

    if t.modalidad is Modalidad.INDIVIDUAL:
        return {str(i.numero): i for i in Inscrito.objects.bulk_create(uno(j, j.comodin) for j in t.jugadores)}
    de_casa = t.comodines
    conjuntos = Inscrito.objects.bulk_create(uno(e, e.id in de_casa) for e in t.entidades)
    de = {str(i.numero): i for i in conjuntos}
    nombres = {j.id: j.nombre for j in t.jugadores}
    gente = [
        Inscrito(torneo=fila, numero=int(quien), nombre=nombres[quien] or quien, conjunto=de[e.id], letra=letra)
        for e in t.entidades
        for quien, letra in _lugares(e)
    ]
    de |= {str(i.numero): i for i in Inscrito.objects.bulk_create(gente)}
    for e in t.entidades:
        if e.suplente is not None:
            suyo = de[e.id]
            suyo.suplente_desde, suyo.suple_a = e.suplente.desde, de[e.suplente.por]
            suyo.save(update_fields=["suplente_desde", "suple_a"])
    return de


def _lugares(e: de_reglas.Entidad) -> Iterator[tuple[str, int]]:
    yield from ((quien, letra) for letra, quien in enumerate(e.jugadores))
    if e.suplente is not None:
        yield e.suplente.id, SUPLENTE


# -- lo que dispuso quien organiza ------------------------------------------------------------------------------------


def _disponer(op: Operacion, t: de_reglas.Torneo, de: Mapping[str, Inscrito]) -> None:
    firma = {"torneo": op.torneo, "motivo": DEL_ACTA, "quien": op.nombre, "instante": op.ahora}
    plazos = {v.par: v for v in t.vigencias}
    pares = [(Restriccion.Tipo.PROHIBIDO, par) for par in t.prohibidos]
    pares += [(Restriccion.Tipo.EVITAR, par) for par in t.evitar]
    Restriccion.objects.bulk_create(
        Restriccion(
            tipo=tipo,
            uno=de[par[0]],
            otro=de[par[1]],
            desde=plazos[par].desde if par in plazos else 1,
            hasta=plazos[par].hasta if par in plazos else None,
            **firma,
        )
        for tipo, par in pares
    )
    dispuesto: list[tuple[str, tuple[str, ...]]] = [(Disposicion.Tipo.AUSENTE, (n,)) for n in t.siguiente.ausentes]
    dispuesto += [(Disposicion.Tipo.FORZADA, mesa) for mesa in t.siguiente.forzadas]
    Disposicion.objects.bulk_create(
        Disposicion(tipo=tipo, numeros=[int(n) for n in numeros], **firma) for tipo, numeros in dispuesto
    )
    _castigar(t, de, firma)
    for declarados in t.distancia:
        cuantos = 2 if len(declarados.jugadores) <= 2 else 4
        d = Declarado.objects.create(torneo=op.torneo, nombre=declarados.nombre, cuantos=cuantos)
        EnDeclarado.objects.bulk_create(
            EnDeclarado(declarado=d, inscrito=de[uno], cuantos=cuantos) for uno in declarados.jugadores
        )


def _castigar(t: de_reglas.Torneo, de: Mapping[str, Inscrito], firma: Mapping[str, Any]) -> None:
    """Uno negativo quita otro igual de la misma persona y partida, si lo hay (D330)."""
    sin_quitar: dict[tuple[str, int, int], list[Sancion]] = {}
    for c in t.castigos:
        pendientes = sin_quitar.get((c.sujeto, c.partida, -c.tantos), [])
        s = Sancion.objects.create(
            inscrito=de[c.sujeto],
            tipo=TipoDeSancion.CASTIGO.value,
            partida=c.partida,
            tras=c.partida if c.tras is None else c.tras,
            tantos=c.tantos,
            quita=pendientes.pop(0) if pendientes else None,
            **firma,
        )
        if c.tantos > 0:
            sin_quitar.setdefault((c.sujeto, c.partida, c.tantos), []).append(s)


def donde_difieren(acta: de_reglas.Torneo, quedo: de_reglas.Torneo) -> str:
    """La primera parte del acta que no quedó igual, con su partida y su mesa si es de una."""
    for a, b in zip(acta.partidas, quedo.partidas, strict=False):
        for m, n in zip(a.mesas, b.mesas, strict=False):
            if m != n:
                return f"partida {a.numero}, mesa {m.numero}"
        if a != b:
            return f"partida {a.numero}"
    for campo, dicho in DICHOS.items():
        if getattr(acta, campo) != getattr(quedo, campo):
            return dicho
    return "los ajustes del torneo"


DICHOS = {
    "jugadores": "las personas",
    "entidades": "las parejas y los equipos",
    "prohibidos": "los prohibidos",
    "evitar": "los que se debe evitar enfrentar",
    "vigencias": "desde cuándo rige un prohibido",
    "bolsas": "los cortes de las bolsas",
    "distancia": "lo declarado a distancia",
    "castigos": "los castigos",
    "siguiente": "lo dispuesto para la partida que sigue",
}

"""Lectura del Recreo: un solo viaje a la base arma el estado entero de una versión."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from django.db.models import QuerySet

from recreo.errores import ErrorDeServicio
from recreo.estado import (
    CastigoVisto,
    DiscrepanciaVista,
    EstadoRecreo,
    IncidenciaVista,
    JugadorVisto,
    ManoVista,
    MesaVista,
    PartidaVista,
    Revision,
)
from recreo.models import (
    Anotacion,
    Asiento,
    Castigo,
    Discrepancia,
    Incidencia,
    Jugador,
    Mesa,
    Partida,
    PaseDeMesa,
    Recreo,
)
from reglas.anotacion import ManoAnotada, ganadora_de_mano
from reglas.roles import ROLES, anotadores_de_mesa
from reglas.salida import salidor_de_mano
from reglas.tipos import Desenlace, Fin, Meta

T = TypeVar("T")


@dataclass(frozen=True)
class ResumenRecreo:
    """Un renglón de la lista de Recreos de una persona."""

    codigo: str
    nombre: str
    lugar: str
    tamano: int
    estado: str
    creado: datetime
    iniciado: datetime | None


def id_de(codigo: str) -> int:
    """Identificador del Recreo con ese código. Error: `recreo_inexistente`."""
    pk = _con_codigo(codigo).values_list("pk", flat=True).first()
    if pk is None:
        raise ErrorDeServicio("recreo_inexistente")
    return pk


def existe(codigo: str) -> bool:
    """¿Hay un Recreo con ese código?"""
    return _con_codigo(codigo).exists()


def _con_codigo(codigo: str) -> QuerySet[Recreo]:
    # PostgreSQL no busca un texto con el carácter nulo
    return Recreo.objects.filter(codigo=codigo.upper()) if codigo.isalnum() else Recreo.objects.none()


def esta_en_uno(cuenta_id: int | None, llave: str) -> bool:
    """¿Esa cuenta, o ese teléfono, está en un Recreo sin terminar?"""
    propios = Jugador.objects.filter(vigente=True)
    con_cuenta = cuenta_id is not None and propios.filter(cuenta_id=cuenta_id).exists()
    return con_cuenta or recreo_de_llave(llave) is not None


def versiones(ids: Iterable[int]) -> dict[int, int]:
    """Versión de cada Recreo, en una sola consulta (la usa el vigía de cada proceso)."""
    return dict(Recreo.objects.filter(pk__in=list(ids)).values_list("pk", "version"))


def recreos_de(cuenta_id: int) -> list[ResumenRecreo]:
    """Recreos de una cuenta, del más nuevo al más viejo."""
    filas = Recreo.objects.filter(jugadores__cuenta_id=cuenta_id).order_by("-creado")[:50]
    return [ResumenRecreo(r.codigo, r.nombre, r.lugar, r.tamano, r.estado, r.creado, r.iniciado) for r in filas]


def recreos_sin_terminar_de(correos: Iterable[str]) -> dict[str, tuple[str, str]]:
    """De esos correos, los que están en un Recreo sin terminar: su código y su nombre (RE1)."""
    filas = Jugador.objects.filter(vigente=True, correo__in=[c for c in correos if c])
    return {c: (k, n) for c, k, n in filas.values_list("correo", "recreo__codigo", "recreo__nombre")}


def cuentas_en_juego(cuentas: Collection[int]) -> set[int]:
    """De esas cuentas, las que están en un Recreo en curso."""
    suyos = Jugador.objects.filter(vigente=True, cuenta__in=cuentas, recreo__estado=Recreo.Estado.EN_JUEGO)
    return {c for c in suyos.order_by().values_list("cuenta_id", flat=True) if c is not None}


def llaves_en_recreo(llaves: Iterable[str]) -> set[str]:
    """De esas llaves de teléfono, las de un Recreo sin terminar."""
    suyas = [llave for llave in llaves if llave]
    return set(Jugador.objects.filter(vigente=True, llave__in=suyas).order_by().values_list("llave", flat=True))


def recreo_de_llave(llave: str) -> str | None:
    """Código del Recreo sin terminar de un teléfono que reclamó un nombre."""
    if not llave:
        return None
    return Jugador.objects.filter(vigente=True, llave=llave).values_list("recreo__codigo", flat=True).first()


def pase_vigente(clave: str, ahora: datetime) -> tuple[int, int, int] | None:
    """(recreo_id, partida, mesa) de un pase sin usar; None si ya no vale."""
    return (
        PaseDeMesa.objects.filter(clave=clave, usado=None, vence__gte=ahora)
        .values_list("mesa__partida__recreo_id", "mesa__partida__numero", "mesa__numero")
        .first()
    )


def pase_vence(clave: str) -> datetime | None:
    """Hasta cuándo vale un pase."""
    return PaseDeMesa.objects.filter(clave=clave).values_list("vence", flat=True).first()


def estado_de(recreo_id: int, previo: EstadoRecreo | None = None) -> EstadoRecreo:
    """El Recreo completo. Error: `recreo_inexistente`.

    La versión se lee primero: si algo cambia a media lectura, el aviso siguiente trae una versión mayor. Con `previo`
    (el mismo Recreo, una versión anterior) no se vuelven a leer las mesas de las partidas que ya estaban cerradas.
    """
    r = Recreo.objects.filter(pk=recreo_id).first()
    if r is None:
        raise ErrorDeServicio("recreo_inexistente")
    jugadores = {j.pk: _jugador(j) for j in Jugador.objects.filter(recreo=r).order_by("numero")}
    nuevo = EstadoRecreo(
        id=r.pk,
        codigo=r.codigo,
        nombre=r.nombre,
        lugar=r.lugar,
        tamano=r.tamano,
        meta=Meta(r.meta),
        importe=r.importe,
        pago_extraordinario=r.pago_extraordinario,
        organizador_id=r.organizador_id,
        estado=r.estado,
        version=r.version,
        creado=r.creado,
        iniciado=r.iniciado,
        terminado=r.terminado,
        jugadores={j.numero: j for j in jugadores.values()},
        partidas=_partidas(r, {pk: j.numero for pk, j in jugadores.items()}, previo.cerradas if previo else ()),
    )
    if previo is not None:
        nuevo.heredar(previo)
    return nuevo


def _jugador(j: Jugador) -> JugadorVisto:
    invitado = j.invitado if j.correo and j.invitado_a == j.correo else None
    no_llego = bool(j.correo) and j.no_llego_a == j.correo
    return JugadorVisto(
        j.numero, j.nombre, j.correo, j.cuenta_id, j.llave, j.entro, j.co_organizador, j.anota, invitado, no_llego
    )


def _por_mesa(filas: Iterable[T], llave: str = "mesa_id") -> dict[int, list[T]]:
    grupos: dict[int, list[T]] = defaultdict(list)
    for f in filas:
        grupos[getattr(f, llave)].append(f)
    return grupos


@dataclass(frozen=True)
class _Lote:
    """Todo lo de las mesas de un Recreo, agrupado por mesa."""

    numeros: dict[int, int]
    ausentes: dict[int, list[Asiento]]
    anotaciones: dict[int, list[Anotacion]]
    incidencias: dict[int, list[Incidencia]]
    discrepancias: dict[int, list[Discrepancia]]


def _partidas(r: Recreo, numeros: dict[int, int], conocidas: tuple[PartidaVista, ...]) -> tuple[PartidaVista, ...]:
    partidas = list(Partida.objects.filter(recreo=r).order_by("numero"))
    if not partidas:
        return ()
    cerradas = {(p.numero, p.termino): p.mesas for p in conocidas}
    leidas = {p.pk: cerradas[p.numero, p.termino] for p in partidas if (p.numero, p.termino) in cerradas}
    por_leer = [p.pk for p in partidas if p.pk not in leidas]
    mesas = _por_mesa(Mesa.objects.filter(partida__in=por_leer).order_by("numero"), "partida_id")
    castigos = _por_mesa(Castigo.objects.filter(partida__recreo=r, anulado=None).order_by("pk"), "partida_id")
    de_este = {"mesa__partida__in": por_leer}
    lote = _Lote(
        numeros,
        _por_mesa(Asiento.objects.filter(**de_este, presente=False).order_by("lugar")),
        _por_mesa(Anotacion.objects.filter(**de_este).order_by("mano", "revision")),
        _por_mesa(Incidencia.objects.filter(**de_este).order_by("pk")),
        _por_mesa(Discrepancia.objects.filter(**de_este, resuelta=None).order_by("pk")),
    )
    return tuple(
        PartidaVista(
            numero=p.numero,
            inicio=p.inicio,
            termino=p.termino,
            rol=ROLES[r.tamano].partidas[p.numero - 1],
            mesas=leidas.get(p.pk) or tuple(_mesa(r, p, m, lote) for m in mesas[p.pk]),
            castigos=tuple(
                CastigoVisto(c.pk, numeros[c.jugador_id], c.tantos, c.motivo, c.quien, c.instante)
                for c in castigos[p.pk]
            ),
        )
        for p in partidas
    )


def _mesa(r: Recreo, p: Partida, m: Mesa, lote: _Lote) -> MesaVista:
    meta = Meta(r.meta)
    manos, borradas, revisiones = _manos(meta, m, lote.anotaciones[m.pk])
    rol = ROLES[r.tamano]
    return MesaVista(
        id=m.pk,
        partida=p.numero,
        numero=m.numero,
        meta=meta,
        rol=rol.partidas[p.numero - 1].mesas[m.numero - 1],
        anotador=None if m.anotador_id is None else lote.numeros[m.anotador_id],
        requeridos=anotadores_de_mesa(rol, p.numero, m.numero),
        ausentes=tuple(lote.numeros[a.jugador_id] for a in lote.ausentes[m.pk]),
        asistencia=m.asistencia,
        salidor=m.salidor,
        confirmada=m.confirmada,
        fin=Fin(m.fin) if m.fin else None,
        gana_default=m.gana_default,
        motivo=m.motivo,
        cerrada=m.cerrada,
        cerrada_por=m.cerrada_por,
        inicio=p.inicio,
        manos=manos,
        borradas=borradas,
        revisiones=revisiones,
        incidencias=tuple(_incidencia(i, lote.numeros) for i in lote.incidencias[m.pk]),
        discrepancias=tuple(
            DiscrepanciaVista(d.pk, d.mano, _datos(d), d.quien, d.instante) for d in lote.discrepancias[m.pk]
        ),
    )


def _datos(a: Anotacion | Discrepancia) -> ManoAnotada:
    return ManoAnotada(Desenlace(a.desenlace), a.pareja, a.tantos)


def _manos(
    meta: Meta, m: Mesa, anotaciones: list[Anotacion]
) -> tuple[tuple[ManoVista, ...], tuple[Revision, ...], dict[int, int]]:
    """Manos vigentes, anotaciones de manos borradas y última revisión de cada número de mano."""
    por_mano: dict[int, list[Anotacion]] = defaultdict(list)
    for a in anotaciones:
        por_mano[a.mano].append(a)
    vigentes: list[ManoVista] = []
    borradas: list[Revision] = []
    for numero, revisiones in sorted(por_mano.items()):
        rastro = tuple(Revision(a.revision, _datos(a), a.borrada, a.quien, a.instante) for a in revisiones)
        ultima = revisiones[-1]
        if ultima.borrada:
            borradas.extend(rastro)
            continue
        datos = _datos(ultima)
        vigentes.append(
            ManoVista(
                numero=numero,
                revision=ultima.revision,
                datos=datos,
                salidor=None if m.salidor is None else salidor_de_mano(m.salidor, numero),
                gana=ganadora_de_mano(meta, datos),
                quien=ultima.quien,
                instante=ultima.instante,
                rastro=rastro[:-1],
            )
        )
    return tuple(vigentes), tuple(borradas), {n: a[-1].revision for n, a in por_mano.items()}


def _incidencia(i: Incidencia, numeros: dict[int, int]) -> IncidenciaVista:
    jugador = None if i.jugador_id is None else numeros[i.jugador_id]
    return IncidenciaVista(i.pk, i.tipo, jugador, i.texto, i.quien, i.instante, i.atendida, i.atendida_por)

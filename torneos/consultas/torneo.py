"""Lectura de los torneos: el estado de una versión, otras partidas, la tabla, la caja y el rastro."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from django.db.models import Max

from recreo.errores import ErrorDeServicio
from recreo.hoja.consultas import al_dia, campos_de_vista, leer_lote
from recreo.hoja.textos import en_lista
from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.multiplicado import huella_de_partida, huellas_de
from reglas.suizo import premios as reglas_de_premios
from reglas.suizo.bolsas import tabla_de as tabla_de_reglas
from reglas.suizo.clasificacion import FilaDeTorneo
from reglas.suizo.premios import Caja, Cobro
from reglas.suizo.tipos import FinDeMesa, Modalidad
from torneos.consultas.basicas import versiones
from torneos.estado import (
    AuxiliarVisto,
    EnsayoVisto,
    EstadoTorneo,
    InscritoVisto,
    MesaVista,
    PartidaVista,
    ResultadoVisto,
)
from torneos.models import (
    SUPLENTE,
    Asiento,
    Disposicion,
    Ensayo,
    Inscrito,
    Mesa,
    Partida,
    Premio,
    Restriccion,
    Resultado,
    Suceso,
    Torneo,
)
from torneos.reconstruir import acta_de, compromiso_de, torneo_de
from torneos.textos import nombre_de_bolsa

TAL_CUAL = (
    "codigo", "nombre", "lugar", "fecha", "tipo", "bolsas", "intercambio", "encuentro", "previstas", "contrarios",
    "minutos", "espera", "cupo", "cuota", "garantizado", "dictado", "organizador_id", "estado", "iniciado", "terminado",
    "traido", "semilla", "intranet",
)  # fmt: skip
"""Lo del torneo que se ve como está guardado."""


def estado_de(torneo_id: int, previo: EstadoTorneo | None = None) -> EstadoTorneo:
    """El torneo como está; de lo que se recordaba sirven las mesas que conservan su versión. Error:
    `torneo_inexistente`.
    """
    version = versiones([torneo_id]).get(torneo_id)
    t = Torneo.objects.select_related("organizador").filter(pk=torneo_id).first()
    if t is None or version is None:
        raise ErrorDeServicio("torneo_inexistente")
    actual = t.partidas.order_by("numero").defer("hoja").last()
    cerradas = t.partidas.filter(cerrada__isnull=False).aggregate(n=Max("numero"))["n"] or 0
    return EstadoTorneo(
        id=t.pk,
        version=version,
        propia=t.version,
        **{campo: getattr(t, campo) for campo in TAL_CUAL},
        modalidad=Modalidad(t.modalidad),
        meta=Meta(t.meta),
        compromiso=compromiso_de(t),
        # se revela cuando ya no sirve para acomodar nada: publicada la primera (TO6)
        clave_de_sorteo=t.clave_de_sorteo if actual else "",
        organizador=t.organizador.nombre,
        inscritos={i.numero: i for i in _inscritos(t)},
        actual=_partida(t, actual, previo.actual if previo else None) if actual else None,
        cerradas=cerradas,
        ensayo=_ensayo(t),
        auxiliares=tuple(
            AuxiliarVisto(a.pk, a.correo, a.nombre, a.papel, a.desde_mesa, a.hasta_mesa) for a in t.auxiliares.all()
        ),
        huellas=_huellas(t),
    )


def _huellas(t: Torneo) -> tuple[str, ...]:
    """Las comprometidas (TO27); de una partida traída de otra parte, la de su clave, o vacía si allá no se reveló."""
    suyas = list(huellas_de(t.clave_de_repartos, t.previstas)) if t.clave_de_repartos else []
    if suyas and t.traido is not None:
        for numero, clave in t.partidas.exclude(clave_de_fuera=None).values_list("numero", "clave_de_fuera"):
            suyas[numero - 1] = huella_de_partida(clave) if clave else ""
    return tuple(suyas)


def _inscritos(t: Torneo) -> list[InscritoVisto]:
    filas = {i.pk: i for i in t.inscritos.order_by("numero")}
    suyos: dict[int, list[str]] = {}
    for i in sorted(filas.values(), key=lambda i: i.letra or 0):
        if i.conjunto_id is not None and i.letra != SUPLENTE:
            suyos.setdefault(i.conjunto_id, []).append(i.nombre)
    return [_inscrito(i, filas, en_lista(suyos.get(i.pk, ()))) for i in filas.values()]


def _inscrito(i: Inscrito, filas: Mapping[int, Inscrito], quienes: str) -> InscritoVisto:
    """De un integrante, cuándo juega y su cuota son las de su conjunto."""
    suyo = i if i.conjunto_id is None else filas[i.conjunto_id]
    return InscritoVisto(
        numero=i.numero,
        nombre=i.nombre,
        club=suyo.club if suyo is i else suyo.nombre,
        procedencia=i.procedencia,
        comodin=suyo.comodin,
        desde=suyo.desde,
        hasta=suyo.hasta,
        expulsado=suyo.expulsado,
        mesa_fija=suyo.mesa_fija,
        cobro=suyo.cobro,
        conjunto=None if suyo is i else suyo.numero,
        letra=i.letra,
        quienes="" if quienes == i.nombre else quienes,
        suplente_desde=i.suplente_desde,
        suple_a=filas[i.suple_a_id].numero if i.suple_a_id else None,
    )


def _ensayo(t: Torneo) -> EnsayoVisto | None:
    e = t.ensayos.defer("acta", "resultado").order_by("-pk").first()
    if e is None:
        return None
    return EnsayoVisto(e.pk, e.partida, e.estado, e.creado, e.tomado, e.listo, e.error or {})


def partida_de(torneo_id: int, numero: int) -> PartidaVista | None:
    """Cualquier partida publicada, con sus mesas."""
    t = Torneo.objects.filter(pk=torneo_id).first()
    p = t.partidas.defer("hoja").filter(numero=numero).first() if t else None
    return _partida(t, p, None) if t and p else None


def _partida(t: Torneo, p: Partida, previa: PartidaVista | None) -> PartidaVista:
    mesas = {m.pk: m for m in Mesa.objects.filter(partida=p).order_by("numero")}
    conocidas = previa.mesas if previa and previa.numero == p.numero else ()
    vistas = al_dia({pk: m.version for pk, m in mesas.items()}, conocidas, lambda faltan: _leer(t, p, mesas, faltan))
    return PartidaVista(
        numero=p.numero,
        publicada=p.publicada,
        inicio=p.inicio,
        cerrada=p.cerrada,
        descansan=tuple(p.descansan),
        ausentes=tuple(p.ausentes),
        mesas=tuple(sorted(vistas.values(), key=lambda m: m.numero)),
        corte=None if p.corte is None else tuple(tuple(bolsa) for bolsa in p.corte),
        dictado=p.dictado,
        levantada=p.levantada,
        clave_de_fuera=p.clave_de_fuera,
    )


def _leer(t: Torneo, p: Partida, mesas: Mapping[int, Mesa], faltan: Collection[int]) -> dict[int, MesaVista]:
    """Las vistas de esas mesas, en seis preguntas sean las que sean."""
    lote = leer_lote(Mesa, faltan)
    sentados: dict[int, list[int]] = {}
    numeros: dict[int, int] = {}
    asientos = Asiento.objects.filter(mesa__in=faltan).order_by("mesa", "lugar")
    for mesa, jugador, numero in asientos.values_list("mesa", "jugador", "jugador__numero"):
        sentados.setdefault(mesa, []).append(numero)
        numeros[jugador] = numero
    cierres = {r.mesa_id: r for r in Resultado.objects.filter(mesa__in=faltan).order_by("mesa", "revision")}
    return {pk: _vista(t, p, mesas[pk], lote, sentados[pk], numeros, cierres.get(pk)) for pk in faltan}


def _vista(
    t: Torneo, p: Partida, m: Mesa, lote: Any, cuatro: list[int], numeros: Mapping[int, int], r: Resultado | None
) -> MesaVista:
    a, b, c, d = cuatro
    return MesaVista(
        **campos_de_vista(m, lote, Meta(t.meta), numeros),
        asientos=(a, b, c, d),
        inicio=p.inicio or p.publicada,
        partida=p.numero,
        clave=m.clave,
        forzada=m.forzada,
        cierre=None
        if r is None
        else ResultadoVisto(
            FinDeMesa(r.fin), r.ganadora, (r.marcador_0, r.marcador_1), tuple(r.ausentes), r.revision, r.motivo
        ),
    )


def mesa_de_clave(clave: str) -> tuple[int, int, int] | None:
    """De la clave de una hoja: torneo, partida y mesa."""
    return Mesa.objects.filter(clave=clave).values_list("partida__torneo", "partida__numero", "numero").first()


def ensayo_completo(ensayo_id: int) -> dict[str, Any] | None:
    """Lo que dio un ensayo listo: mesas, descansos, vector y hoja."""
    datos: dict[str, Any] | None = (
        Ensayo.objects.filter(pk=ensayo_id, estado=Ensayo.Estado.LISTO).values_list("resultado", flat=True).first()
    )
    return datos


def hoja_anterior(torneo_id: int, ensayo_id: int) -> dict[str, Any] | None:
    """Con qué se compara un ensayo: el anterior de la misma partida o, si no lo hay, la partida publicada (TO14)."""
    otros = Ensayo.objects.filter(torneo=torneo_id, pk__lt=ensayo_id, estado=Ensayo.Estado.LISTO).order_by("-pk")
    previo = otros.values_list("resultado", flat=True).first()
    if previo is not None:
        hoja: dict[str, Any] = previo["hoja"]
        return hoja
    return Partida.objects.filter(torneo=torneo_id).order_by("-numero").values_list("hoja", flat=True).first()


# -- la tabla ---------------------------------------------------------------------------------------------------------


def tabla_de(torneo_id: int, hasta: int) -> tuple[FilaDeTorneo, ...]:
    """La tabla tras esa partida, que debe estar cerrada. Se recuerda mientras no cambie nada de que dependa."""
    propia = Torneo.objects.values_list("version", flat=True).get(pk=torneo_id)
    resultados = Resultado.objects.filter(mesa__partida__torneo=torneo_id, mesa__partida__numero__lte=hasta)
    return _tabla(torneo_id, hasta, propia, resultados.aggregate(n=Max("pk"))["n"] or 0)


@lru_cache(maxsize=32)
def _tabla(torneo_id: int, hasta: int, _propia: int, _resultado: int) -> tuple[FilaDeTorneo, ...]:
    if hasta < 1:
        return ()
    return tabla_de_reglas(torneo_de(Torneo.objects.get(pk=torneo_id), hasta=hasta), hasta)


def acta_del_torneo(torneo_id: int) -> dict[str, Any]:
    """El acta exportable (TO30). Antes de la primera partida llevaría la clave del sorteo: no la hay."""
    t = Torneo.objects.get(pk=torneo_id)
    if not t.partidas.exists():
        raise ErrorDeServicio("acta_sin_partidas")
    return acta_de(t)


# -- caja y premios ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PremioVisto:
    """Cuánto vale un lugar, y a quiénes les toca cuánto."""

    lugar: int
    importe: Decimal | None
    porcentaje: Decimal | None
    vale: Decimal
    bolsa: int
    de: str
    """A quién premia esa bolsa, si hay más de una tabla."""


def _premios(torneo_id: int) -> list[reglas_de_premios.Premio]:
    filas = Premio.objects.filter(torneo=torneo_id).order_by("bolsa", "lugar")
    return [reglas_de_premios.Premio(p.lugar, p.bolsa, p.importe, p.porcentaje) for p in filas]


def caja_de(torneo_id: int) -> Caja:
    """El corte: recaudado, por cobrar, garantizado y premios (TO32)."""
    t = Torneo.objects.get(pk=torneo_id)
    cobros = [
        (Cobro(c), t.cuota) for c in t.inscritos.filter(comodin=False, conjunto=None).values_list("cobro", flat=True)
    ]
    return reglas_de_premios.corte_de_caja(cobros, t.garantizado, _premios(torneo_id))


def avisos_de_premios(torneo_id: int) -> list[ErrorDeRegla]:
    """Lo que quien organiza debería mirar, sin impedirlo (TO23)."""
    return reglas_de_premios.avisos(_premios(torneo_id), caja_de(torneo_id).base)


def premios_de(torneo_id: int, filas: tuple[FilaDeTorneo, ...] = ()) -> tuple[list[PremioVisto], dict[int, Decimal]]:
    """Lo que vale cada lugar y, con la tabla, lo que le toca a cada número (TO22, TO23)."""
    premios = _premios(torneo_id)
    valen = reglas_de_premios.valores(premios, caja_de(torneo_id).base)
    tipo = Torneo.objects.values_list("tipo", flat=True).get(pk=torneo_id)
    vistos = [
        PremioVisto(p.lugar, p.importe, p.porcentaje, valen[p.bolsa, p.lugar], p.bolsa, nombre_de_bolsa(tipo, p.bolsa))
        for p in premios
    ]
    return vistos, {int(uno): cuanto for uno, cuanto in reglas_de_premios.repartir(filas, valen).items()}


# -- listas -----------------------------------------------------------------------------------------------------------


def inscritos_con_correo(torneo_id: int) -> dict[int, str]:
    """El correo de cada número: sólo para quien lleva una mesa de control."""
    filas = Torneo.objects.get(pk=torneo_id).inscritos.exclude(correo="")
    return dict(filas.values_list("numero", "correo"))


@dataclass(frozen=True, slots=True)
class ParaLaSiguiente:
    """Lo dispuesto para la partida que sigue."""

    restricciones: tuple[Restriccion, ...]
    ausentes: tuple[Disposicion, ...]
    forzadas: tuple[Disposicion, ...]


def para_la_siguiente(torneo_id: int) -> ParaLaSiguiente:
    """Prohibidos, *evitar*, ausencias avisadas y mesas forzadas."""
    vigentes = Restriccion.objects.filter(torneo=torneo_id, hasta=None).select_related("uno", "otro")
    dispuesto = list(Disposicion.objects.filter(torneo=torneo_id).order_by("pk"))
    return ParaLaSiguiente(
        tuple(vigentes.order_by("pk")),
        tuple(d for d in dispuesto if d.tipo == Disposicion.Tipo.AUSENTE),
        tuple(d for d in dispuesto if d.tipo == Disposicion.Tipo.FORZADA),
    )


def sucesos_de(torneo_id: int, cuantos: int = 200) -> list[Suceso]:
    """El rastro, de lo último a lo primero."""
    return list(Suceso.objects.filter(torneo=torneo_id).order_by("-pk")[:cuantos])


def sorteos_anulados(torneo_id: int) -> list[Suceso]:
    """Los de las veces que se deshizo la primera partida, con su clave y lo dictado: para que cualquiera lo vea."""
    return list(Suceso.objects.filter(torneo=torneo_id, accion="partida_deshacer", partida=1).order_by("pk"))


def sanciones_de(torneo_id: int) -> list[Any]:
    """Las puestas, de la última a la primera."""
    filas = Torneo.objects.get(pk=torneo_id).sanciones.select_related("inscrito", "quitada_por")
    return list(filas.order_by("-pk"))

"""De las filas al torneo de `reglas/suizo`, siempre entero: de ahí salen las mesas, la tabla y el acta.

El identificador de cada quien en el acta es su número. Quien todavía no llega no está: no se le empareja ni se le
cuenta ausencia (TO2).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from json import dumps
from typing import Any

from django.db.models import F

from reglas.anotacion import ManoAnotada, ganadora_de_mano
from reglas.fichas import TEXTOS
from reglas.metas import Meta
from reglas.multiplicado import clave_de_partida, fichas_escritas
from reglas.suizo import tipos as de_reglas
from reglas.suizo.acta import escribir_torneo
from reglas.suizo.dictamen import Sancion as TipoDeSancion
from reglas.suizo.informes import tablas_de
from reglas.suizo.tipos import Contrarios, FinDeMesa, Modalidad, Siguiente, Tipo
from reglas.tipos import Desenlace
from torneos.conjuntos import bolsas_de, distancia_de, entidades_de, jugadores_de
from torneos.models import Anotacion, Asiento, Disposicion, ManosDeMesa, Mesa, Partida, Restriccion, Resultado, Torneo

Manos = dict[int, tuple[de_reglas.ManoDeTorneo, ...]]
Repartos = dict[int, list[dict[str, Any]]]


def torneo_de(
    t: Torneo, *, con_manos: bool = False, con_repartos: bool = False, hasta: int | None = None
) -> de_reglas.Torneo:
    """El torneo como está guardado; `hasta`: sólo sus primeras partidas. Con manos, para el acta que se archiva.

    El Multiplicado las lleva siempre, que de ellas sale su comparación; con sus fichas, sólo el acta y sólo las de las
    partidas sin embargo (TO27, TO28).
    """
    repartos = _repartos(t) if con_repartos else {}
    partidas = _partidas(t, con_manos or t.multiplicado, repartos)
    if con_repartos and t.multiplicado:
        partidas = _reveladas(t, partidas)
    if hasta is not None:
        partidas = tuple(p for p in partidas if p.numero <= hasta)
    return de_reglas.Torneo(
        nombre=t.nombre,
        semilla=semilla_de(t),
        modalidad=Modalidad(t.modalidad),
        tipo=Tipo(t.tipo),
        meta=Meta(t.meta),
        previstas=t.previstas,
        **_quienes(t),
        encuentro=t.encuentro,
        bolsas=bolsas_de(t),
        contrarios=Contrarios(t.contrarios) if t.contrarios else None,
        **_restricciones(t),
        partidas=partidas,
        castigos=_castigos(t),
        siguiente=_siguiente(t),
    )


def semilla_de(t: Torneo) -> str:
    """TO6: lo que la casa comprometió y lo que la sala dictó; de un acta traída, la que dijera si no era de ésas."""
    return t.semilla or f"{t.clave_de_sorteo}:{t.dictado}"


def compromiso_de(t: Torneo) -> str:
    """La huella que se publica desde que se crea: al revelar la clave, cualquiera la comprueba (TO6)."""
    return sha256(t.clave_de_sorteo.encode()).hexdigest()


def huella_de_acta(acta: dict[str, Any]) -> str:
    """Igual acta, igual huella: dice si algo cambió desde el ensayo."""
    return sha256(dumps(acta, sort_keys=True).encode()).hexdigest()


def acta_de(t: Torneo) -> dict[str, Any]:
    """El acta `amigos-domino/torneo` para archivar y verificar, con su tabla y las manos anotadas (TO30)."""
    torneo = torneo_de(t, con_manos=True, con_repartos=True)
    return escribir_torneo(torneo) | {"lugar": t.lugar, "fecha": t.fecha.isoformat()} | tablas_de(torneo)


def _quienes(t: Torneo) -> dict[str, Any]:
    """Las personas; en Parejas y Equipos, sus conjuntos; en A Distancia, lo declarado."""
    if t.modalidad != Modalidad.INDIVIDUAL.value:
        return {"jugadores": jugadores_de(t), "entidades": entidades_de(t)}
    return {"jugadores": _jugadores(t), "distancia": distancia_de(t) if t.tipo == Tipo.A_DISTANCIA.value else ()}


def _jugadores(t: Torneo) -> tuple[de_reglas.Jugador, ...]:
    llegaron = t.inscritos.filter(desde__isnull=False).order_by("numero")
    return tuple(de_reglas.Jugador(str(i.numero), i.nombre, i.comodin, i.desde or 1, i.hasta) for i in llegaron)


def _restricciones(t: Torneo) -> dict[str, Any]:
    pares: dict[str, list[de_reglas.Par]] = {r: [] for r in Restriccion.Tipo.values}
    vigencias = []
    filas = Restriccion.objects.filter(torneo=t, uno__desde__isnull=False, otro__desde__isnull=False)
    for r in filas.select_related("uno", "otro").order_by("pk"):
        par = (str(r.uno.numero), str(r.otro.numero))
        pares[r.tipo].append(par)
        if r.desde > 1 or r.hasta is not None:
            vigencias.append(de_reglas.Vigencia(par, r.desde, r.hasta))
    return {
        "prohibidos": tuple(pares[Restriccion.Tipo.PROHIBIDO]),
        "evitar": tuple(pares[Restriccion.Tipo.EVITAR]),
        "vigencias": tuple(vigencias),
    }


def _castigos(t: Torneo) -> tuple[de_reglas.CastigoDeTorneo, ...]:
    filas = t.sanciones.filter(tipo=TipoDeSancion.CASTIGO.value).order_by("pk")
    return tuple(
        de_reglas.CastigoDeTorneo(partida, str(numero), tantos, tras)
        for partida, numero, tantos, tras in filas.values_list("partida", "inscrito__numero", "tantos", "tras")
    )


def _siguiente(t: Torneo) -> Siguiente:
    """Lo dispuesto para la que no se ha emparejado; de quien ya no está no se dice nada (TO11, TO18)."""
    publicadas = t.partidas.count()
    juegan = set(t.inscritos.filter(desde__lte=publicadas + 1, hasta=None).order_by().values_list("numero", flat=True))
    ausentes, forzadas = [], []
    for tipo, numeros in t.disposiciones.order_by("pk").values_list("tipo", "numeros"):
        if tipo == Disposicion.Tipo.AUSENTE:
            ausentes += [str(n) for n in numeros if n in juegan]
        else:
            forzadas.append(tuple(str(n) for n in numeros))
    fijas = t.inscritos.filter(mesa_fija__isnull=False, numero__in=juegan).order_by("numero")
    return Siguiente(
        tuple(ausentes),
        tuple(forzadas),
        tuple(
            (str(n), mesa) for n, mesa in fijas.values_list("numero", "mesa_fija") if str(n) not in ausentes and mesa
        ),
    )


# -- partidas y mesas -------------------------------------------------------------------------------------------------


def _partidas(t: Torneo, con_manos: bool, repartos: Repartos) -> tuple[de_reglas.Partida, ...]:
    sentados: dict[int, list[str]] = defaultdict(list)
    conjuntos: dict[int, list[str]] = defaultdict(list)
    asientos = Asiento.objects.filter(mesa__partida__torneo=t).order_by("mesa", "lugar")
    for mesa, numero, conjunto in asientos.values_list("mesa", "jugador__numero", "jugador__conjunto__numero"):
        sentados[mesa].append(str(numero))
        conjuntos[mesa] += [] if conjunto is None else [str(conjunto)]
    resultados: dict[int, list[Resultado]] = defaultdict(list)
    for r in Resultado.objects.filter(mesa__partida__torneo=t).order_by("mesa", "revision"):
        resultados[r.mesa_id].append(r)
    manos = _con_fichas(_manos(t), repartos) if con_manos else {}
    mesas: dict[int, list[de_reglas.Mesa]] = defaultdict(list)
    for m in Mesa.objects.filter(partida__torneo=t).order_by("numero").annotate(de_la=F("partida__numero")):
        if t.multiplicado:
            manos.setdefault(m.pk, ())  # el acta dice las manos aunque no haya ninguna
        una = _mesa(m, m.de_la, sentados[m.pk], resultados[m.pk], manos)
        if de := conjuntos[m.pk]:
            una = replace(una, entidades=(de[0], de[1]))
        mesas[m.partida_id].append(una)
    return tuple(
        de_reglas.Partida(
            numero=p.numero,
            mesas=tuple(mesas[p.pk]),
            descansan=_textos(p.descansan),
            ausentes=_textos(p.ausentes),
            fijas=tuple((str(n), mesa) for n, mesa in p.fijas),
        )
        for p in t.partidas.order_by("numero").defer("hoja")
    )


def _textos(numeros: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(n) for n in numeros)


def _mesa(
    m: Mesa, partida: int, asientos: Sequence[str], resultados: Sequence[Resultado], manos: Manos
) -> de_reglas.Mesa:
    a, b, c, d = asientos
    vigente = resultados[-1] if resultados else None
    mesa = de_reglas.Mesa(m.numero, (a, b, c, d), forzada=m.forzada, manos=manos.get(m.pk))
    if vigente is None:
        return mesa
    return de_reglas.Mesa(
        numero=m.numero,
        asientos=mesa.asientos,
        forzada=m.forzada,
        fin=FinDeMesa(vigente.fin),
        ganadora=vigente.ganadora,
        marcador=(vigente.marcador_0, vigente.marcador_1),
        ausentes=_textos(vigente.ausentes),
        manos=manos.get(m.pk) if vigente.de_la_hoja else None,
        correcciones=tuple(_correccion(antes, nueva) for antes, nueva in pairwise(resultados) if nueva.tras > partida),
    )


def _correccion(antes: Resultado, nueva: Resultado) -> de_reglas.Correccion:
    """Lo que decía hasta que se corrigió con otra partida ya publicada (D330)."""
    return de_reglas.Correccion(
        tras=nueva.tras,
        fin=FinDeMesa(antes.fin),
        ganadora=antes.ganadora,
        marcador=(antes.marcador_0, antes.marcador_1),
        ausentes=_textos(antes.ausentes),
        motivo=nueva.motivo,
    )


def _manos(t: Torneo) -> Manos:
    """Las vigentes de cada mesa, en su orden."""
    meta = Meta(t.meta)
    ultimas: dict[int, dict[int, Anotacion]] = defaultdict(dict)
    for a in Anotacion.objects.filter(mesa__partida__torneo=t).order_by("mesa", "mano", "revision"):
        ultimas[a.mesa_id][a.mano] = a
    return {
        mesa: tuple(_mano(meta, a) for _, a in sorted(suyas.items()) if not a.borrada)
        for mesa, suyas in ultimas.items()
        if not all(a.borrada for a in suyas.values())
    }


def _repartos(t: Torneo) -> Repartos:
    """Lo jugado, por mesa; de las embargadas no hay (TO27).

    Ni de la partida que se canceló a medias: un acta con mesas abiertas no lleva fichas, que están en sus repartos.
    """
    abiertas = Mesa.objects.filter(partida__torneo=t, cerrada=None).values("partida")
    jugadas = ManosDeMesa.objects.filter(mesa__partida__torneo=t).exclude(mesa__partida__in=abiertas)
    return dict(jugadas.values_list("mesa", "manos"))


def clave_de(t: Torneo, p: Partida) -> str:
    """La que da los repartos de esa partida; vacía si se trajo de otra parte sin ella (TO27)."""
    return clave_de_partida(t.clave_de_repartos, p.numero) if p.clave_de_fuera is None else p.clave_de_fuera


def _reveladas(t: Torneo, partidas: tuple[de_reglas.Partida, ...]) -> tuple[de_reglas.Partida, ...]:
    """Con lo dictado en cada una y, sin embargo y ya cerrada, su clave: así el acta se comprueba y vuelve (D675)."""
    filas = {p.numero: p for p in t.partidas.defer("hoja")}
    return tuple(
        replace(
            p,
            dictado=(fila := filas[p.numero]).dictado,
            clave=clave_de(t, fila) if fila.dictado and fila.levantada and p.cerrada else "",
            sin_fichas=fila.clave_de_fuera == "" and fila.levantada is None and p.cerrada,
        )
        for p in partidas
    )


def _con_fichas(manos: Manos, repartos: Repartos) -> Manos:
    return {
        mesa: tuple(
            replace(
                mano,
                salidor=de["salidor"],
                reparto=tuple(map(tuple, fichas_escritas(de["repartidas"]))),
                jugadas=tuple((asiento, TEXTOS[f] if f >= 0 else None) for asiento, f in de["jugadas"]),
            )
            for mano, de in zip(suyas, repartos[mesa], strict=False)
        )
        if mesa in repartos
        else suyas
        for mesa, suyas in manos.items()
    }


def _mano(meta: Meta, a: Anotacion) -> de_reglas.ManoDeTorneo:
    gana = ganadora_de_mano(meta, ManoAnotada(Desenlace(a.desenlace), a.pareja, a.tantos))
    return de_reglas.ManoDeTorneo(gana, 0 if gana is None else a.tantos)

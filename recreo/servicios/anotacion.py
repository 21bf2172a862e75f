"""Anotar, corregir y borrar manos (RE4, RG6). La anotación vigente es la última revisión; lo demás es rastro."""

from recreo.errores import ErrorDeServicio
from recreo.models import Anotacion, Discrepancia, Mesa, Recreo
from recreo.servicios.base import Datos, E, Operacion, orden
from reglas.anotacion import ManoAnotada, validar_mano
from reglas.errores import ErrorDeRegla
from reglas.partida import calcular_partida
from reglas.tipos import Desenlace, Meta

MANOS_MAXIMAS = 200


def anotaciones_vigentes(mesa: Mesa) -> dict[int, Anotacion]:
    """Última revisión de cada mano, también si está borrada (su revisión cuenta)."""
    ultimas: dict[int, Anotacion] = {}
    for a in mesa.anotaciones.order_by("mano", "revision"):
        ultimas[a.mano] = a
    return ultimas


def manos_de(ultimas: dict[int, Anotacion]) -> list[ManoAnotada]:
    """Las manos que cuentan, en orden."""
    vivas = [a for _, a in sorted(ultimas.items()) if not a.borrada]
    return [ManoAnotada(Desenlace(a.desenlace), a.pareja, a.tantos) for a in vivas]


@orden(E.EN_JUEGO)
def mano_anotar(
    op: Operacion,
    *,
    partida: int,
    mesa: int,
    mano: int,
    revision: int,
    desenlace: Desenlace,
    pareja: int | None,
    tantos: int,
    sin_salidor: bool = False,
) -> Datos:
    """Anota la mano `mano` o la corrige; `revision` es la que se vio (0 = nueva).

    `pareja`: la ganadora; en cierre empatado, la que cerró o None (RG4). `tantos`: los de la mano.
    `sin_salidor`: quien manda captura una plantilla que no dice quién salió; el cero de un cierre empatado
    va entonces a quien cerró o a nadie.
    Errores: los de permiso; `falta_salidor`; `mano_ya_anotada` (otra persona se adelantó: datos con la que quedó);
    `mano_salteada`; los de regla (RG6) con el prefijo `regla_`; `manos_tras_la_meta`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    if m.salidor is None and not (sin_salidor and op.manda):
        raise ErrorDeServicio("falta_salidor", mesa=m.numero)
    nueva = ManoAnotada(desenlace, pareja, tantos)
    return _aplicar(op, m, mano, revision, nueva)


def _aplicar(op: Operacion, m: Mesa, mano: int, revision: int, nueva: ManoAnotada) -> Datos:
    ultimas = anotaciones_vigentes(m)
    actual = ultimas.get(mano)
    _exigir_revision(m, mano, revision, actual)
    siguiente = 1 + sum(not a.borrada for a in ultimas.values())
    es_nueva = actual is None or actual.borrada
    if not 1 <= mano <= MANOS_MAXIMAS or (es_nueva and mano != siguiente):
        raise ErrorDeServicio("mano_salteada", mano=mano, siguiente=siguiente)
    meta = Meta(op.recreo.meta)
    _comprobar(meta, {**ultimas, mano: _como_anotacion(m, mano, nueva)})
    a = _como_anotacion(m, mano, nueva)
    a.revision, a.quien, a.instante = (actual.revision if actual else 0) + 1, op.nombre, op.ahora
    a.save()
    _desconfirmar(m)
    return {"mano": mano, "revision": a.revision}


def _exigir_revision(m: Mesa, mano: int, vista: int, actual: Anotacion | None) -> None:
    hay = 0 if actual is None else actual.revision
    if vista == hay or (actual is not None and actual.borrada and vista == 0):
        return
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=m.numero)
    raise ErrorDeServicio(
        "mano_ya_anotada",
        mano=mano,
        mesa=m.numero,
        quien=actual.quien,
        desenlace=actual.desenlace,
        pareja=actual.pareja,
        tantos=actual.tantos,
        revision=actual.revision,
        nombres=_nombres(m, actual.pareja),
    )


def _nombres(m: Mesa, pareja: int | None) -> list[str]:
    """Los dos de una pareja de la mesa; ninguno si no hay pareja."""
    sentados = m.asientos.select_related("jugador").order_by("jugador__numero")
    return [a.jugador.nombre for a in sentados if a.lugar % 2 == pareja]


def _como_anotacion(m: Mesa, mano: int, x: ManoAnotada) -> Anotacion:
    return Anotacion(mesa=m, mano=mano, desenlace=x.desenlace.value, pareja=x.pareja, tantos=x.tantos)


def _comprobar(meta: Meta, ultimas: dict[int, Anotacion]) -> None:
    """Valida las manos de la mesa con las reglas; el error dice en qué mano."""
    try:
        for x in manos_de(ultimas):
            validar_mano(meta, x)
        calcular_partida(meta, manos_de(ultimas))
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e


def _desconfirmar(m: Mesa) -> None:
    if m.confirmada:
        m.confirmada, m.confirmada_por = None, ""
        m.save(update_fields=["confirmada", "confirmada_por"])


@orden(E.EN_JUEGO)
def mano_borrar(op: Operacion, *, partida: int, mesa: int, mano: int, revision: int) -> Datos:
    """Deshace la última mano anotada; queda en el rastro. Errores: `solo_la_ultima`, `mano_ya_anotada`."""
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    ultimas = anotaciones_vigentes(m)
    vivas = [n for n, a in ultimas.items() if not a.borrada]
    actual = ultimas.get(mano)
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=m.numero)
    _exigir_revision(m, mano, revision, actual)
    if mano != max(vivas):
        raise ErrorDeServicio("solo_la_ultima", mano=mano, ultima=max(vivas))
    Anotacion.objects.create(
        mesa=m,
        mano=mano,
        revision=actual.revision + 1,
        borrada=True,
        desenlace=actual.desenlace,
        pareja=actual.pareja,
        tantos=actual.tantos,
        quien=op.nombre,
        instante=op.ahora,
    )
    # lo que otra persona decía de esa mano ya no viene al caso
    m.discrepancias.filter(mano=mano, resuelta=None).update(resuelta=op.ahora, aceptada=False)
    _desconfirmar(m)
    return {"mano": mano}


@orden(E.EN_JUEGO)
def discrepancia_proponer(
    op: Operacion, *, partida: int, mesa: int, mano: int, desenlace: Desenlace, pareja: int | None, tantos: int
) -> Datos:
    """«La mía es la buena»: la otra versión queda para que decida el organizador; el marcador no cambia.

    La propone quien anota o alguien de la mesa. Errores: `no_eres_de_esta_mesa`, `mano_salteada`, `regla_…`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    yo = op.exigir_entrada()
    if not (op.puede_anotar(m) or m.asientos.filter(jugador=yo).exists()):
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
    actual = anotaciones_vigentes(m).get(mano)
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=m.numero)
    _validar(op.recreo, ManoAnotada(desenlace, pareja, tantos))
    m.discrepancias.filter(mano=mano, quien=op.nombre, resuelta=None).delete()
    Discrepancia.objects.create(
        mesa=m,
        mano=mano,
        desenlace=desenlace.value,
        pareja=pareja,
        tantos=tantos,
        quien=op.nombre,
        instante=op.ahora,
    )
    return {"mano": mano}


def _validar(recreo: Recreo, x: ManoAnotada) -> None:
    try:
        validar_mano(Meta(recreo.meta), x)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e


@orden(E.EN_JUEGO)
def discrepancia_resolver(op: Operacion, *, discrepancia: int, acepta: bool) -> Datos:
    """El organizador decide: si acepta la otra versión, queda como corrección de la mano.

    Errores: `solo_organizador`, `discrepancia_resuelta`, `mesa_cerrada`, `mano_borrada`, `regla_…`.
    """
    op.exigir_mando()
    d = (
        Discrepancia.objects.select_related("mesa__partida")
        .filter(pk=discrepancia, mesa__partida__recreo=op.recreo, resuelta=None)
        .first()
    )
    if d is None:
        raise ErrorDeServicio("discrepancia_resuelta")
    if acepta:
        op.exigir_abierta(d.mesa)
        actual = anotaciones_vigentes(d.mesa).get(d.mano)
        if actual is None or actual.borrada:
            raise ErrorDeServicio("mano_borrada", mano=d.mano, mesa=d.mesa.numero)
        _aplicar(op, d.mesa, d.mano, actual.revision, ManoAnotada(Desenlace(d.desenlace), d.pareja, d.tantos))
    d.resuelta, d.aceptada = op.ahora, acepta
    d.save(update_fields=["resuelta", "aceptada"])
    return {"mano": d.mano}

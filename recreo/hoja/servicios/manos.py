"""Anotar, corregir y borrar manos (RE4, RG6). La anotación vigente es la última revisión; lo demás es rastro."""

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import AnotacionBase, MesaBase
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.una_vez import Datos
from reglas.anotacion import ManoAnotada, validar_mano
from reglas.errores import ErrorDeRegla
from reglas.partida import calcular_partida
from reglas.tipos import Desenlace, Meta

MANOS_MAXIMAS = 200


def anotaciones_vigentes(mesa: MesaBase) -> dict[int, AnotacionBase]:
    """Última revisión de cada mano, también si está borrada (su revisión cuenta)."""
    ultimas: dict[int, AnotacionBase] = {}
    for a in mesa.anotaciones.order_by("mano", "revision"):
        ultimas[a.mano] = a
    return ultimas


def manos_de(ultimas: dict[int, AnotacionBase]) -> list[ManoAnotada]:
    """Las manos que cuentan, en orden."""
    vivas = [a for _, a in sorted(ultimas.items()) if not a.borrada]
    return [ManoAnotada(Desenlace(a.desenlace), a.pareja, a.tantos) for a in vivas]


def anotar(h: Hoja, mano: int, revision: int, nueva: ManoAnotada, *, sin_salidor: bool = False) -> Datos:
    """Anota la mano `mano` o la corrige; `revision` es la que se vio (0 = nueva).

    `sin_salidor`: quien manda captura una plantilla que no dice quién salió; el cero de un cierre empatado
    va entonces a quien cerró o a nadie.
    """
    h.exigir_anotador()
    if h.mesa.salidor is None and not (sin_salidor and h.manda):
        raise ErrorDeServicio("falta_salidor", mesa=h.mesa.numero)
    return _aplicar(h, mano, revision, nueva)


def _aplicar(h: Hoja, mano: int, revision: int, nueva: ManoAnotada) -> Datos:
    ultimas = anotaciones_vigentes(h.mesa)
    actual = ultimas.get(mano)
    _exigir_revision(h.mesa, mano, revision, actual)
    siguiente = 1 + sum(not a.borrada for a in ultimas.values())
    es_nueva = actual is None or actual.borrada
    if not 1 <= mano <= MANOS_MAXIMAS or (es_nueva and mano != siguiente):
        raise ErrorDeServicio("mano_salteada", mano=mano, siguiente=siguiente)
    a = _como_anotacion(h.mesa, mano, nueva)
    _comprobar(h.meta, {**ultimas, mano: a})
    a.revision, a.quien, a.instante = (actual.revision if actual else 0) + 1, h.nombre, h.ahora
    a.save()
    _desconfirmar(h.mesa)
    return {"mano": mano, "revision": a.revision}


def _exigir_revision(m: MesaBase, mano: int, vista: int, actual: AnotacionBase | None) -> None:
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


def _nombres(m: MesaBase, pareja: int | None) -> list[str]:
    """Los dos de una pareja de la mesa, por número; ninguno si no hay pareja."""
    suyos = [a.jugador for a in m.asientos.select_related("jugador") if a.lugar % 2 == pareja]
    return [j.nombre for j in sorted(suyos, key=lambda j: j.numero)]


def _como_anotacion(m: MesaBase, mano: int, x: ManoAnotada) -> AnotacionBase:
    nueva: AnotacionBase = m.anotaciones.model(
        mesa=m, mano=mano, desenlace=x.desenlace.value, pareja=x.pareja, tantos=x.tantos
    )
    return nueva


def _comprobar(meta: Meta, ultimas: dict[int, AnotacionBase]) -> None:
    """Valida las manos de la mesa con las reglas; el error dice en qué mano."""
    try:
        for x in manos_de(ultimas):
            validar_mano(meta, x)
        calcular_partida(meta, manos_de(ultimas))
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e


def _desconfirmar(m: MesaBase) -> None:
    """Lo confirmado era el marcador de antes: si cambió una mano, hay que verlo otra vez (RE4, RE6)."""
    if m.confirmada:
        m.confirmada, m.confirmada_por = None, ""
        m.save(update_fields=["confirmada", "confirmada_por"])


def borrar(h: Hoja, mano: int, revision: int) -> Datos:
    """Deshace la última mano anotada; queda en el rastro. Errores: `solo_la_ultima`, `mano_ya_anotada`."""
    h.exigir_anotador()
    m = h.mesa
    ultimas = anotaciones_vigentes(m)
    vivas = [n for n, a in ultimas.items() if not a.borrada]
    actual = ultimas.get(mano)
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=m.numero)
    _exigir_revision(m, mano, revision, actual)
    if mano != max(vivas):
        raise ErrorDeServicio("solo_la_ultima", mano=mano, ultima=max(vivas))
    m.anotaciones.create(
        mano=mano,
        revision=actual.revision + 1,
        borrada=True,
        desenlace=actual.desenlace,
        pareja=actual.pareja,
        tantos=actual.tantos,
        quien=h.nombre,
        instante=h.ahora,
    )
    # lo que otra persona decía de esa mano ya no viene al caso
    m.discrepancias.filter(mano=mano, resuelta=None).update(resuelta=h.ahora, aceptada=False)
    _desconfirmar(m)
    return {"mano": mano}


def proponer(h: Hoja, mano: int, otra: ManoAnotada) -> Datos:
    """«La mía es la buena»: la otra versión queda para que decida quien organiza; el marcador no cambia.

    La propone quien anota o alguien de la mesa. Errores: `no_eres_de_esta_mesa`, `mano_borrada`, `regla_…`.
    """
    h.exigir_abierta()
    h.exigir_de_la_mesa()
    actual = anotaciones_vigentes(h.mesa).get(mano)
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=h.mesa.numero)
    try:
        validar_mano(h.meta, otra)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e
    h.mesa.discrepancias.filter(mano=mano, quien=h.nombre, resuelta=None).delete()
    h.mesa.discrepancias.create(
        mano=mano,
        desenlace=otra.desenlace.value,
        pareja=otra.pareja,
        tantos=otra.tantos,
        quien=h.nombre,
        instante=h.ahora,
    )
    return {"mano": mano}


def resolver(h: Hoja, discrepancia: int, acepta: bool) -> Datos:
    """Quien organiza decide: si acepta la otra versión, queda como corrección de la mano.

    Errores: `discrepancia_resuelta`, `mesa_cerrada`, `mano_borrada`, `regla_…`.
    """
    d = h.mesa.discrepancias.filter(pk=discrepancia, resuelta=None).first()
    if d is None:
        raise ErrorDeServicio("discrepancia_resuelta")
    if acepta:
        h.exigir_abierta()
        actual = anotaciones_vigentes(h.mesa).get(d.mano)
        if actual is None or actual.borrada:
            raise ErrorDeServicio("mano_borrada", mano=d.mano, mesa=h.mesa.numero)
        _aplicar(h, d.mano, actual.revision, ManoAnotada(Desenlace(d.desenlace), d.pareja, d.tantos))
    d.resuelta, d.aceptada = h.ahora, acepta
    d.save(update_fields=["resuelta", "aceptada"])
    return {"mano": d.mano}

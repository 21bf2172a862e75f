"""Anotar, corregir, borrar y devolver manos (RE4, RG6). La anotación vigente es la última revisión; lo demás es rastro.

`mano` es la clave de una mano y no cambia nunca; el número con que se ve es su lugar entre las que siguen (D370).
"""

from recreo.errores import ErrorDeServicio
from recreo.hoja.consultas import anotaciones_de, datos_de
from recreo.hoja.models import AnotacionBase, MesaBase
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.una_vez import Datos
from reglas.anotacion import ManoAnotada, validar_mano
from reglas.errores import ErrorDeRegla
from reglas.partida import calcular_partida
from reglas.tipos import Meta

MANOS_MAXIMAS = 200


def anotaciones_vigentes(mesa: MesaBase) -> dict[int, AnotacionBase]:
    """Última revisión de cada mano, también si está borrada (su revisión cuenta)."""
    ultimas: dict[int, AnotacionBase] = {}
    for a in anotaciones_de(mesa):
        ultimas[a.mano] = a
    return ultimas


def manos_de(ultimas: dict[int, AnotacionBase]) -> list[ManoAnotada]:
    """Las manos que cuentan, en orden."""
    vivas = [a for _, a in sorted(ultimas.items()) if not a.borrada]
    return [datos_de(a) for a in vivas]


def numero_de(ultimas: dict[int, AnotacionBase], mano: int) -> int:
    """Con qué número se ve esa mano, o se vería si volviera."""
    return 1 + sum(not a.borrada for n, a in ultimas.items() if n < mano)


def ultima_en_pie(ultimas: dict[int, AnotacionBase]) -> int:
    """La clave de la última mano sin borrar; 0 si no hay."""
    return max((n for n, a in ultimas.items() if not a.borrada), default=0)


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
    _exigir_revision(h.mesa, mano, revision, ultimas)
    if not 1 <= mano <= MANOS_MAXIMAS or (actual is None and mano != max(ultimas, default=0) + 1):
        raise _salteada(ultimas, mano)
    a = _como_anotacion(h.mesa, mano, nueva)
    _comprobar(h.meta, {**ultimas, mano: a})
    a.revision, a.quien, a.instante = (actual.revision if actual else 0) + 1, h.nombre, h.ahora
    a.save()
    _desconfirmar(h.mesa)
    return {"mano": mano, "revision": a.revision}


def _salteada(ultimas: dict[int, AnotacionBase], mano: int) -> ErrorDeServicio:
    """Dicha con los números que se ven: los de las manos en pie."""
    en_pie = ultima_en_pie(ultimas)
    siguiente = numero_de(ultimas, en_pie + 1)
    return ErrorDeServicio("mano_salteada", mano=mano - en_pie - 1 + siguiente, siguiente=siguiente)


def _exigir_revision(m: MesaBase, mano: int, vista: int, ultimas: dict[int, AnotacionBase]) -> None:
    """Borrada, vale como nueva si ninguna la sigue; en medio, sólo si se vio que se borró (D371)."""
    actual = ultimas.get(mano)
    hay = 0 if actual is None else actual.revision
    if vista == hay or (actual is not None and actual.borrada and vista == 0 and mano > ultima_en_pie(ultimas)):
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
    """Quita una mano, sea cual sea; queda en el rastro y las que la siguen se ven con un número menos (D370).

    Errores: `mano_borrada`, `mano_ya_anotada`, y `regla_…` si sin ella las que quedan no pueden ser.
    """
    h.exigir_anotador()
    m = h.mesa
    ultimas = anotaciones_vigentes(m)
    actual = ultimas.get(mano)
    if actual is None or actual.borrada:
        raise ErrorDeServicio("mano_borrada", mano=mano, mesa=m.numero)
    _exigir_revision(m, mano, revision, ultimas)
    _comprobar(h.meta, {n: a for n, a in ultimas.items() if n != mano})
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
    return {"mano": mano, "revision": actual.revision + 1, "numero": numero_de(ultimas, mano)}


def devolver(h: Hoja, mano: int, revision: int) -> Datos:
    """Pone otra vez la que se borró, como decía y en su lugar (D370). Errores: `mano_no_borrada`, `regla_…`."""
    h.exigir_anotador()
    ultimas = anotaciones_vigentes(h.mesa)
    actual = ultimas.get(mano)
    if actual is None or not actual.borrada or actual.revision != revision:
        raise ErrorDeServicio("mano_no_borrada", mesa=h.mesa.numero)
    return {**_aplicar(h, mano, revision, datos_de(actual)), "numero": numero_de(ultimas, mano)}


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
        _aplicar(h, d.mano, actual.revision, datos_de(d))
    d.resuelta, d.aceptada = h.ahora, acepta
    d.save(update_fields=["resuelta", "aceptada"])
    return {"mano": d.mano}

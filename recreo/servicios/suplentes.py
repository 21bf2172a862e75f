"""Suplentes: alguien toma el lugar de otro desde una partida dada, y cada quien conserva lo suyo (D303)."""

from django.db.models import Max

from recreo.errores import ErrorDeServicio
from recreo.models import Anotacion, Asiento, Jugador, Mesa, Relevo
from recreo.servicios.base import Datos, E, Operacion, guardar_persona, orden
from recreo.servicios.historia import T, suceder
from recreo.servicios.lugares import acomodar, exigir_relevos, programa_de, relevos_de
from reglas.relevos import lugar_de, ocupante


def persona(op: Operacion, numero: int) -> Jugador:
    """El jugador con ese número. Error: `numero_inexistente`."""
    j = op.recreo.jugadores.filter(numero=numero).first()
    if j is None:
        raise ErrorDeServicio("numero_inexistente", numero=numero)
    return j


def exigir_nombre_nuevo(op: Operacion, nombre: str, *, salvo: int = 0) -> str:
    """Limpio, y que nadie más lo lleve. Errores: `falta_nombre_de_persona`, `nombre_repetido`."""
    limpio = " ".join(nombre.split())[:40]
    if not limpio:
        raise ErrorDeServicio("falta_nombre_de_persona")
    for j in op.recreo.jugadores.exclude(numero=salvo):
        if j.nombre.casefold() == limpio.casefold():
            raise ErrorDeServicio("nombre_repetido", nombre=limpio, numero=salvo or j.numero, otro=j.numero)
    return limpio


@orden(E.EN_JUEGO)
def suplente_poner(
    op: Operacion, *, numero: int, desde: int, nombre: str = "", suplente: int = 0, hasta: int = 0, motivo: str = ""
) -> Datos:
    """Desde la partida `desde`, en el lugar de `numero` juega otra persona: alguien nuevo (`nombre`) o un suplente que
    ya estaba. Con `hasta`, después vuelve quien estaba.

    Errores: `solo_organizador`, `numero_inexistente`, `partida_pasada`, `no_hay_mas_partidas`, `hasta_antes`,
    `no_ocupa_lugar`, `ya_se_juega`, `falta_nombre_de_persona`, `nombre_repetido`, `regla_…`. Datos: `numero`.
    """
    op.exigir_mando()
    sale = persona(op, numero)
    total = _exigir_partidas(op, desde, hasta)
    antes = relevos_de(op.recreo)
    lugar = lugar_de(antes, op.recreo.tamano, numero, desde)
    if lugar is None:
        raise ErrorDeServicio("no_ocupa_lugar", nombre=sale.nombre, partida=desde)
    mesa = exigir_intacta(op, sale, desde)
    entra = _quien_entra(op, nombre, suplente)
    nuevos = [Relevo(recreo=op.recreo, lugar=lugar, jugador=entra, desde=desde)]
    if hasta and hasta < total and not any(r.lugar == lugar and r.desde == hasta + 1 for r in antes):
        nuevos.append(Relevo(recreo=op.recreo, lugar=lugar, jugador=sale, desde=hasta + 1))
    Relevo.objects.filter(recreo=op.recreo, lugar=lugar, desde=desde).delete()
    Relevo.objects.bulk_create(nuevos)
    exigir_relevos(op.recreo, relevos_de(op.recreo))
    if mesa is not None:
        _cambiar_asiento(mesa, sale, entra)
    acomodar(op, op_partida(op))
    suceder(
        op, T.SUPLENTE, motivo=motivo, jugador=entra, entra=entra.nombre, sale=sale.nombre, desde=desde, hasta=hasta
    )
    return {"numero": entra.numero}


def op_partida(op: Operacion) -> int:
    """El número de la partida en curso; 0 si no ha empezado."""
    actual = op.partida_actual()
    return actual.numero if actual else 0


def _exigir_partidas(op: Operacion, desde: int, hasta: int) -> int:
    actual, total = op_partida(op), len(programa_de(op.recreo).partidas)
    if desde < actual:
        raise ErrorDeServicio("partida_pasada", partida=desde, actual=actual)
    if desde > total:
        raise ErrorDeServicio("no_hay_mas_partidas")
    if hasta and hasta < desde:
        raise ErrorDeServicio("hasta_antes", desde=desde, hasta=hasta)
    return total


def exigir_intacta(op: Operacion, j: Jugador, partida: int) -> Mesa | None:
    """La mesa donde `j` se sienta en esa partida, bloqueada, si ya se abrió y nadie ha anotado en ella.

    None si todavía no se abre o descansa. Error: `ya_se_juega`: lo que ya se jugó es de quien lo jugó.
    """
    m = op.tomar(partida__numero=partida, asientos__jugador=j)
    if m is not None and (m.cerrada or Anotacion.objects.filter(mesa=m).exists()):
        raise ErrorDeServicio("ya_se_juega", nombre=j.nombre, mesa=m.numero, partida=partida)
    return m


def _quien_entra(op: Operacion, nombre: str, suplente: int) -> Jugador:
    if suplente:
        ya = persona(op, suplente)
        if ya.numero <= op.recreo.tamano:
            raise ErrorDeServicio("no_es_suplente", nombre=ya.nombre)
        return ya
    limpio = exigir_nombre_nuevo(op, nombre)
    ultimo = op.recreo.jugadores.aggregate(n=Max("numero"))["n"]
    return Jugador.objects.create(recreo=op.recreo, numero=max(ultimo, op.recreo.tamano) + 1, nombre=limpio)


def _cambiar_asiento(mesa: Mesa, sale: Jugador, entra: Jugador) -> None:
    """En la mesa ya abierta se sienta el otro; si anotaba quien se fue, falta elegir quién anota."""
    Asiento.objects.filter(mesa=mesa, jugador=sale).update(jugador=entra, presente=True)
    Mesa.objects.filter(pk=mesa.pk, anotador=sale).update(anotador=None)


@orden(E.EN_JUEGO)
def titular_volver(op: Operacion, *, numero: int, desde: int, motivo: str = "") -> None:
    """El titular vuelve a su lugar desde una partida; quien lo relevaba conserva lo que jugó (D303).

    Errores: `solo_organizador`, `numero_inexistente`, `partida_pasada`, `no_hay_mas_partidas`, `ya_ocupa_su_lugar`,
    `ya_se_juega`, `esta_en_otro`.
    """
    op.exigir_mando()
    vuelve = persona(op, numero)
    _exigir_partidas(op, desde, 0)
    antes = relevos_de(op.recreo)
    quien = ocupante(antes, numero, desde)
    if numero > op.recreo.tamano or quien == numero:
        raise ErrorDeServicio("ya_ocupa_su_lugar", nombre=vuelve.nombre)
    sale = persona(op, quien)
    mesa = exigir_intacta(op, sale, desde)
    Relevo.objects.filter(recreo=op.recreo, lugar=numero, desde=desde).delete()
    if ocupante(relevos_de(op.recreo), numero, desde) != numero:
        Relevo.objects.create(recreo=op.recreo, lugar=numero, jugador=vuelve, desde=desde)
    _quitar_los_que_sobran(op, numero)
    exigir_relevos(op.recreo, relevos_de(op.recreo))
    if mesa is not None:
        _cambiar_asiento(mesa, sale, vuelve)
    if not vuelve.vigente:
        vuelve.vigente = True
        guardar_persona(vuelve, ["vigente"], propio=False)
    acomodar(op, op_partida(op))
    suceder(op, T.TITULAR, motivo=motivo, jugador=vuelve, entra=vuelve.nombre, sale=sale.nombre, desde=desde)


def _quitar_los_que_sobran(op: Operacion, lugar: int) -> None:
    """Relevar a alguien consigo mismo no dice nada."""
    tiene = lugar
    for r in Relevo.objects.filter(recreo=op.recreo, lugar=lugar).select_related("jugador").order_by("desde"):
        if r.jugador.numero == tiene:
            r.delete()
        tiene = r.jugador.numero


@orden(E.EN_JUEGO)
def relevo_deshacer(op: Operacion, *, relevo: int, motivo: str = "") -> None:
    """Deshace un relevo que todavía no se juega: el lugar sigue siendo de quien era.

    Errores: `solo_organizador`, `relevo_inexistente`, `partida_pasada`, `ya_se_juega`.
    """
    op.exigir_mando()
    r = Relevo.objects.filter(recreo=op.recreo, pk=relevo).select_related("jugador").first()
    if r is None:
        raise ErrorDeServicio("relevo_inexistente")
    _exigir_partidas(op, r.desde, 0)
    mesa = exigir_intacta(op, r.jugador, r.desde)
    entraba, lugar, desde = r.jugador, r.lugar, r.desde
    r.delete()
    _quitar_los_que_sobran(op, lugar)
    relevos = relevos_de(op.recreo)
    exigir_relevos(op.recreo, relevos)
    sigue = persona(op, ocupante(relevos, lugar, desde))
    if mesa is not None:
        _cambiar_asiento(mesa, entraba, sigue)
    acomodar(op, op_partida(op))
    suceder(op, T.RELEVO_DESHECHO, motivo=motivo, jugador=sigue, sigue=sigue.nombre, no=entraba.nombre, desde=desde)
    _olvidar_si_no_jugo(op, entraba)


def _olvidar_si_no_jugo(op: Operacion, j: Jugador) -> None:
    """Un suplente sin nada suyo se va con su relevo."""
    es_suplente = j.numero > op.recreo.tamano
    if es_suplente and not (j.relevos.exists() or j.asientos.exists() or j.castigos.exists()):
        j.delete()

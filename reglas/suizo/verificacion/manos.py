"""Los marcadores contra las manos anotadas (RG3, RG6, TO17, TO18) y el mismo reparto en todas las mesas (TO27)."""

from collections import defaultdict
from collections.abc import Iterator

from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.multiplicado import fichas_escritas, mano_comun
from reglas.partida import MANOS_PARA_GANAR, VENTAJA_MINIMA
from reglas.suizo.tipos import FinDeMesa, ManoDeTorneo, Mesa, Partida, Tipo, Torneo
from reglas.suizo.verificacion.visto import Faltas, Vista

LARGO_DE_CLAVE = 64


def marcadores(vista: Vista) -> Faltas:
    """Si el acta trae las manos de una mesa, que den su marcador; en Multiplicado tienen que venir."""
    torneo = vista.despues
    for mesa in vista.mesas:
        if mesa.fin in (None, FinDeMesa.AUSENCIA):
            continue
        if mesa.manos is None:
            if torneo.tipo is Tipo.MULTIPLICADO:
                yield ErrorDeRegla("faltan_manos", mesa=mesa.numero)
        elif not cuadran(torneo.meta, mesa, mesa.manos):
            yield ErrorDeRegla("manos_no_cuadran", mesa=mesa.numero, marcador=list(mesa.marcador))
    if torneo.tipo is Tipo.MULTIPLICADO:
        yield from _mismo_reparto(vista)


def cuadran(meta: Meta, mesa: Mesa, manos: tuple[ManoDeTorneo, ...]) -> bool:
    """Si las manos, una tras otra, dan ese marcador con ese fin y no sigue ninguna tras la meta."""
    suma = [0, 0]
    llego = False
    for mano in manos:
        if llego or not _cabe(meta, mano):
            return False
        if mano.pareja is not None:
            suma[mano.pareja] += 1 if meta.tantos is None else mano.tantos
        llego = _en_meta(meta, suma)
    if meta.tantos is not None:
        suma = [min(uno, meta.tantos) for uno in suma]
    if mesa.fin is FinDeMesa.META:
        return llego and tuple(suma) == mesa.marcador
    if mesa.fin is FinDeMesa.TIEMPO:
        return not llego and tuple(suma) == mesa.marcador
    # default o pérdida: lo anotado de quien pierde; a quien gana se le acredita la meta (TO18)
    assert mesa.ganadora is not None
    return suma[1 - mesa.ganadora] == mesa.marcador[1 - mesa.ganadora]


def _cabe(meta: Meta, mano: ManoDeTorneo) -> bool:
    minimo, maximo = meta.de_mano
    if mano.pareja is None:
        return mano.tantos == 0
    return mano.pareja in (0, 1) and minimo <= mano.tantos <= maximo


def _en_meta(meta: Meta, suma: list[int]) -> bool:
    if meta.tantos is not None:
        return max(suma) >= meta.tantos
    return max(suma) >= MANOS_PARA_GANAR and abs(suma[0] - suma[1]) >= VENTAJA_MINIMA


def _mismo_reparto(vista: Vista) -> Faltas:
    """TO27: la mano k, igual en todas; y cada mano sale quien está a la derecha del anterior (RG5).

    Mientras falte por cerrar una mesa de la partida, el acta no puede traer fichas; y con la clave revelada, cada mano
    sale de ella y de lo dictado.
    """
    embargo = vista.partida.sin_fichas or any(mesa.fin is None for mesa in vista.mesas)
    iguales: dict[int, tuple[object, object]] = {}
    for mesa in vista.mesas:
        for k, mano in enumerate(mesa.manos or ()):
            primera = iguales.setdefault(k, (mano.reparto, mano.salidor))
            rota = k == 0 or mano.salidor is None or _sigue(iguales[k - 1][1], mano.salidor)
            falta = (mano.reparto is None) is not embargo
            if falta or primera != (mano.reparto, mano.salidor) or not rota:
                yield ErrorDeRegla("reparto_distinto", mesa=mesa.numero, mano=k + 1)
    yield from (ErrorDeRegla("reparto_de_otra_clave", mano=k) for k in manos_de_otra_clave(vista.partida))


def manos_de_otra_clave(partida: Partida) -> Iterator[int]:
    """De las que traen su reparto, las que no salen de la clave y lo dictado; ninguna, si el acta no trae la clave."""
    dichas: dict[int, set[object]] = defaultdict(set)
    for mesa in partida.mesas if partida.clave else ():
        for k, mano in enumerate(mesa.manos or (), start=1):
            if mano.reparto is not None:
                dichas[k].add((tuple([tuple(sorted(suyas)) for suyas in mano.reparto]), mano.salidor))
    for k, suyas in sorted(dichas.items()):
        if not es_clave(partida.clave) or suyas != {_debida(partida, k)}:
            yield k


def es_clave(clave: str) -> bool:
    """Si puede ser la de una partida: una huella en hexadecimal."""
    return len(clave) == LARGO_DE_CLAVE and set(clave) <= set("0123456789abcdef")


def _debida(partida: Partida, k: int) -> object:
    try:
        debida = mano_comun(partida.clave, partida.dictado, k)
    except ErrorDeRegla:  # lo dictado no se puede escribir: de ahí no sale ninguna
        return None
    return tuple(map(tuple, fichas_escritas(debida.reparto))), debida.salidor


def _sigue(anterior: object, salidor: int) -> bool:
    return not isinstance(anterior, int) or salidor == (anterior + 1) % 4


def abiertas(torneo: Torneo) -> Faltas:
    """TO13: no se empareja con resultados pendientes, ahora ni entonces."""
    ultima = max((partida.numero for partida in torneo.partidas), default=0)
    for partida in torneo.partidas:
        for mesa in partida.mesas:
            pendiente = mesa.fin is None or any(antes.fin is None for antes in mesa.correcciones)
            if pendiente and partida.numero < ultima:
                yield ErrorDeRegla("mesa_sin_resultado", partida=partida.numero, mesa=mesa.numero)

"""Lo que se dispone antes de emparejar: prohibidos, *evitar*, mesas forzadas y quién avisó que falta (TO11, TO18).

Todo se dice con motivo y queda en el rastro; las mesas ya publicadas no cambian (D330).
"""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from reglas.suizo.tipos import DE_MESA, Modalidad
from torneos.models import Disposicion, Restriccion
from torneos.servicios.base import VIVOS, Operacion, exigir_motivo, orden


@orden(*VIVOS)
def restriccion_poner(op: Operacion, *, uno: int, otro: int, tipo: str, motivo: str) -> None:
    """Dos que no se sientan juntos, o que mejor no se enfrenten, desde la partida que sigue. Si acaba de quitarse y no
    se ha publicado otra, vuelve a regir.

    Errores: `solo_control`, `numero_inexistente`, `dos_distintos`, `restriccion_repetida`, `falta_motivo`.
    """
    op.exigir_mando()
    primero, segundo = sorted((op.sujeto(uno), op.sujeto(otro)), key=lambda i: i.numero)
    if primero == segundo or tipo not in Restriccion.Tipo.values:
        raise ErrorDeServicio("dos_distintos")
    publicadas = op.publicadas()
    hubo = op.torneo.restricciones.filter(uno=primero, otro=segundo).first()
    if hubo is not None and (hubo.hasta != publicadas or hubo.tipo != tipo):
        raise ErrorDeServicio("restriccion_repetida", uno=primero.nombre, otro=segundo.nombre)
    r = hubo or Restriccion(torneo=op.torneo, tipo=tipo, uno=primero, otro=segundo, desde=publicadas + 1)
    r.hasta, r.motivo, r.quien, r.instante = None, exigir_motivo(motivo), op.nombre, op.ahora
    r.save()
    op.contar("restriccion_poner", motivo=motivo, numeros=[primero.numero, segundo.numero], tipo=tipo)


@orden(*VIVOS)
def restriccion_quitar(op: Operacion, *, restriccion: int, motivo: str) -> None:
    """Ya no rige desde la partida que sigue; si nunca rigió, se borra. Error: `restriccion_inexistente`."""
    op.exigir_mando()
    r = op.torneo.restricciones.filter(pk=restriccion, hasta=None).select_related("uno", "otro").first()
    if r is None:
        raise ErrorDeServicio("restriccion_inexistente")
    op.contar("restriccion_quitar", motivo=exigir_motivo(motivo), numeros=[r.uno.numero, r.otro.numero])
    if r.desde > op.publicadas():
        r.delete()
    else:
        r.hasta = op.publicadas()
        r.save(update_fields=["hasta"])


@orden(*VIVOS)
def ausencia_avisar(op: Operacion, *, numero: int, motivo: str = "") -> None:
    """Avisó que no juega la partida que sigue: no se le empareja y le cuenta como ausencia (TO18).

    Errores: `solo_control`, `no_ha_llegado`, `ya_se_retiro`, `ya_dispuesto`.
    """
    op.exigir_mando()
    i = op.sujeto(numero)
    if i.desde is None or i.hasta is not None:
        raise ErrorDeServicio("no_ha_llegado" if i.desde is None else "ya_se_retiro", nombre=i.nombre)
    _exigir_libres(op, [i.numero])
    _disponer(op, Disposicion.Tipo.AUSENTE, [i.numero], motivo)


@orden(*VIVOS)
def mesa_forzar(op: Operacion, *, numeros: Sequence[int], motivo: str) -> None:
    """Sienta a esos cuatro juntos, por asiento, en la partida que sigue; se publica como forzada (TO11). En Parejas y
    Equipos son los dos que se enfrentan.

    Errores: `solo_control`, `forzada_de_cuatro`, `forzada_de_dos`, `no_ha_llegado`, `ya_se_retiro`,
    `ya_dispuesto`, `falta_motivo`.
    """
    op.exigir_mando()
    individual = op.modalidad is Modalidad.INDIVIDUAL
    quienes = [op.sujeto(numero) for numero in numeros]
    suyos = [i.numero for i in quienes]
    if not len(set(suyos)) == len(suyos) == (DE_MESA if individual else 2):
        raise ErrorDeServicio("forzada_de_cuatro" if individual else "forzada_de_dos")
    for i in quienes:
        if i.desde is None or i.hasta is not None:
            raise ErrorDeServicio("no_ha_llegado" if i.desde is None else "ya_se_retiro", nombre=i.nombre)
    _exigir_libres(op, suyos)
    _disponer(op, Disposicion.Tipo.FORZADA, suyos, exigir_motivo(motivo))


@orden(*VIVOS)
def disposicion_quitar(op: Operacion, *, disposicion: int) -> None:
    """Deshace una ausencia avisada o una mesa forzada que no se ha publicado. Error: `disposicion_inexistente`."""
    op.exigir_mando()
    d = op.torneo.disposiciones.filter(pk=disposicion).first()
    if d is None:
        raise ErrorDeServicio("disposicion_inexistente")
    op.contar("disposicion_quitar", tipo=d.tipo, numeros=d.numeros)
    d.delete()


def _exigir_libres(op: Operacion, numeros: Sequence[int]) -> None:
    """Nadie con dos disposiciones para la misma partida."""
    dispuestos = {n for suyos in op.torneo.disposiciones.values_list("numeros", flat=True) for n in suyos}
    if repetidos := dispuestos.intersection(numeros):
        raise ErrorDeServicio("ya_dispuesto", numero=min(repetidos))


def _disponer(op: Operacion, tipo: str, numeros: list[int], motivo: str) -> None:
    Disposicion.objects.create(
        torneo=op.torneo, tipo=tipo, numeros=numeros, motivo=motivo.strip()[:200], quien=op.nombre, instante=op.ahora
    )
    op.contar("disposicion_poner", motivo=motivo, tipo=str(tipo), numeros=numeros)

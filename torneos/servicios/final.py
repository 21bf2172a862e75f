"""Premios y final del torneo (TO23, TO31)."""

from collections.abc import Sequence
from decimal import Decimal

from recreo.errores import ErrorDeServicio
from reglas.errores import ErrorDeRegla
from reglas.suizo import premios as reglas
from reglas.suizo.tipos import Tipo
from torneos.models import Premio
from torneos.servicios.base import VIVOS, E, Operacion, exigir_motivo, orden

TABLAS_A_DISTANCIA = 3
"""La de cada quien, la de parejas y la de equipos (TO25)."""


@orden(*VIVOS)
def premios_guardar(op: Operacion, *, premios: Sequence[reglas.Premio]) -> None:
    """Los de cada lugar, en importe o en porcentaje; sustituyen a los que había (TO23). A Distancia, la bolsa 2 es
    de las parejas y la 3, de los equipos. Errores: `solo_titular`, `premio_de_otra_bolsa`, `regla_premio_…`.
    """
    op.exigir_organizador()
    try:
        reglas.valores(premios, Decimal(0))
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e
    bolsas = TABLAS_A_DISTANCIA if op.torneo.tipo == Tipo.A_DISTANCIA.value else op.torneo.bolsas or 1
    if (ultima := max((p.bolsa for p in premios), default=1)) > bolsas:
        raise ErrorDeServicio("premio_de_otra_bolsa", bolsa=ultima)
    op.torneo.premios.all().delete()
    Premio.objects.bulk_create(
        Premio(torneo=op.torneo, bolsa=p.bolsa, lugar=p.lugar, importe=p.importe, porcentaje=p.porcentaje)
        for p in premios
    )
    op.contar("premios_guardar", lugares=len(premios))


@orden(E.EN_JUEGO)
def torneo_terminar(op: Operacion, *, motivo: str = "") -> None:
    """Anuncia la tabla final. Sin jugar todas las previstas hace falta decir por qué (TO31).

    Errores: `solo_titular`, `partida_sin_cerrar`, `falta_motivo`.
    """
    op.exigir_organizador()
    actual = op.actual()
    if actual is None or actual.cerrada is None:
        mesas = [] if actual is None else list(actual.mesas.filter(cerrada=None).values_list("numero", flat=True))
        raise ErrorDeServicio("partida_sin_cerrar", partida=actual.numero if actual else 1, mesas=sorted(mesas))
    if actual.numero < op.torneo.previstas:
        motivo = exigir_motivo(motivo)
    op.torneo.estado, op.torneo.terminado = E.TERMINADO, op.ahora
    op.torneo.ensayos.all().delete()
    op.contar("torneo_terminar", motivo=motivo, partidas=actual.numero)

"""Lo jugado entre personas a Federación o a Música: aparte, sin tocar puntos ni la estadística (VA2, D548)."""

from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import en_fecha
from enlinea.models import JugadorDeOtroJuego, PartidaDeOtroJuego
from reglas.historia import PartidaJugada, acta_de, personas_de

Faltante = tuple[DatosDeMesa, PartidaJugada]


def guardadas(mesas: Iterable[int]) -> list[tuple[int, int]]:
    """De esas mesas, qué partidas ya están: (mesa, su número)."""
    hay = PartidaDeOtroJuego.objects.filter(mesa_id__in=list(mesas)).order_by()
    return list(hay.values_list("mesa_id", "numero"))


def otras_guardar(faltan: Sequence[Faltante]) -> int:
    """Cada una con sus jugadores, o no entra. La que otro guardó entretanto no se repite. Devuelve cuántas entraron."""
    return sum(_guardar_si_falta(datos, partida) for datos, partida in faltan)


def _guardar_si_falta(datos: DatosDeMesa, partida: PartidaJugada) -> bool:
    try:
        _guardar(datos, partida)
    except IntegrityError:
        if PartidaDeOtroJuego.objects.filter(mesa_id=datos.id, numero=partida.numero).exists():
            return False
        raise
    return True


@transaction.atomic
def _guardar(datos: DatosDeMesa, partida: PartidaJugada) -> None:
    fila = PartidaDeOtroJuego.objects.create(
        mesa_id=datos.id,
        numero=partida.numero,
        reglamento=str(partida.reglamento),
        meta=str(partida.meta),
        modo=str(partida.modo),
        inicio=en_fecha(partida.inicio),
        fin=en_fecha(partida.fin),
        finalizada=partida.finalizada,
        motivo=partida.motivo,
        acta=acta_de(partida, datos.nombres) if partida.con_acta else None,
    )
    bando_de = partida.reglamento.bando_de
    JugadorDeOtroJuego.objects.bulk_create(
        JugadorDeOtroJuego(
            partida=fila,
            asiento=asiento,
            cuenta_id=datos.cuentas[persona],
            nombre=datos.nombres[persona],
            bando=bando_de[asiento],
            gano=partida.finalizada and partida.ganadora == bando_de[asiento],
            tantos=partida.tantos[bando_de[asiento]],
        )
        for asiento, persona in enumerate(personas_de(partida))
    )

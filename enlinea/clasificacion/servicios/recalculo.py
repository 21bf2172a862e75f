"""La clasificación desde el principio (ES2): repite lo guardado en su orden y lo compara con lo que hay.

Sirve para comprobarla y, si alguien tocó la base a mano, para dejarla como debe. Sigue `Partida.orden_de_puntos` y
`CambioDeInscripcion`, así que dos recálculos dan siempre lo mismo.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import merge
from itertools import groupby

from django.db import transaction

from enlinea.clasificacion.servicios.puntos import bloquear, contada, fronteras_de
from enlinea.models import CambioDeInscripcion, Clasificado, Jugador, PuntosDePartida, TablaDeClasificacion
from reglas.tabla import Inscripcion, PartidaContada, PuntosDados, TablaDePuntos, historia_de_puntos

POR_LOTE = 500
CAMPOS = ("pr_antes", "pr_despues", "quintil_antes", "quintil_despues")

_Suceso = tuple[int, int, Inscripcion | list[Jugador]]


@dataclass
class Recalculo:
    """Cuánto se repasó y qué no coincidía: jugadores (de partida), cuentas y, si acaso, la tabla."""

    partidas: int = 0
    inscritos: int = 0
    jugadores: list[int] = field(default_factory=list)
    cuentas: list[int] = field(default_factory=list)
    tabla: bool = False

    @property
    def coincide(self) -> bool:
        """¿Lo guardado era exacto?"""
        return not (self.jugadores or self.cuentas or self.tabla)


def clasificacion_recalcular(*, corregir: bool) -> Recalculo:
    """Repite toda la historia y la compara; con `corregir`, escribe lo que difiera. Mientras, nadie suma partidas.

    Una segunda corrida no encuentra nada. Levanta `ErrorDeRegla` si una partida ya sumada dejó de cumplir las reglas.
    """
    with transaction.atomic():
        guardada = bloquear()
        tabla, quedo = TablaDePuntos(), Recalculo()
        mal = _comparar_partidas(tabla, quedo)
        if corregir:
            PuntosDePartida.objects.bulk_create(
                mal, POR_LOTE, update_conflicts=True, unique_fields=["jugador"], update_fields=list(CAMPOS)
            )
        _comparar_cuentas(tabla, quedo, corregir)
        _comparar_tabla(tabla, guardada, quedo, corregir)
    return quedo


def _comparar_partidas(tabla: TablaDePuntos, quedo: Recalculo) -> list[PuntosDePartida]:
    """Los renglones que deberían ser otros."""
    asientos: list[list[Jugador]] = []
    mal: list[PuntosDePartida] = []
    for dados in historia_de_puntos(tabla, _sucesos(asientos)):
        pares = zip(asientos.pop(), dados, strict=True)
        mal += [_debido(jugador, uno) for jugador, uno in pares if _guardado(jugador) != uno]
        quedo.partidas += 1
    quedo.jugadores = [uno.pk for uno in mal]
    return mal


def _sucesos(asientos: list[list[Jugador]]) -> Iterator[Inscripcion | PartidaContada]:
    """Altas, bajas y partidas en el orden en que pasaron. Deja en `asientos` quiénes jugaron la que acaba de dar."""
    cambios = CambioDeInscripcion.objects.order_by("tras", "id").values_list("tras", "cuenta_id", "inscrita")
    # tras la partida n y antes de la n + 1
    leidos = cambios.iterator(POR_LOTE * 10)
    altas: Iterator[_Suceso] = ((tras, 1, Inscripcion(cuenta, inscrita)) for tras, cuenta, inscrita in leidos)
    jugadas: Iterator[_Suceso] = ((orden, 0, jugadores) for orden, jugadores in _partidas())
    for _orden, _antes, suceso in merge(altas, jugadas, key=lambda uno: uno[:2]):
        if isinstance(suceso, Inscripcion):
            yield suceso
        else:
            asientos.append(suceso)
            yield contada(suceso[0].partida, suceso)


def _partidas() -> Iterator[tuple[int, list[Jugador]]]:
    filas = Jugador.objects.filter(partida__orden_de_puntos__isnull=False).order_by(
        "partida__orden_de_puntos", "asiento"
    )
    leidas = filas.select_related("partida", "puntos").defer("partida__acta", "partida__resumen").iterator(POR_LOTE * 4)
    for orden, jugadores in groupby(leidas, lambda j: j.partida.orden_de_puntos or 0):
        yield orden, list(jugadores)


def _guardado(jugador: Jugador) -> PuntosDados | None:
    fila: PuntosDePartida | None = getattr(jugador, "puntos", None)
    return PuntosDados(*(getattr(fila, campo) for campo in CAMPOS)) if fila else None


def _debido(jugador: Jugador, dados: PuntosDados) -> PuntosDePartida:
    return PuntosDePartida(jugador=jugador, **{campo: getattr(dados, campo) for campo in CAMPOS})


def _comparar_cuentas(tabla: TablaDePuntos, quedo: Recalculo, corregir: bool) -> None:
    claves = tabla.claves
    hay = {c: (puntos, clave) for c, puntos, clave in Clasificado.objects.values_list("pk", "puntos", "clave")}
    debe = {c: (puntos, claves[c]) for c, puntos in tabla.puntos.items()}
    quedo.cuentas = sorted(c for c in hay.keys() | debe.keys() if hay.get(c) != debe.get(c))
    if corregir and quedo.cuentas:
        # borrar y volver a poner: corregidas una por una podrían chocar dos claves a medio camino
        Clasificado.objects.filter(pk__in=quedo.cuentas).delete()
        Clasificado.objects.bulk_create(
            (Clasificado(cuenta_id=c, puntos=debe[c][0], clave=debe[c][1]) for c in quedo.cuentas if c in debe),
            batch_size=POR_LOTE,
        )


def _comparar_tabla(tabla: TablaDePuntos, guardada: TablaDeClasificacion, quedo: Recalculo, corregir: bool) -> None:
    quedo.inscritos = tabla.inscritos
    debe = (tabla.inscritos, quedo.partidas, tabla.fronteras)
    quedo.tabla = debe != (guardada.inscritos, guardada.aplicadas, fronteras_de(guardada))
    if corregir and quedo.tabla:
        guardada.inscritos, guardada.aplicadas, fronteras = debe
        guardada.frontera_2, guardada.frontera_3, guardada.frontera_4, guardada.frontera_5 = fronteras
        guardada.save()

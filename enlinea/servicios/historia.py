"""Proyección: del diario de una mesa a sus partidas guardadas (EL10). Idempotente: se puede repetir cuanto haga falta.

La llama el proceso que ve terminar la partida; si muere antes, la recoge el barrido. Sólo la que llegó a la meta lleva
acta, también la de una mesa sin prisa; la no finalizada consta sin ella, y la de práctica no se guarda. Ya guardada, se
suma a la clasificación (ES2).
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime

from django.db import transaction

from enlinea.mesa import diario
from enlinea.mesa.diario import Renglon, leer_eventos
from enlinea.mesa.ficha_de_mesa import FichaDeMesa
from enlinea.models import Jugador, Mesa, Partida
from enlinea.servicios.analisis import analisis_pedir
from enlinea.servicios.armado import mesa_cerrar
from enlinea.servicios.clasificacion import partidas_sumar
from enlinea.servicios.estadistica import partida_contar
from enlinea.servicios.tarjetas import mesa_tarjetas_proyectar
from reglas.historia import PartidaJugada, acta_de, partidas_de, personas_de
from reglas.mesa.estado import Mesa as EstadoDeMesa
from reglas.mesa.estado import culpable_de
from reglas.mesa.eventos import Evento, MesaCerrada, PartidaAnulada
from reglas.tipos import Meta

POR_BARRIDO = 100
SIN_ABRIR = EstadoDeMesa()


def mesa_proyectar(mesa_id: int, renglones: Iterable[Renglon] | None = None, desde: EstadoDeMesa = SIN_ABRIR) -> int:
    """Guarda las partidas de la mesa que ya acabaron y faltaban, y sus tarjetas; devuelve cuántas partidas.

    Es la que llama el proceso. `renglones`: su diario entero, si ya se tiene. `desde`: el estado justo antes de la
    última partida; si las anteriores ya están, se lee sólo de ahí en adelante. Levanta `Mesa.DoesNotExist`.
    """
    ficha = FichaDeMesa.leer(mesa_id)
    if ficha.modo == Mesa.Modo.PRACTICA:
        return 0
    guardadas = set(Partida.objects.filter(mesa_id=mesa_id).values_list("numero", flat=True))
    if renglones is not None or not guardadas.issuperset(range(1, desde.partida + 1)):
        desde = SIN_ABRIR
    todos = diario.leer(mesa_id, desde.num) if renglones is None else list(renglones)
    faltan = [p for p in partidas_de(_eventos(todos), desde) if p.terminada and p.numero not in guardadas]
    # primero las tarjetas: de ellas sale la suspensión, que corre desde ya (SA1)
    mesa_tarjetas_proyectar(mesa_id=mesa_id, renglones=todos, partida=desde.partida)
    nuevas = sum(_guardar(ficha, partida) for partida in faltan)
    if nuevas:
        partidas_sumar()
    return nuevas


def partida_guardar(*, mesa_id: int, numero: int, renglones: Iterable[Renglon] | None = None) -> Partida | None:
    """La partida `numero` de la mesa, guardada; None si aún no acaba, no existe o es de práctica.

    Levanta `Mesa.DoesNotExist`.
    """
    ficha = FichaDeMesa.leer(mesa_id)
    if ficha.modo == Mesa.Modo.PRACTICA:
        return None
    for partida in _jugadas(mesa_id, renglones):
        if partida.numero == numero and partida.terminada and _guardar(ficha, partida):
            partidas_sumar()
    return Partida.objects.filter(mesa_id=mesa_id, numero=numero).first()


def historias_faltantes_guardar() -> int:
    """El barrido: cierra la mesa cuyo diario ya acabó y guarda la historia que faltó; devuelve cuántas partidas.

    Hace falta si el proceso murió entre el diario y la proyección. Cada mesa cerrada se lee una sola vez.
    """
    guardadas = 0
    for mesa_id, renglones in _acabadas_sin_cerrar():
        final = diario.replegar(renglones)
        mesa_cerrar(mesa_id, final.motivo, culpable_de(final))
        guardadas += _proyectar_cerrada(mesa_id, renglones)
    por_ver = Mesa.objects.filter(estado=Mesa.Estado.CERRADA, proyectada=False).order_by("cerrada")
    for mesa_id in list(por_ver.values_list("pk", flat=True)[:POR_BARRIDO]):
        guardadas += _proyectar_cerrada(mesa_id)
    return guardadas


def _proyectar_cerrada(mesa_id: int, renglones: list[Renglon] | None = None) -> int:
    """Su historia y sus tarjetas, una vez: que ni éste ni el otro barrido la vuelvan a leer."""
    guardadas = 0
    with suppress(Mesa.DoesNotExist):  # la que nunca tuvo a los cuatro no se jugó, y no detiene a las demás
        guardadas = mesa_proyectar(mesa_id, renglones)
    Mesa.objects.filter(pk=mesa_id).update(proyectada=True, con_tarjetas=True)
    return guardadas


def _acabadas_sin_cerrar() -> Iterator[tuple[int, list[Renglon]]]:
    """Las mesas listas cuyo último renglón dice que ya se cerraron, de una en una, y su diario leído una sola vez."""
    listas = list(Mesa.objects.filter(estado=Mesa.Estado.LISTA).values_list("pk", flat=True))
    if not listas:
        return
    base = diario.abrir()
    try:
        for mesa_id, num in base.ultimos(listas).items():
            ultimos = _eventos(base.leer(mesa_id, num - 1))
            if any(isinstance(e, MesaCerrada | PartidaAnulada) for e in ultimos):
                yield mesa_id, base.leer(mesa_id)
    finally:
        base.cerrar()


def _jugadas(mesa_id: int, renglones: Iterable[Renglon] | None) -> list[PartidaJugada]:
    todos = diario.leer(mesa_id) if renglones is None else renglones
    return partidas_de(_eventos(todos))


def _eventos(renglones: Iterable[Renglon]) -> Iterator[Evento]:
    return (evento for renglon in renglones for evento in leer_eventos(renglon.eventos))


def _guardar(ficha: FichaDeMesa, partida: PartidaJugada) -> bool:
    """Verdadero si no estaba. Los jugadores entran con ella o no entran; después, su estadística."""
    tantos = (0, 0) if partida.meta is Meta.JUEGOS_GANADOS else partida.tantos
    with transaction.atomic():
        fila, nueva = Partida.objects.get_or_create(
            mesa_id=ficha.id,
            numero=partida.numero,
            defaults={
                "meta": str(partida.meta),
                "modo": str(partida.modo),
                "inicio": _instante(partida.inicio),
                "fin": _instante(partida.fin),
                "finalizada": partida.finalizada,
                "motivo": partida.motivo,
                "causante": partida.causante,
                "ganadora": partida.ganadora,
                "tantos_0": tantos[0],
                "tantos_1": tantos[1],
                "manos_0": partida.ganadas[0],
                "manos_1": partida.ganadas[1],
                "acta": acta_de(partida, ficha.nombres) if partida.con_acta else None,
            },
        )
        if nueva:
            Jugador.objects.bulk_create(_jugadores(fila, ficha, partida))
            analisis_pedir(fila)
    if nueva:
        partida_contar(fila.pk)
    return nueva


def _jugadores(fila: Partida, ficha: FichaDeMesa, partida: PartidaJugada) -> list[Jugador]:
    return [
        Jugador(
            partida=fila,
            asiento=asiento,
            cuenta_id=ficha.cuentas[persona],
            nombre=ficha.nombres[persona],
            amarillas=partida.amarillas[asiento],
            azul=partida.azul and partida.causante == asiento,
        )
        for asiento, persona in enumerate(personas_de(partida))
    ]


def _instante(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, tz=UTC)

"""Un Recreo con lo que se anotó, su validación y el resultado de cada mesa (RG6-RG8, RG11).

Decidido aquí: se acepta un Recreo a medias. Una mesa sin fin, o que todavía no viene, está abierta y deja
abierta su partida. El orden en que llegan partidas y mesas no importa: manda su número.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from decimal import Decimal

from reglas.anotacion import ManoAnotada
from reglas.apuestas import importe_valido
from reglas.conformidad import Parecer
from reglas.errores import ErrorDeRegla, situar
from reglas.metas import Meta
from reglas.partida import ResultadoPartida, calcular_partida
from reglas.relevos import Relevo, partida_con_relevos, suplentes, validar_relevos
from reglas.roles import MesaRol, PartidaRol, Rol, mesa_del_rol, partida_del_rol, rol_de
from reglas.tipos import Fin, Formato, TipoDeRol


@dataclass(frozen=True, slots=True)
class MesaJugada:
    """Lo anotado en una mesa; `salidor` es el lugar del programa de quien salió en la primera mano: el número del
    titular, aunque lo ocupe un suplente."""

    numero: int
    salidor: int | None
    manos: tuple[ManoAnotada, ...]
    fin: Fin | None
    gana_default: int | None = None
    pareceres: tuple[Parecer, ...] = ()
    """Lo que se dijo de la hoja y sigue valiendo; no cambia ningún resultado."""


@dataclass(frozen=True, slots=True)
class Castigo:
    """Tantos que el organizador descuenta a un jugador (RG7)."""

    jugador: int
    tantos: int


@dataclass(frozen=True, slots=True)
class PartidaJugada:
    """Lo anotado en una partida."""

    numero: int
    mesas: tuple[MesaJugada, ...]
    castigos: tuple[Castigo, ...] = ()


@dataclass(frozen=True, slots=True)
class RecreoJugado:
    """Todo lo que hace falta para clasificar un Recreo."""

    tamano: int
    meta: Meta
    importe: Decimal
    pago_extraordinario: bool
    partidas: tuple[PartidaJugada, ...]
    relevos: tuple[Relevo, ...] = ()
    rol: TipoDeRol = TipoDeRol.OFICIAL


@dataclass(frozen=True, slots=True)
class MesaResuelta:
    """Una mesa del rol con su resultado."""

    rol: MesaRol
    fin: Fin | None
    resultado: ResultadoPartida


@dataclass(frozen=True, slots=True)
class PartidaResuelta:
    """Una partida del rol con los resultados de sus mesas, por número."""

    rol: PartidaRol
    mesas: tuple[MesaResuelta, ...]
    castigos: tuple[Castigo, ...]

    @property
    def cerrada(self) -> bool:
        """Están todas las mesas del rol y todas tienen fin."""
        return len(self.mesas) == len(self.rol.mesas) and all(mesa.fin is not None for mesa in self.mesas)


def validar_recreo(recreo: RecreoJugado) -> None:
    """Lanza ErrorDeRegla, con partida y mesa si es de ahí, si algo anotado no es posible."""
    resolver_recreo(recreo)


def resolver_recreo(recreo: RecreoJugado) -> tuple[PartidaResuelta, ...]:
    """Valida y calcula todas las mesas; las partidas salen por número."""
    rol = rol_de(recreo.tamano, recreo.rol)
    _validar_apuesta(rol, recreo)
    validar_relevos(rol, recreo.relevos)
    for partida in recreo.partidas:
        partida_del_rol(rol, partida.numero)
    repetida = _repetido(partida.numero for partida in recreo.partidas)
    if repetida is not None:
        raise ErrorDeRegla("partida_repetida", partida=repetida)
    en_orden = sorted(recreo.partidas, key=lambda partida: partida.numero)
    return tuple(_resolver_partida(rol, recreo, partida) for partida in en_orden)


def _validar_apuesta(rol: Rol, recreo: RecreoJugado) -> None:
    """RG8 y RG9: apuesta y pago extraordinario son sólo de la Ronda."""
    if not importe_valido(recreo.importe):
        raise ErrorDeRegla("importe_invalido")
    if rol.formato is Formato.RONDA:
        return
    if recreo.importe != 0:
        raise ErrorDeRegla("importe_en_todos_con_todos")
    if recreo.pago_extraordinario:
        raise ErrorDeRegla("pago_en_todos_con_todos")


def _resolver_partida(rol: Rol, recreo: RecreoJugado, partida: PartidaJugada) -> PartidaResuelta:
    with situar(partida=partida.numero):
        lugares = {mesa.numero: mesa_del_rol(rol, partida.numero, mesa.numero) for mesa in partida.mesas}
        repetida = _repetido(mesa.numero for mesa in partida.mesas)
        if repetida is not None:
            raise ErrorDeRegla("mesa_repetida", mesa=repetida)
        en_orden = sorted(partida.mesas, key=lambda mesa: mesa.numero)
        jugada = partida_con_relevos(partida_del_rol(rol, partida.numero), recreo.relevos)
        sentados = {mesa.numero: mesa for mesa in jugada.mesas}
        mesas = tuple(
            _resolver_mesa(lugares[mesa.numero], sentados[mesa.numero], recreo.meta, mesa) for mesa in en_orden
        )
        conocidos = {*range(1, rol.tamano + 1), *suplentes(recreo.relevos, rol.tamano)}
        for castigo in partida.castigos:
            _validar_castigo(conocidos, recreo.meta, castigo)
        return PartidaResuelta(jugada, mesas, partida.castigos)


def _resolver_mesa(lugares: MesaRol, jugada: MesaRol, meta: Meta, mesa: MesaJugada) -> MesaResuelta:
    with situar(mesa=mesa.numero):
        if mesa.salidor is not None and mesa.salidor not in lugares.asientos:
            sentados = ", ".join(map(str, sorted(lugares.asientos)))
            raise ErrorDeRegla("salidor_de_otra_mesa", salidor=mesa.salidor, jugadores=sentados)
        _validar_pareceres(lugares, mesa)
        return MesaResuelta(jugada, mesa.fin, calcular_partida(meta, mesa.manos, mesa.fin, mesa.gana_default))


def _validar_pareceres(lugares: MesaRol, mesa: MesaJugada) -> None:
    """Uno por persona, de quien se sienta ahí y de una hoja con manos; objetar lleva su motivo."""
    for parecer in mesa.pareceres:
        if parecer.jugador not in lugares.asientos or not mesa.manos:
            raise ErrorDeRegla("parecer_de_otra_mesa", jugador=parecer.jugador)
        if not parecer.conforme and not parecer.motivo.strip():
            raise ErrorDeRegla("objecion_sin_motivo", jugador=parecer.jugador)
    if (repetido := _repetido(parecer.jugador for parecer in mesa.pareceres)) is not None:
        raise ErrorDeRegla("parecer_repetido", jugador=repetido)


def _validar_castigo(conocidos: Collection[int], meta: Meta, castigo: Castigo) -> None:
    """Un castigo de cero no cambia nada y se acepta; puede caer en quien descansa."""
    if meta.tantos is None:
        raise ErrorDeRegla("castigo_en_juegos_ganados", jugador=castigo.jugador)
    if castigo.jugador not in conocidos:
        raise ErrorDeRegla("castigo_a_desconocido", jugador=castigo.jugador)
    if castigo.tantos < 0:
        raise ErrorDeRegla("castigo_negativo", jugador=castigo.jugador, tantos=castigo.tantos)


def _repetido(numeros: Iterable[int]) -> int | None:
    vistos: set[int] = set()
    for numero in numeros:
        if numero in vistos:
            return numero
        vistos.add(numero)
    return None

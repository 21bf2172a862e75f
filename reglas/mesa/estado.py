"""El estado de una mesa y su pliegue, `evolucionar(estado, evento)`: inmutable, sin hora ni azar (`decisiones/005`)."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from reglas import mano as reglas_mano
from reglas import sorteo
from reglas.fichas import mascara
from reglas.mano import Cuenta, Mano, poner
from reglas.mesa import eventos as ev
from reglas.mesa.tipos import Fase, Modo
from reglas.metas import Meta
from reglas.tipos import Desenlace

Cuatro = tuple[int, int, int, int]
NADIE: Cuatro = (0, 0, 0, 0)


class Mesa(NamedTuple):
    """Todo lo que la mesa sabe; lo que cada asiento puede ver lo decide la vista, no esto.

    Lo que cambia en cada jugada va primero y junto: `_turno` lo pone sin recorrer lo demás.
    """

    num: int = 0
    """Renglones del diario plegados."""
    mano: Mano | None = None
    abierto: int = 0
    reloj: int = 0
    vence: int = 0
    cuantas: int = 0
    """Amarillas que lleva este turno."""
    fase: Fase = Fase.SIN_ABRIR
    meta: Meta = Meta.CIEN
    modo: Modo = Modo.NORMAL
    organizador: int = 0
    ocupantes: Cuatro = (0, 1, 2, 3)
    partida: int = 0
    inicio: int = 0
    cuentas: tuple[Cuenta, ...] = ()
    tantos: tuple[int, int] = (0, 0)
    ganadas: tuple[int, int] = (0, 0)
    repartidas: Cuatro = NADIE
    """Las cuatro manos como se repartieron, en máscaras."""
    secreto: ev.Secreto | None = None
    nonces_de_mano: tuple[str, str, str, str] = ("", "", "", "")
    siguiente: ev.Secreto | None = None
    publicado: int = 0
    """Cuándo se publicó el compromiso de `siguiente`."""
    nonces: tuple[str | None, str | None, str | None, str | None] = (None, None, None, None)
    amarillas: Cuatro = NADIE
    ausentes: Cuatro = NADIE
    """Límite para volver de cada ausente; 0 si está."""
    nuestras: int = 0
    """Máscara de los ausentes por falla de la casa."""
    detenido: int = 0
    listos: int = 0
    votos: tuple[str, str, str, str] = ("", "", "", "")
    ganadora: int = -1
    motivo: str = ""
    culpable: int = -1
    abandonos: int = 0
    """Máscara de los ausentes que se fueron cuando ya se esperaba a otro, aunque ése haya vuelto (002 §3.2.5)."""


def asiento_de(mesa: Mesa, persona: int) -> int:
    """Dónde está sentada la persona en la partida actual."""
    return mesa.ocupantes.index(persona)


def en_partida(mesa: Mesa) -> bool:
    """Si hay una partida sin terminar: irse cuesta."""
    return mesa.fase in (Fase.REPARTIENDO, Fase.JUGANDO, Fase.FIN_DE_MANO)


def plegar(mesa: Mesa, eventos: Iterable[ev.Evento]) -> Mesa:
    """El estado tras un renglón del diario, con todos sus eventos."""
    for evento in eventos:
        mesa = evolucionar(mesa, evento)
    return Mesa._make((mesa.num + 1, *mesa[1:]))


def evolucionar(mesa: Mesa, evento: ev.Evento) -> Mesa:
    """El estado después de un hecho. No valida: un hecho del diario ya ocurrió."""
    return _SEGUN[type(evento)](mesa, evento)


def culpable_de(mesa: Mesa) -> int | None:
    """La persona (su lugar al armarse la mesa) por la que se cerró; None si no fue por nadie, o fue un automático."""
    persona = mesa.ocupantes[mesa.culpable] if mesa.culpable >= 0 else -1
    return persona if persona >= 0 else None


def _sin_nonces(ocupantes: Cuatro) -> Any:
    """Los automáticos no aportan: su nonce es vacío desde el principio."""
    return tuple("" if cuenta < 0 else None for cuenta in ocupantes)


def _mesa(mesa: Mesa, e: ev.MesaAbierta) -> Mesa:
    return mesa._replace(
        fase=Fase.ESPERA,
        meta=Meta(e.meta),
        modo=Modo(e.modo),
        organizador=e.organizador,
        ocupantes=e.ocupantes,
        siguiente=e.sorteo,
        publicado=e.instante,
        nonces=_sin_nonces(e.ocupantes),
        vence=e.vence,
    )


def _nonce(mesa: Mesa, e: ev.NonceDado) -> Mesa:
    return mesa._replace(nonces=poner(mesa.nonces, e.asiento, e.nonce))


def _partida(mesa: Mesa, e: ev.PartidaComenzada) -> Mesa:
    n = [mesa.nonces[mesa.ocupantes.index(cuenta)] for cuenta in e.ocupantes]
    return mesa._replace(
        fase=Fase.REPARTIENDO,
        partida=mesa.partida + 1,
        inicio=e.instante,
        ocupantes=e.ocupantes,
        nonces=(n[0], n[1], n[2], n[3]),
        cuentas=(),
        tantos=(0, 0),
        ganadas=(0, 0),
        mano=None,
        amarillas=NADIE,
        listos=0,
        votos=("", "", "", ""),
        ganadora=-1,
        vence=e.vence,
    )


def _mano(mesa: Mesa, e: ev.ManoRepartida) -> Mesa:
    assert mesa.siguiente is not None
    repartidas = repartir(mesa.siguiente.claves, e.nonces)
    return mesa._replace(
        fase=Fase.JUGANDO,
        mano=reglas_mano.repartida(repartidas, e.salidor),
        repartidas=repartidas,
        secreto=mesa.siguiente,
        nonces_de_mano=e.nonces,
        siguiente=e.siguiente,
        publicado=e.instante,
        nonces=_sin_nonces(mesa.ocupantes),
        abierto=e.instante,
        reloj=e.reloj,
        vence=e.vence,
        cuantas=0,
        listos=0,
    )


def _turno(mesa: Mesa, mano: Mano, e: ev.Tirada | ev.Pase) -> Mesa:
    """La mesa con otra mano y el turno que se abre; cambia de `mano` a `cuantas`."""
    return Mesa._make((mesa.num, mano, e.instante, e.reloj, e.vence, 0, *mesa[6:]))


def _tira(mesa: Mesa, e: ev.Tirada) -> Mesa:
    assert mesa.mano is not None
    return _turno(mesa, reglas_mano.tirar(mesa.mano, e.ficha, e.extremo), e)


def _pasa(mesa: Mesa, e: ev.Pase) -> Mesa:
    assert mesa.mano is not None
    return _turno(mesa, reglas_mano.pasar(mesa.mano), e)


def _tarjeta(mesa: Mesa, e: ev.Tarjeta) -> Mesa:
    amarillas = poner(mesa.amarillas, e.asiento, mesa.amarillas[e.asiento] + 1)
    return mesa._replace(amarillas=amarillas, cuantas=e.cual, vence=e.vence)


def _fin_mano(mesa: Mesa, e: ev.ManoTerminada) -> Mesa:
    ganadora = None if e.ganadora < 0 else e.ganadora
    cuenta = Cuenta(Desenlace(e.desenlace), e.asiento, ganadora, e.tantos, e.no_jugados)
    tantos, ganadas = mesa.tantos, mesa.ganadas
    if ganadora is not None:
        tantos = (tantos[0] + e.tantos, tantos[1]) if ganadora == 0 else (tantos[0], tantos[1] + e.tantos)
        ganadas = (ganadas[0] + 1, ganadas[1]) if ganadora == 0 else (ganadas[0], ganadas[1] + 1)
    if mesa.meta.tantos is not None:
        tantos = (min(tantos[0], mesa.meta.tantos), min(tantos[1], mesa.meta.tantos))
    return mesa._replace(
        fase=Fase.FIN_DE_MANO,
        cuentas=(*mesa.cuentas, cuenta),
        tantos=tantos,
        ganadas=ganadas,
        abierto=e.instante,
        reloj=0,
        vence=e.vence,
        listos=0,
    )


def _listo(mesa: Mesa, e: ev.Listo) -> Mesa:
    return mesa._replace(listos=mesa.listos | 1 << e.asiento, vence=e.vence)


def _fin_partida(mesa: Mesa, e: ev.PartidaTerminada) -> Mesa:
    return mesa._replace(
        fase=Fase.FIN_DE_PARTIDA, ganadora=e.ganadora, abierto=e.instante, vence=e.vence, votos=("", "", "", "")
    )


def _voto(mesa: Mesa, e: ev.Voto) -> Mesa:
    return mesa._replace(votos=poner(mesa.votos, e.asiento, e.opcion))


def _ausente(mesa: Mesa, e: ev.Ausente) -> Mesa:
    esperaban = 0 < mesa.detenido < e.instante and not mesa.ausentes[e.asiento]
    return mesa._replace(
        ausentes=poner(mesa.ausentes, e.asiento, e.limite),
        nuestras=mesa.nuestras | (e.nuestra << e.asiento),
        detenido=mesa.detenido or e.instante,
        abandonos=mesa.abandonos | (esperaban << e.asiento),
    )


def _presente(mesa: Mesa, e: ev.Presente) -> Mesa:
    los_demas = ~(1 << e.asiento)
    return mesa._replace(
        ausentes=poner(mesa.ausentes, e.asiento, 0),
        nuestras=mesa.nuestras & los_demas,
        abandonos=mesa.abandonos & los_demas,
    )


def _reanuda(mesa: Mesa, e: ev.Reanudada) -> Mesa:
    return mesa._replace(detenido=0, abierto=e.abierto, vence=e.vence)


def _acaba(mesa: Mesa, e: ev.PartidaAnulada | ev.MesaCerrada) -> Mesa:
    return mesa._replace(
        fase=Fase.CERRADA, motivo=e.motivo, culpable=e.asiento, ausentes=NADIE, nuestras=0, detenido=0, vence=0,
        abandonos=0,
    )  # fmt: skip


def repartir(claves: tuple[str, ...], nonces: tuple[str, str, str, str]) -> Cuatro:
    """Las cuatro manos del sorteo (RG1), en máscaras."""
    a, b, c, d = sorteo.repartir(claves, nonces)
    return (mascara(a), mascara(b), mascara(c), mascara(d))


_SEGUN: dict[type, Callable[[Mesa, Any], Mesa]] = {
    ev.MesaAbierta: _mesa,
    ev.NonceDado: _nonce,
    ev.PartidaComenzada: _partida,
    ev.ManoRepartida: _mano,
    ev.Tirada: _tira,
    ev.Pase: _pasa,
    ev.Tarjeta: _tarjeta,
    ev.ManoTerminada: _fin_mano,
    ev.Listo: _listo,
    ev.PartidaTerminada: _fin_partida,
    ev.Voto: _voto,
    ev.Ausente: _ausente,
    ev.Presente: _presente,
    ev.Reanudada: _reanuda,
    ev.PartidaAnulada: _acaba,
    ev.MesaCerrada: _acaba,
}

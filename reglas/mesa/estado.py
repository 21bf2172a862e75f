"""El estado de una mesa y su pliegue, `evolucionar(estado, evento)`: inmutable, sin hora ni azar (`decisiones/005`)."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from reglas import mano as reglas_mano
from reglas import sorteo
from reglas.mano import Conteo, Mano, poner
from reglas.mesa import eventos as ev
from reglas.mesa.tipos import Fase, Modo, es_automatico
from reglas.metas import AQueSeJuega, Meta
from reglas.multiplicado import nonces_de
from reglas.partida import acreditar
from reglas.reglamento import AMIGOS, PorAsiento, PorBando, Reglamento, Salida, reglamento_de
from reglas.sorteo import Repartido
from reglas.tipos import NADIE, Desenlace

CEROS: PorAsiento = (0,) * AMIGOS.asientos


class Aparte(NamedTuple):
    """Lo que del sorteo de la mano sólo traen los otros juegos."""

    pozo: tuple[int, ...] = ()
    """Como quedó al repartir, en el orden en que se roba."""
    intento: int = 0
    """En cuál se admitió el reparto (VA4)."""
    salida: tuple[int, ...] = ()
    """La ficha que le tocó a cada quien en el sorteo de la salida, en la primera mano (VA3)."""


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
    devuelto: int = 0
    """Ms que se le han devuelto en este turno, a quien lo tiene, por estar fuera de alcance."""
    fase: Fase = Fase.SIN_ABRIR
    meta: AQueSeJuega = Meta.CIEN
    modo: Modo = Modo.NORMAL
    organizador: int = 0
    ocupantes: PorAsiento = tuple(range(AMIGOS.asientos))
    partida: int = 0
    inicio: int = 0
    cuentas: tuple[Conteo, ...] = ()
    tantos: PorBando = (0,) * len(AMIGOS.bandos)
    ganadas: PorBando = (0,) * len(AMIGOS.bandos)
    """Manos de cada bando."""
    repartidas: PorAsiento = CEROS
    """Las manos como se repartieron, en máscaras."""
    secreto: ev.Secreto | None = None
    nonces_de_mano: tuple[str, ...] = ("",) * AMIGOS.asientos
    siguiente: ev.Secreto | None = None
    publicado: int = 0
    """Cuándo se publicó el compromiso de `siguiente`."""
    nonces: tuple[str | None, ...] = (None,) * AMIGOS.asientos
    amarillas: PorAsiento = CEROS
    ausentes: PorAsiento = CEROS
    """Límite para volver de cada ausente; 0 si está."""
    nuestras: int = 0
    """Máscara de los ausentes por falla de la casa."""
    detenido: int = 0
    desde: PorAsiento = CEROS
    """Desde cuándo falta cada ausente, sin contar lo que la casa estuvo caída."""
    vuelve: int = NADIE
    """A quién se le cuenta lo que se recorra enseguida: de quien se volvió a saber, si no fue culpa nuestra."""
    fuera: PorAsiento = CEROS
    """Ms que cada quien ha faltado en esta mano; lo de la plantilla es de la que sigue."""
    callado: PorAsiento = CEROS
    """Ms que se le han devuelto a cada quien en sus turnos de esta mano."""
    listos: int = 0
    votos: tuple[str, ...] = ("",) * AMIGOS.asientos
    ganadora: int = NADIE
    motivo: str = ""
    culpable: int = NADIE
    abandonos: int = 0
    """Máscara de los ausentes que se fueron cuando ya se esperaba a otro, aunque ése haya vuelto (002 §3.2.5)."""
    reglamento: Reglamento = AMIGOS
    aparte: Aparte = Aparte()
    comun: ev.RepartoComun | None = None
    """En el Multiplicado, de dónde salen sus manos; de ellas no se revela nada aquí (TO27)."""


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
    if mesa.culpable == NADIE or es_automatico(mesa.ocupantes[mesa.culpable]):
        return None
    return mesa.ocupantes[mesa.culpable]


def _sin_nonces(mesa: Mesa, ocupantes: PorAsiento) -> tuple[str | None, ...]:
    """Los automáticos no aportan: su nonce es vacío desde el principio. En el Multiplicado nadie: vale lo dictado."""
    if mesa.comun is not None:
        return nonces_de(mesa.comun.texto)
    return tuple(["" if es_automatico(uno) else None for uno in ocupantes])


def _comun(mesa: Mesa, e: ev.RepartoComun) -> Mesa:
    return mesa._replace(comun=e)


def _juego(mesa: Mesa, e: ev.JuegoElegido) -> Mesa:
    reglamento = reglamento_de(e.reglamento, e.jugadores, bool(e.por_parejas), e.por_mano)
    ceros, nadie = (0,) * e.jugadores, ("",) * e.jugadores
    return mesa._replace(
        reglamento=reglamento,
        repartidas=ceros, amarillas=ceros, ausentes=ceros, desde=ceros, fuera=ceros, callado=ceros,
        nonces_de_mano=nadie, votos=nadie,
        tantos=(0,) * len(reglamento.bandos), ganadas=(0,) * len(reglamento.bandos),
    )  # fmt: skip


def _mesa(mesa: Mesa, e: ev.MesaAbierta) -> Mesa:
    meta = mesa.reglamento.meta_de(e.meta)
    assert meta is not None
    return mesa._replace(
        fase=Fase.ESPERA,
        meta=meta,
        modo=Modo(e.modo),
        organizador=e.organizador,
        ocupantes=e.ocupantes,
        siguiente=e.sorteo,
        publicado=e.instante,
        nonces=_sin_nonces(mesa, e.ocupantes),
        vence=e.vence,
    )


def _nonce(mesa: Mesa, e: ev.NonceDado) -> Mesa:
    return mesa._replace(nonces=poner(mesa.nonces, e.asiento, e.nonce))


def _partida(mesa: Mesa, e: ev.PartidaComenzada) -> Mesa:
    de_cada_uno = dict(zip(mesa.ocupantes, mesa.nonces, strict=True))
    asientos, bandos = len(e.ocupantes), len(mesa.reglamento.bandos)
    return mesa._replace(
        fase=Fase.REPARTIENDO,
        partida=mesa.partida + 1,
        inicio=e.instante,
        ocupantes=e.ocupantes,
        nonces=tuple([de_cada_uno[uno] for uno in e.ocupantes]),
        cuentas=(),
        tantos=(0,) * bandos,
        ganadas=(0,) * bandos,
        mano=None,
        amarillas=(0,) * asientos,
        fuera=(0,) * asientos,
        callado=(0,) * asientos,
        listos=0,
        votos=("",) * asientos,
        ganadora=NADIE,
        vence=e.vence,
    )


def _mano(mesa: Mesa, e: ev.ManoRepartida) -> Mesa:
    assert mesa.siguiente is not None
    repartido, salida = repartir(mesa, e.nonces)
    mano = reglas_mano.repartida(repartido.manos, e.salidor, mesa.reglamento, repartido.pozo, salida.obligada)
    return mesa._replace(
        fase=Fase.JUGANDO,
        mano=mano,
        repartidas=mano.manos,
        aparte=Aparte(repartido.pozo, repartido.intento, salida.fichas),
        secreto=mesa.siguiente,
        nonces_de_mano=e.nonces,
        siguiente=e.siguiente,
        publicado=e.instante,
        nonces=_sin_nonces(mesa, mesa.ocupantes),
        abierto=e.instante,
        reloj=e.reloj,
        vence=e.vence,
        cuantas=0,
        devuelto=0,
        listos=0,
    )


def _turno(mesa: Mesa, mano: Mano, e: ev.Tirada | ev.Pase) -> Mesa:
    """La mesa con otra mano y el turno que se abre; cambia de `mano` a `devuelto`."""
    return Mesa._make((mesa.num, mano, e.instante, e.reloj, e.vence, 0, 0, *mesa[7:]))


def _tira(mesa: Mesa, e: ev.Tirada) -> Mesa:
    assert mesa.mano is not None
    return _turno(mesa, reglas_mano.tirar(mesa.mano, e.ficha, e.extremo), e)


def _pasa(mesa: Mesa, e: ev.Pase) -> Mesa:
    assert mesa.mano is not None
    return _turno(mesa, reglas_mano.pasar(mesa.mano), e)


def _roba(mesa: Mesa, e: ev.Robo) -> Mesa:
    assert mesa.mano is not None
    return mesa._replace(mano=reglas_mano.robar(mesa.mano), abierto=e.instante, reloj=e.reloj, vence=e.vence)


def _tarjeta(mesa: Mesa, e: ev.Tarjeta) -> Mesa:
    amarillas = poner(mesa.amarillas, e.asiento, mesa.amarillas[e.asiento] + 1)
    return mesa._replace(amarillas=amarillas, cuantas=e.cual, vence=e.vence)


def _fin_mano(mesa: Mesa, e: ev.ManoTerminada) -> Mesa:
    ganadora = None if e.ganadora == NADIE else e.ganadora
    cuenta = Conteo(Desenlace(e.desenlace), e.asiento, ganadora, e.tantos, e.no_jugados)
    tantos, ganadas = mesa.tantos, mesa.ganadas
    if ganadora is not None:
        tantos = poner(tantos, ganadora, tantos[ganadora] + e.tantos)
        ganadas = poner(ganadas, ganadora, ganadas[ganadora] + 1)
    return mesa._replace(
        fase=Fase.FIN_DE_MANO,
        cuentas=(*mesa.cuentas, cuenta),
        tantos=acreditar(mesa.meta, tantos),
        ganadas=ganadas,
        abierto=e.instante,
        reloj=0,
        vence=e.vence,
        fuera=(0,) * len(mesa.ocupantes),
        callado=(0,) * len(mesa.ocupantes),
        listos=0,
    )


def _listo(mesa: Mesa, e: ev.Listo) -> Mesa:
    return mesa._replace(listos=mesa.listos | 1 << e.asiento, vence=e.vence)


def _fin_partida(mesa: Mesa, e: ev.PartidaTerminada) -> Mesa:
    return mesa._replace(
        fase=Fase.FIN_DE_PARTIDA,
        ganadora=e.ganadora,
        abierto=e.instante,
        vence=e.vence,
        votos=("",) * len(mesa.ocupantes),
    )


def _voto(mesa: Mesa, e: ev.Voto) -> Mesa:
    return mesa._replace(votos=poner(mesa.votos, e.asiento, e.opcion))


def _ausente(mesa: Mesa, e: ev.Ausente) -> Mesa:
    antes = mesa.ausentes[e.asiento]
    esperaban = 0 < mesa.detenido < e.instante and not antes
    # otro del mismo asiento es una prórroga: lo que se alarga no lo faltó
    desde = mesa.desde[e.asiento] + e.limite - antes if antes else e.instante
    return mesa._replace(
        ausentes=poner(mesa.ausentes, e.asiento, e.limite),
        desde=poner(mesa.desde, e.asiento, desde),
        nuestras=mesa.nuestras | (e.nuestra << e.asiento),
        detenido=mesa.detenido or e.instante,
        abandonos=mesa.abandonos | (esperaban << e.asiento),
    )


def _presente(mesa: Mesa, e: ev.Presente) -> Mesa:
    if not mesa.ausentes[e.asiento]:
        return mesa._replace(vuelve=e.asiento)
    los_demas, nuestra = ~(1 << e.asiento), mesa.nuestras >> e.asiento & 1
    falto = 0 if nuestra else max(e.instante - mesa.desde[e.asiento], 0)
    return mesa._replace(
        vuelve=NADIE if nuestra else e.asiento,
        ausentes=poner(mesa.ausentes, e.asiento, 0),
        desde=poner(mesa.desde, e.asiento, 0),
        fuera=poner(mesa.fuera, e.asiento, mesa.fuera[e.asiento] + falto),
        nuestras=mesa.nuestras & los_demas,
        abandonos=mesa.abandonos & los_demas,
    )


def _reanuda(mesa: Mesa, e: ev.Reanudada) -> Mesa:
    sigue = mesa._replace(detenido=0, abierto=e.abierto, vence=e.vence, vuelve=NADIE)
    a, propio = mesa.vuelve, e.abierto - mesa.abierto
    if a == NADIE:
        return sigue
    if mesa.detenido:
        repeticion = propio - (e.instante - mesa.detenido)
        return sigue._replace(fuera=poner(mesa.fuera, a, mesa.fuera[a] + repeticion))
    return sigue._replace(devuelto=mesa.devuelto + propio, callado=poner(mesa.callado, a, mesa.callado[a] + propio))


def _acaba(mesa: Mesa, e: ev.PartidaAnulada | ev.MesaCerrada) -> Mesa:
    return mesa._replace(
        fase=Fase.CERRADA, motivo=e.motivo, culpable=e.asiento, ausentes=(0,) * len(mesa.ocupantes), nuestras=0,
        detenido=0, desde=(0,) * len(mesa.ocupantes), vence=0, abandonos=0,
    )  # fmt: skip


def repartir(mesa: Mesa, nonces: tuple[str, ...]) -> tuple[Repartido, Salida]:
    """Lo que da el sorteo con estos números, y quién sale: en la primera mano, según el juego; luego, rota (RG5)."""
    assert mesa.siguiente is not None
    claves, semilla = mesa.siguiente.claves, mesa.siguiente.semilla
    repartido = sorteo.revolver(claves, nonces, mesa.reglamento)
    if mesa.mano is not None:
        return repartido, Salida(mesa.reglamento.sigue[mesa.mano.salidor])
    return repartido, sorteo.primera_salida(claves, semilla, nonces, repartido.manos, mesa.reglamento)


_SEGUN: dict[type, Callable[[Mesa, Any], Mesa]] = {
    ev.JuegoElegido: _juego,
    ev.RepartoComun: _comun,
    ev.MesaAbierta: _mesa,
    ev.NonceDado: _nonce,
    ev.PartidaComenzada: _partida,
    ev.ManoRepartida: _mano,
    ev.Tirada: _tira,
    ev.Pase: _pasa,
    ev.Robo: _roba,
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

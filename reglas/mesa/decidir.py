"""Qué pasa con lo que se pide: `decidir(mesa, orden, ahora, sortear) -> eventos` (RG1-RG6, EL3-EL9, SA1-SA2).

Pura: la hora entra por parámetro (ms de la base) y el azar por `sortear`, que da claves nuevas sólo cuando hay que
publicar un compromiso. Un renglón del diario son todos los eventos de una orden.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from reglas import mano as reglas_mano
from reglas.automatas import elegir, mirar
from reglas.errores import ErrorDeRegla
from reglas.mano import Mano, poner
from reglas.mesa import eventos as ev
from reglas.mesa import ordenes as o
from reglas.mesa.alcance import espera_de, margen_de
from reglas.mesa.comun import secreto_de
from reglas.mesa.estado import Mesa, en_partida, evolucionar, repartir
from reglas.mesa.relojes import PLAZOS, Plazos, plazos_de, vence_turno
from reglas.mesa.robo import espera_a_que_robe, para_mirar
from reglas.mesa.tipos import Eleccion, Fase, Modo, Motivo, es_automatico
from reglas.partida import gana_por_meta
from reglas.reglamento import PorAsiento
from reglas.tarjetas import CUANTAS, Color
from reglas.tipos import NADIE

Eventos: TypeAlias = list[ev.Evento]
Sortear: TypeAlias = Callable[[], ev.Secreto]
NONCE_MAXIMO = 64
VOLVER_A_LA_MESA = 3_000
"""Lo que tarda un móvil en pasar de la Sala a la mesa."""
REPETIR_JUGADA = 700
"""Milisegundos que se devuelven por jugada al reanudar: lo que tarda la repetición (EL9)."""
REPETIR_MANO, REPETIR_MANOS_A_LO_MAS = 2_000, 20_000
"""Y por cada mano ya terminada de la partida, que se repite aprisa; y por todas."""
# como en `relojes`: se preguntan en cada orden
_JUGANDO, _CERRADA = Fase.JUGANDO, Fase.CERRADA


class _Hora:
    """Lo que una decisión necesita de fuera."""

    __slots__ = ("ahora", "plazos", "sortear")

    def __init__(self, ahora: int, sortear: Sortear, plazos: Plazos) -> None:
        self.ahora, self.sortear, self.plazos = ahora, sortear, plazos


def decidir(mesa: Mesa, orden: o.Orden, ahora: int, sortear: Sortear, plazos: Plazos = PLAZOS) -> Eventos:
    """Los hechos que siguen a la orden; nunca una lista vacía. Levanta `ErrorDeRegla` si no procede.

    Códigos: `mesa_cerrada`, `no_es_tu_turno`, `no_tiene_cabida`, `falta_extremo`, `ficha_ajena`, `mesa_detenida`,
    `fuera_de_fase`, `no_es_organizador`, `ya_estaba`, `no_vence`, `nonce_invalido`, `puede_tirar`, `no_hay_que_robar`,
    `salida_obligada`.
    """
    if mesa.fase is _CERRADA:
        raise ErrorDeRegla("mesa_cerrada")
    return _SEGUN[type(orden)](mesa, orden, _Hora(ahora, sortear, plazos_de(plazos, mesa.modo)))


def plazo_de(mesa: Mesa) -> int:
    """El instante (ms) de lo siguiente que vence, o 0: con un ausente sólo corre su espera (EL9)."""
    if mesa.detenido:
        return min(limite for limite in mesa.ausentes if limite)
    return mesa.vence


def _exige(condicion: bool, codigo: str, **datos: Any) -> None:
    if not condicion:
        raise ErrorDeRegla(codigo, **datos)


# --- antes de jugar ---------------------------------------------------------------------------------------------------
def _abrir(mesa: Mesa, orden: o.Abrir, h: _Hora) -> Eventos:
    _exige(mesa.fase is Fase.SIN_ABRIR, "ya_estaba")
    # la de un torneo espera a los suyos lo que diga su juez (TO18)
    vence = 0 if orden.modo is Modo.INTRANET else h.ahora + h.plazos.comienzo
    secreto = secreto_de(orden.comun, 1, h.sortear)
    abierta = ev.MesaAbierta(str(orden.meta), orden.modo, orden.organizador, orden.ocupantes, secreto, h.ahora, vence)
    reglamento = orden.reglamento
    if reglamento is mesa.reglamento:
        return [abierta] if orden.comun is None else [orden.comun, abierta]
    jugadores, por_parejas, por_mano = reglamento.variante
    return [ev.JuegoElegido(reglamento.nombre, jugadores, int(por_parejas), por_mano), abierta]


def _dar_nonce(mesa: Mesa, orden: o.DarNonce, h: _Hora) -> Eventos:
    evento = _nonce(mesa, orden.asiento, orden.nonce)
    if evento is None:
        raise ErrorDeRegla("ya_estaba")
    eventos: Eventos = [evento]
    despues = evolucionar(mesa, evento)
    espera = mesa.fase is Fase.REPARTIENDO or (mesa.fase is Fase.FIN_DE_MANO and _todos_listos(mesa, mesa.listos))
    if espera and not mesa.detenido and _hay_nonces(despues, h):
        eventos.append(_repartir(despues, h))
    return eventos


def _nonce(mesa: Mesa, asiento: int, nonce: str) -> ev.NonceDado | None:
    """El nonce, si aún no lo había dado para la mano que sigue."""
    if mesa.nonces[asiento] is not None or mesa.siguiente is None:
        return None
    _exige(len(nonce) <= NONCE_MAXIMO and nonce.isascii(), "nonce_invalido")
    return ev.NonceDado(asiento, nonce)


def _comenzar(mesa: Mesa, orden: o.Comenzar, h: _Hora) -> Eventos:
    _exige(mesa.fase is Fase.ESPERA, "fuera_de_fase")
    _exige(mesa.ocupantes[orden.asiento] == mesa.organizador, "no_es_organizador")
    return _comenzar_partida(mesa, mesa.ocupantes, h)


def _comenzar_partida(mesa: Mesa, ocupantes: PorAsiento, h: _Hora) -> Eventos:
    comienza = ev.PartidaComenzada(ocupantes, h.ahora, mesa.publicado + h.plazos.nonce)
    despues = evolucionar(mesa, comienza)
    return [comienza, _repartir(despues, h)] if _hay_nonces(despues, h) else [comienza]


def _hay_nonces(mesa: Mesa, h: _Hora) -> bool:
    """Los cuatro dieron el suyo, o pasaron 3 s: el silencio no detiene la mano (RG1)."""
    return None not in mesa.nonces or h.ahora >= mesa.publicado + h.plazos.nonce


def _repartir(mesa: Mesa, h: _Hora) -> ev.ManoRepartida:
    nonces = tuple([nonce or "" for nonce in mesa.nonces])
    repartido, salida = repartir(mesa, nonces)
    mano = reglas_mano.repartida(repartido.manos, salida.asiento, mesa.reglamento, repartido.pozo, salida.obligada)
    reloj, vence = _turno(mesa, mano, h)
    siguiente = secreto_de(mesa.comun, len(mesa.cuentas) + 2, h.sortear)
    return ev.ManoRepartida(nonces, salida.asiento, siguiente, h.ahora, reloj, vence)


def _turno(mesa: Mesa, mano: Mano, h: _Hora) -> tuple[int, int]:
    """Reloj y plazo del turno que se abre; 0 de reloj es que va a pasar."""
    opciones = reglas_mano.legales(mano)
    if not opciones and espera_a_que_robe(mesa, mano):
        return 0, h.ahora + h.plazos.robo
    reloj = reglas_mano.reloj_de(mano, opciones) if opciones else 0
    desde = h.ahora + para_mirar(mesa, mano, reloj, h.plazos)
    return reloj, vence_turno(h.plazos, mesa.modo, mesa.reglamento, reloj, desde, 0)


# --- la mano ----------------------------------------------------------------------------------------------------------
def _tirar(mesa: Mesa, orden: o.Tirar, h: _Hora) -> Eventos:
    mano = mesa.mano
    # sin `_exige`: es la orden de cada jugada
    if mesa.fase is not _JUGANDO or mano is None:
        raise ErrorDeRegla("fuera_de_fase")
    if mesa.detenido:
        raise ErrorDeRegla("mesa_detenida")
    if mano.turno != orden.asiento:
        raise ErrorDeRegla("no_es_tu_turno")
    extremo = reglas_mano.elegir_extremo(mano, orden.ficha, orden.extremo)
    eventos = _tirada(mesa, mano, orden.ficha, extremo, h, automatica=0)
    if orden.nonce is not None and (dado := _nonce(mesa, orden.asiento, orden.nonce)):
        eventos.insert(0, dado)
    return eventos


def _robar(mesa: Mesa, orden: o.Robar, h: _Hora) -> Eventos:
    mano = mesa.mano
    _exige(mesa.fase is _JUGANDO and mano is not None, "fuera_de_fase")
    _exige(not mesa.detenido, "mesa_detenida")
    assert mano is not None
    _exige(mano.turno == orden.asiento, "no_es_tu_turno")
    return [_robo(mesa, mano, h)]


def _robo(mesa: Mesa, mano: Mano, h: _Hora) -> ev.Robo:
    reloj, vence = _turno(mesa, reglas_mano.robar(mano), h)
    return ev.Robo(mano.turno, h.ahora, reloj, vence)


def _tirada(mesa: Mesa, mano: Mano, ficha: int, extremo: int, h: _Hora, automatica: int) -> Eventos:
    asiento = mano.turno
    despues = reglas_mano.tirar(mano, ficha, extremo)
    if despues.desenlace is None:
        reloj, vence = _turno(mesa, despues, h)
        return [ev.Tirada(asiento, ficha, extremo, h.ahora, automatica, reloj, vence)]
    tirada = ev.Tirada(asiento, ficha, extremo, h.ahora, automatica, 0, 0)
    return [tirada, *_terminar_mano(evolucionar(mesa, tirada), h)]


def _terminar_mano(mesa: Mesa, h: _Hora) -> Eventos:
    """La cuenta, y la partida si se llegó a la meta (RG3, RG6)."""
    assert mesa.mano is not None
    c = reglas_mano.contar(mesa.mano, mesa.meta)
    ganadora = NADIE if c.ganadora is None else c.ganadora
    vence = h.ahora + h.plazos.plantilla
    fin = ev.ManoTerminada(c.desenlace, c.asiento, ganadora, c.tantos, c.no_jugados, h.ahora, vence)
    despues = evolucionar(mesa, fin)
    gana = gana_por_meta(mesa.meta, despues.tantos, despues.ganadas)
    if gana is None:
        return [fin]
    marcador = despues.ganadas if mesa.meta.tantos is None else despues.tantos
    return [fin, ev.PartidaTerminada(gana, marcador, h.ahora, h.ahora + h.plazos.voto)]


def _todos_listos(mesa: Mesa, listos: int) -> bool:
    """Si ya oprimieron «Continuar» las personas; a los automáticos no se les espera."""
    return all(listos >> asiento & 1 or es_automatico(uno) for asiento, uno in enumerate(mesa.ocupantes))


def _continuar(mesa: Mesa, orden: o.Continuar, h: _Hora) -> Eventos:
    _exige(mesa.fase is Fase.FIN_DE_MANO, "fuera_de_fase")
    _exige(not mesa.detenido, "mesa_detenida")
    _exige(not mesa.listos >> orden.asiento & 1, "ya_estaba")
    if not _todos_listos(mesa, mesa.listos | 1 << orden.asiento):
        return [ev.Listo(orden.asiento, mesa.vence)]
    if _hay_nonces(mesa, h):
        return [ev.Listo(orden.asiento, mesa.vence), _repartir(mesa, h)]
    return [ev.Listo(orden.asiento, min(mesa.vence, mesa.publicado + h.plazos.nonce))]


# --- el final ---------------------------------------------------------------------------------------------------------
def _elegir(mesa: Mesa, orden: o.Elegir, h: _Hora) -> Eventos:
    """EL6: hacen falta los cuatro iguales; con uno distinto, todos a la Sala."""
    _exige(mesa.fase is Fase.FIN_DE_PARTIDA, "fuera_de_fase")
    _exige(not mesa.votos[orden.asiento], "ya_estaba")
    voto = ev.Voto(orden.asiento, orden.opcion)
    votos = poner(mesa.votos, orden.asiento, str(orden.opcion))
    if orden.opcion is Eleccion.COMUNICACION:
        return [voto, ev.MesaCerrada(Motivo.COMUNICACION, orden.asiento, h.ahora)]
    de_personas = [v for v, uno in zip(votos, mesa.ocupantes, strict=True) if not es_automatico(uno)]
    if any(v and v != orden.opcion for v in de_personas):
        return [voto, ev.MesaCerrada(Motivo.SIN_ACUERDO, orden.asiento, h.ahora)]
    if not all(de_personas):
        return [voto]
    despues = evolucionar(mesa, voto)
    return [voto, *_comenzar_partida(despues, cambiar_lugares(mesa, orden.opcion), h)]


def cambiar_lugares(mesa: Mesa, opcion: Eleccion) -> PorAsiento:
    """Los lugares de la partida que sigue (EL6; 002 §2.9.3), vistos desde donde está sentado el organizador.

    Revancha: organizador y pareja intercambian. Rotar: pareja → izquierda, izquierda → derecha, derecha → pareja.
    Sin pareja, la revancha deja a todos donde están y rotar los corre un lugar (D409).
    """
    antes, lugares = mesa.ocupantes, list(mesa.ocupantes)
    if not mesa.reglamento.por_parejas:
        return antes if opcion is Eleccion.REVANCHA else (*antes[1:], antes[0])
    yo = lugares.index(mesa.organizador)
    (pareja,), (derecha, izquierda) = mesa.reglamento.companeros[yo], mesa.reglamento.contrarios[yo]
    if opcion is Eleccion.REVANCHA:
        lugares[yo], lugares[pareja] = antes[pareja], antes[yo]
    else:
        lugares[izquierda], lugares[derecha], lugares[pareja] = antes[pareja], antes[izquierda], antes[derecha]
    return tuple(lugares)


# --- ausencias --------------------------------------------------------------------------------------------------------
def _ausentar(mesa: Mesa, orden: o.Ausentar, h: _Hora) -> Eventos:
    """EL9: en partida, lo que le quede de sus cinco minutos; antes de comenzar o al votar, se acaba sin castigo.

    Si la falla es nuestra tiene los cinco enteros, lleve lo que lleve faltado.
    """
    asiento = orden.asiento
    # perder a alguien antes de empezar, o ya acabada, no deshace la mesa de un torneo
    _exige(mesa.modo is not Modo.INTRANET or en_partida(mesa), "fuera_de_fase")
    if mesa.fase in _SIN_CASTIGO:
        return [ev.MesaCerrada(Motivo.CAIDA if orden.nuestra else _SIN_CASTIGO[mesa.fase], asiento, h.ahora)]
    _exige(en_partida(mesa), "fuera_de_fase")
    limite = mesa.ausentes[asiento]
    if limite:
        # se supo después que la falla era de la casa: ya no se le castiga
        _exige(orden.nuestra and not mesa.nuestras >> asiento & 1, "ya_estaba")
        return [ev.Ausente(asiento, h.ahora, max(limite, mesa.desde[asiento] + h.plazos.ausencia), 1)]
    espera = h.plazos.ausencia if orden.nuestra else espera_de(mesa, asiento, h.plazos)
    return [ev.Ausente(asiento, h.ahora - _callaba(mesa, orden, h), h.ahora + espera, int(orden.nuestra))]


def _callaba(mesa: Mesa, orden: o.Ausentar, h: _Hora) -> int:
    """Los ms que lleva fuera de alcance quien tiene el turno: se le devuelven al volver; lo propio, hasta su margen."""
    corre = mesa.fase is _JUGANDO and mesa.mano is not None and mesa.reloj > 0 and not mesa.detenido
    if not corre or mesa.mano is None or mesa.mano.turno != orden.asiento:
        return 0
    callaba = min(orden.perdido, h.ahora - mesa.abierto)
    return max(callaba if orden.nuestra else min(callaba, margen_de(mesa, orden.asiento, h.plazos)), 0)


_SIN_CASTIGO = {Fase.ESPERA: Motivo.SALIDA, Fase.FIN_DE_PARTIDA: Motivo.COMUNICACION}


def _salir(mesa: Mesa, orden: o.Salir, h: _Hora) -> Eventos:
    if mesa.modo is Modo.PRACTICA or (mesa.modo is Modo.COMPLETADA and en_partida(mesa)):  # a nadie se espera (D764)
        return [ev.MesaCerrada(Motivo.SALIDA, orden.asiento, h.ahora)]
    return _ausentar(mesa, o.Ausentar(orden.asiento), h)


def _volver(mesa: Mesa, orden: o.Volver, h: _Hora) -> Eventos:
    """Al volver el último, todo sigue; la repetición que provoca se le cuenta, salvo que la falla fuera nuestra."""
    _exige(bool(mesa.ausentes[orden.asiento]), "ya_estaba")
    presente = ev.Presente(orden.asiento, h.ahora)
    despues = evolucionar(mesa, presente)
    if any(despues.ausentes):
        return [presente]
    repeticion = 0
    if mesa.fase is Fase.JUGANDO and mesa.mano is not None:
        anteriores = min(REPETIR_MANO * len(mesa.cuentas), REPETIR_MANOS_A_LO_MAS)
        repeticion = VOLVER_A_LA_MESA + anteriores + REPETIR_JUGADA * (len(mesa.mano.cadena) // 3)
    return [presente, _correr(despues, h.ahora - mesa.detenido + repeticion, h)]


def _correr(mesa: Mesa, cuanto: int, h: _Hora) -> ev.Reanudada:
    """El turno y su plazo, recorridos `cuanto` ms."""
    vence = mesa.vence + cuanto if mesa.vence else 0
    return ev.Reanudada(h.ahora, mesa.abierto + cuanto, vence)


def _reabrir(mesa: Mesa, orden: o.Reabrir, h: _Hora) -> Eventos:
    _exige(mesa.vence > 0 and not mesa.detenido and orden.perdido > 0, "fuera_de_fase")
    if orden.asiento == NADIE:
        return [_correr(mesa, orden.perdido, h)]
    _exige(mesa.fase is _JUGANDO and mesa.mano is not None and mesa.mano.turno == orden.asiento, "fuera_de_fase")
    cuanto = min(orden.perdido, margen_de(mesa, orden.asiento, h.plazos))
    _exige(cuanto > 0, "fuera_de_fase")
    return [ev.Presente(orden.asiento, h.ahora), _correr(mesa, cuanto, h)]


def _prorrogar(mesa: Mesa, orden: o.Prorrogar, h: _Hora) -> Eventos:
    """A cada ausente, más plazo para volver; el turno ya está detenido y no pierde nada."""
    _exige(bool(mesa.detenido) and orden.perdido > 0, "fuera_de_fase")
    return [
        ev.Ausente(asiento, h.ahora, limite + orden.perdido, mesa.nuestras >> asiento & 1)
        for asiento, limite in enumerate(mesa.ausentes)
        if limite
    ]


def _anular(mesa: Mesa, orden: o.Anular, h: _Hora) -> Eventos:
    if not en_partida(mesa):
        return [ev.MesaCerrada(orden.motivo, orden.asiento, h.ahora)]
    return [ev.PartidaAnulada(orden.motivo, orden.asiento, 0, h.ahora)]


# --- vencimientos -----------------------------------------------------------------------------------------------------
def _vencer(mesa: Mesa, orden: o.Vencer, h: _Hora) -> Eventos:
    plazo = plazo_de(mesa)
    _exige(0 < plazo <= h.ahora - orden.credito, "no_vence", plazo=plazo)
    if mesa.detenido:
        return _vencer_ausencia(mesa, h)
    if mesa.fase is Fase.ESPERA:
        return [ev.MesaCerrada(Motivo.SIN_COMENZAR, NADIE, h.ahora)]
    if mesa.fase is Fase.FIN_DE_PARTIDA:
        return [ev.MesaCerrada(Motivo.SIN_ACUERDO, NADIE, h.ahora)]
    if mesa.fase is not Fase.JUGANDO:
        return [_repartir(mesa, h)]
    return _vencer_turno(mesa, h)


def _vencer_ausencia(mesa: Mesa, h: _Hora) -> Eventos:
    """No volvió: azul en la mesa que cuenta, salvo que la falla fuera de la casa (EL9, SA2)."""
    asiento = min((a for a, limite in enumerate(mesa.ausentes) if limite), key=mesa.ausentes.__getitem__)
    nuestra = bool(mesa.nuestras >> asiento & 1)
    azul = int(mesa.modo is Modo.NORMAL and mesa.reglamento.oficial and not nuestra)
    motivo = Motivo.CAIDA if nuestra else Motivo.ABANDONO
    return [ev.PartidaAnulada(motivo, asiento, azul, h.ahora)]


def _vencer_turno(mesa: Mesa, h: _Hora) -> Eventos:
    mano = mesa.mano
    assert mano is not None
    if mesa.reloj == 0:
        if reglas_mano.puede_robar(mano):
            return [_robo(mesa, mano, h)]
        reloj, vence = _turno(mesa, reglas_mano.pasar(mano), h)
        return [ev.Pase(mano.turno, h.ahora, reloj, vence)]
    if not mesa.reglamento.oficial:
        ficha, extremo = reglas_mano.la_de_mas_valor(reglas_mano.legales(mano))
        return _tirada(mesa, mano, ficha, extremo, h, automatica=1)
    if mesa.reloj == mesa.reglamento.relojes.unica and mesa.cuantas:
        ((ficha, extremo),) = reglas_mano.legales(mano)
        return _tirada(mesa, mano, ficha, extremo, h, automatica=1)
    if mesa.modo in (Modo.SIN_PRISA, Modo.INTRANET, Modo.COMPLETADA):
        ficha, extremo = elegir(mirar(mano, mesa.meta), mesa.num)
        return _tirada(mesa, mano, ficha, extremo, h, automatica=1)
    cual = mesa.cuantas + 1
    vence = vence_turno(h.plazos, mesa.modo, mesa.reglamento, mesa.reloj, mesa.abierto, cual)
    tarjeta = ev.Tarjeta(mano.turno, str(Color.AMARILLA), cual, h.ahora, vence)
    if mesa.amarillas[mano.turno] + 1 < CUANTAS[Color.AMARILLA]:
        return [tarjeta]
    return [tarjeta, ev.PartidaAnulada(Motivo.TARJETAS, mano.turno, 0, h.ahora)]


_SEGUN: dict[type, Callable[[Mesa, Any, _Hora], Eventos]] = {
    o.Abrir: _abrir,
    o.DarNonce: _dar_nonce,
    o.Comenzar: _comenzar,
    o.Tirar: _tirar,
    o.Robar: _robar,
    o.Continuar: _continuar,
    o.Elegir: _elegir,
    o.Ausentar: _ausentar,
    o.Volver: _volver,
    o.Salir: _salir,
    o.Vencer: _vencer,
    o.Reabrir: _reabrir,
    o.Prorrogar: _prorrogar,
    o.Anular: _anular,
}

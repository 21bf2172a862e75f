"""En la mesa: anotador, asistencia, primer salidor, llamadas y default propuesto o negado (RE4, RE5)."""

from collections.abc import Sequence

from recreo.errores import ErrorDeServicio
from recreo.models import Asiento, Incidencia, Jugador, Mesa
from recreo.servicios.anotacion import anotaciones_vigentes
from recreo.servicios.base import Datos, E, Operacion, orden

T = Incidencia.Tipo


@orden(E.EN_JUEGO)
def mesa_elegir_anotador(op: Operacion, *, partida: int, mesa: int, numero: int) -> None:
    """Comunica quién anota la mesa (000 §II.B.1). Lo elige alguien de la mesa; ya elegido, sólo él o el organizador
    lo cambian.

    Errores: `no_eres_de_esta_mesa`, `ya_hay_anotador`, `sin_acceso`, `mesa_cerrada`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_abierta(m)
    nuevo = _con_acceso(op, m, numero)
    if not op.puede_anotar(m):
        if not m.asientos.filter(jugador=op.exigir_entrada()).exists():
            raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
        # dos que eligen a la misma persona están de acuerdo
        if m.anotador is not None and m.anotador_id != nuevo.pk:
            raise ErrorDeServicio("ya_hay_anotador", mesa=m.numero, anotador=m.anotador.nombre)
    m.anotador = nuevo
    m.save(update_fields=["anotador"])


def _con_acceso(op: Operacion, m: Mesa, numero: int) -> Jugador:
    """El jugador con acceso: de la mesa, o cualquiera del Recreo si lo pone el organizador."""
    j = op.recreo.jugadores.filter(numero=numero).first()
    de_la_mesa = m.asientos.filter(jugador__numero=numero).exists()
    if j is None or not (de_la_mesa or op.manda):
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
    if not (j.cuenta_id or j.llave):
        raise ErrorDeServicio("sin_acceso", numero=numero, nombre=j.nombre)
    return j


@orden(E.EN_JUEGO)
def mesa_confirmar_asistencia(op: Operacion, *, partida: int, mesa: int, presentes: Sequence[int]) -> Datos:
    """Confirma quiénes de los cuatro están en la mesa; `presentes` son números de jugador.

    Si ya están los cuatro, el default que se hubiera propuesto deja de esperar respuesta. Con manos anotadas ya no se
    marca a nadie ausente: quien se fue es default (RE5). Error: `partida_en_juego`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    asientos = list(Asiento.objects.select_related("jugador").filter(mesa=m))
    hay_manos = any(not a.borrada for a in anotaciones_vigentes(m).values())
    if hay_manos and any(a.jugador.numero not in presentes for a in asientos):
        raise ErrorDeServicio("partida_en_juego", mesa=m.numero)
    for asiento in asientos:
        asiento.presente = asiento.jugador.numero in presentes
        asiento.save(update_fields=["presente"])
    m.asistencia = op.ahora
    m.save(update_fields=["asistencia"])
    faltan = list(m.asientos.filter(presente=False).values_list("jugador__numero", flat=True))
    if not faltan:
        _atender(op, m, T.DEFAULT_PROPUESTO)
    return {"faltan": faltan}


@orden(E.EN_JUEGO)
def mesa_elegir_salidor(op: Operacion, *, partida: int, mesa: int, numero: int) -> None:
    """Comunica el primer salidor (RE4); el sistema da los demás (RG5). Se corrige hasta cerrar la mesa.

    Con alguien ausente hace falta haber negado el default. Errores: `falta_asistencia`, `faltan_jugadores`,
    `no_se_sienta_aqui`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    if m.asistencia is None:
        raise ErrorDeServicio("falta_asistencia", mesa=m.numero)
    ausentes = list(m.asientos.filter(presente=False).values_list("jugador__nombre", flat=True))
    if ausentes and not m.incidencias.filter(tipo=T.DEFAULT_NEGADO).exists():
        raise ErrorDeServicio("faltan_jugadores", mesa=m.numero, nombres=ausentes)
    asiento = m.asientos.filter(jugador__numero=numero).first()
    if asiento is None:
        raise ErrorDeServicio("no_se_sienta_aqui", numero=numero, mesa=m.numero)
    m.salidor = asiento.lugar
    m.save(update_fields=["salidor"])


@orden(E.EN_JUEGO)
def organizador_llamar(op: Operacion, *, partida: int, mesa: int, texto: str = "") -> None:
    """Pide que venga el organizador (RE5). La puede pedir cualquiera de la mesa o su anotador.

    Llamar dos veces deja una sola llamada abierta, con lo que dijo cada quien. Error: `no_eres_de_esta_mesa`.
    """
    m = op.mesa(partida, mesa)
    yo = op.exigir_entrada()
    op.exigir_abierta(m)
    if not (op.puede_anotar(m) or m.asientos.filter(jugador=yo).exists()):
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
    abierta = m.incidencias.filter(tipo=T.LLAMADA, atendida=None).first()
    if abierta is None:
        _incidencia(op, m, T.LLAMADA, texto=texto)
    elif texto.strip():
        _sumar_texto(op, abierta, texto.strip())


def _sumar_texto(op: Operacion, llamada: Incidencia, texto: str) -> None:
    """«Se cayó una ficha · Beto: urgente»: lo que dice quien llama después no se pierde ni se repite."""
    dicho = f"{op.nombre}: {texto}"
    if dicho in llamada.texto or (llamada.quien, llamada.texto) == (op.nombre, texto):
        return
    llamada.texto = (f"{llamada.texto} · {dicho}" if llamada.texto else dicho)[:200]
    llamada.save(update_fields=["texto"])


@orden(E.EN_JUEGO)
def default_responder(op: Operacion, *, partida: int, mesa: int, numero: int, aplica: bool) -> None:
    """El anotador propone el default contra la pareja de `numero`, o lo niega y se sigue anotando (RE5).

    Errores: `no_anotas_esta_mesa`, `no_se_sienta_aqui`, `mesa_cerrada`.
    """
    m = op.mesa(partida, mesa)
    op.exigir_anotador(m)
    asiento = m.asientos.select_related("jugador").filter(jugador__numero=numero).first()
    if asiento is None:
        raise ErrorDeServicio("no_se_sienta_aqui", numero=numero, mesa=m.numero)
    _atender(op, m, T.DEFAULT_PROPUESTO)
    _incidencia(op, m, T.DEFAULT_PROPUESTO if aplica else T.DEFAULT_NEGADO, jugador=asiento.jugador)


@orden(E.EN_JUEGO)
def incidencia_atender(op: Operacion, *, incidencia: int) -> None:
    """El organizador responde «ya voy» o da por vista una incidencia.

    Errores: `solo_organizador`, `incidencia_atendida`.
    """
    op.exigir_mando()
    hay = Incidencia.objects.filter(pk=incidencia, mesa__partida__recreo=op.recreo, atendida=None)
    if not hay.update(atendida=op.ahora, atendida_por=op.nombre):
        raise ErrorDeServicio("incidencia_atendida")


def _incidencia(op: Operacion, m: Mesa, tipo: str, *, jugador: Jugador | None = None, texto: str = "") -> None:
    Incidencia.objects.create(
        mesa=m, tipo=tipo, jugador=jugador, texto=texto.strip()[:200], quien=op.nombre, instante=op.ahora
    )


def _atender(op: Operacion, m: Mesa, tipo: str) -> None:
    m.incidencias.filter(tipo=tipo, atendida=None).update(atendida=op.ahora, atendida_por=op.nombre)

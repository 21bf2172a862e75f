"""Los pasos de la mesa antes y entre las manos: asistencia, salidor, llamadas, default y pase (RE4, RE5)."""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from recreo.errores import ErrorDeServicio
from recreo.hoja.models import AsientoBase, IncidenciaBase, MesaBase
from recreo.hoja.servicios.hoja import Hoja
from recreo.hoja.servicios.manos import anotaciones_vigentes
from recreo.hoja.servicios.una_vez import Datos

T = IncidenciaBase.Tipo
MINUTOS_DE_PASE = 10


def poner_anotador(h: Hoja, persona: Any) -> None:
    """Comunica quién anota (000 §II.B.1). Lo elige alguien de la mesa; ya elegido, sólo él o quien organiza lo cambian.

    Errores: `no_eres_de_esta_mesa`, `ya_hay_anotador`.
    """
    m = h.mesa
    if not h.anota:
        if not h.sentado:
            raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=m.numero)
        # dos que eligen a la misma persona están de acuerdo
        if m.anotador is not None and m.anotador_id != persona.pk:
            raise ErrorDeServicio("ya_hay_anotador", mesa=m.numero, anotador=m.anotador.nombre)
    _pasar_a(m, persona)


def _pasar_a(m: MesaBase, persona: Any) -> None:
    m.anotador = persona
    la_llave = ["anotador"]  # la pone su dueño
    m.save(update_fields=la_llave)


def confirmar_asistencia(h: Hoja, presentes: Sequence[int]) -> Datos:
    """Confirma quiénes de los cuatro están en la mesa; `presentes` son números de jugador.

    Si ya están los cuatro, el default que se hubiera propuesto deja de esperar respuesta. Con manos anotadas ya no se
    marca a nadie ausente: quien se fue es default (RE5). Error: `partida_en_juego`.
    """
    h.exigir_anotador()
    asientos = list(h.mesa.asientos.select_related("jugador"))
    hay_manos = any(not a.borrada for a in anotaciones_vigentes(h.mesa).values())
    if hay_manos and any(a.jugador.numero not in presentes for a in asientos):
        raise ErrorDeServicio("partida_en_juego", mesa=h.mesa.numero)
    for asiento in asientos:
        asiento.presente = asiento.jugador.numero in presentes
        asiento.save(update_fields=["presente"])
    h.mesa.asistencia = h.ahora
    h.mesa.save(update_fields=["asistencia"])
    faltan = [a.jugador.numero for a in sorted(asientos, key=lambda a: a.lugar) if not a.presente]
    if not faltan:
        atender_todas(h, T.DEFAULT_PROPUESTO)
    return {"faltan": faltan}


def elegir_salidor(h: Hoja, numero: int) -> None:
    """Comunica el primer salidor (RE4); el sistema da los demás (RG5). Se corrige hasta cerrar la mesa.

    Con alguien ausente hace falta haber negado el default. Errores: `falta_asistencia`, `faltan_jugadores`,
    `no_se_sienta_aqui`.
    """
    h.exigir_anotador()
    m = h.mesa
    if m.asistencia is None:
        raise ErrorDeServicio("falta_asistencia", mesa=m.numero)
    ausentes = [a.jugador.nombre for a in m.asientos.select_related("jugador").filter(presente=False)]
    if ausentes and not m.incidencias.filter(tipo=T.DEFAULT_NEGADO).exists():
        raise ErrorDeServicio("faltan_jugadores", mesa=m.numero, nombres=ausentes)
    m.salidor = asiento_de(h, numero).lugar
    m.save(update_fields=["salidor"])


def asiento_de(h: Hoja, numero: int) -> AsientoBase:
    """Dónde se sienta ese número. Error: `no_se_sienta_aqui`."""
    for asiento in h.mesa.asientos.select_related("jugador"):
        if asiento.jugador.numero == numero:
            sentado: AsientoBase = asiento
            return sentado
    raise ErrorDeServicio("no_se_sienta_aqui", numero=numero, mesa=h.mesa.numero)


def llamar(h: Hoja, texto: str) -> None:
    """Pide que venga quien organiza (RE5). La puede pedir cualquiera de la mesa o su anotador.

    Llamar dos veces deja una sola llamada abierta, con lo que dijo cada quien. Error: `no_eres_de_esta_mesa`.
    """
    h.exigir_abierta()
    h.exigir_de_la_mesa()
    abierta = h.mesa.incidencias.filter(tipo=T.LLAMADA, atendida=None).first()
    if abierta is None:
        apuntar(h, T.LLAMADA, texto=texto)
    elif texto.strip():
        _sumar_texto(h, abierta, texto.strip())


def _sumar_texto(h: Hoja, llamada: IncidenciaBase, texto: str) -> None:
    """«Se cayó una ficha · Beto: urgente»: lo que dice quien llama después no se pierde ni se repite."""
    dicho = f"{h.nombre}: {texto}"
    if dicho in llamada.texto or (llamada.quien, llamada.texto) == (h.nombre, texto):
        return
    cambiar_motivo(llamada, f"{llamada.texto} · {dicho}" if llamada.texto else dicho)


def cambiar_motivo(llamada: IncidenciaBase, texto: str) -> None:
    """La llamada dice otra cosa: lo que ya se vio era lo de antes (D797)."""
    llamada.texto, llamada.mirada, llamada.mirada_por = texto[:200], None, ""
    llamada.save(update_fields=["texto", "mirada", "mirada_por"])


def responder_default(h: Hoja, numero: int, aplica: bool) -> None:
    """El anotador propone el default contra la pareja de `numero`, o lo niega y se sigue anotando (RE5)."""
    h.exigir_anotador()
    asiento: Any = asiento_de(h, numero)
    atender_todas(h, T.DEFAULT_PROPUESTO)
    apuntar(h, T.DEFAULT_PROPUESTO if aplica else T.DEFAULT_NEGADO, jugador=asiento.jugador)


def atender(h: Hoja, incidencia: int) -> None:
    """«Ya voy», o dar por vista una incidencia. Errores: `incidencia_atendida`, `llamada_retirada` (datos: quién)."""
    hay = h.mesa.incidencias.filter(pk=incidencia, atendida=None)
    if hay.update(atendida=h.ahora, atendida_por=h.nombre):
        return
    retirada = h.mesa.incidencias.filter(pk=incidencia, tipo=T.LLAMADA, jugador__isnull=False).first()
    if retirada is None:
        raise ErrorDeServicio("incidencia_atendida")
    # la mesa insistió mientras se tocaba: va a la misma mesa (D744)
    if not h.mesa.incidencias.filter(tipo=T.LLAMADA, atendida=None).update(atendida=h.ahora, atendida_por=h.nombre):
        raise ErrorDeServicio("llamada_retirada", mesa=h.mesa.numero, quien=retirada.atendida_por)


def apuntar(
    h: Hoja, tipo: str, *, jugador: Any = None, texto: str = "", vista: bool = False, anotadas: int | None = None
) -> None:
    """Deja escrita una incidencia; `vista`, si nadie tiene que atenderla; `anotadas`, si habla de la hoja."""
    atendida = {"atendida": h.ahora, "atendida_por": h.nombre} if vista else {}
    h.mesa.incidencias.create(
        tipo=tipo,
        jugador=jugador,
        texto=texto.strip()[:200],
        quien=h.nombre,
        instante=h.ahora,
        anotadas=anotadas,
        **atendida,
    )


def atender_todas(h: Hoja, *tipos: str) -> None:
    """Da por vistas las de esos tipos; sin decir cuáles, todas."""
    pendientes = h.mesa.incidencias.filter(atendida=None)
    pendientes = pendientes.filter(tipo__in=tipos) if tipos else pendientes
    pendientes.update(atendida=h.ahora, atendida_por=h.nombre)


def dar_pase(h: Hoja) -> Datos:
    """Un código de un solo uso, de 10 minutos, para que otro teléfono anote la mesa. Datos: `clave`."""
    h.exigir_anotador()
    pase = h.mesa.pases.create(clave=secrets.token_urlsafe(18), vence=h.ahora + timedelta(minutes=MINUTOS_DE_PASE))
    return {"clave": pase.clave}


def exigir_pase(h: Hoja, clave: str) -> Any:
    """El pase de esta mesa, sin usar y a tiempo. Errores: `pase_invalido`, `mesa_cerrada`."""
    pase = h.mesa.pases.filter(clave=clave, usado=None, vence__gte=h.ahora).first()
    if pase is None:
        raise ErrorDeServicio("pase_invalido")
    h.exigir_abierta()
    return pase


def usar_pase(h: Hoja, pase: Any, persona: Any) -> None:
    """Esa persona queda de anotadora y el pase ya no vale."""
    _pasar_a(h.mesa, persona)
    pase.usado = h.ahora
    pase.save(update_fields=["usado"])

"""Qué ve cada quien en la Sala: las zonas comunes se pintan una vez por cambio; las propias, sólo si cambian para él.

La página y el socket usan las mismas plantillas: una zona es un pedazo de la página que el socket reemplaza.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _l

from config.comun.fechas import en_hora
from enlinea.models import Mesa
from enlinea.sala.consultas.citas import CitaDeHoy
from enlinea.sala.consultas.estado import EstadoSala, LineaDeCharla, LugarVisto, MesaVista, Persona
from enlinea.sala.consultas.jugando import Vida
from enlinea.sala.lista import RENGLONES, Lista, renglones
from enlinea.sala.mensajes import Cambio, Linea
from enlinea.sala.rearmar import se_rearma, se_sigue
from enlinea.sala.servicios.a_que import lugares_de
from enlinea.sala.textos import aviso_de_mesa, mesa_de
from reglas.reglamento import ABAJO

CARPETA = "enlinea/sala"
# qué zonas comunes lleva cada página; las propias van en todas
PANTALLAS: dict[str, frozenset[str]] = {
    "sala": frozenset({"donde_sub", "personas", "abiertas", "jugando"}),
    "armar": frozenset({"donde_sub", "elegibles"}),
    "clasificacion": frozenset(),
    "mensajes": frozenset(),
    "estadistica": frozenset(),
    "academia": frozenset(),
    "tarjetas": frozenset(),
    "convivencia": frozenset(),
    "gente": frozenset(),
    "otra": frozenset(),
}
NIVELES = (
    (Mesa.Nivel.SIMPLE, _l("Sencillo")),
    (Mesa.Nivel.MEDIO, _l("Medio")),
    (Mesa.Nivel.FUERTE, _l("Fuerte")),
)
# Desde tantos, la lista no se manda más seguido que esto: con la vuelta, en menos de 2 s sigue al día (D133).
MUCHAS, PAUSA_DE_LISTA = 60, timedelta(seconds=1.5)
RECIEN = timedelta(minutes=1)


@dataclass(frozen=True)
class Comunes:
    """Lo que es igual para todos, ya pintado."""

    lista: Lista
    zonas: dict[str, str]
    lineas: tuple[Linea, ...]
    abiertas: tuple[MesaVista, ...] = ()
    vida: Vida = field(default_factory=Vida)

    def para(self, pantalla: str, tiene: Lista | None) -> tuple[dict[str, str], dict[str, Cambio]]:
        """Las zonas comunes de esa página y, de la lista que ya tiene, sólo lo que cambió."""
        enteras, cambios = {}, {}
        for zona in PANTALLAS[pantalla]:
            if zona in RENGLONES and tiene is self.lista:
                continue
            cambio = self.lista.cambio_desde(tiene, zona) if zona in RENGLONES and tiene is not None else None
            if cambio is None:
                enteras[zona] = self.zonas[zona]
            else:
                cambios[zona] = cambio
        return enteras, cambios


SIN_VIDA = Vida()


def comunes(estado: EstadoSala, antes: Comunes | None = None, vida: Vida = SIN_VIDA) -> Comunes:
    """Las zonas comunes; lo que no cambió, o siendo muchos acaba de cambiar, como estaba."""
    lineas = tuple(linea(c) for c in estado.charlas)
    mesas = {}
    if antes is None or antes.abiertas != estado.abiertas:
        mesas["abiertas"] = _pintar("abiertas", {"abiertas": estado.abiertas, "en_vivo": True})
    if antes is None or antes.vida != vida:
        mesas["jugando"] = _pintar("jugando", {"vida": vida})
    if antes is not None and (antes.lista.personas == estado.personas or _muy_seguido(estado, antes.lista)):
        if "abiertas" in mesas:
            mesas["donde_sub"] = _pintar("donde_sub", cuantos_hay(antes.lista.personas, estado.abiertas))
        return Comunes(antes.lista, {**antes.zonas, **mesas}, lineas, estado.abiertas, vida)
    lista = Lista(estado.personas, estado.ahora)
    zonas = {z: _pintar(z, contexto_de_lista(z, lista.personas, lista.numero)) for z in RENGLONES}
    zonas["donde_sub"] = _pintar("donde_sub", cuantos_hay(lista.personas, estado.abiertas))
    previas = antes.zonas if antes is not None else {}
    return Comunes(lista, {**previas, **zonas, **mesas}, lineas, estado.abiertas, vida)


def _muy_seguido(estado: EstadoSala, lista: Lista) -> bool:
    return len(estado.personas) > MUCHAS and timedelta(0) <= estado.ahora - lista.cuando < PAUSA_DE_LISTA


def contexto_de_lista(zona: str, personas: Sequence[Persona], numero: int = 0) -> dict[str, Any]:
    """Los datos de una zona que es la lista; sin número, la de una página que todavía no abre su socket."""
    return {"personas": personas, "renglones": renglones(zona, personas), "numero": numero}


def cuantos_hay(personas: Sequence[Persona], abiertas: Sequence[MesaVista]) -> dict[str, Any]:
    """Lo de arriba: los libres, cuántos son sin contar a quien lee, y los que esperan en una mesa con lugar (D814)."""
    return {
        "personas": personas,
        "otros": max(0, len(personas) - 1),
        "esperan": sum(len(mesa.lugares) for mesa in abiertas),
    }


def linea(c: LineaDeCharla) -> Linea:
    """Un mensaje como viaja: la hora, corta y local."""
    return Linea(c.id, c.autor, c.nombre, c.texto, en_hora(c.instante))


def llave_propia(estado: EstadoSala, cuenta: int) -> Hashable:
    """De qué depende lo que sólo ve esta persona."""
    mesa = _mesa_de(estado, cuenta)
    otra = estado.otra_con_mas(mesa, cuenta) if mesa else None
    return (mesa, estado.sin_leer.get(cuenta), estado.citas.get(cuenta), otra)


def propias(estado: EstadoSala, cuenta: int, pantalla: str) -> dict[str, str]:
    """Lo que sólo ve esta persona: su invitación, su espera, su mesa o su aviso, y sus mensajes."""
    contexto = contexto_propio(estado, cuenta, pantalla, en_vivo=True)
    return {zona: _pintar(zona, contexto) for zona in ("tuya", "mensajes", "pestanas")}


def contexto_propio(estado: EstadoSala, cuenta: int, pantalla: str, en_vivo: bool = False) -> dict[str, Any]:
    """Los datos de las zonas propias, los mismos para la página y para el socket."""
    mesa = _mesa_de(estado, cuenta)
    suyo = mesa.lugar_de(cuenta) if mesa else None
    cita = estado.citas.get(cuenta)
    return {
        "mesa": mesa,
        "cita_hoy": cita,
        "cita_fuera": pantalla == "sala" and _se_dice_aparte(cita, mesa, cuenta),
        "van_a_la_cita": cita.otros(cuenta) if cita else [],
        "faltan_a_la_cita": cita.faltan({lu.cuenta for lu in mesa.lugares}) if cita and mesa else [],
        "con_mas": estado.otra_con_mas(mesa, cuenta) if mesa else None,
        "callada": _callo_a_quien_organiza(estado, mesa, cuenta),
        "tipo": _tipo(mesa, cuenta),
        "asientos": asientos_de(mesa, cuenta) if mesa else {},
        "vence": milisegundos(mesa.invita_hasta) if mesa and mesa.invita_hasta else 0,
        "faltan": [lu.nombre for lu in mesa.lugares if lu.respuesta == "pendiente"] if mesa else [],
        "aviso": aviso_de_mesa(mesa, cuenta) if mesa else "",
        "rearma": se_rearma(mesa, cuenta),
        "se_sigue": se_sigue(mesa, cuenta),
        "sin_leer": estado.sin_leer.get(cuenta, ()),
        "pantalla": pantalla,
        "en_vivo": en_vivo,
        "organizo": mesa is not None and mesa.organizador == cuenta,
        "recien": _se_acaba_de_abrir(mesa, estado.ahora),
        "acepte": suyo is not None and suyo.con_automaticos,
        "dije_que_no": suyo is not None and suyo.rehuso,
        "niveles": NIVELES,
    }


def _se_acaba_de_abrir(mesa: MesaVista | None, ahora: datetime) -> bool:
    """La de una mesa con hora a la que ya estaban los cuatro: nadie la esperó en pantalla y se les lleva (D690)."""
    if mesa is None or mesa.creada is None or not mesa.solo_enlace:
        return False
    return ahora - mesa.creada < RECIEN


def _se_dice_aparte(cita: CitaDeHoy | None, mesa: MesaVista | None, cuenta: int) -> bool:
    """Su mesa con hora, si no está ya en ella ni contesta o espera otra cosa (D812)."""
    return cita is not None and _tipo(mesa, cuenta) in ("", "busca", "aviso") and (mesa is None or mesa.id != cita.mesa)


def _mesa_de(estado: EstadoSala, cuenta: int) -> MesaVista | None:
    """Su mesa. De quien silenció no lee nada, tampoco el nombre que le puso (D46, D177)."""
    mesa = estado.mesa_de(cuenta)
    if mesa is None or not _callo_a_quien_organiza(estado, mesa, cuenta):
        return mesa
    return replace(mesa, nombre=mesa_de(mesa.organiza))


def _callo_a_quien_organiza(estado: EstadoSala, mesa: MesaVista | None, cuenta: int) -> bool:
    return mesa is not None and mesa.organizador in estado.callados.get(cuenta, ())


def _tipo(mesa: MesaVista | None, cuenta: int) -> str:
    """`invitacion`, `espera` (ya aceptó u organiza), `busca` (junta gente), `sigue` (mesa lista), `aviso` (se
    cerró hace poco) o nada."""
    if mesa is None:
        return ""
    if mesa.estado == Mesa.Estado.LISTA:
        return "sigue"
    if mesa.estado == Mesa.Estado.ABIERTA:
        return "busca"
    if mesa.estado != Mesa.Estado.INVITANDO:
        return "aviso"
    lugar = mesa.lugar_de(cuenta)
    return "invitacion" if lugar is not None and lugar.respuesta == "pendiente" else "espera"


@dataclass(frozen=True, slots=True)
class AsientoVisto:
    """Un asiento dibujado."""

    nombre: str
    pareja: str
    organiza: bool
    respuesta: str
    soy: bool
    automatico: bool = False
    de_acuerdo: bool = False
    """En que se complete con automáticos, si se propuso (D762)."""
    en_su_lugar: bool = False
    """Sentado en una abierta, diga lo que diga de completarla (D816)."""


def asientos_de(mesa: MesaVista, cuenta: int) -> dict[str, AsientoVisto]:
    """Todos, por su lado de la mesa: de dos no hay nadie a los lados, y de tres no hay nadie enfrente."""
    por_lugar = {lu.asiento: lu for lu in mesa.lugares}
    juego = mesa.juego

    def visto(asiento: int) -> AsientoVisto:
        lu = por_lugar.get(asiento) or LugarVisto(asiento, None, "", "")
        automatico = bool(lu.respuesta) and lu.cuenta is None
        de_que = "nos" if juego.bando_de[asiento] == juego.bando_de[ABAJO] else "ellos"
        organiza, soy = lu.cuenta == mesa.organizador, lu.cuenta == cuenta
        sentado = bool(lu.respuesta) and mesa.estado == Mesa.Estado.ABIERTA
        return AsientoVisto(lu.nombre, de_que, organiza, lu.respuesta, soy, automatico, lu.con_automaticos, sentado)

    return {"abajo": visto(ABAJO)} | {lado: visto(asiento) for lado, asiento in lugares_de(juego).items()}


def milisegundos(instante: datetime) -> int:
    """Desde 1970: lo que entiende el navegador."""
    return int(instante.timestamp() * 1000)


def nuevas(lineas: Iterable[Linea], salieron: Collection[int]) -> list[Linea]:
    """Los mensajes que no han salido. No basta el mayor: con PostgreSQL se confirma primero el 11 y después el 10."""
    return [una for una in lineas if una.id not in salieron]


def _pintar(zona: str, contexto: dict[str, Any]) -> str:
    # strip: además de los bordes, deja texto común, que es lo que sabe mandar el socket
    return render_to_string(f"{CARPETA}/_{zona}.html", contexto).strip()

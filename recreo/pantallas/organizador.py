"""Tablero del organizador e invitaciones, en vivo (RE3, RE5, RE6)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from recreo.estado import DiscrepanciaVista, EstadoRecreo, IncidenciaVista, JugadorVisto, MesaVista, Visor
from recreo.models import MINUTOS_DE_AVISO
from recreo.pantallas.base import Contexto, Mirada, Pantalla
from recreo.pantallas.cierre import resultado_en_palabras
from recreo.pantallas.conformidad import OBJETADA, en_corto
from recreo.pantallas.piezas import anuncio_de, pareja_de_abajo, pareja_en_palabras
from recreo.pantallas.regreso import del_tablero
from recreo.pantallas.relevo import IDO, sin_quien_anote
from recreo.pantallas.reloj import reloj_de
from recreo.textos import en_lista, mano_en_palabras
from reglas.anotacion import ManoAnotada

# etapa de la mesa → (tono de la pastilla, icono)
PASTILLAS = {
    "anotador": ("mal", "lapiz"),
    "asistencia": ("verde", "personas"),
    "salidor": ("verde", "personas"),
    "jugando": ("verde", "juego"),
    "meta": ("ojo", "reloj"),
    "por_cerrar": ("ojo", "ok"),
    "cerrada": ("bien", "candado"),
}

EN_VOZ = ("llamada", "sin_quien_anote", "discrepancia", OBJETADA, "default_propuesto")
PIDEN = ("llamada", "default_propuesto", OBJETADA)
URGENCIA = ("anotador", "por_cerrar", "meta", "asistencia", "salidor", "jugando", "cerrada")


@dataclass(frozen=True, slots=True)
class Bando:
    """Una pareja en la tarjeta de su mesa."""

    pareja: int
    forma: int
    """0 círculo, 1 rombo: la pareja propia va siempre en círculo."""
    nombres: str
    marcador: int | str
    gana: bool
    manos_ganadas: int


@dataclass(frozen=True, slots=True)
class Tarjeta:
    """Una mesa del tablero: estado, marcador, quién anota y qué toca hacer."""

    mesa: MesaVista
    tono: str
    icono: str
    estado: str
    bandos: tuple[Bando, Bando]
    nota: str
    principal: bool
    """Su acción es la principal de la pantalla: sólo una lo es."""


@dataclass(frozen=True, slots=True)
class Aviso:
    """Algo que pide al organizador, lo más urgente primero."""

    tipo: str
    mesa: MesaVista
    incidencia: IncidenciaVista | None = None
    discrepancia: DiscrepanciaVista | None = None
    mano: int = 0
    """El número con que se ve la mano que no coincide."""
    anotada: str = ""
    otra: str = ""
    mesas: tuple[int, ...] = ()
    """Las mesas de las que se avisa juntas."""
    ausente: int = 0
    """Índice de la pareja contra la que va el default."""

    @property
    def clave(self) -> str:
        """Para conservar el foco y lo abierto cuando la zona se reemplaza."""
        de = self.incidencia or self.discrepancia
        return f"{self.tipo}-{self.mesa.numero}-{de.id if de else 0}"


def hora(instante: datetime | None) -> str:
    """«8:21 p.m.»"""
    return date_format(timezone.localtime(instante), "g:i a") if instante else ""


def _nombre_de_etapa(etapa: str) -> str:
    return {
        "anotador": _("Sin anotador"),
        "asistencia": _("Se sientan"),
        "salidor": _("Se sientan"),
        "jugando": _("Jugando"),
        "meta": _("Por confirmar"),
        "por_cerrar": _("Por cerrar"),
        "cerrada": _("Cerrada"),
    }[etapa]


def _bando(estado: EstadoRecreo, mesa: MesaVista, visor: Visor, pareja: int) -> Bando:
    nombres = pareja_en_palabras(estado, mesa, pareja)
    forma = int(pareja != pareja_de_abajo(mesa, visor))
    manos = mesa.resultado.manos_ganadas[pareja]
    return Bando(pareja, forma, nombres, anuncio_de(mesa.marcador[pareja]), mesa.va_ganando == pareja, manos)


def bandos_de(estado: EstadoRecreo, mesa: MesaVista, visor: Visor) -> tuple[Bando, Bando]:
    """Las dos parejas con su marcador."""
    return _bando(estado, mesa, visor, 0), _bando(estado, mesa, visor, 1)


def _nota(estado: EstadoRecreo, mesa: MesaVista) -> str:
    anotador = estado.nombre_de(mesa.anotador) if mesa.anotador else _("el organizador")
    if mesa.etapa == "cerrada":
        return resultado_en_palabras(estado, mesa, sin_nombres=True)  # quien ganó va en negritas ahí arriba
    if mesa.etapa == "anotador":
        return _quienes_pueden(estado, mesa)
    if mesa.etapa in ("asistencia", "salidor"):
        return _("Anota %(quien)s · todavía no hay manos") % {"quien": anotador}
    hoja = en_corto(mesa, exige=estado.exige_conformidad)
    if mesa.etapa == "meta":
        return " · ".join(p for p in (_("falta %(quien)s") % {"quien": anotador}, hoja) if p)
    if mesa.etapa == "por_cerrar":
        return " · ".join(p for p in (_("anotó %(quien)s") % {"quien": anotador}, hoja) if p)
    return _("mano %(mano)d · anota %(quien)s") % {"quien": anotador, "mano": mesa.siguiente}


def _quienes_pueden(estado: EstadoRecreo, mesa: MesaVista) -> str:
    pueden = [n for n in mesa.asientos if estado.jugadores[n].tiene_acceso]
    if not pueden:
        return _("Nadie de esta mesa ha entrado: captúrala tú, o anótenla en papel.")
    return _("Puede anotar quien ya entró: %(quienes)s.") % {"quienes": en_lista(estado.nombre_de(n) for n in pueden)}


def tarjetas(estado: EstadoRecreo, visor: Visor) -> tuple[Tarjeta, ...]:
    """Las mesas de la partida en curso: primero las que me necesitan, y entre iguales, por número (D311)."""
    if estado.actual is None:
        return ()
    piden = [m.numero for m in estado.actual.mesas if m.etapa == "por_cerrar"]
    return tuple(
        Tarjeta(
            mesa=m,
            tono=PASTILLAS[m.etapa][0],
            icono=PASTILLAS[m.etapa][1],
            estado=_nombre_de_etapa(m.etapa),
            bandos=bandos_de(estado, m, visor),
            nota=_nota(estado, m),
            principal=piden[:1] == [m.numero],
        )
        for m in sorted(estado.actual.mesas, key=_que_tan_urgente)
    )


def _que_tan_urgente(mesa: MesaVista) -> int:
    """Lo que alguien pidió, lo que sin mí no sigue, lo que va bien y lo ya cerrado."""
    if not mesa.cerrada and (mesa.discrepancias or any(mesa.abierta(t) for t in PIDEN)):
        return -1
    return URGENCIA.index(mesa.etapa)


LAS_DEL_RITMO = ("sin_quien_anote", "sin_mano")


def avisos(estado: EstadoRecreo) -> tuple[Aviso, ...]:
    """Lo que las mesas abiertas piden: llamadas, discrepancias, default y mesas sin plantilla (RE5, RE6).

    De la que se corrige de una partida anterior se oye lo que alguien dijo, no que tarde.
    """
    orden = (
        "llamada", "sin_quien_anote", "discrepancia", OBJETADA, "default_propuesto", "default_negado", "sin_anotador",
        "sin_mano",
    )  # fmt: skip
    abiertas = estado.actual.abiertas if estado.actual else ()
    todos = [a for m in abiertas for a in de_la_mesa(estado, m)]
    todos += [a for m in estado.reabiertas for a in de_la_mesa(estado, m) if a.tipo not in LAS_DEL_RITMO]
    todos += sin_anotador(estado)
    return tuple(sorted(todos, key=lambda a: orden.index(a.tipo)))


def sin_anotador(estado: EstadoRecreo) -> Iterator[Aviso]:
    """Uno solo, de todas las mesas que todavía no tienen quien las anote."""
    cuales = [m for m in (estado.actual.abiertas if estado.actual else ()) if m.etapa == "anotador"]
    if cuales:
        yield Aviso("sin_anotador", cuales[0], mesas=tuple(m.numero for m in cuales))


def de_la_mesa(estado: EstadoRecreo, mesa: MesaVista) -> Iterator[Aviso]:
    """Lo que pide una mesa abierta, menos quien la anote, que se pide de todas juntas."""
    for i in mesa.incidencias:
        if i.atendida is None and i.tipo not in ("infraccion", IDO) and i.anotadas in (None, mesa.anotadas):
            yield Aviso(i.tipo, mesa, incidencia=i, ausente=mesa.pareja_de(i.jugador or 0) or 0)
    if falta := sin_quien_anote(mesa):
        yield Aviso("sin_quien_anote", mesa, incidencia=falta.dicha)
    for d in mesa.discrepancias:
        m = mesa.con_clave(d.mano)
        yield Aviso(
            "discrepancia",
            mesa,
            discrepancia=d,
            mano=m.numero if m else mesa.numero_de(d.mano),
            anotada=_mano(estado, mesa, m.datos) if m else _("sin anotar"),
            otra=_mano(estado, mesa, d.datos),
        )
    if estado.minutos_sin_mano and mesa.etapa in ("asistencia", "salidor", "jugando"):
        yield Aviso("sin_mano", mesa)


def _mano(estado: EstadoRecreo, mesa: MesaVista, mano: ManoAnotada) -> str:
    nombres = [] if mano.pareja is None else [estado.nombre_de(n) for n in mesa.parejas[mano.pareja]]
    return mano_en_palabras(mano.desenlace.value, mano.tantos, nombres)


def _tablero(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    actual = estado.actual
    abiertas = actual.abiertas if actual else ()
    todos = avisos(estado)
    return {
        "partida": actual,
        "tarjetas": tarjetas(estado, visor),
        # la mesa sin quien anote ya lo dice en su tarjeta, en rojo y con su botón
        "avisos": tuple(a for a in todos if a.tipo != "sin_anotador"),
        "cerradas": (len(actual.mesas) - len(abiertas)) if actual else 0,
        "faltan": [m.numero for m in abiertas],
        "minutos_sin_mano": estado.minutos_sin_mano,
        "minutos_de_aviso": MINUTOS_DE_AVISO,
        "reloj": reloj_de(estado),
        "anuncio": _anuncio(estado, todos),
        **del_tablero(estado),
    }


def _anuncio(estado: EstadoRecreo, todos: tuple[Aviso, ...]) -> str:
    """Lo último que un lector de pantalla debe decir; cambia sólo cuando algo pasa."""
    if estado.estado != "en_juego" or estado.actual is None:
        return ""
    partes = [_voz(a) for a in todos if a.tipo in EN_VOZ]
    por_cerrar = [m.numero for m in estado.actual.mesas if m.etapa == "por_cerrar"]
    if por_cerrar:
        partes.append(
            ngettext("Por cerrar: mesa %(mesas)s.", "Por cerrar: mesas %(mesas)s.", len(por_cerrar))
            % {"mesas": en_lista(por_cerrar)}
        )
    if not estado.actual.abiertas:
        partes.append(_("Partida %(numero)d cerrada.") % {"numero": estado.actual.numero})
    if estado.falta_anunciar:
        partes.append(_("Falta que anuncies el final."))
    return " ".join(partes)


def _voz(aviso: Aviso) -> str:
    frases = {
        "llamada": _("La mesa %(mesa)d te llama."),
        "sin_quien_anote": _("La mesa %(mesa)d se quedó sin quien anote."),
        "discrepancia": _("La mesa %(mesa)d no coincide en una mano."),
        OBJETADA: _("Objetan la hoja de la mesa %(mesa)d."),
        "default_propuesto": _("La mesa %(mesa)d propone default."),
    }
    return frases[aviso.tipo] % {"mesa": aviso.mesa.numero}


@dataclass(frozen=True, slots=True)
class Invitado:
    """Un renglón de la lista de quién está dentro."""

    jugador: JugadorVisto
    icono: str
    detalle: str
    anota: bool
    reenviar: bool
    quitar: bool
    coorganizable: bool


def invitados(estado: EstadoRecreo, visor: Visor) -> tuple[Invitado, ...]:
    """Quién está dentro, desde qué y desde cuándo; el correo sólo lo ve quien manda."""
    return tuple(
        Invitado(
            jugador=j,
            icono="ok" if j.tiene_acceso else ("correo" if j.correo else "persona"),
            detalle=_detalle(j),
            anota=j.numero in estado.anotadores,
            reenviar=bool(j.correo) and not j.tiene_acceso and j.numero != 1,
            quitar=j.tiene_acceso and j.numero != 1,
            coorganizable=visor.organiza and j.numero != 1 and (j.tiene_acceso or bool(j.correo)),
        )
        for j in estado.jugadores.values()
    )


def _detalle(j: JugadorVisto) -> str:
    if j.numero == 1:
        return _("Organiza")
    if j.cuenta_id is not None:
        return _("Entró con su correo, %(hora)s") % {"hora": hora(j.entro)}
    if j.llave:
        return _("Entró con un teléfono, sin correo, %(hora)s") % {"hora": hora(j.entro)}
    if j.invitado:
        return _("Invitación enviada %(hora)s; todavía no entra") % {"hora": hora(j.invitado)}
    if j.no_llego:
        return _("La invitación no llegó: revisa su correo o compártele el enlace")
    if j.correo:
        return _("Falta enviarle la invitación")
    return _("Abre el enlace y elige su nombre") if j.nombre else _("Falta su nombre")


def sin_telefono(estado: EstadoRecreo) -> list[str]:
    """Anotadores del rol que iban a anotar con su teléfono y no han entrado (RE2). No impide empezar."""
    de = (estado.jugadores[n] for n in estado.anotadores)
    return [j.nombre for j in de if j.anota == "telefono" and not j.tiene_acceso and j.nombre]


def _invitar(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    personas = invitados(estado, visor)
    dentro = sum(1 for p in personas if p.jugador.tiene_acceso)
    return {
        "personas": personas,
        "dentro": dentro,
        "por_invitar": [p.jugador.nombre for p in personas if p.reenviar and not p.jugador.invitado],
        "faltan_nombres": [j.numero for j in estado.jugadores.values() if not j.nombre],
        "sin_telefono": sin_telefono(estado),
        "anuncio": _("Han entrado %(dentro)d de %(total)d.") % {"dentro": dentro, "total": estado.tamano},
    }


def _zonas(carpeta: str) -> dict[str, str]:
    return {z: f"recreo/{carpeta}/_{z}.html" for z in ("donde", "donde_sub", "contenido", "barra", "anuncio")}


PANTALLAS: dict[str, Pantalla] = {
    "tablero": Pantalla(_tablero, _zonas("tablero")),
    "invitar": Pantalla(_invitar, _zonas("invitar")),
}

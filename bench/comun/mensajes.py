"""Lo que el servidor puede mandar, campo por campo (docs/protocolo.md). Un campo de más, y el mensaje no se lee.

Aparte de `enlinea/mesa/mensajes.py` a propósito: si el servidor mandara algo nuevo, aquí se nota.
"""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

Cuatro = tuple[int, int, int, int]
CuentaDeMano = tuple[str, int, int | None, int]
JUGANDO, FIN_DE_MANO, FIN_DE_PARTIDA, CERRADA = 3, 4, 5, 6
REPARTIENDO, ESPERA = 2, 1


class _Cerrado(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    pass


class Sorteo(_Cerrado, frozen=True):
    """Lo que se revela al terminar la mano (RG1)."""

    compromiso: str
    claves: list[str]
    semilla: str
    nonces: tuple[str, str, str, str]
    salidor: int
    primera: bool


class FinDeMano(_Cerrado, frozen=True):
    """Las cuatro manos, ya públicas."""

    sobran: tuple[list[int], list[int], list[int], list[int]]
    repartidas: tuple[list[int], list[int], list[int], list[int]]
    no_jugados: Cuatro | None
    sorteo: Sorteo


class Datos(_Cerrado, frozen=True):
    """Lo que ven los cuatro por igual."""

    fase: int
    partida: int
    lugares: Cuatro
    mano: int
    marcador: tuple[int | str, int | str]
    amarillas: Cuatro
    compromiso: str | None
    siguiente: str | None
    ausentes: Cuatro | None
    abandonos: int | UnsetType = UNSET
    salidor: int | UnsetType = UNSET
    turno: int | UnsetType = UNSET
    cadena: list[int] | UnsetType = UNSET
    terminales: tuple[int, int] | UnsetType = UNSET
    quedan: Cuatro | UnsetType = UNSET
    pases: Cuatro | UnsetType = UNSET
    aviso: int | UnsetType = UNSET
    cuentas: list[CuentaDeMano] | UnsetType = UNSET
    listos: int | UnsetType = UNSET
    votos: tuple[str, str, str, str] | UnsetType = UNSET
    ganadora: int | UnsetType = UNSET
    motivo: str | UnsetType = UNSET
    culpable: int | UnsetType = UNSET
    resta: int | UnsetType | None = UNSET
    fin: FinDeMano | UnsetType = UNSET


class Yo(_Cerrado, frozen=True):
    """Lo que sólo ve el dueño del asiento; quien mira, −1 y nada más."""

    asiento: int
    falta_nonce: bool | UnsetType = UNSET
    mano: list[int] | UnsetType = UNSET
    opciones: list[tuple[int, int]] | UnsetType = UNSET
    reloj: int | UnsetType = UNSET
    resta: int | UnsetType | None = UNSET


class Vista(_Cerrado, frozen=True, tag_field="tipo", tag="vista"):
    """El estado completo para un asiento."""

    version: int
    datos: Datos
    yo: Yo
    acuse: str | None = None
    """La orden propia que esta vista confirma."""


class Cambios(_Cerrado, frozen=True):
    """De lo público, lo que cambió; `mas`, lo que creció la cadena."""

    turno: int | UnsetType = UNSET
    mas: list[int] | UnsetType = UNSET
    terminales: tuple[int, int] | UnsetType = UNSET
    quedan: Cuatro | UnsetType = UNSET
    pases: Cuatro | UnsetType = UNSET
    aviso: int | UnsetType = UNSET
    listos: int | UnsetType = UNSET
    votos: tuple[str, str, str, str] | UnsetType = UNSET
    resta: int | UnsetType | None = UNSET


class YoCambia(_Cerrado, frozen=True):
    """De lo propio, lo que cambió; lo del turno, entero."""

    falta_nonce: bool | UnsetType = UNSET
    mano: list[int] | UnsetType = UNSET
    opciones: list[tuple[int, int]] | UnsetType = UNSET
    reloj: int | UnsetType = UNSET
    resta: int | UnsetType | None = UNSET


class Paso(_Cerrado, frozen=True, tag_field="tipo", tag="paso"):
    """Lo que falta para la vista `version` a quien tiene la `de`."""

    version: int
    de: int
    datos: Cambios
    yo: YoCambia
    acuse: str | None = None


class DatosDeOtro(Datos, frozen=True):
    """De otro juego: lo mismo, de cuantos sean, y del pozo sólo cuentas (VA9)."""

    lugares: tuple[int, ...]
    marcador: tuple[int, ...]
    amarillas: tuple[int, ...]
    ausentes: tuple[int, ...] | None
    quedan: tuple[int, ...] | UnsetType = UNSET
    pases: tuple[int, ...] | UnsetType = UNSET
    votos: tuple[str, ...] | UnsetType = UNSET
    juego: str | UnsetType = UNSET
    pozo: int | UnsetType = UNSET
    robadas: tuple[int, ...] | UnsetType = UNSET
    robos: tuple[int, ...] | UnsetType = UNSET
    salida: tuple[int, ...] | UnsetType = UNSET


class YoDeOtro(Yo, frozen=True):
    """Y, en mi turno, si me toca robar con el botón."""

    roba: bool | UnsetType = UNSET


class VistaDeOtro(Vista, frozen=True, tag_field="tipo", tag="vista"):
    """El estado completo para un asiento, de otro juego."""

    datos: DatosDeOtro
    yo: YoDeOtro


class Persona(_Cerrado, frozen=True):
    """Quién se sienta, y las tarjetas de su cuenta."""

    nombre: str
    automatico: bool
    azules: int
    rojas: int


class DatosMesa(_Cerrado, frozen=True):
    """Lo que no cambia mientras se está en la mesa."""

    nombre: str
    meta: str
    juego: str
    modo: str
    organizador: int
    personas: list[Persona]
    yo: int
    cuentas: list[CuentaDeMano]
    bandos: list[list[int]] | UnsetType = UNSET
    fichas: int | UnsetType = UNSET
    robos: int | UnsetType = UNSET


class Mesa(_Cerrado, frozen=True, tag_field="tipo", tag="mesa"):
    """Al entrar."""

    version: int
    datos: DatosMesa


class DatosAcuse(_Cerrado, frozen=True):
    """Qué orden."""

    id_orden: str


class Acuse(_Cerrado, frozen=True, tag_field="tipo", tag="acuse"):
    """La orden está en el diario."""

    version: int
    datos: DatosAcuse


class DatosRechazo(_Cerrado, frozen=True):
    """Qué orden y por qué. `espera`, los segundos que faltan si fue por `despacio`; `faltan` y `juntos`, asientos."""

    id_orden: str
    codigo: str
    espera: int = 0
    faltan: tuple[int, ...] = ()
    juntos: tuple[int, ...] = ()


class Rechazo(_Cerrado, frozen=True, tag_field="tipo", tag="rechazo"):
    """No se hizo nada."""

    version: int
    datos: DatosRechazo


class Linea(_Cerrado, frozen=True):
    """Un mensaje del chat."""

    id: int
    persona: int
    texto: str
    hora: str


class DatosCharlas(_Cerrado, frozen=True):
    """Las líneas."""

    lineas: list[Linea]


class Charlas(_Cerrado, frozen=True, tag_field="tipo", tag="charlas"):
    """El chat."""

    version: int
    datos: DatosCharlas


class DatosMiran(_Cerrado, frozen=True):
    """Cuántos."""

    cuantos: int


class Miran(_Cerrado, frozen=True, tag_field="tipo", tag="miran"):
    """Cuántos miran la mesa."""

    version: int
    datos: DatosMiran


class DatosFaltan(_Cerrado, frozen=True):
    """Los asientos."""

    asientos: list[int]


class Faltan(_Cerrado, frozen=True, tag_field="tipo", tag="faltan"):
    """Quiénes no han llegado a la mesa de un torneo."""

    version: int
    datos: DatosFaltan


class DatosFuera(_Cerrado, frozen=True):
    """Por qué."""

    codigo: str


class Fuera(_Cerrado, frozen=True, tag_field="tipo", tag="fuera"):
    """No puede estar."""

    version: int
    datos: DatosFuera


class Latido(_Cerrado, frozen=True, tag_field="tipo", tag="latido"):
    """Contestación al latido."""

    version: int


class Llegando(_Cerrado, frozen=True, tag_field="tipo", tag="llegando"):
    """Se le está sentando."""

    version: int


Mensaje = Vista | Paso | Acuse | Rechazo | Mesa | Charlas | Miran | Faltan | Fuera | Llegando | Latido
CODIGOS = {
    "vieja", "no_es_tu_turno", "no_tiene_cabida", "falta_extremo", "ficha_ajena", "fuera_de_fase", "mesa_detenida",
    "mesa_cerrada", "no_es_organizador", "ya_estaba", "nonce_invalido", "mensaje_desconocido", "despacio", "reintenta",
    "falta_alguien", "comparten", "puede_tirar", "no_hay_que_robar", "salida_obligada",
}  # fmt: skip

leer = msgspec.json.Decoder(Mensaje).decode
"""El mensaje tipado. Levanta `msgspec.ValidationError` si trae algo que el protocolo no dice."""

leer_de_otro = msgspec.json.Decoder(VistaDeOtro).decode
"""Una vista de otro juego; con la mano en juego, que entre manos todo es público."""

_DE_LA_MANO = ("salidor", "turno", "cadena", "terminales", "quedan", "pases", "aviso")
_ENTRE_MANOS = ("cuentas", "listos", "votos", "ganadora", "motivo", "culpable", "resta")


def sumar(vista: Vista, paso: Paso) -> Vista:
    """La vista que sigue: lo que el paso no dice es lo de antes, y lo del turno sólo está en él."""
    d, c, yo, suyo = vista.datos, paso.datos, vista.yo, paso.yo
    datos = msgspec.structs.replace(
        d,
        turno=_o(c.turno, d.turno),
        cadena=d.cadena if c.mas is UNSET else [*d.cadena, *c.mas],  # type: ignore[misc]
        terminales=_o(c.terminales, d.terminales),
        quedan=_o(c.quedan, d.quedan),
        pases=_o(c.pases, d.pases),
        aviso=_o(c.aviso, d.aviso),
        listos=_o(c.listos, d.listos),
        votos=_o(c.votos, d.votos),
        resta=_o(c.resta, d.resta),
    )
    propio = Yo(
        yo.asiento,
        _o(suyo.falta_nonce, yo.falta_nonce),
        _o(suyo.mano, yo.mano),
        suyo.opciones,
        suyo.reloj,
        suyo.resta,
    )
    return Vista(paso.version, datos, propio, paso.acuse)


def _o(nuevo: Any, antes: Any) -> Any:
    return antes if nuevo is UNSET else nuevo


def faltas(vista: Vista, en_juego: int = 28) -> list[str]:
    """Lo que la vista trae fuera de su momento; vacía si trae sólo lo que el protocolo dice (EL8)."""
    d, yo = vista.datos, vista.yo
    malas = []
    jugando = d.fase == JUGANDO
    con_mano = d.turno is not UNSET
    malas += [f"{c} sin mano completa" for c in _DE_LA_MANO if (getattr(d, c) is not UNSET) != con_mano]
    malas += [f"{c} en fase {d.fase}" for c in _ENTRE_MANOS if (getattr(d, c) is UNSET) != jugando]
    if (d.abandonos is not UNSET) != (d.ausentes is not None):
        malas.append("abandonos sin nadie ausente, o ausentes sin abandonos")
    if jugando and d.fin is not UNSET:
        malas.append("fin con la mano en juego")
    if jugando and not con_mano:
        malas.append("jugando sin mano")
    mio = jugando and d.turno == yo.asiento
    if (yo.falta_nonce is UNSET) != (yo.asiento < 0):
        malas.append("falta_nonce de quien mira, o de nadie")
    if (yo.opciones is not UNSET) != mio:
        malas.append("opciones fuera de mi turno, o turno mío sin ellas")
    if yo.reloj is not UNSET and not (mio and yo.opciones):
        malas.append("reloj sin jugada que pensar")
    if (yo.resta is not UNSET) != (yo.reloj is not UNSET):
        malas.append("resta sin reloj")
    if con_mano:
        malas += _de_fichas(vista, en_juego)
    if isinstance(yo, YoDeOtro) and yo.roba is not UNSET and not (mio and not yo.opciones):
        malas.append("robar fuera de mi turno, o con jugada")
    return malas


def _de_fichas(vista: Vista, en_juego: int) -> list[str]:
    """Sólo mis fichas y las de la cadena; cada una una vez, y las que quedan cuadran."""
    d, yo = vista.datos, vista.yo
    assert isinstance(d.cadena, list)
    assert isinstance(d.quedan, tuple)
    jugadas, propias = d.cadena[0::3], yo.mano if isinstance(yo.mano, list) else []
    mias = set(propias)
    malas = ["fichas de quien mira, o nadie las tiene"] if isinstance(yo.mano, list) == (yo.asiento < 0) else []
    if len(set(jugadas)) != len(jugadas) or mias & set(jugadas) or len(mias) != len(propias):
        malas.append("fichas repetidas")
    if yo.opciones is not UNSET and not {f for f, _ in yo.opciones} <= mias:  # type: ignore[union-attr]
        malas.append("opciones que no son de mi mano")
    pozo = d.pozo if isinstance(d, DatosDeOtro) and isinstance(d.pozo, int) else 0
    if (yo.asiento >= 0 and d.quedan[yo.asiento] != len(mias)) or sum(d.quedan) + pozo != en_juego - len(jugadas):
        malas.append("las que quedan no cuadran")
    if d.fin is not UNSET:
        assert isinstance(d.fin, FinDeMano)
        todas = sorted(jugadas + [f for suyas in d.fin.sobran for f in suyas])
        if todas != list(range(28)):
            malas.append("no son 28 fichas distintas")
    return malas


def crudo_a_dict(crudo: bytes) -> Any:
    """Para recorrerlo hoja por hoja."""
    return msgspec.json.decode(crudo)

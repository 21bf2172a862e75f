"""Todo mensaje del socket de la mesa: sobre `{tipo, version, datos}`, campos cerrados y tipo literal.

`version` es el `num` del diario. Toda orden lleva `id_orden`: repetirla no la aplica dos veces. Ver docs/protocolo.md.
"""

from typing import Annotated, Any
from uuid import UUID

from msgspec import Meta, Struct
from msgspec.json import Encoder

from config.vivo import mensajes as vivos
from config.vivo.mensajes import Nada
from reglas.fichas import FICHAS
from reglas.mano import EXTREMOS
from reglas.tarjetas import Graves

_escribir = Encoder().encode
LARGO_MAXIMO = 2_000
LARGO_DE_CHARLA = 300

Ficha = Annotated[int, Meta(ge=0, lt=len(FICHAS))]
Extremo = Annotated[int, Meta(ge=0, lt=len(EXTREMOS))]
Nonce = Annotated[str, Meta(max_length=32, pattern=r"^([0-9a-f]{32})?\Z")]


class _Cerrado(vivos.Cerrado, frozen=True, gc=False):
    pass


class _Orden(_Cerrado, frozen=True, tag_field="tipo"):
    id_orden: UUID
    version: int


class DatosTirar(_Cerrado, frozen=True):
    """`extremo` 0 si no se elige; `nonce` para la mano que sigue, si aún no se dio."""

    ficha: Ficha
    extremo: Extremo = 0
    nonce: Nonce | None = None


class Tirar(_Orden, frozen=True, tag="tirar"):
    """Una ficha; `version` es la que se vio: si el turno ya no es ese, se rechaza por vieja."""

    datos: DatosTirar


class DatosNonce(_Cerrado, frozen=True):
    """Lo que este navegador aporta al sorteo (RG1)."""

    nonce: Nonce


class DarNonce(_Orden, frozen=True, tag="nonce"):
    """Al sentarse, o si en la mano no se pudo dar al tirar."""

    datos: DatosNonce


class DatosComenzar(_Cerrado, frozen=True):
    """`enterado`: ya se le dijo que dos asientos comparten aparato o red, y comienza igual (D214)."""

    enterado: bool = False


class Comenzar(_Orden, frozen=True, tag="comenzar"):
    """El organizador."""

    datos: DatosComenzar = DatosComenzar()


class Robar(_Orden, frozen=True, tag="robar"):
    """Tomo una del pozo; como al tirar, `version` es la que se vio."""

    datos: Nada = Nada()


class Continuar(_Orden, frozen=True, tag="continuar"):
    """Ya vi la plantilla."""

    datos: Nada = Nada()


class Salir(_Orden, frozen=True, tag="salir"):
    """Me voy de la mesa."""

    datos: Nada = Nada()


class DatosElegir(_Cerrado, frozen=True):
    """`comunicacion`, `revancha` o `rotar`."""

    opcion: Annotated[str, Meta(max_length=20, pattern=r"^(comunicacion|revancha|rotar)\Z")]


class Elegir(_Orden, frozen=True, tag="elegir"):
    """Voto al final de la partida (EL6)."""

    datos: DatosElegir


class DatosCharla(_Cerrado, frozen=True):
    """Texto plano."""

    texto: Annotated[str, Meta(min_length=1, max_length=LARGO_DE_CHARLA)]


class Charla(_Orden, frozen=True, tag="charla"):
    """Un mensaje al chat de la mesa."""

    datos: DatosCharla


class DatosLatido(_Cerrado, frozen=True):
    """`visto`: ms desde que se mostró el turno de `version`, si el turno es mío; −1 si no."""

    visto: int = -1


class Latido(_Cerrado, frozen=True, tag_field="tipo", tag="latido"):
    """Sigo aquí y voy en la versión N (cada 2 s)."""

    version: int
    datos: DatosLatido = DatosLatido()


Entrada = Tirar | Robar | DarNonce | Comenzar | Continuar | Salir | Elegir | Charla | Latido


class DatosAcuse(Struct, frozen=True, gc=False):
    """Qué orden quedó confirmada."""

    id_orden: UUID


class Acuse(Struct, frozen=True, tag_field="tipo", tag="acuse", gc=False):
    """Salida: la orden está en el diario; nada la pierde ya."""

    version: int
    datos: DatosAcuse


class DatosRechazo(Struct, frozen=True, omit_defaults=True):
    """Código estable; el texto lo pone la página. `id_orden` vacío si ni eso se entendió.

    `espera`: sólo con `despacio`, los segundos que faltan para poder decirlo. `faltan`: sólo con `falta_alguien`, sus
    asientos. `juntos`: sólo con `comparten`, que sólo se le dice a quien organiza: los asientos.
    """

    id_orden: str
    codigo: str
    espera: int = 0
    faltan: tuple[int, ...] = ()
    juntos: tuple[int, ...] = ()


class Rechazo(Struct, frozen=True, tag_field="tipo", tag="rechazo"):
    """Salida: no se hizo nada."""

    version: int
    datos: DatosRechazo


class LineaDeCharla(Struct, frozen=True):
    """Un mensaje: `persona` es su índice en `mesa.personas`."""

    id: int
    persona: int
    texto: str
    hora: str


class DatosCharlas(Struct, frozen=True):
    """Los mensajes nuevos, en orden."""

    lineas: list[LineaDeCharla]


class Charlas(Struct, frozen=True, tag_field="tipo", tag="charlas"):
    """Salida: chat."""

    datos: DatosCharlas
    version: int = 0


class DatosTarjetas(Struct, frozen=True):
    """Por persona, sus azules que van y sus rojas que valen: lo mismo que dice `mesa` al entrar (EL3)."""

    personas: tuple[Graves, ...]


class Tarjetas(Struct, frozen=True, tag_field="tipo", tag="tarjetas"):
    """Salida: cambió lo que se ve junto a los nombres."""

    version: int
    datos: DatosTarjetas


class DatosMiran(Struct, frozen=True):
    """Cuántos."""

    cuantos: int


class Miran(Struct, frozen=True, tag_field="tipo", tag="miran"):
    """Salida: cuántos miran la mesa, a los cuatro y a ellos; sólo si cambió."""

    version: int
    datos: DatosMiran


class DatosFaltan(Struct, frozen=True):
    """Los asientos de quienes no han llegado; vacío si ya están los cuatro."""

    asientos: tuple[int, ...]


class Faltan(Struct, frozen=True, tag_field="tipo", tag="faltan"):
    """Salida: a quién espera la mesa de un torneo para comenzar; sólo si cambió (TO26)."""

    version: int
    datos: DatosFaltan


class DatosFuera(Struct, frozen=True):
    """Por qué no puede estar en la mesa."""

    codigo: str


class Fuera(Struct, frozen=True, tag_field="tipo", tag="fuera"):
    """Salida: el navegador vuelve a la Sala o a la entrada."""

    datos: DatosFuera
    version: int = 0


class Llegando(Struct, frozen=True, tag_field="tipo", tag="llegando", gc=False):
    """Salida: se le está sentando; entran muchos a la vez y aún no le toca (D698)."""

    version: int = 0


class LatidoOido(Struct, frozen=True, tag_field="tipo", tag="latido", gc=False):
    """Salida: contestación al latido; la versión que este proceso conoce."""

    version: int


Salida = Acuse | Rechazo | Charlas | Tarjetas | Miran | Faltan | Fuera | Llegando | LatidoOido
Codec: vivos.Codec[Entrada] = vivos.Codec(Entrada, LARGO_MAXIMO)


def octetos_de_mesa(num: int, datos: dict[str, Any]) -> bytes:
    """El mensaje `mesa`, que presenta a quien entra."""
    return _escribir({"tipo": "mesa", "version": num, "datos": datos})

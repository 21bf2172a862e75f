"""Tramas hostiles: mensajes de verdad mutados, y tramas que la norma de websockets prohíbe."""

import json
import os
import random
from collections.abc import Callable

from bench.comun.ws import TEXTO, trama
from enlinea.mesa.mensajes import Codec, Salir

CLASES = ("mutada", "json", "enorme", "fragmentada", "vieja", "ajena", "repetida", "binaria", "rota")
PESOS = (34, 18, 3, 10, 14, 12, 6, 2.5, 0.5)
"""Las «rotas» hacen que el servidor cierre el socket: van pocas, porque después hay que volver a entrar."""
RAROS = (
    "\u0000", "\\u0000", "\\ud800", "\U0001f600", "á", "\u202e", "'; DROP TABLE mesa; --", "<script>", "\\", '"', "{",
    "]", "9" * 40,
)  # fmt: skip
_ID = b'"id_orden":"22222222-0000-4000-8000-%012x"'
DE_MAS = tuple(
    b'{"tipo":"%b",%b,"version":3,"datos":%b}' % (tipo, _ID % n, datos)
    for n, (tipo, datos) in enumerate(
        (
            (b"charla", b'{"texto":"hola \\u0000 mesa"}'),
            (b"charla", b'{"texto":"hola"}'),
            (b"elegir", b'{"opcion":"rotar"}'),
            (b"continuar", b"{}"),
        )
    )
)
"""Órdenes que en la mesa quieta nadie alcanzó a mandar; el chat no cambia la partida."""


class Hostil:
    """Produce tramas; `reales` son las órdenes legítimas de las que parte."""

    def __init__(self, semilla: int, reales: list[bytes], otras: list[bytes]) -> None:
        self._azar = random.Random(semilla)
        self._reales, self._otras = [*reales, *DE_MAS], otras
        self.cuantas: dict[str, int] = {}

    def una(self) -> tuple[bytes, bool]:
        """Los bytes y si con ellos el servidor debe cerrar."""
        clase = self._azar.choices(CLASES, PESOS)[0]
        self.cuantas[clase] = self.cuantas.get(clase, 0) + 1
        if clase == "rota":
            return self._azar.choice(_ROTAS)(self._azar), True
        if clase == "fragmentada":
            return fragmentar(self._inofensiva(self._mutar), self._azar), False
        if clase == "binaria":
            return trama(self._inofensiva(self._mutar), 0x82), False
        return trama(self._inofensiva(_SEGUN[clase].__get__(self))), False

    def _inofensiva(self, hacer: Callable[[], bytes]) -> bytes:
        """Irse a propósito sí es lícito y cambiaría la mesa: eso no se manda."""
        while True:
            cuerpo = hacer()
            try:
                texto = cuerpo.decode()
            except UnicodeDecodeError:
                # un texto que no es UTF-8 cierra el socket: eso va entre las rotas
                continue
            if not isinstance(Codec.leer(texto), Salir):
                return cuerpo

    def _real(self) -> bytes:
        return self._azar.choice(self._reales)

    # --- clases ---
    def _mutar(self) -> bytes:
        """Bytes cambiados, borrados, insertados, repetidos o cortados."""
        datos = bytearray(self._real())
        for _ in range(self._azar.randint(1, 6)):
            if not datos:
                break
            i = self._azar.randrange(len(datos))
            que = self._azar.randrange(5)
            if que == 0:
                datos[i] = self._azar.randrange(32, 127)
            elif que == 1:
                del datos[i : i + self._azar.randint(1, 8)]
            elif que == 2:
                datos[i:i] = self._azar.choice(RAROS).encode("utf-8", "ignore")
            elif que == 3:
                datos[i:i] = datos[i : i + self._azar.randint(1, 30)]
            else:
                del datos[i:]
        return bytes(datos)

    def _json(self) -> bytes:
        """JSON bien hecho con valores que no tocan."""
        mensaje = json.loads(self._real())
        for _ in range(self._azar.randint(1, 3)):
            donde = self._azar.choice([mensaje, mensaje.get("datos", mensaje)])
            if not isinstance(donde, dict):
                break
            llave = self._azar.choice([*donde, "yo", "asiento", "es_admin", "__class__", ""])
            donde[llave] = self._azar.choice(_VALORES)(self._azar)
        return json.dumps(mensaje).encode()

    def _enorme(self) -> bytes:
        """De un poco más de lo admitido a 200 KB; de cuando en cuando, muy anidado."""
        largo = self._azar.choice((2_001, 5_000, 20_000, 70_000, 200_000))
        if self._azar.random() < 0.3:
            return b"[" * largo
        if self._azar.random() < 0.5:
            # cabe, pero anidado hasta el tope
            return b'{"tipo":"tirar","datos":' + b"[" * 1_900
        relleno = self._azar.choice((b"a", b" ", b"0", b'{"a":')) * largo
        return self._real()[:-1] + b',"relleno":"' + relleno[:largo] + b'"}'

    def _vieja(self) -> bytes:
        """La misma orden, de otra versión."""
        mensaje = json.loads(self._real())
        mensaje["id_orden"] = self._id()
        mensaje["version"] = self._azar.choice((0, 1, -1, 2, 10**9, -(2**63), 2**63 - 1))
        return json.dumps(mensaje).encode()

    def _ajena(self) -> bytes:
        """De otra mesa, o de otra persona con todo y su `id_orden`."""
        mensaje = json.loads(self._azar.choice(self._otras or self._reales))
        if self._azar.random() < 0.5:
            mensaje["id_orden"] = self._id()
        return json.dumps(mensaje).encode()

    def _repetida(self) -> bytes:
        return self._real()

    def _id(self) -> str:
        return f"{self._azar.getrandbits(32):08x}-0000-4000-8000-{self._azar.getrandbits(48):012x}"


_SEGUN: dict[str, Callable[[Hostil], bytes]] = {
    "mutada": Hostil._mutar,
    "json": Hostil._json,
    "enorme": Hostil._enorme,
    "vieja": Hostil._vieja,
    "ajena": Hostil._ajena,
    "repetida": Hostil._repetida,
}

_VALORES: tuple[Callable[[random.Random], object], ...] = (
    lambda a: None,
    lambda a: a.choice((True, False)),
    lambda a: a.choice((-1, 0, 28, 3, 2**31, 2**63, 2**64, -(2**70), 1e308, 0.5)),
    lambda a: a.choice(RAROS) * a.randint(1, 20),
    lambda a: [[[]]],
    lambda a: {"ficha": 0, "datos": {}},
    lambda a: [a.randrange(28) for _ in range(30)],
    lambda a: "ffffffff-ffff-ffff-ffff-ffffffffffff",
)


def fragmentar(cuerpo: bytes, azar: random.Random) -> bytes:
    """El mensaje en varias tramas de continuación, a veces con un ping en medio."""
    cortes = sorted(azar.randrange(len(cuerpo) + 1) for _ in range(azar.randint(1, 5)))
    partes = [cuerpo[i:j] for i, j in zip([0, *cortes], [*cortes, len(cuerpo)], strict=True)]
    salida = b""
    for n, parte in enumerate(partes):
        fin = 0x80 if n == len(partes) - 1 else 0
        salida += trama(parte, fin | (1 if n == 0 else 0))
        if not fin and azar.random() < 0.2:
            salida += trama(b"?", 0x89)
    return salida


_ROTAS: tuple[Callable[[random.Random], bytes], ...] = (
    lambda a: bytes((TEXTO, 5)) + b"hola!",  # sin máscara
    lambda a: trama(b"{}", 0xF1),  # bits reservados
    lambda a: trama(b"{}", 0x83 + a.randrange(5)),  # código sin dueño
    lambda a: trama(b"a" * 126, 0x89),  # control de más de 125
    lambda a: trama(b"a", 0x09),  # control fragmentado
    lambda a: trama(b"sigo", 0x80),  # continuación de nada
    lambda a: trama(b'{"tipo":"\xff\xfe"}'),  # texto que no es UTF-8
    lambda a: trama(b"\x03", 0x88),  # cierre de un byte
    lambda a: trama((999).to_bytes(2, "big"), 0x88),  # código de cierre prohibido
    lambda a: bytes((TEXTO, 0xFF)) + (2**62).to_bytes(8, "big") + b"\0" * 4,  # largo imposible
    lambda a: os.urandom(64),
    lambda a: trama(b"x" * 3_000_000),  # tres megas de una vez
)

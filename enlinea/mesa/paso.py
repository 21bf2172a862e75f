"""El `paso`: lo que cambió de un estado al que le sigue, para quien ya tiene la vista del primero (EL8, decisión 053).

Nada sale de aquí que no diga la vista: se arma con las mismas funciones, y quien lo recibe lo suma a la que tenía y
queda con la misma. Sólo donde no cabe duda: una jugada dentro de la mano, o quien dice que ya vio la cuenta o vota. Lo
demás es la vista entera.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

import msgspec

from enlinea.mesa.vista import de_la_mano, de_su_turno, por_contestar
from reglas.fichas import lista
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase

_escribir = msgspec.json.Encoder().encode

_NO_SE_VEN = frozenset({"num", "desde", "fuera", "callado", "vuelve", "publicado"})
"""Lo que la mesa lleva y ninguna vista dice."""
_DE_LA_JUGADA = _NO_SE_VEN | {"mano", "abierto", "reloj", "vence", "cuantas", "devuelto", "nonces"}
_DE_LA_RESPUESTA = _NO_SE_VEN | {"listos", "votos", "nonces"}
NADA = b"{}"


def _menos(campos: frozenset[str]) -> Callable[[Mesa], Any]:
    return itemgetter(*[lugar for lugar, campo in enumerate(Mesa._fields) if campo not in campos])


_sin_la_jugada, _sin_la_respuesta = _menos(_DE_LA_JUGADA), _menos(_DE_LA_RESPUESTA)


class Paso:
    """De `antes` a `despues`; lo común a los cuatro se escribe una vez."""

    __slots__ = ("_ahora", "_antes", "_comun", "_despues", "de")

    def __init__(self, antes: Mesa, despues: Mesa, ahora: int, cambios: dict[str, Any]) -> None:
        self._antes, self._despues, self._ahora = antes, despues, ahora
        self.de = antes.num
        """La versión de la vista a la que se suma."""
        self._comun = b'{"tipo":"paso","version":%d,"de":%d,"datos":%b,"yo":' % (
            despues.num,
            antes.num,
            _escribir(cambios),
        )

    def para(self, asiento: int) -> bytes:
        """El mensaje de un asiento, en JSON."""
        suyo = self._de(asiento)
        return b"%b%b}" % (self._comun, _escribir(suyo) if suyo else NADA)

    def _de(self, asiento: int) -> dict[str, Any]:
        """De lo propio, lo que no sea lo de antes; lo del turno va entero."""
        antes, despues = self._antes, self._despues
        datos: dict[str, Any] = {}
        if antes.nonces is not despues.nonces and antes.nonces[asiento] != despues.nonces[asiento]:
            datos["falta_nonce"] = despues.nonces[asiento] is None
        mano = despues.mano
        if mano is None or antes.mano is None or despues.fase is not Fase.JUGANDO:
            return datos
        if mano.manos[asiento] != antes.mano.manos[asiento]:
            datos["mano"] = lista(mano.manos[asiento])
        if mano.turno == asiento:
            datos |= de_su_turno(despues, mano, self._ahora)
        return datos


def paso(antes: Mesa, despues: Mesa, ahora: int) -> Paso | None:
    """Lo que falta para que quien tiene la vista de `antes` tenga la de `despues`; None si hay que darla entera.

    `ahora`: ms de la mesa, como en `vista`.
    """
    cambios = None if despues.detenido else _cambios(antes, despues, ahora)
    return None if cambios is None else Paso(antes, despues, ahora, cambios)


def _cambios(antes: Mesa, despues: Mesa, ahora: int) -> dict[str, Any] | None:
    """De lo público; None si cambió algo que no es una jugada ni una respuesta."""
    if despues.fase is not Fase.JUGANDO:
        if _sin_la_respuesta(antes) != _sin_la_respuesta(despues):
            return None
        return por_contestar(despues, ahora)
    vieja, nueva = antes.mano, despues.mano
    # de los otros juegos va entera: su pozo y lo robado cambian con reglas propias (VA9)
    if vieja is None or nueva is None or nueva.aparte is not None:
        return None
    if vieja.salidor != nueva.salidor or _sin_la_jugada(antes) != _sin_la_jugada(despues):
        return None
    era, es = de_la_mano(antes, vieja), de_la_mano(despues, nueva)
    cambios = {campo: valor for campo, valor in es.items() if valor != era[campo]}
    if "cadena" in cambios:
        cambios["mas"] = cambios.pop("cadena")[len(vieja.cadena) :]
    return cambios

"""Quién tiene la página abierta en ESTE proceso: varias pestañas de una persona son una presencia."""

from collections import defaultdict
from datetime import datetime
from uuid import UUID, uuid4

# Segundos: tres latidos de 4 s perdidos.
PESTANA_CALLADA = 12.0
# Una pestaña que quedó detrás late cuando el navegador la deja: una vez por minuto.
PESTANA_CALLADA_OCULTA = 75.0
# Cambiar de página cierra un socket y abre otro: eso no es irse.
GRACIA = 4.0


class Presentes:
    """Sockets por cuenta. Los instantes son del reloj del lazo, en segundos."""

    def __init__(self) -> None:
        self.proceso: UUID = uuid4()
        self._sockets: dict[int, dict[object, tuple[float, bool]]] = defaultdict(dict)
        self._se_fueron: dict[int, float] = {}
        self._actividad: dict[int, datetime] = {}

    def entrar(self, cuenta: int, socket: object, ahora: float) -> None:
        """Se abrió una pestaña."""
        self._sockets[cuenta][socket] = (ahora, True)
        self._se_fueron.pop(cuenta, None)

    def latir(self, cuenta: int, socket: object, ahora: float, visible: bool | None = None) -> None:
        """Llegó algo de esa pestaña."""
        antes = self._sockets.get(cuenta, {}).get(socket)
        if antes is not None:
            self._sockets[cuenta][socket] = (ahora, antes[1] if visible is None else visible)

    def actuar(self, cuenta: int, cuando: datetime) -> None:
        """La persona hizo algo."""
        self._actividad[cuenta] = cuando

    def salir(self, cuenta: int, socket: object, ahora: float) -> None:
        """Se cerró una pestaña; con la última corre la gracia."""
        suyos = self._sockets.get(cuenta)
        if suyos is None or suyos.pop(socket, None) is None:
            return
        if not suyos:
            del self._sockets[cuenta]
            self._se_fueron[cuenta] = ahora

    def ahora(self, instante: float) -> set[int]:
        """Las cuentas presentes: con una pestaña que late, o recién cerrada."""
        self._se_fueron = {c: cuando for c, cuando in self._se_fueron.items() if instante - cuando < GRACIA}
        laten = {c for c, suyos in self._sockets.items() if any(_late(s, instante) for s in suyos.values())}
        return laten | self._se_fueron.keys()

    def tomar_actividad(self) -> dict[int, datetime]:
        """La actividad desde la última vez; se entrega una sola vez."""
        nueva, self._actividad = self._actividad, {}
        return nueva

    def devolver_actividad(self, actividad: dict[int, datetime]) -> None:
        """No se pudo guardar: se intenta en la siguiente vuelta."""
        self._actividad = {**actividad, **self._actividad}

    @property
    def con_actividad(self) -> bool:
        """¿Hay actividad sin guardar?"""
        return bool(self._actividad)

    @property
    def vacio(self) -> bool:
        """¿No queda nadie, ni recién ido?"""
        return not self._sockets and not self._se_fueron


def _late(socket: tuple[float, bool], ahora: float) -> bool:
    cuando, visible = socket
    return ahora - cuando < (PESTANA_CALLADA if visible else PESTANA_CALLADA_OCULTA)

"""Quién tiene la página abierta en ESTE proceso: varias pestañas de una persona son una presencia."""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from config.vivo.cupos import sobrantes

# Segundos: tres latidos de 4 s perdidos.
PESTANA_CALLADA = 12.0
# Una pestaña que quedó detrás late cuando el navegador la deja: una vez por minuto.
PESTANA_CALLADA_OCULTA = 75.0
# Cambiar de página cierra un socket y abre otro: eso no es irse.
GRACIA = 4.0


class Plazos(NamedTuple):
    """Cuánto se puede estar sin hacer nada, y desde cuánto antes se avisa."""

    sin_actividad: timedelta
    aviso: timedelta


class Presentes:
    """Sockets por cuenta. Los instantes son del reloj del lazo, en segundos."""

    def __init__(self) -> None:
        self.proceso: UUID = uuid4()
        self._sockets: dict[int, dict[object, tuple[float, bool]]] = defaultdict(dict)
        self._se_fueron: dict[int, float] = {}
        self._actividad: dict[int, datetime] = {}
        self._con_prisa = False
        self._plazos: dict[str, tuple[int, datetime, datetime]] = {}

    def entrar(self, cuenta: int, socket: object, ahora: float) -> None:
        """Se abrió una pestaña."""
        self._sockets[cuenta][socket] = (ahora, True)
        self._se_fueron.pop(cuenta, None)

    def latir(self, cuenta: int, socket: object, ahora: float, visible: bool | None = None) -> None:
        """Llegó algo de esa pestaña."""
        antes = self._sockets.get(cuenta, {}).get(socket)
        if antes is not None:
            self._sockets[cuenta][socket] = (ahora, antes[1] if visible is None else visible)

    def sobrantes(self, cuenta: int) -> list[object]:
        """Las pestañas suyas que se van para que quepa otra (D233)."""
        suyos = self._sockets.get(cuenta, {})
        return sobrantes(suyos, lambda socket: suyos[socket][0])

    def actuar(self, cuenta: int, cuando: datetime) -> None:
        """La persona hizo algo."""
        self._actividad[cuenta] = cuando
        self._con_prisa = True

    def no_correr(self, cuenta: int, cuando: datetime) -> None:
        """No le corre el reloj (EL1): es como si hiciera algo, pero se guarda con la renovación que siga."""
        self._actividad.setdefault(cuenta, cuando)

    def plazo(self, sesion: str, cuenta: int, hizo: datetime, ahora: datetime, ajustes: Plazos) -> datetime | None:
        """Hasta cuándo le queda a esa sesión; None si aún no se acerca.

        Quien llega a este momento sin que se le avisara (dormía su teléfono, estaba exento) tiene el minuto entero.
        """
        vence = hizo + ajustes.sin_actividad
        if vence - ahora > ajustes.aviso:
            self._plazos.pop(sesion, None)
            return None
        previo = self._plazos.get(sesion)
        if previo is None or previo[1] != hizo:
            previo = self._plazos[sesion] = (cuenta, hizo, max(vence, ahora + ajustes.aviso))
        return previo[2]

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
        estan = laten | self._se_fueron.keys()
        self._plazos = {sesion: suyo for sesion, suyo in self._plazos.items() if suyo[0] in estan}
        return estan

    def tomar_actividad(self) -> dict[int, datetime]:
        """La actividad desde la última vez; se entrega una sola vez."""
        nueva, self._actividad, self._con_prisa = self._actividad, {}, False
        return nueva

    def devolver_actividad(self, actividad: dict[int, datetime]) -> None:
        """No se pudo guardar: se intenta en la siguiente vuelta."""
        self._actividad, self._con_prisa = {**actividad, **self._actividad}, True

    @property
    def con_actividad(self) -> bool:
        """¿Hay actividad sin guardar que no pueda esperar a la renovación?"""
        return self._con_prisa

    @property
    def vacio(self) -> bool:
        """¿No queda nadie, ni recién ido?"""
        return not self._sockets and not self._se_fueron


def _late(socket: tuple[float, bool], ahora: float) -> bool:
    cuando, visible = socket
    return ahora - cuando < (PESTANA_CALLADA if visible else PESTANA_CALLADA_OCULTA)

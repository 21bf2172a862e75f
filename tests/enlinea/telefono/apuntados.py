"""Teléfonos apuntados y un servicio de push de mentira."""

from collections.abc import Sequence

from django.utils import timezone

from config.comun.push_fallas import Ido, NoSalio
from enlinea.models import AvisoAlTelefono
from enlinea.telefono.servicios.aparatos import telefono_apuntar
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import galleta

DE_CHROME = "https://fcm.googleapis.com/fcm/send/"


class Servicio:
    """Guarda lo que se le manda, o dice que no a las direcciones de `fallan`."""

    def __init__(self) -> None:
        self.salieron: list[tuple[str, dict[str, str], int]] = []
        self.fallan: dict[str, Ido | NoSalio] = {}

    def __call__(self, direccion: str, p256dh: str, secreto: str, aviso: dict[str, str], vale: int = 0, /) -> None:
        if direccion in self.fallan:
            raise self.fallan[direccion]
        self.salieron.append((direccion.removeprefix(DE_CHROME), aviso, vale))

    @property
    def a_quienes(self) -> list[str]:
        return sorted(a for a, _aviso, _vale in self.salieron)


def apunta(cuenta: Cuenta, direccion: str = "") -> str:
    """Con una sesión suya abierta; la devuelve."""
    sesion = galleta(cuenta)
    telefono_apuntar(
        cuenta_id=cuenta.pk, sesion=sesion, direccion=f"{DE_CHROME}{direccion or cuenta.pk}", p256dh="B" * 80,
        secreto="s" * 20, ahora=timezone.now(),
    )  # fmt: skip
    return sesion


def por_avisar() -> list[tuple[int, str]]:
    """A quién y de qué."""
    return sorted(AvisoAlTelefono.objects.values_list("cuenta_id", "que"))


def a(cuentas: Sequence[Cuenta], que: str) -> list[tuple[int, str]]:
    return sorted((c.pk, que) for c in cuentas)

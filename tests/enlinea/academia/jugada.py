"""Una partida terminada en la base, y quién la mira."""

from django.test import Client

from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Partida
from reglas.mesa.tipos import Modo
from reglas.tipos import Meta
from suscripciones.models import Cuenta
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar


def una_jugada(meta: Meta = Meta.CIEN, semilla: int = 1, modo: Modo = Modo.NORMAL) -> tuple[list[Cuenta], Partida]:
    """Cuatro cuentas y la partida que acaban de terminar."""
    cuentas = los_cuatro()
    mesa = sentar(cuentas, meta, modo)
    mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa, semilla).comenzar().acabar_partida()))
    return cuentas, mesa.partidas.get()


def de(cuenta: Cuenta) -> Client:
    """Su navegador, con sesión."""
    navegador = Client()
    navegador.force_login(cuenta)
    return navegador

"""Lo que `manage.py servir` hace antes de atender."""

import socket

import pytest
from django.core.management.base import CommandError

from config.management.commands import servir
from config.servidor import direcciones as red


class SinRed:
    """Un enchufe en un equipo desconectado."""

    def __init__(self, *args: object) -> None: ...

    def __enter__(self) -> "SinRed":
        return self

    def __exit__(self, *args: object) -> None: ...

    def connect(self, destino: object) -> None:
        raise OSError(101, "Network is unreachable")


class SoloBucle(SinRed):
    """Un equipo cuya única ruta es él mismo."""

    def connect(self, destino: object) -> None: ...

    def getsockname(self) -> tuple[str, int]:
        return ("127.0.0.1", 9)


@pytest.mark.parametrize("enchufe", [SinRed, SoloBucle])
def test_sin_red_local_no_hay_direccion(monkeypatch: pytest.MonkeyPatch, enchufe: type) -> None:
    monkeypatch.setattr(socket, "socket", enchufe)
    assert red.direccion_local() is None


@pytest.mark.parametrize("puerto", ["ocho mil", "70000", "-1", ""])
def test_un_puerto_que_no_es_puerto_se_rechaza(puerto: str) -> None:
    with pytest.raises(CommandError, match="PUERTO debe ser un número"):
        servir.tomar_puerto(puerto, "127.0.0.1")


def test_un_puerto_ocupado_propone_el_siguiente() -> None:
    with servir.tomar_puerto("0", "127.0.0.1") as ocupado:
        puerto = ocupado.getsockname()[1]
        with pytest.raises(CommandError, match=f"{puerto} ya lo usa otro programa.*\n.*PUERTO={puerto + 1}"):
            servir.tomar_puerto(str(puerto), "127.0.0.1")


def test_el_qr_se_calla_si_la_terminal_no_lo_puede_escribir() -> None:
    assert "█" in servir.qr_de_terminal("http://192.168.1.7:8000", "utf-8")
    assert servir.qr_de_terminal("http://192.168.1.7:8000", "ascii") == ""

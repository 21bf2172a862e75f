"""De qué partes internas de uvicorn y websockets dependemos. Si una falta al subir de versión, aquí se sabe cuál.

Que sigan portándose igual lo dice `test_socket_directo`, que compara nuestro socket con el suyo.
"""

import inspect
import logging

import pytest
from uvicorn.protocols.http import h11_impl
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets import websockets_sansio_impl as de_uvicorn
from websockets import utils as de_websockets
from websockets.server import ServerProtocol

from config.servidor.sobre_uvicorn.registro import no_es_trama_rota

SUYO = de_uvicorn.WebSocketsSansIOProtocol
REDEFINIDOS = {
    "connection_lost": ["exc"],
    "data_received": ["data"],
    "handle_connect": ["event"],
    "pause_writing": [],
    "resume_writing": [],
    "send": ["message"],
    "send_receive_event_to_app": [],
    "shutdown": [],
}
LLAMADOS = ("handle_parser_exception",)
ATRIBUTOS = (
    "close_sent",
    "config",
    "conn",
    "curr_msg_data_type",
    "disconnected",
    "frames",
    "handshake_complete",
    "handshake_initiated",
    "scope",
    "transport",
)


DE_LA_PETICION = h11_impl.H11Protocol
REDEFINIDOS_DE_LA_PETICION = {
    "connection_lost": ["exc"],
    "connection_made": ["transport"],
    "data_received": ["data"],
    "handle_websocket_upgrade": ["event"],
    "on_response_complete": [],
}


@pytest.mark.parametrize(("metodo", "parametros"), REDEFINIDOS_DE_LA_PETICION.items())
def test_lo_que_redefinimos_de_la_peticion_existe_y_recibe_lo_mismo(metodo: str, parametros: list[str]) -> None:
    assert list(inspect.signature(getattr(DE_LA_PETICION, metodo)).parameters) == ["self", *parametros]


@pytest.mark.parametrize("atributo", ["conn", "cycle", "loop", "transport"])
def test_lo_que_leemos_de_la_peticion_lo_pone_uvicorn(atributo: str) -> None:
    assert f"self.{atributo}" in inspect.getsource(DE_LA_PETICION)


def test_uvicorn_sabe_si_ya_empezo_a_contestar() -> None:
    ciclo = inspect.getsource(h11_impl.RequestResponseCycle)
    assert "self.response_started" in ciclo and "self.response_complete" in ciclo


@pytest.mark.parametrize(("metodo", "parametros"), REDEFINIDOS.items())
def test_lo_que_redefinimos_existe_y_recibe_lo_mismo(metodo: str, parametros: list[str]) -> None:
    assert list(inspect.signature(getattr(SUYO, metodo)).parameters) == ["self", *parametros]


@pytest.mark.parametrize("metodo", LLAMADOS)
def test_lo_que_llamamos_existe(metodo: str) -> None:
    assert list(inspect.signature(getattr(SUYO, metodo)).parameters) == ["self"]


@pytest.mark.parametrize("atributo", ATRIBUTOS)
def test_lo_que_leemos_lo_pone_uvicorn(atributo: str) -> None:
    assert f"self.{atributo}" in inspect.getsource(SUYO)


def test_irse_sin_avisar_es_un_error_de_socket() -> None:
    assert issubclass(ClientDisconnected, OSError)


def test_se_desenmascara_con_lo_suyo() -> None:
    assert de_websockets.apply_mask(b"\x01\x02\x03\x04\x05", b"\x01\x01\x01\x01") == b"\x00\x03\x02\x05\x04"


def test_la_trama_rota_se_anota_con_el_texto_que_callamos() -> None:
    dicho = "Invalid UTF-8 sequence"
    assert dicho in inspect.getsource(de_uvicorn)
    renglon = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, f"{dicho} received", None, None)
    assert not no_es_trama_rota(renglon)


def test_el_lector_de_websockets_es_un_generador_que_se_puede_cerrar() -> None:
    assert inspect.isgenerator(ServerProtocol().parser)

"""Al parar, los sockets se despiden mesa por mesa y con 1012; mientras, nadie nuevo llega y los demás siguen."""

import asyncio
import inspect
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from bench.comun.ws import Enchufe, abrir
from config.servidor import salud
from config.servidor.sobre_uvicorn import vaciar
from config.servidor.sobre_uvicorn.socket_directo import SocketDirecto
from tests.config.servidor import puerto_libre
from tests.config.test_salud import preguntar


@pytest.fixture(autouse=True)
def como_antes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(vaciar, "AVISO", 0.1)
    yield
    salud.cerrando = False


async def aplicacion(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            await send({"type": "websocket.send", "text": "sigo"})


async def caso(
    rutas: list[str], de_a_poco: bool = True, fuerza: bool = False
) -> tuple[list[tuple[str, int, float]], int]:
    """Abre un socket por ruta y para el servidor: cuáles se cerraron, con qué código y cuándo; y cuántos siguieron."""
    puerto, cerrados, oidos = puerto_libre(), [], []
    ajustes = uvicorn.Config(
        aplicacion, port=puerto, ws=SocketDirecto, lifespan="off", log_config=None, access_log=False
    )
    servidor = vaciar.ServidorQueVacia(ajustes)
    servidor.de_a_poco = de_a_poco
    corre = asyncio.create_task(servidor._serve())
    async with asyncio.timeout(30):
        while not servidor.started:
            await asyncio.sleep(0.01)
        enchufes: list[Enchufe] = []
        for ruta in rutas:
            await abrir(
                puerto, ruta, oidos.append, lambda codigo, ruta=ruta: cerrados.append((ruta, codigo, time.monotonic())),
                al_abrir=enchufes.append,
            )  # fmt: skip
        servidor.should_exit, servidor.force_exit = True, fuerza
        await asyncio.sleep(0.25)
        if not fuerza and de_a_poco:
            enchufes[-1].enviar(b"hola")
        await corre
        await asyncio.sleep(0.05)
    return cerrados, len(oidos)


def test_las_mesas_se_van_de_una_en_una_y_los_suyos_juntos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vaciar, "POR_SEGUNDO", 10)
    rutas = [f"/ws/mesa/{n}/" for n in (1, 2, 3)] * 2
    cerrados, siguieron = asyncio.run(caso(rutas))
    assert [codigo for _ruta, codigo, _cuando in cerrados] == [1012] * 6
    assert [ruta for ruta, _codigo, _cuando in cerrados] == sorted(rutas)
    cuando = [instante for _ruta, _codigo, instante in cerrados]
    assert cuando[4] - cuando[0] > 0.3, "no de golpe"
    assert siguieron == 1, "a quien no le ha tocado se le sigue contestando"


def test_con_muchos_no_tarda_mas_de_lo_dicho(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vaciar, "POR_SEGUNDO", 0.01)
    monkeypatch.setattr(vaciar, "A_LO_MAS", 0.5)
    empezo = time.monotonic()
    cerrados, _siguieron = asyncio.run(caso([f"/ws/mesa/{n}/" for n in range(5)]))
    assert len(cerrados) == 5
    assert time.monotonic() - empezo < 20


def test_si_no_hay_otro_proceso_o_insisten_se_cierra_ya(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vaciar, "AVISO", 60)
    for opciones in ({"de_a_poco": False}, {"fuerza": True}):
        empezo = time.monotonic()
        cerrados, _siguieron = asyncio.run(caso(["/ws/mesa/1/"], **opciones))
        assert len(cerrados) == 1
        assert time.monotonic() - empezo < 20


def test_mientras_se_vacia_dice_que_no_se_le_mande_a_nadie() -> None:
    assert preguntar("/salud/vivo")[0] == 200
    salud.cerrando = True
    assert preguntar("/salud/vivo")[:2] == (503, {"estado": "mal", "cerrando": "mal"})


def test_despedir_dos_veces_a_quien_no_lee_no_tira_el_cierre(monkeypatch: pytest.MonkeyPatch) -> None:
    """El que no ha leído su despedida sigue en la lista cuando uvicorn las hace todas, y la segunda levanta."""
    despedidas: list[SocketDirecto] = []

    def una(conexion: SocketDirecto) -> None:
        despedidas.append(conexion)
        conexion.transport.close()

    monkeypatch.setattr("uvicorn.protocols.websockets.websockets_sansio_impl.WebSocketsSansIOProtocol.shutdown", una)
    conexion = SocketDirecto.__new__(SocketDirecto)
    conexion.transport = TransporteLleno()  # type: ignore[assignment]
    conexion.shutdown()
    conexion.shutdown()
    assert len(despedidas) == 1


class TransporteLleno:
    """Se le pidió cerrar y aún tiene qué entregar: no se ha ido."""

    cierra = False

    def is_closing(self) -> bool:
        return self.cierra

    def close(self) -> None:
        self.cierra = True


def test_lo_que_usamos_del_servidor_de_uvicorn_existe() -> None:
    assert list(inspect.signature(uvicorn.Server.shutdown).parameters) == ["self", "sockets"]
    assert "self.server_state.connections" in inspect.getsource(uvicorn.Server.shutdown)
    assert list(inspect.signature(SocketDirecto.shutdown).parameters) == ["self"]

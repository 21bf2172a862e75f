"""Los topes de los sockets: los mismos en los tres, y la red que se pasa no llega ni a la base."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import LazySettings

from config.asgi import application
from config.servidor.red import direccion_de
from config.vivo.cupos import CORTAR, PESTANAS, PorRed, Ritmo, Tope, sobrantes


def test_se_van_las_mas_calladas_y_solo_las_que_no_caben() -> None:
    latidos = {f"p{n}": float(n) for n in range(PESTANAS + 1)}
    assert sobrantes(list(latidos)[: PESTANAS - 1], latidos.__getitem__) == []
    assert sobrantes(list(latidos)[:PESTANAS], latidos.__getitem__) == ["p0"]
    assert sobrantes(reversed(latidos), latidos.__getitem__) == ["p0", "p1"]


def test_pasado_el_tope_se_avisa_luego_se_corta_y_otra_ventana_empieza_de_nuevo() -> None:
    ahora, veces = 100.0, 0

    def hora() -> float:
        nonlocal veces
        veces += 1
        return ahora

    ritmo = Ritmo(Tope(5, 2.0, 3), 99.5)
    assert [ritmo.frena(hora) for _ in range(9)] == [0] * 5 + [2] * 3 + [CORTAR]
    assert veces == 4, "dentro del tope no se pregunta la hora"
    ahora = 101.6
    assert [ritmo.frena(hora) for _ in range(5)] == [0] * 5
    assert ritmo.frena(hora) == 2


def test_una_red_no_abre_mas_que_los_suyos_y_al_cerrar_uno_cabe_otro(settings: LazySettings) -> None:
    settings.SOCKETS_POR_RED = 2
    por_red = PorRed()
    assert [por_red.entrar("10.0.0.7/32") for _ in range(3)] == [True, True, False]
    assert por_red.entrar("10.0.0.8/32"), "otra red no paga por ésa"
    assert all(por_red.entrar("") for _ in range(5)), "lo que no sale del equipo no se cuenta"
    por_red.salir("10.0.0.7/32")
    assert por_red.entrar("10.0.0.7/32")


@pytest.mark.parametrize(
    ("proxis", "dicho", "es"),
    [
        (0, b"1.1.1.1", "9.9.9.9"),
        (1, b"1.1.1.1", "1.1.1.1"),
        (1, b"6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, b"6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, b"1.1.1.1", "9.9.9.9"),
        (1, b"", ""),
    ],
)
def test_del_proxy_solo_se_cree_lo_que_el_puso(settings: LazySettings, proxis: int, dicho: bytes, es: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxis
    scope = {"headers": [(b"x-forwarded-for", dicho)], "client": ("9.9.9.9", 5)}
    assert direccion_de(scope) == es


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("camino", ["/ws/sala/", "/ws/mesa/1/", "/ws/recreo/NOHAY9/"])
async def test_la_red_que_se_pasa_recibe_un_429_y_al_cerrar_uno_cabe_otro(
    camino: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SOCKETS_POR_RED = 3
    propia = PorRed()
    monkeypatch.setattr("config.servidor.alcance.por_red", propia)
    abiertos = [await abrir(camino, "192.0.2.7") for _ in range(3)]
    assert [estado for _socket, estado in abiertos] == [None] * 3
    assert (await abrir(camino, "192.0.2.7"))[1] == 429
    ajeno, estado = await abrir(camino, "192.0.2.8")
    assert estado is None
    await abiertos.pop()[0].disconnect(timeout=20)
    otro, estado = await abrir(camino, "192.0.2.7")
    assert estado is None
    for uno in (ajeno, otro, *(a for a, _e in abiertos)):
        await uno.disconnect(timeout=20)
    assert not propia._van


async def abrir(camino: str, desde: str) -> tuple[Any, int | None]:
    """El socket y con qué estado se negó; None si se abrió."""
    socket: Any = WebsocketCommunicator(application, camino, headers=[(b"host", b"testserver")])
    socket.scope |= {"client": (desde, 5000), "extensions": {"websocket.http.response": {}}}
    await socket.send_input({"type": "websocket.connect"})
    salida: Any = await socket.receive_output(timeout=20)
    return socket, salida.get("status")

"""Lo que se prueba sin sentarse a una mesa: códigos, nombres ajenos, envíos enormes, peticiones a medias, insistir."""

import asyncio
import re
import time
from typing import Any
from urllib.parse import urlencode

from bench.comun import ws
from bench.comun.procesos import Servidor
from config.vivo.cupos import DE_MIRAR, PESTANAS
from recreo.freno import LIBRES
from suscripciones.topes import REGLAS

A_MEDIAS, ESPERA = 200, 2.0
"""Cuántas peticiones se dejan a medias, y los segundos que el servidor de la prueba les da."""
AJUSTES = {"ESPERA_DE_CABECERAS": str(ESPERA), "ESPERA_DE_CUERPO": str(ESPERA), "PROXIES_DE_CONFIANZA": "1"}
MALAS = REGLAS["clave:red y cuenta"].libres
MARCA = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
GALLETA = re.compile(rb"set-cookie: ([^;\r]*csrf[^;\r]*)", re.IGNORECASE)
DOS_MEGAS = 2 * 1024 * 1024
NUESTRO = "localhost"


async def puertas(servidor: Servidor, suelta: str) -> list[str]:
    """Todos los intentos; `suelta` es la galleta de una persona inscrita. Devuelve las fallas."""
    empezo = time.perf_counter()
    fallas = [
        *await codigos(servidor.puerto),
        *await nombres_ajenos(servidor.puerto),
        *await enormes(servidor.puerto),
        *await quien_existe(servidor.puerto),
        *await insistir(servidor.puerto, suelta),
        *await a_medias(servidor.puerto),
    ]
    print(f"las puertas: {time.perf_counter() - empezo:.1f} s, {len(fallas)} fallas", flush=True)
    return fallas


async def pedir(puerto: int, camino: str, cuerpo: bytes | None = None, **cabeceras: str) -> tuple[int, bytes]:
    """Una petición a mano: el estado y todo lo que contestó; 0 si cerró sin contestar."""
    lee, escribe = await asyncio.open_connection("127.0.0.1", puerto)
    todas = {"host": NUESTRO, "connection": "close", **{n.replace("_", "-"): v for n, v in cabeceras.items()}}
    if cuerpo is not None:
        todas |= {"content-length": str(len(cuerpo)), "content-type": "application/x-www-form-urlencoded"}
    lineas = "".join(f"{nombre}: {valor}\r\n" for nombre, valor in todas.items())
    escribe.write(f"{'GET' if cuerpo is None else 'POST'} {camino} HTTP/1.1\r\n{lineas}\r\n".encode() + (cuerpo or b""))
    try:
        async with asyncio.timeout(30):
            dicho = await lee.read()
    except OSError:
        dicho = b""
    escribe.close()
    return (int(dicho.split(b" ", 2)[1]) if dicho else 0), dicho


async def codigos(puerto: int) -> list[str]:
    """Treinta códigos desde una red: a las pocas fallas espera, sin dejar sesión; otra red no espera."""
    vistos = [await pedir(puerto, f"/r/ZZZ{n:03d}/", x_forwarded_for="192.0.2.7") for n in range(30)]
    estados = [estado for estado, _dicho in vistos]
    fallas = []
    if estados[: LIBRES + 1] != [404] * (LIBRES + 1) or 429 not in estados:
        fallas.append(f"a quien prueba códigos no se le frenó: {estados}")
    if any(b"set-cookie: sesion" in dicho.lower() for _estado, dicho in vistos):
        fallas.append("probar códigos dejó una sesión")
    if (await pedir(puerto, "/r/ZZZ999/", x_forwarded_for="192.0.2.8"))[0] != 404:
        fallas.append("la red de junto pagó por quien probaba")
    return fallas


async def nombres_ajenos(puerto: int) -> list[str]:
    """Un `Host` que no se sirve es un 400, también al pedir un socket."""
    socket = {"connection": "upgrade", "upgrade": "websocket", "sec_websocket_version": "13"}
    socket |= {"sec_websocket_key": "MDEyMzQ1Njc4OWFiY2RlZg=="}
    pedidas: list[tuple[str, dict[str, str]]] = [("/", {}), ("/robots.txt", {}), ("/static/css/base.css", {})]
    pedidas += [("/ws/sala/", socket), ("/ws/mesa/1/", socket)]
    estados = {camino: (await pedir(puerto, camino, host="otro.mx", **mas))[0] for camino, mas in pedidas}
    return [f"con un nombre ajeno: {estados}"] if set(estados.values()) != {400} else []


async def enormes(puerto: int) -> list[str]:
    """Dos megas a la entrada, al alta y a una orden: se niegan, y enseguida."""
    fallas = []
    for camino in ("/cuenta/signup/", "/cuenta/login/", "/entrar/", "/recreo/ABC234/orden/jugador_reclamar/"):
        empezo = time.perf_counter()
        estado, _dicho = await pedir(puerto, camino, b"nombre=" + b"a" * DOS_MEGAS)
        if estado != 413 or time.perf_counter() - empezo > 2:
            fallas.append(f"dos megas a {camino}: {estado} en {time.perf_counter() - empezo:.1f} s")
    return fallas


async def quien_existe(puerto: int) -> list[str]:
    """Gastar el tope de las contraseñas de quien tiene cuenta y de quien no: cada intento contesta lo mismo (D436)."""
    suya = {"nombre": "Ana", "email": "ana@banco.mx", "password1": "siete-mulas-y-media"}
    alta, _dicho = await formulario(puerto, "/cuenta/signup/", "192.0.2.20", suya)
    if alta != 302:
        return [f"no se pudo dar de alta a quien se ataca: {alta}"]

    async def adivinar(quien: str, red: str) -> list[tuple[int, bool]]:
        mala = {"login": quien, "password": "no-es-esa"}
        vistos = [await formulario(puerto, "/cuenta/login/", red, mala) for _n in range(MALAS + 2)]
        return [(estado, b"Espera " in dicho) for estado, dicho in vistos]

    con, sin = await asyncio.gather(adivinar("ana@banco.mx", "192.0.2.21"), adivinar("eva@banco.mx", "192.0.2.22"))
    esperado = [(200, n >= MALAS) for n in range(MALAS + 2)]
    return [] if con == sin == esperado else [f"por el tope se sabe quién tiene cuenta: {con} y {sin}"]


async def formulario(puerto: int, camino: str, red: str, datos: dict[str, str]) -> tuple[int, bytes]:
    """Abre la página, y manda su forma con su marca."""
    _estado, pagina = await pedir(puerto, camino, x_forwarded_for=red)
    marca, galleta = MARCA.search(pagina), GALLETA.search(pagina)
    assert marca and galleta, pagina[:300]
    cuerpo = urlencode({**datos, "csrfmiddlewaretoken": marca[1].decode()}).encode()
    return await pedir(puerto, camino, cuerpo, x_forwarded_for=red, cookie=galleta[1].decode())


async def insistir(puerto: int, suelta: str) -> list[str]:
    """En la Sala: una pestaña de más quita a otra, y quien manda sin parar oye `despacio` y se va."""
    cerradas, dichos = [0], [list[bytes]() for _ in range(PESTANAS + 1)]

    def cerrada(_codigo: int) -> None:
        cerradas[0] += 1

    abiertas: list[Any] = []
    for suyos in dichos:
        abiertas.append(await ws.abrir(puerto, "/ws/sala/", suyos.append, cerrada, cookie=suelta))
        await asyncio.sleep(0.3)
    fallas = []
    await _hasta(lambda: cerradas[0] >= 1)
    if cerradas[0] != 1 or not any(b"otra_pestana" in x for x in dichos[0]):
        fallas.append(f"con una pestaña de más se cerraron {cerradas[0]}")
    for _ in range(DE_MIRAR.mensajes + 2 * DE_MIRAR.avisos):
        abiertas[-1].enviar(b'{"tipo":"latido","version":0,"datos":{}}')
    await _hasta(lambda: cerradas[0] >= 2)
    despacio = sum(b'"despacio"' in x for x in dichos[-1])
    if cerradas[0] != 2 or despacio != DE_MIRAR.avisos + 1:
        fallas.append(f"a quien insistía en la Sala se le dijo {despacio} veces y se cerraron {cerradas[0]}")
    for una in abiertas:
        una.cortar()
    return fallas


async def a_medias(puerto: int) -> list[str]:
    """Cabeceras y cuerpos que no llegan: todas se cierran a su plazo y entretanto se atiende."""
    comienzos = (
        b"",
        b"GET / HTTP/1.1\r\nhost: localhost\r\n",
        b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\nx",
    )
    empezo = time.perf_counter()

    async def una(n: int) -> float:
        lee, escribe = await asyncio.open_connection("127.0.0.1", puerto)
        escribe.write(comienzos[n % len(comienzos)])
        try:
            async with asyncio.timeout(ESPERA * 5):
                await lee.read()
        finally:
            escribe.close()
        return time.perf_counter() - empezo

    esperando = [asyncio.create_task(una(n)) for n in range(A_MEDIAS)]
    await asyncio.sleep(ESPERA / 2)
    estado, _dicho = await pedir(puerto, "/robots.txt")
    hechas = await asyncio.gather(*esperando, return_exceptions=True)
    colgadas = [x for x in hechas if isinstance(x, BaseException)]
    fallas = [f"{len(colgadas)} peticiones a medias siguieron abiertas"] if colgadas else []
    return [*fallas, *([f"con peticiones a medias se contestó {estado}"] if estado != 200 else [])]


async def _hasta(si: Any, por: float = 10) -> None:
    limite = time.perf_counter() + por
    while not si() and time.perf_counter() < limite:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)

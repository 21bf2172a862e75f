"""La historia de un Multiplicado: el pase, lo dictado, el embargo y «tus fichas en otras mesas» (TO26 a TO28)."""

import json
import re
import threading
import time
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from reglas.mesa.tipos import Fase
from tests.navegador.en_vivo import PILOTO, SIN_PILOTO, Sala
from tests.navegador.telefono import CHICO, GRANDE, Telefono

pytestmark = pytest.mark.navegador
CORREO = "organiza67@prueba.mx"
SIN_SEGUIR = PILOTO.replace(", '[data-seguir]:not(.boton--apagado)'", "")
CADA = 1.5
"""Segundos entre dos latidos."""
EMBARGO = "Las fichas se ven cuando cierre la última mesa de la partida"


class Aparato(threading.Thread):
    """Un puesto sin pantalla, por su socket: tira, de lo que le cabe, lo primero (`cual` 0) o lo último (−1)."""

    def __init__(self, direccion: str, codigo: str, sesion: str, *, cual: int, sigue: bool) -> None:
        super().__init__(daemon=True)
        self.galleta, self.cual, self.sigue = f"sesion={sesion}", cual, sigue
        pedida = Request(f"{direccion}/torneos/{codigo}/puesto/mesa/", headers={"Cookie": self.galleta})
        ruta = re.search(r'data-socket="([^"]+)"', urlopen(pedida).read().decode())
        assert ruta, "su mesa no está abierta"
        self.origen, self.socket = direccion, f"{direccion.replace('http', 'ws')}{ruta[1]}"
        self.crudos: list[str] = []

    def run(self) -> None:
        latio = 0.0
        try:
            with connect(self.socket, origin=self.origen, additional_headers={"Cookie": self.galleta}) as s:  # type: ignore[arg-type]
                while True:
                    if time.monotonic() - latio > CADA:
                        s.send('{"tipo": "latido", "version": 0, "datos": {}}')
                        latio = time.monotonic()
                    with suppress(TimeoutError):
                        self.contestar(s, s.recv(timeout=CADA))
        except (ConnectionClosed, OSError):
            return

    def contestar(self, s: Any, crudo: str | bytes) -> None:
        texto = crudo if isinstance(crudo, str) else crudo.decode()
        self.crudos.append(texto)
        m: dict[str, Any] = json.loads(texto)
        if m["tipo"] != "vista":
            return
        sin_verla = m["datos"]["fase"] == Fase.FIN_DE_MANO and not m["datos"]["listos"] >> m["yo"]["asiento"] & 1
        orden = {"id_orden": str(uuid4()), "version": m["version"]}
        if opciones := m["yo"].get("opciones"):
            datos = {"ficha": opciones[self.cual][0], "extremo": opciones[self.cual][1]}
            s.send(json.dumps({"tipo": "tirar", **orden, "datos": datos}))
        elif self.sigue and sin_verla:
            s.send(json.dumps({"tipo": "continuar", **orden, "datos": {}}))


def dictar(t: Telefono) -> None:
    t.ver("Falta el texto de la partida 1")
    t.pagina.locator("#dictado").fill("3-6 0-0 2-5")
    t.pagina.locator("#repetido").fill("3-6 0-0 2-5")
    t.clave("dictar")
    t.pagina.locator("#dictado").wait_for(state="detached")


def dar_default(t: Telefono, codigo: str, mesa: int) -> None:
    """Lo decide quien organiza, en la pantalla de esa mesa."""
    t.abrir(f"/torneos/{codigo}/partida/1/mesa/{mesa}/")
    t.pagina.locator("summary", has_text="Alguien se fue a media partida").click()
    forma = t.pagina.locator("details[open]")
    forma.locator(".elige").first.click()
    forma.locator("#motivo-default").fill("Se fue")
    t.tocar("Dar el default")
    t.esperar_ruta("/control/")


def llegar(sentar: Sala, codigo: str, una: list[dict[str, Any]]) -> tuple[Telefono, Telefono, Telefono]:
    """Quien organiza dicta con el primero ya en su puesto; los dos que se sientan leen a quién se espera."""
    casa, abrir, puesto = sentar.casa, sentar.fabrica, f"/torneos/{codigo}/puesto/"
    ana = abrir(una[0]["nombre"], pantalla=CHICO, reduced_motion="reduce")
    ana.abrir(puesto)
    ana.escribir("Escribe el pase de este puesto", una[0]["pase"])
    ana.tocar("Tomar este puesto")
    ana.ver("Siéntate aquí y espera.")
    lupita = abrir("quien organiza", pantalla=GRANDE)
    lupita.llegar(CORREO, siguiente=f"/torneos/{codigo}/control/")
    dictar(lupita)
    ana.tocar(f"Soy {una[0]['nombre']}: sentarme a jugar")
    ana.ver(re.compile(f"^Faltan .*{una[1]['nombre']}"))
    # el segundo ya había puesto el pase en su aparato
    beto = abrir(una[1]["nombre"], pantalla=GRANDE, reduced_motion="reduce")
    beto.pagina.context.add_cookies([{"name": "sesion", "value": una[1]["sesion"], "url": casa.direccion}])
    beto.abrir(f"{puesto}mesa/")
    for t in (ana, beto):  # quien no ha tocado la pantalla no la hace vibrar
        t.ver("Ya estás en tu lugar").click()
        t.ver(f"Faltan {una[2]['nombre']} y {una[3]['nombre']}.")
    return ana, beto, lupita


@pytest.mark.parametrize("entera", [False, pytest.param(True, marks=pytest.mark.noche)], ids=["una-mano", "entera"])
@pytest.mark.larga(20)
def test_del_pase_a_tus_fichas_en_otras_mesas(sentar: Sala, entera: bool) -> None:
    casa = sentar.casa
    orden = f"from tests.navegador.siembra_multiplicado import sembrar as s; s({CORREO!r})"
    sembrado = json.loads(casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])
    codigo, (una, otra) = sembrado["codigo"], sembrado["mesas"]
    ana, beto, lupita = llegar(sentar, codigo, una)
    solos = [(0, s["sesion"]) for s in una[2:]] + [(-1, s["sesion"]) for s in otra]
    aparatos = [Aparato(casa.direccion, codigo, sesion, cual=cual, sigue=entera) for cual, sesion in solos]
    for aparato in aparatos:
        aparato.start()
    for t in (ana, beto):
        t.pagina.locator(".mano__ficha").first.wait_for()
        t.pagina.evaluate(PILOTO if entera else SIN_SEGUIR, 40)
    for t in (ana, beto):
        acabo = t.pagina.locator("[data-ir-sala]" if entera else "[data-seguir]").locator("visible=true").first
        acabo.wait_for(timeout=120_000)
        t.pagina.evaluate(SIN_PILOTO)
        t.ver(re.compile(EMBARGO))
        assert "fin" not in t.pagina.evaluate("AmigosMesa.vista.datos")
    mira, fichas = sentar.fabrica("quien mira"), f"/torneos/{codigo}/partida/1/fichas/{una[0]['numero']}/"
    if not entera:
        dar_default(lupita, codigo, 2)
        mira.abrir(fichas)
        mira.ver(re.compile("falta 1 mesa"))
        dar_default(lupita, codigo, 1)
        ana.ver("Un juez la dio por terminada")
    ana.tocar("Volver a mi puesto")
    ana.ver("Tu mesa ya cerró.")
    limite = time.monotonic() + 60
    while not mira.pagina.locator(".con-mis-fichas").count():
        assert time.monotonic() < limite, mira.retrato()
        mira.abrir(fichas)
    mira.ver("Mano 1", dentro="h2")
    assert mira.pagina.locator(".con-mis-fichas").count() == 2
    assert not [c for a in aparatos for c in a.crudos if '"fin":{' in c]

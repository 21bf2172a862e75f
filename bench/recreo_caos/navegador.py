"""El teléfono de verdad: Chromium con las páginas, el trabajador de servicio y la cola del sistema.

Las manos entran por `Cola.guardar`, por donde entra el formulario: la pantalla de anotar la prueban las historias.
"""

import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bench.comun.procesos import NoArranco
from bench.recreo_caos.plan import Mesa
from bench.recreo_caos.protocolo import CORTES, PACIENCIA, Cuenta

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

SIN_GUARDAR = 3.0
PROGRAMAS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
GUARDAR = """(datos) => new Promise((listo) => {
  const r = { id_orden: Amigos.uuid(), url: datos.url, dicho: 'la mano', ...datos.donde };
  r.campos = { ...datos.donde, id_orden: r.id_orden, revision: 0, siguiente: '', ...datos.mano };
  Cola.guardar(r, () => listo(true));
})"""
QUEDAN = (
    "() => new Promise((listo) => Cola.pendientes((todas) => listo(todas.map((r) => [r.mano, r.estado, r.respuesta]))))"
)


class Navegador:
    """Una persona en Chromium. Sin señal a ratos, y con la página que se cierra a media cola."""

    def __init__(
        self, contexto: "BrowserContext", puerto: int, codigo: str, cuenta: Cuenta, azar: random.Random
    ) -> None:
        self.contexto, self.codigo, self.cuenta, self.azar = contexto, codigo, cuenta, azar
        self.base = f"http://localhost:{puerto}"
        self.pagina = self._abrir()

    def _abrir(self) -> "Page":
        from playwright.sync_api import Error

        pagina = self.contexto.new_page()
        pagina.route("**/anotar/", self._cortar)
        # con señal o sin ella: la segunda vez, de lo guardado
        limite, ultimo = time.monotonic() + PACIENCIA, ""
        while time.monotonic() < limite:
            try:
                pagina.goto(f"{self.base}/recreo/{self.codigo}/mesa/", wait_until="load", timeout=15_000)
                if pagina.evaluate("() => typeof Cola !== 'undefined'"):
                    return pagina
                ultimo = f"{pagina.url}: {pagina.inner_text('body')[:300]}"
            except Error as e:  # el servidor puede estar levantándose
                ultimo = str(e)
            pagina.wait_for_timeout(300)
            if time.monotonic() > limite - PACIENCIA + SIN_GUARDAR:
                self.contexto.set_offline(False)  # se cerró antes de que hubiera nada guardado: hay que esperar señal
        raise NoArranco(f"Chromium no abrió la mesa: {ultimo}")

    def _cortar(self, pedido: "Route") -> None:
        from playwright.sync_api import Error

        suerte = self.azar.random()
        self.cuenta.envios += pedido.request.method == "POST"
        if pedido.request.method != "POST" or suerte >= CORTES:
            pedido.continue_()
            return
        if suerte < CORTES / 2:
            self.cuenta.sin_llegar += 1
        else:
            try:
                pedido.fetch(timeout=15_000)
                self.cuenta.sin_respuesta += 1
            except Error:  # el servidor cayó
                self.cuenta.sin_llegar += 1
        pedido.abort()

    def anotar(self, mesa: Mesa) -> None:
        """Las manos de una mesa, en orden; acaba cuando todas salieron."""
        self._reabrir()
        donde = {"partida": mesa.partida, "mesa": mesa.numero}
        url = f"/recreo/{self.codigo}/partida/{mesa.partida}/mesa/{mesa.numero}/anotar/"
        for numero, mano in enumerate(mesa.manos, start=1):
            self.contexto.set_offline(self.azar.random() < CORTES)
            self.pagina.evaluate(GUARDAR, {"url": url, "donde": {**donde, "mano": numero}, "mano": mano})
            if self.azar.random() < 0.3:
                self._reabrir()
        self.contexto.set_offline(False)
        self._esperar(mesa)

    def _reabrir(self) -> None:
        self.cuenta.cerradas += 1
        self.pagina.close()
        self.pagina = self._abrir()

    def _esperar(self, mesa: Mesa) -> None:
        limite = time.monotonic() + PACIENCIA
        quedan: list[Any] = []
        while time.monotonic() < limite:
            quedan = self.pagina.evaluate(QUEDAN)
            if not quedan:
                return
            if any(estado == "negada" for _mano, estado, _respuesta in quedan):
                break
            self.pagina.wait_for_timeout(100)
        raise NoArranco(f"Chromium, partida {mesa.partida}, mesa {mesa.numero}: no salieron {quedan}")


@contextmanager
def abierto(
    puerto: int, codigo: str, galletas: dict[str, str], cuenta: Cuenta, azar: random.Random
) -> Iterator[Callable[[Mesa], None]]:
    """Con qué anota las mesas que le tocan."""
    from playwright.sync_api import sync_playwright

    programa = next((ruta for uno in PROGRAMAS if (ruta := shutil.which(uno))), None)
    with sync_playwright() as motor:
        navegador = motor.chromium.launch(executable_path=programa, args=["--no-sandbox", "--disable-gpu"])
        contexto = navegador.new_context(viewport={"width": 360, "height": 740}, locale="es-MX")
        base = f"http://localhost:{puerto}"
        contexto.add_cookies([{"name": n, "value": v, "url": base} for n, v in galletas.items()])
        yield Navegador(contexto, puerto, codigo, cuenta, azar).anotar
        navegador.close()

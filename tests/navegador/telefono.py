"""Un teléfono (o una computadora) con su navegador: toca, escribe, lee y se queja de lo que no debe pasar."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.navegador.casa import Casa, clave_de_sesion

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Response

CHICO = {"width": 360, "height": 740}
GRANDE = {"width": 1280, "height": 800}
ANGOSTO = {"width": 320, "height": 640}
PACIENCIA = 12_000
"""Milisegundos que se espera a que la pantalla cambie: dos núcleos con cuatro navegadores van despacio."""

SIN_RED = re.compile(
    r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|FAILED)|WebSocket"
)

QUIETO = """() => new Promise((listo) => {
  let desde = Date.now();
  const cada = setInterval(() => {
    if (document.querySelector('[data-reposando], [data-avisa-sorda]')) desde = Date.now();
    if (Date.now() - desde > 300) { clearInterval(cada); listo(true); }
  }, 25);
})"""
"""Como una persona, que primero lee: lo que acaba de aparecer o de moverse aún no obedece (`comun/reposo.js`), ni los
botones de un aviso recién llegado (`recreo/avisos.js`)."""

SABER_SI_OBEDECIO = """addEventListener('click', (e) => {
  window.desobedecido = false;
  setTimeout(() => {
    window.desobedecido = e.defaultPrevented &&
      !!(e.target.closest && e.target.closest('[data-reposando], [data-avisa-sorda]'));
  });
}, true)"""
DE_PRISA = """try {
  const suyos = JSON.parse(localStorage.getItem('amigos-mesa-ajustes') || '{}');
  if (!('ritmo' in suyos)) localStorage.setItem('amigos-mesa-ajustes', JSON.stringify({ ...suyos, ritmo: 'rapido' }));
} catch (e) { /* sin almacén */ }"""
"""Los automáticos, a su paso más rápido: nadie está mirando."""
OBEDECIO = "() => new Promise((listo) => setTimeout(() => listo(!window.desobedecido)))"
ESPERABLE = "ancestor-or-self::*[@data-reposa or @data-avisa-sorda]"
INTENTOS = 4
"""Toques de quien ve que no obedeció: algo se movió justo entre que miró y tocó."""


def de_corrido(texto: str | re.Pattern[str]) -> str | re.Pattern[str]:
    """Lo mismo, esté en los renglones que esté en la plantilla: a una expresión, Playwright no le junta espacios."""
    if isinstance(texto, str):
        return texto
    suelto = re.sub(r"\\? ", lambda _: r"\s+", texto.pattern)  # también el que escapó `re.escape`
    suelto = rf"^\s*{suelto[1:]}" if suelto.startswith("^") else suelto
    return re.compile(rf"{suelto[:-1]}\s*$" if suelto.endswith("$") else suelto, texto.flags)


@dataclass
class Telefono:
    """Una persona con su navegador. `quejas`: errores de consola, de página, de política o respuestas de error."""

    casa: Casa
    pagina: "Page"
    nombre: str = ""
    quejas: list[str] = field(default_factory=list)
    toleradas: list[re.Pattern[str]] = field(default_factory=list)
    cargas: int = 0
    con_guiones: bool = True

    def __post_init__(self) -> None:
        self.pagina.set_default_timeout(PACIENCIA)
        self.pagina.set_default_navigation_timeout(PACIENCIA * 2)
        self.pagina.on("console", lambda m: self._queja(m.text) if m.type in ("error", "warning") else None)
        self.pagina.on("pageerror", lambda e: self._queja(f"guion: {e}"))
        self.pagina.on("response", self._respuesta)
        self.pagina.on("load", self._cargada)

    def _cargada(self, _pagina: object) -> None:
        self.cargas += 1

    def _queja(self, texto: str) -> None:
        if not any(t.search(texto) for t in self.toleradas):
            self.quejas.append(texto)

    def _respuesta(self, respuesta: "Response") -> None:
        if respuesta.status >= 400:
            self._queja(f"{respuesta.status} en {respuesta.url}")

    @contextmanager
    def tolerando(self, *patrones: str) -> Iterator[None]:
        """Mientras dure, esas quejas son parte de la historia."""
        nuevas = [re.compile(p) for p in patrones]
        self.toleradas += nuevas
        try:
            yield
            self.pagina.wait_for_timeout(150)  # lo que ya venía en camino
        finally:
            for t in nuevas:
                self.toleradas.remove(t)

    @contextmanager
    def sin_red(self) -> Iterator[None]:
        """Sin señal mientras dure."""
        self.toleradas.append(SIN_RED)
        self.pagina.context.set_offline(True)
        try:
            yield
        finally:
            self.pagina.context.set_offline(False)

    # ---------- ir y leer ----------
    def abrir(self, ruta: str) -> None:
        """Abre una ruta de la casa, o un enlace entero."""
        self.pagina.goto(ruta if ruta.startswith("http") else f"{self.casa.direccion}{ruta}", wait_until="load")

    @property
    def ruta(self) -> str:
        return self.pagina.url.removeprefix(self.casa.direccion)

    def texto(self, donde: str = "body") -> str:
        """Lo que se lee, con los espacios juntos."""
        return " ".join(self.pagina.locator(donde).first.inner_text().split())

    def ver(self, texto: str | re.Pattern[str], dentro: str = "body", plazo: float = PACIENCIA) -> "Locator":
        """Espera a que se lea ese texto."""
        hallado = self.pagina.locator(dentro).get_by_text(de_corrido(texto)).locator("visible=true").first
        hallado.wait_for(state="visible", timeout=plazo)
        return hallado

    def no_ver(self, texto: str | re.Pattern[str]) -> None:
        """Espera a que deje de leerse."""
        self.pagina.get_by_text(de_corrido(texto)).locator("visible=true").first.wait_for(
            state="hidden", timeout=PACIENCIA
        )

    # ---------- tocar y escribir ----------
    def boton(self, letrero: str | re.Pattern[str], exacto: bool = False) -> "Locator":
        """Un botón o enlace por lo que dice."""
        como_boton = self.pagina.get_by_role("button", name=letrero, exact=exacto)
        como_enlace = self.pagina.get_by_role("link", name=letrero, exact=exacto)
        return como_boton.or_(como_enlace).locator("visible=true").first

    def tocar(self, letrero: str | re.Pattern[str], exacto: bool = False) -> None:
        """Toca un botón o enlace por lo que dice."""
        self._sin_prisa(self.boton(letrero, exacto))

    def _sin_prisa(self, boton: "Locator") -> None:
        """Si acaba de moverse espera, como una persona: ese toque todavía no obedece (`comun/reposo.js`)."""
        boton.wait_for(state="visible", timeout=PACIENCIA)
        if not self.con_guiones or not boton.locator(f"xpath={ESPERABLE}").count():
            boton.click()
            return
        for _intento in range(INTENTOS):
            self.pagina.wait_for_function(QUIETO, timeout=PACIENCIA)
            boton.click()
            if self._obedecio():
                return

    def _obedecio(self) -> bool:
        """El último toque, salvo que se lo haya comido el reposo; si ya se va a otra página, sí."""
        from playwright.sync_api import Error

        try:
            return bool(self.pagina.evaluate(OBEDECIO))
        except Error:
            return True

    def clave(self, clave: str) -> None:
        """Toca el control con esa clave (`data-clave`) o ese identificador."""
        control = self.pagina.locator(f'[data-clave="{clave}"], a[id="{clave}"], button[id="{clave}"]')
        self._sin_prisa(control.locator("visible=true").first)

    def desplegar(self, *ids: str) -> None:
        """Abre los `details` cerrados, de fuera hacia dentro; el toque que la barra no obedeció, otra vez."""
        for uno in ids:
            detalle = self.pagina.locator(f"details#{uno}")
            if detalle.get_attribute("open") is None:
                self._sin_prisa(detalle.locator("> summary"))

    def escribir(self, rotulo: str, texto: str) -> None:
        """Llena un campo por su rótulo."""
        self.pagina.get_by_label(rotulo).locator("visible=true").first.fill(texto)

    def esperar_ruta(self, patron: str) -> None:
        """Espera a llegar a una ruta con sus guiones andando; si lo que iba se cambió a medio camino, a la otra.

        No a que cargue la última imagen: sin red, la que no está guardada deja la carga en el aire.
        """
        from playwright.sync_api import Error

        try:
            self.pagina.wait_for_url(re.compile(patron), wait_until="domcontentloaded")
        except Error as error:
            if "ERR_ABORTED" not in str(error):
                raise
            self.pagina.wait_for_url(re.compile(patron), wait_until="domcontentloaded")

    def tranquilo(self) -> None:
        """Nada de qué quejarse."""
        assert self.quejas == [], f"{self.nombre or 'El navegador'} se quejó: {self.quejas}"

    def retrato(self) -> str:
        """Dónde está, de qué se queja y qué se lee, para entender una falla."""
        if self.pagina.is_closed():
            return "cerrado"
        return f"{self.ruta}\nquejas: {self.quejas}\n{self.texto()[:1500]}"

    # ---------- entrar ----------
    def entrar(self, correo: str, *, siguiente: str = "/recreo/") -> None:
        """Entra con el código que llega a su correo."""
        self.abrir(f"/entrar/?next={siguiente}")
        self.identificarse(correo)

    def llegar(self, correo: str, *, siguiente: str = "/recreo/") -> None:
        """Quien organiza ya había entrado en este teléfono: entrar con código cuesta cuatro páginas."""
        sesion = {"name": "sesion", "value": clave_de_sesion(correo), "url": self.casa.direccion}
        self.pagina.context.add_cookies([sesion])  # type: ignore[list-item]
        self.abrir(siguiente)

    def identificarse(self, correo: str) -> None:
        """Lo mismo, en la página de entrada a la que ya llegó."""
        self.escribir("correo", correo)
        self.tocar("Mandarme el código")
        self.esperar_ruta("/entrar/codigo/$")
        self.escribir("código", self.codigo_en_el_buzon(correo))
        self.tocar("Entrar", exacto=True)
        self.pagina.wait_for_url(lambda url: "/entrar/" not in url)

    def codigo_en_el_buzon(self, correo: str) -> str:
        """Lo lee en el buzón de la demostración, sin abrirlo en otra pestaña: se lee muchas veces por corrida."""
        buzon = self.pagina.context.request.get(f"{self.casa.direccion}/correo?para={correo}").text()
        cifras = re.search(r'class="[^"]*visor__num[^"]*"[^>]*>\s*(\d+)', buzon)
        assert cifras, buzon
        return cifras[1]


class Fabrica:
    """Abre teléfonos en un navegador y al final comprueba que ninguno tenga quejas."""

    def __init__(self, navegador: "Browser", casa: Casa) -> None:
        self.navegador = navegador
        self.casa = casa
        self.abiertos: list[Telefono] = []

    def __call__(
        self, nombre: str = "", *, casa: Casa | None = None, pantalla: dict[str, int] = CHICO, **extra: object
    ) -> Telefono:
        contexto = self.navegador.new_context(
            viewport=pantalla,
            has_touch=pantalla["width"] < 800,
            locale="es-MX",
            timezone_id="America/Mexico_City",
            **extra,
        )
        contexto.add_init_script(SABER_SI_OBEDECIO)
        contexto.add_init_script(DE_PRISA)
        telefono = Telefono(casa or self.casa, contexto.new_page(), nombre)
        telefono.con_guiones = bool(extra.get("java_script_enabled", True))
        self.abiertos.append(telefono)
        return telefono

    def cerrar(self, *, comprobar: bool) -> None:
        """Cierra todos; con `comprobar`, cada uno sin quejas."""
        for telefono in self.abiertos:
            telefono.pagina.context.close()
        if comprobar:
            for telefono in self.abiertos:
                telefono.tranquilo()

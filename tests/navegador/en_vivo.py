"""Una mesa en línea con el servidor de verdad y cuatro navegadores: se toca la pantalla y se lee lo que dice."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reglas.partida import anunciar
from reglas.tipos import Meta
from tests.config.servidor import RAIZ
from tests.navegador.casa import Casa, base_con_cuartetos
from tests.navegador.telefono import Fabrica, Telefono

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOMBRES = ["Mari", "Nacho", "Carmen", "<b>Beto</b>"]
"""El último lleva marcado: en todas las historias tiene que leerse tal cual."""
PLAZOS = {"pase": 150, "sin_prisa": 4_000}
"""Pausas cortas en el servidor de prueba; lo demás, como en la vida real."""
POZO = {"100": 8, "200": 1, "juegos_ganados": 2, "sala": 7}
"""Cuántos cuartetos se siembran de cada uno: los que gasta, de noche, un solo trabajador, y alguno más."""

CABE, SEGUIR = ".mano--turno .mano__ficha--cabe", "[data-seguir]:not(.boton--apagado)"

# Qué tocaría ahora el dedo y dónde: si algo lo tapa o no cabe en la pantalla, el toque no llega y la historia se para.
MIRAR = """([sigue, listo]) => {
  if (document.querySelector(listo) && document.querySelector(listo).offsetParent) return 'listo';
  if (!window.AmigosMesa || document.querySelector('.mano__ficha--enviada')) return null;
  for (const cual of ['.mano__lado', '.mano--turno .mano__ficha--cabe'].concat(sigue ? [sigue] : [])) {
    const todos = [...document.querySelectorAll(cual)].filter((x) => x.offsetParent);
    const n = todos[Math.floor(Math.random() * todos.length)];
    if (!n) continue;
    const r = n.getBoundingClientRect();
    return [r.left + r.width / 2, r.top + r.height / 2, cual];
  }
  return null;
}"""
# Toca por la persona, dentro de la página: para pasar pronto por las manos que no son la historia.
PILOTO = """(cada) => { window.__piloto = setInterval(() => {
  if (document.querySelector('.mano__ficha--enviada')) return;
  for (const cual of ['.mano__lado', '.mano--turno .mano__ficha--cabe', '[data-seguir]:not(.boton--apagado)']) {
    const n = [...document.querySelectorAll(cual)].filter((x) => x.offsetParent)[0];
    if (n) { n.click(); return; }
  }
}, cada); }"""
SIN_PILOTO = "() => clearInterval(window.__piloto)"


@dataclass
class Cuarteto:
    """Cuatro personas con su teléfono, por asiento: quien organiza, su derecha, su pareja y su izquierda."""

    casa: Casa
    fabrica: Fabrica
    ficha: dict[str, Any]
    telefonos: list[Telefono] = field(default_factory=list)

    @property
    def mesa(self) -> int:
        return int(self.ficha["mesa"])

    @property
    def ruta(self) -> str:
        return f"/enlinea/mesa/{self.mesa}/"

    def __getitem__(self, cual: int) -> Telefono:
        return self.telefonos[cual]

    def abrir_telefonos(self, *, con_sesion: bool = True) -> None:
        """Cuatro contextos; con su sesión ya abierta, salvo que la historia empiece entrando."""
        for nombre, sesion in zip(self.ficha["nombres"], self.ficha["sesiones"], strict=True):
            t = self.fabrica(nombre, casa=self.casa, reduced_motion="reduce")
            if con_sesion:
                t.pagina.context.add_cookies([{"name": "sesion", "value": sesion, "url": self.casa.direccion}])
            self.telefonos.append(t)

    def otra_pestana(self, cual: int, ruta: str = "") -> Telefono:
        """Otra pestaña de la misma persona."""
        t = Telefono(self.casa, self[cual].pagina.context.new_page(), f"{self[cual].nombre}, otra pestaña")
        self.fabrica.abiertos.append(t)
        t.abrir(ruta or self.ruta)
        return t

    def armar(self, modo: str = "", parada: "Callable[[str, Telefono], None] | None" = None) -> None:
        """De la Sala a la mesa, por pantalla: la arma el primero y los otros aceptan. `parada`, para retratarlo."""
        para = parada or (lambda _nombre, _telefono: None)
        primero, cuentas = self[0], self.ficha["cuentas"]
        for cuenta in cuentas:
            primero.pagina.locator(f'.persona[data-cuenta="{cuenta}"]').wait_for()
        primero.tocar("Armar una mesa")
        primero.ver("¿Quién es tu pareja?")
        for cual in (2, 3, 1):  # arriba, izquierda, derecha
            primero.pagina.locator(f'[data-elegible="{cuentas[cual]}"] button').click()
            para(f"armar-{cual}", primero)
        if modo:
            primero.pagina.get_by_label(modo).check()
        primero.tocar("Crear mesa")
        primero.ver(re.compile("^Faltan? "))
        for t in self.telefonos[1:]:
            t.ver(f"{primero.nombre} te invita a jugar")
            if t is self[1]:
                para("invitacion", t)
            t.tocar("Aceptar")
        for t in self.telefonos:
            t.esperar_ruta(r"/enlinea/mesa/\d+/$")
        self.ficha["mesa"] = int(re.findall(r"\d+", primero.ruta)[-1])

    # --- jugar --------------------------------------------------------------------------------------------------------
    def sentarse(self) -> None:
        """Todos abren la mesa y quien organiza comienza."""
        for t in self.telefonos:
            t.abrir(self.ruta)
        for t in self.telefonos:
            t.ver("La mesa está lista")
        self.comenzar()

    def comenzar(self) -> None:
        self[0].tocar("Comenzar", exacto=True)
        for t in self.telefonos:
            t.pagina.locator(".mano__ficha").first.wait_for()

    def jugar(self, listo: str, *, sigue: bool = True, plazo: float = 120, quienes: list[int] | None = None) -> None:
        """Tocan fichas (y «Seguir») hasta que a los que juegan se les vea `listo`."""
        limite = time.monotonic() + plazo
        que_sigue = SEGUIR if sigue else ""
        faltan = [self[n] for n in (quienes or range(4))]
        while faltan:
            assert time.monotonic() < limite, "\n\n".join(t.retrato() for t in self.telefonos)
            for t in list(faltan):
                toque = t.pagina.evaluate(MIRAR, [que_sigue, listo])
                if toque == "listo":
                    faltan.remove(t)
                elif toque:
                    t.pagina.touchscreen.tap(toque[0], toque[1])

    def jugar_unas(self, cuantas: int) -> None:
        """Hasta que haya al menos tantas fichas en la mesa; la mano tiene que dar para eso."""
        limite = time.monotonic() + 60
        while len(self.cadena(self[0])) < cuantas:
            assert time.monotonic() < limite, self[0].retrato()
            for t in self.telefonos:
                toque = t.pagina.evaluate(MIRAR, ["", ".nunca"])
                if toque and len(self.cadena(t)) < cuantas:
                    t.pagina.touchscreen.tap(toque[0], toque[1])

    def pilotar(self, listo: str, plazo: float = 120, cada: int = 40) -> None:
        """Lo mismo, deprisa: cada página toca por su persona."""
        for t in self.telefonos:
            t.pagina.evaluate(PILOTO, cada)
        for t in self.telefonos:
            t.pagina.locator(listo).locator("visible=true").first.wait_for(timeout=plazo * 1000)
            t.pagina.evaluate(SIN_PILOTO)

    # --- leer ---------------------------------------------------------------------------------------------------------
    def cadena(self, t: Telefono) -> list[int]:
        """Las fichas de la mesa que esa persona tiene dibujadas."""
        return list(t.pagina.evaluate(FICHAS_DIBUJADAS))

    def mano(self, t: Telefono) -> list[int]:
        """Las fichas que tiene en la mano."""
        return list(
            t.pagina.evaluate("() => [...document.querySelectorAll('.mano__ficha')].map((n) => +n.dataset.ficha)")
        )

    def datos(self, t: Telefono) -> dict[str, Any]:
        """Lo común de su última vista."""
        return dict(t.pagina.evaluate("() => AmigosMesa.vista.datos"))

    def esperar(self, guion: str, quienes: list[Telefono] | None = None, plazo: float = 30) -> None:
        """Que a todos se les cumpla."""
        for t in quienes or self.telefonos:
            t.pagina.wait_for_function(guion, timeout=plazo * 1000)

    def plantilla(self, t: Telefono) -> dict[str, Any]:
        """La plantilla que cubre la mesa, como está escrita."""
        return dict(t.pagina.evaluate(PLANTILLA))

    def vecinos(self, cual: int) -> list[str]:
        """A quién ve a su izquierda, de pareja y a su derecha."""
        return self[cual].pagina.locator(".jugador__nombre").all_inner_texts()[::-1]

    def acta(self, cual: int = 0) -> dict[str, Any]:
        """El acta de su última partida, que baja con su sesión, y lo que dice de ella `python -m reglas verificar`."""
        pedir = self[cual].pagina.context.request
        # la guarda un ayudante en otro proceso, que le cede el núcleo a las mesas: con la máquina llena tarda
        limite = time.monotonic() + 40
        ruta = None
        while ruta is None and time.monotonic() < limite:
            lista = pedir.get(f"{self.casa.direccion}/enlinea/partidas/").text()
            ruta = re.search(r"/enlinea/partidas/\d+/acta\.json", lista)
            time.sleep(0 if ruta else 0.3)
        assert ruta, lista
        archivo = self.casa.base.parent / f"acta-{time.monotonic_ns()}.json"
        archivo.write_bytes(pedir.get(f"{self.casa.direccion}{ruta[0]}").body())
        return verificada(archivo)


def verificada(archivo: Path) -> dict[str, Any]:
    """Lo que dice `python -m reglas verificar`; y el reparto de todas sus manos, limpio."""
    for orden in ("verificar-reparto", "verificar"):
        dicho = subprocess.run(
            [sys.executable, "-m", "reglas", orden, str(archivo)], cwd=RAIZ, capture_output=True, text=True, check=False
        )
        assert dicho.returncode == 0, dicho.stdout + dicho.stderr
    return dict(json.loads(dicho.stdout))


def como_se_escribe(meta: str, informe: dict[str, Any]) -> dict[str, Any]:
    """La plantilla de 002 §2.6 que corresponde a ese informe (la pareja del organizador, la 0, a la izquierda)."""
    manos = informe["manos"]
    if meta != "juegos_ganados":
        total = [sum(m["tantos"] for m in manos if m["ganadora"] == p) for p in (0, 1)]
        return {
            "sumas": [str(min(t, int(meta))) for t in total], "cierres": None, "secuencias": [],
            "manos": [[_celda(m, p) for p in (0, 1)] for m in manos],
        }  # fmt: skip
    ganadas, columnas, ultimo = [0, 0], [[], []], ["0", "0"]  # type: ignore[var-annotated]
    for m in (m for m in manos if m["ganadora"] is not None):
        ganadas[m["ganadora"]] += 1
        dicho = [str(v) for v in anunciar(Meta.JUEGOS_GANADOS, (0, 0), (ganadas[0], ganadas[1]))]
        for p in (0, 1):
            if p == m["ganadora"] or dicho[p] != ultimo[p]:
                columnas[p].append(dicho[p].capitalize())
        ultimo = dicho
    cierres = "C" * sum(m["ganadora"] is None for m in manos) or "ninguno"
    return {"sumas": [], "cierres": cierres, "secuencias": [c or ["0"] for c in columnas], "manos": []}


def _celda(mano: dict[str, Any], pareja: int) -> str:
    if mano["ganadora"] == pareja:
        return str(mano["tantos"])
    return "0" if mano["ganadora"] is None and mano["asiento"] & 1 == pareja else "–"


FICHAS_DIBUJADAS = "() => [...document.querySelectorAll('[data-tablero] [data-ficha]')].map((n) => +n.dataset.ficha)"
PLANTILLA = """() => {
  const p = document.querySelector('.cubre .plantilla');
  const textos = (s, en) => [...(en || p).querySelectorAll(s)].map((n) => n.innerText);
  const sola = p.querySelector('.plantilla__ancho b');
  return {
    parejas: textos('h3 span:last-child'), sumas: textos('.plantilla__suma'), cierres: sola ? sola.innerText : null,
    manos: [...p.querySelectorAll('.plantilla__t tr')].map((r) => textos('td', r)).reverse(),
    secuencias: [...p.querySelectorAll('.plantilla__manos')].map((c) => textos('li', c)),
  };
}"""


def base_con_pozo(carpeta: Path) -> tuple[Path, dict[str, list[dict[str, Any]]]]:
    """Los cuartetos de las historias, por meta."""
    return base_con_cuartetos(carpeta, "pozo", {meta: [NOMBRES] * cuantos for meta, cuantos in POZO.items()})


class Sala:
    """Reparte los cuartetos sembrados; cada uno se usa una vez."""

    def __init__(self, navegador: "Browser", casa: Casa, pozo: dict[str, list[dict[str, Any]]]) -> None:
        self.casa, self.pozo = casa, pozo
        self.fabrica = Fabrica(navegador, casa)

    def __call__(self, meta: str = "100", *, con_sesion: bool = True, sentados: bool = True) -> Cuarteto:
        """Un cuarteto con sus teléfonos abiertos y, si se pide, ya sentado y con la primera mano repartida."""
        cuatro = Cuarteto(self.casa, self.fabrica, self.pozo[meta].pop())
        cuatro.abrir_telefonos(con_sesion=con_sesion)
        if sentados and meta != "sala":
            cuatro.sentarse()
        return cuatro

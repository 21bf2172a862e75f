"""Las palabras de la mesa: quien organiza, quien anota y lo que hacen, siempre por la pantalla.

Manos: «D0:60» es dominada de la pareja 0 con 60 tantos; «C1:45», cierre ganado por la 1; «E0», cierre empatado que
cerró la 0; «E», cierre empatado sin decir quién. Parejas 0 y 1, como las nombra el rol.
"""

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reglas.roles import MesaRol, mesa_del_rol, rol_de
from tests.config.servidor import RAIZ
from tests.navegador.telefono import PACIENCIA, Telefono

MARCAS = {"D": "dominada", "C": "cierre"}
ULTIMA_AL_DIA = """() => {
  if (document.querySelector('[data-ya-en-la-meta]:not([hidden])')) return true;
  const mano = Number((document.querySelector('[data-anotar]') || document.body).getAttribute('data-mano'));
  const ultima = document.querySelector('[data-ult]'), forma = document.getElementById('la-mano');
  if (forma.getAttribute('aria-busy') !== null || ultima === null) return false;
  return Number(ultima.getAttribute('data-ult')) === mano - 1;
}"""
"""La pantalla de anotar ya espera la mano que sigue a la última que el servidor tiene."""
NUMERO = re.compile(r"[^0-9.\-]")
PENDIENTES = "() => new Promise((listo) => Cola.pendientes((todas) => listo(todas.map((r) => [r.mano, r.estado]))))"


@dataclass(frozen=True)
class Mano:
    """Una mano como se dice en la mesa."""

    como: str
    pareja: int | None
    tantos: str

    @classmethod
    def de(cls, texto: str) -> "Mano":
        """De «D0:60»."""
        quien, _dos_puntos, tantos = texto.partition(":")
        return cls(quien[0], int(quien[1:]) if quien[1:] else None, tantos)


def manos(texto: str) -> list[Mano]:
    """Varias, separadas por espacios."""
    return [Mano.de(parte) for parte in texto.split()]


@dataclass
class Recreo:
    """Un Recreo en la pantalla: su código, quién es cada número y los teléfonos que ya entraron."""

    codigo: str
    nombres: Sequence[str]
    meta: str
    telefonos: dict[int, Telefono] = field(default_factory=dict)

    @property
    def organiza(self) -> Telefono:
        return self.telefonos[1]

    def nombre(self, numero: int) -> str:
        return self.nombres[numero - 1]

    def ruta(self, final: str = "") -> str:
        return f"/recreo/{self.codigo}/{final}"

    def rol(self, partida: int, mesa: int = 1) -> MesaRol:
        return mesa_del_rol(rol_de(len(self.nombres)), partida, mesa)

    def pareja(self, partida: int, mesa: int, pareja: int) -> str:
        """«Ana y Beto», como los nombra el rol."""
        a, b = self.rol(partida, mesa).parejas[pareja]
        return f"{self.nombre(a)} y {self.nombre(b)}"


# ---------- organizar ----------
def arma(
    t: Telefono,
    correo: str,
    nombres: Sequence[str],
    *,
    meta: str = "100 tantos",
    nombre: str = "La prueba",
    importe: str = "",
    extra: bool = False,
    correos: Mapping[int, str] | None = None,
) -> Recreo:
    """Llega con su sesión, arma el Recreo y escribe a los jugadores; queda en la pantalla de invitar."""
    t.llegar(correo)
    t.tocar("Organiza un Recreo")
    t.tocar(re.compile(rf"^{len(nombres)} jugadores"))
    t.escribir("Nombre del Recreo", nombre)
    t.pagina.get_by_label(meta).check()
    if importe:
        t.escribir("Apuesta por valor ficha", importe)
    if extra:
        t.pagina.get_by_label("Con pago extraordinario").check()
    t.tocar("Seguir con los jugadores")
    t.esperar_ruta("/jugadores/$")
    for numero, quien in enumerate(nombres, start=1):
        t.pagina.locator(f'[name="j{numero}-nombre"]').fill(quien)
    for numero, suyo in (correos or {}).items():
        t.desplegar(f"mas-{numero}")
        t.pagina.locator(f'[name="j{numero}-correo"]').fill(suyo)
    t.tocar("Guardar e invitar")
    t.esperar_ruta("/invitar/$")
    codigo = t.pagina.locator(".codigo").inner_text().strip()
    return Recreo(codigo, nombres, meta, {1: t})


def enlace_de_invitacion(recreo: Recreo) -> str:
    """El que se comparte, leído en la pantalla de invitar."""
    recreo.organiza.abrir(recreo.ruta("invitar/"))
    return recreo.organiza.pagina.locator("#enlace").input_value()


def entra(recreo: Recreo, numero: int, t: Telefono, enlace: str) -> None:
    """Abre el enlace y toca su nombre."""
    t.abrir(enlace)
    t.pagina.locator(".opcion--nombre", has=t.pagina.get_by_text(recreo.nombre(numero), exact=True)).click()
    t.esperar_ruta(f"{recreo.codigo}/mesa/$")
    recreo.telefonos[numero] = t


def empieza(recreo: Recreo) -> None:
    """Empieza la primera partida."""
    recreo.organiza.abrir(recreo.ruta("invitar/"))
    recreo.organiza.clave("empezar")
    recreo.organiza.esperar_ruta("/tablero/$")


def empieza_partida(recreo: Recreo, partida: int, quien: Telefono | None = None) -> None:
    """Empieza la siguiente, desde el tablero."""
    t = quien or recreo.organiza
    en_el_tablero(recreo, t)
    t.tocar(f"Empezar la partida {partida}")
    t.ver(re.compile(rf"Partida {partida} de"))


def en_el_tablero(recreo: Recreo, t: Telefono) -> None:
    """Va al tablero, si no está ya."""
    if t.ruta != recreo.ruta("tablero/"):
        t.abrir(recreo.ruta("tablero/"))


def cierra(recreo: Recreo, mesa: int, gana: str, quien: Telefono | None = None) -> None:
    """Abre la relación de mesas y confirma la pareja ganadora."""
    t = quien or recreo.organiza
    en_el_tablero(recreo, t)
    t.clave(f"cerrar-{mesa}")
    t.esperar_ruta("/cerrar/$")
    assert t.pagina.get_by_label(gana).is_checked(), f"No propone a {gana}: {t.texto('main')}"
    t.tocar(f"Cerrar la mesa {mesa}")
    t.esperar_ruta("/tablero/$")


def anuncia_el_final(recreo: Recreo) -> None:
    """Cerradas todas las mesas, quien organiza revisa y anuncia el final (D300)."""
    t = recreo.organiza
    if not t.ruta.endswith("/final/"):
        en_el_tablero(recreo, t)
        t.clave("anunciar")
        t.esperar_ruta("/final/$")
    t.tocar("Anunciar el final", exacto=True)
    t.esperar_ruta("/clasificacion/$")


# ---------- en la mesa ----------
def mi_mesa(recreo: Recreo, t: Telefono) -> None:
    """Va a su mesa, si no está ya."""
    if t.ruta != recreo.ruta("mesa/"):
        t.abrir(recreo.ruta("mesa/"))


def prepara(recreo: Recreo, t: Telefono, sale: int) -> None:
    """Quien tiene este teléfono anota su mesa: confirma que están los cuatro y quién sale."""
    mi_mesa(recreo, t)
    t.clave("anoto-yo")
    t.clave("ya-estan")
    elige_salidor(t, sale)


def elige_salidor(t: Telefono, sale: int) -> None:
    """Toca quién sale; el teléfono pasa solo a la pantalla de anotar, y de ahí vuelve a la mesa."""
    t.clave(f"lugar-{sale}")
    t.esperar_ruta("/anotar/")
    vuelve_a_la_mesa(t)
    t.boton("Anotar mano 1").wait_for()


def anota(recreo: Recreo, t: Telefono, partida: int, mesa: int, mano: Mano) -> None:
    """Anota la mano que sigue, desde la mesa o desde la de anotar; queda en ésta, con la siguiente lista."""
    va_a_anotar(t)
    escribe_mano(recreo, t, partida, mesa, mano)
    queda_anotada(t)


def va_a_anotar(t: Telefono) -> None:
    """Abre la pantalla de anotar, si no está ya en ella."""
    # a quien manda y no anota, el suyo dice quién anota (D855)
    entrada = t.boton(re.compile(r"^(Anotar mano \d+|Anota .+ Anotar yo esta vez)"))
    entrada.or_(t.pagina.locator("#la-mano")).first.wait_for()
    if "/anotar/" not in t.ruta:
        entrada.click()
        t.esperar_ruta("/anotar/")


def queda_anotada(t: Telefono) -> None:
    """La última arriba ya es la que se escribió, o con ella llegaron a la meta."""
    t.pagina.wait_for_function(ULTIMA_AL_DIA, timeout=PACIENCIA)


def escribe_mano(recreo: Recreo, t: Telefono, partida: int, mesa: int, mano: Mano) -> None:
    """Los tres toques: las cifras y el botón de esa pareja y ese desenlace."""
    if mano.como == "E" and recreo.meta != "Juegos ganados":
        t.desplegar("empate")
        t.clave("e-nose" if mano.pareja is None else f"e-{mano.pareja}")
        return
    if recreo.meta == "Juegos ganados":
        t.clave("m-cierre" if mano.como in "CE" else f"m-dominada-{mano.pareja}")
        return
    while t.pagina.locator("#cuantos").input_value():
        t.pagina.locator("[data-borrar]").click()
    for cifra in mano.tantos:
        t.pagina.locator(f'[data-cifra="{cifra}"]').click()
    t.clave(f"m-{MARCAS[mano.como]}-{mano.pareja}")


def vuelve_a_la_mesa(t: Telefono) -> None:
    t.tocar(re.compile("^Volver"))
    t.pagina.wait_for_url(lambda url: "/anotada/" not in url and "/anotar/" not in url)


def juega(recreo: Recreo, numero: int, partida: int, mesa: int, sale: int, guion: str) -> None:
    """La partida entera en el teléfono de `numero`: prepara, anota cada mano y confirma el marcador."""
    t = recreo.telefonos[numero]
    prepara(recreo, t, sale)
    for mano in manos(guion):
        anota(recreo, t, partida, mesa, mano)
    confirma(t)


def confirma(t: Telefono) -> None:
    """Confirma el marcador en la pantalla de anotar, en la de anotada o en la mesa."""
    t.tocar(re.compile("Confirmar"))
    t.pagina.wait_for_url(lambda url: "/anotada/" not in url and "/anotar/" not in url)
    t.ver(re.compile("cierre la mesa|Cerrar la mesa|cierra la mesa"))


# ---------- leer ----------
def marcador_leido(t: Telefono) -> list[str]:
    """Lo que llevan las dos parejas, en la mesa o en la pantalla de anotar."""
    return [n.inner_text().strip() for n in t.pagina.locator(".marcador__num, [data-lleva]").all() if n.is_visible()]


def numero_leido(texto: str) -> float:
    """«−$1,020.00» → -1020.0; «+12» → 12."""
    limpio = NUMERO.sub("", texto.replace("−", "-"))
    return float(limpio or 0)


DATOS = {
    "Ganados": "juegos_ganados", "Eficiencia": "eficiencia", "A favor": "tantos_favor", "En contra": "tantos_contra",
    "Castigos": "castigos", "Fichas": "valor_ficha", "Extra": "pago_extraordinario",
}  # fmt: skip


def clasificacion_en_pantalla(recreo: Recreo, t: Telefono, ruta: str = "clasificacion/") -> list[dict[str, float]]:
    """La tabla renglón por renglón, como se lee."""
    t.abrir(recreo.ruta(ruta))
    leida = []
    for renglon in t.pagina.locator("table.clasif tbody tr").all():
        nombre = renglon.locator(".c-nombre").evaluate("(n) => n.childNodes[0].textContent").strip()
        fila = {
            "lugar": numero_leido(renglon.locator(".c-lugar").inner_text()),
            "jugador": float(recreo.nombres.index(nombre) + 1),
        }
        principal = "juegos_ganados" if recreo.meta == "Juegos ganados" else "puntos"
        fila[principal] = numero_leido(renglon.locator(".c-puntos").inner_text())
        for celda in renglon.locator(".c-dato").all():
            fila[DATOS[str(celda.get_attribute("data-t"))]] = numero_leido(celda.inner_text())
        fila["castigos"] = abs(fila.get("castigos", 0))
        leida.append(fila)
    return leida


def esperan(t: Telefono, *debidas: tuple[int, str]) -> None:
    """Lo que queda en la cola: se guarda después de verse, y a los demás les llega antes de que a éste le contesten."""
    son = f"(debidas) => ({PENDIENTES})().then((p) => JSON.stringify(p) === JSON.stringify(debidas))"
    t.pagina.wait_for_function(son, arg=[list(una) for una in debidas])


def acta_exportada(recreo: Recreo) -> dict[str, Any]:
    """El acta que saca la orden de administración."""
    acta: dict[str, Any] = json.loads(recreo.organiza.casa.manage("recreo_exportar", recreo.codigo))
    return acta


def clasificar(acta: Mapping[str, Any], archivo: str = "/dev/stdin") -> dict[str, Any]:
    """`python -m reglas clasificar`, aparte y sin Django."""
    hecho = subprocess.run(
        [sys.executable, "-m", "reglas", "clasificar", archivo],
        cwd=RAIZ, input=json.dumps(acta), capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    salida: dict[str, Any] = json.loads(hecho.stdout)
    return salida


def comprueba_clasificacion(recreo: Recreo, quien: Telefono) -> list[dict[str, float]]:
    """La clasificación en pantalla es la que dan las reglas con el acta exportada; devuelve la leída."""
    leida = clasificacion_en_pantalla(recreo, quien)
    esperada = clasificar(acta_exportada(recreo))["final"]
    assert len(leida) == len(esperada) == len(recreo.nombres)
    for en_pantalla, de_reglas in zip(leida, esperada, strict=True):
        dada = {campo: float(de_reglas[campo]) for campo in en_pantalla}
        dada["castigos"] = abs(dada["castigos"])
        assert en_pantalla == dada
    return leida

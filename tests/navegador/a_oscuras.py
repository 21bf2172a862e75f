"""Quien no ve: sabe lo que dice el árbol de accesibilidad y lo que una zona viva anuncia, y manda con el teclado.

Ni un selector ni un clic: si algo no tiene papel y nombre, aquí no existe.
"""

import re
from dataclasses import dataclass
from typing import Any

from tests.navegador.telefono import PACIENCIA, Telefono

TOPE_DE_TABULADOR = 60
ENTRE_MIRADAS = 120
QUIETAS = 4
"""Miradas iguales seguidas: como una persona, que oye hasta el final antes de oprimir."""
VIVOS = ("status", "alert", "log")


@dataclass(frozen=True)
class Nodo:
    """Lo que un lector de pantalla sabe de una cosa."""

    papel: str
    nombre: str
    texto: str
    enfocado: bool
    vivo: bool
    estado: tuple[tuple[str, Any], ...]


class AOscuras:
    """Un teléfono con la pantalla apagada."""

    def __init__(self, telefono: Telefono) -> None:
        self.telefono = telefono
        self._cdp = telefono.pagina.context.new_cdp_session(telefono.pagina)

    # ---------- oír ----------
    def arbol(self) -> list[Nodo]:
        """El de la página, en orden, sin lo que el lector no dice."""
        crudos = {n["nodeId"]: n for n in self._cdp.send("Accessibility.getFullAXTree")["nodes"]}
        dichos: list[Nodo] = []
        for raiz in (n for n in crudos.values() if "parentId" not in n):
            _recorrer(raiz, crudos, False, dichos)
        return dichos

    def oye(self, patron: str, *, avisado: bool = False) -> None:
        """Espera a que la página lo diga; `avisado`, a que lo anuncie sola una zona viva."""
        for _vez in range(PACIENCIA // ENTRE_MIRADAS):
            arbol = self.arbol()
            textos = [n.texto for n in arbol if n.vivo] if avisado else [arbol[0].texto if arbol else ""]
            if any(re.search(patron, t) for t in textos):
                return
            self.telefono.pagina.wait_for_timeout(ENTRE_MIRADAS)
        raise AssertionError(f"No se oye «{patron}»: {textos}")

    def quieto(self) -> None:
        """Espera a que deje de cambiar lo que se oye."""
        antes, iguales = "", 0
        while iguales < QUIETAS:
            self.telefono.pagina.wait_for_timeout(ENTRE_MIRADAS)
            arbol = self.arbol()
            ahora = arbol[0].texto if arbol else ""
            iguales = iguales + 1 if ahora == antes and ahora else 0
            antes = ahora

    # ---------- mandar ----------
    def hasta(self, papel: str, nombre: str) -> Nodo:
        """Tabula hasta la cosa de ese papel que dice eso. Toda parada del camino tiene nombre."""
        camino: list[str] = []
        for _vez in range(TOPE_DE_TABULADOR):
            self.telefono.pagina.keyboard.press("Tab")
            donde = self.enfocado()
            if donde is None:
                continue
            assert donde.nombre, f"Una parada sin nombre ({donde.papel}) tras {camino[-3:]}"
            camino.append(f"{donde.papel} «{donde.nombre}»")
            if donde.papel == papel and re.search(nombre, donde.nombre):
                return donde
        raise AssertionError(f"Con el tabulador no se llega a {papel} «{nombre}»: {camino}")

    def enfocado(self) -> Nodo | None:
        """Dónde está el foco; None si en la página misma."""
        nodos = [n for n in self.arbol() if n.enfocado and n.papel != "RootWebArea"]
        return nodos[-1] if nodos else None

    def oprime(self, papel: str, nombre: str) -> None:
        """Lo busca con el tabulador y oprime Enter."""
        self.quieto()
        self.hasta(papel, nombre)
        self.telefono.pagina.keyboard.press("Enter")

    def escribe(self, nombre: str, texto: str) -> None:
        """Busca el campo por su nombre y escribe."""
        self.quieto()
        self.hasta("textbox", nombre)
        self.telefono.pagina.keyboard.type(texto)


def _recorrer(nodo: dict[str, Any], crudos: dict[str, Any], en_vivo: bool, dichos: list[Nodo]) -> str:
    """Agrega este nodo y los de abajo; devuelve su texto."""
    estado = {p["name"]: p["value"].get("value") for p in nodo.get("properties", ())}
    papel = nodo.get("role", {}).get("value", "")
    nombre = " ".join(str(nodo.get("name", {}).get("value", "")).split())
    vivo = en_vivo or papel in VIVOS or estado.get("live") in ("polite", "assertive")
    aqui = len(dichos)
    hijos = [crudos[h] for h in nodo.get("childIds", ()) if h in crudos]
    partes = [_recorrer(h, crudos, vivo, dichos) for h in hijos if h.get("role", {}).get("value") != "InlineTextBox"]
    texto = " ".join(p for p in partes if p) or (nombre if papel == "StaticText" else "")
    if not nodo.get("ignored"):
        resto = tuple(sorted((k, str(v)) for k, v in estado.items() if k not in ("focused", "focusable", "live")))
        dichos.insert(aqui, Nodo(papel, nombre, texto, bool(estado.get("focused")), vivo, resto))
    return texto

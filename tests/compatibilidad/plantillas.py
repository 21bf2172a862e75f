"""La política de contenido no deja nada en línea: ni estilos, ni guiones, ni manejadores.

Y toda plantilla compila, se puede traducir y se lee: ningún renglón pasa de 120 columnas.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from django.template import TemplateSyntaxError, engines

from tests.compatibilidad import traducibles

COMENTARIO = re.compile(r"\{#.*?#\}|\{%\s*comment\b.*?%\}.*?\{%\s*endcomment\s*%\}|<!--.*?-->", re.S)
ETIQUETA = re.compile(r"<([a-zA-Z][\w:-]*)((?:\"[^\"]*\"|'[^']*'|\{%.*?%\}|\{\{.*?\}\}|[^>\"'])*)>", re.S)
MANEJADOR = re.compile(r"(?<![\w-])on[a-z]+\s*=", re.I)
ESTILO = re.compile(r"(?<![\w-])style\s*=", re.I)
DATOS = re.compile(r"type\s*=\s*[\"']application/(ld\+)?json[\"']", re.I)
# Los clientes de correo no leen hojas aparte; ahí no rige la política del sitio.
CORREO = re.compile(r"(^|/)(email|correos?)/")
COLUMNAS = 120


def revisar(texto: str) -> list[str]:
    """Lo que la política de contenido bloquearía, con su renglón."""
    limpio = COMENTARIO.sub(lambda hallado: "\n" * hallado.group().count("\n"), texto)
    faltas = []
    for hallado in ETIQUETA.finditer(limpio):
        etiqueta, atributos = hallado.group(1).lower(), hallado.group(2)
        renglon = limpio.count("\n", 0, hallado.start()) + 1
        faltas += [f"{renglon}: <{etiqueta}> {falta}" for falta in _en_linea(etiqueta, atributos)]
    return faltas


def _en_linea(etiqueta: str, atributos: str) -> Iterator[str]:
    # lo que va entre comillas no son atributos
    nombres = re.sub(r"\"[^\"]*\"|'[^']*'", '""', atributos)
    if etiqueta == "style":
        yield "en línea: va en static/css"
    if etiqueta == "script" and "src" not in nombres and not DATOS.search(atributos):
        yield "en línea: va en static/js"
    if ESTILO.search(nombres):
        yield "lleva style="
    if MANEJADOR.search(nombres):
        yield "lleva un manejador on…="
    if re.search(r"[\"']\s*javascript:", atributos, re.I):
        yield "lleva javascript:"


def revisar_renglones(texto: str) -> list[str]:
    """Los renglones que no caben; cuentan también los comentarios y las etiquetas de Django."""
    largos = ((n, len(renglon)) for n, renglon in enumerate(texto.splitlines(), 1) if len(renglon) > COLUMNAS)
    return [f"{n}: {largo} columnas; caben {COLUMNAS}" for n, largo in largos]


def carpetas(raiz: Path) -> list[Path]:
    """Dónde hay plantillas: la común y la de cada app."""
    return [carpeta for carpeta in (raiz / "templates", *sorted(raiz.glob("*/templates"))) if carpeta.is_dir()]


def revisar_todas(raiz: Path) -> Iterator[tuple[Path, str]]:
    """Compila cada plantilla y revisa las que ve el navegador."""
    motor = engines["django"]
    for carpeta in carpetas(raiz):
        for ruta in sorted(p for p in carpeta.rglob("*") if p.suffix in (".html", ".txt", ".svg", ".xml")):
            nombre = ruta.relative_to(carpeta).as_posix()
            try:
                motor.get_template(nombre)
            except TemplateSyntaxError as falla:
                yield ruta, f"no compila: {falla}"
            for falta in revisar_renglones(ruta.read_text(encoding="utf-8")):
                yield ruta, falta
            if ruta.suffix in (".html", ".svg") and not CORREO.search(nombre):
                for falta in revisar(ruta.read_text(encoding="utf-8")):
                    yield ruta, falta
            if nombre not in traducibles.APARTE and ruta.suffix in (".html", ".txt"):
                for falta in traducibles.revisar(ruta.read_text(encoding="utf-8")):
                    yield ruta, falta

"""El índice de requisitos contra el árbol: `python -m tests.requisitos`.

`docs/requisitos-indice.md` dice de cada número de `docs/requisitos.md` dónde vive y qué prueba lo enseña. Aquí se
comprueba que no falte ni sobre ninguno, que vayan en orden y que cada `ruta.py::nombre` exista. Con `--corrige` se
ordenan, y lo que se mudó de archivo sin cambiar de nombre se vuelve a apuntar solo, si no hay duda de dónde quedó.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

RAIZ = Path(__file__).resolve().parent.parent
REQUISITOS, INDICE = Path("docs/requisitos.md"), Path("docs/requisitos-indice.md")
CON_RUTAS = (INDICE, Path("CONTRIBUTING.md"), Path("docs/glosario.md"), Path("docs/arquitectura.md"))
CARPETAS = (
    "config",
    "reglas",
    "suscripciones",
    "recreo",
    "enlinea",
    "torneos",
    "templates",
    "static",
    "tests",
    "bench",
)
TODAVIA_NO = "todavía no"
DE_PRUEBA = ("tests/", "bench/")

NUMERO = re.compile(r"^(?:- |\| )([A-Z]{1,2}\d+) ", re.MULTILINE)
RENGLON = re.compile(r"^\| ([A-Z]{1,2}\d+) \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)
ENTRE_COMILLAS = re.compile(r"`([^`\s]+)`")
# una ruta lleva diagonal y final (o es de .ci); `ruta::nombre`, además, qué buscar dentro
RUTA = re.compile(r"^(?:[\w-]+(?:/[\w.-]+)*/[\w-]+\.\w+|\.ci/[\w-]+)(?:::[\w.-]+)?$")
# lo que una prueba o un comentario cita. Las de una sola cifra (D1) son también jugadores y fichas
CITA = re.compile(r"\b((?:RG|SU|RE|EL|SA|ES|AC|TO|VA|PL)\d{1,2}|D\d{2,3})\b")
NO_ES_CITA = {"ES5"}


@dataclass(frozen=True)
class Renglon:
    """Uno del índice: de qué trata, dónde vive y qué prueba lo enseña."""

    numero: str
    que: str
    donde: str
    prueba: str

    def faltas(self) -> Iterator[str]:
        """Lo que le falta decir, o lo que dice en la columna que no es."""
        donde, prueba = ENTRE_COMILLAS.findall(self.donde), ENTRE_COMILLAS.findall(self.prueba)
        if not donde and TODAVIA_NO not in self.donde:
            yield f"{self.numero}: no dice dónde vive ni «{TODAVIA_NO}»"
        if donde and not prueba:
            yield f"{self.numero}: no dice qué prueba lo enseña"
        yield from (f"{self.numero}: {n} es una prueba, no donde vive" for n in donde if n.startswith(DE_PRUEBA))
        yield from (f"{self.numero}: {n} no es una prueba" for n in prueba if not n.startswith(DE_PRUEBA))
        yield from (f"{self.numero}: {n} no es una ruta" for n in donde + prueba if not RUTA.match(n))


@cache
def nombres_de(ruta: Path) -> frozenset[str]:
    """Funciones, clases, miembros (`Clase.metodo`) y constantes; las pruebas de una clase, también sin ella."""
    todos = set(_definidos(ast.parse(ruta.read_text(encoding="utf-8")).body))
    return frozenset(todos | {nombre.rpartition(".")[2] for nombre in todos if ".test_" in nombre})


def _definidos(cuerpo: list[ast.stmt], dentro: str = "") -> Iterator[str]:
    for nodo in cuerpo:
        if isinstance(nodo, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield dentro + nodo.name
            if isinstance(nodo, ast.ClassDef):
                yield from _definidos(nodo.body, f"{dentro}{nodo.name}.")
        elif isinstance(nodo, (ast.Assign, ast.AnnAssign)):
            blancos = nodo.targets if isinstance(nodo, ast.Assign) else [nodo.target]
            yield from (dentro + n.id for blanco in blancos for n in ast.walk(blanco) if isinstance(n, ast.Name))
        elif isinstance(nodo, ast.If):
            yield from _definidos(nodo.body, dentro)


def existe(cual: str, raiz: Path) -> bool:
    """¿Está `ruta`, o `ruta::nombre`?"""
    ruta, _, nombre = cual.partition("::")
    archivo = raiz / ruta
    if not archivo.is_file():
        return False
    if not nombre:
        return True
    if archivo.suffix == ".py":
        return nombre in nombres_de(archivo)
    return re.search(rf"(?<![\w-]){re.escape(nombre)}(?![\w-])", archivo.read_text(encoding="utf-8")) is not None


def donde_quedo(cual: str, raiz: Path) -> str | None:
    """La ruta de ahora de lo que se mudó sin cambiar de nombre; `None` si no está o podría ser de varias."""
    ruta, _, nombre = cual.partition("::")
    final = Path(ruta).suffix
    candidatos = [
        archivo
        for carpeta in CARPETAS
        for archivo in sorted((raiz / carpeta).rglob(f"*{final}"))
        if (nombre in nombres_de(archivo) if nombre and final == ".py" else archivo.name == Path(ruta).name)
    ]
    if len(candidatos) > 1:
        candidatos = [archivo for archivo in candidatos if archivo.name == Path(ruta).name]
    if len(candidatos) != 1:
        return None
    hallada = candidatos[0].relative_to(raiz).as_posix() + (f"::{nombre}" if nombre else "")
    return hallada if existe(hallada, raiz) else None


def numeros_de(requisitos: str) -> list[str]:
    """Todos los números de los requisitos y de las decisiones, en su orden."""
    return NUMERO.findall(requisitos)


def faltas_del_indice(requisitos: str, indice: str) -> Iterator[str]:
    """Un renglón por número, ni uno más, y cada uno completo."""
    pedidos = numeros_de(requisitos)
    renglones = [Renglon(*grupos) for grupos in RENGLON.findall(indice)]
    cuantos = Counter(renglon.numero for renglon in renglones)
    yield from (f"{numero}: está dos veces en los requisitos" for numero, n in Counter(pedidos).items() if n > 1)
    yield from (f"{numero}: no tiene renglón en el índice" for numero in pedidos if not cuantos[numero])
    yield from (f"{numero}: no existe ese requisito" for numero in cuantos if numero not in pedidos)
    yield from (f"{numero}: está {n} veces en el índice" for numero, n in cuantos.items() if n > 1)
    yield from (f"{numero}: va antes que el de arriba (--corrige los ordena)" for numero in fuera_de_orden(indice))
    for renglon in renglones:
        yield from renglon.faltas()


def fuera_de_orden(indice: str) -> Iterator[str]:
    """Los números que van después de uno mayor de su mismo capítulo."""
    antes = ("", 0)
    for renglon in RENGLON.finditer(indice):
        este = _turno(renglon[1])
        if este[0] == antes[0] and este < antes:
            yield renglon[1]
        antes = este


def ordenar(indice: str) -> str:
    """El índice, con los renglones seguidos de cada tabla por su número."""
    ordenados: list[str] = []
    for _son_renglones, juntos in groupby(indice.splitlines(keepends=True), key=_es_renglon):
        ordenados += sorted(juntos, key=lambda uno: _turno(uno.split()[1]) if _es_renglon(uno) else ("", 0))
    return "".join(ordenados)


def _es_renglon(linea: str) -> bool:
    return bool(RENGLON.match(linea.rstrip()))


def _turno(numero: str) -> tuple[str, int]:
    letras = numero.rstrip("0123456789")
    return letras, int(numero[len(letras) :])


def faltas_de_rutas(texto: str, raiz: Path) -> Iterator[str]:
    """Cada ruta entre comillas existe; si se mudó, se dice a dónde."""
    for cual in dict.fromkeys(n for n in ENTRE_COMILLAS.findall(texto) if RUTA.match(n)):
        if not existe(cual, raiz):
            ahora = donde_quedo(cual, raiz)
            yield f"no existe {cual}" + (f"; ahora es {ahora} (--corrige lo apunta)" if ahora else "")


def faltas_de_citas(requisitos: str, raiz: Path) -> Iterator[str]:
    """Nadie cita en el código un número que los requisitos no tienen."""
    sabidos = {*numeros_de(requisitos), *NO_ES_CITA}
    for carpeta in CARPETAS:
        for archivo in sorted((raiz / carpeta).rglob("*")):
            if archivo.suffix in (".py", ".html", ".js", ".css") and archivo.name != "test_requisitos.py":
                for cita in sorted(set(CITA.findall(archivo.read_text(encoding="utf-8"))) - sabidos):
                    yield f"{archivo.relative_to(raiz)}: cita {cita}, que no existe"


def corregir(texto: str, raiz: Path) -> str:
    """El mismo texto con las rutas de ahora."""
    for cual in set(ENTRE_COMILLAS.findall(texto)):
        if RUTA.match(cual) and not existe(cual, raiz) and (ahora := donde_quedo(cual, raiz)):
            texto = texto.replace(f"`{cual}`", f"`{ahora}`")
    return texto


def faltas(raiz: Path = RAIZ) -> Iterator[str]:
    """Todas las del proyecto."""
    requisitos, indice = ((raiz / cual).read_text(encoding="utf-8") for cual in (REQUISITOS, INDICE))
    yield from (f"{INDICE}: {falta}" for falta in faltas_del_indice(requisitos, indice))
    for cual in CON_RUTAS:
        yield from (f"{cual}: {falta}" for falta in faltas_de_rutas((raiz / cual).read_text(encoding="utf-8"), raiz))
    yield from faltas_de_citas(requisitos, raiz)


def principal(argumentos: list[str]) -> int:
    """Enseña las faltas; uno si hay alguna."""
    if "--corrige" in argumentos:
        for cual in CON_RUTAS:
            texto = (RAIZ / cual).read_text(encoding="utf-8")
            corregido = corregir(texto, RAIZ)
            (RAIZ / cual).write_text(ordenar(corregido) if cual == INDICE else corregido, encoding="utf-8")
    todas = list(faltas())
    print("\n".join(todas) or "Requisitos: cada uno dice dónde vive y qué prueba lo enseña.")
    return 1 if todas else 0


if __name__ == "__main__":
    sys.exit(principal(sys.argv[1:]))

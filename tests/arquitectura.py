"""Reglas de arquitectura como funciones: reciben un archivo leído y devuelven sus faltas.

Las capas y su sentido están en `docs/arquitectura.md`.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

RAIZ = Path(__file__).resolve().parent.parent
APPS = ("suscripciones", "recreo", "enlinea", "torneos")
PUERTAS = ("servicios", "consultas", "errores")
# hechos para que otra app se pare en ellos: se usan enteros, también sus modelos abstractos
SUELOS = ("recreo.hoja",)
BORDES = ("views", "consumidor", "consumidores", "forms", "admin", "urls", "rutas")
CAPAS = ("models", "mensajes", "consultas", "servicios", "errores", *BORDES)
# Quién escribe fuera de un servicio, y por qué. Quien ya no escribe sale de aquí: la regla lo exige.
ESCRIBEN_FUERA = {
    "config/servidor/salud.py": "el renglón con que la salud comprueba que la base guarda: no es una orden de nadie",
    "enlinea/demo.py": "siembra las partidas ya jugadas de la demostración, que nadie puede armar por la sala",
    "enlinea/diario/diario.py": "el diario es la puerta de la mesa en línea: una tabla que sólo crece, con su conexión",
    "enlinea/diario/insercion.py": "la orden preparada con que el diario entra en PostgreSQL",
    "enlinea/diario/procesos.py": "el latido de cada proceso y quién está conectado a él: no son órdenes de nadie",
    "recreo/imagen.py": "guarda un JPEG en memoria: no es un modelo",
    "config/comun/lienzo.py": "guarda un PNG en memoria: no es un modelo",
    "suscripciones/admin.py": "el alta y los datos de una cuenta los guarda la administración de Django",
    "suscripciones/buzon.py": "es el EMAIL_BACKEND: Django lo llama, en la transacción del servicio que manda la carta",
    "suscripciones/correo_demo.py": "es el EMAIL_BACKEND de la demostración, que guarda en vez de mandar",
    "suscripciones/forms.py": "allauth guarda la contraseña nueva en el `save` de su formulario",
    "suscripciones/pasarelas/de_mercadopago.py": "le pide a quien cobra que abra un cobro: no es un modelo",
    "suscripciones/pasarelas/de_stripe.py": "le pide a quien cobra que abra un cobro: no es un modelo",
    "suscripciones/models/cuenta.py": "`create_user` y `createsuperuser` los llama Django",
}
ESCRITURAS = {"save", "create", "delete", "get_or_create", "update_or_create", "bulk_create", "bulk_update"}
ESCRITURAS |= {f"a{nombre}" for nombre in ESCRITURAS}
ESCRITURAS |= {"save_base", "save_model", "delete_model", "delete_queryset", "create_user", "create_superuser"}
# de una orden escrita a mano; el bloqueo de lectura (`FOR UPDATE`) no escribe
SQL_QUE_ESCRIBE = re.compile(
    r"\b(?:INSERT|MERGE|REPLACE)\s+(?:OR\s+\w+\s+)?INTO\b|(?<!FOR )(?<!KEY )\bUPDATE\s|\bDELETE\s+FROM\b"
    r"|\bTRUNCATE\b|\bCOPY\s|\b(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|VIEW|TYPE)\b"
)
DE_CONJUNTO = {"all", "annotate", "exclude", "filter", "order_by", "select_for_update", "using"}
# lo que haría a `reglas` depender de algo que no entra por parámetro
IMPUROS = {
    "asyncio", "http", "io", "logging", "multiprocessing", "os", "pathlib", "random", "secrets", "socket",
    "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
RELOJES = {"now", "utcnow", "today"}
LINEAS_DE_ARCHIVO = 400
LINEAS_DE_FUNCION = 40
CARPETAS = (*APPS, "config", "reglas", "tests", "bench")


def capa_de(partes: Sequence[str]) -> str:
    """La capa de un módulo por las partes de su nombre: la primera que sea una, o lo que sigue a la app."""
    return next((parte for parte in partes[1:] if parte in CAPAS), partes[min(1, len(partes) - 1)])


@dataclass(frozen=True)
class Archivo:
    """Una ruta relativa a la raíz y su texto."""

    ruta: PurePosixPath
    texto: str

    @cached_property
    def arbol(self) -> ast.Module:
        """El árbol de sintaxis."""
        return ast.parse(self.texto)

    @property
    def paquete(self) -> str:
        """La carpeta de arriba: la app, `config`, `reglas` o `tests`."""
        return self.ruta.parts[0]

    @property
    def capa(self) -> str:
        """`servicios` para recreo/servicios.py, recreo/servicios/mesa.py y enlinea/sala/servicios/armado.py."""
        return capa_de([PurePosixPath(parte).stem for parte in self.ruta.parts])

    @property
    def es_servicio(self) -> bool:
        """`servicios.py` o algo dentro de una carpeta `servicios`, a la altura que esté."""
        return "servicios" in {PurePosixPath(parte).stem for parte in self.ruta.parts[1:]}

    @property
    def es_prueba(self) -> bool:
        """Pruebas y mediciones: se les exige menos."""
        return self.paquete in ("tests", "bench")

    def importados(self, con_tipos: bool = True) -> Iterator[tuple[int, str]]:
        """Renglón y nombre completo de cada módulo importado, también los de adentro de una función."""
        solo_tipos = set() if con_tipos else {id(n) for n in _bajo_type_checking(self.arbol)}
        for nodo in ast.walk(self.arbol):
            if id(nodo) in solo_tipos:
                continue
            if isinstance(nodo, ast.Import):
                yield from ((nodo.lineno, alias.name) for alias in nodo.names)
            elif isinstance(nodo, ast.ImportFrom):
                base = self._absoluto(nodo)
                yield from ((nodo.lineno, f"{base}.{alias.name}") for alias in nodo.names)

    def _absoluto(self, nodo: ast.ImportFrom) -> str:
        if not nodo.level:
            return nodo.module or ""
        arriba = self.ruta.parts[: len(self.ruta.parts) - nodo.level]
        return ".".join([*arriba, *([nodo.module] if nodo.module else [])])


def _bajo_type_checking(arbol: ast.Module) -> Iterator[ast.AST]:
    for nodo in ast.walk(arbol):
        if isinstance(nodo, ast.If) and isinstance(nodo.test, ast.Name) and nodo.test.id == "TYPE_CHECKING":
            for rama in nodo.body:
                yield from ast.walk(rama)


def _llamadas(archivo: Archivo) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    for nodo in ast.walk(archivo.arbol):
        if isinstance(nodo, ast.Call) and isinstance(nodo.func, ast.Attribute):
            yield nodo, nodo.func


def reglas_es_puro(archivo: Archivo) -> Iterator[str]:
    """`reglas` sólo importa la biblioteca estándar y a sí mismo; no lee hora, azar ni entorno."""
    if archivo.paquete != "reglas":
        return
    es_orden = archivo.ruta.name == "__main__.py"
    for renglon, modulo in archivo.importados():
        raiz = modulo.split(".")[0]
        if raiz != "reglas" and raiz not in sys.stdlib_module_names:
            yield f"{renglon}: importa {modulo}"
        elif raiz in IMPUROS and not es_orden:
            yield f"{renglon}: importa {modulo}, que no entra por parámetro"
    for nodo, atributo in _llamadas(archivo):
        if atributo.attr in RELOJES and not es_orden:
            yield f"{nodo.lineno}: lee la hora con {atributo.attr}()"


def apps_por_la_puerta(archivo: Archivo) -> Iterator[str]:
    """Una app usa a otra sólo por sus servicios, consultas y errores (los modelos, sólo como tipo)."""
    if archivo.paquete not in APPS or "migrations" in archivo.ruta.parts:
        return
    for renglon, modulo in archivo.importados(con_tipos=False):
        partes = modulo.split(".")
        ajena = partes[0] in APPS and partes[0] != archivo.paquete
        if ajena and ".".join(partes[:2]) not in SUELOS and (len(partes) < 2 or capa_de(partes) not in PUERTAS):
            yield f"{renglon}: importa {modulo}; usa sus servicios o consultas"


def sentido_unico(archivo: Archivo) -> Iterator[str]:
    """Borde → servicios → consultas → modelos: nadie importa hacia arriba dentro de su app."""
    prohibidas: dict[str, tuple[str, ...]] = {
        "models": ("servicios", "consultas", *BORDES),
        "mensajes": ("servicios", "consultas", "models", *BORDES),
        "consultas": ("servicios", *BORDES),
        "servicios": BORDES,
    }
    if archivo.paquete not in APPS:
        return
    for renglon, modulo in archivo.importados(con_tipos=False):
        partes = modulo.split(".")
        if partes[0] in APPS and len(partes) > 1 and capa_de(partes) in prohibidas.get(archivo.capa, ()):
            yield f"{renglon}: {archivo.capa} importa {modulo}"


def una_sola_puerta(archivo: Archivo) -> Iterator[str]:
    """Sólo los servicios escriben modelos; lo demás, en `ESCRIBEN_FUERA` con su razón."""
    if archivo.es_prueba or archivo.es_servicio:
        return
    halladas = [*_escrituras(archivo), *_sql_que_escribe(archivo)]
    if str(archivo.ruta) not in ESCRIBEN_FUERA:
        yield from halladas
    elif not halladas:
        yield "ya no escribe: quítalo de ESCRIBEN_FUERA"


def _escrituras(archivo: Archivo) -> Iterator[str]:
    conjuntos = _nombres_de_conjuntos(archivo.arbol)
    for nodo, atributo in _llamadas(archivo):
        de = atributo.value
        # `dict.update` es lícito; el de un conjunto de modelos cuelga de `objects`, de otra llamada o de su nombre
        de_modelos = (
            (isinstance(de, ast.Call) and ast.unparse(de.func) not in ("dict", "globals", "vars"))
            or (isinstance(de, ast.Attribute) and de.attr == "objects")
            or (isinstance(de, ast.Name) and de.id in conjuntos)
        )
        if atributo.attr in ESCRITURAS or (atributo.attr in ("update", "aupdate") and de_modelos):
            yield f"{nodo.lineno}: escribe con .{atributo.attr}()"


def _nombres_de_conjuntos(arbol: ast.Module) -> set[str]:
    """Variables que guardan un conjunto de modelos, para ver también `vivos = X.objects.filter(…); vivos.update(…)`."""
    nombres: set[str] = set()
    for nodo in ast.walk(arbol):
        if isinstance(nodo, ast.Assign) and _es_conjunto(nodo.value):
            nombres |= {t.id for t in nodo.targets if isinstance(t, ast.Name)}
        elif isinstance(nodo, ast.arg) and nodo.annotation is not None and "QuerySet" in ast.unparse(nodo.annotation):
            nombres.add(nodo.arg)
    return nombres


def _es_conjunto(valor: ast.expr) -> bool:
    if not (isinstance(valor, ast.Call) and isinstance(valor.func, ast.Attribute)):
        return False
    return valor.func.attr in DE_CONJUNTO


def _sql_que_escribe(archivo: Archivo) -> Iterator[str]:
    sueltos = {id(n.value) for n in ast.walk(archivo.arbol) if isinstance(n, ast.Expr)}  # documentación
    for nodo in ast.walk(archivo.arbol):
        if not isinstance(nodo, ast.Constant) or not isinstance(nodo.value, str) or id(nodo) in sueltos:
            continue
        if hallado := SQL_QUE_ESCRIBE.search(nodo.value):
            yield f"{nodo.lineno}: escribe con {hallado[0].strip()}"


def sin_senales(archivo: Archivo) -> Iterator[str]:
    """Sin señales: lo que pasa al escribir se lee en el servicio. El manejador de peticiones emite las de Django, y al
    acabar de migrar se ponen los grupos de la oficina, que no es escribir un modelo.
    """
    if archivo.es_prueba or str(archivo.ruta) in ("config/servidor/peticiones.py", "suscripciones/apps.py"):
        return
    for renglon, modulo in archivo.importados():
        if "signals" in modulo.split(".") or modulo.startswith("django.dispatch"):
            yield f"{renglon}: importa {modulo}"


def uvicorn_en_su_paquete(archivo: Archivo) -> Iterator[str]:
    """Lo que depende de uvicorn por dentro está junto: al subirlo de versión se sabe qué mirar."""
    if archivo.es_prueba or archivo.ruta.parts[:3] == ("config", "servidor", "sobre_uvicorn"):
        return
    for renglon, modulo in archivo.importados():
        if modulo.split(".")[0] in ("uvicorn", "websockets"):
            yield f"{renglon}: importa {modulo}"


def modelos_sin_logica_al_guardar(archivo: Archivo) -> Iterator[str]:
    """Sin `save` propio y sin coma flotante en tantos e importes."""
    if archivo.paquete not in APPS or archivo.capa != "models":
        return
    for nodo in ast.walk(archivo.arbol):
        if isinstance(nodo, ast.FunctionDef) and nodo.name in ("save", "delete"):
            yield f"{nodo.lineno}: redefine {nodo.name}()"
        if isinstance(nodo, ast.Attribute) and nodo.attr == "FloatField":
            yield f"{nodo.lineno}: usa FloatField"


def sin_atrapar_todo(archivo: Archivo) -> Iterator[str]:
    """Se atrapa lo que se espera; nunca `Exception` a secas."""
    for nodo in ast.walk(archivo.arbol):
        if not isinstance(nodo, ast.ExceptHandler):
            continue
        tipos = nodo.type.elts if isinstance(nodo.type, ast.Tuple) else [nodo.type]
        nombres = {t.id for t in tipos if isinstance(t, ast.Name)}
        if nodo.type is None or nombres & {"Exception", "BaseException"}:
            yield f"{nodo.lineno}: atrapa cualquier error"


def sin_importar_pruebas(archivo: Archivo) -> Iterator[str]:
    """El producto no depende de sus pruebas ni de sus mediciones."""
    if archivo.es_prueba:
        return
    for renglon, modulo in archivo.importados():
        if modulo.split(".")[0] in ("tests", "bench", "pytest", "hypothesis", "playwright", "factory"):
            yield f"{renglon}: importa {modulo}"


def con_zona(archivo: Archivo) -> Iterator[str]:
    """La hora lleva zona: `timezone.now()`, nunca `datetime.now()` ni `utcnow()`."""
    for nodo, atributo in _llamadas(archivo):
        desnuda = isinstance(atributo.value, ast.Name) and atributo.value.id in ("datetime", "date")
        if atributo.attr == "utcnow" or (desnuda and atributo.attr in RELOJES and not nodo.args + nodo.keywords):
            yield f"{nodo.lineno}: hora sin zona con {atributo.attr}()"


def archivos_cortos(archivo: Archivo) -> Iterator[str]:
    """Un archivo de más de 400 renglones se parte por subtema."""
    renglones = len(archivo.texto.splitlines())
    if renglones > LINEAS_DE_ARCHIVO:
        yield f"tiene {renglones} renglones (tope {LINEAS_DE_ARCHIVO})"


def funciones_cortas(archivo: Archivo) -> Iterator[str]:
    """Una función con cuerpo de más de 40 renglones se parte; firma y documentación no cuentan, las pruebas tampoco."""
    if archivo.es_prueba:
        return
    for nodo in ast.walk(archivo.arbol):
        if isinstance(nodo, (ast.FunctionDef, ast.AsyncFunctionDef)):
            cuerpo = nodo.body[1:] if ast.get_docstring(nodo) is not None else nodo.body
            renglones = (nodo.end_lineno or 0) - cuerpo[0].lineno + 1 if cuerpo else 0
            if renglones > LINEAS_DE_FUNCION:
                yield f"{nodo.lineno}: {nodo.name} tiene {renglones} renglones (tope {LINEAS_DE_FUNCION})"


Regla = Callable[[Archivo], Iterator[str]]
REGLAS: tuple[Regla, ...] = (
    reglas_es_puro,
    apps_por_la_puerta,
    sentido_unico,
    una_sola_puerta,
    sin_senales,
    uvicorn_en_su_paquete,
    modelos_sin_logica_al_guardar,
    sin_atrapar_todo,
    sin_importar_pruebas,
    con_zona,
    archivos_cortos,
    funciones_cortas,
)


@cache
def archivos() -> tuple[Archivo, ...]:
    """Todo el Python del proyecto, sin migraciones; se lee una vez."""
    rutas = (ruta for carpeta in CARPETAS for ruta in sorted((RAIZ / carpeta).rglob("*.py")))
    relativas = (PurePosixPath(ruta.relative_to(RAIZ).as_posix()) for ruta in rutas)
    return tuple(
        Archivo(ruta, (RAIZ / ruta).read_text(encoding="utf-8")) for ruta in relativas if "migrations" not in ruta.parts
    )

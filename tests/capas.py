"""Las dependencias bajan: qué paquete está encima de cuál, y que nadie se importe en círculo.

La tabla dice el orden; leerla es leer el plano de una app. Un `import` dentro de una función cuenta igual que los de
arriba (el círculo sigue ahí, escondido); uno bajo `TYPE_CHECKING` no, porque no corre.
"""

from collections.abc import Callable, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter

from tests.arquitectura import Archivo

# Paquete → sus partes, de abajo arriba. Se importa lo de los renglones de abajo y, sin círculo, lo del propio.
# Para vigilar otro (`enlinea`, o uno de adentro: `enlinea.sala`) basta con agregarlo.
CAPAS: dict[str, tuple[str, ...]] = {
    "suscripciones": (
        # no tocan la base
        "aparato baja claves_comunes cobros cortes datos_propios demo entradas errores inscripciones lista_de_avisos"
        " pasarelas periodos planes textos topes",
        "models",
        "consultas correos",
        "derechos",
        "servicios",
        # lo que piden Django y allauth
        "adaptador altas buzon clave correo_demo formas_de_oficina formas_de_segundo_paso forms forms_datos"
        " forms_de_cobros segundo_paso sesiones templatetags",
        "admin admin_de_cobros admin_de_inicio admin_de_persona admin_de_suspensiones management partes_de_persona"
        " views views_datos views_de_avisos views_de_cobros urls",
        "apps",
    ),
    "recreo": (
        "errores",
        "hoja",  # la mesa sin dueño: nada de lo de arriba
        "difusion freno historia identidad mensajes models",
        "correo estado estado_mesa estado_otra textos",
        # lo que se lee y cómo se ve
        "consultas pantallas",
        "servicios",
        "aparato forms imagen ordenes templatetags",  # cómo se traduce lo que llega
        "actas historia papel tratos vivo",
        "oidos",
        "admin consumidores demo management penas rutas urls urls_mesa urls_organizador urls_regreso views",
        "apps",
    ),
    "recreo.hoja": (
        "marca models textos vista",
        "consultas pantalla",
        "servicios",
        "formas",
        "formas_de_captura",
    ),
    "recreo.penas": (
        "consultas textos",
        "servicios",
        "calendario exportar formas",
        "views",
        "urls",
    ),
    "enlinea": (
        "difusion errores escrito models textos",
        "acceso diario",
        "clasificacion",
        "convivencia",
        "gente",  # caras y amistades, que la Sala enseña
        "telefono",  # a quién se avisa con el teléfono guardado, y de qué
        "sala",
        "salon",  # las mesas de un torneo: quién se sienta y qué se le dice
        "academia",
        "moderacion",
        "historial",
        "encuentros",  # las páginas de la gente y lo que se queda de jugar
        "calidad",
        "mesa",
        "visita",  # sin cuenta: las reglas, la vista y el tablero de los de abajo
        "admin demo management rutas urls",
        "apps",
    ),
    "torneos": (
        "difusion identidad models",
        "actas alcanza campos conjuntos estado reconstruir sesion textos",
        "consultas puestos tabla_dicha",
        "servicios",
        "formas_de_conjuntos forms mensajes ordenes porque templatetags",
        "pantallas",
        "demo vivo",
        "admin consumidores rutas urls views",
        "apps",
    ),
    "config": (
        "base models",
        "vivo",
        "servidor",
        "conjuntos",
        "formatos settings",
        "comun templatetags",
        "portada sockets",  # conocen a las aplicaciones
        "apps asgi management urls",
    ),
}
# sin tabla: sólo que sus partes no se importen en círculo
SIN_TABLA = ("reglas",)

ReglaDeConjunto = Callable[[Iterable[Archivo]], Iterator[str]]
Grafo = dict[str, set[str]]


def hacia_abajo(archivo: Archivo) -> Iterator[str]:
    """Nadie importa de una capa de arriba, y toda parte de una app está en la tabla."""
    for paquete, filas in CAPAS.items():
        niveles = {parte: nivel for nivel, fila in enumerate(filas) for parte in fila.split()}
        propia = _parte(paquete, modulo_de(archivo))
        if not propia:
            continue
        if propia not in niveles:
            yield f"{propia} no está en las capas de {paquete}"
            continue
        for renglon, importado in archivo.importados(con_tipos=False):
            ajena = _parte(paquete, importado)
            if niveles.get(ajena, -1) > niveles[propia]:
                yield f"{renglon}: {paquete}.{propia} importa {importado}, que está encima"


def sin_circulos_entre_paquetes(archivos: Iterable[Archivo]) -> Iterator[str]:
    """Dos partes de una app que se importan una a otra son una sola, o les falta una tercera debajo."""
    todos = list(archivos)
    for paquete in (*CAPAS, *SIN_TABLA):
        grafo: Grafo = {}
        for archivo in todos:
            if propia := _parte(paquete, modulo_de(archivo)):
                ajenas = {_parte(paquete, importado) for _renglon, importado in archivo.importados(con_tipos=False)}
                grafo.setdefault(propia, set()).update(ajenas - {propia, ""})
        yield from (f"{paquete}: {circulo}" for circulo in _circulos(grafo))


def sin_circulos_entre_modulos(archivos: Iterable[Archivo]) -> Iterator[str]:
    """Ningún módulo del producto acaba importándose a sí mismo."""
    modulos = {modulo_de(archivo): archivo for archivo in archivos if not archivo.es_prueba}
    grafo: Grafo = {}
    for modulo, archivo in modulos.items():
        importados = {_existente(nombre, modulos) for _renglon, nombre in archivo.importados(con_tipos=False)}
        grafo[modulo] = importados - {modulo, ""}
    yield from _circulos(grafo)


REGLAS_DE_CONJUNTO: tuple[ReglaDeConjunto, ...] = (sin_circulos_entre_paquetes, sin_circulos_entre_modulos)


def modulo_de(archivo: Archivo) -> str:
    """`recreo.servicios` para recreo/servicios/__init__.py; `recreo.models` para recreo/models/recreo.py."""
    return ".".join(archivo.ruta.with_suffix("").parts).removesuffix(".__init__")


def _parte(paquete: str, modulo: str) -> str:
    """`servicios` para `recreo.servicios.alta` dentro de `recreo`; vacío si es de otro paquete."""
    return modulo.removeprefix(f"{paquete}.").split(".")[0] if modulo.startswith(f"{paquete}.") else ""


def _existente(nombre: str, modulos: Iterable[str]) -> str:
    """El módulo de un nombre importado, que puede ser algo de adentro; vacío si no es del proyecto."""
    while nombre and nombre not in modulos:
        nombre = nombre.rpartition(".")[0]
    return nombre


def _circulos(grafo: Grafo) -> Iterator[str]:
    """El primero que haya, dicho en el sentido en que se importa."""
    try:
        TopologicalSorter(grafo).prepare()
    except CycleError as hallado:
        yield " → ".join(reversed(hallado.args[1]))

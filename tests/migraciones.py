"""Expandir y después contraer: una migración no rompe a la versión anterior, que sigue sirviendo mientras se despliega.

Lo que una migración agrega, la versión anterior lo ignora; lo que quita, cambia de nombre o exige, la tira. Quitar va
en una versión posterior a la que dejó de usarlo, y la migración lo dice: `CONTRAE = "0.4.0 ya no lo lee"` en su clase.
`docs/decisiones/014` cuenta por qué no se usa django-migration-linter.
"""

import os
import sys
from collections.abc import Iterable, Iterator

RAZON_MINIMA = 20
NUESTRAS = ("config", "enlinea", "recreo", "suscripciones", "torneos")


def faltas(migracion, antes) -> Iterator[str]:
    """Qué de esta migración rompe a quien corre con el estado de `antes` (un `ProjectState`)."""
    if len(getattr(migracion, "CONTRAE", "")) >= RAZON_MINIMA:
        return
    app, nuevos, estado = migracion.app_label, set(), antes.clone()
    for operacion in _de_base(migracion.operations):
        modelo = getattr(operacion, "model_name_lower", "")
        if type(operacion).__name__ == "CreateModel":
            nuevos.add(operacion.name_lower)
        elif modelo not in nuevos:
            razon = _rompe(operacion, app, estado)
            if razon:
                yield f"{operacion.describe()}: {razon}"
        operacion.state_forwards(app, estado)


def _de_base(operaciones: Iterable) -> Iterator:
    """Las que tocan la base: de las separadas y de las juntas, ésas."""
    for operacion in operaciones:
        yield from (
            _de_base(getattr(operacion, "database_operations", ()))
            if hasattr(operacion, "database_operations")
            else (operacion,)
        )


SIEMPRE = {
    "RemoveField": "la versión anterior todavía la lee",
    "DeleteModel": "la versión anterior todavía la lee",
    "RenameField": "la versión anterior la busca con su nombre: agrega otra, copia y contrae después",
    "RenameModel": "la versión anterior la busca con su nombre",
    "AlterModelTable": "la versión anterior la busca con su nombre",
    "AlterUniqueTogether": "la versión anterior puede guardar lo que ahora se prohíbe",
    "AddConstraint": "la versión anterior puede guardar lo que ahora se prohíbe",
    "RunSQL": "no se puede leer: si no rompe a nadie, dilo con CONTRAE",
}


def _rompe(operacion, app: str, estado) -> str:
    clase = type(operacion).__name__
    if clase == "AddField":
        return _al_agregar(operacion.field)
    if clase == "AlterField":
        viejo = estado.models[app, operacion.model_name_lower].fields[operacion.name]
        return _al_cambiar(viejo, operacion.field)
    return SIEMPRE.get(clase, "")


def _al_agregar(campo) -> str:
    if campo.many_to_many or campo.null or campo.has_db_default():
        return ""
    return "la versión anterior guarda renglones sin ella: null=True o db_default"


def _al_cambiar(viejo, nuevo) -> str:
    if viejo.get_internal_type() != nuevo.get_internal_type():
        return "otro tipo: agrega otra columna, copia y contrae después"
    if viejo.null and not nuevo.null:
        return "la versión anterior todavía guarda nulos"
    if nuevo.unique and not viejo.unique:
        return "la versión anterior puede guardar repetidos"
    if (nuevo.max_length or 0) < (viejo.max_length or 0):
        return "la versión anterior guarda más largo"
    return ""


def revisar() -> list[str]:
    """Las faltas de todas las nuestras, menos las que otra ya junta: ésas se revisaron, y se quitarán."""
    from django.db.migrations.loader import MigrationLoader

    cargadas = MigrationLoader(None)
    return [
        f"{app}.{nombre}: {falta}"
        for (app, nombre), migracion in sorted(cargadas.disk_migrations.items())
        if app in NUESTRAS and (app, nombre) in cargadas.graph.nodes
        for falta in faltas(migracion, cargadas.project_state((app, nombre), at_end=False))
    ]


def principal() -> int:
    """Cero si ninguna rompe a la versión anterior."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    halladas = revisar()
    for falta in halladas:
        print(falta)
    if halladas:
        print("Romperían a la versión anterior mientras se despliega (docs/operacion.md, «Migraciones»).")
    else:
        print("Migraciones: ninguna rompe a la versión anterior.")
    return 1 if halladas else 0


if __name__ == "__main__":
    sys.exit(principal())

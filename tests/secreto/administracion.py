"""La administración, sacada de sus rutas: cada dirección con un objeto de verdad. La que no se sabe pedir, falla."""

from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from enlinea.models import RenglonDeCalidad, Tarjeta
from suscripciones.models import Cobro, Suspension
from tests.secreto.escena import Escena

# lo que trae Django para el sitio entero; None es la dirección que no existe
DEL_SITIO = {
    "index", "login", "logout", "password_change", "password_change_done", "autocomplete", "jsi18n", "view_on_site",
    "app_list", None,
}  # fmt: skip
SIN_OBJETO = ("changelist", "add")
CON_OBJETO = ("history", "delete", "change")
PROPIAS: dict[str, Callable[[Escena], list[tuple[Any, ...]]]] = {
    "suscripciones_cuenta_persona": lambda e: [(uno.pk,) for uno in e.cuentas[:OBJETOS]],
    "suscripciones_suspension_levantar": lambda _e: [(una.pk,) for una in Suspension.objects.all()],
    "suscripciones_cobro_devolver": lambda _e: [(uno.pk,) for uno in Cobro.objects.all()],
    "enlinea_tarjeta_anular": lambda _e: [(una.pk,) for una in Tarjeta.objects.all()[:3]],
    "enlinea_reporte_registro": lambda e: [(e.reporte,)],
    "enlinea_renglondecalidad_repetir": lambda e: [
        (renglon.pk, partida)
        for renglon in RenglonDeCalidad.objects.all()
        for partida in (e.suya.terminada.pk, e.ajena.terminada.pk, e.suya.mesa.pk)
    ],
}
"""Las páginas propias y con qué se piden."""
OBJETOS = 2


def nombres() -> list[str | None]:
    """El de cada ruta de la administración; la que sólo manda de un objeto a su página no lleva."""
    (sitio,) = [p for p in get_resolver().url_patterns if isinstance(p, URLResolver) and p.namespace == "admin"]
    return list(_nombres(sitio.url_patterns))


def _nombres(patrones: list[URLPattern | URLResolver]) -> Iterator[str | None]:
    for patron in patrones:
        if isinstance(patron, URLPattern):
            yield patron.name
        else:
            yield from _nombres(patron.url_patterns)


def de_modelos() -> dict[str, type[Model]]:
    """El nombre de cada ruta de un modelo, y el modelo."""
    return {
        f"{m._meta.app_label}_{m._meta.model_name}_{que}": m
        for m in admin.site._registry
        for que in (*SIN_OBJETO, *CON_OBJETO)
    }


def direcciones(escena: Escena) -> list[str]:
    """Todas, con los objetos de la escena. Falla si un modelo no tiene ninguno: nada probaría."""
    hechas = [*_del_sitio(escena)]
    modelos = de_modelos()
    for nombre in nombres():
        if nombre in PROPIAS:
            hechas += [reverse(f"admin:{nombre}", args=datos) for datos in PROPIAS[nombre](escena)]
        elif nombre in modelos and nombre.endswith(SIN_OBJETO):
            hechas.append(reverse(f"admin:{nombre}"))
        elif nombre in modelos:
            suyos = [uno.pk for uno in modelos[nombre]._default_manager.all()[:OBJETOS]]
            assert suyos, f"{nombre}: pon uno en tests/secreto/escena.py"
            hechas += [reverse(f"admin:{nombre}", args=[pk]) for pk in suyos]
        else:
            assert nombre in DEL_SITIO, f"admin:{nombre}: di en tests/secreto/administracion.py con qué se pide"
    return hechas


def _del_sitio(escena: Escena) -> Iterator[str]:
    for nombre in ("index", "login", "password_change", "password_change_done", "jsi18n"):
        yield reverse(f"admin:{nombre}")
    yield reverse("admin:index") + "no/existe/"
    for etiqueta in {m._meta.app_label for m in admin.site._registry}:
        yield reverse("admin:app_list", args=[etiqueta])
    for objeto in (escena.suya.mesa, escena.suya.terminada):
        yield reverse("admin:view_on_site", args=[ContentType.objects.get_for_model(objeto).pk, objeto.pk])
    for modelo, suya in admin.site._registry.items():
        base = reverse(f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}_changelist")
        # la que manda de un número a su página, y la búsqueda
        yield from (f"{base}{uno.pk}/" for uno in modelo._default_manager.all()[:1])
        yield f"{base}?q=a"
        for campo in suya.autocomplete_fields:
            yield reverse("admin:autocomplete") + (
                f"?app_label={modelo._meta.app_label}&model_name={modelo._meta.model_name}&field_name={campo}&term=a"
            )


def acciones(escena: Escena, peticion: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """(lista, lo que se le manda) de cada acción que esa persona puede, con objetos elegidos."""
    for modelo, suya in admin.site._registry.items():
        base = reverse(f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}_changelist")
        elegidos = [uno.pk for uno in modelo._default_manager.all()[:OBJETOS]]
        for accion in suya.get_actions(peticion):
            yield base, {"action": accion, "_selected_action": elegidos, "index": 0}


def con_acciones() -> set[str]:
    """Las que declaran los modelos propios: todas deben salir en `acciones`."""
    return {accion for suya in admin.site._registry.values() for accion in suya.actions if isinstance(accion, str)}

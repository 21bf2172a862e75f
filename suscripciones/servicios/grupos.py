"""Los tres grupos de la oficina, como grupos: quien atiende no necesita todos los permisos (D509).

Son del código y no de la base: cada despliegue los deja exactamente así. Quien quiera otro reparto hace otro grupo, con
otro nombre, y ése no se toca.
"""

from typing import Any

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import Q

CAJA, MODERACION, SOPORTE = "caja", "moderación", "soporte"
GRUPOS: dict[str, tuple[str, ...]] = {
    # el dinero: registra, extiende, devuelve y factura; no ve pláticas ni sanciona
    CAJA: (
        "suscripciones.view_cuenta", "suscripciones.view_plan",
        "suscripciones.view_cobro", "suscripciones.change_cobro",
        "suscripciones.view_suscripcion", "suscripciones.add_suscripcion", "suscripciones.change_suscripcion",
        "suscripciones.view_notadelacasa", "suscripciones.add_notadelacasa", "suscripciones.view_correoporsalir",
        "torneos.view_torneo",
    ),
    # la convivencia: reportes, plática, tarjetas, suspender y levantar; no ve pagos
    MODERACION: (
        "suscripciones.view_cuenta",
        "suscripciones.view_suspension", "suscripciones.add_suspension", "suscripciones.change_suspension",
        "suscripciones.view_notadelacasa", "suscripciones.add_notadelacasa",
        "enlinea.view_reporte", "enlinea.change_reporte", "enlinea.view_charla",
        "enlinea.view_tarjeta", "enlinea.add_tarjeta", "enlinea.change_tarjeta",
        "enlinea.view_mensajedeladministrador", "enlinea.add_mensajedeladministrador",
        "enlinea.view_informedecalidad", "enlinea.view_renglondecalidad", "enlinea.change_renglondecalidad",
    ),
    # ayudar a entrar y a jugar: corrige datos, ve por qué alguien no puede, rescata un Recreo; no cobra ni sanciona
    SOPORTE: (
        "suscripciones.view_cuenta", "suscripciones.add_cuenta", "suscripciones.change_cuenta",
        "suscripciones.view_suscripcion", "suscripciones.view_cobro", "suscripciones.view_plan",
        "suscripciones.view_suspension", "suscripciones.view_correoporsalir",
        "suscripciones.view_notadelacasa", "suscripciones.add_notadelacasa",
        "enlinea.view_tarjeta", "enlinea.view_mensajedeladministrador", "enlinea.add_mensajedeladministrador",
        "recreo.view_recreo", "recreo.change_recreo", "torneos.view_torneo",
    ),
}  # fmt: skip


def cuadrar(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Deja los tres grupos con sus permisos, ni más ni menos; falso si ya estaban. Vale repetirlo."""
    pares = Permission.objects.using(using).filter(group__name__in=GRUPOS)
    hay: dict[str, set[str]] = {}
    for nombre, app, codigo in pares.values_list("group__name", "content_type__app_label", "codename"):
        hay.setdefault(nombre, set()).add(f"{app}.{codigo}")
    if hay == {nombre: set(permisos) for nombre, permisos in GRUPOS.items()}:
        return False
    _que_existan(using)
    with transaction.atomic(using=using):
        for nombre, permisos in GRUPOS.items():
            grupo, _nuevo = Group.objects.using(using).get_or_create(name=nombre)
            grupo.permissions.set(_permisos(permisos, using))
    return True


def al_migrar(sender: Any, using: str = DEFAULT_DB_ALIAS, **_mas: Any) -> None:
    """El receptor de `post_migrate`: en la base en que están las cuentas."""
    if "auth_group" in _tablas(using):
        cuadrar(using)


def _tablas(using: str) -> set[str]:
    return set(connections[using].introspection.table_names())


def _que_existan(using: str) -> None:
    """Django crea los permisos de cada app al acabar de migrarla: los de las otras pueden faltar todavía."""
    for etiqueta in sorted({permiso.partition(".")[0] for permisos in GRUPOS.values() for permiso in permisos}):
        create_permissions(apps.get_app_config(etiqueta), verbosity=0, using=using)


def _permisos(permisos: tuple[str, ...], using: str) -> list[Permission]:
    cuales = Q()
    for permiso in permisos:
        app, _punto, codigo = permiso.partition(".")
        cuales |= Q(content_type__app_label=app, codename=codigo)
    hallados = list(Permission.objects.using(using).filter(cuales))
    if len(hallados) != len(permisos):
        raise LookupError(f"Faltan permisos en la base: se pidieron {len(permisos)} y hay {len(hallados)}.")
    return hallados

"""El inicio de la administración, con lo que espera, y los grupos de la oficina (D509, D510)."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _l

from config.comun.administracion import ConAntesYDespues, ListaExplicada
from config.comun.oficina import lo_que_espera
from suscripciones.consultas.oficina import TOPE
from suscripciones.servicios.grupos import GRUPOS

Inicio = Callable[..., HttpResponse]


def con_lo_que_espera(inicio: Inicio) -> Inicio:
    """El mismo inicio, que primero dice qué hay por atender."""

    def envuelto(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        puede = request.user.has_perm  # type: ignore[union-attr]
        esperan = lo_que_espera(puede, timezone.now(), TOPE)
        return inicio(request, {"esperan": esperan, **(extra_context or {})})

    return envuelto


admin.site.index = con_lo_que_espera(admin.site.index)  # type: ignore[method-assign]
admin.site.unregister(Group)


@admin.register(Group)
class AdminDeGrupos(ConAntesYDespues, ListaExplicada, GroupAdmin):
    """Los tres de la casa sólo se miran: los deja así cada despliegue."""

    explica = _l(
        "Qué puede hacer cada grupo. «caja», «moderación» y «soporte» los pone el sistema y no se cambian aquí; para "
        "otro reparto, haz otro grupo. A quién le toca cuál se dice en los datos de su cuenta, en Permisos."
    )
    titulo_de_alta = _l("Hacer otro grupo")

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Los de la casa, no."""
        return (obj is None or obj.name not in GRUPOS) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Tampoco se borran."""
        return (obj is None or obj.name not in GRUPOS) and super().has_delete_permission(request, obj)

    def get_actions(self, request: HttpRequest) -> Any:
        """Sin borrar de a muchos: se llevaría los de la casa."""
        return {}

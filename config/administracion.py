"""Lo común a las pantallas de la administración."""

from typing import Any

from django.http import HttpRequest


class SoloLectura:
    """Se mira y no se toca: todo se escribe por los servicios, que bloquean, comprueban y dejan rastro."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se da de alta."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se cambia."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """No se borra."""
        return False

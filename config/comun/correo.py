"""Un correo tiene una sola forma, y en ella se guarda, se busca, se cuenta y se compara (decisión 030)."""

import unicodedata
from typing import Any

from django.db import models


def correo_normal(escrito: str) -> str:
    """Sin blancos alrededor, en minúsculas y con cada letra con acento en un solo signo (la ó de dos se ve igual).

    No junta más: ni los puntos de un buzón ni letras que sólo se parecen. Lo que junte de más da la cuenta de otra
    persona (CVE-2019-19844).
    """
    return unicodedata.normalize("NFC", escrito.strip().lower())


class CampoDeCorreo(models.EmailField):  # type: ignore[type-arg]
    """Guarda y busca en la forma normal, se escriba como se escriba: la igualdad basta y usa el índice."""

    def to_python(self, value: Any) -> Any:
        """Lo que se valida ya es lo que se guarda."""
        suyo = super().to_python(value)
        return correo_normal(suyo) if isinstance(suyo, str) else suyo

    def get_prep_value(self, value: Any) -> Any:
        """Lo que va a la base, también al buscar."""
        suyo = super().get_prep_value(value)
        return correo_normal(suyo) if isinstance(suyo, str) else suyo

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Quien acaba de guardar ve lo guardado."""
        suyo = super().pre_save(model_instance, add)
        if isinstance(suyo, str):
            suyo = correo_normal(suyo)
            setattr(model_instance, self.attname, suyo)
        return suyo

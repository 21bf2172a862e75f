"""Las listas de la administración aguantan lo que alguien escriba en la dirección."""

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

ENORME = "9" * 30


@pytest.mark.django_db
@pytest.mark.parametrize("pedido", [f"cuenta={ENORME}", f"id={ENORME}"])
def test_un_numero_que_no_cabe_regresa_a_la_lista(admin_client: Client, pedido: str) -> None:
    for modelo in admin.site._registry:
        lista = reverse(f"admin:{modelo._meta.app_label}_{modelo._meta.model_name}_changelist")
        respuesta = admin_client.get(f"{lista}?{pedido}", follow=True)
        assert (respuesta.status_code, respuesta.request["PATH_INFO"]) == (200, lista), modelo

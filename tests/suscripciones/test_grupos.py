"""Los grupos de la oficina salen del código, iguales en cada despliegue (D509)."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from suscripciones.models import Cuenta
from suscripciones.servicios import grupos

pytestmark = pytest.mark.django_db


def de(grupo: str) -> set[str]:
    suyos = Permission.objects.filter(group__name=grupo).values_list("content_type__app_label", "codename")
    return {f"{app}.{codigo}" for app, codigo in suyos}


def test_recien_migrada_la_base_trae_los_tres() -> None:
    assert {grupo: de(grupo) for grupo in grupos.GRUPOS} == {p: set(v) for p, v in grupos.GRUPOS.items()}


def test_repetirlo_no_cambia_nada_y_lo_que_alguien_movio_regresa() -> None:
    assert grupos.cuadrar() is False
    Group.objects.get(name="caja").permissions.add(Permission.objects.get(codename="delete_cuenta"))
    Group.objects.get(name="soporte").delete()
    Group.objects.create(name="otro").permissions.add(Permission.objects.get(codename="view_plan"))
    assert grupos.cuadrar() is True
    assert de("caja") == set(grupos.GRUPOS["caja"])
    assert de("soporte") == set(grupos.GRUPOS["soporte"])
    assert de("otro") == {"suscripciones.view_plan"}, "los demás grupos no se tocan"


def test_ninguno_borra_ni_reparte_permisos() -> None:
    todos = {permiso for permisos in grupos.GRUPOS.values() for permiso in permisos}
    assert not [p for p in todos if ".delete_" in p or p.startswith("auth.")]


def test_un_permiso_que_no_existe_se_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(grupos.GRUPOS, "caja", ("suscripciones.view_nada",))
    with pytest.raises(LookupError):
        grupos.cuadrar()


def test_los_de_la_casa_no_se_cambian_en_la_pagina(client: Client, jefa: Cuenta) -> None:
    client.force_login(jefa)
    caja, otro = Group.objects.get(name="caja"), Group.objects.create(name="otro")
    for grupo, puede in ((caja, False), (otro, True)):
        pagina = reverse("admin:auth_group_change", args=[grupo.pk])
        assert client.get(pagina).status_code == 200
        assert (client.post(pagina, {"name": f"{grupo.name}-x", "permissions": []}).status_code == 302) is puede
    assert Group.objects.filter(name="caja").exists()
    assert client.post(reverse("admin:auth_group_delete", args=[caja.pk]), {"post": "yes"}).status_code == 403

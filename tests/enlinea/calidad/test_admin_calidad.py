"""El informe en la administración: se lee, se repite lo que nombra, se anota; y nadie más lo abre."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from enlinea.acceso.aparato import Rastro
from enlinea.calidad.servicios import medir
from enlinea.calidad.textos import por_azar
from enlinea.models import InformeDeCalidad, RenglonDeCalidad
from suscripciones.models import Cuenta
from tests.enlinea.calidad.ayudas import Reloj, acta, con_tiempos, medida_de_mentiras, mesa_de, partidas
from tests.enlinea.calidad.test_informe import BASTAN, VIDENTES, hacer, sentarse
from tests.enlinea.mesas import los_cuatro

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


@pytest.fixture
def cuatro(monkeypatch: pytest.MonkeyPatch) -> list[Cuenta]:
    """Una semana con un renglón de cada clase."""
    monkeypatch.setattr(medir, "decisiones_de", medida_de_mentiras(VIDENTES))
    cuentas = los_cuatro()
    Cuenta.objects.filter(pk=cuentas[0].pk).update(nombre="<b>Mari</b>")
    mesa = mesa_de(cuentas)
    de_maquina = con_tiempos(acta(), lambda asiento, n: 2000 if asiento == 1 else 1200 + 977 * (n * 7 + asiento) % 3500)
    partidas(mesa, cuentas, BASTAN, acta=de_maquina)
    igual = Rastro("9.9.9.9/32", "A" * 22, "")
    sentarse(mesa, (cuentas[1], igual), (cuentas[2], igual))
    hacer(Reloj())
    assert RenglonDeCalidad.objects.count() == 3
    return cuentas


@pytest.fixture
def jefa(client: Client) -> Cuenta:
    cuenta = Cuenta.objects.create_superuser("jefa@prueba.mx")
    client.force_login(cuenta)
    return cuenta


def de(clase: str) -> RenglonDeCalidad:
    return RenglonDeCalidad.objects.get(clase=clase)


def pagina(objeto: Any) -> str:
    return reverse(f"admin:enlinea_{objeto._meta.model_name}_change", args=[objeto.pk])


def repetir(renglon: RenglonDeCalidad, partida: int) -> str:
    return reverse("admin:enlinea_renglondecalidad_repetir", args=[renglon.pk, partida])


def test_el_informe_se_lee_entero(cuatro: list[Cuenta], jefa: Cuenta, client: Client):
    informe = InformeDeCalidad.objects.get()
    lista = client.get(reverse("admin:enlinea_informedecalidad_changelist")).content.decode()
    assert "Semana del 16/11/2026" in lista
    html = client.get(pagina(informe)).content.decode()
    for texto in (
        f"Partidas en mesas normales: {BASTAN}", "juega como si viera lo ajeno", "tantos por decisión",
        "Mismo aparato en 1 mesa", "Siempre tarda casi lo mismo", "ya contando todas las parejas",
        "&lt;b&gt;Mari&lt;/b&gt;",
    ):  # fmt: skip
        assert texto in html, texto
    assert "<b>Mari</b>" not in html


@pytest.mark.parametrize(
    ("clase", "textos"),
    [
        ("pareja", ("sólo sabe lo público", "Mano 6, jugada 10: tiró", "Se señala desde 1 en 100")),
        ("comparten", ("Una familia, un club", "como contrarios", "No se puede calcular")),
        ("tiempos", ("por su mediana", "2.0 s", "Partida")),
    ],
)
def test_cada_renglon_dice_que_se_midio_cuanto_se_aparta_y_que_mirar(
    cuatro: list[Cuenta], jefa: Cuenta, client: Client, clase: str, textos: tuple[str, ...]
):
    renglon = de(clase)
    html = client.get(pagina(renglon)).content.decode()
    for texto in textos:
        assert texto in html, texto
    assert reverse("admin:suscripciones_cuenta_change", args=[renglon.cuenta_id]) in html
    partida = renglon.datos["notables"][0][0] if clase == "pareja" else renglon.datos["partidas"][0]
    assert f"{repetir(renglon, partida)}?" in html


def test_repite_la_decision_con_las_cuatro_manos_y_lo_que_valia(cuatro: list[Cuenta], jefa: Cuenta, client: Client):
    renglon = de("pareja")
    partida = renglon.datos["notables"][0][0]
    html = client.get(f"{repetir(renglon, partida)}?mano=6&jugada=10").content.decode()
    assert "(le toca)" in html and "la que tiró" in html and "la que pedía lo público" in html
    assert "Terminales:" in html and html.count("<li>") >= 10
    otra = client.get(f"{repetir(renglon, partida)}?mano=1&jugada=1").content.decode()
    assert "Todavía no hay fichas" in otra and "la que tiró" not in otra
    for fuera in ("?mano=99&jugada=99", "?mano=0&jugada=-4", "?mano=x", ""):
        assert client.get(repetir(renglon, partida) + fuera).status_code == 200


def test_solo_se_repite_lo_que_el_renglon_nombra(cuatro: list[Cuenta], jefa: Cuenta, client: Client):
    (ajena,) = partidas(mesa_de(cuatro), cuatro, 1, hace=-3)
    assert client.get(repetir(de("pareja"), ajena.pk)).status_code == 404


def test_anotar_lo_marca_revisado_y_nada_mas_cambia(cuatro: list[Cuenta], jefa: Cuenta, client: Client):
    renglon = de("pareja")
    enviado = {"nota": "Las cinco se explican por los pases.", "senalado": "", "cuenta": cuatro[3].pk, "azar": "1"}
    assert client.post(pagina(renglon), enviado).status_code == 302
    despues = de("pareja")
    assert despues.revisado and despues.revisado_por == jefa and despues.nota == enviado["nota"]
    assert (despues.cuenta, despues.azar, despues.senalado) == (renglon.cuenta, renglon.azar, True)
    assert client.post(pagina(renglon), {"nota": ""}).status_code == 200, "sin nota no se marca"


def test_no_se_agrega_ni_se_borra_y_el_informe_no_cambia(cuatro: list[Cuenta], jefa: Cuenta, client: Client):
    for objeto in (InformeDeCalidad.objects.get(), de("pareja")):
        base = f"admin:enlinea_{objeto._meta.model_name}"
        assert client.get(reverse(f"{base}_add")).status_code == 403
        assert client.post(reverse(f"{base}_delete", args=[objeto.pk]), {"post": "yes"}).status_code == 403
    assert client.post(pagina(InformeDeCalidad.objects.get()), {"semana": "2026-01-05"}).status_code == 403


@pytest.mark.parametrize("quien", ["anonima", "jugadora", "ayuda"])
def test_nadie_mas_lo_abre(cuatro: list[Cuenta], client: Client, quien: str):
    ayuda = Cuenta.objects.create_user("ayuda@prueba.mx", is_staff=True)
    if quien != "anonima":
        client.force_login(ayuda if quien == "ayuda" else cuatro[0])
    renglon = de("pareja")
    direcciones = [
        reverse("admin:enlinea_informedecalidad_changelist"), reverse("admin:enlinea_renglondecalidad_changelist"),
        pagina(InformeDeCalidad.objects.get()), pagina(renglon), repetir(renglon, renglon.datos["notables"][0][0]),
    ]  # fmt: skip
    for direccion in direcciones:
        respuesta = client.get(direccion)
        assert respuesta.status_code in (302, 403) and b"tantos por decisi" not in respuesta.content, direccion
    client.post(pagina(renglon), {"nota": "yo digo que no"})
    assert de("pareja").revisado is None


def test_quien_solo_puede_ver_ve_y_no_anota(cuatro: list[Cuenta], client: Client):
    mira = Cuenta.objects.create_user("mira@prueba.mx", is_staff=True)
    mira.user_permissions.set(
        Permission.objects.filter(codename__in=["view_informedecalidad", "view_renglondecalidad"])
    )
    client.force_login(mira)
    renglon = de("pareja")
    assert client.get(pagina(renglon)).status_code == 200
    assert client.get(repetir(renglon, renglon.datos["notables"][0][0])).status_code == 200
    assert client.post(pagina(renglon), {"nota": "x"}).status_code == 403


def test_el_azar_se_dice_en_uno_de_cuantos(cuatro: list[Cuenta]):
    renglon = de("pareja")
    for azar, texto in ((0.01, "1 en 100,"), (0.00025, "1 en 4,000,"), (0, "Menos de 1 en 1,000,000,")):
        renglon.azar = azar
        assert por_azar(renglon).startswith(texto), por_azar(renglon)


def test_vacio_dice_que_es_cuando_se_hace_y_por_que_no_hay_nada(jefa: Cuenta, client: Client):
    lista = client.get(reverse("admin:enlinea_informedecalidad_changelist")).content.decode()
    assert "Cada lunes" in lista and "no terminó ninguna partida" in lista
    assert "Para el informe que sigue van 0 partidas." in lista and "no prueba nada" in lista
    hacer(Reloj())
    informe = client.get(pagina(InformeDeCalidad.objects.get())).content.decode()
    assert "No hay nada que mirar: esa semana no terminó ninguna partida" in informe and "no prueba nada" in informe


def test_sin_parejas_que_probar_dice_cuanto_falta(jefa: Cuenta, client: Client):
    cuentas = los_cuatro()
    partidas(mesa_de(cuentas), cuentas, 1, acta=acta())
    hacer(Reloj())
    informe = client.get(pagina(InformeDeCalidad.objects.get())).content.decode()
    assert "hacen falta 40 manos y 150 decisiones" in informe

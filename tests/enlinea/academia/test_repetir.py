"""La repetición: cada paso de cada mano, el enlace a un punto y a quién se le niega (AC1, EL8)."""

import pytest
from django.test import Client
from django.urls import reverse

from enlinea.academia.consultas.fuente import fuente_de, mano_para_ver, marcador_de
from enlinea.academia.servicios.actas import acta_importar
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import Partida
from reglas.mesa import ordenes as o
from reglas.tipos import Meta
from suscripciones.models import Cuenta
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar, suscriptor

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


@pytest.mark.parametrize("meta", list(Meta))
def test_el_marcador_repetido_es_el_que_quedo(meta: Meta) -> None:
    cuentas, partida = una_jugada(meta)
    fuente = fuente_de("partida", partida.pk, cuentas[0].pk)
    assert fuente is not None
    final = marcador_de(meta, fuente.cuentas)
    assert final.ganadora == partida.ganadora
    assert final.ganadas == (partida.manos_0, partida.manos_1)
    for numero in range(len(fuente.manos)):
        vista = mano_para_ver(fuente, numero)
        assert len(vista["pasos"]) == len(vista["jugadas"]) + 1
        assert vista["pasos"][-1]["turno"] == -1 and not vista["pasos"][-1]["legales"]
        assert all(ms is not None for *_jugada, ms in vista["jugadas"])
        for paso, (ficha, extremo, asiento, _ms) in zip(vista["pasos"], vista["jugadas"], strict=False):
            assert paso["turno"] == asiento and (ficha, extremo) in paso["legales"]
            assert paso["reloj"] in (5, 20, 60)


def test_la_pagina_se_lee_sin_guiones_y_en_el_punto_del_enlace() -> None:
    cuentas, partida = una_jugada()
    pagina = de(cuentas[2]).get(reverse("enlinea:repetir", args=["partida", partida.pk]) + "?mano=2&jugada=7")
    texto = pagina.content.decode()
    assert 'data-jugada="7"' in texto and 'href="?mano=1"' in texto
    assert "tiró" in texto and "tardó 1.5 s" in texto
    assert pagina.context["vista"]["mano"] == 2


@pytest.mark.parametrize(
    "cola", ["?mano=0", "?mano=999", "?mano=x&jugada=-3", "?mano=²&rama=zzz", "?jugada=9999999999"]
)
def test_un_enlace_torcido_cae_en_algun_punto_que_existe(cola: str) -> None:
    cuentas, partida = una_jugada()
    assert de(cuentas[0]).get(reverse("enlinea:repetir", args=["partida", partida.pk]) + cola).status_code == 200


def rutas(tipo: str, fuente_id: int) -> list[str]:
    partes = [tipo, fuente_id]
    return [
        reverse("enlinea:repetir", args=partes),
        reverse("enlinea:repetir_mano", args=[*partes, 1]),
        reverse("enlinea:simular", args=[*partes, 1]),
        reverse("enlinea:ramas", args=partes),
    ]


def test_solo_quienes_la_jugaron() -> None:
    cuentas, partida = una_jugada()
    ajena = de(suscriptor("Ajena"))
    for ruta in rutas("partida", partida.pk):
        assert [de(cuenta).get(ruta).status_code for cuenta in cuentas] == [200] * 4
        assert ajena.get(ruta).status_code == 404
        assert Client().get(ruta).status_code == 302
    guardar = reverse("enlinea:rama_guardar", args=["partida", partida.pk])
    assert ajena.post(guardar, {}).status_code == 404
    assert de(cuentas[0]).get(guardar)["Location"] == reverse("enlinea:repetir", args=["partida", partida.pk])


def test_un_acta_importada_es_solo_de_su_dueno() -> None:
    cuentas, partida = una_jugada()
    acta = importar(cuentas[0], partida)
    for ruta in [*rutas("importada", acta), reverse("enlinea:acta_importada", args=[acta])]:
        assert de(cuentas[0]).get(ruta).status_code == 200
        assert [de(cuenta).get(ruta).status_code for cuenta in cuentas[1:]] == [404] * 3


def importar(cuenta: Cuenta, partida: Partida) -> int:
    import json

    from django.utils import timezone

    contenido = json.dumps(partida.acta).encode()
    return int(acta_importar(cuenta_id=cuenta.pk, contenido=contenido, nombre="", ahora=timezone.now())[0].pk)


def test_lo_que_no_llego_a_la_meta_no_se_repite() -> None:
    """Ni una mano: sin acta no hay nada que alcanzar (EL8, EL10)."""
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Ausentar(1))
    juego.pedir(o.Vencer(), 300_000)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    partida = mesa.partidas.get()
    for ruta in rutas("partida", partida.pk):
        assert de(cuentas[0]).get(ruta).status_code == 404


def test_una_mano_que_no_hay() -> None:
    cuentas, partida = una_jugada()
    navegador = de(cuentas[0])
    for mano in (0, 99):
        assert navegador.get(reverse("enlinea:repetir_mano", args=["partida", partida.pk, mano])).status_code == 404
        assert navegador.get(reverse("enlinea:simular", args=["partida", partida.pk, mano])).status_code == 404
    assert navegador.get(f"/enlinea/academia/otra/{partida.pk}/").status_code == 404
    assert navegador.get(reverse("enlinea:repetir", args=["partida", 10**30])).status_code == 404


def test_la_portada_las_lista_y_sin_suscripcion_se_dice() -> None:
    cuentas, partida = una_jugada()
    texto = de(cuentas[1]).get(reverse("enlinea:academia")).content.decode()
    assert reverse("enlinea:repetir", args=["partida", partida.pk]) in texto
    assert "la ganaste" in texto or "la perdiste" in texto
    assert "Todavía no hay nada" in de(suscriptor("Sola")).get(reverse("enlinea:academia")).content.decode()
    assert de(suscriptor("Pobre", vigente=False)).get(reverse("enlinea:academia")).status_code == 403


def test_un_nombre_con_marcado_sale_escapado() -> None:
    cuentas, partida = una_jugada()
    partida.acta["asientos"][1] = "<b>Beto</b>"
    partida.save()
    texto = de(cuentas[0]).get(reverse("enlinea:repetir", args=["partida", partida.pk])).content.decode()
    assert "<b>Beto</b>" not in texto and "&lt;b&gt;Beto" in texto


def test_pocas_consultas(django_assert_max_num_queries) -> None:
    cuentas, partida = una_jugada()
    navegador = de(cuentas[0])
    navegador.get(reverse("enlinea:academia"))  # la primera página apunta además la sesión
    with django_assert_max_num_queries(30):
        navegador.get(reverse("enlinea:repetir", args=["partida", partida.pk]))

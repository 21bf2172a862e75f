"""«Tus fichas en otras mesas»: la comparación mano por mano y su página, al levantarse el embargo (TO28)."""

import json
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from reglas.fichas import FICHAS
from reglas.metas import Meta
from reglas.multiplicado import clave_de_partida, mano_comun, verificar_repartos
from reglas.suizo.comparacion import escrita, por_mano
from tests.torneos.multiplicado import TEXTO, MesaAlAzar, cerrar, dictada, jugar_entera, multiplicado
from tests.torneos.salon import Salon
from torneos import consultas
from torneos.consultas.multiplicado import mis_fichas, repartos_de
from torneos.forms import FormaDeTorneo
from torneos.models import Mesa
from torneos.reconstruir import torneo_de

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocos_bastan")]


def jugada(confirmar: Any, **mas: Any) -> tuple[Salon, list[tuple[Mesa, MesaAlAzar]]]:
    salon = multiplicado(previstas=1, **mas)
    dictada(salon)
    mesas = [(m, jugar_entera(m, n)) for n, m in enumerate(salon.mesas(), 11)]
    for m, _juego in mesas:
        cerrar(m, confirmar)
    return salon, mesas


def numeros(mesa: Mesa) -> list[int]:
    return list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))


@pytest.mark.parametrize("meta", [Meta.CIEN, Meta.JUEGOS_GANADOS])
def test_cada_quien_ve_a_los_que_tuvieron_sus_fichas_y_las_parejas_suman_cien(
    meta: Meta, django_capture_on_commit_callbacks: Any
) -> None:
    salon, mesas = jugada(django_capture_on_commit_callbacks, meta=meta, personas=12)
    clave = clave_de_partida(salon.fila.clave_de_repartos, 1)
    for mesa, juego in mesas:
        cuatro = numeros(mesa)
        for k in range(1, len(juego.mesa.cuentas) + 1):
            vistas = [mis_fichas(salon.torneo_id, 1, n, k) for n in cuatro]
            debida = mano_comun(clave, TEXTO, k)
            for asiento, v in enumerate(vistas):
                assert v is not None and v.mano == k and len(v.manos) == len(juego.mesa.cuentas)
                assert v.fichas == tuple(FICHAS[f] for f in sorted(debida.reparto[asiento]))
                assert v.salgo == (debida.salidor == asiento)
                jugaron = [m for m, j in mesas if len(j.mesa.cuentas) >= k]
                assert {m.mesa for m in v.mesas} == {m.numero for m in jugaron}
                assert v.mesas[0].mia and v.mesas[0].numero == cuatro[asiento]
                assert v.mesas[0].companero == cuatro[(asiento + 2) % 4]
                tiradas = [f for f in v.mesas[0].jugadas if f is not None]
                assert set(tiradas) <= set(v.fichas) and len(set(tiradas)) == len(tiradas)
                # se compara la que jugaron dos o más
                assert bool(v.mesas[0].sacaron) == (len(jugaron) >= 2)
            sacaron = [v.mesas[0].sacaron for v in vistas if v is not None]
            netos = [v.mesas[0].neto for v in vistas if v is not None]
            assert netos[0] == netos[2] == -netos[1] == -netos[3]
            if sacaron[0]:
                assert Decimal(sacaron[0]) + Decimal(sacaron[1]) == 100 and sacaron[:2] == sacaron[2:]


def test_el_promedio_de_la_partida_es_el_que_ordena_la_tabla(django_capture_on_commit_callbacks: Any) -> None:
    salon, mesas = jugada(django_capture_on_commit_callbacks)
    salon.pedir("partida_cerrar", partida=1)
    t = torneo_de(salon.fila)
    valen = por_mano(t.meta, t.partidas[0])
    tabla = {int(f.sujeto): f for f in consultas.tabla_de(salon.torneo_id, 1)}
    for mesa, _juego in mesas:
        suyas = list(valen[mesa.numero].values())
        for asiento, numero in enumerate(numeros(mesa)):
            v = mis_fichas(salon.torneo_id, 1, numero)
            de_la_0 = sum(suyas) / len(suyas)
            debido = 100 - de_la_0 if asiento % 2 else de_la_0
            assert v is not None and v.promedio == escrita(debido)
            assert tabla[numero].renglon.comparacion == debido
    lugares = sorted(tabla.values(), key=lambda f: f.lugar)
    comparaciones = [f.renglon.comparacion or 0 for f in lugares]
    assert comparaciones == sorted(comparaciones, reverse=True)


def test_las_paginas_antes_y_despues_del_embargo(django_capture_on_commit_callbacks: Any, client: Client) -> None:
    salon = multiplicado(previstas=1)
    dictada(salon)
    una, otra = salon.mesas()
    codigo = salon.fila.codigo
    jugar_entera(una, 1)
    cerrar(una, django_capture_on_commit_callbacks)
    yo = numeros(una)[0]
    fichas = reverse("torneos:fichas", args=[codigo, 1, yo])
    repartos = reverse("torneos:repartos", args=[codigo, 1])
    assert "Todavía no se ven las fichas" in client.get(fichas).content.decode()
    assert client.get(repartos).status_code == 404
    assert mis_fichas(salon.torneo_id, 1, yo) is None and repartos_de(salon.torneo_id, 1) is None
    donde = reverse("torneos:donde", args=[codigo, yo])
    assert fichas not in client.get(donde).content.decode()
    jugar_entera(otra, 2)
    cerrar(otra, django_capture_on_commit_callbacks)
    dicho = client.get(f"{fichas}?mano=2").content.decode()
    assert "Mano 2" in dicho and dicho.count('class="con-mis-fichas"') == 2
    assert fichas in client.get(donde).content.decode()
    acta = json.loads(client.get(repartos).content)
    assert verificar_repartos(acta)["manos"] >= 2
    assert acta["compromiso"] in client.get(reverse("torneos:publica", args=[codigo])).content.decode()
    for mala in ("?mano=99", "?mano=x", "?mano=0"):
        assert client.get(fichas + mala).status_code == 200
    for numero, persona in ((9, yo), (1, 31_999)):
        assert client.get(reverse("torneos:fichas", args=[codigo, numero, persona])).status_code == 404


def test_crearlo_desde_su_pantalla_y_con_bolsas_se_explica() -> None:
    datos = {
        "id_orden": "6f1d2a52-7c0e-4c34-9a57-0e9b8ddc4b11", "nombre": "Copa", "fecha": "2026-12-12T16:00",
        "formato": "maya", "previstas": "5", "pantallas": "2", "espera": "10", "cupo": "64", "cuota": "0",
        "garantizado": "0",
    }  # fmt: skip
    forma = FormaDeTorneo(datos)
    assert forma.is_valid(), forma.errors
    a = forma.ajustes()
    assert (a.tipo.value, a.meta, a.intranet) == ("multiplicado", Meta.JUEGOS_GANADOS, True)
    mala = FormaDeTorneo({**datos, "tablas": "2"})
    assert not mala.is_valid() and "una sola tabla" in str(mala.errors["tablas"])

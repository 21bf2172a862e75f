"""La simulación: otra ficha desde cualquier punto, ramas guardadas y la partida que pudo ser (AC2)."""

import copy
import json
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.academia.consultas.fuente import Fuente, fuente_de
from enlinea.academia.consultas.ramas import columnas_de, partida_que_pudo_ser, ramas_de
from enlinea.academia.servicios import ramas as servicios
from enlinea.academia.servicios.actas import acta_importar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Rama
from reglas.mano import legales
from reglas.repeticion import terminar
from reglas.tipos import Meta
from suscripciones.models import Cuenta
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import suscriptor

pytestmark = pytest.mark.django_db


def preparar(meta: Meta = Meta.CIEN) -> tuple[list[Cuenta], Fuente]:
    cuentas, partida = una_jugada(meta)
    fuente = fuente_de("partida", partida.pk, cuentas[0].pk)
    assert fuente is not None
    return cuentas, fuente


def donde_apartarse(fuente: Fuente, mano: int = 0) -> tuple[int, tuple[int, int | None]]:
    """La primera jugada con otra opción, y esa otra."""
    vista = fuente.manos[mano]
    for lugar, estado in enumerate(vista.estados[:-1]):
        jugada = vista.fin.cadena[3 * lugar : 3 * lugar + 2]
        for ficha, extremo in legales(estado):
            if (ficha, extremo) != jugada and ficha != jugada[0]:
                return lugar, (ficha, extremo or None)
    raise AssertionError("toda la mano fue obligada")


def guardar(cuenta: Cuenta, fuente: Fuente, mano: int = 0, nombre: str = "", **mas) -> Rama:
    desde, otra = donde_apartarse(fuente, mano)
    from enlinea.academia.consultas.ramas import simulada

    vista = simulada(fuente, mano, desde, [otra])
    datos = {"desde": desde, "jugadas": [otra, *terminar(vista.fin, fuente.meta)], "id_orden": uuid4(), **mas}
    return servicios.rama_guardar(
        cuenta_id=cuenta.pk, fuente=fuente, mano=mano, nombre=nombre, ahora=timezone.now(), **datos
    )


def escritas(jugadas) -> str:
    return "-".join(f"{ficha}.{extremo or 0}" for ficha, extremo in jugadas)


def test_otra_ficha_y_que_sigan_solos() -> None:
    cuentas, fuente = preparar()
    desde, otra = donde_apartarse(fuente)
    ruta = reverse("enlinea:simular", args=["partida", fuente.id, 1])
    navegador = de(cuentas[3])
    una = navegador.get(ruta, {"desde": desde, "jugadas": escritas([otra])}).json()
    assert una["desde"] == desde and una["jugadas"][-1][0] == otra[0] and una["jugadas"][-1][3] is None
    assert len(una["jugadas"]) == desde + 1 and una["cuenta"] is None
    entera = navegador.get(ruta, {"desde": desde, "jugadas": escritas([otra]), "solos": "1"}).json()
    assert entera["cuenta"] is not None and entera["jugadas"][: desde + 1] == una["jugadas"]
    assert not Rama.objects.exists()


@pytest.mark.parametrize("jugadas", ["99.0", "a", "1.7", "1", "1.1.1", "0.0-" * 40, "٣.0", "27.1-27.1"])
def test_una_jugada_imposible_se_explica_y_no_truena(jugadas: str) -> None:
    cuentas, fuente = preparar()
    ruta = reverse("enlinea:simular", args=["partida", fuente.id, 1])
    respuesta = de(cuentas[0]).get(ruta, {"desde": 0, "jugadas": jugadas})
    assert respuesta.status_code == 409
    assert "no se puede" in respuesta.json()["texto"]


def test_desde_donde_no_hay() -> None:
    cuentas, fuente = preparar()
    ruta = reverse("enlinea:simular", args=["partida", fuente.id, 1])
    assert de(cuentas[0]).get(ruta, {"desde": 40}).status_code == 404


def test_guardar_dos_veces_la_misma_orden_es_una_rama() -> None:
    cuentas, fuente = preparar()
    desde, otra = donde_apartarse(fuente)
    datos = {
        "id_orden": str(uuid4()),
        "mano": 1,
        "desde": desde,
        "jugadas": escritas([otra]),
        "nombre": "<b>La</b> otra",
    }
    ruta, navegador = reverse("enlinea:rama_guardar", args=["partida", fuente.id]), de(cuentas[0])
    for _ in range(2):
        assert navegador.post(ruta, datos).status_code == 302
    rama = Rama.objects.get()
    assert (rama.cuenta_id, rama.mano, rama.desde, rama.nombre) == (cuentas[0].pk, 0, desde, "<b>La</b> otra")
    vista = navegador.get(reverse("enlinea:repetir", args=["partida", fuente.id]), {"rama": rama.pk})
    assert vista.context["vista"]["rama"]["id"] == rama.pk
    assert vista.context["vista"]["jugadas"][-1][0] == otra[0]
    comparadas = navegador.get(reverse("enlinea:ramas", args=["partida", fuente.id])).content.decode()
    assert "&lt;b&gt;La&lt;/b&gt; otra" in comparadas and f"en la jugada {desde + 1}" in comparadas


def test_la_rama_es_solo_de_quien_la_hizo() -> None:
    cuentas, fuente = preparar()
    rama = guardar(cuentas[0], fuente, nombre="Secreta")
    de_otro = de(cuentas[1])
    assert "Secreta" not in de_otro.get(reverse("enlinea:ramas", args=["partida", fuente.id])).content.decode()
    vista = de_otro.get(reverse("enlinea:repetir", args=["partida", fuente.id]), {"rama": rama.pk})
    assert vista.context["vista"]["desde"] is None
    quitar = reverse("enlinea:rama_quitar", args=["partida", fuente.id, rama.pk])
    de_otro.post(quitar)
    rama.refresh_from_db()
    assert rama.borrada is None
    with pytest.raises(ErrorDeServicio, match="orden_ajena"):
        guardar(cuentas[1], fuente, id_orden=rama.id_orden)
    with pytest.raises(ErrorDeServicio, match="orden_distinta"):
        guardar(cuentas[0], fuente, nombre="Otro nombre", id_orden=rama.id_orden)
    assert guardar(cuentas[0], fuente, nombre="Secreta", id_orden=rama.id_orden) == rama
    assert de(suscriptor("Ajena")).post(quitar).status_code == 404


def test_borrar_y_deshacer() -> None:
    cuentas, fuente = preparar()
    rama = guardar(cuentas[0], fuente)
    navegador = de(cuentas[0])
    quitar = reverse("enlinea:rama_quitar", args=["partida", fuente.id, rama.pk])
    lista = navegador.post(quitar, follow=True).content.decode()
    assert "La rama se borró" in lista and not ramas_de(fuente, cuentas[0].pk)
    navegador.post(quitar, {"restaurar": "1"})
    assert ramas_de(fuente, cuentas[0].pk) == [rama]
    assert navegador.get(reverse("enlinea:ramas", args=["partida", fuente.id]), {"borrada": "<x>"}).status_code == 200


@pytest.mark.parametrize("meta", list(Meta))
def test_la_partida_que_pudo_ser(meta: Meta) -> None:
    cuentas, fuente = preparar(meta)
    yo = cuentas[0].pk
    igual = partida_que_pudo_ser(fuente, yo, {})
    assert [m.cuenta for m in igual] == fuente.cuentas
    assert igual[-1].marcador.ganadora is not None and not any(m.sobra for m in igual)
    rama = guardar(cuentas[0], fuente)
    otra = partida_que_pudo_ser(fuente, yo, {0: rama.pk})
    assert otra[0].elegida == rama and otra[0].cuenta is not None
    (era, esta) = columnas_de(fuente, 0, [rama])
    assert esta.desde == rama.desde and era.desde is None
    assert era.jugadas[: rama.desde] == esta.jugadas[: rama.desde]
    assert era.jugadas[rama.desde] != esta.jugadas[rama.desde]


def test_vacia_imposible_y_tope(monkeypatch) -> None:
    cuentas, fuente = preparar()
    for codigo, mas in (
        ("rama_vacia", {"jugadas": []}),
        ("rama_imposible", {"jugadas": [(27, 1), (27, 1)]}),
        ("rama_imposible", {"desde": 99}),
    ):
        with pytest.raises(ErrorDeServicio, match=codigo):
            guardar(cuentas[0], fuente, **mas)
    monkeypatch.setattr(servicios, "RAMAS_POR_FUENTE", 1)
    primera = guardar(cuentas[0], fuente)
    with pytest.raises(ErrorDeServicio, match="muchas_ramas"):
        guardar(cuentas[0], fuente)
    # borrar una para guardar otra y luego restaurarla no burla el tope
    servicios.rama_borrar(cuenta_id=cuentas[0].pk, rama_id=primera.pk, ahora=timezone.now())
    segunda = guardar(cuentas[0], fuente)
    with pytest.raises(ErrorDeServicio, match="muchas_ramas"):
        servicios.rama_restaurar(cuenta_id=cuentas[0].pk, rama_id=primera.pk)
    assert ramas_de(fuente, cuentas[0].pk) == [segunda]
    servicios.rama_restaurar(cuenta_id=cuentas[0].pk, rama_id=segunda.pk)  # la que sigue viva, sin queja


def test_tambien_de_un_acta_importada() -> None:
    cuentas, fuente = preparar()
    acta = copy.deepcopy(dict(fuente.acta))
    nueva, _ = acta_importar(
        cuenta_id=cuentas[0].pk, contenido=json.dumps(acta).encode(), nombre="", ahora=timezone.now()
    )
    importada = fuente_de("importada", nueva.pk, cuentas[0].pk)
    assert importada is not None
    rama = guardar(cuentas[0], importada)
    assert ramas_de(importada, cuentas[0].pk) == [rama] and not ramas_de(fuente, cuentas[0].pk)

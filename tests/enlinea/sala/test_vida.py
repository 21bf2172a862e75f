"""La Sala con vida: qué se juega, cómo va y cuántas van hoy; y quién puede mirar (D476, D477)."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.mesa.marcadores import como_va
from enlinea.models import EnCurso, Mesa, Partida, Silencio
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.consultas.jugando import SE_VEN, vida_de_la_sala
from enlinea.sala.consultas.miradas import se_puede_mirar
from enlinea.sala.pantallas import comunes
from enlinea.sala.servicios import abiertas
from enlinea.sala.servicios.en_curso import ComoVa, en_curso_guardar, en_curso_limpiar
from enlinea.sala.servicios.miradas import miradas_cerrar
from reglas.fichas import TEXTOS
from reglas.tipos import Meta
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesa.sentados import cuentas, mesa_lista
from tests.enlinea.mesas import de_prueba, suscriptor
from tests.enlinea.sala.ayudas import invita, navegador, reunidos
from tests.pegada import pegada

pytestmark = pytest.mark.django_db


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def que_se_mira(personas: list[Cuenta | None] | None = None) -> Mesa:
    mesa = mesa_lista(personas=personas)
    Mesa.objects.filter(pk=mesa.pk).update(se_mira=True)
    return mesa


def va(mesa: Mesa, marcador: tuple[str, str] = ("45", "30"), lugares: str = "0,1,2,3") -> ComoVa:
    return ComoVa(mesa.pk, 1, 3, marcador, lugares)


# --- lo que se ve -----------------------------------------------------------------------------------------------------
def test_se_ven_las_que_se_juegan_con_nombres_marcador_y_tiempo(ahora: datetime) -> None:
    mesa = mesa_lista()
    mesa_lista(modo="practica", personas=[cuentas(1)[0], None, None, None])
    en_curso_guardar([va(mesa)])
    vida = vida_de_la_sala(ahora)
    assert (vida.cuantas, vida.hoy, vida.mas) == (1, 0, 0)
    una = vida.mesas[0]
    assert (una.bandos, una.mano) == (((("J0", "J2"), "45"), (("J1", "J3"), "30")), 3)
    zona = pegada(comunes(estado_de_sala(ahora), vida=vida).zonas["jugando"])
    assert "J0 y J2" in zona and "45" in zona and "mano 3" in zona and "a 100 tantos" in zona
    assert not [ficha for ficha in TEXTOS if ficha in zona], "ni una ficha"
    # no la dejan mirar, y así no se ofrece
    assert "Mirar" not in zona and mesa.nombre not in zona


def test_al_rotar_cada_quien_sale_con_su_pareja_y_solo_se_pinta_si_cambia(ahora: datetime) -> None:
    mesa = mesa_lista()
    en_curso_guardar([va(mesa)])
    antes = comunes(estado_de_sala(ahora), vida=vida_de_la_sala(ahora))
    igual = comunes(estado_de_sala(ahora), antes, vida_de_la_sala(ahora))
    assert igual.zonas["jugando"] is antes.zonas["jugando"]
    en_curso_guardar([va(mesa, ("0", "0"), "0,2,1,3")])
    luego = comunes(estado_de_sala(ahora), antes, vida_de_la_sala(ahora))
    assert "J0 y J1" in pegada(luego.zonas["jugando"])
    Mesa.objects.update(estado="cerrada")
    assert en_curso_limpiar() == 1 and not EnCurso.objects.exists()


def test_se_cuentan_las_de_hoy_y_no_cuesta_mas_con_mas_mesas(ahora: datetime, django_assert_num_queries: Any) -> None:
    mesa = mesa_lista()
    for numero, cuando in ((1, ahora), (2, ahora - timedelta(days=2))):
        Partida.objects.create(
            mesa=mesa, numero=numero, meta="100", modo="normal", inicio=cuando, fin=cuando, finalizada=True
        )
    for _n in range(SE_VEN + 2):
        mesa_lista(personas=[None, None, None, cuentas(1)[0]][::-1])
    with django_assert_num_queries(4):
        vida = vida_de_la_sala(ahora)
    assert (vida.hoy, vida.cuantas, len(vida.mesas), vida.mas) == (1, SE_VEN + 3, SE_VEN, 3)


def test_como_va_no_lleva_fichas() -> None:
    from tests.enlinea.mesas import sentar

    mesa = sentar([suscriptor(n) for n in ("Ana", "Beto", "Caro", "Dani")], Meta.CIEN)
    juego = de_prueba(mesa, 3).comenzar()
    juego.acabar_mano()
    dicho = como_va(mesa.pk, juego.mesa)
    assert (dicho.partida, dicho.lugares) == (1, "0,1,2,3") and dicho.mano >= 1
    assert all(len(tantos) <= 3 for tantos in dicho.marcador)


# --- quién mira -------------------------------------------------------------------------------------------------------
def test_de_entrada_nadie_mira_y_quien_juega_no_se_mira(ahora: datetime) -> None:
    otra, mesa = suscriptor("Otra"), mesa_lista()
    assert not se_puede_mirar(mesa.pk, otra.pk, ahora)
    Mesa.objects.filter(pk=mesa.pk).update(se_mira=True)
    assert se_puede_mirar(mesa.pk, otra.pk, ahora)
    assert not se_puede_mirar(mesa.pk, mesa.organizador_id, ahora)
    Mesa.objects.filter(pk=mesa.pk).update(estado="cerrada")
    assert not se_puede_mirar(mesa.pk, otra.pk, ahora)


def test_ni_suspendida_ni_sin_suscripcion_ni_silenciada_por_uno(ahora: datetime) -> None:
    mesa, otra = que_se_mira(), suscriptor("Otra")
    tercero = mesa.lugares.get(asiento=3).cuenta_id
    assert tercero is not None
    assert not se_puede_mirar(mesa.pk, suscriptor("Vencida", vigente=False).pk, ahora)
    Silencio.objects.create(quien=otra, callado_id=tercero, desde=ahora)
    assert se_puede_mirar(mesa.pk, otra.pk, ahora), "al revés no estorba"
    Silencio.objects.create(quien_id=tercero, callado=otra, desde=ahora)
    assert not se_puede_mirar(mesa.pk, otra.pk, ahora)
    sola = suscriptor("Sola")
    Suspension.objects.create(cuenta=sola, desde=ahora, motivo="x")
    assert not se_puede_mirar(mesa.pk, sola.pk, ahora)


def test_cualquiera_de_los_cuatro_la_cierra_y_nadie_mas(ahora: datetime) -> None:
    mesa, otra = que_se_mira(), suscriptor("Otra")
    with pytest.raises(ErrorDeServicio) as e:
        miradas_cerrar(mesa_id=mesa.pk, cuenta_id=otra.pk)
    assert e.value.codigo == "no_es_tu_mesa"
    ultimo = mesa.lugares.get(asiento=3).cuenta_id or 0
    miradas_cerrar(mesa_id=mesa.pk, cuenta_id=ultimo)
    miradas_cerrar(mesa_id=mesa.pk, cuenta_id=ultimo)
    assert not se_puede_mirar(mesa.pk, otra.pk, ahora)


def test_a_quien_no_dijo_que_si_no_se_le_sienta_donde_se_mira(ahora: datetime) -> None:
    ana, beto, caro = reunidos(ahora, ("Ana", "Beto", "Caro"))

    def busca(quien: Cuenta, se_mira: bool) -> int:
        return abiertas.lugar_buscar(
            cuenta_id=quien.pk, meta="100", modo="normal", ahora=ahora, se_mira=se_mira
        ).mesa_id

    de_ana = busca(ana, se_mira=True)
    assert "otros la pueden mirar" in pegada(comunes(estado_de_sala(ahora)).zonas["abiertas"])
    assert busca(beto, se_mira=False) != de_ana
    # quien sí deja se sienta en cualquiera, y esa mesa sigue como estaba
    caben = busca(caro, se_mira=True)
    assert Mesa.objects.get(pk=de_ana).se_mira and Mesa.objects.filter(se_mira=True).count() == 1 and caben


def test_al_invitar_se_dice_antes_de_aceptar(ahora: datetime) -> None:
    gente = reunidos(ahora, ("Ana", "Beto", "Caro", "Dani"))
    invita(gente, ahora, se_mira=True)
    assert "otros la pueden mirar" in pegada(navegador(gente[1]).get(reverse("enlinea:sala")).content.decode())


def test_las_paginas_de_mirar(ahora: datetime) -> None:
    mesa, otra = que_se_mira(), suscriptor("Otra")
    en_curso_guardar([va(mesa)])
    fuera, dentro = navegador(otra), navegador(mesa.lugares.get(asiento=0).cuenta)
    aqui = reverse("enlinea:mirar", args=[mesa.pk])
    assert aqui in fuera.get(reverse("enlinea:sala")).content.decode()
    pagina = fuera.get(aqui).content.decode()
    assert f"/ws/mesa/{mesa.pk}/mirar/" in pagina and "data-charla" not in pagina
    # a quien juega ahí se le lleva a su lugar, que tiene con qué cerrarla
    assert dentro.get(aqui)["Location"] == reverse("enlinea:mesa", args=[mesa.pk])
    assert "Que ya nadie la mire" in dentro.get(reverse("enlinea:mesa", args=[mesa.pk])).content.decode()
    orden = reverse("enlinea:orden", args=["sin-publico"])
    assert dentro.post(orden, {"id_orden": str(uuid4()), "mesa": mesa.pk}).status_code == 302
    negada = fuera.get(aqui)
    assert negada.status_code == 404 and "prefieren jugar sin público" in pegada(negada.content.decode())

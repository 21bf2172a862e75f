"""«Juega ya»: mesas con lugares libres que se llenan como vayan llegando (EL2, D441)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from enlinea.convivencia.servicios.silencios import silencio_poner
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.consultas.estado import CADUCIDAD, estado_de_sala
from enlinea.sala.pantallas import comunes, contexto_propio, propias
from enlinea.sala.servicios import abiertas, armado
from enlinea.sala.servicios.practica import practica_abrir
from suscripciones.models import Cuenta
from tests.enlinea.sala.ayudas import MOMENTO, fila, invita, llegan, navegador, reunidos, sentados

pytestmark = pytest.mark.django_db
SEIS = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fer")


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def gente(ahora: datetime) -> list[Cuenta]:
    return reunidos(ahora, SEIS)


def busca(quien: Cuenta, ahora: datetime, meta: str = "100", modo: str = "normal") -> armado.Armada:
    return abiertas.lugar_buscar(cuenta_id=quien.pk, meta=meta, modo=modo, ahora=ahora)


def juntan(cuentas: Sequence[Cuenta], ahora: datetime) -> armado.Armada:
    """Uno tras otro; la mesa en que quedaron."""
    *_antes, mesa = (busca(quien, ahora) for quien in cuentas)
    return mesa


def toma(quien: Cuenta, mesa: armado.Armada, ahora: datetime) -> armado.Armada:
    return abiertas.lugar_tomar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)


def deja(quien: Cuenta, mesa: armado.Armada, ahora: datetime) -> armado.Armada:
    return abiertas.lugar_dejar(mesa_id=mesa.mesa_id, cuenta_id=quien.pk, ahora=ahora)


def como_se_sientan(mesa: armado.Armada) -> dict[int, str]:
    return dict(fila(mesa).lugares.values_list("asiento", "nombre"))


def negado(hacer: Any, *datos: Any) -> str:
    with pytest.raises(ErrorDeServicio) as e:
        hacer(*datos)
    return e.value.codigo


# --- buscar -----------------------------------------------------------------------------------------------------------
def test_cuatro_que_no_se_conocen_acaban_en_una_mesa_lista(gente: list[Cuenta], ahora: datetime) -> None:
    mesas = [busca(quien, ahora + n * MOMENTO) for n, quien in enumerate(gente[:4])]
    assert len({m.mesa_id for m in mesas}) == 1
    assert [m.estado for m in mesas] == ["abierta", "abierta", "abierta", "lista"]
    # el segundo va enfrente de quien la abrió
    assert como_se_sientan(mesas[0]) == {0: "Ana", 2: "Beto", 3: "Caro", 1: "Dani"}
    mesa = fila(mesas[0])
    assert (mesa.nombre, mesa.organizador, mesa.creada) == ("La mesa de Ana", gente[0], ahora + 3 * MOMENTO)


def test_dos_toques_no_hacen_otra_mesa(gente: list[Cuenta], ahora: datetime) -> None:
    assert busca(gente[0], ahora) == busca(gente[0], ahora + MOMENTO)
    assert (Mesa.objects.count(), sentados()) == (1, 1)


def test_a_otra_meta_o_a_otro_ritmo_es_otra_mesa(gente: list[Cuenta], ahora: datetime) -> None:
    una, otra, lenta = busca(gente[0], ahora), busca(gente[1], ahora, "200"), busca(gente[2], ahora, modo="sin_prisa")
    assert len({una.mesa_id, otra.mesa_id, lenta.mesa_id}) == 3


def test_se_llena_primero_la_que_esta_mas_cerca_de_empezar(gente: list[Cuenta], ahora: datetime) -> None:
    vieja = busca(gente[0], ahora)
    silencio_poner(cuenta_id=gente[1].pk, callado_id=gente[0].pk, ahora=ahora)
    llena = busca(gente[1], ahora + MOMENTO)
    assert llena.mesa_id != vieja.mesa_id
    toma(gente[2], llena, ahora + MOMENTO)
    assert busca(gente[3], ahora + 2 * MOMENTO).mesa_id == llena.mesa_id


def test_no_se_sienta_con_quien_silencio_y_el_silenciado_no_lo_nota(gente: list[Cuenta], ahora: datetime) -> None:
    ana, beto, caro = gente[:3]
    silencio_poner(cuenta_id=ana.pk, callado_id=beto.pk, ahora=ahora)
    de_beto = busca(beto, ahora)
    de_ana = busca(ana, ahora)
    assert de_ana.mesa_id != de_beto.mesa_id
    # a Beto, que no silenció a nadie, se le sienta donde toque
    deja(beto, de_beto, ahora)
    assert busca(beto, ahora + MOMENTO).mesa_id == de_ana.mesa_id
    assert busca(caro, ahora + MOMENTO).mesa_id == de_ana.mesa_id


@pytest.mark.parametrize(
    ("meta", "modo", "codigo"),
    [("300", "normal", "meta_invalida"), ("100", "practica", "modo_invalido"), ("", "", "meta_invalida")],
)
def test_lo_que_no_existe_se_niega(gente: list[Cuenta], ahora: datetime, meta: str, modo: str, codigo: str) -> None:
    assert negado(busca, gente[0], ahora, meta, modo) == codigo


def test_quien_no_esta_en_la_sala_no_busca(gente: list[Cuenta], ahora: datetime) -> None:
    assert negado(busca, gente[0], ahora + CADUCIDAD + MOMENTO) == "no_estas_en_la_sala"


def test_quien_ya_juega_no_busca_y_quien_busca_no_recibe_invitacion(gente: list[Cuenta], ahora: datetime) -> None:
    for quien in gente[:4]:
        mesa = busca(quien, ahora)
    assert mesa.estado == "lista"
    assert negado(busca, gente[0], ahora) == "ya_tienes_mesa"
    busca(gente[4], ahora)
    with pytest.raises(ErrorDeServicio) as e:
        invita([gente[5], gente[4], *reunidos(ahora, ("Gil", "Hugo"))], ahora)
    assert e.value.codigo in ("ya_espera", "no_estas_en_la_sala")


def test_la_invitacion_sin_contestar_se_deja(gente: list[Cuenta], ahora: datetime) -> None:
    invitada = invita(gente[:4], ahora)
    quedo = busca(gente[1], ahora)
    assert (fila(invitada).estado, quedo.estado) == ("cancelada", "abierta")


def test_quien_abre_y_deja_sin_parar_se_frena(gente: list[Cuenta], ahora: datetime) -> None:
    for n in range(5):
        deja(gente[0], busca(gente[0], ahora + n * MOMENTO), ahora + n * MOMENTO)
    assert negado(busca, gente[0], ahora + 6 * MOMENTO) == "muchas_mesas"


# --- sentarse en una --------------------------------------------------------------------------------------------------
def test_sentarse_en_otra_deja_la_que_esperaba(gente: list[Cuenta], ahora: datetime) -> None:
    una, otra = busca(gente[0], ahora), busca(gente[1], ahora, "200")
    toma(gente[0], otra, ahora + MOMENTO)
    assert fila(una).estado == "cancelada"
    assert como_se_sientan(otra) == {0: "Beto", 2: "Ana"}
    assert toma(gente[0], otra, ahora + MOMENTO).mesa_id == otra.mesa_id


def test_la_que_se_lleno_o_se_deshizo_se_dice(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = juntan(gente[:4], ahora)
    assert negado(toma, gente[4], mesa, ahora) == "mesa_llena"
    otra = busca(gente[4], ahora)
    deja(gente[4], otra, ahora)
    assert negado(toma, gente[5], otra, ahora) == "mesa_ya_no_esta"


# --- levantarse -------------------------------------------------------------------------------------------------------
def test_si_se_va_quien_la_abrio_sigue_quien_llego_despues(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = juntan(gente[:3], ahora)
    deja(gente[0], mesa, ahora)
    quedo = fila(mesa)
    assert (quedo.estado, quedo.organizador, quedo.nombre) == ("abierta", gente[1], "La mesa de Beto")
    assert como_se_sientan(mesa) == {0: "Beto", 3: "Caro"}
    deja(gente[0], mesa, ahora)  # otra vez no hace nada
    assert busca(gente[3], ahora).mesa_id == mesa.mesa_id
    assert como_se_sientan(mesa) == {0: "Beto", 2: "Dani", 3: "Caro"}


def test_de_la_que_ya_esta_lista_no_se_levanta(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = juntan(gente[:4], ahora)
    assert negado(deja, gente[0], mesa, ahora) == "mesa_ya_lista"


def test_a_quien_se_va_de_la_sala_se_le_suelta_el_lugar(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = juntan(gente[:3], ahora)
    luego = ahora + timedelta(seconds=30)
    llegan([gente[1]], luego)
    assert abiertas.lugares_sin_quien_soltar(luego) == 2
    assert como_se_sientan(mesa) == {0: "Beto"}
    assert abiertas.lugares_sin_quien_soltar(luego) == 0
    llegan([], luego + timedelta(seconds=30))
    assert abiertas.lugares_sin_quien_soltar(luego + timedelta(seconds=30)) == 1
    assert fila(mesa).estado == "cancelada" and not Lugar.objects.exists()


def test_quien_espera_y_practica_deja_su_lugar_y_los_demas_siguen(gente: list[Cuenta], ahora: datetime) -> None:
    """Esperar no es un callejón: a un toque se juega con automáticos, a lo mismo y sin que cuente (D740)."""
    espera = juntan(gente[:2], ahora)
    abierta = practica_abrir(cuenta_id=gente[0].pk, id_orden=uuid4(), meta="200")
    assert abierta.nueva and abierta.lista and abierta.mesa_id != espera.mesa_id
    assert Mesa.objects.get(pk=abierta.mesa_id).modo == "practica" and como_se_sientan(espera) == {0: "Beto"}
    practica_abrir(cuenta_id=gente[1].pk, id_orden=uuid4())
    assert fila(espera).estado == "cancelada"


def test_si_la_mesa_se_llena_al_ponerse_a_practicar_va_a_ella(gente: list[Cuenta], ahora: datetime) -> None:
    mesa = juntan(gente[:4], ahora)
    abiertas.espera_dejar(cuenta_id=gente[0].pk, ahora=ahora)
    abierta = practica_abrir(cuenta_id=gente[0].pk, id_orden=uuid4())
    assert (abierta.mesa_id, abierta.nueva, abierta.lista, abierta.de_practica) == (mesa.mesa_id, False, True, False)


# --- lo que se ve -----------------------------------------------------------------------------------------------------
def test_todos_ven_las_mesas_con_lugar_y_quien_espera_la_suya(gente: list[Cuenta], ahora: datetime) -> None:
    busca(gente[0], ahora)
    estado = estado_de_sala(ahora)
    assert gente[0].pk not in {p.id for p in estado.personas}
    zona = comunes(estado).zonas["abiertas"]
    assert "Ana" in zona and "faltan 3" in zona and "Sentarme" in zona
    assert contexto_propio(estado, gente[0].pk, "sala")["tipo"] == "busca"
    assert not estado.ocupada(gente[0].pk)
    # con la lista igual, lo que cambia son las mesas
    busca(gente[1], ahora)
    quedo = comunes(estado_de_sala(ahora), comunes(estado))
    assert "faltan 2" in quedo.zonas["abiertas"]


def test_por_la_pagina_se_busca_se_sienta_y_se_levanta(gente: list[Cuenta], ahora: datetime) -> None:
    ana, beto = navegador(gente[0]), navegador(gente[1])

    def pide(cliente: Any, accion: str, **datos: Any) -> Any:
        return cliente.post(reverse("enlinea:orden", args=[accion]), {"id_orden": str(uuid4()), **datos})

    assert pide(ana, "buscar", meta="100", modo="normal").status_code == 302
    mesa = Mesa.objects.get()
    pagina = beto.get(reverse("enlinea:sala")).content.decode()
    assert "Mesas con lugar" in pagina and "con Ana" in pagina
    assert pide(beto, "sentarse", mesa=mesa.pk).status_code == 302
    assert "Faltan 2 para empezar" in beto.get(reverse("enlinea:sala")).content.decode()
    assert beto.get(reverse("enlinea:mesa", args=[mesa.pk])).status_code in (302, 404)
    assert pide(beto, "levantarse", mesa=mesa.pk).status_code == 302
    assert list(mesa.lugares.values_list("nombre", flat=True)) == ["Ana"]


def test_arriba_no_se_cuenta_a_uno_mismo_y_se_dice_quien_espera(gente: list[Cuenta], ahora: datetime) -> None:
    """«Sólo tú por ahora» junto a «Mesas con lugar: Beto», y «4 libres» contándose (D814)."""
    libres = len(gente)
    arriba = comunes(estado_de_sala(ahora)).zonas["donde_sub"]
    assert f"{libres} libres ahora" in arriba and f"{libres - 1} libres, además de ti" in arriba
    antes = comunes(estado_de_sala(ahora))
    busca(gente[0], ahora)
    arriba = comunes(estado_de_sala(ahora), antes).zonas["donde_sub"]
    assert "1 espera en su mesa" in arriba and f"{libres - 2} libres, además de ti" in arriba
    llegan(gente[:2], ahora)
    assert "Libre, sólo tú" in comunes(estado_de_sala(ahora)).zonas["donde_sub"]


def test_a_quien_espera_a_solas_se_le_dice_donde_esperan_mas(gente: list[Cuenta], ahora: datetime) -> None:
    """Sentado en una mesa por enlace mientras otros esperaban en la de todos (D813)."""
    abiertas.mesa_abrir(
        cuenta_id=gente[0].pk, id_orden=uuid4(), nombre="La mía", meta="100", modo="normal", se_mira=False, ahora=ahora
    )

    def ofrece(**cambia: str) -> bool:
        Mesa.objects.filter(solo_enlace=False).update(**cambia)
        return "esperan 2, a lo mismo" in propias(estado_de_sala(ahora), gente[0].pk, "sala")["tuya"]

    otra = juntan(gente[1:3], ahora)
    assert ofrece() and not ofrece(meta="200") and ofrece(meta="100") and not ofrece(modo="sin_prisa")
    assert ofrece(modo="normal")
    silencio_poner(cuenta_id=gente[0].pk, callado_id=gente[1].pk, ahora=ahora)
    assert not ofrece()
    assert not contexto_propio(estado_de_sala(ahora), gente[1].pk, "sala")["con_mas"]
    # un toque: se pasa, y la suya se deshace
    abiertas.lugar_tomar(mesa_id=otra.mesa_id, cuenta_id=gente[0].pk, ahora=ahora)
    assert not Mesa.objects.filter(solo_enlace=True, estado="abierta").exists()

"""Invitar sin parar, a quien ya dijo que no o a quien silenció a quien invita (EL2, D46, D177)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa, Silencio
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.sala.pantallas import llave_propia
from enlinea.sala.servicios import armado
from enlinea.sala.servicios.armado import Armada
from enlinea.textos.errores import texto_de
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import MOMENTO, contesta, invita, llegan, navegador, reunidos

pytestmark = pytest.mark.django_db

INSULTO = "Ana es una tramposa"
MINUTO = timedelta(minutes=1)
Fin = Callable[[Armada, list[Cuenta], datetime], object]


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def negada(cuentas: list[Cuenta], ahora: datetime) -> str:
    """Lo que se le dice a quien insiste; los cuatro siguen en la Sala."""
    llegan(cuentas, ahora)
    with pytest.raises(ErrorDeServicio) as e:
        invita(cuentas, ahora)
    return texto_de(e.value)


def armada(cuentas: list[Cuenta], ahora: datetime) -> Armada:
    llegan(cuentas, ahora)
    return invita(cuentas, ahora)


def rechaza(mesa: Armada, cuatro: list[Cuenta], cuando: datetime) -> object:
    return contesta(mesa, cuatro[1], cuando, acepta=False)


def deja_pasar(mesa: Armada, cuatro: list[Cuenta], cuando: datetime) -> object:
    return armado.mesas_vencer(cuando + timedelta(seconds=30))


def retira(mesa: Armada, cuatro: list[Cuenta], cuando: datetime) -> object:
    return armado.mesa_retirar(mesa_id=mesa.mesa_id, cuenta_id=cuatro[0].pk, ahora=cuando)


# --- cuántas mesas ----------------------------------------------------------------------------------------------------
def test_cinco_mesas_seguidas_y_a_la_sexta_se_dice_cuanto_falta(ahora: datetime) -> None:
    beto, *otros = reunidos(ahora, [f"P{n}" for n in range(19)])
    for n in range(5):
        tres = otros[3 * n : 3 * n + 3]
        retira(armada([beto, *tres], ahora + n * MOMENTO), [beto], ahora + n * MOMENTO)
    seis = [beto, *otros[15:18]]
    assert negada(seis, ahora + 10 * MOMENTO) == (
        "Creaste varias mesas seguidas. Espera 110\u00a0s y toca otra vez «Crear mesa»."
    )
    assert armada(seis, ahora + 2 * MINUTO + MOMENTO).estado == "invitando"


def test_las_de_practica_y_las_de_otros_no_cuentan_y_repetir_la_orden_no_se_frena(ahora: datetime) -> None:
    cuatro = reunidos(ahora)
    for _n in range(6):
        Mesa.objects.create(nombre="x", meta="100", modo="practica", organizador=cuatro[0], estado="cerrada")
        Mesa.objects.create(nombre="x", meta="100", organizador=cuatro[1], estado="cancelada")
    orden = uuid4()
    mesa = invita(cuatro, ahora, id_orden=orden)
    Mesa.objects.filter(modo="practica").update(modo="normal")
    assert invita(cuatro, ahora, id_orden=orden) == mesa


# --- a quien no aceptó ------------------------------------------------------------------------------------------------
def test_a_quien_dijo_que_no_se_le_vuelve_a_invitar_al_minuto_y_a_los_demas_ya(ahora: datetime) -> None:
    beto, ana, caro, dani, eva = reunidos(ahora, ["Beto", "Ana", "Caro", "Dani", "Eva"])
    todos = [beto, ana, caro, dani, eva]
    rechaza(invita(todos[:4], ahora), todos, ahora)
    assert negada(todos[:4], ahora + MOMENTO) == (
        "Ana no aceptó hace poco. Elige a otra persona, o vuelve a invitarle dentro de 1 min."
    )
    llegan(todos, ahora + MOMENTO)
    retira(invita([beto, eva, caro, dani], ahora + MOMENTO), todos, ahora + MOMENTO)
    llegan(todos, ahora + 2 * MOMENTO)
    otra = invita([caro, ana, eva, dani], ahora + 2 * MOMENTO)  # el no fue a Beto, no a Caro
    armado.mesa_retirar(mesa_id=otra.mesa_id, cuenta_id=caro.pk, ahora=ahora + 2 * MOMENTO)
    assert armada(todos[:4], ahora + MINUTO + MOMENTO).estado == "invitando"


@pytest.mark.parametrize("fin", [rechaza, deja_pasar, retira])
def test_a_la_tercera_que_no_acepta_hay_que_esperar_a_que_pasen(ahora: datetime, fin: Fin) -> None:
    # a los tres se les acabó igual: se nombra a quien se invitó primero, no a la cuenta más vieja
    caro, dani, ana, beto = reunidos(ahora, ["Caro", "Dani", "Ana", "Beto"])
    cuatro = [beto, ana, caro, dani]
    for n in range(3):
        fin(armada(cuatro, ahora + 2 * n * MINUTO), cuatro, ahora + 2 * n * MINUTO)
    dicho = negada(cuatro, ahora + 6 * MINUTO)
    assert dicho.startswith("Ya invitaste varias veces a Ana. Elige a otra persona, o vuelve a invitarle dentro de ")
    assert armada(cuatro, ahora + 11 * MINUTO).estado == "invitando"


def test_no_es_decir_que_no_irse_a_otra_mesa_ni_que_otro_diga_que_no(ahora: datetime) -> None:
    _beto, ana, *_otros = cuatro = reunidos(ahora, ["Beto", "Ana", "Caro", "Dani"])
    invita(cuatro, ahora)
    armado.invitacion_dejar(cuenta_id=ana.pk, ahora=ahora)
    otra = [*cuatro]
    for n in range(1, 4):
        otra[3] = suscriptor(f"Eva{n}")
        rechaza_ella = armada(otra, ahora + n * MOMENTO)
        contesta(rechaza_ella, otra[3], ahora + n * MOMENTO, acepta=False)
    assert armada(cuatro, ahora + 4 * MOMENTO).estado == "invitando"


# --- quien silenció a quien invita ------------------------------------------------------------------------------------
def zona(cuenta: Cuenta) -> str:
    return " ".join(navegador(cuenta).get("/enlinea/vivo/?pantalla=sala").json()["datos"]["zonas"]["tuya"].split())


def test_quien_silencio_a_quien_invita_no_lee_el_nombre_que_le_puso_ni_se_le_interrumpe(ahora: datetime) -> None:
    beto, ana, caro, dani = cuatro = reunidos(ahora, ["Beto", "Ana", "Caro", "Dani"])
    Silencio.objects.create(quien=ana, callado=beto, desde=ahora)
    mesa = invita(cuatro, ahora, nombre=INSULTO)
    assert "Beto te invita a jugar" in zona(ana) and "«La mesa de Beto»" in zona(ana) and "data-callada" in zona(ana)
    assert INSULTO in zona(caro) and "data-callada" not in zona(caro)
    contesta(mesa, ana, ahora)
    assert "«La mesa de Beto»" in zona(ana), "en espera"
    assert INSULTO in zona(beto), "el silenciado no se entera"
    contesta(mesa, dani, ahora, acepta=False)
    assert "«La mesa de Beto» no se armó" in zona(ana)
    for cuenta in cuatro:
        pagina = navegador(cuenta).get("/enlinea/").content.decode()
        assert (INSULTO in pagina) is (cuenta != ana and cuenta != dani)


def test_a_silenciarlo_con_la_invitacion_delante_se_quita_el_nombre(ahora: datetime) -> None:
    beto, ana, _caro, _dani = cuatro = reunidos(ahora, ["Beto", "Ana", "Caro", "Dani"])
    invita(cuatro, ahora, nombre=INSULTO)
    antes = llave_propia(estado_de_sala(ahora), ana.pk)
    Silencio.objects.create(quien=ana, callado=beto, desde=ahora)
    assert llave_propia(estado_de_sala(ahora), ana.pk) != antes


def test_a_quien_lo_silencio_le_sigue_pudiendo_invitar_igual_que_a_los_demas(ahora: datetime) -> None:
    beto, ana, caro, dani = reunidos(ahora, ["Beto", "Ana", "Caro", "Dani"])
    Silencio.objects.create(quien=ana, callado=beto, desde=ahora)
    mesa = invita([beto, ana, caro, dani], ahora, nombre=INSULTO)
    for cuenta in (ana, caro, dani):
        contesta(mesa, cuenta, ahora)
    assert Mesa.objects.get(pk=mesa.mesa_id).estado == "lista"

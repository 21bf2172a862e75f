"""Cada camino de regreso contra una anotación simultánea, con conexiones de verdad: gana una, la otra lo sabe y nada
queda a medias (RE4, D300-D308)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Anotacion, Jugador, Partida, Relevo
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import Mesero, manos, nombra_coorganizador, recreo_de
from tests.recreo.test_carreras import anotar

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]

CO = 2
PORQUE = {"motivo": "Se anotó al revés"}
AQUI = {"partida": 1, "mesa": 1}


def mesa_lista(tamano: int = 8) -> Mesero:
    """Mesa 1 lista para anotar por el 1; el 2 coorganiza y el 4 no juega en su carrera."""
    with transaction.atomic():
        m = recreo_de(tamano)
        nombra_coorganizador(m, CO)
        m.prepara(anotador=1)
    return m


def nada(_m: Mesero) -> dict[str, Any]:
    return {}


def con_ausencia_despues(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.ausencia_poner, numero=4, desde=2)
    return {}


def con_suplente_sentado(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.suplente_poner, numero=3, nombre="Rafa", desde=1)
    return {}


def con_relevo(m: Mesero) -> dict[str, Any]:
    con_suplente_sentado(m)
    return {"relevo": Relevo.objects.get(recreo_id=m.id).pk}


def en_pausa(m: Mesero) -> dict[str, Any]:
    m.orden(servicios.recreo_pausar)
    return {}


AMBAS = ["ok", "ok"]
# servicio → lo que pide, qué hay antes, y cómo puede acabar: el regreso y la mano, en los dos órdenes posibles
CARRERAS: Mapping[str, tuple[dict[str, Any], Callable[[Mesero], dict[str, Any]], list[list[str]]]] = {
    "partida_deshacer": ({"partida": 1}, nada, [["estado_preparacion", "ok"], ["ok", "ya_anotaron"]]),
    "suplente_poner": ({"numero": 3, "nombre": "Rafa", "desde": 1}, nada, [AMBAS, ["ok", "ya_se_juega"]]),
    "titular_volver": ({"numero": 3, "desde": 1}, con_suplente_sentado, [AMBAS, ["ok", "ya_se_juega"]]),
    "relevo_deshacer": ({}, con_relevo, [AMBAS, ["ok", "ya_se_juega"]]),
    "ausencia_poner": ({"numero": 4, "desde": 1}, nada, [["falta_salidor", "ok"], ["ok", "ya_se_juega"]]),
    "persona_llego": ({"numero": 4}, con_ausencia_despues, [AMBAS]),
    "persona_cambiar": ({"numero": 3, "nombre": "Carmela"}, nada, [AMBAS]),
    "recreo_pausar": ({}, nada, [AMBAS]),
    "recreo_retomar": ({}, en_pausa, [AMBAS]),
}


def coherente(m: Mesero) -> None:
    """Lo que se lee se puede calcular, y quien se sienta en la base es quien dice el programa."""
    estado = m.estado
    assert estado.clasificaciones is not None
    for p in estado.partidas:
        for vista in p.mesas:
            sentados = m.fila_mesa(p.numero, vista.numero).asientos.order_by("lugar")
            assert tuple(sentados.values_list("jugador__numero", flat=True)) == vista.asientos


@pytest.mark.parametrize("servicio", sorted(CARRERAS))
def test_contra_una_mano_que_se_anota_a_la_vez(servicio: str) -> None:
    datos, antes, pueden = CARRERAS[servicio]
    for _vuelta in range(vueltas(6)):
        m = mesa_lista()
        pide = {**datos, **antes(m)}
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(partial(m.orden, getattr(servicios, servicio), CO, **pide), anotar(m, 1, 35))
        assert codigos(quedo) in pueden
        anoto = not isinstance(quedo[1], Exception)
        assert Anotacion.objects.filter(mesa__partida__recreo_id=m.id).count() == int(anoto)
        coherente(m)


def test_terminar_aqui_mientras_se_anota_la_partida_a_medias() -> None:
    for _vuelta in range(vueltas(6)):
        m = mesa_lista(4)
        with transaction.atomic():
            m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0)
            m.siguiente(2)
            m.prepara(2, anotador=1)
        termina = partial(m.orden, servicios.recreo_terminar_aqui, CO, motivo="Ya es tarde")
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(termina, anotar(m, 1, 35, partida=2))
        assert codigos(quedo) in (AMBAS, ["estado_terminado", "ok"])
        assert m.fila.estado == "terminado" and m.estado.clasificaciones.cerradas == (1,)


def test_reabrir_una_mesa_mientras_su_anotador_corrige() -> None:
    for _vuelta in range(vueltas(6)):
        m = mesa_lista()
        with transaction.atomic():
            m.anota_todo(manos(100, 20))
            m.cierra()
        corrige = anotar(m, 1, 19, mano=1, revision=1)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(partial(m.orden, servicios.mesa_reabrir, CO, **AQUI, **PORQUE), corrige)
        assert codigos(quedo) in (AMBAS, ["mesa_cerrada", "ok"])
        vista = m.mesa()
        assert vista.cerrada is None and Partida.objects.get(recreo_id=m.id).termino is None
        assert vista.manos[0].revision == (1 if isinstance(quedo[1], Exception) else 2)


def test_dos_reabren_la_misma_mesa_y_se_reabre_una_vez() -> None:
    m = mesa_lista()
    for _vuelta in range(vueltas(6)):
        m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.mesa_reabrir, por, **AQUI, **PORQUE) for por in (1, CO)))
        assert codigos(quedo) == ["mesa_no_cerrada", "ok"]


def todo_jugado() -> Mesero:
    with transaction.atomic():
        m = recreo_de(4)
        nombra_coorganizador(m, CO)
        for partida in (1, 2, 3):
            if partida > 1:
                m.siguiente(partida)
            m.orden(servicios.mesa_aplicar_default, partida=partida, mesa=1, gana=0)
    return m


def test_anunciar_el_final_mientras_otra_persona_reabre_una_mesa() -> None:
    for _vuelta in range(vueltas(6)):
        m = todo_jugado()
        reabre = partial(m.orden, servicios.mesa_reabrir, CO, **AQUI, **PORQUE)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(m.anuncia, reabre)
        assert codigos(quedo) in (["estado_terminado", "ok"], ["mesa_reabierta", "ok"])
        assert (m.fila.estado == "terminado") == (not m.estado.reabiertas)


def test_anunciar_el_final_mientras_se_pone_el_ultimo_castigo_nunca_lo_pierde() -> None:
    for _vuelta in range(vueltas(6)):
        m = todo_jugado()
        castiga = partial(m.orden, servicios.castigo_aplicar, CO, numero=3, tantos=10)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(m.anuncia, castiga)
        entro = not isinstance(quedo[1], Exception)
        assert {f.jugador: f.castigos for f in m.estado.filas}[3] == (10 if entro else 0)


def test_se_reabre_mientras_alguien_entra_en_otro_y_queda_en_uno() -> None:
    for _vuelta in range(vueltas(6)):
        m = todo_jugado()
        m.anuncia()
        with transaction.atomic():
            otro = recreo_de(6, entran=False)
        quien = m.quienes[3]
        quedo = a_la_vez(
            partial(m.orden, servicios.recreo_reabrir, **PORQUE),
            partial(otro.orden, servicios.jugador_reclamar, quien, numero=3),
        )
        assert codigos(quedo) in (AMBAS, ["ok", "ya_en_otro_recreo"])
        assert Jugador.objects.filter(llave=quien.llave, vigente=True).count() == 1
        assert quedo[0].datos == {"en_otro": [] if isinstance(quedo[1], Exception) else ["Carmen"]}


def test_dos_recreos_con_la_misma_gente_se_retoman_a_la_vez_y_cada_quien_queda_en_uno() -> None:
    """Sin un orden común se trabarían: uno espera a la persona que el otro ya tomó."""
    for _vuelta in range(vueltas(6)):
        with transaction.atomic():
            a, b = recreo_de(4), recreo_de(4, entran=False)
            a.orden(servicios.recreo_pausar)
            for n in (4, 3, 2):
                b.orden(servicios.jugador_reclamar, a.quienes[n], numero=6 - n)
            b.orden(servicios.recreo_pausar)
        quedo = a_la_vez(*(partial(x.orden, servicios.recreo_retomar) for x in (a, b)))
        assert codigos(quedo) == AMBAS
        for n in (2, 3, 4):
            assert Jugador.objects.filter(llave=a.quienes[n].llave, vigente=True).count() == 1


def test_cambiar_de_cuantos_es_mientras_alguien_reclama_un_lugar_que_se_quita() -> None:
    for vuelta in range(vueltas(6)):
        with transaction.atomic():
            m = recreo_de(8, empieza=False, entran=False)
        quien = Quien(llave=f"de-ultimo-{vuelta}")
        quedo = a_la_vez(
            partial(m.orden, servicios.tamano_cambiar, tamano=7, fuera=1),
            partial(m.orden, servicios.jugador_reclamar, quien, numero=8),
        )
        assert codigos(quedo) in (AMBAS, ["numero_inexistente", "ok"])
        assert sorted(m.estado.jugadores) == list(range(1, 8))
        assert not Jugador.objects.filter(llave=quien.llave).exists()


def test_dos_ponen_un_suplente_en_el_mismo_lugar_y_queda_uno() -> None:
    for _vuelta in range(vueltas(6)):
        m = mesa_lista()
        pone = [
            partial(m.orden, servicios.suplente_poner, por, numero=3, nombre=nombre, desde=2)
            for por, nombre in ((1, "Rafa"), (CO, "Queta"))
        ]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*pone)
        assert codigos(quedo) == ["no_ocupa_lugar", "ok"]
        assert Relevo.objects.filter(recreo_id=m.id).count() == 1
        assert set(m.estado.jugadores) == set(range(1, 10))

"""La llamada en curso: «ya se arregló», otro motivo, insistir y lo que ve quien organiza (RE5, D744)."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from recreo import servicios
from recreo.pantallas.cosas import UN_MINUTO, Cosa, cosas_de
from recreo.pantallas.llamada import la_que_va
from recreo.servicios.llamadas import INSISTIR_CADA
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import Mesero, dominada, falla, recreo_de
from tests.recreo.test_pantallas_mesa import ver

AQUI = {"partida": 1, "mesa": 1}
UN_MOMENTO = timedelta(seconds=1)


def que_oye(m: Mesero, numero: int, en: timedelta = timedelta()) -> list[Cosa]:
    todas = cosas_de(m.estado, m.estado.visor(m.quienes[numero]))
    return [c for c in todas if c.toca(timezone.now() + en)]


def llama(m: Mesero, por: int = 3, texto: str = "No cuadra") -> int:
    m.orden(servicios.organizador_llamar, por, **AQUI, texto=texto)
    return m.mesa().incidencias[-1].id


@pytest.fixture
def m(db: None) -> Mesero:
    """Mesa 1: Memo y Beto contra Carmen y Nacho; anota Nacho."""
    hecho = recreo_de(8)
    hecho.prepara(anotador=4)
    return hecho


def test_ya_se_arreglo_quita_la_llamada_con_rastro_y_quien_organiza_lo_ve_un_rato(m: Mesero) -> None:
    llamada = llama(m)
    m.orden(servicios.llamada_retirar, 2, **AQUI, llamada=llamada)
    (i,) = m.mesa().incidencias
    assert i.atendida and (i.jugador, i.atendida_por, i.texto) == (2, "Beto", "No cuadra")
    assert la_que_va(m.mesa()) is None and "Llamar a Memo" in ver(m, 3)
    (cosa,) = que_oye(m, 1)
    assert (cosa.texto, cosa.detalle) == ("La mesa 1 ya no te necesita.", "Beto: ya se arregló") and not cosa.suena
    assert que_oye(m, 1, UN_MINUTO + UN_MOMENTO) == [] == que_oye(m, 3)
    m.orden(servicios.llamada_retirar, 3, **AQUI, llamada=llamada)  # dos de acuerdo no es un error
    assert len(m.mesa().incidencias) == 1


def test_al_ya_voy_que_llega_tarde_se_le_dice_que_se_arreglo(m: Mesero) -> None:
    llamada = llama(m)
    m.orden(servicios.llamada_retirar, 3, **AQUI, llamada=llamada)
    with falla("llamada_retirada", quien="Carmen", mesa=1):
        m.orden(servicios.incidencia_atender, incidencia=llamada)


def test_con_el_ya_voy_dicho_tambien_se_retira_y_no_se_pierde_quien_venia(m: Mesero) -> None:
    llamada = llama(m)
    m.orden(servicios.incidencia_atender, incidencia=llamada)
    assert "Llamada: Memo va para allá" in ver(m, 3)
    m.orden(servicios.llamada_retirar, 3, **AQUI, llamada=llamada)
    assert [(i.atendida_por, i.jugador) for i in m.mesa().incidencias] == [("Memo", None), ("Carmen", 3)]
    assert la_que_va(m.mesa()) is None and [c.tipo for c in que_oye(m, 1)] == ["retirada"]


def test_el_motivo_se_cambia_sin_que_suene_y_dice_quien_si_es_de_otra_persona(m: Mesero) -> None:
    llamada = llama(m)
    antes = [c.clave for c in que_oye(m, 1)]
    m.orden(servicios.llamada_insistir, 3, **AQUI, llamada=llamada, texto=" Falta Beto ", suena=False)
    assert m.mesa().incidencias[0].texto == "Falta Beto" and [c.clave for c in que_oye(m, 1)] == antes
    m.orden(servicios.llamada_insistir, 4, **AQUI, llamada=llamada, texto="<b>Urge</b>", suena=False)
    assert m.mesa().incidencias[0].texto == "Nacho: <b>Urge</b>"
    m.orden(servicios.llamada_insistir, 4, **AQUI, llamada=llamada, texto="", suena=False)
    assert m.mesa().incidencias[0].texto == "Nacho: <b>Urge</b>", "vacío no borra el motivo"


def test_ya_la_vio_es_de_lo_que_decia_entonces(m: Mesero) -> None:
    """D797: sin señal quien organiza no vio el motivo nuevo, y a quien llamó no se le dice que sí."""
    llamada = llama(m, texto="Primer motivo")
    ve = partial(m.orden, servicios.incidencia_ver, incidencia=llamada)
    visto = que_oye(m, 1)[0].letrero
    ve(letrero=visto)
    assert "Memo ya vio la llamada" in ver(m, 3)
    m.orden(servicios.llamada_insistir, 3, **AQUI, llamada=llamada, texto="Otro motivo", suena=False)
    assert "La llamada a Memo salió" in ver(m, 3) and not que_oye(m, 1)[0].vista
    ve(letrero=visto)  # el aviso de lo que tuvo delante llegó tarde
    assert "ya vio" not in ver(m, 3)
    ve(letrero=que_oye(m, 1)[0].letrero)
    assert "Memo ya vio la llamada" in ver(m, 3)
    m.orden(servicios.organizador_llamar, 2, **AQUI, texto="Y falta una ficha")
    assert "ya vio" not in ver(m, 3), "lo que suma otro tampoco lo ha visto"


def test_insistir_suena_otra_vez_pero_no_a_cada_rato(m: Mesero) -> None:
    llamada, hora = llama(m), timezone.now()
    insiste = partial(m.orden, servicios.llamada_insistir, 3, **AQUI, texto="")
    with falla("insistes_pronto"):
        insiste(llamada=llamada, suena=True)
    assert len(m.mesa().incidencias) == 1
    insiste(llamada=llamada, suena=True, ahora=hora + INSISTIR_CADA + UN_MOMENTO)
    vieja, nueva = m.mesa().incidencias
    assert vieja.atendida and vieja.jugador == 3 and nueva.atendida is None and nueva.texto == "No cuadra"
    (cosa,) = que_oye(m, 1)
    assert cosa.texto == "La mesa 1 insiste." and cosa.suena and cosa.id == nueva.id
    # el «ya voy» que iba a la de antes vale para la misma mesa
    m.orden(servicios.incidencia_atender, incidencia=vieja.id)
    assert m.mesa().abierta("llamada") is None and "Memo va para allá" in ver(m, 3)


def test_lo_que_se_pide_de_una_llamada_vieja_no_toca_la_nueva(m: Mesero) -> None:
    vieja = llama(m)
    m.orden(servicios.llamada_retirar, 3, **AQUI, llamada=vieja)
    nueva = llama(m, 4)
    for servicio, mas in ((servicios.llamada_retirar, {}), (servicios.llamada_insistir, {"suena": False})):
        with falla("llamada_cambio"):
            m.orden(servicio, 3, **AQUI, llamada=vieja, **mas)
    assert (i := m.mesa().abierta("llamada")) is not None and i.id == nueva
    with falla("llamada_cambio"):
        m.orden(servicios.llamada_retirar, 3, **AQUI, llamada=nueva + 99)
    with falla("no_eres_de_esta_mesa"):
        m.orden(servicios.llamada_retirar, 5, **AQUI, llamada=nueva)


def test_con_otra_mano_ya_no_va_y_se_puede_llamar(m: Mesero) -> None:
    llamada = llama(m)
    m.orden(servicios.incidencia_atender, incidencia=llamada)
    m.anota(dominada(0, 10), por=4)
    assert la_que_va(m.mesa()) is None and "Llamar a Memo" in ver(m, 3)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("base_de_carrera")
class TestALaVez:
    def test_se_retira_mientras_dice_ya_voy_y_lo_que_queda_es_uno_de_los_dos(self) -> None:
        for _vuelta in range(vueltas()):
            with transaction.atomic():
                m = recreo_de(8)
                m.prepara(anotador=4)
                llamada = llama(m)
            with cuenta_exacta(m) as quedo:
                quedo += a_la_vez(
                    partial(m.orden, servicios.llamada_retirar, 3, **AQUI, llamada=llamada),
                    partial(m.orden, servicios.incidencia_atender, incidencia=llamada),
                )
            assert codigos(quedo) in (["llamada_retirada", "ok"], ["ok", "ok"])
            assert la_que_va(m.mesa()) is None, "retirada, antes o después de que dijera que venía"

    def test_dos_insisten_a_la_vez_y_suena_una(self) -> None:
        for _vuelta in range(vueltas()):
            with transaction.atomic():
                m = recreo_de(8)
                m.prepara(anotador=4)
                llamada = llama(m)
            luego = timezone.now() + INSISTIR_CADA + UN_MOMENTO
            insisten = [
                partial(m.orden, servicios.llamada_insistir, n, **AQUI, llamada=llamada, ahora=luego) for n in (3, 4)
            ]
            with cuenta_exacta(m) as quedo:
                quedo += a_la_vez(*insisten)
            assert codigos(quedo) == ["llamada_cambio", "ok"]
            assert len(m.mesa().incidencias) == 2

"""Actas: lo que entra por los servicios sale igual, y lo que no cabe no deja nada."""

import copy
import io
import json
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from recreo import consultas, servicios
from recreo.actas import exportar, importar
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Anotacion, Castigo, Jugador, Recreo
from reglas.informes import filas_como_datos, informe_de_recreo
from reglas.tipos import Desenlace
from suscripciones.models import Cuenta
from tests.recreo.actas_de_prueba import (
    CORREO,
    acta_de,
    ganada,
    jugable,
    mano,
    mesa,
    meter,
    niega,
    organizador,
    sacar,
    sin_fechas,
)
from tests.reglas.estrategias import METAS, TAMANOS, acta_al_azar
from tests.reglas.rol_del_documento import programa_oficial

RAIZ = Path(__file__).resolve().parents[2]


@pytest.fixture
def ana(db: None) -> Cuenta:
    return organizador()


def comprobar_ida_y_vuelta(acta: dict[str, Any]) -> None:
    """export(import(acta)) == acta, y clasifica igual."""
    correo = f"{uuid4().hex}@ejemplo.mx"
    organizador(correo)
    hecha = importar(acta, organizador=correo)
    estado = consultas.estado_de(hecha.recreo_id)
    salida = exportar(estado)
    assert sin_fechas(salida) == acta
    clasificado = informe_de_recreo(json.loads(json.dumps(salida)))
    assert clasificado["final"] == filas_como_datos(estado.clasificaciones.final)
    assert clasificado["parciales"] == [filas_como_datos(p) for p in estado.clasificaciones.parciales]
    completa = len(acta["partidas"]) == len(programa_oficial(len(acta["jugadores"]))) and all(
        m["fin"] for m in acta["partidas"][-1]["mesas"]
    )
    assert estado.estado == ("terminado" if completa else "en_juego" if acta["partidas"] else "preparacion")
    assert Jugador.objects.filter(recreo_id=hecha.recreo_id, vigente=completa).count() == 0


# De día, cada tamaño hasta 12 con una meta, y cada meta con varios tamaños: un acta de 16 son 436 órdenes.
DE_DIA = {(tamano, METAS[(i + 2) % len(METAS)]) for i, tamano in enumerate(TAMANOS) if tamano <= 12}


@pytest.mark.una_base
@pytest.mark.parametrize(
    ("tamano", "meta"),
    [
        pytest.param(tamano, meta, marks=[] if (tamano, meta) in DE_DIA else [pytest.mark.noche])
        for tamano in TAMANOS
        for meta in METAS
    ],
)
def test_un_acta_completa_sale_igual_en_todo_tamano_y_meta(db: None, tamano: int, meta: str) -> None:
    comprobar_ida_y_vuelta(acta_al_azar(random.Random(tamano), tamano, meta, completa=True))


@pytest.mark.una_base
class IdaYVuelta(TestCase):
    @settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(0, 2**32), st.sampled_from(TAMANOS), st.sampled_from(METAS))
    def test_un_acta_a_medias_sale_igual(self, semilla: int, tamano: int, meta: str) -> None:
        comprobar_ida_y_vuelta(jugable(acta_al_azar(random.Random(semilla), tamano, meta, completa=False)))


def test_la_orden_clasificar_lee_lo_exportado_y_da_lo_de_la_pantalla(ana: Cuenta, tmp_path: Path) -> None:
    hecha = meter(acta_al_azar(random.Random(7), 5, "100", completa=True))
    archivo = tmp_path / "acta.json"
    call_command("recreo_exportar", hecha.codigo.lower(), salida=archivo, stdout=io.StringIO())
    orden = [sys.executable, "-m", "reglas", "clasificar", str(archivo)]
    salida = subprocess.run(orden, cwd=RAIZ, capture_output=True, check=True, encoding="utf-8", timeout=60).stdout
    estado = consultas.estado_de(hecha.recreo_id)
    assert json.loads(salida)["final"] == filas_como_datos(estado.clasificaciones.final)


def test_las_ordenes_meten_y_sacan_un_acta(ana: Cuenta, tmp_path: Path) -> None:
    archivo = tmp_path / "acta.json"
    archivo.write_text(json.dumps(acta_de([ganada()])), encoding="utf-8-sig")
    dicho = io.StringIO()
    call_command("recreo_importar", archivo, organizador=CORREO.upper(), stdout=dicho)
    recreo = Recreo.objects.get()
    assert recreo.codigo in dicho.getvalue() and "en juego" in dicho.getvalue()
    salida = io.StringIO()
    call_command("recreo_exportar", str(recreo.pk), stdout=salida)
    assert json.loads(salida.getvalue())["partidas"][0]["mesas"] == [ganada()]


def test_la_orden_de_importar_explica_el_error_y_dice_que_no_quedo_nada(ana: Cuenta, tmp_path: Path) -> None:
    archivo = tmp_path / "acta.json"
    archivo.write_text(json.dumps(acta_de([mesa(1, mano(tantos=119))])))
    with pytest.raises(CommandError, match=r"(?s)Partida 1, mesa 1, mano 1. .*118.*No se importó nada"):
        call_command("recreo_importar", archivo, organizador=CORREO)
    assert not Recreo.objects.exists()


@pytest.mark.parametrize("cual", ["ZZZZZZ", "0", "9" * 30, "²"])
def test_exportar_un_recreo_que_no_existe_lo_dice(db: None, cual: str) -> None:
    with pytest.raises(CommandError, match="No hay ningún Recreo"):
        call_command("recreo_exportar", cual)


def test_un_acta_sin_partidas_queda_en_preparacion_y_con_nombres_por_llenar(ana: Cuenta) -> None:
    acta = acta_de()
    acta["jugadores"][2]["nombre"] = ""
    hecha = meter(acta)
    assert hecha.estado == "preparacion"
    assert sacar(hecha) == acta


def test_a_medias_queda_en_juego_y_se_sigue_anotando(ana: Cuenta) -> None:
    hecha = meter(acta_de([ganada()], [mesa(1, mano(0, 30), fin=None, salidor=1)]))
    quien = Quien(cuenta_id=ana.pk)
    assert hecha.estado == "en_juego"
    servicios.mano_anotar(
        recreo_id=hecha.recreo_id, quien=quien, id_orden=uuid4(), partida=2, mesa=1, mano=2, revision=0,
        desenlace=Desenlace.DOMINADA, pareja=1, tantos=12,
    )  # fmt: skip
    assert consultas.estado_de(hecha.recreo_id).partidas[1].mesas[0].marcador == (30, 12)


def test_completa_queda_terminada_y_todos_libres(ana: Cuenta) -> None:
    hecha = meter(acta_de([ganada()], [ganada()], [ganada()]))
    assert hecha.estado == "terminado"
    assert not Jugador.objects.filter(vigente=True).exists()
    assert meter(acta_de([ganada(pareja=1)])).estado == "en_juego"  # Ana puede organizar otro


def test_una_correccion_sale_corregida_y_vuelve_a_entrar(ana: Cuenta) -> None:
    hecha = meter(acta_de([mesa(1, mano(0, 53), fin=None, salidor=3)]))
    servicios.mano_anotar(
        recreo_id=hecha.recreo_id, quien=Quien(cuenta_id=ana.pk), id_orden=uuid4(), partida=1, mesa=1, mano=1,
        revision=1, desenlace=Desenlace.CIERRE, pareja=1, tantos=35,
    )  # fmt: skip
    salida = sacar(hecha)
    assert salida["partidas"][0]["mesas"][0]["manos"] == [mano(1, 35, "cierre")]
    organizador("otro@ejemplo.mx")
    assert sacar(importar(salida, organizador="otro@ejemplo.mx")) == salida


def test_sin_salidor_entra_y_el_cero_del_empate_no_va_a_nadie(ana: Cuenta) -> None:
    empate = mano(None, 0, "cierre_empatado")
    hecha = meter(acta_de([mesa(1, empate, mano(0, 30), fin=None)]))
    m = consultas.estado_de(hecha.recreo_id).partidas[0].mesas[0]
    assert (m.salidor, m.sale, m.sopa, m.manos[0].cero_de) == (None, None, None, None)
    assert m.etapa == "salidor"  # para seguir en vivo se pregunta quién salió


def test_capturar_sin_salidor_es_solo_de_quien_manda_y_si_lo_declara(ana: Cuenta) -> None:
    hecha = meter(acta_de([mesa(1, fin=None)]))
    beto = Cuenta.objects.create_user("beto@ejemplo.mx", nombre="Beto")
    servicios.jugador_reclamar(
        recreo_id=hecha.recreo_id, quien=Quien(cuenta_id=beto.pk), id_orden=uuid4(), nombre="jugador 2"
    )
    manda, anota = Quien(cuenta_id=ana.pk), Quien(cuenta_id=beto.pk)
    servicios.mesa_elegir_anotador(
        recreo_id=hecha.recreo_id, quien=manda, id_orden=uuid4(), partida=1, mesa=1, numero=2
    )
    for quien, declara in ((manda, False), (anota, True)):
        with pytest.raises(ErrorDeServicio, match="falta_salidor"):
            servicios.mano_anotar(
                recreo_id=hecha.recreo_id, quien=quien, id_orden=uuid4(), partida=1, mesa=1, mano=1, revision=0,
                desenlace=Desenlace.DOMINADA, pareja=0, tantos=10, sin_salidor=declara,
            )  # fmt: skip


def test_cada_castigo_cae_en_su_partida_tambien_en_la_ultima(ana: Cuenta) -> None:
    acta = acta_de([ganada()], [ganada()], [ganada()])
    for p in acta["partidas"]:
        p["castigos"] = [{"jugador": p["partida"], "tantos": 10 * p["partida"]}]
    assert sin_fechas(sacar(meter(acta))) == acta
    assert list(Castigo.objects.order_by("pk").values_list("partida__numero", "tantos")) == [(1, 10), (2, 20), (3, 30)]


def test_un_castigo_de_cero_no_cambia_nada_y_no_se_guarda(ana: Cuenta) -> None:
    acta = acta_de([ganada()])
    acta["partidas"][0]["castigos"] = [{"jugador": 2, "tantos": 0}]
    assert sacar(meter(acta))["partidas"][0]["castigos"] == []


def test_las_partidas_y_mesas_entran_por_su_numero_aunque_vengan_revueltas(ana: Cuenta) -> None:
    acta = acta_de([ganada(1), ganada(2, 1)], [ganada(1, 1), ganada(2)], tamano=8)
    revuelta = copy.deepcopy(acta)
    revuelta["jugadores"].reverse()
    revuelta["partidas"].reverse()
    for p in revuelta["partidas"]:
        p["mesas"].reverse()
    assert sin_fechas(sacar(meter(revuelta))) == acta


def test_las_partidas_preparadas_y_vacias_no_cuentan_como_empezadas(ana: Cuenta) -> None:
    abierta = [mesa(1, mano(0, 30), fin=None)]
    hecha = meter(acta_de([ganada()], abierta, [mesa(1, fin=None)]))
    assert sin_fechas(sacar(hecha)) == acta_de([ganada()], abierta)


def test_los_correos_solo_salen_si_se_piden_y_entran_como_invitacion(ana: Cuenta) -> None:
    acta = acta_de([ganada()])
    acta["jugadores"][1]["correo"] = " Beto@Ejemplo.MX "
    hecha = meter(acta)
    estado = consultas.estado_de(hecha.recreo_id)
    assert "@" not in json.dumps(exportar(estado))
    con = {j["numero"]: j.get("correo") for j in exportar(estado, con_correos=True)["jugadores"]}
    assert con == {1: CORREO, 2: "beto@ejemplo.mx", 3: None, 4: None}
    assert not estado.jugadores[2].tiene_acceso


def test_el_numero_1_es_quien_organiza_y_se_avisa_si_el_acta_dice_otro(ana: Cuenta) -> None:
    acta = acta_de()
    acta["jugadores"][0]["correo"] = "pedro@ejemplo.mx"
    hecha = meter(acta)
    assert Jugador.objects.get(recreo_id=hecha.recreo_id, numero=1).correo == CORREO
    assert "pedro@ejemplo.mx" in hecha.avisos[0] and CORREO in hecha.avisos[0]


# Fechas


def test_las_fechas_del_acta_quedan_y_el_rastro_dice_cuando_se_capturo(ana: Cuenta) -> None:
    acta = acta_de([ganada()], [ganada()], [ganada()], fecha="2024-03-10")
    horas = (("10T17:05", "10T17:40"), ("10T23:10", "10T23:50"), ("11T00:15", "11T01:00"))
    for p, (inicio, termino) in zip(acta["partidas"], horas, strict=True):
        p["inicio"], p["termino"] = f"2024-03-{inicio}:00-06:00", f"2024-03-{termino}:00-06:00"
    ahora = datetime.now(UTC)
    hecha = meter(acta, ahora=ahora)
    assert sacar(hecha) == acta
    r = Recreo.objects.get(pk=hecha.recreo_id)
    assert r.terminado == datetime(2024, 3, 11, 7, 0, tzinfo=UTC)
    # muchas órdenes a la misma hora: cada una un microsegundo después (decisión 057)
    assert ahora <= r.actividad < ahora + timedelta(seconds=1)
    assert Anotacion.objects.first().instante == ahora
    # con sólo la hora se entiende lo mismo, también pasada la medianoche
    for p in acta["partidas"]:
        p["inicio"], p["termino"] = p["inicio"][11:16], p["termino"][11:16]
    assert sacar(meter(acta))["partidas"][2]["termino"] == "2024-03-11T01:00:00-06:00"


def test_un_acta_vieja_a_medias_no_se_cancela_por_ociosa(ana: Cuenta) -> None:
    meter(acta_de([ganada()], fecha="2020-01-05"))
    assert servicios.recreos_ociosos_cancelar(datetime.now(UTC)) == 0


@pytest.mark.parametrize("fecha", ["ayer", "2024-13-40", "0001-01-01T00:00:00+14:00", "9999-12-31", "18:30", ""])
def test_una_fecha_que_no_se_entiende_se_dice(ana: Cuenta, fecha: str) -> None:
    with niega("fecha_invalida", campo="fecha"):
        meter(acta_de([ganada()], fecha=fecha))


def test_las_partidas_van_una_tras_otra_en_el_tiempo(ana: Cuenta) -> None:
    acta = acta_de([ganada()], [ganada()])
    acta["partidas"][0]["inicio"], acta["partidas"][1]["inicio"] = "2024-03-10T18:00", "2024-03-10T17:00"
    with niega("fechas_en_desorden", partida=2):
        meter(acta)


# Permiso y personas


def test_importar_exige_una_cuenta_con_suscripcion(db: None) -> None:
    with niega("organizador_desconocido"):
        meter(acta_de())
    organizador(suscrito=False)
    with niega("suscripcion_ninguna"):
        meter(acta_de())


def test_la_suscripcion_es_la_de_hoy_aunque_el_acta_sea_vieja(ana: Cuenta) -> None:
    assert meter(acta_de([ganada()], fecha="2001-05-05")).estado == "en_juego"


def test_la_misma_acta_no_entra_dos_veces(ana: Cuenta) -> None:
    acta = acta_de([ganada()], [ganada()], [ganada()])
    hecha = meter(acta)
    with niega("acta_ya_importada", codigo_recreo=hecha.codigo):
        meter(acta)
    assert meter(acta, otra_vez=True).codigo != hecha.codigo


def test_un_acta_cuyo_recreo_se_cancelo_vuelve_a_entrar(ana: Cuenta) -> None:
    acta = acta_de([ganada()])
    hecha = meter(acta)
    servicios.recreo_cancelar(recreo_id=hecha.recreo_id, quien=Quien(cuenta_id=ana.pk), id_orden=uuid4())
    assert meter(acta).recreo_id != hecha.recreo_id


def test_quien_organiza_otro_recreo_no_puede_importar_y_se_dice_cual(ana: Cuenta) -> None:
    hecha = meter(acta_de([ganada()]))
    with niega("organizador_ocupado", correo=CORREO, codigo_recreo=hecha.codigo) as error:
        meter(acta_de([ganada(pareja=1)]))
    assert hecha.codigo in error.mensaje


def test_un_jugador_que_esta_en_otro_recreo_se_nombra(ana: Cuenta) -> None:
    organizador("otra@ejemplo.mx")
    ocupado = acta_de([ganada()])
    ocupado["jugadores"][3]["correo"] = "beto@ejemplo.mx"
    hecha = importar(ocupado, organizador="otra@ejemplo.mx")
    acta = acta_de([ganada()])
    acta["jugadores"][1]["correo"] = "BETO@ejemplo.mx"
    with niega("jugador_ocupado", numero=2, correo="beto@ejemplo.mx", codigo_recreo=hecha.codigo):
        meter(acta)

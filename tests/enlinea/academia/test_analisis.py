"""El análisis se prepara aparte, una sola vez, y sólo lo ve quien jugó (AC3, EL8)."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from config.vivo import aparte
from config.vivo.tareas import del_barrido
from enlinea.academia.consultas.fuente import fuente_de
from enlinea.academia.servicios import analisis as servicios
from enlinea.academia.servicios import cola
from enlinea.academia.servicios.actas import acta_borrar, acta_importar
from enlinea.academia.textos_analisis import (
    DE_LA_MEJOR,
    DE_LA_TIRADA,
    balance_en_palabras,
    costo_en_palabras,
    explicar,
    lado_visto,
)
from enlinea.errores import ErrorDeServicio
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import ActaImportada, Analisis, Ejercicio
from reglas.analisis.estudio import VERSION_ESTUDIO
from reglas.analisis.razones import Clave, Razon
from reglas.mesa import ordenes as o
from reglas.tipos import Meta
from tests.enlinea.academia.estudiada import estudio, una_estudiada
from tests.enlinea.academia.jugada import de, una_jugada
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar, suscriptor
from tests.pegada import pegada

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
ociar = aparte._ociar


@pytest.fixture(autouse=True)
def ociados(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A quiénes se mandó ceder. Aquí no ceden: en una máquina llena de pruebas, quien siempre cede no acaba."""
    pedidos: list[int] = []
    monkeypatch.setattr(aparte, "_ociar", pedidos.append)
    monkeypatch.setattr(aparte.shutil, "which", lambda _orden: None)
    return pedidos


def corta(cuenta, manos: int = 1) -> ActaImportada:
    """Un acta importada de una mano: su análisis tarda décimas."""
    _cuentas, partida = una_jugada(semilla=28)
    acta = {**(partida.acta or {}), "manos": (partida.acta or {})["manos"][:manos]}
    Analisis.objects.filter(partida=partida).delete()
    contenido = json.dumps(acta).encode()
    return acta_importar(cuenta_id=cuenta.pk, contenido=contenido, nombre="", ahora=timezone.now())[0]


def test_se_pide_al_guardar_la_partida_y_esta_en_el_barrido() -> None:
    _cuentas, partida = una_jugada()
    assert Analisis.objects.get(partida=partida).estado == "pendiente"
    assert any(tarea.funcion is servicios.analisis_preparar for tarea in del_barrido())


def test_lo_que_no_llego_a_la_meta_no_se_analiza() -> None:
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Ausentar(1))
    juego.pedir(o.Vencer(), 300_000)
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert not Analisis.objects.exists()


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="sólo Linux sabe ceder siempre")
def test_quien_estudia_suelta_el_nucleo_en_cuanto_una_mesa_lo_pide() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as quieto:
        ociar(quieto.pid)
        assert os.sched_getscheduler(quieto.pid) == os.SCHED_IDLE
        quieto.communicate(b"\n")


def test_el_barrido_lo_prepara_en_otro_proceso_y_no_lo_repite(ociados: list[int]) -> None:
    importada = corta(suscriptor("Sube"))
    assert servicios.analisis_preparar() == 1
    assert len(ociados) == 1
    listo = Analisis.objects.get(importada=importada)
    assert (listo.estado, listo.intentos, listo.version) == ("listo", 1, VERSION_ESTUDIO)
    assert len(listo.datos["manos"]) == 1 and listo.datos["manos"][0]["valores"]
    assert servicios.analisis_preparar() == 0


def test_el_que_alguien_tiene_no_lo_toma_otro_hasta_que_vence() -> None:
    una_jugada()
    primero = servicios._tomar(timezone.now())
    assert primero is not None and servicios._tomar(timezone.now()) is None
    despues = timezone.now() + timedelta(hours=1)
    assert servicios._tomar(despues).intentos == 2
    assert servicios._tomar(despues + timedelta(hours=1)).intentos == 3
    assert servicios._tomar(despues + timedelta(hours=2)) is None
    assert Analisis.objects.get().estado == "fallido"


def test_si_el_proceso_falla_se_reintenta_y_luego_se_da_por_fallido(monkeypatch) -> None:
    una_jugada()
    veces: list[Any] = []
    monkeypatch.setattr(servicios, "_estudiar", lambda acta, plazo: veces.append(plazo))
    servicios.analisis_preparar()
    assert len(veces) == cola.INTENTOS
    assert Analisis.objects.get().estado == "fallido"


def test_el_fallido_se_pide_otra_vez_con_tope_y_pausa() -> None:
    """Tres veces por partida, una cada diez minutos; repetir el toque no gasta otra (D130)."""
    cuentas, partida = una_jugada()
    fallidos = Analisis.objects.filter(partida=partida)
    uno, otro = (fuente_de("partida", partida.pk, cuenta.pk) for cuenta in cuentas[:2])
    assert uno is not None and otro is not None
    ahora = timezone.now()
    assert not servicios.analisis_reintentar(fuente=uno, ahora=ahora), "el pendiente no se toca"
    for vez in range(servicios.REINTENTOS):
        fallidos.update(estado="fallido", intentos=3)
        if vez:
            with pytest.raises(ErrorDeServicio, match="analisis_espera") as espera:
                servicios.analisis_reintentar(fuente=uno, ahora=ahora + timedelta(seconds=61))
            assert espera.value.datos == {"minutos": 9}
            ahora += servicios.ENTRE_REINTENTOS
        assert servicios.analisis_reintentar(fuente=uno, ahora=ahora)
        assert not servicios.analisis_reintentar(fuente=otro, ahora=ahora), "otro ya lo había pedido"
        hecho = fallidos.get()
        assert (hecho.estado, hecho.intentos, hecho.reintentos) == ("pendiente", 0, vez + 1)
    fallidos.update(estado="fallido")
    with pytest.raises(ErrorDeServicio, match="analisis_agotado"):
        servicios.analisis_reintentar(fuente=uno, ahora=ahora + timedelta(days=9))


def test_el_boton_de_reintentar_sale_solo_si_fallo_y_lo_prepara() -> None:
    cuenta = suscriptor("Sube")
    importada = corta(cuenta)
    pagina, boton = (reverse(f"enlinea:{que}", args=["importada", importada.pk]) for que in ("repetir", "reintentar"))
    escondido = f'action="{boton}" data-orden data-reintenta hidden'
    assert escondido in pegada(de(cuenta).get(pagina).content.decode())
    Analisis.objects.filter(importada=importada).update(estado="fallido", intentos=3)
    texto = pegada(de(cuenta).get(pagina).content.decode())
    assert escondido not in texto and "no se pudo hacer" in texto and "Intentar el análisis otra vez" in texto
    assert de(cuenta).get(boton).url == pagina and Analisis.objects.get().estado == "fallido"
    assert de(suscriptor("Ajena")).post(boton).status_code == 404
    assert de(cuenta).post(boton).url == pagina
    assert "se está preparando" in de(cuenta).get(pagina).content.decode()
    assert servicios.analisis_preparar() == 1
    assert de(cuenta).post(boton, headers={"X-Requested-With": "XMLHttpRequest"}).json()["ok"]
    assert Analisis.objects.get().estado == "listo", "de una página vieja: ya está, no se rehace"


def test_un_acta_que_no_se_puede_estudiar_no_tumba_el_barrido() -> None:
    _cuentas, partida = una_jugada()
    partida.acta["manos"][0]["jugadas"][0]["ficha"] = "9-9"
    partida.save()
    assert servicios.analisis_preparar() == 0
    assert Analisis.objects.get().estado == "fallido"


def test_el_que_se_pasa_del_plazo_se_termina(monkeypatch) -> None:
    una_jugada()
    monkeypatch.setattr(servicios, "PLAZO", timedelta())
    monkeypatch.setattr(servicios, "PLAZO_POR_MANO", timedelta())
    monkeypatch.setattr(aparte, "OJEADA", 0.01)
    monkeypatch.setattr(cola, "HOLGURA", timedelta(hours=1))
    assert servicios.analisis_preparar() == 0
    assert Analisis.objects.get().estado == "fallido"


def test_si_el_servidor_se_apaga_lo_hace_otro_y_el_intento_no_cuenta(monkeypatch) -> None:
    una_jugada()
    llamadas: list[object] = []
    monkeypatch.setattr(servicios.aparte, "correr", lambda *que, **_k: llamadas.append(que))
    monkeypatch.setattr(servicios, "apagandose", lambda: True)
    assert servicios.analisis_preparar() == 0
    assert len(llamadas) == 1
    assert Analisis.objects.values_list("estado", "intentos", "tomado_hasta").get() == ("pendiente", 0, None)


def test_si_el_acta_se_borra_mientras_tanto_no_pasa_nada() -> None:
    cuenta = suscriptor("Sube")
    importada = corta(cuenta)
    tomado = servicios._tomar(timezone.now())
    acta_borrar(cuenta_id=cuenta.pk, importada_id=importada.pk)
    assert tomado is not None
    assert not servicios.analisis_guardar(tomado, {"version": 1, "manos": []})


def test_mientras_no_esta_se_dice_y_luego_llega_explicado() -> None:
    cuentas, partida = una_jugada(semilla=15)
    ruta = reverse("enlinea:analisis", args=["partida", partida.pk, 1])
    assert de(cuentas[0]).get(ruta).json() == {"estado": "pendiente"}
    servicios.analisis_guardar(Analisis.objects.get(), estudio(partida))
    for asiento, cuenta in enumerate(cuentas):
        una = de(cuenta).get(ruta).json()
        assert una["estado"] == "listo" and len(una["valores"]) == len(partida.acta["manos"][0]["jugadas"]) + 1
        assert "ustedes" in una["frase"] or "ellos" in una["frase"]
        for error in una["errores"]:
            assert error["perdida"] > 0 and "%" not in error["texto"] and "None" not in error["texto"]
            assert error["texto"].startswith("Costó ") and "Lo mejor era" in error["texto"]
            assert "todos juegan lo mejor: con " in error["texto"]
            assert error["costo"] == error["texto"].partition(": ")[0].partition(".")[0] and error["podia"] is None
            assert "Lo mejor era" in error["razon"] and error["razon"][1:] in error["texto"]
        assert "de 6 a 24" in una["leyenda"] and "25 o más" in una["leyenda"]
        assert sum(una["por_jugador"]) == sum(error["perdida"] for error in una["errores"]), asiento
    assert de(suscriptor("Ajena")).get(ruta).status_code == 404
    assert de(cuentas[0]).get(reverse("enlinea:analisis", args=["partida", partida.pk, 99])).status_code == 404


def test_los_ejercicios_son_los_errores_propios_que_mas_costaron() -> None:
    cuentas, partida = una_estudiada()
    datos = Analisis.objects.get().datos
    for asiento, cuenta in enumerate(cuentas):
        suyos = Ejercicio.objects.filter(cuenta=cuenta)
        assert 0 < suyos.count() <= servicios.EJERCICIOS_POR_PARTIDA
        for uno in suyos:
            (error,) = [e for e in datos["manos"][uno.mano]["errores"] if e["jugada"] == uno.jugada]
            assert (error["asiento"], error["perdida"]) == (asiento, uno.costo)
    antes = Ejercicio.objects.count()
    servicios.analisis_guardar(Analisis.objects.get(), estudio(partida))
    assert Ejercicio.objects.count() == antes


def un_error(**mas: Any) -> dict[str, Any]:
    return {
        "elegida": [10, 1, -4], "mejor": [3, 2, 10], "perdida": 14, "asiento": 0, "jugada": 2, "linea": [],
        "acaba_elegida": {"fin": "dominada", "asiento": 1}, "acaba_mejor": {"fin": "cierre", "asiento": 0}, **mas,
    }  # fmt: skip


NOMBRES = ["Mari", "Beto", "Carmen", "Nacho"]


def test_cada_razon_tiene_sus_palabras() -> None:
    assert {*DE_LA_TIRADA, *DE_LA_MEJOR} == {str(clave) for clave in Clave}
    assert {*DE_LA_TIRADA} == {str(clave) for clave in Clave if Razon(clave, 1).de_la_elegida}


@pytest.mark.parametrize("clave", list(Clave))
def test_cada_razon_se_dice_sin_huecos(clave: Clave) -> None:
    razon = {"clave": str(clave), "explica": 9, "asiento": 2, "palo": 5, "ficha": "6-6", "veces": 2, "tantos": 24}
    texto = explicar(un_error(razones=[razon]), NOMBRES, Meta.CIEN, lado_visto(0), 0)
    assert texto.startswith("Costó 14 tantos") and "%" not in texto and "  " not in texto
    de_otro, suya = {**DE_LA_TIRADA, **DE_LA_MEJOR}[str(clave)]
    quienes = "ustedes" if clave in DE_LA_TIRADA else "ellos"
    huecos = {
        "quien": "Carmen",
        "palo": "los cincos",
        "mula": "mula de seises",
        "veces": "2 veces",
        "pareja": "tu pareja",
    }
    assert str(de_otro) % {**huecos, "tantos": "24 tantos", "quienes": quienes} in texto
    # al de esa silla se le dice de «tú», no por su nombre (D841)
    de_carmen = explicar(un_error(razones=[razon]), NOMBRES, Meta.CIEN, lado_visto(2), 2)
    assert str(suya) % {**huecos, "tantos": "24 tantos", "quienes": quienes, "pareja": "su pareja"} in de_carmen
    assert "Carmen" not in de_carmen


@pytest.mark.parametrize(("mira", "suya", "ajena"), [(0, "ustedes", "ellos"), (1, "ellos", "ustedes")])
def test_los_dos_finales_van_siempre_y_dicen_para_quien_es_cada_uno(mira: int, suya: str, ajena: str) -> None:
    texto = explicar(un_error(razones=[]), NOMBRES, Meta.CIEN, lado_visto(mira), mira)
    cierra, domina = ("domina Beto", "cierras tú")[::-1] if mira == 0 else ("cierra Mari", "dominas tú")
    assert f"{cierra} y son 10 tantos para {suya}; con " in texto
    assert texto.endswith(f"{domina} y son 4 tantos para {ajena}.")
    juegos = explicar(un_error(mejor=[3, 2, 0], perdida=1), NOMBRES, Meta.JUEGOS_GANADOS, lado_visto(mira), mira)
    assert f"{cierra} y nadie gana" in juegos and f"la mano es para {ajena}" in juegos and "tanto" not in juegos


def test_el_analisis_guardado_antes_se_abre_y_dice_los_dos_finales() -> None:
    """Versión 1: traía `motivos`, que podían ser falsos; ésos ya no se dicen (D453)."""
    cuentas, partida = una_estudiada()
    viejo = Analisis.objects.get()
    for mano in viejo.datos["manos"]:
        for error in mano["errores"]:
            error["motivos"] = [{"clave": "mataba_palo_del_contrario", "asiento": 1, "palo": 5}]
            del error["razones"], error["linea_elegida"]
    viejo.version = 1
    viejo.save()
    una = de(cuentas[0]).get(reverse("enlinea:analisis", args=["partida", partida.pk, 1])).json()
    assert una["errores"]
    for error in una["errores"]:
        assert "tapaba" not in error["texto"] and "todos juegan lo mejor: con " in error["texto"]
        assert error["linea"]
    ejercicio = Ejercicio.objects.filter(cuenta=cuentas[0]).first()
    assert ejercicio is not None
    ruta = reverse("enlinea:ejercicio", args=[ejercicio.pk])
    assert "todos juegan lo mejor" in de(cuentas[0]).post(ruta, {"solucion": "1"}, follow=True).content.decode()


def test_a_juegos_ganados_no_se_habla_de_tantos() -> None:
    assert costo_en_palabras(2, 1, Meta.JUEGOS_GANADOS) == "Cambió ganar la mano por perderla"
    assert "nadie" in costo_en_palabras(1, 1, Meta.JUEGOS_GANADOS)
    frase = balance_en_palabras({"juego": -2, "resultado": -1}, 1, 0, Meta.JUEGOS_GANADOS)
    assert "tanto" not in frase and "la mano para ustedes" in frase and "la mano para ellos" in frase


@pytest.mark.parametrize(("mia", "dicho"), [(0, "ustedes dejaron ir 13"), (1, "ustedes sacaron 13")])
def test_el_balance_se_dice_para_quien_mira(mia: int, dicho: str) -> None:
    frase = balance_en_palabras({"juego": -13, "resultado": 21}, 34, mia, Meta.CIEN)
    assert dicho in frase
    assert f"34 tantos para {'ellos' if mia else 'ustedes'}" in frase

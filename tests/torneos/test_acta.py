"""Torneos enteros por sus servicios: su acta la acepta `python -m reglas verificar-torneo` (TO13, TO30)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from reglas.metas import Meta
from reglas.suizo.acta import escribir_torneo, leer_torneo
from reglas.suizo.dictamen import Sancion
from reglas.suizo.tipos import Tipo
from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.torneos.salon import FinDeMesa, Salon, abrir
from torneos.reconstruir import acta_de
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db


def faltas(salon: Salon) -> list[dict[str, Any]]:
    """Lo que el verificador halla en el acta, tal como se lee del archivo."""
    acta = json.loads(json.dumps(acta_de(salon.fila)))
    assert escribir_torneo(leer_torneo(acta)).items() <= acta.items(), "ida y vuelta sin pérdida"
    hay: list[dict[str, Any]] = verificar_torneo(acta)["faltas"]
    return hay


@pytest.mark.parametrize(
    ("tipo", "meta"),
    [(Tipo.AZTECA, Meta.CIEN), (Tipo.MAYA, Meta.JUEGOS_GANADOS)],
)
def test_un_torneo_entero_con_todo_lo_que_pasa_en_un_salon(tipo: Tipo, meta: Meta) -> None:
    salon = abrir(tipo=tipo, meta=meta, previstas=6, personas=13)
    salon.pedir("restriccion_poner", uno=1, otro=2, tipo="prohibido", motivo="Son hermanos")
    salon.pedir("inscrito_fijar", numero=5, mesa=2)
    salon.jugar()
    # tardío, prohibido nuevo y ausencia avisada
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True)
    salon.pedir("restriccion_poner", uno=3, otro=4, tipo="evitar", motivo="Mismo club")
    salon.pedir("ausencia_avisar", numero=6, motivo="Fue al doctor")
    salon.jugar()
    # corrección tardía, castigo tardío, retiro y mesa forzada
    una = salon.mesas()[0]
    salon.publicar()
    salon.pedir(
        "mesa_corregir", partida=2, mesa=una.numero, fin=FinDeMesa.META, ganadora=1,
        a=0, b=meta.tantos or 4, motivo="Se capturó al revés",
    )  # fmt: skip
    salon.pedir("sancion_poner", numero=7, tipo=Sancion.CASTIGO, tantos=2, motivo="Habló")
    abiertas = salon.mesas()
    salon.pedir("mesa_dar_ausencia", partida=3, mesa=1, ausentes=[quienes(abiertas[0])[0]])
    salon.pedir("mesa_dar_default", partida=3, mesa=2, gana=1, motivo="Se fue")
    salon.pedir("mesa_dar_perdida", partida=3, mesa=3, numero=quienes(abiertas[2])[1], motivo="Insultó")
    for mesa in abiertas[3:]:
        salon.capturar(mesa)
    salon.pedir("partida_cerrar", partida=3)
    salon.pedir("inscrito_retirar", numero=9, motivo="Se sintió mal")
    salon.pedir("restriccion_quitar", restriccion=salon.fila.restricciones.get(tipo="prohibido").pk, motivo="Ya qué")
    salon.pedir("mesa_forzar", numeros=[1, 3, 2, 4], motivo="Final de familia")
    salon.jugar()
    salon.pedir("inscrito_retirar", numero=10, motivo="Se fue")
    salon.pedir("inscrito_regresar", numero=10)
    salon.jugar()
    salon.pedir("castigo_quitar", sancion=salon.fila.sanciones.get(tipo="castigo").pk, motivo="Fue un error")
    salon.jugar()
    salon.pedir("torneo_terminar")
    salon.pedir(
        "mesa_corregir", partida=6, mesa=1, fin=FinDeMesa.META, ganadora=0, a=meta.tantos or 4, b=1, motivo="Acta 1"
    )
    assert faltas(salon) == []
    assert len(acta_de(salon.fila)["clasificacion"]["final"]) == 14


def quienes(mesa: Any) -> list[int]:
    return list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))


def test_la_orden_de_consola_la_acepta_y_repite_el_emparejamiento(tmp_path: Path, aparte_de_verdad: None) -> None:
    salon = abrir(previstas=2)
    salon.jugar()
    salon.publicar()
    archivo = tmp_path / "torneo.json"
    archivo.write_text(json.dumps(acta_de(salon.fila)))
    orden = [sys.executable, "-m", "reglas", "verificar-torneo", str(archivo)]
    hecho = subprocess.run(orden, cwd=settings.RAIZ, capture_output=True, text=True, timeout=60, check=False)
    assert (hecho.returncode, json.loads(hecho.stdout)) == (0, {"faltas": []})
    # y una mesa cambiada no pasa
    acta = json.loads(archivo.read_text())
    asientos = acta["partidas"][1]["mesas"][0]["asientos"]
    asientos[0], asientos[1] = asientos[1], asientos[0]
    assert verificar_torneo(acta)["faltas"]


def test_deshecha_y_vuelta_a_publicar_el_acta_no_guarda_lo_que_nadie_jugo() -> None:
    salon = abrir(previstas=6, personas=9)
    salon.jugar()
    salon.publicar()
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True)
    salon.pedir("inscrito_retirar", numero=1, motivo="Se va")
    salon.pedir("mesa_corregir", partida=1, mesa=1, fin=FinDeMesa.META, ganadora=0, a=100, b=3, motivo="Error")
    salon.pedir("partida_deshacer", partida=2, motivo="Faltaba Zoila")
    salon.jugar()
    salon.jugar()
    assert faltas(salon) == []
    de_la_dos = acta_de(salon.fila)["partidas"][1]
    estan = {n for m in de_la_dos["mesas"] for n in m["asientos"]} | set(de_la_dos["descansan"])
    assert "10" in estan and "1" not in estan

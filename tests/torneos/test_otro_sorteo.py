"""Deshacer la primera partida no deja repetir el sorteo que ya se conoce (TO6, TO14; decisión 024)."""

import json
from hashlib import sha256

import pytest
from django.test import Client
from django.urls import reverse

from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.pegada import pegada
from tests.torneos.salon import Salon, abrir
from torneos import consultas
from torneos.models import Suceso
from torneos.reconstruir import acta_de
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db


def deshecho() -> tuple[Salon, str]:
    """Un salón cuya primera partida se publicó y se deshizo, y la clave que se reveló."""
    salon = abrir(personas=12)
    salon.publicar()
    revelada = consultas.estado_de(salon.torneo_id).clave_de_sorteo
    assert revelada == salon.fila.clave_de_sorteo
    salon.pedir("partida_deshacer", partida=1, motivo="Faltaba alguien")
    return salon, revelada


def test_hace_falta_otra_clave_con_su_compromiso_y_otro_dictado() -> None:
    salon, revelada = deshecho()
    t, estado = salon.fila, consultas.estado_de(salon.torneo_id)
    assert t.clave_de_sorteo != revelada and t.dictado == ""
    assert estado.clave_de_sorteo == "" and estado.compromiso == sha256(t.clave_de_sorteo.encode()).hexdigest()
    assert salon.negado("ensayo_pedir") == "falta_dictado"
    pagina = Client().get(reverse("torneos:publica", args=[t.codigo])).content.decode()
    assert t.clave_de_sorteo not in pagina and Client().get(reverse("torneos:acta", args=[t.codigo])).status_code == 404


def test_con_lo_revelado_no_se_acomoda_quien_entra_y_el_acta_se_verifica() -> None:
    salon, revelada = deshecho()
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True)
    salon.pedir("sorteo_dictar", texto="6-6 0-1 2-2")
    for _n in range(3):
        salon.jugar()
    acta = json.loads(json.dumps(acta_de(salon.fila)))
    assert revelada not in acta["semilla"] and acta["semilla"].endswith(":6-6 0-1 2-2")
    assert verificar_torneo(acta)["faltas"] == []


def test_que_hubo_otro_sorteo_lo_ve_cualquiera() -> None:
    salon, revelada = deshecho()
    assert Suceso.objects.get(accion="partida_deshacer").datos == {"clave": revelada, "dictado": "3-6 0-0 2-5"}
    salon.pedir("sorteo_dictar", texto="6-6 0-1 2-2")
    salon.publicar()
    pagina = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 1])).content.decode())
    assert "Antes hubo otro sorteo y se anuló con la primera partida (Faltaba alguien)" in pagina and revelada in pagina


def test_deshacer_otra_partida_no_cambia_el_sorteo() -> None:
    salon = abrir(personas=8)
    salon.jugar()
    clave = salon.fila.clave_de_sorteo
    salon.publicar()
    salon.pedir("partida_deshacer", partida=2, motivo="Se publicó antes de tiempo")
    assert (salon.fila.clave_de_sorteo, salon.fila.dictado) == (clave, "3-6 0-0 2-5")
    assert salon.publicar().numero == 2

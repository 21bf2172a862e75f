"""El acta de un Multiplicado, de ida y vuelta: entero, a medio jugar y sin dictar (TO27, TO30; D675)."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from enlinea.models import Mesa as MesaEnLinea
from recreo.errores import ErrorDeServicio
from reglas.multiplicado import verificar_repartos
from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.enlinea.mesas import suscriptor
from tests.torneos.multiplicado import (
    TEXTO,
    acabar_partida,
    cerrar,
    dictada,
    jugar_entera,
    jugar_una_mano,
    multiplicado,
)
from tests.torneos.salon import Salon, quien_es
from tests.torneos.test_intranet import puesto_de
from tests.torneos.test_traer import bajada, poner, traer
from torneos import consultas, servicios
from torneos.consultas.multiplicado import mis_fichas, repartos_de
from torneos.consultas.puestos import pase_de
from torneos.models import Torneo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pocos_bastan")]


def en_la_segunda(confirmar: Any) -> Salon:
    """La primera partida entera; de la segunda, una mesa cerrada y otra con una mano."""
    salon = multiplicado(previstas=2)
    dictada(salon)
    acabar_partida(salon, confirmar)
    dictada(salon, "1-1 0-6 2-3")
    una, otra = salon.mesas()
    jugar_entera(una, 3)
    cerrar(una, confirmar)
    jugar_una_mano(otra, 4)
    cerrar(otra, confirmar)
    return salon


def test_a_medio_jugar_vuelve_igual_con_sus_fichas_y_se_acaba(
    django_capture_on_commit_callbacks: Any, client: Client
) -> None:
    salon = en_la_segunda(django_capture_on_commit_callbacks)
    acta = bajada(salon)
    de_la_1, de_la_2 = acta["partidas"]
    assert de_la_1["clave"] and de_la_1["dictado"] == TEXTO and verificar_torneo(acta)["faltas"] == []
    # de la que se está jugando, ni la clave ni una ficha
    assert "clave" not in de_la_2 and "reparto" not in str(de_la_2) and salon.fila.clave_de_repartos not in str(acta)
    traido = traer(acta)
    assert bajada(traido) == acta
    assert traido.fila.clave_de_repartos not in ("", salon.fila.clave_de_repartos)
    numero = int(de_la_1["mesas"][0]["asientos"][0])
    aqui, alla = (mis_fichas(s.torneo_id, 1, numero, 2) for s in (traido, salon))
    assert aqui == alla and aqui is not None and aqui.mesas[0].jugadas
    repartos = repartos_de(traido.torneo_id, 1)
    assert repartos is not None and verificar_repartos(repartos)["manos"] > 1
    huellas = consultas.estado_de(traido.torneo_id).huellas
    assert huellas[0] == consultas.estado_de(salon.torneo_id).huellas[0] == repartos["compromiso"] and huellas[1] == ""
    # la que quedó abierta no se sigue aquí: su puesto lo dice, y la decide un juez
    abierta = next(m for m in traido.mesas() if m.cerrada is None)
    traido.pedir("puestos_poner", por_zona=2)
    pase, donde = pase_de(puesto_de(abierta, 0)), f"/torneos/{traido.fila.codigo}/puesto/"
    dicho = client.post(donde, {"pase": pase}, follow=True).content.decode()
    assert "Un juez decide cómo queda tu mesa." in dicho and "sentarme a jugar" not in dicho
    with django_capture_on_commit_callbacks(execute=True):
        traido.pedir("mesa_dar_default", partida=2, mesa=abierta.numero, gana=0, motivo="No se pudo seguir")
    assert servicios.embargos_conciliar() == 0 and mis_fichas(traido.torneo_id, 2, numero) is None
    for ruta in ("partida/2/", f"partida/2/fichas/{numero}/"):
        assert "sus fichas se quedaron donde se empezó" in " ".join(
            client.get(f"/torneos/{traido.fila.codigo}/{ruta}").content.decode().split()
        )
    traido.pedir("partida_cerrar", partida=2)
    acta = bajada(traido)
    assert acta["partidas"][1]["sin_fichas"] is True and verificar_torneo(acta)["faltas"] == []
    otra_vez = traer(acta)
    assert bajada(otra_vez) == acta and otra_vez.fila.estado == Torneo.Estado.TERMINADO


def test_la_que_no_se_dicto_se_dicta_aqui_con_otra_clave() -> None:
    salon = multiplicado()
    salon.publicar()
    acta = bajada(salon)
    traido = traer(acta)
    assert bajada(traido) == acta
    traido.pedir("puestos_poner", por_zona=2)
    traido.pedir("partida_dictar", partida=1, texto=TEXTO, repetido=TEXTO)
    claves = MesaEnLinea.objects.filter(pk__in=[m.en_linea for m in traido.mesas()]).values_list("clave_de_reparto")
    assert len(claves) == 2 and salon.fila.clave_de_repartos not in str(claves)


MANO = ("partidas", 0, "mesas", 0, "manos", 0)


def cambiar_dos(acta: dict[str, Any]) -> None:
    a, b = acta["partidas"][0]["mesas"][0]["manos"][0]["reparto"][:2]
    a[0], b[0] = b[0], a[0]


HOSTILES: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "otra clave": (poner("partidas", 0, "clave", valor="0" * 64), "acta_de_repartos"),
    "clave que no es": (poner("partidas", 0, "clave", valor="\ud800"), "acta_de_repartos"),
    "otro dictado": (poner("partidas", 0, "dictado", valor="0-0"), "acta_de_repartos"),
    "dictado que voltea la letra": (poner("partidas", 0, "dictado", valor="3-6\u202e"), "acta_con_invisibles"),
    "dos fichas cambiadas": (cambiar_dos, "acta_de_repartos"),
    "ficha que no existe": (poner(*MANO, "reparto", 0, 0, valor="9-9"), "acta_de_repartos"),
    "sale nadie": (poner(*MANO, "salidor", valor=7), "acta_de_repartos"),
    "jugada de nadie": (poner(*MANO, "jugadas", valor=[[9, None]]), "acta_de_repartos"),
    "jugada ajena": (poner(*MANO, "jugadas", valor=[[a, "0-0"] for a in range(4)]), "acta_de_repartos"),
    "jugada que no es": (poner(*MANO, "jugadas", valor=["0-0"]), "regla_tipo_invalido"),
    "jugadas de más": (poner(*MANO, "jugadas", valor=[[0, None]] * 500), "acta_de_repartos"),
    "fichas sin reparto": (poner(*MANO, "reparto", valor=None), "acta_de_repartos"),
    "dice que no vienen": (poner("partidas", 0, "sin_fichas", valor=True), "acta_se_perderia"),
}  # fmt: skip


def test_lo_hostil_se_niega_y_no_deja_nada(django_capture_on_commit_callbacks: Any) -> None:
    salon = multiplicado(previstas=1)
    dictada(salon)
    acabar_partida(salon, django_capture_on_commit_callbacks)
    buena, yo = bajada(salon), quien_es(suscriptor("Beto"))
    for caso, (cambiar, codigo) in HOSTILES.items():
        acta = copy.deepcopy(buena)
        cambiar(acta)
        with pytest.raises(ErrorDeServicio) as negado:
            servicios.torneo_traer(quien=yo, acta=acta)
        assert negado.value.codigo == codigo, caso
        assert Torneo.objects.count() == 1, caso
    # y quien sólo verifica también lo ve
    cambiar_dos(buena)
    assert {f["codigo"] for f in verificar_torneo(buena)["faltas"]} == {"reparto_distinto", "reparto_de_otra_clave"}

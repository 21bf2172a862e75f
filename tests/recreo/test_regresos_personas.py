"""Suplentes, ausentes, quien llega tarde, nombres que cambian y más o menos jugadores (D303, D304, D308, D309)."""

from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from recreo import servicios
from recreo.actas import exportar, importar
from recreo.consultas import estado_de
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo, Suceso
from recreo.servicios import DatosJugador, datos_propios
from reglas.actas import leer_recreo
from reglas.clasificacion import clasificar
from suscripciones.servicios import Borrado
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import NOMBRES, Mesero, dominada, falla, manos, recreo_de

pytestmark = pytest.mark.django_db

AQUI = {"partida": 1, "mesa": 1}


def pone(m: Mesero, numero: int = 3, desde: int = 2, **mas: Any) -> int:
    datos = {"nombre": "Rafa", **mas}
    return int(m.orden(servicios.suplente_poner, numero=numero, desde=desde, **datos).datos["numero"])


def ultimo(m: Mesero) -> Suceso:
    return Suceso.objects.filter(recreo_id=m.id).latest("pk")


# --- suplentes


def test_el_suplente_entra_con_su_numero_y_cada_quien_conserva_lo_suyo() -> None:
    m = recreo_de(4)
    m.gana(100, 40)  # 1-2 contra 3-4
    assert pone(m) == 5
    m.siguiente(2)  # 1-3 contra 4-2, ya con el 5
    assert m.mesa(2).parejas == ((1, 5), (4, 2))
    m.gana(100, 60, 2)
    puntos = {f.jugador: f.puntos for f in m.estado.filas}
    assert puntos == {1: 3, 2: 2, 3: 0, 4: 0, 5: 1}
    assert m.estado.clasificaciones == clasificar(m.estado.jugado)
    s = ultimo(m)
    assert (s.tipo, s.datos) == ("suplente", {"entra": "Rafa", "sale": "Carmen", "desde": 2, "hasta": 0})


def test_quien_se_fue_queda_libre_y_mira_y_el_suplente_entra_con_el_enlace() -> None:
    m = recreo_de(4)
    m.gana(100, 40)
    pone(m)
    assert Jugador.objects.get(recreo_id=m.id, numero=3).vigente, "todavía juega la partida 1"
    m.siguiente(2)
    assert not Jugador.objects.get(recreo_id=m.id, numero=3).vigente
    assert m.estado.visor(m.quienes[3]).entra
    with falla("te_relevaron"):
        m.orden(servicios.lugar_retomar, 3)
    m.quienes[5] = Quien(llave="el de Rafa")
    m.orden(servicios.jugador_reclamar, 5, numero=5)
    m.orden(servicios.mesa_elegir_anotador, 5, partida=2, mesa=1, numero=5)
    with falla("no_participas"):
        m.orden(servicios.organizador_llamar, 3, partida=2, mesa=1)


def test_en_la_partida_abierta_entra_si_nadie_ha_anotado_y_ocupa_su_silla() -> None:
    m = recreo_de(8)
    m.prepara(anotador=3)
    pone(m, 3, 1)
    vista = m.mesa()
    assert 9 in vista.asientos and 3 not in vista.asientos
    assert vista.anotador is None, "anotaba quien se fue"
    m.prepara_de_nuevo()
    m.anota(dominada(0, 30))
    with falla("ya_se_juega", mesa=1, partida=1):
        pone(m, 9, 1, nombre="Queta")


def test_con_hasta_vuelve_quien_estaba() -> None:
    m = recreo_de(4)
    pone(m, 3, 2, hasta=2)
    assert [m.estado.rol.partidas[p - 1].mesas[0].asientos.count(5) for p in (1, 2, 3)] == [0, 1, 0]
    m.gana(100, 20)
    m.siguiente(2)
    assert Jugador.objects.get(recreo_id=m.id, numero=3).vigente, "vuelve en la 3: sigue aquí"


def test_el_titular_vuelve_y_el_mismo_suplente_cubre_a_otro() -> None:
    m = recreo_de(5)
    pone(m, 3, 2)
    m.orden(servicios.titular_volver, numero=3, desde=3)
    m.orden(servicios.suplente_poner, numero=4, desde=3, suplente=6)
    assert {(r.lugar, r.jugador, r.desde) for r in m.estado.relevos} == {(3, 6, 2), (3, 3, 3), (4, 6, 3)}
    with falla("regla_suplente_en_dos_lugares"):
        m.orden(servicios.suplente_poner, numero=3, desde=4, suplente=6)
    with falla("ya_ocupa_su_lugar"):
        m.orden(servicios.titular_volver, numero=3, desde=5)


def test_un_relevo_que_no_se_juega_se_deshace_y_no_deja_a_nadie() -> None:
    m = recreo_de(4)
    pone(m)
    (r,) = m.fila.relevos.all()
    m.orden(servicios.relevo_deshacer, relevo=r.pk)
    assert not m.fila.relevos.exists() and set(m.estado.jugadores) == {1, 2, 3, 4}
    with falla("relevo_inexistente"):
        m.orden(servicios.relevo_deshacer, relevo=r.pk)


def test_lo_ya_jugado_por_un_suplente_no_se_deshace() -> None:
    m = recreo_de(4)
    pone(m)
    m.gana(100, 20)
    m.siguiente(2)
    m.gana(100, 20, 2)
    (r,) = m.fila.relevos.all()
    with falla("ya_se_juega"):
        m.orden(servicios.relevo_deshacer, relevo=r.pk)
    m.siguiente(3)
    with falla("partida_pasada"):
        m.orden(servicios.relevo_deshacer, relevo=r.pk)


@pytest.mark.parametrize(
    ("mal", "codigo"),
    [
        ({"numero": 9}, "numero_inexistente"),
        ({"desde": 4}, "no_hay_mas_partidas"),
        ({"desde": 3, "hasta": 2}, "hasta_antes"),
        ({"nombre": " "}, "falta_nombre_de_persona"),
        ({"nombre": "memo"}, "nombre_repetido"),
        ({"suplente": 2}, "no_es_suplente"),
    ],
)
def test_un_suplente_imposible_se_niega_y_nada_cambia(mal: dict[str, Any], codigo: str) -> None:
    m = recreo_de(4)
    antes = m.estado
    with falla(codigo):
        pone(m, **mal)
    assert m.estado == antes


def test_a_quien_organiza_tambien_se_le_releva_y_sigue_mandando() -> None:
    m = recreo_de(4)
    pone(m, 1, 1)
    assert Jugador.objects.get(recreo_id=m.id, numero=1).vigente
    m.orden(servicios.castigo_aplicar, numero=5, tantos=5)


def test_la_apuesta_con_suplente_suma_cero_y_el_pago_es_de_quien_acaba() -> None:
    m = recreo_de(4, importe=Decimal("10"), pago=True)
    m.gana(100, 0)
    pone(m, 2)
    m.juega_todo()
    m.anuncia()
    filas = {f.jugador: f for f in m.estado.filas}
    assert len(filas) == 5 and filas[2].pago_extraordinario == 0
    assert sum(f.saldo for f in filas.values()) == 0


def test_el_acta_con_suplentes_se_exporta_se_lee_y_se_importa_igual() -> None:
    m = recreo_de(4)
    m.gana(100, 40)
    pone(m, 3, 2, hasta=2)
    m.siguiente(2)
    m.orden(servicios.castigo_aplicar, numero=5, tantos=10)
    m.prepara_de_nuevo(2)
    m.anota_todo(manos(100, 60), 2)
    m.cierra(2)
    m.siguiente(3)
    m.gana(100, 0, 3)
    m.anuncia()
    acta = exportar(m.estado)
    assert leer_recreo(acta).recreo == m.estado.jugado
    quien = suscrita()
    hecha = importar(acta, organizador=quien.email)
    otro = estado_de(hecha.recreo_id)
    assert otro.clasificaciones == m.estado.clasificaciones and otro.estado == "terminado"
    assert exportar(otro) == acta


# --- ausentes y quien llega tarde


def test_quien_falta_a_una_partida_sale_ausente_en_ella_y_en_la_que_sigue_no() -> None:
    m = recreo_de(4)
    m.orden(servicios.ausencia_poner, numero=3, desde=2, hasta=2, motivo="Va al doctor")
    m.gana(100, 20)
    m.siguiente(2)
    assert m.mesa(2).ausentes == (3,)
    m.orden(servicios.mesa_aplicar_default, partida=2, mesa=1, gana=1)
    m.siguiente(3)
    assert m.mesa(3).ausentes == ()
    assert ultimo(m).tipo == "ausencia" and ultimo(m).motivo == "Va al doctor"


def test_quien_llega_tarde_se_sienta_y_el_default_propuesto_deja_de_esperar() -> None:
    m = recreo_de(4, empieza=False)
    m.orden(servicios.ausencia_poner, numero=4, desde=1)
    m.orden(servicios.recreo_empezar)
    m.orden(servicios.mesa_elegir_anotador, 1, **AQUI, numero=2)
    m.orden(servicios.mesa_confirmar_asistencia, 2, **AQUI, presentes=[1, 2, 3])
    with falla("faltan_jugadores"):
        m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=1)
    m.orden(servicios.default_responder, 2, **AQUI, numero=4, aplica=True)
    assert m.orden(servicios.persona_llego, numero=4).datos == {"mesa": 1}
    assert m.mesa().ausentes == () and m.mesa().abierta("default_propuesto") is None
    m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=1)
    with falla("no_faltaba"):
        m.orden(servicios.persona_llego, numero=4)


def test_si_su_mesa_ya_se_cerro_lo_cerrado_no_cambia_y_juega_la_que_sigue() -> None:
    m = recreo_de(4)
    m.orden(servicios.ausencia_poner, numero=4, desde=1)
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0)
    assert m.orden(servicios.persona_llego, numero=4).datos == {"mesa": 0}
    m.siguiente(2)
    assert m.mesa(2).ausentes == ()


def test_con_manos_anotadas_no_se_marca_ausente_quien_se_fue_es_default() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 20))
    with falla("ya_se_juega"):
        m.orden(servicios.ausencia_poner, numero=4, desde=1)


# --- nombres y correos


def test_el_nombre_cambia_con_historia_y_las_manos_no() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 20), por=1)
    m.orden(servicios.persona_cambiar, numero=1, nombre="Guillermo", correo=m.estado.jugadores[1].correo)
    assert m.estado.nombre_de(1) == "Guillermo" and m.mesa().manos[0].quien == "Memo"
    assert ultimo(m).datos == {"antes": "Memo", "ahora": "Guillermo", "numero": 1}


def test_el_correo_cambia_con_historia_que_solo_ve_quien_manda() -> None:
    m = recreo_de(4)
    m.orden(servicios.persona_cambiar, numero=3, nombre="Carmen", correo="Carmen@Example.com")
    m.orden(servicios.persona_cambiar, numero=3, nombre="Carmen", correo="otra@example.com")
    s = ultimo(m)
    assert s.tipo == "correo" and "@" not in str(s.datos)
    assert s.reservado == {"antes": "carmen@example.com", "ahora": "otra@example.com"}


@pytest.mark.parametrize(
    ("cambio", "codigo"),
    [
        ({"nombre": "Beto"}, "nombre_repetido"),
        ({"nombre": ""}, "falta_nombre_de_persona"),
        ({"nombre": "Carmen"}, "nada_cambia"),
        ({"nombre": "Carmen", "correo": "b@example.com"}, "correo_repetido"),
    ],
)
def test_un_cambio_imposible_se_niega(cambio: dict[str, str], codigo: str) -> None:
    m = recreo_de(4)
    m.orden(servicios.persona_cambiar, numero=2, nombre="Beto", correo="b@example.com")
    with falla(codigo):
        m.orden(servicios.persona_cambiar, numero=3, **cambio)


def test_el_correo_de_quien_entro_con_su_cuenta_es_el_de_su_cuenta() -> None:
    m = recreo_de(4)
    with falla("correo_de_su_cuenta"):
        m.orden(servicios.persona_cambiar, numero=1, nombre="Memo", correo="otro@example.com")


def test_cambiar_nombres_desde_la_lista_ya_en_juego_tambien_deja_historia() -> None:
    m = recreo_de(4)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(4, "Don Nacho")])
    assert ultimo(m).datos["antes"] == "Nacho"


def test_al_borrar_una_cuenta_su_nombre_de_antes_tampoco_queda_ni_su_correo() -> None:
    m = recreo_de(4, entran=False)
    cuenta = FabricaDeCuenta(email="carmen@example.com")
    m.orden(servicios.persona_cambiar, numero=3, nombre="Carmela", correo="carmen@example.com")
    m.quienes[3] = Quien(cuenta_id=cuenta.pk)
    m.orden(servicios.invitacion_aceptar, 3)
    m.prepara(anotador=3)
    m.anota(dominada(0, 20), por=3)
    m.orden(servicios.persona_cambiar, numero=3, nombre="Carmen Ruiz", correo="carmen@example.com")
    datos_propios.borrar(
        Borrado(cuenta_id=cuenta.pk, correo=cuenta.email, nombre="Carmela", seudonimo="Persona 7", ahora=timezone.now())
    )
    dice = str(list(Suceso.objects.filter(recreo_id=m.id).values())) + m.mesa().manos[0].quien
    assert not [x for x in ("Carmen", "Carmela", "carmen@example.com") if x in dice]


# --- cuántos juegan


def test_mas_jugadores_sin_reescribir_lo_escrito() -> None:
    m = recreo_de(5, empieza=False)
    m.orden(servicios.tamano_cambiar, tamano=8)
    assert [j.nombre for j in m.estado.jugadores.values()] == [*NOMBRES[:5], "", "", ""]
    assert (m.fila.tamano, ultimo(m).datos) == (8, {"antes": 5, "ahora": 8, "fuera": []})


def test_menos_jugadores_quita_primero_los_lugares_sin_nombre_y_recorre_los_demas() -> None:
    m = recreo_de(8, empieza=False)
    Jugador.objects.filter(recreo_id=m.id, numero__in=(2, 5)).update(nombre="", llave="")
    m.orden(servicios.tamano_cambiar, tamano=6)
    quedan = [(j.numero, j.nombre) for j in m.estado.jugadores.values()]
    assert quedan == list(enumerate(["Memo", "Carmen", "Nacho", "Toño", "Lupe", "Irma"], start=1))
    assert m.estado.jugadores[2].llave == m.quienes[3].llave, "quien ya entró sigue dentro"


def test_si_sobran_personas_se_dice_quienes_y_no_se_van_sin_que_lo_sepas() -> None:
    m = recreo_de(8, empieza=False)
    with falla("sobran_personas", nombres=["Lupe", "Irma"]):
        m.orden(servicios.tamano_cambiar, tamano=6)
    m.orden(servicios.tamano_cambiar, tamano=6, fuera=2)
    assert not Jugador.objects.filter(llave=m.quienes[8].llave).exists(), "queda libre"


def test_al_pasar_a_todos_con_todos_la_apuesta_se_quita() -> None:
    m = recreo_de(6, empieza=False, importe=Decimal("20"), pago=True)
    m.orden(servicios.tamano_cambiar, tamano=8)
    r = Recreo.objects.get(pk=m.id)
    assert (r.importe, r.pago_extraordinario) == (0, False)


@pytest.mark.parametrize(("tamano", "codigo"), [(17, "tamano_invalido"), (6, "tamano_igual")])
def test_un_tamano_imposible_se_niega(tamano: int, codigo: str) -> None:
    m = recreo_de(6, empieza=False)
    with falla(codigo):
        m.orden(servicios.tamano_cambiar, tamano=tamano)

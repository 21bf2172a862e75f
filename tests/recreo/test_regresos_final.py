"""El final lo anuncia quien organiza, se reabre un día, se termina antes o se deja para otro (D300-D302, D305-D307)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from recreo import consultas, servicios
from recreo.actas import exportar
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa, Recreo, Suceso
from reglas.actas import leer_recreo
from tests.recreo.mesa import CIEN, Mesero, dominada, falla, manos, recreo_de

pytestmark = pytest.mark.django_db

AQUI = {"partida": 1, "mesa": 1}
PORQUE = {"motivo": "Se anotó al revés"}


def jugado(tamano: int = 4) -> Mesero:
    m = recreo_de(tamano)
    m.juega_todo()
    return m


def otro_recreo(m: Mesero, numero: int) -> int:
    """Esa persona, ya libre, entra en otro Recreo con el mismo teléfono."""
    otro = recreo_de(6, entran=False)
    otro.orden(servicios.jugador_reclamar, m.quienes[numero], numero=3)
    return otro.id


def ultimo(m: Mesero) -> Suceso:
    return Suceso.objects.filter(recreo_id=m.id).latest("pk")


# --- el final


def test_cerrada_la_ultima_mesa_el_recreo_sigue_hasta_que_se_anuncia() -> None:
    m = jugado()
    assert (m.fila.estado, m.estado.falta_anunciar) == ("en_juego", True)
    m.orden(servicios.castigo_aplicar, numero=3, tantos=10)  # los últimos castigos
    m.anuncia()
    assert m.fila.estado == "terminado" and m.fila.terminado is not None
    assert not Jugador.objects.filter(recreo_id=m.id, vigente=True).exists()
    assert {f.jugador: f.castigos for f in m.estado.filas}[3] == 10
    assert (ultimo(m).tipo, ultimo(m).quien) == ("final", "Memo")


def test_no_se_anuncia_a_medias() -> None:
    m = recreo_de(4)
    with falla("faltan_mesas", mesas=[1]):
        m.anuncia()
    m.gana(100, 20)
    with falla("faltan_partidas"):
        m.anuncia()


def test_lo_jugado_entero_y_olvidado_se_da_por_terminado_y_no_se_cancela() -> None:
    m, a_medias = jugado(), recreo_de(4)
    assert servicios.recreos_ociosos_cancelar(timezone.now() + timedelta(days=8)) == 2
    assert (m.fila.estado, a_medias.fila.estado) == ("terminado", "cancelado")


# --- reabrir el Recreo


def test_se_reabre_durante_24_horas_con_motivo_y_rastro() -> None:
    m = jugado()
    m.anuncia()
    with falla("falta_motivo"):
        m.orden(servicios.recreo_reabrir, motivo="  ")
    assert m.orden(servicios.recreo_reabrir, **PORQUE).datos == {"en_otro": []}
    assert m.fila.estado == "en_juego" and m.fila.terminado is None
    assert Jugador.objects.filter(recreo_id=m.id, vigente=True).count() == 4
    assert (ultimo(m).tipo, ultimo(m).motivo) == ("reabierto", PORQUE["motivo"])
    m.anuncia()


def test_pasadas_24_horas_ya_no() -> None:
    m = jugado()
    m.anuncia()
    termino = m.fila.terminado
    assert termino is not None
    with falla("ya_no_se_reabre"):
        m.orden(servicios.recreo_reabrir, **PORQUE, ahora=termino + timedelta(hours=24, seconds=1))
    m.orden(servicios.recreo_reabrir, **PORQUE, ahora=termino + timedelta(hours=23, minutes=59))


def test_quien_entretanto_entro_en_otro_se_queda_alla_y_aqui_solo_mira() -> None:
    m = jugado()
    m.anuncia()
    alla = otro_recreo(m, 3)
    assert m.orden(servicios.recreo_reabrir, **PORQUE).datos == {"en_otro": ["Carmen"]}
    assert consultas.recreo_de_llave(m.quienes[3].llave) == Recreo.objects.get(pk=alla).codigo
    assert m.estado.visor(m.quienes[3]).entra, "mira"
    m.orden(servicios.mesa_reabrir, **AQUI, **PORQUE)
    with falla("no_participas"):
        m.orden(servicios.mesa_elegir_anotador, 3, **AQUI, numero=3)
    with falla("ya_en_otro_recreo"):
        m.orden(servicios.lugar_retomar, 3)
    servicios.recreo_cancelar(recreo_id=alla, quien=quien_organiza(alla), id_orden=uuid4())
    m.orden(servicios.lugar_retomar, 3)
    assert Jugador.objects.get(recreo_id=m.id, numero=3).vigente
    with falla("ya_tienes_lugar"):
        m.orden(servicios.lugar_retomar, 3)


def quien_organiza(recreo_id: int) -> Quien:
    return Quien(cuenta_id=Recreo.objects.get(pk=recreo_id).organizador_id)


def test_quien_organiza_y_esta_en_otro_no_reabre_y_nada_cambia() -> None:
    m = jugado()
    m.anuncia()
    servicios.recreo_crear(
        cuenta_id=m.quienes[1].cuenta_id or 0, id_orden=uuid4(), tamano=4, nombre="Otro", lugar="", meta=CIEN
    )
    antes = m.estado
    with falla("ya_en_otro_recreo"):
        m.orden(servicios.recreo_reabrir, **PORQUE)
    assert m.estado == antes


# --- reabrir una mesa


def test_se_reabre_se_corrige_y_todo_lo_de_despues_se_recalcula() -> None:
    m = recreo_de(8)
    for partida in (1, 2):
        if partida > 1:
            m.siguiente(partida)
        for mesa in (1, 2):
            m.gana(100, 20, partida, mesa)
    antes = {f.jugador: f.puntos for f in m.estado.filas}
    m.siguiente(3)
    mesas_en_juego = [x.asientos for x in m.estado.partidas[2].mesas]
    m.orden(servicios.mesa_reabrir, **AQUI, **PORQUE)
    assert m.estado.reabiertas[0].numero == 1
    assert m.estado.clasificaciones.cerradas == (2,), "la partida 1 no cuenta mientras se corrige"
    assert [x.asientos for x in m.estado.partidas[2].mesas] == mesas_en_juego, "las que se juegan no se mueven"
    vista = m.mesa()
    ultima = vista.manos[-1]
    m.orden(servicios.mano_borrar, **AQUI, mano=ultima.numero, revision=ultima.revision)
    for _mano in range(1, ultima.numero):
        x = m.mesa().manos[-1]
        m.orden(servicios.mano_borrar, **AQUI, mano=x.numero, revision=x.revision)
    for x in manos(20, 100):
        m.anota(x)
    m.cierra()
    ahora = {f.jugador: f.puntos for f in m.estado.filas}
    asientos = m.mesa().parejas
    assert {n for n in antes if ahora[n] < antes[n]} == set(asientos[0])
    assert {n for n in antes if ahora[n] > antes[n]} == set(asientos[1])
    assert not m.estado.reabiertas
    primera, segunda = m.estado.partidas[:2]
    assert primera.termino is not None and primera.termino <= segunda.inicio, "no acaba después de la siguiente"


def test_mientras_una_se_corrige_no_empieza_otra_ni_se_anuncia_el_final() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    m.orden(servicios.mesa_reabrir, **AQUI, **PORQUE)
    m.gana(100, 20, 2)
    for servicio, datos in ((servicios.partida_siguiente, {"partida": 3}), (servicios.final_anunciar, {})):
        with falla("mesa_reabierta", partida=1, mesa=1):
            m.orden(servicio, **datos)
    with falla("mesa_reabierta"):
        m.orden(servicios.recreo_terminar_aqui, **PORQUE)
    m.cierra()
    m.siguiente(3)


def test_una_mesa_reabierta_vuelve_a_su_anotador_con_sus_manos_y_sin_confirmar() -> None:
    m = recreo_de(8)
    m.gana(100, 20)
    m.orden(servicios.mesa_reabrir, **AQUI, **PORQUE)
    vista = m.mesa()
    assert (vista.etapa, vista.confirmada, vista.fin, len(vista.manos)) == ("meta", None, None, 2)
    m.anota(dominada(0, 90), mano=2, por=vista.anotador or 1)
    s = ultimo(m)
    assert (s.tipo, s.quien, s.datos["partida"], s.datos["fin"]) == ("mesa_reabierta", "Memo", 1, "meta")


def test_reabrir_lo_abierto_se_niega() -> None:
    m = recreo_de(4)
    with falla("mesa_no_cerrada"):
        m.orden(servicios.mesa_reabrir, **AQUI, **PORQUE)


def test_reabrir_deshace_el_default_y_queda_dicho_quien_ganaba() -> None:
    m = recreo_de(4)
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=1, motivo="No llegaron")
    m.orden(servicios.mesa_reabrir, **AQUI, motivo="Sí llegaron")
    fila = Mesa.objects.get(partida__recreo_id=m.id)
    assert (fila.fin, fila.gana_default, fila.motivo) == (None, None, "")
    assert ultimo(m).datos["gana_default"] == 1 and ultimo(m).datos["motivo_del_cierre"] == "No llegaron"


# --- terminar aquí


def test_terminar_aqui_clasifica_lo_cerrado_y_la_partida_a_medias_no_cuenta() -> None:
    m = recreo_de(8)
    for mesa in (1, 2):
        m.gana(100, 20, 1, mesa)
    cerrada = m.estado.filas
    m.siguiente(2)
    m.gana(100, 0, 2, 1)
    m.orden(servicios.castigo_aplicar, numero=8, tantos=15)
    assert m.orden(servicios.recreo_terminar_aqui, motivo="Ya es tarde").datos == {"partida": 1}
    estado = m.estado
    assert (estado.estado, estado.terminado_antes) == ("terminado", True)
    assert [f.puntos for f in estado.filas] == [f.puntos for f in cerrada]
    assert {f.jugador: f.castigos for f in estado.filas}[8] == 15, "el castigo pasa a la última cerrada (D2)"
    assert len(m.mesa(2, 1).manos) == 1, "lo jugado queda en el rastro"


def test_sin_nada_cerrado_no_se_termina_se_cancela() -> None:
    m = recreo_de(4)
    with falla("nada_que_clasificar"):
        m.orden(servicios.recreo_terminar_aqui, motivo="Ya es tarde")


def test_lo_terminado_antes_se_reabre_y_sigue_donde_iba() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    m.prepara(2)
    m.anota(dominada(0, 30), 2)
    m.orden(servicios.recreo_terminar_aqui, motivo="Ya es tarde")
    m.orden(servicios.recreo_reabrir, motivo="Siempre sí")
    assert not m.fila.terminado_antes
    m.anota(dominada(0, 90), 2, mano=2)
    m.cierra(2)


def test_el_acta_dice_que_se_termino_antes_y_se_lee() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.orden(servicios.recreo_terminar_aqui, motivo="Ya es tarde")
    acta = exportar(m.estado)
    assert acta["terminado_antes"] is True and leer_recreo(acta).terminado_antes


# --- pausa


def test_en_pausa_nada_caduca_y_se_retoma_igual() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 30))
    antes = m.estado
    m.orden(servicios.recreo_pausar, motivo="Se fue la luz")
    assert servicios.recreos_ociosos_cancelar(timezone.now() + timedelta(days=90)) == 0
    m.orden(servicios.recreo_retomar)
    ahora = m.estado
    assert (ahora.partidas, ahora.jugadores, ahora.estado) == (antes.partidas, antes.jugadores, "en_juego")
    m.anota(dominada(0, 90))
    m.cierra()


def test_en_pausa_cada_quien_queda_libre_y_al_retomar_quien_no_lo_este_se_queda_en_el_otro() -> None:
    m = recreo_de(4)
    m.orden(servicios.recreo_pausar)
    otro_recreo(m, 2)
    assert m.orden(servicios.recreo_retomar).datos == {"en_otro": ["Beto"]}
    assert not Jugador.objects.get(recreo_id=m.id, numero=2).vigente


def test_lo_que_un_telefono_traia_sin_enviar_se_acepta_en_pausa() -> None:
    m = recreo_de(4)
    m.prepara(anotador=2)
    m.orden(servicios.recreo_pausar)
    m.anota(dominada(0, 30), por=2)
    assert len(m.mesa().manos) == 1


def test_en_pausa_no_empieza_otra_partida_y_no_se_pausa_ni_se_retoma_dos_veces() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    with falla("no_esta_en_pausa"):
        m.orden(servicios.recreo_retomar)
    m.orden(servicios.recreo_pausar)
    for servicio, datos in ((servicios.partida_siguiente, {"partida": 2}), (servicios.recreo_pausar, {})):
        with falla("recreo_en_pausa"):
            m.orden(servicio, **datos)


# --- deshacer el inicio


def test_se_deshace_el_inicio_si_nadie_ha_anotado() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    m.prepara(2)
    m.orden(servicios.partida_deshacer, partida=2, motivo="Faltaba un castigo")
    assert [p.numero for p in m.estado.partidas] == [1]
    m.siguiente(2)


def test_deshacer_la_primera_devuelve_a_la_preparacion() -> None:
    m = recreo_de(4)
    m.orden(servicios.partida_deshacer, partida=1)
    assert (m.fila.estado, m.fila.iniciado) == ("preparacion", None)
    m.orden(servicios.tamano_cambiar, tamano=5)
    m.orden(servicios.jugadores_guardar, jugadores=[servicios.DatosJugador(5, "Mari")])
    m.orden(servicios.recreo_empezar)


def test_lo_anotado_no_se_deshace_ni_aunque_se_haya_borrado() -> None:
    m = recreo_de(4)
    m.prepara()
    m.anota(dominada(0, 30))
    m.orden(servicios.mano_borrar, **AQUI, mano=1, revision=1)
    with falla("ya_anotaron", mesa=1, partida=1):
        m.orden(servicios.partida_deshacer, partida=1)


def test_solo_la_ultima_y_sin_castigos() -> None:
    m = recreo_de(4)
    m.gana(100, 20)
    m.siguiente(2)
    with falla("no_es_la_ultima"):
        m.orden(servicios.partida_deshacer, partida=1)
    m.orden(servicios.castigo_aplicar, numero=3, tantos=5)
    with falla("hay_castigos"):
        m.orden(servicios.partida_deshacer, partida=2)

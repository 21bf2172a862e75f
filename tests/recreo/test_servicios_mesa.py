"""En la mesa: anotador, asistencia, salidor, manos, discrepancias, llamadas, cierre y castigos (RE4-RE6)."""

from typing import Any

import pytest

from recreo import servicios
from recreo.models import Anotacion, Discrepancia
from reglas.tipos import Desenlace, Fin
from tests.recreo.mesa import CIEN, DOSCIENTOS, JUEGOS, Mesero, cierre, dominada, empate, falla, manos, recreo_de

pytestmark = pytest.mark.django_db
AQUI: dict[str, Any] = {"partida": 1, "mesa": 1}


@pytest.fixture
def m() -> Mesero:
    """Ocho jugadores; la mesa 1 (1-2 contra 3-4) lista: anota el 2."""
    mesero = recreo_de(8)
    mesero.prepara(anotador=2)
    return mesero


# --- antes de la primera mano


def test_de_anotador_a_salidor_cada_paso_espera_al_anterior() -> None:
    m = recreo_de(8)
    assert m.mesa().etapa == "anotador"
    m.orden(servicios.mesa_elegir_anotador, 2, **AQUI, numero=2)
    assert m.mesa().etapa == "asistencia"
    with falla("falta_asistencia"):
        m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=3)
    m.orden(servicios.mesa_confirmar_asistencia, 2, **AQUI, presentes=[1, 2, 3, 4])
    assert m.mesa().etapa == "salidor"
    with falla("falta_salidor"):
        m.anota(dominada(0, 20), por=2)
    m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=3)
    assert (m.mesa().etapa, m.mesa().sale) == ("jugando", 3)


def test_no_anota_quien_no_ha_entrado_con_su_telefono() -> None:
    m = recreo_de(8, entran=False)
    with falla("sin_acceso", nombre="Beto"):
        m.orden(servicios.mesa_elegir_anotador, **AQUI, numero=2)


def test_con_alguien_ausente_hay_que_negar_el_default_para_seguir() -> None:
    m = recreo_de(8)
    m.orden(servicios.mesa_elegir_anotador, 2, **AQUI, numero=2)
    r = m.orden(servicios.mesa_confirmar_asistencia, 2, **AQUI, presentes=[1, 2, 3])
    assert r.datos == {"faltan": [4]}
    with falla("faltan_jugadores", nombres=["Nacho"]):
        m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=3)
    m.orden(servicios.default_responder, 2, **AQUI, numero=4, aplica=False)
    m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=3)
    assert m.mesa().negado
    assert m.mesa().ausentes == (4,)


@pytest.mark.parametrize("numero", [5, 99])
def test_no_sale_ni_se_castiga_por_default_a_quien_no_juega_en_la_mesa(m: Mesero, numero: int) -> None:
    with falla("no_se_sienta_aqui", numero=numero):
        m.orden(servicios.mesa_elegir_salidor, 2, **AQUI, numero=numero)
    with falla("no_se_sienta_aqui", numero=numero):
        m.orden(servicios.default_responder, 2, **AQUI, numero=numero, aplica=True)


@pytest.mark.parametrize(("partida", "mesa"), [(1, 3), (2, 1), (0, 0)])
def test_una_mesa_que_no_esta_abierta_se_dice(m: Mesero, partida: int, mesa: int) -> None:
    with falla("mesa_inexistente", partida=partida, mesa=mesa):
        m.orden(servicios.mesa_confirmar, 2, partida=partida, mesa=mesa)


# --- las manos


def test_la_salida_corre_a_la_derecha_tambien_tras_un_cierre_empatado(m: Mesero) -> None:
    asientos = m.mesa().asientos
    salen = [m.mesa().sale]
    for x in (dominada(0, 10), empate(), cierre(1, 20), empate(0)):
        m.anota(x, por=2)
        salen.append(m.mesa().sale)
    assert salen == [*asientos, asientos[0]]
    assert m.mesa().marcador == (10, 20)


@pytest.mark.parametrize(
    ("x", "codigo"),
    [
        (dominada(0, 0), "regla_tantos_fuera_de_rango"),
        (dominada(0, 119), "regla_tantos_fuera_de_rango"),
        (dominada(2, 10), "regla_pareja_invalida"),
        (cierre(None, 10), "regla_falta_pareja"),
        (dominada(1, -5), "regla_tantos_fuera_de_rango"),
    ],
)
def test_una_mano_imposible_se_niega_con_su_regla_y_su_numero(m: Mesero, x: Any, codigo: str) -> None:
    m.anota(dominada(0, 10), por=2)
    with falla(codigo):
        m.anota(x, por=2)
    assert len(m.mesa().manos) == 1


def test_los_tantos_de_un_cierre_empatado_se_niegan(m: Mesero) -> None:
    with falla("regla_tantos_en_empate", tantos=5):
        m.anota(type(dominada(0))(Desenlace.CIERRE_EMPATADO, None, 5), por=2)


@pytest.mark.parametrize("mano", [0, 3, 201, -1])
def test_no_se_saltan_manos(m: Mesero, mano: int) -> None:
    m.anota(dominada(0, 10), por=2)
    with falla("mano_salteada", mano=mano, siguiente=2):
        m.anota(dominada(0, 10), por=2, mano=mano, revision=0)


def test_una_correccion_deja_rastro_y_quita_la_confirmacion(m: Mesero) -> None:
    m.anota_todo(manos(100, 20))
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.anota(dominada(1, 35), por=1, mano=1)
    mano = m.mesa().manos[0]
    assert (mano.datos.tantos, mano.revision, mano.quien) == (35, 2, "Memo")
    assert [(r.datos.tantos, r.quien) for r in mano.rastro] == [(20, "Beto")]
    assert m.mesa().confirmada is None


def test_quien_llega_tarde_con_otra_mano_sabe_cual_quedo_y_nada_se_encima(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    with falla("mano_ya_anotada", mano=1, tantos=35, quien="Beto", nombres=["Memo", "Beto"], revision=1):
        m.anota(dominada(1, 40), por=1, mano=1, revision=0)
    with falla("mano_ya_anotada", revision=1):
        m.anota(dominada(1, 40), por=1, mano=1, revision=2)
    assert m.mesa().marcador == (35, 0)


def test_corregir_una_mano_que_ya_se_deshizo_no_la_revive(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    m.orden(servicios.mano_borrar, 2, **AQUI, mano=1, revision=1)
    with falla("mano_borrada", mano=1):
        m.anota(dominada(0, 40), por=1, mano=1, revision=1)
    with falla("mano_borrada"):
        m.orden(servicios.mano_borrar, 2, **AQUI, mano=1, revision=2)
    m.anota(dominada(0, 40), por=2)
    assert m.mesa().manos[0].revision == 3
    assert Anotacion.objects.filter(mesa=m.fila_mesa()).count() == 3


def test_tras_la_meta_no_cabe_otra_mano_ni_una_correccion_que_la_adelante(m: Mesero) -> None:
    m.anota_todo([dominada(0, 50), dominada(1, 20), dominada(0, 50)])
    with falla("regla_mano_tras_la_meta", mano=4):
        m.anota(dominada(1, 5), por=2)
    with falla("regla_mano_tras_la_meta", mano=2):
        m.anota(dominada(0, 100), por=2, mano=1)


def test_quien_manda_captura_una_plantilla_sin_salidor_y_el_anotador_no() -> None:
    m = recreo_de(8)
    m.orden(servicios.mesa_elegir_anotador, 2, **AQUI, numero=2)
    with falla("falta_salidor"):
        m.anota(dominada(0, 10), por=2, sin_salidor=True)
    m.anota(dominada(0, 10), por=1, sin_salidor=True)
    assert m.mesa().sale is None


def test_a_juegos_ganados_solo_cuentan_las_dominadas_y_no_hay_tantos() -> None:
    m = recreo_de(4, JUEGOS)
    m.prepara()
    for x in (dominada(0), cierre(), dominada(1), dominada(0)):
        m.anota(x)
    assert m.mesa().marcador == ("40", "20")
    with falla("regla_tantos_en_juegos_ganados"):
        m.anota(dominada(0, 10))
    with falla("regla_sobra_pareja"):
        m.anota(cierre(0))
    with falla("castigo_en_juegos_ganados"):
        m.orden(servicios.castigo_aplicar, numero=3, tantos=5)


# --- la otra versión


def otra(m: Mesero, por: int, tantos: int, mano: int = 1) -> int:
    x: dict[str, Any] = {"desenlace": Desenlace.DOMINADA, "pareja": 1, "tantos": tantos}
    m.orden(servicios.discrepancia_proponer, por, **AQUI, mano=mano, **x)
    return Discrepancia.objects.latest("pk").pk


def test_la_otra_version_no_cambia_el_marcador_hasta_que_el_organizador_la_acepta(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    cual = otra(m, 3, 40)
    assert m.mesa().marcador == (35, 0)
    m.orden(servicios.discrepancia_resolver, discrepancia=cual, acepta=True)
    assert (m.mesa().marcador, m.mesa().manos[0].revision) == ((0, 40), 2)
    assert m.mesa().discrepancias == ()


def test_si_no_la_acepta_todo_queda_como_estaba(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    cual = otra(m, 3, 40)
    m.orden(servicios.discrepancia_resolver, discrepancia=cual, acepta=False)
    assert (m.mesa().marcador, m.mesa().manos[0].revision) == ((35, 0), 1)
    with falla("discrepancia_resuelta"):
        m.orden(servicios.discrepancia_resolver, discrepancia=cual, acepta=True)


def test_cada_quien_tiene_una_sola_version_abierta_de_una_mano(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    for por, tantos in ((3, 40), (3, 41), (4, 50)):
        otra(m, por, tantos)
    assert [(d.quien, d.datos.tantos) for d in m.mesa().discrepancias] == [("Carmen", 41), ("Nacho", 50)]


def test_la_otra_version_de_una_mano_que_no_existe_o_imposible_se_niega(m: Mesero) -> None:
    with falla("mano_borrada"):
        otra(m, 3, 40)
    m.anota(dominada(0, 35), por=2)
    with falla("regla_tantos_fuera_de_rango"):
        otra(m, 3, 500)


def test_aceptar_una_version_que_adelanta_la_meta_se_niega_y_sigue_pendiente(m: Mesero) -> None:
    m.anota_todo([dominada(0, 35), dominada(0, 30)])
    cual = otra(m, 3, 100)
    with falla("regla_mano_tras_la_meta"):
        m.orden(servicios.discrepancia_resolver, discrepancia=cual, acepta=True)
    assert [d.id for d in m.mesa().discrepancias] == [cual]


# --- llamar al organizador, default, suspensión y cierre


def test_llamar_dos_veces_deja_una_sola_llamada_y_atenderla_permite_otra(m: Mesero) -> None:
    for por in (3, 3, 4):
        m.orden(servicios.organizador_llamar, por, **AQUI, texto="<b>¡Ven!</b>")
    (llamada,) = m.mesa().incidencias
    assert (llamada.texto, llamada.quien) == ("<b>¡Ven!</b> · Nacho: <b>¡Ven!</b>", "Carmen")
    m.orden(servicios.incidencia_atender, incidencia=llamada.id)
    m.orden(servicios.organizador_llamar, 3, **AQUI)
    assert len(m.mesa().incidencias) == 2


def test_quien_llama_despues_agrega_lo_suyo_a_la_llamada_abierta(m: Mesero) -> None:
    m.orden(servicios.organizador_llamar, 3, **AQUI)
    m.orden(servicios.organizador_llamar, 2, **AQUI, texto=" urgente ")
    m.orden(servicios.organizador_llamar, 2, **AQUI)
    assert [i.texto for i in m.mesa().incidencias] == ["Beto: urgente"]
    m.orden(servicios.organizador_llamar, 4, **AQUI, texto="x" * 300)
    (llamada,) = m.mesa().incidencias
    assert llamada.texto.startswith("Beto: urgente · Nacho: xxx")
    assert len(llamada.texto) == 200


def test_atender_lo_ya_atendido_se_dice_y_no_cambia_nada(m: Mesero) -> None:
    m.orden(servicios.organizador_llamar, 3, **AQUI)
    cual = m.mesa().incidencias[0].id
    m.orden(servicios.incidencia_atender, incidencia=cual)
    version = m.version
    for otra_vez in (cual, cual + 999):
        with falla("incidencia_atendida"):
            m.orden(servicios.incidencia_atender, incidencia=otra_vez)
    assert m.version == version


def test_con_manos_anotadas_nadie_pasa_a_ausente(m: Mesero) -> None:
    m.anota(dominada(0, 20), por=2)
    with falla("partida_en_juego", mesa=1):
        m.orden(servicios.mesa_confirmar_asistencia, 2, **AQUI, presentes=[1, 2, 3])
    assert m.mesa().ausentes == ()
    m.orden(servicios.mesa_confirmar_asistencia, 2, **AQUI, presentes=[1, 2, 3, 4])


def test_el_default_propuesto_no_cierra_la_mesa_y_el_organizador_lo_aplica(m: Mesero) -> None:
    m.anota(dominada(1, 40), por=2)
    m.orden(servicios.default_responder, 2, **AQUI, numero=4, aplica=True)
    assert m.mesa().abierta("default_propuesto") is not None
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0, motivo="No llegó")
    vista = m.mesa()
    assert (vista.fin, vista.gana_default, vista.resultado.tantos_favor) == (Fin.DEFAULT, 0, (100, 40))
    assert vista.abierta("default_propuesto") is None
    with falla("mesa_cerrada", quien="Memo"):
        m.anota(dominada(0, 10), por=2)


def test_una_infraccion_la_comete_alguien_de_la_pareja_que_pierde(m: Mesero) -> None:
    asientos = m.mesa().asientos
    de_la_otra = asientos[1]
    with falla("infractor_de_la_ganadora"):
        m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0, infraccion_de=asientos[0])
    with falla("no_se_sienta_aqui"):
        m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0, infraccion_de=8)
    with falla("pareja_invalida"):
        m.orden(servicios.mesa_aplicar_default, **AQUI, gana=2)
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0, infraccion_de=de_la_otra, motivo="Habló")
    (infraccion,) = m.mesa().incidencias
    assert (infraccion.tipo, infraccion.jugador, infraccion.texto) == ("infraccion", de_la_otra, "Habló")


@pytest.mark.parametrize(
    ("a", "b", "codigo"), [(40, 40, "regla_suspension_empatada"), (100, 20, "regla_meta_ya_alcanzada")]
)
def test_no_se_suspende_empatada_ni_terminada(m: Mesero, a: int, b: int, codigo: str) -> None:
    m.anota_todo(manos(a, b))
    with falla(codigo, mesa=1):
        m.orden(servicios.mesa_suspender, **AQUI, anotadas=2)


def test_el_organizador_solo_cierra_lo_que_vio(m: Mesero) -> None:
    m.anota(dominada(0, 60), por=2)
    with falla("no_llegan_a_la_meta"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=1)
    with falla("no_llegan_a_la_meta"):
        m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.anota(dominada(0, 60), por=2)
    with falla("mesa_cambio"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=1)
    with falla("gana_la_otra_pareja"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=1, anotadas=2)
    with falla("falta_confirmar", anotador="Beto"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=2)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=2)
    assert m.mesa().resultado.tantos_favor == (100, 0)


def test_una_correccion_con_las_mismas_manos_no_se_cierra_sin_confirmarla_otra_vez(m: Mesero) -> None:
    m.anota_todo(manos(100, 20))
    vistas = m.mesa().anotadas
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.anota(dominada(1, 60), por=2, mano=1)
    with falla("falta_confirmar"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=m.mesa().anotadas)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    with falla("mesa_cambio"):
        m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=vistas)


def test_deshacer_una_mano_retira_lo_que_otro_decia_de_ella(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    otra = {"desenlace": Desenlace.DOMINADA, "pareja": 1, "tantos": 20}
    m.orden(servicios.discrepancia_proponer, 3, **AQUI, mano=1, **otra)
    assert len(m.mesa().discrepancias) == 1
    m.orden(servicios.mano_borrar, 2, **AQUI, mano=1, revision=1)
    m.anota(dominada(0, 40), por=2)
    assert m.mesa().discrepancias == ()


def test_si_el_organizador_anota_su_mesa_no_se_pide_confirmacion_a_si_mismo() -> None:
    m = recreo_de(4, DOSCIENTOS)
    m.prepara(anotador=1)
    m.anota_todo(manos(200, 100))
    m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=m.mesa().anotadas)
    assert m.mesa().resultado.puntos == (2, 0)


def test_al_cerrar_se_resuelve_lo_pendiente_de_la_mesa(m: Mesero) -> None:
    m.anota(dominada(0, 35), por=2)
    otra(m, 3, 40)
    m.orden(servicios.organizador_llamar, 3, **AQUI)
    clave = m.orden(servicios.mesa_pasar, 2, **AQUI).datos["clave"]
    m.orden(servicios.mesa_suspender, **AQUI, anotadas=1, motivo="Se hizo tarde")
    vista = m.mesa()
    assert (vista.discrepancias, vista.abierta("llamada"), vista.motivo) == ((), None, "Se hizo tarde")
    with falla("pase_invalido"):
        m.orden(servicios.mesa_recibir, 3, clave=clave)


@pytest.mark.parametrize("tantos", [0, -3, 201])
def test_un_castigo_es_de_uno_a_doscientos(m: Mesero, tantos: int) -> None:
    with falla("castigo_invalido", maximo=200):
        m.orden(servicios.castigo_aplicar, numero=3, tantos=tantos)


def test_un_castigo_cae_tambien_en_quien_descansa_y_se_anula_una_vez() -> None:
    m = recreo_de(5, CIEN)
    castigo = m.orden(servicios.castigo_aplicar, numero=5, tantos=12, motivo="Tarde").datos["castigo"]
    assert [(c.jugador, c.tantos, c.motivo) for c in m.estado.partidas[0].castigos] == [(5, 12, "Tarde")]
    m.orden(servicios.castigo_anular, castigo=castigo)
    assert m.estado.partidas[0].castigos == ()
    version = m.version
    with falla("castigo_anulado"):
        m.orden(servicios.castigo_anular, castigo=castigo)
    assert m.version == version
    with falla("numero_inexistente"):
        m.orden(servicios.castigo_aplicar, numero=6, tantos=5)

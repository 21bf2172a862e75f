"""La pareja contraria confirma la hoja o la objeta; si cambia una mano, caduca; y se puede exigir (D373-D376)."""

from typing import Any
from uuid import uuid4

import pytest

from recreo import servicios
from recreo.errores import ErrorDeServicio
from recreo.models import Incidencia, Jugador, Suceso
from recreo.pantallas.historia import en_palabras
from recreo.servicios import Resultado
from reglas.conformidad import Conformidad, conformidad, parejas_que_revisan
from tests.recreo.mesa import NADIE, Mesero, dominada, falla, manos, nombra_coorganizador, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]
AQUI = {"partida": 1, "mesa": 1}
FALTA, CONFORME, OBJETADA = Conformidad.FALTA, Conformidad.CONFORME, Conformidad.OBJETADA


@pytest.fixture
def m() -> Mesero:
    """La mesa 1 (1-2 contra 3-4), en la meta; anota el 2, así que revisan el 3 o el 4."""
    m = recreo_de(8)
    m.prepara(anotador=2)
    m.anota_todo(manos(100, 20))
    return m


def revisa(m: Mesero, por: Any, conforme: bool = True, motivo: str = "", **mas: Any) -> Resultado:
    datos = {**AQUI, "anotadas": m.mesa().anotadas, **mas}
    return m.orden(servicios.hoja_revisar, por, **datos, conforme=conforme, motivo=motivo)


def cierra(m: Mesero, **mas: Any) -> Resultado:
    return m.orden(servicios.mesa_cerrar, **AQUI, ganadora=0, anotadas=m.mesa().anotadas, **mas)


# --- las reglas ---
@pytest.mark.parametrize(
    ("anota", "dichos", "queda"),
    [
        (0, [], FALTA),
        (0, [(1, True)], CONFORME),
        (0, [(0, True)], FALTA),
        (0, [(1, True), (1, False)], OBJETADA),
        (0, [(0, False), (1, True)], OBJETADA),
        (None, [(1, True)], FALTA),
        (None, [(0, True), (1, True)], CONFORME),
    ],
)
def test_basta_uno_de_cada_pareja_que_revisa_y_una_objecion_la_deja_objetada(
    anota: int | None, dichos: list[tuple[int, bool]], queda: Conformidad
) -> None:
    assert conformidad(parejas_que_revisan(anota), dichos) is queda


# --- confirmar y objetar ---
@pytest.mark.parametrize("quien", [3, 4])
def test_uno_de_la_otra_pareja_la_confirma_con_un_toque(m: Mesero, quien: int) -> None:
    revisa(m, quien)
    assert m.mesa().conformidad is CONFORME
    assert [(p.jugador, p.conforme, p.vale) for p in m.mesa().pareceres] == [(quien, True, True)]


def test_la_objecion_lleva_su_motivo_y_no_mueve_el_marcador(m: Mesero) -> None:
    with falla("falta_objecion"):
        revisa(m, 3, conforme=False, motivo="   ")
    antes = m.mesa().marcador
    revisa(m, 3, conforme=False, motivo="La segunda fueron 25")
    assert (m.mesa().conformidad, m.mesa().marcador) == (OBJETADA, antes)
    assert m.mesa().pareceres[0].motivo == "La segunda fueron 25"


def test_de_cada_quien_cuenta_lo_ultimo(m: Mesero) -> None:
    revisa(m, 3, conforme=False, motivo="No cuadra")
    revisa(m, 3)
    assert m.mesa().conformidad is CONFORME
    assert m.mesa().abierta("hoja_objetada") is None, "retirada, ya no espera a quien organiza"
    revisa(m, 4, conforme=False, motivo="Sí, no cuadra")
    assert m.mesa().conformidad is OBJETADA


@pytest.mark.parametrize("que", ["nueva", "corregida", "borrada", "devuelta"])
def test_al_cambiar_una_mano_caduca(m: Mesero, que: str) -> None:
    m.orden(servicios.mano_borrar, 2, **AQUI, mano=m.mesa().manos[-1].mano, revision=1)
    revisa(m, 3)
    assert m.mesa().conformidad is CONFORME
    ultima = m.mesa().borradas[0]
    if que == "nueva":
        m.anota(dominada(1, 3), por=2, mano=m.mesa().clave_siguiente)
    elif que == "corregida":
        m.anota(dominada(0, 7), por=2, mano=1)
    elif que == "borrada":
        m.orden(servicios.mano_borrar, 2, **AQUI, mano=1, revision=1)
    else:
        m.orden(servicios.mano_devolver, 2, **AQUI, mano=ultima.mano, revision=ultima.revision)
    assert m.mesa().conformidad is FALTA
    assert [p.vale for p in m.mesa().pareceres] == [False]


def test_lo_que_no_toca_las_manos_no_la_caduca(m: Mesero) -> None:
    revisa(m, 3)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    m.orden(servicios.organizador_llamar, 4, **AQUI)
    assert m.mesa().conformidad is CONFORME


def test_no_se_confirma_lo_que_no_se_vio(m: Mesero) -> None:
    vio = m.mesa().anotadas
    m.anota(dominada(0, 7), por=2, mano=1)
    with falla("mesa_cambio"):
        revisa(m, 3, anotadas=vio)


def test_sin_manos_no_hay_que_revisar() -> None:
    m = recreo_de(8)
    m.prepara(anotador=2)
    with falla("hoja_vacia"):
        revisa(m, 3)


def test_si_anota_alguien_de_fuera_hace_falta_una_persona_de_cada_pareja() -> None:
    m = recreo_de(8)
    m.prepara(mesa=2)
    m.orden(servicios.mesa_elegir_anotador, partida=1, mesa=2, numero=1)
    m.anota(dominada(0, 20), mesa=2, por=1)
    a, b = m.mesa(1, 2).asientos[:2]
    revisa(m, a, mesa=2, anotadas=1)
    assert m.mesa(1, 2).conformidad is FALTA
    revisa(m, b, mesa=2, anotadas=1)
    assert m.mesa(1, 2).conformidad is CONFORME


def test_al_pasar_la_mesa_a_la_otra_pareja_falta_que_la_revise_la_primera(m: Mesero) -> None:
    revisa(m, 3)
    m.orden(servicios.mesa_elegir_anotador, 2, **AQUI, numero=3)
    assert m.mesa().conformidad is FALTA
    revisa(m, 1)
    assert m.mesa().conformidad is CONFORME


# --- quién puede ---
def _papeles(tamano: int) -> tuple[Mesero, dict[str, Any]]:
    """En 8 la mesa 1 es 1-2 contra 3-4; en 6, 1-4 contra 3-5 y descansan 2 y 6. Anota el 4."""
    m = recreo_de(tamano)
    m.prepara(anotador=4)
    m.anota(dominada(0, 20), por=4)
    otro = recreo_de(4)
    quienes: dict[str, Any] = {"anota": 4, "otro_recreo": otro.quienes[1], "nadie": NADIE}
    if tamano == 8:
        return m, quienes | {"su_pareja": 3, "contrario": 1, "otra_pareja": 2, "otra_mesa": 5}
    return m, quienes | {"su_pareja": 1, "contrario": 3, "otra_pareja": 5, "descansa": 2}


ESPERADO = {
    "anota": "revisa_la_otra_pareja",
    "su_pareja": "revisa_la_otra_pareja",
    "contrario": "sí",
    "otra_pareja": "sí",
    "otra_mesa": "no_eres_de_esta_mesa",
    "descansa": "no_eres_de_esta_mesa",
    "otro_recreo": "no_participas",
    "nadie": "no_participas",
}


@pytest.mark.parametrize("tamano", [8, 6])
def test_solo_la_pareja_contraria_la_revisa(tamano: int) -> None:
    m, quienes = _papeles(tamano)

    def intento(quien: Any) -> str:
        try:
            revisa(m, quien)
        except ErrorDeServicio as e:
            return e.codigo
        return "sí"

    assert {p: intento(q) for p, q in quienes.items()} == {p: ESPERADO[p] for p in quienes}


def test_quien_coorganiza_no_la_confirma_por_los_de_otra_mesa(m: Mesero) -> None:
    nombra_coorganizador(m, 5)
    with falla("no_eres_de_esta_mesa"):
        revisa(m, 5)


def test_cerrada_ya_no_se_revisa(m: Mesero) -> None:
    m.cierra()
    with falla("mesa_cerrada"):
        revisa(m, 3)


# --- si se exige ---
def test_por_omision_no_se_exige(m: Mesero) -> None:
    assert m.estado.exige_conformidad is False
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    cierra(m)


def test_si_se_exige_no_se_cierra_sin_ella_salvo_que_se_diga_por_que(m: Mesero) -> None:
    m.orden(servicios.conformidad_exigir, exige=True)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    with falla("falta_conformidad", objetada=False):
        cierra(m)
    revisa(m, 3, conforme=False, motivo="No cuadra")
    with falla("falta_conformidad", objetada=True):
        cierra(m)
    cierra(m, motivo="Lo vimos los cuatro")
    suceso = Suceso.objects.get(tipo="sin_conformidad")
    assert (suceso.motivo, suceso.quien) == ("Lo vimos los cuatro", "Memo")


def test_confirmada_se_cierra_sin_motivo_y_sin_rastro_de_falta(m: Mesero) -> None:
    m.orden(servicios.conformidad_exigir, exige=True)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    revisa(m, 4)
    cierra(m)
    assert not Suceso.objects.filter(tipo="sin_conformidad").exists()


def test_suspender_tambien_la_pide_y_el_default_no() -> None:
    m = recreo_de(8)
    m.prepara(anotador=2)
    m.anota(dominada(0, 20), por=2)
    m.orden(servicios.conformidad_exigir, exige=True)
    with falla("falta_conformidad"):
        m.orden(servicios.mesa_suspender, **AQUI, anotadas=1)
    m.orden(servicios.mesa_aplicar_default, **AQUI, gana=0)


def test_queda_en_lo_que_ha_pasado(m: Mesero) -> None:
    m.orden(servicios.conformidad_exigir, exige=True)
    m.orden(servicios.conformidad_exigir, exige=True)
    revisa(m, 3, conforme=False, motivo="No cuadra")
    revisa(m, 4)
    hay = [(en_palabras(s.tipo, s.datos, {}), s.quien, s.motivo) for s in Suceso.objects.order_by("pk")]
    assert hay == [
        ("Desde ahora, para cerrar una mesa la otra pareja confirma la hoja.", "Memo", ""),
        ("Objetó la hoja de la mesa 1, partida 1.", "Carmen", "No cuadra"),
        ("Conforme con la hoja de la mesa 1, partida 1.", "Nacho", ""),
    ]


def test_otra_con_los_mismos_la_sigue_exigiendo(m: Mesero) -> None:
    m.orden(servicios.conformidad_exigir, exige=True)
    m.orden(servicios.recreo_cancelar)
    cuenta = m.quienes[1].cuenta_id
    assert cuenta is not None
    nuevo = servicios.recreo_repetir(recreo_id=m.id, cuenta_id=cuenta, id_orden=uuid4())
    assert nuevo.exige_conformidad is True


def test_al_cerrar_ya_no_espera_a_nadie(m: Mesero) -> None:
    revisa(m, 3, conforme=False, motivo="No cuadra")
    m.cierra()
    assert not Incidencia.objects.filter(atendida=None).exists()


def test_a_quien_no_puede_confirmarla_no_se_le_pide_y_quien_cierra_sabe_que_hacer(m: Mesero) -> None:
    """D802: sin teléfono no hay «pídeselo»; y en su propia página la barra no ofrece cerrarla otra vez."""
    m.orden(servicios.conformidad_exigir, exige=True)
    m.orden(servicios.mesa_confirmar, 2, **AQUI)
    Jugador.objects.filter(recreo=m.id, numero__in=(3, 4)).update(cuenta=None, llave="")
    leido = texto(como(m.quienes[1]).get(ruta(m, "cerrar", 1, 1)))
    assert "no pueden confirmarla aquí" in leido and "escribe que la vieron en la mesa" in leido
    assert "Falta que alguien de la otra pareja" not in leido
    assert 'id="por_cerrar' not in como(m.quienes[1]).get(ruta(m, "cerrar", 1, 1)).content.decode()


def test_a_quien_le_toca_confirmar_se_lo_dice_lo_primero(m: Mesero) -> None:
    """D801: «Está bien: la confirmo» empezaba bajo la pantalla y nada arriba lo pedía."""
    leido = texto(como(m.quienes[3]).get(ruta(m, "mesa")))
    assert (
        leido.index("Te toca confirmar la hoja")
        < leido.index("Está bien: la confirmo")
        < leido.index("¡Llegaron a 100!")
    )
    assert "Te toca confirmar" not in texto(como(m.quienes[1]).get(ruta(m, "mesa"))), "es de la pareja que anota"
    revisa(m, 3)
    assert "Te toca confirmar" not in texto(como(m.quienes[3]).get(ruta(m, "mesa")))

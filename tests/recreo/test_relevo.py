"""La mesa cuyo anotador se fue: quién lo dice, quién anota en su lugar y qué no es haberse ido (RE5, D290)."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from recreo import servicios
from recreo.estado_mesa import VOLVER
from recreo.models import Incidencia, Jugador, Presencia
from recreo.pantallas import Mirada, pintar
from recreo.pantallas.cosas import cosas_de
from recreo.pantallas.relevo import sin_quien_anote
from recreo.servicios.presencia import Oido, presencia_renovar
from recreo.servicios.relevo import SIN_MANOS, SIN_OIRSE, anotadores_revisar
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import Mesero, dominada, falla, recreo_de

AQUI = {"partida": 1, "mesa": 1}
UN_RATO = timedelta(seconds=30)


@pytest.fixture
def m(db: None) -> Mesero:
    """Mesa 1: Memo y Beto contra Carmen y Nacho; anota Nacho."""
    hecho = recreo_de(8)
    hecho.prepara(anotador=4)
    return hecho


def nota_que_se_fue(m: Mesero, por: int = 3) -> None:
    m.orden(servicios.anotador_no_esta, por, **AQUI, era=4)


def test_a_quien_ya_no_anota_la_pantalla_de_anotar_le_dice_como_va_la_mesa(m: Mesero) -> None:
    """Lo vivo: la mano que decía arriba ya no es suya, y las que otros anotan se cuentan (D752)."""

    def dice() -> str:
        estado = m.estado
        zona = pintar(estado, Mirada("anotar", 1, 1), estado.visor(m.quienes[4]))["contenido"]
        return " ".join(zona.split())

    assert "data-no-se-anota" not in dice()
    m.orden(servicios.mesa_elegir_anotador, **AQUI, numero=3)
    assert 'data-titulo="Ya no anotas esta mesa"' in dice() and "Ahora anota Carmen." in dice()
    assert "anotada" not in dice(), "sin manos no hay marcador que decir"
    for tantos in (20, 15):
        m.anota(dominada(0, tantos), por=3)
    assert "Ya hay 2 manos anotadas: van " in dice() and "35" in dice()
    assert "Ver la mesa" in dice()


def test_quien_juega_dice_que_el_anotador_no_esta_y_otro_anota(m: Mesero) -> None:
    m.anota(dominada(0, 20), por=4)
    nota_que_se_fue(m)
    falta = sin_quien_anote(m.mesa())
    assert falta is not None and falta.era == 4 and falta.dicha is not None and falta.dicha.quien == "Carmen"
    m.orden(servicios.anotador_relevar, 3, **AQUI, era=4)
    assert m.mesa().anotador == 3
    assert sin_quien_anote(m.mesa()) is None
    m.anota(dominada(0, 30), por=3)


def test_nadie_le_quita_la_anotacion_a_quien_sigue(m: Mesero) -> None:
    with falla("anotador_sigue", anotador="Nacho"):
        m.orden(servicios.anotador_relevar, 3, **AQUI, era=4)
    nota_que_se_fue(m)
    m.orden(servicios.anotador_sigue, 4, **AQUI)
    with falla("anotador_sigue"):
        m.orden(servicios.anotador_relevar, 3, **AQUI, era=4)


def test_dos_dicen_lo_mismo_y_queda_dicho_una_vez(m: Mesero) -> None:
    nota_que_se_fue(m, 3)
    nota_que_se_fue(m, 2)
    assert [i.quien for i in m.mesa().incidencias if i.tipo == "anotador_ido"] == ["Carmen"]


def test_al_que_llega_tarde_se_le_dice_quien_anota(m: Mesero) -> None:
    nota_que_se_fue(m)
    m.orden(servicios.anotador_relevar, 2, **AQUI, era=4)
    with falla("ya_anota_otro", anotador="Beto", mesa=1):
        m.orden(servicios.anotador_relevar, 3, **AQUI, era=4)
    with falla("ya_anota_otro", anotador="Beto"):
        nota_que_se_fue(m, 3)


def test_de_la_mesa_sin_anotador_toma_la_anotacion_cualquiera_de_los_suyos(m: Mesero) -> None:
    m.anota(dominada(0, 20), por=4)
    m.orden(servicios.jugador_liberar, numero=4)  # sacaron a quien anotaba
    falta = sin_quien_anote(m.mesa())
    assert falta is not None and falta.era == 0 and falta.dicha is None
    with falla("no_eres_de_esta_mesa"):
        m.orden(servicios.anotador_relevar, 5, **AQUI, era=0)
    m.orden(servicios.anotador_relevar, 2, **AQUI, era=0)
    assert m.mesa().anotador == 2


def test_antes_de_elegir_anotador_o_ya_confirmada_no_falta_nadie(db: None) -> None:
    m = recreo_de(8)
    assert sin_quien_anote(m.mesa()) is None
    m.prepara(anotador=4)
    m.anota_todo([dominada(0, 100)])
    m.orden(servicios.mesa_confirmar, 4, **AQUI)
    nota_que_se_fue(m)
    assert sin_quien_anote(m.mesa()) is None


def test_quien_vuelve_con_manos_que_otro_ya_anoto_tiene_el_conflicto_de_siempre(m: Mesero) -> None:
    nota_que_se_fue(m)
    m.orden(servicios.anotador_relevar, 3, **AQUI, era=4)
    m.anota(dominada(0, 20), por=3)
    with falla("no_anotas_esta_mesa", anotador="Carmen"):
        m.anota(dominada(0, 25), por=4, mano=1, revision=0)
    x = dominada(0, 25)
    otra = {"mano": 1, "desenlace": x.desenlace, "pareja": x.pareja, "tantos": x.tantos}
    m.orden(servicios.discrepancia_proponer, 4, **AQUI, **otra)
    assert len(m.mesa().discrepancias) == 1


# --- pasar la mesa y volver a anotarla --------------------------------------------------------------------------------
def que_oye(m: Mesero, numero: int, en: timedelta = timedelta()) -> list[tuple[str, str]]:
    todas = cosas_de(m.estado, m.estado.visor(m.quienes[numero]))
    return [(c.texto, c.detalle) for c in todas if c.toca(timezone.now() + en)]


def test_quien_pasa_la_mesa_puede_volver_un_rato_y_los_dos_se_enteran(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 4, **AQUI, numero=2)
    assert que_oye(m, 2) == [("Ahora anotas tú la mesa 1.", "Te la pasó Nacho")]
    assert que_oye(m, 4) == [("Ahora anota Beto.", "Tú ves las manos")]
    assert que_oye(m, 4, VOLVER) == [] == que_oye(m, 3)
    m.anota(dominada(0, 20), por=2)
    m.orden(servicios.anotador_volver, 4, **AQUI, era=2)
    m.orden(servicios.anotador_volver, 4, **AQUI, era=2)  # dos toques
    assert m.mesa().anotador == 4 and len(m.mesa().manos) == 1
    assert que_oye(m, 2) == [("Nacho vuelve a anotar la mesa.", "")] and que_oye(m, 4) == []
    rastro = [(i.jugador, i.texto, i.quien, i.atendida_por) for i in m.mesa().incidencias]
    assert rastro == [(4, "paso", "Nacho", "Beto"), (2, "vuelta", "Nacho", "Nacho")]
    assert sin_quien_anote(m.mesa()) is None
    with falla("ya_no_vuelves"):  # no se la andan quitando
        m.orden(servicios.anotador_volver, 2, **AQUI, era=4)


@pytest.mark.parametrize("caso", ["tarde", "la_cambio_quien_manda", "la_paso_otra_vez", "nunca_la_tuvo"])
def test_no_vuelve_quien_no_la_paso_o_ya_paso_el_rato(m: Mesero, caso: str) -> None:
    por, quien, era, ahora = 4, 4, 2, None
    if caso == "la_cambio_quien_manda":
        por = 1
    m.orden(servicios.mesa_elegir_anotador, por, **AQUI, numero=2)
    if caso == "tarde":
        ahora = timezone.now() + VOLVER + UN_RATO
    if caso == "la_paso_otra_vez":
        m.orden(servicios.mesa_elegir_anotador, 2, **AQUI, numero=3)
        era = 3
    if caso == "nunca_la_tuvo":
        quien = 3
    with falla("ya_no_vuelves"):
        m.orden(servicios.anotador_volver, quien, **AQUI, era=era, ahora=ahora)
    assert m.mesa().anotador == era


def test_a_quien_le_cambian_la_mesa_se_le_dice_quien_lo_hizo(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 1, **AQUI, numero=2)
    assert que_oye(m, 4) == [("Ahora anota Beto.", "Lo dijo Memo")]
    assert que_oye(m, 2) == [("Ahora anotas tú la mesa 1.", "Lo dijo Memo; antes, Nacho")]


def test_con_el_qr_tambien_se_puede_volver(m: Mesero) -> None:
    clave = m.orden(servicios.mesa_pasar, 4, **AQUI).datos["clave"]
    m.orden(servicios.mesa_recibir, 3, clave=clave)
    assert que_oye(m, 4) == [("Ahora anota Carmen.", "Tú ves las manos")]
    m.orden(servicios.anotador_volver, 4, **AQUI, era=3)
    assert m.mesa().anotador == 4


# --- lo que nota la casa ----------------------------------------------------------------------------------------------
def hace(m: Mesero, cuanto: timedelta) -> None:
    """Como si la partida y sus manos fueran de hace ese rato."""
    antes = timezone.now() - cuanto
    mesa = m.fila_mesa()
    mesa.partida.inicio = antes
    mesa.partida.save()
    mesa.anotaciones.update(instante=antes)


def oido(m: Mesero, numero: int, hace_cuanto: timedelta = timedelta()) -> None:
    presencia_renovar([Oido(m.id, numero, True)], timezone.now() - hace_cuanto)


def dicha(m: Mesero) -> bool:
    anotadores_revisar(timezone.now())
    return sin_quien_anote(m.mesa()) is not None


def test_sin_latido_y_sin_manos_se_dice_que_se_fue_y_al_volver_se_quita(m: Mesero) -> None:
    hace(m, SIN_MANOS + UN_RATO)
    oido(m, 4, SIN_OIRSE + UN_RATO)
    oido(m, 1)
    version = m.version
    assert dicha(m)
    assert m.version == version + 1
    assert dicha(m) and m.version == version + 1, "dicho una vez"
    oido(m, 4)
    assert not dicha(m)
    assert m.version == version + 2


@pytest.mark.parametrize(
    "caso", ["acaba_de_anotar", "se_le_oye", "nadie_se_oye", "mala_racha", "sin_guiones"],
)  # fmt: skip
def test_no_salta_en_falso(m: Mesero, caso: str) -> None:
    hace(m, SIN_MANOS + UN_RATO)
    if caso != "sin_guiones":  # quien nunca abrió un socket no se puede oír
        oido(m, 4, timedelta(minutes=2) if caso == "mala_racha" else SIN_OIRSE + UN_RATO)
    if caso == "acaba_de_anotar":
        m.anota(dominada(0, 20), por=4)
    if caso == "se_le_oye":
        oido(m, 4)
    if caso != "nadie_se_oye":  # la falla puede ser de la casa o nuestra
        oido(m, 1)
    assert not dicha(m)


def test_lo_que_dijo_una_persona_no_lo_desdice_un_telefono_encendido_pero_si_una_mano(m: Mesero) -> None:
    nota_que_se_fue(m)
    oido(m, 4)
    assert dicha(m)
    m.anota(dominada(0, 20), por=4)
    assert not dicha(m)


def test_al_cambiar_de_anotador_por_otro_lado_lo_dicho_se_olvida(m: Mesero) -> None:
    nota_que_se_fue(m)
    m.orden(servicios.mesa_elegir_anotador, **AQUI, numero=2)
    assert not dicha(m)
    assert not Incidencia.objects.filter(tipo="anotador_ido", atendida=None).exists()


def test_la_presencia_es_de_quien_sigue_y_dos_procesos_no_se_pisan(m: Mesero) -> None:
    ahora = timezone.now()
    assert presencia_renovar([], ahora) == 0
    oidos = [Oido(m.id, 4, False), Oido(m.id, 4, True), Oido(m.id, 2, False), Oido(m.id, 99, True)]
    assert presencia_renovar(oidos, ahora) == 2
    despues = ahora + timedelta(seconds=10)
    presencia_renovar([Oido(m.id, 4, False)], despues)
    fila = Presencia.objects.get(jugador__recreo=m.id, jugador__numero=4)
    assert (fila.latido, fila.a_la_vista) == (despues, ahora), "guardar el teléfono no borra cuándo lo miró"
    Jugador.objects.filter(recreo=m.id).update(vigente=False)
    assert presencia_renovar([Oido(m.id, 2, True)], despues) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("base_de_carrera")
class TestALaVez:
    def lista(self) -> Mesero:
        with transaction.atomic():
            m = recreo_de(8)
            m.prepara(anotador=4)
        return m

    def test_dos_tocan_anoto_yo_y_uno_gana(self) -> None:
        m = self.lista()
        for _vuelta in range(vueltas()):
            era = m.mesa().anotador or 0
            m.orden(servicios.anotador_no_esta, 2 if era != 2 else 3, **AQUI, era=era)
            otros = [n for n in (2, 3, 4) if n != era]
            releva = [partial(m.orden, servicios.anotador_relevar, n, **AQUI, era=era) for n in otros]
            with cuenta_exacta(m) as quedo:
                quedo += a_la_vez(*releva)
            assert codigos(quedo) == ["ok", "ya_anota_otro"]
            perdio: Any = next(r for r in quedo if isinstance(r, Exception))
            gano = m.mesa().anotador
            assert gano in otros
            assert perdio.datos["anotador"] == m.estado.nombre_de(gano or 0)

    def test_el_anotador_vuelve_a_la_vez_que_lo_relevan_y_queda_uno_de_los_dos(self) -> None:
        m = self.lista()
        for _vuelta in range(vueltas()):
            era = m.mesa().anotador or 0
            otro = 3 if era != 3 else 4
            m.orden(servicios.anotador_no_esta, otro, **AQUI, era=era)
            quedo = a_la_vez(
                partial(m.orden, servicios.anotador_sigue, era, **AQUI),
                partial(m.orden, servicios.anotador_relevar, otro, **AQUI, era=era),
            )
            assert codigos(quedo) in (["anotador_sigue", "ok"], ["no_anotas_esta_mesa", "ok"])
            assert sin_quien_anote(m.mesa()) is None

    def test_vuelve_a_anotar_mientras_quien_la_recibio_se_la_da_a_otra_y_queda_una(self) -> None:
        m = self.lista()
        for _vuelta in range(vueltas()):
            era = m.mesa().anotador or 0
            otro, tercero = [n for n in (2, 3, 4) if n != era][:2]
            m.orden(servicios.mesa_elegir_anotador, era, **AQUI, numero=otro)
            quedo = a_la_vez(
                partial(m.orden, servicios.anotador_volver, era, **AQUI, era=otro),
                partial(m.orden, servicios.mesa_elegir_anotador, otro, **AQUI, numero=tercero),
            )
            assert codigos(quedo) in (["ok", "ya_anota_otro"], ["ok", "ya_hay_anotador"])
            assert m.mesa().anotador in (era, tercero)

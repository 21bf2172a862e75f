"""El informe semanal: uno por semana, por partes, igual aunque se interrumpa, y que sólo apunta a quien se sale."""

import logging
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from enlinea.acceso.aparato import Rastro
from enlinea.acceso.servicios.huellas import Sentado, huellas_guardar
from enlinea.calidad import consultas
from enlinea.calidad.servicios import informe as calidad
from enlinea.calidad.servicios import medir
from enlinea.errores import ErrorDeServicio
from enlinea.models import InformeDeCalidad, MedidaDePartida, MensajeDelAdministrador, RenglonDeCalidad, Tarjeta
from reglas.calidad import parejas
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.calidad.ayudas import (
    LUNES_A_LAS_5,
    SEMANA,
    Reloj,
    acta,
    con_tiempos,
    medida_de_mentiras,
    mesa_de,
    partidas,
)
from tests.enlinea.mesas import los_cuatro, suscriptor
from tests.enlinea.sala.a_la_vez import a_la_vez

HORA = timedelta(hours=1)
BASTAN = 8
VIDENTES = {0: (20, 40), 2: (30, -10), 1: (-5, 3), 3: (0, 0)}
Mentiras = Any


@pytest.fixture(autouse=True)
def mentiras(monkeypatch: pytest.MonkeyPatch) -> Mentiras:
    """El análisis de verdad se prueba en reglas; aquí, lo que se hace con él."""
    monkeypatch.setattr(medir, "TOPE_DE_DECISIONES", 10_000)
    return lambda ganan: monkeypatch.setattr(medir, "decisiones_de", medida_de_mentiras(ganan))


@pytest.fixture
def cuatro(mentiras: Mentiras, db: None) -> list[Cuenta]:
    mentiras(VIDENTES)
    return los_cuatro()


@pytest.fixture
def jefa(db: None) -> Cuenta:
    return Cuenta.objects.create_superuser("jefa@prueba.mx")


def hacer(reloj: Reloj | None = None, plazo: timedelta = HORA) -> InformeDeCalidad | None:
    return calidad.informe_hacer(plazo=plazo, reloj=reloj or Reloj())


def renglones() -> list[tuple[Any, ...]]:
    return list(RenglonDeCalidad.objects.order_by("clase", "cuenta").values_list("clase", "cuenta", "otra", "datos"))


# --- cuándo -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("aqui", "lunes"),
    [
        (datetime(2026, 11, 23, 3, 59), date(2026, 11, 9)),
        (datetime(2026, 11, 23, 4, 0), date(2026, 11, 16)),
        (datetime(2026, 11, 29, 23, 59), date(2026, 11, 16)),
    ],
)
def test_la_semana_que_toca_empieza_en_lunes_y_se_informa_desde_las_cuatro(aqui: datetime, lunes: date):
    assert consultas.semana_por_informar(timezone.make_aware(aqui)) == lunes
    desde, hasta = consultas.limites(lunes, 8)
    assert hasta - desde == timedelta(weeks=8) and timezone.localtime(hasta).weekday() == 0


# --- parejas ----------------------------------------------------------------------------------------------------------
def test_senala_a_la_pareja_que_gana_siempre_y_no_a_la_otra(cuatro: list[Cuenta], jefa: Cuenta):
    hechas = partidas(mesa_de(cuatro), cuatro, BASTAN)
    informe = hacer()
    assert informe is not None and informe.hecho is not None and informe.semana == SEMANA
    renglon = RenglonDeCalidad.objects.get()
    assert (renglon.clase, renglon.senalado) == ("pareja", True)
    assert {renglon.cuenta, renglon.otra} == {cuatro[0], cuatro[2]}
    assert renglon.azar is not None and renglon.azar < parejas.UMBRAL
    manos = BASTAN * len(acta()["manos"])
    assert (renglon.datos["manos"], renglon.datos["decisiones"]) == (manos, manos * 8)
    notables = consultas.notables_del_renglon(renglon)
    assert len(notables) == parejas.NOTABLES and {una.ganado for una in notables} == {40}
    assert {una.partida for una in notables} <= {una.pk for una in hechas}
    assert informe.resumen == {"partidas": BASTAN, "medidas": BASTAN, "a_fondo": BASTAN, "parejas": 2, "personas": 4}


def test_a_nadie_se_castiga_ni_se_avisa_salvo_a_la_administracion(cuatro: list[Cuenta], jefa: Cuenta):
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    hacer()
    assert not Suspension.objects.exists() and not Tarjeta.objects.exists()
    assert not MensajeDelAdministrador.objects.exists()
    assert [correo.to for correo in mail.outbox] == [["jefa@prueba.mx"]]
    assert "Calidad del juego: 1 cosa que mirar" in mail.outbox[0].subject
    assert not any(una.nombre in mail.outbox[0].body for una in cuatro)


def test_sin_nada_que_senalar_hay_informe_y_no_hay_correo(cuatro: list[Cuenta], jefa: Cuenta, mentiras: Mentiras):
    mentiras({0: (3, -4), 2: (0, -1), 1: (-5, 3), 3: (0, 0)})
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    informe = hacer()
    assert informe is not None and informe.hecho and informe.resumen["parejas"] == 2
    assert not RenglonDeCalidad.objects.exists() and mail.outbox == []
    assert not calidad.hay_que_hacer(LUNES_A_LAS_5 + HORA)


def test_con_pocas_partidas_no_se_prueba_pero_suma_en_las_semanas_que_siguen(cuatro: list[Cuenta]):
    mesa = mesa_de(cuatro)
    partidas(mesa, cuatro, BASTAN // 2)
    informe = hacer()
    assert informe is not None and informe.resumen["parejas"] == 0 and not RenglonDeCalidad.objects.exists()
    partidas(mesa, cuatro, BASTAN // 2, hace=-4)
    informe = hacer(Reloj(LUNES_A_LAS_5 + timedelta(days=7)))
    assert informe is not None and informe.semana == SEMANA + timedelta(days=7)
    assert informe.resumen["parejas"] == 2 and RenglonDeCalidad.objects.get().informe == informe


def test_lo_que_no_es_normal_no_acabo_o_es_de_otra_semana_no_entra(cuatro: list[Cuenta]):
    for campos in ({"modo": "sin_prisa"}, {"finalizada": False, "acta": None}):
        partidas(mesa_de(cuatro), cuatro, BASTAN, **campos)
    partidas(mesa_de(cuatro), cuatro, BASTAN, hace=9)
    partidas(mesa_de(cuatro), cuatro, BASTAN, hace=-1)
    informe = hacer()
    assert informe is not None and informe.resumen["partidas"] == 0 and not MedidaDePartida.objects.exists()


def test_con_automatico_de_pareja_no_hay_pareja(cuatro: list[Cuenta]):
    partidas(mesa_de(cuatro), [cuatro[0], cuatro[1], None, cuatro[3]], BASTAN)
    informe = hacer()
    assert informe is not None and informe.resumen["parejas"] == 1 and not RenglonDeCalidad.objects.exists()


def test_un_acta_que_no_se_puede_repetir_no_traba_a_las_demas(cuatro: list[Cuenta], caplog: pytest.LogCaptureFixture):
    mesa = mesa_de(cuatro)
    rota = {
        **acta(),
        "manos": [{**acta()["manos"][0], "jugadas": [{"asiento": 0, "ficha": "0-0", "extremo": "A"}] * 2}],
    }
    partidas(mesa, cuatro, 1, acta=rota)
    partidas(mesa, cuatro, BASTAN)
    with caplog.at_level(logging.ERROR):
        informe = hacer()
    assert "no se pudo repetir" in caplog.text
    assert informe is not None and informe.hecho
    assert (informe.resumen["medidas"], informe.resumen["a_fondo"]) == (BASTAN + 1, BASTAN)


def test_a_quien_juega_mucho_se_le_mide_una_muestra_que_no_cambia(
    cuatro: list[Cuenta], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(medir, "TOPE_DE_DECISIONES", 5 * 8 * len(acta()["manos"]))
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    hacer()
    a_fondo = set(MedidaDePartida.objects.exclude(manos=None).values_list("pk", flat=True))
    assert len(a_fondo) == 5 and MedidaDePartida.objects.count() == BASTAN
    MedidaDePartida.objects.all().delete()
    medir.medir_semana(semana=SEMANA, ahora=LUNES_A_LAS_5, sigue=lambda: True)
    assert set(MedidaDePartida.objects.exclude(manos=None).values_list("pk", flat=True)) == a_fondo


# --- una vez ----------------------------------------------------------------------------------------------------------
def test_repetirlo_no_hace_otro_ni_manda_otro_correo(cuatro: list[Cuenta], jefa: Cuenta):
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    hacer()
    antes = renglones()
    assert hacer() is None and hacer(Reloj(LUNES_A_LAS_5 + timedelta(days=2))) is None
    assert (InformeDeCalidad.objects.count(), renglones(), len(mail.outbox)) == (1, antes, 1)


def test_interrumpido_sigue_donde_iba_y_queda_igual(cuatro: list[Cuenta]):
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    reloj, vueltas = Reloj(), 0
    while (informe := hacer(reloj, timedelta(seconds=6))) is not None and informe.hecho is None:
        assert not RenglonDeCalidad.objects.exists(), "a medias no dice nada"
        assert calidad.hay_que_hacer(reloj())
        vueltas += 1
    assert vueltas >= 2
    por_partes = renglones()
    RenglonDeCalidad.objects.all().delete()
    InformeDeCalidad.objects.all().delete()
    MedidaDePartida.objects.all().delete()
    hacer()
    assert renglones() == por_partes != []


def test_mientras_uno_lo_hace_otro_no_y_al_muerto_se_le_quita(cuatro: list[Cuenta]):
    partidas(mesa_de(cuatro), cuatro, 1)
    hasta = LUNES_A_LAS_5 + HORA
    InformeDeCalidad.objects.create(semana=SEMANA, empezado=LUNES_A_LAS_5, tomado_hasta=hasta)
    assert not calidad.hay_que_hacer(LUNES_A_LAS_5) and hacer() is None
    assert calidad.hay_que_hacer(hasta + HORA)
    informe = hacer(Reloj(hasta))
    assert informe is not None and informe.hecho and informe.tomado_hasta is None


def test_lo_que_no_se_midio_en_tres_dias_queda_fuera_y_se_dice(cuatro: list[Cuenta]):
    partidas(mesa_de(cuatro), cuatro, 4)
    InformeDeCalidad.objects.create(semana=SEMANA, empezado=LUNES_A_LAS_5)
    informe = hacer(Reloj(LUNES_A_LAS_5 + calidad.A_LO_MAS))
    assert informe is not None and informe.hecho
    assert (informe.resumen["partidas"], informe.resumen["medidas"]) == (4, 0)


def test_el_informe_queda_avisado_con_su_correo_o_no_queda(
    cuatro: list[Cuenta], jefa: Cuenta, monkeypatch: pytest.MonkeyPatch
):
    partidas(mesa_de(cuatro), cuatro, BASTAN)

    def caerse(**_datos: Any) -> int:
        raise OSError("se cayó la base")

    with monkeypatch.context() as sin_base:
        sin_base.setattr(calidad.suscripciones, "administradores_avisar", caerse)
        with pytest.raises(OSError, match="base"):
            hacer()
    informe = InformeDeCalidad.objects.get()
    assert informe.hecho and informe.correo_enviado is None
    assert calidad.hay_que_hacer(LUNES_A_LAS_5 + HORA)
    assert hacer(Reloj(LUNES_A_LAS_5 + HORA)) is not None and len(mail.outbox) == 1
    assert hacer(Reloj(LUNES_A_LAS_5 + 2 * HORA)) is None and len(mail.outbox) == 1


def test_lo_medido_se_borra_cuando_ya_no_sirve(cuatro: list[Cuenta]):
    mesa = mesa_de(cuatro)
    for hace in (7 * medir.SEMANAS_QUE_SE_GUARDAN + 3, 30):
        for una in partidas(mesa, cuatro, 1, hace=hace):
            MedidaDePartida.objects.create(partida=una, medida=LUNES_A_LAS_5)
    hacer()
    assert MedidaDePartida.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_dos_barridos_a_la_vez_hacen_un_solo_informe(mentiras: Mentiras):
    mentiras(VIDENTES)
    cuatro = los_cuatro()
    Cuenta.objects.create_superuser("jefa@prueba.mx")
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    resultados = a_la_vez(*[lambda: hacer(Reloj())] * 4)
    assert sum(r is not None for r in resultados) == 1
    assert (InformeDeCalidad.objects.count(), RenglonDeCalidad.objects.count(), len(mail.outbox)) == (1, 1, 1)


# --- aparatos y redes -------------------------------------------------------------------------------------------------
def sentarse(mesa: Any, *de: tuple[Cuenta, Rastro]) -> None:
    huellas_guardar(sentados=[Sentado(mesa.pk, cuenta.pk, rastro) for cuenta, rastro in de], ahora=LUNES_A_LAS_5)


def test_dice_quienes_comparten_como_se_sentaron_y_cuantas_veces(cuatro: list[Cuenta]):
    mari, beto, carmen, nacho = cuatro
    casa, suyo = "189.1.1.1/32", "A" * 22
    for _vez in range(2):
        mesa = mesa_de(cuatro)
        partidas(mesa, cuatro, 1)
        partidas(mesa, [mari, carmen, beto, nacho], 1)
        sentarse(
            mesa, (mari, Rastro(casa, suyo, "")), (beto, Rastro(casa, suyo, "")),
            (carmen, Rastro("2.2.2.2/32", "", "Navegador")), (nacho, Rastro("3.3.3.3/32", "", "Navegador")),
        )  # fmt: skip
    hacer()
    (renglon,) = RenglonDeCalidad.objects.filter(clase="comparten")
    assert {renglon.cuenta, renglon.otra} == {mari, beto} and renglon.senalado
    datos = renglon.datos
    assert (datos["mesas_aparato"], datos["mesas_red"], datos["mesas_navegador"]) == (2, 2, 0)
    assert (datos["como_pareja"], datos["como_contrarios"]) == (2, 2)
    assert len(datos["partidas"]) == 4


@pytest.mark.parametrize(
    ("mesas", "contrarios", "senalado"), [(1, False, False), (2, False, False), (3, False, True), (1, True, True)]
)
def test_compartir_sola_la_red_se_anota_y_no_siempre_se_senala(
    cuatro: list[Cuenta], mesas: int, contrarios: bool, senalado: bool
):
    mari, otro = cuatro[0], cuatro[1 if contrarios else 2]
    for _vez in range(mesas):
        mesa = mesa_de(cuatro)
        partidas(mesa, cuatro, 1)
        sentarse(mesa, (mari, Rastro("9.9.9.9/32", "A" * 22, "")), (otro, Rastro("9.9.9.9/32", "B" * 22, "")))
    hacer()
    assert RenglonDeCalidad.objects.get(clase="comparten").senalado is senalado


def test_coincidir_en_mesas_distintas_o_sin_partida_no_es_compartir(cuatro: list[Cuenta]):
    igual = Rastro("9.9.9.9/32", "A" * 22, "")
    una, otra, sin_partida = mesa_de(cuatro), mesa_de(cuatro), mesa_de(cuatro)
    for mesa in (una, otra):
        partidas(mesa, cuatro, 1)
    sentarse(una, (cuatro[0], igual))
    sentarse(otra, (cuatro[1], igual))
    sentarse(sin_partida, (cuatro[0], igual), (cuatro[1], igual))
    hacer()
    assert not RenglonDeCalidad.objects.exists()


# --- tiempos ----------------------------------------------------------------------------------------------------------
def test_senala_a_quien_tarda_siempre_lo_mismo(cuatro: list[Cuenta], mentiras: Mentiras):
    mentiras({})
    de_maquina = con_tiempos(acta(), lambda asiento, n: 2000 if asiento == 1 else 900 + 137 * n)
    partidas(mesa_de(cuatro), cuatro, 5, acta=de_maquina)
    hacer()
    renglon = RenglonDeCalidad.objects.get()
    assert (renglon.clase, renglon.cuenta, renglon.otra, renglon.azar) == ("tiempos", cuatro[1], None, None)
    assert renglon.datos["motivos"] == ["constante"] and len(renglon.datos["partidas"]) == 5


# --- revisar ----------------------------------------------------------------------------------------------------------
def test_revisar_solo_agrega_la_nota(cuatro: list[Cuenta], jefa: Cuenta):
    partidas(mesa_de(cuatro), cuatro, BASTAN)
    hacer()
    renglon = RenglonDeCalidad.objects.get()
    datos = {"renglon_id": renglon.pk, "ahora": LUNES_A_LAS_5}
    ayuda = Cuenta.objects.create_user("ayuda@prueba.mx", is_staff=True)
    for quien in (cuatro[0], ayuda, suscriptor("Otra")):
        with pytest.raises(ErrorDeServicio, match="sin_permiso"):
            calidad.renglon_revisar(administrador_id=quien.pk, nota="Nada", **datos)
    for nota, codigo in (("x" * 501, "nota_larga"), ("  ", "nota_vacia")):
        with pytest.raises(ErrorDeServicio, match=codigo):
            calidad.renglon_revisar(administrador_id=jefa.pk, nota=nota, **datos)
    with pytest.raises(ErrorDeServicio, match="renglon_inexistente"):
        calidad.renglon_revisar(administrador_id=jefa.pk, nota="Nada", renglon_id=0, ahora=LUNES_A_LAS_5)
    calidad.renglon_revisar(administrador_id=jefa.pk, nota=" Vi  las cinco:\njuegan bien ", **datos)
    despues = RenglonDeCalidad.objects.get()
    assert (despues.revisado, despues.revisado_por, despues.nota) == (LUNES_A_LAS_5, jefa, "Vi las cinco: juegan bien")
    assert (despues.datos, despues.azar, despues.senalado) == (renglon.datos, renglon.azar, renglon.senalado)

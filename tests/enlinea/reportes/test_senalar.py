"""«Señalar jugador» (SA3, 002 §3.3.1): quién puede, qué se guarda, cuánto se puede y el correo a la administración."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.core import mail
from django.utils import timezone

from config.comun.fechas import en_hora
from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa, Reporte
from enlinea.moderacion import consultas
from enlinea.moderacion.servicios.reportes import Hecho, correos_mandar
from enlinea.textos.errores import texto_de
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import los_cuatro, sentar, suscriptor
from tests.enlinea.reportes.ayudas import DONDE, D, decide, dice, en, jefa, senala
from tests.enlinea.sala.ayudas import llegan
from tests.secreto.escena import montar

pytestmark = pytest.mark.django_db
HORA, DIA = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def cuatro() -> list[Cuenta]:
    return los_cuatro()


@pytest.fixture
def mesa(cuatro: list[Cuenta]) -> Mesa:
    return sentar(cuatro)


def test_se_guarda_con_la_charla_de_entonces_y_como_se_escribio(
    cuatro: list[Cuenta], mesa: Mesa, ahora: datetime
) -> None:
    dice(cuatro[0], "buenas <b>noches</b>", ahora, mesa)
    dice(cuatro[1], "eres ***", ahora, mesa, original="eres puto")
    dice(suscriptor("Otra"), "de otra mesa", ahora, sentar(los_cuatro_otros()))
    reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora, "  Me\u202e insultó \n\n\n\n y amenazó <script> ")
    dice(cuatro[1], "perdón", ahora, mesa)
    assert reporte.comentario == "Me insultó\n\ny amenazó <script>"
    assert [linea["dijo"] for linea in reporte.charla] == ["buenas <b>noches</b>", "eres puto"]
    assert reporte.charla[1]["vieron"] == "eres ***"
    assert "vieron" not in reporte.charla[0]
    assert (reporte.nombre_de_quien, reporte.nombre_del_senalado, reporte.numero) == ("Mari", "Beto", 0)
    assert (reporte.donde, reporte.decision, reporte.represalia) == ("mesa", "", False)


def los_cuatro_otros() -> list[Cuenta]:
    return [suscriptor(f"Otro{n}") for n in range(4)]


def test_no_a_uno_mismo_ni_a_quien_no_jugo_ni_a_un_automatico(
    mesa: Mesa, cuatro: list[Cuenta], ahora: datetime
) -> None:
    otra = suscriptor("Otra")
    practica = sentar([otra, None, None, None], modo=mesa.Modo.PRACTICA)  # type: ignore[arg-type]
    for quien, a, hecho, codigo in (
        (cuatro[0], cuatro[0], en(mesa), "no_a_ti_mismo"),
        (otra, cuatro[0], en(mesa), "no_compartieron"),
        (cuatro[0], otra, en(mesa), "no_compartieron"),
        (otra, cuatro[0], en(practica), "no_compartieron"),
        (cuatro[0], cuatro[1], Hecho(DONDE.MESA, 12345), "no_compartieron"),
        (cuatro[0], cuatro[1], en(mesa, 7), "no_compartieron"),
    ):
        with pytest.raises(ErrorDeServicio, match=codigo):
            senala(quien, a, hecho, ahora)
    assert not Reporte.objects.exists()


def test_la_invitacion_no_basta_hay_que_haberse_sentado(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CANCELADA)
    with pytest.raises(ErrorDeServicio, match="no_compartieron"):
        senala(cuatro[0], cuatro[1], en(mesa), ahora)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA)
    assert senala(cuatro[0], cuatro[1], en(mesa), ahora)


@pytest.mark.parametrize(
    ("comentario", "codigo"), [(" \u200b\n", "comentario_vacio"), ("x" * 1001, "comentario_largo")]
)
def test_el_comentario_es_obligatorio_y_cabe(
    comentario: str, codigo: str, mesa: Mesa, cuatro: list[Cuenta], ahora: datetime
) -> None:
    with pytest.raises(ErrorDeServicio, match=codigo):
        senala(cuatro[0], cuatro[1], en(mesa), ahora, comentario)


def test_quien_esta_suspendido_no_senala(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    Suspension.objects.create(cuenta=cuatro[0], desde=ahora - DIA, motivo="prueba")
    with pytest.raises(ErrorDeServicio, match="suspendido"):
        senala(cuatro[0], cuatro[1], en(mesa), ahora)


def test_doble_toque_no_duplica_y_la_orden_de_otro_se_niega(mesa: Mesa, cuatro: list[Cuenta], ahora: datetime) -> None:
    orden = uuid4()
    primero = senala(cuatro[0], cuatro[1], en(mesa), ahora, orden=orden)
    assert senala(cuatro[0], cuatro[1], en(mesa), ahora, orden=orden).pk == primero.pk
    with pytest.raises(ErrorDeServicio, match="orden_ajena"):
        senala(cuatro[2], cuatro[1], en(mesa), ahora, orden=orden)
    with pytest.raises(ErrorDeServicio, match="orden_distinta"):
        senala(cuatro[0], cuatro[1], en(mesa), ahora, "Otra cosa.", orden=orden)
    with pytest.raises(ErrorDeServicio, match="ya_senalado") as negado:
        senala(cuatro[0], cuatro[1], en(mesa), ahora)
    assert "Beto" in texto_de(negado.value)
    assert senala(cuatro[2], cuatro[1], en(mesa), ahora)
    assert Reporte.objects.count() == 2


def test_tres_por_hora_y_diez_por_dia_y_dice_cuando_se_puede(cuatro: list[Cuenta], ahora: datetime) -> None:
    instantes = []
    for n in range(10):
        instante = ahora + (n // 3) * HORA + timedelta(minutes=n)
        senala(cuatro[0], cuatro[1], en(sentar_otra(cuatro)), instante)
        instantes.append(instante)
        if n == 2:
            with pytest.raises(ErrorDeServicio, match="limite_de_reportes") as negado:
                senala(cuatro[0], cuatro[1], en(sentar_otra(cuatro)), ahora + timedelta(minutes=59))
            assert en_hora(ahora + HORA) in texto_de(negado.value)
    with pytest.raises(ErrorDeServicio, match="limite_de_reportes"):
        senala(cuatro[0], cuatro[1], en(sentar_otra(cuatro)), ahora + 20 * HORA)
    assert senala(cuatro[0], cuatro[1], en(sentar_otra(cuatro)), instantes[0] + DIA)


def sentar_otra(cuatro: list[Cuenta]) -> Mesa:
    """Otra mesa de los mismos; la anterior ya cerró."""
    for mesa in Mesa.objects.exclude(estado=Mesa.Estado.CERRADA):
        mesa.lugares.update(activo=False)
        Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA)
    return sentar(cuatro)


def test_la_represalia_se_ve_en_la_misma_mesa_o_en_un_dia(cuatro: list[Cuenta], mesa: Mesa, ahora: datetime) -> None:
    assert not senala(cuatro[0], cuatro[1], en(mesa), ahora).represalia
    assert senala(cuatro[1], cuatro[0], en(mesa), ahora + 30 * HORA).represalia
    otra = sentar_otra(cuatro)
    assert not senala(cuatro[1], cuatro[2], en(otra), ahora + 31 * HORA).represalia
    assert senala(cuatro[2], cuatro[1], en(otra), ahora + 31 * HORA).represalia
    tercera = sentar_otra(cuatro)
    assert not senala(cuatro[2], cuatro[1], en(tercera), ahora + 80 * HORA).represalia


def test_en_la_sala_solo_a_quien_se_leyo_y_una_vez_al_dia(ahora: datetime) -> None:
    ana, beto, caro = (suscriptor(n) for n in ("Ana", "Beto", "Caro"))
    llegan([ana], ahora)
    antes, linea = dice(caro, "hola", ahora), dice(beto, "groserías", ahora)
    despues = dice(caro, "oye, Beto", ahora)
    hecho = Hecho(DONDE.SALA, linea_id=linea.pk)
    with pytest.raises(ErrorDeServicio, match="no_compartieron"):
        senala(caro, beto, hecho, ahora)  # no tenía la Sala abierta
    with pytest.raises(ErrorDeServicio, match="no_compartieron"):
        senala(ana, caro, hecho, ahora)  # eso no lo dijo Caro
    reporte = senala(ana, beto, hecho, ahora)
    assert [c["id"] for c in reporte.charla] == [antes.pk, linea.pk, despues.pk]
    with pytest.raises(ErrorDeServicio, match="ya_senalado"):
        senala(ana, beto, Hecho(DONDE.SALA, linea_id=dice(beto, "otra", ahora).pk), ahora)
    llegan([ana], ahora + 2 * DIA)
    with pytest.raises(ErrorDeServicio, match="no_compartieron"):
        senala(ana, beto, hecho, ahora + 2 * DIA)  # lo viejo ya no


def test_desde_la_academia_y_su_registro_no_lleva_la_mano_en_juego(
    ahora: datetime,
) -> None:
    escena = montar()
    uno, otro = escena.cuentas[:2]
    acabada = senala(uno, otro, en(escena.suya.mesa, 1), ahora)
    en_curso = senala(uno, otro, en(escena.suya.mesa), ahora)
    assert (acabada.numero, en_curso.numero) == (1, 2)
    assert acabada.donde == "academia"
    guardada, viva = consultas.registro_de_la_partida(acabada), consultas.registro_de_la_partida(en_curso)
    assert guardada == escena.suya.terminada.acta
    assert viva is not None
    assert len(viva["manos"]) == 1, "la segunda mano sigue en juego"
    assert escena.suya.rastros_en_juego(repr(viva).encode(), None) == []


def test_el_correo_llega_una_vez_a_quien_puede_decidir_y_dice_lo_que_hay_que_saber(
    cuatro: list[Cuenta], mesa: Mesa, ahora: datetime
) -> None:
    jefa()
    Cuenta.objects.create_user(email="sin.permiso@prueba.mx", is_staff=True)
    viejo = senala(cuatro[2], cuatro[1], en(mesa), ahora - DIA)
    decide(Cuenta.objects.get(email="jefa@prueba.mx"), viejo, D.ADVERTIDO, ahora - DIA)
    Reporte.objects.update(correo_enviado=ahora)
    senala(cuatro[0], cuatro[1], en(mesa), ahora, "Me dijo <b>de todo</b> & más")
    assert mail.outbox == [], "nunca dentro de la orden"
    assert correos_mandar(ahora) == 1
    assert correos_mandar(ahora) == correos_mandar(ahora + DIA) == 0
    correo = mail.outbox[0]
    assert correo.to == ["jefa@prueba.mx"]
    assert correo.subject == "Reporte: Mari señaló a Beto"
    assert "Me dijo <b>de todo</b> & más" in correo.body
    assert "Antes hubo 1 reporte" in correo.body
    assert f"https://a.mx/administracion/enlinea/reporte/{Reporte.objects.order_by('-pk')[0].pk}/change/" in correo.body


def test_sin_quien_lo_atienda_se_reintenta(cuatro: list[Cuenta], mesa: Mesa, ahora: datetime) -> None:
    senala(cuatro[0], cuatro[1], en(mesa), ahora)
    assert correos_mandar(ahora) == 0
    jefa()
    assert correos_mandar(ahora + timedelta(seconds=5)) == 1
    assert correos_mandar(ahora + timedelta(minutes=6)) == 0

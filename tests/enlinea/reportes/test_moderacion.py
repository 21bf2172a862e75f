"""La decisión de un reporte: una, con quién y cuándo; sus efectos y lo que se avisa a cada parte (002 §3.3.2.5)."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.convivencia.consultas.mensajes import mensajes_de
from enlinea.convivencia.servicios.tarjetas import tarjeta_roja
from enlinea.errores import ErrorDeServicio
from enlinea.models import Jugador, MensajeDelAdministrador, Mesa, Partida, Reporte, Tarjeta
from enlinea.moderacion.servicios.decisiones import roja_a_mano
from enlinea.moderacion.servicios.suspensiones import cuenta_bloquear
from suscripciones.consultas import suspension_vigente
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesas import los_cuatro, sentar
from tests.enlinea.reportes.ayudas import D, decide, en, jefa, senala

pytestmark = pytest.mark.django_db


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture
def caso(ahora: datetime) -> tuple[Cuenta, list[Cuenta], Mesa, Reporte]:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    return jefa(), cuatro, mesa, senala(cuatro[0], cuatro[1], en(mesa), ahora)


Caso = tuple[Cuenta, list[Cuenta], Mesa, Reporte]


def dicho_a(cuenta: Cuenta) -> list[str]:
    return [m.texto for m in mensajes_de(cuenta.pk)]


@pytest.mark.parametrize(
    ("decision", "al_senalado"),
    [
        (D.IGNORADO, "No encontramos falta"),
        (D.ADVERTIDO, "Advertencia"),
        (D.BLOQUEADO, "Bloqueamos"),
        (D.ROJA, "Tarjeta roja"),
    ],
)
def test_cada_decision_queda_con_quien_y_cuando_y_avisa_a_las_dos_partes_sin_decir_de_mas(
    caso: Caso, decision: str, al_senalado: str, ahora: datetime
) -> None:
    quien_decide, (uno, otro, tercero, _cuarto), _mesa, reporte = caso
    decide(quien_decide, reporte, decision, ahora)
    reporte.refresh_from_db()
    assert (reporte.decision, reporte.decidido_por, reporte.decidido) == (decision, quien_decide, ahora)
    [al_otro], [al_uno] = dicho_a(otro), dicho_a(uno)
    assert al_senalado in al_otro
    assert "Mari" not in al_otro, "al señalado no se le dice quién"
    assert "Revisamos tu reporte sobre Beto" in al_uno
    assert not any(palabra in al_uno for palabra in ("roja", "bloque", "dvertencia", "suspend", "falta"))
    assert dicho_a(tercero) == []
    corre = suspension_vigente(otro.pk, ahora + timedelta(seconds=1))
    if decision == D.ROJA:
        assert corre is not None
        assert corre.hasta is not None
        assert timedelta(days=28) <= corre.hasta - ahora <= timedelta(days=31, hours=1)
        assert Tarjeta.objects.get().color == "roja"
    elif decision == D.BLOQUEADO:
        assert corre is not None
        assert corre.hasta is None
    else:
        assert corre is None


def test_se_puede_decir_con_otras_palabras(caso: Caso, ahora: datetime) -> None:
    quien_decide, cuatro, _mesa, reporte = caso
    decide(quien_decide, reporte, D.ADVERTIDO, ahora, "  No insultes. ")
    assert dicho_a(cuatro[1]) == ["No insultes."]


def test_a_quien_se_senala_dias_despues_se_le_dice_el_dia_que_se_jugo(caso: Caso) -> None:
    quien_decide, cuatro, mesa, _reporte = caso
    jugada, senalada = datetime(2026, 3, 1, 18, tzinfo=UTC), datetime(2026, 3, 9, 18, tzinfo=UTC)
    partida = Partida.objects.create(
        mesa=mesa, numero=7, meta="100", modo="normal", inicio=jugada, fin=jugada, finalizada=True, ganadora=0
    )
    for asiento, cuenta in enumerate(cuatro):
        Jugador.objects.create(partida=partida, asiento=asiento, cuenta=cuenta, nombre=cuenta.nombre)
    decide(quien_decide, senala(cuatro[2], cuatro[3], en(mesa, 7), senalada), D.ROJA, senalada)
    assert "el 1 de marzo" in dicho_a(cuatro[3])[0]
    assert "el 1 de marzo" in Suspension.objects.get(cuenta=cuatro[3]).motivo
    assert "del 9 de marzo" in dicho_a(cuatro[2])[0], "su reporte es del día que lo mandó"


def test_se_decide_una_vez_repetirla_no_hace_nada_y_otra_se_niega(caso: Caso, ahora: datetime) -> None:
    quien_decide, _cuatro, _mesa, reporte = caso
    for _vez in range(2):
        decide(quien_decide, reporte, D.ROJA, ahora)
    assert MensajeDelAdministrador.objects.count() == 2
    with pytest.raises(ErrorDeServicio, match="ya_decidido"):
        decide(quien_decide, reporte, D.BLOQUEADO, ahora)
    with pytest.raises(ErrorDeServicio, match="ya_decidido") as negado:
        decide(jefa("otra@prueba.mx"), reporte, D.ROJA, ahora)
    assert negado.value.datos["quien"] == "Jefa"
    assert Tarjeta.objects.count() == 1


def test_por_un_hecho_una_sola_sancion_aunque_lo_senalen_los_tres(caso: Caso, ahora: datetime) -> None:
    quien_decide, (_uno, otro, tercero, cuarto), mesa, reporte = caso
    segundo, tercer = senala(tercero, otro, en(mesa), ahora), senala(cuarto, otro, en(mesa), ahora)
    decide(quien_decide, reporte, D.ROJA, ahora)
    for decision in (D.ROJA, D.BLOQUEADO):
        with pytest.raises(ErrorDeServicio, match="hecho_ya_sancionado"):
            decide(quien_decide, segundo, decision, ahora)
    segundo.refresh_from_db()
    assert segundo.decision == D.PENDIENTE
    decide(quien_decide, segundo, D.IGNORADO, ahora)
    decide(quien_decide, tercer, D.ADVERTIDO, ahora)
    assert Tarjeta.objects.count() == 1


@pytest.mark.parametrize("cual", ["roja", "bloqueo"])
def test_lo_dado_a_mano_tras_el_reporte_no_se_vuelve_a_castigar(caso: Caso, ahora: datetime, cual: str) -> None:
    """SA3: la roja o el bloqueo de Administración y la decisión del reporte serían dos por un hecho."""
    quien_decide, (_uno, otro, *_), _mesa, reporte = caso
    reporte.refresh_from_db()
    datos = {"cuenta_id": otro.pk, "administrador_id": quien_decide.pk, "motivo": "Insultó", "ahora": ahora}
    with pytest.raises(ErrorDeServicio, match="reporte_sin_decidir") as negado:
        roja_a_mano(**datos, id_orden=uuid4())
    assert negado.value.datos["numero"] == reporte.pk
    if cual == "roja":
        tarjeta_roja(**datos, id_hecho=f"orden:{uuid4()}")
    else:
        cuenta_bloquear(**datos, id_orden=uuid4())
    for decision in (D.ROJA, D.BLOQUEADO):
        with pytest.raises(ErrorDeServicio, match="sancionado_a_mano"):
            decide(quien_decide, reporte, decision, ahora)
    decide(quien_decide, reporte, D.ADVERTIDO, ahora)
    with pytest.raises(ErrorDeServicio, match="sancion_que_corre"):
        roja_a_mano(**datos, id_orden=uuid4())
    Suspension.objects.update(levantada_en=ahora)
    orden = uuid4()
    una = roja_a_mano(**datos, id_orden=orden)
    assert roja_a_mano(**datos, id_orden=orden) == una, "repetirla no es otra"


def test_tras_la_roja_del_reporte_no_cabe_otra_a_mano(caso: Caso, ahora: datetime) -> None:
    """Quien ya tenía la forma abierta cuando otro decidió el reporte."""
    quien_decide, (_uno, otro, *_), _mesa, reporte = caso
    decide(quien_decide, reporte, D.ROJA, ahora)
    datos = {"cuenta_id": otro.pk, "administrador_id": quien_decide.pk, "motivo": "Insultó", "ahora": ahora}
    with pytest.raises(ErrorDeServicio, match="sancion_que_corre"):
        roja_a_mano(**datos, id_orden=uuid4())
    assert (Tarjeta.objects.count(), Suspension.objects.count()) == (1, 1)


def test_solo_quien_administra_y_no_es_parte(caso: Caso, ahora: datetime) -> None:
    quien_decide, cuatro, _mesa, reporte = caso
    with pytest.raises(ErrorDeServicio, match="sin_permiso"):
        decide(cuatro[2], reporte, D.IGNORADO, ahora)
    Cuenta.objects.filter(pk__in=[cuatro[0].pk, cuatro[1].pk]).update(is_staff=True, is_superuser=True)
    for parte in cuatro[:2]:
        with pytest.raises(ErrorDeServicio, match="eres_parte"):
            decide(parte, reporte, D.IGNORADO, ahora)
    for decision in ("", "otra"):
        with pytest.raises(ErrorDeServicio, match="decision_invalida"):
            decide(quien_decide, reporte, decision, ahora)
    reporte.pk = 999_999
    with pytest.raises(ErrorDeServicio, match="reporte_inexistente"):
        decide(quien_decide, reporte, D.IGNORADO, ahora)


def test_sin_permiso_para_la_roja_no_queda_decidido_nada(caso: Caso, ahora: datetime) -> None:
    from django.contrib.auth.models import Permission

    _jefa, _cuatro, _mesa, reporte = caso
    ayudante = Cuenta.objects.create_user(email="ayuda@prueba.mx", is_staff=True)
    ayudante.user_permissions.add(Permission.objects.get(codename="change_reporte"))
    with pytest.raises(ErrorDeServicio, match="sin_permiso"):
        decide(ayudante, reporte, D.ROJA, ahora)
    reporte.refresh_from_db()
    assert (reporte.decision, MensajeDelAdministrador.objects.count()) == (D.PENDIENTE, 0)
    decide(ayudante, reporte, D.ADVERTIDO, ahora)

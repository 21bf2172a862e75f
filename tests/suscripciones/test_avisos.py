"""SU2: los avisos de vencimiento salen a 15, 3 y 0 días, cada uno una sola vez."""

from datetime import timedelta

import pytest
from django.core import mail

from suscripciones import correos, servicios
from suscripciones.models import AvisoDeVencimiento, Cuenta
from suscripciones.servicios import avisos
from tests.suscripciones.ayudas import dia

INICIO = dia(2026, 11, 21)  # vale hasta el 21 de mayo de 2027


@pytest.fixture(autouse=True)
def suscrita(ana: Cuenta, jefa: Cuenta) -> None:
    servicios.suscripcion_registrar(cuenta_id=ana.pk, plan="seis_meses", registrada_por_id=jefa.pk, ahora=INICIO)


def barrer_cada_hora(desde: int, hasta: int) -> list[str]:
    """Los asuntos que salen barriendo cada seis horas de esos días de mayo."""
    mail.outbox.clear()
    for d in range(desde, hasta + 1):
        for hora in (0, 6, 12, 18):
            avisos.avisos_de_vencimiento(dia(2027, 5, d, hora))
    return [m.subject for m in mail.outbox]


def test_salen_tres_avisos_y_ninguno_se_repite() -> None:
    assert barrer_cada_hora(1, 31) == [
        "Tu suscripción vence en 15 días",
        "Tu suscripción vence en 3 días",
        "Tu suscripción vence hoy",
    ]


def test_si_el_barrido_estuvo_parado_sale_solo_el_que_toca() -> None:
    assert barrer_cada_hora(19, 31) == ["Tu suscripción vence en 2 días", "Tu suscripción vence hoy"]


def test_si_renovo_no_hay_avisos(ana: Cuenta, jefa: Cuenta) -> None:
    servicios.suscripcion_registrar(cuenta_id=ana.pk, plan="anual", registrada_por_id=jefa.pk, ahora=dia(2027, 5, 1))
    assert barrer_cada_hora(1, 31) == []


def test_el_correo_dice_la_fecha_y_los_precios() -> None:
    barrer_cada_hora(6, 6)
    cuerpo = str(mail.outbox[0].body)
    assert "21 de mayo de 2027" in cuerpo
    assert "20.00 USD" in cuerpo or "20,00 USD" in cuerpo


def test_el_aviso_queda_hecho_con_su_correo_o_no_queda(monkeypatch: pytest.MonkeyPatch) -> None:
    def caerse(*_todo: object, **_mas: object) -> None:
        raise OSError("se cayó la base")

    ahora = dia(2027, 5, 6)
    with monkeypatch.context() as roto:
        roto.setattr(correos, "enviar", caerse)
        with pytest.raises(OSError, match="base"):
            avisos.avisos_de_vencimiento(ahora)
    assert not AvisoDeVencimiento.objects.exists()
    assert avisos.avisos_de_vencimiento(ahora + timedelta(minutes=1)) == 1
    assert avisos.avisos_de_vencimiento(ahora + timedelta(days=1)) == 0
    assert AvisoDeVencimiento.objects.filter(enviado_en__isnull=False).count() == 1

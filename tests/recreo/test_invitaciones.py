"""Invitación por correo (RE3): una vez por persona y correo, y sólo queda enviada la que salió."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from recreo import servicios
from recreo.identidad import Quien
from recreo.servicios import DatosJugador, Resultado
from tests.recreo.fabricas import FabricaDeCuenta
from tests.recreo.mesa import Mesero, falla, recreo_de

pytestmark = pytest.mark.django_db(transaction=True)
ENLACE = "https://recreo.example/r/ABCDEF/"


def invitado(**correos: str) -> Mesero:
    """Un Recreo de 5 en preparación; `j2="ines@example.com"` da correo al 2."""
    m = recreo_de(5, entran=False, empieza=False)
    m.orden(
        servicios.jugadores_guardar, jugadores=[DatosJugador(int(n[1:]), "", correo) for n, correo in correos.items()]
    )
    return m


def envia(m: Mesero, numero: int | None = None, **extra: Any) -> Resultado:
    return m.orden(servicios.invitaciones_enviar, enlace=ENLACE, numero=numero, **extra)


def test_se_manda_una_a_cada_correo_con_el_enlace_y_el_codigo() -> None:
    m = invitado(j2="ines@example.com", j4="beto@example.com")
    assert envia(m).datos == {"numeros": [2, 4]}
    assert sorted(c.to[0] for c in mail.outbox) == ["beto@example.com", "ines@example.com"]
    cuerpo = str(mail.outbox[0].body)
    assert ENLACE in cuerpo and m.fila.codigo in cuerpo
    assert "Domingo" in mail.outbox[0].subject
    assert "example.com" not in cuerpo.replace(ENLACE, "")
    assert m.estado.jugadores[2].invitado is not None


def test_no_se_repite_a_quien_ya_la_tiene_ni_a_quien_ya_entro() -> None:
    m = invitado(j2="ines@example.com", j4="beto@example.com")
    servicios.jugador_reconocer(cuenta_id=FabricaDeCuenta(email="beto@example.com").pk)
    envia(m)
    assert [c.to[0] for c in mail.outbox] == ["ines@example.com"]
    with falla("nadie_por_invitar"):
        envia(m)
    with falla("ya_entro"):
        envia(m, 4)


def test_otra_vez_a_una_persona_se_puede_pasado_un_momento() -> None:
    m = invitado(j2="ines@example.com")
    envia(m)
    with falla("invitacion_reciente"):
        envia(m, 2)
    envia(m, 2, ahora=timezone.now() + timedelta(minutes=3))
    assert len(mail.outbox) == 2


def test_si_cambia_el_correo_la_invitacion_anterior_no_cuenta() -> None:
    m = invitado(j2="ines@example.com")
    envia(m)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(2, "", "ines.nueva@example.com")])
    assert m.estado.jugadores[2].invitado is None
    envia(m)
    assert mail.outbox[-1].to == ["ines.nueva@example.com"]


def test_repetir_la_orden_no_manda_dos_correos() -> None:
    m = invitado(j2="ines@example.com")
    una = {"id_orden": "7b0e6a52-5f0f-4a3e-9a9e-0a6a52d1f001"}
    envia(m, **una)
    assert envia(m, **una).repetida
    assert len(mail.outbox) == 1


class SinInes(EmailBackend):
    """Un servidor que rechaza a Inés."""

    def send_messages(self, mensajes: Any) -> int:
        if any("ines@example.com" in m.to for m in mensajes):
            raise SMTPRecipientsRefused({})
        return super().send_messages(mensajes)


def test_la_que_no_salio_no_queda_enviada_y_se_dice_a_quien(settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.recreo.test_invitaciones.SinInes"
    m = invitado(j2="ines@example.com", j4="beto@example.com")
    antes = m.version
    with falla("correo_no_enviado", nombres=["Beto"]):
        envia(m)
    assert m.estado.jugadores[2].invitado is None
    assert m.estado.jugadores[4].invitado is not None
    assert m.version == antes + 2


def test_sin_correo_o_sin_mando_no_se_invita() -> None:
    m = invitado(j2="ines@example.com")
    with falla("sin_correo"):
        envia(m, 3)
    with falla("solo_organizador"):
        envia(m, por=Quien(llave="otro"))
    assert mail.outbox == []

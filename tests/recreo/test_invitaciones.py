"""Invitación por correo (RE3): una vez por persona y correo, y la que no llegó se dice."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from recreo import servicios
from recreo.estado import Visor
from recreo.identidad import Quien
from recreo.pantallas.organizador import invitados
from recreo.servicios import DatosJugador, Resultado
from suscripciones.servicios import cartero
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
    m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=FabricaDeCuenta(email="beto@example.com").pk))
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


def test_a_la_que_no_llego_se_le_dice_a_quien_invita_y_se_repite(settings: Any) -> None:
    """El servidor de correo rechaza a Inés: la lista lo dice, los demás siguen invitados y se puede repetir."""
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"
    settings.CORREO_DE_VERDAD = "tests.suscripciones.ayudas.RechazaAInes"
    m = invitado(j2="ines@example.com", j4="beto@example.com")
    antes = m.version
    envia(m)
    assert m.estado.jugadores[2].invitado is not None
    cartero.repartir()
    assert [c.to for c in mail.outbox] == [["beto@example.com"]]
    ines = m.estado.jugadores[2]
    assert (ines.invitado, ines.no_llego) == (None, True)
    assert m.estado.jugadores[4].invitado is not None
    assert m.version == antes + 2
    renglon = next(p for p in invitados(m.estado, Visor(1, True, True)) if p.jugador.numero == 2)
    assert "no llegó" in renglon.detalle and renglon.reenviar
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(2, "", "ines.nueva@example.com")])
    assert not m.estado.jugadores[2].no_llego
    envia(m)
    cartero.repartir()
    assert mail.outbox[-1].to == ["ines.nueva@example.com"]


def test_que_no_llegara_no_toca_a_quien_ya_entro_ni_a_un_recreo_acabado(settings: Any) -> None:
    m = invitado(j2="ines@example.com", j4="beto@example.com")
    envia(m)
    m.orden(servicios.invitacion_aceptar, Quien(cuenta_id=FabricaDeCuenta(email="ines@example.com").pk))
    antes = m.version
    servicios.invitacion_no_llego(str(m.id), "ines@example.com")
    servicios.invitacion_no_llego(str(m.id), "otra@example.com")
    m.orden(servicios.recreo_cancelar)
    servicios.invitacion_no_llego(str(m.id), "beto@example.com")
    servicios.invitacion_no_llego("999999", "beto@example.com")
    assert m.version == antes + 1
    assert m.estado.jugadores[4].invitado is not None


def test_sin_correo_o_sin_mando_no_se_invita() -> None:
    m = invitado(j2="ines@example.com")
    with falla("sin_correo"):
        envia(m, 3)
    with falla("solo_organizador"):
        envia(m, por=Quien(llave="otro"))
    assert mail.outbox == []

"""Los correos de un mensaje a muchos se escriben aparte: la página no espera y cada quien recibe uno (D596)."""

from datetime import datetime
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from enlinea.convivencia.consultas.mensajes import AQuienes
from enlinea.convivencia.servicios import mensajes as servicio
from enlinea.convivencia.servicios.mensajes import mensaje_enviar, mensajes_repartir
from enlinea.models import MensajeDelAdministrador
from suscripciones import servicios as cuentas
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.enlinea.reportes.ayudas import jefa

pytestmark = pytest.mark.django_db
LISTA = "/administracion/enlinea/mensajedeladministrador/"


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


@pytest.fixture(autouse=True)
def tandas_de_dos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servicio, "TANDA", 2)


def enviar(ahora: datetime, **mas: object) -> MensajeDelAdministrador:
    numero = mensaje_enviar(
        administrador_id=Cuenta.objects.get(email="jefa@prueba.mx").pk, para_id=None, texto="Hay torneo", ahora=ahora,
        id_orden=uuid4(), **mas,  # type: ignore[arg-type]
    )  # fmt: skip
    return MensajeDelAdministrador.objects.get(pk=numero)


def sin_suscripcion(cuantas: int) -> list[Cuenta]:
    return [suscriptor(f"Fuera{n}", vigente=False) for n in range(cuantas)]


def a_quienes_llego() -> list[str]:
    return sorted(para for una in mail.outbox for para in una.to)


def test_al_mandarlo_no_sale_ningun_correo_y_el_barrido_los_escribe_una_vez(ahora: datetime) -> None:
    una, fuera, dentro = jefa(), sin_suscripcion(4), suscriptor("Dentro")
    mensaje = enviar(ahora)
    assert (mail.outbox, mensaje.a_cuantas, mensaje.correos) == ([], 6, 0)
    tarde = suscriptor("Tarde", vigente=False)
    assert mensajes_repartir(ahora) == 5
    assert a_quienes_llego() == sorted([una.email, *(c.email for c in fuera)])
    assert dentro.email not in a_quienes_llego() and tarde.email not in a_quienes_llego()
    mensaje.refresh_from_db()
    assert (mensaje.por_repartir, mensaje.revisadas, mensaje.correos) == (0, 6, 5)
    assert mensajes_repartir(ahora) == 0 and len(a_quienes_llego()) == 5


def test_si_se_cae_a_la_mitad_sigue_donde_iba(ahora: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    jefa()
    sin_suscripcion(5)
    mensaje = enviar(ahora)
    de_veras, veces = cuentas.mensaje_mandar, [0]

    def se_cae(**datos: object) -> int:
        veces[0] += 1
        if veces[0] == 2:
            raise OSError("se fue la luz")
        return de_veras(**datos)  # type: ignore[arg-type]

    monkeypatch.setattr(cuentas, "mensaje_mandar", se_cae)
    with pytest.raises(OSError):
        mensajes_repartir(ahora)
    mensaje.refresh_from_db()
    assert (mensaje.revisadas, mensaje.correos) == (2, 2) and mensaje.por_repartir
    mensajes_repartir(ahora)
    assert len(a_quienes_llego()) == len(set(a_quienes_llego())) == 6


def test_a_algunos_va_a_la_lista_fija_por_tandas(ahora: datetime) -> None:
    jefa()
    fuera = sin_suscripcion(5)
    mensaje = enviar(ahora, a_quienes=AQuienes(vigencia="ninguna"))
    cuentas.avisos_elegir(cuenta_id=fuera[0].pk, quiere=())
    mensajes_repartir(ahora)
    mensaje.refresh_from_db()
    assert (mensaje.a_cuantas, mensaje.revisadas, mensaje.correos) == (6, 6, 5)
    assert fuera[0].email not in a_quienes_llego() and len(set(a_quienes_llego())) == 5


def test_una_vuelta_no_se_queda_con_todo(ahora: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servicio, "TANDAS", 1)
    jefa()
    sin_suscripcion(3)
    mensaje = enviar(ahora)
    assert [mensajes_repartir(ahora) for _vez in range(3)] == [2, 2, 0]
    mensaje.refresh_from_db()
    assert mensaje.por_repartir == 0


def test_quien_administra_ve_en_que_van(ahora: datetime, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servicio, "TANDAS", 1)
    client.force_login(jefa())
    sin_suscripcion(3)
    datos = {"orden": str(uuid4()), "texto": "Hay torneo", "a": "todos", "enviar": "1"}
    respuesta = client.post(f"{LISTA}add/", datos, follow=True).content.decode()
    assert "se van escribiendo aparte" in respuesta
    assert "0 correos, revisadas 0 de 4 personas" in respuesta
    mensajes_repartir(ahora)
    assert "2 correos, revisadas 2 de 4 personas" in client.get(LISTA).content.decode()
    while MensajeDelAdministrador.objects.get().por_repartir:
        mensajes_repartir(ahora)
    lista = client.get(LISTA).content.decode()
    assert "4 correos" in lista and "se están escribiendo" not in lista

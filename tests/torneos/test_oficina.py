"""Los torneos de una persona en la oficina: inscripciones, lugar y dinero, para quien puede verlos (D597)."""

from decimal import Decimal

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from reglas.suizo.premios import Cobro
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.torneos.salon import NOMBRES, Salon, abrir
from torneos.consultas.oficina import ayuda_en, inscripciones_de, organizados_por
from torneos.models import Inscrito, Premio
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db


def con_mari(**mas: object) -> tuple[Salon, Cuenta]:
    """Un torneo en que Mari, que tiene cuenta, se inscribió con su correo."""
    mari = suscriptor("Mari")
    salon = abrir(personas=0, **mas)  # type: ignore[arg-type]
    personas = [Persona("Mari", mari.email), *[Persona(nombre) for nombre in NOMBRES[:7]]]
    salon.pedir("inscritos_agregar", personas=personas, llegaron=True)
    return salon, mari


def pagina(quien: Cuenta, de: Cuenta) -> str:
    cliente = Client()
    cliente.force_login(quien)
    respuesta = cliente.get(reverse("admin:suscripciones_cuenta_persona", args=[de.pk]))
    return " ".join(respuesta.content.decode().split())


def de_la_oficina(grupo: str) -> Cuenta:
    quien = Cuenta.objects.create_user(f"{grupo[:4]}@club.mx", "clave-de-la-oficina", nombre=grupo, is_staff=True)
    quien.groups.add(Group.objects.get(name=grupo))
    return quien


def test_del_torneo_acabado_se_ve_su_lugar_su_cuota_y_su_premio() -> None:
    salon, mari = con_mari(previstas=2)
    numero = Inscrito.objects.get(correo=mari.email).numero
    salon.pedir("inscrito_cobrar", numero=numero, cobro=Cobro.COBRADA)
    for lugar in range(1, 9):
        Premio.objects.create(torneo=salon.fila, lugar=lugar, importe=Decimal(10))
    (antes,) = inscripciones_de(mari.email)
    assert (antes.lugar, antes.van, antes.cobro) == (None, 0, "cobrada")
    salon.jugar()
    salon.jugar()
    salon.pedir("torneo_terminar")
    (suya,) = inscripciones_de(mari.email)
    assert suya.lugar in range(1, 9) and (suya.de, suya.premio) == (8, Decimal(10))
    vista = pagina(de_la_oficina("caja"), mari)
    assert f"número {numero} · lugar {suya.lugar} de 8 · premio $10 · cuota $100, cobrada" in vista
    assert reverse("torneos:donde", args=[salon.fila.codigo, numero]) in vista


def test_quien_organiza_y_quien_ayuda_tienen_los_suyos() -> None:
    salon, mari = con_mari()
    salon.pedir("auxiliar_poner", correo=mari.email, nombre="Mari", papel="juez")
    organiza = Cuenta.objects.get(pk=salon.organiza.cuenta_id)
    (suyo,) = organizados_por(organiza.pk)
    assert (suyo.caja.por_cobrar, suyo.caja.recaudado) == (Decimal(800), Decimal(0))
    assert [a.papel for a in ayuda_en(mari.email)] == ["juez"]
    soporte = de_la_oficina("soporte")
    assert "lo organiza · recaudado $0, por cobrar $800, premios $0" in pagina(soporte, organiza)
    assert "ayuda: Juez de zona" in pagina(soporte, mari)


def test_quien_modera_no_los_ve_y_sin_correo_no_se_busca() -> None:
    _salon, mari = con_mari()
    assert "Torneo de prueba" not in pagina(de_la_oficina("moderación"), mari)
    # los inscritos sin correo no son de quien no lo tiene
    assert list(inscripciones_de("")) == ayuda_en("") == []

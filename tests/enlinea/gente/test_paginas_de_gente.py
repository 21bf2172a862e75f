"""Amigos, perfil y cara: lo que enseñan y, sobre todo, lo que no (D625-D627)."""

import uuid

import pytest
from django.test import Client
from django.utils import timezone

from enlinea.clasificacion.servicios import puntos
from enlinea.convivencia.servicios.silencios import silencio_poner
from enlinea.encuentros.consultas.recientes import recientes_de
from enlinea.gente.consultas.caras import caras_de, iniciales_de
from enlinea.gente.servicios import amistades
from enlinea.models import Cara, Mesa, Tarjeta
from suscripciones import servicios
from suscripciones.models import Cuenta
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import llegan, navegador, reunidos

pytestmark = pytest.mark.django_db


def orden(cliente: Client, accion: str, **datos: object) -> int:
    return cliente.post(f"/enlinea/gente/orden/{accion}/", {"id_orden": uuid.uuid4(), **datos}).status_code


def conciliadas() -> None:
    puntos.inscripciones_conciliar()


@pytest.mark.parametrize(
    ("nombre", "son"),
    [("María del Mar", "MD"), ("paco", "P"), ("  ", "?"), ("<b>Ana</b> Ñoño", "BÑ"), ("😀 Luis", "L"), ("ß", "S")],
)
def test_las_iniciales(nombre: str, son: str) -> None:
    assert iniciales_de(nombre) == son


def test_la_cara_se_escoge_entre_las_que_hay_y_se_ve_en_la_sala() -> None:
    mari, *_ = reunidos(timezone.now())
    cliente = navegador(mari)
    assert orden(cliente, "cara", color="rosa", figura="gato") == 302
    assert orden(cliente, "cara", color="rosa", figura="dragon") == 302, "se niega con un aviso"
    cara = caras_de({mari.pk: "Mari"})[mari.pk]
    assert (cara.color, cara.figura, Cara.objects.count()) == ("rosa", "gato", 1)
    assert "cara--rosa" in cliente.get("/enlinea/").content.decode()
    assert 'value="gato" checked' in cliente.get("/enlinea/gente/cara/").content.decode()


def test_el_perfil_ensena_lo_publico_y_nada_del_correo_ni_de_una_suspension() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    conciliadas()
    cliente = navegador(mari)
    antes = cliente.get(f"/enlinea/gente/{beto.pk}/").content.decode()
    assert "Beto" in antes and "beto@prueba.mx" not in antes and "Lugar en la Clasificación" in antes
    jefa = Cuenta.objects.create_superuser(email="jefa@prueba.mx", password="x", nombre="Jefa")
    servicios.cuenta_suspender(cuenta_id=beto.pk, desde=ahora, hasta=None, motivo="Insultos.", puesta_por_id=jefa.pk)
    Tarjeta.objects.create(cuenta=beto, color="roja", instante=ahora, motivo="Insultos.", dada_por=jefa)
    assert sin_ordenes(cliente.get(f"/enlinea/gente/{beto.pk}/").content.decode()) == sin_ordenes(antes)
    assert cliente.get(f"/enlinea/gente/{jefa.pk}/").status_code == 404, "quien no está en la Clasificación"
    assert [cliente.get(f"/enlinea/gente/{n}/").status_code for n in (10**15, 10**40)] == [404, 404]


def sin_ordenes(pagina: str) -> list[str]:
    """Sin lo que cambia en cada página por sí solo."""
    cambian = ("id_orden", "csrf", "nonce", "data-ahora")
    return [r for r in pagina.splitlines() if not any(c in r for c in cambian)]


def test_un_nombre_con_marcas_se_lee_como_se_escribio() -> None:
    mari, *_ = reunidos(timezone.now())
    otra = suscriptor("Otra")
    Cuenta.objects.filter(pk=otra.pk).update(nombre="<script>x</script>")
    llegan([mari, otra], timezone.now())
    conciliadas()
    amistades.amistad_pedir(cuenta_id=otra.pk, otra_id=mari.pk, ahora=timezone.now())
    for camino in ("/enlinea/gente/", f"/enlinea/gente/{otra.pk}/", "/enlinea/"):
        pagina = navegador(mari).get(camino).content.decode()
        assert "<script>x" not in pagina and "&lt;script&gt;x" in pagina


def test_los_recientes_no_traen_a_quien_silencio_y_si_a_quien_lo_silencio() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora)
    mari, beto, carmen, nacho = cuatro
    Mesa.objects.filter(pk=sentar(cuatro).pk).update(estado="cerrada", cerrada=ahora)
    silencio_poner(cuenta_id=mari.pk, callado_id=beto.pk, ahora=ahora)
    silencio_poner(cuenta_id=carmen.pk, callado_id=mari.pk, ahora=ahora)
    Cuenta.objects.filter(pk=nacho.pk).update(is_active=False)
    assert [r.nombre for r in recientes_de(mari.pk)] == ["Carmen"]


def test_se_pide_se_acepta_y_se_ve_quien_esta() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    conciliadas()
    de_mari, de_beto = navegador(mari), navegador(beto)
    orden(de_mari, "pedir", cuenta=beto.pk, perfil=1)
    assert "Le pediste amistad" in de_mari.get(f"/enlinea/gente/{beto.pk}/").content.decode()
    assert "Quieren ser tus amigos" in de_beto.get("/enlinea/gente/").content.decode()
    orden(de_beto, "contestar", cuenta=mari.pk, acepta="1")
    assert "Está en la Sala" in de_mari.get("/enlinea/gente/").content.decode()
    jefa = Cuenta.objects.create_superuser(email="jefa@prueba.mx", password="x")
    servicios.cuenta_suspender(cuenta_id=beto.pk, desde=ahora, hasta=None, motivo="x", puesta_por_id=jefa.pk)
    pagina = de_mari.get("/enlinea/gente/").content.decode()
    assert "Beto" in pagina and "Está en la Sala" not in pagina and "suspen" not in pagina

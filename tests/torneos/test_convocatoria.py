"""La convocatoria por correo: a quien tiene suscripción y la acepta, una vez, aparte, y se apaga con un toque (TO2)."""

import re
from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from suscripciones import baja
from suscripciones import servicios as suscripciones
from suscripciones.models import AvisoApagado, Cuenta
from tests.a_la_vez import correr_a_la_vez
from tests.enlinea.mesas import suscriptor
from tests.torneos.salon import Salon, abrir, quien_es
from torneos import servicios
from torneos.models import Convocado, Convocatoria, Torneo
from torneos.servicios import Persona, convocatoria, datos_propios

pytestmark = pytest.mark.django_db
SITIO = "https://amigos.mx"


def convocar(salon: Salon) -> None:
    salon.pedir("convocatoria_pedir", sitio=SITIO)
    while not Convocatoria.objects.get(torneo=salon.torneo_id).acabada:
        servicios.convocatorias_repartir()


def llego_a() -> list[str]:
    return sorted(m.to[0] for m in mail.outbox if str(m.subject).startswith("Te invitan"))


def test_llega_a_quien_tiene_suscripcion_la_acepta_y_no_esta_inscrito(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convocatoria, "POR_TANDA", 2)  # varias tandas, y más de una vuelta
    monkeypatch.setattr(convocatoria, "TANDAS_POR_VUELTA", 1)
    ana, _beto, carmen, delia, elena = map(suscriptor, ("Ana", "Beto", "Carmen", "Delia", "Elena"))
    suscriptor("Vencida", vigente=False)
    suscripciones.avisos_elegir(cuenta_id=carmen.pk, quiere=set(suscripciones.Aviso) - {suscripciones.Aviso.TORNEOS})
    Cuenta.objects.filter(pk=delia.pk).update(is_active=False)
    salon = abrir(personas=0, lugar="Casino de Xalapa")
    salon.pedir("inscritos_agregar", personas=[Persona("Elena", elena.email)])
    convocar(salon)
    assert llego_a() == ["ana@prueba.mx", "beto@prueba.mx"]
    carta = next(m for m in mail.outbox if m.to == [ana.email])
    assert f"{SITIO}/torneos/{salon.fila.codigo}/" in carta.body and "Casino de Xalapa" in carta.body
    assert [len(m.to) for m in mail.outbox] == [1] * len(mail.outbox), "nadie ve el correo de otro"
    assert Convocatoria.objects.get().mandadas == Convocado.objects.count() == 2


def test_a_nadie_dos_veces_y_queda_quien_la_mando() -> None:
    suscriptor("Ana")
    salon = abrir(personas=0)
    orden = uuid4()
    salon.pedir("convocatoria_pedir", sitio=SITIO, id_orden=orden)
    assert salon.pedir("convocatoria_pedir", sitio=SITIO, id_orden=orden).repetida
    convocatoria.convocatorias_repartir()
    assert salon.negado("convocatoria_pedir", sitio=SITIO) == "ya_se_convoco"
    # aunque el barrido vuelva a empezar de cero
    Convocatoria.objects.update(hasta_cuenta=0, acabada=None)
    convocatoria.convocatorias_repartir()
    assert llego_a() == ["ana@prueba.mx"]
    rastro = list(salon.fila.sucesos.filter(accion__startswith="convocatoria").values_list("accion", "quien"))
    assert rastro[:2] == [("convocatoria_pedir", "Lupita"), ("convocatoria_acabar", "Lupita")]


def test_sin_convocar_no_hay_carta_y_cancelado_a_medias_se_detiene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(convocatoria, "POR_TANDA", 1)
    monkeypatch.setattr(convocatoria, "TANDAS_POR_VUELTA", 1)
    for nombre in ("Ana", "Beto", "Carmen"):
        suscriptor(nombre)
    salon = abrir(personas=0)
    assert servicios.convocatorias_repartir() == 0
    salon.pedir("convocatoria_pedir", sitio=SITIO)
    servicios.convocatorias_repartir()
    salon.pedir("torneo_cancelar", motivo="Llovió")
    for _vez in range(3):
        servicios.convocatorias_repartir()
    assert llego_a() == ["ana@prueba.mx"] and Convocatoria.objects.get().acabada


def test_lo_que_se_niega() -> None:
    salon = abrir(personas=0)
    beto = quien_es(suscriptor("Beto"))
    salon.pedir("auxiliar_poner", correo=beto.correo, nombre="Beto", papel="control")
    assert salon.negado("convocatoria_pedir", sitio=SITIO, quien=beto) == "solo_titular"
    for campo, valor, codigo in (
        ("nombre", "Gana en www.estafa.com", "convocatoria_con_enlace"),
        ("lugar", "https://x.mx", "convocatoria_con_enlace"),
        ("nombre", "Torneo de los pendejos", "convocatoria_con_groseria"),
    ):
        antes = getattr(salon.fila, campo)
        Torneo.objects.filter(pk=salon.torneo_id).update(**{campo: valor})
        assert salon.negado("convocatoria_pedir", sitio=SITIO) == codigo
        Torneo.objects.filter(pk=salon.torneo_id).update(**{campo: antes})
    tarde = timezone.now() + timedelta(hours=2)
    assert salon.negado("convocatoria_pedir", sitio=SITIO, ahora=tarde) == "convocatoria_tarde"


def test_dos_en_treinta_dias_por_quien_organiza() -> None:
    lupita = suscriptor("Lupita")
    salones = [abrir(personas=0, cuenta=lupita) for _ in range(3)]
    for salon in salones[:2]:
        salon.pedir("convocatoria_pedir", sitio=SITIO)
    assert salones[2].negado("convocatoria_pedir", sitio=SITIO) == "muchas_convocatorias"
    Convocatoria.objects.update(pedida=timezone.now() - timedelta(days=31))
    salones[2].pedir("convocatoria_pedir", sitio=SITIO)


def test_se_apaga_con_un_toque_sin_entrar_y_abrir_el_enlace_no_basta() -> None:
    ana = suscriptor("Ana")
    salon = abrir(personas=0)
    convocar(salon)
    enlace = re.search(rf"{SITIO}(/cuenta/avisos/baja/\S+)", str(mail.outbox[0].body))
    assert enlace is not None
    cualquiera = Client()
    assert "Que ya no me lleguen" in cualquiera.get(enlace[1]).content.decode()
    assert not AvisoApagado.objects.exists(), "un antivirus que abre el enlace no apaga nada"
    assert "ya no te llegarán" in cualquiera.post(enlace[1], {"quiere": "0"}, follow=True).content.decode()
    assert list(AvisoApagado.objects.values_list("cuenta", "aviso")) == [(ana.pk, "torneos")]
    cualquiera.post(enlace[1], {"quiere": "0"})
    cualquiera.post(enlace[1], {"quiere": "1"})
    assert not AvisoApagado.objects.exists()
    # ni otro lo firma, ni sirve para otra cuenta
    falso = baja.camino(ana.pk, baja.Aviso.TORNEOS)
    for malo in (falso[:-2] + "x/", "/cuenta/avisos/baja/abc/", f"/cuenta/avisos/baja/{'a' * 300}/"):
        assert cualquiera.post(malo, {"quiere": "0"}).status_code == 404


def test_el_programa_de_correo_la_apaga_con_su_propio_boton() -> None:
    ana = suscriptor("Ana")
    convocar(abrir(personas=0))
    cuerpo = str(mail.outbox[0].body)
    lleva = baja.encabezados(cuerpo)
    assert lleva["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    suyo = lleva["List-Unsubscribe"].removeprefix(f"<{SITIO}").removesuffix(">")
    assert suyo == baja.camino(ana.pk, baja.Aviso.TORNEOS)
    # por http no se ofrece el toque, y un enlace que la casa no firmó no se ofrece de ningún modo
    assert list(baja.encabezados(cuerpo.replace("https", "http"))) == ["List-Unsubscribe"]
    assert baja.encabezados("Entra:\nhttps://otro.sitio/cuenta/avisos/baja/abc/\nhttps://x/>, <mailto:a@b.mx>/") == {}
    # llega sin sesión ni llave de formulario, y no se contesta con otra dirección (RFC 8058 §3.1)
    boton = Client(enforce_csrf_checks=True)
    for _vez in range(2):
        respuesta = boton.post(suyo, {"List-Unsubscribe": "One-Click"})
        assert (respuesta.status_code, respuesta.content) == (200, b"")
    assert AvisoApagado.objects.get().cuenta_id == ana.pk
    boton.post(suyo, {"List-Unsubscribe": "One-Click", "quiere": "1"})
    assert AvisoApagado.objects.exists(), "el botón sólo apaga"


def test_en_la_pagina_la_ve_y_la_manda_solo_quien_organiza() -> None:
    ana = suscriptor("Ana")
    salon = abrir(personas=0)
    ruta = reverse("torneos:convocar", args=[salon.fila.codigo])
    organiza, otra = Client(), Client()
    organiza.force_login(Cuenta.objects.get(pk=salon.organiza.cuenta_id), backend=BACKEND)
    otra.force_login(ana, backend=BACKEND)
    assert otra.post(ruta, {"id_orden": str(uuid4())}).status_code == 302 and not Convocatoria.objects.exists()
    assert "Te invitan" not in otra.get("/torneos/").content.decode()
    antes = organiza.get(ruta).content.decode()
    assert "Mandarla a 1 persona" in antes and "Organiza: " in antes and "con un toque:" in antes, "la carta entera"
    organiza.post(ruta, {"id_orden": str(uuid4())}, HTTP_HOST="localhost")
    servicios.convocatorias_repartir()
    assert "http://localhost/torneos/" in str(mail.outbox[0].body)
    assert 'A <b class="n">1</b> persona.' in organiza.get(ruta).content.decode()
    assert "Te invitan" in otra.get("/torneos/").content.decode()
    # y a quién se le mandó sale con sus datos y se va con su cuenta
    assert datos_propios.exportar(ana.pk)["te_convocaron"][0]["torneo__codigo"] == salon.fila.codigo
    suscripciones.cuenta_borrar(cuenta_id=ana.pk, ahora=timezone.now())
    assert not Convocado.objects.exists()


BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_dos_barridos_a_la_vez_no_mandan_dos() -> None:
    for nombre in ("Ana", "Beto", "Carmen", "Delia"):
        suscriptor(nombre)
    salon = abrir(personas=0)
    salon.pedir("convocatoria_pedir", sitio=SITIO)
    a_la_vez = partial(correr_a_la_vez, ErrorDeServicio)
    for _vez in range(3):
        a_la_vez(*[servicios.convocatorias_repartir] * 3)
    assert llego_a() == ["ana@prueba.mx", "beto@prueba.mx", "carmen@prueba.mx", "delia@prueba.mx"]

"""Las páginas de la Sala: a quién se deja entrar, qué se le dice y qué hacen sus formularios sin guiones."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from enlinea.models import Charla, Mesa
from enlinea.sala.servicios.armado import mesa_cerrar
from reglas.mesa.tipos import Modo
from suscripciones.models import Cuenta, Suscripcion, Suspension
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import contesta, invita, llegan, navegador, reunidos
from tests.pegada import pegada
from tests.piezas import piezas_de_pagina

pytestmark = pytest.mark.django_db

PAGINAS = ("/enlinea/", "/enlinea/armar/", "/enlinea/mensajes/")


def texto(respuesta: Any) -> str:
    return pegada(respuesta.content.decode())


@pytest.mark.parametrize("ruta", PAGINAS)
def test_sin_sesion_se_va_a_la_entrada_y_se_vuelve(client: Client, ruta: str) -> None:
    assert client.get(ruta)["Location"] == f"/entrar/?next={ruta}"


@pytest.mark.parametrize("ruta", PAGINAS)
def test_el_suscriptor_entra(ruta: str) -> None:
    respuesta = navegador(suscriptor("Ana")).get(ruta)
    assert respuesta.status_code == 200
    assert "no-store" in respuesta["Cache-Control"]


def test_a_cada_quien_se_le_dice_que_le_falta() -> None:
    ana = suscriptor("Ana", vigente=False)
    assert "Te falta la suscripción" in texto(navegador(ana).get("/enlinea/"))
    beto = suscriptor("Beto")
    Suscripcion.objects.filter(cuenta=beto).update(fin=timezone.now())
    assert "Tu suscripción ya venció" in texto(navegador(beto).get("/enlinea/"))
    caro = suscriptor("Caro")
    Suspension.objects.create(cuenta=caro, desde=timezone.now(), motivo="x")
    respuesta = navegador(caro).get("/enlinea/", follow=True)
    assert respuesta.redirect_chain == [("/entrar/", 302)], "se le quita la sesión y la entrada se lo explica"
    assert "Tu cuenta está bloqueada" in texto(respuesta)


def test_a_quien_se_le_cerro_la_sesion_se_le_dice_por_que() -> None:
    cliente = Client()
    sesion = cliente.session
    sesion["salida"] = "inactividad"
    sesion.save()
    cliente.cookies["sesion"] = sesion.session_key
    pagina = texto(cliente.get("/enlinea/", follow=True))
    assert "Pasaste 10 minutos sin hacer nada y cerramos tu sesión" in pagina
    assert "Pasaste" not in texto(cliente.get("/enlinea/", follow=True))


@override_settings(ANFITRION_RECREO="diversion.domino.mx", ANFITRION_PRINCIPAL="domino.mx")
def test_en_el_anfitrion_del_recreo_la_sala_esta_en_el_principal(client: Client) -> None:
    assert client.get("/enlinea/", headers={"host": "diversion.domino.mx"})["Location"] == "http://domino.mx/enlinea/"


def test_el_inicio_y_el_menu_llevan_a_jugar_en_linea(client: Client) -> None:
    for ruta in ("/", "/reglamento/"):
        assert 'href="/enlinea/"' in texto(client.get(ruta))


def test_la_sala_ensena_quien_esta_y_no_ejecuta_nada() -> None:
    ana = suscriptor("Ana")
    Cuenta.objects.filter(pk=ana.pk).update(nombre="<b>Ana</b>")
    llegan([ana], timezone.now())
    Charla.objects.create(autor=ana, nombre="<b>Ana</b>", texto="<img src=x>", id_orden=uuid4())
    pagina = texto(navegador(ana).get("/enlinea/"))
    assert "<b>Ana" not in pagina
    assert "<img src=x" not in pagina
    assert "&lt;img src=x&gt;" in pagina
    assert "Q1" in pagina
    assert "JavaScript" in pagina  # sin guiones se dice qué falta


def manda(cuenta: Cuenta, accion: str, guion: bool = True, **datos: Any) -> Any:
    encabezados = {"x-requested-with": "XMLHttpRequest"} if guion else {}
    return navegador(cuenta).post(f"/enlinea/orden/{accion}/", {"id_orden": str(uuid4()), **datos}, headers=encabezados)


def test_crear_y_contestar_por_la_web() -> None:
    a, b, c, d = reunidos(timezone.now())
    creada = manda(a, "invitar", nombre="Café", meta="200", modo="sin_prisa", arriba=c.pk, izquierda=d.pk, derecha=b.pk)
    assert creada.json() == {"ok": True, "datos": {}, "ir": "/enlinea/"}
    mesa = Mesa.objects.get()
    assert [lu.cuenta for lu in mesa.lugares.order_by("asiento")] == [a, b, c, d]
    invitacion = texto(navegador(b).get("/enlinea/"))
    # los cuatro aceptan sabiendo a qué y a qué ritmo
    assert "te invita a jugar" in invitacion and "a 200 tantos" in invitacion and "sin prisa" in invitacion
    assert "Falta" in texto(navegador(a).get("/enlinea/"))
    assert navegador(a).get("/enlinea/armar/")["Location"] == "/enlinea/"
    for quien in (b, c):
        assert manda(quien, "responder", mesa=mesa.pk, acepta="1").json()["ir"] == "/enlinea/"
    ultima = manda(d, "responder", guion=False, mesa=mesa.pk, acepta="1")
    assert ultima["Location"] == f"/enlinea/mesa/{mesa.pk}/"
    assert f'data-espera-mesa="{mesa.pk}"' in texto(navegador(a).get("/enlinea/"))


def test_lo_negado_se_dice_al_guion_y_al_formulario() -> None:
    a, *_otros = reunidos(timezone.now())
    respuesta = manda(a, "invitar", nombre="x", meta="100", modo="normal")
    assert respuesta.status_code == 409
    assert respuesta.json()["codigo"] == "falta_lugar"
    cliente = navegador(a)
    pagina = cliente.post("/enlinea/orden/invitar/", {"id_orden": str(uuid4())}, follow=True)
    assert pagina.redirect_chain == [("/enlinea/armar/", 302)]
    assert "Ponle nombre" in texto(pagina)
    assert manda(a, "responder", mesa="x", acepta="7").status_code == 409
    assert manda(a, "no_existe").status_code == 404
    assert navegador(a).get("/enlinea/orden/no_existe/").status_code == 404


def test_el_aviso_dice_que_se_esta_en_la_sala_solo_ahi_y_en_otra_pagina_por_donde_se_va() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora)
    contesta(invita(cuatro, ahora), cuatro[1], ahora, acepta=False)
    cliente = navegador(cuatro[0])
    assert "Estás en la Sala." in texto(cliente.get("/enlinea/"))
    for ruta in ("/enlinea/armar/", "/enlinea/mensajes/", "/enlinea/estadistica/"):
        pagina = texto(cliente.get(ruta))
        assert "no quiso ahora" in pagina
        assert "Estás en la Sala." not in pagina
        assert 'href="/enlinea/">Ir a la Sala</a>' in pagina


def test_retirar_y_dejar_por_la_web() -> None:
    ahora = timezone.now()
    cuatro = reunidos(ahora)
    mesa = invita(cuatro, ahora)
    contesta(mesa, cuatro[1], ahora)
    assert "Ya no quiero jugar" in texto(navegador(cuatro[1]).get("/enlinea/"))
    assert manda(cuatro[1], "retirar", mesa=mesa.mesa_id).json()["codigo"] == "no_es_organizador"
    assert manda(cuatro[1], "dejar", mesa=mesa.mesa_id).json()["ok"]
    assert "Beto no quiso ahora" in texto(navegador(cuatro[0]).get("/enlinea/"))
    Mesa.objects.update(cerrada=ahora - timedelta(minutes=1))  # a quien dijo que no se le invita al minuto (D177)
    otra = invita(cuatro, ahora)
    assert manda(cuatro[0], "retirar", mesa=otra.mesa_id).json()["ok"]
    assert "Mari la canceló" in texto(navegador(cuatro[1]).get("/enlinea/"))


def test_sin_suscripcion_ninguna_orden_pasa_y_sin_sesion_tampoco(client: Client) -> None:
    respuesta = manda(suscriptor("Ana", vigente=False), "charla", texto="hola")
    assert (respuesta.status_code, respuesta.json()["codigo"]) == (403, "suscripcion_ninguna")
    sin = client.post("/enlinea/orden/charla/", {}, headers={"x-requested-with": "XMLHttpRequest"})
    assert (sin.status_code, sin.json()["ir"]) == (401, "/enlinea/")
    assert Charla.objects.count() == 0


def test_la_consulta_da_lo_mismo_que_el_socket_y_cuenta_como_estar() -> None:
    ana = suscriptor("Ana")
    cliente = navegador(ana)
    datos = cliente.get("/enlinea/vivo/?pantalla=sala&version=0").json()
    assert datos["tipo"] == "parcial"
    assert "Ana" in cliente.get("/enlinea/vivo/?pantalla=sala").json()["datos"]["zonas"]["personas"]
    assert Client().get("/enlinea/vivo/").json()["datos"] == {"codigo": "sin_sesion"}


def test_por_consulta_tambien_se_cierra_por_inactividad(settings: Any) -> None:
    ana = suscriptor("Ana")
    cliente = navegador(ana)
    cliente.get("/enlinea/vivo/")
    settings.SEGUNDOS_SIN_ACTIVIDAD = -1
    assert cliente.get("/enlinea/vivo/").json()["datos"] == {"codigo": "inactividad"}
    assert cliente.get("/enlinea/")["Location"] == "/entrar/?next=/enlinea/"


def test_con_mesa_viva_se_ensena_como_volver() -> None:
    ana = suscriptor("Ana")
    mesa = sentar([ana, None, None, None])
    pagina = texto(navegador(ana).get("/enlinea/"))
    assert "Volver a la mesa" in pagina
    assert f'href="/enlinea/mesa/{mesa.pk}/"' in pagina
    assert "js/sala/espera.js" in piezas_de_pagina(pagina)
    assert "js/sala/espera.js" not in piezas_de_pagina(texto(navegador(suscriptor("Beto")).get("/enlinea/")))


def test_sin_guiones_lo_que_no_se_pudo_enviar_sigue_escrito() -> None:
    cliente = navegador(suscriptor("Ana"))
    for n in range(6):
        respuesta = cliente.post("/enlinea/orden/charla/", {"id_orden": str(uuid4()), "texto": f'hola "{n}"'})
    assert respuesta.status_code == 302
    pagina = texto(cliente.get("/enlinea/"))
    assert 'value="hola &quot;5&quot;"' in pagina
    assert "lo que escribiste sigue ahí" in pagina
    assert 'value=""' in texto(cliente.get("/enlinea/"))


def test_el_administrador_escribe_en_su_pantalla_y_le_llega() -> None:
    ana = suscriptor("Ana")
    jefa = Cuenta.objects.create_superuser(email="jefa@prueba.mx", password="x")
    ruta = "/administracion/enlinea/mensajedeladministrador/"
    datos = {"orden": str(uuid4()), "a": "uno", "correo": "ana@prueba.mx", "texto": "Hola <b>Ana</b>", "enviar": "1"}
    assert navegador(jefa).post(f"{ruta}add/", datos).status_code == 302
    assert "Hola &lt;b&gt;Ana&lt;/b&gt;" in texto(navegador(ana).get("/enlinea/"))
    assert "Hola" in texto(navegador(jefa).get(ruta))
    assert navegador(jefa).get("/administracion/enlinea/charla/").status_code == 200


@pytest.mark.parametrize(
    ("motivo", "modo", "a_los_demas", "a_quien_fue"),
    [
        (
            "abandono",
            Modo.NORMAL,
            "Caro no volvió a tiempo y se le dio una tarjeta azul. La mesa «La del estribo» se cerró y la partida no "
            "cuenta. Ya puedes armar otra mesa.",
            "No volviste a tiempo: se te dio una tarjeta azul.",
        ),
        (
            "abandono",
            Modo.SIN_PRISA,
            "Caro no volvió a tiempo. La mesa «La del estribo» se cerró",
            "No volviste a tiempo. La",
        ),
        ("tarjetas", Modo.NORMAL, "Caro juntó 28 tarjetas amarillas y su cuenta", "Juntaste 28 tarjetas amarillas"),
        ("sancion", Modo.NORMAL, "Caro no puede seguir, la administración suspendió su", "suspendió tu cuenta."),
        ("caida", Modo.NORMAL, "se cerró por una falla nuestra.", "se cerró por una falla nuestra."),
    ],
)
def test_en_la_sala_se_dice_por_quien_se_cerro_la_mesa_y_a_el_lo_suyo(
    motivo: str, modo: Modo, a_los_demas: str, a_quien_fue: str
) -> None:
    cuatro = [suscriptor(nombre) for nombre in ("Ana", "Beto", "Caro", "Dani")]
    mesa_cerrar(sentar(cuatro, modo=modo).pk, motivo, 2)
    for cuenta in cuatro:
        pagina = texto(navegador(cuenta).get("/enlinea/"))
        assert (a_quien_fue if cuenta == cuatro[2] else a_los_demas) in pagina
        assert ("Caro" in pagina.split("data-aviso-de")[1].split("</div></div>")[0]) == (
            cuenta != cuatro[2] and motivo != "caida"
        )

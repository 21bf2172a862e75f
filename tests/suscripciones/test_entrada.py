"""RE1 y SU1: entrar con un código por correo sin revelar quién tiene cuenta."""

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection, connections
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from suscripciones import servicios, topes
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import CodigoDeEntrada, Cuenta
from suscripciones.servicios import entrada
from tests.suscripciones.ayudas import entrar, otro_codigo, pedir, ultimo_codigo

pytestmark = pytest.mark.django_db


def cuerpo_sin_correo(respuesta: HttpResponse, correo: str) -> str:
    """El texto de la página sin lo único que puede cambiar: el correo tecleado, la marca CSRF y la hora."""
    return re.sub(r'value="[A-Za-z0-9]{64}"|data-ahora="\d+"', "", respuesta.content.decode()).replace(correo, "X")


def en_sesion(navegador: Client, campo: str) -> Any:
    return navegador.session.get(campo)


def test_el_codigo_correcto_entra_y_la_cuenta_nace_verificada_y_sin_clave(client: Client) -> None:
    respuesta = entrar(client, "Nueva@Club.mx")
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/recreo/")
    cuenta = Cuenta.objects.get(email="nueva@club.mx")
    assert en_sesion(client, "_auth_user_id") == str(cuenta.pk)
    assert not cuenta.has_usable_password()
    assert EmailAddress.objects.get(user=cuenta).verified


def test_pedir_un_codigo_no_crea_cuenta(client: Client) -> None:
    pedir(client, "nueva@club.mx")
    assert not Cuenta.objects.exists()


def test_conocido_y_desconocido_ven_y_reciben_lo_mismo(ana: Cuenta) -> None:
    Cuenta.objects.create_user("baja@club.mx", is_active=False)
    vistos = []
    for correo in ("ana@club.mx", "nadie@club.mx", "baja@club.mx"):
        mail.outbox.clear()
        navegador = Client()
        primera = pedir(navegador, correo)
        segunda = navegador.get("/entrar/codigo/")
        tercera = navegador.post("/entrar/codigo/", {"codigo": otro_codigo(ultimo_codigo())})
        codigo = ultimo_codigo()
        vistos.append(
            (
                primera.status_code,
                primera["Location"],
                cuerpo_sin_correo(segunda, correo),
                cuerpo_sin_correo(tercera, correo).replace(otro_codigo(codigo), "N"),
                len(mail.outbox),
                mail.outbox[0].subject.replace(codigo, "N"),
                str(mail.outbox[0].body).replace(codigo, "N"),
            )
        )
    assert vistos[0] == vistos[1] == vistos[2]
    assert "Si el correo es correcto" in vistos[0][2]


def test_pedir_hace_las_mismas_consultas_con_cuenta_y_sin_ella(ana: Cuenta) -> None:
    cuantas = []
    for correo in ("ana@club.mx", "nadie@club.mx"):
        with CaptureQueriesContext(connection) as vistas:
            entrada.codigo_pedir(correo=correo, ip="10.0.0.1", ahora=timezone.now())
        cuantas.append([re.sub(r"'[^']*'|s\d+_x\d+", "?", v["sql"]) for v in vistas.captured_queries])
    assert cuantas[0] == cuantas[1]


def test_el_asunto_empieza_con_el_codigo(client: Client) -> None:
    pedir(client, "ana@club.mx")
    assert mail.outbox[0].subject.startswith(ultimo_codigo())
    assert mail.outbox[0].to == ["ana@club.mx"]


def test_del_codigo_solo_se_guarda_la_huella(client: Client) -> None:
    pedir(client, "ana@club.mx")
    fila = CodigoDeEntrada.objects.get()
    assert ultimo_codigo() not in f"{fila.huella}{fila.origen}"
    assert ultimo_codigo() not in str(dict(client.session))


def test_equivocado_conserva_lo_escrito_y_dice_cuantos_quedan(client: Client) -> None:
    pedir(client, "ana@club.mx")
    malo = otro_codigo(ultimo_codigo())
    respuesta = client.post("/entrar/codigo/", {"codigo": malo})
    assert f'value="{malo}"' in respuesta.content.decode()
    assert "te quedan 4 intentos" in respuesta.content.decode()


def test_se_admite_con_espacios_y_guion(client: Client) -> None:
    pedir(client, "ana@club.mx")
    codigo = ultimo_codigo()
    assert client.post("/entrar/codigo/", {"codigo": f" {codigo[:3]}-{codigo[3:]} "}).status_code == 302


def test_faltan_cifras_no_gasta_un_intento(client: Client) -> None:
    pedir(client, "ana@club.mx")
    client.post("/entrar/codigo/", {"codigo": "123"})
    assert CodigoDeEntrada.objects.get().intentos == 0


def test_tras_cinco_intentos_ni_el_bueno_sirve(client: Client) -> None:
    pedir(client, "ana@club.mx")
    bueno = ultimo_codigo()
    for _n in range(entrada.INTENTOS):
        respuesta = client.post("/entrar/codigo/", {"codigo": otro_codigo(bueno)})
    assert "Pide otro" in respuesta.content.decode()
    assert client.post("/entrar/codigo/", {"codigo": bueno}).status_code == 200
    assert "_auth_user_id" not in client.session


def test_el_codigo_caduca_a_los_diez_minutos(client: Client) -> None:
    pedir(client, "ana@club.mx")
    CodigoDeEntrada.objects.update(creado=timezone.now() - entrada.VALIDEZ)
    respuesta = client.post("/entrar/codigo/", {"codigo": ultimo_codigo()})
    assert "ya no vale. Pide otro" in respuesta.content.decode()


def test_el_codigo_sirve_una_sola_vez() -> None:
    pedido = entrada.codigo_pedir(correo="ana@club.mx", ip="10.0.0.1", ahora=timezone.now())
    una = {"id_codigo": pedido.id, "codigo": ultimo_codigo(), "ahora": timezone.now()}
    assert entrada.codigo_comprobar(**una) == "ana@club.mx"
    with pytest.raises(ErrorDeSuscripcion, match="codigo_caducado"):
        entrada.codigo_comprobar(**una)


def test_el_codigo_solo_vale_en_la_sesion_que_lo_pidio(client: Client) -> None:
    pedir(client, "ana@club.mx")
    codigo, ajeno = ultimo_codigo(), Client()
    respuesta = ajeno.post("/entrar/codigo/", {"codigo": codigo})
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/entrar/")
    pedir(ajeno, "otra@club.mx")
    assert ajeno.post("/entrar/codigo/", {"codigo": codigo}).status_code == 200 or codigo == ultimo_codigo()


def test_reenviar_antes_de_treinta_segundos_no_manda_otro(client: Client) -> None:
    pedir(client, "ana@club.mx")
    respuesta = client.post("/entrar/codigo/otro/", follow=True)
    assert len(mail.outbox) == 1
    assert "Ya va en camino" in respuesta.content.decode()


def test_reenviar_despues_manda_otro_y_vale_cualquiera(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrada, "ESPERA_PARA_REENVIAR", timedelta(0))
    for cual in (0, 1):
        mail.outbox.clear()
        pedir(client, "ana@club.mx")
        viejo = ultimo_codigo()
        client.post("/entrar/codigo/otro/")
        assert len(mail.outbox) == 2
        assert client.post("/entrar/codigo/", {"codigo": (viejo, ultimo_codigo())[cual]}).status_code == 302
        client.post("/cuenta/logout/")


def test_dieciseis_telefonos_del_mismo_club_entran_a_la_vez() -> None:
    for n in range(16):
        for _reenvio in range(2):
            assert pedir(Client(), f"jugador{n}@club.mx").status_code == 302


def test_tope_por_red() -> None:
    ahora = timezone.now()
    for n in range(topes.REGLAS["correo:red"].libres):
        entrada.codigo_pedir(correo=f"c{n}@club.mx", ip="10.0.0.9", ahora=ahora)
    with pytest.raises(ErrorDeSuscripcion, match="demasiados_intentos"):
        entrada.codigo_pedir(correo="uno.mas@club.mx", ip="10.0.0.9", ahora=ahora)
    entrada.codigo_pedir(correo="uno.mas@club.mx", ip="10.0.0.10", ahora=ahora)


@pytest.mark.parametrize(
    "fuera",
    [
        "https://malo.example/",
        "//malo.example",
        "javascript:alert(1)",
        "/\\malo.example",
        "http:malo.example",
        "\thttps://malo.example",
    ],
)
def test_next_fuera_de_la_casa_se_ignora(client: Client, fuera: str) -> None:
    assert entrar(client, "ana@club.mx", next=fuera)["Location"] == "/recreo/"


def test_next_de_la_casa_se_respeta(client: Client) -> None:
    assert entrar(client, "ana@club.mx", next="/recreo/7/mesa/?m=2")["Location"] == "/recreo/7/mesa/?m=2"


def test_quien_ya_entro_va_directo_a_donde_iba(client: Client, ana: Cuenta) -> None:
    client.force_login(ana)
    assert client.get("/entrar/?next=/cuenta/")["Location"] == "/cuenta/"
    assert client.get("/entrar/?next=https://malo.example/")["Location"] == "/recreo/"


def test_la_sesion_cambia_al_entrar_y_la_llave_del_telefono_sobrevive(client: Client) -> None:
    pedir(client, "ana@club.mx")
    sesion = client.session
    sesion["llave"] = "abc123"
    sesion.save()
    antes = client.session.session_key
    client.post("/entrar/codigo/", {"codigo": ultimo_codigo()})
    assert client.session.session_key != antes
    assert en_sesion(client, "llave") == "abc123"
    assert en_sesion(client, "entrada") is None


def test_la_llave_sobrevive_aunque_el_telefono_cambie_de_cuenta(client: Client, ana: Cuenta) -> None:
    pedir(client, "beto@club.mx")
    codigo = ultimo_codigo()
    guardada = client.session["entrada"]
    client.force_login(ana)
    sesion = client.session
    sesion["llave"], sesion["entrada"] = "abc123", guardada
    sesion.save()
    client.post("/entrar/codigo/", {"codigo": codigo})
    assert en_sesion(client, "_auth_user_id") == str(Cuenta.objects.get(email="beto@club.mx").pk)
    assert en_sesion(client, "llave") == "abc123"


def test_la_clave_de_quien_se_dio_de_alta_con_correo_ajeno_deja_de_servir(client: Client) -> None:
    """Alguien crea la cuenta con el correo de otro; el dueño entra con código y esa contraseña muere."""
    usurpada = Cuenta.objects.create_user("lupe@club.mx", "clave-del-usurpador")
    EmailAddress.objects.create(user=usurpada, email=usurpada.email, verified=False, primary=True)
    entrar(client, "lupe@club.mx")
    usurpada.refresh_from_db()
    assert not usurpada.has_usable_password()
    assert en_sesion(client, "_auth_user_id") == str(usurpada.pk)


def test_la_clave_propia_sigue_sirviendo_tras_entrar_con_codigo(client: Client, ana: Cuenta) -> None:
    entrar(client, "ana@club.mx")
    ana.refresh_from_db()
    assert ana.check_password("siete-mulas-y-media")


def test_a_la_cuenta_desactivada_se_le_dice_tras_el_codigo(client: Client) -> None:
    Cuenta.objects.create_user("baja@club.mx", is_active=False)
    respuesta = entrar(client, "baja@club.mx")
    assert "Tu cuenta está desactivada" in respuesta.content.decode()
    assert "_auth_user_id" not in client.session


def test_correo_incompleto_se_conserva_y_se_explica(client: Client) -> None:
    respuesta = pedir(client, "ana@club")
    assert 'value="ana@club"' in respuesta.content.decode()
    assert "no está completo" in respuesta.content.decode()
    assert not mail.outbox


def test_la_limpieza_borra_solo_lo_viejo() -> None:
    ahora = timezone.now()
    entrada.codigo_pedir(correo="vieja@club.mx", ip="10.0.0.1", ahora=ahora - timedelta(days=2))
    entrada.codigo_pedir(correo="nueva@club.mx", ip="10.0.0.1", ahora=ahora)
    assert entrada.codigos_limpiar(ahora) == 1
    assert CodigoDeEntrada.objects.get().correo == "nueva@club.mx"


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_adivinar_en_paralelo_no_da_intentos_de_mas() -> None:
    pedido = entrada.codigo_pedir(correo="ana@club.mx", ip="10.0.0.1", ahora=timezone.now())
    malo, salida, vistos = otro_codigo(ultimo_codigo()), threading.Barrier(10), []

    def probar() -> None:
        salida.wait(10)
        try:
            entrada.codigo_comprobar(id_codigo=pedido.id, codigo=malo, ahora=timezone.now())
        except ErrorDeSuscripcion as error:
            vistos.append(error.codigo)
        finally:
            connections.close_all()

    hilos = [threading.Thread(target=probar, daemon=True) for _ in range(10)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(20)
    assert len(vistos) == 10
    assert CodigoDeEntrada.objects.get().intentos == entrada.INTENTOS


def test_el_servicio_da_la_misma_cuenta_a_quien_ya_la_tenia() -> None:
    una = servicios.cuenta_por_correo("ana@club.mx", "Ana")
    pedido = entrada.codigo_pedir(correo="ANA@club.mx", ip="10.0.0.1", ahora=timezone.now())
    assert entrada.cuenta_entrar(id_codigo=pedido.id, codigo=ultimo_codigo(), ahora=timezone.now()) == una


@pytest.mark.django_db
@pytest.mark.parametrize("destino", ["abc", "-1", "<b>", "httpx"])
def test_un_destino_que_no_es_direccion_se_ignora(client: Client, destino: str) -> None:
    respuesta = entrar(client, "destino@prueba.mx", next=destino)
    assert respuesta.status_code == 302
    assert respuesta["Location"] == "/recreo/"
    assert client.get("/entrar/", {"next": destino})["Location"] == "/recreo/"

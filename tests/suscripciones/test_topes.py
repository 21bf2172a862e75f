"""SU1: los topes detienen a quien adivina o llena buzones, y no a la persona a la que se lo hacen."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.db import connections
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from suscripciones import servicios, topes
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import CodigoDeEntrada, Cuenta, Intentos
from suscripciones.servicios import entrada
from tests.suscripciones.ayudas import entrar, otro_codigo, pedir, ultimo_codigo

CLAVE = "siete-mulas-y-media"
EXTRANO, CASA = "203.0.113.7", "198.51.100.20"
AHORA = datetime(2026, 11, 25, tzinfo=UTC)
REGLA = topes.Regla(3, timedelta(minutes=10), timedelta(minutes=1), timedelta(minutes=8))


def con_clave(navegador: Client, clave: str, quien: str = "ana@club.mx") -> HttpResponse:
    return navegador.post("/cuenta/login/", {"login": quien, "password": clave})


def desde(ip: str) -> Client:
    return Client(REMOTE_ADDR=ip)


# --- la cuenta pura ---------------------------------------------------------------------------------------------------
def test_la_espera_crece_y_tiene_techo() -> None:
    cuenta, esperas, ahora = topes.Cuenta(AHORA, AHORA), [], AHORA
    for _n in range(8):
        falta = topes.espera(REGLA, cuenta, ahora)
        esperas.append(falta.total_seconds())
        ahora += falta
        cuenta = topes.contar(REGLA, cuenta, ahora)
    assert esperas == [0, 0, 0, 60, 120, 240, 480, 480]


@given(st.lists(st.integers(0, 4000), min_size=1, max_size=60))
def test_nunca_pasan_mas_de_los_libres_y_uno_por_olvidado(pausas: list[int]) -> None:
    """Se insista como se insista: en una hora, los libres, los seis que se olvidan y no más."""
    cuenta, ahora, pasaron = topes.Cuenta(AHORA, AHORA), AHORA, []
    for pausa in pausas:
        ahora += timedelta(seconds=pausa)
        if topes.espera(REGLA, cuenta, ahora) == topes.SIN_ESPERA:
            cuenta = topes.contar(REGLA, cuenta, ahora)
            pasaron.append(ahora)
    for primero in pasaron:
        de_la_hora = sum(primero <= otro < primero + timedelta(hours=1) for otro in pasaron)
        # con el techo en ocho minutos, insistiendo sin parar se pasa algo más seguido de lo que se olvida
        assert de_la_hora <= REGLA.libres + 60 // 8 + 1


@given(st.integers(0, 500), st.integers(0, 100_000))
def test_nadie_espera_mas_que_el_techo(veces: int, segundos: int) -> None:
    cuenta = topes.Cuenta(AHORA, AHORA)
    for _n in range(veces):
        cuenta = topes.contar(REGLA, cuenta, AHORA)
    assert topes.SIN_ESPERA <= topes.espera(REGLA, cuenta, AHORA + timedelta(seconds=segundos)) <= REGLA.mayor


# --- los códigos ------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_quien_pide_codigos_con_mi_correo_no_me_deja_fuera() -> None:
    for _n in range(12):
        pedir(desde(EXTRANO), "ana@club.mx")
    assert pedir(desde(EXTRANO), "ana@club.mx").status_code == 429
    respuesta = entrar(desde(CASA), "ana@club.mx")
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/recreo/")


@pytest.mark.django_db
def test_desde_mi_aparato_pido_aunque_me_ataquen_de_muchas_redes_y_desde_la_mia() -> None:
    mio = desde(CASA)
    entrar(mio, "ana@club.mx")
    mio.post("/cuenta/logout/")
    for n in range(120):
        pedir(desde(CASA if n % 4 == 0 else f"203.0.113.{n}"), "ana@club.mx")
    assert pedir(desde("192.0.2.1"), "ana@club.mx").status_code == 429
    assert entrar(mio, "ana@club.mx")["Location"] == "/recreo/"


@pytest.mark.django_db
def test_el_codigo_ya_mandado_sigue_valiendo_al_llegar_al_tope_y_al_pedir_otro(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrada, "ESPERA_PARA_REENVIAR", timedelta(0))
    pedir(client, "ana@club.mx")
    primero = ultimo_codigo()
    client.post("/entrar/codigo/otro/")
    for _n in range(12):
        pedir(Client(), "ana@club.mx")
    # pedirlo otra vez lo lleva a escribir el que ya tiene
    assert (pedir(client, "ana@club.mx")["Location"], len(mail.outbox)) == ("/entrar/codigo/", 4)
    assert client.post("/entrar/codigo/", {"codigo": primero})["Location"] == "/recreo/"


@pytest.mark.django_db
def test_con_tres_codigos_vivos_se_prueban_cinco_veces_y_no_mas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrada, "ESPERA_PARA_REENVIAR", timedelta(0))
    pedido, codigos = None, []
    for _n in range(4):
        pedido = entrada.codigo_pedir(correo="ana@club.mx", ip=CASA, ahora=timezone.now(), anterior=pedido)
        codigos.append(ultimo_codigo())
    assert pedido is not None and len(pedido.anteriores) == entrada.VIVOS - 1
    malo = next(str(n) for n in range(100000, 100010) if str(n) not in codigos)
    prueba = {"id_codigo": pedido.id, "anteriores": pedido.anteriores, "ahora": timezone.now()}
    for _n in range(entrada.INTENTOS):
        with pytest.raises(ErrorDeSuscripcion):
            entrada.codigo_comprobar(codigo=malo, **prueba)
    for codigo in codigos:
        with pytest.raises(ErrorDeSuscripcion, match="codigo_agotado"):
            entrada.codigo_comprobar(codigo=codigo, **prueba)


@pytest.mark.django_db
def test_ipv6_cuenta_por_la_red_de_la_casa() -> None:
    for n in range(12):
        respuesta = pedir(desde(f"2001:db8:1:2::{n:x}"), "ana@club.mx")
    assert respuesta.status_code == 429
    assert pedir(desde("2001:db8:1:3::1"), "ana@club.mx").status_code == 302


@pytest.mark.django_db
def test_con_cuenta_y_sin_ella_el_tope_dice_lo_mismo(ana: Cuenta) -> None:
    vistos = []
    for correo in ("ana@club.mx", "nadie@club.mx"):
        respuestas = [pedir(desde(EXTRANO), correo).status_code for _n in range(8)]
        respuestas += [desde(EXTRANO).post("/cuenta/password/reset/", {"email": correo}).status_code for _n in "123"]
        vistos.append(respuestas)
    assert vistos[0] == vistos[1]
    assert 429 in vistos[0]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("redes", [1, 40])
def test_cuarenta_a_la_vez_no_pasan_del_tope(redes: int) -> None:
    """De una red, los suyos; de cuarenta, los del correo. Sin el candado pasaban 17."""
    salida, vistos = threading.Barrier(40), []

    def probar(n: int) -> None:
        salida.wait(20)
        try:
            entrada.codigo_pedir(correo="ana@club.mx", ip=f"203.0.113.{n % redes}", ahora=timezone.now())
            vistos.append("mandado")
        except ErrorDeSuscripcion as error:
            vistos.append(error.codigo)
        finally:
            connections.close_all()

    hilos = [threading.Thread(target=probar, args=(n,), daemon=True) for n in range(40)]
    for hilo in hilos:
        hilo.start()
    for hilo in hilos:
        hilo.join(60)
    tope = topes.REGLAS["correo:red y correo" if redes == 1 else "correo:correo"].libres
    assert (len(vistos), vistos.count("mandado")) == (40, tope)
    assert CodigoDeEntrada.objects.count() == len(mail.outbox) == tope


# --- las contraseñas --------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_las_claves_malas_de_otros_no_bloquean_a_la_buena(ana: Cuenta) -> None:
    for n in range(40):
        con_clave(desde(EXTRANO if n < 20 else f"203.0.113.{n}"), "no-es-esa")
    bloqueado = con_clave(desde(EXTRANO), CLAVE)
    assert "Van muchos intentos seguidos. Espera" in bloqueado.content.decode()
    assert con_clave(desde(CASA), CLAVE).status_code == 302


@pytest.mark.django_db
def test_desde_un_aparato_conocido_la_buena_entra_siempre(ana: Cuenta) -> None:
    mio = desde(CASA)
    assert con_clave(mio, CLAVE).status_code == 302
    mio.post("/cuenta/logout/")
    for n in range(120):  # también desde mi red: el mismo club
        con_clave(desde(CASA if n % 4 == 0 else f"203.0.113.{n}"), "no-es-esa")
    assert con_clave(desde("192.0.2.1"), CLAVE).status_code == 200
    assert con_clave(mio, "me-equivoque").status_code == 200
    assert con_clave(mio, CLAVE).status_code == 302


@pytest.mark.django_db
def test_el_aparato_de_otra_cuenta_no_se_salta_nada(ana: Cuenta) -> None:
    """Quien adivina puede tener su propia cuenta, y ponerle a la galleta lo que quiera."""
    servicios.cuenta_verificar_correo(Cuenta.objects.create_user("beto@club.mx", CLAVE))
    suyo = desde(EXTRANO)
    con_clave(suyo, CLAVE, "beto@club.mx")
    suyo.post("/cuenta/logout/")
    textos = [con_clave(suyo, f"mala-{n}").content.decode() for n in range(9)]
    assert "no coinciden" in textos[7]
    assert "Espera" in textos[8]
    suyo.cookies["conocido"] = suyo.cookies["conocido"].value.replace(":", f"{ana.pk}:", 1)
    assert "Espera" in con_clave(suyo, CLAVE).content.decode()


@pytest.mark.django_db
def test_las_buenas_no_cuentan(ana: Cuenta) -> None:
    for _n in range(12):
        assert con_clave(desde(EXTRANO), CLAVE).status_code == 302
    for _n in range(8):
        con_clave(desde(EXTRANO), "no-es-esa", "ANA@club.mx ")
    assert con_clave(desde(EXTRANO), CLAVE).status_code == 200


def frena(de_antes: str, despues: str) -> bool:
    """¿Gastar el tope con uno frena al otro?"""
    Intentos.objects.all().delete()
    for _n in range(8):
        con_clave(desde(EXTRANO), "no-es-esa", de_antes)
    return "Espera" in con_clave(desde(EXTRANO), "no-es-esa", despues).content.decode()


@pytest.mark.django_db
def test_por_cuando_frena_no_se_sabe_quien_tiene_cuenta_ni_cual_es_su_usuario(ana: Cuenta) -> None:
    """Contado por cuenta, gastar el tope con su usuario, o con su número, frenaba a su correo y no a otro."""
    servicios.cuenta_editar(cuenta_id=ana.pk, nombre="Ana", usuario="anita")
    for suyo, de_nadie in (("anita", "nadie"), (str(ana.pk), "999999"), ("ana@gmaıl.mx", "nadie@gmaıl.mx")):
        assert not frena(suyo, "ana@club.mx") and not frena(de_nadie, "nadie@club.mx")
        assert not frena("ana@club.mx", suyo) and not frena("nadie@club.mx", de_nadie)
    assert frena("ANITA", "anita") and frena("NADIE", "nadie")


@pytest.mark.django_db
def test_de_lo_contado_solo_queda_la_huella_y_se_borra_solo(ana: Cuenta) -> None:
    con_clave(desde(EXTRANO), otro_codigo("123456"))
    guardado = str(list(Intentos.objects.values_list()))
    assert Intentos.objects.count() == 3
    assert EXTRANO not in guardado and "ana@" not in guardado
    assert servicios.intentos_limpiar(timezone.now()) == 0
    assert servicios.intentos_limpiar(timezone.now() + timedelta(days=2)) == 3

"""A quien se suspende se le corta en todas las páginas y sockets, y la entrada le dice por qué (SU3; 002 §3.3.3)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from enlinea.convivencia.servicios.tarjetas import tarjeta_anular
from enlinea.diario import diario
from enlinea.diario.diario import leer_eventos
from enlinea.models import Tarjeta
from reglas.mesa import eventos as ev
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.mesa.sentados import Jugador, comenzar, en_turno, galleta, mesa_lista, sentados
from tests.enlinea.mesas import sentar, suscriptor

AHORA = timezone.now
SALA = "/enlinea/"


def suspender(cuenta: Cuenta, dias: float | None = 7, motivo: str = "Juntaste <b>28</b> amarillas") -> Suspension:
    hasta = None if dias is None else AHORA() + timedelta(days=dias)
    return Suspension.objects.create(cuenta=cuenta, desde=AHORA(), hasta=hasta, motivo=motivo)


def entra(cuenta: Cuenta) -> Client:
    cliente = Client()
    cliente.force_login(cuenta)
    return cliente


# --- páginas ----------------------------------------------------------------------------------------------------------
# los mensajes de la administración los lee sin que se le saque (D512)
PAGINAS = ("enlinea:sala", "enlinea:armar", "enlinea:partidas", "enlinea:tarjetas")


@pytest.mark.django_db
@pytest.mark.parametrize("nombre", [*PAGINAS, "enlinea:mesa", "enlinea:historia", "enlinea:academia"])
def test_la_sesion_deja_de_valer_en_cualquier_pagina_y_la_entrada_lo_explica(nombre: str) -> None:
    mari = suscriptor("Mari")
    mesa = sentar([mari, *(suscriptor(n) for n in ("Beto", "Carmen", "Nacho"))])
    datos = [mesa.pk] if nombre in ("enlinea:mesa", "enlinea:historia") else []
    cliente = entra(mari)
    sesion = cliente.session
    sesion["llave"] = "del teléfono"
    sesion.save()
    suspender(mari)
    respuesta = cliente.get(reverse(nombre, args=datos))
    assert respuesta.status_code == 302 and respuesta["Location"] == reverse("suscripciones:entrar")
    assert SESSION_KEY not in cliente.session
    assert cliente.session["llave"] == "del teléfono", "la llave es del aparato (RE3)"
    for _recarga in range(2):
        entrada = cliente.get(respuesta["Location"]).content.decode()
        assert "Tu cuenta está suspendida" in entrada and "hora del centro de México" in entrada
        assert "Juntaste &lt;b&gt;28&lt;/b&gt; amarillas" in entrada
    assert "Tu cuenta está suspendida" in cliente.get(reverse("account_login")).content.decode()


@pytest.mark.django_db
def test_las_ordenes_y_la_consulta_tampoco_pasan() -> None:
    mari = suscriptor("Mari")
    suspender(mari, None)
    cliente = entra(mari)
    orden = reverse("enlinea:orden", args=["charla"])
    respuesta = cliente.post(orden, {"texto": "hola"}, headers={"X-Requested-With": "XMLHttpRequest"})
    assert (respuesta.status_code, respuesta.json()["ir"]) == (401, SALA)
    otro = entra(mari)
    assert otro.get(reverse("enlinea:vivo")).json()["datos"] == {"codigo": "suspendido"}
    assert SESSION_KEY not in otro.session
    assert otro.get(reverse("enlinea:vivo")).json()["datos"] == {"codigo": "sin_sesion"}


@pytest.mark.django_db
def test_si_vuelve_a_entrar_ya_lo_sabe_ve_su_expediente_y_no_se_le_saca_otra_vez() -> None:
    mari = suscriptor("Mari")
    suspension = suspender(mari)
    cliente = entra(mari)
    cliente.get(SALA)
    cliente.force_login(mari)
    for _vez in range(2):
        respuesta = cliente.get(SALA)
        assert respuesta.status_code == 403 and "Tu cuenta está suspendida" in respuesta.content.decode()
    orden = cliente.post(reverse("enlinea:practica"), headers={"X-Requested-With": "XMLHttpRequest"})
    assert (orden.status_code, orden.json()["codigo"]) == (403, "suspendido")
    tarjetas = cliente.get(reverse("enlinea:tarjetas"))
    assert tarjetas.status_code == 200 and "data-vivo" not in tarjetas.content.decode()
    assert cliente.get(reverse("suscripciones:cuenta")).status_code == 200
    # otra suspensión, más larga, lo vuelve a sacar
    suspender(mari, 60, "Tarjeta roja. Insultos")
    assert cliente.get(SALA).status_code == 302
    Suspension.objects.all().update(levantada_en=AHORA())
    cliente.force_login(mari)
    assert cliente.get(SALA).status_code == 200
    assert suspension.pk


@pytest.mark.django_db
def test_termina_sola_y_la_entrada_ya_no_dice_nada() -> None:
    mari = suscriptor("Mari")
    suspension = suspender(mari)
    cliente = entra(mari)
    cliente.get(SALA)
    Suspension.objects.filter(pk=suspension.pk).update(hasta=AHORA())
    assert "suspendida" not in cliente.get(reverse("suscripciones:entrar")).content.decode()
    cliente.force_login(mari)
    assert cliente.get(SALA).status_code == 200


@pytest.mark.django_db
def test_mis_tarjetas_dice_que_hubo_que_sigue_y_lo_anulado() -> None:
    mari, jefa = suscriptor("Mari"), Cuenta.objects.create_superuser("jefa@prueba.mx")
    mesa = sentar([mari, *(suscriptor(n) for n in ("Beto", "Carmen", "Nacho"))])
    cliente = entra(mari)
    ruta = reverse("enlinea:tarjetas")
    assert "No tienes ninguna" in cliente.get(ruta).content.decode()
    for n in range(3):
        Tarjeta.objects.create(
            cuenta=mari, color="amarilla", hecho=f"m{n}", mesa=mesa, partida=1, instante=AHORA() - timedelta(days=2)
        )
    azul = Tarjeta.objects.create(cuenta=mari, color="azul", hecho="z", mesa=mesa, partida=2, instante=AHORA())
    pagina = cliente.get(ruta).content.decode()
    assert "3 amarillas: pensaste de más" in pagina and "Azul: no volviste a tiempo" in pagina
    assert "Llevas 1 azul." in pagina and "Una azul más y tu cuenta se suspende 2 semanas." in pagina
    assert "La del estribo" in pagina
    tarjeta_anular(tarjeta_id=azul.pk, administrador_id=jefa.pk, motivo="Se fue la <luz>", ahora=AHORA())
    pagina = cliente.get(ruta).content.decode()
    assert "Anulada el" in pagina and "Se fue la &lt;luz&gt;" in pagina and "No llevas azules." in pagina
    assert entra(suscriptor("Ajena")).get(ruta).content.decode().count("La del estribo") == 0


# --- sockets: cuánto tardan lo mide test_sanciones_en_vivo, que repite si la máquina está ocupada ---------------------
con_socket = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0}


@con_socket
@pytest.mark.asyncio
async def test_en_la_mesa_corta_en_dos_segundos_con_los_demas_a_la_sala_y_sin_azul(sin_pausas: None) -> None:
    mesa = await sync_to_async(mesa_lista)()
    cuenta = await sync_to_async(lambda: mesa.lugares.get(asiento=1).cuenta)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await sync_to_async(suspender)(cuenta)
        assert (await jugadores[1].esperar("fuera"))["datos"]["codigo"] == "suspendido"
        for jugador in (jugadores[0], jugadores[2], jugadores[3]):
            await jugador.hasta(6)
            assert (jugador.vista["datos"]["motivo"], jugador.vista["datos"]["culpable"]) == ("sancion", 1)
    assert not await sync_to_async(Tarjeta.objects.exists)()


@con_socket
@pytest.mark.asyncio
async def test_la_28_suspende_en_el_momento_aunque_la_historia_tarde(settings: Any, monkeypatch: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0, "segundo": 5, "extra": 5, "tira_sola": 60}
    monkeypatch.setattr("enlinea.mesa.proyector.Proyector.pedir", lambda *_datos: None)
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        culpable = en_turno(jugadores)
        async with asyncio.timeout(20):
            await culpable.hasta(6)
        assert culpable.vista["datos"]["motivo"] == "tarjetas"
        assert (await culpable.esperar("fuera"))["datos"] == {"codigo": "suspendido"}
    assert await sync_to_async(Suspension.objects.filter(origen="amarilla").count)() == 1


@con_socket
@pytest.mark.asyncio
async def test_a_quien_se_suspende_estando_fuera_no_le_toca_azul(sin_pausas: None) -> None:
    """Los cuatro perdieron la conexión y uno está declarado ausente: nadie mira, y aun así se anula."""
    mesa = await sync_to_async(mesa_lista)()
    cuenta = await sync_to_async(lambda: mesa.lugares.get(asiento=1).cuenta)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await jugadores[1].mandar("salir")
        await jugadores[1].esperar("vista")
        for jugador in jugadores:
            await jugador.cerrar()
        await sync_to_async(suspender)(cuenta)
        for _intento in range(200):
            await asyncio.sleep(0.1)
            ultimo = (await sync_to_async(diario.leer)(mesa.pk))[-1]
            (anulada,) = [e for e in leer_eventos(ultimo.eventos) if isinstance(e, ev.PartidaAnulada)] or [None]
            if anulada:
                break
        assert anulada is not None and (anulada.motivo, anulada.azul) == ("sancion", 0)


@con_socket
@pytest.mark.asyncio
async def test_las_tarjetas_junto_al_nombre_cambian_en_dos_segundos_con_la_mesa_abierta() -> None:
    mesa = await sync_to_async(mesa_lista)()

    def preparar() -> tuple[Tarjeta, Cuenta, Cuenta]:
        suya = mesa.lugares.get(asiento=2).cuenta
        assert suya is not None
        azul = Tarjeta.objects.create(cuenta=suya, color="azul", hecho="z", instante=AHORA())
        return azul, suya, Cuenta.objects.create_superuser("jefa@prueba.mx")

    azul, suya, jefa = await sync_to_async(preparar)()

    async def hasta(jugadores: list[Jugador], azules: int, rojas: int) -> None:
        for jugador in jugadores:
            personas = (await jugador.esperar("tarjetas"))["datos"]["personas"]
            assert personas == [[0, 0], [0, 0], [azules, rojas], [0, 0]]

    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        vistas = [j.vista["version"] for j in jugadores]
        anular = sync_to_async(tarjeta_anular)
        await anular(tarjeta_id=azul.pk, administrador_id=jefa.pk, motivo="Se fue la luz", ahora=AHORA())
        await hasta(jugadores, 0, 0)
        await sync_to_async(Tarjeta.objects.create)(cuenta=suya, color="azul", hecho="z2", instante=AHORA())
        await hasta(jugadores, 1, 0)
        await sync_to_async(Tarjeta.objects.create)(cuenta=suya, color="roja", hecho="r", instante=AHORA())
        await hasta(jugadores, 1, 1)
        # lo ya dicho no se repite, lo de otras mesas no se dice, y nada de esto es una jugada
        ajena = await sync_to_async(Cuenta.objects.create)(email="ajena@mesa.mx", nombre="Ajena")
        await sync_to_async(Tarjeta.objects.create)(cuenta=ajena, color="azul", hecho="z3", instante=AHORA())
        for jugador in jugadores:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(jugador.esperar("tarjetas"), 0.5)
        assert [j.vista["version"] for j in jugadores] == vistas


@con_socket
@pytest.mark.asyncio
async def test_el_socket_de_la_mesa_quita_la_sesion_y_las_tarjetas_van_por_color() -> None:
    mesa = await sync_to_async(mesa_lista)()

    def preparar() -> list[str]:
        suyas = [lugar.cuenta for lugar in mesa.lugares.order_by("asiento").select_related("cuenta")]
        Tarjeta.objects.create(cuenta=suyas[2], color="azul", hecho="z", instante=AHORA())
        for n, anulada in enumerate((None, None, AHORA())):
            Tarjeta.objects.create(cuenta=suyas[2], color="roja", hecho=f"r{n}", instante=AHORA(), anulada_en=anulada)
        Tarjeta.objects.create(cuenta=suyas[3], color="amarilla", hecho="a", instante=AHORA())
        return [galleta(c) for c in suyas if c]

    sesiones = await sync_to_async(preparar)()
    jugador = await Jugador(mesa.pk, sesiones[0]).abrir()
    personas = (await jugador.esperar("mesa"))["datos"]["personas"]
    assert [(p["azules"], p["rojas"]) for p in personas] == [(0, 0), (0, 0), (1, 2), (0, 0)]
    await jugador.cerrar()

    cuenta = await sync_to_async(lambda: mesa.lugares.get(asiento=3).cuenta)()
    await sync_to_async(suspender)(cuenta)
    fuera = await Jugador(mesa.pk, sesiones[3]).abrir()
    assert (await fuera.recibir())["datos"] == {"codigo": "suspendido"}

    def tiene_sesion() -> bool:
        from importlib import import_module

        from django.conf import settings

        return SESSION_KEY in import_module(settings.SESSION_ENGINE).SessionStore(sesiones[3])

    assert not await sync_to_async(tiene_sesion)()

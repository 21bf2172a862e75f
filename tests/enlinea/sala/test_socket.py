"""El socket de la Sala: quién entra, qué recibe y cuándo sale."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.vivo.cupos import DE_MIRAR, PESTANAS
from enlinea.models import Presencia, Silencio, Tarjeta
from enlinea.sala import consumidor
from enlinea.sala.servicios import presencia
from enlinea.sala.vivo import PAUSA_MINIMA, SEGUNDOS_DE_VUELTA, VivoDeLaSala, en_hilo
from suscripciones.models import Suspension
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import contesta, invita
from tests.enlinea.sala.paginas import PACIENCIA, Abrir, Pagina

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_quien_llega_ve_la_sala_y_los_demas_lo_ven(abrir: Abrir) -> None:
    ana = await abrir(await en_hilo(suscriptor, "Ana"))
    zonas = (await ana.hasta("parcial", "tuya"))["datos"]["zonas"]
    assert {"donde_sub", "personas", "tuya", "mensajes", "pestanas"} <= zonas.keys()
    beto = await abrir(await en_hilo(suscriptor, "Beto"))
    assert "personas" in (await ana.hasta("parcial", "Beto"))["datos"]["zonas"]
    await beto.cerrar()


async def test_a_quien_llega_no_se_le_pinta_lo_leido_antes_de_que_llegara(
    abrir: Abrir, proceso: VivoDeLaSala, monkeypatch: Any
) -> None:
    """Ahí no está su mesa ni a quién silenció: vería «Practicar ahora» con su mesa viva, y lo que calló."""
    cuatro = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto", "Carmen", "Nacho")]
    testigo = await abrir(await en_hilo(suscriptor, "Testigo"))
    await testigo.hasta("parcial")
    await en_hilo(sentar, cuatro)
    await en_hilo(Silencio.objects.create, quien=cuatro[0], callado=cuatro[1], desde=timezone.now())
    dicho = {"id_orden": uuid4(), "texto": "tonta", "ahora": timezone.now()}
    await en_hilo(presencia.charla_mandar, cuenta_id=cuatro[1].pk, **dicho)
    await testigo.hasta("parcial", "tonta")
    leer, suelta = proceso._leer, asyncio.Event()

    async def despacio() -> Any:
        await suelta.wait()
        return await leer()

    monkeypatch.setattr(proceso, "_leer", despacio)
    ana = await abrir(cuatro[0])
    assert await ana.socket.receive_nothing(timeout=0.5)
    suelta.set()
    datos = (await ana.hasta("parcial"))["datos"]
    assert "Volver a la mesa" in datos["zonas"]["tuya"]
    assert datos["charlas"] == []


@pytest.mark.parametrize("caso", ["nadie", "sin-suscripcion", "suspendida"])
async def test_quien_no_puede_jugar_queda_fuera(abrir: Abrir, caso: str) -> None:
    cuenta = None
    if caso != "nadie":
        cuenta = await en_hilo(suscriptor, "Ana", caso != "sin-suscripcion")
    if caso == "suspendida":
        await en_hilo(lambda: Suspension.objects.create(cuenta=cuenta, desde=timezone.now(), motivo="x"))
    pagina = await abrir(cuenta)
    codigo = {"nadie": "sin_sesion", "sin-suscripcion": "suscripcion_ninguna", "suspendida": "suspendido"}[caso]
    assert (await pagina.recibir())["datos"] == {"codigo": codigo}
    assert (await pagina.socket.receive_output(timeout=PACIENCIA))["type"] == "websocket.close"
    assert await en_hilo(Presencia.objects.count) == 0


async def test_la_suspension_saca_al_momento(abrir: Abrir) -> None:
    cuenta = await en_hilo(suscriptor, "Ana")
    pagina = await abrir(cuenta)
    await pagina.hasta("parcial")
    await en_hilo(lambda: Suspension.objects.create(cuenta=cuenta, desde=timezone.now(), motivo="x"))
    assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "suspendido"}


async def test_varias_pestanas_son_una_presencia_y_cerrar_una_no_es_irse(abrir: Abrir, monkeypatch: Any) -> None:
    monkeypatch.setattr("enlinea.sala.presentes.GRACIA", 0.1)
    cuenta = await en_hilo(suscriptor, "Ana")
    una, otra = await abrir(cuenta), await abrir(cuenta)
    testigo = await abrir(await en_hilo(suscriptor, "Beto"))
    await testigo.hasta("parcial", "Ana")
    assert await en_hilo(lambda: Presencia.objects.filter(cuenta=cuenta).count()) == 1
    await una.cerrar()
    await otra.mandar("latido")
    await otra.hasta("version")
    assert await en_hilo(lambda: Presencia.objects.filter(cuenta=cuenta, viva=True).count()) == 1
    await otra.cerrar()
    while "Ana" in testigo.zonas["personas"]:
        await testigo.hasta("parcial", "donde_sub")


async def test_lo_que_se_platica_llega_una_vez_y_como_texto(abrir: Abrir) -> None:
    ana, beto = await en_hilo(suscriptor, "Ana"), await en_hilo(suscriptor, "Beto")
    pagina = await abrir(beto)
    await pagina.hasta("parcial", "tuya")
    orden = uuid4()
    for _vez in range(2):
        await en_hilo(
            presencia.charla_mandar, cuenta_id=ana.pk, id_orden=orden, texto="<script>1</script>", ahora=timezone.now()
        )
    lineas = (await pagina.hasta("parcial", "<script>"))["datos"]["charlas"]
    assert [(linea["nombre"], linea["texto"]) for linea in lineas] == [("Ana", "<script>1</script>")]


async def test_la_invitacion_llega_se_acepta_y_con_los_cuatro_hay_mesa(abrir: Abrir) -> None:
    cuatro = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto", "Caro", "Dani")]
    paginas = [await abrir(c) for c in cuatro]
    await paginas[0].hasta("parcial", "Dani")
    mesa = await en_hilo(invita, cuatro, timezone.now())
    for pagina in paginas[1:]:
        await pagina.hasta("parcial", "te invita a jugar")
    await paginas[0].hasta("parcial", "data-mesa-esperando")
    for cuenta in cuatro[1:]:
        await en_hilo(contesta, mesa, cuenta, timezone.now())
    for pagina in paginas:
        await pagina.hasta("parcial", f'data-mesa-lista=\\"{mesa.mesa_id}')


async def test_vence_a_su_tiempo_y_se_dice_a_cada_quien(abrir: Abrir, settings: Any) -> None:
    settings.SEGUNDOS_DE_INVITACION = 1.5
    cuatro = [await en_hilo(suscriptor, n) for n in ("Ana", "Beto", "Caro", "Dani")]
    paginas = [await abrir(c) for c in cuatro]
    await paginas[0].hasta("parcial", "Dani")
    mesa = await en_hilo(invita, cuatro, timezone.now())
    await en_hilo(contesta, mesa, cuatro[1], timezone.now())
    await paginas[0].hasta("parcial", "Caro y Dani no contestaron a tiempo")
    await paginas[1].hasta("parcial", "no contestaron a tiempo")
    await paginas[2].hasta("parcial", "Se acabó el tiempo")


# --- inactividad ------------------------------------------------------------------------------------------------------
@pytest.fixture
def pronto(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SEGUNDOS_SIN_ACTIVIDAD = 4
    monkeypatch.setattr(consumidor, "MARGEN", timedelta(0))


async def late(pagina: Pagina, segundos: float) -> None:
    async with asyncio.timeout(segundos + PACIENCIA):
        for _n in range(int(segundos * 2)):
            await pagina.mandar("latido")
            await asyncio.sleep(0.5)


@pytest.mark.usefixtures("pronto")
async def test_el_latido_no_es_actividad_se_avisa_y_se_cierra_la_sesion(abrir: Abrir) -> None:
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    latidos = asyncio.ensure_future(late(pagina, 9))
    aviso = await pagina.hasta("inactividad")
    assert 0 <= aviso["datos"]["resta"] <= 2
    assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "inactividad"}
    latidos.cancel()
    sesion = await en_hilo(lambda: Session.objects.get(pk=pagina.galleta).get_decoded())
    assert SESSION_KEY not in sesion
    assert sesion["salida"] == "inactividad"


@pytest.mark.usefixtures("pronto")
async def test_sigo_aqui_quita_el_aviso_y_vuelve_a_contar(abrir: Abrir) -> None:
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    await pagina.hasta("inactividad")
    await pagina.mandar("actividad")
    assert (await pagina.hasta("inactividad"))["datos"]["resta"] == -1
    assert (await pagina.hasta("inactividad"))["datos"]["resta"] >= 0  # y otra vez, más tarde


@pytest.mark.usefixtures("pronto")
async def test_no_corre_para_quien_tiene_mesa(abrir: Abrir) -> None:
    cuenta = await en_hilo(suscriptor, "Ana")
    await en_hilo(sentar, [cuenta, None, None, None])
    pagina = await abrir(cuenta)
    await late(pagina, 6)
    assert await en_hilo(lambda: SESSION_KEY in Session.objects.get(pk=pagina.galleta).get_decoded())


@pytest.mark.usefixtures("pronto")
async def test_no_corre_para_quien_esta_en_un_recreo(abrir: Abrir, monkeypatch: Any) -> None:
    monkeypatch.setattr("recreo.consultas.cuentas_en_juego", set)
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    await late(pagina, 6)
    assert await en_hilo(lambda: SESSION_KEY in Session.objects.get(pk=pagina.galleta).get_decoded())


async def test_salir_en_otra_pestana_cierra_esta(abrir: Abrir, monkeypatch: Any) -> None:
    monkeypatch.setattr("enlinea.sala.vivo.REPASO", 0)
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    await pagina.hasta("parcial")
    await en_hilo(lambda: Session.objects.filter(pk=pagina.galleta).delete())
    assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "sin_sesion"}


# --- lo ajeno ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "texto",
    [
        "hola",
        "[]",
        '{"tipo": "charla", "version": 1, "datos": {}}',
        '{"tipo": "latido", "version": 1, "datos": {"de": "más"}}',
        '{"tipo": "mirar", "version": 1, "datos": {"pantalla": "sala", "mesa": 1000}}',
        '{"tipo": "latido", "version": 1, "datos": {}}' + " " * 1000,
    ],
)
async def test_lo_desconocido_o_enorme_se_rechaza_sin_efecto(abrir: Abrir, texto: str) -> None:
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    await pagina.hasta("parcial")
    await pagina.socket.send_to(text_data=texto)
    assert (await pagina.hasta("rechazo"))["datos"] == {"codigo": "mensaje_desconocido"}
    await pagina.mandar("latido")
    await pagina.hasta("version")


async def test_a_un_guion_que_insiste_se_le_dice_y_luego_se_corta(abrir: Abrir) -> None:
    pagina = await abrir(await en_hilo(suscriptor, "Ana"))
    for _n in range(DE_MIRAR.mensajes + DE_MIRAR.avisos + 1):
        await pagina.mandar("visible", visible=True)
    for _n in range(DE_MIRAR.avisos):
        assert (await pagina.hasta("rechazo"))["datos"] == {"codigo": "despacio"}
    assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "despacio"}


async def test_de_una_persona_caben_cuatro_pestanas_y_se_va_la_mas_callada(abrir: Abrir, proceso: VivoDeLaSala) -> None:
    ana = await en_hilo(suscriptor, "Ana")
    paginas = [await abrir(ana) for _n in range(PESTANAS)]
    otra_persona = await abrir(await en_hilo(suscriptor, "Beto"))
    for pagina in (*paginas[1:], paginas[0]):
        await pagina.hasta("parcial")
        await pagina.mandar("latido")
        await pagina.hasta("version")
    nueva = await abrir(ana)
    assert (await paginas[1].hasta("fuera"))["datos"] == {"codigo": "otra_pestana"}
    for pagina in (nueva, paginas[0], paginas[2], paginas[3], otra_persona):
        await pagina.mandar("latido")
        await pagina.hasta("version")


@pytest.mark.parametrize("por_donde", ["cuenta", "administracion"])
async def test_al_salir_de_la_sesion_la_sala_cae_en_menos_de_dos_segundos(abrir: Abrir, por_donde: str) -> None:
    """Se repite si la máquina está ocupada: lo que se mide son la vuelta y el aviso, no la prueba."""
    for _intento in range(3):
        pagina = await abrir(await en_hilo(suscriptor, f"Ana {_intento}"))
        await pagina.hasta("parcial")
        await asyncio.sleep(0.5)  # que no caiga en el repaso con que se llega
        cliente = Client()
        cliente.cookies[settings.SESSION_COOKIE_NAME] = pagina.galleta
        if por_donde == "cuenta":
            await en_hilo(cliente.post, reverse("account_logout"))
        else:
            await en_hilo(lambda galleta=pagina.galleta: SessionStore(galleta).flush())
        empezo = asyncio.get_running_loop().time()
        assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "sin_sesion"}
        duro = asyncio.get_running_loop().time() - empezo
        if duro < 2:
            return
    pytest.fail(f"tardó {duro:.1f} s")


async def test_mil_latidos_no_escriben_mil_veces(abrir: Abrir, monkeypatch: Any) -> None:
    escritas: list[int] = []
    original = presencia.presencias_guardar
    monkeypatch.setattr(presencia, "presencias_guardar", lambda **d: escritas.append(1) or original(**d))
    paginas = [await abrir(await en_hilo(suscriptor, f"P{n}")) for n in range(6)]
    await paginas[0].hasta("parcial", "P5")
    antes = len(escritas)
    for _n in range(30):
        for pagina in paginas:
            await pagina.mandar("latido")
    await asyncio.sleep(3)
    assert len(escritas) - antes <= 2


async def test_las_tarjetas_junto_al_nombre_se_ponen_al_dia_solas(abrir: Abrir) -> None:
    """En la vuelta que sigue; los 2 s los mide `test_sanciones_en_vivo`, que repite si la máquina está ocupada."""
    assert SEGUNDOS_DE_VUELTA + PAUSA_MINIMA < 2
    ana, beto = await en_hilo(lambda: [suscriptor(n) for n in ("Ana", "Beto")])
    pagina = await abrir(ana)
    await abrir(beto)
    await pagina.hasta("parcial", "Beto")
    azul = await en_hilo(lambda: Tarjeta.objects.create(cuenta=beto, color="azul", hecho="z", instante=timezone.now()))
    await pagina.hasta("parcial", "1 azul")
    assert "1 azul" in pagina.zonas["personas"]
    await en_hilo(lambda: Tarjeta.objects.filter(pk=azul.pk).update(anulada_en=timezone.now()))
    while "azul" in pagina.zonas["personas"]:
        await pagina.hasta("parcial", "personas")

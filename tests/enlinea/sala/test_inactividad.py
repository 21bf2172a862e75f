"""El reloj de los 10 minutos (EL1): a quién no le corre, que siempre avisa antes y lo que cuesta saberlo."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.base import sesiones as las_abiertas
from enlinea.acceso.servicios.sesiones import sesion_cerrar
from enlinea.models import Lugar, Mesa, Presencia
from enlinea.sala import consumidor, sesiones
from enlinea.sala.servicios.armado import mesa_cerrar
from enlinea.sala.vivo import VivoDeLaSala, en_hilo
from recreo import consultas as recreo
from recreo.models import Jugador
from suscripciones.models import Cuenta
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import llegan, navegador
from tests.enlinea.sala.paginas import PACIENCIA, Abrir
from tests.recreo.mesa import recreo_de

MEDIA_HORA = timedelta(minutes=30)
con_socket = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def hizo(cuenta: Cuenta) -> datetime:
    return max(Presencia.objects.filter(cuenta=cuenta).values_list("actividad", flat=True))


def hace_media_hora(cuenta: Cuenta) -> None:
    Presencia.objects.filter(cuenta=cuenta).update(actividad=timezone.now() - MEDIA_HORA)


def con_sesion(galleta: str) -> bool:
    return SESSION_KEY in Session.objects.get(pk=galleta).get_decoded()


@pytest.fixture
def aprisa(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuatro segundos sin hacer nada, dos de aviso."""
    settings.SEGUNDOS_SIN_ACTIVIDAD = 4
    monkeypatch.setattr(consumidor, "MARGEN", timedelta(0))
    monkeypatch.setattr("enlinea.sala.vivo.REPASO", 0.3)
    monkeypatch.setattr("enlinea.sala.vivo.SEGUNDOS_DE_RENOVACION", 0.3)
    monkeypatch.setattr("enlinea.sala.vivo.SEGUNDOS_DE_VUELTA", 0.3)


class TestPorElSocket:
    pytestmark = con_socket

    @pytest.mark.usefixtures("aprisa")
    async def test_quien_jugo_con_la_sala_abierta_sigue_adentro_al_cerrarse_la_mesa(self, abrir: Abrir) -> None:
        """La mesa nunca anota actividad: al cerrarse, la pestaña que se quedó en la Sala le cerraba la sesión."""
        ana = await en_hilo(suscriptor, "Ana")
        mesa = await en_hilo(sentar, [ana, None, None, None])
        pagina = await abrir(ana)
        await pagina.hasta("parcial", "Volver a la mesa")
        await asyncio.sleep(6)
        cerrada = timezone.now()
        await en_hilo(mesa_cerrar, mesa.pk, "votos")
        aviso = await pagina.hasta("inactividad")
        assert (timezone.now() - cerrada).total_seconds() > 1, "le quedaba su plazo entero"
        assert aviso["datos"]["resta"] >= 1
        assert await en_hilo(con_sesion, pagina.galleta)

    @pytest.mark.usefixtures("aprisa")
    async def test_al_terminar_el_recreo_empieza_de_nuevo(self, abrir: Abrir, monkeypatch: Any) -> None:
        monkeypatch.setattr(recreo, "cuentas_en_juego", set)
        pagina = await abrir(await en_hilo(suscriptor, "Ana"))
        await pagina.hasta("parcial")
        llego = timezone.now()
        async with asyncio.timeout(60):
            # más de lo que dura una sesión sin actividad: si le corriera, ya estaría fuera
            while await en_hilo(lambda: hizo(Cuenta.objects.get()) - llego) < timedelta(seconds=5):
                await asyncio.sleep(0.2)
        monkeypatch.undo()
        assert await en_hilo(con_sesion, pagina.galleta)

    @pytest.mark.usefixtures("aprisa")
    async def test_pase_lo_que_pase_antes_de_cerrar_se_avisa(self, abrir: Abrir) -> None:
        """Aunque lleve media hora: dormía su teléfono, o no le corría."""
        ana = await en_hilo(suscriptor, "Ana")
        pagina = await abrir(ana)
        await pagina.hasta("parcial", "tuya")
        await en_hilo(hace_media_hora, ana)
        assert (await pagina.hasta("inactividad"))["datos"]["resta"] == 2
        empezo = asyncio.get_running_loop().time()
        assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "inactividad"}
        assert asyncio.get_running_loop().time() - empezo > 1.5

    @pytest.mark.usefixtures("aprisa")
    async def test_reconectarse_no_da_mas_tiempo(self, abrir: Abrir) -> None:
        ana = await en_hilo(suscriptor, "Ana")
        pagina = await abrir(ana)
        assert (await pagina.hasta("inactividad"))["datos"]["resta"] == 2
        await asyncio.sleep(1)
        await pagina.mandar("mirar", pantalla="sala")
        assert (await pagina.hasta("inactividad"))["datos"]["resta"] <= 1
        assert (await pagina.hasta("fuera"))["datos"] == {"codigo": "inactividad"}

    @pytest.mark.usefixtures("aprisa")
    async def test_por_quien_esta_en_un_recreo_no_se_pregunta_siempre(self, abrir: Abrir, monkeypatch: Any) -> None:
        veces: list[set[int]] = []
        monkeypatch.setattr("enlinea.sala.vivo.REPASO", 3)
        monkeypatch.setattr(recreo, "cuentas_en_juego", lambda cuentas: veces.append(cuentas) or set(cuentas))
        pagina = await abrir(await en_hilo(suscriptor, "Ana"))
        await pagina.hasta("parcial")
        await asyncio.sleep(6)
        assert 1 <= len(veces) <= 4
        assert await en_hilo(con_sesion, pagina.galleta)

    async def test_las_sesiones_de_todas_las_pestanas_se_preguntan_juntas(
        self, abrir: Abrir, proceso: VivoDeLaSala, monkeypatch: Any
    ) -> None:
        juntas: list[int] = []
        monkeypatch.setattr("enlinea.sala.vivo.REPASO", 0)
        de_verdad = sesiones.repasar
        monkeypatch.setattr("enlinea.sala.vivo.repasar", lambda q, antes: juntas.append(len(q)) or de_verdad(q, antes))
        paginas = [await abrir(await en_hilo(suscriptor, f"P{n}")) for n in range(4)]
        await paginas[0].hasta("parcial", "P3")
        async with asyncio.timeout(PACIENCIA):
            while juntas[-1:] != [4]:
                await asyncio.sleep(0.1)
        await en_hilo(sesion_cerrar, paginas[2].galleta, "inactividad")
        assert (await paginas[2].hasta("fuera"))["datos"] == {"codigo": "sin_sesion"}
        assert not proceso.repaso.cerradas or proceso.repaso.cerradas == {paginas[2].galleta}


# --- la mesa que se cierra --------------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
def test_al_cerrarse_la_mesa_los_suyos_acaban_de_hacer_algo() -> None:
    ana, beto, ajena = (suscriptor(n) for n in ("Ana", "Beto", "Ajena"))
    llegan([ana, beto, ajena], timezone.now())
    mesa = sentar([ana, beto, None, None])
    for cuenta in (ana, beto, ajena):
        hace_media_hora(cuenta)
    ahora = timezone.now()
    mesa_cerrar(mesa.pk, "votos", ahora=ahora)
    assert (hizo(ana), hizo(beto)) == (ahora, ahora)
    assert hizo(ajena) < ahora - timedelta(minutes=29)


# --- por consulta, sin socket -----------------------------------------------------------------------------------------
@pytest.mark.django_db
class TestPorConsulta:
    def test_tambien_avisa_antes(self) -> None:
        ana = suscriptor("Ana")
        cliente = navegador(ana)
        cliente.get("/enlinea/vivo/")
        Presencia.objects.update(actividad=timezone.now() - MEDIA_HORA, visto=timezone.now() - MEDIA_HORA)
        assert cliente.get("/enlinea/vivo/").json()["datos"]["resta"] == 60
        Presencia.objects.update(actividad=timezone.now() - timedelta(minutes=10, seconds=1))
        assert cliente.get("/enlinea/vivo/").json()["datos"] == {"codigo": "inactividad"}

    @pytest.mark.parametrize("donde", ["mesa", "recreo"])
    def test_mientras_no_le_corre_su_actividad_es_la_de_ahora(self, donde: str, monkeypatch: Any) -> None:
        ana = suscriptor("Ana")
        cliente = navegador(ana)
        cliente.get("/enlinea/vivo/")
        if donde == "mesa":
            sentar([ana, None, None, None])
        else:
            monkeypatch.setattr(recreo, "cuentas_en_juego", set)
        hace_media_hora(ana)
        assert cliente.get("/enlinea/vivo/").json()["datos"]["resta"] == -1
        Lugar.objects.update(activo=False)
        Mesa.objects.update(estado=Mesa.Estado.CERRADA)
        monkeypatch.undo()
        assert cliente.get("/enlinea/vivo/").json()["datos"]["resta"] == -1


@pytest.mark.django_db
def test_abrir_convivencia_es_hacer_algo() -> None:
    ana = suscriptor("Ana")
    llegan([ana], timezone.now())
    hace_media_hora(ana)
    assert navegador(ana).get("/enlinea/convivencia/").status_code == 200
    assert timezone.now() - hizo(ana) < timedelta(minutes=1)


# --- el repaso --------------------------------------------------------------------------------------------------------
@pytest.mark.django_db
def test_repasar_a_muchos_cuesta_las_mismas_preguntas_y_solo_descifra_lo_que_cambio(monkeypatch: Any) -> None:
    quienes = []
    for n in range(6):
        cuenta = suscriptor(f"P{n}")
        quienes.append((navegador(cuenta).cookies["sesion"].value, cuenta.pk))
    with CaptureQueriesContext(connection) as una:
        sesiones.repasar(quienes[:1], sesiones.Repaso())
    with CaptureQueriesContext(connection) as todas:
        repaso = sesiones.repasar(quienes, sesiones.Repaso())
    assert len(todas) == len(una) <= 3
    assert repaso.cerradas == repaso.exentas == frozenset()
    sesion_cerrar(quienes[0][0], "inactividad")
    Session.objects.get(pk=quienes[1][0]).delete()
    leidas: list[str] = []
    de_verdad = las_abiertas._leer
    monkeypatch.setattr(las_abiertas, "_leer", lambda guardada: leidas.append(guardada) or de_verdad(guardada))
    repaso = sesiones.repasar([*quienes, (quienes[2][0], 0)], repaso)
    assert repaso.cerradas == {quienes[0][0], quienes[1][0], quienes[2][0]}
    assert len(leidas) == 1


@pytest.mark.django_db
def test_quien_esta_en_un_recreo_en_curso() -> None:
    ajena = suscriptor("Ana")
    m = recreo_de(4)
    suya = m.quienes[1].cuenta_id or 0
    assert recreo.cuentas_en_juego({suya, ajena.pk}) == {suya}
    assert recreo.llaves_en_recreo([m.quienes[2].llave, "", "otra"]) == {m.quienes[2].llave}
    assert sesiones.exento_por_recreo(suya, "") and sesiones.exento_por_recreo(ajena.pk, m.quienes[2].llave)
    assert not sesiones.exento_por_recreo(ajena.pk, "")
    Jugador.objects.update(vigente=False)
    assert recreo.cuentas_en_juego({suya}) == recreo.llaves_en_recreo([m.quienes[2].llave]) == set()

"""Quién falta y de quién es la culpa (EL9; D14, D161 a D163): sin el cuarto no se comienza, apagarnos en orden no le
cuesta a nadie, lo que alguien estuvo fuera de alcance se le devuelve una vez, y la falla de hoy no disculpa a quien ya
se había ido.
"""

import asyncio
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async

from enlinea.convivencia.consultas.tarjetas import tarjetas_visibles
from enlinea.diario import procesos
from enlinea.diario.hora import hora
from enlinea.mesa import charla, presencia, tarjetas_a_la_vista
from enlinea.mesa.otros import OtrosProcesos
from enlinea.mesa.proceso import proceso
from enlinea.mesa.viva import Pedido
from enlinea.models import Conexion as FilaDeConexion
from enlinea.models import Lugar, Mesa
from enlinea.models import Proceso as FilaDeProceso
from enlinea.sala.consultas.estado import mesa_vista
from enlinea.sala.textos import aviso_de_mesa
from reglas.mesa import eventos as ev
from reglas.mesa.ordenes import Tirar
from reglas.mesa.tipos import Fase, Motivo
from tests.enlinea.mesa.sentados import NONCE, Jugador, comenzar, en_turno, jugando, mesa_lista, sentados, sesiones_de
from tests.enlinea.mesa.tiempo import adelantar, eventos_de, hasta_que, rapido  # noqa: F401
from tests.enlinea.mesas import al_diario, de_prueba

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def en_otro_proceso(mesa: Mesa, asiento: int, sentado: bool = True) -> None:
    """Otro proceso, que late, tiene o tuvo a esa persona."""
    otro = FilaDeProceso.objects.create(pk=uuid4(), arranque=hora.ahora(), latido=hora.ahora() + 60_000)
    cuenta = Lugar.objects.get(mesa=mesa, asiento=asiento).cuenta_id
    FilaDeConexion.objects.update_or_create(
        mesa=mesa, cuenta_id=cuenta, defaults={"proceso": otro.pk, "instante": hora.ahora(), "viva": sentado}
    )


@pytest.fixture
def sin_esperar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presencia, "MIENTRAS_LLEGAN", 0.2)


@pytest.mark.usefixtures("sin_esperar")
async def test_mientras_falte_uno_no_se_comienza_y_al_llegar_si() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa, 0, 1, 2) as jugadores:
        respuesta = await jugadores[0].pedir("comenzar")
        assert (respuesta["tipo"], respuesta["datos"]["codigo"]) == ("rechazo", "falta_alguien")
        assert respuesta["datos"]["faltan"] == [3], "se dice quién"
        assert (await proceso().viva(mesa.pk)).estado.fase is Fase.ESPERA
        cuarto = await Jugador(mesa.pk, (await sync_to_async(sesiones_de)(mesa.pk))[3]).abrir()
        await cuarto.esperar("vista")
        assert (await jugadores[0].pedir("comenzar"))["tipo"] == "acuse"
        await cuarto.cerrar()


@pytest.mark.parametrize("repite", [0.1, 0.5], ids=["mientras se decide", "ya negada"])
async def test_la_copia_de_comenzar_no_comienza_sola(monkeypatch: pytest.MonkeyPatch, repite: float) -> None:
    """El navegador repite a los 3 s y la casa contesta a los 5: llegaba el que faltaba y la mano se repartía sola."""
    monkeypatch.setattr(presencia, "MIENTRAS_LLEGAN", 0.3)
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa, 0, 1, 2) as jugadores:
        orden = await jugadores[0].mandar("comenzar")
        await asyncio.sleep(repite)
        await jugadores[0].mandar("comenzar", id_orden=orden)
        await jugadores[0].esperar("rechazo", id_orden=orden, codigo="falta_alguien")
        cuarto = await Jugador(mesa.pk, (await sync_to_async(sesiones_de)(mesa.pk))[3]).abrir()
        await cuarto.esperar("vista")
        await asyncio.sleep(0.6)
        assert (await proceso().viva(mesa.pk)).estado.fase is Fase.ESPERA
        assert (await jugadores[0].pedir("comenzar"))["tipo"] == "acuse"
        await cuarto.cerrar()


async def test_dos_comenzar_a_la_vez_del_mismo_navegador_se_deciden_uno_tras_otro() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa, 0, 1, 2) as jugadores:
        primera = await jugadores[0].mandar("comenzar")
        assert (await jugadores[0].pedir("comenzar"))["datos"]["codigo"] == "reintenta"
        cuarto = await Jugador(mesa.pk, (await sync_to_async(sesiones_de)(mesa.pk))[3]).abrir()
        while not any(m.get("acuse") == primera for m in jugadores[0].mensajes):
            await jugadores[0].recibir()
        await cuarto.cerrar()


async def test_al_que_recarga_en_ese_momento_se_le_espera() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa, 0, 1, 2) as jugadores:
        orden = await jugadores[0].mandar("comenzar")
        await asyncio.sleep(0.5)
        cuarto = await Jugador(mesa.pk, (await sync_to_async(sesiones_de)(mesa.pk))[3]).abrir()
        while not any(m.get("acuse") == orden for m in jugadores[0].mensajes):
            await jugadores[0].recibir()
        assert (await proceso().viva(mesa.pk)).estado.fase is not Fase.ESPERA
        await cuarto.cerrar()


@pytest.mark.usefixtures("sin_esperar")
async def test_el_que_esta_en_otro_proceso_ya_llego(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OtrosProcesos, "solo", False)
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa, 0, 1, 2) as jugadores:
        await sync_to_async(en_otro_proceso)(mesa, 3, sentado=False)
        assert (await jugadores[0].pedir("comenzar"))["datos"]["faltan"] == [3]
        await sync_to_async(en_otro_proceso)(mesa, 3)
        assert (await jugadores[0].pedir("comenzar"))["tipo"] == "acuse"


@pytest.mark.usefixtures("sin_esperar")
@pytest.mark.parametrize("con_socket", [True, False], ids=["calla", "sin socket"])
async def test_antes_de_comenzar_a_quien_pierde_la_senal_se_le_espera_30_s(con_socket: bool) -> None:
    """D178: a los 8 o 10 s se deshacía la mesa de los cuatro, y «falta alguien» no duraba ni para leerlo."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        viva, suya = await proceso().viva(mesa.pk), proceso().presencia
        if not con_socket:
            await jugadores[3].cerrar()
            await hasta_que(lambda: (mesa.pk, 3) in suya._perdidas)
        callado = viva.conexion_de(3) or suya._perdidas[mesa.pk, 3]
        reloj = "latido" if con_socket else "lazo"
        setattr(callado, reloj, proceso().lazo.time() - 29)
        assert suya.perdidos_de(viva, False) == []
        respuesta = await jugadores[0].pedir("comenzar")
        assert respuesta["datos"].get("codigo") == "falta_alguien", "comenzada, quedaría ausente al momento"
        setattr(callado, reloj, proceso().lazo.time() - 30.1)
        assert [persona for persona, _ in suya.perdidos_de(viva, False)] == [3]
        await hasta_que(lambda: viva.estado.fase is Fase.CERRADA)
    vista = await sync_to_async(mesa_vista)(mesa.pk)
    assert vista is not None and (vista.motivo, vista.culpable) == (Motivo.SALIDA, 3)
    otro, suyo = (aviso_de_mesa(vista, vista.lugares[asiento].cuenta or 0) for asiento in (0, 3))
    assert "J3 salió o perdió la señal" in otro and "antes de comenzar" in otro
    assert "Saliste o perdiste la señal" in suyo and "antes de comenzar" in suyo


async def test_quien_no_esta_en_ningun_proceso_acaba_ausente_y_nadie_se_queda_esperandolo() -> None:
    """Sin rastro suyo la ronda no lo buscaba, su reloj no vencía y la mesa se quedaba así para siempre."""
    mesa = await sync_to_async(mesa_lista)()
    await sync_to_async(al_diario)(mesa, await sync_to_async(lambda: de_prueba(mesa).comenzar())())
    async with sentados(mesa, 0, 1, 2):
        viva = await proceso().viva(mesa.pk)
        await hasta_que(lambda: bool(viva.estado.ausentes[3]))
        assert viva.estado.nuestras == 0


async def test_a_quien_estamos_sentando_no_se_le_da_por_ausente(monkeypatch: pytest.MonkeyPatch) -> None:
    """D179: tras una caída, con la base ocupada, llegaba a la puerta y a los 20 s la mesa que votaba se cerraba."""
    ya = threading.Event()

    def despacio(cuentas: Sequence[int | None]) -> object:
        assert ya.wait(20)
        return tarjetas_visibles(cuentas)

    mesa = await sync_to_async(mesa_lista)()
    await sync_to_async(al_diario)(mesa, await sync_to_async(lambda: de_prueba(mesa).comenzar())())
    async with sentados(mesa, 0, 1, 2):
        monkeypatch.setattr(tarjetas_a_la_vista, "tarjetas_visibles", despacio)
        viva = await proceso().viva(mesa.pk)
        cuarto = await Jugador(mesa.pk, (await sync_to_async(sesiones_de)(mesa.pk))[3]).abrir()
        await hasta_que(lambda: (mesa.pk, 3) in proceso().presencia._perdidas)
        await asyncio.sleep(2.5)
        assert not viva.estado.ausentes[3] and viva.estado.fase is not Fase.CERRADA
        # y mientras se le dice que ya viene: sin oír nada, su navegador se volvía a formar (D698)
        await cuarto.esperar("llegando")
        ya.set()
        await cuarto.esperar("vista")
        assert not proceso().presencia._llegan, "no queda quien llegue para siempre"
        await cuarto.cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[3]))


async def test_mientras_hay_fila_en_la_puerta_espera_quien_perdimos_y_no_quien_se_fue() -> None:
    """D179: con miles de sockets volviendo, a los 20 s había quien ni siquiera había podido entrar."""
    async with jugando() as (mesa, jugadores, viva):
        suya, hora_del_lazo = proceso().presencia, proceso().lazo.time
        for n in (2, 3):
            await jugadores[n].cerrar()
        await hasta_que(lambda: len(suya._perdidas) == 2)
        suya._perdidas[mesa.pk, 3].nuestra = True
        for n in (2, 3):
            suya._perdidas[mesa.pk, n].lazo = hora_del_lazo() - 30
            suya._perdidas[mesa.pk, n].gracia = 20.0
        with ExitStack() as fila:
            for n in range(presencia.FILA):
                fila.enter_context(suya.llegando(-1, n))
        ahora = hora_del_lazo()
        assert [suya._falta(viva, n, ahora) for n in (2, 3)] == [True, False]
        assert suya._falta(viva, 3, ahora + 20.1), "se acabó la fila y no llegó"
        suya._perdidas[mesa.pk, 3].lazo = ahora - 80.1
        assert suya._falta(viva, 3, ahora), "ni con fila se espera más de un minuto"


async def test_desde_que_esta_sentado_se_le_oye_aunque_la_charla_tarde(monkeypatch: pytest.MonkeyPatch) -> None:
    """D179: hasta que la base contestaba la charla, sus latidos no contaban."""
    ya = threading.Event()
    con_charla = charla._con_charla

    def despacio(mesas: list[int]) -> object:
        assert ya.wait(20)
        return con_charla(mesas)

    mesa = await sync_to_async(mesa_lista)()
    monkeypatch.setattr(charla, "_con_charla", despacio)
    try:
        async with sentados(mesa, 0) as (solo,):
            assert (await solo.pedir("nonce", nonce=NONCE))["tipo"] == "acuse"
            ya.set()
    finally:
        ya.set()


async def test_apagarse_en_orden_no_le_cuesta_el_turno_a_nadie() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        en_turno(jugadores)
        await sync_to_async(procesos.latir)(proceso().id)
    assert not await FilaDeConexion.objects.filter(mesa=mesa, viva=True).aexists(), "todos se anotaron idos"
    hora._corrimiento += int(30e9)
    async with sentados(mesa):
        viva = await proceso().viva(mesa.pk)
        await hasta_que(lambda: viva.estado.vence > hora.ahora())
        adelantar(0)
        await asyncio.sleep(0.1)
        assert max(viva.estado.amarillas) == 0
        assert 15_000 < viva.estado.vence - hora.ahora() <= 21_500


async def test_quien_no_vuelve_de_nuestro_reinicio_no_lleva_azul_y_quien_ya_se_habia_ido_si() -> None:
    async with jugando() as (mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        await sync_to_async(procesos.latir)(proceso().id)
    hora._corrimiento += int(5e9)
    async with sentados(mesa, 0, 1):
        viva = await proceso().viva(mesa.pk)
        await hasta_que(lambda: bool(viva.estado.ausentes[3]))
        await asyncio.sleep(1.5)
        assert viva.estado.nuestras == 0b1000, "sólo al que nosotros perdimos"
        adelantar(310)
        await hasta_que(lambda: viva.estado.fase is Fase.CERRADA)
        assert viva.estado.motivo == Motivo.ABANDONO


async def test_lo_que_estuvo_fuera_de_alcance_antes_de_declararlo_ausente_no_se_pierde() -> None:
    async with jugando() as (mesa, jugadores, viva):
        jugador, empezo = en_turno(jugadores), proceso().lazo.time()
        hora._corrimiento += int(11e9)
        await jugador.cerrar()
        await hasta_que(lambda: (mesa.pk, jugador.asiento) in proceso().presencia._perdidas)
        hora._corrimiento += int(8e9)
        await hasta_que(lambda: bool(viva.estado.detenido))
        # más lo que de verdad haya tardado la máquina en hacer todo esto
        tardo = 1_000 * (proceso().lazo.time() - empezo)
        assert 7_000 < viva.estado.vence - viva.estado.detenido < 8_500 + tardo


async def test_lo_que_ya_se_le_devolvio_al_declararlo_ausente_no_se_le_devuelve_otra_vez(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OtrosProcesos, "solo", False)
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        await jugador.cerrar()
        await hasta_que(lambda: bool(viva.estado.detenido))
        proceso().presencia.olvidar(mesa.pk)
        await sync_to_async(en_otro_proceso)(mesa, jugador.asiento, sentado=False)
        antes = len([e for e in await eventos_de(mesa) if isinstance(e, ev.Reanudada)])
        hora._corrimiento += int(60e9)
        vuelto = await Jugador(mesa.pk, jugador.sesion).abrir()
        await hasta_que(lambda: not viva.estado.detenido)
        await asyncio.sleep(0.3)
        assert len([e for e in await eventos_de(mesa) if isinstance(e, ev.Reanudada)]) == antes + 1
        await vuelto.cerrar()


async def test_una_falla_de_ahora_no_disculpa_al_que_ya_faltaba() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        viva, suya = await proceso().viva(mesa.pk), proceso().presencia
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        assert suya.perdidos_de(viva, True) == [(2, True)], "cayó con los demás: se supo después"
        suya._perdidas[mesa.pk, 2].nuestra = False
        suya._perdidas[mesa.pk, 2].lazo -= 60
        assert suya.perdidos_de(viva, True) == []


async def test_irse_al_acabar_la_partida_o_a_la_sala_a_esperar_no_es_una_falla_de_la_casa() -> None:
    mesa = await sync_to_async(mesa_lista)()
    await sync_to_async(al_diario)(mesa, await sync_to_async(lambda: de_prueba(mesa).comenzar().acabar_partida())())
    async with sentados(mesa) as jugadores:
        for jugador in jugadores:
            await jugador.cerrar()
        assert not proceso().presencia._caidas
    otra = await sync_to_async(mesa_lista)()
    async with sentados(otra) as jugadores:
        await comenzar(jugadores)
        viva = await proceso().viva(otra.pk)
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.detenido))
        await jugadores[1].cerrar()
        assert len(proceso().presencia._caidas) == 1


async def test_lo_devuelto_que_hacia_fila_no_le_toca_al_siguiente() -> None:
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        asiento, ficha = jugador.asiento, jugador.vista["yo"]["mano"][0]
        hora._corrimiento += int(9e9)
        viva.pedir(Pedido(lambda _: Tirar(asiento, ficha, None), uuid4(), viva.estado.num, asiento, None))
        assert viva.ocupada
        proceso().presencia._devolver(viva, asiento, 8_000, nuestra=True)
        await hasta_que(lambda: not viva.ocupada)
        assert not [e for e in await eventos_de(mesa) if isinstance(e, ev.Reanudada)]


async def test_quien_paso_a_otro_proceso_no_se_da_por_ausente_aqui_la_vez_que_alla_se_le_vaya_la_senal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(OtrosProcesos, "solo", False)
    async with jugando() as (mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await asyncio.sleep(0.1)
        await sync_to_async(en_otro_proceso)(mesa, 2)
        await hasta_que(lambda: (mesa.pk, 2) not in proceso().presencia._perdidas)
        await sync_to_async(en_otro_proceso)(mesa, 2, sentado=False)
        await asyncio.sleep(1.5)
        assert not any(viva.estado.ausentes)


async def test_la_pestana_olvidada_no_alarga_el_turno_del_que_late_en_otra() -> None:
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        otra = await Jugador(mesa.pk, jugador.sesion).abrir()
        await otra.esperar("vista")
        suyas = sorted((c for c in viva.conexiones if c.persona == jugador.asiento), key=lambda c: c.latido)
        hora._corrimiento += int(18e9)
        suyas[0].latido -= 60
        vence = viva.estado.vence
        proceso().presencia.al_latir(viva, suyas[0])
        await asyncio.sleep(0.1)
        assert viva.estado.vence == vence
        await otra.cerrar()

"""El reloj no se evade (EL7, SA1, EL9; D211, D212): el ataque entero, desde el tramposo, su rival y el inocente.

Quien tiene el turno cierra el socket y vuelve un instante cada 7.3 s: antes pasaba así 190 s, con cero amarillas, nunca
ausente y con el turno suyo; el rival que esperaba y se iba se llevaba la azul. El reloj va inyectado.
"""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from enlinea.diario import procesos
from enlinea.diario.hora import hora
from enlinea.mesa import presencia
from enlinea.mesa import proceso as modulo
from enlinea.mesa.otros import OtrosProcesos
from enlinea.mesa.proceso import Proceso, proceso
from enlinea.mesa.viva import MesaViva
from enlinea.models import Conexion as FilaDeConexion
from enlinea.models import Mesa
from reglas.mesa import eventos as ev
from reglas.mesa.alcance import margen_de
from reglas.mesa.relojes import PLAZOS
from reglas.mesa.tipos import Fase, Motivo
from tests.enlinea.mesa.sentados import Jugador, en_turno, jugando
from tests.enlinea.mesa.tiempo import SIN_SOCKET, adelantar, eventos_de, hasta_que, pasar, rapido  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

CICLO = 7.3
AGUANTA = PLAZOS.margen / 1000 + 20 + PLAZOS.ausencia / 1000
"""Segundos: lo más que uno solo puede detener a los otros en un turno normal."""


@pytest.fixture(autouse=True)
def gracia_de_verdad(monkeypatch: pytest.MonkeyPatch, rapido: None) -> None:  # noqa: F811
    monkeypatch.setattr(presencia, "SIN_SOCKET", SIN_SOCKET)


class Tramposo:
    """Quien tiene el turno y no quiere jugar."""

    def __init__(self, mesa: Mesa, jugadores: list[Jugador], viva: MesaViva) -> None:
        self.mesa, self.viva = mesa, viva
        self.socket = en_turno(jugadores)
        self.asiento = self.socket.asiento
        self.lleva = 0.0
        self.visto_ausente = False

    @property
    def sigue(self) -> bool:
        """Si el turno sigue siendo suyo y nada le ha pasado."""
        return self.viva.estado.fase is not Fase.CERRADA

    async def cerrar(self) -> None:
        await self.socket.cerrar()
        await hasta_que(lambda: self.viva.conexion_de(self.asiento) is None, cada=0.001)

    async def volver(self) -> None:
        self.socket = await Jugador(self.mesa.pk, self.socket.sesion).abrir()
        await hasta_que(lambda: self.viva.conexion_de(self.asiento) is not None, cada=0.001)
        await hasta_que(lambda: not self.viva.ocupada, cada=0.001)

    async def un_ciclo(self, fuera: float = CICLO) -> None:
        """Se va, y vuelve un instante."""
        await self.cerrar()
        await pasar(fuera)
        self.lleva += fuera
        self.visto_ausente |= bool(self.viva.estado.ausentes[self.asiento])
        if self.sigue:
            await self.volver()


async def test_cerrar_y_volver_cada_7_s_ya_no_detiene_el_turno() -> None:
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        while tramposo.sigue and tramposo.lleva < 2 * AGUANTA:
            await tramposo.un_ciclo()
            if tramposo.lleva > 60:
                assert tramposo.visto_ausente or viva.estado.amarillas[tramposo.asiento], "a los 60 s ya se le nota"
        assert (viva.estado.fase, viva.estado.motivo) == (Fase.CERRADA, Motivo.ABANDONO)
        assert viva.estado.culpable == tramposo.asiento
        # además de su margen y sus cinco minutos le corrió su reloj, que al pasarse le dejó amarillas
        assert viva.estado.amarillas[tramposo.asiento] >= (tramposo.lleva - AGUANTA) // 10
        assert tramposo.lleva <= 400
        anulada = [e for e in await eventos_de(mesa) if isinstance(e, ev.PartidaAnulada)]
        assert [(e.asiento, e.azul) for e in anulada] == [(tramposo.asiento, 1)]


@pytest.mark.parametrize("fuera", [0.9, 3.9])
async def test_volver_aun_mas_seguido_es_una_amarilla_tras_otra(fuera: float) -> None:
    """Sin pasar nunca de 4 s fuera no es ausente; pero gastado su margen el reloj le corre, esté o no."""
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        while tramposo.lleva < 60:
            await tramposo.un_ciclo(fuera)
        assert viva.estado.amarillas[tramposo.asiento] >= 4
        assert sum(viva.estado.amarillas) == viva.estado.amarillas[tramposo.asiento]
        assert max(viva.estado.ausentes) == 0


async def test_el_rival_que_se_cansa_de_esperar_no_se_lleva_la_azul() -> None:
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        rival = next(j for j in jugadores if j.asiento == (tramposo.asiento + 1) % 4)
        se_fue = False
        while tramposo.sigue and tramposo.lleva < 2 * AGUANTA:
            await tramposo.un_ciclo()
            if tramposo.lleva > 100 and not se_fue and viva.estado.ausentes[tramposo.asiento]:
                await rival.cerrar()
                se_fue = True
        assert se_fue or not tramposo.sigue
        assert (viva.estado.motivo, viva.estado.culpable) == (Motivo.ABANDONO, tramposo.asiento)


async def test_salir_y_abrir_la_mesa_al_instante_se_acaba() -> None:
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        for _vez in range(200):
            await tramposo.socket.mandar("salir")
            await hasta_que(lambda: bool(viva.estado.ausentes[tramposo.asiento]) or not tramposo.sigue, cada=0.001)
            await pasar(0.1)
            if not tramposo.sigue:
                break
            await tramposo.cerrar()
            await tramposo.volver()
            await hasta_que(lambda: not viva.estado.detenido, cada=0.001)
        assert (viva.estado.motivo, viva.estado.culpable) == (Motivo.ABANDONO, tramposo.asiento)


async def test_callar_con_el_socket_abierto_tampoco() -> None:
    """Latir una vez cada 9.5 s: sin llegar a los 10 no era ausente."""
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        conexion = viva.conexion_de(tramposo.asiento)
        assert conexion is not None
        for _vez in range(60):
            await pasar(9.5, callan=[tramposo.asiento])
            if not tramposo.sigue:
                break
            proceso().presencia.al_latir(viva, conexion)
            await hasta_que(lambda: not viva.ocupada, cada=0.001)
        assert (viva.estado.motivo, viva.estado.culpable) == (Motivo.ABANDONO, tramposo.asiento)


async def test_al_inocente_que_pierde_la_senal_una_vez_no_le_cuesta_nada() -> None:
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        await pasar(10)
        await tramposo.un_ciclo(7)
        assert max(viva.estado.amarillas) == 0 and not any(viva.estado.ausentes)
        assert 9_000 < viva.estado.vence - hora.ahora() <= 10_500, "le queda lo que le quedaba"
        await tramposo.cerrar()
        await pasar(200)
        assert viva.estado.ausentes[tramposo.asiento] and max(viva.estado.amarillas) == 0
        await tramposo.volver()
        await hasta_que(lambda: not viva.estado.detenido, cada=0.001)
        assert viva.estado.fase is Fase.JUGANDO and max(viva.estado.amarillas) == 0


# --- entre procesos ---------------------------------------------------------------------------------------------------
def lo_tuvo(mesa: Mesa, cuenta: int, proceso_id: object, hace_ms: int) -> None:
    """Otro proceso, que vive, lo perdió hace ese rato."""
    FilaDeConexion.objects.update_or_create(
        mesa=mesa,
        cuenta_id=cuenta,
        defaults={"proceso": proceso_id, "instante": hora.ahora() - hace_ms, "viva": False},
    )


async def test_pasar_de_un_proceso_a_otro_no_reinicia_lo_gastado(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lo llevaba la memoria de cada proceso: con dos, se tenía dos veces."""
    monkeypatch.setattr(OtrosProcesos, "solo", False)
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        await tramposo.un_ciclo()
        await tramposo.un_ciclo()
        assert viva.estado.devuelto > 14_000
        otro = Proceso()
        try:
            espejo = await otro.viva(mesa.pk)
            assert margen_de(espejo.estado, tramposo.asiento, PLAZOS) == PLAZOS.margen - viva.estado.devuelto
            await tramposo.cerrar()
            adelantar(7)
            cuenta = otro.datos[mesa.pk].cuentas[tramposo.asiento]
            conexion = type(next(iter(viva.conexiones)))(
                tramposo.asiento, cuenta or 0, "", next(iter(viva.conexiones)).salida, otro.lazo.time()
            )
            await sync_to_async(procesos.latir)(proceso().id)
            await sync_to_async(lo_tuvo)(mesa, cuenta or 0, proceso().id, 7_000)
            vencia = espejo.estado.vence
            otro.presencia.entrar(espejo, conexion)
            await hasta_que(lambda: margen_de(espejo.estado, tramposo.asiento, PLAZOS) == 0)
            assert espejo.estado.vence - vencia <= PLAZOS.margen - 14_000, "sólo lo que le quedaba"
            espejo.conexiones.clear()
        finally:
            await otro.reposar()
            otro.parar()


async def test_tras_un_reinicio_lo_gastado_sigue_gastado_y_el_hueco_no_se_le_cuenta_a_nadie() -> None:
    async with jugando() as (mesa, jugadores, viva):
        tramposo = Tramposo(mesa, jugadores, viva)
        for _vez in range(3):
            await tramposo.un_ciclo()
        await hasta_que(lambda: viva.estado.devuelto > 14_000 and viva.estado.fuera[tramposo.asiento] > 3_000)
        muerto, gastado = proceso(), (viva.estado.devuelto, viva.estado.callado, viva.estado.fuera)
        await sync_to_async(procesos.latir)(muerto.id)
        modulo._por_lazo.clear()
        muerto.tareas.cancelar()
        muerto.relojero.parar()
        muerto.ronda.parar()
        nueva = await proceso().viva(mesa.pk)
        assert nueva is not viva
        assert (nueva.estado.devuelto, nueva.estado.callado, nueva.estado.fuera) == gastado
        muerto._escritor.parar()


async def test_lo_que_no_hubo_proceso_no_transcurrio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ni un minuto ni un día sin servidor, ni un reloj de pared que brincó entretanto, acaban la espera de nadie."""
    async with jugando() as (mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await pasar(9)
        limite = viva.estado.ausentes[2]
        assert limite
        muerto = proceso()
        await sync_to_async(procesos.latir)(muerto.id)
        modulo._por_lazo.clear()
        muerto.tareas.cancelar()
        muerto.relojero.parar()
        muerto.ronda.parar()
        iba = hora.ahora()
        for salto in (400, -400, 86_400):
            # otra vida del servidor: el reloj de pared de la máquina dice otra cosa
            monkeypatch.setattr(hora, "puesta", False)
            monkeypatch.setattr(hora, "_corrimiento", hora._corrimiento + int(salto * 1e9))
            await sync_to_async(procesos.poner_en_hora)()
            assert abs(hora.ahora() - iba) < 5_000
        nueva = await proceso().viva(mesa.pk)
        await asyncio.sleep(0.2)
        assert 0 <= nueva.estado.ausentes[2] - limite < 1_000 and nueva.estado.fase is Fase.JUGANDO
        muerto._escritor.parar()


async def test_el_barrido_no_da_por_huerfana_la_mesa_por_un_salto_del_reloj(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from enlinea.historial.servicios import huerfanas

    async with jugando() as (mesa, _jugadores, viva):
        await sync_to_async(procesos.latir)(proceso().id)
        for minutos in (700, -700):
            falsa = timezone.now() + timedelta(minutes=minutos)
            monkeypatch.setattr(huerfanas.timezone, "now", lambda cuando=falsa: cuando)
            assert await sync_to_async(huerfanas.mesas_huerfanas_terminar)() == 0
        assert viva.estado.fase is Fase.JUGANDO
    monkeypatch.undo()
    # y la que de veras nadie atiende, aunque ningún otro proceso lata, se termina a los diez minutos
    vista = huerfanas._DelUltimoLatido()
    monkeypatch.setattr(huerfanas, "_hora", vista)
    assert await sync_to_async(huerfanas.mesas_huerfanas_terminar)() == 0
    vista._visto -= 9 * 60
    assert await sync_to_async(huerfanas.mesas_huerfanas_terminar)() == 0
    vista._visto -= 2 * 60
    assert await sync_to_async(huerfanas.mesas_huerfanas_terminar)() == 1
    fila = await Mesa.objects.aget(pk=mesa.pk)
    assert (fila.estado, fila.motivo) == (Mesa.Estado.CERRADA, Motivo.CAIDA)

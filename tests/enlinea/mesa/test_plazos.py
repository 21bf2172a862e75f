"""Relojes, tarjetas, ausencias y caídas en la mesa viva (EL7, EL9): cada cosa una vez y nadie paga por lo nuestro."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async

from enlinea.diario import diario, procesos
from enlinea.diario.diario import replegar
from enlinea.diario.hora import hora
from enlinea.mesa import preguntas, presencia, ronda
from enlinea.mesa.proceso import Proceso, proceso, soltar
from enlinea.mesa.vista import publica
from enlinea.mesa.viva import MesaViva
from enlinea.models import Mesa, Partida
from enlinea.models import Proceso as FilaDeProceso
from reglas.mesa import eventos as ev
from reglas.mesa.estado import asiento_de
from reglas.mesa.tipos import Fase, Motivo
from tests.enlinea.mesa.sentados import comenzar, en_turno, jugando, mesa_lista, sentados
from tests.enlinea.mesa.tiempo import SIN_SOCKET, adelantar, eventos_de, hasta_que, rapido  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_a_los_20_s_amarilla_y_otra_cada_5_y_todos_saben_que_no_hay_cierre() -> None:
    async with jugando() as (_mesa, jugadores, viva):
        asiento = en_turno(jugadores).asiento
        for segundos, amarillas in ((20, 0), (1.1, 1), (5, 2), (5, 3)):
            adelantar(segundos)
            await hasta_que(lambda: not viva.ocupada)
            assert viva.estado.amarillas[asiento] == amarillas
        for jugador in jugadores:
            vista = await jugador.hasta(3, viva.estado.num)
            assert (vista["datos"]["aviso"], vista["datos"]["amarillas"][asiento]) == (2, 3)
            assert ("resta" in vista["yo"]) == (jugador.asiento == asiento)


async def test_veintiocho_amarillas_terminan_la_partida_en_el_momento() -> None:
    async with jugando() as (mesa, _jugadores, viva):
        adelantar(21.1)
        for _ in range(40):
            await hasta_que(lambda: not viva.ocupada)
            if viva.estado.fase is Fase.CERRADA:
                break
            adelantar(5)
        assert (viva.estado.motivo, max(viva.estado.amarillas)) == (Motivo.TARJETAS, 28)
        await asyncio.sleep(0.5)
        partida = await sync_to_async(Partida.objects.get)(mesa=mesa)
        assert (partida.finalizada, partida.acta, partida.motivo) == (False, None, "tarjetas")
        await sync_to_async(mesa.refresh_from_db)()
        assert mesa.estado == Mesa.Estado.CERRADA


async def test_sin_latido_de_4_s_no_hay_tarjeta_y_al_latir_se_le_devuelve_el_tiempo() -> None:
    async with jugando() as (_mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        conexion = viva.conexion_de(jugador.asiento)
        assert conexion is not None
        conexion.latido -= 6
        adelantar(22)
        await asyncio.sleep(0.1)
        assert max(viva.estado.amarillas) == 0
        vencia = viva.estado.vence
        await jugador.socket.send_to(text_data=json.dumps({"tipo": "latido", "version": viva.estado.num}))
        await hasta_que(lambda: viva.estado.vence > vencia)
        assert 5_500 < viva.estado.vence - vencia < 9_000


async def test_quien_calla_una_y_otra_vez_no_gana_tiempo_sin_fin_y_acaba_ausente() -> None:
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        hora._corrimiento += int(60e9)
        for _ in range(4):
            conexion = viva.conexion_de(jugador.asiento)
            assert conexion is not None
            conexion.latido -= 8
            proceso().presencia.al_latir(viva, conexion)
            await hasta_que(lambda: not viva.ocupada)
        devuelto = sum(e.abierto for e in await eventos_de(mesa) if isinstance(e, ev.Reanudada))
        reanudadas = [e for e in await eventos_de(mesa) if isinstance(e, ev.Reanudada)]
        assert len(reanudadas) == 2 and devuelto
        conexion.latido -= 5
        assert [p for p, _ in proceso().presencia.perdidos_de(viva, False)] == [jugador.asiento]


async def test_quien_calla_falta_a_los_10_s_y_todos_lo_ven_antes_de_12() -> None:
    """EL9: con el socket abierto (teléfono dormido, señal perdida) o cerrado; la ronda pasa cada segundo."""
    async with jugando() as (_mesa, _jugadores, viva):
        conexion = viva.conexion_de(2)
        assert conexion is not None
        conexion.latido = proceso().lazo.time() - 9.5
        assert proceso().presencia.perdidos_de(viva, False) == []
        conexion.latido -= 0.6
        assert [p for p, _ in proceso().presencia.perdidos_de(viva, False)] == [2]
    assert max(presencia.SIN_LATIDO, SIN_SOCKET) + ronda.CADA <= 12


async def test_quien_se_va_queda_ausente_se_detiene_el_reloj_y_al_volver_se_reanuda() -> None:
    async with jugando() as (mesa, jugadores, viva):
        jugador = en_turno(jugadores)
        asiento = jugador.asiento
        await jugador.cerrar()
        otros = [j for j in jugadores if j is not jugador]
        await hasta_que(lambda: bool(viva.estado.detenido))
        for otro in otros:
            vista = await otro.hasta(3, viva.estado.num)
            assert 290_000 < vista["datos"]["ausentes"][asiento] <= 300_000
        adelantar(60)  # el reloj del turno no corre
        await asyncio.sleep(0.05)
        assert max(viva.estado.amarillas) == 0
        restaba = viva.estado.vence - viva.estado.detenido
        async with sentados(mesa) as vueltos:
            viva = await proceso().viva(mesa.pk)
            await hasta_que(lambda: not viva.estado.detenido)
            assert abs(viva.estado.vence - hora.ahora() - restaba) < 3_000
            assert vueltos


async def test_quien_no_vuelve_en_5_minutos_lleva_azul_una_vez() -> None:
    async with jugando() as (mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        adelantar(301)
        await hasta_que(lambda: viva.estado.fase is Fase.CERRADA)
        anuladas = [e for e in await eventos_de(mesa) if isinstance(e, ev.PartidaAnulada)]
        assert [(e.motivo, e.asiento, e.azul) for e in anuladas] == [("abandono", 2, 1)]
        cerrada = Mesa.objects.filter(pk=mesa.pk, estado=Mesa.Estado.CERRADA, culpable=2)
        async with asyncio.timeout(8):
            while not await cerrada.aexists():
                await asyncio.sleep(0.02)


async def test_si_caen_muchos_a_la_vez_la_falla_es_nuestra_y_no_hay_azul(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presencia, "FALLA_SOCKETS", 2)
    monkeypatch.setattr(presencia, "FALLA_MESAS", 1)
    async with jugando() as (_mesa, jugadores, viva):
        for jugador in jugadores[1:]:
            await jugador.cerrar()
        await hasta_que(lambda: all(viva.estado.ausentes[1:]))
        assert viva.estado.nuestras == 0b1110
        assert json.loads(publica(viva.estado, hora.ahora()))["abandonos"] == 0, "culpa nuestra no es abandono"
        adelantar(302)
        await hasta_que(lambda: viva.estado.fase is Fase.CERRADA)
        assert viva.estado.motivo == Motivo.CAIDA


async def matar_proceso() -> Proceso:
    """Muere sin avisar: nadie se despide y nadie late por él."""
    from enlinea.mesa import proceso as modulo

    muerto = proceso()
    await asyncio.sleep(0.1)
    await sync_to_async(procesos.latir)(muerto.id)
    modulo._por_lazo.clear()
    muerto.tareas.cancelar()
    muerto.relojero.parar()
    muerto.ronda.parar()
    return muerto


async def test_un_proceso_que_muere_no_cuesta_tarjetas_y_devuelve_el_tiempo() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        asiento = en_turno(jugadores).asiento
        muerto = await matar_proceso()
        hora._corrimiento += int(90e9)
        async with sentados(mesa):
            viva = await proceso().viva(mesa.pk)
            await hasta_que(lambda: viva.estado.vence > hora.ahora())
            assert max(viva.estado.amarillas) == 0
            assert 15_000 < viva.estado.vence - hora.ahora() <= 21_500
            assert asiento_de(viva.estado, asiento) == asiento
        muerto._escritor.parar()


async def test_si_este_proceso_se_detuvo_nadie_falta_por_no_haber_latido() -> None:
    """Congelado (máquina suspendida, disco trabado) no se oye a nadie: al despertar están los cuatro."""
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        viva, p = await proceso().viva(mesa.pk), proceso()
        await jugadores[3].cerrar()  # y quien iba a volver tampoco pudo
        await hasta_que(lambda: len(viva.conexiones) == 3)
        perdida = p.presencia._perdidas[mesa.pk, 3]
        perdida.gracia = SIN_SOCKET
        for segundos, faltan in ((18.0, 0), (0.0, 4)):
            p.pulso._ultimo = p.lazo.time() - 1 - segundos
            perdida.lazo -= 18
            for conexion in viva.conexiones:
                conexion.latido -= 18
            await p.ronda._dar()
            await hasta_que(lambda: not viva.ocupada)
            assert sum(1 for limite in viva.estado.ausentes if limite) == faltan


async def test_lo_que_estuvimos_caidos_no_cuenta_contra_los_cinco_minutos_del_ausente() -> None:
    async with jugando() as (mesa, jugadores, viva):
        await jugadores[2].cerrar()
        await hasta_que(lambda: bool(viva.estado.ausentes[2]))
        muerto = await matar_proceso()
        hora._corrimiento += int(400e9)
        viva = await proceso().viva(mesa.pk)
        await hasta_que(lambda: viva.estado.ausentes[2] > hora.ahora())
        assert 290_000 < viva.estado.ausentes[2] - hora.ahora() <= 301_000
        assert viva.estado.fase is Fase.JUGANDO
        muerto._escritor.parar()
    await soltar()


async def test_si_algo_tumba_la_ronda_vuelve_a_empezar(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa):
        ronda, veces = proceso().ronda, 0

        def tumbar(_mesa: MesaViva) -> None:
            nonlocal veces
            veces += 1
            if veces == 1:
                raise KeyError("algo que nadie esperaba")

        monkeypatch.setattr(ronda, "_cortar_lentos", tumbar)
        await hasta_que(lambda: veces > 2)
        assert "vuelve a empezar" in caplog.text


async def test_dos_procesos_vencen_el_mismo_plazo_y_hay_exactamente_una_tarjeta() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        uno = proceso()
        otro = Proceso()
        try:
            viva, espejo = await uno.viva(mesa.pk), await otro.viva(mesa.pk)
            espejo.conexiones |= viva.conexiones  # como si también los tuviera
            for cuantas in range(1, 6):
                hora._corrimiento += int((21.1 if cuantas == 1 else 5) * 1e9)
                for p, m in ((uno, viva), (otro, espejo)):
                    p.relojero.olvidar(m.id)
                    p.relojero._sonar(m)
                await hasta_que(lambda: not viva.ocupada and not espejo.ocupada)
                await hasta_que(lambda n=cuantas: max(viva.estado.amarillas) == max(espejo.estado.amarillas) == n)
            assert viva.estado == espejo.estado
            tarjetas = [e for e in await eventos_de(mesa) if isinstance(e, ev.Tarjeta)]
            assert [t.cual for t in tarjetas] == [1, 2, 3, 4, 5]
        finally:
            espejo.conexiones.clear()
            await otro.reposar()
            otro.parar()


async def test_lo_que_otro_proceso_confirmo_se_ve_aqui_en_un_segundo_aunque_se_pierda_el_aviso() -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        otro = Proceso()
        try:
            ajena = await otro.viva(mesa.pk)
            jugador = en_turno(jugadores)
            from uuid import uuid4

            from enlinea.mesa.viva import Pedido
            from reglas.mesa.ordenes import Tirar

            ficha = jugador.vista["yo"]["mano"][0]
            asiento = jugador.asiento
            ajena.pedir(Pedido(lambda _: Tirar(asiento, ficha, None), uuid4(), ajena.estado.num, asiento, None))
            await hasta_que(lambda: not ajena.ocupada)
            for cada in jugadores:
                assert (await cada.hasta(3, ajena.estado.num))["datos"]["cadena"][0] == ficha
        finally:
            await otro.reposar()
            otro.parar()


async def test_el_barrido_termina_la_mesa_que_nadie_atiende_sin_castigar() -> None:
    from enlinea.historial.servicios.huerfanas import mesas_huerfanas_terminar

    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        await comenzar(jugadores)
        await asyncio.sleep(0.2)
    assert await sync_to_async(mesas_huerfanas_terminar)() == 0

    def envejecer() -> None:
        base = diario.abrir()
        tabla = "UPDATE enlinea_diario SET instante = instante - 7200000"
        base._conexion.execute(tabla)  # type: ignore[attr-defined]
        base.cerrar()
        antes = FilaDeProceso.objects.get()
        FilaDeProceso.objects.create(arranque=1, latido=antes.latido)
        antes.latido = 1
        antes.save()
        from enlinea.models import Conexion

        Conexion.objects.update(instante=1)
        Mesa.objects.update(creada="2020-01-01T00:00:00Z")

    await sync_to_async(envejecer)()
    assert await sync_to_async(mesas_huerfanas_terminar)() == 1
    assert await sync_to_async(mesas_huerfanas_terminar)() == 0
    estado = replegar(await sync_to_async(diario.leer)(mesa.pk))
    assert (estado.fase, estado.motivo) == (Fase.CERRADA, Motivo.CAIDA)
    await sync_to_async(mesa.refresh_from_db)()
    assert mesa.estado == Mesa.Estado.CERRADA
    await soltar()


async def test_en_cada_ronda_se_comprueban_las_sesiones_de_una_parte_y_en_cinco_las_de_todos() -> None:
    estado = SimpleNamespace(num=7)
    mesas = [SimpleNamespace(id=n, conexiones={f"socket {n}"}, estado=estado) for n in range(1, 12)]
    vistas: list[str] = []
    for vuelta in range(preguntas.SESIONES_CADA):
        presentes = preguntas.Presentes(vuelta)
        for mesa in mesas:
            presentes.contar(mesa, (mesa.id, None), {})  # type: ignore[arg-type]
        assert len(presentes.conexiones) == len(mesas) > len(presentes.les_toca) > 0
        assert presentes.cuentas == {*range(1, 12)}
        assert presentes.sabidos == dict.fromkeys(range(1, 12), 7)
        vistas += presentes.les_toca  # type: ignore[arg-type]
    assert sorted(vistas) == sorted(f"socket {numero}" for numero in range(1, 12))

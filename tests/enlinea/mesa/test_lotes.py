"""El escritor del diario: confirma por grupos, y una conexión perdida no pierde ni dobla nada."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from uuid import UUID, uuid4

import psycopg
import pytest
from asgiref.sync import sync_to_async

from enlinea.diario import diario, lotes
from enlinea.diario.diario import Base
from enlinea.diario.lotes import ENTRO, NO_SE_PUDO, OTRO_SE_ADELANTO, EscritorDeLotes
from enlinea.diario.renglon import Llave, Renglon
from enlinea.mesa.proceso import proceso
from enlinea.models import id_al_azar
from tests.enlinea.mesa.sentados import NONCE, mesa_lista, sentados

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def renglon(mesa: int, num: int, id_orden: UUID | None = None, eventos: str = "[]") -> Renglon:
    return Renglon(mesa, num, id_orden or uuid4(), 0, 1, eventos, 1)


class QueFalla:
    """La base de verdad, con golpes: `antes` de confirmar o `despues`, cuando ya quedó y no se supo."""

    def __init__(self, golpes: list[str]) -> None:
        self.golpes = golpes
        self.de_verdad = diario.abrir()

    def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
        golpe = self.golpes.pop(0) if self.golpes else ""
        if golpe == "antes":
            raise psycopg.OperationalError("se cayó")
        entraron = self.de_verdad.anexar(lote)
        if golpe == "despues":
            raise psycopg.OperationalError("se cayó al confirmar")
        return entraron

    def __getattr__(self, nombre: str) -> object:
        return getattr(self.de_verdad, nombre)


async def confirmar(abrir: Callable[[], Base], renglones: list[Renglon]) -> list[int]:
    """Lo que se avisó de cada uno, en su orden."""
    lazo = asyncio.get_running_loop()
    escritor = EscritorDeLotes(abrir, lazo)
    quedo: dict[int, int] = {}
    listo = asyncio.Event()

    def anotar(cual: int, resultado: int) -> None:
        quedo[cual] = resultado
        if len(quedo) == len(renglones):
            listo.set()

    for cual, uno in enumerate(renglones):
        escritor.anexar(uno, lambda resultado, cual=cual: anotar(cual, resultado))
    async with asyncio.timeout(20):
        await listo.wait()
    escritor.parar()
    return [quedo[cual] for cual in range(len(renglones))]


async def test_uno_por_numero_y_uno_por_orden() -> None:
    mesa, orden = id_al_azar(), uuid4()
    quedo = await confirmar(
        diario.abrir, [renglon(mesa, 1, orden), renglon(mesa, 1), renglon(mesa, 2, orden), renglon(mesa, 2)]
    )
    assert quedo[0] + quedo[1] == ENTRO + OTRO_SE_ADELANTO
    assert [r.num for r in await sync_to_async(diario.leer)(mesa)] == [1, 2]


async def test_el_primero_no_espera_y_lo_que_llega_enseguida_se_junta(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lotes, "ENTRE_LOTES", 0.5)
    confirmados: list[int] = []

    class QueCuenta(QueFalla):
        def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
            confirmados.append(len(lote))
            return super().anexar(lote)

    lazo = asyncio.get_running_loop()
    escritor = EscritorDeLotes(lambda: QueCuenta([]), lazo)  # type: ignore[arg-type,return-value]
    mesa, listos = id_al_azar(), [asyncio.Event() for _ in range(6)]
    escritor.anexar(renglon(mesa, 1), lambda _: listos[0].set())
    async with asyncio.timeout(10):
        await listos[0].wait()
    for num in range(2, 7):
        escritor.anexar(renglon(mesa, num), lambda _, num=num: listos[num - 1].set())  # type: ignore[misc]
        await asyncio.sleep(0.01)
    async with asyncio.timeout(10):
        await asyncio.gather(*(listo.wait() for listo in listos))
    escritor.parar()
    assert confirmados == [1, 5]


class QueEspera(QueFalla):
    """La base de verdad, pero el lote de `lenta` no se confirma hasta que la suelten."""

    lenta = 0
    tomada, suelta = threading.Event(), threading.Event()

    def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
        if any(r.mesa == self.lenta for r in lote):
            self.tomada.set()
            assert self.suelta.wait(60)
        return super().anexar(lote)


@pytest.mark.parametrize(("a_la_vez", "primera"), [(1, "lenta"), (2, "otra")])
async def test_mientras_un_lote_espera_otro_hilo_confirma_el_siguiente(a_la_vez: int, primera: str) -> None:
    mesas = {"lenta": id_al_azar(), "otra": id_al_azar()}

    class Base(QueEspera):
        lenta, tomada, suelta = mesas["lenta"], threading.Event(), threading.Event()

    escritor = EscritorDeLotes(lambda: Base([]), asyncio.get_running_loop(), a_la_vez)  # type: ignore[arg-type,return-value]
    quedo: list[tuple[str, int]] = []
    oyo = asyncio.Event()
    for cual, mesa in mesas.items():
        escritor.anexar(renglon(mesa, 1), lambda como, cual=cual: (quedo.append((cual, como)), oyo.set()))  # type: ignore[misc]
        assert await asyncio.to_thread(Base.tomada.wait, 20)  # que sean dos lotes
    if primera == "otra":
        async with asyncio.timeout(20):
            await oyo.wait()
    else:
        await asyncio.sleep(0.3)
        assert quedo == []
    Base.suelta.set()
    assert await asyncio.to_thread(escritor.parar)
    await asyncio.sleep(0)
    assert quedo[0] == (primera, ENTRO) and {como for _, como in quedo} == {ENTRO} and len(quedo) == 2


async def test_al_parar_se_confirma_lo_encolado_y_acaban_todos_los_hilos() -> None:
    mesa, quedo = id_al_azar(), list[int]()
    escritor = EscritorDeLotes(diario.abrir, asyncio.get_running_loop(), 3)
    for num in range(1, 40):
        escritor.anexar(renglon(mesa, num), quedo.append)
    assert await asyncio.to_thread(escritor.parar) and await asyncio.to_thread(escritor.parar, 0.0)
    await asyncio.sleep(0)
    assert quedo == [ENTRO] * 39
    assert not [hilo for hilo in threading.enumerate() if hilo in escritor._hilos]
    assert len(await sync_to_async(diario.leer)(mesa)) == 39


@pytest.mark.parametrize("golpe", ["antes", "despues"])
async def test_la_conexion_perdida_al_confirmar_no_pierde_ni_dobla(golpe: str) -> None:
    mesa = id_al_azar()
    mios = [renglon(mesa, num) for num in range(1, 6)]
    golpes = [golpe]
    assert await confirmar(lambda: QueFalla(golpes), mios) == [ENTRO] * 5  # type: ignore[arg-type,return-value]
    assert [r.id_orden for r in await sync_to_async(diario.leer)(mesa)] == [r.id_orden for r in mios]


async def test_si_otro_se_adelanto_mientras_la_conexion_estaba_rota_no_es_nuestro() -> None:
    mesa = id_al_azar()
    await confirmar(diario.abrir, [renglon(mesa, 1)])
    golpes = ["antes"]
    assert await confirmar(lambda: QueFalla(golpes), [renglon(mesa, 1)]) == [OTRO_SE_ADELANTO]  # type: ignore[arg-type,return-value]


async def test_con_la_base_abajo_se_dice_que_no_se_pudo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lotes, "ESPERA_DE_RECONEXION", (0.01, 0.01))
    mesa = id_al_azar()
    mios = [renglon(mesa, num) for num in range(1, 4)]
    golpes = ["antes"] * 9
    assert await confirmar(lambda: QueFalla(golpes), mios) == [NO_SE_PUDO] * 3  # type: ignore[arg-type,return-value]
    assert await sync_to_async(diario.leer)(mesa) == []


async def test_si_avisar_a_una_mesa_falla_las_demas_del_lote_se_enteran_y_queda_dicho(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Se quedaban ocupadas para siempre: ni jugadas ni plazos."""
    monkeypatch.setattr(lotes, "ENTRE_LOTES", 0.3)
    lazo = asyncio.get_running_loop()
    escritor = EscritorDeLotes(diario.abrir, lazo)
    oyeron, todas = [], asyncio.Event()

    def oir(cual: int) -> None:
        oyeron.append(cual)
        if cual in (1, 3):
            raise KeyError(f"la mesa {cual}")
        if len(oyeron) == 6:
            todas.set()

    mesas = sorted(id_al_azar() for _ in range(6))
    for cual, mesa in enumerate(mesas):
        escritor.anexar(renglon(mesa, 1), lambda _, cual=cual: oir(cual))  # type: ignore[misc]
    async with asyncio.timeout(10):
        await todas.wait()
    escritor.parar()
    assert sorted(oyeron) == [*range(6)]
    assert "la mesa 1" in caplog.text and "la mesa 3" in caplog.text


async def test_la_mesa_que_falla_al_difundir_sigue_atendiendo(monkeypatch: pytest.MonkeyPatch) -> None:
    mesa = await sync_to_async(mesa_lista)()
    async with sentados(mesa) as jugadores:
        viva = await proceso().viva(mesa.pk)

        def falla(_pedido: object = None) -> None:
            raise KeyError("algo que nadie esperaba")

        with monkeypatch.context() as m:
            m.setattr(viva, "difundir", falla)
            await jugadores[1].mandar("nonce", nonce=NONCE)
            async with asyncio.timeout(10):
                while viva.estado.num < 2 or viva.ocupada:
                    await asyncio.sleep(0.01)
        assert (await jugadores[2].pedir("nonce", nonce=NONCE))["tipo"] == "acuse"


@pytest.mark.postgres
async def test_un_renglon_que_la_base_no_acepta_no_arrastra_a_los_demas() -> None:
    mesa = id_al_azar()
    malo = renglon(mesa, 2, eventos="\x00")
    assert await confirmar(diario.abrir, [renglon(mesa, 1), malo, renglon(mesa, 3)]) == [ENTRO, NO_SE_PUDO, ENTRO]


async def test_el_registro_no_cuenta_lo_que_traia_el_renglon(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EL8: PostgreSQL pone en el error el renglón entero, con las claves del reparto."""
    monkeypatch.setattr(lotes, "ESPERA_DE_RECONEXION", ())

    class Rechaza:
        def __init__(self, error: type[psycopg.Error]) -> None:
            self.error = error

        def anexar(self, lote: Sequence[Renglon]) -> set[Llave]:
            raise self.error("Failing row contains (1, 2, clave-secreta)")

        def cerrar(self) -> None: ...

    for error in (psycopg.errors.CheckViolation, psycopg.errors.NumericValueOutOfRange):
        esperado = await confirmar(lambda error=error: Rechaza(error), [renglon(id_al_azar(), 1)])  # type: ignore[misc]
        assert esperado == [NO_SE_PUDO]
        assert f"{error.__name__} {error.sqlstate}" in caplog.text
    assert "secreta" not in caplog.text

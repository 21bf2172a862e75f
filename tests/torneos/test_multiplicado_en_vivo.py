"""El embargo sobre los bytes: con una mesa cerrada y otra jugándose, nada de lo que sale dice las fichas (TO27)."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from enlinea.historial.consultas.partidas import historia_de_mesa
from enlinea.mesa.proceso import proceso, soltar
from enlinea.models import Reporte
from enlinea.moderacion.consultas import registro_de_la_partida
from reglas.fichas import TEXTOS
from reglas.mesa.tipos import Fase
from reglas.multiplicado import clave_de_partida, claves_de_mano, mano_comun, verificar_repartos
from reglas.suizo import individual
from reglas.suizo.tipos import Tipo
from reglas.suizo.verificacion.verificar import verificar_torneo
from suscripciones.models import Cuenta
from tests.enlinea.mesa.sentados import Jugador
from tests.torneos.formatos import abrir_muchos
from tests.torneos.multiplicado import TEXTO, dictada, multiplicado
from tests.torneos.salon import Salon
from tests.torneos.test_intranet import en_linea_de, puesto_de, tomar
from tests.torneos.test_intranet_en_vivo import comenzada, jugar, latiendo, sesion_con
from torneos import consultas
from torneos.consultas.multiplicado import mis_fichas
from torneos.models import Mesa

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.asyncio,
    pytest.mark.usefixtures("pocos_bastan"),
]
DE_TODOS = {
    "fase", "partida", "lugares", "mano", "marcador", "amarillas", "compromiso", "siguiente", "ausentes", "abandonos",
    "salidor", "turno", "cadena", "terminales", "quedan", "pases", "aviso", "cuentas", "listos", "votos", "ganadora",
    "motivo", "culpable", "resta",
}  # fmt: skip
PROPIO = {"asiento", "falta_nonce", "mano", "opciones", "reloj", "resta"}


@pytest.fixture(autouse=True)
def sin_pausas(settings: Any) -> None:
    settings.ENLINEA_PLAZOS = {"pase": 0, "nonce": 50, "plantilla": 200}


def montada() -> tuple[Salon, list[Mesa], list[list[str]]]:
    """Dos mesas con su texto dictado y la sesión de cada puesto."""
    salon = multiplicado(previstas=1)
    dictada(salon)
    mesas = salon.mesas()
    return salon, mesas, [[sesion_con(tomar(salon, puesto_de(m, a))) for a in range(4)] for m in mesas]


@asynccontextmanager
async def en_el_salon() -> AsyncIterator[tuple[Salon, list[Mesa], list[list[Jugador]]]]:
    salon, mesas, sesiones = await sync_to_async(montada)()
    sentados = [
        [await Jugador(en_linea_de(m), s, ruta="puesto").abrir() for s in suyas]
        for m, suyas in zip(mesas, sesiones, strict=True)
    ]
    try:
        async with latiendo([j for cuatro in sentados for j in cuatro]):
            yield salon, mesas, sentados
    finally:
        for jugador in [j for cuatro in sentados for j in cuatro]:
            await jugador.cerrar()
        await soltar()
        await asyncio.sleep(0)


def secretos_de(salon: Salon, manos: int) -> list[str]:
    """Lo que nadie puede recibir: las claves de donde salen todas las fichas."""
    t = salon.fila
    clave = clave_de_partida(t.clave_de_repartos, 1)
    de_manos = [uno for k in range(1, manos + 3) for uno in (*claves_de_mano(clave, k)[0], claves_de_mano(clave, k)[1])]
    return [t.clave_de_repartos, clave, *de_manos]


def sin_secretos(dicho: Iterable[str], secretos: Iterable[str]) -> None:
    todo = "\n".join(dicho)
    assert not [s for s in secretos if s in todo]
    assert not [que for que in ('"fin":{', '"repartidas"', '"sobran"', '"reparto"', '"sorteo"') if que in todo]


def paginas(salon: Salon) -> dict[str, str]:
    """Todo lo que hay del torneo, visto por cualquiera y por quien lo organiza."""
    codigo, p = salon.fila.codigo, 1
    numero = salon.mesas()[0].asientos.get(lugar=0).jugador.numero
    rutas = [
        reverse(f"torneos:{n}", args=[codigo]) for n in ("publica", "tabla", "tabla_csv", "tele", "acta", "buscar")
    ]
    rutas += [reverse(f"torneos:{n}", args=[codigo, p]) for n in ("partida", "mesas_csv", "alfabetico", "repartos")]
    rutas += [reverse("torneos:donde", args=[codigo, numero]), reverse("torneos:fichas", args=[codigo, p, numero])]
    manda = [reverse(f"torneos:{n}", args=[codigo]) for n in ("control", "emparejar", "registro", "rastro", "captura")]
    manda += [reverse("torneos:mesa_de_control", args=[codigo, p, m.numero]) for m in salon.mesas()]
    de_mesa = [reverse("torneos:mesa", args=[m.clave]) for m in salon.mesas()]
    organiza = Client()
    organiza.force_login(Cuenta.objects.get(pk=salon.organiza.cuenta_id))
    vistas = {f"anónima {r}": Client().get(r).content.decode() for r in rutas + de_mesa}
    return vistas | {f"organiza {r}": organiza.get(r).content.decode() for r in rutas + manda + de_mesa}


def ninguna_ficha(vistas: list[dict[str, Any]]) -> None:
    """De su mesa, lo tirado y lo propio; de lo que no se tiró, nada."""
    for v in vistas:
        assert set(v["datos"]) <= DE_TODOS and set(v["yo"]) <= PROPIO, (set(v["datos"]), set(v["yo"]))
        assert v["yo"]["falta_nonce"] is False


async def hasta_que(condicion: Any) -> None:
    while not await sync_to_async(condicion)():
        await asyncio.sleep(0.02)


async def test_de_una_mesa_cerrada_no_sale_nada_hasta_que_cierra_la_ultima() -> None:
    async with en_el_salon() as (salon, (una, otra), (de_una, de_otra)):
        await asyncio.gather(comenzada(de_una), comenzada(de_otra))
        primeras = [[j.vista["yo"]["mano"] for j in cuatro] for cuatro in (de_una, de_otra)]
        clave = clave_de_partida((await sync_to_async(lambda: salon.fila)()).clave_de_repartos, 1)
        debida = mano_comun(clave, TEXTO, 1)
        assert primeras[0] == primeras[1] == [sorted(suyas) for suyas in debida.reparto]
        # una juega entera; en la otra sólo tira quien salió
        sale = de_otra[debida.salidor]
        ficha, extremo = sale.vista["yo"]["opciones"][0]
        assert (await sale.pedir("tirar", ficha=ficha, extremo=extremo))["tipo"] == "acuse"
        await asyncio.gather(*(jugar(j, random.Random(n)) for n, j in enumerate(de_una)))
        await hasta_que(lambda: Mesa.objects.get(pk=una.pk).cerrada)
        manos = len(proceso().vivas[en_linea_de(una)].estado.cuentas)
        assert (await sync_to_async(salon.actual)()).levantada is None

        # quien vuelve a entrar a la cerrada tampoco ve más
        vuelve = await Jugador(en_linea_de(una), de_una[0].sesion, ruta="puesto").abrir()
        await vuelve.hasta(Fase.FIN_DE_PARTIDA)
        todos = [*de_una, *de_otra, vuelve]
        secretos = await sync_to_async(secretos_de)(salon, manos)
        sin_secretos([crudo for j in todos for crudo in j.crudos], secretos)
        for j in todos:
            ninguna_ficha([m for m in j.mensajes if m["tipo"] == "vista"])
        vistas = await sync_to_async(paginas)(salon)
        assert len(vistas) > 25
        sin_secretos(vistas.values(), secretos)
        assert not [
            ruta for ruta, html in vistas.items() if 'class="mis-fichas' in html or 'class="mis-jugadas' in html
        ]
        for mesa in (una, otra):
            en_linea = en_linea_de(mesa)
            assert await sync_to_async(historia_de_mesa)(en_linea, -1) is None
            assert await sync_to_async(registro_de_la_partida)(Reporte(mesa_id=en_linea, numero=1)) is None
        await vuelve.cerrar()

        await asyncio.gather(*(jugar(j, random.Random(9 + n)) for n, j in enumerate(de_otra)))
        await hasta_que(lambda: salon.actual().levantada)
        # ya levantado, por el socket sigue sin salir y por su página sí
        sin_secretos([crudo for j in de_otra for crudo in j.crudos], secretos)
        despues = await sync_to_async(paginas)(salon)
        (repartos,) = [html for ruta, html in despues.items() if ruta.startswith("anónima") and "repartos" in ruta]
        assert verificar_repartos(json.loads(repartos))["manos"] >= manos
        assert 'class="mis-fichas' in "".join(despues.values())


MESAS, DE_A = 64, 8


def montadas() -> tuple[Salon, list[Mesa], list[list[str]]]:
    salon = abrir_muchos(4 * MESAS, intranet=True, tipo=Tipo.MULTIPLICADO, previstas=1)
    salon.pedir("puestos_poner", por_zona=MESAS)
    dictada(salon)
    mesas = salon.mesas()
    return salon, mesas, [[sesion_con(tomar(salon, puesto_de(m, a))) for a in range(4)] for m in mesas]


async def jugar_por_sus_sockets(mesa: Mesa, sesiones: list[str], semilla: int) -> list[Jugador]:
    """Cuatro clientes exactos, hasta el final; se quedan con todo lo que les llegó."""
    cuatro = [await Jugador(en_linea_de(mesa), s, ruta="puesto").abrir() for s in sesiones]
    await comenzada(cuatro)
    await asyncio.gather(*(jugar(j, random.Random(10 * semilla + n)) for n, j in enumerate(cuatro)))
    return cuatro


@pytest.mark.noche
async def test_de_noche_sesenta_y_cuatro_mesas_exactas(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Mismo reparto y salidor en toda mano, ni un octeto antes de tiempo y una comparación que cuadra."""
    settings.ENLINEA_PLAZOS = {**settings.ENLINEA_PLAZOS, "ausencia": 3_600_000}
    monkeypatch.setattr(individual, "PATADAS", ((256, 5),))
    salon, mesas, sesiones = await sync_to_async(montadas)()
    jugaron: list[list[Jugador]] = []
    try:
        for de in range(0, MESAS - 1, DE_A):
            lote = range(de, min(de + DE_A, MESAS - 1))
            jugaron += await asyncio.gather(*(jugar_por_sus_sockets(mesas[n], sesiones[n], n) for n in lote))
        await hasta_que(lambda: Mesa.objects.filter(partida__torneo=salon.torneo_id, cerrada=None).count() == 1)
        assert not (await sync_to_async(salon.actual)()).levantada
        manos = max(len(proceso().vivas[en_linea_de(m)].estado.cuentas) for m in mesas[:-1])
        secretos = await sync_to_async(secretos_de)(salon, manos)
        sin_secretos([c for cuatro in jugaron for j in cuatro for c in j.crudos], secretos)
        sin_secretos((await sync_to_async(paginas)(salon)).values(), secretos)
        jugaron.append(await jugar_por_sus_sockets(mesas[-1], sesiones[-1], MESAS))
        sin_secretos([c for j in jugaron[-1] for c in j.crudos], secretos)
        await hasta_que(lambda: salon.actual().levantada)
    finally:
        for jugador in [j for cuatro in jugaron for j in cuatro]:
            await jugador.cerrar()
        await soltar()
        await asyncio.sleep(0)
    await sync_to_async(todo_cuadra)(salon, mesas, jugaron)


def todo_cuadra(salon: Salon, mesas: list[Mesa], jugaron: list[list[Jugador]]) -> None:
    """Con lo que se reveló a todos, y sin mirar la base: lo que vio cada cliente y lo que dice cada página."""
    ruta = reverse("torneos:repartos", args=[salon.fila.codigo, 1])
    acta = json.loads(Client().get(ruta).content)
    assert verificar_repartos(acta)["compromiso"] == consultas.estado_de(salon.torneo_id).huellas[0]
    for cuatro in jugaron:
        for asiento, j in enumerate(cuatro):
            vistas = {v["datos"]["mano"]: v for v in reversed(j.mensajes) if empieza(v)}
            assert vistas
            for k, v in vistas.items():
                debida = acta["manos"][k - 1]
                assert v["datos"]["salidor"] == debida["salidor"]
                assert [TEXTOS[f] for f in v["yo"]["mano"]] == debida["reparto"][asiento]
    for k in range(1, len(acta["manos"]) + 1):
        for mesa in mesas:
            numeros = list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))
            vistas_de = [mis_fichas(salon.torneo_id, 1, n, k) for n in numeros]
            sacaron = [v.mesas[0].sacaron for v in vistas_de if v is not None and v.mano == k]
            if sacaron and sacaron[0]:
                assert Decimal(sacaron[0]) + Decimal(sacaron[1]) == 100 and sacaron[:2] == sacaron[2:]
    salon.pedir("partida_cerrar", partida=1)
    assert verificar_torneo(consultas.acta_del_torneo(salon.torneo_id))["faltas"] == []


def empieza(mensaje: dict[str, Any]) -> bool:
    """Una vista de cuando todavía se tienen las siete."""
    return mensaje["tipo"] == "vista" and mensaje["datos"]["fase"] == Fase.JUGANDO and len(mensaje["yo"]["mano"]) == 7

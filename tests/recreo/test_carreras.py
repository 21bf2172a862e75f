"""Dos órdenes a la vez, con conexiones de verdad: gana exactamente una, la otra lo sabe, y nada se pierde ni se dobla.

Cada carrera corre en SQLite (que pone las escrituras en fila) y en PostgreSQL (que no).
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from recreo import servicios
from recreo.consultas import version as consultas_de_version
from recreo.identidad import Quien
from recreo.models import Anotacion, Discrepancia, Mesa, Partida, PaseDeMesa
from reglas.tipos import Desenlace
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez, codigos, cuenta_exacta
from tests.recreo.mesa import DOSCIENTOS, Mesero, dominada, manos, nombra_coorganizador, recreo_de

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("base_de_carrera")]

CO = 2


def mesa_lista(tamano: int = 8, meta: Any = DOSCIENTOS) -> Mesero:
    """Mesa 1 lista para anotar por el 1; el 2 coorganiza. Las demás mesas siguen abiertas."""
    with transaction.atomic():
        m = recreo_de(tamano, meta)
        nombra_coorganizador(m, CO)
        m.prepara()
    return m


def anotar(m: Mesero, por: int, tantos: int, **extra: Any) -> Callable[[], Any]:
    x = dominada(0, tantos)
    datos = {"partida": 1, "mesa": 1, "mano": 1, "revision": 0} | extra
    return partial(
        m.orden, servicios.mano_anotar, por, **datos, desenlace=x.desenlace, pareja=x.pareja, tantos=x.tantos
    )


def test_dos_anotan_la_misma_mano_a_la_vez_y_queda_exactamente_una() -> None:
    m = mesa_lista()
    for _vuelta in range(vueltas()):
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(anotar(m, 1, 35), anotar(m, CO, 40))
        assert codigos(quedo) == ["mano_ya_anotada", "ok"]
        perdio = next(r for r in quedo if isinstance(r, Exception))
        (mano,) = m.mesa().manos
        gano = 35 if perdio is quedo[1] else 40
        assert mano.datos.tantos == gano == perdio.datos["tantos"]
        assert perdio.datos["nombres"] == ["Memo", "Beto"]
        m.orden(servicios.mano_borrar, partida=1, mesa=1, mano=1, revision=mano.revision)


def test_dos_corrigen_la_misma_revision_a_la_vez_y_queda_exactamente_una() -> None:
    m = mesa_lista()
    m.anota(dominada(0, 10))
    for revision in range(1, vueltas() + 1):
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(anotar(m, 1, 35, revision=revision), anotar(m, CO, 40, revision=revision))
        assert codigos(quedo) == ["mano_ya_anotada", "ok"]
    assert m.mesa().manos[0].revision == revision + 1


def test_la_misma_orden_enviada_cuatro_veces_a_la_vez_se_aplica_una_y_todas_reciben_lo_mismo() -> None:
    m = mesa_lista()
    for _vuelta in range(vueltas()):
        antes = Anotacion.objects.count()
        orden = anotar(m, 1, 35, id_orden=uuid4())
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(orden, orden, orden, orden)
        assert codigos(quedo) == ["ok"] * 4
        assert [r.repetida for r in quedo].count(False) == 1
        assert len({str(r.datos) for r in quedo}) == 1
        assert Anotacion.objects.count() == antes + 1
        m.orden(servicios.mano_borrar, partida=1, mesa=1, mano=1, revision=m.mesa().manos[0].revision)


def reabrir(m: Mesero, quedan: int, **como: Any) -> None:
    """Deja la mesa como antes de la carrera, sin pasar por los servicios."""
    limpio = {"fin": None, "cerrada": None, "cerrada_por": "", "motivo": ""} | como
    Mesa.objects.filter(pk=m.fila_mesa().pk).update(**limpio)
    Anotacion.objects.filter(mesa=m.fila_mesa(), mano__gt=quedan).delete()
    Anotacion.objects.filter(mesa=m.fila_mesa(), borrada=True).delete()


def test_el_organizador_suspende_mientras_se_anota_y_nunca_cierra_lo_que_no_vio() -> None:
    m = mesa_lista()
    m.anota_todo(manos(50, 20))
    for _vuelta in range(vueltas()):
        suspende = partial(m.orden, servicios.mesa_suspender, CO, partida=1, mesa=1, anotadas=2)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(suspende, anotar(m, 1, 15, mano=3))
        vista = m.mesa()
        cerro = vista.cerrada is not None
        assert codigos(quedo) == (["mesa_cerrada", "ok"] if cerro else ["mesa_cambio", "ok"])
        assert len(vista.manos) == (2 if cerro else 3)
        reabrir(m, 2)


def test_el_anotador_deshace_mientras_el_organizador_cierra_y_vale_una_de_las_dos() -> None:
    m = mesa_lista()
    m.anota_todo(manos(200, 20))
    m.orden(servicios.mesa_confirmar, partida=1, mesa=1)
    confirmada = m.fila_mesa().confirmada
    cuantas = len(m.mesa().manos)
    for _vuelta in range(vueltas()):
        cierra = partial(m.orden, servicios.mesa_cerrar, CO, partida=1, mesa=1, ganadora=0, anotadas=m.mesa().anotadas)
        deshace = partial(m.orden, servicios.mano_borrar, partida=1, mesa=1, mano=cuantas, revision=1)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(cierra, deshace)
        vista = m.mesa()
        if vista.cerrada:
            assert codigos(quedo) == ["mesa_cerrada", "ok"]
            assert (len(vista.manos), vista.resultado.ganadora) == (cuantas, 0)
        else:
            assert codigos(quedo) == ["no_llegan_a_la_meta", "ok"]
            assert (len(vista.manos), vista.confirmada) == (cuantas - 1, None)
        reabrir(m, cuantas, confirmada=confirmada)


def test_dos_cierran_la_misma_mesa_a_la_vez_y_se_cierra_una_vez() -> None:
    m = mesa_lista()
    m.anota_todo(manos(200, 20))
    m.orden(servicios.mesa_confirmar, partida=1, mesa=1)
    cuantas = len(m.mesa().manos)
    for _vuelta in range(vueltas(10)):
        datos = {"partida": 1, "mesa": 1, "ganadora": 0, "anotadas": m.mesa().anotadas}
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.mesa_cerrar, por, **datos) for por in (1, CO)))
        assert codigos(quedo) == ["mesa_cerrada", "ok"]
        reabrir(m, cuantas)


def test_las_dos_ultimas_mesas_se_cierran_a_la_vez_y_la_partida_se_cierra_una_vez() -> None:
    """Si cada quien viera abierta la mesa del otro, nadie cerraría la partida."""
    for _vuelta in range(vueltas(5)):
        m = mesa_lista()
        with transaction.atomic():
            m.prepara(1, 2)
            for mesa in (1, 2):
                m.anota_todo(manos(30, 10), 1, mesa)
        cerrar = [partial(m.orden, servicios.mesa_suspender, partida=1, mesa=n, anotadas=2) for n in (1, 2)]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*cerrar)
        assert codigos(quedo) == ["ok", "ok"]
        assert sorted(r.datos["partida_cerrada"] for r in quedo) == [False, True]
        assert Partida.objects.get(recreo_id=m.id).termino is not None


def test_dos_coorganizadores_inician_la_siguiente_partida_a_la_vez_y_se_abre_una() -> None:
    m = mesa_lista(4)
    Mesa.objects.filter(partida__recreo_id=m.id).update(fin="tiempo", cerrada=timezone.now())
    for _vuelta in range(vueltas()):
        inicia = [partial(m.orden, servicios.partida_siguiente, por, partida=2) for por in (1, CO)]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*inicia)
        assert codigos(quedo) == ["ok", "partida_ya_iniciada"]
        assert [p.numero for p in m.estado.partidas] == [1, 2]
        assert len(m.estado.partidas[1].mesas) == 1
        Mesa.objects.filter(partida__recreo_id=m.id, partida__numero=2).delete()
        Partida.objects.filter(recreo_id=m.id, numero=2).delete()


def test_dos_resuelven_la_misma_discrepancia_a_la_vez_y_vale_una() -> None:
    m = mesa_lista()
    m.anota(dominada(0, 35))
    otra = {"partida": 1, "mesa": 1, "mano": 1, "desenlace": Desenlace.DOMINADA, "pareja": 1}
    for vuelta in range(vueltas()):
        antes = m.mesa().manos[0].datos
        tantos = 40 + vuelta % 2
        m.orden(servicios.discrepancia_proponer, 3, **otra, tantos=tantos)
        (cual,) = m.mesa().discrepancias
        acepta = partial(m.orden, servicios.discrepancia_resolver, 1, discrepancia=cual.id, acepta=True)
        niega = partial(m.orden, servicios.discrepancia_resolver, CO, discrepancia=cual.id, acepta=False)
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(acepta, niega)
        assert codigos(quedo) == ["discrepancia_resuelta", "ok"]
        acepto = Discrepancia.objects.get(pk=cual.id).aceptada
        assert acepto is (not isinstance(quedo[0], Exception))
        ahora = m.mesa().manos[0].datos
        assert ahora.tantos == tantos if acepto else ahora == antes


def test_dos_telefonos_reclaman_el_mismo_lugar_a_la_vez_y_entra_uno() -> None:
    with transaction.atomic():
        m = recreo_de(6, entran=False)
    for vuelta in range(vueltas()):
        telefonos = [Quien(llave=f"telefono-{lado}-{vuelta}") for lado in "ab"]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.jugador_reclamar, t, numero=3) for t in telefonos))
        assert codigos(quedo) == ["lugar_ocupado", "ok"]
        gano = telefonos[isinstance(quedo[0], Exception)]
        assert m.estado.jugadores[3].llave == gano.llave
        m.orden(servicios.jugador_liberar, numero=3)


def test_dos_telefonos_usan_el_mismo_pase_a_la_vez_y_anota_uno() -> None:
    m = mesa_lista()
    for _vuelta in range(vueltas(10)):
        clave = m.orden(servicios.mesa_pasar, partida=1, mesa=1).datos["clave"]
        with cuenta_exacta(m) as quedo:
            quedo += a_la_vez(*(partial(m.orden, servicios.mesa_recibir, por, clave=clave) for por in (3, 4)))
        assert codigos(quedo) == ["ok", "pase_invalido"]
        assert m.mesa().anotador == (4 if isinstance(quedo[0], Exception) else 3)
        assert PaseDeMesa.objects.get(clave=clave).usado


def test_dos_barridos_a_la_vez_cancelan_cada_recreo_una_vez() -> None:
    with transaction.atomic():
        a, b = recreo_de(4), recreo_de(4)
    ahora = timezone.now() + timedelta(days=8)
    versiones = consultas_de_version.versiones([a.id, b.id])
    barrido = partial(servicios.recreos_ociosos_cancelar, ahora)
    assert sum(a_la_vez(barrido, barrido)) == 2
    assert consultas_de_version.versiones([a.id, b.id]) == {pk: v + 1 for pk, v in versiones.items()}


def test_mirar_mientras_se_anota_siempre_da_un_estado_que_se_puede_calcular() -> None:
    m = mesa_lista()

    def anotan() -> None:
        for mano in range(1, 7):
            m.anota(dominada(mano % 2, 30), mano=mano, revision=0)
        m.anota(dominada(0, 110))
        m.cierra()

    def miran() -> list[int]:
        vistas = []
        for _vez in range(40):
            estado = m.estado
            assert estado.clasificaciones is not None
            assert [mano.numero for mano in estado.partidas[0].mesas[0].manos] == list(
                range(1, len(estado.partidas[0].mesas[0].manos) + 1)
            )
            vistas.append(estado.version)
        return vistas

    _nada, vistas = a_la_vez(anotan, miran)
    assert vistas == sorted(vistas)
    assert m.mesa().resultado.ganadora == 0

"""Lo que se le pregunta al diario de muchas mesas a la vez."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import connection

from enlinea.diario import diario
from enlinea.diario.diario import ESQUEMA, Base, ErrorDeBase, ErrorDeDato
from enlinea.diario.insercion import DE_UNA
from enlinea.diario.renglon import Renglon
from enlinea.models import Mesa, id_al_azar
from reglas.mesa.ordenes import Anular, Salir
from reglas.mesa.tipos import Fase, Motivo
from reglas.tipos import Meta
from tests.enlinea.mesas import renglones_de
from tests.reglas.ayudas import RAIZ
from tests.reglas.partidas import MesaDePrueba

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def base():
    abierta = diario.abrir()
    yield abierta
    abierta.cerrar()


def escribir(base: Base, mesa: int, juego: MesaDePrueba) -> int:
    """Su diario; devuelve el último `num`."""
    base.anexar(renglones_de(Mesa(pk=mesa), juego))
    return len(juego.renglones)


def test_adelantadas_son_las_que_van_mas_alla_de_lo_que_se_les_sabe(base):
    mesas = [id_al_azar() for _ in range(4)]
    ultimos = [escribir(base, mesa, MesaDePrueba(Meta.CIEN, semilla=n).comenzar()) for n, mesa in enumerate(mesas[:3])]
    sabidos = {mesas[0]: ultimos[0], mesas[1]: ultimos[1] - 1, mesas[2]: 0, mesas[3]: 0}
    assert base.adelantadas(sabidos) == {mesas[1]: ultimos[1], mesas[2]: ultimos[2]}
    assert base.adelantadas({}) == {}


def test_cerradas_son_las_que_su_ultimo_renglon_cierra(base):
    cerrada, anulada, a_medias, terminada, sin_diario = (id_al_azar() for _ in range(5))
    dejada = MesaDePrueba(Meta.CIEN).comenzar().acabar_partida()
    dejada.pedir(Salir(0))
    assert dejada.mesa.fase is Fase.CERRADA
    escribir(base, cerrada, dejada)
    caida = MesaDePrueba(Meta.CIEN).comenzar()
    caida.pedir(Anular(Motivo.CAIDA))
    escribir(base, anulada, caida)
    escribir(base, a_medias, MesaDePrueba(Meta.CIEN).comenzar())
    escribir(base, terminada, MesaDePrueba(Meta.CIEN).comenzar().acabar_partida())
    assert set(base.cerradas([a_medias, cerrada, terminada, anulada, sin_diario])) == {cerrada, anulada}
    assert base.cerradas([]) == []


RAROS = ('[["á", "\\"},{", "🁫"]]', "{NULL,'; --}", "", "\n\t\\N")


def test_un_lote_de_cualquier_tamano_entra_como_se_dio_y_dice_cuales(base: Base) -> None:
    """También los que no caben en una orden, con uno que ya estaba y otro que repite su orden."""
    mesas = sorted(id_al_azar() for _ in range(2 * DE_UNA + 3))
    lote = [Renglon(m, 1, uuid4(), n % 5 - 1, ESQUEMA, RAROS[n % len(RAROS)], n) for n, m in enumerate(mesas)]
    ya_estaba = lote[DE_UNA + 1]._replace(id_orden=uuid4())
    assert base.anexar([ya_estaba]) == {ya_estaba[:3]}
    repite = lote[0]._replace(num=2)
    entran = [renglon for renglon in lote if renglon.mesa != ya_estaba.mesa]
    assert base.anexar(sorted([*lote, repite])) == {renglon[:3] for renglon in entran}
    assert [base.leer(renglon.mesa) for renglon in entran] == [[renglon] for renglon in entran]
    assert base.leer(ya_estaba.mesa) == [ya_estaba]


@pytest.mark.postgres
def test_lo_que_postgres_rechaza_se_dice_y_la_conexion_sigue_hasta_que_se_pierde() -> None:
    base = diario.EnPostgres(connection.get_connection_params())
    bueno = Renglon(id_al_azar(), 1, uuid4(), 0, ESQUEMA, "[]", 1)
    for malo in (bueno._replace(num=2**31), bueno._replace(eventos="[\0]")):
        with pytest.raises(ErrorDeDato):
            base.anexar([malo])
    assert base.anexar([bueno]) == {bueno[:3]}
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [base._conexion.info.backend_pid])
    for _ in range(2):
        with pytest.raises(ErrorDeBase):
            base.anexar([bueno])
    base.cerrar()


@pytest.mark.postgres
def test_la_conexion_del_diario_lleva_lo_que_pide_la_direccion_de_la_base() -> None:
    """Se quedaba sin `sslmode`: por ahí van las claves del reparto (EL8)."""
    pedido = {"sslmode": "disable", "application_name": "diario", "keepalives_idle": 7}
    base = diario.EnPostgres(connection.get_connection_params() | pedido)
    try:
        lleva = base._conexion.info.get_parameters()
        assert lleva.items() >= {"sslmode": "disable", "application_name": "diario", "keepalives_idle": "7"}.items()
        assert lleva.items() >= {"connect_timeout": "10", "tcp_user_timeout": "20000"}.items()
        assert "statement_timeout" in lleva["options"]
    finally:
        base.cerrar()


def test_en_sqlite_nace_con_paginas_chicas_y_el_de_antes_conserva_las_suyas(tmp_path: Path) -> None:
    """Cada renglón escribe enteras las páginas que toca: con las de 4 KB iba al disco más del doble."""
    grandes = tmp_path / "de-antes"
    with closing(sqlite3.connect(grandes)) as antes:
        antes.executescript(f"PRAGMA page_size=4096; PRAGMA journal_mode=WAL; {diario.DEFINICION_SQLITE}")
    for archivo, pagina in ((tmp_path / "nuevo", diario.PAGINA), (grandes, 4096)):
        base = diario.EnSqlite(str(archivo))
        mesa = id_al_azar()
        ultimo = escribir(base, mesa, MesaDePrueba(Meta.CIEN).comenzar())
        base.cerrar()
        with closing(sqlite3.connect(archivo)) as abierta:
            assert abierta.execute("PRAGMA page_size").fetchone() == (pagina,)
            assert abierta.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert abierta.execute("SELECT max(num) FROM enlinea_diario WHERE mesa = ?", (mesa,)).fetchone() == (
                ultimo,
            )


def test_en_sqlite_dos_que_lo_estrenan_a_la_vez_caben(tmp_path: Path) -> None:
    """También el que vuelve de un respaldo: pasar a WAL no espera a quien va a escribir."""
    archivo = tmp_path / "diario"
    with closing(sqlite3.connect(archivo, isolation_level=None, check_same_thread=False)) as otro:
        otro.execute("CREATE TABLE otra (x)")
        otro.execute("BEGIN IMMEDIATE")
        suelta = threading.Timer(0.4, otro.execute, ["COMMIT"])
        suelta.start()
        base = diario.EnSqlite(str(archivo))
        suelta.join()
        base.cerrar()
    with closing(sqlite3.connect(archivo)) as abierta:
        assert abierta.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_hay_diarios_dorados_del_esquema_que_se_escribe() -> None:
    """Cambiar el esquema sin guardar los suyos dejaría sin prueba que la versión que sigue los lee."""
    guardados = {carpeta.name for carpeta in (RAIZ / "tests" / "datos" / "enlinea").iterdir()}
    con_hechos_de_mas = {"diario_otros_juegos", "diario_multiplicado"}
    assert guardados - con_hechos_de_mas == {f"diario_esquema_{n}" for n in range(1, ESQUEMA + 1)}

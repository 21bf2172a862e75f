"""La proyección: cada partida acabada queda guardada una sola vez, con su acta si llegó a la meta (EL10)."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from config.vivo.tareas import del_barrido
from enlinea.convivencia.servicios.tarjetas import tarjetas_faltantes_proyectar
from enlinea.diario import diario
from enlinea.diario.diario import leer_eventos
from enlinea.historial.servicios import historia
from enlinea.historial.servicios.historia import historias_faltantes_guardar, mesa_proyectar, mesas_proyectar
from enlinea.models import (
    Analisis,
    CambioDeInscripcion,
    Clasificado,
    Jugador,
    Mesa,
    Partida,
    PuntosDePartida,
    TablaDeClasificacion,
)
from reglas.historia import acta_de, partidas_de
from reglas.mesa import ordenes as o
from reglas.mesa.estado import Mesa as EstadoDeMesa
from reglas.mesa.tipos import Eleccion, Modo, Motivo
from reglas.tipos import Meta
from reglas.verificacion import verificar_partida
from tests.enlinea.mesas import NOMBRES, al_diario, de_prueba, los_cuatro, renglones_de, sentar, suscriptor

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("meta", list(Meta))
@pytest.mark.parametrize("modo", [Modo.NORMAL, Modo.SIN_PRISA])
def test_la_partida_que_llego_a_la_meta_se_guarda_con_acta_verificable(meta, modo):
    mesa = sentar(los_cuatro(), meta, modo)
    juego = de_prueba(mesa).comenzar().acabar_partida()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 1
    partida = Partida.objects.get()
    assert partida.finalizada and partida.numero == 1
    assert (partida.ganadora, partida.causante, partida.motivo) == (juego.mesa.ganadora, -1, "")
    assert (partida.manos_0, partida.manos_1) == juego.mesa.ganadas
    assert (partida.tantos_0, partida.tantos_1) == ((0, 0) if meta is Meta.JUEGOS_GANADOS else juego.mesa.tantos)
    assert partida.inicio == datetime.fromtimestamp(juego.mesa.inicio / 1000, tz=UTC)
    assert partida.fin > partida.inicio
    informe = verificar_partida(partida.acta)
    assert (informe["estado"], informe["ganadora"]) == ("terminada", partida.ganadora)
    assert partida.acta["asientos"] == list(NOMBRES)
    assert all("ms" in jugada for mano in partida.acta["manos"] for jugada in mano["jugadas"])
    assert all("sorteo" in mano for mano in partida.acta["manos"])


def test_guardar_otra_vez_no_cambia_nada():
    mesa = sentar(los_cuatro())
    renglones = renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida())
    assert mesa_proyectar(mesa.pk, renglones) == 1
    assert mesa_proyectar(mesa.pk, renglones) == 0
    assert (Partida.objects.count(), Jugador.objects.count()) == (1, 4)


def test_en_curso_no_se_guarda_y_luego_si():
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 0
    assert not Partida.objects.exists()
    juego.acabar_partida()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 1


def test_tras_la_revancha_cada_quien_en_su_asiento_de_esa_partida():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa, 2).comenzar().acabar_partida().votar(Eleccion.REVANCHA).acabar_partida()
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 2
    segunda = Partida.objects.get(mesa=mesa, numero=2)
    orden = list(segunda.jugadores.order_by("asiento").values_list("cuenta_id", "nombre"))
    assert orden == [(cuentas[i].pk, NOMBRES[i]) for i in (2, 1, 0, 3)]
    assert segunda.acta["asientos"] == [NOMBRES[i] for i in (2, 1, 0, 3)]


@pytest.mark.parametrize("estaba", [True, False], ids=["ya-estaba-la-primera", "faltaba-la-primera"])
def test_desde_la_ultima_partida_da_lo_mismo_que_desde_el_principio(estaba, monkeypatch):
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa, 2).comenzar().acabar_partida()
    if estaba:
        mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    desde = juego.mesa
    juego.votar(Eleccion.REVANCHA).acabar_partida()
    todos, leidos = renglones_de(mesa, juego), []

    def leer(_mesa, num=0):
        leidos.append(num)
        return [r for r in todos if r.num > num]

    monkeypatch.setattr("enlinea.diario.diario.leer", leer)
    mesa_proyectar(mesa.pk, None, desde)
    assert leidos == [desde.num if estaba else 0]
    enteras = partidas_de(e for r in todos for e in leer_eventos(r.eventos))
    guardadas = list(Partida.objects.order_by("numero"))
    assert [p.numero for p in guardadas] == [1, 2]
    assert [p.acta for p in guardadas] == [acta_de(p, NOMBRES) for p in enteras]


def test_no_finalizada_consta_sin_acta_y_con_el_azul_del_causante():
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar().acabar_mano()
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_000)
    assert mesa_proyectar(mesa.pk, renglones_de(mesa, juego)) == 1
    partida = Partida.objects.get()
    assert not partida.finalizada and partida.acta is None
    assert (partida.motivo, partida.causante, partida.ganadora) == ("abandono", 2, -1)
    assert list(partida.jugadores.order_by("asiento").values_list("azul", flat=True)) == [False, False, True, False]


def test_las_amarillas_quedan_a_su_nombre():
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Vencer(), 60_000)
    culpable = juego.mesa.mano.turno
    juego.acabar_partida()
    mesa_proyectar(mesa.pk, renglones_de(mesa, juego))
    assert Jugador.objects.get(amarillas=1).asiento == culpable


def test_una_mesa_que_no_existe():
    with pytest.raises(Mesa.DoesNotExist):
        mesa_proyectar(1)


def test_el_barrido_lee_una_sola_vez_el_diario_de_la_mesa_que_cierra(monkeypatch: pytest.MonkeyPatch):
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar().acabar_partida()
    juego.votar(Eleccion.COMUNICACION)
    al_diario(mesa, juego)
    enteras: list[int] = []
    clase = type(diario.abrir())
    leer, leer_varias = clase.leer, diario.leer_varias

    def contar(base: diario.Base, mesa_id: int, desde: int = 0) -> list[diario.Renglon]:
        enteras.extend([mesa_id] if desde == 0 else [])
        return leer(base, mesa_id, desde)

    def contar_varias(desde: Mapping[int, int]) -> dict[int, list[diario.Renglon]]:
        enteras.extend(mesa_id for mesa_id, num in desde.items() if num == 0)
        return leer_varias(desde)

    monkeypatch.setattr(clase, "leer", contar)
    monkeypatch.setattr(diario, "leer_varias", contar_varias)
    for _vez in range(2):
        historias_faltantes_guardar()
        tarjetas_faltantes_proyectar()
    assert enteras == [mesa.pk]
    mesa.refresh_from_db()
    assert (mesa.estado, mesa.proyectada, mesa.con_tarjetas, mesa.partidas.count()) == ("cerrada", True, True, 1)


def test_el_barrido_recoge_lo_que_nadie_guardo_y_cierra_la_mesa():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    juego = de_prueba(mesa).comenzar().acabar_partida()
    al_diario(mesa, juego)
    assert historias_faltantes_guardar() == 0, "la mesa sigue: la guarda quien la atiende"
    juego.votar(Eleccion.COMUNICACION)
    al_diario(mesa, juego)
    assert historias_faltantes_guardar() == 1
    mesa.refresh_from_db()
    assert (mesa.estado, mesa.motivo, mesa.proyectada) == ("cerrada", "comunicacion", True)
    assert not mesa.lugares.filter(activo=True).exists()
    assert historias_faltantes_guardar() == 0
    assert Partida.objects.get().acta


def test_el_barrido_pregunta_por_partes_y_las_ve_todas(monkeypatch: pytest.MonkeyPatch):
    """Todas de una vez ocupaban el núcleo de las mesas."""
    monkeypatch.setattr("enlinea.historial.servicios.historia.POR_PARTE", 2)
    soltadas: list[float] = []
    monkeypatch.setattr("enlinea.historial.servicios.historia.time.sleep", soltadas.append)
    mesas = [sentar([suscriptor(f"{quien}{n}") for quien in "ABCD"]) for n in range(5)]
    for mesa in mesas:
        juego = de_prueba(mesa).comenzar()
        juego.pedir(o.Anular(Motivo.CAIDA))
        al_diario(mesa, juego)
    assert historias_faltantes_guardar() == 5
    assert len(soltadas) == 2, "entre parte y parte, y no antes ni después"
    assert not Mesa.objects.exclude(estado="cerrada").exists()


def test_el_barrido_suelta_a_los_de_una_mesa_anulada():
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar()
    juego.pedir(o.Anular(Motivo.CAIDA))
    al_diario(mesa, juego)
    assert historias_faltantes_guardar() == 1
    mesa.refresh_from_db()
    assert (mesa.estado, mesa.motivo) == ("cerrada", "caida")


def test_al_cerrar_queda_por_quien_fue_aunque_hubieran_cambiado_de_lugar():
    mesa = sentar(los_cuatro())
    juego = de_prueba(mesa).comenzar().acabar_partida().votar(Eleccion.ROTAR)
    juego.pedir(o.Ausentar(2))
    juego.pedir(o.Vencer(), 300_000)
    al_diario(mesa, juego)
    historias_faltantes_guardar()
    mesa.refresh_from_db()
    assert (mesa.motivo, mesa.culpable) == ("abandono", 1), "tras Rotar, en el lugar 2 juega quien empezó en el 1"


def test_el_barrido_no_lee_dos_veces_una_mesa_cerrada(monkeypatch):
    mesa = sentar(los_cuatro())
    al_diario(mesa, de_prueba(mesa).comenzar().acabar_partida().votar(Eleccion.COMUNICACION))
    historias_faltantes_guardar()
    monkeypatch.setattr(historia, "mesa_proyectar", lambda _mesa: pytest.fail("la volvió a leer"))
    historias_faltantes_guardar()


def test_la_proyeccion_esta_en_el_barrido():
    assert any("historia" in tarea.nombre for tarea in del_barrido())


def test_una_mesa_cerrada_sin_los_cuatro_no_detiene_el_barrido():
    Mesa.objects.create(
        nombre="Nunca se llenó",
        meta="100",
        organizador=los_cuatro()[0],
        estado=Mesa.Estado.CERRADA,
        cerrada=datetime.now(UTC),
    )
    assert historias_faltantes_guardar() == 0
    assert not Mesa.objects.filter(proyectada=False).exists()


def test_juntas_se_guardan_igual_que_una_por_una_y_la_que_no_existe_se_salta():
    mesas = [sentar([suscriptor(f"{nombre}{meta}") for nombre in NOMBRES], meta) for meta in Meta]
    for semilla, mesa in enumerate(mesas, start=1):
        al_diario(mesa, de_prueba(mesa, semilla).comenzar().acabar_partida().votar(Eleccion.REVANCHA).acabar_partida())
    desde = EstadoDeMesa()
    assert mesas_proyectar([(mesas[0].pk, desde), (mesas[-1].pk + 1, desde), *((m.pk, desde) for m in mesas[1:])]) == 6
    juntas = _lo_guardado()
    assert [jugador["numero"] for jugador in juntas[1]] == [1, 1, 1, 1, 2, 2, 2, 2] * 3
    assert all(partida["resumen"] for partida in juntas[0])
    assert sorted(partida.pop("orden_de_puntos") for partida in juntas[0]) == [1, 2, 3, 4, 5, 6]
    _borrar_lo_guardado()
    for mesa in mesas:
        assert mesa_proyectar(mesa.pk) == 2
    una_por_una = _lo_guardado()
    for partida in una_por_una[0]:
        partida.pop("orden_de_puntos")
    assert juntas == una_por_una


def test_si_otro_guardo_una_entretanto_las_demas_del_lote_entran(monkeypatch):
    mesas = [sentar([suscriptor(f"{nombre}{n}") for nombre in NOMBRES]) for n in range(3)]
    for semilla, mesa in enumerate(mesas, start=1):
        al_diario(mesa, de_prueba(mesa, semilla).comenzar().acabar_partida())
    assert mesa_proyectar(mesas[1].pk) == 1
    # leyó las guardadas antes de que entrara ésa
    monkeypatch.setattr(historia, "_guardadas", lambda _: defaultdict(set))
    assert mesas_proyectar([(mesa.pk, EstadoDeMesa()) for mesa in mesas]) == 2
    assert Partida.objects.count() == 3 and Jugador.objects.filter(numero=1).count() == 12


def _lo_guardado():
    return (
        [
            {k: v for k, v in fila.items() if k != "id"}
            for fila in Partida.objects.order_by("mesa_id", "numero").values()
        ],
        [
            {k: v for k, v in fila.items() if k not in ("id", "partida_id")}
            for fila in Jugador.objects.order_by("partida__mesa_id", "partida__numero", "asiento").values()
        ],
    )


def _borrar_lo_guardado():
    for modelo in (PuntosDePartida, Analisis, Jugador, Partida, Clasificado, CambioDeInscripcion, TablaDeClasificacion):
        modelo.objects.all().delete()

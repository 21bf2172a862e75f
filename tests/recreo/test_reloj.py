"""El reloj de la velada en el tablero y la alerta de mesa lenta (RE6, D321, D322)."""

from datetime import timedelta

import pytest

from recreo import servicios
from recreo.models import Anotacion, Mesa, Partida, Recreo
from recreo.pantallas import Mirada, pintar
from recreo.pantallas.cosas import cosas_de
from recreo.pantallas.organizador import avisos
from recreo.pantallas.reloj import avance_de, reloj_de
from tests.recreo.mesa import JUEGOS, Mesero, dominada, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
MIN = timedelta(minutes=1)


def fechar(m: Mesero, partida: int, inicio: int, termino: int | None) -> None:
    """A esos minutos de haber empezado el Recreo."""
    cero = m.fila.iniciado
    assert cero is not None
    fila = Partida.objects.get(recreo=m.id, numero=partida)
    fila.inicio, fila.termino = cero + inicio * MIN, cero + termino * MIN if termino else None
    fila.save()
    Mesa.objects.filter(partida=fila).update(cerrada=fila.termino)


def dice(m: Mesero) -> tuple[int, int, int] | None:
    reloj = reloj_de(m.estado)
    cero = m.fila.iniciado
    assert cero is not None
    return None if reloj is None else tuple(round((h - cero) / MIN) for h in (reloj.entre, reloj.hacia, reloj.y))  # type: ignore[return-value]


def al_minuto(m: Mesero, iniciado: bool = True) -> Mesero:
    """Con el inicio en una hora redonda: el reloj redondea a cinco minutos."""
    fila = m.fila
    if iniciado and fila.iniciado:
        redonda = fila.iniciado.replace(minute=0, second=0, microsecond=0)
        Recreo.objects.filter(pk=m.id).update(iniciado=redonda)
        Partida.objects.filter(recreo=m.id).update(inicio=redonda)
    return m


def test_sin_datos_se_dice_y_con_un_cuarto_de_la_meta_ya_hay_hora() -> None:
    m = al_minuto(recreo_de(4))
    assert dice(m) is None
    assert "Sin datos todavía" in texto(como(m.quienes[1]).get(ruta(m, "tablero")))
    quien = m.prepara()
    m.anota(dominada(0, 50), por=quien)
    cero = m.fila.iniciado
    assert cero is not None
    Anotacion.objects.update(instante=cero + 10 * MIN)
    # a la mitad en 10 minutos: 10 más, y dos partidas de 20. Con media muestra se puede errar 0.354 de 50
    assert dice(m) == (40, 60, 80)
    leido = texto(como(m.quienes[1]).get(ruta(m, "tablero")))
    assert "Hora estimada de término" in leido and "(entre" in leido


def test_entre_partidas_manda_lo_que_duraron_y_al_final_no_hay_reloj() -> None:
    m = al_minuto(recreo_de(4))
    m.orden(servicios.mesa_aplicar_default, partida=1, mesa=1, gana=0)
    fechar(m, 1, 0, 20)
    # dos de 20 desde el minuto 20; con una muestra, un cuarto de 40
    assert dice(m) == (50, 60, 70)
    for partida in (2, 3):
        m.siguiente(partida)
        m.orden(servicios.mesa_aplicar_default, partida=partida, mesa=1, gana=0)
    Recreo.objects.filter(pk=m.id).update(estado="terminado")
    assert reloj_de(m.estado) is None
    assert "Reloj de la velada" not in texto(como(m.quienes[1]).get(ruta(m, "tablero")))


def test_a_juegos_ganados_el_avance_son_las_manos_que_faltan() -> None:
    m = recreo_de(4, JUEGOS)
    quien = m.prepara()
    for pareja in (0, 1, 0):
        m.anota(dominada(pareja, 0), por=quien)
    assert avance_de(m.mesa()) == 0.5


def test_la_misma_version_dice_siempre_lo_mismo() -> None:
    m = recreo_de(4)
    m.prepara()
    estado = m.estado
    visor = estado.visor(m.quienes[1])
    assert pintar(estado, Mirada("tablero"), visor) == pintar(estado, Mirada("tablero"), visor)


def test_la_alerta_se_ajusta_desde_el_tablero_y_con_cero_no_hay() -> None:
    m = recreo_de(4)
    m.prepara()
    assert [a.tipo for a in avisos(m.estado)] == ["sin_mano"]
    cliente = como(m.quienes[1])
    assert 'data-tras="15"' in cliente.get(ruta(m, "tablero")).content.decode()
    manda(cliente, ruta(m, "orden", "reloj_ajustar"), minutos="30")
    assert 'data-tras="30"' in cliente.get(ruta(m, "tablero")).content.decode()
    # la barra y el push cuentan los mismos minutos
    visor = m.estado.visor(m.quienes[1])
    assert [c.minutos for c in cosas_de(m.estado, visor) if c.tipo == "sin_mano"] == [30]
    manda(cliente, ruta(m, "orden", "reloj_ajustar"), minutos="0")
    assert avisos(m.estado) == ()
    with falla("minutos_invalidos"):
        m.orden(servicios.reloj_ajustar, minutos=7)
    with falla("solo_organizador"):
        m.orden(servicios.reloj_ajustar, 2, minutos=30)
    assert m.estado.minutos_sin_mano == 0

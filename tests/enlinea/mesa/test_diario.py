"""Lo que se le pregunta al diario de muchas mesas a la vez."""

import pytest

from enlinea.mesa import diario
from enlinea.mesa.diario import Base
from enlinea.models import Mesa, id_al_azar
from reglas.mesa.ordenes import Anular, Salir
from reglas.mesa.tipos import Fase, Motivo
from reglas.tipos import Meta
from tests.enlinea.mesas import renglones_de
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

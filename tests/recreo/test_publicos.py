"""Con lo pintado para otros, cada teléfono recibe byte a byte lo que saldría pintando para él solo (D661)."""

from collections.abc import Callable, Hashable

import pytest

from recreo import consultas, servicios
from recreo.pantallas import Mirada, Pintadas, pintar
from reglas.tipos import Meta
from tests.recreo.mesa import CIEN, JUEGOS, Mesero, dominada, nombra_coorganizador, recreo_de

pytestmark = pytest.mark.django_db

MIRADAS = (Mirada("mesa"), Mirada("otra_mesa", 1, 1))


def recibe_cada_quien(m: Mesero, memoria: Pintadas | None) -> dict[tuple[int, Mirada], dict[str, str]]:
    """Lo de los dieciséis teléfonos, con lo que otros ya pintaron (`memoria`) o cada uno con una vacía."""
    estado = consultas.estado_de(m.id)
    if memoria is not None:
        memoria.cambiar_de_version()
    return {
        (numero, mirada): pintar(estado, mirada, estado.visor(quien), memoria or Pintadas())
        for numero, quien in m.quienes.items()
        for mirada in MIRADAS
    }


def una_mesa_con_de_todo(meta: Meta) -> tuple[Mesero, list[Callable[[], object]]]:
    """Dieciséis, con un coorganizador que no juega esa mesa, y las fases por las que pasa la primera."""
    m, uno = recreo_de(16, meta), int(meta is CIEN)
    nombra_coorganizador(m, 9)
    lugar = {"partida": 1, "mesa": 1}
    return m, [
        lambda: m.prepara(anotador=1),
        lambda: m.anota(dominada(0, uno)),
        lambda: m.anota(dominada(1, uno)),
        lambda: m.orden(servicios.mano_borrar, **lugar, mano=1, revision=1),
        lambda: m.orden(servicios.mano_devolver, **lugar, mano=1, revision=2),
        lambda: m.orden(servicios.organizador_llamar, por=m.mesa().asientos[1], **lugar),
        lambda: m.prepara(mesa=2),
        lambda: m.anota(dominada(1, uno), mesa=2),
    ]


@pytest.mark.parametrize("meta", [CIEN, JUEGOS])
def test_a_los_dieciseis_les_llega_lo_mismo_que_pintando_para_cada_uno_solo(meta: Meta) -> None:
    m, pasos = una_mesa_con_de_todo(meta)
    memoria = Pintadas()
    for paso in pasos:
        paso()
        assert recibe_cada_quien(m, memoria) == recibe_cada_quien(m, None)


def test_corregir_y_dejar_el_lugar_no_salen_al_publico_de_otro() -> None:
    m, pasos = una_mesa_con_de_todo(CIEN)
    memoria = Pintadas()
    for paso in pasos[:3]:
        paso()
        recibido = recibe_cada_quien(m, memoria)
    for numero in m.quienes:
        zonas = recibido[numero, Mirada("mesa")]
        mia = m.mesa(1, next(x for x in (1, 2, 3, 4) if numero in m.mesa(1, x).asientos))
        corrige = mia.numero == 1 and numero in (1, 9)
        assert ('data-clave="corrige-' in zonas["contenido"]) == corrige, numero
        ajenos = [f'name="numero" value="{n}"' for n in m.quienes if n != numero]
        assert not any(x in zonas["mas"].split('id="salir"')[-1] for x in ajenos) or numero == 1


def test_la_comparacion_descubre_una_pieza_que_mezcla_publicos(monkeypatch: pytest.MonkeyPatch) -> None:
    m, pasos = una_mesa_con_de_todo(CIEN)
    for paso in pasos[:3]:
        paso()
    de_veras = Pintadas.tomar_pieza
    # una llave que se queda con la plantilla: todos verían lo del primero
    monkeypatch.setattr(Pintadas, "tomar_pieza", lambda yo, llave, hacer: de_veras(yo, llave[0], hacer))
    assert recibe_cada_quien(m, Pintadas()) != recibe_cada_quien(m, None)


def test_tras_una_mano_solo_se_pinta_su_renglon(monkeypatch: pytest.MonkeyPatch) -> None:
    m, pasos = una_mesa_con_de_todo(CIEN)
    memoria, pintados = Pintadas(), []
    for paso in pasos[:3]:
        paso()
        recibe_cada_quien(m, memoria)
    de_veras = Pintadas.tomar_pieza

    def contada(yo: Pintadas, llave: tuple[str, Hashable], hacer: Callable[[], str]) -> str:
        def hacer_y_contar() -> str:
            pintados.append(llave[0])
            return hacer()

        return de_veras(yo, llave, hacer_y_contar)

    monkeypatch.setattr(Pintadas, "tomar_pieza", contada)
    m.anota(dominada(0, 1))
    recibe_cada_quien(m, memoria)
    renglones = pintados.count("recreo/_piezas/_mano.html")
    # por pareja de abajo y por si corrige: los mismos con tres manos que con treinta
    assert 0 < renglones <= 8

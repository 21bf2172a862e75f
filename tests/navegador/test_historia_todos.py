"""Un Todos con Todos de 8 entero, por las pantallas: quien organiza y tres anotadores en cuatro navegadores."""

import pytest

from tests.navegador.telefono import Fabrica
from tests.navegador.vocabulario import (
    anuncia_el_final,
    arma,
    cierra,
    clasificacion_en_pantalla,
    comprueba_clasificacion,
    empieza,
    empieza_partida,
    enlace_de_invitacion,
    entra,
    juega,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Ana", "Beto", "Carmen", "Diego", "Elena", "Fito", "Gabi", "Hugo")

# partida → por mesa: (número que anota, salidor, manos, pareja que gana)
#   la 1 es zapato en la mesa 1; la 3 abre con cierre empatado; la 6 llega con cierre; la 7 rebasa la meta.
PARTIDAS = {
    1: ((2, 3, "D0:60 D0:45", 0), (7, 5, "D1:52 C0:31 D1:48", 1)),
    2: ((7, 1, "D0:60 D1:70 D1:35", 1), (8, 8, "C0:62 D0:45", 0)),
    3: ((8, 4, "E0 D0:58 D1:44 D0:42", 0), (7, 2, "D1:99 D1:1", 1)),
    4: ((1, 6, "D1:118", 1), (8, 3, "E D0:70 D0:30", 0)),
    5: ((7, 2, "D0:51 D1:50 D0:49", 0), (8, 8, "D1:45 D1:60", 1)),
    6: ((7, 1, "D0:80 C0:25", 0), (2, 5, "D1:33 D0:66 C1:70", 1)),
    7: ((8, 3, "D0:75 D1:90 D0:60", 0), (2, 2, "D0:99 D1:8 D0:21", 0)),
}


@pytest.mark.noche
def test_un_todos_con_todos_de_8_entero(telefono: Fabrica) -> None:
    organiza = telefono("Ana")
    recreo = arma(organiza, "organiza37@prueba.mx", NOMBRES, nombre="Club de la prueba")
    enlace = enlace_de_invitacion(recreo)
    for numero in (2, 7, 8):
        entra(recreo, numero, telefono(NOMBRES[numero - 1]), enlace)
    empieza(recreo)
    cargas = {n: recreo.telefonos[n].cargas for n in (2, 7, 8)}
    for partida, mesas in PARTIDAS.items():
        if partida > 1:
            empieza_partida(recreo, partida)
        for numero in (2, 7, 8):
            recreo.telefonos[numero].ver(f"Partida {partida} de 7")
        if partida == 1:
            assert cargas == {n: recreo.telefonos[n].cargas for n in (2, 7, 8)}, "alguien tuvo que recargar"
        for mesa, (anotador, salidor, guion, gana) in enumerate(mesas, start=1):
            juega(recreo, anotador, partida, mesa, salidor, guion)
            cierra(recreo, mesa, recreo.pareja(partida, mesa, gana))
            if anotador != 1 and not (partida == 7 and mesa == 2):  # ahí ya dice que terminó
                recreo.telefonos[anotador].ver(f"Ganaron {recreo.pareja(partida, mesa, gana)} la partida {partida}")
    anuncia_el_final(recreo)
    for numero in (2, 7, 8):
        recreo.telefonos[numero].ver("El Recreo terminó")
    leida = comprueba_clasificacion(recreo, organiza)
    assert sum(fila["juegos_ganados"] for fila in leida) == 7 * 2 * 2
    assert clasificacion_en_pantalla(recreo, recreo.telefonos[8]) == leida
    alto = recreo.telefonos[8].pagina.locator("table.clasif").bounding_box()
    assert alto and alto["height"] <= 740, "ocho renglones, con sus desempates, caben en una pantalla de 360×740"

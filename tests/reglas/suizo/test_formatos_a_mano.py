"""Los dos cortes y A Distancia con empates, escritos a mano (TO24, TO25; 001 §6.2.4.7 y §6.2.4.8).

Para que la tabla sea la que se escribe aquí, nadie juega: todos avisan que faltan y el número n carga un castigo de n.
Así van 1, 2, 3… y lo que se revisa es sólo el corte y la suma.
"""

from dataclasses import replace

import pytest

from reglas.metas import Meta
from reglas.suizo.bolsas import cortar, tabla_de
from reglas.suizo.clasificacion import tabla, tabla_a_distancia
from reglas.suizo.tipos import (
    Bolsas,
    CastigoDeTorneo,
    Distancia,
    Jugador,
    Modalidad,
    Partida,
    Tipo,
    Torneo,
)


def en_orden(cuantos, partidas, **mas):
    ids = tuple(str(n) for n in range(1, cuantos + 1))
    return Torneo(
        nombre="A mano",
        semilla="clave:3-6",
        modalidad=Modalidad.INDIVIDUAL,
        meta=Meta.CIEN,
        previstas=9,
        jugadores=tuple(Jugador(uno, uno) for uno in ids),
        partidas=tuple(Partida(n, (), ausentes=ids) for n in range(1, partidas + 1)),
        castigos=tuple(CastigoDeTorneo(1, uno, int(uno)) for uno in ids),
        **mas,
    )


def van(*tramos):
    """«van((1, 3), 7)»: 1, 2, 3 y 7."""
    numeros = []
    for tramo in tramos:
        numeros += range(tramo[0], tramo[1] + 1) if isinstance(tramo, tuple) else [tramo]
    return tuple(map(str, numeros))


A_MANO = {
    # 8 mesas y sobra una persona: 4 y 4; cambian piso(16/8) = 2
    (33, 2): ([van((1, 16)), van((17, 33))], [van((1, 14), 17, 18), van(15, 16, (19, 33))]),
    # 2, 3 y 3 mesas; cambia piso(8/8) = 1
    (33, 3): (
        [van((1, 8)), van((9, 20)), van((21, 33))],
        [van((1, 7), 9), van(8, (10, 19), 21), van(20, (22, 33))],
    ),
    # 12 mesas: 6 y 6; piso(24/8) = 3
    (48, 2): ([van((1, 24)), van((25, 48))], [van((1, 21), (25, 27)), van((22, 24), (28, 48))]),
    # 4, 4 y 4; piso(16/8) = 2
    (48, 3): (
        [van((1, 16)), van((17, 32)), van((33, 48))],
        [van((1, 14), 17, 18), van(15, 16, (19, 30), 33, 34), van(31, 32, (35, 48))],
    ),
    # 12 mesas y sobran dos, abajo: 24 y 26; piso(24/8) = 3
    (50, 2): ([van((1, 24)), van((25, 50))], [van((1, 21), (25, 27)), van((22, 24), (28, 50))]),
    # 16, 16 y 18; piso(16/8) = 2
    (50, 3): (
        [van((1, 16)), van((17, 32)), van((33, 50))],
        [van((1, 14), 17, 18), van(15, 16, (19, 30), 33, 34), van(31, 32, (35, 50))],
    ),
    # 25 mesas: 12 y 13; piso(48/8) = 6
    (100, 2): ([van((1, 48)), van((49, 100))], [van((1, 42), (49, 54)), van((43, 48), (55, 100))]),
    # 8, 8 y 9 mesas; piso(32/8) = 4
    (100, 3): (
        [van((1, 32)), van((33, 64)), van((65, 100))],
        [van((1, 28), (33, 36)), van((29, 32), (37, 60), (65, 68)), van((61, 64), (69, 100))],
    ),
}


@pytest.mark.parametrize(("personas", "bolsas"), A_MANO)
def test_los_dos_cortes_a_mano(personas, bolsas):
    primero, segundo = A_MANO[personas, bolsas]
    uno = en_orden(personas, 3, tipo=Tipo.MULTIBOLSA, bolsas=Bolsas(bolsas))
    assert list(cortar(uno, 1)) == primero
    dos = en_orden(personas, 6, tipo=Tipo.MULTIBOLSA, bolsas=Bolsas(bolsas, cortes=(tuple(primero),)))
    assert list(cortar(dos, 2)) == segundo
    assert [f.lugar for f in tabla_de(dos, 6) if f.renglon.bolsa == bolsas] == list(range(1, len(primero[-1]) + 1))
    # ajustable de cero a la cuarta parte de la menor
    sin = replace(dos, bolsas=Bolsas(bolsas, 0, (tuple(primero),)))
    assert list(cortar(sin, 2)) == primero


def test_a_distancia_con_empates_a_mano():
    """1+6, 2+5 y 3+4 suman lo mismo: va antes quien tiene a alguien en mejor lugar. Los equipos, aparte."""
    declarados = (
        Distancia("Tres y cuatro", van(3, 4)),
        Distancia("Dos y cinco", van(2, 5)),
        Distancia("Uno y seis", van(1, 6)),
        Distancia("Siete y ocho", van(7, 8)),
        Distancia("Los últimos", van((5, 8))),
        Distancia("Los primeros", van((1, 4))),
    )
    uno = en_orden(36, 2, tipo=Tipo.A_DISTANCIA, distancia=declarados)
    filas = tabla_a_distancia(uno, tabla(uno, 2))
    # cada quien lleva 0 a 200 y su castigo: la eficiencia de dos es −400 menos los dos castigos
    assert [(d.nombre, renglon.diferencia, mejor) for d, renglon, mejor in filas] == [
        ("Uno y seis", -407, 1),
        ("Dos y cinco", -407, 2),
        ("Tres y cuatro", -407, 3),
        ("Siete y ocho", -415, 7),
        ("Los primeros", -810, 1),
        ("Los últimos", -826, 5),
    ]

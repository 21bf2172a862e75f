"""La tabla del torneo (TO5, TO18, TO20-TO22, TO25), con casos hechos a mano."""

from dataclasses import replace

import pytest

from bench.suizo.simulador import nuevo
from reglas.errores import ErrorDeRegla
from reglas.metas import Meta
from reglas.suizo.acta import escribir_torneo, leer_torneo
from reglas.suizo.clasificacion import AZTECA, MAYA, tabla
from reglas.suizo.informes import distancia_como_datos, informe_de_clasificar
from reglas.suizo.tipos import CastigoDeTorneo, Distancia, FinDeMesa, Mesa, Modalidad, Partida, Tipo

A, B, C, D, E, F, G, H = (f"j000{n}" for n in range(1, 9))


def mesa(asientos, marcador, fin="meta", numero=1, **mas):
    ganadora = None if fin == "ausencia" else int(marcador[1] > marcador[0])
    return Mesa(numero, tuple(asientos), fin=FinDeMesa(fin), ganadora=ganadora, marcador=marcador, **mas)


def torneo(*partidas, sujetos=8, meta=Meta.CIEN, **mas):
    return replace(nuevo(sujetos, 5, 1, meta=meta), partidas=partidas, **mas)


def filas(uno, hasta=1):
    return {fila.sujeto: fila for fila in tabla(uno, hasta)}


def test_las_listas_de_criterios_son_las_del_texto():
    assert [c.codigo for c in AZTECA] == [
        "puntos",
        "juegos_ganados",
        "eficiencia",
        "tantos_favor",
        "tantos_contra",
        "diferencial",
        "fuerza",
        "sorteo",
    ]
    assert [c.codigo for c in MAYA] == [
        "juegos_ganados",
        "diferencia_de_manos",
        "manos_favor",
        "diferencial",
        "fuerza",
        "sorteo",
    ]


@pytest.mark.parametrize(
    ("marcador", "fin", "puntos", "favor", "contra"),
    [
        ((100, 0), "meta", 3, 100, 0),
        ((100, 50), "meta", 2, 100, 50),
        ((100, 51), "meta", 1, 100, 51),
        ((40, 0), "tiempo", 1, 40, 0),
        ((70, 0), "default", 2, 100, 0),
        ((70, 60), "sancion", 1, 100, 60),
    ],
)
def test_lo_que_deja_una_mesa(marcador, fin, puntos, favor, contra):
    uno = filas(torneo(Partida(1, (mesa((A, B, C, D), marcador, fin),), (E, F, G, H))))
    for quien in (A, C):
        cuenta = uno[quien].renglon.cuenta
        assert (cuenta.puntos, cuenta.juegos_ganados, cuenta.favor, cuenta.contra) == (puntos, 1, favor, contra)
    perdio = uno[B].renglon.cuenta
    assert (perdio.puntos, perdio.juegos_ganados, perdio.favor, perdio.contra) == (0, 0, contra, favor)


@pytest.mark.parametrize(
    ("meta", "descansa", "falta"),
    [(Meta.CIEN, (2, 1, 100, 50), (0, 0, 0, 100)), (Meta.DOSCIENTOS, (2, 1, 200, 100), (0, 0, 0, 200)),
     (Meta.JUEGOS_GANADOS, (0, 1, 4, 2), (0, 0, 0, 4))],
)  # fmt: skip
def test_descanso_y_ausencia(meta, descansa, falta):
    """E descansa; F ni se sentó ni avisó; en la mesa por ausencia faltó A y su compañero cobra como los demás."""
    jugada = mesa((A, B, C, D), (0, 0), "ausencia", ausentes=(A,))
    uno = filas(torneo(Partida(1, (jugada,), (E,)), meta=meta))
    valen = {q: uno[q].renglon.cuenta for q in (A, B, C, D, E, F)}
    valen = {q: (c.puntos, c.juegos_ganados, c.favor, c.contra) for q, c in valen.items()}
    assert valen == {A: falta, B: descansa, C: descansa, D: descansa, E: descansa, F: falta}


def test_a_un_equipo_el_descanso_le_vale_por_sus_dos_mesas():
    uno = replace(nuevo(3, 3, 1, Modalidad.EQUIPOS), partidas=(Partida(1, (), ("c0001",)),))
    cuenta = filas(uno)["c0001"].renglon.cuenta
    assert (cuenta.puntos, cuenta.juegos_ganados, cuenta.favor, cuenta.contra) == (4, 2, 200, 100)


def test_el_castigo_baja_la_eficiencia_y_no_los_tantos():
    uno = torneo(Partida(1, (mesa((A, B, C, D), (100, 30)),)), castigos=(CastigoDeTorneo(1, A, 10),))
    assert filas(uno)[A].renglon.diferencia == 60
    assert [fila.sujeto for fila in tabla(uno, 1)][:2] == [C, A]


def test_el_que_llego_tarde_lleva_ausencias_y_no_sale_antes_de_entrar():
    uno = torneo(Partida(1, (mesa((A, B, C, D), (100, 30)),)), Partida(2, ()))
    uno = replace(uno, jugadores=tuple(replace(j, desde=2) if j.id == H else j for j in uno.jugadores))
    assert H not in filas(uno)
    assert filas(uno, 2)[H].renglon.cuenta.contra == 200


def test_el_retirado_conserva_lo_suyo_y_va_al_final():
    uno = torneo(Partida(1, (mesa((A, B, C, D), (100, 0)),)), Partida(2, ()))
    uno = replace(uno, jugadores=tuple(replace(j, hasta=1) if j.id == A else j for j in uno.jugadores))
    fila = filas(uno, 2)[A]
    assert (fila.lugar, fila.renglon.cuenta.puntos, fila.renglon.cuenta.contra) == (8, 3, 0)


def test_diferencial_solo_entre_empatados_y_luego_fuerza():
    """Tras dos partidas A y B empatan en todo; en la segunda B le ganó a A por 30 y en la primera A le ganó a B.

    p1: A,C 100-60 B,D     p2: B,E 100-60 A,F      → A y B: 1 punto, 1 ganada, 160-160
    """
    uno = torneo(
        Partida(1, (mesa((A, B, C, D), (100, 60)), mesa((E, G, F, H), (60, 100), numero=2))),
        Partida(2, (mesa((B, A, E, F), (100, 60)), mesa((C, G, D, H), (60, 100), numero=2))),
    )
    suyas = filas(uno, 2)
    assert suyas[A].diferencial == suyas[B].diferencial == 0
    # principal: A 1, B 1, C 1, D 0, E 1, F 0, G 2, H 2
    # A: contrarios B, D y B, E; compañeros C, F → 1+0+1+1−1−0 = 2; B: A, C y A, F; D, E → 1+1+1+0−0−1 = 2
    assert suyas[A].renglon.fuerza == 2 and suyas[B].renglon.fuerza == 2
    assert suyas[G].renglon.fuerza == (1 + 0 - 2) + (1 + 0 - 2)
    # A, B, C y E llevan 1 punto y 160-160: C enfrentó a B (+40), y en la 2 a nadie de ellos; E, en la 2, a A (+40)
    assert (suyas[C].diferencial, suyas[E].diferencial) == (40, 40)


def test_lo_no_jugado_suma_el_propio_principal_a_la_fuerza():
    uno = torneo(Partida(1, (mesa((A, B, C, D), (100, 30)),), (E,)))
    assert filas(uno)[E].renglon.fuerza == 2


def test_a_juegos_ganados_mandan_las_ganadas_y_luego_la_diferencia_de_manos():
    uno = torneo(
        Partida(1, (mesa((A, B, C, D), (4, 2)), mesa((E, F, G, H), (5, 3), numero=2))), meta=Meta.JUEGOS_GANADOS
    )
    assert {fila.sujeto for fila in tabla(uno, 1)[:2]} == {E, G}, "igual diferencia; más manos ganadas"


def test_a_distancia_suma_lo_de_cada_quien_y_desempata_el_mejor_lugar():
    """A+D, B+C: cada pareja declarada junta a uno que ganó y uno que perdió; A quedó mejor que C por su castigo."""
    uno = torneo(
        Partida(1, (mesa((A, B, C, D), (100, 30)),)),
        tipo=Tipo.A_DISTANCIA,
        distancia=(Distancia("Los de abajo", (B, C)), Distancia("Los de arriba", (A, D))),
    )
    lugar = {fila.sujeto: fila.lugar for fila in tabla(uno, 1)}
    datos = distancia_como_datos(uno, tabla(uno, 1))
    primero = "Los de arriba" if min(lugar[A], lugar[D]) < min(lugar[B], lugar[C]) else "Los de abajo"
    assert datos[0]["sujeto"] == primero
    assert [(d["lugar"], d["puntos"], d["eficiencia"]) for d in datos] == [(1, 2, 0), (2, 2, 0)]


def test_el_informe_da_cada_parcial_y_la_final_solo_si_ya_acabo():
    abierta = torneo(
        Partida(1, (mesa((A, B, C, D), (100, 30)),)), Partida(2, (Mesa(1, (A, C, B, D)),))
    )  # la segunda sigue abierta
    assert list(informe_de_clasificar(escribir_torneo(abierta))["clasificacion"]) == ["1"]
    entero = replace(abierta, previstas=1, partidas=abierta.partidas[:1])
    assert list(informe_de_clasificar(escribir_torneo(entero))["clasificacion"]) == ["1", "final"]
    fila = informe_de_clasificar(escribir_torneo(entero))["clasificacion"]["final"][0]
    assert {"lugar", "sujeto", "puntos", "juegos_ganados", "eficiencia", "tantos_favor", "tantos_contra"} <= set(fila)


@pytest.mark.parametrize(
    ("cambio", "codigo"),
    [
        ({"previstas": 0}, "previstas_invalidas"),
        ({"version": 2}, "version_no_admitida"),
        ({"modalidad": "tercias"}, "valor_invalido"),
        ({"prohibidos": [["j0001", "nadie"]]}, "id_desconocido"),
        ({"bolsas": {"cantidad": 4}}, "bolsas_invalidas"),
        ({"tipo": "multibolsa", "bolsas": {"cantidad": 2}}, "previstas_de_multibolsa"),
    ],
)
def test_un_acta_que_no_se_sostiene_se_rechaza(cambio, codigo):
    acta = escribir_torneo(torneo(Partida(1, (mesa((A, B, C, D), (100, 30)),)))) | cambio
    with pytest.raises(ErrorDeRegla) as error:
        leer_torneo(acta)
    assert error.value.codigo == codigo


@pytest.mark.parametrize(
    ("cambio", "codigo"),
    [
        ({"marcador": [90, 30]}, "marcador_invalido"),
        ({"marcador": [100, 101]}, "marcador_invalido"),
        ({"ganadora": None}, "falta_ganadora"),
        ({"fin": "tiempo", "marcador": [40, 40]}, "suspension_empatada"),
        ({"fin": "ausencia"}, "faltan_ausentes"),
        ({"entidades": ["j0001", "j0002"]}, "entidades_de_mesa"),
        ({"asientos": ["j0001", "j0001", "j0002", "j0003"]}, "id_repetido"),
    ],
)
def test_una_mesa_que_no_se_sostiene_se_rechaza_y_dice_donde(cambio, codigo):
    acta = escribir_torneo(torneo(Partida(1, (mesa((A, B, C, D), (100, 30)),))))
    acta["partidas"][0]["mesas"][0] |= cambio
    with pytest.raises(ErrorDeRegla) as error:
        leer_torneo(acta)
    assert error.value.codigo == codigo and error.value.datos["partida"] == 1

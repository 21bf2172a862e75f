"""«¿Por qué me tocó esta mesa?»: lo que se lee sale del objetivo, y se entiende (TO7, TO15)."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bench.suizo.simulador import Salon as SalonDeReglas
from bench.suizo.simulador import nuevo
from reglas.suizo.emparejar import Emparejamiento, emparejar
from reglas.suizo.hoja import hoja_de
from reglas.suizo.objetivo import NIVELES_INDIVIDUAL, SORTEO, ObjetivoIndividual
from reglas.suizo.separar import DE_PARES, Cambio, maneras, motivos
from reglas.suizo.tipos import Contrarios, Modalidad
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import Salon, abrir
from torneos import consultas, textos
from torneos.models import Restriccion
from torneos.porque import Voz, comun_de, motivo_de, motivo_de_conjuntos, pareja_de, por_que_descansa
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db
JERGA = ("vector", "nivel", "objetivo", "fuera de regla", "dispersión", "equilibrio", "flota")


def emparejado(personas: int, jugadas: int, semilla: int, regla: Contrarios) -> tuple[Emparejamiento, dict]:
    salon = SalonDeReglas(replace(nuevo(personas, jugadas, semilla), contrarios=regla), random.Random(semilla))
    torneo = replace(salon.jugar(), previstas=jugadas + 3)
    sigue = emparejar(torneo)
    return sigue, hoja_de(torneo, sigue)


SORTEADOS = [(12, 5, 1, Contrarios.UNA_VEZ), (16, 4, 5, Contrarios.UNA_VEZ), (24, 5, 5, Contrarios.NUNCA)]
DE_NOCHE = [(n, j, s, r) for n, j in ((8, 4), (16, 6), (32, 5), (60, 7)) for s in range(6) for r in Contrarios]


@pytest.mark.parametrize(
    ("personas", "jugadas", "semilla", "regla"),
    [*SORTEADOS, *(pytest.param(*uno, marks=pytest.mark.noche) for uno in DE_NOCHE)],
)
def test_todo_motivo_es_un_cambio_de_verdad_que_el_objetivo_cobra(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D729: se hace el cambio de personas y se vuelve a sumar el objetivo, por fuerza bruta; ninguno falso."""
    sigue, _hoja = emparejado(personas, jugadas, semilla, regla)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoIndividual)
    dichos = motivos(objetivo, grupo.elegidas, primera=False)
    assert sorted(dichos) == list(range(personas))
    mesa_de = {i: mesa for mesa in grupo.elegidas for i in mesa}
    for i, motivo in dichos.items():
        mesa = mesa_de[i]
        paga = {k: _par_en(objetivo, mesa, i, k) for k in mesa if k != i}
        nivel = next((n for n in DE_PARES if any(v[n] for v in paga.values())), None)
        # quien paga siempre se entera de con quién; nadie más lee que pagó
        assert (motivo.clase == "paga") == (nivel is not None)
        if nivel is not None:
            assert (motivo.nivel, set(motivo.quienes)) == (nivel, {k for k, v in paga.items() if v[nivel]})
        cercania = {j: abs(objetivo.principal[i] - objetivo.principal[j]) for j in range(personas)}
        if motivo.clase == "cercanos":
            assert all(cercania[j] > max(cercania[k] for k in mesa) for j in range(personas) if j not in mesa)
        if motivo.cambio is not None:
            _comprobar(objetivo, mesa_de, i, motivo.cambio)
            entra, sale = cercania[motivo.cambio.entra], cercania[motivo.cambio.sale]
            assert {"cerca": entra < sale, "igual": entra == sale, "sorteo": entra <= sale}.get(motivo.clase, True)


def _par_en(objetivo: ObjetivoIndividual, mesa: tuple[int, ...], i: int, k: int) -> tuple[int, ...]:
    return objetivo.de_par(i, k, mesa[(mesa.index(i) + 2) % 4] == k)


def _comprobar(objetivo: ObjetivoIndividual, mesa_de: dict[int, tuple[int, ...]], i: int, cambio: Cambio) -> None:
    una, otra = mesa_de[i], mesa_de[cambio.entra]
    assert cambio.sale in una and cambio.sale != i and cambio.entra not in una
    unos = [cambio.entra if k == cambio.sale else k for k in una]
    otros = [cambio.sale if k == cambio.entra else k for k in otra]
    # el mejor de los nueve repartos de las dos mesas cambiadas
    iria = min(objetivo.de_todas([a, b]) for a in _repartos(unos) for b in _repartos(otros))
    va, peor = objetivo.de_todas([una, otra]), cambio.peor
    assert objetivo.de_todas(cambio.serian) == iria and [set(m) for m in cambio.serian] == [set(unos), set(otros)]
    assert va[: peor.nivel] == iria[: peor.nivel] and va < iria
    if peor.nivel == SORTEO:
        return
    assert (peor.de, peor.a) == (va[peor.nivel], iria[peor.nivel]) and peor.a > peor.de
    assert bool(peor.pares) == (peor.nivel in DE_PARES)
    for a, b in peor.pares:
        (mesa,) = (m for m in cambio.serian if a in m)
        assert _par_en(objetivo, mesa, a, b)[peor.nivel]


def _repartos(cuatro: Sequence[int]) -> list[tuple[int, ...]]:
    a, b, c, d = cuatro
    return [(a, b, c, d), (a, c, b, d), (a, b, d, c)]


@pytest.mark.parametrize(("personas", "jugadas", "semilla", "regla"), SORTEADOS)
def test_de_cada_mesa_se_dice_que_empeoraban_las_otras_dos_maneras(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D728: los otros dos repartos son los otros dos, y lo dicho es el primer nivel en que pierden."""
    sigue, _hoja = emparejado(personas, jugadas, semilla, regla)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoIndividual)
    for mesa in grupo.elegidas:
        otras = maneras(objetivo, mesa)
        parejas = {frozenset((frozenset(m[::2]), frozenset(m[1::2]))) for m in (mesa, *(m for m, _peor in otras))}
        assert len(parejas) == 3
        va = objetivo.de_mesa(mesa)
        for otra, peor in otras:
            iria = objetivo.de_mesa(otra)
            assert va <= iria and va[: peor.nivel] == iria[: peor.nivel]
            assert peor.nivel == SORTEO or iria[peor.nivel] == peor.a > peor.de == va[peor.nivel]


def test_en_la_primera_lo_decidio_el_sorteo_y_no_hay_lugares() -> None:
    salon = abrir(personas=8)
    salon.publicar()
    partida = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 1])).content.decode())
    assert "Todos empezaban de cero: lo decidió el sorteo" in partida and "1.º" not in partida
    donde = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, 1])).content.decode())
    assert "Por qué te tocó esta mesa" in donde and ": todos empezaban de cero" in donde
    assert "Juegas con" in donde and not any(jerga in donde.lower() for jerga in JERGA)


def test_si_se_movio_el_sorteo_se_dice_a_quienes_se_separo() -> None:
    salon = abrir(personas=8)
    ids = {i.numero: i for i in salon.fila.inscritos.all()}
    primera = salon.ensayar()
    cuatro = (salon.fila.ensayos.get(pk=primera).resultado or {})["mesas"][0]["asientos"]
    uno, otro = int(cuatro[0]), int(cuatro[2])
    salon.pedir("restriccion_poner", uno=uno, otro=otro, tipo=Restriccion.Tipo.PROHIBIDO, motivo="Son pareja")
    salon.publicar()
    pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, uno])).content.decode())
    assert "el sorteo se movió lo menos posible para separar a" in pagina
    assert ids[uno].nombre in pagina and ids[otro].nombre in pagina


def jugado() -> Salon:
    salon = abrir(personas=12, previstas=6)
    for _n in range(3):
        salon.jugar()
    salon.publicar()
    return salon


def test_a_cada_quien_se_le_dicen_a_lo_mas_tres_frases_y_sin_jerga() -> None:
    salon = jugado()
    for numero in range(1, 13):
        pagina = Client().get(reverse("torneos:donde", args=[salon.fila.codigo, numero])).content.decode()
        frases = pagina.split("Por qué te tocó esta mesa")[1].split("</div>")[0]
        assert 2 <= frases.count("<p>") <= 3 and "Juegas con" in frases
        assert not any(jerga in frases.lower() for jerga in JERGA)


def test_la_hoja_de_todos_trae_las_frases_a_la_vista_y_los_numeros_plegados() -> None:
    salon = jugado()
    pagina = Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 4])).content.decode()
    vista, plegado = pagina.split('id="con-numeros"')
    assert pegada(vista).count("En la mesa") == 3 and "Por qué a cada quien" in pegada(vista)
    assert "suma de cuadrados" not in vista
    assert "suma de cuadrados" in plegado and "otra manera" in plegado
    # las huellas son para quien quiera comprobar: se abren con un toque
    compromiso = consultas.estado_de(salon.torneo_id).compromiso
    assert compromiso not in vista and compromiso in plegado.split('<details class="mas hoja sep" id="huella">')[1]


def test_cada_partida_lleva_a_las_demas_y_cada_ya_a_la_suya() -> None:
    salon = jugado()
    codigo = salon.fila.codigo
    de = [reverse("torneos:partida", args=[codigo, n]) for n in range(1, 5)]
    cuarta = Client().get(de[3] + "?mesa=2").content.decode()
    for pagina in (cuarta, Client().get(reverse("torneos:publica", args=[codigo])).content.decode()):
        assert all(f'href="{una}"' in pagina for una in de)
    # «ya» enlaza a la partida en que fue, y se abre la mesa por la que se vino, y sólo ésa
    dicho = pegada(cuarta).split('class="maneras"')[1]
    assert re.search(f'\\(<a href="{de[0][:-2]}[123]/">partida [123]</a>', dicho)
    assert cuarta.split('id="mesa-2"')[1].split("</article>")[0].count("open>") == 1 == cuarta.count('mas" open>')
    assert f'href="{de[1]}"' in Client().get(reverse("torneos:tabla", args=[codigo]) + "?tras=2").content.decode()


def test_el_orden_de_arriba_es_el_del_detalle_y_el_del_objetivo() -> None:
    salon = jugado()
    pagina = Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 4])).content.decode()
    arriba, detalle = pagina.split('id="con-numeros"')
    palabras = [str(textos.NIVELES[nivel]) for nivel, _que in NIVELES_INDIVIDUAL[:-1]]
    for parte in (arriba, detalle):
        lugares = [parte.index(dicho) for dicho in palabras]
        assert lugares == sorted(lugares)
    assert "El sorteo sólo decide entre maneras iguales" in pegada(arriba)


def test_a_quien_descansa_se_le_dice_por_que() -> None:
    salon = abrir(personas=9)
    salon.publicar()
    (descansa,) = salon.actual().descansan
    pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, descansa])).content.decode())
    assert "Sobraba una persona para hacer mesas de cuatro. En la primera, lo decide el sorteo" in pagina
    assert "quienes menos han descansado" in por_que_descansa(2, 3)


def test_el_comodin_la_mesa_fija_y_la_forzada_se_dicen() -> None:
    salon = abrir(personas=7)
    (casa,) = salon.pedir("inscritos_agregar", personas=[Persona("Zoila")]).datos["numeros"]
    salon.pedir("inscrito_comodin", numero=casa, comodin=True)
    salon.pedir("inscrito_llego", numero=casa)
    mas = [Persona(nombre) for nombre in ("Uno", "Dos", "Tres", "Cuatro", "Cinco")]
    salon.pedir("inscritos_agregar", personas=mas, llegaron=True)
    salon.pedir("inscrito_fijar", numero=1, mesa=2)
    salon.pedir("mesa_forzar", numeros=[2, 3, 4, 5], motivo="Los graba la tele")
    salon.publicar()
    pagina = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 1])).content.decode())
    assert "Esta mesa la puso a mano quien organiza" in pagina
    assert "En la mesa 2, porque Ana no puede moverse de ella" in pagina


# -- las frases, una por una ------------------------------------------------------------------------------------------

NOMBRES = {1: "Ana", 2: "Beto", 3: "Caro", 4: "Delia", 5: "Elena", 6: "Fito"}
CUANDO = {(2, 6, False): (1, 4), (1, 2, False): (2,), (1, 3, True): (1,), (1, 5, True): (3,)}
TU, ELLA = (Voz(NOMBRES.__getitem__, True, tu, CUANDO) for tu in (1, None))


LLEVAN = {"1": 7, "2": 7, "3": 6, "4": 5, "5": 6, "6": 5}


def mesa(clase: str, nivel: str, quienes: str = "", cambio: tuple[str, str] | None = None, *pares: str) -> dict:
    """La de Ana y Caro contra Beto y Delia; `cambio`: qué empeora si Elena viene en lugar de quién."""
    sujetos = [{"sujeto": str(n), "lugar": n, "principal": LLEVAN[str(n)]} for n in (1, 2, 3, 4)]
    suyo: dict[str, Any] = {"sujeto": "1", "clase": clase, "nivel": nivel, "quienes": list(quienes)}
    if cambio is not None:
        peor, sale = cambio
        de = {"nivel": peor, "de": 0, "a": 1, "pares": [list(p) for p in pares]}
        suyo["cambio"] = {"entra": "5", "sale": sale, "serian": [list("1523"), list("4666")]} | de
    return {"mesa": 2, "sujetos": sujetos, "porque": [suyo]}


CERCA = "Elena iba más cerca de ti en puntos que Delia; pero, si cambiaban de mesa entre sí, "
IGUAL = "Elena iba igual de cerca de ti en puntos que Caro; pero, si cambiaban de mesa entre sí, "
PUNTOS = "los puntos de cada mesa quedaban menos parecidos: 7‑7‑6‑6 y 5‑5‑5‑5, en vez de "
OTRA_VEZ = "Beto ya se había enfrentado contigo (partida 2). "
FRASES = [
    (("paga", "parejas", "3"), "Caro ya había sido pareja tuya (partida 1)."),
    (("paga", "contrarios", "2", ("parejas", "2"), "15"), OTRA_VEZ + "Se aceptó porque, si Beto cambiaba"),
    (("paga", "repetidos", "2", ("dispersion", "2")), OTRA_VEZ + "Se acepta una segunda vez: si Beto cambiaba"
     f" de mesa con Elena, {PUNTOS}"),
    (("paga", "repetidos", "24"), "Beto y Delia ya se habían enfrentado contigo (partida 2)."),
    (("paga", "evitar", "2"), "Se quería evitar enfrentar a Beto contigo."),
    (("paga", "prohibidos", "2"), "Beto no debía coincidir contigo, pero no se halló otro acomodo."),
    (("cerca", "parejas", "5", ("parejas", "4"), "15"), CERCA + "tú y Elena repetían pareja (partida 3)."),
    (("cerca", "parejas", "5", ("parejas", "4"), "23"), CERCA + "Beto y Caro repetían pareja."),
    (("cerca", "repetidos", "5", ("repetidos", "4"), "12"), CERCA + "se enfrentaban por segunda vez tú y Beto (par"),
    (("cerca", "contrarios", "5", ("contrarios", "4"), "12"), CERCA + "se volvían a enfrentar antes de tres partidas"
     " tú y Beto (partida 2)."),
    (("cerca", "contrarios", "5", ("contrarios", "4"), "26"), CERCA + "se enfrentaban por tercera vez Beto y Fito"
     " (partida 1 y partida 4)."),
    (("cerca", "dispersion", "5", ("dispersion", "4")), CERCA + PUNTOS),
    (("cerca", "equilibrio", "5", ("equilibrio", "4")), CERCA + "las parejas de cada mesa sumaban menos parecido."),
    (("igual", "evitar", "5", ("evitar", "3"), "25"), IGUAL + "se enfrentaban Beto y Elena, lo que se quiere evitar."),
    (("cercanos", "sorteo"), "Nadie más iba tan cerca de ti en puntos."),
    (("sorteo", "sorteo", "5", ("sorteo", "3")), "Con Elena en lugar de Caro daba lo mismo: entre maneras iguales"),
]  # fmt: skip


def test_de_la_pareja_se_dicen_las_otras_dos_maneras() -> None:
    otras = [
        {"asientos": list("1324"), "nivel": "parejas", "de": 0, "a": 1, "pares": [["1", "2"]]},
        {"asientos": list("1243"), "nivel": "equilibrio", "de": 1, "a": 9},
    ]
    suya = mesa("sorteo", "sorteo") | {"maneras": otras}
    assert tuple(frase.replace("\N{NO-BREAK SPACE}", " ") for frase in pareja_de(suya, TU)) == (
        "De las tres maneras de hacer parejas aquí, se escogió Ana y Caro contra Beto y Delia (suman 13 y 12).",
        "Con Ana y Beto de pareja, Ana y Beto repetían pareja.",
        "Con Ana y Delia de pareja sumaban menos parecido (suman 12 y 13).",
    )
    del suya["sujetos"][3]["principal"]
    assert "13" not in " ".join(pareja_de(suya, TU))


@pytest.mark.parametrize(("datos", "dicho"), FRASES)
def test_cada_motivo_se_dice_de_tu_y_por_su_nombre(datos: tuple, dicho: str) -> None:
    assert motivo_de(mesa(*datos), 1, TU, LLEVAN).startswith(dicho)
    ajena = motivo_de(mesa(*datos), 1, ELLA, LLEVAN)
    assert "tú" not in ajena and "tuya" not in ajena and "contigo" not in ajena


def test_lo_comun_de_la_mesa() -> None:
    assert comun_de(mesa("sorteo", "sorteo"), 4, TU) == "En la mesa llevaban de 5 a 7 puntos."
    en_juegos = replace(TU, en_puntos=False)
    iguales = mesa("sorteo", "sorteo")
    for suyo in iguales["sujetos"]:
        suyo["principal"] = 1
    assert comun_de(iguales, 4, en_juegos) == "En la mesa todos llevaban lo mismo: 1 partida ganada."
    del iguales["sujetos"][3]["principal"]
    assert "Delia viene de la casa a completar la mesa" in comun_de(iguales, 4, TU)


NIVELES = ("prohibidos", "contrarios", "evitar", "diferencia", "flotantes", "corte", "desvio")


def de_conjuntos(nivel: str | None, *paga: str) -> dict[str, Any]:
    otra = {"con": ["3", "4"], "nivel": nivel, "de": 0, "a": 1}
    return {"mesa": 1, "sujetos": [], "paga": [{"nivel": n, "vale": 1} for n in paga], "alternativa": otra}


def test_a_una_pareja_o_un_equipo_se_le_dice_que_empeoraba_al_cambiar_de_rival() -> None:
    voz = Voz({3: "Los Arcos", 4: "La Mula"}.__getitem__, True)
    for nivel in NIVELES:
        dicho = motivo_de_conjuntos(de_conjuntos(nivel), 2, voz)
        assert dicho.startswith("Cambiando de rival con Los Arcos y La Mula, ") and dicho.endswith(".")
        assert not any(jerga in dicho for jerga in JERGA)
        # en la primera manda el sorteo, salvo que alguien no deba enfrentarse
        assert bool(motivo_de_conjuntos(de_conjuntos(nivel), 1, voz)) == (nivel in ("prohibidos", "evitar"))
    assert "Ya se habían enfrentado" in motivo_de_conjuntos(de_conjuntos("diferencia", "contrarios", "corte"), 2, voz)
    assert "todo quedaba igual" in motivo_de_conjuntos(de_conjuntos(None), 2, voz)
    assert motivo_de_conjuntos({"mesa": 1, "forzada": True}, 2, voz) == ""
    assert "Sigue su encuentro" in motivo_de_conjuntos({"mesa": 1, "sigue": "…"}, 2, voz)


def test_una_pareja_lee_por_que_le_toco_su_rival_en_su_pagina_y_en_la_de_cada_quien() -> None:
    salon = abrir_conjuntos(Modalidad.PAREJAS, 7, previstas=3)
    salon.jugar()
    salon.publicar()
    sentado = salon.mesas()[0].asientos.get(lugar=0).jugador
    assert sentado.conjunto is not None
    for numero in (sentado.numero, sentado.conjunto.numero):
        pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, numero])).content.decode())
        assert "Por qué te tocó esta mesa" in pagina and "Cambiando de rival con" in pagina
    (descansa,) = consultas.estado_de(salon.torneo_id).actual.descansan
    pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, descansa])).content.decode())
    assert "Son un número impar" in pagina

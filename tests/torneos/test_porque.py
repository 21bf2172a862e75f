"""«¿Por qué me tocó esta mesa?»: lo que se lee sale del objetivo, y se entiende (TO7, TO15)."""

import random
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bench.suizo.simulador import Salon as SalonDeReglas
from bench.suizo.simulador import nuevo
from reglas.suizo.emparejar import Emparejamiento, emparejar
from reglas.suizo.hoja import hoja_de
from reglas.suizo.objetivo import CONTRARIOS, PAREJAS, REPETIDOS, ObjetivoIndividual
from reglas.suizo.separar import motivos
from reglas.suizo.tipos import Contrarios, Modalidad
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import Salon, abrir
from torneos import consultas
from torneos.models import Restriccion
from torneos.porque import Voz, comun_de, motivo_de, motivo_de_conjuntos, por_que_descansa
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db
JERGA = ("vector", "nivel", "objetivo", "fuera de regla", "dispersión", "equilibrio", "flota")


def emparejado(personas: int, jugadas: int, semilla: int, regla: Contrarios) -> tuple[Emparejamiento, dict]:
    salon = SalonDeReglas(replace(nuevo(personas, jugadas, semilla), contrarios=regla), random.Random(semilla))
    torneo = replace(salon.jugar(), previstas=jugadas + 3)
    sigue = emparejar(torneo)
    return sigue, hoja_de(torneo, sigue)


@pytest.mark.parametrize(("personas", "jugadas", "regla"), [(16, 4, Contrarios.UNA_VEZ), (24, 5, Contrarios.NUNCA)])
def test_lo_que_se_dice_es_lo_que_el_objetivo_cobra(personas: int, jugadas: int, regla: Contrarios) -> None:
    """Se comprueba con `de_par`, a mano: quien paga, paga; y cada par nombrado empeora ese nivel."""
    sigue, _hoja = emparejado(personas, jugadas, 5, regla)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoIndividual)
    dichos = motivos(objetivo, grupo.elegidas, primera=False)
    assert sorted(dichos) == list(range(personas))
    mesa_de = {i: mesa for mesa in grupo.elegidas for i in mesa}
    for i, motivo in dichos.items():
        mesa = mesa_de[i]
        lejos = max(abs(objetivo.principal[i] - objetivo.principal[k]) for k in mesa)
        companero = mesa[(mesa.index(i) + 2) % 4]
        if motivo.clase == "paga":
            for k in motivo.quienes:
                assert k in mesa and objetivo.de_par(i, k, k == companero)[motivo.nivel]
        elif motivo.clase in ("cerca", "igual"):
            for j in motivo.quienes:
                assert j not in mesa
                de_lejos = abs(objetivo.principal[i] - objetivo.principal[j])
                assert de_lejos < lejos if motivo.clase == "cerca" else de_lejos == lejos
            for a, b in motivo.pares:
                assert objetivo.de_par(a, b, motivo.nivel == PAREJAS)[motivo.nivel]
        elif motivo.clase == "mesa" and motivo.nivel == PAREJAS:
            assert all(k in mesa and k != companero and objetivo.de_par(i, k, True)[PAREJAS] for k in motivo.quienes)
        else:
            assert motivo.clase in ("mesa", "cercanos", "sorteo")
    # quien paga siempre se entera: nadie lee otro motivo
    for mesa in grupo.elegidas:
        for i in mesa:
            suyos = [objetivo.de_par(i, k, k == mesa[(mesa.index(i) + 2) % 4]) for k in mesa if k != i]
            if any(v[n] for v in suyos for n in (PAREJAS, CONTRARIOS, REPETIDOS)):
                assert dichos[i].clase == "paga"


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


def test_a_cada_quien_se_le_dicen_a_lo_mas_dos_frases_y_sin_jerga() -> None:
    salon = jugado()
    for numero in range(1, 13):
        pagina = Client().get(reverse("torneos:donde", args=[salon.fila.codigo, numero])).content.decode()
        frases = pagina.split("Por qué te tocó esta mesa")[1].split("</div>")[0]
        assert 1 <= frases.count("<p>") <= 2 and "Juegas con" in frases
        assert not any(jerga in frases.lower() for jerga in JERGA)


def test_la_hoja_de_todos_trae_las_frases_a_la_vista_y_los_numeros_plegados() -> None:
    salon = jugado()
    pagina = Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 4])).content.decode()
    vista, plegado = pagina.split('id="con-numeros"')
    assert pegada(vista).count("En la mesa") == 3 and "Por qué a cada quien" in pegada(vista)
    assert "Enfrentados antes de lo debido" not in vista
    assert "Enfrentados antes de lo debido" in plegado and "El mejor cambio" in plegado
    # las huellas son para quien quiera comprobar: se abren con un toque
    compromiso = consultas.estado_de(salon.torneo_id).compromiso
    assert compromiso not in vista and compromiso in plegado.split('<details class="mas hoja sep" id="huella">')[1]


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
TU, ELLA = Voz(NOMBRES.__getitem__, True, 1), Voz(NOMBRES.__getitem__, True)


def mesa(clase: str, nivel: str, quienes: str = "", pares: tuple[tuple[str, str], ...] = ()) -> dict:
    sujetos = [{"sujeto": str(n), "lugar": n, "principal": 7 - (n > 2)} for n in (1, 2, 3, 4)]
    sujetos[3]["principal"] = 5
    suyo = {"sujeto": "1", "clase": clase, "nivel": nivel, "quienes": list(quienes), "pares": [list(p) for p in pares]}
    return {"mesa": 2, "sujetos": sujetos, "porque": [suyo]}


CERCA, IGUAL = "Elena iba más cerca de ti en puntos, pero ", "Elena iba igual de cerca de ti en puntos, pero "
YA, OTRA = (("1", "5"),), (("2", "5"),)
FRASES = [
    (("paga", "parejas", "3"), "Caro ya había sido pareja tuya: ya no había modo de que todas las"),
    (("paga", "contrarios", "2"), "Beto ya se había enfrentado contigo: evitarlo obligaba a algo peor, como repetir"),
    (("paga", "repetidos", "24"), "Beto y Delia ya se habían enfrentado contigo: se acepta una segunda vez"),
    (("paga", "evitar", "2"), "Se quería evitar que Beto se enfrentara contigo, pero lo demás era peor."),
    (("paga", "prohibidos", "2"), "Beto no debía coincidir contigo, pero no se halló otro acomodo."),
    (("cerca", "parejas", "5", YA), CERCA + "ya había sido pareja tuya."),
    (("cerca", "parejas", "56", (*YA, ("1", "6"))), "Elena y Fito iban más cerca de ti en puntos, pero ya habían sido"),
    (("cerca", "parejas", "5", OTRA), CERCA + "ya había sido pareja de Beto."),
    (("cerca", "parejas", "5", (("2", "3"),)), CERCA + "para hacerle lugar se repetía la pareja de Beto y Caro."),
    (("cerca", "contrarios", "5", YA), CERCA + "ya se había enfrentado contigo."),
    (("cerca", "repetidos", "5", (("1", "2"),)), CERCA + "para hacerle lugar se volvían a enfrentar tú y Beto."),
    (("igual", "prohibidos", "5", YA), IGUAL + "no se sienta contigo."),
    (("igual", "evitar", "5", OTRA), IGUAL + "se evita que se enfrente con Beto."),
    (("cerca", "dispersion", "5"), CERCA + "para hacerle lugar las mesas quedaban más disparejas."),
    (("mesa", "parejas", "2"), "Beto ya había sido pareja tuya: por eso hoy van en contra."),
    (("mesa", "equilibrio"), "Así las dos parejas suman casi lo mismo: 13 y 12."),
    (("cercanos", "sorteo"), "Nadie más iba tan cerca de ti en puntos."),
    (("sorteo", "sorteo"), "Otros también podían tocar en esta mesa: entre ellos decidió el sorteo."),
]  # fmt: skip


@pytest.mark.parametrize(("datos", "dicho"), FRASES)
def test_cada_motivo_se_dice_de_tu_y_por_su_nombre(datos: tuple, dicho: str) -> None:
    assert motivo_de(mesa(*datos), 1, TU).startswith(dicho)
    ajena = motivo_de(mesa(*datos), 1, ELLA)
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

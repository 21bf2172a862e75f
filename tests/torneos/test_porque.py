"""«¿Por qué me tocó esta mesa?»: lo que se lee sale del objetivo, y se entiende (TO7, TO15)."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from reglas.suizo.objetivo import NIVELES_INDIVIDUAL
from reglas.suizo.tipos import Modalidad
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import Salon, abrir
from torneos import consultas, textos
from torneos.consultas import hojas
from torneos.models import SUPLENTE, Partida, Restriccion
from torneos.porque.conjuntos import motivos_de_conjuntos
from torneos.porque.mesa import comun_de, motivos_de, pareja_de
from torneos.porque.voz import A_MANO, Leida, Voz
from torneos.servicios import Persona

pytestmark = pytest.mark.django_db
JERGA = ("vector", "nivel", "objetivo", "fuera de regla", "dispersión", "equilibrio", "flota")


def test_en_la_primera_lo_decidio_el_sorteo_y_no_hay_lugares() -> None:
    salon = abrir(personas=8)
    salon.publicar()
    partida = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 1])).content.decode())
    assert "Todos empezaban de cero: lo decidió el sorteo" in partida and "1.º" not in partida
    donde = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, 1])).content.decode())
    assert "Por qué te tocó esta mesa" in donde and ". Todos empezaban de cero" in donde
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


def test_a_cada_quien_se_le_dice_en_pocas_frases_y_sin_jerga() -> None:
    salon = jugado()
    for numero in range(1, 13):
        pagina = Client().get(reverse("torneos:donde", args=[salon.fila.codigo, numero])).content.decode()
        frases = pagina.split("Por qué te tocó esta mesa")[1].split("</div>")[0]
        assert 2 <= frases.count("<p>") <= 8 and "Juegas con" in frases and "la que más suma" in frases
        assert not any(jerga in frases.lower() for jerga in JERGA)


def test_la_hoja_de_todos_trae_las_frases_a_la_vista_y_los_numeros_plegados() -> None:
    salon = jugado()
    pagina = Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 4])).content.decode()
    vista, plegado = pagina.split('id="con-numeros"')
    assert pegada(vista).count("Las mesas van de la que más suma") == 3 and "Por qué le tocó a cada quien" in pegada(
        vista
    )
    assert "suma de cuadrados" not in vista
    assert "suma de cuadrados" in plegado and "otra manera" in plegado
    # las huellas son para quien quiera comprobar: se abren con un toque
    compromiso = consultas.estado_de(salon.torneo_id).compromiso
    assert compromiso not in vista and compromiso in plegado.split('<details class="mas hoja sep" id="huella">')[1]


def test_cada_partida_lleva_a_las_demas_y_cada_ya_a_la_mesa_de_quien_se_dice() -> None:
    salon = jugado()
    codigo = salon.fila.codigo
    de = [reverse("torneos:partida", args=[codigo, n]) for n in range(1, 5)]
    cuarta = Client().get(de[3] + "?mesa=2").content.decode()
    for pagina in (cuarta, Client().get(reverse("torneos:publica", args=[codigo])).content.decode()):
        assert all(f'href="{una}"' in pagina for una in de)
    assert cuarta.split('id="mesa-2"')[1].split("</article>")[0].count("open>") == 1 == cuarta.count('mas" open>')
    assert f'href="{de[1]}"' in Client().get(reverse("torneos:tabla", args=[codigo]) + "?tras=2").content.decode()
    # «ya» enlaza a su mesa de entonces, abierta, y de ahí se vuelve a la de quien preguntaba (D777)
    enlaces = re.findall(r'href="([^"]*/partida/[123]/[?]quien=[^"]*)"', cuarta)
    assert enlaces
    destino, _almohadilla, ancla = enlaces[0].replace("&amp;", "&").partition("#")
    alla = Client().get(destino).content.decode()
    mesa = next(m for m in alla.split("<article")[1:] if f'id="{ancla}"' in m).split("</article>")[0]
    # en la primera no hay motivos que abrir
    assert (" open>" in mesa or "<details" not in mesa) and "<mark>" in mesa and "Volver a la partida 4" in mesa
    vuelta = re.search(r'href="([^"]*)#(j-[0-9]+)"', mesa)
    assert vuelta is not None
    aca = Client().get(vuelta[1]).content.decode()
    # arriba, lo suyo; abajo, su mesa abierta
    lo_suyo, su_mesa = (m.split("</article>")[0] for m in aca.split("<article")[1:] if "cuatro-hoja--tuya" in m)
    assert f'id="{vuelta[2]}"' in lo_suyo and " open>" in su_mesa


def test_quien_busca_su_nombre_llega_a_su_mesa_y_el_aparato_lo_recuerda() -> None:
    salon = jugado()
    hoja = reverse("torneos:partida", args=[salon.fila.codigo, 4])
    telefono = Client()
    assert telefono.get(hoja).status_code == 200
    ana = salon.fila.inscritos.get(numero=1)
    hallada = telefono.get(hoja, {"q": ana.nombre.upper()})
    assert hallada.status_code == 302 and hallada["Location"] == f"{hoja}?quien=1#j-1"
    # el teléfono ya sabe; otro no, y el que quiera ver la hoja sin marcar a nadie lo dice
    assert telefono.get(hoja)["Location"] == f"{hoja}?quien=1#j-1" and Client().get(hoja).status_code == 200
    assert telefono.get(hoja, {"mesa": "2"}).status_code == 200
    assert telefono.get(hoja, {"quien": "0"}).status_code == 200 and telefono.get(hoja).status_code == 200
    for malo in ("9" * 40, "-1", "x", "٣", "1-1"):
        assert telefono.get(hoja, {"quien": malo, "volver": malo}).status_code == 200
    nadie = pegada(telefono.get(hoja, {"q": "<b>Zz"}).content.decode())
    assert "no hay nadie con ese nombre" in nadie and "<b>Zz" not in nadie
    varias = telefono.get(hoja, {"q": "a"}).content.decode()
    assert "¿Cuál eres?" in varias and 'href="?q=' in varias


def test_una_hoja_de_antes_se_lee_con_los_motivos_de_hoy() -> None:
    """D779: salen de lo guardado; y si de ahí no salen esas mesas, se dice."""
    salon = jugado()
    hoja = reverse("torneos:partida", args=[salon.fila.codigo, 4])
    hoy = Client().get(hoja).content.decode()
    fila = Partida.objects.get(torneo=salon.torneo_id, numero=4)
    fila.hoja = {clave: valor for clave, valor in fila.hoja.items() if clave not in ("motivos", "turnos")}
    for mesa in fila.hoja["mesas"]:
        for uno in mesa["porque"]:
            uno.pop("mudanzas", None)
    fila.save()
    assert "No la 2" in hoy and Client().get(hoja).content.decode().count("No la 2") == hoy.count("No la 2")
    primera, ultima = fila.mesas.first(), fila.mesas.last()
    primera.asientos.filter(lugar=0).update(jugador=ultima.asientos.first().jugador)
    hojas._motivos_de_hoy.cache_clear()
    assert "Esta hoja se publicó cuando aún no se decía" in pegada(Client().get(hoja).content.decode())


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
    donde = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, descansa])).content.decode())
    assert "Sobraba una persona para hacer mesas de cuatro. En la primera descansa quien va al final" in donde
    assert "Te salió el 9 de 9." in donde
    hoja = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, 1])).content.decode())
    assert "le salió el 9 de 9." in hoja and f'id="j-{descansa}"' in hoja


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

NOMBRES = {1: "Ana", 2: "Beto", 3: "Caro", 4: "Delia", 5: "Elena", 6: "Fito", 7: "Gil", 8: "Hugo"}
CUANDO = {(2, 6, False): (1, 4), (1, 2, False): (2,), (1, 3, True): (1,), (1, 5, True): (3,)}
TU, ELLA = (Voz(NOMBRES.__getitem__, True, tu, CUANDO) for tu in (1, None))


LLEVAN = {"1": 7, "2": 7, "3": 6, "4": 5, "5": 6, "6": 5, "7": 5, "8": 5}
LEIDA = Leida(
    LLEVAN,
    dict.fromkeys("1234", 2) | dict.fromkeys("5678", 3),
    {2: tuple("1234"), 3: tuple("5678")},
    grupos={2: 0, 3: 0, 1: A_MANO},
)


def mesa(clase: str, nivel: str, quienes: str = "", cambio: tuple[str, str] | None = None, *pares: str) -> dict:
    """La de Ana y Caro contra Beto y Delia; `cambio`: qué empeora si Elena viene en lugar de quién."""
    sujetos = [{"sujeto": str(n), "lugar": n, "principal": LLEVAN[str(n)]} for n in (1, 2, 3, 4)]
    suyo: dict[str, Any] = {"sujeto": "1", "clase": clase, "nivel": nivel, "quienes": list(quienes)}
    if cambio is not None:
        peor, sale = cambio
        de = {"nivel": peor, "de": 0, "a": 1, "pares": [list(p) for p in pares]}
        suyo["cambio"] = {"entra": "5", "sale": sale, "serian": [list("1523"), list("4678")]} | de
    return {"mesa": 2, "sujetos": sujetos, "porque": [suyo]}


CERCA = (
    "¿Y Elena? En puntos, Elena (6) iba más cerca de ti (7) que Delia (5). Con Elena en la mesa 2 y Delia (5 puntos) "
)
CERCA += "en la 3, "
PUNTOS = "en puntos quedaba menos parejo: en la mesa 2, "
OTRA_VEZ = (
    "Beto ya se había enfrentado contigo (partida 2). Se aceptó porque evitarlo salía peor. Con Elena en la mesa 2 "
)
OTRA_VEZ += "y Beto (7 puntos) en la 3, "
FRASES = [
    (("paga", "parejas", "3"), "Caro ya había sido pareja contigo (partida 1)."),
    (("paga", "contrarios", "2", ("parejas", "2"), "15"), OTRA_VEZ + "sería la segunda vez que juegas de pareja con E"
     "lena (la otra, en la partida 3)"),
    (("paga", "repetidos", "2", ("dispersion", "2")), OTRA_VEZ + PUNTOS + "tú 7, Elena 6, Caro 6 y Delia 5; en la mesa"
     " 3, Beto 7, Fito 5, Gil 5 y Hugo 5. De quien más lleva a quien menos: en la mesa 2, 2, como quedó"
     "; en la 3, 2 en vez de 1."),
    (("paga", "repetidos", "24"), "Beto y Delia ya se habían enfrentado contigo (partida 2)."),
    (("paga", "evitar", "2"), "Se quería evitar enfrentar a Beto contigo."),
    (("paga", "prohibidos", "2"), "Beto no debía coincidir contigo, pero no se halló otro acomodo."),
    (("cerca", "parejas", "5", ("parejas", "4"), "15"), CERCA + "sería la segunda vez que juegas de pareja con Elena "
     "(la otra, en la partida 3); eso pesa más, aunque en puntos quedara más parejo."),
    (("cerca", "parejas", "5", ("parejas", "4"), "23"), CERCA + "se repetiría que Beto juega de pareja con Caro"),
    (("cerca", "repetidos", "5", ("repetidos", "4"), "12"), CERCA + "en puntos, entre las dos mesas, daba "
     "igual, pero sería la segunda vez que juegas contra Beto (la otra, en la partida 2)."),
    (("cerca", "contrarios", "5", ("contrarios", "4"), "12"), CERCA + "sería la segunda vez que juegas contra Beto (la "
     "otra, en la partida 2), y antes de tres partidas no se repite"),
    (("cerca", "contrarios", "5", ("contrarios", "4"), "26"), CERCA + "sería la tercera vez que Beto juega contra Fito "
     "(las otras, en la partida 1 y partida 4), y dos ya es lo más"),
    (("cerca", "equilibrio", "5", ("equilibrio", "4")), CERCA + "lo demás daba igual, pero las parejas sumaban menos "
     "parecido: tú y Beto (14) contra Elena y Caro (12); "),
    (("cerca", "evitar", "5", ("evitar", "4"), "25"), CERCA + "se enfrentaban Beto y Elena, y se pidió que no"),
    (("cercanos", "sorteo"), "Nadie de otra mesa iba tan cerca de ti en puntos como los tres que te tocaron."),
    (("sorteo", "sorteo", "5", ("sorteo", "3")), "¿Y Elena? Con Elena en la mesa 2 y Caro (6 puntos) en la 3 daba "
     "igual en todo: entre maneras iguales decidió el sorteo."),
]  # fmt: skip


def test_de_la_pareja_se_dicen_las_otras_dos_maneras() -> None:
    otras = [
        {"asientos": list("1324"), "nivel": "parejas", "de": 0, "a": 1, "pares": [["1", "2"]]},
        {"asientos": list("1243"), "nivel": "equilibrio", "de": 1, "a": 9},
    ]
    suya = mesa("sorteo", "sorteo") | {"maneras": otras}
    assert tuple(frase.replace("\N{NO-BREAK SPACE}", " ") for frase in pareja_de(suya, TU)) == (
        "De las tres maneras de hacer parejas aquí, se escogió Ana y Caro contra Beto y Delia (suman 13 y 12).",
        "Con Ana y Beto de pareja, se repetiría que Ana juega de pareja con Beto.",
        "Con Ana y Delia de pareja sumaban menos parecido (suman 12 y 13).",
    )
    del suya["sujetos"][3]["principal"]
    assert "13" not in " ".join(pareja_de(suya, TU))


@pytest.mark.parametrize(("datos", "dicho"), FRASES)
def test_cada_motivo_se_dice_de_tu_y_por_su_nombre(datos: tuple, dicho: str) -> None:
    # la primera, de las mesas de al lado, aparte (D789)
    assert dichas(motivos_de(mesa(*datos), 1, TU, LEIDA)[1:]).startswith(dicho)
    ajena = dichas(motivos_de(mesa(*datos), 1, ELLA, LEIDA))
    assert not re.search(r"\b(tú|ti|contigo|juegas)\b", ajena)


def dichas(frases: tuple[str, ...]) -> str:
    return " ".join(frases).replace("\N{NO-BREAK SPACE}", " ")


def primera(leida: Leida = LEIDA, voz: Voz = TU, *mudanzas: tuple[str, str], iguales: str = "") -> str:
    suya = mesa("ninguno", "sorteo")
    cambios = [
        {"sale": "1", "entra": entra, "nivel": nivel, "de": 0, "a": 1, "pares": [["1", "2"]]}
        for entra, nivel in mudanzas
    ]
    suya["porque"][0] |= {"mudanzas": cambios, "iguales": list(iguales)}
    return dichas(motivos_de(suya, 1, voz, leida))


def test_lo_primero_es_por_que_no_la_de_antes_ni_la_que_sigue() -> None:
    """D789: una razón por mesa; y los empates, las bolsas y los extremos, por su nombre."""
    arriba = "Es la primera mesa: antes no hay otra. "
    assert primera(LEIDA, TU, ("5", "sorteo")) == arriba + "No la 3: daba igual, salió en el sorteo."
    assert primera(LEIDA, TU, ("5", "dispersion")) == arriba + "No la 3: ahí llevaban 6, 5, 5 y 5, y tú 7."
    assert primera(LEIDA, ELLA, ("5", "dispersion")) == arriba + "No la 3: ahí llevaban 6, 5, 5 y 5, y Ana 7."
    assert primera(LEIDA, TU, ("5", "repetidos")) == arriba + (
        "No la 3: lo menos malo era cambiarte por Elena, y sería la segunda vez que juegas contra Beto (la otra, en la "
        "partida 2)."
    )
    assert "las parejas sumaban menos parecido." in primera(LEIDA, TU, ("5", "equilibrio"))
    tres = replace(
        LEIDA, sentados={1: (), **LEIDA.sentados, 4: ("9",), 5: ("0",)}, mesa_de={**LEIDA.mesa_de, "9": 4, "0": 5}
    )
    frase = primera(tres, TU, ("5", "sorteo"), iguales="90")
    assert frase == (
        "No la 1: ésa la puso a mano quien organiza. No con los de la 3: daba igual, salió en el sorteo. Tampoco con "
        "los de la 4 ni con los de la 5: también daba igual."
    )
    otra = replace(tres, grupos={2: 0, 3: 1, 1: 0})
    assert (
        primera(otra, TU, iguales="9")
        == "La 3 es de la otra bolsa. No con los de la 4: daba igual, salió en el sorteo."
    )
    ni = replace(tres, grupos={1: 0, 2: 0, 3: 0}, partida=1)
    assert primera(ni) == "Ni la 1 ni la 3: todos empezaban de cero y así salió en el sorteo."
    assert primera(replace(LEIDA, sentados={2: tuple("1234")})) == "Es la única mesa."


def test_si_habia_maneras_iguales_no_se_dice_que_evitarlo_salia_peor() -> None:
    """D790: si algo daba igual en todo, lo decidió el sorteo; si nada, evitarlo salía peor."""
    peor, igual = (mesa("paga", "repetidos", "2", (nivel, "2"), "15") for nivel in ("parejas", "sorteo"))
    assert "evitarlo salía peor" in dichas(motivos_de(peor, 1, TU, LEIDA))
    peor["porque"][0]["iguales"] = ["5"]
    for suya in (peor, igual):
        frase = dichas(motivos_de(suya, 1, TU, LEIDA))
        assert "salía peor" not in frase and "Había otras maneras iguales en todo, y decidió el sorteo." in frase


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
    otra = {"con": ["3", "4"], "serian": [["1", "3"], ["2", "4"]], "nivel": nivel, "de": 0, "a": 1}
    return {"mesa": 1, "sujetos": [], "paga": [{"nivel": n, "vale": 1} for n in paga], "otras": [otra]}


def test_a_una_pareja_o_un_equipo_se_le_dice_que_empeoraba_al_cambiar_de_rival() -> None:
    voz = Voz({1: "Uno", 2: "Dos", 3: "Los Arcos", 4: "La Mula"}.__getitem__, True, cuando={(1, 3, False): (1,)})
    leida = Leida({"1": 3, "2": 3, "3": 2, "4": 1}, {"1": 1, "2": 1, "3": 2, "4": 2}, {1: ("1", "2"), 2: ("3", "4")})
    for nivel in NIVELES:
        (dicho,) = motivos_de_conjuntos(de_conjuntos(nivel), 2, voz, leida)
        assert dicho.startswith("¿Y los de la mesa 2? Con «Uno» contra «Los Arcos», y «Dos» contra «La Mula», ")
        assert dicho.endswith(".") and not any(jerga in dicho for jerga in JERGA)
        # en la primera manda el sorteo, salvo que alguien no deba enfrentarse
        del_sorteo, *otras = motivos_de_conjuntos(de_conjuntos(nivel), 1, voz, leida)
        assert "en el orden del sorteo" in del_sorteo and bool(otras) == (nivel in ("prohibidos", "evitar"))
    assert "se repetía «Uno» contra «Los Arcos» (partida 1)" in dichas(
        motivos_de_conjuntos(de_conjuntos("contrarios"), 2, voz, leida)
    )
    disparejo = motivos_de_conjuntos(de_conjuntos("diferencia", "contrarios", "corte"), 2, voz, leida)
    assert "Ya se habían enfrentado" in disparejo[0]
    assert "3 contra 2 y 3 contra 1, en vez de 3 contra 3 y 2 contra 1" in disparejo[1]
    assert "daba igual en todo" in dichas(motivos_de_conjuntos(de_conjuntos(None), 2, voz, leida))
    assert motivos_de_conjuntos({"mesa": 1, "forzada": True}, 2, voz, leida) == ()
    assert "Sigue su encuentro" in dichas(
        motivos_de_conjuntos({"mesa": 1, "sigue": "…", "sujetos": [{"sujeto": "1"}]}, 2, voz, leida)
    )


def test_una_pareja_lee_por_que_le_toco_su_rival_en_su_pagina_y_en_la_de_cada_quien() -> None:
    salon = abrir_conjuntos(Modalidad.PAREJAS, 7, previstas=3)
    salon.jugar()
    salon.publicar()
    sentado = salon.mesas()[0].asientos.get(lugar=0).jugador
    assert sentado.conjunto is not None
    for numero in (sentado.numero, sentado.conjunto.numero):
        pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, numero])).content.decode())
        assert "Por qué te tocó esta mesa" in pagina and "¿Y los de la mesa" in pagina
    (descansa,) = consultas.estado_de(salon.torneo_id).actual.descansan
    pagina = pegada(Client().get(reverse("torneos:donde", args=[salon.fila.codigo, descansa])).content.decode())
    assert "Son un número impar" in pagina and "ibas en el lugar" in pagina


def test_la_pareja_que_descansa_se_llama_como_los_que_juegan() -> None:
    """D793: con un suplente adentro, también cuando le toca descansar."""
    salon = abrir_conjuntos(Modalidad.PAREJAS, 5, previstas=6)
    salon.jugar()
    de_antes = consultas.estado_de(salon.torneo_id).actual
    cual = 1 if 1 not in de_antes.descansan else 2
    titular = salon.fila.inscritos.get(conjunto__numero=cual, letra=0)
    salon.pedir("suplente_entrar", numero=cual, por=titular.numero)
    descanso = next(p for p in (salon.jugar() for _n in range(5)) if cual in map(int, p.descansan))
    entro = salon.fila.inscritos.get(conjunto__numero=cual, letra=SUPLENTE)
    pagina = pegada(
        Client().get(reverse("torneos:partida", args=[salon.fila.codigo, descanso.numero])).content.decode()
    )
    descansan = pagina[pagina.index("Descansa") :][:400]
    assert entro.nombre in descansan and titular.nombre not in descansan

"""Lo de quien se busca en la hoja: su mesa, su pareja y sus rivales; de un equipo, también la rotación (D791-D794)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from reglas.suizo.equipos import parejas_de
from reglas.suizo.tipos import Modalidad
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import Salon, abrir
from torneos import consultas

pytestmark = pytest.mark.django_db


def hoja(salon: Salon, partida: int, quien: int) -> str:
    direccion = reverse("torneos:partida", args=[salon.fila.codigo, partida])
    return pegada(Client().get(direccion, {"quien": quien}).content.decode())


def parrafos(pagina: str) -> dict[str, str]:
    """Los tres de arriba, sin etiquetas."""
    bloque = pagina.split('aria-labelledby="tuyo"')[1].split("</article>")[0]
    partes = re.split(r'<h3 class="porque__q">([^<]*)</h3>', bloque)
    return {t: re.sub(r"<[^>]+>", "", p) for t, p in zip(partes[1::2], partes[2::2], strict=True)}


def tarjetas(pagina: str) -> dict[str, str]:
    """Las de mesa que van marcadas, por su número."""
    articulos = (m.split("</article>")[0] for m in pagina.split("<article")[1:])
    return {
        m.split('id="mesa-')[1].split('"')[0]: m for m in articulos if "cuatro-hoja--tuya" in m and 'id="mesa-' in m
    }


def mesa_marcada(pagina: str) -> list[str]:
    return list(tarjetas(pagina))


def test_lo_de_quien_se_busca_va_junto_y_arriba() -> None:
    salon = abrir(personas=12, previstas=6)
    for _n in range(3):
        salon.jugar()
    salon.publicar()
    estado = consultas.estado_de(salon.torneo_id)
    assert estado.actual is not None
    for numero, mesa in estado.actual.mesa_de.items():
        pagina = hoja(salon, 4, numero)
        dicho = parrafos(pagina)
        assert list(dicho) == ["Tu mesa", "Tu pareja", "Tus rivales"]
        assert pagina.index('aria-labelledby="tuyo"') < pagina.index('id="porque"')
        assert pagina.count(f'id="j-{numero}"') == 1 and mesa_marcada(pagina) == [str(mesa.numero)]
        # la de antes y la que sigue, siempre
        for otra in (mesa.numero - 1, mesa.numero + 1):
            extremo = "primera mesa" if otra == 0 else "última mesa" if otra == 4 else None
            assert (extremo or f"a {otra}") in dicho["Tu mesa"]
        lado = mesa.parejas[mesa.pareja_de(numero) or 0]
        (con,) = (n for n in lado if n != numero)
        assert dicho["Tu pareja"].strip().startswith(estado.nombre_de(con))
        for rival in mesa.parejas[1 - (mesa.pareja_de(numero) or 0)]:
            assert estado.nombre_de(rival) in dicho["Tus rivales"]
            assert estado.nombre_de(rival) in dicho["Tu pareja"]


def test_en_equipos_se_marca_la_mesa_de_quien_se_busca_y_se_dice_la_rotacion() -> None:
    salon = abrir_conjuntos(Modalidad.EQUIPOS, 4, previstas=3)
    for _n in range(2):
        salon.jugar()
    salon.publicar()
    estado = consultas.estado_de(salon.torneo_id)
    assert estado.actual is not None
    for numero, mesa in estado.actual.mesa_de.items():
        pagina = hoja(salon, 3, numero)
        assert mesa_marcada(pagina) == [str(mesa.numero)], numero
        equipo = tuple(i.numero for i in estado.integrantes_de(estado.sujeto_de(numero)))
        pareja = next(p for p in parejas_de(tuple(map(str, equipo)), 3) if str(numero) in p)
        (con,) = (int(n) for n in pareja if n != str(numero))
        dicho = parrafos(pagina)
        assert f"tú eres el {equipo.index(numero) + 1} de la lista" in dicho["Tu pareja"]
        assert f"{estado.nombre_de(con)} el {equipo.index(con) + 1}." in dicho["Tu pareja"]
        assert "cambian en cada partida" in dicho["Tu pareja"] and "001 §" not in pagina
        assert f"por eso la {mesa.numero}." in dicho["Tu mesa"]
        tarjeta = pagina.split(f'id="mesa-{mesa.numero}"')[1].split("</article>")[0]
        assert f"<mark>{estado.nombre_de(numero)}</mark>" in tarjeta
        assert all(estado.nombre_de(n) in tarjeta for n in mesa.asientos)
    # por el nombre del equipo se pregunta quién
    telefono, direccion = Client(), reverse("torneos:partida", args=[salon.fila.codigo, 3])
    equipo_de = estado.nombre_de(estado.sujeto_de(numero))
    cual = telefono.get(direccion, {"q": equipo_de}).content.decode()
    assert "¿Cuál eres?" in cual and f'href="?q={numero}"' in cual
    assert telefono.get(direccion, {"q": str(numero)})["Location"].endswith(f"?quien={numero}#j-{numero}")


def test_del_suplente_se_dice_a_quien_suple_y_la_busqueda_halla_a_los_dos() -> None:
    salon = abrir_conjuntos(Modalidad.PAREJAS, 4, previstas=3)
    salon.jugar()
    estado = consultas.estado_de(salon.torneo_id)
    sale = estado.integrantes_de(1)[1]
    salon.pedir("suplente_registrar", numero=1, nombre="<b>Nueva")
    salon.pedir("suplente_entrar", numero=1, por=sale.numero)
    salon.publicar()
    estado = consultas.estado_de(salon.torneo_id)
    entra = estado.integrantes_de(1)[-1]
    assert entra.nombre == "<b>Nueva"
    for quien in (sale.numero, entra.numero):
        pagina = hoja(salon, 2, quien)
        assert len(mesa_marcada(pagina)) == 1 and "antes:" in pagina and "<b>Nueva" not in pagina
        (tarjeta,) = tarjetas(pagina).values()
        assert "&lt;b&gt;Nueva" in tarjeta and sale.nombre in tarjeta
    # antes de que entrara, nadie supla a nadie
    assert "antes:" not in hoja(salon, 1, sale.numero)


def estado_de_conjunto(salon: Salon, quien: int) -> str:
    return str(consultas.estado_de(salon.torneo_id).sujeto_de(quien))


def numeros_de_verdad(hoja_: dict, n: int, suyo: str, dicho: str) -> None:
    """D834: «No la 2» sólo si del modo que menos costaba su encuentro llevaría ese número."""
    todos = {s["sujeto"]: s for m in hoja_["mesas"] for s in m["sujetos"]}
    donde = {s["sujeto"]: m["mesa"] for m in hoja_["mesas"] for s in m["sujetos"]}
    (mesa,) = (m for m in hoja_["mesas"] if m["mesa"] == n)
    for otra in mesa["otras"] if hoja_["partida"] > 1 else ():
        cambian = {uno for par in otra["serian"] for uno in par}
        pares = [[s["sujeto"] for s in m["sujetos"]] for m in hoja_["mesas"]]
        pares = [*otra["serian"], *(par for par in pares if not cambian & set(par))]
        pares.sort(key=lambda p: (-sum(todos[u]["principal"] for u in p), sorted(todos[u]["lugar"] for u in p)))
        queda = next(k for k, par in enumerate(pares, start=1) if suyo in par)
        cual = donde[otra["con"][0]]
        como = re.search(rf"(con los de )?la {cual}\b", dicho)
        assert como is not None and bool(como[1]) == (queda != cual)


def sentado_en(salon: Salon, partida: int, mesa: int) -> int:
    vista = consultas.partida_de(salon.torneo_id, partida)
    assert vista is not None
    return next(n for n, suya in vista.mesa_de.items() if suya.numero == mesa)


def test_a_quien_le_toca_uno_que_lleva_otra_cosa_se_le_dice_por_que_no_su_igual() -> None:
    """D792: si ya se enfrentaron, cuándo; si no, lo que empeoraba. Y se dice de cada uno de los dos."""
    salon, vistas = abrir_conjuntos(Modalidad.PAREJAS, 6, previstas=5), 0
    for partida in range(1, 5):
        salon.jugar()
        hoja_ = consultas.hoja_de(salon.torneo_id, partida) or {"mesas": []}
        llevan = {s["sujeto"]: s["principal"] for m in hoja_["mesas"] for s in m["sujetos"]}
        for mesa in hoja_["mesas"]:
            dos = [s["sujeto"] for s in mesa["sujetos"]]
            iguales = {(uno, o) for uno in dos for o in llevan if o not in dos and llevan[o] == llevan[uno]}
            dichos = {(n["uno"], n["natural"]) for n in mesa["naturales"]}
            if llevan[dos[0]] == llevan[dos[1]]:
                assert not dichos
            for uno in dos if dichos else ():
                suyos = {par for par in iguales if par[0] == uno}
                assert {par for par in dichos if par[0] == uno} <= suyos
                assert len([par for par in dichos if par[0] == uno]) == min(3, len(suyos))
        pagina = pegada(Client().get(reverse("torneos:partida", args=[salon.fila.codigo, partida])).content.decode())
        for n in range(1, len(hoja_["mesas"]) + 1):
            arriba = parrafos(hoja(salon, partida, sentado_en(salon, partida, n)))
            for otra in (n - 1, n + 1):
                extremo = "primera mesa" if otra == 0 else "última mesa" if otra == 4 else None
                assert (extremo or f"a {otra}") in arriba["Tu mesa"]
            numeros_de_verdad(hoja_, n, estado_de_conjunto(salon, sentado_en(salon, partida, n)), arriba["Tu mesa"])
        cuantos = sum(len(m["naturales"]) for m in hoja_["mesas"])
        assert pagina.count(", que llevaban lo mismo (") == cuantos
        vistas += cuantos
    assert vistas

"""Lo que ve quien llega por el enlace de un estudio: sin entrar, y ni un dato de más (D636-D638)."""

import json
from datetime import timedelta
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from enlinea.academia.consultas.fuente import fuente_de
from enlinea.academia.servicios import estudios as servicios
from enlinea.models import Estudio, Partida
from enlinea.visita import dibujo, topes
from reglas.fichas import FICHAS
from suscripciones.models import Cuenta, Suspension
from tests.enlinea.academia.estudiada import una_estudiada
from tests.publico.test_paginas import leer

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]


@pytest.fixture(autouse=True)
def limpia() -> None:
    caches[topes.CACHE].clear()


@pytest.fixture
def jugada() -> tuple[list[Cuenta], Partida]:
    return una_estudiada()


def comparte(cuenta: Cuenta, partida: Partida, **cambia: Any) -> Estudio:
    suya = fuente_de("partida", partida.pk, cuenta.pk)
    assert suya is not None
    datos = {"mano": None, "titulo": "El cierre", "con_nombres": False, "se_busca": False}
    estudio = servicios.estudio_compartir(fuente=suya, ahora=timezone.now(), **{**datos, **cambia})
    for mano, que in ((0, "Aquí <b>dudé</b>"), (1, "De otra mano")):
        servicios.comentario_guardar(fuente=suya, mano=mano, jugada=3, texto=que, ahora=timezone.now())
    estudio.refresh_from_db()
    return estudio


def todo_lo_que_sale(estudio: Estudio, manos: int) -> dict[str, bytes]:
    """Cada dirección que abre el enlace, con sus bytes y sus encabezados."""
    navegador, enlace = Client(), estudio.enlace
    salio = {}
    for n in range(1, manos + 2):
        for cola in (f"?mano={n}&jugada=5", f"mano/{n}.json", f"mano/{n}/analisis.json", f"{n}-4.png",
                     f"mano/{n}/simular.json?desde=2&solos=1"):  # fmt: skip
            respuesta = navegador.get(f"/estudio/{enlace}/{cola}")
            if respuesta.status_code == 200:
                salio[cola] = repr(respuesta.headers).encode() + respuesta.content
    return salio


def test_se_lee_sin_entrar_con_sus_comentarios_y_su_analisis(jugada: tuple[list[Cuenta], Partida]) -> None:
    estudio = comparte(jugada[0][0], jugada[1])
    respuesta = Client().get(reverse("estudio:ver", args=[estudio.enlace]))
    texto = respuesta.content.decode()
    assert "Aquí &lt;b&gt;dudé&lt;/b&gt;" in texto and "De otra mano" in texto and "Sur" in texto
    assert respuesta.context["jugada"] == 3 and respuesta.context["analisis"]["estado"] == "listo"
    assert respuesta["X-Robots-Tag"] == "noindex" and '<meta name="robots" content="noindex">' in texto
    metas = {a.get("property"): a.get("content") for e, a in leer(texto).etiquetas if e == "meta"}
    assert metas["og:title"] == "El cierre" and metas["og:description"] == "Aquí <b>dudé</b>"
    imagen = Client().get(str(metas["og:image"]).partition("testserver")[2])
    with Image.open(BytesIO(imagen.content)) as foto:
        assert foto.size == (dibujo.ANCHO, dibujo.ALTO)
    assert len(imagen.content) < 120_000 and imagen["Cache-Control"] == "public, max-age=3600"
    comparte(jugada[0][0], jugada[1], se_busca=True)
    assert "X-Robots-Tag" not in Client().get(reverse("estudio:ver", args=[estudio.enlace]))


@pytest.mark.parametrize("con_nombres", [False, True])
def test_por_el_enlace_no_sale_nada_de_mas(jugada: tuple[list[Cuenta], Partida], con_nombres: bool) -> None:
    cuentas, partida = jugada
    acta: Any = partida.acta
    # un nombre y un tiempo que no pueden salir por casualidad
    for asiento, nombre in enumerate(("Zutanita", "Xavierito", "Yolandota", "Wenceslao")):
        acta["asientos"][asiento] = nombre
    for mano in acta["manos"]:
        for una in mano["jugadas"]:
            una["ms"] = 987_654
    partida.save(update_fields=["acta"])
    type(partida.mesa).objects.filter(pk=partida.mesa_id).update(nombre="La mesa secreta")
    servicios.nombre_callar(partida_id=partida.pk, cuenta_id=cuentas[2].pk, callar=True, ahora=timezone.now())
    estudio = comparte(cuentas[0], partida, con_nombres=con_nombres)
    salio = todo_lo_que_sale(estudio, len(acta["manos"]))
    assert len(salio) > 5 * len(acta["manos"]) - 1
    junto = b"\n".join(salio.values())
    # los números de cuenta y de partida, aquí de una cifra, los busca `bench/secreto/compartido.py`
    vedado = ["987654", "La mesa secreta", "Yolandota", str(estudio.pk), *[c.email for c in cuentas]]
    for mano in acta["manos"]:
        sorteo = mano["sorteo"]
        vedado += [*sorteo["claves"], sorteo["semilla"], *[n for n in sorteo["nonces"] if n]]
    vedado += [] if con_nombres else ["Zutanita", "Xavierito", "Wenceslao"]
    assert [x for x in vedado if x.encode() in junto] == []
    assert (b"Xavierito" in junto) is con_nombres and b"Norte" in junto


def test_de_una_sola_mano_no_se_ve_ninguna_otra(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    estudio = comparte(cuentas[0], partida, mano=1)
    acta: Any = partida.acta
    salio = todo_lo_que_sale(estudio, len(acta["manos"]))
    assert {c.partition("/")[0] for c in salio if not c.startswith(("?", "mano"))} == {"2-4.png"}
    assert [c for c in salio if c.startswith("mano")] == [
        "mano/2.json", "mano/2/analisis.json", "mano/2/simular.json?desde=2&solos=1"
    ]  # fmt: skip
    for cola, cuerpo in salio.items():
        if cola.startswith("?"):
            assert b"dud\xc3\xa9" not in cuerpo and b"De otra mano" in cuerpo
            vista = json.loads(cuerpo.partition(b'id="ac-vista" type="application/json">')[2].partition(b"<")[0])
            assert vista["mano"] == 2
            partida_vista = json.loads(
                cuerpo.partition(b'id="ac-partida" type="application/json">')[2].partition(b"<")[0]
            )
            assert partida_vista["cuentas"][0] is None and len(partida_vista["cuentas"]) == 2


def test_el_enlace_quitado_o_de_un_suspendido_ya_no_abre_nada(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    estudio = comparte(cuentas[0], partida)
    viejo = f"/estudio/{estudio.enlace}/"
    direcciones = [viejo, f"{viejo}mano/1.json", f"{viejo}mano/1/analisis.json", f"{viejo}1-3.png"]
    assert {Client().get(d).status_code for d in direcciones} == {200}
    servicios.estudio_anular(partida_id=partida.pk, cuenta_id=cuentas[0].pk, ahora=timezone.now())
    assert {Client().get(d).status_code for d in direcciones} == {404}
    otro = comparte(cuentas[0], partida)
    nuevo = f"/estudio/{otro.enlace}/"
    assert Client().get(nuevo).status_code == 200
    assert {Client().get(d).status_code for d in ("/estudio/x/", "/estudio/" + "a" * 22 + "/")} == {404}
    suspender_a(cuentas[0])
    assert Client().get(nuevo).status_code == 404
    dichas = {" ".join(Client().get(d).content.decode().split()).split("tropiezo")[1] for d in (nuevo, "/estudio/x/")}
    assert len(dichas) == 1  # quitado o inventado, se lee lo mismo (D663)
    assert "quien lo compartió lo quitó, o llegó incompleto" in dichas.pop()


def suspender_a(cuenta: Cuenta) -> None:
    ahora = timezone.now()
    desde, hasta = ahora - timedelta(minutes=1), ahora + timedelta(days=7)
    Suspension.objects.create(cuenta=cuenta, desde=desde, hasta=hasta, motivo="x")


def test_lo_que_se_pide_otra_vez_no_se_arma_otra_vez(
    jugada: tuple[list[Cuenta], Partida], django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    estudio = comparte(jugada[0][0], jugada[1])
    aqui = f"/estudio/{estudio.enlace}/"
    Client().get(aqui)
    Client().get(f"{aqui}1-3.png")
    dibujadas: list[int] = []
    monkeypatch.setattr("enlinea.visita.views_estudio.dibujar", lambda _c: dibujadas.append(1) or b"png")
    with django_assert_max_num_queries(4):
        Client().get(aqui)
    with django_assert_max_num_queries(3):
        Client().get(f"{aqui}1-3.png")
    assert not dibujadas
    monkeypatch.setattr(topes, "DIBUJOS_EN_TOTAL", 0)
    assert Client().get(f"{aqui}1-5.png", REMOTE_ADDR="203.0.113.9").status_code == 429
    monkeypatch.setattr(topes, "PEDIDOS_EN_TOTAL", 0)
    assert Client().get(aqui, REMOTE_ADDR="203.0.113.9").status_code == 429


def test_la_cadena_dibujada_casa_no_se_encima_y_cabe(jugada: tuple[list[Cuenta], Partida]) -> None:
    cuentas, partida = jugada
    suya = fuente_de("partida", partida.pk, cuentas[0].pk)
    assert suya is not None
    for mano in suya.manos:
        for jugada_n, estado in enumerate(mano.estados[1:], 1):
            cadena, ultima = dibujo.en_orden(mano.estados, jugada_n)
            assert all(a[1] == b[0] for a, b in pairwise(cadena))
            assert (cadena[0][0], cadena[-1][1]) == (estado.a, estado.b)
            assert tuple(sorted(cadena[ultima])) == FICHAS[estado.cadena[-3]]
            puestas = dibujo.acomodadas(cadena, dibujo.LARGO_DE_FILA / 50)
            cajas = [dibujo.caja([una]) for una in puestas]
            for n, una in enumerate(cajas):
                for otra in cajas[:n]:
                    juntas = (min(una[2], otra[2]) - max(una[0], otra[0]), min(una[3], otra[3]) - max(una[1], otra[1]))
                    assert min(juntas) < 0.01, (cadena, n)
            izquierda, arriba, derecha, abajo = dibujo.caja(puestas)
            assert derecha - izquierda <= dibujo.ANCHO / 50 and abajo - arriba < 10


def test_una_cadena_de_veintiocho_cabe_en_la_imagen() -> None:
    cadena = [(n % 7, (n * 3 + 1) % 7) for n in range(28)]
    menor = dibujo.GRUESOS[-1]
    puestas = dibujo.acomodadas(cadena, dibujo.LARGO_DE_FILA / menor)
    izquierda, arriba, derecha, abajo = dibujo.caja(puestas)
    assert (abajo - arriba) * menor <= dibujo.ALTO_DEL_PANO and (derecha - izquierda) * menor <= dibujo.ANCHO
    assert dibujo.dibujar(dibujo.Cuadro("🎲", "x" * 300, tuple(cadena), 5, "dicho"))[:4] == b"\x89PNG"

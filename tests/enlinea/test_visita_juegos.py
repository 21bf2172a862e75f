"""Los demás juegos, probados sin cuenta: con pozo, con figuras y con la única opción en tres segundos (D545)."""

import json
import re
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from enlinea.errores import ErrorDeServicio
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.textos.juegos import JUEGOS, ayuda_de
from enlinea.visita import topes
from enlinea.visita.servicios.mano import Mano, mano_abrir, mano_repartir, mano_robar, mano_tirar, mano_vencer
from reglas.errores import ErrorDeRegla
from reglas.mesa.tipos import Fase
from reglas.reglamento import reglamento_de_texto
from tests.piezas import piezas_de_pagina

AHORA = 1_800_000_000_000
LO_PROPIO = {"asiento", "falta_nonce", "mano", "opciones", "reloj", "resta", "roba"}
CON_POZO = [juego for juego in OFRECIDOS if reglamento_de_texto(juego).en_pozo]


@pytest.fixture(autouse=True)
def limpia() -> None:
    caches[topes.CACHE].clear()


def repartida(juego: str, nonce: str = "ab") -> Mano:
    return mano_repartir(mano_abrir(AHORA, juego).clave, nonce, AHORA)


def yo(mano: Mano) -> dict[str, Any]:
    return dict(json.loads(mano.vistas[-1])["yo"])


def sigue(mano: Mano) -> Mano:
    """Lo que haría quien juega: tira lo primero que quepa o roba."""
    if yo(mano).get("roba"):
        return mano_robar(mano.clave, mano.estado.num, AHORA)
    ficha, extremo = yo(mano)["opciones"][0]
    return mano_tirar(mano.clave, mano.estado.num, ficha, extremo, AHORA)


def hasta(mano: Mano, quiere: Any) -> Mano | None:
    while mano.estado.fase is Fase.JUGANDO and not quiere(mano):
        mano = sigue(mano)
    return mano if mano.estado.fase is Fase.JUGANDO else None


@pytest.mark.parametrize("juego", OFRECIDOS)
def test_cualquier_juego_acaba_su_mano_y_solo_se_ve_lo_propio(juego: str) -> None:
    """EL8: ni la mano de otro ni el pozo salen antes de acabar; después, todo."""
    mano = repartida(juego)
    assert str(mano.estado.reglamento) == juego and str(mano.estado.meta) == str(mano.estado.reglamento.metas[0])
    todas = [json.loads(una) for una in mano.vistas]
    while mano.estado.fase is Fase.JUGANDO:
        mano = sigue(mano)
        todas += [json.loads(una) for una in mano.vistas]
    jugando = [una for una in todas if una["datos"]["fase"] == Fase.JUGANDO]
    assert len(jugando) > 4
    for una in jugando:
        assert set(una["yo"]) <= LO_PROPIO and "fin" not in una["datos"] and "sorteo" not in json.dumps(una)
        assert isinstance(una["datos"].get("pozo", 0), int)
    fin = todas[-1]["datos"]["fin"]
    assert len(fin["sobran"]) == mano.estado.reglamento.asientos
    assert len(fin.get("pozo", ())) == mano.estado.reglamento.en_pozo


@pytest.mark.parametrize("juego", CON_POZO)
def test_quien_no_tiene_roba_con_su_boton_y_nadie_roba_por_el(juego: str) -> None:
    toca = None
    for n in range(40):
        toca = hasta(repartida(juego, f"{n:x}"), lambda mano: yo(mano).get("roba"))
        if toca is not None:
            break
    assert toca is not None
    antes, version = len(yo(toca)["mano"]), toca.estado.num
    with pytest.raises(ErrorDeRegla):
        mano_tirar(toca.clave, version, yo(toca)["mano"][0], 0, AHORA)
    robo = mano_robar(toca.clave, version, AHORA)
    assert len(json.loads(robo.vistas[0])["yo"]["mano"]) == antes + 1
    # repetirla no roba dos veces
    assert mano_robar(toca.clave, version, AHORA).estado == robo.estado


def test_con_una_sola_opcion_a_los_tres_segundos_tira_el_sistema() -> None:
    """VA5: antes de tiempo no pasa nada; cumplido, tira la única que cabe; la primera vez, antes mira (D758)."""
    toca = None
    for n in range(40):
        toca = hasta(repartida("federacion", f"{n:x}"), lambda mano: yo(mano).get("reloj") == 3)
        if toca is not None:
            break
    assert toca is not None
    (ficha, _extremo), *_otra = yo(toca)["opciones"]
    version, tenia = toca.estado.num, len(yo(toca)["mano"])
    resta = 3_000 + (10_000 if tenia == 7 else 0)
    assert yo(toca)["resta"] == resta
    assert mano_vencer(toca.clave, version, AHORA + resta - 100).estado == toca.estado
    despues = mano_vencer(toca.clave, version, AHORA + resta)
    primera = json.loads(despues.vistas[0])["yo"]["mano"]
    assert ficha not in primera and len(primera) == tenia - 1
    assert mano_vencer(toca.clave, version, AHORA + resta + 6_000).estado == despues.estado


def test_al_de_siempre_no_le_corre_reloj() -> None:
    mano = repartida("amigos")
    assert "reloj" not in yo(mano)
    assert mano_vencer(mano.clave, mano.estado.num, AHORA + 10**9).estado == mano.estado


def test_el_que_no_existe_se_niega_y_lleva_a_escoger(client: Client) -> None:
    with pytest.raises(ErrorDeServicio) as falla:
        mano_abrir(AHORA, "cubano")
    assert falla.value.codigo == "juego_invalido"
    respuesta = client.get(reverse("visita:jugar"), {"juego": "<b>cubano</b>"})
    assert respuesta.status_code == 302 and respuesta["Location"] == reverse("visita:juegos")


def test_la_pagina_ofrece_cada_juego_y_cada_uno_abre(client: Client) -> None:
    cuerpo = client.get(reverse("visita:juegos")).content.decode()
    for juego in OFRECIDOS:
        assert f"?juego={juego}" in cuerpo
        mesa = client.get(reverse("visita:jugar"), {"juego": juego}).content.decode()
        assert f'data-visita-juego="{juego}"' in mesa
        piezas = piezas_de_pagina(mesa)
        assert ("js/mesa/pozo.js" in piezas) is not reglamento_de_texto(juego).oficial
        assert ("js/mesa/caras.js" in piezas) is juego.startswith("musica")
        # lo que se abre y lo que se aconseja hablan de lo que aquí hay (D859, D861)
        panel = mesa.partition('id="panel-mas"')[2].partition("</aside>")[0]
        assert f'href="{reverse(ayuda_de(reglamento_de_texto(juego).nombre))}"' in panel
        assert not re.search("plática|tarjetas|organiza", panel)
        guia = mesa.partition(" data-guia ")[2].partition("</section>")[0]
        assert "«Otra partida»" in guia and "«Revancha»" not in guia and "«Comunicación»" not in guia
    assert all(str(uno.nombre) in cuerpo for uno in JUEGOS)


def test_por_http_se_juega_a_dos_con_pozo(client: Client) -> None:
    def pedir(**datos: Any) -> Any:
        return client.post(reverse("visita:mano"), datos, REMOTE_ADDR="192.0.2.9").json()

    clave = pedir(que="abrir", juego="musica-2-0-7")["clave"]
    ultima = pedir(que="repartir", clave=clave, nonce="c0ffee")["vistas"][-1]
    while ultima["datos"]["fase"] == Fase.JUGANDO:
        datos: dict[str, Any] = {"que": "robar"}
        if not ultima["yo"].get("roba"):
            ficha, extremo = ultima["yo"]["opciones"][0]
            datos = {"que": "tirar", "ficha": ficha, "extremo": extremo}
        ultima = pedir(clave=clave, version=ultima["version"], **datos)["vistas"][-1]
    assert ultima["datos"]["juego"] == "musica-2-0-7" and ultima["datos"]["cuentas"]
    assert pedir(que="robar", clave=clave)["codigo"] == "mensaje_desconocido"

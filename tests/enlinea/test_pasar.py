"""Pasar el aparato: lo que sale en cada turno es lo de ese asiento y nada más, y tapada no sale ninguna mano (VA12)."""

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from enlinea.errores import ErrorDeServicio
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.visita import topes
from enlinea.visita.servicios.aparato import (
    Pasada,
    pasada_abrir,
    pasada_dejar,
    pasada_destapar,
    pasada_repartir,
    pasada_robar,
    pasada_tirar,
    pasada_vencer,
    pasada_ver,
)
from reglas.errores import ErrorDeRegla
from reglas.mesa.tipos import Fase
from reglas.reglamento import reglamento_de_texto
from reglas.tipos import NADIE

AHORA = 1_800_000_000_000
NOMBRES = ("Ana", "Beto", "Caro", "Dani")
LO_PROPIO = {"asiento", "falta_nonce", "mano", "opciones", "reloj", "resta", "roba"}


@pytest.fixture(autouse=True)
def limpia() -> None:
    caches[topes.CACHE].clear()


def repartida(juego: str = "musica-2-0-7", nombres: tuple[str, ...] = NOMBRES, nonce: str = "ab") -> Pasada:
    pasada = pasada_abrir(AHORA, juego, nombres)
    return pasada_repartir(pasada.clave, nonce, pasada.estado.num, AHORA)


def leida(pasada: Pasada) -> dict[str, Any]:
    return dict(json.loads(pasada.vistas[-1]))


def sigue(pasada: Pasada, ahora: int = AHORA) -> Pasada:
    """Lo que harían: destapar, tirar lo primero que quepa o robar."""
    clave, version, yo = pasada.clave, pasada.estado.num, leida(pasada)["yo"]
    if pasada.estado.fase is Fase.FIN_DE_MANO:
        return pasada_repartir(clave, "cd", version, ahora)
    if pasada.tapada:
        return pasada_destapar(clave, version, ahora)
    if yo.get("roba"):
        return pasada_robar(clave, version, ahora)
    ficha, extremo = yo["opciones"][0]
    return pasada_tirar(clave, version, ficha, extremo, ahora)


def revisar(pasada: Pasada, tenia: int) -> None:
    """Los bytes de una respuesta: de las manos, sólo la de quien tenía el aparato; tapada, ninguna (EL8)."""
    for cruda in pasada.vistas:
        una = json.loads(cruda)
        if una["datos"]["fase"] != Fase.JUGANDO:
            continue
        assert isinstance(una["datos"].get("pozo", 0), int) and "fin" not in una["datos"]
        yo, secreto = una["yo"], pasada.estado.secreto
        if yo["asiento"] == NADIE:
            assert yo == {"asiento": NADIE}
        else:
            assert yo["asiento"] == tenia and set(yo) <= LO_PROPIO
        assert secreto is None or not any(clave in cruda for clave in (*secreto.claves, secreto.semilla))
    if pasada.tapada:
        assert leida(pasada)["yo"] == {"asiento": NADIE}


def test_al_caer_la_ficha_la_mano_de_quien_tiro_ya_no_viaja() -> None:
    """D805: antes se quedaba dos segundos a la vista, con el aparato ya en camino."""
    pasada = sigue(repartida())
    while leida(pasada)["yo"].get("roba"):
        pasada = sigue(pasada)
    assert leida(pasada)["yo"]["mano"] and not pasada.tapada
    tirada = sigue(pasada)
    for cruda in tirada.vistas:
        una = json.loads(cruda)
        assert una["datos"]["cadena"] and una["yo"] == {"asiento": NADIE}


@pytest.mark.parametrize("quienes", ["todos", "con automático"])
@pytest.mark.parametrize("juego", OFRECIDOS)
def test_una_mano_de_cada_juego_entre_varios_solo_ensena_lo_de_quien_tira(juego: str, quienes: str) -> None:
    asientos = reglamento_de_texto(juego).asientos
    nombres = NOMBRES[:asientos] if quienes == "todos" or asientos == 2 else ("Ana", *[""] * (asientos - 2), "Dani")
    pasada = repartida(juego, nombres)
    assert pasada.tapada and pasada.estado.mano is not None
    tiraron: set[int] = set()
    while pasada.estado.fase is Fase.JUGANDO:
        turno, tenia = pasada.estado.mano.turno, pasada.tiene
        pasada = sigue(pasada)
        assert pasada.estado.mano is not None
        revisar(pasada, turno if tenia == NADIE else tenia)
        if tenia != NADIE:
            tiraron.add(tenia)
    assert tiraron <= set(pasada.personas) and len(tiraron) > 1
    assert leida(pasada)["yo"] == {"asiento": NADIE} and leida(pasada)["datos"]["fin"]["repartidas"]


def test_se_juega_hasta_la_meta_y_cada_mano_se_reparte_una_vez() -> None:
    pasada = repartida("musica-3-0-7", ("Ana", "", "Caro"))
    manos = 0
    while pasada.estado.fase is not Fase.FIN_DE_PARTIDA:
        if pasada.estado.fase is Fase.FIN_DE_MANO:
            manos, antes = manos + 1, pasada.estado.num
            otra = sigue(pasada)
            # el segundo de un doble toque
            assert pasada_repartir(pasada.clave, "ef", antes, AHORA).estado == otra.estado
            pasada = otra
        pasada = sigue(pasada)
    assert manos and max(pasada.estado.tantos) >= 100


def test_tapada_nadie_tira_ni_roba_ni_se_le_acaba_el_tiempo() -> None:
    pasada = repartida()
    clave, version = pasada.clave, pasada.estado.num
    for hacer in (
        lambda: pasada_tirar(clave, version, 0, 0, AHORA),
        lambda: pasada_robar(clave, version, AHORA),
        lambda: pasada_vencer(clave, version, AHORA + 10**8),
    ):
        assert hacer().estado == pasada.estado and hacer().tapada


def test_quien_recarga_la_encuentra_tapada_y_la_vista_vieja_no_hace_nada() -> None:
    pasada = sigue(repartida())
    (ficha, extremo), *_mas = leida(pasada)["yo"]["opciones"]
    version = pasada.estado.num
    assert pasada_ver(pasada.clave, AHORA).tapada
    assert pasada_tirar(pasada.clave, version, ficha, extremo, AHORA).estado == pasada.estado
    assert pasada_destapar(pasada.clave, version - 1, AHORA).tapada
    tirada = pasada_tirar(pasada_destapar(pasada.clave, version, AHORA).clave, version, ficha, extremo, AHORA)
    assert tirada.estado != pasada.estado
    # el segundo de un doble toque no tira por quien sigue, ni lo destapa
    assert pasada_tirar(pasada.clave, version, ficha, extremo, AHORA).estado == tirada.estado
    assert pasada_destapar(pasada.clave, version, AHORA).tapada


def test_lo_que_no_se_vale_se_niega_y_no_cambia_nada() -> None:
    pasada = sigue(repartida())
    ajena = next(f for f in range(28) if f not in leida(pasada)["yo"]["mano"])
    with pytest.raises(ErrorDeRegla):
        pasada_tirar(pasada.clave, pasada.estado.num, ajena, 0, AHORA)
    assert pasada_ver(pasada.clave, AHORA).estado == pasada.estado


def test_los_tres_segundos_empiezan_al_destaparla() -> None:
    """D609, D758: mientras se pasa el aparato no corre el tiempo de nadie, y quien lo recibe ve antes sus fichas."""
    pasada, ahora = repartida("federacion-2-0-7"), AHORA
    while pasada.estado.fase is Fase.JUGANDO:
        if pasada.tapada:
            ahora += 60_000  # lo que tarda en llegar a sus manos
        pasada = sigue(pasada, ahora)
        if leida(pasada)["yo"].get("reloj") == 3 and leida(pasada)["datos"]["cadena"] != []:
            break
    yo, version = leida(pasada)["yo"], pasada.estado.num
    assert yo["reloj"] == 3 and yo["resta"] == 13_000
    assert pasada_vencer(pasada.clave, version, ahora + yo["resta"] - 1).estado == pasada.estado
    assert pasada_vencer(pasada.clave, version, ahora + yo["resta"]).estado != pasada.estado


@pytest.mark.parametrize(
    ("juego", "nombres", "codigo"),
    [("cubano", NOMBRES, "juego_invalido"), ("musica", ("Ana", "", "", ""), "faltan_personas")],
)
def test_lo_que_no_se_puede_abrir(juego: str, nombres: tuple[str, ...], codigo: str) -> None:
    with pytest.raises(ErrorDeServicio) as falla:
        pasada_abrir(AHORA, juego, nombres)
    assert falla.value.codigo == codigo


def test_la_que_se_dejo_ya_no_esta() -> None:
    pasada = repartida()
    pasada_dejar(pasada.clave)
    with pytest.raises(ErrorDeServicio) as falla:
        pasada_ver(pasada.clave, AHORA)
    assert falla.value.codigo == "visita_olvidada"


def test_por_http_la_clave_va_en_el_ancla_y_los_nombres_solo_en_lo_que_contesta(client: Client) -> None:
    def pedir(**datos: Any) -> Any:
        return client.post(reverse("visita:pasar_orden"), datos, REMOTE_ADDR="192.0.2.9").json()

    abierta = client.post(
        f"{reverse('visita:pasar')}?juego=musica-2-0-7", {"nombre_0": "Ana </script>", "nombre_1": "Beto"}
    )
    assert abierta.status_code == 302
    ruta, _ancla, clave = abierta["Location"].partition("#")
    assert len(clave) == 32 and clave not in client.get(ruta).content.decode()
    ver = pedir(que="ver", clave=clave)
    assert [una["nombre"] for una in ver["mesa"]["personas"]] == ["Ana </script>", "Beto"]
    tapada = pedir(que="repartir", clave=clave, nonce="ab", version=ver["vistas"][-1]["version"])["vistas"][-1]
    assert tapada["yo"] == {"asiento": NADIE}
    suya = pedir(que="destapar", clave=clave, version=tapada["version"])["vistas"][-1]
    assert len(suya["yo"]["mano"]) == 7
    assert pedir(que="tirar", clave=clave, ficha=3)["codigo"] == "mensaje_desconocido"
    assert pedir(que="ver", clave="0" * 32)["codigo"] == "visita_olvidada"
    for mal in ({"nombre_0": "Ana", "nombre_1": "ana"}, {"nombre_0": "Ana"}, {"nombre_0": "A" * 21, "nombre_1": "B"}):
        assert client.post(f"{reverse('visita:pasar')}?juego=musica-2-0-7", mal).status_code == 422

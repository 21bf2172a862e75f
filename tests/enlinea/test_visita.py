"""La mano de quien prueba sin cuenta: las reglas de siempre, sin tocar la base y con tope (D483, D484)."""

import json
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from enlinea.errores import ErrorDeServicio
from enlinea.visita import topes
from enlinea.visita.servicios import mano as servicio
from enlinea.visita.servicios.mano import Mano, mano_abrir, mano_repartir, mano_tirar, mano_ver
from reglas.errores import ErrorDeRegla
from reglas.fichas import lista
from reglas.mesa.tipos import Fase
from reglas.sorteo import Sorteo, verificar_sorteo

# ninguna prueba de aquí puede tocar la base: sin la marca, intentarlo es una falla
AHORA = 1_800_000_000_000
MANO = reverse("visita:mano")


@pytest.fixture(autouse=True)
def limpia() -> None:
    caches[topes.CACHE].clear()


def repartida(nonce: str = "ab") -> Mano:
    return mano_repartir(mano_abrir(AHORA).clave, nonce, AHORA)


def vistas(mano: Mano) -> list[dict[str, Any]]:
    return [json.loads(una) for una in mano.vistas]


def hasta_el_fin(mano: Mano, cual: int = 0) -> Mano:
    while mano.estado.fase is Fase.JUGANDO:
        opciones = json.loads(mano.vistas[-1])["yo"]["opciones"]
        ficha, extremo = opciones[cual % len(opciones)]
        mano = mano_tirar(mano.clave, mano.estado.num, ficha, extremo, AHORA)
    return mano


def test_la_huella_del_reparto_sale_antes_que_las_fichas() -> None:
    (primera,) = vistas(mano_abrir(AHORA))
    assert primera["datos"]["fase"] == Fase.ESPERA and primera["datos"]["siguiente"]
    assert "mano" not in primera["yo"]
    despues = vistas(repartida())
    assert len(despues[0]["yo"]["mano"]) == 7 and not despues[0]["datos"]["cadena"]


@given(st.integers(0, 6))
@settings(max_examples=6, deadline=None)
def test_toda_mano_acaba_y_el_reparto_se_comprueba(cual: int) -> None:
    mano = hasta_el_fin(repartida(f"{cual:x}"), cual)
    assert mano.estado.fase in (Fase.FIN_DE_MANO, Fase.FIN_DE_PARTIDA)
    fin = vistas(mano)[-1]["datos"]["fin"]
    dado = fin["sorteo"]
    sorteo = Sorteo(dado["compromiso"], tuple(dado["claves"]), dado["semilla"], tuple(dado["nonces"]))
    assert dado["nonces"][0] == f"{cual:x}"
    assert [list(lista(bits)) for bits in mano.estado.repartidas] == fin["repartidas"]
    verificar_sorteo(sorteo, fin["repartidas"], dado["salidor"])


def test_mientras_se_juega_solo_salen_las_fichas_propias() -> None:
    """EL8: en ninguna vista, de ninguna jugada, hay con qué saber la mano de otro."""
    mano = repartida()
    todas = vistas(mano)
    while mano.estado.fase is Fase.JUGANDO:
        ficha, extremo = todas[-1]["yo"]["opciones"][0]
        mano = mano_tirar(mano.clave, mano.estado.num, ficha, extremo, AHORA)
        todas += vistas(mano)
    jugando = [una for una in todas if una["datos"]["fase"] == Fase.JUGANDO]
    assert len(jugando) > 10
    for una in jugando:
        assert "fin" not in una["datos"] and "sorteo" not in json.dumps(una)
        assert set(una["yo"]) <= {"asiento", "falta_nonce", "mano", "opciones", "reloj", "resta"}


def test_cada_cosa_que_pasa_se_ve_en_su_orden() -> None:
    mano = repartida()
    versiones = [una["version"] for una in vistas(mano)]
    assert versiones == list(range(versiones[0], versiones[0] + len(versiones)))
    assert vistas(mano)[-1]["datos"]["turno"] == 0


def test_repetir_la_tirada_no_tira_dos_veces() -> None:
    mano = repartida()
    version = mano.estado.num
    ficha, extremo = vistas(mano)[-1]["yo"]["opciones"][0]
    despues = mano_tirar(mano.clave, version, ficha, extremo, AHORA)
    otra = mano_tirar(mano.clave, version, ficha, extremo, AHORA)
    assert otra.estado == despues.estado and len(otra.vistas) == 1
    assert mano_repartir(mano.clave, "otro", AHORA).estado == despues.estado
    assert mano_ver(mano.clave, AHORA).estado == despues.estado


def test_lo_que_no_se_vale_no_cambia_nada() -> None:
    mano = repartida()
    ajena = next(f for f in range(28) if f not in vistas(mano)[-1]["yo"]["mano"])
    with pytest.raises(ErrorDeRegla):
        mano_tirar(mano.clave, mano.estado.num, ajena, 0, AHORA)
    assert mano_ver(mano.clave, AHORA).estado == mano.estado


def test_la_mano_que_sigue_es_la_dos_y_el_marcador_continua() -> None:
    """D735: «Otra mano» no tira los tantos, y repetirla no reparte dos veces."""
    mano = hasta_el_fin(repartida())
    acabada, antes = mano.estado.num, vistas(mano)[-1]["datos"]
    assert mano.estado.fase is Fase.FIN_DE_MANO
    # la orden vieja, sin su versión, no reparte
    assert mano_repartir(mano.clave, "otro", AHORA).estado == mano.estado
    sigue = mano_repartir(mano.clave, "otro", AHORA, acabada)
    datos = vistas(sigue)[-1]["datos"]
    assert (datos["mano"], datos["marcador"]) == (2, antes["marcador"]) and sum(datos["marcador"]) > 0
    assert mano_repartir(mano.clave, "otro", AHORA, acabada).estado == sigue.estado


def test_sin_numero_del_navegador_tambien_se_reparte() -> None:
    assert repartida("").estado.fase is Fase.JUGANDO


def test_la_que_caduco_o_se_dejo_ya_no_esta() -> None:
    mano = repartida()
    servicio.mano_dejar(mano.clave)
    for pedir in (mano_ver, lambda clave, ahora: mano_tirar(clave, 1, 0, 0, ahora)):
        with pytest.raises(ErrorDeServicio) as falla:
            pedir(mano.clave, AHORA)
        assert falla.value.codigo == "visita_olvidada"
    assert servicio.DURA <= 1_800


def test_dos_pedidos_a_la_vez_no_se_pisan() -> None:
    mano = repartida()
    caches[topes.CACHE].add(f"tomada:{mano.clave}", 1)
    with pytest.raises(ErrorDeServicio) as falla:
        mano_tirar(mano.clave, mano.estado.num, 0, 0, AHORA)
    assert falla.value.codigo == "reintenta"


# --- la página y su guion ---------------------------------------------------------------------------------------------
def pedir(cliente: Client, red: str = "192.0.2.7", **datos: Any) -> Any:
    return cliente.post(MANO, datos, headers={"X-Requested-With": "XMLHttpRequest"}, REMOTE_ADDR=red)


def test_por_http_se_juega_una_mano_entera_sin_base_ni_sesion(client: Client) -> None:
    abierta = pedir(client, que="abrir").json()
    clave = abierta["clave"]
    ultima = pedir(client, que="repartir", clave=clave, nonce="c0ffee").json()["vistas"][-1]
    while ultima["datos"]["fase"] == Fase.JUGANDO:
        ficha, extremo = ultima["yo"]["opciones"][0]
        dado = pedir(client, que="tirar", clave=clave, version=ultima["version"], ficha=ficha, extremo=extremo)
        ultima = dado.json()["vistas"][-1]
    assert ultima["datos"]["cuentas"]
    assert pedir(client, que="ver", clave=clave).json()["vistas"][0]["version"] == ultima["version"]
    assert client.cookies.get("sesion") is None
    assert pedir(client, que="dejar", clave=clave).json()["ok"]
    assert pedir(client, que="ver", clave=clave).status_code == 404


@pytest.mark.parametrize(
    "datos",
    [
        {},
        {"que": "volar"},
        {"que": "ver", "clave": "../../etc"},
        {"que": "tirar", "clave": "a" * 32, "version": "x", "ficha": 99},
        {"que": "repartir", "clave": "a" * 32, "nonce": "n" * 65},
    ],
)
def test_lo_que_no_se_entiende_se_niega(client: Client, datos: dict[str, Any]) -> None:
    assert pedir(client, **datos).status_code == 400


def test_una_clave_cualquiera_no_es_de_nadie(client: Client) -> None:
    assert pedir(client, que="ver", clave="0" * 32).json()["codigo"] == "visita_olvidada"


def test_la_red_que_pide_de_mas_espera_y_las_otras_siguen(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topes, "MANOS_POR_RED", 2)
    monkeypatch.setattr(topes, "MANOS_EN_TOTAL", 4)
    codigos = [pedir(client, que="abrir").status_code for _ in range(5)]
    assert codigos == [200, 200, 429, 429, 429]
    otra = pedir(client, "198.51.100.9", que="abrir")
    assert otra.status_code == 200, "lo que a una red se le niega no le cuesta a las demás"
    assert pedir(client, "198.51.100.9", que="abrir").status_code == 200
    llena = pedir(client, "203.0.113.5", que="abrir")
    assert (llena.status_code, llena.json()["codigo"]) == (429, "llena")
    assert 0 < int(llena["Retry-After"]) <= topes.VENTANA


def test_tambien_lo_demas_que_se_pide_tiene_tope(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topes, "PEDIDOS_POR_RED", 3)
    codigos = [pedir(client, que="ver", clave="0" * 32).status_code for _ in range(4)]
    assert codigos == [404, 404, 404, 429]
    simula = reverse("visita:partida_simular", args=[1])
    assert client.get(simula, REMOTE_ADDR="192.0.2.7").status_code == 429


def test_solo_por_post_y_con_su_proteccion() -> None:
    assert Client().get(MANO).status_code == 405
    assert Client(enforce_csrf_checks=True).post(MANO, {"que": "abrir"}).status_code == 403

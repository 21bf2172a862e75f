"""RG1 en Chromium y sin HTTPS: las cuentas del navegador son las de `reglas.sorteo`, y las cuenta en palabras."""

import random
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from enlinea.mesa.vista import como_se_reparte
from reglas.fichas import TEXTOS
from reglas.reglamento import reglamento_de
from reglas.sorteo import Sorteo, compromiso_de, primera_salida, repartir, revolver, salidor_de
from tests.reglas import modelo_variantes as modelo
from tests.reglas.sorteos import claves_al_azar, sorteo_al_azar

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.navegador

JS = Path(__file__).resolve().parents[2] / "static" / "js" / "mesa"
CLUB = "http://club.local/"
PAGINA = "<!doctype html><meta charset=utf-8><script src=/sha256.js></script><script src=/sorteo.js></script>"

# FIPS 180-4 y sus ejemplos: https://csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values
FIPS = {
    "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu": (
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    "a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}


@pytest.fixture(scope="module")
def pagina(navegador: "Browser") -> "Iterator[Page]":
    """Una página de la red del club: HTTP llano, sin `crypto.subtle` y con nuestra política."""
    contexto = navegador.new_context()

    def servir(ruta: Any) -> None:
        pedido = ruta.request.url.removeprefix(CLUB)
        tipo = "text/javascript" if pedido else "text/html"
        cuerpo = (JS / pedido).read_text(encoding="utf-8") if pedido.endswith(".js") else PAGINA
        ruta.fulfill(body=cuerpo, content_type=tipo, headers={"Content-Security-Policy": "default-src 'self'"})

    contexto.route(f"{CLUB}**", servir)
    abierta = contexto.new_page()
    quejas: list[str] = []
    abierta.on("pageerror", lambda error: quejas.append(str(error)))
    abierta.goto(CLUB)
    assert abierta.evaluate("[window.isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    yield abierta
    contexto.close()
    assert quejas == []


def datos_de(sorteo: Sorteo, **otros: Any) -> dict[str, Any]:
    return {
        "compromiso": sorteo.compromiso,
        "claves": list(sorteo.claves),
        "semilla": sorteo.semilla,
        "nonces": list(sorteo.nonces),
        "manos": [sorted(suyas) for suyas in repartir(sorteo.claves, sorteo.nonces)],
        "salidor": salidor_de(sorteo.semilla, sorteo.nonces),
        "primera": True,
        **otros,
    }


def comprobar(pagina: "Page", datos: dict[str, Any], textos: dict[str, str] | None = None) -> dict[str, tuple]:
    pasos = pagina.evaluate("([d, t]) => AmigosSorteo.comprobar(d, t)", [datos, textos])
    assert all(set(paso) == {"paso", "texto", "bien"} and "{" not in paso["texto"] for paso in pasos)
    return {paso["paso"]: (paso["bien"], paso["texto"]) for paso in pasos}


def mal(pagina: "Page", datos: dict[str, Any]) -> set[str]:
    return {paso for paso, (bien, _) in comprobar(pagina, datos).items() if bien is False}


def test_los_vectores_de_fips_180(pagina: "Page") -> None:
    assert pagina.evaluate("(t) => t.map(AmigosSha256.hexadecimal)", list(FIPS)) == list(FIPS.values())


def test_cualquier_largo_y_cualquier_letra_dan_lo_que_python(pagina: "Page") -> None:
    azar = random.Random(180)
    letras = "aZ0 ñáü¿€四\u07ff\u0800\uffff\U00010000\U0001f000\U0010ffff\x00"
    textos = ["x" * largo for largo in range(200)] + ["".join(azar.choices(letras, k=k)) for k in range(200)]
    esperado = [sha256(texto.encode()).hexdigest() for texto in textos]
    assert pagina.evaluate("(t) => t.map(AmigosSha256.hexadecimal)", textos) == esperado


def test_un_sustituto_suelto_no_tiene_huella(pagina: "Page") -> None:
    sueltos = r"['\ud83d', '\ude00', 'a\ud83d', '\ud83db', '\ude00\ud83d']"
    assert pagina.evaluate(f"{sueltos}.map(AmigosSha256.hexadecimal)") == [None] * 5
    # pegados harían pareja; cada uno por su lado no vale, como en Python
    assert pagina.evaluate(r"AmigosSorteo.salidorDe('s', ['\ud83d', '\ude00', '', ''])") is None


def test_los_mismos_doscientos_sorteos_dan_lo_mismo_que_en_python(pagina: "Page") -> None:
    azar = random.Random(200)
    sorteos = [sorteo_al_azar(azar, raro=n % 2 == 1) for n in range(200)]
    cuentas = pagina.evaluate(
        """(sorteos) => sorteos.map((s) => [
          AmigosSorteo.compromisoDe(s.claves, s.semilla),
          AmigosSorteo.repartir(s.claves, s.nonces),
          AmigosSorteo.salidorDe(s.semilla, s.nonces),
          AmigosSorteo.comprobar(s).filter((paso) => paso.bien === false).length])""",
        [datos_de(s) for s in sorteos],
    )
    assert cuentas == [
        [
            compromiso_de(s.claves, s.semilla),
            [list(suyas) for suyas in repartir(s.claves, s.nonces)],
            salidor_de(s.semilla, s.nonces),
            0,
        ]
        for s in sorteos
    ]


def buena(**otros: Any) -> dict[str, Any]:
    azar = random.Random(7)
    sorteo = sorteo_al_azar(azar)
    return datos_de(
        Sorteo(sorteo.compromiso, sorteo.claves, sorteo.semilla, ("a1" * 16, "b2" * 16, "", "d4" * 16)), **otros
    )


def test_cuenta_en_palabras_lo_que_comprobo(pagina: "Page") -> None:
    datos = buena(nombres=["Lupita", "Beto", "$& Carmen", "Chucho"])
    pasos = comprobar(pagina, datos)
    assert list(pasos) == ["claves", "compromiso", "publicado", "numeros", "propio", "reparto", "salidor"]
    assert pasos["numeros"] == (
        True,
        "Se revolvió con los números que llegaron a tiempo. No llegó el de: $& Carmen.",
    )
    assert pasos["salidor"][1].endswith(f"la sale: {datos['nombres'][datos['salidor']]}. Y así fue.")
    sin_primera = comprobar(pagina, {**datos, "primera": False, "salidor": 9})
    assert list(sin_primera) == ["claves", "compromiso", "publicado", "numeros", "propio", "reparto"]


def test_sin_testigo_no_dice_que_nadie_cambio_las_claves(pagina: "Page") -> None:
    """Antes, en otra pestaña, decía «nadie las cambió» sin haber guardado nada con qué compararlas (D560)."""
    datos = buena()
    pasos = comprobar(pagina, datos)
    assert (pasos["publicado"][0], pasos["propio"][0]) == (None, None)
    assert datos["compromiso"][:4] + " " + datos["compromiso"][4:8] in pasos["publicado"][1]
    assert not any("nadie" in texto for _, texto in pasos.values())
    assert pagina.evaluate("(d) => AmigosSorteo.juicio(AmigosSorteo.comprobar(d))", datos) == "a_medias"
    tarde = comprobar(pagina, {**datos, "publicado": datos["compromiso"], "tarde": True})["publicado"]
    assert tarde[0] is None and "durante la mano" in tarde[1]
    assert mal(pagina, {**datos, "publicado": "0" * 64, "tarde": True}) == {"publicado"}
    mio = {"asiento": 1, "nonce": "b2" * 16}
    todo = {**datos, "publicado": datos["compromiso"], "propio": mio}
    assert pagina.evaluate("(d) => AmigosSorteo.juicio(AmigosSorteo.comprobar(d))", todo) == "bien"


def test_si_nadie_dio_su_numero_revolvio_sola_la_casa_y_se_dice(pagina: "Page") -> None:
    azar = random.Random(9)
    claves, semilla = claves_al_azar(azar), "x"
    pasos = comprobar(pagina, datos_de(Sorteo(compromiso_de(claves, semilla), claves, semilla, ("",) * 4)))
    assert pasos["numeros"] == (None, "Ningún navegador dio su número: revolvió sólo la casa.")


def test_la_plantilla_manda_sus_textos(pagina: "Page") -> None:
    pasos = comprobar(pagina, buena(), {"claves_bien": "28 keys", "asiento2": "Top"})
    assert pasos["claves"] == (True, "28 keys")
    assert pasos["numeros"][1].endswith("No llegó el de: Top.")


def test_las_fichas_pueden_venir_escritas(pagina: "Page") -> None:
    manos = [[TEXTOS[ficha] for ficha in mano] for mano in buena()["manos"]]
    assert mal(pagina, buena(manos=manos)) == set()
    manos[0][0], manos[1][0] = manos[1][0], manos[0][0]
    bien, texto = comprobar(pagina, buena(manos=manos))["reparto"]
    assert (bien, texto.rpartition(": ")[2]) == (False, "Abajo, Derecha.")


def test_mi_numero_y_la_huella_que_guarde(pagina: "Page") -> None:
    datos = buena()
    mio = {"asiento": 1, "nonce": "b2" * 16}
    pasos = comprobar(pagina, {**datos, "propio": mio, "publicado": datos["compromiso"]})
    assert list(pasos) == ["claves", "compromiso", "publicado", "numeros", "propio", "reparto", "salidor"]
    assert all(bien for bien, _ in pasos.values())
    callado = comprobar(pagina, {**datos, "propio": {"asiento": 2, "nonce": ""}})["propio"]
    assert callado == (
        True,
        "Tu navegador no dio su número en esta mano y no se usó ninguno en su lugar.",
    )
    assert mal(pagina, {**datos, "publicado": "0" * 64}) == {"publicado"}
    # pasarle el mío al vecino callado da las mismas fichas: sólo mi navegador lo nota
    corridos = ["a1" * 16, "", "b2" * 16, "d4" * 16]
    assert mal(pagina, {**datos, "nonces": corridos}) == set()
    assert mal(pagina, {**datos, "nonces": corridos, "propio": mio}) == {"propio"}


def alteradas() -> list[tuple[dict[str, Any], set[str]]]:
    datos = buena()
    claves, manos, nonces = datos["claves"], datos["manos"], datos["nonces"]
    # de otra mano: con la clave de una compañera, la ficha 0 podría caer en la misma
    ajena = claves[next(mano for mano in manos if 0 not in mano)[3]]
    otra = "00000000-0000-4000-8000-000000000000"
    con_nonces = {"reparto", "salidor"}
    return [
        ({"compromiso": "0" * 64}, {"compromiso"}),
        ({"compromiso": datos["compromiso"].upper()}, {"compromiso"}),
        ({"semilla": "otra", "primera": False}, {"compromiso"}),
        ({"claves": [otra, *claves[1:]]}, {"compromiso", "reparto"}),
        ({"claves": [ajena, *claves[1:]]}, {"claves", "compromiso", "reparto"}),
        ({"claves": [claves[0].upper(), *claves[1:]]}, {"claves", "compromiso", "reparto"}),
        ({"claves": claves[1:]}, {"claves", "compromiso", "reparto"}),
        ({"claves": [None] * 28}, {"claves", "compromiso", "reparto"}),
        ({"claves": None}, {"claves", "compromiso", "reparto"}),
        ({"nonces": nonces[1:]}, {"numeros", *con_nonces}),
        ({"nonces": None}, {"numeros", *con_nonces}),
        ({"nonces": [None] * 4}, {"numeros", *con_nonces}),
        ({"nonces": ["", *nonces[1:]], "primera": False}, {"reparto"}),
        ({"manos": manos[1:]}, {"reparto"}),
        ({"manos": [manos[0][1:], *manos[1:]]}, {"reparto"}),
        ({"manos": [[*manos[0][1:], manos[0][1]], *manos[1:]]}, {"reparto"}),
        ({"manos": [manos[1], manos[0], *manos[2:]]}, {"reparto"}),
        ({"manos": None}, {"reparto"}),
        ({"salidor": (datos["salidor"] + 1) % 4}, {"salidor"}),
        ({"salidor": None}, {"salidor"}),
        ({"semilla": None}, {"compromiso", "salidor"}),
    ]


def test_lo_alterado_se_nota_y_en_su_paso(pagina: "Page") -> None:
    dados = [mal(pagina, buena(**cambio)) for cambio, _ in alteradas()]
    assert dados == [esperado for _, esperado in alteradas()]


def test_cada_numero_propio_es_distinto_y_de_32_hexadecimales(pagina: "Page") -> None:
    dados = pagina.evaluate("Array.from({length: 500}, AmigosSorteo.nonce)")
    assert len(set(dados)) == 500
    assert all(re.fullmatch("[0-9a-f]{32}", uno) for uno in dados)


def test_el_numero_propio_tambien_en_los_navegadores_de_antes(pagina: "Page") -> None:
    """Internet Explorer 11 lo llama `msCrypto`; sin ninguno, da uno corriente."""
    con_ms, sin_nada = pagina.evaluate(
        """() => {
          const verdadero = Object.getOwnPropertyDescriptor(window, 'crypto');
          Object.defineProperty(window, 'crypto', {value: undefined, configurable: true, writable: true});
          window.msCrypto = {getRandomValues: (a) => { for (let i = 0; i < a.length; i++) { a[i] = i; } return a; }};
          const conMs = AmigosSorteo.nonce();
          delete window.msCrypto;
          const sinNada = AmigosSorteo.nonce();
          if (verdadero) { Object.defineProperty(window, 'crypto', verdadero); } else { delete window.crypto; }
          return [conMs, sinNada];
        }"""
    )
    assert con_ms == "000102030405060708090a0b0c0d0e0f"
    assert re.fullmatch("[0-9a-f]{32}", sin_nada)


@pytest.mark.parametrize("juego", modelo.JUEGOS, ids=lambda juego: f"{juego.nombre}-{juego.jugadores}-{juego.fichas}")
def test_en_los_otros_juegos_comprueba_reparto_pozo_intento_y_salida(pagina: "Page", juego: modelo.Juego) -> None:
    azar, reglamento = random.Random(5), reglamento_de(*juego.datos.values())
    todos, intentos = [], set()
    for _ in range(25):
        claves, semilla = claves_al_azar(azar), f"{azar.random()}"
        nonces = tuple(f"{azar.random()}" for _ in range(juego.jugadores))
        salio = revolver(claves, nonces, reglamento)
        salida = primera_salida(claves, semilla, nonces, salio.manos, reglamento)
        intentos.add(salio.intento)
        todos.append(
            {
                "compromiso": compromiso_de(claves, semilla),
                "claves": list(claves),
                "semilla": semilla,
                "nonces": list(nonces),
                "manos": [sorted(suyas) for suyas in salio.reparto],
                "pozo": list(salio.pozo),
                "intento": salio.intento,
                "salidor": salida.asiento,
                "primera": True,
                "como": como_se_reparte(reglamento),
            }
        )
    for datos in todos:
        assert mal(pagina, datos) == set()
    assert (max(intentos) > 0) == reglamento.limita_mulas
    datos = todos[0]
    assert mal(pagina, {**datos, "salidor": (datos["salidor"] + 1) % juego.jugadores}) == {"salidor"}
    assert mal(pagina, {**datos, "nonces": [*datos["nonces"], "x"]}) >= {"numeros", "reparto"}
    if datos["pozo"]:
        assert mal(pagina, {**datos, "pozo": datos["pozo"][::-1]}) == {"pozo"}
        assert mal(pagina, {**datos, "pozo": None}) == {"pozo"}
    if reglamento.limita_mulas:
        assert mal(pagina, {**datos, "intento": datos["intento"] + 1}) == {"intento"}

"""Lo que la mesa dice es lo que pasó: de qué lado, quién tiró y por qué sale quien sale (D464, D806 a D808)."""

import pytest

from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo
from reglas.reglamento import reglamento_de_texto
from tests.navegador.mesa_buscar import Mirar, dicho, texto
from tests.navegador.mesa_falsa import MesaFalsa
from tests.navegador.test_mesa_otros import buscar

pytestmark = pytest.mark.navegador
FRASES = """() => {
  const M = AmigosMesa, v = M.vista, d = v.datos;
  const con = (cambios) => {
    Object.assign(d, { mano: 1, cadena: [], salida: [], salidor: 1, turno: 1 }, cambios);
    return M.porQueSale(d);
  };
  const salio = (ficha) => { d.cadena = [ficha, 0, 1]; return M.quienSalio(d); };
  v.yo.mano = [0, 1, 2];
  const frases = { conMula: con({}), salioMula: salio(27), salioMayor: salio(26) };
  v.yo.mano = [1, 2];
  frases.sinMula = con({});
  frases.empate = con({ salida: [7, 2] });
  frases.sinEmpate = con({ salida: [7, 27] });
  return frases;
}"""
LADOS = """(seVe) => {
  AmigosMesa.seVe = () => seVe;
  return [1, 2].map((extremo) => AmigosMesa.lado(extremo).trim()).sort();
}"""
LLEVA = """(robos) => AmigosMesa.robo({ ...AmigosMesa.vista.datos, turno: 0, cadena: [0, 0, 0], robos }, 0)"""


def me_toca(e: Mesa) -> bool:
    mano = e.mano
    return e.fase is Fase.JUGANDO and mano is not None and mano.turno == 0 < e.reloj and len(mano.cadena) > 6


def test_por_que_salio_y_el_empate_del_sorteo(mirar: Mirar) -> None:
    mesa = MesaFalsa(modo=Modo.PRACTICA, semilla=3, reglamento=reglamento_de_texto("musica-2-0-7"))
    mesa.comenzar()
    pagina = mirar(mesa)
    f = pagina.evaluate(FRASES)
    assert "la mula más alta, y se sale con ella" in f["conMula"] and " o " not in f["conMula"]
    assert "la mula más alta o, si no hay mulas, la ficha más alta" in f["sinMula"]
    assert f["salioMula"].endswith("con la mula más alta") and f["salioMayor"].endswith("nadie tenía mulas")
    assert f["empate"].endswith("Empataron en 2, y la suya tiene el lado mayor.") and "mpata" not in f["sinEmpate"]
    # D464: lo que robé en una vuelta en que nadie tiró no es de este turno
    assert [pagina.evaluate(LLEVA, r) for r in ([1, 0], [1, 0, 1, 1], [1, 0, 1, 1, 1, 0], [])] == [1, 0, 1, 0]


def test_de_que_lado_se_tiro_se_dice_por_donde_se_ve(mirar: Mirar) -> None:
    """D807: el botón decía «Izquierda» y luego se oía «arriba»."""
    mesa = buscar(reglamento_de_texto("musica-2-0-7"), me_toca)
    pagina = mirar(mesa)
    se_ve = pagina.evaluate("AmigosMesa.seVe()")
    palabras = {"_alto": "arriba|abajo", "_ancho": "izquierda|derecha", "": "o izquierda|o derecha"}[se_ve].split("|")
    nombres = [b.get_attribute("aria-label") or "" for b in pagina.locator(".mano__ficha--cabe").all()]
    assert nombres and all("en los dos lados" in n or any(p in n for p in palabras) for n in nombres), nombres
    assert pagina.evaluate(LADOS, "_ancho") == ["a la derecha", "a la izquierda"]
    assert pagina.evaluate(LADOS, "_alto") == ["abajo", "arriba"]


def test_la_que_tira_el_sistema_no_se_dice_como_mia(mirar: Mirar) -> None:
    mesa = buscar(reglamento_de_texto("federacion-2-0-7"), lambda e: me_toca(e) and e.reloj == 3)
    pagina = mirar(mesa)
    pagina.evaluate("() => { AmigosReloj.quedan = () => 0; AmigosVoz.decir('Se acabó tu tiempo', true); }")
    pagina.wait_for_function("() => document.querySelector('[data-voz-urgente]').textContent !== ''")
    mesa.avanzar(14_000)
    pagina.locator("[data-voz]", has_text="se tiró sola").wait_for(state="attached")
    assert "Tiraste" not in dicho(pagina).split("Se acabó tu tiempo")[-1]
    assert "Se acabó tu tiempo: se tiró sola la" in texto(pagina, "[data-juego]") + texto(pagina, "body")
    assert pagina.locator("[data-voz-urgente]").text_content() == ""

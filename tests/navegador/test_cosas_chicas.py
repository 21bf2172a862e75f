"""Lo chico que se veía mal, a 360 px y con la letra al 150 %: «ventaja», el encabezado y la contraseña."""

import pytest

from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    anota,
    arma,
    cierra,
    confirma,
    empieza,
    enlace_de_invitacion,
    entra,
    marcador_leido,
    prepara,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Olga", "Pepe", "Quique", "Rita")
CORTADOS = """(cuales) => [...document.querySelectorAll(cuales)].filter((n) =>
  n.offsetParent && (n.scrollWidth > n.clientWidth + 1 || n.getBoundingClientRect().right > innerWidth + 1))
  .map((n) => n.textContent.trim())"""
SE_PARTE = """() => {
  const r = document.createRange(), partidas = [], textos = document.createTreeWalker(
    document.querySelector('.cabecera__donde'), NodeFilter.SHOW_TEXT);
  let palabras = 0;
  for (let t = textos.nextNode(); t; t = textos.nextNode()) {
    for (const p of t.data.matchAll(/\\S+/g)) {
      palabras += 1;
      r.setStart(t, p.index); r.setEnd(t, p.index + p[0].length);
      if (r.getClientRects().length > 1) { partidas.push(p[0]); }
    }
  }
  return palabras ? partidas : ['sin encabezado'];
}"""


def cabe(t: Telefono, letra: int) -> None:
    """Con esa letra, el marcador y el encabezado enteros y sin palabras partidas."""
    t.pagina.evaluate("(cuanta) => { document.documentElement.style.fontSize = cuanta + '%'; }", letra)
    assert t.pagina.evaluate("document.documentElement.scrollWidth") <= 360
    assert t.pagina.evaluate(CORTADOS, ".marcador__num, .marcador__num--palabra") == [], letra
    assert t.pagina.evaluate(SE_PARTE) == [], letra


@pytest.mark.noche
def test_a_juegos_ganados_ventaja_cabe_y_al_acabar_no_falta_nada(telefono: Fabrica) -> None:
    olga, pepe = telefono("Olga"), telefono("Pepe")
    recreo = arma(olga, "organiza92@prueba.mx", NOMBRES, meta="Juegos ganados")
    entra(recreo, 2, pepe, enlace_de_invitacion(recreo))
    empieza(recreo)
    prepara(recreo, olga, 1)
    for mano in ("D0", "D0", "D0", "D1", "D1", "D1", "D0"):
        anota(recreo, olga, 1, 1, Mano.de(f"{mano}:"))
    vuelve_a_la_mesa(olga)
    assert marcador_leido(olga) == ["ventaja", "60"]
    for t in (olga, pepe):
        t.ver("ventaja")
        for letra in (100, 150):
            cabe(t, letra)
        t.pagina.evaluate("document.documentElement.style.fontSize = ''")
    anota(recreo, olga, 1, 1, Mano.de("D0:"))
    confirma(olga)
    cierra(recreo, 1, recreo.pareja(1, 1, 0))
    for ruta in ("mesa/", "mesas/", "partida/1/mesa/1/"):
        pepe.abrir(recreo.ruta(ruta))
        assert "faltan" not in pepe.texto("main"), ruta
        cabe(pepe, 150)


def test_entrar_con_contrasena_lleva_a_la_contrasena(telefono: Fabrica) -> None:
    t = telefono("quien vuelve")
    t.abrir("/")
    t.tocar("entrar con mi contraseña")
    t.pagina.locator('input[type="password"]').wait_for()
    cabe(t, 150)

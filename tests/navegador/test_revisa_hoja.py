"""La hoja por la pantalla: se deshace, se borra cualquier renglón y vuelve, y la otra pareja la revisa (D370-D376)."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.navegador.telefono import SIN_RED, Fabrica, Telefono
from tests.navegador.test_mala_senal import espera_marcador, mesa_puesta
from tests.navegador.vocabulario import Mano, Recreo, anota, escribe_mano, esperan, va_a_anotar, vuelve_a_la_mesa

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.navegador


def renglones(t: Telefono) -> list[str]:
    """Número y lo que dice cada mano de la hoja, de la primera a la última."""
    filas = t.pagina.locator("table.manos tr[data-fila]").all()
    return [" ".join(f.inner_text().split()).removeprefix("Corregir mano ") for f in reversed(filas)]


def tachada(t: Telefono, dice: str) -> bool:
    """La hoja la enseña borrada, en su renglón (D747)."""
    filas = [" ".join(f.split()) for f in t.pagina.locator(".manos__tachada").all_inner_texts()]
    return any(f.startswith(f"Borrada, iba en la mano {dice}") for f in filas)


@pytest.mark.noche
def test_se_deshace_se_borra_se_devuelve_y_la_otra_pareja_la_revisa(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza47@prueba.mx")
    olga, pepe, quique = recreo.organiza, recreo.telefonos[2], recreo.telefonos[3]
    for mano in ("D0:35", "D1:12", "D0:9"):
        anota(recreo, pepe, 1, 1, Mano.de(mano))
    deshace_sin_senal(recreo, pepe)
    borra_la_de_en_medio(pepe, quique)
    revisan(recreo, olga, pepe, quique)


def deshace_sin_senal(recreo: Recreo, pepe: Telefono) -> None:
    """Lo que espera en el aparato se deshace con un toque: al anotar, y en la mesa."""
    va_a_anotar(pepe)
    with pepe.sin_red():
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:50"))
        pepe.ver("Mano 4 apuntada")
        pepe.pagina.locator("[data-deshacer-cola]").click()
        pepe.ver("Anotar mano 4", dentro="header")
        assert pepe.pagina.locator("#cuantos").input_value() == "50"
        esperan(pepe)
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:5"))
        pepe.ver("Mano 4 apuntada: 5 para Quique y Rita")
    # con señal llega, y en la mesa queda su Deshacer los diez segundos
    espera_marcador(recreo.telefonos[3], ["17", "44"])
    vuelve_a_la_mesa(pepe)
    pepe.boton("Deshacer").click()
    espera_marcador(pepe, ["44", "12"])
    assert len(renglones(pepe)) == 3


def borra_la_de_en_medio(pepe: Telefono, quique: Telefono) -> None:
    """Se toca el renglón; las demás se recorren, y la que se borró vuelve a su lugar."""
    pepe.pagina.locator('tr[data-fila="2"] td.como').click()
    pepe.esperar_ruta(r"/anotar/\?mano=2&")
    pepe.ver("Corregir mano 2", dentro="header")
    pepe.clave("borrar")
    pepe.esperar_ruta("/mesa/$")
    espera_marcador(quique, ["0", "44"])
    assert [r.split()[0] for r in renglones(pepe)] == ["1", "2"]
    pepe.ver("Anotar mano 3")
    assert tachada(pepe, "2 – 12 Dominada la borró Pepe")
    pepe.clave("devolver-2")
    espera_marcador(quique, ["12", "44"])
    assert [r.split()[0] for r in renglones(pepe)] == ["1", "2", "3"]


def revisan(recreo: Recreo, olga: Telefono, pepe: Telefono, quique: Telefono) -> None:
    """Confirma con un toque; al cambiar una mano caduca; objeta y quien organiza lo oye y lo ve al cerrar."""
    anota(recreo, pepe, 1, 1, Mano.de("D0:60"))
    quique.clave("conforme")
    quique.ver("Confirmada por Quique")
    olga.abrir(recreo.ruta("partida/1/mesa/1/cerrar/"))
    olga.ver("Confirmada por Quique")
    vuelve_a_la_mesa(pepe)
    pepe.pagina.locator('tr[data-fila="1"] td.como').click()
    pepe.esperar_ruta(r"/anotar/\?mano=1&")
    escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:36"))
    pepe.esperar_ruta("/(mesa|anotada)/$")  # según quién la llevó: la cola, o el envío de siempre
    quique.ver("La hoja cambió después de lo que dijiste: revísala otra vez.")
    quique.desplegar("objetar")
    quique.escribir("¿Qué está mal?", "La primera fueron 35")
    quique.clave("objetar")
    quique.ver("Objetada por Quique")
    olga.abrir(recreo.ruta("tablero/"))
    olga.ver("Objetan la hoja de la mesa 1")
    olga.ver(re.compile("«La primera fueron 35»"))
    olga.abrir(recreo.ruta("partida/1/mesa/1/cerrar/"))
    olga.ver(re.compile("la objeta, «La primera fueron 35»"))


@pytest.mark.noche
def test_la_que_llego_sin_que_se_supiera_se_deshace_y_su_borrado_sale_detras(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza48@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    anota(recreo, pepe, 1, 1, Mano.de("D0:35"))
    con_respuestas = [False]

    def perder(pedido: "Route") -> None:
        if pedido.request.method == "POST" and not con_respuestas[0]:
            pedido.fetch()
            pedido.abort()
        else:
            pedido.continue_()

    pepe.pagina.route("**/anotar/", perder)
    with pepe.tolerando(SIN_RED.pattern):
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:12"))
        espera_marcador(quique, ["12", "35"])  # la casa la tiene; el teléfono no lo sabe
        pepe.pagina.locator("[data-deshacer-cola]").click()
        pepe.ver("Anotar mano 2", dentro="header")
        esperan(pepe, (2, "pendiente"), (2, "pendiente"))
        con_respuestas[0] = True
        espera_marcador(quique, ["0", "35"])
    esperan(pepe)
    # lo que se vuelve a escribir es otra mano, con el mismo número a la vista
    assert pepe.pagina.locator("#cuantos").input_value() == "12"
    escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:21"))
    espera_marcador(quique, ["21", "35"])
    assert tachada(quique, "2 12 – Dominada la borró Pepe")

"""Mala señal, servidor muerto, teléfono dormido y aviso perdido: nada se pierde, nada se dobla, nadie recarga."""

import re
import time
from collections.abc import Iterator

import pytest

from tests.navegador.casa import Casa
from tests.navegador.telefono import SIN_RED, Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    Recreo,
    anota,
    arma,
    empieza,
    enlace_de_invitacion,
    entra,
    escribe_mano,
    prepara,
    queda_anotada,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Olga", "Pepe", "Quique", "Rita")
PLAZO = 5000
"""Milisegundos que puede durar una pantalla vieja con la conexión de vuelta (RE7)."""


def mesa_puesta(telefono: Fabrica, correo: str, casa: Casa | None = None) -> Recreo:
    """Una Ronda de 4 en su primera partida: anota Pepe (2) y también está el teléfono de Quique (3)."""
    recreo = arma(telefono("Olga", casa=casa), correo, NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    for numero in (2, 3):
        entra(recreo, numero, telefono(NOMBRES[numero - 1], casa=casa), enlace)
    empieza(recreo)
    prepara(recreo, recreo.telefonos[2], 1)
    # quien sólo mira se entera un momento después: antes no se le puede quitar la señal
    espera_marcador(recreo.telefonos[3], ["0", "0"])
    return recreo


def marcador(t: Telefono) -> list[str]:
    return t.pagina.locator(".marcador__num").all_inner_texts()


def manos_en_pantalla(t: Telefono) -> int:
    """Renglones de manos anotadas."""
    return t.pagina.locator("table.manos tbody tr:not(.manos__rastro)").count()


def espera_marcador(t: Telefono, esperado: list[str], plazo: int = PLAZO) -> None:
    """Lo muestra a tiempo."""
    limite = time.monotonic() + plazo / 1000
    while time.monotonic() < limite:
        if marcador(t) == esperado:
            return
        t.pagina.wait_for_timeout(100)
    assert marcador(t) == esperado, f"Pasaron {plazo} ms: {t.texto('main')}"


@pytest.mark.noche
def test_lo_anotado_sin_senal_se_envia_al_volver_una_sola_vez(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza5@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    pepe.tocar("Anotar mano 1")
    pepe.esperar_ruta("/anotar/")  # con sus guiones: sin ellos, sin red no hay a dónde ir
    with pepe.sin_red():
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
        pepe.ver("Mano 1 apuntada")
        pepe.ver(re.compile("Por enviar|Sin señal"), dentro="header")
        pepe.pagina.wait_for_timeout(3500)  # varios reintentos
        assert marcador(quique) == ["0", "0"]
    queda_anotada(pepe)
    espera_marcador(quique, ["0", "35"])
    vuelve_a_la_mesa(pepe)
    assert manos_en_pantalla(pepe) == manos_en_pantalla(quique) == 1


def test_un_doble_toque_cuenta_una_sola_vez(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza6@prueba.mx")
    pepe = recreo.telefonos[2]
    pepe.tocar("Anotar mano 1")
    for cifra in "42":
        pepe.pagina.locator(f'[data-cifra="{cifra}"]').click()
    pepe.pagina.locator("#m-dominada-0").evaluate("(b) => { b.click(); b.click(); b.click(); }")
    queda_anotada(pepe)
    vuelve_a_la_mesa(pepe)
    assert marcador(pepe) == ["42", "0"]
    assert manos_en_pantalla(pepe) == 1


@pytest.mark.noche
def test_la_respuesta_perdida_no_dobla_la_mano(telefono: Fabrica) -> None:
    """El servidor la anotó, pero la respuesta no llegó: el reintento cuenta como el mismo."""
    recreo = mesa_puesta(telefono, "organiza7@prueba.mx")
    pepe = recreo.telefonos[2]
    perdidas: list[str] = []

    def perder(pedido: object) -> None:
        if pedido.request.method != "POST" or perdidas:  # type: ignore[attr-defined]
            pedido.continue_()  # type: ignore[attr-defined]
            return
        perdidas.append(pedido.fetch().text())  # type: ignore[attr-defined]
        pedido.abort()  # type: ignore[attr-defined]

    pepe.tocar("Anotar mano 1")
    pepe.pagina.route("**/anotar/", perder)
    with pepe.tolerando(SIN_RED.pattern):
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
        queda_anotada(pepe)
    assert len(perdidas) == 1
    assert '"ok": true' in perdidas[0]
    vuelve_a_la_mesa(pepe)
    assert marcador(pepe) == ["35", "0"]
    assert manos_en_pantalla(pepe) == 1


@pytest.fixture
def recreo_propio(telefono: Fabrica, casa_propia: Casa) -> Iterator[Recreo]:
    yield mesa_puesta(telefono, "organiza1@prueba.mx", casa_propia)
    for t in telefono.abiertos:  # antes de apagar el servidor
        t.pagina.context.close()


@pytest.mark.noche
def test_el_servidor_muere_a_media_partida_y_los_telefonos_siguen_solos(recreo_propio: Recreo) -> None:
    recreo = recreo_propio
    pepe, quique, casa = recreo.telefonos[2], recreo.telefonos[3], recreo.organiza.casa
    anota(recreo, pepe, 1, 1, Mano.de("D0:30"))
    vuelve_a_la_mesa(pepe)
    espera_marcador(quique, ["0", "30"])
    pepe.tocar("Anotar mano 2")
    pepe.pagina.locator("#cuantos").wait_for()
    pepe.toleradas.append(SIN_RED)
    quique.toleradas.append(SIN_RED)
    recreo.organiza.toleradas.append(SIN_RED)
    cargas = quique.cargas
    casa.matar()
    quique.ver(re.compile("Conectando|Sin señal"), dentro="header")
    escribe_mano(recreo, pepe, 1, 1, Mano.de("D1:25"))
    pepe.ver("Mano 2 apuntada")
    casa.prender()
    limite = time.monotonic() + PLAZO / 1000
    queda_anotada(pepe)
    espera_marcador(quique, ["25", "30"], plazo=int((limite - time.monotonic()) * 1000))
    assert quique.cargas == cargas, "tuvo que recargar"
    quique.ver("En vivo", dentro="header")
    assert "recarg" not in quique.texto().lower()
    assert manos_en_pantalla(quique) == 2


@pytest.mark.noche
@pytest.mark.noche
def test_un_telefono_dormido_se_pone_al_dia_al_despertar(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza8@prueba.mx")
    pepe, quique = recreo.telefonos[2], recreo.telefonos[3]
    cargas = quique.cargas
    with quique.sin_red():
        anota(recreo, pepe, 1, 1, Mano.de("D0:30"))
        vuelve_a_la_mesa(pepe)
        anota(recreo, pepe, 1, 1, Mano.de("C1:12"))
        quique.ver("Sin señal", dentro="header", plazo=20_000)
        quique.pagina.wait_for_timeout(4000)  # con «Sin señal» ya van 7 s dormido: la pausa entre intentos es la larga
        assert marcador(quique) == ["0", "0"]
    espera_marcador(quique, ["12", "30"])
    assert quique.cargas == cargas


ANOTAR_POR_FUERA = """
from uuid import uuid4
from recreo import consultas, servicios
from recreo.identidad import Quien
from reglas.tipos import Desenlace
from suscripciones.models import Cuenta
servicios.mano_anotar(
    recreo_id=consultas.id_de("{codigo}"), quien=Quien(cuenta_id=Cuenta.objects.get(email="{correo}").pk),
    id_orden=uuid4(), partida=1, mesa=1, mano=1, revision=0, desenlace=Desenlace.DOMINADA, pareja=0, tantos=77,
)
"""


@pytest.mark.noche
def test_un_aviso_perdido_no_dura_mas_de_cinco_segundos(telefono: Fabrica) -> None:
    """Otro proceso anota sin que éste reciba aviso: el vigía lo nota y los teléfonos lo muestran."""
    recreo = mesa_puesta(telefono, "organiza9@prueba.mx")
    quique = recreo.telefonos[3]
    recreo.organiza.casa.manage(
        "shell", "-v", "0", "-c", ANOTAR_POR_FUERA.format(codigo=recreo.codigo, correo="organiza9@prueba.mx")
    )
    espera_marcador(quique, ["0", "77"])
    recreo.organiza.ver("77")


@pytest.mark.noche
def test_dos_anotadores_con_la_misma_mano_lo_resuelve_quien_organiza(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza10@prueba.mx")
    olga, pepe, quique = recreo.organiza, recreo.telefonos[2], recreo.telefonos[3]
    pepe.tocar("Anotar mano 1")
    olga.abrir(recreo.ruta("mesa/"))
    olga.clave("anotar")  # anota Pepe, y se lo dice (D855)
    escribe_mano(recreo, olga, 1, 1, Mano.de("D0:30"))
    queda_anotada(olga)
    pepe.ver(re.compile("Mientras, Olga anotó la mano 1"))
    with pepe.tolerando("409"):
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
        pepe.ver("Esa mano ya está anotada")
    pepe.ver(re.compile("Olga apuntó .*30 tantos"))
    assert "35 tantos" in pepe.texto("main")
    pepe.tocar("La mía es la buena")
    pepe.esperar_ruta("/mesa/$")
    pepe.ver("La mano 1 tiene dos versiones.")
    assert marcador(quique) == ["0", "30"]  # mientras se decide, nada cambia
    olga.abrir(recreo.ruta("tablero/"))
    olga.ver("La mesa 1 no coincide en la mano 1.")
    olga.tocar(re.compile("Vale la otra"))
    espera_marcador(quique, ["0", "35"])
    quique.ver(re.compile("Mano 1 corregida por"))
    pepe.no_ver("La mano 1 tiene dos versiones.")
    assert manos_en_pantalla(pepe) == 1


@pytest.mark.noche
def test_la_suya_es_la_buena_no_cambia_nada(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza11@prueba.mx")
    olga, pepe = recreo.organiza, recreo.telefonos[2]
    olga.abrir(recreo.ruta("mesa/"))
    olga.clave("anotar")
    anota(recreo, pepe, 1, 1, Mano.de("D1:20"))
    with olga.tolerando("409"):
        escribe_mano(recreo, olga, 1, 1, Mano.de("D1:21"))
        olga.ver("Esa mano ya está anotada")
    olga.tocar("La de Pepe es la buena")
    olga.esperar_ruta("/mesa/$")
    assert marcador(olga) == ["0", "20"]
    assert "dos versiones" not in olga.texto() and "no entró" not in olga.texto()

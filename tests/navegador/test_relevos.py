"""Teléfonos que mueren, mesas que pasan de mano, lugares que no se roban y sesiones que se acaban."""

import re

import pytest

from tests.navegador.telefono import GRANDE, Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    anota,
    arma,
    cierra,
    empieza,
    empieza_partida,
    en_el_tablero,
    enlace_de_invitacion,
    entra,
    escribe_mano,
    juega,
    marcador_leido,
    mi_mesa,
    prepara,
    queda_anotada,
    vuelve_a_la_mesa,
)

pytestmark = pytest.mark.navegador

NOMBRES = ("Olga", "Pepe", "Quique", "Rita")


@pytest.mark.noche
def test_muere_el_telefono_de_quien_organiza_y_sigue_el_coorganizador(telefono: Fabrica) -> None:
    olga, rita = telefono("Olga"), telefono("Rita")
    recreo = arma(olga, "organiza12@prueba.mx", NOMBRES, correos={4: "rita@prueba.mx"})
    olga.tocar(re.compile("Enviar invitación por correo a Rita"))
    enlace = enlace_de_invitacion(recreo)
    entra(recreo, 2, telefono("Pepe"), enlace)
    rita.abrir(enlace)
    rita.tocar("Di mi correo")
    rita.escribir("correo", "rita@prueba.mx")
    rita.tocar("Mandarme el código")
    rita.escribir("código", rita.codigo_en_el_buzon("rita@prueba.mx"))
    rita.tocar("Entrar", exacto=True)
    rita.ver("Te apuntaron: Rita")
    rita.tocar("Aceptar y entrar")
    rita.ver("Quiénes juegan")
    recreo.telefonos[4] = rita
    olga.desplegar("mas-4")
    olga.clave("coorganiza-4")
    olga.ver("Coorganiza")
    empieza(recreo)
    olga.pagina.context.set_offline(True)
    olga.pagina.close()
    juega(recreo, 2, 1, 1, 1, "D0:60 D0:45")
    cierra(recreo, 1, "Olga y Pepe", quien=rita)
    empieza_partida(recreo, 2, quien=rita)
    recreo.telefonos[2].ver("Partida 2 de 3")
    prepara(recreo, rita, 1)
    anota(recreo, rita, 2, 1, Mano.de("D1:33"))
    vuelve_a_la_mesa(rita)
    assert rita.pagina.locator(".marcador__num").all_inner_texts() == ["33", "0"]


@pytest.mark.noche
def test_la_mesa_pasa_a_otro_telefono_con_el_qr(telefono: Fabrica) -> None:
    recreo = arma(telefono("Olga"), "organiza13@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    pepe, nuevo = telefono("Pepe"), telefono("Quique")
    entra(recreo, 2, pepe, enlace)
    empieza(recreo)
    prepara(recreo, pepe, 1)
    anota(recreo, pepe, 1, 1, Mano.de("D0:20"))
    vuelve_a_la_mesa(pepe)
    pepe.desplegar("mas-mesa", "otro-anota")
    pepe.clave("pasar-qr")
    pepe.ver("Que lo escanee quien va a anotar")
    pase = pepe.pagina.locator("#enlace-pase").input_value()
    nuevo.abrir(pase)
    nuevo.ver("La anotaba Pepe. Si la recibes, la anotas tú con este teléfono.")
    nuevo.tocar(re.compile("^Quique"))
    nuevo.tocar("Anotar mano 2")
    escribe_mano(recreo, nuevo, 1, 1, Mano.de("D1:15"))
    queda_anotada(nuevo)
    pepe.ver("Quique")
    mi_mesa(recreo, pepe)
    pepe.ver("15")
    assert pepe.pagina.get_by_role("link", name="Anotar mano").count() == 0
    tercero = telefono("Rita")
    tercero.abrir(pase)
    tercero.ver(re.compile("no sirve|ya se usó|venció"))


@pytest.mark.noche
def test_no_soy_yo_y_un_lugar_tomado_no_se_toma_dos_veces(telefono: Fabrica) -> None:
    olga = telefono("Olga")
    recreo = arma(olga, "organiza14@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    primero, segundo = telefono("Pepe"), telefono("quien se equivoca")
    segundo.abrir(enlace)  # los dos ven libre el nombre
    entra(recreo, 2, primero, enlace)
    with segundo.tolerando("409"):
        segundo.tocar(re.compile("^Pepe"))
        segundo.ver(re.compile("Pepe .*ya"))
    # la lista se renovó: su nombre ya no se puede tocar
    segundo.esperar_ruta("/r/.+/.+/$")
    assert segundo.pagina.get_by_role("button", name=re.compile("^Pepe")).count() == 0
    segundo.tocar(re.compile("^Quique"))  # se equivoca de nombre
    segundo.esperar_ruta("/mesa/$")
    segundo.desplegar("mas-mesa", "salir")
    segundo.tocar("Dejar este lugar")
    segundo.ver("¿Quién eres?")
    segundo.tocar(re.compile("^Rita"))
    segundo.esperar_ruta("/mesa/$")
    olga.ver(re.compile("Han entrado 3 de 4"))
    olga.desplegar("mas-2")
    olga.clave("quitar-2")
    olga.ver(re.compile("Han entrado 2 de 4"))
    primero.ver("¿Quién eres?")  # lo sacaron: vuelve a la invitación sin recargar


@pytest.mark.noche
def test_a_quien_espera_le_abren_y_entra_sin_tocar_nada(telefono: Fabrica) -> None:
    olga, quien = telefono("Olga"), telefono("quien llega temprano")
    recreo = arma(olga, "organiza62@prueba.mx", NOMBRES)
    enlace = enlace_de_invitacion(recreo)
    olga.pagina.locator('form[action*="aprobacion_pedir"] button').first.click()
    quien.abrir(enlace)
    quien.tocar(re.compile("^Pepe"))
    quien.ver("Falta que te abran")
    cargas = quien.cargas
    olga.tocar("Sí, que entre")
    quien.ver("Ya te contestaron.", plazo=20_000)  # primero lo dice
    quien.ver("Ya estás dentro, Pepe", plazo=20_000)
    quien.pagina.wait_for_load_state("load")
    assert quien.cargas > cargas
    quien.tocar("No soy Pepe")  # un toque, y vuelve a elegir
    quien.ver("¿Quién eres?")


@pytest.mark.noche
def test_la_sesion_se_acaba_a_media_mano_y_no_se_pierde_nada(telefono: Fabrica) -> None:
    recreo = arma(telefono("Olga"), "organiza15@prueba.mx", NOMBRES)
    empieza(recreo)
    olga = recreo.organiza
    prepara(recreo, olga, 1)
    olga.tocar("Anotar mano 1")
    olga.pagina.locator('[data-cifra="4"]').click()
    olga.pagina.context.clear_cookies()
    with olga.tolerando("40[0-9]", "WebSocket"):
        olga.clave("m-dominada-0")
        olga.ver(re.compile("[Ss]esión"))
        olga.ver(re.compile("1 mano guardada aquí, pendiente de enviar"))
        otra_pestana = Telefono(olga.casa, olga.pagina.context.new_page(), "otra pestaña")
        otra_pestana.entrar("organiza15@prueba.mx")
        queda_anotada(olga)  # estaba en la cola del aparato: al volver a entrar sale sola
    assert marcador_leido(olga) == ["4", "0"]


@pytest.mark.noche
def test_la_sesion_se_acaba_con_una_mano_por_enviar_y_no_se_pierde(telefono: Fabrica) -> None:
    recreo = arma(telefono("Olga"), "organiza59@prueba.mx", NOMBRES)
    empieza(recreo)
    olga = recreo.organiza
    prepara(recreo, olga, 1)
    olga.tocar("Anotar mano 1")
    olga.esperar_ruta("/anotar/")  # con sus guiones: sin ellos, sin red no hay a dónde ir
    olga.toleradas.append(re.compile("40[0-9]"))
    with olga.sin_red():
        escribe_mano(recreo, olga, 1, 1, Mano.de("D0:37"))
        olga.ver("Mano 1 apuntada")
        olga.ver(re.compile("Sin señal|Por enviar"), dentro="header")
        olga.pagina.wait_for_timeout(8000)  # el socket se da por perdido
        olga.pagina.context.clear_cookies()
    olga.ver(re.compile("Tu sesión se cerró, o alguien"), plazo=20_000)
    olga.ver("Mano 1 apuntada: 37 para Olga y Pepe")
    assert "/anotar/" in olga.ruta
    Telefono(olga.casa, olga.pagina.context.new_page(), "otra pestaña").entrar("organiza59@prueba.mx")
    queda_anotada(olga)


MARCADO = '<b>Toño</b> & "Chela"'


@pytest.mark.noche
def test_un_nombre_con_marcado_se_ve_tal_cual_en_todas_partes(telefono: Fabrica) -> None:
    nombres = ("Olga", MARCADO, "Quique", "<script>alert(1)</script>", "{{ 7 }}")
    olga, otro = telefono("Olga"), telefono("marcado")
    recreo = arma(olga, "organiza16@prueba.mx", nombres, nombre=f"El de {MARCADO}", importe="10")
    enlace = enlace_de_invitacion(recreo)
    entra(recreo, 2, otro, enlace)
    empieza(recreo)
    prepara(recreo, otro, 2)
    otro.ver(re.compile("Tú, <b>Toño</b>"))
    anota(recreo, otro, 1, 1, Mano.de("D0:60"))
    vuelve_a_la_mesa(otro)
    otro.desplegar("mas-mesa", "llamar")
    otro.escribir("¿Para qué?", "<i>ven</i>")
    otro.clave("llamar")
    en_el_tablero(recreo, olga)
    olga.ver(re.compile("«<i>ven</i>»"))
    olga.tocar("Ya voy")
    anota(recreo, otro, 1, 1, Mano.de("D0:60"))
    otro.tocar(re.compile("Confirmar"))
    cierra(recreo, 1, f"Olga y {MARCADO}")
    for ruta in ("mesa/", "mesas/", "clasificacion/", "apuesta/", "jugadores/", "invitar/", "castigo/", "tablero/"):
        olga.abrir(recreo.ruta(ruta))
        assert olga.pagina.locator("main b, main i, main script").count() == 0, ruta
        escrito = olga.texto("main") + "".join(i.input_value() for i in olga.pagina.locator("main input.entrada").all())
        assert '<b>Toño</b> & "Chela"' in escrito, ruta
    grande = telefono("Olga en grande", pantalla=GRANDE)
    grande.entrar("organiza16@prueba.mx")
    grande.ver(re.compile("El de <b>Toño</b>"))


@pytest.mark.noche
def test_lo_que_se_escribe_no_se_pierde_si_otro_toma_la_mesa_o_la_cierra(telefono: Fabrica) -> None:
    recreo = arma(telefono("Olga"), "organiza60@prueba.mx", NOMBRES)
    olga, pepe = recreo.organiza, telefono("Pepe")
    entra(recreo, 2, pepe, enlace_de_invitacion(recreo))
    empieza(recreo)
    prepara(recreo, pepe, 1)
    anota(recreo, pepe, 1, 1, Mano.de("D0:17"))
    vuelve_a_la_mesa(pepe)
    pepe.tocar("Anotar mano 2")
    for cifra in "25":
        pepe.pagina.locator(f'[data-cifra="{cifra}"]').click()
    olga.abrir(recreo.ruta("mesa/"))
    olga.desplegar("mas-mesa", "otro-anota", "pasar-a-1")
    olga.clave("cambia-a-1")
    pepe.ver("Ahora anota Olga.")
    pepe.ver("Llevabas escrito: 25 tantos.")
    pepe.pagina.locator("#cuantos").wait_for(state="hidden")
    assert pepe.pagina.evaluate("document.activeElement.textContent").strip() == "Ver la mesa"
    pepe.ver("Ya no anotas esta mesa", dentro="header")
    olga.desplegar("mas-mesa", "otro-anota", "pasar-a-2")
    olga.clave("cambia-a-2")  # se la regresan: el teclado vuelve como estaba
    pepe.boton(re.compile(r"^Cierre \+25 para Quique y Rita")).wait_for()
    olga.abrir(recreo.ruta("partida/1/mesa/1/suspender/"))
    olga.tocar("Suspender la mesa 1")
    pepe.ver("La mesa ya se cerró.")
    pepe.ver("Llevabas escrito: 25 tantos.")
    pepe.tocar("Ver la mesa")
    pepe.ver("Ganaron Olga y Pepe la partida 1")

"""Paseo por todas las pantallas del Recreo, en cada estado. Lo revisan las pruebas y lo fotografían las capturas.

Nombres largos y raros a propósito: lo que cabe con «Ana» puede no caber con «María Guadalupe».
"""

import re

from tests.navegador import recorrido_hoja, recorrido_necesidades, recorrido_regreso
from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Fabrica, Telefono
from tests.navegador.vocabulario import (
    Mano,
    Recreo,
    anota,
    cierra,
    confirma,
    elige_salidor,
    empieza,
    empieza_partida,
    en_el_tablero,
    enlace_de_invitacion,
    entra,
    escribe_mano,
    juega,
    mi_mesa,
    prepara,
    queda_anotada,
    vuelve_a_la_mesa,
)

NOMBRES = ("Lupita", "Don Beto", "María Guadalupe", "Chucho", "Doña Chayo")
"""Partida 1: Lupita y Don Beto contra María Guadalupe y Chucho; descansa Doña Chayo."""


def alta(t: Telefono, correo: str, parada: Parada) -> Recreo:
    """De «¿Cuántos juegan?» a la pantalla de invitar, con los errores de cada paso."""
    t.llegar(correo)
    t.tocar("Traer un acta")
    parada("traer-un-acta", t)
    t.abrir("/recreo/")
    t.tocar("Organiza un Recreo")
    parada("alta-1-cuantos", t)
    t.tocar(re.compile("^5 jugadores"))
    parada("alta-2-ambito", t)
    t.escribir("Nombre del Recreo", "")
    t.escribir("Apuesta por valor ficha", "veinte")
    t.tocar("Seguir con los jugadores")
    t.ver("Falta el nombre del Recreo")
    parada("alta-2-ambito-con-errores", t)
    t.escribir("Nombre del Recreo", "Sobremesa del domingo")
    t.escribir("Lugar", "Casa de Lupita, Coyoacán")
    t.escribir("Apuesta por valor ficha", "$20")
    t.pagina.get_by_label("Con pago extraordinario").check()
    t.tocar("Seguir con los jugadores")
    parada("alta-3-jugadores", t)
    t.pagina.locator("#lista").fill("\n".join((*NOMBRES[1:], "Sobra Uno")))
    t.pagina.locator('[name="j1-nombre"]').fill(NOMBRES[0])
    # vuelve la misma página, ya repartida: sin esperarla se revisa a medio cambiar
    with t.pagina.expect_navigation():
        t.tocar("Repartir la lista")
    parada("alta-3-lista-repartida", t)
    t.desplegar("mas-4")
    t.pagina.locator('[name="j4-correo"]').fill("chucho-sin-arroba")
    t.tocar("Guardar e invitar")
    parada("alta-3-jugadores-con-errores", t)
    t.pagina.locator('[name="j4-correo"]').fill(correo.replace("organiza", "chucho"))
    t.tocar("Guardar e invitar")
    t.esperar_ruta("/invitar/$")
    parada("invitar", t)
    t.abrir(re.sub("invitar/$", "ambito/", t.ruta))
    parada("cambiar-ambito", t)
    t.abrir(re.sub("ambito/$", "cuantos/", t.ruta))
    parada("cuantos-son", t)
    t.abrir(re.sub("cuantos/$", "invitar/", t.ruta))
    codigo = t.pagina.locator(".codigo").inner_text().strip()
    return Recreo(codigo, NOMBRES, "100 tantos", {1: t})


def invitacion(recreo: Recreo, fabrica: Fabrica, parada: Parada) -> None:
    """Quien abre el enlace: escoge su nombre y espera."""
    organiza, casa = recreo.organiza, recreo.organiza.casa
    enlace = enlace_de_invitacion(recreo)
    beto, chayo = fabrica("Don Beto", casa=casa), fabrica("Doña Chayo", casa=casa)
    beto.abrir(f"/r/{recreo.codigo}/")
    parada("invitacion-con-codigo", beto)
    beto.abrir(enlace)
    parada("invitacion", beto)
    with beto.tolerando("404"):
        beto.abrir("/codigo/?codigo=NOHAY9")
    parada("codigo-que-no-existe", beto)
    entra(recreo, 2, beto, enlace)
    parada("mesa-en-espera", beto)
    entra(recreo, 5, chayo, enlace)
    organiza.abrir(recreo.ruta("tablero/"))
    parada("tablero-sin-empezar", organiza)
    organiza.abrir(recreo.ruta("clasificacion/"))
    parada("clasificacion-sin-empezar", organiza)
    organiza.abrir(recreo.ruta("invitar/"))
    organiza.tocar(re.compile("Enviar invitación por correo"))
    organiza.ver(re.compile("Invitación enviada"))
    organiza.desplegar("mas-2", "mas-4")
    parada("invitar-con-gente", organiza)
    organiza.tocar("Teléfonos que entraron sin correo")
    organiza.ver("Retirar")
    parada("aparatos", organiza)


def primera_partida(recreo: Recreo, fabrica: Fabrica, parada: Parada) -> None:
    """La mesa paso por paso en el teléfono de quien anota, y lo que ven los demás."""
    organiza, beto, chayo = recreo.organiza, recreo.telefonos[2], recreo.telefonos[5]
    empieza(recreo)
    parada("tablero-sin-anotador", organiza)
    chayo.ver("Descansas esta partida")
    parada("mesa-descanso", chayo)
    beto.ver("¿Quién anota esta mesa?")
    parada("mesa-1-quien-anota", beto)
    beto.clave("anoto-yo")
    beto.ver("¿Ya están los cuatro?")
    parada("mesa-2-asistencia", beto)
    beto.desplegar("falta-alguien")
    beto.pagina.get_by_label("Chucho").uncheck()
    beto.tocar("Guardar quiénes están")
    beto.ver("Falta Chucho")
    parada("mesa-2-falta-alguien", beto)
    beto.tocar("Proponer default")
    beto.ver("Default propuesto.")
    parada("mesa-2-default-propuesto", beto)
    organiza.ver("La mesa 1 propone default.")
    parada("tablero-default-propuesto", organiza)
    beto.tocar("Negar el default y seguir")
    beto.ver("¿Quién sale primero?")
    organiza.ver("La mesa 1 no quiso el default y sigue.")
    parada("tablero-default-negado", organiza)
    organiza.tocar("Enterado")
    beto.desplegar("sorteo")
    parada("mesa-3-salidor", beto)
    organiza.abrir(recreo.ruta("mesa/"))
    organiza.ver("¿Quién sale primero?")
    parada("mesa-3-salidor-organiza", organiza)
    elige_salidor(beto, 3)
    parada("mesa-4-jugando", beto)
    _anotar_paso_a_paso(recreo, beto, parada)
    _lo_que_pasa_en_la_mesa(recreo, parada)
    _pase(recreo, fabrica, parada)
    _llegan_a_la_meta(recreo, parada)


def _anotar_paso_a_paso(recreo: Recreo, beto: Telefono, parada: Parada) -> None:
    beto.tocar("Anotar mano 1")
    parada("anotar-vacia", beto)
    beto.desplegar("empate")
    parada("anotar-empate", beto)
    for cifra in "253":
        beto.pagina.locator(f'[data-cifra="{cifra}"]').click()
    beto.ver("A 100, una mano vale de 1 a 118.")
    parada("anotar-tantos-imposibles", beto)
    beto.pagina.locator("[data-borrar]").click()
    parada("anotar-tantos", beto)
    with beto.sin_red():
        beto.tocar(re.compile(r"^Dominada \+25 para Lupita y Don Beto"))
        beto.ver(re.compile("Mano 1 apuntada"))
        parada("anotar-sin-senal", beto)
        beto.pagina.locator(".cabecera__volver").click()
        beto.ver("Falta sumar 1 mano pendiente de enviar.")
        parada("mesa-sin-senal", beto)
        beto.abrir(recreo.ruta("invitacion/"))
        beto.ver("No hay señal para abrir esta página")
    beto.no_ver("No hay señal para abrir esta página")  # con la señal de vuelta se abre sola
    beto.abrir("/recreo/sin-senal/")
    parada("sin-senal", beto)
    beto.abrir(recreo.ruta("mesa/"))
    beto.boton("Anotar mano 2").click()
    parada("anotar-siguiente", beto)
    beto.abrir(recreo.ruta("partida/1/mesa/1/anotada/"))
    beto.ver("Mano 1 anotada")
    parada("anotada", beto)
    vuelve_a_la_mesa(beto)


def _lo_que_pasa_en_la_mesa(recreo: Recreo, parada: Parada) -> None:
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    anota(recreo, beto, 1, 1, Mano.de("C1:30"))
    beto.tocar("Deshacer", exacto=True)
    beto.ver(re.compile("^La mano 2 se deshizo"))
    parada("anotar-tras-deshacer", beto)
    beto.abrir(recreo.ruta("partida/1/mesa/1/anotada/"))
    parada("anotada-borrada", beto)
    beto.tocar("Anotar mano 2")
    escribe_mano(recreo, beto, 1, 1, Mano.de("C1:31"))
    queda_anotada(beto)
    vuelve_a_la_mesa(beto)
    beto.tocar("Corregir mano 2")
    parada("corregir-1", beto)
    escribe_mano(recreo, beto, 1, 1, Mano.de("C1:32"))
    beto.ver("Mano 2 corregida")
    parada("anotada-corregida", beto)
    recorrido_hoja.conflicto(recreo, parada)
    mi_mesa(recreo, beto)
    beto.desplegar("mas-mesa", "llamar")
    parada("mesa-llamar", beto)
    beto.escribir("¿Para qué?", "Hay una duda con la última ficha")
    beto.pagina.locator('[data-clave="llamar"]').click()
    beto.ver(re.compile("^(La llamada a Lupita salió|Lupita ya vio)"))
    recorrido_hoja.borra_y_devuelve(beto, parada)
    beto.desplegar("mas-mesa", "otro-anota", "otro-salidor", "proponer")
    for detalle in beto.pagina.locator("details[id^=rastro]").all():
        detalle.locator("summary").click()
    parada("mesa-4-con-todo-abierto", beto)
    organiza.abrir(recreo.ruta("avisos/"))
    organiza.ver("La mesa 1 te llama.")
    parada("avisos-con-llamada", organiza)
    en_el_tablero(recreo, organiza)
    organiza.ver("La mesa 1 te llama.")
    organiza.desplegar("mas-mesa-1", "mas-recreo")
    parada("tablero-con-llamada", organiza)
    organiza.tocar("Ya voy")
    mi_mesa(recreo, beto)
    beto.ver(re.compile("^Lupita va para allá"))
    parada("mesa-4-ya-voy", beto)


def _pase(recreo: Recreo, fabrica: Fabrica, parada: Parada) -> None:
    """La mesa pasa al teléfono de María Guadalupe, que entra con el pase."""
    beto, maria = recreo.telefonos[2], fabrica("María Guadalupe", casa=recreo.organiza.casa)
    mi_mesa(recreo, beto)
    beto.desplegar("mas-mesa", "otro-anota")
    beto.clave("pasar-qr")
    beto.ver("Que lo escanee quien va a anotar")
    parada("pase-qr", beto)
    maria.abrir(beto.pagina.locator("#enlace-pase").input_value())
    parada("pase-recibir", maria)
    maria.tocar(re.compile("^María Guadalupe"))
    maria.boton("Anotar mano 4").wait_for()
    recreo.telefonos[3] = maria
    mi_mesa(recreo, beto)
    parada("mesa-4-ya-no-anota", beto)


def _llegan_a_la_meta(recreo: Recreo, parada: Parada) -> None:
    organiza, beto, maria = recreo.organiza, recreo.telefonos[2], recreo.telefonos[3]
    anota(recreo, maria, 1, 1, Mano.de("D0:70"))
    maria.ver("¡Llegaron a 100!")
    parada("anotada-meta", maria)
    vuelta = recreo.ruta("mesa/")
    maria.abrir(vuelta)
    parada("mesa-5-meta", maria)
    mi_mesa(recreo, beto)
    recorrido_hoja.objeta(recreo, parada)
    confirma(maria)
    parada("mesa-6-por-cerrar", maria)
    organiza.ver("Cerrar la mesa 1")
    parada("tablero-por-cerrar", organiza)
    organiza.clave("cerrar-1")
    organiza.esperar_ruta("/cerrar/$")
    organiza.ver("Objetada por Don Beto")
    parada("cerrar-mesa", organiza)
    beto.clave("conforme")
    beto.ver("Confirmada por Don Beto")
    organiza.abrir(recreo.ruta("tablero/"))
    cierra(recreo, 1, recreo.pareja(1, 1, 0))
    parada("tablero-partida-cerrada", organiza)
    beto.ver(re.compile("Ganaron Lupita y Don Beto la partida 1"))
    parada("mesa-7-cerrada", beto)
    organiza.abrir(recreo.ruta("partida/1/mesa/1/cerrar/"))
    parada("cerrar-mesa-ya-cerrada", organiza)
    organiza.abrir(recreo.ruta("partida/1/mesa/1/suspender/"))
    parada("suspender-ya-cerrada", organiza)
    beto.abrir(recreo.ruta("partida/1/mesa/1/"))
    parada("otra-mesa-cerrada", beto)


def las_que_siguen(recreo: Recreo, parada: Parada) -> None:
    """Castigo, suspensión, default y parciales; al final, clasificación y apuesta."""
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    beto.abrir(recreo.ruta("clasificacion/"))
    parada("clasificacion-parcial", beto)
    beto.abrir(recreo.ruta("apuesta/"))
    parada("apuesta-parcial", beto)
    recorrido_regreso.entre_la_primera_y_la_segunda(recreo, parada)
    empieza_partida(recreo, 2)
    recorrido_regreso.con_la_segunda_abierta(recreo, parada)
    beto.abrir(recreo.ruta("mesas/"))
    parada("mesas", beto)
    recorrido_hoja.en_papel(recreo, parada)
    organiza.abrir(recreo.ruta("partida/2/mesa/1/"))
    parada("otra-mesa-quien-organiza", organiza)
    organiza.abrir(recreo.ruta("castigo/"))
    organiza.tocar("Poner el castigo")
    organiza.ver("Escoge a quién se castiga.")
    parada("castigo-con-errores", organiza)
    organiza.pagina.get_by_label(re.compile(r"^\s*Chucho")).check()
    organiza.escribir("Tantos", "10")
    organiza.escribir("Motivo", "Le hizo señas a su pareja")
    organiza.tocar("Poner el castigo")
    organiza.ver("Castigos puestos")
    parada("castigo", organiza)
    organiza.abrir(recreo.ruta("partida/2/mesa/1/suspender/"))
    parada("suspender-empatada", organiza)
    organiza.abrir(recreo.ruta("partida/2/mesa/1/default/"))
    parada("default", organiza)
    organiza.tocar("Terminar la mesa 1 así")
    organiza.ver("Escoge qué pareja gana.")
    parada("default-con-errores", organiza)
    chayo = recreo.telefonos[5]
    mi_mesa(recreo, chayo)
    prepara(recreo, chayo, 1)
    anota(recreo, chayo, 2, 1, Mano.de("D0:45"))
    organiza.abrir(recreo.ruta("partida/2/mesa/1/suspender/"))
    parada("suspender", organiza)
    recorrido_hoja.suspende_sin_confirmar(organiza, parada)
    for partida, anota_, sale, guion, gana in (
        (3, 5, 1, "D1:60 D1:70", 1), (4, 5, 1, "D0:101", 0), (5, 2, 3, "D0:60 E D1:80 C1:40", 1),
    ):  # fmt: skip
        empieza_partida(recreo, partida)
        juega(recreo, anota_, partida, 1, sale, guion)
        cierra(recreo, 1, recreo.pareja(partida, 1, gana))
    fin(recreo, parada)


def fin(recreo: Recreo, parada: Parada) -> None:
    """El Recreo terminado."""
    recorrido_regreso.el_final(recreo, parada)
    organiza, beto, chayo = recreo.organiza, recreo.telefonos[2], recreo.telefonos[5]
    parada("tablero-terminado", organiza)
    mi_mesa(recreo, beto)
    beto.ver("El Recreo terminó")
    parada("mesa-8-terminado", beto)
    beto.abrir(recreo.ruta("clasificacion/"))
    parada("clasificacion-final", beto)
    for detalle in ("desempate", "mas-clasificacion", "parciales", "como-tabla"):
        beto.desplegar(detalle)
    parada("clasificacion-final-todo-abierto", beto)
    beto.abrir(recreo.ruta("clasificacion/?partida=2"))
    parada("clasificacion-pasada", beto)
    chayo.abrir(recreo.ruta("apuesta/"))
    parada("apuesta-final", chayo)
    organiza.abrir(recreo.ruta("invitar/"))
    parada("invitar-terminado", organiza)
    organiza.abrir(recreo.ruta("clasificacion/"))
    organiza.clave("otra")
    organiza.esperar_ruta("/invitar/$")
    beto.abrir(recreo.ruta("clasificacion/"))
    beto.ver("armó otra con los mismos.")
    parada("clasificacion-final-con-otra", beto)
    organiza.abrir(re.sub("invitar/$", "cancelar/", organiza.ruta))
    organiza.tocar("Sí, cancelar")
    organiza.ver("Este Recreo se canceló")
    organiza.abrir("/recreo/")
    parada("recreo-libre-con-anteriores", organiza)
    organiza.abrir("/recreo/mios/")
    parada("recreo-mios", organiza)


def cancelado(fabrica: Fabrica, correo: str, parada: Parada) -> None:
    """Se arma y se cancela."""
    from tests.navegador.vocabulario import arma

    t = fabrica("quien cancela")
    recreo = arma(t, correo, ("Ana", "Beto", "Carmen", "Diego"), meta="Juegos ganados")
    t.abrir(recreo.ruta("jugadores/"))
    t.tocar("Sortear los números")
    t.ver(re.compile("^Sorteo 1"))
    t.pagina.wait_for_function("() => !document.querySelector('.tapada')")
    parada("alta-3-sorteo", t)
    enlace = enlace_de_invitacion(recreo)
    empieza(recreo)
    t.abrir(recreo.ruta("castigo/"))
    parada("castigo-juegos-ganados", t)
    prepara(recreo, t, 1)
    anota(recreo, t, 1, 1, Mano.de("D0"))
    parada("anotada-juegos-ganados", t)
    t.abrir(recreo.ruta("partida/1/mesa/1/anotar/"))
    parada("anotar-juegos-ganados", t)
    recorrido_necesidades.pasear(recreo, t, fabrica, parada)
    t.abrir(recreo.ruta("cancelar/"))
    parada("cancelar", t)
    t.tocar("Sí, cancelar")
    t.ver("Este Recreo se canceló")
    parada("cancelado", t)
    otro = fabrica("quien llega tarde")
    otro.abrir(enlace)
    otro.abrir(recreo.ruta("invitacion/"))
    parada("invitacion-a-cancelado", otro)


def pasear(fabrica: Fabrica, correo: str, parada: Parada) -> Recreo:
    """El paseo entero."""
    recreo = alta(fabrica("Lupita"), correo, parada)
    invitacion(recreo, fabrica, parada)
    primera_partida(recreo, fabrica, parada)
    las_que_siguen(recreo, parada)
    return recreo

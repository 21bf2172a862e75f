"""Los caminos de regreso, dentro del paseo del Recreo: reabrir, personas, pausa y el final que se anuncia."""

import re

from tests.navegador.recorrido_publico import Parada
from tests.navegador.vocabulario import Recreo, anuncia_el_final, cierra, empieza_partida, mi_mesa


def entre_la_primera_y_la_segunda(recreo: Recreo, parada: Parada) -> None:
    """Una mesa cerrada se reabre y se cierra otra vez; el inicio de la 2 se deshace."""
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    organiza.abrir(recreo.ruta("tablero/"))
    organiza.desplegar("mas-mesa-1")
    organiza.clave("reabrir-1")
    organiza.tocar("Sí, reabrir")
    organiza.ver("Falta decir por qué")
    parada("reabrir-mesa-con-errores", organiza)
    organiza.escribir("¿Por qué?", "La mano 2 era de la otra pareja")
    organiza.tocar("Sí, reabrir")
    organiza.ver("Confirmar yo el marcador")
    beto.abrir(recreo.ruta("clasificacion/"))
    organiza.clave("confirmar-1")
    organiza.esperar_ruta("/cerrar/$")
    organiza.abrir(recreo.ruta("tablero/"))
    cierra(recreo, 1, recreo.pareja(1, 1, 0))
    empieza_partida(recreo, 2)
    organiza.desplegar("mas-recreo")
    organiza.clave("ir-deshacer")
    parada("deshacer-inicio", organiza)
    organiza.tocar("Sí, deshacer")
    organiza.esperar_ruta("/tablero/$")
    organiza.ver("La partida 1 está cerrada.")


def con_la_segunda_abierta(recreo: Recreo, parada: Parada) -> None:
    """Una mesa de antes se corrige con otra en juego; suplente que se deshace, quien falta y llega, y la pausa."""
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    organiza.abrir(recreo.ruta("partida/1/mesa/1/reabrir/"))
    parada("reabrir-mesa", organiza)
    organiza.escribir("¿Por qué?", "Faltó una mano")
    organiza.tocar("Sí, reabrir")
    organiza.ver("La mesa 1 de la partida 1 se está corrigiendo.")
    parada("tablero-corrigiendo", organiza)
    beto.abrir(recreo.ruta("clasificacion/"))
    beto.ver(re.compile("esa partida no cuenta hasta que se cierre"))
    parada("clasificacion-corrigiendo", beto)
    organiza.abrir(recreo.ruta("partida/1/mesa/1/cerrar/"))
    organiza.tocar("Confirmar yo el marcador")
    organiza.tocar("Cerrar la mesa 1")
    organiza.esperar_ruta("/tablero/$")
    organiza.desplegar("mas-recreo")
    organiza.clave("ir-personas")
    parada("personas", organiza)
    organiza.clave("persona-4")
    organiza.desplegar("suplente", "falta", "nombre-y-correo")
    parada("persona-con-todo-abierto", organiza)
    organiza.pagina.locator("#entra").fill("Rafael Ernesto")
    organiza.pagina.locator("#suplente-desde").select_option("5")
    organiza.tocar("Que entre")
    organiza.ver("Desde la partida 5, Rafael Ernesto por Chucho.")
    parada("persona-con-suplente", organiza)
    organiza.tocar("Deshacer este cambio")
    organiza.esperar_ruta("/personas/$")
    organiza.clave("persona-5")
    organiza.desplegar("falta")
    organiza.tocar("Apuntar que falta")
    organiza.ver("Ya llegó Doña Chayo")
    organiza.abrir(recreo.ruta("tablero/"))
    parada("tablero-con-quien-falta", organiza)
    organiza.tocar("Ya llegó")
    organiza.no_ver("Doña Chayo falta")
    organiza.abrir(recreo.ruta("pausa/"))
    parada("pausa", organiza)
    organiza.tocar("Sí, otro día")
    organiza.esperar_ruta("/tablero/$")
    parada("tablero-en-pausa", organiza)
    mi_mesa(recreo, beto)
    beto.ver("En pausa: se sigue otro día.")
    parada("mesa-en-pausa", beto)
    organiza.tocar("Seguir jugando")
    organiza.no_ver("En pausa.")
    organiza.abrir(recreo.ruta("terminar/"))
    parada("terminar-aqui", organiza)
    organiza.abrir(recreo.ruta("tablero/"))


def el_final(recreo: Recreo, parada: Parada) -> None:
    """Se jugó todo: se revisa, se anuncia, se reabre y se anuncia otra vez."""
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    parada("tablero-por-anunciar", organiza)
    mi_mesa(recreo, beto)
    beto.ver(re.compile("va a anunciar el final"))
    parada("mesa-por-anunciar", beto)
    organiza.clave("anunciar")
    parada("final-por-anunciar", organiza)
    anuncia_el_final(recreo)
    organiza.abrir(recreo.ruta("reabrir/"))
    parada("reabrir-recreo", organiza)
    organiza.escribir("¿Por qué?", "Faltó un castigo")
    organiza.tocar("Sí, reabrir")
    organiza.esperar_ruta("/tablero/$")
    anuncia_el_final(recreo)
    beto.abrir(recreo.ruta("historia/"))
    parada("lo-que-ha-pasado", beto)
    organiza.abrir(recreo.ruta("tablero/"))

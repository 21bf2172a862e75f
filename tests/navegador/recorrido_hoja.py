"""El paseo por la hoja: borrar y devolver, dos versiones, y lo que dice de ella la otra pareja."""

import re

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Telefono
from tests.navegador.vocabulario import Mano, Recreo, anota, en_el_tablero, escribe_mano, mi_mesa, vuelve_a_la_mesa


def borra_y_devuelve(beto: Telefono, parada: Parada) -> None:
    beto.clave("corrige-1")
    beto.clave("borrar")
    beto.ver("Mano 1 borrada")
    beto.ver(re.compile("^la borró"))
    parada("mesa-4-borrada", beto)
    beto.clave("devolver-1")
    beto.no_ver("Mano 1 borrada")


def conflicto(recreo: Recreo, parada: Parada) -> None:
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    mi_mesa(recreo, beto)
    beto.tocar("Anotar mano 3")
    organiza.abrir(recreo.ruta("mesa/"))
    anota(recreo, organiza, 1, 1, Mano.de("D0:10"))
    vuelve_a_la_mesa(organiza)
    beto.ver(re.compile("Mientras, Lupita anotó"))
    parada("anotar-mientras-otro-anoto", beto)
    with beto.tolerando("409"):
        escribe_mano(recreo, beto, 1, 1, Mano.de("D0:12"))
        beto.ver("Esa mano ya está anotada")
    parada("anotar-conflicto", beto)
    beto.tocar("La mía es la buena")
    beto.ver("La mano 3 tiene dos versiones.")
    parada("mesa-4-dos-versiones", beto)
    en_el_tablero(recreo, organiza)
    organiza.ver(re.compile("no coincide en la mano 3"))
    parada("tablero-dos-versiones", organiza)
    organiza.tocar(re.compile("Vale la otra"))
    beto.no_ver("La mano 3 tiene dos versiones.")


def objeta(recreo: Recreo, parada: Parada) -> None:
    """La objeta uno de la otra pareja; quien organiza lo ve, y exige que la confirmen."""
    organiza, beto = recreo.organiza, recreo.telefonos[2]
    beto.desplegar("objetar")
    parada("mesa-5-meta-otros", beto)
    beto.escribir("¿Qué está mal?", "La tercera fueron doce")
    beto.clave("objetar")
    beto.ver("Objetada por Don Beto")
    parada("mesa-5-objetada", beto)
    en_el_tablero(recreo, organiza)
    organiza.ver("Objetan la hoja de la mesa 1.")
    parada("tablero-objetada", organiza)
    organiza.abrir(recreo.ruta("mesa/"))
    organiza.ver("Enterado: ya la vi")
    parada("mesa-5-objetada-organiza", organiza)
    organiza.clave("enterado-hoja")
    organiza.no_ver("Enterado: ya la vi")
    en_el_tablero(recreo, organiza)
    organiza.desplegar("conformidad")
    parada("tablero-por-confirmar", organiza)
    organiza.clave("exigir-conformidad")
    organiza.ver("La otra pareja confirma la hoja: sí")


def suspende_sin_confirmar(organiza: Telefono, parada: Parada) -> None:
    """Donde se exige pide por qué; después deja de exigirse."""
    organiza.tocar("Suspender la mesa 1")
    organiza.ver("La otra pareja no confirma la hoja de la mesa 1.")
    parada("suspender-sin-confirmar", organiza)
    organiza.escribir("¿Por qué?", "Ya se habían ido")
    organiza.tocar("Suspender la mesa 1")
    organiza.esperar_ruta("/tablero/$")
    organiza.desplegar("conformidad")
    organiza.clave("exigir-conformidad")
    organiza.ver("La otra pareja confirma la hoja: no hace falta")


def en_papel(recreo: Recreo, parada: Parada) -> None:
    """Lo que se imprime, la hoja capturada (con un error que no borra nada) y su foto."""
    organiza = recreo.organiza
    organiza.abrir(recreo.ruta("papel/"))
    organiza.desplegar("tablas")
    parada("papel", organiza)
    organiza.abrir(recreo.ruta("partida/2/mesa/1/captura/"))
    parada("capturar-la-hoja", organiza)
    organiza.pagina.locator('[name="m0-a"]').fill("30")
    organiza.pagina.locator('[name="m1-b"]').fill("400")
    organiza.tocar("Guardar la hoja")
    organiza.pagina.locator("#m1-a_error").wait_for()
    parada("capturar-con-error", organiza)
    organiza.abrir(recreo.ruta("partida/2/mesa/1/fotos/"))
    parada("foto-de-la-hoja", organiza)
    with organiza.tolerando("422"):
        organiza.tocar("Guardar la foto")
        organiza.ver("Falta la foto.")
    parada("foto-que-falta", organiza)

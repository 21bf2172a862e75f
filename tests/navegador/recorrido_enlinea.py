"""Paseo por las pantallas de en línea: quien llega sola (lo revisan las pruebas) y una mesa de cuatro (capturas)."""

import re

from tests.navegador.en_vivo import CABE, Cuarteto
from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Telefono

MESA = r"/enlinea/mesa/\d+/$"


def sola(t: Telefono, correo: str, parada: Parada) -> None:
    """La Sala, sus páginas y la mesa de práctica de quien no conoce a nadie."""
    t.llegar(correo, siguiente="/enlinea/")
    t.ver("En vivo")
    parada("sala-sola", t)
    for nombre in (
        "armar",
        "mensajes",
        "estadistica",
        "estadistica/personas",
        "partidas",
        "convivencia",
        "clasificacion",
        "gente",
        "gente/cara",
        "gente/citas/nueva",
        "telefono",
    ):
        t.abrir(f"/enlinea/{nombre}/")
        t.ver("En vivo")
        parada(f"{nombre.rpartition('/')[2]}-sin-nadie", t)
    t.abrir("/enlinea/clasificacion/")
    t.pagina.get_by_text("¿Cómo se cuentan los puntos?").click()
    parada("clasificacion-formula", t)
    t.abrir(f"/enlinea/gente/{t.pagina.locator('body').get_attribute('data-yo')}/")
    t.ver("Lugar en la Clasificación")
    parada("persona-yo", t)
    t.abrir("/enlinea/gente/citas/nueva/")
    t.tocar("Poner la mesa")
    t.esperar_ruta(r"/gente/citas/\d+/$")
    t.pagina.get_by_text("Cambiarla").click()
    parada("cita-mia", t)
    with t.tolerando(r"^404 en ", r"^410 en ", "Failed to load resource"):
        t.abrir("/enlinea/mesa/1/")
        parada("mesa-sin-lugar", t)
        t.abrir("/enlinea/mesa/1/mirar/")
        parada("mirar-no-se-puede", t)
        t.abrir("/enlinea/i/no-vale/")
        t.ver("Ese enlace ya no vale")
        parada("enlace-no-vale", t)
    t.abrir("/enlinea/")
    t.tocar("Practicar ahora")
    t.esperar_ruta(MESA)
    t.ver("¿Te vamos diciendo cómo se juega?")
    parada("practica-espera", t)
    t.tocar("Enséñame")
    t.tocar("Comenzar")
    t.pagina.locator(CABE).first.wait_for(timeout=30_000)
    parada("practica-turno", t)
    mesa = t.ruta
    for panel in ("palos", "charla", "mas"):
        t.pagina.locator(f"[data-abre={panel}]").click()
        parada(f"practica-{panel}", t)
    t.pagina.locator("[data-abre=mas]").click()
    t.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    parada("practica-salir", t)
    t.tocar("Sí, salir")
    t.esperar_ruta("/enlinea/$")
    with t.tolerando(r"^410 en ", "Failed to load resource"):
        t.abrir(mesa)
        parada("mesa-terminada", t)


def estadistica(t: Telefono, correo: str, parada: Parada) -> None:
    """La estadística de quien ya jugó: todo abierto, una partida, su gente, «Mis partidas» y las de otros juegos."""
    siembra = "from tests.navegador import siembra as s; s.sembrar_estadistica({0!r}, 9); s.sembrar_otro_juego({0!r})"
    otra = t.casa.manage("shell", "-v", "0", "-c", siembra.format(correo)).strip().splitlines()[-1]
    t.entrar(correo, siguiente="/enlinea/estadistica/")
    t.ver("En vivo")
    t.desplegar("tus-manos", "g-tabla", "llevarse")
    parada("estadistica", t)
    t.tocar(re.compile(r"^Partida 7$"))
    t.esperar_ruta(r"/enlinea/estadistica/\d+/$")
    t.ver("En vivo")
    parada("estadistica-manos", t)
    t.abrir("/enlinea/estadistica/personas/")
    t.ver("En vivo")
    parada("estadistica-personas", t)
    t.abrir("/enlinea/partidas/")
    t.ver("En vivo")
    parada("partidas-jugadas", t)
    t.abrir("/enlinea/otros/")
    t.ver("En vivo")
    parada("otros-juegos", t)
    t.abrir(f"/enlinea/otros/{otra}/")
    t.ver("En vivo")
    t.tocar("Siguiente")
    parada("otro-juego-repetir", t)


def sancionada(t: Telefono, correo: str, parada: Parada) -> None:
    """Su expediente; luego la suspenden con la página abierta, y lo que ve hasta volver a entrar."""
    siembra = "from tests.navegador.siembra import sembrar_{} as s; s({!r})"
    t.casa.manage("shell", "-v", "0", "-c", siembra.format("expediente", correo))
    t.entrar(correo, siguiente="/enlinea/tarjetas/")
    t.ver("En vivo")
    parada("tarjetas", t)
    t.casa.manage("shell", "-v", "0", "-c", siembra.format("suspension", correo))
    t.esperar_ruta("/entrar/")
    t.ver("Tu cuenta está suspendida")
    parada("entrada-suspendida", t)
    with t.tolerando(r"^403 en ", "Failed to load resource"):
        t.identificarse(correo)
        t.esperar_ruta("/enlinea/$")
        parada("enlinea-suspendida", t)
    t.tocar("Ver mis tarjetas")
    t.ver("7 amarillas: pensaste de más")
    parada("tarjetas-suspendida", t)


def cuatro(c: Cuarteto, parada: Parada) -> None:
    """Una partida de cuatro, de la Sala al último voto, parándose en cada estado."""
    ana, beto, _caro, dani = c.telefonos
    for t in c.telefonos:
        t.abrir("/enlinea/")
        t.ver("En vivo")
    for cuenta in c.ficha["cuentas"]:
        ana.pagina.locator(f'.persona[data-cuenta="{cuenta}"]').wait_for()
    beto.escribir("Tu mensaje", "¡Buenas! ¿Jugamos?")
    beto.tocar("Enviar")
    ana.ver("¡Buenas! ¿Jugamos?")
    parada("sala-con-gente", ana)
    c.armar(parada=parada)
    dani.ver("La mesa está lista")
    parada("mesa-espera-otro", dani)
    parada("mesa-espera", ana)
    c.comenzar()
    c.jugar_unas(9)
    for t, nombre in ((ana, "mesa-jugando"), (beto, "mesa-jugando-otro")):
        parada(nombre, t)
    _con_un_ausente(c, parada)
    c.jugar("[data-seguir]", sigue=False)
    parada("fin-de-mano", ana)
    ana.tocar("Comprobar el reparto")
    ana.ver("Todo cuadra: el reparto fue limpio.")
    parada("fin-de-mano-comprobado", ana)
    c.pilotar("[data-voto]", plazo=200)
    beto.pagina.locator("[data-voto=revancha]").tap()
    ana.pagina.get_by_text(f"Lo eligió {beto.nombre}").wait_for()
    parada("fin-de-partida", ana)
    ana.pagina.locator("[data-voto=comunicacion]").tap()
    parada("fin-de-partida-contra", ana)
    ana.tocar("Sí, elegir Comunicación")
    beto.ver("La mesa se cerró")
    parada("mesa-cerrada", beto)
    beto.tocar("Ir a la Sala")
    beto.abrir("/enlinea/partidas/")
    beto.pagina.locator("summary", has_text="¿Qué es el acta?").click()
    parada("partidas", beto)


def _con_un_ausente(c: Cuarteto, parada: Parada) -> None:
    ana, beto, caro, dani = c.telefonos
    dani.pagina.close()
    caro.ver(f"Esperamos a {dani.nombre}", plazo=20_000)
    parada("mesa-ausente", caro)
    beto.esperar_ruta(rf"espera={c.mesa}$")
    beto.ver(re.compile("Esperando a "))
    parada("sala-esperando", beto)
    c.telefonos[3] = c.otra_pestana(3)
    for t in c.telefonos:
        t.esperar_ruta(rf"{c.ruta}$")
    ana.ver(re.compile("Repitiendo: "))
    parada("mesa-repitiendo", ana)
    c.esperar("() => window.AmigosMesa && AmigosMesa.vista && !AmigosMesa.vista.datos.ausentes")

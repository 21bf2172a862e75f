"""Paseo por una peña con historia, y por una que apenas se abre."""

import json

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import Fabrica


def pasear(fabrica: Fabrica, correo: str, parada: Parada) -> None:
    """Todas sus páginas, llenas y vacías, con sus errores, y quien entra con el enlace."""
    t = fabrica("quien la lleva")
    orden = f"from tests.navegador.siembra_penas import sembrar as s; s({correo!r})"
    sembrada = json.loads(t.casa.manage("shell", "-v", "0", "-c", orden).strip().splitlines()[-1])
    aqui = f"/recreo/penas/{sembrada['pena']}/"
    t.llegar(correo, siguiente="/recreo/penas/")
    parada("penas", t)
    t.tocar("Abrir una peña")
    parada("pena-nueva", t)
    for nombre, ruta in {
        "un-vistazo": "", "tabla": "tabla/", "duelos": "duelos/", "dinero": "dinero/", "gente": "gente/",
        "cuotas": "cuotas/", "recreos": "recreos/", "llevarse": "llevarse/", "editar": "editar/", "salir": "salir/",
        "borrar": "borrar/", "jugar": "jugar/", "fecha": "fecha/", "reglas": "temporada/",
        "otra-temporada": "temporada/?nueva=1",
    }.items():  # fmt: skip
        t.abrir(aqui + ruta)
        parada(f"pena-{nombre}", t)
    t.abrir(aqui)
    t.tocar("Voy", exacto=True)
    t.ver("Va 1:")
    parada("pena-ya-dije", t)
    t.abrir(aqui + "gente/")
    t.pagina.get_by_role("link", name="Beto").click()
    t.desplegar("sacar")
    parada("pena-persona", t)
    t.escribir("Nombre", "Nacho")
    t.tocar("Guardar los cambios")
    t.ver("Ya hay alguien que se llama Nacho")
    parada("pena-persona-con-error", t)
    t.abrir(aqui + "dinero/")
    t.pagina.get_by_role("link", name="Ya se pagó").first.click()
    t.tocar("Apuntar el pago")
    t.ver("Apuntado")
    parada("pena-dinero-pagado", t)
    t.abrir(aqui + "fecha/")
    t.pagina.locator("#id_dia").fill("2020-01-01")
    t.tocar("Guardar la fecha")
    t.ver("Esa fecha ya pasó")
    parada("pena-fecha-con-error", t)
    _la_que_empieza(fabrica, sembrada["clave"], parada)


def _la_que_empieza(fabrica: Fabrica, clave: str, parada: Parada) -> None:
    """Quien entra con el enlace ve lo suyo, y sin suscripción no abre otra."""
    mari = fabrica("Mari")
    mari.entrar("mari.pena@prueba.mx", siguiente=f"/recreo/penas/invitacion/{clave}/")
    parada("pena-invitacion", mari)
    mari.pagina.locator("#id_miembro").select_option(label="Mari")
    mari.tocar("Entrar a la peña")
    mari.ver("Ya eres de «Los jueves»")
    parada("pena-de-quien-entra", mari)
    with mari.tolerando(r"^404 en ", "Failed to load resource"):
        mari.abrir("/recreo/penas/invitacion/no-es/")
        parada("pena-sin-enlace", mari)

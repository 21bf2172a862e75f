"""La historia de un torneo chico, con navegadores: ocho personas, tres partidas y su acta (TO2 a TO31)."""

import json
import re
from typing import Any

import pytest

from reglas.suizo.verificacion.verificar import verificar_torneo
from tests.navegador.telefono import GRANDE, Fabrica, Telefono

pytestmark = pytest.mark.navegador
CORREO = "organiza87@prueba.mx"
OCHO = ("Ana Ruiz", "Beto Solís", "Carmen Mora", "Chucho Vega", "Delia Franco", "Elena Cano", "Fito Luna", "Óscar Paz")


def codigo_de(t: Telefono) -> str:
    hallado = re.search(r"/torneos/([A-Z0-9]{6})/", t.ruta)
    assert hallado, t.ruta
    return hallado.group(1)


def crear(t: Telefono) -> str:
    t.llegar(CORREO, siguiente="/torneos/nuevo/")
    t.escribir("Nombre del torneo", "Torneo de la Amistad")
    t.pagina.locator("#id_fecha").fill("2030-11-28T16:00")
    t.escribir("Partidas", "3")
    t.tocar("Abrir el registro")
    t.esperar_ruta("/registro/$")
    t.pagina.locator("#id_lista").fill("\n".join(OCHO[:7]))
    t.pagina.locator("#id_llegaron").check()
    t.tocar("Inscribir", exacto=True)
    t.ver("7 en la sala de 7")
    t.escribir("Lo que dictó la sala", "3-6 0-0 2-5")
    t.tocar("Guardar", exacto=True)
    t.ver("La sala dictó")
    return codigo_de(t)


def emparejar_y_publicar(t: Telefono, codigo: str, partida: int) -> None:
    t.abrir(f"/torneos/{codigo}/emparejar/")
    t.ver("En vivo")
    t.clave("ensayar")
    t.ver(f"Ensayo de la partida {partida}", plazo=20_000)
    t.clave("publicar")
    t.esperar_ruta("/control/$")
    t.ver(f"Partida {partida} de 3")


def capturar(t: Telefono, codigo: str, mesa: int, a: int, b: int) -> None:
    """Con el teclado: mesa, Enter, un marcador, Enter, el otro, Enter."""
    t.abrir(f"/torneos/{codigo}/captura/?mesa={mesa}")
    t.pagina.locator("#c-mesa").press("Enter")
    t.pagina.keyboard.type(str(a))
    t.pagina.keyboard.press("Enter")
    t.pagina.keyboard.type(str(b))
    with t.pagina.expect_navigation():
        t.pagina.keyboard.press("Enter")


def anotar_en_su_telefono(mesa: Telefono, enlace: str) -> None:
    """Quien trae la hoja dice quién es, anota dos manos y confirma un contrario."""
    mesa.abrir(enlace)
    mesa.pagina.locator("button[name=soy]").first.click()
    mesa.ver("¿Quién sale?")
    mesa.pagina.locator("input[name=salidor]").first.check()
    mesa.clave("empezar")
    mesa.clave("anotar")
    for mano in (1, 2):
        mesa.ver(f"Anotar mano {mano}")
        mesa.pagina.locator("#cuantos").fill("55")
        mesa.pagina.locator(".para__b").first.click()
    mesa.ver("Llegaron a la meta")
    mesa.clave("a-confirmar")
    mesa.ver("¿Está bien el marcador?")
    mesa.pagina.locator("#confirma button").first.click()
    mesa.ver("La mesa ya cerró")


@pytest.mark.larga(40)
def test_de_la_convocatoria_al_acta(telefono: Fabrica) -> None:
    lupita = telefono("Lupita", pantalla=GRANDE)
    codigo = crear(lupita)
    oscar = telefono("Óscar")
    oscar.abrir(f"/torneos/{codigo}/")
    oscar.escribir("Tu nombre", OCHO[7])
    oscar.tocar("Apartar mi lugar")
    oscar.ver("Tu lugar está apartado")
    lupita.abrir(f"/torneos/{codigo}/registro/?ver=espera")
    lupita.tocar(re.compile("^Llegó"))
    lupita.ver("8 en la sala de 8")
    oscar.ver("Ya estás en la sala")
    emparejar_y_publicar(lupita, codigo, 1)
    oscar.ver("contra")  # su mesa le llega sin recargar
    lupita.abrir(f"/torneos/{codigo}/partida/1/hojas/")
    enlace = lupita.pagina.locator(".hm__qr a").first.get_attribute("href")
    assert enlace is not None
    lupita.abrir(f"/torneos/{codigo}/control/")
    anotar_en_su_telefono(telefono("Mesa 1"), enlace)
    lupita.ver("El salón: falta 1 mesa")
    lupita.abrir(f"/torneos/{codigo}/captura/?mesa=9")
    lupita.ver("Esa mesa no está en la lista de abajo")
    lupita.pagina.locator("#c-mesa").press("Enter")
    assert lupita.pagina.locator("#c-mesa").evaluate("(n) => n === document.activeElement"), "de ahí no pasa"
    capturar(lupita, codigo, 2, 40, 100)
    for partida in (2, 3):
        lupita.abrir(f"/torneos/{codigo}/control/")
        lupita.clave("cerrar")
        lupita.clave("emparejar")
        emparejar_y_publicar(lupita, codigo, partida)
        capturar(lupita, codigo, 1, 100, 10 * partida)
        capturar(lupita, codigo, 2, 77, 30)
    lupita.abrir(f"/torneos/{codigo}/control/")
    lupita.clave("cerrar")
    lupita.clave("terminar")
    oscar.abrir(f"/torneos/{codigo}/")
    oscar.ver("Tabla final")
    acta: Any = oscar.pagina.context.request.get(f"{oscar.casa.direccion}/torneos/{codigo}/acta.json").json()
    assert verificar_torneo(acta)["faltas"] == [] and len(acta["clasificacion"]["final"]) == 8


SE_SALEN = """() => [...document.querySelectorAll('.boton, .quien__n, .cuatro__q, .van__n, .lista > li')]
  .filter((e) => e.offsetParent && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim())"""


@pytest.mark.noche
def test_un_nombre_sin_espacios_no_se_sale_de_su_boton(telefono: Fabrica) -> None:
    t = telefono("quien anota")
    correo = "organiza86@prueba.mx"
    sembrar = f"from tests.navegador.siembra import sembrar_torneo as s; s({correo!r})"
    sembrado = json.loads(t.casa.manage("shell", "-v", "0", "-c", sembrar).strip().splitlines()[-1])
    codigo = sembrado["codigo"]
    largo = (
        f"from torneos.models import Inscrito as I; I.objects.filter(torneo__codigo={codigo!r}).update(nombre='Ñ' * 40)"
    )
    t.casa.manage("shell", "-v", "0", "-c", largo)
    rutas = [
        f"/torneos/m/{sembrado['clave']}/",
        *(f"/torneos/{codigo}/{r}/" for r in ("donde/1", "partida/2", "donde")),
    ]
    for ruta in rutas:
        t.abrir(ruta)
        assert t.pagina.evaluate(SE_SALEN) == [], ruta
        assert t.pagina.evaluate("document.documentElement.scrollWidth") <= 360, ruta

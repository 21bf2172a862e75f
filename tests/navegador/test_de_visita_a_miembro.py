"""De no tener cuenta a miembro: probar, inscribirse, pagar, renovar antes, y lo que hace la caja (SU2)."""

import re
from uuid import uuid4

import pytest

from enlinea.academia.consultas.coleccion import de_muestra
from tests.navegador.casa import Casa
from tests.navegador.telefono import Fabrica, Telefono

pytestmark = [pytest.mark.navegador, pytest.mark.noche]
SEMBRAR = "from tests.navegador import siembra as s; s.sembrar_oficina()"


VENCER = """
from django.utils import timezone
from suscripciones.models import Suscripcion
assert Suscripcion.objects.filter(cuenta__email="{correo}").update(fin=timezone.now())
"""


def elegir(t: Telefono, manera: str) -> None:
    t.abrir("/pagar/anual/")
    t.pagina.locator(".elige", has_text=manera).first.click()
    t.tocar("Seguir al pago")
    t.esperar_ruta("/demostracion/$")


def la_caja(fabrica: Fabrica, casa: Casa) -> Telefono:
    sesion = casa.manage("shell", "-v", "0", "-c", SEMBRAR).strip().splitlines()[-1]
    t = fabrica("Caja")
    t.toleradas.append(re.compile("404"))  # la administración de Django no trae icono
    t.pagina.context.add_cookies([{"name": "sesion", "value": sesion, "url": casa.direccion}])
    return t


def test_prueba_se_inscribe_paga_en_oxxo_renueva_antes_y_se_le_devuelve(telefono: Fabrica, casa: Casa) -> None:
    t, correo = telefono("Quien llega"), f"llega-{uuid4().hex[:6]}@prueba.mx"
    uno = next(iter(de_muestra().values()))
    t.abrir(f"/probar/ejercicios/{uno.clave}/")
    t.pagina.locator(f'[name=jugada][value="{uno.mejor[0]}.{uno.mejor[1]}"]').first.click()
    t.ver("¡Esa era!")
    t.entrar(correo, siguiente="/probar/ejercicios/")
    t.ver("En tu cuenta ya está el ejercicio que resolviste aquí sin ella.")
    # en OXXO: el comprobante, y al día siguiente llega el pago
    elegir(t, "Efectivo en OXXO")
    t.tocar("Dar el comprobante")
    t.abrir("/cuenta/")
    t.ver("Falta pagar")
    t.tocar("Ver cómo pagarlo")
    t.tocar("Ver mi comprobante")
    t.tocar("Que se pague")
    t.ver("Pagado. Gracias.")
    primero = t.texto("dl.datos")
    # renovar antes no pierde un día
    elegir(t, "36.00 USD")
    t.tocar("Que se pague")
    segundo = t.texto("dl.datos")
    dias = [re.findall(r"\d+ de \w+ de (\d{4})", dicho) for dicho in (primero, segundo)]
    assert int(dias[1][-1]) == int(dias[0][-1]) + 1, (primero, segundo)
    # la caja lo devuelve, y lo que queda se dice
    caja = la_caja(telefono, casa)
    caja.abrir(f"/administracion/suscripciones/cobro/?q={correo}")
    caja.pagina.locator("#result_list tbody th a").first.click()
    caja.tocar("Devolver este pago")
    caja.pagina.locator("[name=motivo]").fill("Se arrepintió")
    caja.tocar("Devolver este pago")
    caja.ver("Pago devuelto.")
    t.abrir("/cuenta/pagos/")
    t.ver("Devuelto")
    t.abrir("/cuenta/")
    t.ver(re.compile("Activa"))
    # y quien está bloqueada lee al entrar lo que la administración le dijo
    caja.abrir(f"/administracion/suscripciones/cuenta/?q={correo}")
    caja.pagina.locator("#result_list tbody a").first.click()
    caja.pagina.locator("summary", has_text="Suspender o bloquear").click()
    bloquear = caja.pagina.locator("form", has=caja.pagina.get_by_role("button", name=re.compile("^Bloquear:")))
    bloquear.locator("[name=motivo]").fill("Insultó en la Sala")
    bloquear.locator("[type=checkbox]").check()
    caja.tocar(re.compile("^Bloquear:"))
    caja.ver("Bloqueada. Ya no juega ni organiza.")
    caja.abrir(f"/administracion/enlinea/mensajedeladministrador/add/?correo={correo}")
    caja.pagina.locator("[name=texto]").fill("Llámanos al club.")
    caja.tocar("Ver a cuántos llega")
    caja.tocar("Enviar", exacto=True)
    caja.ver("Mensaje enviado")
    otra = telefono("La misma, otro día")
    otra.entrar(correo)
    otra.ver("Llámanos al club.")
    otra.ver("Tu cuenta está bloqueada")


def test_si_se_vence_a_media_practica_se_acaba_y_ya_no_empieza_otra(telefono: Fabrica, casa: Casa) -> None:
    t = telefono("Practica")
    t.toleradas.append(re.compile("403"))  # con la suscripción vencida la Sala no abre, y dice por qué
    t.llegar("organiza69@prueba.mx", siguiente="/enlinea/")
    t.tocar("Practicar ahora")
    t.tocar("Comenzar")
    t.pagina.locator(".mano__ficha").nth(6).wait_for()
    casa.manage("shell", "-v", "0", "-c", VENCER.format(correo="organiza69@prueba.mx"))
    t.pagina.reload()
    t.pagina.locator(".mano__ficha").first.wait_for()
    t.pagina.get_by_role("button", name="Salir de la mesa").first.click()
    t.tocar("Sí, salir")
    t.ver("Tu suscripción ya venció")
    t.abrir("/enlinea/")
    t.ver("Tu suscripción ya venció")
    assert not t.pagina.get_by_role("button", name="Practicar ahora").is_visible()


def test_si_se_vence_a_media_partida_sigue_en_su_mesa(telefono: Fabrica, casa: Casa) -> None:
    cuatro = [telefono(f"organiza{n}") for n in (90, 91, 92, 93)]
    for n, t in zip((90, 91, 92, 93), cuatro, strict=True):
        t.llegar(f"organiza{n}@prueba.mx", siguiente="/enlinea/")
        t.ver("En vivo")
        t.tocar("Juega ya")
    for t in cuatro:
        t.esperar_ruta(r"/enlinea/mesa/\d+/")
    cuatro[0].tocar("Comenzar")
    for t in cuatro:
        t.pagina.locator(".mano__ficha").nth(6).wait_for()
    casa.manage("shell", "-v", "0", "-c", VENCER.format(correo="organiza91@prueba.mx"))
    cuatro[1].pagina.reload()
    cuatro[1].pagina.locator(".mano__ficha").first.wait_for()
    cuatro[1].ver("En vivo")

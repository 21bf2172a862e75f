"""Planes, pagar, resultado, mis pagos y datos para factura, por sus páginas (SU2, D426-D433)."""

import re
import uuid
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.template import Context
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.test import Client
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.cobros.reglas import Que
from suscripciones.models import Cobro, Cuenta, DatosDeFactura, Plan, Suscripcion
from suscripciones.pasarelas.puerto import Hecho

pytestmark = pytest.mark.django_db


@pytest.fixture
def con_demo(settings) -> None:
    settings.PASARELA_DE_DEMOSTRACION = True


@pytest.fixture
def con_pesos(con_demo: None) -> None:
    Plan.objects.filter(clave="anual").update(precio_mxn=Decimal("650.00"))


@pytest.fixture
def suya(client: Client, ana: Cuenta) -> Client:
    client.force_login(ana)
    return client


def texto(respuesta) -> str:
    return " ".join(respuesta.content.decode().split())


def mandar(navegador: Client, manera: str, orden: str = "", plan: str = "anual"):
    return navegador.post(f"/pagar/{plan}/", {"manera": manera, "id_orden": orden or str(uuid.uuid4())})


def pagar_de_mentira(navegador: Client, manera: str = "USD-tarjeta", que: str = "pagado") -> Cobro:
    direccion = mandar(navegador, manera)["Location"]
    navegador.post(direccion, {"que": que})
    return Cobro.objects.latest("pk")


def test_planes_dice_cada_precio_igual_y_ofrece_pagarlo(client: Client, con_demo: None) -> None:
    pagina = texto(client.get("/planes/"))
    assert "20.00 USD" in pagina
    assert "36.00 USD" in pagina
    assert '/pagar/anual/"' in pagina
    assert "OXXO" not in pagina


def test_oxxo_y_spei_se_nombran_solo_con_precio_en_pesos(client: Client, con_pesos: None, settings) -> None:
    settings.DEMO = True
    pagina = texto(client.get("/planes/"))
    assert "650.00 MXN" in pagina
    assert "OXXO" in pagina
    assert "SPEI" in pagina
    assert "Este sitio es una demostración: aquí no se cobra" in pagina


def test_la_administracion_dice_a_que_plan_le_faltan_los_pesos(client: Client, jefa: Cuenta, con_pesos: None) -> None:
    client.force_login(jefa)
    lista = texto(client.get("/administracion/suscripciones/plan/"))
    assert lista.count("falta: sin OXXO ni SPEI") == 1 and "650.00 MXN" in lista


def test_sin_quien_cobre_se_pide_por_correo(client: Client) -> None:
    pagina = texto(client.get("/planes/"))
    assert "mailto:" in pagina
    assert "/pagar/" not in pagina


def test_sin_planes_en_venta_se_dice(client: Client, con_demo: None) -> None:
    Plan.objects.update(activo=False)
    for ruta in ("/planes/", "/"):
        assert "no hay ningún plan en venta" in texto(client.get(ruta))


def test_pagar_pide_entrar_y_regresa(client: Client, con_demo: None) -> None:
    assert client.get("/pagar/anual/")["Location"] == "/entrar/?next=/pagar/anual/"


def test_un_plan_que_no_se_ofrece_manda_a_planes(suya: Client, con_demo: None) -> None:
    respuesta = suya.get("/pagar/eterno/", follow=True)
    assert "Ese plan ya no se ofrece" in texto(respuesta)


def test_la_moneda_sin_precio_se_dice_y_se_ofrece_la_otra(suya: Client, con_demo: None) -> None:
    pagina = texto(suya.get("/pagar/anual/?moneda=MXN"))
    assert "todavía no tiene precio en pesos. Puedes pagarlo en dólares" in pagina
    assert "36.00 USD · Tarjeta" in pagina
    assert "OXXO" not in pagina
    assert "Elige otra forma" in texto(mandar(suya, "MXN-oxxo"))
    assert not Cobro.objects.exists()


def test_pagar_con_tarjeta_da_la_suscripcion_y_su_recibo_no_ofrece_pagar(suya: Client, ana: Cuenta, con_demo) -> None:
    cobro = pagar_de_mentira(suya)
    pagina = texto(suya.get(f"/cuenta/pagos/{cobro.folio}/"))
    assert "Pagado. Gracias." in pagina
    assert "36.00 USD" in pagina
    assert "/pagar/" not in pagina
    assert consultas.esta_vigente(ana.pk, timezone.now())
    assert suya.get(f"/cuenta/pagos/{cobro.folio}/demostracion/").status_code == 302


def test_tocar_dos_veces_da_el_mismo_pago(suya: Client, con_demo: None) -> None:
    pagina = suya.get("/pagar/anual/").content.decode()
    assert "data-una-vez" in pagina
    orden = re.search(r'name="id_orden" value="([0-9a-f-]{36})"', pagina)
    assert orden
    lugares = {mandar(suya, "USD-tarjeta", orden.group(1))["Location"] for _n in range(2)}
    assert (len(lugares), Cobro.objects.count()) == (1, 1)


def test_empezar_muchos_pagos_seguidos_se_frena_y_repetir_el_mismo_no_cuenta(suya: Client, con_demo: None) -> None:
    orden = str(uuid.uuid4())
    for _vez in range(25):
        assert mandar(suya, "USD-tarjeta", orden).status_code == 302
    for _vez in range(25):
        ultima = mandar(suya, "USD-tarjeta")
    assert "Van muchos intentos seguidos" in texto(ultima)
    assert Cobro.objects.count() < 25


def test_oxxo_da_un_comprobante_y_al_dia_siguiente_se_paga(suya: Client, ana: Cuenta, con_pesos: None) -> None:
    cobro = pagar_de_mentira(suya, "MXN-oxxo", "comprobante")
    pagina = texto(suya.get(f"/cuenta/pagos/{cobro.folio}/"))
    assert "Falta pagar 650.00 MXN" in pagina
    assert "caja de cualquier OXXO" in pagina
    assert "Se puede pagar hasta el" in pagina
    assert "Ya tienes un comprobante sin pagar" in texto(suya.get("/pagar/anual/"))
    suya.post(f"/cuenta/pagos/{cobro.folio}/demostracion/", {"que": "pagado"})
    assert consultas.esta_vigente(ana.pk, timezone.now())


def test_mi_cuenta_dice_el_pago_que_falta(suya: Client, con_pesos: None) -> None:
    cobro = pagar_de_mentira(suya, "MXN-oxxo", "comprobante")
    cuenta = texto(suya.get("/cuenta/"))
    assert "Falta pagar <strong>650.00 MXN</strong>" in cuenta and f"/cuenta/pagos/{cobro.folio}/" in cuenta
    suya.post(f"/cuenta/pagos/{cobro.folio}/demostracion/", {"que": "pagado"})
    assert "Falta pagar" not in texto(suya.get("/cuenta/"))


@pytest.mark.parametrize(("que", "dice"), [("fallido", "No se pudo cobrar."), ("vencido", "Se acabó el plazo")])
def test_lo_que_no_se_pago_lo_dice_y_ofrece_intentar(suya: Client, con_demo: None, que: str, dice: str) -> None:
    cobro = pagar_de_mentira(suya, que=que)
    pagina = texto(suya.get(f"/cuenta/pagos/{cobro.folio}/"))
    assert dice in pagina
    assert "/pagar/anual/" in pagina


def test_el_pago_de_otra_persona_no_existe(suya: Client, jefa: Cuenta, con_demo: None) -> None:
    cobro = pagar_de_mentira(suya)
    suya.force_login(jefa)
    for ruta in ("", "demostracion/"):
        assert suya.get(f"/cuenta/pagos/{cobro.folio}/{ruta}").status_code == 404
    assert suya.post(f"/cuenta/pagos/{cobro.folio}/revisar/").status_code == 404


def test_sin_la_de_demostracion_su_pagina_no_existe(suya: Client, con_demo: None, settings) -> None:
    direccion = mandar(suya, "USD-tarjeta")["Location"]
    settings.PASARELA_DE_DEMOSTRACION = False
    assert suya.post(direccion, {"que": "pagado"}).status_code == 404
    assert not Suscripcion.objects.exists()


def test_la_de_demostracion_no_cobra_en_produccion_aunque_la_pidan(suya: Client, con_demo: None, settings) -> None:
    settings.PRODUCCION = True
    assert "Ahora no se puede pagar en línea" in texto(suya.get("/pagar/anual/"))
    assert not Cobro.objects.exists()


def test_mis_pagos_los_lista(suya: Client, con_demo: None) -> None:
    assert "Todavía no has pagado nada" in texto(suya.get("/cuenta/pagos/"))
    pagar_de_mentira(suya)
    assert "36.00 USD" in texto(suya.get("/cuenta/pagos/"))


def test_el_recibo_dice_lo_que_dio_ese_pago_y_no_la_vigencia_de_hoy(suya: Client, ana: Cuenta, con_demo: None) -> None:
    uno, dos = pagar_de_mentira(suya), pagar_de_mentira(suya)
    recibos = [texto(suya.get(f"/cuenta/pagos/{c.folio}/")) for c in (uno, dos)]
    vale = [re.search(r"del (\d+ de \w+ de \d+) al (\d+ de \w+ de \d+)", r) for r in recibos]
    assert vale[0]
    assert vale[1]
    assert vale[0].groups() != vale[1].groups()


def test_lo_cobrado_de_mas_se_dice(suya: Client, con_demo: None) -> None:
    cobro = pagar_de_mentira(suya)
    otro = Hecho(cobro.folio, Que.PAGADO, "otra-vez", timezone.now(), cobro.importe, cobro.moneda)
    servicios.hechos_asentar(hechos=[otro], ahora=timezone.now())
    assert "Llegaron 36.00 USD de más" in texto(suya.get(f"/cuenta/pagos/{cobro.folio}/"))


# --- a dónde se manda el formulario -----------------------------------------------------------------------------------
def formularios(respuesta) -> str:
    hallado = re.search(r"form-action ([^;]*);", respuesta["Content-Security-Policy"])
    assert hallado
    return hallado.group(1)


def test_solo_la_pagina_de_pagar_manda_a_quien_cobra(suya: Client, settings) -> None:
    settings.STRIPE_CLAVE, settings.STRIPE_FIRMA = "sk_test_x", "whsec_x"
    assert formularios(suya.get("/pagar/anual/")) == "'self' https://checkout.stripe.com"
    for ruta in ("/planes/", "/cuenta/", "/cuenta/pagos/", "/cuenta/factura/", "/entrar/"):
        assert formularios(suya.get(ruta)) == "'self'", ruta


# --- factura ----------------------------------------------------------------------------------------------------------
DATOS = {"rfc": "vecj-880326 xx1", "nombre": "Juan Vega", "regimen": "612", "uso": "G03", "codigo_postal": "06700"}


def test_los_datos_para_factura_se_revisan_y_se_guardan_limpios(suya: Client, ana: Cuenta) -> None:
    assert suya.post("/cuenta/factura/", DATOS).status_code == 302
    assert DatosDeFactura.objects.get(cuenta=ana).rfc == "VECJ880326XX1"
    assert "VECJ880326XX1" in texto(suya.get("/cuenta/factura/"))


@pytest.mark.parametrize(
    ("campo", "valor", "dice"),
    [
        ("rfc", "VECJ881326XX1", "no está bien escrito"),
        ("regimen", "601", "no es de quien tiene ese RFC"),
        ("regimen", "", "Elige tu régimen"),
        ("uso", "X99", "Elige un uso de la lista"),
        ("codigo_postal", "6700", "cinco cifras"),
    ],
)
def test_lo_mal_escrito_se_dice_y_no_se_guarda(suya: Client, campo: str, valor: str, dice: str) -> None:
    assert dice in texto(suya.post("/cuenta/factura/", {**DATOS, campo: valor}))
    assert not DatosDeFactura.objects.exists()


# --- se acaba ---------------------------------------------------------------------------------------------------------
def suscribir(cuenta: Cuenta, jefa: Cuenta, quedan: int) -> None:
    cache.clear()
    servicios.suscripcion_extender(
        cuenta_id=cuenta.pk, dias=quedan, motivo="prueba", registrada_por_id=jefa.pk, ahora=timezone.now(),
        id_orden=uuid.uuid4(),
    )  # fmt: skip


@pytest.mark.parametrize(("quedan", "se_dice"), [(16, False), (15, True), (3, True)])
def test_en_cada_pagina_desde_quince_dias_antes(
    suya: Client, ana: Cuenta, jefa: Cuenta, quedan: int, se_dice: bool
) -> None:
    suscribir(ana, jefa, quedan)
    for ruta in ("/planes/", "/cuenta/pagos/", "/recreo/"):
        pagina = texto(suya.get(ruta, follow=True))
        assert ("Tu suscripción termina el" in pagina) == se_dice, ruta


def test_al_renovar_deja_de_decirlo(
    suya: Client, ana: Cuenta, jefa: Cuenta, con_demo, django_capture_on_commit_callbacks
) -> None:
    suscribir(ana, jefa, 3)
    assert "Tu suscripción termina el" in texto(suya.get("/planes/"))
    with django_capture_on_commit_callbacks(execute=True):
        pagar_de_mentira(suya)
    assert "Tu suscripción termina el" not in texto(suya.get("/planes/"))


def test_a_quien_no_ha_entrado_no_se_le_dice_nada(client: Client) -> None:
    assert "Tu suscripción termina" not in texto(client.get("/planes/"))


@pytest.mark.parametrize("plantilla", ["enlinea/mesa/pagina.html", "torneos/tele/pagina.html"])
def test_ni_en_la_mesa_en_linea_ni_en_la_pantalla_del_salon(plantilla: str) -> None:
    bloques = get_template(plantilla).template.nodelist.get_nodes_by_type(BlockNode)
    [suyo] = [uno for uno in bloques if uno.name == "por_vencer"]
    assert suyo.render_annotated(Context()) == ""

"""La página de una persona en la oficina: cómo está, cobrar en tres toques, sancionar y anotar (D510, D511)."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from suscripciones import consultas, servicios
from suscripciones.models import Cobro, Cuenta, NotaDeLaCasa, Plan, Suscripcion, Suspension
from suscripciones.servicios.grupos import GRUPOS

pytestmark = pytest.mark.django_db


def pagina(cuenta: Cuenta) -> str:
    return reverse("admin:suscripciones_cuenta_persona", args=[cuenta.pk])


@pytest.fixture
def escritorio(client: Client, jefa: Cuenta) -> Client:
    client.force_login(jefa)
    return client


def de(grupo: str) -> Client:
    quien = Cuenta.objects.create_user(f"{grupo[:4]}@club.mx", "clave-de-la-oficina", nombre=grupo, is_staff=True)
    quien.groups.add(Group.objects.get(name=grupo))
    cliente = Client()
    cliente.force_login(quien)
    return cliente


def texto(respuesta: Any) -> str:
    return " ".join(respuesta.content.decode().split())


def mandar(cliente: Client, cuenta: Cuenta, hacer: str, /, **datos: Any) -> Any:
    orden = datos.pop("id_orden", None) or uuid.uuid4()
    return cliente.post(pagina(cuenta), {"que_se_hace": hacer, "id_orden": str(orden), **datos}, follow=True)


# --- cobrar -----------------------------------------------------------------------------------------------------------
def test_registrar_un_pago_son_tres_toques_desde_la_pagina_de_la_persona(escritorio: Client, ana: Cuenta) -> None:
    """Lo que no se toca ya viene puesto: basta el plan, «Ya tengo el dinero» y el botón."""
    vista = texto(escritorio.get(pagina(ana)))
    assert "Un año · 36.00 USD" in vista
    forma = re.search(r'<form[^>]*class="cobrar".*?</form>', vista)
    assert forma is not None
    puestos = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)"', forma.group()))
    elegido = re.search(r'<option value="(\w+)" selected', forma.group())
    assert elegido is not None
    toques = {"que": "anual:USD", "seguro": "on"}
    escritorio.post(pagina(ana), {**puestos, "forma": elegido.group(1), **toques})
    cobro = Cobro.objects.get()
    assert (cobro.estado, cobro.forma, cobro.cuenta) == ("pagado", "efectivo", ana)
    assert consultas.esta_vigente(ana.pk, timezone.now())


def test_mandarlo_dos_veces_registra_uno(escritorio: Client, ana: Cuenta) -> None:
    orden = uuid.uuid4()
    for _vez in range(2):
        dicho = texto(mandar(escritorio, ana, "cobrar", id_orden=orden, que="anual:USD", forma="efectivo", seguro="on"))
    assert Cobro.objects.count() == 1
    assert f"Pago {Cobro.objects.get().numero} registrado: 36.00 USD." in dicho


@pytest.mark.parametrize(
    ("datos", "dice"),
    [
        ({"que": "anual:USD"}, "marca antes «Ya tengo el dinero»"),
        ({"seguro": "on"}, "Elige qué plan pagó"),
        ({"que": "anual:MXN", "seguro": "on"}, "Elige una opción de la lista"),
    ],
)
def test_lo_que_falta_se_dice_y_no_se_registra(
    escritorio: Client, ana: Cuenta, datos: dict[str, str], dice: str
) -> None:
    assert dice in texto(mandar(escritorio, ana, "cobrar", forma="efectivo", **datos))
    assert not Cobro.objects.exists()


def test_el_numero_del_pago_se_busca_como_se_dicta(escritorio: Client, ana: Cuenta) -> None:
    mandar(escritorio, ana, "cobrar", que="anual:USD", forma="efectivo", seguro="on")
    cobro = Cobro.objects.get()
    lista = reverse("admin:suscripciones_cobro_changelist")
    assert re.fullmatch(r"P-\d{5}", cobro.numero)
    for dictado in (cobro.numero, f"p{cobro.pk}", f"P {cobro.pk}"):
        assert cobro.numero in texto(escritorio.get(lista, {"q": dictado})), dictado
    assert "ana@club.mx" not in texto(escritorio.get(lista, {"q": "P-99999"}))


# --- extender, suspender y bloquear -----------------------------------------------------------------------------------
def test_extender_pide_motivo_y_avisa(escritorio: Client, ana: Cuenta) -> None:
    assert "Escribe el motivo" in texto(mandar(escritorio, ana, "extender", dias="30", motivo=""))
    assert "Se le dieron 30 días" in texto(mandar(escritorio, ana, "extender", dias="30", motivo="Falló el servicio"))
    assert Suscripcion.objects.get().dias == 30
    assert "Motivo: Falló el servicio" in mail.outbox[-1].body


def test_el_boton_dice_que_corta_y_bloquear_pide_motivo_y_seguro(escritorio: Client, ana: Cuenta) -> None:
    vista = texto(escritorio.get(pagina(ana)))
    for letrero in ("Suspender: no juega en línea ni organiza hasta ese día", "organizar Recreos y torneos"):
        assert letrero in vista
    assert "Bloquear: no juega en línea ni organiza, sin fecha" in vista
    mal = texto(mandar(escritorio, ana, "bloquear", motivo="Amenazó a otra persona"))
    assert "marca antes «Estoy seguro»" in mal
    assert "Amenazó a otra persona" in mal, "lo escrito no se pierde"
    assert "Escribe el motivo" in texto(mandar(escritorio, ana, "bloquear", motivo="", seguro="on"))
    assert not Suspension.objects.exists()
    assert "Bloqueada" in texto(mandar(escritorio, ana, "bloquear", motivo="Amenazó a otra persona", seguro="on"))
    assert (Suspension.objects.get().hasta, consultas.puede_organizar(ana.pk, timezone.now()).motivo) == (
        None,
        "suspendido",
    )


def test_suspender_hasta_un_dia_lo_deja_volver_al_siguiente(escritorio: Client, ana: Cuenta) -> None:
    hoy = timezone.localdate()
    pasado = texto(mandar(escritorio, ana, "suspender", motivo="x", seguro="on", hasta=str(hoy - timedelta(days=1))))
    assert "Ese día ya pasó" in pasado
    assert "Di hasta qué día" in texto(mandar(escritorio, ana, "suspender", motivo="x", seguro="on", hasta=""))
    mandar(escritorio, ana, "suspender", motivo="Pleito", seguro="on", hasta=str(hoy + timedelta(days=3)))
    fin = Suspension.objects.get().hasta
    assert fin is not None
    assert timezone.localtime(fin).date() == hoy + timedelta(days=4)
    dos = texto(mandar(escritorio, ana, "bloquear", motivo="Otra vez", seguro="on"))
    assert "Nadie se sanciona dos veces por lo mismo" in dos


def test_la_nota_queda_con_quien_y_la_misma_orden_no_la_repite(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    orden = uuid.uuid4()
    for _vez in range(2):
        mandar(escritorio, ana, "anotar", texto="Paga en el club los sábados", id_orden=orden)
    assert [(n.texto, n.por) for n in NotaDeLaCasa.objects.all()] == [("Paga en el club los sábados", jefa)]
    assert "Paga en el club los sábados" in texto(escritorio.get(pagina(ana)))


def test_otra_cosa_con_la_misma_orden_no_se_da_por_hecha(escritorio: Client, ana: Cuenta) -> None:
    """Quien volvió con «atrás» y escribió otra nota creía que la había guardado."""
    orden, dicho = uuid.uuid4(), "Esa orden ya se usó para otra cosa"
    mandar(escritorio, ana, "anotar", texto="Paga en el club", id_orden=orden)
    otra = texto(mandar(escritorio, ana, "anotar", texto="Cambió de teléfono", id_orden=orden))
    assert dicho in otra and "Cambió de teléfono" in otra, "se dice y no se pierde"
    assert NotaDeLaCasa.objects.count() == 1
    pago = {"que": "anual:USD", "seguro": "on", "id_orden": orden}
    mandar(escritorio, ana, "cobrar", forma="efectivo", **pago)
    assert dicho in texto(mandar(escritorio, ana, "cobrar", forma="transferencia", **pago))
    assert [c.forma for c in Cobro.objects.all()] == ["efectivo"]
    mandar(escritorio, ana, "bloquear", motivo="Pleito", seguro="on", id_orden=orden)
    assert dicho in texto(mandar(escritorio, ana, "bloquear", motivo="Amenazó", seguro="on", id_orden=orden))


def test_todo_lo_que_se_hace_queda_en_el_rastro(escritorio: Client, ana: Cuenta) -> None:
    mandar(escritorio, ana, "cobrar", que="anual:USD", forma="efectivo", seguro="on")
    mandar(escritorio, ana, "bloquear", motivo="Amenazó", seguro="on")
    vista = texto(escritorio.get(pagina(ana)))
    rastro = vista[vista.index('id="parte-rastro"') :]
    assert "registrado: 36.00 USD" in rastro
    assert "Bloqueada" in rastro
    assert "Jefa" in rastro


# --- quién ve y hace qué ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("grupo", GRUPOS)
def test_cada_papel_hace_lo_suyo_y_lo_demas_se_le_niega(grupo: str, ana: Cuenta) -> None:
    cliente = de(grupo)
    partes = {parte.clave for parte in cliente.get(pagina(ana)).context["partes"]}
    hace = {
        "cobrar": grupo == "caja", "extender": grupo == "caja", "suspender": grupo == "moderación",
        "bloquear": grupo == "moderación", "anotar": True, "cerrar_sesiones": grupo == "soporte",
    }  # fmt: skip
    for que, toca in hace.items():
        datos = {"dias": "1", "motivo": "Prueba", "seguro": "on", "que": "anual:USD", "forma": "efectivo", "texto": "x"}
        assert (mandar(cliente, ana, que, **datos).status_code == 403) is not toca, que
    assert ("pagos" in partes) is (grupo in ("caja", "soporte"))
    assert ("reportes" in partes) is (grupo == "moderación")
    assert ("recreos" in partes) is (grupo == "soporte")


def test_lo_que_no_existe_no_se_hace(escritorio: Client, ana: Cuenta) -> None:
    assert escritorio.post(pagina(ana), {"que_se_hace": "borrar"}).status_code == 403
    assert escritorio.get(reverse("admin:suscripciones_cuenta_persona", args=[999_999])).status_code == 404


def test_cuesta_lo_mismo_con_una_cosa_que_con_muchas(escritorio: Client, ana: Cuenta, jefa: Cuenta) -> None:
    """Ninguna consulta por renglón, y a lo más diez de cada cosa."""

    def cuanto() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as consultas_hechas:
            respuesta = escritorio.get(pagina(ana))
        return len(consultas_hechas), len(respuesta.content)

    for n in range(2):
        mandar(escritorio, ana, "anotar", texto=f"nota {n}")
    pocas, _largo = cuanto()
    for n in range(11):
        servicios.nota_escribir(
            cuenta_id=ana.pk, texto=f"otra {n}", por_id=jefa.pk, ahora=timezone.now(), id_orden=uuid.uuid4()
        )
        servicios.suscripcion_registrar(
            cuenta_id=ana.pk, plan="anual", registrada_por_id=jefa.pk, ahora=timezone.now(), sin_recibo=True
        )
    muchas, largo = cuanto()
    assert muchas <= pocas + 2, (pocas, muchas)
    assert pocas <= 40
    assert largo < 80_000


def test_el_rastro_de_una_cuenta_y_de_un_plan_dice_de_que_a_que(escritorio: Client, ana: Cuenta) -> None:
    ficha = reverse("admin:suscripciones_cuenta_change", args=[ana.pk])
    nada = {f"{de}-{que}_FORMS": "0" for de in ("suscripciones", "suspensiones") for que in ("TOTAL", "INITIAL")}
    nuevos = {"email": "otra@club.mx", "nombre": "Ana María", "username": "", "is_active": "on"}
    assert escritorio.post(ficha, {**nuevos, **nada}).status_code == 302
    rastro = texto(escritorio.get(pagina(ana)))
    assert "Correo: ana@club.mx → otra@club.mx" in rastro
    assert "Nombre: Ana → Ana María" in rastro
    plan = Plan.objects.get(clave="anual")
    datos = {"nombre": plan.nombre, "meses": 12, "precio": "40.00", "activo": "on"}
    escritorio.post(reverse("admin:suscripciones_plan_change", args=[plan.pk]), datos)
    dicho = LogEntry.objects.get(object_id=str(plan.pk), content_type__model="plan").get_change_message()
    assert "Precio en dólares: 36.00 → 40.00" in dicho

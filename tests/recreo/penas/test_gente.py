"""La gente de una peña: quién puede qué, entrar, salir, y que de fuera nadie ve ni toca nada."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from recreo.identidad import Quien
from recreo.models import Cita, Cuota, CuotaDeMiembro, Jugador, Miembro, Pena, Recreo
from recreo.penas import consultas, servicios
from recreo.penas.servicios import datos_propios
from suscripciones import servicios as cuentas
from tests.recreo.fabricas import FabricaDeCuenta, suscrita, vencida
from tests.recreo.mesa import falla
from tests.recreo.pagina import como
from tests.recreo.penas.ayudas import Club, club

pytestmark = pytest.mark.django_db


def manana() -> Any:
    return timezone.now() + timedelta(days=1)


HOY = timezone.localdate
# servicio → con qué se llama
COSAS: dict[str, Callable[[Club], dict[str, Any]]] = {
    "pena_editar": lambda c: {"nombre": "Otro"},
    "enlace_cambiar": lambda c: {},
    "pena_borrar": lambda c: {"nombre": "Los jueves"},
    "miembros_apuntar": lambda c: {"nombres": ["Rafa"]},
    "miembro_cambiar": lambda c: {"miembro": c.m("Nacho").pk, "nombre": "Nachito", "papel": "miembro"},
    "temporada_reglas": lambda c: {"nombre": "Otoño", "desde": HOY()},
    "temporada_abrir": lambda c: {"nombre": "Otra", "desde": HOY() + timedelta(days=3)},
    "cita_poner": lambda c: {"id_orden": uuid4(), "cuando": manana()},
    "cita_cancelar": lambda c: {},
    "cuota_poner": lambda c: {"id_orden": uuid4(), "concepto": "Botana", "importe": Decimal(50)},
    "cuota_marcar": lambda c: {"cuota": _cuota(c), "estado": "pagada"},
    "cuota_quitar": lambda c: {"cuota": CuotaDeMiembro.objects.get(pk=_cuota(c)).cuota_id},
    "pago_apuntar": lambda c: {
        "id_orden": uuid4(), "de": c.m("Memo").pk, "a": c.m("Nacho").pk, "importe": Decimal(1)
    },
    "miembro_salir": lambda c: {"miembro": c.m("Nacho").pk},
    "cita_responder": lambda c: {"cita": _cita(c), "viene": True},
}  # fmt: skip
PUEDEN = {
    "cuota_poner": ("encargado", "tesorero"),
    "cuota_marcar": ("encargado", "tesorero"),
    "cuota_quitar": ("encargado", "tesorero"),
    "pago_apuntar": ("encargado", "tesorero"),
    "cita_responder": ("encargado", "tesorero", "miembro"),
}


def _cuota(c: Club) -> int:
    if not Cuota.objects.exists():
        servicios.cuota_poner(**c.lleva, id_orden=uuid4(), concepto="Cartas", importe=Decimal(20))
    return CuotaDeMiembro.objects.earliest("pk").pk


def _cita(c: Club) -> int:
    if not Cita.objects.exists():
        servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=manana())
    return Cita.objects.get().pk


@pytest.mark.parametrize("papel", ["encargado", "tesorero", "miembro", "de fuera", "salio"])
def test_cada_quien_puede_lo_suyo(papel: str) -> None:
    c = club("Beto", "Carmen", "Nacho")
    beto = c.entra("Beto")
    if papel == "de fuera":
        Miembro.objects.filter(pk=beto.pk).update(cuenta=None)
    elif papel == "salio":
        Miembro.objects.filter(pk=beto.pk).update(salio=timezone.now())
    else:
        Miembro.objects.filter(pk=beto.pk).update(papel=papel)
    for cual, con in COSAS.items():
        with transaction.atomic():
            _pide(c, cual, papel, con(c))
            transaction.set_rollback(True)  # cada una empieza de lo mismo


def _pide(c: Club, cual: str, papel: str, datos: dict[str, Any]) -> None:
    servicio = getattr(servicios, cual)
    if papel in ("de fuera", "salio"):
        with falla("pena_inexistente"):
            servicio(**c.como("Beto"), **datos)
    elif papel in PUEDEN.get(cual, ("encargado",)):
        servicio(**c.como("Beto"), **datos)
    else:
        esperado = "solo_tesorero" if "cuota" in cual else "pago_ajeno" if "pago" in cual else "solo_encargado"
        with falla(esperado):
            servicio(**c.como("Beto"), **datos)


def test_abrir_una_pide_suscripcion_y_estar_en_una_no() -> None:
    with falla("suscripcion_vencida"):
        servicios.pena_crear(cuenta_id=vencida().pk, id_orden=uuid4(), nombre="X")
    c = club("Beto")
    assert c.entra("Beto").nombre == "Beto"  # sin suscripción
    with falla("suscripcion_ninguna"):
        servicios.recreo_desde_pena(**c.como("Beto"), id_orden=uuid4(), miembros=[], de_fuera=["a", "b", "c"])


def test_la_misma_orden_abre_una_sola_y_un_suscriptor_tiene_varias() -> None:
    quien, orden = suscrita(), uuid4()
    una = servicios.pena_crear(cuenta_id=quien.pk, id_orden=orden, nombre="Los jueves")
    assert servicios.pena_crear(cuenta_id=quien.pk, id_orden=orden, nombre="Los jueves").pk == una.pk
    servicios.pena_crear(cuenta_id=quien.pk, id_orden=uuid4(), nombre="Los martes")
    assert [p.nombre for p in consultas.penas_de(quien.pk, timezone.now())] == ["Los jueves", "Los martes"]


def test_con_el_enlace_se_entra_con_su_nombre_y_el_viejo_ya_no_sirve() -> None:
    c = club("Beto", "Carmen")
    beto = c.m("Beto").pk
    assert c.entra("Beto").pk == beto
    otra = FabricaDeCuenta(nombre="Otro")
    with falla("miembro_con_dueno"):
        servicios.pena_entrar(clave=c.pena.clave, cuenta_id=otra.pk, miembro_id=beto)
    with falla("miembro_repetido"):
        servicios.pena_entrar(clave=c.pena.clave, cuenta_id=otra.pk, nombre=" béto ")
    vieja = c.pena.clave
    servicios.enlace_cambiar(**c.lleva)
    for clave in (vieja, "", "ñ" * 30, vieja + "x"):
        with falla("invitacion_vieja"):
            servicios.pena_entrar(clave=clave, cuenta_id=otra.pk, nombre="Otro")


def test_quien_tenia_su_correo_apuntado_es_esa_persona_y_nadie_mas_la_toma() -> None:
    c = club("Carmen")
    carmen = c.m("Carmen")
    servicios.miembro_cambiar(**c.lleva, miembro=carmen.pk, nombre="Carmen", papel="miembro", correo=" Carmen@Club.MX")
    with falla("miembro_con_dueno"):
        servicios.pena_entrar(clave=c.pena.clave, cuenta_id=FabricaDeCuenta().pk, miembro_id=carmen.pk)
    suya = FabricaDeCuenta(email="carmen@club.mx")
    assert servicios.pena_entrar(clave=c.pena.clave, cuenta_id=suya.pk, nombre="Otra cosa").pk == carmen.pk


def test_quien_sale_deja_lo_jugado_y_puede_volver_o_quitar_su_nombre() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho")
    c.entra("Beto")
    beto = c.m("Beto")
    servicios.miembro_salir(**c.como("Beto"))
    assert c.entra("Beto").pk == beto.pk  # vuelve a su renglón
    servicios.miembro_salir(**c.como("Beto"), sin_nombre=True)
    beto.refresh_from_db()
    assert (beto.nombre, beto.correo, beto.cuenta_id) == ("Quien salió 1", "", None)
    gente = consultas.gente_de(c.pena.pk)
    filas = consultas.tabla_de(consultas.temporada_de(c.pena.pk), gente)
    assert "Quien salió 1" in {f.miembro.nombre for f in filas} and len(filas) == 4
    assert servicios.pena_entrar(clave=c.pena.clave, cuenta_id=c.cuentas["Beto"].pk, nombre="Beto").pk != beto.pk


def test_una_pena_nunca_se_queda_sin_quien_la_lleve() -> None:
    c = club("Beto")
    with falla("falta_encargado"):
        servicios.miembro_salir(**c.lleva)
    with falla("papel_sin_cuenta"):
        servicios.miembro_cambiar(**c.lleva, miembro=c.m("Beto").pk, nombre="Beto", papel="encargado")
    c.entra("Beto")
    servicios.miembro_cambiar(**c.lleva, miembro=c.m("Beto").pk, nombre="Beto", papel="encargado")
    servicios.miembro_salir(**c.lleva)
    with falla("falta_encargado"):
        servicios.miembro_cambiar(**c.como("Beto"), miembro=c.m("Beto").pk, nombre="Beto", papel="miembro")


def test_al_borrar_su_cuenta_la_hereda_quien_mas_tiempo_lleva_y_no_queda_quien_era() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho")
    servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=manana(), lugar="Casa de Memo")
    c.entra("Beto")
    c.entra("Carmen")
    suya = datos_propios.exportar(c.memo.pk)["penas"][0]
    assert (suya["nombre"], suya["tu_papel"], suya["temporadas"][0]["tu_renglon"][1]) == (
        "Los jueves", "encargado", c.m("Memo").pk,
    )  # fmt: skip
    seudonimo = cuentas.cuenta_borrar(cuenta_id=c.memo.pk, ahora=timezone.now())
    assert c.m("Beto").papel == "encargado"
    assert c.m(seudonimo).salio is not None
    todo = f"{list(Miembro.objects.values())} {list(Pena.objects.values())} {list(Cita.objects.values())}"
    assert "Memo" not in todo and c.memo.email not in todo
    cuentas.cuenta_borrar(cuenta_id=c.cuentas["Beto"].pk, ahora=timezone.now())
    cuentas.cuenta_borrar(cuenta_id=c.cuentas["Carmen"].pk, ahora=timezone.now())
    assert not Pena.objects.exists() and Recreo.objects.exists()  # ya no la ve nadie


def test_se_arma_con_los_de_la_vez_pasada_o_con_quien_dijo_que_viene() -> None:
    c = club("Beto", "Carmen", "Nacho", "Mari")
    ahora, gente = timezone.now(), consultas.gente_de(c.pena.pk)
    assert len(consultas.convocados(c.pena.pk, gente, None, ahora).miembros) == 5
    c.juega("Carmen", "Nacho", de_fuera=("Primo",))
    propuestos = consultas.convocados(c.pena.pk, gente, None, ahora)
    assert propuestos.miembros == [c.m(n).pk for n in ("Memo", "Carmen", "Nacho")]
    assert propuestos.de_fuera == ["Primo"]
    cita = servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=ahora + timedelta(hours=2))
    servicios.cita_responder(**c.lleva, cita=cita.pk, viene=True, miembro=c.m("Mari").pk)
    vista = consultas.cita_de(c.pena.pk, gente, c.m("Memo"), ahora)
    assert consultas.convocados(c.pena.pk, gente, vista, ahora).miembros == [c.m("Mari").pk]


def test_el_recreo_toma_el_ambito_de_la_vez_pasada_y_la_misma_orden_da_el_mismo() -> None:
    c = club()
    c.juega("Beto", "Carmen", "Nacho", importe=Decimal(20), meta="200")
    orden, ids = uuid4(), [c.m(n).pk for n in ("Beto", "Carmen", "Nacho")]
    nuevo = servicios.recreo_desde_pena(**c.lleva, id_orden=orden, miembros=ids)
    assert (nuevo.importe, nuevo.meta, nuevo.tamano, nuevo.estado) == (Decimal(20), "200", 4, "preparacion")
    assert servicios.recreo_desde_pena(**c.lleva, id_orden=orden, miembros=ids).pk == nuevo.pk
    assert [j.nombre for j in nuevo.jugadores.order_by("numero")] == ["Memo", "Beto", "Carmen", "Nacho"]
    with falla("cuantos_juegan", cuantos=2):
        servicios.recreo_desde_pena(**c.lleva, id_orden=uuid4(), miembros=ids[:1])


def test_los_correos_solo_pasan_al_recreo_si_lo_arma_quien_lleva_la_pena() -> None:
    c = club()
    c.entra("Beto", email="beto@club.mx")
    c.cuentas["Carmen"] = suscrita(nombre="Carmen", email="carmen@club.mx")
    c.entra("Carmen")
    ids = [c.m(n).pk for n in ("Memo", "Beto", "Nacho")]
    suyo = servicios.recreo_desde_pena(**c.como("Carmen"), id_orden=uuid4(), miembros=ids)
    assert {j.correo for j in suyo.jugadores.exclude(numero=1)} == {""}
    Jugador.objects.filter(recreo=suyo).update(vigente=False)
    de_memo = c.arma("Beto", "Carmen", "Nacho")
    assert {j.nombre: j.correo for j in de_memo.jugadores.exclude(numero=1)} == {
        "Beto": "beto@club.mx", "Carmen": "carmen@club.mx", "Nacho": "",
    }  # fmt: skip


def test_cambiar_la_hora_pide_contestar_otra_vez() -> None:
    c = club("Beto")
    cita = servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=manana(), nota="Traigan hielo")
    servicios.cita_responder(**c.lleva, cita=cita.pk, viene=True)
    servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=cita.cuando, nota="Y limones")
    assert cita.respuestas.count() == 1
    servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=cita.cuando + timedelta(hours=1))
    assert cita.respuestas.count() == 0 and Cita.objects.count() == 1
    with falla("cita_en_el_pasado"):
        servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=timezone.now() - timedelta(hours=1))
    with falla("cita_vieja"):
        servicios.cita_responder(**c.lleva, cita=cita.pk + 1, viene=True)


def test_con_atras_no_revive_la_fecha_quitada_ni_se_mezclan_dos_penas() -> None:
    c, orden = club("Beto"), uuid4()
    cita = servicios.cita_poner(**c.lleva, id_orden=orden, cuando=manana())
    servicios.cita_cancelar(**c.lleva)
    assert servicios.cita_poner(**c.lleva, id_orden=orden, cuando=manana()).pk == cita.pk
    assert Cita.objects.get().cancelada is not None
    datos = {"id_orden": str(orden), "dia": manana().date().isoformat(), "hora": "19:00"}
    regreso = como(Quien(cuenta_id=c.memo.pk)).post(reverse("recreo:pena_fecha", args=[c.pena.pk]), datos, follow=True)
    assert "ya se había quitado" in regreso.content.decode()
    cuota = {"concepto": "Botana", "importe": Decimal(5)}
    servicios.cuota_poner(**c.lleva, id_orden=orden, **cuota)
    otra = club("Carmen")
    with falla("orden_ajena"):
        servicios.cita_poner(**otra.lleva, id_orden=orden, cuando=manana())
    with falla("orden_ajena"):
        servicios.cuota_poner(**otra.lleva, id_orden=orden, **cuota)
    with falla("orden_ajena"):
        servicios.pena_crear(cuenta_id=otra.memo.pk, id_orden=c.pena.orden, nombre="La otra")


def test_la_pagada_no_se_quita_y_se_puede_deshacer() -> None:
    c = club("Beto")
    suya = _cuota(c)
    servicios.cuota_marcar(**c.lleva, cuota=suya, estado="pagada")
    with falla("cuota_con_pagos"):
        servicios.cuota_quitar(**c.lleva, cuota=Cuota.objects.get().pk)
    servicios.cuota_marcar(**c.lleva, cuota=suya, estado="pendiente")
    vista = consultas.cuotas_de(c.pena.pk, c.m("Memo"))[0]
    assert (vista.juntado, vista.falta, vista.se_quita) == (Decimal(0), Decimal(40), True)
    with falla("importe_de_caja"):
        servicios.cuota_poner(**c.lleva, id_orden=uuid4(), concepto="X", importe=Decimal("0.001"))


def test_quien_no_es_nadie_no_es_de_ninguna() -> None:
    c = club()
    for cuenta_id in (None, FabricaDeCuenta().pk):
        with falla("pena_inexistente"):
            consultas.pena_de(c.pena.pk, cuenta_id)

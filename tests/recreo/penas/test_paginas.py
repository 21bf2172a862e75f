"""Las páginas de una peña: quién abre cada una, qué dicen, y lo que se lleva uno."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from recreo.identidad import Quien
from recreo.models import Cita, Cuota, Jugador, Miembro, Pena, Recreo
from recreo.penas import calendario, servicios
from recreo.penas.urls import rutas
from recreo.penas.views.ordenes import ORDENES
from recreo.servicios import desgloses
from recreo.servicios.reclamo import historia_reclamar
from suscripciones.models import Cuenta
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import recreo_de
from tests.recreo.pagina import como, manda, texto
from tests.recreo.penas.ayudas import Club, club
from tests.recreo.terminado import acabar

pytestmark = pytest.mark.django_db

SOLO_QUIEN_LA_LLEVA = ("pena_editar", "pena_persona", "pena_temporada", "pena_fecha", "pena_borrar")
DE_CUALQUIERA = ("penas", "pena_nueva", "pena_entrar")


def entra(cuenta: Cuenta) -> Any:
    return como(Quien(cuenta_id=cuenta.pk))


def va(c: Club, nombre: str, **mas: Any) -> str:
    datos = {"pena": c.pena.pk, **mas}
    if nombre == "pena_persona":
        datos["miembro"] = c.m("Beto").pk
    elif nombre == "pena_hoja":
        datos["cual"] = "tabla"
    elif nombre == "pena_orden":
        datos["accion"] = "cita_responder"
    return reverse(f"recreo:{nombre}", kwargs=datos)


@pytest.fixture
def jugado() -> Club:
    """Con un Recreo, una fecha y una cuota, para que ninguna página esté vacía."""
    c = club()
    c.juega("Beto", "Carmen", "Nacho", importe=Decimal(10))
    servicios.cita_poner(**c.lleva, id_orden=uuid4(), cuando=timezone.now() + timedelta(days=2), lugar="La casa; patio")
    servicios.cuota_poner(**c.lleva, id_orden=uuid4(), concepto="=Botana", importe=Decimal(50))
    return c


def test_de_fuera_no_se_abre_ninguna_y_no_se_sabe_si_existe(jugado: Club) -> None:
    nombres = [r.name for r in rutas if r.name not in DE_CUALQUIERA]
    assert len(nombres) == 19
    c, de_fuera = jugado, entra(suscrita())
    salio = c.entra("Beto")
    servicios.miembro_salir(**c.como("Beto"))
    for nombre in nombres:
        aqui = va(c, str(nombre))
        que_no_hay = aqui.replace(f"/{c.pena.pk}/", "/987654/")
        for cliente in (de_fuera, entra(c.cuentas["Beto"])):
            if nombre != "pena_orden":
                assert cliente.get(aqui).status_code == cliente.get(que_no_hay).status_code == 404, aqui
            assert manda(cliente, aqui).status_code == 404, aqui
        sin_entrar = como(None).get(aqui)
        if nombre != "pena_orden":
            assert sin_entrar["Location"].startswith(reverse("suscripciones:entrar")), aqui
    assert salio.pk and c.pena.nombre
    assert de_fuera.get(f"/recreo/penas/{'9' * 30}/").status_code == 404, "tampoco tira la página"


def test_quien_es_de_ella_abre_las_suyas_y_lo_demas_se_lo_dice(jugado: Club) -> None:
    c = jugado
    c.entra("Beto")
    cliente = entra(c.cuentas["Beto"])
    for r in rutas:
        nombre = str(r.name)
        if nombre in DE_CUALQUIERA or nombre == "pena_orden":
            continue
        respuesta = cliente.get(va(c, nombre))
        if nombre in SOLO_QUIEN_LA_LLEVA:
            assert respuesta["Location"] == va(c, "pena"), nombre
        else:
            assert respuesta.status_code == 200, nombre
            assert "no-store" in respuesta["Cache-Control"], nombre
            assert c.memo.email not in respuesta.content.decode(), nombre
    assert c.pena.clave not in cliente.get(va(c, "pena_gente")).content.decode()


def test_un_vistazo_dice_la_fecha_la_tabla_y_los_recreos(jugado: Club) -> None:
    leido = texto(entra(jugado.memo).get(va(jugado, "pena")))
    assert "Los jueves" in leido and "La casa; patio" in leido and "Ganó Memo" in leido
    assert "No han dicho: Beto, Carmen, Memo y Nacho" in leido
    assert "todavía se está sumando" not in leido
    dinero = texto(entra(jugado.memo).get(va(jugado, "pena_dinero")))
    assert "le paga" in dinero and "No se puede con menos pagos." in dinero
    duelos = texto(entra(jugado.memo).get(va(jugado, "pena_duelos")))
    assert "El mejor compañero de Memo" in duelos


def test_el_que_acaba_de_terminar_se_anuncia_mientras_se_suma() -> None:
    c = club()
    m = c.juega("Beto", "Carmen", "Nacho")
    Recreo.objects.get(pk=m.id).desglose.delete()
    assert "todavía se está sumando" in texto(entra(c.memo).get(va(c, "pena")))


@pytest.mark.parametrize("pagina", ["pena", "pena_tabla", "pena_duelos", "pena_dinero", "pena_recreos", "pena_jugar"])
def test_abrirla_cuesta_lo_mismo_con_uno_que_con_treinta(jugado: Club, pagina: str) -> None:
    cliente = entra(jugado.memo)

    def viajes() -> int:
        with CaptureQueriesContext(connection) as hechos:
            assert cliente.get(va(jugado, pagina)).status_code == 200
        return len(hechos)

    viajes()
    antes = viajes()
    for n in range(30):
        r = Recreo.objects.create(
            codigo=f"Z{n:05}", nombre="x", tamano=4, meta="100", organizador=jugado.memo, estado="terminado",
            creado=timezone.now(), actividad=timezone.now(),
        )  # fmt: skip
        jugado.pena.juegos.create(recreo=r, dia=timezone.localdate())
    assert viajes() == antes <= 22


def test_los_botones_hacen_lo_suyo_y_regresan(jugado: Club) -> None:
    c = jugado
    cliente, cita = entra(c.memo), Cita.objects.get()
    orden = lambda accion: reverse("recreo:pena_orden", args=[c.pena.pk, accion])  # noqa: E731
    assert manda(cliente, orden("cita_responder"), cita=cita.pk, viene="1")["Location"] == va(c, "pena")
    assert cita.respuestas.get().viene
    suya = Cuota.objects.get().de_cada_quien.earliest("pk")
    manda(cliente, orden("cuota_marcar"), cuota=suya.pk, estado="pagada", siguiente=va(c, "pena_cuotas"))
    suya.refresh_from_db()
    assert suya.estado == "pagada"
    assert cliente.get(orden("cita_responder"))["Location"] == va(c, "pena")
    assert manda(cliente, orden("nada")).status_code == 404
    mal = manda(cliente, orden("cuota_marcar"), cuota="x", estado="pagada", siguiente="https://malo.mx/")
    assert mal["Location"] == va(c, "pena")
    assert set(ORDENES) >= {"enlace_cambiar", "miembro_sacar", "pago_anular", "cuota_quitar", "cita_cancelar"}


def test_de_principio_a_fin_por_las_paginas() -> None:
    memo = suscrita(nombre="Memo")
    cliente = entra(memo)
    abierta = manda(cliente, reverse("recreo:pena_nueva"), nombre="Los jueves", yo="Memo", lugar="")
    pena = Pena.objects.get()
    assert abierta["Location"] == reverse("recreo:pena_gente", args=[pena.pk])
    manda(cliente, reverse("recreo:pena_gente", args=[pena.pk]), nombres="Beto\r\nCarmen\n\n beto ")
    assert list(pena.miembros.values_list("nombre", flat=True)) == ["Beto", "Carmen", "Memo"]
    # Nacho entra con el enlace
    nacho = entra(FabricaDeCuenta(nombre="Nacho"))
    invitacion = reverse("recreo:pena_entrar", args=[pena.clave])
    assert "Te invitaron a la peña «" in texto(Client().get(invitacion, follow=True)), "sin entrar, se dice a qué"
    assert "Beto" in texto(nacho.get(invitacion))
    manda(nacho, invitacion, nombre="Nacho")
    assert nacho.get(reverse("recreo:pena", args=[pena.pk])).status_code == 200
    assert texto(nacho.get(reverse("recreo:pena_entrar", args=["no-es"]))).count("Ese enlace ya no vale")
    # la fecha, las reglas y un error junto a su campo
    manda(cliente, reverse("recreo:pena_fecha", args=[pena.pk]), dia="2031-05-08", hora="19:30")
    assert "más de dos años" in texto(
        manda(cliente, reverse("recreo:pena_fecha", args=[pena.pk]), dia="2091-05-08", hora="19:30")
    )
    manda(
        cliente, reverse("recreo:pena_temporada", args=[pena.pk]),
        nombre="Otoño", desde="2026-01-01", por_lugar="10, 8, 5", mejores="", asistencia="2",
    )  # fmt: skip
    assert "10, 8, 5" in texto(cliente.get(reverse("recreo:pena_tabla", args=[pena.pk])))
    mal = manda(
        cliente, reverse("recreo:pena_temporada", args=[pena.pk]), nombre="Otoño", desde="2026-01-01", por_lugar="1, 9"
    )
    assert "de mayor a menor" in texto(mal)
    # el Recreo
    ids = list(pena.miembros.exclude(nombre="Memo").values_list("pk", flat=True))
    armado = manda(cliente, reverse("recreo:pena_jugar", args=[pena.pk]), miembros=ids, de_fuera="")
    nuevo = Recreo.objects.get()
    assert armado["Location"] == reverse("recreo:invitar", args=[nuevo.codigo])
    assert "van 3" in texto(manda(cliente, reverse("recreo:pena_jugar", args=[pena.pk]), miembros=ids[:2]))
    # salir y borrar
    manda(nacho, reverse("recreo:pena_salir", args=[pena.pk]), sin_nombre="on")
    assert nacho.get(reverse("recreo:pena", args=[pena.pk])).status_code == 404
    assert "Para borrarla" in texto(manda(cliente, reverse("recreo:pena_borrar", args=[pena.pk]), nombre="otra"))
    manda(cliente, reverse("recreo:pena_borrar", args=[pena.pk]), nombre=" los  Juéves")
    assert not Pena.objects.exists() and Recreo.objects.exists()


def test_las_hojas_no_se_calculan_y_los_correos_son_de_quien_la_lleva(jugado: Club) -> None:
    c = jugado
    c.entra("Beto", email="beto@club.mx")
    Miembro.objects.filter(nombre="Carmen").update(nombre='=HYPERLINK("x")')

    def hoja(cliente: Any, cual: str) -> list[list[str]]:
        crudo = cliente.get(reverse("recreo:pena_hoja", args=[c.pena.pk, cual])).content
        return list(csv.reader(io.StringIO(crudo.decode("utf-8-sig"))))

    beto, memo = entra(c.cuentas["Beto"]), entra(c.memo)
    for cual in ("tabla", "duelos", "saldos", "pagos", "cuotas", "recreos", "personas"):
        for cliente in (memo, beto):
            assert not [x for fila in hoja(cliente, cual) for x in fila if x.startswith(("=", "@", "+"))], cual
    assert "beto@club.mx" in str(hoja(memo, "personas")) and "@club.mx" not in str(hoja(beto, "personas"))
    assert len(hoja(memo, "cuotas")) == 5 and len(hoja(beto, "cuotas")) == 2
    assert (
        len(hoja(memo, "recreos")) == 5
        and beto.get(reverse("recreo:pena_hoja", args=[c.pena.pk, "x"])).status_code == 404
    )
    todo = json.loads(beto.get(va(c, "pena_todo")).content)
    assert (todo["formato"], todo["version"], len(todo["tabla"])) == ("amigos-domino/pena", 1, 4)
    assert "@club.mx" not in str(todo) and c.memo.email not in str(todo)


def test_la_fecha_va_al_calendario_y_al_cancelarla_se_quita(jugado: Club) -> None:
    c = jugado
    archivo = entra(c.memo).get(va(c, "pena_ics"))
    assert archivo["Content-Type"].startswith("text/calendar")
    leido = archivo.content.decode()
    assert "SEQUENCE:0\r\n" in leido and "LOCATION:La casa\\; patio\r\n" in leido and "METHOD:PUBLISH" in leido
    servicios.cita_cancelar(**c.lleva)
    despues = entra(c.memo).get(va(c, "pena_ics")).content.decode()
    assert "METHOD:CANCEL" in despues and "SEQUENCE:1\r\n" in despues and "STATUS:CANCELLED" in despues
    uid = next(r for r in leido.splitlines() if r.startswith("UID:"))
    assert uid in despues


def test_el_archivo_dobla_sus_renglones_sin_partir_letras_y_escapa_lo_que_separa() -> None:
    cuando = datetime(2026, 12, 3, 1, 30, tzinfo=UTC)
    cita = Cita(cuando=cuando, nota="ñ" * 100 + ",;\\", cambiada=cuando)
    crudo = calendario.archivo(Pena(nombre="A\nBEGIN:VALARM"), cita, "https://x.mx/")
    assert all(len(r) <= 75 for r in crudo.split(b"\r\n"))
    entero = crudo.decode().replace("\r\n ", "")
    assert "DTSTART:20261203T013000Z" in entero and "DTEND:20261203T053000Z" in entero
    assert f"DESCRIPTION:{'ñ' * 100}\\,\\;\\\\" in entero and "SUMMARY:A\\nBEGIN:VALARM" in entero
    assert "\nBEGIN:VALARM" not in entero


# --- Mi historia, también sin cuenta ----------------------------------------------------------------------------------
def test_quien_jugo_sin_cuenta_se_queda_con_sus_recreos_al_entrar_con_su_correo() -> None:
    por_correo, por_telefono, ajeno = (acabar(recreo_de(4)) for _n in range(3))
    Jugador.objects.filter(recreo=por_correo.id, numero=2).update(correo="beto@club.mx", llave="")
    Jugador.objects.filter(recreo=ajeno.id, numero=2).update(correo="otro@club.mx", llave="")
    llave = str(por_telefono.quienes[3].llave)
    desgloses.desgloses_poner(timezone.now())
    beto = FabricaDeCuenta(email="beto@club.mx")
    cliente = como(Quien(cuenta_id=beto.pk, llave=llave))
    pagina = texto(cliente.get(reverse("recreo:mios")))
    assert "como Beto, con tu correo" in pagina and "como Carmen, en este teléfono" in pagina
    assert pagina.count("Es mío") == 2 and ajeno.fila.codigo not in pagina
    # no lo era: ya no se ofrece; lo otro, sí
    cliente.post(reverse("recreo:reclamar"), {"mios": "0", "recreo": por_telefono.id})
    cliente.post(reverse("recreo:reclamar"), {"mios": "1"})
    pagina = texto(cliente.get(reverse("recreo:mios")))
    assert "Es mío" not in pagina and "Con quien mejor te va" in pagina
    assert list(Jugador.objects.filter(cuenta=beto).values_list("recreo_id", "numero")) == [(por_correo.id, 2)]
    # y se ve como quien tuvo lugar
    assert por_correo.estado.visor(Quien(cuenta_id=beto.pk)).numero == 2


def test_nadie_reclama_lo_de_otro_ni_lo_que_no_ha_terminado() -> None:
    m = recreo_de(4)
    Jugador.objects.filter(recreo=m.id, numero=2).update(correo="beto@club.mx", llave="")
    beto, otra = FabricaDeCuenta(email="beto@club.mx"), FabricaDeCuenta()
    assert historia_reclamar(cuenta_id=beto.pk, llave="", mios=True) == ()
    acabar(m)
    assert historia_reclamar(cuenta_id=otra.pk, llave="", mios=True, recreo=m.id) == ()
    assert historia_reclamar(cuenta_id=otra.pk, llave="inventada", mios=True, recreo=m.id) == ()
    assert como(None).post(reverse("recreo:reclamar"), {"mios": "1"})["Location"] == reverse("recreo:entrada")
    assert not Jugador.objects.filter(numero=2).exclude(cuenta=None).exists()
    assert historia_reclamar(cuenta_id=beto.pk, llave="", mios=True) != ()
    assert historia_reclamar(cuenta_id=beto.pk, llave="", mios=True) == ()


@pytest.mark.parametrize("mios", ["1", "0"])
def test_lo_que_se_dijo_por_error_se_deshace_ese_dia(mios: str, monkeypatch: pytest.MonkeyPatch) -> None:
    por_correo, por_telefono = (acabar(recreo_de(4)) for _n in range(2))
    Jugador.objects.filter(recreo=por_correo.id, numero=2).update(correo="beto@club.mx", llave="el de otra persona")
    beto = FabricaDeCuenta(email="beto@club.mx")
    cliente = como(Quien(cuenta_id=beto.pk, llave=str(por_telefono.quienes[3].llave)))
    campos = ("recreo_id", "numero", "cuenta", "correo", "llave")
    antes = list(Jugador.objects.order_by("pk").values_list(*campos))
    cliente.post(reverse("recreo:reclamar"), {"mios": mios})
    assert list(Jugador.objects.order_by("pk").values_list(*campos)) != antes
    # el teléfono de la otra persona no es de quien dice que no era
    assert Jugador.objects.get(recreo=por_correo.id, numero=2).llave == "el de otra persona"
    pagina = cliente.get(reverse("recreo:mios"))
    dice = "dijiste que Carmen eres tú" if mios == "1" else "dijiste que Carmen no eras tú"
    assert dice in texto(pagina) and texto(pagina).count("Deshacer") == 2
    for numero, m in ((2, por_correo), (3, por_telefono)):
        suyo = Jugador.objects.get(recreo=m.id, numero=numero).pk
        for _vez in range(2):  # el doble toque no hace nada
            cliente.post(reverse("recreo:reclamar"), {"deshacer": str(suyo)})
    assert list(Jugador.objects.order_by("pk").values_list(*campos)) == antes
    pagina = texto(cliente.get(reverse("recreo:mios")))
    assert pagina.count("Es mío") == 2 and "Deshacer" not in pagina
    # al otro día ya no se ofrece, ni se deshace a mano
    cliente.post(reverse("recreo:reclamar"), {"mios": mios})
    manana = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr("recreo.views.entrada.timezone.now", lambda: manana)
    dicho = list(Jugador.objects.order_by("pk").values_list(*campos))
    cliente.post(reverse("recreo:reclamar"), {"deshacer": str(suyo)})
    assert "Deshacer" not in texto(cliente.get(reverse("recreo:mios")))
    assert list(Jugador.objects.order_by("pk").values_list(*campos)) == dicho


def test_no_se_deshace_lo_que_ya_es_de_otra_persona_ni_lo_que_uno_no_dijo() -> None:
    m = acabar(recreo_de(4))
    Jugador.objects.filter(recreo=m.id, numero=2).update(correo="beto@club.mx", llave="")
    lugar = Jugador.objects.get(recreo=m.id, numero=2)
    beto, carmen = FabricaDeCuenta(email="beto@club.mx"), FabricaDeCuenta(email="carmen@club.mx")
    cliente = como(Quien(cuenta_id=beto.pk))
    cliente.post(reverse("recreo:reclamar"), {"mios": "0"})
    Jugador.objects.filter(pk=lugar.pk).update(cuenta=carmen, correo="carmen@club.mx")
    respuesta = cliente.post(reverse("recreo:reclamar"), {"deshacer": str(lugar.pk)}, follow=True)
    assert "ya es de otra persona" in texto(respuesta)
    # quien no dijo nada de ese lugar no lo mueve
    como(Quien(cuenta_id=carmen.pk)).post(reverse("recreo:reclamar"), {"deshacer": str(lugar.pk)})
    assert Jugador.objects.get(pk=lugar.pk).cuenta_id == carmen.pk


def test_toda_ruta_de_penas_esta_aqui() -> None:
    del_sitio = {n for n in get_resolver("recreo.urls").reverse_dict if isinstance(n, str) and n.startswith("pena")}
    assert del_sitio == {str(r.name) for r in rutas}

"""La invitación y el pase de mesa: quién entra, con qué nombre y qué se le dice a quien no puede (RE1, RE3)."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from recreo import servicios
from recreo.identidad import Quien
from recreo.models import Jugador
from tests.recreo.fabricas import FabricaDeCuenta
from tests.recreo.mesa import Mesero, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db
AQUI = {"partida": 1, "mesa": 1}


def enlace(m: Mesero) -> str:
    """El del QR: con su clave."""
    return reverse("invitacion_completa", args=[m.fila.codigo, m.fila.clave])


# Memo y Beto (1 y 2) contra Carmen y Nacho (3 y 4) en la mesa 1.
@pytest.fixture
def m() -> Mesero:
    return recreo_de(8)


def test_la_invitacion_ofrece_los_nombres_libres_y_explica_los_demas() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    Jugador.objects.filter(recreo_id=m.id, numero=3).update(correo="carmen@secreto.mx")
    respuesta = Client().get(enlace(m).lower().replace(m.fila.clave.lower(), m.fila.clave))
    leido = texto(respuesta)
    assert "¿Quién eres?" in leido
    assert "Beto núm. 2" in leido
    assert "Carmen su lugar es de quien tiene su correo" in leido
    assert "Memo ya entró con otro teléfono" in leido
    assert b"secreto" not in respuesta.content
    assert b"example.com" not in respuesta.content


def test_un_toque_al_nombre_y_ya_esta_dentro_sin_guiones() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    telefono = Client()
    datos = {"id_orden": uuid4(), "clave": m.fila.clave, "numero": 2, "siguiente": ruta(m, "mesa")}
    telefono.get(ruta(m, "invitacion"))
    respuesta = telefono.post(ruta(m, "orden", "jugador_reclamar"), datos, follow=True)
    assert "Ya estás dentro" in texto(respuesta)
    assert telefono.get(f"/r/{m.fila.codigo}/")["Location"] == ruta(m, "ir")


def test_un_nombre_que_se_fue_mientras_tanto_lo_dice() -> None:
    m = recreo_de(4, empieza=False)
    datos = {"id_orden": uuid4(), "clave": m.fila.clave, "numero": 2, "volver": enlace(m)}
    respuesta = Client().post(ruta(m, "orden", "jugador_reclamar"), datos, follow=True)
    assert "Beto ya entró con otro teléfono" in texto(respuesta)


def test_con_guion_la_lista_se_pide_otra_vez_y_el_nombre_ya_no_se_toca() -> None:
    m = recreo_de(4, empieza=False)
    m.orden(servicios.jugador_liberar, numero=3)
    telefono = Client()
    datos = {"id_orden": uuid4(), "clave": m.fila.clave, "numero": 2, "volver": enlace(m)}
    negada = telefono.post(
        ruta(m, "orden", "jugador_reclamar"), datos, headers={"X-Requested-With": "XMLHttpRequest"}
    ).json()
    assert (negada["codigo"], negada["ir"]) == ("lugar_ocupado", enlace(m))
    otra_vez = telefono.get(negada["ir"])
    assert "Beto ya entró con otro teléfono. Si no fue" in texto(otra_vez)
    assert b'name="numero" value="3"' in otra_vez.content
    # el de pedirlo con otro teléfono sí lo lleva (D751); el botón con su nombre, no
    assert otra_vez.content.count(b'name="numero" value="2"') == 1


def test_quien_esta_en_otro_recreo_va_a_ese() -> None:
    uno, otro = recreo_de(4), recreo_de(4)
    leido = texto(como(uno.quienes[2]).get(ruta(otro, "invitacion")))
    assert "Ya estás en otro Recreo" in leido
    assert "¿Quién eres?" not in leido


def test_quien_entra_con_el_correo_de_la_lista_es_reconocido() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    cuenta = FabricaDeCuenta()
    Jugador.objects.filter(recreo_id=m.id, numero=3).update(correo=cuenta.email)
    navegador = como(Quien(cuenta_id=cuenta.pk))
    leido = texto(navegador.get(ruta(m, "invitacion")))
    assert "Te apuntaron: Carmen" in leido and m.estado.jugadores[3].cuenta_id is None
    manda(navegador, ruta(m, "orden", "invitacion_aceptar"))
    assert navegador.get(ruta(m, "invitacion"))["Location"] == ruta(m, "ir")
    assert m.estado.jugadores[3].cuenta_id == cuenta.pk


def test_un_recreo_cancelado_o_terminado_no_invita() -> None:
    m = recreo_de(4, entran=False)
    m.orden(servicios.recreo_cancelar)
    leido = texto(Client().get(enlace(m)))
    assert "Este Recreo se canceló" in leido
    assert "Beto" not in leido


def test_un_codigo_que_no_existe_dice_que_hacer_y_deja_corregirlo() -> None:
    respuesta = Client().get("/r/NOHAY9/")
    assert respuesta.status_code == 404
    assert "pídele a quien organiza" in texto(respuesta)
    assert 'value="NOHAY9"' in respuesta.content.decode()


def test_una_orden_repetida_sin_guion_dice_que_se_guardo_una_vez() -> None:
    m = recreo_de(4, empieza=False, entran=False)
    telefono = Client()
    datos = {"id_orden": uuid4(), "clave": m.fila.clave, "numero": 2, "siguiente": ruta(m, "mesa")}
    for dicho in (False, True):
        respuesta = telefono.post(ruta(m, "orden", "jugador_reclamar"), datos, follow=True)
        assert ("Ya lo habías mandado" in texto(respuesta)) is dicho


def test_la_mesa_se_pasa_con_un_qr_de_un_solo_uso(m: Mesero) -> None:
    m.prepara(anotador=4)
    datos = {"id_orden": uuid4(), **AQUI}
    pagina = como(m.quienes[4]).post(ruta(m, "pasar", 1, 1), datos, follow=True)
    assert b"<svg" in pagina.content
    enlace = pagina.context["enlace"]
    quien_recibe = como(m.quienes[2])
    assert "La anotaba Nacho" in texto(quien_recibe.get(enlace))
    clave = enlace.rstrip("/").rsplit("/", 1)[1]
    quien_recibe.post(ruta(m, "orden", "mesa_recibir"), {"id_orden": uuid4(), "clave": clave})
    assert m.mesa().anotador == 2
    # con guion, la zona dice que ya anota otra persona y el QR se quita; sin guion, al recargar no está
    viva = como(m.quienes[4]).get(ruta(m, "vivo"), {"pantalla": "pase", "partida": 1, "mesa": 1}).json()
    assert b'data-pase="4"' in pagina.content and 'data-anota="2"' in viva["datos"]["zonas"]["contenido"]
    assert b'class="qr"' not in como(m.quienes[4]).get(ruta(m, "pase", clave), follow=True).content
    assert como(m.quienes[3]).get(enlace).status_code == 302


def test_quien_no_anota_no_pasa_la_mesa(m: Mesero) -> None:
    m.prepara(anotador=4)
    respuesta = como(m.quienes[2]).post(ruta(m, "pasar", 1, 1), {"id_orden": uuid4(), **AQUI}, follow=True)
    assert "la anota Nacho" in texto(respuesta)


def test_quien_recibe_sin_lugar_escoge_un_nombre_libre_de_esa_mesa(m: Mesero) -> None:
    Jugador.objects.filter(recreo_id=m.id, numero__in=[3, 5]).update(llave="", entro=None)
    m.prepara(anotador=4)
    clave = m.orden(servicios.mesa_pasar, 4, **AQUI).datos["clave"]
    leido = texto(Client().get(f"/recreo/pase/{clave}/"))
    assert "Carmen núm. 3" in leido
    assert "Mari" not in leido

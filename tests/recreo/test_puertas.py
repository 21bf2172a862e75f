"""Las puertas del Recreo a quien no tiene lugar: qué se le enseña, cuánto puede probar y qué deja en la base (D236)."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse

from recreo import freno, servicios
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Recreo, Suceso
from recreo.ordenes import ORDENES
from recreo.pantallas.historia import en_palabras
from recreo.servicios import DatosJugador
from recreo.textos import texto_de
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import CIEN, NOMBRES, Mesero, falla, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = pytest.mark.django_db
CON_LLAVE = [accion for accion, web in ORDENES.items() if web.con_llave]


@pytest.mark.parametrize("guion", [{}, {"X-Requested-With": "XMLHttpRequest"}], ids=["sin_guion", "con_guion"])
@pytest.mark.parametrize("accion", CON_LLAVE)
def test_publicar_a_un_recreo_que_no_existe_no_deja_sesion(accion: str, guion: dict[str, str]) -> None:
    datos = {"id_orden": uuid4(), "numero": 2, "clave": "x"}
    respuesta = Client().post(f"/recreo/NOHAY9/orden/{accion}/", datos, headers=guion)
    assert respuesta.status_code in (302, 409)
    assert not Session.objects.exists()


@pytest.mark.parametrize("accion", CON_LLAVE)
def test_una_orden_que_se_niega_no_deja_sesion_y_la_que_se_acepta_si(accion: str) -> None:
    m = recreo_de(4, empieza=False, entran=False)
    telefono = Client()
    telefono.post(ruta(m, "orden", accion), {"id_orden": uuid4(), "numero": 1, "clave": "x"})
    assert not Session.objects.exists()
    datos = {"id_orden": uuid4(), "clave": m.fila.clave, "numero": 2}
    telefono.post(ruta(m, "orden", "jugador_reclamar"), datos)
    assert Session.objects.count() == 1


@pytest.mark.parametrize("accion", CON_LLAVE)
def test_un_formulario_roto_no_deja_sesion(accion: str) -> None:
    m = recreo_de(4, empieza=False, entran=False)
    Client().post(ruta(m, "orden", accion), {"numero": "dos"})
    assert not Session.objects.exists()


# --- adivinar ---------------------------------------------------------------------------------------------------------
OTRA_RED = {"REMOTE_ADDR": "192.0.2.7"}
GUION = {"X-Requested-With": "XMLHttpRequest"}


@pytest.fixture(autouse=True)
def sin_intentos() -> None:
    cache.clear()


def enlace(m: Mesero) -> str:
    return reverse("invitacion_completa", args=[m.fila.codigo, m.fila.clave])


@pytest.mark.parametrize("empieza", [False, True])
def test_con_el_codigo_a_secas_no_se_ve_ni_un_nombre_y_con_el_enlace_si(empieza: bool) -> None:
    m = recreo_de(4, entran=False, empieza=empieza)
    otra = enlace(m)[:-2] + ("y/" if m.fila.clave.endswith("x") else "x/")
    for ruta_a_secas in (f"/r/{m.fila.codigo}/", ruta(m, "invitacion"), otra):
        leido = texto(Client().get(ruta_a_secas))
        assert "¿Cómo te llamas?" in leido
        assert not [n for n in (*NOMBRES[:4], "Domingo", "Casa de Memo") if n in leido], ruta_a_secas
    leido = texto(Client().get(enlace(m)))
    assert "Toca tu nombre" in leido and "Beto" in leido and "Domingo" in leido


def test_con_el_codigo_se_entra_diciendo_su_nombre_sin_acentos_ni_mayusculas() -> None:
    m = recreo_de(4, entran=False, empieza=False, nombres=["Memo", "Doña  Inés", "Carmen", "Nacho"])
    telefono = Client()
    quedo = manda(telefono, ruta(m, "orden", "jugador_reclamar"), nombre=" doña ines ", siguiente=ruta(m, "ir"))
    assert quedo["Location"] == ruta(m, "ir")
    assert m.estado.jugadores[2].llave
    for dicho in ("Doña Inés", "Dona Ines", "Pancho", "Memo", ""):
        otra = manda(Client(headers=GUION), ruta(m, "orden", "jugador_reclamar"), nombre=dicho).json()
        assert otra["codigo"] == "nombre_no_esta", "del que no está y del que ya entró se dice lo mismo"


def test_con_el_numero_y_sin_la_clave_no_se_toma_nada() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    for datos in ({"numero": 2}, {"numero": 2, "clave": "x" * 16}, {"numero": 2, "clave": ""}):
        manda(Client(), ruta(m, "orden", "jugador_reclamar"), **datos)
    assert not m.estado.jugadores[2].tiene_acceso


def probar(donde: str, n: int) -> int:
    codigo = f"ZZZ{n:03d}"
    cliente = Client(**OTRA_RED)
    if donde == "orden":
        return manda(cliente, f"/recreo/{codigo}/orden/mano_borrar/", partida=1, mesa=1, mano=1, revision=1).status_code
    rutas = {"enlace": f"/r/{codigo}/", "pagina": f"/recreo/{codigo}/mesa/", "portada": f"/codigo/?codigo={codigo}"}
    return cliente.get(rutas[donde]).status_code


@pytest.mark.parametrize("donde", ["enlace", "pagina", "portada"])
def test_quien_prueba_codigos_espera_cada_vez_mas_y_los_de_otra_red_no(donde: str) -> None:
    m = recreo_de(4, entran=False)
    assert [probar(donde, n) for n in range(freno.LIBRES + 1)] == [404] * (freno.LIBRES + 1)
    assert probar(donde, 900) == 429
    acierto = Client(**OTRA_RED).get(f"/r/{m.fila.codigo}/")
    assert acierto.status_code == 429 and int(acierto["Retry-After"]) <= freno.PRIMERA, "tampoco el que existe"
    assert "Espera" in texto(acierto)
    # quien trae el enlace, quien ya tiene lugar y quien viene de otra red no esperan
    assert "Toca tu nombre" in texto(Client(**OTRA_RED).get(enlace(m)))
    assert como(m.quienes[1]).get(ruta(m, "ir"), **OTRA_RED).status_code == 302
    assert Client(REMOTE_ADDR="192.0.2.8").get(f"/r/{m.fila.codigo}/").status_code == 200
    datos = {"clave": m.fila.clave, "numero": 2}
    assert manda(Client(**OTRA_RED), ruta(m, "orden", "jugador_reclamar"), **datos).status_code == 302
    assert m.estado.jugadores[2].tiene_acceso


def test_la_espera_se_dobla_hasta_quince_minutos() -> None:
    esperas = []
    peticion = RequestFactory().get("/", **OTRA_RED)
    for n in range(freno.LIBRES + 10):
        freno.intentar(peticion)
        if n >= freno.LIBRES:
            with pytest.raises(freno.DemasiadosIntentos) as falta:
                freno.intentar(peticion)
            esperas.append(falta.value.segundos)
        cache.delete("recreo:puerta:192.0.2.7/32:espera")
    assert esperas[:4] == [4, 8, 16, 32] and max(esperas) == freno.MAYOR


def test_acertar_no_gasta_y_el_nombre_de_un_recreo_ajeno_tampoco_se_prueba_sin_fin() -> None:
    m = recreo_de(4, entran=False)
    for _n in range(freno.LIBRES * 2):
        assert Client(**OTRA_RED).get(f"/r/{m.fila.codigo}/").status_code == 200
    cliente = Client(headers=GUION, **OTRA_RED)
    dichos = [
        manda(cliente, ruta(m, "orden", "jugador_reclamar"), nombre=f"Nadie {n}").json()["codigo"]
        for n in range(freno.LIBRES + 2)
    ]
    assert dichos == ["nombre_no_esta"] * (freno.LIBRES + 1) + ["muchos_intentos"]
    assert manda(cliente, ruta(m, "orden", "jugador_reclamar"), nombre="Beto").json()["codigo"] == "muchos_intentos"


def test_por_una_orden_tampoco_se_averigua_que_codigos_existen() -> None:
    m = recreo_de(4, entran=False)
    for n in range(freno.LIBRES + 1):
        probar("orden", n)
    for codigo in (m.fila.codigo, "ZZZ999"):
        cliente = Client(headers=GUION, **OTRA_RED)
        datos = {"partida": 1, "mesa": 1, "mano": 1, "revision": 1}
        assert manda(cliente, f"/recreo/{codigo}/orden/mano_borrar/", **datos).json()["codigo"] == "muchos_intentos"


def test_quien_entro_por_el_enlace_y_deja_su_lugar_toca_otro_nombre() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    telefono = Client()
    manda(telefono, ruta(m, "orden", "jugador_reclamar"), clave=m.fila.clave, numero=2)
    manda(telefono, ruta(m, "orden", "jugador_liberar"), numero=2)
    assert "Toca tu nombre" in texto(telefono.get(ruta(m, "invitacion")))
    m.orden(servicios.codigo_cambiar)
    assert "¿Cómo te llamas?" in texto(telefono.get(ruta(m, "invitacion"))), "el enlace que tuvo ya no vale"


# --- aprobar y cambiar el código --------------------------------------------------------------------------------------
def test_donde_se_aprueba_tocar_el_nombre_pide_y_quien_organiza_abre() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    organiza, telefono = como(m.quienes[1]), Client()
    manda(organiza, ruta(m, "orden", "aprobacion_pedir"), pide="1")
    datos = {"clave": m.fila.clave, "numero": 2, "siguiente": enlace(m)}
    espera = telefono.post(ruta(m, "orden", "jugador_reclamar"), {"id_orden": uuid4(), **datos}, follow=True)
    assert "Falta que te abran" in texto(espera) and "Pediste entrar como Beto" in texto(espera)
    assert not m.estado.jugadores[2].tiene_acceso
    assert telefono.get(ruta(m, "mesa")).status_code == 302, "mientras, no ve nada"
    pedida = m.estado.solicitudes[0]
    for pagina in ("invitar", "tablero"):
        assert "Dice ser Beto" in texto(organiza.get(ruta(m, pagina)))
    manda(organiza, ruta(m, "orden", "solicitud_responder"), solicitud=pedida.id, acepta="1")
    assert telefono.get(enlace(m))["Location"] == ruta(m, "ir")
    assert not m.estado.solicitudes


def test_si_no_se_le_abre_puede_pedir_otro_y_pedir_dos_veces_es_una_solicitud() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    m.orden(servicios.aprobacion_pedir, pide=True)
    quien = Quien(llave="quien-pide")
    for numero in (2, 3):
        m.orden(servicios.jugador_reclamar, quien, numero=numero)
    (pedida,) = m.estado.solicitudes
    assert pedida.numero == 3
    m.orden(servicios.solicitud_responder, solicitud=pedida.id, acepta=False)
    assert not m.estado.solicitudes and not m.estado.jugadores[3].tiene_acceso
    with falla("solicitud_inexistente"):
        m.orden(servicios.solicitud_responder, solicitud=pedida.id, acepta=True)


def test_aprobar_a_quien_entro_en_otro_no_dice_en_cual() -> None:
    m, otro = recreo_de(4, entran=False, empieza=False), recreo_de(4, empieza=False)
    m.orden(servicios.aprobacion_pedir, pide=True)
    m.orden(servicios.jugador_reclamar, otro.quienes[2], numero=2)
    with pytest.raises(ErrorDeServicio, match="esta_en_otro") as error:
        m.orden(servicios.solicitud_responder, solicitud=m.estado.solicitudes[0].id, acepta=True)
    assert error.value.datos == {"nombre": "Beto"} and "otro Recreo" not in texto_de(error.value)


def test_al_cambiar_el_codigo_lo_de_antes_no_invita_y_quien_ya_entro_no_lo_nota() -> None:
    m = recreo_de(4, entran=False)
    sentado = Client()
    manda(sentado, ruta(m, "orden", "jugador_reclamar"), clave=m.fila.clave, numero=2)
    viejo, vieja, mesa_de_antes = enlace(m), m.fila.codigo, ruta(m, "mesa")
    manda(como(m.quienes[1]), ruta(m, "orden", "codigo_cambiar"))
    assert m.fila.codigo != vieja
    for camino in (viejo, f"/r/{vieja}/", mesa_de_antes):
        assert Client().get(camino).status_code == 404, camino
    reclama = manda(Client(headers=GUION), f"/recreo/{vieja}/orden/jugador_reclamar/", clave=m.fila.clave, numero=3)
    assert reclama.json()["codigo"] == "recreo_inexistente"
    assert "Toca tu nombre" in texto(Client().get(enlace(m)))
    assert sentado.get(mesa_de_antes).status_code == 200
    llama = manda(Client(headers=GUION), f"/recreo/{vieja}/orden/organizador_llamar/", partida=1, mesa=1).json()
    suya = manda(sentado, f"/recreo/{vieja}/orden/organizador_llamar/", partida=1, mesa=1)
    assert llama["codigo"] == "recreo_inexistente" and suya.status_code == 302
    assert m.mesa().incidencias


# --- cambió de teléfono (D751) ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("con_enlace", [True, False])
def test_quien_perdio_el_telefono_pide_y_con_un_toque_entra_y_el_de_antes_se_retira(con_enlace: bool) -> None:
    m = recreo_de(4)
    m.prepara(anotador=2)
    organiza, viejo, nuevo = como(m.quienes[1]), como(m.quienes[2]), Client()
    aqui = enlace(m) if con_enlace else f"/r/{m.fila.codigo}/"
    assert ("Pedirle a Memo que me deje entrar" if con_enlace else "Pedir que me dejen entrar") in texto(
        nuevo.get(aqui)
    )
    # y por qué se le pregunta: lo enseña el aparato que ya estaba dentro (D856)
    invitacion = nuevo.get(aqui)
    assert "Ya estaba dentro, volver a entrar" in texto(invitacion)
    assert f'data-fuera-de="{m.fila.codigo}"' in invitacion.content.decode()
    datos = {"clave": m.fila.clave, "numero": 2} if con_enlace else {"nombre": "beto"}
    datos |= {"otro_telefono": "1", "siguiente": aqui}
    assert "Pediste entrar como Beto" in texto(
        nuevo.post(ruta(m, "orden", "jugador_reclamar"), {"id_orden": uuid4(), **datos}, follow=True)
    )
    assert nuevo.get(ruta(m, "mesa")).status_code == 302, "mientras, no ve nada"
    assert viejo.get(ruta(m, "mesa")).status_code == 200
    tablero = texto(organiza.get(ruta(m, "tablero")))
    assert "Beto pide entrar con otro teléfono." in tablero and "aquél deja de ver y de anotar" in tablero
    (pedida,) = m.estado.solicitudes
    manda(organiza, ruta(m, "orden", "solicitud_responder"), solicitud=pedida.id, acepta="1")
    assert nuevo.get(aqui)["Location"] == ruta(m, "ir") and nuevo.get(ruta(m, "mesa")).status_code == 200
    assert viejo.get(ruta(m, "mesa")).status_code == 302
    assert m.mesa().anotador == 2, "la mesa que anotaba sigue siendo suya"
    assert not m.estado.solicitudes
    (suceso,) = Suceso.objects.filter(recreo=m.fila)
    assert en_palabras(suceso.tipo, suceso.datos, {}) == "Beto entró con otro teléfono; el de antes se retiró."


def test_pedir_con_otro_telefono_no_dice_quien_esta_ni_toma_lo_de_una_cuenta() -> None:
    m = recreo_de(4)
    extrano = Quien(llave="extrano")
    for dicho in ("Memo", "Pancho", ""):
        with falla("nombre_no_esta"):
            m.orden(servicios.jugador_reclamar, extrano, nombre=dicho, otro_telefono=True)
    with falla("lugar_ocupado"):
        m.orden(servicios.jugador_reclamar, extrano, numero=1, otro_telefono=True)
    with falla("invitacion_vieja"):
        m.orden(servicios.jugador_reclamar, extrano, numero=2, clave="x", otro_telefono=True)
    assert not m.estado.solicitudes
    # negado, el de antes sigue; y quien organiza lo libera mientras: la solicitud vale como cualquiera
    m.orden(servicios.jugador_reclamar, extrano, numero=2, otro_telefono=True)
    m.orden(servicios.solicitud_responder, solicitud=m.estado.solicitudes[0].id, acepta=False)
    assert m.estado.jugadores[2].llave == m.quienes[2].llave


# --- apuntado por correo ----------------------------------------------------------------------------------------------
def test_apuntar_un_correo_no_dice_si_esa_persona_esta_en_otro_recreo_ni_la_sienta() -> None:
    donde_esta, m = recreo_de(4, empieza=False), recreo_de(4, entran=False, empieza=False)
    invitada = FabricaDeCuenta(email="ines@example.com")
    donde_esta.orden(servicios.jugador_liberar, numero=2)
    donde_esta.orden(servicios.jugador_reclamar, Quien(cuenta_id=invitada.pk), numero=2)
    datos = {f"j{n}-nombre": NOMBRES[n - 1] for n in range(1, 5)} | {"j3-correo": "ines@example.com"}
    quedo = como(m.quienes[1]).post(ruta(m, "jugadores"), {"id_orden": uuid4(), **datos}, follow=True)
    assert quedo.redirect_chain and "otro Recreo" not in texto(quedo)
    assert not m.estado.jugadores[3].tiene_acceso
    # a ella sí se le dice, al abrir el enlace
    assert "Ya estás en otro Recreo" in texto(como(Quien(cuenta_id=invitada.pk)).get(enlace(m)))


def test_apuntada_sin_aceptar_puede_organizar_el_suyo() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    ella = suscrita()
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(3, "", ella.email)])
    navegador = como(Quien(cuenta_id=ella.pk))
    assert "Te apuntaron con tu correo" in texto(navegador.get("/recreo/"))
    assert navegador.get("/recreo/nuevo/").status_code == 200
    assert servicios.recreo_crear(
        cuenta_id=ella.pk, id_orden=uuid4(), tamano=4, nombre="El mío", lugar="", meta=CIEN
    ).pk


def test_quien_acierta_con_la_red_ya_frenada_no_hace_esperar_a_los_demas_ni_a_si_mismo() -> None:
    m = recreo_de(4, entran=False)
    for _n in range(freno.LIBRES + 3):
        freno.intentar(RequestFactory().get("/", **OTRA_RED))
        cache.delete("recreo:puerta:192.0.2.7/32:espera")
    cliente = Client(**OTRA_RED)
    assert cliente.get(f"/r/{m.fila.codigo}/").status_code == 200
    datos = {"nombre": m.estado.jugadores[2].nombre}
    assert manda(cliente, ruta(m, "orden", "jugador_reclamar"), **datos).status_code == 302
    assert m.estado.jugadores[2].tiene_acceso
    assert Client(**OTRA_RED).get(f"/r/{m.fila.codigo}/").status_code == 200


def test_el_enlace_de_antes_de_cambiar_el_codigo_no_frena_a_quien_lo_toca() -> None:
    m = recreo_de(4, entran=False)
    viejo = enlace(m)
    servicios.codigo_cambiar(recreo_id=m.fila.pk, quien=m.quienes[1], id_orden=uuid4())
    for _n in range(freno.LIBRES * 2):
        assert Client(**OTRA_RED).get(viejo).status_code == 404


def test_un_recreo_sin_clave_invita_con_su_codigo() -> None:
    """Lo abrió la versión anterior mientras ésta entraba."""
    m = recreo_de(4, entran=False)
    Recreo.objects.filter(pk=m.fila.pk).update(clave="")
    pagina = como(m.quienes[1]).get(ruta(m, "invitar"))
    assert pagina.status_code == 200 and f"/r/{m.fila.codigo}/" in pagina.content.decode()


def test_con_aprobacion_el_pase_de_mesa_no_es_otra_puerta_y_las_solicitudes_tienen_fin() -> None:
    m = recreo_de(4, entran=False)
    servicios.aprobacion_pedir(recreo_id=m.fila.pk, quien=m.quienes[1], id_orden=uuid4(), pide=True)
    for n in range(3 * 4):
        pide(m, f"llave-{n}")
    with pytest.raises(ErrorDeServicio, match="muchas_solicitudes"):
        pide(m, "una-mas")
    # a quien tocó el nombre de otro se le deja elegir otra vez
    pide(m, "llave-0", numero=3)
    assert m.fila.solicitudes.get(llave="llave-0").jugador.numero == 3


def pide(m: Any, llave: str, numero: int = 2) -> None:
    servicios.jugador_reclamar(
        recreo_id=m.fila.pk, quien=Quien(llave=llave), id_orden=uuid4(), clave=m.fila.clave, numero=numero
    )

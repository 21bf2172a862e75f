"""El alta en pantalla: tamaños, ámbito, jugadores, invitar y empezar (RE2, RE3)."""

import re
from decimal import Decimal
from html import unescape
from urllib.parse import unquote

import pytest
from django.urls import reverse

from recreo import servicios
from recreo.forms import repartir
from recreo.identidad import Quien
from recreo.models import Recreo
from recreo.pantallas import Mirada, pintar
from recreo.pantallas.organizador import sin_telefono
from recreo.servicios import DatosJugador
from tests.recreo.fabricas import FabricaDeCuenta, suscrita
from tests.recreo.mesa import Mesero, nombra_coorganizador, recreo_de
from tests.recreo.pagina import como, manda, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]


@pytest.mark.parametrize("numero", [1, 2])
def test_quien_ya_esta_en_un_recreo_lo_sabe_al_abrir_el_alta_y_como_salir(numero: int) -> None:
    m = recreo_de(4, entran=False)
    cuenta = suscrita(email="ines@example.com")
    m.quienes[2] = Quien(cuenta_id=cuenta.pk)
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(2, "Inés", cuenta.email)])
    m.orden(servicios.invitacion_aceptar, 2)
    respuesta = como(m.quienes[numero]).get(reverse("recreo:nuevo") + "?jugadores=4")
    leido = texto(respuesta)
    assert "Ya estás en «Domingo»" in leido and "Para armar otro, termínalo o" in leido
    assert f'href="{ruta(m, "ir")}"' in respuesta.content.decode()
    assert 'id="ambito"' not in respuesta.content.decode()
    assert (f'href="{ruta(m, "cancelar")}"' in respuesta.content.decode()) == (numero == 1)


@pytest.mark.parametrize("estado", ["terminado", "cancelado"])
@pytest.mark.parametrize("pantalla", ["ambito", "jugadores", "invitar", "cancelar"])
def test_lo_que_acabo_no_ensena_formularios_y_lleva_a_como_quedo(pantalla: str, estado: str) -> None:
    m = recreo_de(4, empieza=False)
    Recreo.objects.filter(pk=m.id).update(estado=estado, terminado=m.fila.creado, iniciado=m.fila.creado)
    cliente = como(m.quienes[1])
    respuesta = cliente.get(ruta(m, pantalla))
    assert respuesta.headers["Location"] == ruta(m, "ir")
    dice = {"terminado": "Este Recreo ya terminó", "cancelado": "Este Recreo se canceló y no cambia"}[estado]
    assert dice in texto(cliente.get(ruta(m, "ir"), follow=True))


# --- ámbito


def test_los_tamanos_dicen_partidas_mesas_y_tiempo() -> None:
    cuenta = suscrita()
    leido = texto(como(Quien(cuenta_id=cuenta.pk)).get(reverse("recreo:nuevo")))
    assert "12 jugadores 11 partidas en 3 mesas Cerca de 4 horas y media" in leido
    assert "5 jugadores 5 partidas en 1 mesa · descansa 1" in leido


def test_sin_suscripcion_no_se_llega_al_alta() -> None:
    cliente = como(Quien(cuenta_id=FabricaDeCuenta().pk))
    camino = reverse("recreo:nuevo") + "?jugadores=4"
    assert cliente.get(camino).headers["Location"] == reverse("recreo:entrada")
    assert manda(cliente, camino, nombre="X", meta="100").status_code == 302
    assert not Recreo.objects.exists()


def test_el_alta_crea_el_recreo_y_sigue_con_los_jugadores() -> None:
    cliente = como(Quien(cuenta_id=suscrita().pk))
    respuesta = manda(
        cliente, reverse("recreo:nuevo") + "?jugadores=5",
        nombre="Sobremesa", lugar="Casa", meta="200", importe="$1,020.50", pago_extraordinario="on",
    )  # fmt: skip
    recreo = Recreo.objects.get()
    assert respuesta.headers["Location"] == reverse("recreo:jugadores", args=[recreo.codigo])
    assert (recreo.tamano, recreo.meta, recreo.importe, recreo.pago_extraordinario) == (
        5,
        "200",
        Decimal("1020.50"),
        True,
    )


def test_en_todos_con_todos_no_se_pide_apuesta() -> None:
    cuerpo = como(Quien(cuenta_id=suscrita().pk)).get(reverse("recreo:nuevo") + "?jugadores=8").content.decode()
    assert 'name="importe"' not in cuerpo and 'name="pago_extraordinario"' not in cuerpo


@pytest.mark.parametrize(
    ("datos", "dice"),
    [
        ({"nombre": ""}, "Falta el nombre del Recreo"),
        ({"importe": "veinte"}, "Escribe el importe con números"),
        ({"importe": "-5"}, "va de cero en adelante"),
        ({"importe": "1.005"}, "a lo más dos decimales"),
    ],
)
def test_un_error_en_el_alta_conserva_lo_escrito(datos: dict[str, str], dice: str) -> None:
    enviado = {"nombre": "Sobremesa", "lugar": "Casa de Inés", "meta": "200", "importe": "20", **datos}
    respuesta = manda(como(Quien(cuenta_id=suscrita().pk)), reverse("recreo:nuevo") + "?jugadores=4", **enviado)
    cuerpo = respuesta.content.decode()
    assert dice in texto(respuesta)
    assert 'value="Casa de Inés"' in cuerpo and 'value="200"' in cuerpo
    assert 'aria-invalid="true"' in cuerpo
    assert not Recreo.objects.exists()


def test_quien_ya_esta_en_otro_recreo_lo_sabe_al_armar() -> None:
    m = recreo_de(4)
    respuesta = manda(
        como(m.quienes[1]), reverse("recreo:nuevo") + "?jugadores=4", nombre="Otro", meta="100", importe="0"
    )
    assert "Ya estás en otro Recreo sin terminar" in texto(respuesta)


def test_el_ambito_se_cambia_antes_de_empezar_y_despues_no() -> None:
    m = recreo_de(4, empieza=False)
    datos = {"nombre": "Lunes", "lugar": "Club", "meta": "200", "importe": "5"}
    assert manda(como(m.quienes[1]), ruta(m, "ambito"), **datos).headers["Location"] == ruta(m, "jugadores")
    assert (m.estado.nombre, m.estado.meta.value) == ("Lunes", "200")
    m.orden(servicios.recreo_empezar)
    respuesta = manda(como(m.quienes[1]), ruta(m, "ambito"), **{**datos, "nombre": "Martes"})
    assert "ya empezó" in texto(respuesta) and m.estado.nombre == "Lunes"


def renglones(m: Mesero, **cambia: str) -> dict[str, str]:
    """Lo que manda la pantalla de jugadores, con los cambios `j2_nombre="Inés"`."""
    datos = {f"j{n}-nombre": j.nombre for n, j in m.estado.jugadores.items()}
    datos |= {f"j{n}-correo": j.correo for n, j in m.estado.jugadores.items()}
    return {**datos, **{k.replace("_", "-"): v for k, v in cambia.items()}}


def test_se_guardan_nombres_correos_y_como_anota_cada_anotador() -> None:
    m = recreo_de(8, entran=False, empieza=False)
    datos = renglones(m, j2_nombre="Inés", j3_correo="Tere@Example.com", j7_anota="papel")
    assert manda(como(m.quienes[1]), ruta(m, "jugadores"), **datos).headers["Location"] == ruta(m, "invitar")
    j = m.estado.jugadores
    assert (j[2].nombre, j[3].correo, j[7].anota, j[8].anota) == ("Inés", "tere@example.com", "papel", "telefono")


@pytest.mark.parametrize(
    ("cambia", "numero", "dice"),
    [
        ({"j4_nombre": "carmen"}, 4, "se llaman igual"),
        ({"j2_correo": "a@example.com", "j4_correo": "A@example.com"}, 4, "tienen el mismo correo"),
        ({"j3_correo": "no es correo"}, 3, "Ese correo no está completo"),
    ],
)
def test_el_error_de_un_renglon_va_en_el_y_no_se_pierde_lo_demas(
    cambia: dict[str, str], numero: int, dice: str
) -> None:
    m = recreo_de(4, entran=False, empieza=False)
    respuesta = manda(como(m.quienes[1]), ruta(m, "jugadores"), **renglones(m, j2_nombre="Recién escrito", **cambia))
    cuerpo = respuesta.content.decode()
    suyo = cuerpo.split(f'id="numero-{numero}"')[1].split("</li>")[0]
    assert dice in suyo and 'aria-invalid="true"' in suyo
    assert 'value="Recién escrito"' in cuerpo
    assert m.estado.jugadores[2].nombre == "Beto"


def test_sin_identificador_de_orden_no_se_guarda_ni_se_pierde() -> None:
    m = recreo_de(4, empieza=False)
    datos = {**renglones(m, j2_nombre="Inés"), "id_orden": "roto"}
    respuesta = como(m.quienes[1]).post(ruta(m, "jugadores"), datos)
    assert "toca Guardar otra vez" in texto(respuesta) and 'value="Inés"' in respuesta.content.decode()
    assert m.estado.jugadores[2].nombre == "Beto"


def test_una_lista_pegada_se_reparte_en_los_numeros_sin_nombre() -> None:
    datos = {
        "j1-nombre": "Memo",
        "j3-nombre": "Carmen",
        "lista": "1. memo\n2) Beto <beto@example.com>\n- Nacho, Mari; Toño",
    }
    reparto = repartir(datos, 5)
    lleno = reparto.lleno
    assert [lleno.get(f"j{n}-nombre") for n in range(1, 6)] == ["Memo", "Beto", "Carmen", "Nacho", "Mari"]
    assert lleno["j2-correo"] == "beto@example.com"
    # quien organiza se apuntó también en su lista: ya es el 1 y no es un error
    assert (reparto.sobran, reparto.repetidos, lleno["lista"]) == (["Toño"], [], "Toño")
    assert repartir({"j1-nombre": "Memo", "lista": "memo\nMemo"}, 5).repetidos == ["Memo"]


@pytest.mark.parametrize("entre", [", ", "; ", "\t", " ", ", <"])
def test_el_correo_despues_del_nombre_es_de_esa_persona(entre: str) -> None:
    lista = f"Beto{entre}beto@example.com\r\n3\tCarmen{entre}carmen@example.com\r\nana@example.com"
    lleno = repartir({"j1-nombre": "Memo", "lista": lista}, 5).lleno
    puesto = [(lleno.get(f"j{n}-nombre"), lleno.get(f"j{n}-correo")) for n in range(2, 6)]
    assert puesto == [
        ("Beto", "beto@example.com"), ("Carmen", "carmen@example.com"), ("ana", "ana@example.com"), (None, None),
    ]  # fmt: skip
    assert lleno["lista"] == ""


def test_lo_que_no_se_reparte_se_dice_y_se_queda_en_la_lista() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    largo = "Maximiliano " * 4
    lista = f"Beto, otro@example.com\n{largo}\nMemo Dos, memo2@example.com\nSobra, sobra@example.com"
    vacios = renglones(m, j1_nombre="", j2_nombre="Beto", j3_nombre="Caro", j4_nombre="Dani")
    respuesta = manda(como(m.quienes[1]), ruta(m, "jugadores"), **vacios, lista=lista, repartir="1")
    leido, cuerpo = texto(respuesta), respuesta.content.decode()
    assert "No cupieron: Sobra." in leido and "Ya estaban: Beto." in leido
    assert f"Son muy largos, hasta 40 letras: {largo.strip()}." in leido
    assert "El correo memo2@example.com no se puso" in leido
    assert f">Beto otro@example.com\n{largo.strip()}\nSobra sobra@example.com</textarea>" in cuerpo


def test_repartir_no_guarda_y_conserva_lo_que_no_cupo() -> None:
    m = recreo_de(4, entran=False, empieza=False)
    respuesta = manda(
        como(m.quienes[1]), ruta(m, "jugadores"), **renglones(m, j2_nombre=""), lista="Inés\nSobra", repartir="1"
    )
    cuerpo = respuesta.content.decode()
    assert 'value="Inés"' in cuerpo and "No cupieron: Sobra." in texto(respuesta)
    assert ">Sobra</textarea>" in cuerpo
    assert m.estado.jugadores[2].nombre == "Beto"


def test_en_juego_no_se_toca_el_correo_de_quien_ya_entro() -> None:
    m = recreo_de(4)
    cuerpo = como(m.quienes[1]).get(ruta(m, "jugadores")).content.decode()
    assert 'name="j2-nombre"' in cuerpo and 'name="j2-correo"' not in cuerpo


# --- invitar y empezar


def test_la_pantalla_de_invitar_trae_codigo_enlace_y_quien_esta_dentro() -> None:
    m = recreo_de(8, entran=False, empieza=False)
    m.orden(servicios.jugador_reclamar, Quien(llave="telefono-suelto"), numero=5)
    respuesta = como(m.quienes[1]).get(ruta(m, "invitar"))
    leido, cuerpo = texto(respuesta), respuesta.content.decode()
    assert f"http://testserver/r/{m.fila.codigo}/" in cuerpo and "<svg" in cuerpo
    assert "Han entrado 2 de 8" in leido
    assert "Entró con un teléfono, sin correo," in leido
    assert cuerpo.count('id="quitar-') == 1 and 'id="quitar-5"' in cuerpo


def test_empezar_avisa_de_los_anotadores_sin_telefono_y_no_lo_impide() -> None:
    m = recreo_de(8, entran=False, empieza=False)
    assert sin_telefono(m.estado) == ["Lupe", "Irma"]
    m.orden(servicios.jugadores_guardar, jugadores=[DatosJugador(7, "", "", "papel")])
    assert sin_telefono(m.estado) == ["Irma"]
    barra = pintar(m.estado, Mirada("invitar"), m.estado.visor(m.quienes[1]))["barra"]
    assert "Irma anota y todavía no entra" in barra and "recreo_empezar" in barra


def test_sin_todos_los_nombres_la_barra_dice_cuales_faltan() -> None:
    cuenta = suscrita()
    cliente = como(Quien(cuenta_id=cuenta.pk))
    manda(cliente, reverse("recreo:nuevo") + "?jugadores=4", nombre="Sobremesa", meta="100", importe="0")
    leido = texto(cliente.get(reverse("recreo:invitar", args=[Recreo.objects.get().codigo])))
    assert "Faltan los nombres de 2, 3 y 4" in leido and "Empezar la partida" not in leido


def test_solo_el_titular_ve_hacer_coorganizador() -> None:
    m = recreo_de(4)
    nombra_coorganizador(m, 2)
    assert 'id="coorganiza-3"' in como(m.quienes[1]).get(ruta(m, "invitar")).content.decode()
    assert 'id="coorganiza-3"' not in como(m.quienes[2]).get(ruta(m, "invitar")).content.decode()


def test_la_invitacion_lleva_el_titulo_tal_cual_y_escapado_una_vez() -> None:
    """D802: con «&» y «<b>» en el título, WhatsApp y el botón de compartir dicen lo que se escribió."""
    m = recreo_de(5, empieza=False)
    Recreo.objects.filter(pk=m.id).update(nombre='Sal & <b>"limón"</b>')
    pagina = como(m.quienes[1]).get(ruta(m, "invitar")).content.decode()
    (lleva,) = re.findall(r'href="https://wa.me/\?text=([^"]+)"', pagina)
    assert 'dominó: Sal & <b>"limón"</b>. Abre' in unquote(lleva) and "&" not in lleva
    (comparte,) = re.findall(r'data-compartir="([^"]+)"', pagina)
    assert 'dominó: Sal & <b>"limón"</b>. Abre' in unescape(comparte) and "<" not in comparte


def test_de_la_lista_pegada_un_nombre_no_pierde_sus_letras() -> None:
    lleno = repartir({"j1-nombre": "Memo", "lista": "Don <b>Pepe</b>\nBeto <beto@prueba.mx>"}, 5).lleno
    assert lleno["j2-nombre"] == "Don <b>Pepe</b>"
    assert (lleno["j3-nombre"], lleno["j3-correo"]) == ("Beto", "beto@prueba.mx")

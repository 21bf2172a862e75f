"""Las páginas de los torneos: cada quien abre lo suyo y nadie ve correos (TO2, TO14, TO16, TO30)."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.pegada import pegada
from tests.torneos.salon import Salon, abrir
from torneos.models import Inscrito, Mesa, Resultado, Torneo
from torneos.servicios import Persona, ensayos_preparar

pytestmark = pytest.mark.django_db
CORREO = "secreta@prueba.mx"


def navegador(correo: str) -> Client:
    cliente = Client()
    cliente.force_login(Cuenta.objects.get(email=correo), backend="django.contrib.auth.backends.ModelBackend")
    return cliente


@pytest.fixture
def salon() -> Salon:
    """En su primera partida, con alguien que dio su correo."""
    salon = abrir(personas=8)
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila", CORREO, "La Mula")])
    salon.publicar()
    return salon


def organizadora(salon: Salon) -> Client:
    return navegador(Cuenta.objects.get(pk=salon.organiza.cuenta_id).email)


def rutas(salon: Salon) -> dict[str, list[str]]:
    codigo = salon.fila.codigo
    publicas = ["publica", "buscar", "tabla", "tabla_csv", "tele", "acta"]
    de_control = ["control", "registro", "emparejar", "captura", "caja", "auxiliares", "rastro", "acta_final"]
    return {
        "publicas": [reverse(f"torneos:{r}", args=[codigo]) for r in publicas]
        + [reverse(f"torneos:{r}", args=[codigo, 1]) for r in ("donde", "partida", "mesas_csv", "alfabetico")]
        + [reverse("torneos:lista")],
        "control": [reverse(f"torneos:{r}", args=[codigo]) for r in de_control]
        + [reverse(f"torneos:{r}", args=[codigo, 1]) for r in ("persona", "hojas")]
        + [reverse("torneos:mesa_de_control", args=[codigo, 1, 1])],
    }


def test_lo_publico_lo_abre_cualquiera_y_no_ensena_correos_ni_claves(salon: Salon) -> None:
    claves = list(Mesa.objects.values_list("clave", flat=True))
    for ruta in rutas(salon)["publicas"]:
        respuesta = Client().get(ruta)
        assert respuesta.status_code == 200, ruta
        texto = respuesta.content.decode()
        assert CORREO not in texto and not any(clave in texto for clave in claves), ruta


def test_la_mesa_de_control_es_de_quien_la_lleva(salon: Salon) -> None:
    suscriptor("Ajena")
    for ruta in rutas(salon)["control"]:
        assert organizadora(salon).get(ruta).status_code == 200, ruta
        assert Client().get(ruta).status_code == 302, ruta
        assert navegador("ajena@prueba.mx").get(ruta).status_code == 302, ruta


def test_crear_uno_abre_su_registro_y_publica_su_compromiso() -> None:
    suscriptor("Lupita")
    cliente = navegador("lupita@prueba.mx")
    datos = {
        "id_orden": str(uuid4()), "nombre": "Torneo de la Amistad", "fecha": "2030-11-28T16:00", "formato": "maya",
        "previstas": "5", "espera": "10", "cupo": "32", "cuota": "150", "garantizado": "0",
    }  # fmt: skip
    respuesta = cliente.post(reverse("torneos:nuevo"), datos)
    torneo = Torneo.objects.get()
    assert respuesta.url == reverse("torneos:registro", args=[torneo.codigo])
    assert (torneo.tipo, torneo.meta, torneo.minutos) == ("maya", "juegos_ganados", 60)
    pagina = Client().get(reverse("torneos:publica", args=[torneo.codigo])).content.decode()
    assert "Apartar mi lugar" in pagina and torneo.clave_de_sorteo not in pagina
    mal = cliente.post(reverse("torneos:nuevo"), {**datos, "id_orden": str(uuid4()), "nombre": "", "fecha": "ayer"})
    assert mal.status_code == 200 and "Falta el nombre" in mal.content.decode()


def test_quien_llega_por_el_enlace_se_apunta_y_ve_su_lugar() -> None:
    salon = abrir(personas=0)
    publica = reverse("torneos:publica", args=[salon.fila.codigo])
    cliente = Client()
    datos = {"id_orden": str(uuid4()), "nombre": "Hilda Palma", "correo": "hilda@prueba.mx"}
    suya = cliente.post(publica, datos).url
    assert "Tu lugar está apartado" in cliente.get(suya).content.decode()
    assert cliente.post(publica, datos).url == suya and Inscrito.objects.count() == 1, "dos toques, una vez"
    otra = Client().post(publica, {"id_orden": str(uuid4()), "nombre": "hilda palma"})
    assert "ya está" in otra.content.decode()


def test_una_red_no_llena_el_cupo_ella_sola(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = abrir(personas=0)
    monkeypatch.setattr("torneos.views.publicas.INSCRIPCIONES_POR_RED", 2)
    publica = reverse("torneos:publica", args=[salon.fila.codigo])
    quienes = [(nombre, red) for red in ("203.0.113.7", "198.51.100.9") for nombre in (f"{red} uno", "dos", "tres")]
    codigos = [
        Client(REMOTE_ADDR=red).post(publica, {"id_orden": str(uuid4()), "nombre": f"{nombre} {red}"}).status_code
        for nombre, red in quienes
    ]
    assert codigos == [302, 302, 200] * 2 and Inscrito.objects.count() == 4


def test_del_registro_a_la_tabla_sin_guiones(salon: Salon) -> None:
    """Todo formulario sirve sin JavaScript: se manda y se vuelve."""
    codigo, cliente = salon.fila.codigo, organizadora(salon)

    def manda(accion: str, siguiente: str = "control", **datos: object) -> str:
        va = reverse(f"torneos:{siguiente}", args=[codigo])
        orden = reverse("torneos:orden", args=[codigo, accion])
        respuesta = cliente.post(orden, {"id_orden": str(uuid4()), "siguiente": va, **datos}, follow=True)
        return pegada(respuesta.content.decode())

    for mesa in salon.mesas():
        manda("mesa_capturar", "captura", partida=1, mesa=mesa.numero, a=100, b=mesa.numero)
    assert "Cerrar la partida 1" in pegada(cliente.get(reverse("torneos:control", args=[codigo])).content.decode())
    assert "Emparejar la que sigue" in manda("partida_cerrar", partida=1)
    assert "Emparejando" in manda("ensayo_pedir", "emparejar")
    ensayos_preparar()
    pagina = cliente.get(reverse("torneos:emparejar", args=[codigo])).content.decode()
    ensayo = re.search(r'name="ensayo" value="(\d+)"', pagina)
    assert ensayo and "No repetir pareja" in pagina
    assert "Partida 2 de 3" in manda("partida_publicar", ensayo=ensayo.group(1))
    assert "empatada" in manda("mesa_capturar", "captura", partida=2, mesa=1, a=50, b=50)


def test_donde_juego_se_busca_sin_acentos_y_dice_con_quien(salon: Salon) -> None:
    buscar = reverse("torneos:buscar", args=[salon.fila.codigo])
    assert "Chucho" in Client().get(buscar, {"q": "CHÚ"}, follow=True).content.decode()
    suya = Client().get(buscar, {"q": "guera"})
    pagina = Client().get(suya.url).content.decode()
    assert "con" in pagina and "contra" in pagina and "Por qué te tocó esta mesa" in pegada(pagina)
    assert "0 personas" in Client().get(buscar, {"q": "nadie así"}).content.decode()
    # al terminar ya no manda a nadie a una mesa
    for mesa in salon.mesas():
        salon.capturar(mesa)
    salon.pedir("partida_cerrar", partida=1)
    salon.pedir("torneo_terminar", motivo="Se acabó la tarde")
    pagina = pegada(Client().get(suya.url).content.decode())
    assert "El torneo ya terminó." in pagina and "Ver la tabla final" in pagina and "contra" not in pagina


def test_el_acta_publica_se_baja_y_antes_de_la_primera_no_la_hay(salon: Salon) -> None:
    acta = json.loads(Client().get(reverse("torneos:acta", args=[salon.fila.codigo])).content)
    assert acta["formato"] == "amigos-domino/torneo" and CORREO not in json.dumps(acta)
    vacio = abrir(personas=0, cuenta=suscriptor("Otra"))
    assert Client().get(reverse("torneos:acta", args=[vacio.fila.codigo])).status_code == 404


def test_una_celda_que_parece_formula_no_se_calcula(salon: Salon) -> None:
    salon.pedir("inscrito_cambiar", numero=1, nombre="=1+1")
    cuerpo = Client().get(reverse("torneos:mesas_csv", args=[salon.fila.codigo, 1])).content.decode()
    assert "'=1+1" in cuerpo


def test_la_consulta_dice_lo_mismo_que_el_socket_y_respeta_los_permisos(salon: Salon) -> None:
    vivo = reverse("torneos:vivo", args=[salon.fila.codigo])
    publica = Client().get(vivo, {"pantalla": "publica", "version": "0"}).json()
    assert publica["tipo"] == "parcial" and "Mesas de la partida 1" in pegada(publica["datos"]["zonas"]["contenido"])
    assert Client().get(vivo, {"pantalla": "publica", "version": publica["version"]}).json()["tipo"] == "version"
    assert Client().get(vivo, {"pantalla": "control"}).json()["tipo"] == "fuera"
    assert organizadora(salon).get(vivo, {"pantalla": "control"}).json()["tipo"] == "parcial"
    assert Client().get(vivo, {"pantalla": "publica", "mesa": "x"}).status_code == 404


def test_la_hoja_de_la_mesa_se_anota_con_su_clave_y_la_confirma_un_contrario(salon: Salon) -> None:
    mesa = salon.mesas()[0]
    abajo, derecha, arriba, _izq = mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True)
    aqui, cliente = reverse("torneos:mesa", args=[mesa.clave]), Client()
    assert "¿Quién eres?" in cliente.get(aqui).content.decode()
    assert cliente.post(aqui, {"soy": abajo}).url == aqui
    orden = lambda accion, **d: cliente.post(  # noqa: E731
        reverse("torneos:orden_de_mesa", args=[mesa.clave, accion]), {"id_orden": str(uuid4()), **d}, follow=True
    ).content.decode()
    cuatro = list(mesa.asientos.values_list("jugador__numero", flat=True))
    assert "Anotar mano 1" in pegada(orden("mesa_empezar", presentes=cuatro, salidor=derecha))
    anotar = reverse("torneos:anotar", args=[mesa.clave])
    assert "¿Cuántos tantos?" in pegada(cliente.get(anotar).content.decode())
    for mano in (1, 2):
        datos = {"mano": mano, "revision": 0, "marca": "dominada-0", "tantos": 60, "mesa": mesa.numero, "partida": 1}
        assert cliente.post(anotar, {"id_orden": str(uuid4()), **datos}).url == aqui
    assert "¿Está bien el marcador?" in pegada(cliente.get(aqui).content.decode())
    # con sus manos se cierra, no con su papel: la captura ofrece la que sigue
    captura = organizadora(salon).get(reverse("torneos:captura", args=[salon.fila.codigo])).content.decode()
    assert 'value="2"' in next(c for c in re.findall(r"<input[^>]*>", captura) if 'id="c-mesa"' in c)
    assert "de la otra pareja" in orden("mesa_confirmar", numero=arriba, anotadas=2)
    assert "La mesa ya cerró" in pegada(orden("mesa_confirmar", numero=derecha, anotadas=2))
    mesa.refresh_from_db()
    assert mesa.cerrada and mesa.resultados.get().marcador_0 == 100


def test_con_la_clave_de_una_mesa_no_se_toca_otra_ni_la_mesa_de_control(salon: Salon) -> None:
    una, otra = salon.mesas()
    cliente = Client()
    suyo = una.asientos.get(lugar=0).jugador.numero
    cliente.post(reverse("torneos:mesa", args=[una.clave]), {"soy": suyo})
    ajena = reverse("torneos:orden_de_mesa", args=[otra.clave, "juez_llamar"])
    datos = {"id_orden": str(uuid4()), "partida": 1, "mesa": una.numero}
    assert cliente.post(ajena, datos, headers={"X-Requested-With": "XMLHttpRequest"}).json()["codigo"] == (
        "no_eres_de_esta_mesa"
    )
    capturar = reverse("torneos:orden_de_mesa", args=[una.clave, "mesa_capturar"])
    assert cliente.post(capturar, datos).status_code == 404
    assert Client().get(reverse("torneos:mesa", args=["nada"])).status_code == 404
    assert Client().post(reverse("torneos:orden", args=[salon.fila.codigo, "mesa_capturar"]), datos).status_code == 404


def test_la_hoja_de_una_partida_pasada_manda_a_buscar_la_de_ahora(salon: Salon) -> None:
    vieja = salon.mesas()[0].clave
    for mesa in salon.mesas():
        salon.capturar(mesa)
    salon.pedir("partida_cerrar", partida=1)
    salon.publicar()
    respuesta = Client().get(reverse("torneos:mesa", args=[vieja]))
    assert respuesta.url == reverse("torneos:publica", args=[salon.fila.codigo])


def test_el_juez_solo_ve_y_decide_en_su_zona(salon: Salon) -> None:
    juez = suscriptor("Pilar")
    salon.pedir("auxiliar_poner", correo=juez.email, nombre="Pilar", papel="juez", desde_mesa=2, hasta_mesa=9)
    cliente, codigo = navegador(juez.email), salon.fila.codigo
    pagina = cliente.get(reverse("torneos:control", args=[codigo])).content.decode()
    assert "/mesa/2/" in pagina and "/mesa/1/" not in pagina
    assert cliente.get(reverse("torneos:registro", args=[codigo])).status_code == 302
    assert cliente.get(reverse("torneos:mesa_de_control", args=[codigo, 1, 1])).status_code == 302
    assert cliente.get(reverse("torneos:mesa_de_control", args=[codigo, 1, 2])).status_code == 200


def test_en_la_pared_y_en_la_tele_oscar_va_con_la_o() -> None:
    salon = abrir(personas=6)
    salon.pedir("inscritos_agregar", personas=[Persona("Óscar"), Persona("Pilar")], llegaron=True)
    salon.publicar()
    for ruta in (
        reverse("torneos:tele", args=[salon.fila.codigo]),
        reverse("torneos:alfabetico", args=[salon.fila.codigo, 1]),
    ):
        pagina = Client().get(ruta).content.decode()
        assert pagina.index("Elena") < pagina.index("Óscar") < pagina.index("Pilar"), ruta


def test_con_la_partida_abierta_no_se_ofrece_emparejar(salon: Salon) -> None:
    pagina = organizadora(salon).get(reverse("torneos:emparejar", args=[salon.fila.codigo])).content.decode()
    assert "sigue abierta" in pagina and "Ir al salón" in pagina and 'data-clave="ensayar"' not in pagina


def llenado(pagina: str, accion: str, **puesto: str) -> dict[str, str]:
    """El formulario de esa acción como viene en la página, con lo que se escribe o se elige en él."""
    forma = next(f for f in re.findall(r"<form.*?</form>", pagina, re.S) if f"/{accion}/" in f)
    campos: dict[str, str] = {}
    opciones: set[tuple[str, str]] = set()
    for campo in re.findall(r"<input[^>]*>", forma):
        suyo = dict(re.findall(r'(\w+)="([^"]*)"', campo))
        if suyo.get("type") in ("radio", "checkbox"):
            opciones.add((suyo["name"], suyo["value"]))
        elif "name" in suyo:
            campos[suyo["name"]] = suyo.get("value", "")
    for nombre, valor in puesto.items():
        assert nombre in campos or (nombre, valor) in opciones or f'name="{nombre}"' in forma, nombre
        assert (nombre, valor) in opciones or nombre not in {n for n, _valor in opciones}, (nombre, valor)
    return {**campos, **puesto}


def test_el_default_y_la_correccion_se_dan_desde_su_pagina(salon: Salon) -> None:
    codigo, cliente = salon.fila.codigo, organizadora(salon)

    def enviar(accion: str, **puesto: str) -> Resultado:
        pagina = cliente.get(reverse("torneos:mesa_de_control", args=[codigo, 1, 1])).content.decode()
        cliente.post(reverse("torneos:orden", args=[codigo, accion]), llenado(pagina, accion, **puesto))
        return Resultado.objects.order_by("revision").last() or Resultado()

    dado = enviar("mesa_dar_default", gana="1", motivo="Se fue a media partida")
    assert (dado.fin, dado.ganadora) == ("default", 1)
    corregido = enviar("mesa_corregir", fin="tiempo", ganadora="0", a="70", b="40", motivo="Sí se jugó")
    assert (corregido.fin, corregido.ganadora, corregido.marcador_0, corregido.marcador_1) == ("tiempo", 0, 70, 40)

"""Las páginas de cada formato: inscribirse, el registro, dónde juegan, bolsas, a distancia, tabla y papel (TO30)."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from reglas.suizo.tipos import Modalidad, Tipo
from tests.enlinea.mesas import suscriptor
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos, abrir_muchos
from tests.torneos.salon import Salon, abrir
from tests.torneos.test_paginas import navegador, organizadora
from torneos.models import Inscrito, Torneo

pytestmark = pytest.mark.django_db


def ruta(salon: Salon, nombre: str, *mas: object) -> str:
    return reverse(f"torneos:{nombre}", args=[salon.fila.codigo, *mas])


def ver(salon: Salon, nombre: str, *mas: object, cliente: Client | None = None) -> str:
    respuesta = (cliente or Client()).get(ruta(salon, nombre, *mas))
    assert respuesta.status_code == 200, nombre
    return pegada(respuesta.content.decode())


def test_crear_uno_de_parejas_y_uno_de_equipos() -> None:
    suscriptor("Lupita")
    cliente = navegador("lupita@prueba.mx")
    datos = {
        "nombre": "Copa", "fecha": "2030-11-28T16:00", "formato": "azteca-200", "previstas": "9", "espera": "10",
        "cupo": "64", "cuota": "0", "garantizado": "0",
    }  # fmt: skip
    for mas, esperado in (
        ({"modalidad": "parejas"}, ("parejas", "azteca", None)),
        ({"modalidad": "equipos", "encuentro": "1"}, ("equipos", "azteca", None)),
        ({"tablas": "3", "formato": "maya", "intercambio": "2"}, ("individual", "multibolsa", 3)),
        ({"tablas": "a_distancia"}, ("individual", "a_distancia", None)),
    ):
        cliente.post(reverse("torneos:nuevo"), {**datos, **mas, "id_orden": str(uuid4())})
        t = Torneo.objects.latest("pk")
        assert (t.modalidad, t.tipo, t.bolsas) == esperado
    mal = cliente.post(reverse("torneos:nuevo"), {**datos, "tablas": "2", "previstas": "8", "id_orden": str(uuid4())})
    assert "múltiplo de tres" in mal.content.decode()


def test_una_pareja_se_apunta_por_el_enlace_y_nadie_entra_en_dos() -> None:
    salon = abrir(modalidad=Modalidad.PAREJAS, cupo=64, personas=0)
    publica = ruta(salon, "publica")
    assert "los mismos dos" in ver(salon, "publica")
    datos = {"id_orden": str(uuid4()), "a": "Hilda Palma", "b": "Óscar Medina", "correo": "hilda@prueba.mx"}
    suya = Client().post(publica, {**datos, "suplente": "Amalia Arce"}).url
    assert "Hilda Palma y Óscar Medina" in Client().get(suya).content.decode()
    assert Inscrito.objects.filter(conjunto__nombre="Hilda Palma y Óscar Medina").count() == 3
    otra = {**datos, "id_orden": str(uuid4()), "a": "Rosa Rojas", "correo": ""}
    assert "nadie juega en dos" in pegada(Client().post(publica, otra).content.decode())
    suyo = {**otra, "b": "Ramón Vega", "correo": "HILDA@prueba.mx"}
    assert "Ese correo ya está en" in pegada(Client().post(publica, suyo).content.decode())
    sola = {**otra, "b": ""}
    assert "Falta un nombre" in Client().post(publica, sola).content.decode()


def test_un_equipo_se_apunta_con_su_nombre_y_su_orden() -> None:
    salon = abrir(modalidad=Modalidad.EQUIPOS, cupo=16, personas=0)
    datos = {
        "id_orden": str(uuid4()),
        "nombre_del_conjunto": "Los Arcos",
        "a": "Ana",
        "b": "Beto",
        "c": "Caro",
        "d": "Dani",
    }
    assert Client().post(ruta(salon, "publica"), datos).status_code == 302
    suyos = Inscrito.objects.filter(conjunto__nombre="Los Arcos").order_by("letra")
    assert [i.nombre for i in suyos] == ["Ana", "Beto", "Caro", "Dani"]
    sin = {**datos, "id_orden": str(uuid4()), "nombre_del_conjunto": ""}
    assert "Falta un nombre" in Client().post(ruta(salon, "publica"), sin).content.decode()


def test_la_mesa_de_registro_inscribe_renglones_y_registra_al_suplente() -> None:
    salon = abrir(modalidad=Modalidad.PAREJAS, cupo=64, personas=0)
    cliente = organizadora(salon)
    lista = "Ana, Beto\nLos Arcos: Caro, Dani / Eva\n"
    forma = {"id_orden": str(uuid4()), "lista": lista, "llegaron": "on"}
    assert cliente.post(ruta(salon, "registro"), forma).status_code == 302
    pagina = ver(salon, "registro", cliente=cliente)
    assert "2 en la sala de 2" in pagina and "Los Arcos" in pagina and "Caro y Dani" in pagina
    corta = cliente.post(ruta(salon, "registro"), {**forma, "id_orden": str(uuid4()), "lista": "Fito"})
    assert "Faltan nombres: son 2 y hay 1" in corta.content.decode()
    caro = Inscrito.objects.get(nombre="Caro")
    for accion, mas in (
        ("suplente_registrar", {"nombre": "Güera"}),
        ("suplente_entrar", {"por": caro.numero}),
    ):
        orden = reverse("torneos:orden", args=[salon.fila.codigo, accion])
        cliente.post(orden, {"id_orden": str(uuid4()), "numero": 2, **mas})
    suya = ver(salon, "persona", 2, cliente=cliente)
    assert "desde la partida 1 juega Güera" in suya and "todavía no entra" in suya
    assert "Los Arcos" in ver(salon, "persona", caro.numero, cliente=cliente)


@pytest.mark.parametrize("modalidad", [Modalidad.PAREJAS, Modalidad.EQUIPOS])
def test_publicado_cada_quien_halla_su_mesa_y_todo_se_lee(modalidad: Modalidad) -> None:
    salon = abrir_conjuntos(modalidad, 5, previstas=3)
    salon.jugar()
    salon.publicar()
    cliente = organizadora(salon)
    sentado = salon.mesas()[0].asientos.get(lugar=0).jugador
    suya = Client().get(ruta(salon, "buscar"), {"q": sentado.nombre}).url
    assert sentado.conjunto is not None
    dicho = Client().get(suya).content.decode()
    que = "Equipo" if modalidad is Modalidad.EQUIPOS else "Pareja"
    assert "contra" in dicho and f"{que} {sentado.conjunto.numero}" in dicho
    assert f"{que} {sentado.numero}" not in dicho, "el de la persona es cosa nuestra: el suyo es el de su conjunto"
    del_conjunto = ver(salon, "donde", sentado.conjunto.numero)
    assert "Partida 2 de 3." in del_conjunto
    assert del_conjunto.count("lugar__num") == (2 if modalidad is Modalidad.EQUIPOS else 1)
    assert sentado.conjunto.nombre in ver(salon, "tabla") and sentado.nombre in ver(salon, "tabla")
    explicada = ver(salon, "partida", 2)
    descansa = "Los demás siguen su encuentro" if modalidad is Modalidad.EQUIPOS else "Descansa quien menos"
    assert "No repetir rival" in explicada and descansa in explicada
    if modalidad is Modalidad.EQUIPOS:
        assert "Sigue su encuentro" in explicada
    for nombre in ("tele", "acta", "tabla_csv", "publica", "vivo"):
        assert Client().get(ruta(salon, nombre), {"pantalla": "tele"}).status_code == 200
    for nombre, mas in (("hojas", [2]), ("mesa_de_control", [2, 1]), ("emparejar", []), ("caja", []), ("control", [])):
        ver(salon, nombre, *mas, cliente=cliente)
    assert sentado.nombre in ver(salon, "alfabetico", 2)
    assert sentado.nombre in Client().get(ruta(salon, "mesas_csv", 2)).content.decode()


# -- Multibolsa y A Distancia -----------------------------------------------------------------------------------------


def test_las_bolsas_se_leen_en_la_tabla_la_partida_y_los_premios(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 5),))
    salon = abrir_muchos(33, previstas=9, tipo=Tipo.MULTIBOLSA, bolsas=2)
    assert "tres etapas de 3 partidas" in ver(salon, "publica") and "Multibolsa a 2 bolsas" in ver(salon, "publica")
    cliente = organizadora(salon)
    lista = "Bolsa 1\n1 40%\n2 10%\nBolsa 2\n1 60%\n"
    cliente.post(ruta(salon, "caja"), {"id_orden": str(uuid4()), "lista": lista})
    assert list(salon.fila.premios.values_list("bolsa", "lugar")) == [(1, 1), (1, 2), (2, 1)]
    caja = ver(salon, "caja", cliente=cliente)
    assert "más de 100" in caja and "Bolsa 2" in caja and "Bolsa 2 1 60%" in caja
    mal = cliente.post(ruta(salon, "caja"), {"id_orden": str(uuid4()), "lista": "Bolsa 3\n1 60%"})
    assert "no hay bolsa 3" in mal.content.decode()
    for _vez in range(3):
        salon.jugar()
    salon.ensayar()
    assert "Bolsas nuevas" in ver(salon, "emparejar", cliente=cliente)
    salon.jugar()
    orden = reverse("torneos:orden", args=[salon.fila.codigo, "intercambio_fijar"])
    cliente.post(orden, {"id_orden": str(uuid4()), "intercambio": "1"})
    assert salon.fila.intercambio == 1 and "El segundo corte" in ver(salon, "emparejar", cliente=cliente)
    assert "· Bolsa" in ver(salon, "donde", 1)
    assert "Bolsas nuevas" in ver(salon, "partida", 4) and "Bolsas nuevas" not in ver(salon, "partida", 3)
    tabla = ver(salon, "tabla")
    assert tabla.index("Bolsa 1") < tabla.index("Bolsa 2") and "Bolsa" not in Client().get(
        ruta(salon, "tabla"), {"tras": "3"}
    ).content.decode().replace("Multibolsa", "")
    assert "bolsa" in Client().get(ruta(salon, "tabla_csv")).content.decode().splitlines()[0]
    assert ver(salon, "publica").count("c-bolsa") == 2 and "bolsa 2" in ver(salon, "tele")


def test_a_distancia_se_declara_antes_y_tiene_su_tabla(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reglas.suizo.individual.PATADAS", ((256, 5),))
    salon = abrir_muchos(33, previstas=2, tipo=Tipo.A_DISTANCIA)
    cliente = organizadora(salon)
    assert "declararse" in ver(salon, "publica") and ruta(salon, "declarar") in ver(salon, "registro", cliente=cliente)
    orden = reverse("torneos:orden", args=[salon.fila.codigo, "distancia_declarar"])
    for numeros, nombre in (("1 y 2", "Los primos"), ("1, 3, 5, 7", "Los nones")):
        cliente.post(orden, {"id_orden": str(uuid4()), "numeros": numeros, "nombre": nombre})
    pagina = ver(salon, "declarar", cliente=cliente)
    assert "Los primos" in pagina and "Equipo" in pagina
    repetida = cliente.post(orden, {"id_orden": str(uuid4()), "numeros": "2 4"}, follow=True)
    assert "ya está en «Los primos»" in pegada(repetida.content.decode())
    assert Client().get(ruta(salon, "declarar")).status_code == 302
    salon.jugar()
    assert 'name="numeros"' not in ver(salon, "declarar", cliente=cliente), "ya empezó"
    tabla = ver(salon, "a_distancia")
    assert tabla.index("Los primos") < tabla.index("Los nones")
    assert ruta(salon, "a_distancia") in ver(salon, "publica")
    assert "Los nones" in ver(salon, "acta_final", cliente=cliente)
    otro = abrir(personas=0, cuenta=suscriptor("Otra"))
    assert Client().get(ruta(otro, "a_distancia")).status_code == 404

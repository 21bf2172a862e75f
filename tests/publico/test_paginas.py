"""Páginas públicas (PL3): abren sin sesión, se distinguen y no llevan nada en línea."""

import itertools
import re
from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import reverse

from recreo.identidad import Quien
from recreo.models import Recreo
from tests.enlinea.mesas import los_cuatro, sentar
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import recreo_de
from tests.recreo.pagina import como, texto

PAGINAS = (
    "inicio",
    "quienes_somos",
    "reglamento",
    "ayuda_recreo",
    "roles",
    "ayuda_enlinea",
    "ayuda_federacion",
    "ayuda_musica",
    "planes",
    "privacidad",
    "juegos",
    "navegadores",
    "comprobar",
    "contacto",
    "terminos",
)

pytestmark = pytest.mark.django_db


class Lector(HTMLParser):
    """Lo que hace falta mirar de una página."""

    def __init__(self) -> None:
        super().__init__()
        self.etiquetas: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.titulo = ""
        self._en_titulo = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        datos = dict(attrs)
        self.etiquetas.append((tag, datos))
        if datos.get("id"):
            self.ids.append(str(datos["id"]))
        self._en_titulo = tag == "title"

    def handle_data(self, data: str) -> None:
        if self._en_titulo:
            self.titulo += data.strip()
            self._en_titulo = False


def leer(cuerpo: str) -> Lector:
    lector = Lector()
    lector.feed(cuerpo)
    return lector


def abrir(cliente: Client, nombre: str) -> Lector:
    respuesta = cliente.get(reverse(f"publico:{nombre}"))
    assert respuesta.status_code == 200
    return leer(respuesta.content.decode())


def test_cada_pagina_tiene_titulo_propio_y_descripcion(client: Client) -> None:
    titulos = set()
    for nombre in PAGINAS:
        lector = abrir(client, nombre)
        assert lector.titulo.endswith("· Amigos por el Dominó")
        titulos.add(lector.titulo)
        metas = [a for e, a in lector.etiquetas if e == "meta" and a.get("name") == "description"]
        assert len(metas) == 1 and len(str(metas[0]["content"])) > 40
    assert len(titulos) == len(PAGINAS)


@pytest.mark.parametrize("nombre", PAGINAS)
def test_encabezados_en_orden_y_un_solo_h1(client: Client, nombre: str) -> None:
    niveles = [int(e[1]) for e, _ in abrir(client, nombre).etiquetas if re.fullmatch(r"h[1-6]", e)]
    assert niveles[0] == 1 and niveles.count(1) == 1
    assert all(sigue - antes <= 1 for antes, sigue in itertools.pairwise(niveles))


@pytest.mark.parametrize("nombre", PAGINAS)
def test_nada_en_linea(client: Client, nombre: str) -> None:
    for etiqueta, datos in abrir(client, nombre).etiquetas:
        assert etiqueta != "style"
        assert "style" not in datos
        assert not [a for a in datos if a.startswith("on")]
        # los datos, para buscadores o para el guion, no corren
        assert (
            etiqueta != "script" or datos.get("src") or datos.get("type") in ("application/ld+json", "application/json")
        )


@pytest.mark.parametrize("nombre", PAGINAS)
def test_ids_unicos_y_dibujos_con_referencia(client: Client, nombre: str) -> None:
    lector = abrir(client, nombre)
    assert len(lector.ids) == len(set(lector.ids))
    usados = {str(a["xlink:href"])[1:] for e, a in lector.etiquetas if e == "use"}
    assert usados <= set(lector.ids)
    anclas = {str(a["href"])[1:] for e, a in lector.etiquetas if e == "a" and str(a.get("href")).startswith("#")}
    assert anclas <= set(lector.ids)


def test_las_ligas_internas_abren(client: Client) -> None:
    pendientes, vistas = [reverse("publico:inicio")], set()
    while pendientes:
        direccion = pendientes.pop()
        if direccion in vistas:
            continue
        vistas.add(direccion)
        respuesta = client.get(direccion)
        assert respuesta.status_code in (200, 302), direccion
        if respuesta.status_code != 200 or "html" not in respuesta["Content-Type"]:
            continue
        for etiqueta, datos in leer(respuesta.content.decode()).etiquetas:
            destino = str(datos.get("href") or "") if etiqueta == "a" else ""
            if destino.startswith("/"):
                pendientes.append(destino.partition("#")[0])
    assert {reverse(f"publico:{n}") for n in PAGINAS} <= vistas


def test_la_entrada_va_por_post_con_el_correo_y_su_proteccion(client: Client) -> None:
    etiquetas = abrir(client, "inicio").etiquetas
    formas = [a for e, a in etiquetas if e == "form" and a.get("method") == "post"]
    assert [f["action"] for f in formas] == [reverse("suscripciones:entrar")]
    nombres = [a.get("name") for e, a in etiquetas if e == "input"]
    assert "correo" in nombres and "csrfmiddlewaretoken" in nombres


@pytest.mark.parametrize(
    "escrito",
    ["abc234", " ABC-234 ", "abc 234", "https://diversion.amigosporeldomino.com/r/ABC234/", "/r/ABC234/?x=1"],
)
def test_el_codigo_lleva_a_su_invitacion_como_sea_que_se_escriba(client: Client, escrito: str) -> None:
    Recreo.objects.filter(pk=recreo_de(4).id).update(codigo="ABC234")
    respuesta = client.get(reverse("publico:codigo"), {"codigo": escrito})
    assert (respuesta.status_code, respuesta["Location"]) == (302, "/r/ABC234/")


@pytest.mark.parametrize(("escrito", "dice"), [("tm4x9", "TM4X9"), ("zzz-999", "ZZZ999")])
def test_un_codigo_que_no_es_de_nadie_se_dice_junto_al_campo_con_lo_escrito(
    client: Client, escrito: str, dice: str
) -> None:
    respuesta = client.get(reverse("publico:codigo"), {"codigo": escrito})
    assert respuesta.status_code == 404
    assert f"No hay ningún Recreo ni torneo con el código {dice}. Revísalo con quien organiza." in texto(respuesta)
    campo = next(a for e, a in leer(respuesta.content.decode()).etiquetas if a.get("id") == "codigo")
    assert (campo["value"], campo["aria-describedby"]) == (escrito, "codigo-error")


def test_la_portada_lleva_primero_a_su_mesa_a_quien_esta_en_una(client: Client) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    client.force_login(cuatro[0], backend="django.contrib.auth.backends.ModelBackend")
    pagina = client.get("/").content.decode()
    primera = pagina[pagina.index("boton--accion") :]
    assert "Estás en una mesa en línea" in pagina
    assert primera.index(reverse("enlinea:mesa", args=[mesa.pk])) < primera.index(reverse("recreo:entrada"))


def test_la_portada_ofrece_su_recreo_a_quien_ya_entro(client: Client) -> None:
    m = recreo_de(4)
    inicio, pide = reverse("publico:inicio"), "Entra con el correo que diste"
    for quien, dice in ((m.quienes[1], "Ir a mi Recreo"), (m.quienes[2], "Ir a mi Recreo")):
        respuesta = como(quien).get(inicio)
        assert dice in texto(respuesta) and pide not in texto(respuesta)
        assert f'href="{reverse("recreo:entrada")}"' in respuesta.content.decode()
    libre = texto(como(Quien(cuenta_id=suscrita().pk)).get(inicio))
    assert "Mis Recreos" in libre and "Ir a mi Recreo" not in libre and pide not in libre
    assert pide in texto(client.get(inicio))
    assert pide in texto(como(Quien(llave="sin-lugar")).get(inicio))


@pytest.mark.parametrize("escrito", ["", "!", "<script>alert(1)</script>", "//otro.sitio", "x" * 40])
def test_un_codigo_que_no_se_entiende_se_explica_sin_salir_de_casa(client: Client, escrito: str) -> None:
    respuesta = client.get(reverse("publico:codigo"), {"codigo": escrito})
    cuerpo = respuesta.content.decode()
    assert respuesta.status_code == 400
    assert 'id="codigo-error"' in cuerpo
    assert "<script>alert" not in cuerpo


@pytest.mark.parametrize("nombre", ["inicio", "planes"])
def test_los_precios_del_reglamento(client: Client, nombre: str) -> None:
    cuerpo = client.get(reverse(f"publico:{nombre}")).content.decode()
    texto = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cuerpo))
    assert "20.00 USD" in texto and "36.00 USD" in texto


def test_los_roles_publicados_son_los_oficiales(client: Client) -> None:
    cuerpo = client.get(reverse("publico:roles")).content.decode()
    texto = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", cuerpo))
    assert "1 y 8 contra 10 y 15" in texto
    assert "A los números 3 y 6 esta partida no les suma." in texto
    assert "Deben poder anotar los números 1, 2, 3, 4, 5, 9 y 13." in texto


def test_el_ejemplo_de_partida_suma_lo_que_dice(client: Client) -> None:
    cuerpo = client.get(reverse("publico:reglamento")).content.decode()
    tabla = cuerpo[cuerpo.index('class="tabla manos"') :].partition("</tbody>")
    ganadas: tuple[list[int], list[int]] = ([], [])
    for fila in tabla[0].partition("<tbody")[2].split("</tr>"):
        celdas = re.findall(r'<td class="num[^>]*>(\d+|–)</td>', fila)
        for pareja, valor in enumerate(celdas):
            ganadas[pareja].append(0 if valor == "–" else int(valor))
    suma = [int(n) for n in re.findall(r'<td class="num[^>]*>(\d+)</td>', tabla[2].partition("</tfoot>")[0])]
    assert len(ganadas[0]) == 7
    assert suma == [sum(ganadas[0]), sum(ganadas[1])] == [108, 54]


def test_un_buscador_no_entra_a_las_mesas(client: Client) -> None:
    cuerpo = client.get("/robots.txt").content.decode()
    assert "Disallow: /r/" in cuerpo and "Disallow: /recreo/" in cuerpo


def test_lo_que_no_existe_ofrece_volver_al_inicio(client: Client) -> None:
    respuesta = client.get("/no-hay-tal/")
    assert respuesta.status_code == 404
    assert "Ir al inicio" in respuesta.content.decode()


def test_formulario_sin_llave_dice_que_nada_se_perdio() -> None:
    respuesta = Client(enforce_csrf_checks=True).post(reverse("suscripciones:entrar"), {"correo": "a@b.mx"})
    assert respuesta.status_code == 403
    assert "lo que escribiste sigue aquí" in respuesta.content.decode()


@pytest.mark.django_db(databases=[])
@pytest.mark.parametrize("plantilla", ["400.html", "403.html", "404.html", "500.html"])
def test_los_avisos_de_error_se_pintan_sin_base_de_datos(plantilla: str) -> None:
    lector = leer(render_to_string(plantilla))
    assert lector.titulo
    assert [e for e, _ in lector.etiquetas].count("h1") == 1


def test_el_500_no_depende_de_la_plantilla_comun() -> None:
    with override_settings(STATIC_URL="otra/"):
        cuerpo = render_to_string("500.html")
    assert "<svg" not in cuerpo and "csrf" not in cuerpo
    assert "sigue guardado" in cuerpo

"""Lo que ve quien llega y lo que lee un buscador: la portada enseña, pesa poco y dice la verdad (PL3, D487, D488)."""

import gzip
import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.urls import reverse

from config.comun.paginas import PAGINAS
from config.portada.para_buscadores import PREGUNTAS
from tests.publico.test_paginas import leer
from tests.recreo.pagina import texto

pytestmark = [pytest.mark.django_db, pytest.mark.una_base]

PESO_MAXIMO = 60_000
DATOS = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def comprimido(cuerpo: bytes) -> int:
    return len(gzip.compress(cuerpo, 6))


def de_la_pagina(cuerpo: str) -> list[str]:
    """Hojas y guiones que pide, por su nombre en `static/`."""
    pide = [
        a.get("href") if e == "link" else a.get("src") for e, a in leer(cuerpo).etiquetas if e in ("link", "script")
    ]
    return [ruta.partition("static/")[2] for ruta in pide if ruta and ruta.endswith((".css", ".js"))]


def test_la_portada_pesa_menos_de_sesenta_kilos(client: Client) -> None:
    cuerpo = client.get("/").content
    piezas = [Path(str(finders.find(nombre))).read_bytes() for nombre in de_la_pagina(cuerpo.decode())]
    assert len(piezas) >= 3
    total = comprimido(cuerpo) + sum(map(comprimido, piezas))
    assert total <= PESO_MAXIMO, total


def test_desde_la_portada_la_mano_esta_a_un_toque_y_la_partida_a_otro(client: Client) -> None:
    ligas = [a.get("href") for e, a in leer(client.get("/").content.decode()).etiquetas if e == "a"]
    assert reverse("visita:jugar") in ligas and reverse("visita:partida") in ligas
    # y antes que cualquier otra cosa que se oprima
    cuerpo = client.get("/").content.decode()
    assert cuerpo.index("boton--accion") < cuerpo.index('name="correo"')
    assert cuerpo[cuerpo.index("boton--accion") :].index(reverse("visita:jugar")) < 120


def test_la_portada_contesta_tres_preguntas_y_el_buscador_lee_lo_mismo(client: Client) -> None:
    respuesta = client.get("/")
    visto = texto(respuesta)
    datos = json.loads(DATOS.findall(respuesta.content.decode())[0])
    porque = {uno["@type"]: uno for uno in datos["@graph"]}
    preguntas = porque["FAQPage"]["mainEntity"]
    assert len(PREGUNTAS) == 3 == len(preguntas)
    for una in preguntas:
        assert una["name"] in visto and una["acceptedAnswer"]["text"] in visto
    ofertas = {(o["price"], o["priceCurrency"]) for o in porque["WebApplication"]["offers"]}
    assert {("20.00", "USD"), ("36.00", "USD")} <= ofertas


def test_un_texto_no_cierra_los_datos_del_buscador() -> None:
    from config.templatetags.domino import datos_estructurados

    escrito = datos_estructurados({"nombre": "</script><b>&"})
    assert "<b>" not in escrito and escrito.count("</script>") == 1
    assert json.loads(DATOS.findall(escrito)[0]) == {"nombre": "</script><b>&"}


@pytest.mark.parametrize("nombre", PAGINAS)
def test_lo_que_se_comparte_dice_lo_que_la_pagina(client: Client, nombre: str) -> None:
    respuesta = client.get(reverse(nombre))
    etiquetas = leer(respuesta.content.decode()).etiquetas
    metas = {a.get("property") or a.get("name"): a.get("content") for e, a in etiquetas if e == "meta"}
    assert metas["og:title"] == str(PAGINAS[nombre].titulo)
    assert metas["og:description"] == metas["description"] == str(PAGINAS[nombre].descripcion)
    assert metas["og:url"] == f"http://testserver{reverse(nombre)}"
    canonica = [a["href"] for e, a in etiquetas if e == "link" and a.get("rel") == "canonical"]
    assert canonica == [metas["og:url"]]
    imagen = str(metas["og:image"]).partition("static/")[2]
    assert finders.find(imagen), imagen


def test_por_el_otro_nombre_se_comparte_la_direccion_principal(client: Client) -> None:
    with override_settings(ANFITRION_PRINCIPAL="www.prueba.mx", ANFITRION_RECREO="juega.prueba.mx"):
        cuerpo = client.get("/planes/", headers={"host": "juega.prueba.mx"}).content.decode()
    assert '<meta property="og:url" content="http://www.prueba.mx/planes/">' in cuerpo


def test_el_mapa_del_sitio_nombra_cada_pagina_y_abren(client: Client) -> None:
    respuesta = client.get("/sitemap.xml")
    assert respuesta["Content-Type"].startswith("application/xml")
    direcciones = re.findall(r"<loc>http://testserver(.*?)</loc>", respuesta.content.decode())
    assert {reverse(nombre) for nombre in PAGINAS} <= set(direcciones)
    assert all(client.get(direccion).status_code == 200 for direccion in direcciones)
    robots = client.get("/robots.txt").content.decode()
    assert "Sitemap: http://testserver/sitemap.xml" in robots
    # nada de lo que se anuncia está cerrado
    cerradas = re.findall(r"Disallow: (\S+)", robots)
    assert [d for d in direcciones if d.startswith(tuple(cerradas))] == []


def test_nuestros_juegos_nombra_cada_meta_modalidad_y_formato(client: Client) -> None:
    visto = texto(client.get(reverse("publico:juegos")))
    for palabra in (
        "A 100 tantos", "A 200 tantos", "A juegos ganados", "Individual", "Parejas", "Equipos", "Ronda",
        "Todos con Todos", "Web", "Maya", "Azteca", "Multibolsa", "A Distancia", "Intranet Multiplicado",
        "Sistema Suizo", "Federación", "Música y matemáticas",
    ):  # fmt: skip
        assert palabra in visto, palabra


def test_desde_nuestros_juegos_se_llega_a_como_se_juega_cada_uno(client: Client) -> None:
    cuerpo = client.get(reverse("publico:juegos")).content.decode()
    for ayuda in ("publico:ayuda_federacion", "publico:ayuda_musica", "visita:jugar"):
        assert f'href="{reverse(ayuda)}"' in cuerpo, ayuda


@pytest.mark.parametrize("juego", ["federacion", "musica"])
def test_de_sus_reglas_se_llega_a_la_sala_con_el_juego_escogido(juego: str, client: Client) -> None:
    """D860."""
    cuerpo = client.get(reverse(f"publico:ayuda_{juego}")).content.decode()
    assert f'{reverse("enlinea:sala")}?juego={juego}#practicar"' in cuerpo


def test_los_navegadores_minimos_son_los_del_documento(client: Client) -> None:
    visto = texto(client.get(reverse("publico:navegadores")))
    for navegador in ("Internet Explorer 11", "Google Chrome 60", "Mozilla Firefox 50", "Opera 46"):
        assert navegador in visto


def test_el_reglamento_trae_como_se_toman_se_salen_y_se_pasan_las_fichas(client: Client) -> None:
    visto = texto(client.get(reverse("publico:reglamento")))
    for dicho in (
        "El salidor puede volver a mezclar; si lo hace, escoge al último",
        "Con más de siete y alguna vista, se mezcla todo de nuevo",
        "Si es mula, con el lado largo de frente al salidor; si no, con el cuadrante de más valor hacia su compañero",
        "se dice sólo «paso», con voz fuerte, clara",
        "mientras alguien juega una tras otra sus fichas de un mismo palo",
    ):
        assert dicho in visto, dicho


def test_quien_organiza_tiene_su_entrada_y_no_un_campo_pelon(client: Client) -> None:
    respuesta = client.get(reverse("recreo:entrada"))
    visto = texto(respuesta)
    assert "Junta a los tuyos; la cuenta va sola" in visto and "participar no cuesta" in visto
    ligas = [a.get("href") for e, a in leer(respuesta.content.decode()).etiquetas if e == "a"]
    assert reverse("publico:planes") in ligas and reverse("publico:ayuda_recreo") in ligas


def test_los_terminos_no_prometen_dinero_ajeno_y_llevan_a_lo_demas(client: Client) -> None:
    respuesta = client.get(reverse("publico:terminos"))
    assert "no cobra, no guarda ni paga apuestas, cuotas ni premios" in texto(respuesta)
    ligas = [a.get("href") for e, a in leer(respuesta.content.decode()).etiquetas if e == "a"]
    assert {reverse(f"publico:{n}") for n in ("privacidad", "reglamento", "planes", "contacto")} <= set(ligas)

"""Lo que pide una página, en pocos archivos y ligeros, y lo mismo que suelto (D657 a D660)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import esprima
import pytest
import tinycss2
from django.template import Context, Template
from django.test import Client

from config.conjuntos.armar import armar
from config.conjuntos.disco import armado, piezas_de
from config.conjuntos.nombres import nombre_de
from config.conjuntos.plantillas import todos
from tests.config.servidor import RAIZ, copiar_base
from tests.navegador.casa import base_de_demostracion
from tests.piezas import archivos_de, piezas_de_pagina

PAGINAS = ("/", "/entrar/", "/probar/", "/probar/?juego=musica-2-0-7", "/recreo/", "/torneos/", "/recreo/sin-senal/")
FUENTES = sorted(p for tipo in ("js", "css") for p in (RAIZ / "static" / tipo).rglob(f"*.{tipo}"))


def pintada(texto: str, **datos: Any) -> str:
    return Template("{% load conjuntos %}" + texto).render(Context(datos))


@pytest.mark.django_db
@pytest.mark.parametrize("ruta", PAGINAS)
def test_la_pagina_pide_lo_mismo_que_suelta_y_en_su_orden(client: Client, settings: Any, ruta: str) -> None:
    junta = client.get(ruta).content.decode()
    settings.CONJUNTOS = False
    suelta = archivos_de(client.get(ruta).content.decode())
    assert piezas_de_pagina(junta) == suelta and not [p for p in suelta if p.startswith("conjuntos/")]
    assert len(archivos_de(junta)) < len(suelta)


@pytest.mark.django_db
@pytest.mark.parametrize("ruta", PAGINAS)
def test_lo_que_pide_una_pagina_estaba_entre_lo_que_se_arma_al_publicar(client: Client, ruta: str) -> None:
    pedidos = [a for a in archivos_de(client.get(ruta).content.decode()) if a.startswith("conjuntos/")]
    assert pedidos and {piezas_de(a) for a in pedidos} <= set(todos())


@pytest.mark.parametrize("fuente", [p for p in FUENTES if p.suffix == ".js"], ids=lambda p: p.stem)
def test_un_guion_reducido_dice_lo_mismo(fuente: Path) -> None:
    """Por sus piezas de lenguaje: ninguna expresión regular ni cadena cambia."""
    texto = fuente.read_text(encoding="utf-8")
    reducido = armar(("js/x/y.js",), lambda _p: texto)
    fichas = [(f.type, f.value) for f in esprima.tokenize(reducido)]
    de_antes = [(f.type, f.value) for f in esprima.tokenize(texto)]
    # entre el «try {» y el «} catch» que lo aparta de los demás
    assert fichas[2 : 2 + len(de_antes)] == de_antes and len(fichas) < len(de_antes) + 30


@pytest.mark.parametrize("fuente", [p for p in FUENTES if p.suffix == ".css"], ids=lambda p: p.stem)
def test_una_hoja_reducida_declara_lo_mismo(fuente: Path) -> None:
    texto = fuente.read_text(encoding="utf-8")
    assert _fichas(armar(("css/x.css",), lambda _p: texto)) == _fichas(texto)


def _fichas(texto: str) -> list[str]:
    """Sin blancos, comentarios ni el punto y coma que sobra antes de cerrar."""
    dicho = tinycss2.serialize(tinycss2.parse_component_value_list(texto, skip_comments=True))
    return "".join(dicho.split()).replace(";}", "}").split("}")


def test_uno_dentro_de_otro_es_su_archivo_y_el_de_fuera_sigue() -> None:
    texto = (
        '{% conjunto %}{% guion "js/a/1.js" %}{% conjunto %}{% guion "js/a/2.js" %}{% endconjunto %}'
        '{% if si %}{% guion "js/a/3.js" %}{% endif %}{% endconjunto %}'
    )
    assert [piezas_de(a) for a in archivos_de(pintada(texto, si=1))] == [("js/a/1.js",), ("js/a/2.js",), ("js/a/3.js",)]
    assert len(archivos_de(pintada(texto))) == 2


def test_si_no_se_armo_al_publicar_la_pagina_los_pide_sueltos(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.contrib.staticfiles.storage import staticfiles_storage

    texto = '{% conjunto %}{% estilo "css/a/1.css" %}{% estilo "css/a/2.css" %}{% endconjunto %}'
    monkeypatch.setattr(staticfiles_storage, "hashed_files", {}, raising=False)
    assert archivos_de(pintada(texto)) == ["css/a/1.css", "css/a/2.css"]


def test_lo_que_una_hoja_nombra_se_busca_desde_la_carpeta_de_los_conjuntos() -> None:
    hoja = "a{background:url(../img/x.png)} b{background:url('#y')} c{background:url(data:image/png;base64,AA)}"
    junta = armar(("css/z.css",), lambda _p: hoja)
    assert 'url("../img/x.png")' in junta and "#y" in junta and "url(data:image/png" in junta
    assert 'url("../css/mesa/x.png")' in armar(("css/mesa/z.css",), lambda _p: "a{background:url(x.png)}")
    with pytest.raises(ValueError, match="@import"):
        armar(("css/z.css",), lambda _p: '@import "otra.css";')


def test_si_una_pieza_cambia_se_vuelve_a_armar(tmp_path: Path, settings: Any) -> None:
    settings.STATICFILES_DIRS = [tmp_path]
    settings.CARPETA_DE_CONJUNTOS = tmp_path / "armados"
    piezas = ("css/una.css",)
    (tmp_path / "css").mkdir()
    fuente, lista = tmp_path / "css" / "una.css", tmp_path / "armados" / f"{nombre_de(piezas)}.lista"
    lista.parent.mkdir(parents=True)
    lista.write_text("css/una.css", encoding="utf-8")
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    try:
        for color, cuando in (("red", 1), ("blue", 4_000_000_000)):
            fuente.write_text(f"a {{ color: {color}; }}", encoding="utf-8")
            os.utime(fuente, (cuando, cuando))
            hecho = armado(nombre_de(piezas))
            assert hecho is not None and f"color:{color}" in hecho.read_text(encoding="utf-8")
    finally:
        finders.get_finder.cache_clear()


@pytest.mark.usefixtures("una_vez")
def test_cada_pagina_principal_cabe_en_su_techo(carpeta_de_bases: Path, tmp_path: Path) -> None:
    """Pocos archivos y ligera: la tabla y los techos están en `bench/paginas`."""
    copiar_base(base_de_demostracion(carpeta_de_bases), tmp_path / "a.sqlite3")
    ambiente = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'a.sqlite3'}", "REDIS_URL": ""}
    orden = [sys.executable, "-m", "bench.paginas", "--base"]
    hecho = subprocess.run(orden, cwd=RAIZ, env=ambiente, capture_output=True, text=True, timeout=110, check=False)
    assert hecho.returncode == 0, hecho.stdout + hecho.stderr

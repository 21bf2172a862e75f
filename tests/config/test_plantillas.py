"""Las plantillas viajan sin la sangría con que se escriben."""

from pathlib import Path

from django.template import Engine, Template

CARGADOR = "config.comun.plantillas.DeCarpetas"
SANGRADA = """<ul>
    {% for n in numeros %}
        <li
            class="n"
        >{{ n }} y {{ n }}</li>
    {% endfor %}
</ul>
"""


def cargada(carpeta: Path, nombre: str) -> Template:
    (carpeta / nombre).write_text(SANGRADA, encoding="utf-8")
    return Engine(dirs=[str(carpeta)], loaders=[CARGADOR]).get_template(nombre)


def test_se_quita_la_sangria_y_no_se_pega_nada(tmp_path: Path) -> None:
    plantilla = cargada(tmp_path, "lista.html")
    assert "\n " not in plantilla.source and '<li\nclass="n"\n>{{ n }} y {{ n }}</li>' in plantilla.source
    assert plantilla.source.split() == SANGRADA.split()


def test_cada_renglon_conserva_su_numero(tmp_path: Path) -> None:
    assert cargada(tmp_path, "lista.html").source.count("\n") == SANGRADA.count("\n")


def test_en_un_correo_la_sangria_es_texto(tmp_path: Path) -> None:
    assert cargada(tmp_path, "carta.txt").source == SANGRADA

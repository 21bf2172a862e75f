"""El papel, vuelto imagen y leído por otro programa: el QR lleva a su mesa y lo escrito se selecciona (RE8, D603)."""

from decimal import Decimal

import pypdfium2
import pytest
import zxingcpp
from PIL import Image

from recreo.papel import hoja, reportes
from recreo.papel.tamano import Tamano
from tests.recreo.mesa import recreo_de
from tests.recreo.pagina import como, ruta
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez"), pytest.mark.timeout(400)]
DPI_DE_PAPEL = 150
"""Menos de lo que saca cualquier impresora."""


def enlace_de(partida: int, mesa: int) -> str:
    return f"https://diversion.ejemplo.mx/recreo/ABC234/partida/{partida}/mesa/{mesa}/"


def imagen_de(pagina: pypdfium2.PdfPage, dpi: int = DPI_DE_PAPEL) -> Image.Image:
    return pagina.render(scale=dpi / 72).to_pil()


def leidos(imagen: Image.Image) -> list[str]:
    """Lo que dice cada código que el lector encuentra en la hoja entera."""
    return [codigo.text for codigo in zxingcpp.read_barcodes(imagen)]


@pytest.mark.parametrize("tamano", list(Tamano))
def test_un_lector_encuentra_en_cada_hoja_su_qr_y_lo_lleva_a_su_mesa(tamano: Tamano) -> None:
    m = recreo_de(8)
    pdf = pypdfium2.PdfDocument(hoja.plantillas(m.estado, m.estado.rol.partidas, enlace_de, tamano))
    suyos = [[enlace_de(p.numero, mesa.numero)] for p in m.estado.rol.partidas for mesa in p.mesas]
    assert [leidos(imagen_de(pagina)) for pagina in pdf] == suyos


def test_el_qr_se_lee_torcido_gris_y_de_lejos() -> None:
    m = recreo_de(4)
    pdf = pypdfium2.PdfDocument(hoja.plantillas(m.estado, m.estado.rol.partidas[:1], enlace_de, Tamano.CARTA))
    foto = imagen_de(pdf[0], dpi=110).convert("L").rotate(7, expand=True, fillcolor=255)
    desvaida = foto.point(lambda v: 90 + v * 120 // 255)
    assert leidos(desvaida) == [enlace_de(1, 1)]


def test_el_que_se_baja_abre_la_pantalla_de_la_mesa_a_quien_tiene_lugar() -> None:
    m = recreo_de(4)
    pdf = pypdfium2.PdfDocument(como(m.quienes[2]).get(ruta(m, "papel") + "hojas.pdf?partida=1").content)
    (camino,) = leidos(imagen_de(pdf[0]))
    assert camino == f"http://testserver{ruta(m, 'otra_mesa', 1, 1)}"
    respuesta = como(m.quienes[2]).get(camino.removeprefix("http://testserver"))
    assert respuesta.status_code == 200
    assert como(None).get(camino.removeprefix("http://testserver")).status_code == 302, "no le abre nada a un extraño"


@pytest.mark.parametrize("tamano", list(Tamano))
def test_lo_escrito_se_selecciona_y_nada_se_sale_de_la_hoja(tamano: Tamano) -> None:
    m = recreo_de(5, importe=Decimal("20"), pago=True)
    acabar(m)
    for cual in filter(lambda c: reportes.hay(m.estado, c), reportes.REPORTES):
        pdf = pypdfium2.PdfDocument(reportes.reporte(m.estado, cual, 0, tamano))
        dicho = " ".join(pagina.get_textpage().get_text_range() for pagina in pdf)
        assert str(reportes.REPORTES[cual].titulo) in dicho and "Página 1 de" in dicho, cual
        assert all(j.nombre in dicho for j in m.estado.jugadores.values()), cual
        for pagina in pdf:
            orilla = imagen_de(pagina, dpi=72).convert("L")
            ancho, alto = orilla.size
            assert orilla.crop((28, 20, ancho - 28, alto - 12)).getextrema()[0] < 128
            negro = Image.eval(orilla, lambda v: 255 if v < 200 else 0).getbbox()
            assert negro is not None and negro[0] >= 28 and negro[2] <= ancho - 28 and negro[3] <= alto - 12, cual

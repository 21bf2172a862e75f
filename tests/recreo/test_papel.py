"""Lo que se imprime y se baja (RE8): PDF de los dos papeles y CSV que no se calcula solo."""

import csv
import io
import re
import zlib
from decimal import Decimal

import pytest

from recreo import servicios
from recreo.models import Jugador
from recreo.papel import hoja, reportes
from recreo.papel.pliego import ALTO_DE_FIRMA, CUERPO, RENGLON, Pliego, Tabla
from recreo.papel.tamano import Tamano
from reglas.tipos import TipoDeRol
from tests.recreo.mesa import JUEGOS, Mesero, recreo_de
from tests.recreo.pagina import como, ruta, texto
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez"), pytest.mark.timeout(400)]
ENLACE = "https://diversion.ejemplo.mx/recreo/ABC234/partida/1/mesa/1/"
PUNTOS_POR_MM = 72 / 25.4
HOJA = {Tamano.A4: (210, 297), Tamano.CARTA: (215.9, 279.4)}


def corrientes(pdf: bytes) -> list[bytes]:
    """Los flujos del PDF, ya abiertos. Si el último octeto es un retorno, la búsqueda se lo come: basta lo demás."""
    hallados = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S)
    return [zlib.decompressobj().decompress(x) for x in hallados if x[:1] == b"x"]


def paginas(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


def caja(pdf: bytes) -> tuple[float, float]:
    hallada = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert hallada is not None
    return float(hallada[1]), float(hallada[2])


@pytest.mark.parametrize("tamano", list(Tamano))
def test_la_plantilla_es_una_pagina_por_mesa_del_papel_que_se_pide(tamano: Tamano) -> None:
    m = recreo_de(8)
    estado = m.estado
    pdf = hoja.plantillas(estado, estado.rol.partidas, lambda _p, _m: ENLACE, tamano)
    assert pdf.startswith(b"%PDF-") and paginas(pdf) == 14
    ancho, alto = (v * PUNTOS_POR_MM for v in HOJA[tamano])
    assert caja(pdf) == pytest.approx((ancho, alto), abs=1)
    assert b"/Lang (es-MX)" in pdf


def test_ninguna_letra_baja_de_doce_puntos() -> None:
    m = recreo_de(5)
    acabar(m)
    for cual in reportes.REPORTES:
        if reportes.hay(m.estado, cual):
            pdf = reportes.reporte(m.estado, cual, 0, Tamano.A4)
            cuerpos = {float(x) for c in corrientes(pdf) for x in re.findall(rb"/F\d+ ([\d.]+) Tf", c)}
            assert cuerpos and min(cuerpos) >= CUERPO, cual


def test_ni_un_color_en_el_papel() -> None:
    m = recreo_de(4)
    pdf = hoja.plantillas(m.estado, m.estado.rol.partidas[:1], lambda _p, _m: ENLACE, Tamano.A4)
    for c in corrientes(pdf):
        for r, g, b in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", c):
            assert r == g == b


def test_lo_que_la_letra_no_tiene_no_se_dibuja_y_lo_largo_se_corta() -> None:
    p = Pliego(Tamano.A4, "x")
    p.add_page()
    assert p.escribible("Ñoño 🎉 José\u200b") == "Ñoño José"
    corto = p.cabe("María Guadalupe de los Ángeles", 30)
    assert corto.endswith("…") and p.get_string_width(corto) <= 30


def test_un_nombre_raro_no_tira_el_reporte() -> None:
    m = recreo_de(5)
    Jugador.objects.filter(recreo=m.id, numero=2).update(nombre="🎲🎲🎲")
    Jugador.objects.filter(recreo=m.id, numero=3).update(nombre="W" * 40)
    acabar(m)
    for cual in reportes.REPORTES:
        if reportes.hay(m.estado, cual):
            assert reportes.reporte(m.estado, cual, 0, Tamano.CARTA).startswith(b"%PDF-")


def abre(m: Mesero, camino: str, por: int = 1) -> bytes:
    respuesta = como(m.quienes[por]).get(ruta(m, "papel") + camino)
    assert respuesta.status_code == 200, respuesta.status_code
    return respuesta.content


def filas(m: Mesero, cual: str) -> list[list[str]]:
    cuerpo = abre(m, f"{cual}.csv").decode("utf-8-sig")
    return list(csv.reader(io.StringIO(cuerpo)))


def test_en_la_pantalla_estan_las_plantillas_y_los_reportes_que_ya_dicen_algo() -> None:
    m = recreo_de(5, importe=Decimal("20"))
    leido = texto(como(m.quienes[2]).get(ruta(m, "papel")))
    assert "Mesas y parejas" in leido and "Acta para firmar" not in leido
    m.gana(100, 20)
    leido = texto(como(m.quienes[2]).get(ruta(m, "papel")))
    assert "Acta para firmar" in leido and "quién le paga a quién" in leido
    assert "Descargar el acta" not in leido
    assert "Descargar el acta" in texto(como(m.quienes[1]).get(ruta(m, "papel")))


@pytest.mark.parametrize("tamano", [pytest.param(4, marks=pytest.mark.noche), 12])
def test_se_bajan_las_plantillas_y_los_reportes(tamano: int) -> None:
    m = recreo_de(tamano, importe=Decimal("20") if tamano == 4 else Decimal(0))
    m.gana(100, 20)
    assert paginas(abre(m, "hojas.pdf?partida=1&papel=a4")) == tamano // 4
    for cual in reportes.REPORTES:
        if reportes.hay(m.estado, cual):
            assert abre(m, f"{cual}.pdf?papel=a4").startswith(b"%PDF-"), cual


def test_lo_que_no_hay_es_404_y_a_quien_no_entra_no_se_le_da() -> None:
    m = recreo_de(5)
    for camino in ("acta.pdf", "nada.pdf", "nada.csv", "pagos.csv", "hojas.pdf?partida=9", "hojas.pdf?partida=x"):
        assert como(m.quienes[1]).get(ruta(m, "papel") + camino).status_code == 404, camino
    ajena = recreo_de(4)
    for camino in ("", "hojas.pdf", "mesas.pdf", "mesas.csv"):
        assert como(ajena.quienes[1]).get(ruta(m, "papel") + camino).status_code == 302, camino


def test_las_tablas_dicen_lo_mismo_que_la_clasificacion_y_los_numeros_van_sin_adorno() -> None:
    m = recreo_de(4, importe=Decimal("20"))
    m.gana(100, 20)
    titulo, *renglones = filas(m, "clasificacion")
    assert titulo[:3] == ["Lugar", "N.º", "Jugador"]
    for renglon, fila in zip(renglones, m.estado.filas, strict=True):
        assert renglon[:3] == [str(fila.lugar), str(fila.jugador), m.estado.nombre_de(fila.jugador)]
        assert (int(renglon[5]), Decimal(renglon[-1])) == (fila.eficiencia, fila.saldo)
    assert sum(Decimal(r[2]) for r in filas(m, "pagos")[1:]) == sum(p.importe for p in m.estado.pagos)
    assert len(filas(m, "manos")) == 1 + len(m.mesa().manos)


def test_un_nombre_que_parece_formula_no_se_calcula() -> None:
    m = recreo_de(4)
    for numero, nombre in ((2, "=1+1"), (3, "@suma"), (4, "-2+3")):
        Jugador.objects.filter(recreo=m.id, numero=numero).update(nombre=nombre)
    m.gana(100, 20)
    assert {r[2] for r in filas(m, "clasificacion")[1:]} >= {"'=1+1", "'@suma", "'-2+3"}


def test_a_juegos_ganados_no_se_inventan_tantos() -> None:
    m = recreo_de(4, meta=JUEGOS)
    m.orden(servicios.mesa_aplicar_default, partida=1, mesa=1, gana=0)
    assert filas(m, "clasificacion")[0] == ["Lugar", "N.º", "Jugador", "Juegos"]
    assert "Puntos" not in filas(m, "resultados")[0]


def test_el_equilibrado_de_diez_dice_quien_repite() -> None:
    m = recreo_de(8, empieza=False)
    m.orden(servicios.tamano_cambiar, tamano=10)
    assert m.fila.rol == TipoDeRol.EQUILIBRADO
    ultima = filas(m, "mesas")[-2:]
    assert any("Partida 12" in r[0] for r in ultima)
    assert abre(m, "mesas.pdf").startswith(b"%PDF-")


def test_el_titulo_de_las_firmas_no_se_queda_sin_ellas() -> None:
    pliego = Pliego(Tamano.CARTA, "Acta", de_lado=True)
    pliego.add_page()
    pliego.set_y(pliego.h - pliego.b_margin - RENGLON * 5)
    pliego.titular("Firmas", sigue=RENGLON * 2 + ALTO_DE_FIRMA)
    pliego.firmas(["1 Lupita", "2 Beto"])
    assert pliego.page_no() == 2 and pliego.get_y() < pliego.h / 2
    assert paginas(bytes(pliego.output())) == 2


def test_la_tabla_que_cabe_en_una_pagina_no_se_parte_y_la_que_no_repite_encabezado() -> None:
    pliego = Pliego(Tamano.CARTA, "Mesas")
    pliego.add_page()
    pliego.set_y(pliego.h - pliego.b_margin - RENGLON * 7)
    pliego.poner(Tabla("Partida 4", ("Mesa", "Una pareja"), ((1, "Ana y Beto"),) * 6, (1, 3)))
    assert pliego.page_no() == 2 and pliego.get_y() < pliego.h / 2
    pliego.poner(Tabla("Manos", ("Mano", "Gana"), ((1, "Ana " * 40),) * 40, (1, 3)))
    assert pliego.page_no() > 3


def test_mientras_no_se_cierra_una_partida_no_hay_clasificacion_que_imprimir() -> None:
    m = recreo_de(8)
    m.gana(100, 20, mesa=1)
    for cual in ("clasificacion", "parciales"):
        assert not reportes.hay(m.estado, cual), cual
        assert como(m.quienes[1]).get(ruta(m, "papel") + f"{cual}.pdf").status_code == 404, cual
    assert como(m.quienes[1]).get(ruta(m, "papel") + "clasificacion.csv").status_code == 404
    assert abre(m, "acta.pdf").startswith(b"%PDF-"), "con lo que hay"
    m.gana(100, 20, mesa=2)
    assert abre(m, "clasificacion.pdf").startswith(b"%PDF-")

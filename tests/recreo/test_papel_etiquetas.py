"""El papel, oído: lo lee con PDFium quien no lo escribió, etiqueta por etiqueta, como un lector de pantalla (D708)."""

import ctypes
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from recreo.papel import hoja, reportes
from recreo.papel.pliego import Pliego, Tabla
from recreo.papel.tamano import Tamano
from tests.recreo.mesa import recreo_de
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez"), pytest.mark.timeout(400)]
ENLACE = "https://diversion.ejemplo.mx/recreo/ABC234/partida/1/mesa/1/"


@dataclass(frozen=True, slots=True)
class Nodo:
    """Una etiqueta como la lee PDFium: qué es, lo que dice, de qué es encabezado y lo que lleva."""

    que: str
    dice: str
    alcance: str
    alt: str
    lleva: tuple["Nodo", ...]

    def todos(self) -> Iterator["Nodo"]:
        yield self
        for n in self.lleva:
            yield from n.todos()

    @property
    def filas(self) -> list[list[tuple[str, str, str]]]:
        return [[(c.que, c.alcance, c.dice) for c in f.lleva] for f in self.lleva]


def cadena(pedir: object, *cual: object) -> str:
    """Lo que contestan las de PDFium que llenan un hueco en UTF-16."""
    hueco = ctypes.create_string_buffer(4096)
    largo = pedir(*cual, hueco, 4096)  # type: ignore[operator]
    return hueco.raw[: max(0, largo - 2)].decode("utf-16-le")


def lo_marcado(pagina: pypdfium2.PdfPage) -> dict[int, str]:
    """Lo escrito en la página, por el número de su etiqueta; −1, lo que no tiene ninguna."""
    escrito: dict[int, str] = defaultdict(str)
    textos = pagina.get_textpage()
    for n in range(pdfium.FPDFPage_CountObjects(pagina)):
        cosa = pdfium.FPDFPage_GetObject(pagina, n)
        if pdfium.FPDFPageObj_GetType(cosa) == pdfium.FPDF_PAGEOBJ_TEXT:
            hueco = (ctypes.c_ushort * 2048)()
            largo = pdfium.FPDFTextObj_GetText(cosa, textos, hueco, 2048)
            escrito[pdfium.FPDFPageObj_GetMarkedContentID(cosa)] += bytes(hueco)[: max(0, largo - 2)].decode(
                "utf-16-le"
            )
    return escrito


def alcance_de(cosa: object) -> str:
    for n in range(pdfium.FPDF_StructElement_GetAttributeCount(cosa)):
        atributo = pdfium.FPDF_StructElement_GetAttributeAtIndex(cosa, n)
        valor = pdfium.FPDF_StructElement_Attr_GetValue(atributo, b"Scope")
        if valor:
            largo = ctypes.c_ulong()
            hueco = ctypes.create_string_buffer(256)
            pdfium.FPDF_StructElement_Attr_GetStringValue(valor, hueco, 256, ctypes.byref(largo))
            return hueco.raw[: max(0, largo.value - 2)].decode("utf-16-le")
    return ""


def nodo(cosa: object, escrito: dict[int, str]) -> Nodo:
    hijos = range(pdfium.FPDF_StructElement_CountChildren(cosa))
    dentro = (pdfium.FPDF_StructElement_GetChildAtIndex(cosa, n) for n in hijos)
    numeros = [pdfium.FPDF_StructElement_GetChildMarkedContentID(cosa, n) for n in hijos]
    return Nodo(
        cadena(pdfium.FPDF_StructElement_GetType, cosa),
        "".join(escrito.get(n, "") for n in numeros if n >= 0).strip(),
        alcance_de(cosa),
        cadena(pdfium.FPDF_StructElement_GetAltText, cosa),
        tuple(nodo(hijo, escrito) for hijo in dentro if hijo),
    )


def oido(pagina: pypdfium2.PdfPage) -> Nodo:
    """El documento, como lo lee en esa página quien no la ve."""
    arbol = pdfium.FPDF_StructTree_GetForPage(pagina)
    assert pdfium.FPDF_StructTree_CountChildren(arbol) == 1
    return nodo(pdfium.FPDF_StructTree_GetChildAtIndex(arbol, 0), lo_marcado(pagina))


def abierto(pdf: bytes) -> pypdfium2.PdfDocument:
    documento = pypdfium2.PdfDocument(pdf)
    assert pdfium.FPDFCatalog_IsTagged(documento)
    assert b"/Lang (es-MX)" in pdf and b"/DisplayDocTitle true" in pdf and documento.get_metadata_dict()["Title"]
    return documento


def test_la_clasificacion_se_oye_con_sus_encabezados_y_de_quien_es_cada_renglon() -> None:
    m = recreo_de(5, importe=Decimal("20"))
    acabar(m)
    (pagina,) = abierto(reportes.reporte(m.estado, "clasificacion", 0, Tamano.CARTA))
    documento = oido(pagina)
    assert [n.que for n in documento.lleva][:3] == ["H1", "P", "P"]
    assert documento.lleva[0].dice == m.estado.nombre
    (tabla,) = (n for n in documento.lleva if n.que == "Table")
    titulos, *filas = tabla.filas
    assert {(que, alcance) for que, alcance, _dice in titulos} == {("TH", "Column")}
    assert [dice for _que, _alcance, dice in titulos][:4] == ["Lugar", "N.º", "Jugador", "Puntos"]
    for fila, suya in zip(filas, m.estado.filas, strict=True):
        assert fila[:2] == [("TD", "", str(suya.lugar)), ("TD", "", str(suya.jugador))]
        assert fila[2] == ("TH", "Row", m.estado.nombre_de(suya.jugador))
        assert len(fila) == len(titulos)


def test_nada_se_queda_sin_etiqueta_y_el_encabezado_repetido_no_se_oye_otra_vez() -> None:
    p = Pliego(Tamano.A4, "Manos")
    p.add_page()
    p.poner(Tabla("Manos", ("Mano", "Gana"), tuple((n, "Ana y Beto") for n in range(1, 61)), (1, 3), nombra=0))
    paginas = list(abierto(bytes(p.output())))
    assert len(paginas) == 2
    oidas = [next(n for n in oido(pagina).lleva if n.que == "Table") for pagina in paginas]
    manos = [fila[0] for tabla in oidas for fila in tabla.filas if any(dice for _q, _a, dice in fila)]
    # PDFium da a cada página el árbol entero; de lo de otra página no hay qué decir
    assert [m[2] for m in manos] == ["Mano", *map(str, range(1, 61))]
    for pagina in paginas:
        sueltos = lo_marcado(pagina)[-1]
        assert sueltos.startswith("Manos") or "Página" in sueltos or sueltos == "", sueltos


@pytest.mark.parametrize("papel", list(Tamano))
def test_la_plantilla_se_lee_en_orden_con_su_tabla_y_la_direccion_del_codigo(papel: Tamano) -> None:
    m = recreo_de(4)
    m.prepara()
    (pagina,) = abierto(hoja.plantillas(m.estado, m.estado.rol.partidas[:1], lambda _p, _m: ENLACE, papel))
    documento = oido(pagina)
    assert [(n.que, n.dice) for n in documento.lleva[:2]] == [
        ("H1", m.estado.nombre), ("H2", "Partida 1 de 3 · Mesa 1"),
    ]  # fmt: skip
    (figura,) = (n for n in documento.lleva if n.que == "Figure")
    assert figura.alt == f"Código QR: {ENLACE}"
    (tabla,) = (n for n in documento.lleva if n.que == "Table")
    titulos, *manos = tabla.filas
    assert titulos[:3] == [("TH", "Column", "Mano"), ("TH", "Column", "Sale"), ("TH", "Column", "Sopa")]
    assert [fila[0] for fila in manos] == [("TH", "Row", str(n)) for n in range(1, hoja.RENGLONES + 1)]
    assert {len(fila) for fila in manos} == {len(titulos)}
    assert lo_marcado(pagina)[-1].startswith("Plantillas de anotación"), "el pie, y sólo él, se lo salta"
    antes = [n.dice for n in documento.lleva if n.que == "P"]
    assert antes.index("● Pareja 1") < antes.index("◆ Pareja 2") < antes.index("Firma ●")


def test_todos_los_reportes_dicen_que_es_todo_lo_escrito() -> None:
    m = recreo_de(5, importe=Decimal("20"), pago=True)
    acabar(m)
    for cual in filter(lambda c: reportes.hay(m.estado, c), reportes.REPORTES):
        for pagina in abierto(reportes.reporte(m.estado, cual, 0, Tamano.A4)):
            dicho = [n for n in oido(pagina).todos() if n.dice]
            assert dicho, cual
            assert {n.que for n in dicho} <= {"H1", "H2", "P", "TH", "TD"}, cual
            assert "Página" in lo_marcado(pagina)[-1], cual

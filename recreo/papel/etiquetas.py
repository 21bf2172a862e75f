"""Las etiquetas del PDF: qué es cada cosa (título, párrafo, tabla, encabezado) y en qué orden se lee (RE8, D708).

Las usa el lector de pantalla, que sin ellas adivina. `fpdf2` sólo etiqueta imágenes, todas colgadas del documento: aquí
cuelgan unas de otras. Se apoya en piezas suyas que no promete conservar; si cambian, `test_papel_etiquetas` falla.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fpdf import FPDF
from fpdf.output import PDFPage
from fpdf.prefs import ViewerPreferences
from fpdf.structure_tree import StructElem, StructureTreeBuilder
from fpdf.syntax import PDFObject, PDFString
from fpdf.table import Table

ALCANCE = {"columna": "/Column", "renglon": "/Row"}
"""De qué es encabezado una celda."""


class Etiqueta(StructElem):
    """Una cosa del documento: dónde cuelga, en qué página está y qué lleva (otras, o los números de lo escrito)."""

    def __init__(self, que: str, madre: StructElem, pagina: PDFPage, *, alt: str = "", alcance: str = "") -> None:
        super().__init__(f"/{que}", madre, [], page_number=pagina.index(), alt=alt or None)
        self.madre, self.donde, self.alcance = madre, pagina, alcance

    def serialize(self, obj_dict: Any = None, _security_handler: Any = None) -> str:
        """Corta y sin rodeos: una velada entera de plantillas lleva ocho mil."""
        lleva = " ".join(x.ref if isinstance(x, PDFObject) else str(x) for x in self.k)
        de_que = f" /A <</O /Table /Scope {ALCANCE[self.alcance]}>>" if self.alcance else ""
        dicho = f" /Alt {PDFString(self.alt).serialize()}" if self.alt else ""
        suyo = f"/S {self.s} /P {self.madre.ref} /Pg {self.donde.ref} /K [{lleva}]{de_que}{dicho}"
        return f"{self.id} 0 obj\n<<{suyo}>>\nendobj"


class Arbol(StructureTreeBuilder):
    """Todas las etiquetas, y de cuál es cada cosa escrita en cada página."""

    def __init__(self) -> None:
        super().__init__()
        self.todas: list[Etiqueta] = []

    def colgar(self, etiqueta: Etiqueta) -> None:
        """La pone al final de la suya."""
        self.todas.append(etiqueta)
        etiqueta.madre.k.append(etiqueta)

    def escribe(self, etiqueta: Etiqueta, pagina: PDFPage) -> int:
        """El número con que la página nombra lo que se va a escribir, que es de esa etiqueta."""
        if pagina.struct_parents is None:
            pagina.struct_parents = len(self.struct_tree_root.parent_tree.nums)
        suyas = self.struct_tree_root.parent_tree.nums[pagina.struct_parents]
        suyas.append(etiqueta)
        etiqueta.k.append(len(suyas) - 1)
        return len(suyas) - 1

    def __iter__(self) -> Iterator[PDFObject]:
        yield from (self.struct_tree_root, self.doc_struct_elem, self.struct_tree_root.parent_tree)
        yield from self.todas


class Etiquetado(FPDF):
    """Un documento que dice qué es cada cosa."""

    def __init__(self, *como: Any) -> None:
        super().__init__(*como)
        self.struct_builder: Arbol = Arbol()
        self.viewer_preferences = ViewerPreferences(display_doc_title=True)
        self._set_min_pdf_version("1.5")
        self._dentro: list[StructElem] = [self.struct_builder.doc_struct_elem]

    @contextmanager
    def grupo(self, que: str) -> Iterator[None]:
        """Lo que lleva otras: una tabla, un renglón de ella."""
        suya = Etiqueta(que, self._dentro[-1], self.pages[self.page])
        self.struct_builder.colgar(suya)
        self._dentro.append(suya)
        yield
        self._dentro.pop()

    @contextmanager
    def etiqueta(self, que: str, *, alt: str = "", alcance: str = "") -> Iterator[None]:
        """Lo que se escriba adentro es eso. No cruza de página: quien lo llama ya vio que cabe."""
        pagina = self.pages[self.page]
        suya = Etiqueta(que, self._dentro[-1], pagina, alt=alt, alcance=alcance)
        self.struct_builder.colgar(suya)
        self._out(f"/{que} <</MCID {self.struct_builder.escribe(suya, pagina)}>> BDC")
        yield
        assert self.pages[self.page] is pagina, f"«{que}» cruzó de página"
        self._out("EMC")

    @contextmanager
    def adorno(self) -> Iterator[None]:
        """Lo que el lector se salta: el pie, las rayas, el encabezado que se repite en la otra página."""
        self._out("/Artifact BMC")
        yield
        self._out("EMC")


class TablaEtiquetada(Table):
    """La de `fpdf2`, con sus encabezados dichos; `nombra` es la columna que dice de quién es el renglón."""

    def __init__(self, pliego: Etiquetado, *, nombra: int | None = None, **como: Any) -> None:
        super().__init__(pliego, **como)
        self.pliego, self.nombra = pliego, nombra
        self._escritos: set[int] = set()
        self._se_repite = False

    def render(self) -> None:
        with self.pliego.grupo("Table"):
            super().render()

    def _render_table_row(self, i: int, *lo_demas: Any, **mas: Any) -> None:
        self._se_repite = i in self._escritos
        self._escritos.add(i)
        with self.pliego.adorno() if self._se_repite else self.pliego.grupo("TR"):
            super()._render_table_row(i, *lo_demas, **mas)

    def _render_table_cell(
        self, i: int, j: int, cell: Any, row_height: float, cell_height_info: Any = None, *lo_demas: Any, **mas: Any
    ) -> tuple[bool, float, float]:
        entera = (i, j, cell, row_height, cell_height_info, *lo_demas)
        if cell_height_info is None or self._se_repite:  # sólo mide, o ya se dijo
            return super()._render_table_cell(*entera, **mas)
        alcance = "columna" if i < self._num_heading_rows else "renglon" if j == self.nombra else ""
        with self.pliego.etiqueta("TH" if alcance else "TD", alcance=alcance):
            return super()._render_table_cell(*entera, **mas)

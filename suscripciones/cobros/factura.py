"""Los datos con que el SAT pide una factura: se revisan aquí y se timbran en otra parte (CFDI 4.0)."""

import re
from datetime import date

MORAL, FISICA = 12, 13
"""Letras del RFC de una empresa y del de una persona."""
RFC = re.compile(r"^([A-ZÑ&]{3,4})(\d{2})(\d{2})(\d{2})[A-Z\d]{2}[\dA]\Z")
CODIGO_POSTAL = re.compile(r"^\d{5}\Z")
GENERICOS = ("XAXX010101000", "XEXX010101000")

# catálogo del SAT: clave → (nombre, ¿personas?, ¿empresas?)
REGIMENES: dict[str, tuple[str, bool, bool]] = {
    "601": ("General de Ley Personas Morales", False, True),
    "603": ("Personas Morales con Fines no Lucrativos", False, True),
    "605": ("Sueldos y Salarios e Ingresos Asimilados a Salarios", True, False),
    "606": ("Arrendamiento", True, False),
    "607": ("Enajenación o Adquisición de Bienes", True, False),
    "608": ("Demás ingresos", True, False),
    "610": ("Residentes en el Extranjero sin Establecimiento Permanente en México", True, True),
    "611": ("Ingresos por Dividendos (socios y accionistas)", True, False),
    "612": ("Personas Físicas con Actividades Empresariales y Profesionales", True, False),
    "614": ("Ingresos por intereses", True, False),
    "615": ("Ingresos por obtención de premios", True, False),
    "616": ("Sin obligaciones fiscales", True, False),
    "620": ("Sociedades Cooperativas de Producción", False, True),
    "621": ("Incorporación Fiscal", True, False),
    "622": ("Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras", False, True),
    "623": ("Opcional para Grupos de Sociedades", False, True),
    "624": ("Coordinados", False, True),
    "625": ("Actividades Empresariales con ingresos por Plataformas Tecnológicas", True, False),
    "626": ("Régimen Simplificado de Confianza", True, True),
}
USOS: dict[str, str] = {
    "G01": "Adquisición de mercancías",
    "G03": "Gastos en general",
    "S01": "Sin efectos fiscales",
    "CP01": "Pagos",
}


def rfc_limpio(escrito: str) -> str:
    """En mayúsculas y sin espacios ni guiones, como lo escribe el SAT."""
    return re.sub(r"[\s.-]", "", escrito).upper()


def rfc_valido(rfc: str) -> bool:
    """¿Tiene la forma de un RFC y su fecha existe? No se consulta al SAT."""
    hallado = RFC.match(rfc)
    if hallado is None:
        return False
    anio, mes, dia = (int(hallado.group(n)) for n in (2, 3, 4))
    # dos cifras del año: con que exista en alguno de los dos siglos basta
    return any(_existe(siglo + anio, mes, dia) for siglo in (1900, 2000))


def _existe(anio: int, mes: int, dia: int) -> bool:
    try:
        date(anio, mes, dia)
    except ValueError:
        return False
    return True


def regimen_de(rfc: str) -> list[str]:
    """Los regímenes que puede tener quien tiene ese RFC: una empresa y una persona no comparten casi ninguno."""
    if rfc in GENERICOS:
        return ["616"]
    lugar = 2 if len(rfc) == MORAL else 1
    return [clave for clave, datos in REGIMENES.items() if datos[lugar]]

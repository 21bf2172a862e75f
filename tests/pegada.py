"""Una página como si su plantilla se hubiera escrito en un solo renglón: lo que se busca no depende de la sangría."""

import re


def pegada(pagina: str) -> str:
    """Los espacios juntos, y ninguno pegado a una etiqueta."""
    return re.sub(r" ?([<>]) ?", r"\1", " ".join(pagina.split()))

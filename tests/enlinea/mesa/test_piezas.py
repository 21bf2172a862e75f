"""Las piezas de la mesa van de abajo arriba: ninguna conoce al `Proceso` que las arma, ni siquiera como tipo."""

from graphlib import TopologicalSorter
from pathlib import PurePosixPath

from tests.arquitectura import RAIZ, Archivo

PAQUETE = "enlinea.mesa"


def grafo() -> dict[str, set[str]]:
    """De cada módulo de la mesa, los suyos que importa."""
    carpeta = RAIZ / PAQUETE.replace(".", "/")
    modulos = {archivo.stem: archivo for archivo in carpeta.glob("*.py")}
    hallado: dict[str, set[str]] = {}
    for nombre, archivo in modulos.items():
        leido = Archivo(PurePosixPath(archivo.relative_to(RAIZ)), archivo.read_text())
        partes = [importado.split(".")[2] for _, importado in leido.importados() if importado.startswith(f"{PAQUETE}.")]
        hallado[nombre] = {parte for parte in partes if parte in modulos}
    return hallado


def test_ninguna_se_importa_en_circulo() -> None:
    suyos = grafo()
    assert {"plazos", "presencia", "ronda"} <= suyos["proceso"]
    TopologicalSorter(suyos).prepare()  # levanta `CycleError` con el círculo

"""Lo que dice un botón de anotar: pareja y desenlace de un solo toque (RE4, D310).

Sin guion el botón viaja como `marca=dominada-0` junto a los tantos escritos: una sola pantalla y un solo formulario.
"""

from collections.abc import Mapping
from typing import Any

from reglas.tipos import Desenlace

SIN_TANTOS = Desenlace.CIERRE_EMPATADO.value


def desglosar(datos: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Los datos con el desenlace y la pareja que dice la marca; sin marca, tal cual.

    El botón del cierre empatado dice «nadie suma»: lo que hubiera escrito de tantos no va.
    """
    marca = str(datos.get("marca", "")) if datos else ""
    if datos is None or not marca:
        return datos
    desenlace, _raya, pareja = marca.partition("-")
    suyos = {campo: datos[campo] for campo in datos} | {"desenlace": desenlace, "pareja": pareja}
    return suyos | {"tantos": ""} if desenlace == SIN_TANTOS else suyos

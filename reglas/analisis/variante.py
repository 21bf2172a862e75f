"""Lo que vale una mano simulada desde donde se aparta, y cómo acabaría con el mejor juego de todos (AC2, AC3, D520)."""

from typing import Any

from reglas import lectura
from reglas.analisis.actas import analizar_jugada, como_datos, repetir_analizable
from reglas.analisis.errores import error_de
from reglas.analisis.exacto import Solucion, mejor_de
from reglas.analisis.lineas import jugadas_de, linea_de
from reglas.errores import ErrorDeRegla


def informe_de_variante(datos: Any) -> dict[str, Any]:
    """La orden `variante`: `{"acta", "desde"}`, con la mano simulada como última del acta.

    Da `valores` (por jugada desde `desde`, y al final lo de quien sigue, las alternativas), `errores` de esas jugadas y
    `sigue`, las que faltan con el mejor juego de todos. Levanta lo que `analizar` y `valor_invalido`.
    """
    pedido = lectura.objeto(datos, "pedido")
    partida = repetir_analizable(pedido.get("acta"))
    desde = lectura.entero(pedido, "desde")
    tiradas = len(partida.manos[-1].posiciones) if partida.manos else -1
    if not 0 <= desde <= tiradas:
        raise ErrorDeRegla("valor_invalido", campo="desde", validos=f"0 a {tiradas}")
    mano = partida.manos[-1]
    exacta = Solucion((*mano.posiciones, mano.final)[0].manos, partida.meta)
    # del final al principio, como en `actas.analizar_mano`
    siguiente = exacta.alternativas(mano.final)
    lugares = range(len(mano.posiciones) - 1, desde - 1, -1)
    jugadas = [(numero, analizar_jugada(exacta, mano, numero)) for numero in lugares][::-1]
    errores = [error for numero, jugada in jugadas if (error := error_de(numero, jugada)) is not None]
    sigue = jugadas_de(linea_de(exacta, mano.final, mejor_de(siguiente, mano.final.turno))) if siguiente else []
    return {
        "valores": [
            [como_datos(una) for una in alternativas]
            for alternativas in (*(jugada.alternativas for _numero, jugada in jugadas), siguiente)
        ],
        "errores": [{"jugada": uno.numero, "asiento": uno.asiento, "perdida": uno.perdida} for uno in errores],
        "sigue": sigue,
    }

"""Lo que dejó una partida a quien la jugó: puntos, quintil y su mejor jugada (D564). Sólo lo propio (EL8)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.models import Analisis, Jugador, Mesa, PuntosDePartida
from reglas.fichas import TEXTOS
from reglas.mano import EXTREMOS
from reglas.reglamento import AMIGOS


@dataclass(frozen=True, slots=True)
class MejorJugada:
    """La propia que más dejaba frente a la que le seguía, con las cuatro manos a la vista."""

    mano: int
    """Desde 1."""
    ficha: str
    ventaja: int
    """Tantos (a juegos ganados, manos) que dejaba de más."""


@dataclass(frozen=True, slots=True)
class FinalPropio:
    """Lo de una persona; lo que todavía no se cuenta va en None."""

    partida: int
    puntos: tuple[int, int] | None
    """Antes y después."""
    quintil: tuple[int, int] | None
    mejor: MejorJugada | None
    falta: bool
    """Algo se está contando todavía: vale la pena volver a preguntar."""


def se_sento(mesa_id: int, cuenta_id: int) -> bool:
    """Si tiene lugar en esa mesa."""
    try:
        return cuenta_id in DatosDeMesa.leer(mesa_id).cuentas
    except Mesa.DoesNotExist:
        return False


def final_de(mesa_id: int, numero: int, cuenta_id: int) -> FinalPropio | None:
    """El de esa cuenta; None si no la jugó, no llegó a la meta o aún no se guarda."""
    suyas = Jugador.objects.filter(
        partida__mesa_id=mesa_id, partida__numero=numero, partida__finalizada=True, cuenta_id=cuenta_id
    )
    yo = suyas.select_related("partida").defer("partida__resumen").first()
    if yo is None:
        return None
    puntos = PuntosDePartida.objects.filter(pk=yo.pk).first()
    analisis = Analisis.objects.filter(partida_id=yo.partida_id).first()
    listo = analisis is not None and analisis.estado == Analisis.Estado.LISTO
    datos, acta = analisis.datos if analisis is not None and listo else None, yo.partida.acta
    cuenta = yo.partida.modo == Mesa.Modo.NORMAL
    return FinalPropio(
        partida=yo.partida_id,
        puntos=(puntos.pr_antes, puntos.pr_despues) if puntos else None,
        quintil=(puntos.quintil_antes, puntos.quintil_despues) if puntos else None,
        mejor=mejor_jugada(acta, datos, yo.asiento) if acta is not None and datos is not None else None,
        falta=(cuenta and puntos is None) or (analisis is not None and analisis.estado == Analisis.Estado.PENDIENTE),
    )


def mejor_jugada(acta: Mapping[str, Any], datos: Mapping[str, Any], asiento: int) -> MejorJugada | None:
    """La primera de las de mayor ventaja; None si en ninguna había de dónde escoger o ninguna fue la única buena."""
    signo = 1 if AMIGOS.bando_de[asiento] == 0 else -1
    mejor: MejorJugada | None = None
    for numero, (mano, estudio) in enumerate(zip(acta["manos"], datos["manos"], strict=False), start=1):
        for jugada, alternativas in zip(mano["jugadas"], estudio["valores"], strict=False):
            if jugada["asiento"] != asiento:
                continue
            suyos: list[int] = []
            otros: list[int] = []
            for ficha, extremo, valor in alternativas:
                (suyos if _es(jugada, ficha, extremo) else otros).append(signo * valor)
            if suyos and otros and max(suyos) - max(otros) > (mejor.ventaja if mejor else 0):
                mejor = MejorJugada(numero, jugada["ficha"], max(suyos) - max(otros))
    return mejor


def _es(jugada: Mapping[str, Any], ficha: int, extremo: int) -> bool:
    """Si es la que se tiró; el acta no dice el extremo cuando cabía en uno solo."""
    return jugada["ficha"] == TEXTOS[ficha] and jugada["extremo"] in (None, EXTREMOS[extremo])

"""La barra que dice a cada quien lo que no debe dejar de oír, en todas las pantallas vivas (D292)."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils import timezone

from recreo.estado import EstadoRecreo, Visor
from recreo.pantallas.base import COMUNES, Contexto, Mirada, Pantalla, ZonaComun
from recreo.pantallas.cosas import Cosa, cosas_de

ZONA = "avisa"
# lo que la pantalla ya enseña entero: en la barra sólo se cuenta, se dice y suena
YA_ESTA = {
    "tablero": frozenset(
        (
            "llamada", "sin_quien_anote", "discrepancia", "default_propuesto", "default_negado", "por_cerrar",
            "siguiente", "sin_anotador", "sin_mano", "solicitud", "hoja_objetada", "reabierta", "final",
        )
    ),
    "invitar": frozenset(("solicitud",)),
    "mesa": frozenset(("te_toca", "llamada_va", "revisa")),
    "anotar": frozenset(("anotas_tu",)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Puesta:
    """Una cosa en una pantalla: `callada` si ahí ya se ve."""

    cosa: Cosa
    callada: bool


def puestas(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> tuple[Puesta, ...]:
    """Lo de esa persona en esa pantalla, ahora.

    Lo que todavía no es hora de decir no va: llevarlo escondido cambiaba la barra de quien manda con cada mano. Quien
    manda vuelve a mirar si pasa un minuto sin novedad (`recreo/avisos.js`).
    """
    todas = cosas_de(estado, visor)
    if not todas:
        return ()
    ya_esta, ahora = YA_ESTA.get(mirada.pantalla, ()), timezone.now()
    return tuple(Puesta(c, c.tipo in ya_esta or _la_cierra(mirada, c)) for c in todas if c.toca(ahora))


def _la_cierra(mirada: Mirada, c: Cosa) -> bool:
    """Quien está cerrando esa mesa no necesita que se le ofrezca cerrarla (D802)."""
    suya = mirada.pantalla == "forma" and (mirada.partida, mirada.mesa) == (c.partida, c.mesa)
    return suya and c.tipo in ("por_cerrar", "reabierta")


def _llave(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Hashable:
    """Quien ve las mismas cosas ve la misma barra, sea quien sea y esté donde esté."""
    return puestas(estado, mirada, visor)


def de_la_barra(estado: EstadoRecreo, mirada: Mirada, visor: Visor) -> Contexto:
    """La más urgente, las demás y las que aquí ya se ven."""
    todas = puestas(estado, mirada, visor)
    visibles = [p.cosa for p in todas if not p.callada]
    return {
        "avisa_primera": visibles[0] if visibles else None,
        "avisa_resto": visibles[1:],
        "avisa_calladas": [p.cosa for p in todas if p.callada],
    }


COMUNES[ZONA] = ZonaComun("recreo/avisos/_zona.html", de_la_barra, _llave)
# las páginas con formulario no se repintan solas: de lo vivo sólo llevan la barra
PANTALLAS: dict[str, Pantalla] = {"forma": Pantalla(lambda estado, mirada, visor: {}, {})}

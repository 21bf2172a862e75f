"""Lo que se lee de un estudio: su autor, los que jugaron y quien llega por el enlace (D635-D637).

Quien llega recibe lo que hay aquí y nada más: ni fechas, ni relojes, ni números de cuenta o de partida, ni el nombre
de la mesa; los nombres, sólo si el autor quiso y quien lo lleva no dijo que no.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext as _

from enlinea.academia.consultas.analisis import analisis_de
from enlinea.academia.consultas.fuente import PARTIDA, Fuente, fuente_de
from enlinea.models import Comentario, Estudio, Jugador
from reglas.reglamento import AMIGOS
from suscripciones.consultas import suspendidas

COMPARTIDA = "compartida"
SIN_FECHA = datetime(2000, 1, 1, tzinfo=UTC)


def estudio_de(partida_id: int, cuenta_id: int) -> Estudio | None:
    """El de esa cuenta sobre esa partida."""
    return Estudio.objects.filter(partida_id=partida_id, cuenta_id=cuenta_id).first()


def de_los_demas(partida_id: int, cuenta_id: int) -> list[Estudio]:
    """Los que otros comparten de esa partida: quien la jugó tiene derecho a verlos."""
    otros = Estudio.objects.filter(partida_id=partida_id, enlace__isnull=False).exclude(cuenta_id=cuenta_id)
    return list(otros.select_related("cuenta"))


def esta_callado(partida_id: int, cuenta_id: int) -> bool:
    """¿Pidió que su nombre no salga en lo que se comparta de esa partida?"""
    return Jugador.objects.filter(partida_id=partida_id, cuenta_id=cuenta_id, sin_nombre=True).exists()


def comentarios_de(estudio: Estudio | None) -> list[Comentario]:
    """Los que se ven, en orden."""
    if estudio is None:
        return []
    suyos = estudio.comentarios.all()
    return list(suyos if estudio.mano is None else suyos.filter(mano=estudio.mano))


def por_enlace(enlace: str, ahora: datetime) -> Estudio | None:
    """El que abre ese enlace; ninguno si no existe, se quitó, o su autor está suspendido."""
    estudio = Estudio.objects.filter(enlace=enlace).first()
    if estudio is None or suspendidas({estudio.cuenta_id}, ahora):
        return None
    return estudio


@dataclass(frozen=True, slots=True)
class Compartido:
    """Lo de la partida que ve quien llega, ya sin lo que no le toca."""

    fuente: Fuente
    analisis: Mapping[str, Any] | None
    manos: range
    """Las que se ven, desde 0."""
    columna: Mapping[str, int] = field(default_factory=dict)
    """De qué partida son las cuentas guardadas; la de la casa no las tiene."""


def compartido(estudio: Estudio) -> Compartido | None:
    """De dónde se pinta; ninguno si la partida ya no está o su autor ya no la tiene."""
    suya = fuente_de(PARTIDA, estudio.partida_id, estudio.cuenta_id)
    if suya is None:
        return None
    fuente = recortada(suya, titulo_de(estudio), nombres_que_se_ven(estudio, suya))
    manos = range(len(fuente.manos)) if estudio.mano is None else range(estudio.mano, estudio.mano + 1)
    return Compartido(fuente, analisis_de(suya).datos, manos, suya.columna())


def recortada(suya: Fuente, titulo: str, nombres: list[str]) -> Fuente:
    """La misma partida, con lo que se puede enseñar y nada más: se copia lo que va, no se quita lo que sobra."""
    acta = {
        **{clave: suya.acta[clave] for clave in ("formato", "version", "meta")},
        "asientos": nombres,
        "manos": [_sin_lo_propio(mano) for mano in suya.acta["manos"]],
    }
    return Fuente(COMPARTIDA, 0, titulo, SIN_FECHA, acta, suya.asiento, suya.organizador)


def _sin_lo_propio(mano: Mapping[str, Any]) -> dict[str, Any]:
    """La mano sin con qué se sorteó ni lo que tardó cada quien."""
    jugadas = [{clave: una.get(clave) for clave in ("asiento", "ficha", "extremo")} for una in mano["jugadas"]]
    return {"reparto": mano["reparto"], "salidor": mano["salidor"], "jugadas": jugadas}


def titulo_de(estudio: Estudio) -> str:
    """El que puso su autor; nunca el de la mesa, que suele llevar un nombre."""
    return estudio.titulo or _("Una partida de dominó")


def nombres_que_se_ven(estudio: Estudio, fuente: Fuente) -> list[str]:
    """Por asiento: el nombre, o el lugar visto por el autor, que es Sur."""
    vistos = vistos_desde(fuente.asiento)
    if not estudio.con_nombres:
        return vistos
    callados = Jugador.objects.filter(partida_id=estudio.partida_id, sin_nombre=True).values_list("asiento", flat=True)
    no_salen = set(callados)
    return [vistos[asiento] if asiento in no_salen else nombre for asiento, nombre in enumerate(fuente.nombres)]


def vistos_desde(autor: int) -> list[str]:
    """Por asiento, cómo se llama visto por el autor, que es Sur; a su derecha, Este."""
    lugares = [_("Sur"), _("Este"), _("Norte"), _("Oeste")]
    return [lugares[(asiento - autor) % AMIGOS.asientos] for asiento in range(AMIGOS.asientos)]


def cuentas_compartidas(que: Compartido) -> list[Any]:
    """Cómo acabó cada mano; de las que no se ven, nada."""
    return [cuenta if n in que.manos else None for n, cuenta in enumerate(que.fuente.cuentas)][: que.manos.stop]

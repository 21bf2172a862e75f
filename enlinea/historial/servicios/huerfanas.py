"""Mesas que ningún proceso vivo atiende: el barrido las termina sin castigar a nadie (EL9) y proyecta lo que faltó.

Mientras un proceso viva, sus mesas siguen en su memoria aunque estén todos fuera, y ahí vencen sus plazos. Cuánto hace
que nadie la atiende se mide con la hora de las mesas, que un salto del reloj de pared no mueve (`enlinea/diario/hora`).
"""

import time
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from enlinea.diario import diario
from enlinea.diario.diario import CASA, ESQUEMA, Base, escribir_eventos, replegar
from enlinea.diario.hora import hora
from enlinea.diario.procesos import PROCESO_CALLADO, ultimo_latido
from enlinea.diario.renglon import Renglon
from enlinea.diario.sorteo import sortear
from enlinea.historial.servicios import historia
from enlinea.models import Conexion, Mesa, Proceso
from enlinea.sala.servicios import armado
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import culpable_de
from reglas.mesa.ordenes import Anular
from reglas.mesa.tipos import Fase, Motivo

ABANDONADA = 10 * 60_000
"""Ms sin proceso ni gente antes de darla por terminada."""
ESPACIO = UUID("0b3c1f7e-6f0e-4b86-8f0a-3a8e6f5d2b90")


class _DelUltimoLatido:
    """La hora de las mesas vista desde el barrido: la del último latido y lo que lleva sin cambiar.

    Sin ningún proceso sigue corriendo: si nadie abre su mesa, a los diez minutos se termina igual.
    """

    def __init__(self) -> None:
        self._ultimo: int | None = None
        self._visto = 0.0

    def ahora(self) -> int:
        ultimo = ultimo_latido()
        if ultimo is None:
            return hora.ahora()
        if ultimo != self._ultimo:
            self._ultimo, self._visto = ultimo, time.monotonic()
        return ultimo + int((time.monotonic() - self._visto) * 1000)


_hora = _DelUltimoLatido()


def mesas_huerfanas_terminar() -> int:
    """Termina las abandonadas y devuelve cuántas. Idempotente: dos barridos piden la misma orden."""
    ahora = _hora.ahora()
    vivos = set(Proceso.objects.filter(latido__gt=ahora - PROCESO_CALLADO).values_list("pk", flat=True))
    cuantas = 0
    with diario.de_un_solo_uso() as base:
        for mesa_id in list(_sin_atender(vivos)):
            cuantas += _terminar(base, mesa_id, ahora)
    return cuantas


def _sin_atender(vivos: set[UUID]) -> QuerySet[Mesa, int]:
    """Las listas que ningún proceso vivo tiene, en una sola pregunta. La de un torneo la cierra su torneo."""
    atendidas = Conexion.objects.filter(mesa_id=OuterRef("pk"), proceso__in=vivos)
    listas = Mesa.objects.filter(~Exists(atendidas), estado=Mesa.Estado.LISTA).exclude(modo=Mesa.Modo.INTRANET)
    return listas.values_list("pk", flat=True)


def _terminar(base: Base, mesa_id: int, ahora: int) -> bool:
    renglones = base.leer(mesa_id)
    estado = replegar(renglones)
    if estado.fase is not Fase.CERRADA:
        if _sin_senal(mesa_id, renglones, ahora) < ABANDONADA:
            return False
        if estado.fase is not Fase.SIN_ABRIR:
            eventos = decidir(estado, Anular(Motivo.CAIDA), ahora, sortear)
            id_orden = uuid5(ESPACIO, f"{mesa_id}:{estado.num}")
            texto = escribir_eventos(eventos)
            if not base.anexar([Renglon(mesa_id, estado.num + 1, id_orden, CASA, ESQUEMA, texto, _fecha())]):
                return False
    historia.mesa_proyectar(mesa_id)
    sin_abrir = estado.fase is Fase.SIN_ABRIR
    motivo = estado.motivo or (Motivo.SIN_COMENZAR if sin_abrir else Motivo.CAIDA)
    return armado.mesa_cerrar(mesa_id, motivo, culpable_de(estado))


def _sin_senal(mesa_id: int, renglones: list[Renglon], ahora: int) -> int:
    """Ms desde que alguien supo de la mesa; si nunca se sentó nadie, desde lo último que se escribió de ella."""
    senales = list(Conexion.objects.filter(mesa_id=mesa_id).values_list("instante", flat=True))
    duenos = Conexion.objects.filter(mesa_id=mesa_id).values_list("proceso", flat=True)
    senales += Proceso.objects.filter(pk__in=list(duenos)).values_list("latido", flat=True)
    if senales:
        return ahora - max(senales)
    creada = Mesa.objects.values_list("creada", flat=True).get(pk=mesa_id)
    return _fecha() - max([int(creada.timestamp() * 1000), *(r.instante for r in renglones[-1:])])


def _fecha() -> int:
    return int(timezone.now().timestamp() * 1000)

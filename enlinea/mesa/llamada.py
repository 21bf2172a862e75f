"""A quien se declara ausente se le avisa en su teléfono que la mesa lo espera (EL9, D784).

La mesa se detiene por él: ése es también el aviso de que le toca, que no puede llegarle después.
"""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.hora import hora
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.tareas import Lanzador
from enlinea.mesa.viva import MesaViva
from enlinea.models import AvisoAlTelefono
from enlinea.telefono.servicios.avisos import aviso_anotar
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Modo

SE_AVISA = (Modo.NORMAL, Modo.SIN_PRISA, Modo.COMPLETADA)
"""En la práctica nadie espera; en un torneo llama quien lo dirige."""


class Llamada:
    """Se le dice cada cambio de una mesa que este proceso confirmó."""

    def __init__(self, datos: Mapping[int, DatosDeMesa], tareas: Lanzador) -> None:
        self._datos, self._tareas = datos, tareas

    def al_cambiar(self, mesa: MesaViva, antes: Mesa) -> None:
        """Mira si alguien dejó de estar entre `antes` y ahora. Lo demás no cuesta nada: es el camino de la jugada."""
        estado = mesa.estado
        if estado.ausentes is antes.ausentes or not settings.PUSH_LLAVE or estado.modo not in SE_AVISA:
            return
        datos = self._datos.get(mesa.id)
        for asiento, limite in enumerate(estado.ausentes):
            persona = estado.ocupantes[asiento]
            if not limite or antes.ausentes[asiento] or persona < 0 or datos is None:
                continue
            cuenta = datos.cuentas[persona]
            if cuenta is not None:
                le_toca = estado.fase is Fase.JUGANDO and estado.mano is not None and estado.mano.turno == asiento
                self._llamar(mesa.id, cuenta, limite, le_toca)

    def _llamar(self, mesa_id: int, cuenta: int, limite: int, le_toca: bool) -> None:
        anotar = partial(
            aviso_anotar,
            AvisoAlTelefono.Que.TE_ESPERAN,
            [cuenta],
            clave=f"espera:{mesa_id}:{limite}",
            ahora=timezone.now(),
            vale=timedelta(milliseconds=limite - hora.ahora()),
            datos={"mesa": mesa_id, "te_toca": le_toca},
        )
        self._tareas.lanzar(en_hilo(anotar))

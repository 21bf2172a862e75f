"""A quién ya no le toca estar en su mesa: el suspendido, y el que cerró su sesión (SU3)."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from django.contrib.sessions.models import Session
from django.utils import timezone

from config.base.consulta_armada import Armada
from enlinea.acceso.servicios.sesiones import sesion_suspender
from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.mesa.conexion import Conexion
from enlinea.mesa.de_la_casa import pedir_por_la_casa
from enlinea.mesa.hilos import en_hilo
from enlinea.mesa.viva import MesaViva
from reglas.mesa import ordenes
from reglas.mesa.estado import Mesa
from reglas.mesa.tipos import Fase, Motivo


def anular_las_de(
    suspendidos: Collection[int], vivas: Mapping[int, MesaViva], datos: Mapping[int, DatosDeMesa]
) -> None:
    """Su partida queda no finalizada y sin azul, y los demás vuelven a la Sala (SU3, SA3).

    También en sus mesas sin nadie: a quien se suspende estando fuera no le toca azul por eso.
    """
    for mesa in list(vivas.values()):
        for persona, cuenta in enumerate(datos[mesa.id].cuentas):
            if cuenta in suspendidos and mesa.estado.fase is not Fase.CERRADA:
                pedir_por_la_casa(mesa, partial(_por_sancion, persona), f"sancion:{persona}")


async def sacar(suspendidos: Collection[int], conexiones: Iterable[Conexion]) -> None:
    """De sus sockets, al momento (SU3)."""
    fuera = [c for c in conexiones if c.cuenta in suspendidos]
    if fuera:
        # primero la sesión: al oír la despedida el navegador ya va a la entrada
        await en_hilo(_quitar_sesiones, {(c.sesion, c.cuenta) for c in fuera})
    for conexion in fuera:
        conexion.salida.despedir("suspendido")


def sesiones_cerradas(llaves: set[str]) -> set[str]:
    """En un hilo: de esas, las que ya no valen."""
    return llaves - {llave for (llave,) in _abiertas(llaves, timezone.now())}


def _por_sancion(persona: int, estado: Mesa) -> ordenes.Anular:
    return ordenes.Anular(Motivo.SANCION, estado.ocupantes.index(persona))


def _quitar_sesiones(suyas: set[tuple[str, int]]) -> None:
    for clave, cuenta in suyas:
        sesion_suspender(clave, cuenta, timezone.now())


_abiertas = Armada(
    lambda llaves, ahora: Session.objects.filter(session_key__in=llaves, expire_date__gt=ahora).values_list("pk"),
    "text",
    None,
)

"""Un Recreo terminado, sin jugarlo mano por mano."""

from recreo import servicios
from recreo.models import Jugador, Recreo
from tests.recreo.mesa import Mesero


def acabar(m: Mesero, *, gana: int = 0) -> Mesero:
    """Cada partida por default a favor de esa pareja, y el Recreo terminado, lo anuncie quien lo anuncie."""
    for partida in m.estado.rol.partidas:
        if partida.numero > 1:
            m.siguiente(partida.numero)
        for mesa in partida.mesas:
            m.orden(servicios.mesa_aplicar_default, partida=partida.numero, mesa=mesa.numero, gana=gana)
    fila = m.fila
    Recreo.objects.filter(pk=m.id).update(estado=Recreo.Estado.TERMINADO, terminado=fila.actividad)
    Jugador.objects.filter(recreo=m.id).update(vigente=False)
    return m

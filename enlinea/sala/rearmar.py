"""«Armarla otra vez»: quien organizó una mesa que no siguió no vuelve a elegir a los que sí querían (EL2, D180)."""

from collections.abc import Mapping
from dataclasses import dataclass

from enlinea.models import Mesa
from enlinea.sala.consultas.estado import EstadoSala, LugarVisto, MesaVista
from enlinea.sala.servicios.a_que import lugares_de
from enlinea.sala.textos import aviso_de_mesa
from reglas.reglamento import AMIGOS, reglamento_de_texto


@dataclass(frozen=True, slots=True)
class Propuesta:
    """Con qué se abre el armado: nombre, a qué se juega y, por lugar, quién. `mesa` es de cuál sale; 0, de ninguna.

    En `puestos` va también quien aún no está en la Sala: si llega mientras se arma, la página lo sienta.
    """

    mesa: int
    nombre: str
    meta: str
    modo: str
    puestos: Mapping[str, LugarVisto]
    juego: str = str(AMIGOS)
    completar: bool = False
    """Si los lugares vacíos se iban a completar con automáticos (D762)."""


def se_rearma(mesa: MesaVista | None, cuenta: int) -> bool:
    """Si es suya, se acaba de deshacer y aún se le avisa. Sólo quien organizó: todos se invitarían entre sí."""
    if mesa is None or mesa.organizador != cuenta or mesa.modo == Mesa.Modo.PRACTICA or _salio(mesa, cuenta):
        return False
    return mesa.estado in (Mesa.Estado.CANCELADA, Mesa.Estado.CERRADA) and bool(aviso_de_mesa(mesa, cuenta))


def se_sigue(mesa: MesaVista | None, cuenta: int) -> bool:
    """Si la completada se acabó porque alguien salió: armarla otra vez es seguir con los que quedaron (D764)."""
    return se_rearma(mesa, cuenta) and mesa is not None and _salio(mesa, None)


def _salio(mesa: MesaVista, cuenta: int | None) -> bool:
    """Si esa cuenta, o alguna, es la que salió de la completada."""
    fue = mesa.lugar_culpable if (mesa.modo, mesa.motivo) == (Mesa.Modo.COMPLETADA, "salida") else None
    return fue is not None and cuenta in (None, fue.cuenta)


def anterior(estado: EstadoSala, cuenta: int) -> Propuesta | None:
    """Lo que vuelve a servir de la mesa que `se_rearma`: sin quien dijo que no o ya tiene otra mesa."""
    mesa = estado.mesa_de(cuenta)
    if mesa is None or not se_rearma(mesa, cuenta):
        return None
    lado_de = {asiento: lado for lado, asiento in lugares_de(reglamento_de_texto(mesa.reglamento)).items()}
    puestos = {
        lado_de[lu.asiento]: lu
        for lu in mesa.lugares
        if lu.cuenta is not None
        and lu.asiento in lado_de
        and not lu.rehuso
        and not estado.sentada(lu.cuenta)
        and not _salio(mesa, lu.cuenta)
    }
    completada = mesa.modo == Mesa.Modo.COMPLETADA
    modo = Mesa.Modo.NORMAL if completada else mesa.modo
    return Propuesta(mesa.id, mesa.nombre, mesa.meta, modo, puestos, mesa.reglamento, completada)

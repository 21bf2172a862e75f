"""Personas: quién falta y hasta cuándo, quién llegó tarde, y cómo se llama cada quien (D304, D309)."""

from config.comun.correo import correo_normal
from recreo.errores import ErrorDeServicio
from recreo.models import Anotacion, Asiento, Incidencia, Jugador, Mesa
from recreo.servicios.base import VIVOS, Datos, Operacion, guardar_persona, orden
from recreo.servicios.historia import T, cambio_de_persona, suceder
from recreo.servicios.lugares import programa_de
from recreo.servicios.suplentes import exigir_nombre_nuevo, op_partida, persona


def falta_en(j: Jugador, partida: int) -> bool:
    """¿Está dicho que falta en esa partida?"""
    return j.falta_desde is not None and j.falta_desde <= partida <= (j.falta_hasta or partida)


@orden(*VIVOS)
def ausencia_poner(op: Operacion, *, numero: int, desde: int, hasta: int = 0, motivo: str = "") -> None:
    """Se sabe que alguien falta: a una partida, a varias o, sin `hasta`, hasta que llegue (D304).

    Al abrirse cada una su asiento sale ausente y en la mesa se decide: esperarlo, default (RE5) o un suplente. Errores:
    `solo_organizador`, `numero_inexistente`, `partida_pasada`, `no_hay_mas_partidas`, `hasta_antes`, `ya_se_juega`.
    """
    op.exigir_mando()
    j = persona(op, numero)
    actual = max(op_partida(op), 1)
    if desde < actual:
        raise ErrorDeServicio("partida_pasada", partida=desde, actual=actual)
    if desde > len(programa_de(op.recreo).partidas):
        raise ErrorDeServicio("no_hay_mas_partidas")
    if hasta and hasta < desde:
        raise ErrorDeServicio("hasta_antes", desde=desde, hasta=hasta)
    j.falta_desde, j.falta_hasta = desde, hasta or None
    j.save(update_fields=["falta_desde", "falta_hasta"])
    mesa = _su_mesa(op, j)
    if mesa is not None and falta_en(j, actual):
        if mesa.cerrada or Anotacion.objects.filter(mesa=mesa).exists():
            raise ErrorDeServicio("ya_se_juega", nombre=j.nombre, mesa=mesa.numero, partida=actual)
        _marcar(mesa, j, presente=False)
        # con quien falta no hay primer salidor hasta que se decida (D5)
        Mesa.objects.filter(pk=mesa.pk).update(salidor=None)
    suceder(op, T.AUSENCIA, motivo=motivo, jugador=j, persona=j.nombre, desde=desde, hasta=hasta)


def _su_mesa(op: Operacion, j: Jugador) -> Mesa | None:
    """Su mesa de la partida en curso, bloqueada."""
    actual = op.partida_actual()
    if actual is None:
        return None
    return op.tomar(partida=actual, asientos__jugador=j)


def _marcar(mesa: Mesa, j: Jugador, *, presente: bool) -> None:
    Asiento.objects.filter(mesa=mesa, jugador=j).update(presente=presente)


@orden(*VIVOS)
def persona_llego(op: Operacion, *, numero: int) -> Datos:
    """Llegó quien faltaba: ocupa su asiento si su mesa sigue abierta; lo que ya se cerró no cambia (D304).

    Errores: `solo_organizador`, `numero_inexistente`, `no_faltaba`. Datos: `mesa`, en la que se sienta ahora, o 0.
    """
    op.exigir_mando()
    j = persona(op, numero)
    mesa = _su_mesa(op, j)
    sentado = mesa is not None and not mesa.cerrada
    ausente = sentado and Asiento.objects.filter(mesa=mesa, jugador=j, presente=False).exists()
    if j.falta_desde is None and not ausente:
        raise ErrorDeServicio("no_faltaba", nombre=j.nombre)
    j.falta_desde = j.falta_hasta = None
    j.save(update_fields=["falta_desde", "falta_hasta"])
    if mesa is not None and ausente:
        _marcar(mesa, j, presente=True)
        if not mesa.asientos.filter(presente=False).exists():
            propuesto = mesa.incidencias.filter(tipo=Incidencia.Tipo.DEFAULT_PROPUESTO, atendida=None)
            propuesto.update(atendida=op.ahora, atendida_por=op.nombre)
    donde = mesa.numero if mesa is not None and ausente else 0
    suceder(op, T.LLEGADA, jugador=j, persona=j.nombre, partida=op_partida(op), mesa=donde)
    return {"mesa": donde}


@orden(*VIVOS)
def persona_cambiar(op: Operacion, *, numero: int, nombre: str, correo: str = "", motivo: str = "") -> None:
    """Corrige el nombre o el correo de alguien; queda qué decía antes (D309). Las manos y el rastro no cambian.

    El correo de quien entró con su cuenta es el de su cuenta: aquí no se cambia. Errores: `solo_organizador`,
    `numero_inexistente`, `falta_nombre_de_persona`, `nombre_repetido`, `correo_repetido`, `correo_de_su_cuenta`,
    `nada_cambia`.
    """
    op.exigir_mando()
    j = persona(op, numero)
    limpio = exigir_nombre_nuevo(op, nombre, salvo=numero)
    direccion = correo_normal(correo)
    if j.cuenta_id:
        if direccion and direccion != j.correo:
            raise ErrorDeServicio("correo_de_su_cuenta", nombre=j.nombre)
        direccion = j.correo
    otro = op.recreo.jugadores.exclude(pk=j.pk).filter(correo=direccion).first() if direccion else None
    if otro is not None:
        raise ErrorDeServicio("correo_repetido", correo=direccion, numero=numero, otro=otro.numero)
    if (limpio, direccion) == (j.nombre, j.correo):
        raise ErrorDeServicio("nada_cambia")
    antes = (j.nombre, j.correo)
    j.nombre, j.correo = limpio, direccion
    guardar_persona(j, ["nombre", "correo"], propio=False)
    cambio_de_persona(op, j, *antes, motivo=motivo)

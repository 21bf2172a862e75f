"""La discapacidad de quien juega: la marca con su consentimiento la propia persona, o a quien se lo pida (RE9, D491).

Es dato sensible: no va al rastro, a las actas ni a la huella de la orden, y se borra al dejar el lugar, al borrar la
cuenta y un día después de que el Recreo acaba.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from config.base import retencion
from recreo.errores import ErrorDeServicio
from recreo.models import Asiento, Jugador, Mesa
from recreo.servicios.base import VIVOS, E, Operacion, orden
from reglas.salida import companero_de
from reglas.singularidades import Discapacidad

SUYOS = ("discapacidades", "discapacidad_consentida", "discapacidad_por_otro")
"""Los campos que van con la persona, no con el número."""
NADA: Mapping[str, Any] = {"discapacidades": "", "discapacidad_consentida": None, "discapacidad_por_otro": False}


@orden(*VIVOS, mesas=True)
def discapacidad_marcar(op: Operacion, *, numero: int, cuales: Sequence[Discapacidad], consiente: bool = False) -> None:
    """Deja marcadas ésas y ninguna más; quitarlas no pide nada. Si anotaba una mesa, pasa a anotarla su pareja (D493).

    Errores: `numero_inexistente`, `discapacidad_ajena` (no es suya ni manda), `falta_consentimiento`.
    """
    if not op.manda:
        op.exigir_entrada()
    j = op.recreo.jugadores.filter(numero=numero).first()
    propia = op.jugador is not None and op.jugador.numero == numero
    if not (propia or op.manda):
        raise ErrorDeServicio("discapacidad_ajena")
    if j is None:
        raise ErrorDeServicio("numero_inexistente", numero=numero)
    if cuales and not consiente:
        raise ErrorDeServicio("falta_consentimiento", nombre="" if propia else j.nombre)
    antes = j.discapacidades
    poner_nada(j)
    if cuales:
        j.discapacidades = " ".join(d.value for d in Discapacidad if d in cuales)
        j.discapacidad_consentida, j.discapacidad_por_otro = op.ahora, not propia
    j.save(update_fields=SUYOS)
    if cuales and not antes:
        _pasar_la_anotacion(op, j)


def poner_nada(j: Jugador) -> None:
    """Sin guardar: lo suyo, como si nunca se hubiera marcado."""
    for campo, valor in NADA.items():
        setattr(j, campo, valor)


def _pasar_la_anotacion(op: Operacion, j: Jugador) -> None:
    """Su pareja, si ya entró y tampoco tiene una, anota lo que ella anotaba (a, g, k). Después la mesa lo cambia."""
    cambio = False
    for mesa in Mesa.objects.filter(anotador=j, cerrada=None):
        lugares = {a.lugar: a.jugador for a in Asiento.objects.filter(mesa=mesa).select_related("jugador")}
        suyo = next((lugar for lugar, quien in lugares.items() if quien.pk == j.pk), None)
        pareja = None if suyo is None else lugares[companero_de(suyo)]
        if pareja is not None and pareja.vigente and (pareja.cuenta_id or pareja.llave) and not pareja.discapacidades:
            Mesa.objects.filter(pk=mesa.pk).update(anotador=pareja)
            cambio = True
    if cambio:
        op.releer_mesas()


class _Renglon(Protocol):
    """Un renglón del alta."""

    @property
    def numero(self) -> int: ...
    @property
    def nombre(self) -> str: ...


def seguir_a_los_nombres(op: Operacion, actuales: Mapping[int, Jugador], nuevos: Sequence[_Renglon]) -> None:
    """Antes de empezar se reacomodan los números: lo marcado va con el nombre, y con un nombre nuevo no queda nada.

    Quien ya entró es la misma persona aunque se corrija cómo se llama; y ya en juego, todos (D309). Sin guardar.
    """
    if op.recreo.estado != E.PREPARACION or not any(j.discapacidades for j in actuales.values()):
        return
    de_antes = {j.nombre.casefold(): {c: getattr(j, c) for c in SUYOS} for j in actuales.values()}
    for d in nuevos:
        j = actuales[d.numero]
        if d.nombre and d.nombre.casefold() != j.nombre.casefold() and not (j.cuenta_id or j.llave):
            for campo, valor in de_antes.get(d.nombre.casefold(), NADA).items():
                setattr(j, campo, valor)


def discapacidades_olvidar(ahora: datetime) -> int:
    """Las de los Recreos acabados hace más de `RETENCION_DISCAPACIDADES` días: ya no se pueden reabrir (D300)."""
    limite = retencion.limite("discapacidades", ahora)
    return Jugador.objects.exclude(discapacidades="").filter(recreo__terminado__lt=limite).update(**NADA)

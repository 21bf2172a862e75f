"""Lo que la Sala vuelve a comprobar de quienes ya entraron, de una vez para todos los de un proceso: que su sesión
siga y quién está en un Recreo en curso (EL1)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from django.conf import settings

from config.base.sesiones import Sesion, sesiones_abiertas, sesiones_que_siguen
from recreo import consultas as recreo

AVISO = 60.0


def aviso_desde() -> float:
    """Cuántos segundos antes de cerrar la sesión se avisa: un minuto; con un plazo corto, la mitad."""
    plazo: float = settings.SEGUNDOS_SIN_ACTIVIDAD
    return min(AVISO, plazo / 2)


@dataclass(frozen=True)
class Repaso:
    """Lo último que se comprobó. De una sesión que no está aquí no se sabe nada."""

    sesiones: Mapping[str, Sesion] = field(default_factory=dict)
    cerradas: frozenset[str] = frozenset()
    """Las que ya no valen: salir en otra pestaña las cierra en todas."""
    exentas: frozenset[int] = frozenset()
    """Las cuentas a las que no les corre la inactividad por estar en un Recreo."""

    def sabe(self, clave: str) -> bool:
        """¿Ya se comprobó esa sesión?"""
        return clave in self.sesiones or clave in self.cerradas


def repasar(quienes: Collection[tuple[str, int]], antes: Repaso) -> Repaso:
    """Tres preguntas a la base, sean uno o mil. Sólo se descifra la sesión que cambió."""
    abiertas = sesiones_abiertas({clave for clave, _cuenta in quienes}, antes.sesiones)
    cerradas, llaves = set(), {}
    for clave, cuenta in quienes:
        sesion = abiertas.get(clave)
        if sesion is None or sesion.cuenta != str(cuenta):
            cerradas.add(clave)
        elif sesion.llave:
            llaves[sesion.llave] = cuenta
    exentas = recreo.cuentas_en_juego({cuenta for _clave, cuenta in quienes})
    exentas |= {llaves[llave] for llave in recreo.llaves_en_recreo(llaves)}
    return Repaso(abiertas, frozenset(cerradas), frozenset(exentas))


def quitar_cerradas(claves: Collection[str], antes: Repaso) -> Repaso:
    """Sólo lo que ya no está: una pregunta que no trae ni descifra ninguna."""
    siguen = sesiones_que_siguen(claves)
    return replace(antes, cerradas=antes.cerradas | frozenset(clave for clave in claves if clave not in siguen))


def exento_por_recreo(cuenta: int, llave: str) -> bool:
    """EL1: a quien está en un Recreo en curso no se le cierra la sesión, aunque haya entrado con su teléfono."""
    return bool(recreo.cuentas_en_juego({cuenta}) or (llave and recreo.llaves_en_recreo({llave})))

"""«Son míos»: quien entró con su correo se queda con lo que jugó sin cuenta, o dice que no era (D505, D604)."""

from dataclasses import dataclass

from django.db import transaction

from recreo.consultas.reclamo import suyos_sin_cuenta
from recreo.models import Jugador, Recreo
from recreo.servicios.base import avisar_al_confirmar
from suscripciones import consultas as suscripciones


@dataclass(frozen=True, slots=True)
class Dicho:
    """Lo que se dijo de un lugar y por qué parecía suyo: con eso se deshace, sin guardar el correo ni la llave."""

    jugador: int
    mios: bool
    por_correo: bool
    por_llave: bool


def historia_reclamar(*, cuenta_id: int, llave: str, mios: bool, recreo: int = 0) -> tuple[Dicho, ...]:
    """Los que parecen suyos (o sólo `recreo`) quedan en su historia; si no eran suyos, se olvida por qué lo parecían.

    El correo es el de la cuenta, que ya se comprobó. Sólo se quita lo que apuntaba a quien lo dice: el teléfono de la
    otra persona sigue siendo suyo. Repetirlo no hace nada. Devuelve lo dicho, para `historia_devolver`.
    """
    correo = suscripciones.correo_de(cuenta_id)
    with transaction.atomic():
        filas = suyos_sin_cuenta(cuenta_id, correo, llave)
        if recreo:
            filas = filas.filter(recreo=recreo)
        ids = sorted(set(filas.values_list("recreo_id", flat=True)))
        dichos = []
        for tomado in Recreo.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"):
            j = filas.filter(recreo=tomado).order_by("-correo", "pk").first()
            if j is None:
                continue
            dicho = Dicho(j.pk, mios, bool(correo) and j.correo == correo, bool(llave) and j.llave == llave)
            if mios:
                j.cuenta_id, j.correo = cuenta_id, correo
            else:
                j.correo = "" if dicho.por_correo else j.correo
                j.llave = "" if dicho.por_llave else j.llave
            _guardar(tomado, j)
            dichos.append(dicho)
        return tuple(dichos)


def historia_devolver(*, cuenta_id: int, llave: str, dicho: Dicho) -> bool:
    """Deshace lo dicho: el lugar vuelve a parecer suyo, sin dueño. Falso si entretanto cambió de manos (D604)."""
    correo = suscripciones.correo_de(cuenta_id)
    with transaction.atomic():
        # primero el Recreo: es la fila que bloquean todos los demás
        suyo = Recreo.objects.filter(jugadores=dicho.jugador, estado=Recreo.Estado.TERMINADO)
        tomado = Recreo.objects.select_for_update(no_key=True).filter(pk__in=suyo.values("pk")).first()
        j = None if tomado is None else Jugador.objects.get(pk=dicho.jugador)
        if tomado is None or j is None or j.cuenta_id != (cuenta_id if dicho.mios else None):
            return False
        if dicho.mios:
            j.cuenta, j.correo = None, correo if dicho.por_correo else ""
        elif (dicho.por_correo and j.correo) or (dicho.por_llave and j.llave):
            return False
        else:
            j.correo = correo if dicho.por_correo else j.correo
            j.llave = llave if dicho.por_llave else j.llave
        _guardar(tomado, j)
        return True


def _guardar(recreo: Recreo, j: Jugador) -> None:
    j.save(update_fields=["cuenta", "correo", "llave"])
    recreo.version += 1
    recreo.save(update_fields=["version"])
    avisar_al_confirmar(recreo.pk)

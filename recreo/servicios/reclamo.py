"""«Son míos»: quien entró con su correo se queda con los Recreos que jugó sin cuenta, o dice que no era (D505)."""

from django.db import transaction

from recreo.consultas_de_reclamo import suyos_sin_cuenta
from recreo.models import Recreo
from recreo.servicios.base import avisar_al_confirmar
from suscripciones import consultas as suscripciones


@transaction.atomic
def historia_reclamar(*, cuenta_id: int, llave: str, mios: bool, recreo: int = 0) -> int:
    """Los que parecen suyos (o sólo `recreo`) quedan en su historia; si no eran suyos, se olvida por qué lo parecían.

    El correo es el de la cuenta, que ya se comprobó. Repetirlo no hace nada. Devuelve cuántos.
    """
    filas = suyos_sin_cuenta(cuenta_id, suscripciones.correo_de(cuenta_id), llave)
    if recreo:
        filas = filas.filter(recreo=recreo)
    ids = sorted(set(filas.values_list("recreo_id", flat=True)))
    tomados = 0
    for tomado in Recreo.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"):
        j = filas.filter(recreo=tomado).order_by("-correo", "pk").first()
        if j is None:
            continue
        if mios:
            j.cuenta_id, j.correo = cuenta_id, suscripciones.correo_de(cuenta_id)
        else:
            j.correo, j.llave = "", ""
        j.save(update_fields=["cuenta", "correo", "llave"])
        tomado.version += 1
        tomado.save(update_fields=["version"])
        avisar_al_confirmar(tomado.pk)
        tomados += 1
    return tomados

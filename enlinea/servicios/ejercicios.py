"""«Aprende de tus errores»: contestar un ejercicio y llevar su progreso."""

from datetime import datetime

from django.db import transaction

from enlinea.consultas.analisis import problema_de
from enlinea.errores import ErrorDeServicio
from enlinea.models import Ejercicio


def ejercicio_responder(*, cuenta_id: int, ejercicio_id: int, ficha: int, extremo: int, ahora: datetime) -> bool:
    """¿Es de las mejores? Cuenta el intento; resuelto una vez, ya no cambia.

    Errores: `ejercicio_inexistente` (también si es de otra cuenta) y `jugada_ajena` si ahí no se podía tirar eso.
    """
    problema = problema_de(ejercicio_id, cuenta_id)
    if problema is None:
        raise ErrorDeServicio("ejercicio_inexistente")
    valor = next((v for f, e, v in problema.valores if (f, e) == (ficha, extremo)), None)
    if valor is None:
        raise ErrorDeServicio("jugada_ajena")
    acerto = valor == problema.mejor
    with transaction.atomic():
        suyo = Ejercicio.objects.select_for_update().get(pk=ejercicio_id)
        if suyo.resuelto is None:
            suyo.intentos += 1
            suyo.a_la_primera = acerto and suyo.intentos == 1
            suyo.resuelto = ahora if acerto else None
            suyo.save(update_fields=["intentos", "a_la_primera", "resuelto"])
    return acerto

"""«Avísame cuando haya tres»: se pide, se cancela, vence, y se avisa una sola vez (D631)."""

from datetime import datetime, timedelta

from django.db import transaction

from enlinea.acceso.consultas import exigir_permiso
from enlinea.convivencia.consultas.silencios import callados_por
from enlinea.encuentros.servicios.correos import avisar
from enlinea.errores import ErrorDeServicio
from enlinea.models import AvisoAlTelefono, EsperaDeTres
from enlinea.sala.consultas.estado import estado_de_sala
from enlinea.telefono.servicios.avisos import aviso_anotar
from suscripciones.servicios import Aviso

HORAS = (1, 3, 12)
TRES = 3
VALE = timedelta(minutes=10)
"""Después, quizá ya no haya nadie: mejor que no llegue."""
POR_VUELTA = 200


def espera_pedir(*, cuenta_id: int, horas: int, sitio: str, ahora: datetime) -> None:
    """Se le avisará una vez, si en esas horas hay tres; pedirlo otra vez cambia hasta cuándo.

    `horas`: 1, 3 o 12. `sitio`: de qué anfitrión, para el enlace. Errores: los de SU3, `espera_invalida`.
    """
    exigir_permiso(cuenta_id, ahora)
    if horas not in HORAS:
        raise ErrorDeServicio("espera_invalida")
    datos = {"desde": ahora, "vence": ahora + timedelta(hours=horas), "sitio": sitio}
    EsperaDeTres.objects.update_or_create(cuenta_id=cuenta_id, defaults=datos)


def espera_cancelar(*, cuenta_id: int) -> None:
    """Ya no se le avisa. Idempotente."""
    EsperaDeTres.objects.filter(cuenta=cuenta_id).delete()


def esperas_avisar(ahora: datetime) -> int:
    """El barrido: quita las que vencieron y avisa a quienes ya tienen tres. Vale en varios procesos; devuelve cuántos.

    No cuentan a quienes uno silenció. A quien ya está en la Sala no se le avisa: lo está viendo. La espera se borra en
    la transacción que escribe el aviso, así que sale uno o ninguno.
    """
    if not EsperaDeTres.objects.exists():
        return 0
    EsperaDeTres.objects.filter(vence__lte=ahora).delete()
    estado = estado_de_sala(ahora)
    libres = {p.id for p in estado.personas}
    if len(libres) < TRES:
        return 0
    with transaction.atomic():
        tomadas = EsperaDeTres.objects.select_for_update(skip_locked=True).exclude(cuenta__in=estado.actividad)
        esperas = list(tomadas.order_by("desde")[:POR_VUELTA])
        callados = callados_por([e.cuenta_id for e in esperas])
        listas = [e for e in esperas if len(libres - callados.get(e.cuenta_id, frozenset())) >= TRES]
        EsperaDeTres.objects.filter(pk__in=[e.pk for e in listas]).delete()
        for e in listas:
            avisar(Aviso.TRES, [e.cuenta_id], "hay_tres", {}, sitio=e.sitio, vale=VALE, ahora=ahora)
            clave = f"tres:{e.desde.timestamp():.0f}"
            aviso_anotar(AvisoAlTelefono.Que.TRES, [e.cuenta_id], clave=clave, ahora=ahora, vale=VALE)
    return len(listas)

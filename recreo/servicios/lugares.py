"""Quién tiene lugar en qué partida, y quién está en el Recreo de verdad (RE1, D301, D303)."""

from django.db import IntegrityError, transaction

from recreo.errores import ErrorDeServicio
from recreo.models import Jugador, Presencia, Recreo
from recreo.servicios.base import Operacion
from reglas.errores import ErrorDeRegla
from reglas.relevos import Relevo, ocupantes, rol_con_relevos, validar_relevos
from reglas.roles import Rol, rol_de


def relevos_de(recreo: Recreo) -> tuple[Relevo, ...]:
    """Los relevos del Recreo, como los piden las reglas."""
    filas = recreo.relevos.select_related("jugador").order_by("desde", "lugar")
    return tuple(Relevo(r.lugar, r.jugador.numero, r.desde) for r in filas)


def programa_de(recreo: Recreo) -> Rol:
    """El programa que se escogió, con los números de sus lugares."""
    return rol_de(recreo.tamano, recreo.rol)


def rol_vigente(recreo: Recreo) -> Rol:
    """El programa con quien de verdad ocupa cada lugar."""
    return rol_con_relevos(programa_de(recreo), relevos_de(recreo))


def exigir_relevos(recreo: Recreo, relevos: tuple[Relevo, ...]) -> None:
    """Lo que las reglas no permiten. Errores: `regla_…`."""
    try:
        validar_relevos(programa_de(recreo), relevos)
    except ErrorDeRegla as e:
        raise ErrorDeServicio(f"regla_{e.codigo}", **e.datos) from e


def acomodar(op: Operacion, partida: int) -> list[str]:
    """Deja en el Recreo a quien juega desde `partida` en adelante, y libre a quien ya no (RE1).

    Quien entretanto entró en otro Recreo se queda en aquél: aquí conserva su nombre y lo suyo y puede mirar, pero no
    anotar (D301). Devuelve sus nombres. El número 1 no se suelta: organiza.
    """
    relevos = relevos_de(op.recreo)
    total = len(programa_de(op.recreo).partidas)
    siguen = {n for p in range(max(partida, 1), total + 1) for n in ocupantes(relevos, op.recreo.tamano, p)} | {1}
    jugadores = list(op.recreo.jugadores.all())
    Jugador.objects.filter(pk__in=[j.pk for j in jugadores if j.numero not in siguen]).update(vigente=False)
    # en el mismo orden en todos los Recreos: dos que se reabren a la vez no se traban
    vuelven = sorted(
        (j for j in jugadores if j.numero in siguen and not j.vigente), key=lambda j: (j.cuenta_id or 0, j.llave)
    )
    return [j.nombre for j in vuelven if not _volver(j)]


def _volver(j: Jugador) -> bool:
    j.vigente = True
    try:
        with transaction.atomic():
            j.save(update_fields=["vigente"])
    except IntegrityError:
        j.vigente = False
        return False
    return True


def exigir_que_este(op: Operacion) -> None:
    """Quien reabre o retoma tiene que estar libre: lo va a organizar. Error: `ya_en_otro_recreo`."""
    mio = op.sentado
    if mio is not None and not Jugador.objects.filter(pk=mio.pk, vigente=True).exists():
        raise ErrorDeServicio("ya_en_otro_recreo")


def olvidar_presencias(op: Operacion) -> None:
    """Lo que se vuelve a jugar tras horas o días: a quien no se ha oído desde entonces no se le da por ido (D290)."""
    Presencia.objects.filter(jugador__recreo=op.recreo).delete()

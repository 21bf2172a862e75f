"""La convocatoria por correo a quien tiene suscripción y acepta que le inviten (TO2; 001 §8.1; D575).

Pedirla sólo deja un renglón. El barrido la reparte por tandas; cada tanda escribe en una transacción a quiénes, sus
cartas en el buzón y hasta dónde va: si el proceso muere entra entera o no entra, y a nadie le llega dos veces.
"""

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from config.base.transaccion import de_a_uno
from config.comun.filtro import enmascarar
from config.vivo import tareas
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from suscripciones import consultas as cuentas
from suscripciones import servicios as suscripciones
from torneos import consultas
from torneos.models import Convocado, Convocatoria, Suceso, Torneo
from torneos.servicios.base import E, Operacion, orden

TAREA = "torneos: convocatorias"
POR_TANDA = 200
TANDAS_POR_VUELTA = 5
CADA_CUANTO = timedelta(days=30)
POR_CUENTA = 2
"""Convocatorias de una misma persona en ese tiempo: el correo de todos no es de quien organiza."""
VALE_A_LO_MAS = timedelta(days=3)
TURNO = 7_020_031
"""El de contar cuántas lleva quien la pide: dos a la vez, de dos torneos, no pasan del tope."""
ENLACE = re.compile(r"://|\bwww\.|\b[\w-]+\.(?:com|mx|net|org|info|io|xyz|link|shop)\b", re.IGNORECASE)


@orden(E.REGISTRO)
def convocatoria_pedir(op: Operacion, *, sitio: str) -> Datos:
    """La deja lista para repartirse. Una por torneo, y a lo más dos cada treinta días por quien organiza.

    Errores: `solo_titular`, `ya_se_convoco`, `convocatoria_tarde`, `convocatoria_con_enlace`,
    `convocatoria_con_groseria`, `muchas_convocatorias`.
    """
    op.exigir_organizador()
    de_a_uno(TURNO)
    if Convocatoria.objects.filter(torneo=op.torneo).exists():
        raise ErrorDeServicio("ya_se_convoco")
    if op.torneo.fecha <= op.ahora:
        raise ErrorDeServicio("convocatoria_tarde")
    for texto in (op.torneo.nombre, op.torneo.lugar):
        if ENLACE.search(texto):
            raise ErrorDeServicio("convocatoria_con_enlace")
        if enmascarar(texto) != texto:
            raise ErrorDeServicio("convocatoria_con_groseria")
    suyas = Convocatoria.objects.filter(torneo__organizador=op.torneo.organizador_id)
    if suyas.filter(pedida__gt=op.ahora - CADA_CUANTO).count() >= POR_CUENTA:
        raise ErrorDeServicio("muchas_convocatorias", maximo=POR_CUENTA, dias=CADA_CUANTO.days)
    Convocatoria.objects.create(torneo=op.torneo, quien=op.nombre, sitio=sitio, pedida=op.ahora)
    op.contar("convocatoria_pedir")
    transaction.on_commit(lambda: tareas.despertar(TAREA), robust=True)
    return {}


def convocatorias_repartir(ahora: datetime | None = None) -> int:
    """El barrido: unas tandas por vuelta, para que nadie más espere. Devuelve cuántas cartas echó al buzón."""
    echadas = 0
    for _vez in range(TANDAS_POR_VUELTA):
        hecho = _una_tanda(ahora or timezone.now())
        if hecho is None:
            break
        echadas += hecho
    return echadas


def _una_tanda(ahora: datetime) -> int | None:
    """La de una convocatoria que nadie más reparta; None si no hay ninguna."""
    with transaction.atomic():
        libres = Convocatoria.objects.select_for_update(skip_locked=True, of=("self",)).filter(acabada=None)
        c = libres.select_related("torneo").order_by("pk").first()
        if c is None:
            return None
        t = c.torneo
        tras = [] if t.estado != E.REGISTRO or t.fecha <= ahora else _siguientes(c, ahora)
        if not tras:
            c.acabada = ahora
            c.save(update_fields=["acabada"])
            _contar(c, ahora)
            return 0
        nuevas = _mandar(c, tras, ahora)
        c.hasta_cuenta, c.mandadas = tras[-1], c.mandadas + nuevas
        c.save(update_fields=["hasta_cuenta", "mandadas"])
        return nuevas


def _siguientes(c: Convocatoria, ahora: datetime) -> list[int]:
    return cuentas.vigentes_tras(c.hasta_cuenta, POR_TANDA, ahora)


def _mandar(c: Convocatoria, quienes: list[int], ahora: datetime) -> int:
    """A los de esa tanda que la quieren, que no la tienen y que no se han inscrito."""
    t = c.torneo
    ya = set(Convocado.objects.filter(torneo=t, cuenta__in=quienes).values_list("cuenta", flat=True))
    estado = consultas.estado_de(t.pk)
    llegan = suscripciones.aviso_a_muchos(
        aviso=suscripciones.Aviso.TORNEOS,
        cuentas=[uno for uno in quienes if uno not in ya and uno != t.organizador_id],
        sin_correos=consultas.correos_inscritos(t.pk),
        plantilla=consultas.CONVOCATORIA,
        datos={"estado": estado, "enlace": f"{c.sitio}{reverse('torneos:publica', args=[t.codigo])}"},
        sitio=c.sitio,
        vale=min(VALE_A_LO_MAS, t.fecha - ahora),
    )
    Convocado.objects.bulk_create(Convocado(torneo=t, cuenta_id=uno, instante=ahora) for uno in llegan)
    return len(llegan)


def _contar(c: Convocatoria, ahora: datetime) -> None:
    """Al acabar, a cuántas personas les llegó y quién la pidió."""
    Suceso.objects.create(
        torneo=c.torneo,
        accion="convocatoria_acabar",
        datos={"mandadas": c.mandadas},
        motivo=ngettext("A %(n)d persona.", "A %(n)d personas.", c.mandadas) % {"n": c.mandadas},
        quien=c.quien,
        instante=ahora,
    )


def convocados_olvidar(viejos: datetime) -> int:
    """A quién se le mandó, cuando el torneo acabó antes de esa hora: ya no hace falta para no repetir."""
    return Convocado.objects.filter(torneo__in=Torneo.objects.filter(terminado__lt=viejos)).delete()[0]

"""A qué aparatos se avisa con push y cuándo (D293). Nadie espera: lo hace el barrido, con el Recreo ya confirmado.

Lo que se manda es lo mismo que dice la barra (`pantallas.cosas`): se compara lo que hay ahora con lo que a ese aparato
ya se le dijo. Así una orden no cuesta nada más, y un proceso que muere no deja avisos a medias.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from config.base.retencion import limite
from config.base.sesiones import sesiones_que_siguen
from config.comun import push
from config.comun.push_fallas import Ido
from recreo import consultas
from recreo.consultas import avisos as consultas_de_avisos
from recreo.consultas import version as consultas_de_version
from recreo.errores import ErrorDeServicio
from recreo.estado import EstadoRecreo
from recreo.identidad import Quien
from recreo.models import AparatoAvisado, Jugador, Presencia, Recreo
from recreo.pantallas.cosas import Cosa, cosas_de
from recreo.servicios.base import VIVOS

registro = logging.getLogger(__name__)

CADA = 1.0
"""Segundos entre vueltas del barrido."""
APARATOS = 5
"""Por persona y Recreo; con otro más se olvida el más viejo."""
RITMO = timedelta(seconds=20)
"""Entre un push y otro al mismo aparato: mientras, la barra y la insignia siguen al día."""
A_LA_VISTA = timedelta(seconds=15)
"""Quien tuvo una pantalla suya delante hace menos que esto ya lo vio."""
REPASO = timedelta(seconds=30)
"""Aunque nada cambie: hay cosas que lo son con el tiempo."""
INTENTOS = 3
ESPERAS = (timedelta(seconds=5), timedelta(seconds=20))
POR_VUELTA = 60


def aparato_apuntar(
    *, recreo_id: int, quien: Quien, sesion: str, direccion: str, p256dh: str, secreto: str, ahora: datetime
) -> None:
    """A ese aparato se le avisa de lo de quien lo tiene. Apuntarlo otra vez lo deja como está ahora.

    Errores: `no_participas`, `push_desconocido` (no es de un servicio de push), `push_apagado`.
    """
    if not push.llave_publica():
        raise ErrorDeServicio("push_apagado")
    if not push.de_un_servicio(direccion):
        raise ErrorDeServicio("push_desconocido")
    jugador = _jugador_de(recreo_id, quien)
    huella = push.huella_de(direccion)
    datos = {
        "quien": quien.huella[:80], "sesion": sesion, "direccion": direccion, "p256dh": p256dh, "secreto": secreto,
    }  # fmt: skip
    with transaction.atomic():
        Jugador.objects.select_for_update().get(pk=jugador.pk)  # de a uno: el tope se cumple
        AparatoAvisado.objects.filter(huella=huella).exclude(jugador=jugador).delete()
        AparatoAvisado.objects.update_or_create(
            huella=huella, jugador=jugador, defaults=datos, create_defaults={**datos, "creado": ahora}
        )
        viejos = jugador.aparatos_avisados.order_by("-creado", "-pk").values_list("pk", flat=True)[APARATOS:]
        AparatoAvisado.objects.filter(pk__in=list(viejos)).delete()


def _jugador_de(recreo_id: int, quien: Quien) -> Jugador:
    for j in Jugador.objects.filter(recreo=recreo_id, recreo__estado__in=VIVOS):
        if quien.es(j.cuenta_id, j.llave):
            return j
    raise ErrorDeServicio("no_participas")


def aparato_quitar(*, quien: Quien, direccion: str) -> int:
    """Ese aparato deja de recibir avisos, si es de esa persona. Devuelve cuántos se quitaron."""
    huella = push.huella_de(direccion)
    return AparatoAvisado.objects.filter(huella=huella, quien=quien.huella[:80]).delete()[0]


def avisos_olvidar(ahora: datetime) -> int:
    """Los aparatos y las presencias de los Recreos acabados hace más de `RETENCION_AVISOS` días; los aparatos de uno
    cancelado el reparto ya los borró.
    """
    acabados = Q(jugador__recreo__terminado__lt=limite("avisos", ahora))
    return AparatoAvisado.objects.filter(acabados).delete()[0] + Presencia.objects.filter(acabados).delete()[0]


# --- el barrido -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _PorMandar:
    aparato: AparatoAvisado
    aviso: dict[str, str]
    dichas: list[str]
    """Las que se dan por dichas si sale."""


def repartir(ahora: datetime, mandar: push.Mandar = push.mandar) -> int:
    """Manda lo que toca; se puede llamar cuanto se quiera y desde varios procesos. Devuelve cuántos salieron."""
    if not push.llave_publica():
        return 0
    # en el que terminó nada lo es con el tiempo: sólo si arman otra (D819)
    tocan = Q(version__lt=F("se_ve")) | Q(mirado=None)
    tocan |= Q(mirado__lt=ahora - REPASO, jugador__recreo__estado__in=VIVOS)
    con_version = AparatoAvisado.objects.annotate(se_ve=consultas_de_version.suma_de_versiones("jugador__recreo__"))
    pares = con_version.filter(tocan, Q(no_antes=None) | Q(no_antes__lte=ahora)).values_list(
        "pk", "jugador__recreo_id"
    )[:POR_VUELTA]
    por_recreo: dict[int, list[int]] = {}
    for pk, recreo_id in pares:
        por_recreo.setdefault(recreo_id, []).append(pk)
    por_mandar = [uno for recreo_id, pks in por_recreo.items() for uno in _preparar(recreo_id, pks, ahora)]
    if not por_mandar:
        return 0
    fallas = push.mandar_a_la_vez([push.Envio(uno.aparato, uno.aviso) for uno in por_mandar], mandar)
    return sum(_anotar(uno, falla, ahora) for uno, falla in zip(por_mandar, fallas, strict=True))


def _preparar(recreo_id: int, pks: Iterable[int], ahora: datetime) -> list[_PorMandar]:
    """Aparta esos aparatos, mira qué hay de nuevo para cada uno y lo da por dicho; mandar va fuera de la transacción.

    Si el proceso muere en medio, ese aviso no sale: la barra lo dice igual, y repetirlo horas después estorba.
    """
    estado = consultas.estado_de(recreo_id)
    miran = consultas_de_avisos.a_la_vista(recreo_id, ahora - A_LA_VISTA)
    salen = []
    with transaction.atomic():
        apartados = AparatoAvisado.objects.select_for_update(skip_locked=True, of=("self",))
        aparatos = list(apartados.select_related("jugador").filter(pk__in=pks))
        siguen = sesiones_que_siguen([a.sesion for a in aparatos])
        for a in aparatos:
            if a.no_antes is not None and a.no_antes > ahora:  # otro barrido se adelantó
                continue
            quien = Quien(a.jugador.cuenta_id, a.jugador.llave)
            # el de un Recreo terminado sigue hasta `avisos_olvidar`: «otra con los mismos» también se avisa (D819)
            if estado.estado == Recreo.Estado.CANCELADO or quien.huella[:80] != a.quien or a.sesion not in siguen:
                a.delete()
                continue
            if (uno := _novedad(a, estado, quien, ahora, delante=a.jugador_id in miran)) is not None:
                salen.append(uno)
            a.save(update_fields=["version", "mirado", "dichas", "no_antes"])
    return salen


def _novedad(
    a: AparatoAvisado, estado: EstadoRecreo, quien: Quien, ahora: datetime, *, delante: bool
) -> _PorMandar | None:
    hay = [c for c in cosas_de(estado, estado.visor(quien)) if c.suena and c.toca(ahora)]
    nuevas = [c for c in hay if c.clave not in a.dichas]
    primera_vez, antes = a.mirado is None, list(a.dichas)
    a.version, a.mirado, a.dichas = estado.version, ahora, [c.clave for c in hay]
    # lo que ya estaba al apuntarse, o lo que tiene delante, se ve en su pantalla
    if not nuevas or primera_vez or delante:
        return None
    a.no_antes = ahora + RITMO
    return _PorMandar(a, _aviso(estado, nuevas), antes)


def _aviso(estado: EstadoRecreo, nuevas: list[Cosa]) -> dict[str, str]:
    """Lo preciso: qué pasa, y a dónde ir. Título, detalle, camino y con cuál se reemplaza."""
    una = nuevas[0]
    detalle = una.detalle
    if len(nuevas) > 1:
        detalle = " ".join((detalle, _("y %(n)d más") % {"n": len(nuevas) - 1})).strip()
    return {"t": una.texto, "d": detalle, "u": reverse("recreo:ir", args=[estado.codigo]), "k": una.clave}


def _anotar(uno: _PorMandar, falla: Exception | None, ahora: datetime) -> int:
    """Cómo le fue; 1 si salió."""
    mio = AparatoAvisado.objects.filter(pk=uno.aparato.pk)
    if falla is None:
        mio.filter(fallas__gt=0).update(fallas=0)
        return 1
    fallas = uno.aparato.fallas + 1
    if isinstance(falla, Ido) or fallas >= push.FALLAS_SEGUIDAS:
        mio.delete()
        return 0
    registro.warning("No salió un push (%s), falla %s", falla, fallas)
    if fallas % INTENTOS:  # se repite; a la tercera se deja: ya no viene al caso
        espera = ESPERAS[fallas % INTENTOS - 1]
        mio.update(fallas=fallas, dichas=uno.dichas, version=0, no_antes=ahora + espera)
    else:
        mio.update(fallas=fallas)
    return 0

"""La gente de una peña: apuntarla, entrar con el enlace, cambiar su nombre o papel, y salir."""

from collections.abc import Iterable
from datetime import datetime
from hmac import compare_digest

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.comun.correo import correo_normal
from recreo.errores import ErrorDeServicio
from recreo.models import Miembro, Pena
from recreo.penas.servicios.base import CUALQUIERA, ENCARGADOS, Papel, exigir_lugar, nombre_libre, tomar, uno_de
from suscripciones import consultas as suscripciones


@transaction.atomic
def miembros_apuntar(
    *, pena_id: int, cuenta_id: int, nombres: Iterable[str], ahora: datetime | None = None
) -> list[Miembro]:
    """Apunta a varias personas por su nombre; quien ya está no se repite. Errores: los de `tomar`, `pena_llena`."""
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    apuntados = []
    for nombre in nombres:
        try:
            limpio = nombre_libre(pena, nombre)
        except ErrorDeServicio as e:
            if e.codigo in ("miembro_sin_nombre", "miembro_repetido"):
                continue
            raise
        exigir_lugar(pena)
        apuntados.append(Miembro.objects.create(pena=pena, nombre=limpio, desde=ahora or timezone.now()))
    return apuntados


@transaction.atomic
def pena_entrar(
    *, clave: str, cuenta_id: int, miembro_id: int = 0, nombre: str = "", ahora: datetime | None = None
) -> Miembro:
    """Entra con el enlace: como alguien ya apuntado y sin dueño, o con un nombre nuevo. Quien ya es, sigue siendo.

    Quien tenía su correo apuntado es esa persona. Quien había salido vuelve a su renglón. Errores: `invitacion_vieja`,
    `miembro_inexistente`, `miembro_con_dueno`, `pena_llena`, `miembro_sin_nombre`, `miembro_repetido`.
    """
    pena = pena_de_clave(clave, bloquear=True)
    instante = ahora or timezone.now()
    correo = suscripciones.correo_de(cuenta_id)
    suyo = Miembro.objects.filter(pena=pena, cuenta=cuenta_id).first() or _apuntado(pena, correo)
    if suyo is None and miembro_id:
        suyo = uno_de(pena, miembro_id)
        if suyo.cuenta_id is not None or suyo.correo or suyo.salio is not None:
            raise ErrorDeServicio("miembro_con_dueno", nombre=suyo.nombre)
    if suyo is None:
        exigir_lugar(pena)
        suyo = Miembro(pena=pena, nombre=nombre_libre(pena, nombre), desde=instante)
    if suyo.salio is not None:
        suyo.papel, suyo.desde, suyo.salio = Papel.MIEMBRO, instante, None
    suyo.cuenta_id, suyo.correo = cuenta_id, correo
    suyo.save()
    return suyo


def pena_de_clave(clave: str, *, bloquear: bool = False) -> Pena:
    """La peña de ese enlace. Error: `invitacion_vieja`."""
    filas = Pena.objects.select_for_update(no_key=True) if bloquear else Pena.objects.all()
    pena = filas.filter(clave=clave[:24]).first() if clave.isascii() and clave.isprintable() else None
    if pena is None or not compare_digest(pena.clave.encode(), clave.encode()):
        raise ErrorDeServicio("invitacion_vieja")
    return pena


def _apuntado(pena: Pena, correo: str) -> Miembro | None:
    """A quien apuntaron con ese correo, si nadie lo ha tomado."""
    sin_dueno = Miembro.objects.filter(pena=pena, cuenta=None, salio=None)
    return sin_dueno.filter(correo=correo).first() if correo else None


@transaction.atomic
def miembro_cambiar(*, pena_id: int, cuenta_id: int, miembro: int, nombre: str, papel: str, correo: str = "") -> None:
    """Nombre, papel y, si no ha entrado con su cuenta, su correo.

    Errores: los de `tomar`, `miembro_inexistente`, `miembro_sin_nombre`, `miembro_repetido`, `falta_encargado`,
    `papel_sin_cuenta`, `miembro_correo_repetido`.
    """
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    m = uno_de(pena, miembro)
    if papel != Papel.MIEMBRO and m.cuenta_id is None:
        raise ErrorDeServicio("papel_sin_cuenta", nombre=m.nombre)
    if papel != Papel.ENCARGADO:
        _exigir_otro_encargado(pena, m)
    m.nombre, m.papel = nombre_libre(pena, nombre, m.pk), Papel(papel)
    if m.cuenta_id is None:
        m.correo = correo_normal(correo)
        if m.correo and Miembro.objects.filter(pena=pena, correo=m.correo).exclude(pk=m.pk).exists():
            raise ErrorDeServicio("miembro_correo_repetido", correo=m.correo)
    m.save(update_fields=["nombre", "papel", "correo"])


def _exigir_otro_encargado(pena: Pena, m: Miembro) -> None:
    """Una peña siempre tiene quien la lleve. Error: `falta_encargado`."""
    otros = Miembro.objects.filter(pena=pena, papel=Papel.ENCARGADO, salio=None, cuenta__isnull=False)
    if m.papel == Papel.ENCARGADO and m.salio is None and not otros.exclude(pk=m.pk).exists():
        raise ErrorDeServicio("falta_encargado")


@transaction.atomic
def miembro_salir(
    *,
    pena_id: int,
    cuenta_id: int,
    miembro: int = 0,
    sin_nombre: bool = False,
    ahora: datetime | None = None,
) -> Miembro:
    """Sale uno mismo, o el encargado saca a `miembro`. Lo jugado queda; con `sin_nombre`, sin decir de quién.

    Errores: los de `tomar`, `miembro_inexistente`, `falta_encargado`.
    """
    pena, yo = tomar(pena_id, cuenta_id, CUALQUIERA)
    m = yo
    if miembro and miembro != yo.pk:
        pena, yo = tomar(pena_id, cuenta_id, ENCARGADOS)
        m = uno_de(pena, miembro)
    _exigir_otro_encargado(pena, m)
    m.papel, m.correo = Papel.MIEMBRO, ""
    m.salio = m.salio or ahora or timezone.now()
    if sin_nombre:
        m.nombre, m.cuenta_id = nombre_de_nadie(pena), None
    m.save()
    m.respuestas.all().delete()
    return m


def nombre_de_nadie(pena: Pena) -> str:
    """Uno que no dice quién era y no repite."""
    usados = set(Miembro.objects.filter(pena=pena).values_list("nombre", flat=True))
    n = 1
    while (nombre := _("Quien salió %(n)d") % {"n": n}) in usados:
        n += 1
    return nombre

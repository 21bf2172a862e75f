"""Alta de una peña, sus datos, su enlace y cómo se borra."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.comun.escrito import llano
from recreo.errores import ErrorDeServicio
from recreo.models import Miembro, Pena, Temporada
from recreo.penas.servicios.base import ENCARGADOS, Papel, tomar
from recreo.servicios.alta import clave_nueva, exigir_que_pueda_organizar
from suscripciones import consultas as suscripciones

PENAS_POR_CUENTA = 20
NOMBRE_DE_LA_PRIMERA = "Temporada {anio}"


def pena_crear(
    *, cuenta_id: int, id_orden: UUID, nombre: str, lugar: str = "", yo: str = "", ahora: datetime | None = None
) -> Pena:
    """Una peña nueva con su temporada abierta; quien la crea la lleva. La misma orden da la misma.

    Errores: los de permiso de `recreo_crear`, `falta_nombre_de_pena`, `muchas_penas`, `orden_ajena`.
    """
    instante = ahora or timezone.now()
    exigir_que_pueda_organizar(cuenta_id, instante)
    limpio = _limpio(nombre)
    if Miembro.objects.filter(cuenta=cuenta_id, salio=None, papel=Papel.ENCARGADO).count() >= PENAS_POR_CUENTA:
        raise ErrorDeServicio("muchas_penas", maximo=PENAS_POR_CUENTA)
    de_cuenta, correo = suscripciones.nombre_y_correo(cuenta_id)
    try:
        with transaction.atomic():
            pena = Pena.objects.create(
                nombre=limpio, lugar=lugar.strip()[:60], clave=clave_nueva(), orden=id_orden, creada=instante, sumada=1
            )
            quien = " ".join((yo or de_cuenta).split())[:40] or correo.partition("@")[0][:40]
            Miembro.objects.create(
                pena=pena, nombre=quien, correo=correo, cuenta_id=cuenta_id, papel=Papel.ENCARGADO, desde=instante
            )
            hoy = timezone.localdate(instante)
            Temporada.objects.create(pena=pena, nombre=NOMBRE_DE_LA_PRIMERA.format(anio=hoy.year), desde=hoy)
            return pena
    except IntegrityError:
        # la misma orden llegó dos veces
        hecha = Pena.objects.filter(orden=id_orden, miembros__cuenta=cuenta_id).first()
        if hecha is None and Pena.objects.filter(orden=id_orden).exists():
            raise ErrorDeServicio("orden_ajena") from None
        if hecha is None:
            raise
        return hecha


def _limpio(nombre: str) -> str:
    limpio = " ".join(nombre.split())[:60]
    if not limpio:
        raise ErrorDeServicio("falta_nombre_de_pena")
    return limpio


@transaction.atomic
def pena_editar(*, pena_id: int, cuenta_id: int, nombre: str, lugar: str = "") -> None:
    """Cambia cómo se llama y dónde se juntan. Errores: los de `tomar`, `falta_nombre_de_pena`."""
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    pena.nombre, pena.lugar = _limpio(nombre), lugar.strip()[:60]
    pena.save(update_fields=["nombre", "lugar"])


@transaction.atomic
def enlace_cambiar(*, pena_id: int, cuenta_id: int) -> None:
    """Enlace y QR nuevos: los de antes ya no dejan entrar a nadie. Errores: los de `tomar`."""
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    pena.clave = clave_nueva()
    pena.save(update_fields=["clave"])


@transaction.atomic
def pena_borrar(*, pena_id: int, cuenta_id: int, nombre: str) -> None:
    """Borra la peña con todo lo suyo; los Recreos jugados se quedan. Errores: los de `tomar`, `nombre_no_es`."""
    pena, _yo = tomar(pena_id, cuenta_id, ENCARGADOS)
    if llano(" ".join(nombre.split())) != llano(pena.nombre):
        raise ErrorDeServicio("nombre_no_es", nombre=pena.nombre)
    pena.delete()

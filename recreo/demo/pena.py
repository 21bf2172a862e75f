"""La peña de la demostración: tres jueves jugados, quién viene al que sigue y su caja."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.utils.translation import gettext as _

from recreo import servicios
from recreo.demo.velada import ORGANIZADORA, Guion, Velada, domingo_pasado
from recreo.models import CuotaDeMiembro, Miembro, Pena
from recreo.penas import servicios as penas
from recreo.servicios.desgloses import desglose_poner

PENA = "Los jueves de Lupita"
LUGAR = "Casa de Lupita, Coyoacán"
AMIGOS = ("beto@demo.mx", "carmen@demo.mx", "chucho@demo.mx")
SIN_CUENTA = ("Doña Chayo", "Toño")
DEL_JUEVES_AL_DOMINGO, NOCHE = 3, 20

# cada jueves, quién vino además de Lupita y sus partidas
JUEVES_JUGADOS: tuple[tuple[tuple[str, ...], tuple[Guion, ...]], ...] = (
    (
        ("Beto", "Carmen", "Chucho"),
        (
            Guion(1, 2, "D0:41 D1:30 D0:28 D0:36"),
            Guion(1, 1, "D1:55 D0:22 D1:47"),
            Guion(1, 4, "D0:38 C1:19 D0:44 D0:21"),
        ),
    ),
    (
        ("Carmen", "Doña Chayo", "Beto"),
        (
            Guion(1, 3, "D1:33 D1:40 D0:25 D1:29"),
            Guion(1, 2, "D0:52 D0:50"),
            Guion(1, 1, "D1:24 D0:35 D1:41 D1:37"),
        ),
    ),
    (
        ("Chucho", "Toño", "Carmen"),
        (
            Guion(1, 1, "D0:60 D1:18 D0:42"),
            Guion(1, 4, "D1:31 D0:27 D1:45 D1:26"),
            Guion(1, 2, "D0:36 D0:33 E0 D0:34"),
        ),
    ),
)


def cargar(personas: Mapping[str, int], ahora: datetime) -> Pena:
    """La arma y juega sus jueves, del más viejo al más nuevo; todos quedan terminados."""
    jueves = [_jueves(ahora, hace) for hace in range(len(JUEVES_JUGADOS), 0, -1)]
    empezo = jueves[0] - timedelta(days=7)
    lleva: dict[str, Any] = {"cuenta_id": personas[ORGANIZADORA]}
    pena = penas.pena_crear(id_orden=uuid4(), nombre=PENA, lugar=LUGAR, ahora=empezo, **lleva)
    lleva["pena_id"] = pena.pk
    for correo in AMIGOS:
        penas.pena_entrar(
            clave=pena.clave, cuenta_id=personas[correo], nombre=correo.partition("@")[0].title(), ahora=empezo
        )
    penas.miembros_apuntar(nombres=SIN_CUENTA, ahora=empezo, **lleva)
    miembros = {m.nombre: m for m in Miembro.objects.filter(pena=pena)}
    for cuando, (vinieron, guiones) in zip(jueves, JUEVES_JUGADOS, strict=True):
        _jugar(personas, lleva, [miembros[n].pk for n in vinieron], cuando, guiones)
    penas.penas_poner_al_dia()
    _caja(lleva, miembros, ahora)
    _siguiente(personas, lleva, ahora)
    return pena


def _jueves(ahora: datetime, hace: int) -> datetime:
    """El de hace tantas semanas, antes del último domingo, a las ocho de la noche de aquí."""
    dia = domingo_pasado(ahora) - timedelta(days=DEL_JUEVES_AL_DOMINGO + 7 * (hace - 1))
    return dia.replace(hour=NOCHE, minute=0)


def _jugar(
    personas: Mapping[str, int],
    lleva: Mapping[str, Any],
    miembros: list[int],
    cuando: datetime,
    guiones: tuple[Guion, ...],
) -> None:
    recreo = penas.recreo_desde_pena(id_orden=uuid4(), miembros=miembros, ahora=cuando, **lleva)
    velada = Velada(personas, cuando, recreo)
    for numero, guion in enumerate(guiones, start=1):
        velada.abrir(numero)
        velada.jugar(numero, (guion,))
    velada.orden(servicios.final_anunciar, velada.organiza)
    desglose_poner(recreo_id=recreo.pk)


def _caja(lleva: Mapping[str, Any], miembros: Mapping[str, Miembro], ahora: datetime) -> None:
    """La cuota del mes, que ya pagaron dos."""
    penas.cuota_poner(id_orden=uuid4(), concepto=_("Botana del mes"), importe=Decimal(60), ahora=ahora, **lleva)
    for una in CuotaDeMiembro.objects.filter(miembro__in=(miembros["Lupita"], miembros["Carmen"])):
        penas.cuota_marcar(cuota=una.pk, estado=CuotaDeMiembro.Estado.PAGADA, ahora=ahora, **lleva)


def _siguiente(personas: Mapping[str, int], lleva: Mapping[str, Any], ahora: datetime) -> None:
    """El jueves que viene: dos ya dijeron."""
    cita = penas.cita_poner(
        id_orden=uuid4(), cuando=_jueves(ahora, 0) + timedelta(days=7), lugar=LUGAR, ahora=ahora, **lleva
    )
    for correo, viene in ((ORGANIZADORA, True), ("beto@demo.mx", True), ("chucho@demo.mx", False)):
        penas.cita_responder(
            pena_id=lleva["pena_id"], cuenta_id=personas[correo], cita=cita.pk, viene=viene, ahora=ahora
        )

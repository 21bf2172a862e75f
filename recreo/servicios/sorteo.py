"""Sortear los números antes de empezar: los reparte el servidor y cualquiera puede comprobarlo (RE2, D312)."""

import hashlib
import secrets

from recreo.models import Jugador, Orden
from recreo.servicios.base import Datos, E, Operacion, orden
from recreo.servicios.discapacidad import SUYOS

CON_LA_PERSONA = (
    "nombre", "correo", "anota", "invitado", "invitado_a", "no_llego_a", "falta_desde", "falta_hasta", "viene_de_id",
    "ahora_no", *SUYOS,
)  # fmt: skip


def orden_de(semilla: str, nombres: list[str]) -> list[str]:
    """Los nombres en el orden que da la semilla: de menor a mayor SHA-256 de «semilla:nombre»."""
    return sorted(nombres, key=lambda n: hashlib.sha256(f"{semilla}:{n}".encode()).hexdigest())


@orden(E.PREPARACION)
def numeros_sortear(op: Operacion) -> Datos:
    """Reparte al azar los números de quienes todavía no entran; el 1, que organiza, y quien ya entró no se mueven.

    Cada sorteo queda contado y con su semilla: repetirlo hasta que guste se nota. Datos: `vez`, `semilla`, `numeros`
    (número → nombre). Error: `solo_organizador`.
    """
    op.exigir_mando()
    todos = op.recreo.jugadores.order_by("numero").exclude(nombre="")
    # con un inicio deshecho puede haber suplentes: ni ellos ni el lugar que toman se mueven (D303)
    fijos = {1, *op.recreo.relevos.values_list("lugar", flat=True)}
    libres = [
        j for j in todos if j.numero not in fijos and not (j.cuenta_id or j.llave) and j.numero <= op.recreo.tamano
    ]
    semilla = secrets.token_hex(8)
    ids = {j.pk: j.nombre for j in libres}
    suyos = {j.nombre: {c: getattr(j, c) for c in CON_LA_PERSONA} for j in libres}
    for j, nombre in zip(libres, orden_de(semilla, list(suyos)), strict=True):
        for campo, valor in suyos[nombre].items():
            setattr(j, campo, valor)
    Jugador.objects.bulk_update(libres, CON_LA_PERSONA)
    _mover_su_rastro(op, libres, ids)
    vez = 1 + Orden.objects.filter(recreo=op.recreo, accion="numeros_sortear").count()
    return {"vez": vez, "semilla": semilla, "numeros": {str(j.numero): j.nombre for j in libres}}


def _mover_su_rastro(op: Operacion, libres: list[Jugador], antes: dict[int, str]) -> None:
    """Lo que se cambió de cada quien sigue siendo suyo: al borrar su cuenta se busca por ahí (D309)."""
    ahora = {j.nombre: j for j in libres}
    for s in op.recreo.sucesos.filter(jugador__in=libres):
        if s.jugador_id is not None:
            s.jugador = ahora[antes[s.jugador_id]]
        s.save(update_fields=["jugador"])

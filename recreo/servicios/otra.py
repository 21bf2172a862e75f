"""«Otra con los mismos»: un Recreo nuevo, en preparación, con la gente y el ámbito de uno que terminó (D320).

A quien tuvo lugar se le ofrece en el que terminó: entra con `jugador_reclamar`, o dice que ahora no (D817).
"""

from datetime import datetime
from uuid import UUID

from django.utils import timezone

from recreo.consultas.otra import lugar_del_mismo
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo
from recreo.servicios.alta import clave_nueva, codigo_nuevo, crear_una_vez, exigir_que_pueda_organizar, ya_creado
from recreo.servicios.base import VIVOS, Operacion, anotar_orden, avisar_al_anterior, orden
from recreo.servicios.pedido import Pedido
from suscripciones import consultas as suscripciones

E = Recreo.Estado
ACABADOS = (E.TERMINADO, E.CANCELADO)


def recreo_repetir(*, recreo_id: int, cuenta_id: int, id_orden: UUID, ahora: datetime | None = None) -> Recreo:
    """Uno nuevo con los mismos nombres, números y ámbito; lo organiza quien lo pide, que pasa al número 1.

    Los correos sólo se copian a quien mandaba: los demás no los conocen. Nadie queda sentado: se les ofrece (D817).
    Errores: `recreo_inexistente`, `no_participas`, `no_ha_terminado` y los de `recreo_crear`.
    """
    instante = ahora or timezone.now()
    pedido = Pedido(Quien(cuenta_id=cuenta_id), "recreo_repetir", {"recreo": recreo_id})
    hecho = ya_creado(id_orden, pedido)
    if hecho is not None:
        return hecho
    anterior, jugadores, suyo = _anterior(recreo_id, cuenta_id)
    exigir_que_pueda_organizar(cuenta_id, instante)
    con_correos = anterior.organizador_id == cuenta_id or bool(suyo and suyo.co_organizador)

    def crear() -> Recreo:
        recreo = Recreo.objects.create(
            codigo=codigo_nuevo(),
            clave=clave_nueva(),
            pide_aprobacion=anterior.pide_aprobacion,
            nombre=anterior.nombre,
            lugar=anterior.lugar,
            procedencia=anterior.procedencia,
            tamano=anterior.tamano,
            rol=anterior.rol,
            meta=anterior.meta,
            importe=anterior.importe,
            pago_extraordinario=anterior.pago_extraordinario,
            minutos_sin_mano=anterior.minutos_sin_mano,
            exige_conformidad=anterior.exige_conformidad,
            anterior=anterior,
            organizador_id=cuenta_id,
            creado=instante,
            actividad=instante,
        )
        Jugador.objects.bulk_create(
            _mismo(recreo, numero, j, instante, con_correos=con_correos, cuenta_id=cuenta_id)
            for numero, j in _sentados(anterior, jugadores, suyo).items()
        )
        anotar_orden(recreo, id_orden, pedido, instante, {})
        avisar_al_anterior(anterior.pk)
        return recreo

    return crear_una_vez(crear, id_orden, pedido)


def _anterior(recreo_id: int, cuenta_id: int) -> tuple[Recreo, list[Jugador], Jugador | None]:
    """El que acabó, su gente y el lugar de quien pide (ninguno si sólo lo organizaba)."""
    anterior = Recreo.objects.filter(pk=recreo_id).first()
    if anterior is None:
        raise ErrorDeServicio("recreo_inexistente")
    jugadores = list(anterior.jugadores.order_by("numero"))
    suyo = next((j for j in jugadores if j.cuenta_id == cuenta_id), None)
    if suyo is None and anterior.organizador_id != cuenta_id:
        raise ErrorDeServicio("no_participas")
    if anterior.estado not in ACABADOS:
        raise ErrorDeServicio("no_ha_terminado")
    return anterior, jugadores, suyo


def _sentados(anterior: Recreo, jugadores: list[Jugador], suyo: Jugador | None) -> dict[int, Jugador]:
    """Quién va en cada número: los titulares. Quien organiza es el 1 y cambia con quien lo tenía (RE2).

    Si era suplente entra por el último a quien relevó, que no cabe (D709).
    """
    sentados = {j.numero: j for j in jugadores if j.numero <= anterior.tamano}
    if suyo is None:
        return sentados
    lugar = suyo.numero
    if suyo.numero > anterior.tamano:
        relevo = anterior.relevos.filter(jugador=suyo).order_by("desde").last()
        lugar = relevo.lugar if relevo else 1
        sentados[lugar] = suyo
    return sentados | {1: sentados[lugar], lugar: sentados[1]} if lugar != 1 else sentados


def _mismo(
    recreo: Recreo, numero: int, j: Jugador, instante: datetime, *, con_correos: bool, cuenta_id: int
) -> Jugador:
    """El mismo, en su número."""
    nuevo = Jugador(recreo=recreo, numero=numero, viene_de=j)
    nuevo.nombre, nuevo.anota = j.nombre, j.anota
    if nuevo.numero == 1:
        nuevo.correo, nuevo.cuenta_id, nuevo.entro = suscripciones.correo_de(cuenta_id), cuenta_id, instante
    elif con_correos:
        nuevo.correo = j.correo
    return nuevo


@orden(*VIVOS)
def otra_ahora_no(op: Operacion) -> None:
    """Quien tuvo lugar en el anterior no quiere que se le siga ofreciendo; puede entrar después. Error:
    `no_participas` (ahí no tuvo, o quien organiza cambió el suyo)."""
    j = lugar_del_mismo(op.recreo, op.quien)
    if j is None:
        raise ErrorDeServicio("no_participas")
    j.ahora_no = True
    j.save(update_fields=["ahora_no"])

"""Poner los puestos del salón, renovar su pase y tomar el suyo con él (TO26, decisión 047)."""

import secrets
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from config.base.contador import sumar
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from torneos.consultas.puestos import EnSuPuesto, puesto_del_pase
from torneos.identidad import Quien
from torneos.models import Mesa, Puesto
from torneos.models.intranet import ZONAS
from torneos.servicios.base import VIVOS, Operacion, orden
from torneos.servicios.mesa import juez_llamar

ESPACIO = UUID("6b0b8a0e-8b0f-4f0d-9d55-2f6c1c1f7a31")
POR_ZONA = 256
"""Los de 1,024 personas."""
UN_RATO = 600
FALLAS_POR_RED = 60
"""En diez minutos: un salón entero toma sus puestos por la misma red sin equivocarse tanto; quien prueba pases, no."""


@orden(*VIVOS)
def puestos_poner(op: Operacion, *, por_zona: int) -> Datos:
    """Deja las cuatro zonas con ese número de puestos, del 1 en adelante; los que ya había conservan su pase.

    Errores: `solo_control`, `no_es_en_pantallas`, `ajuste_invalido` y `faltan_puestos` si la partida publicada usa más.
    """
    op.exigir_mando()
    if not op.torneo.intranet:
        raise ErrorDeServicio("no_es_en_pantallas")
    if not 1 <= por_zona <= POR_ZONA:
        raise ErrorDeServicio("ajuste_invalido")
    actual = op.actual()
    usa = Mesa.objects.filter(partida=actual).count() if actual is not None and actual.cerrada is None else 0
    if por_zona < usa:
        raise ErrorDeServicio("faltan_puestos", hay=por_zona, faltan=usa)
    hay = set(op.torneo.puestos.values_list("zona", "numero"))
    op.torneo.puestos.filter(numero__gt=por_zona).delete()
    Puesto.objects.bulk_create(
        Puesto(torneo=op.torneo, zona=zona, numero=numero, serie=secrets.token_hex(16))
        for zona in range(len(ZONAS))
        for numero in range(1, por_zona + 1)
        if (zona, numero) not in hay
    )
    op.contar("puestos_poner", por_zona=por_zona)
    return {"por_zona": por_zona}


@orden(*VIVOS)
def puesto_renovar(op: Operacion, *, zona: int, numero: int) -> None:
    """Le da otro pase: el de antes ya no vale y el aparato que lo traía lo suelta. Errores: `solo_control`,
    `puesto_inexistente`.
    """
    op.exigir_mando()
    suyo = op.torneo.puestos.filter(zona=zona, numero=numero)
    if not suyo.update(serie=secrets.token_hex(16), toma="", tomado=None):
        raise ErrorDeServicio("puesto_inexistente")
    op.contar("puesto_renovar", puesto=f"{ZONAS[zona]}-{numero}")


def puesto_tomar(*, torneo_id: int, pase: str, red: str, ahora: datetime | None = None) -> Puesto:
    """Este aparato toma el puesto de ese pase; el que lo tuviera lo suelta. Repetirlo vuelve a tomarlo, sin más.

    Errores: `pase_vacio` (no cuenta como equivocado), `muchos_pases` (demasiados desde esa red) y `pase_invalido`.
    """
    if not pase.strip():
        raise ErrorDeServicio("pase_vacio")
    llave = f"torneos:pases:{red or 'aqui'}"
    if sumar(llave, UN_RATO, 0) >= FALLAS_POR_RED:
        raise ErrorDeServicio("muchos_pases")
    p = puesto_del_pase(torneo_id, pase)
    if p is None:
        sumar(llave, UN_RATO)
        raise ErrorDeServicio("pase_invalido")
    p.toma, p.tomado = secrets.token_hex(16), ahora or timezone.now()
    p.save(update_fields=["toma", "tomado"])
    return p


def puesto_llamar(aqui: EnSuPuesto, id_orden: UUID) -> None:
    """Un juez a la mesa de ese puesto, a nombre de quien se sienta en él (TO16, TO26).

    La orden es de ese aparato: la misma vez repetida llama una vez, y nadie repite la de otro. Errores:
    `no_eres_de_esta_mesa` si ahí no se sienta nadie y `mesa_cerrada`.
    """
    m = aqui.mesa
    if m is None:
        raise ErrorDeServicio("no_eres_de_esta_mesa", mesa=0)
    asiento = m.asientos.select_related("jugador").get(lugar=aqui.asiento)
    juez_llamar(
        torneo_id=aqui.puesto.torneo_id,
        quien=Quien(casa=True, nombre=asiento.jugador.nombre),
        id_orden=uuid5(ESPACIO, f"{aqui.puesto.toma}:{id_orden}"),
        partida=m.partida.numero,
        mesa=m.numero,
    )

"""Las mesas de En línea de una partida en pantallas: abrirlas al publicar y soltarlas al decidir (TO26)."""

from collections.abc import Sequence
from functools import partial
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext as _

from enlinea.salon import consultas as salon_visto
from enlinea.salon import servicios as salon
from enlinea.salon.servicios import MesaPorAbrir
from recreo.errores import ErrorDeServicio
from torneos.models import Inscrito, Mesa
from torneos.models.intranet import ZONAS
from torneos.servicios.base import Operacion


def abrir_en_linea(op: Operacion, numeros: Sequence[int], sentados: Sequence[Sequence[Inscrito]]) -> list[int | None]:
    """Una mesa en línea por cada mesa de la partida, en su orden; en un torneo de fichas, ninguna.

    En el Multiplicado se abren después, al dictar el texto de la partida (TO27).

    Error: `faltan_puestos` (cuántos por zona hay y cuántos hacen falta).
    """
    if not op.torneo.intranet:
        return [None] * len(numeros)
    hay = op.torneo.puestos.count() // len(ZONAS)
    if hay < len(numeros):
        raise ErrorDeServicio("faltan_puestos", hay=hay, faltan=len(numeros))
    if op.torneo.multiplicado:
        return [None] * len(numeros)
    mesas = [por_abrir(n, [i.nombre for i in cuatro]) for n, cuatro in zip(numeros, sentados, strict=True)]
    return [*salon.mesas_abrir(op.torneo.organizador_id, op.torneo.meta, mesas)]


def por_abrir(numero: int, nombres: Sequence[str], clave: str = "", texto: str = "") -> MesaPorAbrir:
    """Cómo se le pide al salón."""
    return MesaPorAbrir(uuid4(), _("Mesa %(n)d") % {"n": numero}, tuple(nombres), clave, texto)


def exigir_sin_repartir(mesas: Sequence[Mesa], partida: int) -> None:
    """Error: `ya_anotaron`, con la primera que ya repartió."""
    suyas = {m.en_linea: m.numero for m in mesas if m.en_linea is not None}
    for mesa_id in salon_visto.empezadas(list(suyas)):
        raise ErrorDeServicio("ya_anotaron", mesa=suyas[mesa_id], partida=partida)


def soltar(mesas: Sequence[Mesa]) -> None:
    """Al confirmar, ésas dejan de jugarse. Si el proceso muere antes, el barrido las suelta."""
    for m in mesas:
        if m.en_linea is not None:
            transaction.on_commit(partial(salon.mesa_terminar, m.en_linea), robust=True)


def dejar_de_jugar(op: Operacion) -> None:
    """La decidió un juez: en las cuatro pantallas termina. La que acabó en línea se queda enseñando su final."""
    if not op.quien.casa:
        soltar([op.mesa()])

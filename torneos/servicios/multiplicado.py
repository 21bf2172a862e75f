"""Multiplicado: dictar el texto de la partida, que abre sus mesas, y levantar el embargo al no poder jugarse (TO27)."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from enlinea.salon import consultas as salon_visto
from enlinea.salon import servicios as salon
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Datos
from reglas.multiplicado import clave_de_partida, texto_limpio
from reglas.suizo.tipos import Tipo
from torneos.models import Asiento, ManosDeMesa, Mesa, Partida, Suceso, Torneo
from torneos.servicios.base import E, Operacion, avisar_al_confirmar, orden
from torneos.servicios.en_linea import por_abrir, soltar

TAREA = "torneos: embargo del Multiplicado"
LEVANTAR = "embargo_levantar"
DE_AQUI = Q(clave_de_fuera=None)
"""De la que se trajo a medio jugar, las fichas se quedaron donde se jugó: no hay qué levantar (D675)."""


@orden(E.EN_JUEGO)
def partida_dictar(op: Operacion, *, partida: int, texto: str, repetido: str) -> Datos:
    """Pone lo que se dictó en el salón para la última publicada y abre sus mesas, todas con el mismo reparto.

    Una sola vez, para que nadie pruebe varios, y desde ahí la partida no se deshace (D649). Errores: `solo_control`,
    `no_es_multiplicado`, `no_es_la_ultima`, `falta_dictado_de_partida`, `dictado_distinto`, `ya_se_dicto_la_partida` y
    `sin_mesas_por_abrir`.
    """
    op.exigir_mando()
    if not op.torneo.multiplicado:
        raise ErrorDeServicio("no_es_multiplicado")
    p = op.actual()
    if p is None or p.numero != partida:
        raise ErrorDeServicio("no_es_la_ultima")
    limpio = texto_limpio(texto)
    if not limpio:
        raise ErrorDeServicio("falta_dictado_de_partida", partida=partida)
    if limpio != texto_limpio(repetido):
        raise ErrorDeServicio("dictado_distinto")
    if p.dictado:
        raise ErrorDeServicio("ya_se_dicto_la_partida", partida=partida, texto=p.dictado)
    abiertas = [m for m in op.tomar_mesas(p) if m.cerrada is None]
    if not abiertas:
        raise ErrorDeServicio("sin_mesas_por_abrir", partida=partida)
    p.dictado = limpio
    p.save(update_fields=["dictado"])
    _abrir(op, p, abiertas)
    op.contar("partida_dictar", partida=partida, texto=limpio)
    return {"mesas": len(abiertas)}


def _abrir(op: Operacion, p: Partida, mesas: list[Mesa]) -> None:
    clave = clave_de_partida(op.torneo.clave_de_repartos, p.numero)
    nombres: dict[int, list[str]] = {m.pk: [] for m in mesas}
    asientos = Asiento.objects.filter(mesa__in=mesas).order_by("mesa", "lugar")
    for mesa_id, nombre in asientos.values_list("mesa", "jugador__nombre"):
        nombres[mesa_id].append(nombre)
    nuevas = [por_abrir(m.numero, nombres[m.pk], clave, p.dictado) for m in mesas]
    for m, en_linea in zip(mesas, salon.mesas_abrir(op.torneo.organizador_id, op.torneo.meta, nuevas), strict=True):
        m.en_linea = en_linea
        m.version += 1
    Mesa.objects.bulk_update(mesas, ["en_linea", "version"])


def al_cerrar_una(op: Operacion) -> None:
    """Al confirmar que una mesa cerró, se ve si era la última. Se mira después de confirmar: así, de dos que cierran a
    la vez, la que confirma al final ve cerrada a la otra.
    """
    if op.torneo.multiplicado:
        transaction.on_commit(partial(embargo_levantar, op.mesa().partida_id), robust=True)


def embargo_levantar(partida_id: int, ahora: datetime | None = None) -> bool:
    """Levanta el embargo si ya nadie puede jugar la partida; una vez, aunque lo pidan varios. Devuelve si fue ésta.

    Guarda lo jugado ficha por ficha: hasta aquí sólo estaba en el diario de cada mesa (TO27, D650).
    """
    instante = ahora or timezone.now()
    with transaction.atomic():
        suyo = Torneo.objects.filter(partidas=partida_id, tipo=Tipo.MULTIPLICADO.value)
        t = suyo.select_for_update(no_key=True, of=("self",)).first()
        p = Partida.objects.defer("hoja").filter(DE_AQUI, pk=partida_id, levantada=None).first()
        if t is None or p is None or _se_puede_jugar(t, p):
            return False
        jugadas = Mesa.objects.filter(partida=p, en_linea__isnull=False)
        ManosDeMesa.objects.bulk_create(ManosDeMesa(mesa=m, manos=_manos(m.en_linea)) for m in jugadas)
        p.levantada = instante
        p.save(update_fields=["levantada"])
        Suceso.objects.create(torneo=t, accion=LEVANTAR, partida=p.numero, quien="", instante=instante)
        Torneo.objects.filter(pk=t.pk).update(version=F("version") + 1)
        avisar_al_confirmar(t.pk)
    return True


def _se_puede_jugar(t: Torneo, p: Partida) -> bool:
    """Si le falta por cerrar una mesa; cancelado el torneo, si el diario de alguna todavía admite una jugada (D674)."""
    abiertas = Mesa.objects.filter(partida=p, cerrada=None)
    if t.estado != E.CANCELADO:
        return abiertas.exists()
    en_linea = {pk for pk in abiertas.values_list("en_linea", flat=True) if pk is not None}
    return not en_linea.issubset(salon_visto.acabadas(en_linea))


def al_cancelar(op: Operacion, p: Partida) -> None:
    """Cancelado el torneo, sus mesas se sueltan; y confirmado eso, quien jugó ve sus fichas (D674)."""
    soltar([m for m in op.tomar_mesas(p) if m.cerrada is None])
    if p.dictado:
        transaction.on_commit(partial(embargo_levantar, p.pk), robust=True)


def _manos(en_linea: int | None) -> list[Datos]:
    assert en_linea is not None
    return [
        {"salidor": m.salidor, "repartidas": [list(suyas) for suyas in m.repartidas], "jugadas": list(m.jugadas)}
        for m in salon_visto.manos_jugadas(en_linea)
    ]


def embargos_conciliar() -> int:
    """El barrido: las partidas cuya última mesa cerró, o cuyo torneo se canceló, y nadie alcanzó a levantar."""
    abiertas = Mesa.objects.filter(cerrada=None).values("partida")
    puestos = Partida.objects.filter(DE_AQUI, torneo__tipo=Tipo.MULTIPLICADO.value, levantada=None)
    cancelada = Q(torneo__estado=E.CANCELADO) & ~Q(dictado="")
    faltan = puestos.filter(~Q(pk__in=abiertas) | cancelada)
    return sum(embargo_levantar(pk) for pk in faltan.values_list("pk", flat=True))

"""De un Recreo terminado, las que armaron con los mismos; y en ellas, el lugar de quien tuvo uno en él (D817)."""

from django.db.models import Exists, OuterRef

from recreo.estado_otra import Como, OtraVista
from recreo.identidad import Quien
from recreo.models import Jugador, Recreo

VIVOS = (Recreo.Estado.PREPARACION, Recreo.Estado.EN_JUEGO)


def hay_otras() -> Exists:
    """Para la pregunta por la fila de un Recreo: si nadie armó otra, no cuesta un viaje más."""
    return Exists(Recreo.objects.filter(anterior=OuterRef("pk"), estado__in=VIVOS))


def otras_de(recreo: Recreo) -> tuple[OtraVista, ...]:
    """Las que siguen vivas, de la primera a la última."""
    if recreo.estado != Recreo.Estado.TERMINADO or not getattr(recreo, "repetido", True):
        return ()
    filas = Jugador.objects.filter(recreo__anterior=recreo, recreo__estado__in=VIVOS)
    de_cada_una: dict[Recreo, list[Jugador]] = {}
    for j in filas.select_related("recreo", "viene_de").order_by("recreo_id", "numero"):
        de_cada_una.setdefault(j.recreo, []).append(j)
    return tuple(
        OtraVista(
            otra.pk,
            otra.codigo,
            next((j.nombre for j in suyos if j.numero == 1), ""),
            {j.viene_de.numero: (j.nombre, como_esta(j, j.viene_de)) for j in suyos if j.viene_de is not None},
        )
        for otra, suyos in de_cada_una.items()
    )


def como_esta(j: Jugador, era: Jugador) -> Como:
    """El lugar `j` para quien fue `era` en el anterior."""
    if j.cuenta_id or j.llave:
        return Como.DENTRO if Quien(j.cuenta_id, j.llave).es(era.cuenta_id, era.llave) else Como.TOMADO
    if not es_el_mismo(j, era) or j.correo not in ("", era.correo):
        return Como.NINGUNO
    return Como.AHORA_NO if j.ahora_no else Como.LIBRE


def es_el_mismo(j: Jugador, era: Jugador) -> bool:
    """¿Quien organiza lo dejó como estaba? Con otro nombre, o relevado, ya no lo espera a él."""
    return j.nombre == era.nombre and (j.vigente or j.recreo.pausado is not None)


def lugar_del_mismo(recreo: Recreo, quien: Quien) -> Jugador | None:
    """El que le toca a esa persona por el que tuvo en el anterior, con él en `viene_de`."""
    for j in recreo.jugadores.exclude(viene_de=None).select_related("recreo", "viene_de").order_by("viene_de__numero"):
        if j.viene_de is not None and quien.es(j.viene_de.cuenta_id, j.viene_de.llave) and es_el_mismo(j, j.viene_de):
            return j
    return None

"""La foto de la hoja de papel: subirla, quitarla y olvidarla a su tiempo (RE8)."""

from datetime import datetime

from config.base import retencion
from recreo.errores import ErrorDeServicio
from recreo.models import FotoDeHoja
from recreo.servicios.base import Datos, E, Operacion, orden_de_mesa

FOTOS_POR_MESA = 3


@orden_de_mesa(E.EN_JUEGO, E.TERMINADO)
def foto_agregar(op: Operacion, *, partida: int, mesa: int, jpeg: bytes, ancho: int, alto: int) -> Datos:
    """Adjunta a la mesa una foto ya limpia (`recreo.imagen.limpiar`); también con la mesa cerrada: es su prueba.

    La sube quien anota, alguien de la mesa o quien manda. Errores: `no_eres_de_esta_mesa`, `muchas_fotos`.
    """
    h = op.hoja(op.mesa(partida, mesa))
    h.exigir_de_la_mesa()
    suyas = FotoDeHoja.objects.filter(mesa_id=h.mesa.pk)
    if suyas.count() >= FOTOS_POR_MESA:
        raise ErrorDeServicio("muchas_fotos", mesa=mesa, maximo=FOTOS_POR_MESA)
    foto = FotoDeHoja.objects.create(
        mesa_id=h.mesa.pk,
        jugador=op.sentado,
        imagen=jpeg,
        ancho=ancho,
        alto=alto,
        quien=h.nombre,
        instante=h.ahora,
    )
    return {"foto": foto.pk}


@orden_de_mesa(E.EN_JUEGO, E.TERMINADO)
def foto_quitar(op: Operacion, *, partida: int, mesa: int, foto: int) -> None:
    """La borra del todo quien la subió o quien manda. Errores: `foto_inexistente`, `foto_ajena`."""
    m = op.mesa(partida, mesa)
    suya = FotoDeHoja.objects.filter(mesa_id=m.pk, pk=foto).defer("imagen").first()
    if suya is None:
        raise ErrorDeServicio("foto_inexistente")
    if not op.manda and (op.sentado is None or suya.jugador_id != op.sentado.pk):
        raise ErrorDeServicio("foto_ajena", quien=suya.quien)
    suya.delete()


def fotos_olvidar(ahora: datetime) -> int:
    """Las de los Recreos acabados hace más de `RETENCION_FOTOS` días."""
    viejas = FotoDeHoja.objects.filter(mesa__partida__recreo__terminado__lt=retencion.limite("fotos", ahora))
    return viejas.delete()[0]

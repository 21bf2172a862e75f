"""Lo que el Recreo guarda de cada cuenta: entregarlo, ponerlo bajo un seudónimo al borrarla, y olvidar invitaciones.

El marcador no se toca: las manos siguen como se anotaron (RE4) y sólo cambia el nombre de quien se fue.
"""

from base64 import b64encode
from datetime import datetime
from typing import Any

from django.db.models import Q

from config.base import retencion
from recreo.identidad import Quien
from recreo.models import (
    Anotacion,
    AparatoAvisado,
    Castigo,
    Discrepancia,
    FotoDeHoja,
    Incidencia,
    Jugador,
    Mesa,
    Presencia,
    Recreo,
    SolicitudDeLugar,
    Suceso,
)
from recreo.servicios.base import VIVOS, avisar_al_confirmar
from recreo.servicios.discapacidad import poner_nada
from suscripciones.servicios import Borrado, Suyo


def impide(cuenta_id: int) -> str:
    """Quien organiza un Recreo sin terminar lo acaba o lo cancela antes: los demás dependen de él."""
    organiza = Recreo.objects.filter(organizador_id=cuenta_id, estado__in=VIVOS).exists()
    return "borrar_con_recreo" if organiza else ""


def exportar(cuenta_id: int) -> dict[str, Any]:
    """Sus Recreos, con los nombres que ya vio, y lo que anotó."""
    suyos = Jugador.objects.filter(cuenta_id=cuenta_id).select_related("recreo").order_by("recreo__creado")
    return {"recreos": [_un_recreo(j) for j in suyos]}


def _un_recreo(j: Jugador) -> dict[str, Any]:
    r = j.recreo
    return {
        "codigo": r.codigo,
        "nombre": r.nombre,
        "lugar": r.lugar,
        "procedencia": r.procedencia,
        "estado": r.estado,
        "creado": r.creado,
        "iniciado": r.iniciado,
        "terminado": r.terminado,
        "lo_organizaste": r.organizador_id == j.cuenta_id,
        "tu_numero": j.numero,
        "tu_nombre": j.nombre,
        "tu_correo": j.correo,
        "entraste": j.entro,
        "te_invitaron": j.invitado,
        "jugadores": list(r.jugadores.order_by("numero").values("numero", "nombre")),
        "tus_mesas": list(
            Mesa.objects.filter(asientos__jugador=j)
            .order_by("partida__numero")
            .values("partida__numero", "numero", "fin", "cerrada")
        ),
        "anotaste": list(
            Anotacion.objects.filter(mesa__partida__recreo=r, quien=j.nombre)
            .order_by("instante")
            .values("mesa__partida__numero", "mesa__numero", "mano", "revision", "desenlace", "tantos", "instante")
        ),
        "dijiste_de_la_hoja": list(
            j.incidencias.exclude(anotadas=None)
            .order_by("pk")
            .values("mesa__partida__numero", "mesa__numero", "tipo", "texto", "instante")
        ),
        "tu_discapacidad": _discapacidad(j),
        "te_avisamos_en": list(j.aparatos_avisados.values("creado", "direccion")),
        "te_oimos": list(Presencia.objects.filter(jugador=j).values("latido", "a_la_vista")),
        "tus_fotos": _fotos(j),
        "tus_castigos": list(j.castigos.values("tantos", "motivo", "instante", "anulado")),
    }


def _discapacidad(j: Jugador) -> dict[str, Any]:
    """Lo que marcó, cuándo consintió y si lo marcó otra persona porque se lo pidió; vacío si nada."""
    if not j.discapacidades:
        return {}
    return {
        "cuales": j.discapacidades.split(),
        "consentiste": j.discapacidad_consentida,
        "la_marco_quien_organiza": j.discapacidad_por_otro,
    }


def _fotos(j: Jugador) -> list[dict[str, Any]]:
    """Las que subió, en base 64: caben en el mismo archivo que lo demás."""
    return [
        {
            "partida": f.mesa.partida.numero,
            "mesa": f.mesa.numero,
            "instante": f.instante,
            "jpeg": b64encode(f.imagen).decode(),
        }
        for f in j.fotos.select_related("mesa__partida").order_by("pk")
    ]


def borrar(que: Borrado) -> None:
    """Su nombre pasa al seudónimo en cada Recreo donde está, por su cuenta o por su correo, y su lugar queda suelto.

    Toma cada Recreo, en orden, y sus mesas: lo que se anote a la vez queda antes o después, nunca a medias.
    """
    pidio = SolicitudDeLugar.objects.filter(cuenta_id=que.cuenta_id)
    donde_pidio = set(pidio.values_list("recreo_id", flat=True))
    pidio.delete()
    AparatoAvisado.objects.filter(quien=Quien(que.cuenta_id).huella).delete()
    Presencia.objects.filter(jugador__cuenta_id=que.cuenta_id).delete()
    suyo = Q(jugadores__cuenta_id=que.cuenta_id) | Q(organizador_id=que.cuenta_id)
    if que.correo:
        suyo |= Q(jugadores__correo=que.correo.lower())
    ids = sorted({*Recreo.objects.filter(suyo).values_list("pk", flat=True), *donde_pidio})
    for recreo in Recreo.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"):
        suyas = Mesa.objects.select_for_update(no_key=True, of=("self",)).filter(partida__recreo=recreo)
        list(suyas.order_by("pk").values_list("pk"))
        de_quien = Q(cuenta_id=que.cuenta_id) | (Q(correo=que.correo.lower()) if que.correo else Q(pk=None))
        cambio = [recreo.pk in donde_pidio]
        cambio += [_soltar(recreo, j, que) for j in recreo.jugadores.filter(de_quien)]
        if recreo.organizador_id == que.cuenta_id:
            cambio.append(_quitar_lo_que_dice(recreo, que))
        if any(cambio):
            recreo.version += 1
            recreo.epoca += 1  # cambiaron de nombre renglones de cualquiera de sus mesas
            recreo.save(update_fields=["version", "epoca", "nombre", "lugar", "procedencia"])
            avisar_al_confirmar(recreo.pk)


def _soltar(recreo: Recreo, j: Jugador, que: Borrado) -> bool:
    """El lugar se queda, sin dueño y con el seudónimo; falso si ya estaba así."""
    if j.nombre == que.seudonimo and not (j.correo or j.llave):
        return False
    for antes in {j.nombre, *_nombres_de_antes(j)} - {""}:
        _renombrar(recreo, antes, que.seudonimo)
    j.sucesos.update(reservado={})
    j.fotos.all().delete()
    if recreo.estado in VIVOS:
        Mesa.objects.filter(anotador=j, cerrada=None).update(anotador=None)
        j.cuenta, j.entro, j.co_organizador = None, None, False
    # por ahí se sabría cómo se llamaba
    Jugador.objects.filter(viene_de=j).update(viene_de=None)
    j.nombre, j.correo, j.llave, j.viene_de = que.seudonimo, "", "", None
    j.invitado, j.invitado_a, j.no_llego_a = None, "", ""
    poner_nada(j)
    j.save()
    return True


def _renombrar(recreo: Recreo, antes: str, seudonimo: str) -> None:
    """Quién anotó, confirmó, cerró y llamó, en los renglones de ese Recreo: el nombre es único en él."""
    mesas = Mesa.objects.filter(partida__recreo=recreo)
    mesas.filter(confirmada_por=antes).update(confirmada_por=seudonimo)
    mesas.filter(cerrada_por=antes).update(cerrada_por=seudonimo)
    for modelo in (Anotacion, Discrepancia, FotoDeHoja, Incidencia):
        modelo._default_manager.filter(mesa__partida__recreo=recreo, quien=antes).update(quien=seudonimo)
    Castigo.objects.filter(partida__recreo=recreo, quien=antes).update(quien=seudonimo)
    Incidencia.objects.filter(mesa__partida__recreo=recreo, atendida_por=antes).update(atendida_por=seudonimo)
    Incidencia.objects.filter(mesa__partida__recreo=recreo, mirada_por=antes).update(mirada_por=seudonimo)
    _renombrar_sucesos(recreo, antes, seudonimo)


def _nombres_de_antes(j: Jugador) -> set[str]:
    """Cómo se llamó antes de que alguien corrigiera su nombre: en el rastro viejo sigue así."""
    return {str(s.datos.get("antes", "")) for s in j.sucesos.filter(tipo=Suceso.Tipo.NOMBRE)}


def _renombrar_sucesos(recreo: Recreo, antes: str, seudonimo: str) -> None:
    for s in recreo.sucesos.all():
        s.datos = {k: _en_lugar(v, antes, seudonimo) for k, v in s.datos.items()}
        s.quien = seudonimo if s.quien == antes else s.quien
        s.save(update_fields=["datos", "quien"])


def _en_lugar(valor: Any, antes: str, seudonimo: str) -> Any:
    if isinstance(valor, list):
        return [_en_lugar(v, antes, seudonimo) for v in valor]
    return seudonimo if valor == antes else valor


def _quitar_lo_que_dice(recreo: Recreo, que: Borrado) -> bool:
    """Del que organizó: lugar y procedencia se vacían, y el título, si lleva su nombre, se cambia por el código."""
    con_nombre = bool(que.nombre) and que.nombre.casefold() in recreo.nombre.casefold()
    if not (recreo.lugar or recreo.procedencia or con_nombre):
        return False
    recreo.lugar = recreo.procedencia = ""
    if con_nombre:
        recreo.nombre = f"Recreo {recreo.codigo}"
    return True


def invitaciones_olvidar(ahora: datetime) -> int:
    """Quita los correos de quien no entró, de los Recreos acabados hace más de `RETENCION_INVITACIONES` días."""
    con_correo = ~Q(correo="") | ~Q(invitado_a="") | ~Q(no_llego_a="")
    viejos = Jugador.objects.filter(
        con_correo, cuenta=None, vigente=False, recreo__terminado__lt=retencion.limite("invitaciones", ahora)
    )
    Suceso.objects.filter(recreo__jugadores__in=viejos).update(reservado={})
    return viejos.update(correo="", invitado=None, invitado_a="", no_llego_a="")


SUYO = Suyo("recreo", exportar, impide, borrar)

"""Lo que los torneos guardan de cada cuenta y de quien se inscribió con su correo (SU1, PL3).

El resultado de las mesas no se toca: al borrarse una cuenta cambia el nombre de quien se fue y se quita su correo.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q

from config.base import retencion
from suscripciones import consultas as cuentas
from suscripciones.servicios import Borrado, Suyo
from torneos.models import (
    Anotacion,
    Auxiliar,
    Convocado,
    Convocatoria,
    Discrepancia,
    Incidencia,
    Inscrito,
    Mesa,
    Resultado,
    Suceso,
    Torneo,
)
from torneos.servicios.base import VIVOS, avisar_al_confirmar
from torneos.servicios.convocatoria import convocados_olvidar
from torneos.servicios.inscripcion import nombrar_otra_vez


def impide(cuenta_id: int) -> str:
    """Quien organiza un torneo sin terminar lo acaba o lo cancela antes."""
    return "borrar_con_torneo" if Torneo.objects.filter(organizador=cuenta_id, estado__in=VIVOS).exists() else ""


def exportar(cuenta_id: int) -> dict[str, Any]:
    """Los torneos que organizó y, por su correo, en los que se inscribió o ayuda."""
    suyos = Torneo.objects.filter(organizador=cuenta_id).order_by("creado")
    de_torneo = ("codigo", "nombre", "lugar", "fecha", "modalidad", "tipo", "meta", "previstas", "estado")
    campos = (*de_torneo, "creado", "terminado")
    con_su_correo = {"correo": cuentas.correo_de(cuenta_id).lower() or None}
    inscrito = Inscrito.objects.filter(**con_su_correo).order_by("pk")
    ayuda = Auxiliar.objects.filter(**con_su_correo).order_by("pk")
    de_inscrito = ("torneo__codigo", "torneo__nombre", "numero", "nombre", "club", "procedencia", "cobro")
    return {
        "organizaste": list(suyos.values(*campos)),
        "te_inscribiste": list(inscrito.values(*de_inscrito)),
        "te_convocaron": list(Convocado.objects.filter(cuenta=cuenta_id).values("torneo__codigo", "instante")),
        "ayudas": list(ayuda.values("torneo__codigo", "nombre", "papel", "desde_mesa", "hasta_mesa")),
    }


def borrar(que: Borrado) -> None:
    """Donde se inscribió o ayudó con su correo, su nombre pasa al seudónimo; lo que organizó, sin lugar."""
    Torneo.objects.filter(organizador=que.cuenta_id).exclude(lugar="").update(lugar="")
    Convocado.objects.filter(cuenta=que.cuenta_id).delete()
    if que.correo:
        correo = que.correo.lower()
        Auxiliar.objects.filter(correo=correo).delete()
        suyos = Inscrito.objects.filter(correo=correo)
        for torneo in Torneo.objects.select_for_update(no_key=True).filter(inscritos__in=suyos).order_by("pk"):
            for i in torneo.inscritos.filter(correo=correo):
                _renombrar(torneo, i.nombre, que.seudonimo)
                for antes, junto in nombrar_otra_vez(i, f"{que.seudonimo} {i.numero}"[:40]):
                    _renombrar(torneo, antes, junto)
                i.nombre, i.correo, i.club, i.procedencia = f"{que.seudonimo} {i.numero}"[:40], "", "", ""
                i.save(update_fields=["nombre", "correo", "club", "procedencia"])
            torneo.version += 1
            torneo.save(update_fields=["version"])
            avisar_al_confirmar(torneo.pk)
    if que.nombre:
        for torneo in Torneo.objects.filter(organizador=que.cuenta_id):
            _renombrar(torneo, que.nombre, que.seudonimo)


def _renombrar(torneo: Torneo, antes: str, seudonimo: str) -> None:
    """Quién anotó, confirmó, cerró y decidió, en los renglones de ese torneo."""
    mesas = Mesa.objects.filter(partida__torneo=torneo)
    mesas.filter(confirmada_por=antes).update(confirmada_por=seudonimo)
    mesas.filter(cerrada_por=antes).update(cerrada_por=seudonimo)
    for modelo in (Anotacion, Discrepancia, Incidencia, Resultado):
        modelo._default_manager.filter(mesa__partida__torneo=torneo, quien=antes).update(quien=seudonimo)
    Incidencia.objects.filter(mesa__partida__torneo=torneo, atendida_por=antes).update(atendida_por=seudonimo)
    torneo.sanciones.filter(quien=antes).update(quien=seudonimo)
    Convocatoria.objects.filter(torneo=torneo, quien=antes).update(quien=seudonimo)
    torneo.partidas.filter(quien=antes).update(quien=seudonimo)
    for suceso in Suceso.objects.filter(torneo=torneo):
        datos = {k: _en_lugar(v, antes, seudonimo) for k, v in suceso.datos.items()}
        if datos != suceso.datos or suceso.quien == antes:
            suceso.datos = datos
            suceso.quien = seudonimo if suceso.quien == antes else suceso.quien
            suceso.save(update_fields=["datos", "quien"])


def _en_lugar(valor: Any, antes: str, seudonimo: str) -> Any:
    if isinstance(valor, list):
        return [_en_lugar(v, antes, seudonimo) for v in valor]
    return seudonimo if valor == antes else valor


def inscripciones_olvidar(ahora: datetime) -> int:
    """Quita los correos, y a quién se convocó, de los torneos acabados hace más de `RETENCION_INSCRIPCIONES` días."""
    limite = retencion.limite("inscripciones", ahora)
    viejos = Q(torneo__terminado__lt=limite)
    return Inscrito.objects.filter(viejos).exclude(correo="").update(correo="") + convocados_olvidar(limite)


SUYO = Suyo("torneos", exportar, impide, borrar)

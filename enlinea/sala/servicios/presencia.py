"""Estar en la Sala, platicar en ella y cerrar la sesión (EL1)."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from enlinea.acceso.consultas import exigir_permiso
from enlinea.convivencia.servicios.charla import Frase, exigir_pausa, frase
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Charla, Presencia
from enlinea.sala.consultas.estado import CADUCIDAD, con_mesa_desde
from suscripciones import consultas as suscripciones
from suscripciones import servicios as cuentas

# Quien se va y vuelve antes de esto conserva su hora de entrada; jugar una mesa no es irse.
MISMA_ENTRADA = timedelta(minutes=15)
UN_DIA = timedelta(days=1)
# La página que no logra abrir su socket pregunta por HTTP: su presencia no es de ningún proceso.
POR_CONSULTA = UUID(int=1)


def presencias_guardar(*, proceso: UUID, presentes: Mapping[int, datetime | None], ahora: datetime) -> bool:
    """Renueva de una vez a los que este proceso tiene presentes y da por idos a los demás suyos.

    `presentes`: cuenta → su última actividad nueva, o None si no hubo. Devuelve si alguien llegó o se fue; entonces
    avisa a todos.
    """
    with transaction.atomic():
        suyas = Presencia.objects.filter(proceso=proceso, viva=True)
        habia = set(suyas.values_list("cuenta_id", flat=True))
        idas, nuevas = habia - presentes.keys(), presentes.keys() - habia
        suyas.filter(cuenta__in=idas).update(viva=False, visto=ahora)
        suyas.update(visto=ahora)
        activas = {c: hizo for c, hizo in presentes.items() if hizo is not None and c in habia}
        if activas:
            suyas.filter(cuenta__in=activas).update(actividad=max(activas.values()))
        _llegar(proceso, {c: presentes[c] for c in nuevas}, ahora)
        if idas or nuevas:
            avisar_al_confirmar()
    return bool(idas or nuevas)


def _llegar(proceso: UUID, nuevas: Mapping[int, datetime | None], ahora: datetime) -> None:
    """Las que empiezan; heredan la hora de entrada y la actividad de cuando estuvieron hace poco."""
    if not nuevas:
        return
    previas: dict[int, Presencia] = {}
    for p in Presencia.objects.filter(cuenta__in=nuevas.keys()).order_by("visto"):
        previas[p.cuenta_id] = p
    hace_rato = {c for c, previa in previas.items() if ahora - previa.visto >= MISMA_ENTRADA}
    jugaban = con_mesa_desde(hace_rato, ahora - MISMA_ENTRADA) if hace_rato else set()
    filas = []
    for cuenta, hizo in nuevas.items():
        previa = previas.get(cuenta)
        sigue = previa is not None and (ahora - previa.visto < MISMA_ENTRADA or cuenta in jugaban)
        filas.append(
            Presencia(
                cuenta_id=cuenta,
                proceso=proceso,
                entro=previa.entro if previa is not None and sigue else ahora,
                visto=ahora,
                actividad=hizo or (previa.actividad if previa is not None else ahora),
            )
        )
    Presencia.objects.bulk_create(
        filas,
        update_conflicts=True,
        unique_fields=["cuenta", "proceso"],
        update_fields=["entro", "visto", "actividad", "viva"],
    )


def actividad_anotar(cuenta_id: int, ahora: datetime) -> None:
    """La persona hizo algo que no pasó por el socket: abrió una página, o no tiene socket."""
    Presencia.objects.filter(cuenta=cuenta_id).update(actividad=ahora)


def actividad_de_mesa(cuentas: Collection[int], ahora: datetime) -> None:
    """Acaban de jugar: no llevan media hora sin hacer nada (EL1). De a una: varias a la vez se traban con otras."""
    viejas = Presencia.objects.filter(cuenta__in=cuentas, actividad__lt=ahora)
    for pk in viejas.values_list("pk", flat=True):
        Presencia.objects.filter(pk=pk, actividad__lt=ahora).update(actividad=ahora)


def visto_por_consulta(cuenta_id: int) -> datetime | None:
    """Cuándo preguntó por HTTP la última vez."""
    return Presencia.objects.filter(cuenta=cuenta_id, proceso=POR_CONSULTA).values_list("visto", flat=True).first()


def presencia_por_consulta(*, cuenta_id: int, ahora: datetime) -> datetime:
    """Renueva a quien pregunta por HTTP; devuelve su última actividad."""
    with transaction.atomic():
        # la que caducó ya no renueva: es llegar otra vez, con la hora de ahora si fue hace mucho (EL1)
        suya = Presencia.objects.filter(cuenta=cuenta_id, proceso=POR_CONSULTA, viva=True, visto__gte=ahora - CADUCIDAD)
        if not suya.update(visto=ahora):
            _llegar(POR_CONSULTA, {cuenta_id: None}, ahora)
            avisar_al_confirmar()
    return max(Presencia.objects.filter(cuenta=cuenta_id).values_list("actividad", flat=True))


def presencias_limpiar(ahora: datetime) -> int:
    """Borra las que dejaron de renovarse hace más de un día; devuelve cuántas."""
    return Presencia.objects.filter(visto__lt=ahora - UN_DIA).delete()[0]


def charla_mandar(*, cuenta_id: int, id_orden: UUID, texto: str, ahora: datetime) -> int:
    """Un mensaje público; devuelve su número. Repetir la orden, con lo mismo, no lo dice dos veces.

    Errores: los de SU3, `texto_vacio`, `texto_largo`, `despacio`, `orden_ajena`, `orden_distinta`.
    """
    exigir_permiso(cuenta_id, ahora)
    dicha = frase(texto)
    try:
        with transaction.atomic():
            return _decir(cuenta_id, id_orden, dicha, ahora)
    except IntegrityError:  # la misma orden llegó dos veces a la vez
        return _ya_dicho(cuenta_id, id_orden, dicha) or 0


def _decir(cuenta_id: int, id_orden: UUID, dicha: Frase, ahora: datetime) -> int:
    # dos pestañas a la vez van en fila, esté o no en la lista: la cuenta de mensajes es de la persona
    cuentas.cuentas_bloquear([cuenta_id])
    previo = _ya_dicho(cuenta_id, id_orden, dicha)
    if previo is not None:
        return previo
    exigir_pausa(cuenta_id=cuenta_id, mesa_id=None, ahora=ahora)
    nombre = suscripciones.nombres_publicos([cuenta_id])[cuenta_id]
    linea = Charla.objects.create(
        autor_id=cuenta_id, nombre=nombre, texto=dicha.texto, original=dicha.original, instante=ahora, id_orden=id_orden
    )
    avisar_al_confirmar()
    return linea.pk


def _ya_dicho(cuenta_id: int, id_orden: UUID, dicha: Frase) -> int | None:
    previo = Charla.objects.filter(id_orden=id_orden).first()
    if previo is None:
        return None
    if previo.autor_id != cuenta_id or previo.mesa_id is not None:
        raise ErrorDeServicio("orden_ajena")
    if Frase(previo.texto, previo.original) != dicha:
        raise ErrorDeServicio("orden_distinta")
    return previo.pk

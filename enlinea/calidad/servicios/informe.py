"""El informe semanal de calidad: uno por semana, hecho por partes, que sólo ve quien administra. No castiga a nadie."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Q

from enlinea.calidad import consultas
from enlinea.calidad.consultas import Compartido
from enlinea.calidad.servicios.medir import medidas_limpiar, medir_semana
from enlinea.errores import ErrorDeServicio
from enlinea.models import InformeDeCalidad, MedidaDePartida, RenglonDeCalidad
from reglas.calidad import tiempos
from reglas.calidad.parejas import NOTABLES, Veredicto, veredictos
from suscripciones import consultas as cuentas
from suscripciones import servicios as suscripciones

VER = "enlinea.view_informedecalidad"
REVISAR = "enlinea.change_renglondecalidad"
LARGO_DE_NOTA = 500
A_LO_MAS = timedelta(days=3)
"""Lo que no se alcance a medir en tres días se queda fuera, y el informe lo dice."""
HOLGURA = timedelta(minutes=5)
"""Sobre el plazo, antes de dar por muerto a quien lo estaba haciendo."""
MESAS_EN_RED = 3
"""Compartir sólo la red se anota siempre; se señala si fueron contrarios o en tantas mesas de la semana."""
PARTIDAS_DE_MUESTRA = 5
_DECIMALES = Decimal("0.000000000001")
Reloj = Callable[[], datetime]


def informe_hacer(*, plazo: timedelta, reloj: Reloj) -> InformeDeCalidad | None:
    """Hace, o sigue haciendo, el informe de la última semana completa; None si ya está, o lo está haciendo otro.

    Mide a lo más `plazo` y suelta lo que falte para la siguiente vez; lo devuelto tiene `hecho` si quedó terminado.
    """
    semana = consultas.semana_por_informar(reloj())
    informe, _nuevo = InformeDeCalidad.objects.get_or_create(semana=semana, defaults={"empezado": reloj()})
    hasta = reloj() + plazo
    if not _tomar(informe, reloj(), hasta + HOLGURA):
        return None
    try:
        vencio = reloj() - informe.empezado > A_LO_MAS
        if medir_semana(semana=semana, ahora=reloj(), sigue=lambda: reloj() < hasta and not vencio) or vencio:
            _terminar(informe, reloj())
        correos_mandar(reloj())
    finally:
        InformeDeCalidad.objects.filter(pk=informe.pk).update(tomado_hasta=None)
    informe.refresh_from_db()
    return informe


def hay_que_hacer(ahora: datetime) -> bool:
    """Si al informe de la última semana le falta algo y nadie lo está haciendo. Una consulta."""
    informe = InformeDeCalidad.objects.filter(semana=consultas.semana_por_informar(ahora)).first()
    if informe is None:
        return True
    ocupado = informe.tomado_hasta is not None and informe.tomado_hasta > ahora
    return not ocupado and (informe.hecho is None or _por_avisar().filter(pk=informe.pk).exists())


def _tomar(informe: InformeDeCalidad, ahora: datetime, hasta: datetime) -> bool:
    """Verdadero para uno solo, aunque lo pidan dos a la vez."""
    libre = Q(tomado_hasta=None) | Q(tomado_hasta__lte=ahora)
    falta = Q(hecho=None) | Q(pk__in=_por_avisar().values("pk"))
    return bool(InformeDeCalidad.objects.filter(libre, falta, pk=informe.pk).update(tomado_hasta=hasta))


def _terminar(informe: InformeDeCalidad, ahora: datetime) -> None:
    """Escribe los renglones y lo cierra, todo o nada y una sola vez."""
    renglones, probadas = _de_parejas(informe)
    renglones += _de_compartidos(informe)
    de_tiempos, personas = _de_tiempos(informe)
    renglones += de_tiempos
    resumen = {**_cuanto_se_midio(informe.semana), "parejas": probadas, "personas": personas}
    with transaction.atomic():
        abierto = InformeDeCalidad.objects.select_for_update().filter(pk=informe.pk, hecho=None).first()
        if abierto is None:
            return
        RenglonDeCalidad.objects.bulk_create(renglones)
        abierto.hecho, abierto.resumen = ahora, resumen
        abierto.save(update_fields=("hecho", "resumen"))
    medidas_limpiar(informe.semana)


def _cuanto_se_midio(semana: date) -> dict[str, int]:
    partidas = consultas.partidas_de_la_semana(semana)
    medidas = MedidaDePartida.objects.filter(partida__in=partidas)
    return {
        "partidas": partidas.count(),
        "medidas": medidas.count(),
        "a_fondo": medidas.exclude(manos=None).count(),
    }


def _de_parejas(informe: InformeDeCalidad) -> tuple[list[RenglonDeCalidad], int]:
    """Las señaladas, y cuántas se probaron."""
    todos = veredictos(consultas.manos_medidas(informe.semana))
    renglones = [
        RenglonDeCalidad(
            informe=informe, clase=RenglonDeCalidad.Clase.PAREJA, senalado=True, cuenta_id=pareja[0], otra_id=pareja[1],
            azar=Decimal(veredicto.ajustado).quantize(_DECIMALES), datos=_datos_de(informe.semana, pareja, veredicto),
        )
        for pareja, veredicto in sorted(todos.items())
        if veredicto.senalada
    ]  # fmt: skip
    return renglones, len(todos)


def _datos_de(semana: date, pareja: consultas.Pareja, veredicto: Veredicto) -> dict[str, Any]:
    return {**veredicto._asdict(), "notables": consultas.notables_de(semana, pareja, NOTABLES)}


def _de_compartidos(informe: InformeDeCalidad) -> list[RenglonDeCalidad]:
    return [
        RenglonDeCalidad(
            informe=informe, clase=RenglonDeCalidad.Clase.COMPARTEN, senalado=_llama_la_atencion(uno),
            cuenta_id=uno.pareja[0], otra_id=uno.pareja[1], datos={**asdict(uno), "partidas": list(uno.partidas)},
        )
        for uno in consultas.compartidos(informe.semana)
    ]  # fmt: skip


def _llama_la_atencion(uno: Compartido) -> bool:
    en_red = uno.mesas_red >= MESAS_EN_RED or bool(uno.mesas_red and uno.como_contrarios)
    return bool(uno.mesas_aparato or uno.mesas_navegador or en_red)


def _de_tiempos(informe: InformeDeCalidad) -> tuple[list[RenglonDeCalidad], int]:
    """Quienes se salen de lo normal, y de cuántas personas hubo bastantes datos."""
    medidos = {c: tiempos.medir(t) for c, t in consultas.tardanzas_de_la_semana(informe.semana).items()}
    renglones = [
        RenglonDeCalidad(
            informe=informe, clase=RenglonDeCalidad.Clase.TIEMPOS, senalado=True, cuenta_id=cuenta,
            datos={
                **suyo._asdict(), "motivos": list(suyo.motivos),
                "partidas": consultas.partidas_de_cuenta(informe.semana, cuenta, PARTIDAS_DE_MUESTRA),
            },
        )
        for cuenta, suyo in sorted(medidos.items())
        if suyo.motivos
    ]  # fmt: skip
    return renglones, sum(suyo.mediana is not None for suyo in medidos.values())


def _por_avisar() -> Any:
    """Los que tienen algo señalado y cuyo correo no ha salido."""
    senalados = RenglonDeCalidad.objects.filter(senalado=True).values("informe")
    return InformeDeCalidad.objects.filter(pk__in=senalados, correo_enviado=None).exclude(hecho=None)


def correos_mandar(ahora: datetime) -> int:
    """Avisa a la administración de cada informe con algo señalado; devuelve cuántos. Lo llama quien tomó el informe."""
    mandados = 0
    for informe in _por_avisar().order_by("semana"):
        senalados = informe.renglones.filter(senalado=True).count()
        datos = {"informe": informe, "senalados": senalados}
        with transaction.atomic():
            suscripciones.administradores_avisar(permiso=VER, plantilla="enlinea/correo/calidad.txt", datos=datos)
            InformeDeCalidad.objects.filter(pk=informe.pk).update(correo_enviado=ahora)
        mandados += 1
    return mandados


def renglon_revisar(*, renglon_id: int, administrador_id: int, nota: str, ahora: datetime) -> RenglonDeCalidad:
    """Anota que una persona lo revisó y qué concluyó; lo demás del renglón no cambia y nadie se entera.

    Se puede corregir la nota: queda la última. Levanta `sin_permiso`, `nota_vacia`, `nota_larga` y
    `renglon_inexistente`.
    """
    if not cuentas.administra(administrador_id, REVISAR):
        raise ErrorDeServicio("sin_permiso")
    limpia = " ".join(nota.split())
    if not limpia:
        raise ErrorDeServicio("nota_vacia")
    if len(limpia) > LARGO_DE_NOTA:
        raise ErrorDeServicio("nota_larga", maximo=LARGO_DE_NOTA)
    with transaction.atomic():
        renglon = RenglonDeCalidad.objects.select_for_update().filter(pk=renglon_id).first()
        if renglon is None:
            raise ErrorDeServicio("renglon_inexistente")
        renglon.revisado, renglon.revisado_por_id, renglon.nota = ahora, administrador_id, limpia
        renglon.save(update_fields=("revisado", "revisado_por", "nota"))
    return renglon

"""Las mesas con hora: ponerla, cambiarla, cancelarla y apuntarse (D632, D633)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.utils.translation import gettext as _

from config.base.transaccion import en_transaccion
from config.comun.fechas import cuando
from config.comun.filtro import enmascarar
from enlinea.acceso.consultas import exigir_permiso
from enlinea.encuentros.consultas.citas import LUGARES
from enlinea.encuentros.servicios.avisos_de_cita import avisar_cambio
from enlinea.errores import ErrorDeServicio
from enlinea.escrito import en_un_renglon
from enlinea.models import Apuntado, CitaEnLinea, Mesa
from enlinea.sala.servicios.armado import MODOS
from reglas.reglamento import AMIGOS
from suscripciones import servicios as cuentas
from suscripciones.consultas import nombres_publicos

T = TypeVar("T")
LEJOS = timedelta(days=60)
SE_OLVIDA = timedelta(days=30)
CITAS_A_LO_MAS = 5
APUNTADOS_A_LO_MAS = 30
LARGO_DE_NOTA = 120


@dataclass(frozen=True, slots=True)
class Datos:
    """Lo que dice quien la pone."""

    cuando: datetime
    meta: str
    modo: str
    nota: str = ""


def cita_poner(*, cuenta_id: int, id_orden: UUID, datos: Datos, sitio: str, ahora: datetime) -> int:
    """La pone, con quien la pone ya apuntado; devuelve su número. Repetir la orden da la misma.

    Errores: los de SU3, `cita_en_el_pasado`, `cita_muy_lejos` (60 días), `meta_invalida`, `modo_invalido`,
    `muchas_citas` (cinco por venir), `orden_ajena`.
    """
    exigir_permiso(cuenta_id, ahora)
    _exigir(datos, ahora)

    def poner() -> int:
        cuentas.cuentas_bloquear([cuenta_id])
        previa = CitaEnLinea.objects.filter(orden=id_orden).first()
        if previa is not None:
            if previa.organiza_id != cuenta_id:
                raise ErrorDeServicio("orden_ajena")
            return previa.pk
        suyas = CitaEnLinea.objects.filter(organiza=cuenta_id, cancelada=None, cuando__gt=ahora)
        if suyas.count() >= CITAS_A_LO_MAS:
            raise ErrorDeServicio("muchas_citas", maximo=CITAS_A_LO_MAS)
        cita = CitaEnLinea(organiza_id=cuenta_id, orden=id_orden, sitio=sitio, cambiada=ahora)
        _escribir(cita, datos)
        cita.save(force_insert=True)
        Apuntado.objects.create(cita=cita, cuenta_id=cuenta_id, va=True, desde=ahora)
        return cita.pk

    return en_transaccion(poner)


def cita_cambiar(*, cita_id: int, cuenta_id: int, datos: Datos, ahora: datetime, vista: int | None = None) -> None:
    """La cambia quien la puso. Con otra hora, los demás pasan a quizá y se les avisa. Guardar lo mismo no hace nada.

    `vista`: la secuencia que tenía al abrirla; si ya es otra no la pisa (D686). Errores: los de SU3, los de
    `cita_poner`, `cita_inexistente`, `no_la_organizas`, los de `_exigir_viva`, `cita_ya_cambio`.
    """
    exigir_permiso(cuenta_id, ahora)
    _exigir(datos, ahora)

    def cambiar(cita: CitaEnLinea) -> None:
        _exigir_mia_y_viva(cita, cuenta_id)
        antes = (cita.cuando, cita.meta, cita.modo, cita.nota)
        otra_hora = cita.cuando != datos.cuando
        _escribir(cita, datos)
        if antes == (cita.cuando, cita.meta, cita.modo, cita.nota):
            return
        if vista is not None and vista != cita.secuencia:
            raise ErrorDeServicio("cita_ya_cambio", vista=cita.secuencia, guardado=_dicha(*antes))
        cita.secuencia, cita.cambiada = cita.secuencia + 1, ahora
        if otra_hora:
            cita.recordada = False
            cita.apuntados.exclude(cuenta=cuenta_id).update(va=False)
            avisar_cambio(cita, "cita_cambiada", ahora)
        cita.save()

    _con_la_cita(cita_id, cambiar)


def cita_cancelar(*, cita_id: int, cuenta_id: int, ahora: datetime) -> None:
    """La cancela quien la puso; se avisa a los apuntados y el calendario la quita. Idempotente.

    Errores: `cita_inexistente`, `no_la_organizas`, `cita_abierta`.
    """

    def la_suya(cita: CitaEnLinea) -> None:
        if cita.cancelada is not None and cita.organiza_id == cuenta_id:
            return
        _exigir_mia_y_viva(cita, cuenta_id)
        cancelar(cita, ahora)

    _con_la_cita(cita_id, la_suya)


def cancelar(cita: CitaEnLinea, ahora: datetime) -> None:
    """La deja cancelada y avisa a los apuntados; con su renglón ya tomado."""
    cita.cancelada, cita.cambiada, cita.secuencia = ahora, ahora, cita.secuencia + 1
    cita.save(update_fields=["cancelada", "cambiada", "secuencia"])
    avisar_cambio(cita, "cita_cancelada", ahora)


def cita_responder(*, cita_id: int, cuenta_id: int, va: bool | None, ahora: datetime, vista: int | None = None) -> None:
    """Va, quizá (False), o ya no (None). Idempotente. Quien la puso no se quita: la cancela.

    Nadie dice que va a otra hora de la que leyó (`vista`, D684). Errores: los de SU3 menos al quitarse,
    `cita_inexistente`, los de `_exigir_viva`, `cita_movida`, `cita_llena` (van cuatro), `cita_con_muchos` (treinta).
    """
    if va is not None:
        exigir_permiso(cuenta_id, ahora)

    def responder(cita: CitaEnLinea) -> None:
        suyo = cita.apuntados.filter(cuenta=cuenta_id)
        if va is None:
            if cita.organiza_id != cuenta_id:
                suyo.delete()
            return
        _exigir_viva(cita)
        if vista is not None and vista != cita.secuencia:
            raise ErrorDeServicio("cita_movida", guardado=_dicha(cita.cuando, cita.meta, cita.modo, cita.nota))
        otros = cita.apuntados.exclude(cuenta=cuenta_id)
        if va and otros.filter(va=True).count() >= LUGARES:
            raise ErrorDeServicio("cita_llena")
        if otros.count() >= APUNTADOS_A_LO_MAS:
            raise ErrorDeServicio("cita_con_muchos", maximo=APUNTADOS_A_LO_MAS)
        # quien ya iba conserva su turno
        if not suyo.filter(va=va).exists():
            Apuntado.objects.update_or_create(cita=cita, cuenta_id=cuenta_id, defaults={"va": va, "desde": ahora})

    _con_la_cita(cita_id, responder)


def citas_limpiar(ahora: datetime) -> int:
    """Borra las de hace más de 30 días, con quienes se apuntaron; devuelve cuántas."""
    viejas = CitaEnLinea.objects.filter(cuando__lt=ahora - SE_OLVIDA)
    cuantas = viejas.count()
    viejas.delete()
    return cuantas


def _con_la_cita(cita_id: int, hacer: Callable[[CitaEnLinea], T]) -> T:
    """Con su renglón tomado: de a uno por cita."""

    def aplicar() -> T:
        cita = CitaEnLinea.objects.select_for_update().filter(pk=cita_id).first()
        if cita is None:
            raise ErrorDeServicio("cita_inexistente")
        return hacer(cita)

    return en_transaccion(aplicar)


def _exigir(datos: Datos, ahora: datetime) -> None:
    if datos.cuando <= ahora:
        raise ErrorDeServicio("cita_en_el_pasado")
    if datos.cuando > ahora + LEJOS:
        raise ErrorDeServicio("cita_muy_lejos")
    if AMIGOS.meta_de(datos.meta) is None:
        raise ErrorDeServicio("meta_invalida")
    if datos.modo not in MODOS:
        raise ErrorDeServicio("modo_invalido")


def _exigir_viva(cita: CitaEnLinea) -> None:
    if cita.cancelada is not None:
        quien = nombres_publicos([cita.organiza_id]).get(cita.organiza_id, "")
        raise ErrorDeServicio("cita_cancelada", quien=quien, cuando=cuando(cita.cuando))
    if cita.mesa_id is not None:
        raise ErrorDeServicio("cita_abierta")


def _exigir_mia_y_viva(cita: CitaEnLinea, cuenta_id: int) -> None:
    if cita.organiza_id != cuenta_id:
        raise ErrorDeServicio("no_la_organizas")
    _exigir_viva(cita)


def _escribir(cita: CitaEnLinea, datos: Datos) -> None:
    cita.cuando, cita.meta, cita.modo = datos.cuando, datos.meta, datos.modo
    cita.nota = enmascarar(en_un_renglon(datos.nota))[:LARGO_DE_NOTA]


def _dicha(hora: datetime, meta: str, modo: str, nota: str) -> str:
    """Como quedó, en un renglón: «el 3 de diciembre de 2026 a las 8:00 p.m., a 100 tantos, sin prisa, «en casa»»."""
    de_que = AMIGOS.meta_de(meta)
    partes = [cuando(hora), meta if de_que is None else de_que.dicha]
    partes += [_("sin prisa")] if modo == Mesa.Modo.SIN_PRISA else []
    return ", ".join([*partes, f"«{nota}»"] if nota else partes)

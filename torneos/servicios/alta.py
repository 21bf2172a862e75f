"""Crear, cambiar, dictar el sorteo, cancelar y nombrar auxiliares (TO1, TO6)."""

import secrets
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from config.base import retencion
from config.base.transaccion import en_transaccion
from config.comun.correo import correo_normal
from recreo.errores import ErrorDeServicio
from recreo.hoja.servicios import Libro
from reglas.metas import Meta
from reglas.suizo.tipos import ETAPAS, Contrarios, Modalidad, Tipo
from reglas.suizo.validar import BOLSAS, ENCUENTROS
from suscripciones import consultas as suscripciones
from torneos.identidad import Quien
from torneos.models import TIPOS, Auxiliar, Orden, Torneo
from torneos.servicios.base import VIVOS, E, Operacion, exigir_motivo, orden
from torneos.servicios.multiplicado import al_cancelar
from torneos.servicios.pedido import Pedido

LETRAS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LARGO_DE_CODIGO = 6
MINUTOS = {Meta.CIEN: 45}
MINUTOS_DE_LO_DEMAS = 60
"""TO17: por omisión, 45 a 100 y 60 lo demás."""
PARTIDAS_MAXIMAS = 30
PARTIDAS_DE_MULTIBOLSA = 9
MINUTOS_MAXIMOS = 240
CREAR = "torneo_crear"


@dataclass(frozen=True, slots=True)
class Ajustes:
    """Lo que se fija al crear (TO1)."""

    nombre: str
    fecha: datetime
    tipo: Tipo
    meta: Meta
    previstas: int
    lugar: str = ""
    contrarios: Contrarios | None = None
    minutos: int | None = None
    espera: int = 10
    cupo: int = 1024
    cuota: Decimal = Decimal(0)
    garantizado: Decimal = Decimal(0)
    modalidad: Modalidad = Modalidad.INDIVIDUAL
    encuentro: int = 3
    bolsas: int | None = None
    intercambio: int | None = None
    intranet: bool = False


def torneo_crear(*, quien: Quien, ajustes: Ajustes, id_orden: UUID, ahora: datetime | None = None) -> Torneo:
    """Lo da de alta con el registro abierto y su compromiso de sorteo publicado. Repetir la orden da el mismo.

    Organiza quien puede organizar un Recreo (SU3). Errores: `sin_cuenta`, `suspendido`, `suscripcion_…`,
    `falta_nombre`, `ajuste_invalido`, `meta_del_formato` y los de formato: `a_distancia_individual`,
    `multiplicado_en_pantallas`, `faltan_bolsas`, `encuentro_de_etapa` y `regla_…`.
    """
    instante = ahora or timezone.now()
    pedido = Pedido(quien, CREAR, {"ajustes": ajustes})
    limpios = limpiar(ajustes)

    def crear() -> Torneo:
        previa = Orden.objects.filter(id_orden=id_orden, accion=CREAR).select_related("torneo").first()
        if previa is not None:
            pedido.exigir_que_sea(previa)
            return previa.torneo
        permiso = suscripciones.puede_organizar(quien.cuenta_id, instante)
        if not permiso.puede:
            raise ErrorDeServicio(permiso.motivo, hasta=permiso.hasta)
        torneo = Torneo.objects.create(
            codigo=codigo_nuevo(),
            clave_de_sorteo=secrets.token_hex(32),
            clave_de_repartos=clave_de_repartos(ajustes),
            organizador_id=quien.cuenta_id or 0,  # `puede_organizar` ya lo pidió
            creado=instante,
            actividad=instante,
            **limpios,
        )
        Libro(Orden, {"torneo": torneo}).anotar(id_orden, pedido, instante, {})
        return torneo

    try:
        return en_transaccion(crear)
    except IntegrityError:  # la misma orden a la vez, o un código repetido
        return en_transaccion(crear)


def limpiar(a: Ajustes) -> dict[str, object]:
    nombre = " ".join(a.nombre.split())[:60]
    if not nombre:
        raise ErrorDeServicio("falta_nombre")
    _exigir_formato(a)
    minutos = MINUTOS.get(a.meta, MINUTOS_DE_LO_DEMAS) if a.minutos is None else a.minutos
    caben = 1 <= a.previstas <= PARTIDAS_MAXIMAS and 5 <= minutos <= MINUTOS_MAXIMOS and 0 <= a.espera <= 60
    if not caben or not 8 <= a.cupo * a.modalidad.de_cuantos <= 1024 or min(a.cuota, a.garantizado) < 0:
        raise ErrorDeServicio("ajuste_invalido")
    return {
        "nombre": nombre,
        "lugar": " ".join(a.lugar.split())[:60],
        "fecha": a.fecha,
        "modalidad": a.modalidad.value,
        "encuentro": a.encuentro,
        "bolsas": a.bolsas,
        "intercambio": a.intercambio,
        "intranet": a.intranet,
        "tipo": a.tipo.value,
        "meta": a.meta.value,
        "previstas": a.previstas,
        "contrarios": a.contrarios.value if a.contrarios else "",
        "minutos": minutos,
        "espera": a.espera,
        "cupo": a.cupo,
        "cuota": a.cuota,
        "garantizado": a.garantizado,
    }


def _exigir_formato(a: Ajustes) -> None:
    """Meta, modalidad, bolsas y encuentro que van juntos (TO1, TO10, TO24, TO25)."""
    de_meta = {Tipo.MAYA: a.meta.tantos is None, Tipo.AZTECA: a.meta.tantos is not None}
    if a.tipo not in TIPOS or not de_meta.get(a.tipo, True):
        raise ErrorDeServicio("meta_del_formato")
    if a.tipo is Tipo.A_DISTANCIA and a.modalidad is not Modalidad.INDIVIDUAL:
        raise ErrorDeServicio("a_distancia_individual")
    if a.tipo is Tipo.MULTIPLICADO and not a.intranet:
        raise ErrorDeServicio("multiplicado_en_pantallas")
    if (a.tipo is Tipo.MULTIBOLSA) != (a.bolsas is not None):
        raise ErrorDeServicio("faltan_bolsas")
    if a.bolsas is not None:
        if a.bolsas not in BOLSAS:
            raise ErrorDeServicio("regla_bolsas_invalidas", cantidad=a.bolsas)
        if a.previstas < PARTIDAS_DE_MULTIBOLSA or a.previstas % ETAPAS:
            raise ErrorDeServicio("regla_previstas_de_multibolsa", previstas=a.previstas)
    if a.modalidad is Modalidad.EQUIPOS:
        if a.encuentro not in ENCUENTROS or a.previstas % a.encuentro:
            raise ErrorDeServicio("regla_encuentro_invalido", encuentro=a.encuentro, previstas=a.previstas)
        if a.bolsas is not None and a.previstas // ETAPAS % a.encuentro:
            raise ErrorDeServicio("encuentro_de_etapa", etapa=a.previstas // ETAPAS)


def clave_de_repartos(a: Ajustes) -> str:
    """La del Multiplicado: las huellas de sus partidas se publican desde que se abre el registro (TO27)."""
    return secrets.token_hex(32) if a.tipo is Tipo.MULTIPLICADO else ""


def codigo_nuevo() -> str:
    while True:
        codigo = "".join(secrets.choice(LETRAS) for _ in range(LARGO_DE_CODIGO))
        if not Torneo.objects.filter(codigo=codigo).exists():
            return codigo


@orden(E.REGISTRO)
def torneo_editar(op: Operacion, *, ajustes: Ajustes) -> None:
    """Cambia los ajustes antes de iniciar. Errores: `solo_titular`, `modalidad_con_inscritos` y los de crear."""
    op.exigir_organizador()
    hay = op.torneo.inscritos.exists()
    if hay and (ajustes.modalidad is not op.modalidad or ajustes.tipo.value != op.torneo.tipo):
        raise ErrorDeServicio("modalidad_con_inscritos")
    for campo, valor in limpiar(ajustes).items():
        setattr(op.torneo, campo, valor)
    op.torneo.clave_de_repartos = op.torneo.clave_de_repartos or clave_de_repartos(ajustes)
    op.contar("torneo_editar")


@orden(*VIVOS)
def intercambio_fijar(op: Operacion, *, intercambio: int | None) -> None:
    """Cuántos cambian de bolsa en el segundo corte, mientras no se publique; sin número, los que dice la regla (TO24).

    Errores: `solo_titular`, `no_es_multibolsa`, `ya_se_corto`.
    """
    op.exigir_organizador()
    if op.torneo.bolsas is None:
        raise ErrorDeServicio("no_es_multibolsa")
    if op.publicadas() >= op.torneo.previstas // ETAPAS * (ETAPAS - 1) + 1:
        raise ErrorDeServicio("ya_se_corto")
    op.contar("intercambio_fijar", antes=op.torneo.intercambio, intercambio=intercambio)
    op.torneo.intercambio = intercambio


@orden(E.REGISTRO)
def sorteo_dictar(op: Operacion, *, texto: str) -> None:
    """Pone el texto que se dictó en la sala; una sola vez, para que nadie pruebe varios (TO6).

    Errores: `solo_control`, `falta_dictado`, `ya_se_dicto`.
    """
    op.exigir_mando()
    limpio = " ".join(texto.split())[:60]
    if not limpio:
        raise ErrorDeServicio("falta_dictado")
    if op.torneo.dictado:
        raise ErrorDeServicio("ya_se_dicto", texto=op.torneo.dictado)
    op.torneo.dictado = limpio
    op.contar("sorteo_dictar", texto=limpio)


@orden(*VIVOS)
def torneo_cancelar(op: Operacion, *, motivo: str) -> None:
    """Lo cancela, con motivo, y en las pantallas deja de jugarse. Error: `solo_titular`."""
    op.exigir_organizador()
    if (p := op.actual()) is not None:
        al_cancelar(op, p)
    op.contar("torneo_cancelar", motivo=exigir_motivo(motivo))
    op.torneo.estado, op.torneo.terminado = E.CANCELADO, op.ahora
    op.torneo.ensayos.all().delete()


@orden(*VIVOS)
def auxiliar_poner(
    op: Operacion, *, correo: str, nombre: str, papel: str, desde_mesa: int = 1, hasta_mesa: int = 999
) -> None:
    """Da permisos a quien entre con ese correo, o le cambia los que tenía (TO16). Errores: `solo_titular`,
    `auxiliar_invalido`.
    """
    op.exigir_organizador()
    limpio = " ".join(nombre.split())[:40]
    if papel not in Auxiliar.Papel.values or not (correo and limpio) or desde_mesa > hasta_mesa:
        raise ErrorDeServicio("auxiliar_invalido")
    zona = {"desde_mesa": desde_mesa, "hasta_mesa": hasta_mesa}
    Auxiliar.objects.update_or_create(
        torneo=op.torneo, correo=correo_normal(correo), defaults={"nombre": limpio, "papel": papel, **zona}
    )
    op.contar("auxiliar_poner", nombre=limpio, papel=papel)


@orden(*VIVOS)
def auxiliar_quitar(op: Operacion, *, auxiliar: int) -> None:
    """Le quita los permisos. Errores: `solo_titular`, `auxiliar_inexistente`."""
    op.exigir_organizador()
    a = op.torneo.auxiliares.filter(pk=auxiliar).first()
    if a is None:
        raise ErrorDeServicio("auxiliar_inexistente")
    a.delete()
    op.contar("auxiliar_quitar", nombre=a.nombre)


def ordenes_viejas_borrar(ahora: datetime) -> int:
    """Lo que ya no hace falta para reconocer una orden repetida; la que creó un torneo se queda con él."""
    viejas = Orden.objects.filter(instante__lt=retencion.limite("ordenes_de_torneo", ahora))
    return viejas.exclude(accion=CREAR).delete()[0]

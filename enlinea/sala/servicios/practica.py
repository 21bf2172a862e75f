"""La mesa de práctica: una persona y sus automáticos, al momento y sin que cuente para nada (EL3, ES1)."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from enlinea.acceso.consultas import exigir_permiso
from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.servicios.a_que import exigir_juego
from enlinea.sala.servicios.abiertas import espera_dejar
from enlinea.sala.servicios.armado import invitacion_dejar
from enlinea.sala.servicios.automaticos import automaticos
from reglas.reglamento import AMIGOS, Reglamento
from suscripciones import consultas as suscripciones


@dataclass(frozen=True, slots=True)
class Practica:
    """A qué mesa ir; `nueva` es falso si ya estaba en ella."""

    mesa_id: int
    nueva: bool
    lista: bool = True
    """Falso si la suya todavía se está armando: falta que los demás acepten."""
    de_practica: bool = True


def nombre_de_practica(nivel: str, reglamento: Reglamento = AMIGOS) -> str:
    """El de la mesa, que se ve arriba: dice el juego y el nivel si no son los de siempre."""
    otros = {"federacion": _("Práctica de Federación"), "musica": _("Práctica de Música")}
    que = otros.get(reglamento.nombre, _("Práctica"))
    if nivel == Mesa.Nivel.SIMPLE:
        return que
    return _("%(que)s, nivel %(nivel)s") % {"que": que, "nivel": Mesa.Nivel(nivel).label}


def practica_abrir(
    *,
    cuenta_id: int,
    id_orden: UUID,
    meta: str = "",
    nivel: str = Mesa.Nivel.SIMPLE,
    juego: str = str(AMIGOS),
) -> Practica:
    """Sienta a la persona abajo con los automáticos que pida el juego; si ya está en una mesa viva, lleva a ésa.

    Sin `meta`, la primera que el juego ofrece. Una invitación sin contestar se deja, como al armar otra mesa, y también
    el lugar de una mesa abierta (D740). Repetir `id_orden` lleva a la misma mesa, mientras siga.
    Errores: `juego_invalido`, `meta_invalida`, `nivel_invalido`, `orden_ajena` y los de SU3 (`sin_cuenta`, `suspendido`
    y los de la suscripción).
    """
    reglamento, meta = exigir_juego(juego, meta)
    if nivel not in Mesa.Nivel.values:
        raise ErrorDeServicio("nivel_invalido")
    ahora = timezone.now()
    exigir_permiso(cuenta_id, ahora)
    invitacion_dejar(cuenta_id=cuenta_id, ahora=ahora)
    espera_dejar(cuenta_id=cuenta_id, ahora=ahora)
    id_orden = _vigente(cuenta_id, id_orden)
    previa = _ya_tiene(cuenta_id, id_orden)
    if previa is not None:
        return previa
    try:
        with transaction.atomic():
            return Practica(_sentar(cuenta_id, id_orden, meta, nivel, reglamento).pk, nueva=True)
    except IntegrityError:
        # dos pestañas a la vez: la base dejó entrar a una
        previa = _ya_tiene(cuenta_id, id_orden)
        if previa is None:
            raise
        return previa


def _vigente(cuenta_id: int, id_orden: UUID) -> UUID:
    """Otra orden si la mesa de ésta ya terminó: con «atrás» el navegador repite el formulario viejo."""
    terminadas = (Mesa.Estado.CERRADA, Mesa.Estado.CANCELADA)
    suya = Mesa.objects.filter(id_orden=id_orden, organizador_id=cuenta_id, estado__in=terminadas)
    return uuid4() if suya.exists() else id_orden


def _ya_tiene(cuenta_id: int, id_orden: UUID) -> Practica | None:
    """La mesa que creó esta orden o, si no, la viva en la que la persona tiene lugar."""
    misma = Mesa.objects.filter(id_orden=id_orden).first()
    if misma is not None and misma.organizador_id != cuenta_id:
        raise ErrorDeServicio("orden_ajena")
    if misma is None:
        lugar = Lugar.objects.filter(cuenta_id=cuenta_id, activo=True).select_related("mesa").first()
        misma = lugar.mesa if lugar else None
    if misma is None:
        return None
    lista, practica = misma.estado not in (Mesa.Estado.ABIERTA, Mesa.Estado.INVITANDO), misma.modo == Mesa.Modo.PRACTICA
    return Practica(misma.pk, nueva=False, lista=lista, de_practica=practica)


def _sentar(cuenta_id: int, id_orden: UUID, meta: str, nivel: str, reglamento: Reglamento) -> Mesa:
    mesa = Mesa.objects.create(
        nombre=nombre_de_practica(nivel, reglamento),
        meta=meta,
        nivel=nivel,
        reglamento=str(reglamento),
        modo=Mesa.Modo.PRACTICA,
        organizador_id=cuenta_id,
        estado=Mesa.Estado.LISTA,
        id_orden=id_orden,
        # de los otros juegos no queda nada que guardar
        proyectada=not reglamento.oficial,
    )
    mio = suscripciones.nombres_publicos([cuenta_id])[cuenta_id]
    otros = automaticos(reglamento.asientos)
    personas: list[tuple[int | None, str]] = [(cuenta_id, mio), *((None, nombre) for nombre in otros)]
    Lugar.objects.bulk_create(
        Lugar(mesa=mesa, asiento=asiento, cuenta_id=cuenta, nombre=nombre, respuesta=Lugar.Respuesta.ACEPTO)
        for asiento, (cuenta, nombre) in enumerate(personas)
    )
    avisar_al_confirmar()
    return mesa

"""La tabla de derechos (SU3, D510): cada estado de la suscripción × cada derecho, con el motivo en palabras."""

import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from config.comun.fechas import cuando, en_dia
from recreo.errores import ErrorDeServicio
from recreo.servicios.alta import recreo_crear
from reglas.metas import Meta
from reglas.suizo.tipos import Tipo
from suscripciones import servicios
from suscripciones.derechos import CON_CUENTA, NOMBRES, PIDEN_SUSCRIPCION, derechos_de, en_palabras
from suscripciones.models import Cuenta, Suscripcion
from torneos.identidad import Quien
from torneos.servicios.alta import Ajustes, torneo_crear

pytestmark = pytest.mark.django_db
AHORA = timezone.now()
UN_DIA = timedelta(days=1)
COPA = Ajustes("Copa", AHORA + 30 * UN_DIA, Tipo.AZTECA, Meta.CIEN, 4)


def con_periodo(cuenta: Cuenta, jefa: Cuenta, hace: int) -> Suscripcion:
    """Un año que empezó hace tantos días."""
    return servicios.suscripcion_registrar(
        cuenta_id=cuenta.pk, plan="anual", registrada_por_id=jefa.pk, ahora=AHORA - hace * UN_DIA
    )


def sancionada(cuenta: Cuenta, jefa: Cuenta, dias: int | None) -> None:
    con_periodo(cuenta, jefa, 10)
    servicios.suspension_a_mano(
        cuenta_id=cuenta.pk, hasta=AHORA + dias * UN_DIA if dias else None, motivo="Insultó en la Sala.",
        puesta_por_id=jefa.pk, id_orden=uuid.uuid4(), ahora=AHORA,
    )  # fmt: skip


def levantada(cuenta: Cuenta, jefa: Cuenta) -> None:
    sancionada(cuenta, jefa, 7)
    servicios.suspension_levantar(
        suspension_id=cuenta.suspensiones.get().pk, levantada_por_id=jefa.pk, motivo="Fue un error.", ahora=AHORA
    )


def devuelta(cuenta: Cuenta, jefa: Cuenta) -> None:
    suya = con_periodo(cuenta, jefa, 10)
    servicios.cobro_devolver(cobro_id=suya.cobro_id or 0, motivo="Se arrepintió", devuelto_por_id=jefa.pk, ahora=AHORA)


def apagada(cuenta: Cuenta, jefa: Cuenta) -> None:
    con_periodo(cuenta, jefa, 10)
    Cuenta.objects.filter(pk=cuenta.pk).update(is_active=False)


def extendida(cuenta: Cuenta, jefa: Cuenta) -> None:
    servicios.suscripcion_extender(
        cuenta_id=cuenta.pk, dias=30, motivo="Cortesía", registrada_por_id=jefa.pk, ahora=AHORA, id_orden=uuid.uuid4()
    )


NADA = "Nunca ha tenido suscripción."
DESACTIVADA = "Su cuenta está desactivada: no puede entrar."
# estado → cómo se llega, si puede lo que pide suscripción y por qué no, si puede lo que pide sólo cuenta y por qué no
TABLA: dict[str, tuple[Callable[[Cuenta, Cuenta], object], str, str]] = {
    "sin suscripción": (lambda *_: None, NADA, ""),
    "activa": (lambda c, j: con_periodo(c, j, 10), "", ""),
    "por terminar": (lambda c, j: con_periodo(c, j, 360), "", ""),
    "sólo días de cortesía": (extendida, "", ""),
    "vencida": (lambda c, j: con_periodo(c, j, 400), "Su suscripción terminó el {venció}.", ""),
    "devuelta": (devuelta, NADA, ""),
    "suspendida": (lambda c, j: sancionada(c, j, 7), "Está suspendida hasta {hasta}: Insultó en la Sala.", ""),
    "bloqueada": (
        lambda c, j: sancionada(c, j, None), "Está bloqueada hasta que alguien la levante: Insultó en la Sala.", "",
    ),
    "levantada": (levantada, "", ""),
    "cuenta desactivada": (apagada, DESACTIVADA, DESACTIVADA),
}  # fmt: skip


@pytest.mark.parametrize("estado", TABLA)
def test_cada_estado_y_cada_derecho_con_su_motivo(estado: str, ana: Cuenta, jefa: Cuenta) -> None:
    preparar, por_suscripcion, por_cuenta = TABLA[estado]
    preparar(ana, jefa)
    ultima = ana.suscripciones.first()
    datos = {
        "venció": en_dia(ultima.fin - UN_DIA) if ultima else "",
        "hasta": cuando(AHORA + 7 * UN_DIA),
    }
    tabla = {d.clave: (d.puede, d.porque) for d in derechos_de(ana.pk, AHORA)}
    esperada = {clave: por_suscripcion.format(**datos) for clave in PIDEN_SUSCRIPCION}
    esperada |= dict.fromkeys(CON_CUENTA, por_cuenta)
    assert tabla == {clave: (not motivo, motivo) for clave, motivo in esperada.items()}
    assert set(tabla) == set(NOMBRES)


def test_quien_no_ha_entrado_no_puede_nada_y_se_dice() -> None:
    assert {(d.puede, d.porque) for d in derechos_de(None, AHORA)} == {(False, "No ha entrado con su cuenta.")}


@pytest.mark.parametrize(
    ("hace", "dice"), [(10, "Activa hasta el"), (360, "Por terminar: vale hasta el"), (400, "Terminó el")]
)
def test_la_suscripcion_se_dice_en_una_frase(hace: int, dice: str, ana: Cuenta, jefa: Cuenta) -> None:
    assert en_palabras(ana.pk, AHORA) == "Sin suscripción"
    suya = con_periodo(ana, jefa, hace)
    assert en_palabras(ana.pk, AHORA) == f"{dice} {en_dia(suya.fin - UN_DIA)}"


@pytest.mark.parametrize("estado", ["bloqueada", "suspendida"])
def test_bloquear_impide_organizar_recreos_y_torneos(estado: str, ana: Cuenta, jefa: Cuenta) -> None:
    """Por los servicios que los crean, no sólo en la tabla."""
    TABLA[estado][0](ana, jefa)
    with pytest.raises(ErrorDeServicio) as de_recreo:
        recreo_crear(
            cuenta_id=ana.pk, id_orden=uuid.uuid4(), tamano=4, nombre="Sábado", lugar="Club", meta=Meta.CIEN,
            ahora=AHORA,
        )  # fmt: skip
    with pytest.raises(ErrorDeServicio) as de_torneo:
        torneo_crear(quien=Quien(cuenta_id=ana.pk), ajustes=COPA, id_orden=uuid.uuid4(), ahora=AHORA)
    assert (de_recreo.value.codigo, de_torneo.value.codigo) == ("suspendido", "suspendido")


def test_al_levantarla_vuelve_a_organizar(ana: Cuenta, jefa: Cuenta) -> None:
    levantada(ana, jefa)
    assert torneo_crear(quien=Quien(cuenta_id=ana.pk), ajustes=COPA, id_orden=uuid.uuid4(), ahora=AHORA).pk

"""Vocabulario de la clasificación: quién se inscribe, qué se jugó, y lo que debería haber quedado."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.utils import timezone

from enlinea.clasificacion.servicios import puntos
from enlinea.models import Clasificado, Jugador, Mesa, Partida, PuntosDePartida, TablaDeClasificacion
from suscripciones.models import Cuenta, Plan, Suscripcion

ALBA = datetime(2026, 1, 1, tzinfo=UTC)
Guardado = dict[str, object]


def inscribir(*cuentas: int, avisar: bool = True) -> None:
    """Con una suscripción cada una; `avisar`, como lo hace el servicio de suscripciones."""
    plan = Plan.objects.order_by("meses").first() or Plan.objects.create(
        clave="prueba", nombre="Prueba", meses=6, precio=20
    )
    ahora = timezone.now()
    Suscripcion.objects.bulk_create(
        Suscripcion(
            cuenta_id=c, plan=plan, inicio=ahora, fin=ahora + timedelta(days=90), importe=20, moneda="USD",
            registrada_en=ahora,
        )
        for c in cuentas
    )  # fmt: skip
    if avisar:
        puntos.inscripciones_actualizar(cuentas)


def cuentas_nuevas(cuantas: int) -> list[int]:
    """Sin suscripción, de la más antigua a la más nueva."""
    desde = Cuenta.objects.count()
    creadas = Cuenta.objects.bulk_create(
        Cuenta(email=f"jugador{n}@prueba.mx", nombre=f"Jugador {n}") for n in range(desde, desde + cuantas)
    )
    return [c.pk for c in creadas]


def inscritos(cuantos: int) -> list[int]:
    """Cuentas nuevas ya inscritas."""
    cuentas = cuentas_nuevas(cuantos)
    inscribir(*cuentas)
    return cuentas


def jugada(cuentas: Sequence[int | None], ganadora: int, tantos: tuple[int, int], **cambia: object) -> Partida:
    """Una partida guardada, por sumar; `cuentas`, por asiento. Se juega en una mesa nueva si no se da otra."""
    datos: dict[str, object] = {
        "numero": 1, "meta": "100", "modo": "normal", "inicio": ALBA, "fin": ALBA + timedelta(minutes=5),
        "finalizada": True, "ganadora": ganadora, "tantos_0": tantos[0], "tantos_1": tantos[1], **cambia,
    }  # fmt: skip
    if "mesa" not in datos:
        datos["mesa"] = Mesa.objects.create(
            nombre="La del estribo", meta="100", organizador_id=next(c for c in cuentas if c), estado="cerrada"
        )
    partida = Partida.objects.create(**datos)
    Jugador.objects.bulk_create(
        Jugador(partida=partida, asiento=asiento, cuenta_id=c, nombre=f"N{asiento}")
        for asiento, c in enumerate(cuentas)
    )
    return partida


def guardado() -> Guardado:
    """Todo lo que la clasificación tiene en la base."""
    return {
        "tabla": TablaDeClasificacion.objects.values().first(),
        "clasificados": list(Clasificado.objects.order_by("pk").values_list("pk", "puntos", "clave")),
        "puntos": list(PuntosDePartida.objects.order_by("pk").values_list()),
        "orden": list(Partida.objects.order_by("pk").values_list("pk", "orden_de_puntos")),
    }

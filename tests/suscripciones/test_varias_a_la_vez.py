"""Lo que las mesas preguntan de muchas cuentas de un viaje contesta lo mismo que preguntar por cada una (SU3)."""

from datetime import timedelta

import pytest
from django.utils import timezone

from suscripciones import consultas
from suscripciones.models import Cuenta, Plan, Suscripcion, Suspension

pytestmark = pytest.mark.django_db

DIA = timedelta(days=1)
SUSCRIPCIONES = {
    "ninguna": [],
    "vigente": [(-DIA, DIA, False)],
    "vencida": [(-2 * DIA, -DIA, False)],
    "por empezar": [(DIA, 2 * DIA, False)],
    "anulada": [(-DIA, DIA, True)],
    "anulada y otra": [(-DIA, DIA, True), (-DIA, 2 * DIA, False)],
    "empieza ahora": [(0 * DIA, DIA, False)],
    "acaba ahora": [(-DIA, 0 * DIA, False)],
}
SUSPENSIONES = {
    "ninguna": [],
    "corre": [(-DIA, DIA, False)],
    "bloqueo": [(-DIA, None, False)],
    "cumplida": [(-2 * DIA, -DIA, False)],
    "por empezar": [(DIA, None, False)],
    "levantada": [(-DIA, None, True)],
    "levantada y otra": [(-DIA, DIA, True), (-DIA, DIA, False)],
    "empieza ahora": [(0 * DIA, None, False)],
    "acaba ahora": [(-DIA, 0 * DIA, False)],
}


def test_de_todas_y_de_cada_una_se_contesta_igual() -> None:
    ahora = timezone.now()
    plan = Plan.objects.first()
    assert plan is not None
    todas = {}
    for de_suscripcion, periodos in SUSCRIPCIONES.items():
        for de_suspension, castigos in SUSPENSIONES.items():
            for activa in (True, False):
                como = (de_suscripcion, de_suspension, activa)
                cuenta = Cuenta.objects.create_user(f"c{len(todas)}@correo.mx", nombre="C", is_active=activa)
                todas[cuenta.pk] = como
                for inicio, fin, anulada in periodos:
                    Suscripcion.objects.create(
                        cuenta=cuenta, plan=plan, inicio=ahora + inicio, fin=ahora + fin, importe=0, moneda="USD",
                        registrada_en=ahora, anulada_en=ahora if anulada else None,
                    )  # fmt: skip
                for desde, hasta, levantada in castigos:
                    Suspension.objects.create(
                        cuenta=cuenta, desde=ahora + desde, hasta=None if hasta is None else ahora + hasta, motivo="x",
                        levantada_en=ahora if levantada else None,
                    )  # fmt: skip
    preguntadas = set(todas) | {max(todas) + 1}

    pueden = consultas.pueden_organizar(preguntadas, ahora)
    assert {todas[c] for c in pueden} == {como for c, como in todas.items() if consultas.puede_organizar(c, ahora)}
    assert ("vigente", "ninguna", True) in {todas[c] for c in pueden} and len(pueden) > 5

    fuera = consultas.suspendidas(preguntadas, ahora)
    una_por_una = {c for c, como in todas.items() if not como[2] or consultas.suspension_vigente(c, ahora)}
    assert {todas[c] for c in fuera} == {todas[c] for c in una_por_una}

    # y de unas cuantas, sólo esas
    unas = set(list(todas)[::7])
    assert consultas.pueden_organizar(unas, ahora) == pueden & unas
    assert consultas.suspendidas(unas, ahora) == fuera & unas
    assert consultas.pueden_organizar(set(), ahora) == consultas.suspendidas(set(), ahora) == set()

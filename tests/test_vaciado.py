"""Una base vaciada queda como recién migrada (`tests/vaciado`): ninguna prueba depende de cuál corrió antes."""

import pytest
from django.core.management import call_command

from suscripciones.models import Cuenta, Plan
from suscripciones.planes import PLANES


@pytest.mark.django_db(transaction=True)
def test_vaciar_borra_lo_de_la_prueba_y_conserva_lo_de_las_migraciones() -> None:
    Cuenta.objects.create_user(email="ana@prueba.mx", nombre="Ana")
    Plan.objects.update(activo=False)
    Plan.objects.create(clave="otro", nombre="Otro", meses=1, precio=1)
    call_command("flush", interactive=False, verbosity=0)
    assert not Cuenta.objects.exists()
    assert sorted(Plan.objects.filter(activo=True).values_list("clave", flat=True)) == sorted(p[0] for p in PLANES)

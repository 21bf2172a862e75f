"""Leer la Sala no mira lo que cada quien ya jugó: cuesta lo mismo con una mesa cerrada que con miles."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from enlinea.models import Lugar, Mesa
from enlinea.sala.consultas.estado import con_mesa_desde, estado_de_sala
from suscripciones.models import Cuenta
from tests.enlinea.mesas import sentar, suscriptor
from tests.enlinea.sala.ayudas import llegan

pytestmark = pytest.mark.django_db

POR_PERSONA = 500


def con_historia(cuentas: list[Cuenta], ahora: datetime) -> None:
    """Muchas mesas cerradas hace días, cuatro lugares cada una."""
    E = Mesa.Estado.CERRADA
    mesas = Mesa.objects.bulk_create(
        Mesa(nombre="x", meta="100", organizador=cuentas[0], estado=E, cerrada=ahora - timedelta(days=1, minutes=n))
        for n in range(POR_PERSONA)
    )
    lugares = [Lugar(mesa=m, asiento=a, cuenta=c, activo=False) for m in mesas for a, c in enumerate(cuentas)]
    Lugar.objects.bulk_create(lugares, batch_size=500)
    if connection.vendor == "postgresql":
        with connection.cursor() as c:
            c.execute("ANALYZE enlinea_mesa")
            c.execute("ANALYZE enlinea_lugar")


@contextmanager
def planes() -> Iterator[list[str]]:
    """Cómo se busca en las mesas y los lugares: un plan por pregunta."""
    vistos: list[str] = []

    def mirar(ejecutar: Callable[..., Any], sql: str, params: Any, muchos: bool, contexto: Any) -> Any:
        if sql.startswith("EXPLAIN"):
            return ejecutar(sql, params, muchos, contexto)
        if 'FROM "enlinea_lugar"' in sql or 'FROM "enlinea_mesa"' in sql:
            cabeza = "EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN "
            with connection.cursor() as c:
                c.execute(cabeza + sql, params)
                vistos.append("\n".join(str(fila[-1]) for fila in c.fetchall()))
        return ejecutar(sql, params, muchos, contexto)

    with connection.execute_wrapper(mirar):
        yield vistos


@pytest.mark.parametrize("sentados", [False, True])
def test_la_vuelta_busca_por_indice_y_no_por_lo_jugado(sentados: bool) -> None:
    ahora = timezone.now()
    cuatro = [suscriptor(n) for n in ("Ana", "Beto", "Caro", "Dani")]
    llegan(cuatro, ahora)
    con_historia(cuatro, ahora)
    mesa = sentar(cuatro) if sentados else None
    if mesa is None:
        # recién cerrada: se les dice
        Lugar.objects.update(activo=False)
        Mesa.objects.filter(pk=Mesa.objects.latest("cerrada").pk).update(cerrada=ahora, motivo="caida")
    with planes() as vistos:
        estado = estado_de_sala(ahora)
        con_mesa_desde([c.pk for c in cuatro], ahora - timedelta(minutes=15))
    assert all(estado.mesa_de(c.pk) for c in cuatro) and estado.sentada(cuatro[0].pk) is sentados
    todo = "\n\n".join(vistos)
    assert len(vistos) >= 5
    assert "mesa_cerrada" in todo
    # los lugares, o por la mesa ya encontrada o por el índice de los vivos: nunca todos los de una cuenta
    assert "lugar_una_mesa_a_la_vez" in todo
    assert "lugar_cuenta" not in todo, todo
    for mal in ("Seq Scan on enlinea_lugar", "Seq Scan on enlinea_mesa", "SCAN enlinea_lugar", "SCAN enlinea_mesa"):
        assert mal not in todo.replace("SCAN enlinea_lugar USING INDEX lugar_una_mesa", ""), todo

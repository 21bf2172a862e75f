"""Muchos valores en un solo parámetro, con lo que traigan."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from config.base.en_lista import arreglo, arreglo_de_textos, en_lista

pytestmark = pytest.mark.django_db

RAROS = ['["t",3,"a\\"b"]', "", "NULL", "con, coma", "{llaves}", "c:\\ruta\\", "ñandú 🁫", "dos\nrenglones", "'; --"]


@pytest.mark.postgres
def test_un_arreglo_escrito_se_lee_igual_en_postgres() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT unnest(%s::text[])", [arreglo_de_textos(RAROS)])
        assert [fila[0] for fila in cursor.fetchall()] == RAROS
        cursor.execute("SELECT unnest(%s::bigint[])", [arreglo([-1, 0, 2**62])])
        assert [fila[0] for fila in cursor.fetchall()] == [-1, 0, 2**62]
        cursor.execute("SELECT unnest(%s::text[])", [arreglo_de_textos([])])
        assert cursor.fetchall() == []


def test_se_halla_lo_que_esta_en_la_lista_y_nada_mas() -> None:
    llaves = [f"llave {n} {raro[:20]}" for n, raro in enumerate(RAROS)]
    Session.objects.bulk_create(Session(session_key=una, expire_date=timezone.now()) for una in [*llaves, "otra"])
    hallados = Session.objects.filter(session_key__in=en_lista(llaves, "text")).values_list("session_key", flat=True)
    assert sorted(hallados) == sorted(llaves)
    assert not Session.objects.filter(session_key__in=en_lista([], "text")).exists()

"""Una consulta armada pregunta lo mismo que el ORM, siempre con sus datos y sin volver a armarse."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.base.consulta_armada import Armada, ArmadaDeModelo
from recreo import servicios
from recreo.models import Anotacion, Incidencia, Jugador, Mesa, Orden, Recreo
from tests.recreo.mesa import dominada, recreo_de

pytestmark = pytest.mark.django_db

RAROS = ["llave", "con, coma", "{llaves}", "'; --", "100 %s", 'de "comillas"', "c:\\ruta"]


def test_cada_pregunta_lleva_sus_datos_y_se_arma_una_vez() -> None:
    ahora = timezone.now()
    for n, llave in enumerate(RAROS):
        Session.objects.create(session_key=llave, expire_date=ahora + timedelta(minutes=n))
    armadas = 0

    def abiertas(llaves: Any, desde: Any) -> QuerySet[Session, Any]:
        nonlocal armadas
        armadas += 1
        return Session.objects.filter(session_key__in=llaves, expire_date__gt=desde).values_list("session_key")

    preguntar = Armada(abiertas, "text", None)
    for desde in (-1, 0, 3, len(RAROS)):
        for cuales in (RAROS, RAROS[:4], RAROS[5:], ["otra"], []):
            hallado = {llave for (llave,) in preguntar(cuales, ahora + timedelta(minutes=desde))}
            assert hallado == {llave for n, llave in enumerate(RAROS) if llave in cuales and n > desde}
    assert armadas == 1


def test_es_un_solo_viaje() -> None:
    preguntar = Armada(lambda llaves: Session.objects.filter(pk__in=llaves).values_list("pk"), "text")
    with CaptureQueriesContext(connection) as hechas:
        preguntar(RAROS)
        preguntar(["otra"])
    assert len(hechas) == 2


def test_faltarle_un_dato_es_un_error_y_no_otra_pregunta() -> None:
    preguntar = Armada(lambda llaves: Session.objects.filter(pk__in=llaves).values_list("pk"), "text")
    with pytest.raises(ValueError):
        preguntar()


def test_las_filas_son_las_que_daria_el_orm_campo_por_campo() -> None:
    m = recreo_de(8)
    m.prepara()
    m.anota(dominada(0, 25))
    m.orden(servicios.organizador_llamar, por=3, partida=1, mesa=1, texto="¿Vale?")
    for modelo in (Recreo, Jugador, Mesa, Anotacion, Incidencia, Orden):
        todas: QuerySet[Any] = modelo._default_manager.order_by("pk")
        preguntar = ArmadaDeModelo(modelo, lambda ids, todas=todas: todas.filter(pk__in=ids), "bigint")
        llaves = list(todas.values_list("pk", flat=True))
        for _vez in range(2):
            assert [campos(x) for x in preguntar(llaves)] == [campos(x) for x in todas] != []


def campos(fila: Any) -> dict[str, Any]:
    return {k: (type(v), v) for k, v in vars(fila).items() if k != "_state"} | {"nueva": fila._state.adding}


def test_por_uuid_se_halla_la_suya() -> None:
    m, esa = recreo_de(4), uuid4()
    m.orden(servicios.castigo_aplicar, id_orden=esa, numero=3, tantos=10)
    preguntar = ArmadaDeModelo(Orden, lambda ids: Orden.objects.filter(id_orden__in=ids), "uuid")
    assert [x.id_orden for x in preguntar([esa, uuid4()])] == [x.id_orden for x in preguntar([str(esa)])] == [esa]

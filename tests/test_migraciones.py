"""El revisor de migraciones deja pasar lo que agrega y niega lo que rompe a la versión que aún sirve."""

from typing import Any

import pytest
from django.db import migrations as m
from django.db import models
from django.db.migrations.state import ModelState, ProjectState

from tests.migraciones import EXENTAS, faltas, revisar


def estado() -> ProjectState:
    antes = ProjectState()
    campos: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("nombre", models.CharField(max_length=40)),
        ("nota", models.CharField(max_length=40, null=True)),
    ]
    antes.add_model(ModelState("recreo", "Mesa", campos))
    return antes


def de(*operaciones: Any, **atributos: Any) -> list[str]:
    clase = type("Migration", (m.Migration,), {"operations": list(operaciones), **atributos})
    return list(faltas(clase("9999_prueba", "recreo"), estado()))


def tabla(*campos: tuple[str, Any]) -> m.CreateModel:
    return m.CreateModel("Otra", [("id", models.BigAutoField(primary_key=True)), *campos])


UNICA = models.UniqueConstraint(fields=["nombre"], name="una")
ROMPEN = [
    m.RemoveField("mesa", "nota"),
    m.DeleteModel("Mesa"),
    m.RenameField("mesa", "nota", "apunte"),
    m.RenameModel("Mesa", "Tablero"),
    m.AddField("mesa", "color", models.CharField(max_length=9, default="rojo")),
    m.AddField("mesa", "color", models.CharField(max_length=9)),
    m.AlterField("mesa", "nota", models.CharField(max_length=40)),
    m.AlterField("mesa", "nombre", models.CharField(max_length=20)),
    m.AlterField("mesa", "nombre", models.IntegerField()),
    m.AlterField("mesa", "nombre", models.CharField(max_length=40, unique=True)),
    m.AddConstraint("mesa", UNICA),
    m.RunSQL("SELECT 1"),
    m.SeparateDatabaseAndState(database_operations=[m.RemoveField("mesa", "nota")]),
]
CABEN = [
    m.AddField("mesa", "color", models.CharField(max_length=9, null=True)),
    m.AddField("mesa", "color", models.CharField(max_length=9, db_default="rojo")),
    m.AddField("mesa", "otras", models.ManyToManyField("recreo.Mesa")),
    m.AlterField("mesa", "nombre", models.CharField("cómo se llama", max_length=60)),
    m.AlterField("mesa", "nombre", models.CharField(max_length=40, null=True)),
    m.AddIndex("mesa", models.Index(fields=["nombre"], name="por_nombre")),
    m.RunPython(m.RunPython.noop),
    m.SeparateDatabaseAndState(state_operations=[m.RemoveField("mesa", "nota")]),
]


@pytest.mark.parametrize("operacion", ROMPEN, ids=lambda operacion: operacion.describe())
def test_lo_que_rompe_a_la_version_anterior_se_niega(operacion: Any) -> None:
    assert len(de(operacion)) == 1


@pytest.mark.parametrize("operacion", CABEN, ids=lambda operacion: operacion.describe())
def test_lo_que_agrega_pasa(operacion: Any) -> None:
    assert de(operacion) == []


def test_en_una_tabla_que_nace_ahi_todo_cabe() -> None:
    assert de(tabla(), m.AddField("otra", "x", models.IntegerField()), m.AddConstraint("otra", UNICA)) == []


def test_contraer_se_dice_con_su_razon() -> None:
    quitar = m.RemoveField("mesa", "nota")
    assert de(quitar, CONTRAE="0.4.0 ya no lee la nota de la mesa") == []
    assert len(de(quitar, CONTRAE="sí")) == 1


def test_las_del_proyecto_no_rompen_a_nadie() -> None:
    assert revisar() == []


def test_no_crece_lo_exento() -> None:
    assert len(EXENTAS) == 31

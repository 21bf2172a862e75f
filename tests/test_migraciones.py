"""El revisor de migraciones deja pasar lo que agrega y niega lo que rompe a la versión que aún sirve."""

from typing import Any

import pytest
from django.db import migrations as m
from django.db import models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

from config.base.tablas_juntas import TablasJuntas
from tests.migraciones import NUESTRAS, faltas, revisar


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


def forma(uno: ModelState) -> Any:
    """Sus campos y lo que dice de sí, sin orden; los índices y lo que exige, por su nombre."""
    por_nombre = {n: sorted(map(repr, uno.options.get(n, ())), key=str) for n in ("indexes", "constraints")}
    campos = {n: c.deconstruct()[1:] for n, c in uno.fields.items()}
    return campos, {"abstract": False, **uno.options, **por_nombre}, uno.bases


def tras(cuales: list[m.Migration]) -> dict[tuple[str, str], ModelState]:
    """Los modelos como quedan después de ésas, y de ninguna otra."""
    queda = ProjectState()
    for una in cuales:
        una.mutate_state(queda, preserve=False)
    return queda.models


def test_las_juntas_dejan_lo_mismo_que_las_que_juntan() -> None:
    en_disco = MigrationLoader(None).disk_migrations
    juntas = [una for (app, _nombre), una in sorted(en_disco.items()) if app in NUESTRAS and una.replaces]
    assert {una.app_label for una in juntas} == {"enlinea", "recreo", "suscripciones", "torneos"}
    de_una_vez, de_una_por_una = tras(juntas), tras([en_disco[otra] for una in juntas for otra in una.replaces])
    assert de_una_vez.keys() == de_una_por_una.keys() and len(de_una_vez) > 80
    for clave in sorted(de_una_vez):
        assert forma(de_una_vez[clave]) == forma(de_una_por_una[clave]), clave


def test_no_se_junta_una_que_ya_no_esta_ni_se_salta_ninguna() -> None:
    """Quien viene de enmedio sigue por las de antes: no puede faltar ninguna."""
    en_disco = set(MigrationLoader(None).disk_migrations)
    for (app, _nombre), migracion in MigrationLoader(None).disk_migrations.items():
        if app in NUESTRAS:
            assert set(migracion.replaces) <= en_disco


def test_una_base_nueva_arma_los_modelos_una_vez_por_junta() -> None:
    tablas = [m.CreateModel(f"Tabla{n}", [("id", models.BigAutoField(primary_key=True))]) for n in range(3)]
    estado_de_antes = estado()
    assert "apps" in vars(estado_de_antes) or estado_de_antes.apps
    TablasJuntas(tablas).state_forwards("recreo", estado_de_antes)
    assert "apps" not in vars(estado_de_antes)
    assert ("recreo", "tabla2") in estado_de_antes.models

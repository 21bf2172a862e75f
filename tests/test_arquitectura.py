"""La arquitectura se cumple, y cada regla sabe fallar."""

from pathlib import PurePosixPath

import pytest

from tests import arquitectura as a


def test_el_proyecto_cumple() -> None:
    # todas de una vez: leer el proyecto entero cuesta más que revisarlo, y cada trabajador lo leería
    faltas = [
        f"{archivo.ruta}:{falta} ({regla.__name__}: {regla.__doc__})"
        for regla in a.REGLAS for archivo in a.archivos() for falta in regla(archivo)
    ]  # fmt: skip
    assert not faltas, "\n".join(faltas)


def test_se_lee_todo_el_proyecto() -> None:
    leidos = {archivo.paquete for archivo in a.archivos()}
    assert {"config", "reglas", "recreo", "suscripciones", "enlinea", "torneos", "tests"} <= leidos


def test_lo_exceptuado_existe_y_dice_por_que() -> None:
    rutas = {str(archivo.ruta) for archivo in a.archivos()}
    assert [ruta for ruta, razon in a.ESCRIBEN_FUERA.items() if ruta not in rutas or len(razon) < 20] == []


@pytest.mark.parametrize("ruta", ["recreo/servicios.py", "recreo/servicios/alta.py", "enlinea/sala/servicios.py"])
def test_los_servicios_escriben_a_la_altura_que_esten(ruta: str) -> None:
    assert not list(a.una_sola_puerta(a.Archivo(PurePosixPath(ruta), "Mesa.objects.create()")))


def larga(renglones: int) -> str:
    return "def f():\n" + "    x = 1\n" * renglones


# (regla, ruta, texto que la rompe, texto parecido que la cumple)
CASOS = [
    (a.reglas_es_puro, "reglas/mano.py", "from django.db import models", "from dataclasses import dataclass"),
    (a.reglas_es_puro, "reglas/mano.py", "import random", "import math"),
    (a.reglas_es_puro, "reglas/mano.py", "def f():\n    from secrets import choice", "from .tipos import Meta"),
    (a.reglas_es_puro, "reglas/mano.py", "import recreo.models", "import reglas.tipos"),
    (a.reglas_es_puro, "reglas/mano.py", "datetime.now(UTC)", "ahora.isoformat()"),
    (a.reglas_es_puro, "reglas/__main__.py", "import msgspec", "import sys, os, time"),
    (
        a.apps_por_la_puerta,
        "recreo/views.py",
        "from suscripciones.models import Cuenta",
        "from suscripciones.consultas import esta_vigente",
    ),
    (
        a.apps_por_la_puerta,
        "recreo/servicios/alta.py",
        "import suscripciones",
        "from suscripciones import servicios",
    ),
    (
        a.apps_por_la_puerta,
        "enlinea/servicios.py",
        "from recreo.difusion import difundir",
        "if TYPE_CHECKING:\n    from recreo.models import Recreo",
    ),
    (a.sentido_unico, "recreo/models.py", "from recreo.servicios import alta", "from reglas.tipos import Meta"),
    (a.sentido_unico, "recreo/consultas.py", "from .servicios import x", "from .models import Recreo"),
    (a.sentido_unico, "recreo/servicios/alta.py", "from recreo import views", "from recreo import consultas"),
    (a.sentido_unico, "recreo/servicios/alta.py", "from ..forms import F", "from ..models import Recreo"),
    (a.una_sola_puerta, "recreo/views.py", "mesa.save()", "mesa.suma()"),
    (a.una_sola_puerta, "recreo/views/mesa.py", "Mesa.objects.create(numero=1)", "servicios.mesa_abrir()"),
    (a.una_sola_puerta, "recreo/consultas.py", "Mesa.objects.filter(id=1).update(x=1)", "datos.update(x=1)"),
    (a.una_sola_puerta, "recreo/consumidores.py", "await mesa.asave()", "await self.send_json({})"),
    (
        a.una_sola_puerta,
        "enlinea/sala/lista.py",
        "vivas = M.objects.filter(x=1)\nvivas.update(x=2)",
        "x = {}\nx.update(y=2)",
    ),
    (
        a.una_sola_puerta,
        "recreo/admin.py",
        "def f(filas: QuerySet[Mesa]):\n    filas.update(x=1)",
        "def f(x): x.update(y=1)",
    ),
    (
        a.una_sola_puerta,
        "config/servidor/origen.py",
        "c.execute('DELETE FROM mesa')",
        "c.execute('SELECT 1 FROM mesa FOR UPDATE')",
    ),
    (a.una_sola_puerta, "config/x.py", "C.objects.create_user('a')", '"""INSERT INTO es lo que no se hace."""'),
    (a.una_sola_puerta, "enlinea/demo.py", "x = 1", "Mesa.objects.create()"),
    (a.una_sola_puerta, "recreo/serviciales.py", "mesa.delete()", ""),
    (a.sin_senales, "recreo/apps.py", "from django.db.models.signals import post_save", "import recreo"),
    (a.sin_senales, "recreo/apps.py", "from django.dispatch import receiver", "from django.apps import AppConfig"),
    (a.uvicorn_en_su_paquete, "config/management/commands/servir.py", "import uvicorn", "import socket"),
    (
        a.modelos_sin_logica_al_guardar,
        "recreo/models.py",
        "class M:\n    def save(self): ...",
        "class M:\n    def salvo(self): ...",
    ),
    (
        a.modelos_sin_logica_al_guardar,
        "recreo/models.py",
        "x = models.FloatField()",
        "x = models.DecimalField()",
    ),
    (a.sin_atrapar_todo, "config/x.py", "try: f()\nexcept Exception: g()", "try: f()\nexcept OSError: g()"),
    (a.sin_atrapar_todo, "config/x.py", "try: f()\nexcept: g()", "try: f()\nfinally: g()"),
    (
        a.sin_atrapar_todo,
        "config/x.py",
        "try: f()\nexcept (OSError, BaseException): g()",
        "try: f()\nexcept (OSError, ValueError): g()",
    ),
    (a.sin_importar_pruebas, "recreo/x.py", "from tests.fabricas import cuenta", "from recreo import estado"),
    (a.sin_importar_pruebas, "config/x.py", "import pytest", "import segno"),
    (a.con_zona, "recreo/servicios.py", "datetime.now()", "timezone.now()"),
    (a.con_zona, "recreo/servicios.py", "datetime.datetime.utcnow()", "datetime.now(UTC)"),
    (a.con_zona, "tests/x.py", "date.today()", "timezone.localdate()"),
    (a.archivos_cortos, "recreo/x.py", "x = 1\n" * 401, "x = 1\n" * 400),
    (a.funciones_cortas, "recreo/x.py", larga(41), larga(40)),
    (
        a.funciones_cortas,
        "recreo/x.py",
        "class C:\n    async def f(self):\n" + "        x = 1\n" * 41,
        'def f():\n    """Uno.\n\n    Dos.\n    """\n' + "    x = 1\n" * 40,
    ),
]


@pytest.mark.parametrize(("regla", "ruta", "mal", "bien"), CASOS)
def test_cada_regla_sabe_fallar(regla: a.Regla, ruta: str, mal: str, bien: str) -> None:
    assert list(regla(a.Archivo(PurePosixPath(ruta), mal)))
    assert not list(regla(a.Archivo(PurePosixPath(ruta), bien)))


def test_ninguna_regla_se_queda_sin_caso() -> None:
    assert {regla for regla, *_ in CASOS} == set(a.REGLAS)

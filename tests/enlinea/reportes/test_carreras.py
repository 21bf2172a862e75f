"""A la vez, con conexiones de verdad: un reporte por hecho, un tope que no se burla y una sola decisión."""

from datetime import datetime
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.utils import timezone

from enlinea.convivencia.servicios import mensajes
from enlinea.convivencia.servicios.mensajes import mensaje_enviar, mensajes_repartir
from enlinea.errores import ErrorDeServicio
from enlinea.models import MensajeDelAdministrador, Reporte, Tarjeta
from enlinea.moderacion.servicios.reportes import correos_mandar
from suscripciones.models import CorreoPorSalir, Cuenta
from tests.a_la_vez import vueltas
from tests.enlinea.mesas import los_cuatro, sentar, suscriptor
from tests.enlinea.reportes.ayudas import D, decide, en, jefa, senala
from tests.enlinea.reportes.test_senalar import sentar_otra
from tests.enlinea.sala.a_la_vez import a_la_vez
from tests.recreo.conftest import base_de_carrera

__all__ = ["base_de_carrera"]

pytestmark = pytest.mark.usefixtures("base_de_carrera")


@pytest.fixture
def ahora() -> datetime:
    return timezone.now()


def codigos(quedo: list[object]) -> list[str]:
    return sorted(r.codigo if isinstance(r, ErrorDeServicio) else "ok" for r in quedo)


def vaciar() -> None:
    Reporte.objects.all().delete()
    Tarjeta.objects.all().delete()
    MensajeDelAdministrador.objects.all().delete()


def test_el_mismo_reporte_dos_veces_a_la_vez_es_uno(ahora: datetime) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(6)):
        vaciar()
        orden = uuid4()
        juntos = a_la_vez(
            *[lambda o=orden: senala(cuatro[0], cuatro[1], en(mesa), ahora, orden=o).pk for _ in range(2)]
        )
        assert juntos[0] == juntos[1] == Reporte.objects.get().pk
        vaciar()
        distintas = a_la_vez(*[lambda: senala(cuatro[0], cuatro[1], en(mesa), ahora).pk for _ in range(2)])
        assert codigos(distintas) == ["ok", "ya_senalado"]


def test_el_tope_por_hora_no_se_burla_en_paralelo(ahora: datetime) -> None:
    cuatro = los_cuatro()
    mesas = [sentar_otra(cuatro) for _ in range(5)]
    for _vuelta in range(vueltas(4)):
        vaciar()
        quedo = a_la_vez(*[lambda m=m: senala(cuatro[0], cuatro[1], en(m), ahora) for m in mesas])
        assert codigos(quedo) == ["limite_de_reportes"] * 2 + ["ok"] * 3


def test_dos_que_se_senalan_en_cruz_no_se_traban_y_uno_es_represalia(ahora: datetime) -> None:
    cuatro = los_cuatro()
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(6)):
        vaciar()
        quedo = a_la_vez(
            lambda: senala(cuatro[0], cuatro[1], en(mesa), ahora), lambda: senala(cuatro[1], cuatro[0], en(mesa), ahora)
        )
        assert codigos(quedo) == ["ok", "ok"]
        assert Reporte.objects.filter(represalia=True).count() == 1


def test_dos_administradores_no_deciden_dos_veces(ahora: datetime) -> None:
    cuatro, jefes = los_cuatro(), [jefa("una@prueba.mx"), jefa("dos@prueba.mx")]
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(6)):
        vaciar()
        reporte = senala(cuatro[0], cuatro[1], en(mesa), ahora)
        quedo = a_la_vez(*[lambda j=j, r=reporte: decide(j, r, D.ROJA, ahora) for j in jefes])
        assert codigos(quedo) == ["ok", "ya_decidido"]
        assert (Tarjeta.objects.count(), MensajeDelAdministrador.objects.count()) == (1, 2)


def test_dos_reportes_del_mismo_hecho_a_la_vez_dan_una_roja(ahora: datetime) -> None:
    cuatro, jefes = los_cuatro(), [jefa("una@prueba.mx"), jefa("dos@prueba.mx")]
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(6)):
        vaciar()
        reportes = [senala(quien, cuatro[1], en(mesa), ahora) for quien in (cuatro[0], cuatro[2])]
        quedo = a_la_vez(*[lambda j=j, r=r: decide(j, r, D.ROJA, ahora) for j, r in zip(jefes, reportes, strict=True)])
        assert codigos(quedo) == ["hecho_ya_sancionado", "ok"]
        assert Tarjeta.objects.count() == 1


def test_un_mensaje_y_un_correo_a_la_vez_salen_una_vez(ahora: datetime) -> None:
    cuatro, una = los_cuatro(), jefa()
    mesa = sentar(cuatro)
    for _vuelta in range(vueltas(4)):
        vaciar()
        orden = uuid4()
        quedo = a_la_vez(*[lambda o=orden: mandar(una, ahora, o) for _ in range(2)])
        assert quedo[0] == quedo[1] == MensajeDelAdministrador.objects.get().pk
        senala(cuatro[0], cuatro[1], en(mesa), ahora)
        assert sorted(a_la_vez(*[lambda: correos_mandar(ahora) for _ in range(3)])) == [0, 0, 1]


def test_tres_que_reparten_a_la_vez_escriben_un_correo_a_cada_quien(
    ahora: datetime, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "suscripciones.buzon.BuzonDeSalida"
    monkeypatch.setattr(mensajes, "TANDA", 2)
    una = jefa()
    for n in range(7):
        suscriptor(f"Fuera{n}", vigente=False)
    for vuelta in range(vueltas(4)):
        vaciar()
        CorreoPorSalir.objects.all().delete()
        mandar(una, ahora, uuid4())
        quedo = a_la_vez(*[lambda: mensajes_repartir(ahora) for _ in range(3)])
        mensajes_repartir(ahora)
        para = list(CorreoPorSalir.objects.values_list("para", flat=True))
        assert len(para) == len(set(para)) == 8, (vuelta, quedo)
        assert MensajeDelAdministrador.objects.get().correos == 8


def mandar(una: Cuenta, ahora: datetime, orden: object) -> int:
    return mensaje_enviar(administrador_id=una.pk, para_id=None, texto="Torneo", ahora=ahora, id_orden=orden)  # type: ignore[arg-type]

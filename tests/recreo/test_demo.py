"""La demostración: se carga una vez, con fechas que se creen y lugares para teléfonos de verdad."""

import io
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone

from recreo import consultas
from recreo.demo import guion as demo
from recreo.demo import pena as demo_pena
from recreo.estado import EstadoRecreo
from recreo.models import Anotacion, Orden, Pena, Recreo
from reglas.tipos import Desenlace, Fin
from suscripciones import consultas as suscripciones
from suscripciones.models import Cuenta
from torneos.models import Torneo

# la demostración corre en SQLite (`make run`)
pytestmark = pytest.mark.una_base

AHORA = datetime(2026, 3, 11, 2, 0, tzinfo=UTC)  # martes 10 por la noche en México


def estados(ahora: datetime = AHORA) -> tuple[EstadoRecreo, EstadoRecreo]:
    cargada = demo.cargar(ahora=ahora)
    return tuple(consultas.estado_de(consultas.id_de(c)) for c in (cargada.ronda, cargada.club))  # type: ignore[return-value]


@pytest.mark.usefixtures("una_vez")
class Cargada(TestCase):
    """Lo que trae, cargada una sola vez."""

    ronda: EstadoRecreo
    club: EstadoRecreo

    @classmethod
    def setUpTestData(cls) -> None:
        cls.ronda, cls.club = estados()

    def test_la_ronda_de_5_termino_con_todo_lo_que_hay_que_ensenar(self) -> None:
        ronda = self.ronda
        mesas = [m for p in ronda.partidas for m in p.mesas]
        assert (ronda.nombre, ronda.tamano, ronda.estado, str(ronda.importe)) == (demo.RONDA, 5, "terminado", "20.00")
        assert ronda.pago_extraordinario and ronda.clasificaciones.completo and ronda.pagos
        assert sum(f.saldo for f in ronda.filas) == 0
        assert [c.jugador for p in ronda.partidas for c in p.castigos] == [4, 2]
        assert {m.fin for m in mesas} == {Fin.META, Fin.TIEMPO}
        assert any(len(mano.rastro) == 1 for m in mesas for mano in m.manos)
        empatadas = [mano for m in mesas for mano in m.manos if mano.datos.desenlace is Desenlace.CIERRE_EMPATADO]
        assert {mano.datos.pareja for mano in empatadas} == {1, None}  # quien cerró, y sin decirlo
        assert not any(m.incidencias and m.incidencias[-1].atendida is None for m in mesas)

    def test_el_todos_con_todos_de_8_va_en_la_tercera_con_dos_mesas_abiertas(self) -> None:
        club = self.club
        assert (club.nombre, club.tamano, club.estado, len(club.partidas)) == (demo.CLUB, 8, "en_juego", 3)
        abiertas = club.partidas[-1].abiertas
        assert [(m.etapa, m.anotador, len(m.manos) >= 3) for m in abiertas] == [
            ("jugando", 8, True),
            ("jugando", 7, True),
        ]
        assert [bool(m.abierta("llamada")) for m in abiertas] == [False, True]
        assert any(m.fin is Fin.DEFAULT for p in club.partidas for m in p.mesas)
        assert [n for n, j in club.jugadores.items() if j.libre] == [3, 5, 6]
        assert [n for n, j in club.jugadores.items() if j.tiene_acceso] == [1, 2, 7, 8]
        assert club.jugadores[4].correo == "nacho@demo.mx"  # invitado que aún no entra

    def test_la_pena_trae_su_temporada_quien_viene_y_su_caja(self) -> None:
        pena = Pena.objects.get(nombre=demo_pena.PENA)
        jugados = Recreo.objects.filter(de_pena__pena=pena).order_by("iniciado")
        assert [(r.estado, timezone.localtime(r.iniciado).weekday()) for r in jugados] == [("terminado", 3)] * 3
        assert all(r.terminado < AHORA and r.iniciado < self.ronda.iniciado for r in jugados)
        (temporada,) = pena.temporadas.all()
        assert temporada.resumen["recreos"] == 3 and len(temporada.resumen["tabla"]) == 6
        cita = pena.citas.get()
        assert cita.cuando > AHORA and sorted(r.viene for r in cita.respuestas.all()) == [False, True, True]
        estados_de_cuota = [c.estado for c in pena.cuotas.get().de_cada_quien.all()]
        assert sorted(estados_de_cuota) == ["pagada"] * 2 + ["pendiente"] * 4

    def test_las_cuentas_tienen_suscripcion_y_lupita_organiza_los_dos(self) -> None:
        lupita = Cuenta.objects.get(email="lupita@demo.mx")
        assert {e.organizador_id for e in (self.ronda, self.club)} == {lupita.pk}
        for correo in ("lupita@demo.mx", "beto@demo.mx", "carmen@demo.mx", "chucho@demo.mx"):
            vigencia = suscripciones.vigencia(Cuenta.objects.get(email=correo).pk, AHORA)
            assert vigencia.estado == "activa"


@pytest.mark.usefixtures("una_vez")
@pytest.mark.parametrize("dias", [0, 4, *(pytest.param(n, marks=pytest.mark.noche) for n in (1, 2, 3, 5, 6))])
def test_las_fechas_se_creen_cualquier_dia_de_la_semana(db: None, dias: int) -> None:
    ahora = AHORA + timedelta(days=dias)
    ronda, club = estados(ahora)
    assert ronda.iniciado is not None and ronda.terminado is not None and club.iniciado is not None
    inicio = timezone.localtime(ronda.iniciado)
    assert (inicio.weekday(), inicio.hour) == (6, 16) and timedelta(0) < ahora - ronda.terminado < timedelta(days=8)
    ultimo = consultas.ultima_actividad(Recreo.objects.get(pk=club.id))
    assert timedelta(0) < ahora - ultimo < timedelta(minutes=5)
    assert Anotacion.objects.filter(instante__gt=ahora).count() == 0
    assert club.iniciado > ronda.terminado


def test_paco_esta_libre_y_puede_seguir_el_primer_recreo_del_leeme(db: None, client: Client) -> None:
    estados(timezone.now())
    assert client.login(email="paco@demo.mx", password="domino-paco")
    assert "Organiza un Recreo" in client.get(reverse("recreo:entrada")).content.decode()
    assert "Paso 1 de 3" in client.get(reverse("recreo:nuevo")).content.decode()


def test_cargarla_otra_vez_no_cambia_nada_y_lo_dice(db: None) -> None:
    primera, segunda = io.StringIO(), io.StringIO()
    call_command("demo_cargar", stdout=primera)
    antes = Recreo.objects.count(), Orden.objects.count(), Cuenta.objects.count()
    call_command("demo_cargar", stdout=segunda)
    assert (Recreo.objects.count(), Orden.objects.count(), Cuenta.objects.count()) == antes
    codigos = Recreo.objects.filter(de_pena=None).values_list("codigo", flat=True)
    assert demo_pena.PENA in primera.getvalue()
    codigos = (*codigos, *Torneo.objects.values_list("codigo", flat=True))
    assert all(c in primera.getvalue() for c in codigos) and "domino-lupita" in primera.getvalue()
    assert "ya estaba cargada" in segunda.getvalue()


def test_si_algo_falla_no_queda_la_mitad(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def reventar(*args: object) -> str:
        raise RuntimeError

    monkeypatch.setattr(demo, "_club", reventar)
    with pytest.raises(RuntimeError):
        demo.cargar(ahora=AHORA)
    assert not Recreo.objects.exists() and not Cuenta.objects.exists()


def test_en_produccion_se_niega(db: None, settings: pytest.FixtureRequest) -> None:
    settings.PRODUCCION = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="producción"):
        call_command("demo_cargar")
    assert not Cuenta.objects.exists()

"""La administración mira y, si el organizador desaparece, cancela: queda el rastro y todos libres."""

from collections.abc import Iterator
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from recreo import demo
from recreo.errores import ErrorDeServicio
from recreo.models import Jugador, Orden, Recreo
from recreo.servicios import recreo_cancelar_por_administracion
from suscripciones.models import Cuenta

LISTA = "/administracion/recreo/recreo/"


@pytest.fixture
def club(db: None) -> Recreo:
    return Recreo.objects.get(codigo=demo.cargar(ahora=datetime(2026, 3, 11, 2, 0, tzinfo=UTC)).club)


def empleado(*permisos: str) -> Cuenta:
    cuenta = Cuenta.objects.create_user(f"{uuid4().hex}@ejemplo.mx", nombre="Soporte")
    cuenta.is_staff = True
    cuenta.save()
    cuenta.user_permissions.set(Permission.objects.filter(codename__in=permisos))
    return cuenta


@pytest.fixture
def soporte(club: Recreo, client: Client) -> Iterator[Client]:
    client.force_login(empleado("view_recreo", "change_recreo"))
    yield client


def cancelar(cliente: Client, *recreos: Recreo, **mas: str) -> str:
    datos = {"action": "cancelar", "_selected_action": [r.pk for r in recreos], **mas}
    return cliente.post(LISTA, datos, follow=True).content.decode()


@pytest.mark.usefixtures("una_vez")
def test_se_encuentra_por_codigo_correo_o_nombre(soporte: Client, club: Recreo) -> None:
    for busca in (club.codigo.lower(), "nacho@demo.mx", "Mula de Seis"):
        pagina = soporte.get(LISTA, {"q": busca}).content.decode()
        assert club.nombre in pagina and demo.RONDA not in pagina, busca


@pytest.mark.usefixtures("una_vez")
def test_la_ficha_ensena_a_los_jugadores_sin_su_llave_y_no_se_edita(soporte: Client, club: Recreo) -> None:
    Jugador.objects.filter(recreo=club, numero=3).update(llave="secreta123")
    ficha = f"{LISTA}{club.pk}/change/"
    pagina = soporte.get(ficha).content.decode()
    assert "Doña Chayo" in pagina and "secreta123" not in pagina and 'name="nombre"' not in pagina
    assert soporte.post(ficha, {"nombre": "Otro"}).status_code == 403
    assert soporte.get(f"{LISTA}add/").status_code == soporte.get(f"{LISTA}{club.pk}/delete/").status_code == 403
    assert Recreo.objects.get(pk=club.pk).nombre == club.nombre


def test_cancelar_pregunta_antes_y_despues_deja_libres_a_todos(soporte: Client, club: Recreo) -> None:
    pagina = cancelar(soporte, club)
    assert "no se pueden reabrir" in pagina and club.codigo in pagina
    club.refresh_from_db()
    assert club.estado == "en_juego"
    version = club.version
    assert "quedaron libres" in cancelar(soporte, club, confirmado="si")
    club.refresh_from_db()
    assert (club.estado, club.version) == ("cancelado", version + 1)
    assert not Jugador.objects.filter(recreo=club, vigente=True).exists()
    assert Orden.objects.filter(recreo=club, accion="recreo_cancelar_por_administracion").count() == 1
    assert LogEntry.objects.get().object_id == str(club.pk)


@pytest.mark.noche
@pytest.mark.usefixtures("una_vez")
def test_un_recreo_terminado_no_cambia_y_se_avisa(soporte: Client, club: Recreo) -> None:
    ronda = Recreo.objects.get(nombre=demo.RONDA)
    assert "no se cambió" in cancelar(soporte, ronda, confirmado="si")
    ronda.refresh_from_db()
    assert ronda.estado == "terminado"


@pytest.mark.noche
@pytest.mark.usefixtures("una_vez")
def test_quien_solo_puede_ver_no_cancela(club: Recreo, client: Client) -> None:
    client.force_login(empleado("view_recreo"))
    assert "Cancelar y dejar libres" not in client.get(LISTA).content.decode()
    cancelar(client, club, confirmado="si")
    club.refresh_from_db()
    assert club.estado == "en_juego"


@pytest.mark.usefixtures("una_vez")
def test_el_servicio_comprueba_el_permiso_por_su_cuenta(club: Recreo) -> None:
    inactivo = empleado("change_recreo")
    Cuenta.objects.filter(pk=inactivo.pk).update(is_active=False)
    for cuenta_id in (club.organizador_id, empleado("view_recreo").pk, inactivo.pk, 0):
        with pytest.raises(ErrorDeServicio, match="sin_permiso"):
            recreo_cancelar_por_administracion(recreo_id=club.pk, cuenta_id=cuenta_id, id_orden=uuid4())
    club.refresh_from_db()
    assert club.estado == "en_juego"

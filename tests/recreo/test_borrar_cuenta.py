"""Borrar la cuenta en el Recreo: su nombre pasa al seudónimo, el marcador no cambia y lo anotado a la vez cuadra."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from recreo import consultas
from recreo import servicios as recreo
from recreo.identidad import Quien
from recreo.models import Anotacion, Jugador, Mesa, Recreo, SolicitudDeLugar
from recreo.servicios import datos_propios
from suscripciones import servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cuenta, CuentaBorrada
from suscripciones.servicios import borrado
from tests.a_la_vez import vueltas
from tests.recreo.carrera import a_la_vez
from tests.recreo.mesa import CIEN, Mesero, dominada, recreo_de

BETO = 2


def con_cuenta(m: Mesero, numero: int = BETO, correo: str = "beto@club.mx") -> Cuenta:
    """El de ese número entra con cuenta, y anota él su mesa."""
    cuenta = Cuenta.objects.create_user(correo, nombre="Beto")
    Jugador.objects.filter(recreo_id=m.id, numero=numero).update(cuenta=cuenta, correo=correo, llave="")
    m.quienes[numero] = Quien(cuenta_id=cuenta.pk)
    return cuenta


def tantos_de(m: Mesero) -> tuple[int, int]:
    """Lo que lleva cada pareja de la mesa 1."""
    jugadas = m.mesa().jugadas
    return sum(x.tantos for x in jugadas if x.pareja == 0), sum(x.tantos for x in jugadas if x.pareja == 1)


def borrar(cuenta: Cuenta) -> str:
    return servicios.cuenta_borrar(cuenta_id=cuenta.pk, ahora=timezone.now())


@pytest.mark.django_db
def test_en_juego_suelta_su_lugar_y_lo_anotado_sigue_con_el_seudonimo() -> None:
    m = recreo_de(4, CIEN)
    beto = con_cuenta(m)
    m.prepara(anotador=BETO)
    m.anota(dominada(0, 35), por=BETO)
    version = m.version
    seudonimo = borrar(beto)
    suyo = Jugador.objects.get(recreo_id=m.id, numero=BETO)
    assert (suyo.nombre, suyo.correo, suyo.cuenta_id) == (seudonimo, "", None)
    assert list(Anotacion.objects.values_list("quien", "tantos")) == [(seudonimo, 35)]
    assert Mesa.objects.get().anotador is None
    assert m.version == version + 1
    assert tantos_de(m) == (35, 0)
    m.anota(dominada(1, 20), por=1)  # el organizador sigue
    assert tantos_de(m) == (35, 20)


@pytest.mark.django_db
def test_de_lo_terminado_queda_el_marcador_y_nada_dice_quien_era() -> None:
    m = recreo_de(4, CIEN)
    beto = con_cuenta(m)
    m.gana(100, 40)
    antes = consultas.estado_de(m.id).partida(1)
    recreo.recreo_cancelar(recreo_id=m.id, quien=m.quienes[1], id_orden=uuid4())
    borrar(beto)
    despues = consultas.estado_de(m.id).partida(1)
    assert antes is not None and despues is not None
    assert [x.jugadas for x in antes.mesas] == [x.jugadas for x in despues.mesas]
    assert "Beto" not in repr(consultas.estado_de(m.id))
    assert "beto@club.mx" not in repr(list(Jugador.objects.values()))


@pytest.mark.django_db
def test_quien_organiza_sin_terminar_primero_acaba_y_despues_no_queda_su_casa() -> None:
    m = recreo_de(4, CIEN)
    organiza = Recreo.objects.get(pk=m.id).organizador
    organiza.nombre = "Memo"
    organiza.save()
    Recreo.objects.filter(pk=m.id).update(nombre="El de Memo")
    with pytest.raises(ErrorDeSuscripcion, match="borrar_con_recreo"):
        borrar(organiza)
    assert not CuentaBorrada.objects.exists()
    recreo.recreo_cancelar(recreo_id=m.id, quien=m.quienes[1], id_orden=uuid4())
    borrar(organiza)
    fila = Recreo.objects.get(pk=m.id)
    assert (fila.nombre, fila.lugar) == (f"Recreo {fila.codigo}", "")


@pytest.mark.django_db
def test_quien_solo_estaba_apuntado_por_su_correo_tambien_se_va() -> None:
    m = recreo_de(4, CIEN)
    beto = Cuenta.objects.create_user("beto@club.mx", nombre="Beto")
    Jugador.objects.filter(recreo_id=m.id, numero=BETO).update(correo="beto@club.mx", llave="")
    pedido = Jugador.objects.get(recreo_id=m.id, numero=3)
    SolicitudDeLugar.objects.create(recreo_id=m.id, jugador=pedido, cuenta=beto, instante=timezone.now())
    seudonimo = borrar(beto)
    assert Jugador.objects.get(recreo_id=m.id, numero=BETO).nombre == seudonimo
    assert not SolicitudDeLugar.objects.exists()


@pytest.mark.django_db
def test_se_entrega_lo_suyo_con_los_nombres_que_vio_y_ningun_correo_ajeno() -> None:
    m = recreo_de(4, CIEN)
    beto = con_cuenta(m)
    Jugador.objects.filter(recreo_id=m.id, numero=3).update(correo="carmen@club.mx")
    m.prepara(anotador=BETO)
    m.anota(dominada(0, 35), por=BETO)
    (suyo,) = datos_propios.exportar(beto.pk)["recreos"]
    assert [j["nombre"] for j in suyo["jugadores"]] == ["Memo", "Beto", "Carmen", "Nacho"]
    assert (suyo["tu_correo"], suyo["anotaste"][0]["tantos"]) == ("beto@club.mx", 35)
    assert "carmen@club.mx" not in repr(suyo)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("base_de_carrera")
def test_se_borra_mientras_anota_y_la_mano_queda_o_no_pero_nunca_con_su_nombre() -> None:
    for n in range(vueltas()):
        m = recreo_de(4, CIEN)
        beto = con_cuenta(m, correo=f"beto{n}@club.mx")
        m.prepara(anotador=BETO)
        x = dominada(0, 35)
        anotar: Callable[[], Any] = partial(
            m.orden, recreo.mano_anotar, BETO, partida=1, mesa=1, mano=1, revision=0, desenlace=x.desenlace,
            pareja=x.pareja, tantos=x.tantos,
        )  # fmt: skip
        anotado, seudonimo = a_la_vez(anotar, partial(borrar, beto))
        entro = not isinstance(anotado, Exception)
        assert isinstance(seudonimo, str)
        assert list(Anotacion.objects.filter(mesa__partida__recreo_id=m.id).values_list("quien", "tantos")) == (
            [(seudonimo, 35)] if entro else []
        )
        assert tantos_de(m) == ((35, 0) if entro else (0, 0))
        assert "Beto" not in repr(m.estado)
        recreo.recreo_cancelar(recreo_id=m.id, quien=m.quienes[1], id_orden=uuid4())


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("base_de_carrera")
def test_borrarla_dos_veces_a_la_vez_da_un_solo_seudonimo() -> None:
    for n in range(vueltas()):
        cuenta = Cuenta.objects.create_user(f"ana{n}@club.mx", nombre="Ana")
        uno, otro = a_la_vez(partial(borrar, cuenta), partial(borrar, cuenta))
        assert uno == otro


@pytest.mark.django_db
def test_el_repaso_quita_lo_que_se_confirmo_despues() -> None:
    m = recreo_de(4, CIEN)
    beto = Cuenta.objects.create_user("beto@club.mx", nombre="Beto")
    seudonimo = borrar(beto)
    con_retraso = Jugador.objects.filter(recreo_id=m.id, numero=BETO)
    con_retraso.update(cuenta=beto, correo="beto@club.mx", llave="")
    assert borrado.cuentas_borradas_repasar() == 1
    assert con_retraso.values_list("nombre", "correo").get() == (seudonimo, "")
    version = m.version
    borrado.cuentas_borradas_repasar()
    assert m.version == version  # repetirlo no cambia nada


@pytest.mark.django_db
def test_con_un_correo_que_se_parece_no_se_suelta_el_lugar_de_otra_persona() -> None:
    """Para PostgreSQL la «i» sin punto es, en mayúsculas, la misma «I»."""
    m = recreo_de(4, CIEN)
    con_cuenta(m, correo="beto@gmail.mx")
    borrar(Cuenta.objects.create_user("beto@gmaıl.mx", nombre="Otro"))
    suyo = Jugador.objects.get(recreo_id=m.id, numero=BETO)
    assert suyo.correo == "beto@gmail.mx" and suyo.cuenta_id == m.quienes[BETO].cuenta_id

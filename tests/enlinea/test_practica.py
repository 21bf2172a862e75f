"""La mesa de práctica: al momento, para suscriptores, una a la vez y sin contar (EL3, SU3)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.errores import ErrorDeServicio
from enlinea.models import Lugar, Mesa
from enlinea.sala.consultas.practica import ultimo_nivel
from enlinea.sala.servicios.armado import mesa_cerrar
from enlinea.sala.servicios.practica import practica_abrir
from reglas.niveles import Nivel
from suscripciones.models import Suspension
from tests.enlinea.mesas import los_cuatro, sentar, suscriptor

pytestmark = pytest.mark.django_db


def test_sienta_a_la_persona_con_tres_automaticos():
    mari = suscriptor("Mari")
    abierta = practica_abrir(cuenta_id=mari.pk, id_orden=uuid4())
    mesa = Mesa.objects.get(pk=abierta.mesa_id)
    assert abierta.nueva
    assert (mesa.modo, mesa.estado, mesa.meta) == ("practica", "lista", "100")
    assert mesa.organizador_id == mari.pk
    lugares = list(mesa.lugares.order_by("asiento"))
    assert [lugar.cuenta_id for lugar in lugares] == [mari.pk, None, None, None]
    assert lugares[0].nombre == "Mari"
    assert lugares[2].nombre == "Rosita"
    assert all(lugar.activo and lugar.respuesta == "acepto" for lugar in lugares)


@pytest.mark.parametrize("meta", ["100", "200", "juegos_ganados"])
def test_a_cualquier_meta(meta):
    abierta = practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=uuid4(), meta=meta)
    assert Mesa.objects.get(pk=abierta.mesa_id).meta == meta


@pytest.mark.parametrize(("nivel", "nombre"), [("simple", "Práctica"), ("fuerte", "Práctica, nivel fuerte")])
def test_con_el_nivel_elegido_que_se_recuerda(nivel, nombre):
    mari = suscriptor("Mari")
    assert ultimo_nivel(mari.pk) == "simple"
    mesa = Mesa.objects.get(pk=practica_abrir(cuenta_id=mari.pk, id_orden=uuid4(), nivel=nivel).mesa_id)
    assert (mesa.nivel, mesa.nombre) == (nivel, nombre)
    assert DatosDeMesa.leer(mesa.pk).nivel is Nivel(nivel)
    assert ultimo_nivel(mari.pk) == nivel


def test_nivel_desconocido():
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=uuid4(), nivel="<b>brutal</b>")
    assert falla.value.codigo == "nivel_invalido"
    assert not Mesa.objects.exists()


def test_los_niveles_de_la_base_son_los_de_las_reglas():
    assert set(Mesa.Nivel.values) == set(Nivel)


def test_repetir_la_orden_lleva_a_la_misma_mesa():
    mari, orden = suscriptor("Mari"), uuid4()
    primera = practica_abrir(cuenta_id=mari.pk, id_orden=orden)
    segunda = practica_abrir(cuenta_id=mari.pk, id_orden=orden)
    assert (segunda.mesa_id, segunda.nueva) == (primera.mesa_id, False)
    assert Mesa.objects.count() == 1


def test_la_orden_de_una_practica_terminada_abre_otra():
    mari, orden = suscriptor("Mari"), uuid4()
    primera = practica_abrir(cuenta_id=mari.pk, id_orden=orden)
    mesa_cerrar(primera.mesa_id, "salida")
    segunda = practica_abrir(cuenta_id=mari.pk, id_orden=orden)
    assert segunda.nueva and segunda.mesa_id != primera.mesa_id


def test_quien_ya_practica_vuelve_a_su_mesa():
    mari = suscriptor("Mari")
    primera = practica_abrir(cuenta_id=mari.pk, id_orden=uuid4())
    assert practica_abrir(cuenta_id=mari.pk, id_orden=uuid4()).mesa_id == primera.mesa_id
    Lugar.objects.filter(mesa_id=primera.mesa_id).update(activo=False)
    assert practica_abrir(cuenta_id=mari.pk, id_orden=uuid4()).mesa_id != primera.mesa_id


def test_quien_juega_con_otros_va_a_esa_mesa():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    abierta = practica_abrir(cuenta_id=cuentas[2].pk, id_orden=uuid4())
    assert (abierta.mesa_id, abierta.nueva, abierta.de_practica) == (mesa.pk, False, False)


def test_la_mesa_que_aun_invita_se_dice_y_la_invitacion_sin_contestar_se_deja():
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    Mesa.objects.update(estado=Mesa.Estado.INVITANDO)
    Lugar.objects.exclude(asiento=0).update(respuesta=Lugar.Respuesta.PENDIENTE)
    abierta = practica_abrir(cuenta_id=cuentas[0].pk, id_orden=uuid4())
    assert (abierta.mesa_id, abierta.lista) == (mesa.pk, False)
    assert practica_abrir(cuenta_id=cuentas[1].pk, id_orden=uuid4()).nueva
    mesa.refresh_from_db()
    assert mesa.estado == Mesa.Estado.CANCELADA


def test_la_orden_de_otro_no_sirve():
    orden = uuid4()
    practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=orden)
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Beto").pk, id_orden=orden)
    assert falla.value.codigo == "orden_ajena"


def test_solo_suscriptores_sin_suspension():
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Beto", vigente=False).pk, id_orden=uuid4())
    assert falla.value.codigo == "suscripcion_ninguna"
    mari = suscriptor("Mari")
    Suspension.objects.create(cuenta=mari, desde=timezone.now() - timedelta(hours=1), motivo="prueba")
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=mari.pk, id_orden=uuid4())
    assert falla.value.codigo == "suspendido"
    assert not Mesa.objects.exists()


def test_meta_desconocida():
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=uuid4(), meta="500")
    assert falla.value.codigo == "meta_invalida"

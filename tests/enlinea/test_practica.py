"""La mesa de práctica: al momento, para suscriptores, una a la vez y sin contar (EL3, SU3)."""

from datetime import timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.utils import timezone

from enlinea.diario.datos_de_mesa import DatosDeMesa
from enlinea.diario.sorteo import sortear
from enlinea.errores import ErrorDeServicio
from enlinea.mesa.de_la_casa import pedir_abrir
from enlinea.models import Lugar, Mesa
from enlinea.sala.consultas.estado import mesa_vista
from enlinea.sala.consultas.practica import ultimo_juego, ultimo_nivel
from enlinea.sala.servicios.a_que import OFRECIDOS
from enlinea.sala.servicios.armado import mesa_cerrar
from enlinea.sala.servicios.practica import practica_abrir
from enlinea.textos.juegos import JUEGOS, ayuda_de
from reglas.mesa.decidir import decidir
from reglas.mesa.estado import Mesa as MesaDeReglas
from reglas.mesa.estado import plegar
from reglas.niveles import Nivel
from reglas.reglamento import reglamento_de_texto
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


@pytest.mark.parametrize("juego", OFRECIDOS)
def test_a_cualquier_juego_con_su_meta_y_los_automaticos_que_pida_y_se_recuerda(juego):
    mari = suscriptor("Mari")
    mesa = Mesa.objects.get(pk=practica_abrir(cuenta_id=mari.pk, id_orden=uuid4(), juego=juego).mesa_id)
    meta = "300" if juego.startswith("federacion") else "100"
    assert (mesa.reglamento, mesa.meta, ultimo_juego(mari.pk)) == (juego, meta, juego)
    datos = DatosDeMesa.leer(mesa.pk)
    assert datos.reglamento == juego and len(datos.nombres) == datos.reglamento.asientos
    assert [cuenta is None for cuenta in datos.cuentas] == [False] + [True] * (datos.reglamento.asientos - 1)
    pedidas = []
    pedir_por = SimpleNamespace(id=mesa.pk, estado=MesaDeReglas(), pedir=pedidas.append)
    pedir_abrir(pedir_por, datos)
    abierta = plegar(MesaDeReglas(), decidir(MesaDeReglas(), pedidas[0].armar(MesaDeReglas()), 1_000, sortear))
    assert (abierta.reglamento, abierta.meta) == (juego, meta)
    assert mesa_vista(mesa.pk).a_que_se_juega == f"a {meta} tantos"


@pytest.mark.parametrize("juego", ["federacion-4-0-7", "cubano", "federacion-9-9-9", "x" * 300])
def test_juego_que_no_se_ofrece(juego):
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=uuid4(), juego=juego)
    assert falla.value.codigo == "juego_invalido"
    assert not Mesa.objects.exists()


def test_cada_juego_ofrecido_esta_en_la_pagina_y_al_reves():
    opciones = [opcion for juego in JUEGOS for opcion in juego.opciones]
    assert sorted(opcion.valor for opcion in opciones) == sorted(OFRECIDOS)
    # cerrada, a 360 px la lista enseña unas 26 letras
    assert max(len(str(opcion.letrero)) for opcion in opciones) <= 26
    # una frase de cada uno, que dice su meta o la lleva el letrero
    for opcion in opciones:
        meta = str(reglamento_de_texto(opcion.valor).metas[0])
        assert f"a {meta}" in f"{opcion.letrero}. {opcion.frase}".replace("A ", "a "), opcion
    assert [ayuda_de(nombre) for nombre in ("amigos", "federacion", "musica")] == [juego.ayuda for juego in JUEGOS]


@pytest.mark.parametrize("juego, meta", [("federacion", "120"), ("federacion", "juegos_ganados"), ("amigos", "300")])
def test_meta_de_otro_juego(juego, meta):
    with pytest.raises(ErrorDeServicio) as falla:
        practica_abrir(cuenta_id=suscriptor("Mari").pk, id_orden=uuid4(), juego=juego, meta=meta)
    assert falla.value.codigo == "meta_invalida"


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

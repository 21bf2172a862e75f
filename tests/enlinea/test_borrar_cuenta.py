"""Borrar la cuenta en En línea: el acta y la estadística de los otros tres no cambian, y las tarjetas siguen."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from enlinea.historial.servicios import datos_propios
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import (
    Charla,
    Ejercicio,
    Huella,
    Jugador,
    Lugar,
    MensajeDelAdministrador,
    Mesa,
    Partida,
    PuntosDePartida,
    Reporte,
    Tarjeta,
)
from reglas.verificacion import verificar_partida
from suscripciones import consultas, servicios
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.models import Cuenta, CuentaBorrada, Suspension
from suscripciones.servicios import borrado
from tests.enlinea.mesas import NOMBRES, de_prueba, los_cuatro, renglones_de, sentar

pytestmark = pytest.mark.django_db


def jugada() -> tuple[list[Cuenta], Mesa]:
    """Los cuatro acabaron una partida y la mesa se cerró, con sus tarjetas anotadas."""
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida()))
    mesa.lugares.update(activo=False)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA, con_tarjetas=True)
    return cuentas, mesa


def borrar(cuenta: Cuenta) -> str:
    return servicios.cuenta_borrar(cuenta_id=cuenta.pk, ahora=timezone.now())


def dice(quien: Cuenta, mesa: Mesa | None, texto: str = "Ahí les va") -> Charla:
    return Charla.objects.create(mesa=mesa, autor=quien, nombre=quien.nombre, texto=texto, id_orden=uuid4())


def senala(quien: Cuenta, a: Cuenta, mesa: Mesa, linea: Charla, **mas: Any) -> Reporte:
    renglon = {"id": linea.pk, "autor": a.pk, "nombre": a.nombre, "dijo": linea.texto, "cuando": ""}
    return Reporte.objects.create(
        quien=quien, nombre_de_quien=quien.nombre, senalado=a, nombre_del_senalado=a.nombre, donde="mesa", mesa=mesa,
        numero=1, comentario="Insulta", charla=[renglon], creado=timezone.now(), id_orden=uuid4(), **mas,
    )  # fmt: skip


def test_el_acta_da_lo_mismo_con_el_seudonimo_y_los_demas_ni_se_enteran() -> None:
    cuentas, _mesa = jugada()
    antes = Partida.objects.get().acta
    puntos = list(PuntosDePartida.objects.order_by("pk").values())
    seudonimo = borrar(cuentas[1])
    acta = Partida.objects.get().acta
    assert acta["asientos"] == [NOMBRES[0], seudonimo, *NOMBRES[2:]]
    assert {**acta, "asientos": None} == {**antes, "asientos": None}
    assert verificar_partida(acta)["estado"] == "terminada"
    assert list(PuntosDePartida.objects.order_by("pk").values()) == puntos
    assert list(Jugador.objects.order_by("asiento").values_list("nombre", flat=True)) == acta["asientos"]
    assert Lugar.objects.get(cuenta=cuentas[1]).nombre == seudonimo


def test_lo_solo_suyo_se_va_y_lo_que_escribio_se_vacia_tambien_en_los_reportes() -> None:
    cuentas, mesa = jugada()
    beto, mari = cuentas[1], cuentas[0]
    linea = dice(beto, mesa)
    senala(mari, beto, mesa, linea)
    Huella.objects.create(mesa=mesa, cuenta=beto, clase="red", huella="x", instante=timezone.now())
    Ejercicio.objects.create(cuenta=beto, partida=Partida.objects.get(), mano=1, jugada=1, costo=3)
    seudonimo = borrar(beto)
    assert Charla.objects.values_list("nombre", "texto").get() == (seudonimo, datos_propios.SE_BORRO)
    reporte = Reporte.objects.get()
    assert (reporte.nombre_del_senalado, reporte.charla[0]["nombre"]) == (seudonimo, seudonimo)
    assert reporte.charla[0]["dijo"] == "Ahí les va"  # la prueba de lo señalado se queda
    assert not Huella.objects.exists() and not Ejercicio.objects.exists()
    for modelo in (Charla, Reporte, Partida, Jugador, Lugar):
        assert "Beto" not in repr(list(modelo._default_manager.values()))


def test_la_bitacora_de_la_administracion_se_queda_sin_su_nombre() -> None:
    """También de lo que se borra con la cuenta, que ya no puede decir cómo se llama ahora."""
    cuentas, mesa = jugada()
    beto, mari = cuentas[1], cuentas[0]
    linea = dice(beto, mesa, "Soy Beto")
    mensaje = MensajeDelAdministrador.objects.create(
        texto="Beto, ten cuidado", para=beto, enviado_por=mari, enviado=timezone.now(), id_orden=uuid4()
    )
    tarjeta = Tarjeta.objects.create(cuenta=beto, mesa=mesa, color="roja", motivo="insultos", instante=timezone.now())
    for que in (linea, senala(mari, beto, mesa, linea), tarjeta, mensaje):
        LogEntry.objects.create(
            user=mari, content_type=ContentType.objects.get_for_model(que), object_id=str(que.pk),
            object_repr=str(que), action_flag=CHANGE, change_message="",
        )  # fmt: skip
    seudonimo = borrar(beto)
    dicen = dict(LogEntry.objects.values_list("content_type__model", "object_repr"))
    assert dicen == {
        "charla": str(datos_propios.SE_BORRO)[:40], "reporte": f"{mari.nombre} → {seudonimo}",
        "tarjeta": f"roja · {seudonimo}", "mensajedeladministrador": seudonimo,
    }  # fmt: skip


def test_repetirlo_no_cambia_nada_y_el_repaso_recoge_lo_que_se_guardo_despues() -> None:
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    mesa.lugares.update(activo=False)
    Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA, con_tarjetas=True)
    renglones = renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida())
    seudonimo = borrar(cuentas[1])
    Lugar.objects.filter(cuenta=cuentas[1]).update(nombre="Beto")  # como si se leyera antes de borrarla
    mesa_proyectar(mesa.pk, renglones)
    assert "Beto" in Partida.objects.get().acta["asientos"]
    for _otra in range(2):
        borrado.cuentas_borradas_repasar()
        assert Partida.objects.get().acta["asientos"][1] == seudonimo


@pytest.mark.parametrize("por_anotar", [False, True])
def test_en_una_mesa_viva_o_con_tarjetas_por_anotar_no_se_borra(por_anotar: bool) -> None:
    cuentas = los_cuatro()
    mesa = sentar(cuentas)
    if por_anotar:  # si no, se escaparía de la azul de la mesa que acaba de dejar
        mesa.lugares.update(activo=False)
        Mesa.objects.filter(pk=mesa.pk).update(estado=Mesa.Estado.CERRADA)
    with pytest.raises(ErrorDeSuscripcion, match="borrar_con_mesa"):
        borrar(cuentas[0])
    assert Cuenta.objects.get(pk=cuentas[0].pk).nombre == "Mari"


def test_las_tarjetas_y_su_suspension_siguen_a_quien_vuelve_con_su_correo() -> None:
    cuentas, mesa = jugada()
    mari, ahora = cuentas[0], timezone.now()
    Tarjeta.objects.create(cuenta=mari, color="azul", hecho="mesa:1:1:0", mesa=mesa, instante=ahora)
    Suspension.objects.create(
        cuenta=mari, desde=ahora, hasta=ahora + timezone.timedelta(days=7), motivo="Azul", origen="azul", clave="azul:x"
    )
    borrar(mari)
    assert CuentaBorrada.objects.get().huella
    nueva = Cuenta.objects.create_user("mari@prueba.mx", nombre="María")
    servicios.cuenta_verificar_correo(nueva)
    assert Tarjeta.objects.get().cuenta == nueva
    assert consultas.suspension_vigente(nueva.pk, timezone.now()) is not None
    # lo jugado no: se queda bajo el seudónimo
    assert not Jugador.objects.filter(cuenta=nueva).exists()


def test_se_entrega_lo_suyo_y_de_los_demas_solo_el_nombre() -> None:
    cuentas, mesa = jugada()
    dice(cuentas[0], mesa, "Lo mío")
    dice(cuentas[1], mesa, "Lo ajeno")
    suyo = datos_propios.exportar(cuentas[0].pk)
    assert [c["texto"] for c in suyo["escribiste"]] == ["Lo mío"]
    assert suyo["partidas"][0]["acta"]["asientos"] == list(NOMBRES)
    assert "Lo ajeno" not in repr(suyo) and "@" not in repr(suyo)
    senala(cuentas[1], cuentas[0], mesa, dice(cuentas[0], mesa))
    assert "Insulta" not in repr(datos_propios.exportar(cuentas[0].pk))  # quién lo señaló no se le dice

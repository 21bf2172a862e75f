"""Lo que se olvida solo: la orden, el barrido y la página leen la misma tabla."""

import re
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from config.base import retencion
from config.vivo.tareas import del_barrido
from enlinea.models import AvisoAlTelefono, Charla, Huella, Mesa, Reporte
from recreo.models import Jugador, Orden, Presencia, Recreo
from suscripciones.models import Cobro, CodigoDeEntrada, CorreoPorSalir, Cuenta, CuentaBorrada, Plan
from tests.recreo.fabricas import suscrita
from torneos.models import Torneo

pytestmark = pytest.mark.django_db
UN_RATO = timedelta(minutes=1)
# los registros son archivos: tests/config/test_registro.py
CLAVES = [p.clave for p in retencion.PLAZOS if p.clave != "registros"]


def _huella(cuando: object, _quien: Cuenta) -> Model:
    mesa = Mesa.objects.create(nombre="x", meta="100", organizador=_quien)
    return Huella.objects.create(mesa=mesa, cuenta=_quien, clase="red", huella="x", instante=cuando)


def _reporte(cuando: object, quien: Cuenta) -> Model:
    mesa = Mesa.objects.create(nombre="x", meta="100", organizador=quien)
    return Reporte.objects.create(
        quien=quien, senalado=Cuenta.objects.create_user(f"{uuid4()}@x.mx"), donde="mesa", mesa=mesa, comentario="x",
        creado=cuando, id_orden=uuid4(), decision="ignorado", decidido=cuando, decidido_por=quien,
    )  # fmt: skip


def _invitacion(cuando: object, quien: Cuenta) -> Model:
    recreo = _recreo(quien)
    Recreo.objects.filter(pk=recreo.pk).update(terminado=cuando)
    return Jugador.objects.create(recreo=recreo, numero=2, nombre="Beto", correo="b@x.mx", vigente=False)


def _avisos(cuando: object, quien: Cuenta) -> Model:
    lugar = _invitacion(cuando, quien)
    return Presencia.objects.create(jugador=lugar, latido=cuando)


def _foto(cuando: object, quien: Cuenta) -> Model:
    recreo = _invitacion(cuando, quien).recreo
    mesa = recreo.partidas.create(numero=1, inicio=timezone.now()).mesas.create(numero=1)
    return mesa.fotos.create(imagen=b"x", ancho=1, alto=1, quien="Beto", instante=timezone.now())


def _recreo(quien: Cuenta) -> Recreo:
    ahora = timezone.now()
    return Recreo.objects.create(
        codigo=uuid4().hex[:6], nombre="x", tamano=4, meta="100", organizador=quien, creado=ahora, actividad=ahora
    )


def _orden(cuando: object, quien: Cuenta) -> Model:
    return Orden.objects.create(recreo=_recreo(quien), id_orden=uuid4(), accion="x", huella="x", instante=cuando)


def _torneo(cuando: object, quien: Cuenta) -> Torneo:
    ahora = timezone.now()
    return Torneo.objects.create(
        codigo=uuid4().hex[:6], nombre="x", fecha=ahora, tipo="maya", meta="juegos_ganados", previstas=1,
        clave_de_sorteo="x", organizador=quien, creado=ahora, actividad=ahora, estado="terminado", terminado=cuando,
    )  # fmt: skip


def _orden_de_torneo(cuando: object, quien: Cuenta) -> Model:
    torneo = _torneo(timezone.now(), quien)
    return torneo.ordenes.create(id_orden=uuid4(), accion="x", huella="x", instante=cuando)


def _inscripcion(cuando: object, quien: Cuenta) -> Model:
    return _torneo(cuando, quien).inscritos.create(numero=1, nombre="Beto", correo="b@x.mx")


def _correo(cuando: object, _quien: Cuenta) -> Model:
    correo = CorreoPorSalir.objects.create(
        para="a@x.mx", motivo="codigo", id_mensaje="x", creado=cuando, caduca=cuando, siguiente=cuando, estado="enviado"
    )
    CorreoPorSalir.objects.filter(pk=correo.pk).update(creado=cuando)
    return correo


def _bitacora(cuando: object, quien: Cuenta) -> Model:
    fila = LogEntry.objects.create(user=quien, object_repr="x", action_flag=CHANGE, change_message="")
    LogEntry.objects.filter(pk=fila.pk).update(action_time=cuando)
    return fila


def _cobro(cuando: object, quien: Cuenta) -> Model:
    return Cobro.objects.create(
        cuenta=quien, plan=Plan.objects.latest("pk"), meses=12, importe=36, moneda="USD", por="stripe", forma="oxxo",
        creado=cuando, estado="vencido",
    )  # fmt: skip


def _discapacidad(cuando: object, quien: Cuenta) -> Model:
    recreo = _recreo(quien)
    Recreo.objects.filter(pk=recreo.pk).update(estado="terminado", terminado=cuando)
    return recreo.jugadores.create(numero=1, nombre="Beto", discapacidades="visual", discapacidad_consentida=cuando)


CREAR: dict[str, Callable[..., Model]] = {
    "codigos": lambda c, _q: CodigoDeEntrada.objects.create(correo="a@x.mx", huella="x", origen="x", creado=c),
    "correos": _correo,
    "ordenes": _orden,
    "ordenes_de_torneo": _orden_de_torneo,
    "inscripciones": _inscripcion,
    "invitaciones": _invitacion,
    "avisos": _avisos,
    "avisos_en_linea": lambda c, q: AvisoAlTelefono.objects.create(
        cuenta=q, clave="x", que="tres", nacio=c, vale_hasta=c
    ),
    "fotos": _foto,
    "discapacidades": _discapacidad,
    "huellas": _huella,
    "platica": lambda c, q: Charla.objects.create(autor=q, nombre="x", texto="x", instante=c, id_orden=uuid4()),
    "reportes": _reporte,
    "bitacora": _bitacora,
    "cobros": _cobro,
    "sanciones": lambda c, q: CuentaBorrada.objects.create(cuenta=q, seudonimo=f"J {q.pk}", cuando=c, huella="x"),
}


def _queda(fila: Model) -> bool:
    """¿Sigue diciendo algo de alguien?"""
    otra = type(fila)._default_manager.filter(pk=fila.pk).first()
    dicen = [campo for campo in ("correo", "huella", "discapacidades") if getattr(fila, campo, "")]
    return otra is not None and all(getattr(otra, campo) for campo in dicen)


@pytest.mark.parametrize("dias", [None, 5])
@pytest.mark.parametrize("clave", CLAVES)
def test_la_orden_borra_justo_con_el_numero_que_dice_la_pagina(
    clave: str, dias: int | None, settings: LazySettings
) -> None:
    if dias is not None:
        settings.RETENCION = {**settings.RETENCION, clave: dias}
    pagina = Client().get("/privacidad/").content.decode()
    dicho = re.search(rf'data-plazo="{clave}">(\d+) día', pagina)
    assert dicho, clave
    limite = timezone.now() - timedelta(days=int(dicho[1]))
    vieja = CREAR[clave](limite - UN_RATO, suscrita())
    nueva = CREAR[clave](limite + UN_RATO, suscrita())
    salida = StringIO()
    call_command("retencion", stdout=salida)
    assert (_queda(vieja), _queda(nueva)) == (False, True)
    assert f"{clave}: {dicho[1]} días · 1 borrados" in salida.getvalue()
    call_command("retencion", stdout=salida)  # repetirlo no borra más
    assert _queda(nueva)


def test_el_mensaje_senalado_se_queda_lo_que_dure_su_reporte() -> None:
    quien, viejo = suscrita(), timezone.now() - timedelta(days=200)
    linea = Charla.objects.create(autor=quien, nombre="x", texto="x", instante=viejo, id_orden=uuid4())
    Reporte.objects.create(
        quien=Cuenta.objects.create_user("r@x.mx"), senalado=quien, donde="sala", linea=linea, comentario="x",
        creado=viejo, id_orden=uuid4(),
    )  # fmt: skip
    call_command("retencion", stdout=StringIO())
    assert Charla.objects.filter(pk=linea.pk).exists()


def test_el_barrido_la_aplica_cada_hora() -> None:
    (tarea,) = [t for t in del_barrido() if t.nombre == "retención"]
    viejo = CREAR["codigos"](timezone.now() - timedelta(days=3), suscrita())
    assert (tarea.cada, tarea.funcion()["codigos"], _queda(viejo)) == (3600, 1, False)


def test_un_plazo_de_cero_dias_no_arranca() -> None:
    with pytest.raises(ImproperlyConfigured, match="RETENCION_HUELLAS"):
        retencion.leer(lambda nombre, default: 0 if nombre == "RETENCION_HUELLAS" else default)

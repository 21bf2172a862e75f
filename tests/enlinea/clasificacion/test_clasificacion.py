"""El servicio de la clasificación (ES2): en qué orden suma, qué no suma y qué pasa al llegar alguien."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from config.vivo.tareas import del_barrido
from enlinea.clasificacion.consultas import quintil_de
from enlinea.clasificacion.servicios import puntos as clasificacion
from enlinea.clasificacion.servicios.recalculo import clasificacion_recalcular
from enlinea.historial.servicios.historia import mesa_proyectar
from enlinea.models import CambioDeInscripcion, Clasificado, Partida, PuntosDePartida, TablaDeClasificacion
from suscripciones.models import Cuenta, Suscripcion
from suscripciones.servicios import cuentas_demo_crear, suscripcion_anular, suscripcion_registrar
from tests.enlinea.clasificacion.ayudas import ALBA, cuentas_nuevas, guardado, inscribir, inscritos, jugada
from tests.enlinea.mesas import de_prueba, los_cuatro, renglones_de, sentar

pytestmark = pytest.mark.django_db

MINUTO = timedelta(minutes=1)


def puntos() -> dict[int, int]:
    return dict(Clasificado.objects.values_list("pk", "puntos"))


def test_guardar_la_partida_la_suma():
    mesa = sentar(los_cuatro())
    inscribir(*mesa.lugares.values_list("cuenta", flat=True))
    mesa_proyectar(mesa.pk, renglones_de(mesa, de_prueba(mesa).comenzar().acabar_partida()))
    partida = Partida.objects.get()
    assert partida.orden_de_puntos == 1
    assert [j.puntos.pr_antes for j in partida.jugadores.all()] == [0] * 4
    assert {j.cuenta_id: j.puntos.pr_despues for j in partida.jugadores.all()} == puntos()


def test_dos_veces_es_una():
    cuentas = inscritos(5)
    jugada(cuentas[:4], 0, (100, 40))
    assert clasificacion.partidas_sumar() == 1
    antes = guardado()
    assert clasificacion.partidas_sumar() == clasificacion.poner_al_dia() == 0
    assert guardado() == antes


def test_las_que_esperan_se_suman_por_fin_mesa_y_numero():
    cuentas = inscritos(5)
    tercera = jugada(cuentas[:4], 0, (100, 40), fin=ALBA + 3 * MINUTO)
    primera = jugada(cuentas[1:], 0, (100, 40), fin=ALBA + MINUTO)
    segunda = jugada(cuentas[1:], 1, (40, 100), fin=ALBA + MINUTO, mesa=primera.mesa, numero=2)
    clasificacion.partidas_sumar()
    ordenes = [Partida.objects.get(pk=p.pk).orden_de_puntos for p in (primera, segunda, tercera)]
    assert ordenes == [1, 2, 3]


def test_las_que_acaban_a_la_vez_van_por_el_numero_de_su_mesa():
    cuentas = inscritos(5)
    partidas = [jugada(cuentas[:4], 0, (100, 40)) for _ in range(6)]
    clasificacion.partidas_sumar()
    ordenes = [Partida.objects.get(pk=p.pk).orden_de_puntos for p in sorted(partidas, key=lambda p: p.mesa_id)]
    assert ordenes == [1, 2, 3, 4, 5, 6]


def test_la_que_llega_tarde_se_suma_al_llegar():
    cuentas = inscritos(5)
    jugada(cuentas[:4], 0, (100, 40), fin=ALBA + 3 * MINUTO)
    clasificacion.partidas_sumar()
    antes = puntos()
    tarde = jugada(cuentas[:4], 1, (40, 100), fin=ALBA + MINUTO)
    clasificacion.partidas_sumar()
    assert {j.cuenta_id: j.puntos.pr_antes for j in tarde.jugadores.all()} == {c: antes[c] for c in cuentas[:4]}
    assert clasificacion_recalcular(corregir=False).coincide


def test_quien_se_inscribe_cuenta_desde_la_partida_siguiente():
    cuentas = inscritos(4)
    jugada(cuentas, 0, (100, 40))
    clasificacion.partidas_sumar()
    # 6, −2, 7 y −1 puntos
    assert quintil_de(cuentas) == dict(zip(cuentas, (2, 4, 1, 3), strict=True))
    # un quinto, con 0, queda en medio
    (nuevo,) = inscritos(1)
    assert quintil_de([*cuentas, nuevo]) == dict(zip([*cuentas, nuevo], (2, 5, 1, 4, 3), strict=True))
    segunda = jugada([nuevo, *cuentas[:3]], 0, (100, 40))
    clasificacion.partidas_sumar()
    assert [j.puntos.quintil_antes for j in segunda.jugadores.all()] == [3, 2, 5, 1]


def test_registrar_y_anular_una_suscripcion_entra_y_sale_al_momento():
    cuentas_demo_crear()
    admin, ahora = Cuenta.objects.get(email="admin@demo.mx"), timezone.now()
    (nueva,) = cuentas_nuevas(1)
    una = suscripcion_registrar(cuenta_id=nueva, plan="anual", registrada_por_id=admin.pk, ahora=ahora)
    assert Clasificado.objects.get(pk=nueva).clave is not None
    cambios = CambioDeInscripcion.objects.count()
    otra = suscripcion_registrar(cuenta_id=nueva, plan="anual", registrada_por_id=admin.pk, ahora=ahora)
    assert CambioDeInscripcion.objects.count() == cambios, "renovar no es entrar otra vez"
    suscripcion_anular(suscripcion_id=otra.pk, anulada_por_id=admin.pk, ahora=ahora)
    assert Clasificado.objects.get(pk=nueva).clave is not None
    suscripcion_anular(suscripcion_id=una.pk, anulada_por_id=admin.pk, ahora=ahora)
    assert Clasificado.objects.get(pk=nueva).clave is None
    assert quintil_de([nueva]) == {nueva: 5}


def test_quien_sale_conserva_sus_puntos_y_al_volver_los_tiene():
    cuentas = inscritos(5)
    jugada(cuentas[:4], 0, (100, 40))
    clasificacion.partidas_sumar()
    antes = guardado()
    Cuenta.objects.filter(pk=cuentas[0]).update(is_active=False)
    assert clasificacion.inscripciones_conciliar() == 1
    assert quintil_de([cuentas[0]]) == {cuentas[0]: 5}
    Cuenta.objects.filter(pk=cuentas[0]).update(is_active=True)
    assert clasificacion.inscripciones_actualizar([cuentas[0]]) == 1
    assert guardado() == antes


def test_la_vencida_sigue_inscrita():
    cuentas = inscritos(5)
    Suscripcion.objects.update(inicio=ALBA - 9 * MINUTO, fin=ALBA)
    assert clasificacion.inscripciones_conciliar() == 0
    assert TablaDeClasificacion.objects.get().inscritos == len(cuentas)


def test_quien_jugo_sin_que_nadie_avisara_entra_al_sumar():
    cuentas = cuentas_nuevas(5)
    clasificacion.poner_al_dia()
    inscribir(*cuentas, avisar=False)
    jugada(cuentas[:4], 0, (100, 40))
    clasificacion.partidas_sumar()
    assert list(PuntosDePartida.objects.order_by("pk").values_list("quintil_antes", flat=True)) == [1, 2, 3, 4]
    assert TablaDeClasificacion.objects.get().inscritos == 4


def test_la_historia_anterior_entra_en_su_fecha():
    """Lo jugado antes de que hubiera clasificación: cada quien cuenta desde que se inscribió."""
    cuentas = cuentas_nuevas(6)
    inscribir(*cuentas, avisar=False)
    Suscripcion.objects.filter(cuenta__in=cuentas[:4]).update(registrada_en=ALBA - MINUTO)
    Suscripcion.objects.filter(cuenta__in=cuentas[4:]).update(registrada_en=ALBA + MINUTO)
    jugada(cuentas[1:5], 0, (100, 40), inicio=ALBA + 2 * MINUTO, fin=ALBA + 9 * MINUTO)
    jugada(cuentas[:4], 0, (100, 40))
    assert not TablaDeClasificacion.objects.exists()
    clasificacion.poner_al_dia()
    assert list(Partida.objects.order_by("fin").values_list("orden_de_puntos", flat=True)) == [1, 2]
    tras = CambioDeInscripcion.objects.order_by("cuenta").values_list("tras", flat=True)
    assert list(tras) == [0, 0, 0, 0, 1, 1]
    assert clasificacion_recalcular(corregir=False).coincide


def test_quien_jugo_antes_de_lo_que_dice_su_registro_queda_inscrito():
    """Una suscripción vuelta a registrar: entra con su primera partida y no sale al llegar su fecha."""
    cuentas = cuentas_nuevas(4)
    inscribir(*cuentas, avisar=False)
    Suscripcion.objects.filter(cuenta__in=cuentas).update(registrada_en=ALBA + 60 * MINUTO)
    jugada(cuentas, 0, (100, 40))
    clasificacion.poner_al_dia()
    assert TablaDeClasificacion.objects.get().inscritos == 4
    assert sorted(quintil_de(cuentas).values()) == [1, 2, 3, 4]
    assert clasificacion_recalcular(corregir=False).coincide


def test_una_que_no_cumple_las_reglas_no_detiene_a_las_demas(caplog):
    cuentas = inscritos(5)
    mala = jugada(cuentas[:4], 0, (40, 40))
    buena = jugada(cuentas[1:], 0, (100, 40), fin=ALBA + 9 * MINUTO)
    assert clasificacion.partidas_sumar() == 1
    assert str(mala.pk) in caplog.text
    assert Partida.objects.get(pk=buena.pk).orden_de_puntos == 1
    assert clasificacion_recalcular(corregir=False).coincide


def test_si_el_proceso_muere_tras_guardar_la_suma_el_barrido():
    cuentas = inscritos(5)
    partida = jugada(cuentas[:4], 0, (100, 40))
    (tarea,) = [t for t in del_barrido() if "puntos" in t.nombre]
    assert tarea.funcion() == 1
    partida.refresh_from_db()
    assert partida.orden_de_puntos == 1


def test_con_un_automatico_no_cuenta():
    jugada([*inscritos(3), None], 0, (100, 40))
    assert clasificacion.partidas_sumar() == 0


def test_la_orden_verifica_y_recalcula():
    cuentas = inscritos(5)
    jugada(cuentas[:4], 0, (100, 40))

    def orden(accion: str) -> str:
        salida = StringIO()
        call_command("clasificacion", accion, stdout=salida)
        return salida.getvalue()

    assert "Partidas sumadas: 1" in orden("sumar")
    assert "1 partidas y 5 inscritos repasados. Todo coincide." in orden("verificar")
    Clasificado.objects.filter(pk=cuentas[0]).update(puntos=77)
    with pytest.raises(CommandError):
        orden("verificar")
    assert "1 cuentas" in orden("recalcular")
    assert "Todo coincide" in orden("verificar")

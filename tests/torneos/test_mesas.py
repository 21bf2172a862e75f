"""Las mesas de un torneo, sus sanciones, su caja y su final (TO16 a TO20, TO23, TO31, TO32)."""

from decimal import Decimal

import pytest
from django.utils import timezone

from reglas.metas import Meta
from reglas.suizo.dictamen import Sancion
from reglas.suizo.premios import Cobro, Premio
from reglas.suizo.tipos import Tipo
from reglas.tipos import Desenlace
from suscripciones.errores import ErrorDeSuscripcion
from suscripciones.servicios import datos_exportar
from suscripciones.servicios.borrado import cuenta_borrar
from tests.enlinea.mesas import suscriptor
from tests.torneos.salon import FinDeMesa, abrir, quien_es
from torneos import consultas
from torneos.identidad import Quien
from torneos.models import Inscrito, Mesa, Suceso

pytestmark = pytest.mark.django_db


def sentados(mesa: Mesa) -> list[int]:
    return list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))


def de_la_mesa(mesa: Mesa, numero: int) -> Quien:
    return Quien(mesa=mesa.clave, numero=numero)


def aqui(mesa: Mesa) -> dict[str, int]:
    return {"partida": mesa.partida.numero, "mesa": mesa.numero}


# -- la mesa ----------------------------------------------------------------------------------------------------------
def test_la_mesa_en_el_telefono_de_principio_a_fin() -> None:
    salon = abrir()
    salon.publicar()
    mesa = salon.mesas()[0]
    a, b, c, d = sentados(mesa)
    yo, donde = de_la_mesa(mesa, a), aqui(mesa)
    assert salon.negado("mesa_empezar", quien=yo, **donde, presentes=[a, b, c, d], salidor=None) == (
        "falta_elegir_salidor"
    )
    salon.pedir("mesa_empezar", quien=yo, **donde, presentes=[a, b, c, d], salidor=b)
    mano = {"revision": 0, "desenlace": Desenlace.DOMINADA, "pareja": 1, "tantos": 60}
    salon.pedir("mano_anotar", quien=yo, **donde, mano=1, **mano)
    assert salon.negado("mano_anotar", quien=de_la_mesa(mesa, b), **donde, mano=2, **mano) == "no_anotas_esta_mesa"
    assert salon.negado("mano_anotar", quien=Quien(mesa="otra", numero=a), **donde, mano=2, **mano) == (
        "no_eres_de_esta_mesa"
    )
    assert salon.negado("mesa_confirmar", quien=yo, **donde, numero=b, anotadas=1) == "no_llegan_a_la_meta"
    salon.pedir("mano_anotar", quien=yo, **donde, mano=2, **mano)
    assert salon.negado("mesa_confirmar", quien=yo, **donde, numero=c, anotadas=2) == "confirma_un_contrario"
    assert salon.negado("mesa_confirmar", quien=yo, **donde, numero=b, anotadas=1) == "mesa_cambio"
    salon.pedir("mesa_confirmar", quien=yo, **donde, numero=b, anotadas=2)
    quedo = mesa.resultados.get()
    assert (quedo.fin, quedo.ganadora, quedo.marcador_0, quedo.marcador_1) == ("meta", 1, 0, 100)
    assert salon.negado("mano_anotar", quien=yo, **donde, mano=3, **mano) == "mesa_cerrada"


def test_si_alguien_falta_se_llama_al_juez_que_da_la_ausencia() -> None:
    salon = abrir()
    salon.publicar()
    mesa = salon.mesas()[0]
    a, b, c, d = sentados(mesa)
    dada = salon.pedir("mesa_empezar", quien=de_la_mesa(mesa, a), **aqui(mesa), presentes=[a, b, c], salidor=None)
    assert dada.datos["faltan"] == [d] and mesa.incidencias.filter(tipo="llamada", atendida=None).exists()
    assert salon.negado("mesa_dar_ausencia", quien=de_la_mesa(mesa, a), **aqui(mesa), ausentes=[d]) == "solo_juez"
    salon.pedir("mesa_dar_ausencia", **aqui(mesa), ausentes=[d])
    assert mesa.resultados.get().ausentes == [d] and not mesa.incidencias.filter(atendida=None).exists()


def test_el_tiempo_empatado_no_se_suspende_y_adelantado_si() -> None:
    salon = abrir()
    salon.publicar()
    mesa = salon.mesas()[0]
    cuatro = sentados(mesa)
    yo, donde = de_la_mesa(mesa, cuatro[0]), aqui(mesa)
    salon.pedir("mesa_empezar", quien=yo, **donde, presentes=cuatro, salidor=cuatro[0])
    assert salon.negado("mesa_suspender", **donde, anotadas=0) == "regla_suspension_empatada"
    mano = {"mano": 1, "revision": 0, "desenlace": Desenlace.CIERRE, "pareja": 0, "tantos": 20}
    salon.pedir("mano_anotar", quien=yo, **donde, **mano)
    assert salon.negado("mesa_capturar", **donde, a=100, b=20) == "con_manos"
    salon.pedir("mesa_suspender", **donde, anotadas=1)
    quedo = mesa.resultados.get()
    assert (quedo.fin, quedo.marcador_0, quedo.de_la_hoja) == ("tiempo", 20, True)


@pytest.mark.parametrize(
    ("meta", "a", "b", "queda"),
    [
        (Meta.CIEN, 108, 40, ("meta", 100, 40)),
        (Meta.CIEN, 60, 80, ("tiempo", 60, 80)),
        (Meta.JUEGOS_GANADOS, 4, 2, ("meta", 4, 2)),
        (Meta.JUEGOS_GANADOS, 4, 3, ("tiempo", 4, 3)),
    ],
)
def test_un_papel_dice_solo_como_acabo(meta: Meta, a: int, b: int, queda: tuple[str, int, int]) -> None:
    salon = abrir(tipo=Tipo.AZTECA if meta.tantos else Tipo.MAYA, meta=meta)
    salon.publicar()
    mesa = salon.mesas()[0]
    salon.capturar(mesa, a, b)
    r = mesa.resultados.get()
    assert (r.fin, r.marcador_0, r.marcador_1) == queda


def test_las_dos_meta_o_un_empate_no_son_un_papel() -> None:
    salon = abrir()
    salon.publicar()
    assert salon.negado("mesa_capturar", partida=1, mesa=1, a=100, b=100) == "regla_suspension_empatada"
    assert salon.negado("mesa_capturar", partida=1, mesa=1, a=120, b=110) == "regla_marcador_invalido"
    assert salon.negado("mesa_capturar", partida=1, mesa=9, a=100, b=1) == "mesa_inexistente"


def test_corregir_agrega_y_dice_antes_y_despues() -> None:
    salon = abrir()
    salon.publicar()
    donde = {"partida": 1, "mesa": 1, "fin": FinDeMesa.META, "ganadora": 0, "a": 100, "b": 9}
    assert salon.negado("mesa_corregir", **donde, motivo="x") == "mesa_no_cerrada"
    salon.capturar(salon.mesas()[0], 100, 8)
    assert salon.negado("mesa_corregir", **donde, motivo=" ") == "falta_motivo"
    assert salon.negado("mesa_corregir", **{**donde, "a": 90}, motivo="x") == "regla_marcador_invalido"
    salon.pedir("mesa_corregir", **donde, motivo="Eran nueve")
    assert salon.negado("mesa_corregir", **donde, motivo="Otra vez") == "nada_cambia"
    assert [r.marcador_1 for r in salon.mesas()[0].resultados.all()] == [8, 9]
    suceso = Suceso.objects.get(accion="mesa_corregir")
    assert (suceso.datos["antes"]["marcador"], suceso.datos["despues"]["marcador"]) == ([100, 8], [100, 9])


# -- sanciones, caja y final ------------------------------------------------------------------------------------------
def test_sanciones_castigo_que_se_quita_y_expulsion() -> None:
    salon = abrir()
    assert salon.negado("sancion_poner", numero=1, tipo=Sancion.AMONESTACION, motivo="x") == "torneo_registro"
    salon.jugar()
    castigo = {"numero": 1, "tipo": Sancion.CASTIGO, "motivo": "Habló"}
    assert salon.negado("sancion_poner", **castigo) == "castigo_invalido"
    puesto = salon.pedir("sancion_poner", **castigo, tantos=10).datos["sancion"]
    de = lambda: next(f for f in consultas.tabla_de(salon.torneo_id, 1) if f.sujeto == "1").renglon.castigos  # noqa: E731
    assert de() == 10
    salon.pedir("castigo_quitar", sancion=puesto, motivo="Fue otro")
    assert de() == 0 and salon.negado("castigo_quitar", sancion=puesto, motivo="x") == "sancion_inexistente"
    salon.pedir("sancion_poner", numero=2, tipo=Sancion.EXPULSION, motivo="Pegó")
    echado = salon.fila.inscritos.get(numero=2)
    assert echado.expulsado and echado.hasta == 1
    assert salon.negado("inscrito_regresar", numero=2) == "no_regresa"
    assert salon.negado("sancion_poner", numero=3, tipo=Sancion.PERDIDA, motivo="x") == "sancion_de_mesa"


def test_la_caja_cuadra_y_los_premios_salen_de_la_tabla() -> None:
    salon = abrir(previstas=1, garantizado=Decimal(1000))
    for numero in range(1, 7):
        salon.pedir("inscrito_cobrar", numero=numero, cobro=Cobro.COBRADA)
    salon.pedir("inscrito_cobrar", numero=7, cobro=Cobro.EXENTA)
    salon.pedir("premios_guardar", premios=[Premio(1, importe=Decimal(500)), Premio(2, porcentaje=Decimal(30))])
    corte = consultas.caja_de(salon.torneo_id)
    assert (corte.recaudado, corte.por_cobrar, corte.premios, corte.queda) == (600, 100, 800, -200)
    assert salon.negado("premios_guardar", premios=[Premio(1, importe=Decimal(1))] * 2) == "regla_premio_repetido"
    salon.jugar()
    salon.pedir("torneo_terminar")
    _premios, tocan = consultas.premios_de(salon.torneo_id, consultas.tabla_de(salon.torneo_id, 1))
    assert sum(tocan.values()) == 800


def test_terminar_antes_pide_motivo_y_despues_solo_corrige_quien_organiza() -> None:
    salon = abrir(previstas=4)
    assert salon.negado("torneo_terminar") == "torneo_registro"
    salon.jugar()
    assert salon.negado("torneo_terminar") == "falta_motivo"
    salon.pedir("torneo_terminar", motivo="Se fue la luz")
    assert salon.negado("ensayo_pedir") == "torneo_terminado"
    control = quien_es(suscriptor("Control"))
    salon.fila.auxiliares.create(correo=control.correo, nombre="Control", papel="control")
    mal = {"partida": 1, "mesa": 1, "fin": FinDeMesa.TIEMPO, "ganadora": 0, "a": 20, "b": 10, "motivo": "Acta 1"}
    assert salon.negado("mesa_corregir", quien=control, **mal) == "solo_titular"
    castigo = {"numero": 1, "tipo": Sancion.CASTIGO, "tantos": 5, "motivo": "Acta 2"}
    assert salon.negado("sancion_poner", quien=control, **castigo) == "solo_titular"
    puesto = salon.pedir("sancion_poner", **castigo).datos["sancion"]
    assert salon.negado("castigo_quitar", quien=control, sancion=puesto, motivo="x") == "solo_titular"
    salon.pedir("mesa_corregir", **mal)


def test_borrar_una_cuenta_deja_lo_jugado_con_seudonimo() -> None:
    salon = abrir()
    cuenta = suscriptor("Hilda")
    salon.pedir("inscrito_cambiar", numero=3, nombre="Hilda", correo=cuenta.email, club="La Mula")
    salon.jugar()
    suyos = datos_exportar(cuenta_id=cuenta.pk, ahora=timezone.now())["torneos"]
    assert [(i["numero"], i["club"]) for i in suyos["te_inscribiste"]] == [(3, "La Mula")] and not suyos["organizaste"]
    seudonimo = cuenta_borrar(cuenta_id=cuenta.pk, ahora=timezone.now())
    suya = Inscrito.objects.get(numero=3)
    assert suya.nombre.startswith(seudonimo) and (suya.correo, suya.club) == ("", "")
    with pytest.raises(ErrorDeSuscripcion, match="borrar_con_torneo"):
        cuenta_borrar(cuenta_id=salon.organiza.cuenta_id or 0, ahora=timezone.now())

"""Los servicios de los torneos: quién puede, en qué estado, una sola vez y qué queda (TO1 a TO20, TO32)."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from recreo.errores import ErrorDeServicio
from reglas.metas import Meta
from reglas.suizo.dictamen import Sancion
from reglas.suizo.tipos import Modalidad, Tipo
from tests.enlinea.mesas import suscriptor
from tests.torneos.salon import abrir, quien_es
from torneos import consultas, servicios
from torneos.identidad import Quien
from torneos.models import Ensayo, Mesa, Torneo
from torneos.servicios import Ajustes, Persona
from torneos.servicios import ensayo as de_ensayo

pytestmark = pytest.mark.django_db


def sentados(mesa: Mesa) -> list[int]:
    return list(mesa.asientos.order_by("lugar").values_list("jugador__numero", flat=True))


def de_la_mesa(mesa: Mesa, numero: int) -> Quien:
    return Quien(mesa=mesa.clave, numero=numero)


def aqui(mesa: Mesa) -> dict[str, int]:
    return {"partida": mesa.partida.numero, "mesa": mesa.numero}


# -- alta -------------------------------------------------------------------------------------------------------------
def test_crear_dos_veces_con_la_misma_orden_da_el_mismo() -> None:
    quien = quien_es(suscriptor("Lupita"))
    ajustes = Ajustes("Uno", timezone.now(), Tipo.AZTECA, Meta.CIEN, 9)
    orden = uuid4()
    uno = servicios.torneo_crear(quien=quien, ajustes=ajustes, id_orden=orden)
    assert servicios.torneo_crear(quien=quien, ajustes=ajustes, id_orden=orden) == uno
    with pytest.raises(ErrorDeServicio, match="orden_distinta"):
        servicios.torneo_crear(quien=quien, ajustes=replace(ajustes, previstas=3), id_orden=orden)
    assert (Torneo.objects.count(), uno.minutos, uno.estado) == (1, 45, "registro")


@pytest.mark.parametrize(
    ("cambio", "codigo"),
    [
        ({"nombre": " "}, "falta_nombre"),
        ({"tipo": Tipo.MAYA}, "meta_del_formato"),
        ({"meta": Meta.JUEGOS_GANADOS}, "meta_del_formato"),
        ({"tipo": Tipo.INTRANET}, "meta_del_formato"),
        ({"tipo": Tipo.MULTIBOLSA}, "faltan_bolsas"),
        ({"bolsas": 2}, "faltan_bolsas"),
        ({"tipo": Tipo.MULTIBOLSA, "bolsas": 4}, "regla_bolsas_invalidas"),
        ({"tipo": Tipo.MULTIBOLSA, "bolsas": 2, "previstas": 10}, "regla_previstas_de_multibolsa"),
        ({"tipo": Tipo.A_DISTANCIA, "modalidad": Modalidad.PAREJAS, "cupo": 64}, "a_distancia_individual"),
        ({"modalidad": Modalidad.EQUIPOS, "cupo": 64, "previstas": 10}, "regla_encuentro_invalido"),
        ({"modalidad": Modalidad.EQUIPOS, "cupo": 512}, "ajuste_invalido"),
        (
            {"tipo": Tipo.MULTIBOLSA, "bolsas": 2, "previstas": 12, "modalidad": Modalidad.EQUIPOS, "cupo": 64},
            "encuentro_de_etapa",
        ),
        ({"previstas": 0}, "ajuste_invalido"),
        ({"cupo": 1025}, "ajuste_invalido"),
        ({"cuota": Decimal(-1)}, "ajuste_invalido"),
    ],
)
def test_lo_que_no_cabe_no_se_crea(cambio: dict[str, Any], codigo: str) -> None:
    ajustes = replace(Ajustes("Uno", timezone.now(), Tipo.AZTECA, Meta.CIEN, 9), **cambio)
    with pytest.raises(ErrorDeServicio, match=codigo):
        servicios.torneo_crear(quien=quien_es(suscriptor("Lupita")), ajustes=ajustes, id_orden=uuid4())


def test_sin_suscripcion_no_se_organiza() -> None:
    ajustes = Ajustes("Uno", timezone.now(), Tipo.AZTECA, Meta.CIEN, 9)
    with pytest.raises(ErrorDeServicio, match="suscripcion_ninguna"):
        servicios.torneo_crear(quien=quien_es(suscriptor("Vencida", vigente=False)), ajustes=ajustes, id_orden=uuid4())


def test_el_sorteo_se_dicta_una_sola_vez_y_la_clave_se_revela_al_publicar() -> None:
    salon = abrir()
    assert salon.negado("sorteo_dictar", texto="otro") == "ya_se_dicto"
    antes = consultas.estado_de(salon.torneo_id)
    assert antes.clave_de_sorteo == "" and len(antes.compromiso) == 64
    salon.publicar()
    revelada = consultas.estado_de(salon.torneo_id).clave_de_sorteo
    assert sha256(revelada.encode()).hexdigest() == antes.compromiso


# -- quién puede ------------------------------------------------------------------------------------------------------
def test_cada_orden_es_de_quien_le_toca() -> None:
    salon = abrir()
    salon.publicar()
    ajena, control, juez = (quien_es(suscriptor(n)) for n in ("Ajena", "Control", "Juez"))
    salon.pedir("auxiliar_poner", correo=control.correo, nombre="Control", papel="control")
    salon.pedir("auxiliar_poner", correo=juez.correo.upper(), nombre="Juez", papel="juez", desde_mesa=2, hasta_mesa=2)
    una, dos = salon.mesas()
    for quien in (ajena, juez, Quien(), de_la_mesa(una, sentados(una)[0])):
        assert salon.negado("inscritos_agregar", quien=quien, personas=[Persona("X")]) == "solo_control"
        assert salon.negado("partida_cerrar", quien=quien, partida=1) == "solo_control"
        assert salon.negado("ensayo_pedir", quien=quien) == "solo_control"
    assert salon.negado("mesa_capturar", quien=juez, **aqui(una), a=100, b=1) == "solo_juez"
    salon.pedir("mesa_capturar", quien=juez, **aqui(dos), a=100, b=1)
    salon.pedir("mesa_capturar", quien=control, **aqui(una), a=1, b=100)
    assert salon.negado("auxiliar_poner", quien=control, correo="x@y.mx", nombre="X", papel="control") == "solo_titular"
    assert salon.negado("torneo_cancelar", quien=control, motivo="x") == "solo_titular"
    salon.pedir("auxiliar_quitar", auxiliar=salon.fila.auxiliares.get(nombre="Control").pk)
    assert salon.negado("partida_cerrar", quien=control, partida=1) == "solo_control"


def test_una_orden_repetida_cuenta_una_vez_y_no_se_recoge_la_de_otro() -> None:
    salon = abrir()
    salon.publicar()
    mesa, orden = salon.mesas()[0], uuid4()
    primera = salon.pedir("mesa_capturar", **aqui(mesa), a=100, b=7, id_orden=orden)
    otra_vez = salon.pedir("mesa_capturar", **aqui(mesa), a=100, b=7, id_orden=orden)
    assert (primera.repetida, otra_vez.repetida, otra_vez.datos) == (False, True, primera.datos)
    assert salon.negado("mesa_capturar", **aqui(mesa), a=100, b=8, id_orden=orden) == "orden_distinta"
    assert mesa.resultados.count() == 1


# -- registro ---------------------------------------------------------------------------------------------------------
def test_se_entra_tarde_hasta_un_tercio_y_lo_perdido_es_ausencia() -> None:
    salon = abrir(previstas=3)
    salon.jugar()
    tarde = salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True).datos["numeros"][0]
    assert salon.fila.inscritos.get(numero=tarde).desde == 2
    salon.jugar()
    salon.pedir("inscritos_agregar", personas=[Persona("Rita")])
    assert salon.negado("inscrito_llego", numero=10) == "tarde_para_entrar"
    (suya,) = [f for f in consultas.tabla_de(salon.torneo_id, 2) if f.sujeto == str(tarde)]
    assert suya.renglon.vueltas[0].cuenta.contra == 100


def test_retirarse_antes_de_jugar_no_deja_nada_y_despues_va_al_final() -> None:
    salon = abrir(personas=9)
    salon.pedir("inscrito_retirar", numero=9, motivo="Se fue")
    assert salon.fila.inscritos.get(numero=9).desde is None
    salon.jugar()
    salon.pedir("inscrito_retirar", numero=1, motivo="Se fue")
    assert salon.negado("inscrito_retirar", numero=1, motivo="Otra vez") == "ya_se_retiro"
    assert salon.negado("inscrito_retirar", numero=2, motivo=" ") == "falta_motivo"
    salon.jugar()
    assert salon.negado("inscrito_regresar", numero=1) == "no_regresa"
    assert consultas.tabla_de(salon.torneo_id, 2)[-1].sujeto == "1"
    assert "1" not in {n for m in consultas.partida_de(salon.torneo_id, 2).mesas for n in m.asientos}


def test_nombres_cupo_y_comodines() -> None:
    salon = abrir(personas=0, cupo=8)
    salon.inscribir(7)
    assert salon.negado("inscritos_agregar", personas=[Persona("  aNA ")]) == "nombre_ya_inscrito"
    assert salon.negado("inscritos_agregar", personas=[Persona("\n")]) == "falta_nombre_de_persona"
    assert salon.negado("inscritos_agregar", personas=[Persona("Uno"), Persona("Otro")]) == "cupo_corto"
    salon.pedir("inscritos_agregar", personas=[Persona("De la casa")])
    salon.pedir("inscrito_comodin", numero=8, comodin=True)
    salon.pedir("inscrito_llego", numero=8)
    assert salon.negado("inscritos_agregar", personas=[Persona("Otra")]) == "cupo_lleno"
    assert salon.negado("ensayo_pedir") == "faltan_personas", "siete y un comodín no son más de siete"


def test_inscribir_a_mil_no_pregunta_por_cada_uno(django_assert_max_num_queries: Any) -> None:
    salon = abrir(personas=0, cupo=1024)
    with django_assert_max_num_queries(40):
        numeros = salon.pedir(
            "inscritos_agregar", personas=[Persona(f"Persona {n}") for n in range(1024)], llegaron=True
        ).datos["numeros"]
    assert numeros == list(range(1, 1025)) and salon.fila.inscritos.filter(desde=1).count() == 1024


def test_con_un_comodin_nadie_descansa_y_no_clasifica() -> None:
    salon = abrir(personas=11)
    salon.pedir("inscritos_agregar", personas=[Persona("De la casa")])
    salon.pedir("inscrito_comodin", numero=12, comodin=True)
    salon.pedir("inscrito_llego", numero=12)
    partida = salon.jugar()
    assert partida.descansan == [] and len(salon.mesas()) == 3
    assert "12" not in {f.sujeto for f in consultas.tabla_de(salon.torneo_id, 1)}
    assert salon.negado("sancion_poner", numero=12, tipo=Sancion.AMONESTACION, motivo="x") == "castigo_a_comodin"


# -- emparejar --------------------------------------------------------------------------------------------------------
def test_nada_se_empareja_con_mesas_pendientes_y_se_dice_cual() -> None:
    salon = abrir()
    salon.publicar()
    salon.capturar(salon.mesas()[0])
    with pytest.raises(ErrorDeServicio) as falta:
        salon.pedir("ensayo_pedir")
    assert (falta.value.codigo, falta.value.datos["mesas"]) == ("partida_sin_cerrar", [2])
    assert salon.negado("partida_cerrar", partida=1) == "partida_sin_cerrar"


def test_lo_ensayado_que_ya_no_vale_no_se_publica() -> None:
    salon = abrir()
    viejo = salon.ensayar()
    salon.pedir("inscritos_agregar", personas=[Persona("Zoila")], llegaron=True)
    assert salon.negado("partida_publicar", ensayo=viejo) == "ensayo_viejo"
    nuevo = salon.ensayar()
    assert nuevo != viejo and salon.ensayar() == nuevo, "pedir lo mismo es el mismo"
    salon.pedir("partida_publicar", ensayo=nuevo)
    assert salon.negado("partida_publicar", ensayo=nuevo) == "ensayo_inexistente"


def test_el_ensayo_se_calcula_en_otro_proceso_y_dice_sus_cifras(aparte_de_verdad: None) -> None:
    salon = abrir()
    ensayo = salon.pedir("ensayo_pedir").datos["ensayo"]
    assert salon.negado("partida_publicar", ensayo=ensayo) == "ensayo_sin_acabar"
    assert servicios.ensayos_preparar() == 1
    datos = consultas.ensayo_completo(ensayo)
    assert datos and len(datos["mesas"]) == 2 and datos["hoja"]["objetivo"][1]["nivel"] == "parejas"


def test_el_ensayo_que_no_responde_se_intenta_tres_veces(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = abrir()
    salon.pedir("ensayo_pedir")
    vistas: list[int] = []
    monkeypatch.setattr(de_ensayo, "_subir", vistas.append)
    monkeypatch.setattr(de_ensayo.aparte, "correr", lambda *_, urge: None)
    assert servicios.ensayos_preparar() == 0
    assert Ensayo.objects.get().estado == "fallido" and Ensayo.objects.get().intentos == 3
    assert len(vistas) == 7, "al tomarlo, al soltarlo y al darlo por fallido: la pantalla deja de esperar"


def test_si_el_servidor_se_apaga_lo_calcula_otro_y_el_intento_no_cuenta(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = abrir()
    salon.pedir("ensayo_pedir")
    monkeypatch.setattr(de_ensayo.aparte, "correr", lambda *_, urge: None)
    monkeypatch.setattr(de_ensayo.tareas, "apagandose", lambda: True)
    assert servicios.ensayos_preparar() == 0
    assert Ensayo.objects.values_list("estado", "intentos", "tomado_hasta").get() == ("pendiente", 0, None)


def test_el_que_alguien_calcula_no_lo_toma_otro_hasta_que_vence() -> None:
    salon = abrir()
    salon.pedir("ensayo_pedir")
    assert de_ensayo._tomar(timezone.now()) is not None and de_ensayo._tomar(timezone.now()) is None
    assert de_ensayo._tomar(timezone.now() + timedelta(hours=1)) is not None


def test_lo_que_las_reglas_niegan_se_dice_y_no_se_repite(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = abrir()
    salon.pedir("inscrito_fijar", numero=1, mesa=99)
    salon.pedir("ensayo_pedir")
    negada = de_ensayo.aparte.Salida(1, {"error": {"codigo": "mesa_fija_invalida"}})
    monkeypatch.setattr(de_ensayo.aparte, "correr", lambda *_, urge: negada)
    servicios.ensayos_preparar()
    assert Ensayo.objects.get().error["codigo"] == "mesa_fija_invalida"


def test_publicar_es_entero_o_nada(monkeypatch: pytest.MonkeyPatch) -> None:
    salon = abrir()
    ensayo = salon.ensayar()

    def revienta(*_: Any, **__: Any) -> None:
        raise RuntimeError("se fue la luz")

    with monkeypatch.context() as m:
        m.setattr("torneos.servicios.publicar.Asiento.objects.bulk_create", revienta)
        with pytest.raises(RuntimeError):
            salon.pedir("partida_publicar", ensayo=ensayo)
    assert not Mesa.objects.exists() and salon.fila.estado == "registro" and Ensayo.objects.filter(pk=ensayo).exists()
    salon.pedir("partida_publicar", ensayo=ensayo)
    assert Mesa.objects.count() == 2 and salon.fila.estado == "en_juego"


def test_se_deshace_antes_de_la_primera_mano_y_no_despues() -> None:
    salon = abrir()
    salon.publicar()
    assert salon.negado("partida_deshacer", partida=1, motivo="") == "falta_motivo"
    antes = consultas.version_de(salon.torneo_id)
    salon.pedir("partida_deshacer", partida=1, motivo="Faltaba alguien")
    assert (salon.fila.estado, consultas.version_de(salon.torneo_id) > antes) == ("registro", True)
    salon.pedir("sorteo_dictar", texto="5-5 1-2 0-6")
    salon.publicar()
    salon.capturar(salon.mesas()[0])
    assert salon.negado("partida_deshacer", partida=1, motivo="Ya qué") == "ya_anotaron"


def test_al_deshacer_vuelve_lo_que_estaba_dispuesto() -> None:
    salon = abrir(personas=13)
    salon.pedir("mesa_forzar", numeros=[1, 5, 2, 6], motivo="La inaugural")
    salon.pedir("ausencia_avisar", numero=9)
    salon.pedir("ausencia_avisar", numero=10)
    salon.publicar()
    salon.pedir("ausencia_avisar", numero=5, motivo="Se va temprano")
    salon.pedir("partida_deshacer", partida=1, motivo="Faltaba alguien")
    dispuesto = salon.fila.disposiciones.order_by("pk").values_list("tipo", "numeros")
    assert sorted(dispuesto) == [("ausente", [5]), ("ausente", [9]), ("ausente", [10])], "el 5 ya no puede forzarse"
    salon.pedir("disposicion_quitar", disposicion=salon.fila.disposiciones.get(numeros=[5]).pk)
    salon.pedir("mesa_forzar", numeros=[1, 5, 2, 6], motivo="La inaugural")
    salon.pedir("sorteo_dictar", texto="5-5 1-2 0-6")
    salon.publicar()
    salon.pedir("partida_deshacer", partida=1, motivo="Otra vez")
    assert salon.fila.disposiciones.get(tipo="forzada").numeros == [1, 5, 2, 6]


def test_un_prohibido_que_se_acaba_de_quitar_vuelve_a_regir() -> None:
    salon = abrir()
    par = {"uno": 1, "otro": 2, "tipo": "prohibido", "motivo": "Son hermanos"}
    salon.pedir("restriccion_poner", **par)
    assert salon.negado("restriccion_poner", **par) == "restriccion_repetida"
    salon.jugar()
    suya = salon.fila.restricciones.get()
    salon.pedir("restriccion_quitar", restriccion=suya.pk, motivo="Ya no")
    salon.pedir("restriccion_poner", **par)
    suya.refresh_from_db()
    assert (suya.desde, suya.hasta) == (1, None)
    salon.pedir("restriccion_quitar", restriccion=suya.pk, motivo="Ya no")
    salon.jugar()
    assert salon.negado("restriccion_poner", **par) == "restriccion_repetida"

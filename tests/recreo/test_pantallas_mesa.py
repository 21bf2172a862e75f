"""Tu mesa en cada etapa, el descanso, la espera y la invitación: qué ve cada quien y qué se le ofrece (RE3-RE5)."""

from typing import Any

import pytest

from recreo import servicios
from recreo.estado import Visor
from recreo.identidad import Quien
from recreo.models import Jugador, Mesa
from recreo.pantallas import PANTALLAS, Mirada, contexto_de, piezas, pintar
from recreo.pantallas.mesa import situacion
from tests.recreo.mesa import DOSCIENTOS, JUEGOS, Mesero, dominada, empate, jugada, manos, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
AQUI = {"partida": 1, "mesa": 1}


def ver(m: Mesero, numero: int, nombre: str = "mesa", *mas: int) -> str:
    """Lo que lee el jugador `numero` en una pantalla."""
    respuesta = como(m.quienes[numero]).get(ruta(m, nombre, *mas))
    assert respuesta.status_code == 200, respuesta.headers.get("Location")
    return texto(respuesta)


def zona(m: Mesero, numero: int, cual: str) -> str:
    """Una zona de su mesa, como la pinta el socket."""
    return pintar(m.estado, Mirada("mesa"), m.estado.visor(m.quienes[numero]))[cual]


# Memo y Beto (1 y 2) contra Carmen y Nacho (3 y 4) en la mesa 1; Mari, Toño, Lupe e Irma en la 2.
@pytest.fixture
def m() -> Mesero:
    return recreo_de(8)


def test_antes_de_empezar_se_ve_quien_ya_entro() -> None:
    m = recreo_de(4, empieza=False)
    Jugador.objects.filter(recreo_id=m.id, numero=3).update(llave="", entro=None)
    leido = ver(m, 2)
    assert "Ya estás dentro" in leido
    assert "Memo empieza cuando estén listos" in leido
    assert leido.count("Ya entró") == 3


def test_sin_anotador_cualquiera_de_la_mesa_lo_elige_y_los_de_fuera_no(m: Mesero) -> None:
    assert "Anoto yo" in ver(m, 4)
    assert "por su número, le toca anotar" in ver(m, 4)
    assert "Anoto yo" not in ver(m, 5, "otra_mesa", 1, 1)


def test_quien_no_tiene_telefono_se_muestra_pero_no_se_ofrece(m: Mesero) -> None:
    Jugador.objects.filter(recreo_id=m.id, numero=3).update(llave="", entro=None)
    assert "Carmen sin teléfono" in ver(m, 4)
    assert "Que anote Carmen" not in ver(m, 4)


def test_quien_organiza_puede_anotar_una_mesa_en_la_que_no_juega(m: Mesero) -> None:
    assert "Memo Anoto yo" in ver(m, 1, "otra_mesa", 1, 2)


def test_con_anotador_solo_el_confirma_la_asistencia(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 4, **AQUI, numero=4)
    assert "Ya están los cuatro" in ver(m, 4).replace("¿Ya están los cuatro?", "")
    assert "Anota Nacho: confirma que estén los cuatro" in ver(m, 2)


def test_si_falta_alguien_se_propone_o_se_niega_el_default(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 4, **AQUI, numero=4)
    m.orden(servicios.mesa_confirmar_asistencia, 4, **AQUI, presentes=[1, 3, 4])
    falta = ver(m, 4)
    assert "Falta Beto" in falta
    assert "Proponer default" in falta
    assert "¿Quién sale primero?" not in falta
    m.orden(servicios.default_responder, 4, **AQUI, numero=2, aplica=True)
    assert "Default propuesto" in ver(m, 3)
    propuesto = ver(m, 4)
    assert propuesto.count("Negar") == 1, "se niega en un solo lugar"
    assert "Si llega, toca «Ya están los cuatro»" in propuesto and "Si no va a llegar, elige" not in propuesto
    m.orden(servicios.default_responder, 4, **AQUI, numero=2, aplica=False)
    assert "¿Quién sale primero?" in ver(m, 4)


def test_si_llega_quien_faltaba_el_default_propuesto_se_retira(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 4, **AQUI, numero=4)
    m.orden(servicios.mesa_confirmar_asistencia, 4, **AQUI, presentes=[1, 3, 4])
    m.orden(servicios.default_responder, 4, **AQUI, numero=2, aplica=True)
    m.orden(servicios.mesa_confirmar_asistencia, 4, **AQUI, presentes=[1, 2, 3, 4])
    assert "Default propuesto" not in ver(m, 4)


def test_el_sorteo_explica_la_ficha_mayor_y_el_desempate(m: Mesero) -> None:
    m.orden(servicios.mesa_elegir_anotador, 4, **AQUI, numero=4)
    m.orden(servicios.mesa_confirmar_asistencia, 4, **AQUI, presentes=[1, 2, 3, 4])
    leido = ver(m, 4)
    assert "Cada quien levanta una ficha. Sale la más alta." in leido
    assert "sale quien tenga el cuadrante con más marcas" in leido


def test_jugando_dice_quien_sale_y_quien_hace_la_sopa_a_cada_quien(m: Mesero) -> None:
    m.prepara(anotador=4)  # sale el de Abajo: Beto (2)
    beto = m.mesa().asientos[0]
    dichos = {n: ver(m, n) for n in (1, 2, 3, 4)}
    assert m.fila_mesa().salidor == 0
    assert f"Sales tú, {m.estado.nombre_de(beto)}" in dichos[beto]
    assert "tu pareja" in dichos[m.mesa().companero(beto)].split("Mano 1 ·")[0]
    sopa = m.mesa().sopa
    assert sopa is not None
    assert "la sopa la haces tú" in dichos[sopa]
    assert "Anotar mano 1" in dichos[4]
    assert "Anotar mano" not in dichos[2]


@pytest.mark.parametrize("numero", [1, 2, 3, 4])
def test_quien_mira_se_sienta_abajo_y_el_turno_va_a_su_derecha(m: Mesero, numero: int) -> None:
    mesa = m.mesa()
    sitios = piezas.asientos(m.estado, mesa, Visor(numero))
    lugar = mesa.asientos.index(numero)
    assert [sitios[p].numero for p in ("abajo", "derecha", "arriba", "izquierda")] == [
        mesa.asientos[(lugar + paso) % 4] for paso in range(4)
    ]
    assert [sitios[p].forma for p in ("abajo", "arriba")] == [0, 0]
    assert [sitios[p].forma for p in ("derecha", "izquierda")] == [1, 1]


def test_nosotros_va_primero_y_quien_solo_mira_ve_nombres(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota(dominada(0, 25), por=4)
    propio = piezas.lados(m.estado, m.mesa(), Visor(3))
    ajeno = piezas.lados(m.estado, m.mesa(), Visor(5))
    assert [(x.titulo, x.forma, x.pareja, x.numero) for x in propio] == [("Nosotros", 0, 1, 0), ("Ellos", 1, 0, 25)]
    assert [(x.titulo, x.nombres, x.pareja) for x in ajeno] == [("", "Memo y Beto", 0), ("", "Carmen y Nacho", 1)]


def test_a_juegos_ganados_se_anuncia_0_20_40_60_y_ventaja() -> None:
    m = recreo_de(4, JUEGOS)
    m.prepara()
    dichos = []
    for pareja in (0, 0, 0, 1, 1, 1, 0):
        m.anota(dominada(pareja, 0))
        dichos.append(tuple(x.numero for x in piezas.lados(m.estado, m.mesa(), Visor(1))))
    esperados = ["20-0", "40-0", "60-0", "60-20", "60-40", "60-60", "ventaja-60"]
    assert ["-".join(map(str, d)) for d in dichos] == esperados
    assert "Castigos" not in ver(m, 1)


def test_el_cero_de_un_empate_va_a_quien_cerro_o_a_quien_salio(m: Mesero) -> None:
    """RG4: la mano 1 la abrió la pareja del asiento 0."""
    m.prepara(anotador=4)
    m.anota(jugada("E1"), por=4)
    m.anota(empate(), por=4)
    sin_decir, dicha = piezas.filas_de_manos(m.estado, m.mesa(), Visor(5))
    assert dicha.valores == ("", "0")
    salio = m.mesa().manos[1].salidor
    assert salio is not None
    assert sin_decir.valores.index("0") == salio % 2


def test_una_correccion_deja_ver_quien_y_que_decia_antes(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota(dominada(0, 53), por=4)
    m.anota(dominada(0, 35), por=1, mano=1)
    leido = ver(m, 2)
    assert "Mano 1 corregida por Memo" in leido
    assert "Antes decía: dominada, 53 tantos para Memo y Beto, anotó Nacho" in leido


def test_una_mano_borrada_queda_en_el_rastro_con_su_numero(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota(dominada(0, 20), por=4)
    m.anota(dominada(1, 30), por=4)
    for mano in (2, 1):
        m.orden(servicios.mano_borrar, 4, **AQUI, mano=mano, revision=1)
    filas = piezas.filas_de_manos(m.estado, m.mesa(), m.estado.visor(m.quienes[2]))
    assert [(f.mano, f.valores, bool(f.borrada)) for f in filas] == [(2, ("", "30"), True), (1, ("20", ""), True)]
    assert "la borró Nacho" in ver(m, 2) and "Devolverla" not in ver(m, 2)


def test_la_llamada_se_ve_y_tambien_cuando_ya_vienen(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.orden(servicios.organizador_llamar, 3, **AQUI, texto="No cuadra")
    assert "La llamada a Memo salió a las" in ver(m, 4)
    assert "«No cuadra»" in ver(m, 1)
    llamada = m.mesa().abierta("llamada")
    assert llamada is not None
    m.orden(servicios.incidencia_atender, incidencia=llamada.id)
    assert "Memo va para allá" in ver(m, 4)
    m.anota(dominada(0, 10), por=4)
    assert "va para allá" not in ver(m, 4)


def test_dos_versiones_se_ven_y_solo_quien_organiza_decide(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota(dominada(0, 25), por=4)
    m.orden(servicios.discrepancia_proponer, 3, **AQUI, mano=1, **_partes(dominada(1, 40)))
    assert "Memo decide; pueden seguir jugando" in ver(m, 4)
    assert "Vale la de Carmen" not in ver(m, 4)
    assert "Vale la de Carmen" in ver(m, 1)


def _partes(x: Any) -> dict[str, Any]:
    return {"desenlace": x.desenlace, "pareja": x.pareja, "tantos": x.tantos}


def test_quien_organiza_y_no_anota_ve_quien_anota(m: Mesero) -> None:
    m.prepara(anotador=4)
    suya = zona(m, 1, "barra")
    assert "Anota Nacho · <strong>Anotar yo esta vez</strong>" in suya and "boton--accion" not in suya
    assert "boton--accion" in zona(m, 4, "barra")


def test_al_llegar_a_la_meta_se_explica_el_credito_y_se_confirma(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota_todo([dominada(0, 60), dominada(0, 48)])
    leido = ver(m, 4)
    assert "¡Llegaron a 100! Ganan Memo y Beto la partida 1." in leido
    assert "Suman 3 puntos y un juego ganado cada quien. Sumaron 108: se acreditan 100." in leido
    assert "Confirmar marcador" in leido
    assert "Falta que Nacho confirme el marcador" in ver(m, 3)
    m.orden(servicios.mesa_confirmar, 4, **AQUI)
    assert "En espera de que Memo cierre la mesa" in ver(m, 4)
    # a quien organiza, de tú, y con lo mismo que su barra: sin pasar por el tablero (D854)
    suya = ver(m, 1)
    assert "El marcador está confirmado. Falta que la cierres." in suya and "Cerrar la mesa 1" in suya
    assert "tablero/" not in zona(m, 1, "barra") and "cerrar/?vuelve=mesa" in zona(m, 1, "barra")


def test_cerrada_dice_el_resultado_que_mesas_faltan_y_la_siguiente(m: Mesero) -> None:
    m.gana(100, 45)
    leido = ver(m, 4)
    assert "Ganaron Memo y Beto la partida 1" in leido
    assert "2 puntos · efectividad +55" in leido
    assert "Falta que termine la mesa 2" in leido
    # 8 jugadores, partida 2: 1-3/5-7 en la mesa 1 y 2-4/6-8 en la mesa 2
    assert "Dónde Mesa 2, partida 2 Tu pareja Beto Contra" in leido
    assert "Anotar mano" not in leido


def test_una_mesa_cerrada_ya_no_ofrece_nada_que_cambie(m: Mesero) -> None:
    m.gana(100, 45)
    leido = ver(m, 1, "otra_mesa", 1, 1)
    for accion in ("Corregir", "Que anote", "Proponer default", "Confirmar"):
        assert accion not in leido


def test_suspendida_y_por_default_dicen_por_que(m: Mesero) -> None:
    m.suspende(40, 30)
    assert "Se suspendió por tiempo y ganan quienes iban adelante. Suman 1 punto" in ver(m, 2)
    m.prepara(1, 2)
    m.orden(servicios.mesa_aplicar_default, partida=1, mesa=2, gana=0, motivo="No llegó")
    assert "Ganaron por default. No llegó. Suman 3 puntos" in ver(m, 5)


def test_quien_descansa_sabe_cuando_vuelve_y_con_quien() -> None:
    m = recreo_de(5)  # partida 1: 1-2/3-4; partida 2: 1-3/4-5
    leido = ver(m, 5)
    assert "Descansas esta partida" in leido
    assert "Vuelves en la 2 Dónde Mesa 1, partida 2 Tu pareja Nacho Contra" in leido
    assert situacion(m.estado, Visor(5)) == "descanso"


def test_entre_partidas_se_avisa_a_quien_le_toca_descansar() -> None:
    m = recreo_de(5)
    m.gana(100, 0)
    leido = ver(m, 2)  # en la 2 descansa Beto
    assert "Descansas la partida 2" in leido
    assert "Ya están todas las mesas. Memo empieza la siguiente partida" in leido
    assert "Ya están todas las mesas: empieza la siguiente partida" in ver(m, 1)
    assert "Empezar la partida 2" in ver(m, 1) and "partida_siguiente" in zona(m, 1, "barra")
    assert "¿Ya no juegan más? Terminar aquí" in ver(m, 1) and "Terminar aquí" not in ver(m, 2)


def test_terminado_y_cancelado_lo_dicen() -> None:
    m = recreo_de(4)
    for partida in (1, 2, 3):
        m.gana(100, 60, partida)
        if partida < 3:
            m.siguiente(partida + 1)
    assert "Memo va a anunciar el final" in ver(m, 2), "no se termina solo (D300)"
    m.anuncia()
    assert "El Recreo terminó" in ver(m, 2)
    otro = recreo_de(4)
    otro.orden(servicios.recreo_cancelar)
    assert "Este Recreo se canceló" in ver(otro, 2)


def test_manos_sin_salidor_no_rompen_ninguna_pantalla(m: Mesero) -> None:
    """Capturado de papel: hay manos y no se sabe quién salió."""
    m.prepara(anotador=4)
    m.anota_todo(manos(60, 30))
    Mesa.objects.filter(pk=m.fila_mesa().pk).update(salidor=None)
    assert "¿Quién salió primero?" in ver(m, 4)
    assert "Manos anotadas" in ver(m, 4)
    for nombre in ("mesa", "otra_mesa", "mesas", "anotar", "anotada", "pase"):
        assert pintar(m.estado, Mirada(nombre, 1, 1), Visor(5))


def test_toda_pantalla_pinta_lo_mismo_dos_veces_y_con_una_mesa_que_no_existe(m: Mesero) -> None:
    """Son función del estado: se recuerdan por versión."""
    m.prepara(anotador=4)
    for nombre in ("mesa", "otra_mesa", "mesas", "anotar", "anotada", "pase"):
        for mirada in (Mirada(nombre, 1, 1), Mirada(nombre, 9, 9), Mirada(nombre)):
            assert pintar(m.estado, mirada, Visor(4)) == pintar(m.estado, mirada, Visor(4))
            assert set(PANTALLAS[nombre].zonas) >= {"donde", "donde_sub", "contenido", "barra", "anuncio"}


def test_el_anuncio_dice_la_mano_el_marcador_y_quien_sale(m: Mesero) -> None:
    m.prepara(anotador=4)
    m.anota(dominada(0, 25), por=4)
    dicho = contexto_de(m.estado, Mirada("mesa"), Visor(5))["dicho"]
    otra = contexto_de(m.estado, Mirada("otra_mesa", 1, 1), Visor(5))["dicho"]
    assert dicho == "Falta elegir quién anota."  # Mari juega en la 2
    assert otra.startswith("Mano 1: dominada, 25 tantos para Memo y Beto. Van 25 a 0. Sale ")


def test_todas_las_mesas_se_miran_aunque_no_se_juegue_en_ellas(m: Mesero) -> None:
    m.prepara(1, 2, anotador=5)
    m.anota(dominada(0, 30), 1, 2, por=5)
    leido = ver(m, 4, "mesas")
    assert "Mesa 2 Van en la mano 2 Mari y Toño 30 Lupe e Irma 0" in leido


def test_quien_no_tiene_lugar_va_a_la_invitacion(m: Mesero) -> None:
    for nombre, mas in (("mesa", ()), ("mesas", ()), ("otra_mesa", (1, 1)), ("anotar", (1, 1)), ("anotada", (1, 1))):
        respuesta = como(Quien(llave="ajena")).get(ruta(m, nombre, *mas))
        assert (respuesta.status_code, respuesta["Location"]) == (302, ruta(m, "invitacion")), nombre


def test_dejar_el_lugar_dice_que_pasa_y_el_organizador_no_lo_deja(m: Mesero) -> None:
    assert "Dejas el lugar de Nacho: queda libre" in ver(m, 4)
    assert "Dejar este lugar" not in ver(m, 1)


def test_a_doscientos_el_marcador_llega_a_200() -> None:
    m = recreo_de(4, DOSCIENTOS)
    m.prepara()
    m.anota_todo([dominada(0, 150)])
    assert "faltan 50" in ver(m, 1)
    assert "Marcador, meta 200 tantos" in como(m.quienes[1]).get(ruta(m, "mesa")).content.decode()


def test_cerrada_el_marcador_dice_lo_acreditado_y_ya_no_lo_que_falta(m: Mesero) -> None:
    m.suspende(40, 30)
    suspendida = ver(m, 2)
    m.prepara(1, 2)
    m.orden(servicios.mesa_aplicar_default, partida=1, mesa=2, gana=1)
    por_default = ver(m, 7)
    assert "Nosotros Lupe e Irma 100" in por_default
    assert "Ellos Mari y Toño 0" in por_default
    for leido in (suspendida, por_default):
        assert "faltan" not in leido.partition("Lo que se llevan")[0]
